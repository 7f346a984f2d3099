//! The criteria of one benchmark: each to its node, its gold slices and their evidence.

use std::collections::BTreeMap;
use std::path::Path;

use super::evidence::{CertifiedHashes, Established, established};
use super::hash::{criterion_hash, gold_hash, program_hash};
use super::load::{Draft, MissingGold};
use super::manifest::{CriterionTable, Manifest};
use super::resolve::{FoundStatements, Unresolved, Wanted, resolve, statements};
use super::{Criterion, Evidence, Gold, SliceKind, Unfinished};
use crate::ast::{SourceFile, Tree};
use crate::error::{self, Place};

/// All criteria of a benchmark that have no problem, in the order of the file.
pub(super) fn criteria(
    draft: &mut Draft<'_>,
    manifest: &Manifest,
    tree: &Tree,
    labels: &[String],
) -> Vec<Criterion> {
    if manifest.criteria.is_empty() {
        draft.problems.push(error::suite::no_criterion(&draft.toml_path));
    }
    // Gold files are named after ids, and some file systems do not tell case apart.
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let mut criteria = Vec::new();
    for table in &manifest.criteria {
        let table = table.get_ref();
        let place = draft.place(&table.id);
        let line = place.line;
        if let Some(&first_line) = lines.get(&table.id.get_ref().to_lowercase()) {
            draft.problems.push(error::suite::duplicate_id(place, table.id.get_ref(), first_line));
        } else {
            lines.insert(table.id.get_ref().to_lowercase(), line);
        }
        criteria.extend(criterion(draft, table, tree, labels, manifest.inputs.len()));
    }
    criteria
}

/// One criterion; `None` with at least one problem when it means no node or has no gold slice.
fn criterion(
    draft: &mut Draft<'_>,
    table: &CriterionTable,
    tree: &Tree,
    labels: &[String],
    n_inputs: usize,
) -> Option<Criterion> {
    check_id(draft, table);
    let mut labels: Vec<String> = labels.iter().cloned().chain(draft.labels(&table.labels)).collect();
    labels.sort();
    labels.dedup();
    let contested = contested(draft, table);
    let input_idx = input_idx(draft, table, n_inputs);
    check_evidence(draft, table);
    let certificate = certificate(draft, table);
    let golds = golds(draft, table, tree);
    let file_idx = file_idx(draft, table, tree)?;
    let FoundStatements { statements, nodes } = nodes(draft, table, tree, file_idx)?;
    let mut criterion = Criterion {
        id: table.id.get_ref().clone(),
        file_idx,
        line: *table.line.get_ref(),
        variable: table.variable.as_ref().map(|variable| variable.get_ref().clone()),
        occurrence: occurrence(table),
        node: nodes[0],
        nodes,
        statements,
        kind: table.kind,
        input_idx,
        labels,
        evidence: Evidence::Asserted,
        shortfalls: Vec::new(),
        certificate,
        contested,
        golds: golds?,
    };
    let proof = proof(draft, table);
    let of = CertifiedHashes {
        program: program_hash(tree),
        criterion: criterion_hash(tree, &criterion),
        golds: criterion.golds.iter().map(|gold| gold_hash(&gold.files)).collect(),
        is_bound: criterion.kind == SliceKind::Dynamic,
    };
    let Established { evidence, optional, shortfalls } =
        established(criterion.certificate.as_deref(), proof.as_deref(), tree, &of);
    criterion.evidence = evidence;
    criterion.shortfalls = shortfalls;
    for (gold, optional) in criterion.golds.iter_mut().zip(optional) {
        gold.optional = optional;
    }
    Some(criterion)
}

fn occurrence(table: &CriterionTable) -> usize {
    table.occurrence.as_ref().map_or(1, |occurrence| *occurrence.get_ref())
}

fn variable(table: &CriterionTable) -> &str {
    table.variable.as_ref().map_or("", |variable| variable.get_ref())
}

fn check_id(draft: &mut Draft<'_>, table: &CriterionTable) {
    let id = table.id.get_ref();
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !id.starts_with(|c: char| c.is_ascii_alphanumeric()) || !id.chars().all(is_allowed) {
        let example = super::criterion_id(*table.line.get_ref(), variable(table));
        draft.problems.push(error::suite::bad_id(draft.place(&table.id), id, &example));
    }
}

fn contested(draft: &mut Draft<'_>, table: &CriterionTable) -> Option<String> {
    if let Some(status) = table.status.as_ref().filter(|status| status.get_ref() != "contested") {
        let hint = "expected `contested`, or no `status`";
        let place = draft.place(status);
        draft.problems.push(error::suite::bad_choice(place, "status", status.get_ref(), hint));
    }
    match (&table.status, &table.reason) {
        (None, None) => None,
        (Some(_), Some(reason)) => Some(draft.one_line(reason, "reason")),
        (Some(half), None) | (None, Some(half)) => {
            draft.problems.push(error::suite::half_contested(draft.place(half)));
            None
        }
    }
}

/// Dynamic slices speak of one input; the others of all.
fn input_idx(draft: &mut Draft<'_>, table: &CriterionTable, n_inputs: usize) -> Option<usize> {
    let needs_input = matches!(table.kind, SliceKind::Dynamic | SliceKind::Relevant);
    let number = table.input.as_ref().map(|input| *input.get_ref());
    let is_right = match number {
        Some(number) => needs_input && (1..=n_inputs).contains(&number),
        None => !needs_input,
    };
    if !is_right {
        let place = table.input.as_ref().map_or_else(|| draft.place(&table.id), |input| draft.place(input));
        draft.problems.push(error::suite::wrong_input(place, n_inputs));
    }
    number.and_then(|number| number.checked_sub(1))
}

fn check_evidence(draft: &mut Draft<'_>, table: &CriterionTable) {
    if let Some(stated) = table.evidence.as_ref().filter(|stated| stated.get_ref() != "asserted") {
        let hint = "only `asserted` can be stated; the others follow from `.cert.json` and `.proof.md`";
        let place = draft.place(stated);
        draft.problems.push(error::suite::bad_choice(place, "evidence", stated.get_ref(), hint));
    }
}

/// Text of the certificate; none when no use is to be made of it.
fn certificate(draft: &mut Draft<'_>, table: &CriterionTable) -> Option<String> {
    let path = format!("gold/{}.cert.json", table.id.get_ref());
    if table.evidence.is_some() || !draft.has(&path) { None } else { draft.read(&path) }
}

/// Text of the proof beside the gold slice.
fn proof(draft: &mut Draft<'_>, table: &CriterionTable) -> Option<String> {
    let path = format!("gold/{}.proof.md", table.id.get_ref());
    if draft.has(&path) { draft.read(&path) } else { None }
}

fn file_idx(draft: &mut Draft<'_>, table: &CriterionTable, tree: &Tree) -> Option<usize> {
    let Some(file) = &table.file else { return Some(0) };
    let found = tree.file_idx(Path::new(file.get_ref()));
    if found.is_none() {
        let place = draft.place(file);
        draft.problems.push(error::suite::not_in_program(place, file.get_ref(), &file_names(tree)));
    }
    found
}

fn file_names(tree: &Tree) -> Vec<String> {
    tree.files().map(|file| file.path.to_string_lossy().into_owned()).collect()
}

/// The node of the variable, or those of the statements that begin on the line.
fn nodes(
    draft: &mut Draft<'_>,
    table: &CriterionTable,
    tree: &Tree,
    file_idx: usize,
) -> Option<FoundStatements> {
    let (line, variable) = (*table.line.get_ref(), variable(table));
    let (occurrence, column) = (occurrence(table), table.column.as_ref().map(|column| *column.get_ref()));
    for (key, value) in [("occurrence", &table.occurrence), ("column", &table.column)] {
        if let Some(value) = value.as_ref().filter(|value| *value.get_ref() == 0) {
            draft.problems.push(error::suite::not_positive(draft.place(value), key));
            return None;
        }
        if let (Some(value), None) = (value, &table.variable) {
            draft.problems.push(error::suite::needs_variable(draft.place(value), key));
            return None;
        }
    }
    let wanted = Wanted { file_idx, line, variable, occurrence, column };
    let found = match &table.variable {
        Some(_) => resolve(tree, &wanted)
            .map(|node| FoundStatements { statements: vec![tree.statement_of(node)], nodes: vec![node] }),
        None => statements(tree, file_idx, line),
    };
    let unresolved = match found {
        Ok(found) => return Some(found),
        Err(unresolved) => unresolved,
    };
    let key = match &unresolved {
        Unresolved::NoLine(_) | Unresolved::NoStatement(_) => Some(&table.line),
        Unresolved::NoOccurrence(_) => table.occurrence.as_ref(),
        Unresolved::OtherColumn(_) => table.column.as_ref(),
        Unresolved::NoVariable(_) | Unresolved::Uncounted | Unresolved::Several(_) => None,
    };
    let place = match (key, &table.variable) {
        (Some(key), _) => draft.place(key),
        (None, Some(variable)) => draft.place(variable),
        (None, None) => draft.place(&table.line),
    };
    draft.problems.push(unresolved.problem(place, &tree.file(file_idx).path, &wanted));
    None
}

/// The gold slice and its alternatives; `None` with a problem, or among what is unfinished, when one is missing.
fn golds(draft: &mut Draft<'_>, table: &CriterionTable, tree: &Tree) -> Option<Vec<Gold>> {
    let (place, path) = match &table.gold {
        Some(gold) => (draft.place(gold), gold.get_ref().clone()),
        None => (draft.place(&table.id), default_gold(draft, table, tree)),
    };
    if draft.missing_gold == MissingGold::LeftOut && draft.lacks(&path) {
        let task = draft.task(table.id.get_ref());
        draft.unfinished.push(Unfinished { task, problem: error::suite::no_gold(place, &path) });
        return None;
    }
    let mut golds = vec![gold(draft, &place, &path, tree)];
    for alternative in &table.alternatives {
        let reason = draft.one_line(&alternative.reason, "reason");
        let place = draft.place(&alternative.gold);
        let found = gold(draft, &place, alternative.gold.get_ref(), tree);
        golds.push(found.map(|gold| Gold { reason: Some(reason), ..gold }));
    }
    golds.into_iter().collect()
}

fn default_gold(draft: &Draft<'_>, table: &CriterionTable, tree: &Tree) -> String {
    let id = table.id.get_ref();
    if tree.files().len() == 1 {
        let extension = tree.file(0).path.extension().and_then(|extension| extension.to_str());
        format!("gold/{id}.{}", extension.unwrap_or(draft.language.extension()))
    } else {
        format!("gold/{id}")
    }
}

fn gold(draft: &mut Draft<'_>, place: &Place, path: &str, tree: &Tree) -> Option<Gold> {
    let path = draft.inner_path(place.clone(), path)?;
    let names = draft.below(&path);
    let files = if !names.is_empty() {
        gold_folder(draft, &path, &names, tree)
    } else if !draft.has(&path) && draft.missing_gold == MissingGold::Program {
        Some(tree.files().cloned().collect())
    } else if !draft.has(&path) {
        draft.problems.push(error::suite::no_gold(place.clone(), &path));
        None
    } else if tree.files().len() > 1 {
        draft.problems.push(error::suite::gold_not_folder(place.clone(), &path));
        None
    } else {
        draft.read(&path).map(|text| vec![SourceFile::new(&tree.file(0).path, text)])
    }?;
    Some(Gold { path: draft.full_path(&path), files, reason: None, optional: None })
}

/// Files of a gold folder in the order of the program; a file that is not there is deleted as a whole.
fn gold_folder(draft: &mut Draft<'_>, path: &str, names: &[String], tree: &Tree) -> Option<Vec<SourceFile>> {
    let before = draft.problems.len();
    let known = file_names(tree);
    for name in names.iter().filter(|name| !known.contains(name)) {
        let full_path = draft.full_path(&format!("{path}/{name}"));
        draft.problems.push(error::suite::gold_invents_file(&full_path, &known));
    }
    let mut files = Vec::new();
    for name in known.iter().filter(|name| names.contains(name)) {
        if let Some(text) = draft.read(&format!("{path}/{name}")) {
            files.push(SourceFile::new(name, text));
        }
    }
    (draft.problems.len() == before).then_some(files)
}
