//! Whether contracts hold: on the program, and on the code that its gold slices keep.
//!
//! A second oracle beside the values of the criterion: a gold slice that lost something may take the same values on all inputs that
//! are there, and give a wrong result to a call in between. Contracts are written into the text of program and slice, and run on
//! the inputs of the benchmark and of its certificates.

use std::ops::Range;

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::error::{self, EXIT_NOTHING_MEASURED, Place, Problem, Result};
use crate::languages::{self, ContractedFunction, WrittenContract, room};
use crate::map::{self, MapOptions};
use crate::minimize::certificate::task_inputs;
use crate::oracle::Question;
use crate::suite::{Benchmark, Contract, Criterion, Gold, Input, Task};

/// What contracts call the value that a function returns.
const RESULT: [&str; 2] = ["result", "Result"];

/// A contract with what it speaks of in the program.
struct OpenContract<'b> {
    contract: &'b Contract,
    function: ContractedFunction,
    /// What it calls the parameters.
    names: Vec<String>,
}

/// Halves of a contract that are checked: `requires`, `ensures`.
type Halves = [bool; 2];

/// The first call that breaks a contract.
struct BrokenContract<'b> {
    condition: &'b str,
    /// What parameters and result are, or why that is not known.
    values: String,
    input: Input,
}

/// What running the contracts of a benchmark showed.
#[derive(Default)]
pub(super) struct CheckedContracts {
    /// Contracts that were run.
    pub(super) n_run: usize,
    /// What is wrong, each with the id of the benchmark or task that it is about.
    pub(super) problems: Vec<(String, Problem)>,
    /// Whether nothing could be run, since the runtime is missing.
    pub(super) is_skipped: bool,
}

/// Runs the contracts of a benchmark.
pub(super) fn check(benchmark: &Benchmark) -> CheckedContracts {
    let mut check = CheckedContracts::default();
    if !benchmark.contracts.is_empty() {
        check.run(benchmark);
    }
    check
}

impl CheckedContracts {
    fn run(&mut self, benchmark: &Benchmark) {
        let opened = self.opened(benchmark);
        let mut inputs: Vec<Input> = benchmark.inputs.clone();
        for criterion in &benchmark.criteria {
            let more = task_inputs(Task { benchmark, criterion });
            inputs.extend(more.into_iter().filter(|input| !benchmark.inputs.contains(input)));
        }
        let mut sound: Vec<OpenContract<'_>> = Vec::new();
        for contract in opened {
            match self.holds(benchmark, &contract, &inputs) {
                Some(true) => sound.push(contract),
                Some(false) => {}
                None => {
                    self.is_skipped = true;
                    return;
                }
            }
        }
        for criterion in &benchmark.criteria {
            for gold in &criterion.golds {
                self.check_gold(benchmark, criterion, gold, &sound);
            }
        }
    }

    fn opened<'b>(&mut self, benchmark: &'b Benchmark) -> Vec<OpenContract<'b>> {
        let mut opened = Vec::new();
        for contract in &benchmark.contracts {
            match open(benchmark, contract) {
                Ok(contract) => opened.push(contract),
                Err(why) => self.refuse(benchmark, contract, &why),
            }
        }
        opened
    }

    fn refuse(&mut self, benchmark: &Benchmark, contract: &Contract, why: &str) {
        let problem = error::check::contract_not_run(contract.place.clone(), why);
        self.problems.push((benchmark.id.clone(), problem));
    }

    /// Whether a contract holds on the program itself, and some input shows that; `None` where the runtime is missing.
    fn holds(&mut self, benchmark: &Benchmark, open: &OpenContract<'_>, inputs: &[Input]) -> Option<bool> {
        let contract = open.contract;
        let halves = [contract.requires.is_some(), contract.ensures.is_some()];
        let place = contract.place.clone();
        let problem = match run(benchmark, &benchmark.tree, open, halves, inputs) {
            Err(missing) if missing.exit_code() == EXIT_NOTHING_MEASURED => return None,
            Err(refused) => {
                let why = refused.problems().first().map(|problem| problem.message.clone());
                error::check::contract_not_run(place, &why.unwrap_or_default())
            }
            Ok(RanContract { broken: Some(broken), .. }) => {
                self.n_run += 1;
                error::check::broken_in_program(place, &contract.function, &broken.said())
            }
            Ok(RanContract { n_calls: 0, .. }) => {
                self.n_run += 1;
                error::check::contract_not_reached(place, &contract.function)
            }
            Ok(_) => {
                self.n_run += 1;
                return Some(true);
            }
        };
        self.problems.push((benchmark.id.clone(), problem));
        Some(false)
    }

    /// Runs those contracts on a gold slice that speak of code which it keeps.
    fn check_gold(
        &mut self,
        benchmark: &Benchmark,
        criterion: &Criterion,
        gold: &Gold,
        contracts: &[OpenContract<'_>],
    ) {
        let task = Task { benchmark, criterion };
        let tree = Tree::parse(benchmark.language, &gold.files);
        let mapping = map::map(&benchmark.tree, &tree, &MapOptions::of_criterion(&criterion.nodes));
        let inputs = task_inputs(task);
        for open in contracts {
            let halves = open.kept_halves(&benchmark.tree, &tree, &mapping.kept);
            // What does not run is told by other rules.
            let ran = run(benchmark, &tree, open, halves, &inputs);
            let Ok(RanContract { broken: Some(broken), .. }) = ran else { continue };
            let contract = open.contract;
            let kept = room(benchmark.language).contracted(&tree, contract).and_then(|it| it.ok());
            let position = tree.position(0, kept.map_or(0, |kept| tree.own_offset(kept.definition)));
            let place = Place::at(gold.path_of(&tree.file(0).path), position.line, position.column);
            let problem = error::check::broken_in_slice(place, &contract.function, &broken.said());
            self.problems.push((task.id(), problem));
        }
    }
}

fn open<'b>(benchmark: &Benchmark, contract: &'b Contract) -> std::result::Result<OpenContract<'b>, String> {
    let language = benchmark.language;
    let function = room(language).contracted(&benchmark.tree, contract);
    let function = function
        .ok_or_else(|| format!("contracts are run in Erlang, JavaScript and Python, not in {language}"))??;
    let names: Vec<String> = function.parameters.iter().map(|(name, _)| name.clone()).collect();
    if let Some(name) = names.iter().find(|name| RESULT.contains(&name.as_str())) {
        return Err(format!("a parameter is called `{name}`, as the result is"));
    }
    Ok(OpenContract { contract, function, names })
}

/// What running a contract came to.
struct RanContract<'b> {
    /// Calls and returns at which it was checked.
    n_calls: usize,
    broken: Option<BrokenContract<'b>>,
}

/// Runs a program, or a slice of it, with these halves of a contract written in; stops at the first call that breaks it.
fn run<'b>(
    benchmark: &Benchmark,
    tree: &Tree,
    open: &OpenContract<'b>,
    [has_requires, has_ensures]: Halves,
    inputs: &[Input],
) -> Result<RanContract<'b>> {
    let mut ran = RanContract { n_calls: 0, broken: None };
    let contract = open.contract;
    let written = WrittenContract {
        contract,
        parameters: &open.names,
        prefix: fresh_prefix(tree),
        has_requires,
        has_ensures,
    };
    let files = room(benchmark.language).with_contract(tree, &written);
    let Some(files) = files.filter(|_| has_requires || has_ensures) else { return Ok(ran) };
    let with_contract = Tree::parse(benchmark.language, &files);
    let halves = [
        (has_requires, written.requires_name(), contract.requires.as_deref()),
        (has_ensures, written.ensures_name(), contract.ensures.as_deref()),
    ];
    let seen: Vec<(NodeId, &'b str)> = halves
        .iter()
        .filter(|(is_checked, ..)| *is_checked)
        .filter_map(|(_, name, condition)| {
            let node = with_contract.ids().rev().find(|&node| with_contract.label(node) == name)?;
            Some((node, (*condition)?))
        })
        .collect();
    if seen.is_empty() {
        return Ok(ran);
    }
    let points = seen.iter().map(|(node, _)| *node).collect();
    let entry = benchmark.entry_point().unwrap_or_default();
    let mut oracle = languages::oracle(&with_contract, &Question::new(points, entry))?;
    for (input, sequence) in inputs.iter().zip(oracle.sequences(inputs, false)?) {
        for element in sequence.elements {
            ran.n_calls += 1;
            let half = seen.iter().find(|(node, _)| *node == element.node);
            let is_broken = !element.value.eq_ignore_ascii_case("true");
            if let Some(&(_, condition)) = half.filter(|_| is_broken) {
                let (values, input) = (element.value, input.clone());
                ran.broken = Some(BrokenContract { condition, values, input });
                return Ok(ran);
            }
        }
    }
    Ok(ran)
}

/// How names begin that nothing in a program has.
fn fresh_prefix(tree: &Tree) -> String {
    let mut prefix = "Contract_".to_owned();
    let is_there = |prefix: &str| {
        let small = prefix.to_lowercase();
        tree.files().any(|file| file.text.to_lowercase().contains(&small))
    };
    while is_there(&prefix) {
        prefix.push('_');
    }
    prefix
}

impl BrokenContract<'_> {
    fn said(&self) -> String {
        let Input { args, stdin } = &self.input;
        let stdin = match stdin.is_empty() {
            true => String::new(),
            false => format!(" with standard input {stdin:?}"),
        };
        format!(
            "`{}` does not hold with {} on input [{}]{stdin}",
            self.condition,
            self.values,
            args.join(", ")
        )
    }
}

/// How much of a stretch of the program a slice keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeptPart {
    /// There is nothing in it that could go.
    Weightless,
    Nothing,
    Some,
    Whole,
}

impl OpenContract<'_> {
    /// The halves that speak only of code which a slice keeps: the function, of its parameters those that are named and are given at
    /// each call, functions that are called, and every result that is left as it is in the program.
    fn kept_halves(&self, program: &Tree, slice: &Tree, kept: &NodeSet) -> Halves {
        if !kept.contains(self.function.definition) {
            return [false; 2];
        }
        let is_whole = |range: &Range<usize>| {
            matches!(kept_part(program, range, kept), KeptPart::Whole | KeptPart::Weightless)
        };
        let lacks_arguments = self.lacks_arguments(slice);
        let speaks_of_kept = |text: &str| {
            let words = words(text);
            let is_named = |name: &str| words.contains(&name);
            let parameters = self.function.parameters.iter().filter(|(name, _)| is_named(name));
            let mut has_named = false;
            let are_kept =
                parameters.inspect(|_| has_named = true).all(|(_, ranges)| ranges.iter().any(is_whole));
            let are_called = definitions(program, &words).all(|node| is_whole(&program.span(node)));
            are_kept && are_called && !(has_named && lacks_arguments)
        };
        let results_are_kept = || {
            let parts = self.function.results.iter().map(|range| kept_part(program, range, kept));
            let parts: Vec<KeptPart> = parts.collect();
            parts.contains(&KeptPart::Whole) && !parts.contains(&KeptPart::Some)
        };
        let ensured = |text: &str| match words(text).iter().any(|word| RESULT.contains(word)) {
            true => results_are_kept(),
            // It speaks of what the function does besides.
            false => is_whole(&program.span(self.function.definition)),
        };
        let Contract { requires, ensures, .. } = self.contract;
        [
            requires.as_deref().is_some_and(speaks_of_kept),
            ensures.as_deref().is_some_and(|text| speaks_of_kept(text) && ensured(text)),
        ]
    }

    /// Whether a call of the function in a slice has a placeholder in the place of an argument.
    fn lacks_arguments(&self, slice: &Tree) -> bool {
        let name = last_name(&self.contract.function);
        let is_call = |node: &NodeId| {
            slice.is_call(*node) && slice.names_called(*node).any(|called| slice.label(called) == name)
        };
        let has_placeholder = |call: NodeId| slice.children(call).any(|child| slice.is_placeholder(child));
        slice.ids().filter(is_call).any(has_placeholder)
    }
}

/// `add` of `Account.add`, `f` of `f/2`.
fn last_name(function: &str) -> &str {
    let name = function.split_once('/').map_or(function, |(name, _)| name);
    name.rsplit_once('.').map_or(name, |(_, name)| name)
}

fn kept_part(program: &Tree, range: &Range<usize>, kept: &NodeSet) -> KeptPart {
    let is_inside = |node: &NodeId| {
        let span = program.span(*node);
        program.is_counted(*node) && range.start <= span.start && span.end <= range.end
    };
    let nodes: Vec<NodeId> = program.file_nodes(0).filter(is_inside).collect();
    match nodes.iter().filter(|&&node| kept.contains(node)).count() {
        _ if nodes.is_empty() => KeptPart::Weightless,
        0 => KeptPart::Nothing,
        n_kept if n_kept == nodes.len() => KeptPart::Whole,
        _ => KeptPart::Some,
    }
}

/// Names in an expression, of whatever.
fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect()
}

/// The definitions that words name.
fn definitions<'t>(program: &'t Tree, words: &'t [&str]) -> impl Iterator<Item = NodeId> + 't {
    let is_named = |node: &NodeId| words.contains(&last_name(program.label(*node)));
    program.file_nodes(0).filter(|&node| program.flags(node).has(Flags::DEFINITION)).filter(is_named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_expressions_and_after_paths() {
        assert_eq!(words("len(xs) >= N_1 and 'a.b'"), ["len", "xs", "N_1", "and", "a", "b"]);
        assert_eq!(["f/2", "Account.add", "a.b.c", "f"].map(last_name), ["f", "add", "c", "f"]);
    }
}
