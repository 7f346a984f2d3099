//! A static backward slicer for sequential Erlang on the expression dependence graph.
//!
//! In: the tree of a program and a criterion. Out: the nodes that an executable slice keeps. Nothing is run.
//!
//! **Graph.** Nodes are the nodes of the tree, standing for the *result* of each expression or for the value
//! that a pattern matches, and a few without text (`graph::Aux`): arguments as they come in, returns, tests of
//! clauses. Edges go from what needs to what is needed: flow edges from a use to its binders and from a
//! composite to its parts and back, control edges from what is executed to what decides about it, call,
//! input and output edges between functions. (Pérez Rubio, *Analysis Techniques for Software Maintenance*,
//! 2023, ch. 5; Silva, Tamarit, Tomás, *System dependence graphs in sequential Erlang*, 2012.)
//!
//! **Constraints.** A flow edge says which part of a value it takes: building a tuple, list or map *pops* the
//! part from the stack of what is asked for, a pattern that takes it apart *pushes* it; an edge that
//! contradicts the top is not walked; control and strict operators clear the stack (`*`). Below the stack
//! lies either everything ([`Need::FULL`](graph::Need)) or only the outermost constructor (`HEAD`), which is
//! what a pattern, `is_tuple/1` or `length/1` look at. (Galindo, Krinke, Pérez, Silva, *Field-Sensitive
//! Program Slicing*; Pérez Rubio 2023, ch. 4.)
//!
//! **Termination.** The stacks that reach a node are a regular language; `traverse` saturates one finite
//! automaton for all nodes (post* of a pushdown system), so that a loop which would push for ever is a cycle in
//! the automaton, and no stack has to be cut. Where a node collects very many transitions they are
//! replaced by *everything*, which is sound and keeps the growth linear.
//!
//! **Calls and returns.** Walking up from the criterion enters all callers (Horwitz, Reps, Binkley 1990, first
//! phase); walking down into what a call returns does not come back out through other calls: an argument is
//! walked to only while its own call is in the slice. Summary edges are not needed for that: an executable
//! slice has one version of each function, and so every call that it keeps must supply every argument
//! that the kept parts of the function use (Binkley, *Precise executable interprocedural slices*, 1993). The
//! edge from a formal to an argument, guarded by its call, is this closure.
//!
//! **Structure.** What encloses a kept node stays, since a slice is what deletions of subtrees leave. It is
//! executed then, and must not fail where the program did not: an operator keeps its operands, a call its
//! function. Only around a criterion that is evaluated at most once in a run (its function and all that
//! lead to it have one caller at most, outside of loops) the end of an expression shows nowhere, and its other
//! operands may go.
//!
//! **Completeness.** For every input, the values at the criterion in the program are a prefix of those in the
//! slice. Failing and not ending need no keeping by themselves: behind them the program takes no more values.
//! So statements go when nothing needs them, and the last clause of a choice does not need its test. All
//! clauses up to the last that matters keep their tests, one more stays as a catch-all. Inside `try` and
//! `catch` failures are behaviour: these, and all that is called from them, are kept whole.
//! What is not modelled is named in [`Graph::notes`].
//!
//! **Variants.** `ce-edg` is all of this; `edg` walks the same edges without constraints, as if everything of a
//! value were needed; `sdg` and `ce-sdg` besides keep each statement whole (in `ce-sdg`, each element of a
//! composite counts as a statement of its own). More edges walked means more kept, so that the four are nested.

mod builtins;
mod callbacks;
mod calls;
mod crowds;
mod dot;
mod funs;
mod graph;
mod keep;
mod library;
mod lower;
mod patterns;
mod reasons;
mod records;
mod state;
mod subsumed;
mod traverse;

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Flags, NodeId, NodeSet, SourceFile, Tree};
use crate::language::Language;
use crate::languages;
use crate::languages::erlang::syntax::{Kind, Syntax};

use funs::MOST_FUNS;
use graph::{Aux, Edges};
use state::{Chain, Lower};

pub use reasons::{ChainStep, Dependence, KeepReasons};
pub use state::Note;

/// How fine the slices are, and whether parts of values are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variant {
    /// Whole statements; a value is needed as a whole or not at all.
    Sdg,
    /// Single expressions; a value is needed as a whole or not at all.
    Edg,
    /// Statements and elements of composites, parts of values told apart.
    CeSdg,
    /// Single expressions, parts of values told apart.
    CeEdg,
    /// Whole statements, of what decides how often the criterion is reached; in languages that are lowered to flow. To
    /// this module it is [`Variant::Sdg`].
    Control,
    /// Whole statements, of what computes the criterion's values; otherwise as [`Variant::Control`].
    Data,
    /// Whole statements, members of objects told apart, with object flow, object reference and total definitions; in languages that
    /// are lowered to flow. To this module it is [`Variant::CeSdg`].
    Jsdg,
    /// As [`Variant::Jsdg`], without these dependences.
    Jsysdg,
}

impl Variant {
    /// Whether edges carry constraints.
    pub fn is_constrained(self) -> bool {
        matches!(self, Variant::CeSdg | Variant::CeEdg | Variant::Jsdg | Variant::Jsysdg)
    }

    /// Whether statements are kept whole.
    pub fn is_by_statement(self) -> bool {
        !matches!(self, Variant::Edg | Variant::CeEdg)
    }
}

/// The dependence graph of a program: built once, sliced many times.
#[derive(Clone, Debug)]
pub struct Graph<'t> {
    tree: &'t Tree,
    syntax: Syntax<'t>,
    aux: Vec<Aux>,
    edges: Edges,
    chains: Vec<Chain>,
    /// Node [`Aux::Entry`] of the function or fun, by its node.
    entries: BTreeMap<NodeId, NodeId>,
    /// Functions that run at most once.
    once: BTreeSet<NodeId>,
    /// By node, as `units` finds them: statements, and those with elements of composites apart.
    units: [Vec<NodeId>; 2],
    notes: Vec<Note>,
    /// Source that could not be read is not sliced.
    is_broken: bool,
}

impl<'t> Graph<'t> {
    /// Builds the graph of a program.
    ///
    /// A program in another language than Erlang, or one with syntax errors, has a graph whose every slice
    /// is the whole program; [`Graph::notes`] says so.
    pub fn build(tree: &'t Tree) -> Graph<'t> {
        Graph::trusting(tree, &BTreeSet::new())
    }

    /// As [`Graph::build`], where functions of these modules outside of the program are known to depend on their arguments alone,
    /// and to change nothing. Nothing here looks whether they do.
    pub fn trusting(tree: &'t Tree, pure: &BTreeSet<String>) -> Graph<'t> {
        Graph::telling(tree, pure, MOST_FUNS)
    }

    /// As [`Graph::trusting`], with so many funs told apart in one place.
    fn telling(tree: &'t Tree, pure: &BTreeSet<String>, most_funs: usize) -> Graph<'t> {
        let is_broken = tree.language() != Language::Erlang || !tree.problems().is_empty();
        if is_broken {
            let text = "the program cannot be read as Erlang: it is kept whole".to_owned();
            let notes = vec![Note { node: None, text }];
            let edges = Edges::new(tree.len(), Vec::new());
            let (aux, chains, units) = (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
            let (entries, once) = (BTreeMap::new(), BTreeSet::new());
            let syntax = Syntax::new(tree);
            return Graph { tree, syntax, aux, edges, chains, entries, once, units, notes, is_broken };
        }
        let mut lower = Lower::new(tree, pure);
        lower.functions();
        lower.link(most_funs);
        lower.macros();
        let entries = lower.callables.iter().map(|callable| (callable.node, callable.entry)).collect();
        lower.notes.sort_by_key(|note| note.node);
        let edges = Edges::new(lower.n_nodes(), lower.edges);
        let units = [units(&lower.syntax, false), units(&lower.syntax, true)];
        let Lower { syntax, aux, chains, once, notes, .. } = lower;
        Graph { tree, syntax, aux, edges, chains, entries, once, units, notes, is_broken }
    }

    /// Number of nodes, those without text included.
    pub fn n_nodes(&self) -> usize {
        self.tree.len() + self.aux.len()
    }

    /// Constructs that are kept whole because they are not modelled, in source order.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Source text of a slice.
    pub fn render(&self, keep: &NodeSet) -> Vec<SourceFile> {
        match languages::deletions(self.tree) {
            Some(deletions) => deletions.text(self.tree, &deletions.keeping(self.tree, keep)),
            // Another language, of which the graph keeps everything.
            None => languages::text_of(self.tree, keep),
        }
    }

    /// What encloses a node that is evaluated at most once in a run; empty for others.
    fn around(&self, node: NodeId) -> NodeSet {
        let mut kinds = self.tree.ancestors(node).map(|above| self.syntax.kind(above));
        let is_repeated = kinds.any(|kind| kind.is_comprehension() || kind == Kind::Fun);
        let is_once = !is_repeated && self.tree.ancestors(node).any(|above| self.once.contains(&above));
        self.tree.ancestors(node).filter(|_| is_once).collect()
    }

    /// The node [`Aux::Entry`] of the function or fun around a node.
    fn entry_of(&self, node: NodeId) -> Option<NodeId> {
        self.tree.ancestors(node).find_map(|above| self.entries.get(&above).copied())
    }
}

/// Root of the smallest unit that a statement-level slice keeps whole, by node.
fn units(syntax: &Syntax<'_>, tells_elements: bool) -> Vec<NodeId> {
    let tree = syntax.tree;
    let mut units: Vec<NodeId> = Vec::with_capacity(tree.len());
    for node in tree.ids() {
        let Some(above) = tree.parent(node) else {
            units.push(node);
            continue;
        };
        let is_first = node == above + 1;
        let is_element = match syntax.kind(above) {
            Kind::Tuple | Kind::RecordField => true,
            Kind::Cons => is_first,
            Kind::MapField => !is_first,
            _ => false,
        };
        let is_unit = tree.flags(node).has(Flags::STATEMENT) || (tells_elements && is_element);
        units.push(if is_unit { node } else { units[above as usize] });
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Funs in variables, tuples and lists, of functions and of the library, that call each other and fail.
    const FUNS: &str = "-module(t).\n-export([main/2]).\n\
        main(N, L) ->\n    Inc = fun(X) -> X + N end,\n    Twice = fun(F, X) -> F(F(X)) end,\n    Pick = {Inc, fun one/1},\n    \
            {F, G} = Pick,\n    A = Twice(F, N),\n    B = lists:sort(fun(X, Y) -> G(X) =< G(Y) end, L),\n    \
            M = #{k => fun(X) -> [X | B] end},\n    #{k := H} = M,\n    C = H(A),\n    \
            D = try later(fun() -> H(C) end) catch error:E -> E end,\n    R = foo:bar(Inc, fun(Z) -> {Z, L} end),\n    \
            Q = R(N),\n    W = apply(t, one, [Q]),\n    V = dict:map(fun(_, X) -> Inc(X) end, R),\n    {A, B, C, D, V, W}.\n\
        one(X) -> X - 1.\nlater(F) -> case F of G when is_function(G, 0) -> G(); _ -> none end.\n";

    #[test]
    fn where_funs_are_not_told_apart_slices_are_never_smaller() {
        let suite = crate::suite::Suite::embedded().expect("the suite is readable");
        let programs = suite.benchmarks.iter().filter(|benchmark| benchmark.language == Language::Erlang);
        let mut programs: Vec<Tree> = programs.map(|benchmark| (*benchmark.tree).clone()).collect();
        programs.push(Tree::parse(Language::Erlang, &[SourceFile::new("t.erl", FUNS)]));
        assert!(programs.last().is_some_and(|funs| funs.problems().is_empty()));
        let (mut n, mut n_larger) = (0, 0);
        for tree in &programs {
            let [fine, coarse] =
                [MOST_FUNS, 0].map(|most_funs| Graph::telling(tree, &BTreeSet::new(), most_funs));
            for node in tree.ids().filter(|&node| tree.flags(node).has(Flags::VARIABLE)) {
                for variant in [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg] {
                    // Which clauses do the same is asked of each slice anew.
                    let [few, many] = [&fine, &coarse].map(|graph| {
                        let needs =
                            traverse::traverse(graph, &[node], variant, &traverse::Without::default());
                        graph.kept(&needs, &NodeSet::new())
                    });
                    let lost = few.difference(&many);
                    assert!(lost.is_empty(), "{variant:?} {node}: {lost:?}\n{}", tree.file(0).text);
                    n += 1;
                    n_larger += usize::from(many.len() > few.len());
                }
            }
        }
        assert!(n > 1000 && n_larger > 20, "{n_larger} of {n}");
    }

    /// The slice of `ce-edg` for the last occurrence of a variable.
    fn last_slice(text: &str, variable: &str) -> String {
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("t.erl", text)]);
        let is_it = |&node: &NodeId| tree.flags(node).has(Flags::VARIABLE) && tree.label(node) == variable;
        let criterion = tree.ids().rfind(is_it).expect("the variable is there");
        let graph = Graph::build(&tree);
        graph.render(&graph.slice(criterion, Variant::CeEdg))[0].text.clone()
    }

    #[test]
    fn macros_that_the_preprocessor_leaves_out_call_nothing_but_what_they_are_given() {
        let text = |before: &str| {
            format!(
                "-module(t).\n-export([f/1, g/1]).\n{before}-ifdef(TEST).\n-include_lib(\"eunit/include/eunit.hrl\").\n\
                 f_test() -> ?assertEqual(2, f(1)).\ng_test() -> ?assert(g(1)).\n-endif.\n\
                 g(X) -> put(g, X), X.\nf(X) -> A = X + 1, A.\n"
            )
        };
        let slice = last_slice(&text(""), "A");
        assert!(slice.contains("f_test() -> ?assertEqual(2, f(1))."), "{slice}");
        assert!(!slice.contains("g(X)") && !slice.contains("g_test"), "{slice}");
        for before in ["-define(TEST, 1).\n", "-include(\"own.hrl\").\n"] {
            let slice = last_slice(&text(before), "A");
            assert!(slice.contains("g(X)") && slice.contains("g_test"), "{slice}");
        }
    }

    #[test]
    fn libraries_look_at_what_callbacks_of_their_behaviour_return() {
        let text = |start: &str| {
            format!(
                "-module(t).\n-export([main/0, init/1, api/0]).\ninit(_) -> {{ok, 1}}.\napi() -> {{2, 3}}.\n\
                 main() -> {{_, P}} = {start}, A = is_process_alive(P), A.\n"
            )
        };
        for start in
            ["gen_server:start(t, 0, [])", "foo:start([{callback, t}])", "supervisor:start_link(t, 0)"]
        {
            assert!(last_slice(&text(start), "A").contains("init(_) -> {ok, 1}"), "{start}");
        }
        // A name of a table is no more than that, and a server calls none of these.
        assert!(!last_slice(&text("{1, ets:new(t, [])}"), "A").contains("init(_) ->"));
        assert!(!last_slice(&text("gen_server:start(t, 0, [])"), "A").contains("{2, 3}"));
    }

    #[test]
    fn funs_named_by_values_may_be_what_is_exported() {
        let text = |fun: &str| {
            format!(
                "-module(t).\n-export([main/2, inc/1, other/2]).\nmain(M, N) -> F = {fun}, A = F(1), A.\n\
                 inc(X) -> X + 1.\nother(X, Y) -> X * Y.\n"
            )
        };
        for fun in ["fun M:N/1", "fun t:N/1", "fun M:inc/1"] {
            let slice = last_slice(&text(fun), "A");
            assert!(slice.contains("X + 1") && !slice.contains("X * Y"), "{fun}: {slice}");
        }
        assert!(!last_slice(&text("fun lists:N/1"), "A").contains("X + 1"));
    }

    #[test]
    fn every_clause_is_lowered_once() {
        let text = "-record(r, {a, b}).\n\
            f(X) ->\n    R = #r{a = case X of 1 -> 2; _ -> 3 end},\n    S = R#r{b = fun(Y) -> Y end},\n    \
            M = #{k => if X -> 1; true -> 2 end},\n    N = M#{l => [Z || Z <- [case S of _ -> 1 end]]},\n    \
            T = try g(N) of 1 -> 2 catch _:_ -> case T of 1 -> 2 end end,\n    \
            -(case T of 1 -> 1 end) + (case T of 1 -> 1 end) andalso <<(case T of 1 -> 1 end)>>.\ng(X) -> X.\n";
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("t.erl", text)]);
        let graph = Graph::build(&tree);
        for clause in tree.ids().filter(|&node| graph.syntax.kind(node).is_clause()) {
            let is_test = |aux: &&Aux| matches!(aux, Aux::Test(of) if *of == clause);
            assert_eq!(graph.aux.iter().filter(is_test).count(), 1, "{}", tree.text(clause));
        }
    }
}
