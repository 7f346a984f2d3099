//! What `minimize` says of a slice that commands judged.

use super::args::DeletionUnitArg;
use super::command::CommandTarget;
use super::report::stage;
use crate::minimize::{SearchEnd, TextFound};
use crate::results::{
    Host, PhaseOne, Proved, SEARCH_FORMAT, StoredCoverage, StoredCriterion, StoredInputs, StoredOracle,
    StoredRule, StoredSearch, StoredTimes, ToolStamp,
};

/// What is proved, in a sentence.
pub(super) fn statement(target: &CommandTarget, found: &TextFound, version: Option<&str>) -> String {
    let unit = match target.unit {
        DeletionUnitArg::Line => "line",
        DeletionUnitArg::Statement => "statement",
        DeletionUnitArg::Expression => "node",
    };
    let proved = match found.depth {
        0 => "the search was ended before every one was tried".to_owned(),
        1 => format!("no {unit} of them can go"),
        _ => format!("no {unit} of them and no two {unit}s can go"),
    };
    let counted = if target.unit == DeletionUnitArg::Line { "lines" } else { "nodes" };
    let inputs = match target.inputs.len() {
        0 => String::new(),
        1 => " on 1 input".to_owned(),
        n => format!(" on {n} inputs"),
    };
    format!(
        "{} of {} {counted} after {} candidates: {proved}{inputs}{}",
        found.kept.len(),
        target.tree.n_counted(),
        found.n_candidates,
        version.map_or(String::new(), |version| format!("; {version}")),
    )
}

/// Everything, as it is stored.
pub(super) fn stored(
    target: &CommandTarget,
    found: &TextFound,
    version: Option<String>,
    observed_s: f64,
) -> StoredSearch {
    let n_inferred = found.n_cached + found.n_unreadable;
    StoredSearch {
        format: SEARCH_FORMAT,
        tool: ToolStamp::this(),
        host: Host::this(),
        program: target.name.clone(),
        criterion: StoredCriterion {
            line: target.line.unwrap_or_default(),
            variable: target.variable.clone(),
        },
        rule: StoredRule::Prefix,
        runtime: version.unwrap_or_else(|| target.commands.command.join(" ")),
        oracle: Some(oracle(target, found)),
        nodes: target.tree.n_counted(),
        slice_nodes: found.kept.len(),
        proved: Proved {
            depth: found.depth,
            unbounded: false,
            end: end(found.end).to_owned(),
            confirmed: Some(true),
        },
        candidates: found.n_candidates,
        candidates_ahead: found.n_ahead,
        inferred: n_inferred,
        inputs: StoredInputs {
            kept: target.inputs.iter().map(|input| input.args.clone()).collect(),
            tried: target.inputs.len(),
            random: 0,
            refuted: 0,
            reached: None,
            sequences: None,
            consulted: None,
        },
        coverage: StoredCoverage { reached: 0, of: 0, missing: Vec::new() },
        phase_1: PhaseOne { calls: 0, slice_nodes: target.tree.n_counted(), refused: Vec::new() },
        stages: found.stages.iter().map(stage).collect(),
        time_s: StoredTimes { inputs: observed_s, phase_1: 0.0, phase_2: found.wall_s, random_inputs: 0.0 },
        endless: None,
        files: found.files.clone(),
    }
}

fn oracle(target: &CommandTarget, found: &TextFound) -> StoredOracle {
    let commands = &target.commands;
    let stdin: Vec<String> = target.inputs.iter().map(|input| input.stdin.clone()).collect();
    StoredOracle {
        unit: target.unit.name().to_owned(),
        build: commands.build.clone(),
        command: commands.command.clone(),
        before: commands.before.clone(),
        after: commands.after.clone(),
        marker: commands.marker.clone(),
        stdin: if stdin.iter().all(String::is_empty) { Vec::new() } else { stdin },
        cached: found.n_cached,
        unreadable: found.n_unreadable,
    }
}

fn end(end: SearchEnd) -> &'static str {
    match end {
        SearchEnd::Budget => "budget spent",
        SearchEnd::Stopped => "stopped",
        _ => "all that was asked for",
    }
}
