//! The header of a definition: what tells two overloads apart whose types are in no node.

use super::cst::Cst;
use super::hash::{fnv, mix};
use crate::stack::deep;

/// Hash of the tokens of a definition before its body; `None` when it has no body.
///
/// Comments, layout, what the language leaves out (modifiers) do not enter: a slicer may well drop an `@Override`.
pub(super) fn hash(definition: Cst<'_>, text: &str, is_left_out: impl Fn(Cst<'_>) -> bool) -> Option<u64> {
    let body = definition.child_by_field_name("body")?;
    let mut hash = 0;
    for part in definition.children().take_while(|part| part.start_byte() < body.start_byte()) {
        if !is_left_out(part) {
            hash = tokens(part, text, hash);
        }
    }
    Some(mix(hash))
}

fn tokens(part: Cst<'_>, text: &str, hash: u64) -> u64 {
    if part.is_extra() {
        return hash;
    }
    if part.is_leaf() {
        return fnv(hash.rotate_left(5), text[part.byte_range()].as_bytes());
    }
    deep(|| part.children().fold(hash, |hash, child| tokens(child, text, hash)))
}
