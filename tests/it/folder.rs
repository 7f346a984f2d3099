//! Suites in folders of their own, for tests that break them.

use std::fs;
use std::path::PathBuf;

use bench_slicers::error::EXIT_COULD_NOT;
use bench_slicers::suite::Suite;

/// The program of [`Folder::with_manifest`].
pub const PROGRAM: &str = "\
-module(program).
-export([main/1]).
main(N) ->
    A = N + 1,
    B = {A, A},
    if A > 3 -> B; true -> N end.
";

/// Its slice for [`CRITERION`].
pub const GOLD: &str = "-module(program).\n-export([main/1]).\nmain(N) ->\n    A = N + 1.\n";

/// What every `benchmark.toml` needs before its first table.
pub const HEAD: &str = "\
format = 1
title = \"A sum\"
source = \"written for a test\"
program = \"program.erl\"
entry = \"main/1\"
";

/// The criterion that has a gold slice.
pub const CRITERION: &str = "\
[[criterion]]
id = \"s4A\"
line = 4
variable = \"A\"
";

/// A suite folder that is removed at the end.
pub struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    /// A folder with nothing in it.
    pub fn empty() -> Folder {
        Folder { dir: tempfile::tempdir().unwrap() }
    }

    /// A suite with one good benchmark, `erlang/sum`, whose `benchmark.toml` is this.
    pub fn with_manifest(manifest: &str) -> Folder {
        let folder = Folder::empty();
        folder.write("erlang/sum/benchmark.toml", manifest);
        folder.write("erlang/sum/program.erl", PROGRAM);
        folder.write("erlang/sum/gold/s4A.erl", GOLD);
        folder
    }

    /// Writes a file and the folders above it.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Where the folder is.
    pub fn path(&self) -> PathBuf {
        self.dir.path().to_owned()
    }

    /// The suite, which must be good.
    pub fn load(&self) -> Suite {
        Suite::load(&[self.path()]).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The whole message, the folder's own path shown as `DIR`.
    pub fn message(&self) -> String {
        let error = Suite::load(&[self.path()]).expect_err("the suite is bad");
        assert_eq!(error.exit_code(), EXIT_COULD_NOT);
        error.to_string().replace(&*self.path().to_string_lossy(), "DIR")
    }
}
