//! Certificates: written, replayed, and caught when anything they speak of was changed.

use std::ops::ControlFlow;
use std::path::Path;

use bench_slicers::deletions::Candidate;
use bench_slicers::error::{EXIT_DONE, EXIT_NEGATIVE, EXIT_NOTHING_MEASURED};
use bench_slicers::inputs::Tried;
use bench_slicers::languages;
use bench_slicers::minimize::certificate::{
    Certificate, Certified, Claim, Depth, InputEntry, MakeOptions, RefutationEnd, Searched, Subject,
    ValuesEntry, candidate_of_gold, certify, check, make_from,
};
use bench_slicers::oracle::{Oracle, Question};
use bench_slicers::suite::{Evidence, Input, Task};

use crate::harness::amount;
use crate::support::{Folder, GOLD, PROGRAM, call, inputs, stderr, stdout};

const PROOF: &str = "**Complete.** `A` is the sum that is returned, and depends on nothing else.\n\n\
                     **Minimal.** Without any of it another number comes out for 2 and for 3.\n";
const CERTIFICATE: &str = "erlang/sum/gold/s4A.cert.json";

fn oracle<'s>(task: &Task<'s>) -> Box<dyn Oracle + 's> {
    let entry = task.benchmark.entry.clone().unwrap();
    let question = Question::new(task.criterion.nodes.clone(), entry);
    languages::oracle(&task.benchmark.tree, &question).unwrap_or_else(|error| panic!("{error}"))
}

fn certified(task: &Task<'_>, inputs: &[Input]) -> Certified {
    let mut oracle = oracle(task);
    let path = Path::new("cert.json");
    let claim = |gold: &'_ [bench_slicers::ast::SourceFile]| {
        let program = oracle.program().clone();
        candidate_of_gold(&program, oracle.deletions(), gold).expect("deletions make the gold slice")
    };
    let candidates: Vec<_> = task.criterion.golds.iter().map(|gold| claim(&gold.files)).collect();
    let golds = task.criterion.golds.iter().zip(candidates);
    let claims: Vec<Claim<'_>> = golds
        .map(|(gold, candidate)| Claim { gold: &gold.files, candidate, depth: Depth::Sets(1) })
        .collect();
    certify(oracle.as_mut(), &Subject { task: *task, path }, inputs, &claims).unwrap()
}

/// A suite with one certified task.
fn certified_folder() -> (Folder, Certificate) {
    let folder = Folder::with_input();
    let suite = folder.load();
    let task = suite.tasks().next().unwrap();
    let found = certified(&task, &inputs(&["2", "x", "3"]));
    assert_eq!(found.problems, []);
    let certificate = refuted(found.certificate, 10_000, 2);
    folder.write(CERTIFICATE, certificate.text());
    (folder, certificate)
}

/// As if so many inputs had been tried, which gave so many sequences of values.
fn refuted(certificate: Certificate, inputs: usize, sequences: usize) -> Certificate {
    let refutation = Some(ValuesEntry {
        inputs,
        reached: inputs,
        sequences,
        consulted: None,
        exhausted: false,
        ended: None,
    });
    Certificate { refutation, ..certificate }.sealed()
}

#[apply(test)]
#[needs(Erlang)]
fn evidence_has_floors() {
    let (folder, certificate) = certified_folder();
    let check = |certificate: Certificate, expected| {
        folder.write(CERTIFICATE, certificate.text());
        assert_eq!(folder.evidence(), Some(expected), "{}", certificate.text());
    };
    check(certificate.clone(), Evidence::Certified);
    check(refuted(certificate.clone(), 9_999, 2), Evidence::Asserted);
    // Its inputs show two sequences of values, and there are more.
    check(refuted(certificate.clone(), 10_000, 3), Evidence::Asserted);
    check(Certificate { refutation: None, ..certificate.clone() }.sealed(), Evidence::Asserted);
    check(
        Certificate { format: 1, refutation: None, values: None, ..certificate.clone() }.sealed(),
        Evidence::Asserted,
    );
    let suite_says = |certificate: Certificate, expected: &[&str]| {
        folder.write(CERTIFICATE, certificate.text());
        let output = call(&["check", "suite", "--no-compile", "--suite", folder.path().to_str().unwrap()]);
        let said = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        expected.iter().for_each(|expected| assert!(said.contains(expected), "{expected}: {said}"));
    };
    let few = refuted(certificate.clone(), 9_720, 2);
    suite_says(few.clone(), &["tried 9720 inputs to refute the gold slice, not 10000", "make it again with"]);
    for (ended, reason, remedy) in [
        (RefutationEnd::Fuel, "not 10000: the program spent too much fuel", "whose loops end sooner"),
        (RefutationEnd::Budget, "not 10000: the budget was spent", "without `--budget`"),
    ] {
        let mut ended_early = few.clone();
        ended_early.refutation =
            ended_early.refutation.map(|tried| ValuesEntry { ended: Some(ended), ..tried });
        suite_says(ended_early.sealed(), &[reason, remedy]);
    }
    let mut unnamed = certificate;
    unnamed.coverage.of += 1;
    check(unnamed.sealed(), Evidence::Asserted);
    let output = call(&["check", "suite", "--no-compile", "--suite", folder.path().to_str().unwrap()]);
    assert!(
        stdout(&output).contains("the certificate does not say what its inputs do not reach"),
        "{}",
        stdout(&output)
    );
}

fn problems(folder: &Folder, certificate: &Certificate) -> String {
    let suite = folder.load();
    let task = suite.tasks().next().unwrap();
    let subject = Subject { task, path: Path::new("cert.json") };
    let found = check(oracle(&task).as_mut(), &subject, certificate, usize::MAX).unwrap();
    found.iter().map(|problem| format!("{}\n", problem.message)).collect()
}

#[apply(test)]
#[needs(Erlang)]
fn a_certificate_raises_the_evidence_and_is_replayed() {
    let (folder, certificate) = certified_folder();
    assert_eq!(folder.evidence(), Some(Evidence::Certified));
    folder.write("erlang/sum/gold/s4A.proof.md", PROOF);
    assert_eq!(folder.evidence(), Some(Evidence::Proved));
    assert_eq!(problems(&folder, &certificate), "");
    let path = folder.path();
    let output = call(&["check", "certificates", "--full", "--suite", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{}", stderr(&output));
    let n_witnesses = certificate.slices[0].witnesses.len();
    assert_eq!(
        stdout(&output),
        format!("1 certificate with {n_witnesses} witnesses, 0 tasks without: 0 defects\n")
    );
}

#[apply(test)]
#[needs(Erlang, Gcc)]
fn the_certificates_of_the_suite_hold() {
    // With `SLOW_TESTS`, in CI, all of them are a step of their own.
    let [erlang, c] = amount(["erlang", "c"], ["erlang/su*", "c/st*"], ["erlang", "c"]);
    let output = call(&["check", "certificates", "--filter", erlang, "--filter", c]);
    let said = stdout(&output);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_DONE)), "{said}");
    assert!(said.ends_with(" 0 tasks without: 0 defects\n"), "{said}");
}

#[apply(test)]
fn without_certificates_nothing_is_checked() {
    let folder = Folder::with_input();
    let path = folder.path();
    let output = call(&["check", "certificates", "--suite", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_NOTHING_MEASURED)));
    assert!(stderr(&output).starts_with("error: no task with a certificate selected"), "{}", stderr(&output));
}

#[apply(test)]
#[needs(Erlang)]
fn a_changed_byte_of_program_or_gold_slice_is_noticed() {
    let (folder, _) = certified_folder();
    for (path, text) in [("erlang/sum/program.erl", PROGRAM), ("erlang/sum/gold/s4A.erl", GOLD)] {
        for at in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] ^= 1;
            folder.write(path, &bytes);
            // Either the suite is refused, or the certificate is no longer of this task.
            assert!(matches!(folder.evidence(), None | Some(Evidence::Asserted)), "{path}, byte {at}");
        }
        folder.write(path, text);
    }
    assert_eq!(folder.evidence(), Some(Evidence::Certified));
}

#[apply(test)]
#[needs(Erlang)]
fn a_changed_byte_of_the_certificate_is_a_defect() {
    let (folder, certificate) = certified_folder();
    let text = certificate.text();
    folder.write(CERTIFICATE, text.replacen("\"2\"", "\"4\"", 1));
    let path = folder.path();
    let output = call(&["check", "certificates", "--suite", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(i32::from(EXIT_NEGATIVE)));
    let said = stdout(&output);
    assert!(said.contains("s4A.cert.json: was changed after it was written"), "{said}");
}

#[apply(test)]
#[needs(Erlang)]
fn a_sealed_lie_does_not_survive_its_replay() {
    let (folder, certificate) = certified_folder();
    let check = |expected: &str, change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        assert_ne!(changed, certificate, "{expected}");
        let found = problems(&folder, &changed.sealed());
        assert!(found.contains(expected), "{expected}: {found}");
    };
    let witness = "the witness against deleting";
    check(witness, &|it| drop(it.slices[0].witnesses.remove(0)));
    check(witness, &|it| it.slices[0].witnesses[0].input = Some(1));
    check(witness, &|it| it.slices[0].witnesses[0].position = Some(7));
    check(witness, &|it| it.slices[0].witnesses[0].node += 1);
    check("in the order of the program", &|it| it.slices[0].witnesses.reverse());
    check("is not minimal", &|it| it.inputs = vec![InputEntry::Args(vec!["x".to_owned()])]);
    check("statements and clauses", &|it| it.coverage.reached += 1);
    check("nodes by what is listed", &|it| it.slices[0].nodes += 1);
    check("can be deleted as", &|it| it.slices[0].deleted[0].node += 1);
    check("is not the program without", &|it| drop(it.slices[0].deleted.remove(0)));
    check("belongs to another program", &|it| it.program.replace_range(0..1, "z"));
    check("belongs to another criterion", &|it| it.criterion.replace_range(0..1, "z"));
    check("belongs to another gold slice", &|it| it.slices[0].gold.replace_range(0..1, "z"));
    check("belongs to another gold slice", &|it| it.slices.clear());
    check("belongs to another entry point", &|it| it.entry = "main/2".to_owned());
}

#[apply(test)]
#[needs(Erlang)]
fn slices_that_are_too_large_or_too_small_get_no_certificate() {
    let said = |gold: &str, args: &[&str]| {
        let folder = Folder::with_input();
        folder.write("erlang/sum/gold/s4A.erl", gold);
        let suite = folder.load();
        let found = certified(&suite.tasks().next().unwrap(), &inputs(args));
        found.problems.iter().map(|problem| format!("{}\n", problem.message)).collect::<String>()
    };
    let head = "-module(program).\n-export([main/1]).\n";
    let large = format!("{head}main(N) ->\n    A = N + 1,\n    B = {{A, A}}.\n");
    assert!(
        said(&large, &["2"]).contains("not minimal: program.erl:5:5 can be deleted as `wildcard`"),
        "{}",
        said(&large, &["2"])
    );
    let small = format!("{head}main(_) ->\n    A = undef.\n");
    let problem = said(&small, &["x", "2"]);
    assert!(
        problem.contains("does not behave as the program: on input 1 the value at position 0 differs"),
        "{problem}"
    );
    assert!(said(GOLD, &["x"]).contains("no input reaches the criterion"), "{}", said(GOLD, &["x"]));
}

/// A search that has been made is not made again, whatever time is left; a gold slice that is another one is searched as far as it goes.
#[apply(test)]
#[needs(Erlang)]
fn a_gold_slice_that_was_found_has_the_depth_of_its_search() {
    let folder = Folder::with_input();
    let suite = folder.load();
    let task = suite.tasks().next().unwrap();
    let subject = Subject { task, path: Path::new("cert.json") };
    let oracle_of_task = oracle(&task);
    let (program, deletions) = (oracle_of_task.program().clone(), oracle_of_task.deletions());
    let gold = candidate_of_gold(&program, deletions, &task.criterion.golds[0].files).unwrap();
    let inputs = inputs(&["2", "x", "3"]);
    for (candidate, depth) in [(&gold, Depth::Sets(3)), (&Candidate::default(), Depth::Sets(1))] {
        let tried = Tried { n_drawn: 10_000, ..Tried::default() };
        let searched = Searched { inputs: &inputs, reaching: &[], tried, candidate, depth: Depth::Sets(3) };
        let open = || -> bench_slicers::error::Result<Box<dyn Oracle + '_>> { Ok(oracle(&task)) };
        let made =
            make_from(&open, &subject, &searched, &MakeOptions::default(), &mut |_| ControlFlow::Break(()));
        let made = made.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(made.problems, []);
        assert_eq!(made.certificate.slices[0].depth, depth);
        assert_eq!(made.certificate.inputs.len(), inputs.len());
    }
}
