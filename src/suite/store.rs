//! Where the files of a suite come from: a folder, or the table that `build.rs` put into the binary.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::error::{self, Problem};

/// Path and content of every file of the suite in this repository.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded_suite.rs"));

/// The files below one suite folder, by relative path with `/` between names.
#[derive(Debug)]
pub(super) struct SuiteFiles {
    root: PathBuf,
    /// Content where it is in memory, `None` where it is on the disk.
    files: BTreeMap<String, Option<&'static [u8]>>,
}

impl SuiteFiles {
    /// The suite in this binary.
    pub(super) fn embedded() -> SuiteFiles {
        let files = EMBEDDED.iter().map(|&(path, bytes)| (path.to_owned(), Some(bytes))).collect();
        SuiteFiles { root: PathBuf::from("suite"), files }
    }

    /// Lists a folder; hidden files and folders do not count.
    pub(super) fn open(root: &Path) -> Result<SuiteFiles, Vec<Problem>> {
        let mut files = BTreeMap::new();
        let mut problems = Vec::new();
        for entry in WalkDir::new(root).min_depth(1).follow_links(true).into_iter().filter_entry(is_visible) {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => match relative(root, entry.path()) {
                    Some(path) => drop(files.insert(path, None)),
                    None => problems.push(error::suite::odd_file_name(entry.path())),
                },
                Err(failure) => problems.push(unreadable(root, failure)),
            }
        }
        problems.sort_by(|a, b| a.place.cmp(&b.place));
        if problems.is_empty() { Ok(SuiteFiles { root: root.to_owned(), files }) } else { Err(problems) }
    }

    /// The folder, as the user named it.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Relative paths of all files, sorted.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Relative paths of all files below a folder, sorted.
    pub(super) fn below<'s>(&'s self, folder: &str) -> impl Iterator<Item = &'s str> + use<'s> {
        let prefix = format!("{folder}/");
        let start = prefix.clone();
        self.files
            .range(start..)
            .map(|(path, _)| path.as_str())
            .take_while(move |path| path.starts_with(&prefix))
    }

    /// Whether there is such a file.
    pub(super) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Path for messages: what the user named, then the relative path.
    pub(super) fn full_path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Content of a file.
    pub(super) fn read(&self, path: &str) -> io::Result<Cow<'static, [u8]>> {
        match self.files.get(path) {
            Some(Some(bytes)) => Ok(Cow::Borrowed(bytes)),
            Some(None) => std::fs::read(self.full_path(path)).map(Cow::Owned),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

fn is_visible(entry: &DirEntry) -> bool {
    entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn relative(root: &Path, path: &Path) -> Option<String> {
    let names: Option<Vec<&str>> =
        path.strip_prefix(root).ok()?.components().map(|name| name.as_os_str().to_str()).collect();
    names.map(|names| names.join("/"))
}

fn unreadable(root: &Path, failure: walkdir::Error) -> Problem {
    let path = failure.path().unwrap_or(root).to_owned();
    let cause =
        failure.into_io_error().unwrap_or_else(|| io::Error::other("a link leads back to its folder"));
    if path == root && cause.kind() == io::ErrorKind::NotFound {
        return error::suite::no_folder(root);
    }
    let problem = error::suite::unreadable(&path, &cause);
    match error::remedy(&cause) {
        Some(remedy) => problem.hint(remedy),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_lists_a_folder_and_not_its_namesakes() {
        let dir = tempfile::tempdir().unwrap();
        for path in ["a/x", "a/y/z", "a-b/x", "ab", ".git/config"] {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "text").unwrap();
        }
        let store = SuiteFiles::open(dir.path()).unwrap();
        assert_eq!(store.paths().collect::<Vec<_>>(), ["a-b/x", "a/x", "a/y/z", "ab"]);
        assert_eq!(store.below("a").collect::<Vec<_>>(), ["a/x", "a/y/z"]);
        assert_eq!(&*store.read("a/y/z").unwrap(), b"text");
        assert!(store.read("b").is_err());
    }
}
