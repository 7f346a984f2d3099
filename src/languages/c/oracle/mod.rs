//! C programs, run as mutant schemata.
//!
//! gcc compiles the program once, with every deletion behind a switch (`schema`); the result is a driver that forks
//! for each run, so that whatever a candidate does ends with its process. What C leaves undefined has a value or ends
//! the run. Candidates that would not compile are refused by [`scope`], without a run. [`Oracle::confirm`]
//! compiles the text of each candidate by itself.

mod compiler;
mod criterion;
mod edits;
mod frames;
mod other;
mod schema;
mod scope;
mod support;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Action, Candidate, DeletionId, Deletions};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::c::deletions::{Part, Parts};
use crate::process::Session;
use crate::suite::Input;

use crate::oracle::{
    Flaw, Judgement, Observation, Oracle, Question, RunEnd, Trial, Verdict, Witness, check_parses, place,
    switches,
};
use compiler::{Compiler, failed};
use criterion::Criterion;
use frames::{Known, Observed, observe, observed};
use schema::Source;
use scope::{Mistakes, Scope};

/// Candidates in a frame.
const FRAME: usize = 64;
/// Drivers; more than cores do not help.
const MAX_WORKERS: usize = 2;
/// Fuel of the original on one input.
const MAX_FUEL: u64 = 2_000_000;

/// Oracle of one C program and criterion.
pub struct COracle<'t> {
    program: &'t Tree,
    deletions: Deletions,
    /// Switch of each node, 0 for none.
    switches: Vec<u16>,
    /// Node of each switch, from switch 1.
    switched: Vec<NodeId>,
    scope: Scope,
    criterion: Criterion,
    /// How the criterion is seen.
    definition: String,
    inputs: Vec<Known>,
    workers: Vec<Mutex<Session>>,
    compiler: Compiler,
    driver: std::path::PathBuf,
    n_compiled: AtomicUsize,
}

impl<'t> COracle<'t> {
    /// Compiles the program and starts the drivers; inputs are added later.
    ///
    /// # Errors
    /// gcc is missing; the program does not parse or compile, has no `main`, or has something that cannot be switched
    /// off and on (with the place); the criterion is no number and no text.
    pub fn open(program: &'t Tree, question: &Question) -> Result<COracle<'t>> {
        check_program(program)?;
        support::check(program)?;
        let deletions = crate::languages::c::deletions::of(program);
        let (switches, switched) = switches(program, &deletions);
        let criterion = Criterion::new(program, question.criterion)?;
        let compiler = Compiler::find()?;
        let source = Source { program, parts: Parts::new(program), criterion, switches };
        let (untyped, definition) = types(&compiler, &source, &deletions)?;
        let scope = Scope::new(program, &deletions, &untyped)?;
        let untyped_nodes: BTreeSet<NodeId> = untyped.iter().map(|&id| deletions.get(id).node).collect();
        let text = format!("{definition}#line 1\n{}", source.schema(&untyped_nodes));
        compiler.runtime()?;
        // Not optimised: gcc 12 takes a field that a deleted assignment leaves without a value for the value assigned.
        let driver = compiler.program(&text, "schema", "-O0")?.map_err(|said| failed(&said))?;
        let n_workers = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_WORKERS);
        let workers: Result<Vec<Session>> = (0..n_workers).map(|_| compiler.start(&driver)).collect();
        let Source { criterion, switches, .. } = source;
        Ok(COracle {
            program,
            deletions,
            switches,
            switched,
            scope,
            criterion,
            definition,
            inputs: Vec::new(),
            workers: workers?.into_iter().map(Mutex::new).collect(),
            compiler,
            driver,
            n_compiled: AtomicUsize::new(0),
        })
    }

    fn observe_on(&self, worker: &Mutex<Session>, inputs: &[Input]) -> Result<Vec<Observed>> {
        let frame = observe(inputs.iter().map(|input| (input, MAX_FUEL)));
        let answer = ask(&mut lock(worker), &frame)?;
        observed(&answer, inputs.len(), self.switched.len())
            .ok_or_else(|| failed("an answer of another size"))
    }

    /// What makes two runs of the original equal.
    fn check_repeated(&self, one: &[Observed], other: &[Observed]) -> Result<()> {
        let essence = |observed: &Observed| (observed.end, observed.values.clone(), observed.ticks);
        let is_same = one.iter().map(essence).eq(other.iter().map(essence));
        if is_same {
            Ok(())
        } else {
            Err(error::oracle::nondeterministic(place(self.program, self.criterion.node())))
        }
    }

    fn observation(&self, observed: &Observed) -> Observation {
        let mut hasher = DefaultHasher::new();
        observed.values.hash(&mut hasher);
        let seen = self.switched.iter().zip(&observed.seen).filter(|(_, seen)| **seen != 0);
        Observation {
            n_values: observed.n_values as usize,
            values_hash: hasher.finish(),
            end: match observed.end {
                0 => RunEnd::Returned,
                1 => RunEnd::Crashed(signal_name(observed.signal)),
                _ => RunEnd::OutOfFuel,
            },
            ticks: observed.ticks,
            reached: seen.map(|(&node, _)| node).collect(),
        }
    }

    fn encode(&self, frame: &[(usize, &Candidate)], with_consulted: bool) -> Vec<u8> {
        let mut content = vec![3, u8::from(with_consulted)];
        content.extend((frame.len() as u16).to_be_bytes());
        for (_, candidate) in frame {
            let candidate = self.deletions.normalised(self.program, candidate);
            content.extend((candidate.ids().len() as u16).to_be_bytes());
            for &id in candidate.ids() {
                let deletion = self.deletions.get(id);
                content.extend(self.switches[deletion.node as usize].to_be_bytes());
                content.push(if matches!(deletion.action, Action::Lift(_)) { 2 } else { 1 });
            }
        }
        content
    }

    fn judge_on(
        &self,
        worker: &Mutex<Session>,
        candidates: &[(usize, &Candidate)],
        with_consulted: bool,
    ) -> Result<Judged> {
        let mut session = lock(worker);
        let n_bits = if with_consulted { self.switched.len().div_ceil(8) } else { 0 };
        let mut judged = Vec::with_capacity(candidates.len());
        for frame in candidates.chunks(FRAME) {
            let answer = ask(&mut session, &self.encode(frame, with_consulted))?;
            if answer.len() != (15 + n_bits) * frame.len() {
                return Err(failed("an answer of another size"));
            }
            for ((idx, _), bytes) in frame.iter().zip(answer.chunks(15 + n_bits)) {
                let number = |range: std::ops::Range<usize>| {
                    bytes[range].iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
                };
                let verdict = verdict(bytes[0], number(1..3) as usize, number(3..7) as usize);
                let consulted = self.nodes(&bytes[15..]);
                judged.push((*idx, Judgement { verdict, consulted, ticks: number(7..15) }));
            }
        }
        Ok(judged)
    }

    /// Nodes of the switches whose bits are set.
    fn nodes(&self, bits: &[u8]) -> NodeSet {
        let is_set = |idx: usize| bits.get(idx / 8).is_some_and(|byte| byte & (128 >> (idx % 8)) != 0);
        self.switched.iter().enumerate().filter(|(idx, _)| is_set(*idx)).map(|(_, &node)| node).collect()
    }

    /// The candidate compiled by itself, on all inputs.
    fn confirm_one(&self, candidate: &Candidate) -> Result<Judgement> {
        let name = format!("candidate{}", self.n_compiled.fetch_add(1, Ordering::Relaxed));
        let gone: NodeSet =
            candidate.ids().iter().flat_map(|&id| self.deletions.gone(self.program, id)).collect();
        let mark = self.criterion.mark().filter(|mark| !gone.contains(mark.node));
        let files = match mark {
            Some(mark) => self.deletions.marked_text(self.program, candidate, mark),
            None => self.deletions.text(self.program, candidate),
        };
        let text = schema::alone(&files[0].text, self.criterion.param());
        let text = format!("{}#line 1\n{text}", self.definition);
        let judgement = match self.compiler.program(&text, &name, "-O0")? {
            Ok(program) => self.run_alone(&program),
            Err(said) => Ok(invalid(self.criterion.flaw(&said))),
        };
        self.compiler.forget(&name);
        judgement
    }

    fn run_alone(&self, program: &std::path::Path) -> Result<Judgement> {
        let (failure, ticks) = self.first_failure(program)?;
        let verdict = failure.map_or(Verdict::Same, |failure| {
            // What came first decides: another value, or the end of the fuel.
            let is_out = failure.found.end == 2 && failure.position == failure.found.n_values as usize;
            verdict(if is_out { 2 } else { 1 }, failure.input_idx, failure.position)
        });
        Ok(Judgement { verdict, consulted: NodeSet::new(), ticks })
    }

    /// The first input on which a program that was compiled by itself does not behave, and all fuel spent.
    fn first_failure(&self, program: &std::path::Path) -> Result<(Option<Failure>, u64)> {
        let mut session = self.compiler.start(program)?;
        let mut ticks = 0;
        for (input_idx, known) in self.inputs.iter().enumerate() {
            let answer = ask(&mut session, &observe([(&known.input, known.fuel)].into_iter()))?;
            let found = observed(&answer, 1, 0).ok_or_else(|| failed("an answer of another size"))?;
            let Some(found) = found.into_iter().next() else { return Err(failed("an empty answer")) };
            ticks += found.ticks;
            let position = frames::n_alike(&known.values, &found.values);
            if position < known.n_values as usize {
                return Ok((Some(Failure { input_idx, position, found }), ticks));
            }
        }
        Ok((None, ticks))
    }

    /// Sorts out what does not compile, and divides the others between workers.
    fn judge_all(
        &self,
        candidates: &[Candidate],
        mistakes: Mistakes,
        judge: impl Fn(&Mutex<Session>, &[(usize, &Candidate)]) -> Result<Judged> + Sync,
    ) -> Result<Vec<Judgement>> {
        let mut judged: Vec<Option<Judgement>> = vec![None; candidates.len()];
        let mut runnable: Vec<(usize, &Candidate)> = Vec::with_capacity(candidates.len());
        for (idx, candidate) in candidates.iter().enumerate() {
            match self.scope.check(self.program, &self.deletions, candidate, mistakes) {
                Some(flaw) => judged[idx] = Some(invalid(flaw)),
                None => runnable.push((idx, candidate)),
            }
        }
        let share = runnable.len().div_ceil(self.workers.len()).max(4);
        let judge = &judge;
        let found: Result<Vec<Judged>> = std::thread::scope(|scope| {
            let threads: Vec<_> = runnable
                .chunks(share)
                .zip(&self.workers)
                .map(|(share, worker)| scope.spawn(move || judge(worker, share)))
                .collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, Result<Judged>>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        found?.into_iter().flatten().for_each(|(idx, judgement)| judged[idx] = Some(judgement));
        Ok(judged.into_iter().flatten().collect())
    }

    /// Starts the drivers again, for whoever follows an interrupted exchange.
    fn restart(&mut self) -> Result<()> {
        for worker in &self.workers {
            *lock(worker) = self.compiler.start(&self.driver)?;
        }
        Ok(())
    }
}

impl Oracle for COracle<'_> {
    fn program(&self) -> &Tree {
        self.program
    }

    fn deletions(&self) -> &Deletions {
        &self.deletions
    }

    fn runtime(&self) -> &str {
        &self.compiler.version
    }

    fn n_inputs(&self) -> usize {
        self.inputs.len()
    }

    fn add_inputs(&mut self, inputs: &[Input]) -> Result<Vec<Observation>> {
        // Another process has other addresses, and so is another chance to see what differs from run to run.
        let (one, other) = (&self.workers[0], &self.workers[self.workers.len() - 1]);
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| self.observe_on(other, inputs));
            let first = self.observe_on(one, inputs);
            (first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        let first = first?;
        self.check_repeated(&first, &second?)?;
        let known: Vec<Known> = inputs
            .iter()
            .zip(&first)
            .map(|(input, observed)| Known {
                input: input.clone(),
                fuel: observed.ticks * 10 + 1_000,
                n_values: observed.n_values,
                values: observed.values.clone(),
            })
            .collect();
        let frame = frames::add(&known);
        for worker in &self.workers {
            lock(worker).send(&frame).map_err(|cause| failed(&cause.to_string()))?;
        }
        self.inputs.extend(known);
        Ok(first.iter().map(|observed| self.observation(observed)).collect())
    }

    fn forget_inputs(&mut self) -> Result<()> {
        self.inputs.clear();
        // Inputs stay in the memory of a driver; a new one costs less than keeping account.
        self.restart()
    }

    fn judge(&mut self, candidates: &[Candidate], with_consulted: bool) -> Result<Vec<Judgement>> {
        self.judge_all(candidates, Mistakes::All, |worker, share| {
            self.judge_on(worker, share, with_consulted)
        })
    }

    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>> {
        self.judge_all(candidates, Mistakes::Unseen, |_, share| {
            share.iter().map(|(idx, candidate)| Ok((*idx, self.confirm_one(candidate)?))).collect()
        })
    }

    fn try_other(&mut self, other: &Tree, criterion: Option<NodeId>) -> Result<Trial> {
        self.trial(other, criterion)
    }
}

type Judged = Vec<(usize, Judgement)>;

/// A run that does not behave.
struct Failure {
    input_idx: usize,
    position: usize,
    found: Observed,
}

/// The types in a program: which placeholders do not fit, and how the criterion is seen.
fn types(
    compiler: &Compiler,
    source: &Source<'_>,
    deletions: &Deletions,
) -> Result<(BTreeSet<DeletionId>, String)> {
    let program = source.program;
    let types = compiler.types(&source.probe())?;
    let types = types.map_err(|said| error::oracle::does_not_compile(place(program, 0), &said))?;
    let class = types.get(&0).copied().unwrap_or_default();
    let definition = source.criterion.definition(program, class)?;
    let id_of =
        |part: &Part| deletions.of_node(part.deletion.node).find(|&id| deletions.get(id) == part.deletion);
    Ok((source.untyped(&types, id_of), definition))
}

fn ask(session: &mut Session, frame: &[u8]) -> Result<Vec<u8>> {
    let answer = session.send(frame).and_then(|()| session.receive());
    answer.map_err(|cause| failed(&cause.to_string()))
}

fn invalid(flaw: Flaw) -> Judgement {
    Judgement { verdict: Verdict::Invalid(flaw), consulted: NodeSet::new(), ticks: 0 }
}

fn verdict(code: u8, input_idx: usize, position: usize) -> Verdict {
    match code {
        0 => Verdict::Same,
        1 => Verdict::Different(Witness { input_idx, position }),
        _ => Verdict::OutOfFuel { input_idx },
    }
}

fn lock(worker: &Mutex<Session>) -> std::sync::MutexGuard<'_, Session> {
    worker.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Name of a signal that ends a run.
fn signal_name(signal: u8) -> String {
    let name = match signal {
        4 => "undefined behaviour",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        11 => "SIGSEGV",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}

fn check_program(program: &Tree) -> Result<()> {
    check_parses(program, Language::C)?;
    let file = || Place::file(&program.file(0).path);
    if program.len() >= usize::from(u16::MAX) {
        return Err(error::oracle::unsupported_c(file(), "more than 65 534 nodes"));
    }
    if program.is_empty() { Err(error::oracle::no_main(file())) } else { Ok(()) }
}
