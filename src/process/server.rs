//! A program that is kept running and asked, one request after the other, each within the limits of a program that is run.
//!
//! In: an [`Invocation`], and the way to it. Out of each request: a [`Completion`] whose standard output is the reply, and the
//! server where it can be asked again. One that ends, is late or floods is ended with all that it started, as
//! [`run`](super::run) ends programs: what became of it is data, never an error.
//!
//! Must not know what a request means: whoever asks looks at what was heard, and says whether that is all.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;

use super::child::{Child, Invocation, Limits, Wake};
use super::left::Left;
use super::leftovers::{self, RunMark};
use super::text::{End, natural_end};
use super::{Completion, LATE_READ, LONGEST_GRACE_S, SETTLE, after, not_started};

/// How often a connection is tried that is refused.
const CONNECT_AGAIN: Duration = Duration::from_millis(5);

/// Longest single attempt at one.
const CONNECT_WAIT: Duration = Duration::from_secs(1);

/// What a server prints beside its reply may come so much later.
const LAST_WORDS: Duration = Duration::from_millis(5);

/// Read at once.
const CHUNK_BYTE: usize = 64 << 10;

/// The named pipe in the folder of a server that is its standard input.
const INPUT: &str = "requests";

/// The way to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// Its standard input and output.
    Pipes,
    /// A socket that it makes in its folder; a connection for each request.
    Socket(PathBuf),
    /// A TCP port of this machine; a connection for each request.
    Port(u16),
}

/// What was heard since the request.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'h> {
    /// By the way to the server.
    pub reply: &'h [u8],
    /// The server closed the connection: nothing follows.
    pub is_closed: bool,
    /// What it printed; of [`Route::Pipes`] the reply.
    pub stdout: &'h [u8],
    /// What it printed to standard error.
    pub stderr: &'h [u8],
}

/// What whoever asks does with what was heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Waits for more.
    Wait,
    /// Says something, and listens again.
    Say(Vec<u8>),
    /// Has the reply.
    Over,
    /// Has all that will come, which is no whole reply; that the server ended would be the better reason.
    Torn,
}

/// A started server.
pub struct RunningServer {
    /// `None` once it was ended.
    child: Option<Child>,
    mark: RunMark,
    limits: Limits,
    route: Route,
    /// Where requests are written, of [`Route::Pipes`].
    input: Option<File>,
    /// A connection that nothing was said on yet.
    spare: Option<Connection>,
    left: Left,
}

/// One request and what was heard of its reply.
#[derive(Default)]
struct Exchange {
    connection: Option<Connection>,
    unsent: Vec<u8>,
    reply: Vec<u8>,
    is_closed: bool,
}

enum Connection {
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl RunningServer {
    /// Starts a server whose folder is `folder`; what became of it when it does not start.
    pub fn start(
        invocation: &Invocation,
        folder: &Path,
        route: Route,
    ) -> Result<RunningServer, Box<Completion>> {
        let start = Instant::now();
        let failed = |cause: io::Error| Box::new(not_started(super::child::lacking(&cause), start));
        let mark = RunMark::new();
        let mut invocation = invocation.clone();
        let mut pipe = None;
        if route == Route::Pipes {
            let path = folder.join(INPUT);
            make_pipe(&path).map_err(failed)?;
            // Opened both ways, no end waits for the other.
            pipe = Some(File::options().read(true).write(true).open(&path).map_err(failed)?);
            invocation.stdin = Some(path);
        }
        let child =
            Child::spawn(&invocation, mark.value()).map_err(|end| Box::new(not_started(end, start)))?;
        let left = child.left().cloned().map_or_else(|| Left::open(folder), Ok);
        let write = |path: &PathBuf| File::options().write(true).custom_flags(libc::O_NONBLOCK).open(path);
        let input = invocation.stdin.as_ref().filter(|_| pipe.is_some()).map(write).transpose();
        // From here on the server alone reads, so that its end is seen in writing.
        drop(pipe);
        let mut server = RunningServer {
            left: left.map_err(failed)?,
            child: Some(child),
            mark,
            limits: invocation.limits.clone(),
            route,
            input: None,
            spare: None,
        };
        server.input = input.map_err(failed)?;
        Ok(server)
    }

    /// The folder of the server as it sees it.
    pub fn left(&self) -> &Left {
        &self.left
    }

    /// Whether it has not ended by itself since it was last asked.
    pub fn is_alive(&mut self) -> bool {
        self.forget() != Some(Wake::Ended)
    }

    /// Copies a folder of ours below its folder to where it sees it.
    ///
    /// # Errors
    /// What the system says: its folder may be full.
    pub fn take_in(&self, folder: &Path) -> io::Result<()> {
        match self.child.as_ref().and_then(Child::left) {
            Some(left) => left.take_in(folder),
            None => Ok(()),
        }
    }

    /// Waits until it takes connections; at once where it is talked to by pipes.
    pub fn connected(mut self, wall_s: f64) -> Result<RunningServer, Box<Completion>> {
        let start = Instant::now();
        let mut exchange = Exchange::default();
        let connected = match self.route {
            Route::Pipes => None,
            _ => self.connect(&mut exchange, after(start, wall_s)),
        };
        self.spare = exchange.connection;
        match connected {
            None => Ok(self),
            Some(wake) => Err(Box::new(self.end(limit_of(wake), start))),
        }
    }

    /// Sends a request and listens until `listen` has heard the reply, for at most `wall_s` seconds.
    ///
    /// The completion is [`End::Done`] exactly when there is a reply, which is its standard output. The server is `None` when it
    /// ended, by itself or because a limit was over. What it said before is left out.
    pub fn ask(
        mut self,
        request: Vec<u8>,
        wall_s: f64,
        listen: &mut dyn FnMut(&Heard<'_>) -> Turn,
    ) -> (Completion, Option<RunningServer>) {
        let start = Instant::now();
        match self.forget() {
            Some(wake) => (self.end(limit_of(wake), start), None),
            None => self.hear(request, wall_s, listen),
        }
    }

    /// As [`RunningServer::ask`], but what it said before is heard, too.
    pub fn hear(
        mut self,
        request: Vec<u8>,
        wall_s: f64,
        listen: &mut dyn FnMut(&Heard<'_>) -> Turn,
    ) -> (Completion, Option<RunningServer>) {
        let start = Instant::now();
        self.limits.wall_s = wall_s;
        let mut exchange = Exchange { unsent: request, ..Exchange::default() };
        if let Some(wake) = self.exchange(&mut exchange, after(start, wall_s), listen) {
            return (self.end(limit_of(wake), start), None);
        }
        let wall_s = start.elapsed().as_secs_f64();
        let (stderr, has_ended) = self.last_words(&mut exchange);
        let completion = Completion {
            end: End::Done,
            stdout: exchange.reply,
            stderr,
            wall_s,
            cpu_s: None,
            memory_byte: None,
            n_leaked: 0,
            left: Some(self.left.clone()),
        };
        (completion, (!has_ended).then_some(self))
    }

    /// Why there is no reply; `None` when there is one.
    fn exchange(
        &mut self,
        exchange: &mut Exchange,
        deadline: Option<Instant>,
        listen: &mut dyn FnMut(&Heard<'_>) -> Turn,
    ) -> Option<Wake> {
        if let Some(wake) = self.connect(exchange, deadline) {
            return Some(wake);
        }
        loop {
            exchange.send(self.input.as_mut());
            if exchange.receive(self.limits.output_byte) {
                return Some(Wake::OutputOver);
            }
            let child = self.child.as_mut()?;
            match listen(&exchange.heard(child)) {
                Turn::Over => return None,
                Turn::Torn => return child.ends_within(SETTLE).then_some(Wake::Ended),
                Turn::Say(more) => {
                    exchange.unsent.extend(more);
                    continue;
                }
                Turn::Wait => {}
            }
            let other = exchange.other(self.input.as_ref());
            match child.attend(deadline, other) {
                None => {}
                Some(Wake::Ended) => {
                    child.drain(Instant::now() + LATE_READ);
                    exchange.receive(self.limits.output_byte);
                    return (listen(&exchange.heard(child)) != Turn::Over).then_some(Wake::Ended);
                }
                Some(wake) => return Some(wake),
            }
        }
    }

    /// Leaves out what was said since the last reply.
    fn forget(&mut self) -> Option<Wake> {
        let child = self.child.as_mut()?;
        loop {
            let n_before = child.printed().map(<[u8]>::len);
            match child.look() {
                Some(wake) => return Some(wake),
                None if child.printed().map(<[u8]>::len) == n_before => break,
                None => {}
            }
        }
        child.take_printed();
        None
    }

    /// Connects where the way is one by connections; why that did not come about, or `None`.
    fn connect(&mut self, exchange: &mut Exchange, deadline: Option<Instant>) -> Option<Wake> {
        exchange.connection = self.spare.take();
        while self.route != Route::Pipes && exchange.connection.is_none() {
            exchange.connection = self.connection().ok();
            let again = Instant::now() + CONNECT_AGAIN;
            while exchange.connection.is_none() && Instant::now() < again {
                let until = deadline.map_or(again, |deadline| deadline.min(again));
                match self.child.as_mut()?.attend(Some(until), None) {
                    None => {}
                    Some(Wake::Deadline) if deadline.is_none_or(|deadline| Instant::now() < deadline) => {}
                    Some(wake) => return Some(wake),
                }
            }
        }
        None
    }

    fn connection(&self) -> io::Result<Connection> {
        match &self.route {
            Route::Pipes => Err(io::ErrorKind::Unsupported.into()),
            Route::Socket(path) => {
                // By a handle: the name may be a link to a socket of somebody else.
                let socket = self.left.socket(path).ok_or(io::ErrorKind::NotFound)?;
                let stream = UnixStream::connect(format!("/proc/self/fd/{}", socket.as_raw_fd()))?;
                stream.set_nonblocking(true)?;
                Ok(Connection::Unix(stream))
            }
            Route::Port(port) => {
                let address = SocketAddr::from((Ipv4Addr::LOCALHOST, *port));
                let stream = TcpStream::connect_timeout(&address, CONNECT_WAIT)?;
                stream.set_nodelay(true)?;
                stream.set_nonblocking(true)?;
                Ok(Connection::Tcp(stream))
            }
        }
    }

    /// What it printed to standard error for the request that is over, and whether it ended with it. The reply is completed by
    /// what was printed, where that is the way.
    fn last_words(&mut self, exchange: &mut Exchange) -> (Vec<u8>, bool) {
        let Some(child) = &mut self.child else { return (Vec::new(), true) };
        if self.route == Route::Pipes {
            exchange.reply = child.printed()[0].to_vec();
        }
        let until = Instant::now() + LAST_WORDS;
        while child.attend(Some(until), None).is_none() {}
        let [_, stderr] = child.take_printed();
        (stderr, child.has_ended())
    }

    /// Ends it with all that it started; what is known of it then.
    fn end(mut self, limit: Option<End>, start: Instant) -> Completion {
        let Some(mut child) = self.child.take() else { return not_started(End::TimedOut, start) };
        let wall_s = start.elapsed().as_secs_f64();
        match &limit {
            None => drop(child.drain(Instant::now() + SETTLE)),
            Some(End::OutputOver | End::OutOfMemory) => child.kill(),
            Some(_) => {
                let grace_s = self.limits.grace_s.min(LONGEST_GRACE_S);
                child.terminate(after(Instant::now(), grace_s));
            }
        }
        let outcome = child.reap();
        let n_leaked = leftovers::settle(&self.mark, outcome.pid, outcome.ended + SETTLE, limit.is_some());
        let not_started = outcome.failed.clone();
        Completion {
            end: limit.or(not_started).unwrap_or_else(|| natural_end(&outcome, &self.limits)),
            stdout: outcome.stdout,
            stderr: outcome.stderr,
            wall_s,
            cpu_s: None,
            memory_byte: outcome.memory_byte,
            n_leaked: n_leaked + outcome.n_left,
            left: Some(self.left.clone()),
        }
    }
}

impl Drop for RunningServer {
    /// The end of its input is what a server ends by; what does not is asked to, and then made to.
    fn drop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        drop(self.input.take());
        drop(self.spare.take());
        let grace_s = self.limits.grace_s.min(LONGEST_GRACE_S);
        if self.route == Route::Pipes {
            child.discard();
            child.watch(after(Instant::now(), grace_s));
        }
        if !child.has_ended() {
            child.terminate(after(Instant::now(), grace_s));
        }
        let outcome = child.reap();
        leftovers::settle(&self.mark, outcome.pid, outcome.ended, true);
    }
}

impl Exchange {
    fn heard<'h>(&'h self, child: &'h Child) -> Heard<'h> {
        let [stdout, stderr] = child.printed();
        let reply = if self.connection.is_some() { &self.reply } else { stdout };
        Heard { reply, is_closed: self.is_closed, stdout, stderr }
    }

    /// Writes what can be written without waiting. A server that does not want to hear will say so by its end.
    fn send(&mut self, input: Option<&mut File>) {
        let to: &mut dyn Write = match (&mut self.connection, input) {
            (Some(Connection::Unix(stream)), _) => stream,
            (Some(Connection::Tcp(stream)), _) => stream,
            (None, Some(input)) => input,
            (None, None) => return self.unsent.clear(),
        };
        while !self.unsent.is_empty() {
            match to.write(&self.unsent) {
                Ok(n_sent) => drop(self.unsent.drain(..n_sent)),
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => return,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.unsent.clear(),
            }
        }
    }

    /// Reads what came by a connection; true when it is more than the limit.
    fn receive(&mut self, limit_byte: u64) -> bool {
        let from: &mut dyn Read = match &mut self.connection {
            Some(Connection::Unix(stream)) => stream,
            Some(Connection::Tcp(stream)) => stream,
            None => return false,
        };
        let mut chunk = vec![0; CHUNK_BYTE];
        while !self.is_closed {
            match from.read(&mut chunk) {
                Ok(0) => self.is_closed = true,
                Ok(n_read) => self.reply.extend_from_slice(&chunk[..n_read]),
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => break,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.is_closed = true,
            }
            if self.reply.len() as u64 > limit_byte {
                return true;
            }
        }
        false
    }

    /// What is waited for besides the pipes of the server.
    fn other<'e>(&'e self, input: Option<&'e File>) -> Option<(BorrowedFd<'e>, PollFlags)> {
        let wanted = if self.unsent.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
        let stream = match &self.connection {
            Some(Connection::Unix(stream)) => Some(stream.as_fd()),
            Some(Connection::Tcp(stream)) => Some(stream.as_fd()),
            None => None,
        };
        match (stream, input) {
            // A closed connection would wake at once, for ever.
            (Some(stream), _) => (!self.is_closed).then_some((stream, wanted | PollFlags::IN)),
            (None, Some(input)) => (!wanted.is_empty()).then_some((input.as_fd(), wanted)),
            (None, None) => None,
        }
    }
}

/// The limit that was over; `None` when it ended by itself.
fn limit_of(wake: Wake) -> Option<End> {
    match wake {
        Wake::Ended => None,
        Wake::OutputOver => Some(End::OutputOver),
        Wake::OverMemory => Some(End::OutOfMemory),
        Wake::Deadline | Wake::Needless => Some(End::TimedOut),
    }
}

#[cfg(not(target_vendor = "apple"))]
fn make_pipe(path: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, FileType, Mode};
    Ok(rustix::fs::mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?)
}

#[cfg(target_vendor = "apple")]
fn make_pipe(path: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, Mode};
    Ok(rustix::fs::mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR)?)
}
