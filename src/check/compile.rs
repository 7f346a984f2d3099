//! Does it compile: one call of the language's own compiler per program or gold slice, if it is installed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{CheckRule, CheckedSource, SuiteCheck};
use crate::error;
use crate::language::Language;
use crate::languages::{oracle, room};
use crate::oracle::{Question, Trial};
use crate::process::{self, Completion, End, Invocation, Limits};
use crate::suite::{Benchmark, Criterion};

/// No compiler needs as long for a program of a suite.
const LIMIT_S: f64 = 60.0;

/// Compiles a program in a folder of its own.
pub(super) fn check(source: &CheckedSource<'_>, check: &mut SuiteCheck) {
    let language = source.tree.language();
    let paths = names(source);
    let commands = commands(language, &paths);
    if commands.is_empty() && language.is_lines() {
        return;
    }
    for argv in commands {
        let completion = match compile(source, &paths, &argv) {
            Ok(completion) => completion,
            Err(cause) => {
                let path = (source.path)(Path::new(""));
                let problem = error::check::no_private_copy(&path, &cause);
                check.findings.push(source.finding(CheckRule::Compiles, problem));
                return;
            }
        };
        if matches!(completion.end, End::NotStarted(_)) {
            check.skip(language.name(), &argv[0], 1);
            return;
        }
        if completion.end != End::Exited(0) {
            let path = (source.path)(&source.tree.file(0).path);
            let problem = error::check::does_not_compile(&path, &argv[0], &said(&completion));
            check.findings.push(source.finding(CheckRule::Compiles, problem));
        }
    }
    check.n_compiled += 1;
}

/// Compiles a gold slice in which a placeholder stands whose type depends on the program: where the oracle of the program
/// would.
pub(super) fn check_in_program(
    benchmark: &Benchmark,
    criterion: &Criterion,
    source: &CheckedSource<'_>,
    check: &mut SuiteCheck,
) {
    let entry = benchmark.entry_point().unwrap_or_default();
    let question = Question::new(criterion.nodes.clone(), entry);
    let trial = oracle(&benchmark.tree, &question).and_then(|mut oracle| oracle.try_other(source.tree, &[]));
    match trial {
        Ok(Trial::Invalid(said) | Trial::NotRun(said)) => {
            let path = (source.path)(&source.tree.file(0).path);
            let problem = error::check::does_not_compile(&path, benchmark.language.name(), &said);
            check.findings.push(source.finding(CheckRule::Compiles, problem));
        }
        Ok(_) => {}
        Err(_) => return check.skip(benchmark.language.name(), "the oracle", 1),
    }
    check.n_compiled += 1;
}

/// Names under which the files can be compiled: those that their own text gives them, where compilers ask for it.
///
/// Imported slices name their module after the slice and are kept under the name of the program.
fn names(source: &CheckedSource<'_>) -> Vec<PathBuf> {
    let language = source.tree.language();
    let mut names: Vec<PathBuf> = Vec::new();
    for file in source.tree.files() {
        let own = room(language).module_name(&file.text).filter(|_| language.is_unit(&file.path));
        let named = own.map(|name| file.path.with_file_name(format!("{name}.{}", language.extension())));
        // Two files of one name cannot be compiled together anyway; the compiler says so.
        let is_free = |path: &PathBuf| !names.contains(path) && source.tree.files().all(|f| f.path != *path);
        names.push(named.filter(is_free).unwrap_or_else(|| file.path.clone()));
    }
    names
}

/// Command lines that only succeed when all files compile; run in the folder of the files.
fn commands(language: Language, paths: &[PathBuf]) -> Vec<Vec<String>> {
    let units: Vec<&Path> =
        paths.iter().map(PathBuf::as_path).filter(|path| language.is_unit(path)).collect();
    room(language).compile(&units)
}

fn compile(source: &CheckedSource<'_>, paths: &[PathBuf], argv: &[String]) -> io::Result<Completion> {
    let dir = tempfile::tempdir()?;
    for (file, name) in source.tree.files().zip(paths) {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(dir.path()))?;
        fs::write(path, &file.text)?;
    }
    let limits = Limits { wall_s: LIMIT_S, ..Limits::default() };
    let cwd = dir.path().to_owned();
    Ok(process::run(&Invocation { argv: argv.to_vec(), cwd, limits, ..Invocation::default() }))
}

/// The first line that a compiler said, else how it ended.
fn said(completion: &Completion) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let output = format!("{}\n{}", text(&completion.stderr), text(&completion.stdout));
    let lines = || output.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines().find(|line| line.to_lowercase().contains("error")).or_else(|| lines().next());
    match line {
        Some(line) => line.to_owned(),
        None => completion.end.reason(&Limits { wall_s: LIMIT_S, ..Limits::default() }).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_left_to_those_who_include_them() {
        let paths = [PathBuf::from("a.c"), PathBuf::from("a.h")];
        let of_c = commands(Language::C, &paths);
        assert_eq!(of_c[0].iter().filter(|word| word.starts_with('a')).collect::<Vec<_>>(), ["a.c"]);
        let paths = [PathBuf::from("a.js"), PathBuf::from("b.js")];
        assert_eq!(
            commands(Language::JavaScript, &paths),
            [["node", "--check", "a.js"], ["node", "--check", "b.js"]]
        );
    }
}
