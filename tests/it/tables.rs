//! Rows of reports in the hands of those who read them: pandas and DuckDB, which are told nothing of the columns.

use std::process::Command;

use crate::harness::tool_folder;
use crate::support::{done_in, root, stderr, stdout};

/// The class: every column that has numbers, truth or a time has it as such, and every mean of every part follows from the rows.
#[apply(test)]
#[needs(Tables)]
fn rows_load_with_their_types_and_the_totals_follow_from_them() {
    let folder = tempfile::tempdir().unwrap();
    for slicer in ["random", "reachable"] {
        done_in(folder.path(), &["run", "--slicer", slicer, "--filter", "python", "--filter", "erlang"]);
    }
    let runs = ["latest:random", "latest:reachable"];
    done_in(folder.path(), &[&["report"], &runs[..], &["--format", "csv", "--out", "rows"]].concat());
    let mut python = Command::new("python3");
    python.arg(root("tests/tables.py")).arg(folder.path().join("rows"));
    let said = python.env("PYTHONPATH", tool_folder("tables")).output().unwrap();
    assert!(said.status.success(), "{}", stderr(&said));
    assert!(stdout(&said).contains("of labels: the same"), "{}", stdout(&said));
}
