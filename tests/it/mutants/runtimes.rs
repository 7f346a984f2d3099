//! Programs and slices as text in the runtimes of their languages, with a call at the criterion that notes its value.
//!
//! A job is a line of three fields: `program`, the path of its text, the path of the inputs; or `slice`, the path, and which of
//! the inputs of the program before it alone (-1 for all). A line of inputs has the standard input, `;`, and each argument with
//! a `,` after it, in hexadecimal digits. A runner prints a line for each run: the number of the job, that of the input, how the
//! run ended (`done`, `crashed`, `timeout`; `refused` with the compiler's message for its value), and each value as `K=` and a text in hexadecimal digits, which is equal
//! for equal values. `K` is the criterion's number. Where a program did not end in time,
//! or showed nothing, no slice is run.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bench_slicers::ast::SourceFile;
use bench_slicers::language::Language;
use bench_slicers::suite::Input;

use crate::support::root;

/// What a run showed.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// `done`, `crashed`, `timeout` or `refused`.
    pub(crate) end: String,
    /// Numbers of criteria with values.
    pub(crate) values: Vec<(usize, String)>,
}

impl Run {
    /// Values of one criterion.
    pub(crate) fn of(&self, k: usize) -> Vec<&str> {
        self.values.iter().filter(|(of, _)| *of == k).map(|(_, value)| value.as_str()).collect()
    }
}

/// A program or a slice to be run.
pub(crate) struct Text {
    /// With calls at the criteria; the first is the one that is run.
    pub(crate) files: Vec<SourceFile>,
    pub(crate) kind: Kind,
}

/// Where a criterion is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) file_idx: usize,
    pub(crate) span: Range<usize>,
}

pub(crate) enum Kind {
    Program { inputs: Vec<Input> },
    Slice { only: Option<usize> },
}

/// The files with a call around what stands at each of these places, by the numbers of criteria.
pub(crate) fn with_calls(
    language: Language,
    files: &[SourceFile],
    places: &[(usize, Place)],
) -> Vec<SourceFile> {
    let name = match language {
        Language::Java => "seen__.Seen.see__",
        Language::Python => "__see__",
        _ => "see__",
    };
    let mut files = files.to_vec();
    let mut places = places.to_vec();
    places.sort_by_key(|(_, place)| std::cmp::Reverse(place.span.start));
    for (k, Place { file_idx, span }) in places {
        let text = &mut files[file_idx].text;
        let call = format!("{name}({k}, {})", &text[span.clone()]);
        text.replace_range(span, &call);
    }
    if language == Language::C {
        files.iter_mut().for_each(|file| file.text = with_ends(&file.text));
    }
    files
}

/// What a function of C returns that ends without `return` is what was in a register last. A function's end stands at
/// the beginning of its line.
fn with_ends(text: &str) -> String {
    let line = |line| if line == "}" { "none__(); }\n".to_owned() } else { format!("{line}\n") };
    text.lines().map(line).collect()
}

/// What each text showed on each input that it ran on.
///
/// # Panics
/// When a runner ends early.
pub(crate) fn run(language: Language, texts: &[Text]) -> Vec<BTreeMap<usize, Run>> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let mut jobs = String::new();
    for (idx, text) in texts.iter().enumerate() {
        let own = folder.join(idx.to_string());
        for file in &text.files {
            let path = own.join(&file.path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            std::fs::write(&path, &file.text).expect("a folder can be written");
        }
        let path = own.join(&text.files[0].path);
        let (kind, what) = match &text.kind {
            Kind::Program { inputs } => {
                let path = folder.join(format!("inputs-{idx}"));
                std::fs::write(&path, inputs.iter().map(line).collect::<String>())
                    .expect("a folder can be written");
                ("program", path.display().to_string())
            }
            Kind::Slice { only } => ("slice", only.map_or("-1".to_owned(), |idx| idx.to_string())),
        };
        jobs += &format!("{kind}\t{}\t{what}\n", path.display());
    }
    std::fs::write(folder.join("jobs"), &jobs).expect("a folder can be written");
    let here = root("tests/it/mutants");
    let printed = match language {
        Language::Python => output(
            Command::new("python3").arg("-B").arg(here.join("run.py")).arg(folder).env("PYTHONHASHSEED", "0"),
        ),
        Language::JavaScript => output(Command::new("node").arg(here.join("run.js")).arg(folder)),
        Language::R => {
            output(
                Command::new("Rscript")
                    .arg("--vanilla")
                    .arg(here.join("run.R"))
                    .arg(folder)
                    .env("LC_ALL", "C.UTF-8"),
            );
            std::fs::read_to_string(folder.join("seen")).expect("the runner writes a file")
        }
        Language::Java => java(&here, folder),
        Language::C => c(&here, folder, &jobs, texts),
        other => panic!("{other} programs are not run here"),
    };
    read(&printed, texts.len())
}

/// An input as runners read it.
fn line(input: &Input) -> String {
    let args: String = input.args.iter().map(|arg| hex(arg) + ",").collect();
    format!("{};{args}\n", hex(&input.stdin))
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> String {
    let byte = |idx| u8::from_str_radix(&text[2 * idx..2 * idx + 2], 16).expect("two digits");
    String::from_utf8_lossy(&(0..text.len() / 2).map(byte).collect::<Vec<u8>>()).into_owned()
}

/// What a runner prints, which must end well.
fn output(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("a runtime starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    String::from_utf8(output.stdout).expect("hexadecimal digits")
}

fn read(printed: &str, n_texts: usize) -> Vec<BTreeMap<usize, Run>> {
    let mut found = vec![BTreeMap::new(); n_texts];
    for line in printed.lines() {
        let mut fields = line.split('\t');
        let mut number = || fields.next().and_then(|field| field.parse::<usize>().ok()).expect("a number");
        let (text_idx, input_idx) = (number(), number());
        let end = fields.next().expect("an end").to_owned();
        let value = |field: &str| {
            let (k, value) = field.split_once('=').expect("a value");
            (k.parse().expect("a number"), unhex(value))
        };
        let values: Vec<(usize, String)> = fields.map(value).collect();
        found[text_idx].insert(input_idx, Run { end, values });
    }
    found
}

fn java(here: &Path, folder: &Path) -> String {
    let classes = folder.join("classes");
    output(
        Command::new("javac")
            .args(["-nowarn", "-d"])
            .arg(&classes)
            .arg(here.join("Run.java"))
            .arg(here.join("Seen.java")),
    );
    output(
        Command::new("java")
            .args([
                "-Djava.security.manager=allow",
                "-Duser.language=en",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
            ])
            .arg(&classes)
            .arg("Run")
            .arg(folder),
    )
}

/// Where the behaviour is not defined a run ends, as far as gcc's checks know it.
const GCC: [&str; 9] = [
    "-std=gnu17",
    "-w",
    "-O0",
    "-static",
    "-ftrivial-auto-var-init=pattern",
    "-fsanitize=undefined",
    "-fsanitize-undefined-trap-on-error",
    "-fno-strict-aliasing",
    "-Wl,--wrap=malloc",
];

fn c(here: &Path, folder: &Path, jobs: &str, texts: &[Text]) -> String {
    let runner = folder.join("run.o");
    output(Command::new("gcc").args(["-w", "-O1", "-c"]).arg(here.join("run.c")).arg("-o").arg(&runner));
    let mut printed = String::new();
    let (mut inputs, skips) = (PathBuf::new(), folder.join("skips"));
    for (idx, (job, text)) in jobs.lines().zip(texts).enumerate() {
        let fields: Vec<&str> = job.split('\t').collect();
        let is_program = fields[0] == "program";
        let executable = folder.join(format!("text-{idx}"));
        let own = folder.join(idx.to_string());
        let paths = text.files.iter().map(|file| own.join(&file.path));
        let units = paths.filter(|path| path.extension().is_some_and(|ending| ending == "c"));
        let mut gcc = Command::new("gcc");
        gcc.args(GCC)
            .arg("-include")
            .arg(here.join("see.h"))
            .args(units)
            .arg(&runner)
            .arg("-o")
            .arg(&executable)
            .arg("-lm");
        let compiled = gcc.output().expect("gcc starts");
        if !compiled.status.success() {
            let said = String::from_utf8_lossy(&compiled.stderr);
            printed += &format!("{idx}\t0\trefused\t0={}\n", hex(&said));
            continue;
        }
        if is_program {
            inputs = PathBuf::from(fields[2]);
            std::fs::write(&skips, "").expect("a folder can be written");
        }
        let only = if is_program { "-1" } else { fields[2] };
        let mut run = Command::new(&executable);
        let said = output(run.args([fields[0], &idx.to_string()]).arg(&inputs).arg(only).arg(&skips));
        if is_program {
            let fields = said.lines().map(|line| line.split('\t').collect::<Vec<_>>());
            let useless = fields.filter(|fields| fields[2] == "timeout" || fields.len() == 3);
            let useless: String = useless.map(|fields| format!("{}\n", fields[1])).collect();
            std::fs::write(&skips, useless).expect("a folder can be written");
        }
        printed += &said;
    }
    printed
}
