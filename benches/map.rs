//! Time to map slices onto large programs. `cargo bench --bench map`

use std::hint::black_box;

use bench_slicers::ast::NodeSet;
use bench_slicers::language::Language;
use bench_slicers::languages::text_of;
use bench_slicers::map::{MapOptions, map};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

mod common;

/// One subtree in a hundred is deleted, the same ones every time.
fn slice_of(program: &bench_slicers::ast::Tree) -> NodeSet {
    let mut keep = program.counted();
    for node in program.ids().step_by(97) {
        if program.subtree(node).len() < 20 {
            program.subtree(node).for_each(|node| _ = keep.remove(node));
        }
    }
    keep
}

fn map_edited(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("map");
    group.sample_size(10);
    for language in [Language::Erlang, Language::C, Language::Python] {
        for n_lines in [1_000, 10_000] {
            let program = common::tree(language, &common::program(language, n_lines));
            let slice = common::tree(language, &text_of(&program, &slice_of(&program))[0]);
            group.throughput(Throughput::Elements(program.len() as u64));
            group.bench_function(format!("{language}/{n_lines}"), |bencher| {
                bencher.iter(|| map(black_box(&program), black_box(&slice), &MapOptions::default()));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, map_edited);
criterion_main!(benches);
