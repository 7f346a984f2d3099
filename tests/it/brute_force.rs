//! The mapping against one that knows nothing of algorithms: all embeddings of small trees, one by one.
//!
//! The class: any program and any answer that is no text left out, with and without placeholders, in any layout.

use std::collections::BTreeSet;

use bench_slicers::ast::{Flags, NodeId, NodeSet, ParseOptions, SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::map::{MapOptions, map};
use bench_slicers::random::Random;

/// Pairs of a program and an answer.
const N_PAIRS: usize = 10_000;
/// Larger ones have too many embeddings to be listed.
const MAX_NODES: usize = 9;
const SLICED: &str = "sliced";

/// What one embedding is worth, most important first: counted nodes, nodes of the criterion, other pairs, pairs with
/// equally many operands, and (negative) program nodes that left their parents.
type Worth = (usize, usize, usize, usize, isize);

struct Embeddings<'t> {
    program: &'t Tree,
    slice: &'t Tree,
    criterion: NodeId,
    image: Vec<Option<NodeId>>,
    /// Best worth so far, with the sets of counted nodes kept and how many of their nodes are in place.
    best: Worth,
    kept: BTreeSet<Vec<NodeId>>,
    in_place: usize,
    kept_in_place: BTreeSet<Vec<NodeId>>,
}

impl Embeddings<'_> {
    fn list(&mut self, node: NodeId) {
        if node as usize == self.slice.len() {
            return self.add();
        }
        self.image[node as usize] = None;
        self.list(node + 1);
        for candidate in self.program.ids() {
            let may_be = self.slice.is_filler(node) || self.slice.key(node) == self.program.key(candidate);
            if may_be && (0..node).all(|before| self.agrees(before, node, candidate)) {
                self.image[node as usize] = Some(candidate);
                self.list(node + 1);
            }
        }
        self.image[node as usize] = None;
    }

    /// Order and ancestors are kept, and no program node is used twice.
    fn agrees(&self, before: NodeId, node: NodeId, candidate: NodeId) -> bool {
        let Some(image) = self.image[before as usize] else { return true };
        image < candidate
            && self.slice.subtree(before).contains(&node) == self.program.subtree(image).contains(&candidate)
    }

    fn add(&mut self) {
        let pairs: Vec<(NodeId, NodeId)> =
            (0..).zip(&self.image).filter_map(|(node, image)| Some(((*image)?, node))).collect();
        let mut worth = (0, 0, 0, 0, 0);
        let images: BTreeSet<NodeId> = pairs.iter().map(|&(image, _)| image).collect();
        let mut in_place = 0;
        for &(image, node) in &pairs {
            let has_left = self.program.parent(image).is_some_and(|parent| !images.contains(&parent));
            worth.4 -= isize::from(has_left);
            if self.slice.is_filler(node) {
                worth.2 += 1;
                continue;
            }
            let counts = self.counts(image, node);
            worth.0 += usize::from(counts);
            worth.1 += usize::from(counts && image == self.criterion);
            worth.2 += usize::from(!counts);
            worth.3 += usize::from(n_operands(self.program, image) == n_operands(self.slice, node));
            in_place += usize::from(self.program.own_position(image) == self.slice.own_position(node));
        }
        let counted = pairs.iter().filter(|&&(image, node)| self.counts(image, node));
        let kept: Vec<NodeId> = counted.map(|&(image, _)| image).collect();
        if worth > self.best {
            (self.best, self.in_place) = (worth, 0);
            self.kept.clear();
        }
        if worth == self.best {
            self.kept.insert(kept.clone());
            if in_place > self.in_place || self.kept.len() == 1 && in_place >= self.in_place {
                self.in_place = in_place;
                self.kept_in_place.clear();
            }
            if in_place == self.in_place {
                self.kept_in_place.insert(kept);
            }
        }
    }

    fn counts(&self, image: NodeId, node: NodeId) -> bool {
        !self.slice.is_filler(node) && self.program.is_counted(image) && self.slice.is_counted(node)
    }
}

fn n_operands(tree: &Tree, node: NodeId) -> usize {
    tree.children(node).filter(|&child| !tree.flags(child).has(Flags::STATEMENT)).count()
}

/// A statement or expression of the small language that all pairs are written in.
#[derive(Clone)]
enum Code {
    Name(&'static str),
    Call(&'static str, Vec<Code>),
    If(Box<Code>, Vec<Code>),
}

fn expression(random: &mut Random, depth: usize) -> Code {
    let name = |random: &mut Random| *random.choose(&["x", "x", "y"]).expect("is not empty");
    if depth == 0 || random.one_in(3) {
        return Code::Name(name(random));
    }
    let n_arguments = random.below(3);
    let function = if random.one_in(3) { "g" } else { "f" };
    Code::Call(function, (0..n_arguments).map(|_| expression(random, depth - 1)).collect())
}

fn statements(random: &mut Random, depth: usize) -> Vec<Code> {
    let statement = |random: &mut Random| match depth > 0 && random.one_in(4) {
        true => Code::If(Box::new(expression(random, 0)), statements(random, depth - 1)),
        false => expression(random, 2),
    };
    (0..1 + random.below(3)).map(|_| statement(random)).collect()
}

/// What is left of a list when parts go: a part leaves nothing, its own parts, or a placeholder.
fn sliced(random: &mut Random, code: &[Code], placeholders: bool) -> Vec<Code> {
    let mut left = Vec::new();
    for code in code {
        match (random.below(8), code) {
            (0 | 1, _) => {}
            (2, Code::Call(_, parts)) | (2, Code::If(_, parts)) => {
                left.extend(sliced(random, parts, placeholders))
            }
            (3, _) if placeholders => left.push(Code::Name(SLICED)),
            (_, Code::Name(_)) => left.push(code.clone()),
            (_, Code::Call(name, parts)) => left.push(Code::Call(name, sliced(random, parts, placeholders))),
            (_, Code::If(condition, parts)) => {
                left.push(Code::If(condition.clone(), sliced(random, parts, placeholders)));
            }
        }
    }
    left
}

fn print(random: &mut Random, statements: &[Code]) -> String {
    let blank = |random: &mut Random| *random.choose(&["\n", "\n", "\n\n", " "]).expect("is not empty");
    statements.iter().map(|code| format!("{}{}", print_one(random, code), blank(random))).collect()
}

fn print_one(random: &mut Random, code: &Code) -> String {
    match code {
        Code::If(condition, parts) => {
            let condition = print_expression(condition);
            format!("if ({condition}) {{ {} }}", print(random, parts))
        }
        code => format!("{};", print_expression(code)),
    }
}

fn print_expression(code: &Code) -> String {
    match code {
        Code::Name(name) => (*name).to_owned(),
        Code::Call(name, parts) => {
            let parts: Vec<String> = parts.iter().map(print_expression).collect();
            format!("{name}({})", parts.join(", "))
        }
        Code::If(condition, _) => print_expression(condition),
    }
}

fn tree(text: &str) -> Tree {
    let options = ParseOptions { placeholders: vec![SLICED.to_owned()], ..Default::default() };
    Tree::parse_with(Language::JavaScript, &[SourceFile::new("program.js", text)], &options)
}

/// A program with an answer to it, and where it was printed.
fn pair(random: &mut Random) -> (String, String) {
    let program = statements(random, 2);
    let answer = match random.one_in(4) {
        true => statements(random, 1),
        false => {
            let placeholders = random.one_in(2);
            sliced(random, &program, placeholders)
        }
    };
    // An answer that only leaves text out is read as text; one with a foreign name is not.
    (print(random, &program), print(random, &answer) + "z;")
}

#[apply(test)]
fn all_embeddings_of_small_trees_agree_with_the_one_that_is_chosen() {
    let mut random = Random::new(7);
    let (mut n_pairs, mut n_ambiguous) = (0, 0);
    while n_pairs < N_PAIRS {
        let (program_text, answer_text) = pair(&mut random);
        let (program, slice) = (tree(&program_text), tree(&answer_text));
        if program.len() > MAX_NODES || slice.len() > MAX_NODES || program.is_empty() {
            continue;
        }
        n_pairs += 1;
        let criterion = random.below(program.len()) as NodeId;
        n_ambiguous += usize::from(agree(&mut random, &program, &slice, criterion).unwrap_or_else(|what| {
            panic!("{what}\ncriterion {criterion}\n{program_text}\n--\n{answer_text}")
        }));
    }
    assert!(n_ambiguous > N_PAIRS / 40, "only {n_ambiguous} pairs have ties");
}

/// Whether the best embeddings of this pair tie; an error says where the mapping differs from them.
fn agree(random: &mut Random, program: &Tree, slice: &Tree, criterion: NodeId) -> Result<bool, String> {
    let mut all = Embeddings {
        program,
        slice,
        criterion,
        image: vec![None; slice.len()],
        best: (0, 0, 0, 0, isize::MIN),
        kept: BTreeSet::new(),
        in_place: 0,
        kept_in_place: BTreeSet::new(),
    };
    all.list(0);
    let options = MapOptions { criterion: vec![criterion], ..MapOptions::default() };
    let mapping = map(program, slice, &options);
    let kept: Vec<NodeId> = mapping.kept.iter().collect();
    let same = |what: &str, holds: bool, found: &dyn std::fmt::Debug| match holds {
        true => Ok(()),
        false => Err(format!("{what}: {found:?}, where {:?} are best", all.kept)),
    };
    same("keeps", all.kept.contains(&kept), &kept)?;
    same("keeps in place", all.kept_in_place.contains(&kept), &(&kept, &all.kept_in_place))?;
    let in_any: BTreeSet<NodeId> = all.kept.iter().flatten().copied().collect();
    let in_all = |node: &NodeId| all.kept.iter().all(|kept| kept.contains(node));
    let doubtful: Vec<NodeId> = in_any.iter().copied().filter(|node| !in_all(node)).collect();
    let ambiguous: Vec<NodeId> = mapping.ambiguous.iter().collect();
    same("is in doubt about", ambiguous == doubtful, &(ambiguous, &doubtful))?;
    let gold: NodeSet = program.counted().iter().filter(|_| random.one_in(2)).collect();
    let nearest = mapping.nearest(program, slice, &options, &gold);
    let n_common = all.kept.iter().map(|kept| kept.iter().filter(|&&node| gold.contains(node)).count());
    let range = (n_common.clone().min().unwrap_or(0), n_common.max().unwrap_or(0));
    let found = (nearest.n_least, nearest.mapping.kept.n_common(&gold));
    same("has in common", found == range, &(found, range))?;
    Ok(all.kept.len() > 1)
}
