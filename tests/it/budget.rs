//! Answers that cost too much to be read: a status with its reason, and the other answers are graded.
//!
//! What is counted is work, not time: every machine gives up the same answers.

use bench_slicers::ast::{Overrun, ParseOptions, SourceFile, Tree};
use bench_slicers::error::EXIT_COULD_NOT;
use bench_slicers::language::Language;
use serde_json::Value;

use crate::support::{Folder, call_in, done_in, root, stderr};

fn parse(language: Language, text: String) -> Result<Tree, Overrun> {
    Tree::parse_limited(language, &[SourceFile::new("program", text)], &ParseOptions::default())
}

#[apply(test)]
fn what_nests_without_end_is_given_up_in_every_language() {
    for (language, head, open, close, end) in [
        (Language::C, "int x = ", "(", ")", ";\n"),
        (Language::Erlang, "f() -> ", "[", "]", ".\n"),
        (Language::Java, "class A { int x = ", "(", ")", "; }\n"),
        (Language::JavaScript, "x = ", "[", "]", ";\n"),
        (Language::Python, "x = ", "(", ")", "\n"),
        (Language::R, "x <- ", "- ", "", "\n"),
    ] {
        let nested = |n: usize| parse(language, format!("{head}{}1{}{end}", open.repeat(n), close.repeat(n)));
        let tree = nested(5_000).unwrap_or_else(|overrun| panic!("{language}: {overrun}"));
        assert_eq!(tree.problems(), [], "{language}");
        assert!(nested(110_000).is_err(), "{language}");
    }
    let found = parse(Language::JavaScript, "[".repeat(2_000_000));
    assert!(matches!(found, Err(Overrun::Memory(_))), "{:?}", found.map(|tree| tree.len()));
}

#[apply(test)]
fn what_costs_more_in_recovery_than_it_is_long_is_given_up() {
    // Each quote may open a string that only the next one closes, or nothing does.
    let found = parse(Language::Erlang, "\"".repeat(30_001));
    assert!(matches!(found, Err(Overrun::Steps(_))), "{:?}", found.map(|tree| tree.len()));
    // Each may be a call, a cast, a type or a declaration.
    let found = parse(Language::C, "f(".repeat(200_000));
    assert!(matches!(found, Err(Overrun::Memory(_))), "{:?}", found.map(|tree| tree.len()));
    // Read as it comes, but too deep for what follows.
    let found = parse(Language::Python, format!("x = {}1{}\n", "[".repeat(150_000), "]".repeat(150_000)));
    assert_eq!(found.map(|tree| tree.len()), Err(Overrun::Depth(100_000)));
}

/// Whatever it is: most of it the parser would skip, or stop at only after seconds.
#[apply(test)]
fn fifty_megabytes_are_given_up_unread() {
    for line in
        ["x = x * 3 + 4;\n", "x = x * 3 + 4; ", "[", " ", "\n", "// text\n", "\"", "?A ", "\0", "\u{20ac}"]
    {
        let files = [SourceFile::new("program", line.repeat(50_000_000 / line.len()))];
        for &language in Language::ALL.iter().chain(&[Language::Lines("lua")]) {
            let found = Tree::parse_limited(language, &files, &ParseOptions::default());
            assert_eq!(found.map(|tree| tree.len()), Err(Overrun::Text(16 << 20)), "{language}: {line:?}");
        }
    }
    // All files of an answer share what there is.
    let blank = |n_byte: usize| SourceFile::new("program", " ".repeat(n_byte));
    let read = |files: &[SourceFile]| Tree::parse_limited(Language::R, files, &ParseOptions::default());
    assert!(read(&[blank(8 << 20), blank(8 << 20)]).is_ok());
    assert_eq!(
        read(&[blank(8 << 20), blank((8 << 20) + 1)]).map(|tree| tree.len()),
        Err(Overrun::Text(16 << 20))
    );
}

#[apply(test)]
fn long_answers_are_read() {
    for (language, head, line, end) in [
        (Language::C, "int f(int x) {\n", "x = x * 3 + 4;\n", "}\n"),
        (Language::Java, "class A { void f(int x) {\n", "x = x * 3 + 4;\n", "} }\n"),
        (Language::JavaScript, "", "x = x * 3 + 4;\n", ""),
        (Language::Python, "", "x = x * 3 + 4\n", ""),
        (Language::R, "", "x <- x * 3 + 4\n", ""),
        (Language::Erlang, "f(X) ->\n", "g(X * 3 + 4),\n", "ok.\n"),
        (Language::Lines("lua"), "", "x = x * 3 + 4\n", ""),
    ] {
        let tree = parse(language, format!("{head}{}{end}", line.repeat(100_000)));
        let tree = tree.unwrap_or_else(|overrun| panic!("{language}: {overrun}"));
        assert_eq!(tree.problems(), []);
        assert!(tree.len() >= 100_000, "{language}");
    }
    assert!(matches!(parse(Language::Lines("lua"), "x\n".repeat(5_000_000)), Err(Overrun::Steps(_))));
}

/// The same within and without a limit.
#[apply(test)]
fn a_budget_changes_no_tree() {
    for path in ["suite/c/order/program.c", "suite/java/grades/Program.java", "suite/r/orders/program.R"] {
        let Ok(text) = std::fs::read_to_string(root(path)) else { continue };
        let language = Language::from_path(path.as_ref()).unwrap();
        let free = Tree::parse(language, &[SourceFile::new("program", text.clone())]);
        assert_eq!(parse(language, text).unwrap().fingerprint(), free.fingerprint());
    }
}

const MANIFEST: &str = "\
format = 1
title = \"Sum\"
source = \"written for a test\"
program = \"program.js\"

[[criterion]]
id = \"s2Sum\"
line = 2
variable = \"sum\"

[[criterion]]
id = \"s4Other\"
line = 4
variable = \"other\"
";

fn suite() -> Folder {
    let folder = Folder::empty();
    folder.write("suite/javascript/sum/benchmark.toml", MANIFEST);
    let program = "let sum = 1;\nconsole.log(sum);\nlet other = 2;\nconsole.log(other);\n";
    folder.write("suite/javascript/sum/program.js", program);
    folder.write("suite/javascript/sum/gold/s2Sum.js", "let sum = 1;\nconsole.log(sum);\n");
    folder.write("suite/javascript/sum/gold/s4Other.js", "let other = 2;\nconsole.log(other);\n");
    folder
}

#[apply(test)]
fn an_answer_that_is_given_up_costs_only_its_own_grade() {
    let folder = suite();
    folder.write(
        "fake.toml",
        "format = 1\nname = \"fake\"\nlanguages = [\"javascript\"]\n\
         [[step]]\ncommand = [\"sh\", \"-c\", '''\n\
         if test \"$1\" = sum; then head -c 4000000 /dev/zero | tr '\\0' '['; else cat \"$2\"; fi''', \
         \"sh\", \"{variable}\", \"{file}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
    );
    let args = ["run", "--suite", "suite", "--slicer", "fake.toml", "--format", "json"];
    let rows: Vec<Value> = serde_json::from_str(&done_in(&folder.path(), &args)).unwrap();
    let said = |row: &Value| {
        [&row["status"], &row["verdict"], &row["reason"]].map(|value| value.as_str().map(str::to_owned))
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(said(&rows[0])[..2], [text("unreadable"), text("no-answer")]);
    let reason = said(&rows[0])[2].clone().unwrap();
    assert!(reason.starts_with("parsing took more than "), "{reason}");
    assert_eq!(said(&rows[1]), [text("answered"), text("complete"), None]);
    // Graded again, and looked at, it is the same.
    let explained =
        done_in(&folder.path(), &["explain", "s2Sum", "--suite", "suite", "--slicer", "fake.toml"]);
    assert!(explained.contains("unreadable") && explained.contains(&reason), "{explained}");
}

#[apply(test)]
fn a_program_that_no_answer_could_be_compared_with_is_refused() {
    let folder = suite();
    let program = format!("let sum = {}1{};\nconsole.log(sum);\n", "[".repeat(120_000), "]".repeat(120_000));
    folder.write("suite/javascript/sum/program.js", &program);
    for args in [
        &["check", "suite", "--suite", "suite"][..],
        &[
            "slice",
            "--slicer",
            "identity",
            "suite/javascript/sum/program.js",
            "--line",
            "2",
            "--variable",
            "sum",
        ],
    ] {
        let output = call_in(&folder.path(), args);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{text}");
        assert!(text.contains("the program is too large: nested more than 100000 levels deep"), "{text}");
        assert!(text.contains("hint: choose"), "{text}");
    }
}

/// A pattern of an adapter that would need more memory than any pattern should.
#[apply(test)]
fn a_pattern_that_is_too_large_is_refused_with_its_place() {
    let folder = suite();
    for n in [1, 1_600] {
        let adapter = format!(
            "format = 1\nname = \"fake\"\nlanguages = [\"javascript\"]\n[[step]]\ncommand = [\"true\"]\n\
             [answer]\nfrom = \"stdout\"\nis = \"lines\"\npattern = '{}'\n",
            "(?:a{1000}){1000}".repeat(n)
        );
        folder.write("fake.toml", adapter);
        let output = call_in(&folder.path(), &["run", "--suite", "suite", "--slicer", "fake.toml"]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{text:.300}");
        assert!(text.contains("fake.toml:9:") && text.contains("too large"), "{text:.300}");
        assert!(text.len() < 1_000, "{text:.300}");
    }
}
