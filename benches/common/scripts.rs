//! One program of any size in every language that has an oracle beside Erlang: functions of two kinds, a condition and a
//! loop, all of which its last value needs; and five inputs of it.

use std::fmt::Write;

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::suite::Input;

/// How the program is written in one language: `{f}` is the number of a function, `{k}` what it is called with.
struct Form {
    file: &'static str,
    begin: &'static str,
    /// A function with a condition, and one with a loop.
    functions: [&'static str; 2],
    middle: &'static str,
    call: &'static str,
    end: &'static str,
}

const C: Form = Form {
    file: "program.c",
    begin: "#include <stdio.h>\n",
    functions: [
        "int f{f}(int n, int k) {\n    if (n > k) return n * 2 + {f};\n    return n - k;\n}\n",
        "int f{f}(int n, int k) {\n    for (int i = 0; i < k; i++) n += i;\n    return n % 1009;\n}\n",
    ],
    middle: "int main(void) {\n    int result = 0;\n    while (getchar() != EOF) result++;\n",
    call: "    result = f{f}(result, {k});\n",
    end: "    printf(\"%d\\n\", result);\n    return 0;\n}\n",
};

const JAVA: Form = Form {
    file: "Program.java",
    begin: "import java.util.Scanner;\n\nclass Program {\n",
    functions: [
        "    static int f{f}(int n, int k) {\n        if (n > k) return n * 2 + {f};\n        return n - k;\n    }\n",
        "    static int f{f}(int n, int k) {\n        for (int i = 0; i < k; i++) n += i;\n        return n % 1009;\n    }\n",
    ],
    middle: "    public static void main(String[] args) {\n        Scanner in = new Scanner(System.in);\n        \
        int result = in.hasNext() ? in.next().length() : 0;\n",
    call: "        result = f{f}(result, {k});\n",
    end: "        System.out.println(result);\n    }\n}\n",
};

const JAVASCRIPT: Form = Form {
    file: "program.js",
    begin: "",
    functions: [
        "function f{f}(n, k) {\n  if (n > k) return n * 2 + {f};\n  return n - k;\n}\n",
        "function f{f}(n, k) {\n  for (let i = 0; i < k; i++) n += i;\n  return n % 1009;\n}\n",
    ],
    middle: "let result = require(\"fs\").readFileSync(0, \"utf8\").length;\n",
    call: "result = f{f}(result, {k});\n",
    end: "console.log(result);\n",
};

const PYTHON: Form = Form {
    file: "program.py",
    begin: "import sys\n",
    functions: [
        "def f{f}(n, k):\n    if n > k:\n        return n * 2 + {f}\n    return n - k\n",
        "def f{f}(n, k):\n    for i in range(k):\n        n += i\n    return n % 1009\n",
    ],
    middle: "result = len(sys.stdin.read())\n",
    call: "result = f{f}(result, {k})\n",
    end: "print(result)\n",
};

const R: Form = Form {
    file: "program.R",
    begin: "",
    functions: [
        "f{f} <- function(n, k) {\n  if (n > k) {\n    return(n * 2 + {f})\n  }\n  n - k\n}\n",
        "f{f} <- function(n, k) {\n  for (i in 1:k) {\n    n <- n + i\n  }\n  n %% 1009\n}\n",
    ],
    middle: "result <- sum(nchar(readLines(\"stdin\")))\n",
    call: "result <- f{f}(result, {k})\n",
    end: "print(result)\n",
};

fn form(language: Language) -> &'static Form {
    match language {
        Language::C => &C,
        Language::Java => &JAVA,
        Language::JavaScript => &JAVASCRIPT,
        Language::Python => &PYTHON,
        Language::R => &R,
        Language::Erlang | Language::Lines(_) => unreachable!("not one of the scripts"),
    }
}

/// A program of so many functions.
fn script(language: Language, n_functions: usize) -> Tree {
    let form = form(language);
    let fill = |text: &str, idx: usize| {
        text.replace("{f}", &idx.to_string()).replace("{k}", &(idx % 4 + 1).to_string())
    };
    let mut text = String::from(form.begin);
    (0..n_functions).for_each(|idx| text.push_str(&fill(form.functions[idx % 2], idx)));
    text.push_str(form.middle);
    (0..n_functions).for_each(|idx| text.push_str(&fill(form.call, idx)));
    write!(text, "{}", form.end).expect("a string");
    Tree::parse(language, &[SourceFile::new(form.file, text)])
}

/// The program whose size is nearest to so many nodes, and its criterion: the last `result`.
pub(crate) fn script_of(language: Language, n_nodes: usize) -> (Tree, NodeId) {
    let programs = (1..=n_nodes / 8).map(|n_functions| script(language, n_functions));
    let program = programs.min_by_key(|program| program.n_counted().abs_diff(n_nodes)).expect("a program");
    let criterion = program.ids().rfind(|&node| program.text(node) == "result").expect("the criterion");
    (program, criterion)
}

/// Texts of no letter to 26.
pub(crate) fn inputs() -> [Input; 5] {
    ["", "a", "ab", "abcdefg", "abcdefghijklmnopqrstuvwxyz"]
        .map(|text| Input { args: Vec::new(), stdin: text.to_owned() })
}
