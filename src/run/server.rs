//! Slicers that are servers: as many as are asked at the same time, each started when it is needed and asked until it ends.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use super::commands::{CommandRunner, FailedBefore, output};
use super::locks::lock;
use super::surroundings::WorkFolder;
use super::unit::Unit;
use crate::adapter::{Conversation, Hold, Prepared, Reply, ServerStart};
use crate::error::{self, Result};
use crate::process::{Completion, End, RunningServer};

/// Servers in a row that do not get ready before no further one is started.
const MAX_FAILED_STARTS: usize = 3;

/// The servers of a run that nobody asks right now.
#[derive(Default)]
pub(super) struct ServerPool {
    idle: Mutex<Vec<PooledServer>>,
    /// How often the start of one failed since the last that got ready, and how the last one did.
    failed: Mutex<(usize, Option<Box<NotReady>>)>,
}

struct PooledServer {
    /// `None` once it has ended.
    running: Option<RunningServer>,
    start: ServerStart,
    /// Requests that it was asked.
    n_requests: usize,
    /// Removed when the server has ended, which is why it stands behind it.
    folder: WorkFolder,
    /// Keeps others away for as long as it lives.
    _alone: Option<Hold>,
}

/// A server that did not get ready.
#[derive(Clone)]
struct NotReady {
    status: crate::results::Status,
    reason: String,
    completion: Completion,
}

/// A start that failed is data, as a call that failed.
type Started<T> = std::result::Result<T, Box<NotReady>>;

/// A call of a server that is over.
pub(super) struct ServedCall {
    pub(super) prepared: Prepared,
    pub(super) completion: Completion,
    pub(super) replies: Vec<Reply>,
    /// Time that the start of the server took, seconds; `None` where it was there.
    pub(super) setup_s: Option<f64>,
    server: PooledServer,
}

impl ServedCall {
    /// Folder of the call, until the server is given back.
    pub(super) fn folder(&self) -> PathBuf {
        self.server.call_folder()
    }
}

impl std::fmt::Debug for ServerPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServerPool").field("n_idle", &lock(&self.idle).len()).finish()
    }
}

impl ServerPool {
    /// Asks a server for the tasks of a unit; what it does wrong is in the replies, and costs it its life. Else why none got ready.
    ///
    /// `builds` is the folder of all programs that are built.
    ///
    /// # Errors
    /// This machine lacks what it takes.
    pub(super) fn ask(
        &self,
        runner: &CommandRunner<'_>,
        unit: &Unit<'_>,
        built: Option<&Path>,
        builds: Option<&Path>,
    ) -> Result<std::result::Result<ServedCall, FailedBefore>> {
        match self.free(runner, builds)? {
            Ok((server, setup_s)) => server.ask(runner, unit, built, setup_s).map(Ok),
            Err(failed) => {
                let NotReady { status, reason, completion } = *failed;
                let output = output(std::slice::from_ref(&completion), "server-");
                Ok(Err(FailedBefore { status, reason, wall_s: completion.wall_s, output }))
            }
        }
    }

    /// Keeps a server for the next call, where it goes on.
    pub(super) fn give_back(&self, call: ServedCall) {
        call.server.forget(&call.folder());
        if call.server.running.is_some() {
            lock(&self.idle).push(call.server);
        }
    }

    /// Ends all servers that nobody asks right now.
    pub(super) fn end(&self) {
        let idle = std::mem::take(&mut *lock(&self.idle));
        drop(idle);
    }

    fn pop(&self) -> Option<PooledServer> {
        lock(&self.idle).pop()
    }

    /// A server that is ready, and the time that its start took, where it had to be started.
    fn free(
        &self,
        runner: &CommandRunner<'_>,
        builds: Option<&Path>,
    ) -> Result<Started<(PooledServer, Option<f64>)>> {
        // One that ended after its last reply costs the next task nothing but a start.
        while let Some(mut server) = self.pop() {
            if server.running.as_mut().is_some_and(RunningServer::is_alive) {
                return Ok(Ok((server, None)));
            }
        }
        if let (MAX_FAILED_STARTS.., Some(failed)) = &*lock(&self.failed) {
            let mut failed = failed.clone();
            failed.completion.wall_s = 0.0;
            return Ok(Err(failed));
        }
        let begun = Instant::now();
        let started = PooledServer::start(runner, builds)?;
        let mut failed = lock(&self.failed);
        *failed = match &started {
            Ok(_) => (0, None),
            Err(why) => (failed.0 + 1, Some(why.clone())),
        };
        Ok(started.map(|server| (server, Some(begun.elapsed().as_secs_f64()))))
    }
}

impl PooledServer {
    /// Starts a server, waits until it is ready, and says what is to be said first.
    fn start(runner: &CommandRunner<'_>, builds: Option<&Path>) -> Result<Started<PooledServer>> {
        let _alone = runner.adapter.wait_alone()?;
        let folder = runner.surroundings.workdir()?;
        let start = runner.adapter.prepare_server(folder.path(), runner.seed)?;
        let invocation = runner.surrounded(start.invocation.clone(), folder.path(), builds)?;
        let mut greeting = runner.adapter.greeting(&start)?;
        let ready = RunningServer::start(&invocation, folder.path(), start.route.clone())
            .and_then(|running| get_ready(running, &start, &mut greeting));
        match ready {
            Ok(running) => {
                Ok(Ok(PooledServer { running: Some(running), start, n_requests: 0, folder, _alone }))
            }
            Err(completion) => {
                if let End::NoResources(lack) = &completion.end {
                    return Err(error::results::not_started(&invocation.argv[0], &lack.cause, lack.remedy));
                }
                let (status, reason) = runner.adapter.not_ready(&start, &completion);
                Ok(Err(Box::new(NotReady { status, reason, completion: *completion })))
            }
        }
    }

    /// Folder of the last call.
    fn call_folder(&self) -> PathBuf {
        self.folder.path().join(format!("call-{}", self.n_requests))
    }

    fn ask(
        mut self,
        runner: &CommandRunner<'_>,
        unit: &Unit<'_>,
        built: Option<&Path>,
        setup_s: Option<f64>,
    ) -> Result<ServedCall> {
        self.n_requests += 1;
        let folder = self.call_folder();
        std::fs::create_dir_all(&folder).map_err(|cause| error::cannot_write(&folder, &cause))?;
        let mut prepared = runner.adapter.prepare_built(&unit.tasks, &folder, runner.seed, built)?;
        prepared.give_to(&self.start);
        let mut request = runner.adapter.request(&prepared, self.n_requests)?;
        let (completion, torn) = self.converse(&mut request, &folder, prepared.wall_s());
        let replies = match torn {
            Some(why) => runner.adapter.unreadable(&prepared, why),
            None => runner.adapter.read_answers(&prepared, std::slice::from_ref(&completion))?,
        };
        Ok(ServedCall { prepared, completion, replies, setup_s, server: self })
    }

    /// Says a request, for whose files `folder` is; what became of it, and why what came is no reply.
    fn converse(
        &mut self,
        request: &mut Conversation,
        folder: &Path,
        wall_s: f64,
    ) -> (Completion, Option<&'static str>) {
        let running = self.running.take().filter(|running| running.take_in(folder).is_ok());
        // It filled its folder, or did away with it.
        let full = || (Completion { end: End::OutputOver, ..Completion::needless() }, None);
        let (mut completion, running) = running.map_or_else(full, |running| {
            let first = request.say();
            running.ask(first, wall_s, &mut |heard| request.listen(heard))
        });
        if completion.end != End::Done {
            return (completion, None);
        }
        match request.reply(&completion.stdout).map(<[u8]>::to_vec) {
            Ok(reply) => {
                completion.stdout = reply;
                self.running = running;
                (completion, None)
            }
            // One that does not keep to its protocol is not understood afterwards either.
            Err(why) => (completion, Some(why.reason())),
        }
    }

    /// Removes the folder of a call, on both sides of the walls.
    fn forget(&self, folder: &Path) {
        // What cannot be removed is gone with the server.
        if let Some(running) = &self.running {
            let _ = running.left().remove(folder);
        }
        let _ = crate::process::remove_tree(folder);
    }
}

/// Waits for a server to be ready, and says what is to be said first.
fn get_ready(
    mut running: RunningServer,
    start: &ServerStart,
    greeting: &mut Conversation,
) -> std::result::Result<RunningServer, Box<Completion>> {
    if start.says_ready() {
        running = on(running.hear(Vec::new(), start.start_s, &mut |heard| start.is_ready(heard)))?;
    }
    running = running.connected(start.start_s)?;
    if !greeting.is_empty() {
        let first = greeting.say();
        let (mut completion, goes_on) =
            running.ask(first, start.start_s, &mut |heard| greeting.listen(heard));
        if let (End::Done, Err(torn)) = (&completion.end, greeting.reply(&completion.stdout)) {
            completion.end = End::NotStarted(torn.reason().to_owned());
            return Err(Box::new(completion));
        }
        running = on((completion, goes_on))?;
    }
    Ok(running)
}

/// The server that goes on after what is no task; else what became of it.
fn on(
    (completion, running): (Completion, Option<RunningServer>),
) -> std::result::Result<RunningServer, Box<Completion>> {
    running.ok_or_else(|| Box::new(completion))
}
