//! Offsets in compiled methods, and the table by which they are lines of the program.
//!
//! In: the text in which a step printed the table. Out: for a method and an offset, the line of the last entry that does not
//! begin behind it, as tables of Java's class files are read.

use std::collections::BTreeMap;

use regex::{Captures, Regex};
use toml::Spanned;

use super::compile::AdapterCompiler;
use super::schema::{AnswerTable, Is, LineTableKey};
use super::{Adapter, Placeholder, TablePlace, TableSource};

/// A place in a file of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableLine {
    pub(super) file: Option<String>,
    /// As the table counts.
    pub(super) line: usize,
}

/// Lines by method and first offset.
#[derive(Clone, Debug, Default)]
pub(super) struct LineTable(BTreeMap<String, BTreeMap<usize, TableLine>>);

impl LineTable {
    /// Reads a table; entries without numbers are none.
    pub(super) fn read(place: &TablePlace, text: &str) -> LineTable {
        let mut table = LineTable::default();
        let methods: Vec<(usize, String)> = place
            .method
            .iter()
            .flat_map(|method| method.captures_iter(text))
            .filter_map(|found| found.name("method").map(|name| (name.start(), name.as_str().to_owned())))
            .collect();
        for found in place.entry.captures_iter(text) {
            let start = found.get(0).map_or(0, |whole| whole.start());
            let around = methods.iter().take_while(|(at, _)| *at <= start).last().map(|(_, name)| name);
            let own = found.name("method").map(|name| name.as_str());
            let method = own.or(around.map(String::as_str));
            if let (Some(method), Some(offset), Some(line)) =
                (method, number(&found, "offset"), number(&found, "line"))
            {
                let file = found.name("file").map(|file| file.as_str().to_owned());
                table.0.entry(method.to_owned()).or_default().insert(offset, TableLine { file, line });
            }
        }
        table
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The line of an offset; `None` where the table does not have the method, or begins behind the offset.
    pub(super) fn line(&self, method: &str, offset: usize) -> Option<&TableLine> {
        self.0.get(method)?.range(..=offset).next_back().map(|(_, line)| line)
    }
}

fn number(found: &Captures<'_>, group: &str) -> Option<usize> {
    found.name(group)?.as_str().parse().ok()
}

impl Adapter {
    /// Index of the step that prints the table of lines; `None` when none does.
    pub(super) fn table_step(&self) -> Option<usize> {
        match self.answer.table.as_ref()?.source {
            TableSource::Step(idx) => Some(idx),
            TableSource::File(_) => None,
        }
    }
}

impl AdapterCompiler<'_> {
    /// The table of an answer of offsets, which no other answer has.
    pub(super) fn line_table(&mut self, answer: &AnswerTable, allowed: &[Placeholder]) -> Option<TablePlace> {
        let is_offsets = *answer.is.get_ref() == Is::Offsets;
        match (&answer.table, is_offsets) {
            (Some(table), false) => {
                self.wrong(table, "`table` is for offsets", "remove it, or write `is = \"offsets\"`");
                None
            }
            (None, true) => {
                let hint =
                    "add `table = { step = 1, pattern = '…' }`, with groups `method`, `offset` and `line`";
                self.wrong(&answer.is, "offsets without a table of lines", hint);
                None
            }
            (None, false) => None,
            (Some(table), true) => self.table_place(table, allowed),
        }
        .filter(|_| self.has_groups(answer.pattern.as_ref(), &answer.is))
    }

    fn table_place(&mut self, key: &Spanned<LineTableKey>, allowed: &[Placeholder]) -> Option<TablePlace> {
        let table = key.get_ref();
        let source = match (&table.step, &table.path) {
            (Some(step), None) if *step.get_ref() > 0 => TableSource::Step(*step.get_ref() - 1),
            (None, Some(path)) => TableSource::File(self.template(path, allowed)),
            _ => {
                let hint = "give `step`, from 1, which prints it, or `path`, and not both";
                self.wrong(key, "neither a step nor a file", hint);
                return None;
            }
        };
        let method = self.optional_regex(table.method.as_ref());
        if let (Some(pattern), Some(text)) = (&method, &table.method) {
            self.needs(pattern, text, &["method"]);
        }
        let entry = self.regex(&table.pattern)?;
        let groups: &[&str] =
            if method.is_some() { &["offset", "line"] } else { &["method", "offset", "line"] };
        self.needs(&entry, &table.pattern, groups);
        Some(TablePlace { source, entry, method })
    }

    fn has_groups(&mut self, pattern: Option<&Spanned<String>>, is: &Spanned<Is>) -> bool {
        let Some(text) = pattern else {
            let hint = r"add `pattern = '(?m)^(?<method>\S+):(?<offset>\d+)$'`";
            self.wrong(is, "offsets without a pattern", hint);
            return false;
        };
        // A pattern that is none is told elsewhere.
        Regex::new(text.get_ref()).is_ok_and(|pattern| self.needs(&pattern, text, &["method", "offset"]))
    }

    /// Whether a pattern has all of these groups.
    fn needs(&mut self, pattern: &Regex, text: &Spanned<String>, groups: &[&str]) -> bool {
        let missing = groups.iter().find(|group| !pattern.capture_names().any(|name| name == Some(**group)));
        if let Some(group) = missing {
            let hint = format!("put it in parentheses: `(?<{group}>…)`");
            self.wrong(text, format!("the pattern has no group `{group}`"), hint);
        }
        missing.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(method: Option<&str>, entry: &str) -> TablePlace {
        let pattern = |text: &str| Regex::new(text).unwrap();
        TablePlace { source: TableSource::Step(0), entry: pattern(entry), method: method.map(pattern) }
    }

    #[test]
    fn an_offset_is_of_the_line_that_begins_at_or_before_it() {
        let text = "void A.f();\n  line 3: 0\n  line 5: 4\nint A.g(int);\n  line 9: 2\n";
        let place = place(Some(r"(?m)^\w+ (?<method>[\w.]+)\("), r"line (?<line>\d+): (?<offset>\d+)");
        let table = LineTable::read(&place, text);
        let line = |method, offset| table.line(method, offset).map(|found| found.line);
        assert_eq!([line("A.f", 0), line("A.f", 3), line("A.f", 4), line("A.f", 99)], [3, 3, 5, 5].map(Some));
        assert_eq!([line("A.g", 1), line("A.g", 2), line("A.h", 0)], [None, Some(9), None]);
    }

    #[test]
    fn entries_may_name_method_and_file_themselves() {
        let place = place(None, r"(?m)^(?<file>\S+) (?<method>\S+) (?<offset>\d+) (?<line>\d+)$");
        let table = LineTable::read(&place, "B.java B.run 0 7\n");
        let expected = TableLine { file: Some("B.java".to_owned()), line: 7 };
        assert_eq!(table.line("B.run", 5), Some(&expected));
        assert!(LineTable::read(&place, "nothing").is_empty());
    }
}
