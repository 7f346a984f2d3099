//! Erlang constructs whose concrete tree is not the tree we count.
//!
//! Functions (the grammar gives each clause a declaration of its own), guard slots, cons cells, remote
//! callees, comprehensions. The counts are those of the Bencher paper; see `docs/METRICS.md`.

use super::escapes::{self, atom_name, unescaped};
use crate::ast::cst::Cst;
use crate::ast::role::NodeRole;
use crate::ast::tree::Flags;
use crate::ast::walk::{NodeShape, Walk};

/// Children with a field name, comments left out.
fn fields<'c>(cst: Cst<'c>) -> impl Iterator<Item = (&'c str, Cst<'c>)> + Clone {
    cst.children().map(|child| (child.field(), child)).filter(|(field, _)| !field.is_empty())
}

/// Attributes have no behaviour; clauses that `;` joins are one function.
pub(super) fn source_file(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let mut group: Vec<Cst<'_>> = Vec::new();
    for form in cst.children() {
        if form.is_extra() && !form.is_error() {
            continue;
        }
        let continues = form.kind() == "fun_decl"
            && group.last().is_some_and(|&last| {
                last.children().any(|token| token.kind() == ";")
                    && signature(walk, last) == signature(walk, form)
            });
        if !continues && !group.is_empty() {
            function(walk, &group);
            group.clear();
        }
        if form.kind() == "fun_decl" {
            group.push(form);
        } else if form.is_error() {
            walk.visit(form);
        }
    }
    if !group.is_empty() {
        function(walk, &group);
    }
}

/// The grammar takes a function without its full stop, and one whose last clause promises another.
fn check_full_stop(walk: &mut Walk<'_>, last: Cst<'_>) {
    let ends = last.children().filter(|token| !token.is_extra()).last();
    match ends.map(|token| token.kind()) {
        Some(".") => {}
        Some(";") => walk.problem(last, "`;` without a clause of the same function after it".to_owned()),
        _ => walk.problem(last, "missing full stop".to_owned()),
    }
}

/// `name/arity` of a function declaration.
fn signature(walk: &Walk<'_>, declaration: Cst<'_>) -> String {
    let Some(clause) = declaration.child_by_field_name("clause") else { return String::new() };
    let name = clause.child_by_field_name("name").map_or("", |name| walk.slice(name));
    let arity = clause.child_by_field_name("args").map_or(0, |args| fields(args).count());
    format!("{}/{arity}", atom_name(name))
}

/// A declaration that stands where no form should.
pub(super) fn single_function(walk: &mut Walk<'_>, cst: Cst<'_>) {
    function(walk, &[cst]);
}

fn function(walk: &mut Walk<'_>, declarations: &[Cst<'_>]) {
    let (first, last) = (declarations[0], declarations[declarations.len() - 1]);
    let label = signature(walk, first);
    let flags = Flags::COUNTED.with(Flags::STATEMENT).with(Flags::DEFINITION);
    let shape = NodeShape { kind: "function", label: &label, flags };
    walk.open_span(first.start_byte(), last.end_byte(), first.start_byte(), &shape);
    for &declaration in declarations {
        walk.visit_children(declaration);
    }
    walk.close();
    check_full_stop(walk, last);
}

/// A clause: its patterns, its guard slot (always there), its body. A handler has a class, which is `throw` where none is
/// written, as in the parser of the compiler: all printers may write it or leave it out.
pub(super) fn clause(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let flags = walk.flags_of(cst);
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: cst.kind(), label: "", flags });
    if cst.kind() == "catch_clause" && cst.child_by_field_name("class").is_none() {
        let at = cst.start_byte();
        walk.open_span(at, at, at, &NodeShape { kind: "atom", label: "throw", flags: Flags::COUNTED });
        walk.close();
    }
    for (field, part) in fields(cst) {
        if matches!(field, "args" | "pat" | "class" | "stack") {
            walk.visit_as(part, NodeRole::Pattern);
        }
    }
    guard(walk, cst);
    for (field, part) in fields(cst) {
        if field == "body" {
            walk.visit(part);
        }
    }
    // What error recovery left in the clause is still source that somebody wrote.
    for child in cst.children().filter(|child| child.is_error()) {
        walk.visit(child);
    }
    walk.close();
}

/// The guard slot weighs 1 whether or not there is a guard; what the guard says weighs nothing.
fn guard(walk: &mut Walk<'_>, clause: Cst<'_>) {
    let guard = clause.child_by_field_name("guard");
    let when = clause.children().find(|token| token.kind() == "when");
    let (start, stop) = guard
        .map_or((clause.start_byte(), clause.start_byte()), |guard| (guard.start_byte(), guard.end_byte()));
    let own = when.map_or(start, |when| when.start_byte());
    // Of a function or of a case: one is not what is left of the other.
    let label = clause.kind().trim_end_matches("_clause");
    walk.open_span(start, stop, own, &NodeShape { kind: "guard", label, flags: Flags::COUNTED });
    if let Some(guard) = guard {
        walk.uncounted_depth += 1;
        let mut is_first = true;
        for alternative in guard.children().filter(|part| part.is_named()) {
            let first = walk.n_nodes();
            walk.visit_children(alternative);
            if !is_first {
                walk.flag(first, Flags::ALTERNATIVE);
            }
            is_first &= walk.n_nodes() == first;
        }
        walk.uncounted_depth -= 1;
    }
    if label == "if" {
        walk.mark_filler("true");
    }
    walk.close();
}

/// An anonymous fun; a named fun carries its name as label.
pub(super) fn anonymous_fun(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let name = cst.child_by_field_name("clauses").and_then(|clause| clause.child_by_field_name("name"));
    let label = name.map_or("", |name| walk.slice(name));
    walk.node(cst, label, None);
}

/// A list is its cons cells: `[a,b]` is cons, a, cons, b, nil.
pub(super) fn list(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let flags = walk.flags_of(cst);
    let mut tail = None;
    let mut elements: Vec<Cst<'_>> = Vec::new();
    for child in cst.children().filter(|child| child.is_named() && (!child.is_extra() || child.is_error())) {
        if child.kind() == "pipe" {
            elements.extend(child.child_by_field_name("lhs"));
            tail = child.child_by_field_name("rhs");
        } else {
            elements.push(child);
        }
    }
    for (idx, &element) in elements.iter().enumerate() {
        let (start, flags) =
            if idx == 0 { (cst.start_byte(), flags) } else { (element.start_byte(), Flags::COUNTED) };
        let flags = flags.with(Flags::CELL);
        walk.open_span(start, cst.end_byte(), start, &NodeShape { kind: "cons", label: "", flags });
        walk.visit(element);
    }
    match tail {
        Some(tail) => walk.visit(tail),
        None => {
            let flags = if elements.is_empty() { flags } else { Flags::COUNTED };
            let start = if elements.is_empty() { cst.start_byte() } else { cst.end_byte() - 1 };
            walk.open_span(start, cst.end_byte(), start, &NodeShape { kind: "nil", label: "", flags });
            walk.close();
        }
    }
    for _ in &elements {
        walk.close();
    }
}

/// A comprehension is two nodes: itself with its template, and its list of qualifiers.
pub(super) fn comprehension(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let flags = walk.flags_of(cst);
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: cst.kind(), label: "", flags });
    let (qualifiers, template): (Vec<_>, Vec<_>) =
        cst.children().filter(|child| child.is_named()).partition(|child| child.kind() == "lc_exprs");
    for part in template {
        walk.visit(part);
    }
    for part in qualifiers {
        walk.open_at(
            part,
            part.start_byte(),
            &NodeShape { kind: "qualifiers", label: "", flags: Flags::COUNTED },
        );
        walk.visit_children(part);
        walk.close();
    }
    walk.close();
}

/// `m:f(Args)` is a call whose callee is one node, `m:f`; a variable in the callee counts besides.
pub(super) fn remote(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let call = cst.child_by_field_name("fun").filter(|fun| fun.kind() == "call");
    let mut module =
        cst.child_by_field_name("module").and_then(|module| module.child_by_field_name("module"));
    while let Some(inner) = module.filter(|module| module.kind() == "paren_expr") {
        module = inner.child_by_field_name("expr");
    }
    let name = call.map_or(cst.child_by_field_name("fun"), |call| call.child_by_field_name("expr"));
    let part = |part: Option<Cst<'_>>| match part {
        Some(part) if part.kind() == "atom" => atom_name(walk.slice(part)),
        _ => "_".to_owned(),
    };
    let label = format!("{}:{}", part(module), part(name));
    if call.is_some() {
        let flags = walk.flags_of(cst);
        walk.open_at(cst, cst.start_byte(), &NodeShape { kind: "call", label: "", flags });
    }
    let stop = name.map_or(cst.end_byte(), |name| name.end_byte());
    let shape = NodeShape { kind: "remote", label: &label, flags: Flags::COUNTED };
    walk.open_span(cst.start_byte(), stop, cst.start_byte(), &shape);
    for variable in [module, name].into_iter().flatten().filter(|part| part.kind() != "atom") {
        walk.visit(variable);
    }
    walk.close();
    if let Some(call) = call {
        if let Some(args) = call.child_by_field_name("args") {
            walk.visit(args);
        }
        walk.close();
    }
}

/// `fun m:f/1` is one node; variables in it count besides, as in a remote callee.
pub(super) fn external_fun(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let parts: Vec<Cst<'_>> = ["module", "fun", "arity"]
        .into_iter()
        .filter_map(|field| cst.child_by_field_name(field))
        .map(|part| match part.kind() {
            "module" => part.child_by_field_name("name").unwrap_or(part),
            "arity" => part.child_by_field_name("value").unwrap_or(part),
            _ => part,
        })
        .collect();
    let is_constant = |part: &Cst<'_>| matches!(part.kind(), "atom" | "integer");
    let name = |part: &Cst<'_>| if is_constant(part) { atom_name(walk.slice(*part)) } else { "_".to_owned() };
    let names: Vec<String> = parts.iter().map(name).collect();
    let flags = walk.flags_of(cst);
    let label = names.join(":");
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: cst.kind(), label: &label, flags });
    for part in parts.into_iter().filter(|part| !is_constant(part)) {
        walk.visit(part);
    }
    walk.close();
}

pub(super) fn atom(walk: &mut Walk<'_>, cst: Cst<'_>) {
    walk.leaf(cst, &atom_name(walk.slice(cst)), Flags::default());
}

/// `fun f/1`, whatever stands between its tokens.
pub(super) fn internal_fun(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let name = cst.child_by_field_name("fun").map_or(String::new(), |name| atom_name(walk.slice(name)));
    let arity = cst.child_by_field_name("arity");
    let arity =
        arity.and_then(|arity| arity.child_by_field_name("value")).map_or("", |arity| walk.slice(arity));
    walk.leaf(cst, &format!("fun{name}/{arity}"), Flags::default());
}

/// A macro that the file does not define: one node for its name, and its arguments.
pub(super) fn unknown_macro(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let label = cst.child_by_field_name("name").map_or("", |name| walk.slice(name));
    let flags = walk.flags_of(cst);
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: cst.kind(), label, flags });
    if let Some(arguments) = cst.child_by_field_name("args") {
        walk.visit(arguments);
    }
    walk.close();
}

/// A character or string under one spelling: pretty printers choose their own escapes.
pub(super) fn text_literal(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let text = walk.slice(cst);
    let label = match text.strip_prefix('$') {
        Some(character) => format!("${}", unescaped(character)),
        None => unescaped(text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)),
    };
    walk.leaf(cst, &label, Flags::default());
}

/// `#p{…}`, `R#p{…}` and a field `x = …` in it: the name is the label.
pub(super) fn record(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let name = cst.child_by_field_name("name");
    let label = name.map_or_else(String::new, |name| joined_names(walk, name));
    walk.node(cst, &label, name);
}

/// `R#p.x` and `#p.x`: record and field name are the label.
pub(super) fn record_access(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let text =
        |field| cst.child_by_field_name(field).map_or_else(String::new, |part| joined_names(walk, part));
    let label = format!("{}{}", text("name"), text("field"));
    let flags = walk.flags_of(cst);
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: cst.kind(), label: &label, flags });
    if let Some(record) = cst.child_by_field_name("expr") {
        walk.visit(record);
    }
    walk.close();
}

/// The tokens without what stands between them, which means nothing; names have quotes only where they need them.
fn joined_names(walk: &Walk<'_>, cst: Cst<'_>) -> String {
    tokens(walk, cst).map(plain_name).collect()
}

fn joined_tokens(walk: &Walk<'_>, cst: Cst<'_>) -> String {
    tokens(walk, cst).collect()
}

fn tokens<'w>(walk: &Walk<'w>, cst: Cst<'w>) -> impl Iterator<Item = &'w str> {
    cst.subtree().filter(|part| part.is_leaf() && !part.is_extra()).map(|token| walk.slice(token))
}

fn plain_name(token: &str) -> String {
    if !token.starts_with('\'') {
        return token.to_owned();
    }
    let name = atom_name(token);
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '@'));
    if is_plain { name } else { format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")) }
}

/// A segment of a binary: value and size count, the type list is the label.
pub(super) fn segment(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let types = cst.child_by_field_name("types").map(|types| joined_tokens(walk, types));
    let label = &types.unwrap_or_default();
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: cst.kind(), label, flags: Flags::COUNTED });
    for (field, part) in fields(cst) {
        if field != "types" {
            walk.visit(part);
        }
    }
    walk.close();
}

/// Adjacent strings are one string.
pub(super) fn concatenated_string(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let parts: Vec<_> = cst.children().filter(|child| child.is_named() && !child.is_extra()).collect();
    if parts.iter().any(|part| part.kind() != "string") {
        walk.node(cst, "", None);
        return;
    }
    let texts: Vec<&str> = parts.iter().map(|part| walk.slice(*part)).collect();
    walk.set_value(escapes::string(&texts));
    let text: String = parts.iter().map(|part| unescaped(walk.slice(*part).trim_matches('"'))).collect();
    let flags = walk.flags_of(cst);
    walk.open_at(cst, cst.start_byte(), &NodeShape { kind: "string", label: &text, flags });
    walk.close();
}
