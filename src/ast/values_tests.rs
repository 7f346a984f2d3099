//! Which spellings are the same code in each language, and which only look alike: a table per language.

use super::{ParseOptions, SourceFile, Tree};
use crate::language::Language;

/// Spellings of one value, with `¦` between them; each row differs from every other row.
type Rows = &'static [&'static str];

/// A class of spellings, the code around them with `@` in their place, and the rows.
type Class = (&'static str, &'static str, Rows);

/// What a tree's counted nodes say, places left out.
fn shape(language: Language, text: &str) -> Vec<(u64, usize)> {
    let tree = Tree::parse(language, &[SourceFile::new("program", text)]);
    assert!(tree.problems().is_empty(), "{language}: {text}: {:?}", tree.problems());
    let counted = tree.ids().filter(|&node| tree.is_counted(node));
    counted.map(|node| (tree.key(node), tree.ancestors(node).count())).collect()
}

fn check(language: Language, classes: &[Class]) {
    let mut failures = Vec::new();
    for (class, around, rows) in classes {
        let rows: Vec<Vec<(&str, _)>> = rows
            .iter()
            .map(|row| {
                row.split('¦').map(|text| (text, shape(language, &around.replace('@', text)))).collect()
            })
            .collect();
        for (idx, row) in rows.iter().enumerate() {
            for (text, found) in &row[1..] {
                if *found != row[0].1 {
                    failures.push(format!("{class}: `{text}` should be `{}`", row[0].0));
                }
            }
            for (text, found) in rows[..idx].iter().flatten() {
                if *found == row[0].1 {
                    failures.push(format!("{class}: `{text}` should not be `{}`", row[0].0));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{language}:\n{}", failures.join("\n"));
}

#[test]
fn c_spellings() {
    check(
        Language::C,
        &[
            (
                "numbers",
                "int f(void) { return @; }",
                &[
                    "16¦0x10¦0X10¦020¦0b10000¦1'6¦0x1'0¦'\\x10'¦'\\20'",
                    "16u¦16U¦0x10u",
                    "16L¦16l¦0x10L",
                    "16UL¦16lu¦16Lu",
                    "16LL¦16ll",
                    "65¦'A'¦'\\x41'¦'\\101'",
                    "0¦00¦0x0¦'\\0'",
                    "32¦' '",
                    "92¦'\\\\'",
                    "'ab'",
                    "L'A'",
                    "'\\xff'",
                    "255",
                    "4294967295",
                    "0xFFFFFFFF",
                    "12345678901234567890123¦12'345'678'901'234'567'890'123",
                    "1000.0¦1e3¦1.0e3¦1E+3¦1000.¦10.0e2¦0x1.f4p9",
                    "1000.0f¦1e3F¦1000.f",
                    "1000.0L¦1e3l",
                    ".5¦0.5¦5e-1¦0x1p-1¦0x.8p0",
                    "0x1f",
                    "-1¦- 1¦-0x1¦-(1)",
                    "+1¦+ 1",
                ],
            ),
            (
                "strings",
                "void f(void) { g(@); }",
                &[
                    r#""aAb"¦"a\x41" "b"¦"a\101b"¦"a\u0041b"¦"a" "A" "b"¦"a\
Ab""#,
                    r#""é"¦"\xc3\xa9"¦"\u00e9""#,
                    r#"L"é"¦L"\xe9"¦L"\u00e9"¦L"" "é""#,
                    r#"u8"é""#,
                    r#"u"é""#,
                    r#""\\x41""#,
                    r#""\n"¦"\12"¦"\x0a""#,
                    r#""it's"¦"it\'s""#,
                    r#""65""#,
                ],
            ),
            (
                "conditions",
                "void f(int a, int b) { @ }",
                &[
                    "if (a) g(); else if (b) h(); else k();¦if (a) { g(); } else { if (b) { h(); } else { k(); } }¦if ((a)) g(); else { if (b) h(); else k(); }",
                    "if (a) g(); else { if (b) h(); } k();",
                ],
            ),
            (
                "roles",
                "void f(int x) { @ }",
                &[
                    "int y;",
                    "y;¦(y);",
                    "x;",
                    "x = 1;",
                    "for (x = 1;;);",
                    "for (;;x = 1);",
                    "for (int x = 1;;);",
                ],
            ),
        ],
    );
}

#[test]
fn java_spellings() {
    check(
        Language::Java,
        &[
            (
                "numbers",
                "class A { Object f() { return @; } }",
                &[
                    "16¦0x10¦0X10¦020¦0b10000¦1_6¦0x1_0",
                    "16L¦16l¦0x10L¦0b1_0000L",
                    "1000.0¦1e3¦1.0e3¦1E+3¦1000.¦1000d¦1000D¦1_000.0¦0x1.f4p9",
                    "1000f¦1e3F¦1000.0f",
                    ".5¦0.5¦5e-1¦0x1p-1",
                    "0xf¦15¦017",
                    "0xfL¦15L",
                ],
            ),
            (
                "strings and characters",
                "class A { Object f() { return @; } }",
                &[
                    "\"aAb\"¦\"a\\u0041b\"¦\"a\\101b\"¦\"a\\uuu0041b\"¦\"\"\"\n        aAb\"\"\"",
                    "\"a\\n b\\n\"¦\"\"\"\n   a\n    b  \n   \"\"\"¦\"\"\"\n  a\n  \\040b\\n\\\n  \"\"\"",
                    "'A'¦'\\u0041'¦'\\101'",
                    "'\\''¦'\\u0027'",
                    "'\"'¦'\\\"'",
                    "\"A\"",
                    "\"a\" + \"Ab\"",
                    "\"\\ud83d\\ude00\"¦\"😀\"",
                    "\"\\\\u0041\"",
                    "65",
                ],
            ),
            (
                "layout",
                "class A { void f(boolean a, boolean b) { @ } }",
                &[
                    "if (a) g(); else if (b) h(); else k();¦if (a) { g(); } else { if (b) { h(); } else { k(); } }",
                    "int[] x = {1, 2};¦int x[] = {1, 2,};¦final int[] x = {1, 2};",
                    "l(x -> x);¦l((x) -> x);¦l((int x) -> x);",
                ],
            ),
            (
                "roles",
                "class A { void f(int x) { @ } }",
                &["int y;", "y = x;", "x = 1;", "for (x = 1;;);", "for (;;x = 1);", "for (int x = 1;;);"],
            ),
        ],
    );
}

#[test]
fn javascript_spellings() {
    check(
        Language::JavaScript,
        &[
            (
                "numbers",
                "f(@);",
                &[
                    "16¦0x10¦0X10¦0o20¦020¦0b10000¦1_6¦16.0¦1.6e1¦16.",
                    "16n¦0x10n¦1_6n",
                    ".5¦0.5¦5e-1",
                    "1e21¦1000000000000000000000",
                    "'16'",
                    "08¦8",
                ],
            ),
            (
                "strings",
                "f(@);",
                &[
                    r#"'aAb'¦"aAb"¦`aAb`¦"a\x41b"¦'a\u0041b'¦'a\u{41}b'¦'a\101b'¦"a\
Ab"¦`a\
Ab`"#,
                    r#"'it\'s'¦"it's"¦`it's`"#,
                    "`a\nb`¦'a\\nb'",
                    r#"'\d'¦"d""#,
                    r#"'\\d'¦"\\d""#,
                    r#"'😀'¦'\ud83d\ude00'¦'\u{1f600}'"#,
                    r"'\ud83d'¦'\u{d83d}'",
                    r"'\\ud83d'",
                    "`${x}A`¦`${ x }\\x41`",
                    "`A${x}`",
                    "`$\\{x}A`¦'${x}A'",
                    "`{}A`",
                ],
            ),
            ("tagged templates", "@;", &["t`\\x41`", "t`A`", "t('A')¦t(`A`)"]),
            (
                "names of entries",
                "f(@);",
                &[
                    "{a: 1}¦{'a': 1}¦{\"a\": 1,}¦{'\\x61': 1}¦{['a']: 1}¦{[`a`]: 1}",
                    "{1: 1}¦{'1': 1}¦{0x1: 1}¦{1.0: 1}¦{1n: 1}",
                    "{[a]: 1}",
                    "{a() {}}¦{'a'() {}}",
                    "{a: function () {}}",
                    "{b: 1}",
                ],
            ),
            (
                "layout",
                "@",
                &[
                    "if (a) g(); else if (b) h(); else k();¦if (a) { g() } else { if (b) { h() } else { k() } }",
                    "f(x => x)¦f((x) => x);¦f((x,) => (x))",
                    "f(x => { return x; })",
                    "new A¦new A()",
                    "class B { 'x' = 1 }¦class B { x = 1; }",
                    "class B { 3 = 1 }¦class B { '3' = 1; }",
                    "class B { static 's' = 1; get 'g'() {} }¦class B { static s = 1; get g() {} }",
                    "class B { ['c' + 1] = 1 }¦class B { [\"c\" + 1] = 1; }",
                    "class B { [c + 1] = 1 }",
                    "a || b || c¦a || (b || c)¦(a || b) || c",
                    "a || b && c¦a || (b && c)",
                    "(a || b) && c",
                    "a && b && c && d¦a && (b && (c && d))¦(a && b) && (c && d)",
                    "a + (b + c)",
                    "a + b + c",
                    "/a/gi¦/a/ig",
                    "/a/g",
                    "let { 'p': q } = o¦let { p: q } = o",
                ],
            ),
            (
                "roles",
                "function f(x) { @ }",
                &[
                    "let y;",
                    "y;",
                    "x = 1;",
                    "for (x = 1;;);",
                    "for (;;x = 1);",
                    "for (let x = 1;;);",
                    "try {} catch (x) {}",
                    "x();",
                    "x(x);",
                ],
            ),
        ],
    );
}

/// The class: an entry whose key is the name of its variable, in an object, a pattern, or a pattern with a default.
#[test]
fn javascript_entries_are_read_as_the_program_writes_them() {
    let pairs = [
        ("f({a});", "f({a: a});"),
        ("f({b: 1, a, c: {a}});", "f({b: 1, a: a, c: {a: a}});"),
        ("const {a} = o;", "const {a: a} = o;"),
        ("const {a = 1} = o;", "const {a: a = 1} = o;"),
        (
            "function f({a, b: {a = b}}) { return {a}; }",
            "function f({a: a, b: {a: a = b}}) { return {a: a}; }",
        ),
        ("for (const {a} of {a}.a) ({a} = a);", "for (const {a: a} of {a: a}.a) ({a: a} = a);"),
    ];
    let files = |text: &str| [SourceFile::new("program", text)];
    let nodes = |tree: &Tree| -> Vec<(String, u64, usize)> {
        let node = |node| (tree.kind(node).to_owned(), tree.key(node), tree.ancestors(node).count());
        tree.ids().map(node).collect()
    };
    let read = |program: &Tree, text: &str| {
        let options = ParseOptions { entries: program.entries().clone(), ..ParseOptions::default() };
        nodes(&Tree::parse_with(Language::JavaScript, &files(text), &options))
    };
    for (short, full) in pairs {
        for (program, answer) in [(short, full), (full, short), (short, short), (full, full)] {
            let tree = Tree::parse(Language::JavaScript, &files(program));
            assert_eq!(nodes(&tree), read(&tree, answer), "{program}: {answer}");
        }
        // Both in one program: neither is the other there.
        let mixed = Tree::parse(Language::JavaScript, &files(&format!("{short}\n{full}")));
        assert_ne!(read(&mixed, short), read(&mixed, full));
        // Of another name nothing is known.
        let other = Tree::parse(Language::JavaScript, &files("f({z});"));
        assert_ne!(read(&other, short), read(&other, full));
    }
}

#[test]
fn python_spellings() {
    check(
        Language::Python,
        &[
            (
                "numbers",
                "f(@)",
                &[
                    "16¦0x10¦0X10¦0o20¦0b10000¦1_6",
                    "16.0¦1.6e1¦16.¦1_6.0",
                    "16j¦16J¦16.0j",
                    ".5¦0.5¦5e-1",
                    "1361129467683753853853498429727072845824¦0x400000000000000000000000000000000",
                    "1361129467683753853853498429727072845825",
                    "0¦00",
                ],
            ),
            (
                "strings",
                "f(@)",
                &[
                    r#"'aAb'¦"aAb"¦"""aAb"""¦'''aAb'''¦u'aAb'¦r"aAb"¦"a\x41b"¦'a\u0041b'¦'a\U00000041b'¦'a\101b'¦"a" 'A' "b"¦f"aAb"¦("a"
    "Ab")¦"a\
Ab""#,
                    r#"'\d'¦r'\d'¦"\\d"¦R"\d""#,
                    r"'\\\\d'",
                    r#"'it\'s'¦"it's""#,
                    "'a\\nb'¦'''a\nb'''",
                    r"b'A'¦B'\x41'¦rb'A'¦b'' b'A'",
                    r"b'\xff'¦b'\377'",
                    r"'\xff'¦'ÿ'",
                    r"b'\u0041'¦rb'\u0041'",
                    r"'a\N{BULLET}b'¦'a\N{bullet}b'¦'a•b'¦'a\u2022b'",
                    r"'a\N{NO SUCH CHARACTER}b'¦'a\N{no such character}b'",
                    r"'a\N{BULLET}B'",
                    r"'a\N{SNOWMAN}b'",
                    r"r'\N{BULLET}'¦'\\N{BULLET}'",
                ],
            ),
            (
                "strings with expressions",
                "f(@)",
                &[
                    r#"f"{x}a"¦f'{ x }a'¦f"{x}" "a"¦F"{x}\x61"¦rf"{x}a""#,
                    r#"f"a{x}""#,
                    r#"f"{x!r}a"¦f'{x!r}a'"#,
                    r#"f"{x:>3}a""#,
                    r#"f"x={x!r}"¦f"{x=}""#,
                    r#"f"{{x}}a"¦"{x}a""#,
                    r#""{}a""#,
                    r#"f"{x}{x}a""#,
                ],
            ),
            (
                "conditions",
                "@",
                &[
                    "if a:\n  g()\nelif b:\n  h()\nelse:\n  k()¦if a:\n  g()\nelse:\n  if b:\n    h()\n  else:\n    k()¦if (a): g()\nelif b: h()\nelse: k()",
                    "if a:\n  g()\nelif b:\n  h()\nelif c:\n  k()¦if a:\n  g()\nelif b:\n  h()\nelse:\n  if c:\n    k()¦if a:\n  g()\nelse:\n  if b:\n    h()\n  elif c:\n    k()",
                    "if a:\n  g()\nif b:\n  h()\nelse:\n  k()",
                    "if a:\n  g()\nelse:\n  if b:\n    h()\n  k()",
                ],
            ),
        ],
    );
}

#[test]
fn python_constructs() {
    check(
        Language::Python,
        &[
            (
                "patterns and indices",
                "match x:\n  case @: pass",
                &[
                    "(1, 2)¦[1, 2]¦1, 2¦(1), 2",
                    "1¦(1)",
                    "-1",
                    "()¦[]",
                    "(1,)¦[1]¦1,",
                    "1 | 2 as z¦(1 | 2) as z",
                    "A(b=(c, d))¦A(b=[c, d])",
                    "1 + 2j",
                    "1 - 2j",
                    "'a' 'b'¦'ab'",
                ],
            ),
            (
                "tuples",
                "@",
                &[
                    "t[1, 2]¦t[(1, 2)]",
                    "t[1]",
                    "t[1,]¦t[(1,)]",
                    "t[*a, 1]¦t[(*a, 1)]",
                    "for (x) in y: z¦for x in y: z",
                    "for x, in y: z¦for (x,) in y: z¦for [x] in y: z",
                    "(x) = 1¦x = 1",
                    "(x), (y) = 1, 2¦x, y = (1, 2)¦(x, y) = 1, 2¦[x, y] = 1, 2",
                    "match x, y:\n  case z: pass¦match (x, y):\n  case z: pass",
                ],
            ),
            (
                "documentation",
                "def f():\n  @\n  return 1",
                &[
                    "'a'¦'''a'''¦'''a '''¦''' a\n  '''",
                    "'''a\n\n    b\n      c\n    '''¦\"\"\"a  \n\n  b\n    c\"\"\"",
                    "g('''a\n  b''')",
                    "g('''a\n    b''')",
                ],
            ),
            (
                "roles",
                "def f(x):\n  @",
                &["x", "x()", "f(x)", "for x in f: x", "for f in x: x", "lambda x: 1", "lambda y: 1"],
            ),
        ],
    );
}

#[test]
fn r_spellings() {
    check(
        Language::R,
        &[
            (
                "numbers",
                "f(@)",
                &[
                    "16¦0x10¦1.6e1¦16.0¦16.",
                    "16L¦0x10L¦1.6e1L",
                    "100000¦1e5¦1e+05",
                    "16i¦16.0i",
                    ".5¦0.5¦0x1p-1¦5e-1",
                    "'16'",
                ],
            ),
            (
                "strings",
                "f(@)",
                &[
                    r#"'aAb'¦"aAb"¦r"(aAb)"¦R"---[aAb]---"¦"a\x41b"¦'a\u0041b'¦'a\u{41}b'¦'a\U00000041b'¦'a\101b'"#,
                    r#"'\\d'¦r"(\d)"¦r'{\d}'"#,
                    r#"'it\'s'¦"it's""#,
                    "'a\\nb'¦'a\nb'",
                    r#"r"((a))"¦"(a)""#,
                    r#"r"(-a-)"¦"-a-""#,
                ],
            ),
            (
                "names",
                "@",
                &[
                    "a¦`a`¦(a)",
                    "`a b`",
                    "list(a = 1)¦list(\"a\" = 1)¦list(`a` = 1)¦list('a' = 1)",
                    "list(1)",
                    "x$a¦x$`a`¦x$\"a\"",
                    "base::print(1)¦base::\"print\"(1)¦`base`::print(1)",
                    "base:::print(1)",
                    "'a'",
                    "'my f'()¦`my f`()",
                    "list(`c d` = 1)¦list('c d' = 1)",
                    "list(cd = 1)",
                ],
            ),
            (
                "operators",
                "@",
                &[
                    "x <- f(y)¦x = f(y)¦f(y) -> x¦{ x <- f(y) }",
                    "x <<- f(y)¦f(y) ->> x",
                    "f(y) <- x",
                    "x ^ y¦x ** y",
                    "5 -> a -> b¦b <- a <- 5",
                    "f <- function(x) x¦f = function(x) { x }¦f <- \\(x) x",
                    "if (a) x else if (b) y else z¦if (a) { x } else { if (b) { y } else { z } }",
                ],
            ),
            (
                "roles",
                "f <- function(x) { @ }",
                &["x", "x()", "f(x)", "for (x in f) x", "for (f in x) x", "function(x) 1", "function(y) 1"],
            ),
        ],
    );
}

#[test]
fn erlang_spellings() {
    check(
        Language::Erlang,
        &[
            (
                "numbers",
                "f() -> g(@).",
                &[
                    "97¦16#61¦2#1100001¦$a¦$\\x61¦$\\141¦9_7",
                    "97.0¦9.7e1¦9.7E+1¦97.00",
                    "$A¦65",
                    "$\\n¦10¦$\\x0A¦$\\^J",
                    "$\\s¦32¦$ ",
                    "340282366920938463463374607431768211456¦16#100000000000000000000000000000000",
                    "340282366920938463463374607431768211457",
                ],
            ),
            (
                "strings",
                "f() -> g(@).",
                &[
                    r#""aAb"¦"a\x41b"¦"a\101b"¦"a\x{41}b"¦"a" "Ab"¦"a"
 "A" "b""#,
                    r#""a\sb"¦"a b""#,
                    "\"a\\nb\"¦\"a\nb\"",
                    r#""\\n""#,
                    r#""a"¦~s"a"¦~S(a)"#,
                    r#"~"a"¦~b"a"¦~B[a]"#,
                    "\"a\\n b\"¦\"\"\"\n  a\n   b\n  \"\"\"",
                    r#""\\d"¦~S"\d""#,
                    "[$a]",
                ],
            ),
            ("atoms", "f() -> @.", &["abc¦'abc'¦'a\\x62c'", "'A b'¦'A\\sb'", "\"abc\"", "'abc'()¦abc()"]),
            (
                "macros",
                "-module(m).\n@",
                &[
                    "f() -> ?LINE.¦\n\nf() -> ?LINE.¦-define(L, ?LINE).\nf() -> ?L.",
                    "f() -> 2.",
                    "f() -> g(?MODULE:h()).¦f() -> g((?MODULE):h()).¦f() -> g(m:h()).",
                ],
            ),
            (
                "exceptions",
                "f() -> try g() catch @ end.",
                &[
                    "X -> X¦throw:X -> X¦'throw':X -> X¦throw:X:_ -> X",
                    "error:X -> X",
                    "throw:X:S -> X",
                    "exit:X -> X",
                    "_:X -> X",
                    "_ -> X¦throw:_ -> X",
                ],
            ),
            (
                "roles",
                "@.",
                &[
                    "f(X) -> X",
                    "f(X) -> 1",
                    "f(x) -> x",
                    "f(X) -> case X of X -> 1 end",
                    "f(X) -> case X of Y -> 1 end",
                    "f(X) -> X(X)",
                ],
            ),
        ],
    );
}

#[test]
fn a_definition_stands_on_the_line_of_its_name() {
    for (language, text, kind, line) in [
        (Language::C, "static\nint\n*f(int x)\n{\n}", "function_definition", 3),
        (Language::C, "int\nf(int x)\n{\n}", "function_definition", 2),
        (Language::Java, "@Deprecated\npublic\nclass\nA { }", "class_declaration", 4),
        (Language::Java, "class A {\n@Override\npublic\nint\nf() { }\n}", "method_declaration", 5),
        (Language::Java, "class A {\n@Deprecated\npublic\nA() { }\n}", "constructor_declaration", 4),
        (Language::Java, "enum A {\n@Deprecated\nB }", "enum_constant", 3),
        (Language::JavaScript, "export default\nasync function\nf() {}", "function_declaration", 3),
        (Language::JavaScript, "class A {\nstatic\nasync\nf() {}\n}", "method_definition", 4),
        (Language::Python, "@a\n@b(1)\ndef f(): g()", "function_definition", 3),
        (Language::Python, "@a\nclass A: g()", "class_definition", 2),
        (Language::Erlang, "-spec f() -> ok.\n\nf() -> ok.", "function", 3),
    ] {
        let tree = Tree::parse(language, &[SourceFile::new("program", text)]);
        let node = tree.ids().find(|&node| tree.kind(node) == kind).expect("is there");
        assert_eq!(tree.line(node), line, "{text}");
    }
}
