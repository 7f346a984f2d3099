//! JUnit XML, as build servers read it: a suite per slicer and language, a case per task.
//!
//! Valid in the schema of Jenkins, and in that of Ant unless something is skipped, which Ant does not know.
//! Failure: the answer is not a complete slice. Error: there is none. Skipped: the slicer does not support it.

use std::collections::BTreeMap;

use super::book::{Book, Chapter};
use super::{Row, visible};

pub(super) fn write(book: &Book) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    let mut n_suites = 0;
    for chapter in &book.chapters {
        let mut languages: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in &chapter.report.rows {
            languages.entry(row.task.split('/').next().unwrap_or_default()).or_default().push(row);
        }
        for (language, rows) in languages {
            out.push_str(&suite(book, chapter, language, &rows, n_suites));
            n_suites += 1;
        }
    }
    out.push_str("</testsuites>\n");
    out
}

/// How a case ended, in the words of the format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Passed,
    Failure,
    Error,
    Skipped,
}

fn end(row: &Row) -> End {
    match (row.status, row.verdict) {
        ("unsupported", _) => End::Skipped,
        ("answered", "exact" | "complete") => End::Passed,
        ("answered", _) => End::Failure,
        _ => End::Error,
    }
}

/// A suite with all that the schemas of Jenkins and Ant ask for: the latter wants a host, properties and both streams
/// also where there is nothing to say, and knows no skipped tests, so that these are counted only where there are some.
fn suite(book: &Book, chapter: &Chapter, language: &str, rows: &[&Row], id: usize) -> String {
    let n = |wanted: End| rows.iter().filter(|row| end(row) == wanted).count();
    let time: f64 = rows.iter().map(|row| row.wall_s).sum();
    let cases: String = rows.iter().map(|row| case(chapter, row)).collect();
    let skipped = match n(End::Skipped) {
        0 => String::new(),
        n => format!(" skipped=\"{n}\""),
    };
    format!(
        "  <testsuite name=\"{}\" package=\"{}\" id=\"{id}\" hostname=\"localhost\" tests=\"{}\" failures=\"{}\" \
         errors=\"{}\"{skipped} time=\"{time:.3}\" timestamp=\"{}\">\n\
         {}{cases}    <system-out/>\n    <system-err/>\n  </testsuite>\n",
        escaped(&format!("{}.{language}", chapter.name)),
        escaped(&chapter.name),
        rows.len(),
        n(End::Failure),
        n(End::Error),
        escaped(chapter.header.created.trim_end_matches('Z')),
        properties(book, chapter),
    )
}

/// What made the answers and the grades.
fn properties(book: &Book, chapter: &Chapter) -> String {
    let slicer = &chapter.header.slicer;
    let known = [
        ("slicer", Some(slicer.name.clone())),
        ("slicer-version", slicer.version.clone()),
        ("run", Some(chapter.run.clone())),
        ("grader", Some(format!("{} {}", book.tool.name, book.tool.version))),
    ];
    let mut out = "    <properties>\n".to_owned();
    for (name, value) in known.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        out.push_str(&format!("      <property name=\"{name}\" value=\"{}\"/>\n", escaped(&value)));
    }
    out + "    </properties>\n"
}

fn case(chapter: &Chapter, row: &Row) -> String {
    let (benchmark, criterion) = row.task.rsplit_once('/').unwrap_or(("", &row.task));
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escaped(&format!("{}.{}", chapter.name, benchmark.replace('/', "."))),
        escaped(criterion),
        row.wall_s
    );
    let reason = row.reason.clone().unwrap_or_default();
    let inner = match end(row) {
        End::Passed => return format!("{head}/>\n"),
        // The older schema of Jenkins takes the reason as text only, and so do all others.
        End::Skipped => format!("<skipped>{}</skipped>", escaped(&reason)),
        End::Error => format!("<error type=\"{}\" message=\"{}\"/>", row.status, escaped(&reason)),
        End::Failure => {
            let counts = format!(
                "{} kept, {} missing, {} surplus, {} invented",
                row.kept, row.missing, row.surplus, row.invented
            );
            let hint = row.hint.clone().unwrap_or_default();
            format!("<failure type=\"{}\" message=\"{counts}\">{}</failure>", row.verdict, escaped(&hint))
        }
    };
    format!("{head}>{inner}</testcase>\n")
}

/// Text as an attribute or element; what XML cannot hold at all is made visible.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_an_attribute_or_element() {
        assert_eq!(escaped("a\"<b>]]>&\n\0"), "a&quot;&lt;b&gt;]]&gt;&amp;&#10;␀");
    }
}
