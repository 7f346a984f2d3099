//! Text with stretches replaced, lines kept.

/// Replacement of a byte range.
pub(super) struct Cut {
    pub(super) start: usize,
    pub(super) stop: usize,
    pub(super) by: &'static str,
}

/// Makes the cuts, outermost first, and keeps every line end in them.
pub(super) fn apply(text: &str, mut cuts: Vec<Cut>) -> String {
    // What is only written in goes before what is cut there.
    cuts.sort_by_key(|cut| (cut.start, cut.start != cut.stop, std::cmp::Reverse(cut.stop)));
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for cut in cuts {
        // Inside a larger cut, or turned around: parts of one macro call all have the place of the call.
        if cut.start == cut.stop && cut.start >= at {
            kept.push_str(&text[at..cut.start]);
            kept.push_str(cut.by);
            at = cut.start;
            continue;
        }
        if cut.stop <= at.max(cut.start) {
            continue;
        }
        let start = cut.start.max(at);
        kept.push_str(&text[at..start]);
        kept.push_str(cut.by);
        let deleted = &text[start..cut.stop];
        kept.extend(deleted.chars().filter(|&c| c == '\n'));
        // What follows the cut keeps its column, which in Python is its place in the program.
        let indent = deleted.rsplit_once('\n').map_or("", |(_, indent)| indent);
        if indent.trim().is_empty() {
            kept.push_str(indent);
        }
        at = cut.stop;
    }
    kept.push_str(&text[at..]);
    kept
}
