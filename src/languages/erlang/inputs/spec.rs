//! Types that `-spec` and `-type` state, as shapes.
//!
//! Attributes are no nodes of the tree, so they are read from the text. What is not understood says nothing.

use std::collections::BTreeMap;

use crate::ast::Tree;
use crate::stack::deep;

use super::shape::{Shapes, Slot};
use super::term::Term;

/// Adds what the specification of the entry point says of its parameters.
pub(super) fn apply(program: &Tree, entry: &str, params: &[Slot], shapes: &mut Shapes) {
    let Some(text) = program.files().next().map(|file| file.text.as_str()) else { return };
    let name = entry.split('/').next().unwrap_or(entry);
    let mut reader =
        Reader { types: BTreeMap::new(), known: BTreeMap::new(), shapes, words: Vec::new(), at: 0 };
    for tokens in attributes(text, "type") {
        if let Some(name) = tokens.first() {
            let body = tokens.iter().position(|word| word == "::").map_or(tokens.len(), |at| at + 1);
            reader.types.insert(name.clone(), tokens[body..].to_vec());
        }
    }
    for tokens in
        attributes(text, "spec").into_iter().filter(|tokens| tokens.first().is_some_and(|w| w == name))
    {
        (reader.words, reader.at) = (tokens, 2);
        for &param in params {
            let slot = reader.union();
            reader.shapes.unite(param, slot);
            reader.skip(",");
        }
    }
}

/// The words of each attribute of this name, after its name and up to the full stop.
fn attributes(text: &str, name: &str) -> Vec<Vec<String>> {
    let head = format!("-{name}");
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(&head) {
        let starts_line = rest[..at].trim_end_matches([' ', '\t']).ends_with('\n') || at == 0;
        rest = &rest[at + head.len()..];
        if starts_line && rest.starts_with(|c: char| c.is_whitespace() || c == '(') {
            found.push(words(rest));
        }
    }
    found
}

/// Splits into words up to the full stop.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == '%' {
            rest = rest.find('\n').map_or("", |at| &rest[at..]).trim_start();
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '@' | '#');
        let len = if is_word(first) {
            rest.find(|c: char| !is_word(c)).unwrap_or(rest.len())
        } else if let Some(op) =
            ["...", "..", "::", "->", "=>", ":="].iter().find(|op| rest.starts_with(**op))
        {
            op.len()
        } else if first == '\'' {
            rest[1..].find('\'').map_or(rest.len(), |at| at + 2)
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(len);
        if word == "." && after.chars().next().is_none_or(|c| c.is_whitespace() || c == '%') {
            break;
        }
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

struct Reader<'s> {
    /// Words of the types that the module defines.
    types: BTreeMap<String, Vec<String>>,
    /// Their slots, once asked for; a recursive type finds itself here.
    known: BTreeMap<String, Slot>,
    shapes: &'s mut Shapes,
    words: Vec<String>,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn skip(&mut self, word: &str) -> bool {
        let is_there = self.peek() == word;
        self.at += usize::from(is_there);
        is_there
    }

    fn union(&mut self) -> Slot {
        deep(|| self.union_here())
    }

    fn union_here(&mut self) -> Slot {
        let slot = self.single();
        while self.skip("|") {
            let other = self.single();
            self.shapes.unite(slot, other);
        }
        slot
    }

    /// Types up to a closing word, which is passed.
    fn until(&mut self, close: &str) -> Vec<Slot> {
        let mut slots = Vec::new();
        while !self.peek().is_empty() && !self.skip(close) {
            let before = self.at;
            if !self.skip("...") {
                slots.push(self.union());
            }
            self.skip(",");
            self.at += usize::from(self.at == before);
        }
        slots
    }

    fn single(&mut self) -> Slot {
        let word = self.next();
        match word.as_str() {
            "{" => {
                let tag = self.peek().to_owned();
                let is_tag = matches!(self.words.get(self.at + 1).map(String::as_str), Some("," | "}"))
                    && tag.starts_with(|c: char| c.is_lowercase() || c == '\'');
                let parts = self.until("}");
                self.shapes.tuple(is_tag.then(|| tag.trim_matches('\'').to_owned()), parts)
            }
            "[" => {
                let element = self.until("]").first().copied();
                let element = element.unwrap_or_else(|| self.shapes.fresh());
                self.shapes.list_of(element)
            }
            "(" => self.until(")").first().copied().unwrap_or_else(|| self.shapes.fresh()),
            "-" => {
                let word = self.next();
                self.range(&format!("-{word}"))
            }
            // An annotation: `Name :: type`.
            _ if self.skip("::") => self.union(),
            _ if self.skip("(") => {
                let args = self.until(")");
                self.named(&word, &args)
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => self.range(&word),
            _ if word.starts_with(|c: char| c.is_lowercase() || c == '\'') => {
                self.shapes.constant(&Term::atom(word.trim_matches('\'')))
            }
            _ => self.shapes.fresh(),
        }
    }

    /// A number, or the two ends of a range.
    fn range(&mut self, first: &str) -> Slot {
        let slot = self.shapes.number();
        let add = |reader: &mut Self, word: &str| {
            if let Ok(value) = word.parse() {
                reader.shapes.add_constant(slot, &Term::Int(value));
            }
        };
        add(self, first);
        if self.skip("..") {
            let last = self.next();
            add(self, &last);
        }
        slot
    }

    fn named(&mut self, name: &str, args: &[Slot]) -> Slot {
        match (name, args) {
            ("list" | "nonempty_list", &[element]) => self.shapes.list_of(element),
            ("integer" | "non_neg_integer" | "pos_integer" | "neg_integer", _) => self.shapes.number(),
            ("number" | "float", _) => {
                let slot = self.shapes.number();
                self.shapes.shape_mut(slot).is_float = true;
                slot
            }
            ("boolean", _) => {
                let slot = self.shapes.constant(&Term::atom("true"));
                self.shapes.add_constant(slot, &Term::atom("false"));
                slot
            }
            ("atom", _) => self.shapes.constant(&Term::atom("a")),
            ("string" | "char", _) => {
                let character = self.shapes.number();
                self.shapes.shape_mut(character).is_char = true;
                if name == "char" { character } else { self.shapes.list_of(character) }
            }
            ("binary", _) => self.shapes.constant(&Term::Binary(Vec::new())),
            _ => self.defined(name),
        }
    }

    fn defined(&mut self, name: &str) -> Slot {
        if let Some(&slot) = self.known.get(name) {
            return slot;
        }
        let slot = self.shapes.fresh();
        let Some(body) = self.types.get(name).cloned() else { return slot };
        self.known.insert(name.to_owned(), slot);
        let outer = (std::mem::replace(&mut self.words, body), std::mem::take(&mut self.at));
        let found = self.union();
        (self.words, self.at) = outer;
        self.shapes.unite(slot, found);
        slot
    }
}
