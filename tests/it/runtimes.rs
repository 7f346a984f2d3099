//! What some tests need besides this project: where it is absent they say so, unless `SLOW_TESTS` requires it.

use std::process::Command;

/// Whether tests that run Erlang programs are skipped, with a notice.
pub fn is_erlang_skipped() -> bool {
    is_skipped("erl", &["-noshell", "-eval", "halt()."])
}

/// Whether tests that run C programs are skipped, with a notice.
pub fn is_gcc_skipped() -> bool {
    is_skipped("gcc", &["--version"])
}

fn is_skipped(program: &str, args: &[&str]) -> bool {
    let is_there = Command::new(program).args(args).output().is_ok_and(|output| output.status.success());
    assert!(is_there || std::env::var_os("SLOW_TESTS").is_none(), "`{program}` is not on the PATH");
    if !is_there {
        eprintln!("skipped: `{program}` is not installed");
    }
    !is_there
}
