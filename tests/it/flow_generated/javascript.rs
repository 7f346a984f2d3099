//! JavaScript programs.

use super::grammar::{self, Grammar};

pub(super) fn program(seed: u64) -> String {
    grammar::program(&JAVASCRIPT, seed, 14)
}

const JAVASCRIPT: Grammar = Grammar {
    beginning: BEGINNING,
    globals: &["g1", "g2"],
    numbers: &["x0", "x1", "x2"],
    statements: STATEMENTS,
    inner: &[
        "g1 = («simple») % 50;",
        "g2 = (g2 + 1) % 50;",
        "let «new number» = «simple»;",
        "log.push(g1);",
        "if («test») {\n  g2 = («simple») % 50;\n}",
        "«number»;",
    ],
    values: VALUES,
    simple: &[
        "3",
        "7",
        "«number»",
        "«number»",
        "(«number» + «number»)",
        "(«number» * 3 - «number») % 97",
        "Math.abs(«number»)",
    ],
    tests: &[
        "«simple» < «simple»",
        "«number» > 2",
        "«number» % 2 === 0",
        "!(«number» > 4)",
        "«number» > 1 && «number» < 9",
        "«number» === 3 || «number» > 5",
        "[1, 3, 5].includes(«number»)",
        "«list».length > 3",
        "\"b\" in «dict»",
    ],
    shown: "«number»;",
};

const BEGINNING: &str = r#"const args = process.argv.slice(2).map(Number);
let x0 = args.length > 0 ? args[0] : 2;
let x1 = args.length > 1 ? args[1] : 3;
let x2 = args[2] ?? 4;
let g1 = 1;
let g2 = 2;
const log = [];

class Oops extends Error {
  constructor(code) {
    super("oops");
    this.code = code;
  }
}

class Cell {
  static made = 0;
  #hidden = 2;
  m = 3;
  next = null;

  constructor(n, m) {
    this.n = n;
    if (m !== undefined) this.m = m;
    Cell.made++;
  }

  bump(by = 1) {
    «inner»
    this.n = (this.n + by) % 97;
    return this.n;
  }

  area() {
    return this.n * 2;
  }

  get size() {
    return this.m + this.n;
  }

  set size(value) {
    this.m = value;
    this.#hidden += 1;
  }

  hidden() {
    return this.#hidden;
  }

  static unit() {
    return 7;
  }

  static of(n) {
    return new this(n, 1);
  }
}

class Twin extends Cell {
  k = 1;

  constructor(n, k) {
    super(n, k);
    this.k += k;
  }

  area() {
    return super.area() + this.k;
  }

  bump(by = 2) {
    «inner»
    this.k += 1;
    return super.bump(by);
  }
}

function plus(a, b = 2) {
  «inner»
  return (a + b) % 97;
}

function many(by, ...given) {
  let total = by;
  for (const one of given) {
    total += one;
  }
  return total % 97;
}

function apart({ a, n: { c } = { c: 4 } }, [first = 3, ...rest] = []) {
  return (a + c + first + rest.length) % 97;
}

function fail(a) {
  if (a % 3 === 0) {
    throw new Oops(a);
  }
  «inner»
  return a - 1;
}

function safe(a, other = -1) {
  try {
    «inner»
    return fail(a);
  } catch (oops) {
    g1 = (g1 + oops.code) % 50;
    return other;
  } finally {
    g2 = (g2 + 1) % 50;
  }
}

function down(k, acc = 0) {
  if (k <= 0) return acc;
  «inner»
  return down(k - 1, acc + k);
}

function make(a) {
  let n = 0;
  return () => {
    n += a;
    return n % 97;
  };
}

function both(a) {
  let n = a;
  return {
    up(by = 1) {
      n += by;
    },
    get: () => n % 97,
  };
}

function* count(k) {
  for (let i = 0; i < k % 4; i++) {
    yield i + g1;
  }
  yield k;
}

function put(where, value) {
  where.a = value;
  where.n.c = value + 1;
}

function push(where, value) {
  where.push(value % 97);
  return where;
}

const twice = (f, ...given) => (f(...given) + f(...given)) % 97;

function leave(a) {
  for (let i = 0; i < 4; i++) {
    if (i > a % 5) return i;
    «inner»
  }
  return 0;
}

function chosen(k) {
  let found = 1;
  switch (k % 4) {
    case 0:
      return 5;
    case 1:
      found = 2;
    case 2:
      found += k;
      break;
    default:
      found = -k;
  }
  return found;
}

class Tool {
  static made = Cell;
  run = safe;
  made = Cell;

  constructor(act) {
    this.act = act;
  }

  own(a) {
    return this.act(a % 5);
  }
}

"#;

const STATEMENTS: &[&str] = &[
    "let «new number» = «value»;",
    "let «new number» = «value»;",
    "«variable» = «value»;",
    "«variable» = «value»;",
    "«variable» = («variable» + «value») % 97;",
    "«variable» += «simple» % 9;",
    "«variable»++;",
    "let [«new number», «new number» = 4] = [«simple», «value»];",
    "[«variable», «variable»] = [«simple», «simple»];",
    "let { a: «new number», z: «new number» = 8 } = «dict»;",
    "«number»;",
    "«number»;",
    "if («test») {\n  «block»\n}",
    "if («test») {\n  «block»\n} else {\n  «block»\n}",
    "if («test») {\n  «block»\n} else if («test») {\n  «block»\n} else {\n  «block»\n}",
    "for (let «new counter» = 0; «it» < 3; «it»++) {\n  «loop»\n}",
    "for (const «new counter» of «list».slice(0, 4)) {\n  «loop»\n}",
    "for (const [«new other», «new counter»] of [«simple», 5, 1].entries()) {\n  «loop»\n}",
    "for (const «new other» in { p: 1, q: 2 }) {\n  «variable» += «it».length;\n  «loop»\n}",
    "let «new other» = 0;\nwhile («it» < 3) {\n  «it»++;\n  «loop»\n}",
    "let «new other» = 0;\ndo {\n  «it»++;\n  «loop»\n} while («it» < 2);",
    "!if («test») {\n  break;\n}",
    "!if («test») continue;",
    "switch («simple» % 3) {\n  case 0: {\n    «block»\n  }\n  case 1: {\n    «block»\n    break;\n  }\n  default: {\n    «block»\n  }\n}",
    "try {\n  «block»\n  «variable» = fail(«value»);\n  «block»\n} catch («new other») {\n  g1 = «it».code % 50;\n  «block»\n}",
    "try {\n  «block»\n  «variable» = safe(«simple»);\n} finally {\n  «block»\n}",
    "try {\n  «variable» = («test» ? [«simple»] : null)[0];\n} catch {\n  «block»\n}",
    "const «new list» = [«simple», «value», 1];",
    "const «new list» = «list»;",
    "const «new list» = [0, 1, 2].map((i) => «number» + i);",
    "const «new list» = [...«list», 1];",
    "const «new list» = «list».filter((q) => q > «number»).concat([1, 2]);",
    "«list».push(«simple»);",
    "«list»[«simple» % 3] = «value»;",
    "«list».unshift(«simple»);",
    "«list».sort((p, q) => p - q);",
    "«list».forEach((q) => {\n  «variable» = («variable» + q) % 97;\n});",
    "push(«list», «simple»);",
    "const «new dict» = { a: «simple», b: «value», n: { c: «simple» } };",
    "const «new dict» = «dict»;",
    "const «new dict» = { ...«dict», b: «simple» };",
    "«dict».a = «value»;",
    "«dict».n.c += «simple»;",
    "Object.assign(«dict», { a: «simple» });",
    "delete «dict».b;",
    "put(«dict», «simple»);",
    "const «new cell» = new Cell(«simple»);",
    "const «new cell» = new Twin(«simple», «simple»);",
    "const «new cell» = «cell»;",
    "«cell».n = «value» % 97;",
    "«cell».size = «simple»;",
    "«cell».next = «cell»;",
    "«variable» = «cell».next?.n ?? «simple»;",
    "const «new fn» = make(«simple»);",
    "const «new up» = both(«simple»);",
    "«up».up(«simple»);",
    "const «new map» = new Map([[1, «simple»], [2, «value»]]);",
    "«map».set(«simple» % 3, «value»);",
    "«map».forEach((item, key) => {\n  «variable» = («variable» + item * key) % 97;\n});",
    "const «new tool» = new Tool(plus);",
    "const «new tool» = { act: safe, run: plus, made: Cell };",
    "const «new tool» = «tool»;",
    "«tool».act = chosen;",
    "«tool»[\"act\"] = (q) => q + «number»;",
    "«tool».run = safe;",
    "«tool».made = Twin;",
    "Tool.made = Twin;",
    "const «new act» = «cell».bump.bind(«cell»);",
    "const «new act» = [safe, (q) => «cell».bump(q)][Math.abs(«simple») % 2];",
    "const «new maker» = Cell.of.bind(Twin);",
    "const «new maker» = (q) => Twin.of(q);",
    "const «new cell» = «maker»(«simple»);",
    "«tool».act = «act»;",
    "«tool».also = function (a) {\n  return this.act(a % 5) + 1;\n};",
    "log.push(«simple»);",
    "let «new number» = log.length;",
];

const VALUES: &[&str] = &[
    "«simple»",
    "«simple»",
    "plus(«simple»)",
    "plus(«simple», «simple»)",
    "plus(«simple», undefined)",
    "many(2, «simple», «simple»)",
    "many(...[«simple», 1])",
    "apart({ a: «simple» })",
    "apart(«dict», «list»)",
    "safe(«simple»)",
    "safe(«simple», «simple»)",
    "down(Math.abs(«simple») % 5)",
    "twice(plus, «simple»)",
    "twice((q) => q + «number», «simple»)",
    "leave(«simple»)",
    "chosen(«simple»)",
    "[...count(Math.abs(«simple»))].length",
    "[0, 1, 2].map((i) => i * «number»).reduce((p, q) => p + q, 0) % 97",
    "[«simple», «simple»].reduce((p, q) => p + q) % 97",
    "(«test» ? «simple» : «simple»)",
    "(«number» && «simple»)",
    "(«number» || «simple»)",
    "Math.max(«simple», «simple»)",
    "((z = «simple») => z + 1)()",
    "«fn»()",
    "«up».get()",
    "(«list»[«simple» % 2] ?? 4)",
    "«list».length",
    "(«list».find((q) => q > 2) ?? 5)",
    "«list».indexOf(«simple»)",
    "«dict».a % 97",
    "«dict».n.c % 97",
    "(«dict»[\"b\"] ?? «simple»)",
    "Object.keys(«dict»).length",
    "«tool».act(«simple» % 5) % 97",
    "«tool».run(«simple») % 97",
    "(«tool».own?.(«simple») ?? 3) % 97",
    "(«tool».also?.(«simple») ?? 3) % 97",
    "new «tool».made(«simple», 2).n % 97",
    "new Tool.made(«simple», 2).area() % 97",
    "«act»(«simple») % 97",
    "«maker»(«simple»).area() % 97",
    "Cell.prototype.bump.call(«cell», «simple»)",
    "«cell».bump.apply(«cell», [«simple»])",
    "({ k: «act» })[\"k\"](«simple») % 97",
    "[3, «simple»].map(«act»)[1] % 97",
    "«cell».n",
    "«cell».bump()",
    "«cell».bump(«simple»)",
    "«cell».area()",
    "«cell».size",
    "«cell».hidden()",
    "Cell.unit()",
    "Cell.made",
    "Cell.of(«simple»).m",
    "(«map».get(1) ?? «simple»)",
    "«map».size",
    "Number(`${«simple» % 97}1`) % 97",
    "`${«simple»}-${«simple»}`.length",
    "[«simple», «simple», 4].sort((p, q) => p - q)[0]",
];
