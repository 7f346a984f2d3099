//! Constructs of the languages other than Erlang whose concrete tree is not the tree we count.

use super::Flags;
use super::build::{Shape, Walk};
use super::cst::Cst;
use super::literal::unquoted;

/// C: a prototype has no behaviour; any other declaration is its declarators.
pub(super) fn declaration(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let mut declarator = cst.child_by_field_name("declarator");
    while let Some(inner) = declarator.filter(|node| node.kind() == "pointer_declarator") {
        declarator = inner.child_by_field_name("declarator");
    }
    let is_prototype = declarator.is_some_and(|node| {
        node.kind() == "function_declarator"
            && node.child_by_field_name("declarator").is_some_and(|name| name.kind() == "identifier")
    });
    if !is_prototype {
        walk.visit_children(cst);
    }
}

/// Python: a bare `a, b` is a tuple, whether or not it has parentheses.
pub(super) fn python_expressions(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let n_expressions = cst.children().filter(|child| child.is_named() && !child.is_extra()).count();
    if n_expressions > 1 {
        walk.node_of_kind(cst, "tuple", "", None);
    } else {
        walk.visit_children(cst);
    }
}

/// C: adjacent strings are one string, unless a macro stands between them.
pub(super) fn joined_string(walk: &mut Walk<'_>, cst: Cst<'_>) {
    let parts = || cst.children().filter(|child| child.is_named() && !child.is_extra());
    if parts().any(|part| part.kind() != "string_literal") {
        walk.node(cst, "", None);
        return;
    }
    let text: String = parts().map(|part| unquoted(walk.slice(part))).collect();
    let flags = walk.flags_of(cst);
    let label = format!("\"{text}\"");
    walk.open_at(cst, cst.start_byte(), &Shape { kind: "string_literal", label: &label, flags });
    walk.close();
}

/// A literal with expressions inside: its fixed text is the label.
pub(super) fn template(walk: &mut Walk<'_>, cst: Cst<'_>, inner: &[&str]) {
    let mut label = String::new();
    let mut expressions = Vec::new();
    collect_template(walk, cst, inner, &mut label, &mut expressions);
    if expressions.is_empty() {
        walk.leaf(cst, &label, Flags::default());
        return;
    }
    let flags = walk.flags_of(cst);
    walk.open_at(cst, cst.start_byte(), &Shape { kind: cst.kind(), label: &label, flags });
    for expression in expressions {
        walk.visit(expression);
    }
    walk.close();
}

fn collect_template<'c>(
    walk: &Walk<'_>,
    cst: Cst<'c>,
    inner: &[&str],
    label: &mut String,
    expressions: &mut Vec<Cst<'c>>,
) {
    for child in cst.children() {
        if inner.contains(&child.kind()) {
            label.push_str("{}");
            expressions.push(child);
        } else if child.kind() == "string" {
            collect_template(walk, child, inner, label, expressions);
        } else if !matches!(child.kind(), "string_start" | "string_end" | "`") && !child.is_extra() {
            label.push_str(walk.slice(child));
        }
    }
}
