//! From source text to a [`Tree`]: the files one after the other, macros expanded where the language has them.

use std::ops::Range;

use super::budget::{Overrun, ParseBudget};
use super::builder::Builder;
use super::cst::Concrete;
use super::expanded::Expanded;
use super::lines;
use super::notes::{Directives, Notes};
use super::profiles::{noted, rules};
use super::text::LineIndex;
use super::tree::{File, NodeId, ParseOptions, SourceFile, SyntaxProblem, Tree};
use super::walk::Walk;
use crate::language::Language;

/// The concrete tree of one file, with every token: for those who must know where a construct's text is.
///
/// # Panics
/// When the language has no grammar.
pub fn concrete(language: Language, text: &str) -> Concrete<'static> {
    concrete_within(language, text, &mut ParseBudget::UNLIMITED.clone())
        .expect("without a limit there is no overrun")
}

fn concrete_within(
    language: Language,
    text: &str,
    budget: &mut ParseBudget,
) -> Result<Concrete<'static>, Overrun> {
    let parsed = budget.parse(language, text)?;
    let concrete = Concrete::new(&parsed, &rules(language).names);
    budget.check_depth(concrete.depth())?;
    Ok(concrete)
}

impl Tree {
    /// Parses a program. Never fails; see [`Tree::problems`].
    ///
    /// ```
    /// use bench_slicers::ast::{SourceFile, Tree};
    /// use bench_slicers::language::Language;
    ///
    /// let tree = Tree::parse(Language::Erlang, &[SourceFile::new("a.erl", "f(X) -> X + 1.")]);
    /// // function, clause, X, guard slot, +, X, 1
    /// assert_eq!(tree.n_counted(), 7);
    /// ```
    pub fn parse(language: Language, files: &[SourceFile]) -> Tree {
        Tree::parse_with(language, files, &ParseOptions::default())
    }

    /// Parses a program whose slicer writes placeholders of its own.
    pub fn parse_with(language: Language, files: &[SourceFile], options: &ParseOptions) -> Tree {
        let mut budget = ParseBudget::UNLIMITED;
        parse(language, files, options, &mut budget).expect("without a limit there is no overrun")
    }

    /// As [`Tree::parse_with`], for text that may be anything: what a slicer answered, what a file happens to hold.
    ///
    /// # Errors
    /// What the text has too much of to be read.
    pub fn parse_limited(
        language: Language,
        files: &[SourceFile],
        options: &ParseOptions,
    ) -> Result<Tree, Overrun> {
        let mut budget = ParseBudget::LIMITED;
        parse(language, files, options, &mut budget)
    }
}

fn parse(
    language: Language,
    files: &[SourceFile],
    options: &ParseOptions,
    budget: &mut ParseBudget,
) -> Result<Tree, Overrun> {
    let mut builder = Builder::new();
    let mut tree_files = Vec::new();
    let mut notes = Notes::default();
    let mut problems = Vec::new();
    for (file_idx, source) in files.iter().enumerate() {
        budget.take_text(&source.text)?;
        let first = builder.nodes.len() as u32;
        let index = LineIndex::new(&source.text);
        if language.is_lines() {
            budget.read_lines(&source.text, index.n_lines())?;
            lines::add(&mut builder, &source.text, &index, options);
            notes.files.push(Directives::default());
            tree_files.push(file(source, index, first..builder.nodes.len() as u32, None));
            continue;
        }
        let expanded = rules(language).profile.expand.and_then(|expand| expand(&source.text));
        let text = expanded.as_ref().map_or(source.text.as_str(), |expanded| &expanded.text);
        let concrete = concrete_within(language, text, budget)?;
        let walk = Walk::new(rules(language), text, expanded.as_ref(), &mut builder, options);
        let found = walk.file(concrete.root());
        let opened = std::mem::take(&mut builder.opened);
        notes.add_file(concrete.root(), (text, source), (rules(language), noted(language)), &opened);
        let problem = |(offset, message)| SyntaxProblem { file_idx, offset, message };
        problems.extend(found.into_iter().map(problem));
        tree_files.push(file(source, index, first..builder.nodes.len() as u32, expanded));
    }
    Ok(builder.finish(language, tree_files, notes, problems))
}

fn file(source: &SourceFile, lines: LineIndex, nodes: Range<NodeId>, expanded: Option<Expanded>) -> File {
    let macro_calls = expanded.map_or_else(Vec::new, |expanded| expanded.calls);
    File { source: source.clone(), lines, nodes, macro_calls }
}
