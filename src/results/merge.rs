//! The shares of a divided run as one run.

use std::collections::{BTreeMap, BTreeSet};

use super::shares::{StoredShare, has_all_shares};
use super::{Integrity, Results, RunHeader};
use crate::error::Result;

/// Puts the shares of one run together: what the whole run would have left, times and places aside.
///
/// The order of the shares does not matter.
///
/// # Errors
/// Runs that were not divided or are not of the same request, shares that are there twice, and, unless `partial`,
/// shares that are missing or not complete: all of these at once.
pub fn merge(mut parts: Vec<Results>, partial: bool) -> Result<Results> {
    parts.sort_by(|a, b| a.header.suite.partition.cmp(&b.header.suite.partition).then(a.dir.cmp(&b.dir)));
    let shares: Vec<StoredShare<'_>> = parts.iter().map(share).collect();
    let unlike = |idx: usize| unlike(&parts[0].header, &parts[idx].header).map(str::to_owned);
    let has_all = has_all_shares(&shares, &unlike, partial)?;
    Ok(whole(parts, has_all))
}

fn share(part: &Results) -> StoredShare<'_> {
    StoredShare {
        dir: &part.dir,
        partition: part.header.suite.partition.as_deref(),
        is_complete: part.header.complete,
        n_done: part.records.len(),
        n_tasks: part.header.suite.n_tasks,
    }
}

/// One run of parts that belong together.
fn whole(parts: Vec<Results>, has_all_shares: bool) -> Results {
    let mut header = parts[0].header.clone();
    header.created = parts.iter().map(|part| part.header.created.clone()).min().unwrap_or_default();
    header.complete = has_all_shares && parts.iter().all(|part| part.header.complete);
    header.suite.partition = None;
    header.suite.n_tasks = parts.iter().map(|part| part.header.suite.n_tasks).sum();
    header.jobs = parts.iter().map(|part| part.header.jobs).max().unwrap_or(1);
    let dir = parts[0].dir.clone();
    let mut records = Vec::new();
    let mut repeats = BTreeMap::new();
    for part in parts {
        records.extend(part.records);
        repeats.extend(part.repeats);
    }
    records.sort_by(|a, b| a.task.cmp(&b.task));
    Results { dir, header, records, repeats, integrity: Integrity::Unknown }
}

/// In what two requests differ, besides the share, the time and the machine.
fn unlike(a: &RunHeader, b: &RunHeader) -> Option<&'static str> {
    let names = |list: &[String]| list.iter().cloned().collect::<BTreeSet<String>>();
    let differs = [
        ("slicer", a.slicer.name != b.slicer.name),
        ("version of the slicer", a.slicer.version != b.slicer.version),
        ("adapter", a.slicer.adapter_hash != b.slicer.adapter_hash),
        ("suite", a.suite.hash != b.suite.hash),
        ("filter", names(&a.suite.filters) != names(&b.suite.filters)),
        ("choice of labels", names(&a.suite.labels) != names(&b.suite.labels)),
        ("tier", a.suite.tier != b.suite.tier),
        ("limits", a.limits != b.limits),
        ("number of repetitions", a.repeats != b.repeats),
        ("seed", a.seed != b.seed),
        ("version of bench-slicers", a.tool != b.tool),
    ];
    differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
}
