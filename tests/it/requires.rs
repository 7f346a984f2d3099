//! What slicers need before they are called, and calls that must not disturb one another.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Instant;

use bench_slicers::adapter::{Adapter, CaseOrigin, cases, replay};

use crate::support::{program, root, stderr, stdout};

/// Runs e-Knife on one task with this tools folder.
fn run_e_knife(tools: &Path) -> Output {
    let mut command = program();
    let out = tools.join("out");
    command.args(["run", "--slicer", "e-knife", "--filter", "erlang/mug", "--out"]).arg(out);
    command.env("BENCH_SLICERS_TOOLS", tools).output().unwrap()
}

fn check_refused(tools: &Path, expected: &[&str]) {
    let start = Instant::now();
    let output = run_e_knife(tools);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    for part in expected {
        assert!(said.contains(part), "`{part}` is not in:\n{said}");
    }
    assert!(!tools.join("out").exists(), "a task was run, after {:?}", start.elapsed());
}

/// A jar with one class of jinterface, which knows nothing but these fields.
fn write_jar(folder: &Path, name: &str, fields: &str) {
    let sources = tempfile::tempdir().unwrap();
    let package = sources.path().join("com/ericsson/otp/erlang");
    std::fs::create_dir_all(&package).unwrap();
    let class = format!("package com.ericsson.otp.erlang; public class AbstractNode {{ {fields} }}");
    std::fs::write(package.join("AbstractNode.java"), class).unwrap();
    let run = |program: &str, args: &[&str]| {
        let done = Command::new(program).args(args).current_dir(sources.path()).output().unwrap();
        assert!(done.status.success(), "{}", stderr(&done));
    };
    run("javac", &["com/ericsson/otp/erlang/AbstractNode.java"]);
    let jar = folder.join(name);
    run("jar", &["cf", jar.to_str().unwrap(), "com/ericsson/otp/erlang/AbstractNode.class"]);
}

#[apply(test)]
#[needs(Erlang, Java)]
fn e_knife_without_one_of_its_parts_is_refused_at_once() {
    let tools = tempfile::tempdir().unwrap();
    let folder = tools.path().join("e-knife");
    check_refused(tools.path(), &["jars of e-Knife: `", "/e-knife/*.jar` is missing", "hint: build e-Knife"]);
    std::fs::create_dir(&folder).unwrap();
    write_jar(&folder, "e-knife.jar", "static final int dFlagBitBinaries = 1;");
    check_refused(tools.path(), &["Resources/script/ast.beam` is missing", "erlc *.erl"]);
    let scripts = folder.join("Resources/script");
    std::fs::create_dir_all(&scripts).unwrap();
    std::fs::write(scripts.join("ast.beam"), "").unwrap();
    std::fs::write(scripts.join("saver.beam"), "").unwrap();
    let release = Command::new("erl")
        .args(["-noshell", "-eval", "io:format(erlang:system_info(otp_release)), halt()."])
        .output()
        .unwrap();
    if stdout(&release).parse::<u32>().unwrap() >= 25 {
        check_refused(tools.path(), &["e-knife.jar is too old for OTP", "hint: copy the OtpErlang.jar"]);
    }
    // Java takes the first of two.
    write_jar(&folder, "OtpErlang.jar", "static final int dFlagBigCreation = 1;");
    let required = check(tools.path(), "e-knife");
    assert!(
        required.contains("requires:    jinterface -> ") && required.contains("/OtpErlang.jar"),
        "{required}"
    );
}

fn check(tools: &Path, slicer: &str) -> String {
    let mut command = program();
    let output =
        command.args(["check", "slicer", slicer]).env("BENCH_SLICERS_TOOLS", tools).output().unwrap();
    stdout(&output)
}

#[apply(test)]
#[needs(Python)]
fn programs_and_their_versions_can_be_required() {
    let folder = tempfile::tempdir().unwrap();
    let adapter = |requires: &str| {
        let text = format!(
            "format = 1\nname = \"tool\"\nlanguages = [\"python\"]\n[[requires]]\nwhat = \"Python\"\nhint = \"get it\"\n\
             {requires}\n[[step]]\ncommand = [\"cat\", \"{{file}}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n"
        );
        let path = folder.path().join("tool.toml");
        std::fs::write(&path, text).unwrap();
        Adapter::load(&path).map_err(|error| error.to_string())
    };
    let refusal = |requires: &str| adapter(requires).unwrap().resolve().unwrap_err().to_string();
    let python = "command = [\"python3\", \"--version\"]\npattern = 'Python (\\S+)'\n";
    assert!(adapter(&format!("{python}version = \">= 3\"")).unwrap().resolve().is_ok());
    let said = refusal(&format!("{python}version = \">= 3, < 3.1\""));
    assert!(said.contains("tool.toml:4:1: Python: version 3."), "{said}");
    assert!(said.contains("is not `>= 3, < 3.1`\nhint: get it"), "{said}");
    let said = refusal("command = [\"no-such-program\"]");
    assert!(said.contains("Python: `no-such-program` is missing"), "{said}");
    let said = refusal("command = [\"sh\", \"-c\", \"echo it is broken; exit 1\"]");
    assert!(said.contains("Python: it is broken"), "{said}");
    for (bad, why) in [
        ("", "neither a file nor a command"),
        ("file = \"a\"\ncommand = [\"b\"]", "neither a file nor a command"),
        ("command = [\"b\"]\npattern = '(.)'\nversion = \"3\"", "not a range of versions"),
        ("command = [\"b\"]\nversion = \"> 3\"", "a version that nothing finds"),
    ] {
        let said = adapter(bad).unwrap_err();
        assert!(said.contains(why), "{bad}: {said}");
    }
}

/// A slicer that uses a fixed file and a fixed port, and fails when another call has them.
const ALONE: &str = r#"
import os, socket, sys, time
folder, program = sys.argv[1:]
busy = os.path.join(folder, "busy")
os.mkdir(busy)
listener = socket.socket()
listener.bind(("127.0.0.1", int(open(os.path.join(folder, "port")).read())))
listener.listen()
time.sleep(0.05)
print(open(program).read())
listener.close()
os.rmdir(busy)
"#;

/// The same with a file and a port of its own.
const BESIDE: &str = r#"
import os, socket, sys, time
folder, program, own, port = sys.argv[1:]
busy = os.path.join(folder, own)
os.mkdir(busy)
listener = socket.socket()
listener.bind(("127.0.0.1", int(port)))
listener.listen()
time.sleep(0.05)
print(open(program).read())
listener.close()
os.rmdir(busy)
"#;

/// Two runs of a slicer at the same moment, each of several calls; every task of both is answered.
///
/// Without walls, which would keep the two apart by themselves.
fn check_together(name: &str, script: &str, keys: &str, words: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("tool.py"), script).unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    std::fs::write(folder.path().join("port"), port.to_string()).unwrap();
    let path = folder.path().join(format!("{name}.toml"));
    let text = format!(
        "format = 1\nname = \"{name}\"\nlanguages = [\"erlang\"]\ntool-dir = \"{{adapterdir}}\"\n{keys}\n[[step]]\n\
         command = [\"python3\", \"{{adapterdir}}/tool.py\", \"{{adapterdir}}\", \"{{file}}\"{words}]\n\
         [answer]\nfrom = \"stdout\"\nis = \"source\"\n"
    );
    std::fs::write(&path, text).unwrap();
    let start = |out: &str| {
        let mut command = program();
        command.args([
            "run",
            "--filter",
            "erlang/boat",
            "--filter",
            "erlang/mug",
            "--jobs",
            "4",
            "--sandbox",
            "off",
            "--slicer",
        ]);
        command.arg(&path).arg("--out").arg(folder.path().join(out)).args(["--format", "json"]);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap()
    };
    let both = [start("a"), start("b")];
    for child in both {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let said = stdout(&output) + &stderr(&output);
        assert!(!said.contains("\"exited\"") && !said.contains("exit 1"), "{said}");
    }
}

#[apply(test)]
#[needs(Python)]
fn runs_of_one_slicer_at_the_same_moment_do_not_disturb_each_other() {
    check_together("alone", ALONE, "parallel-safe = false", "");
    check_together("beside", BESIDE, "", ", \"{id}\", \"{port}\"");
}

/// Every shipped case says where it comes from, and only adapters that were never tried have made-up cases alone.
#[apply(test)]
fn cases_say_whether_they_were_recorded_or_made_up() {
    let mut untried = Vec::new();
    for adapter in Adapter::load_all(&[root("slicers")]).unwrap() {
        let origins: Vec<CaseOrigin> = cases(&adapter)
            .unwrap()
            .iter()
            .map(|case| {
                replay(&adapter, case).unwrap().origin.unwrap_or_else(|| panic!("{}", case.display()))
            })
            .collect();
        if !origins.is_empty() && origins.iter().all(|origin| *origin == CaseOrigin::MadeUp) {
            untried.push(adapter.name);
        }
    }
    assert_eq!(untried, [""; 0]);
}
