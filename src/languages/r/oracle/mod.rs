//! R programs, run as schemata in persistent interpreters.
//!
//! Each worker is one R with a server of ours, which parses the schema once ([`schema`]) and writes fuel and observations into
//! it; a candidate is then a set of switches, which are variables. `confirm` parses the text of each candidate by itself.

mod schema;

use std::io;

use serde_json::{Value as Json, json};

use crate::ast::{Cst, Flags, NodeId, NodeSet, Tree, concrete};
use crate::deletions::{Candidate, Mark};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::r::deletions::{self, RParts};
use crate::languages::r::scope;
use crate::languages::r::syntax::{RNamePlace, is_named_argument, named};
use crate::oracle::meaning::NameMeanings;
use crate::oracle::protocol::SwitchTable;
use crate::oracle::served::{self, ServedLanguage, ServedOracle, Servers, check_program, has_marks};
use crate::oracle::{Flaw, Oracle, Question, place};
use crate::process::Session;

/// A program that is run from top to bottom.
pub(super) const SCRIPT: &str = "__main__";

/// Name of the interpreter.
const R: &str = "Rscript";

/// Our server, one module after the other.
const SERVER: &str = concat!(
    include_str!("server/protocol.R"),
    include_str!("server/values.R"),
    include_str!("server/world.R"),
    include_str!("server/schema.R"),
    include_str!("server/runs.R"),
    include_str!("server/server.R"),
);

/// Reads the server from the first frame. What programs print goes nowhere, and our frames to 3; a file may have a few blocks, which the
/// interpreter needs itself.
const BOOT: &str = r#"exec 3>&1 >/dev/null; ulimit -s 200000; ulimit -v 4000000; ulimit -f 8; ulimit -c 0
exec Rscript --vanilla --max-ppsize=500000 -e 'f <- file("stdin", "rb"); e <- new.env(parent = baseenv()); eval(parse(text = rawToChar(readBin(f, "raw",
    readBin(f, "integer", 1, 4, endian = "big"))), keep.source = FALSE), e); e$main(f)'"#;

static SERVERS: Servers = Servers::new(start);

fn start() -> io::Result<Session> {
    let env = [("R_ENABLE_JIT", "0"), ("LC_ALL", "C.UTF-8"), ("LANGUAGE", "en"), ("TZ", "UTC")];
    let mut session = served::start(&["sh", "-c", BOOT], &env)?;
    session.send(SERVER.as_bytes())?;
    Ok(session)
}

/// An R program as candidates of it are written.
struct RServed {
    /// The nodes of the criterion that are seen, never none.
    seen: Vec<RSeenNode>,
    /// Names that could come to mean something else.
    meanings: NameMeanings,
}

/// A node of the criterion, and whether it is a name.
#[derive(Clone, Copy, Debug)]
struct RSeenNode {
    node: NodeId,
    is_name: bool,
}

impl RSeenNode {
    /// A name is marked by another name, another expression by a call.
    fn mark(&self) -> Mark<'static> {
        let (before, after) = if self.is_name { ("bs__c_", "") } else { ("bs__o({", "})") };
        Mark { node: self.node, before, after }
    }
}

/// Starts the interpreters and loads the program; inputs are added later.
///
/// # Errors
/// R is missing; the program does not parse, or has what could do more than compute (with the place); the criterion has no
/// value where it stands.
pub(super) fn open<'t>(program: &'t Tree, question: &Question) -> Result<Box<dyn Oracle + 't>> {
    check_program(program, Language::R, (&question.entry, SCRIPT, &[]), |what| {
        error::oracle::unsupported_r(Place::file(&program.file(0).path), what)
    })?;
    let seen = seen(program, &question.criteria)?;
    let subject = SwitchTable::new(program, seen[0].node, deletions::of(program));
    let schema = schema::schema(program, &RParts::new(program), &seen, &subject.switches);
    let meanings = NameMeanings::new(scope::uses(program));
    let language = RServed { seen, meanings };
    Ok(Box::new(ServedOracle::open(subject, language, question, json!({"schema": schema}))?))
}

/// Those nodes of a criterion that have values: of several, what has none is left out.
fn seen(program: &Tree, criteria: &[NodeId]) -> Result<Vec<RSeenNode>> {
    let concrete = concrete(program.language(), &program.file(0).text);
    let mut refused = None;
    let mut found = Vec::new();
    for &node in criteria {
        match seen_node(program, concrete.root(), node) {
            Ok(seen) => found.push(seen),
            Err(what) => {
                refused.get_or_insert((node, what));
            }
        }
    }
    match refused {
        Some((node, what)) if found.is_empty() => {
            Err(error::oracle::criterion_of_r(place(program, node), what))
        }
        _ => Ok(found),
    }
}

fn seen_node(program: &Tree, root: Cst<'_>, node: NodeId) -> std::result::Result<RSeenNode, &'static str> {
    let (span, text) = (program.span(node), &program.file(0).text);
    let is_name = program.flags(node).has(Flags::VARIABLE);
    if !is_name && !program.is_argument(node) {
        return Err("is a statement without a variable or an argument");
    }
    if is_name && program.text(node).starts_with(['`', '"', '\'']) {
        return Err("is a name in quotes");
    }
    let mut at = root;
    while let Some(child) = named(at).find(|it| it.start_byte() <= span.start && span.end <= it.end_byte()) {
        if let RNamePlace::None(what) = RNamePlace::of(child, at, text) {
            return Err(what);
        }
        at = child;
    }
    match is_named_argument(program, node) {
        true => Err("is an argument with its name: choose its value"),
        false => Ok(RSeenNode { node, is_name }),
    }
}

impl ServedLanguage for RServed {
    const PROGRAM: &'static str = R;
    const LANGUAGE: &'static str = "R";

    fn servers() -> &'static Servers {
        &SERVERS
    }

    fn check(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Option<Flaw> {
        self.meanings.check(subject.program, &subject.deletions, candidate)
    }

    fn candidate(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Json {
        let SwitchTable { program, deletions, .. } = subject;
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let left = self.seen.iter().filter(|seen| !gone.contains(seen.node));
        let marks: Vec<Mark<'_>> = left.map(RSeenNode::mark).collect();
        json!(deletions.marked_text(program, candidate, &marks).swap_remove(0).text)
    }

    fn points(&self) -> Vec<NodeId> {
        self.seen.iter().map(|seen| seen.node).collect()
    }

    fn numbered(&self, subject: &SwitchTable<'_>) -> Json {
        let around: Vec<(String, String)> = (0..self.seen.len())
            .map(|number| match self.seen[number].is_name {
                true => (format!("bs__c{number}_"), String::new()),
                false => ("bs__o({".to_owned(), format!("}},{number}L)")),
            })
            .collect();
        let marks = self.seen.iter().zip(&around);
        let marks: Vec<Mark<'_>> =
            marks.map(|(seen, (before, after))| Mark { node: seen.node, before, after }).collect();
        json!(
            subject.deletions.marked_text(subject.program, &Candidate::default(), &marks).swap_remove(0).text
        )
    }

    fn other(
        &self,
        other: &Tree,
        criteria: &[NodeId],
        _origins: &[Option<NodeId>],
    ) -> Result<std::result::Result<Json, String>> {
        if let Some(what) = has_marks(&other.file(0).text) {
            return Ok(Err(what.to_owned()));
        }
        let seen = if criteria.is_empty() { Vec::new() } else { seen(other, criteria)? };
        let marks: Vec<Mark<'_>> = seen.iter().map(RSeenNode::mark).collect();
        let text = match marks.is_empty() {
            true => other.file(0).text.clone(),
            false => {
                let files = deletions::of(other).marked_text(other, &Candidate::default(), &marks);
                files.into_iter().next().map(|file| file.text).unwrap_or_default()
            }
        };
        Ok(Ok(json!({"text": text, "has_criterion": !marks.is_empty()})))
    }
}
