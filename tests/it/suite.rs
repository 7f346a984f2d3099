//! Suites as a user writes them: what loads, and the whole message when something does not.

use std::collections::BTreeMap;
use std::path::Path;

use bench_slicers::error::EXIT_NOTHING_MEASURED;
use bench_slicers::grade::{gold_nodes, gold_sizes};
use bench_slicers::language::Language;
use bench_slicers::suite::{Evidence, Filter, SliceKind, Suite, criterion_id};

use crate::support::{CRITERION, Folder, GOLD, HEAD, PROGRAM, root};

#[apply(test)]
fn the_embedded_suite_is_the_folder() {
    let embedded = Suite::embedded().unwrap_or_else(|error| panic!("{error}"));
    let folder = Suite::load(&[root("suite")]).unwrap();
    assert_eq!(embedded.hash(), folder.hash());
    let mut n_benchmarks: BTreeMap<Language, usize> = BTreeMap::new();
    for benchmark in &embedded.benchmarks {
        *n_benchmarks.entry(benchmark.language).or_default() += 1;
        assert!(!benchmark.inputs.is_empty(), "{}", benchmark.id);
    }
    for &language in Language::ALL {
        assert!(n_benchmarks[&language] >= 2, "{language}");
    }
    for task in embedded.tasks() {
        let criterion = task.criterion;
        let named = criterion_id(criterion.line, criterion.variable.as_deref().unwrap_or_default());
        let expected = match criterion.kind {
            SliceKind::Static => named,
            kind => format!("{named}-{}", kind.name()),
        };
        assert_eq!(criterion.id, expected, "{}", task.id());
    }
}

#[apply(test)]
fn a_benchmark_has_what_its_file_says() {
    let folder = Folder::with_manifest(&format!(
        "{HEAD}labels = [\"IP\"]\nrevision = 3\n[[input]]\nargs = [\"2\"]\n{CRITERION}labels = [\"DC\"]\n\
         [[criterion.alternative]]\ngold = \"gold/other.erl\"\nreason = \"another way\"\n\
         [[criterion]]\nid = \"s5A-2\"\nline = 5\nvariable = \"A\"\noccurrence = 2\ncolumn = 13\n\
         gold = \"gold/s4A.erl\"\nkind = \"dynamic\"\ninput = 1\nstatus = \"contested\"\nreason = \"a quarrel\"\n"
    ));
    folder.write("erlang/sum/gold/other.erl", GOLD);
    folder.write("erlang/sum/gold/s4A.proof.md", "why");
    folder.write("erlang/sum/gold/s4A.cert.json", "{}");
    folder.write("erlang/sum/gold/s5A-2.cert.json", "{}");
    folder.write("README.md", "not a benchmark");
    let suite = folder.load();
    let ids: Vec<String> = suite.tasks().map(|task| task.id()).collect();
    assert_eq!(ids, ["erlang/sum/s4A", "erlang/sum/s5A-2"]);
    let benchmark = &suite.benchmarks[0];
    assert_eq!((benchmark.revision, benchmark.inputs[0].args.len()), (3, 1));
    let [first, second] = &benchmark.criteria[..] else { panic!("two criteria") };
    assert_eq!(first.labels, ["DC", "IP"]);
    // A certificate of something else proves nothing.
    assert_eq!((first.evidence, second.evidence), (Evidence::Asserted, Evidence::Asserted));
    assert_eq!(first.certificate.as_deref(), Some("{}"));
    assert_eq!(first.golds[1].reason.as_deref(), Some("another way"));
    assert_eq!(first.golds[0].files[0].path, Path::new("program.erl"));
    assert_eq!(benchmark.tree.own_position(second.node).column, 13);
    assert_eq!((second.input_idx, second.contested.as_deref()), (Some(0), Some("a quarrel")));
}

#[apply(test)]
fn every_mistake_of_every_file_is_reported() {
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}").replace("title", "titel"));
    folder.write("erlang/empty/program.erl", PROGRAM);
    folder.write("erlagn/sum/benchmark.toml", "format = 1");
    folder.write("c/new/benchmark.toml", "format = 2\nfuture = true\n");
    assert_eq!(
        folder.message(),
        "error: DIR/erlagn/sum: `erlagn` is not a language; `erlang` is, and `text` is any other, line by line\n\
         hint: name the folder above the benchmark after the language\n\
         error: DIR/erlang/empty: `benchmark.toml` is missing\n\
         hint: every folder below a language folder is a benchmark; add the file, or move the folder\n\
         error: DIR/c/new/benchmark.toml:1:10: format 2 is newer than this program reads (1)\n\
         hint: update bench-slicers to read this suite\n\
         error: DIR/erlang/sum/benchmark.toml:2:1: unknown field `titel`\n\
         hint: did you mean `title`?"
    );
}

#[apply(test)]
fn a_criterion_that_means_no_node_says_what_the_line_has() {
    let criterion = |line: usize, variable: &str, more: &str| {
        format!(
            "[[criterion]]\nid = \"s{line}{variable}{}\"\nline = {line}\nvariable = \"{variable}\"\n\
             gold = \"gold/s4A.erl\"\n{more}\n",
            more.len()
        )
    };
    let criteria = [
        criterion(5, "Foo", ""),
        criterion(5, "A", "occurrence = 3"),
        criterion(5, "A", "column = 3"),
        criterion(6, "A", ""),
        criterion(70, "A", ""),
        criterion(2, "A", "file = \"helper.erl\""),
        criterion(2, "A", ""),
    ];
    let folder = Folder::with_manifest(&format!("{HEAD}{}", criteria.concat()));
    assert_eq!(
        folder.message(),
        "error: DIR/erlang/sum/benchmark.toml:9:12: no variable `Foo` on line 5 of program.erl\n\
         hint: line 5 has `B`, `A`\n\
         error: DIR/erlang/sum/benchmark.toml:17:14: no occurrence 3 of `A` on line 5\n\
         hint: line 5 has `A` 2 times\n\
         error: DIR/erlang/sum/benchmark.toml:23:10: occurrence 1 of `A` is at column 10\n\
         hint: columns count characters from 1, a tab as one; correct the column or leave it out\n\
         error: DIR/erlang/sum/benchmark.toml:27:12: `A` on line 6 is not a counted node\n\
         hint: the content of a guard weighs nothing; choose an occurrence in a pattern or a body\n\
         error: DIR/erlang/sum/benchmark.toml:32:8: no line 70 in program.erl\n\
         hint: the file has 6 lines\n\
         error: DIR/erlang/sum/benchmark.toml:41:8: `helper.erl` is not a file of the program\n\
         hint: expected one of `program.erl`\n\
         error: DIR/erlang/sum/benchmark.toml:45:12: no variable `A` on line 2 of program.erl\n\
         hint: line 2 has no variable"
    );
}

#[apply(test)]
fn gold_slices_must_be_there() {
    let folder = Folder::with_manifest(&format!(
        "{HEAD}[[criterion]]\nid = \"s4N\"\nline = 4\nvariable = \"N\"\n\
         {CRITERION}\
         [[criterion.alternative]]\ngold = \"../s4A.erl\"\nreason = \"\"\n"
    ));
    assert_eq!(
        folder.message(),
        "error: DIR/erlang/sum/benchmark.toml:16:10: `reason` must be one line of text\n\
         error: DIR/erlang/sum/benchmark.toml:15:8: `../s4A.erl` is not below the benchmark's folder\n\
         hint: give a relative path with `/` between names and without `..`"
    );
    // Those that are only missing are still to be written.
    let folder = Folder::with_manifest(&format!(
        "{HEAD}[[criterion]]\nid = \"s4N\"\nline = 4\nvariable = \"N\"\n{CRITERION}gold = \"gold/lost.erl\"\n"
    ));
    let unfinished = folder.load().unfinished;
    let told: Vec<String> = unfinished.iter().map(|unfinished| unfinished.problem.to_string()).collect();
    let told = told.join("\n").replace(folder.path().to_str().unwrap(), "DIR");
    assert_eq!(
        told,
        "DIR/erlang/sum/benchmark.toml:7:6: gold slice `gold/s4N.erl` does not exist\n\
         hint: write the minimal slice there, or name its file with `gold`\n\
         DIR/erlang/sum/benchmark.toml:14:8: gold slice `gold/lost.erl` does not exist\n\
         hint: write the minimal slice there, or name its file with `gold`"
    );
    assert_eq!(unfinished[0].task, "erlang/sum/s4N");
}

#[apply(test)]
fn a_gold_folder_may_leave_out_files_and_not_add_any() {
    let manifest = format!("{HEAD}{CRITERION}").replace("\"program.erl\"", "[\"program.erl\", \"more.erl\"]");
    let folder = Folder::with_manifest(&manifest);
    folder.write("erlang/sum/more.erl", "-module(more).\n");
    folder.write("erlang/sum/gold/s4A/program.erl", GOLD);
    assert_eq!(folder.load().benchmarks[0].criteria[0].golds[0].files.len(), 1);
    folder.write("erlang/sum/gold/s4A/extra.erl", GOLD);
    assert_eq!(
        folder.message(),
        "error: DIR/erlang/sum/gold/s4A/extra.erl: the program has no such file\n\
         hint: a gold slice may only delete code; the program has `program.erl`, `more.erl`"
    );
}

#[apply(test)]
fn a_program_must_be_utf8_and_in_the_language_of_its_folder() {
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}"));
    folder.write("erlang/sum/program.erl", b"main(N) -> % \xe9t\xe9\n");
    assert_eq!(
        folder.message(),
        "error: DIR/erlang/sum/program.erl: not UTF-8 (first bad byte at offset 13)\n\
         hint: store the file as UTF-8, for example with `iconv -t UTF-8`"
    );
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}").replace("program.erl", "prog.py"));
    assert_eq!(
        folder.message(),
        "error: DIR/erlang/sum/benchmark.toml:4:11: `prog.py` is not erlang source\n\
         hint: the folder above the benchmark gives the language\n\
         error: DIR/erlang/sum/benchmark.toml:4:11: file `prog.py` does not exist\n\
         hint: the folder has `program.erl`"
    );
}

#[apply(test)]
fn ids_are_unique_in_a_benchmark_and_among_folders() {
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}{CRITERION}"));
    assert_eq!(
        folder.message(),
        "error: DIR/erlang/sum/benchmark.toml:11:6: criterion id `s4A` is already used on line 7\n\
         hint: add something to the id, such as the occurrence: `s6Total-2`"
    );
    let one = Folder::with_manifest(&format!("{HEAD}{CRITERION}"));
    let two = Folder::with_manifest(&format!("{HEAD}{CRITERION}"));
    let error = Suite::load(&[one.path(), two.path()]).unwrap_err();
    let message = error.to_string().replace(&*one.path().to_string_lossy(), "ONE");
    assert_eq!(
        message.replace(&*two.path().to_string_lossy(), "TWO"),
        "error: TWO/erlang/sum: benchmark `erlang/sum` is also in ONE/erlang/sum\n\
         hint: rename one of the two folders, or leave out one `--suite`"
    );
}

#[apply(test)]
fn inputs_fit_the_entry_point() {
    let folder = Folder::with_manifest(
        &format!("{HEAD}[[input]]\nargs = []\n[[input]]\nargs = [\"1\"]\nstdin = \"x\"\n{CRITERION}")
            .replace("main/1", "start/1"),
    );
    assert_eq!(
        folder.message(),
        "error: DIR/erlang/sum/benchmark.toml:10:9: an Erlang benchmark has no standard input\n\
         hint: give the terms of the entry point in `args`\n\
         error: DIR/erlang/sum/benchmark.toml:5:9: no function `start/1` in program.erl\n\
         hint: the file has `main/1`\n\
         error: DIR/erlang/sum/benchmark.toml:6:1: the input has 0 arguments, `start/1` is called\n\
         hint: give one term per parameter in `args`"
    );
}

#[apply(test)]
fn standard_input_comes_from_the_file_or_beside_it() {
    let folder = Folder::empty();
    folder.write("python/echo/program.py", "line = input()\nprint(line)\n");
    folder.write("python/echo/gold/s1Line.py", "line = input()\n");
    folder.write("python/echo/inputs/a.txt", "hello\n");
    let manifest = "format = 1\ntitle = 'Echo'\nsource = 'a test'\nprogram = 'program.py'\n\
                    [[input]]\nstdin-file = 'inputs/a.txt'\n[[input]]\nstdin = 'bye'\n\
                    [[criterion]]\nid = 's1Line'\nline = 1\nvariable = 'line'\n";
    folder.write("python/echo/benchmark.toml", manifest);
    let suite = folder.load();
    let stdins: Vec<&str> = suite.benchmarks[0].inputs.iter().map(|input| input.stdin.as_str()).collect();
    assert_eq!(stdins, ["hello\n", "bye"]);
    folder.write("python/echo/benchmark.toml", manifest.replace("a.txt", "b.txt"));
    assert_eq!(
        folder.message(),
        "error: DIR/python/echo/benchmark.toml:6:14: file `inputs/b.txt` does not exist\n\
         hint: the folder has `inputs/a.txt`"
    );
}

#[apply(test)]
fn a_folder_without_benchmarks_is_refused() {
    let folder = Folder::empty();
    assert_eq!(
        folder.message(),
        "error: DIR: no benchmark in this folder\n\
         hint: a suite is laid out as `<language>/<benchmark>/benchmark.toml`"
    );
    let folder = Folder::with_manifest(&format!("{HEAD}{CRITERION}"));
    let error = Suite::load(&[folder.path().join("erlang")]).unwrap_err().to_string();
    assert!(error.contains("erlang/sum/benchmark.toml: not where a benchmark is expected"), "{error}");
    let error = Suite::load(&[folder.path().join("nowhere")]).unwrap_err().to_string();
    assert!(error.contains("nowhere: there is no such folder"), "{error}");
}

#[apply(test)]
fn hashes_follow_program_criterion_and_gold() {
    let manifest = format!("{HEAD}{CRITERION}");
    let folder = Folder::with_manifest(&manifest);
    let hash = || folder.load().tasks().next().unwrap().hash();
    let first = hash();
    assert_eq!(first.len(), 64);
    folder.write("erlang/sum/benchmark.toml", manifest.replace("A sum", "Another title"));
    assert_eq!(hash(), first);
    folder.write("erlang/sum/gold/s4A.erl", GOLD.replace('1', "2"));
    let other_gold = hash();
    assert_ne!(other_gold, first);
    folder.write("erlang/sum/program.erl", format!("{PROGRAM}%\n"));
    assert_ne!(hash(), other_gold);
}

#[apply(test)]
fn a_selection_is_by_whole_names() {
    let suite = Suite::embedded().unwrap();
    let select = |filters: &[&str], labels: &[&str], languages: &[Language]| {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let filter = Filter {
            filters: owned(filters),
            labels: owned(labels),
            languages: languages.to_vec(),
            tier: None,
        };
        match suite.select(&filter) {
            Ok(tasks) => Ok(tasks.iter().map(|task| task.id()).collect::<Vec<_>>()),
            Err(error) => {
                assert_eq!(error.exit_code(), EXIT_NOTHING_MEASURED);
                Err(error.to_string())
            }
        }
    };
    let all = suite.tasks().count();
    assert_eq!(select(&[], &[], &[]).unwrap().len(), all);
    assert_eq!(
        select(&["erlang/word-count"], &[], &[]).unwrap(),
        ["erlang/word-count/s11Top", "erlang/word-count/s12Longest"]
    );
    assert!(select(&["word-count"], &[], &[]).unwrap().iter().any(|id| id.starts_with("c/")));
    assert_eq!(select(&["s11Top"], &[], &[]).unwrap(), ["erlang/word-count/s11Top"]);
    let by_language = select(&[], &[], &[Language::R]).unwrap();
    assert_eq!(by_language, select(&["r"], &[], &[]).unwrap());
    assert!(select(&[], &["HOF"], &[]).unwrap().len() < all);
    assert_eq!(
        select(&["erlang/word-cout", "c"], &["hof"], &[]).unwrap_err(),
        "error: no task matches `erlang/word-cout`\nhint: near names are `erlang/word-count`\n\
         error: no label matches `hof`\nhint: near names are `HOF`"
    );
    assert_eq!(
        select(&["s11Top"], &[], &[Language::C]).unwrap_err(),
        "error: no task selected\n\
         hint: every filter matches some task, but no task satisfies all of them"
    );
}

#[apply(test)]
fn sizes_of_gold_slices_are_those_of_their_nodes_in_the_program() {
    let suite = Suite::embedded().unwrap();
    let tasks: Vec<_> = suite.tasks().collect();
    let mapped: Vec<usize> = tasks.iter().map(|task| gold_nodes(*task)[0].len()).collect();
    assert_eq!(gold_sizes(&tasks), mapped);
}
