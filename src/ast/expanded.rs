//! Source after the expansion of macros, and where its bytes come from.

use std::cell::Cell;
use std::ops::Range;

/// Expanded text, and where its bytes come from.
#[derive(Default)]
pub(super) struct Expanded {
    pub(super) text: String,
    /// Byte ranges of the expanded calls in the original, by their start.
    pub(super) calls: Vec<Range<usize>>,
    /// What could not be expanded, with its offset in the original.
    pub(super) problems: Vec<(usize, String)>,
    /// Where the expanded text has the number of a line, which layout changes, in ascending order.
    pub(super) line_numbers: Vec<usize>,
    segments: Vec<Stretch>,
    /// Index of the segment found last.
    found: Cell<usize>,
}

/// A stretch of the expanded text.
struct Stretch {
    /// First byte in the expanded text.
    start: usize,
    /// First byte in the original.
    original: usize,
    /// For text of a definition, one past the call it replaces; such a stretch has a single place.
    call_end: Option<usize>,
}

impl Expanded {
    /// Byte range of the original for a byte range of the expanded text.
    pub(super) fn original(&self, start: usize, stop: usize) -> (usize, usize) {
        let Some(from) = self.segment(start) else { return (start, stop) };
        let begin = match from.call_end {
            Some(_) => from.original,
            None => from.original + (start - from.start),
        };
        let last = if stop <= start { None } else { self.segment(stop - 1) };
        let Some(to) = last else { return (begin, begin) };
        let end = to.call_end.unwrap_or(to.original + (stop - to.start));
        (begin, end.max(begin))
    }

    fn segment(&self, offset: usize) -> Option<&Stretch> {
        // Places are asked for nearly in order, so that it mostly is the stretch found last.
        let holds = |idx: usize| {
            let past = self.segments.get(idx + 1).map_or(usize::MAX, |next| next.start);
            self.segments.get(idx).is_some_and(|segment| segment.start <= offset && offset < past)
        };
        if !holds(self.found.get()) {
            let idx = self.segments.partition_point(|segment| segment.start <= offset);
            self.found.set(idx.saturating_sub(1));
        }
        self.segments.get(self.found.get())
    }

    /// Appends text that stands at this place of the original.
    pub(super) fn push_own(&mut self, text: &str, original: usize) {
        let follows = |last: &Stretch| {
            last.call_end.is_none() && last.original + (self.text.len() - last.start) == original
        };
        if !self.segments.last().is_some_and(follows) && !text.is_empty() {
            self.segments.push(Stretch { start: self.text.len(), original, call_end: None });
        }
        self.text.push_str(text);
    }

    /// Appends text of a definition, for the call with these bytes.
    pub(super) fn push_replacement(&mut self, text: &str, call: &Range<usize>) {
        let follows = |last: &Stretch| last.call_end == Some(call.end) && last.original == call.start;
        if !self.segments.last().is_some_and(follows) && !text.is_empty() {
            let segment = Stretch { start: self.text.len(), original: call.start, call_end: Some(call.end) };
            self.segments.push(segment);
        }
        self.text.push_str(text);
    }
}
