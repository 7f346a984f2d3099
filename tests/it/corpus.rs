//! Hand-made slices: `tests/corpus/map` states which nodes of the program each of them keeps.

use std::collections::{BTreeMap, BTreeSet};

use bench_slicers::ast::{Flags, NodeId, NodeSet, ParseOptions, SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::map::{Fate, MapOptions, Mapping, map, project_lines};

use crate::markdown::{self, Case};
use crate::support::root;

const FACTS: [&str; 13] = [
    "kept",
    "tokens",
    "missing",
    "invented",
    "rewritten",
    "residue",
    "ambiguous",
    "placeholders",
    "helpers",
    "lines",
    "slice-as",
    "broken",
    "nodes",
];

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn parse(language: Language, text: &str, placeholders: &str) -> Tree {
    let options = ParseOptions { placeholders: words(placeholders), ..Default::default() };
    Tree::parse_with(language, &[SourceFile::new("program", text)], &options)
}

/// The slice's text as a slicer on another system would write it.
fn disguised(text: &str, fact: &str) -> String {
    let mut text = text.to_owned();
    for word in fact.split_whitespace() {
        text = match word {
            "crlf" => text.replace('\n', "\r\n"),
            "bom" => bench_slicers::ast::decode(format!("\u{feff}{text}").as_bytes()).unwrap(),
            "tabs" => text.replace("    ", "\t"),
            "indented" => text.replace('\n', "\n        "),
            other => panic!("unknown disguise `{other}`"),
        };
    }
    text
}

/// `Sum@2` or `Sum@2:5`: text of a leaf with its line, and column where needed.
fn is_leaf_at(tree: &Tree, leaf: NodeId, written: &str) -> bool {
    let (label, place) = written.rsplit_once('@').unwrap_or((written, ""));
    let position = tree.position(0, tree.span(leaf).start);
    let same_place = match place.split_once(':') {
        Some((line, column)) => line == position.line.to_string() && column == position.column.to_string(),
        None => place == position.line.to_string(),
    };
    same_place && label == shown(tree, leaf)
}

fn shown(tree: &Tree, leaf: NodeId) -> String {
    tree.label(leaf).split_whitespace().collect::<Vec<_>>().join("·")
}

fn leaves(tree: &Tree, nodes: &NodeSet) -> Vec<NodeId> {
    let is_shown = |node: NodeId| {
        tree.subtree(node).len() == 1 && !tree.label(node).is_empty() && tree.kind(node) != "guard"
    };
    nodes.iter().filter(|&node| is_shown(node)).collect()
}

fn describe(tree: &Tree, nodes: &[NodeId]) -> String {
    let show = |&leaf: &NodeId| {
        let position = tree.position(0, tree.span(leaf).start);
        format!("{}@{}:{}", shown(tree, leaf), position.line, position.column)
    };
    nodes.iter().map(show).collect::<Vec<_>>().join(" ")
}

/// What holds for every mapping: each node once, order and ancestors kept, nothing unexplained.
pub(crate) fn check_laws(program: &Tree, slice: &Tree, mapping: &Mapping) -> Result<(), String> {
    let mut seen = NodeSet::new();
    let mut counted = NodeSet::new();
    // The order of definitions means nothing, that of what is in one does.
    let mut previous: BTreeMap<Option<NodeId>, NodeId> = BTreeMap::new();
    let is_definition = |node: &NodeId| slice.flags(*node).has(Flags::DEFINITION);
    for node in slice.ids() {
        let Fate::Mapped(image) = mapping.fates[node as usize] else { continue };
        if !seen.insert(image) {
            return Err(format!("program node {image} is used twice"));
        }
        if program.is_counted(image) && slice.is_counted(node) {
            counted.insert(image);
        }
        // A placeholder that the program already had may be spelled otherwise.
        let both_placeholders = program.is_placeholder(image) && slice.is_placeholder(node);
        if program.key(image) != slice.key(node) && !both_placeholders {
            return Err(format!("`{}` is not `{}`", slice.text(node), program.text(image)));
        }
        let inside = slice.ancestors(node).find(is_definition);
        let before = if is_definition(&node) { None } else { previous.insert(inside, image) };
        if before.is_some_and(|before| before >= image) {
            return Err(format!("order is broken at slice node {node}"));
        }
        let above = slice.ancestors(node).find_map(|above| match mapping.fates[above as usize] {
            Fate::Mapped(image) => Some(image),
            _ => None,
        });
        if above.is_some_and(|above| !program.subtree(above).contains(&image)) {
            return Err(format!("slice node {node} has left its ancestor"));
        }
    }
    if counted != mapping.kept {
        return Err("kept nodes are not the images".to_owned());
    }
    Ok(())
}

/// Kept nodes and the numbers `invented rewritten residue ambiguous` of a case.
fn outcome(case: &Case, program: &Tree, slice_text: Option<&str>) -> Result<(NodeSet, [String; 4]), String> {
    let Some(slice_text) = slice_text else {
        let mut lines = BTreeSet::new();
        for word in case.fact("lines").split_whitespace() {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            lines.extend(first.parse::<usize>().unwrap()..=last.parse().unwrap());
        }
        let kept = project_lines(program, &BTreeMap::from([("program".into(), lines)]));
        return Ok((kept, ["0".into(), "0".into(), "0".into(), "no".into()]));
    };
    let text = disguised(slice_text, case.fact("slice-as"));
    let slice = parse(program.language(), &text, case.fact("placeholders"));
    let options = MapOptions { helpers: words(case.fact("helpers")), ..MapOptions::default() };
    let mapping = map(program, &slice, &options);
    check_laws(program, &slice, &mapping)?;
    let is_broken = !slice.problems().is_empty();
    if is_broken != case.facts.contains_key("broken") {
        return Err(format!("problems of the slice: {:?}", slice.problems()));
    }
    let ambiguous = if mapping.ambiguous.is_empty() { "no" } else { "yes" };
    let numbers = [mapping.n_invented(&slice), mapping.n_rewritten(&slice), mapping.n_residue()];
    let [invented, rewritten, residue] = numbers.map(|number| number.to_string());
    Ok((mapping.kept, [invented, rewritten, residue, ambiguous.to_owned()]))
}

/// The leaves that the case says are kept.
fn expected_leaves(case: &Case, program: &Tree) -> Result<Vec<NodeId>, String> {
    let all = leaves(program, &program.counted());
    let mut written = words(case.fact("missing"));
    let by_missing = !case.facts.contains_key("tokens");
    if !by_missing {
        written = words(case.fact("tokens"));
    }
    let mut found = Vec::new();
    for word in &written {
        let after = found.last().copied();
        let leaf = all
            .iter()
            .copied()
            .find(|&leaf| after.is_none_or(|after| leaf > after) && is_leaf_at(program, leaf, word))
            .ok_or_else(|| {
                format!("the program has no `{word}` in that order: {}", describe(program, &all))
            })?;
        found.push(leaf);
    }
    Ok(if by_missing { all.into_iter().filter(|leaf| !found.contains(leaf)).collect() } else { found })
}

fn check_case(case: &Case) -> Result<(), String> {
    let (info, program_text) =
        case.blocks.iter().find(|(info, _)| info.ends_with(" program")).ok_or("has no program")?;
    let language = info.trim_end_matches(" program").parse().map_err(|_| "of no known language")?;
    let program = parse(language, program_text, "");
    if !program.problems().is_empty() {
        return Err(format!("problems of the program: {:?}", program.problems()));
    }
    let (kept, numbers) = outcome(case, &program, case.block("slice"))?;
    let mut wrong = Vec::new();
    let found = format!("{} of {}", kept.len(), program.n_counted());
    if found != case.fact("kept") {
        wrong.push(format!("keeps {found}, not {}", case.fact("kept")));
    }
    let found = leaves(&program, &kept);
    if found != expected_leaves(case, &program)? {
        wrong.push(format!("keeps {}", describe(&program, &found)));
    }
    let defaults = ["0", "0", "", "no"];
    for ((key, found), default) in
        ["invented", "rewritten", "residue", "ambiguous"].into_iter().zip(&numbers).zip(defaults)
    {
        let expected = case.facts.get(key).map_or(default, String::as_str);
        if !expected.is_empty() && expected != found {
            wrong.push(format!("{key} is {found}, not {expected}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

#[apply(test)]
fn slices_keep_the_nodes_that_the_corpus_says() {
    let folder = root("tests/corpus/map");
    let mut n_cases = 0;
    let mut failures = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        for case in markdown::cases(&file, &FACTS) {
            n_cases += 1;
            if let Err(what) = check_case(&case) {
                failures.push(format!("{}: {what}", case.title));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {n_cases}\n{}", failures.len(), failures.join("\n"));
    assert!(n_cases >= 60, "{n_cases} cases");
}
