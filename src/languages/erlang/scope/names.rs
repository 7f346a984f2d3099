//! What names stand for: scopes with undo, since clauses have scopes of their own.

use std::collections::HashMap;

use crate::ast::NodeId;

/// Variables in scope, with what each stands for.
pub(crate) struct Names<'t, B> {
    known: HashMap<&'t str, B>,
    /// What was there before each change.
    trail: Vec<(&'t str, Option<B>)>,
}

impl<B> Default for Names<'_, B> {
    fn default() -> Self {
        Names { known: HashMap::new(), trail: Vec::new() }
    }
}

/// A point to which a scope can be set back.
#[derive(Clone, Copy)]
pub(crate) struct Checkpoint(usize);

impl<'t, B: Ord> Names<'t, B> {
    pub(crate) fn mark(&self) -> Checkpoint {
        Checkpoint(self.trail.len())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&B> {
        self.known.get(name)
    }

    pub(crate) fn is_bound(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// Whether the variable was bound after the mark: a head that shadows sees only those.
    pub(crate) fn is_bound_since(&self, mark: Checkpoint, name: &str) -> bool {
        self.trail[mark.0..].iter().any(|(bound, _)| *bound == name)
    }

    pub(crate) fn bind(&mut self, name: &'t str, to: B) {
        let before = self.known.insert(name, to);
        self.trail.push((name, before));
    }

    /// The name is new from here on.
    pub(crate) fn forget(&mut self, name: &'t str) {
        if let Some(before) = self.known.remove(name) {
            self.trail.push((name, Some(before)));
        }
    }

    /// Sets the scope back and returns what was bound since, sorted by name.
    pub(crate) fn leave(&mut self, mark: Checkpoint) -> Vec<(&'t str, B)> {
        let mut bound = Vec::new();
        while self.trail.len() > mark.0 {
            let (name, before) = self.trail.pop().expect("the trail is longer than the mark");
            let now = match before {
                Some(before) => self.known.insert(name, before),
                None => self.known.remove(name),
            };
            bound.extend(now.map(|to| (name, to)));
        }
        bound.sort();
        bound.dedup_by(|a, b| a.0 == b.0);
        bound
    }
}

impl<'t> Names<'t, Vec<NodeId>> {
    /// Occurrences that may have bound this variable, one per clause where every clause of a `case` binds it; none
    /// when it is unbound.
    pub(crate) fn binders(&self, name: &str) -> &[NodeId] {
        self.get(name).map_or(&[], Vec::as_slice)
    }

    /// The same at the mark, whatever was bound since.
    pub(crate) fn binders_before(&self, mark: Checkpoint, name: &str) -> &[NodeId] {
        match self.trail[mark.0..].iter().find(|(bound, _)| *bound == name) {
            Some((_, before)) => before.as_deref().unwrap_or_default(),
            None => self.binders(name),
        }
    }

    /// Binds what clauses have bound, each variable to the occurrences of all of them.
    pub(crate) fn join(&mut self, clauses: Vec<Vec<(&'t str, Vec<NodeId>)>>) {
        let mut all: HashMap<&'t str, Vec<NodeId>> = HashMap::new();
        let mut names = Vec::new();
        for (name, binders) in clauses.into_iter().flatten() {
            let entry = all.entry(name).or_insert_with(|| {
                names.push(name);
                Vec::new()
            });
            entry.extend(binders);
        }
        for name in names {
            if !self.is_bound(name) {
                let binders = all.remove(name).expect("each name is there once");
                self.bind(name, binders);
            }
        }
    }
}
