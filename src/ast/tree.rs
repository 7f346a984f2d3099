//! A program in countable nodes: one or several files, in preorder, immutable.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::entries::EntryNames;
use super::hash;
use super::notes::{Directives, NodeNote, Notes};
use super::text::{LineIndex, Position};
use crate::language::Language;

/// Kind of the branches of a conditional, in every language.
pub const BRANCH: &str = "branch";

/// Kind of the guard slot of a clause.
pub const GUARD: &str = "guard";

/// Index of a node in its [`Tree`], in preorder.
pub type NodeId = u32;

/// Nodes of one tree; they come in its preorder.
pub type NodeSet = crate::bits::Bits;

/// One file of a program, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Relative path, as the benchmark or the slicer names it.
    pub path: PathBuf,
    /// The text, decoded by [`decode`](super::decode): no byte order mark, line ends as they were.
    pub text: String,
}

impl SourceFile {
    /// A file with this path and text.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> SourceFile {
        SourceFile { path: path.into(), text: text.into() }
    }
}

/// Where the source could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxProblem {
    /// Index into [`Tree::files`].
    pub file_idx: usize,
    /// 0-based byte offset in the file.
    pub offset: usize,
    /// What the parser stumbled over.
    pub message: String,
}

/// What the tree knows of one node besides its place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Flags(u8);

impl Flags {
    /// Enters sizes and grades with weight 1; all other nodes weigh 0.
    pub const COUNTED: Flags = Flags(1);
    /// A name that denotes a variable, or could.
    pub const VARIABLE: Flags = Flags(2);
    /// Stands where code was deleted (`undef`, `_`, `pass`); never counted.
    pub const PLACEHOLDER: Flags = Flags(4);
    /// A statement, clause, branch or function: the unit of statement granularity.
    pub const STATEMENT: Flags = Flags(8);
    /// A function, method or class, labelled by its name.
    pub const DEFINITION: Flags = Flags(16);
    /// Code that the syntax asks for where other code was deleted, as the guard `true` of an Erlang `if`.
    pub const FILLER: Flags = Flags(32);
    /// Begins another alternative of a guard: one of them must hold.
    pub const ALTERNATIVE: Flags = Flags(64);
    /// A cell of a list, which stands where its element does.
    pub const CELL: Flags = Flags(128);

    /// Whether all flags of `other` are set.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    pub(super) fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Equal for nodes that are the same code, in every tree.
    pub(super) key: u64,
    /// Equal for subtrees with the same keys in the same shape, in every tree.
    pub(super) hash: u64,
    pub(super) kind: u16,
    pub(super) flags: Flags,
    pub(super) label: u32,
    pub(super) parent: NodeId,
    /// One past the last descendant.
    pub(super) end: NodeId,
    /// Byte range in the file.
    pub(super) start: u32,
    pub(super) stop: u32,
    /// Offset of the first token that belongs to no child.
    pub(super) own: u32,
}

#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) source: SourceFile,
    pub(super) lines: LineIndex,
    pub(super) nodes: Range<NodeId>,
    /// Byte ranges of the expanded macro calls, by their start.
    pub(super) macro_calls: Vec<Range<usize>>,
}

/// How source is read, beyond the language.
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    /// Names that a slicer writes for deleted code, besides those of the language's profile.
    pub placeholders: Vec<String>,
    /// How the program writes entries; nothing for the program itself.
    pub entries: EntryNames,
}

/// The tree of a program: one or several files, nodes in preorder, children in source order.
///
/// Node ids of a file are contiguous and files keep the order in which they were given. There is no
/// node for the program or a file: the top-level constructs are roots.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) language: Language,
    pub(super) files: Vec<File>,
    pub(super) nodes: Vec<Node>,
    pub(super) kinds: Vec<Box<str>>,
    pub(super) labels: Vec<Box<str>>,
    pub(super) headers: Vec<(NodeId, u64)>,
    pub(super) notes: Notes,
    pub(super) problems: Vec<SyntaxProblem>,
    pub(super) entries: EntryNames,
}

pub(super) const NO_PARENT: NodeId = NodeId::MAX;

impl Tree {
    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The files, in the order given to [`Tree::parse`].
    pub fn files(&self) -> impl ExactSizeIterator<Item = &SourceFile> {
        self.files.iter().map(|file| &file.source)
    }

    /// File with this index.
    ///
    /// # Panics
    /// When there is no such file.
    pub fn file(&self, file_idx: usize) -> &SourceFile {
        &self.files[file_idx].source
    }

    /// Index of the file with this path, or `None`.
    pub fn file_idx(&self, path: &Path) -> Option<usize> {
        self.files.iter().position(|file| file.source.path == path)
    }

    /// Node ids of a file.
    pub fn file_nodes(&self, file_idx: usize) -> Range<NodeId> {
        self.files[file_idx].nodes.clone()
    }

    /// Index of the file that holds a node.
    pub fn file_of(&self, node: NodeId) -> usize {
        self.files.partition_point(|file| file.nodes.end <= node)
    }

    /// What could not be parsed, in source order.
    pub fn problems(&self) -> &[SyntaxProblem] {
        &self.problems
    }

    /// How entries are written whose key and variable have one name.
    pub fn entries(&self) -> &EntryNames {
        &self.entries
    }

    /// Number of nodes, uncounted ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All node ids, in preorder.
    pub fn ids(&self) -> Range<NodeId> {
        0..self.nodes.len() as NodeId
    }

    /// Number of counted nodes: the size of the program.
    pub fn n_counted(&self) -> usize {
        self.nodes.iter().filter(|node| node.flags.has(Flags::COUNTED)).count()
    }

    /// All counted nodes.
    pub fn counted(&self) -> NodeSet {
        self.ids().filter(|&node| self.is_counted(node)).collect()
    }

    /// Syntactic kind: the grammar's name for it, or ours (`guard`, `cons`, `branch` …).
    pub fn kind(&self, node: NodeId) -> &str {
        &self.kinds[usize::from(self.nodes[node as usize].kind)]
    }

    /// Every kind of the tree, by [`Tree::kind_idx`].
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(|kind| &**kind)
    }

    /// Number of the kind of a node, equal for equal kinds.
    pub(crate) fn kind_idx(&self, node: NodeId) -> usize {
        usize::from(self.nodes[node as usize].kind)
    }

    /// Operator, name or literal; empty when the kind says everything.
    pub fn label(&self, node: NodeId) -> &str {
        &self.labels[self.nodes[node as usize].label as usize]
    }

    /// Flags of a node.
    pub fn flags(&self, node: NodeId) -> Flags {
        self.nodes[node as usize].flags
    }

    /// Whether the node enters sizes and grades.
    pub fn is_counted(&self, node: NodeId) -> bool {
        self.flags(node).has(Flags::COUNTED)
    }

    /// Whether the node stands where code was deleted.
    pub fn is_placeholder(&self, node: NodeId) -> bool {
        self.flags(node).has(Flags::PLACEHOLDER)
    }

    /// Whether the node may stand where code was deleted: a placeholder, or what the syntax asks for there.
    pub fn is_filler(&self, node: NodeId) -> bool {
        self.is_placeholder(node) || self.flags(node).has(Flags::FILLER)
    }

    /// Parent, `None` for a top-level construct.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.nodes[node as usize].parent;
        (parent != NO_PARENT).then_some(parent)
    }

    /// Ancestors, nearest first.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
    }

    /// The node and its descendants, as a range of ids.
    pub fn subtree(&self, node: NodeId) -> Range<NodeId> {
        node..self.nodes[node as usize].end
    }

    /// Children in source order.
    pub fn children(&self, node: NodeId) -> Siblings<'_> {
        self.siblings(node + 1..self.subtree(node).end)
    }

    /// Siblings in a range that begins with one and ends where one ends.
    pub(crate) fn siblings(&self, nodes: Range<NodeId>) -> Siblings<'_> {
        Siblings { tree: self, next: nodes.start, end: nodes.end }
    }

    /// Top-level constructs of a file, in source order.
    pub fn roots(&self, file_idx: usize) -> Siblings<'_> {
        self.siblings(self.file_nodes(file_idx))
    }

    /// Equal exactly for nodes that are the same code (up to hash collisions), across trees: of the same kind and
    /// label, or literals of the same value, and in the same role.
    pub fn key(&self, node: NodeId) -> u64 {
        self.nodes[node as usize].key
    }

    /// Equal exactly for identical subtrees (up to hash collisions), across trees.
    pub fn subtree_hash(&self, node: NodeId) -> u64 {
        self.nodes[node as usize].hash
    }

    /// Equal exactly for trees of the same shape with the same kinds and labels (up to hash collisions): node ids
    /// of one then mean the same in the other. Independent of layout; stable between processes and machines.
    pub fn fingerprint(&self) -> u64 {
        self.ids().fold(0, |sum, node| {
            let size = self.subtree(node).len() as u64;
            let kind = hash::fnv(0, self.kind(node).as_bytes());
            let spelled = hash::mix(hash::fnv(kind, self.label(node).as_bytes()));
            hash::mix(sum.rotate_left(7) ^ spelled ^ size ^ u64::from(self.is_counted(node)) << 63)
        })
    }

    /// Equal for definitions whose headers have the same tokens, types among them, which are in no node;
    /// `None` for what is no definition, or has no body.
    pub fn header_hash(&self, node: NodeId) -> Option<u64> {
        let idx = self.headers.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(self.headers[idx].1)
    }

    /// What stands with a node and weighs nothing; `None` when nothing does.
    pub fn note(&self, node: NodeId) -> Option<&NodeNote> {
        let idx = self.notes.nodes.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(&self.notes.nodes[idx].1)
    }

    /// The directives of a file.
    pub fn directives(&self, file_idx: usize) -> &Directives {
        &self.notes.files[file_idx]
    }

    /// Byte range of the node in its file, 0-based, half-open.
    pub fn span(&self, node: NodeId) -> Range<usize> {
        let node = &self.nodes[node as usize];
        node.start as usize..node.stop as usize
    }

    /// Source text of the node.
    pub fn text(&self, node: NodeId) -> &str {
        &self.file(self.file_of(node)).text[self.span(node)]
    }

    /// Byte offset of the first token that belongs to the node and to none of its children.
    pub fn own_offset(&self, node: NodeId) -> usize {
        self.nodes[node as usize].own as usize
    }

    /// Bytes of the first token that belongs to the node itself: a whole leaf, a word, or an operator; empty when
    /// there is none.
    pub fn own_token(&self, node: NodeId) -> Range<usize> {
        let text = &self.file(self.file_of(node)).text;
        let (span, start) = (self.span(node), self.own_offset(node));
        if !span.contains(&start) || !text.is_char_boundary(start) {
            return start..start;
        }
        if self.subtree(node).len() == 1 && start == span.start {
            return span;
        }
        let inner = self.subtree(node).skip(1).map(|child| self.span(child).start);
        let next = inner.filter(|&child| child > start).min().unwrap_or(span.end);
        let rest = &text[start..next.min(span.end).max(start)];
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '@';
        let starts_word = rest.starts_with(is_word);
        let len = rest.find(|c: char| c.is_whitespace() || is_word(c) != starts_word).unwrap_or(rest.len());
        start..start + len
    }

    /// Bytes of the macro call whose definition holds the node's first own token; `None` for what is written out.
    pub fn macro_call(&self, node: NodeId) -> Option<Range<usize>> {
        let calls = &self.files[self.file_of(node)].macro_calls;
        let idx = calls.binary_search_by_key(&self.own_offset(node), |call| call.start).ok()?;
        Some(calls[idx].clone())
    }

    /// 1-based line of the first own token.
    pub fn line(&self, node: NodeId) -> usize {
        self.own_position(node).line
    }

    /// Position of the first own token.
    pub fn own_position(&self, node: NodeId) -> Position {
        self.position(self.file_of(node), self.own_offset(node))
    }

    /// Position of a byte offset in a file.
    pub fn position(&self, file_idx: usize, offset: usize) -> Position {
        let file = &self.files[file_idx];
        file.lines.position(&file.source.text, offset)
    }

    /// Line table of a file.
    pub fn line_index(&self, file_idx: usize) -> &LineIndex {
        &self.files[file_idx].lines
    }

    /// Names of variables whose token starts on this line, in source order, repetitions kept.
    pub fn variables_on(&self, file_idx: usize, line: usize) -> Vec<NodeId> {
        let Some(bytes) = self.files[file_idx].lines.line_bytes(line) else { return Vec::new() };
        let mut found: Vec<NodeId> = self
            .file_nodes(file_idx)
            .filter(|&node| {
                self.flags(node).has(Flags::VARIABLE)
                    && bytes.contains(&(self.nodes[node as usize].start as usize))
            })
            .collect();
        found.sort_by_key(|&node| self.nodes[node as usize].start);
        found
    }

    /// Nearest enclosing statement, clause, branch or function, the node itself included.
    pub fn statement_of(&self, node: NodeId) -> NodeId {
        std::iter::once(node)
            .chain(self.ancestors(node))
            .find(|&node| self.flags(node).has(Flags::STATEMENT))
            .unwrap_or(node)
    }
}

/// Iterator over the children of a node.
#[derive(Clone)]
pub struct Siblings<'t> {
    tree: &'t Tree,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Siblings<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let node = self.next;
        self.next = self.tree.subtree(node).end;
        Some(node)
    }
}
