//! Gold slices against their program: only deletions, one way to read them, criterion inside.

use super::{CheckOptions, CheckRule, CheckedSource, Finding, SuiteCheck, compile};
use crate::ast::{NodeId, NodeSet, Tree};
use crate::error::{self, Place};
use crate::languages::room;
use crate::map::{self, Fate, MapOptions, Mapping};
use crate::suite::{Benchmark, Criterion, Gold, Shortfall, Task};

/// Erlang slices may call an appended function where a callee was deleted.
const HELPER: &str = "funundef";

/// Checks the gold slices of one criterion.
pub(super) fn check(
    benchmark: &Benchmark,
    criterion: &Criterion,
    options: CheckOptions,
    check: &mut SuiteCheck,
) {
    let subject = Task { benchmark, criterion }.id();
    let mut kept: Vec<NodeSet> = Vec::new();
    for gold in &criterion.golds {
        let tree = Tree::parse(benchmark.language, &gold.files);
        let source = CheckedSource { subject: &subject, tree: &tree, path: &|file| gold.path_of(file) };
        check.n_golds += 1;
        source.check_syntax(check);
        let map_options =
            MapOptions { helpers: vec![HELPER.to_owned()], ..MapOptions::of_criterion(&criterion.nodes) };
        let mapping = map::map(&benchmark.tree, &tree, &map_options);
        check_only_deletes(benchmark, &source, &mapping, check);
        check_reading(benchmark, criterion, gold, &source, &mapping, check);
        if let Some(idx) = kept.iter().position(|other| is_subset(other, &mapping.kept)) {
            let problem = error::check::contains_gold(&gold.path, &criterion.golds[idx].path);
            check.findings.push(source.finding(CheckRule::Minimal, problem));
        } else if let Some(idx) = kept.iter().position(|other| is_subset(&mapping.kept, other)) {
            let problem = error::check::contains_gold(&criterion.golds[idx].path, &gold.path);
            check.findings.push(source.finding(CheckRule::Minimal, problem));
        }
        kept.push(mapping.kept);
        if options.compile {
            let typed = room(benchmark.language).typed_placeholder();
            let has_hole = typed.is_some_and(|word| tree.files().any(|file| file.text.contains(word)));
            match has_hole {
                true => compile::check_in_program(benchmark, criterion, &source, check),
                false => compile::check(&source, check),
            }
        }
    }
}

fn is_subset(small: &NodeSet, large: &NodeSet) -> bool {
    small.n_common(large) == small.len()
}

/// What stands beside the gold slices proves what it should.
pub(super) fn check_evidence(benchmark: &Benchmark, criterion: &Criterion, check: &mut SuiteCheck) {
    let beside = |end: &str| benchmark.path.join("gold").join(format!("{}.{end}", criterion.id));
    for shortfall in &criterion.shortfalls {
        let (rule, problem) = match shortfall {
            Shortfall::Certificate(lack) => (
                CheckRule::Certified,
                error::check::not_enough(&beside("cert.json"), &lack.what, lack.remedy),
            ),
            Shortfall::Proof(heading) => {
                (CheckRule::Proved, error::check::unanswered(&beside("proof.md"), heading))
            }
        };
        let subject = format!("{}/{}", benchmark.id, criterion.id);
        check.findings.push(Finding { subject, rule, problem });
    }
}

/// Reports the first node that the program does not have; what follows it is often only displaced.
fn check_only_deletes(
    benchmark: &Benchmark,
    source: &CheckedSource<'_>,
    mapping: &Mapping,
    check: &mut SuiteCheck,
) {
    let slice = source.tree;
    let is_ours = |fate: Fate| matches!(fate, Fate::Invented | Fate::Rewritten(_));
    let alien: Vec<NodeId> = slice
        .ids()
        .filter(|&node| is_ours(mapping.fates[node as usize]) && !slice.is_placeholder(node))
        .collect();
    let Some(&first) = alien.first() else { return };
    let place = source.place(slice.file_of(first), slice.own_offset(first));
    let near = nearest(&benchmark.tree, slice, mapping, first);
    let problem = error::check::not_in_program(place, &name(slice, first), alien.len(), near.as_ref());
    check.findings.push(source.finding(CheckRule::OnlyDeletes, problem));
}

/// What a message calls a node.
fn name(tree: &Tree, node: NodeId) -> String {
    match tree.label(node) {
        "" => tree.kind(node).to_owned(),
        label => label.to_owned(),
    }
}

/// Where the program comes closest to a slice node that it does not have: the node that was rewritten, the
/// same node at the nearest line, or what surrounds it.
fn nearest(program: &Tree, slice: &Tree, mapping: &Mapping, node: NodeId) -> Option<Place> {
    let file = &slice.file(slice.file_of(node)).path;
    let file_idx = program.file_idx(file).unwrap_or(0);
    let line = slice.line(node);
    let rewritten = match mapping.fates[node as usize] {
        Fate::Rewritten(original) => Some(original),
        _ => None,
    };
    let alike = || {
        program
            .file_nodes(file_idx)
            .filter(|&other| program.key(other) == slice.key(node))
            .min_by_key(|&other| program.line(other).abs_diff(line))
    };
    let around = || {
        slice.ancestors(node).find_map(|ancestor| match mapping.fates[ancestor as usize] {
            Fate::Mapped(original) => Some(original),
            _ => None,
        })
    };
    let near = rewritten.or_else(alike).or_else(around)?;
    let position = program.own_position(near);
    Some(Place::at(&program.file(program.file_of(near)).path, position.line, position.column))
}

/// Criterion inside, smaller than the program, one way to read it.
fn check_reading(
    benchmark: &Benchmark,
    criterion: &Criterion,
    gold: &Gold,
    source: &CheckedSource<'_>,
    mapping: &Mapping,
    check: &mut SuiteCheck,
) {
    let program = &benchmark.tree;
    if !criterion.nodes.iter().all(|&node| mapping.kept.contains(node)) {
        let problem = error::check::no_criterion(&gold.path, &criterion.wording());
        check.findings.push(source.finding(CheckRule::HasCriterion, problem));
    }
    if mapping.kept.len() == program.n_counted() {
        let problem = error::check::whole_program(&gold.path);
        check.findings.push(source.finding(CheckRule::Smaller, problem));
    }
    if let Some(first) = mapping.ambiguous.iter().next() {
        let position = program.own_position(first);
        let path = benchmark.path.join(&program.file(program.file_of(first)).path);
        let place = Place::at(path, position.line, position.column);
        let n_nodes = mapping.ambiguous.len();
        let problem = error::check::ambiguous(&gold.path, &name(program, first), n_nodes, &place);
        check.findings.push(source.finding(CheckRule::Unique, problem));
    }
}
