//! Python programs.

use super::grammar::{self, Grammar};

pub(super) fn program(seed: u64) -> String {
    grammar::program(&PYTHON, seed, 14)
}

const PYTHON: Grammar = Grammar {
    beginning: BEGINNING,
    globals: &["g1", "g2"],
    numbers: &["x0", "x1", "x2"],
    statements: STATEMENTS,
    inner: &[
        "g1 = («simple») % 50",
        "g2 = (g2 + 1) % 50",
        "«new number» = «simple»",
        "log.append(g1)",
        "if «test»:\n    g2 = («simple») % 50",
        "«number»",
    ],
    values: VALUES,
    simple: &[
        "3",
        "7",
        "«number»",
        "«number»",
        "(«number» + «number»)",
        "(«number» * 3 - «number») % 97",
        "abs(«number»)",
    ],
    tests: &[
        "«simple» < «simple»",
        "«number» > 2",
        "«number» % 2 == 0",
        "not «number» > 4",
        "«number» > 1 and «number» < 9",
        "«number» == 3 or «number» > 5",
        "1 < «number» < 8",
        "«number» in (1, 3, 5)",
        "«list»",
        "\"b\" in «dict»",
    ],
    shown: "«number»",
};

const BEGINNING: &str = r#"import sys
from functools import reduce

args = [int(word) for word in sys.argv[1:]]
x0 = args[0] if len(args) > 0 else 2
x1 = args[1] if len(args) > 1 else 3
x2 = args[2] if len(args) > 2 else 4
g1 = 1
g2 = 2
log = []


class Oops(Exception):
    def __init__(self, code):
        super().__init__("oops")
        self.code = code


class Cell:
    made = 0

    def __init__(self, n, m=3):
        self.n = n
        self.m = m
        self.next = None
        Cell.made += 1

    def bump(self, by=1):
        global g1, g2
        «inner»
        self.n = (self.n + by) % 97
        return self.n

    def area(self):
        return self.n * 2

    @property
    def size(self):
        return self.m + self.n

    @staticmethod
    def unit():
        return 7

    @classmethod
    def of(cls, n):
        return cls(n, 1)

    def __add__(self, other):
        return Cell(self.n + other.n)

    def __len__(self):
        return self.m % 5

    def __getitem__(self, k):
        return self.n + k

    def __enter__(self):
        self.m += 1
        return self

    def __exit__(self, *_):
        self.m += 2
        return False


class Bag:
    def __init__(self, *given):
        self.held = list(given)
        self.asked = 0

    def __iter__(self):
        self.asked += 1
        return iter(self.held)

    def __contains__(self, what):
        self.asked += 2
        return what in self.held

    def __call__(self, by):
        self.held.append(by)
        return len(self.held)

    def __setitem__(self, key, value):
        self.held[key % 2] = value

    def __delitem__(self, key):
        self.held.pop()

    def __bool__(self):
        return len(self.held) > 2

    def __eq__(self, other):
        return self.asked == other.asked

    def __enter__(self):
        return self.held

    def __exit__(self, kind, *_):
        self.asked += 1
        return kind is Oops


class Twin(Cell):
    def __init__(self, n, k):
        super().__init__(n, k)
        self.k = k

    def area(self):
        return super().area() + self.k

    def bump(self, by=2):
        global g1, g2
        «inner»
        self.k += 1
        return super().bump(by)


def plus(a, b=2):
    global g1, g2
    «inner»
    return (a + b) % 97


def many(*given, by=1, **named):
    total = by
    for one in given:
        total += one
    for key in named:
        total += named[key]
    return total % 97


def fail(a):
    global g1, g2
    if a % 3 == 0:
        raise Oops(a)
    «inner»
    return a - 1


def safe(a, other=-1):
    global g1, g2
    try:
        «inner»
        return fail(a)
    except Oops as oops:
        g1 = (g1 + oops.code) % 50
        return other
    finally:
        g2 = (g2 + 1) % 50


def down(k, acc=0):
    global g1, g2
    if k <= 0:
        return acc
    «inner»
    return down(k - 1, acc=acc + k)


def make(a):
    n = 0

    def up():
        nonlocal n
        n += a
        return n % 97

    return up


def both(a):
    n = a

    def up(by=1):
        nonlocal n
        n += by

    return up, lambda: n % 97


def count(k):
    for i in range(k % 4):
        yield i + g1
    yield k


def put(where, value):
    where["a"] = value
    where["n"]["c"] = value + 1


def push(where, value):
    where.append(value % 97)
    return where


def twice(f, *given):
    return (f(*given) + f(*given)) % 97


def kept(value, into=[]):
    into.append(value)
    return len(into)


def leave(a):
    global g1, g2
    for i in range(4):
        if i > a % 5:
            return i
        «inner»
    else:
        g2 = (g2 + a) % 50
    return 0


def chosen(k):
    match k % 4:
        case 0:
            return 5
        case 1 | 2:
            return k
        case _:
            return -k


def logged(f):
    def inner(*given):
        log.append(given[0] % 97)
        return f(*given)

    return inner


@logged
def traced(a):
    return a + 1


class Tool:
    made = Cell
    run = staticmethod(plus)

    def __init__(self, act):
        self.act = act

    def own(self, a):
        return self.act(a % 5)


def acts(self, a):
    return self.act(a % 4) + 1


"#;

const STATEMENTS: &[&str] = &[
    "«new number» = «value»",
    "«new number» = «value»",
    "«variable» = «value»",
    "«variable» = «value»",
    "«variable» = («variable» + «value») % 97",
    "«variable» += «simple» % 9",
    "«variable», «new number» = «simple», «value»",
    "«new number», *«new list» = [«simple», «simple», 3]",
    "«number»",
    "«number»",
    "if «test»:\n    «block»",
    "if «test»:\n    «block»\nelse:\n    «block»",
    "if «test»:\n    «block»\nelif «test»:\n    «block»\nelse:\n    «block»",
    "for «new counter» in range(3):\n    «loop»",
    "for «new counter» in range(«simple» % 4):\n    «loop»\nelse:\n    «block»",
    "for «new counter» in list(«list»)[:4]:\n    «loop»",
    "for «new other», «new counter» in enumerate([«simple», 5, 1]):\n    «loop»",
    "«new other» = 0\nwhile «it» < 3:\n    «it» += 1\n    «loop»",
    "!if «test»:\n    break",
    "!if «test»:\n    continue",
    "try:\n    «block»\n    «variable» = fail(«value»)\n    «block»\nexcept Oops as «new other»:\n    g1 = «it».code % 50\n    «block»",
    "try:\n    «block»\n    «variable» = safe(«simple»)\nfinally:\n    «block»",
    "try:\n    «variable» = {\"k\": «simple»}[\"k\" if «test» else \"l\"]\nexcept KeyError:\n    «block»\nelse:\n    «block»",
    "with Cell(«simple») as «new cell»:\n    «block»\n    «it».n = «simple»",
    "«new bag» = Bag(«simple», «simple»)",
    "«new bag» = «bag»",
    "with «bag» as «new list»:\n    «block»\n    «variable» = fail(«simple»)",
    "«bag»[«simple»] = «value»",
    "del «bag»[0]",
    "for «new counter» in «bag»:\n    «variable» = («variable» + «it») % 97",
    "if «bag»:\n    «block»",
    "«new list» = [«simple», «value», 1]",
    "«new list» = «list»",
    "«new list» = [«number» + i for i in range(3)]",
    "«new list» = «list»[:] + [1]",
    "«new list» = sorted(«list», key=lambda q: -q)",
    "«list».append(«simple»)",
    "«list»[«simple» % 3] = «value»",
    "«list»[0], «list»[1] = «list»[1], «list»[0]",
    "«list».insert(0, «simple»)",
    "«list».sort()",
    "push(«list», «simple»)",
    "«new dict» = {\"a\": «simple», \"b\": «value», \"n\": {\"c\": «simple»}}",
    "«new dict» = «dict»",
    "«new dict» = {**«dict», \"b\": «simple»}",
    "«dict»[\"a\"] = «value»",
    "«dict»[\"n\"][\"c\"] += «simple»",
    "«dict».update(a=«simple»)",
    "«dict».pop(\"b\", None)",
    "put(«dict», «simple»)",
    "«new cell» = Cell(«simple»)",
    "«new cell» = Twin(«simple», «simple»)",
    "«new cell» = «cell»",
    "«cell».n = «value» % 97",
    "«cell».next = «cell»",
    "for «new cell» in [«cell».next]:\n    if «it»:\n        «variable» = «it».n",
    "«new fn» = make(«simple»)",
    "«new up», «new fn» = both(«simple»)",
    "«up»(«simple»)",
    "«new tool» = Tool(plus)",
    "«new tool» = Tool(safe)",
    "«new tool» = «tool»",
    "«tool».act = down",
    "«tool».act = lambda q: q + «number»",
    "«tool».run = safe",
    "«tool».made = Cell.of",
    "Tool.run = safe",
    "Tool.also = acts",
    "«new act» = «cell».bump",
    "«new act» = «bag»",
    "«new act» = [safe, «cell».bump][«simple» % 2]",
    "«new maker» = Twin.of",
    "«new maker» = «cell».of",
    "«new cell» = «maker»(«simple»)",
    "«tool».act = «act»",
    "«tool».made = «maker»",
    "Tool.also = «act»",
    "log.append(«simple»)",
    "«new number» = len(log)",
];

const VALUES: &[&str] = &[
    "«simple»",
    "«simple»",
    "plus(«simple»)",
    "plus(«simple», b=«simple»)",
    "plus(b=«simple», a=«simple»)",
    "many(«simple», «simple», by=2)",
    "many(*[«simple», 1], z=«simple»)",
    "safe(«simple»)",
    "safe(«simple», «simple»)",
    "down(«simple» % 5)",
    "twice(plus, «simple»)",
    "twice(lambda q: q + «number», «simple»)",
    "leave(«simple»)",
    "chosen(«simple»)",
    "traced(«simple»)",
    "kept(«simple»)",
    "sum(count(«simple»)) % 97",
    "sum([i * «number» for i in range(3)]) % 97",
    "sum(i for i in range(5) if i > «number» % 4)",
    "len({i % 3: i for i in range(«simple» % 7)})",
    "len({«simple» % 5, «simple» % 5})",
    "reduce(lambda p, q: p + q, [«simple», «simple»], 0) % 97",
    "(«simple» if «test» else «simple»)",
    "(«number» and «simple»)",
    "(«number» or «simple»)",
    "max(«simple», «simple»)",
    "(lambda z=«simple»: z + 1)()",
    "«fn»()",
    "«list»[«simple» % 2]",
    "sum(«list») % 97",
    "len(«list»)",
    "«list»[-1]",
    "sum(list(map(lambda q: q % 7, «list»)))",
    "«dict»[\"a\"] % 97",
    "«dict»[\"n\"][\"c\"] % 97",
    "«dict».get(\"b\", «simple»)",
    "«tool».act(«simple» % 5) % 97",
    "«tool».own(«simple») % 97",
    "«tool».run(«simple») % 97",
    "«tool».made(«simple»).n % 97",
    "Tool.made(«simple»).area() % 97",
    "Tool.run(«simple») % 97",
    "(«tool».also(«simple») if hasattr(Tool, \"also\") else «simple») % 97",
    "«act»(«simple») % 97",
    "«maker»(«simple»).area() % 97",
    "twice(«cell».bump, «simple»)",
    "Cell.bump(«cell», «simple»)",
    "getattr(«cell», \"bump\")(«simple»)",
    "{\"k\": «act»}[\"k\"](«simple») % 97",
    "sum(p.n for p in map(«maker», [«simple», 2])) % 97",
    "«cell».n",
    "«cell».bump()",
    "«cell».bump(«simple»)",
    "«cell».area()",
    "«cell».size",
    "len(«cell»)",
    "(«cell» + «cell»).n % 97",
    "«cell»[«simple»] % 97",
    "«bag»(«simple»)",
    "int(«simple» in «bag»)",
    "int(«bag» == «bag»)",
    "«bag».asked",
    "len(«bag».held)",
    "sum(«bag») % 97",
    "Cell.unit()",
    "Cell.made",
    "Cell.of(«simple»).m",
    "int(str(«simple» % 97) + \"1\") % 97",
    "len(f\"{«simple»}-{«simple»}\")",
    "sorted([«simple», «simple», 4])[0]",
    "sum(p * q for p, q in zip([«simple», 2], [1, «simple»])) % 97",
];
