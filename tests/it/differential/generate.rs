//! Random programs in sequential Erlang that compile, end, and mostly do not crash.
//!
//! Expressions are made for a type in an environment of typed variables. Functions call only later ones,
//! except that each may go down its first argument; so every run ends. Some expressions throw or fail,
//! inside `try` or not.

mod choices;
mod state;

use std::fmt::Write as _;

use bench_slicers::random::Random;

pub(crate) use state::Alphabet;

fn chance(rng: &mut Random, percent: usize) -> bool {
    rng.below(100) < percent
}

fn pick<'t, T: ?Sized>(rng: &mut Random, from: &[&'t T]) -> &'t T {
    from[rng.below(from.len())]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Int,
    Atom,
    List,
    /// `{Int, Int}`.
    Pair,
    /// `{{Int, List}, Int}`.
    Nested,
    /// `leaf` or `{node, Tree, Int, Tree}`.
    Tree,
    /// A fun of one integer that gives an integer.
    Fun,
    /// `#acc{sum :: Int, items :: List}`.
    Record,
    /// `#{a => Int, b => List}`.
    Map,
}

const TYPES: [Type; 9] = [
    Type::Int,
    Type::Atom,
    Type::List,
    Type::Pair,
    Type::Nested,
    Type::Tree,
    Type::Fun,
    Type::Record,
    Type::Map,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Clauses are chosen by literals and guards.
    Plain,
    /// Goes down a number, a list or a tree.
    Recursive,
}

#[derive(Clone, Debug)]
struct Function {
    name: String,
    parameters: Vec<Type>,
    result: Type,
    shape: Shape,
}

type Env = Vec<(String, Type)>;

/// A program whose entry is `main/2`, called with an integer and a list of integers.
pub(crate) fn program(rng: &mut Random, alphabet: Alphabet) -> String {
    let n_functions = 2 + rng.below(4);
    let mut functions = vec![Function {
        name: "main".to_owned(),
        parameters: vec![Type::Int, Type::List],
        result: Type::Int,
        shape: Shape::Plain,
    }];
    for idx in 1..=n_functions {
        functions.push(signature(rng, idx));
    }
    let mut text = format!(
        "-module(program).\n-export([main/2]).\n{}-record(acc, {{sum = 0, items = []}}).\n\
                    -define(STEP, 3).\n-define(TWICE(X), (X + X)).\n\
                    -define(WEIGH(X, Y), ((X + 2 * Y) rem 1000)).\n",
        alphabet.imports()
    );
    for idx in 0..functions.len() {
        let mut writer = Writer {
            rng,
            alphabet,
            functions: &functions,
            current: idx,
            n_names: 0,
            budget: 34,
            may_recur: None,
        };
        text.push('\n');
        text.push_str(&writer.function());
    }
    text
}

/// Arguments for `main/2`, as terms.
pub(super) fn input(rng: &mut Random) -> String {
    let items: Vec<String> = (0..rng.below(5)).map(|_| (rng.below(9) as i64 - 2).to_string()).collect();
    format!("[{},[{}]]", rng.below(8) as i64 - 1, items.join(","))
}

fn signature(rng: &mut Random, idx: usize) -> Function {
    let shape = if chance(rng, 50) { Shape::Recursive } else { Shape::Plain };
    let first = match shape {
        Shape::Recursive => *pick(rng, &[&Type::Int, &Type::List, &Type::Tree]),
        Shape::Plain => *pick(rng, &TYPES.each_ref()),
    };
    let mut parameters = vec![first];
    for _ in 0..rng.below(3) {
        parameters.push(*pick(rng, &TYPES.each_ref()));
    }
    Function { name: format!("f{idx}"), parameters, result: *pick(rng, &TYPES.each_ref()), shape }
}

/// Writes one function.
struct Writer<'w> {
    rng: &'w mut Random,
    alphabet: Alphabet,
    functions: &'w [Function],
    current: usize,
    n_names: usize,
    /// Expressions that may still have parts.
    budget: isize,
    /// The smaller first arguments that a call of the function itself may have.
    may_recur: Option<Vec<String>>,
}

impl Writer<'_> {
    fn is_wide(&self) -> bool {
        self.alphabet == Alphabet::Everything
    }

    fn fresh(&mut self) -> String {
        self.n_names += 1;
        format!("V{}", self.n_names)
    }

    fn function(&mut self) -> String {
        let function = self.functions[self.current].clone();
        let clauses = match function.shape {
            Shape::Recursive => self.recursive_clauses(&function),
            Shape::Plain => self.plain_clauses(&function),
        };
        format!("{}.\n", clauses.join(";\n"))
    }

    fn clause(&mut self, name: &str, patterns: &[String], guard: &str, env: &Env, result: Type) -> String {
        self.budget = 34;
        let body = self.body(env, result, 1);
        format!("{name}({}){guard} ->\n{body}", patterns.join(", "))
    }

    fn plain_clauses(&mut self, function: &Function) -> Vec<String> {
        let mut clauses = Vec::new();
        for _ in 0..self.rng.below(3) {
            let (patterns, env) = self.parameters(function, 0, true);
            let guard = self.guard(&env);
            clauses.push(self.clause(&function.name, &patterns, &guard, &env, function.result));
        }
        let (patterns, env) = self.parameters(function, 0, false);
        let last = self.clause(&function.name, &patterns, "", &env, function.result);
        let guard = self.guard(&env);
        if !guard.is_empty() && chance(self.rng, 30) {
            // One that does the same, or nearly.
            let twin = last.replacen(" ->", &format!("{guard} ->"), 1);
            clauses.push(self.nearly(twin));
        }
        clauses.push(last);
        clauses
    }

    /// Patterns for the parameters from `from` on.
    fn parameters(&mut self, function: &Function, from: usize, may_fail: bool) -> (Vec<String>, Env) {
        let mut env = Env::new();
        let mut patterns = Vec::new();
        for &parameter in &function.parameters[from..] {
            let pattern = if may_fail || chance(self.rng, 30) {
                self.pattern(parameter, &mut env, may_fail)
            } else {
                self.named(parameter, &mut env)
            };
            patterns.push(pattern);
        }
        (patterns, env)
    }

    fn recursive_clauses(&mut self, function: &Function) -> Vec<String> {
        let mut clauses = Vec::new();
        let (mut rest, mut env) = self.parameters(function, 1, false);
        let (base, step, guard, smaller) = match function.parameters[0] {
            Type::Int => {
                let name = self.named(Type::Int, &mut env);
                (
                    "_".to_owned(),
                    name.clone(),
                    format!(" when {name} > 0, {name} < 9"),
                    vec![format!("{name} - 1")],
                )
            }
            Type::List => {
                let (head, tail) = (self.named(Type::Int, &mut env), self.fresh());
                env.push((tail.clone(), Type::List));
                ("[]".to_owned(), format!("[{head} | {tail}]"), String::new(), vec![tail])
            }
            _ => {
                let (left, item, right) = (
                    self.named(Type::Tree, &mut env),
                    self.named(Type::Int, &mut env),
                    self.named(Type::Tree, &mut env),
                );
                let step = format!("{{node, {left}, {item}, {right}}}");
                ("_".to_owned(), step, String::new(), vec![left, right])
            }
        };
        rest.insert(0, step);
        self.may_recur = Some(smaller);
        let step = self.clause(&function.name, &rest, &guard, &env, function.result);
        self.may_recur = None;
        let (mut rest, env) = self.parameters(function, 1, false);
        rest.insert(0, base.clone());
        let base_clause = self.clause(&function.name, &rest, "", &env, function.result);
        if base == "[]" && chance(self.rng, 40) {
            clauses.extend([base_clause, step]);
        } else {
            clauses.extend([step, base_clause]);
        }
        clauses
    }

    /// Statements and a last expression of this type, one a line.
    fn body(&mut self, env: &Env, result: Type, depth: usize) -> String {
        let mut env = env.clone();
        let indent = "    ".repeat(depth);
        let mut lines = Vec::new();
        for _ in 0..self.rng.below(if depth == 1 { 5 } else { 3 }) {
            lines.push(format!("{indent}{}", self.statement(&mut env, depth)));
        }
        if depth == 1 && chance(self.rng, 90) {
            lines.extend(self.call_of_next(&mut env).map(|call| format!("{indent}{call}")));
        }
        lines.push(format!("{indent}{}", self.expression(&env, result, depth)));
        lines.join(",\n")
    }

    fn named(&mut self, of: Type, env: &mut Env) -> String {
        let name = self.fresh();
        env.push((name.clone(), of));
        name
    }

    fn statement(&mut self, env: &mut Env, depth: usize) -> String {
        match self.rng.below(if self.is_wide() { 15 } else { 12 }) {
            12 => self.state(env, depth),
            13 => self.bytes(env, depth),
            0 => {
                let value = self.expression(env, Type::Pair, depth);
                let (one, other) = (self.part(Type::Int, env), self.part(Type::Int, env));
                format!("{{{one}, {other}}} = {value}")
            }
            1 => {
                let value = self.expression(env, Type::Nested, depth);
                let (one, other, third) =
                    (self.part(Type::Int, env), self.part(Type::List, env), self.part(Type::Int, env));
                format!("{{{{{one}, {other}}}, {third}}} = {value}")
            }
            2 => {
                let (head, tail) =
                    (self.expression(env, Type::Int, depth), self.expression(env, Type::List, depth));
                let (one, other) = (self.part(Type::Int, env), self.part(Type::List, env));
                format!("[{one} | {other}] = [{head} | {tail}]")
            }
            3 => {
                let value = self.expression(env, Type::Record, depth);
                let (one, other) = (self.part(Type::Int, env), self.part(Type::List, env));
                format!("#acc{{sum = {one}, items = {other}}} = {value}")
            }
            4 => {
                let value = self.expression(env, Type::Map, depth);
                let one = self.part(Type::Int, env);
                format!("#{{a := {one}}} = {value}")
            }
            5 => self.exporting_case(env, depth),
            // A match that only checks, and may fail.
            6 if !env.is_empty() && chance(self.rng, 15) => {
                let (name, of) = env[self.rng.below(env.len())].clone();
                format!("{name} = {}", self.expression(env, of, depth))
            }
            7 => {
                let of = *pick(self.rng, &TYPES.each_ref());
                self.expression(env, of, depth)
            }
            8 => {
                let value = self.expression(env, Type::Int, depth);
                let name = self.named(Type::Int, env);
                format!("<<{name}:8>> = <<({value}):8>>")
            }
            _ => self.plain_statement(env, depth),
        }
    }

    /// Most functions are called, so that criteria in them are reached.
    fn call_of_next(&mut self, env: &mut Env) -> Option<String> {
        let callee = self.functions.get(self.current + 1)?.clone();
        let arguments = self.arguments(env, &callee.parameters, 2);
        let name = self.named(callee.result, env);
        Some(format!("{name} = {}({})", callee.name, arguments.join(", ")))
    }

    fn plain_statement(&mut self, env: &mut Env, depth: usize) -> String {
        let of = *pick(self.rng, &TYPES.each_ref());
        let value = self.expression(env, of, depth);
        let name = self.named(of, env);
        format!("{name} = {value}")
    }

    /// A variable, or nothing, in a pattern.
    fn part(&mut self, of: Type, env: &mut Env) -> String {
        if chance(self.rng, 25) { "_".to_owned() } else { self.named(of, env) }
    }

    /// A pattern for values of a type; one that may fail, or that matches all of them.
    fn pattern(&mut self, of: Type, env: &mut Env, may_fail: bool) -> String {
        if chance(self.rng, 15) {
            return self.part(of, env);
        }
        match of {
            Type::Int if may_fail && self.is_wide() && chance(self.rng, 20) => {
                pick(self.rng, &["001", "16#2", "$\\003", "0_0", "2#11"]).to_owned()
            }
            Type::Int if may_fail => self.rng.below(4).to_string(),
            Type::Atom if may_fail => self.atom(),
            Type::List if may_fail => match self.rng.below(3) {
                0 => "[]".to_owned(),
                1 => format!("[{} | {}]", self.part(Type::Int, env), self.part(Type::List, env)),
                _ => format!("[{}, {}]", self.part(Type::Int, env), self.part(Type::Int, env)),
            },
            Type::Pair if may_fail && chance(self.rng, 50) => {
                format!("{{{}, {}}}", self.rng.below(3), self.part(Type::Int, env))
            }
            Type::Pair => format!("{{{}, {}}}", self.part(Type::Int, env), self.part(Type::Int, env)),
            Type::Nested => {
                let (one, other, third) =
                    (self.part(Type::Int, env), self.part(Type::List, env), self.part(Type::Int, env));
                format!("{{{{{one}, {other}}}, {third}}}")
            }
            Type::Tree if may_fail => match self.rng.below(2) {
                0 => "leaf".to_owned(),
                _ => format!("{{node, {}, {}, _}}", self.part(Type::Tree, env), self.part(Type::Int, env)),
            },
            Type::Record => format!("#acc{{sum = {}}}", self.part(Type::Int, env)),
            Type::Map => format!("#{{b := {}}}", self.part(Type::List, env)),
            _ => self.part(of, env),
        }
    }

    fn guard(&mut self, env: &Env) -> String {
        let numbers: Vec<&str> = of_type(env, Type::Int);
        if numbers.is_empty() || chance(self.rng, 50) {
            return String::new();
        }
        let left = pick(self.rng, &numbers).to_owned();
        let operator = pick(self.rng, &[">", "<", "=:=", ">="]);
        let right = if chance(self.rng, 50) {
            pick(self.rng, &numbers).to_owned()
        } else {
            self.rng.below(5).to_string()
        };
        format!(" when {left} {operator} {right}")
    }

    fn atom(&mut self) -> String {
        pick(self.rng, &["ok", "none", "odd"]).to_owned()
    }

    fn expression(&mut self, env: &Env, of: Type, depth: usize) -> String {
        self.budget -= 1;
        let known: Vec<&str> = of_type(env, of);
        if !known.is_empty() && (self.budget < 0 || chance(self.rng, 30)) {
            return pick(self.rng, &known).to_owned();
        }
        if self.budget < 0 || depth > 4 {
            return self.literal(of);
        }
        match self.rng.below(14) {
            0 | 1 => self.call(env, of, depth).unwrap_or_else(|| self.composed(env, of, depth)),
            2 => self.recursive_call(env, of, depth).unwrap_or_else(|| self.composed(env, of, depth)),
            3 => self.case(env, of, depth),
            4 => self.conditional(env, of, depth),
            5 => self.try_expression(env, of, depth),
            6 if depth < 3 => {
                let body = self.body(env, of, depth + 1);
                format!("begin\n{body}\n{}end", "    ".repeat(depth))
            }
            7 => self.taken_apart(env, of, depth),
            8 => self.literal(of),
            _ => self.composed(env, of, depth),
        }
    }

    fn literal(&mut self, of: Type) -> String {
        match of {
            Type::Int if self.is_wide() && chance(self.rng, 10) => {
                pick(self.rng, &["$a", "002", "16#3", "$\\001"]).to_owned()
            }
            Type::Int if !self.is_wide() && chance(self.rng, 10) => "$a".to_owned(),
            Type::Int => self.rng.below(7).to_string(),
            Type::Atom => self.atom(),
            Type::List => pick(self.rng, &["[]", "[1, 2]", "\"ab\"", "[3]"]).to_owned(),
            Type::Pair => format!("{{{}, {}}}", self.rng.below(3), self.rng.below(5)),
            Type::Nested => format!("{{{{{}, [4]}}, {}}}", self.rng.below(3), self.rng.below(5)),
            Type::Tree => {
                pick(self.rng, &["leaf", "{node, leaf, 3, leaf}", "{node, {node, leaf, 1, leaf}, 2, leaf}"])
                    .to_owned()
            }
            Type::Fun => {
                let name = self.fresh();
                format!("fun({name}) -> {name} + {} end", self.rng.below(4))
            }
            Type::Record => format!("#acc{{sum = {}}}", self.rng.below(4)),
            Type::Map => format!("#{{a => {}, b => [5]}}", self.rng.below(4)),
        }
    }

    /// A value built from values.
    fn composed(&mut self, env: &Env, of: Type, depth: usize) -> String {
        let depth = depth + 1;
        match of {
            Type::Int => self.number(env, depth),
            Type::Atom => {
                let (one, other) =
                    (self.expression(env, Type::Int, depth), self.expression(env, Type::Int, depth));
                format!("element({one} rem 2 + 2, {{{other}, ok, none}})")
            }
            Type::List => self.list(env, depth),
            Type::Pair => {
                format!(
                    "{{{}, {}}}",
                    self.expression(env, Type::Int, depth),
                    self.expression(env, Type::Int, depth)
                )
            }
            Type::Nested => {
                let (one, other) =
                    (self.expression(env, Type::Int, depth), self.expression(env, Type::List, depth));
                format!("{{{{{one}, {other}}}, {}}}", self.expression(env, Type::Int, depth))
            }
            Type::Tree => {
                let (left, item) =
                    (self.expression(env, Type::Tree, depth), self.expression(env, Type::Int, depth));
                format!("{{node, {left}, {item}, {}}}", self.expression(env, Type::Tree, depth))
            }
            Type::Fun => self.fun(env, depth),
            Type::Record => {
                let known = of_type(env, Type::Record);
                let base = if known.is_empty() { String::new() } else { pick(self.rng, &known).to_owned() };
                let field = pick(self.rng, &["sum", "items"]);
                let of = if field == "sum" { Type::Int } else { Type::List };
                format!("{base}#acc{{{field} = {}}}", self.expression(env, of, depth))
            }
            Type::Map => {
                let known = of_type(env, Type::Map);
                if known.is_empty() || chance(self.rng, 50) {
                    let (one, other) =
                        (self.expression(env, Type::Int, depth), self.expression(env, Type::List, depth));
                    return format!("#{{a => {one}, b => {other}}}");
                }
                let base = pick(self.rng, &known).to_owned();
                format!("{base}#{{a := {}}}", self.expression(env, Type::Int, depth))
            }
        }
    }

    fn number(&mut self, env: &Env, depth: usize) -> String {
        let one = self.expression(env, Type::Int, depth);
        match self.rng.below(if self.is_wide() { 11 } else { 10 }) {
            10 => format!("last([{one} | {}])", self.expression(env, Type::List, depth)),
            0 => format!("length({})", self.expression(env, Type::List, depth)),
            1 => format!("lists:sum({})", self.expression(env, Type::List, depth)),
            2 => {
                let fun = self.expression(env, Type::Fun, depth);
                format!("({fun})({one})")
            }
            3 => {
                let list = self.expression(env, Type::List, depth);
                let (item, sum) = (self.fresh(), self.fresh());
                let inner = with(env, &[(&item, Type::Int), (&sum, Type::Int)]);
                let body = self.repeated(&inner, depth + 1);
                format!("lists:foldl(fun({item}, {sum}) -> {body} end, {one}, {list})")
            }
            4 => format!("({one} rem 5)"),
            5 => format!("max({one}, {})", self.expression(env, Type::Int, depth)),
            6 => format!("?WEIGH({one}, {})", self.expression(env, Type::Int, depth)),
            // What is repeated binds nothing: names of one copy would be bound in the other.
            7 => {
                let names = of_type(env, Type::Int);
                let name = if names.is_empty() { "?STEP" } else { pick(self.rng, &names) };
                format!("?TWICE({name} - {})", self.rng.below(4))
            }
            _ => {
                let operator = pick(self.rng, &["+", "-", "*"]);
                format!("({one} {operator} {}) rem 1000", self.expression(env, Type::Int, depth))
            }
        }
    }

    fn list(&mut self, env: &Env, depth: usize) -> String {
        match self.rng.below(6) {
            0 => {
                let list = self.expression(env, Type::List, depth);
                let name = if chance(self.rng, 30) { "V1".to_owned() } else { self.fresh() };
                let inner = with(env, &[(&name, Type::Int)]);
                let item = self.repeated(&inner, depth + 1);
                let filter = if chance(self.rng, 50) {
                    format!(", {name} > {}", self.rng.below(3))
                } else {
                    String::new()
                };
                format!("[{item} || {name} <- {list}{filter}]")
            }
            1 => {
                let (fun, list) =
                    (self.expression(env, Type::Fun, depth), self.expression(env, Type::List, depth));
                format!("lists:map({fun}, {list})")
            }
            2 => format!("lists:reverse({})", self.expression(env, Type::List, depth)),
            3 => {
                let (one, other) =
                    (self.expression(env, Type::List, depth), self.expression(env, Type::List, depth));
                format!("lists:sublist({one} ++ {other}, 6)")
            }
            4 => {
                let (one, other) =
                    (self.expression(env, Type::Int, depth), self.expression(env, Type::Int, depth));
                format!("[{one}, {other}]")
            }
            _ => {
                let (head, tail) =
                    (self.expression(env, Type::Int, depth), self.expression(env, Type::List, depth));
                format!("lists:sublist([{head} | {tail}], 6)")
            }
        }
    }

    /// A number that is computed many times, and so without going down.
    fn repeated(&mut self, env: &Env, depth: usize) -> String {
        let smaller = self.may_recur.take();
        let number = self.expression(env, Type::Int, depth);
        self.may_recur = smaller;
        number
    }

    fn fun(&mut self, env: &Env, depth: usize) -> String {
        let named: Vec<&str> = self.functions[self.current + 1..]
            .iter()
            .filter(|function| function.parameters == [Type::Int] && function.result == Type::Int)
            .map(|function| function.name.as_str())
            .collect();
        if !named.is_empty() && chance(self.rng, 60) {
            return format!("fun {}/1", pick(self.rng, &named));
        }
        // The name may hide one outside.
        let name = if chance(self.rng, 20) { "V1".to_owned() } else { self.fresh() };
        let inner = with(env, &[(&name, Type::Int)]);
        let body = self.repeated(&inner, depth + 1);
        if chance(self.rng, 25) {
            return format!("fun(0) -> {}; ({name}) -> {body} end", self.rng.below(5));
        }
        format!("fun({name}) -> {body} end")
    }

    fn arguments(&mut self, env: &Env, parameters: &[Type], depth: usize) -> Vec<String> {
        parameters.iter().map(|&parameter| self.expression(env, parameter, depth + 1)).collect()
    }

    /// A call of a later function.
    fn call(&mut self, env: &Env, of: Type, depth: usize) -> Option<String> {
        let callees: Vec<&Function> =
            self.functions[self.current + 1..].iter().filter(|function| function.result == of).collect();
        if callees.is_empty() {
            return None;
        }
        let callee = pick(self.rng, &callees).clone();
        let arguments = self.arguments(env, &callee.parameters, depth);
        Some(format!("{}({})", callee.name, arguments.join(", ")))
    }

    fn recursive_call(&mut self, env: &Env, of: Type, depth: usize) -> Option<String> {
        let function = self.functions[self.current].clone();
        let smaller = self.may_recur.as_mut().filter(|_| function.result == of)?;
        let first = smaller.pop()?;
        let mut arguments = self.arguments(env, &function.parameters[1..], depth);
        arguments.insert(0, first);
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    fn try_expression(&mut self, env: &Env, of: Type, depth: usize) -> String {
        let mut text = String::from("try ");
        if chance(self.rng, 60) {
            let risky = self.expression(env, Type::Int, depth + 1);
            let failing = match self.rng.below(4) {
                0 => format!("throw({risky})"),
                1 => format!("1 div ({risky})"),
                2 => format!("hd(lists:sublist([1, 2], {risky}))"),
                _ => {
                    let name = self.fresh();
                    format!("case {risky} of {name} when {name} > 2 -> throw({name}); _ -> error(bad) end")
                }
            };
            write!(text, "{failing}, ").expect("a string takes all text");
        }
        text.push_str(&self.expression(env, of, depth + 1));
        let name = self.fresh();
        let thrown = self.expression(env, of, depth + 1);
        let failed = self.expression(env, of, depth + 1);
        write!(text, " catch throw:{name} when is_integer({name}) -> {thrown}; _:_ -> {failed} end")
            .expect("a string takes all text");
        text
    }

    /// A value taken out of a larger one.
    fn taken_apart(&mut self, env: &Env, of: Type, depth: usize) -> String {
        let depth = depth + 1;
        match (of, self.rng.below(4)) {
            (Type::Int, 0) => format!("element(1, {})", self.expression(env, Type::Pair, depth)),
            (Type::Int, 1) => format!("maps:get(a, {})", self.expression(env, Type::Map, depth)),
            (Type::Int, 2) => format!("({})#acc.sum", self.expression(env, Type::Record, depth)),
            (Type::Int, _) => {
                let list = self.expression(env, Type::List, depth);
                format!("hd({list} ++ [{}])", self.rng.below(5))
            }
            (Type::List, 0) => format!("({})#acc.items", self.expression(env, Type::Record, depth)),
            (Type::List, 1) => {
                format!("element(2, element(1, {}))", self.expression(env, Type::Nested, depth))
            }
            (Type::List, _) => format!("tl([0 | {}])", self.expression(env, Type::List, depth)),
            _ => self.composed(env, of, depth),
        }
    }
}

fn of_type(env: &Env, of: Type) -> Vec<&str> {
    env.iter().filter(|(_, its)| *its == of).map(|(name, _)| name.as_str()).collect()
}

/// The environment with more variables, which hide others of their name.
fn with(env: &Env, more: &[(&str, Type)]) -> Env {
    let mut inner: Env =
        env.iter().filter(|(name, _)| !more.iter().any(|(hiding, _)| hiding == name)).cloned().collect();
    inner.extend(more.iter().map(|&(name, of)| (name.to_owned(), of)));
    inner
}
