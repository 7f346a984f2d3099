//! Keeps calls of one slicer apart, those of other processes included: an id, a port, a lock.
//!
//! In: an adapter. Out: values that no other call has at the same time, and a guard that holds for as long as a call
//! may not have company. What a slicer does inside its own folder stays its own affair: a tool that writes
//! into it needs `copy-tool`, or `parallel-safe = false`.

use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sha2::{Digest, Sha256};

use super::template::Values;
use super::{Adapter, Placeholder, hex};
use crate::error::{self, Result};

/// Ports that are asked for before giving up: each is free, but may be promised to another call.
const MAX_PORTS: usize = 64;

/// Held for as long as nobody else may have what it stands for; dropping it lets the next one in.
#[derive(Clone, Debug)]
pub struct Hold(#[expect(dead_code, reason = "the lock ends with its file")] Arc<File>);

impl Adapter {
    /// Waits until no other call of this slicer runs on this machine, when it must run alone; `None` when it need not.
    ///
    /// # Errors
    /// The file that stands for the tool's folder cannot be made or locked.
    pub fn wait_alone(&self) -> Result<Option<Hold>> {
        if self.parallel_safe {
            return Ok(None);
        }
        let tool = &self.host_values()?[&Placeholder::Tooldir];
        let path = lock_path(&format!("tool {tool}"));
        let file = open(&path)?;
        file.lock().map_err(|cause| error::cannot_write(&path, &cause))?;
        Ok(Some(Hold(Arc::new(file))))
    }

    /// `{id}` and, when a command has it, `{port}`; what is returned keeps the port from other calls.
    pub(super) fn add_apart(&self, values: &mut Values) -> Result<Option<Hold>> {
        static N_CALLS: AtomicUsize = AtomicUsize::new(0);
        let n_calls = N_CALLS.fetch_add(1, Ordering::Relaxed);
        values.insert(Placeholder::Id, format!("b{}n{n_calls}", std::process::id()));
        let words = self.steps.iter().flat_map(|step| step.words());
        let words = words.chain(self.env.iter().map(|(_, value)| value));
        let uses_port = words.flat_map(|word| word.placeholders()).any(|used| used == Placeholder::Port);
        if !uses_port {
            return Ok(None);
        }
        let (port, hold) = free_port()?;
        values.insert(Placeholder::Port, port.to_string());
        Ok(Some(hold))
    }
}

/// A port of this machine that nothing listens on and no other call was promised.
fn free_port() -> Result<(u16, Hold)> {
    let mut failed = None;
    for _ in 0..MAX_PORTS {
        let listener = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
        let port = match listener {
            Ok(address) => address.port(),
            Err(cause) => {
                failed = Some(cause);
                continue;
            }
        };
        let file = open(&lock_path(&format!("port {port}")))?;
        if file.try_lock().is_ok() {
            return Ok((port, Hold(Arc::new(file))));
        }
    }
    let cause = failed.unwrap_or_else(|| std::io::Error::other("all free ports are promised to other calls"));
    Err(error::adapter::no_port(&cause))
}

/// The file that stands for something that processes share; it stays, since removing it would let two of them in.
fn lock_path(what: &str) -> PathBuf {
    let name = hex(&Sha256::digest(what.as_bytes()));
    std::env::temp_dir().join(format!("bench-slicers-{}.lock", &name[..16]))
}

/// Another user's file can be locked without being written.
fn open(path: &Path) -> Result<File> {
    let opened =
        File::open(path).or_else(|_| File::options().create(true).read(true).append(true).open(path));
    opened.map_err(|cause| error::cannot_write(path, &cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_promised_once() {
        let mut promised = Vec::new();
        for _ in 0..8 {
            let (port, hold) = free_port().unwrap();
            assert!(promised.iter().all(|(other, _)| *other != port), "{promised:?}");
            promised.push((port, hold));
        }
    }
}
