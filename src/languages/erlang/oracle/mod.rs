//! Erlang programs, run by persistent virtual machines.
//!
//! Each worker is one `erl` with a server of ours, which turns the program into closures once; a candidate is
//! then a set of switches, and 256 of them are one frame. Candidates that no compiler would take are refused
//! here, by [`scope`], without a run. [`Oracle::confirm`] compiles texts for real, in the same servers.

mod etf;
mod lower;
mod other;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;

use crate::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Candidate, Deletions, Mark};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::erlang::deletions;
use crate::languages::erlang::module::Module;
use crate::languages::erlang::places::Places;
use crate::languages::erlang::scope::{self, Scope};
use crate::languages::erlang::syntax::{Expr, Kind, Syntax};
use crate::suite::Input;

use crate::oracle::pool::{Pool, Runtime};
use crate::oracle::protocol::{Operation, SwitchTable, request};
use crate::oracle::{
    Drawn, Glance, InputProbe, Judgement, Observation, Oracle, Question, Sequence, Trial, Verdict,
    check_parses, place,
};
use etf::Etf;
use worker::{ERL, Vm};

/// Candidates that are compiled before the server answers.
const CONFIRM_FRAME: usize = 8;

/// Name of the mark around the criterion in texts that are compiled.
const MARK_BEFORE: &str = "{bench_slicers_criterion, ";

/// Oracle of one Erlang program and criterion.
pub struct ErlangOracle<'t> {
    pool: Pool<'t, Machines>,
    scope: Scope,
    /// The nodes that are observed.
    criteria: Vec<NodeId>,
    version: String,
    /// Texts to compile, and our server where there is no cache.
    folder: tempfile::TempDir,
}

/// Virtual machines with our server.
struct Machines {
    /// Folder of the modules of our server.
    server: PathBuf,
    /// The request that loads the program.
    loaded: Vec<u8>,
    inputs: Vec<Etf>,
    /// As [`Oracle::set_patience`] says.
    patience: u64,
}

impl Runtime for Machines {
    type Worker = Vm;
    const NAME: &'static str = ERL;
    const FRAME: usize = 256;

    fn start(&self) -> Result<Vm> {
        Vm::take(&self.server).map_err(|cause| missing(&cause))
    }

    fn load(&self) -> Vec<Vec<u8>> {
        vec![self.loaded.clone(), inputs_request(&self.inputs, self.patience)]
    }

    fn park(&self, worker: Vm) {
        worker.park(&self.server);
    }
}

/// Has the server compiled and kept, and leaves the virtual machine to the next oracle.
pub(super) fn keep_server() {
    let started = tempfile::tempdir().map_err(|cause| missing(&cause)).and_then(|folder| {
        let server = worker::server_folder(folder.path())?;
        Ok((Vm::take(&server).map_err(|cause| missing(&cause))?, server))
    });
    if let Ok((vm, server)) = started {
        vm.park(&server);
    }
}

impl<'t> ErlangOracle<'t> {
    /// Starts the virtual machines and loads the program; inputs are added later.
    ///
    /// # Errors
    /// Erlang is missing; the program does not parse or compile, has no such entry point, or does what
    /// cannot be observed twice alike (with the place); the criterion is in a guard.
    pub fn open(program: &'t Tree, question: &Question) -> Result<ErlangOracle<'t>> {
        check_program(program)?;
        let criteria = observable(program, &question.criteria)?;
        let question = &Question { criteria: criteria.clone(), ..question.clone() };
        let modules: Vec<Module> = program.files().map(|file| Module::read(&file.text)).collect();
        check_attributes(program, &modules)?;
        let subject = SwitchTable::new(program, criteria[0], deletions::of(program));
        let lowered = lower::lower(program, question, &subject.switches, subject.switched.len(), &modules)?;
        let scope = Scope::new(program, question, lowered.entry_file)?;
        let folder = tempfile::tempdir().map_err(|cause| missing(&cause))?;
        let server = worker::server_folder(folder.path())?;
        let loaded = request(Operation::Load, &lowered.program.encode());
        let pool = Pool::start(subject, Machines { server, loaded, inputs: Vec::new(), patience: 1 })?;
        let version = pool.on_first(|worker| Ok(worker.version.clone()))?;
        let oracle = ErlangOracle { pool, scope, criteria, version, folder };
        oracle.check_compiles()?;
        Ok(oracle)
    }

    fn check_compiles(&self) -> Result<()> {
        match self
            .pool
            .judge_all(&[Candidate::default()], |_| None, |worker, all| self.confirm_on(worker, all))?
            .pop()
        {
            Some(Judgement { verdict: Verdict::Invalid(flaw), .. }) => {
                Err(error::oracle::does_not_compile(place(self.pool.subject.program, 0), &flaw.why))
            }
            _ => Ok(()),
        }
    }

    fn confirm_on(&self, worker: &mut Vm, candidates: &[&Candidate]) -> Result<Vec<Judgement>> {
        self.pool.judge_frames(worker, candidates, CONFIRM_FRAME, false, |frame| {
            let texts = frame.iter().map(|candidate| self.marked(candidate)).collect();
            let folder = self.folder.path().to_string_lossy().into_owned();
            let content = vec![("folder", Etf::text(&folder)), ("candidates", Etf::List(texts))];
            request(Operation::Confirm, &Etf::Map(content).encode())
        })
    }

    /// The candidate's files with the criteria marked.
    fn marked(&self, candidate: &Candidate) -> Etf {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        let files = deletions.marked_text(program, candidate, &marks(&self.criteria));
        Etf::List(files.iter().enumerate().map(file_term).collect())
    }

    /// What was consulted, less the clauses that were tried and not entered.
    fn reached(&self, consulted: &NodeSet) -> NodeSet {
        let program = self.pool.subject.program;
        let syntax = Syntax::new(program);
        let is_entered = |&node: &NodeId| match syntax.clause(node) {
            Some(mut clause) => {
                clause.body.any(|part| program.subtree(part).any(|node| consulted.contains(node)))
            }
            None => true,
        };
        consulted.iter().filter(is_entered).collect()
    }
}

impl Oracle for ErlangOracle<'_> {
    fn program(&self) -> &Tree {
        self.pool.subject.program
    }

    fn deletions(&self) -> &Deletions {
        &self.pool.subject.deletions
    }

    fn runtime(&self) -> &str {
        &self.version
    }

    fn n_inputs(&self) -> usize {
        self.pool.runtime.inputs.len()
    }

    fn add_inputs(&mut self, inputs: &[Input]) -> Result<Vec<Observation>> {
        let terms: Vec<Etf> = inputs.iter().map(input_term).collect();
        let request = inputs_request(&terms, self.pool.runtime.patience);
        let switched = &self.pool.subject.switched;
        let mut observed = self.pool.on_each(|worker| {
            self.pool.ask(worker, &request, |reader| {
                inputs.iter().map(|_| reader.observation(switched)).collect::<Option<Vec<Observation>>>()
            })
        })?;
        // Another virtual machine is another chance to see what differs from run to run.
        if observed.windows(2).any(|pair| pair[0] != pair[1]) {
            let SwitchTable { program, criterion, .. } = self.pool.subject;
            return Err(error::oracle::nondeterministic(place(program, criterion)));
        }
        self.pool.runtime.inputs.extend(terms);
        let mut observed = observed.swap_remove(0);
        observed.iter_mut().for_each(|found| found.reached = self.reached(&found.reached));
        Ok(observed)
    }

    fn forget_inputs(&mut self) -> Result<()> {
        self.pool.runtime.inputs.clear();
        self.pool.tell(&request(Operation::Forget, &[]))
    }

    fn set_patience(&mut self, times: u64) {
        self.pool.runtime.patience = times;
    }

    fn has_distances(&self) -> bool {
        true
    }

    fn probe(
        &mut self,
        candidate: &Candidate,
        inputs: &[Drawn],
        branches: &NodeSet,
        is_patient: bool,
    ) -> Result<Vec<InputProbe>> {
        let subject = &self.pool.subject;
        let branches: Vec<NodeId> = branches.iter().collect();
        let mode = |(switch, mode): (u16, u8)| {
            Etf::Tuple(vec![Etf::Integer(switch.into()), Etf::Integer(mode.into())])
        };
        let deletions = Etf::List(subject.modes(candidate).into_iter().map(mode).collect());
        let numbers = Etf::List(branches.iter().map(|&node| Etf::Integer(node.into())).collect());
        self.pool.on_shares(inputs, |worker, share| {
            let content = Etf::Map(vec![
                ("inputs", Etf::List(share.iter().map(arguments).collect())),
                ("deletions", deletions.clone()),
                ("branches", numbers.clone()),
                ("is_patient", Etf::flag(is_patient)),
            ]);
            let request = request(Operation::TryInputs, &content.encode());
            let told = self.pool.try_ask(worker, &request, |reader| {
                share.iter().map(|_| reader.probe(&subject.switched, &branches)).collect()
            })?;
            // An input took the worker along: none of them shows anything.
            Ok(told.unwrap_or_else(|| vec![InputProbe::nothing(); share.len()]))
        })
    }

    fn glance(&mut self, candidate: &Candidate, inputs: &[Drawn], fuel: u64) -> Result<Option<Vec<Glance>>> {
        let text = match candidate.ids().is_empty() {
            true => Etf::atom("none"),
            false => self.marked(candidate),
        };
        let folder = Etf::text(&self.folder.path().to_string_lossy());
        let original = self.marked(&Candidate::default());
        let seen = self.pool.on_shares(inputs, |worker, share| {
            let content = Etf::Map(vec![
                ("inputs", Etf::List(share.iter().map(arguments).collect())),
                ("folder", folder.clone()),
                ("original", original.clone()),
                ("candidate", text.clone()),
                ("limit", Etf::Integer(fuel)),
            ]);
            let request = request(Operation::Glance, &content.encode());
            let told = self.pool.try_ask(worker, &request, |reader| match reader.number(4)? {
                0 => Some(None),
                n => (0..n).map(|_| reader.glance()).collect::<Option<Vec<Glance>>>().map(Some),
            })?;
            Ok(match told.flatten() {
                Some(glances) => glances.into_iter().map(Some).collect(),
                None => vec![None; share.len()],
            })
        })?;
        Ok(seen.into_iter().collect())
    }

    fn sequences(&mut self, inputs: &[Input], with_calls: bool) -> Result<Vec<Sequence>> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        let befores: Vec<String> =
            (0..self.criteria.len()).map(|number| format!("{{bench_slicers_criterion, {number}, ")).collect();
        let numbered = self.criteria.iter().zip(&befores);
        let marks: Vec<Mark<'_>> =
            numbered.map(|(&node, before)| Mark { node, before, after: "}" }).collect();
        let files = deletions.marked_text(program, &Candidate::default(), &marks);
        let files = Etf::List(files.iter().enumerate().map(file_term).collect());
        let folder = self.folder.path().to_string_lossy().into_owned();
        self.pool.on_shares(inputs, |worker, share| {
            let content = Etf::Map(vec![
                ("folder", Etf::text(&folder)),
                ("files", files.clone()),
                ("inputs", Etf::List(share.iter().map(input_term).collect())),
                ("with_calls", Etf::flag(with_calls)),
            ]);
            self.pool.ask(worker, &request(Operation::Sequences, &content.encode()), |reader| {
                share.iter().map(|_| reader.sequence(&self.criteria)).collect::<Option<Vec<Sequence>>>()
            })
        })
    }

    fn observed(&self) -> Vec<NodeId> {
        self.criteria.clone()
    }

    fn judge(&mut self, candidates: &[Candidate], with_consulted: bool) -> Result<Vec<Judgement>> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        self.pool.judge(
            candidates,
            |candidate| self.scope.check(program, deletions, candidate),
            with_consulted,
        )
    }

    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        let check = |candidate: &Candidate| self.scope.gone_in(program, deletions, candidate);
        self.pool.judge_all(candidates, check, |worker, share| self.confirm_on(worker, share))
    }

    fn try_placed(
        &mut self,
        other: &Tree,
        criteria: &[NodeId],
        _origins: &[Option<NodeId>],
    ) -> Result<Trial> {
        self.trial(other, criteria)
    }
}

fn arguments(drawn: &Drawn) -> Etf {
    Etf::Values(Arc::clone(&drawn.values))
}

fn input_term(input: &Input) -> Etf {
    Etf::List(input.args.iter().map(|arg| Etf::text(arg)).collect())
}

fn inputs_request(inputs: &[Etf], patience: u64) -> Vec<u8> {
    let told = Etf::Tuple(vec![Etf::Integer(patience), Etf::List(inputs.to_vec())]);
    request(Operation::Inputs, &told.encode())
}

fn file_term((idx, file): (usize, &SourceFile)) -> Etf {
    Etf::Tuple(vec![Etf::text(&format!("{idx}.erl")), Etf::text(&file.text)])
}

fn missing(cause: &std::io::Error) -> error::Error {
    error::oracle::no_runtime("Erlang", ERL, cause)
}

fn check_program(program: &Tree) -> Result<()> {
    check_parses(program, Language::Erlang)?;
    match program.len() > usize::from(u16::MAX) {
        true => Err(error::oracle::unsupported(Place::file(&program.file(0).path), "more than 65 535 nodes")),
        false => Ok(()),
    }
}

/// Attributes that the server cannot honour.
const OBSTACLES: [&str; 7] = ["import", "ifdef", "ifndef", "if", "include", "include_lib", "on_load"];

fn check_attributes(program: &Tree, modules: &[Module]) -> Result<()> {
    for (file, module) in program.files().zip(modules) {
        if let Some((name, offset)) = module.first_of(&OBSTACLES) {
            let place = Place::of_offset(&file.path, &file.text, offset);
            return Err(error::oracle::unsupported(place, &format!("the attribute `-{name}`")));
        }
    }
    Ok(())
}

fn marks(criteria: &[NodeId]) -> Vec<Mark<'static>> {
    criteria.iter().map(|&node| Mark { node, before: MARK_BEFORE, after: "}" }).collect()
}

/// What can be observed of a criterion: of several nodes those that have values which can be compared.
fn observable(program: &Tree, criteria: &[NodeId]) -> Result<Vec<NodeId>> {
    let is_observable = |node: &NodeId| criteria.len() == 1 || !is_fun(program, *node);
    let checked = criteria.iter().map(|&node| check_criterion(program, node).map(|()| node));
    let found: Vec<NodeId> = checked.filter_map(Result::ok).filter(is_observable).collect();
    if found.is_empty() {
        let first = *criteria.first().expect("a question is about a node");
        check_criterion(program, first)?;
        return Err(error::oracle::values_without_order(place(program, first)));
    }
    Ok(found)
}

fn is_fun(program: &Tree, node: NodeId) -> bool {
    matches!(Syntax::new(program).expr(node), Expr::Fun { .. } | Expr::FunRef(_))
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
    if is_size_in_pattern(&syntax, criterion) {
        return refuse(
            "is the size of a segment of a pattern, which is evaluated while the pattern is matched",
        );
    }
    let is_variable = program.flags(criterion).has(Flags::VARIABLE);
    if !is_variable && scope::is_pattern(&syntax, criterion) {
        return refuse("is a pattern, and no variable of one");
    }
    Ok(())
}

/// Whether a node is evaluated to find out how long a segment of a pattern is.
fn is_size_in_pattern(syntax: &Syntax<'_>, node: NodeId) -> bool {
    let tree = syntax.tree;
    let is_size = |segment: NodeId| {
        let size = syntax.segment(segment).and_then(|segment| segment.size);
        size.is_some_and(|size| tree.subtree(size).contains(&node)) && scope::is_pattern(syntax, segment)
    };
    tree.ancestors(node).any(is_size)
}
