//! Suite folders to validated benchmarks: finds them, reads each, and reports everything that is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use toml::Spanned;

use super::manifest::{self, InputTable, Manifest, OracleTable};
use super::oracle::OracleCommands;
use super::store::SuiteFiles;
use super::{Benchmark, Input, Suite, Unfinished, contract, criteria};
use crate::ast::{self, Flags, ParseOptions, SourceFile, Tree};
use crate::error::{self, Place, Problem, Result};
use crate::language::{Language, NotALanguage};

const MANIFEST: &str = "benchmark.toml";
/// What the labels of a folder mean.
const LABELS: &str = "labels.toml";

/// What a criterion without a gold slice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MissingGold {
    /// Unfinished, and left out.
    LeftOut,
    /// Unfinished: nothing smaller than the program is known to be a slice.
    Program,
}

impl Suite {
    /// Reads and validates the benchmarks in `<language>/<benchmark>/` below each folder. Criteria whose gold slice is still
    /// missing are left out, and named in [`Suite::unfinished`].
    ///
    /// # Errors
    /// Everything that is wrong in any file of any folder.
    pub fn load(dirs: &[PathBuf]) -> Result<Suite> {
        Suite::load_with(dirs, MissingGold::LeftOut)
    }

    /// As [`Suite::load`], but the gold slice of a criterion may be missing: the program itself stands for it, under
    /// the path where it would be.
    ///
    /// # Errors
    /// Everything else that is wrong in any file of any folder.
    pub fn load_unfinished(dirs: &[PathBuf]) -> Result<Suite> {
        Suite::load_with(dirs, MissingGold::Program)
    }

    fn load_with(dirs: &[PathBuf], missing_gold: MissingGold) -> Result<Suite> {
        let mut stores = Vec::new();
        let mut problems = Vec::new();
        for dir in dirs {
            match SuiteFiles::open(dir) {
                Ok(store) => stores.push(store),
                Err(mut found) => problems.append(&mut found),
            }
        }
        let loaded = load(&stores, missing_gold);
        match (error::from_problems(problems), loaded) {
            (None, loaded) => loaded,
            (Some(error), Ok(_)) => Err(error),
            (Some(error), Err(others)) => Err(error.and(others)),
        }
    }

    /// The suite in this binary. Takes a few milliseconds.
    ///
    /// # Errors
    /// None in a released binary: the tests load it.
    pub fn embedded() -> Result<Suite> {
        load(&[SuiteFiles::embedded()], MissingGold::LeftOut)
    }

    /// Trees of the programs of these benchmarks, `<language>/<name>`, without criteria and gold slices: much faster than
    /// a whole suite. In the folders, or in this binary when there is none. What cannot be read is left out.
    pub fn programs(dirs: &[PathBuf], wanted: &BTreeSet<&str>) -> BTreeMap<String, Arc<Tree>> {
        match dirs {
            [] => programs(&[SuiteFiles::embedded()], wanted),
            dirs => {
                let stores: Vec<SuiteFiles> =
                    dirs.iter().filter_map(|dir| SuiteFiles::open(dir).ok()).collect();
                programs(&stores, wanted)
            }
        }
    }
}

/// Loads every benchmark of several stores into one suite.
fn load(stores: &[SuiteFiles], missing_gold: MissingGold) -> Result<Suite> {
    let mut problems = Vec::new();
    let mut benchmarks: BTreeMap<String, Benchmark> = BTreeMap::new();
    let mut labels = BTreeMap::new();
    let mut unfinished = Vec::new();
    for store in stores {
        match meanings(store) {
            // A folder that is named first decides.
            Ok(found) => found.into_iter().for_each(|(label, text)| _ = labels.entry(label).or_insert(text)),
            Err(problem) => problems.push(problem),
        }
        // On all cores, as most of it is parsing; what is wrong is said in the order of the folders.
        let drafts: Vec<(Option<Benchmark>, Draft)> = folders(store, &mut problems)
            .into_par_iter()
            .map(|(language, folder)| {
                let mut draft = Draft::new(store, folder, language, missing_gold);
                (draft.benchmark(), draft)
            })
            .collect();
        for (benchmark, mut draft) in drafts {
            problems.append(&mut draft.problems);
            unfinished.append(&mut draft.unfinished);
            let Some(benchmark) = benchmark else { continue };
            match benchmarks.get(&benchmark.id) {
                Some(first) => {
                    problems.push(error::suite::duplicate_benchmark(
                        &benchmark.path,
                        &benchmark.id,
                        &first.path,
                    ));
                }
                None => drop(benchmarks.insert(benchmark.id.clone(), benchmark)),
            }
        }
    }
    match error::from_problems(problems) {
        Some(error) => Err(error),
        None => Ok(Suite { benchmarks: benchmarks.into_values().collect(), labels, unfinished }),
    }
}

/// Whether a path stays within its folder.
fn is_inner(path: &str) -> bool {
    !path.contains('\\') && path.split('/').all(|name| !matches!(name, "" | "." | ".."))
}

/// What the labels of a folder mean; nothing where it does not say.
fn meanings(store: &SuiteFiles) -> std::result::Result<BTreeMap<String, String>, Problem> {
    if !store.has(LABELS) {
        return Ok(BTreeMap::new());
    }
    let path = store.full_path(LABELS);
    let bytes = store.read(LABELS).map_err(|cause| error::suite::unreadable(&path, &cause))?;
    let text = String::from_utf8_lossy(&bytes);
    toml::from_str(&text).map_err(|failure| manifest::problem(&path, &text, &failure))
}

/// Trees of the programs of these benchmarks, by id, read on all cores; what cannot be read is left out.
fn programs(stores: &[SuiteFiles], wanted: &BTreeSet<&str>) -> BTreeMap<String, Arc<Tree>> {
    let found: Vec<(&SuiteFiles, Language, &str)> = stores
        .iter()
        .flat_map(|store| folders(store, &mut Vec::new()).into_iter().map(move |(of, at)| (store, of, at)))
        .filter(|(_, _, folder)| wanted.contains(folder))
        .collect();
    let program = |(store, language, folder): &(&SuiteFiles, Language, &str)| {
        let mut draft = Draft::new(store, folder, *language, MissingGold::Program);
        draft.text = draft.read(MANIFEST)?;
        let manifest = manifest::parse(&draft.toml_path, &draft.text).ok()?;
        Some(((*folder).to_owned(), Arc::new(draft.program(&manifest)?)))
    };
    found.par_iter().filter_map(program).collect()
}

/// The benchmark folders of a store, `<language>/<name>`, sorted.
fn folders<'s>(store: &'s SuiteFiles, problems: &mut Vec<Problem>) -> Vec<(Language, &'s str)> {
    let before = problems.len();
    let mut found: BTreeMap<&str, std::result::Result<Language, NotALanguage>> = BTreeMap::new();
    for path in store.paths() {
        let segments: Vec<&str> = path.split('/').collect();
        match segments[..] {
            [first, second, _, ..] => {
                let folder = &path[..first.len() + 1 + second.len()];
                let language = first.parse::<Language>();
                let has_grammar = language.as_ref().is_ok_and(|language| !language.is_lines());
                // Any folder may be a language; without benchmarks it may hold anything.
                if has_grammar || path[folder.len() + 1..] == *MANIFEST {
                    found.insert(folder, language);
                }
            }
            [.., MANIFEST] => problems.push(error::suite::misplaced(&store.full_path(path))),
            _ => {}
        }
    }
    if found.is_empty() && problems.len() == before {
        problems.push(error::suite::no_benchmarks(store.root()));
    }
    let mut folders = Vec::new();
    for (folder, language) in found {
        match language {
            Ok(_) if !store.has(&format!("{folder}/{MANIFEST}")) => {
                problems.push(error::suite::no_manifest(&store.full_path(folder)));
            }
            Ok(language) => folders.push((language, folder)),
            Err(why) => {
                problems.push(error::suite::unknown_language(&store.full_path(folder), &why.to_string()));
            }
        }
    }
    folders
}

/// A benchmark while it is being read: where it is, and what is wrong with it so far.
pub(super) struct Draft<'s> {
    store: &'s SuiteFiles,
    folder: &'s str,
    pub(super) language: Language,
    pub(super) missing_gold: MissingGold,
    pub(super) toml_path: PathBuf,
    text: String,
    pub(super) problems: Vec<Problem>,
    /// Criteria without a gold slice, which are left out.
    pub(super) unfinished: Vec<Unfinished>,
}

impl<'s> Draft<'s> {
    fn new(
        store: &'s SuiteFiles,
        folder: &'s str,
        language: Language,
        missing_gold: MissingGold,
    ) -> Draft<'s> {
        let toml_path = store.full_path(&format!("{folder}/{MANIFEST}"));
        Draft {
            store,
            folder,
            language,
            missing_gold,
            toml_path,
            text: String::new(),
            problems: Vec::new(),
            unfinished: Vec::new(),
        }
    }

    /// Reads and checks everything; `None` when that was not possible, with at least one problem.
    fn benchmark(&mut self) -> Option<Benchmark> {
        self.text = self.read(MANIFEST)?;
        let manifest = match manifest::parse(&self.toml_path, &self.text) {
            Ok(manifest) => manifest,
            Err(mut problems) => {
                self.problems.append(&mut problems);
                return None;
            }
        };
        let title = self.one_line(&manifest.title, "title");
        let source = self.one_line(&manifest.source, "source");
        let labels = self.labels(&manifest.labels);
        let inputs = self.inputs(&manifest.inputs);
        let contracts = contract::contracts(self, &manifest.contracts);
        let oracle = manifest.oracle.as_ref().map(|table| self.oracle(table, &inputs));
        let tree = self.program(&manifest)?;
        let entry = self.entry(&manifest, &tree);
        let criteria = criteria::criteria(self, &manifest, &tree, &labels);
        Some(Benchmark {
            id: self.folder.to_owned(),
            path: self.full_path(""),
            language: self.language,
            title,
            labels,
            source,
            revision: manifest.revision,
            tier: manifest.tier,
            entry,
            oracle,
            inputs,
            contracts,
            tree: Arc::new(tree),
            criteria,
        })
    }

    /// Id of the task that a criterion is.
    pub(super) fn task(&self, criterion: &str) -> String {
        format!("{}/{criterion}", self.folder)
    }

    /// Where a value of `benchmark.toml` is.
    pub(super) fn place<T>(&self, value: &Spanned<T>) -> Place {
        Place::of_offset(&self.toml_path, &self.text, value.span().start)
    }

    /// Path for messages of a file or folder of the benchmark.
    pub(super) fn full_path(&self, path: &str) -> PathBuf {
        let folder = self.store.full_path(self.folder);
        if path.is_empty() { folder } else { folder.join(path) }
    }

    /// Whether the benchmark has such a file.
    pub(super) fn has(&self, path: &str) -> bool {
        self.store.has(&format!("{}/{path}", self.folder))
    }

    /// Whether nothing is where a file or folder of the benchmark should be.
    pub(super) fn lacks(&self, path: &str) -> bool {
        let path = path.strip_suffix('/').unwrap_or(path);
        is_inner(path) && !self.has(path) && self.below(path).is_empty()
    }

    /// Names, within a folder of the benchmark, of the files in it and below it.
    pub(super) fn below(&self, path: &str) -> Vec<String> {
        let prefix = if path.is_empty() { self.folder.to_owned() } else { format!("{}/{path}", self.folder) };
        self.store.below(&prefix).map(|file| file[prefix.len() + 1..].to_owned()).collect()
    }

    /// Text of a file; `None` with a problem when it cannot be read or decoded.
    pub(super) fn read(&mut self, path: &str) -> Option<String> {
        let full_path = self.full_path(path);
        match self.store.read(&format!("{}/{path}", self.folder)) {
            Ok(bytes) => match ast::decode(&bytes) {
                Ok(text) => return Some(text),
                Err(offset) => {
                    self.problems.extend_from_slice(error::not_utf8(&full_path, offset).problems());
                }
            },
            Err(cause) => self.problems.push(error::suite::unreadable(&full_path, &cause)),
        }
        None
    }

    /// A text that is shown on one line.
    pub(super) fn one_line(&mut self, value: &Spanned<String>, key: &str) -> String {
        let text = value.get_ref().trim();
        if text.is_empty() || text.contains(['\n', '\r']) {
            self.problems.push(error::suite::not_one_line(self.place(value), key));
        }
        text.to_owned()
    }

    /// Labels in the order of the file.
    pub(super) fn labels(&mut self, values: &[Spanned<String>]) -> Vec<String> {
        let mut labels = Vec::new();
        for value in values {
            let label = self.one_line(value, "labels");
            if labels.contains(&label) {
                self.problems.push(error::suite::duplicate_label(self.place(value), &label));
            }
            labels.push(label);
        }
        labels
    }

    /// A relative path that stays in the folder; `None` with a problem for any other.
    pub(super) fn inner_path(&mut self, place: Place, path: &str) -> Option<String> {
        let path = path.strip_suffix('/').unwrap_or(path);
        if !is_inner(path) {
            self.problems.push(error::suite::path_outside(place, path));
            return None;
        }
        Some(path.to_owned())
    }

    /// The commands of the table, also when they lack something.
    fn oracle(&mut self, table: &Spanned<OracleTable>, inputs: &[Input]) -> OracleCommands {
        let OracleTable { build, command, version, env, before, after, marker, timeout_s } = table.get_ref();
        let commands = OracleCommands {
            build: build.clone(),
            command: command.clone(),
            version: version.clone(),
            env: env.clone(),
            before: before.clone(),
            after: after.clone(),
            marker: marker.clone(),
            timeout_s: timeout_s.as_ref().map(|limit| *limit.get_ref()),
        };
        if let Some(flaw) = commands.flaw(inputs.iter().any(|input| !input.args.is_empty())) {
            let (what, remedy) = flaw.wording();
            self.problems.push(error::suite::bad_oracle(self.place(table), what, remedy));
        }
        if let Some(limit) =
            timeout_s.as_ref().filter(|limit| *limit.get_ref() <= 0.0 || limit.get_ref().is_nan())
        {
            self.problems.push(error::suite::bad_oracle_limit(self.place(limit)));
        }
        commands
    }

    fn inputs(&mut self, tables: &[Spanned<InputTable>]) -> Vec<Input> {
        let mut inputs = Vec::new();
        for table in tables {
            let InputTable { args, stdin, stdin_file } = table.get_ref();
            if stdin.is_some() && stdin_file.is_some() {
                self.problems.push(error::suite::stdin_twice(self.place(table)));
            }
            if let (Language::Erlang, Some(value)) = (self.language, stdin.as_ref().or(stdin_file.as_ref())) {
                self.problems.push(error::suite::useless_stdin(self.place(value)));
            }
            let text = match (stdin, stdin_file) {
                (Some(text), _) => Some(text.get_ref().clone()),
                (None, Some(path)) => self.stdin_file(path),
                (None, None) => None,
            };
            inputs.push(Input { args: args.clone(), stdin: text.unwrap_or_default() });
        }
        inputs
    }

    fn stdin_file(&mut self, value: &Spanned<String>) -> Option<String> {
        let path = self.inner_path(self.place(value), value.get_ref())?;
        if !self.has(&path) {
            let known = self.below("inputs").iter().map(|name| format!("inputs/{name}")).collect::<Vec<_>>();
            self.problems.push(error::suite::no_file(self.place(value), &path, &known));
            return None;
        }
        self.read(&path)
    }

    /// Tree of all program files; `None` with a problem when one of them cannot be read.
    fn program(&mut self, manifest: &Manifest) -> Option<Tree> {
        let before = self.problems.len();
        let place = self.place(&manifest.program);
        let mut files: Vec<SourceFile> = Vec::new();
        for name in &manifest.program.get_ref().0 {
            if files.iter().any(|file| file.path == Path::new(name)) {
                self.problems.push(error::suite::duplicate_file(place.clone(), name));
            }
            let Some(text) = self.program_file(&place, name) else { continue };
            files.push(SourceFile::new(name, text));
        }
        if files.is_empty() && self.problems.len() == before {
            self.problems.push(error::suite::no_program(place));
        }
        if self.problems.len() != before {
            return None;
        }
        let overrun = match Tree::parse_limited(self.language, &files, &ParseOptions::default()) {
            Ok(tree) => return Some(tree),
            Err(overrun) => overrun,
        };
        self.problems.push(error::suite::too_large(self.place(&manifest.program), &overrun.to_string()));
        None
    }

    fn program_file(&mut self, place: &Place, name: &str) -> Option<String> {
        let path = self.inner_path(place.clone(), name)?;
        if !self.language.has_file(Path::new(&path)) {
            self.problems.push(error::suite::other_language(place.clone(), name, self.language.name()));
        }
        if !self.has(&path) {
            let mut known = self.below("");
            known.retain(|name| self.language.has_file(Path::new(name)));
            known.retain(|name| !name.starts_with("gold/"));
            self.problems.push(error::suite::no_file(place.clone(), name, &known));
            return None;
        }
        self.read(&path)
    }

    /// The entry point, which Erlang needs and other languages do not have.
    fn entry(&mut self, manifest: &Manifest, tree: &Tree) -> Option<String> {
        let Some(value) = &manifest.entry else {
            if self.language == Language::Erlang && !manifest.inputs.is_empty() {
                self.problems.push(error::suite::no_entry(&self.toml_path));
            }
            return None;
        };
        let (place, entry) = (self.place(value), value.get_ref());
        if self.language != Language::Erlang {
            self.problems.push(error::suite::useless_entry(place, self.language.name()));
            return None;
        }
        let Some(arity) = entry.rsplit_once('/').and_then(|(_, arity)| arity.parse::<usize>().ok()) else {
            self.problems.push(error::suite::bad_entry(place, entry));
            return None;
        };
        let functions: Vec<String> = tree
            .roots(0)
            .filter(|&node| tree.flags(node).has(Flags::DEFINITION))
            .map(|node| tree.label(node).to_owned())
            .collect();
        if !functions.contains(entry) {
            let file = &tree.file(0).path;
            self.problems.push(error::suite::unknown_entry(place, entry, file, &functions));
        }
        for input in &manifest.inputs {
            let n_args = input.get_ref().args.len();
            if n_args != arity {
                self.problems.push(error::suite::wrong_arity(self.place(input), n_args, entry));
            }
        }
        Some(entry.clone())
    }
}
