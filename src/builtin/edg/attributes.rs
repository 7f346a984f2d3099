//! What the attributes of the files say: module names, exports, records. They are not in the tree.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::Tree;
use crate::languages::erlang::attributes;

/// Attributes of all files of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    /// Module name by file.
    pub(super) modules: Vec<String>,
    /// `name/arity` of exported functions by file; `None` where everything is exported.
    exports: Vec<Option<BTreeSet<String>>>,
    /// Position of each field of a record, the name of the record being the first element.
    pub(super) records: BTreeMap<String, BTreeMap<String, u32>>,
    /// Words in attributes that may call functions: hooks.
    mentioned: BTreeSet<String>,
    /// Words in the defaults of record fields, which are evaluated where records are made.
    defaults: BTreeSet<String>,
}

impl Attributes {
    pub(super) fn read(tree: &Tree) -> Attributes {
        let mut found = Attributes::default();
        for file_idx in 0..tree.files().len() {
            let stem = tree.file(file_idx).path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            found.modules.push(stem.unwrap_or_default());
            found.exports.push(Some(BTreeSet::new()));
            for (name, form) in forms(tree, file_idx) {
                found.form(file_idx, &name, &form);
            }
        }
        found
    }

    fn form(&mut self, file_idx: usize, name: &str, form: &str) {
        let Some((_, rest)) = form.split_once('(') else { return };
        match name {
            "module" => self.modules[file_idx] = words(rest).next().unwrap_or_default().to_owned(),
            "export" => {
                if let Some(exports) = &mut self.exports[file_idx] {
                    let names = rest.split(['[', ']', ',', ')', '(']);
                    exports.extend(names.filter(|name| name.contains('/')).map(signature));
                }
            }
            "compile" if rest.contains("export_all") => self.exports[file_idx] = None,
            "record" => self.record(rest),
            "on_load" | "compile" | "callback" | "behaviour" | "behavior" => {
                self.mentioned.extend(words(rest).map(str::to_owned));
            }
            _ => {}
        }
    }

    /// `name, {field [= Default] [:: Type], …}).`
    fn record(&mut self, rest: &str) {
        let Some((name, fields)) = rest.split_once(',') else { return };
        let Some(start) = fields.find('{') else { return };
        let mut positions = BTreeMap::new();
        for (idx, field) in top_level_parts(&fields[start + 1..]).into_iter().enumerate() {
            let name = field.split(['=', ':']).next().unwrap_or_default().trim().trim_matches('\'');
            positions.insert(name.to_owned(), idx as u32 + 2);
            if let Some((_, default)) = field.split_once('=') {
                self.defaults.extend(words(default).map(str::to_owned));
            }
        }
        self.records.insert(name.trim().trim_matches('\'').to_owned(), positions);
    }

    /// Whether the function with this `name/arity` can be called from outside of the program.
    pub(super) fn is_exported(&self, file_idx: usize, signature: &str) -> bool {
        self.exports[file_idx].as_ref().is_none_or(|exports| exports.contains(signature))
    }

    /// Whether the default of a record field names this function.
    pub(super) fn is_in_default(&self, name: &str) -> bool {
        self.defaults.contains(name)
    }

    /// Whether an attribute with code in it names this function.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.mentioned.contains(name)
    }
}

/// `f/1` of `'f' / 1`.
fn signature(text: &str) -> String {
    let mut parts = text.split('/').map(|part| part.trim().trim_matches('\''));
    format!("{}/{}", parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '@'))).filter(|word| !word.is_empty())
}

/// Name and text of the attributes of a file, without comments and the contents of strings.
fn forms(tree: &Tree, file_idx: usize) -> Vec<(String, String)> {
    let plain = without_comments(&tree.file(file_idx).text);
    let is_in_function = |at: usize| tree.roots(file_idx).any(|root| tree.span(root).contains(&at));
    attributes(&plain)
        .into_iter()
        .filter(|(_, range)| !is_in_function(range.start))
        .map(|(name, range)| (name.to_owned(), plain[range].to_owned()))
        .collect()
}

/// The text with comments and the contents of strings blanked out, every other byte in its place.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut in_string, mut in_comment, mut escaped) = (false, false, false);
    for c in text.chars() {
        match c {
            '\n' => in_comment = false,
            '%' if !in_string => in_comment = true,
            '"' if !in_comment && !escaped => in_string = !in_string,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        match c == '\n' || !(in_comment || in_string) {
            true => plain.push(c),
            false => plain.extend(std::iter::repeat_n(' ', c.len_utf8())),
        }
    }
    plain
}

/// Parts of a list that ends at its closing bracket, split at its own commas.
fn top_level_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => {
                parts.push(&text[start..at]);
                break;
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    #[test]
    fn attributes_are_read_between_functions() {
        let text = "-module(m).\n-export([f/1, % \"first\"\n 'g h'/2]).\n\
                    % – not -export([f/2]).\n-record(r, {a = next(1, 2) :: integer(), b, c = []}).\nf(X) -> X.\n-export([h/0]).\nh() -> 1.\n";
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("x.erl", text)]);
        let found = Attributes::read(&tree);
        assert_eq!(found.modules, ["m"]);
        assert!(["f/1", "g h/2", "h/0"].iter().all(|name| found.is_exported(0, name)));
        assert!(!found.is_exported(0, "f/2"));
        let fields: Vec<(&str, u32)> =
            found.records["r"].iter().map(|(name, &at)| (name.as_str(), at)).collect();
        assert_eq!(fields, [("a", 2), ("b", 3), ("c", 4)]);
        assert!(found.is_in_default("next") && !found.is_in_default("b") && !found.mentions("next"));
    }
}
