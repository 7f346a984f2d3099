//! Answers that only leave text out: one grade as source, diff, lines and ranges, whether or not they parse.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use bench_slicers::ast::{NodeSet, SourceFile, Tree};
use bench_slicers::grade::{AnswerVerdict, Grade, grade};
use bench_slicers::language::Language;
use bench_slicers::map::{RemainsOptions, project_lines, project_spans, remains};
use bench_slicers::random::Random;
use bench_slicers::results::{Answer, Reading, Record, Span, Status};
use bench_slicers::suite::{Suite, Task};
use serde_json::Value;

use crate::support::{call, root, stderr, stdout};

fn tree(language: Language, text: &str) -> Tree {
    Tree::parse(language, &[SourceFile::new("program", text)])
}

/// What the text says that it kept; nothing when it is mapped as a tree.
fn left(program: &Tree, answer: &Tree) -> Option<NodeSet> {
    let options = RemainsOptions { parses: answer.problems().is_empty(), ..RemainsOptions::default() };
    remains(program, answer, &options).map(|mapping| mapping.kept)
}

/// Some of the lines of a file, those that can be left out without opening or closing a comment.
fn some_lines(lines: &[&str], share: usize, random: &mut Random) -> BTreeSet<usize> {
    let is_comment = |line: &str| {
        line.contains("/*") || line.contains("*/") || line.trim_start().starts_with(['/', '*', '#', '%'])
    };
    (1..=lines.len()).filter(|line| is_comment(lines[line - 1]) || random.below(share) > 0).collect()
}

#[apply(test)]
fn lines_left_out_keep_the_same_nodes_in_every_form() {
    let suite = Suite::load(&[root("suite")]).unwrap();
    let mut random = Random::new(8);
    let (mut n_texts, mut n_broken, mut n_compact) = (0, 0, 0);
    for benchmark in &suite.benchmarks {
        let program = &benchmark.tree;
        let file = program.file(0);
        let lines: Vec<&str> = file.text.split_inclusive('\n').collect();
        if program.files().len() > 1 || file.text.contains("   by ") {
            continue;
        }
        for share in [2, 4, 12, 40] {
            let kept = some_lines(&lines, share, &mut random);
            let expected = project_lines(program, &BTreeMap::from([(file.path.clone(), kept.clone())]));
            let spans = kept.iter().map(|&line| Span {
                file: file.path.clone(),
                start_line: line,
                start_column: 1,
                end_line: line + 1,
                end_column: 1,
            });
            assert_eq!(project_spans(program, &spans.collect::<Vec<_>>()), expected, "{}", benchmark.id);
            let blanked: String = (1..=lines.len())
                .map(|line| if kept.contains(&line) { lines[line - 1] } else { "\n" })
                .collect();
            let compact: String = kept.iter().map(|line| lines[line - 1]).collect();
            let odd = format!("\u{feff}{}", blanked.replace('\n', " \t\r\n"));
            for text in [&blanked, &odd] {
                let answer = tree(benchmark.language, text);
                n_texts += 1;
                n_broken += usize::from(!answer.problems().is_empty());
                assert_eq!(left(program, &answer).as_ref(), Some(&expected), "{}\n{text}", benchmark.id);
            }
            // Of equal lines, text alone does not say which are left.
            let answer = tree(benchmark.language, &compact);
            if let (true, Some(found)) = (answer.problems().is_empty(), left(program, &answer)) {
                n_compact += 1;
                assert_eq!(found, expected, "{}\n{compact}", benchmark.id);
            }
        }
    }
    assert!(n_texts > 200 && n_broken * 3 > n_texts && n_compact > 20, "{n_texts} {n_broken} {n_compact}");
}

/// Kept leaves of an answer that does not parse, written with their line; `-` when it is no text left out.
fn check(language: Language, program: &str, answer: &str, expected: &str) {
    let (program, answer) = (tree(language, program), tree(language, answer));
    let options = RemainsOptions::default();
    let kept = remains(&program, &answer, &options).map(|mapping| {
        assert_eq!(mapping.n_invented(&answer) + mapping.n_rewritten(&answer), 0);
        let leaves = mapping.kept.iter().filter(|&node| !program.label(node).is_empty());
        leaves
            .map(|node| format!("{}@{}", program.label(node), program.line(node)))
            .collect::<Vec<_>>()
            .join(" ")
    });
    assert_eq!(kept.as_deref().unwrap_or("-"), expected, "{}", answer.file(0).text);
}

#[apply(test)]
fn parts_of_lines_are_left_out_as_whole_nodes() {
    use Language::{C, Erlang, JavaScript, Python};
    check(JavaScript, "f(a, b);\ng(c);\n", "f(a, );\ng(;\n", "f@1 a@1 g@2");
    check(JavaScript, "f(a, b);\ng(c);\n", "f(a, );\n", "f@1 a@1");
    check(JavaScript, "f(x, x);\n", "f(  , x);\n", "f@1 x@1");
    check(C, "int f() {\n  x = a + b;\n  return x;\n}\n", "int f() {\n  x = a;\n", "-");
    // What is left of two statements is not a third.
    check(C, "int f() { x = a; y = b; }\n", "int f() { x = b; }\n", "-");
    check(JavaScript, "f(a, b); g(c);\n", "f(a, c);\n", "-");
    check(JavaScript, "f([a, b], [c, d]);\n", "f([a, d]);\n", "-");
    // Other text, another order, more of it.
    check(JavaScript, "f();\ng();\n", "g();\nf();\n", "-");
    check(JavaScript, "f();\ng();\n", "f();\nf();\n", "-");
    check(JavaScript, "if (a == b) f();\n", "if (a = b) f();\n", "-");
    check(Python, "if c:\n    f()\n    g()\n", "if c:\n    f()\ng()\n", "-");
    // Placeholders need not be the program's.
    check(
        Erlang,
        "f(A, B) ->\n  g(A),\n  h(B).\n",
        "f(A, _) ->\n  undef,\n  h(B\n",
        "f/2@1 A@1 function@1 h@3 B@3",
    );
}

#[apply(test)]
fn the_criterion_and_whole_lines_tell_equal_lines_apart() {
    let text = "x = 1\nprint(x)\n".repeat(3);
    let program = tree(Language::Python, &text);
    let answer = tree(Language::Python, "x = 1\nprint(x)\n");
    let criterion = program.ids().rfind(|&node| program.label(node) == "x");
    let options = RemainsOptions { criterion, ..RemainsOptions::default() };
    let mapping = remains(&program, &answer, &options).unwrap();
    assert!(mapping.kept.contains(criterion.unwrap()));
    // What parses is left to the trees, since the text fits in several ways.
    assert!(remains(&program, &answer, &RemainsOptions { parses: true, ..options }).is_none());
    let in_place = tree(Language::Python, "\n\nx = 1\nprint(x)\n");
    let mapping = remains(&program, &in_place, &RemainsOptions { parses: true, ..options }).unwrap();
    assert!(mapping.kept.iter().all(|node| [3, 4].contains(&program.line(node))));
    let half = tree(Language::JavaScript, "f(a, b)\nf(a)\n");
    let mapping = remains(&half, &tree(Language::JavaScript, "f(a)\n"), &RemainsOptions::default()).unwrap();
    assert!(mapping.kept.iter().all(|node| half.line(node) == 2));
}

/// The grade of a source answer to a task of the shipped suite.
fn graded(task: Task<'_>, text: &str) -> Grade {
    let record = Record {
        answer: Some(Answer::Source {
            files: vec![SourceFile::new(&task.benchmark.tree.file(0).path, text)],
        }),
        ..Record::without_answer(task.id(), task.hash(), Status::Answered, None)
    };
    grade(task, &task.hash(), &record, &Reading::default())
}

#[apply(test)]
fn an_answer_that_does_not_parse_says_so_and_is_graded() {
    let suite = Suite::load(&[root("suite")]).unwrap();
    let task = suite.tasks().find(|task| task.id() == "c/word-count/s36Word_count").unwrap();
    let program = &task.benchmark.tree.file(0).text;
    let whole = graded(task, program);
    assert_eq!((whole.parses, whole.hint), (Some(true), None));
    // Without the last brace nothing that counts is gone.
    let end = program.trim_end().len() - 1;
    let cut = graded(task, &program[..end]);
    assert_eq!((cut.parses, cut.verdict, cut.f1), (Some(false), AnswerVerdict::Complete, whole.f1));
    assert!(
        cut.hint.as_deref().is_some_and(|hint| hint.contains("line ") && hint.contains("does not parse")),
        "{:?}",
        cut.hint
    );
    assert_eq!((cut.counts.invented, cut.counts.rewritten), (0, 0));
}

/// An adapter that is a shell script: `$1` is the program file, `$2` the folder for scripts.
fn adapter(folder: &Path, name: &str, script: &str, answer: &str) -> String {
    let path = folder.join(format!("{name}.toml"));
    let text = format!(
        "format = 1\nname = \"{name}\"\nkind = \"any\"\nlanguages = [\"c\", \"java\", \"python\", \"r\"]\ngranularity = \"line\"\n\
         [[step]]\ncommand = [\"sh\", \"-c\", '''{script}''', \"sh\", \"{{file}}\"]\nexit-codes = [0, 1]\n\
         [answer]\nfrom = \"stdout\"\n{answer}\n"
    );
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

/// The rows of an adapter over all tasks of these languages.
fn rows(folder: &Path, adapter: &str, languages: &[&str]) -> Vec<Value> {
    let reports = folder.join("reports");
    let mut args = vec!["run", "--quiet", "--format", "json", "--suite", "suite", "--slicer", adapter];
    args.extend(["--out", reports.to_str().unwrap()]);
    args.extend(languages.iter().flat_map(|language| ["--filter", *language]));
    let output = call(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[apply(test)]
fn one_answer_has_one_grade_as_source_diff_lines_and_ranges() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, script: &str, answer: &str| {
        let path = adapter(folder.path(), name, script, answer);
        rows(folder.path(), &path, &["c", "java", "python", "r"])
    };
    // Every fourth line goes, whatever is on it.
    let lines = make("lines", r#"awk "NR % 4 != 2 {{ print NR }}" "$1""#, "is = \"lines\"");
    let suite = Suite::load(&[root("suite")]).unwrap();
    let text = |row: &Value| {
        let task = suite.tasks().find(|task| task.id() == row["task"]).unwrap();
        task.benchmark.tree.file(0).text.clone()
    };
    // What is left of a comment without its first or last line is code.
    let cuts_comment = |row: &Value| {
        let text = text(row);
        let goes = |at: usize| text[..at].matches('\n').count() % 4 == 1;
        let comments = text.match_indices("/*");
        let mut ranges = comments.filter_map(|(open, _)| Some((open, open + text[open..].find("*/")?)));
        ranges.any(|(open, close)| goes(open) != goes(close))
    };
    // Of two equal lines, one below the other, a diff does not say which went.
    let has_twin = |row: &Value| {
        let text = text(row);
        let lines: Vec<&str> = text.lines().collect();
        (1..lines.len())
            .any(|idx| lines[idx] == lines[idx - 1] && !lines[idx].is_empty() && idx % 4 < 3 && idx % 4 > 0)
    };
    let forms = [
        ("blanked", r#"awk "NR % 4 == 2 {{ print \"\"; next }} 1" "$1""#, "is = \"source\""),
        (
            "diff",
            r#"awk "NR % 4 != 2" "$1" > left; diff -u "$1" left"#,
            "is = \"diff\"\nfile-names = \"criterion\"",
        ),
        (
            "spans",
            r#"awk "NR % 4 != 2 {{ print NR, 1, NR + (NR < n), NR < n ? 1 : 999 }}" n="$(awk "END {{ print NR }}" "$1")" "$1""#,
            "is = \"spans\"\npattern = '(\\d+) (\\d+) (\\d+) (\\d+)'",
        ),
    ];
    let keys = ["task", "verdict", "kept", "missing", "surplus", "invented", "f1", "granularity"];
    let told = |row: &Value| keys.map(|key| row[key].clone());
    assert!(lines.len() > 20 && lines.iter().all(|row| row["parses"].is_null()));
    for (name, script, answer) in forms {
        let found = make(name, script, answer);
        let unequal: Vec<_> = lines
            .iter()
            .zip(&found)
            .filter(|(one, other)| {
                told(one) != told(other) && !cuts_comment(one) && !(name == "diff" && has_twin(one))
            })
            .collect();
        assert!(found.len() == lines.len() && unequal.is_empty(), "{name}: {:#?}", unequal.first());
        let is_broken = found.iter().filter(|row| row["parses"] == false).count();
        assert!(name == "spans" || is_broken > 5, "{name}: {is_broken}");
    }
}

#[apply(test)]
fn what_stands_around_an_answer_is_cut_off_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let wrapped = [
        (
            "fence",
            r#"echo "Sure! Here is it:"; echo '```c'; cat "$1"; echo '```'; echo "Hope it helps""#,
            "fence = true",
            "```c",
        ),
        (
            "tags",
            r#"echo "<pre>"; sed "s/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g" "$1"; echo "</pre>""#,
            "fence = true",
            "<pre>",
        ),
        ("numbers", r#"awk "{{ print NR \": \" \$0 }}" "$1""#, "fence = true", "answer.fence = true"),
        (
            "before",
            r#"cat "$1"; echo; echo "I hope that this helps you""#,
            "before = '(?m)^I hope'",
            "answer.before",
        ),
        ("after", r#"echo "The slice of the program:"; cat "$1""#, "after = 'program:\\n'", "answer.after"),
    ];
    for (name, script, key, hint) in wrapped {
        let one = |name: &str, answer: &str| {
            let path = adapter(folder.path(), name, script, answer);
            rows(folder.path(), &path, &["c"])
        };
        // An adapter that prints one file is not asked for programs of several.
        let asked = |row: &&Value| row["status"] != "unsupported";
        let cut = one(name, &format!("is = \"source\"\n{}", key));
        assert!(cut.iter().filter(asked).count() > 15, "{name}: {}", cut.len());
        for row in cut.iter().filter(asked) {
            assert_eq!(
                (&row["verdict"], &row["parses"]),
                (&"complete".into(), &true.into()),
                "{name}: {row}"
            );
        }
        let plain = format!("{name}-plain");
        let raw = one(&plain, "is = \"source\"");
        assert!(raw.iter().filter(asked).all(|row| row["parses"] == false), "{name}: {raw:#?}");
        let reports = folder.path().join("reports").join(&plain);
        let output = call(&[
            "explain",
            "c/order/s49Amount",
            "--suite",
            "suite",
            "--results",
            reports.to_str().unwrap(),
            "--color",
            "never",
        ]);
        let shown = stdout(&output);
        assert!(
            shown.contains("parses: no") && shown.contains("hint: ") && shown.contains(hint),
            "{name}: {shown}{}",
            stderr(&output)
        );
    }
}
