//! How the graph of a program in a language that is lowered to flow grows, and a slice with it: programs of about 1 000 to
//! 10 000 statements. `cargo bench --bench flow [-- PART-OF-NAME …]`

use std::hint::black_box;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::Builtin;
use bench_slicers::language::Language;

#[path = "common/measure.rs"]
mod measure;
use measure::{is_chosen, measure};

/// A program of equal functions, and of one that calls them all, one after the other. `#` is the number of a function.
struct Family {
    name: &'static str,
    language: Language,
    file: &'static str,
    head: &'static str,
    function: &'static str,
    /// Where the calls begin.
    main: &'static str,
    call: &'static str,
    end: &'static str,
}

/// Numbers, branches, loops and calls, and in `objects` records that are changed, shared, linked and kept in lists.
const FAMILIES: &[Family] = &[
    Family {
        name: "c/numbers",
        language: Language::C,
        file: "p.c",
        head: "#include <stdio.h>\n#include <stdlib.h>\nint total = 0;\n",
        function: "int f#(int a, int b) {\n    int s = a;\n    int t = b * 2;\n    for (int i = 0; i < a; i++) {\n        if (s > t) {\n            s = s - b;\n        } else {\n            t = t + i;\n        }\n    }\n    total = total + s;\n    return s * t;\n}\n",
        main: "int main(int argc, char **argv) {\n    int n = atoi(argv[1]);\n",
        call: "    n = f#(n, n);\n",
        end: "    printf(\"%d\\n\", n);\n    return 0;\n}\n",
    },
    Family {
        name: "java/objects",
        language: Language::Java,
        file: "P.java",
        head: "import java.util.*;\nclass Pair {\n    int x;\n    int y;\n    Pair next;\n    Pair(int x, int y) {\n        this.x = x;\n        this.y = y;\n    }\n    void move(int d) {\n        this.x = this.x + d;\n    }\n}\npublic class P {\n",
        function: "    static int f#(int a, Pair p) {\n        Pair q = new Pair(a, p.y);\n        List<Pair> all = new ArrayList<>();\n        for (int i = 0; i < a; i++) {\n            q.move(i);\n            if (q.x > p.x) {\n                p.next = q;\n            }\n            all.add(q);\n        }\n        p.y = q.x + a;\n        return q.x + all.size();\n    }\n",
        main: "    public static void main(String[] args) {\n        int n = Integer.parseInt(args[0]);\n        Pair p = new Pair(n, n);\n",
        call: "        n = f#(n, p);\n",
        end: "        System.out.println(n + p.y);\n    }\n}\n",
    },
    Family {
        name: "javascript/objects",
        language: Language::JavaScript,
        file: "p.js",
        head: "class Pair {\n    constructor(x, y) {\n        this.x = x;\n        this.y = y;\n        this.next = null;\n    }\n    move(d) {\n        this.x = this.x + d;\n    }\n}\n",
        function: "function f#(a, p) {\n    const q = new Pair(a, p.y);\n    const all = [];\n    for (let i = 0; i < a; i++) {\n        q.move(i);\n        if (q.x > p.x) {\n            p.next = q;\n        }\n        all.push(q);\n    }\n    p.y = q.x + a;\n    return q.x + all.length;\n}\n",
        main: "function main(n) {\n    const p = new Pair(n, n);\n",
        call: "    n = f#(n, p);\n",
        end: "    console.log(n + p.y);\n}\nmain(3);\n",
    },
    Family {
        name: "python/objects",
        language: Language::Python,
        file: "p.py",
        head: "class Pair:\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n        self.next = None\n\n    def move(self, d):\n        self.x = self.x + d\n\n\n",
        function: "def f#(a, p):\n    q = Pair(a, p.y)\n    all = []\n    for i in range(a):\n        q.move(i)\n        if q.x > p.x:\n            p.next = q\n        all.append(q)\n    p.y = q.x + a\n    return q.x + len(all)\n\n\n",
        main: "def main(n):\n    p = Pair(n, n)\n",
        call: "    n = f#(n, p)\n",
        end: "    print(n + p.y)\n\n\nmain(3)\n",
    },
    Family {
        name: "r/numbers",
        language: Language::R,
        file: "p.R",
        head: "total <- 0\n",
        function: "f# <- function(a, b) {\n    s <- a\n    t <- b * 2\n    for (i in seq_len(a)) {\n        if (s > t) {\n            s <- s - b\n        } else {\n            t <- t + i\n        }\n    }\n    total <<- total + s\n    s * t\n}\n",
        main: "main <- function(n) {\n",
        call: "    n <- f#(n, n)\n",
        end: "    print(n)\n}\nmain(3)\n",
    },
];

impl Family {
    fn program(&self, n_functions: usize) -> Tree {
        let numbered = |text: &str| (0..n_functions).map(|idx| text.replace('#', &idx.to_string())).collect();
        let [functions, calls]: [String; 2] = [self.function, self.call].map(numbered);
        let text = [self.head, &functions, self.main, &calls, self.end].concat();
        Tree::parse(self.language, &[SourceFile::new(self.file, text)])
    }
}

/// Every variable, thinned out to a hundred.
fn criteria(tree: &Tree) -> Vec<NodeId> {
    let all: Vec<NodeId> = tree.ids().filter(|&node| tree.flags(node).has(Flags::VARIABLE)).collect();
    all.iter().copied().step_by((all.len() / 100).max(1)).collect()
}

fn main() {
    for family in FAMILIES {
        // Eleven to twelve statements a function, and its call.
        for n_functions in [80, 200, 400, 800] {
            let tree = family.program(n_functions);
            assert!(tree.problems().is_empty(), "{}: {:?}", family.name, tree.problems());
            let n_statements = tree.ids().filter(|&node| tree.flags(node).has(Flags::STATEMENT)).count();
            let name = |what: &str| format!("{what}/{}/{n_statements}", family.name);
            measure(&name("build"), n_statements, "statements", || {
                Builtin::CeSdg.prepare(black_box(&tree), 0)
            });
            if !is_chosen(&name("slice")) {
                continue;
            }
            let graph = Builtin::CeSdg.prepare(&tree, 0);
            let criteria = criteria(&tree);
            let mut next = criteria.iter().cycle();
            measure(&name("slice"), 1, "slices", || graph.keep(*next.next().expect("there are variables")));
        }
    }
}
