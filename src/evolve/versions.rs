//! Runs both versions on the same inputs, and compares what their points take.

use std::collections::BTreeMap;

use super::comparison::{Taken, Unequal, ValueComparison, first_difference};
use super::labels::UserLabels;
use super::shrink::Shrinker;
use super::store::{SavedElement, SavedTest};
use super::{Evolved, EvolvedRow, SeenThere, Witnessed};
use crate::ast::{NodeId, Tree};
use crate::error::{self, Result};
use crate::inputs::{Hunt, InputOptions, generate};
use crate::languages;
use crate::oracle::{Oracle, Question, RunEnd, Sequence};
use crate::process;
use crate::suite::Input;

/// Inputs that both versions are run on at a time.
const BATCH: usize = 256;

/// Of the inputs that are given, those that the search of a version begins with, at most: they are run many times.
const N_BEGINNINGS: usize = 64;

/// A version of a program with its points.
#[derive(Clone, Copy, Debug)]
pub struct Version<'v> {
    /// The program.
    pub tree: &'v Tree,
    /// Entry points, in the order of those of the other version.
    pub entries: &'v [String],
    /// Nodes of the points, in the order of those of the other version.
    pub points: &'v [NodeId],
}

/// How two versions are compared.
pub struct EvolveOptions<'o> {
    /// Names of the versions.
    pub names: [String; 2],
    /// Each point in both versions, as people write it.
    pub point_names: &'o [[String; 2]],
    /// What makes sequences equal.
    pub comparison: ValueComparison,
    /// A command that says it instead.
    pub labels: Option<&'o UserLabels>,
    /// Inputs that are given.
    pub inputs: &'o [Input],
    /// Inputs that are drawn for each version.
    pub n_inputs: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Whether what the old version does is wanted, for a suite.
    pub is_saved: bool,
}

/// Compares two versions; with what the old one does on every input, for a suite.
///
/// # Errors
/// Those of the oracles, which are about these programs or this machine; the command fails.
pub fn compare_versions(
    old: Version<'_>,
    new: Version<'_>,
    options: &EvolveOptions<'_>,
) -> Result<(Evolved, Vec<SavedTest>)> {
    let mut rows = Vec::new();
    let mut tests = Vec::new();
    for (old_entry, new_entry) in old.entries.iter().zip(new.entries) {
        let sides = [open(old, old_entry)?, open(new, new_entry)?];
        let mut pair = VersionPair { sides, points: [old.points, new.points], options };
        let inputs = pair.inputs([old_entry, new_entry])?;
        let mut compared = pair.compare(old_entry, &inputs)?;
        let shrunk = pair.shrink(&mut compared, old_entry)?;
        let all: Vec<Input> = inputs.into_iter().chain(shrunk).collect();
        if options.is_saved {
            tests.extend(pair.saved(old_entry, &all)?);
        }
        rows.extend(compared.rows);
    }
    let comparison = options.comparison_name();
    Ok((Evolved { names: options.names.clone(), rows, comparison }, tests))
}

/// Compares a version with what another did, as it was saved.
///
/// # Errors
/// As of [`compare_versions`].
pub fn replay(tests: &[SavedTest], new: Version<'_>, options: &EvolveOptions<'_>) -> Result<Evolved> {
    let mut rows = Vec::new();
    let mut entries: Vec<&str> = Vec::new();
    for test in tests {
        if !entries.contains(&test.entry.as_str()) {
            entries.push(&test.entry);
        }
    }
    for (entry, new_entry) in entries.into_iter().zip(new.entries) {
        let mut oracle = open(new, new_entry)?;
        let of_entry: Vec<&SavedTest> = tests.iter().filter(|test| test.entry == entry).collect();
        let mut compared = ComparedRows::new(entry, options);
        for batch in of_entry.chunks(BATCH) {
            let inputs: Vec<Input> = batch.iter().map(|test| test.input.clone()).collect();
            let found = oracle.sequences(&inputs, true)?;
            let numbered: Vec<NodeId> = (0..).take(options.point_names.len()).collect();
            let known: Vec<Sequence> = batch.iter().map(|test| test.sequence()).collect();
            let pairs = known.iter().zip(&found);
            let pairs: Vec<_> =
                pairs.map(|(old, found)| [(old, &numbered[..]), (found, new.points)]).collect();
            ask_ahead(&pairs, options)?;
            for (input, sides) in inputs.iter().zip(pairs) {
                compared.see(input, sides, options)?;
            }
        }
        rows.extend(compared.rows);
    }
    Ok(Evolved { names: options.names.clone(), rows, comparison: options.comparison_name() })
}

impl EvolveOptions<'_> {
    fn comparison_name(&self) -> String {
        self.labels.map_or_else(|| self.comparison.name(), |labels| format!("by `{}`", labels.command()))
    }
}

/// An oracle that observes every point.
fn open<'v>(version: Version<'v>, entry: &str) -> Result<Box<dyn Oracle + 'v>> {
    let mut distinct: Vec<NodeId> = Vec::new();
    for &point in version.points {
        if !distinct.contains(&point) {
            distinct.push(point);
        }
    }
    let oracle = languages::oracle(version.tree, &Question::new(distinct.clone(), entry))?;
    let observed = oracle.observed();
    if let Some(&unseen) = distinct.iter().find(|point| !observed.contains(point)) {
        // By itself it is refused with its reason; beside others it is left out.
        languages::oracle(version.tree, &Question::new(vec![unseen], entry))?;
        return Err(error::evolve::unseen(crate::oracle::place(version.tree, unseen)));
    }
    Ok(oracle)
}

struct VersionPair<'p> {
    sides: [Box<dyn Oracle + 'p>; 2],
    points: [&'p [NodeId]; 2],
    options: &'p EvolveOptions<'p>,
}

impl VersionPair<'_> {
    /// The inputs that are given, and those found ones that reach a point of a version, each once.
    fn inputs(&mut self, entries: [&String; 2]) -> Result<Vec<Input>> {
        let n_inputs = self.options.n_inputs;
        let mut all = self.options.inputs.to_vec();
        let search = InputOptions {
            seed: self.options.seed,
            n_fresh: n_inputs / 2,
            n_max: n_inputs,
            ..InputOptions::default()
        };
        for (oracle, entry) in self.sides.iter_mut().zip(entries) {
            let oracle = oracle.as_mut();
            let mut hunt = Hunt::new(oracle.program(), entry, self.options.seed);
            let going = &mut process::until_interrupted;
            let beginnings = beginnings(oracle, self.options.inputs)?;
            let found = generate(oracle, &mut hunt, &beginnings, &search, going)?;
            hunt.explore(oracle, n_inputs, going)?;
            all.extend(found.inputs);
            all.extend(hunt.reaching().cloned());
            oracle.forget_inputs()?;
        }
        let mut known = std::collections::BTreeSet::new();
        all.retain(|input| known.insert((input.args.clone(), input.stdin.clone())));
        Ok(all)
    }

    fn compare(&mut self, entry: &str, inputs: &[Input]) -> Result<ComparedRows> {
        let mut compared = ComparedRows::new(entry, self.options);
        for batch in inputs.chunks(BATCH) {
            let runs = self.runs(batch, false)?;
            let pairs: Vec<_> =
                runs.iter().map(|[old, new]| [(old, self.points[0]), (new, self.points[1])]).collect();
            ask_ahead(&pairs, self.options)?;
            for (input, sides) in batch.iter().zip(pairs) {
                compared.see(input, sides, self.options)?;
            }
        }
        // The calls around are told only where they are shown.
        for idx in 0..compared.rows.len() {
            if let Some(first) = compared.rows[idx].first.take() {
                compared.rows[idx].first =
                    Some(self.witness(idx, &first.input)?.ok_or_else(|| {
                        error::evolve::nondeterministic(entry, &first.input.args.join(", "))
                    })?);
            }
        }
        Ok(compared)
    }

    /// What both versions do on each input.
    fn runs(&mut self, inputs: &[Input], with_calls: bool) -> Result<Vec<[Sequence; 2]>> {
        let [old, new] = &mut self.sides;
        let (old, new) = (old.sequences(inputs, with_calls)?, new.sequences(inputs, with_calls)?);
        Ok(old.into_iter().zip(new).map(|(old, new)| [old, new]).collect())
    }

    /// The difference that an input shows at the point of a row, with the calls around.
    fn witness(&mut self, row_idx: usize, input: &Input) -> Result<Option<Witnessed>> {
        let runs = self.runs(std::slice::from_ref(input), true)?;
        let Some([old, new]) = runs.first() else { return Ok(None) };
        let sides = [(old, self.points[0]), (new, self.points[1])];
        let found = differences(sides, self.options)?;
        Ok(found.into_iter().nth(row_idx).and_then(|seen| seen.unequal).map(|unequal| {
            let taken = sides.map(|(run, points)| taken(run, points, row_idx, self.options));
            witnessed(input, &taken, unequal)
        }))
    }

    /// Makes the input of each difference smaller as long as it shows one; the inputs that were found.
    fn shrink(&mut self, compared: &mut ComparedRows, entry: &str) -> Result<Vec<Input>> {
        let mut found = Vec::new();
        let program = self.sides[0].program();
        let source = languages::room(program.language()).inputs(program, entry);
        for row_idx in 0..compared.rows.len() {
            let Some(known) = compared.differing[row_idx].first().cloned() else { continue };
            let all = &compared.differing[row_idx];
            let mut shrinker = Shrinker::new(source.as_deref(), all, known);
            while let Some(candidates) = shrinker.candidates() {
                let mut differing = Vec::new();
                for batch in candidates.chunks(BATCH) {
                    let runs = self.runs(batch, false)?;
                    let pairs: Vec<_> = runs
                        .iter()
                        .map(|[old, new]| [(old, self.points[0]), (new, self.points[1])])
                        .collect();
                    ask_ahead(&pairs, self.options)?;
                    for (input, sides) in batch.iter().zip(pairs) {
                        let seen = differences(sides, self.options)?;
                        if seen.get(row_idx).is_some_and(|seen| seen.unequal.is_some()) {
                            differing.push(input.clone());
                        }
                    }
                }
                shrinker.take(&differing);
            }
            let smallest = shrinker.smallest();
            compared.rows[row_idx].smallest = self.witness(row_idx, &smallest)?;
            found.push(smallest);
        }
        Ok(found)
    }

    /// What the old version does on each input that reaches a point, each once.
    fn saved(&mut self, entry: &str, inputs: &[Input]) -> Result<Vec<SavedTest>> {
        let mut tests: Vec<SavedTest> = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        for batch in inputs.chunks(BATCH) {
            for (input, run) in batch.iter().zip(self.sides[0].sequences(batch, false)?) {
                if !known.insert((input.args.clone(), input.stdin.clone())) {
                    continue;
                }
                let number = |node: NodeId| self.points[0].iter().position(|&point| point == node);
                let elements = run.elements.into_iter().filter_map(|element| {
                    let point = number(element.node)?;
                    Some(SavedElement { point, value: element.value, ticks: element.ticks })
                });
                let (elements, end) = (elements.collect(), run.end);
                tests.push(SavedTest { entry: entry.to_owned(), input: input.clone(), elements, end });
            }
        }
        Ok(tests)
    }
}

/// Of these inputs the first that give each sequence of values.
fn beginnings(oracle: &mut dyn Oracle, inputs: &[Input]) -> Result<Vec<Input>> {
    let mut known: std::collections::BTreeSet<Vec<(NodeId, String)>> = std::collections::BTreeSet::new();
    let mut found = Vec::new();
    for batch in inputs.chunks(BATCH) {
        for (input, run) in batch.iter().zip(oracle.sequences(batch, false)?) {
            let values = run.elements.into_iter().map(|element| (element.node, element.value)).collect();
            if known.insert(values) {
                found.push(input.clone());
            }
        }
        if found.len() >= N_BEGINNINGS {
            break;
        }
    }
    found.truncate(N_BEGINNINGS);
    Ok(found)
}

/// What was found for an entry point.
struct ComparedRows {
    rows: Vec<EvolvedRow>,
    /// For each row the inputs that show a difference.
    differing: Vec<Vec<Input>>,
}

impl ComparedRows {
    fn new(entry: &str, options: &EvolveOptions<'_>) -> ComparedRows {
        let n_points = options.point_names.len();
        let row = |point: Option<[String; 2]>| EvolvedRow {
            entry: entry.to_owned(),
            point,
            n_tests: 0,
            n_equal: 0,
            n_different: 0,
            labels: Vec::new(),
            first: None,
            smallest: None,
        };
        let mut rows: Vec<EvolvedRow> =
            options.point_names.iter().map(|names| row(Some(names.clone()))).collect();
        rows.extend((n_points > 1 && options.is_ordered()).then(|| row(None)));
        ComparedRows { differing: vec![Vec::new(); rows.len()], rows }
    }

    fn see(
        &mut self,
        input: &Input,
        sides: [(&Sequence, &[NodeId]); 2],
        options: &EvolveOptions<'_>,
    ) -> Result<()> {
        for (row_idx, seen) in differences(sides, options)?.into_iter().enumerate() {
            let row = &mut self.rows[row_idx];
            if !seen.is_reached {
                continue;
            }
            row.n_tests += 1;
            let Some(unequal) = seen.unequal else {
                row.n_equal += 1;
                continue;
            };
            row.n_different += 1;
            let mut labels: BTreeMap<String, usize> = row.labels.drain(..).collect();
            *labels.entry(unequal.label.clone()).or_default() += 1;
            row.labels = labels.into_iter().collect();
            let taken = sides.map(|(run, points)| taken(run, points, row_idx, options));
            let it = witnessed(input, &taken, unequal);
            if row.smallest.as_ref().is_none_or(|known| length(input) < length(&known.input)) {
                row.smallest = Some(it.clone());
            }
            row.first.get_or_insert(it);
            self.differing[row_idx].push(input.clone());
        }
        Ok(())
    }
}

impl EvolveOptions<'_> {
    /// Whether the order of values counts.
    fn is_ordered(&self) -> bool {
        self.labels.is_none() && self.comparison.is_ordered()
    }
}

/// What an input shows at a point.
struct SeenDifference {
    is_reached: bool,
    unequal: Option<Unequal>,
}

/// What an input shows in each row: the points, then their order.
fn differences(
    sides: [(&Sequence, &[NodeId]); 2],
    options: &EvolveOptions<'_>,
) -> Result<Vec<SeenDifference>> {
    let n_points = options.point_names.len();
    let mut found = Vec::new();
    for row_idx in 0..n_points {
        let [old, new] = sides.map(|(run, points)| taken(run, points, row_idx, options));
        let is_reached = !old.elements.is_empty() || !new.elements.is_empty();
        let unequal = match options.labels {
            _ if !is_reached => None,
            Some(labels) => labels.difference(&options.point_names[row_idx], &old, &new)?,
            None => first_difference(options.comparison, &old, &new),
        };
        found.push(SeenDifference { is_reached, unequal });
    }
    if n_points > 1 && options.is_ordered() {
        // Only the order: what differs by itself is told by its point.
        let is_alike = found.iter().all(|seen| seen.unequal.is_none());
        let is_reached = found.iter().filter(|seen| seen.is_reached).count() > 1;
        let order = |(run, points): (&Sequence, &[NodeId])| -> Vec<usize> {
            let numbers = run.elements.iter().map(|element| points.iter().position(|&it| it == element.node));
            numbers.flatten().collect()
        };
        let [old, new] = sides.map(order);
        let position = old.iter().zip(&new).position(|(a, b)| a != b).filter(|_| is_alike);
        let unequal =
            position.map(|position| Unequal { positions: [position; 2], label: "other order".to_owned() });
        found.push(SeenDifference { is_reached, unequal });
    }
    Ok(found)
}

/// Characters of an input.
fn length(input: &Input) -> usize {
    input.args.iter().map(String::len).sum::<usize>() + input.stdin.len()
}

/// Has the command of the user, if there is one, asked about all pairs of these runs at once.
fn ask_ahead(runs: &[[(&Sequence, &[NodeId]); 2]], options: &EvolveOptions<'_>) -> Result<()> {
    let Some(labels) = options.labels else { return Ok(()) };
    let mut pairs = Vec::new();
    for sides in runs {
        for (row_idx, names) in options.point_names.iter().enumerate() {
            let [old, new] = sides.map(|(run, points)| taken(run, points, row_idx, options));
            if !old.elements.is_empty() || !new.elements.is_empty() {
                pairs.push((names, old, new));
            }
        }
    }
    labels.ask(&pairs)
}

/// The values of the point of a row in a run; of all points where the row is their order.
fn taken<'s>(run: &'s Sequence, points: &[NodeId], row_idx: usize, options: &EvolveOptions<'_>) -> Taken<'s> {
    let is_of_row = |node: NodeId| match row_idx < options.point_names.len() {
        true => points.get(row_idx) == Some(&node),
        false => points.contains(&node),
    };
    let elements = run.elements.iter().filter(|element| is_of_row(element.node)).collect();
    Taken { elements, end: &run.end }
}

fn witnessed(input: &Input, taken: &[Taken<'_>; 2], unequal: Unequal) -> Witnessed {
    let Unequal { positions, label } = unequal;
    let side = |idx: usize| match taken[idx].elements.get(positions[idx]) {
        Some(element) if label == "more ticks" => {
            let seen = SeenThere::of(element);
            SeenThere { value: format!("{} after {} ticks", seen.value, element.ticks), ..seen }
        }
        Some(element) => SeenThere::of(element),
        None => SeenThere::nothing(&match taken[idx].end {
            RunEnd::Returned => "the run ends".to_owned(),
            RunEnd::Crashed(why) if why.is_empty() => "the run fails".to_owned(),
            RunEnd::Crashed(why) => why.clone(),
            RunEnd::OutOfFuel => "out of fuel".to_owned(),
        }),
    };
    let sides = [side(0), side(1)];
    let position = positions[0].min(positions[1]);
    Witnessed { input: input.clone(), position, sides, label }
}
