//! Java programs, run as schemata in persistent virtual machines.
//!
//! Each worker is one `java` with a server of ours. javac, in the same process, says the types of all expressions; the server
//! writes a switch around everything that can be deleted, compiles the program once, and a candidate is then a set of switches.
//! What is declared and still used is refused here, as javac resolved the names ([`names`]); of what else javac takes notice is found by
//! asking it about every candidate that is a slice. `confirm` compiles the text of each candidate by itself.

mod names;
mod server;

use serde_json::{Value as Json, json};

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Candidate, Mark};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::java::deletions::{self, JavaParts, JavaPlace, text_with};
use crate::oracle::protocol::SwitchTable;
use crate::oracle::served::{ServedLanguage, ServedOracle, Servers, check_program, has_marks};
use crate::oracle::{Flaw, Oracle, Question};

use names::JavaNames;
use server::JAVA;

pub(super) use server::keep_server;

/// The method that programs are entered by.
pub(super) const MAIN: &str = "main";

static SERVERS: Servers = Servers::new(server::start);

/// A Java program as candidates of it are written.
struct JavaServed {
    parts: JavaParts,
    names: JavaNames,
    /// The nodes of the criterion; never empty.
    criteria: Vec<NodeId>,
}

/// Starts the virtual machines and loads the program; inputs are added later.
///
/// # Errors
/// Java is missing; the program does not parse or compile, has no such entry point, or has what could do more than
/// compute (with the line); the criterion has no value where it stands.
pub(super) fn open<'t>(program: &'t Tree, question: &Question) -> Result<Box<dyn Oracle + 't>> {
    check_program(program, Language::Java, (&question.entry, MAIN, &[]), |what| {
        error::oracle::unsupported_java(Place::file(&program.file(0).path), what)
    })?;
    let subject = SwitchTable::new(program, question.criteria[0], deletions::of(program));
    let text = &program.file(0).text;
    let places = Utf16::new(text);
    let stretch = |range: std::ops::Range<usize>| [places.of(range.start), places.of(range.end)];
    let parts = JavaParts::new(program);
    let listed = parts.all.iter().map(|part| {
        let ([start, end], [inner, inner_end]) = (stretch(part.range.clone()), stretch(part.inner.clone()));
        let switch = usize::from(subject.switches[part.deletion.node as usize]);
        json!([switch, class(&part.place), start, end, inner, inner_end])
    });
    let criteria = question.criteria.iter().map(|&node| json!(stretch(program.span(node))));
    let loaded = json!({ "parts": listed.collect::<Json>(), "criteria": criteria.collect::<Json>() });
    let names = JavaNames::default();
    let language = JavaServed { parts, names, criteria: question.criteria.clone() };
    Ok(Box::new(ServedOracle::open(subject, language, question, loaded)?))
}

/// The number that the server knows a place by.
fn class(place: &JavaPlace) -> u8 {
    match place {
        JavaPlace::Statement { .. } => 0,
        JavaPlace::Declarator { .. } => 1,
        JavaPlace::Value => 2,
        JavaPlace::Parameter { .. } => 3,
        JavaPlace::Definition => 4,
        JavaPlace::Branch { .. } => 5,
        JavaPlace::Case => 6,
        JavaPlace::Catch => 7,
        JavaPlace::Finally => 8,
        JavaPlace::Step { .. } => 9,
    }
}

/// Places of a text as Java counts them, in units of 16 bits.
struct Utf16 {
    /// The place of each byte; empty where both are the same.
    units: Vec<usize>,
}

impl Utf16 {
    fn new(text: &str) -> Utf16 {
        if text.is_ascii() {
            return Utf16 { units: Vec::new() };
        }
        let mut units = Vec::with_capacity(text.len() + 1);
        let mut at = 0;
        for c in text.chars() {
            units.extend(std::iter::repeat_n(at, c.len_utf8()));
            at += c.len_utf16();
        }
        units.push(at);
        Utf16 { units }
    }

    fn of(&self, byte: usize) -> usize {
        self.units.get(byte).copied().unwrap_or(byte)
    }

    /// The first byte at this place.
    fn byte(&self, unit: usize) -> usize {
        if self.units.is_empty() { unit } else { self.units.partition_point(|&it| it < unit) }
    }
}

fn mark(node: NodeId) -> Mark<'static> {
    Mark { node, before: "/*bs__c*/", after: "/*bs__e*/" }
}

impl ServedLanguage for JavaServed {
    const PROGRAM: &'static str = JAVA;
    const LANGUAGE: &'static str = "Java";
    const COMPILES_LATE: bool = true;
    const LEARNS: Option<fn(&mut JavaServed, &SwitchTable<'_>, &Json)> = Some(|served, subject, told| {
        let places = Utf16::new(&subject.program.file(0).text);
        served.names = JavaNames::new(subject, &served.parts, told, |unit| places.byte(unit));
    });

    fn servers() -> &'static Servers {
        &SERVERS
    }

    fn check(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Option<Flaw> {
        self.names.check(subject, candidate)
    }

    fn candidate(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Json {
        let SwitchTable { program, deletions, switches, .. } = subject;
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let left = self.criteria.iter().filter(|&&node| !gone.contains(node));
        let marks: Vec<Mark<'_>> = left.map(|&node| mark(node)).collect();
        // The server knows which value stands for each of them.
        let mut files = text_with(program, deletions, candidate, &marks, |part| {
            format!("bs__z{}", switches[part.deletion.node as usize])
        });
        json!(files.swap_remove(0).text)
    }

    fn points(&self) -> Vec<NodeId> {
        self.criteria.clone()
    }

    fn numbered(&self, _subject: &SwitchTable<'_>) -> Json {
        // The server has the program and its points since it was loaded.
        Json::Null
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
        let marks: Vec<Mark<'_>> = criteria.iter().map(|&node| mark(node)).collect();
        let text = match marks.is_empty() {
            true => other.file(0).text.clone(),
            false => {
                let mut files = deletions::of(other).marked_text(other, &Candidate::default(), &marks);
                files.swap_remove(0).text
            }
        };
        Ok(Ok(json!({"text": text, "has_criterion": !marks.is_empty()})))
    }
}
