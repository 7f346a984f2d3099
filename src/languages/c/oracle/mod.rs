//! C programs, run as mutant schemata.
//!
//! gcc compiles the program once, with every deletion behind a switch (`schema`); the result is a driver that forks
//! for its runs, so that whatever a candidate does ends with its process, and puts memory back between those that share
//! one. What C leaves undefined has a value or ends the run. Candidates that would not compile are refused by
//! [`scope`], without a run. [`Oracle::confirm`] compiles the text of each candidate by itself.

mod compiler;
mod conditions;
mod criterion;
mod edits;
mod frames;
mod other;
mod points;
mod schema;
mod scope;
mod support;
mod walkers;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, DeletionId, Deletions, Mark};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::c::deletions::{Part, Parts};
use crate::oracle::conditions::DrivenConditions;
use crate::oracle::pool::{Pool, Runtime};
use crate::oracle::protocol::SwitchTable;
use crate::oracle::{
    Drawn, Flaw, InputProbe, Judgement, Observation, Oracle, Question, RunEnd, Sequence, SliceRule, Trial,
    Verdict, Witness, candidate_fuel, check_parses, place,
};
use crate::process::Session;
use crate::suite::Input;

use compiler::{Compiler, GCC, failed};
use criterion::{Probe, See, marks, probes, see_by_types, visited};
use frames::{GivenInput, Known, Observed, observe, observed};
use schema::Source;
use scope::{Mistakes, NameCheck};

/// Fuel of the original on one input.
const MAX_FUEL: u64 = 2_000_000;

/// Has the runtime compiled and kept. Who needs it and has none says why.
pub(super) fn keep_server() {
    if let Ok(mut compiler) = Compiler::find() {
        let _ = compiler.runtime();
    }
}

/// Oracle of one C program and criterion.
pub struct COracle<'t> {
    pool: Pool<'t, Drivers>,
    scope: NameCheck,
    /// The nodes of the criterion that are seen, and how; never empty.
    probes: Vec<Probe>,
    rule: SliceRule,
    /// Where those go as in the original that a candidate lacks.
    driven: Option<DrivenConditions>,
    n_compiled: AtomicUsize,
    /// The program as it stands with its points numbered, once it was asked for.
    numbered: Mutex<Option<Session>>,
}

/// The schema's program, which forks for its runs.
struct Drivers {
    compiler: Compiler,
    driver: PathBuf,
    /// Whether runs may share a process.
    in_rows: bool,
    inputs: Vec<Known>,
    /// As [`Oracle::set_patience`] says.
    patience: u64,
}

impl Runtime for Drivers {
    type Worker = Session;
    const NAME: &'static str = GCC;
    const FRAME: usize = 64;

    fn start(&self) -> Result<Session> {
        self.compiler.start(&self.driver, self.in_rows)
    }

    fn load(&self) -> Vec<Vec<u8>> {
        vec![frames::add(&self.inputs)]
    }
}

impl<'t> COracle<'t> {
    /// Compiles the program and starts the drivers; inputs are added later.
    ///
    /// # Errors
    /// gcc is missing; the program does not parse or compile, has no `main`, or has something that cannot be switched
    /// off and on (with the place); the criterion has no value that can be compared.
    pub fn open(program: &'t Tree, question: &Question) -> Result<COracle<'t>> {
        check_program(program)?;
        support::check(program)?;
        let probes = probes(program, &question.criteria)?;
        let subject =
            SwitchTable::new(program, probes[0].node(), crate::languages::c::deletions::of(program));
        let mut compiler = Compiler::find()?;
        let switches = subject.switches.clone();
        let driven = (question.rule == SliceRule::Driven).then(|| conditions::of(program));
        let mut source = Source { program, parts: Parts::new(program), probes, switches, driven };
        let deletions = &subject.deletions;
        let untyped = types(&compiler, &mut source, deletions)?;
        if question.rule == SliceRule::Visits {
            source.probes = visited(program, source.probes, &source.parts);
        }
        let scope = NameCheck::new(program, deletions, &untyped)?;
        let untyped_nodes: BTreeSet<NodeId> = untyped.iter().map(|&id| deletions.get(id).node).collect();
        let files = source.schema(&untyped_nodes);
        compiler.runtime()?;
        // Not optimised: gcc 12 takes a field that a deleted assignment leaves without a value for the value assigned.
        let driver = compiler.program(&files, "schema", "-O0")?.map_err(|said| failed(&said))?;
        let in_rows = scope::check_names(program).is_ok();
        let drivers = Drivers { compiler, driver, in_rows, inputs: Vec::new(), patience: 1 };
        let pool = Pool::start(subject, drivers)?;
        Ok(COracle {
            pool,
            scope,
            probes: source.probes,
            rule: question.rule,
            driven: source.driven,
            n_compiled: AtomicUsize::new(0),
            numbered: Mutex::default(),
        })
    }

    fn observe(&self, inputs: &[Input]) -> Result<Vec<Vec<Observed>>> {
        let request = observe(inputs.iter().map(|input| GivenInput::new(input, MAX_FUEL)));
        let switched = &self.pool.subject.switched;
        self.pool.on_each(|worker| {
            self.pool.ask(worker, &request, |reader| observed(reader, inputs.len(), switched))
        })
    }

    /// Candidates without deletions that change nothing beside others.
    fn normalised(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        candidates.iter().map(|candidate| deletions.normalised(program, candidate)).collect()
    }

    /// A parameter of the criterion that a candidate deletes: the schema would still have its value.
    fn gone_param(&self, candidate: &Candidate) -> Option<Flaw> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        let params = self.probes.iter().filter(|probe| probe.is_param());
        let is_gone = |probe: &&Probe| {
            candidate.ids().iter().any(|&id| deletions.gone(program, id).any(|node| node == probe.node()))
        };
        params.into_iter().find(is_gone).map(|probe| probe.flaw("the criterion is gone"))
    }

    /// The candidate compiled by itself, on all inputs.
    fn confirm_one(&self, candidate: &Candidate) -> Result<Judgement> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        let compiler = &self.pool.runtime.compiler;
        let name = format!("candidate{}", self.n_compiled.fetch_add(1, Ordering::Relaxed));
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let left: Vec<Probe> =
            self.probes.iter().filter(|probe| !gone.contains(probe.node())).cloned().collect();
        let marks = marks(&left);
        let marks: Vec<Mark<'_>> = marks
            .iter()
            .filter(|(node, _)| !gone.contains(*node))
            .map(|(node, before)| Mark { node: *node, before, after: ")" })
            .collect();
        let mut files = deletions.marked_text(program, candidate, &marks);
        if let Some(found) = &self.driven {
            files = conditions::driven(&files, &found.of_candidate(program, deletions, candidate));
        }
        let files = schema::alone(program, &files, &self.probes);
        let judgement = match compiler.program(&files, &name, "-O0")? {
            Ok(program) => self.run_alone(&program),
            Err(said) => {
                let verdict = Verdict::Invalid(self.probes[0].flaw(&said));
                Ok(Judgement { verdict, consulted: NodeSet::new(), ticks: 0 })
            }
        };
        compiler.forget(&name);
        judgement
    }

    fn run_alone(&self, program: &Path) -> Result<Judgement> {
        let (failure, ticks) = self.first_failure(program)?;
        let verdict = failure.map_or(Verdict::Same, |Failure { input_idx, position, found }| {
            // What came first decides: another value, or the end of the fuel.
            let Observation { end, n_values, .. } = found.observation;
            let known = &self.pool.runtime.inputs[input_idx];
            let is_any = known.rule == SliceRule::PrefixAndEnd && position == known.n_values;
            match end == RunEnd::OutOfFuel && (position == n_values || is_any) {
                true => Verdict::OutOfFuel { input_idx },
                false => Verdict::Different(Witness { input_idx, position }),
            }
        });
        Ok(Judgement { verdict, consulted: NodeSet::new(), ticks })
    }

    /// The first input on which a program that was compiled by itself does not behave, and all fuel spent.
    fn first_failure(&self, program: &Path) -> Result<(Option<Failure>, u64)> {
        let Drivers { compiler, inputs, .. } = &self.pool.runtime;
        let mut session = compiler.start(program, false)?;
        let mut ticks = 0;
        let runs =
            inputs.iter().enumerate().flat_map(|it| it.1.turns().into_iter().map(move |turned| (it, turned)));
        for ((input_idx, known), turned) in runs {
            let request = observe([known.given(turned)].into_iter());
            let found = self.pool.ask(&mut session, &request, |reader| observed(reader, 1, &[])?.pop())?;
            ticks += found.observation.ticks;
            let position = frames::n_alike(&known.values, &found.values);
            let Observation { end, n_values, .. } = &found.observation;
            let is_visited = *n_values == known.n_values && *end != RunEnd::OutOfFuel;
            // Where a condition goes otherwise and the criterion is visited less or more often, nothing is asked for.
            let behaves = match turned {
                None => position == known.n_values && ends_as_asked(known, &found.observation),
                Some(_) => position == known.n_values || !is_visited,
            };
            if !behaves {
                return Ok((Some(Failure { input_idx, position, found }), ticks));
            }
        }
        Ok((None, ticks))
    }
}

impl Oracle for COracle<'_> {
    fn program(&self) -> &Tree {
        self.pool.subject.program
    }

    fn deletions(&self) -> &Deletions {
        &self.pool.subject.deletions
    }

    fn runtime(&self) -> &str {
        &self.pool.runtime.compiler.version
    }

    fn n_inputs(&self) -> usize {
        self.pool.runtime.inputs.len()
    }

    fn add_inputs(&mut self, inputs: &[Input]) -> Result<Vec<Observation>> {
        // Another process has other addresses, and so is another chance to see what differs from run to run.
        let mut runs = self.observe(inputs)?;
        if runs.len() == 1 {
            runs.extend(self.observe(inputs)?);
        }
        if runs[0] != runs[1] {
            return Err(error::oracle::nondeterministic(place(self.program(), self.probes[0].node())));
        }
        let patience = self.pool.runtime.patience;
        let known: Vec<Known> =
            inputs.iter().zip(&runs[0]).map(|(input, run)| known(self.rule, patience, input, run)).collect();
        let request = frames::add(&known);
        self.pool.on_each(|worker| self.pool.ask(worker, &request, |_| Some(())))?;
        self.pool.runtime.inputs.extend(known);
        Ok(runs.swap_remove(0).into_iter().map(|observed| observed.observation).collect())
    }

    fn forget_inputs(&mut self) -> Result<()> {
        self.pool.runtime.inputs.clear();
        // Inputs stay in the memory of a driver; a new one costs less than keeping account.
        self.pool.restart()
    }

    fn set_patience(&mut self, times: u64) {
        self.pool.runtime.patience = times;
    }

    fn probe(
        &mut self,
        candidate: &Candidate,
        inputs: &[Drawn],
        branches: &NodeSet,
        is_patient: bool,
    ) -> Result<Vec<InputProbe>> {
        let SwitchTable { program, deletions, switched, .. } = &self.pool.subject;
        let fuel = if is_patient { MAX_FUEL } else { MAX_FUEL / 10 };
        let candidate = deletions.normalised(program, candidate);
        let modes = self.pool.subject.modes(&candidate);
        let deleted: NodeSet = candidate.ids().iter().map(|&id| deletions.get(id).node).collect();
        self.pool.on_shares(inputs, |worker, share| {
            let request = observe(share.iter().map(|drawn| GivenInput::new(&drawn.input, fuel)));
            let runs =
                self.pool.try_ask(worker, &request, |reader| observed(reader, share.len(), switched))?;
            let Some(runs) = runs else { return Ok(vec![InputProbe::nothing(); share.len()]) };
            let mut probes: Vec<InputProbe> =
                runs.iter().map(|run| run.observation.probe(&deleted, branches)).collect();
            let is_open = |&idx: &usize| {
                let probe = &probes[idx];
                (probe.n_values > 0 || self.rule.on(&probe.end) != SliceRule::Prefix)
                    && !probe.consulted.is_empty()
            };
            let open: Vec<usize> = (0..share.len()).filter(is_open).collect();
            let all: Vec<Known> =
                open.iter().map(|&idx| known(self.rule, 1, &share[idx].input, &runs[idx])).collect();
            let request = frames::refute(&modes, &all);
            let answers = self.pool.try_ask(worker, &request, |reader| {
                all.iter().map(|_| Some(reader.number(1)? == 1)).collect::<Option<Vec<bool>>>()
            })?;
            for (idx, is_refuted) in open.into_iter().zip(answers.unwrap_or_default()) {
                probes[idx].is_refuted = is_refuted;
            }
            Ok(probes)
        })
    }

    fn judge(&mut self, candidates: &[Candidate], with_consulted: bool) -> Result<Vec<Judgement>> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        let check = |it: &Candidate| {
            self.gone_param(it).or_else(|| self.scope.check(program, deletions, it, Mistakes::All))
        };
        self.pool.judge(&self.normalised(candidates), check, with_consulted)
    }

    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        let check = |it: &Candidate| {
            self.gone_param(it).or_else(|| self.scope.check(program, deletions, it, Mistakes::Unseen))
        };
        self.pool.judge_all(&self.normalised(candidates), check, |_, share| {
            share.iter().map(|candidate| self.confirm_one(candidate)).collect()
        })
    }

    fn sequences(&mut self, inputs: &[Input], _with_calls: bool) -> Result<Vec<Sequence>> {
        self.numbered_sequences(inputs)
    }

    fn observed(&self) -> Vec<NodeId> {
        let has_value = |probe: &&Probe| probe.see != See::Reached;
        self.probes.iter().filter(has_value).map(Probe::node).collect()
    }

    fn try_placed(&mut self, other: &Tree, criteria: &[NodeId], origins: &[Option<NodeId>]) -> Result<Trial> {
        self.trial(other, criteria, origins)
    }
}

fn known(
    rule: SliceRule,
    patience: u64,
    input: &Input,
    Observed { observation, values, outcomes }: &Observed,
) -> Known {
    Known {
        input: input.clone(),
        fuel: candidate_fuel(observation.ticks, patience),
        rule: rule.on(&observation.end),
        n_values: observation.n_values,
        values: values.clone(),
        outcomes: outcomes.clone(),
    }
}

/// Whether a run that has all values of the original goes on from there as the rule asks for.
fn ends_as_asked(known: &Known, found: &Observation) -> bool {
    match known.rule {
        SliceRule::Prefix | SliceRule::Driven => true,
        SliceRule::PrefixAndEnd => found.end != RunEnd::OutOfFuel,
        SliceRule::Strict | SliceRule::Visits => {
            found.end == RunEnd::Returned && found.n_values == known.n_values
        }
    }
}

/// A run that does not behave.
struct Failure {
    input_idx: usize,
    position: usize,
    found: Observed,
}

/// The types in a program: which placeholders do not fit; tells the probes how they are seen.
fn types(
    compiler: &Compiler,
    source: &mut Source<'_>,
    deletions: &Deletions,
) -> Result<BTreeSet<DeletionId>> {
    let program = source.program;
    let types = compiler.types(&source.probe())?;
    let types = types
        .map_err(|said| error::oracle::does_not_compile(place(program, 0), &said.replace("probe.d/", "")))?;
    let numbers: Vec<usize> = (0..source.probes.len()).map(|idx| source.number(idx)).collect();
    let class = |idx: usize| u16::try_from(numbers[idx]).ok().and_then(|number| types.get(&number)).copied();
    see_by_types(program, &mut source.probes, |idx| class(idx).unwrap_or_default())?;
    let id_of =
        |part: &Part| deletions.of_node(part.deletion.node).find(|&id| deletions.get(id) == part.deletion);
    Ok(source.untyped(&types, id_of))
}

fn check_program(program: &Tree) -> Result<()> {
    check_parses(program, Language::C)?;
    let file = || Place::file(&program.file(0).path);
    if program.len() >= usize::from(u16::MAX) {
        return Err(error::oracle::unsupported_c(file(), "more than 65 534 nodes"));
    }
    if program.is_empty() { Err(error::oracle::no_main(file())) } else { Ok(()) }
}
