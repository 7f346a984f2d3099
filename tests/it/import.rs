//! Imports of foreign collections: what arrives loads, what is bad is listed, nothing stops.

use std::fs;
use std::path::{Path, PathBuf};

use bench_slicers::check::{CheckOptions, CheckRule, check_suite};
use bench_slicers::error::{EXIT_COULD_NOT, Problem};
use bench_slicers::import::{CollectionLayout, Imported, import};
use bench_slicers::suite::{Evidence, Suite};

fn fixture(name: &str) -> PathBuf {
    Path::new("tests/fixtures/import").join(name)
}

/// Imports a fixture; the folder is removed when the first part is dropped.
fn imported(layout: CollectionLayout, name: &str) -> (tempfile::TempDir, Imported, Suite) {
    let out = tempfile::tempdir().unwrap();
    let done = import(layout, &fixture(name), out.path()).unwrap_or_else(|error| panic!("{error}"));
    let suite = Suite::load(&[out.path().to_owned()]).unwrap_or_else(|error| panic!("{error}"));
    (out, done, suite)
}

fn messages(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

#[apply(test)]
fn bencher_slices_become_tasks() {
    let (_out, done, suite) = imported(CollectionLayout::Bencher, "bencher");
    let ids: Vec<String> = suite.tasks().map(|task| task.id()).collect();
    assert_eq!(ids, ["erlang/b1/s5Sum", "erlang/b1/s6Sum-2", "erlang/b1/s11N"]);
    assert_eq!((done.n_programs, done.n_slices, done.n_imported), (1, 11, 3));
    let benchmark = &suite.benchmarks[0];
    assert_eq!((benchmark.source.as_str(), benchmark.title.as_str()), ("bencher", "Bencher program b1"));
    assert_eq!(
        (benchmark.tree.file(0).path.as_path(), benchmark.entry.as_deref()),
        (Path::new("b1.erl"), Some("main/1"))
    );
    assert_eq!(benchmark.tree.own_position(benchmark.criteria[1].node).column, 15);
    assert!(suite.tasks().all(|task| task.criterion.evidence == Evidence::Asserted));
    let text = fs::read_to_string(fixture("bencher/b1/slices/b1_slice2.erl")).unwrap();
    assert_eq!(benchmark.criteria[1].golds[0].files[0].text, text);
}

#[apply(test)]
fn imported_slices_only_delete() {
    for (layout, name) in
        [(CollectionLayout::Bencher, "bencher"), (CollectionLayout::JavaSlicer, "javaslicer")]
    {
        let (_out, _, suite) = imported(layout, name);
        let check = check_suite(&suite, CheckOptions { compile: false }, &|_| ());
        let aliens: Vec<_> =
            check.findings.iter().filter(|finding| finding.rule == CheckRule::OnlyDeletes).collect();
        assert!(aliens.is_empty(), "{aliens:?}");
    }
}

#[apply(test)]
fn bad_cases_of_bencher_are_listed() {
    let (_out, done, _) = imported(CollectionLayout::Bencher, "bencher");
    assert_eq!(
        messages(&done.notes),
        "tests/fixtures/import/bencher/b1/slices/b1_slice10.erl:2:1: `N` is 3 times on line 11; the first \
         was chosen\n"
    );
    assert_eq!(
        messages(&done.problems).replace("tests/fixtures/import/bencher", "DIR"),
        "DIR/b1/slices/b1_slice5.erl: no criterion in the comments at the beginning\n\
         hint: expected `% line=25 var=Abb oc=1` or `%-- SLICING CRITERION: (25,Abb)`\n\
         DIR/b1/slices/b1_slice8.erl: not UTF-8 (first bad byte at offset 43)\n\
         hint: convert it first, for example with `iconv -f LATIN1 -t UTF-8`\n\
         DIR/b2/slices: the program tests/fixtures/import/bencher/b2/b2.erl is missing\n\
         hint: slices are imported only with the program they were made from\n"
            .replace("tests/fixtures/import/bencher", "DIR")
            + "DIR/b3/b3.erl: not UTF-8 (first bad byte at offset 17)\n\
         hint: convert it first, for example with `iconv -f LATIN1 -t UTF-8`\n\
         DIR/b4/b4.erl: folder `slices` beside the program does not exist\n\
         DIR/b1/slices/b1_slice3.erl:1:1: no variable `Sum` on line 8 of b1.erl\n\
         hint: line 8 has `Pair`\n\
         DIR/b1/slices/b1_slice4.erl:1:1: occurrence 1 of `Sum` is at column 2\n\
         hint: columns count characters from 1, a tab as one; correct the column or leave it out\n\
         DIR/b1/slices/b1_slice6.erl:1:1: `N` on line 11 is not a counted node\n\
         hint: the content of a guard weighs nothing; choose an occurrence in a pattern or a body\n\
         DIR/b1/slices/b1_slice7.erl:1:1: the same criterion as DIR/b1/slices/b1_slice1.erl\n\
         hint: a second minimal slice needs a reason: add it as `[[criterion.alternative]]`\n"
    );
}

#[apply(test)]
fn javaslicer_slices_become_tasks() {
    let (_out, done, suite) = imported(CollectionLayout::JavaSlicer, "javaslicer");
    let ids: Vec<String> = suite.tasks().map(|task| task.id()).collect();
    assert_eq!(
        ids,
        [
            "java/loops-Sum/s10Sum",
            "java/loops-Sum/s5",
            "java/loops-Sum/s10",
            "java/loops-Sum/s11",
            "java/loops-Sum/s7Sum"
        ]
    );
    assert_eq!((done.n_programs, done.n_slices, done.n_imported), (1, 10, 5));
    let of = |id: &str| suite.tasks().find(|task| task.criterion.id == id).unwrap();
    let values = |id: &str| -> Vec<&str> {
        let task = of(id);
        task.criterion.nodes.iter().map(|&node| task.benchmark.tree.text(node)).collect()
    };
    assert_eq!(values("s5"), ["product"]);
    assert_eq!(values("s11"), ["System.out", "System", "product + sum", "product", "sum"]);
    assert_eq!(of("s11").criterion.variable, None);
    assert_eq!(
        messages(&done.notes).replace("tests/fixtures/import/javaslicer/loops/Sum.java.sdg", "SUM"),
        "SUM.criterion:6:1: `sum` is 2 times on line 7; the first was chosen\n"
    );
    assert_eq!(
        messages(&done.problems)
            .replace("tests/fixtures/import/javaslicer/loops/Sum.java.sdg", "SUM")
            .replace("tests/fixtures/import/javaslicer", "DIR"),
        "DIR/broken/Gone.java.sdg.criterion: the program DIR/broken/Gone.java is missing\n\
         hint: slices are imported only with the program they were made from\n\
         DIR/broken/Silent.java.sdg.sliced: DIR/broken/Silent.java.sdg.criterion does not exist\n\
         hint: it gives the line, and the variable, of each slice: `13 sum`\n\
         SUM.criterion:7:1: slice SUM.sliced.5 does not exist\n\
         SUM.criterion:9:1: `sum` is not a criterion\n\
         hint: expected a line and a variable, or a line: `13 sum`\n\
         SUM.criterion:8:1: no line 99 in Sum.java\n\
         hint: the file has 13 lines\n"
    );
}

#[apply(test)]
fn a_benchmark_that_is_there_stays() {
    let (out, _, _) = imported(CollectionLayout::Bencher, "bencher");
    let again = import(CollectionLayout::Bencher, &fixture("bencher"), out.path()).unwrap();
    assert_eq!(again.n_imported, 0);
    let last = again.problems.last().unwrap().to_string();
    assert!(last.contains("erlang/b1: the benchmark is already there\nhint: remove it first"), "{last}");
}

#[apply(test)]
fn a_folder_with_nothing_to_import_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    for layout in [CollectionLayout::Bencher, CollectionLayout::JavaSlicer] {
        let error = import(layout, dir.path(), dir.path()).unwrap_err();
        assert_eq!(error.exit_code(), EXIT_COULD_NOT);
        assert!(
            error.to_string().contains("nothing to import in this folder\nhint: expected files such as ")
        );
    }
    let error = import(CollectionLayout::Bencher, &dir.path().join("nowhere"), dir.path()).unwrap_err();
    assert!(error.to_string().contains("nowhere: cannot read: "), "{error}");
}
