//! What a language does without anybody writing a call, and what a construct cannot be without: found by programs that were made up.

use bench_slicers::builtin::Variant;
use bench_slicers::language::Language;

use super::{ALL, slice, slice_in};

/// The class: a value is an object, and something in it is nothing that the function of the criterion touches.
#[apply(test)]
fn all_of_an_object_is_part_of_its_value_where_it_is_only_handed_on() {
    let python = "def make(a, b):\n    return {'x': a, 'y': [b]}\ndef first(item):\n    return item['x']\n\
                  def use(item):\n    return first(item)\nm = int(input())\nprint(use(make(1, m)))\n";
    for criterion in ["item", "make(1, m)"] {
        let sliced = slice(python, criterion, Variant::CeEdg);
        assert!(sliced.contains("m = int(input())") && sliced.contains("[b]"), "{criterion}: {sliced}");
    }
    let script = "function first(item) {\n  return item.x;\n}\nconst m = Number(process.argv[2]);\n\
                  const item = { x: 1, y: { z: m } };\nconsole.log(first(item));\n";
    let sliced = slice_in(Language::JavaScript, script, "item", Variant::CeEdg);
    assert!(sliced.contains("z: m"), "{sliced}");
    let java = "class Program {\n    static class Pair { int x; int y; Pair(int y) { this.y = y; } }\n    \
                static int first(Pair pair) { return pair.x; }\n    public static void main(String[] args) {\n        \
                Pair it = new Pair(args.length);\n        int got = first(it);\n    }\n}\n";
    for criterion in ["pair", "it"] {
        let sliced = slice_in(Language::Java, java, criterion, Variant::CeEdg);
        assert!(sliced.contains("this.y = y") && sliced.contains("int x"), "{criterion}: {sliced}");
    }
}

/// The class: what an object is, whatever it holds, belongs to its value: in JavaScript the methods of its classes.
#[apply(test)]
fn methods_belong_to_what_a_javascript_object_is() {
    let text = "class Base {\n  far() {\n    return 1;\n  }\n}\nclass Near extends Base {\n  #own() {}\n  static of() {}\n  near() {\n    return 2;\n  \
                }\n}\nconst it = new Near();\nconsole.log(it);\n";
    for variant in ALL {
        let sliced = slice_in(Language::JavaScript, text, "it", variant);
        assert!(sliced.contains("far()") && sliced.contains("near()"), "{variant:?}: {sliced}");
        assert!(!sliced.contains("#own") && !sliced.contains("of()"), "{variant:?}: {sliced}");
    }
}

/// The class: a method keeps what it was bound to where it was read, wherever it is called: the object, or for methods of classes the
/// class that was named.
#[apply(test)]
fn a_method_that_is_a_value_keeps_what_it_is_bound_to() {
    let python = "class Stack:\n    def __init__(self, *items):\n        self.items = list(items)\n    @classmethod\n    def of(cls, it):\n        \
                  return cls(*it)\n    def push(self, it):\n        self.items.append(it)\nclass Sub(Stack):\n    pass\nclass Tool:\n    \
                  def __init__(self, cb):\n        self.cb = cb\n";
    let made = "def __init__(self, *items):\n        self.items = list(items)";
    for read in [
        "Tool(Stack.of).cb([4])",
        "Tool(Sub.of).cb([4])",
        "[Sub.of][0]([4])",
        "{'k': Stack(2).of}['k']([4])",
        "{'k': Stack.of}.get('k')([4])",
        "list(map(Stack.of, [[4]]))[0]",
        "getattr(Sub, 'of')([4])",
        "__import__('functools').partial(Stack.of, [4])()",
    ] {
        for variant in ALL {
            let sliced = slice(&format!("{python}g = {read}.items\nprint(g)\n"), "g", variant);
            assert!(
                sliced.contains(made) && sliced.contains("cls(*it)") && sliced.contains("[4]"),
                "{read}, {variant:?}: {sliced}"
            );
        }
    }
    // It is not the object by which it is called that is changed.
    for call in ["tool.cb(5)", "call = tool.cb\ncall(5)", "idle.cb = first.push\nidle.cb(5)"] {
        let text = format!(
            "{python}first = Stack(1)\nsecond = Stack(2)\ntool = Tool(first.push)\nidle = Tool(second.push)\n{call}\ng = first.items\nprint(g)\n"
        );
        for variant in ALL {
            let sliced = slice(&text, "g", variant);
            assert!(sliced.contains("(5)") && sliced.contains("append(it)"), "{call}, {variant:?}: {sliced}");
        }
    }
}

/// The class: what is taken apart asks an object of the program for its elements, or for keys and values.
#[apply(test)]
fn what_is_taken_apart_is_asked_for_its_elements() {
    let classes = "class Node:\n    def __init__(self, v):\n        self.v = v\n    def __iter__(self):\n        yield self.v\n        yield 2\nclass Seq:\n    \
                   def __init__(self, *held):\n        self.held = held\n    def __getitem__(self, k):\n        return self.held[k]\nclass Pairs:\n    \
                   def __init__(self, **held):\n        self.held = held\n    def keys(self):\n        return self.held.keys()\n    def __getitem__(self, k):\n        \
                   return self.held[k]\ndef add(a, b):\n    return a + b\n";
    let node = ["yield self.v", "yield 2", "self.v = v", "Node(1)"];
    let seq = ["return self.held[k]", "self.held = held", "Seq(1, 2)"];
    let pairs = ["def keys(", "self.held.keys()", "return self.held[k]", "Pairs(a=1, b=2)"];
    for (lines, needed) in [
        ("a, g = Node(1)", &node[..]),
        ("[a, *g] = Node(1)", &node),
        ("g = [*Node(1), 5]", &node),
        ("g = add(*Node(1))", &node),
        ("for a, g in [Node(1)]:\n    pass", &node),
        ("g = [0]\ng[1:] = Node(1)", &node),
        ("g = [x for x in Node(1) if x > 1]", &node),
        ("def each():\n    yield from Node(1)\ng = list(each())", &node),
        ("a, g = Seq(1, 2)", &seq),
        ("g = add(*Seq(1, 2))", &seq),
        ("g = add(**Pairs(a=1, b=2))", &pairs),
        ("g = {**Pairs(a=1, b=2)}", &pairs),
        ("g = dict(Pairs(a=1, b=2))", &pairs),
    ] {
        for variant in ALL {
            let sliced = slice(&format!("{classes}{lines}\nprint(g)\n"), "g", variant);
            for part in needed {
                assert!(sliced.contains(part), "{lines}, {variant:?}, {part}: {sliced}");
            }
        }
    }
}

/// The class: methods that no name in the program says are read.
#[apply(test)]
fn methods_are_read_by_names_that_are_computed() {
    let python = "class Base:\n    def __init__(self, v):\n        self.v = v\n    def step(self, by):\n        self.v += by\n        return self\n    def stop(self):\n        \
                  return self.v\nclass Proxy:\n    def __init__(self, held):\n        self.held = held\n    def __getattr__(self, name):\n        \
                  return getattr(self.held, name)\n";
    for (lines, needed) in [
        ("p = Proxy(Base(4))\np.step(3)\ng = p.v", "self.v += by"),
        ("b = Base(4)\ngetattr(b, 'st' + 'ep')(3)\ng = b.v", "self.v += by"),
        ("g = len({n: getattr(Base(1), n) for n in ('step', 'stop')})", "def step("),
    ] {
        for variant in ALL {
            let sliced = slice(&format!("{python}{lines}\nprint(g)\n"), "g", variant);
            assert!(sliced.contains(needed), "{lines}, {variant:?}: {sliced}");
        }
    }
    let script = "class Stack {\n  items = [];\n  push(it) {\n    this.items.push(it);\n  }\n}\nconst s = new Stack();\n";
    for call in [
        "const name = [\"push\"][0];\ns[name](3);",
        "const { push } = s;\npush.call(s, 3);",
        "[3].forEach(s.push, s);",
    ] {
        for variant in ALL {
            let sliced = slice_in(
                Language::JavaScript,
                &format!("{script}{call}\nconst g = s.items;\nconsole.log(g);\n"),
                "g",
                variant,
            );
            assert!(
                sliced.contains("this.items.push(it)") && sliced.contains('3'),
                "{call}, {variant:?}: {sliced}"
            );
            assert!(!sliced.contains("void 0"), "{call}, {variant:?}: {sliced}");
        }
    }
}

/// The class: code outside of the program makes any number of objects where it is called once, and objects in these.
#[apply(test)]
fn objects_that_a_library_makes_are_several() {
    let python =
        "import copy, json, collections\nclass Cell:\n    def __init__(self, n):\n        self.n = n\n";
    for (made, part) in [
        ("list(map(Cell, [1, 2]))", "[0].n"),
        ("copy.deepcopy([[0] for _ in range(2)])", "[0][0]"),
        ("json.loads('[[1], [2]]')", "[0][0]"),
        ("json.loads('[[[1]], [[2]]]')", "[0][0][0]"),
        ("collections.defaultdict(list)\nd[0].append(0)\nd[1].append(0)", "[0][0]"),
    ] {
        let other = format!("[1]{}", &part[3..]);
        let text = format!("{python}d = {made}\nd{part} = 5\nd{other} = 6\ng = d{part}\nprint(g)\n");
        for variant in ALL {
            let sliced = slice(&text, "g", variant);
            assert!(sliced.contains(&format!("d{part} = 5")), "{made}, {variant:?}: {sliced}");
        }
    }
    for (made, part) in [
        ("Object.entries({ a: 1, b: 2 })", "[0][1]"),
        ("JSON.parse('[[1], [2]]')", "[0][0]"),
        ("JSON.parse('[[[1]], [[2]]]')", "[0][0][0]"),
        ("[...\"a1b2\".matchAll(/(.)(.)/g)]", "[0][1]"),
    ] {
        let other = format!("[1]{}", &part[3..]);
        let text =
            format!("const d = {made};\nd{part} = 5;\nd{other} = 6;\nconst g = d{part};\nconsole.log(g);\n");
        for variant in ALL {
            let sliced = slice_in(Language::JavaScript, &text, "g", variant);
            assert!(sliced.contains(&format!("d{part} = 5")), "{made}, {variant:?}: {sliced}");
        }
    }
}

/// The class: a method is a value that nothing calls.
#[apply(test)]
fn a_method_that_is_only_read_is_there() {
    let python = "class Base:\n    def far(self):\n        return 1\nclass C(Base):\n    @classmethod\n    def of(cls, n):\n        return cls()\n    \
                  def m(self):\n        return 1\n    def other(self):\n        return 2\nc = C()\n";
    for (read, name) in [
        ("C.of", "of"),
        ("c.m", "m"),
        ("C.m", "m"),
        ("c.of", "of"),
        ("c.far", "far"),
        ("getattr(c, 'm')", "m"),
    ] {
        for variant in ALL {
            let text = format!("{python}f = {read}\ng = 3 if f else 4\nprint(g)\n");
            let sliced = slice(&text, "g", variant);
            assert!(sliced.contains(&format!("def {name}(")), "{read}, {variant:?}: {sliced}");
            assert!(!sliced.contains("def other("), "{read}, {variant:?}: {sliced}");
        }
    }
    // What the language calls by itself is one like others where it is read.
    let text = "class C:\n    def __iter__(self):\n        yield 4\n    def __len__(self):\n        return 5\nc = C()\nm = c.__iter__\nn = c.__len__\n\
                g = sum(m()) + n()\nprint(g)\n";
    for variant in ALL {
        let sliced = slice(text, "g", variant);
        assert!(sliced.contains("yield 4") && sliced.contains("return 5"), "{variant:?}: {sliced}");
    }
    // The body of its class gives it another name.
    let text = "class B:\n    def far(self):\n        return 4\n    def idle(self):\n        return 5\n    near = far\nb = B()\n";
    for read in ["b.near()", "B.near(b)", "3 if B.near else 4", "[b.near][0]()"] {
        for variant in ALL {
            let sliced = slice(&format!("{text}g = {read}\nprint(g)\n"), "g", variant);
            assert!(
                sliced.contains("def far(") && sliced.contains("near = far"),
                "{read}, {variant:?}: {sliced}"
            );
            assert!(!sliced.contains("def idle("), "{read}, {variant:?}: {sliced}");
            assert_eq!(sliced.contains("return 4"), !read.contains("if"), "{read}, {variant:?}: {sliced}");
        }
    }
    // Under another name it is the language that calls it.
    for (name, read) in
        [("__hash__", "hash(c)"), ("__hash__", "{c: 3}[c]"), ("__len__", "len(c)"), ("__str__", "f'{c}'")]
    {
        let text = format!(
            "class C:\n    def key(self):\n        return 4\n    {name} = key\nc = C()\ng = {read}\nprint(g)\n"
        );
        for variant in ALL {
            let sliced = slice(&text, "g", variant);
            assert!(
                sliced.contains(&format!("{name} = key")) && sliced.contains("return 4"),
                "{variant:?}: {sliced}"
            );
        }
    }
    let script = "class Base {\n  far() {\n    return 1;\n  }\n}\nclass C extends Base {\n  static of(n) {\n    return n;\n  }\n  m() {\n    return 1;\n  \
                  }\n  other() {\n    return 2;\n  }\n}\nconst c = new C();\n";
    for (read, name) in
        [("C.of", "of"), ("c.m", "m"), ("c[\"m\"]", "m"), ("C.prototype.m", "m"), ("c.far", "far")]
    {
        for variant in ALL {
            let text = format!("{script}const f = {read};\nconst g = f ? 3 : 4;\nconsole.log(g);\n");
            let sliced = slice_in(Language::JavaScript, &text, "g", variant);
            assert!(sliced.contains(&format!("{name}(")), "{read}, {variant:?}: {sliced}");
        }
    }
}

/// Whether parts of objects are told apart.
fn is_fine(variant: Variant) -> bool {
    matches!(variant, Variant::CeEdg | Variant::CeSdg)
}

/// The class: what is called like a method is held by a member, of an object, of its class, or of a class itself.
#[apply(test)]
fn a_member_that_is_called_is_read() {
    let python = "def twice(v):\n    return 2 * v\nclass Made:\n    def __init__(self):\n        self.n = 1\nclass Base:\n    first = twice\n    \
                  made = Made\nclass Tool(Base):\n    second = staticmethod(twice)\n    def __init__(self, act):\n        self.act = act\n        \
                  self.idle = act\ntool = Tool(twice)\ntool.third = twice\nTool.fourth = staticmethod(twice)\nother = {'k': twice}\nclass Sub(Base):\n    def first(self):\n        return super().first()\n    \
                  def __mul__(self, n):\n        return n\n    __rmul__ = __mul__\n";
    for (call, member) in [
        ("tool.act(1)", "self.act = act"),
        ("tool.third(1)", "tool.third = twice"),
        ("tool.second(1)", "second = staticmethod(twice)"),
        ("Tool.second(1)", "second = staticmethod(twice)"),
        ("Base.first(1)", "first = twice"),
        ("Tool.first(1)", "first = twice"),
        ("tool.made().n", "made = Made"),
        ("Tool.made().n", "made = Made"),
        ("tool.fourth(1)", "Tool.fourth = staticmethod(twice)"),
        ("other['k'](1)", "'k': twice"),
    ] {
        for variant in ALL {
            let sliced = slice(&format!("{python}found = {call}\nprint(found)\n"), "found", variant);
            assert!(sliced.contains(member), "{call}, {variant:?}: {sliced}");
            // What a decorator of the library made may look at the object.
            let is_idle = sliced.contains("self.idle") && !member.contains("staticmethod");
            assert!(!is_idle || !is_fine(variant), "{call}, {variant:?}: {sliced}");
        }
    }
    let script = "function twice(v) {\n  return 2 * v;\n}\nclass Made {\n  n = 1;\n}\nclass Base {\n  static first = twice;\n  static made = Made;\n}\n\
                  class Sub extends Base {}\nclass Tool {\n  second = twice;\n  constructor(act) {\n    this.act = act;\n    this.idle = act;\n  }\n}\n\
                  const tool = new Tool(twice);\ntool.third = twice;\nconst other = { k: twice, l: twice };\n\
                  const third = {\n  call(name, v) {\n    return other[name](v);\n  },\n  apply(name, v) {\n    return v;\n  },\n};\n";
    for (call, member) in [
        ("tool.act(1)", "this.act = act"),
        ("tool.third(1)", "tool.third = twice"),
        ("tool?.second(1)", "second = twice"),
        ("Base.first(1)", "static first = twice"),
        ("Sub.first(1)", "static first = twice"),
        ("new Sub.made().n", "static made = Made"),
        ("other.k(1)", "k: twice"),
        ("third.call('k', 1)", "call("),
        ("third.apply('k', 1)", "apply("),
        ("other[\"k\"](1)", "k: twice"),
        ("other[`${\"k\"}`](1)", "k: twice"),
    ] {
        for variant in ALL {
            let text = format!("{script}const found = {call};\nconsole.log(found);\n");
            let sliced = slice_in(Language::JavaScript, &text, "found", variant);
            assert!(sliced.contains(member), "{call}, {variant:?}: {sliced}");
            let is_idle = sliced.contains("this.idle");
            assert!(!is_idle || !is_fine(variant), "{call}, {variant:?}: {sliced}");
        }
    }
    let r = "twice <- function(v) 2 * v\ntool <- list(act = twice, idle = twice)\ntool$late <- twice\ne <- new.env()\ne$act <- twice\n";
    for (call, member) in [
        ("tool$act(1)", "act = twice"),
        ("tool$late(1)", "tool$late <- twice"),
        ("e$act(1)", "e$act <- twice"),
    ] {
        let sliced =
            slice_in(Language::R, &format!("{r}found <- {call}\nprint(found)\n"), "found", Variant::CeEdg);
        assert!(sliced.contains(member), "{call}: {sliced}");
    }
}

#[apply(test)]
fn getters_are_called_whatever_their_name() {
    for name in ["size", "length", "area"] {
        let text = format!(
            "class C {{\n  m = 3;\n  get {name}() {{\n    return this.m + 1;\n  }}\n}}\nconst c = new C();\nlet b = c.{name};\n\
             console.log(b);\n"
        );
        let sliced = slice_in(Language::JavaScript, &text, "b", Variant::CeEdg);
        assert!(sliced.contains("return this.m + 1"), "{sliced}");
    }
}

#[apply(test)]
fn a_derived_constructor_keeps_what_makes_its_object() {
    let text = "class A {}\nclass B extends A {\n  constructor(n) {\n    super(n);\n    this.n = n;\n  }\n}\nlet x = 1;\nfor (const b of [new \
                B(1), new B(2)]) {\n  x += 1;\n}\nconsole.log(x);\n";
    for variant in ALL {
        let sliced = slice_in(Language::JavaScript, text, "x", variant);
        assert_eq!(sliced.contains("new B"), sliced.contains("super("), "{variant:?}: {sliced}");
        assert!(sliced.contains("new B"), "{variant:?}: {sliced}");
    }
}

/// The class: `with`, whose manager is called when it is entered and left, and may take failures away.
#[apply(test)]
fn managers_are_entered_and_left() {
    let managers = "class M:\n    def __init__(self):\n        self.n = 1\n    def __enter__(self):\n        self.n += 2\n        return self\n    \
                    def __exit__(self, kind, *_):\n        self.n += 4\n        return kind is ValueError\n";
    let text = format!("{managers}m = M()\ns = 0\nwith m as k:\n    s = 5\nprint(m.n)\n");
    let sliced = slice(&text, "m.n", Variant::CeEdg);
    assert!(sliced.contains("self.n += 2") && sliced.contains("self.n += 4"), "{sliced}");
    assert!(!sliced.contains("s = 5"), "{sliced}");
    let text = format!(
        "{managers}s = int(input())\nwith M():\n    if s > 3:\n        raise ValueError\n    s = 2\nprint(s)\n"
    );
    let sliced = slice(&text, "s", Variant::CeEdg);
    assert!(sliced.contains("raise ValueError") && sliced.contains("return kind is ValueError"), "{sliced}");
    let text = format!("{managers}s = int(input())\nwith M():\n    print(s)\n");
    for variant in ALL {
        let sliced = slice(&text, "s", variant);
        assert!(!sliced.contains("with") || sliced.contains("def __exit__"), "{variant:?}: {sliced}");
    }
}

#[apply(test)]
fn deleting_from_an_object_calls_its_method() {
    let text = "class Bag:\n    def __init__(self):\n        self.n = 1\n    def __delitem__(self, key):\n        self.n += key\n\
                bag = Bag()\ndel bag[3]\nprint(bag.n)\n";
    let sliced = slice(text, "bag.n", Variant::CeEdg);
    assert!(sliced.contains("del bag[3]") && sliced.contains("self.n += key"), "{sliced}");
}

/// The class: a name of a function around, in a function that is called, whose binding nothing else needs.
#[apply(test)]
fn a_nonlocal_name_is_bound_around() {
    let text = "def make():\n    n = 0\n    def set(a):\n        nonlocal n\n        n = a\n        return n\n    return set\nset = make()\n\
                print(set(4))\n";
    for variant in ALL {
        let sliced = slice(text, "set(4)", variant);
        assert!(!sliced.contains("nonlocal n") || sliced.contains("    n = "), "{variant:?}: {sliced}");
    }
}

/// The class: criteria in arguments and defaults of R, which take values only where their parameter is read.
#[apply(test)]
fn what_is_evaluated_by_need_needs_a_read() {
    let text = "inner <- function(q) q + 1\nouter <- function(p) {\n  inner(p)\n  3\n}\nx <- length(commandArgs(TRUE))\nouter(x)\n";
    for variant in ALL {
        let sliced = slice_in(Language::R, text, "x", variant);
        assert!(sliced.contains("inner(p)") && sliced.contains("q + 1"), "{variant:?}: {sliced}");
    }
    let text = "b <- 3\ntwice <- function(f, y = b) f(y)\ntwice(sqrt)\n";
    for variant in ALL {
        let sliced = slice_in(Language::R, text, "b", variant);
        assert!(sliced.contains("(y)") && sliced.contains("twice("), "{variant:?}: {sliced}");
    }
}

/// The class: a parameter as criterion whose value is its default.
#[apply(test)]
fn a_default_is_a_value_of_its_parameter() {
    let text = "n = int(input())\ndef f(a, off=n):\n    return a\nprint(f(3))\n";
    let script =
        "const n = Number(process.argv[2]);\nfunction f(a, off = n) {\n  return a;\n}\nconsole.log(f(3));\n";
    let read = "n <- length(commandArgs(TRUE))\nf <- function(a, off = n) {\n  off\n  a\n}\nf(3)\n";
    for variant in ALL {
        let sliced = slice(text, "off", variant);
        assert!(sliced.contains("n = int(input())") && sliced.contains("off=n"), "{variant:?}: {sliced}");
        let sliced = slice_in(Language::JavaScript, script, "off", variant);
        assert!(sliced.contains("const n = N") && sliced.contains("off = n"), "{variant:?}: {sliced}");
        let sliced = slice_in(Language::R, read, "off = n", variant);
        assert!(sliced.contains("n <- length(") && sliced.contains("off = n"), "{variant:?}: {sliced}");
    }
}

/// The class: a decorator of the program, which is a function that is called with what it decorates.
#[apply(test)]
fn what_decorators_of_the_program_do_is_followed() {
    let text = "log = []\ndef logged(by):\n    def around(f):\n        def inner(*given):\n            log.append(by)\n            return f(*given)\n        \
                return inner\n    return around\n@logged(4)\ndef twice(a):\n    return a * 2\n@logged(5)\ndef other(a):\n    return a\nt = twice(3)\n\
                print(len(log))\nprint(t)\n";
    for variant in ALL {
        let sliced = slice(text, "log", variant);
        assert!(sliced.contains("log.append(") && sliced.contains("twice("), "{variant:?}: {sliced}");
    }
    let sliced = slice(text, "t", Variant::CeEdg);
    assert!(sliced.contains("return a * 2") && sliced.contains("@logged("), "{sliced}");
    assert!(!sliced.contains("log.append"), "{sliced}");
}

/// The class: a method of Python's own is a value, which is called later, elsewhere, or by code outside of the program.
#[apply(test)]
fn methods_of_the_library_are_values() {
    let text = |use_of_it: &str| {
        format!(
            "def each(f, values):\n    for value in values:\n        f(value)\nother = [1]\nother.append(7)\nfound = {{}}\nfound['a'] = 1\n\
             items = []\n{use_of_it}\nfound['b'] = 3\nn = len(items)\nb = look('b')\nprint(n, b, other)\n"
        )
    };
    let look = "look = found.get";
    for put in [
        "put = items.append\nput(5)",
        "put = getattr(items, 'append')\nput(5)",
        "each(items.append, [1, 2])",
        "for f in (items.append, items.insert):\n    each(f, [4])",
        "calls = {'add': items.extend}\ncalls['add']([3])",
        "list(map(items.append, [6]))",
    ] {
        let text = text(&format!("{put}\n{look}"));
        let last = put.lines().last().unwrap();
        for variant in ALL {
            let sliced = slice(&text, "n", variant);
            assert!(sliced.contains(last), "{variant:?}, {put}: {sliced}");
            let sliced = slice(&text, "b", variant);
            assert!(
                sliced.contains(look) && sliced.contains("found['b'] = 3"),
                "{variant:?}, {put}: {sliced}"
            );
        }
        let sliced = slice(&text, "n", Variant::CeEdg);
        assert!(!sliced.contains("found") && !sliced.contains("other"), "{put}: {sliced}");
    }
}

/// The class: the elements of a generator expression that has a name, or leaves a function, are computed when somebody asks for
/// them, of what there is then.
#[apply(test)]
fn generator_expressions_that_last_are_computed_later() {
    for (making, using) in [
        ("made = (x * k for x in items if x)", "t = sum(made)"),
        ("made = (x * k for x in items if x)", "for y in made:\n    t += y"),
        ("made = (x * k for x in items if x)", "t = next(made)"),
        ("def make(of):\n    return (x * k for x in of if x)\nmade = make(items)", "t = max(made)"),
        ("made = (x * y for x in items for y in [k])", "t = [*made][0]"),
    ] {
        let text = format!(
            "k = 2\nt = 0\nother = 5\nitems = [1, 2]\n{making}\nk = int(input())\nitems.append(3)\nother += 1\n{using}\n\
             print(t, other)\n"
        );
        for variant in ALL {
            let sliced = slice(&text, "t", variant);
            for part in ["k = int(input())", "items.append(3)", "for x in", "* "] {
                assert!(sliced.contains(part), "{variant:?}, {using}: {sliced}");
            }
        }
        let sliced = slice(&text, "t", Variant::CeEdg);
        assert!(!sliced.contains("other"), "{using}: {sliced}");
        let sliced = slice(&text, "other", Variant::CeEdg);
        assert!(!sliced.contains("items.append") && !sliced.contains("input"), "{using}: {sliced}");
    }
}

/// The class: objects of a class are told apart by where they are made, unless that is at more than 64 places.
#[apply(test)]
fn objects_of_a_class_that_is_made_everywhere_are_taken_for_one() {
    let program = |n_places: usize| {
        let boxes: String =
            (0..n_places).map(|idx| format!("b{idx} = Box()\nb{idx}.inner = {idx}\n")).collect();
        format!("class Box:\n    pass\n{boxes}print(b3.inner)\n")
    };
    for (n_places, is_one) in [(64, false), (65, true)] {
        let sliced = slice(&program(n_places), "b3.inner", Variant::CeEdg);
        assert!(sliced.contains("b3.inner = 3"), "{n_places}: {sliced}");
        assert_eq!(sliced.contains("b5.inner = 5"), is_one, "{n_places}: {sliced}");
    }
}

/// The class: what `next`, `return` or `throw` hand to a generator, also through one that delegates to it.
#[apply(test)]
fn what_is_handed_to_a_generator_is_what_its_yield_gives() {
    for (inner, made) in [
        ("let n = 0;\n  while (true) {\n    const r = yield n++;\n    if (r) n = r;\n  }", "counts()"),
        ("const r = yield 0;\n  return r;", "counts()"),
        ("const r = yield 0;\n  yield r;", "around()"),
    ] {
        let text = format!(
            "function* counts() {{\n  {inner}\n}}\nfunction* around() {{\n  const end = yield* counts();\n  yield end;\n}}\nconst k = \
             process.argv.length;\nconst g = {made};\ng.next();\nconst found = g.next(k).value;\nconsole.log(found);\n"
        );
        for variant in ALL {
            let sliced = slice_in(Language::JavaScript, &text, "found", variant);
            let is_whole = sliced.contains("process.argv.length") && sliced.contains("g.next(k)");
            assert!(is_whole && sliced.contains("const r = yield"), "{made}, {variant:?}: {sliced}");
        }
    }
}
