//! What is around the criterion in its statement: neither missing nor surplus.
//!
//! In: a program, a gold slice, what an answer kept. Out: the part of gold that counts, and the part of the answer that
//! does. Which nodes of gold are optional is for its certificate to say, or for running it; without either only a call whose
//! value nobody uses is, of what the program does not define.

use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::map::{MapOptions, map};
use crate::suite::{Criterion, OptionalNode};

/// What is around the criterion of a task.
#[derive(Clone, Debug, Default)]
pub(super) struct CriterionFrame {
    nodes: NodeSet,
}

/// An answer and a gold slice without what does not count.
pub(super) struct CountedNodes {
    /// Nodes of gold that the answer has or needs.
    pub(super) gold: NodeSet,
    /// Nodes that the answer kept, without the frame's.
    pub(super) kept: NodeSet,
    /// The frame's nodes that the answer kept and gold has not.
    pub(super) frame: NodeSet,
}

impl CriterionFrame {
    /// Statements as criteria have no frame.
    pub(super) fn new(program: &Tree, criterion: &Criterion) -> CriterionFrame {
        match criterion.nodes[..] {
            [node] => CriterionFrame::around(program, node),
            _ => CriterionFrame::default(),
        }
    }

    /// That of a node.
    pub(super) fn around(program: &Tree, node: NodeId) -> CriterionFrame {
        CriterionFrame { nodes: program.frame(node) }
    }

    /// What counts of a gold slice and an answer that has these `nodes`, in whole units of its granularity.
    pub(super) fn counted(
        &self,
        gold: (&NodeSet, &[OptionalNode]),
        nodes: &NodeSet,
        whole: &dyn Fn(&NodeSet) -> NodeSet,
    ) -> CountedNodes {
        let (gold, optional) = gold;
        let lacks = |node: &NodeId| !nodes.contains(*node);
        let absent = optional.iter().filter(|one| lacks(&one.node) && one.needs.iter().all(lacks));
        let absent: NodeSet = absent.map(|one| one.node).collect();
        let all = whole(gold);
        let extra = nodes.difference(&all);
        let beside = whole(&extra.difference(&self.nodes));
        let frame = extra.difference(&beside);
        CountedNodes {
            gold: match absent.is_empty() {
                true => all,
                false => whole(&gold.difference(&absent)).union(&all.intersection(nodes)),
            },
            kept: nodes.difference(&frame),
            frame,
        }
    }
}

/// A slicer's normal form of a program, with the place of the criterion in it.
pub(super) struct NormalForm<'n> {
    normal: &'n Tree,
    /// The criterion.
    pub(super) node: NodeId,
    /// The node of the program for each node of the normal form; `None` for what was added or written in another way.
    origins: Vec<Option<NodeId>>,
}

impl<'n> NormalForm<'n> {
    /// `None` where it cannot be told which node is the criterion, or what is around it was written in another way.
    pub(super) fn new(program: &Tree, criterion: &Criterion, normal: &'n Tree) -> Option<NormalForm<'n>> {
        let [node] = criterion.nodes[..] else { return None };
        let mapping = map(program, normal, &MapOptions::of_criterion(&criterion.nodes));
        let origins = mapping.origins();
        let by_mapping = || {
            let there = origins.iter().position(|&origin| origin == Some(node))? as NodeId;
            // Casts may come in between.
            let mut around = frame_keys(normal, there).into_iter();
            let is_there = frame_keys(program, node).iter().all(|key| around.any(|other| other == *key));
            is_there.then_some(there)
        };
        let there = in_same_frame(program, node, normal).or_else(by_mapping)?;
        (!program.frame(node).is_empty()).then_some(NormalForm { normal, node: there, origins })
    }

    /// Optional nodes of a gold slice of the program, of whose normal form these are the nodes.
    ///
    /// What was added inside of something optional is so with it; what was added around the criterion is when all else there is
    /// gone.
    pub(super) fn optional(
        &self,
        (program, criterion): (&Tree, NodeId),
        optional: &[OptionalNode],
        gold: &NodeSet,
    ) -> Vec<OptionalNode> {
        let frames = (program.frame(criterion), self.normal.frame(self.node));
        let by_frame: Vec<(NodeId, NodeId)> = match frames.0.len() == frames.1.len() {
            true => frames.0.iter().zip(frames.1.iter()).collect(),
            false => Vec::new(),
        };
        let image = |node: &NodeId| {
            let in_frame = by_frame.iter().find(|(own, _)| own == node).map(|(_, other)| *other);
            let is_it =
                |other: &NodeId| self.origins[*other as usize] == Some(*node) && gold.contains(*other);
            in_frame.or_else(|| gold.iter().find(is_it))
        };
        let found = optional.iter().filter_map(|one| {
            let needs = one.needs.iter().map(image).collect::<Option<Vec<_>>>()?;
            Some(OptionalNode { node: image(&one.node)?, needs })
        });
        let mut found: Vec<OptionalNode> = found.collect();
        let known: NodeSet = found.iter().map(|one| one.node).collect();
        let in_frame: Vec<NodeId> = known.intersection(&frames.1).iter().collect();
        let added =
            gold.iter().filter(|&node| !known.contains(node) && self.origins[node as usize].is_none());
        for node in added {
            let is_optional = |&above: &NodeId| known.contains(above) && !frames.1.contains(above);
            if let Some(above) = self.normal.ancestors(node).find(is_optional) {
                found.push(OptionalNode { node, needs: vec![above] });
            } else if frames.1.contains(node) && !in_frame.is_empty() {
                found.push(OptionalNode { node, needs: in_frame.clone() });
            }
        }
        found
    }
}

fn frame_keys(tree: &Tree, node: NodeId) -> Vec<u64> {
    tree.frame(node).iter().map(|part| tree.key(part)).collect()
}

/// The node with the same name and the same around it, and as many such nodes before it, in a form that has as many of them.
fn in_same_frame(program: &Tree, node: NodeId, normal: &Tree) -> Option<NodeId> {
    let wanted = frame_keys(program, node);
    let alike = |tree: &Tree| -> Vec<NodeId> {
        let is_named = |&other: &NodeId| tree.key(other) == program.key(node) && tree.is_counted(other);
        tree.ids().filter(is_named).filter(|&other| frame_keys(tree, other) == wanted).collect()
    };
    let (own, others) = (alike(program), alike(normal));
    let idx = own.iter().position(|&other| other == node)?;
    (own.len() == others.len()).then(|| others[idx])
}

/// The nodes of a gold slice that nobody has run that an answer may lack: a call around the criterion whose value nobody uses, of
/// what the program does not define, if nothing else in it is gold.
pub(super) fn assumed(program: &Tree, gold: &NodeSet, criterion: &Criterion) -> Vec<OptionalNode> {
    let [node] = &criterion.nodes[..] else { return Vec::new() };
    let around = program.around(*node);
    let Some(&statement) = around.last().filter(|&&last| is_unused_call(program, last)) else {
        return Vec::new();
    };
    let frame = program.frame(*node);
    let is_around = |part: NodeId| frame.contains(part) || program.subtree(*node).contains(&part);
    let is_alone = gold.iter().filter(|part| program.subtree(statement).contains(part)).all(is_around);
    let calls = || around.iter().copied().filter(|&part| program.is_call(part));
    let is_foreign = calls().all(|call| !is_defined(program, call) && !is_shared(program, gold, call));
    if !is_alone || !is_foreign {
        return Vec::new();
    }
    let needs = |part: NodeId| -> Vec<NodeId> {
        let names = program.names_called(part).flat_map(|name| program.subtree(name));
        names.filter(|&name| gold.contains(name) && frame.contains(name)).collect()
    };
    frame.intersection(gold).iter().map(|part| OptionalNode { node: part, needs: needs(part) }).collect()
}

/// Whether a statement is a call that is not the value of what it is in.
fn is_unused_call(program: &Tree, statement: NodeId) -> bool {
    let is_last =
        || program.parent(statement).is_some_and(|parent| program.children(parent).last() == Some(statement));
    program.is_call(statement)
        && program.flags(statement).has(Flags::STATEMENT)
        && !(program.language().has_implicit_return() && is_last())
}

/// Whether the program defines what a call names.
fn is_defined(program: &Tree, call: NodeId) -> bool {
    let label = |node: NodeId| program.label(node).split('/').next().unwrap_or_default().to_owned();
    let names =
        std::iter::once(call).chain(program.names_called(call).flat_map(|name| program.subtree(name)));
    let names: Vec<String> = names.map(label).filter(|name| !name.is_empty()).collect();
    let mut definitions = program.ids().filter(|&node| program.flags(node).has(Flags::DEFINITION));
    definitions.any(|definition| names.contains(&label(definition)))
}

/// Whether gold uses elsewhere what a call is made on: `items` of `items.add(x)`.
fn is_shared(program: &Tree, gold: &NodeSet, call: NodeId) -> bool {
    let is_variable = |&node: &NodeId| program.flags(node).has(Flags::VARIABLE);
    let names = program.names_called(call).flat_map(|name| program.subtree(name)).filter(is_variable);
    let names: Vec<&str> = names.map(|node| program.label(node)).collect();
    let others = gold.iter().filter(|node| !program.subtree(call).contains(node)).filter(is_variable);
    others.into_iter().any(|node| names.contains(&program.label(node)))
}
