//! Whether stored parts are all shares of one whole: of runs, sweeps and certifications alike.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::{self, Error, Result};

/// What a stored part says of itself.
#[derive(Clone, Copy, Debug)]
pub struct StoredShare<'p> {
    /// Where it is.
    pub dir: &'p Path,
    /// `k/n`; `None` for a whole.
    pub partition: Option<&'p str>,
    /// Everything that was asked is there.
    pub is_complete: bool,
    /// Tasks, or measurements, that are there.
    pub n_done: usize,
    /// Those that were asked for.
    pub n_tasks: usize,
}

/// Whether every share is there. `unlike` tells in what the request of a part differs from that of the first.
///
/// # Errors
/// Parts of another request, wholes, shares that are there twice, and, unless `partial`, shares that are missing or not
/// complete: all of these at once.
pub fn has_all_shares(
    parts: &[StoredShare<'_>],
    unlike: &dyn Fn(usize) -> Option<String>,
    partial: bool,
) -> Result<bool> {
    let Some(first) = parts.first() else { return Err(error::results::nothing_to_merge()) };
    let mut problems: Vec<Error> = Vec::new();
    let mut shares: BTreeMap<usize, &Path> = BTreeMap::new();
    let mut n_shares = None;
    for (idx, part) in parts.iter().enumerate() {
        if let Some(what) = unlike(idx) {
            problems.push(error::results::unlike_part(part.dir, first.dir, &what));
        }
        let Some((k, n)) = part.partition.and_then(numbers) else {
            problems.push(error::results::not_divided(part.dir));
            continue;
        };
        if *n_shares.get_or_insert(n) != n {
            problems.push(error::results::unlike_part(part.dir, first.dir, "number of shares"));
        } else if let Some(other) = shares.insert(k, part.dir) {
            problems.push(error::results::share_twice(part.dir, other, k));
        }
        if !part.is_complete && !partial {
            problems.push(error::results::part_not_complete(part.dir, part.n_done, part.n_tasks));
        }
    }
    let n = n_shares.unwrap_or(0);
    let missing: Vec<String> =
        (1..=n).filter(|k| !shares.contains_key(k)).map(|k| format!("{k}/{n}")).collect();
    if !missing.is_empty() && !partial {
        problems.push(error::results::missing_shares(&missing));
    }
    problems.into_iter().reduce(Error::and).map_or(Ok(missing.is_empty()), Err)
}

fn numbers(text: &str) -> Option<(usize, usize)> {
    let (k, n) = text.split_once('/')?;
    Some((k.parse().ok()?, n.parse().ok()?))
}
