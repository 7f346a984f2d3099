//! Data and control slices: small programs with the statements that they must have, and the definition of computed value
//! impact, worked out here once more, on generated graphs of control.
//!
//! `FLOW_DATA_SEED` draws other graphs.

use std::collections::BTreeSet;

use bench_slicers::ast::{NodeId, NodeSet, ParseOptions, SourceFile, Tree};
use bench_slicers::builtin::{DELETED, ProgramGraph, Variant};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::map::{MapOptions, map};
use bench_slicers::random::Random;
use bench_slicers::suite::Suite;

use crate::harness::{amount, share};
use crate::support::setting;

/// The slice of a program at the last node with this text, blank lines and indentation left out.
fn slice(language: Language, text: &str, criterion: &str, variant: Variant) -> String {
    let tree = Tree::parse(language, &[SourceFile::new("program", text)]);
    assert!(tree.problems().is_empty(), "{:?}", tree.problems());
    let node = tree.ids().rfind(|&node| tree.text(node) == criterion).expect("the criterion");
    let graph = ProgramGraph::build(&tree, variant);
    let text = graph.render(&graph.slice_all(&[node]))[0].text.clone();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check(language: Language, text: &str, criterion: &str, [data, control]: [&str; 2]) {
    assert_eq!(slice(language, text, criterion, Variant::Data), data);
    assert_eq!(slice(language, text, criterion, Variant::Control), control);
}

#[apply(test)]
fn a_condition_that_only_decides_whether_the_criterion_is_reached_is_abstract() {
    let text = "int main(int n, char **v) { int a = n + 1; int b = n * 2; int c = 0; if (b > 3) { c = a; return c; } \
                return 0; }\n";
    let data = "int main(int n, char **) { int a = n + 1; int c = 0; if (sliced) { c = a; return c; } }";
    let control = "int main(int n, char **) { int b = n * 2; int c = 0; if (b > 3) { return c; } }";
    check(Language::C, text, "c", [data, control]);
}

#[apply(test)]
fn a_condition_that_chooses_between_values_is_in_a_data_slice() {
    let text = "n = int(input())\nm = int(input())\nt = 0\nif n > 3:\n    t = m\nif m > 4:\n    print(t)\n";
    let data = "n = int(input()) m = int(input()) t = 0 if n > 3: t = m if ...: print(t)";
    let control = "n = int(input()) m = int(input()) if m > 4: print(t)";
    check(Language::Python, text, "t", [data, control]);
}

#[apply(test)]
fn a_condition_around_both_value_and_criterion_is_abstract() {
    let text = "let n = Number(process.argv[2]);\nlet s = 0;\nlet i = 0;\nwhile (i < n) {\n  i = i + 1;\n  s = s + 2;\n  \
                console.log(s);\n}\n";
    let data = "let s = 0; while (void 0) { s = s + 2; console.log(s); }";
    let control = "let n = Number(process.argv[2]); let i = 0; while (i < n) { i = i + 1; console.log(s); }";
    check(Language::JavaScript, text, "s", [data, control]);
}

#[apply(test)]
fn a_condition_that_goes_to_a_value_instead_of_to_the_criterion_is_in() {
    let text = "class Main { public static void main(String[] args) { int n = args.length; int s = 0; for (int i = 0; \
                i < n; i++) { if (i % 3 == 0) { s = s + i; } else { System.out.println(s); } } } }\n";
    let sliced = slice(Language::Java, text, "s", Variant::Data);
    let expected = "class Main { public static void main(String[] _1) { int s = 0; for (int i = 0; sliced; i++) { if (i % 3 \
                    == 0) { s = s + i; } else { System.out.println(s); } } } }";
    assert_eq!(sliced, expected);
    let control = slice(Language::Java, text, "s", Variant::Control);
    assert!(control.contains("i < n") && !control.contains("s = s + i"), "{control}");
}

#[apply(test)]
fn repeating_the_criterion_instead_of_going_on_to_a_value_matters() {
    // The value is the postdominator of the condition: only what goes round without end avoids it.
    let text = "#include <stdio.h>\nint main(void) { int s = 0; int q = 65; again: if (getchar() > q) { printf(\"%d\", s + \
                0); goto again; } s = s + 1; if (getchar() > 70) goto again; return 0; }\n";
    let sliced = slice(Language::C, text, "s + 0", Variant::Data);
    assert!(sliced.contains("if (getchar() > q) {") && sliced.contains("s = s + 1;"), "{sliced}");
    let text = text.replace("goto again; }", "}");
    let sliced = slice(Language::C, &text, "s + 0", Variant::Data);
    assert!(sliced.contains("if (sliced) {") && sliced.contains("s = s + 1;"), "{sliced}");
}

#[apply(test)]
fn criteria_in_functions_go_on_at_their_calls() {
    let text = "def show(a):\n    print(a)\ndef half(x, y):\n    if y > 2:\n        return x\n    return x // 2\n\
                n = int(input())\nm = int(input())\nk = int(input())\nif m > 1:\n    show(half(n, k))\n";
    let data = "def show(a): print(a) def half(x, y): if y > 2: return x return x // 2 n = int(input()) m = \
                int(input()) k = int(input()) if ...: show(half(n, k))";
    let sliced = slice_of_first(text, "a", 2, Variant::Data);
    assert_eq!(sliced, data);
    // The statement of the call stays whole, and with it what its arguments need.
    let control = slice_of_first(text, "a", 2, Variant::Control);
    assert_eq!(control, data.replace("if ...:", "if m > 1:"));
}

/// The slice of a Python program at the occurrence with this text, counted from 1.
fn slice_of_first(text: &str, criterion: &str, occurrence: usize, variant: Variant) -> String {
    let tree = Tree::parse(Language::Python, &[SourceFile::new("program", text)]);
    let mut found = tree.ids().filter(|&node| tree.text(node) == criterion);
    let node = found.nth(occurrence - 1).expect("the criterion");
    let graph = ProgramGraph::build(&tree, variant);
    let text = graph.render(&graph.slice_all(&[node]))[0].text.clone();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[apply(test)]
fn in_r_conditions_are_abstract_too() {
    let text = "n <- as.integer(commandArgs(TRUE)[1])\ns <- 0\nfor (i in 1:n) {\n  if (i > 3) {\n    s <- s + i\n  }\n}\n\
                if (n > 2) {\n  print(s)\n}\n";
    let sliced = slice(Language::R, text, "s", Variant::Data);
    assert!(sliced.contains("if (i > 3) { s <- s + i }"), "{sliced}");
    assert!(sliced.contains("if ({}) { print(s) }"), "{sliced}");
    let control = slice(Language::R, text, "s", Variant::Control);
    assert!(control.contains("if (n > 2) { print(s) }") && !control.contains("for"), "{control}");
}

/// The nodes that a slice has as text.
fn printed(graph: &ProgramGraph<'_>, tree: &Tree, kept: &NodeSet) -> NodeSet {
    let options = ParseOptions { placeholders: vec![DELETED.to_owned()], ..ParseOptions::default() };
    let text = Tree::parse_with(tree.language(), &graph.render(kept), &options);
    map(tree, &text, &MapOptions::default()).kept
}

#[apply(test)]
fn data_and_control_slices_are_parts_of_backward_slices() {
    let suite = Suite::embedded().unwrap();
    let stride = share(7);
    let mut n_slices = 0;
    let mut n_nodes = [0; 3];
    for benchmark in &suite.benchmarks {
        let tree = &benchmark.tree;
        if tree.language() == Language::Erlang || !languages::room(tree.language()).has_flow() {
            continue;
        }
        let graphs = [Variant::Sdg, Variant::Data, Variant::Control].map(|it| ProgramGraph::build(tree, it));
        let variables: Vec<NodeId> =
            tree.ids().filter(|&node| tree.flags(node).has(bench_slicers::ast::Flags::VARIABLE)).collect();
        for &node in variables.iter().step_by(stride) {
            let [backward, data, control] = graphs.each_ref().map(|graph| graph.slice_all(&[node]));
            for (name, part) in [("data", &data), ("control", &control)] {
                let place = tree.own_position(node);
                // Text has what its constructs cannot be without: the name in a declaration of which only the value is needed.
                let mut beyond = part.difference(&backward);
                if !beyond.is_empty() {
                    beyond = beyond.difference(&printed(&graphs[0], tree, &backward));
                }
                let beyond: Vec<&str> = beyond.iter().map(|node| tree.text(node)).collect();
                assert!(part.contains(node), "{name} of {}, line {}", benchmark.id, place.line);
                assert!(
                    beyond.is_empty(),
                    "{name} of {}, line {} `{}`: {beyond:?}",
                    benchmark.id,
                    place.line,
                    tree.label(node)
                );
            }
            n_slices += 1;
            for (sum, slice) in n_nodes.iter_mut().zip([&backward, &data, &control]) {
                *sum += slice.len();
            }
        }
    }
    let [backward, data, control] = n_nodes;
    assert!(n_slices > 300 && data < backward && control < backward, "{n_nodes:?} in {n_slices} slices");
}

const N_VARIABLES: usize = 3;
const NAMES: [&str; N_VARIABLES] = ["a", "b", "c"];

/// A point of a generated program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    /// `x = y + …`
    Set(usize, usize),
    /// Goes to a place when a variable is large, else on.
    If(usize, usize),
    Goto(usize),
    /// The criterion: prints a variable.
    Look(usize),
    End,
}

/// A program of points, entered at the first, that ends at the last.
#[derive(Debug)]
struct Jumps {
    points: Vec<Point>,
}

impl Jumps {
    /// Variables get their first values, then points are drawn until each is reached, and each reaches the end.
    fn draw(random: &mut Random) -> Jumps {
        loop {
            let n = 5 + random.below(6);
            let look = N_VARIABLES + random.below(n);
            let mut points: Vec<Point> = (0..N_VARIABLES).map(|var| Point::Set(var, N_VARIABLES)).collect();
            for idx in N_VARIABLES..N_VARIABLES + n {
                let (var, other) = (random.below(N_VARIABLES), random.below(N_VARIABLES));
                let to = N_VARIABLES + random.below(n + 1);
                points.push(match random.below(9) {
                    _ if idx == look => Point::Look(var),
                    0..4 => Point::Set(var, other),
                    4..8 => Point::If(var, to),
                    _ => Point::Goto(to),
                });
            }
            points.push(Point::End);
            let jumps = Jumps { points };
            let is_read = (0..jumps.points.len()).all(|idx| jumps.reaches(0, idx, None));
            let ends = (0..jumps.points.len()).all(|idx| jumps.reaches(idx, jumps.end(), None));
            if is_read && ends {
                return jumps;
            }
        }
    }

    fn end(&self) -> usize {
        self.points.len() - 1
    }

    /// Where each edge of a point goes.
    fn next(&self, idx: usize) -> Vec<usize> {
        match self.points[idx] {
            Point::If(_, to) => vec![to, idx + 1],
            Point::Goto(to) => vec![to],
            Point::End => Vec::new(),
            _ => vec![idx + 1],
        }
    }

    /// Whether a way from one point to another, of no edge or more, avoids a point.
    fn reaches(&self, from: usize, to: usize, avoided: Option<usize>) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if Some(at) != avoided && seen.insert(at) {
                open.extend(self.next(at));
            }
        }
        seen.contains(&to)
    }

    /// The program: point `i` on line `i + 3`.
    fn text(&self) -> String {
        let mut text = "#include <stdio.h>\nint main(int n, char **v) {\n".to_owned();
        for (idx, point) in self.points.iter().enumerate() {
            let name = |var: usize| NAMES[var];
            text += &match *point {
                Point::Set(var, N_VARIABLES) => format!("int {} = n + {idx};\n", name(var)),
                Point::Set(var, other) => format!("L{idx}: {} = {} + {idx};\n", name(var), name(other)),
                Point::If(var, to) => format!("L{idx}: if ({} > {idx}) goto L{to};\n", name(var)),
                Point::Goto(to) => format!("L{idx}: goto L{to};\n"),
                Point::Look(var) => format!("L{idx}: printf(\"%d\\n\", {});\n", name(var)),
                Point::End => format!("L{idx}: return 0;\n"),
            };
        }
        text + "}\n"
    }

    fn read(&self, idx: usize) -> Option<usize> {
        match self.points[idx] {
            Point::Set(_, N_VARIABLES) | Point::Goto(_) | Point::End => None,
            Point::Set(_, var) | Point::If(var, _) | Point::Look(var) => Some(var),
        }
    }

    /// The assignments that reach what a point reads.
    fn reaching(&self, idx: usize) -> BTreeSet<usize> {
        let Some(wanted) = self.read(idx) else { return BTreeSet::new() };
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let before = |at: usize| (0..self.points.len()).filter(move |&above| self.next(above).contains(&at));
        let mut open: Vec<usize> = before(idx).collect();
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            match self.points[at] {
                Point::Set(var, _) if var == wanted => _ = found.insert(at),
                _ => open.extend(before(at)),
            }
        }
        found
    }

    /// Whether every way from a point to the end has another one in it.
    fn always_passes(&self, from: usize, to: usize) -> bool {
        from == to || !self.reaches(from, self.end(), Some(to))
    }

    /// Whether every way that is long enough has it, those that never end too.
    fn surely_passes(&self, from: usize, to: usize) -> bool {
        let mut sure = BTreeSet::from([to]);
        loop {
            let more: Vec<usize> = (0..self.points.len())
                .filter(|at| !sure.contains(at) && !self.next(*at).is_empty())
                .filter(|&at| self.next(at).iter().all(|next| sure.contains(next)))
                .collect();
            if more.is_empty() {
                return sure.contains(&from);
            }
            sure.extend(more);
        }
    }

    /// By point and edge, what depends on it: directly where one edge passes a point by this measure and another does not, and
    /// through what depends so.
    fn dependences(&self, passes: impl Fn(usize, usize) -> bool) -> Vec<Vec<BTreeSet<usize>>> {
        let direct = |from: usize| -> Vec<BTreeSet<usize>> {
            let next = self.next(from);
            let depends =
                |to: usize, at: usize| passes(to, at) && next.iter().any(|&other| !passes(other, at));
            next.iter().map(|&to| (0..self.points.len()).filter(|&at| depends(to, at)).collect()).collect()
        };
        let mut all: Vec<Vec<BTreeSet<usize>>> = (0..self.points.len()).map(direct).collect();
        loop {
            let before = all.clone();
            for of_edge in all.iter_mut().flatten() {
                let through: Vec<usize> =
                    of_edge.iter().flat_map(|&at| before[at].iter().flatten().copied()).collect();
                of_edge.extend(through);
            }
            if all == before {
                return all;
            }
        }
    }

    /// Points with an impact on the values at the criterion, and conditions around them.
    fn data_slice(&self) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let strong = self.dependences(|from, to| self.always_passes(from, to));
        let weak = self.dependences(|from, to| self.surely_passes(from, to));
        let look = self.points.iter().position(|point| matches!(point, Point::Look(_))).unwrap();
        let depends = |edges: &[BTreeSet<usize>], at: usize| edges.iter().any(|edge| edge.contains(&at));
        let mut impact = BTreeSet::from([look]);
        loop {
            let assignments: BTreeSet<usize> = impact.iter().flat_map(|&at| self.reaching(at)).collect();
            let conditions = (0..self.points.len()).filter(|&at| matches!(self.points[at], Point::If(..)));
            let deciding = conditions.filter(|&condition| {
                impact.iter().any(|&at| {
                    let instead = depends(&strong[condition], at) && !depends(&strong[condition], look);
                    let before = (0..2).any(|edge| {
                        strong[condition][edge].contains(&look)
                            && !strong[condition][edge].contains(&at)
                            && weak[condition][1 - edge].contains(&at)
                    });
                    instead || before
                })
            });
            let more: BTreeSet<usize> = assignments.into_iter().chain(deciding).collect();
            if more.is_subset(&impact) {
                break;
            }
            impact.extend(more);
        }
        let around = (0..self.points.len())
            .filter(|at| !impact.contains(at))
            .filter(|&at| impact.iter().any(|&inner| depends(&strong[at], inner)))
            .collect();
        (impact, around)
    }
}

/// What is left of a point in the line of a slice.
fn left(point: Point, line: &str) -> Left {
    match point {
        Point::Set(..) if line.contains(" + ") => Left::Whole,
        Point::If(..) if line.contains(" > ") && line.contains("goto") => Left::Whole,
        Point::If(..) if line.contains("goto") => Left::Abstract,
        Point::Goto(_) if line.contains("goto") => Left::Whole,
        Point::Look(_) | Point::End => Left::Whole,
        _ => Left::Nothing,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Whole,
    Abstract,
    Nothing,
}

/// What a run shows: the values at the criterion, and each outcome of each condition.
#[derive(Debug, Default)]
struct Shown {
    values: Vec<i64>,
    outcomes: Vec<Vec<bool>>,
}

impl Jumps {
    /// Runs what is left of the points; abstract conditions go as they went before, and end the run where they did not.
    fn run(&self, n: i64, left: &[Left], before: &Shown) -> Shown {
        const N_STEPS: usize = 200;
        let mut shown = Shown { values: Vec::new(), outcomes: vec![Vec::new(); self.points.len()] };
        let mut variables = [0; N_VARIABLES];
        let mut at = 0;
        for _ in 0..N_STEPS {
            let mut next = at + 1;
            match (self.points[at], left[at]) {
                (Point::End, _) => return shown,
                (_, Left::Nothing) => {}
                (Point::Set(var, N_VARIABLES), _) => variables[var] = n + at as i64,
                (Point::Set(var, other), _) => variables[var] = variables[other] + at as i64,
                (Point::Goto(to), _) => next = to,
                (Point::Look(var), _) => shown.values.push(variables[var]),
                (Point::If(var, to), _) => {
                    let n_before = shown.outcomes[at].len();
                    let outcome = match left[at] {
                        Left::Whole => Some(variables[var] > at as i64),
                        _ => before.outcomes[at].get(n_before).copied(),
                    };
                    let Some(outcome) = outcome else { return shown };
                    shown.outcomes[at].push(outcome);
                    next = if outcome { to } else { next };
                }
            }
            at = next;
        }
        shown
    }
}

#[apply(test)]
fn data_slices_have_the_values_of_the_program_as_far_as_both_go() {
    let seed = setting("FLOW_DATA_SEED").unwrap_or(2);
    println!("FLOW_DATA_SEED={seed}");
    let mut random = Random::new(seed);
    let mut n_compared = 0;
    for _ in 0..amount(400, 2_000, 10_000) {
        let jumps = Jumps::draw(&mut random);
        let text = jumps.text();
        let tree = Tree::parse(Language::C, &[SourceFile::new("jumps.c", text.as_str())]);
        let look = jumps.points.iter().position(|point| matches!(point, Point::Look(_))).unwrap();
        let criterion = tree.variables_on(0, look + 3).pop().expect("a variable");
        let graph = ProgramGraph::build(&tree, Variant::Data);
        let sliced = graph.render(&graph.slice_all(&[criterion]))[0].text.clone();
        let lines: Vec<&str> = sliced.lines().skip(2).collect();
        let of_slice: Vec<Left> =
            jumps.points.iter().zip(&lines).map(|(point, line)| left(*point, line)).collect();
        let whole = vec![Left::Whole; jumps.points.len()];
        for n in [-20, -3, 0, 5, 30] {
            let program = jumps.run(n, &whole, &Shown::default());
            let slice = jumps.run(n, &of_slice, &program);
            let n_both = program.values.len().min(slice.values.len());
            assert_eq!(
                program.values[..n_both],
                slice.values[..n_both],
                "n is {n} in\n{text}\nand\n{sliced}"
            );
            n_compared += n_both;
        }
    }
    assert!(n_compared > 1_000, "{n_compared} values");
}

#[apply(test)]
fn data_slices_of_generated_jumps_are_those_of_the_definition() {
    let seed = setting("FLOW_DATA_SEED").unwrap_or(1);
    println!("FLOW_DATA_SEED={seed}");
    let mut random = Random::new(seed);
    let (mut n_abstract, mut n_in) = (0, 0);
    for _ in 0..amount(400, 2_000, 10_000) {
        let jumps = Jumps::draw(&mut random);
        let text = jumps.text();
        let (impact, around) = jumps.data_slice();
        let tree = Tree::parse(Language::C, &[SourceFile::new("jumps.c", text.as_str())]);
        let look = jumps.points.iter().position(|point| matches!(point, Point::Look(_))).unwrap();
        let criterion = tree.variables_on(0, look + 3).pop().expect("a variable");
        let graph = ProgramGraph::build(&tree, Variant::Data);
        let sliced = graph.render(&graph.slice_all(&[criterion]))[0].text.clone();
        for (idx, point) in jumps.points.iter().enumerate() {
            let line = sliced.lines().nth(idx + 2).unwrap_or("");
            let said = || format!("line {}: `{line}` in\n{text}\nof which is left\n{sliced}", idx + 3);
            match point {
                // A declaration stays whole where its name does.
                Point::Set(_, N_VARIABLES) => {
                    assert!(line.contains(" + ") || !impact.contains(&idx), "{}", said())
                }
                Point::Set(..) => assert_eq!(line.contains(" + "), impact.contains(&idx), "{}", said()),
                Point::If(..) => {
                    assert_eq!(line.contains(" > "), impact.contains(&idx), "{}", said());
                    assert!(!around.contains(&idx) || line.contains("if (sliced)"), "{}", said());
                    n_in += usize::from(impact.contains(&idx));
                    n_abstract += usize::from(around.contains(&idx));
                }
                Point::Look(_) => assert!(line.contains("printf"), "{}", said()),
                Point::Goto(_) | Point::End => {}
            }
        }
    }
    assert!(n_abstract > 100 && n_in > 100, "{n_abstract} abstract conditions and {n_in} others");
}
