//! Strings and characters by value: quotes and escape sequences are spelling.

/// How a language writes in its strings what has no sign of its own.
pub(in crate::ast) struct Escapes {
    /// Letters after a backslash, and what they stand for.
    pub(in crate::ast) letters: &'static [(char, char)],
    /// Up to three octal digits; with `true`, only two after one above 3.
    pub(in crate::ast) octal: Option<bool>,
    /// Least and greatest number of digits after `x`, `u` and `U`; 0 where it is no escape.
    pub(in crate::ast) digits: [(usize, usize); 3],
    /// Digits may stand in braces.
    pub(in crate::ast) has_braces: bool,
    /// `\N{…}` is a character by its name in Unicode; one that is not known is left as it is.
    pub(in crate::ast) has_names: bool,
    /// A backslash before anything else is a backslash.
    pub(in crate::ast) keeps_unknown: bool,
    /// Two escapes may be the halves of one character.
    pub(in crate::ast) has_surrogates: bool,
    /// A number is one of bytes, as is everything else.
    pub(in crate::ast) is_bytes: bool,
}

/// Marks a code that is a byte and no character.
const BYTE: u32 = 1 << 31;
/// Marks the backslash of a name that is left as it is.
const NAME: u32 = 1 << 30;

/// The value of a string, as text in which nothing has two spellings. A backslash stands twice in it, so that one
/// before anything else is free for what is no character: a byte, half of a pair, an expression inside.
#[derive(Default)]
pub(in crate::ast) struct TextValue(String);

impl TextValue {
    /// Adds text that is meant as it stands.
    pub(in crate::ast) fn raw(&mut self, text: &str) {
        for c in text.chars() {
            self.code(u32::from(c));
        }
    }

    /// Adds text in which escapes stand for something else.
    pub(in crate::ast) fn escaped(&mut self, text: &str, escapes: &Escapes) {
        let codes = codes(text, escapes);
        let mut rest = codes.as_slice();
        while let [first, tail @ ..] = rest {
            rest = tail;
            match (*first, tail.first()) {
                (high @ 0xd800..=0xdbff, Some(&low @ 0xdc00..=0xdfff)) if escapes.has_surrogates => {
                    self.code(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                    rest = &tail[1..];
                }
                (code, _) => self.code(code),
            }
        }
    }

    /// Adds an expression inside, and how it is shown.
    pub(in crate::ast) fn expression(&mut self, shown: &str) {
        self.0.push_str("\\{");
        self.0.push_str(shown);
        self.0.push('}');
    }

    /// The value, after the name of its type.
    pub(in crate::ast) fn of(self, class: &str) -> String {
        format!("{class} {}", self.0)
    }

    fn code(&mut self, code: u32) {
        match char::from_u32(code) {
            Some('\\') => self.0.push_str("\\\\"),
            Some(c) => self.0.push(c),
            None if code & NAME != 0 => self.0.push('\\'),
            None if code & BYTE != 0 => self.0.push_str(&format!("\\x{:02x}", code & 0xff)),
            None => self.0.push_str(&format!("\\u{code:x}")),
        }
    }
}

/// Characters, bytes and halves of characters that a text stands for.
fn codes(text: &str, escapes: &Escapes) -> Vec<u32> {
    let mut codes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        rest = &rest[next.len_utf8()..];
        match next {
            '\\' => rest = &rest[escape(rest, escapes, &mut codes)..],
            // Line ends have one spelling in every language.
            '\r' if rest.starts_with('\n') => {}
            '\r' => codes.push(u32::from('\n')),
            _ => character(u32::from(next), escapes, &mut codes),
        }
    }
    codes
}

/// Adds a character: where all is bytes, those that encode it.
fn character(code: u32, escapes: &Escapes, codes: &mut Vec<u32>) {
    match char::from_u32(code).filter(|c| escapes.is_bytes && !c.is_ascii()) {
        Some(c) => codes.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|byte| BYTE | u32::from(byte))),
        None => codes.push(code),
    }
}

/// Adds what the text after a backslash stands for; how many bytes of it that takes.
fn escape(text: &str, escapes: &Escapes, codes: &mut Vec<u32>) -> usize {
    let Some(first) = text.chars().next() else {
        codes.push(u32::from('\\'));
        return 0;
    };
    let numbered = |code: u32| if escapes.is_bytes && code > 0x7f { BYTE | (code & 0xff) } else { code };
    if let Some((_, c)) = escapes.letters.iter().find(|(letter, _)| *letter == first) {
        codes.push(u32::from(*c));
        return first.len_utf8();
    }
    if first == '\n' || first == '\r' {
        return if text.starts_with("\r\n") { 2 } else { 1 };
    }
    if let Some(is_short) = escapes.octal.filter(|_| first.is_digit(8)) {
        let most = if is_short && first > '3' { 2 } else { 3 };
        let (code, len) = number(text, 8, 1, most).unwrap_or((0, 1));
        codes.push(numbered(code));
        return len;
    }
    let which = ['x', 'u', 'U'].iter().position(|letter| *letter == first);
    if let Some((least, most)) = which.map(|which| escapes.digits[which]).filter(|digits| digits.1 > 0) {
        // Java takes several `u`.
        let letters = if first == 'u' { text.len() - text.trim_start_matches('u').len() } else { 1 };
        let inner = text[letters..].strip_prefix('{').filter(|_| escapes.has_braces);
        if let Some((digits, _)) = inner.and_then(|inner| inner.split_once('}'))
            && let Ok(code) = u32::from_str_radix(digits, 16)
        {
            codes.push(code);
            return letters + digits.len() + 2;
        }
        if let Some((code, len)) = number(&text[letters..], 16, least, most) {
            match first {
                'x' => codes.push(numbered(code)),
                _ => character(code, escapes, codes),
            }
            return letters + len;
        }
    }
    if escapes.has_names
        && let Some((name, _)) = text.strip_prefix("N{").and_then(|rest| rest.split_once('}'))
    {
        match unicode_names2::character(name) {
            Some(named) => codes.push(u32::from(named)),
            None => {
                codes.push(NAME);
                codes.extend(format!("N{{{}}}", name.to_uppercase()).chars().map(u32::from));
            }
        }
        return "N{}".len() + name.len();
    }
    if escapes.keeps_unknown {
        codes.push(u32::from('\\'));
        return 0;
    }
    codes.push(u32::from(first));
    first.len_utf8()
}

/// A number at the start of a text, and its length.
fn number(text: &str, base: u32, least: usize, most: usize) -> Option<(u32, usize)> {
    let len = text.bytes().take(most).take_while(|byte| char::from(*byte).is_digit(base)).count();
    let value = u32::from_str_radix(text[..len].trim_start_matches('0'), base);
    (len >= least.max(1)).then(|| (value.unwrap_or(0), len))
}

/// What is between a prefix with an opening quote and the closing one.
pub(in crate::ast) fn inside<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    text.strip_prefix(open)?.strip_suffix(close)
}
