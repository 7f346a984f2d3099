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

const FLOWR: &str = "import { assertSliced, withShell } from '../../_helper/shell';\nimport { label } from '../../_helper/label';\n\n\
describe.sequential('Simple', withShell(shell => {\n\
\tconst code = `\nsum <- 0\nproduct <- 1\nfor(i in 1:3) {\n  sum <- sum + i\n  product <- product * i\n}\ncat(sum)\ncat(product)`;\n\
\tassertSliced(label('the sum', ['name-normal']), shell, code, ['8@sum'], 'sum <- 0\\nfor(i in 1:3) {\\n  sum <- sum + i\\n}\\ncat(sum)');\n\
\tassertSliced(label('by its place', ['name-normal']),\n\t\tshell, code, ['9:5'] as SlicingCriteria, `product <- 1\nfor(i in 1:3) product <- product * i\ncat(product)`, { testCaseFailType: 'fail-slice' });\n\
\tassertSliced(label('by its place', []), shell, code, ['9:5'], `product <- 1\nfor(i in 1:3) product <- product * i\ncat(product)`);\n\
\t// assertSliced(label('not this one', []), shell, code, ['9:5'], '');\n\
\tfor(const i of [1, 2]) {\n\t\tassertSliced(label(`assignment ${i}`, []), shell, `x <- ${i}`, ['1:1'], `x <- ${i}`);\n\t}\n\
\tassertSliced('plain', shell, 'a <- 1\\nb <- 2\\n' + 'print(a)', ['3@a'], 'a <- 1\\nprint(a)');\n\
\tassertSliced('two', shell, 'a <- 1\\nb <- 2', ['1@a', '2@b'], 'a <- 1\\nb <- 2');\n\
\tassertSliced('a node', shell, 'a <- 1\\nb <- 2', ['$3'], 'b <- 2');\n\
\tassertSliced('nothing there', shell, 'a <- 1\\nb <- 2', ['2@c'], 'b <- 2');\n\
}));\n";

#[apply(test)]
fn assertions_of_flowr_become_tasks() {
    let dir = tempfile::tempdir().unwrap();
    let from = dir.path().join("slicing/static.test.ts");
    fs::create_dir_all(from.parent().unwrap()).unwrap();
    fs::write(&from, FLOWR).unwrap();
    let out = dir.path().join("suite");
    let done = import(CollectionLayout::Flowr, dir.path(), &out).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((done.n_programs, done.n_slices, done.n_imported), (2, 8, 3));
    let told = |problem: &Problem| {
        let message = problem.message.replace(&*from.display().to_string(), "FILE");
        (problem.place.as_ref().map_or(0, |place| place.line), message)
    };
    let expected = [
        (24, "the program of the assertion is not a text: ``x <- ${i}``"),
        (27, "the assertion has 2 criteria"),
        (28, "`$3` is no place in the text of the program"),
        (19, "the same criterion as FILE"),
        (29, "no variable `c` on line 2 of program.R"),
    ];
    let found: Vec<(usize, String)> = done.problems.iter().map(told).collect();
    assert_eq!(found, expected.map(|(line, message)| (line, message.to_owned())));
    let suite = Suite::load(&[out]).unwrap_or_else(|error| panic!("{error}"));
    let ids: Vec<String> = suite.tasks().map(|task| task.id()).collect();
    assert_eq!(ids, ["r/slicing-static-1/s8Sum", "r/slicing-static-1/s9Product", "r/slicing-static-2/s3A"]);
    let [first, second] = &suite.benchmarks[..] else { panic!("{ids:?}") };
    assert_eq!((first.title.as_str(), second.title.as_str()), ("the sum", "plain"));
    assert!(first.tree.file(0).text.starts_with("\nsum <- 0\n"));
    assert_eq!(second.criteria[0].golds[0].files[0].text, "a <- 1\nprint(a)");
    // What the mapping keeps of the program is what was asserted.
    let check = check_suite(&suite, CheckOptions { compile: false }, &|_| ());
    assert!(check.is_good(), "{:?}", check.findings);
}

/// A collection in a folder with these files, imported as its description says.
fn described(files: &[(&str, &str)]) -> (tempfile::TempDir, Imported, Suite) {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(dir.path().join(name), text).unwrap();
    }
    let out = dir.path().join("suite");
    let done = import(CollectionLayout::Described, &dir.path().join("it.toml"), &out)
        .unwrap_or_else(|error| panic!("{error}"));
    let suite = Suite::load(&[out]).unwrap_or_else(|error| panic!("{error}"));
    (dir, done, suite)
}

const LOOP: &str = "import sys\nn = len(sys.argv)\ntotal = 0\ncount = 0\nfor i in range(n):\n    total += i\n    count += 2\nprint(total)\nprint(count)\n";
const OF_TOTAL: &str =
    "import sys\nn = len(sys.argv)\ntotal = 0\n\nfor i in range(n):\n    total += i\n    \nprint(total)\n\n";

#[apply(test)]
fn lines_of_a_slice_are_numbers_labels_or_marks() {
    let head = "format = 1\n";
    let columns = "[columns]\nprogram = 'file'\nline = 'line'\nvariable = 'variable'\n";
    let marked: String = LOOP
        .lines()
        .zip(["", " # in: t c", " # in: t", " # in: c", " # in: t c", " # in: t", " # in: c", " # in: t", ""])
        .map(|(line, mark)| format!("{line}{mark}\n"))
        .collect();
    let of = |more: &str, rows: &str, program: &str, top: &str| {
        let description = format!("{head}criteria = 'rows.csv'\n{top}{columns}{more}");
        let rows = format!("file,line,variable,what\n{rows}");
        let (_dir, done, suite) =
            described(&[("it.toml", &description), ("rows.csv", &rows), ("sums.py", program)]);
        assert_eq!(messages(&done.problems), "");
        let benchmark = &suite.benchmarks[0];
        assert_eq!(benchmark.tree.file(0).text, LOOP);
        assert_eq!(benchmark.criteria[0].golds[0].files[0].text, OF_TOTAL);
    };
    of("lines = 'what'\n", "sums.py,8,total,\"1-3,5-6,8\"\n", LOOP, "");
    of("labels = 'what'\n", "sums.py,8,total,111011010\n", LOOP, "");
    of("labels = 'what'\n", "sums.py,8,total,1 1 1 0 1 1 0 1 0\n", LOOP, "");
    of("label = 'what'\n", "sums.py,8,total,t\n", &marked, "marker = '# in:'\n");
}

#[apply(test)]
fn dynamic_slices_are_bound_to_their_inputs() {
    let rows = [
        (r#""args":["a b"]"#, "[1,1,1,0,1,1,0,1,0]", 8, "total"),
        (r#""args":[]"#, "[1,1,1,0,1,1,0,1,0]", 8, "total"),
        (r#""args":["a b"]"#, "[1,1,0,1,1,0,1,0,1]", 9, "count"),
        (r#""args":[]"#, "[1,1]", 9, "count"),
    ];
    let rows: String = rows
        .iter()
        .map(|(args, labels, line, variable)| {
            let code = serde_json::to_string(LOOP).unwrap();
            format!(
                "{{\"code\":{code},{args},\"labels\":{labels},\"line\":{line},\"variable\":\"{variable}\"}}\n"
            )
        })
        .collect();
    let description = "format = 1\ncriteria = 'rows.jsonl'\nkind = 'dynamic'\nlanguage = 'python'\n[columns]\ncode = 'code'\nargs = 'args'\nline = 'line'\nvariable = 'variable'\nlabels = 'labels'\n";
    let (dir, done, suite) = described(&[("it.toml", description), ("rows.jsonl", &rows)]);
    assert_eq!((done.n_programs, done.n_slices, done.n_imported), (1, 4, 3));
    assert_eq!(
        messages(&done.problems).replace(&*dir.path().display().to_string(), "DIR"),
        "DIR/rows.jsonl:4: labels of lines cannot be read: 2 labels for 9 lines\n\
         hint: expected one for each line of the program: `1 0 1`\n"
    );
    let benchmark = &suite.benchmarks[0];
    let args: Vec<&[String]> = benchmark.inputs.iter().map(|input| &input.args[..]).collect();
    assert_eq!(args, [&["a b".to_owned()][..], &[]]);
    let bound: Vec<_> =
        benchmark.criteria.iter().map(|it| (it.id.as_str(), it.kind.name(), it.input_idx)).collect();
    let expected =
        [("s8Total", "dynamic", Some(0)), ("s8Total-2", "dynamic", Some(1)), ("s9Count", "dynamic", Some(0))];
    assert_eq!(bound, expected);
}

#[apply(test)]
fn a_description_says_in_one_way_what_slices_and_programs_are() {
    let check = |rest: &str, expected: &str| {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("it.toml");
        fs::write(&path, format!("format = 1\ncriteria = 'rows.csv'\n{rest}line = 'line'\n")).unwrap();
        let error = import(CollectionLayout::Described, &path, &dir.path().join("suite")).unwrap_err();
        assert!(error.to_string().contains(expected), "{rest}: {error}");
    };
    let program = "[columns]\nprogram = 'file'\n";
    check(program, "exactly one of `slice`, `lines`, `labels` and `label`");
    check(&format!("{program}lines = 'a'\nslice = 'b'\n"), "exactly one of");
    check("[columns]\nlines = 'a'\n", "`program` or `code`");
    check("[columns]\ncode = 'a'\nlines = 'b'\n", "`language` is that of");
    check(&format!("{program}label = 'a'\n"), "`label` and `marker` need each other");
    check(&format!("marker = '#'\n{program}lines = 'a'\n"), "`label` and `marker` need each other");
    check(&format!("kind = 'dynamic'\n{program}lines = 'a'\n"), "need `args` or `stdin`");
    check(&format!("kind = 'data'\n{program}lines = 'a'\n"), "`kind` is `static` or `dynamic`");
}
