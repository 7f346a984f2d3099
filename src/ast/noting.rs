//! The walk that takes down what a file says beside its nodes.
//!
//! In: the concrete tree of a file and which of its nodes became nodes that we count. Out: for a node of the tree, the words
//! that stand with it and are in no node; for a file, its directives. Which kinds say what is a table per language, `profiles/noted`.
//!
//! Words are values of tokens: comments, layout, quotes, the order of modifiers, where a language lets brackets of an
//! array stand, and implied words (`unsigned int`) are no part of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::cst::Cst;
use super::noted::{KindNotes, NotedTable, WordReader};
use super::notes::{Directives, Modifier, NodeNote, Notes};
use super::rules::RuleTable;
use super::tree::{NO_PARENT, NodeId, SourceFile};

/// Declarators nested deeper than this belong to what is around them.
const MAX_CHAIN: usize = 100;

/// Words that are attached to several names before only the first of the names gets them.
const MAX_SHARED_WORDS: usize = 1_000_000;

impl Notes {
    /// Adds the notes of the next file; `opened` are nodes of the concrete tree with the nodes that they became.
    pub(super) fn add_file(
        &mut self,
        root: Cst<'_>,
        (text, source): (&str, &SourceFile),
        (rules, noted): (&'static RuleTable, &'static NotedTable),
        opened: &[(u32, NodeId)],
    ) {
        let mut file = FileNotes {
            reader: WordReader::new(text, rules, noted),
            node_of: vec![NO_PARENT; root.subtree().count()],
            notes: BTreeMap::new(),
            directives: Directives::default(),
            returning: BTreeSet::new(),
            results: BTreeSet::new(),
            n_shared: 0,
        };
        match noted.of_text {
            // As it is written: a macro's definition is gone where macros are expanded.
            Some(of_text) => {
                let name = source.path.file_stem().map_or("".into(), |stem| stem.to_string_lossy());
                for (offset, directive) in of_text(&source.text, &name) {
                    file.directives.stated.entry(directive).or_insert(offset);
                }
            }
            None => {
                opened.iter().for_each(|&(cst, node)| file.node_of[cst as usize] = node);
                file.collect(root);
            }
        }
        self.files.push(file.directives);
        let notes = file.notes.into_iter().filter(|(_, note)| *note != NodeNote::default());
        self.nodes.extend(notes);
    }
}

struct FileNotes<'t> {
    reader: WordReader<'t>,
    /// By number in the concrete tree.
    node_of: Vec<NodeId>,
    notes: BTreeMap<NodeId, NodeNote>,
    directives: Directives,
    /// Definitions in which a value is returned.
    returning: BTreeSet<NodeId>,
    /// Definitions whose words are the type of their result.
    results: BTreeSet<NodeId>,
    n_shared: usize,
}

/// What is around a node of the concrete tree.
#[derive(Clone, Copy)]
struct Around<'c> {
    parent: Option<Cst<'c>>,
    /// Node that the parent is, or lies in.
    owner: Option<NodeId>,
    /// Definition around it whose result has a type.
    definition: Option<NodeId>,
}

impl FileNotes<'_> {
    fn collect(&mut self, root: Cst<'_>) {
        let mut stack = vec![(root, Around { parent: None, owner: None, definition: None })];
        while let Some((cst, around)) = stack.pop() {
            if cst.is_missing() || (cst.is_extra() && !cst.is_error()) {
                continue;
            }
            let facts = self.reader.noted().facts(cst);
            if self.note(cst, &facts, around) {
                continue;
            }
            let node = self.node(cst);
            let owner = node.or(around.owner);
            let has_result = facts.has_result.then_some(owner).flatten();
            self.results.extend(has_result);
            let definition = has_result.or(around.definition);
            let inside = Around { parent: Some(cst), owner, definition };
            let first = stack.len();
            stack.extend(cst.children().map(|child| (child, inside)));
            stack[first..].reverse();
        }
        self.settle_results();
    }

    /// Takes down what a construct says; whether that was all of it.
    fn note(&mut self, cst: Cst<'_>, facts: &KindNotes, around: Around<'_>) -> bool {
        if let Some(implied) = facts.implied {
            self.directives.implied.extend(implied(&self.reader, cst));
        }
        if let Some(stated) = facts.stated {
            self.state(cst, stated(&self.reader, cst));
        }
        if let Some(ends_in_place) = facts.places
            && let Some(node) = self.node(cst).or(around.owner)
        {
            let n_empty = self.n_empty(cst, ends_in_place);
            if n_empty > 0 {
                self.notes.entry(node).or_default().n_empty += n_empty;
            }
        }
        if let Some(words) = facts.words {
            let words: Vec<Arc<str>> = words(&self.reader, cst).into_iter().map(Arc::from).collect();
            let owner = self.node(cst).or(around.owner);
            self.attach_words(&words, Around { parent: Some(cst), owner, ..around });
        }
        if facts.returns && cst.children().any(|child| child.is_named() && !child.is_extra()) {
            self.returning.extend(around.definition);
        }
        if let Some(found) = facts.directive.and_then(|directive| directive(&self.reader, cst)) {
            self.state(cst, found.directives);
            self.attach_words(&found.words, around);
            // What a parser could not read in it was written all the same.
            for error in cst.subtree().filter(|part| part.is_error()) {
                self.state(error, vec![self.reader.slice(error).to_owned()]);
            }
            return true;
        }
        if let Some(parent) = around.parent
            && !cst.is_named()
        {
            let tokens = self.reader.noted().facts(parent).tokens;
            let token = self.reader.slice(cst);
            match tokens.iter().find(|(noted, _)| *noted == token) {
                Some((_, true)) => self.attach_modifier(token.into(), around),
                Some((_, false)) => _ = self.attach_words(&[token.into()], around),
                None => {}
            }
            return true;
        }
        if facts.is_silent {
            return true;
        }
        if facts.is_modifier {
            self.modifiers(cst, around);
            return true;
        }
        // A type that became the label of a node is in no note, and neither is what was counted.
        if facts.is_skipped && self.node(cst).is_none() {
            let words = self.reader.words(cst);
            if !self.attach_words(&words, around) {
                self.state(cst, vec![words.join(" ")]);
            }
            return true;
        }
        false
    }

    fn node(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.node_of.get(cst.id() as usize).copied().filter(|&node| node != NO_PARENT)
    }

    /// Number of places without anything before a comma; behind the last one there is a place, or none.
    fn n_empty(&self, list: Cst<'_>, ends_in_place: bool) -> usize {
        let (mut n_empty, mut is_filled, mut has_comma) = (0, false, false);
        for part in list.children().filter(|part| !part.is_extra()) {
            if self.reader.slice(part) == "," {
                n_empty += usize::from(!is_filled);
                (is_filled, has_comma) = (false, true);
            } else {
                is_filled |= part.is_named();
            }
        }
        n_empty + usize::from(ends_in_place && has_comma && !is_filled)
    }

    fn state(&mut self, cst: Cst<'_>, directives: Vec<String>) {
        for directive in directives {
            self.directives.stated.entry(directive).or_insert(cst.start_byte());
        }
    }

    /// Each part of a list of modifiers, or one modifier.
    fn modifiers(&mut self, cst: Cst<'_>, around: Around<'_>) {
        let is_pointer =
            around.parent.is_some_and(|parent| self.reader.noted().facts(parent).orders_modifiers);
        let is_list = cst.children().nth(1).is_some();
        let parts: Vec<Cst<'_>> = match is_list {
            true => cst.children().filter(|part| !part.is_extra()).collect(),
            false => vec![cst],
        };
        for part in parts {
            let words = self.reader.words(part);
            match is_pointer {
                true => _ = self.attach_words(&words, around),
                false => self.attach_modifier(words.join(" ").into(), around),
            }
        }
    }

    fn attach_modifier(&mut self, text: Arc<str>, around: Around<'_>) {
        let may_go = self.reader.noted().unneeded.contains(&&*text);
        for node in self.targets(around, 1) {
            let modifier = Modifier { text: text.clone(), may_go };
            self.notes.entry(node).or_default().modifiers.insert(modifier);
        }
    }

    /// Whether there is a node to attach them to.
    fn attach_words(&mut self, words: &[Arc<str>], around: Around<'_>) -> bool {
        let nodes = self.targets(around, words.len());
        for &node in &nodes {
            self.notes.entry(node).or_default().words.extend_from_slice(words);
        }
        !nodes.is_empty()
    }

    /// The names that a declaration declares; of other constructs, the node itself or the one around it.
    fn targets(&mut self, around: Around<'_>, n_words: usize) -> Vec<NodeId> {
        let mut nodes = match around.parent {
            Some(parent) if self.reader.noted().facts(parent).declares => self.names(parent),
            _ => Vec::new(),
        };
        if nodes.is_empty() {
            nodes.extend(around.owner);
        }
        if nodes.len() > 1 {
            self.n_shared += n_words * nodes.len();
            if self.n_shared > MAX_SHARED_WORDS {
                nodes.truncate(1);
            }
        }
        nodes
    }

    fn names(&self, declaration: Cst<'_>) -> Vec<NodeId> {
        let mut names = Vec::new();
        let mut stack = vec![(declaration, 0)];
        while let Some((cst, depth)) = stack.pop() {
            let facts = self.reader.noted().facts(cst);
            let is_named = |child: &Cst<'_>| {
                child.is_named() && !child.is_extra() && !self.reader.noted().facts(*child).is_skipped
            };
            let names_it = |child: &Cst<'_>| matches!(child.field(), "declarator" | "name");
            match self.node(cst) {
                _ if depth > MAX_CHAIN => {}
                Some(node) if !facts.declares => names.push(node),
                _ if facts.declares && cst.children().any(|child| names_it(&child)) => {
                    stack.extend(cst.children().filter(names_it).map(|child| (child, depth + 1)));
                }
                _ => stack.extend(cst.children().filter(is_named).map(|child| (child, depth + 1))),
            }
        }
        names.reverse();
        names
    }

    /// A result that nothing returns has a type for the language's sake, and a slicer may write that it has none.
    fn settle_results(&mut self) {
        for node in self.results.difference(&self.returning) {
            let Some(note) = self.notes.get_mut(node) else { continue };
            match note.words.as_slice() {
                [word] if **word == *"void" => note.words.clear(),
                _ => note.is_idle = true,
            }
        }
    }
}
