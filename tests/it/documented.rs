//! Commands of the documents, run as they stand, in an empty folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use crate::chat::Endpoint;
use crate::first_screen::{documents, prose};
use crate::harness::tool_folder;
use crate::support::{call, copy_folder, program, root, stdout, unset_settings};

const OF_A_MODEL: &str = "a model of 93 MB that takes minutes: tests have an endpoint of their own";

/// Commands that are not run as they stand: the document, what they begin with, and why.
const NOT_RUN: [(&str, &str, &str); 17] = [
    ("README.md", "cargo test", "are these tests themselves"),
    ("README.md", "git clone ", "CI runs in a clone"),
    (
        "README.md",
        "bench-slicers install ",
        "needs a registry: `.ci/install-real-tools.sh` does, for every slicer",
    ),
    (
        "CONTRIBUTING.md",
        "cargo run -- leaderboard ",
        "needs runs of every slicer: `.ci/run` makes the same table",
    ),
    (
        "docs/CI.md",
        "cargo install ",
        "needs the place of a repository: every night `.ci/run` installs from its folder",
    ),
    ("docs/CI.md", "make", "builds the slicer of somebody else"),
    ("docs/LANGUAGE.md", "cargo test ", "are tests themselves"),
    ("docs/GRADE.md", "python3 -m venv chat ", OF_A_MODEL),
    ("docs/GRADE.md", "chat/bin/python serve.py ", OF_A_MODEL),
    ("docs/GRADE.md", "export BENCH_SLICERS_CHAT_URL=", OF_A_MODEL),
    ("docs/GRADE.md", "bench-slicers run --slicer chat --filter '*/swap/*' ", OF_A_MODEL),
    (
        "docs/MINIMIZE.md",
        "bench-slicers minimize sums.lua ",
        "docs/COMMANDS.md does the same in four languages",
    ),
    (
        "docs/SCALE.md",
        "cargo install ",
        "needs the place of a repository: every night `.ci/run` installs from its folder",
    ),
    ("docs/SCALE.md", "sbatch ", "needs Slurm: `.ci/slurm` does, and here the jobs are run one by one"),
    (
        "docs/SCALE.md",
        "bench-slicers minimize --filter '*' ",
        "takes hours: `.ci/slurm` does with a part of the suite",
    ),
    ("docs/SCALE.md", "bench-slicers merge shares/*/minimize ", "of those jobs: `.ci/slurm` does"),
    ("docs/SCALE.md", "share=", "of those jobs: `.ci/slurm` does"),
];

/// Programs that commands of the documents begin with, besides `bench-slicers`.
const PROGRAMS: [&str; 7] = ["cargo", "git", "javac", "mkdir", "node", "printf", "sed"];

fn text(document: &str) -> String {
    std::fs::read_to_string(root(document)).unwrap()
}

/// The lines that a document sets off by four blanks, in its order, without remarks: all of them are commands.
pub(crate) fn commands(document: &str) -> Vec<String> {
    let text = text(document);
    let outside = format!("\n{text}").split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    let lines =
        outside.lines().filter_map(|line| line.strip_prefix("    ")).filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(" #").next().unwrap_or(line).trim().to_owned()).collect()
}

/// The blocks of code of a language that are no files to write, each with its lines.
fn blocks(document: &str, language: &str) -> Vec<Vec<String>> {
    let text = format!("\n{}", text(document));
    let parts: Vec<&str> = text.split("\n```").collect();
    let pairs = parts.chunks(2).filter_map(|pair| Some((pair[0], pair.get(1)?)));
    let found = pairs.filter(|(before, block)| {
        block.starts_with(&format!("{language}\n")) && !before.trim_end().ends_with("`:")
    });
    found.map(|(_, block)| block.lines().skip(1).map(str::to_owned).collect()).collect()
}

/// The commands of the workflows that a document shows.
fn workflow(document: &str) -> Vec<String> {
    let lines = blocks(document, "yaml").concat();
    let runs = lines.iter().filter_map(|line| line.trim_start().strip_prefix("- run: "));
    runs.map(|line| line.split(" #").next().unwrap_or(line).trim().to_owned()).collect()
}

/// The commands of this repository that a document names in its sentences, `<what differs>` aside.
fn named(document: &str) -> Vec<String> {
    let text = prose(&text(document));
    let spans =
        text.split('`').skip(1).step_by(2).map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "));
    spans.filter(|span| span.starts_with("cargo run -- ") && !span.contains('<')).collect()
}

/// Why a command of a document is not run; `None` for all others.
fn excuse(document: &str, line: &str) -> Option<&'static str> {
    let found = NOT_RUN.iter().find(|(of, start, _)| *of == document && line.starts_with(start));
    found.map(|(.., why)| *why)
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
    let own = folder.join("bin");
    let path = format!("{}:{}:{}", own.display(), bin.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    // What somebody has installed is found, and what is written into a home stays in the folder.
    let tools = tool_folder("");
    command.args(["-c", line]).current_dir(folder).env("PATH", path);
    unset_settings(&mut command);
    command.env("HOME", folder).env("BENCH_SLICERS_TOOLS", tools);
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

/// Follows a document in a folder of its own, which it gives back.
fn check(document: &str, before: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_shown(document, folder.path());
    check_in(folder.path(), document, before, &commands(document));
    folder
}

/// Runs these commands of a document in a folder, but for those that are excused; each must end with exit code 0.
/// What `before` exports holds for all of them.
fn check_in(folder: &Path, document: &str, before: &[&str], commands: &[String]) {
    assert!(!commands.is_empty(), "{document} has commands");
    let lines = commands.iter().filter(|line| excuse(document, line).is_none());
    let (settings, before): (Vec<&str>, Vec<&str>) =
        before.iter().partition(|line| line.starts_with("export "));
    let settings: String = settings.iter().map(|setting| format!("{setting} && ")).collect();
    for line in before.into_iter().chain(lines.map(String::as_str)) {
        let line = settings.clone() + line;
        let line = line
            .replace("cargo run --release -- ", "bench-slicers ")
            .replace("cargo run -- ", "bench-slicers ");
        let (exit_code, said) = run(&line, folder);
        assert_eq!(exit_code, Some(0), "{document}: {line}\n{said}");
    }
}

/// An adapter whose slicer keeps the line of the criterion, and needs nothing.
const LINES: &str = "format = 1\nlanguages = [\"python\"]\n[[step]]\ncommand = [\"sh\", \"-c\", \"echo {line}\"]\n\
                     [answer]\nfrom = \"stdout\"\nis = \"lines\"\n";

fn folder_with_adapter(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(format!("{name}.toml")), format!("name = \"{name}\"\n{LINES}"))
        .unwrap();
    folder
}

#[apply(test)]
fn every_command_of_every_document_is_run_or_it_is_said_why_not() {
    let own = [include_str!("documented.rs"), include_str!("command.rs")].concat();
    let mut excused = BTreeMap::new();
    for document in documents() {
        let set_off = commands(&document);
        for line in &set_off {
            let word = line.split(' ').next().unwrap();
            let is_known = word == "bench-slicers" || PROGRAMS.contains(&word);
            assert!(is_known, "{document}: `{line}` is set off as a command; other text goes between fences");
        }
        // How the test of such a document reads in this file.
        let kinds = [
            (set_off, format!("check(\"{document}\"")),
            (workflow(&document), format!("workflow(\"{document}\")")),
            (blocks(&document, "sh").concat(), format!("check_jobs(\"{document}\")")),
            (named(&document), format!("named(\"{document}\")")),
        ];
        for (lines, test) in kinds {
            let (excused_here, others): (Vec<&String>, Vec<_>) =
                lines.iter().partition(|line| excuse(&document, line).is_some());
            for line in excused_here {
                let found =
                    NOT_RUN.iter().position(|(of, start, _)| *of == document && line.starts_with(start));
                excused.insert(found.unwrap(), format!("{document}: `{line}`"));
            }
            for line in others {
                // Of one page each program has a test of its own.
                let program =
                    line.strip_prefix("bench-slicers minimize ").and_then(|rest| rest.split(' ').next());
                let is_followed = document == "docs/COMMANDS.md"
                    && program.is_none_or(|name| own.contains(&format!("follow(\"{name}\")")));
                assert!(is_followed || own.contains(&test), "{document}: no test runs `{line}`");
            }
        }
    }
    for (idx, (document, start, why)) in NOT_RUN.iter().enumerate() {
        let line = excused.get(&idx).unwrap_or_else(|| panic!("{document} has no command `{start}…`"));
        println!("not run: {line}, which {why}");
    }
}

#[apply(test)]
fn commands_in_sentences_have_the_flags_that_they_are_shown_with() {
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    let mut n_flags = 0;
    for document in documents() {
        let text = prose(&text(&document));
        let mut shown = commands(&document);
        shown.extend(text.split('`').skip(1).step_by(2).map(str::to_owned));
        for line in shown {
            let Some(rest) = line.strip_prefix("bench-slicers ") else { continue };
            // What goes to another program is its own.
            let words = rest.split_whitespace().take_while(|word| !matches!(*word, "--" | "|" | ">" | "||"));
            let words: Vec<&str> = words.collect();
            let Some(first) = words.first().filter(|word| word.chars().all(|c| c.is_ascii_lowercase()))
            else {
                continue;
            };
            let names: Vec<&str> = match *first {
                "check" | "list" | "init" | "dump" | "import" => words.iter().take(2).copied().collect(),
                _ => vec![first],
            };
            let help = helps.entry(names.join(" ")).or_insert_with(|| {
                let output = call(&[&names[..], &["--help"]].concat());
                assert!(output.status.success(), "{document}: `{line}` names no command");
                stdout(&output)
            });
            for flag in words.iter().filter(|word| word.starts_with("--")) {
                let flag = flag.split('=').next().unwrap().trim_end_matches([',', '.', ':']);
                n_flags += 1;
                assert!(help.contains(flag), "{document}: `{line}`: `{}` has no `{flag}`", names.join(" "));
            }
        }
    }
    assert!(n_flags > 100, "only {n_flags} flags are shown");
}

/// A suite of the programs of these names, in every language that has them, in a folder.
fn part_of_suite(folder: &Path, names: &[&str]) {
    for language in std::fs::read_dir(root("suite")).unwrap().map(|entry| entry.unwrap().path()) {
        for name in names.iter().filter(|name| language.join(name).is_dir()) {
            let to = folder.join(language.file_name().unwrap());
            std::fs::create_dir_all(&to).unwrap();
            copy_folder(&language.join(name), &to.join(name));
        }
    }
}

#[apply(test)]
fn the_page_on_ci_can_be_followed() {
    // Twenty runs of the whole suite would say no more.
    let suite = tempfile::tempdir().unwrap();
    part_of_suite(suite.path(), &["mug", "swap", "word-map"]);
    let suite = format!("export BENCH_SLICERS_SUITE={}", suite.path().display());
    check("docs/CI.md", &[&suite, "bench-slicers run --slicer edg --quiet"]);
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
    check("docs/OBJECTS.md", &[]);
}

#[apply(test)]
#[needs(Python)]
fn the_page_on_slices_of_one_run_can_be_followed() {
    check("docs/DYNAMIC.md", &[]);
}

/// What the README takes as there: the reader's slicer and programs, and folders of this repository.
fn reader() -> Vec<String> {
    let program = "-module(prog).\\n-export([main/2]).\\n\\n\\n\\n\\n\\nmain(N, Xs) ->\\n    Other = N + 1,\\n    _ = Other,\\n\\n    \
                   Sum = N + lists:sum(Xs),\\n    Sum.\\n";
    let r = "a <- 1\\nb <- 2\\n\\n\\n\\n\\n\\n\\n\\n\\ntotal <- a\\nprint(total)\\n";
    vec![
        format!("ln -s {} suite", root("suite").display()),
        "mkdir bin && printf '#!/bin/sh\\ncp \"$2\" \"$8\"\\n' > bin/my-slicer && chmod +x bin/my-slicer"
            .to_owned(),
        format!("printf -- '{program}' > prog.erl"),
        format!("printf '{r}' > analysis.R"),
    ]
}

#[apply(test)]
#[needs(Erlang, SlowTests)]
fn the_readme_can_be_followed() {
    let before = reader();
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let folder = check("README.md", &before);
    assert!(folder.path().join("report/index.html").is_file(), "pages of two slicers");
}

#[apply(test)]
#[needs(Erlang, SlowTests)]
fn the_page_on_minimal_slices_can_be_followed() {
    let program = format!("cp {} .", root("suite/erlang/interval-width/program.erl").display());
    let boat = root("suite/python/boat/program.py");
    let other = format!("mkdir -p suite/python/boat && cp {} suite/python/boat", boat.display());
    check("docs/MINIMIZE.md", &[&program, &other]);
}

#[apply(test)]
#[needs(SlowTests)]
fn the_page_on_slicers_on_dependence_graphs_can_be_followed() {
    check("docs/EDG.md", &[]);
}

#[apply(test)]
fn what_contributors_are_told_can_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = format!("ln -s {} tests", root("tests").display());
    check_in(folder.path(), "CONTRIBUTING.md", &[&fixtures], &named("CONTRIBUTING.md"));
}

#[apply(test)]
fn the_workflow_in_the_repository_of_a_slicer_can_be_followed() {
    let folder = folder_with_adapter("mine");
    let before = ["bench-slicers run --slicer mine.toml --filter python --save-baseline mine --quiet"];
    check_in(folder.path(), "docs/CI.md", &before, &workflow("docs/CI.md"));
}

#[apply(test)]
fn the_matrix_of_shares_can_be_followed() {
    let folder = folder_with_adapter("my-slicer");
    let before =
        ["mkdir shares", "bench-slicers run --slicer my-slicer.toml --save-baseline my-slicer --quiet"];
    let (of_shares, of_whole): (Vec<String>, Vec<String>) =
        workflow("docs/SCALE.md").into_iter().partition(|line| line.contains("${{ matrix.k }}"));
    assert!(!of_shares.is_empty(), "no job has a share");
    let mut lines = Vec::new();
    for k in 1..=4 {
        lines.extend(of_shares.iter().map(|line| line.replace("${{ matrix.k }}", &k.to_string())));
        // As the artifact of this name is up- and downloaded.
        lines.push(format!("mv share shares/share-{k}"));
    }
    lines.extend(of_whole);
    check_in(folder.path(), "docs/SCALE.md", &before, &lines);
}

/// Runs the job arrays that a document shows, one job after the other, and what follows them.
fn check_jobs(document: &str) {
    let folder = folder_with_adapter("my-slicer");
    let mut lines = Vec::new();
    for block in blocks(document, "sh") {
        if block.iter().any(|line| line.starts_with("#SBATCH")) {
            if block.iter().all(|line| excuse(document, line).is_none()) {
                std::fs::write(folder.path().join("array.sh"), block.join("\n")).unwrap();
                let job = |k| format!("SLURM_ARRAY_TASK_ID={k} SLURM_ARRAY_TASK_COUNT=4 sh array.sh");
                lines.extend((1..=4).map(job));
            }
        } else {
            lines.extend(block);
        }
    }
    assert!(lines.len() > 4, "{document} shows no job array");
    check_in(folder.path(), document, &[], &lines);
}

#[apply(test)]
fn the_job_array_can_be_followed() {
    check_jobs("docs/SCALE.md");
}
