//! What slicers printed in a large run: one tar archive, which anybody's `tar` unpacks into the folders that a small run has.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tar::{Archive, Builder, EntryType, Header};

use crate::error::{self, Result};

/// Bytes that entries of an archive are rounded up to.
const BLOCK_BYTE: u64 = 512;

/// What ends an archive: two blocks of zeros.
const END: [u8; 2 * BLOCK_BYTE as usize] = [0; 2 * BLOCK_BYTE as usize];

/// Adds to an archive. Each file is written at once, so that an interruption tears at most the last one.
#[derive(Debug)]
pub(super) struct PackWriter {
    path: PathBuf,
    file: File,
}

impl PackWriter {
    /// Goes on with an archive, which is made if it is not there: what ends it, or was torn, is cut off.
    ///
    /// # Errors
    /// It cannot be read or written.
    pub(super) fn open(path: &Path) -> Result<PackWriter> {
        let n_whole = Pack::read(path)?.map_or(0, |pack| pack.n_whole);
        let open = || {
            let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
            file.set_len(n_whole)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(|cause| error::cannot_write(path, &cause))?;
        Ok(PackWriter { path: path.to_path_buf(), file })
    }

    /// Adds a file with its content.
    ///
    /// # Errors
    /// The archive cannot be written.
    pub(super) fn add(&mut self, name: &Path, content: &[u8]) -> Result<()> {
        self.entry(EntryType::Regular, content.len() as u64, |builder, header| {
            builder.append_data(header, name, content)
        })
    }

    /// Adds a file with the content of one that is in the archive.
    ///
    /// # Errors
    /// The archive cannot be written.
    pub(super) fn add_again(&mut self, name: &Path, stored: &Path) -> Result<()> {
        self.entry(EntryType::Link, 0, |builder, header| builder.append_link(header, name, stored))
    }

    fn entry(
        &mut self,
        kind: EntryType,
        n_bytes: u64,
        append: impl FnOnce(&mut Builder<Vec<u8>>, &mut Header) -> io::Result<()>,
    ) -> Result<()> {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(n_bytes);
        header.set_mode(0o644);
        header.set_mtime(0);
        let mut builder = Builder::new(Vec::new());
        let written = append(&mut builder, &mut header).and_then(|()| self.file.write_all(builder.get_ref()));
        written.map_err(|cause| error::cannot_write(&self.path, &cause))
    }

    /// Ends the archive as other programs expect it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn finish(&mut self) -> Result<()> {
        let ended = self.file.write_all(&END).and_then(|()| self.file.sync_all());
        ended.map_err(|cause| error::cannot_write(&self.path, &cause))
    }
}

/// Where the content of a file lies in an archive, bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedFile {
    pub(super) start: u64,
    pub(super) n_bytes: u64,
}

/// The files of an archive.
#[derive(Debug, Default)]
pub(super) struct Pack {
    /// By name; of several with one name the last.
    pub(super) files: BTreeMap<PathBuf, PackedFile>,
    /// Bytes up to the end of the last entry that is whole.
    n_whole: u64,
}

impl Pack {
    /// Reads where files are, and none of their contents; `None` when there is no archive. What follows a damaged entry is not found.
    ///
    /// # Errors
    /// It is there, but cannot be opened.
    pub(super) fn read(path: &Path) -> Result<Option<Pack>> {
        let fail = |cause: &io::Error| error::cannot_read(path, cause);
        let file = match File::open(path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(|cause| fail(&cause))?,
        };
        let n_there = file.metadata().map_err(|cause| fail(&cause))?.len();
        let mut pack = Pack::default();
        let mut archive = Archive::new(file);
        for entry in archive.entries_with_seek().map_err(|cause| fail(&cause))? {
            let Ok(entry) = entry else { break };
            let (start, n_bytes) = (entry.raw_file_position(), entry.size());
            let end = n_bytes.div_ceil(BLOCK_BYTE).checked_mul(BLOCK_BYTE).and_then(|n| start.checked_add(n));
            let Some(end) = end.filter(|end| *end <= n_there) else { break };
            let (Ok(name), Ok(stored)) = (entry.path(), entry.link_name()) else { break };
            let stretch = match stored {
                Some(stored) => pack.files.get(&*stored).copied(),
                None => Some(PackedFile { start, n_bytes }),
            };
            if let Some(stretch) = stretch {
                pack.files.insert(name.into_owned(), stretch);
            }
            pack.n_whole = end;
        }
        Ok(Some(pack))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn content(archive: &Path, name: &str) -> Option<Vec<u8>> {
        let pack = Pack::read(archive).unwrap().unwrap();
        let PackedFile { start, n_bytes } = *pack.files.get(Path::new(name))?;
        let bytes = fs::read(archive).unwrap();
        Some(bytes[start as usize..(start + n_bytes) as usize].to_vec())
    }

    #[test]
    fn what_was_added_is_found_after_any_cut() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("raw.tar");
        assert!(Pack::read(&path).unwrap().is_none());
        let long = format!("{}/stdout.txt", "task".repeat(60));
        let files: [(&str, Vec<u8>); 4] = [
            ("a/x", b"one".to_vec()),
            (&long, vec![7; 1000]),
            ("a/empty", Vec::new()),
            ("b/\u{e9}", vec![0; 512]),
        ];
        let mut writer = PackWriter::open(&path).unwrap();
        let mut ends = Vec::new();
        for (name, bytes) in &files {
            writer.add(Path::new(name), bytes).unwrap();
            ends.push(fs::metadata(&path).unwrap().len());
        }
        writer.add_again(Path::new("c/y"), Path::new("a/x")).unwrap();
        writer.finish().unwrap();
        assert_eq!(content(&path, "c/y"), Some(b"one".to_vec()));
        let whole = fs::read(&path).unwrap();
        for cut in (0..=whole.len()).step_by(64) {
            fs::write(&path, &whole[..cut]).unwrap();
            for ((name, bytes), end) in files.iter().zip(&ends) {
                let expected = (*end <= cut as u64).then(|| bytes.clone());
                assert_eq!(content(&path, name), expected, "{name} of {cut} bytes");
            }
            let mut writer = PackWriter::open(&path).unwrap();
            writer.add(Path::new("a/x"), b"again").unwrap();
            assert_eq!(content(&path, "a/x"), Some(b"again".to_vec()), "{cut} bytes");
            assert!(
                ends.iter().filter(|end| **end <= cut as u64).count()
                    <= Pack::read(&path).unwrap().unwrap().files.len()
            );
        }
    }
}
