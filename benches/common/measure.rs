//! How long a piece of work takes, and how much of it is done in a second.

use std::hint::black_box;
use std::time::{Duration, Instant};

const AT_LEAST: Duration = Duration::from_secs(2);
const MIN_RUNS: usize = 10;

/// Whether the command line asks for it: `-- PART-OF-NAME …`.
pub(crate) fn is_chosen(name: &str) -> bool {
    let mut chosen = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).peekable();
    chosen.peek().is_none() || chosen.any(|part| name.contains(&part))
}

/// Repeats the work and prints the median time with the least and the most, and how many units a second that is.
///
/// What is not [chosen](is_chosen) is left out.
pub(crate) fn measure<T>(name: &str, n_units: usize, unit: &str, mut work: impl FnMut() -> T) {
    if !is_chosen(name) {
        return;
    }
    black_box(work());
    let mut times = Vec::new();
    let begun = Instant::now();
    while times.len() < MIN_RUNS || begun.elapsed() < AT_LEAST {
        let start = Instant::now();
        black_box(work());
        times.push(start.elapsed());
    }
    times.sort();
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{name}: {median:.1?} ({:.1?} to {most:.1?}, {} runs), {:.0} {unit} a second",
        times[0],
        times.len(),
        n_units as f64 / median.as_secs_f64()
    );
}
