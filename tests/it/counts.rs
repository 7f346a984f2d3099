//! Hand-counted programs: `tests/corpus/count` states the size of each with its arithmetic.

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::language::Language;

use crate::markdown;
use crate::support::root;

/// Sum of the terms of `3 = clause 1 + guard 1 + X 1`, and the number before the `=`.
fn arithmetic(fact: &str) -> Option<(usize, usize)> {
    let (total, terms) = fact.split_once(" = ").unwrap_or((fact, fact));
    let count = |term: &str| term.rsplit(' ').next()?.parse::<usize>().ok();
    let sum = terms.split(" + ").map(count).sum::<Option<usize>>()?;
    Some((total.trim().parse().ok()?, sum))
}

fn outline(tree: &Tree) -> String {
    let line = |node| {
        let mark = if tree.is_counted(node) { "*" } else { "-" };
        let indent = "  ".repeat(tree.ancestors(node).count());
        format!("  {indent}{mark} {} {}", tree.kind(node), tree.label(node))
    };
    tree.ids().map(line).collect::<Vec<_>>().join("\n")
}

fn check_language(language: Language, at_least: usize) {
    let path = root(&format!("tests/corpus/count/{language}.md"));
    let cases = markdown::cases(&path, &["nodes", "broken"]);
    assert!(cases.len() >= at_least, "{}: {} cases", path.display(), cases.len());
    let mut failures = Vec::new();
    for case in &cases {
        let text = case.block(language.name()).unwrap_or_else(|| panic!("{}: no program", case.title));
        let fact = case.fact("nodes");
        let Some((total, sum)) = arithmetic(fact) else {
            failures.push(format!("{}: cannot read `nodes: {fact}`", case.title));
            continue;
        };
        let tree = Tree::parse(language, &[SourceFile::new("program", text)]);
        if total != sum {
            failures.push(format!("{}: the terms add up to {sum}, not {total}", case.title));
        }
        if tree.n_counted() != total {
            let outline = outline(&tree);
            failures.push(format!("{}: expected {total}, got {}\n{outline}", case.title, tree.n_counted()));
        }
        let is_broken = case.facts.contains_key("broken");
        if is_broken == tree.problems().is_empty() {
            failures.push(format!("{}: problems {:?}", case.title, tree.problems()));
        }
    }
    assert!(failures.is_empty(), "{} of {}\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[apply(test)]
fn erlang_counts_as_the_bencher_paper_does() {
    check_language(Language::Erlang, 45);
}

#[apply(test)]
fn c_counts_by_the_general_rule() {
    check_language(Language::C, 10);
}

#[apply(test)]
fn java_counts_by_the_general_rule() {
    check_language(Language::Java, 10);
}

#[apply(test)]
fn python_counts_by_the_general_rule() {
    check_language(Language::Python, 10);
}

#[apply(test)]
fn javascript_counts_by_the_general_rule() {
    check_language(Language::JavaScript, 10);
}

#[apply(test)]
fn r_counts_by_the_general_rule() {
    check_language(Language::R, 10);
}
