//! Phase 1 of `minimize`: what is said of answers that are not used, and which slicers are asked again.

use std::cell::Cell;

use bench_slicers::ast::{NodeId, NodeSet, SourceFile, Tree};
use bench_slicers::language::Language;
use bench_slicers::languages;
use bench_slicers::minimize::{Composed, Refusal, Slicer, SlicerAnswer, compose};
use bench_slicers::oracle::{Question, Verdict};
use bench_slicers::suite::{Wanted, resolve};
use serde_json::Value;

use crate::support::{Folder, call, inputs, stderr, stdout};

const PROGRAM: &str = "-module(program).
-export([main/1]).
main(X) ->
    A = X + 1,
    B = A * 2,
    io:format(\"one~n\"),
    io:format(\"two~n\"),
    io:format(\"three~n\"),
    C = A + B,
    C.
";

/// Deletes these texts where they are, in the program that is left; counts how often it is asked.
struct Deletes<'s> {
    name: &'static str,
    texts: &'s [&'s str],
    /// It has no answer while this is there.
    obstacle: Option<&'s str>,
    n_calls: Cell<usize>,
}

impl<'s> Deletes<'s> {
    fn new(name: &'static str, texts: &'s [&'s str]) -> Deletes<'s> {
        Deletes { name, texts, obstacle: None, n_calls: Cell::new(0) }
    }
}

impl Slicer for Deletes<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn slice(&self, program: &Tree, _: &[NodeId]) -> Result<SlicerAnswer, String> {
        self.n_calls.set(self.n_calls.get() + 1);
        if self.obstacle.is_some_and(|text| program.ids().any(|node| program.text(node) == text)) {
            return Err("exit 3".to_owned());
        }
        let mut kept: NodeSet = program.ids().collect();
        for node in program.ids().filter(|&node| self.texts.contains(&program.text(node))) {
            program.subtree(node).for_each(|node| {
                kept.remove(node);
            });
        }
        Ok(kept.into())
    }
}

fn composed(slicers: &[&dyn Slicer]) -> Composed {
    let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", PROGRAM)]);
    let wanted = Wanted { file_idx: 0, line: 10, variable: "C", occurrence: 1, column: None };
    let criterion = resolve(&program, &wanted).unwrap();
    let mut oracle = languages::oracle(&program, &Question::new(vec![criterion], "main/1")).unwrap();
    oracle.add_inputs(&inputs(&["1", "5"])).unwrap();
    compose(oracle.as_mut(), &[criterion], slicers).unwrap()
}

const OUTPUT: [&str; 3] = ["io:format(\"one~n\")", "io:format(\"two~n\")", "io:format(\"three~n\")"];

#[apply(test)]
#[needs(Erlang)]
fn what_does_not_compile_is_named_with_its_place() {
    let composed = composed(&[&Deletes::new("binder", &["A = X + 1"])]);
    let [refused] = &composed.refused[..] else { panic!("{:?}", composed.refused) };
    let Refusal::Invalid { place, why } = &refused.why else { panic!("{refused:?}") };
    assert_eq!(place.as_ref().unwrap().to_string(), "program.erl:5:9");
    assert_eq!(why, "variable `A` is unbound");
}

#[apply(test)]
#[needs(Erlang)]
fn a_refused_slicer_is_asked_again_on_what_others_left() {
    // No answer at first.
    let late = Deletes { obstacle: Some(OUTPUT[0]), ..Deletes::new("late", &OUTPUT[1..]) };
    let helper = Deletes::new("helper", &OUTPUT[..1]);
    let found = composed(&[&late, &helper]);
    assert_eq!(found.refused.len(), 1, "{:?}", found.refused);
    assert_eq!(found.refused[0].why, Refusal::NoAnswer("exit 3".to_owned()));
    let without_output = composed(&[&Deletes::new("all", &OUTPUT)]);
    assert_eq!(found.candidate, without_output.candidate);
    // Nobody made progress after its refusal: it is not asked for the same again.
    let alone = Deletes { obstacle: Some("X"), ..Deletes::new("never", &[]) };
    let refused = composed(&[&alone]);
    assert_eq!((alone.n_calls.get(), refused.n_calls), (1, 1));
}

#[apply(test)]
#[needs(Erlang)]
fn a_slicer_is_refused_three_times_at_most() {
    // Others make progress in each of five rounds.
    let steps = ["B = A * 2", "X + 1", OUTPUT[0], OUTPUT[1], OUTPUT[2]];
    let wrong = Deletes::new("wrong", &["A + B"]);
    let one = Deletes::new("one", &steps[2..3]);
    let two = Deletes { obstacle: Some(OUTPUT[0]), ..Deletes::new("two", &steps[3..4]) };
    let three = Deletes { obstacle: Some(OUTPUT[1]), ..Deletes::new("three", &steps[4..5]) };
    let composed = composed(&[&wrong, &three, &two, &one]);
    assert_eq!(wrong.n_calls.get(), 3);
    let of_wrong: Vec<_> = composed.refused.iter().filter(|refused| refused.slicer == "wrong").collect();
    assert!(
        matches!(&of_wrong[..], [refused] if matches!(refused.why, Refusal::NotASlice(Verdict::Different(_)))),
        "{of_wrong:?}"
    );
    assert_eq!(composed.candidate, self::composed(&[&Deletes::new("all", &OUTPUT)]).candidate);
}

/// The slicer deletes what binds a variable, or answers with text that is no program.
#[apply(test)]
#[needs(Erlang)]
fn the_command_line_names_the_place() {
    let folder = Folder::empty();
    folder.write("program.erl", PROGRAM);
    let path = folder.path().join("program.erl");
    let said = |name: &str, command: &str| {
        folder.write(
            &format!("{name}.toml"),
            format!(
                "format = 1\nname = \"{name}\"\nnotes = \"Made for a test.\"\nlanguages = [\"erlang\"]\n\n[[step]]\n\
                 command = [\"sed\", \"{command}\", \"{{file}}\"]\n\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n"
            ),
        );
        let adapter = folder.path().join(format!("{name}.toml"));
        let mut args =
            vec!["minimize", path.to_str().unwrap(), "--line", "10", "--variable", "C", "--fresh", "0"];
        args.extend(["--max-nodes", "1", "--slicer", adapter.to_str().unwrap(), "--json"]);
        let output = call(&args);
        let summary: Value =
            serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)));
        let refused = summary["phase_1"]["refused"][0]["why"].as_str().unwrap_or_default().to_owned();
        let said = stderr(&output).replace(&*folder.path().to_string_lossy(), "DIR");
        assert!(
            said.contains(&refused.replace(&*folder.path().to_string_lossy(), "DIR")),
            "{refused}\n{said}"
        );
        said
    };
    let unbound = said("unbound", "s/A = X + 1,//");
    assert!(
        unbound.starts_with(
            "warning: an answer of `unbound` on `DIR/program.erl` is not used in phase 1: its slice does not compile, \
             program.erl:5:9: variable `A` is unbound\n"
        ),
        "{unbound}"
    );
    let broken = said("broken", "s/A = X + 1,/A = /; s/B = A/B = (/");
    assert!(
        broken.starts_with("warning: an answer of `broken` on `DIR/program.erl` is not used in phase 1: its answer is no program, line "),
        "{broken}"
    );
}

/// What guards say weighs nothing, so that their slots are kept with their clauses; what an answer leaves of a pattern may
/// be without the variables that only the guard asked for.
#[apply(test)]
#[needs(Erlang)]
fn a_guard_that_an_answer_lacks_goes_with_the_variables_in_it() {
    let text = "-module(program).\n-export([main/1]).\nmain(L) -> f(L, 0).\nf([], A) -> A;\n\
                f([V | R], A) when V > 3 -> f(R, A + V);\nf([V | R], A) when V =< 3 -> f(R, A).\n";
    let folder = Folder::empty();
    folder.write("program.erl", text);
    folder.write(
        "guardless.toml",
        "format = 1\nname = \"guardless\"\nnotes = \"Made for a test.\"\nlanguages = [\"erlang\"]\n\n[[step]]\n\
         command = [\"sed\", 's/\\[V | R\\], A) when V =< 3/[_ | R], A)/', \"{file}\"]\n\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
    );
    let [program, adapter] = ["program.erl", "guardless.toml"].map(|name| folder.path().join(name));
    let mut args =
        vec!["minimize", program.to_str().unwrap(), "--line", "4", "--variable", "A", "--occurrence", "2"];
    args.extend(["--max-nodes", "1", "--fresh", "0", "--slicer", adapter.to_str().unwrap(), "--json"]);
    let output = call(&args);
    let summary: Value =
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    assert_eq!(summary["phase_1"]["refused"], serde_json::json!([]), "{}", stderr(&output));
    assert_eq!(summary["phase_1"]["slice_nodes"].as_u64(), Some(35), "{summary}");
}
