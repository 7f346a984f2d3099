//! Canonical words for how a program ended.

use super::child::{ChildOutcome, Limits};

/// How much of the end of standard error is searched for words about memory.
const STDERR_TAIL_BYTE: usize = 64 << 10;

/// What C, C++, Rust, Java, Erlang, JavaScript, Python and R programs say when an allocation fails, in lower case.
const OUT_OF_MEMORY: [&str; 12] = [
    "out of memory",
    "bad_alloc",
    "outofmemoryerror",
    "memoryerror",
    "cannot allocate memory",
    "cannot allocate vector",
    "heap exhausted",
    "virtual memory exhausted",
    "eheap_alloc: cannot",
    "memory allocation of",
    "could not reserve enough space",
    "memory exhausted",
];

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It did not: a server replied, and waits for the next request, or nothing had to be run.
    Done,
    /// By itself, with this exit code.
    Exited(i32),
    /// By this signal, which was not ours.
    Signalled(i32),
    /// The time limit passed.
    TimedOut,
    /// The memory limit passed, as far as that can be told (see [`Completion::end`](super::Completion::end)).
    OutOfMemory,
    /// The output limit passed.
    OutputOver,
    /// It could not be started; a short text says why.
    NotStarted(String),
    /// This machine lacks what a start takes, which is not the program's doing.
    NoResources(Lack),
}

/// What a machine lacks, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// In the words of the system.
    pub cause: String,
    /// What to do.
    pub remedy: &'static str,
}

impl End {
    /// Short canonical text: `exit 3`, `SIGSEGV`, `120 s`, `output over 64 MiB`; `None` for exit code 0 and for a reply.
    pub fn reason(&self, limits: &Limits) -> Option<String> {
        match self {
            End::Done | End::Exited(0) => None,
            End::Exited(code) => Some(format!("exit {code}")),
            End::Signalled(signal) => Some(signal_name(*signal)),
            End::TimedOut => Some(duration_text(limits.wall_s)),
            End::OutOfMemory => limits.memory_byte.map(|byte| format!("memory over {}", byte_text(byte))),
            End::OutputOver => Some(format!("output over {}", byte_text(limits.output_byte))),
            End::NotStarted(why) => Some(why.clone()),
            End::NoResources(lack) => Some(lack.cause.clone()),
        }
    }
}

/// How a program ended that no limit of time or output stopped.
pub(super) fn natural_end(outcome: &ChildOutcome, limits: &Limits) -> End {
    let end = match outcome.status {
        None => return End::TimedOut,
        Some(Ok(code)) => End::Exited(code),
        // Where files are not in memory of limited size, their size is limited so.
        Some(Err(libc::SIGXFSZ)) => return End::OutputOver,
        Some(Err(signal)) => End::Signalled(signal),
    };
    let Some(limit) = limits.memory_byte else { return end };
    let peak_over = |byte| outcome.memory_byte.is_some_and(|peak| peak > byte);
    let ran_out = outcome.is_over_memory
        || peak_over(limit)
        || match end {
            End::Exited(0) => false,
            End::Exited(_) => says_out_of_memory(&outcome.stderr),
            _ => peak_over(limit / 2) || says_out_of_memory(&outcome.stderr),
        };
    if ran_out { End::OutOfMemory } else { end }
}

fn says_out_of_memory(stderr: &[u8]) -> bool {
    let tail = &stderr[stderr.len().saturating_sub(STDERR_TAIL_BYTE)..];
    let tail = String::from_utf8_lossy(tail).to_lowercase();
    OUT_OF_MEMORY.iter().any(|words| tail.contains(words))
}

/// Name of a signal: `SIGSEGV`; `signal 40` when it has none.
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGABRT => "SIGABRT",
        libc::SIGALRM => "SIGALRM",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGHUP => "SIGHUP",
        libc::SIGILL => "SIGILL",
        libc::SIGINT => "SIGINT",
        libc::SIGKILL => "SIGKILL",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGSYS => "SIGSYS",
        libc::SIGTERM => "SIGTERM",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGUSR1 => "SIGUSR1",
        libc::SIGUSR2 => "SIGUSR2",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        other => return format!("signal {other}"),
    };
    name.to_string()
}

/// Seconds as text: `120 s`, `0.5 s`; at most three decimals.
pub fn duration_text(seconds: f64) -> String {
    format!("{} s", decimal(seconds, 3))
}

/// A number of bytes in the largest unit that fits: `64 MiB`, `1.5 KiB`; at most two decimals.
pub fn byte_text(byte: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut size = byte as f64;
    let mut unit_idx = 0;
    while size >= 1024.0 && unit_idx + 1 < units.len() {
        size /= 1024.0;
        unit_idx += 1;
    }
    format!("{} {}", decimal(size, 2), units[unit_idx])
}

fn decimal(number: f64, n_decimals: usize) -> String {
    let text = format!("{number:.n_decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_no_needless_decimals() {
        let check = |seconds, expected: &str| assert_eq!(duration_text(seconds), expected);
        check(120.0, "120 s");
        check(100.0, "100 s");
        check(0.5, "0.5 s");
        check(0.0, "0 s");
        check(1.0 / 3.0, "0.333 s");
    }

    #[test]
    fn sizes_use_the_largest_unit_that_fits() {
        let check = |byte, expected: &str| assert_eq!(byte_text(byte), expected);
        check(0, "0 B");
        check(1000, "1000 B");
        check(1536, "1.5 KiB");
        check(64 << 20, "64 MiB");
        check(10 << 30, "10 GiB");
    }

    #[test]
    fn ends_have_canonical_reasons() {
        let limits = Limits { wall_s: 120.0, memory_byte: Some(1 << 30), ..Limits::default() };
        let check = |end: End, expected: Option<&str>| assert_eq!(end.reason(&limits).as_deref(), expected);
        check(End::Exited(0), None);
        check(End::Exited(3), Some("exit 3"));
        check(End::Signalled(11), Some("SIGSEGV"));
        check(End::Signalled(40), Some("signal 40"));
        check(End::TimedOut, Some("120 s"));
        check(End::OutOfMemory, Some("memory over 1 GiB"));
        check(End::OutputOver, Some("output over 64 MiB"));
        check(End::NotStarted("`x` not found".into()), Some("`x` not found"));
    }

    #[test]
    fn memory_is_blamed_only_with_a_limit_a_failure_and_a_sign() {
        let outcome = |status, memory_byte, stderr: &str| ChildOutcome {
            pid: rustix::process::getpid(),
            ended: std::time::Instant::now(),
            status: Some(status),
            stdout: Vec::new(),
            stderr: stderr.into(),
            cpu_s: None,
            memory_byte,
            is_over_memory: false,
            n_left: 0,
            failed: None,
            left: None,
        };
        let check = |status, peak, stderr: &str, limit, expected: End| {
            let limits = Limits { memory_byte: limit, ..Limits::default() };
            assert_eq!(natural_end(&outcome(status, peak, stderr), &limits), expected);
        };
        let message = "terminate called after throwing an instance of 'std::bad_alloc'";
        check(Err(6), None, message, Some(1000), End::OutOfMemory);
        check(Err(6), None, message, None, End::Signalled(6));
        check(Err(11), None, "", Some(1000), End::Signalled(11));
        check(Err(11), Some(800), "", Some(1000), End::OutOfMemory);
        check(Err(11), Some(400), "", Some(1000), End::Signalled(11));
        check(Ok(1), Some(900), "", Some(1000), End::Exited(1));
        check(Ok(1), None, "MemoryError", Some(1000), End::OutOfMemory);
        check(Ok(0), Some(1001), "", Some(1000), End::OutOfMemory);
        check(Ok(0), Some(900), "out of memory", Some(1000), End::Exited(0));
    }
}
