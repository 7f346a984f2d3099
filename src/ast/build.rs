//! From source text to a [`Tree`]: the files one after the other, macros expanded where the language has them.

use tree_sitter::Parser;

use super::builder::Builder;
use super::cst::Concrete;
use super::notes::Notes;
use super::profiles::{noted, rules};
use super::text::LineIndex;
use super::tree::{File, ParseOptions, SourceFile, SyntaxProblem, Tree};
use super::walk::Walk;
use crate::language::Language;

/// The concrete tree of one file, with every token: for those who must know where a construct's text is.
pub fn concrete(language: Language, text: &str) -> Concrete<'static> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).expect("the pinned grammars fit the pinned runtime");
    let parsed = parser.parse(text, None).expect("parsing without a timeout or cancellation always ends");
    Concrete::new(&parsed, &rules(language).names)
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
        let mut builder = Builder::new();
        let mut tree_files = Vec::new();
        let mut notes = Notes::default();
        let mut problems = Vec::new();
        for (file_idx, source) in files.iter().enumerate() {
            let first = builder.nodes.len() as u32;
            let expanded = rules(language).profile.expand.and_then(|expand| expand(&source.text));
            let text = expanded.as_ref().map_or(source.text.as_str(), |expanded| &expanded.text);
            let concrete = concrete(language, text);
            let walk = Walk::new(rules(language), text, expanded.as_ref(), &mut builder, options);
            let found = walk.file(concrete.root());
            let opened = std::mem::take(&mut builder.opened);
            notes.add_file(concrete.root(), (text, source), (rules(language), noted(language)), &opened);
            let problem = |(offset, message)| SyntaxProblem { file_idx, offset, message };
            problems.extend(found.into_iter().map(problem));
            tree_files.push(File {
                lines: LineIndex::new(&source.text),
                source: source.clone(),
                nodes: first..builder.nodes.len() as u32,
                macro_calls: expanded.map_or_else(Vec::new, |expanded| expanded.calls),
            });
        }
        builder.finish(language, tree_files, notes, problems)
    }
}
