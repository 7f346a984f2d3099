//! Calls that may mean several methods of one name: which is meant, the types of the arguments say, so that these stay.

use std::collections::BTreeSet;

use crate::ast::{Cst, NodeId};
use crate::languages::java::syntax::named;
use crate::stack::deep;

use super::JavaFlow;
use super::types::{JavaMethod, JavaType, simple};

/// Methods, and constructors under the names of their classes, that only the types of their parameters tell apart.
pub(super) struct JavaOverloads {
    /// With the number of parameters.
    alike: BTreeSet<(String, usize)>,
    /// Of those that take any number.
    rest: BTreeSet<String>,
}

impl JavaOverloads {
    pub(super) fn of(all: &[JavaType<'_>]) -> JavaOverloads {
        let mut found = JavaOverloads { alike: BTreeSet::new(), rest: BTreeSet::new() };
        for of in all {
            let mut methods: Vec<(&str, &JavaMethod<'_>)> =
                of.constructors.iter().map(|it| (of.name.as_str(), it)).collect();
            methods.extend(of.methods.iter().map(|it| (it.name.as_str(), it)));
            let mut above = of.superclass;
            while let Some(base) = above {
                // What it has in common with one of the base takes its place.
                let inherited = all[base].methods.iter().filter(|it| !it.is_abstract && !has_variables(it));
                methods.extend(inherited.map(|it| (it.name.as_str(), it)));
                above = all[base].superclass;
            }
            for (idx, (name, one)) in methods.iter().enumerate() {
                let others = methods[idx + 1..].iter().filter(|(other, it)| other == name && it.of != one.of);
                for (_, other) in others {
                    match one.is_varargs || other.is_varargs {
                        true => _ = found.rest.insert((*name).to_owned()),
                        false if one.n_params == other.n_params => {
                            found.alike.insert(((*name).to_owned(), one.n_params));
                        }
                        false => {}
                    }
                }
            }
        }
        found
    }

    fn has(&self, name: &str, n_args: usize) -> bool {
        self.rest.contains(name) || self.alike.contains(&(name.to_owned(), n_args))
    }
}

/// Whether a method may have parameters of types that a class is made of.
fn has_variables(method: &JavaMethod<'_>) -> bool {
    method.of.iter().any(|of| simple(of).len() <= 2)
}

impl<'c> JavaFlow<'c> {
    /// Arguments of such calls stay where the calls do.
    pub(super) fn overloads_in(&mut self, root: Cst<'c>) {
        let overloads = JavaOverloads::of(&self.types.all);
        if !overloads.alike.is_empty() || !overloads.rest.is_empty() {
            self.told_apart(root, &overloads, "");
        }
    }

    fn told_apart(&mut self, cst: Cst<'c>, overloads: &JavaOverloads, class: &str) {
        let word = |field: &str| cst.child_by_field_name(field).map_or("", |part| self.word(part));
        let class = match cst.kind() {
            kind if kind.ends_with("_declaration") && cst.child_by_field_name("body").is_some() => {
                if kind.starts_with("method") || kind.contains("constructor") { class } else { word("name") }
            }
            _ => class,
        };
        let name = match cst.kind() {
            "method_invocation" => Some(word("name")),
            "object_creation_expression" => Some(simple(word("type"))),
            "enum_constant" => Some(class),
            "explicit_constructor_invocation" => match word("constructor") {
                "this" => Some(class),
                _ => self.base_of(class),
            },
            _ => None,
        };
        let args: Vec<Cst<'c>> = cst.child_by_field_name("arguments").into_iter().flat_map(named).collect();
        if name.is_some_and(|name| overloads.has(name, args.len())) {
            let at = self.node_of(cst);
            args.iter().for_each(|&arg| self.keeps_type(at, arg));
        }
        deep(|| named(cst).for_each(|child| self.told_apart(child, overloads, class)));
    }

    /// The name of what a class of the program extends.
    fn base_of(&self, class: &str) -> Option<&'c str> {
        let base = self.types.all[self.types.named(class, None)?].superclass?;
        self.types.all[base].cst.child_by_field_name("name").map(|name| self.word(name))
    }

    /// What the type of an expression is taken from stays with a node.
    fn keeps_type(&mut self, at: Option<NodeId>, cst: Cst<'c>) {
        self.requires(at, self.node_of(cst));
        let parts: Vec<Cst<'c>> = match cst.kind() {
            "parenthesized_expression" | "binary_expression" | "unary_expression" | "ternary_expression" => {
                named(cst).collect()
            }
            "method_invocation" | "field_access" => cst.child_by_field_name("object").into_iter().collect(),
            "array_access" => cst.child_by_field_name("array").into_iter().collect(),
            _ => Vec::new(),
        };
        deep(|| parts.into_iter().for_each(|part| self.keeps_type(at, part)));
    }
}
