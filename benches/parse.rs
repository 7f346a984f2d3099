//! Time to parse programs of growing size, by language. `cargo bench --bench parse`

use std::hint::black_box;

use bench_slicers::language::Language;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

mod common;

fn parse(criterion: &mut Criterion) {
    for &language in Language::ALL {
        let mut group = criterion.benchmark_group(format!("parse/{language}"));
        group.sample_size(10);
        for n_lines in [1_000, 10_000, 100_000] {
            let file = common::program(language, n_lines);
            group.throughput(Throughput::Bytes(file.text.len() as u64));
            group.bench_function(n_lines.to_string(), |bencher| {
                bencher.iter(|| common::tree(language, black_box(&file)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, parse);
criterion_main!(benches);
