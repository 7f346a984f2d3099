//! A tracer: runs an Erlang program on an input and tells how far each branch was from being taken.
//!
//! It only guides the search for inputs. It knows the core of the language and the functions that test
//! programs use most; where it meets anything else the run ends there. What an input really does is observed
//! by the oracle, so nothing that is wrong here can make a verdict wrong.
//!
//! Branch distances follow B. Korel, "Automated Software Test Data Generation", TSE 1990, and N. Tracey et al.,
//! "An Automated Framework for Structural Test-Data Generation", ASE 1998.

use std::collections::{BTreeMap, HashMap};

use crate::ast::{NodeId, NodeSet, Tree};

use super::distance::{FAR, apart, relation};
use super::infer::module_name;
use super::library;
use super::term::Term;

/// Expressions evaluated before a run is given up.
const FUEL: usize = 60_000;
/// Calls inside of calls before a run is given up.
const MAX_CALLS: usize = 600;

/// What a run did.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    /// Statements and clauses reached.
    pub(super) reached: NodeSet,
    /// Least distance of the clauses asked for that were tried and not entered.
    pub(super) distances: BTreeMap<NodeId, f64>,
    /// It was given up because it took too long; perhaps it never ends.
    pub(super) is_long: bool,
}

/// Why an evaluation stops.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// An exception: class and reason.
    Raised(&'static str, Term),
    /// Something that the tracer does not know, or too much of it.
    GivenUp,
}

pub(super) type Value = Result<Term, Stop>;

pub(super) fn bad_argument() -> Stop {
    Stop::Raised("error", Term::atom("badarg"))
}

type Env<'t> = HashMap<&'t str, Term>;

/// A function value.
#[derive(Clone)]
enum Closure<'t> {
    Local { fun: NodeId, env: Env<'t> },
    Named { function: NodeId },
    Library { module: String, name: String },
}

/// The functions of a program, ready to be traced.
pub(super) struct Program<'t> {
    pub(super) tree: &'t Tree,
    /// By file and `name/arity`.
    functions: HashMap<(usize, &'t str), NodeId>,
    files: HashMap<String, usize>,
}

impl<'t> Program<'t> {
    pub(super) fn new(tree: &'t Tree) -> Program<'t> {
        let files: Vec<usize> = (0..tree.files().len()).collect();
        let functions = files.iter().flat_map(|&file_idx| {
            tree.roots(file_idx)
                .filter(|&node| tree.kind(node) == "function")
                .map(move |node| ((file_idx, tree.label(node)), node))
        });
        Program {
            tree,
            functions: functions.collect(),
            files: files.iter().map(|&file_idx| (module_name(tree, file_idx), file_idx)).collect(),
        }
    }

    /// The node of a function of a file.
    pub(super) fn function(&self, file_idx: usize, label: &str) -> Option<NodeId> {
        self.functions.get(&(file_idx, label)).copied()
    }

    /// The file that is this module.
    pub(super) fn file_of_module(&self, module: &str) -> Option<usize> {
        self.files.get(module).copied()
    }

    /// Runs the entry point, `name/arity` of the first file; distances of `targets` only.
    pub(super) fn trace(&self, entry: &str, args: &[Term], targets: &NodeSet) -> Trace {
        let mut machine = Machine {
            program: self,
            tree: self.tree,
            targets,
            trace: Trace::default(),
            closures: Vec::new(),
            fuel: FUEL,
            n_calls: 0,
        };
        if let Some(&function) = self.functions.get(&(0, entry)) {
            // How it ends does not matter; what was reached does.
            let _ = machine.function(function, args);
        }
        machine.trace.is_long |= machine.fuel == 0;
        machine.trace
    }
}

pub(super) struct Machine<'p, 't> {
    program: &'p Program<'t>,
    tree: &'t Tree,
    targets: &'p NodeSet,
    trace: Trace,
    closures: Vec<Closure<'t>>,
    fuel: usize,
    n_calls: usize,
}

impl<'t> Machine<'_, 't> {
    fn children(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.children(node).collect()
    }

    /// Patterns, guard and body of a clause.
    fn parts(&self, clause: NodeId) -> (Vec<NodeId>, Option<NodeId>, Vec<NodeId>) {
        let parts = self.children(clause);
        let guard = parts.iter().position(|&part| self.tree.kind(part) == "guard");
        match guard {
            Some(idx) => (parts[..idx].to_vec(), Some(parts[idx]), parts[idx + 1..].to_vec()),
            None => (Vec::new(), None, parts),
        }
    }

    fn function(&mut self, function: NodeId, args: &[Term]) -> Value {
        self.trace.reached.insert(function);
        let clauses = self.children(function);
        self.apply_clauses(&clauses, args, Env::new(), "function_clause")
    }

    fn apply_clauses(&mut self, clauses: &[NodeId], args: &[Term], env: Env<'t>, error: &str) -> Value {
        if self.n_calls >= MAX_CALLS {
            self.trace.is_long = true;
            return Err(Stop::GivenUp);
        }
        self.n_calls += 1;
        let result = match self.select(clauses, args, &env) {
            Ok(Some((clause, mut env))) => self.enter(clause, &mut env),
            Ok(None) => Err(Stop::Raised("error", Term::atom(error))),
            Err(stop) => Err(stop),
        };
        self.n_calls -= 1;
        result
    }

    fn enter(&mut self, clause: NodeId, env: &mut Env<'t>) -> Value {
        self.trace.reached.insert(clause);
        let (_, _, body) = self.parts(clause);
        self.body(&body, env)
    }

    fn body(&mut self, statements: &[NodeId], env: &mut Env<'t>) -> Value {
        let mut last = Term::atom("ok");
        for &statement in statements {
            self.trace.reached.insert(statement);
            last = self.eval(statement, env)?;
        }
        Ok(last)
    }

    /// The first clause that takes the values, with its variables; distances of those asked for.
    fn select(
        &mut self,
        clauses: &[NodeId],
        values: &[Term],
        env: &Env<'t>,
    ) -> Result<Option<(NodeId, Env<'t>)>, Stop> {
        let mut chosen: Option<(NodeId, Env<'t>)> = None;
        for &clause in clauses {
            let is_target = self.targets.contains(clause);
            if chosen.is_some() && !is_target {
                continue;
            }
            let (patterns, guard, _) = self.parts(clause);
            let mut scope = env.clone();
            let mut distance = 0.0;
            if self.tree.kind(clause) == "fun_clause" {
                for &pattern in &patterns {
                    self.tree.subtree(pattern).for_each(|node| drop(scope.remove(self.tree.label(node))));
                }
            }
            for (&pattern, value) in patterns.iter().zip(values) {
                distance += self.fit(pattern, value, &mut scope)?;
            }
            distance = if distance > 0.0 {
                4.0 * FAR + distance
            } else {
                guard.map_or(Ok(0.0), |guard| self.guard(guard, &mut scope, true))?
            };
            if let Some((before, scope)) = &mut chosen {
                // The clause that was taken must let go first.
                let (before, mut scope) = (*before, scope.clone());
                distance += self.escape(before, &mut scope)?;
                self.miss(clause, distance.max(0.5));
            } else if distance > 0.0 {
                self.miss(clause, distance);
            } else {
                chosen = Some((clause, scope));
            }
        }
        Ok(chosen)
    }

    fn miss(&mut self, clause: NodeId, distance: f64) {
        if self.targets.contains(clause) {
            let least = self.trace.distances.entry(clause).or_insert(f64::INFINITY);
            *least = least.min(distance);
        }
    }

    /// How far a clause that was taken is from not being taken.
    fn escape(&mut self, clause: NodeId, scope: &mut Env<'t>) -> Result<f64, Stop> {
        let (patterns, guard, _) = self.parts(clause);
        let by_guard = match guard {
            Some(guard) if self.tree.subtree(guard).len() > 1 => self.guard(guard, scope, false)?,
            _ => 2.0 * FAR,
        };
        let is_open =
            patterns.iter().all(|&pattern| self.tree.kind(pattern) == "var" && !self.is_repeated(pattern));
        Ok(if is_open { by_guard } else { by_guard.min(1.0) })
    }

    fn is_repeated(&self, variable: NodeId) -> bool {
        let is_bound_before =
            |&node: &NodeId| node < variable && self.tree.label(node) == self.tree.label(variable);
        let clause = self.tree.parent(variable);
        !self.tree.is_placeholder(variable)
            && clause.is_some_and(|clause| self.tree.subtree(clause).any(|node| is_bound_before(&node)))
    }

    /// Distance of a guard slot from being true, or false; 0 when it is.
    fn guard(&mut self, guard: NodeId, scope: &mut Env<'t>, wanted: bool) -> Result<f64, Stop> {
        let conditions = self.children(guard);
        let mut alternatives: Vec<f64> = Vec::new();
        let mut previous: Option<NodeId> = None;
        for condition in conditions {
            let distance = self.condition(condition, scope, wanted)?;
            let is_new = previous.is_none_or(|previous| self.is_alternative(previous, condition));
            match alternatives.last_mut() {
                Some(last) if !is_new => *last = if wanted { *last + distance } else { last.min(distance) },
                _ => alternatives.push(distance),
            }
            previous = Some(condition);
        }
        let all = alternatives.into_iter();
        Ok(if wanted { all.reduce(f64::min).unwrap_or(0.0) } else { all.sum() })
    }

    /// Whether `;` stands between two conditions.
    fn is_alternative(&self, before: NodeId, after: NodeId) -> bool {
        let text = &self.tree.file(self.tree.file_of(before)).text;
        let (end, start) = (self.tree.span(before).end, self.tree.span(after).start);
        text.get(end..start).is_some_and(|between| between.contains(';'))
    }

    fn condition(&mut self, node: NodeId, scope: &mut Env<'t>, wanted: bool) -> Result<f64, Stop> {
        let (label, parts) = (self.tree.label(node), self.children(node));
        match (self.tree.kind(node), &parts[..]) {
            ("unary_op_expr", &[part]) if label == "not_" => self.condition(part, scope, !wanted),
            ("binary_op_expr", &[left, right]) => match label {
                "_andalso_" | "_and_" | "_orelse_" | "_or_" => {
                    let left = self.condition(left, scope, wanted)?;
                    let right = self.condition(right, scope, wanted)?;
                    let needs_both = label.starts_with("_and") == wanted;
                    Ok(if needs_both { left + right } else { left.min(right) })
                }
                _ => {
                    let sides = (self.quiet(left, scope)?, self.quiet(right, scope)?);
                    let (Some(left), Some(right)) = sides else {
                        return Ok(if wanted { 2.0 * FAR } else { 0.0 });
                    };
                    Ok(relation(label, &left, &right, wanted).unwrap_or(FAR))
                }
            },
            _ => {
                let is_met = match self.quiet(node, scope)? {
                    Some(value) => (value == Term::atom("true")) == wanted,
                    None => !wanted,
                };
                Ok(if is_met { 0.0 } else { FAR })
            }
        }
    }

    /// Value in a guard, where exceptions only fail.
    fn quiet(&mut self, node: NodeId, scope: &mut Env<'t>) -> Result<Option<Term>, Stop> {
        match self.eval(node, scope) {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Raised(..)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// Distance of a value from a pattern, 0 when it matches; binds variables.
    fn fit(&mut self, pattern: NodeId, value: &Term, scope: &mut Env<'t>) -> Result<f64, Stop> {
        let parts = self.children(pattern);
        let label = self.tree.label(pattern);
        Ok(match (self.tree.kind(pattern), value) {
            ("var", _) if self.tree.is_placeholder(pattern) => 0.0,
            ("var", _) => match scope.get(label) {
                Some(known) => apart(known, value),
                None => {
                    scope.insert(label, value.clone());
                    0.0
                }
            },
            ("tuple", Term::Tuple(values)) if values.len() == parts.len() => {
                let mut sum = 0.0;
                for (&part, value) in parts.iter().zip(values) {
                    sum += self.fit(part, value, scope)?;
                }
                sum
            }
            ("cons", Term::List(values)) => match values.split_first() {
                Some((head, tail)) => {
                    let head = self.fit(parts[0], head, scope)?;
                    let tail = Term::List(tail.to_vec());
                    let rest = parts.get(1).map_or(Ok(0.0), |&rest| self.fit(rest, &tail, scope))?;
                    head + rest
                }
                None => FAR,
            },
            ("match_expr", _) => {
                let mut sum = 0.0;
                for part in parts {
                    sum += self.fit(part, value, scope)?;
                }
                sum
            }
            ("binary_op_expr", Term::List(values)) if label == "_++_" && parts.len() == 2 => {
                match Term::of_literal(self.tree, parts[0]) {
                    Some(Term::List(prefix)) if values.starts_with(&prefix) => {
                        let rest = Term::List(values[prefix.len()..].to_vec());
                        self.fit(parts[1], &rest, scope)?
                    }
                    Some(Term::List(prefix)) => apart(
                        &Term::List(prefix.clone()),
                        &Term::List(values[..prefix.len().min(values.len())].to_vec()),
                    ),
                    _ => return Err(Stop::GivenUp),
                }
            }
            ("map_expr", Term::Map(pairs)) => {
                let mut sum = 0.0;
                for field in parts {
                    let field = self.children(field);
                    let key = self.eval(field[0], scope)?;
                    sum += match pairs.iter().find(|(known, _)| *known == key) {
                        Some((_, value)) => self.fit(field[1], value, scope)?,
                        None => FAR,
                    };
                }
                sum
            }
            ("tuple" | "cons" | "map_expr", _) => FAR,
            ("binary" | "record_expr" | "macro_call_expr", _) => return Err(Stop::GivenUp),
            _ => {
                let wanted = self.eval(pattern, scope)?;
                apart(&wanted, value)
            }
        })
    }

    fn all(&mut self, nodes: &[NodeId], env: &mut Env<'t>) -> Result<Vec<Term>, Stop> {
        nodes.iter().map(|&node| self.eval(node, env)).collect()
    }

    fn eval(&mut self, node: NodeId, env: &mut Env<'t>) -> Value {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::GivenUp)?;
        let tree = self.tree;
        let parts = self.children(node);
        match tree.kind(node) {
            "var" => env.get(tree.label(node)).cloned().ok_or(Stop::GivenUp),
            "integer" | "float" | "char" | "atom" | "string" | "nil" => {
                Term::of_literal(tree, node).ok_or(Stop::GivenUp)
            }
            "tuple" => Ok(Term::Tuple(self.all(&parts, env)?)),
            "cons" => {
                let head = self.eval(parts[0], env)?;
                match self.eval(parts[1], env)? {
                    Term::List(mut tail) => {
                        tail.insert(0, head);
                        Ok(Term::List(tail))
                    }
                    _ => Err(Stop::GivenUp),
                }
            }
            "match_expr" => {
                let value = self.eval(parts[1], env)?;
                match self.fit(parts[0], &value, env)? {
                    0.0 => Ok(value),
                    _ => Err(Stop::Raised("error", Term::atom("badmatch"))),
                }
            }
            "case_expr" => {
                let value = self.eval(parts[0], env)?;
                self.branch(&parts[1..], &[value], env, "case_clause")
            }
            "if_expr" => self.branch(&parts, &[], env, "if_clause"),
            "block_expr" => self.body(&parts, env),
            "anonymous_fun" => Ok(self.closure(Closure::Local { fun: node, env: env.clone() })),
            "internal_fun" | "external_fun" => self.fun_name(node),
            "call" => {
                let args = self.all(&parts[1..], env)?;
                self.call(parts[0], &args, env)
            }
            "list_comprehension" => self.comprehension(&parts, env),
            "binary_op_expr" => self.operator(tree.label(node), &parts, env),
            "unary_op_expr" => {
                let value = self.eval(parts[0], env)?;
                library::unary(tree.label(node), value)
            }
            "map_expr" | "map_expr_update" => self.map(&parts, env),
            "catch_expr" => match self.eval(parts[0], env) {
                Err(Stop::Raised("throw", reason)) => Ok(reason),
                Err(Stop::Raised(_, reason)) => Ok(Term::Tuple(vec![Term::atom("EXIT"), reason])),
                other => other,
            },
            "try_expr" => self.attempt(&parts, env),
            _ => Err(Stop::GivenUp),
        }
    }

    fn branch(&mut self, clauses: &[NodeId], values: &[Term], env: &mut Env<'t>, error: &str) -> Value {
        match self.select(clauses, values, env)? {
            Some((clause, scope)) => {
                *env = scope;
                self.enter(clause, env)
            }
            None => Err(Stop::Raised("error", Term::atom(error))),
        }
    }

    fn attempt(&mut self, parts: &[NodeId], env: &mut Env<'t>) -> Value {
        let of_kind = |kind: &str| -> Vec<NodeId> {
            parts.iter().copied().filter(|&part| self.tree.kind(part) == kind).collect()
        };
        let (of, catches, after) = (of_kind("cr_clause"), of_kind("catch_clause"), of_kind("try_after"));
        let is_body = |part: &NodeId| !of.contains(part) && !catches.contains(part) && !after.contains(part);
        let body: Vec<NodeId> = parts.iter().copied().filter(is_body).collect();
        let mut scope = env.clone();
        let result = match self.body(&body, &mut scope) {
            Ok(value) if !of.is_empty() => self.branch(&of, &[value], &mut scope, "try_clause"),
            Err(Stop::Raised(class, reason)) => self.caught(&catches, class, reason, env.clone()),
            other => other,
        };
        for part in after {
            let statements = self.children(part);
            self.trace.reached.insert(part);
            self.body(&statements, &mut env.clone())?;
        }
        result
    }

    fn caught(&mut self, catches: &[NodeId], class: &'static str, reason: Term, mut env: Env<'t>) -> Value {
        for &clause in catches {
            let (patterns, ..) = self.parts(clause);
            // Without a class it is `throw`; a stack trace is not known here.
            let is_plain = patterns.len() == 1;
            let values = if is_plain {
                vec![reason.clone()]
            } else {
                vec![Term::atom(class), reason.clone(), Term::List(vec![])]
            };
            if is_plain && class != "throw" {
                continue;
            }
            if let Some((clause, mut scope)) = self.select(&[clause], &values, &env)? {
                return self.enter(clause, &mut scope);
            }
        }
        env.clear();
        Err(Stop::Raised(class, reason))
    }

    fn map(&mut self, parts: &[NodeId], env: &mut Env<'t>) -> Value {
        let mut pairs = Vec::new();
        for &part in parts {
            if self.tree.kind(part) == "map_field" {
                let field = self.children(part);
                pairs.push((self.eval(field[0], env)?, self.eval(field[1], env)?));
            } else {
                match self.eval(part, env)? {
                    Term::Map(known) => pairs.extend(known),
                    _ => return Err(Stop::Raised("error", Term::atom("badmap"))),
                }
            }
        }
        Ok(Term::map(pairs))
    }

    fn closure(&mut self, closure: Closure<'t>) -> Term {
        self.closures.push(closure);
        Term::Fun(self.closures.len() - 1)
    }

    /// `fun f/1`, `fun m:f/1`.
    fn fun_name(&mut self, node: NodeId) -> Value {
        let label = self.tree.label(node).trim_start_matches("fun").trim();
        let parts: Vec<&str> = label.split(':').collect();
        let function = match parts[..] {
            [module, name, arity] => {
                let file = self.program.files.get(module).copied();
                let known = file.and_then(|idx| self.program.function(idx, &format!("{name}/{arity}")));
                match known {
                    Some(function) => Some(function),
                    None => {
                        let (module, name) = (module.to_owned(), name.to_owned());
                        return Ok(self.closure(Closure::Library { module, name }));
                    }
                }
            }
            _ => self.program.function(self.tree.file_of(node), label),
        };
        let function = function.ok_or(Stop::GivenUp)?;
        Ok(self.closure(Closure::Named { function }))
    }

    fn call(&mut self, callee: NodeId, args: &[Term], env: &mut Env<'t>) -> Value {
        let label = self.tree.label(callee);
        match self.tree.kind(callee) {
            "atom" => {
                let name = format!("{label}/{}", args.len());
                match self.program.function(self.tree.file_of(callee), &name) {
                    Some(function) => self.function(function, args),
                    None => library::call(self, "erlang", label, args),
                }
            }
            "remote" => {
                let (module, name) = label.split_once(':').unwrap_or(("", label));
                let file = self.program.files.get(module).copied();
                let function =
                    file.and_then(|idx| self.program.function(idx, &format!("{name}/{}", args.len())));
                match function {
                    Some(function) => self.function(function, args),
                    None => library::call(self, module, name, args),
                }
            }
            _ => {
                let function = self.eval(callee, env)?;
                self.apply(&function, args)
            }
        }
    }

    /// Calls a function value.
    pub(super) fn apply(&mut self, function: &Term, args: &[Term]) -> Value {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::GivenUp)?;
        let &Term::Fun(idx) = function else {
            return Err(Stop::Raised("error", Term::atom("badfun")));
        };
        match self.closures[idx].clone() {
            Closure::Local { fun, env } => {
                let clauses = self.children(fun);
                self.apply_clauses(&clauses, args, env, "function_clause")
            }
            Closure::Named { function } => self.function(function, args),
            Closure::Library { module, name } => library::call(self, &module, &name, args),
        }
    }

    fn comprehension(&mut self, parts: &[NodeId], env: &Env<'t>) -> Value {
        let (qualifiers, templates): (Vec<NodeId>, Vec<NodeId>) =
            parts.iter().partition(|&&part| self.tree.kind(part) == "qualifiers");
        let qualifiers: Vec<NodeId> = qualifiers.iter().flat_map(|&node| self.children(node)).collect();
        let template = templates.first().copied().ok_or(Stop::GivenUp)?;
        let mut found = Vec::new();
        self.qualify(&qualifiers, template, env, &mut found)?;
        Ok(Term::List(found))
    }

    fn qualify(
        &mut self,
        qualifiers: &[NodeId],
        template: NodeId,
        env: &Env<'t>,
        found: &mut Vec<Term>,
    ) -> Result<(), Stop> {
        let Some((&first, rest)) = qualifiers.split_first() else {
            found.push(self.eval(template, &mut env.clone())?);
            return Ok(());
        };
        let parts = self.children(first);
        match self.tree.kind(first) {
            "generator" => {
                let Term::List(items) = self.eval(parts[1], &mut env.clone())? else {
                    return Err(Stop::Raised("error", Term::atom("bad_generator")));
                };
                for item in items {
                    let mut scope = env.clone();
                    self.tree.subtree(parts[0]).for_each(|node| drop(scope.remove(self.tree.label(node))));
                    if self.fit(parts[0], &item, &mut scope)? == 0.0 {
                        self.qualify(rest, template, &scope, found)?;
                    }
                }
                Ok(())
            }
            "b_generator" | "map_generator" => Err(Stop::GivenUp),
            _ => match self.quiet(first, &mut env.clone())? {
                Some(value) if value == Term::atom("true") => self.qualify(rest, template, env, found),
                _ => Ok(()),
            },
        }
    }

    fn operator(&mut self, label: &str, parts: &[NodeId], env: &mut Env<'t>) -> Value {
        let left = self.eval(parts[0], env)?;
        match (label, &left) {
            ("_andalso_", Term::Atom(name)) if name == "false" => Ok(left),
            ("_orelse_", Term::Atom(name)) if name == "true" => Ok(left),
            ("_andalso_" | "_orelse_", Term::Atom(_)) => self.eval(parts[1], env),
            ("_andalso_" | "_orelse_", _) => Err(bad_argument()),
            _ => {
                let right = self.eval(parts[1], env)?;
                library::binary(label, left, right)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn tree(text: &str) -> Tree {
        Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)])
    }

    /// Value of `f/0`, or `stopped`.
    fn check(text: &str, expected: &str) {
        let tree = tree(text);
        let program = Program::new(&tree);
        let none = NodeSet::new();
        let mut machine = Machine {
            program: &program,
            tree: &tree,
            targets: &none,
            trace: Trace::default(),
            closures: Vec::new(),
            fuel: FUEL,
            n_calls: 0,
        };
        let function = program.function(0, "f/0").expect("there is f/0");
        let value = machine.function(function, &[]).map_or("stopped".to_owned(), |value| value.to_string());
        assert_eq!(value, expected, "{text}");
    }

    #[test]
    fn programs_have_the_values_that_erlang_gives_them() {
        check("f() -> X = 7, X div 2 * 3 - -1 + 7 rem 4.", "13");
        check("f() -> [{X, Y} || X <- [1,2,3], X > 1, {Y, _} <- [{a,1}, b]].", "[{2,a},{3,a}]");
        check("f() -> F = fun(0) -> 1; (N) -> N * 2 end, lists:map(F, [0, 4]) ++ [F(5)].", "[1,8,10]");
        check("f() -> case {1, [2 | [3]]} of {1, [X, X]} -> same; {_, [_ | T]} -> T end.", "[3]");
        check("f() -> if 1 > 2 -> a; 1 == 1.0, 1 =/= 1.0 -> b; true -> c end.", "b");
        check("f() -> g(3, []). g(0, L) -> L; g(N, L) -> g(N - 1, [N | L]).", "[1,2,3]");
        check("f() -> M = #{a => 1}, #{a := X} = M#{b => 2}, {X, map_size(M#{b => 2})}.", "{1,2}");
        check("f() -> try hd([]) catch error:badarg -> caught end.", "caught");
        check("f() -> lists:foldl(fun(X, S) -> X + S end, 0, lists:seq(1, 4)).", "10");
        check("f() -> \"ab\" ++ R = \"abc\", {R, length(R)}.", "{\"c\",1}");
        check("f() -> f().", "stopped");
        check("f() -> self().", "stopped");
    }

    #[test]
    fn distances_fall_towards_the_branch() {
        let tree = tree("main(X) -> case X of N when N * 2 + 1 =:= 4711 -> hit; _ -> miss end.");
        let program = Program::new(&tree);
        let clause = tree.ids().find(|&node| tree.kind(node) == "cr_clause").expect("a clause");
        let targets: NodeSet = [clause].into_iter().collect();
        let distance = |value| {
            let trace = program.trace("main/1", &[Term::Int(value)], &targets);
            trace.distances.get(&clause).copied().unwrap_or(0.0)
        };
        assert!(distance(0) > distance(1000) && distance(1000) > distance(2354));
        assert_eq!(distance(2355), 0.0);
    }
}
