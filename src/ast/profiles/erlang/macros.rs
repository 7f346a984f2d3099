//! Expansion of Erlang macros that the file itself defines, by the rules of `epp`.
//!
//! Macros count expanded, as in the Bencher paper. Expansion is on tokens, before parsing; every byte of the
//! expanded text keeps the place it came from: an argument its own place, the text of the definition the place of
//! the call. A macro is its name and its number of parameters. What is not defined in the file (headers are not
//! read) stays as it is and counts as one node besides its arguments.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::stringify::stringified;
use super::tokens::{Token, is_word, tokens};
use crate::ast::expanded::Expanded;
use crate::ast::literal::unquoted;
use crate::ast::text::LineIndex;

/// Tokens that the macros of a file may expand to; what needs more is circular, or doubles with every step.
/// Long ones count as several.
const MAX_TOKENS: usize = 1_000_000;
/// Bytes of a token that count as one more.
const LONG_BYTE: usize = 16;
/// Tokens of a file whose macros are expanded; a hundred thousand lines have half as many.
const MAX_FILE_TOKENS: usize = 2_000_000;
/// Tokens looked at to find where the calls of a file end; more are looked at where none of them does.
const MAX_SEARCHED: usize = 20_000_000;

/// Expands the macros of a file; `None` when it has none, so that plain files cost nothing.
pub(super) fn expand(text: &str) -> Option<Expanded> {
    if !text.contains('?') {
        return None;
    }
    let tokens = tokens(text);
    if tokens.len() > MAX_FILE_TOKENS {
        let problem = format!("more than {MAX_FILE_TOKENS} tokens: macros are not expanded");
        let mut expanded = Expanded::default();
        expanded.push_own(text, 0);
        expanded.problems.push((0, problem));
        return Some(expanded);
    }
    let mut file = Expansion {
        text,
        tokens,
        lines: LineIndex::new(text),
        macros: BTreeMap::new(),
        module: "",
        n_left: MAX_TOKENS,
        n_searches: Cell::new(MAX_SEARCHED),
        expanded: Expanded::default(),
        copied: 0,
    };
    let mut first = 0;
    while first < file.tokens.len() {
        let ends_form = |&idx: &usize| file.ends_form(idx);
        let last = (first..file.tokens.len()).find(ends_form).unwrap_or(file.tokens.len() - 1);
        file.form(first..last + 1);
        first = last + 1;
    }
    file.copy_until(text.len());
    file.expanded.calls.sort_by_key(|call| (call.start, usize::MAX - call.end));
    file.expanded.calls.dedup_by_key(|call| call.start);
    Some(file.expanded)
}

struct Definition<'t> {
    /// Their places by their names.
    parameters: BTreeMap<&'t str, usize>,
    body: Vec<Token>,
}

/// Definitions of one name by their number of parameters; `None` for a macro without parentheses.
type Definitions<'t> = BTreeMap<Option<usize>, Rc<Definition<'t>>>;

/// A token on its way through the expansion.
#[derive(Clone)]
struct Piece<'t> {
    text: Cow<'t, str>,
    place: TokenOrigin,
    /// White space or a comment stands before it.
    has_gap: bool,
}

#[derive(Clone)]
enum TokenOrigin {
    /// Index of the token: it is written where it stands.
    Own(usize),
    /// It stands in a definition; bytes of the call.
    Call(Range<usize>),
    /// It is the number of the call's line.
    Line(Range<usize>),
    /// End of what a macro without parentheses expands to: what follows is no argument of its last token.
    Barrier,
}

struct Expansion<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    lines: LineIndex,
    macros: BTreeMap<&'t str, Definitions<'t>>,
    module: &'t str,
    n_left: usize,
    n_searches: Cell<usize>,
    expanded: Expanded,
    /// The original up to here is in the expanded text.
    copied: usize,
}

impl<'t> Expansion<'t> {
    fn word(&self, idx: usize) -> &'t str {
        self.tokens.get(idx).map_or("", |token| &self.text[token.start..token.end])
    }

    /// Whether the token is a full stop: a dot before white space, a comment or the end.
    fn ends_form(&self, idx: usize) -> bool {
        let next = || self.text[self.tokens[idx].end..].chars().next();
        self.word(idx) == "." && next().is_none_or(|next| next.is_whitespace() || next == '%')
    }

    fn copy_until(&mut self, end: usize) {
        self.expanded.push_own(&self.text[self.copied..end], self.copied);
        self.copied = end;
    }

    /// Expands a form, or learns from it.
    fn form(&mut self, form: Range<usize>) {
        let name = unquoted(self.word(form.start + 3));
        let directive = if self.word(form.start) == "-" { self.word(form.start + 1) } else { "" };
        match directive {
            "define" => self.define(name, form),
            "undef" => {
                self.macros.remove(name);
            }
            "module" => self.module = self.word(form.start + 3),
            "ifdef" | "ifndef" | "if" | "elif" | "else" | "endif" | "include" | "include_lib" => {}
            // What expands without end once would do so again.
            _ if !self.expanded.problems.is_empty() => {}
            _ if form.clone().any(|idx| self.word(idx) == "?") => self.replace(form),
            _ => {}
        }
    }

    /// `-define(NAME, Body).` or `-define(NAME(A, B), Body).`, which has no node: a body need not be an expression.
    fn define(&mut self, name: &'t str, form: Range<usize>) {
        let mut comma = form.start + 4;
        let mut parameters = Vec::new();
        let has_parentheses = self.word(comma) == "(";
        if has_parentheses {
            let Some(close) = form.clone().skip(5).find(|&idx| self.word(idx) == ")") else { return };
            parameters.extend((comma + 1..close).map(|idx| self.word(idx)).filter(|word| *word != ","));
            comma = close + 1;
        }
        let closes = self.ends_form(form.end - 1) && self.word(form.end.saturating_sub(2)) == ")";
        if self.word(form.start + 2) != "(" || self.word(comma) != "," || !closes || form.end < comma + 3 {
            return;
        }
        let n_parameters = has_parentheses.then_some(parameters.len());
        let parameters =
            parameters.into_iter().enumerate().rev().map(|(place, name)| (name, place)).collect();
        let body = self.tokens[comma + 1..form.end - 2].to_vec();
        let definition = Rc::new(Definition { parameters, body });
        self.macros.entry(name).or_default().insert(n_parameters, definition);
        self.copy_until(self.tokens[form.start].start);
        self.copied = self.tokens[form.end - 1].end;
    }

    fn replace(&mut self, form: Range<usize>) {
        let has_gap = |idx: usize| idx > 0 && self.tokens[idx - 1].end < self.tokens[idx].start;
        let own =
            |idx| Piece { text: self.word(idx).into(), place: TokenOrigin::Own(idx), has_gap: has_gap(idx) };
        let input = form.clone().rev().map(own).collect();
        let mut calls = Vec::new();
        match self.expansion(input, &mut calls) {
            Ok(pieces) => {
                self.expanded.calls.append(&mut calls);
                self.write(&form, &pieces);
            }
            Err(problem) => self.expanded.problems.push(problem),
        }
    }

    /// Expands until nothing is left to expand; the input is a stack, and so is what a call becomes.
    fn expansion(
        &mut self,
        mut input: Vec<Piece<'t>>,
        calls: &mut Vec<Range<usize>>,
    ) -> Result<Vec<Piece<'t>>, (usize, String)> {
        let mut output: Vec<Piece<'t>> = Vec::new();
        while let Some(piece) = input.pop() {
            let is_name = |piece: &Piece<'_>| piece.text.starts_with(|c| is_word(c) || c == '\'');
            if piece.text != "?" || !input.last().is_some_and(is_name) {
                output.extend(Some(piece).filter(|piece| !matches!(piece.place, TokenOrigin::Barrier)));
                continue;
            }
            let name = input.pop().expect("it has a name");
            let call = self.call(&piece, &name, &mut input, &output);
            let n_tokens = call.as_ref().map_or(0, |(_, pieces)| 1 + pieces.iter().map(cost).sum::<usize>());
            if n_tokens > self.n_left || self.n_searches.get() == 0 {
                let text = format!("the macro `{:.60}` expands without end", name.text);
                return Err((self.hull([&piece]).start, text));
            }
            self.n_left -= n_tokens;
            let Some((bytes, replacement)) = call else {
                output.extend([piece, name]);
                continue;
            };
            calls.push(bytes);
            let first = input.len();
            input.extend(replacement.into_iter().rev());
            if let Some(next) = input[first..].last_mut() {
                next.has_gap = piece.has_gap;
            }
        }
        Ok(output)
    }

    /// Bytes of a call, and what takes its place; its arguments are taken from the input.
    fn call(
        &self,
        mark: &Piece<'t>,
        name: &Piece<'t>,
        input: &mut Vec<Piece<'t>>,
        output: &[Piece<'t>],
    ) -> Option<(Range<usize>, Vec<Piece<'t>>)> {
        let bytes = self.hull([mark, name]);
        let key = unquoted(&name.text);
        if let Some(text) = self.predefined(key, bytes.start, output) {
            let is_line = key == "LINE";
            let place = if is_line { TokenOrigin::Line } else { TokenOrigin::Call };
            let piece = Piece { text, place: place(bytes.clone()), has_gap: false };
            return Some((bytes, vec![piece]));
        }
        let definitions = self.macros.get(key)?;
        let is_plain = definitions.len() == 1 && definitions.contains_key(&None);
        let has_parentheses = input.last().is_some_and(|piece| piece.text == "(");
        let found =
            if is_plain || !has_parentheses { None } else { Some(arguments(input, &self.n_searches)?) };
        let definition = definitions.get(&found.as_ref().map(Vec::len))?;
        let Some(found) = found else {
            let mut pieces = self.body(definition, &[], &bytes);
            pieces.push(Piece { text: "".into(), place: TokenOrigin::Barrier, has_gap: false });
            return Some((bytes, pieces));
        };
        let values: Vec<Vec<Piece<'t>>> =
            found.iter().map(|part| input[part.clone()].iter().rev().cloned().collect()).collect();
        let close = found.last().map_or(input.len() - 2, |last| last.start - 1);
        let bytes = self.hull([mark, name].into_iter().chain(&input[close..]));
        input.truncate(close);
        let pieces = self.body(definition, &values, &bytes);
        Some((bytes, pieces))
    }

    /// What the preprocessor itself defines, as far as the file tells it.
    fn predefined(&self, name: &str, at: usize, output: &[Piece<'t>]) -> Option<Cow<'t, str>> {
        let module = Some(self.module).filter(|module| !module.is_empty());
        match name {
            "MODULE" => module.map(Cow::from),
            "MODULE_STRING" => module.map(|module| format!("\"{}\"", unquoted(module)).into()),
            "LINE" => Some(self.lines.line(at).to_string().into()),
            "FUNCTION_NAME" => head(output, &self.n_searches).map(|(name, _)| name),
            "FUNCTION_ARITY" => head(output, &self.n_searches).map(|(_, arity)| arity.to_string().into()),
            _ => None,
        }
    }

    /// A definition with its parameters replaced; cut short where it is longer than anything may become.
    fn body(
        &self,
        definition: &Definition<'t>,
        values: &[Vec<Piece<'t>>],
        call: &Range<usize>,
    ) -> Vec<Piece<'t>> {
        let (body, text) = (&definition.body, self.text);
        let word = |idx: usize| body.get(idx).map_or("", |token: &Token| &text[token.start..token.end]);
        let value = |idx: usize| {
            let parameter = definition.parameters.get(word(idx));
            parameter.and_then(|&parameter| values.get(parameter))
        };
        let mut pieces = Vec::new();
        let (mut idx, mut n_tokens, mut n_counted) = (0, 0, 0);
        while idx < body.len() && n_tokens <= self.n_left {
            n_tokens += pieces[n_counted..].iter().map(cost).sum::<usize>();
            n_counted = pieces.len();
            let has_gap = idx > 0 && body[idx - 1].end < body[idx].start;
            let of_call = |text| Piece { text, place: TokenOrigin::Call(call.clone()), has_gap };
            if word(idx) == "?"
                && word(idx + 1) == "?"
                && let Some(value) = value(idx + 2)
            {
                pieces.push(of_call(stringified(value.iter().map(|piece| &*piece.text)).into()));
                idx += 3;
                continue;
            }
            let first = pieces.len();
            match value(idx) {
                Some(value) => pieces.extend(value.iter().cloned()),
                None => pieces.push(of_call(word(idx).into())),
            }
            if let Some(piece) = pieces.get_mut(first) {
                piece.has_gap = has_gap;
            }
            idx += 1;
        }
        pieces
    }

    /// The smallest range of the original that holds all pieces.
    fn hull<'p>(&self, pieces: impl IntoIterator<Item = &'p Piece<'t>>) -> Range<usize>
    where
        't: 'p,
    {
        let bytes = |piece: &Piece<'_>| match &piece.place {
            TokenOrigin::Own(idx) => Some(self.tokens[*idx].start..self.tokens[*idx].end),
            TokenOrigin::Call(call) | TokenOrigin::Line(call) => Some(call.clone()),
            TokenOrigin::Barrier => None,
        };
        let join = |a: Range<usize>, b: Range<usize>| a.start.min(b.start)..a.end.max(b.end);
        pieces.into_iter().filter_map(bytes).reduce(join).unwrap_or_default()
    }

    /// Appends an expanded form; between two tokens that stood side by side is what stood there.
    fn write(&mut self, form: &Range<usize>, pieces: &[Piece<'t>]) {
        self.copy_until(self.tokens[form.start].start);
        let mut before: Option<&Piece<'t>> = None;
        for piece in pieces {
            let is_next = |before: &Piece<'_>| matches!((&before.place, &piece.place), (TokenOrigin::Own(a), TokenOrigin::Own(b)) if a + 1 == *b);
            if before.is_some_and(is_next) {
                self.copy_until(self.hull([piece]).end);
            } else {
                let is_apart = |before: &Piece<'_>| piece.has_gap || is_glue(&before.text, &piece.text);
                let gap = if before.is_some_and(is_apart) { " " } else { "" };
                self.write_piece(gap, piece);
            }
            before = Some(piece);
        }
        self.copied = self.tokens[form.end - 1].end;
    }

    fn write_piece(&mut self, gap: &str, piece: &Piece<'t>) {
        let bytes = self.hull([piece]);
        self.expanded.push_replacement(gap, &bytes);
        if let TokenOrigin::Line(_) = piece.place {
            self.expanded.line_numbers.push(self.expanded.text.len());
        }
        if let TokenOrigin::Own(_) = piece.place {
            self.expanded.push_own(&piece.text, bytes.start);
        } else {
            self.expanded.push_replacement(&piece.text, &bytes);
        }
        self.copied = bytes.end;
    }
}

/// Tokens that a piece counts as.
fn cost(piece: &Piece<'_>) -> usize {
    1 + piece.text.len() / LONG_BYTE
}

/// Counts one token looked at; `None` when there have been too many.
fn search(n_searches: &Cell<usize>) -> Option<()> {
    n_searches.set(n_searches.get().checked_sub(1)?);
    Some(())
}

/// Ranges of a call's arguments in the input, a stack with the opening parenthesis on top; `None` when it does not
/// close, or an argument is empty.
fn arguments(input: &[Piece<'_>], n_searches: &Cell<usize>) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut first = input.len() - 1;
    for idx in (0..first).rev() {
        search(n_searches)?;
        let word = &*input[idx].text;
        match word {
            _ if matches!(input[idx].place, TokenOrigin::Barrier) => return None,
            ")" | "," if open.is_empty() => {
                let is_empty = first == idx + 1;
                if is_empty && (word == "," || !found.is_empty()) {
                    return None;
                }
                found.extend((!is_empty).then_some(idx + 1..first));
                first = idx;
                if word == ")" {
                    return Some(found);
                }
            }
            _ if open.last() == Some(&word) => {
                open.pop();
            }
            _ => open.extend(closing(input, idx)),
        }
    }
    None
}

/// What closes the bracket or block that starts here.
fn closing(input: &[Piece<'_>], idx: usize) -> Option<&'static str> {
    let word = |idx: Option<usize>| idx.map_or("", |idx| &*input[idx].text);
    match word(Some(idx)) {
        "(" => Some(")"),
        "[" => Some("]"),
        "{" => Some("}"),
        "<<" => Some(">>"),
        "begin" | "if" | "case" | "receive" | "try" => Some("end"),
        "fun" => {
            let (next, after) = (word(idx.checked_sub(1)), word(idx.checked_sub(2)));
            let is_variable = next.starts_with(|c: char| c.is_uppercase() || c == '_');
            (next == "(" || (is_variable && after == "(")).then_some("end")
        }
        _ => None,
    }
}

/// Name and number of parameters of the function whose head this is.
fn head<'t>(output: &[Piece<'t>], n_searches: &Cell<usize>) -> Option<(Cow<'t, str>, usize)> {
    let [name, open, rest @ ..] = output else { return None };
    if open.text != "(" || !name.text.starts_with(|c: char| c.is_lowercase() || c == '\'') {
        return None;
    }
    let (mut depth, mut arity) = (1, 0);
    for piece in rest {
        search(n_searches)?;
        match &*piece.text {
            ")" | "]" | "}" | ">>" => depth -= 1,
            "(" | "[" | "{" | "<<" => depth += 1,
            "," if depth == 1 => arity += 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        arity = arity.max(1);
    }
    Some((name.text.clone(), arity))
}

/// Whether two tokens would be read as one, or as others, side by side.
fn is_glue(before: &str, after: &str) -> bool {
    let is_sign = |c: char| "+-*/=<>|:!.#?&".contains(c);
    let ends = (before.chars().next_back(), after.chars().next());
    matches!(ends, (Some(a), Some(b)) if (is_word(a) && is_word(b)) || (is_sign(a) && is_sign(b)))
}

#[cfg(test)]
#[path = "macros_tests.rs"]
mod tests;
