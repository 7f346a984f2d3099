//! Random Java programs that end, with all that objects and jumps can do.

use bench_slicers::random::Random;

/// Types that every program has; what is between `<<` and `>>` is written anew for each.
const TYPES: &str = "\
    static class Oops extends RuntimeException {
        final int code;
        Oops(int code) { super(\"oops \" + code); this.code = code; }
    }
    static class Refused extends Exception {
        int code;
        Refused(int code) { this.code = code; }
    }
    interface Step {
        int go(int a);
        default int twice(int a) { return go(go(a)); }
    }
    interface Shape {
        int LIMIT = 7;
        int area(int by);
        default int outline(int by) { return area(by) + LIMIT; }
    }
    static abstract class Cell implements Shape, Comparable<Cell> {
        static int made;
        int n;
        int m = 3;
        Cell next;
        { m += 1; made++; }
        Cell(int n) { this.n = n; }
        Cell() { this(5); m = 2; }
        int bump(int by) {
<<method>>        }
        @Override public int compareTo(Cell other) { return Integer.compare(n, other.n); }
        @Override public String toString() { made += 2; return \"cell \" + n; }
    }
    static class Plain extends Cell {
        Plain(int n) { super(n); }
        @Override public int area(int by) {
<<method>>        }
    }
    static class Twin extends Plain {
        int k;
        Twin(int n, int k) { super(n + k); this.k = k; }
        Twin(int k) { this(k, 1); m = k; }
        @Override int bump(int by) {
<<method>>        }
        @Override public int area(int by) { return super.area(by) + k; }
    }
    static class Lone extends Cell {
        @Override public int area(int by) { return by - n; }
        @Override public int outline(int by) { return m; }
    }
    record Pair(int left, int right) {
        Pair { if (left > 50) { left = 50; } }
        Pair(int both) { this(both, both); }
        int sum() { return left + right; }
    }
    enum Sign {
        PLUS(1), MINUS(-1) { @Override int of(int a) { return -a; } }, NONE(0);
        final int weight;
        Sign(int weight) { this.weight = weight; }
        int of(int a) { return a * weight; }
    }
    class Inner {
        int own = 1;
        int add(int by) { own += by; kept += own; return kept; }
    }
    static class Door implements AutoCloseable {
        int width;
        Door(int width) { this.width = width; opened++; }
        @Override public void close() { opened -= width; }
    }
    int kept = 2;
    static int opened = 0;
    static int[] row = {4, 5, 6};
    static final Map<String, Integer> table = new HashMap<>();
    static int total = first();
    static int first() {
        table.put(\"a\", 1);
        return table.size();
    }
    static int half(int a) throws Refused {
        if (a % 2 != 0) {
            throw new Refused(a);
        }
        return a / 2;
    }
    static int many(int... all) {
        int sum = all.length;
        for (int one : all) { sum += one; }
        return sum;
    }
";

const HEAD: &str = "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n\npublic class Program {\n";

/// What is left of a program to be written.
pub(crate) struct JavaWriter<'r> {
    random: &'r mut Random,
    text: String,
    /// Names of numbers that can be read, innermost last; those that are final are not written.
    readable: Vec<String>,
    writable: Vec<String>,
    n_names: usize,
    n_functions: usize,
    depth: usize,
    indent: usize,
    /// Of loops around: their labels.
    loops: Vec<String>,
    /// There are objects, arrays and collections.
    has_objects: bool,
    is_method: bool,
}

/// A program.
pub(crate) fn program(random: &mut Random) -> String {
    let mut writer = JavaWriter {
        random,
        text: HEAD.to_owned(),
        readable: Vec::new(),
        writable: Vec::new(),
        n_names: 0,
        n_functions: 0,
        depth: 0,
        indent: 2,
        loops: Vec::new(),
        has_objects: false,
        is_method: false,
    };
    writer.types();
    for _ in 0..writer.random.below(3) {
        writer.function();
    }
    writer.main();
    writer.text + "}\n"
}

impl JavaWriter<'_> {
    fn types(&mut self) {
        for (idx, part) in TYPES.split("<<method>>").enumerate() {
            if idx > 0 {
                let names = ["n", "m", "by", "total"].map(str::to_owned);
                self.readable.extend(names.iter().cloned());
                self.writable.extend(names.iter().take(2).cloned().chain(["total".to_owned()]));
                self.indent = 3;
                self.is_method = true;
                let n = 1 + self.random.below(3);
                self.block(n);
                let value = self.number();
                self.line(&format!("return {value};"));
                self.is_method = false;
                self.readable.clear();
                self.writable.clear();
            }
            self.text.push_str(part);
        }
    }

    fn function(&mut self) {
        let name = self.n_functions;
        self.text.push_str(&format!("    static int f{name}(int a, int b, Cell cell) {{\n"));
        self.indent = 2;
        self.readable = ["a", "b", "total", "cell.n"].map(str::to_owned).to_vec();
        self.writable = ["a", "total", "cell.m", "cell.n", "row[1]"].map(str::to_owned).to_vec();
        let n = 2 + self.random.below(4);
        self.is_method = true;
        self.block(n);
        self.is_method = false;
        let value = self.number();
        self.line(&format!("return {value};"));
        self.text.push_str("    }\n");
        self.n_functions += 1;
    }

    fn main(&mut self) {
        self.text.push_str("    public static void main(String[] args) {\n");
        self.indent = 2;
        self.readable.clear();
        self.writable.clear();
        for (idx, name) in ["x", "y", "z"].into_iter().enumerate() {
            self.line(&format!("int {name} = args.length > {idx} ? Integer.parseInt(args[{idx}]) : {idx};"));
            self.readable.push(name.to_owned());
            self.writable.push(name.to_owned());
        }
        let first = ["new Plain(x)", "new Twin(y)", "new Twin(x, 2)", "new Lone()"];
        for name in ["p", "q"] {
            let made = first[self.random.below(first.len())];
            self.line(&format!("Cell {name} = {made};"));
        }
        self.line("p.next = q;");
        self.line("int[] xs = {1, x, 3};");
        self.line("int[] ys = xs;");
        self.line("List<Integer> list = new ArrayList<>();");
        self.line("List<Cell> cells = new ArrayList<>(List.of(p, q));");
        self.line("Map<Integer, Integer> map = new TreeMap<>();");
        self.line("StringBuilder said = new StringBuilder();");
        self.line("Program around = new Program();");
        self.has_objects = true;
        let parts = [
            "p.n",
            "q.m",
            "p.next.n",
            "xs[1]",
            "ys[2]",
            "total",
            "row[0]",
            "Cell.made",
            "around.kept",
            "opened",
        ];
        self.readable.extend(parts.map(str::to_owned));
        self.writable
            .extend(["p.n", "q.m", "p.next.m", "xs[0]", "ys[1]", "total", "row[2]"].map(str::to_owned));
        let n = 6 + self.random.below(10);
        self.block(n);
        for name in ["x", "y", "z", "total", "p.n", "xs[1]", "list", "map", "said", "cells"] {
            self.line(&format!("System.out.println({name});"));
        }
        self.text.push_str("    }\n");
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.indent));
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
        self.depth += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.depth -= 1;
        self.line(text);
    }

    fn fresh(&mut self) -> String {
        self.n_names += 1;
        format!("v{}", self.n_names)
    }

    fn readable(&mut self) -> String {
        let names = self.readable.clone();
        self.random.choose(&names).cloned().unwrap_or_else(|| "1".to_owned())
    }

    fn writable(&mut self) -> String {
        let names = self.writable.clone();
        self.random.choose(&names).cloned().unwrap_or_else(|| "total".to_owned())
    }

    /// Statements with a scope of their own.
    fn block(&mut self, n: usize) {
        let (readable, writable) = (self.readable.clone(), self.writable.clone());
        for _ in 0..n {
            self.statement();
        }
        (self.readable, self.writable) = (readable, writable);
    }

    fn number(&mut self) -> String {
        let (one, other) = (self.readable(), self.readable());
        match self.random.below(if self.has_objects { 22 } else { 8 }) {
            0 => self.random.below(9).to_string(),
            1 | 2 => one,
            3 => format!("{one} + {other}"),
            4 => format!("{one} - {other} * 2"),
            5 => format!("Math.max({one}, {other})"),
            6 => format!("({one} > {other} ? {one} + 1 : {other})"),
            7 if self.n_functions > 0 && self.has_objects => {
                let function = self.random.below(self.n_functions);
                format!("f{function}({one}, {other}, p)")
            }
            7 => format!("many({one}, {other})"),
            8 => format!("p.bump({one} % 10)"),
            9 => format!("q.area({one})"),
            10 => format!("p.next.outline({one})"),
            11 => "list.size()".to_owned(),
            12 => format!("xs[Math.floorMod({one}, 3)]"),
            13 => format!("map.getOrDefault({one}, {other})"),
            14 => format!("new Pair({one}, {other}).sum()"),
            15 => format!("Sign.values()[Math.floorMod({one}, 3)].of({other})"),
            16 => "said.length()".to_owned(),
            17 => format!(
                "(p instanceof Twin twin{} ? twin{0}.k : {one})",
                self.n_names + 100_000 + self.text.len()
            ),
            18 => "cells.get(cells.size() - 1).n".to_owned(),
            19 => "list.stream().filter(it -> it > 2).mapToInt(it -> it + 1).sum()".to_owned(),
            20 => format!("many(xs) + many() + {one}"),
            _ => "Collections.max(cells).m".to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let (one, other) = (self.readable(), self.readable());
        match self.random.below(5) {
            0 => format!("{one} % 3 == 0"),
            1 => format!("{one} > 2 && {other} < 9"),
            2 => format!("{one} < 0 || {other} % 2 == 0"),
            3 => format!("!({one} == {other})"),
            _ => format!("{one} > {other}"),
        }
    }

    fn inner(&mut self) {
        let n = 1 + self.random.below(3);
        self.block(n);
    }

    fn statement(&mut self) {
        let is_deep = self.depth > 2;
        match self.random.below(if is_deep { 8 } else { 22 }) {
            0..=3 => self.assignment(),
            4 => {
                let value = self.number();
                let name = self.fresh();
                self.line(&format!("int {name} = {value};"));
                self.readable.push(name.clone());
                self.writable.push(name);
            }
            5 | 6 if self.has_objects => self.on_objects(),
            7 if !self.loops.is_empty() => self.jump(),
            8 | 9 => {
                let condition = self.condition();
                self.open(&format!("if ({condition})"));
                self.inner();
                if self.random.one_in(2) {
                    self.close("} else {");
                    self.indent += 1;
                    self.depth += 1;
                    self.inner();
                }
                self.close("}");
            }
            10 | 11 => self.counted(),
            12 => self.while_loop(),
            13 | 14 => self.try_statement(),
            15 => self.old_switch(),
            16 => self.new_switch(),
            17 if self.is_method => {
                let condition = self.condition();
                let value = self.number();
                self.line(&format!("if ({condition}) {{ return {value}; }}"));
            }
            18 | 19 if self.has_objects => self.functions(),
            20 if self.has_objects => self.each(),
            21 => self.later(),
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let (to, value) = (self.writable(), self.number());
        match self.random.below(4) {
            0 => self.line(&format!("{to} += {value};")),
            1 => self.line(&format!("{to}++;")),
            _ => self.line(&format!("{to} = {value};")),
        }
    }

    /// A variable that gets its value later than it is declared.
    fn later(&mut self) {
        let name = self.fresh();
        let (condition, one, other) = (self.condition(), self.number(), self.number());
        self.line(&format!("int {name};"));
        self.line(&format!("if ({condition}) {{ {name} = {one}; }} else {{ {name} = {other}; }}"));
        self.readable.push(name.clone());
        self.writable.push(name);
    }

    fn jump(&mut self) {
        let condition = self.condition();
        let label = self.loops[self.random.below(self.loops.len())].clone();
        let is_near = self.random.one_in(2);
        let jump = match (self.random.one_in(2), is_near) {
            (true, true) => "break;".to_owned(),
            (false, true) => "continue;".to_owned(),
            (true, false) => format!("break {label};"),
            (false, false) => format!("continue {label};"),
        };
        self.line(&format!("if ({condition}) {{ {jump} }}"));
    }

    fn looped(&mut self, head: &str, foot: &str, counter: Option<&str>) {
        let label = format!("loop{}", self.n_names);
        self.open(&format!("{label}: {head}"));
        if let Some(counter) = counter {
            self.line(&format!("{counter}++;"));
        }
        self.loops.push(label);
        self.inner();
        self.loops.pop();
        self.close(foot);
    }

    fn counted(&mut self) {
        let name = self.fresh();
        let n = 2 + self.random.below(3);
        self.readable.push(name.clone());
        self.looped(&format!("for (int {name} = 0; {name} < {n}; {name}++)"), "}", None);
        self.readable.pop();
    }

    fn while_loop(&mut self) {
        let name = self.fresh();
        self.line(&format!("int {name} = 0;"));
        let condition = self.condition();
        self.readable.push(name.clone());
        match self.random.one_in(3) {
            true => self.looped("do", &format!("}} while ({name} < 3);"), Some(&name)),
            false => {
                self.looped(&format!("while ({name} < 4 && ({condition}))"), "}", Some(&name));
            }
        }
    }

    fn each(&mut self) {
        let name = self.fresh();
        match self.random.below(3) {
            0 => {
                self.readable.push(name.clone());
                self.looped(&format!("for (int {name} : xs)"), "}", None);
                self.readable.pop();
            }
            1 => {
                self.readable.push(format!("{name}.m"));
                self.looped(&format!("for (Cell {name} : cells)"), "}", None);
                self.readable.pop();
            }
            _ => {
                self.readable.push(format!("{name}.getValue()"));
                let head =
                    format!("for (Map.Entry<Integer, Integer> {name} : new TreeMap<>(map).entrySet())");
                self.looped(&head, "}", None);
                self.readable.pop();
            }
        }
    }

    fn try_statement(&mut self) {
        let (one, to) = (self.readable(), self.writable());
        let (kind, first) = match self.random.below(6) {
            0 => ("Oops", format!("if ({one} % 2 == 0) {{ throw new Oops({one}); }}")),
            1 => ("ArithmeticException", format!("{to} = 12 / ({one} % 3);")),
            2 => ("ArrayIndexOutOfBoundsException", format!("{to} = row[Math.floorMod({one}, 5)];")),
            3 => ("Refused", format!("{to} = half({one});")),
            4 => ("RuntimeException", format!("if ({one} > 3) {{ throw new Oops({one} + 1); }}")),
            _ => (
                "NumberFormatException",
                format!("{to} = Integer.parseInt(\"\" + {one} + ({one} > 2 ? \"x\" : \"\"));"),
            ),
        };
        let has_resource = self.random.one_in(4);
        let name = self.fresh();
        match has_resource {
            true => {
                self.open(&format!("try (Door {name} = new Door({one}))"));
                self.readable.push(format!("{name}.width"));
            }
            false => self.open("try"),
        }
        if self.random.one_in(2) {
            self.inner();
        }
        self.line(&first);
        self.inner();
        if has_resource {
            self.readable.pop();
        }
        let caught = self.fresh();
        self.close(&format!("}} catch ({kind} {caught}) {{"));
        self.indent += 1;
        self.depth += 1;
        if matches!(kind, "Oops" | "Refused") {
            self.line(&format!("{to} = {caught}.code;"));
        } else if self.random.one_in(2) {
            self.line(&format!("{to} = {caught}.getMessage().length();"));
        }
        self.inner();
        if self.random.one_in(3) {
            self.close("} finally {");
            self.indent += 1;
            self.depth += 1;
            self.inner();
        }
        self.close("}");
    }

    fn old_switch(&mut self) {
        let one = self.readable();
        self.open(&format!("switch (Math.floorMod({one}, 4))"));
        for case in 0..3 {
            self.line(&format!("case {case}:"));
            self.indent += 1;
            self.open("");
            self.inner();
            self.close("}");
            if !self.random.one_in(3) {
                self.line("break;");
            }
            self.indent -= 1;
        }
        if self.random.one_in(2) {
            self.line("default:");
            self.indent += 1;
            self.assignment();
            self.indent -= 1;
        }
        self.close("}");
    }

    fn new_switch(&mut self) {
        let (one, to) = (self.readable(), self.writable());
        let (first, second, third) = (self.number(), self.number(), self.number());
        match self.random.below(3) {
            0 => {
                self.open(&format!("{to} = switch (Sign.values()[Math.floorMod({one}, 3)])"));
                self.line(&format!("case PLUS -> {first};"));
                self.open("case MINUS ->");
                self.assignment();
                self.line(&format!("yield {second};"));
                self.close("}");
                self.line(&format!("case NONE -> {third};"));
                self.close("};");
            }
            1 => {
                self.open(&format!("switch ({one} % 3)"));
                self.line(&format!("case 0, 1 -> {to} = {first};"));
                self.open("case 2 ->");
                self.inner();
                self.close("}");
                self.open("default ->");
                self.assignment();
                self.close("}");
                self.close("}");
            }
            _ => {
                let name = self.fresh();
                self.line(&format!("Object o{name} = {one} > 2 ? new Pair({one}) : (Object) \"text\";"));
                self.line(&format!(
                    "if (o{name} instanceof Pair s{name} && s{name}.left() > 3) {{ {to} = s{name}.sum(); }}"
                ));
                self.line(&format!("else {{ {to} = {first}; }}"));
            }
        }
    }

    fn on_objects(&mut self) {
        let (one, to) = (self.readable(), self.writable());
        let value = self.number();
        let text = match self.random.below(20) {
            0 => {
                format!("p = {};", ["q", "p.next", "new Twin(x, y)", "cells.get(0)"][self.random.below(4)])
                    + " if (p.next == null) { p.next = q; }"
            }
            1 => format!("q = {} ? new Lone() : p;", self.condition()),
            2 => "ys = new int[] {x, y, z};".to_owned(),
            3 => format!("xs = {} ? ys.clone() : new int[3];", self.condition()),
            4 => format!("list.add({value});"),
            5 => format!("if (!list.isEmpty()) {{ {to} = list.remove(0); }}"),
            6 => format!("map.put({one} % 5, {value});"),
            7 => format!("map.merge({one} % 3, {value}, (u, v) -> u + v);"),
            8 => format!("said.append({value});"),
            9 => format!("cells.add(new Twin({one}));"),
            10 => format!("table.put(\"k\" + ({one} % 2), {value});"),
            11 => format!("{to} = table.getOrDefault(\"k1\", {one});"),
            12 => "Collections.sort(cells);".to_owned(),
            13 => format!("cells.sort((u, v) -> v.m - u.m); {to} = cells.get(0).n;"),
            14 => format!("p.bump({one} % 7);"),
            15 => format!("{to} = (\"\" + p).length() + {one};"),
            16 => "for (Cell each : cells) { each.bump(1); }".to_owned(),
            17 => format!("{{ Program.Inner inner = around.new Inner(); {to} = inner.add({one}); }}"),
            18 => format!("for (int e : new int[] {{1, {one}}}) {{ {to} += e; }}"),
            _ => format!(
                "{{ int[][] grid = new int[2][2]; grid[1][0] = {one}; grid[0] = grid[1]; {to} = grid[0][0]; }}"
            ),
        };
        self.line(&text);
    }

    fn functions(&mut self) {
        let (one, to) = (self.readable(), self.writable());
        let name = self.fresh();
        let value = self.number();
        let condition = self.condition();
        let lines: Vec<String> = match self.random.below(9) {
            0 => vec![
                format!("final int c{name} = {one};"),
                format!("IntUnaryOperator {name} = v -> v + c{name};"),
                format!("{to} = {name}.applyAsInt({value});"),
            ],
            1 => vec![
                format!("IntUnaryOperator {name} = v -> {{ total += v; return total; }};"),
                format!("if ({condition}) {{ {to} = {name}.andThen(v -> v * 2).applyAsInt(3); }}"),
            ],
            2 => vec![
                format!("final int c{name} = {value};"),
                format!("Step {name} = v -> v - c{name};"),
                format!("if ({condition}) {{ {name} = Math::abs; }}"),
                format!("{to} = {name}.twice({one}) + {name}.go(2);"),
            ],
            3 => vec![
                format!("int[] c{name} = {{0}};"),
                format!("list.forEach(v -> {{ c{name}[0] += v; }});"),
                format!("{to} = c{name}[0];"),
            ],
            4 => vec![
                format!("final int c{name} = {one};"),
                format!(
                    "Step {name} = new Step() {{ int used = 1; public int go(int a) {{ used += a; return used + c{name}; }} }};"
                ),
                format!("{name}.go(1);"),
                format!("{to} = {name}.go({value});"),
            ],
            5 => vec![
                format!("List<Supplier<Integer>> {name} = new ArrayList<>();"),
                format!(
                    "for (int i{name} = 0; i{name} < 3; i{name}++) {{ final int c{name} = i{name} + {one}; {name}.add(() -> c{name}); }}"
                ),
                format!("{to} = {name}.get(Math.floorMod({value}, 3)).get();"),
            ],
            6 => vec![
                format!("Function<Integer, Cell> {name} = Plain::new;"),
                format!("{to} = {name}.apply({value}).n;"),
            ],
            7 => vec![
                format!(
                    "class Local{name} {{ int held = {one}; int up() {{ held++; total += held; return held; }} }}"
                ),
                format!("Local{name} {name} = new Local{name}();"),
                format!("{name}.up();"),
                format!("{to} = {name}.up();"),
            ],
            _ => vec![
                format!(
                    "List<Integer> {name} = cells.stream().map(v -> v.n).filter(v -> v % 2 == 0).collect(Collectors.toList());"
                ),
                format!("{to} = {name}.size() + {name}.stream().reduce(0, (u, v) -> u + v);"),
            ],
        };
        // What a function or class names must not change.
        let is_captured = lines.iter().any(|line| line.contains("held ="));
        match is_captured
            && [&one, &condition].iter().any(|it| it.contains(['x', 'y', 'z', 'v', 'p', 'q']))
            && lines[0].starts_with("class")
        {
            true => self.line(&lines[0].replace(&format!("held = {one}"), "held = total")),
            false => self.line(&lines[0]),
        }
        lines[1..].iter().for_each(|line| self.line(line));
    }
}
