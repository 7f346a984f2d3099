//! Erlang programs, run by persistent virtual machines.
//!
//! Each worker is one `erl` with a server of ours, which turns the program into closures once; a candidate is
//! then a set of switches, and 256 of them are one frame. Candidates that no compiler would take are refused
//! here, by [`scope`], without a run. [`Oracle::confirm`] compiles texts for real, in the same servers.

mod attributes;
mod etf;
mod lower;
mod other;
mod worker;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::deletions::{Action, Candidate, Deletions, Mark};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::erlang::deletions;
use crate::languages::erlang::places::Places;
use crate::languages::erlang::scope::{self, Scope};
use crate::languages::erlang::syntax::{Kind, Syntax};
use crate::suite::Input;

use crate::oracle::{
    Flaw, Judgement, Observation, Oracle, Question, RunEnd, Trial, Verdict, Witness, check_parses, place,
    switches,
};
use attributes::Attributes;
use etf::Term;
use worker::{ERL, Operation, Worker};

/// Candidates in a frame.
const FRAME: usize = 256;
/// Candidates that are compiled before the server answers.
const CONFIRM_FRAME: usize = 8;
/// Virtual machines; more than cores do not help.
const MAX_WORKERS: usize = 2;

/// Name of the mark around the criterion in texts that are compiled.
const MARK_BEFORE: &str = "{bench_slicers_criterion, ";

/// Oracle of one Erlang program and criterion.
pub struct ErlangOracle<'t> {
    program: &'t Tree,
    syntax: Syntax<'t>,
    question: Question,
    deletions: Deletions,
    /// Switch of each node, 0 for none.
    switches: Vec<u16>,
    /// Node of each switch, from switch 1.
    switched: Vec<NodeId>,
    scope: Scope,
    loaded: Term,
    inputs: Vec<Term>,
    workers: Vec<Mutex<Worker>>,
    /// Folder of the modules of our server.
    server: PathBuf,
    version: String,
    /// Texts to compile, and our server where there is no cache.
    folder: tempfile::TempDir,
}

impl<'t> ErlangOracle<'t> {
    /// Starts the virtual machines and loads the program; inputs are added later.
    ///
    /// # Errors
    /// Erlang is missing; the program does not parse or compile, has no such entry point, or does what
    /// cannot be observed twice alike (with the place); the criterion is in a guard.
    pub fn open(program: &'t Tree, question: &Question) -> Result<ErlangOracle<'t>> {
        check_program(program)?;
        check_criterion(program, question.criterion)?;
        let modules: Vec<Attributes> =
            (0..program.files().len()).map(|file_idx| Attributes::read(program, file_idx)).collect();
        check_attributes(program, &modules)?;
        let deletions = deletions::of(program);
        let (switches, switched) = switches(program, &deletions);
        let lowered = lower::lower(program, question, &switches, switched.len(), &modules)?;
        let scope = Scope::new(program, question, lowered.entry_file)?;
        let folder = tempfile::tempdir().map_err(|cause| missing(&cause))?;
        let n_workers = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_WORKERS);
        let server = worker::server_folder(folder.path()).map_err(|cause| missing(&cause))?;
        let workers = take_workers(&server, n_workers)?;
        let version = workers[0].version.clone();
        let mut oracle = ErlangOracle {
            program,
            syntax: Syntax::new(program),
            question: question.clone(),
            deletions,
            switches,
            switched,
            scope,
            loaded: lowered.program,
            inputs: Vec::new(),
            workers: workers.into_iter().map(Mutex::new).collect(),
            server,
            version,
            folder,
        };
        oracle.load()?;
        Ok(oracle)
    }

    fn load(&mut self) -> Result<()> {
        for worker in &self.workers {
            self.command(&mut lock(worker), Operation::Load, &self.loaded)?;
        }
        let original = self.confirm_on(&mut lock(&self.workers[0]), &[&Candidate::default()])?;
        match original.into_iter().next() {
            Some(Judgement { verdict: Verdict::Invalid(flaw), .. }) => {
                Err(error::oracle::does_not_compile(place(self.program, 0), &flaw.why))
            }
            _ => Ok(()),
        }
    }

    /// Sends a term and reads a term; what the server refuses becomes a message.
    fn command(&self, worker: &mut Worker, operation: Operation, content: &Term) -> Result<Term> {
        let answer = worker.ask(operation, &content.encode()).map_err(|cause| failed(&cause.to_string()))?;
        let answer = Term::decode(&answer).ok_or_else(|| failed("an answer that is no term"))?;
        if let Some([node, what]) = answer.tagged("refused") {
            return Err(self.refused(node.integer().unwrap_or(0), &what.string().unwrap_or_default()));
        }
        match answer.tagged("failed") {
            Some(said) => Err(failed(&said.first().and_then(Term::string).unwrap_or_default())),
            None => Ok(answer),
        }
    }

    fn refused(&self, node: i64, what: &str) -> error::Error {
        let criterion = place(self.program, self.question.criterion);
        match (NodeId::try_from(node), node) {
            (Ok(node), _) => error::oracle::unsupported(place(self.program, node), what),
            (Err(_), -1) => error::oracle::nondeterministic(criterion),
            (Err(_), -2) => error::oracle::values_without_order(criterion),
            (Err(_), -3) => error::oracle::bad_input(what),
            (Err(_), _) => error::oracle::unsupported(Place::file(&self.program.file(0).path), what),
        }
    }

    /// Judges on one worker the candidates with these indexes.
    fn judge_on(
        &self,
        worker: &Mutex<Worker>,
        candidates: &[(usize, &Candidate)],
        with_consulted: bool,
    ) -> Result<Vec<(usize, Judgement)>> {
        let mut worker = lock(worker);
        let mut judged = Vec::with_capacity(candidates.len());
        for frame in candidates.chunks(FRAME) {
            let content = self.encode(frame, with_consulted);
            let answer = match worker.ask(Operation::Judge, &content) {
                Ok(answer) => answer,
                Err(_) => self.judge_alone(&mut worker, frame, with_consulted)?,
            };
            self.decode(frame, &answer, with_consulted, &mut judged)?;
        }
        Ok(judged)
    }

    /// A candidate took the virtual machine along: each is judged by itself, and that one is out of fuel.
    fn judge_alone(
        &self,
        worker: &mut Worker,
        frame: &[(usize, &Candidate)],
        with_consulted: bool,
    ) -> Result<Vec<u8>> {
        self.restart(worker)?;
        let mut answers = Vec::new();
        for candidate in frame {
            let content = self.encode(std::slice::from_ref(candidate), with_consulted);
            match worker.ask(Operation::Judge, &content) {
                Ok(answer) => answers.extend(answer),
                Err(_) => {
                    self.restart(worker)?;
                    answers.push(2);
                    answers.resize(answers.len() + 14 + self.consulted_byte(with_consulted), 0);
                }
            }
        }
        Ok(answers)
    }

    fn restart(&self, worker: &mut Worker) -> Result<()> {
        *worker = Worker::start(&self.server).map_err(|cause| failed(&cause.to_string()))?;
        self.command(worker, Operation::Load, &self.loaded)?;
        self.command(worker, Operation::Inputs, &Term::List(self.inputs.clone()))?;
        Ok(())
    }

    fn consulted_byte(&self, with_consulted: bool) -> usize {
        if with_consulted { self.switched.len().div_ceil(8) } else { 0 }
    }

    fn encode(&self, frame: &[(usize, &Candidate)], with_consulted: bool) -> Vec<u8> {
        let mut content = vec![u8::from(with_consulted)];
        content.extend((frame.len() as u16).to_be_bytes());
        for (_, candidate) in frame {
            let first = content.len();
            content.extend([0, 0]);
            let mut n_deletions = 0_u16;
            let mut last = 0;
            for &id in candidate.ids() {
                let deletion = self.deletions.get(id);
                let switch = self.switches[deletion.node as usize];
                // Of several deletions of a node, the first counts.
                if switch != last {
                    content.extend(switch.to_be_bytes());
                    content.push(if matches!(deletion.action, Action::Lift(_)) { 2 } else { 1 });
                    n_deletions += 1;
                    last = switch;
                }
            }
            content[first..first + 2].copy_from_slice(&n_deletions.to_be_bytes());
        }
        content
    }

    fn decode(
        &self,
        frame: &[(usize, &Candidate)],
        answer: &[u8],
        with_consulted: bool,
        judged: &mut Vec<(usize, Judgement)>,
    ) -> Result<()> {
        let size = 15 + self.consulted_byte(with_consulted);
        // Anything else is a term that says what failed.
        if answer.len() != size * frame.len() {
            let said = Term::decode(answer).and_then(|term| term.tagged("failed")?.first()?.string());
            return Err(failed(&said.unwrap_or_else(|| "an answer of another size".to_owned())));
        }
        for ((idx, _), bytes) in frame.iter().zip(answer.chunks(size)) {
            let number = |range: std::ops::Range<usize>| {
                bytes[range].iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
            };
            let (input_idx, position) = (number(1..3) as usize, number(3..7) as usize);
            let verdict = verdict(bytes[0], input_idx, position);
            judged.push((
                *idx,
                Judgement { verdict, consulted: self.nodes(&bytes[15..]), ticks: number(7..15) },
            ));
        }
        Ok(())
    }

    /// Nodes of the switches whose bits are set.
    fn nodes(&self, bits: &[u8]) -> NodeSet {
        let is_set = |idx: usize| bits.get(idx / 8).is_some_and(|byte| byte & (128 >> (idx % 8)) != 0);
        self.switched.iter().enumerate().filter(|(idx, _)| is_set(*idx)).map(|(_, &node)| node).collect()
    }

    fn confirm_on(&self, worker: &mut Worker, candidates: &[&Candidate]) -> Result<Vec<Judgement>> {
        let texts = candidates.iter().map(|candidate| self.marked(candidate)).collect();
        let folder = self.folder.path().to_string_lossy().into_owned();
        let content = Term::Map(vec![("folder", Term::text(&folder)), ("candidates", Term::List(texts))]);
        let answer = self.command(worker, Operation::Confirm, &content)?;
        let confirmed = answer.tagged("confirmed").and_then(|parts| parts.first()?.list());
        let confirmed = confirmed.ok_or_else(|| failed("no judgements"))?;
        confirmed.iter().map(|judged| self.confirmed(judged).ok_or_else(|| failed("no judgement"))).collect()
    }

    /// The candidate's files with the criterion marked.
    fn marked(&self, candidate: &Candidate) -> Term {
        let mark = Mark { node: self.question.criterion, before: MARK_BEFORE, after: "}" };
        let files = self.deletions.marked_text(self.program, candidate, mark);
        let file = |(idx, file): (usize, &crate::ast::SourceFile)| {
            Term::Tuple(vec![Term::text(&format!("{idx}.erl")), Term::text(&file.text)])
        };
        Term::List(files.iter().enumerate().map(file).collect())
    }

    fn confirmed(&self, judged: &Term) -> Option<Judgement> {
        if let Some([why]) = judged.tagged("invalid") {
            let flaw = Flaw { node: self.question.criterion, why: why.string()?, repairs: NodeSet::new() };
            return Some(invalid(flaw));
        }
        let Term::Tuple(parts) = judged else { return None };
        let numbers: Vec<usize> =
            parts.iter().map(|part| Some(part.integer()? as usize)).collect::<Option<_>>()?;
        let [code, input_idx, position, ticks] = numbers[..] else { return None };
        let verdict = verdict(code as u8, input_idx, position);
        Some(Judgement { verdict, consulted: NodeSet::new(), ticks: ticks as u64 })
    }

    fn observation(&self, answer: &Term) -> Option<Observation> {
        let Term::Tuple(parts) = answer else { return None };
        let [end, n_values, hash, ticks, Term::Binary(bits)] = &parts[..] else { return None };
        let end = match end {
            Term::Atom(name) if name == "returned" => RunEnd::Returned,
            Term::Atom(_) => RunEnd::OutOfFuel,
            end => RunEnd::Crashed(end.tagged("crashed")?.first()?.string()?),
        };
        Some(Observation {
            n_values: n_values.integer()? as usize,
            values_hash: hash.integer()? as u64,
            end,
            ticks: ticks.integer()? as u64,
            reached: self.reached(&self.nodes(bits)),
        })
    }

    /// What was consulted, less the clauses that were tried and not entered.
    fn reached(&self, consulted: &NodeSet) -> NodeSet {
        let is_entered = |&node: &NodeId| match self.syntax.clause(node) {
            Some(mut clause) => {
                clause.body.any(|part| self.program.subtree(part).any(|node| consulted.contains(node)))
            }
            None => true,
        };
        consulted.iter().filter(is_entered).collect()
    }
}

impl Oracle for ErlangOracle<'_> {
    fn program(&self) -> &Tree {
        self.program
    }

    fn deletions(&self) -> &Deletions {
        &self.deletions
    }

    fn runtime(&self) -> &str {
        &self.version
    }

    fn n_inputs(&self) -> usize {
        self.inputs.len()
    }

    fn add_inputs(&mut self, inputs: &[Input]) -> Result<Vec<Observation>> {
        let terms: Vec<Term> = inputs
            .iter()
            .map(|input| Term::List(input.args.iter().map(|arg| Term::text(arg)).collect()))
            .collect();
        let content = Term::List(terms.clone());
        let mut observed = Vec::new();
        for worker in &self.workers {
            let answer = self.command(&mut lock(worker), Operation::Inputs, &content)?;
            let answers = answer.tagged("observed").and_then(|parts| parts.first()?.list());
            let answers = answers.ok_or_else(|| failed("no observations"))?;
            let found: Option<Vec<Observation>> =
                answers.iter().map(|answer| self.observation(answer)).collect();
            let found = found.ok_or_else(|| failed("no observation"))?;
            // Another virtual machine is another chance to see what differs from run to run.
            if !observed.is_empty() && observed != found {
                return Err(error::oracle::nondeterministic(place(self.program, self.question.criterion)));
            }
            observed = found;
        }
        self.inputs.extend(terms);
        Ok(observed)
    }

    fn forget_inputs(&mut self) -> Result<()> {
        for worker in &self.workers {
            self.command(&mut lock(worker), Operation::Load, &self.loaded)?;
        }
        self.inputs.clear();
        Ok(())
    }

    fn judge(&mut self, candidates: &[Candidate], with_consulted: bool) -> Result<Vec<Judgement>> {
        let mut judged: Vec<Option<Judgement>> = vec![None; candidates.len()];
        let mut runnable: Vec<(usize, &Candidate)> = Vec::with_capacity(candidates.len());
        for (idx, candidate) in candidates.iter().enumerate() {
            match self.scope.check(self.program, &self.deletions, candidate) {
                Some(flaw) => judged[idx] = Some(invalid(flaw)),
                None => runnable.push((idx, candidate)),
            }
        }
        for (idx, judgement) in
            self.on_all_workers(&runnable, |worker, share| self.judge_on(worker, share, with_consulted))?
        {
            judged[idx] = Some(judgement);
        }
        Ok(judged.into_iter().flatten().collect())
    }

    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>> {
        let mut judged: Vec<Option<Judgement>> = vec![None; candidates.len()];
        let mut runnable: Vec<(usize, &Candidate)> = Vec::with_capacity(candidates.len());
        for (idx, candidate) in candidates.iter().enumerate() {
            match self.scope.gone_in(self.program, &self.deletions, candidate) {
                Some(flaw) => judged[idx] = Some(invalid(flaw)),
                None => runnable.push((idx, candidate)),
            }
        }
        for (idx, judgement) in
            self.on_all_workers(&runnable, |worker, share| self.confirm_share(worker, share))?
        {
            judged[idx] = Some(judgement);
        }
        Ok(judged.into_iter().flatten().collect())
    }

    fn try_other(&mut self, other: &Tree, criterion: Option<NodeId>) -> Result<Trial> {
        self.trial(other, criterion)
    }
}

fn invalid(flaw: Flaw) -> Judgement {
    Judgement { verdict: Verdict::Invalid(flaw), consulted: NodeSet::new(), ticks: 0 }
}

type Judged = Vec<(usize, Judgement)>;

impl ErlangOracle<'_> {
    fn confirm_share(&self, worker: &Mutex<Worker>, share: &[(usize, &Candidate)]) -> Result<Judged> {
        let mut worker = lock(worker);
        let mut judged = Vec::new();
        for frame in share.chunks(CONFIRM_FRAME) {
            let candidates: Vec<&Candidate> = frame.iter().map(|(_, candidate)| *candidate).collect();
            let found = self.confirm_on(&mut worker, &candidates)?;
            judged.extend(frame.iter().map(|(idx, _)| *idx).zip(found));
        }
        Ok(judged)
    }

    /// Divides candidates between the workers; few go to one.
    fn on_all_workers(
        &self,
        candidates: &[(usize, &Candidate)],
        judge: impl Fn(&Mutex<Worker>, &[(usize, &Candidate)]) -> Result<Judged> + Sync,
    ) -> Result<Judged> {
        let share = candidates.len().div_ceil(self.workers.len()).max(4);
        if candidates.len() <= share {
            return judge(&self.workers[0], candidates);
        }
        let judge = &judge;
        std::thread::scope(|scope| {
            let threads: Vec<_> = candidates
                .chunks(share)
                .zip(&self.workers)
                .map(|(share, worker)| scope.spawn(move || judge(worker, share)))
                .collect();
            let mut all = Vec::with_capacity(candidates.len());
            for thread in threads {
                all.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(all)
        })
    }
}

fn verdict(code: u8, input_idx: usize, position: usize) -> Verdict {
    match code {
        0 => Verdict::Same,
        1 => Verdict::Different(Witness { input_idx, position }),
        _ => Verdict::OutOfFuel { input_idx },
    }
}

fn lock(worker: &Mutex<Worker>) -> std::sync::MutexGuard<'_, Worker> {
    worker.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn failed(said: &str) -> error::Error {
    error::oracle::runtime_failed(ERL, said)
}

impl Drop for ErlangOracle<'_> {
    fn drop(&mut self) {
        // Whoever panics may have left an answer unread.
        if std::thread::panicking() {
            return;
        }
        for worker in self.workers.drain(..) {
            if let Ok(worker) = worker.into_inner() {
                worker.park(&self.server);
            }
        }
    }
}

fn missing(cause: &std::io::Error) -> error::Error {
    error::oracle::no_runtime("Erlang", ERL, cause)
}

fn take_workers(server: &Path, n_workers: usize) -> Result<Vec<Worker>> {
    let started: Vec<std::io::Result<Worker>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..n_workers).map(|_| scope.spawn(|| Worker::take(server))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, std::io::Result<Worker>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    });
    started.into_iter().map(|worker| worker.map_err(|cause| missing(&cause))).collect()
}

fn check_program(program: &Tree) -> Result<()> {
    check_parses(program, Language::Erlang)?;
    match program.len() > usize::from(u16::MAX) {
        true => Err(error::oracle::unsupported(Place::file(&program.file(0).path), "more than 65 535 nodes")),
        false => Ok(()),
    }
}

fn check_attributes(program: &Tree, modules: &[Attributes]) -> Result<()> {
    for (file_idx, module) in modules.iter().enumerate() {
        if let Some((name, offset)) = &module.obstacle {
            let file = program.file(file_idx);
            let place = Place::of_offset(&file.path, &file.text, *offset);
            return Err(error::oracle::unsupported(place, &format!("the attribute `-{name}`")));
        }
    }
    Ok(())
}

/// The criterion must be an expression of a body, or a variable of a pattern, with text of its own.
fn check_criterion(program: &Tree, criterion: NodeId) -> Result<()> {
    let refuse = |what| Err(error::oracle::criterion_place(place(program, criterion), what));
    let syntax = Syntax::new(program);
    if program.ancestors(criterion).any(|above| syntax.kind(above) == Kind::Guard) {
        return refuse("is in a guard, where nothing can be observed without changing what the guard means");
    }
    if !Places::new(program).is_private(criterion) {
        return refuse(
            "stands in a macro that uses its argument more than once, or is part of its definition",
        );
    }
    let is_variable = program.flags(criterion).has(Flags::VARIABLE);
    if !is_variable && scope::is_pattern(&syntax, criterion) {
        return refuse("is a pattern, and no variable of one");
    }
    Ok(())
}
