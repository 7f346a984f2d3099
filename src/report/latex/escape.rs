//! Text in which nothing is a command of TeX.

/// Text as it is to be read; characters that fonts of pdfTeX lack are written as code points.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            ' '..='~' => out.push(c),
            'À'..='ÿ' if c.is_alphabetic() => out.push(c),
            c => out.push_str(&format!("[U+{:04X}]", u32::from(c))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_command() {
        assert_eq!(escaped("a_b\\input{x}$%"), "a\\_b\\textbackslash{}input\\{x\\}\\$\\%");
        assert_eq!(escaped("größe \u{202e}\n"), "größe [U+202E][U+000A]");
    }
}
