//! Nodes of a tree as they are found, in preorder.

use std::collections::HashMap;

use super::entries::EntryNames;
use super::hash::{FnvBuilder, fnv, mix};
use super::notes::Notes;
use super::role::NodeRole;
use super::tree::{File, Flags, NO_PARENT, Node, NodeId, SyntaxProblem, Tree};
use crate::language::Language;

/// Where the hashes of values begin, apart from those of kinds.
const VALUE_SEED: u64 = 0x7661_6c75_6573;

/// Collects nodes in preorder; shared by the generic and the language-specific builders.
pub(super) struct Builder {
    pub(super) nodes: Vec<Node>,
    kinds: Vec<Box<str>>,
    kind_ids: HashMap<Box<str>, u16, FnvBuilder>,
    kind_hashes: Vec<u64>,
    labels: Vec<Box<str>>,
    label_ids: HashMap<Box<str>, u32, FnvBuilder>,
    open: Vec<NodeId>,
    /// Hash of the header of each definition that has one, in ascending order.
    pub(super) headers: Vec<(NodeId, u64)>,
    /// Nodes of the concrete tree of this file with the nodes that they became.
    pub(super) opened: Vec<(u32, NodeId)>,
    pub(super) entries: EntryNames,
}

/// Everything about a node that is known when it is opened.
pub(super) struct NewNode<'t> {
    pub(super) kind: &'t str,
    pub(super) label: &'t str,
    /// What kind and label mean, where other spellings mean the same.
    pub(super) value: Option<&'t str>,
    pub(super) role: NodeRole,
    pub(super) flags: Flags,
    pub(super) start: usize,
    pub(super) stop: usize,
    pub(super) own: usize,
}

impl Builder {
    pub(super) fn new() -> Builder {
        Builder {
            nodes: Vec::new(),
            kinds: Vec::new(),
            kind_ids: HashMap::default(),
            kind_hashes: Vec::new(),
            labels: vec!["".into()],
            label_ids: HashMap::from_iter([("".into(), 0)]),
            open: Vec::new(),
            headers: Vec::new(),
            opened: Vec::new(),
            entries: EntryNames::default(),
        }
    }

    fn kind_id(&mut self, kind: &str) -> u16 {
        if let Some(&id) = self.kind_ids.get(kind) {
            return id;
        }
        let id = u16::try_from(self.kinds.len()).expect("a grammar has fewer than 65536 kinds");
        self.kinds.push(kind.into());
        self.kind_hashes.push(fnv(0, kind.as_bytes()));
        self.kind_ids.insert(kind.into(), id);
        id
    }

    fn label_id(&mut self, label: &str) -> u32 {
        if let Some(&id) = self.label_ids.get(label) {
            return id;
        }
        let id = u32::try_from(self.labels.len()).expect("a program has fewer than 2^32 labels");
        self.labels.push(label.into());
        self.label_ids.insert(label.into(), id);
        id
    }

    fn key(&self, kind: u16, new: &NewNode<'_>) -> u64 {
        let spelled = (self.kind_hashes[usize::from(kind)], new.label);
        let (seed, text) = new.value.map_or(spelled, |value| (VALUE_SEED, value));
        mix(fnv(seed, text.as_bytes()) ^ (new.role as u64).rotate_right(8))
    }

    /// Opens a node; everything added until [`Builder::close`] is inside it.
    pub(super) fn open(&mut self, new: &NewNode<'_>) -> NodeId {
        let kind = self.kind_id(new.kind);
        let label = self.label_id(new.label);
        let id = self.nodes.len() as NodeId;
        let parent = self.open.last().copied().unwrap_or(NO_PARENT);
        self.nodes.push(Node {
            key: self.key(kind, new),
            hash: 0,
            kind,
            flags: new.flags,
            label,
            parent,
            end: id + 1,
            start: new.start as u32,
            stop: new.stop as u32,
            own: new.own as u32,
        });
        self.open.push(id);
        id
    }

    /// Marks the only node in the innermost open one, if it has this label.
    pub(super) fn mark_filler(&mut self, label: &str) {
        let open = *self.open.last().expect("a node is open") as usize;
        if let [only] = &mut self.nodes[open + 1..]
            && self.label_ids.get(label) == Some(&only.label)
        {
            only.flags = only.flags.with(Flags::FILLER);
        }
    }

    /// Closes the innermost open node and computes its subtree hash.
    pub(super) fn close(&mut self) {
        let id = self.open.pop().expect("every close has its open") as usize;
        let end = self.nodes.len();
        let mut hash = self.nodes[id].key;
        let mut child = id + 1;
        while child < end {
            hash = mix(hash.rotate_left(5) ^ self.nodes[child].hash);
            child = self.nodes[child].end as usize;
        }
        self.nodes[id].hash = mix(hash ^ (end - id) as u64);
        self.nodes[id].end = end as NodeId;
    }

    /// The tree of all nodes.
    pub(super) fn finish(
        self,
        language: Language,
        files: Vec<File>,
        notes: Notes,
        problems: Vec<SyntaxProblem>,
    ) -> Tree {
        assert!(self.open.is_empty(), "every open has its close");
        let Builder { nodes, kinds, labels, headers, entries, .. } = self;
        Tree { language, files, nodes, kinds, labels, headers, notes, problems, entries }
    }
}
