//! Small programs in C.

use bench_slicers::ast::{SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::language::Language;

use super::slice_in;

/// The slice of a program in C, without blank lines, indentation and placeholders' blanks.
fn slice_c(text: &str, criterion: &str) -> String {
    let sliced = slice_in(Language::C, text, criterion, Variant::CeEdg);
    sliced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Functions that change what their arguments point to.
const PUT: &str = "void put(int *to, int v) { *to = v; }\n";

#[apply(test)]
fn what_c_functions_write_through_pointers_is_followed() {
    let text = "int main(int n, char **v) { int a = 1, b = n, c; c = a; put(&a, b); b = c; return a; }\n";
    let sliced = slice_c(&format!("{PUT}{text}"), "a");
    let expected = "int main(int n, char **) { int a, b = n; put(&a, b); return a; }";
    assert_eq!(sliced, format!("{} {expected}", PUT.trim()));
}

#[apply(test)]
fn fields_of_c_structures_are_told_apart_and_copied() {
    let text = "struct p { int x; int y; };\nint main(int n, char **v) { struct p p, q; p.x = n; p.y = 2; q = p; \
                q.y = 7; return q.x; }\n";
    let expected =
        "struct p { int x; int y; }; int main(int n, char **) { struct p p, q; p.x = n; q = p; return q.x; }";
    let sliced = slice_c(text, "q.x");
    assert_eq!(sliced, expected);
}

#[apply(test)]
fn labels_stay_with_their_c_jumps_and_cases_with_what_runs_into_them() {
    let text =
        "int main(int n, char **v) { int a = 0, b = 0; again: a++; b++; if (a < n) goto again; return a; }\n";
    let expected = "int main(int n, char **) { int a = 0; again: a++; if (a < n) goto again; return a; }";
    assert_eq!(slice_c(text, "a"), expected);
    let text = "int main(int n, char **v) { int a = 0, b = 0; switch (n) { case 1: b = 1; case 2: a = 2; break; \
                case 3: b = 3; break; default: b = 4; } return a; }\n";
    let expected = "int main(int n, char **) { int a = 0; switch (n) { case 1: case 2: a = 2; } return a; }";
    assert_eq!(slice_c(text, "a"), expected);
}

#[apply(test)]
fn c_macros_are_expanded_where_they_are_used() {
    let text = "#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)\n#define NEXT (at++)\nint at;\n\
                int main(int n, char **v) { int x = n, y = 2, z = 3; SWAP(x, y); z = 4; NEXT; y = x + at; return y; }\n";
    let sliced = slice_c(text, "y");
    assert!(sliced.contains("SWAP(x, y); NEXT; y = x + at; return y;"), "{sliced}");
    assert!(sliced.contains("int x, y = 2;"), "{sliced}");
}

#[apply(test)]
fn what_a_c_pointer_to_a_function_may_be_is_called() {
    let text = "int one(int a) { return a; }\nint two(int a) { return 2; }\nint other(int a) { return 3; }\n\
                int main(int n, char **v) { int (*f)(int) = n > 1 ? one : two; int (*g)(int) = other; int r = g(n); \
                r = f(n); return r; }\n";
    let sliced = slice_c(text, "r");
    assert!(sliced.contains("int one(int a)") && sliced.contains("int two(int)"), "{sliced}");
    assert!(!sliced.contains("other"), "{sliced}");
}

#[apply(test)]
fn c_memory_that_is_seen_as_another_type_is_taken_for_alike() {
    let text = "struct p { int x; int y; };\nint main(int n, char **v) { struct p p; int *q = (int *) &p; q[0] = n; \
                q[1] = 2; return p.x; }\n";
    let sliced = slice_c(text, "p.x");
    assert!(sliced.contains("q[0] = n;") && sliced.contains("q[1] = 2;"), "{sliced}");
}

/// What is written through a pointer to a smaller type replaces a part, however the pointer came to be one.
#[apply(test)]
fn a_part_of_a_c_number_leaves_the_other_parts() {
    let given = |pointer: &str, of: &str| {
        format!(
            "int main(int n, char **v) {{ int a = n; {of} *low = {pointer}; *low = 1; low[1] = 2; int b = 3; \
             b = 4; return a; }}\n"
        )
    };
    for of in ["char", "unsigned char", "short", "_Bool", "unsigned short"] {
        for pointer in [format!("({of} *) &a"), format!("({of} *) (void *) &a")] {
            let sliced = slice_c(&given(&pointer, of), "a");
            assert!(sliced.contains("= n;") && sliced.contains("*low = 1; low[1] = 2;"), "{of}: {sliced}");
            assert!(!sliced.contains("b ="), "{of}: {sliced}");
        }
    }
    let text = "void set(void *to) { short *half = to; *half = 1; }\n\
                int main(int n, char **v) { int a = n; set(&a); return a; }\n";
    let sliced = slice_c(text, "a");
    assert!(sliced.contains("= n;") && sliced.contains("*half = 1;"), "{sliced}");
    // The whole of it, though of another sign.
    for of in ["int", "unsigned", "unsigned int", "const int"] {
        let text = format!(
            "int main(int n, char **v) {{ int a = n; {of} *all = ({of} *) &a; *all = 1; return a; }}\n"
        );
        let sliced = slice_c(&text, "a");
        assert!(!sliced.contains("= n;") && sliced.contains("*all = 1;"), "{of}: {sliced}");
    }
}

/// Cases inside of other statements of their `switch`, as Duff's device has them.
#[apply(test)]
fn c_cases_inside_of_statements_are_entered() {
    let text = "int main(int n, char **v) { int a = 0, b = 0, k = 2; switch (n % 3) { case 0: do { a++; b++; case 2: a += 2; \
                case 1: b += 3; a += 4; } while (--k > 0); } return a; }\n";
    let sliced = slice_c(text, "a");
    let expected = "int main(int n, char **) { int a = 0, k = 2; switch (n % 3) { case 0: do { a++; case 2: a += 2; case 1: \
                    a += 4; } while (--k > 0); } return a; }";
    assert_eq!(sliced, expected);
    let text = "static int ok = 0;\nvoid bar(void) { ok = 1; }\nvoid other(void) { ok = 2; }\n\
                void foo(int x) { switch (x) { case 0: if (0) { other(); case 1: bar(); } } }\n\
                int main(int n, char **v) { foo(n); return ok; }\n";
    let sliced = slice_c(text, "ok");
    assert!(sliced.contains("case 1: bar();") && sliced.contains("foo(n);"), "{sliced}");
    // Without their labels, other values would lead to `default`.
    let text = "int main(int n, char **v) { int a = 0, b = 0; switch (n) { case 1: { b = 1; case 2: b = 2; } break; default: \
                a = 3; } return a; }\n";
    let sliced = slice_c(text, "a");
    assert!(sliced.contains("case 1:") && sliced.contains("case 2:") && !sliced.contains("b ="), "{sliced}");
    let text = "int main(int n, char **v) { int a = 0, b = 0; switch (n) { case 2: if (b) { default: a = 3; } break; case 1: b = 1; } \
                return a; }\n";
    let sliced = slice_c(text, "a");
    assert!(sliced.contains("case 1:") && !sliced.contains("b = 1"), "{sliced}");
    let text = "int main(int n, char **v) { int a = 0, b = 0; switch (n) { case 2: if (b) { default: a = 3; break; case 1: b = 1; } } \
                return a; }\n";
    let sliced = slice_c(text, "a");
    assert!(sliced.contains("case 1:") && !sliced.contains("b = 1"), "{sliced}");
}

#[apply(test)]
fn each_of_the_c_functions_of_which_the_compiler_takes_one_is_called() {
    let text = "int c = 0;\n#ifdef WIDE\nvoid foo(void) { c = 1; }\n#else\nvoid foo(void) { c = 2; }\n#endif\n\
                int main(int n, char **v) { foo(); return c; }\n";
    for criterion in ["c = 1", "c = 2", "return c"] {
        let sliced = slice_c(text, criterion.trim_start_matches("return "));
        assert!(sliced.contains("foo();"), "{criterion}: {sliced}");
    }
}

/// Before C23 these are names as any.
#[apply(test)]
fn c_programs_may_define_true_and_false() {
    let text = "typedef int truth;\nconst truth false = 0, true = 1;\n\
                int main(int n, char **v) { truth t = n > 1 ? true : false; return t; }\n";
    assert!(slice_c(text, "t").contains("false = 0, true = 1;"));
    let text = "enum { false, true };\nint main(int n, char **v) { int t = true; return t; }\n";
    assert!(slice_c(text, "t").contains("enum { false, true };"));
    let text = "#include <stdbool.h>\nint main(int n, char **v) { bool t = true, u = false; return t; }\n";
    let sliced = slice_c(text, "t");
    assert!(sliced.contains("t = true") && !sliced.contains("false"), "{sliced}");
}

#[apply(test)]
fn static_variables_and_lists_of_c_keep_what_they_must() {
    let text = "static int one(void) { return 1; }\nstatic int two(void) { return 2; }\n\
                static int (*table[])(void) = { one, two };\nstatic int next(void) { static int n = 5, m; m++; n++; return n; }\n\
                int main(int n, char **v) { int a[3] = { n, 2, [2] = 3 }; a[1] = next(); return a[0] + table[1](); }\n";
    let sliced = slice_c(text, "a[0] + table[1]()");
    assert!(sliced.contains("{ one, two }") && sliced.contains("int one(void)"), "{sliced}");
    assert!(!sliced.contains("next()") && sliced.contains("{ n, "), "{sliced}");
}

#[apply(test)]
fn what_is_not_known_of_c_is_kept_and_said() {
    let text = "#include <setjmp.h>\njmp_buf b;\nint main(int n, char **v) { int x = 0; if (setjmp(b)) x = 1; return n; }\n";
    let tree = Tree::parse(Language::C, &[SourceFile::new("program.c", text)]);
    let graph = ProgramGraph::build(&tree, Variant::CeEdg);
    assert!(graph.notes().iter().any(|note| note.text.contains("setjmp")), "{:?}", graph.notes());
    assert!(slice_c(text, "n").contains("x = 1"));
    let text = "int far(int *);\nint main(int n, char **v) { int x = 0, y = 1; far(&x); return x; }\n";
    let sliced = slice_c(text, "x");
    assert!(sliced.contains("far(&x);") && !sliced.contains("y = 1"), "{sliced}");
}

/// The class: a `return` of `main` and a call of `exit`, here and in what is called.
#[apply(test)]
fn what_ends_a_c_program_decides_what_comes_behind_it_where_visits_count() {
    let text = "#include <stdlib.h>\nvoid check(int n) { if (n > 3) exit(1); }\nint main(int n, char **v) { \
                if (n > 2) return 1; check(n); int a = 5; return a; }\n";
    for (variant, is_in) in [(Variant::Sdg, true), (Variant::Control, true), (Variant::CeSdg, false)] {
        let sliced = slice_in(Language::C, text, "a", variant);
        let found = ["return 1", "exit(1)", "check(n)"].map(|code| sliced.contains(code));
        assert_eq!(found, [is_in; 3], "{variant:?}: {sliced}");
    }
}
