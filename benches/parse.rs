//! Time to parse programs of growing size, by language. `cargo bench --bench parse`

use std::hint::black_box;

use bench_slicers::language::Language;

mod common;
#[path = "common/measure.rs"]
mod measure;
use measure::measure;

fn main() {
    for &language in Language::ALL {
        for n_lines in [1_000, 10_000, 100_000] {
            let file = common::program(language, n_lines);
            measure(&format!("{language}/{n_lines}"), file.text.len(), "bytes", || {
                common::tree(language, black_box(&file))
            });
        }
    }
}
