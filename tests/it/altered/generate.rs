//! Programs full of what weighs nothing: guards, types, modifiers, imports, directives. The last line that has the
//! variable `last` is the criterion.

use bench_slicers::language::Language;
use bench_slicers::random::Random;

/// A random program; the same for the same state of the generator.
pub(super) fn program(language: Language, random: &mut Random) -> String {
    let mut draw = Draw { random };
    match language {
        Language::C => draw.c(),
        Language::Erlang => draw.erlang(),
        Language::Java => draw.java(),
        Language::JavaScript => draw.javascript(),
        Language::Python => draw.python(),
        Language::R => draw.r(),
        Language::Lines(_) => unreachable!("a line has nothing beside it"),
    }
}

struct Draw<'r> {
    random: &'r mut Random,
}

impl Draw<'_> {
    fn one(&mut self, words: &[&'static str]) -> &'static str {
        self.random.choose(words).expect("there is a choice")
    }

    fn number(&mut self) -> usize {
        10 + self.random.below(90)
    }

    /// Up to three parts.
    fn some(&mut self, part: fn(&mut Self, usize) -> String) -> String {
        (0..1 + self.random.below(3)).map(|idx| part(self, idx)).collect()
    }

    fn c(&mut self) -> String {
        let header = self.one(&["stdio.h", "stdlib.h", "string.h"]);
        let define = format!("#define LIMIT {}\n#define TWICE(a) ((a) * {})\n", self.number(), self.number());
        let fields = format!("struct pair {{ {} left; {} *right; }};\n", self.c_type(), self.c_type());
        let functions = self.some(|draw, idx| {
            let storage = draw.one(&["static ", "static inline ", "extern ", ""]);
            let (of, one, other, local) = (draw.c_type(), draw.c_type(), draw.c_type(), draw.c_type());
            format!(
                "{storage}{of} step{idx}({one} a, const {other} *b, struct pair p)\n{{\n    {local} c = a + *b;\n    return ({of}) c;\n}}\n"
            )
        });
        let global = format!(
            "{}{} first[{}];\n",
            self.one(&["static ", "volatile ", ""]),
            self.c_type(),
            self.number()
        );
        let main = format!(
            "int main()\n{{\n    {}{} last = step0({}, first, 0);\n    printf(\"%d\", last);\n}}\n",
            self.one(&["const ", "register ", ""]),
            self.c_type(),
            self.number()
        );
        format!("#include <{header}>\n{define}{fields}{global}{functions}{main}")
    }

    fn c_type(&mut self) -> &'static str {
        self.one(&["int", "unsigned", "unsigned long", "char", "double", "struct pair *", "size_t"])
    }

    fn guard(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.below(2) == 0 {
            let glue = self.one(&[", ", "; ", " andalso ", " orelse "]);
            return format!("{}{glue}{}", self.guard(0), self.guard(depth - 1));
        }
        match self.random.below(4) {
            0 => format!("X {} {}", self.one(&[">", "<", ">=", "=<", "=:=", "=/=", "=="]), self.number()),
            1 => format!("{}(X)", self.one(&["is_list", "is_atom", "is_integer", "not is_float"])),
            2 => format!("X rem {} > N", self.number()),
            _ => {
                format!("X {} {}", self.one(&["=/=", "=="]), self.one(&["none", "'not it'", "\"ab\"", "$a"]))
            }
        }
    }

    fn erlang(&mut self) -> String {
        let head = format!(
            "-module(program).\n-export([main/1]).\n-record(pair, {{left = {} :: integer(), right}}).\n-type size() :: {}().\n",
            self.number(),
            self.one(&["integer", "float", "atom"])
        );
        let functions = self.some(|draw, idx| {
            let (one, other, inner) = (draw.guard(2), draw.guard(1), draw.guard(1));
            let of = draw.one(&["integer()", "atom()", "[size()]"]);
            format!(
                "-spec step{idx}({of}, size()) -> {of}.\nstep{idx}(X, N) when {one} ->\n    if {inner} -> X; true -> N end;\n\
                 step{idx}(X, N) ->\n    case N of X when {other} -> X; _ -> [X || X <- N] end.\n"
            )
        });
        format!("{head}{functions}main(N) ->\n    Last = step0(N, 1),\n    {{ok, Last}}.\n")
    }

    fn java(&mut self) -> String {
        let import = self.one(&["java.util.List", "java.util.Map", "static java.lang.Math.max"]);
        let head = format!(
            "import {import};\n{}class Program extends {} implements {} {{\n",
            self.one(&["public ", "final ", "abstract ", ""]),
            self.one(&["Base", "Object"]),
            self.one(&["Runnable", "Comparable<Program>"])
        );
        let methods = self.some(|draw, idx| {
            let [of, one, other, local] = [0; 4].map(|_| draw.java_type());
            let access = draw.one(&["public ", "private ", "protected ", ""]);
            let note = draw.one(&["@Deprecated ", "@Named(\"ab\") ", ""]);
            let throws = draw.one(&["", "throws Failure ", "throws Failure, Other "]);
            format!(
                "    {note}{access}static {of} step{idx}({one} a, final {other} b) {throws}{{\n        {local} c = a.with(b);\n        return ({of}) c;\n    }}\n"
            )
        });
        let field = format!(
            "    {}static {} first = null;\n",
            self.one(&["final ", "volatile ", ""]),
            self.java_type()
        );
        let main = format!(
            "    public static void main(String[] args) {{\n        {}{} last = step0(args, first);\n        System.out.println(last);\n    }}\n}}\n",
            self.one(&["final ", ""]),
            self.java_type()
        );
        format!("{head}{field}{methods}{main}")
    }

    fn java_type(&mut self) -> &'static str {
        self.one(&["int", "long[]", "boolean", "String", "List<Integer>", "Map<String, int[]>", "double"])
    }

    fn javascript(&mut self) -> String {
        let import = match self.random.below(3) {
            0 => "import whole from \"./whole.js\";\n",
            1 => "import { one, two as three } from \"./parts.js\";\n",
            _ => "import * as all from \"./all.js\";\n",
        };
        let functions = self.some(|draw, idx| {
            let (is_async, of, each) =
                (draw.one(&["async ", ""]), draw.one(&["const", "let", "var"]), draw.one(&["const", "let"]));
            let star = draw.one(&["*", ""]);
            format!(
                "{is_async}function{star} step{idx}(a, b) {{\n  {of} c = a?.size;\n  for ({each} d of b) c.add(d);\n  return c;\n}}\n"
            )
        });
        let class = format!(
            "class Pair {{\n  {}left() {{ return 1; }}\n  {}right(a) {{ return a; }}\n}}\n",
            self.one(&["static ", "get ", "async ", ""]),
            self.one(&["static ", "set ", ""])
        );
        let last = format!("{} last = step0({}, []);\n", self.one(&["const", "let", "var"]), self.number());
        format!("{import}{}{class}{functions}{last}console.log(last);\n", self.one(&["export ", ""]))
    }

    fn python(&mut self) -> String {
        let import = match self.random.below(3) {
            0 => "import json, math as maths\n",
            1 => "from os import path as place, sep\n",
            _ => "from . import other\n",
        };
        let functions = self.some(|draw, idx| {
            let [of, one, other] = [0; 3].map(|_| draw.python_type());
            let is_async = draw.one(&["async ", ""]);
            let format = draw.one(&[":.2f", ":>8", "!r", "!s:>4"]);
            format!(
                "{is_async}def step{idx}(a: {one}, b: {other} = 1, *c) -> {of}:\n    d: {other} = b\n    return f\"{{a{format}}} {{d}}\"\n"
            )
        });
        format!("{import}{functions}last: {} = step0({})\nprint(last)\n", self.python_type(), self.number())
    }

    fn python_type(&mut self) -> &'static str {
        self.one(&[
            "int",
            "str",
            "list[int]",
            "dict[str, float]",
            "int | None",
            "\"Later\"",
            "Callable[[int], str]",
        ])
    }

    /// R has no types, modifiers or guards; what comes nearest is how a name is bound and looked up.
    fn r(&mut self) -> String {
        let library = self.one(&["stats", "utils", "methods"]);
        let functions = self.some(|draw, idx| {
            let bind = draw.one(&["<-", "<<-"]);
            let (part, name) = (draw.one(&["$", "@"]), draw.one(&["digits", "width", "quote"]));
            format!(
                "step{idx} <- function(a, b = {}) {{\n  c {bind} a{part}left\n  format(c, {name} = b, flag = TRUE)\n}}\n",
                draw.number()
            )
        });
        let from = self.one(&["base::identity", "base:::identity"]);
        format!("library({library})\n{functions}last <- {from}(step0({}))\nprint(last)\n", self.number())
    }
}
