//! What comparing two versions found, as text: tables and notes for people, records and test reports for machines.

use serde_json::{Value, json};

use super::{Evolved, EvolvedRow, SeenThere, Witnessed};
use crate::report::{Align, Block, Column, Document, Records, Render, TextTable, printable, xml_text};
use crate::suite::Input;

/// Characters of a value in tables for people.
const MAX_SHOWN: usize = 300;

impl Render for Evolved {
    fn document(&self) -> Document {
        let [old, new] = &self.names;
        let title =
            format!("{} and {}, values {}", printable(old), printable(new), printable(&self.comparison));
        let mut blocks = vec![Block::Heading(title), Block::Table(self.table())];
        for row in self.rows.iter().filter(|row| row.n_different > 0) {
            blocks.push(Block::Heading(format!("{}, {}", row.entry, row.name())));
            if row.labels.len() > 1 || row.labels.iter().any(|(label, _)| label != "other value") {
                let labels = row.labels.iter().map(|(label, n)| format!("{}: {n}", printable(label)));
                blocks.push(Block::Note(format!("Labels: {}.", labels.collect::<Vec<_>>().join(", "))));
            }
            let smallest = row.smallest.as_ref().or(row.first.as_ref());
            blocks.extend(smallest.map(|it| Block::Note(told("Smallest input", it, &self.names))));
            let first = row.first.as_ref().filter(|first| Some(*first) != smallest);
            blocks.extend(first.map(|it| Block::Note(told("First input", it, &self.names))));
        }
        Document { blocks }
    }

    fn records(&self) -> Records {
        let columns =
            vec!["entry", "point", "new_point", "tests", "equal", "different", "labels", "smallest", "first"];
        let record = |row: &EvolvedRow| {
            let point = |idx: usize| row.point.as_ref().map(|names| names[idx].clone());
            let labels: serde_json::Map<String, Value> =
                row.labels.iter().map(|(label, n)| (label.clone(), json!(n))).collect();
            vec![
                json!(row.entry),
                json!(point(0)),
                json!(point(1)),
                json!(row.n_tests),
                json!(row.n_equal),
                json!(row.n_different),
                Value::Object(labels),
                json!(row.smallest.as_ref().map(stored)),
                json!(row.first.as_ref().map(stored)),
            ]
        };
        Records { columns, rows: self.rows.iter().map(record).collect() }
    }
}

impl Evolved {
    fn table(&self) -> TextTable {
        let column = |heading: &'static str, align: Align, drop: u8| Column {
            heading,
            short: heading,
            align,
            drop,
            squeeze: None,
            group: "",
        };
        let columns = vec![
            column("entry", Align::Left, 1),
            column("point", Align::Left, 0),
            column("in the new version", Align::Left, 2),
            column("tests", Align::Right, 0),
            column("equal", Align::Right, 0),
            column("different", Align::Right, 0),
        ];
        let cells = |row: &EvolvedRow| {
            vec![
                printable(&row.entry),
                row.name(),
                row.point.as_ref().map_or_else(String::new, |names| printable(&names[1])),
                row.n_tests.to_string(),
                row.n_equal.to_string(),
                row.n_different.to_string(),
            ]
        };
        TextTable { columns, rows: self.rows.iter().map(cells).collect() }
    }
}

impl EvolvedRow {
    fn name(&self) -> String {
        self.point.as_ref().map_or_else(|| "order of the points".to_owned(), |names| printable(&names[0]))
    }
}

fn stored(it: &Witnessed) -> Value {
    let side = |side: &SeenThere| json!({"value": side.value, "call": side.call, "stack": side.stack});
    json!({
        "args": it.input.args,
        "stdin": it.input.stdin,
        "position": it.position + 1,
        "label": it.label,
        "old": side(&it.sides[0]),
        "new": side(&it.sides[1]),
    })
}

fn told(what: &str, it: &Witnessed, names: &[String; 2]) -> String {
    let mut text = format!("{what}: {}, at position {}", input(&it.input), it.position + 1);
    for (name, side) in names.iter().zip(&it.sides) {
        text.push_str(&format!("; {}: {}", printable(name), cut(&side.value)));
        if !side.call.is_empty() {
            text.push_str(&format!(" in {}", cut(&side.call)));
        }
        if side.stack.len() > 1 {
            text.push_str(&format!(", called from {}", cut(&side.stack[1..].join(", "))));
        }
    }
    text + "."
}

fn cut(text: &str) -> String {
    let text = printable(text);
    match text.char_indices().nth(MAX_SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn input(input: &Input) -> String {
    let arg = |arg: &String| if arg.is_empty() { "\"\"".to_owned() } else { arg.clone() };
    let args = cut(&input.args.iter().map(arg).collect::<Vec<_>>().join(", "));
    match (input.args.is_empty(), input.stdin.is_empty()) {
        (true, true) => "nothing".to_owned(),
        (_, true) => format!("[{args}]"),
        (true, false) => format!("standard input {:?}", cut(&input.stdin)),
        (false, false) => format!("[{args}] and standard input {:?}", cut(&input.stdin)),
    }
}

/// A test report in the format of JUnit: a case for each entry point and point.
pub fn junit(evolved: &Evolved) -> String {
    let n_failures = evolved.rows.iter().filter(|row| row.n_different > 0).count();
    let n_skipped = evolved.rows.iter().filter(|row| row.n_tests == 0).count();
    let name = xml_text(&format!("{} and {}", evolved.names[0], evolved.names[1]));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{n_failures}\" \
         errors=\"0\" skipped=\"{n_skipped}\">\n",
        evolved.rows.len()
    );
    for row in &evolved.rows {
        let head = format!(
            "    <testcase classname=\"{}\" name=\"{}\"",
            xml_text(&row.entry),
            xml_text(&row.name())
        );
        let body = match row.smallest.as_ref().or(row.first.as_ref()) {
            Some(it) => format!(
                "><failure type=\"{}\" message=\"{}\">{}</failure></testcase>\n",
                xml_text(&it.label),
                xml_text(&format!("{} of {} inputs differ", row.n_different, row.n_tests)),
                xml_text(&told("Smallest input", it, &evolved.names))
            ),
            None if row.n_tests == 0 => {
                "><skipped>no input reaches the point</skipped></testcase>\n".to_owned()
            }
            None => "/>\n".to_owned(),
        };
        out.push_str(&head);
        out.push_str(&body);
    }
    out + "  </testsuite>\n</testsuites>\n"
}
