//! The header of a definition: what tells two overloads apart whose types are in no node.

use super::cst::Cst;
use super::hash::{fnv, mix};

/// Tokens of a header beyond these tell no two definitions apart: a definition may stand in the header of another, and
/// that in the header of a third, each of which is read for itself.
const MAX_TOKENS: usize = 1_000;

/// Hash of the tokens of a definition before its body; `None` when it has no body.
///
/// Comments, layout, what the language leaves out (modifiers) do not enter: a slicer may well drop an `@Override`.
pub(super) fn hash(definition: Cst<'_>, text: &str, is_left_out: impl Fn(Cst<'_>) -> bool) -> Option<u64> {
    let body = definition.child_by_field_name("body")?;
    let parts = definition.children().take_while(|part| part.start_byte() < body.start_byte());
    let tokens = parts.filter(|part| !is_left_out(*part)).flat_map(tokens).take(MAX_TOKENS);
    let add = |hash: u64, token: Cst<'_>| fnv(hash.rotate_left(5), text[token.byte_range()].as_bytes());
    Some(mix(tokens.fold(0, add)))
}

/// Tokens of a part, in source order, without comments.
fn tokens(part: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    let mut comment_end = 0;
    part.subtree().filter(move |node| {
        if node.is_extra() {
            comment_end = comment_end.max(node.end_byte());
        }
        node.is_leaf() && !node.is_extra() && node.start_byte() >= comment_end
    })
}
