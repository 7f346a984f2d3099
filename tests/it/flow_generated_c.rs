//! Slices of generated C programs, run against the programs.
//!
//! `FLOW_C_SEED` draws other programs, `FLOW_C_PROGRAMS` says how many.

use std::collections::BTreeSet;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::map::{Fate, MapOptions, map};
use bench_slicers::oracle::{Question, Trial};
use bench_slicers::random::Random;
use bench_slicers::suite::Input;

use crate::harness::amount;
use crate::support::setting;

const ALL: [Variant; 4] = [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg];

/// What every program begins with: types, macros, and functions that change what their arguments point to.
const BEGINNING: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LIMIT 7
#define AT(e) ((unsigned) (e) % 4)
#define WRAP(e) ((e) % 97)
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
struct pair { int a; int b; };
struct box { struct pair first; struct pair second; int values[4]; int *at; struct box *next; };
typedef int (*operation)(int, int);
static int g0, g1 = 3;
static int table[4] = { 1, 2 };
int shared = 5;
static struct pair spare = { .b = 4 };
int last(int x, int *to);
static int count(void)
{
    static int n = 0;

    n++;
    return n;
}
static int add(int x, int y) { return WRAP(x + y); }
static int smaller(int x, int y)
{
    if (y < x)
        return y;
    g0++;
    return x;
}
static void put(int *to, int value) { *to = WRAP(value); }
static void exchange(int *one, int *other)
{
    int kept = *one;

    *one = *other;
    *other = kept;
}
static struct pair turned(struct pair pair)
{
    struct pair other = pair;

    other.a = pair.b;
    other.b = pair.a;
    return other;
}
static void store(struct box *box, int i, int value)
{
    box->values[AT(i)] = WRAP(value);
    if (value > LIMIT)
        box->second.a++;
}
static operation choose(int key)
{
    switch (AT(key)) {
    case 0:
        return add;
    case 1:
    case 2:
        return smaller;
    }
    return add;
}
static int by_size(const void *one, const void *other)
{
    return *(const int *) one - *(const int *) other;
}
";

/// Writes a program.
struct Writer {
    random: Random,
    text: String,
    depth: usize,
    n_names: usize,
    /// Variables of the function that no statement around changes.
    counters: Vec<String>,
    /// Loops that may be left.
    n_loops: usize,
    n_left: usize,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        let random = Random::new(seed);
        Writer {
            random,
            text: BEGINNING.to_owned(),
            depth: 1,
            n_names: 0,
            counters: Vec::new(),
            n_loops: 0,
            n_left: 0,
        }
    }

    fn pick(&mut self, items: &[&str]) -> String {
        items[self.random.below(items.len())].to_owned()
    }

    fn line(&mut self, text: &str) {
        self.text += &format!("{}{text}\n", "    ".repeat(self.depth));
    }

    fn name(&mut self, start: &str) -> String {
        self.n_names += 1;
        format!("{start}{}", self.n_names)
    }

    /// Something that can be assigned to: a number.
    fn place(&mut self) -> String {
        match self.random.below(12) {
            0..=4 => self.pick(&["x", "y", "z", "g0", "g1", "shared"]),
            5 => "*p".to_owned(),
            6 => self.pick(&["b->first.a", "b->second.b", "own.first.b", "own.second.a"]),
            7 => format!("b->values[AT({})]", self.simple()),
            8 => self.pick(&["array[2]", "array[0]", "own.values[1]"]),
            9 => format!("{}[AT({})]", self.pick(&["array", "table"]), self.simple()),
            10 => self.pick(&["pair.a", "pair.b", "spare.a", "spare.b"]),
            _ => "*b->at".to_owned(),
        }
    }

    fn simple(&mut self) -> String {
        match self.random.below(5) {
            0 => self.random.below(20).to_string(),
            1 if !self.counters.is_empty() => {
                let idx = self.random.below(self.counters.len());
                self.counters[idx].clone()
            }
            _ => self.place(),
        }
    }

    /// A value that changes nothing, so that its order does not matter.
    fn pure(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.simple();
        }
        let depth = depth - 1;
        match self.random.below(8) {
            0 | 1 => format!("{} + {}", self.pure(depth), self.pure(depth)),
            2 => format!("{} - ({})", self.pure(depth), self.pure(depth)),
            3 => format!("WRAP({})", self.pure(depth)),
            4 => format!("LARGER({}, {})", self.simple(), self.simple()),
            5 => {
                format!("({} < {} ? {} : {})", self.simple(), self.simple(), self.pure(depth), self.simple())
            }
            6 => self.pick(&["(int) sizeof(array)", "(int) strlen(word)", "-y"]),
            _ => self.simple(),
        }
    }

    /// A value that may change something on its way.
    fn expression(&mut self) -> String {
        match self.random.below(10) {
            0..=2 => format!("{}({}, {})", self.pick(&["add", "smaller", "f"]), self.simple(), self.simple()),
            3 => "count()".to_owned(),
            4 => format!("({}, {})", self.effect(), self.simple()),
            5 => format!("({} ? {} : {})", self.test(), self.expression(), self.simple()),
            6 => {
                let pair = self.pick(&["pair", "own.first", "b->second"]);
                format!("turned({pair}).{}", self.pick(&["a", "b"]))
            }
            7 => format!("choose({})({}, {})", self.simple(), self.simple(), self.simple()),
            8 => "last(g1 % 5, &x)".to_owned(),
            _ => self.pure(2),
        }
    }

    /// Sets a place, evaluating one thing after the other.
    fn set(&mut self) {
        let place = self.place();
        if self.random.one_in(2) {
            let value = self.pure(2);
            return self.line(&format!("{place} = WRAP({value});"));
        }
        let value = self.expression();
        self.line(&format!("set = {value};"));
        self.line(&format!("{place} = WRAP(set);"));
    }

    fn test(&mut self) -> String {
        let simple = format!("{} {} {}", self.simple(), self.pick(&["<", ">", "==", "!="]), self.simple());
        match self.random.below(5) {
            0 => format!("({simple}) && {} > {}", self.simple(), self.simple()),
            1 => format!("({simple}) || ({})", self.effect()),
            2 => format!("!({simple})"),
            _ => simple,
        }
    }

    /// An expression for what it changes.
    fn effect(&mut self) -> String {
        match self.random.below(11) {
            0..=2 => format!("{} = WRAP({})", self.place(), self.pure(1)),
            3 => {
                format!(
                    "put(&{}, {})",
                    self.pick(&["x", "g1", "array[1]", "own.second.b", "b->first.a"]),
                    self.simple()
                ) + ", 1"
            }
            4 => format!("exchange(&x, {}), g0", self.pick(&["&y", "p", "&shared", "array"])),
            5 => format!("store({}, {}, {}), z", self.pick(&["b", "&own"]), self.simple(), self.simple()),
            6 => "(x = WRAP(x), x++)".to_owned(),
            7 => format!(
                "({place} = WRAP({place}), {place} += {})",
                self.random.below(9),
                place = self.pick(&["y", "*p", "pair.a"])
            ),
            8 => format!("count() > {}", self.random.below(9)),
            9 => "(table[AT(y)] = WRAP(z), y = WRAP(y), y--)".to_owned(),
            _ => format!("last({} % 4, p)", self.pick(&["x", "g0", "z"])),
        }
    }

    fn statement(&mut self) {
        self.n_left = self.n_left.saturating_sub(1);
        match self.random.below(26) {
            0..=6 => self.set(),
            7 | 8 => {
                let effect = self.effect();
                self.line(&format!("{effect};"));
            }
            9 => {
                let target = self.pick(&[
                    "&x",
                    "&y",
                    "&shared",
                    "&array[1]",
                    "array",
                    "&b->first.b",
                    "table + 2",
                    "&own.second.a",
                ]);
                self.line(&format!("p = {target};"));
            }
            10 => {
                let target = self.pick(&["b->next", "&own", "b->next->next", "x > 3 ? b : &own"]);
                self.line(&format!("b = {target};"));
            }
            11 => {
                let text = self.pick(&[
                    "pair = turned(pair);",
                    "own.first = pair;",
                    "pair = b->second;",
                    "own = *b;",
                    "spare = turned(own.first);",
                    "b->at = p;",
                    "memcpy(array, table, sizeof array);",
                    "memset(&own.first, 0, sizeof own.first);",
                    "qsort(array, 4, sizeof *array, by_size);",
                    "f = choose(y);",
                    "f = z > 2 ? smaller : add;",
                    "strcpy(word, x > 5 ? \"longer\" : \"no\");",
                    "word[1] = '\\0';",
                    "*p = *b->at;",
                ]);
                self.line(&text);
            }
            12..=14 if self.n_left > 0 => self.condition(),
            15..=17 if self.n_left > 0 => self.repeat(),
            18 if self.n_left > 0 => self.switch(),
            19 if self.n_left > 0 => {
                let (label, test) = (self.name("skip"), self.test());
                self.line(&format!("if ({test})"));
                self.line(&format!("    goto {label};"));
                self.block(2);
                self.line(&format!("{label}:"));
                self.line("g0 = WRAP(g0 + 1);");
            }
            20 if self.n_loops > 0 => {
                let (test, word) = (self.test(), self.pick(&["break", "continue"]));
                self.line(&format!("if ({test})"));
                self.line(&format!("    {word};"));
            }
            21 if self.random.one_in(3) => {
                let test = self.test();
                let end = self.pick(&["exit(2);", "return x;", "return g1;"]);
                let number = self.random.below(30);
                self.line(&format!("if (({test}) && y == {number})"));
                self.line(&format!("    {end}"));
            }
            _ => self.show(),
        }
    }

    fn show(&mut self) {
        let place = self.place();
        let line = match self.random.below(3) {
            0 => format!("printf(\"{{%d}} %d\\n\", {}, {place});", self.simple()),
            _ => format!("printf(\"%d\\n\", {place});"),
        };
        self.line(&line.replace("{%d}", "%d"));
    }

    fn block(&mut self, n: usize) {
        self.depth += 1;
        for _ in 0..1 + self.random.below(n) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn condition(&mut self) {
        let test = self.test();
        self.line(&format!("if ({test}) {{"));
        self.block(3);
        if self.random.one_in(2) {
            self.line("} else {");
            self.block(2);
        }
        self.line("}");
    }

    fn repeat(&mut self) {
        let (counter, n) = (self.name("i"), 1 + self.random.below(4));
        let (start, end) = match self.random.below(3) {
            0 => (format!("for (int {counter} = 0; {counter} < {n}; {counter}++) {{"), "}".to_owned()),
            1 => {
                self.line(&format!("int {counter} = 0;"));
                (format!("while ({counter}++ < {n}) {{"), "}".to_owned())
            }
            _ => {
                self.line(&format!("int {counter} = {n};"));
                ("do {".to_owned(), format!("}} while ({counter}-- > 0);"))
            }
        };
        self.line(&start);
        self.counters.push(counter);
        self.n_loops += 1;
        self.block(4);
        self.n_loops -= 1;
        self.counters.pop();
        self.line(&end);
    }

    fn switch(&mut self) {
        let value = self.simple();
        self.line(&format!("switch (AT({value})) {{"));
        let n_loops = std::mem::take(&mut self.n_loops);
        let cases = ["case 0:", "case 1:", "default:", "case 3:"];
        for case in cases {
            if self.random.one_in(4) {
                continue;
            }
            self.line(case);
            if self.random.one_in(5) {
                continue;
            }
            self.depth += 1;
            self.set();
            if !self.random.one_in(3) {
                self.line("break;");
            }
            self.depth -= 1;
        }
        self.line("g1 = WRAP(g1);");
        self.n_loops = n_loops;
        self.line("}");
    }

    fn function(&mut self, n: usize) {
        let declared = [
            "int set = 0;",
            "int z = x, array[4] = { 3, 1, y }, *p = &z;",
            "char word[8] = \"abc\";",
            "struct pair pair = { x, y };",
            "struct box own = { .second = { 2, 3 }, .values = { [1] = 5 } };",
            "struct box *b = malloc(sizeof *b);",
            "operation f = add;",
        ];
        declared.iter().for_each(|line| self.line(line));
        let ready = [
            "memset(b, 0, sizeof *b);",
            "b->next = &own;",
            "own.next = b;",
            "b->at = &b->values[2];",
            "own.at = p;",
        ];
        ready.iter().for_each(|line| self.line(line));
        self.n_left = 7;
        for _ in 0..n {
            self.statement();
        }
        (0..3).for_each(|_| self.show());
    }

    fn program(mut self) -> String {
        self.text += "int last(int x, int *to)\n{\n    int y = 2;\n    if (x < 1)\n        return *to;\n";
        self.text += "    *to = last(x - 1, &y) + *to % 50;\n    return y;\n}\n";
        self.text += "static int work(int x, int y)\n{\n";
        self.function(8);
        self.text += "    return WRAP(x + z);\n}\n";
        self.text += "int main(int argc, char **argv)\n{\n    int x = argc > 1 ? atoi(argv[1]) % 50 : 1;\n";
        self.text += "    int y = argc > 2 ? atoi(argv[2]) % 50 : 2;\n";
        self.function(6);
        self.text += "    x = work(y, x);\n    printf(\"%d\\n\", x);\n    y = work(x, z);\n";
        self.function_end();
        self.text
    }

    fn function_end(&mut self) {
        (0..3).for_each(|_| self.statement());
        (0..3).for_each(|_| self.show());
        self.line("return 0;");
        self.text += "}\n";
    }
}

fn inputs() -> Vec<Input> {
    let all: [&[&str]; 6] = [&[], &["7"], &["3", "12"], &["40", "-3"], &["0", "0"], &["13", "29"]];
    let input = |args: &&[&str]| Input {
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        stdin: String::new(),
    };
    all.iter().map(input).collect()
}

/// Names in what is printed.
fn criteria(tree: &Tree) -> Vec<NodeId> {
    let is_shown = |node: &NodeId| {
        let prints = |above: NodeId| tree.text(above).starts_with("printf(");
        tree.flags(*node).has(Flags::VARIABLE)
            && tree.text(*node) != "printf"
            && tree.ancestors(*node).any(prints)
    };
    tree.ids().filter(is_shown).collect()
}

/// Slices of one program.
struct Judged {
    /// What is wrong with each that is.
    wrong: Vec<String>,
    /// Share of the nodes that the smallest keeps.
    size: f64,
}

/// Slices one program; `None` where it is not run.
fn judge(seed: u64) -> Option<Judged> {
    let text = Writer::new(seed).program();
    let tree = Tree::parse(Language::C, &[SourceFile::new("program.c", &text)]);
    assert!(tree.problems().is_empty(), "seed {seed}: {:?}\n{text}", tree.problems());
    let mut random = Random::new(seed);
    let all = criteria(&tree);
    let criterion = *random.choose(&all)?;
    let mut oracle = languages::oracle(&tree, &Question::new(vec![criterion], "main")).ok()?;
    let seen = oracle.add_inputs(&inputs()).ok()?;
    if seen.iter().all(|observation| observation.n_values == 0) {
        return None;
    }
    let mut wrong = Vec::new();
    let mut size = 1.0_f64;
    let mut tried = BTreeSet::new();
    for variant in ALL {
        let graph = ProgramGraph::build(&tree, variant);
        assert!(graph.notes().is_empty(), "seed {seed}: {:?}", graph.notes());
        let files = graph.render(&graph.slice_all(&[criterion]));
        if !tried.insert(files[0].text.clone()) {
            continue;
        }
        let slice = Tree::parse(Language::C, &files);
        size = size.min(slice.len() as f64 / tree.len() as f64);
        let mapping = map(&tree, &slice, &MapOptions { criterion: vec![criterion], ..MapOptions::default() });
        let is_it = |node: &NodeId| mapping.fates[*node as usize] == Fate::Mapped(criterion);
        let trial = slice.ids().find(is_it).map(|at| oracle.try_other(&slice, &[at]).unwrap());
        if trial != Some(Trial::Same) {
            let place = (tree.line(criterion), tree.text(criterion));
            wrong.push(format!(
                "seed {seed}, {variant:?}, {place:?}: {trial:?}\n{text}\n-----\n{}",
                files[0].text
            ));
        }
    }
    Some(Judged { wrong, size })
}

#[apply(test)]
#[needs(Gcc)]
fn slices_of_generated_c_programs_behave() {
    let seed = setting("FLOW_C_SEED").unwrap_or(1);
    let n = setting("FLOW_C_PROGRAMS").unwrap_or(amount(40, 40, 2_000));
    let seeds: Vec<u64> = (0..n).map(|idx| seed * 1_000_000 + idx).collect();
    let halves: Vec<Vec<Option<Judged>>> = std::thread::scope(|scope| {
        let workers: Vec<_> = seeds
            .chunks(seeds.len().div_ceil(2).max(1))
            .map(|part| scope.spawn(move || part.iter().map(|&seed| judge(seed)).collect()))
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
    });
    let all: Vec<Judged> = halves.into_iter().flatten().flatten().collect();
    let size = all.iter().map(|judged| judged.size).sum::<f64>() / all.len() as f64;
    let n_run = all.len();
    let found: Vec<String> = all.into_iter().flat_map(|judged| judged.wrong).collect();
    println!(
        "{n_run} of {n} programs were run, {} slices are wrong, the smallest keep {size:.2}, FLOW_C_SEED={seed}",
        found.len()
    );
    assert!(n_run as u64 * 2 >= n, "{n_run} of {n} programs");
    assert!(found.is_empty(), "{}", found[..found.len().min(4)].join("\n=====\n"));
}
