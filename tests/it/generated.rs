//! Completions and manual pages: complete, and accepted by what reads them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::support::{call, program, program_path, stderr, stdout};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Names below a heading of help, which are two columns in.
fn subcommands(words: &[&str]) -> Vec<String> {
    let help = stdout(&call(&[words, &["--help"]].concat()));
    let Some((_, below)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let names = below.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

fn script(shell: &str) -> String {
    let output = call(&["completions", shell]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

#[apply(test)]
fn every_shell_has_its_script() {
    for shell in SHELLS {
        let script = script(shell);
        assert!(script.contains("BENCH_SLICERS_COMPLETE"), "the script of {shell} asks the program");
    }
    assert_eq!(call(&["completions", "tcsh"]).status.code(), Some(2));
}

#[apply(test)]
#[needs(Bash)]
fn bash_completes_subcommands_and_flags() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("completions");
    std::fs::write(&file, script("bash")).unwrap();
    let path = format!("{}:{}", program_path().parent().unwrap().display(), std::env::var("PATH").unwrap());
    std::fs::create_dir_all(dir.path().join("reports/baselines")).unwrap();
    std::fs::write(dir.path().join("reports/baselines/release-1.json"), "").unwrap();
    let bash = |args: &[&str]| {
        Command::new("bash").args(args).env("PATH", &path).current_dir(dir.path()).output().unwrap()
    };
    let parsed = bash(&["-n", file.to_str().unwrap()]);
    assert!(parsed.status.success() && parsed.stderr.is_empty(), "{}", stderr(&parsed));
    for (words, expected) in [
        (vec!["rep"], "report"),
        (vec!["init", "sl"], "slicer"),
        (vec!["run", "--basel"], "--baseline"),
        (vec!["completions", "zs"], "zsh"),
        (vec!["report", "--format", "sar"], "sarif"),
        (vec!["run", "--slicer", "frama"], "frama-c"),
        (vec!["check", "slicer", "flo"], "flowr"),
        (vec!["run", "--filter", "python/sto"], "python/stock"),
        (vec!["explain", "c/swap/s22F"], "c/swap/s22First"),
        (vec!["run", "--label", "PT"], "PTR"),
        (vec!["run", "--baseline", "rel"], "release-1"),
    ] {
        let (last, before) = words.split_last().unwrap();
        let previous = before.last().unwrap_or(&"bench-slicers");
        let line = format!(
            "source {}; COMP_WORDS=(bench-slicers {}); COMP_CWORD={}; \
             complete=$(complete -p bench-slicers); complete=${{complete#*-F }}; ${{complete%% *}} bench-slicers '{last}' '{previous}'; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            file.display(),
            words.join(" "),
            words.len()
        );
        let said = bash(&["--norc", "-c", &line]);
        assert!(said.stderr.is_empty(), "{}", stderr(&said));
        assert!(stdout(&said).lines().any(|word| word == expected), "{words:?}: {}", stdout(&said));
    }
}

/// Writes all pages; their names without `.1`.
fn pages(dir: &Path) -> BTreeSet<String> {
    let output = call(&["man", "--out", dir.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let names =
        std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.map(|name| name.strip_suffix(".1").unwrap().to_owned()).collect()
}

#[apply(test)]
fn every_subcommand_has_a_page() {
    let dir = tempfile::tempdir().unwrap();
    let found = pages(&dir.path().join("man/man1"));
    let mut expected = BTreeSet::from(["bench-slicers".to_owned()]);
    for name in subcommands(&[]) {
        expected.insert(format!("bench-slicers-{name}"));
        expected.extend(subcommands(&[&name]).iter().map(|below| format!("bench-slicers-{name}-{below}")));
    }
    assert!(expected.contains("bench-slicers-check-suite") && expected.contains("bench-slicers-man"));
    assert_eq!(found, expected);
    let printed = stdout(&call(&["man"]));
    let written = std::fs::read_to_string(dir.path().join("man/man1/bench-slicers.1")).unwrap();
    assert!(printed == written && printed.contains(".TH "), "{printed}");
}

/// A formatter that warns of what it does not understand, with its arguments.
fn check_pages(name: &str, args: &[&str]) {
    let dir = tempfile::tempdir().unwrap();
    for page in pages(dir.path()) {
        let output = Command::new(name)
            .args(args)
            .arg(dir.path().join(format!("{page}.1")))
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap();
        let (text, said) = (stdout(&output), stderr(&output));
        // The linter says what it found on standard output; pages have no date, which would differ from build to build.
        let (found, said) = if args.contains(&"-Tlint") { (String::new(), text) } else { (text, said) };
        let said: Vec<&str> = said.lines().filter(|line| !line.contains("missing date")).collect();
        assert_eq!(said, Vec::<&str>::new(), "{page}");
        assert!(args.contains(&"-Tlint") || found.contains("SYNOPSIS"), "{page}: {found}");
    }
}

#[apply(test)]
#[needs(Groff)]
fn groff_formats_every_page_without_a_warning() {
    check_pages("groff", &["-ww", "-man", "-K", "utf8", "-T", "utf8", "-P", "-cbuo"]);
}

#[apply(test)]
#[needs(Mandoc)]
fn mandoc_warns_of_nothing_in_any_page() {
    check_pages("mandoc", &["-Tlint", "-W", "warning"]);
}

#[apply(test)]
fn generated_texts_need_no_configuration() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("bench-slicers.toml"), "no key\n").unwrap();
    for args in [&["completions", "bash"][..], &["man"]] {
        let output = program().current_dir(dir.path()).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert_eq!(
        program().current_dir(dir.path()).args(["list", "tasks"]).output().unwrap().status.code(),
        Some(2)
    );
}
