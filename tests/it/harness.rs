//! Runs the tests of this binary as `cargo test` runs others, except that a test says what it needs.
//!
//! `#[apply(test)]` marks a test, `#[needs(Erlang)]` below it what must be installed. A test that cannot run is ignored,
//! and the last lines name it with the reason; with `SLOW_TESTS=1` it fails. `TEST_TIMES=10` prints the ten slowest;
//! `RUST_TEST_THREADS=3` tries so many at the same time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Output};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::support::stdout;

/// One test, as `#[apply(test)]` registers it.
pub(crate) struct Test {
    pub module: &'static str,
    pub name: &'static str,
    pub run: fn(),
    pub needs: &'static [Need],
}

inventory::collect!(Test);

impl Test {
    /// `oracle::closures_agree`, without the name of the binary.
    pub(crate) fn path(&self) -> String {
        let module = self.module.split_once("::").map_or("", |(_, module)| module);
        format!("{module}::{}", self.name)
    }
}

/// What a test may need besides this project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Bash,
    Browser,
    Erlang,
    /// The sources of the standard library.
    ErlangSources,
    Gcc,
    Go,
    Groff,
    /// A JDK, with its compiler.
    Java,
    /// A published library, with its sources.
    JavaLibrary,
    Mandoc,
    Node,
    Pdflatex,
    /// Formatters and pretty printers of all languages.
    Printers,
    Python,
    R,
    /// Validators of report formats.
    Schemas,
    /// Real slicers and compilers of all languages, which take minutes.
    SlowTests,
    /// Readers of CSV: pandas and DuckDB.
    Tables,
    /// A kernel of its own, in a process.
    UserModeLinux,
}

impl Need {
    const N: usize = Need::UserModeLinux as usize + 1;

    /// What it is, and where it comes from.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Need::Bash => "`bash`",
            Need::Browser => {
                "`node`, `chromium`, playwright-core and axe-core (`.ci/install-real-tools.sh browser`)"
            }
            Need::Erlang => "`erl` (Debian's erlang-base)",
            Need::ErlangSources => "`erl` with the sources of its library (Debian's erlang-src)",
            Need::Gcc => "`gcc`",
            Need::Go => "`go` (`.ci/install-real-tools.sh go`)",
            Need::Groff => "`groff`",
            Need::Mandoc => "`mandoc`",
            Need::Node => "`node`",
            Need::Pdflatex => "`pdflatex` (`.ci/install-real-tools.sh latex`)",
            Need::Printers => {
                "`node`, `java`, `python3`, `escript` and `Rscript` with printers (`.ci/install-real-tools.sh printers`)"
            }
            Need::Java => "`javac`",
            Need::JavaLibrary => {
                "sources of a library of Maven Central (`.ci/install-real-tools.sh libraries`)"
            }
            Need::Python => "`python3`",
            Need::R => "`Rscript` (Debian's r-base-core)",
            Need::Schemas => "`node` and schemas of reports (`.ci/install-real-tools.sh schemas`)",
            Need::Tables => "`python3` with pandas and duckdb (`.ci/install-real-tools.sh tables`)",
            Need::UserModeLinux => "`linux.uml` and `python3` (`.ci/install-real-tools.sh kernel`)",
            Need::SlowTests => "`SLOW_TESTS=1`, and real slicers and compilers (`.ci/install-real-tools.sh`)",
        }
    }

    /// Whether it is there, found out once by running it.
    pub(crate) fn is_met(self) -> bool {
        static FOUND: [OnceLock<bool>; Need::N] = [const { OnceLock::new() }; Need::N];
        *FOUND[self as usize].get_or_init(|| match self {
            Need::Bash => starts("bash", &["--version"]),
            Need::Browser => {
                starts("node", &["--version"])
                    && starts("chromium", &["--version"])
                    && has_modules("browser", &["playwright-core", "axe-core"])
            }
            Need::Erlang => starts("erl", &["-noshell", "-eval", "halt()."]),
            Need::ErlangSources => stdlib().is_some_and(|dir| dir.join("lists.erl").is_file()),
            Need::Gcc => starts("gcc", &["--version"]),
            Need::Go => starts("go", &["version"]),
            Need::Groff => starts("groff", &["--version"]),
            Need::Mandoc => starts("mandoc", &["-Tlint", "-W", "error", "/dev/null"]),
            Need::Node => starts("node", &["--version"]),
            Need::Pdflatex => starts("pdflatex", &["--version"]),
            Need::Printers => {
                let folder = tool_folder("printers");
                starts("node", &["--version"])
                    && starts("java", &["--version"])
                    && starts("python3", &["--version"])
                    && starts(
                        "erl",
                        &["-noshell", "-eval", "{module, _} = code:load_file(erl_prettypr), halt()."],
                    )
                    && starts("Rscript", &["--version"])
                    && has_modules(
                        "printers",
                        &["prettier", "astring", "escodegen", "@babel/generator", "terser"],
                    )
                    && ["jars", "python/black", "python/clang_format"]
                        .iter()
                        .all(|name| folder.join(name).is_dir())
            }
            Need::Java => starts("javac", &["--version"]),
            Need::JavaLibrary => ["", "-sources"].iter().all(|kind| library_of_java(kind).is_file()),
            Need::Python => starts("python3", &["--version"]),
            Need::R => starts("Rscript", &["--version"]),
            Need::Schemas => {
                let crates = tool_folder("schemas").join("crates/vendor");
                starts("node", &["--version"])
                    && has_modules("schemas", &["ajv", "ajv-formats", "xmllint-wasm"])
                    && crates.join("serde-sarif/src/schema.json").is_file()
                    && crates.join("junit-report/tests/JUnit.xsd").is_file()
            }
            Need::UserModeLinux => starts("linux.uml", &["--version"]) && starts("python3", &["--version"]),
            Need::SlowTests => is_slow(),
            Need::Tables => {
                let folder = tool_folder("tables");
                starts("python3", &["--version"])
                    && ["pandas", "duckdb"].iter().all(|name| folder.join(name).is_dir())
            }
        })
    }
}

/// Whether tests take all the time and all the tools they can, as in CI.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("SLOW_TESTS").is_some()
}

/// Whether tests take hours, too: `SLOW_TESTS` and `NIGHTLY`.
pub(crate) fn is_nightly() -> bool {
    is_slow() && std::env::var_os("NIGHTLY").is_some_and(|set| !set.is_empty())
}

/// How much is tried: by `cargo test`, with `SLOW_TESTS`, and with `NIGHTLY`, too.
pub(crate) fn amount<T>(quick: T, slow: T, nightly: T) -> T {
    match (is_nightly(), is_slow()) {
        (true, _) => nightly,
        (false, true) => slow,
        (false, false) => quick,
    }
}

/// One in how many cases of a long row is tried: this, and all of them with `SLOW_TESTS`.
pub(crate) fn share(n: usize) -> usize {
    if is_slow() { 1 } else { n }
}

/// Folder into which `.ci/install-real-tools.sh` installs a tool from npm or crates.io.
pub(crate) fn tool_folder(tool: &str) -> PathBuf {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let tools = from("BENCH_SLICERS_TOOLS")
        .or_else(|| Some(from("XDG_CACHE_HOME")?.join("bench-slicers/tools")))
        .or_else(|| Some(from("HOME")?.join(".cache/bench-slicers/tools")));
    tools.unwrap_or_default().join(tool)
}

/// A jar of the published library that slices of Java are tried on: its classes (``), or its sources (`-sources`).
pub(crate) fn library_of_java(kind: &str) -> PathBuf {
    tool_folder("libraries").join(format!("commons-lang3-3.18.0{kind}.jar"))
}

/// Folder of the sources of Erlang's standard library, which may be empty.
pub(crate) fn stdlib() -> Option<PathBuf> {
    let print = "io:put_chars(code:lib_dir(stdlib)), halt().";
    let output = Command::new("erl").args(["-noshell", "-eval", print]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?).join("src"))
}

fn starts(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
}

fn has_modules(tool: &str, names: &[&str]) -> bool {
    let folder = tool_folder(tool).join("node_modules");
    names.iter().all(|name| folder.join(name).is_dir())
}

/// What the run found out about its tests, for the last lines.
#[derive(Default)]
struct Findings {
    /// Names of tests that lack something, by what it is.
    ignored: BTreeMap<&'static str, Vec<String>>,
    lasted: Vec<(Duration, String)>,
}

static FINDINGS: Mutex<Findings> = Mutex::new(Findings { ignored: BTreeMap::new(), lasted: Vec::new() });

fn judge(test: &'static Test) -> Result<Completion, Failed> {
    if let Some(need) = test.needs.iter().find(|need| !need.is_met()) {
        if is_slow() {
            return Err(format!("needs {}, and SLOW_TESTS requires it", need.what()).into());
        }
        FINDINGS.lock().unwrap().ignored.entry(need.what()).or_default().push(test.path());
        return Ok(Completion::ignored_with(format!("needs {}", need.what())));
    }
    let start = Instant::now();
    // A thread of its own, with the name of the test, which a panic prints.
    let thread = std::thread::Builder::new().name(test.path()).spawn(test.run).unwrap();
    let end = thread.join();
    FINDINGS.lock().unwrap().lasted.push((start.elapsed(), test.path()));
    end.map(|()| Completion::Completed).map_err(|panic| message(&*panic).into())
}

fn message(panic: &dyn std::any::Any) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "test panicked".to_owned())
}

/// Runs the tests that the arguments choose.
pub(crate) fn run() -> ExitCode {
    let mut tests: Vec<&'static Test> = inventory::iter::<Test>.into_iter().collect();
    tests.sort_by_key(|test| test.path());
    let trials = tests.into_iter().map(|test| Trial::ignorable_test(test.path(), || judge(test))).collect();
    let mut arguments = Arguments::from_args();
    let threads = std::env::var("RUST_TEST_THREADS").ok().and_then(|n| n.parse().ok());
    arguments.test_threads = arguments.test_threads.or(threads);
    let conclusion = libtest_mimic::run(&arguments, trials);
    let mut findings = FINDINGS.lock().unwrap();
    if let Some(n) = std::env::var("TEST_TIMES").ok().and_then(|n| n.parse().ok()) {
        print_slowest(&mut findings.lasted, n);
    }
    print_ignored(&mut findings.ignored);
    conclusion.exit_code()
}

fn print_slowest(lasted: &mut [(Duration, String)], n: usize) {
    lasted.sort();
    println!("slowest tests:");
    for (time, name) in lasted.iter().rev().take(n) {
        println!("    {:7.2} s  {name}", time.as_secs_f64());
    }
    println!();
}

fn print_ignored(ignored: &mut BTreeMap<&'static str, Vec<String>>) {
    for (what, names) in ignored {
        let needs = if names.len() == 1 { "test needs" } else { "tests need" };
        println!("ignored: {} {needs} {what}", names.len());
        names.sort();
        names.iter().for_each(|name| println!("    {name}"));
    }
}

/// This very binary where no program is on the `PATH`, with `SLOW_TESTS` or without.
fn without_programs(args: &[&str], slow: Option<&str>) -> Output {
    let empty = tempfile::tempdir().unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(args).env("PATH", empty.path()).env_remove("SLOW_TESTS").env_remove("TEST_TIMES");
    command.envs(slow.map(|value| ("SLOW_TESTS", value))).output().unwrap()
}

#[apply(test)]
fn a_test_that_cannot_run_is_ignored_and_its_reason_is_the_last_line() {
    let needy: Vec<_> = inventory::iter::<Test>.into_iter().filter(|test| !test.needs.is_empty()).collect();
    assert!(needy.len() > 70, "only {} tests need something", needy.len());
    for test in needy {
        let (name, what) = (test.path(), test.needs[0].what());
        let output = without_programs(&["--exact", &name], None);
        let said = stdout(&output);
        assert!(output.status.success(), "{said}");
        assert!(said.contains("\ntest result: ok. 0 passed; 0 failed; 1 ignored; "), "{said}");
        assert!(said.ends_with(&format!("\nignored: 1 test needs {what}\n    {name}\n")), "{said}");
    }
}

#[apply(test)]
fn ignored_tests_are_grouped_by_what_they_need() {
    let said = stdout(&without_programs(&["schemas::"], None));
    let (before, list) = said.split_once("\nignored: ").expect("a list");
    let names: Vec<&str> = list.lines().skip(1).map(str::trim).collect();
    let n_names = names.len();
    assert!(list.starts_with(&format!("{n_names} tests need {}\n", Need::Schemas.what())), "{said}");
    assert!(n_names > 2 && names.is_sorted(), "{said}");
    assert!(before.contains(&format!("; {n_names} ignored; ")), "{said}");
}

#[apply(test)]
fn where_slow_tests_are_asked_for_nothing_is_ignored() {
    let output = without_programs(&["browser::"], Some("1"));
    let said = stdout(&output);
    assert_eq!(output.status.code(), Some(101), "{said}");
    assert!(said.contains("needs `node`") && said.contains("SLOW_TESTS requires it"), "{said}");
    assert!(said.contains("test result: FAILED. 0 passed; 1 failed; 0 ignored; "), "{said}");
}
