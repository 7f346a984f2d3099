//! JUnit XML, as build servers read it: a suite per slicer and language, a case per task.
//!
//! Failure: the answer is not a complete slice. Error: there is none. Skipped: the slicer does not support it.

use std::collections::BTreeMap;

use super::book::{Book, Chapter};
use super::{Row, visible};

pub(super) fn write(book: &Book) -> String {
    let mut out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bench-slicers\">\n".to_owned();
    for chapter in &book.chapters {
        let mut languages: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in &chapter.report.rows {
            languages.entry(row.task.split('/').next().unwrap_or_default()).or_default().push(row);
        }
        for (language, rows) in languages {
            out.push_str(&suite(chapter, language, &rows));
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

fn suite(chapter: &Chapter, language: &str, rows: &[&Row]) -> String {
    let n = |wanted: End| rows.iter().filter(|row| end(row) == wanted).count();
    let time: f64 = rows.iter().map(|row| row.wall_s).sum();
    let cases: String = rows.iter().map(|row| case(chapter, row)).collect();
    format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{time:.3}\" timestamp=\"{}\">\n\
         {cases}  </testsuite>\n",
        escaped(&format!("{}.{language}", chapter.name)),
        rows.len(),
        n(End::Failure),
        n(End::Error),
        n(End::Skipped),
        escaped(chapter.header.created.trim_end_matches('Z')),
    )
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
        End::Skipped => format!("<skipped message=\"{}\"/>", escaped(&reason)),
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
