//! The shares of a divided run as one run.

use std::collections::{BTreeMap, BTreeSet};

use super::{Integrity, Results, RunHeader};
use crate::error::{self, Error, Result};

/// Puts the shares of one run together: what the whole run would have left, times and places aside.
///
/// The order of the shares does not matter.
///
/// # Errors
/// Runs that were not divided or are not of the same request, shares that are there twice, and, unless `partial`,
/// shares that are missing or not complete: all of these at once.
pub fn merge(mut parts: Vec<Results>, partial: bool) -> Result<Results> {
    parts.sort_by(|a, b| a.header.suite.partition.cmp(&b.header.suite.partition).then(a.dir.cmp(&b.dir)));
    let Some(first) = parts.first() else { return Err(error::results::nothing_to_merge()) };
    let first = (first.header.clone(), first.dir.clone());
    let mut problems: Vec<Error> = Vec::new();
    let mut shares: BTreeMap<usize, &Results> = BTreeMap::new();
    let mut n_shares = None;
    for part in &parts {
        if let Some(what) = unlike(&first.0, &part.header) {
            problems.push(error::results::unlike_part(&part.dir, &first.1, what));
        }
        let share = part.header.suite.partition.as_deref().and_then(share);
        let Some((k, n)) = share else {
            problems.push(error::results::not_divided(&part.dir));
            continue;
        };
        if *n_shares.get_or_insert(n) != n {
            problems.push(error::results::unlike_part(&part.dir, &first.1, "number of shares"));
        } else if let Some(other) = shares.insert(k, part) {
            problems.push(error::results::share_twice(&part.dir, &other.dir, k));
        }
        if !part.header.complete && !partial {
            let n_tasks = part.header.suite.n_tasks;
            problems.push(error::results::part_not_complete(&part.dir, part.records.len(), n_tasks));
        }
    }
    let n = n_shares.unwrap_or(0);
    let missing: Vec<String> =
        (1..=n).filter(|k| !shares.contains_key(k)).map(|k| format!("{k}/{n}")).collect();
    if !missing.is_empty() && !partial {
        problems.push(error::results::missing_shares(&missing));
    }
    match problems.into_iter().reduce(Error::and) {
        Some(error) => Err(error),
        None => Ok(whole(parts, missing.is_empty())),
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

fn share(text: &str) -> Option<(usize, usize)> {
    let (k, n) = text.split_once('/')?;
    Some((k.parse().ok()?, n.parse().ok()?))
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
        ("limits", a.limits != b.limits),
        ("number of repetitions", a.repeats != b.repeats),
        ("seed", a.seed != b.seed),
        ("version of bench-slicers", a.tool != b.tool),
    ];
    differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
}
