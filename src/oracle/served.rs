//! The oracle of a language whose server runs text: a schema for candidates, and programs that stand by themselves.
//!
//! A language says what its server is, how candidates and other programs are written for it, and which candidates its compiler
//! would refuse. Loading, inputs, frames, probes and servers that are used again are the same for all.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value as Json, json};

use super::pool::{Pool, Runtime, Worker};
use super::protocol::{self, Operation, SwitchTable, request};
use super::told;
use super::{
    Drawn, Flaw, InputProbe, Judgement, Observation, Oracle, Question, Sequence, SliceRule, Trial, Verdict,
    check_parses, place,
};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, Deletions};
use crate::error::{self, Error, Result};
use crate::flow::FlowTrace;
use crate::language::Language;
use crate::process::{Invocation, Session};
use crate::suite::Input;

/// Candidates that are compiled before the server answers.
const CONFIRM_FRAME: usize = 16;

/// Inputs whose values are told in one answer.
const SEQUENCES_FRAME: usize = 256;

/// What is particular to a language.
pub(crate) trait ServedLanguage: Sync {
    /// Name of the program that is started.
    const PROGRAM: &'static str;

    /// Name of the language in messages.
    const LANGUAGE: &'static str;

    /// The servers of this language.
    fn servers() -> &'static Servers;

    /// What the compiler would say of a candidate; `None` where it compiles, as far as is known without it.
    fn check(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Option<Flaw>;

    /// A normalised candidate by itself, with the criterion marked, as the server reads it.
    fn candidate(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Json;

    /// Whether the compiler is asked about candidates that are slices as the server sees it: [`ServedLanguage::check`] does not
    /// know all that it refuses.
    const COMPILES_LATE: bool = false;

    /// Takes in what the server says of a loaded program; `None` is asked nothing.
    const LEARNS: Option<fn(&mut Self, &SwitchTable<'_>, &Json)> = None;

    /// The nodes that are observed, by their numbers.
    fn points(&self) -> Vec<NodeId>;

    /// The program as it stands, with each point marked by its number, as the server reads it.
    fn numbered(&self, subject: &SwitchTable<'_>) -> Json;

    /// What the server needs to tell what a run of the program depends on; `None` where it cannot.
    fn traced(&self, _subject: &SwitchTable<'_>) -> Option<Json> {
        None
    }

    /// A program in the place of the original, with the nodes that stand for the criterion, and those that its nodes are of; the
    /// reason where nothing of it is run.
    ///
    /// # Errors
    /// Nothing can be observed at the nodes.
    fn other(
        &self,
        other: &Tree,
        criteria: &[NodeId],
        origins: &[Option<NodeId>],
    ) -> Result<std::result::Result<Json, String>>;
}

/// Programs with a server of ours that nobody uses, to be loaded again. They end with this process, which closes their
/// standard input.
pub(crate) struct Servers {
    start: fn() -> io::Result<Session>,
    request_s: Option<u64>,
    idle: Mutex<Vec<ServerProcess>>,
}

/// Servers that wait for work, at most.
const MAX_IDLE: usize = 4;

impl Servers {
    /// Servers that are started like this, each of which says its version first.
    pub(crate) const fn new(start: fn() -> io::Result<Session>) -> Servers {
        Servers { start, request_s: None, idle: Mutex::new(Vec::new()) }
    }

    /// The same, where the system ends a server that takes more than so many seconds of processor time for one request: work
    /// that no fuel bounds, in a runtime that cannot stop itself by the processor's clock.
    pub(crate) const fn limited(start: fn() -> io::Result<Session>, request_s: u64) -> Servers {
        Servers { start, request_s: Some(request_s), idle: Mutex::new(Vec::new()) }
    }

    /// An idle server, or a new one. It may have another program loaded.
    fn take(&self) -> io::Result<ServerProcess> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(server) => Ok(server),
            None => {
                let mut session = (self.start)()?;
                let version = protocol::version(&session.receive()?);
                let version = version.ok_or_else(|| io::Error::other("another version of the protocol"))?;
                Ok(ServerProcess { session, is_sound: true, request_s: self.request_s, version })
            }
        }
    }

    fn park(&self, server: ServerProcess) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if server.is_sound && idle.len() < MAX_IDLE {
            idle.push(server);
        }
    }
}

/// Starts a program in the folder for temporary files.
pub(crate) fn start(argv: &[&str], env: &[(&str, &str)]) -> io::Result<Session> {
    let env = env.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    Session::start(&Invocation {
        argv: argv.iter().map(|&word| word.to_owned()).collect(),
        cwd: std::env::temp_dir(),
        env: env.collect::<BTreeMap<_, _>>(),
        ..Invocation::default()
    })
}

/// A running server.
pub(crate) struct ServerProcess {
    session: Session,
    /// Whether it answered everything it was asked.
    is_sound: bool,
    /// Processor time that one request may take; see [`Servers::limited`].
    request_s: Option<u64>,
    /// `CPython 3.11.2`.
    version: String,
}

impl Worker for ServerProcess {
    fn exchange(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        if let Some(more_s) = self.request_s {
            self.session.limit_processor(more_s);
        }
        let answer = self.session.exchange(request);
        self.is_sound &= answer.is_ok();
        answer
    }
}

/// Oracle of one program and criterion.
pub(crate) struct ServedOracle<'t, L: ServedLanguage> {
    pool: Pool<'t, LoadedServers<L>>,
    version: String,
    /// What the compiler said of candidates that are slices; see [`ServedLanguage::COMPILES_LATE`].
    compiled: Mutex<BTreeMap<Candidate, Option<String>>>,
}

/// Servers with a program.
struct LoadedServers<L> {
    language: L,
    /// The request that loads the program.
    loaded: Vec<u8>,
    inputs: Vec<Input>,
    /// As [`Oracle::set_patience`] says.
    patience: u64,
}

impl<L: ServedLanguage> Runtime for LoadedServers<L> {
    type Worker = ServerProcess;
    const NAME: &'static str = L::PROGRAM;
    const FRAME: usize = 256;

    fn start(&self) -> Result<ServerProcess> {
        L::servers().take().map_err(|cause| error::oracle::no_runtime(L::LANGUAGE, L::PROGRAM, &cause))
    }

    fn load(&self) -> Vec<Vec<u8>> {
        vec![self.loaded.clone(), inputs_request(&self.inputs, self.patience)]
    }

    fn park(&self, worker: ServerProcess) {
        L::servers().park(worker);
    }
}

impl<'t, L: ServedLanguage> ServedOracle<'t, L> {
    /// Starts the servers and loads the program; inputs are added later. `schema` is what the language's own server reads, an
    /// object.
    ///
    /// # Errors
    /// The runtime is missing, or refuses the program.
    pub(crate) fn open(
        subject: SwitchTable<'t>,
        language: L,
        question: &Question,
        mut schema: Json,
    ) -> Result<ServedOracle<'t, L>> {
        schema["original"] = json!(subject.program.file(0).text);
        schema["entry"] = json!(question.entry);
        schema["n_switches"] = json!(subject.switched.len());
        schema["rule"] = json!(match question.rule {
            SliceRule::Prefix | SliceRule::Driven => 0,
            SliceRule::PrefixAndEnd => 1,
            SliceRule::Strict | SliceRule::Visits => 2,
        });
        schema["seen"] = json!(match question.rule {
            SliceRule::Prefix | SliceRule::PrefixAndEnd | SliceRule::Strict => "values",
            SliceRule::Visits => "visits",
            SliceRule::Driven => "driven",
        });
        let loaded = request_of(Operation::Load, &schema);
        let mut pool =
            Pool::start(subject, LoadedServers { language, loaded, inputs: Vec::new(), patience: 1 })?;
        if let Some(learn) = L::LEARNS {
            let request = request_of(Operation::Observe, &Json::Null);
            let told = pool.on_first(|worker| {
                pool.ask(worker, &request, |reader| serde_json::from_slice::<Json>(reader.block()?).ok())
            })?;
            let Pool { subject, runtime, .. } = &mut pool;
            learn(&mut runtime.language, subject, &told);
        }
        let version = pool.on_first(|worker| Ok(worker.version.clone()))?;
        Ok(ServedOracle { pool, version, compiled: Mutex::default() })
    }

    fn check(&self, candidate: &Candidate) -> Option<Flaw> {
        self.pool.runtime.language.check(&self.pool.subject, candidate)
    }

    /// Asks the compiler about the candidates that are slices. One that it refuses may compile with any other deletion.
    fn compile_late(&self, candidates: &[Candidate], judged: &mut [Judgement]) -> Result<()> {
        let Pool { subject, runtime, .. } = &self.pool;
        let asked = |cache: &BTreeMap<Candidate, Option<String>>| -> Vec<Candidate> {
            let slices = candidates.iter().zip(&*judged).filter(|(_, judgement)| judgement.is_same());
            slices.map(|(candidate, _)| candidate.clone()).filter(|it| !cache.contains_key(it)).collect()
        };
        let unknown = asked(&self.compiled.lock().unwrap_or_else(PoisonError::into_inner));
        let told = self.pool.on_shares(&unknown, |worker, share| {
            let mut told = Vec::with_capacity(share.len());
            for frame in share.chunks(CONFIRM_FRAME) {
                let texts = frame.iter().map(|candidate| runtime.language.candidate(subject, candidate));
                let texts: Vec<Json> = texts.collect();
                let request =
                    request_of(Operation::Confirm, &json!({"texts": texts, "is_only_compiled": true}));
                told.extend(self.pool.ask(worker, &request, |reader| {
                    frame
                        .iter()
                        .map(|_| reader.judgement(None, subject.criterion))
                        .collect::<Option<Vec<_>>>()
                })?);
            }
            Ok(told)
        })?;
        let mut cache = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        for (candidate, judgement) in unknown.into_iter().zip(told) {
            let why = match judgement.verdict {
                Verdict::Invalid(flaw) => Some(flaw.why),
                _ => None,
            };
            cache.insert(candidate, why);
        }
        for (candidate, judgement) in candidates.iter().zip(judged).filter(|(_, it)| it.is_same()) {
            if let Some(Some(why)) = cache.get(candidate) {
                let repairs = subject.switched.iter().copied().collect();
                let flaw = Flaw { node: subject.criterion, why: why.clone(), repairs };
                *judgement =
                    Judgement { verdict: Verdict::Invalid(flaw), consulted: NodeSet::new(), ticks: 0 };
            }
        }
        Ok(())
    }

    /// Candidates without deletions that change nothing beside others.
    fn normalised(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        let SwitchTable { program, deletions, .. } = &self.pool.subject;
        candidates.iter().map(|candidate| deletions.normalised(program, candidate)).collect()
    }
}

impl<L: ServedLanguage> Oracle for ServedOracle<'_, L> {
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
        let request = inputs_request(inputs, self.pool.runtime.patience);
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
        self.pool.tell(&request_of(Operation::Forget, &Json::Null))
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
        let subject = &self.pool.subject;
        let candidate = subject.deletions.normalised(subject.program, candidate);
        let branches: Vec<NodeId> = branches.iter().collect();
        let (deleted, modes): (Vec<u16>, Vec<u8>) = subject.modes(&candidate).into_iter().unzip();
        let numbers: Vec<u16> = branches.iter().map(|&node| subject.switches[node as usize]).collect();
        self.pool.on_shares(inputs, |worker, share| {
            let given: Vec<Json> = share.iter().map(|drawn| input_json(&drawn.input)).collect();
            let content = json!({
                "inputs": given, "deleted": deleted, "modes": modes, "branches": numbers, "is_patient": is_patient,
            });
            let request = request_of(Operation::TryInputs, &content);
            let told = self.pool.try_ask(worker, &request, |reader| {
                share.iter().map(|_| reader.probe(&subject.switched, &branches)).collect()
            })?;
            // An input took the worker along: none of them shows anything.
            Ok(told.unwrap_or_else(|| vec![InputProbe::nothing(); share.len()]))
        })
    }

    fn judge(&mut self, candidates: &[Candidate], with_consulted: bool) -> Result<Vec<Judgement>> {
        let candidates = self.normalised(candidates);
        let mut judged = self.pool.judge(&candidates, |it| self.check(it), with_consulted)?;
        if L::COMPILES_LATE {
            self.compile_late(&candidates, &mut judged)?;
        }
        Ok(judged)
    }

    fn confirm(&mut self, candidates: &[Candidate]) -> Result<Vec<Judgement>> {
        let candidates = self.normalised(candidates);
        let Pool { subject, runtime, .. } = &self.pool;
        self.pool.judge_all(
            &candidates,
            |it| self.check(it),
            |worker, share| {
                self.pool.judge_frames(worker, share, CONFIRM_FRAME, false, |frame| {
                    let texts = frame.iter().map(|candidate| runtime.language.candidate(subject, candidate));
                    request_of(Operation::Confirm, &texts.collect())
                })
            },
        )
    }

    fn sequences(&mut self, inputs: &[Input], with_calls: bool) -> Result<Vec<Sequence>> {
        let Pool { subject, runtime, .. } = &self.pool;
        let (program, points) = (runtime.language.numbered(subject), runtime.language.points());
        self.pool.on_shares(inputs, |worker, share| {
            let mut told = Vec::with_capacity(share.len());
            for frame in share.chunks(SEQUENCES_FRAME) {
                let given: Vec<Json> = frame.iter().map(input_json).collect();
                let content = json!({"program": program, "inputs": given, "with_calls": with_calls});
                let request = request_of(Operation::Sequences, &content);
                told.extend(self.pool.ask(worker, &request, |reader| {
                    frame.iter().map(|_| reader.sequence(&points)).collect::<Option<Vec<Sequence>>>()
                })?);
            }
            Ok(told)
        })
    }

    fn trace(&mut self, input: &Input) -> Result<Option<FlowTrace>> {
        let Pool { subject, runtime, .. } = &self.pool;
        let Some(mut content) = runtime.language.traced(subject) else { return Ok(None) };
        content["input"] = input_json(input);
        let request = request_of(Operation::Trace, &content);
        let told = self.pool.on_first(|worker| {
            self.pool.ask(worker, &request, |reader| {
                serde_json::from_slice::<told::ToldTrace>(reader.block()?).ok()
            })
        })?;
        Ok(Some(told.of(subject.program)))
    }

    fn observed(&self) -> Vec<NodeId> {
        self.pool.runtime.language.points()
    }

    fn try_placed(&mut self, other: &Tree, criteria: &[NodeId], origins: &[Option<NodeId>]) -> Result<Trial> {
        if other.files().len() != 1 {
            return Ok(Trial::NotRun("a program of more than one file".to_owned()));
        }
        let content = match self.pool.runtime.language.other(other, criteria, origins)? {
            Ok(content) => content,
            Err(why) => return Ok(Trial::NotRun(why)),
        };
        let request = request_of(Operation::Other, &content);
        let trial =
            self.pool.on_first(|worker| self.pool.try_ask(worker, &request, |reader| reader.trial()))?;
        Ok(trial.unwrap_or_else(|| Trial::NotRun(format!("`{}` ended", L::PROGRAM))))
    }
}

fn request_of(operation: Operation, content: &Json) -> Vec<u8> {
    request(operation, content.to_string().as_bytes())
}

fn input_json(input: &Input) -> Json {
    json!({"args": input.args, "stdin": input.stdin})
}

/// Inputs are added to those that are there; each says the patience that all have.
fn inputs_request(inputs: &[Input], patience: u64) -> Vec<u8> {
    let told = |input: &Input| {
        let mut told = input_json(input);
        told["patience"] = json!(patience);
        told
    };
    request_of(Operation::Inputs, &Json::Array(inputs.iter().map(told).collect()))
}

/// Names that belong to the schema begin like this.
const OWN: &str = "bs__";

/// Whether a text has what would be read as part of the schema, and how that is called.
pub(crate) fn has_marks(text: &str) -> Option<&'static str> {
    let has = text.contains(crate::deletions::MARKS) || text.contains(OWN);
    has.then_some("a name that begins with `bs__`, or a control character")
}

/// Refuses programs that no server takes; `refuse` words it, and `functions` are the entry points beside `script`.
///
/// # Errors
/// The program does not parse, is of several files or too large, has marks of ours or no such entry point.
pub(crate) fn check_program(
    program: &Tree,
    language: Language,
    (entry, script, functions): (&str, &str, &[String]),
    refuse: impl Fn(&str) -> Error,
) -> Result<()> {
    check_parses(program, language)?;
    if program.files().len() != 1 {
        return Err(refuse("a program of more than one file"));
    }
    if program.len() >= usize::from(u16::MAX) {
        return Err(refuse("more than 65 534 nodes"));
    }
    if let Some(what) = has_marks(&program.file(0).text) {
        return Err(refuse(what));
    }
    match entry == script || functions.iter().any(|name| name == entry) {
        true => Ok(()),
        false => Err(error::oracle::no_entry(entry, functions)),
    }
}
