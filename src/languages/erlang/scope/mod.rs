//! Variables of Erlang: who binds them, and whether a candidate is a program that the compiler takes.
//!
//! The check of candidates follows `erl_lint` of OTP: variables are unbound, bound, or unsafe (bound on some ways
//! only); functions that are called must exist; every construct needs a clause. Deleting never makes other mistakes,
//! see the table. It runs for every candidate of a search, thousands a second, and so keeps variables as bits and
//! knows nothing of who binds them. Slicers and inputs look once at a program and ask who binds: they keep
//! [`Names`]. All of them share what is a pattern, a clause and a scope: `super::syntax`.

mod check;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{NodeId, NodeSet, Tree};
use crate::deletions::{Action, Candidate, Deletions};
use crate::error::{self, Result};
use crate::oracle::{Flaw, Question};

use super::syntax::{Callee, Expr, FunRef, Kind, Syntax};
use check::{Check, Mistake};

pub(crate) use names::{Checkpoint, Names};

/// Variables of a function clause that fit into a set.
const MAX_VARIABLES: usize = 128;

/// Constructs by what they mean for variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScopeRule {
    /// Of a function, a `case`, an `if`; patterns see what is bound.
    Clause,
    Variable,
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

/// Everything about a program that the check needs, by node.
pub(super) struct Scope {
    parts: Vec<ScopeRule>,
    /// Bit of a variable; the function of a [`ScopeRule::Call`].
    targets: Vec<u128>,
    functions: Vec<Option<NodeId>>,
    /// The function or other form that a node is in.
    roots: Vec<NodeId>,
    /// For each function, those with a [`ScopeRule::Call`] of it, ascending.
    callers: BTreeMap<NodeId, Vec<NodeId>>,
    children: Vec<Vec<NodeId>>,
    entry: Option<NodeId>,
    criteria: Vec<NodeId>,
}

impl Scope {
    pub(super) fn new(program: &Tree, question: &Question, entry_file: usize) -> Result<Scope> {
        let syntax = Syntax::new(program);
        let mut scope = Scope {
            parts: program.ids().map(|node| part(&syntax, node)).collect(),
            targets: vec![0; program.len()],
            functions: vec![None; program.len()],
            roots: roots(program),
            callers: BTreeMap::new(),
            children: program.ids().map(|node| program.children(node).collect()).collect(),
            entry: None,
            criteria: question.criteria.clone(),
        };
        for file_idx in 0..program.files().len() {
            let by_name: BTreeMap<(&str, usize), NodeId> = syntax
                .functions(file_idx)
                .map(|function| ((function.name, function.arity), function.node))
                .collect();
            if file_idx == entry_file {
                scope.entry = program.roots(file_idx).find(|&root| program.label(root) == question.entry);
            }
            for node in program.file_nodes(file_idx) {
                scope.functions[node as usize] =
                    local_function(&syntax, node).and_then(|name| by_name.get(&name).copied());
            }
            for clause in program.roots(file_idx).flat_map(|root| program.children(root)) {
                scope.number_variables(program, clause)?;
            }
        }
        for node in program.ids() {
            if let Some(function) = scope.functions[node as usize] {
                let callers = scope.callers.entry(function).or_default();
                if callers.last() != Some(&scope.roots[node as usize]) {
                    callers.push(scope.roots[node as usize]);
                }
            }
        }
        Ok(scope)
    }

    fn number_variables(&mut self, program: &Tree, clause: NodeId) -> Result<()> {
        let mut bits: BTreeMap<&str, u128> = BTreeMap::new();
        for node in program.subtree(clause) {
            let is_named_fun = self.parts[node as usize] == ScopeRule::Fun && !program.label(node).is_empty();
            if self.parts[node as usize] == ScopeRule::Variable || is_named_fun {
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
        let actions = self.actions(deletions, candidate);
        let check = Check { scope: self, actions: &actions };
        self.gone(program, &check).or_else(|| self.without_member(program, deletions, &check)).or_else(|| {
            let mistake = check.functions(self.touched(deletions, candidate))?;
            Some(self.flaw(program, deletions, &mistake))
        })
    }

    /// Functions that may not be as the compiler wants them any more, ascending: those that a deletion is in, and those that
    /// call one that is deleted. All others are as in the program.
    fn touched(&self, deletions: &Deletions, candidate: &Candidate) -> BTreeSet<NodeId> {
        let mut touched = BTreeSet::new();
        for &id in candidate.ids() {
            let node = deletions.get(id).node;
            touched.insert(self.roots[node as usize]);
            touched.extend(self.callers.get(&node).into_iter().flatten());
        }
        touched
    }

    /// The criterion or the entry point is not there.
    pub(super) fn gone_in(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
    ) -> Option<Flaw> {
        self.gone(program, &Check { scope: self, actions: &self.actions(deletions, candidate) })
    }

    fn actions(&self, deletions: &Deletions, candidate: &Candidate) -> Vec<Option<Action>> {
        let mut actions = vec![None; self.parts.len()];
        for &id in candidate.ids() {
            let deletion = deletions.get(id);
            actions[deletion.node as usize].get_or_insert(deletion.action);
        }
        actions
    }

    fn gone(&self, program: &Tree, check: &Check<'_>) -> Option<Flaw> {
        let flaw = |node, why: &str| Flaw { node, why: why.to_owned(), repairs: NodeSet::new() };
        if let Some(&gone) = self.criteria.iter().find(|&&node| !check.is_left(program, node)) {
            return Some(flaw(gone, "the criterion is gone"));
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
        let around = |node| with_deletions(program, deletions, node);
        let (node, why, repairs) = match *mistake {
            Mistake::Unbound(node) => {
                (node, format!("variable `{}` is unbound", program.label(node)), around(node))
            }
            Mistake::Undefined(node) => (node, "the function is gone".to_owned(), around(node)),
            Mistake::Unsafe(node) => {
                let repairs = self.repairs_of_unsafe(program, deletions, node);
                (node, format!("variable `{}` is unsafe", program.label(node)), repairs)
            }
        };
        Flaw { node, why, repairs }
    }

    fn is_clause(&self, node: NodeId) -> bool {
        matches!(self.parts[node as usize], ScopeRule::Clause | ScopeRule::CatchClause)
    }

    /// Whatever holds an occurrence of the variable, and the clauses beside: without those that do not bind
    /// it, it is safe.
    fn repairs_of_unsafe(&self, program: &Tree, deletions: &Deletions, node: NodeId) -> NodeSet {
        let is_root = |above: &NodeId| program.parent(*above).is_none();
        let function = program.ancestors(node).find(is_root).unwrap_or(node);
        let occurs = |&other: &NodeId| {
            program.kind(other) == program.kind(node) && program.label(other) == program.label(node)
        };
        let mut repairs = NodeSet::new();
        for occurrence in program.subtree(function).filter(occurs) {
            let around = with_deletions(program, deletions, occurrence);
            for above in around.iter() {
                let siblings = program.parent(above).into_iter().flat_map(|parent| program.children(parent));
                repairs
                    .extend(siblings.filter(|&sibling| {
                        self.is_clause(sibling) && !deletions.of_node(sibling).is_empty()
                    }));
            }
            repairs.extend(around.iter());
        }
        repairs
    }
}

/// The outermost node around each node.
fn roots(program: &Tree) -> Vec<NodeId> {
    let mut roots: Vec<NodeId> = program.ids().collect();
    for root in (0..program.files().len()).flat_map(|file_idx| program.roots(file_idx)) {
        program.subtree(root).for_each(|node| roots[node as usize] = root);
    }
    roots
}

/// The node and its ancestors, those with deletions.
fn with_deletions(program: &Tree, deletions: &Deletions, node: NodeId) -> NodeSet {
    std::iter::once(node)
        .chain(program.ancestors(node))
        .filter(|&node| !deletions.of_node(node).is_empty())
        .collect()
}

/// Name and arity of a local function that the node calls or names.
fn local_function<'t>(syntax: &Syntax<'t>, node: NodeId) -> Option<(&'t str, usize)> {
    match syntax.expr(node) {
        Expr::Call { callee, arguments } => match syntax.callee(callee) {
            Callee::Local(name) => Some((name, arguments.count())),
            Callee::Remote { .. } | Callee::Value(_) => None,
        },
        Expr::FunRef(FunRef::Local { name, arity }) => Some((name, arity)),
        _ => None,
    }
}

fn part(syntax: &Syntax<'_>, node: NodeId) -> ScopeRule {
    use Kind::{
        Atom, Binary, BinaryComprehension, BinaryGenerator, BinaryOperator, Block, Call, Case, CaseClause,
        Catch, CatchClause, Char, Concatenation, Cons, Float, Fun, FunClause, Function, FunctionClause,
        Guard, If, IfClause, Integer, ListComprehension, ListGenerator, LocalFun, Macro, MacroText, Map,
        MapComprehension, MapField, MapGenerator, MapUpdate, Match, Maybe, MaybeMatch, Nil, Other,
        Qualifiers, Receive, ReceiveAfter, Record, RecordAccess, RecordField, RecordIndex, RecordUpdate,
        Remote, RemoteFun, Segment, String, Try, TryAfter, Tuple, UnaryOperator, Variable,
    };
    match syntax.kind(node) {
        FunctionClause | CaseClause | IfClause | FunClause => ScopeRule::Clause,
        CatchClause => ScopeRule::CatchClause,
        Variable if matches!(syntax.expr(node), Expr::Wildcard) => ScopeRule::Other,
        Variable => ScopeRule::Variable,
        Call | LocalFun => ScopeRule::Call,
        Match => ScopeRule::Match,
        Case | If => ScopeRule::Case,
        Block => ScopeRule::Block,
        Fun => ScopeRule::Fun,
        ListComprehension | BinaryComprehension => ScopeRule::Comprehension,
        ListGenerator | BinaryGenerator => ScopeRule::Generator,
        Binary => ScopeRule::Binary,
        Segment => ScopeRule::Segment,
        BinaryOperator => match syntax.expr(node) {
            Expr::BinaryOperator { operator: "andalso" | "orelse", .. } => ScopeRule::ShortCircuit,
            _ => ScopeRule::Other,
        },
        Catch => ScopeRule::Catch,
        Try => ScopeRule::Try,
        TryAfter => ScopeRule::After,
        Guard => ScopeRule::Guard,
        MapField => ScopeRule::MapField,
        Function
        | Atom
        | Integer
        | Float
        | Char
        | String
        | Nil
        | Cons
        | Tuple
        | Map
        | MapUpdate
        | Record
        | RecordUpdate
        | RecordAccess
        | RecordIndex
        | RecordField
        | UnaryOperator
        | Remote
        | RemoteFun
        | Qualifiers
        | Macro
        | MacroText
        | Concatenation
        // What the oracle does not run.
        | Receive
        | ReceiveAfter
        | MapComprehension
        | MapGenerator
        | Maybe
        | MaybeMatch
        | Other => ScopeRule::Other,
    }
}

/// Whether a node stands in a pattern.
pub(super) fn is_pattern(syntax: &Syntax<'_>, node: NodeId) -> bool {
    let mut below = node;
    for above in syntax.tree.ancestors(node) {
        let is_first = above + 1 == below;
        if let Some(clause) = syntax.clause(above) {
            return below < clause.guard;
        }
        match syntax.kind(above) {
            Kind::Match | Kind::ListGenerator | Kind::BinaryGenerator | Kind::MapGenerator if is_first => {
                return true;
            }
            Kind::Call | Kind::Block | Kind::Case | Kind::BinaryOperator => return false,
            kind if kind.is_comprehension() => return false,
            _ => below = above,
        }
    }
    false
}
