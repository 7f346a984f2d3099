//! Slicers described by data: what a file `slicers/<name>.toml` says, and calling a slicer as it says.
//!
//! In: an adapter file and a task. Out: a private copy of the program with the commands to run
//! ([`Adapter::prepare`]), and afterwards the answer in one form for all slicers
//! ([`Adapter::read_answers`]). Everything that one tool needs and others do not is said in its file;
//! nothing here knows a tool's name. `docs/FORMATS.md` describes the file.

mod access;
mod apart;
mod batch;
mod build;
mod check;
mod cleanup;
mod compile;
mod conversation;
mod directives;
mod dot;
mod embedded;
mod enclose;
mod extract;
mod install;
mod normalise;
mod offsets;
mod patch;
mod positions;
mod prepare;
mod read;
mod replay;
mod requires;
mod schema;
mod server;
mod source;
mod template;
mod versions;

use std::path::{Path, PathBuf};

use regex::Regex;
use sha2::{Digest, Sha256};

use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::process::Limits;
use crate::results::{Reading, SlicerRole};
use crate::suite::Task;

pub use access::Sandbox;
pub use apart::Hold;
pub use build::{BuildFailure, ProgramBuild};
pub use check::{AdapterCheck, CheckedCommand, Executable};
pub use cleanup::CleanupCommand;
pub use conversation::{Conversation, Torn};
pub use install::Installed;
pub use normalise::Normalisation;
pub use prepare::Prepared;
pub use read::Reply;
pub use replay::{CaseOrigin, Expected, Replay, cases, replay};
pub use requires::Required;
pub use schema::{CriterionForm, Direction, Kinds};
pub use server::ServerStart;

use batch::Batch;
use conversation::Framing;
use positions::Positions;
use schema::{AnswerSource, Ending, Is, OutcomeText};
use source::Home;
use template::{Placeholder, Template};

/// Format of adapter files that this program reads.
pub const FORMAT: u64 = 1;
/// Time limit of a slicer that sets none, seconds.
pub const DEFAULT_TIMEOUT_S: f64 = 120.0;
/// Limit of each of standard output and standard error of a slicer that sets none, bytes.
pub const DEFAULT_OUTPUT_BYTE: u64 = 64 << 20;

/// A slicer, as its adapter file describes it.
#[derive(Clone, Debug)]
pub struct Adapter {
    /// Name, also of the file.
    pub name: String,
    /// The file, as the user named it; `slicers/<name>.toml` for an embedded one.
    pub path: PathBuf,
    /// Home page of the slicer.
    pub home_page: Option<String>,
    /// What a user of the slicer should know.
    pub notes: Option<String>,
    /// What it is, in one line.
    pub description: Option<String>,
    /// How to install it, in one line.
    pub install: Option<String>,
    /// What package managers install; `None` when it must be built, or ships inside.
    pub packages: Option<Packages>,
    /// Languages it slices, in the order of the file.
    pub languages: Vec<Language>,
    /// What it is to a comparison of slicers.
    pub role: SlicerRole,
    /// What its slices preserve.
    pub kind: Kinds,
    /// Which way it follows dependences.
    pub direction: Direction,
    /// Which criteria it can be asked for; never empty, each once.
    pub criteria: Vec<CriterionForm>,
    /// Whether several calls may run at the same time.
    pub parallel_safe: bool,
    /// Whether it slices programs of several files.
    pub multi_file: bool,
    reading: Reading,
    hash: String,
    text: String,
    limits: Limits,
    home: Home,
    tool_dir: Option<Template>,
    recorded: Option<PathBuf>,
    env: Vec<(String, Template)>,
    requires: Vec<Requirement>,
    access: access::Access,
    version: Option<VersionCommand>,
    positions: Positions,
    edits: CopyEdits,
    /// What is run once for each program.
    builds: Vec<CommandStep>,
    /// Limit of all of them together, seconds.
    build_s: f64,
    /// What is run for each call; of a slicer that is a server, what starts it.
    steps: Vec<CommandStep>,
    server: Option<ServerCall>,
    cleanups: Vec<Cleanup>,
    batch: Option<Batch>,
    answer: AnswerPlace,
    outcomes: Vec<OutcomeRule>,
    normaliser: Option<Normaliser>,
}

/// The packages that a slicer is made of, each with its version but for those of Debian.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packages {
    /// Licence of the slicer, as SPDX writes it where it can.
    pub licence: String,
    /// Names of Debian packages.
    pub apt: Vec<String>,
    /// `name@version`.
    pub npm: Vec<String>,
    /// `name==version`.
    pub pip: Vec<String>,
    /// `name@version`.
    pub cargo: Vec<String>,
    /// `group:artifact:version`; what they depend on comes with them.
    pub maven: Vec<String>,
}

/// A command with placeholders.
#[derive(Clone, Debug)]
struct CommandStep {
    argv: Vec<Template>,
    /// Where the program's name is written, for messages.
    place: Place,
    cwd: Template,
    shell: bool,
    exit_codes: Vec<i32>,
    /// A file or folder; the command is not run where it is there.
    unless: Option<Template>,
}

/// How a server is talked to.
#[derive(Clone, Debug)]
struct ServerCall {
    request: Vec<Template>,
    route: schema::RouteWord,
    framing: Framing,
    hello: Vec<Template>,
    /// What it prints when it is ready; `None` when it does not say so.
    ready: Option<Regex>,
    /// Time that it has to get ready, seconds.
    start_s: f64,
}

/// A command that is run after each call, and its own time limit.
#[derive(Clone, Debug)]
struct Cleanup {
    step: CommandStep,
    limit_s: f64,
}

/// Something that a slicer needs, and how it is looked for.
#[derive(Clone, Debug)]
struct Requirement {
    what: String,
    hint: String,
    place: Place,
    look: Lookup,
}

#[derive(Clone, Debug)]
enum Lookup {
    /// A file; `*` in its name stands for any text.
    File(Template),
    /// A command that must end with exit code 0, and print what the pattern matches, within the range.
    Command { step: CommandStep, pattern: Option<Regex>, range: Option<versions::VersionRange> },
}

#[derive(Clone, Debug)]
struct VersionCommand {
    step: CommandStep,
    /// The first group is the version; without it the first line is.
    pattern: Option<Regex>,
}

/// What is done to the private copy of the program.
#[derive(Clone, Debug, Default)]
struct CopyEdits {
    inserts: Vec<Insertion>,
    rename: Option<Template>,
    final_newline: bool,
    copy_tool: bool,
}

/// Text put into the copy. The patterns see the criterion's line with the criterion between « and ».
#[derive(Clone, Debug)]
struct Insertion {
    at: schema::At,
    text: Template,
    if_line: Option<Regex>,
    unless_line: Option<Regex>,
}

/// Where the answer is and how it becomes a [`crate::results::Answer`].
#[derive(Clone, Debug)]
struct AnswerPlace {
    from: AnswerSource,
    path: Template,
    is: Is,
    diff: schema::DiffNames,
    pointer: Option<Vec<Template>>,
    begin: Option<Template>,
    end: Option<Template>,
    strip_ansi: bool,
    header: Option<Regex>,
    replace: Vec<(Regex, String)>,
    pattern: Option<Regex>,
    line_base: usize,
    column_base: usize,
    end_inclusive: bool,
    add_criterion: bool,
    empty: Option<Regex>,
    /// Of a graph: where its nodes say their lines.
    attribute: String,
    /// Of offsets: where it is printed which lines they are of.
    table: Option<TablePlace>,
    cut: TextCut,
}

/// Where the table of lines is, and how it is read.
#[derive(Clone, Debug)]
struct TablePlace {
    source: TableSource,
    /// With groups `offset`, `line` and perhaps `method` and `file`.
    entry: Regex,
    /// With a group `method`, of which the entries behind it are.
    method: Option<Regex>,
}

#[derive(Clone, Debug)]
enum TableSource {
    /// Standard output of this step, from 0.
    Step(usize),
    /// A file.
    File(Template),
}

/// What is cut off around the program.
#[derive(Clone, Debug)]
struct TextCut {
    fence: bool,
    after: Option<Regex>,
    before: Option<Regex>,
}

/// A message or exit code with a meaning.
#[derive(Clone, Debug)]
struct OutcomeRule {
    stream: OutcomeText,
    regex: Option<Regex>,
    lacks: Option<Regex>,
    exit_code: Option<i32>,
    status: Ending,
    reason: String,
}

/// Prints programs in the slicer's own normal form.
#[derive(Clone, Debug)]
struct Normaliser {
    step: CommandStep,
    /// The command writes `{output}`; otherwise the normal form is on standard output.
    writes_file: bool,
    of_answer: bool,
    replace: Vec<(Regex, String)>,
}

impl Adapter {
    /// Reads an adapter file.
    ///
    /// # Errors
    /// When it cannot be read, and all of: unknown keys, wrong types, unknown placeholders, bad patterns.
    pub fn load(path: &Path) -> Result<Adapter> {
        let bytes = std::fs::read(path).map_err(|cause| error::cannot_read(path, &cause))?;
        let text = String::from_utf8(bytes)
            .map_err(|cause| error::not_utf8(path, cause.utf8_error().valid_up_to()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let folder = std::path::absolute(folder).map_err(|cause| error::cannot_read(folder, &cause))?;
        Adapter::parse(path, &text, Home::folder(folder))
    }

    /// An adapter whose text is not yet in the file `path`.
    ///
    /// # Errors
    /// As [`Adapter::load`].
    pub fn from_text(path: &Path, text: &str) -> Result<Adapter> {
        let folder = std::path::absolute(".").map_err(|cause| error::cannot_read(path, &cause))?;
        Adapter::parse(path, text, Home::folder(folder))
    }

    /// Reads every `*.toml` directly inside the folders, ordered by name.
    ///
    /// # Errors
    /// The problems of all files together, and two adapters with one name.
    pub fn load_all(folders: &[PathBuf]) -> Result<Vec<Adapter>> {
        let mut adapters: Vec<Adapter> = Vec::new();
        let mut failed: Option<error::Error> = None;
        for path in source::files(folders)? {
            match Adapter::load(&path) {
                Ok(adapter) => adapters.push(adapter),
                Err(error) => {
                    failed = Some(match failed {
                        Some(failed) => failed.and(error),
                        None => error,
                    });
                }
            }
        }
        if let Some(failed) = failed {
            return Err(failed);
        }
        adapters.sort_by(|a, b| a.name.cmp(&b.name));
        match adapters.windows(2).find(|pair| pair[0].name == pair[1].name) {
            Some(pair) => Err(error::adapter::duplicate(&pair[1].path, &pair[0].path, &pair[0].name)),
            None => Ok(adapters),
        }
    }

    /// An adapter that ships inside the program.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn embedded(name: &str) -> Result<Adapter> {
        let path = PathBuf::from(format!("slicers/{name}.toml"));
        let Some(text) = embedded::adapter(name) else {
            return Err(error::unknown_name("slicer", name, &Adapter::embedded_names()));
        };
        Adapter::parse(&path, text, Home::embedded())
    }

    /// The file as an absolute path; `None` for one that ships inside the program.
    pub fn file(&self) -> Option<PathBuf> {
        let is_file = !matches!(self.home, Home::Embedded(_));
        is_file.then(|| std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone()))
    }

    /// Names of the adapters that ship inside the program, sorted.
    pub fn embedded_names() -> Vec<String> {
        embedded::names()
    }

    fn parse(path: &Path, text: &str, home: Home) -> Result<Adapter> {
        let (file, mut problems) = schema::decode(path, text);
        let compiled = file.and_then(|file| compile::compile(path, text, file, home, &mut problems));
        problems.sort_by(|a, b| a.place.cmp(&b.place));
        match (error::from_problems(problems), compiled) {
            (Some(error), _) => Err(error),
            (None, Some(mut adapter)) => {
                adapter.hash = hex(&Sha256::digest(text.as_bytes()));
                adapter.text = text.to_owned();
                Ok(adapter)
            }
            (None, None) => unreachable!("an adapter that does not compile has problems"),
        }
    }

    /// The same adapter with another time limit, in seconds.
    #[must_use]
    pub fn with_timeout_s(mut self, timeout_s: f64) -> Adapter {
        self.limits.wall_s = timeout_s;
        self
    }

    /// Limits of one task: the time is that of all steps together.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How answers are to be read when they are graded.
    pub fn reading(&self) -> Reading {
        self.reading.clone()
    }

    /// SHA-256 of the adapter file, in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The adapter file itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it slices a language: `text` among its languages stands for every one without a grammar.
    pub fn slices(&self, language: Language) -> bool {
        let is_any_text = language.is_lines() && self.languages.contains(&Language::TEXT);
        is_any_text || self.languages.contains(&language)
    }

    /// Whether nothing but this program is called for an answer.
    pub fn is_own(&self) -> bool {
        self.normaliser.is_none() && self.commands().all(CommandStep::is_own)
    }

    /// All commands that are run on programs, in the order of a call.
    fn commands(&self) -> impl Iterator<Item = &CommandStep> {
        self.builds.iter().chain(&self.steps).chain(self.cleanups.iter().map(|cleanup| &cleanup.step))
    }

    /// Whether it is given the gold slice, as controls are.
    pub fn needs_gold(&self) -> bool {
        self.call_words().flat_map(Template::placeholders).any(|used| used == Placeholder::Gold)
    }

    /// All words by which a slicer is called.
    fn call_words(&self) -> impl Iterator<Item = &Template> {
        let requests = self.server.iter().flat_map(|server| &server.request);
        self.steps.iter().flat_map(CommandStep::words).chain(requests)
    }

    /// Why a task need not be given to the slicer, by what its adapter declares; `None` when it should be.
    pub fn refuses(&self, task: &Task<'_>) -> Option<String> {
        let language = task.benchmark.language;
        if !self.slices(language) {
            return Some(format!("language {language}"));
        }
        if !self.kind.has(task.criterion.kind) {
            return Some(format!("{} slice", task.criterion.kind.name()));
        }
        let form = match task.criterion.variable {
            Some(_) => CriterionForm::Variable,
            None => CriterionForm::Statement,
        };
        if !self.criteria.contains(&form) {
            return Some(format!("{} criterion", <&str>::from(form)));
        }
        if self.direction == Direction::Forward {
            return Some("backward slice".to_owned());
        }
        (!self.multi_file && task.benchmark.tree.files().len() > 1).then(|| "several files".to_owned())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
