//! Calls of gcc, and the programs that come of them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{self, Result};
use crate::process::{self, Completion, End, Invocation, Limits, Session};

/// Name of the compiler.
pub(super) const GCC: &str = "gcc";

const PRELUDE: &str = include_str!("server/prelude.h");
const RUNTIME: &str = include_str!("server/runtime.c");

/// No program of a suite takes as long to compile.
const LIMIT_S: f64 = 120.0;

/// What nothing has initialised has one value, and what has no defined behaviour ends a run.
const FLAGS: [&str; 8] = [
    "-std=gnu17",
    // Where nothing can reach it, a call of a function that is gone would be left out without a word.
    "-Werror=implicit-function-declaration",
    "-fpermissive",
    "-ftrivial-auto-var-init=pattern",
    "-fsanitize=undefined",
    "-fsanitize-undefined-trap-on-error",
    "-fno-strict-aliasing",
    "-include",
];

/// Functions of the library that our runtime has in their place.
const WRAPPED: &str =
    "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=exit,--wrap=time,--wrap=clock";

/// A private folder in which things are compiled; removed when dropped.
pub(super) struct Compiler {
    folder: tempfile::TempDir,
    /// `gcc 12.2.0`.
    pub(super) version: String,
}

impl Compiler {
    /// Finds the compiler and prepares a folder.
    ///
    /// # Errors
    /// There is no gcc, or it is too old.
    pub(super) fn find() -> Result<Compiler> {
        let folder = tempfile::tempdir().map_err(|cause| missing(&cause))?;
        let compiler = Compiler { folder, version: String::new() };
        let said = compiler.call(&["-dumpfullversion".to_owned()]).map_err(|cause| missing(&cause))?;
        let version = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
        if major.is_none_or(|major| major < 12) {
            return Err(missing(&io::Error::other(format!("version `{version}` is older than 12"))));
        }
        compiler.write("prelude.h", PRELUDE)?;
        compiler.write("runtime.c", RUNTIME)?;
        Ok(Compiler { version: format!("gcc {version}"), ..compiler })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> Result<()> {
        fs::write(self.path(name), text).map_err(|cause| failed(&cause.to_string()))
    }

    fn call(&self, args: &[String]) -> io::Result<Completion> {
        let argv = std::iter::once(GCC.to_owned()).chain(args.iter().cloned()).collect();
        let limits = Limits { wall_s: LIMIT_S, ..Limits::default() };
        let cwd = self.folder.path().to_owned();
        let env = BTreeMap::from([("LC_ALL".to_owned(), "C".to_owned())]);
        let done = process::run(&Invocation { argv, cwd, env, limits, stdin: None });
        match &done.end {
            End::NotStarted(cause) => Err(io::Error::other(cause.clone())),
            End::NoResources(lack) => Err(io::Error::other(lack.cause.clone())),
            _ => Ok(done),
        }
    }

    /// Compiles a text; `Err` in the result has what the compiler said.
    fn compile(&self, text: &str, name: &str, how: &[&str]) -> Result<std::result::Result<(), String>> {
        let source = format!("{name}.c");
        self.write(&source, text)?;
        let mut args: Vec<String> = FLAGS.iter().map(|&flag| flag.to_owned()).collect();
        args.push("prelude.h".to_owned());
        args.extend(how.iter().map(|&flag| flag.to_owned()));
        args.push(source);
        self.finish(&args)
    }

    fn finish(&self, args: &[String]) -> Result<std::result::Result<(), String>> {
        let done = self.call(args).map_err(|cause| missing(&cause))?;
        if done.end == End::Exited(0) {
            return Ok(Ok(()));
        }
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        let line = said.lines().find(|line| line.contains("error")).or_else(|| said.lines().next());
        Ok(Err(line.unwrap_or("no reason given").to_owned()))
    }

    /// The runtime, compiled once.
    pub(super) fn runtime(&self) -> Result<()> {
        let args = ["-std=gnu17", "-w", "-O2", "-c", "runtime.c", "-o", "runtime.o"];
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        self.finish(&args)?.map_err(|said| failed(&said))
    }

    /// The types that a probe's table has, by their numbers.
    pub(super) fn types(&self, probe: &str) -> Result<std::result::Result<BTreeMap<u16, u32>, String>> {
        if let Err(said) = self.compile(probe, "probe", &["-O0", "-S", "-o", "probe.s"])? {
            return Ok(Err(said));
        }
        let text = fs::read_to_string(self.path("probe.s")).map_err(|cause| failed(&cause.to_string()))?;
        Ok(Ok(table(&text)))
    }

    /// A program that judges, from a text with our prelude; the runtime must be there.
    pub(super) fn program(
        &self,
        text: &str,
        name: &str,
        optimise: &str,
    ) -> Result<std::result::Result<PathBuf, String>> {
        let object = format!("{name}.o");
        if let Err(said) = self.compile(text, name, &[optimise, "-c", "-o", &object])? {
            return Ok(Err(said));
        }
        let link = |how: Option<&str>| {
            let args = [object.as_str(), "runtime.o", WRAPPED, "-o", name, "-lm"];
            let args: Vec<String> = how.into_iter().chain(args).map(str::to_owned).collect();
            Ok(self.finish(&args)?.map(|()| self.path(name)))
        };
        // A process without shared libraries forks in two thirds of the time; not every system has the static one.
        match link(Some("-static"))? {
            Ok(path) => Ok(Ok(path)),
            Err(_) => link(None),
        }
    }

    /// Starts such a program.
    pub(super) fn start(&self, program: &Path) -> Result<Session> {
        let argv = vec![program.to_string_lossy().into_owned()];
        let cwd = self.folder.path().to_owned();
        Session::start(&Invocation { argv, cwd, ..Invocation::default() })
            .map_err(|cause| failed(&cause.to_string()))
    }

    /// Removes what was made under a name.
    pub(super) fn forget(&self, name: &str) {
        for file in [name.to_owned(), format!("{name}.c"), format!("{name}.o")] {
            // The folder goes as a whole later.
            let _ = fs::remove_file(self.path(&file));
        }
    }
}

/// Entries `bs__type: number, type` of an assembler text.
fn table(text: &str) -> BTreeMap<u16, u32> {
    let mut found = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if !(line.starts_with("bs__type") && line.trim_end().ends_with(':')) {
            continue;
        }
        let mut word = || {
            let line = lines.next()?.trim();
            let value = line.strip_prefix(".long")?.trim();
            value.parse::<u32>().ok()
        };
        // An assembler writes zeros in another way.
        let number = word().unwrap_or(0);
        if let Some(class) = word() {
            found.insert(number as u16, class);
        }
    }
    found
}

fn missing(cause: &io::Error) -> error::Error {
    error::oracle::no_runtime("C", GCC, cause)
}

/// What went wrong that should not.
pub(super) fn failed(said: &str) -> error::Error {
    error::oracle::runtime_failed(GCC, said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_from_assembler_text() {
        let text = "\t.type\tbs__type.1, @object\nbs__type.1:\n\t.long\t17\n\t.long\t1\nbs__type.0:\n\t.zero\t4\n\t.long\t9\n";
        assert_eq!(table(text), BTreeMap::from([(17, 1), (0, 9)]));
    }
}
