//! What is not 1 is not shown as 1, and what is not 0 not as 0, in any format: a slicer that lacks one line of 25,000.

use std::fmt::Write;
use std::path::Path;

use crate::support::{Folder, call_in, done_in, stdout};

const N_LINES: usize = 25_000;

/// A program of many lines, all of them gold, and an answer that lacks one.
fn folder() -> Folder {
    let folder = Folder::empty();
    let program = (1..=N_LINES).fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "x{line} = {line}");
        text
    });
    let manifest = format!(
        "format = 1\ntitle = \"Many\"\nsource = \"written for a test\"\nprogram = \"program.lua\"\n\n\
         [[criterion]]\nid = \"s{N_LINES}X\"\nline = {N_LINES}\nvariable = \"x{N_LINES}\"\n"
    );
    folder.write("suite/lua/many/benchmark.toml", manifest);
    folder.write("suite/lua/many/program.lua", &program);
    folder.write(&format!("suite/lua/many/gold/s{N_LINES}X.lua"), &program);
    folder.write("answer.txt", program.replace("x77 = 77\n", ""));
    folder.write(
        "fake.toml",
        format!(
            "format = 1\nname = \"fake\"\nlanguages = [\"lua\"]\ngranularity = \"expression\"\n\n\
             [[step]]\ncommand = [\"cat\", {:?}]\n\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
            folder.path().join("answer.txt").to_str().unwrap()
        ),
    );
    folder
}

fn read(dir: &Path, path: &str) -> String {
    std::fs::read_to_string(dir.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[apply(test)]
fn nearly_all_is_not_all_in_any_format() {
    let folder = folder();
    let dir = folder.path();
    let done = |args: &[&str]| done_in(&dir, &[args, &["--suite", "suite"]].concat());
    let line = |text: &str, start: &str| -> String {
        let found = text.lines().find(|line| line.trim_start_matches("| ").starts_with(start));
        found.unwrap_or_else(|| panic!("no line {start} in {text}")).to_owned()
    };
    let table = done(&["run", "--slicer", "fake.toml"]);
    let task = line(&table, "lua/many");
    assert!(task.contains("99 %") && task.contains(" 0.99 ") && !task.contains("100 %"), "{task}");
    assert!(line(&table, "recall").contains("0.999"), "{table}");
    done(&["run", "--slicer", "gold"]);
    let row = done(&["grade", "reports/fake", "--format", "csv"]);
    assert!(row.contains(",0.99996,1.0,0.99997"), "{row}");
    assert!(done(&["grade", "reports/fake", "--format", "json"]).contains("0.99996"));
    let both = ["report", "latest:fake", "latest:gold"];
    let markdown = done(&[&both[..], &["--format", "markdown"]].concat());
    assert!(line(&markdown, "recall").contains("0.999"), "{markdown}");
    assert!(line(&markdown, "fake | gold").contains("+0.001"), "{markdown}");
    assert!(done(&[&both[..], &["--format", "svg"]].concat()).contains("fake: recall 0.999, excess 0.99"));
    done(&[&both[..], &["--format", "latex,html", "--out", "pages"]].concat());
    let [numbers, slicers, ratios, pairs] =
        ["numbers", "slicers", "ratios", "pairs"].map(|name| read(&dir, &format!("pages/{name}.tex")));
    for (name, text) in
        [("RecallAnswered", "0.999"), ("PrecisionAnswered", "1.000"), ("PercentAnswered", "99.9")]
    {
        assert!(numbers.contains(&format!("\\bsFakeStaticLine{name}}}{{{text}}}")), "{name} in {numbers}");
    }
    assert!(numbers.contains("\\bsPairFakeGoldRecallSupportedDifference}{0.001}"), "{numbers}");
    assert!(line(&slicers, "fake").contains("0.999"), "{slicers}");
    assert!(line(&ratios, "lua").contains("0.99"), "{ratios}");
    assert!(line(&pairs, "fake").contains("0.001"), "{pairs}");
    assert!(read(&dir, "pages/data/overview.js").contains("0.99996"));
    let compared = stdout(&call_in(&dir, &["compare", "latest:gold", "latest:fake", "--suite", "suite"]));
    assert!(
        line(&compared, "recall ").contains("0.999") && line(&compared, "recall ").contains("−0.001"),
        "{compared}"
    );
    assert!(done(&["history", "fake"]).contains(" 0.999 "), "history");
    let explained = done(&["explain", &format!("lua/many/s{N_LINES}X"), "--results", "reports/fake"]);
    assert!(explained.contains("= 0.999"), "{}", &explained[..explained.len().min(2000)]);
}

/// Pages round as everything else does.
#[apply(test)]
#[needs(Browser)]
fn pages_round_as_tables_do() {
    let script = crate::support::root("src/report/html/assets/common.js");
    let text = std::fs::read_to_string(script).unwrap();
    let start = text.find("function numberOf(").unwrap();
    let end = text[start..].find("function seconds(").unwrap() + start;
    let values = [0.99996, 1.0, 0.00004, 0.0, -0.00004, 1.00004, 2.0 / 3.0, -0.99996, 1.0 - 1e-14];
    let calls: Vec<String> = values
        .iter()
        .map(|value| format!("numberOf({value}, 2), numberOf({value}), percent({value}, 1)"))
        .collect();
    let program = format!("{}\nconsole.log([{}].join(' '))", &text[start..end], calls.join(", "));
    let output = std::process::Command::new("node").arg("-e").arg(program).output().unwrap();
    let shown = |value: &f64| {
        use bench_slicers::stats::{decimal, percent};
        [decimal(*value, 2), decimal(*value, 3), percent(*value, 1)].join(" ")
    };
    let expected: Vec<String> = values.iter().map(shown).collect();
    assert_eq!(stdout(&output).trim(), expected.join(" "));
}
