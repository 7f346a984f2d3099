//! Standard input and command line arguments, made of what an R program mentions.

use std::collections::BTreeSet;

use super::syntax::Constant;
use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::languages::room::InputSource;
use crate::random::Random;
use crate::suite::Input;
use crate::value::Value;

/// Most arguments of a command line, lines and words of a text that are drawn.
const MAX_DRAWN: usize = 8;

/// What inputs of an R program are made of.
pub(super) struct RTexts {
    reachable: NodeSet,
    has_args: bool,
    has_stdin: bool,
    numbers: Vec<i64>,
    words: Vec<String>,
    characters: Vec<char>,
}

impl InputSource for RTexts {
    fn reachable(&self) -> NodeSet {
        self.reachable.clone()
    }

    fn branches(&self, nodes: &NodeSet) -> NodeSet {
        nodes.intersection(&self.reachable)
    }

    fn series(&self, n: usize) -> Vec<Vec<Value>> {
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
        found.truncate(n);
        found
    }

    fn draw(&self, random: &mut Random) -> Option<Vec<Value>> {
        if !self.has_args && !self.has_stdin {
            return None;
        }
        let n_args = if self.has_args { random.below(MAX_DRAWN) } else { 0 };
        let args = (0..n_args).map(|_| Value::Text(self.word(random))).collect();
        let stdin = if self.has_stdin { self.text(random) } else { String::new() };
        Some(vec![Value::List(args), Value::Text(stdin)])
    }

    fn constants(&self) -> Vec<Value> {
        let numbers = self.numbers.iter().map(|&number| Value::Int(number.into()));
        let words = self.words.iter().cloned().map(Value::Text);
        numbers.chain(words).chain(self.characters.iter().map(|c| Value::Text(c.to_string()))).collect()
    }

    fn read(&self, input: &Input) -> Option<Vec<Value>> {
        let args = input.args.iter().cloned().map(Value::Text).collect();
        Some(vec![Value::List(args), Value::Text(input.stdin.clone())])
    }

    fn write(&self, values: &[Value]) -> Input {
        let words = |value: &Value| match value {
            Value::List(words) | Value::Tuple(words) => words.iter().map(plain).collect(),
            other => vec![plain(other)],
        };
        Input {
            args: values.first().filter(|_| self.has_args).map(words).unwrap_or_default(),
            stdin: values.get(1).filter(|_| self.has_stdin).map(plain).unwrap_or_default(),
        }
    }
}

/// A value as a script reads it.
fn plain(value: &Value) -> String {
    match value {
        Value::Symbol(text) | Value::Text(text) => text.replace('\0', ""),
        Value::List(items) | Value::Tuple(items) | Value::Improper(items, _) => {
            items.iter().map(plain).collect::<Vec<_>>().join(" ")
        }
        Value::Map(pairs) => pairs.iter().map(|(key, _)| plain(key)).collect::<Vec<_>>().join(" "),
        Value::Bytes(bytes) | Value::Bits(bytes, _) => String::from_utf8_lossy(bytes).replace('\0', ""),
        Value::Int(number) => number.to_string(),
        Value::Large(..) => "100000000000000000000".to_owned(),
        Value::Float(number) => number.to_string(),
    }
}

impl RTexts {
    /// Reads a program's constants.
    pub(super) fn new(program: &Tree) -> RTexts {
        let mut numbers: BTreeSet<i64> = [0, 1, 2, -1, 10].into();
        let mut words: BTreeSet<String> = BTreeSet::new();
        let mut characters: BTreeSet<char> = [' ', '\n', 'a', 'b', 'Z', '7', '.', '-'].into();
        for node in program.ids() {
            match Constant::of(program, node) {
                Some(Constant::Number(number)) => {
                    numbers.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
                }
                Some(Constant::Text(text)) => {
                    let n_characters = text.chars().count();
                    characters.extend(text.chars().next().filter(|_| n_characters == 1));
                    if (2..=20).contains(&n_characters) && !text.contains(['\\', '\0']) {
                        words.insert(text.to_owned());
                    }
                }
                None => {}
            }
        }
        let mentions = |names: &[&str]| program.ids().any(|node| names.contains(&program.label(node)));
        RTexts {
            reachable: reachable(program),
            has_args: mentions(&["commandArgs"]),
            has_stdin: mentions(&["stdin"]),
            numbers: numbers.into_iter().collect(),
            words: words.into_iter().collect(),
            characters: characters.into_iter().collect(),
        }
    }

    fn number(&self, random: &mut Random) -> String {
        match random.below(5) {
            0 => (random.below(40) as i64 - 10).to_string(),
            1 => random.below(5_000).to_string(),
            2 => (random.below(200) as f64 / 8.0).to_string(),
            _ => random.choose(&self.numbers).copied().unwrap_or(0).to_string(),
        }
    }

    fn word(&self, random: &mut Random) -> String {
        match random.below(6) {
            0 | 1 => random.choose(&self.words).cloned().unwrap_or_default(),
            2 => (0..random.below(5)).filter_map(|_| random.choose(&self.characters)).collect(),
            _ => self.number(random),
        }
    }

    /// Characters alone, or lines of words, with one of the program's characters between them.
    fn text(&self, random: &mut Random) -> String {
        if random.one_in(4) {
            return (0..random.below(30)).filter_map(|_| random.choose(&self.characters)).collect();
        }
        let between = random.choose(&self.characters).filter(|c| !c.is_alphanumeric()).copied();
        let mut text = String::new();
        for _ in 0..random.below(MAX_DRAWN) {
            let words: Vec<String> = (0..random.below(5)).map(|_| self.word(random)).collect();
            text.push_str(&words.join(&between.unwrap_or(' ').to_string()));
            text.push('\n');
        }
        text
    }
}

/// Statements of the program but for those in functions whose names are mentioned nowhere.
fn reachable(program: &Tree) -> NodeSet {
    let table = super::deletions::of(program);
    let is_asked = |&node: &NodeId| {
        program.flags(node).has(Flags::STATEMENT)
            && program.is_counted(node)
            && !table.of_node(node).is_empty()
            && Constant::of(program, node).is_none()
    };
    let dead: Vec<NodeId> = program.roots(0).filter(|&root| is_unused(program, root)).collect();
    let is_dead = |node: NodeId| dead.iter().any(|&root| program.subtree(root).skip(1).any(|it| it == node));
    program.ids().filter(is_asked).filter(|&node| !is_dead(node)).collect()
}

/// Whether a statement gives a function a name that stands nowhere else.
fn is_unused(program: &Tree, root: NodeId) -> bool {
    let mut parts = program.children(root);
    match (parts.next(), parts.next()) {
        (Some(name), Some(function)) if super::syntax::is_function(program, function) => {
            let inside = program.subtree(root);
            let names = program.ids().filter(|node| !inside.contains(node));
            !names.into_iter().any(|node| program.label(node) == program.label(name))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    #[test]
    fn inputs_are_what_the_program_reads() {
        let texts =
            |text: &str| RTexts::new(&Tree::parse(Language::R, &[SourceFile::new("program.R", text)]));
        let mut random = Random::new(3);
        let none = texts("x <- 1\n");
        assert_eq!((none.series(9).len(), none.draw(&mut random)), (1, None));
        let stdin = texts("x <- readLines(\"stdin\") == \"key\"\n");
        let inputs: Vec<Input> = stdin.series(99).iter().map(|values| stdin.write(values)).collect();
        assert!(
            inputs.iter().any(|input| input.stdin == "key")
                && inputs.iter().all(|input| input.args.is_empty())
        );
    }

    #[test]
    fn functions_that_nothing_names_are_not_reachable() {
        let program = "f <- function() {\n  g()\n}\nh <- function() {\n  k <- 2\n}\nf()\n";
        let program = Tree::parse(Language::R, &[SourceFile::new("program.R", program)]);
        let found = reachable(&program);
        let text: Vec<&str> = found.iter().map(|node| program.text(node)).collect();
        assert!(text.contains(&"g()") && !text.contains(&"k <- 2"), "{text:?}");
    }
}
