//! The concrete tree of a file, copied once into an array.
//!
//! A builder looks at the children of a node several times: for its label, its first own token, its fields.
//! The parser's own tree is walked with cursors, of which each allocates and finds fields by searching, so that
//! most of the time to build a tree went there. One pass copies what a builder asks for; nodes are in
//! preorder, so that siblings are reached by skipping subtrees.

use std::ops::Range;

use tree_sitter::TreeCursor;

/// Number of the grammar's error node, which has no place in its table of kinds.
const ERROR_KIND: u16 = u16::MAX;

const NAMED: u8 = 1;
const EXTRA: u8 = 2;
const MISSING: u8 = 4;

struct Copied {
    kind: u16,
    /// 0 for a node without a field.
    field: u16,
    marks: u8,
    start: u32,
    stop: u32,
    /// One past the last descendant.
    end: u32,
}

/// Names of a grammar's kinds and fields by their numbers.
pub(super) struct GrammarNames {
    kinds: Vec<Box<str>>,
    fields: Vec<Box<str>>,
}

impl GrammarNames {
    pub(super) fn new(grammar: &tree_sitter::Language) -> GrammarNames {
        let kind = |id: usize| grammar.node_kind_for_id(id as u16).unwrap_or("").into();
        let field = |id: usize| grammar.field_name_for_id(id as u16).unwrap_or("").into();
        GrammarNames {
            kinds: (0..grammar.node_kind_count()).map(kind).collect(),
            fields: (0..=grammar.field_count()).map(field).collect(),
        }
    }

    /// Kinds in the order of their numbers.
    pub(super) fn kinds(&self) -> &[Box<str>] {
        &self.kinds
    }
}

/// All nodes of a file's concrete tree.
pub struct Concrete<'g> {
    nodes: Vec<Copied>,
    /// Number of nodes from the root to the deepest one.
    depth: usize,
    names: &'g GrammarNames,
}

impl<'g> Concrete<'g> {
    /// Copies a parsed tree.
    pub(super) fn new(tree: &tree_sitter::Tree, names: &'g GrammarNames) -> Concrete<'g> {
        let mut nodes = Vec::with_capacity(tree.root_node().descendant_count());
        let mut open: Vec<usize> = Vec::new();
        let mut depth = 0;
        let mut cursor = tree.walk();
        loop {
            open.push(nodes.len());
            nodes.push(copied(&cursor));
            depth = depth.max(open.len());
            if cursor.goto_first_child() {
                continue;
            }
            loop {
                let closed = open.pop().expect("every node was opened");
                nodes[closed].end = nodes.len() as u32;
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return Concrete { nodes, depth, names };
                }
            }
        }
    }

    /// Number of nodes from the root to the deepest one.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// The node of the whole file.
    pub fn root(&self) -> Cst<'_> {
        Cst { tree: self, idx: 0 }
    }
}

fn copied(cursor: &TreeCursor<'_>) -> Copied {
    let node = cursor.node();
    let mark = |is_set: bool, mark: u8| if is_set { mark } else { 0 };
    Copied {
        kind: node.kind_id(),
        field: cursor.field_id().map_or(0, |id| id.get()),
        marks: mark(node.is_named(), NAMED) | mark(node.is_extra(), EXTRA) | mark(node.is_missing(), MISSING),
        start: node.start_byte() as u32,
        stop: node.end_byte() as u32,
        end: 0,
    }
}

/// A node of the concrete tree.
#[derive(Clone, Copy)]
pub struct Cst<'c> {
    tree: &'c Concrete<'c>,
    idx: u32,
}

impl<'c> Cst<'c> {
    fn copied(self) -> &'c Copied {
        &self.tree.nodes[self.idx as usize]
    }

    /// Different for every node of the file.
    pub(super) fn id(self) -> u32 {
        self.idx
    }

    /// The grammar's number of its kind.
    pub(super) fn kind_id(self) -> usize {
        usize::from(self.copied().kind)
    }

    /// The grammar's name of its kind.
    pub fn kind(self) -> &'c str {
        self.tree.names.kinds.get(self.kind_id()).map_or("ERROR", |kind| kind)
    }

    /// Name of the field in which its parent has it; empty when it is in none.
    pub fn field(self) -> &'c str {
        &self.tree.names.fields[usize::from(self.copied().field)]
    }

    /// Whether the grammar names it; other nodes are keywords and punctuation.
    pub fn is_named(self) -> bool {
        self.copied().marks & NAMED != 0
    }

    /// A comment, or what error recovery put aside.
    pub fn is_extra(self) -> bool {
        self.copied().marks & EXTRA != 0
    }

    /// Not in the text, but the grammar wants it there.
    pub fn is_missing(self) -> bool {
        self.copied().marks & MISSING != 0
    }

    /// What could not be parsed.
    pub fn is_error(self) -> bool {
        self.copied().kind == ERROR_KIND
    }

    /// 0-based offset of its first byte.
    pub fn start_byte(self) -> usize {
        self.copied().start as usize
    }

    /// One past its last byte.
    pub fn end_byte(self) -> usize {
        self.copied().stop as usize
    }

    /// Its bytes, half-open.
    pub fn byte_range(self) -> Range<usize> {
        self.start_byte()..self.end_byte()
    }

    /// One past the number of its last descendant.
    pub(super) fn end_id(self) -> u32 {
        self.copied().end
    }

    /// Whether it has no children.
    pub(super) fn is_leaf(self) -> bool {
        self.copied().end == self.idx + 1
    }

    /// Children in source order, tokens and comments included.
    pub fn children(self) -> impl Iterator<Item = Cst<'c>> + Clone {
        let Cst { tree, idx } = self;
        let end = self.copied().end;
        let at = move |idx: u32| (idx < end).then_some(Cst { tree, idx });
        std::iter::successors(at(idx + 1), move |child| at(child.copied().end))
    }

    /// The node and its descendants, in preorder.
    pub fn subtree(self) -> impl Iterator<Item = Cst<'c>> {
        let Cst { tree, idx } = self;
        (idx..self.copied().end).map(move |idx| Cst { tree, idx })
    }

    /// The first child in this field.
    pub fn child_by_field_name(self, field: &str) -> Option<Cst<'c>> {
        self.children().find(|child| child.copied().field != 0 && child.field() == field)
    }
}
