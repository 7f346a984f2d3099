//! Whether a candidate is a program that the compiler takes, without asking it.
//!
//! Deleting leaves valid syntax, see the table; what remains are uses of what is no longer declared, and
//! placeholders of another type than what they stand for.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Concrete, Cst, NodeId, NodeSet, Tree, concrete};
use crate::deletions::{Candidate, DELETED, DeletionId, Deletions};
use crate::error::{self, Place, Result};
use crate::languages::c::library;
use crate::languages::c::scope::{self, Resolved};
use crate::languages::c::syntax::{Declaration, Declarator, top_level};
use crate::oracle::Flaw;

/// A name where it is used, and what would have to go with it.
struct CheckedUse {
    name: scope::Use,
    repairs: NodeSet,
}

/// Everything that the check needs.
pub(super) struct NameCheck {
    uses: Vec<CheckedUse>,
    main: NodeId,
    /// Deletions whose placeholder has the wrong type, with what is said of them.
    untyped: BTreeMap<DeletionId, Flaw>,
}

/// Which mistakes are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistakes {
    /// All.
    All,
    /// Those that a compiler does not see: it would find another declaration, or convert.
    Unseen,
}

impl NameCheck {
    /// Resolves the names of a program.
    ///
    /// # Errors
    /// A name that neither the program declares nor the library has, as far as it may be used; no `main`.
    pub(super) fn new(
        program: &Tree,
        deletions: &Deletions,
        untyped: &BTreeSet<DeletionId>,
    ) -> Result<NameCheck> {
        let names = known(program, "")?;
        let main = scope::function(program, "main");
        let main = main.ok_or_else(|| error::oracle::no_main(Place::file(&program.file(0).path)))?;
        let repairs = |node: NodeId| -> NodeSet {
            let around = program.ancestors(node).chain([node]);
            around.filter(|&above| !deletions.of_node(above).is_empty()).collect()
        };
        let uses = names.uses.into_iter().chain(scope::jumps(program));
        let uses = uses.map(|name| CheckedUse { repairs: repairs(name.node), name }).collect();
        let wrong_type = |id: DeletionId| {
            let node = deletions.get(id).node;
            let around = program.ancestors(node).filter(|&above| !deletions.of_node(above).is_empty());
            let why = "a placeholder is an `int`, and another type is needed".to_owned();
            (id, Flaw { node, why, repairs: around.collect() })
        };
        Ok(NameCheck { uses, main, untyped: untyped.iter().map(|&id| wrong_type(id)).collect() })
    }

    /// The first mistake of a normalised candidate; `None` when it compiles.
    pub(super) fn check(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
        mistakes: Mistakes,
    ) -> Option<Flaw> {
        if let Some(flaw) = candidate.ids().iter().find_map(|id| self.untyped.get(id)) {
            return Some(flaw.clone());
        }
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        if gone.contains(self.main) {
            let why = "function `main` is gone".to_owned();
            return Some(Flaw { node: self.main, why, repairs: NodeSet::new() });
        }
        let is_wrong = |CheckedUse { name, .. }: &&CheckedUse| {
            gone.contains(name.declared)
                && !gone.contains(name.node)
                && (mistakes == Mistakes::All || name.is_hiding)
        };
        self.uses.iter().find(is_wrong).map(|found| {
            let why = format!("`{}` is not declared", program.label(found.name.node));
            Flaw { node: found.name.node, why, repairs: found.repairs.clone() }
        })
    }
}

/// Every name resolved; `placeholder` stands for deleted code and is none.
fn known(program: &Tree, placeholder: &str) -> Result<Resolved> {
    let names = Resolved::new(program);
    match names.unknown.iter().find(|(.., name)| name != placeholder) {
        Some((file_idx, at, name)) => Err(unknown(program, *file_idx, *at, name)),
        None => Ok(names),
    }
}

fn unknown(program: &Tree, file_idx: usize, at: usize, name: &str) -> error::Error {
    let file = program.file(file_idx);
    let place = Place::of_offset(&file.path, &file.text, at);
    error::oracle::unsupported_c(place, &format!("`{name}`, which is not known here"))
}

/// Refuses a program that names anything but what it defines and what the library has for everybody.
///
/// # Errors
/// The name, and its place.
pub(super) fn check_names(program: &Tree) -> Result<()> {
    let roots = (0..program.files().len()).flat_map(|idx| program.roots(idx));
    let defined: BTreeSet<&str> = roots.map(|root| program.label(root)).chain(variables(program)).collect();
    let files: Vec<Concrete<'_>> =
        program.files().map(|file| concrete(program.language(), &file.text)).collect();
    let mut found = Vec::new();
    for (file_idx, (file, concrete)) in program.files().zip(&files).enumerate() {
        undefined(concrete.root(), &file.text, &defined, &mut |at, name| found.push((file_idx, at, name)));
    }
    // Nothing happens by a declaration alone: headers keep those of functions that are gone.
    let n_words: usize =
        program.files().zip(&files).map(|(file, it)| n_words(it.root(), &file.text, &found)).sum();
    match found.first() {
        Some(&(file_idx, at, name)) if n_words > found.len() => Err(unknown(program, file_idx, at, name)),
        _ => known(program, DELETED).map(drop),
    }
}

/// How often names stand in a text, its comments apart.
fn n_words(root: Cst<'_>, text: &str, names: &[(usize, usize, &str)]) -> usize {
    let leaves = root.subtree().filter(|cst| cst.children().next().is_none() && cst.kind() != "comment");
    let words =
        leaves.flat_map(|cst| text[cst.byte_range()].split(|c: char| !(c.is_alphanumeric() || c == '_')));
    let names: BTreeSet<&str> = names.iter().map(|(.., name)| *name).collect();
    words.filter(|word| names.contains(word)).count()
}

/// Names of the variables that files define for each other.
fn variables(program: &Tree) -> Vec<&str> {
    let concretes = program.files().map(|file| (&file.text, concrete(program.language(), &file.text)));
    let mut found = Vec::new();
    for (text, concrete) in concretes {
        let own =
            |it: &Declaration<'_>| !["static", "extern"].iter().any(|class| it.has_storage(text, class));
        let declarations = top_level(concrete.root(), text).filter_map(Declaration::of).filter(own);
        let names = declarations.flat_map(Declaration::declarators).filter_map(Declarator::variable);
        found.extend(names.map(|name| &text[name.byte_range()]));
    }
    found
}

/// The names that declarations take from elsewhere: a prototype makes any function of the system known.
fn undefined<'t>(
    cst: Cst<'_>,
    text: &'t str,
    defined: &BTreeSet<&str>,
    found: &mut impl FnMut(usize, &'t str),
) {
    for declaration in cst.subtree().filter_map(Declaration::of) {
        let is_extern = declaration.has_storage(text, "extern");
        for declarator in declaration.declarators() {
            let Some(name) = Declarator::name(declarator) else { continue };
            let source = &text[name.byte_range()];
            let is_elsewhere = is_extern || declares_function(declarator);
            if is_elsewhere && !defined.contains(source) && !library::is_known(source) {
                found(name.start_byte(), source);
            }
        }
    }
}

/// Whether a declarator is that of a function, or of something that returns or holds one.
fn declares_function(declarator: Cst<'_>) -> bool {
    match Declarator::of(declarator) {
        Declarator::Function { inner, .. } => {
            !inner.is_some_and(|inner| matches!(Declarator::of(inner), Declarator::Parenthesised(_)))
        }
        Declarator::Pointer(inner) => inner.is_some_and(declares_function),
        Declarator::Name
        | Declarator::Array { .. }
        | Declarator::Parenthesised(_)
        | Declarator::Initialised { .. }
        | Declarator::Other(_) => false,
    }
}
