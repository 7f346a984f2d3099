//! Standard output and standard error: colour, width, messages, progress.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{ErrorKind, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use super::layout::wrapped;
use crate::error::{self, Error, Problem, Result};
use crate::report::{Format, Render, for_terminal, printable};

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    fn choice(self) -> ColorChoice {
        match self {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// Width of text that is laid out for a reader when no terminal says otherwise.
pub(super) const READING_WIDTH: usize = 100;

/// Where everything is printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terminal {
    color: Color,
    quiet: bool,
    has_notes: bool,
    width: Option<usize>,
}

impl Terminal {
    pub(super) fn new(color: Color, quiet: bool, width: Option<usize>) -> Terminal {
        Terminal { color, quiet, has_notes: !quiet, width }
    }

    /// One that says nothing but warnings and errors.
    pub(super) fn without_notes(self) -> Terminal {
        Terminal { has_notes: false, ..self }
    }

    /// Columns of standard output: as asked, else the terminal's; `None` when it is no terminal.
    pub(super) fn width(&self) -> Option<usize> {
        self.width.or_else(|| columns(&std::io::stdout()))
    }

    /// Prints data.
    ///
    /// # Errors
    /// When it cannot be written. A reader that went away (`| head`) ends the process quietly.
    pub(super) fn data(&self, text: &str) -> Result<()> {
        let is_seen = std::io::stdout().is_terminal();
        let text = if is_seen { for_terminal(text) } else { Cow::Borrowed(text) };
        let mut out = AutoStream::new(std::io::stdout(), self.color.choice());
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(cause) if cause.kind() == ErrorKind::BrokenPipe => {
                std::process::exit(i32::from(error::EXIT_DONE))
            }
            outcome => outcome.map_err(|cause| error::cannot_write(Path::new("standard output"), &cause)),
        }
    }

    /// Prints something in a format.
    pub(super) fn render(&self, what: &dyn Render, format: Format) -> Result<()> {
        self.data(&what.write(format, self.width()))
    }

    /// Says something that is not data, unless quiet.
    pub(super) fn note(&self, text: &str) {
        if self.has_notes {
            self.message("", None, text);
        }
    }

    /// Prints commands that the surrounding job reads on either stream.
    pub(super) fn commands(&self, text: &str) {
        // Nothing can be done about a standard error that takes nothing.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Prints a warning.
    pub(super) fn warning(&self, problem: &Problem) {
        if !self.quiet {
            self.message("warning: ", Some(AnsiColor::Yellow), &problem.to_string());
        }
    }

    /// Prints all problems of an error.
    pub(super) fn error(&self, error: &Error) {
        for problem in error.problems() {
            self.message("error: ", Some(AnsiColor::Red), &problem.to_string());
        }
    }

    /// Whether somebody sees progress.
    pub(super) fn is_watched(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// Progress over `n_steps` steps, drawn on a terminal only.
    pub(super) fn progress(&self, n_steps: usize) -> Progress {
        let new = || ProgressBar::new(n_steps as u64);
        self.bar(new, "{elapsed_precise} {wide_bar} {pos}/{len} {eta} left  {msg}")
    }

    /// Progress of something whose end is not known, drawn on a terminal only.
    pub(super) fn spinner(&self) -> Progress {
        self.bar(ProgressBar::new_spinner, "{elapsed_precise} {spinner} {msg}")
    }

    fn bar(&self, new: impl FnOnce() -> ProgressBar, template: &str) -> Progress {
        let bar = if self.is_watched() { new() } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
        Progress { bar, counts: Mutex::default(), running: Mutex::default() }
    }

    fn message(&self, word: &str, color: Option<AnsiColor>, text: &str) {
        let mut out = AutoStream::new(std::io::stderr(), self.color.choice());
        let style = Style::new().bold().fg_color(color.map(Into::into));
        let width = self.width.or_else(|| columns(&std::io::stderr()));
        let text = wrapped(&format!("{word}{text}"), width, 2);
        // Messages are looked at wherever they are stored.
        let text = for_terminal(text.strip_prefix(word).unwrap_or(&text));
        let head = if word.is_empty() { String::new() } else { format!("{style}{word}{style:#}") };
        // Nothing can be done about a standard error that takes nothing.
        let _ = writeln!(out, "{head}{text}");
    }
}

/// Columns of a terminal; `None` for what is none.
fn columns(stream: &(impl IsTerminal + AsFd)) -> Option<usize> {
    let size = stream.is_terminal().then(|| rustix::termios::tcgetwinsize(stream).ok()).flatten();
    size.map(|size| usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

/// A progress bar on standard error, or nothing where none should be drawn.
pub(super) struct Progress {
    bar: ProgressBar,
    counts: Mutex<BTreeMap<String, usize>>,
    running: Mutex<Vec<String>>,
}

impl Progress {
    /// This many of this many steps are done.
    pub(super) fn set(&self, n_done: usize, n_steps: usize) {
        self.bar.set_length(n_steps as u64);
        self.bar.set_position(n_done as u64);
    }

    /// Sets the number of steps, known only now.
    pub(super) fn begin(&self, n_steps: usize) {
        self.bar.set_length(n_steps as u64);
    }

    /// One more is done.
    pub(super) fn step(&self, message: &str) {
        self.bar.set_message(printable(message));
        self.bar.inc(1);
    }

    /// This one runs from now on.
    pub(super) fn start(&self, task: &str) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).push(task.to_owned());
        self.bar.set_message(self.message());
        self.bar.tick();
    }

    /// One more is done, with this outcome; the outcomes are counted.
    pub(super) fn count(&self, outcome: &str) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(outcome.to_owned()).or_default() += 1;
        drop(counts);
        self.step(&self.message());
    }

    /// The same of one that ran.
    pub(super) fn end(&self, task: &str, outcome: &str) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).retain(|running| running != task);
        self.count(outcome);
    }

    /// How often which outcome, and what has run for the longest.
    fn message(&self) -> String {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<String> = counts.iter().map(|(word, n)| format!("{n} {word}")).collect();
        let words = words.join(", ");
        match running.first() {
            Some(task) if words.is_empty() => printable(task),
            Some(task) => printable(&format!("{words}; {task}")),
            None => words,
        }
    }

    /// Whether anybody sees it.
    pub(super) fn is_drawn(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// What is being done.
    pub(super) fn show(&self, message: String) {
        self.bar.set_message(printable(&message));
        self.bar.tick();
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
