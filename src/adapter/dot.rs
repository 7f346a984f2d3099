//! Graphs in the language of Graphviz: which nodes there are, and what their attributes say.
//!
//! In: a text. Out: nodes with their attributes, in the order of the text. Edges, subgraphs and defaults are passed over: a
//! node counts where it is named by a statement of its own.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

/// A node of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DotNode {
    pub(super) name: String,
    pub(super) attributes: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum DotToken {
    /// A name, a number, a quoted text, a text of HTML.
    Word(String),
    /// `->` or `--`.
    Edge,
    /// Any other character with a meaning.
    Sign(char),
}

/// Words that begin a statement about something other than a node.
const NO_NODES: [&str; 6] = ["graph", "digraph", "subgraph", "strict", "edge", "node"];

/// The nodes of a graph.
///
/// # Errors
/// Why it is no graph, in a few words.
pub(super) fn nodes(text: &str) -> Result<Vec<DotNode>, String> {
    let tokens = tokens(text)?;
    let is_graph =
        |token: &DotToken| matches!(token, DotToken::Word(word) if is_word(word, &["graph", "digraph"]));
    if !tokens.iter().take(2).any(is_graph) || !tokens.contains(&DotToken::Sign('{')) {
        return Err("not a graph in DOT".to_owned());
    }
    let mut nodes = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = statement(&tokens, at, &mut nodes)?;
    }
    Ok(nodes)
}

fn is_word(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Reads what begins at a token; where the next thing begins.
fn statement(tokens: &[DotToken], at: usize, nodes: &mut Vec<DotNode>) -> Result<usize, String> {
    let DotToken::Word(name) = &tokens[at] else { return Ok(at + 1) };
    let mut next = at + 1;
    // A port of a node, and the compass beside it.
    while tokens.get(next) == Some(&DotToken::Sign(':')) {
        next += 2;
    }
    let (is_edge, is_setting) = match tokens.get(next) {
        Some(DotToken::Edge) => (true, false),
        Some(DotToken::Sign('=')) => (false, true),
        _ => (at > 0 && tokens[at - 1] == DotToken::Edge, false),
    };
    if is_setting {
        return Ok(next + 2);
    }
    let mut attributes = BTreeMap::new();
    while tokens.get(next) == Some(&DotToken::Sign('[')) {
        next = attribute_list(tokens, next + 1, &mut attributes)?;
    }
    if !is_edge && !is_word(name, &NO_NODES) && !is_named_graph(tokens, at) {
        nodes.push(DotNode { name: name.clone(), attributes });
    }
    Ok(next)
}

/// Whether a word is the name of the graph, or of a part of it.
fn is_named_graph(tokens: &[DotToken], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    matches!(before, Some(DotToken::Word(word)) if is_word(word, &["graph", "digraph", "subgraph"]))
        && tokens.get(at + 1) == Some(&DotToken::Sign('{'))
}

/// Reads attributes up to behind the bracket that closes them.
fn attribute_list(
    tokens: &[DotToken],
    mut at: usize,
    attributes: &mut BTreeMap<String, String>,
) -> Result<usize, String> {
    loop {
        match (tokens.get(at), tokens.get(at + 1), tokens.get(at + 2)) {
            (Some(DotToken::Sign(']')), ..) => return Ok(at + 1),
            (Some(DotToken::Word(name)), Some(DotToken::Sign('=')), Some(DotToken::Word(value))) => {
                attributes.insert(name.clone(), value.clone());
                at += 3;
            }
            (Some(_), ..) => at += 1,
            (None, ..) => return Err("attributes of a node without `]`".to_owned()),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<DotToken>, String> {
    let mut tokens = Vec::new();
    let mut is_line_start = true;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let was_line_start = std::mem::replace(&mut is_line_start, c == '\n');
        match c {
            // Lines of a preprocessor.
            '#' if was_line_start => is_line_start = skip_line(&mut rest),
            '/' if rest.peek() == Some(&'/') => is_line_start = skip_line(&mut rest),
            '/' if rest.peek() == Some(&'*') => skip_comment(&mut rest),
            '"' => push_text(&mut tokens, quoted(&mut rest)?),
            '<' => tokens.push(DotToken::Word(html(&mut rest)?)),
            '-' if matches!(rest.peek(), Some('>' | '-')) => {
                rest.next();
                tokens.push(DotToken::Edge);
            }
            c if is_plain(c) => tokens.push(DotToken::Word(plain(c, &mut rest))),
            c if c.is_whitespace() => {}
            c => tokens.push(DotToken::Sign(c)),
        }
    }
    Ok(tokens)
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// True: the next character begins a line.
fn skip_line(rest: &mut Peekable<Chars<'_>>) -> bool {
    rest.by_ref().find(|c| *c == '\n').is_some()
}

fn skip_comment(rest: &mut Peekable<Chars<'_>>) {
    rest.next();
    let mut before = ' ';
    for c in rest.by_ref() {
        if before == '*' && c == '/' {
            return;
        }
        before = c;
    }
}

fn plain(first: char, rest: &mut Peekable<Chars<'_>>) -> String {
    let mut word = String::from(first);
    while let Some(c) = rest.next_if(|c| is_plain(*c) && *c != '-') {
        word.push(c);
    }
    word
}

/// Text up to the quote, which a backslash makes part of it; line ends behind a backslash are left out.
fn quoted(rest: &mut Peekable<Chars<'_>>) -> Result<String, String> {
    let mut text = String::new();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('"', _) => return Ok(text),
            ('\\', Some('"')) => text.extend(rest.next()),
            ('\\', Some('\n')) => drop(rest.next()),
            ('\\', Some('n' | 'l' | 'r')) => {
                rest.next();
                text.push('\n');
            }
            ('\\', Some('\\')) => text.extend(rest.next()),
            (c, _) => text.push(c),
        }
    }
    Err("a text in the graph without its closing quote".to_owned())
}

/// A quoted text, joined to the one before by `+`.
fn push_text(tokens: &mut Vec<DotToken>, text: String) {
    if let [.., DotToken::Word(before), DotToken::Sign('+')] = &mut tokens[..] {
        before.push_str(&text);
        tokens.pop();
    } else {
        tokens.push(DotToken::Word(text));
    }
}

fn html(rest: &mut Peekable<Chars<'_>>) -> Result<String, String> {
    let mut depth = 1;
    let mut text = String::new();
    for c in rest.by_ref() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(text);
        }
        text.push(c);
    }
    Err("a text in the graph without its closing `>`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &[(&str, &str)])]) {
        let found = nodes(text).unwrap();
        let shown: Vec<(&str, Vec<(&str, &str)>)> = found
            .iter()
            .map(|node| {
                let attributes = node.attributes.iter();
                (
                    node.name.as_str(),
                    attributes.map(|(name, value)| (name.as_str(), value.as_str())).collect(),
                )
            })
            .collect();
        let expected: Vec<(&str, Vec<(&str, &str)>)> =
            expected.iter().map(|(name, attributes)| (*name, attributes.to_vec())).collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn nodes_are_statements_of_their_own() {
        check(
            "digraph slice {\n  rankdir=LR; node [shape=box, line=9];\n  a [line=3];\n  a -> b [label=\"x\"];\n  \
             subgraph cluster_1 { label = \"f\"; \"b c\" [line=\"4\", label=\"int \\\"y\\\"\"]; }\n}\n",
            &[("a", &[("line", "3")]), ("b c", &[("label", "int \"y\""), ("line", "4")])],
        );
        check("graph { 1 -- 2; -3.5; }", &[("-3.5", &[])]);
    }

    #[test]
    fn comments_html_and_joined_texts_are_read() {
        check(
            "# 1 \"x\"\nstrict digraph { // a [line=1]\n /* b [line=2] */ c:port:n [label=<<b>4</b>> line=\"1\" + \"2\"] }",
            &[("c", &[("label", "<b>4</b>"), ("line", "12")])],
        );
    }

    #[test]
    fn what_is_no_graph_is_told() {
        for (text, why) in [
            ("lines 1 2 3", "not a graph in DOT"),
            ("digraph { a [line=1", "attributes of a node without `]`"),
            ("digraph { \"a", "a text in the graph without its closing quote"),
        ] {
            assert_eq!(nodes(text), Err(why.to_owned()), "{text}");
        }
    }
}
