//! Contracts of functions: a second oracle, which finds gold slices that are wrong where the criterion does not show it.

use bench_slicers::check::{CheckOptions, CheckRule, SuiteCheck, check_suite};
use bench_slicers::languages;
use bench_slicers::map::{self, Fate, MapOptions};
use bench_slicers::oracle::{Question, Trial};
use bench_slicers::suite::Input;

use crate::support::Folder;

/// A benchmark in a language: a criterion, inputs and contracts, one gold slice.
struct Contracted<'c> {
    file: &'c str,
    /// `entry` for Erlang.
    entry: &'c str,
    program: &'c str,
    criterion: (usize, &'c str),
    /// Lists of arguments.
    inputs: &'c [&'c str],
    contracts: &'c str,
}

impl Contracted<'_> {
    fn folder(&self, gold: &str) -> Folder {
        let (_, extension) = self.file.split_once('.').unwrap();
        let language = match extension {
            "erl" => "erlang",
            "js" => "javascript",
            "java" => "java",
            _ => "python",
        };
        let (line, variable) = self.criterion;
        let entry = if self.entry.is_empty() { String::new() } else { format!("entry = '{}'\n", self.entry) };
        let inputs: String = self.inputs.iter().map(|args| format!("[[input]]\nargs = {args}\n")).collect();
        let folder = Folder::empty();
        folder.write(
            &format!("{language}/one/benchmark.toml"),
            format!(
                "format = 1\ntitle = 'a'\nsource = 'written for a test'\nprogram = '{}'\n{entry}{inputs}{}\n\
                 [[criterion]]\nid = 'only'\nline = {line}\nvariable = '{variable}'\n",
                self.file, self.contracts
            ),
        );
        folder.write(&format!("{language}/one/{}", self.file), self.program);
        folder.write(&format!("{language}/one/gold/only.{extension}"), gold);
        folder
    }

    fn findings(&self, gold: &str) -> Vec<(String, String)> {
        let found: SuiteCheck = check_suite(&self.folder(gold).load(), CheckOptions::default(), &|_| ());
        assert_eq!(found.skipped, []);
        let of_contracts = found.findings.into_iter().filter(|finding| finding.rule == CheckRule::Contracts);
        of_contracts.map(|finding| (finding.subject, finding.problem.message)).collect()
    }

    /// What the values of the criterion alone say of a gold slice on these inputs.
    fn tried(&self, gold: &str, inputs: &[&[&str]]) -> Trial {
        let suite = self.folder(gold).load();
        let benchmark = &suite.benchmarks[0];
        let criterion = &benchmark.criteria[0];
        let slice = bench_slicers::ast::Tree::parse(benchmark.language, &criterion.golds[0].files);
        let mapping = map::map(&benchmark.tree, &slice, &MapOptions::of_criterion(&criterion.nodes));
        let is_it = |fate: &Fate| matches!(fate, Fate::Mapped(origin) if criterion.nodes.contains(origin));
        let there: Vec<u32> = slice.ids().filter(|&node| is_it(&mapping.fates[node as usize])).collect();
        let question = Question::new(criterion.nodes.clone(), benchmark.entry_point().unwrap());
        let mut oracle = languages::oracle(&benchmark.tree, &question).unwrap();
        let input = |args: &&[&str]| Input {
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            stdin: String::new(),
        };
        oracle.add_inputs(&inputs.iter().map(input).collect::<Vec<_>>()).unwrap();
        oracle.try_other(&slice, &there).unwrap()
    }
}

/// Whether a sum of clamped numbers is over -5: on these inputs that is the same without clamping.
const PYTHON: Contracted<'_> = Contracted {
    file: "p.py",
    entry: "",
    program: "import sys\n\ndef clamp(x):\n    if x < 0:\n        x = 0\n    return x\n\ntotal = 0\nn = 0\nfor word in sys.argv[1:]:\n    total = total + clamp(int(word))\n    n = n + 1\nflag = total > -5\nprint(flag, n)\n",
    criterion: (13, "flag"),
    inputs: &["['5']", "['20', '-3']", "['-3']", "[]"],
    contracts: "[[contract]]\nfunction = 'clamp'\nrequires = 'isinstance(x, int)'\nensures = '0 <= result and result >= x'\n",
};
const PYTHON_WRONG: &str = "import sys\n\ndef clamp(x):\n\n\n    return x\n\ntotal = 0\n\nfor word in sys.argv[1:]:\n    total = total + clamp(int(word))\n\nflag = total > -5\n";
const PYTHON_RIGHT: &str = "import sys\n\ndef clamp(x):\n    if x < 0:\n        x = 0\n    return x\n\ntotal = 0\n\nfor word in sys.argv[1:]:\n    total = total + clamp(int(word))\n\nflag = total > -5\n";

const SCRIPT: Contracted<'_> = Contracted {
    file: "p.js",
    entry: "",
    program: "function clamp(x) {\n  if (x < 0) x = 0;\n  return x;\n}\nlet total = 0;\nlet n = 0;\nfor (const word of process.argv.slice(2)) {\n  total = total + clamp(Number(word));\n  n = n + 1;\n}\nconst flag = total > -5;\nconsole.log(flag, n);\n",
    criterion: (11, "flag"),
    inputs: &["['5']", "['20', '-3']", "['-3']", "[]"],
    contracts: "[[contract]]\nfunction = 'clamp'\nrequires = 'typeof x === \"number\"'\nensures = '0 <= result && result >= x'\n",
};
const SCRIPT_WRONG: &str = "function clamp(x) {\n\n  return x;\n}\nlet total = 0;\n\nfor (const word of process.argv.slice(2)) {\n  total = total + clamp(Number(word));\n\n}\nconst flag = total > -5;\n";
const SCRIPT_RIGHT: &str = "function clamp(x) {\n  if (x < 0) x = 0;\n  return x;\n}\nlet total = 0;\n\nfor (const word of process.argv.slice(2)) {\n  total = total + clamp(Number(word));\n\n}\nconst flag = total > -5;\n";

const ERLANG: Contracted<'_> = Contracted {
    file: "p.erl",
    entry: "main/1",
    program: "-module(p).\n-export([main/1]).\n\nmain(Words) ->\n    Total = lists:sum([clamp(Word) || Word <- Words]),\n    N = length(Words),\n    Flag = Total > -5,\n    {Flag, N}.\n\nclamp(X) when X < 0 -> 0;\nclamp(X) -> X.\n",
    criterion: (7, "Flag"),
    inputs: &["['[5]']", "['[20,-3]']", "['[-3]']", "['[]']"],
    contracts: "[[contract]]\nfunction = 'clamp/1'\nrequires = 'is_integer(X)'\nensures = '0 =< Result andalso Result >= X'\nparameters = ['X']\n",
};
const ERLANG_WRONG: &str = "-module(p).\n-export([main/1]).\n\nmain(Words) ->\n    Total = lists:sum([clamp(Word) || Word <- Words]),\n\n    Flag = Total > -5.\n\n\n\nclamp(X) -> X.\n";
const ERLANG_RIGHT: &str = "-module(p).\n-export([main/1]).\n\nmain(Words) ->\n    Total = lists:sum([clamp(Word) || Word <- Words]),\n\n    Flag = Total > -5.\n\n\nclamp(X) when X < 0 -> 0;\nclamp(X) -> X.\n";

/// A wrong gold slice has the values of the program on the inputs that are there and not on `telling`; its contract shows it on `shows`.
fn check_wrong(
    case: &Contracted<'_>,
    [right, wrong]: [&str; 2],
    inputs: &[&[&str]],
    telling: &[&str],
    shows: &str,
) {
    assert_eq!(case.findings(right), []);
    assert_eq!(case.tried(wrong, inputs), Trial::Same);
    assert!(matches!(case.tried(wrong, &[telling]), Trial::Different(_)));
    let found = case.findings(wrong);
    let [(subject, message)] = &found[..] else { panic!("{found:?}") };
    assert!(subject.ends_with("/one/only"), "{subject}");
    assert!(message.starts_with("keeps `clamp") && message.contains("breaks its contract"), "{message}");
    assert!(message.ends_with(shows), "{message}");
}

#[apply(test)]
#[needs(Python)]
fn a_wrong_gold_slice_of_python_breaks_a_contract() {
    let inputs: [&[&str]; 4] = [&["5"], &["20", "-3"], &["-3"], &[]];
    let shows = "with {'result': -3, 'x': -3} on input [20, -3]";
    check_wrong(&PYTHON, [PYTHON_RIGHT, PYTHON_WRONG], &inputs, &["-7"], shows);
}

#[apply(test)]
#[needs(Node)]
fn a_wrong_gold_slice_of_javascript_breaks_a_contract() {
    let inputs: [&[&str]; 4] = [&["5"], &["20", "-3"], &["-3"], &[]];
    check_wrong(&SCRIPT, [SCRIPT_RIGHT, SCRIPT_WRONG], &inputs, &["-7"], "on input [20, -3]");
}

#[apply(test)]
#[needs(Erlang)]
fn a_wrong_gold_slice_of_erlang_breaks_a_contract() {
    let inputs: [&[&str]; 4] = [&["[5]"], &["[20,-3]"], &["[-3]"], &["[]"]];
    let shows = "with [{'X',-3},{'Result',-3}] on input [[20,-3]]";
    check_wrong(&ERLANG, [ERLANG_RIGHT, ERLANG_WRONG], &inputs, &["[-7]"], shows);
}

#[apply(test)]
#[needs(Python)]
fn contracts_of_code_that_a_slice_lacks_say_nothing_of_it() {
    let program = "import sys\n\ndef mix(a, b):\n    first = a\n    c = a + b\n    return first, c\n\nn = len(sys.argv)\np, q = mix(n, 2)\nprint(p)\nprint(q)\n";
    let whole = Contracted {
        program,
        criterion: (10, "p"),
        inputs: &["['5']", "[]"],
        contracts: "[[contract]]\nfunction = 'mix'\nrequires = 'a > 0 and b == 2'\nensures = 'result[1] == a + b'\n",
        ..PYTHON
    };
    // A part of the result is gone, and an argument.
    let partial = "import sys\n\ndef mix(a, b):\n    first = a\n\n    return first, ...\n\nn = len(sys.argv)\np, q = mix(n, ...)\nprint(p)\n";
    assert_eq!(whole.findings(partial), []);
    // The function is gone, or all that it returns.
    let gone = "import sys\n\n\n\n\n\n\nn = len(sys.argv)\np = n\nprint(p)\n";
    assert_eq!(whole.findings(gone), []);
    let inside = Contracted { criterion: (4, "first"), ..whole };
    let unreturned = "import sys\n\ndef mix(a, b):\n    first = a\n\n\n\nn = len(sys.argv)\nmix(n, ...)\n";
    assert_eq!(inside.findings(unreturned), []);
    // What calls promise is checked where all of it is there.
    let wrong_call = "import sys\n\ndef mix(a, b):\n    first = a\n\n\n\nn = ...\nmix(n, 2)\n";
    let found = inside.findings(wrong_call);
    assert!(
        found.len() == 1 && found[0].1.contains("`a > 0 and b == 2` does not hold with 'TypeError("),
        "{found:?}"
    );
}

#[apply(test)]
#[needs(Python, Node, Erlang)]
fn contracts_hold_whatever_kind_of_function_has_them() {
    let python = Contracted {
        program: "\"\"\"Kinds of functions.\"\"\"\nfrom __future__ import annotations\nimport sys\n\nclass Account:\n    def __init__(self, start: int = 0, *more, **named):\n        self.sum = start\n\n    @staticmethod\n    def twice(x): return 2 * x\n\n    def add(self, x, k=1):\n        self.sum += k * x\n        return self.sum\n\ndef fact(n):\n    def step(m):\n        return m - 1\n    return 1 if n < 2 else n * fact(step(n))\n\na = Account(1, 2, z=3)\nr = a.add(Account.twice(len(sys.argv)), k=fact(3))\nprint(r)\n",
        criterion: (23, "r"),
        inputs: &["['5', 'a']", "[]"],
        contracts: "[[contract]]\nfunction = 'Account.add'\nrequires = 'k > 0 and x >= 0'\nensures = 'result == self.sum'\n[[contract]]\nfunction = 'Account.twice'\nensures = 'result % 2 == 0'\n[[contract]]\nfunction = 'fact'\nrequires = 'n >= 0'\nensures = 'result >= n'\n[[contract]]\nfunction = 'fact.step'\nensures = 'result < m'\n[[contract]]\nfunction = 'Account.__init__'\nensures = 'self.sum == start and more == (2,)'\n",
        ..PYTHON
    };
    assert_eq!(python.findings(python.program), []);
    let script = Contracted {
        program: "'use strict';\nconst half = (x, { by } = { by: 2 }) => x / by;\nconst twice = function (x) { return 2 * x; };\nfunction fact(n, ...rest) {\n  function step(m) { return m - 1; }\n  return n < 2 ? 1 : n * fact(step(n));\n}\nconst r = fact(half(twice(process.argv.length)));\nconsole.log(r);\n",
        criterion: (9, "r"),
        inputs: &["['5', 'a']", "[]"],
        contracts: "[[contract]]\nfunction = 'fact'\nrequires = 'n >= 0 && rest.length === 0'\nensures = 'result >= n'\n[[contract]]\nfunction = 'step'\nensures = 'result < m'\n[[contract]]\nfunction = 'half'\nrequires = 'by === 2'\nensures = '2 * result === x'\n[[contract]]\nfunction = 'twice'\nensures = 'result === x + x'\n",
        ..SCRIPT
    };
    assert_eq!(script.findings(script.program), []);
    let erlang = Contracted {
        program: "-module(p).\n-export([main/1]).\n-spec len(list(), integer()) -> integer().\nlen([_ | T], N) -> len(T, N + 1);\nlen([], N) -> N.\n'odd name'(X) ->\n    case X of\n        0 -> zero;\n        _ when X > 0 -> positive\n    end.\nmain(L) ->\n    R = 'odd name'(len(L, 0)),\n    {R}.\n",
        criterion: (13, "R"),
        inputs: &["['[1,2]']", "['[]']"],
        contracts: "[[contract]]\nfunction = 'len/2'\nparameters = ['List', 'N']\nrequires = 'N >= 0'\nensures = 'Result =:= N + length(List)'\n[[contract]]\nfunction = 'len/2'\nrequires = 'is_integer(N)'\n[[contract]]\nfunction = 'odd name/1'\nensures = 'is_atom(Result) andalso X >= 0'\n",
        ..ERLANG
    };
    assert_eq!(erlang.findings(erlang.program), []);
}

#[apply(test)]
#[needs(Python)]
fn a_contract_that_cannot_be_held_or_run_is_named_itself() {
    let check = |contract: &str, expected: &str| {
        let case = Contracted { contracts: contract, ..PYTHON };
        let found = case.findings(PYTHON_WRONG);
        let [(subject, message)] = &found[..] else { panic!("{contract}: {found:?}") };
        assert_eq!((subject.as_str(), message.as_str()), ("python/one", expected), "{contract}");
    };
    check(
        "[[contract]]\nfunction = 'clamp'\nrequires = 'x >= 0'\n",
        "the program breaks the contract of `clamp`: `x >= 0` does not hold with {'x': -3} on input [20, -3]",
    );
    check(
        "[[contract]]\nfunction = 'clmp'\nrequires = 'x >= 0'\n",
        "the contract cannot be run: the program defines no function `clmp`",
    );
    check(
        "[[contract]]\nfunction = 'clamp'\nensures = 'x =!= 0'\n",
        "the contract cannot be run: cannot parse `=`",
    );
}

#[apply(test)]
#[needs(Python)]
fn a_contract_of_what_is_never_called_shows_nothing() {
    let case = Contracted { inputs: &["[]"], ..PYTHON };
    let found = case.findings(PYTHON_WRONG);
    assert_eq!(found[0].1, "no input calls `clamp`, so that its contract shows nothing");
}

#[apply(test)]
fn languages_without_contracts_say_so() {
    let java = Contracted {
        file: "P.java",
        program: "class P {\n    public static void main(String[] args) {\n        int n = 1;\n        int m = 2;\n        System.out.println(n + m);\n    }\n}\n",
        criterion: (3, "n"),
        inputs: &[],
        contracts: "[[contract]]\nfunction = 'main'\nrequires = 'args != null'\n",
        ..PYTHON
    };
    let suite = java
        .folder("class P {\n    public static void main(String[] args) {\n        int n = 1;\n\n\n    }\n}\n")
        .load();
    let found = check_suite(&suite, CheckOptions::default(), &|_| ());
    let messages: Vec<&str> = found.findings.iter().map(|finding| &*finding.problem.message).collect();
    let expected =
        "the contract cannot be run: contracts are run in Erlang, JavaScript and Python, not in java";
    assert_eq!(messages, [expected]);
}

#[apply(test)]
fn a_contract_needs_a_condition() {
    let case = Contracted { contracts: "[[contract]]\nfunction = 'clamp'\n", ..PYTHON };
    let message = case.folder(PYTHON_WRONG).message();
    assert!(message.contains("the contract has neither `requires` nor `ensures`"), "{message}");
}
