//! The numbers of a sweep: one row per program, or per range of sizes, and one for all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Measurement, Sweep};
use crate::report::{SliceSizeRow, SliceSizes, SweepRow, SweepTable};
use crate::stats::{Sample, ratio_of_means};

/// Confidence of the intervals of rows of programs.
const CONFIDENCE: f64 = 0.95;
/// That of rows of ranges of sizes, as published (Pérez Rubio, "Analysis Techniques for Software Maintenance", 2023).
const RANGE_CONFIDENCE: f64 = 0.99;

/// A criterion that both slicers answered, with nodes.
#[derive(Clone, Copy)]
struct ComparedPair<'m> {
    program: &'m str,
    first: &'m Measurement,
    second: &'m Measurement,
}

impl SweepTable {
    /// Computes every number; `None` of a sweep of other than two slicers.
    pub fn new(sweep: &Sweep) -> Option<SweepTable> {
        let [first, second] = &sweep.header.slicers[..] else { return None };
        let slicers = [first, second].map(|slicer| slicer.name.clone());
        let programs = by_program(sweep);
        let mut rows: Vec<SweepRow> = programs
            .iter()
            .map(|(program, measurements)| {
                let row = row(measurements, &slicers, None, CONFIDENCE);
                SweepRow { program: Some((*program).to_owned()), ..row }
            })
            .collect();
        let all: Vec<&Measurement> = sweep.measurements.iter().collect();
        rows.push(row(&all, &slicers, None, CONFIDENCE));
        let ranges = ranges(&all, &slicers);
        let not_slices =
            |name: &String| all.iter().filter(|one| one.slicer == *name && one.invented > 0).count();
        let n_not_slices = slicers.each_ref().map(not_slices);
        Some(SweepTable {
            slicers,
            rows,
            ranges,
            n_not_slices,
            only_objects: sweep.header.only_objects,
            complete: sweep.header.complete,
            host: sweep.header.host.clone(),
        })
    }
}

impl SliceSizes {
    /// Computes every number, over the criteria that all slicers answered.
    pub fn new(sweep: &Sweep) -> SliceSizes {
        let slicers: Vec<String> = sweep.header.slicers.iter().map(|slicer| slicer.name.clone()).collect();
        let mut rows = Vec::new();
        for (program, measurements) in by_program(sweep) {
            let answered = answered_by_all(&measurements, slicers.len());
            let row = |slicer: &String| size_row(program, slicer, &measurements, &answered);
            rows.extend(slicers.iter().map(row));
        }
        let of_all: Vec<SliceSizeRow> = slicers.iter().map(|slicer| mean_row(slicer, &rows)).collect();
        rows.extend(of_all);
        let n_foreign = |name: &String| {
            sweep.measurements.iter().filter(|one| one.slicer == *name && one.invented > 0).count()
        };
        SliceSizes { n_not_slices: slicers.iter().map(n_foreign).collect(), slicers, rows }
    }
}

fn by_program(sweep: &Sweep) -> BTreeMap<&str, Vec<&Measurement>> {
    let mut programs: BTreeMap<&str, Vec<&Measurement>> = BTreeMap::new();
    for measurement in &sweep.measurements {
        programs.entry(&measurement.program).or_default().push(measurement);
    }
    programs
}

/// The criteria of a program that so many slicers answered.
fn answered_by_all<'m>(measurements: &[&'m Measurement], n_slicers: usize) -> BTreeSet<&'m str> {
    let mut n_answers: BTreeMap<&str, usize> = BTreeMap::new();
    for one in measurements.iter().filter(|one| one.nodes.is_some()) {
        if let Some(criterion) = &one.criterion {
            *n_answers.entry(criterion).or_default() += 1;
        }
    }
    n_answers.into_iter().filter(|(_, n)| *n == n_slicers).map(|(criterion, _)| criterion).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn size_row(
    program: &str,
    slicer: &str,
    measurements: &[&Measurement],
    answered: &BTreeSet<&str>,
) -> SliceSizeRow {
    let own: Vec<&Measurement> = measurements.iter().copied().filter(|one| one.slicer == slicer).collect();
    let is_answered =
        |one: &&&Measurement| one.criterion.as_deref().is_some_and(|criterion| answered.contains(criterion));
    let slices: Vec<&Measurement> = own.iter().filter(is_answered).copied().collect();
    let program_nodes = own.iter().find_map(|one| one.program_nodes);
    let share = |one: &&Measurement| Some(one.nodes? as f64 / one.program_nodes.filter(|&n| n > 0)? as f64);
    SliceSizeRow {
        program: Some(program.to_owned()),
        slicer: slicer.to_owned(),
        program_nodes,
        n_criteria: own.iter().filter(|one| one.criterion.is_some()).count(),
        n_slices: slices.len(),
        nodes: mean(slices.iter().filter_map(|one| one.nodes).map(|nodes| nodes as f64)),
        share: mean(slices.iter().filter_map(share)),
        graph_s: own.iter().find(|one| one.criterion.is_none()).map(|one| one.wall_s),
        slice_s: mean(slices.iter().map(|one| one.wall_s)),
    }
}

/// Sums over the programs, and means of their means, so that a program with many variables counts as any other.
fn mean_row(slicer: &str, rows: &[SliceSizeRow]) -> SliceSizeRow {
    let own: Vec<&SliceSizeRow> = rows.iter().filter(|row| row.slicer == slicer).collect();
    let mean_of = |value: fn(&SliceSizeRow) -> Option<f64>| mean(own.iter().filter_map(|row| value(row)));
    let graphs: Vec<f64> = own.iter().filter_map(|row| row.graph_s).collect();
    SliceSizeRow {
        program: None,
        slicer: slicer.to_owned(),
        program_nodes: own.iter().map(|row| row.program_nodes).sum(),
        n_criteria: own.iter().map(|row| row.n_criteria).sum(),
        n_slices: own.iter().map(|row| row.n_slices).sum(),
        nodes: mean_of(|row| row.nodes),
        share: mean_of(|row| row.share),
        graph_s: (!graphs.is_empty()).then(|| graphs.iter().sum()),
        slice_s: mean_of(|row| row.slice_s),
    }
}

/// A row for each range that has slices of the second in it, and one for all.
fn ranges(all: &[&Measurement], slicers: &[String; 2]) -> Vec<SweepRow> {
    let sizes: BTreeSet<(usize, usize)> =
        pairs(all, slicers).iter().filter_map(|pair| pair.second.nodes.map(size_range)).collect();
    let of_range = |range| SweepRow { range, ..row(all, slicers, range, RANGE_CONFIDENCE) };
    sizes.into_iter().map(Some).chain([None]).map(of_range).collect()
}

/// The range that a size is in: below 10, or from 1, 2 or 5 times a power of ten to below the next of these.
fn size_range(nodes: usize) -> (usize, usize) {
    let (mut from, mut below) = (0, 10);
    for factor in [2, 5, 10].into_iter().cycle() {
        if nodes < below {
            break;
        }
        let ten = 10_usize.pow(below.ilog10());
        (from, below) = (below, factor * ten);
    }
    (from, below)
}

/// The numbers of measurements, of those whose second slice is in a range of sizes.
fn row(
    measurements: &[&Measurement],
    slicers: &[String; 2],
    range: Option<(usize, usize)>,
    confidence: f64,
) -> SweepRow {
    let is_in = |pair: &ComparedPair<'_>| match (range, pair.second.nodes) {
        (Some((from, below)), Some(nodes)) => (from..below).contains(&nodes),
        (range, _) => range.is_none(),
    };
    let pairs: Vec<ComparedPair<'_>> = pairs(measurements, slicers).into_iter().filter(is_in).collect();
    let sample = |value: &dyn Fn(&ComparedPair<'_>) -> Option<f64>| {
        Sample::new(pairs.iter().filter_map(|pair| value(pair).map(|value| (pair.program, value))))
    };
    let times = [sample(&|pair| Some(pair.first.wall_s)), sample(&|pair| Some(pair.second.wall_s))];
    let reductions = sample(&|pair| {
        let (first, second) = (pair.first.nodes? as f64, pair.second.nodes? as f64);
        (second > 0.0).then(|| (second - first) / second)
    });
    let slice_s = times.each_ref().map(Sample::mean);
    let paired: Vec<(f64, f64)> = pairs.iter().map(|pair| (pair.first.wall_s, pair.second.wall_s)).collect();
    let nodes =
        [sample(&|pair| Some(pair.first.nodes? as f64)), sample(&|pair| Some(pair.second.nodes? as f64))];
    let slowdown = ratio_of_means(&paired, confidence);
    let graph_s = slicers.each_ref().map(|name| {
        let graphs: Vec<f64> = measurements
            .iter()
            .filter(|one| one.criterion.is_none() && one.slicer == *name)
            .map(|one| one.wall_s)
            .collect();
        (!graphs.is_empty() && range.is_none()).then(|| graphs.iter().sum())
    });
    SweepRow {
        program: None,
        range: None,
        n_criteria: match range {
            Some(_) => pairs.len(),
            None => {
                measurements.iter().filter(|one| one.criterion.is_some() && one.slicer == slicers[0]).count()
            }
        },
        n_compared: pairs.len(),
        graph_s,
        slice_s,
        slice_margin_s: times.each_ref().map(|times| times.error_margin(confidence)),
        nodes: nodes.each_ref().map(Sample::mean),
        slowdown: slowdown.map(|(ratio, _)| ratio),
        slowdown_margin: slowdown.and_then(|(_, margin)| margin),
        reduction: reductions.mean(),
        reduction_margin: reductions.error_margin(confidence),
        n_larger: pairs.iter().filter(|pair| pair.first.nodes > pair.second.nodes).count(),
    }
}

fn pairs<'m>(measurements: &[&'m Measurement], slicers: &[String; 2]) -> Vec<ComparedPair<'m>> {
    let mut second: BTreeMap<(&str, &str), &Measurement> = BTreeMap::new();
    let answered = |name: &String| {
        let name = name.clone();
        measurements.iter().filter(move |one| one.slicer == name && one.nodes.is_some()).filter_map(|one| {
            let measurement: &'m Measurement = one;
            measurement.criterion.as_deref().map(|id| ((measurement.program.as_str(), id), measurement))
        })
    };
    second.extend(answered(&slicers[1]));
    answered(&slicers[0])
        .filter_map(|(key, first)| {
            second.get(&key).map(|second| ComparedPair { program: key.0, first, second })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::size_range;

    #[test]
    fn every_size_is_in_one_range_and_ranges_follow_each_other() {
        let mut end = 0;
        for nodes in 0..12_000 {
            let (from, below) = size_range(nodes);
            assert!(from <= nodes && nodes < below, "{nodes}: {from}..{below}");
            assert!(from == end || nodes != from, "{nodes}: {from} after {end}");
            end = below;
        }
        assert_eq!(size_range(7), (0, 10));
        assert_eq!(size_range(10), (10, 20));
        assert_eq!(size_range(499), (200, 500));
        assert_eq!(size_range(5_000), (5_000, 10_000));
    }
}
