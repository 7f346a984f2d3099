//! Benchmarks in languages without a grammar: programs are lines, from the suite to the report.

use bench_slicers::error::{EXIT_COULD_NOT, EXIT_DONE};
use serde_json::Value;

use crate::support::{Folder, call_in, done_in, stderr, stdout};

const PROGRAM: &str = "\
-- Sum and product of the numbers up to n.
local n = tonumber(io.read())
local sum, prod = 0, 1

for i = 1, n do
  sum = sum + i
  prod = prod * i
end
print(sum, sum)
print(prod)
";

/// Lines 2, 3, 5, 6, 8, 9 of the program.
const GOLD: &str = "\
local n = tonumber(io.read())
local sum, prod = 0, 1
for i = 1, n do
  sum = sum + i
end
print(sum, sum)
";

const MANIFEST: &str = "\
format = 1
title = \"Sums\"
source = \"written for a test\"
program = \"program.lua\"

[[criterion]]
id = \"s9Sum\"
line = 9
variable = \"sum\"
occurrence = 2
";

/// A suite with one task, `lua/sums/s9Sum`.
fn suite(manifest: &str) -> Folder {
    let folder = Folder::empty();
    folder.write("suite/lua/sums/benchmark.toml", manifest);
    folder.write("suite/lua/sums/program.lua", PROGRAM);
    folder.write("suite/lua/sums/gold/s9Sum.lua", GOLD);
    folder
}

/// An adapter that answers with this text, read as `is`.
fn add_slicer(folder: &Folder, answer: &str, is: &str, languages: &str, more: &str) {
    folder.write("answer.txt", answer);
    let path = folder.path().join("answer.txt");
    let adapter = format!(
        "format = 1\nname = \"fake\"\nlanguages = {languages}\ngranularity = \"expression\"\n{more}\n\
         [[step]]\ncommand = [\"cat\", {:?}]\n\n[answer]\nfrom = \"stdout\"\nis = \"{is}\"\n",
        path.to_str().unwrap()
    );
    folder.write("fake.toml", adapter);
}

/// The row of the one task, as `run` prints it.
fn row(folder: &Folder, slicer: &str) -> Value {
    let args = ["run", "--suite", "suite", "--slicer", slicer, "--format", "json"];
    let rows: Vec<Value> = serde_json::from_str(&done_in(&folder.path(), &args)).unwrap();
    assert_eq!(rows.len(), 1);
    rows[0].clone()
}

/// Checks verdict, kept, missing, surplus and invented of an answer.
fn check(answer: &str, is: &str, verdict: &str, counts: [usize; 4]) {
    let folder = suite(MANIFEST);
    add_slicer(&folder, answer, is, "[\"lua\"]", "placeholders = [\"-- cut\"]");
    let row = row(&folder, "fake.toml");
    let found = ["kept", "missing", "surplus", "invented"].map(|key| row[key].as_u64().unwrap() as usize);
    assert_eq!((row["verdict"].as_str(), found), (Some(verdict), counts), "{answer}\n{row:#}");
    assert_eq!((&row["task"], &row["nodes"]), (&"lua/sums/s9Sum".into(), &9.into()), "{row:#}");
    assert_eq!(row["granularity"], "line");
}

#[apply(test)]
fn an_answer_is_graded_in_lines_whether_it_is_source_or_numbers() {
    check(GOLD, "source", "exact", [6, 0, 0, 0]);
    check("2 3 5 6 8 9", "lines", "exact", [6, 0, 0, 0]);
    check(PROGRAM, "source", "complete", [6, 0, 3, 0]);
    check("1 2 3 4 5 6 7 8 9 10", "lines", "complete", [6, 0, 3, 0]);
    check(&GOLD.replace("end\n", ""), "source", "incomplete", [5, 1, 0, 0]);
    check("2 3 5 6 9", "lines", "incomplete", [5, 1, 0, 0]);
    check(&GOLD.replace("print(sum, sum)\n", ""), "source", "wrong-criterion", [5, 1, 0, 0]);
    check("2 3 5 6 8", "lines", "wrong-criterion", [5, 1, 0, 0]);
}

#[apply(test)]
fn layout_and_placeholders_change_no_grade_and_invented_lines_do() {
    let reprinted = GOLD.replace("  sum", "\t\tsum ").replace('\n', " \r\n\r\n");
    check(&reprinted, "source", "exact", [6, 0, 0, 0]);
    check(&GOLD.replace("end\n", "  -- cut\nend\n"), "source", "exact", [6, 0, 0, 0]);
    check(
        &GOLD.replace("print(sum, sum)", "print(sum, 0)\nprint(sum, sum)"),
        "source",
        "not-a-slice",
        [6, 0, 0, 1],
    );
    // The same lines in another order are not what deleting leaves.
    let swapped = GOLD.replace("local sum, prod = 0, 1\n", "") + "local sum, prod = 0, 1\n";
    check(&swapped, "source", "not-a-slice", [5, 1, 0, 1]);
}

#[apply(test)]
fn text_in_an_adapter_is_every_language_without_a_grammar() {
    let folder = suite(MANIFEST);
    add_slicer(&folder, GOLD, "source", "[\"text\"]", "");
    assert_eq!(row(&folder, "fake.toml")["verdict"], "exact");
    assert_eq!(row(&folder, "gold")["verdict"], "exact");
    assert_eq!(row(&folder, "identity")["verdict"], "complete");
    let only = row(&folder, "criterion-only");
    assert_eq!((&only["kept"], &only["missing"], &only["surplus"]), (&1.into(), &5.into(), &0.into()));
    add_slicer(&folder, GOLD, "source", "[\"cobol\", \"c\"]", "");
    let args = ["run", "--suite", "suite", "--slicer", "fake.toml", "--format", "json"];
    let refused = call_in(&folder.path(), &args);
    assert_eq!(refused.status.code(), Some(3));
    assert!(stdout(&refused).contains("language lua"));
}

#[apply(test)]
fn every_command_reads_a_program_of_lines() {
    let folder = suite(MANIFEST);
    add_slicer(&folder, &GOLD.replace("end\n", ""), "source", "[\"lua\"]", "");
    let done = |args: &[&str]| done_in(&folder.path(), &[args, &["--suite", "suite"]].concat());
    assert_eq!(row(&folder, "fake.toml")["verdict"], "incomplete");
    assert!(done(&["check", "suite"]).contains('1'));
    let file = "suite/lua/sums/program.lua";
    for slicer in ["identity", "default", "reachable", "random", "criterion-only"] {
        let args = ["slice", "--slicer", slicer, file, "--line", "9", "--variable", "sum"];
        assert!(done_in(&folder.path(), &args).contains("print(sum, sum)"), "{slicer}");
    }
    let listed = done(&["list", "tasks", "--filter", "lua", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!((&listed[0]["language"], &listed[0]["gold_nodes"]), (&"lua".into(), &6.into()));
    let explained = done(&["explain", "sums/s9Sum", "--slicer", "fake.toml"]);
    assert!(explained.contains("end") && explained.contains("missing"), "{explained}");
    assert!(done(&["dump", "ast", "sums/s9Sum"]).contains("local n = tonumber(io.read())"));
    assert!(done(&["dump", "map", "sums/s9Sum"]).contains("print(sum, sum)"));
    let graded = done(&["grade", "reports/fake", "--format", "markdown"]);
    assert!(graded.contains("lua/sums/s9Sum"), "{graded}");
    done(&["report", "latest:fake", "--out", "pages"]);
    let pages = walkdir::WalkDir::new(folder.path().join("pages")).into_iter();
    let texts: Vec<String> =
        pages.filter_map(|page| std::fs::read_to_string(page.unwrap().path()).ok()).collect();
    assert!(texts.iter().any(|text| text.contains("local sum, prod = 0, 1")), "no page shows the source");
}

#[apply(test)]
fn what_needs_a_runtime_says_that_there_is_none() {
    let folder = suite(MANIFEST);
    let output = call_in(&folder.path(), &["minimize", "lua/sums/s9Sum", "--suite", "suite"]);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)), "{text}");
    assert!(text.contains("lua programs cannot be run here"), "{text}");
}

/// What the loader says to a manifest with a change, or to another folder.
fn refused(language: &str, from: &str, to: &str) -> String {
    let folder = Folder::empty();
    let name = format!("suite/{language}/sums");
    folder.write(&format!("{name}/benchmark.toml"), MANIFEST.replace(from, to));
    folder.write(&format!("{name}/program.lua"), PROGRAM);
    folder.write(&format!("{name}/program.py"), "x = 1\n");
    folder.write(&format!("{name}/gold/s9Sum.lua"), GOLD);
    let output = call_in(&folder.path(), &["check", "suite", "--suite", "suite"]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_COULD_NOT)));
    stderr(&output)
}

#[apply(test)]
fn a_criterion_is_a_word_of_its_line() {
    let text = refused("lua", "variable = \"sum\"", "variable = \"su\"");
    assert!(text.contains("`su`") && text.contains("`print`, `sum`"), "{text}");
    let text = refused("lua", "occurrence = 2", "occurrence = 3");
    assert!(text.contains("benchmark.toml:10"), "{text}");
    let text = refused("lua", "occurrence = 2", "occurrence = 2\ncolumn = 7");
    assert!(text.contains("12"), "{text}");
    let text = refused("lua", "line = 9", "line = 4");
    assert!(text.contains("`sum`"), "{text}");
}

#[apply(test)]
fn a_typing_error_in_a_folder_is_no_language() {
    let text = refused("phyton", "", "");
    assert!(text.contains("`phyton` is not a language; `python` is"), "{text}");
    let text = refused("lua", "program.lua", "program.py");
    assert!(text.contains("`program.py` is not lua source"), "{text}");
}

#[apply(test)]
fn a_benchmark_of_lines_is_begun_as_any_other() {
    let folder = Folder::empty();
    folder.write("mine.lua", PROGRAM);
    let done = |args: &[&str]| call_in(&folder.path(), args);
    for (id, extension) in [("lua/begun", "lua"), ("text/begun", "lua"), ("c++/begun", "lua")] {
        let args = ["init", "benchmark", id, "--program", "mine.lua", "--line", "9", "--variable", "sum"];
        let output = done(&args);
        assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{id}: {}", stderr(&output));
        let toml = std::fs::read_to_string(folder.path().join(format!("suite/{id}/benchmark.toml"))).unwrap();
        assert!(toml.contains(&format!("gold/s9Sum.{extension}")), "{toml}");
        assert!(folder.path().join(format!("suite/{id}/program.{extension}")).is_file());
    }
    let args = ["init", "benchmark", "cobol/begun", "--program", "mine.py", "--line", "1", "--variable", "x"];
    folder.write("mine.py", "x = 1\n");
    assert_eq!(done(&args).status.code(), Some(i32::from(EXIT_COULD_NOT)));
}

/// A place in a line, where the adapter asks for one.
#[apply(test)]
fn placeholders_and_marks_know_the_word_of_the_criterion() {
    let folder = suite(MANIFEST);
    folder.write(
        "fake.toml",
        "format = 1\nname = \"fake\"\nlanguages = [\"lua\"]\n\
         [[step]]\ncommand = [\"sh\", \"-c\", \"echo $1 $2 $3 $4\", \"sh\", \"{line}\", \"{column}\", \"{end_column}\", \"{variable}\"]\n\
         [answer]\nfrom = \"stdout\"\nis = \"source\"\n",
    );
    row(&folder, "fake.toml");
    let found = walkdir::WalkDir::new(folder.path().join("reports"))
        .into_iter()
        .filter_map(|entry| std::fs::read_to_string(entry.unwrap().path()).ok())
        .any(|text| text.trim() == "9 12 15 sum");
    assert!(found, "the slicer is told another place");
}
