//! What is minimised: a task of the suite, or files with a criterion.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::Context;
use super::super::select::CriterionArgs;
use super::super::sources::{program, read, tree};
use super::args::MinimizeArgs;
use crate::ast::{NodeId, Tree};
use crate::error::{self, Result};
use crate::language::Language;
use crate::suite::{Benchmark, Input, Task};

/// A program with a criterion and inputs.
pub(super) struct Target {
    /// Id of the task, or path of the file.
    pub(super) name: String,
    pub(super) program: Arc<Tree>,
    /// The nodes whose values are observed.
    pub(super) criteria: Vec<NodeId>,
    /// 1-based line of the criterion.
    pub(super) line: usize,
    /// `None` when all statements that begin on the line are meant.
    pub(super) variable: Option<String>,
    pub(super) entry: String,
    pub(super) inputs: Vec<Input>,
    /// The benchmark of a task, and which of its criteria.
    pub(super) task: Option<(Benchmark, usize)>,
}

impl Target {
    pub(super) fn new(args: &MinimizeArgs, context: &Context) -> Result<Target> {
        let mut target = match args.program.first() {
            Some(name) if !Path::new(name).is_file() => of_task(name, context)?,
            _ => of_files(args)?,
        };
        let language = target.program.language();
        if language.is_lines() {
            return Err(error::oracle::no_oracle(language.name()));
        }
        if let Some(entry) = args.entry.as_ref().filter(|entry| !entry.is_empty()) {
            target.entry = entry.clone();
        }
        for text in &args.inputs {
            target.inputs.push(arguments(text)?);
        }
        if let Some(path) = &args.input_file {
            target.inputs.extend(input_lines(path)?);
        }
        if target.entry.is_empty() {
            return Err(error::cli::missing_option(
                "the program has no function `main`, from which it would be entered",
                "name the function that inputs are given to with `--entry NAME/ARITY`",
            ));
        }
        Ok(target)
    }

    /// The task, when it is one.
    pub(super) fn task(&self) -> Option<Task<'_>> {
        let (benchmark, idx) = self.task.as_ref()?;
        Some(Task { benchmark, criterion: benchmark.criteria.get(*idx)? })
    }
}

fn of_task(name: &str, context: &Context) -> Result<Target> {
    let suite = context.settings.unfinished_suite()?;
    let task = suite.tasks().find(|task| task.id() == name);
    let task = task.ok_or_else(|| error::cli::no_target(name))?;
    let benchmark = task.benchmark;
    Ok(Target {
        name: name.to_owned(),
        program: benchmark.tree.clone(),
        criteria: task.criterion.nodes.clone(),
        line: task.criterion.line,
        variable: task.criterion.variable.clone(),
        entry: benchmark.entry_point().map_or_else(|| default_entry(&benchmark.tree), str::to_owned),
        inputs: benchmark.inputs.clone(),
        task: benchmark
            .criteria
            .iter()
            .position(|criterion| criterion.id == task.criterion.id)
            .map(|idx| (benchmark.clone(), idx)),
    })
}

fn of_files(args: &MinimizeArgs) -> Result<Target> {
    let files: Vec<PathBuf> = args.program.iter().map(PathBuf::from).collect();
    let (language, sources) = program(&files)?;
    let tree = tree(language, &sources, &files[0])?;
    let Some(line) = args.line else {
        return Err(error::cli::missing_option(
            "a file needs a criterion",
            "name it with `--line N` and `--variable NAME`; a line alone is all statements that begin on it",
        ));
    };
    let variable = args.variable.clone().filter(|variable| !variable.is_empty());
    let criterion = CriterionArgs { line, variable: variable.clone(), occurrence: args.occurrence };
    let criteria = criterion.resolve(&tree, &files[0])?;
    Ok(Target {
        name: args.program[0].clone(),
        criteria,
        line,
        variable,
        entry: if language == Language::C { "main".to_owned() } else { default_entry(&tree) },
        inputs: Vec::new(),
        task: None,
        program: Arc::new(tree),
    })
}

/// The only function `main`, or nothing.
pub(in crate::cli) fn default_entry(program: &Tree) -> String {
    let roots = (0..program.files().len()).flat_map(|file_idx| program.roots(file_idx));
    let mains: Vec<&str> =
        roots.map(|root| program.label(root)).filter(|label| label.starts_with("main/")).collect();
    match mains[..] {
        [main] => main.to_owned(),
        _ => String::new(),
    }
}

/// The inputs in a file, the arguments of each as a list of terms on a line.
pub(in crate::cli) fn input_lines(path: &Path) -> Result<Vec<Input>> {
    read(path)?.lines().filter(|line| !line.trim().is_empty()).map(arguments).collect()
}

/// The arguments in a list of terms.
fn arguments(text: &str) -> Result<Input> {
    let args = elements(text.trim()).ok_or_else(|| error::cli::bad_arguments(text))?;
    Ok(Input { args, stdin: String::new() })
}

/// The elements of a list, as written.
fn elements(text: &str) -> Option<Vec<String>> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut elements = vec![String::new()];
    let mut depth = 0_usize;
    let mut quote = None;
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ',') if depth == 0 => {
                elements.push(String::new());
                continue;
            }
            (None, '[' | '{' | '(') => depth += 1,
            (None, ']' | '}' | ')') => depth = depth.checked_sub(1)?,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        let element = elements.last_mut()?;
        match c {
            '<' if quote.is_none() && element.ends_with('<') => depth += 1,
            '>' if quote.is_none() && element.ends_with('>') => depth = depth.checked_sub(1)?,
            _ => {}
        }
        element.push(c);
        // What follows is the character itself.
        if (quote.is_none() && c == '$') || (quote.is_some() && c == '\\') {
            element.extend(chars.next());
        }
    }
    let elements: Vec<String> = elements.iter().map(|element| element.trim().to_owned()).collect();
    match &elements[..] {
        _ if depth > 0 || quote.is_some() => None,
        [only] if only.is_empty() => Some(Vec::new()),
        all => all.iter().all(|element| !element.is_empty()).then(|| elements.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_the_elements_of_a_list() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(arguments(text).unwrap().args, expected, "{text}");
        };
        check("[1,[2]]", &["1", "[2]"]);
        check(" [ {a, 1} , \"x,]\" ] ", &["{a, 1}", "\"x,]\""]);
        check("[$,, '],', \"\\\"\", <<1,2>>]", &["$,", "'],'", "\"\\\"\"", "<<1,2>>"]);
        check("[]", &[]);
        for bad in ["1", "[1", "[1,]", "[1]]", "[\"]"] {
            assert!(arguments(bad).is_err(), "{bad}");
        }
    }
}
