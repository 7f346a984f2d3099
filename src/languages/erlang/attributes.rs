//! Reads attributes from the grammar's own forms.
//!
//! Comments, strings and expressions that look like attributes are none. A macro that stands for a name is looked up
//! in the file's definitions; what cannot be read in an attribute is passed over, and the rest of the module is read.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::ast::{Cst, atom_name, concrete};
use crate::language::Language;

use super::module::{
    Attribute, AttributePart, Fact, FunctionName, Module, PartKind, RecordDefinition, RecordField, Uses,
};
use super::syntax::{FormPart, comments};
use super::types::{Spec, TypeDefinition};

/// Attributes nest as deep as people write them; what is deeper is not read.
pub(super) const MAX_DEPTH: usize = 200;

/// The attributes of a file.
pub(super) fn read(text: &str) -> Module {
    let mut reader = AttributeReader::default();
    reader.forms(text);
    reader.module
}

#[derive(Default)]
struct AttributeReader {
    module: Module,
    /// Macros that stand for an atom or a number.
    constants: BTreeMap<String, String>,
    /// What the definitions of macros name, by macro.
    macros: BTreeMap<String, Uses>,
}

impl AttributeReader {
    fn forms(&mut self, text: &str) {
        let tree = concrete(Language::Erlang, text);
        for form in tree.root().children() {
            let pieces = if is_broken(form) { pieces(text, form) } else { Vec::new() };
            if pieces.len() > 1 {
                // The grammar ran over a full stop: each form by itself, in its place.
                pieces.into_iter().for_each(|piece| self.forms(&only(text, piece)));
            } else if let Some(keyword) = keyword(form) {
                self.attribute(text, form, keyword);
            }
        }
    }

    fn attribute(&mut self, text: &str, form: Cst<'_>, keyword: Cst<'_>) {
        let span = form.byte_range();
        let name = atom_name(&text[keyword.byte_range()]);
        self.module.conditions.read(&name, &text[span.clone()], &span);
        let at = AttributeText { text, reader: self };
        let fact = match name.as_str() {
            "module" => {
                let name = form.child_by_field_name("name").and_then(|name| at.atom(name));
                self.module.name = self.module.name.take().or(name);
                Fact::Other
            }
            "define" => {
                self.define(text, form);
                Fact::Other
            }
            "export" | "compile" | "deprecated" | "dialyzer" | "on_load" | "nifs" | "ignore_xref" => {
                at.names(form, keyword).map_or(Fact::Other, Fact::Names)
            }
            "import" => at.import(form).unwrap_or(Fact::Other),
            "record" => at.record(form).map_or(Fact::Other, Fact::Record),
            "spec" => Spec::read(&at, form).map_or(Fact::Other, Fact::Spec),
            "type" | "opaque" | "nominal" => TypeDefinition::read(&at, form).map_or(Fact::Other, Fact::Type),
            _ => Fact::Other,
        };
        self.module.attributes.push(Attribute { keyword: name, span, fact });
    }

    fn define(&mut self, text: &str, form: Cst<'_>) {
        let Some(name) = form.child_by_field_name("lhs").and_then(|lhs| lhs.child_by_field_name("name"))
        else {
            return;
        };
        let Some(replacement) = form.child_by_field_name("replacement") else { return };
        let name = &text[name.byte_range()];
        let at = AttributeText { text, reader: self };
        let constant = at.atom(replacement).or_else(|| Some(at.integer(replacement)?.to_string()));
        let uses = at.direct_uses(replacement);
        self.constants.extend(constant.map(|constant| (name.to_owned(), constant)));
        self.macros.insert(name.to_owned(), uses);
    }
}

/// A place in a text, with what was read before it.
pub(super) struct AttributeText<'r> {
    pub(super) text: &'r str,
    reader: &'r AttributeReader,
}

impl AttributeText<'_> {
    fn macro_name(&self, node: Cst<'_>) -> Option<&str> {
        let name =
            node.child_by_field_name("name").filter(|_| FormPart::of(node.kind()) == FormPart::Macro)?;
        Some(&self.text[name.byte_range()])
    }

    fn constant(&self, node: Cst<'_>) -> Option<String> {
        let name = self.macro_name(node).filter(|_| node.child_by_field_name("args").is_none())?;
        match (self.reader.constants.get(name), name) {
            (Some(constant), _) => Some(constant.clone()),
            (None, "MODULE") => self.reader.module.name.clone(),
            (None, _) => None,
        }
    }

    /// An atom without quotes.
    pub(super) fn atom(&self, node: Cst<'_>) -> Option<String> {
        match FormPart::of(node.kind()) {
            FormPart::Atom => Some(atom_name(&self.text[node.byte_range()])),
            _ => self.constant(node),
        }
    }

    fn integer(&self, node: Cst<'_>) -> Option<usize> {
        match FormPart::of(node.kind()) {
            FormPart::Integer => self.text[node.byte_range()].replace('_', "").parse().ok(),
            FormPart::Arity => self.integer(node.child_by_field_name("value")?),
            _ => self.constant(node)?.parse().ok(),
        }
    }

    /// `f/1` as the grammar has it in different places, or `{f, 1}`.
    fn function(&self, node: Cst<'_>) -> Option<FunctionName> {
        let (name, arity) = match FormPart::of(node.kind()) {
            FormPart::NameAndArity | FormPart::Deprecated | FormPart::LocalFun | FormPart::RemoteFun => {
                ("fun", "arity")
            }
            FormPart::BinaryOperator if node.children().any(|token| token.kind() == "/") => ("lhs", "rhs"),
            FormPart::Tuple => {
                let parts: Vec<Cst<'_>> = parts(node).collect();
                let is_own =
                    |module| self.atom(module).is_some_and(|name| self.reader.module.name == Some(name));
                let (name, arity) = match parts[..] {
                    [module, name, arity] if is_own(module) => (name, arity),
                    // A deprecated function may have a description.
                    [name, arity] | [name, arity, _] => (name, arity),
                    _ => return None,
                };
                return Some(FunctionName { name: self.atom(name)?, arity: self.integer(arity)? });
            }
            _ => return None,
        };
        let (name, arity) = (node.child_by_field_name(name)?, node.child_by_field_name(arity)?);
        Some(FunctionName { name: self.atom(name)?, arity: self.integer(arity)? })
    }

    /// The value of an attribute that names functions.
    fn names(&self, form: Cst<'_>, keyword: Cst<'_>) -> Option<AttributePart> {
        if is_broken(form) {
            // The form of any other attribute is a plain term.
            let mut text = only(self.text, form.byte_range()).into_bytes();
            let first = keyword.start_byte() + usize::from(text[keyword.start_byte()] == b'\'');
            text[first] = b'x';
            let text = String::from_utf8(text).ok()?;
            let tree = concrete(Language::Erlang, &text);
            let plain = tree.root().children().find(|form| FormPart::of(form.kind()) == FormPart::Wild);
            if let Some(plain) = plain.filter(|&plain| !is_broken(plain)) {
                return Some(self.part(plain.child_by_field_name("value")?, 0));
            }
        }
        let value = ["options", "attr", "value"].iter().find_map(|field| form.child_by_field_name(field));
        Some(self.part(value.unwrap_or(form), 0))
    }

    fn import(&self, form: Cst<'_>) -> Option<Fact> {
        let module = self.atom(form.child_by_field_name("module")?)?;
        let functions = form.children().filter_map(|part| self.function(part)).collect();
        Some(Fact::Import { module, functions })
    }

    fn part(&self, node: Cst<'_>, depth: usize) -> AttributePart {
        let all =
            |nodes: &mut dyn Iterator<Item = Cst<'_>>| nodes.map(|node| self.part(node, depth + 1)).collect();
        let is = |node: Cst<'_>, form| FormPart::of(node.kind()) == form;
        let what = match FormPart::of(node.kind()) {
            _ if depth > MAX_DEPTH => PartKind::Other,
            FormPart::Parenthesised => match parts(node).next() {
                Some(inner) => return self.part(inner, depth + 1),
                None => PartKind::Other,
            },
            FormPart::List | FormPart::DeprecatedList => PartKind::List(all(&mut parts(node))),
            FormPart::Export => {
                PartKind::List(all(&mut parts(node).filter(|&part| is(part, FormPart::NameAndArity))))
            }
            FormPart::Deprecated if parts(node).any(|part| is(part, FormPart::AnyArity)) => {
                let name = node.child_by_field_name("fun").and_then(|name| self.atom(name));
                name.map_or(PartKind::Other, PartKind::AnyArity)
            }
            form => match (self.function(node), form) {
                (Some(name), _) => PartKind::Function(name),
                (None, FormPart::Tuple) => PartKind::Tuple(all(&mut parts(node))),
                (None, _) => self.atom(node).map_or(PartKind::Other, PartKind::Atom),
            },
        };
        AttributePart { span: node.byte_range(), what }
    }

    fn record(&self, form: Cst<'_>) -> Option<RecordDefinition> {
        let name = form.child_by_field_name("name").and_then(|name| self.atom(name))?;
        let fields = form.children().filter(|child| FormPart::of(child.kind()) == FormPart::RecordField).map(
            |field| {
                let name = field.child_by_field_name("name").and_then(|name| self.atom(name));
                let default = field.child_by_field_name("expr");
                let uses = default.map_or(Uses::default(), |default| self.uses(default));
                let default = default.map(|default| default.byte_range());
                let default_code = default.clone().map(|default| plain_code(&self.text[default]));
                RecordField { name: name.unwrap_or_default(), default, default_code, uses }
            },
        );
        Some(RecordDefinition { name, span: form.byte_range(), fields: fields.collect() })
    }

    fn uses(&self, node: Cst<'_>) -> Uses {
        let mut uses = self.direct_uses(node);
        let mut pending: Vec<String> = uses.macros.iter().cloned().collect();
        while let Some(name) = pending.pop() {
            let Some(definition) = self.reader.macros.get(&name) else { continue };
            pending.extend(definition.macros.difference(&uses.macros).cloned());
            uses.macros.extend(definition.macros.iter().cloned());
            uses.functions.extend(definition.functions.iter().cloned());
            uses.records.extend(definition.records.iter().cloned());
        }
        uses
    }

    fn direct_uses(&self, node: Cst<'_>) -> Uses {
        let mut uses = Uses::default();
        for node in node.subtree() {
            match FormPart::of(node.kind()) {
                FormPart::LocalFun => uses.functions.extend(self.function(node).map(|name| (None, name))),
                FormPart::RemoteFun => {
                    let module =
                        node.child_by_field_name("module").and_then(|it| it.child_by_field_name("name"));
                    let module = module.and_then(|module| self.atom(module));
                    uses.functions.extend(self.function(node).map(|name| (module, name)));
                }
                // That of a remote call is read with its module.
                FormPart::Call if node.field() != "fun" => {
                    uses.functions.extend(self.call(node).map(|name| (None, name)));
                }
                FormPart::Remote => {
                    let module =
                        node.child_by_field_name("module").and_then(|it| it.child_by_field_name("module"));
                    let module = module.and_then(|module| self.atom(module));
                    let call = node.child_by_field_name("fun").and_then(|call| self.call(call));
                    uses.functions.extend(call.filter(|_| module.is_some()).map(|name| (module, name)));
                }
                FormPart::RecordName => {
                    let name = node.child_by_field_name("name").and_then(|name| self.atom(name));
                    uses.records.extend(name);
                }
                _ => uses.macros.extend(self.macro_name(node).map(str::to_owned)),
            }
        }
        uses
    }

    fn call(&self, call: Cst<'_>) -> Option<FunctionName> {
        let name = self.atom(call.child_by_field_name("expr")?)?;
        Some(FunctionName { name, arity: parts(call.child_by_field_name("args")?).count() })
    }
}

/// Named children, comments left out.
pub(super) fn parts(node: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    node.children().filter(|child| child.is_named() && child.kind() != "comment")
}

/// The second token of a form whose first is a hyphen.
fn keyword(form: Cst<'_>) -> Option<Cst<'_>> {
    let is_token = |node: &Cst<'_>| node.children().next().is_none() && node.kind() != "comment";
    let mut tokens = form.subtree().filter(is_token);
    tokens.next().filter(|token| token.kind() == "-")?;
    tokens.next()
}

fn is_broken(form: Cst<'_>) -> bool {
    form.subtree().any(|node| node.is_error() || node.is_missing())
}

/// The forms that full stops end in a form that could not be parsed.
fn pieces(text: &str, form: Cst<'_>) -> Vec<Range<usize>> {
    let ends_form = |node: &Cst<'_>| {
        let next = text[node.end_byte()..].chars().next();
        node.kind() == "." && next.is_none_or(|next| next.is_whitespace() || next == '%')
    };
    let mut start = form.start_byte();
    let mut pieces = Vec::new();
    for stop in form.subtree().filter(ends_form).map(|stop| stop.end_byte()).chain([form.end_byte()]) {
        if !text[start..stop].trim().is_empty() {
            pieces.push(start..stop);
        }
        start = stop;
    }
    pieces
}

/// A text of the same length that has these bytes in their place, and blanks around.
fn only(text: &str, kept: Range<usize>) -> String {
    format!("{}{}", " ".repeat(kept.start), &text[kept])
}

/// The default behind its sign, without comments.
fn plain_code(default: &str) -> String {
    let comments = comments(default);
    let is_code = |at: usize| !comments.iter().any(|comment| comment.contains(&at));
    let code: String = default.char_indices().filter(|&(at, _)| is_code(at)).map(|(_, c)| c).collect();
    code.trim().trim_start_matches('=').trim().to_owned()
}
