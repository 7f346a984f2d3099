//! What a program writes outside of itself and reads again: files, the environment, what it shows. And in which order parts came.

use bench_slicers::builtin::Variant;
use bench_slicers::language::Language;

use super::{ALL, slice_in};

/// The class: R's functions that write files, connections or the environment where an argument says so, and those that read them.
#[apply(test)]
fn what_r_writes_is_read_again() {
    for (written, read) in [
        ("writeLines(k, f)", "readLines(f)"),
        ("writeLines(con = f, text = k)", "readLines(f)"),
        ("cat(k, file = f)", "readLines(f)"),
        ("cat(k, fi = f)", "readLines(f)"),
        ("write(k, f)", "scan(f, '')"),
        ("write.csv(k, f)", "read.csv(f)"),
        ("write.table(k, file = f)", "read.table(f)"),
        ("saveRDS(k, f)", "readRDS(f)"),
        ("dput(k, f)", "dget(f)"),
        ("file.create(k)", "file.exists(k)"),
        ("log(k, file = f)", "readLines(f)"),
        ("do.call(cat, list(k, file = f))", "readLines(f)"),
        ("Sys.setenv(K = k)", "Sys.getenv('K')"),
    ] {
        let text = format!(
            "log <- function(...) cat(...)\nf <- 'f'\nk <- toupper('k')\n{written}\nx <- 1\nfound <- {read}\nprint(found)\n"
        );
        for variant in ALL {
            let sliced = slice_in(Language::R, &text, "found", variant);
            assert!(sliced.contains(written), "{written}, {variant:?}: {sliced}");
            assert!(!sliced.contains("x <- 1"), "{written}, {variant:?}: {sliced}");
        }
    }
    for shown in [
        "cat(k)",
        "cat(k, file = stderr())",
        "cat(k, file = '')",
        "writeLines(k)",
        "writeLines(k, stdout())",
        "dput(k)",
    ] {
        let text = format!("f <- 'f'\nk <- toupper('k')\n{shown}\nfound <- readLines(f)\nprint(found)\n");
        for variant in ALL {
            let sliced = slice_in(Language::R, &text, "found", variant);
            assert!(!sliced.contains(shown), "{shown}, {variant:?}: {sliced}");
        }
    }
}

/// The class: whatever shows something, where the program reads what is shown.
#[apply(test)]
fn what_r_shows_may_be_captured() {
    for shown in ["cat(v)", "print(v)", "writeLines(v)", "str(v)"] {
        let text = format!(
            "show <- function(v) {{\n  {shown}\n  1\n}}\nfound <- capture.output(show('a'))\nprint(found)\n"
        );
        for variant in ALL {
            let sliced = slice_in(Language::R, &text, "found", variant);
            assert!(sliced.contains(shown), "{shown}, {variant:?}: {sliced}");
        }
    }
}

/// The class: what a handler does besides ending a warning or a message, which leaves the rest of the program as it is.
#[apply(test)]
fn a_warning_that_a_handler_ends_goes_no_further() {
    let text = "seen <- 0\nnote <- function(w) {\n  seen <<- seen + 1\n  invokeRestart('muffleWarning')\n}\nwarn <- function(i) {\n  \
                if (i > 1) warning('w')\n  i\n}\nidle <- 3\nfound <- tryCatch(withCallingHandlers(warn(2), warning = note), \
                warning = function(w) -1)\ncount <- seen\nprint(found)\nprint(count)\nprint(idle)\n";
    for variant in ALL {
        for criterion in ["found", "count"] {
            let sliced = slice_in(Language::R, text, criterion, variant);
            assert!(sliced.contains("invokeRestart('muffleWarning')"), "{criterion}, {variant:?}: {sliced}");
            assert!(!sliced.contains("idle <- 3"), "{criterion}, {variant:?}: {sliced}");
        }
        let counted = slice_in(Language::R, text, "count", variant);
        assert!(
            counted.contains("seen <<- seen + 1") && counted.contains("warning('w')"),
            "{variant:?}: {counted}"
        );
    }
}

/// The class: an object of Python's library that functions of the library read, by whatever name it was imported.
#[apply(test)]
fn what_is_put_into_objects_of_pythons_library_is_read_again() {
    for (import, put, read) in [
        ("import os", "os.environ['K'] = k", "os.environ.get('K')"),
        ("import os", "os.environ['K'] = k", "os.environ['K']"),
        ("import os", "os.environ['K'] += k", "os.getenv('K')"),
        ("from os import environ, getenv", "environ['K'] = k", "getenv('K')"),
        ("import os", "del os.environ[k]", "os.environ.get('K')"),
        ("import sys", "sys.modules[k] = None", "sys.getrefcount('json')"),
    ] {
        let text = format!("{import}\nk = 'K'.upper()\n{put}\nfound = {read}\nprint(found)\n");
        for variant in ALL {
            let sliced = slice_in(Language::Python, &text, "found", variant);
            assert!(sliced.contains(put) && sliced.contains("upper"), "{put}, {variant:?}: {sliced}");
        }
    }
}

/// The class: a part that one write gives to an object and another one replaces, wherever either stands: the first says where it comes.
#[apply(test)]
fn parts_come_in_the_order_of_their_first_writes() {
    let objects = [
        ("const o = { a: 1, b: 2 };", "a: ", "o.a = 5;"),
        ("const o = {};\no.a = 1;\no.b = 2;", "o.a = ", "o[\"a\"] = 5;"),
        ("const o = {};\n[\"a\"].forEach((it) => put(o, 1));\no.b = 2;", "forEach", "put(o, 5);"),
        ("class C {\n  a = 1;\n  b = 2;\n}\nconst o = new C();", "\n  a = ", "o.a = 5;"),
        (
            "class C {\n  constructor() {\n    this.a = 1;\n    this.b = 2;\n  }\n}\nconst o = new C();",
            "this.a = ",
            "o.a = 5;",
        ),
    ];
    let lists = [
        ("o <- list(a = 1, b = 2)", "a = ", "o$a <- 5"),
        ("o <- list()\no$a <- 1\no[['b']] <- 2", "o$a <- ", "o[['a']] <- 5"),
    ];
    let mut cases = Vec::new();
    for (first, kept, second) in objects {
        // Only where it is used, as it writes the part, too.
        let put = if second.starts_with("put") { "function put(o, v) {\n  o.a = v;\n}\n" } else { "" };
        for read in ["Object.keys(o)", "Object.entries(o)", "JSON.stringify(o)", "o.a"] {
            let text = format!("{put}{first}\n{second}\nconst found = {read};\nconsole.log(found);\n");
            cases.push((Language::JavaScript, text, kept, read != "o.a"));
        }
    }
    for (first, kept, second) in lists {
        for read in ["names(o)", "o$a"] {
            let text = format!("{first}\n{second}\nfound <- {read}\nprint(found)\n");
            cases.push((Language::R, text, kept, read != "o$a"));
        }
    }
    for (language, text, kept, is_order) in cases {
        for variant in ALL {
            let sliced = slice_in(language, &text, "found", variant);
            let is_right = match sliced.contains(kept) {
                true => is_order || variant != Variant::CeEdg,
                false => !is_order,
            };
            assert!(is_right, "{text}, {variant:?}: {sliced}");
        }
    }
}

/// The class: what the traps of a proxy do, of which every use of it may call any.
#[apply(test)]
fn traps_of_proxies_are_kept() {
    let text = "const log = [];\nconst target = { a: 1 };\nconst p = new Proxy(target, {\n  get(t, k) {\n    log.push(k);\n    return t[k];\n  \
                },\n});\nconst x = p.a;\nconst found = log.length;\nconsole.log(found, x);\n";
    for variant in ALL {
        let sliced = slice_in(Language::JavaScript, text, "found", variant);
        assert!(sliced.contains("log.push(k)") && sliced.contains("p.a"), "{variant:?}: {sliced}");
    }
}

/// The class: a variable that changes from one round to the next, and a function that keeps what it was.
#[apply(test)]
fn an_argument_that_is_the_variable_of_a_loop_is_forced() {
    let text = "fs <- list()\nmake <- function(x) {\n  force(x)\n  function() x * 10\n}\nfor (i in 1:3) fs[[i]] <- make(i)\n\
                found <- fs[[2]]()\nprint(found)\n";
    for variant in ALL {
        let sliced = slice_in(Language::R, text, "found", variant);
        assert!(sliced.contains("force(x)"), "{variant:?}: {sliced}");
    }
}

/// The class: the name of a constant says which one is given.
#[apply(test)]
fn the_constant_that_is_named_is_given() {
    let text = "class Program {\n    enum Op { ADD(1), SUB(2); final int sign; Op(int sign) { this.sign = sign; } }\n    \
                public static void main(String[] args) {\n        String name = args[0].trim();\n        \
                int found = Op.valueOf(name).sign;\n        System.out.println(found);\n    }\n}\n";
    for variant in ALL {
        let sliced = slice_in(Language::Java, text, "found", variant);
        assert!(sliced.contains("args[0].trim()"), "{variant:?}: {sliced}");
    }
}

/// The class: functions of C's library that write to a stream, to the end of its use, where it is none that only shows.
#[apply(test)]
fn what_c_writes_to_streams_is_read_again() {
    let program = |written: &str, more: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(int argc, char **argv) {{\n  {more}\n  FILE *f = \
             fopen(\"f\", \"w\");\n  int k = argc * 2;\n  {written}\n  fclose(f);\n  FILE *g = fopen(\"f\", \"r\");\n  int found = 0;\n  \
             found = fgetc(g);\n  return found;\n}}\n"
        )
    };
    for written in [
        "fprintf(f, \"%d\", k);",
        "fputc(k, f);",
        "putc(k, f);",
        "fwrite(&k, sizeof k, 1, f);",
        "fputs(argv[k], f);",
        "dprintf(fileno(f), \"%d\", k);",
    ] {
        for variant in ALL {
            let sliced = slice_in(Language::C, &program(written, ""), "found", variant);
            let is_whole =
                sliced.contains(written) && sliced.contains("argc * 2") && sliced.contains("fclose(f)");
            assert!(is_whole, "{written}, {variant:?}: {sliced}");
        }
    }
    for shown in [
        "printf(\"%d\", k);",
        "fprintf(stderr, \"%d\", k);",
        "fputc(k, stdout);",
        "dprintf(2, \"%d\", k);",
        "puts(\"k\");",
    ] {
        for variant in ALL {
            let sliced = slice_in(Language::C, &program(shown, ""), "found", variant);
            assert!(!sliced.contains(shown), "{shown}, {variant:?}: {sliced}");
            if !shown.contains("stderr") && !shown.contains("(2,") {
                let text = program(shown, "freopen(\"f\", \"w\", stdout);");
                let sliced = slice_in(Language::C, &text, "found", variant);
                assert!(sliced.contains(shown), "{shown}, {variant:?}: {sliced}");
            }
        }
    }
    // A name that only contains that of one that redirects.
    let sliced = slice_in(
        Language::C,
        &program("printf(\"%d\", k);", "char *pipeline = strdup(\"f\");"),
        "found",
        Variant::Sdg,
    );
    assert!(!sliced.contains("printf"), "{sliced}");
}

/// The class: members of classes that are found by their names or by their marks, and what Java calls by names.
#[apply(test)]
fn java_programs_that_find_their_members_are_kept_whole() {
    for use_of in [
        "Program.class.getDeclaredMethod(\"twice\", int.class).invoke(null, 4);",
        "Program.class.getMethods();",
        "Class.forName(\"Program\");",
        "java.lang.invoke.MethodHandles.lookup().findStatic(Program.class, \"twice\", null);",
        "new java.io.ObjectOutputStream(null);",
        "System.setOut(null);",
    ] {
        let text = |own: &str| {
            format!(
                "public class Program {{\n    static int twice(int n) {{ return n * 2; }}\n    static int idle = 3;\n    {own}\n    public static \
                 void main(String[] args) throws Exception {{\n        Object of = {use_of}\n        int found = args.length;\n    }}\n}}\n"
            )
        };
        for variant in ALL {
            let sliced = slice_in(Language::Java, &text(""), "found", variant);
            assert!(
                sliced.contains("idle = 3") && sliced.contains("n * 2"),
                "{use_of}, {variant:?}: {sliced}"
            );
        }
    }
    let own = "public class Program {\n    static int idle = 3;\n    static class Form {\n        int getField(String name) { return 2; }\n    }\n    \
               public static void main(String[] args) {\n        int found = new Form().getField(\"k\");\n    }\n}\n";
    // Of another object, in a program that has none for its classes.
    let other = "public class Program {\n    static int idle = 3;\n    static int asked(Request request) {\n        int found = \
                 request.getMethod().length();\n        return found;\n    }\n}\n";
    for text in [own, other] {
        let sliced = slice_in(Language::Java, text, "found", Variant::CeEdg);
        assert!(!sliced.contains("idle"), "{sliced}");
    }
}

/// The class: methods and constructors that only the types of their parameters tell apart, in a class or with its base.
#[apply(test)]
fn arguments_that_say_which_method_is_meant_stay() {
    let program = |call: &str| {
        format!(
            "public class Program {{\n    static class Base {{\n        String of(Object o) {{ return \"object\"; }}\n    }}\n    static class \
             Sub extends Base {{\n        String of(String o) {{ return \"text\"; }}\n        String text;\n        Sub(int o) {{ text = \
             \"number\"; }}\n        Sub(String o) {{ text = \"text\"; }}\n    }}\n    static String kind(Object o) {{ return \"object\"; }}\n    \
             static String kind(String o) {{ return \"text\"; }}\n    static String any(int... o) {{ return \"numbers\"; }}\n    static \
             String any(String o) {{ return \"text\"; }}\n    static String only(String o) {{ return \"only\"; }}\n    public static void \
             main(String[] args) {{\n        Object it = args;\n        String found = {call};\n        System.out.println(found);\n    }}\n}}\n"
        )
    };
    for (call, kept) in [
        ("kind(it)", "kind(it)"),
        ("kind(\"k\" + 1)", "kind(\"k\" + 1)"),
        ("new Sub(3).of(it)", "of(it)"),
        ("new Sub(\"k\").text", "new Sub(\"k\")"),
        ("any(\"k\")", "any(\"k\")"),
    ] {
        for variant in ALL {
            let sliced = slice_in(Language::Java, &program(call), "found", variant);
            assert!(sliced.contains(kept), "{call}, {variant:?}: {sliced}");
        }
    }
    let sliced = slice_in(Language::Java, &program("only(\"k\")"), "found", Variant::CeEdg);
    assert!(!sliced.contains("only(\"k\")"), "{sliced}");
}

/// The class: calls that return when something else has run, where a program starts such.
#[apply(test)]
fn what_waits_for_others_stays() {
    for (started, waits) in [
        ("Thread t = new Thread(() -> box[0] = 8); t.start();", "t.join();"),
        (
            "CountDownLatch l = new CountDownLatch(1); new Thread(() -> { box[0] = 8; l.countDown(); }).start();",
            "l.await();",
        ),
        (
            "Semaphore s = new Semaphore(0); new Thread(() -> { box[0] = 8; s.release(); }).start();",
            "s.acquire();",
        ),
        ("Future<?> f = Executors.newCachedThreadPool().submit(() -> box[0] = 8);", "f.get();"),
    ] {
        let text = format!(
            "import java.util.concurrent.*;\npublic class Program {{\n    static int idle = 3;\n    public static void main(String[] args) \
             throws Exception {{\n        int[] box = {{0}};\n        {started}\n        {waits}\n        int found = box[0];\n    }}\n}}\n"
        );
        for variant in ALL {
            let sliced = slice_in(Language::Java, &text, "found", variant);
            let is_there =
                sliced.contains(waits) && sliced.contains("box[0] = 8") && !sliced.contains("idle");
            let wakes = ["l.countDown()", "s.release()"]
                .iter()
                .all(|it| !started.contains(it) || sliced.contains(it));
            assert!(is_there && wakes, "{waits}, {variant:?}: {sliced}");
        }
    }
}

/// The class: output of Erlang to a device that is none that only shows, or where all output goes elsewhere.
#[apply(test)]
fn what_erlang_writes_to_devices_is_read_again() {
    let program = |written: &str, more: &str| {
        format!(
            "-module(m).\n-export([main/1]).\nmain(K) ->\n    {{ok, D}} = file:open(\"f\", [write]),\n    {more}\n    {written},\n    \
             file:close(D),\n    {{ok, Found}} = file:read_file(\"f\"),\n    Found.\n"
        )
    };
    for written in [
        "io:format(D, \"~p\", [K])",
        "io:fwrite(D, \"~p\", [K])",
        "io:put_chars(D, K)",
        "io:write(D, K)",
        "io:nl(D)",
    ] {
        for variant in ALL {
            let sliced = slice_in(Language::Erlang, &program(written, "ok,"), "Found", variant);
            assert!(sliced.contains(written), "{written}, {variant:?}: {sliced}");
        }
    }
    for shown in [
        "io:format(\"~p\", [K])",
        "io:format(standard_error, \"~p\", [K])",
        "io:put_chars(user, K)",
        "io:nl()",
    ] {
        for variant in ALL {
            let sliced = slice_in(Language::Erlang, &program(shown, "ok,"), "Found", variant);
            assert!(!sliced.contains(shown), "{shown}, {variant:?}: {sliced}");
            let text = program(shown, "group_leader(D, self()),");
            let sliced = slice_in(Language::Erlang, &text, "Found", variant);
            assert!(sliced.contains(shown), "{shown}, {variant:?}: {sliced}");
        }
    }
}
