//! Shares of the tasks, for runs on several machines.

use std::fmt;

use super::{Benchmark, Task};

/// The K-th of N shares, 1 ≤ K ≤ N. New tasks do not move others to another share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    k: usize,
    n: usize,
}

impl Partition {
    /// Reads `K/N`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Partition> {
        let (k, n) = text.split_once('/')?;
        let (k, n) = (k.parse::<usize>().ok()?, n.parse::<usize>().ok()?);
        (1 <= k && k <= n).then_some(Partition { k, n })
    }

    /// Whether a task is in this share.
    pub fn has(self, task: &Task<'_>) -> bool {
        task.share(self.n) == self.k - 1
    }

    /// Whether a program is in this share, where programs are divided and not tasks.
    pub fn has_program(self, benchmark: &Benchmark) -> bool {
        benchmark.share(self.n) == self.k - 1
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.k, self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_written_k_of_n() {
        assert_eq!(Partition::parse("2/3").unwrap().to_string(), "2/3");
        for wrong in ["0/3", "4/3", "1", "a/2", "1/", ""] {
            assert!(Partition::parse(wrong).is_none(), "{wrong}");
        }
    }
}
