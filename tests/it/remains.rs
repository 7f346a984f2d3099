//! Answers that only leave text out: one grade as source, diff, lines and ranges, whether or not they parse.

use std::collections::{BTreeMap, BTreeSet};

use bench_slicers::ast::{NodeSet, SourceFile, Tree};
use bench_slicers::map::{MapOptions, RemainsOptions, map, project_lines, project_spans, remains};
use bench_slicers::random::Random;
use bench_slicers::results::Span;
use bench_slicers::suite::Suite;

use crate::support::root;

#[apply(test)]
fn explore() {
    let suite = Suite::load(&[root("suite")]).unwrap();
    let (mut n, mut n_none, mut n_diff, mut n_golds) = (0, 0, 0, 0);
    for task in suite.tasks() {
        let program = &task.benchmark.tree;
        for gold in &task.criterion.golds {
            let slice = Tree::parse(program.language(), &gold.files);
            let mapping = map(program, &slice, &MapOptions::default());
            n_golds += 1;
            let options = RemainsOptions { parses: true, ..RemainsOptions::default() };
            match remains(program, &slice, &options) {
                None => n_none += 1,
                Some(left) if left.kept != mapping.kept => {
                    n_diff += 1;
                    let show = |set: &NodeSet| {
                        set.iter()
                            .map(|node| format!("{}@{}", program.kind(node), program.line(node)))
                            .collect::<Vec<_>>()
                            .join(" ")
                    };
                    println!(
                        "{} only left: {} only map: {} ambiguous {}",
                        task.id(),
                        show(&left.kept.difference(&mapping.kept)),
                        show(&mapping.kept.difference(&left.kept)),
                        mapping.ambiguous.len()
                    );
                }
                Some(_) => n += 1,
            }
        }
    }
    println!("golds {n_golds} same {n} none {n_none} diff {n_diff}");
}
