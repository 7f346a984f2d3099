//! Commands as oracle, for any language: they build and run a program, and lines that it prints are the values of the
//! criterion.
//!
//! A candidate is a slice when it can be built and, on every input, the values of the original come first among its own.
//! Without a marker every printed line is a value, and the command must end with exit code 0; with one it may end as it
//! likes, except by the time limit. A command that prints nothing decides by its exit code alone.
//!
//! The idea is that of Binkley et al., "ORBS: Language-Independent Program Slicing" (FSE 2014).

mod observed;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use observed::{PrintedValues, values};

use crate::ast::SourceFile;
use crate::error::{self, Result};
use crate::process::{self, Completion, End, Invocation, Limits};
use crate::suite::{Input, OracleCommands, placeholder};

pub use observed::InsertedLines;

/// A candidate may take this many times what the original takes, and [`SPARE_S`] more.
const PATIENCE: f64 = 10.0;
/// Seconds; what a busy machine may delay a short run.
const SPARE_S: f64 = 1.0;
/// Limit of the original, when none is given; seconds.
const ORIGINAL_S: f64 = 60.0;

/// Judges candidates by their text.
pub trait TextOracle {
    /// How many candidates are judged at the same time.
    fn n_together(&self) -> usize;

    /// Whether each candidate is a slice; `None` where that was not found out, since an earlier one is, or since
    /// `is_over` says that nobody wants to know any more.
    ///
    /// # Errors
    /// The oracle cannot be run any more.
    fn judge(&self, candidates: &[Vec<SourceFile>], is_over: IsOver<'_>) -> Result<Vec<Option<bool>>>;
}

/// Tells whether a search is to end.
pub type IsOver<'o> = &'o (dyn Fn() -> bool + Sync);

/// Commands that tell slices of one program from other programs.
pub struct CommandOracle {
    commands: OracleCommands,
    here: PathBuf,
    insertion: Option<InsertedLines>,
    inputs: Vec<CommandInput>,
    /// Of the original, by input.
    expected: Vec<PrintedValues>,
    /// Indices of inputs, those that refuted a candidate lately first.
    order: Mutex<Vec<usize>>,
    limits: Limits,
    n_workers: usize,
    /// Holds a folder for each worker.
    folder: tempfile::TempDir,
}

/// An input, with its standard input in a file.
struct CommandInput {
    args: Vec<String>,
    stdin: Option<PathBuf>,
}

/// What commands are to judge.
pub struct CommandSubject<'s> {
    /// Folder that `{here}` stands for.
    pub here: &'s Path,
    /// The original's files, that of the criterion first.
    pub original: &'s [SourceFile],
    /// Test inputs; without any, the program is run once.
    pub inputs: &'s [Input],
    /// Lines that are put beside the criterion.
    pub insertion: Option<InsertedLines>,
    /// Candidates judged at the same time, at least 1.
    pub n_workers: usize,
}

/// What became of a candidate.
enum Seen {
    /// Its values, of all inputs.
    All,
    /// It cannot be built, or run, or has other values; why.
    Refuted(String),
    /// Nobody wants to know any more.
    Needless,
}

impl CommandOracle {
    /// Runs the original twice on all inputs.
    ///
    /// # Errors
    /// The commands lack something, cannot be started or fail on the original, which prints no value or something else
    /// the second time; there is no room for files.
    pub fn new(commands: OracleCommands, subject: CommandSubject<'_>) -> Result<CommandOracle> {
        let has_args = subject.inputs.iter().any(|input| !input.args.is_empty());
        if let Some(flaw) = commands.flaw(has_args) {
            let (what, remedy) = flaw.wording();
            return Err(error::oracle::command_lacks(what, remedy));
        }
        let folder = tempfile::tempdir().map_err(unwritten)?;
        let limits =
            Limits { wall_s: commands.timeout_s.unwrap_or(ORIGINAL_S), grace_s: 0.0, ..Limits::default() };
        let mut oracle = CommandOracle {
            here: std::path::absolute(subject.here).unwrap_or_else(|_| subject.here.to_owned()),
            insertion: subject.insertion,
            inputs: Vec::new(),
            expected: Vec::new(),
            order: Mutex::default(),
            limits,
            n_workers: subject.n_workers.max(1),
            commands,
            folder,
        };
        oracle.take_inputs(subject.inputs)?;
        oracle.observe_original(subject.original)?;
        Ok(oracle)
    }

    fn take_inputs(&mut self, inputs: &[Input]) -> Result<()> {
        let none = [Input::default()];
        let inputs = if inputs.is_empty() { &none[..] } else { inputs };
        for (idx, input) in inputs.iter().enumerate() {
            let path = self.folder.path().join(format!("input-{idx}"));
            let stdin = (!input.stdin.is_empty()).then_some(path);
            if let Some(path) = &stdin {
                fs::write(path, &input.stdin).map_err(unwritten)?;
            }
            self.inputs.push(CommandInput { args: input.args.clone(), stdin });
        }
        self.order = Mutex::new((0..self.inputs.len()).collect());
        Ok(())
    }

    fn observe_original(&mut self, original: &[SourceFile]) -> Result<()> {
        let shown = self.commands.command.join(" ");
        let refused = |why: &str| Err(error::oracle::command_refused(&shown, why));
        let mut observed = Vec::new();
        let mut slowest_s: f64 = 0.0;
        for _ in 0..2 {
            let mut seen = vec![PrintedValues::new(); self.inputs.len()];
            let outcome = self.observe(original, 0, &|| false, &mut |input_idx, values, wall_s| {
                slowest_s = slowest_s.max(wall_s);
                seen[input_idx] = values;
                true
            })?;
            if let Seen::Refuted(why) = outcome {
                return refused(&why);
            }
            observed.push(seen);
        }
        let again = observed.pop();
        if again.as_ref() != observed.first() {
            return refused("it prints something else the second time");
        }
        self.expected = again.unwrap_or_default();
        if let Some(marker) = &self.commands.marker
            && self.expected.iter().all(Vec::is_empty)
        {
            return refused(&format!("no line that it prints has `{marker}`"));
        }
        if self.commands.timeout_s.is_none() {
            self.limits.wall_s = PATIENCE * slowest_s + SPARE_S;
        }
        Ok(())
    }

    /// The first line that the version command prints; `None` without such a command, or without such a line.
    pub fn version(&self) -> Option<String> {
        let argv = self.words(self.commands.version.as_ref()?, &[], &[]);
        let done = process::run(&self.invocation(argv, self.folder.path(), None));
        let text = [done.stdout, done.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
    }

    /// Builds a program and runs it on the inputs, for as long as `each` wants more; it is told the index of the input, the
    /// values and how long the run or the build took, seconds.
    fn observe(
        &self,
        files: &[SourceFile],
        worker: usize,
        is_over: &dyn Fn() -> bool,
        each: &mut dyn FnMut(usize, PrintedValues, f64) -> bool,
    ) -> Result<Seen> {
        let dir = self.folder.path().join(format!("worker-{worker}"));
        let paths = self.write(files, &dir)?;
        let mut build_s: f64 = 0.0;
        if let Some(build) = &self.commands.build {
            let argv = self.words(build, &paths, &[]);
            let Some(done) = process::run_unless(&self.invocation(argv, &dir, None), is_over) else {
                return Ok(Seen::Needless);
            };
            if let Some(why) = self.failure(&done)? {
                return Ok(Seen::Refuted(format!("the build fails, {why}")));
            }
            build_s = done.wall_s;
        }
        let order = self.order.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for input_idx in order {
            let CommandInput { args, stdin } = &self.inputs[input_idx];
            let argv = self.words(&self.commands.command, &paths, args);
            let invocation = self.invocation(argv, &dir, stdin.clone());
            let Some(done) = process::run_unless(&invocation, is_over) else { return Ok(Seen::Needless) };
            if let Some(why) = self.failure(&done)?
                && !(self.commands.marker.is_some() && matches!(done.end, End::Exited(_) | End::Signalled(_)))
            {
                self.put_first(input_idx);
                return Ok(Seen::Refuted(why));
            }
            let values = values(&done.stdout, self.commands.marker.as_deref());
            if !each(input_idx, values, done.wall_s.max(build_s)) {
                self.put_first(input_idx);
                return Ok(Seen::Refuted("other values".to_owned()));
            }
        }
        Ok(Seen::All)
    }

    /// The input that refuted one candidate probably refutes the next.
    fn put_first(&self, input_idx: usize) {
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        order.retain(|&idx| idx != input_idx);
        order.insert(0, input_idx);
    }

    /// Why a command did not end with exit code 0, with the last that it said.
    fn failure(&self, done: &Completion) -> Result<Option<String>> {
        if let End::NotStarted(why) = &done.end {
            return Err(error::oracle::command_refused(&self.commands.command.join(" "), why));
        }
        if let End::NoResources(lack) = &done.end {
            return Err(error::oracle::command_refused(&self.commands.command.join(" "), &lack.cause));
        }
        let said = String::from_utf8_lossy(&done.stderr);
        let last = said.lines().map(str::trim).rfind(|line| !line.is_empty());
        let said = last.map_or(String::new(), |line| format!(": {line}"));
        Ok(done.end.reason(&self.limits).map(|why| format!("{why}{said}")))
    }

    /// Writes a candidate into an empty folder; the absolute paths of its files.
    fn write(&self, files: &[SourceFile], dir: &Path) -> Result<Vec<PathBuf>> {
        if dir.exists() {
            fs::remove_dir_all(dir).map_err(unwritten)?;
        }
        let files = self.insertion.as_ref().map_or_else(|| files.to_vec(), |lines| lines.put_into(files));
        let mut paths = Vec::new();
        for file in &files {
            let path = dir.join(&file.path);
            fs::create_dir_all(path.parent().unwrap_or(dir)).map_err(unwritten)?;
            fs::write(&path, &file.text).map_err(unwritten)?;
            // A script may be run by its own first line.
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(unwritten)?;
            paths.push(path);
        }
        Ok(paths)
    }

    fn invocation(&self, argv: Vec<String>, dir: &Path, stdin: Option<PathBuf>) -> Invocation {
        let (env, limits) = (self.commands.env.clone(), self.limits.clone());
        Invocation { argv, cwd: dir.to_owned(), env, stdin, limits, walls: None }
    }

    /// The words of a command with everything in its place.
    fn words(&self, command: &[String], paths: &[PathBuf], args: &[String]) -> Vec<String> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let program = paths.first().map_or(String::new(), |path| text(path));
        let dir = paths.first().and_then(|path| self.dir_of(path)).map_or(String::new(), |dir| text(&dir));
        let mut words = Vec::new();
        for word in command {
            match word.as_str() {
                placeholder::ARGS => words.extend_from_slice(args),
                placeholder::FILES => words.extend(paths.iter().map(|path| text(path))),
                word => words.push(
                    word.replace(placeholder::PROGRAM, &program)
                        .replace(placeholder::DIR, &dir)
                        .replace(placeholder::HERE, &text(&self.here)),
                ),
            }
        }
        // A program of the folder where the command was written; what is not there is what the build made.
        if let Some(first) = words.first_mut().filter(|first| first.contains('/')) {
            let path = self.here.join(&*first);
            if path.is_file() {
                *first = text(&path);
            }
        }
        words
    }

    /// The worker's folder that a file is in.
    fn dir_of(&self, path: &Path) -> Option<PathBuf> {
        let worker = path.strip_prefix(self.folder.path()).ok()?.components().next()?;
        Some(self.folder.path().join(worker))
    }

    /// Whether the program in a worker's folder is a slice; `None` when nobody wants to know any more.
    fn is_slice(
        &self,
        files: &[SourceFile],
        worker: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<bool>> {
        let seen = self.observe(files, worker, is_over, &mut |input_idx, values, _| {
            values.starts_with(&self.expected[input_idx])
        })?;
        Ok(match seen {
            Seen::All => Some(true),
            Seen::Refuted(_) => Some(false),
            Seen::Needless => None,
        })
    }
}

impl TextOracle for CommandOracle {
    fn n_together(&self) -> usize {
        self.n_workers
    }

    fn judge(&self, candidates: &[Vec<SourceFile>], is_over: IsOver<'_>) -> Result<Vec<Option<bool>>> {
        let first_slice = AtomicUsize::new(usize::MAX);
        let judge = |worker: usize, files: &[SourceFile]| {
            let is_needless = || is_over() || first_slice.load(Ordering::SeqCst) < worker;
            let verdict = self.is_slice(files, worker, &is_needless);
            if matches!(verdict, Ok(Some(true))) {
                first_slice.fetch_min(worker, Ordering::SeqCst);
            }
            verdict
        };
        if let [only] = candidates {
            return Ok(vec![judge(0, only)?]);
        }
        std::thread::scope(|scope| {
            let judge = &judge;
            let candidates = candidates.iter().enumerate();
            let judging: Vec<_> =
                candidates.map(|(worker, files)| scope.spawn(move || judge(worker, files))).collect();
            let verdicts = judging.into_iter().map(|thread| thread.join().expect("judging does not panic"));
            verdicts.collect()
        })
    }
}

fn unwritten(cause: std::io::Error) -> error::Error {
    error::oracle::candidate_not_written(&cause)
}
