//! What javac wants to see in what is left, beside what dependences keep.

use std::collections::BTreeSet;

use crate::ast::{Cst, NodeId};
use crate::languages::java::syntax::{TryClause, case_body, cases, clause_body, is_rule, named, switch};
use crate::stack::deep;

use super::types::{JavaMethod, TypeForm, TypeIdx, modifiers};
use super::{JavaFlow, library};

/// A variable that is declared without a value, and what could leave its scope before it has one.
const LEAVING: &[&str] =
    &["return_statement", "throw_statement", "break_statement", "continue_statement", "yield_statement"];

impl<'c> JavaFlow<'c> {
    pub(super) fn javac(&mut self, root: Cst<'c>) {
        let is_function = |part: Cst<'_>| matches!(part.kind(), "lambda_expression" | "method_reference");
        self.has_functions = root.subtree().any(is_function);
        self.types_named_in(root, None);
        self.overloads_in(root);
        self.ends_in(root);
        self.values_in_scope(root);
        for idx in 0..self.types.all.len() {
            self.methods_of(idx);
            self.constructors_of(idx);
            self.finals_of(idx);
        }
    }

    /// The node that a type stays with.
    fn type_node(&self, of: TypeIdx) -> Option<NodeId> {
        let of = &self.types.all[of];
        match of.cst.kind() {
            "enum_constant" => of.outer.and_then(|outer| self.types.all[outer].node),
            _ => of.node.or_else(|| self.node_of(of.cst)),
        }
    }

    /// Types that are named must be declared.
    fn types_named_in(&mut self, cst: Cst<'c>, around: Option<NodeId>) {
        let is_object = |part: Cst<'_>| matches!(part.field(), "object") || cst.kind() == "method_reference";
        let own = self.node_of(cst).or_else(|| self.clause_node(cst));
        let around = match cst.kind() {
            // These go with what is around them.
            "catch_type"
            | "catch_formal_parameter"
            | "resource"
            | "pattern"
            | "type_pattern"
            | "record_pattern"
            | "record_pattern_component"
            | "enum_constant"
            | "explicit_constructor_invocation" => around,
            _ => own.or(around),
        };
        for part in named(cst).collect::<Vec<_>>() {
            let is_name = part.kind() == "type_identifier" || part.kind() == "identifier" && is_object(part);
            if is_name && self.types.is_named(self.word(part)) {
                let ats = self.declared_nodes(cst, around);
                for of in self.all_named(self.word(part)) {
                    let needed = self.types.all[of].node;
                    ats.iter().for_each(|&at| self.requires(at, needed));
                }
            }
            let inner = match cst.kind() {
                "local_variable_declaration" | "field_declaration" | "constant_declaration"
                    if part.field() == "type" =>
                {
                    for at in self.declared_nodes(cst, around) {
                        deep(|| self.types_named_in(part, at));
                    }
                    continue;
                }
                _ => around,
            };
            deep(|| self.types_named_in(part, inner));
        }
    }

    fn all_named(&self, name: &str) -> Vec<TypeIdx> {
        (0..self.types.all.len()).filter(|&idx| self.types.all[idx].name == name).collect()
    }

    fn clause_node(&self, cst: Cst<'_>) -> Option<NodeId> {
        let clause = match cst.kind() {
            "catch_clause" => TryClause::Catch,
            "finally_clause" => TryClause::Finally,
            _ => return None,
        };
        self.nodes.find(&cst.byte_range(), |node| self.program.kind(node) == clause.kind())
    }

    /// The nodes of what a declaration declares, or else the one around.
    fn declared_nodes(&self, cst: Cst<'c>, around: Option<NodeId>) -> Vec<Option<NodeId>> {
        match cst.kind() {
            "local_variable_declaration" | "field_declaration" | "constant_declaration" => {
                let all = crate::languages::java::syntax::declarators(cst).into_iter();
                all.map(|it| self.node_of(it).or_else(|| self.node_of(it.child_by_field_name("name")?)))
                    .collect()
            }
            _ => vec![around],
        }
    }

    /// Methods that override others, that implement abstract ones, and those that Java's own interfaces want.
    fn methods_of(&mut self, of: TypeIdx) {
        let at = self.type_node(of);
        let mut needs: Vec<(Option<NodeId>, Option<NodeId>)> = Vec::new();
        let all = self.types.above(of);
        for method in &self.types.all[of].methods {
            let key = self.types.key_of(method);
            let overridden = all.iter().skip(1).flat_map(|&above| &self.types.all[above].methods);
            let overridden = overridden.filter(|it| !it.is_static && self.types.key_of(it) == key);
            needs.extend(overridden.map(|it| (method.node, it.node)));
        }
        let resolved = self.types.resolved(of);
        if self.types.is_concrete(of) {
            let declared = all.iter().flat_map(|&above| &self.types.all[above].methods);
            for method in declared.filter(|method| method.is_abstract) {
                let key = self.types.key_of(method);
                needs.extend(
                    resolved.iter().filter(|(other, _)| *other == key).map(|(_, by)| (method.node, by.node)),
                );
            }
            let foreign: BTreeSet<&str> =
                all.iter().flat_map(|&above| &self.types.all[above].foreign).map(String::as_str).collect();
            for name in foreign {
                let wanted = library::abstract_methods(name);
                let is_wanted = |method: &JavaMethod<'_>| match wanted {
                    Some(wanted) => wanted.contains(&method.name.as_str()),
                    None => method.has_override || method.is_public,
                };
                needs.extend(resolved.iter().filter(|(_, it)| is_wanted(it)).map(|(_, it)| (at, it.node)));
            }
        }
        if self.has_functions || self.text.contains("@FunctionalInterface") {
            needs.extend(self.types.single_abstract(of).map(|method| (at, method.node)));
        }
        if modifiers(self.types.all[of].cst, self.text).contains(&"sealed") {
            let below = self.types.all.iter().filter(|below| below.supers.contains(&of));
            needs.extend(below.map(|below| (at, below.node)));
        }
        needs.into_iter().for_each(|(at, needed)| self.requires(at, needed));
    }

    /// A class whose base has no constructor without parameters has one of its own.
    fn constructors_of(&mut self, of: TypeIdx) {
        let Some(base) = self.types.all[of].superclass else { return };
        if self.types.all[base].constructors.is_empty() || self.types.all[of].form == TypeForm::Nameless {
            return;
        }
        let at = self.type_node(of);
        let first = self.types.all[of].constructors.first().and_then(|it| it.node);
        self.requires(at, first);
    }

    /// A final field without a first value gets one in all constructors.
    fn finals_of(&mut self, of: TypeIdx) {
        let fields: Vec<(String, Option<NodeId>)> = self.types.all[of]
            .fields
            .iter()
            .filter(|(_, field)| field.is_final && field.declarator.kind() == "variable_declarator")
            .filter(|(_, field)| field.declarator.child_by_field_name("value").is_none())
            .map(|(name, field)| (name.clone(), field.node))
            .collect();
        if fields.is_empty() {
            return;
        }
        let members = self.members_of(of);
        let makers = members.into_iter().filter(|member| {
            matches!(member.kind(), "constructor_declaration" | "block" | "static_initializer")
        });
        for maker in makers.collect::<Vec<_>>() {
            for part in
                maker.subtree().filter(|part| part.kind() == "assignment_expression").collect::<Vec<_>>()
            {
                let Some(left) = part.child_by_field_name("left") else { continue };
                let name = left.child_by_field_name("field").unwrap_or(left);
                let node = self.node_of(part);
                let word = self.word(name);
                for (_, field) in fields.iter().filter(|(field, _)| field == word) {
                    self.requires(*field, node);
                }
            }
        }
    }

    /// A method with a result does not end without one.
    fn ends_in(&mut self, cst: Cst<'c>) {
        let body = cst.child_by_field_name("body");
        match (cst.kind(), body) {
            ("method_declaration", Some(body)) => {
                let is_void = cst.child_by_field_name("type").is_none_or(|of| of.kind() == "void_type");
                if !is_void {
                    let at = self.node_of(cst);
                    self.ends(body, at);
                }
            }
            ("lambda_expression", Some(body)) if body.kind() == "block" && gives_value(body) => {
                let at = self.node_of(cst);
                self.ends(body, at);
            }
            ("switch_expression", _) => {
                let at = self.node_of(cst);
                let all = cases(cst);
                for &case in &all {
                    let last = case_body(case).last();
                    if let Some(last) = last.filter(|last| gives(*last) || !is_rule(case)) {
                        self.ends(last, at);
                    }
                }
                if all.iter().any(|case| named(*case).any(has_pattern)) {
                    // It has to know what to do with all there is.
                    all.into_iter().for_each(|case| {
                        let node = self.node_of(case);
                        self.requires(at, node);
                    });
                }
            }
            _ => {}
        }
        deep(|| named(cst).collect::<Vec<_>>().into_iter().for_each(|child| self.ends_in(child)));
    }

    /// The statements by which a statement does not end, where one that stays needs it not to.
    fn ends(&mut self, cst: Cst<'c>, at: Option<NodeId>) {
        let field = |name| cst.child_by_field_name(name);
        match cst.kind() {
            "block" => {
                if let Some(last) = named(cst).last() {
                    self.ends(last, at);
                }
            }
            "return_statement" | "throw_statement" | "yield_statement" | "while_statement"
            | "for_statement" | "do_statement" => {
                let node = self.node_of(cst);
                self.requires(at, node);
            }
            "if_statement" => {
                for part in [field("consequence"), field("alternative")].into_iter().flatten() {
                    deep(|| self.ends(part, at));
                }
            }
            "labeled_statement" => named(cst).nth(1).into_iter().for_each(|body| self.ends(body, at)),
            "synchronized_statement" => field("body").into_iter().for_each(|body| self.ends(body, at)),
            "try_statement" | "try_with_resources_statement" => {
                field("body").into_iter().for_each(|body| deep(|| self.ends(body, at)));
                for (_, clause) in TryClause::all(cst) {
                    clause_body(clause).into_iter().for_each(|body| deep(|| self.ends(body, at)));
                }
            }
            "expression_statement" | "switch_expression" => {
                let Some(switch) = switch(cst).filter(|it| it.kind() == "switch_expression") else { return };
                let node = self.node_of(switch);
                self.requires(at, node);
                for case in cases(switch) {
                    let node = self.node_of(case);
                    self.requires(at, node);
                    case_body(case).last().into_iter().for_each(|last| deep(|| self.ends(last, at)));
                }
            }
            _ => {}
        }
    }

    /// A variable without a first value has one behind everything that could go before: what leaves does not go.
    fn values_in_scope(&mut self, cst: Cst<'c>) {
        for declaration in named(cst).filter(|part| part.kind() == "local_variable_declaration") {
            for declarator in crate::languages::java::syntax::declarators(declaration) {
                if declarator.child_by_field_name("value").is_some() {
                    continue;
                }
                let at = declarator.child_by_field_name("name").and_then(|name| self.node_of(name));
                let mut leaving = Vec::new();
                leaving_in(cst, declaration.end_byte(), &mut leaving);
                for part in leaving {
                    let node = self.node_of(part);
                    self.requires(at, node);
                }
                if let Some(name) = declarator.child_by_field_name("name") {
                    self.assigned_before(cst, declaration.end_byte(), self.word(name));
                }
            }
        }
        deep(|| named(cst).collect::<Vec<_>>().into_iter().for_each(|child| self.values_in_scope(child)));
    }
}

impl<'c> JavaFlow<'c> {
    /// What is assigned to stays with its statement, and reads the variable in `v += 1`, `v++` and `a[v] = 1`, needed or not: it
    /// has a value before.
    fn assigned_before(&mut self, scope: Cst<'c>, behind: usize, name: &str) {
        let is_name = |part: Cst<'_>| part.kind() == "identifier" && &self.text[part.byte_range()] == name;
        let (mut assigned, mut reads) = (Vec::new(), Vec::new());
        for part in scope.subtree().filter(|part| part.start_byte() >= behind) {
            let target = match part.kind() {
                "assignment_expression" => part.child_by_field_name("left"),
                "update_expression" => named(part).next(),
                _ => None,
            };
            let Some(target) = target else { continue };
            let is_plain = part.child_by_field_name("operator").is_some_and(|sign| sign.kind() == "=");
            if is_plain && is_name(target) {
                assigned.push(part);
            } else if target.subtree().any(is_name) {
                reads.push(part);
            }
        }
        for read in reads {
            let at = self.node_of(read);
            for part in assigned.iter().filter(|part| part.start_byte() < read.start_byte()) {
                let node = self.node_of(*part);
                self.requires(at, node);
            }
        }
    }
}

fn has_pattern(label: Cst<'_>) -> bool {
    label.kind() == "switch_label" && named(label).any(|part| part.kind().ends_with("pattern"))
}

/// Whether the last statement of an arm gives its value by itself.
fn gives(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "block" | "throw_statement")
}

/// Whether a function returns something.
fn gives_value(cst: Cst<'_>) -> bool {
    match cst.kind() {
        "return_statement" => named(cst).next().is_some(),
        "lambda_expression" | "class_body" => false,
        _ => deep(|| named(cst).any(gives_value)),
    }
}

/// Statements behind a place that leave what is around them.
fn leaving_in<'c>(cst: Cst<'c>, behind: usize, found: &mut Vec<Cst<'c>>) {
    if cst.start_byte() >= behind && LEAVING.contains(&cst.kind()) {
        found.push(cst);
    }
    if !matches!(cst.kind(), "lambda_expression" | "class_body") {
        deep(|| named(cst).for_each(|child| leaving_in(child, behind, found)));
    }
}
