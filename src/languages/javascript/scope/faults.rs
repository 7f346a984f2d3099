//! Uses of names that fail or reach beyond the program's own variables.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{NameUse, ScriptScopes, UseKind};

impl NameUse {
    fn is_write(&self) -> bool {
        matches!(self.kind, UseKind::Write { .. } | UseKind::Target)
    }
}

impl ScriptScopes {
    /// Variables, by scope and name, that strict code assigns to: without their declarations it fails.
    pub(in crate::languages::javascript) fn strictly_written(&self) -> BTreeSet<(usize, String)> {
        let strict = self.uses.iter().filter(|one| one.is_strict && one.is_write());
        let meant = strict.filter_map(|one| Some((*self.declaring(one.scope, &one.name).first()?, one)));
        meant.map(|(scope, one)| (scope, one.name.clone())).collect()
    }

    /// Names that nothing in the program declares, with their places.
    pub(in crate::languages::javascript) fn undeclared(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        let is_free = |one: &&NameUse| self.declaring(one.scope, &one.name).is_empty();
        self.uses.iter().filter(is_free).map(|one| (one.name.as_str(), one.range.clone()))
    }

    /// Uses that always fail: of a variable before its declaration in the same function, and assignments to constants.
    pub(in crate::languages::javascript) fn failing(&self) -> Vec<Range<usize>> {
        let fails = |one: &&NameUse| {
            let Some(&scope) = self.declaring(one.scope, &one.name).first() else { return false };
            let binding = &self.all[scope].names[&one.name];
            let is_early = binding.is_late
                && binding.places.iter().all(|&place| place > one.range.start)
                && self.function_of(scope) == self.function_of(one.scope);
            is_early || binding.is_const && one.is_write()
        };
        self.uses.iter().filter(fails).map(|one| one.range.clone()).collect()
    }
}
