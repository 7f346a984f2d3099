//! Whether a candidate is a program that the compiler takes, without asking it.
//!
//! Follows `erl_lint` of OTP: variables are unbound, bound, or unsafe (bound on some ways only); functions that
//! are called must exist; every construct needs a clause. Deleting never makes other mistakes, see the table.

use std::collections::BTreeMap;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Action, Candidate, Deletions};
use crate::error::{self, Result};

use crate::languages::erlang::module::Module;
use crate::oracle::{Flaw, Question};

/// Variables of a function clause that fit into a set.
const MAX_VARIABLES: usize = 128;

/// Kinds by what they mean for variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Function,
    /// Of a function, a `case`, an `if`; patterns see what is bound.
    Clause,
    /// Patterns bind anew.
    FunClause,
    Variable,
    Wildcard,
    /// A call by a name of the module, or `fun f/1`.
    Call,
    Match,
    Case,
    Block,
    Fun,
    Comprehension,
    Generator,
    /// The right operand is not always evaluated.
    ShortCircuit,
    Catch,
    Try,
    CatchClause,
    After,
    Guard,
    MapField,
    /// Sizes of segments of a pattern see what earlier ones bind.
    Binary,
    Segment,
    /// Parts are evaluated each by itself.
    Other,
}

/// What is known of variables at a point, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    bound: u128,
    /// Bound on some ways only; disjoint from `bound`.
    hidden: u128,
}

impl Known {
    /// Both have happened, in no order.
    fn merged(self, other: Known) -> Known {
        let hidden = self.hidden | other.hidden;
        Known { bound: (self.bound | other.bound) & !hidden, hidden }
    }

    /// What `after` binds anew may not have happened.
    fn hiding(self, after: Known) -> Known {
        Known { bound: self.bound, hidden: (after.bound | after.hidden) & !self.bound }
    }
}

/// Everything about a program that the check needs, by node.
pub(super) struct Scope {
    kinds: Vec<Kind>,
    /// Bit of a variable; the function of a [`Kind::Call`].
    targets: Vec<u128>,
    functions: Vec<Option<NodeId>>,
    children: Vec<Vec<NodeId>>,
    entry: Option<NodeId>,
    criterion: NodeId,
}

/// First mistake found.
enum Mistake {
    Unbound(NodeId),
    Unsafe(NodeId),
    Undefined(NodeId),
}

type Checked = std::result::Result<Known, Mistake>;

impl Scope {
    pub(super) fn new(
        program: &Tree,
        question: &Question,
        module: &str,
        modules: &[Module],
    ) -> Result<Scope> {
        let mut scope = Scope {
            kinds: program.ids().map(|node| kind(program, node)).collect(),
            targets: vec![0; program.len()],
            functions: vec![None; program.len()],
            children: program.ids().map(|node| program.children(node).collect()).collect(),
            entry: None,
            criterion: question.criterion,
        };
        for (file_idx, found) in modules.iter().enumerate() {
            let by_name: BTreeMap<&str, NodeId> =
                program.roots(file_idx).map(|root| (program.label(root), root)).collect();
            if found.name() == Some(module) {
                scope.entry = by_name.get(question.entry.as_str()).copied();
            }
            for node in program.file_nodes(file_idx) {
                scope.functions[node as usize] =
                    local_name(program, node).and_then(|name| by_name.get(name.as_str()).copied());
            }
            for clause in program.roots(file_idx).flat_map(|root| program.children(root)) {
                scope.number_variables(program, clause)?;
            }
        }
        Ok(scope)
    }

    fn number_variables(&mut self, program: &Tree, clause: NodeId) -> Result<()> {
        let mut bits: BTreeMap<&str, u128> = BTreeMap::new();
        for node in program.subtree(clause) {
            let is_named_fun = self.kinds[node as usize] == Kind::Fun && !program.label(node).is_empty();
            if self.kinds[node as usize] == Kind::Variable || is_named_fun {
                if bits.len() == MAX_VARIABLES {
                    return Err(error::oracle::unsupported(
                        crate::oracle::place(program, clause),
                        "a function clause with more than 128 variables",
                    ));
                }
                let next = 1 << bits.len();
                self.targets[node as usize] = *bits.entry(program.label(node)).or_insert(next);
            }
        }
        Ok(())
    }

    /// What the compiler would refuse, or `None`.
    pub(super) fn check(&self, program: &Tree, deletions: &Deletions, candidate: &Candidate) -> Option<Flaw> {
        let mut actions = vec![None; self.kinds.len()];
        for &id in candidate.ids() {
            let deletion = deletions.get(id);
            actions[deletion.node as usize].get_or_insert(deletion.action);
        }
        let check = Check { scope: self, actions: &actions };
        self.gone(program, &check)
            .or_else(|| self.without_member(program, deletions, &check))
            .or_else(|| check.functions(program).map(|mistake| self.flaw(program, deletions, &mistake)))
    }

    /// The criterion or the entry point is not there.
    pub(super) fn gone_in(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
    ) -> Option<Flaw> {
        let mut actions = vec![None; self.kinds.len()];
        for &id in candidate.ids() {
            let deletion = deletions.get(id);
            actions[deletion.node as usize].get_or_insert(deletion.action);
        }
        self.gone(program, &Check { scope: self, actions: &actions })
    }

    fn gone(&self, program: &Tree, check: &Check<'_>) -> Option<Flaw> {
        let flaw = |node, why: &str| Flaw { node, why: why.to_owned(), repairs: NodeSet::new() };
        if !check.is_left(program, self.criterion) {
            return Some(flaw(self.criterion, "the criterion is gone"));
        }
        let entry = self.entry.filter(|&entry| check.action(entry).is_some())?;
        Some(flaw(entry, "the entry point is gone"))
    }

    fn without_member(&self, program: &Tree, deletions: &Deletions, check: &Check<'_>) -> Option<Flaw> {
        let is_gone = |&member: &NodeId| matches!(check.action(member), Some(Action::Delete(_)));
        let group = deletions
            .groups()
            .iter()
            .find(|group| group.members.iter().all(is_gone) && check.is_left(program, group.parent))?;
        Some(Flaw {
            node: group.parent,
            why: "no clause or qualifier is left".to_owned(),
            repairs: with_deletions(program, deletions, group.parent),
        })
    }

    fn flaw(&self, program: &Tree, deletions: &Deletions, mistake: &Mistake) -> Flaw {
        match *mistake {
            Mistake::Unbound(node) => Flaw {
                node,
                why: format!("variable `{}` is unbound", program.label(node)),
                repairs: with_deletions(program, deletions, node),
            },
            Mistake::Undefined(node) => Flaw {
                node,
                why: "the function is gone".to_owned(),
                repairs: with_deletions(program, deletions, node),
            },
            Mistake::Unsafe(node) => Flaw {
                node,
                why: format!("variable `{}` is unsafe", program.label(node)),
                repairs: self.repairs_of_unsafe(program, deletions, node),
            },
        }
    }

    /// Whatever holds an occurrence of the variable, and the clauses beside: without those that do not bind
    /// it, it is safe.
    fn repairs_of_unsafe(&self, program: &Tree, deletions: &Deletions, node: NodeId) -> NodeSet {
        let is_root = |above: &NodeId| program.parent(*above).is_none();
        let function = program.ancestors(node).find(is_root).unwrap_or(node);
        let occurs = |&other: &NodeId| program.key(other) == program.key(node);
        let mut repairs = NodeSet::new();
        for occurrence in program.subtree(function).filter(occurs) {
            let around = with_deletions(program, deletions, occurrence);
            for above in around.iter() {
                let siblings = program.parent(above).into_iter().flat_map(|parent| program.children(parent));
                repairs.extend(siblings.filter(|&sibling| {
                    program.kind(sibling).ends_with("_clause") && !deletions.of_node(sibling).is_empty()
                }));
            }
            repairs.extend(around.iter());
        }
        repairs
    }
}

/// The node and its ancestors, those with deletions.
fn with_deletions(program: &Tree, deletions: &Deletions, node: NodeId) -> NodeSet {
    std::iter::once(node)
        .chain(program.ancestors(node))
        .filter(|&node| !deletions.of_node(node).is_empty())
        .collect()
}

/// `name/arity` of a local function that the node calls or names.
fn local_name(program: &Tree, node: NodeId) -> Option<String> {
    match program.kind(node) {
        "call" => {
            let callee = program.children(node).next().filter(|&callee| program.kind(callee) == "atom")?;
            Some(format!("{}/{}", program.label(callee), program.children(node).count() - 1))
        }
        "internal_fun" => Some(program.label(node).trim_start_matches("fun").trim().replace('\'', "")),
        _ => None,
    }
}

fn kind(program: &Tree, node: NodeId) -> Kind {
    match program.kind(node) {
        "function" => Kind::Function,
        "function_clause" | "cr_clause" | "if_clause" => Kind::Clause,
        "catch_clause" => Kind::CatchClause,
        "fun_clause" => Kind::FunClause,
        "var" if program.label(node) == "_" => Kind::Wildcard,
        "var" => Kind::Variable,
        "call" | "internal_fun" => Kind::Call,
        "match_expr" => Kind::Match,
        "case_expr" | "if_expr" => Kind::Case,
        "block_expr" => Kind::Block,
        "anonymous_fun" => Kind::Fun,
        "list_comprehension" | "binary_comprehension" => Kind::Comprehension,
        "generator" | "b_generator" => Kind::Generator,
        "binary" => Kind::Binary,
        "bin_element" => Kind::Segment,
        "binary_op_expr" if matches!(program.label(node), "_andalso_" | "_orelse_") => Kind::ShortCircuit,
        "catch_expr" => Kind::Catch,
        "try_expr" => Kind::Try,
        "try_after" => Kind::After,
        "guard" => Kind::Guard,
        "map_field" => Kind::MapField,
        _ => Kind::Other,
    }
}

/// Whether a node stands in a pattern.
pub(super) fn is_pattern(program: &Tree, node: NodeId) -> bool {
    let mut below = node;
    for above in program.ancestors(node) {
        let is_first = program.children(above).next() == Some(below);
        match program.kind(above) {
            "match_expr" | "generator" | "b_generator" if is_first => return true,
            kind if kind.ends_with("_clause") => {
                let guard = program.children(above).find(|&child| program.kind(child) == "guard");
                return guard.is_some_and(|guard| below < guard);
            }
            "call"
            | "block_expr"
            | "case_expr"
            | "list_comprehension"
            | "binary_comprehension"
            | "binary_op_expr" => {
                return false;
            }
            _ => below = above,
        }
    }
    false
}

struct Check<'s> {
    scope: &'s Scope,
    actions: &'s [Option<Action>],
}

impl Check<'_> {
    fn action(&self, node: NodeId) -> Option<Action> {
        self.actions[node as usize]
    }

    fn kind(&self, node: NodeId) -> Kind {
        self.scope.kinds[node as usize]
    }

    fn bit(&self, node: NodeId) -> u128 {
        self.scope.targets[node as usize]
    }

    fn children(&self, node: NodeId) -> &[NodeId] {
        &self.scope.children[node as usize]
    }

    fn is_deleted(&self, node: NodeId) -> bool {
        matches!(self.action(node), Some(Action::Delete(_)))
    }

    fn is_left(&self, program: &Tree, node: NodeId) -> bool {
        let takes = |above: NodeId| match self.action(above) {
            Some(Action::Delete(_)) => true,
            Some(Action::Lift(to)) => !program.subtree(to).contains(&node),
            None => false,
        };
        !takes(node) && !program.ancestors(node).any(takes)
    }

    fn functions(&self, program: &Tree) -> Option<Mistake> {
        let roots = (0..program.files().len()).flat_map(|file_idx| program.roots(file_idx));
        let left = roots.filter(|&root| !self.is_deleted(root));
        let mut clauses =
            left.flat_map(|root| self.children(root)).filter(|&&clause| !self.is_deleted(clause));
        clauses.find_map(|&clause| self.clause(clause, Known::default()).err())
    }

    /// A clause whose patterns see what is known; what is known after its body.
    fn clause(&self, clause: NodeId, known: Known) -> Checked {
        let children = self.children(clause);
        let guard = children.iter().position(|&child| self.kind(child) == Kind::Guard).unwrap_or(0);
        let mut matched = known;
        for &pattern in &children[..guard] {
            matched = matched.merged(self.pattern(pattern, known)?);
        }
        self.rest_of_clause(&children[guard..], matched)
    }

    /// A clause of a fun: variables of its head are new.
    fn fun_clause(&self, clause: NodeId, known: Known) -> Checked {
        let children = self.children(clause);
        let guard = children.iter().position(|&child| self.kind(child) == Kind::Guard).unwrap_or(0);
        let mut fresh = Known::default();
        for &pattern in &children[..guard] {
            self.keys(pattern, known)?;
            fresh.bound |= self.bound_by(pattern);
        }
        self.rest_of_clause(&children[guard..], shadowing(known, fresh))
    }

    fn rest_of_clause(&self, guard_and_body: &[NodeId], known: Known) -> Checked {
        let Some((&guard, body)) = guard_and_body.split_first() else { return Ok(known) };
        if !self.is_deleted(guard) {
            for &test in self.children(guard) {
                self.expression(test, known)?;
            }
        }
        self.sequence(body, known)
    }

    fn sequence(&self, body: &[NodeId], mut known: Known) -> Checked {
        for &statement in body {
            known = self.expression(statement, known)?;
        }
        Ok(known)
    }

    /// Expressions that are evaluated each by itself.
    fn parts(&self, parts: &[NodeId], known: Known) -> Checked {
        let mut all = known;
        for &part in parts {
            all = all.merged(self.expression(part, known)?);
        }
        Ok(all)
    }

    /// What is known after an expression.
    fn expression(&self, node: NodeId, known: Known) -> Checked {
        match self.action(node) {
            Some(Action::Delete(_)) => return Ok(known),
            Some(Action::Lift(to)) => return self.expression(to, known),
            None => {}
        }
        let children = self.children(node);
        match (self.kind(node), children) {
            (Kind::Variable, _) => self.used(node, known),
            (Kind::Call, _) => {
                let function = self.scope.functions[node as usize];
                if function.is_some_and(|function| self.is_deleted(function)) {
                    return Err(Mistake::Undefined(node));
                }
                self.parts(children, known)
            }
            (Kind::Match, &[pattern, value]) => {
                let known = self.expression(value, known)?;
                Ok(known.merged(self.pattern(pattern, known)?))
            }
            (Kind::Case, _) => self.branches(children, known),
            (Kind::Block, _) => self.sequence(children, known),
            (Kind::Fun, _) => {
                let named = Known { bound: self.bit(node), hidden: 0 };
                for &clause in children.iter().filter(|&&clause| !self.is_deleted(clause)) {
                    self.fun_clause(clause, shadowing(known, named))?;
                }
                Ok(known)
            }
            (Kind::Comprehension, &[template, qualifiers]) => {
                let inside = self.qualifiers(self.children(qualifiers), known)?;
                self.expression(template, inside)?;
                Ok(known)
            }
            (Kind::ShortCircuit, &[left, right]) => {
                let left = self.expression(left, known)?;
                Ok(left.hiding(self.expression(right, left)?).merged(left))
            }
            (Kind::Catch, &[inner]) => Ok(known.hiding(self.expression(inner, known)?).merged(known)),
            (Kind::Try, _) => self.attempt(children, known),
            _ => self.parts(children, known),
        }
    }

    fn used(&self, node: NodeId, known: Known) -> Checked {
        match self.bit(node) {
            bit if known.hidden & bit != 0 => Err(Mistake::Unsafe(node)),
            bit if known.bound & bit == 0 => Err(Mistake::Unbound(node)),
            _ => Ok(known),
        }
    }

    /// A `case` or `if`: bound after it is what all its clauses bind.
    fn branches(&self, children: &[NodeId], known: Known) -> Checked {
        let is_clause = |node: &&NodeId| self.kind(**node) == Kind::Clause;
        let mut known = known;
        for &scrutinee in children.iter().filter(|node| !is_clause(node)) {
            known = self.expression(scrutinee, known)?;
        }
        let clauses = children.iter().filter(is_clause).filter(|&&clause| !self.is_deleted(clause));
        self.exported(clauses, known)
    }

    fn exported<'n>(&self, clauses: impl Iterator<Item = &'n NodeId>, known: Known) -> Checked {
        let mut in_all = u128::MAX;
        let mut in_any = 0;
        let mut n_clauses = 0;
        for &clause in clauses {
            let after = self.clause(clause, known)?;
            in_all &= after.bound;
            in_any |= after.bound | after.hidden;
            n_clauses += 1;
        }
        if n_clauses == 0 {
            return Ok(known);
        }
        let new = in_any & !known.bound;
        Ok(Known { bound: known.bound | (new & in_all), hidden: (new & !in_all) | known.hidden })
    }

    fn qualifiers(&self, qualifiers: &[NodeId], mut known: Known) -> Checked {
        for &qualifier in qualifiers.iter().filter(|&&qualifier| !self.is_deleted(qualifier)) {
            known = match (self.kind(qualifier), self.children(qualifier)) {
                (Kind::Generator, &[pattern, source]) => {
                    self.expression(source, known)?;
                    self.keys(pattern, known)?;
                    shadowing(known, Known { bound: self.bound_by(pattern), hidden: 0 })
                }
                _ => self.expression(qualifier, known)?,
            };
        }
        Ok(known)
    }

    /// A `try` lets its body's variables into its `of` clauses, and nothing out.
    fn attempt(&self, children: &[NodeId], known: Known) -> Checked {
        let of_kind = |wanted: Kind| {
            children.iter().copied().filter(move |&node| self.kind(node) == wanted && !self.is_deleted(node))
        };
        let is_part =
            |node: NodeId| matches!(self.kind(node), Kind::Clause | Kind::CatchClause | Kind::After);
        let mut tried = known;
        for &statement in children.iter().filter(|&&node| !is_part(node)) {
            tried = self.expression(statement, tried)?;
        }
        let mut hidden = known.hiding(tried).merged(known);
        let outside = hidden;
        for clause in of_kind(Kind::Clause) {
            hidden = hidden.merged(known.hiding(self.clause(clause, tried)?));
        }
        for clause in of_kind(Kind::CatchClause) {
            hidden = hidden.merged(known.hiding(self.clause(clause, outside)?));
        }
        for after in of_kind(Kind::After) {
            hidden = hidden.merged(known.hiding(self.sequence(self.children(after), hidden)?));
        }
        Ok(hidden)
    }

    /// What is known after a pattern that may use what is bound.
    fn pattern(&self, node: NodeId, known: Known) -> Checked {
        match self.action(node) {
            Some(Action::Delete(_)) => return Ok(known),
            Some(Action::Lift(to)) => return self.pattern(to, known),
            None => {}
        }
        match (self.kind(node), self.children(node)) {
            (Kind::Variable, _) if known.hidden & self.bit(node) != 0 => Err(Mistake::Unsafe(node)),
            (Kind::Variable, _) => Ok(Known { bound: known.bound | self.bit(node), ..known }),
            (Kind::MapField, &[key, value]) => {
                self.expression(key, known)?;
                self.pattern(value, known)
            }
            (Kind::Binary, segments) => {
                let mut all = known;
                for (value, size) in self.segments(segments) {
                    if let Some(size) = size {
                        let earlier = all.bound & !known.bound;
                        self.expression(size, Known { bound: known.bound | earlier, ..known })?;
                    }
                    all = all.merged(self.pattern(value, known)?);
                }
                Ok(all)
            }
            (_, children) => {
                let mut all = known;
                for &child in children {
                    all = all.merged(self.pattern(child, known)?);
                }
                Ok(all)
            }
        }
    }

    /// Variables that a pattern binds when all are new.
    fn bound_by(&self, node: NodeId) -> u128 {
        match self.action(node) {
            Some(Action::Delete(_)) => return 0,
            Some(Action::Lift(to)) => return self.bound_by(to),
            None => {}
        }
        match (self.kind(node), self.children(node)) {
            (Kind::Variable, _) => self.bit(node),
            (Kind::MapField, &[_, value]) | (Kind::Segment, &[value, _]) => self.bound_by(value),
            (_, children) => children.iter().fold(0, |bits, &child| bits | self.bound_by(child)),
        }
    }

    /// Value and size of the segments that are left.
    fn segments<'n>(&'n self, segments: &'n [NodeId]) -> impl Iterator<Item = (NodeId, Option<NodeId>)> + 'n {
        let left = segments.iter().filter(|&&segment| !self.is_deleted(segment));
        left.filter_map(|&segment| {
            let parts = self.children(segment);
            Some((*parts.first()?, parts.get(1).copied()))
        })
    }

    /// Keys of map patterns are expressions over what was bound before; sizes may use earlier segments, too.
    fn keys(&self, node: NodeId, known: Known) -> Checked {
        if self.is_deleted(node) {
            return Ok(known);
        }
        if let (Kind::MapField, &[key, value]) = (self.kind(node), self.children(node)) {
            self.expression(key, known)?;
            return self.keys(value, known);
        }
        if self.kind(node) == Kind::Binary {
            let mut earlier = Known::default();
            for (value, size) in self.segments(self.children(node)) {
                if let Some(size) = size {
                    self.expression(size, shadowing(known, earlier))?;
                }
                earlier.bound |= self.bound_by(value);
            }
            return Ok(known);
        }
        for &child in self.children(node) {
            self.keys(child, known)?;
        }
        Ok(known)
    }
}

/// New variables take the place of old ones with the same name.
fn shadowing(known: Known, fresh: Known) -> Known {
    Known { bound: known.bound | fresh.bound, hidden: known.hidden & !fresh.bound }
}
