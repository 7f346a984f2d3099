//! Slices of random Java programs, run beside the programs.
//!
//! For every input, the values of the criterion in the program are a prefix of those in the slice. `FLOW_JAVA_SEED` and
//! `FLOW_JAVA_PROGRAMS` choose other programs, and more; the seed is printed.

mod generate;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::deletions::Mark;
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::random::Random;
use bench_slicers::suite::Input;

use crate::harness::amount;
use crate::mutants::runtimes::{Kind, Place, Text, run, with_calls};
use crate::support::setting;

const ALL: [Variant; 5] = [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg, Variant::Jsdg];
const N_CRITERIA: usize = 2;
/// Programs that are run together.
const N_TOGETHER: usize = 10;

fn inputs() -> Vec<Input> {
    let all = ["", "1 2 3", "4 0 -3", "-5 7 12", "3 3 3", "60 2 9", "2 -1 6"];
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    all.iter().map(|text| Input { args: words(text), stdin: String::new() }).collect()
}

/// Variables whose values are read where they stand.
fn criteria(tree: &Tree) -> Vec<NodeId> {
    let is_read = |node: &NodeId| {
        let Some(above) = tree.parent(*node) else { return false };
        let is_first = tree.span(above).start == tree.span(*node).start;
        let is_declared = matches!(
            tree.kind(above),
            "update_expression"
                | "lambda_expression"
                | "method_declaration"
                | "constructor_declaration"
                | "record_declaration"
                | "compact_constructor_declaration"
                | "class_declaration"
                | "enhanced_for_statement"
                | "catch_clause"
                | "labeled_statement"
                | "break_statement"
                | "continue_statement"
                | "instanceof_expression"
                | "enum_constant"
                | "switch_rule"
                | "resource"
        );
        let is_part = matches!(
            tree.kind(above),
            "assignment_expression"
                | "variable_declarator"
                | "method_invocation"
                | "field_access"
                | "array_access"
                | "method_reference"
        );
        !(is_declared || is_first && is_part)
    };
    let is_named = |node: &NodeId| is_number(tree.label(*node));
    let is_variable = |node: &NodeId| {
        let flags = tree.flags(*node);
        flags.has(Flags::VARIABLE) && !flags.has(Flags::STATEMENT) && tree.is_counted(*node)
    };
    tree.ids().filter(|node| is_variable(node) && is_named(node) && is_read(node)).collect()
}

/// Whether a variable of this name holds a number.
fn is_number(name: &str) -> bool {
    let is_fresh = name.starts_with('v') && name[1..].parse::<u32>().is_ok();
    is_fresh || ["x", "y", "z", "total", "a", "b", "by", "n", "m", "k"].contains(&name)
}

/// One program with what is asked about it.
struct GeneratedProgram {
    tree: Tree,
    criteria: Vec<NodeId>,
}

impl GeneratedProgram {
    fn new(seed: u64) -> GeneratedProgram {
        let mut random = Random::new(seed);
        let text = generate::program(&mut random);
        let tree = Tree::parse(Language::Java, &[SourceFile::new("Program.java", &text)]);
        assert!(tree.problems().is_empty(), "{:?}\n{text}", tree.problems());
        let all = criteria(&tree);
        let mut criteria: Vec<NodeId> = (0..N_CRITERIA).map(|_| all[random.below(all.len())]).collect();
        criteria.sort_unstable();
        criteria.dedup();
        GeneratedProgram { tree, criteria }
    }

    /// The program with calls that note values, then its slices: for each criterion those of all slicers.
    fn texts(&self) -> Vec<Text> {
        let tree = &self.tree;
        let places = self.criteria.iter().map(|&node| Place { file_idx: 0, span: tree.span(node) });
        let places: Vec<(usize, Place)> = places.enumerate().collect();
        let files: Vec<SourceFile> = tree.files().cloned().collect();
        let files = with_calls(Language::Java, &files, &places);
        let mut texts = vec![Text { files, kind: Kind::Program { inputs: inputs() } }];
        let deletions = languages::deletions(tree).unwrap();
        let graphs = ALL.map(|variant| ProgramGraph::build(tree, variant));
        let without = ProgramGraph::build(tree, Variant::Jsysdg);
        for (k, &node) in self.criteria.iter().enumerate() {
            let before = format!("seen__.Seen.see__({k}, ");
            let with = graphs[4].slice_all(&[node]);
            for (outer, inner) in [(&with, &without), (&with, &graphs[2])] {
                let lost = inner.slice_all(&[node]).difference(outer);
                assert!(
                    lost.is_empty(),
                    "line {}: {lost:?}\n{}",
                    tree.line(node),
                    tree.files().next().unwrap().text
                );
            }
            for graph in &graphs {
                let candidate = deletions.keeping(tree, &graph.slice_all(&[node]));
                let mark = Mark { node, before: &before, after: ")" };
                let mut files = deletions.marked_text(tree, &candidate, &[mark]);
                let plain = deletions.text(tree, &candidate).swap_remove(0).text;
                files[0].text = filled(tree, &plain, &files[0].text);
                texts.push(Text { files, kind: Kind::Slice { only: None } });
            }
        }
        texts
    }
}

/// What may stand for a deleted expression, where its type is plain to see; otherwise the runner tries.
fn stand_in(tree: &Tree, node: NodeId) -> Option<&'static str> {
    const NUMBERS: [&str; 24] = [
        "n",
        "m",
        "k",
        "kept",
        "own",
        "width",
        "code",
        "held",
        "made",
        "used",
        "bump",
        "area",
        "outline",
        "size",
        "max",
        "floorMod",
        "getOrDefault",
        "sum",
        "many",
        "applyAsInt",
        "go",
        "twice",
        "length",
        "up",
    ];
    let number = Some("(-77)");
    let label = tree.label(node);
    match tree.kind(node) {
        "string_literal" => Some("((String) null)"),
        "instanceof_expression" | "true" | "false" => Some("false"),
        "unary_expression" => {
            if label.contains('!') {
                Some("false")
            } else {
                number
            }
        }
        "decimal_integer_literal" | "array_access" | "switch_expression" | "update_expression" => number,
        "binary_expression" if ["<", ">", "==", "!=", "&&", "||"].iter().any(|it| label.contains(it)) => {
            Some("false")
        }
        "binary_expression" if tree.text(node).contains('"') => Some("((String) null)"),
        "binary_expression" => number,
        "ternary_expression" => tree.children(node).nth(1).and_then(|child| stand_in(tree, child)),
        "identifier" if is_number(label) => number,
        "field_access" | "method_invocation"
            if NUMBERS.contains(&label) || label.starts_with('f') && label.len() == 2 =>
        {
            number
        }
        _ => None,
    }
}

/// A text with something in the places of what is deleted: of the same types, as far as these are plain to see.
fn filled(tree: &Tree, plain: &str, marked: &str) -> String {
    let mut parts = marked.split("sliced");
    let mut text = parts.next().unwrap_or("").to_owned();
    let places = plain.match_indices("sliced").map(|(at, _)| {
        let line = plain[..at].matches('\n').count() + 1;
        (line, at - plain[..at].rfind('\n').map_or(0, |end| end + 1) + 1)
    });
    for (part, place) in parts.zip(places) {
        let starts = |node: &NodeId| {
            let position = tree.position(0, tree.span(*node).start);
            (position.line, position.column) == place
        };
        let node = tree.ids().find(starts);
        text.push_str(node.and_then(|node| stand_in(tree, node)).unwrap_or("sliced"));
        text.push_str(part);
    }
    text
}

/// What is wrong with the slices of these programs, with how many values were compared.
fn wrong(programs: &[GeneratedProgram]) -> (usize, Vec<String>) {
    let texts: Vec<Vec<Text>> = programs.iter().map(GeneratedProgram::texts).collect();
    let slices: Vec<Vec<String>> =
        texts.iter().map(|texts| texts.iter().map(|text| text.files[0].text.clone()).collect()).collect();
    let mut runs = run(Language::Java, &texts.into_iter().flatten().collect::<Vec<_>>()).into_iter();
    let (mut n_values, mut found) = (0, Vec::new());
    for (generated, slices) in programs.iter().zip(&slices) {
        let program = runs.next().expect("a program");
        let refused = program.values().find(|run| run.end == "refused");
        assert!(refused.is_none(), "{refused:?}\n{}", slices[0]);
        for idx in 1..slices.len() {
            let slice = runs.next().expect("a slice");
            let k = (idx - 1) / ALL.len();
            let variant = ALL[(idx - 1) % ALL.len()];
            let node = generated.criteria[k];
            let refused = slice.values().find(|run| run.end == "refused").map(|run| run.values[0].1.clone());
            let differs = slice.iter().find_map(|(input_idx, run)| {
                let expected = program.get(input_idx)?.of(k);
                n_values += expected.len();
                let is_wrong = !run.of(k).starts_with(&expected);
                is_wrong.then(|| format!("input {input_idx}: {expected:?}, {:?}, {}", run.of(k), run.end))
            });
            if let Some(what) = refused.or(differs) {
                let kept: Vec<&str> = slices[idx].lines().filter(|line| !line.trim().is_empty()).collect();
                let line = generated.tree.line(node);
                let text = kept.join("\n");
                found.push(format!("{variant:?}, line {line}: {what}\n{text}\n--- of\n{}", slices[0]));
            }
        }
    }
    (n_values, found)
}

#[apply(test)]
#[needs(Java)]
fn slices_of_random_java_programs_behave() {
    let seed = setting("FLOW_JAVA_SEED").unwrap_or(1);
    let n_programs = setting("FLOW_JAVA_PROGRAMS").unwrap_or(amount(20, 20, 2_000));
    println!("FLOW_JAVA_SEED={seed}");
    let (mut n_values, mut all) = (0, Vec::new());
    let seeds: Vec<u64> = (0..n_programs).map(|idx| seed.wrapping_mul(1_000_003).wrapping_add(idx)).collect();
    for seeds in seeds.chunks(N_TOGETHER) {
        let programs: Vec<GeneratedProgram> = seeds.iter().map(|&seed| GeneratedProgram::new(seed)).collect();
        let (n, found) = wrong(&programs);
        n_values += n;
        println!("{} programs, {n_values} values, {} wrong slices", programs.len(), found.len());
        all.extend(found);
    }
    println!("{n_programs} programs, {n_values} values, {} wrong slices", all.len());
    assert!(n_values > 0 && all.is_empty(), "{} wrong\n{}", all.len(), all[..all.len().min(8)].join("\n\n"));
}
