//! The report in a real browser: Debian's chromium, driven by `tests/browser/pages.js`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::tools::folder;

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

fn bench_slicers(dir: &Path, args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_bench-slicers"))
        .current_dir(dir)
        .args(["--quiet"])
        .args(args)
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Where `.ci/install-real-tools.sh browser` puts the npm packages.
fn modules() -> PathBuf {
    folder("browser").join("node_modules")
}

/// What is not here of all that the test needs; `None` when all is.
fn missing() -> Option<&'static str> {
    let starts = |program: &str| {
        Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    match () {
        () if !starts("node") => Some("node"),
        () if !starts("chromium") => Some("chromium"),
        () if !modules().join("playwright-core").is_dir() => Some("playwright-core"),
        () if !modules().join("axe-core").is_dir() => Some("axe-core"),
        () => None,
    }
}

#[test]
fn a_report_works_in_a_browser() {
    if let Some(name) = missing() {
        assert!(
            std::env::var_os("SLOW_TESTS").is_none(),
            "{name} is missing: `.ci/install-real-tools.sh browser`"
        );
        eprintln!("skipped: {name} is missing; `.ci/install-real-tools.sh browser` installs it");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    std::fs::write(dir.join("hostile.toml"), HOSTILE).unwrap();
    bench_slicers(dir, &["run", "--slicer", "sdg", "--filter", "erlang"]);
    bench_slicers(dir, &["run", "--slicer", "ce-edg", "--filter", "erlang"]);
    bench_slicers(dir, &["run", "--slicer", "./hostile.toml", "--filter", TASK]);
    bench_slicers(dir, &["report", "latest:sdg", "latest:ce-edg", "latest:hostile", "--out", "pages"]);
    let output = Command::new("node")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/pages.js"))
        .arg(dir.join("pages"))
        .arg(TASK)
        .args(std::env::var_os("REPORT_SCREENSHOTS"))
        .env("NODE_PATH", modules())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.lines().filter(|line| line.starts_with("ok: ")).count() > 60, "{text}");
}
