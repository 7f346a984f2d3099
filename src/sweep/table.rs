//! The numbers of a sweep: one row per program, and one for all of them.

use std::collections::BTreeMap;

use super::{Measurement, Sweep};
use crate::report::{SweepRow, SweepTable};
use crate::stats::Sample;

/// A criterion that both slicers answered, with nodes.
struct ComparedPair<'m> {
    program: &'m str,
    first: &'m Measurement,
    second: &'m Measurement,
}

impl SweepTable {
    /// Computes every number.
    pub fn new(sweep: &Sweep) -> SweepTable {
        let slicers = sweep.header.slicers.each_ref().map(|slicer| slicer.name.clone());
        let mut programs: BTreeMap<&str, Vec<&Measurement>> = BTreeMap::new();
        for measurement in &sweep.measurements {
            programs.entry(&measurement.program).or_default().push(measurement);
        }
        let mut rows: Vec<SweepRow> = programs
            .iter()
            .map(|(program, measurements)| row(Some((*program).to_owned()), measurements, &slicers))
            .collect();
        let all: Vec<&Measurement> = sweep.measurements.iter().collect();
        rows.push(row(None, &all, &slicers));
        let not_slices =
            |name: &String| all.iter().filter(|one| one.slicer == *name && one.invented > 0).count();
        let n_not_slices = slicers.each_ref().map(not_slices);
        SweepTable {
            slicers,
            rows,
            n_not_slices,
            complete: sweep.header.complete,
            host: sweep.header.host.clone(),
        }
    }
}

fn row(program: Option<String>, measurements: &[&Measurement], slicers: &[String; 2]) -> SweepRow {
    let pairs = pairs(measurements, slicers);
    let sample = |value: &dyn Fn(&ComparedPair<'_>) -> Option<f64>| {
        Sample::new(pairs.iter().filter_map(|pair| value(pair).map(|value| (pair.program, value))))
    };
    let times = [sample(&|pair| Some(pair.first.wall_s)), sample(&|pair| Some(pair.second.wall_s))];
    let reductions = sample(&|pair| {
        let (first, second) = (pair.first.nodes? as f64, pair.second.nodes? as f64);
        (second > 0.0).then(|| (second - first) / second)
    });
    let slice_s = times.each_ref().map(Sample::mean);
    let graph_s = slicers.each_ref().map(|name| {
        let graphs: Vec<f64> = measurements
            .iter()
            .filter(|one| one.criterion.is_none() && one.slicer == *name)
            .map(|one| one.wall_s)
            .collect();
        (!graphs.is_empty()).then(|| graphs.iter().sum())
    });
    SweepRow {
        program,
        n_criteria: measurements
            .iter()
            .filter(|one| one.criterion.is_some() && one.slicer == slicers[0])
            .count(),
        n_compared: pairs.len(),
        graph_s,
        slice_s,
        slice_margin_s: times.each_ref().map(Sample::error_margin),
        slowdown: slice_s[0].zip(slice_s[1]).filter(|times| times.1 > 0.0).map(|times| times.0 / times.1),
        reduction: reductions.mean(),
        reduction_margin: reductions.error_margin(),
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
