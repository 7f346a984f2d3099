//! Expansion of macros, text by text.

use super::*;

fn check(text: &str, expected: &str) {
    let expanded = expand(text).expect("uses a macro");
    let code = expanded.text.rsplit("\n").next().unwrap_or("");
    assert_eq!(code, expected, "{text}");
}

#[test]
fn constants_and_functions_expand() {
    check("-define(K, 10).\nf() -> ?K.", "f() -> 10.");
    check("-define(ADD(X,Y), X + Y).\nf(A) -> ?ADD(A, g(1,2)).", "f(A) -> A + g(1,2).");
    check("-define(K, 1).\n-define(L, ?K + ?K).\nf() -> ?L.", "f() -> 1 + 1.");
    check("-define(ID(X), X).\nf(A) -> ?ID(?ID(A)).", "f(A) -> A.");
    check("-module(m).\nf() -> ?MODULE.", "f() -> m.");
    check("f() -> ?UNKNOWN.", "f() -> ?UNKNOWN.");
    check("-define(K, 1).\nf() -> \"?K\".", "f() -> \"?K\".");
    check("-define(NOTHING, ).\nf() -> [?NOTHING].", "f() -> [].");
    check("-define('a b', 1).\nf() -> ?'a b'.", "f() -> 1.");
}

#[test]
fn arguments_reach_macro_calls_in_a_body() {
    let low = "-define(LOW(B), ((1 bsl (B)) - 1)).\n-define(MASK(B, X), ((X) band ?LOW(B))).\n";
    check(&format!("{low}f(X) -> ?MASK(8, X)."), "f(X) -> ((X) band ((1 bsl (8)) - 1)).");
    check("-define(A(X), g(X)).\n-define(B(X), ?A(X + 1)).\nf(Y) -> ?B(Y).", "f(Y) -> g(Y + 1).");
    check("-define(APP(F), F(1)).\n-define(G(X), {X}).\nf() -> ?APP(?G).", "f() -> {1}.");
}

#[test]
fn a_macro_is_its_name_and_its_number_of_parameters() {
    let four = "-define(F, a).\n-define(F(), b).\n-define(F(X), {c, X}).\n-define(F(X, Y), {d, X, Y}).\n";
    check(&format!("{four}f() -> [?F, ?F(), ?F(1), ?F(1, 2)]."), "f() -> [a, b, {c, 1}, {d, 1, 2}].");
    check(&format!("{four}f() -> ?F(1, 2, 3)."), "f() -> ?F(1, 2, 3).");
    check("-define(F, g).\nf(X) -> ?F(X).", "f(X) -> g(X).");
    check("-define(F, ?G).\n-define(G, g).\n-define(G(X), h(X)).\nf(X) -> ?F(X).", "f(X) -> g(X).");
    check("-define(F(X), X).\nf(X) -> ?F.", "f(X) -> ?F.");
}

#[test]
fn a_use_sees_the_definition_before_it() {
    check("-define(K, 1).\n-undef(K).\nf() -> ?K.", "f() -> ?K.");
    check("-define(K, 1).\n-undef(K).\n-define(K, 2).\nf() -> ?K.", "f() -> 2.");
    check("-ifdef(T).\n-define(K, 1).\n-else.\n-define(K, 2).\n-endif.\nf() -> ?K.", "f() -> 2.");
    let both =
        expand("-define(K, 1).\nf() -> ?K.\n-undef(K).\n-define(K, 2).\ng() -> ?K.").expect("uses a macro");
    assert!(both.text.contains("f() -> 1.") && both.text.contains("g() -> 2."), "{}", both.text);
}

#[test]
fn arguments_may_hold_brackets_blocks_and_text() {
    let pair = "-define(P(X, Y), {X, Y}).\n";
    for (arguments, expected) in [
        ("<<1,2>>, [3,4]", "{<<1,2>>, [3,4]}"),
        (r#"")", $,"#, r#"{")", $,}"#),
        ("$(, 'a,)'", "{$(, 'a,)'}"),
        ("fun(A, B) -> A end, fun g/2", "{fun(A, B) -> A end, fun g/2}"),
        ("begin a, b end, case c of d -> e end", "{begin a, b end, case c of d -> e end}"),
        ("fun R(A) -> R(A), A end, b", "{fun R(A) -> R(A), A end, b}"),
    ] {
        check(&format!("{pair}f() -> ?P({arguments})."), &format!("f() -> {expected}."));
    }
    let commented = expand("-define(P(X, Y), {X, Y}).\nf() -> ?P(a % b, (c)\n, d).").expect("uses a macro");
    assert!(commented.text.ends_with("f() -> {a, d}."), "{}", commented.text);
}

#[test]
fn strings_of_arguments_and_of_the_surroundings() {
    check(
        r#"-define(S(X), ??X).
f() -> ?S({a, "b\"", 16#F, 'c d'})."#,
        r#"f() -> "{ a , \"b\\\"\" , 15 , 'c d' }"."#,
    );
    check("-module(m).\nf(A, {B, C}) -> ?FUNCTION_NAME(?FUNCTION_ARITY).", "f(A, {B, C}) -> f(2).");
    check("-module('m n').\nf() -> ?MODULE_STRING.", "f() -> \"m n\".");
    check("f() -> {?MACHINE, ?OTP_RELEASE, ?FILE}.", "f() -> {?MACHINE, ?OTP_RELEASE, ?FILE}.");
}

#[test]
fn endless_macros_are_a_problem() {
    for text in [
        "-define(A, ?B).\n-define(B, ?A).\nf() -> ?A.",
        "-define(A(X), ?A({X})).\nf() -> ?A(1).",
        "-define(F(X), ?X(X)).\nf() -> ?F(F).",
        "-define(D(X), ?D(X X)).\nf() -> ?D(a).",
    ] {
        let expanded = expand(text).expect("uses a macro");
        assert_eq!(expanded.problems.len(), 1, "{text}");
        assert!(text.ends_with(&expanded.text[expanded.text.rfind("f()").expect("is left")..]));
    }
}

#[test]
fn places_lead_back_to_the_original() {
    let text = "-define(ADD(X,Y), X + Y).\nf(A) -> ?ADD(A, 1), A.";
    let expanded = expand(text).expect("uses a macro");
    let argument = expanded.text.rfind("A + 1").expect("expanded");
    let (start, stop) = expanded.original(argument, argument + 1);
    assert_eq!(&text[start..stop], "A");
    let plus = expanded.text.rfind('+').expect("expanded");
    let (start, stop) = expanded.original(plus, plus + 1);
    assert_eq!(&text[start..stop], "?ADD(A, 1)");
    let last = expanded.text.rfind('A').expect("there");
    let (start, _) = expanded.original(last, last + 1);
    assert_eq!(start, text.rfind('A').expect("there"));
}

#[test]
fn an_argument_keeps_its_place_through_nested_calls() {
    let text = "-define(IN(X), {X}).\n-define(OUT(X), [?IN(X)]).\nf(A) -> ?OUT(?IN(A)).";
    let expanded = expand(text).expect("uses a macro");
    assert!(expanded.text.ends_with("f(A) -> [{{A}}]."), "{}", expanded.text);
    let place = |found: &str| {
        let at = expanded.text.rfind(found).expect("expanded");
        let (start, stop) = expanded.original(at, at + 1);
        &text[start..stop]
    };
    assert_eq!((place("["), place("{{"), place("A}")), ("?OUT(?IN(A))", "?OUT(?IN(A))", "A"));
    assert_eq!(place("{A"), "?IN(A)");
}

/// Each would take gigabytes, or time that grows with the square of the text.
#[test]
fn what_would_expand_to_more_than_memory_is_given_up() {
    let long = "a".repeat(100_000);
    for text in [
        format!("-define(A, {long}).\nf() -> {}ok.", "?A, ".repeat(20_000)),
        format!("-define(A(X), [{}]).\nf() -> ?A({}x).", "X, ".repeat(100_000), "b ".repeat(100_000)),
        format!("-define(A(X), [{}]).\nf() -> ?A({long}).", "??X, ".repeat(100_000)),
        format!("-module({long}).\nf() -> {}ok.", "?MODULE_STRING, ".repeat(20_000)),
        format!("-define(A(X), X).\nf() -> {}", "?A(".repeat(100_000)),
        format!("f(a{}", ", ?FUNCTION_ARITY".repeat(100_000)),
        "?A ".repeat(MAX_FILE_TOKENS),
    ] {
        let expanded = expand(&text).expect("uses a macro");
        assert_eq!(expanded.problems.len(), 1, "{text:.40}");
        assert!(expanded.text.len() <= text.len(), "{text:.40}");
    }
    let names: String = (0..20_000).map(|n| format!(", X{n}")).collect();
    let text = format!("-define(A(X{names}), [X{names}]).\nf() -> ?A(X{names}).");
    assert_eq!(expand(&text).expect("uses a macro").problems, []);
}
