//! One Python interpreter that judges candidates.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use crate::oracle::pool;
use crate::oracle::protocol;
use crate::process::{Invocation, Session};

/// Name of the interpreter.
pub(super) const PYTHON: &str = "python3";

/// Our server, one module after the other.
const SERVER: &str = concat!(
    include_str!("server/protocol.py"),
    include_str!("server/values.py"),
    include_str!("server/world.py"),
    include_str!("server/runs.py"),
    include_str!("server/schema.py"),
    include_str!("server/texts.py"),
    include_str!("server/server.py"),
);

/// Reads the server from the first frame.
const BOOT: &str = "import sys; f = sys.stdin.buffer; \
    exec(compile(f.read(int.from_bytes(f.read(4), 'big')), 'server', 'exec', dont_inherit=True))";

/// Interpreters that nobody uses, to be loaded again. They end with this process, which closes their standard input.
static IDLE: Mutex<Vec<Interpreter>> = Mutex::new(Vec::new());

/// Interpreters that wait for work, at most.
const MAX_IDLE: usize = 4;

/// A running interpreter.
pub(super) struct Interpreter {
    session: Session,
    /// Whether it answered everything it was asked.
    is_sound: bool,
    /// `CPython 3.11.2`.
    pub(super) version: String,
}

impl Interpreter {
    /// An interpreter with our server: an idle one, or a new one. It may have another program loaded.
    pub(super) fn take() -> io::Result<Interpreter> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(Interpreter::start, Ok)
    }

    /// Leaves an interpreter to whoever takes one next.
    pub(super) fn park(self) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_sound && idle.len() < MAX_IDLE {
            idle.push(self);
        }
    }

    fn start() -> io::Result<Interpreter> {
        // Not isolated (`-I`), which would take no notice of the seed of hashes; what else it means is said one by one.
        let argv = [PYTHON, "-s", "-S", "-B", "-X", "utf8", "-W", "ignore", "-c", BOOT];
        let env = [
            ("PYTHONHASHSEED", "0"),
            ("PYTHONPATH", ""),
            ("PYTHONHOME", ""),
            ("PYTHONOPTIMIZE", ""),
            ("PYTHONINSPECT", ""),
            ("PYTHONINTMAXSTRDIGITS", "0"),
            ("LC_ALL", "C.UTF-8"),
            ("TZ", "UTC"),
        ];
        let invocation = Invocation {
            argv: argv.map(str::to_owned).into(),
            cwd: std::env::temp_dir(),
            env: env
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into_iter()
                .collect::<BTreeMap<_, _>>(),
            ..Invocation::default()
        };
        let mut session = Session::start(&invocation)?;
        session.send(SERVER.as_bytes())?;
        let version = protocol::version(&session.receive()?);
        let version = version.ok_or_else(|| io::Error::other("another version of the protocol"))?;
        Ok(Interpreter { session, is_sound: true, version })
    }
}

impl pool::Worker for Interpreter {
    fn exchange(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        let answer = self.session.exchange(request);
        self.is_sound &= answer.is_ok();
        answer
    }
}
