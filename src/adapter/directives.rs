//! Text with directives `#line`, as preprocessors write them: of which lines of which file it is.
//!
//! In: a text. Out: for each of its lines that is not blank, the file and the 1-based line that the directive before it says.

use std::sync::LazyLock;

use regex::Regex;

/// `#line 12 "file.c"`, or `# 12 "file.c" 1 3` as compilers write it; the file may be left out.
static DIRECTIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?"#)
        .expect("a valid pattern")
});

/// A line of text, and where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MappedLine {
    /// As the last directive that names one says; `None` when none did.
    pub(super) file: Option<String>,
    pub(super) line: usize,
}

/// Where the lines of a text are from, in its order; those in front of the first directive are from nowhere.
pub(super) fn mapped_lines(text: &str) -> Vec<MappedLine> {
    let mut file: Option<String> = None;
    let mut line: Option<usize> = None;
    let mut mapped = Vec::new();
    for row in text.lines() {
        if let Some(found) = DIRECTIVE.captures(row) {
            line = found[1].parse().ok();
            file = found.get(2).map(|name| name.as_str().replace("\\\\", "\\")).or(file);
            continue;
        }
        let Some(number) = line else { continue };
        if !row.trim().is_empty() {
            mapped.push(MappedLine { file: file.clone(), line: number });
        }
        line = number.checked_add(1);
    }
    mapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_the_directive_before_them() {
        let text = "int before;\n# 7 \"a.c\" 1\nint x;\n\nint y;\n#line 2\nint z;\n  #  line 1 \"dir/b.h\"\nint w;\n#pragma x\n";
        let found: Vec<(Option<String>, usize)> =
            mapped_lines(text).into_iter().map(|mapped| (mapped.file, mapped.line)).collect();
        let of = |file: &str, line| (Some(file.to_owned()), line);
        assert_eq!(found, [of("a.c", 7), of("a.c", 9), of("a.c", 2), of("dir/b.h", 1), of("dir/b.h", 2)]);
        assert!(mapped_lines("int x;\n").is_empty());
    }
}
