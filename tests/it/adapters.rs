//! Adapter files: shipped ones against recorded runs, broken ones against their messages.

use std::path::{Path, PathBuf};

use bench_slicers::adapter::{Adapter, Expected, cases, replay};
use bench_slicers::ast::SourceFile;
use bench_slicers::process::{Completion, End};
use bench_slicers::results::{Answer, Status};
use bench_slicers::suite::{Suite, Task};

use crate::support::root;

fn shipped() -> Vec<Adapter> {
    let folder = root("slicers");
    Adapter::load_all(&[folder]).unwrap_or_else(|error| panic!("{error}"))
}

/// Fake slicers of the tests.
fn fakes() -> Vec<Adapter> {
    let folder = root("tests/fixtures/slicers");
    Adapter::load_all(&[folder]).unwrap_or_else(|error| panic!("{error}"))
}

fn shipped_one(name: &str) -> Adapter {
    shipped().into_iter().find(|adapter| adapter.name == name).unwrap()
}

/// Loads a text as `tool.toml`; the message when it is refused.
pub(crate) fn load(text: &str) -> Result<Adapter, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tool.toml");
    std::fs::write(&path, text).unwrap();
    let prefix = format!("{}/", folder.path().display());
    Adapter::load(&path).map_err(|error| error.to_string().replace(&prefix, ""))
}

const HEAD: &str = "format = 1\nname = \"tool\"\nlanguages = [\"c\", \"python\"]\n";
const STDOUT: &str = "[answer]\nfrom = \"stdout\"\nis = \"source\"\n";

pub(crate) fn check_refused(text: &str, expected: &[&str]) {
    let message = load(text).map(|adapter| adapter.name).unwrap_err();
    for line in expected {
        assert!(message.contains(line), "`{line}` is not in:\n{message}");
    }
}

#[apply(test)]
fn recorded_runs_are_read_as_expected() {
    let overwrite = std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite");
    let mut n_cases = 0;
    for adapter in shipped().into_iter().chain(fakes()) {
        for case in cases(&adapter).unwrap() {
            n_cases += 1;
            let replayed = replay(&adapter, &case).unwrap_or_else(|error| panic!("{error}"));
            if overwrite {
                let text = serde_json::to_string_pretty(&replayed.found).unwrap() + "\n";
                std::fs::write(case.join("expect.json"), text).unwrap();
                continue;
            }
            assert_eq!(replayed.expected.as_ref(), Some(&replayed.found), "{}", case.display());
        }
    }
    assert!(n_cases >= 40, "only {n_cases} recorded cases");
}

/// The statuses, apart from the stored answers: what no snapshot may change unnoticed.
#[apply(test)]
fn failures_with_exit_code_0_are_no_answers() {
    let check = |name: &str, case: &str, status: Status, reason: Option<&str>| {
        let adapter = shipped_one(name);
        let case = cases(&adapter).unwrap().into_iter().find(|path| path.ends_with(case)).unwrap();
        let Expected { status: found, reason: why, .. } = replay(&adapter, &case).unwrap().found;
        assert_eq!((found, why.as_deref()), (status, reason), "{}", case.display());
    };
    check("frama-c", "sum-prod", Status::Answered, None);
    check("frama-c", "criterion-lost", Status::Exited, Some("criterion lost"));
    check("frama-c", "no-pragma", Status::Exited, Some("criterion lost"));
    check("frama-c", "criterion-not-found", Status::Exited, Some("criterion not found"));
    check("frama-c", "no-main", Status::Unsupported, Some("no main"));
    check("flowr", "sum-prod", Status::Answered, None);
    check("flowr", "parse-error", Status::Exited, Some("criterion not found or syntax error"));
    check("flowr", "missing-file", Status::Exited, Some("missing file"));
    check("python-program-analysis", "parse-error", Status::Exited, Some("syntax error"));
    check("python-program-analysis", "control-flow", Status::Answered, None);
    check("e-knife", "criterion-not-found", Status::Exited, Some("criterion not found"));
    check("e-knife", "sum-prod", Status::Answered, None);
    check("e-knife", "parse-error", Status::Exited, Some("syntax error"));
    check("e-knife", "try", Status::Unsupported, Some("try"));
    check("e-knife-java", "lambda", Status::Unsupported, Some("lambda"));
    check("e-knife-java", "missing-file", Status::Exited, Some("missing file"));
    check("slicerl", "sum-prod", Status::Answered, None);
    check("slicerl", "guard", Status::Exited, Some("criterion not found"));
    check("slicerl", "parse-error", Status::Exited, Some("syntax error"));
    check("slicerl", "remote-call", Status::Unsupported, Some("remote call"));
    check("slicerl", "comprehension", Status::Unsupported, Some("list comprehension"));
    check("slicerl", "map", Status::Unsupported, Some("map"));
    check("slicerl", "record", Status::Unsupported, Some("record"));
    check("chat", "cut-off", Status::Exited, Some("answer cut off at the limit of the model"));
    check("chat", "too-long", Status::Unsupported, Some("longer than the context of the model"));
    check("chat", "invented", Status::Answered, None);
    check("javaslicer", "criterion-not-found", Status::NoOutput, Some("no answer written"));
    check("javaslicer", "parse-error", Status::Exited, Some("syntax error"));
}

#[apply(test)]
fn a_diff_is_applied_to_the_copy_that_the_slicer_saw() {
    let adapter = fakes().into_iter().find(|adapter| adapter.name == "diff").unwrap();
    let check = |case: &str, status: Status, told: &str| {
        let case = cases(&adapter).unwrap().into_iter().find(|path| path.ends_with(case)).unwrap();
        let Expected { status: found, reason, answer } = replay(&adapter, &case).unwrap().found;
        let text = match answer {
            Some(Answer::Source { files }) => files[0].text.clone(),
            _ => reason.unwrap_or_default(),
        };
        assert_eq!((found, text.as_str()), (status, told), "{}", case.display());
    };
    // Lines that are deleted leave blank ones.
    let slice = "total = 0\n\nfor number in range(1, 11):\n    total = total + number\n";
    check("sum-prod", Status::Answered, &format!("{slice}\nprint(total)\n\n"));
    check("edited-copy", Status::Answered, &format!("{slice}observe(total); print(total)\n\n\n"));
    check("other-text", Status::Unreadable, "hunk 1 does not apply at line 2 of `program.py`");
    check("silence", Status::NoOutput, "empty answer");
}

#[apply(test)]
fn headers_markers_and_renamings_of_a_tool_are_gone_from_its_answers() {
    let text = |name: &str, case: &str| {
        let adapter = shipped_one(name);
        let case = cases(&adapter).unwrap().into_iter().find(|path| path.ends_with(case)).unwrap();
        match replay(&adapter, &case).unwrap().found.answer {
            Some(Answer::Source { files }) => files[0].clone(),
            other => panic!("{other:?}"),
        }
    };
    let c = text("frama-c", "helper-struct");
    assert!(!c.text.contains("pragma") && !c.text.contains("_slice_"), "{}", c.text);
    assert_eq!(c.path, Path::new("program.c"));
    let java = text("javaslicer", "sum-prod");
    assert!(java.text.starts_with("public class Program"), "{}", java.text);
    assert_eq!(java.path, Path::new("Program.java"));
    assert_eq!(text("flowr", "sum-prod").text, "sum <- 0\nfor(i in 1:10) sum <- sum + i\nsum");
}

#[apply(test)]
fn every_mistake_of_a_file_is_named_with_its_place() {
    let text = format!(
        "{HEAD}hom = \"x\"\n\n[[step]]\ncommand = [\"tool\", \"{{fil}}\", \"{{line\"]\n\n\
         [answer]\nfrom = \"stdout\"\nis = \"source\"\nempty = '('\n"
    );
    check_refused(
        &text,
        &[
            "error: tool.toml:4:1: unknown field `hom`\nhint: did you mean `home`?",
            "error: tool.toml:7:20: unknown placeholder `{fil}`\nhint: did you mean `{file}`?",
            "error: tool.toml:7:29: brace without its partner in `{line`",
            "error: tool.toml:12:9: bad pattern:",
        ],
    );
}

#[apply(test)]
fn single_mistakes_have_a_remedy() {
    let step = "[[step]]\ncommand = [\"tool\"]\n";
    check_refused(&format!("{HEAD}{step}"), &["missing field `answer`"]);
    check_refused(&format!("{HEAD}{STDOUT}"), &["missing field `step`"]);
    check_refused(
        &format!("{HEAD}{step}{STDOUT}").replace("format = 1", "format = 2"),
        &["tool.toml:1:10: format 2 is not one that this program reads (1)", "hint: write `format = 1`"],
    );
    check_refused(
        &format!("{HEAD}{step}{STDOUT}").replace("\"python\"", "\"phyton\""),
        &["tool.toml:3:19: `phyton` is not a language; `python` is", "`text` is any other"],
    );
    check_refused(
        &format!("{HEAD}{step}[answer]\nfrom = \"file\"\nis = \"source\"\n"),
        &["no command writes the file of the answer", "hint: use `{output}` in a command, or add `path`"],
    );
    check_refused(
        &format!("{HEAD}[version]\ncommand = [\"tool\", \"{{file}}\"]\n{step}{STDOUT}"),
        &["tool.toml:5:20: placeholder `{file}` has no value here"],
    );
    check_refused(
        &format!("{HEAD}{step}[answer]\nfrom = \"stdout\"\nis = \"spans\"\npattern = '(\\d+)'\n"),
        &["the pattern has not four groups"],
    );
    check_refused(
        &format!(
            "{HEAD}{step}[[outcome]]\nwhen = {{ stream = \"stderr\" }}\nstatus = \"exited\"\nreason = \"x\"\n{STDOUT}"
        ),
        &["an outcome without a condition"],
    );
    check_refused(&format!("{HEAD}{step}{STDOUT}strip = 1\n"), &["tool.toml:9:9: `strip` is for diffs"]);
    check_refused(
        &format!("{HEAD}{step}[answer]\nfrom = \"in-place\"\nis = \"diff\"\n"),
        &["tool.toml:8:6: a changed copy is no diff"],
    );
    check_refused(
        &format!("{HEAD}{step}{STDOUT}").replace("name = \"tool\"", "name = \"other\""),
        &["tool.toml:2:8: slicer `other` is in a file of another name"],
    );
}

#[apply(test)]
fn a_missing_tool_is_named_with_its_place_and_how_to_install_it() {
    let text = format!(
        "{HEAD}install = \"build it\"\n[[step]]\ncommand = [\"no-such-tool-anywhere\", \"{{tooldir}}/no.jar\"]\n{STDOUT}"
    );
    let error = load(&text).unwrap().resolve().unwrap_err();
    let message = error.to_string();
    assert_eq!(error.exit_code(), bench_slicers::error::EXIT_NOTHING_MEASURED);
    assert!(
        message.contains("tool.toml:6:12: `no-such-tool-anywhere` is missing\nhint: build it"),
        "{message}"
    );
    assert!(message.contains("/no.jar` is missing"), "{message}");
}

#[apply(test)]
fn embedded_adapters_are_the_files_of_the_folder() {
    let names: Vec<String> = shipped().into_iter().map(|adapter| adapter.name).collect();
    assert_eq!(Adapter::embedded_names(), names);
    for adapter in shipped() {
        assert_eq!(Adapter::embedded(&adapter.name).unwrap().hash(), adapter.hash());
    }
}

// Calling a slicer.

/// A suite of one task; the criterion is the variable `x` on line 2.
fn suite(folder: &Path, language: &str, file: &str, program: &str) -> Suite {
    let benchmark = folder.join(language).join("one");
    std::fs::create_dir_all(benchmark.join("gold")).unwrap();
    std::fs::write(benchmark.join(file), program).unwrap();
    let extension = Path::new(file).extension().unwrap().to_str().unwrap();
    std::fs::write(benchmark.join(format!("gold/s2X.{extension}")), program).unwrap();
    let toml = format!(
        "format = 1\ntitle = \"one\"\nlabels = []\nsource = \"test\"\nrevision = 1\nprogram = \"{file}\"\n\n\
         [[input]]\nargs = []\n\n[[criterion]]\nid = \"s2X\"\nline = 2\nvariable = \"x\"\n"
    );
    std::fs::write(benchmark.join("benchmark.toml"), toml).unwrap();
    Suite::load(&[folder.to_owned()]).unwrap_or_else(|error| panic!("{error}"))
}

fn completion(code: i32, stdout: &str) -> Completion {
    Completion {
        end: End::Exited(code),
        stdout: stdout.as_bytes().to_vec(),
        stderr: Vec::new(),
        wall_s: 0.0,
        cpu_s: None,
        memory_byte: None,
        n_leaked: 0,
        left: None,
    }
}

/// Prepares the one task of a suite and hands everything over.
fn with_task(
    language: &str,
    file: &str,
    program: &str,
    text: &str,
    then: impl Fn(&Adapter, &Task<'_>, &Path),
) {
    let folder = tempfile::tempdir().unwrap();
    let suite = suite(&folder.path().join("suite"), language, file, program);
    let adapter = load(text).unwrap_or_else(|message| panic!("{message}"));
    let task = suite.tasks().next().unwrap();
    then(&adapter, &task, &folder.path().join("work"));
}

#[apply(test)]
fn placeholders_speak_of_the_edited_copy() {
    let text = format!(
        "{HEAD}[positions]\nline-base = 0\ncolumn-base = 0\ncolumn-unit = \"byte\"\noffset-unit = \"utf-16\"\n\
         [prepare]\nfinal-newline = true\n[[prepare.insert]]\nat = \"before\"\ntext = \"id(\"\n\
         [[prepare.insert]]\nat = \"after\"\ntext = \")\"\n\
         [[step]]\ncommand = [\"t\", \"{{line}}:{{column}}-{{end_column}}\", \"{{offset_start}}-{{offset_end}}\", \
         \"{{basename}}\", \"{{variable}}{{occurrence}}\"]\n{STDOUT}"
    );
    let program = "x = 1\nprint('é', x)";
    with_task("python", "program.py", program, &text, |adapter, task, workdir| {
        let prepared = adapter.prepare(&[*task], workdir, 7).unwrap();
        assert_eq!(prepared.steps[0].argv[1..], ["1:15-16", "20-21", "program.py", "x1"]);
        let copy = std::fs::read_to_string(workdir.join("program/program.py")).unwrap();
        assert_eq!(copy, "x = 1\nprint('é', id(x))\n");
    });
}

#[apply(test)]
fn text_is_inserted_only_on_lines_that_fit() {
    let text = format!(
        "{HEAD}[[prepare.insert]]\nat = \"line-indent\"\ntext = \"DEF \"\nif-line = '^\\s*«\\w+» ='\n\
         [[prepare.insert]]\nat = \"line-end\"\ntext = \" USE\"\nunless-line = '^\\s*«\\w+» ='\n\
         [[step]]\ncommand = [\"t\"]\n{STDOUT}"
    );
    for (program, expected) in
        [("y = 1\nx = y\n", "y = 1\nDEF x = y\n"), ("x = 1\ny = x\n", "x = 1\ny = x USE\n")]
    {
        with_task("python", "program.py", program, &text, |adapter, task, workdir| {
            adapter.prepare(&[*task], workdir, 0).unwrap();
            assert_eq!(std::fs::read_to_string(workdir.join("program/program.py")).unwrap(), expected);
        });
    }
}

fn read(text: &str, code: i32, stdout: &str) -> (Status, Option<String>, Option<Answer>) {
    let found = std::cell::RefCell::new(None);
    with_task("python", "program.py", "x = 1\nprint(x)\n", text, |adapter, task, workdir| {
        let prepared = adapter.prepare(&[*task], workdir, 0).unwrap();
        let reply = adapter.read_answers(&prepared, &[completion(code, stdout)]).unwrap().remove(0);
        found.replace(Some((reply.status, reply.reason, reply.answer)));
    });
    found.into_inner().unwrap()
}

#[apply(test)]
fn answers_of_lines_come_plain_as_json_and_by_pattern() {
    let step = "[[step]]\ncommand = [\"t\"]\nexit-codes = [0, 3]\n";
    let lines = |spec: &str, stdout: &str| {
        let text = format!(
            "{HEAD}granularity = \"line\"\n{step}[answer]\nfrom = \"stdout\"\nis = \"lines\"\n{spec}"
        );
        match read(&text, 3, stdout) {
            (Status::Answered, None, Some(Answer::Lines { files })) => {
                Ok(files[Path::new("program.py")].iter().copied().collect::<Vec<usize>>())
            }
            (status, reason, None) => Err(format!("{status:?} {}", reason.unwrap_or_default())),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(lines("", "1\n2\n"), Ok(vec![1, 2]));
    assert_eq!(lines("", "[2, 1]"), Ok(vec![1, 2]));
    assert_eq!(lines("line-base = 0\n", "0"), Ok(vec![1]));
    assert_eq!(lines("add-criterion = true\n", "1"), Ok(vec![1, 2]));
    assert_eq!(lines("pattern = '(?m)^(\\d+):'\n", "1: x = 1\n2: print(x)\n"), Ok(vec![1, 2]));
    assert_eq!(
        lines("pointer = \"/f/*/lines\"\n", "{\"f\":{\"a\":{\"lines\":[1]},\"b\":{\"lines\":[2]}}}"),
        Ok(vec![1, 2])
    );
    assert_eq!(lines("pointer = \"/lines\"\n", "{\"lines\":[]}"), Err("NoOutput empty answer".into()));
    assert_eq!(lines("pointer = \"/lines\"\n", "{}"), Err("Unreadable no `/lines` in the JSON".into()));
    assert_eq!(lines("pointer = \"/lines\"\n", "oops"), Err("Unreadable not JSON".into()));
    assert_eq!(lines("", "7"), Err("Unreadable line 7 is not in `program.py`".into()));
    assert_eq!(lines("", "x"), Err("Unreadable `x` is no number".into()));
}

#[apply(test)]
fn answers_of_ranges_are_read_in_the_columns_of_the_slicer() {
    let text = format!(
        "{HEAD}[positions]\ncolumn-base = 0\n[[step]]\ncommand = [\"t\"]\n[answer]\nfrom = \"stdout\"\nis = \"spans\"\n\
         pattern = '\\{{(\\d+),(\\d+)\\}},\\{{(\\d+),(\\d+)\\}}'\nend-inclusive = true\n"
    );
    let (_, _, answer) = read(&text, 0, "chatter {1,0},{1,4}\n{2,0},{2,7}\n");
    let Some(Answer::Spans { spans }) = answer else { panic!("{answer:?}") };
    let places: Vec<_> =
        spans.iter().map(|s| (s.start_line, s.start_column, s.end_line, s.end_column)).collect();
    assert_eq!(places, [(1, 1, 1, 6), (2, 1, 2, 9)]);
}

#[apply(test)]
fn a_run_is_an_answer_only_when_everything_fits() {
    let text = format!(
        "{HEAD}[[step]]\ncommand = [\"t\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\nstrip-ansi = true\n\
         empty = '^nothing$'\n[[outcome]]\nwhen = {{ exit-code = 4 }}\nstatus = \"unsupported\"\nreason = \"too new\"\n"
    );
    let check = |code, stdout: &str, status, reason: Option<&str>| {
        let (found, why, answer) = read(&text, code, stdout);
        assert_eq!((found, why.as_deref()), (status, reason), "{stdout}");
        assert_eq!(answer.is_some(), status == Status::Answered);
    };
    check(0, "x = 1\n", Status::Answered, None);
    check(0, " \n", Status::NoOutput, Some("empty answer"));
    check(0, "nothing", Status::NoOutput, Some("empty answer"));
    check(3, "x = 1\n", Status::Exited, Some("exit 3"));
    check(4, "x = 1\n", Status::Unsupported, Some("too new"));
    let (_, _, answer) = read(&text, 0, "\u{1b}[31mx\u{1b}[0m = 1\n");
    let files = vec![SourceFile::new(PathBuf::from("program.py"), "x = 1\n")];
    assert_eq!(answer, Some(Answer::Source { files }));
}

/// Keys as the reader of TOML lists them, so that a new key cannot be forgotten in the document.
#[apply(test)]
fn every_key_and_placeholder_is_documented() {
    let document = include_str!("../../docs/FORMATS.md");
    let start = document.find("\n## Adapter\n").unwrap();
    let section = &document[start..];
    let bad = [
        "zzz = 1\n[[requires]]\nzzz = 1\n[version]\nzzz = 1\n[limits]\nzzz = 1\n[positions]\nzzz = 1\n[prepare]\nzzz = 1\n",
        "[batch]\nzzz = 1\n[[prepare.insert]]\nzzz = 1\n[[step]]\nzzz = 1\ncommand = [\"{zzz}\"]\n",
        "[answer]\nzzz = 1\nfrom = \"stdout\"\nis = \"source\"\n[normalise]\nzzz = 1\ncommand = [\"x\"]\n",
        "[[outcome]]\nzzz = 1\nwhen = { zzz = 1 }\nstatus = \"exited\"\nreason = \"\"\n",
    ];
    let message = load(&format!("{HEAD}{}", bad.concat())).map(|adapter| adapter.name).unwrap_err();
    let hints: Vec<&str> = message.lines().filter(|line| line.starts_with("hint: expected")).collect();
    assert!(hints.len() >= 9, "{message}");
    for name in hints.iter().flat_map(|hint| hint.split('`').skip(1).step_by(2)) {
        let is_documented =
            [format!("`{name}`"), format!(".{name}`"), format!("`{name}"), format!("[{name}]")];
        assert!(
            is_documented.iter().any(|text| section.contains(text.as_str())),
            "`{name}` is not documented"
        );
    }
}
