//! Python programs, run as schemata in persistent interpreters.
//!
//! Each worker is one `python3` with a server of ours, which compiles the schema once ([`schema`]); a candidate is then a
//! set of switches. What a switch cannot do, since Python's compiler takes notice of it, is chosen before compiling, and
//! such variants are kept. [`Oracle::confirm`] compiles the text of each candidate by itself; there Python's own
//! parser finds the criterion and where fuel is spent.

mod criterion;
mod other;
mod schema;
mod worker;

use serde_json::{Value as Json, json};

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, Deletions, Mark};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::python::deletions::{self, PythonParts};
use crate::languages::python::scope::{self, SCRIPT, Scopes, SyntaxCheck};
use crate::oracle::pool::{Pool, Runtime};
use crate::oracle::protocol::{Operation, SwitchTable, request};
use crate::oracle::{
    Drawn, Flaw, InputProbe, Judgement, Observation, Oracle, Question, SliceRule, Trial, check_parses, place,
};
use crate::suite::Input;

use criterion::{SeenNode, probes};
use worker::{Interpreter, PYTHON};

/// Candidates that are compiled before the server answers.
const CONFIRM_FRAME: usize = 16;

/// What stands before a marked name, and is a part of it.
const NAME_MARK: &str = "bs__c_";

/// Oracle of one Python program and criterion.
pub(super) struct PythonOracle<'t> {
    pool: Pool<'t, Interpreters>,
    syntax: SyntaxCheck,
    /// The nodes of the criterion that are seen, and how; never empty.
    probes: Vec<SeenNode>,
    version: String,
}

/// Interpreters with our server.
struct Interpreters {
    /// The request that loads the program.
    loaded: Vec<u8>,
    inputs: Vec<Input>,
}

impl Runtime for Interpreters {
    type Worker = Interpreter;
    const NAME: &'static str = PYTHON;
    const FRAME: usize = 256;

    fn start(&self) -> Result<Interpreter> {
        Interpreter::take().map_err(|cause| error::oracle::no_runtime("Python", PYTHON, &cause))
    }

    fn load(&self) -> Vec<Vec<u8>> {
        vec![self.loaded.clone(), inputs_request(&self.inputs)]
    }

    fn park(&self, worker: Interpreter) {
        worker.park();
    }
}

impl<'t> PythonOracle<'t> {
    /// Starts the interpreters and loads the program; inputs are added later.
    ///
    /// # Errors
    /// Python is missing; the program does not parse or compile, has no such entry point, or has what could do more than
    /// compute (with the place); the criterion has no value where it stands.
    pub(super) fn open(program: &'t Tree, question: &Question) -> Result<PythonOracle<'t>> {
        check_program(program, &question.entry)?;
        let probes = probes(program, &question.criteria)?;
        let subject = SwitchTable::new(program, probes[0].node, deletions::of(program));
        let parts = PythonParts::new(program);
        let scopes = Scopes::new(program);
        let source = schema::SchemaSource {
            program,
            parts: &parts,
            probes: &probes,
            switches: &subject.switches,
            scopes: &scopes,
        };
        let schema = source.schema();
        let loaded = json!({
            "original": program.file(0).text,
            "schema": schema.text,
            "entry": question.entry,
            "n_switches": subject.switched.len(),
            "rule": match question.rule {
                SliceRule::Prefix => 0,
                SliceRule::PrefixAndEnd => 1,
                SliceRule::Strict => 2,
            },
            "static": schema.chosen,
            "entered": schema.entered,
            "params": schema.params,
        });
        let syntax = SyntaxCheck::new(program, &parts, &scopes);
        let loaded = request_of(Operation::Load, &loaded);
        let pool = Pool::start(subject, Interpreters { loaded, inputs: Vec::new() })?;
        let version = pool.on_first(|worker| Ok(worker.version.clone()))?;
        Ok(PythonOracle { pool, syntax, probes, version })
    }

    fn check(&self, candidate: &Candidate) -> Option<Flaw> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        self.syntax.check(program, deletions, candidate)
    }

    /// The candidate's text with the criterion marked, as far as it is left.
    fn marked(&self, candidate: &Candidate) -> String {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let left = self.probes.iter().filter(|probe| !gone.contains(probe.node));
        let marks: Vec<Mark<'_>> = left.map(mark).collect();
        deletions.marked_text(program, candidate, &marks).swap_remove(0).text
    }

    /// Candidates without deletions that change nothing beside others.
    fn normalised(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        candidates.iter().map(|candidate| deletions.normalised(program, candidate)).collect()
    }
}

/// A name is marked by another name, another expression by a call.
fn mark(probe: &SeenNode) -> Mark<'static> {
    match probe.is_name {
        true => Mark { node: probe.node, before: NAME_MARK, after: "" },
        false => Mark { node: probe.node, before: "bs__o(", after: ")" },
    }
}

impl Oracle for PythonOracle<'_> {
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
        let request = inputs_request(inputs);
        let switched = &self.pool.subject.switched;
        let mut observed = self.pool.on_each(|worker| {
            self.pool.ask(worker, &request, |reader| {
                inputs.iter().map(|_| reader.observation(switched)).collect::<Option<Vec<Observation>>>()
            })
        })?;
        // Another process has other addresses, and so is another chance to see what differs from run to run.
        if observed.windows(2).any(|pair| pair[0] != pair[1]) {
            let SwitchTable { program, criterion, .. } = self.pool.subject;
            return Err(error::oracle::nondeterministic(place(program, criterion)));
        }
        self.pool.runtime.inputs.extend(inputs.iter().cloned());
        Ok(observed.swap_remove(0))
    }

    fn forget_inputs(&mut self) -> Result<()> {
        self.pool.runtime.inputs.clear();
        self.pool.reload()
    }

    fn probe(
        &mut self,
        candidate: &Candidate,
        inputs: &[Drawn],
        branches: &NodeSet,
        is_patient: bool,
    ) -> Result<Vec<InputProbe>> {
        let subject = &self.pool.subject;
        let candidate = subject.deletions.normalised(subject.program, candidate);
        let branches: Vec<NodeId> = branches.iter().collect();
        let deleted: Vec<u16> = subject.modes(&candidate).into_iter().map(|(switch, _)| switch).collect();
        let numbers: Vec<u16> = branches.iter().map(|&node| subject.switches[node as usize]).collect();
        self.pool.on_shares(inputs, |worker, share| {
            let given: Vec<Json> = share.iter().map(|drawn| input_json(&drawn.input)).collect();
            let content =
                json!({"inputs": given, "deleted": deleted, "branches": numbers, "is_patient": is_patient});
            let request = request_of(Operation::TryInputs, &content);
            let told = self.pool.try_ask(worker, &request, |reader| {
                share.iter().map(|_| reader.probe(&subject.switched, &branches)).collect()
            })?;
            // An input took the worker along: none of them shows anything.
            Ok(told.unwrap_or_else(|| vec![InputProbe::nothing(); share.len()]))
        })
    }

    fn judge(&mut self, candidates: &[Candidate], with_consulted: bool) -> Result<Vec<Judgement>> {
        self.pool.judge(&self.normalised(candidates), |it| self.check(it), with_consulted)
    }

    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>> {
        let candidates = self.normalised(candidates);
        self.pool.judge_all(
            &candidates,
            |it| self.check(it),
            |worker, share| {
                self.pool.judge_frames(worker, share, CONFIRM_FRAME, false, |frame| {
                    let texts: Vec<String> = frame.iter().map(|candidate| self.marked(candidate)).collect();
                    request_of(Operation::Confirm, &json!(texts))
                })
            },
        )
    }

    fn try_other(&mut self, other: &Tree, criteria: &[NodeId]) -> Result<Trial> {
        self.trial(other, criteria)
    }
}

fn request_of(operation: Operation, content: &Json) -> Vec<u8> {
    request(operation, content.to_string().as_bytes())
}

fn input_json(input: &Input) -> Json {
    json!({"args": input.args, "stdin": input.stdin})
}

fn inputs_request(inputs: &[Input]) -> Vec<u8> {
    request_of(Operation::Inputs, &Json::Array(inputs.iter().map(input_json).collect()))
}

fn check_program(program: &Tree, entry: &str) -> Result<()> {
    check_parses(program, Language::Python)?;
    let refuse =
        |what: &str| Err(error::oracle::unsupported_python(Place::file(&program.file(0).path), what));
    if program.files().len() != 1 {
        return refuse("a program of more than one file");
    }
    if program.len() >= usize::from(u16::MAX) {
        return refuse("more than 65 534 nodes");
    }
    if schema::has_marks(&program.file(0).text) {
        return refuse("a name that begins with `bs__`, or a control character");
    }
    let functions = scope::functions(program);
    match entry == SCRIPT || functions.iter().any(|name| name == entry) {
        true => Ok(()),
        false => Err(error::oracle::no_entry(entry, &functions)),
    }
}
