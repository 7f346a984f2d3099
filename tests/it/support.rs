//! What tests of several areas share: the program, suites in folders of their own, seeds.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use bench_slicers::error::EXIT_COULD_NOT;
use bench_slicers::suite::{Evidence, Input, Suite};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// The suite of this repository, as it is in its folder.
pub(crate) static SUITE: LazyLock<Suite> =
    LazyLock::new(|| Suite::load(&[root("suite")]).unwrap_or_else(|error| panic!("{error}")));

/// A path of this repository.
pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The file of the program: the one that was built with the tests, or what `TESTED_PROGRAM` names, built of the same sources.
pub(crate) fn program_path() -> &'static Path {
    static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
        let named = std::env::var_os("TESTED_PROGRAM").filter(|path| !path.is_empty());
        named.unwrap_or_else(|| env!("CARGO_BIN_EXE_bench-slicers").into()).into()
    });
    &PATH
}

/// The program, in the folder of this repository and without the settings of whoever runs the tests.
pub(crate) fn program() -> Command {
    let mut command = Command::new(program_path());
    command.current_dir(root(""));
    unset_settings(&mut command);
    command
}

/// Takes the variables `BENCH_SLICERS_…` out of the command's environment.
pub(crate) fn unset_settings(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("BENCH_SLICERS_") {
            command.env_remove(name);
        }
    }
}

/// Lets an interrupt end what is started: what a shell runs in the background ignores interrupts, and so would all that it
/// starts.
pub(crate) fn hear_interrupts(command: &mut Command) {
    // SAFETY: `signal` is safe between fork and exec, and takes numbers only.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            Ok(())
        });
    }
}

/// What the program does with these arguments.
pub(crate) fn call(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

/// What the program does in a folder.
pub(crate) fn call_in(dir: &Path, args: &[&str]) -> Output {
    program().current_dir(dir).args(args).output().unwrap()
}

/// What the program prints in a folder, where it must exit with 0.
pub(crate) fn done_in(dir: &Path, args: &[&str]) -> String {
    let output = call_in(dir, &[&["--quiet"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}\n{}", stderr(&output));
    stdout(&output)
}

/// Copies a folder with all that is in it.
pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_folder(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Processes alive that inherited this variable with this value, by name.
pub(crate) fn survivors(variable: &str, value: &str) -> Vec<String> {
    let entry = format!("{variable}={value}");
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten().map(|process| process.path());
    let has_mark = |path: &PathBuf| {
        let environ = fs::read(path.join("environ")).unwrap_or_default();
        environ.split(|byte| *byte == 0).any(|found| found == entry.as_bytes())
    };
    processes.filter(has_mark).map(|path| fs::read_to_string(path.join("comm")).unwrap_or_default()).collect()
}

/// The same cases every time, unless `PROPTEST_RNG_SEED` or `PROPTEST_CASES` ask for others or more.
///
/// What fails is printed with the smallest case, which needs no seed.
pub(crate) fn config(n_cases: u32) -> ProptestConfig {
    let n_cases = setting("PROPTEST_CASES").map_or(n_cases, |n| n as u32);
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(setting("PROPTEST_RNG_SEED").unwrap_or(2019)),
        ..ProptestConfig::with_cases(n_cases)
    }
}

/// A number from the environment.
pub(crate) fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name}: `{value}` is not a number")))
}

/// Inputs of one argument each.
pub(crate) fn inputs(args: &[&str]) -> Vec<Input> {
    args.iter().map(|arg| Input { args: vec![(*arg).to_owned()], stdin: String::new() }).collect()
}

/// The program of [`Folder::with_manifest`].
pub(crate) const PROGRAM: &str = "\
-module(program).
-export([main/1]).
main(N) ->
    A = N + 1,
    B = {A, A},
    if A > 3 -> B; true -> N end.
";

/// Its slice for [`CRITERION`].
pub(crate) const GOLD: &str = "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = N + 1.\n";

/// What every `benchmark.toml` needs before its first table.
pub(crate) const HEAD: &str = "\
format = 1
title = \"A sum\"
source = \"written for a test\"
program = \"program.erl\"
entry = \"main/1\"
";

/// The criterion that has a gold slice.
pub(crate) const CRITERION: &str = "\
[[criterion]]
id = \"s4A\"
line = 4
variable = \"A\"
";

/// A suite folder that is removed at the end.
pub(crate) struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    /// A folder with nothing in it.
    pub(crate) fn empty() -> Folder {
        Folder { dir: tempfile::tempdir().unwrap() }
    }

    /// A suite with one good benchmark, `erlang/sum`, whose `benchmark.toml` is this.
    pub(crate) fn with_manifest(manifest: &str) -> Folder {
        let folder = Folder::empty();
        folder.write("erlang/sum/benchmark.toml", manifest);
        folder.write("erlang/sum/program.erl", PROGRAM);
        folder.write("erlang/sum/gold/s4A.erl", GOLD);
        folder
    }

    /// A suite with [`PROGRAM`], its criterion and one input, `2`.
    pub(crate) fn with_input() -> Folder {
        Folder::with_manifest(&format!("{HEAD}[[input]]\nargs = [\"2\"]\n{CRITERION}"))
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Where the folder is.
    pub(crate) fn path(&self) -> PathBuf {
        self.dir.path().to_owned()
    }

    /// The suite, which must be good.
    pub(crate) fn load(&self) -> Suite {
        Suite::load(&[self.path()]).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The whole message, the folder's own path shown as `DIR`.
    pub(crate) fn message(&self) -> String {
        let error = Suite::load(&[self.path()]).expect_err("the suite is bad");
        assert_eq!(error.exit_code(), EXIT_COULD_NOT);
        error.to_string().replace(&*self.path().to_string_lossy(), "DIR")
    }
    /// How far the first gold slice is proved; `None` when the suite does not load.
    pub(crate) fn evidence(&self) -> Option<Evidence> {
        Suite::load(&[self.path()]).ok().map(|suite| suite.benchmarks[0].criteria[0].evidence)
    }
}
