//! How much work a text may cost before its tree is given up: counted, never timed, so that every machine gives up
//! the same texts.
//!
//! A slicer that breaks prints anything: five million brackets, fifty megabytes, text in which the parser looks for
//! the end of a string from every quote. Its answer is then called unreadable, and the other answers are graded. Four things are counted: bytes of
//! text, steps of the parser, bytes that it allocates, and how deep its tree is nested.

use std::alloc::{Layout, handle_alloc_error};
use std::cell::Cell;
use std::ffi::c_void;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Once;

use tree_sitter::{Allocator, ParseOptions, Parser};

use crate::language::Language;

/// Bytes of text in all files of one program. Code takes the parser's memory long before: what is longer is blank, a comment, or one token.
const MAX_TEXT_BYTE: usize = 16 << 20;
/// Steps for all files of one program. A hundred thousand lines of code that people wrote take at most 37,000.
const MAX_STEPS: usize = 80_000;
/// Bytes that the parser may allocate for all files of one program; those lines allocate at most 105 million.
const MAX_ALLOCATED_BYTE: usize = 256 << 20;
/// Levels of a file's concrete tree: what walks it recursively takes stack for each.
const MAX_DEPTH: usize = 100_000;
/// How much the parser gets to read at a time. To read one of these is a step, as are a hundred operations.
const CHUNK_BYTE: usize = 1024;

/// Lines without a grammar that are read in a step.
const LINES_PER_STEP: usize = 10;

/// What a text has too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overrun {
    /// More text than these bytes.
    Text(usize),
    /// More steps of the parser than these.
    Steps(usize),
    /// More memory for the parser than these bytes.
    Memory(usize),
    /// Nested deeper than these levels.
    Depth(usize),
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overrun::Text(most) => write!(f, "more than {} MiB of text", most >> 20),
            Overrun::Steps(most) => write!(f, "parsing took more than {most} steps"),
            Overrun::Memory(most) => write!(f, "parsing took more than {} MiB", most >> 20),
            Overrun::Depth(most) => write!(f, "nested more than {most} levels deep"),
        }
    }
}

/// What is left of the work that the files of one program may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParseBudget {
    text_byte: usize,
    n_steps: usize,
    allocated_byte: usize,
    depth: usize,
}

impl ParseBudget {
    /// For text that a slicer wrote, or anybody else.
    pub(super) const LIMITED: ParseBudget = ParseBudget {
        text_byte: MAX_TEXT_BYTE,
        n_steps: MAX_STEPS,
        allocated_byte: MAX_ALLOCATED_BYTE,
        depth: MAX_DEPTH,
    };
    /// For text that was read within its limits before, or is a part of such text.
    pub(super) const UNLIMITED: ParseBudget = ParseBudget {
        text_byte: usize::MAX,
        n_steps: usize::MAX,
        allocated_byte: usize::MAX,
        depth: usize::MAX,
    };

    /// Takes from the budget the text of one file, before anything looks at it.
    ///
    /// # Errors
    /// How much text there may be.
    pub(super) fn take_text(&mut self, text: &str) -> Result<(), Overrun> {
        self.text_byte = self.text_byte.checked_sub(text.len()).ok_or(Overrun::Text(MAX_TEXT_BYTE))?;
        Ok(())
    }

    /// Parses one file and takes from the budget what it cost.
    ///
    /// # Errors
    /// What there was too much of.
    pub(super) fn parse(&mut self, language: Language, text: &str) -> Result<tree_sitter::Tree, Overrun> {
        let mut parser = parser(language);
        let first_byte = ALLOCATED_BYTE.get();
        let n_steps = Cell::new(0);
        let overrun = || match () {
            () if n_steps.get() > self.n_steps => Some(Overrun::Steps(MAX_STEPS)),
            () if ALLOCATED_BYTE.get().wrapping_sub(first_byte) > self.allocated_byte => {
                Some(Overrun::Memory(MAX_ALLOCATED_BYTE))
            }
            () => None,
        };
        let mut read = |offset: usize, _| {
            n_steps.set(n_steps.get() + 1);
            // Past the budget the text ends: within a token the parser asks for nothing else.
            let end = if overrun().is_some() { 0 } else { (offset / CHUNK_BYTE + 1) * CHUNK_BYTE };
            // A piece that ended within a character would be read as a broken one.
            let end = text.ceil_char_boundary(end.min(text.len()));
            text.as_bytes().get(offset..end).unwrap_or_default()
        };
        let mut progress = |_: &_| {
            n_steps.set(n_steps.get() + 1);
            if overrun().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let parsed = parser.parse_with_options(&mut read, None, Some(options));
        // A text that was cut short may have been parsed to its new end.
        if let Some(overrun) = overrun() {
            return Err(overrun);
        }
        self.n_steps -= n_steps.get();
        self.allocated_byte -= ALLOCATED_BYTE.get().wrapping_sub(first_byte).min(self.allocated_byte);
        Ok(parsed.expect("parsing that nobody stops always ends"))
    }

    /// Takes from the budget what it costs to read so many lines without a grammar.
    ///
    /// # Errors
    /// What there was too much of.
    pub(super) fn read_lines(&mut self, text: &str, n_lines: usize) -> Result<(), Overrun> {
        let n_steps = text.len() / CHUNK_BYTE + n_lines / LINES_PER_STEP;
        self.n_steps = self.n_steps.checked_sub(n_steps).ok_or(Overrun::Steps(MAX_STEPS))?;
        Ok(())
    }

    /// Whether a tree of this depth may be walked.
    ///
    /// # Errors
    /// How deep it may be.
    pub(super) fn check_depth(&self, depth: usize) -> Result<(), Overrun> {
        if depth > self.depth { Err(Overrun::Depth(MAX_DEPTH)) } else { Ok(()) }
    }
}

fn parser(language: Language) -> Parser {
    static COUNTED: Once = Once::new();
    COUNTED.call_once(|| {
        let allocator = Allocator { malloc, calloc, realloc, free };
        // SAFETY: the four functions are those of the C library, which are also in use before. Every parser is made
        // here, so that none is alive yet; `Once` keeps other threads waiting.
        unsafe { tree_sitter::set_allocator(Some(allocator)) };
    });
    let mut parser = Parser::new();
    let grammar = language.grammar().expect("lines are read without a parser");
    parser.set_language(&grammar).expect("the pinned grammars fit the pinned runtime");
    parser
}

thread_local! {
    /// Bytes that parsers of this thread asked for so far, given back or not.
    static ALLOCATED_BYTE: Cell<usize> = const { Cell::new(0) };
}

/// Counts what was asked for, and ends the program where memory has ended, as the parser itself would.
fn counted(block: *mut c_void, size_byte: usize) -> *mut c_void {
    if block.is_null() && size_byte > 0 {
        handle_alloc_error(Layout::from_size_align(size_byte, 1).unwrap_or(Layout::new::<u8>()));
    }
    ALLOCATED_BYTE.set(ALLOCATED_BYTE.get().wrapping_add(size_byte));
    block
}

unsafe extern "C" fn malloc(size_byte: usize) -> *mut c_void {
    // SAFETY: as the caller promises for `malloc`.
    counted(unsafe { libc::malloc(size_byte) }, size_byte)
}

unsafe extern "C" fn calloc(n_items: usize, size_byte: usize) -> *mut c_void {
    // SAFETY: as the caller promises for `calloc`.
    counted(unsafe { libc::calloc(n_items, size_byte) }, n_items.saturating_mul(size_byte))
}

unsafe extern "C" fn realloc(block: *mut c_void, size_byte: usize) -> *mut c_void {
    // SAFETY: as the caller promises for `realloc`.
    counted(unsafe { libc::realloc(block, size_byte) }, size_byte)
}

unsafe extern "C" fn free(block: *mut c_void) {
    // SAFETY: as the caller promises for `free`.
    unsafe { libc::free(block) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{SourceFile, Tree};

    fn check(language: Language, text: &str, n_steps: usize, expected: Option<Overrun>) {
        let mut budget = ParseBudget { n_steps, allocated_byte: 2 << 20, depth: 50, ..ParseBudget::LIMITED };
        let found = budget.parse(language, text).err();
        assert_eq!(found, expected, "{language}: {text:.40}");
    }

    #[test]
    fn work_is_counted_whatever_it_is_spent_on() {
        check(Language::C, &"f(x);\n".repeat(100), 40, None);
        check(Language::C, &"f(x);\n".repeat(1_000), 40, Some(Overrun::Steps(MAX_STEPS)));
        // Few operations, each of which looks for the quote that closes.
        check(Language::Erlang, &"\"".repeat(1_000), 100, Some(Overrun::Steps(MAX_STEPS)));
        // Few operations, each of which keeps several versions of what this may become.
        check(Language::C, &"f(".repeat(1_000), 200, Some(Overrun::Memory(MAX_ALLOCATED_BYTE)));
    }

    #[test]
    fn characters_are_whole_wherever_a_piece_of_text_ends() {
        for shift in 0..8 {
            let text = " ".repeat(shift) + &"x = \"é€😀\" + é;\n".repeat(1_000);
            let tree = Tree::parse(Language::JavaScript, &[SourceFile::new("a.js", text)]);
            assert_eq!((tree.problems(), tree.len()), (&[][..], 5_000), "{shift}");
        }
    }

    #[test]
    fn all_files_of_a_program_share_one_budget() {
        let mut budget = ParseBudget { n_steps: 200, ..ParseBudget::UNLIMITED };
        let text = "f(x);\n".repeat(200);
        assert!(budget.parse(Language::C, &text).is_ok());
        assert!(budget.n_steps < 200);
        let found = (0..10).find_map(|_| budget.parse(Language::C, &text).err());
        assert_eq!(found, Some(Overrun::Steps(MAX_STEPS)));
    }

    #[test]
    fn the_same_text_costs_the_same_every_time() {
        let text = "x = [f(1), {'a': 2}]\n".repeat(300);
        let cost = move || {
            let mut budget = ParseBudget::UNLIMITED;
            budget.parse(Language::Python, &text).unwrap();
            (budget.n_steps, budget.allocated_byte)
        };
        assert_eq!(cost(), cost());
        let here = cost();
        assert_eq!(std::thread::spawn(cost).join().unwrap(), here);
    }

    #[test]
    fn trusted_text_is_read_whatever_it_costs() {
        let text = "[".repeat(MAX_DEPTH / 50) + &"]".repeat(MAX_DEPTH / 50);
        let tree = Tree::parse(Language::Python, &[SourceFile::new("a.py", text)]);
        assert_eq!(tree.len(), MAX_DEPTH / 50);
    }
}
