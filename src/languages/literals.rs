//! Standard input, command line arguments and literals, made of what a program mentions, in languages that have literals for
//! values.

use std::collections::BTreeSet;

use super::room::InputSource;
use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::deletions::Deletions;
use crate::random::Random;
use crate::stack::deep;
use crate::suite::Input;
use crate::value::Value;

/// Most arguments of a command line, lines and words of a text that are drawn.
const MAX_DRAWN: usize = 8;

/// How a language writes values, and what in a program says that it reads something.
pub(super) struct LiteralWords {
    pub(super) read: fn(&str) -> Option<Value>,
    pub(super) written: fn(&Value) -> String,
    /// Its nothing, and its truth.
    pub(super) symbols: [&'static str; 2],
    /// Names by which arguments are reached.
    pub(super) args: &'static [&'static str],
    /// Names by which standard input is reached.
    pub(super) stdin: &'static [&'static str],
    /// What inputs should hold where a program mentions something.
    pub(super) tempting: &'static [Temptation],
    /// Whether words may be numbers with a point, and lines have one of the program's characters between words.
    pub(super) has_tables: bool,
    /// Functions that a program is entered by without being named anywhere.
    pub(super) opened: &'static [&'static str],
}

/// Texts that few programs think of, for those that look at texts in this way.
pub(super) struct Temptation {
    /// Names of functions and methods, or parts of regular expressions.
    pub(super) mentions: &'static [&'static str],
    pub(super) characters: &'static str,
    pub(super) words: &'static [&'static str],
}

impl Temptation {
    /// Whether a program mentions one of the names, as a word of its own.
    fn is_mentioned(&self, program: &Tree) -> bool {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_in = |text: &str| {
            self.mentions.iter().any(|name| {
                text.match_indices(name).any(|(at, _)| {
                    let (before, after) = (&text[..at], &text[at + name.len()..]);
                    let goes_on_before = is_word(name.chars().next()) && is_word(before.chars().next_back());
                    let goes_on_after = is_word(name.chars().next_back()) && is_word(after.chars().next());
                    !goes_on_before && !goes_on_after
                })
            })
        };
        program.files().any(|file| is_in(&file.text))
    }
}

/// A literal that inputs may hold.
pub(super) enum LiteralConstant<'t> {
    Number(i64),
    // Without its quotes.
    Text(&'t str),
}

/// What inputs of a program are made of.
pub(super) struct Literals {
    words_of: &'static LiteralWords,
    reachable: NodeSet,
    /// Number of parameters of the function that is called; `None` for a script.
    n_params: Option<usize>,
    has_args: bool,
    has_stdin: bool,
    numbers: Vec<i64>,
    words: Vec<String>,
    characters: Vec<char>,
}

impl InputSource for Literals {
    fn reachable(&self) -> NodeSet {
        self.reachable.clone()
    }

    fn branches(&self, nodes: &NodeSet) -> NodeSet {
        nodes.intersection(&self.reachable)
    }

    fn series(&self, n: usize) -> Vec<Vec<Value>> {
        let mut found = match self.n_params {
            Some(n_params) => self.small_arguments(n_params),
            None => self.small_texts(),
        };
        found.truncate(n);
        found
    }

    fn draw(&self, random: &mut Random) -> Option<Vec<Value>> {
        match self.n_params {
            Some(0) => None,
            Some(n_params) => Some((0..n_params).map(|_| self.value(random, 2)).collect()),
            None if !self.has_args && !self.has_stdin => None,
            None => {
                let n_args = if self.has_args { random.below(MAX_DRAWN / 2) } else { 0 };
                let args = (0..n_args).map(|_| self.word(random)).collect();
                let stdin = if self.has_stdin { self.text(random) } else { String::new() };
                Some(vec![Value::List(args), Value::Text(stdin)])
            }
        }
    }

    fn constants(&self) -> Vec<Value> {
        let numbers = self.numbers.iter().map(|&number| Value::Int(number.into()));
        let words = self.words.iter().cloned().map(Value::Text);
        numbers.chain(words).chain(self.characters.iter().map(|c| Value::Text(c.to_string()))).collect()
    }

    fn read(&self, input: &Input) -> Option<Vec<Value>> {
        match self.n_params {
            Some(_) => input.args.iter().map(|arg| (self.words_of.read)(arg)).collect(),
            None => {
                let args = input.args.iter().cloned().map(Value::Text).collect();
                Some(vec![Value::List(args), Value::Text(input.stdin.clone())])
            }
        }
    }

    fn write(&self, values: &[Value]) -> Input {
        match self.n_params {
            Some(_) => {
                Input { args: values.iter().map(self.words_of.written).collect(), stdin: String::new() }
            }
            None => {
                let (args, stdin) = (values.first(), values.get(1));
                let words = |value: &Value| match value {
                    Value::List(words) | Value::Tuple(words) => {
                        words.iter().map(|word| self.plain(word)).collect()
                    }
                    other => vec![self.plain(other)],
                };
                Input {
                    args: args.filter(|_| self.has_args).map(words).unwrap_or_default(),
                    stdin: stdin.filter(|_| self.has_stdin).map(|text| self.plain(text)).unwrap_or_default(),
                }
            }
        }
    }
}

impl Literals {
    /// A value as a script reads it.
    fn plain(&self, value: &Value) -> String {
        let all = |items: &[Value]| items.iter().map(|item| self.plain(item)).collect::<Vec<_>>().join(" ");
        deep(|| match value {
            Value::Symbol(text) | Value::Text(text) => text.replace('\0', ""),
            Value::List(items) | Value::Tuple(items) | Value::Improper(items, _) => all(items),
            Value::Map(pairs) => pairs.iter().map(|(key, _)| self.plain(key)).collect::<Vec<_>>().join(" "),
            Value::Bytes(bytes) | Value::Bits(bytes, _) => String::from_utf8_lossy(bytes).replace('\0', ""),
            Value::Int(_) | Value::Large(..) | Value::Float(_) => (self.words_of.written)(value),
        })
    }

    /// Reads a program's constants; `n_params` are those of the function that is called, `None` for a script.
    pub(super) fn new<'t>(
        program: &'t Tree,
        table: &Deletions,
        n_params: Option<usize>,
        constant: impl Fn(&'t Tree, NodeId) -> Option<LiteralConstant<'t>>,
        words_of: &'static LiteralWords,
    ) -> Literals {
        let mut numbers: BTreeSet<i64> = [0, 1, 2, -1, 10].into();
        let mut words: BTreeSet<String> = BTreeSet::new();
        let mut characters: BTreeSet<char> = [' ', '\n', 'a', 'b', 'Z', '7', '.', '-'].into();
        for node in program.ids() {
            match constant(program, node) {
                Some(LiteralConstant::Number(number)) => {
                    numbers.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
                }
                Some(LiteralConstant::Text(text)) => {
                    let is_one = text.chars().count() == 1;
                    characters.extend(text.chars().next().filter(|_| is_one));
                    if !text.is_empty()
                        && !is_one
                        && text.chars().count() <= 20
                        && !text.contains(['\\', '\0'])
                    {
                        words.insert(text.to_owned());
                    }
                }
                None => {}
            }
        }
        for tempting in words_of.tempting.iter().filter(|tempting| tempting.is_mentioned(program)) {
            characters.extend(tempting.characters.chars());
            words.extend(tempting.words.iter().map(|&word| word.to_owned()));
        }
        let mentions = |names: &[&str]| program.ids().any(|node| names.contains(&program.label(node)));
        // The text that documents a module is asked by nobody.
        let is_documentation =
            !program.is_empty() && matches!(constant(program, 0), Some(LiteralConstant::Text(_)));
        let has_args = mentions(words_of.args);
        let has_stdin = mentions(words_of.stdin);
        Literals {
            words_of,
            reachable: reachable(program, table, is_documentation, words_of.opened),
            n_params,
            has_args,
            has_stdin,
            numbers: numbers.into_iter().collect(),
            words: words.into_iter().collect(),
            characters: characters.into_iter().collect(),
        }
    }

    /// With statements and clauses that are found otherwise.
    pub(super) fn reaching(self, reachable: NodeSet) -> Literals {
        Literals { reachable, ..self }
    }

    fn small_texts(&self) -> Vec<Vec<Value>> {
        let input = |args: Vec<Value>, stdin: String| vec![Value::List(args), Value::Text(stdin)];
        let mut found = vec![input(Vec::new(), String::new())];
        let words = || self.numbers.iter().map(i64::to_string).chain(self.words.iter().cloned());
        if self.has_args {
            found.extend(words().map(|word| input(vec![Value::Text(word)], String::new())));
        }
        if self.has_stdin {
            let all = self.characters.iter().map(char::to_string).chain(words());
            found.extend(all.map(|text| input(Vec::new(), text)));
        }
        found
    }

    fn small_arguments(&self, n_params: usize) -> Vec<Vec<Value>> {
        let ints = self.numbers.iter().map(|&number| Value::Int(number.into()));
        let texts = self.words.iter().cloned().map(Value::Text);
        let others = [
            Value::List(Vec::new()),
            Value::Text(String::new()),
            Value::symbol(self.words_of.symbols[0]),
            Value::List(vec![Value::Int(1)]),
            Value::List(vec![Value::Int(2), Value::Int(1)]),
            Value::map(Vec::new()),
        ];
        let all: Vec<Value> = ints.chain(others).chain(texts).collect();
        let rows = all.iter().map(|value| vec![value.clone(); n_params]);
        // Of two arguments, every pair of the first ones.
        let few: Vec<&Value> = all.iter().take(8).collect();
        let pairs =
            few.iter().flat_map(|one| few.iter().map(move |other| vec![(*one).clone(), (*other).clone()]));
        rows.chain(pairs.filter(|_| n_params == 2)).collect()
    }

    fn number(&self, random: &mut Random) -> i64 {
        match random.below(4) {
            0 => random.below(40) as i64 - 10,
            1 => random.below(5_000) as i64,
            _ => random.choose(&self.numbers).copied().unwrap_or(0),
        }
    }

    fn word(&self, random: &mut Random) -> Value {
        let known = |random: &mut Random| random.choose(&self.words).cloned().unwrap_or_default();
        Value::Text(match random.below(7) {
            0 | 1 => known(random),
            // What a program splits: a key and a value, a name and what is added to it.
            6 => {
                let separator = random.choose(&self.characters).map(char::to_string).unwrap_or_default();
                let number = self.number(random).to_string();
                [known(random), separator, number].concat()
            }
            2 => (0..random.below(5)).filter_map(|_| random.choose(&self.characters)).collect(),
            3 if self.words_of.has_tables => (random.below(200) as f64 / 8.0).to_string(),
            _ => self.number(random).to_string(),
        })
    }

    /// Characters alone, or lines of words.
    fn text(&self, random: &mut Random) -> String {
        if random.one_in(4) {
            return (0..random.below(30)).filter_map(|_| random.choose(&self.characters)).collect();
        }
        let between = match self.words_of.has_tables {
            true => random.choose(&self.characters).filter(|c| !c.is_alphanumeric()).copied(),
            false => None,
        };
        let between = between.unwrap_or(' ').to_string();
        let mut text = String::new();
        for _ in 0..random.below(MAX_DRAWN) {
            let words: Vec<String> = (0..random.below(5)).map(|_| self.plain(&self.word(random))).collect();
            text.push_str(&words.join(&between));
            text.push('\n');
        }
        text
    }

    fn value(&self, random: &mut Random, depth: usize) -> Value {
        deep(|| {
            let n = random.below(5);
            let mut some =
                |n: usize| (0..n).map(|_| self.value(random, depth.saturating_sub(1))).collect::<Vec<_>>();
            match if depth == 0 { n % 3 } else { n } {
                3 => Value::List(some(4)),
                4 => Value::List(some(2)),
                _ => match random.below(8) {
                    0 => Value::symbol(self.words_of.symbols[0]),
                    1 => Value::symbol(self.words_of.symbols[1]),
                    2 => Value::Float(self.number(random) as f64 / 4.0),
                    3 | 4 => self.word(random),
                    5 if depth > 0 => {
                        let key = self.word(random);
                        Value::map(vec![(key, self.value(random, depth - 1))])
                    }
                    _ => Value::Int(self.number(random).into()),
                },
            }
        })
    }
}

/// Statements and clauses of the module, and of functions whose names are mentioned there, and so on.
fn reachable(program: &Tree, table: &Deletions, is_documented: bool, opened: &[&'static str]) -> NodeSet {
    let is_function = |node: NodeId| program.flags(node).has(Flags::DEFINITION);
    let mut mentioned: BTreeSet<&str> = opened.iter().copied().collect();
    let mut found = NodeSet::new();
    loop {
        let mut seen = NodeSet::new();
        let mut names = mentioned.clone();
        let mut node = 0;
        while (node as usize) < program.len() {
            let label = program.label(node);
            let is_open = !is_function(node)
                || mentioned.contains(label)
                || label.starts_with("__")
                || program.kind(node).contains("class");
            seen.insert(node);
            if !is_open {
                node = program.subtree(node).end;
                continue;
            }
            if !is_function(node) && !label.is_empty() {
                names.insert(label);
            }
            node += 1;
        }
        if names.len() == mentioned.len() {
            let is_asked = |&node: &NodeId| {
                program.flags(node).has(Flags::STATEMENT)
                    && program.is_counted(node)
                    && !table.of_node(node).is_empty()
                    && !(node == 0 && is_documented)
            };
            found.extend(seen.iter().filter(is_asked));
            return found;
        }
        mentioned = names;
    }
}
