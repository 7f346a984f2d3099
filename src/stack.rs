//! Recursion that follows the nesting of somebody's source: the one door to `stacker`.
//!
//! A chain of ten thousand operators nests ten thousand deep. Threads with large stacks do not start where memory is
//! limited, and are never large enough; a stack that grows takes what the source needs.

/// More than any function needs that calls none of those guarded here, without optimisation, too.
const RED_ZONE_BYTE: usize = 256 << 10;
/// By how much the stack grows.
const STEP_BYTE: usize = 4 << 20;

/// Does the work with stack enough for a call of what recurses; each level of a recursion goes through here.
pub(crate) fn deep<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE_BYTE, STEP_BYTE, work)
}
