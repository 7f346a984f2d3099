//! Laws that hold for every program and every deletion.

use std::collections::{BTreeMap, BTreeSet};

use bench_slicers::ast::{NodeSet, ParseOptions, SourceFile, Tree};
use bench_slicers::builtin::DELETED;
use bench_slicers::grade::Counts;
use bench_slicers::language::Language;
use bench_slicers::languages::text_of;
use bench_slicers::map::{MapOptions, Mapping, map, project_lines, widen};
use bench_slicers::results::Granularity;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::corpus::check_laws;
use crate::harness::amount;
use crate::support::{SUITE, config};

fn programs() -> Vec<&'static Tree> {
    SUITE.benchmarks.iter().map(|benchmark| &*benchmark.tree).collect()
}

fn parse(language: Language, files: &[SourceFile]) -> Tree {
    let options = ParseOptions { placeholders: vec![DELETED.to_owned()], ..Default::default() };
    Tree::parse_with(language, files, &options)
}

fn map_files(program: &Tree, files: &[SourceFile]) -> (Tree, Mapping) {
    let slice = parse(program.language(), files);
    let mapping = map(program, &slice, &MapOptions::default());
    check_laws(program, &slice, &mapping).unwrap_or_else(|why| {
        let text = |file: &SourceFile| file.text.clone();
        panic!("{why}: {slice:?} of\n{}", files.iter().map(text).collect::<String>())
    });
    (slice, mapping)
}

/// The program's nodes without some of its subtrees.
fn without(program: &Tree, deleted: &[Index]) -> NodeSet {
    let mut keep = program.counted();
    for index in deleted {
        for node in program.subtree(index.index(program.len()) as u32) {
            keep.remove(node);
        }
    }
    keep
}

/// What a deletion left.
#[derive(PartialEq)]
enum Left {
    /// A program whose nodes all map back.
    Slice,
    /// Nothing that parses: what a parser makes of the rest is its own affair.
    NoProgram,
    /// A program in which the tokens left read as other code.
    OtherCode,
}

/// Checks that a rendered slice maps back onto what was rendered.
fn check_round_trip(program: &Tree, keep: &NodeSet) -> Result<Left, TestCaseError> {
    let files = text_of(program, keep);
    let (slice, mapping) = map_files(program, &files);
    if !slice.problems().is_empty() {
        return Ok(Left::NoProgram);
    }
    if mapping.n_invented(&slice) + mapping.n_rewritten(&slice) > 0 {
        return Ok(Left::OtherCode);
    }
    // What encloses a kept node is kept.
    let enclosing = keep.iter().flat_map(|node| program.ancestors(node));
    let closed = keep.union(&enclosing.filter(|&node| program.is_counted(node)).collect());
    let wanted: NodeSet = closed
        .iter()
        .filter(|&node| !is_empty_frame(program, keep, node) && !shares_text(program, keep, node))
        .collect();
    if !holds_all(program, &wanted, &slice) {
        return Ok(Left::OtherCode);
    }
    let text: String = files.iter().map(|file| file.text.as_str()).collect();
    prop_assert_eq!(mapping.kept.len(), slice.n_counted(), "{}", text);
    let lost: Vec<&str> = wanted
        .difference(&mapping.kept.union(&mapping.ambiguous))
        .iter()
        .map(|node| program.text(node))
        .collect();
    prop_assert!(lost.is_empty(), "lost {:?} in\n{}", lost, text);
    Ok(Left::Slice)
}

/// Whether the slice has a node of the same kind and label for each of these, wherever it stands.
fn holds_all(program: &Tree, wanted: &NodeSet, slice: &Tree) -> bool {
    let mut n_left: BTreeMap<u64, usize> = BTreeMap::new();
    for node in slice.ids().filter(|&node| slice.is_counted(node)) {
        *n_left.entry(slice.key(node)).or_default() += 1;
    }
    wanted.iter().all(|node| {
        let n_left = n_left.entry(program.key(node)).or_default();
        let found = *n_left > 0;
        *n_left = n_left.saturating_sub(1);
        found
    })
}

/// A branch that nothing is left of weighs nothing.
fn is_empty_frame(program: &Tree, keep: &NodeSet, node: u32) -> bool {
    matches!(program.kind(node), "branch" | "else_clause" | "finally_clause")
        && !program.subtree(node).skip(1).any(|below| keep.contains(below))
}

/// Nodes of a macro stand in one place: the text of one cannot go without the others.
fn shares_text(program: &Tree, keep: &NodeSet, node: u32) -> bool {
    let span = program.span(node);
    let covers = |other: u32| program.span(other).start <= span.start && span.end <= program.span(other).end;
    program
        .file_nodes(program.file_of(node))
        .any(|other| !keep.contains(other) && covers(other) && !program.subtree(other).contains(&node))
}

/// The same code, laid out otherwise.
fn reprinted(text: &str, language: Language, way: usize) -> String {
    match way {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', "\n\n"),
        2 => format!("{} printed anew\n\n{text}", language.line_comment()),
        3 => text.lines().map(|line| format!("{line}  \n")).collect(),
        _ => text.replace("    ", "\t"),
    }
}

#[apply(test)]
fn every_program_maps_onto_itself() {
    for program in programs() {
        let files: Vec<SourceFile> = program.files().cloned().collect();
        let (slice, mapping) = map_files(program, &files);
        assert_eq!(mapping.kept, program.counted());
        assert!(mapping.ambiguous.is_empty());
        assert_eq!(mapping.n_invented(&slice) + mapping.n_rewritten(&slice), 0);
    }
}

#[apply(test)]
fn every_gold_slice_is_its_program_with_code_deleted() {
    for task in SUITE.tasks() {
        let program = &task.benchmark.tree;
        for gold in &task.criterion.golds {
            let (slice, mapping) = map_files(program, &gold.files);
            assert_eq!(mapping.n_invented(&slice), 0, "{}", gold.path.display());
            assert_eq!(mapping.n_rewritten(&slice), 0, "{}", gold.path.display());
            assert_eq!(mapping.kept.len(), slice.n_counted(), "{}", gold.path.display());
        }
    }
}

#[apply(test)]
fn keeping_everything_prints_the_program() {
    for program in programs() {
        let files: Vec<SourceFile> = program.files().cloned().collect();
        assert_eq!(text_of(program, &program.counted()), files);
    }
}

#[apply(test)]
fn all_lines_are_the_whole_program() {
    for program in programs() {
        let lines: BTreeMap<_, BTreeSet<usize>> = program
            .files()
            .map(|file| (file.path.clone(), (1..=file.text.lines().count()).collect()))
            .collect();
        assert_eq!(project_lines(program, &lines), program.counted());
        assert!(project_lines(program, &BTreeMap::new()).is_empty());
    }
}

#[apply(test)]
fn deleting_one_subtree_maps_back_wherever_it_is() {
    let (mut n_deletions, mut n_broken, mut n_other) = (0, 0, 0);
    for program in programs() {
        for node in program.ids().step_by(amount(6, 4, 1)) {
            let mut keep = program.counted();
            program.subtree(node).for_each(|node| _ = keep.remove(node));
            let left = check_round_trip(program, &keep)
                .unwrap_or_else(|error| panic!("without `{}`: {error}", program.text(node)));
            n_deletions += 1;
            n_broken += usize::from(left == Left::NoProgram);
            n_other += usize::from(left == Left::OtherCode);
        }
    }
    assert!(n_broken * 4 <= n_deletions, "{n_broken} of {n_deletions} deletions leave no program");
    // The type of a declaration whose name is gone takes the next one.
    assert!(n_other * 200 <= n_deletions, "{n_other} of {n_deletions} deletions leave other code");
}

proptest! {
    #![proptest_config(config(300))]

    #[apply(test)]
    fn deleting_subtrees_maps_back(program: Index, deleted in prop::collection::vec(any::<Index>(), 1..12)) {
        let program = program.get(&programs()).to_owned();
        let _left = check_round_trip(program, &without(program, &deleted))?;
    }

    #[apply(test)]
    fn keeping_a_few_nodes_maps_back(program: Index, kept in prop::collection::vec(any::<Index>(), 1..12)) {
        let program = program.get(&programs()).to_owned();
        let keep: NodeSet = kept.iter().map(|index| index.index(program.len()) as u32).collect();
        let _left = check_round_trip(program, &keep.intersection(&program.counted()))?;
    }

    #[apply(test)]
    fn layout_does_not_change_what_is_kept(
        program: Index,
        deleted in prop::collection::vec(any::<Index>(), 0..8),
        way in 0..5usize,
    ) {
        let program = program.get(&programs()).to_owned();
        let files = text_of(program, &without(program, &deleted));
        let other: Vec<SourceFile> = files
            .iter()
            .map(|file| {
                SourceFile::new(file.path.clone(), reprinted(&file.text, program.language(), way))
            })
            .collect();
        let (slice, mapping) = map_files(program, &files);
        let (other_slice, other_mapping) = map_files(program, &other);
        prop_assume!(slice.problems().is_empty() && other_slice.problems().is_empty());
        prop_assert_eq!(slice.n_counted(), other_slice.n_counted());
        prop_assert_eq!(mapping.kept.len(), other_mapping.kept.len());
        prop_assert_eq!(mapping.n_invented(&slice), other_mapping.n_invented(&other_slice));
        let in_doubt = mapping.ambiguous.union(&other_mapping.ambiguous);
        prop_assert_eq!(mapping.kept.difference(&in_doubt), other_mapping.kept.difference(&in_doubt));
    }

    #[apply(test)]
    fn swapping_gold_and_slice_swaps_recall_and_precision(
        gold in prop::collection::btree_set(0..200u32, 0..60),
        slice in prop::collection::btree_set(0..200u32, 0..60),
    ) {
        let counts = |gold: &NodeSet, slice: &NodeSet| Counts {
            kept: gold.n_common(slice),
            missing: gold.difference(slice).len(),
            surplus: slice.difference(gold).len(),
            ..Counts::default()
        };
        let (gold, slice): (NodeSet, NodeSet) = (gold.into_iter().collect(), slice.into_iter().collect());
        let (one, other) = (counts(&gold, &slice), counts(&slice, &gold));
        prop_assert_eq!(one.recall(), other.precision());
        prop_assert_eq!(one.precision(), other.recall());
        prop_assert_eq!(one.f1(), other.f1());
        prop_assert_eq!(one.slice_nodes(), slice.len());
    }

    #[apply(test)]
    fn whole_units_hold_their_nodes(program: Index, deleted in prop::collection::vec(any::<Index>(), 1..12)) {
        let program = program.get(&programs()).to_owned();
        let nodes = without(program, &deleted);
        for granularity in [Granularity::Line, Granularity::Statement, Granularity::Expression] {
            let wide = widen(program, &nodes, granularity);
            prop_assert!(nodes.difference(&wide).is_empty());
            prop_assert_eq!(&widen(program, &wide, granularity), &wide);
        }
        prop_assert_eq!(widen(program, &nodes, Granularity::Expression), nodes);
    }
}
