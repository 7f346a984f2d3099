//! How well a gold slice is established, by the files beside it: `docs/SUITE.md` says what each word asks for.
//!
//! In: the texts of certificate and proof. Out: an [`Evidence`], what the certificate says besides, and why it is not
//! more. Whether a certificate holds is for `check certificates` to find out.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::IntoStaticStr;

use crate::ast::{NodeId, Tree};

/// What a proof says where a question of its scaffold waits for an answer.
pub const UNANSWERED: &str = "(unanswered)";

/// Different sequences of values of the criterion that the inputs of a certificate show, where the program has so many.
pub const MIN_SEQUENCES: usize = 5;

/// Inputs with which a certificate tries to refute its gold slices, where there are so many.
const MIN_REFUTATION: usize = 10_000;

/// What mends most certificates.
const AGAIN: &str = "make it again with `bench-slicers check certificates --write`";

/// Fewer words answer no question.
const MIN_WORDS: usize = 5;

/// What a proof answers, in its order.
const HEADINGS: [&str; 2] = ["Complete", "Minimal"];

/// How well a gold slice is established.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// Somebody says so: written by hand or imported.
    Asserted,
    /// By a certificate: a slice on its inputs, of which nothing can go up to its depth, with inputs that show different
    /// values and enough others that did not refute it.
    #[serde(alias = "quasi-minimal")]
    Certified,
    /// Certified, and a written proof for all inputs.
    Proved,
}

impl Evidence {
    /// The word used in files, tables and filters.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A node of a gold slice without which it is a slice, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionalNode {
    /// The node of the program.
    pub node: NodeId,
    /// Nodes that must be gone with it, ascending.
    pub needs: Vec<NodeId>,
}

/// What the files beside a gold slice say.
#[derive(Debug)]
pub(super) struct Established {
    pub(super) evidence: Evidence,
    /// For each gold slice the nodes that an answer may lack; `None` where no certificate says which.
    pub(super) optional: Vec<Option<Vec<OptionalNode>>>,
    /// What is wrong with files that are there, and would make it more.
    pub(super) shortfalls: Vec<Shortfall>,
}

/// Why a file beside a gold slice proves less than it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// The certificate, and what it lacks.
    Certificate(CertificateLack),
    /// The proof, and the heading without an answer.
    Proof(&'static str),
}

/// Why a certificate does not certify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateLack {
    /// What it does, or does not: a verb and what follows.
    pub what: String,
    /// What to do about it.
    pub remedy: &'static str,
}

/// What a certificate lacks to certify gold slices, which speak of one input alone where they are `bound`; `None` where it
/// certifies, or is none.
pub fn certificate_lack(text: &str, is_bound: bool) -> Option<CertificateLack> {
    let stored: StoredCertificate = serde_json::from_str(text).ok()?;
    stored.lacks(is_bound).or_else(|| unsealed(text))
}

/// What is around the seal, the last key of a certificate.
const BEFORE_SEAL: &str = "\"seal\": \"";
const BEHIND_SEAL: &str = "\"\n}\n";

/// The part of a certificate that is read here.
#[derive(Deserialize)]
struct StoredCertificate {
    format: u64,
    program: String,
    criterion: String,
    coverage: ReachedPlaces,
    values: Option<StoredValues>,
    refutation: Option<StoredValues>,
    slices: Vec<StoredSlice>,
}

#[derive(Deserialize)]
struct ReachedPlaces {
    reached: usize,
    of: usize,
    missing: Vec<String>,
}

#[derive(Deserialize)]
struct StoredValues {
    inputs: usize,
    sequences: usize,
    #[serde(default)]
    exhausted: bool,
    #[serde(default)]
    ended: Option<String>,
}

#[derive(Deserialize)]
struct StoredSlice {
    gold: String,
    #[serde(default)]
    optional: Vec<StoredOptional>,
}

#[derive(Deserialize)]
struct StoredOptional {
    node: NodeId,
    needs: Vec<NodeId>,
}

/// Format of certificates that are written; older ones are read.
pub const CERTIFICATE_FORMAT: u64 = 2;

/// Hashes of what a certificate is of.
pub(super) struct CertifiedHashes {
    pub(super) program: String,
    pub(super) criterion: String,
    pub(super) golds: Vec<String>,
    /// Whether the gold slices speak of one input alone.
    pub(super) is_bound: bool,
}

/// Reads what is beside the gold slices of a criterion.
pub(super) fn established(
    certificate: Option<&str>,
    proof: Option<&str>,
    tree: &Tree,
    of: &CertifiedHashes,
) -> Established {
    let mut shortfalls: Vec<Shortfall> =
        proof.and_then(unanswered).map(Shortfall::Proof).into_iter().collect();
    let is_argued = proof.is_some() && shortfalls.is_empty();
    let mut optional = vec![None; of.golds.len()];
    // A certificate of another program, criterion or gold slice certifies nothing.
    let stored = certificate.and_then(|text| serde_json::from_str(text).ok());
    let stored = stored.filter(|stored: &StoredCertificate| stored.is_of(of));
    let is_certified = stored.is_some_and(|stored| {
        let lacks = stored.lacks(of.is_bound).or_else(|| certificate.and_then(unsealed));
        let is_enough = lacks.is_none();
        let listed = stored.slices.iter().map(|slice| slice.optional(tree));
        optional = listed.map(|nodes| (is_enough || !nodes.is_empty()).then_some(nodes)).collect();
        shortfalls.extend(lacks.map(Shortfall::Certificate));
        is_enough
    });
    let evidence = match (is_certified, is_argued) {
        (true, true) => Evidence::Proved,
        (true, false) => Evidence::Certified,
        (false, _) => Evidence::Asserted,
    };
    Established { evidence, optional, shortfalls }
}

/// What a certificate lacks that is not as it was written: its seal is the checksum of its text without the seal.
fn unsealed(text: &str) -> Option<CertificateLack> {
    let parts = text.strip_suffix(BEHIND_SEAL).and_then(|text| text.rsplit_once(BEFORE_SEAL));
    let is_sealed = parts.is_some_and(|(before, seal)| {
        let open = Sha256::new_with_prefix(before).chain_update(BEFORE_SEAL).chain_update(BEHIND_SEAL);
        open.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<String>() == seal
    });
    (!is_sealed)
        .then(|| CertificateLack { what: "was changed after it was written".to_owned(), remedy: AGAIN })
}

impl StoredCertificate {
    fn is_of(&self, of: &CertifiedHashes) -> bool {
        (1..=CERTIFICATE_FORMAT).contains(&self.format)
            && self.program == of.program
            && self.criterion == of.criterion
            && self.slices.iter().map(|slice| &slice.gold).eq(&of.golds)
    }

    /// What it lacks to certify.
    fn lacks(&self, is_bound: bool) -> Option<CertificateLack> {
        let lack = |what: &str, remedy| Some(CertificateLack { what: what.to_owned(), remedy });
        let (Some(values), Some(refutation)) = (&self.values, &self.refutation) else {
            return lack("does not say what was tried to refute the gold slice", AGAIN);
        };
        let wanted = MIN_SEQUENCES.min(refutation.sequences);
        if refutation.inputs < MIN_REFUTATION && !refutation.exhausted {
            let (why, remedy) = refutation.ended_early();
            let tried = refutation.inputs;
            lack(&format!("tried {tried} inputs to refute the gold slice, not {MIN_REFUTATION}{why}"), remedy)
        } else if values.sequences < wanted {
            let shown = values.sequences;
            lack(&format!("shows {shown} sequences of values of the criterion, not {wanted}"), AGAIN)
        } else if self.coverage.reached < self.coverage.of && self.coverage.missing.is_empty() {
            lack("does not say what its inputs do not reach", AGAIN)
        } else if values.inputs == 0 {
            lack("has no inputs", AGAIN)
        } else if is_bound && values.inputs > 1 {
            lack("has other inputs than the one that the slice is bound to", AGAIN)
        } else {
            None
        }
    }
}

impl StoredValues {
    /// Why there are no more inputs, and what to do about it.
    fn ended_early(&self) -> (&'static str, &'static str) {
        match self.ended.as_deref() {
            Some("fuel") => (
                ": the program spent too much fuel on them",
                "make a program of it whose loops end sooner on inputs that are drawn, or leave its evidence at `asserted`",
            ),
            Some("budget") => (
                ": the budget was spent",
                "`bench-slicers minimize TASK --write-gold` without `--budget`, or with a larger one, tries all",
            ),
            _ => ("", AGAIN),
        }
    }
}

impl StoredSlice {
    fn optional(&self, tree: &Tree) -> Vec<OptionalNode> {
        let is_there = |node: &NodeId| (*node as usize) < tree.len();
        let stored = self.optional.iter().filter(|one| is_there(&one.node) && one.needs.iter().all(is_there));
        stored.map(|one| OptionalNode { node: one.node, needs: one.needs.clone() }).collect()
    }
}

/// The first heading of a proof without an answer in words of its own.
fn unanswered(text: &str) -> Option<&'static str> {
    HEADINGS.into_iter().find(|heading| {
        let answer = section(text, heading);
        let words = answer.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic));
        answer.contains(UNANSWERED) || is_question(&answer) || words.count() < MIN_WORDS
    })
}

/// Whether a text begins with a question, as the scaffold's do: an answer does not.
fn is_question(text: &str) -> bool {
    let mut ends = text.split_whitespace().filter_map(|word| word.chars().last());
    ends.find(|end| matches!(end, '.' | '?' | '!')) == Some('?')
}

/// What stands behind a heading, `**Complete.**` at the start of a line or `## Complete`, up to the next one.
fn section(text: &str, wanted: &str) -> String {
    let mut is_in = false;
    let mut found = String::new();
    for line in text.lines() {
        let start = line.trim_start_matches(['#', '*', ' ']);
        let is_heading = line.trim_start().starts_with(['#', '*']) && start.len() < line.len();
        let named = HEADINGS.into_iter().find(|heading| is_heading && start.starts_with(heading));
        match named {
            Some(heading) => {
                is_in = heading == wanted;
                if is_in {
                    found.push_str(start[heading.len()..].trim_start_matches(['.', ':', '*', ' ']));
                }
            }
            None if line.starts_with('#') => is_in = false,
            None if is_in => found.push_str(line),
            None => {}
        }
        if is_in {
            found.push('\n');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_answers_under_both_headings() {
        let proof = |complete: &str, minimal: &str| {
            format!("# s1X\n\n**Complete.** {complete}\n\n**Minimal.** {minimal}\n")
        };
        let said = "It depends on `A` alone,\nwhich nothing else changes.";
        assert_eq!(unanswered(&proof(said, said)), None);
        assert_eq!(unanswered(&format!("# s1X\n## Complete\n{said}\n## Minimal\n{said}\n")), None);
        assert_eq!(unanswered(""), Some("Complete"));
        assert_eq!(unanswered(said), Some("Complete"));
        assert_eq!(unanswered(&proof("", said)), Some("Complete"));
        assert_eq!(unanswered(&proof(said, "Yes.")), Some("Minimal"));
        assert_eq!(
            unanswered(&proof(said, "What is each group of kept nodes needed for? Name the input.")),
            Some("Minimal")
        );
        assert_eq!(unanswered(&proof(&format!("{UNANSWERED} {said}"), said)), Some("Complete"));
        assert_eq!(unanswered(&format!("**Complete.** {said}\n")), Some("Minimal"));
    }

    #[test]
    fn a_certificate_that_was_changed_certifies_nothing() {
        let text = include_str!("../../suite/erlang/mug/gold/s7X.cert.json");
        assert_eq!(certificate_lack(text, false), None);
        for (idx, digit) in text.char_indices().filter(|(_, char)| char.is_ascii_digit()) {
            let other = if digit == '1' { "2" } else { "1" };
            let changed = format!("{}{other}{}", &text[..idx], &text[idx + 1..]);
            assert!(unsealed(&changed).is_some(), "byte {idx}");
        }
    }
}
