//! Which nodes of a gold slice an answer may lack: those that are only around the criterion.
//!
//! In: a gold slice G, an oracle of its program. Out: the nodes of G that are not in L ⊂ G, the gold slice without the
//! frame of its criterion (the call around it, its name, the stub of the called function), as far as the oracle finds
//! that L is a slice; and of each what must be gone with it. Every subset that keeps to this is run: what is optional
//! is observed, never assumed.

use std::collections::BTreeSet;

use super::OptionalEntry;
use super::needs::needs;
use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::Candidate;
use crate::error::Result;
use crate::languages;
use crate::map::{MapOptions, map};
use crate::oracle::meaning::NameMeanings;
use crate::oracle::{Oracle, Trial};
use crate::suite::OptionalNode;

/// Most groups of nodes that go one by one: all their subsets are run.
const MAX_GROUPS: usize = 6;

/// A gold slice and its place in the program.
pub(super) struct FramedGold<'s> {
    program: &'s Tree,
    criterion: NodeId,
    gold: Tree,
    /// The program's node for each node of the gold slice.
    origins: Vec<Option<NodeId>>,
    kept: NodeSet,
    /// The gold slice's node that is the criterion.
    at: NodeId,
}

/// A program without some nodes of a gold slice.
struct Reduced {
    tree: Tree,
    origins: Vec<Option<NodeId>>,
    at: NodeId,
}

impl<'s> FramedGold<'s> {
    /// `None` when the criterion is not in the gold slice, or the slice does not parse.
    pub(super) fn new(program: &'s Tree, gold: &[SourceFile], criterion: NodeId) -> Option<FramedGold<'s>> {
        let gold = Tree::parse(program.language(), gold);
        let (origins, kept) = placed(program, &gold, criterion);
        let at = located(&origins, criterion)?;
        gold.problems().is_empty().then_some(FramedGold { program, criterion, gold, origins, kept, at })
    }

    /// The nodes that an answer may lack. `behaves` says whether a program with a criterion is a slice.
    ///
    /// # Errors
    /// Those of `behaves`.
    pub(super) fn optional(&self, behaves: Behaves<'_>) -> Result<Vec<OptionalNode>> {
        let Some(groups) = self.groups(behaves)? else { return Ok(Vec::new()) };
        let n_subsets = 1_usize << groups.len();
        let mut slices = BTreeSet::from([0, n_subsets - 1]);
        for subset in 1..n_subsets - 1 {
            if self.is_slice(&union(&groups, subset), behaves)? {
                slices.insert(subset);
            }
        }
        let needs = needs(groups.len(), &|subset| slices.contains(&subset));
        let mut optional = Vec::new();
        for (idx, group) in groups.iter().enumerate() {
            let together = union(&groups, needs[idx]);
            optional.extend(group.iter().map(|&node| {
                let needs = together.iter().filter(|&other| other != node).collect();
                OptionalNode { node, needs }
            }));
        }
        optional.sort_by_key(|optional| optional.node);
        Ok(optional)
    }

    /// A set of nodes, closed under what each needs, with which the gold slice is none; `None` when the claim holds.
    ///
    /// # Errors
    /// Those of `behaves`.
    pub(super) fn refuted(&self, optional: &[OptionalNode], behaves: Behaves<'_>) -> Result<Option<NodeId>> {
        let Some(groups) = groups_of(optional) else { return Ok(optional.first().map(|node| node.node)) };
        for subset in 1..1_usize << groups.len() {
            let gone = union(&groups, subset);
            let is_closed = optional
                .iter()
                .all(|one| !gone.contains(one.node) || one.needs.iter().all(|&need| gone.contains(need)));
            if is_closed && !self.is_slice(&gone, behaves)? {
                return Ok(gone.iter().next());
            }
        }
        Ok(None)
    }

    /// What can go, in groups that go as a whole; `None` for nothing.
    fn groups(&self, behaves: Behaves<'_>) -> Result<Option<Vec<Vec<NodeId>>>> {
        let around = self.gold.around(self.at);
        let mut gone = NodeSet::new();
        let mut groups = Vec::new();
        for n_lifted in (1..=around.len()).rev() {
            let lifted: Vec<Vec<NodeId>> = around[..n_lifted]
                .iter()
                .enumerate()
                .flat_map(|(idx, &node)| {
                    self.parts(node, idx.checked_sub(1).map_or(self.at, |idx| around[idx]))
                })
                .collect();
            let region: NodeSet = lifted.iter().flatten().copied().collect();
            if let Some(with) = self.slice_beside(&region, behaves)? {
                groups = lifted;
                gone = region;
                if !with.is_empty() {
                    gone = gone.union(&with);
                    groups.push(with.iter().collect());
                }
                break;
            }
        }
        for &call in &around {
            let name = self.names(call);
            let more = gone.union(&name.iter().copied().collect());
            if more.len() > gone.len() && self.is_slice(&more, behaves)? {
                gone = more;
                groups.push(name);
            }
        }
        if gone.is_empty() {
            return Ok(None);
        }
        while let Some(more) = self.further(&gone, behaves)? {
            gone = gone.union(&more);
            groups.push(more.iter().collect());
        }
        groups.retain(|group| !group.is_empty());
        while groups.len() > MAX_GROUPS {
            let last = groups.pop().expect("more than some");
            groups.last_mut().expect("at least some").extend(last);
        }
        Ok(Some(groups))
    }

    /// What goes when a node around the criterion is replaced by what is inside of it: the name of what it calls, and
    /// the rest.
    fn parts(&self, around: NodeId, inside: NodeId) -> [Vec<NodeId>; 2] {
        let name = self.names(around);
        let spared = self.gold.subtree(inside);
        let rest = self.gold.subtree(around).filter(|node| !spared.contains(node));
        let rest = self.originals(rest).filter(|node| !name.contains(node)).collect();
        [name, rest]
    }

    fn names(&self, call: NodeId) -> Vec<NodeId> {
        let names = self.gold.names_called(call).filter(|&name| !self.gold.subtree(name).contains(&self.at));
        self.originals(names.flat_map(|name| self.gold.subtree(name))).collect()
    }

    /// Counted nodes of the program that nodes of the gold slice are.
    fn originals(&self, nodes: impl Iterator<Item = NodeId>) -> impl Iterator<Item = NodeId> {
        nodes.filter_map(|node| self.origins[node as usize]).filter(|&node| self.kept.contains(node))
    }

    /// Whether the gold slice without some nodes is a slice: then nothing more, or one deletion that makes it one.
    fn slice_beside(&self, gone: &NodeSet, behaves: Behaves<'_>) -> Result<Option<NodeSet>> {
        match self.is_slice(gone, behaves)? {
            true => Ok(Some(NodeSet::new())),
            false => self.further(gone, behaves),
        }
    }

    /// The first single deletion with which the gold slice without some nodes is a slice, and that only these nodes need: a gold
    /// slice that nobody has minimised may have others.
    fn further(&self, gone: &NodeSet, behaves: Behaves<'_>) -> Result<Option<NodeSet>> {
        let Some(reduced) = self.without(gone) else { return Ok(None) };
        let Some(table) = languages::deletions(&reduced.tree) else { return Ok(None) };
        let meanings = NameMeanings::new(languages::scoped_uses(&reduced.tree));
        for id in 0..table.all().len() as u32 {
            let nodes = table.gone(&reduced.tree, id);
            let nodes: NodeSet = nodes.filter_map(|node| reduced.origins[node as usize]).collect();
            let nodes = nodes.intersection(&self.kept);
            if nodes.is_empty() || nodes.contains(self.criterion) {
                continue;
            }
            if meanings.check(&reduced.tree, &table, &Candidate::from_iter([id])).is_some() {
                continue;
            }
            if self.is_slice(&gone.union(&nodes), behaves)? && !self.is_slice(&nodes, behaves)? {
                return Ok(Some(nodes));
            }
        }
        Ok(None)
    }

    /// Whether the gold slice is a slice without some nodes; of none, whether it is one itself.
    pub(super) fn is_slice(&self, gone: &NodeSet, behaves: Behaves<'_>) -> Result<bool> {
        self.without(gone).map_or(Ok(false), |reduced| behaves(&reduced.tree, reduced.at))
    }

    /// The gold slice without some of its nodes; `None` where no text is that.
    fn without(&self, gone: &NodeSet) -> Option<Reduced> {
        let wanted = self.kept.difference(gone);
        let lifted = self.reduced(self.lifted(gone))?;
        if self.looks_like(&lifted.kept(&self.kept), &wanted) {
            return Some(lifted);
        }
        // What the text cannot lose around the criterion goes by the table.
        let is_left =
            |node: &NodeId| lifted.origins[*node as usize].is_none_or(|origin| wanted.contains(origin));
        let kept: NodeSet = lifted.tree.counted().iter().filter(is_left).collect();
        let table = languages::deletions(&lifted.tree)?;
        let candidate = table.of_kept(&lifted.tree, &kept).ok()?;
        let reduced = self.reduced(table.text(&lifted.tree, &candidate))?;
        self.looks_like(&reduced.kept(&self.kept), &wanted).then_some(reduced)
    }

    /// Whether the same text is left of two sets of nodes: of `x + y + y` either of two sums can be gone, and the
    /// mapping names one of them.
    fn looks_like(&self, kept: &NodeSet, wanted: &NodeSet) -> bool {
        let looks = |nodes: &NodeSet| {
            let mut looks: Vec<_> =
                nodes.iter().map(|node| (self.program.kind(node), self.program.label(node))).collect();
            looks.sort_unstable();
            looks
        };
        kept == wanted || kept.len() == wanted.len() && looks(kept) == looks(wanted)
    }

    fn reduced(&self, files: Vec<SourceFile>) -> Option<Reduced> {
        let tree = Tree::parse(self.program.language(), &files);
        if !tree.problems().is_empty() {
            return None;
        }
        let (origins, _) = placed(self.program, &tree, self.criterion);
        let at = located(&origins, self.criterion)?;
        Some(Reduced { tree, origins, at })
    }

    /// The gold slice's text with the criterion in the place of what is gone around it.
    fn lifted(&self, gone: &NodeSet) -> Vec<SourceFile> {
        let gold = &self.gold;
        let is_gone = |node: NodeId| self.origins[node as usize].is_some_and(|origin| gone.contains(origin));
        let source = gold.text(self.at);
        let mut text = match gold.subtree(self.at).len() {
            1 => source.to_owned(),
            _ => format!("({source})"),
        };
        let mut inside = gold.span(self.at);
        let mut whole = inside.clone();
        let mut definitions = BTreeSet::new();
        for node in gold.around(self.at) {
            let span = gold.span(node);
            whole = span.clone();
            if !is_gone(node) {
                text = self.around(node, &inside, &text, &is_gone, &mut definitions);
            }
            inside = span;
        }
        let file_idx = gold.file_of(self.at);
        let replaced = |(idx, file): (usize, &SourceFile)| {
            let mut text_of_file = file.text.clone();
            if idx == file_idx {
                text_of_file.replace_range(whole.clone(), &text);
                definitions.iter().for_each(|definition: &String| text_of_file.push_str(definition));
            }
            SourceFile::new(&file.path, text_of_file)
        };
        gold.files().enumerate().map(replaced).collect()
    }

    /// A node around the criterion with another text inside, and nothing called where the name is gone.
    fn around(
        &self,
        node: NodeId,
        inside: &std::ops::Range<usize>,
        text: &str,
        is_gone: &dyn Fn(NodeId) -> bool,
        definitions: &mut BTreeSet<String>,
    ) -> String {
        let gold = &self.gold;
        let source = &gold.file(gold.file_of(node)).text;
        let span = gold.span(node);
        let names: Vec<NodeId> = gold.names_called(node).collect();
        let after = &source[inside.end..span.end];
        let n_arguments = gold.children(node).count() - names.len();
        let nothing = || languages::room(gold.language()).nothing_called(n_arguments);
        let called = match (names.first(), names.last()) {
            (Some(&first), Some(&last)) if names.iter().all(|&name| is_gone(name)) => {
                nothing().map(|nothing| (gold.span(first).start..gold.span(last).end, nothing))
            }
            _ => None,
        };
        match called.filter(|(name, _)| name.end <= inside.start) {
            Some((name, (nothing, definition))) => {
                definitions.insert(definition);
                let (before, between) = (&source[span.start..name.start], &source[name.end..inside.start]);
                format!("{before}{nothing}{between}{text}{after}")
            }
            None => format!("{}{text}{after}", &source[span.start..inside.start]),
        }
    }
}

impl Reduced {
    /// The counted nodes of the gold slice that are left.
    fn kept(&self, gold: &NodeSet) -> NodeSet {
        let counted = self.tree.ids().filter(|&node| self.tree.is_counted(node));
        let origins: NodeSet = counted.filter_map(|node| self.origins[node as usize]).collect();
        origins.intersection(gold)
    }
}

/// Says whether a program, with the node that is the criterion, is a slice.
pub(super) type Behaves<'b> = &'b mut dyn FnMut(&Tree, NodeId) -> Result<bool>;

/// On all inputs of an oracle.
///
/// # Errors
/// Those of the oracle.
pub(super) fn behaves(oracle: &mut dyn Oracle, tree: &Tree, at: NodeId) -> Result<bool> {
    Ok(oracle.try_other(tree, &[at])? == Trial::Same)
}

/// As an entry of a certificate says it.
pub(super) fn entry(program: &Tree, optional: &OptionalNode) -> OptionalEntry {
    OptionalEntry {
        node: optional.node,
        at: super::replay::place(program, optional.node),
        needs: optional.needs.clone(),
    }
}

impl From<&OptionalEntry> for OptionalNode {
    fn from(entry: &OptionalEntry) -> OptionalNode {
        OptionalNode { node: entry.node, needs: entry.needs.clone() }
    }
}

fn placed(program: &Tree, slice: &Tree, criterion: NodeId) -> (Vec<Option<NodeId>>, NodeSet) {
    let nothing = languages::room(program.language()).nothing_called(0);
    let helpers = nothing.map(|(name, _)| name.to_owned()).into_iter().collect();
    let mapping = map(program, slice, &MapOptions { helpers, ..MapOptions::of_criterion(&[criterion]) });
    (mapping.origins(), mapping.kept)
}

fn located(origins: &[Option<NodeId>], criterion: NodeId) -> Option<NodeId> {
    origins.iter().position(|&origin| origin == Some(criterion)).map(|node| node as NodeId)
}

fn union(groups: &[Vec<NodeId>], subset: usize) -> NodeSet {
    let chosen = groups.iter().enumerate().filter(|(idx, _)| subset >> idx & 1 == 1);
    chosen.flat_map(|(_, group)| group.iter().copied()).collect()
}

/// Nodes that need each other; `None` when there are too many groups to be run.
fn groups_of(optional: &[OptionalNode]) -> Option<Vec<Vec<NodeId>>> {
    let mut groups: Vec<Vec<NodeId>> = Vec::new();
    for one in optional {
        let together = |other: &OptionalNode| {
            one.node == other.node || one.needs.contains(&other.node) && other.needs.contains(&one.node)
        };
        let group: Vec<NodeId> =
            optional.iter().filter(|other| together(other)).map(|other| other.node).collect();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    (groups.len() <= MAX_GROUPS).then_some(groups)
}
