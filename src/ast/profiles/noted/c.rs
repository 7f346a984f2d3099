//! What C says beside its nodes.

use std::sync::Arc;

use crate::ast::cst::Cst;
use crate::ast::noted::{Noted, Saying, WordReader};

pub(super) static NOTED: Noted = Noted {
    modifiers: &["type_qualifier", "storage_class_specifier"],
    silent: &["preproc_arg", "preproc_directive"],
    declaring: &[
        "declaration",
        "init_declarator",
        "parameter_declaration",
        "pointer_declarator",
        "array_declarator",
        "parenthesized_declarator",
        "function_declarator",
    ],
    ordering: &["pointer_declarator"],
    tokens: &[
        ("pointer_declarator", &[("*", false)]),
        ("array_declarator", &[("[", false)]),
        ("field_expression", &[(".", false), ("->", false)]),
    ],
    directives: &[
        ("preproc_include", raw),
        ("preproc_def", raw),
        ("preproc_function_def", raw),
        ("preproc_call", raw),
        ("type_definition", type_definition),
        ("struct_specifier", body),
        ("union_specifier", body),
        ("enum_specifier", body),
        ("declaration", prototype),
        ("parameter_declaration", nameless),
    ],
    words: &[("function_declarator", pointed_parameters)],
    stated: &[
        ("preproc_if", condition),
        ("preproc_ifdef", condition),
        ("preproc_elif", condition),
        ("preproc_elifdef", condition),
    ],
    implied: &[("function_definition", definition)],
    results: &["function_definition"],
    returns: &["return_statement"],
    spelling: Some(arithmetic_types),
    ..Noted::PLAIN
};

/// `unsigned`, `int unsigned` and `unsigned int` are one type.
fn arithmetic_types(words: &[Arc<str>]) -> Vec<Arc<str>> {
    let is_arithmetic = |word: &Arc<str>| {
        matches!(&**word, "signed" | "unsigned" | "short" | "long" | "int" | "char" | "double")
    };
    let mut spelled = Vec::with_capacity(words.len());
    for run in words.chunk_by(|one, other| is_arithmetic(one) && is_arithmetic(other)) {
        let mut run = run.to_vec();
        if is_arithmetic(&run[0]) && run.len() > 1 {
            run.sort();
            let is_char = run.iter().any(|word| **word == *"char");
            run.retain(|word| **word != *"int" && (is_char || **word != *"signed"));
        }
        match run.as_slice() {
            [] => spelled.push("int".into()),
            [word] if **word == *"signed" => spelled.push("int".into()),
            _ => spelled.append(&mut run),
        }
    }
    spelled
}

/// A line of the preprocessor: the words of its text.
fn raw(reader: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    let mut line = text_words(reader.slice(cst)).join(" ");
    // `F (a)` defines something else than `F(a)`.
    if cst.child_by_field_name("parameters").is_some() {
        line.push_str(" of parameters");
    }
    Some(Saying { directives: vec![line], words: Vec::new() })
}

fn condition(reader: &WordReader<'_>, cst: Cst<'_>) -> Vec<String> {
    let head = cst.children().next().map_or("", |token| reader.slice(token));
    let condition = cst.child_by_field_name("condition").or(cst.child_by_field_name("name"));
    vec![format!("{head} {}", condition.map_or_else(String::new, |condition| reader.line(condition)))]
}

/// Words of a text that the grammar does not look into.
fn text_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '\\' if rest[1..].trim_start_matches('\r').starts_with('\n') => {
                rest = &rest[1..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                rest = rest[2..].split_once("*/").map_or("", |(_, rest)| rest);
                continue;
            }
            '/' if rest.starts_with("//") => break,
            _ if first.is_whitespace() => {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            '"' | '\'' => quoted(rest, first),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        words.push(rest[..len].to_owned());
        rest = &rest[len..];
    }
    words
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// The type of a parameter without a name is what was left of the parameter, or `(void)`.
fn nameless(_: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    let has_name = |part: Cst<'_>| part.subtree().any(|part| part.kind() == "identifier");
    let is_nameless = !cst.child_by_field_name("declarator").is_some_and(has_name);
    is_nameless.then(Saying::default)
}

/// Types of the parameters of the function that a variable points to.
fn pointed_parameters(reader: &WordReader<'_>, cst: Cst<'_>) -> Vec<String> {
    let is_function = cst.child_by_field_name("declarator").is_none_or(|name| name.kind() == "identifier");
    match cst.child_by_field_name("parameters").filter(|_| !is_function) {
        Some(parameters) => nameless_words(reader, parameters).iter().map(|word| word.to_string()).collect(),
        None => Vec::new(),
    }
}

/// Words of types, without the names that are declared.
fn nameless_words(reader: &WordReader<'_>, cst: Cst<'_>) -> Vec<Arc<str>> {
    let is_word = |leaf: &Cst<'_>| leaf.is_leaf() && !leaf.is_extra() && leaf.kind() != "identifier";
    let words: Vec<Arc<str>> = cst.subtree().filter(is_word).map(|leaf| reader.slice(leaf).into()).collect();
    arithmetic_types(&words)
}

/// A structure, union or enumeration with its body: one directive for each of its members.
fn body(reader: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    let members = cst.child_by_field_name("body")?;
    let name = cst.child_by_field_name("name").map_or_else(String::new, |name| reader.line(name));
    let word = cst.children().next().map_or("", |word| reader.slice(word));
    let head = format!("{word} {name}");
    let mut directives = vec![head.clone()];
    directives
        .extend(body_members(reader, members).into_iter().map(|member| format!("{head} {{ {member} }}")));
    let words = [word, &name].into_iter().filter(|word| !word.is_empty()).map(Arc::from).collect();
    Some(Saying { directives, words })
}

fn body_members(reader: &WordReader<'_>, members: Cst<'_>) -> Vec<String> {
    let mut found = Vec::new();
    // An enumerator without a value is one more than the one before it.
    let (mut base, mut n_after) = (String::new(), 0);
    for member in members.children().filter(|member| member.is_named() && !member.is_extra()) {
        if member.kind() == "enumerator" {
            match member.child_by_field_name("value") {
                Some(value) => (base, n_after) = (reader.line(value), 0),
                None => n_after += 1,
            }
            let name = member.child_by_field_name("name").map_or_else(String::new, |name| reader.line(name));
            found.push(format!("{name} = {base} + {n_after}"));
            continue;
        }
        let is_declarator = |part: &Cst<'_>| part.field() == "declarator";
        let line = |parts: &mut dyn Iterator<Item = Cst<'_>>| -> String {
            let lines: Vec<String> = parts.map(|part| reader.line(part)).collect();
            lines.join(" ").trim_end_matches([';', ',', ' ']).to_owned()
        };
        let parts: Vec<Cst<'_>> = member.children().filter(|part| !part.is_extra()).collect();
        let first = parts.iter().position(is_declarator).unwrap_or(parts.len());
        let base_type = line(&mut parts[..first].iter().copied());
        if first == parts.len() {
            found.push(base_type);
            continue;
        }
        for declarator in parts[first..].split(|part| reader.slice(*part) == ",") {
            found.push(format!("{base_type} {}", line(&mut declarator.iter().copied())));
        }
    }
    found
}

/// `typedef`: the members of a body are directives of their own.
fn type_definition(reader: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    let mut directives = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let names: Vec<String> =
        cst.children().filter(|part| part.field() == "declarator").map(|part| reader.line(part)).collect();
    for part in cst.children().filter(|part| !part.is_extra()) {
        match body(reader, part).filter(|_| part.field() == "type") {
            Some(found) => {
                words.push(found.words.join(" "));
                let of = |member: String| format!("typedef {} is {member}", names.join(" , "));
                directives.extend(found.directives.into_iter().map(of));
            }
            None => words.push(reader.line(part)),
        }
    }
    directives.push(words.join(" ").trim_end_matches([';', ' ']).to_owned());
    Some(Saying { directives, words: Vec::new() })
}

/// A declaration of a function.
fn prototype(reader: &WordReader<'_>, cst: Cst<'_>) -> Option<Saying> {
    let mut declarator = cst.child_by_field_name("declarator")?;
    while declarator.kind() == "pointer_declarator" {
        declarator = declarator.child_by_field_name("declarator")?;
    }
    let is_name = |name: Cst<'_>| name.kind() == "identifier";
    let is_prototype = declarator.kind() == "function_declarator"
        && declarator.child_by_field_name("declarator").is_some_and(is_name);
    is_prototype.then(|| Saying { directives: vec![signature(reader, cst)], words: Vec::new() })
}

fn definition(reader: &WordReader<'_>, cst: Cst<'_>) -> Vec<String> {
    vec![signature(reader, cst)]
}

/// Name and types of a function, without the names of its parameters.
fn signature(reader: &WordReader<'_>, cst: Cst<'_>) -> String {
    let mut words: Vec<Arc<str>> = vec!["prototype".into()];
    let mut name: Option<Arc<str>> = None;
    for part in cst.children().filter(|part| !part.is_extra()) {
        if part.field() == "body" || part.kind() == "storage_class_specifier" {
            continue;
        }
        for leaf in part.subtree().filter(|leaf| leaf.is_leaf() && !leaf.is_extra()) {
            let text = reader.slice(leaf);
            if leaf.kind() != "identifier" {
                words.push(text.into());
            } else if name.is_none() {
                name = Some(text.into());
                words.push(text.into());
            }
        }
    }
    arithmetic_types(&words).join(" ").replace("( void )", "( )").trim_end_matches([';', ' ']).to_owned()
}
