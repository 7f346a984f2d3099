//! The reference points of a grade, on every task of the suite: what is known beforehand must come out.

use bench_slicers::ast::{NodeSet, ParseOptions, SourceFile, Tree};
use bench_slicers::builtin::{Builtin, DELETED, Query};
use bench_slicers::grade::{AnswerVerdict, Examined, examine};
use bench_slicers::map::{MapOptions, map};
use bench_slicers::results::{Answer, Granularity, Reading, Record, Status};
use bench_slicers::suite::{Suite, Task};

fn answer(builtin: Builtin, task: Task<'_>, seed: u64) -> Vec<SourceFile> {
    let query = Query {
        program: &task.benchmark.tree,
        criteria: &task.criterion.nodes,
        gold: Some(&task.criterion.golds[0].files),
        trace: None,
        seed,
    };
    builtin.slice(&query)
}

fn graded(task: Task<'_>, files: Vec<SourceFile>) -> Examined {
    let reading = Reading {
        granularity: Granularity::Expression,
        placeholders: vec![DELETED.to_owned()],
        ..Reading::default()
    };
    let answer = Some(Answer::Source { files });
    let record = Record { answer, ..Record::without_answer(task.id(), task.hash(), Status::Answered, None) };
    examine(task, &task.hash(), &record, &reading)
}

/// Runs a check on every task and reports all failures together.
fn on_every_task(check: impl Fn(Task<'_>) -> Result<(), String>) {
    let suite = Suite::embedded().expect("the embedded suite loads");
    let failures: Vec<String> = suite
        .tasks()
        .filter_map(|task| check(task).err().map(|why| format!("{}: {why}", task.id())))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn expect(holds: bool, why: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.into()) }
}

#[apply(test)]
fn gold_is_exact_everywhere() {
    on_every_task(|task| {
        let grade = graded(task, answer(Builtin::Gold, task, 1)).grade;
        expect(grade.verdict == AnswerVerdict::Exact && grade.f1_min == Some(1.0), format!("{grade:?}"))
    });
}

#[apply(test)]
fn identity_misses_nothing() {
    on_every_task(|task| {
        let grade = graded(task, answer(Builtin::Identity, task, 1)).grade;
        let keeps_all = grade.counts.slice_nodes() + grade.counts.frame == grade.counts.nodes;
        expect(grade.recall == Some(1.0) && keeps_all, format!("{grade:?}"))
    });
}

#[apply(test)]
fn gold_minus_one_misses_one_node_or_subtree() {
    on_every_task(|task| {
        let examined = graded(task, answer(Builtin::GoldMinusOne, task, 1));
        let missing = examined.gold.difference(&examined.kept);
        let tree = &examined.program;
        let root = missing.iter().next().ok_or("nothing is missing")?;
        let one_subtree = missing.iter().all(|node| tree.subtree(root).contains(&node));
        let counts = &examined.grade.counts;
        expect(one_subtree && counts.surplus == 0 && counts.invented == 0, format!("{counts:?}"))
    });
}

#[apply(test)]
fn gold_plus_one_has_one_surplus_node() {
    on_every_task(|task| {
        let grade = graded(task, answer(Builtin::GoldPlusOne, task, 1)).grade;
        let whole = grade.counts.gold_nodes == grade.counts.nodes;
        expect(whole || grade.counts.surplus == 1, format!("{:?}", grade.counts))?;
        expect(grade.verdict == AnswerVerdict::Complete || whole, format!("{:?}", grade.verdict))
    });
}

/// Nodes of the program that stand in the text at their own place: the answer's nodes by position alone.
fn in_place(task: Task<'_>, files: &[SourceFile]) -> NodeSet {
    let placeholders = vec![DELETED.to_owned()];
    let options = ParseOptions { placeholders: placeholders.clone(), ..Default::default() };
    let slice = Tree::parse_with(task.benchmark.language, files, &options);
    let options = MapOptions { placeholders, ..MapOptions::default() };
    map(&task.benchmark.tree, &slice, &options).kept
}

#[apply(test)]
fn poor_slices_score_what_their_nodes_give() {
    on_every_task(|task| {
        for (builtin, seed) in [(Builtin::CriterionOnly, 1), (Builtin::Random, 1), (Builtin::Random, 7)] {
            let files = answer(builtin, task, seed);
            let nodes = in_place(task, &files);
            let examined = graded(task, files);
            let counts = &examined.grade.counts;
            expect(counts.kept == nodes.n_common(&examined.gold), format!("{builtin:?}: {counts:?}"))?;
            expect(counts.slice_nodes() + counts.frame == nodes.len(), format!("{builtin:?}: {counts:?}"))?;
            expect(counts.kept <= counts.gold_nodes, format!("{builtin:?}: {counts:?}"))?;
        }
        Ok(())
    });
}

#[apply(test)]
fn the_default_slicer_misses_nothing() {
    on_every_task(|task| {
        let grade = graded(task, answer(Builtin::Reachable, task, 1)).grade;
        expect(grade.recall == Some(1.0), format!("{grade:?}"))
    });
}
