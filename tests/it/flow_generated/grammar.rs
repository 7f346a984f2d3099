//! Programs from templates of statements and expressions.
//!
//! A template has holes. `«value»`, `«simple»`, `«test»` and `«shown»` are filled from other templates; `«new KIND»` is a name that is
//! visible from the next line on, `«it»` the last such name of the template, `«KIND»` a name of that kind which is visible; `«variable»`
//! is a number that may be written. A line of `«block»` or `«loop»` becomes statements; a template that begins
//! with `!` is for loops alone. Names of a template with blocks are not visible behind it.

use bench_slicers::random::Random;

/// What a language has.
pub(super) struct Grammar {
    /// The beginning of every program. A line of `«inner»` becomes statements that end.
    pub(super) beginning: &'static str,
    /// Numbers that are visible in functions, too.
    pub(super) globals: &'static [&'static str],
    pub(super) numbers: &'static [&'static str],
    pub(super) statements: &'static [&'static str],
    /// Statements that call nothing of the program.
    pub(super) inner: &'static [&'static str],
    pub(super) values: &'static [&'static str],
    /// Expressions that call nothing of the program.
    pub(super) simple: &'static [&'static str],
    pub(super) tests: &'static [&'static str],
    /// A name in a line of its own.
    pub(super) shown: &'static str,
}

/// A visible name, and its kind.
#[derive(Clone)]
struct Visible {
    kind: &'static str,
    name: String,
}

/// Deepest statements in statements.
const MAX_DEPTH: usize = 3;
const MAX_TRIES: usize = 50;

struct Maker<'g> {
    grammar: &'g Grammar,
    random: Random,
    visible: Vec<Visible>,
    /// Names of the line that is being written.
    made: Vec<Visible>,
    last_made: String,
    n_names: usize,
    depth: usize,
    is_in_loop: bool,
}

/// The program of a seed, with so many statements behind its beginning.
pub(super) fn program(grammar: &Grammar, seed: u64, n_statements: usize) -> String {
    let number = |name: &&str| Visible { kind: "number", name: (*name).to_owned() };
    let mut maker = Maker {
        grammar,
        random: Random::new(seed),
        visible: grammar.globals.iter().map(number).collect(),
        made: Vec::new(),
        last_made: String::new(),
        n_names: 0,
        depth: 0,
        is_in_loop: false,
    };
    let mut text = String::new();
    for line in grammar.beginning.lines() {
        match line.trim() == "«inner»" {
            true => maker.inner(&mut text, line.len() - line.trim_start().len()),
            false => text += &format!("{line}\n"),
        }
    }
    maker.visible.extend(grammar.numbers.iter().map(number));
    for _ in 0..n_statements {
        maker.statement(&mut text, 0);
    }
    let numbers: Vec<String> = maker.names("number").map(str::to_owned).collect();
    for name in numbers {
        text += &format!("{}\n", grammar.shown.replace("«number»", &name));
    }
    text
}

impl Maker<'_> {
    fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.visible.iter().filter(move |it| it.kind == kind).map(|it| it.name.as_str())
    }

    fn inner(&mut self, text: &mut String, indent: usize) {
        let around = self.visible.clone();
        self.depth = MAX_DEPTH;
        for _ in 0..1 + self.random.below(2) {
            let template = *self.random.choose(self.grammar.inner).expect("a statement");
            self.written(text, template, indent);
        }
        self.depth = 0;
        self.visible = around;
    }

    fn statement(&mut self, text: &mut String, indent: usize) {
        for _ in 0..MAX_TRIES {
            let template = *self.random.choose(self.grammar.statements).expect("a statement");
            let plain = template.strip_prefix('!');
            let has_blocks = template.contains("«block»") || template.contains("«loop»");
            let is_out_of_place =
                plain.is_some() && !self.is_in_loop || has_blocks && self.depth == MAX_DEPTH;
            let template = plain.unwrap_or(template);
            if !is_out_of_place && self.is_fillable(template) {
                return self.written(text, template, indent);
            }
        }
        let shown = self.filled(self.grammar.shown);
        *text += &format!("{}{shown}\n", " ".repeat(indent));
    }

    /// Whether there is a name of each kind that a template asks for.
    fn is_fillable(&self, template: &str) -> bool {
        let mut made: Vec<&str> = Vec::new();
        for line in template.lines() {
            let holes = line.split('«').skip(1).filter_map(|rest| rest.split('»').next());
            let mut made_here = Vec::new();
            for hole in holes {
                let is_known = match (hole, hole.strip_prefix("new ")) {
                    ("value" | "simple" | "test" | "shown" | "block" | "loop" | "it", _) => true,
                    ("variable", _) => self.names("number").next().is_some(),
                    (_, Some(kind)) => {
                        made_here.push(kind);
                        true
                    }
                    _ => made.contains(&hole) || self.names(hole).next().is_some(),
                };
                if !is_known {
                    return false;
                }
            }
            made.append(&mut made_here);
        }
        true
    }

    fn written(&mut self, text: &mut String, template: &'static str, indent: usize) {
        let around = self.visible.clone();
        let has_blocks = template.contains("«block»") || template.contains("«loop»");
        for line in template.lines() {
            let content = line.trim_start();
            let indent = indent + line.len() - content.len();
            match content {
                "«block»" | "«loop»" => self.block(text, indent, content == "«loop»"),
                _ => {
                    let filled = self.filled(content);
                    *text += &format!("{}{filled}\n", " ".repeat(indent));
                }
            }
            self.visible.append(&mut self.made);
        }
        if has_blocks {
            self.visible = around;
        }
    }

    fn block(&mut self, text: &mut String, indent: usize, is_loop: bool) {
        let around = self.visible.clone();
        let was_in_loop = self.is_in_loop;
        self.is_in_loop |= is_loop;
        let last_made = self.last_made.clone();
        self.depth += 1;
        for _ in 0..1 + self.random.below(3) {
            self.statement(text, indent);
        }
        self.depth -= 1;
        self.last_made = last_made;
        self.is_in_loop = was_in_loop;
        self.visible = around;
    }

    fn filled(&mut self, template: &str) -> String {
        let mut parts = template.split('«');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (hole, rest) = part.split_once('»').expect("a whole hole");
            text += &self.hole(hole);
            text += rest;
        }
        text
    }

    fn hole(&mut self, hole: &str) -> String {
        let grammar = self.grammar;
        match hole {
            "value" => self.expression(grammar.values),
            "simple" => self.expression(grammar.simple),
            "test" => self.expression(grammar.tests),
            "shown" => self.filled(grammar.shown),
            "it" => self.last_made.clone(),
            "variable" => self.name("number"),
            // What counts is read, and not written.
            "number" if self.random.one_in(4) && self.names("counter").next().is_some() => {
                self.name("counter")
            }
            _ => match hole.strip_prefix("new ") {
                Some(kind) => self.fresh(kind),
                None => self.name(hole),
            },
        }
    }

    fn expression(&mut self, templates: &'static [&'static str]) -> String {
        for _ in 0..MAX_TRIES {
            let template = *self.random.choose(templates).expect("an expression");
            if self.is_fillable(template) {
                return self.filled(template);
            }
        }
        "4".to_owned()
    }

    fn name(&mut self, kind: &str) -> String {
        let names: Vec<String> = self.names(kind).map(str::to_owned).collect();
        self.random.choose(&names).cloned().unwrap_or_else(|| self.last_made.clone())
    }

    fn fresh(&mut self, kind: &str) -> String {
        const KINDS: [&str; 13] = [
            "number", "counter", "list", "dict", "cell", "bag", "fn", "up", "map", "tool", "act", "maker",
            "other",
        ];
        let kind = *KINDS.iter().find(|it| **it == kind).expect("a kind of names");
        self.n_names += 1;
        self.last_made = format!("{}{}", kind.replace("number", "v"), self.n_names);
        self.made.push(Visible { kind, name: self.last_made.clone() });
        self.last_made.clone()
    }
}
