//! The report in a real browser: Debian's chromium, driven by `tests/browser/pages.js`.

use std::process::Command;

use crate::harness::tool_folder;
use crate::support::done_in;

/// A task that slicers that ship inside answer, and the hostile one, too.
const TASK: &str = "erlang/sum-of-squares/s6Total";

/// A slicer that prints whatever could break a page: markup, ends of scripts, NUL, marks that turn text around, and
/// lines of ten million characters.
const HOSTILE: &str = r#"format = 1
name = "hostile"
notes = "Prints what could break a page."
languages = ["erlang"]

[[step]]
command = ["sh", "-c", '''
printf '%s\n' '-module(program).' '%% <script>alert(1)</script> ]]> <!-- <b>bold</b>' 'f() -> "<img src=x onerror=alert(2)>".'
printf 'a\0b \342\200\256 reversed \033[2J \342\200\250 </script>\n' >&2
head -c 10000000 /dev/zero | tr '\0' x >&2
''']

[answer]
from = "stdout"
is = "source"
"#;

/// Names a line, and has no text of its own.
const LINES: &str = r#"format = 1
name = "lines"
notes = "Answers with a line."
languages = ["erlang"]

[[step]]
command = ["sh", "-c", "echo {line}"]

[answer]
from = "stdout"
is = "lines"
"#;

/// Lacks a clause of gold, and has all else of the program, above that clause, too.
const HALF: &str = r#"format = 1
name = "half"
notes = "Answers with a clause less."
languages = ["erlang"]

[[step]]
command = ["sed", "12d", "{file}"]

[answer]
from = "stdout"
is = "source"
"#;

/// What the page of slicers over time draws beside the means.
const GATE: &str = "[gate]\nlimit = { f1-all = 0.5, recall-all = 0.5 }\n";

#[apply(test)]
#[needs(Browser)]
fn a_report_works_in_a_browser() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    std::fs::write(dir.join("hostile.toml"), HOSTILE).unwrap();
    done_in(dir, &["run", "--slicer", "sdg", "--filter", "erlang"]);
    done_in(dir, &["run", "--slicer", "ce-edg", "--filter", "erlang"]);
    done_in(dir, &["run", "--slicer", "./hostile.toml", "--filter", TASK]);
    std::fs::write(dir.join("lines.toml"), LINES).unwrap();
    done_in(dir, &["run", "--slicer", "./lines.toml", "--filter", TASK]);
    std::fs::write(dir.join("half.toml"), HALF).unwrap();
    done_in(dir, &["run", "--slicer", "./half.toml", "--filter", TASK]);
    let runs = ["latest:sdg", "latest:ce-edg", "latest:hostile", "latest:lines", "latest:half"];
    done_in(dir, &[&["report"], &runs[..], &["--out", "pages"]].concat());
    std::fs::write(dir.join("bench-slicers.toml"), GATE).unwrap();
    done_in(dir, &["run", "--slicer", "ce-edg", "--filter", TASK]);
    let before = ["--baseline", "latest:sdg", "--history", "--out", "gated"];
    done_in(dir, &[&["report", "latest:ce-edg~1"][..], &before].concat());
    let output = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/pages.js"))
        .arg(dir.join("pages"))
        .arg(TASK)
        .arg(dir.join("gated"))
        .args(std::env::var_os("REPORT_SCREENSHOTS"))
        .env("NODE_PATH", tool_folder("browser").join("node_modules"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let (fine, wrong): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with("ok: "));
    let said = String::from_utf8_lossy(&output.stderr);
    // What went wrong first: a log may be cut.
    assert!(
        output.status.success(),
        "{}\n{said}\nAfter {} checks, the last: {:?}",
        wrong.join("\n"),
        fine.len(),
        fine.last()
    );
    assert!(fine.len() > 120, "{text}");
}
