//! Writes R programs that end, and say what some variables are on the way.

use bench_slicers::random::Random;

/// Names that are visible where something is written.
#[derive(Clone, Default)]
struct Visible {
    numbers: Vec<String>,
    lists: Vec<String>,
    environments: Vec<String>,
    vectors: Vec<String>,
    /// Functions of no argument that give numbers.
    counters: Vec<String>,
}

/// Writes one program.
pub(crate) struct Writer {
    random: Random,
    text: String,
    n_names: usize,
    depth: usize,
    loops: usize,
    in_function: bool,
    seen: Visible,
}

/// Functions that every program may call; statements are put into the places marked by `@`.
const FUNCTIONS: &[&str] = &[
    "plus <- function(a, b = a * 2) {\n  @\n  a + b\n}\n",
    "late <- function(a, b = t1 + a) {\n  t1 <- a + 1\n  @\n  if (isTRUE(a > 3)) return(b)\n  b * 2\n}\n",
    "unread <- function(a, b) {\n  if (isTRUE(a > 2)) a else b\n}\n",
    "safe <- function(a, other = -1) {\n  tryCatch({\n    @\n    a\n  }, error = function(e) other, finally = {\n    g1 <<- g1 + 1\n  })\n}\n",
    "fail <- function(a) {\n  if (isTRUE(a %% 3 == 0)) stop(\"three\")\n  @\n  a - 1\n}\n",
    "make <- function(a) {\n  n <- 0\n  function() {\n    n <<- n + a\n    n\n  }\n}\n",
    "both <- function(a) {\n  n <- a\n  list(up = function() {\n    n <<- n + 1\n    n\n  }, get = function() n)\n}\n",
    "change <- function(l) {\n  l$a <- l$a + 1\n  l$n$c <- l$a\n  @\n  l\n}\n",
    "store <- function(e, v) {\n  e$a <- v\n  @\n  invisible(e)\n}\n",
    "down <- function(k, acc = 0) {\n  if (isTRUE(k <= 0)) return(acc)\n  @\n  down(k - 1, acc = acc + k)\n}\n",
    "size <- function(s, ...) UseMethod(\"size\")\nsize.default <- function(s, ...) 1\nsize.box <- function(s, ...) {\n  @\n  s$a * 2\n}\nsize.big <- function(s, ...) NextMethod() + s$b\n",
    "`second<-` <- function(x, value) {\n  x$b <- value\n  x\n}\n",
    "twice <- function(f, ...) f(...) + f(...)\n",
    "leave <- function(a) {\n  on.exit(g2 <<- g2 + a)\n  @\n  if (isTRUE(a > 4)) return(a)\n  for (i in 1:3) {\n    if (isTRUE(i > a)) return(i)\n  }\n  0\n}\n",
    "chosen <- function(k) {\n  switch(k, one = , two = {\n    @\n    2\n  }, three = 3, 9)\n}\n",
    "later <- function(a) {\n  g1 <<- g1 + 5\n  a\n}\n",
    "missed <- function(a, b) {\n  if (missing(b)) a else a + b\n}\n",
    "%+-% <- function(a, b) a - b + 1\n",
    "outer1 <- function(p) later(p)\n",
    "maybe <- function(a) {\n  if (isTRUE(a > 3)) g3 <- a * 2\n  g3 + 1\n}\n",
];

impl Writer {
    /// The program of a seed.
    pub(crate) fn program(seed: u64) -> String {
        let mut writer = Writer {
            random: Random::new(seed),
            text: String::new(),
            n_names: 0,
            depth: 0,
            loops: 0,
            in_function: false,
            seen: Visible::default(),
        };
        writer.all();
        writer.text
    }

    fn all(&mut self) {
        self.line("args <- as.numeric(commandArgs(TRUE))");
        for (idx, name) in ["x0", "x1", "x2"].iter().enumerate() {
            self.line(&format!("{name} <- if (length(args) > {idx}) args[{}] else {}", idx + 1, idx + 2));
        }
        self.line("g1 <- 1\ng2 <- 2\ng3 <- x1");
        self.seen.numbers = ["x0", "x1", "x2", "g1", "g2", "g3"].map(str::to_owned).to_vec();
        self.functions();
        for _ in 0..12 {
            self.statement();
        }
        for name in self.seen.numbers.clone() {
            self.line(&name);
        }
    }

    fn functions(&mut self) {
        for written in FUNCTIONS {
            let mut parts = written.split('@');
            let mut text = parts.next().unwrap_or("").to_owned();
            for part in parts {
                text += self.inner().trim_end();
                text += part;
            }
            if text.starts_with('%') {
                text = text.replacen("%+-%", "`%+-%`", 1);
            }
            self.text += &text;
        }
    }

    /// Statements of a function that knows globals, and `a` or what it makes itself.
    fn inner(&mut self) -> String {
        let around = std::mem::take(&mut self.text);
        let seen = self.seen.clone();
        self.seen = Visible { numbers: ["g1", "g2", "g3"].map(str::to_owned).to_vec(), ..Visible::default() };
        self.in_function = true;
        self.depth = 1;
        for _ in 0..self.random.below(3) {
            self.plain_statement();
        }
        self.depth = 0;
        self.in_function = false;
        self.seen = seen;
        std::mem::replace(&mut self.text, around)
    }

    /// A statement that calls no function of the program, so that everything ends.
    fn plain_statement(&mut self) {
        match self.random.below(5) {
            0 => {
                let value = self.simple();
                self.line(&format!("g1 <<- ({value}) %% 50"));
            }
            1 => {
                let name = self.fresh("t");
                let value = self.simple();
                self.line(&format!("{name} <- {value}"));
                self.seen.numbers.push(name);
            }
            2 => self.line("g2 <<- g2 + 1"),
            3 => {
                let name = self.number();
                self.line(&name);
            }
            _ => {
                let (test, value) = (self.test(), self.simple());
                self.line(&format!("if ({test}) {{\n  g2 <<- ({value}) %% 50\n}}"));
            }
        }
    }

    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        for line in text.lines() {
            self.text += &format!("{indent}{line}\n");
        }
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.n_names += 1;
        format!("{prefix}v{}", self.n_names)
    }

    fn pick(&mut self, names: &[String], other: &str) -> String {
        self.random.choose(names).cloned().unwrap_or_else(|| other.to_owned())
    }

    fn number(&mut self) -> String {
        let names = self.seen.numbers.clone();
        self.pick(&names, "7")
    }

    /// A number without a call of the program's functions.
    fn simple(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("{}", self.random.below(9)),
            1 => {
                let (a, b) = (self.number(), self.number());
                let sign = *self.random.choose(&["+", "-", "*"]).unwrap_or(&"+");
                format!("({a} {sign} {b}) %% 97")
            }
            _ => self.number(),
        }
    }

    fn test(&mut self) -> String {
        let (a, b) = (self.simple(), self.simple());
        let sign = *self.random.choose(&["<", ">", "==", "<="]).unwrap_or(&"<");
        match self.random.below(4) {
            0 => {
                let c = self.number();
                format!("isTRUE({a} {sign} {b}) && isTRUE({c} > 2)")
            }
            _ => format!("isTRUE({a} {sign} {b})"),
        }
    }

    /// A number.
    fn value(&mut self) -> String {
        let a = self.simple();
        let b = self.simple();
        let lists = self.seen.lists.clone();
        let environments = self.seen.environments.clone();
        let vectors = self.seen.vectors.clone();
        match self.random.below(34) {
            0 => format!("plus({a})"),
            1 => format!("plus({a}, b = {b})"),
            2 => format!("late({a})"),
            3 => format!("unread({a}, fail({b}))"),
            4 => format!("safe(fail({a}))"),
            5 => format!("safe(fail({a}), {b})"),
            6 => format!("down({a} %% 5)"),
            7 => format!("twice(plus, {a}, {b})"),
            8 => format!("leave({a})"),
            9 => format!("chosen(c(\"one\", \"two\", \"three\", \"four\")[{a} %% 4 + 1])"),
            10 => format!("later(g1 + {a})"),
            11 => format!("missed({a}, {b})"),
            12 => format!("missed({a})"),
            13 => format!("({a}) %+-% ({b})"),
            14 => "outer1(g1)".to_owned(),
            15 => format!("maybe({a})"),
            16 => format!("sum(sapply(1:3, function(i) i * {a}))"),
            17 => format!("Reduce(function(p, q) p + q, list({a}, {b}, 3), 0)"),
            18 => format!("do.call(plus, list({a}, b = {b}))"),
            19 => format!("local({{\n  h <- {a}\n  h + {b}\n}})"),
            20 => format!("({a}) |> plus({b})"),
            21 => format!("(\\(z) z + {a})({b})"),
            22 => {
                let counter = self.seen.counters.clone();
                let counter = self.pick(&counter, "Sys.getpid.none");
                if counter.starts_with("Sys") { a } else { format!("{counter}()") }
            }
            23 | 24 if !lists.is_empty() => {
                let list = self.pick(&lists, "");
                let part =
                    *self.random.choose(&["$a", "$b", "[[\"a\"]]", "$n$c", "[[\"n\"]]$d"]).unwrap_or(&"$a");
                format!("{list}{part}")
            }
            25 if !lists.is_empty() => format!("size({})", self.pick(&lists, "")),
            26 if !environments.is_empty() => format!("{}$a", self.pick(&environments, "")),
            27 if !environments.is_empty() => {
                let environment = self.pick(&environments, "");
                format!("store({environment}, {a})$a + {b}")
            }
            28 if !vectors.is_empty() => format!("{}[{a} %% 3 + 1]", self.pick(&vectors, "")),
            29 if !vectors.is_empty() => format!("sum({})", self.pick(&vectors, "")),
            30 if !lists.is_empty() => format!("change({})$a", self.pick(&lists, "")),
            31 => format!("plus(g2 <- {a}, g2)"),
            _ => a,
        }
    }

    fn block(&mut self, n_most: usize) {
        let seen = self.seen.clone();
        self.depth += 1;
        for _ in 0..1 + self.random.below(n_most) {
            self.statement();
        }
        self.depth -= 1;
        self.seen = seen;
    }

    fn statement(&mut self) {
        let is_deep = self.depth > 2;
        match self.random.below(26) {
            0..=3 => self.assignment(),
            4 if !is_deep => {
                let test = self.test();
                self.line(&format!("if ({test}) {{"));
                self.block(2);
                if self.random.one_in(2) {
                    self.line("} else {");
                    self.block(2);
                }
                self.line("}");
            }
            5 | 6 if !is_deep => self.repeated(),
            7 => self.list(),
            8 => self.environment(),
            9 => self.vector(),
            10 => {
                let name = self.fresh("k");
                let value = self.simple();
                self.line(&format!("{name} <- make({value})"));
                self.seen.counters.push(name);
            }
            11 => {
                let name = self.fresh("m");
                let value = self.simple();
                self.line(&format!("{name} <- both({value})\n{name}$up()"));
                self.seen.counters.push(format!("{name}$get"));
            }
            12..=15 => self.replacement(),
            16 if self.loops > 0 => {
                let (test, jump) = (self.test(), *self.random.choose(&["break", "next"]).unwrap_or(&"break"));
                self.line(&format!("if ({test}) {jump}"));
            }
            17 if !is_deep => {
                let (test, name) = (self.test(), self.number());
                self.line("tryCatch({");
                self.block(2);
                self.depth += 1;
                self.line(&format!("if ({test}) stop(\"no\")"));
                let value = self.value();
                self.line(&format!("{name} <- {value}"));
                self.depth -= 1;
                self.line("}, error = function(e) {");
                self.depth += 1;
                let value = self.simple();
                self.line(&format!("g3 <<- {value}"));
                self.depth -= 1;
                self.line("})");
            }
            18 => {
                let name = self.number();
                self.line(&name);
            }
            19 => {
                let (name, value) = (self.fresh("n"), self.value());
                self.line(&format!("{value} -> {name}"));
                self.seen.numbers.push(name);
            }
            20 => {
                let (a, b) = (self.number(), self.simple());
                self.line(&format!("sapply(1:2, function(i) {a} <<- ({a} + i * {b}) %% 91)"));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let value = self.value();
        let name = match self.random.one_in(2) {
            true => self.number(),
            false => self.fresh("n"),
        };
        self.line(&format!("{name} <- {value}"));
        if name != "7" && !self.seen.numbers.contains(&name) {
            self.seen.numbers.push(name);
        }
    }

    fn repeated(&mut self) {
        let counter = self.fresh("i");
        self.loops += 1;
        match self.random.below(3) {
            0 => {
                self.line(&format!("for ({counter} in 1:3) {{"));
                self.seen.numbers.push(counter.clone());
                self.block(3);
                self.seen.numbers.retain(|name| *name != counter);
            }
            1 => {
                self.line(&format!("{counter} <- 0\nwhile ({counter} < 3) {{\n  {counter} <- {counter} + 1"));
                self.block(3);
            }
            _ => {
                self.line(&format!(
                    "{counter} <- 0\nrepeat {{\n  {counter} <- {counter} + 1\n  if ({counter} > 3) break"
                ));
                self.block(3);
            }
        }
        self.loops -= 1;
        self.line("}");
    }

    fn list(&mut self) {
        let name = self.fresh("l");
        let (a, b, c) = (self.simple(), self.value(), self.simple());
        let lists = self.seen.lists.clone();
        match (self.random.below(4), lists.is_empty()) {
            (0, false) => {
                let other = self.pick(&lists, "");
                self.line(&format!("{name} <- {other}"));
            }
            (1, false) => {
                let other = self.pick(&lists, "");
                self.line(&format!("{name} <- change({other})"));
            }
            (2, _) => self.line(&format!(
                "{name} <- structure(list(a = {a}, b = {b}, n = list(c = {c}, d = 1)), class = c(\"big\", \"box\"))"
            )),
            _ => self.line(&format!("{name} <- list(a = {a}, b = {b}, n = list(c = {c}, d = {a}))")),
        }
        self.seen.lists.push(name);
    }

    fn environment(&mut self) {
        let name = self.fresh("e");
        let environments = self.seen.environments.clone();
        let value = self.simple();
        match self.random.one_in(3) && !environments.is_empty() {
            true => {
                let other = self.pick(&environments, "");
                self.line(&format!("{name} <- {other}"));
            }
            false => self.line(&format!(
                "{name} <- new.env()\n{name}$a <- {value}\nassign(\"b\", {value}, envir = {name})"
            )),
        }
        self.seen.environments.push(name);
    }

    fn vector(&mut self) {
        let name = self.fresh("w");
        let (a, b) = (self.simple(), self.simple());
        match self.random.below(3) {
            0 => self.line(&format!("{name} <- numeric(3)")),
            1 => self.line(&format!("{name} <- c({a}, {b}, 1)")),
            _ => self.line(&format!("{name} <- vapply(1:3, function(i) i + {a}, 0)")),
        }
        self.seen.vectors.push(name);
    }

    /// Parts of what is there are replaced.
    fn replacement(&mut self) {
        let value = self.value();
        let a = self.simple();
        let (lists, environments, vectors) =
            (self.seen.lists.clone(), self.seen.environments.clone(), self.seen.vectors.clone());
        match self.random.below(11) {
            0 | 1 if !lists.is_empty() => {
                let list = self.pick(&lists, "");
                let part = *self.random.choose(&["$a", "$b", "[[\"b\"]]"]).unwrap_or(&"$a");
                self.line(&format!("{list}{part} <- {value}"));
            }
            2 | 3 if !lists.is_empty() => {
                let list = self.pick(&lists, "");
                let part =
                    *self.random.choose(&["$n$c", "$n$d", "[[\"n\"]][[\"c\"]]", "$o$p"]).unwrap_or(&"$n$c");
                self.line(&format!("{list}{part} <- {value}"));
            }
            4 if !lists.is_empty() => {
                let list = self.pick(&lists, "");
                self.line(&format!("second({list}) <- {value}"));
            }
            5 if !lists.is_empty() => {
                let list = self.pick(&lists, "");
                self.line(&format!("class({list}) <- \"box\""));
            }
            6 if !environments.is_empty() => {
                let environment = self.pick(&environments, "");
                self.line(&format!("{environment}$a <- {value}"));
            }
            7 if !environments.is_empty() && !lists.is_empty() => {
                let (environment, list) = (self.pick(&environments, ""), self.pick(&lists, ""));
                self.line(&format!("{environment}$l <- {list}\n{environment}$l$a <- {a}\ng3 <- {list}$a"));
            }
            8 if !vectors.is_empty() => {
                let vector = self.pick(&vectors, "");
                self.line(&format!("{vector}[{a} %% 3 + 1] <- {value}"));
            }
            9 if !vectors.is_empty() => {
                let vector = self.pick(&vectors, "");
                self.line(&format!("names({vector}) <- c(\"p\", \"q\", \"r\")\ng2 <- {vector}[[\"q\"]]"));
            }
            _ => self.assignment(),
        }
    }
}
