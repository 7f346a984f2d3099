//! `observe`: reducers as slicers that observe, by giving them the property.
//!
//! A reducer makes a file smaller for as long as a program of its user says that it is still interesting. Here interesting
//! is what is a slice: a part of the program with the same values at the criterion. The reducer is started with such a
//! program, a script that asks this process through named pipes, so that the program is compiled and observed once, and
//! each candidate costs what running it costs.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use clap::Args;
use rustix::fs::{CWD, FileType, Mode, OFlags};

use super::minimize::{input_lines, only_entry};
use super::number::above_zero;
use super::select::CriterionArgs;
use super::sources::{program, read, tree};
use super::{Context, files};
use crate::ast::{NodeId, SourceFile};
use crate::behave;
use crate::error::{self, EXIT_DONE, Place, Result};
use crate::languages;
use crate::oracle::{Oracle, Question, limit_workers};
use crate::process::{self, End, Invocation, Limits};
use crate::report::shell_word;

/// Word of the command that stands for the script.
const TEST: &str = "@TEST@";

/// The pipe that candidates are named in.
const REQUESTS: &str = "requests";

/// Longer than anybody waits: reducers work for hours, and who has enough ends them.
const NEVER_S: f64 = 1e9;

/// Arguments of `observe`.
#[derive(Debug, Args)]
#[command(
    after_help = "In COMMAND, @TEST@ is an executable: given the path of a candidate, or without one that of the file of this name \
                  in the current folder, it ends with exit code 0 when the candidate is a slice, and with 1 when it is none."
)]
pub(super) struct ObserveArgs {
    /// The file of the program
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    criterion: CriterionArgs,
    /// Function that is called with the inputs [default: the only exported one that leads to the criterion]
    #[arg(long, value_name = "NAME/ARITY")]
    entry: Option<String>,
    /// File with the inputs, one on each line
    #[arg(long, value_name = "FILE")]
    inputs: PathBuf,
    /// Time limit of the reducer in seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = above_zero)]
    timeout: Option<f64>,
    /// The reducer, with its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(args: &ObserveArgs, context: &Context) -> Result<u8> {
    let (language, sources) = program(std::slice::from_ref(&args.file))?;
    let tree = tree(language, &sources, &args.file)?;
    let criteria = args.criterion.resolve(&tree, &args.file)?;
    if languages::deletions(&tree).is_none() {
        return Err(error::oracle::no_oracle(language.name()));
    }
    let entry = match args.entry.as_deref().filter(|entry| !entry.is_empty()) {
        Some(entry) => entry.to_owned(),
        None => only_entry(&tree, &criteria)?,
    };
    let inputs = input_lines(&args.inputs)?;
    limit_workers(1);
    let mut oracle = languages::oracle(&tree, &Question::new(criteria.clone(), entry.as_str()))?;
    let observed = oracle.add_inputs(&inputs)?;
    if observed.iter().all(|observation| observation.n_values == 0) {
        let place = Place::at(&args.file, args.criterion.line, 0);
        return Err(error::minimize::never_reached(place, inputs.len()));
    }
    let folder = tempfile::tempdir().map_err(|cause| error::cannot_write(&std::env::temp_dir(), &cause))?;
    let pipes = Pipes::new(folder.path(), &sources[0].path)?;
    let invocation = Invocation {
        argv: args.command.iter().map(|word| word.replace(TEST, &pipes.script)).collect(),
        cwd: std::env::current_dir().map_err(|cause| error::cannot_read(Path::new("."), &cause))?,
        limits: Limits { wall_s: args.timeout.unwrap_or(NEVER_S), ..Limits::default() },
        ..Invocation::default()
    };
    let mut counts = ReducerQuestions::default();
    let requests = pipes.open()?;
    let completion = std::thread::scope(|scope| {
        let reducer = scope.spawn(|| {
            let completion = process::run(&invocation);
            // An empty line is no candidate.
            pipes.end().map(|()| completion)
        });
        let answered = answer(oracle.as_mut(), &criteria, &sources[0].path, requests, &mut counts);
        let completion = reducer.join().map_err(|_| error::cli::reducer_lost())?;
        answered.and(completion)
    })?;
    context.terminal.data(&String::from_utf8_lossy(&completion.stdout))?;
    context.terminal.commands(&String::from_utf8_lossy(&completion.stderr));
    context.terminal.note(&format!("{} candidates, {} of them slices", counts.n_tried, counts.n_slices));
    match completion.end {
        End::Exited(0) => Ok(EXIT_DONE),
        End::TimedOut => {
            let limit = process::duration_text(invocation.limits.wall_s);
            Err(error::cli::reducer_too_slow(&args.command.join(" "), &limit))
        }
        end => {
            let why = end.reason(&invocation.limits).unwrap_or_default();
            Err(error::cli::reducer_failed(&args.command.join(" "), &why))
        }
    }
}

/// How often the reducer asked.
#[derive(Debug, Default)]
struct ReducerQuestions {
    n_tried: usize,
    n_slices: usize,
}

/// Answers until the reducer has ended; once the runtime is lost, nothing is a slice any more.
fn answer(
    oracle: &mut dyn Oracle,
    criteria: &[NodeId],
    name: &Path,
    requests: File,
    counts: &mut ReducerQuestions,
) -> Result<()> {
    let mut lost = Ok(());
    let mut judge = |text: String| match behave::is_slice(oracle, criteria, &[SourceFile::new(name, text)]) {
        Ok(is_slice) => is_slice && lost.is_ok(),
        Err(error) => {
            lost = Err(error);
            false
        }
    };
    for line in BufReader::new(requests).lines() {
        let line = line.map_err(|cause| error::cannot_read(Path::new(REQUESTS), &cause))?;
        let Some((reply, candidate)) = line.split_once(' ') else { break };
        // What is gone or no text is no slice.
        let is_slice = read(Path::new(candidate)).is_ok_and(&mut judge);
        counts.n_tried += 1;
        counts.n_slices += usize::from(is_slice);
        // Whoever asked may have been ended meanwhile.
        let asked =
            OpenOptions::new().write(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(reply);
        let _ = asked.and_then(|mut reply| writeln!(reply, "{}", i32::from(!is_slice)));
    }
    lost
}

/// What lies in a temporary folder of this process.
struct Pipes {
    requests: PathBuf,
    /// Path of the executable that asks.
    script: String,
}

impl Pipes {
    fn new(folder: &Path, program: &Path) -> Result<Pipes> {
        let requests = folder.join(REQUESTS);
        let made = rustix::fs::mknodat(CWD, &requests, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0);
        made.map_err(|cause| error::cannot_write(&requests, &cause.into()))?;
        let script = folder.join("test");
        // The pipe of the reply is open for reading before anybody can write into it.
        let text = format!(
            "#!/bin/sh\nprogram={}\nfolder={}\ncandidate=${{1:-$program}}\n\
             case $candidate in /*) ;; *) candidate=$PWD/$candidate ;; esac\n\
             reply=$folder/reply.$$\nmkfifo \"$reply\" && exec 3<>\"$reply\" || exit 2\n\
             printf '%s %s\\n' \"$reply\" \"$candidate\" >\"$folder/{REQUESTS}\"\nread -r code <&3\nrm -f \"$reply\"\n\
             exit \"$code\"\n",
            shell_word(&program.to_string_lossy()),
            shell_word(&folder.to_string_lossy()),
        );
        files::write(&script, &text)?;
        let executable = std::fs::set_permissions(&script, Permissions::from_mode(0o700));
        executable.map_err(|cause| error::cannot_write(&script, &cause))?;
        Ok(Pipes { requests, script: script.to_string_lossy().into_owned() })
    }

    /// Open for both directions, so that it neither waits for nor loses those at its other end.
    fn open(&self) -> Result<File> {
        let file = OpenOptions::new().read(true).write(true).open(&self.requests);
        file.map_err(|cause| error::cannot_read(&self.requests, &cause))
    }

    fn end(&self) -> Result<()> {
        let mut requests = self.open()?;
        writeln!(requests).map_err(|cause| error::cannot_write(&self.requests, &cause))
    }
}
