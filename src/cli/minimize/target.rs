//! What is minimised: a task of the suite, or files with a criterion.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use super::super::Context;
use super::super::select::CriterionArgs;
use super::super::sources::{program, read, tree};
use super::args::MinimizeArgs;
use crate::ast::{NodeId, Tree};
use crate::error::{self, Place, Result};
use crate::languages::{self, room};
use crate::oracle::{Question, SliceRule};
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
    /// As `entry` of a benchmark names it; empty until it is chosen.
    pub(super) entry: String,
    pub(super) inputs: Vec<Input>,
    /// Whether the slice speaks of these inputs alone.
    pub(super) is_bound: bool,
    /// What a slice is.
    pub(super) rule: SliceRule,
    /// The benchmark of a task, and which of its criteria.
    pub(super) task: Option<(Benchmark, usize)>,
}

impl Target {
    pub(super) fn new(args: &MinimizeArgs, context: &Context) -> Result<Target> {
        let target = match args.program.first() {
            Some(name) if !Path::new(name).is_file() => {
                let suite = context.settings.unfinished_suite()?;
                let task = suite.tasks().find(|task| task.id() == *name);
                of_task(task.ok_or_else(|| error::cli::no_target(name))?)
            }
            _ => of_files(args)?,
        };
        target.prepared(args)
    }

    /// A task that was found already.
    pub(super) fn of(task: Task<'_>, args: &MinimizeArgs) -> Result<Target> {
        of_task(task).prepared(args)
    }

    /// With entry point, inputs and rule.
    fn prepared(self, args: &MinimizeArgs) -> Result<Target> {
        let mut target = self;
        let language = target.program.language();
        if languages::deletions(&target.program).is_none() {
            return Err(error::oracle::no_oracle(language.name()));
        }
        target.choose_entry(args.entry.as_deref().filter(|entry| !entry.is_empty()))?;
        target.read_inputs(args)?;
        target.rule = args.rule(target.rule);
        target.is_bound |= args.dynamic;
        Ok(target)
    }

    /// The function that is named, by the user before the benchmark, or else the one that can be meant.
    fn choose_entry(&mut self, named: Option<&str>) -> Result<()> {
        if let Some(named) = named {
            self.entry = named.to_owned();
        }
        let room = room(self.program.language());
        if self.entry.is_empty() {
            self.entry = only_entry(&self.program, &self.criteria)?;
        }
        let exported = room.exported(&self.program);
        match exported.is_empty() || exported.contains(&self.entry) {
            true => Ok(()),
            false => Err(error::oracle::no_entry(&self.entry, &exported)),
        }
    }

    /// Adds the inputs of the command line to those of the benchmark.
    fn read_inputs(&mut self, args: &MinimizeArgs) -> Result<()> {
        let manifest = self.task.as_ref().map(|(benchmark, _)| benchmark.path.join("benchmark.toml"));
        let of_benchmark =
            self.inputs.iter().map(|input| (manifest.as_ref().map(Place::file), input.clone()));
        let mut found: Vec<(Option<Place>, Input)> = of_benchmark.collect();
        for text in &args.inputs {
            found.push((None, arguments(text, None)?));
        }
        if let Some(path) = &args.input_file {
            let text = read(path)?;
            for (idx, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                let place = Some(Place::at(path, idx + 1, 0));
                found.push((place.clone(), arguments(line, place)?));
            }
        }
        // C programs take as many arguments as there are.
        if let Some(n_params) = self.entry.rsplit_once('/').and_then(|(_, arity)| arity.parse::<usize>().ok())
        {
            let is_wrong = |(_, input): &&(Option<Place>, Input)| input.args.len() != n_params;
            if let Some((place, input)) = found.iter().find(is_wrong) {
                return Err(error::cli::wrong_arguments(place.clone(), &input.args, &self.entry, n_params));
            }
            if n_params == 0 && found.is_empty() {
                found.push((None, Input { args: Vec::new(), stdin: String::new() }));
            }
        }
        self.inputs = found.into_iter().map(|(_, input)| input).collect();
        Ok(())
    }

    /// What an oracle is asked, by this rule.
    pub(super) fn question(&self, rule: SliceRule) -> Question {
        Question { rule, ..Question::new(self.criteria.clone(), self.entry.as_str()) }
    }

    /// The task, when it is one.
    pub(super) fn task(&self) -> Option<Task<'_>> {
        let (benchmark, idx) = self.task.as_ref()?;
        Some(Task { benchmark, criterion: benchmark.criteria.get(*idx)? })
    }
}

fn of_task(task: Task<'_>) -> Target {
    let benchmark = task.benchmark;
    Target {
        name: task.id(),
        program: benchmark.tree.clone(),
        criteria: task.criterion.nodes.clone(),
        line: task.criterion.line,
        variable: task.criterion.variable.clone(),
        entry: benchmark.entry_point().unwrap_or_default().to_owned(),
        inputs: task.inputs().to_vec(),
        is_bound: task.is_bound(),
        rule: SliceRule::of(task.criterion.kind),
        task: benchmark
            .criteria
            .iter()
            .position(|criterion| criterion.id == task.criterion.id)
            .map(|idx| (benchmark.clone(), idx)),
    }
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
        entry: String::new(),
        inputs: Vec::new(),
        is_bound: false,
        rule: SliceRule::default(),
        task: None,
        program: Arc::new(tree),
    })
}

/// The entry point that is meant when nobody says.
///
/// # Errors
/// There is none, or several could be: the message lists them.
pub(in crate::cli) fn only_entry(program: &Tree, criteria: &[NodeId]) -> Result<String> {
    match &room(program.language()).entries(program, criteria)[..] {
        [one] => Ok(one.clone()),
        several => Err(error::oracle::which_entry(several)),
    }
}

/// The inputs in a file, the arguments of each as a list of terms on a line.
pub(in crate::cli) fn input_lines(path: &Path) -> Result<Vec<Input>> {
    let text = read(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(idx, line)| arguments(line, Some(Place::at(path, idx + 1, 0)))).collect()
}

/// An input as a line has it, where a standard input is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InputLine {
    args: Vec<String>,
    #[serde(default)]
    stdin: String,
}

/// An input as it is written on a command line.
pub(in crate::cli) fn typed_input(text: &str) -> Result<Input> {
    arguments(text, None)
}

/// The arguments in a list of terms, or with the standard input in a JSON object.
fn arguments(text: &str, place: Option<Place>) -> Result<Input> {
    if text.trim_start().starts_with('{') {
        let line: std::result::Result<InputLine, _> = serde_json::from_str(text);
        let line = line.map_err(|_| error::cli::bad_arguments(place, text.trim()))?;
        return Ok(Input { args: line.args, stdin: line.stdin });
    }
    let args = elements(text.trim()).ok_or_else(|| error::cli::bad_arguments(place, text.trim()))?;
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
            assert_eq!(arguments(text, None).unwrap().args, expected, "{text}");
        };
        check("[1,[2]]", &["1", "[2]"]);
        check(" [ {a, 1} , \"x,]\" ] ", &["{a, 1}", "\"x,]\""]);
        check("[$,, '],', \"\\\"\", <<1,2>>]", &["$,", "'],'", "\"\\\"\"", "<<1,2>>"]);
        check("[]", &[]);
        let full = arguments("{\"args\": [\"a,b\"], \"stdin\": \"1\\n\"}", None).unwrap();
        assert_eq!(full, Input { args: vec!["a,b".to_owned()], stdin: "1\n".to_owned() });
        for bad in ["1", "[1", "[1,]", "[1]]", "[\"]", "{\"args\": 1}", "{}"] {
            assert!(arguments(bad, None).is_err(), "{bad}");
        }
    }
}
