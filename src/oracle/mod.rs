//! Runs a program and candidates made of it, and observes the values of the criterion.
//!
//! In: a program's tree, the criterion's node, an entry point, inputs. Out: for every [`Candidate`] a
//! [`Judgement`]: whether seq(P, C, I), the values that the criterion takes in the original on input I, is a
//! prefix of seq(candidate, C, I) for every input, or what another [`SliceRule`] asks for (Pérez, Silva, Tamarit, "Automatic Testing of Program
//! Slicers", 2019; Binkley et al., "ORBS", 2014). Verdicts are deterministic: no clock decides one.
//!
//! Nothing here knows how candidates are chosen, and nothing outside knows how a language is run. What oracles do
//! alike is in `pool` and `protocol`.

mod command;
pub(crate) mod conditions;
pub(crate) mod meaning;
pub(crate) mod pool;
mod probe;
pub(crate) mod protocol;
mod sequence;
pub(crate) mod served;
mod told;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, Deletions};
use crate::error::{self, Place, Result};
use crate::flow::FlowTrace;
use crate::language::Language;
use crate::suite::{Input, SliceKind};

pub use command::{CommandOracle, CommandSubject, InsertedLines, IsOver, TextOracle};
pub use pool::limit_workers;
pub use probe::{Drawn, Glance, InputProbe};
pub use sequence::{Element, Sequence};

/// What is observed, and from where the program is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Nodes whose values are observed, in one sequence: variables or other expressions, or variables of patterns.
    /// Never empty.
    pub criteria: Vec<NodeId>,
    /// Entry point as a benchmark names it: `main/1`; in C always `main`.
    pub entry: String,
    /// What a slice is.
    pub rule: SliceRule,
}

impl Question {
    /// A question with the rule that gold slices are certified by: the prefix.
    pub fn new(criteria: Vec<NodeId>, entry: impl Into<String>) -> Question {
        Question { criteria, entry: entry.into(), rule: SliceRule::Prefix }
    }

    /// The same with the rule for slices of a kind.
    pub fn of_kind(criteria: Vec<NodeId>, entry: impl Into<String>, kind: SliceKind) -> Question {
        Question { rule: SliceRule::of(kind), ..Question::new(criteria, entry) }
    }
}

/// What of a run of the original its slices must do, too.
///
/// A run ends when it returns; one that fails with an exception or a signal does not. On inputs on which the original does not end
/// all rules are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SliceRule {
    /// The values of the original come first, in order (Pérez, Silva, Tamarit 2019).
    #[default]
    Prefix,
    /// The same, and the slice does not run for ever where the original ends. It may fail.
    PrefixAndEnd,
    /// Where the original ends, the slice has the same values and no more, and ends (Weiser, "Program Slicing", 1984; Binkley
    /// et al., "ORBS", 2014).
    Strict,
    /// Where the original ends, the slice visits the criterion as often, and ends; elsewhere it visits it not less often. Values do not
    /// matter, and the criterion's own statement fails only where it fails in the original (control slices: Kumar, Sanyal, Khedker,
    /// "Sliced slices", 2014).
    Visits,
    /// The prefix, where conditions that the slice lacks go as they went in the original: each in its turn has the next outcome that
    /// it had there, and the run is over when it had no more. Where one of them always goes one way and the criterion is
    /// visited as often, the values are the same (data slices of the same).
    Driven,
}

impl SliceRule {
    /// By which slices of a kind are certified.
    pub fn of(kind: SliceKind) -> SliceRule {
        match kind {
            SliceKind::Static | SliceKind::Dynamic | SliceKind::Relevant => SliceRule::Prefix,
            SliceKind::Data => SliceRule::Driven,
            SliceKind::Control => SliceRule::Visits,
        }
    }

    /// The kind of slices that only this rule is for.
    pub(crate) fn only_kind(self) -> Option<SliceKind> {
        match self {
            SliceRule::Prefix | SliceRule::PrefixAndEnd | SliceRule::Strict => None,
            SliceRule::Visits => Some(SliceKind::Control),
            SliceRule::Driven => Some(SliceKind::Data),
        }
    }

    /// The rule on an input on which the original ends like this. Of what is compared with the end, values alone are left of
    /// [`SliceRule::Driven`]: what is driven is so in any case.
    pub(crate) fn on(self, end: &RunEnd) -> SliceRule {
        match self {
            SliceRule::Driven => SliceRule::Prefix,
            rule if *end == RunEnd::Returned => rule,
            _ => SliceRule::Prefix,
        }
    }
}

/// Fuel of a candidate on an input on which it gets more than others, at most, unless others get as much.
pub const PATIENT_FUEL: u64 = 5_000_000;

/// Fuel of a candidate on an input on which the original spends so much: ten times that and 1,000, for one of ours that
/// waits so many times as long.
pub(crate) fn candidate_fuel(ticks: u64, patience: u64) -> u64 {
    let fuel = ticks * 10 + 1_000;
    (fuel * patience).min(PATIENT_FUEL).max(fuel)
}

/// What a candidate is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// On every input the criterion takes the values that the rule of the question asks for.
    Same,
    /// On this input it does not.
    Different(Witness),
    /// The candidate is no program: its compiler would refuse it.
    Invalid(Flaw),
    /// On this input it used up its fuel or memory before the criterion had taken all values, or where it has to end.
    OutOfFuel {
        /// Index of the input.
        input_idx: usize,
    },
}

/// Where a candidate first differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Index of the input.
    pub input_idx: usize,
    /// 0-based position in the sequence: another value there, or none. The length of the original's sequence where only what
    /// comes after it differs: a further value, or how the run ends.
    pub position: usize,
}

/// Why a candidate is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The offending node: a use of a variable without a binding, a call of a function that is gone.
    pub node: NodeId,
    /// What is wrong with it: lowercase, names in backticks.
    pub why: String,
    /// Every program made by deleting more has the flaw, too, unless a deletion of one of these nodes
    /// is among what is deleted more.
    pub repairs: NodeSet,
}

/// A verdict, and what it depended on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What the candidate is worth.
    pub verdict: Verdict,
    /// Nodes with deletions that the failing run asked for: was this node deleted? Any candidate that
    /// decides these nodes alike fails alike on that input. Those of all runs when the verdict is
    /// [`Verdict::Same`]; empty when not asked for (see [`Oracle::judge`]) or invalid.
    pub consulted: NodeSet,
    /// Units of fuel spent on all inputs: calls of the program's functions, and iterations.
    pub ticks: u64,
}

impl Judgement {
    /// Whether the candidate is a slice on the inputs.
    pub fn is_same(&self) -> bool {
        self.verdict == Verdict::Same
    }
}

/// What came of another program in the place of the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial {
    /// On every input the criterion takes the values that the rule of the question asks for.
    Same,
    /// On an input it does not.
    Different(Difference),
    /// Its compiler refuses it, or it has no entry point; the reason in the compiler's words.
    Invalid(String),
    /// It was not run, for it has what no program may have that is run here: calls of what writes files, processes.
    NotRun(String),
    /// It compiles, and there was no criterion to observe.
    Compiled,
}

/// Where another program first differs, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Input and position.
    pub witness: Witness,
    /// The value of the original at the position, as text; long ones are cut.
    pub expected: String,
    /// The other program's value there, or why it has none.
    pub got: String,
}

/// What the original does on one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Number of values the criterion takes; those of a run that crashes or loops up to there.
    pub n_values: usize,
    /// Hash of the values, stable within one version of the runtime.
    pub values_hash: u64,
    /// How the run ended.
    pub end: RunEnd,
    /// Units of fuel spent.
    pub ticks: u64,
    /// Nodes reached: statements, clauses whose body was entered, and everything with a deletion.
    pub reached: NodeSet,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It returned.
    Returned,
    /// With an exception; a short text says which.
    Crashed(String),
    /// It used up its fuel or memory.
    OutOfFuel,
}

/// Judges candidates of one program with one criterion.
pub trait Oracle {
    /// The program.
    fn program(&self) -> &Tree;

    /// The deletions of which candidates are sets.
    fn deletions(&self) -> &Deletions;

    /// What executes candidates, with its version.
    fn runtime(&self) -> &str;

    /// Number of inputs added so far.
    fn n_inputs(&self) -> usize;

    /// Adds inputs, and tells what the original does on each; observed twice.
    ///
    /// # Errors
    /// An input that is no term of the language, a nondeterministic original (with the place), or a
    /// runtime that is gone.
    fn add_inputs(&mut self, inputs: &[Input]) -> Result<Vec<Observation>>;

    /// Takes all inputs out again.
    ///
    /// # Errors
    /// The runtime is gone.
    fn forget_inputs(&mut self) -> Result<()>;

    /// Gives candidates so many times the fuel on the inputs that are added from now on, up to [`PATIENT_FUEL`]; there are none
    /// yet. An oracle that cannot goes on as it is.
    fn set_patience(&mut self, times: u64) {
        let _ = times;
    }

    /// Runs the original once on each of these inputs, and the candidate where that reaches the criterion; the inputs are
    /// not added. Cheaper than adding them by far, and not checked for runs that differ.
    ///
    /// Distances are told of `branches`, as far as the oracle knows them. Of several inputs that refute the candidate, at
    /// least one is told. Unless it `is_patient`, the fuel of the original is a tenth of what inputs have that are added.
    ///
    /// # Errors
    /// The runtime is gone and could not be started again.
    fn probe(
        &mut self,
        candidate: &Candidate,
        inputs: &[Drawn],
        branches: &NodeSet,
        is_patient: bool,
    ) -> Result<Vec<InputProbe>>;

    /// Whether it knows how far runs are from branches that they do not enter; else it tells only of those that they enter.
    fn has_distances(&self) -> bool {
        false
    }

    /// The same runs in compiled code, many times faster, without what was asked for and without distances; the original has so
    /// many units of fuel. `None` where the oracle has no such way.
    ///
    /// # Errors
    /// As [`Oracle::probe`].
    fn glance(&mut self, candidate: &Candidate, inputs: &[Drawn], fuel: u64) -> Result<Option<Vec<Glance>>> {
        let _ = (candidate, inputs, fuel);
        Ok(None)
    }

    /// Judges candidates on all inputs, in any order of inputs, until the first that fails.
    ///
    /// [`Judgement::consulted`] is filled in only `with_consulted`, which makes runs slower.
    ///
    /// # Errors
    /// The runtime is gone and could not be started again.
    fn judge(&mut self, candidates: &[Candidate], with_consulted: bool) -> Result<Vec<Judgement>>;

    /// Judges candidates by compiling each for real; `consulted` stays empty. Slow, and independent of
    /// [`Oracle::judge`], with which it must agree.
    ///
    /// # Errors
    /// As [`Oracle::judge`].
    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>>;

    /// Runs the program as it stands on inputs that are not kept, and tells every value of every node that is observed. Calls around
    /// them are told `with_calls`, as far as the oracle knows them.
    ///
    /// # Errors
    /// An input that is no term of the language, values that cannot be compared, or a runtime that is gone.
    fn sequences(&mut self, inputs: &[Input], with_calls: bool) -> Result<Vec<Sequence>>;

    /// Runs the program as it stands on an input that is not kept, and tells what depended on what; `None` where the oracle cannot.
    ///
    /// # Errors
    /// An input that is no term of the language, or a runtime that is gone.
    fn trace(&mut self, input: &Input) -> Result<Option<FlowTrace>> {
        let _ = input;
        Ok(None)
    }

    /// The nodes that are observed: of several criteria those that have values.
    fn observed(&self) -> Vec<NodeId>;

    /// Compiles a program as somebody else wrote it, and runs it on all inputs within the limits of candidates.
    ///
    /// `criteria` are the nodes of `other` that stand for the criterion; without one the program is only compiled.
    /// Nothing is run of a program that could do more than compute.
    ///
    /// # Errors
    /// The runtime is gone and could not be started again, or the node is where nothing can be observed.
    fn try_other(&mut self, other: &Tree, criteria: &[NodeId]) -> Result<Trial> {
        self.try_placed(other, criteria, &[])
    }

    /// The same, where `origins` is the original's node for each node of `other`, as far as known: by it conditions that are gone
    /// are told apart, where they are [driven](SliceRule::Driven).
    ///
    /// # Errors
    /// As [`Oracle::try_other`].
    fn try_placed(&mut self, other: &Tree, criteria: &[NodeId], origins: &[Option<NodeId>]) -> Result<Trial> {
        let _ = (other, criteria, origins);
        Ok(Trial::NotRun("this oracle runs nothing but candidates".to_owned()))
    }
}

/// Place of a node, for messages.
pub(crate) fn place(program: &Tree, node: NodeId) -> Place {
    let file_idx = program.file_of(node);
    let position = program.own_position(node);
    Place::at(&program.file(file_idx).path, position.line, position.column)
}

/// Refuses a program in another language, and one with syntax errors.
pub(crate) fn check_parses(program: &Tree, language: Language) -> Result<()> {
    if program.language() != language {
        return Err(error::oracle::no_oracle(program.language().name()));
    }
    match program.problems().first() {
        Some(problem) => {
            let file = program.file(problem.file_idx);
            let place = Place::of_offset(&file.path, &file.text, problem.offset);
            Err(error::oracle::does_not_parse(place, &problem.message))
        }
        None => Ok(()),
    }
}
