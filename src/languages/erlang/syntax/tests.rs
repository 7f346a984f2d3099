//! Constructs that strings got wrong: odd names, comments that look like code, parts that are not there.

use super::*;
use crate::ast::SourceFile;
use crate::language::Language;

fn program(text: &str) -> Tree {
    let tree = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
    assert!(tree.problems().is_empty(), "{:?}", tree.problems());
    tree
}

/// The nodes of a kind, as `read` has them.
fn all<T>(text: &str, kind: Kind, read: impl Fn(&Syntax<'_>, NodeId) -> T) -> Vec<T> {
    let tree = program(text);
    let syntax = Syntax::new(&tree);
    tree.ids().filter(|&node| syntax.kind(node) == kind).map(|node| read(&syntax, node)).collect()
}

#[test]
fn a_fun_reference_names_its_function_however_it_is_spelt() {
    for (spelling, name, arity) in [
        ("fun funny/1", "funny", 1),
        ("fun fun_x/2", "fun_x", 2),
        ("fun 'fun'/0", "fun", 0),
        ("fun 'it is' / 1", "it is", 1),
        ("fun'f'/1", "f", 1),
        ("fun 'a/b'/1", "a/b", 1),
        ("fun % a, b. (c)\n f % x/2\n / % '\n 3", "f", 3),
    ] {
        let found = all(&format!("f() -> {spelling}."), Kind::LocalFun, |syntax, node| {
            syntax.fun_ref(node) == Some(FunRef::Local { name, arity })
        });
        assert_eq!(found, [true], "{spelling}");
    }
    let text = "-define(F, fun funny/1).\nf() -> ?F.";
    let is_funny =
        |syntax: &Syntax<'_>, node| syntax.fun_ref(node) == Some(FunRef::Local { name: "funny", arity: 1 });
    assert_eq!(all(text, Kind::LocalFun, is_funny), [true]);
}

#[test]
fn names_of_remote_calls_lose_their_quotes_and_keep_their_colons() {
    for (spelling, module, name) in [
        ("a:b", "a", "b"),
        ("'a b':'c d'", "a b", "c d"),
        ("'a:b':c", "a:b", "c"),
        ("a % ' :\n :'b:c'", "a", "b:c"),
    ] {
        let found = all(&format!("f() -> {spelling}(1)."), Kind::Remote, |syntax, node| {
            syntax.callee(node) == Callee::Remote { module: Name::Known(module), name: Name::Known(name) }
        });
        assert_eq!(found, [true], "{spelling}");
    }
    let found =
        all("f(M) -> M:g(1), fun M:h/1.", Kind::RemoteFun, |syntax, node| match syntax.fun_ref(node) {
            Some(FunRef::Remote {
                module: Name::Value(value),
                name: Name::Known("h"),
                arity: Name::Known("1"),
            }) => syntax.tree.text(value) == "M",
            _ => false,
        });
    assert_eq!(found, [true]);
}

#[test]
fn alternatives_of_a_guard_are_told_apart_whatever_comments_say() {
    let guards = "-define(BOTH(X), X > 1; X < 0).\n\
        f(X) when X > 1, % a; b when c\n (X < 9); % d, 'e\n X =:= 0, $; =/= X, is_atom(X) -> 1;\n\
        f(X) when ?BOTH(X); X -> 2;\nf(_) -> 3.";
    let found = all(guards, Kind::Guard, |syntax, guard| {
        syntax.alternatives(guard).iter().map(Vec::len).collect::<Vec<_>>()
    });
    assert_eq!(found, [vec![2, 3], vec![1, 1, 1], vec![]]);
}

#[test]
fn names_of_records_and_fields_keep_their_blanks() {
    let text = "f(R) -> #'q r'{'b c' = 1, d = 2}, (R)#'q r'{d = 1}, R#'q r'.'b c', #r{}.";
    let record = |syntax: &Syntax<'_>, node| match syntax.expr(node) {
        Expr::Record { name, .. } | Expr::RecordUpdate { name, .. } => name.to_owned(),
        Expr::RecordAccess { name, field, .. } => format!("{name}.{field}"),
        _ => String::new(),
    };
    assert_eq!(all(text, Kind::Record, record), ["q r", "r"]);
    assert_eq!(all(text, Kind::RecordUpdate, record), ["q r"]);
    assert_eq!(all(text, Kind::RecordAccess, record), ["q r.b c"]);
    let field = |syntax: &Syntax<'_>, node| match syntax.field(node) {
        Some(Field::Record { name, .. }) => name.to_owned(),
        _ => String::new(),
    };
    assert_eq!(all(text, Kind::RecordField, field), ["b c", "d", "d"]);
}

#[test]
fn the_parts_of_a_try_are_found_without_one_another() {
    for (text, expected) in [
        ("try a, b of 1 -> 2; 3 -> 4 catch _ -> 5; x:_ -> 6 after 7 end", [2, 2, 2, 1]),
        ("try a catch _ -> 5 end", [1, 0, 1, 0]),
        ("try a after 7, 8 end", [1, 0, 0, 1]),
        ("try a of _ -> 1 after 7 end", [1, 1, 0, 1]),
    ] {
        let found = all(&format!("f() -> {text}."), Kind::Try, |syntax, node| match syntax.expr(node) {
            Expr::Try(parts) => {
                [parts.body.count(), parts.of.count(), parts.catches.count(), parts.after.iter().count()]
            }
            _ => [0; 4],
        });
        assert_eq!(found, [expected], "{text}");
    }
}

#[test]
fn every_construct_of_the_language_has_its_variant() {
    let text = "f(X, {_, [Y | Z]}) when X > 1 -> X = Y, #{a => 1}, X#{a := 2}, #r{a = 1}, X#r{a = 1}, X#r.a, #r.a, \
        <<X:8/little-unit:8, \"a\">>, try f() catch _ -> 1 after 2 end, receive X -> 1 after 1 -> 2 end, (catch 1), \
        begin 1 end, [X || X <- Y, <<X>> <= Y, X], << <<X>> || X <- Y >>, if X -> 1 end, fun () -> $a end, \
        case X of 1 -> 1.5 end, -X + 1, a:b(), fun f/2, fun a:b/1, [], ?A, ?B(1), \"a\" ?C, \"a\" \"b\".";
    let tree = program(text);
    let syntax = Syntax::new(&tree);
    for node in tree.ids() {
        assert_ne!(syntax.kind(node), Kind::Other, "{} {}", tree.kind(node), tree.text(node));
    }
}

#[test]
fn comments_are_told_from_what_only_looks_like_them() {
    for (text, expected) in [
        ("f() -> a. % b 'c\n", vec!["% b 'c"]),
        ("f() -> \"%\", '%', $%, $\\%, \"\\\"%\". %% x", vec!["%% x"]),
        ("f() -> $\\\\, % a\n $\", % b\n $', x. % c", vec!["% a", "% b", "% c"]),
        ("f() -> $$, % a\n \"$\", x. % c", vec!["% a", "% c"]),
    ] {
        let found: Vec<&str> = comments(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn comments_inside_of_names_and_types_change_nothing() {
    let text = "f(R) -> R % #x\n # % .y\n 'q r' % c\n { % d\n 'b c' = 1}, R # r % a.b\n . % c\n d, \
        <<1:8/ % a-b\n little % c-\n -unit % :4\n : 8>>.";
    let names = |kind| {
        all(text, kind, |syntax, node| match syntax.expr(node) {
            Expr::RecordUpdate { name, .. } => name.to_owned(),
            Expr::RecordAccess { name, field, .. } => format!("{name}.{field}"),
            _ => String::new(),
        })
    };
    assert_eq!(names(Kind::RecordUpdate), ["q r"]);
    assert_eq!(names(Kind::RecordAccess), ["r.d"]);
    let types = all(text, Kind::Segment, |syntax, node| {
        let segment = syntax.segment(node).expect("is one");
        segment.types().map(|(name, unit)| format!("{name}{unit:?}")).collect::<Vec<_>>().join(" ")
    });
    assert_eq!(types, ["littleNone unitSome(8)"]);
}
