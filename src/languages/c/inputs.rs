//! Command line arguments and standard input, made of what a C program mentions.
//!
//! A program that reads neither has one input. Constants of the program and their neighbours are used more often than
//! anything else: what a program does with a number changes at the numbers in it.

use std::collections::{BTreeMap, BTreeSet};

use super::deletions::{Construct, Part, Parts};
use super::scope::{self, Resolved};
use super::syntax::NodeKind;
use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::languages::room::InputSource;
use crate::random::Random;
use crate::suite::Input;
use crate::value::Value;

/// Functions that read the standard input.
const READERS: [&str; 7] = ["getchar", "getc", "fgetc", "fgets", "scanf", "fscanf", "fread"];

/// Most arguments that are drawn.
const MAX_ARGS: usize = 8;

/// What inputs of a C program are made of.
pub(super) struct Texts {
    reachable: NodeSet,
    has_args: bool,
    has_stdin: bool,
    numbers: Vec<i64>,
    words: Vec<String>,
    characters: Vec<char>,
}

impl InputSource for Texts {
    fn reachable(&self) -> NodeSet {
        self.reachable.clone()
    }

    fn branches(&self, nodes: &NodeSet) -> NodeSet {
        nodes.intersection(&self.reachable)
    }

    fn series(&self, n: usize) -> Vec<Vec<Value>> {
        self.all_small().iter().take(n).map(values).collect()
    }

    fn draw(&self, random: &mut Random) -> Option<Vec<Value>> {
        (self.has_args || self.has_stdin).then(|| values(&self.random(random)))
    }

    fn constants(&self) -> Vec<Value> {
        let numbers = self.numbers.iter().map(|&number| Value::Int(number.into()));
        let words = self.words.iter().cloned().map(Value::Text);
        numbers.chain(words).chain(self.characters.iter().map(|c| Value::Text(c.to_string()))).collect()
    }

    fn read(&self, input: &Input) -> Option<Vec<Value>> {
        Some(values(input))
    }

    /// What the program does not read is left out.
    fn write(&self, values: &[Value]) -> Input {
        let (args, stdin) = (values.first(), values.get(1));
        let words = |value: &Value| match value {
            Value::List(words) | Value::Tuple(words) => words.iter().map(word).collect(),
            other => vec![word(other)],
        };
        Input {
            args: args.filter(|_| self.has_args).map(words).unwrap_or_default(),
            stdin: stdin.filter(|_| self.has_stdin).map(word).unwrap_or_default(),
        }
    }
}

/// The arguments, numbers among them as such, and the standard input.
fn values(input: &Input) -> Vec<Value> {
    let value = |word: &String| match word.parse::<i64>() {
        Ok(number) if number.to_string() == *word => Value::Int(number.into()),
        _ => Value::Text(word.clone()),
    };
    vec![Value::List(input.args.iter().map(value).collect()), Value::Text(input.stdin.clone())]
}

/// A value as a program reads it: a word, or several after each other.
fn word(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Symbol(text) | Value::Text(text) => text.replace('\0', ""),
        Value::Large(is_negative, bytes) => {
            format!("{}{}", if *is_negative { "-" } else { "" }, "9".repeat(bytes.len() * 2))
        }
        Value::Bytes(bytes) | Value::Bits(bytes, _) => String::from_utf8_lossy(bytes).replace('\0', ""),
        Value::List(items) | Value::Tuple(items) | Value::Improper(items, _) => {
            items.iter().map(word).collect::<Vec<_>>().join(" ")
        }
        Value::Map(pairs) => pairs.iter().map(|(key, _)| word(key)).collect::<Vec<_>>().join(" "),
    }
}

impl Texts {
    /// Reads a program's constants.
    pub(super) fn new(program: &Tree) -> Texts {
        let mut numbers: BTreeSet<i64> = [0, 1, 2, -1, 10].into();
        let mut words: BTreeSet<String> = BTreeSet::new();
        let mut characters: BTreeSet<char> = [' ', '\n', 'a', 'b', 'Z', '7', '.', '-'].into();
        for node in program.ids() {
            let label = program.label(node);
            match NodeKind::of(program, node) {
                NodeKind::Number => {
                    let digits = label.trim_end_matches(['u', 'U', 'l', 'L']);
                    let value = digits.split('.').next().and_then(|whole| whole.parse::<i64>().ok());
                    numbers.extend(
                        value.into_iter().flat_map(|n| [n.saturating_sub(1), n, n.saturating_add(1)]),
                    );
                }
                NodeKind::Character => characters.extend(character(label)),
                NodeKind::Text => {
                    let text = label.trim_matches('"');
                    if !text.contains(['%', '\\']) && !text.is_empty() {
                        words.insert(text.to_owned());
                    }
                }
                _ => {}
            }
        }
        let uses = |name: &str| program.ids().any(|node| program.label(node) == name);
        let main = scope::function(program, "main");
        let is_param = |part: &Part| {
            part.place == Construct::Parameter && main.is_some() && program.parent(part.deletion.node) == main
        };
        let has_args = Parts::new(program).all.iter().any(is_param);
        Texts {
            reachable: reachable(program),
            has_args,
            has_stdin: READERS.into_iter().any(uses),
            numbers: numbers.into_iter().collect(),
            words: words.into_iter().collect(),
            characters: characters.into_iter().collect(),
        }
    }

    fn all_small(&self) -> Vec<Input> {
        let mut found = vec![Input::default()];
        if self.has_args {
            let one = self.numbers.iter().map(i64::to_string).chain(self.words.iter().cloned());
            found.extend(one.map(|arg| Input { args: vec![arg], stdin: String::new() }));
        }
        if self.has_stdin {
            let one = self.characters.iter().map(char::to_string);
            let all = one.chain(self.numbers.iter().map(i64::to_string)).chain(self.words.iter().cloned());
            found.extend(all.map(|stdin| Input { args: Vec::new(), stdin }));
        }
        found
    }

    fn random(&self, random: &mut Random) -> Input {
        let n_args = if self.has_args { random.below(MAX_ARGS + 1) } else { 0 };
        let args = (0..n_args).map(|_| self.word(random)).collect();
        Input { args, stdin: if self.has_stdin { self.stdin(random) } else { String::new() } }
    }

    fn number(&self, random: &mut Random) -> i64 {
        match random.below(4) {
            0 => random.below(40) as i64 - 10,
            1 => random.below(5_000) as i64,
            _ => random.choose(&self.numbers).copied().unwrap_or(0),
        }
    }

    fn word(&self, random: &mut Random) -> String {
        match random.below(6) {
            0 => random.choose(&self.words).cloned().unwrap_or_default(),
            1 => (0..random.below(5)).filter_map(|_| random.choose(&self.characters)).collect(),
            _ => self.number(random).to_string(),
        }
    }

    /// Characters alone, or words with blanks and line ends.
    fn stdin(&self, random: &mut Random) -> String {
        let n = random.below(30);
        if random.one_in(2) {
            return (0..n).filter_map(|_| random.choose(&self.characters)).collect();
        }
        let mut text = String::new();
        for _ in 0..n {
            text.push_str(&self.word(random));
            text.push(if random.one_in(4) { '\n' } else { ' ' });
        }
        text
    }
}

/// The character that a literal means, as far as it is a plain one.
fn character(literal: &str) -> Option<char> {
    let inside = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    match inside {
        "\\n" => Some('\n'),
        "\\t" => Some('\t'),
        "\\'" => Some('\''),
        "\\\\" => Some('\\'),
        _ => inside.chars().next().filter(|&c| inside.chars().count() == 1 && c != '\0'),
    }
}

/// Statements and branches of the functions that can be called from `main`, called or not.
fn reachable(program: &Tree) -> NodeSet {
    let uses: BTreeMap<NodeId, NodeId> =
        Resolved::new(program).uses.into_iter().map(|name| (name.node, name.declared)).collect();
    let mut found = NodeSet::new();
    let mut open: Vec<NodeId> = scope::function(program, "main").into_iter().collect();
    let mut seen: NodeSet = open.iter().copied().collect();
    while let Some(current) = open.pop() {
        for node in program.subtree(current) {
            // Declarations do nothing that could be reached.
            let is_code = !matches!(
                NodeKind::of(program, node),
                NodeKind::Name
                    | NodeKind::Initialised
                    | NodeKind::Function
                    | NodeKind::Number
                    | NodeKind::Character
            );
            if is_code && program.flags(node).has(Flags::STATEMENT) && program.is_counted(node) {
                found.insert(node);
            }
            let callee =
                uses.get(&node).filter(|&&callee| NodeKind::of(program, callee) == NodeKind::Function);
            open.extend(callee.filter(|&&callee| seen.insert(callee)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    fn program(text: &str) -> Tree {
        Tree::parse(Language::C, &[SourceFile::new("program.c", text)])
    }

    #[test]
    fn inputs_are_what_the_program_reads() {
        let none = Texts::new(&program("int main(void) { return 1; }"));
        assert_eq!(none.all_small(), [Input::default()]);
        let args = Texts::new(&program("int main(int c, char **v) { return c > 41 ? 'x' : 0; }"));
        assert!(args.all_small().iter().any(|input| input.args == ["42"]));
        assert!(args.all_small().iter().all(|input| input.stdin.is_empty()));
        let stdin = Texts::new(&program("int main(void) { return getchar() == '\\t'; }"));
        assert!(stdin.all_small().iter().any(|input| input.stdin == "\t"));
        let mut random = Random::new(3);
        assert!((0..50).map(|_| stdin.random(&mut random)).all(|input| input.args.is_empty()));
    }

    #[test]
    fn what_main_calls_is_reachable() {
        let program = program(
            "void f(void) { g(1); } void g(int x) { if (x) x++; } void h(void) { f(); } int main() { f(); }",
        );
        let found = reachable(&program);
        let mut kinds: Vec<&str> = found.iter().map(|node| program.kind(node)).collect();
        kinds.sort_unstable();
        assert_eq!(
            kinds,
            ["branch", "call_expression", "call_expression", "if_statement", "update_expression"]
        );
    }
}
