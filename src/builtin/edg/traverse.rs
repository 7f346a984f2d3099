//! Walking backwards: which nodes are needed, and what of their values.
//!
//! Each node is a state of one automaton; a transition `(field, state)` of node `n` says that of `n`'s value
//! that part is needed which `field` names, and of this part what is needed of `state`. Rules that push
//! add a transition to their own source, rules that pop follow one; the automaton grows until no
//! rule applies, as in the saturation of pushdown systems.

use std::collections::{HashMap, VecDeque};

use crate::ast::{NodeId, NodeSet};
use crate::languages::erlang::syntax::{Expr, Kind};
use crate::stack::deep;

use super::graph::{Aux, Component, Edge, Label, Need, When};
use super::reasons::{Dependence, Derivations, NeedCause};
use super::{Graph, Variant};

/// Transitions of a node beyond this many are replaced by the need for everything.
const MAX_TRANSITIONS: usize = 64;

/// A need that has reached a node and has to be handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Need(Need),
    Path(Component, NodeId),
}

/// What a walk does without.
#[derive(Clone, Debug, Default)]
pub(super) struct Without {
    /// Clauses that are not there, with all in them.
    pub(super) gone: NodeSet,
    /// Clauses of which nobody asks when they are taken.
    pub(super) untested: NodeSet,
}

struct Traversal<'g, 't> {
    graph: &'g Graph<'t>,
    variant: Variant,
    needs: Vec<Need>,
    transitions: HashMap<NodeId, Vec<(Component, NodeId)>>,
    /// From a state to the nodes that need whatever is needed of it, each with what led there.
    followers: HashMap<NodeId, Vec<(NodeId, NeedCause)>>,
    units: NodeSet,
    /// What encloses a criterion that is evaluated once: how it ends shows nowhere.
    around: NodeSet,
    pending: VecDeque<(NodeId, Item)>,
    without: &'g Without,
    /// Why each need is there, where somebody asks; then what is near to the criterion goes first.
    derivations: Option<Derivations>,
}

/// What is needed of each node, for the whole values of the criterion.
pub(super) fn traverse(
    graph: &Graph<'_>,
    criteria: &[NodeId],
    variant: Variant,
    without: &Without,
) -> Vec<Need> {
    walked(graph, criteria, variant, without, None).needs
}

/// Why anything is needed of the nodes of which something is.
pub(super) fn derive(
    graph: &Graph<'_>,
    criteria: &[NodeId],
    variant: Variant,
    without: &Without,
) -> Derivations {
    walked(graph, criteria, variant, without, Some(Derivations::default())).derivations.unwrap_or_default()
}

fn walked<'g, 't>(
    graph: &'g Graph<'t>,
    criteria: &[NodeId],
    variant: Variant,
    without: &'g Without,
    derivations: Option<Derivations>,
) -> Traversal<'g, 't> {
    let mut walk = Traversal {
        graph,
        variant,
        needs: vec![Need::default(); graph.n_nodes()],
        transitions: HashMap::new(),
        followers: HashMap::new(),
        units: NodeSet::new(),
        // How something ends shows when one of them is behind it.
        around: criteria
            .iter()
            .map(|&criterion| graph.around(criterion))
            .reduce(|around, other| around.intersection(&other))
            .unwrap_or_default(),
        pending: VecDeque::new(),
        without,
        derivations,
    };
    for &criterion in criteria {
        walk.give(criterion, Item::Need(Need::FULL), None);
        walk.give(criterion, Item::Need(Need::RUN), None);
        if let Some(entry) = graph.entry_of(criterion) {
            let running = (criterion, Item::Need(Need::RUN));
            walk.give(entry, Item::Need(Need::RUN), Some((running, Dependence::Control)));
        }
    }
    while let Some((node, item)) = walk.next() {
        walk.hand_on(node, item);
    }
    walk
}

impl Traversal<'_, '_> {
    /// The need to be handed on next. Which one does not change what is needed in the end.
    fn next(&mut self) -> Option<(NodeId, Item)> {
        match self.derivations {
            Some(_) => self.pending.pop_front(),
            None => self.pending.pop_back(),
        }
    }

    /// Whether a node is in a clause that is not there, or belongs to what is; or is a test that nobody asks for.
    fn is_left_out(&self, node: NodeId) -> bool {
        let Without { gone, untested } = self.without;
        if gone.is_empty() && untested.is_empty() {
            return false;
        }
        match (node as usize).checked_sub(self.graph.tree.len()).map(|idx| self.graph.aux[idx]) {
            None => gone.contains(node),
            Some(Aux::Test(clause)) => untested.contains(clause) || gone.contains(clause),
            Some(aux) => aux.owner().is_some_and(|owner| gone.contains(owner)),
        }
    }

    /// The clause behind one that is not there needs what this one does of those before it.
    fn pass_by(&mut self, clause: NodeId, because: Option<NeedCause>) {
        let graph = self.graph;
        for edge in graph.edges.of(clause) {
            if let Label::Star(When::Kept, need) = edge.label {
                deep(|| self.give(edge.to, Item::Need(need), because));
            }
        }
    }

    /// Adds a need to a node, unless it is there or cannot be of its value.
    fn give(&mut self, node: NodeId, item: Item, because: Option<NeedCause>) {
        if self.is_left_out(node) {
            // Of what is in such clauses nobody asks but the clause behind them, and calls of what is called there.
            if (node as usize) < self.graph.tree.len() && self.graph.syntax.kind(node).is_clause() {
                self.pass_by(node, because);
            }
            return;
        }
        let item = match item {
            Item::Need(need) if need == Need::HEAD && !self.variant.is_constrained() => {
                Item::Need(Need::FULL)
            }
            Item::Path(..) if !self.variant.is_constrained() => Item::Need(Need::FULL),
            item => item,
        };
        let before = self.needs[node as usize];
        let gained = match item {
            Item::Need(need) => {
                if before.has(need) {
                    return;
                }
                need
            }
            Item::Path(field, state) => {
                if before.has(Need::FULL) || !self.accepts(node, field) {
                    return;
                }
                let transitions = self.transitions.entry(node).or_default();
                if transitions.contains(&(field, state)) {
                    return;
                }
                if transitions.len() == MAX_TRANSITIONS {
                    return self.give(node, Item::Need(Need::FULL), because);
                }
                transitions.push((field, state));
                Need::PATH
            }
        };
        let after = Need(before.0 | gained.0);
        self.needs[node as usize] = after;
        self.pending.push_back((node, item));
        if let Some(derivations) = &mut self.derivations {
            derivations.add((node, item), because);
        }
        if before != after {
            self.control((node, item), before, after);
        }
    }

    /// Whether the value of a node can have such a part.
    fn accepts(&self, node: NodeId, field: Component) -> bool {
        let tree = self.graph.tree;
        if node as usize >= tree.len() {
            return true;
        }
        match self.graph.syntax.expr(node) {
            Expr::Integer(_) | Expr::Float(_) | Expr::Char(_) | Expr::Atom(_) | Expr::Nil => false,
            Expr::Binary(_) | Expr::UnaryOperator { .. } => false,
            Expr::Tuple(mut parts) => match field {
                Component::Element(element) => element == 0 || parts.nth(element as usize - 1).is_some(),
                _ => false,
            },
            Expr::Cons { .. } | Expr::String(_) => matches!(field, Component::Head | Component::Tail),
            Expr::Comprehension { .. } => match self.graph.syntax.kind(node) {
                Kind::ListComprehension => matches!(field, Component::Head | Component::Tail),
                _ => true,
            },
            Expr::Record { .. } | Expr::RecordUpdate { .. } => matches!(field, Component::Element(_)),
            Expr::Map(_) | Expr::MapUpdate { .. } => matches!(field, Component::Key(_)),
            Expr::Fun { .. } | Expr::FunRef(_) => field == Component::Result,
            _ => true,
        }
    }

    /// Walks the control edges that are open now, and the arguments of a call that is executed now.
    fn control(&mut self, gained: (NodeId, Item), before: Need, after: Need) {
        let graph = self.graph;
        let (node, _) = gained;
        for edge in graph.edges.of(node) {
            match edge.label {
                // Only flow edges belong to calls, so that these are always there.
                Label::Star(when, need) if when.holds(after) && !when.holds(before) => {
                    let how = match when {
                        When::Valued => Dependence::Value,
                        When::Kept | When::Active => Dependence::Control,
                    };
                    self.give(edge.to, Item::Need(need), Some((gained, how)));
                }
                Label::Operand if !before.is_kept() => {
                    let is_around = self.around.contains(edge.to);
                    let need = if is_around { Need::INSIDE } else { Need::RUN };
                    self.give(edge.to, Item::Need(need), Some((gained, Dependence::Control)));
                }
                _ => {}
            }
        }
        if After(before, after).became(When::Active) {
            self.open_arguments(node);
        }
        if self.variant.is_by_statement() && !before.is_kept() && (node as usize) < graph.tree.len() {
            self.keep_unit(gained);
        }
    }

    fn is_open(&self, edge: &Edge) -> bool {
        edge.call.is_none_or(|call| self.needs[call as usize].is_active())
    }

    fn open_arguments(&mut self, call: NodeId) {
        let graph = self.graph;
        for &formal in graph.edges.guarded_by(call) {
            for edge in graph.edges.of(formal).iter().filter(|edge| edge.call == Some(call)) {
                self.walk_all(formal, edge);
            }
        }
    }

    /// Hands everything that is needed of a node on along one edge.
    fn walk_all(&mut self, node: NodeId, edge: &Edge) {
        for item in self.items(node) {
            self.walk_edge(node, edge, item);
        }
    }

    /// Everything that is needed of the value of a node.
    fn items(&self, node: NodeId) -> Vec<Item> {
        let of_all = [Need::HEAD, Need::FULL].into_iter().filter(|need| self.needs[node as usize].has(*need));
        let of_parts = self.transitions.get(&node).into_iter().flatten();
        of_all.map(Item::Need).chain(of_parts.map(|&(field, state)| Item::Path(field, state))).collect()
    }

    fn hand_on(&mut self, node: NodeId, item: Item) {
        if let Item::Need(need) = item
            && !need.is_valued()
        {
            return;
        }
        let graph = self.graph;
        for edge in graph.edges.of(node) {
            if self.is_open(edge) {
                self.walk_edge(node, edge, item);
            }
        }
        for (follower, because) in self.followers.get(&node).cloned().unwrap_or_default() {
            self.give(follower, item, Some(because));
        }
    }

    fn walk_edge(&mut self, node: NodeId, edge: &Edge, item: Item) {
        let because = ((node, item), Dependence::Value);
        match (edge.label, item) {
            (Label::Flow, item) => self.give(edge.to, item, Some(because)),
            (Label::Push(field), _) => self.give(edge.to, Item::Path(field, node), Some(because)),
            (Label::Pop(_), Item::Need(need)) if need == Need::FULL => {
                self.give(edge.to, item, Some(because));
            }
            (Label::Pop(field), Item::Path(top, state)) if top == field => {
                self.follow(state, edge.to, because);
            }
            _ => {}
        }
    }

    /// From now on `node` needs whatever is needed of `state`.
    fn follow(&mut self, state: NodeId, node: NodeId, because: NeedCause) {
        let followers = self.followers.entry(state).or_default();
        if followers.iter().any(|(follower, _)| *follower == node) {
            return;
        }
        followers.push((node, because));
        for item in self.items(state) {
            self.give(node, item, Some(because));
        }
    }

    fn keep_unit(&mut self, gained: (NodeId, Item)) {
        let graph = self.graph;
        let (node, _) = gained;
        let units = &graph.units[usize::from(self.variant.is_constrained())];
        let unit = units[node as usize];
        if !self.units.insert(unit) {
            return;
        }
        let mut next = unit;
        while next < graph.tree.subtree(unit).end {
            // Units inside have their own fate.
            if next != unit && units[next as usize] == next {
                next = graph.tree.subtree(next).end;
                continue;
            }
            self.give(next, Item::Need(Need::FULL), Some((gained, Dependence::Statement)));
            next += 1;
        }
    }
}

/// A change of what is needed of a node.
struct After(Need, Need);

impl After {
    fn became(&self, when: When) -> bool {
        when.holds(self.1) && !when.holds(self.0)
    }
}
