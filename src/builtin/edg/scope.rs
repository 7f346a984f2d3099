//! Which pattern occurrences bind a variable: scopes with undo, since clauses have scopes of their own.

use std::collections::HashMap;

use crate::ast::NodeId;

/// Variables in scope, with the occurrences that may have bound them: one per clause for a variable that
/// every clause of a `case` binds.
#[derive(Default)]
pub(super) struct Scope<'t> {
    binders: HashMap<&'t str, Vec<NodeId>>,
    /// What was there before each change.
    trail: Vec<(&'t str, Option<Vec<NodeId>>)>,
}

/// A point to which a scope can be set back.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl<'t> Scope<'t> {
    pub(super) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Occurrences that may have bound this variable; none when it is unbound.
    pub(super) fn binders(&self, name: &str) -> &[NodeId] {
        self.binders.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_bound(&self, name: &str) -> bool {
        self.binders.contains_key(name)
    }

    /// Whether the variable was bound after the mark: a head that shadows sees only those.
    pub(super) fn is_bound_since(&self, mark: Mark, name: &str) -> bool {
        self.trail[mark.0..].iter().any(|(bound, _)| *bound == name)
    }

    pub(super) fn bind(&mut self, name: &'t str, binders: Vec<NodeId>) {
        let before = self.binders.insert(name, binders);
        self.trail.push((name, before));
    }

    /// Sets the scope back and returns what was bound since, sorted by name.
    pub(super) fn leave(&mut self, mark: Mark) -> Vec<(&'t str, Vec<NodeId>)> {
        let mut bound = Vec::new();
        while self.trail.len() > mark.0 {
            let (name, before) = self.trail.pop().expect("the trail is longer than the mark");
            let now = match before {
                Some(before) => self.binders.insert(name, before),
                None => self.binders.remove(name),
            };
            bound.extend(now.map(|binders| (name, binders)));
        }
        bound.sort();
        bound.dedup_by(|a, b| a.0 == b.0);
        bound
    }

    /// Binds what clauses have bound, each variable to the occurrences of all of them.
    pub(super) fn join(&mut self, clauses: Vec<Vec<(&'t str, Vec<NodeId>)>>) {
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
