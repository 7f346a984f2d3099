//! One side of a comparison: what the user named, and the grades behind it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Frontend, snapshot_of};
use crate::ast::SourceFile;
use crate::error::{self, Result};
use crate::results::{self, Results, read_header};
use crate::snapshot::{self, Snapshot};

/// One side of a comparison.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    /// The grades.
    pub snapshot: Snapshot,
    /// Folder of the run, when it is one.
    dir: Option<PathBuf>,
}

impl Side {
    /// What a user named: a run's folder or a slicer's, a file, a baseline, `latest[:SLICER][~N]`, `best[:SLICER]`.
    ///
    /// `other` is the slicer of the other side, for a name without one.
    ///
    /// # Errors
    /// It names nothing, or what it names cannot be read.
    pub(crate) fn resolve(
        name: &str,
        reports: &Path,
        other: Option<&str>,
        frontend: &dyn Frontend,
    ) -> Result<Side> {
        let (meant, n_back) = split_back(name);
        let (word, slicer) = meant.split_once(':').map_or((meant, None), |(word, of)| (word, Some(of)));
        let whose = || slicer.or(other).ok_or_else(|| error::baseline::whose(word));
        match word {
            "latest" => Side::run_of(reports, whose()?, n_back, frontend),
            "best" => Side::stored(&snapshot::best(reports, whose()?), frontend),
            _ => Side::named(name, reports, frontend),
        }
    }

    /// What a run is laid beside, named as for [`Side::resolve`]: `latest` is the run before it.
    ///
    /// # Errors
    /// As for [`Side::resolve`].
    pub(crate) fn beside(name: &str, reports: &Path, dir: &Path, frontend: &dyn Frontend) -> Result<Side> {
        let slicer = read_header(dir)?.slicer.name;
        let (word, n_back) = split_back(name);
        let own = |run: &PathBuf| run.canonicalize().ok() == dir.canonicalize().ok();
        match results::runs(&reports.join(&slicer)).iter().position(own) {
            Some(own) if word == "latest" => Side::run_of(reports, &slicer, own + 1 + n_back, frontend),
            _ => Side::resolve(name, reports, Some(&slicer), frontend),
        }
    }

    /// Leaves out the tasks that nobody asked for.
    pub(crate) fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.snapshot.tasks.retain(|task, _| is_wanted(task));
    }

    /// The latest run of a slicer, or the `n_back`-th before it.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(crate) fn run_of(
        reports: &Path,
        slicer: &str,
        n_back: usize,
        frontend: &dyn Frontend,
    ) -> Result<Side> {
        Side::run(&nth_folder(reports, slicer, n_back)?, frontend)
    }

    fn named(name: &str, reports: &Path, frontend: &dyn Frontend) -> Result<Side> {
        let path = Path::new(name);
        if path.is_dir() || path.file_name().is_some_and(|file| file == "run.json") && path.is_file() {
            return Side::run(&results::find(path)?, frontend);
        }
        if path.is_file() {
            return Side::stored(path, frontend);
        }
        let file = snapshot::named(reports, name);
        match file.is_file() {
            true => Side::stored(&file, frontend),
            false => Err(error::baseline::unknown_side(name, &snapshot::names(reports))),
        }
    }

    fn stored(path: &Path, frontend: &dyn Frontend) -> Result<Side> {
        let (snapshot, unsealed) = snapshot::read(path)?;
        unsealed.iter().for_each(|problem| frontend.warn(problem));
        Ok(Side { snapshot, dir: None })
    }

    fn run(dir: &Path, frontend: &dyn Frontend) -> Result<Side> {
        Ok(Side::graded(snapshot_of(&super::read(dir, frontend)?, frontend)?, dir))
    }

    /// Both are the same run.
    pub(crate) fn is_run_of(&self, other: &Side) -> bool {
        let folder = |side: &Side| side.dir.as_ref().and_then(|dir| dir.canonicalize().ok());
        folder(self).is_some() && folder(self) == folder(other)
    }

    /// A run that has just been graded.
    pub(crate) fn graded(snapshot: Snapshot, dir: &Path) -> Side {
        Side { snapshot, dir: Some(dir.to_path_buf()) }
    }

    /// Programs as the slicer printed them, by task; empty where nothing is stored of it.
    pub(super) fn normal_forms(&self) -> BTreeMap<String, Vec<SourceFile>> {
        let Some(Ok((results, _))) = self.dir.as_deref().map(Results::read) else { return BTreeMap::new() };
        let form = |record: results::Record| Some((record.task, record.normalised?.program));
        results.records.into_iter().filter_map(form).collect()
    }
}

/// The folder of a run: its own, a slicer's, or `latest:SLICER[~N]`.
///
/// # Errors
/// There is none, or the name is of something else.
pub(crate) fn run_folder(name: &str, reports: &Path) -> Result<PathBuf> {
    let (meant, n_back) = split_back(name);
    match meant.split_once(':') {
        Some(("latest", slicer)) => nth_folder(reports, slicer, n_back),
        Some(("best", _)) => Err(error::baseline::many_runs(name)),
        _ if meant == "latest" && !Path::new(name).exists() => Err(error::baseline::whose(meant)),
        _ => results::find(Path::new(name)),
    }
}

fn nth_folder(reports: &Path, slicer: &str, n_back: usize) -> Result<PathBuf> {
    let dir = results::runs(&reports.join(slicer)).into_iter().nth(n_back);
    let dir = dir.ok_or_else(|| error::baseline::no_run(slicer, n_back, reports))?;
    // The latest is the latest complete one.
    if n_back > 0 { Ok(dir) } else { results::latest(reports, slicer) }
}

/// `latest:edg~2` is `latest:edg`, two runs back.
fn split_back(text: &str) -> (&str, usize) {
    let split = text.rsplit_once('~').and_then(|(head, n)| Some((head, n.parse().ok()?)));
    split.unwrap_or((text, 0))
}

/// The slicer in `latest:SLICER` or `best:SLICER`; `None` for every other name.
pub(crate) fn slicer_in(name: &str) -> Option<&str> {
    let (word, slicer) = name.split_once(':')?;
    matches!(word, "latest" | "best").then_some(split_back(slicer).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_slicer_and_run() {
        assert_eq!(split_back("latest~3"), ("latest", 3));
        assert_eq!(split_back("a~b"), ("a~b", 0));
        assert_eq!(slicer_in("latest:ce-edg~1"), Some("ce-edg"));
        assert_eq!(slicer_in("best:x"), Some("x"));
        assert_eq!(slicer_in("C:/reports"), None);
    }
}
