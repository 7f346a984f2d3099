//! Python programs, run as schemata in persistent interpreters.
//!
//! Each worker is one `python3` with a server of ours, which compiles the schema once ([`schema`]); a candidate is then a
//! set of switches. What a switch cannot do, since Python's compiler takes notice of it, is chosen before compiling, and
//! such variants are kept. [`Oracle::confirm`] compiles the text of each candidate by itself; there Python's own
//! parser finds the criterion and where fuel is spent.

mod conditions;
mod criterion;
mod schema;

use std::io;

use serde_json::{Value as Json, json};

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, Mark};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::python::deletions::{self, PythonParts};
use crate::languages::python::scope::{self, SCRIPT, Scopes, SyntaxCheck};
use crate::oracle::conditions::DrivenConditions;
use crate::oracle::protocol::SwitchTable;
use crate::oracle::served::{self, ServedLanguage, ServedOracle, Servers, check_program, has_marks};
use crate::oracle::{Flaw, Oracle, Question, SliceRule};
use crate::process::Session;

use criterion::{SeenNode, probes};

/// Name of the interpreter.
const PYTHON: &str = "python3";

/// What stands before a marked name, and is a part of it.
const NAME_MARK: &str = "bs__c_";

/// Our server, one module after the other.
const SERVER: &str = concat!(
    include_str!("server/protocol.py"),
    include_str!("server/values.py"),
    include_str!("server/world.py"),
    include_str!("server/runs.py"),
    include_str!("server/schema.py"),
    include_str!("server/texts.py"),
    include_str!("server/trace.py"),
    include_str!("server/traced.py"),
    include_str!("server/kinds.py"),
    include_str!("server/server.py"),
);

/// Reads the server from the first frame.
const BOOT: &str = "import sys; f = sys.stdin.buffer; \
    exec(compile(f.read(int.from_bytes(f.read(4), 'big')), 'server', 'exec', dont_inherit=True))";

static SERVERS: Servers = Servers::new(start);

fn start() -> io::Result<Session> {
    // Not isolated (`-I`), which would take no notice of the seed of hashes; what else it means is said one by one.
    let argv = [PYTHON, "-s", "-S", "-B", "-X", "utf8", "-W", "ignore", "-c", BOOT];
    let env = [
        ("PYTHONHASHSEED", "0"),
        ("PYTHONPATH", ""),
        ("PYTHONHOME", ""),
        ("PYTHONOPTIMIZE", ""),
        ("PYTHONINSPECT", ""),
        ("PYTHONINTMAXSTRDIGITS", "0"),
        ("LC_ALL", "C.UTF-8"),
        ("TZ", "UTC"),
    ];
    let mut session = served::start(&argv, &env)?;
    session.send(SERVER.as_bytes())?;
    Ok(session)
}

/// A Python program as candidates of it are written.
struct PythonServed {
    syntax: SyntaxCheck,
    /// The nodes of the criterion that are seen, and how; never empty.
    probes: Vec<SeenNode>,
    /// Where those go as in the original that a candidate lacks.
    driven: Option<DrivenConditions>,
}

/// Starts the interpreters and loads the program; inputs are added later.
///
/// # Errors
/// Python is missing; the program does not parse or compile, has no such entry point, or has what could do more than
/// compute (with the place); the criterion has no value where it stands.
pub(super) fn open<'t>(program: &'t Tree, question: &Question) -> Result<Box<dyn Oracle + 't>> {
    let functions = scope::functions(program);
    check_program(program, Language::Python, (&question.entry, SCRIPT, &functions), |what| {
        error::oracle::unsupported_python(Place::file(&program.file(0).path), what)
    })?;
    let probes = probes(program, &question.criteria)?;
    let subject = SwitchTable::new(program, probes[0].node, deletions::of(program));
    let parts = PythonParts::new(program);
    let scopes = Scopes::new(program);
    let driven = (question.rule == SliceRule::Driven).then(|| conditions::of(program));
    let source = schema::SchemaSource {
        program,
        parts: &parts,
        probes: &probes,
        switches: &subject.switches,
        scopes: &scopes,
        driven: driven.as_ref(),
        after: if question.rule == SliceRule::Visits { "bs__a" } else { "bs__o" },
    };
    let schema = source.schema();
    let loaded = json!({
        "schema": schema.text,
        "static": schema.chosen,
        "entered": schema.entered,
        "params": schema.params,
    });
    let language = PythonServed { syntax: SyntaxCheck::new(program, &parts, &scopes), probes, driven };
    Ok(Box::new(ServedOracle::open(subject, language, question, loaded)?))
}

/// A name is marked by another name, another expression by a call.
fn mark(probe: &SeenNode) -> Mark<'static> {
    match probe.is_name {
        true => Mark { node: probe.node, before: NAME_MARK, after: "" },
        false => Mark { node: probe.node, before: "bs__o(", after: ")" },
    }
}

impl ServedLanguage for PythonServed {
    const PROGRAM: &'static str = PYTHON;
    const LANGUAGE: &'static str = "Python";

    fn servers() -> &'static Servers {
        &SERVERS
    }

    fn check(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Option<Flaw> {
        self.syntax.check(subject.program, &subject.deletions, candidate)
    }

    fn candidate(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Json {
        let SwitchTable { program, deletions, .. } = subject;
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let left = self.probes.iter().filter(|probe| !gone.contains(probe.node));
        let marks: Vec<Mark<'_>> = left.map(mark).collect();
        let text = deletions.marked_text(program, candidate, &marks).swap_remove(0).text;
        match &self.driven {
            Some(found) => {
                json!(conditions::driven(&text, &found.of_candidate(program, deletions, candidate)))
            }
            None => json!(text),
        }
    }

    fn points(&self) -> Vec<NodeId> {
        self.probes.iter().map(|probe| probe.node).collect()
    }

    fn numbered(&self, subject: &SwitchTable<'_>) -> Json {
        let befores: Vec<String> = (0..self.probes.len())
            .map(|number| {
                if self.probes[number].is_name {
                    format!("bs__c{number}_")
                } else {
                    format!("bs__o{number}(")
                }
            })
            .collect();
        let after = |probe: &SeenNode| if probe.is_name { "" } else { ")" };
        let marks = self.probes.iter().zip(&befores);
        let marks: Vec<Mark<'_>> =
            marks.map(|(probe, before)| Mark { node: probe.node, before, after: after(probe) }).collect();
        let text =
            subject.deletions.marked_text(subject.program, &Candidate::default(), &marks).swap_remove(0).text;
        json!({"text": text, "n_points": self.probes.len()})
    }

    fn traced(&self, subject: &SwitchTable<'_>) -> Option<Json> {
        let program = subject.program;
        let spans: Vec<[usize; 2]> = self
            .probes
            .iter()
            .map(|probe| program.span(probe.node))
            .map(|span| [span.start, span.end])
            .collect();
        Some(json!({"text": program.file(0).text, "criteria": spans}))
    }

    fn other(
        &self,
        other: &Tree,
        criteria: &[NodeId],
        origins: &[Option<NodeId>],
    ) -> Result<std::result::Result<Json, String>> {
        if let Some(what) = has_marks(&other.file(0).text) {
            return Ok(Err(what.to_owned()));
        }
        let probes = if criteria.is_empty() { Vec::new() } else { probes(other, criteria)? };
        let marks: Vec<Mark<'_>> = probes.iter().map(mark).collect();
        let text = match marks.is_empty() {
            true => other.file(0).text.clone(),
            false => {
                let files = deletions::of(other).marked_text(other, &Candidate::default(), &marks);
                files.into_iter().next().map(|file| file.text).unwrap_or_default()
            }
        };
        let text = match &self.driven {
            Some(found) => {
                let heads = conditions::heads(&other.file(0).text);
                conditions::driven(&text, &found.of_other(other, &heads, origins))
            }
            None => text,
        };
        Ok(Ok(json!({"text": text, "has_criterion": !marks.is_empty()})))
    }
}
