//! Whether a slice by the rule of the prefix runs for ever where its program ends.

use crate::deletions::Candidate;
use crate::error::Result;
use crate::oracle::{Oracle, Verdict};
use crate::suite::Input;

/// Index of the first input on which the program ends, and its slice uses up its fuel: ten times what the program took and
/// 1 000 more. The oracle asks for [`SliceRule::PrefixAndEnd`](crate::oracle::SliceRule::PrefixAndEnd) and has no inputs yet.
///
/// # Errors
/// Those of the oracle.
pub fn runs_on(oracle: &mut dyn Oracle, inputs: &[Input], slice: &Candidate) -> Result<Option<usize>> {
    oracle.add_inputs(inputs)?;
    let judgements = oracle.judge(std::slice::from_ref(slice), false)?;
    Ok(match judgements.first().map(|judgement| &judgement.verdict) {
        Some(&Verdict::OutOfFuel { input_idx }) => Some(input_idx),
        _ => None,
    })
}
