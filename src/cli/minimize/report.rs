//! What `minimize` prints: the table of the paper's columns, a statement of what is proved, and the whole as it is stored.

use serde_json::json;

use super::target::Target;
use crate::ast::SourceFile;
use crate::inputs::{Tried, TriedEnd};
use crate::minimize::{Minimized, Refusal, SearchEnd, Stage};
use crate::oracle::{SliceRule, Verdict};
use crate::report::{Listing, Records};
use crate::results::{
    Gap, Host, PhaseOne, Proved, RefusedAnswer, SEARCH_FORMAT, StoredCoverage, StoredCriterion, StoredInputs,
    StoredRule, StoredSearch, StoredStage, StoredTimes, ToolStamp,
};
use crate::suite::Input;

/// What is printed of a search besides what it found.
pub(super) struct SearchOutput<'f> {
    pub(super) runtime: String,
    /// An input on which the program ends, and the slice does not.
    pub(super) endless: Option<Input>,
    pub(super) files: &'f [SourceFile],
}

/// Iterations, time and size of each phase and of each number of nodes deleted together.
pub(super) fn table(target: &Target, minimized: &Minimized) -> Listing {
    let n_nodes = target.program.n_counted();
    let percent = |n_kept: usize| rounded(100.0 * n_kept as f64 / n_nodes.max(1) as f64);
    let row = |phase: String, n_iterations: u64, n_inferred: u64, wall_s: f64, n_kept: Option<usize>| {
        let (nodes, percent) = (json!(n_kept), json!(n_kept.map(percent)));
        vec![json!(phase), json!(n_iterations), json!(n_inferred), json!(rounded(wall_s)), nodes, percent]
    };
    let Minimized { inputs, composed, found, times, .. } = minimized;
    let mut rows = vec![row("inputs".to_owned(), inputs.n_tried as u64, 0, times.inputs_s, Some(n_nodes))];
    if composed.n_calls > 0 {
        let n_kept = Some(composed.kept.len());
        rows.push(row("phase 1".to_owned(), composed.n_calls as u64, 0, times.compose_s, n_kept));
    }
    for stage in &found.stages {
        let phase = format!("phase 2, {}", together(stage.depth));
        rows.push(row(phase, stage.n_candidates, stage.n_inferred, stage.wall_s, Some(stage.n_kept)));
    }
    let rule = match target.rule {
        SliceRule::Prefix | SliceRule::PrefixAndEnd => "",
        SliceRule::Strict => "strict, ",
        SliceRule::Visits => "control, ",
        SliceRule::Driven => "data, ",
    };
    let end = format!("phase 2, {rule}{}", end(found.end));
    rows.push(row(end, found.n_candidates, found.n_inferred, times.search_s, Some(found.kept.len())));
    rows.push(row("further inputs".to_owned(), minimized.tried.n_drawn as u64, 0, times.refute_s, None));
    let columns = vec!["phase", "iterations", "inferred", "time_s", "nodes", "percent"];
    Listing { records: Records { columns, rows } }
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn together(depth: usize) -> String {
    if depth == 1 { "1 node".to_owned() } else { format!("{depth} nodes") }
}

fn end(end: SearchEnd) -> &'static str {
    match end {
        SearchEnd::Exhausted => "nothing left to try",
        SearchEnd::MaxNodes => "all that was asked for",
        SearchEnd::Budget => "budget spent",
        SearchEnd::Stopped => "stopped",
        SearchEnd::Memory => "too many sets to remember",
    }
}

/// What is proved, in a sentence.
pub(super) fn statement(target: &Target, minimized: &Minimized) -> String {
    let Minimized { inputs, found, .. } = minimized;
    let proved = match (found.end, found.depth) {
        (SearchEnd::Exhausted, _) => "no set of nodes, however large, can go".to_owned(),
        (_, 0) => "nothing is proved about what else can go".to_owned(),
        (_, 1) => "no single node can go".to_owned(),
        (_, depth) => format!("no set of up to {depth} nodes can go"),
    };
    let coverage = &inputs.coverage;
    let gaps = coverage.gaps(&target.program);
    let covered = match gaps.first() {
        None => "all statements and clauses reached".to_owned(),
        Some(&first) => format!(
            "{} of {} statements and clauses reached, not that at line {}{}",
            coverage.n_reached(),
            coverage.wanted.len(),
            target.program.line(first),
            if gaps.len() > 1 { format!(" and {} more", gaps.len() - 1) } else { String::new() }
        ),
    };
    format!(
        "{}: {} of {} nodes; {proved} on {} inputs; {covered}; {}",
        target.name,
        found.kept.len(),
        target.program.n_counted(),
        inputs.inputs.len(),
        if target.is_bound { "a slice for these inputs alone".to_owned() } else { tried(&minimized.tried) },
    )
}

/// What inputs that did not refute the slice could have shown.
fn tried(tried: &Tried) -> String {
    let Tried { n_drawn, n_reached, n_sequences, n_consulted, end } = *tried;
    let all = match end {
        TriedEnd::Enough => "",
        TriedEnd::Exhausted => ", all that could be drawn",
        TriedEnd::Fuel => ", no more since the program spends too much fuel on them,",
        TriedEnd::Stopped => ", no more since the budget was spent,",
    };
    match (n_drawn, n_reached, n_consulted) {
        (0, ..) => "no further input was tried against it".to_owned(),
        (_, 0, _) => format!(
            "none of {n_drawn} further inputs{all} reaches the criterion, so that none could refute it"
        ),
        (_, _, 0) => format!(
            "{n_drawn} further inputs{all}: {n_reached} reach the criterion, with {n_sequences} sequences of values, and none asks for \
             what was deleted, so that none could refute it"
        ),
        _ => format!(
            "{n_drawn} further inputs{all} do not refute it: {n_reached} reach the criterion, with {n_sequences} sequences of values, \
             {n_consulted} ask for what was deleted"
        ),
    }
}

/// That the slice does not end where the program does.
pub(super) fn runs_for_ever(target: &Target, input: &Input) -> String {
    format!(
        "{}: on input {} the program ends, and the slice runs on, for ten times as long at least; `--strict` asks for slices \
         that end, too",
        target.name,
        arguments(input)
    )
}

fn arguments(input: &Input) -> String {
    format!("[{}]", input.args.join(","))
}

/// Why an answer of phase 1 was refused.
pub(in crate::cli) fn refusal(why: &Refusal) -> String {
    match why {
        Refusal::NoAnswer(why) => format!("no answer, {why}"),
        Refusal::Invalid { place: Some(place), why } => format!("its slice does not compile, {place}: {why}"),
        Refusal::Invalid { place: None, why } => format!("its slice does not compile: {why}"),
        Refusal::Unreadable(why) => format!("its answer is no program, {why}"),
        Refusal::NotASlice(_) => "its answer does not behave as the program".to_owned(),
    }
}

/// Where an answer is no slice.
pub(super) fn witness(verdict: &Verdict, inputs: &[Input]) -> Option<String> {
    let args = |idx: usize| inputs.get(idx).map(arguments);
    match verdict {
        Verdict::Different(witness) => {
            let args = args(witness.input_idx)?;
            Some(format!("on input {args} it differs from value {} on", witness.position + 1))
        }
        Verdict::OutOfFuel { input_idx } => Some(format!("on input {} it does not end", args(*input_idx)?)),
        Verdict::Same | Verdict::Invalid(_) => None,
    }
}

/// Everything, as it is stored.
pub(super) fn stored(target: &Target, minimized: &Minimized, shown: &SearchOutput<'_>) -> StoredSearch {
    let Minimized { inputs, composed, found, times, .. } = minimized;
    let program = &target.program;
    StoredSearch {
        format: SEARCH_FORMAT,
        tool: ToolStamp::this(),
        host: Host::this(),
        program: target.name.clone(),
        criterion: StoredCriterion { line: target.line, variable: target.variable.clone() },
        rule: match target.rule {
            SliceRule::Strict => StoredRule::Strict,
            SliceRule::Visits => StoredRule::Visits,
            SliceRule::Driven => StoredRule::Driven,
            SliceRule::Prefix | SliceRule::PrefixAndEnd => StoredRule::Prefix,
        },
        runtime: shown.runtime.clone(),
        oracle: None,
        nodes: program.n_counted(),
        slice_nodes: found.kept.len(),
        proved: Proved {
            depth: found.depth,
            unbounded: minimized.is_unbounded(),
            end: end(found.end).to_owned(),
            confirmed: Some(minimized.is_confirmed),
        },
        candidates: found.n_candidates,
        candidates_ahead: found.n_ahead,
        inferred: found.n_inferred,
        inputs: StoredInputs {
            kept: inputs.inputs.iter().map(|input| input.args.clone()).collect(),
            tried: inputs.n_tried,
            random: minimized.tried.n_drawn,
            refuted: minimized.n_refuted,
            reached: Some(minimized.tried.n_reached),
            sequences: Some(minimized.tried.n_sequences),
            consulted: Some(minimized.tried.n_consulted),
        },
        coverage: coverage(target, minimized),
        phase_1: PhaseOne {
            calls: composed.n_calls,
            slice_nodes: composed.kept.len(),
            refused: refused(minimized),
        },
        stages: found.stages.iter().map(stage).collect(),
        time_s: StoredTimes {
            inputs: times.inputs_s,
            phase_1: times.compose_s,
            phase_2: times.search_s,
            random_inputs: times.refute_s,
        },
        endless: shown.endless.as_ref().map(|input| input.args.clone()),
        files: shown.files.to_vec(),
    }
}

/// A stage as it is stored.
pub(super) fn stage(stage: &Stage) -> StoredStage {
    StoredStage {
        nodes_together: stage.depth,
        candidates: stage.n_candidates,
        inferred: stage.n_inferred,
        wall_s: stage.wall_s,
        slice_nodes: stage.n_kept,
    }
}

fn coverage(target: &Target, minimized: &Minimized) -> StoredCoverage {
    let program = &target.program;
    let coverage = &minimized.inputs.coverage;
    let gap = |node| Gap {
        file: program.file(program.file_of(node)).path.display().to_string(),
        line: program.line(node),
    };
    StoredCoverage {
        reached: coverage.n_reached(),
        of: coverage.wanted.len(),
        missing: coverage.gaps(program).into_iter().map(gap).collect(),
    }
}

fn refused(minimized: &Minimized) -> Vec<RefusedAnswer> {
    let refused = minimized.composed.refused.iter();
    refused
        .map(|refused| RefusedAnswer {
            slicer: refused.slicer.clone(),
            why: refusal(&refused.why),
            witness: match &refused.why {
                Refusal::NotASlice(verdict) => witness(verdict, &minimized.inputs.inputs),
                _ => None,
            },
        })
        .collect()
}
