//! A tracer: runs an Erlang program on an input and tells how far each branch was from being taken.
//!
//! It only guides the search for inputs. It knows the core of the language and the functions that test
//! programs use most; where it meets anything else the run ends there. What an input really does is observed
//! by the oracle, so nothing that is wrong here can make a verdict wrong.
//!
//! Branch distances follow B. Korel, "Automated Software Test Data Generation", TSE 1990, and N. Tracey et al.,
//! "An Automated Framework for Structural Test-Data Generation", ASE 1998.

mod calls;
mod choose;
mod eval;

use std::collections::{BTreeMap, HashMap};

use crate::ast::{NodeId, NodeSet, Siblings, Tree};
use crate::languages::erlang::syntax::{Name, Syntax};

use super::infer::module_name;
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
    pub(super) syntax: Syntax<'t>,
    /// By file, name and arity.
    functions: HashMap<(usize, &'t str, usize), NodeId>,
    files: HashMap<String, usize>,
}

impl<'t> Program<'t> {
    pub(super) fn new(tree: &'t Tree) -> Program<'t> {
        let syntax = Syntax::new(tree);
        let files = 0..tree.files().len();
        let mut functions = HashMap::new();
        for file_idx in files.clone() {
            let here = syntax.functions(file_idx);
            functions.extend(here.map(|found| ((file_idx, found.name, found.arity), found.node)));
        }
        let files = files.map(|file_idx| (module_name(tree, file_idx), file_idx)).collect();
        Program { syntax, functions, files }
    }

    pub(super) fn function(&self, file_idx: usize, name: &str, arity: usize) -> Option<NodeId> {
        self.functions.get(&(file_idx, name, arity)).copied()
    }

    /// The function of the program that a module and name say.
    pub(super) fn remote(&self, module: Name<'_>, name: Name<'_>, arity: usize) -> Option<NodeId> {
        self.function(*self.files.get(module.known()?)?, name.known()?, arity)
    }

    /// The function `name/arity` of the first file.
    pub(super) fn entry(&self, entry: &str) -> Option<NodeId> {
        let (name, arity) = entry.rsplit_once('/')?;
        self.function(0, name, arity.parse().ok()?)
    }

    /// Runs the entry point, `name/arity` of the first file; distances of `targets` only.
    pub(super) fn trace(&self, entry: &str, args: &[Term], targets: &NodeSet) -> Trace {
        let mut machine = Machine {
            program: self,
            syntax: &self.syntax,
            tree: self.syntax.tree,
            targets,
            trace: Trace::default(),
            closures: Vec::new(),
            fuel: FUEL,
            n_calls: 0,
        };
        if let Some(function) = self.entry(entry) {
            // How it ends does not matter; what was reached does.
            let _ = machine.function(function, args);
        }
        machine.trace.is_long |= machine.fuel == 0;
        machine.trace
    }
}

pub(super) struct Machine<'p, 't> {
    program: &'p Program<'t>,
    syntax: &'p Syntax<'t>,
    tree: &'t Tree,
    targets: &'p NodeSet,
    trace: Trace,
    closures: Vec<Closure<'t>>,
    fuel: usize,
    n_calls: usize,
}

impl<'t> Machine<'_, 't> {
    fn function(&mut self, function: NodeId, args: &[Term]) -> Value {
        self.trace.reached.insert(function);
        self.apply_clauses(self.tree.children(function), args, Env::new(), "function_clause")
    }

    fn apply_clauses(&mut self, clauses: Siblings<'t>, args: &[Term], env: Env<'t>, error: &str) -> Value {
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
        let clause = self.syntax.clause(clause).ok_or(Stop::GivenUp)?;
        self.body(clause.body, env)
    }

    fn body(&mut self, statements: Siblings<'t>, env: &mut Env<'t>) -> Value {
        let mut last = Term::atom("ok");
        for statement in statements {
            self.trace.reached.insert(statement);
            last = self.eval(statement, env)?;
        }
        Ok(last)
    }

    /// Value in a guard, where exceptions only fail.
    fn quiet(&mut self, node: NodeId, scope: &mut Env<'t>) -> Result<Option<Term>, Stop> {
        match self.eval(node, scope) {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Raised(..)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    fn branch(&mut self, clauses: Siblings<'t>, values: &[Term], env: &mut Env<'t>, error: &str) -> Value {
        match self.select(clauses, values, env)? {
            Some((clause, scope)) => {
                *env = scope;
                self.enter(clause, env)
            }
            None => Err(Stop::Raised("error", Term::atom(error))),
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
            syntax: &program.syntax,
            tree: &tree,
            targets: &none,
            trace: Trace::default(),
            closures: Vec::new(),
            fuel: FUEL,
            n_calls: 0,
        };
        let function = program.entry("f/0").expect("there is f/0");
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
        let clause =
            tree.ids().filter(|&node| program.syntax.clause(node).is_some()).nth(1).expect("a clause");
        let targets: NodeSet = [clause].into_iter().collect();
        let distance = |value| {
            let trace = program.trace("main/1", &[Term::Int(value)], &targets);
            trace.distances.get(&clause).copied().unwrap_or(0.0)
        };
        assert!(distance(0) > distance(1000) && distance(1000) > distance(2354));
        assert_eq!(distance(2355), 0.0);
    }
}
