//! The table of functions of Erlang's libraries that depend on their arguments alone is what the sources of these libraries say.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::support::root;

/// Libraries whose modules are read.
const LIBRARIES: [&str; 4] = ["compiler", "kernel", "stdlib", "syntax_tools"];

/// A line for each module, names of functions behind a colon where not all are meant; comments begin with `#`.
type Table = BTreeMap<String, Option<BTreeSet<String>>>;

fn table(text: &str) -> Table {
    let module = |line: &str| match line.split_once(':') {
        Some((module, names)) => {
            (module.to_owned(), Some(names.split_whitespace().map(str::to_owned).collect()))
        }
        None => (line.to_owned(), None),
    };
    text.lines().filter(|line| !line.starts_with('#')).map(module).collect()
}

/// Strings of a constant list in Rust's text.
fn listed(text: &str, constant: &str) -> Vec<String> {
    let list = text.split_once(&format!("const {constant}")).expect("it is there").1;
    let list = list.split_once("= [").expect("it is a list").1.split_once("];").expect("it ends").0;
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The table of the libraries that are installed.
fn found() -> String {
    let folder = tempfile::tempdir().unwrap();
    let source = root("tests/it/effects/effects.erl");
    let compiled = Command::new("erlc").arg("-o").arg(folder.path()).arg(source).status().unwrap();
    assert!(compiled.success());
    let builtins = std::fs::read_to_string(root("src/builtin/edg/builtins.rs")).unwrap();
    let [names, modules] =
        ["PURE_FUNCTIONS", "PURE_MODULES"].map(|list| format!("['{}']", listed(&builtins, list).join("','")));
    std::fs::write(folder.path().join("known"), format!("{{{names}, {modules}}}.\n")).unwrap();
    let stdlib = crate::harness::stdlib().unwrap();
    let libraries =
        stdlib.parent().and_then(|library| library.parent()).expect("libraries are beside each other");
    let is_meant = |name: &str| {
        LIBRARIES.iter().any(|library| name.split_once('-').is_some_and(|(it, _)| it == *library))
    };
    let mut folders: Vec<_> = std::fs::read_dir(libraries)
        .unwrap()
        .flatten()
        .filter(|entry| is_meant(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path().join("src").display().to_string())
        .collect();
    folders.sort();
    let folders = folders.iter().map(|folder| format!(",{folder:?}")).collect::<String>();
    let run = format!("effects:main([\"known\"{folders}]).");
    let output =
        Command::new("erl").args(["-noshell", "-eval", &run]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[apply(test)]
#[needs(ErlangSources)]
fn functions_of_libraries_without_effects_are_those_of_their_sources() {
    let path = root("src/builtin/edg/otp.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let found = found();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let head: String =
            text.lines().take_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        std::fs::write(&path, format!("{head}{found}")).unwrap();
        return;
    }
    let (known, found) = (table(&text), table(&found));
    assert!(found.len() > 100, "{} modules", found.len());
    // Other releases have other functions: what is known and is there must be as it is known.
    for (module, names) in &known {
        match (names, found.get(module)) {
            (_, None) => println!("{module} is not there, or nothing of it"),
            (Some(names), Some(Some(there))) => {
                let other: Vec<_> = names.difference(there).collect();
                println!("{module}: {other:?} are not there, or are others");
                assert!(other.len() * 2 <= names.len() + 2, "{module}: {other:?}");
            }
            (None, Some(Some(there))) => panic!("{module}: only {there:?}"),
            (_, Some(None)) => {}
        }
    }
    let stdlib = crate::harness::stdlib().unwrap();
    if stdlib.parent().is_some_and(|library| library.ends_with("stdlib-4.2")) {
        assert_eq!(known, found, "`UPDATE_DOCS=1 cargo test --test it effects` writes the table");
    }
}
