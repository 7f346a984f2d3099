//! What `minimize` shows while it searches, and when it ends early.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::args::{Budget, MinimizeArgs};
use crate::cli::terminal::Progress as Bar;
use crate::minimize::{Phase, SearchProgress};
use crate::process;

/// Draws the progress bar, and ends the search when the time is over or the user has had enough.
pub(super) struct Watch<'w> {
    bar: &'w Bar,
    begun: Instant,
    deadline: Option<Instant>,
}

impl<'w> Watch<'w> {
    pub(super) fn new(args: &MinimizeArgs, bar: &'w Bar) -> Watch<'w> {
        let begun = Instant::now();
        let deadline = match args.budget {
            Some(Budget::Seconds(seconds)) => {
                Duration::try_from_secs_f64(seconds).ok().and_then(|time| begun.checked_add(time))
            }
            _ => None,
        };
        Watch { bar, begun, deadline }
    }

    /// When the time is over; `None` for never.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    pub(super) fn see(&self, phase: Phase, progress: &SearchProgress) -> ControlFlow<()> {
        let what = match phase {
            Phase::Inputs => "looking for inputs",
            Phase::Compose => "phase 1",
            Phase::Search => "phase 2",
            Phase::Refute => "trying random inputs",
        };
        let per_s = progress.n_candidates as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
        self.bar.show(format!(
            "{what}: {} nodes, {} together, {} candidates, {per_s:.0}/s",
            progress.n_kept, progress.depth, progress.n_candidates
        ));
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        match is_late || process::is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
