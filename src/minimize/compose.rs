//! Phase 1: slicers in turn, each on what the one before left, to a fix point.

use crate::ast::{NodeId, NodeSet, Tree};
use crate::bits::Bits;
use crate::deletions::{Candidate, Deletions};
use crate::error::{Place, Result};
use crate::map::{Fate, MapOptions, map};
use crate::oracle::{Flaw, Oracle, Verdict, place};

use super::moves::{DeletionUnit, Moves};

/// A slicer, whatever it is.
pub trait Slicer {
    /// Its name.
    fn name(&self) -> &str;

    /// What it keeps of a program for a criterion: one node, or those of a statement, never none.
    ///
    /// # Errors
    /// Why it has no answer, in a few words.
    fn slice(&self, program: &Tree, criteria: &[NodeId]) -> std::result::Result<SlicerAnswer, String>;
}

/// What a slicer keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlicerAnswer {
    /// Nodes of the program.
    pub kept: NodeSet,
    /// Of these, slots for guards in which nothing is left: they count as kept with their clauses.
    pub emptied: NodeSet,
    /// Where its text is no program, and why: it may be a slice nonetheless, as far as it can be read.
    pub unreadable: Option<String>,
}

impl From<NodeSet> for SlicerAnswer {
    fn from(kept: NodeSet) -> SlicerAnswer {
        SlicerAnswer { kept, ..SlicerAnswer::default() }
    }
}

/// Refused answers of a slicer after which it is not asked any more.
const MAX_REFUSALS: usize = 3;

/// An answer that was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The slicer.
    pub slicer: String,
    /// What is wrong.
    pub why: Refusal,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is none.
    NoAnswer(String),
    /// What it leaves does not compile.
    Invalid {
        /// Where in the program the mistake is.
        place: Option<Place>,
        /// What the compiler would say.
        why: String,
    },
    /// Its text does not parse, with the place in it, and what could be read of it is no slice.
    Unreadable(String),
    /// It is no slice: the slicer is unsound here. The witness says on which input, and where.
    NotASlice(Verdict),
}

/// What the slicers came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composed {
    /// The slice, as deletions; empty when no slicer deleted anything.
    pub candidate: Candidate,
    /// Its counted nodes.
    pub kept: NodeSet,
    /// Calls of slicers.
    pub n_calls: usize,
    /// Answers that were not used, each once, in order. Their slicers were asked again on what others had left, up to 3 times.
    pub refused: Vec<Refused>,
}

/// Composes slicers to a fix point. An answer is used when the oracle confirms that it is a slice of the
/// *original*; what deletions cannot express of it stays in the program. A slicer with an answer that is not is asked again
/// after another has deleted something.
///
/// # Errors
/// Those of the oracle.
pub fn compose(oracle: &mut dyn Oracle, criteria: &[NodeId], slicers: &[&dyn Slicer]) -> Result<Composed> {
    let program = oracle.program().clone();
    let moves = Moves::new(&program, oracle.deletions(), DeletionUnit::Expression);
    let mut composed = Composed { kept: program.counted(), ..Composed::default() };
    // For each slicer its refused answers, and the slice on which it gave the last of them.
    let mut failed: Vec<(usize, Option<Candidate>)> = vec![(0, None); slicers.len()];
    loop {
        let before = composed.candidate.clone();
        for (slicer, (n_refused, last)) in slicers.iter().zip(&mut failed) {
            if *n_refused == MAX_REFUSALS || last.as_ref() == Some(&composed.candidate) {
                continue;
            }
            composed.n_calls += 1;
            match step(oracle, &program, &moves, criteria, &composed.candidate, *slicer)? {
                Ok(candidate) => {
                    composed.kept = oracle.deletions().kept(&program, &candidate);
                    composed.candidate = candidate;
                }
                Err(why) => {
                    (*n_refused, *last) = (*n_refused + 1, Some(composed.candidate.clone()));
                    let refused = Refused { slicer: slicer.name().to_owned(), why };
                    if !composed.refused.contains(&refused) {
                        composed.refused.push(refused);
                    }
                }
            }
        }
        if composed.candidate == before {
            return Ok(composed);
        }
    }
}

/// The slice after one more slicer.
fn step(
    oracle: &mut dyn Oracle,
    program: &Tree,
    moves: &Moves,
    criteria: &[NodeId],
    slice: &Candidate,
    slicer: &dyn Slicer,
) -> Result<std::result::Result<Candidate, Refusal>> {
    let answer = match ask(oracle.deletions(), program, criteria, slice, slicer) {
        Ok(answer) => answer,
        Err(why) => return Ok(Err(Refusal::NoAnswer(why))),
    };
    // Variables that only an emptied guard asked for may be gone, so that it has to go.
    let kept = answer.kept.difference(&answer.emptied);
    let candidate = without(oracle.deletions(), program, slice, kept);
    if candidate == *slice {
        return Ok(Ok(candidate));
    }
    let deleted = Bits::of(moves.n_deletions(), candidate.ids().iter().copied());
    let refused = |why: Refusal| answer.unreadable.clone().map_or(why, Refusal::Unreadable);
    if let Some(construct) = moves.empty_group(&deleted) {
        let node = construct.iter().next().map(|id| oracle.deletions().get(id).node);
        let why = "a construct is left without clauses".to_owned();
        return Ok(Err(refused(Refusal::Invalid { place: node.map(|node| place(program, node)), why })));
    }
    let judgements = oracle.judge(std::slice::from_ref(&candidate), false)?;
    Ok(match judgements.into_iter().next().map(|judgement| judgement.verdict) {
        Some(Verdict::Same) => Ok(candidate),
        Some(Verdict::Invalid(Flaw { node, why, .. })) => {
            Err(refused(Refusal::Invalid { place: Some(place(program, node)), why }))
        }
        Some(verdict) => Err(refused(Refusal::NotASlice(verdict))),
        None => Err(Refusal::NoAnswer("not judged".to_owned())),
    })
}

/// Nodes of the program that a slicer keeps of a slice of it.
fn ask(
    deletions: &Deletions,
    program: &Tree,
    criteria: &[NodeId],
    slice: &Candidate,
    slicer: &dyn Slicer,
) -> std::result::Result<SlicerAnswer, String> {
    let text = Tree::parse(program.language(), &deletions.text(program, slice));
    let images = map(program, &text, &MapOptions::of_criterion(criteria)).fates;
    let image = |node: NodeId| match images[node as usize] {
        Fate::Mapped(image) => Some(image),
        _ => None,
    };
    let is_criterion = |&node: &NodeId| image(node).is_some_and(|image| criteria.contains(&image));
    let places: Vec<NodeId> = text.ids().filter(is_criterion).collect();
    if places.len() < criteria.len() {
        return Err("the criterion is not in the slice any more".to_owned());
    }
    let answer = slicer.slice(&text, &places)?;
    let images = |nodes: &NodeSet| nodes.iter().filter_map(image).collect();
    Ok(SlicerAnswer { kept: images(&answer.kept), emptied: images(&answer.emptied), ..answer })
}

/// The slice without what is not kept, as far as deletions can take it away.
fn without(deletions: &Deletions, program: &Tree, slice: &Candidate, mut kept: NodeSet) -> Candidate {
    // Every round keeps one node more.
    for _ in 0..program.len() {
        match deletions.of_kept(program, &kept) {
            Ok(candidate) => {
                let all = slice.ids().iter().chain(candidate.ids()).copied().collect();
                return deletions.normalised(program, &all);
            }
            Err(node) => {
                kept = deletions.canonical(program, &kept);
                if !kept.insert(node) {
                    break;
                }
            }
        }
    }
    slice.clone()
}

#[cfg(test)]
mod tests {
    use super::super::search_tests::{Fake, always};
    use super::*;
    use crate::languages::erlang::syntax::Syntax;

    /// Keeps what is in these texts, and what is around it.
    struct Keeps(&'static [&'static str]);

    impl Slicer for Keeps {
        fn name(&self) -> &str {
            "keeps"
        }

        fn slice(&self, program: &Tree, criteria: &[NodeId]) -> std::result::Result<SlicerAnswer, String> {
            if self.0.is_empty() {
                return Err("exit 3".to_owned());
            }
            let mut kept: NodeSet = criteria.iter().flat_map(|&node| program.ancestors(node)).collect();
            for node in program.ids().filter(|&node| self.0.contains(&program.text(node))) {
                kept.extend(program.subtree(node));
                kept.extend(program.ancestors(node));
            }
            let syntax = Syntax::new(program);
            kept.extend(program.ids().filter_map(|node| Some(syntax.clause(node)?.guard)));
            Ok(kept.into())
        }
    }

    fn check(slicers: &[&dyn Slicer], expected: &str, n_refused: usize) -> Composed {
        let mut fake = Fake::new("f(X, Y) -> a(1), b(2), c(3), X.", 1, always(true));
        let needed = [fake.node("b(2)"), fake.node("X")];
        let around: NodeSet = needed.iter().flat_map(|&node| fake.program.ancestors(node)).collect();
        fake.behaviour = Box::new(move |_, ask| {
            around.iter().chain(needed).fold(true, |all, node| all & ask(node).is_none())
        });
        let criterion = fake.node("X");
        let composed = compose(&mut fake, &[criterion], slicers).unwrap();
        let text = fake.deletions.text(&fake.program, &composed.candidate)[0].text.clone();
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(bare(&text), bare(expected));
        assert_eq!(composed.refused.len(), n_refused, "{:?}", composed.refused);
        composed
    }

    #[test]
    fn slicers_are_composed_until_none_deletes_more() {
        let one = Keeps(&["X", "Y", "b(2)", "c(3)"]);
        let other = Keeps(&["X", "b(2)", "a(1)"]);
        let composed = check(&[&one, &other], "f(X, _) -> b(2), X.", 0);
        assert_eq!(composed.n_calls, 4);
    }

    #[test]
    fn what_is_no_slice_is_refused_with_the_witness() {
        let unsound = Keeps(&["X", "c(3)"]);
        let sound = Keeps(&["X", "b(2)", "c(3)"]);
        let composed = check(&[&unsound, &sound], "f(X, _) -> b(2), c(3), X.", 1);
        assert!(matches!(composed.refused[0].why, Refusal::NotASlice(Verdict::Different(_))));
        let composed = check(&[&Keeps(&[])], "f(X, Y) -> a(1), b(2), c(3), X.", 1);
        assert_eq!(composed.refused[0].why, Refusal::NoAnswer("exit 3".to_owned()));
    }
}
