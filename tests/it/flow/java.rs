//! Small programs in Java.

use bench_slicers::builtin::Variant;
use bench_slicers::language::Language;

use super::slice_in;

/// The slice of a Java program, without blank lines; its classes stand in `Program`, behind each other.
fn java(types: &str, main: &str, criterion: &str) -> String {
    let text = format!("class Program {{\n{types}public static void main(String[] args) {{\n{main}}}\n}}\n");
    let sliced = slice_in(Language::Java, &text, criterion, Variant::CeEdg);
    let inside = sliced.strip_prefix("class Program {\n").unwrap_or(&sliced);
    inside.strip_suffix("\n}\n}").unwrap_or(inside).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[apply(test)]
fn fields_of_java_objects_are_told_apart_and_declared() {
    let types = "static class P { int x; int y; P(int x, int y) { this.x = x; this.y = y; } }\n";
    let kept = java(types, "P p = new P(1, 2);\np.y = 5;\nint z = p.x;\nprint(z);\n", "z");
    assert!(kept.contains("int x;") && kept.contains("new P(1, sliced)"), "{kept}");
    assert!(!kept.contains("y;") && !kept.contains("= 5"), "{kept}");
}

#[apply(test)]
fn java_calls_the_methods_that_objects_have() {
    let types = "interface Shape { int area(); int edge(); }\n\
                 static class A implements Shape { public int area() { return 1; } public int edge() { return 2; } }\n\
                 static class B implements Shape { public int area() { return 3; } public int edge() { return 4; } }\n";
    let kept = java(types, "Shape s = new A();\nint e = s.edge();\nint r = s.area();\nprint(r);\n", "r");
    assert!(kept.contains("int area();") && kept.contains("return 1;"), "{kept}");
    assert!(!kept.contains("edge") && !kept.contains("return 3"), "{kept}");
}

/// The class: whatever a label names, javac has to know its value.
#[apply(test)]
fn constants_in_labels_of_java_keep_their_values() {
    let types = "static class Far { static final int BASE = 4; static final int UNUSED = 5; }\n\
                 static final int LOW = 1;\nstatic final int HIGH = LOW + Far.BASE;\nstatic final int NO = 9;\n\
                 static int pick(int n, int k) {\nfinal int own = 7;\nint u = 0;\nswitch (n) {\ncase LOW: u = 1; return u;\n\
                 case HIGH: return 2;\ncase Far.BASE: return 3;\ncase own: return 4;\ndefault: return k;\n}\n}\n";
    let kept = java(types, "int r = pick(args.length, 6);\nprint(r);\n", "r");
    for constant in ["BASE = 4;", "LOW = 1;", "HIGH = LOW + Far.BASE;", "own = 7;"] {
        assert!(kept.contains(constant), "{constant}: {kept}");
    }
    assert!(!kept.contains("UNUSED") && !kept.contains("NO ="), "{kept}");
}

#[apply(test)]
fn constructors_of_java_call_each_other() {
    let types = "static class A { int n; A(int n) { this.n = n; } }\n\
                 static class B extends A { int k = 2; { k += 1; } B(int n) { super(n + 1); } B() { this(7); } }\n";
    let main = "B b = new B();\nint u = b.k;\nint r = b.n;\nprint(r);\n";
    let kept = java(types, main, "r");
    assert!(kept.contains("super(n + 1)") && kept.contains("this(7)") && !kept.contains("k += 1"), "{kept}");
    let kept = java(types, &main.replace("print(r)", "print(u)"), "u");
    assert!(
        kept.contains("k += 1") && kept.contains("super(sliced)") && kept.contains("this(sliced)"),
        "{kept}"
    );
}

#[apply(test)]
fn functions_of_java_answer_to_any_method() {
    let types = "interface Step { int go(int a); default int twice(int a) { return go(go(a)); } }\nstatic int n = 0;\n";
    let kept = java(
        types,
        "int by = 3;\nint no = 4;\nStep s = a -> { n++; return a + by; };\nint r = s.twice(2);\nprint(r);\n",
        "r",
    );
    assert!(
        kept.contains("int by = 3;") && kept.contains("default int twice") && kept.contains("int go(int"),
        "{kept}"
    );
    assert!(!kept.contains("n++") && !kept.contains("no = 4"), "{kept}");
}

#[apply(test)]
fn failures_of_java_s_own_code_are_followed_to_handlers() {
    let main = "int r = 0;\nint q = 1;\ntry {\nq = Integer.parseInt(args[0]);\nr = 1;\n} catch (NumberFormatException e) {\n\
                r = 2;\n} finally {\nq = 0;\n}\nprint(r);\n";
    let kept = java("", main, "r");
    assert!(kept.contains("parseInt(args[0])") && kept.contains("r = 2;"), "{kept}");
    assert!(!kept.contains("q = 0"), "{kept}");
}

#[apply(test)]
fn checked_exceptions_of_java_have_handlers_and_what_throws_them() {
    let types = "static class No extends Exception { }\nstatic int n = 0;\n\
                 static void may(int a) throws No { if (a > 3) { throw new No(); } n += a; }\n";
    let main = "int k = 0;\ntry {\nk++;\nmay(2);\n} catch (No no) {\nk = 5;\n}\nprint(n);\n";
    let kept = java(types, main, "n");
    assert!(kept.contains("catch (No ") && !kept.contains("k = 5") && !kept.contains("k++"), "{kept}");
}

#[apply(test)]
fn methods_of_java_do_not_end_without_a_value() {
    let types =
        "static int n = 0;\nstatic int up(int a) { n++; if (a > 2) { return a; } else { return n * 2; } }\n";
    let kept = java(types, "int k = up(3);\nprint(n);\n", "n");
    assert!(kept.contains("{ return sliced; } else { return sliced; }"), "{kept}");
}

#[apply(test)]
fn arms_of_java_s_switches_are_those_that_decide() {
    let main = "int a = 0;\nint b = 0;\nswitch (args.length) {\ncase 0:\na = 1;\nbreak;\ncase 1:\nb = 1;\ndefault:\n\
                b = 2;\n}\nint r = switch (b) { case 2 -> 3; default -> { a++; yield 4; } };\nprint(r);\n";
    let kept = java("", main, "r");
    assert!(kept.contains("break;") && kept.contains("yield 4;") && kept.contains("b = 2"), "{kept}");
    assert!(!kept.contains("a = 1") && !kept.contains("a++"), "{kept}");
}

#[apply(test)]
fn elements_of_java_s_collections_are_kept_with_what_puts_them_there() {
    let main = "var list = new java.util.ArrayList<Integer>();\nvar other = new java.util.ArrayList<Integer>();\n\
                list.add(args.length);\nother.add(4);\nlist.removeIf(v -> v > 3);\nint r = list.size();\nprint(r);\n";
    let kept = java("", main, "r");
    assert!(kept.contains("removeIf(v -> v > 3)") && kept.contains("list.add(args.length)"), "{kept}");
    assert!(!kept.contains("other"), "{kept}");
}

#[apply(test)]
fn what_java_reads_where_it_assigns_has_a_value() {
    let types = "static int n = 1;\nstatic int next() { return n++; }\n";
    let main = "int v;\nif (args.length > 0) { v = 1; } else { v = 2; }\nint[] a = new int[9];\nv += next();\n\
                a[v] = next();\nint r = n;\nprint(r);\n";
    let kept = java(types, main, "r");
    assert!(kept.contains("v = ") && kept.contains("else"), "{kept}");
}

/// A `try` must have a handler, and its class must be there though nothing throws it any more.
#[apply(test)]
fn handlers_that_a_java_try_must_have_name_classes_that_are_there() {
    let types = "static class Oops extends RuntimeException { }\n";
    let main = "int a = args.length; try { int b = a + 1; System.out.println(b); \
                if (a > 5) { throw new Oops(); } } catch (Oops e) { a = 2; }";
    let sliced = java(types, main, "b");
    assert!(sliced.contains("catch (Oops") && sliced.contains("class Oops"), "{sliced}");
    assert!(!sliced.contains("throw new"), "{sliced}");
}

/// The class: an object before `new`, whatever names it, of which the one inside never asks for anything.
#[apply(test)]
fn objects_around_inner_ones_of_java_have_values() {
    let types = "class Inner { int v; Inner(int v) { this.v = v; } }\n\
                 static Program made(int n) { return n > 1 ? new Program() : null; }\n";
    for (first, inner, kept) in [
        ("Program around = new Program();", "around.new Inner(3)", "around = new Program()"),
        ("Program around = new Program();", "around.new Inner(3) { }", "around = new Program()"),
        ("int n = 2;", "made(n).new Inner(3)", "int n = 2;"),
    ] {
        let main = format!("{first} int other = 4; Inner i = {inner}; int r = i.v; print(r); print(other);");
        let sliced = java(types, &main, "r");
        assert!(sliced.contains(kept) && sliced.contains(inner), "{sliced}");
        assert!(!sliced.contains("other"), "{sliced}");
    }
}
