//! Slicers that ship inside the program: reference points, dependence graphs, and the default.
//!
//! In: a program's tree and a criterion. Out: source text with code deleted. The
//! anti-oracles bound what a grade can be: `identity` keeps everything (recall 1), `criterion-only`
//! next to nothing, `gold` is exact, its neighbours are one node off, and `random` is chance. They are
//! run through the same process path as any slicer, so they test the harness, too.

mod dynamic;
mod edg;
mod flow;
mod neighbours;
mod reachable;

use std::collections::BTreeSet;

use strum::{EnumString, IntoStaticStr, VariantNames};

use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::flow::FlowTrace;
use crate::language::Language;

pub use crate::deletions::DELETED;
use crate::languages::{room, text_of};
pub use dynamic::RunVariant;
pub use edg::{ChainStep, Dependence, Graph, KeepReasons, Note, Variant};
use flow::FlowGraph;

/// A slicer that ships inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Builtin {
    /// As [`Builtin::Edg`], parts of values told apart.
    CeEdg,
    /// As [`Builtin::Sdg`], parts of values told apart.
    CeSdg,
    /// What decides how often the criterion is reached, in languages that are lowered to flow.
    Control,
    /// The criterion and what encloses it.
    CriterionOnly,
    /// What computes the criterion's values, in languages that are lowered to flow.
    Data,
    /// The best that ships inside, by language: [`Builtin::CeEdg`] where there is one, [`Builtin::Reachable`] else.
    Default,
    /// What one run computed the criterion's values from, in languages whose oracle traces runs.
    Dynamic,
    /// Dependence graph of expressions, in languages that have one.
    Edg,
    /// The gold slice.
    Gold,
    /// The gold slice without one node, or one subtree where the syntax has no smaller deletion.
    GoldMinusOne,
    /// The gold slice with one more node, or one more subtree.
    GoldPlusOne,
    /// The whole program.
    Identity,
    /// As [`Builtin::CeSdg`] for Java, and each definition of a member needs that by the constructor.
    Jsdg,
    /// As [`Builtin::Jsdg`], variables not tied to the objects that they hold: slices may lack what they need.
    Jsysdg,
    /// As [`Builtin::Dynamic`], of operands with a short circuit only those that decided.
    PrunedDynamic,
    /// As [`Builtin::Relevant`], of operands with a short circuit only those that decided.
    PrunedRelevant,
    /// Every deletable node kept with probability one half.
    Random,
    /// The functions that can reach the criterion's function, or be reached from these, by name.
    Reachable,
    /// As [`Builtin::Dynamic`], with conditions that could have led to other values.
    Relevant,
    /// Dependence graph of statements, in languages that have one.
    Sdg,
}

/// What a built-in slicer is asked.
#[derive(Clone, Copy, Debug)]
pub struct Query<'q> {
    /// The program.
    pub program: &'q Tree,
    /// The criterion's nodes: one, or those of a statement; never empty.
    pub criteria: &'q [NodeId],
    /// Files of the gold slice, for those that read it.
    pub gold: Option<&'q [SourceFile]>,
    /// What a run depended on, for those that slice one.
    pub trace: Option<&'q FlowTrace>,
    /// Seed of [`Builtin::Random`].
    pub seed: u64,
}

impl Builtin {
    /// Name on the command line and of its adapter.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The slicer that answers for a language: another one only for [`Builtin::Default`].
    pub fn for_language(self, language: Language) -> Builtin {
        match (self, language) {
            (Builtin::Default, _) if Builtin::CeEdg.can_slice(language) => Builtin::CeEdg,
            (Builtin::Default, _) => Builtin::Reachable,
            (builtin, _) => builtin,
        }
    }

    /// The dependence-graph variant, or `None` for the others.
    pub fn variant(self) -> Option<Variant> {
        match self {
            Builtin::Sdg => Some(Variant::Sdg),
            Builtin::Edg => Some(Variant::Edg),
            Builtin::CeSdg => Some(Variant::CeSdg),
            Builtin::CeEdg => Some(Variant::CeEdg),
            Builtin::Control => Some(Variant::Control),
            Builtin::Data => Some(Variant::Data),
            Builtin::Jsdg => Some(Variant::Jsdg),
            Builtin::Jsysdg => Some(Variant::Jsysdg),
            _ => None,
        }
    }

    /// Which dependences of a run it follows, or `None` for slicers that look at no run.
    pub fn of_run(self) -> Option<RunVariant> {
        let variant = |is_relevant, is_pruned| Some(RunVariant { is_relevant, is_pruned });
        match self {
            Builtin::Dynamic => variant(false, false),
            Builtin::Relevant => variant(true, false),
            Builtin::PrunedDynamic => variant(false, true),
            Builtin::PrunedRelevant => variant(true, true),
            _ => None,
        }
    }

    /// Whether it says anything of programs in this language.
    pub fn can_slice(self, language: Language) -> bool {
        if matches!(self, Builtin::Jsdg | Builtin::Jsysdg) {
            return language == Language::Java;
        }
        let is_of_flow = matches!(self, Builtin::Control | Builtin::Data);
        if self.of_run().is_some() {
            return room(language).has_traces();
        }
        let has_own_graph = language == Language::Erlang && !is_of_flow;
        self.variant().is_none() || has_own_graph || room(language).has_flow()
    }

    /// Whether [`Query::gold`] must be given.
    pub fn needs_gold(self) -> bool {
        matches!(self, Builtin::Gold | Builtin::GoldMinusOne | Builtin::GoldPlusOne)
    }

    /// The slice, under the program's file names.
    ///
    /// # Panics
    /// When [`Builtin::needs_gold`] and there is none, or [`Builtin::of_run`] and there is no trace.
    pub fn slice(self, query: &Query<'_>) -> Vec<SourceFile> {
        let program = query.program;
        let gold = || query.gold.expect("the caller gives gold to a slicer that needs it");
        match self {
            Builtin::Sdg
            | Builtin::Edg
            | Builtin::CeSdg
            | Builtin::CeEdg
            | Builtin::Control
            | Builtin::Data
            | Builtin::Jsdg
            | Builtin::Jsysdg => self.prepare(program, query.seed).slice_all(query.criteria),
            Builtin::Dynamic | Builtin::Relevant | Builtin::PrunedDynamic | Builtin::PrunedRelevant => {
                room(program.language()).shrunk(text_of(program, &self.keep_of_run(query)))
            }
            Builtin::Default => self.for_language(program.language()).slice(query),
            Builtin::Identity => program.files().cloned().collect(),
            Builtin::CriterionOnly => text_of(program, &query.criteria.iter().copied().collect()),
            Builtin::Gold => gold().to_vec(),
            Builtin::GoldMinusOne => neighbours::minus_one(query, gold()),
            Builtin::GoldPlusOne => neighbours::plus_one(query, gold()),
            Builtin::Random => text_of(program, &neighbours::random(program, query.criteria, query.seed)),
            Builtin::Reachable => text_of(program, &reachable::reachable(program, query.criteria)),
        }
    }

    /// Nodes that a slice of a run keeps. The text may have a few more, where syntax leaves no choice.
    ///
    /// # Panics
    /// Unless [`Builtin::of_run`], and without a trace.
    pub fn keep_of_run(self, query: &Query<'_>) -> NodeSet {
        let trace = query.trace.expect("the caller gives a trace to a slicer that needs it");
        let variant = self.of_run().expect("it slices runs");
        let program = query.program;
        match room(program.language()).flow(program) {
            Some(flow) => dynamic::slice(program, &flow, trace, query.criteria, variant),
            None => program.ids().collect(),
        }
    }

    /// Whether most of the work is a graph of the program, which serves all of its criteria.
    pub fn has_graph(self) -> bool {
        self.variant().is_some()
    }

    /// The slicer made ready for many criteria of one program; `seed` is for [`Builtin::Random`].
    ///
    /// # Panics
    /// When [`Builtin::needs_gold`] or [`Builtin::of_run`].
    pub fn prepare(self, program: &Tree, seed: u64) -> PreparedBuiltin<'_> {
        assert!(!self.needs_gold(), "a slicer that starts from gold slices criteria one by one");
        assert!(self.of_run().is_none(), "a slicer of runs slices them one by one");
        let builtin = self.for_language(program.language());
        let graph = builtin.variant().map(|variant| ProgramGraph::build(program, variant));
        PreparedBuiltin { builtin, program, seed, graph }
    }
}

/// The dependence graph of a program in any language that has one, for one of the variants.
#[derive(Clone, Debug)]
pub enum ProgramGraph<'p> {
    /// Erlang's own.
    Expressions(Box<Graph<'p>>, Variant),
    /// Of what the language's room lowers.
    Flow(Box<FlowGraph<'p>>),
}

impl<'p> ProgramGraph<'p> {
    /// Builds the graph.
    pub fn build(program: &'p Tree, variant: Variant) -> ProgramGraph<'p> {
        ProgramGraph::trusting(program, variant, &BTreeSet::new())
    }

    /// As [`ProgramGraph::build`], where functions of these modules outside of an Erlang program are known to depend on their
    /// arguments alone, and to change nothing. Other languages have no use for them.
    pub fn trusting(program: &'p Tree, variant: Variant, pure: &BTreeSet<String>) -> ProgramGraph<'p> {
        match room(program.language()).has_flow() {
            true => ProgramGraph::Flow(Box::new(FlowGraph::build(program, variant))),
            false => ProgramGraph::Expressions(Box::new(Graph::trusting(program, pure)), variant),
        }
    }

    /// Constructs that are kept because they are not modelled, in source order.
    pub fn notes(&self) -> Vec<Note> {
        match self {
            ProgramGraph::Expressions(graph, _) => graph.notes().to_vec(),
            ProgramGraph::Flow(graph) => graph.notes(),
        }
    }

    /// Nodes that the slice for all of these nodes together keeps.
    pub fn slice_all(&self, criteria: &[NodeId]) -> NodeSet {
        match self {
            ProgramGraph::Expressions(graph, variant) => graph.slice_all(criteria, *variant),
            ProgramGraph::Flow(graph) => graph.slice_all(criteria),
        }
    }

    /// Source text of a slice.
    pub fn render(&self, keep: &NodeSet) -> Vec<SourceFile> {
        match self {
            ProgramGraph::Expressions(graph, _) => graph.render(keep),
            ProgramGraph::Flow(graph) => graph.render(keep),
        }
    }

    /// Occurrences of variables that may hold objects of the program's classes, and still do where their function gets its result. None
    /// in a language that is not lowered to flow.
    pub fn returned_objects(program: &Tree) -> NodeSet {
        flow::returned_objects(program)
    }

    /// The graph in the language of Graphviz.
    pub fn dot(&self, keep: &NodeSet) -> String {
        match self {
            ProgramGraph::Expressions(graph, _) => graph.dot(keep),
            ProgramGraph::Flow(graph) => graph.dot(keep),
        }
    }
}

/// A built-in slicer that knows its program.
#[derive(Clone, Debug)]
pub struct PreparedBuiltin<'p> {
    builtin: Builtin,
    program: &'p Tree,
    seed: u64,
    graph: Option<ProgramGraph<'p>>,
}

impl PreparedBuiltin<'_> {
    /// Nodes that the slice keeps. The text may have a few more, where syntax leaves no choice.
    pub fn keep(&self, criterion: NodeId) -> NodeSet {
        if let Some(graph) = &self.graph {
            return graph.slice_all(&[criterion]);
        }
        match self.builtin {
            Builtin::CriterionOnly => NodeSet::from_iter([criterion]),
            Builtin::Random => neighbours::random(self.program, &[criterion], self.seed),
            Builtin::Reachable => reachable::reachable(self.program, &[criterion]),
            _ => self.program.counted(),
        }
    }

    /// The slice as text, under the program's file names.
    pub fn slice(&self, criterion: NodeId) -> Vec<SourceFile> {
        self.slice_all(&[criterion])
    }

    /// The slice for all of these nodes together; never none.
    fn slice_all(&self, criteria: &[NodeId]) -> Vec<SourceFile> {
        if let Some(graph) = &self.graph {
            return graph.render(&graph.slice_all(criteria));
        }
        self.builtin.slice(&Query {
            program: self.program,
            criteria,
            gold: None,
            trace: None,
            seed: self.seed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn a_random_slice_depends_on_the_seed_that_is_given() {
        let text = "f(A, B) -> C = A + B, D = A - B, E = C * D, {C, D, E, A, B}.";
        let tree = Tree::parse(Language::Erlang, &[SourceFile::new("a.erl", text)]);
        let criterion = tree.ids().find(|&node| tree.label(node) == "E").unwrap();
        let drawn = |seed| Builtin::Random.prepare(&tree, seed).keep(criterion);
        assert_eq!(drawn(7), drawn(7));
        assert!((1..20).any(|seed| drawn(seed) != drawn(0)));
    }
}
