//! A candidate's text, its kept nodes and its deletions are three views of one thing.

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::deletions::{Candidate, DeletionId, Deletions};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::map::{MapOptions, map};

use crate::harness::amount;
use crate::support::SUITE;

/// Constructs that the suite's programs have none of.
const OTHER_CONSTRUCTS: &str = "-module(t).\n-export([f/2, g/1]).\n-record(r, {a = 1, b}).\n\
f(X, {Y, _}) when X > 1, Y < 2; is_list(Y) ->\n\
    try g(X), Z = 1 of\n        ok when true -> 1;\n        3 -> 2\n\
    catch error:badarg:St -> St; _:_ -> 3; throw -> 4\n    after g(1), ok\n    end,\n\
    A = #{a => 1, b => X}, B = A#{c => 3},\n    #{a := Q} = B,\n\
    R = #r{a = 1}, R2 = R#r{b = X}, (begin #r{a = K} = R2 end), (X)(K), {R#r.a, #r.b, R2},\n\
    <<U:8/integer, \"abc\", W/binary>> = <<1:8, 2, U>>,\n\
    catch g(-X), [P || {P, 1} <- X, P > 1, <<_>> <= W],\n\
    F = fun Loop(0) -> 1; Loop(N) -> Loop(N - 1) end, F(3), (F)(2),\n\
    case {X, [Q, U | Y]} of [1, 2 | _] -> begin 1, 2 end; \"ab\" ++ T -> T end;\n\
f(_, _) -> [[], [1], [2, [3 | X] | (Y)]].\n\
g(X) -> if X > 1 -> [X, (X)]; true -> [(X) | X] end.\n";

/// The same for C.
const OTHER_CONSTRUCTS_OF_C: &str = "#include <stdio.h>\n#include <string.h>\n#define LIMIT 10\n\
typedef struct { int at; double size; } point;\nstatic int table[LIMIT] = {1, 2, 3}, n_calls = 7, *last;\n\
int twice(int);\nenum kind { ONE, TWO } kind;\n\
static char *skip(char *text, int (*test)(int), const char stops[])\n{\n\
    while (*text && !test(*text) && strchr(stops, *text) == NULL)\n        text++;\n    return text;\n}\n\
int twice(int x) { n_calls++; return (x) * 2; }\n\
static double area(point p, double scale) { return p.size * p.size / scale; }\n\
int is_x(int c) { return c == 'x' || c == 'X'; }\n\
int main(int argc, char *argv[])\n{\n\
    int i, *p = &i, a[3] = {1, argc, -3}, total = 0;\n    char word[20] = \"ab\" \"cd\", *at = word;\n\
    point here = {1, 2.5}, there = {.at = 2, .size = argc + 1};\n    struct pair { int x; } one, two;\n\
    unsigned bits = 5u; double d = (double) argc / 2;\n\
    for (int j = 0, k = 1; j < 3 && k; j++, k += 2) { total += a[j] * k; continue; }\n\
    for (i = 0; i < argc; ++i)\n        if (argc > 2)\n            if (i % 2) total++;\n            else total--;\n\
        else if (total)\n            break;\n        else { total = -total; }\n\
    do { total <<= 1; } while (total < 20 && ~total);\n\
    switch (total % 3) {\n    case 0: i = 4; break;\n    case ONE:\n    case TWO: i = 5;\n    default: i++, total--; }\n\
    one.x = two.x = twice(total = i ? a[i % 3] : *p); last = &total;\n    here.at = here.at + there.at; bits |= 1u << 3;\n\
    at = skip(at, is_x, \"bc\"); ;\n    { int i = 3; total += i; }\n\
    printf(\"%d %s %f %zu\\n\", total, at, area(here, d), sizeof word + sizeof(int));\n\
    while (total > 0) total -= (i, 3);\n    if (bits) ; else return 1;\n    return argc > 1 ? 0 : (int) strlen(argv[0]);\n}\n";

fn programs() -> Vec<Tree> {
    let has_table = |language| {
        matches!(
            language,
            Language::Erlang | Language::C | Language::JavaScript | Language::Python | Language::R
        )
    };
    let of_suite = SUITE.benchmarks.iter().filter(|benchmark| has_table(benchmark.language));
    let mut trees: Vec<Tree> = of_suite.map(|benchmark| (*benchmark.tree).clone()).collect();
    trees.push(Tree::parse(Language::Erlang, &[SourceFile::new("t.erl", OTHER_CONSTRUCTS)]));
    trees.push(Tree::parse(Language::C, &[SourceFile::new("t.c", OTHER_CONSTRUCTS_OF_C)]));
    for text in [crate::oracle_python::FUNCTIONS, crate::oracle_python::STATEMENTS] {
        trees.push(Tree::parse(Language::Python, &[SourceFile::new("t.py", text)]));
    }
    for text in [crate::oracle_r::FUNCTIONS, crate::oracle_r::STATEMENTS] {
        trees.push(Tree::parse(Language::R, &[SourceFile::new("t.R", text)]));
    }
    for text in [crate::oracle_javascript::FUNCTIONS, crate::oracle_javascript::STATEMENTS] {
        trees.push(Tree::parse(Language::JavaScript, &[SourceFile::new("t.js", text)]));
    }
    trees
}

/// Candidates that leave a member of every group, by a fixed sequence of numbers.
pub(crate) fn random_candidate(program: &Tree, deletions: &Deletions, state: &mut u64) -> Candidate {
    let mut next = |bound: usize| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize % bound
    };
    loop {
        let at_most = 1 + next(12);
        let n_deletions = 1 + next(at_most);
        let ids = (0..n_deletions).map(|_| next(deletions.all().len()) as DeletionId);
        let candidate = deletions.normalised(program, &ids.collect());
        if leaves_a_member_of_each_group(program, deletions, &candidate) {
            return candidate;
        }
    }
}

fn leaves_a_member_of_each_group(program: &Tree, deletions: &Deletions, candidate: &Candidate) -> bool {
    let kept = deletions.kept(program, candidate);
    let is_kept = |node: &NodeId| kept.contains(*node);
    deletions
        .groups()
        .iter()
        .filter(|group| is_kept(&group.parent))
        .all(|group| group.members.iter().any(is_kept))
}

/// Text without layout and parentheses.
fn tokens(files: &[SourceFile]) -> String {
    files
        .iter()
        .flat_map(|file| file.text.chars())
        .filter(|c| !c.is_whitespace() && !"()".contains(*c))
        .collect()
}

/// Checks that the text parses, and maps back onto what was kept.
fn check(program: &Tree, deletions: &Deletions, candidate: &Candidate) {
    let files = deletions.text(program, candidate);
    let slice = Tree::parse(program.language(), &files);
    let text = || files.iter().map(|file| file.text.as_str()).collect::<String>();
    assert!(slice.problems().is_empty(), "{candidate:?} {:?}\n{}", slice.problems(), text());
    let kept = deletions.kept(program, candidate);
    let kept = deletions.canonical(program, &kept);
    let mapping = map(program, &slice, &MapOptions::default());
    assert_eq!(mapping.n_invented(&slice) + mapping.n_rewritten(&slice), 0, "{}", text());
    assert_eq!(kept.len(), slice.n_counted(), "{candidate:?}\n{}", text());
    let mapped = deletions.canonical(program, &mapping.kept);
    let differing = kept.difference(&mapped).union(&mapped.difference(&kept));
    let differing = differing.difference(&mapping.ambiguous);
    if !differing.is_empty() {
        // Equal elements next to each other: another candidate with the same text.
        let other = deletions.of_kept(program, &mapping.kept).unwrap_or_default();
        // Guards have no weight, so that what is kept does not tell of them.
        let is_guard = |id: &&DeletionId| program.kind(deletions.get(**id).node) == "guard";
        let other = other.ids().iter().chain(candidate.ids().iter().filter(is_guard)).copied().collect();
        assert_eq!(
            tokens(&deletions.text(program, &other)),
            tokens(&files),
            "lost {differing:?} in\n{}",
            text()
        );
    }
    let again = deletions.of_kept(program, &kept).expect("a kept set of a candidate");
    assert_eq!(deletions.kept(program, &again), kept, "{}", text());
    for (one, other) in program.files().zip(&files) {
        assert_eq!(one.text.matches('\n').count(), other.text.matches('\n').count(), "lines stay");
    }
}

#[apply(test)]
fn every_single_deletion_maps_back_onto_what_was_kept() {
    for program in programs() {
        let deletions = languages::deletions(&program).unwrap();
        for id in (0..deletions.all().len() as DeletionId).step_by(amount(6, 3, 1)) {
            let candidate = Candidate::from_iter([id]);
            if leaves_a_member_of_each_group(&program, &deletions, &candidate) {
                check(&program, &deletions, &candidate);
            }
        }
    }
}

#[apply(test)]
fn random_sets_of_deletions_map_back_onto_what_was_kept() {
    let mut state = 2019;
    for program in programs() {
        let deletions = languages::deletions(&program).unwrap();
        for _ in 0..amount(20, 40, 100) {
            check(&program, &deletions, &random_candidate(&program, &deletions, &mut state));
        }
    }
}

#[apply(test)]
fn nothing_deleted_is_the_program() {
    for program in programs() {
        let files: Vec<SourceFile> = program.files().cloned().collect();
        assert_eq!(languages::deletions(&program).unwrap().text(&program, &Candidate::default()), files);
    }
}
