//! Several criteria of one program in one call: how they are listed, and which part of the answer is whose.
//!
//! A call of several criteria costs one start of the slicer. When it fails half-way, only those criteria
//! have an answer that the slicer itself said it was done with: what else it left may be torn.

use std::path::PathBuf;

use toml::Spanned;

use super::schema::{self, AnswerSource};
use super::template::Values;
use super::{Adapter, Placeholder, TableSource, Template, compile::AdapterCompiler};
use crate::error::Result;
use crate::process::Completion;

/// Stands between the values of placeholders that are several words; no path has it.
pub(super) const WORD_SEPARATOR: char = '\0';

/// How several criteria are given in one call.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// Words for each criterion.
    pub(super) criterion: Vec<Template>,
    /// Between the criteria when they are one word.
    separator: Option<String>,
    /// Number of the first criterion.
    number_base: usize,
    /// Most criteria of a call.
    max: usize,
    /// Line of standard output by which the slicer says that a criterion is answered.
    done: Option<Template>,
}

/// The part of a text that is a task's.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerSection {
    /// The line in front of it.
    pub(super) begin: String,
    /// Lines of which the first one ends it; it reaches to the end of the text without one.
    pub(super) ends: Vec<String>,
}

/// Where in what a call leaves one task's answer is.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerPart {
    /// File or folder; unused when the answer is on standard output.
    pub(super) path: PathBuf,
    /// Steps of the JSON pointer.
    pub(super) pointer: Option<Vec<String>>,
    pub(super) section: Option<AnswerSection>,
    /// File with the table of lines.
    pub(super) table: Option<PathBuf>,
    /// The line of standard output that says that it is complete.
    done: Option<String>,
}

impl AnswerSection {
    /// The bytes between its lines, and whether the line behind it is there; `None` when it is not in the text.
    pub(super) fn of<'t>(&self, text: &'t [u8]) -> Option<(&'t [u8], bool)> {
        let is = |line: &[u8], wanted: &str| line.trim_ascii() == wanted.trim().as_bytes();
        let mut start = None;
        let mut offset = 0;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let end = offset + line.len();
            match start {
                None if is(line, &self.begin) => start = Some(end),
                Some(start) if self.ends.iter().any(|wanted| is(line, wanted)) => {
                    return Some((&text[start..offset], line.ends_with(b"\n")));
                }
                _ => {}
            }
            offset = end;
        }
        start.map(|start| (&text[start..], false))
    }
}

impl Batch {
    /// Number of a criterion in its call.
    pub(super) fn number(&self, idx: usize) -> usize {
        self.number_base + idx
    }

    /// Values of `{criteria}`, and the text of the file with one criterion a line.
    pub(super) fn lists(&self, adapter: &Adapter, values: &[&Values]) -> Result<(String, String)> {
        let mut words = Vec::new();
        let mut file = String::new();
        for values in values {
            let own: Result<Vec<String>> =
                self.criterion.iter().map(|word| adapter.expand(word, values)).collect();
            let own = own?;
            file.push_str(&own.join(" "));
            file.push('\n');
            words.extend(own);
        }
        let separator = self.separator.clone().unwrap_or_else(|| WORD_SEPARATOR.to_string());
        Ok((words.join(&separator), file))
    }
}

impl Adapter {
    /// Most criteria of one program that the slicer takes in one call; 1 when it takes them one by one.
    pub fn batch_size(&self) -> usize {
        self.batch.as_ref().map_or(1, |batch| batch.max)
    }

    /// The words that stand for each criterion in a call of several; `None` when there is no such call.
    pub fn batch_words(&self) -> Option<Vec<String>> {
        let words = &self.batch.as_ref()?.criterion;
        Some(words.iter().map(|word| word.expand(&Values::new()).unwrap_or_else(|name| name)).collect())
    }

    /// The part of a task with these values; `others` are the lines at which the answers of other tasks begin.
    pub(super) fn part(&self, values: &Values, others: Vec<String>) -> Result<AnswerPart> {
        let expanded =
            |template: Option<&Template>| template.map(|template| self.expand(template, values)).transpose();
        let steps = self.answer.pointer.as_ref();
        let pointer: Option<Result<Vec<String>>> =
            steps.map(|steps| steps.iter().map(|step| self.expand(step, values)).collect());
        let ends = match expanded(self.answer.end.as_ref())? {
            Some(end) => vec![end],
            None => others,
        };
        Ok(AnswerPart {
            path: PathBuf::from(self.expand(&self.answer.path, values)?),
            pointer: pointer.transpose()?,
            section: expanded(self.answer.begin.as_ref())?.map(|begin| AnswerSection { begin, ends }),
            table: match self.answer.table.as_ref().map(|table| &table.source) {
                Some(TableSource::File(path)) => Some(PathBuf::from(self.expand(path, values)?)),
                _ => None,
            },
            done: expanded(self.batch.as_ref().and_then(|batch| batch.done.as_ref()))?,
        })
    }

    /// Whether the slicer said that it is done with a criterion, whatever became of the call afterwards.
    pub(super) fn says_done(&self, part: &AnswerPart, completions: &[Completion]) -> bool {
        let has_line = |wanted: &str| {
            let mut lines = completions.iter().flat_map(|step| step.stdout.split_inclusive(|b| *b == b'\n'));
            lines.any(|line| line.ends_with(b"\n") && line.trim_ascii() == wanted.trim().as_bytes())
        };
        match (&part.done, &part.section) {
            (Some(done), _) => has_line(done),
            (None, Some(section)) if self.batch.is_some() && self.answer.from == AnswerSource::Stdout => {
                completions
                    .last()
                    .filter(|_| completions.len() == self.steps.len())
                    .and_then(|last| section.of(&last.stdout))
                    .is_some_and(|(_, is_closed)| is_closed)
            }
            _ => false,
        }
    }
}

impl AdapterCompiler<'_> {
    /// What is said of calls of several criteria, and what contradicts them elsewhere in the file.
    pub(super) fn batch(&mut self, file: &schema::AdapterFile) -> Option<Batch> {
        let batch = file.batch.as_ref()?;
        let allowed = Placeholder::of_criterion();
        let words = batch.criterion.get_ref();
        if words.is_empty() {
            self.wrong(&batch.criterion, "no word for a criterion", "write `[\"{line}:{variable}\"]`");
        }
        if batch.separator.is_some() && words.len() > 1 {
            let hint = "with `separator`, write one word for each criterion";
            self.wrong(&batch.criterion, "several words in one word", hint);
        }
        if let Some(insert) = file.prepare.insert.first() {
            let hint = "name the criteria in the command, or call the slicer for each one";
            self.wrong(&insert.at, "text inserted for one criterion of several", hint);
        }
        if *file.answer.from.get_ref() == AnswerSource::InPlace {
            self.wrong(&file.answer.from, "one changed copy for several criteria", "choose another answer");
        }
        let max = batch.max.as_ref().map_or(usize::MAX, |max| *max.get_ref());
        if let Some(max) = batch.max.as_ref().filter(|max| *max.get_ref() == 0) {
            self.wrong(max, "a call without a criterion", "give a number above 0");
        }
        let steps = file.step.iter().flat_map(Spanned::get_ref).flat_map(|step| step.command.get_ref());
        let mut words = steps.chain(file.server.iter().flat_map(|server| server.get_ref().request.get_ref()));
        let lists = ["{criteria}", "{criteria_file}"];
        let uses_list = |word: &Spanned<String>| lists.iter().any(|list| word.get_ref().contains(list));
        if !words.any(uses_list) {
            let hint = "use `{criteria}` or `{criteria_file}` in a command";
            self.wrong(&batch.criterion, "no command is given the criteria", hint);
        }
        Some(Batch {
            criterion: batch.criterion.get_ref().iter().map(|word| self.template(word, &allowed)).collect(),
            separator: batch.separator.clone(),
            number_base: self.base(batch.number_base.as_ref(), 1),
            max,
            done: batch.done.as_ref().map(|done| self.template(done, &allowed)),
        })
    }

    /// Each criterion of a call needs an answer of its own.
    pub(super) fn tells_apart(&mut self, file: &schema::AdapterFile) {
        let answer = &file.answer;
        let templates = [&answer.path, &answer.pointer, &answer.begin];
        let is_own = |text: &str| {
            let found = Template::parse(text, &Placeholder::of_criterion());
            found.is_ok_and(|found| {
                found.placeholders().iter().any(|name| !Placeholder::OF_CALL.contains(name))
            })
        };
        if file.batch.is_some() && !templates.into_iter().flatten().any(|text| is_own(text.get_ref())) {
            let hint = "use `{number}`, `{line}`, … in `path`, `pointer` or `begin`";
            self.wrong(&answer.from, "nothing tells the answers of a call apart", hint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, begin: &str, ends: &[&str], expected: Option<(&str, bool)>) {
        let section =
            AnswerSection { begin: begin.into(), ends: ends.iter().map(|end| (*end).to_owned()).collect() };
        let found = section.of(text.as_bytes());
        let found = found.map(|(bytes, is_closed)| (std::str::from_utf8(bytes).unwrap(), is_closed));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_section_is_what_is_between_its_lines() {
        let text = "chatter\n= 1\na\nb\n= 2\r\nc\nend\n";
        check(text, "= 1", &["= 2"], Some(("a\nb\n", true)));
        check(text, "= 2", &["end"], Some(("c\n", true)));
        check(text, "= 2", &[], Some(("c\nend\n", false)));
        check(text, "= 3", &["end"], None);
        // Whether a last line is whole is not known.
        check("= 1\na\nend", "= 1", &["end"], Some(("a\n", false)));
        check("= 1\n", "= 1", &["end"], Some(("", false)));
    }
}
