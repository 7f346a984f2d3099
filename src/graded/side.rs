//! One side of a comparison: what the user named, and the grades behind it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::ast::SourceFile;
use crate::baseline;
use crate::cli::{Context, grade};
use crate::compare::Snapshot;
use crate::error::{self, Result};
use crate::results::{self, Results, read_header, records_byte};

/// One side of a comparison.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Side {
    /// The grades.
    pub(super) snapshot: Snapshot,
    /// Folder of the run, when it is one.
    dir: Option<PathBuf>,
}

impl Side {
    /// What a user named: a run's folder or a slicer's, a file, a baseline, `latest[:SLICER][~N]`, `best[:SLICER]`.
    ///
    /// `other` is the slicer of the other side, for a name without one.
    pub(super) fn resolve(
        name: &str,
        reports: &Path,
        other: Option<&str>,
        context: &Context,
    ) -> Result<Side> {
        let (meant, n_back) = split_back(name);
        let (word, slicer) = meant.split_once(':').map_or((meant, None), |(word, of)| (word, Some(of)));
        let whose = || slicer.or(other).ok_or_else(|| error::baseline::whose(word));
        match word {
            "latest" => Side::run_of(reports, whose()?, n_back, context),
            "best" => Side::stored(&baseline::best(reports, whose()?)),
            _ => Side::named(name, reports, context),
        }
    }

    /// What a run is laid beside, named as for [`Side::resolve`]: `latest` is the run before it.
    pub(in crate::cli) fn beside(name: &str, reports: &Path, dir: &Path, context: &Context) -> Result<Side> {
        let slicer = read_header(dir)?.slicer.name;
        let (word, n_back) = split_back(name);
        let own = |run: &PathBuf| run.canonicalize().ok() == dir.canonicalize().ok();
        match results::runs(&reports.join(&slicer)).iter().position(own) {
            Some(own) if word == "latest" => Side::run_of(reports, &slicer, own + 1 + n_back, context),
            _ => Side::resolve(name, reports, Some(&slicer), context),
        }
    }

    /// Leaves out the tasks that nobody asked for.
    pub(in crate::cli) fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.snapshot.tasks.retain(|task, _| is_wanted(task));
    }

    /// The latest run of a slicer, or one so many before it.
    pub(super) fn run_of(reports: &Path, slicer: &str, n_back: usize, context: &Context) -> Result<Side> {
        Side::run(&Side::nth_folder(reports, slicer, n_back)?, context)
    }

    fn nth_folder(reports: &Path, slicer: &str, n_back: usize) -> Result<PathBuf> {
        let dir = match n_back {
            0 => results::latest(reports, slicer).ok(),
            n_back => results::runs(&reports.join(slicer)).into_iter().nth(n_back),
        };
        dir.ok_or_else(|| error::baseline::no_run(slicer, n_back, reports))
    }

    /// The folder of a run: its own, a slicer's, or `latest:SLICER[~N]`.
    pub(super) fn folder(name: &str, reports: &Path) -> Result<PathBuf> {
        let (meant, n_back) = split_back(name);
        match meant.strip_prefix("latest:") {
            Some(slicer) => Side::nth_folder(reports, slicer, n_back),
            None => results::find(Path::new(name)),
        }
    }

    fn named(name: &str, reports: &Path, context: &Context) -> Result<Side> {
        let path = Path::new(name);
        if path.is_dir() || path.file_name().is_some_and(|file| file == "run.json") && path.is_file() {
            return Side::run(&results::find(path)?, context);
        }
        if path.is_file() {
            return Side::stored(path);
        }
        let file = baseline::named(reports, name);
        match file.is_file() {
            true => Side::stored(&file),
            false => Err(error::baseline::unknown_side(name, &baseline::names(reports))),
        }
    }

    fn stored(path: &Path) -> Result<Side> {
        Ok(Side { snapshot: baseline::read(path)?, dir: None })
    }

    /// The grades of a run: those beside it, or made now.
    pub(super) fn run(dir: &Path, context: &Context) -> Result<Side> {
        let header = read_header(dir)?;
        let stored = records_byte(dir).and_then(|n_bytes| baseline::grades_of_run(dir, &header, n_bytes));
        let snapshot = match stored {
            Some(snapshot) => snapshot,
            None => {
                let suite = context.suite()?;
                let results = grade::read(dir, context)?;
                let tasks: Vec<_> = suite.tasks().collect();
                grade::grades(&suite, &results, &tasks, context).snapshot
            }
        };
        Ok(Side { snapshot, dir: Some(dir.to_path_buf()) })
    }

    /// A run that has just been graded.
    pub(in crate::cli) fn graded(snapshot: Snapshot, dir: &Path) -> Side {
        Side { snapshot, dir: Some(dir.to_path_buf()) }
    }

    /// Programs as the slicer printed them, by task; empty where nothing is stored of it.
    pub(super) fn normal_forms(&self) -> BTreeMap<String, Vec<SourceFile>> {
        let Some(Ok((results, _))) = self.dir.as_deref().map(Results::read) else { return BTreeMap::new() };
        let form = |record: results::Record| Some((record.task, record.normalised?.program));
        results.records.into_iter().filter_map(form).collect()
    }
}

/// `latest:edg~2` is `latest:edg`, two runs back.
fn split_back(text: &str) -> (&str, usize) {
    let split = text.rsplit_once('~').and_then(|(head, n)| Some((head, n.parse().ok()?)));
    split.unwrap_or((text, 0))
}

/// The slicer in `latest:SLICER` or `best:SLICER`; `None` for every other name.
pub(super) fn slicer_in(name: &str) -> Option<&str> {
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
