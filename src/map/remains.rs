//! Answers that only leave text out.
//!
//! Such an answer says itself what it kept: a node is kept when its own token remains, as in an answer by lines or
//! ranges, whether or not what is left parses. In: a program, and the text of an answer. Out: a [`Mapping`], or
//! nothing when the answer is not the program with text left out, or when it fits the program in several ways and
//! parses: then the trees are mapped.
//!
//! Text is left out when every line of the answer is a line of the program, in order, and the same token for token;
//! comments and blanks are not looked at, apart from those that are syntax. Of an answer that does not parse, parts of
//! lines may be gone, too, where each part is made of whole nodes and of tokens that belong to none: what is left of two
//! statements is not a third.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::ast::{NodeId, NodeSet, Tree, indentation_counts, is_slot, placeholders, scan};

use super::project::{OwnPlaces, file_named, is_shared, place};
use super::{Fate, Mapping};

/// Pairs of lines that are looked at for the best of several places; with more of them, trees are mapped.
const MAX_PAIRS: usize = 1_000_000;

/// What is known of an answer besides its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct RemainsOptions<'o> {
    /// Names that the slicer writes for deleted code, besides the language's own.
    pub placeholders: &'o [String],
    /// Node that is preferred where an answer that does not parse fits the program in several ways.
    pub criterion: Option<NodeId>,
    /// What was parsed is what somebody wrote: trees can decide where text cannot.
    pub parses: bool,
}

/// The nodes that an answer kept which only leaves text out; `None` for any other.
///
/// ```
/// use bench_slicers::ast::{SourceFile, Tree};
/// use bench_slicers::language::Language;
/// use bench_slicers::map::{RemainsOptions, remains};
///
/// let tree = |text| Tree::parse(Language::C, &[SourceFile::new("a.c", text)]);
/// let program = tree("int f(int a) {\n  int x = a;\n  return x;\n}\n");
/// let answer = tree("int f(int a) {\n  int x = a;\n");
/// let mapping = remains(&program, &answer, &RemainsOptions::default()).expect("only leaves text out");
/// assert_eq!(mapping.kept.len(), 5);
/// assert!(remains(&program, &tree("int x = b;"), &RemainsOptions::default()).is_none());
/// ```
pub fn remains(program: &Tree, answer: &Tree, options: &RemainsOptions<'_>) -> Option<Mapping> {
    let is_single = program.files().len() == 1 && answer.files().len() == 1;
    let mut places = OwnPlaces::new(program);
    let mut fates = vec![Fate::Residue; answer.len()];
    let mut taken = vec![false; program.files().len()];
    for (answer_idx, file) in answer.files().enumerate() {
        let program_idx = if is_single { 0 } else { file_named(program, &file.path)? };
        if std::mem::replace(&mut taken[program_idx], true) {
            return None;
        }
        let mut texts = TokenTexts::default();
        let own = texts.add(program, program_idx, options)?;
        let left = texts.add(answer, answer_idx, options)?;
        let sides = Sides { program, places: &places, program_idx, own: &own, left: &left };
        let lines: Vec<&Line> = left.lines.iter().collect();
        let image = sides.in_place(&lines, options.parses).or_else(|| sides.image(&lines, options)).or_else(
            || {
                let code: Vec<&Line> = lines.iter().copied().filter(|line| !left.is_filler(line)).collect();
                // A placeholder that parses is in a node, which trees know.
                let is_text = code.len() < lines.len() && !options.parses;
                if is_text { sides.image(&code, options) } else { None }
            },
        )?;
        sides.fates(answer, answer_idx, &image, &mut fates);
        for token in image.into_iter().flatten() {
            places.keep(program_idx, own.tokens[token].bytes.clone());
        }
    }
    Some(Mapping::of_text(places.kept(), fates))
}

/// Number of a token's text, equal for equal texts.
type TextIdx = u32;

/// Different texts of tokens.
#[derive(Default)]
struct TokenTexts {
    numbers: HashMap<String, TextIdx>,
}

struct PlacedToken {
    text: TextIdx,
    /// Stands for deleted code: it weighs nothing, and need not be the program's.
    is_placeholder: bool,
    /// Punctuation.
    is_mark: bool,
    bytes: Range<usize>,
    /// Bytes before it on its line.
    column: usize,
}

/// Tokens that begin on one line.
struct Line {
    number: usize,
    /// Blanks in front of it where they are syntax, else 0.
    indentation: usize,
    tokens: Range<usize>,
}

/// One file in tokens; lines without any are left out.
struct FileTokens {
    /// Number of its lines, those without tokens included.
    n_lines: usize,
    tokens: Vec<PlacedToken>,
    lines: Vec<Line>,
}

impl TokenTexts {
    /// The tokens of a file.
    fn add(&mut self, tree: &Tree, file_idx: usize, options: &RemainsOptions<'_>) -> Option<FileTokens> {
        let text = &tree.file(file_idx).text;
        let index = tree.line_index(file_idx);
        let indents = indentation_counts(tree.language());
        let own = placeholders(tree.language()).iter().copied();
        let named: HashSet<&str> = own.chain(options.placeholders.iter().map(String::as_str)).collect();
        let mut found = FileTokens { n_lines: index.n_lines(), tokens: Vec::new(), lines: Vec::new() };
        for bytes in scan(tree.language(), text)? {
            let word = &text[bytes.clone()];
            let number = index.line(bytes.start);
            let start = index.line_bytes(number).map_or(0, |line| line.start);
            if found.lines.last().is_none_or(|last| last.number != number) {
                let at = found.tokens.len();
                let indentation = if indents { indentation(&text[start..bytes.start]) } else { 0 };
                found.lines.push(Line { number, indentation, tokens: at..at });
            }
            let is_placeholder = named.contains(word);
            let is_mark = word.chars().all(|c| ",;.()".contains(c));
            let text = self.number(word);
            found.tokens.push(PlacedToken {
                text,
                is_placeholder,
                is_mark,
                column: bytes.start - start,
                bytes,
            });
            if let Some(last) = found.lines.last_mut() {
                last.tokens.end += 1;
            }
        }
        Some(found)
    }

    fn number(&mut self, word: &str) -> TextIdx {
        // Line ends never decide, not even in a literal of several lines.
        let word =
            if word.contains('\r') { Cow::Owned(word.replace("\r\n", "\n")) } else { Cow::Borrowed(word) };
        if let Some(&number) = self.numbers.get(&*word) {
            return number;
        }
        let next = self.numbers.len() as TextIdx;
        self.numbers.insert(word.into_owned(), next);
        next
    }
}

/// Columns of blanks, a tab reaching to the next multiple of 8.
fn indentation(blanks: &str) -> usize {
    blanks.chars().fold(0, |width, c| if c == '\t' { (width / 8 + 1) * 8 } else { width + 1 })
}

impl FileTokens {
    /// Whether a line holds nothing but placeholders and what stands between them.
    fn is_filler(&self, line: &Line) -> bool {
        let tokens = &self.tokens[line.tokens.clone()];
        tokens.iter().any(|token| token.is_placeholder)
            && tokens.iter().all(|token| token.is_placeholder || token.is_mark)
    }

    fn texts(&self, line: &Line) -> impl ExactSizeIterator<Item = TextIdx> + '_ {
        self.tokens[line.tokens.clone()].iter().map(|token| token.text)
    }
}

/// One file of both sides.
struct Sides<'s> {
    program: &'s Tree,
    places: &'s OwnPlaces<'s>,
    program_idx: usize,
    own: &'s FileTokens,
    left: &'s FileTokens,
}

/// Program token of each token of the answer.
type Image = Vec<Option<usize>>;

/// For each line of the answer, the first and the last line of the program that it can be.
type Windows = Vec<(usize, usize)>;

impl Sides<'_> {
    fn image(&self, lines: &[&Line], options: &RemainsOptions<'_>) -> Option<Image> {
        if let Some(windows) = self.windows(lines, &|own, left| self.is_same(own, left)) {
            if windows.iter().all(|window| self.is_certain(window)) {
                let chosen: Vec<usize> = windows.iter().map(|window| window.0).collect();
                return self.image_of_lines(lines, &chosen);
            }
            if options.parses {
                return None;
            }
            return self.image_of_lines(lines, &self.best(lines, &windows, options.criterion)?);
        }
        if options.parses {
            return None;
        }
        let windows = self.windows(lines, &|own, left| self.is_part(own, left))?;
        self.image_of_lines(lines, &self.best(lines, &windows, options.criterion)?)
    }

    /// Every line where it was, with the same tokens: code was blanked out. A beginning of the program says nothing of
    /// places, unless the lines behind it are there, too, and blank.
    ///
    /// Parts of lines are for answers that do not parse: of others, trees know what is left of a list.
    fn in_place(&self, lines: &[&Line], parses: bool) -> Option<Image> {
        let mut chosen = Vec::new();
        let mut own = self.own.lines.iter().enumerate();
        let mut shows_places = self.left.n_lines >= self.own.n_lines;
        for line in lines {
            let (idx, found) = own.by_ref().find(|(_, found)| {
                shows_places |= found.number < line.number;
                found.number >= line.number
            })?;
            if found.number != line.number {
                return None;
            }
            if !self.is_same(found, line) {
                return if parses { None } else { self.tokens_in_place() };
            }
            chosen.push(idx);
        }
        if shows_places { self.image_of_lines(lines, &chosen) } else { None }
    }

    /// Every token in its old line and column.
    fn tokens_in_place(&self) -> Option<Image> {
        let mut image = Image::new();
        let mut own = self.own.lines.iter();
        let mut first_left_out = None;
        for line in &self.left.lines {
            let found = own.by_ref().find(|found| {
                if found.number < line.number {
                    first_left_out.get_or_insert(found.tokens.start);
                }
                found.number >= line.number
            });
            let found = found.filter(|found| found.number == line.number)?;
            let mut at = found.tokens.start;
            for token in &self.left.tokens[line.tokens.clone()] {
                while at < found.tokens.end && self.own.tokens[at].column < token.column {
                    first_left_out.get_or_insert(at);
                    at += 1;
                }
                let own = self.own.tokens.get(at).filter(|_| at < found.tokens.end)?;
                if (own.column, own.text) != (token.column, token.text) {
                    return None;
                }
                image.push(Some(at));
                at += 1;
            }
            if at < found.tokens.end {
                first_left_out.get_or_insert(at);
            }
        }
        let last = image.last().copied().flatten()?;
        let is_shown = |first| first < last || self.left.n_lines >= self.own.n_lines;
        first_left_out.is_some_and(is_shown).then_some(image)
    }

    fn is_same(&self, own: &Line, left: &Line) -> bool {
        own.indentation == left.indentation
            && own.tokens.len() == left.tokens.len()
            && self.own.texts(own).eq(self.left.texts(left))
    }

    /// Whether the tokens of a line are among those of a line of the program, in order.
    fn is_part(&self, own: &Line, left: &Line) -> bool {
        own.indentation == left.indentation && self.part(own, left, false).is_some()
    }

    /// Where each line can be in the program when the order is kept; `None` when one cannot be anywhere.
    fn windows(&self, left: &[&Line], fits: &dyn Fn(&Line, &Line) -> bool) -> Option<Windows> {
        let own = &self.own.lines;
        let mut windows = Windows::with_capacity(left.len());
        let mut from = 0;
        for line in left {
            from += own[from..].iter().position(|other| fits(other, line))?;
            windows.push((from, from));
            from += 1;
        }
        let mut until = own.len();
        for (line, window) in left.iter().zip(&mut windows).rev() {
            until = own[..until].iter().rposition(|other| fits(other, line))?;
            window.1 = until;
        }
        Some(windows)
    }

    /// Whether the lines that it can be differ in nothing that counts.
    fn is_certain(&self, &(first, last): &(usize, usize)) -> bool {
        let has_node = |line: usize| {
            let nodes = self.places.within(self.program_idx, &self.bytes(line));
            nodes.iter().any(|&(_, node)| self.program.is_counted(node))
        };
        first == last || !(has_node(first) || has_node(last))
    }

    /// Bytes from the first to the last token of a line of the program.
    fn bytes(&self, line: usize) -> Range<usize> {
        let tokens = &self.own.tokens[self.own.lines[line].tokens.clone()];
        let start = tokens.first().map_or(0, |token| token.bytes.start);
        start..tokens.last().map_or(start, |token| token.bytes.end)
    }

    /// The line of the program for each line of the answer: those with most lines that are whole, then those with the
    /// criterion, then the first.
    fn best(&self, lines: &[&Line], windows: &Windows, criterion: Option<NodeId>) -> Option<Vec<usize>> {
        let n_pairs: usize = windows.iter().map(|window| window.1 - window.0 + 1).sum();
        if n_pairs > MAX_PAIRS {
            return None;
        }
        let criterion = criterion.map(|node| place(self.program, node));
        let is_wanted = |own: usize| criterion.is_some_and(|place| self.bytes(own).contains(&place));
        // Best sum up to each pair of lines, and the line before it; sums of a window are turned into running maxima.
        let mut chosen: Vec<Vec<(i64, usize)>> = Vec::with_capacity(windows.len());
        for (line, &(first, last)) in lines.iter().zip(windows) {
            let before = chosen.last().map(Vec::as_slice);
            let from = windows.get(chosen.len().wrapping_sub(1)).map_or(0, |window| window.0);
            let mut sums: Vec<(i64, usize)> = Vec::with_capacity(last - first + 1);
            for own in first..=last {
                let best_before = match before {
                    None => Some(0),
                    Some(sums) if own > from => {
                        sums.get((own - 1 - from).min(sums.len() - 1)).map(|best| best.0)
                    }
                    Some(_) => None,
                };
                let whole = i64::from(self.is_same(&self.own.lines[own], line));
                let fits = whole == 1 || self.is_part(&self.own.lines[own], line);
                let sum = best_before
                    .filter(|&sum| fits && sum >= 0)
                    .map_or(-1, |sum| sum + 2 * whole + i64::from(is_wanted(own)));
                let best = sums.last().filter(|best| best.0 >= sum);
                sums.push(best.copied().unwrap_or((sum, own)));
            }
            chosen.push(sums);
        }
        self.traced(windows, &chosen)
    }

    /// The lines that lead to the best sum, from the last to the first.
    fn traced(&self, windows: &Windows, chosen: &[Vec<(i64, usize)>]) -> Option<Vec<usize>> {
        let mut lines = Vec::with_capacity(windows.len());
        let mut until = self.own.lines.len();
        for (&(first, _), sums) in windows.iter().zip(chosen).rev() {
            let past = until.checked_sub(first).filter(|&past| past > 0)?;
            let (sum, own) = sums[past.min(sums.len()) - 1];
            if sum < 0 {
                return None;
            }
            lines.push(own);
            until = own;
        }
        lines.reverse();
        Some(lines)
    }

    /// The tokens of whole lines, and of parts that are made of whole nodes.
    fn image_of_lines(&self, lines: &[&Line], chosen: &[usize]) -> Option<Image> {
        [false, true].into_iter().find_map(|from_right| {
            let mut image = vec![None; self.left.tokens.len()];
            let mut parts = Vec::new();
            for (line, &own) in lines.iter().zip(chosen) {
                let found = &self.own.lines[own];
                let part = if self.is_same(found, line) {
                    found.tokens.clone().map(Some).collect()
                } else {
                    parts.push(own);
                    self.part(found, line, from_right)?
                };
                image[line.tokens.clone()].copy_from_slice(&part);
            }
            self.is_made_of_nodes(&parts, &image).then_some(image)
        })
    }

    /// Tokens of a line of the program that are those of a line of the answer, as far to one side as can be;
    /// placeholders may be those of the slicer.
    fn part(&self, own: &Line, left: &Line, from_right: bool) -> Option<Vec<Option<usize>>> {
        let mut at = own.tokens.clone();
        let mut found = Vec::with_capacity(left.tokens.len());
        for step in 0..left.tokens.len() {
            let token = if from_right { left.tokens.end - 1 - step } else { left.tokens.start + step };
            let token = &self.left.tokens[token];
            let is_same = |at: &usize| self.own.tokens[*at].text == token.text;
            if token.is_placeholder {
                let next = if from_right { at.clone().next_back() } else { at.clone().next() };
                let own = next.filter(is_same);
                if own.is_some() {
                    if from_right {
                        at.next_back()
                    } else {
                        at.next()
                    };
                }
                found.push(own);
                continue;
            }
            found.push(Some(if from_right { at.by_ref().rev().find(is_same) } else { at.find(is_same) }?));
        }
        if from_right {
            found.reverse();
        }
        Some(found)
    }

    /// Whether every node that is gone from one of these lines took all that is in it along.
    fn is_made_of_nodes(&self, parts: &[usize], image: &[Option<usize>]) -> bool {
        if parts.is_empty() {
            return true;
        }
        let nodes = self.program.file_nodes(self.program_idx);
        let mut is_kept = vec![false; nodes.len()];
        for &token in image.iter().flatten() {
            for &(_, node) in self.places.within(self.program_idx, &self.own.tokens[token].bytes) {
                is_kept[(node - nodes.start) as usize] = true;
            }
        }
        let mut n_kept = vec![0; nodes.len() + 1];
        for (idx, &is_kept) in is_kept.iter().enumerate() {
            n_kept[idx + 1] = n_kept[idx] + usize::from(is_kept);
        }
        let is_whole = |&(_, node): &(usize, NodeId)| {
            let Range { start, end } = self.program.subtree(node);
            let (start, end) = ((start - nodes.start) as usize, (end - nodes.start) as usize);
            is_kept[start] || n_kept[start] == n_kept[end] || is_shared(self.program, node)
        };
        parts.iter().all(|&line| self.places.within(self.program_idx, &self.bytes(line)).iter().all(is_whole))
    }

    /// What became of the nodes of the answer: each is the node of the program whose own token its own token is.
    fn fates(&self, answer: &Tree, answer_idx: usize, image: &[Option<usize>], fates: &mut [Fate]) {
        let mut used = NodeSet::new();
        for node in answer.file_nodes(answer_idx) {
            let found =
                self.by_token(answer, node, image, &used).or_else(|| self.by_parent(answer, node, fates));
            if let Some(found) = found {
                used.insert(found);
                fates[node as usize] = Fate::Mapped(found);
            }
        }
        for node in answer.file_nodes(answer_idx).filter(|&node| is_shared(answer, node)) {
            let clause = answer.children(node).find_map(|clause| mapped(fates[clause as usize]));
            let found = clause.and_then(|clause| self.program.parent(clause));
            if let Some(found) = found.filter(|&found| self.program.key(found) == answer.key(node)) {
                fates[node as usize] = Fate::Mapped(found);
            }
        }
    }

    fn by_token(
        &self,
        answer: &Tree,
        node: NodeId,
        image: &[Option<usize>],
        used: &NodeSet,
    ) -> Option<NodeId> {
        let place = place(answer, node);
        let token = self.left.tokens.partition_point(|token| token.bytes.end <= place);
        let own = (*image.get(token).filter(|_| self.left.tokens[token].bytes.start <= place)?)?;
        let here = self.places.within(self.program_idx, &self.own.tokens[own].bytes).iter();
        here.map(|&(_, other)| other)
            .find(|&other| self.program.key(other) == answer.key(node) && !used.contains(other))
    }

    /// The slot of a clause is that of the clause, wherever it has text.
    fn by_parent(&self, answer: &Tree, node: NodeId, fates: &[Fate]) -> Option<NodeId> {
        let parent = answer.parent(node).filter(|_| is_slot(answer, node))?;
        let clause = mapped(fates[parent as usize])?;
        self.program.children(clause).find(|&other| self.program.key(other) == answer.key(node))
    }
}

fn mapped(fate: Fate) -> Option<NodeId> {
    match fate {
        Fate::Mapped(node) => Some(node),
        Fate::Residue | Fate::Rewritten(_) | Fate::Invented => None,
    }
}
