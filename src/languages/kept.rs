//! Servers of oracles as a compiler left them, kept for the processes to come.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;

/// Names the folder where a home is out of reach, as between the walls around slicers.
pub const KEPT_VARIABLE: &str = "BENCH_SLICERS_ORACLES";

/// The folder of all of them: what the variable names, else one in the user's cache; `None` without a home.
pub fn kept_servers() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = || set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    set(KEPT_VARIABLE).or_else(|| Some(cache()?.join("bench-slicers").join("oracles")))
}

/// Name of the folder of one server, which is another one with each of its sources and of whatever else it is made of.
pub(super) fn name_of(language: &str, made_of: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    made_of.hash(&mut hasher);
    format!("{language}-{:016x}", hasher.finish())
}
