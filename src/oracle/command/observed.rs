//! What a command prints of the criterion: lines, with or without a marker.

use crate::ast::SourceFile;
use crate::suite::placeholder;

/// PrintedValues of the criterion on one input: lines, in the order in which they were printed.
pub(super) type PrintedValues = Vec<Vec<u8>>;

/// The values in an output: all lines, or those with the marker, from it on.
pub(super) fn values(output: &[u8], marker: Option<&str>) -> PrintedValues {
    let text = output.strip_suffix(b"\n").unwrap_or(output);
    if text.is_empty() {
        return Vec::new();
    }
    let lines = text.split(|&byte| byte == b'\n');
    match marker {
        None => lines.map(<[u8]>::to_vec).collect(),
        Some(marker) => lines
            .filter_map(|line| {
                let place = line.windows(marker.len()).position(|window| window == marker.as_bytes())?;
                Some(line[place..].to_vec())
            })
            .collect(),
    }
}

/// Lines that are put beside that of the criterion in every candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InsertedLines {
    /// Index of the file.
    pub file_idx: usize,
    /// 1-based line of the criterion; candidates leave it where it is.
    pub line: usize,
    /// Name of the variable, for the placeholder.
    pub variable: String,
    /// Put before it.
    pub before: Option<String>,
    /// Put behind it.
    pub after: Option<String>,
}

impl InsertedLines {
    /// The files of a program with the lines in their places, indented as the criterion's line is.
    pub(super) fn put_into(&self, files: &[SourceFile]) -> Vec<SourceFile> {
        let mut files = files.to_vec();
        let Some(file) = files.get_mut(self.file_idx) else { return files };
        let mut text = String::with_capacity(file.text.len() + 100);
        for (line_idx, line) in file.text.split_inclusive('\n').enumerate() {
            if line_idx + 1 != self.line {
                text.push_str(line);
                continue;
            }
            let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
            let put = |text: &mut String, inserted: &Option<String>| {
                let Some(inserted) = inserted else { return };
                let number = self.line.to_string();
                let inserted = inserted
                    .replace(placeholder::VARIABLE, &self.variable)
                    .replace(placeholder::LINE, &number);
                text.push_str(&format!("{indent}{inserted}\n"));
            };
            put(&mut text, &self.before);
            text.push_str(line);
            if self.after.is_some() && !line.ends_with('\n') {
                text.push('\n');
            }
            put(&mut text, &self.after);
        }
        file.text = text;
        files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_lines() {
        let check = |output: &str, marker: Option<&str>, expected: &[&str]| {
            let found = values(output.as_bytes(), marker);
            let found: Vec<String> = found.into_iter().map(|line| String::from_utf8(line).unwrap()).collect();
            assert_eq!(found, expected, "{output:?}");
        };
        check("", None, &[]);
        check("1\n\n2\n", None, &["1", "", "2"]);
        check("1\n2", None, &["1", "2"]);
        check("x @1\ny\n@2\n@", Some("@"), &["@1", "@2", "@"]);
        check("x\n", Some("a long marker"), &[]);
    }

    #[test]
    fn lines_are_put_beside_the_criterion_with_its_indentation() {
        let check = |text: &str, line: usize, expected: &str| {
            let insertion = InsertedLines {
                line,
                variable: "sum".to_owned(),
                before: Some("see(\"{line}\")".to_owned()),
                after: Some("see({variable})".to_owned()),
                ..InsertedLines::default()
            };
            assert_eq!(insertion.put_into(&[SourceFile::new("p", text)])[0].text, expected);
        };
        check("a\n  b\nc\n", 2, "a\n  see(\"2\")\n  b\n  see(sum)\nc\n");
        check("a\nb", 2, "a\nsee(\"2\")\nb\nsee(sum)\n");
        check("a\n", 3, "a\n");
    }
}
