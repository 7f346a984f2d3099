//! One Erlang virtual machine that judges candidates.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::Result;
use crate::files;
use crate::languages::kept;
use crate::oracle::pool;
use crate::oracle::protocol;
use crate::process::{Invocation, Session};

/// Our modules of the virtual machine.
const SOURCES: [(&str, &str); 29] = [
    ("closures.hrl", include_str!("server/closures.hrl")),
    ("replay.hrl", include_str!("server/replay.hrl")),
    ("bench_slicers_allowed.erl", include_str!("server/allowed.erl")),
    ("bench_slicers_binaries.erl", include_str!("server/binaries.erl")),
    ("bench_slicers_calls.erl", include_str!("server/calls.erl")),
    ("bench_slicers_clauses.erl", include_str!("server/clauses.erl")),
    ("bench_slicers_closures.erl", include_str!("server/closures.erl")),
    ("bench_slicers_compiled.erl", include_str!("server/compiled.erl")),
    ("bench_slicers_comprehensions.erl", include_str!("server/comprehensions.erl")),
    ("bench_slicers_distance.erl", include_str!("server/distance.erl")),
    ("bench_slicers_exceptions.erl", include_str!("server/exceptions.erl")),
    ("bench_slicers_expressions.erl", include_str!("server/expressions.erl")),
    ("bench_slicers_funs.erl", include_str!("server/funs.erl")),
    ("bench_slicers_glance.erl", include_str!("server/glance.erl")),
    ("bench_slicers_judge.erl", include_str!("server/judge.erl")),
    ("bench_slicers_other.erl", include_str!("server/other.erl")),
    ("bench_slicers_patterns.erl", include_str!("server/patterns.erl")),
    ("bench_slicers_protocol.erl", include_str!("server/protocol.erl")),
    ("bench_slicers_probe.erl", include_str!("server/probe.erl")),
    ("bench_slicers_program.erl", include_str!("server/program.erl")),
    ("bench_slicers_reach.erl", include_str!("server/reach.erl")),
    ("bench_slicers_records.erl", include_str!("server/records.erl")),
    ("bench_slicers_replay.erl", include_str!("server/replay.erl")),
    ("bench_slicers_runtime.erl", include_str!("server/runtime.erl")),
    ("bench_slicers_scheme.erl", include_str!("server/scheme.erl")),
    ("bench_slicers_sequences.erl", include_str!("server/sequences.erl")),
    ("bench_slicers_server.erl", include_str!("server/server.erl")),
    ("bench_slicers_switches.erl", include_str!("server/switches.erl")),
    ("bench_slicers_virtual.erl", include_str!("server/virtual.erl")),
];

/// Compiles our modules unless this release has done so before, and starts the server. Where nothing can be written, as
/// between walls, modules are loaded as they are compiled. Where the compiler is comes before all other applications: it has some
/// fifty modules, each of which would be looked for in the folder of every application.
const BOOT: &str = r#"
    Base = os:getenv("BENCH_SLICERS_SERVER"),
    Dir = filename:join(Base, erlang:system_info(otp_release)),
    _ = filelib:ensure_dir(filename:join(Dir, "x")),
    lists:foreach(fun(Source) ->
        Beam = filename:join(Dir, filename:basename(Source, ".erl") ++ ".beam"),
        filelib:is_regular(Beam) orelse begin
            {ok, Module, Binary} = compile:file(Source, [binary]),
            Temp = Beam ++ "." ++ os:getpid(),
            case file:write_file(Temp, Binary) of
                ok -> ok = file:rename(Temp, Beam);
                {error, _} -> {module, _} = code:load_binary(Module, Source, Binary)
            end
        end
    end, filelib:wildcard(filename:join(Base, "*.erl"))),
    true = code:add_patha(filename:join(code:lib_dir(compiler), "ebin")),
    true = code:add_patha(Dir),
    spawn(fun() -> bench_slicers_server:start() end)."#;

/// Name of the program that is started.
pub(super) const ERL: &str = "erl";

/// Virtual machines without work, with the folder of their modules: the next oracle need not start its own, nor
/// have the compiler loaded again. They end with this process, which closes their standard input.
static IDLE: Mutex<Vec<(PathBuf, Vm)>> = Mutex::new(Vec::new());

/// Virtual machines that wait for work, at most.
const MAX_IDLE: usize = 4;

/// A running virtual machine.
pub(super) struct Vm {
    session: Session,
    /// Whether it answered everything it was asked.
    is_sound: bool,
    /// `Erlang/OTP 25, erts 13.1.5`.
    pub(super) version: String,
}

impl Vm {
    /// A virtual machine with our server, whose modules are in `base`: an idle one, or a new one. It may have
    /// another program loaded.
    pub(super) fn take(base: &Path) -> io::Result<Vm> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle.iter().position(|(folder, _)| folder == base);
        let found = found.map(|idx| idle.swap_remove(idx).1);
        drop(idle);
        found.map_or_else(|| Vm::start(base), Ok)
    }

    /// Leaves a virtual machine whose modules are in `base` to whoever takes one next.
    pub(super) fn park(self, base: &Path) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_sound && idle.len() < MAX_IDLE {
            idle.push((base.to_owned(), self));
        }
    }

    /// Starts a virtual machine with our server, whose modules are in `base`.
    fn start(base: &Path) -> io::Result<Vm> {
        let mut argv = vec![ERL];
        argv.extend(["+S", "1:1", "+sbwt", "none", "+A", "1", "-noinput", "-boot", "start_clean"]);
        argv.extend(["-kernel", "logger_level", "none", "-eval", BOOT]);
        let base_text = base.to_string_lossy().into_owned();
        let invocation = Invocation {
            argv: argv.into_iter().map(str::to_owned).collect(),
            cwd: base.to_owned(),
            env: BTreeMap::from([
                ("BENCH_SLICERS_SERVER".to_owned(), base_text),
                ("ERL_CRASH_DUMP_BYTES".to_owned(), "0".to_owned()),
            ]),
            ..Invocation::default()
        };
        let mut session = Session::start(&invocation)?;
        let version = protocol::version(&session.receive()?);
        let version = version.ok_or_else(|| io::Error::other("another version of the protocol"))?;
        Ok(Vm { session, is_sound: true, version })
    }
}

impl pool::Worker for Vm {
    fn exchange(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        let answer = self.session.exchange(request);
        self.is_sound &= answer.is_ok();
        answer
    }
}

/// Folder with our modules as source: where servers are kept, else in `private`.
pub(super) fn server_folder(private: &Path) -> Result<PathBuf> {
    let name = kept::name_of("erlang", &SOURCES);
    let cached = kept::kept_servers().map(|kept| kept.join(&name));
    match cached {
        Some(folder) if write_sources(&folder).is_ok() => Ok(folder),
        _ => {
            let folder = private.join(name);
            write_sources(&folder)?;
            Ok(folder)
        }
    }
}

/// Each file appears whole: another process may be reading the folder.
fn write_sources(folder: &Path) -> Result<()> {
    for (name, text) in SOURCES {
        let path = folder.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|found| found == text) {
            continue;
        }
        files::replace(&path, text)?;
    }
    Ok(())
}
