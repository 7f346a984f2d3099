//! The values of several points, one by one, of the program as it stands: compiled by itself, with its points numbered.

use std::sync::PoisonError;

use super::criterion::{Probe, See, marks};
use super::frames::{GivenInput, Observed, observe, observed};
use super::{COracle, MAX_FUEL, compiler::failed, schema};
use crate::ast::SourceFile;
use crate::deletions::{Candidate, Mark};
use crate::error::Result;
use crate::oracle::{Element, Sequence};
use crate::process::Session;
use crate::suite::Input;

/// Values of a run that are told, at most.
const MAX_VALUES: usize = 20_000;

impl COracle<'_> {
    /// See [`crate::oracle::Oracle::sequences`].
    pub(super) fn numbered_sequences(&self, inputs: &[Input]) -> Result<Vec<Sequence>> {
        let mut numbered = self.numbered.lock().unwrap_or_else(PoisonError::into_inner);
        let session = match &mut *numbered {
            Some(session) => session,
            none => none.insert(self.start_numbered()?),
        };
        let request = observe(inputs.iter().map(|input| GivenInput::new(input, MAX_FUEL)));
        let runs = self.pool.ask(session, &request, |reader| observed(reader, inputs.len(), &[]))?;
        Ok(runs.into_iter().map(|run| self.sequence(run)).collect())
    }

    fn start_numbered(&self) -> Result<Session> {
        let subject = &self.pool.subject;
        let numbered = self.probes.iter().enumerate();
        let probes: Vec<Probe> =
            numbered.map(|(number, probe)| Probe { number: Some(number), ..probe.clone() }).collect();
        let marks = marks(&probes);
        let marks: Vec<Mark<'_>> =
            marks.iter().map(|(node, before)| Mark { node: *node, before, after: ")" }).collect();
        let files = subject.deletions.marked_text(subject.program, &Candidate::default(), &marks);
        let macros: String = probes.iter().filter_map(Probe::defined).collect();
        let files: Vec<SourceFile> = schema::alone(subject.program, &files, &probes)
            .into_iter()
            .map(|file| SourceFile::new(&file.path, format!("{macros}{}", file.text)))
            .collect();
        let compiler = &self.pool.runtime.compiler;
        let program = compiler.program(&files, "points", "-O0")?.map_err(|said| failed(&said))?;
        compiler.start(&program, self.pool.runtime.in_rows)
    }

    fn sequence(&self, Observed { observation, values, .. }: Observed) -> Sequence {
        let mut elements = Vec::new();
        let mut rest = &values[..];
        while let Some((element, left)) = self.element(rest) {
            elements.push(element);
            rest = left;
            if elements.len() == MAX_VALUES {
                break;
            }
        }
        Sequence { elements, end: observation.end, ticks: observation.ticks }
    }

    /// The first value of what `server/runtime.c` wrote down, and what follows it.
    fn element<'v>(&self, values: &'v [u8]) -> Option<(Element, &'v [u8])> {
        let number = |at: usize| Some(u32::from_ne_bytes(values.get(at..at + 4)?.try_into().ok()?) as usize);
        let end = 4 + number(0)?;
        let probe = self.probes.get(number(4)?.checked_sub(1)?)?;
        let ticks = u64::from_ne_bytes(values.get(8..16)?.try_into().ok()?);
        let value = spelled(values.get(16..end)?, probe.see);
        let element = Element { node: probe.node(), value, ticks, call: String::new(), stack: Vec::new() };
        Some((element, &values[end..]))
    }
}

/// A value as the program's text would have it.
fn spelled(bytes: &[u8], see: See) -> String {
    let number = <[u8; 8]>::try_from(bytes);
    match (see, number) {
        (See::Integer | See::Reached, Ok(number)) => i64::from_ne_bytes(number).to_string(),
        (See::Float, Ok(number)) => format!("{:?}", f64::from_ne_bytes(number)),
        (See::Text, _) if bytes.is_empty() => "NULL".to_owned(),
        (See::Text, _) => {
            format!("{:?}", String::from_utf8_lossy(bytes.strip_suffix(b"\0").unwrap_or(bytes)))
        }
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}
