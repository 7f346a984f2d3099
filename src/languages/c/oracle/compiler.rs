//! Calls of gcc, and the programs that come of them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::ast::SourceFile;
use crate::error::{self, Result};
use crate::files;
use crate::languages::c::scope::is_header;
use crate::languages::kept;
use crate::process::{self, Completion, End, Invocation, Limits, Session};

/// Name of the compiler.
pub(super) const GCC: &str = "gcc";

const PRELUDE: &str = include_str!("server/prelude.h");

/// The runtime and its parts.
const RUNTIME: [(&str, &str); 4] = [
    ("runtime.c", include_str!("server/runtime.c")),
    ("memory.h", include_str!("server/memory.h")),
    ("rows.h", include_str!("server/rows.h")),
    ("values.h", include_str!("server/values.h")),
];

/// No program of a suite takes as long to compile.
const LIMIT_S: f64 = 120.0;

/// What nothing has initialised has one value, and what has no defined behaviour ends a run: `server/runtime.c` is the
/// part of AddressSanitizer that a program needs at run time.
const FLAGS: [&str; 14] = [
    "-std=gnu17",
    // Where nothing can reach it, a call of a function that is gone would be left out without a word.
    "-Werror=implicit-function-declaration",
    "-fpermissive",
    "-ftrivial-auto-var-init=pattern",
    "-fsanitize=undefined",
    "-fsanitize-undefined-trap-on-error",
    "-fno-strict-aliasing",
    "-fsanitize=kernel-address",
    "-fasan-shadow-offset=0x7fff8000",
    "-fsanitize-address-use-after-scope",
    "--param=asan-stack=1",
    "--param=asan-globals=1",
    "--param=asan-instrumentation-with-call-threshold=1000000",
    "-include",
];

/// Functions of the library that our runtime has in their place.
const WRAPPED: &str = "\
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=exit,--wrap=time,--wrap=clock,--wrap=memcpy,\
    --wrap=memmove,--wrap=memset,--wrap=memcmp,--wrap=strlen,--wrap=strchr,--wrap=strrchr,--wrap=strstr,--wrap=strcmp,\
    --wrap=strncmp,--wrap=strcpy,--wrap=strncpy,--wrap=strcat,--wrap=strncat,--wrap=atoi,--wrap=atol,--wrap=atof,\
    --wrap=strtol,--wrap=strtod,--wrap=fgets,--wrap=sprintf,--wrap=snprintf";

/// A private folder in which things are compiled; removed when dropped.
pub(super) struct Compiler {
    folder: tempfile::TempDir,
    /// `gcc 12.2.0`.
    pub(super) version: String,
    /// The runtime as an object file.
    runtime: PathBuf,
}

impl Compiler {
    /// Finds the compiler and prepares a folder.
    ///
    /// # Errors
    /// There is no gcc, or it is too old.
    pub(super) fn find() -> Result<Compiler> {
        let folder = tempfile::tempdir().map_err(|cause| missing(&cause))?;
        let compiler = Compiler { folder, version: String::new(), runtime: PathBuf::new() };
        let said = compiler.call(&["-dumpfullversion".to_owned()]).map_err(|cause| missing(&cause))?;
        let version = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
        if major.is_none_or(|major| major < 12) {
            return Err(missing(&io::Error::other(format!("version `{version}` is older than 12"))));
        }
        compiler.write("prelude.h", PRELUDE)?;
        for (name, text) in RUNTIME {
            compiler.write(name, text)?;
        }
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
        let done = process::run(&Invocation { argv, cwd, env, limits, ..Invocation::default() });
        match &done.end {
            End::NotStarted(cause) => Err(io::Error::other(cause.clone())),
            End::NoResources(lack) => Err(io::Error::other(lack.cause.clone())),
            _ => Ok(done),
        }
    }

    /// Writes the files of a program into a folder of its own, and compiles those that are no headers, each by itself;
    /// `Err` in the result has what the compiler said.
    fn compile(
        &self,
        files: &[SourceFile],
        name: &str,
        how: &[&str],
        ending: &str,
    ) -> Result<std::result::Result<Vec<String>, String>> {
        let paths = inside(files);
        for (file, path) in files.iter().zip(&paths) {
            let path = self.path(&format!("{name}.d")).join(path);
            let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
            folder.and_then(|()| fs::write(&path, &file.text)).map_err(|cause| failed(&cause.to_string()))?;
        }
        let mut outputs = Vec::new();
        for (idx, _) in files.iter().enumerate().filter(|(_, file)| !is_header(&file.path)) {
            let output = format!("{name}.d/{idx}.{ending}");
            let mut args: Vec<String> = FLAGS.iter().map(|&flag| flag.to_owned()).collect();
            args.push("prelude.h".to_owned());
            // A file is C whatever its name ends with: gcc leaves one without an ending to the linker, and says nothing.
            args.extend(how.iter().copied().chain(["-x", "c"]).map(str::to_owned));
            args.extend(["-o".to_owned(), output.clone(), format!("{name}.d/{}", paths[idx].display())]);
            if let Err(said) = self.finish(&args)? {
                return Ok(Err(said));
            }
            outputs.push(output);
        }
        Ok(Ok(outputs))
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

    /// Has the runtime compiled, unless this version of the compiler has done so before.
    pub(super) fn runtime(&mut self) -> Result<()> {
        let name = kept::name_of("c", &(RUNTIME, &self.version));
        let kept = kept::kept_servers().map(|all| all.join(format!("{name}.o")));
        match kept.filter(|kept| kept.is_file() || self.keep_runtime(kept).is_ok()) {
            Some(kept) => self.runtime = kept,
            None => {
                self.runtime = self.path("runtime.o");
                self.compile_runtime(&self.runtime)?;
            }
        }
        Ok(())
    }

    /// Compiles it beside where it is to be, and puts it there in one step: another process may be about to read it.
    fn keep_runtime(&self, kept: &Path) -> Result<()> {
        let failed = |cause: io::Error| failed(&cause.to_string());
        let folder = kept.parent().unwrap_or(kept);
        fs::create_dir_all(folder).map_err(failed)?;
        let draft = tempfile::Builder::new().prefix(files::DRAFT).tempfile_in(folder).map_err(failed)?;
        self.compile_runtime(draft.path())?;
        draft.persist(kept).map(drop).map_err(|cause| failed(cause.error))
    }

    fn compile_runtime(&self, output: &Path) -> Result<()> {
        let args =
            ["-std=gnu17", "-w", "-O2", "-fno-builtin", "-fno-stack-protector", "-c", "runtime.c", "-o"];
        let args = args.iter().map(|&arg| arg.to_owned()).chain([output.to_string_lossy().into_owned()]);
        let args: Vec<String> = args.collect();
        self.finish(&args)?.map_err(|said| failed(&said))
    }

    /// The types that a probe's table has, by their numbers.
    pub(super) fn types(
        &self,
        probe: &[SourceFile],
    ) -> Result<std::result::Result<BTreeMap<u16, u32>, String>> {
        let outputs = match self.compile(probe, "probe", &["-O0", "-S"], "s")? {
            Ok(outputs) => outputs,
            Err(said) => return Ok(Err(said)),
        };
        let mut found = BTreeMap::new();
        for output in outputs {
            let text = fs::read_to_string(self.path(&output)).map_err(|cause| failed(&cause.to_string()))?;
            found.extend(table(&text));
        }
        Ok(Ok(found))
    }

    /// A program that judges, from texts with our prelude; the runtime must be there.
    pub(super) fn program(
        &self,
        files: &[SourceFile],
        name: &str,
        optimise: &str,
    ) -> Result<std::result::Result<PathBuf, String>> {
        let objects = match self.compile(files, name, &[optimise, "-c"], "o")? {
            Ok(objects) => objects,
            Err(said) => return Ok(Err(said)),
        };
        let link = |how: Option<&str>| {
            let args = how.into_iter().chain(objects.iter().map(String::as_str));
            let runtime = self.runtime.to_string_lossy();
            let args = args.chain([&runtime, WRAPPED, "-o", name, "-lm"]);
            let args: Vec<String> = args.map(str::to_owned).collect();
            Ok(self.finish(&args)?.map(|()| self.path(name)))
        };
        // A process without shared libraries forks in two thirds of the time; not every system has the static one.
        match link(Some("-static"))? {
            Ok(path) => Ok(Ok(path)),
            Err(_) => link(None),
        }
    }

    /// Starts such a program; `in_rows` lets runs share processes, where it names nothing but what is known to change memory
    /// alone.
    pub(super) fn start(&self, program: &Path, in_rows: bool) -> Result<Session> {
        let mut argv = vec![program.to_string_lossy().into_owned()];
        argv.extend(in_rows.then(|| "rows".to_owned()));
        let cwd = self.folder.path().to_owned();
        Session::start(&Invocation { argv, cwd, ..Invocation::default() })
            .map_err(|cause| failed(&cause.to_string()))
    }

    /// Removes what was made under a name.
    pub(super) fn forget(&self, name: &str) {
        // The folder goes as a whole later.
        let _ = fs::remove_file(self.path(name));
        let _ = fs::remove_dir_all(self.path(&format!("{name}.d")));
    }
}

/// Where files lie in a folder of their own: as they lie to each other.
fn inside(files: &[SourceFile]) -> Vec<PathBuf> {
    let folder = |file: &SourceFile| file.path.parent().map(Path::to_owned).unwrap_or_default();
    let mut common = files.first().map(folder).unwrap_or_default();
    while !files.iter().all(|file| file.path.starts_with(&common)) {
        common.pop();
    }
    let is_plain = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    let relative = |file: &SourceFile| {
        let path = file.path.strip_prefix(&common).ok().filter(|path| is_plain(path));
        // Nothing is ever written outside of the folder.
        path.map_or_else(|| PathBuf::from(file.path.file_name().unwrap_or_default()), Path::to_owned)
    };
    files.iter().map(relative).collect()
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
    fn files_lie_in_their_folder_as_they_lie_to_each_other() {
        let check = |paths: &[&str], wanted: &[&str]| {
            let files: Vec<SourceFile> = paths.iter().map(|path| SourceFile::new(path, "")).collect();
            let wanted: Vec<PathBuf> = wanted.iter().map(PathBuf::from).collect();
            assert_eq!(inside(&files), wanted);
        };
        check(&["program.c"], &["program.c"]);
        check(&["/home/x/program.c"], &["program.c"]);
        check(&["/home/x/a.c", "/home/x/lib/b.h"], &["a.c", "lib/b.h"]);
        check(&["src/a.c", "include/b.h"], &["src/a.c", "include/b.h"]);
        check(&["../a.c"], &["a.c"]);
    }

    #[test]
    fn types_are_read_from_assembler_text() {
        let text = "\t.type\tbs__type.1, @object\nbs__type.1:\n\t.long\t17\n\t.long\t1\nbs__type.0:\n\t.zero\t4\n\t.long\t9\n";
        assert_eq!(table(text), BTreeMap::from([(17, 1), (0, 9)]));
    }
}
