//! A private copy of the program, and the commands that slice it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::json;

use super::batch::{AnswerPart, WORD_SEPARATOR};
use super::schema::{AnswerSource, At};
use super::template::Values;
use super::{Adapter, CommandStep, Hold, Placeholder, Positions};
use crate::ast::{NodeId, SourceFile, Tree};
use crate::error::{self, Result};
use crate::language::Language;
use crate::languages::room;
use crate::process::{Invocation, Left, Limits};
use crate::suite::{Criterion, Task, variable_span};

/// Date of files that are to be changed in place, until they are.
const UNTOUCHED: SystemTime = SystemTime::UNIX_EPOCH;

/// Tasks made ready for one call of a slicer: the commands to run in order, until one of them fails.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// One invocation per step. Together they may take [`Prepared::wall_s`].
    pub steps: Vec<Invocation>,
    /// Limits of a task.
    pub limits: Limits,
    /// The folder of the call, as it was before anything was run in it.
    pub(super) folder: Left,
    /// Where the answers are, in the order of the tasks.
    pub(super) places: Vec<TaskCopy>,
    /// Values of the placeholders of the call.
    pub(super) values: Values,
    /// For each step a file or folder; where it is there, the step is not run.
    pub(super) unless: Vec<Option<PathBuf>>,
    /// The folder that the program was built in.
    pub(super) build: Option<Left>,
    /// Keeps what was promised to this call from others.
    #[expect(dead_code, reason = "held until the call is over")]
    pub(super) hold: Option<Hold>,
}

impl Prepared {
    /// Wall-clock time of all steps together, seconds: the time of a task, as often as there are tasks.
    pub fn wall_s(&self) -> f64 {
        self.limits.wall_s * self.places.len() as f64
    }

    /// Whether a step need not be run, as things are.
    pub fn is_needless(&self, step_idx: usize) -> bool {
        let unless = self.unless.get(step_idx).and_then(Option::as_ref);
        unless.is_some_and(|path| path.symlink_metadata().is_ok())
    }
}

/// What is where, for reading the answer.
#[derive(Clone, Debug)]
pub(super) struct TaskCopy {
    /// Program files: name in the benchmark, name in the copy.
    pub(super) names: Vec<(PathBuf, PathBuf)>,
    /// Their text in the copy, as the slicer saw it, in the same order.
    pub(super) copies: Vec<String>,
    /// The program as in the benchmark, in the same order.
    pub(super) files: Vec<SourceFile>,
    /// Index of the criterion's file.
    pub(super) file_idx: usize,
    /// 1-based line of the criterion in the benchmark.
    pub(super) line: usize,
    /// Folder of the copy.
    pub(super) program: PathBuf,
    /// Where in what the call leaves the answer is.
    pub(super) part: AnswerPart,
}

impl TaskCopy {
    /// Whether no file of the copy was written since it was made for an answer in place.
    pub(super) fn is_untouched(&self, left: &Left) -> bool {
        self.names.iter().all(|(_, name)| left.modified(&self.program.join(name)) == Some(UNTOUCHED))
    }
}

/// Folders of one call.
struct Folders {
    program: PathBuf,
    out: PathBuf,
    tmp: PathBuf,
}

/// Program files as they are written, and where the criterion is in them.
pub(super) struct Copy {
    pub(super) names: Vec<(PathBuf, PathBuf)>,
    pub(super) texts: Vec<String>,
    /// Byte range of the criterion in the text of its file.
    span: Range<usize>,
    /// Byte range of the statements of the criterion.
    statement: Range<usize>,
}

impl Adapter {
    /// Writes a private copy of the tasks' program below `workdir` and makes the commands to slice it.
    ///
    /// The tasks are of one file of one program, and not more than [`Adapter::batch_size`]. `workdir` must be
    /// empty and belong to this call alone. `seed` is for slicers that draw lots.
    ///
    /// # Errors
    /// When something cannot be written, or an environment variable without a default is not set.
    ///
    /// # Panics
    /// When there is no task.
    pub fn prepare(&self, tasks: &[Task<'_>], workdir: &Path, seed: u64) -> Result<Prepared> {
        self.prepare_built(tasks, workdir, seed, None)
    }

    /// As [`Adapter::prepare`], for a program that was built in the folder `built`.
    ///
    /// # Errors
    /// As [`Adapter::prepare`].
    ///
    /// # Panics
    /// When there is no task.
    pub fn prepare_built(
        &self,
        tasks: &[Task<'_>],
        workdir: &Path,
        seed: u64,
        built: Option<&Path>,
    ) -> Result<Prepared> {
        let workdir = std::path::absolute(workdir).map_err(|cause| error::cannot_read(workdir, &cause))?;
        let folders = Folders::create(&workdir)?;
        // What belongs to a server is not made anew for a call.
        let (mut host, hold) = match self.server {
            Some(_) => (self.host_values()?, None),
            None => {
                let mut host = self.tool_values(&workdir)?;
                let hold = self.add_apart(&mut host)?;
                (host, hold)
            }
        };
        host.extend(built.map(|built| (Placeholder::Builddir, text_of(&build_folder(built)))));
        let mut made = Vec::new();
        for (idx, task) in tasks.iter().enumerate() {
            let (mut values, copy) = self.criterion_values(task, &folders, seed)?;
            values.extend(host.clone());
            self.add_batch(task, idx, &workdir, &mut values)?;
            made.push((values, copy));
        }
        let (first, copy) = made.first().expect("a call is for a task");
        self.write_copy(copy, &folders)?;
        let mut call = first.clone();
        self.add_lists(&made, &folders, &mut call)?;
        let steps: Result<Vec<Invocation>> =
            self.steps.iter().map(|step| self.invocation(step, &call)).collect();
        let unless: Result<Vec<Option<PathBuf>>> =
            self.steps.iter().map(|step| self.unless(step, &call)).collect();
        let places = self.places(tasks, made, &folders)?;
        let open = |folder: &Path| Left::open(folder).map_err(|cause| error::cannot_read(folder, &cause));
        Ok(Prepared {
            steps: steps?,
            limits: self.limits.clone(),
            folder: open(&workdir)?,
            places,
            values: call,
            unless: unless?,
            build: built.map(open).transpose()?,
            hold,
        })
    }

    /// A file or folder; where it is there, a command is not run.
    pub(super) fn unless(&self, step: &CommandStep, values: &Values) -> Result<Option<PathBuf>> {
        step.unless.as_ref().map(|path| Ok(PathBuf::from(self.expand(path, values)?))).transpose()
    }

    /// Where the answer of each task will be.
    fn places(
        &self,
        tasks: &[Task<'_>],
        made: Vec<(Values, Copy)>,
        folders: &Folders,
    ) -> Result<Vec<TaskCopy>> {
        let begin = self.answer.begin.as_ref();
        let begins: Result<Vec<Option<String>>> = made
            .iter()
            .map(|(values, _)| begin.map(|begin| self.expand(begin, values)).transpose())
            .collect();
        let begins = begins?;
        let mut places = Vec::new();
        for ((idx, task), (values, copy)) in tasks.iter().enumerate().zip(made) {
            let others = begins.iter().enumerate().filter(|(other, _)| *other != idx);
            let others: Vec<String> = others.filter_map(|(_, begin)| begin.clone()).collect();
            places.push(TaskCopy {
                names: copy.names,
                copies: copy.texts,
                files: task.benchmark.tree.files().cloned().collect(),
                file_idx: task.criterion.file_idx,
                line: task.criterion.line,
                program: folders.program.clone(),
                part: self.part(&values, others)?,
            });
        }
        Ok(places)
    }

    fn write_copy(&self, copy: &Copy, folders: &Folders) -> Result<()> {
        for ((_, name), text) in copy.names.iter().zip(&copy.texts) {
            let path = folders.program.join(name);
            write(&path, text)?;
            if self.answer.from == AnswerSource::InPlace {
                age(&path)?;
            }
        }
        Ok(())
    }

    /// Values that depend on one criterion, and the copy of the program made for it.
    fn criterion_values(&self, task: &Task<'_>, folders: &Folders, seed: u64) -> Result<(Values, Copy)> {
        let mut values = self.task_values(task, seed);
        let copy = self.copy(task, &mut values)?;
        self.add_positions(task.criterion, &copy, &mut values);
        self.add_paths(task.criterion, &copy, folders, &mut values);
        Ok((values, copy))
    }

    /// Number in the call, and the gold slice and the inputs where they are asked for.
    fn add_batch(&self, task: &Task<'_>, idx: usize, workdir: &Path, values: &mut Values) -> Result<()> {
        let mut gold = workdir.join("gold");
        let mut words: Vec<&super::Template> = self.call_words().collect();
        if let Some(batch) = &self.batch {
            let number = batch.number(idx).to_string();
            gold.push(&number);
            values.insert(Placeholder::Number, number);
            words.extend(&batch.criterion);
        }
        if words.iter().any(|word| word.placeholders().contains(&Placeholder::Gold)) {
            values.insert(Placeholder::Gold, write_gold(task, &gold)?);
        }
        if words.iter().any(|word| word.placeholders().contains(&Placeholder::Inputs)) {
            let path = workdir.join("inputs.txt");
            write(&path, &input_lines(task))?;
            values.insert(Placeholder::Inputs, text_of(&path));
        }
        Ok(())
    }

    /// The criteria of a call as words and as a file.
    fn add_lists(&self, made: &[(Values, Copy)], folders: &Folders, call: &mut Values) -> Result<()> {
        let Some(batch) = &self.batch else { return Ok(()) };
        let values: Vec<&Values> = made.iter().map(|(values, _)| values).collect();
        let (words, lines) = batch.lists(self, &values)?;
        let path = folders.tmp.join("criteria.txt");
        call.insert(Placeholder::Criteria, words);
        if self.call_words().any(|word| word.placeholders().contains(&Placeholder::CriteriaFile)) {
            write(&path, &lines)?;
            call.insert(Placeholder::CriteriaFile, text_of(&path));
        }
        Ok(())
    }

    /// A command with all placeholders filled in.
    pub(super) fn invocation(&self, step: &CommandStep, values: &Values) -> Result<Invocation> {
        let mut argv = Vec::new();
        for word in &step.argv {
            argv.extend(self.expand(word, values)?.split(WORD_SEPARATOR).map(str::to_owned));
        }
        if step.shell {
            argv = vec!["sh".into(), "-c".into(), argv.concat()];
        }
        let mut env = BTreeMap::new();
        for (name, value) in &self.env {
            env.insert(name.clone(), self.expand(value, values)?);
        }
        let cwd = PathBuf::from(self.expand(&step.cwd, values)?);
        Ok(Invocation { argv, cwd, env, limits: self.limits.clone(), stdin: None, walls: None })
    }

    pub(super) fn expand(&self, template: &super::Template, values: &Values) -> Result<String> {
        template.expand(values).map_err(|name| error::adapter::unset_variable(&self.path, &name))
    }

    /// Values that need no task: `{tooldir}`, `{adapterdir}`, `{self}`.
    pub(super) fn host_values(&self) -> Result<Values> {
        let mut values = Values::new();
        let own = std::env::current_exe().map_err(|cause| error::cannot_read(Path::new("."), &cause))?;
        values.insert(Placeholder::SelfPath, text_of(&own));
        values.insert(Placeholder::Adapterdir, text_of(&self.home.path()?));
        let tool_dir = match &self.tool_dir {
            Some(template) => self.expand(template, &values)?,
            None => self.name.clone(),
        };
        values.insert(Placeholder::Tooldir, text_of(&tools_folder().join(tool_dir)));
        Ok(values)
    }

    fn task_values(&self, task: &Task<'_>, seed: u64) -> Values {
        let criterion = task.criterion;
        let tree = &task.benchmark.tree;
        Values::from([
            (Placeholder::Task, task.id()),
            (Placeholder::Seed, seed.to_string()),
            (Placeholder::Language, task.benchmark.language.name().to_owned()),
            (Placeholder::Entry, task.benchmark.entry.clone().unwrap_or_default()),
            (Placeholder::Variable, criterion.variable.clone().unwrap_or_default()),
            (Placeholder::Occurrence, criterion.occurrence.to_string()),
            (Placeholder::Function, function_of(tree, criterion.node)),
        ])
    }

    /// Renames and edits the files; `{basename}`, `{module}` and `{line}` get their values.
    pub(super) fn copy(&self, task: &Task<'_>, values: &mut Values) -> Result<Copy> {
        let tree = &task.benchmark.tree;
        let mut names = Vec::new();
        let mut texts = Vec::new();
        for source in tree.files() {
            names.push((source.path.clone(), self.new_name(tree.language(), source)?));
            texts.push(source.text.clone());
        }
        let criterion = task.criterion;
        let file_idx = criterion.file_idx;
        let source = tree.file(file_idx);
        values.insert(Placeholder::Module, module_of(tree.language(), source));
        values.insert(Placeholder::Basename, basename(&names[file_idx].1));
        values.insert(Placeholder::Line, self.positions.line(criterion.line).to_string());
        add_statement(values, &self.positions, &source.text, &criterion.statement_span(tree));
        let [span, statement] = self.edit(&mut texts[file_idx], tree, criterion, values)?;
        if self.edits.final_newline {
            texts.iter_mut().filter(|text| !text.ends_with('\n')).for_each(|text| text.push('\n'));
        }
        Ok(Copy { names, texts, span, statement })
    }

    fn new_name(&self, language: Language, source: &SourceFile) -> Result<PathBuf> {
        let Some(template) = &self.edits.rename else { return Ok(source.path.clone()) };
        let values = Values::from([
            (Placeholder::Basename, basename(&source.path)),
            (Placeholder::Module, module_of(language, source)),
        ]);
        Ok(source.path.with_file_name(self.expand(template, &values)?))
    }

    /// Inserts text into the criterion's file; the byte ranges of the criterion and its statements afterwards.
    fn edit(
        &self,
        text: &mut String,
        tree: &Tree,
        criterion: &Criterion,
        values: &Values,
    ) -> Result<[Range<usize>; 2]> {
        let statement = criterion.statement_span(tree);
        let line = tree.line_index(criterion.file_idx).line_bytes(criterion.line);
        let span = match criterion.variable {
            Some(_) => variable_span(tree, criterion),
            // What is in front of the name of a definition may stand on other lines.
            None => statement.start.max(line.as_ref().map_or(0, |line| line.start))..statement.end,
        };
        let line = line.unwrap_or(span.clone());
        let mut inserts = Vec::new();
        let marked = marked_line(text, &line, &span);
        for insertion in self.edits.inserts.iter().filter(|insertion| insertion.applies(&marked)) {
            let offset = insert_offset(insertion.at, text, &line, &span);
            inserts.push((offset, self.expand(&insertion.text, values)?));
        }
        // From the back, so that offsets in front stay; equal offsets keep the order of the file.
        inserts.sort_by_key(|(offset, _)| *offset);
        let moved = |offset: usize, is_start: bool| {
            let is_before = |at: usize| if is_start { at <= offset } else { at < offset };
            let before = inserts.iter().filter(|(at, _)| is_before(*at));
            offset + before.map(|(_, inserted)| inserted.len()).sum::<usize>()
        };
        let moved = [span, statement].map(|range| moved(range.start, true)..moved(range.end, false));
        for (offset, inserted) in inserts.iter().rev() {
            text.insert_str(*offset, inserted);
        }
        Ok(moved)
    }

    fn add_positions(&self, criterion: &Criterion, copy: &Copy, values: &mut Values) {
        let text = &copy.texts[criterion.file_idx];
        let Range { start, end } = copy.span;
        let line_start = |offset: usize| text[..offset].rfind(['\n', '\r']).map_or(0, |newline| newline + 1);
        let line = crate::ast::LineIndex::new(text).line(start);
        values.insert(Placeholder::Line, self.positions.line(line).to_string());
        values
            .insert(Placeholder::Column, self.positions.column(&text[line_start(start)..start]).to_string());
        values.insert(Placeholder::EndColumn, self.positions.column(&text[line_start(end)..end]).to_string());
        values.insert(Placeholder::OffsetStart, self.positions.offset(&text[..start]).to_string());
        values.insert(Placeholder::OffsetEnd, self.positions.offset(&text[..end]).to_string());
        add_statement(values, &self.positions, text, &copy.statement);
    }

    fn add_paths(&self, criterion: &Criterion, copy: &Copy, folders: &Folders, values: &mut Values) {
        let name = &copy.names[criterion.file_idx].1;
        values.insert(Placeholder::File, text_of(&folders.program.join(name)));
        let others = copy.names.iter().map(|(_, other)| other).filter(|other| *other != name);
        let files: Vec<String> =
            [name].into_iter().chain(others).map(|name| text_of(&folders.program.join(name))).collect();
        values.insert(Placeholder::Files, files.join(&WORD_SEPARATOR.to_string()));
        values.insert(Placeholder::Dir, text_of(&folders.program));
        values.insert(Placeholder::Output, text_of(&folders.out.join(basename(name))));
        values.insert(Placeholder::Outdir, text_of(&folders.out));
        values.insert(Placeholder::Tmp, text_of(&folders.tmp));
    }

    /// Values that need no task, with a copy of the tool's folder when the tool writes into it.
    pub(super) fn tool_values(&self, workdir: &Path) -> Result<Values> {
        let mut values = self.host_values()?;
        if self.edits.copy_tool {
            let tool = PathBuf::from(&values[&Placeholder::Tooldir]);
            let copy = workdir.join("tool");
            copy_folder(&tool, &copy)?;
            values.insert(Placeholder::Tooldir, text_of(&copy));
        }
        Ok(values)
    }
}

impl super::Insertion {
    fn applies(&self, marked_line: &str) -> bool {
        self.if_line.as_ref().is_none_or(|pattern| pattern.is_match(marked_line))
            && !self.unless_line.as_ref().is_some_and(|pattern| pattern.is_match(marked_line))
    }
}

/// The criterion's line with the criterion between « and ».
fn marked_line(text: &str, line: &Range<usize>, span: &Range<usize>) -> String {
    let end = span.end.min(line.end).max(span.start);
    let after = text[end..line.end.max(end)].trim_end_matches(['\n', '\r']);
    format!("{}«{}»{after}", &text[line.start.min(span.start)..span.start], &text[span.start..end])
}

impl Folders {
    fn create(workdir: &Path) -> Result<Folders> {
        let folders =
            Folders { program: workdir.join("program"), out: workdir.join("out"), tmp: workdir.join("tmp") };
        for folder in [&folders.program, &folders.out, &folders.tmp] {
            std::fs::create_dir_all(folder).map_err(|cause| error::cannot_write(folder, &cause))?;
        }
        Ok(folders)
    }
}

/// `{builddir}`, in the folder of a build.
pub(super) fn build_folder(workdir: &Path) -> PathBuf {
    workdir.join("build")
}

/// Folder in which slicers from package registries are installed, each in a folder of its name.
pub(super) fn tools_folder() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(tools) = set("BENCH_SLICERS_TOOLS") {
        return tools;
    }
    let cache = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    cache.unwrap_or_else(std::env::temp_dir).join("bench-slicers").join("tools")
}

pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    let written = match path.parent() {
        Some(parent) => std::fs::create_dir_all(parent),
        None => Ok(()),
    };
    written.and_then(|()| std::fs::write(path, text)).map_err(|cause| error::cannot_write(path, &cause))
}

/// Dates a file back, so that a slicer that never wrote it is told from one that wrote it as it was.
fn age(path: &Path) -> Result<()> {
    let file = std::fs::File::options().append(true).open(path);
    file.and_then(|file| file.set_modified(UNTOUCHED)).map_err(|cause| error::cannot_write(path, &cause))
}

/// Gold is written only for adapters that ask for it, under the program's names.
fn write_gold(task: &Task<'_>, folder: &Path) -> Result<String> {
    for source in task.criterion.golds.iter().take(1).flat_map(|gold| &gold.files) {
        write(&folder.join(&source.path), &source.text)?;
    }
    Ok(text_of(folder))
}

/// The inputs that the task speaks of, each on a line of its own: Erlang's arguments as a list of terms, others as JSON.
fn input_lines(task: &Task<'_>) -> String {
    let line = |input: &crate::suite::Input| match task.benchmark.language {
        Language::Erlang => format!("[{}]\n", input.args.join(",").replace('\n', " ")),
        _ => format!("{}\n", json!({ "args": input.args, "stdin": input.stdin })),
    };
    task.inputs().iter().map(line).collect()
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to).map_err(|cause| error::cannot_write(to, &cause))?;
    let entries = std::fs::read_dir(from).map_err(|cause| error::cannot_read(from, &cause))?;
    for entry in entries {
        let entry = entry.map_err(|cause| error::cannot_read(from, &cause))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy_folder(&source, &target)?;
        } else {
            std::fs::copy(&source, &target).map_err(|cause| error::cannot_write(&target, &cause))?;
        }
    }
    Ok(())
}

/// Text and lines of the statements of a criterion, in the text that the slicer sees.
fn add_statement(values: &mut Values, positions: &Positions, text: &str, statement: &Range<usize>) {
    let lines = crate::ast::LineIndex::new(text);
    let last = text[statement.clone()].char_indices().last().map_or(0, |(offset, _)| offset);
    let end = lines.line(statement.start + last);
    values.insert(Placeholder::Statement, text[statement.clone()].to_owned());
    values.insert(Placeholder::StatementStartLine, positions.line(lines.line(statement.start)).to_string());
    values.insert(Placeholder::StatementEndLine, positions.line(end).to_string());
}

fn insert_offset(at: At, text: &str, line: &Range<usize>, span: &Range<usize>) -> usize {
    let content = text[line.clone()].trim_end_matches(['\n', '\r']);
    match at {
        At::LineStart => line.start,
        At::LineIndent => line.start + (content.len() - content.trim_start().len()),
        At::LineEnd => line.start + content.len(),
        At::Before => span.start,
        At::After => span.end,
        At::FileStart => 0,
        At::FileEnd => text.len(),
    }
}

/// Name of the innermost named function around a node, without arity; empty outside of functions.
fn function_of(tree: &Tree, node: NodeId) -> String {
    let is_function = |node: &NodeId| {
        let kind = tree.kind(*node);
        ["function", "method", "constructor"].iter().any(|word| kind.contains(word))
            && !tree.label(*node).is_empty()
    };
    let function = tree.ancestors(node).find(is_function);
    function.map_or("", |node| tree.label(node).split('/').next().unwrap_or_default()).to_owned()
}

/// Name that the file's own text gives it; else its stem.
pub(super) fn module_of(language: Language, source: &SourceFile) -> String {
    let stem = || source.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    room(language).module_name(&source.text).unwrap_or_else(stem)
}

fn basename(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

pub(super) fn text_of(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
