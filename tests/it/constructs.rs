//! Programs that use nearly every construct of their language: what each call of `see` is given, in the program and in the slice for
//! that argument, both run by the real runtime.
//!
//! The programs are in `tests/fixtures/constructs`, written to find constructs that nobody thought of: whatever a language can do belongs
//! into one of them. In them the calls are numbered, and what prints stands before the first line. Quick runs take every tenth call,
//! `CONSTRUCTS_STRIDE=1` takes all.

mod small;

use std::path::Path;
use std::process::Command;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::{ProgramGraph, Variant};
use bench_slicers::language::Language;

use crate::harness::amount;
use crate::support::{root, setting};

const ALL: [Variant; 4] = [Variant::CeEdg, Variant::Edg, Variant::CeSdg, Variant::Sdg];

/// The program with its calls numbered, what defines them on the lines before it.
struct Observed {
    /// One line for each call, which prints.
    head: Vec<String>,
    text: String,
    name: String,
}

impl Observed {
    fn new(language: Language, path: &Path) -> Observed {
        let text = std::fs::read_to_string(path).unwrap();
        let mut parts = text.split("see(");
        let mut numbered = parts.next().unwrap().to_owned();
        let mut head = Vec::new();
        for (idx, part) in parts.enumerate() {
            let n = idx + 1;
            numbered.push_str(&format!("see_{n}({part}"));
            let argument = &part[..part.find([')', ',']).unwrap()];
            head.push(definition(language, n, &text, argument));
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        Observed { text: format!("{}\n{numbered}", head.join("\n")), head, name }
    }

    /// What each call printed.
    fn run(&self, text: &str, language: Language, folder: &Path) -> Result<String, String> {
        // Only the arguments are the slice's: the calls print as in the program.
        let rest: Vec<&str> = text.lines().skip(self.head.len()).collect();
        let file = folder.join(&self.name);
        // All of an object on one line, and no getter called.
        let shown = "require('util').inspect(v, { depth: 9, breakLength: Infinity }))";
        let head = match language {
            Language::JavaScript => self.head.join("\n").replace("v);", &format!("{shown};")),
            _ => self.head.join("\n"),
        };
        std::fs::write(&file, format!("{head}\n{}\n", rest.join("\n"))).unwrap();
        let mut command = match language {
            Language::Python => Command::new("python3"),
            Language::JavaScript => Command::new("node"),
            Language::R => Command::new("Rscript"),
            _ => {
                let program = folder.join("program");
                let mut gcc = Command::new("gcc");
                gcc.args(["-w", "-O0", "-Dsliced=0", "-fsanitize=undefined", "-o"]);
                let output = gcc.arg(&program).arg(&file).arg("-lm").output().unwrap();
                if !output.status.success() {
                    return Err(String::from_utf8_lossy(&output.stderr).into_owned());
                }
                Command::new(program)
            }
        };
        if language != Language::C {
            command.arg(&file);
        }
        let mut limited = Command::new("timeout");
        limited.arg("20").arg(command.get_program()).args(command.get_args());
        let output = limited.output().unwrap();
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("{}{}", output.status, String::from_utf8_lossy(&output.stderr))),
        }
    }
}

/// A function that prints what it is given, on one line.
fn definition(language: Language, n: usize, text: &str, argument: &str) -> String {
    match language {
        Language::Python => format!("def see_{n}(v): print('@{n}', repr(v))"),
        Language::JavaScript => format!("function see_{n}(v) {{ console.log('@{n}', v); }}"),
        Language::R => format!("see_{n} <- function(v) cat('@{n}', deparse(v), '\\n')"),
        _ => {
            let is = |kind: &str| {
                let declared = [
                    format!("{kind} {argument} "),
                    format!("{kind} {argument}["),
                    format!("{kind} *{argument} "),
                ];
                declared.iter().any(|declared| text.contains(declared.as_str()))
            };
            let (kind, format) = match () {
                () if is("char") => ("const char *", "%s"),
                () if is("double") => ("double ", "%f"),
                () if is("long") => ("long ", "%ld"),
                () => ("int ", "%d"),
            };
            format!(
                "extern int printf(const char *, ...); void see_{n}({kind}v) {{ printf(\"@{n} {format}\\n\", v); }}"
            )
        }
    }
}

/// The variable that a call is given.
fn argument(tree: &Tree, n: usize) -> NodeId {
    let name = format!("see_{n}");
    let call = tree.ids().rfind(|&node| tree.text(node) == name).expect("a call");
    let mut after = tree.ids().filter(|&node| node > call);
    after.find(|&node| tree.flags(node).has(Flags::VARIABLE)).expect("an argument")
}

/// Every which program or call is taken.
fn stride() -> usize {
    setting("CONSTRUCTS_STRIDE").unwrap_or(amount(10, 5, 1)) as usize
}

fn check(language: Language, names: &[&str]) {
    let stride = stride();
    let folder = tempfile::tempdir().unwrap();
    let mut found = Vec::new();
    for name in names {
        let observed = Observed::new(language, &root("tests/fixtures/constructs").join(name));
        let printed = observed.run(&observed.text, language, folder.path()).unwrap();
        let tree = Tree::parse(language, &[SourceFile::new(name, &*observed.text)]);
        assert!(tree.problems().is_empty(), "{:?}", tree.problems());
        let graphs = ALL.map(|variant| ProgramGraph::build(&tree, variant));
        for n in (1..=observed.head.len()).step_by(stride) {
            let mark = format!("@{n} ");
            let of = |all: &str| {
                all.lines().filter(|line| line.starts_with(&mark)).map(str::to_owned).collect::<Vec<_>>()
            };
            assert!(!of(&printed).is_empty(), "{name}: call {n} is not reached");
            let criterion = argument(&tree, n);
            let mut texts: Vec<String> = graphs
                .iter()
                .map(|graph| graph.render(&graph.slice_all(&[criterion]))[0].text.clone())
                .collect();
            texts.sort();
            texts.dedup();
            for text in texts {
                let ran = observed.run(&text, language, folder.path());
                if ran.as_deref().map(of) != Ok(of(&printed)) {
                    let place = format!(
                        "{name}:{}: {}",
                        tree.line(criterion) as usize - observed.head.len(),
                        tree.text(criterion)
                    );
                    found.push(format!(
                        "{place}: {:?} became {:?}\n{text}",
                        of(&printed),
                        ran.map(|all| of(&all))
                    ));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} are wrong:\n{}", found.len(), found.join("\n=====\n"));
}

#[apply(test)]
#[needs(Python)]
fn slices_of_every_construct_behave_in_python() {
    check(Language::Python, &["first.py", "second.py", "third.py", "hooks.py"]);
}

#[apply(test)]
#[needs(Node)]
fn slices_of_every_construct_behave_in_javascript() {
    check(Language::JavaScript, &["first.js", "second.js", "third.js", "hooks.js"]);
}

#[apply(test)]
#[needs(R)]
fn slices_of_every_construct_behave_in_r() {
    check(Language::R, &["first.R", "second.R"]);
}

#[apply(test)]
#[needs(Gcc)]
fn slices_of_every_construct_behave_in_c() {
    check(Language::C, &["first.c", "second.c"]);
}
