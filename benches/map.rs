//! Time to map slices onto large programs. `cargo bench --bench map`

use std::hint::black_box;

use bench_slicers::ast::NodeSet;
use bench_slicers::language::Language;
use bench_slicers::languages::text_of;
use bench_slicers::map::{MapOptions, map};

mod common;
#[path = "common/measure.rs"]
mod measure;
use measure::measure;

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

fn main() {
    for language in [Language::Erlang, Language::C, Language::Python] {
        for n_lines in [1_000, 10_000] {
            let program = common::tree(language, &common::program(language, n_lines));
            let slice = common::tree(language, &text_of(&program, &slice_of(&program))[0]);
            measure(&format!("{language}/{n_lines}"), program.len(), "nodes", || {
                map(black_box(&program), black_box(&slice), &MapOptions::default())
            });
        }
    }
}
