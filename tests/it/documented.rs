//! Commands of the documents, run as they stand, in an empty folder.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use crate::chat::Endpoint;
use crate::support::{program, root, unset_settings};

/// The lines of a document that are commands of this program, in its order.
pub(crate) fn commands(document: &str) -> Vec<String> {
    let path = root(document);
    let text = std::fs::read_to_string(path).unwrap();
    // Some pages make or change files between commands.
    const STARTS: [&str; 4] = ["    bench-slicers ", "    printf ", "    sed ", "    javac "];
    let lines = text.lines().filter(|line| STARTS.iter().any(|start| line.starts_with(start)));
    lines.map(|line| line.split(" #").next().unwrap_or(line).trim().to_owned()).collect()
}

/// Writes the files that a document shows in full: "as an example, `NAME`:" and a block of code.
pub(crate) fn write_shown(document: &str, folder: &Path) {
    let path = root(document);
    let text = std::fs::read_to_string(path).unwrap();
    for (before, after) in text.match_indices("`:\n\n```").map(|(at, _)| text.split_at(at)) {
        let name = &before[before.rfind('`').unwrap() + 1..];
        let (_, code) = after["`:\n\n```".len()..].split_once('\n').unwrap();
        std::fs::write(folder.join(name), code.split("```").next().unwrap()).unwrap();
    }
}

/// Runs a command line in a shell that finds this program on its path; its exit code, and what it said.
pub(crate) fn run(line: &str, folder: &Path) -> (Option<i32>, String) {
    let bin = Path::new(program().get_program()).parent().unwrap().to_owned();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).env("PATH", path);
    unset_settings(&mut command);
    command.env("BENCH_SLICERS_CHAT_URL", endpoint()).env("BENCH_SLICERS_CHAT_MODEL", "parrot-1");
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// A language model of our own, which answers every program whole; started once.
fn endpoint() -> &'static str {
    static ENDPOINT: OnceLock<Endpoint> = OnceLock::new();
    &ENDPOINT.get_or_init(Endpoint::parrot).url
}

fn check(document: &str, before: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let commands = commands(document);
    assert!(!commands.is_empty(), "{document} has commands");
    write_shown(document, folder.path());
    for line in before.iter().copied().chain(commands.iter().map(String::as_str)) {
        let (exit_code, said) = run(line, folder.path());
        assert_eq!(exit_code, Some(0), "{document}: {line}\n{said}");
    }
}

#[apply(test)]
fn the_page_on_ci_can_be_followed() {
    check("docs/CI.md", &["bench-slicers run --slicer edg --quiet"]);
}

#[apply(test)]
fn the_page_on_scale_can_be_followed() {
    check("docs/SCALE.md", &[]);
}

#[apply(test)]
#[needs(Java, Python)]
fn the_page_on_grading_a_slicer_can_be_followed() {
    check("docs/GRADE.md", &[]);
}

#[apply(test)]
#[needs(Erlang)]
fn the_page_on_papers_can_be_followed() {
    check("docs/PAPER.md", &[]);
}

#[apply(test)]
fn the_page_on_reports_can_be_followed() {
    check("docs/REPORTS.md", &[]);
}

#[apply(test)]
#[needs(Erlang)]
fn the_page_on_benchmarks_can_be_followed() {
    check("docs/BENCHMARK.md", &[]);
}

#[apply(test)]
#[needs(Python)]
fn the_pages_on_versions_and_collections_can_be_followed() {
    check("docs/EVOLVE.md", &[]);
    check("docs/AUDIT.md", &[]);
}

#[apply(test)]
fn the_page_on_languages_can_be_followed() {
    check("docs/LANGUAGE.md", &[]);
}

#[apply(test)]
#[needs(Python)]
fn the_pages_on_relations_and_on_flow_can_be_followed() {
    check("docs/RELATIONS.md", &[]);
    check("docs/FLOW.md", &[]);
}
