//! The workers of an oracle: candidates are divided between them, and one that ends is replaced.
//!
//! A language supplies a [`Runtime`]: how a worker is started, and what loads the program and its inputs. The rest is
//! the same for all: frames, threads, what becomes of a candidate that takes its worker along, the order of verdicts.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::protocol::{self, Fault, Reader, SwitchTable};
use super::{Flaw, Judgement, Verdict};
use crate::ast::NodeSet;
use crate::deletions::Candidate;
use crate::error::Result;
use crate::process::Session;

/// Workers of an oracle, at most; more than cores do not help.
static MAX_WORKERS: AtomicUsize = AtomicUsize::new(2);

/// Lets oracles that are opened from now on have at most so many workers, at least one.
pub fn limit_workers(n: usize) {
    MAX_WORKERS.store(n.max(1), Ordering::Relaxed);
}

/// Candidates that are not worth a second worker.
const MIN_SHARE: usize = 4;

/// A program that answers requests; see [`protocol`].
pub(crate) trait Worker: Send {
    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    /// The program is gone.
    fn exchange(&mut self, request: &[u8]) -> io::Result<Vec<u8>>;
}

impl Worker for Session {
    fn exchange(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        self.send(request)?;
        self.receive()
    }
}

/// What is particular to a language.
pub(crate) trait Runtime: Sync {
    /// What runs candidates.
    type Worker: Worker;

    /// Name of the program that is started, for messages.
    const NAME: &'static str;

    /// Candidates in a frame.
    const FRAME: usize;

    /// Starts a worker, which may have another program loaded.
    ///
    /// # Errors
    /// The runtime is missing.
    fn start(&self) -> Result<Self::Worker>;

    /// Requests that load the program and its inputs so far; what they answer does not matter.
    fn load(&self) -> Vec<Vec<u8>>;

    /// Takes back a worker that has answered everything.
    fn park(&self, _worker: Self::Worker) {}
}

/// Running workers with the program loaded.
pub(crate) struct Pool<'t, R: Runtime> {
    pub(crate) subject: SwitchTable<'t>,
    pub(crate) runtime: R,
    workers: Vec<Mutex<R::Worker>>,
}

impl<'t, R: Runtime> Pool<'t, R> {
    /// Starts the workers.
    ///
    /// # Errors
    /// The runtime is missing, or refuses the program.
    pub(crate) fn start(subject: SwitchTable<'t>, runtime: R) -> Result<Pool<'t, R>> {
        let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
        let n_workers = n_workers.min(MAX_WORKERS.load(Ordering::Relaxed));
        let started = in_threads(0..n_workers, |_| runtime.start())?;
        let pool = Pool { subject, runtime, workers: started.into_iter().map(Mutex::new).collect() };
        pool.reload()?;
        Ok(pool)
    }

    /// Loads the program and its inputs again.
    fn reload(&self) -> Result<()> {
        self.on_each(|worker| self.load(worker)).map(drop)
    }

    /// Has all workers answer a request that changes what they know.
    pub(crate) fn tell(&self, request: &[u8]) -> Result<()> {
        self.on_each(|worker| self.ask(worker, request, |reader| reader.skip())).map(drop)
    }

    /// Puts new workers in the places of all.
    pub(crate) fn restart(&self) -> Result<()> {
        self.on_each(|worker| self.replace(worker)).map(drop)
    }

    fn replace(&self, worker: &mut R::Worker) -> Result<()> {
        *worker = self.runtime.start()?;
        self.load(worker)
    }

    fn load(&self, worker: &mut R::Worker) -> Result<()> {
        self.runtime.load().iter().try_for_each(|request| self.ask(worker, request, |reader| reader.skip()))
    }

    /// What each worker answers, in their order.
    pub(crate) fn on_each<T: Send>(
        &self,
        ask: impl Fn(&mut R::Worker) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        in_threads(&self.workers, |worker| ask(&mut lock(worker)))
    }

    /// What the first worker answers.
    pub(crate) fn on_first<T>(&self, ask: impl FnOnce(&mut R::Worker) -> Result<T>) -> Result<T> {
        ask(&mut lock(&self.workers[0]))
    }

    /// Divides work between the workers, in order; what each answers, one after the other.
    pub(crate) fn on_shares<I: Sync, T: Send>(
        &self,
        work: &[I],
        ask: impl Fn(&mut R::Worker, &[I]) -> Result<Vec<T>> + Sync,
    ) -> Result<Vec<T>> {
        let share = work.len().div_ceil(self.workers.len()).max(MIN_SHARE);
        let shares = work.chunks(share).zip(&self.workers);
        let done = in_threads(shares, |(share, worker)| ask(&mut lock(worker), share))?;
        Ok(done.into_iter().flatten().collect())
    }

    /// Asks a worker and reads all of its answer.
    ///
    /// # Errors
    /// The worker is gone, or answers something else.
    pub(crate) fn ask<T>(
        &self,
        worker: &mut R::Worker,
        request: &[u8],
        read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
    ) -> Result<T> {
        let answer = worker.exchange(request).map_err(|cause| Fault::Failed(cause.to_string()));
        answer.and_then(|answer| protocol::read(&answer, read)).map_err(|fault| self.error(&fault))
    }

    /// The same; `None` when the worker ended on the request, and another is in its place.
    pub(crate) fn try_ask<T>(
        &self,
        worker: &mut R::Worker,
        request: &[u8],
        read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
    ) -> Result<Option<T>> {
        match worker.exchange(request) {
            Ok(answer) => protocol::read(&answer, read).map(Some).map_err(|fault| self.error(&fault)),
            Err(_) => self.replace(worker).map(|()| None),
        }
    }

    fn error(&self, fault: &Fault) -> crate::error::Error {
        self.subject.error(fault, R::NAME)
    }

    /// Judges candidates in which `check` finds no flaw; see [`super::Oracle::judge`].
    pub(crate) fn judge(
        &self,
        candidates: &[Candidate],
        check: impl Fn(&Candidate) -> Option<Flaw>,
        with_consulted: bool,
    ) -> Result<Vec<Judgement>> {
        self.judge_all(candidates, check, |worker, share| {
            let request = |frame: &[&Candidate]| self.subject.judge(frame, with_consulted);
            self.judge_frames(worker, share, R::FRAME, with_consulted, request)
        })
    }

    /// Sorts out candidates with a flaw, and divides the others between the workers; few go to one.
    pub(crate) fn judge_all(
        &self,
        candidates: &[Candidate],
        check: impl Fn(&Candidate) -> Option<Flaw>,
        judge: impl Fn(&mut R::Worker, &[&Candidate]) -> Result<Vec<Judgement>> + Sync,
    ) -> Result<Vec<Judgement>> {
        let flaws: Vec<Option<Flaw>> = candidates.iter().map(check).collect();
        let runnable: Vec<&Candidate> =
            candidates.iter().zip(&flaws).filter(|(_, flaw)| flaw.is_none()).map(|(it, _)| it).collect();
        let share = runnable.len().div_ceil(self.workers.len()).max(MIN_SHARE);
        let shares = runnable.chunks(share).zip(&self.workers);
        let judged = in_threads(shares, |(share, worker)| judge(&mut lock(worker), share))?;
        let mut judged = judged.into_iter().flatten();
        // A share has as many judgements as candidates.
        Ok(flaws.into_iter().filter_map(|flaw| flaw.map(invalid).or_else(|| judged.next())).collect())
    }

    /// Judges candidates on one worker, `size` at a time.
    pub(crate) fn judge_frames(
        &self,
        worker: &mut R::Worker,
        candidates: &[&Candidate],
        size: usize,
        with_consulted: bool,
        request: impl Fn(&[&Candidate]) -> Vec<u8>,
    ) -> Result<Vec<Judgement>> {
        let SwitchTable { switched, criterion, .. } = &self.subject;
        let bits = with_consulted.then_some(&switched[..]);
        let mut judged = Vec::with_capacity(candidates.len());
        for frame in candidates.chunks(size) {
            let ask = |worker: &mut R::Worker, frame: &[&Candidate]| {
                let read = |reader: &mut Reader<'_>| -> Option<Vec<Judgement>> {
                    frame.iter().map(|_| reader.judgement(bits, *criterion)).collect()
                };
                self.try_ask(worker, &request(frame), read)
            };
            if let Some(found) = ask(worker, frame)? {
                judged.extend(found);
                continue;
            }
            // A candidate took the worker along: each is judged by itself, and that one is out of fuel.
            for alone in frame.chunks(1) {
                let found = ask(worker, alone)?;
                judged.extend(found.unwrap_or_else(|| vec![out_of_fuel(bits.unwrap_or_default())]));
            }
        }
        Ok(judged)
    }
}

impl<R: Runtime> Drop for Pool<'_, R> {
    fn drop(&mut self) {
        // Whoever panics may have left an answer unread.
        if std::thread::panicking() {
            return;
        }
        for worker in self.workers.drain(..) {
            if let Ok(worker) = worker.into_inner() {
                self.runtime.park(worker);
            }
        }
    }
}

fn lock<W>(worker: &Mutex<W>) -> MutexGuard<'_, W> {
    worker.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Each piece of work in a thread of its own, one alone in this; the results in their order.
fn in_threads<I: Send, T: Send>(
    work: impl IntoIterator<Item = I>,
    run: impl Fn(I) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let mut work: Vec<I> = work.into_iter().collect();
    if work.len() <= 1 {
        return work.pop().into_iter().map(run).collect();
    }
    let run = &run;
    std::thread::scope(|scope| {
        let threads: Vec<_> = work.into_iter().map(|piece| scope.spawn(move || run(piece))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Result<T>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}

fn invalid(flaw: Flaw) -> Judgement {
    Judgement { verdict: Verdict::Invalid(flaw), consulted: NodeSet::new(), ticks: 0 }
}

/// Nobody knows what it asked for, so that it may be everything.
fn out_of_fuel(switched: &[crate::ast::NodeId]) -> Judgement {
    let verdict = Verdict::OutOfFuel { input_idx: 0 };
    Judgement { verdict, consulted: switched.iter().copied().collect(), ticks: 0 }
}

#[cfg(test)]
#[path = "pool_tests.rs"]
mod tests;
