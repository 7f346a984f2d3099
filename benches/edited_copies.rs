//! Maps edited copies of real files back, and counts how many leaves come back right.
//!
//!     EDITED_COPIES="big.erl other.py" cargo bench --bench edited_copies
//!
//! For each file three copies with a tenth of the statements deleted: lines kept, reprinted without
//! blank lines, and reprinted with one bracket lost, so that it does not parse. The truth is known
//! because the deletion is ours. A leaf is right when it is kept exactly if it was left in the copy;
//! leaves that the mapping calls ambiguous are not counted. Nor are leaves of which the parser finds another
//! number on a line of the copy than were left there (`unread`): `if (a) else b;` is other code than was
//! left, and `?LINE` another number. Without the variable, the suite's own
//! programs are used, so that the bench always runs. `EDITED_COPIES_WRONG=1` lists leaves that came back
//! wrong, `EDITED_COPIES_SAVE=DIR` keeps the reprinted copies for other tools.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use bench_slicers::ast::{Flags, NodeId, NodeSet, ParseOptions, SourceFile, Tree};
use bench_slicers::builtin::DELETED;
use bench_slicers::language::Language;
use bench_slicers::languages::text_of;
use bench_slicers::map::{MapOptions, map};

/// One statement in this many is deleted.
const ONE_IN: u64 = 10;

fn main() {
    println!(
        "{:<28} {:>7} {:>8} {:>8} {:<10} {:>9} {:>7} {:>10} {:>7} {:>6} {:>9}",
        "file",
        "lines",
        "nodes",
        "program",
        "copy",
        "parse ms",
        "map ms",
        "ambiguous",
        "unread",
        "wrong",
        "leaves %"
    );
    for (name, language, text) in programs() {
        measure(&name, language, &text);
    }
}

fn programs() -> Vec<(String, Language, String)> {
    let paths: Vec<PathBuf> = match std::env::var("EDITED_COPIES") {
        Ok(paths) => paths.split_whitespace().map(PathBuf::from).collect(),
        Err(_) => vec![
            PathBuf::from("suite/erlang/stack-machine/program.erl"),
            PathBuf::from("suite/c/order/program.c"),
            PathBuf::from("suite/java/account/Program.java"),
            PathBuf::from("suite/python/stock/program.py"),
            PathBuf::from("suite/javascript/word-tree/program.js"),
            PathBuf::from("suite/r/orders/program.R"),
        ],
    };
    paths
        .into_iter()
        .map(|path| {
            let language = Language::from_path(&path).expect("a file of a known language");
            let text = std::fs::read_to_string(&path).expect("a readable UTF-8 file");
            (
                path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
                language,
                text,
            )
        })
        .collect()
}

fn measure(name: &str, language: Language, text: &str) {
    let started = Instant::now();
    let program = Tree::parse(language, &[SourceFile::new("program", text)]);
    let program_ms = started.elapsed().as_secs_f64() * 1e3;
    let kept = delete_statements(&program);
    let in_place = text_of(&program, &kept)[0].text.clone();
    // Lines that the deletion emptied go; a blank line inside a string is part of it.
    let left: Vec<(usize, &str)> = (1..)
        .zip(in_place.lines().zip(text.lines()))
        .filter(|(_, (line, original))| !line.trim().is_empty() || original.trim().is_empty())
        .map(|(number, (line, _))| (number, line))
        .collect();
    let reprinted: String = left.iter().map(|(_, line)| format!("{line}\n")).collect();
    let all_lines: Vec<usize> = (1..=text.lines().count()).collect();
    let left_lines: Vec<usize> = left.iter().map(|&(number, _)| number).collect();
    if let Some(folder) = std::env::var_os("EDITED_COPIES_SAVE") {
        std::fs::write(PathBuf::from(folder).join(name), &reprinted).expect("the folder can be written");
    }
    let broken = without_a_bracket(&reprinted);
    for (copy, text, old_lines) in [
        ("in place", in_place.clone(), &all_lines),
        ("reprinted", reprinted, &left_lines),
        ("broken", broken, &left_lines),
    ] {
        let started = Instant::now();
        let options = ParseOptions { placeholders: vec![DELETED.to_owned()], ..Default::default() };
        let slice = Tree::parse_with(language, &[SourceFile::new("program", text)], &options);
        let parse_ms = started.elapsed().as_secs_f64() * 1e3;
        let started = Instant::now();
        let mapping = map(&program, &slice, &MapOptions::default());
        let map_ms = started.elapsed().as_secs_f64() * 1e3;
        let is_unread = unread(&program, &kept, &slice, old_lines);
        let (unread, leaves): (Vec<NodeId>, Vec<NodeId>) = program
            .ids()
            .filter(|&node| program.is_counted(node) && program.subtree(node).len() == 1)
            .filter(|&node| !mapping.ambiguous.contains(node))
            .partition(|&node| is_unread.contains(node));
        let n_right =
            leaves.iter().filter(|&&node| kept.contains(node) == mapping.kept.contains(node)).count();
        let n_lines = program.line_index(0).n_lines();
        println!(
            "{name:<28} {n_lines:>7} {:>8} {program_ms:>8.1} {copy:<10} {parse_ms:>9.1} {map_ms:>7.1} {:>10} {:>7} {:>6} {:>9.3}",
            program.n_counted(),
            mapping.ambiguous.len(),
            unread.len(),
            leaves.len() - n_right,
            100.0 * n_right as f64 / leaves.len().max(1) as f64
        );
        if std::env::var_os("EDITED_COPIES_WRONG").is_some() {
            for problem in slice.problems().iter().take(3) {
                println!("    copy {:?}: {}", slice.position(0, problem.offset), problem.message);
            }
            let wrong = leaves.iter().filter(|&&node| kept.contains(node) != mapping.kept.contains(node));
            for &node in wrong.take(40) {
                let label: String = program.label(node).chars().take(30).filter(|c| *c != '\n').collect();
                let side = if kept.contains(node) { "lost" } else { "gained" };
                println!("    {side} line {}: {} `{label}`", program.line(node), program.kind(node));
            }
        }
    }
}

/// Leaves of which a line of the copy has another number than was left there; `old_lines` has the line of
/// the program for each line of the copy.
fn unread(program: &Tree, kept: &NodeSet, copy: &Tree, old_lines: &[usize]) -> NodeSet {
    let is_leaf = |tree: &Tree, node: NodeId| tree.is_counted(node) && tree.subtree(node).len() == 1;
    let mut n_left: BTreeMap<(usize, u64), i64> = BTreeMap::new();
    for node in kept.iter().filter(|&node| is_leaf(program, node)) {
        *n_left.entry((program.line(node), program.key(node))).or_default() += 1;
    }
    for node in copy.ids().filter(|&node| is_leaf(copy, node)) {
        let line = old_lines.get(copy.line(node) - 1).copied().unwrap_or(0);
        *n_left.entry((line, copy.key(node))).or_default() -= 1;
    }
    let differs =
        |&node: &NodeId| n_left.get(&(program.line(node), program.key(node))).is_some_and(|&n| n != 0);
    program.ids().filter(differs).collect()
}

/// All counted nodes but those of some statements that the syntax can do without.
fn delete_statements(program: &Tree) -> NodeSet {
    let mut kept = NodeSet::new();
    let mut state = 42_u64;
    let mut deleted_end = 0;
    for node in program.ids() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let flags = program.flags(node);
        let kind = program.kind(node);
        let is_statement = flags.has(Flags::STATEMENT)
            && !flags.has(Flags::DEFINITION)
            && !kind.contains("clause")
            && !kind.contains("case")
            && !matches!(kind, "branch" | "decorator" | "switch_block_statement_group" | "switch_default")
            && program.parent(node).is_some()
            // A part of a macro's expansion has the place of the whole call.
            && !program.text(node).starts_with('?');
        if node >= deleted_end && is_statement && (state >> 33).is_multiple_of(ONE_IN) {
            deleted_end = program.subtree(node).end;
        }
        if node >= deleted_end && program.is_counted(node) {
            kept.insert(node);
        }
    }
    kept
}

/// The text without the closing bracket nearest to its middle.
fn without_a_bracket(text: &str) -> String {
    let middle = text.floor_char_boundary(text.len() / 2);
    match text[middle..].find(')') {
        Some(offset) => format!("{}{}", &text[..middle + offset], &text[middle + offset + 1..]),
        None => text.to_owned(),
    }
}
