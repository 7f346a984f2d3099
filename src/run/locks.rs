//! Locks of what threads of a run share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A thread that panicked left nothing half done: what is behind these locks is replaced in one step.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
