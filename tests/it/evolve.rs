//! Two versions of a program: every planted difference is found with its smallest input, and none is invented.

use std::fs;

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::error::{EXIT_COULD_NOT, EXIT_DONE, EXIT_NEGATIVE, EXIT_NOTHING_MEASURED};
use bench_slicers::evolve::{
    EvolveOptions, Evolved, NamedPoint, ValueComparison, Version, compare_versions, pair_points,
};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::oracle::{Question, Sequence};
use bench_slicers::suite::Input;
use serde_json::Value;

use crate::support::{call_in, stderr, stdout};

/// What a pair of versions shows.
enum Shown {
    /// Values are the same.
    Same,
    /// At the row with this number: the smallest input, position from 1, both values, the label.
    Different {
        row: usize,
        args: &'static [&'static str],
        position: usize,
        values: [&'static str; 2],
        label: &'static str,
    },
}

/// Two versions with what is planted.
struct Pair {
    name: &'static str,
    file: &'static str,
    entry: &'static str,
    old: &'static str,
    new: &'static str,
    /// `LINE:VARIABLE[:N]` in the old version.
    at: &'static [&'static str],
    /// The same in the new one, where it is not found by mapping.
    new_at: &'static [&'static str],
    new_entry: &'static str,
    comparison: ValueComparison,
    shown: Shown,
}

const PAIR: Pair = Pair {
    name: "",
    file: "p.erl",
    entry: "main/1",
    old: "",
    new: "",
    at: &[],
    new_at: &[],
    new_entry: "",
    comparison: ValueComparison::Equal,
    shown: Shown::Same,
};

fn resolved(pair: &Pair, tree: &Tree, points: &[&str]) -> Vec<NodeId> {
    let node = |point: &&str| {
        let named = NamedPoint::parse(&format!("{}:{point}", pair.file)).expect("a point");
        named.resolve(tree).unwrap_or_else(|error| panic!("{}: {error}", pair.name))
    };
    points.iter().map(node).collect()
}

fn evolved(pair: &Pair, n_inputs: usize) -> Evolved {
    let language = Language::of_file(std::path::Path::new(pair.file));
    let [old, new] =
        [pair.old, pair.new].map(|text| Tree::parse(language, &[SourceFile::new(pair.file, text)]));
    let points = resolved(pair, &old, pair.at);
    let named = resolved(pair, &new, pair.new_at);
    let pairs = pair_points([&old, &new], &points, &named, ["old", "new"])
        .unwrap_or_else(|error| panic!("{}: {error}", pair.name));
    let new_points: Vec<NodeId> = pairs.iter().map(|pair| pair.nodes[1]).collect();
    let point_names: Vec<[String; 2]> = pairs.into_iter().map(|pair| pair.names).collect();
    let new_entry = if pair.new_entry.is_empty() { pair.entry } else { pair.new_entry };
    let (entries, new_entries) = ([pair.entry.to_owned()], [new_entry.to_owned()]);
    let options = EvolveOptions {
        names: ["old".to_owned(), "new".to_owned()],
        point_names: &point_names,
        comparison: pair.comparison,
        labels: None,
        inputs: &[],
        n_inputs,
        seed: 1,
        is_saved: false,
    };
    let done = compare_versions(
        Version { tree: &old, entries: &entries, points: &points },
        Version { tree: &new, entries: &new_entries, points: &new_points },
        &options,
    );
    done.unwrap_or_else(|error| panic!("{}: {error}", pair.name)).0
}

fn check(pairs: &[Pair], n_inputs: usize) {
    for pair in pairs {
        let evolved = evolved(pair, n_inputs);
        assert!(!evolved.is_empty(), "{}: nothing reached {:?}", pair.name, evolved.rows);
        let Shown::Different { row, args, position, values, label } = pair.shown else {
            assert!(!evolved.has_difference(), "{}: {:#?}", pair.name, evolved.rows);
            continue;
        };
        for (idx, found) in evolved.rows.iter().enumerate() {
            assert_eq!(found.n_different > 0, idx == row, "{}: {found:#?}", pair.name);
            assert_eq!(found.n_equal + found.n_different, found.n_tests, "{}", pair.name);
        }
        let smallest = evolved.rows[row].smallest.as_ref().expect("a difference has a smallest input");
        let sides = smallest.sides.each_ref().map(|side| side.value.as_str());
        assert_eq!(
            (&smallest.input.args[..], smallest.position + 1),
            (&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>()[..], position),
            "{}",
            pair.name
        );
        assert_eq!((sides, smallest.label.as_str()), (values, label), "{}", pair.name);
        assert_eq!(first_that_differs(pair, smaller(args)), None, "{}", pair.name);
        assert!(first_that_differs(pair, vec![smallest.input.clone()]).is_some(), "{}", pair.name);
    }
}

/// All inputs that are smaller than this one: of an integer, all with fewer digits or nearer to 0; of a list of digits, all that are
/// shorter or have a smaller sum; of empty words, fewer of them.
fn smaller(args: &[&str]) -> Vec<Input> {
    let input = |args: &[String]| Input { args: args.to_vec(), stdin: String::new() };
    let size = |n: i64| (n.to_string().len(), 2 * n.unsigned_abs() + u64::from(n < 0));
    let list = |text: &str| serde_json::from_str::<Vec<u32>>(text).ok();
    match args {
        [only] if only.parse::<i64>().is_ok() => {
            let limit = size(only.parse().unwrap());
            (-99..1000).filter(|&n| size(n) < limit).map(|n| input(&[n.to_string()])).collect()
        }
        [only] if list(only).is_some() => {
            let limit = list(only).unwrap();
            let mut all: Vec<Vec<u32>> = vec![Vec::new()];
            for length in 0..limit.len() {
                let longer = all.iter().filter(|items| items.len() == length);
                let longer = longer.flat_map(|items| (0..10).map(|n| [&items[..], &[n]].concat()));
                all.extend(longer.collect::<Vec<_>>());
            }
            let size = |items: &[u32]| (items.len(), items.iter().sum::<u32>());
            all.retain(|items| size(items) < size(&limit));
            all.iter().map(|items| input(&[format!("{items:?}").replace(' ', "")])).collect()
        }
        words => (0..words.len()).map(|n| input(&vec![String::new(); n])).collect(),
    }
}

/// The first of these inputs on which the points of the versions, all in one sequence, take other values, or spend more ticks.
fn first_that_differs(pair: &Pair, inputs: Vec<Input>) -> Option<Input> {
    let language = Language::of_file(std::path::Path::new(pair.file));
    let trees = [pair.old, pair.new].map(|text| Tree::parse(language, &[SourceFile::new(pair.file, text)]));
    let points = resolved(pair, &trees[0], pair.at);
    let named = resolved(pair, &trees[1], pair.new_at);
    let pairs = pair_points([&trees[0], &trees[1]], &points, &named, ["old", "new"]).unwrap();
    let sequences = [0, 1].map(|side| {
        let points: Vec<NodeId> = pairs.iter().map(|pair| pair.nodes[side]).collect();
        let entry = if side == 1 && !pair.new_entry.is_empty() { pair.new_entry } else { pair.entry };
        let mut oracle = languages::oracle(&trees[side], &Question::new(points.clone(), entry)).unwrap();
        let found = oracle.sequences(&inputs, false).unwrap();
        let of_points = |sequence: Sequence| -> Vec<(Option<usize>, String, u64)> {
            let number = |node: NodeId| points.iter().position(|&point| point == node);
            sequence.elements.into_iter().map(|it| (number(it.node), it.value, it.ticks)).collect()
        };
        found.into_iter().map(of_points).collect::<Vec<_>>()
    });
    let growth = match pair.comparison {
        ValueComparison::Ticks(percent) => Some(1.0 + percent / 100.0),
        _ => None,
    };
    let differs = |idx: &usize| {
        let [old, new] = [0, 1].map(|side| &sequences[side][*idx]);
        let grows = |old: u64, new: u64| growth.is_some_and(|growth| new as f64 > old as f64 * growth);
        let mut both = old.iter().zip(new);
        old.len() != new.len() || both.any(|(a, b)| (a.0, &a.1) != (b.0, &b.1) || grows(a.2, b.2))
    };
    (0..inputs.len()).find(differs).map(|idx| inputs[idx].clone())
}

const fn different(
    args: &'static [&'static str],
    position: usize,
    values: [&'static str; 2],
    label: &'static str,
) -> Shown {
    Shown::Different { row: 0, args, position, values, label }
}

#[apply(test)]
#[needs(Erlang)]
fn erlang_versions() {
    check(
        &[
            Pair {
                name: "a recursion becomes a fold",
                old: "-module(p).\n-export([main/1]).\nmain(L) -> Sum = total(L, 0), Sum.\ntotal([], A) -> A;\ntotal([X | R], A) when is_integer(X) -> total(R, A + X).\n",
                new: "-module(p).\n-export([main/1]).\nmain(L) -> Sum = lists:foldl(fun(X, A) when is_integer(X) -> A + X end, 0, L), Sum.\n",
                at: &["3:Sum"],
                ..PAIR
            },
            Pair {
                name: "one boundary is off by one",
                old: "-module(p).\n-export([main/1]).\nmain(X) when is_integer(X) -> R = if X >= 18 -> adult; true -> minor end, R.\n",
                new: "-module(p).\n-export([main/1]).\nmain(X) when is_integer(X) -> R = if X > 18 -> adult; true -> minor end, R.\n",
                at: &["3:R"],
                shown: different(&["18"], 1, ["adult", "minor"], "other value"),
                ..PAIR
            },
            Pair {
                name: "only a list with 9 in the middle tells",
                old: "-module(p).\n-export([main/1]).\nmain(L) -> R = lists:sum(L), R.\n",
                new: "-module(p).\n-export([main/1]).\nmain(L) -> R = case L of [_, 9, _ | _] -> 0; _ -> lists:sum(L) end, R.\n",
                at: &["3:R:2"],
                new_at: &["3:R:2"],
                shown: different(&["[0,9,0]"], 1, ["9", "0"], "other value"),
                ..PAIR
            },
            Pair {
                name: "a function with the point has another name",
                old: "-module(p).\n-export([main/1]).\nmain(X) when is_integer(X) -> area(X).\narea(Side) -> Square = Side * Side, Square + 1.\n",
                new: "-module(p).\n-export([main/1]).\nsurface(Side) -> Square = Side * Side, Square + 1.\nmain(X) when is_integer(X) -> surface(X).\n",
                at: &["4:Square:2"],
                ..PAIR
            },
            Pair {
                name: "two statements change places",
                old: "-module(p).\n-export([main/1]).\nmain(X) when is_integer(X) ->\n    A = X + 1,\n    B = X * 2,\n    {A, B}.\n",
                new: "-module(p).\n-export([main/1]).\nmain(X) when is_integer(X) ->\n    B = X * 2,\n    A = X + 1,\n    {A, B}.\n",
                at: &["4:A", "5:B"],
                new_at: &["5:A", "4:B"],
                shown: Shown::Different {
                    row: 2,
                    args: &["0"],
                    position: 1,
                    values: ["1", "0"],
                    label: "other order",
                },
                ..PAIR
            },
        ],
        600,
    );
}

#[apply(test)]
#[needs(Python)]
fn python_versions() {
    check(
        &[
            Pair {
                name: "a loop becomes a sum",
                old: "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n",
                new: "import functools\ndef f(xs):\n    total = functools.reduce(lambda a, b: a + b, xs, 0)\n    return total\n",
                at: &["5:total"],
                ..PAIR_PY
            },
            Pair {
                name: "a range begins where nothing is lost",
                old: "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n",
                new: "def f(n):\n    total = 0\n    for i in range(1, n):\n        total += i\n    return total\n",
                at: &["5:total"],
                ..PAIR_PY
            },
            Pair {
                name: "a range ends one too late",
                old: "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n",
                new: "def f(n):\n    total = 0\n    for i in range(n + 1):\n        total += i\n    return total\n",
                at: &["5:total"],
                shown: different(&["1"], 1, ["0", "1"], "other value"),
                ..PAIR_PY
            },
            Pair {
                name: "rounding within a tolerance",
                old: "def f(n):\n    share = n / 3\n    return share\n",
                new: "def f(n):\n    share = n * (1 / 3)\n    return share\n",
                at: &["3:share"],
                comparison: ValueComparison::Tolerance(1e-9),
                ..PAIR_PY
            },
            Pair {
                name: "the other way round, sorted",
                old: "def f(xs):\n    for x in list(xs):\n        y = x\n    return 0\n",
                new: "def f(xs):\n    for x in list(xs)[::-1]:\n        y = x\n    return 0\n",
                at: &["3:y"],
                comparison: ValueComparison::Sorted,
                ..PAIR_PY
            },
            Pair {
                name: "a function moves",
                old: "def g(a):\n    b = a + 1\n    return b\n\ndef f(n):\n    return g(n)\n",
                new: "def f(n):\n    return g(n)\n\ndef g(a):\n    b = 1 + a\n    return b\n",
                at: &["3:b"],
                ..PAIR_PY
            },
            Pair {
                name: "twice the work",
                old: "def f(n):\n    total = 0\n    for i in range(n):\n        total += 1\n    return total\n",
                new: "def f(n):\n    total = 0\n    for i in range(n):\n        pass\n    for i in range(n):\n        total += 1\n    return total\n",
                at: &["5:total"],
                new_at: &["7:total"],
                comparison: ValueComparison::Ticks(10.0),
                shown: different(&["1"], 1, ["1 after 2 ticks", "1 after 3 ticks"], "more ticks"),
                ..PAIR_PY
            },
            Pair {
                name: "the last value is lost",
                old: "def f(n):\n    for i in range(n):\n        y = i * 10\n",
                new: "def f(n):\n    for i in range(n):\n        if i == 3:\n            break\n        y = i * 10\n",
                at: &["3:y"],
                new_at: &["5:y"],
                shown: different(&["4"], 4, ["30", "no value: the run ends"], "fewer values"),
                ..PAIR_PY
            },
        ],
        400,
    );
}

const PAIR_PY: Pair = Pair { file: "p.py", entry: "f", ..PAIR };

#[apply(test)]
#[needs(Node)]
fn javascript_versions() {
    let function = Pair { file: "p.js", entry: "f", ..PAIR };
    check(
        &[
            Pair {
                name: "a loop becomes a reduction",
                old: "function f(n) {\n  let total = 0;\n  for (let i = 0; i < n; i++) total += i;\n  return total;\n}\n",
                new: "function f(n) {\n  let total = n > 0 ? 0 : 0;\n  let i = 0;\n  while (i < n) { total = total + i; i = i + 1; }\n  return total;\n}\n",
                at: &["4:total"],
                ..function
            },
            Pair {
                name: "a boundary of a discount",
                file: "p.js",
                entry: "f",
                old: "function f(n) {\n  let rate = 0;\n  if (n >= 100) rate = 10;\n  return rate;\n}\n",
                new: "function f(n) {\n  let rate = 0;\n  if (n > 100) rate = 10;\n  return rate;\n}\n",
                at: &["4:rate"],
                shown: different(&["100"], 1, ["10", "0"], "other value"),
                ..PAIR
            },
        ],
        400,
    );
}

#[apply(test)]
#[needs(Java)]
fn java_versions() {
    let head = Pair { file: "P.java", entry: "main", ..PAIR };
    check(
        &[
            Pair {
                name: "a field becomes a variable",
                old: "public class P {\n    static int sum = 0;\n    public static void main(String[] args) {\n        for (String arg : args) sum += arg.length();\n        System.out.println(sum);\n    }\n}\n",
                new: "public class P {\n    public static void main(String[] args) {\n        int sum = 0;\n        for (int i = 0; i < args.length; i++) sum = sum + args[i].length();\n        System.out.println(sum);\n    }\n}\n",
                at: &["5:sum"],
                ..head
            },
            Pair {
                name: "the last argument is left out",
                file: "P.java",
                entry: "main",
                old: "public class P {\n    public static void main(String[] args) {\n        int n = 0;\n        for (int i = 0; i < args.length; i++) n += 1;\n        System.out.println(n);\n    }\n}\n",
                new: "public class P {\n    public static void main(String[] args) {\n        int n = 0;\n        for (int i = 0; i < args.length - 1; i++) n += 1;\n        System.out.println(n);\n    }\n}\n",
                at: &["5:n"],
                shown: different(&[""], 1, ["1", "0"], "other value"),
                ..PAIR
            },
        ],
        200,
    );
}

#[apply(test)]
#[needs(R)]
fn r_versions() {
    let head = Pair { file: "p.R", entry: "__main__", ..PAIR };
    check(
        &[
            Pair {
                name: "a loop becomes a sum",
                old: "args <- commandArgs(TRUE)\ntotal <- 0\nfor (arg in args) {\n  total <- total + nchar(arg)\n}\nprint(total)\n",
                new: "args <- commandArgs(TRUE)\ntotal <- 0\ntotal <- total + sum(nchar(args))\nprint(total)\n",
                at: &["6:total"],
                ..head
            },
            Pair {
                name: "one is added to what has two arguments",
                file: "p.R",
                entry: "__main__",
                old: "args <- commandArgs(TRUE)\nn <- length(args)\nprint(n)\n",
                new: "args <- commandArgs(TRUE)\nn <- length(args)\nif (n == 2) n <- 3L\nprint(n)\n",
                at: &["3:n"],
                shown: different(&["", ""], 1, ["2L", "3L"], "other value"),
                ..PAIR
            },
        ],
        150,
    );
}

#[apply(test)]
#[needs(Gcc)]
fn c_versions() {
    let head = Pair { file: "p.c", entry: "main", ..PAIR };
    check(
        &[
            Pair {
                name: "a loop counts down",
                old: "#include <stdio.h>\nint main(int argc, char **argv) {\n    int n = 0;\n    for (int i = 1; i < argc; i++) n += i;\n    printf(\"%d\\n\", n);\n    return 0;\n}\n",
                new: "#include <stdio.h>\nint main(int argc, char **argv) {\n    int n = 0;\n    for (int i = argc - 1; i > 0; i--) n += i;\n    printf(\"%d\\n\", n);\n    return 0;\n}\n",
                at: &["5:n"],
                ..head
            },
            Pair {
                name: "a boundary, and two points",
                file: "p.c",
                entry: "main",
                old: "#include <stdio.h>\nint main(int argc, char **argv) {\n    int n = argc > 2 ? 7 : 1;\n    double half = argc / 2.0;\n    printf(\"%d %f\\n\", n, half);\n    return 0;\n}\n",
                new: "#include <stdio.h>\nint main(int argc, char **argv) {\n    int n = argc > 3 ? 7 : 1;\n    double half = argc / 2.0;\n    printf(\"%d %f\\n\", n, half);\n    return 0;\n}\n",
                at: &["5:n", "5:half"],
                shown: different(&["", ""], 1, ["7", "1"], "other value"),
                ..PAIR
            },
        ],
        150,
    );
}

const OLD: &str = "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n";
const NEW: &str =
    "def f(n):\n    total = 0\n    for i in range(n + 1):\n        total += i\n    return total\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("old.py", OLD),
        ("new.py", NEW),
        (
            "never.py",
            "def f(n):\n    if n == 'never drawn, and long enough':\n        total = 1\n        return total\n",
        ),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[apply(test)]
#[needs(Python)]
fn a_saved_suite_finds_what_the_pair_found() {
    let folder = folder();
    let dir = folder.path();
    let at = ["--entry", "f", "--at", "old.py:5:total", "--fresh", "150"];
    let run = |args: &[&str]| {
        let output = call_in(dir, &[&["evolve"], args].concat());
        (output.status.code(), stdout(&output), stderr(&output))
    };
    let (code, said, errors) =
        run(&[&["old.py", "new.py", "--save", "suite.json", "--format", "json"], &at[..]].concat());
    assert_eq!(code, Some(i32::from(EXIT_NEGATIVE)), "{said}{errors}");
    let rows: Value = serde_json::from_str(&said).unwrap();
    let row = &rows[0];
    assert_eq!(row["smallest"]["args"][0], "1");
    assert_eq!(row["smallest"]["new"]["call"], "f(n=1)");
    let (code, said, errors) = run(&["--replay", "suite.json", "new.py", "--format", "json"]);
    assert_eq!(code, Some(i32::from(EXIT_NEGATIVE)), "{said}{errors}");
    let replayed: Value = serde_json::from_str(&said).unwrap();
    // The smallest input is one more test of the suite.
    let more = |row: &Value, key: &str| row[key].as_u64().unwrap();
    assert!(more(&replayed[0], "different") >= more(row, "different"), "{replayed}\n{rows}");
    assert_eq!(run(&["--replay", "suite.json", "old.py"]).0, Some(i32::from(EXIT_DONE)));
    let markdown = run(&["--replay", "suite.json", "new.py", "--format", "markdown"]).1;
    assert!(markdown.contains("| entry |"), "{markdown}");
    let junit = run(&["--replay", "suite.json", "new.py", "--format", "junit"]).1;
    assert!(junit.contains("failures=\"1\"") && junit.contains("<failure type=\"other value\""), "{junit}");
}

#[apply(test)]
#[needs(Python)]
fn exit_codes_and_messages_say_what_happened() {
    let folder = folder();
    let check = |args: &[&str], exit_code: u8, expected: &str| {
        let output = call_in(folder.path(), &[&["evolve"], args].concat());
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(i32::from(exit_code)), "{args:?}: {said}");
        assert!(said.contains(expected), "{args:?}: {said}");
    };
    let entry = ["--entry", "f", "--fresh", "60"];
    let with = |args: &[&'static str]| [args, &entry[..]].concat();
    check(&with(&["old.py", "old.py", "--at", "old.py:5:total"]), EXIT_DONE, "total");
    check(
        &with(&["never.py", "never.py", "--at", "never.py:4:total"]),
        EXIT_NOTHING_MEASURED,
        "no input reaches",
    );
    check(&with(&["old.py", "new.py"]), EXIT_COULD_NOT, "no point is given");
    check(&with(&["old.py", "new.py", "--at", "old.py:5"]), EXIT_COULD_NOT, "is not a point");
    check(&with(&["old.py", "new.py", "--at", "old.py:5:totl"]), EXIT_COULD_NOT, "total");
    check(&with(&["old.py", "--at", "old.py:5:total"]), EXIT_COULD_NOT, "only one version");
    check(
        &with(&["old.py", "new.py", "--at", "old.py:5:total", "--labels", "false"]),
        EXIT_COULD_NOT,
        "does not label pairs",
    );
    check(
        &with(&["old.py", "new.py", "--at", "old.py:5:total", "--labels", "sed s/.*/off-by-one/"]),
        EXIT_NEGATIVE,
        "off-by-one",
    );
    check(
        &with(&["old.py", "new.py", "--at", "old.py:5:total", "--labels", "sed s/.*/same/"]),
        EXIT_DONE,
        "total",
    );
}
