//! What a program left in its folder, read without trusting any of it.
//!
//! The folder is opened before the program runs. Everything is found beneath that handle, through no link of any kind, without
//! waiting, and counted before it is kept: a pipe, a device, a link to the kernel's view of this process, a file without an end
//! or folders without a bottom are nothing, or a short reason.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};

/// Most files and folders that are looked at.
pub const MAX_LEFT_FILES: usize = 10_000;

/// Deepest folder that is looked into.
pub const MAX_LEFT_DEPTH: usize = 64;

/// Why something that was left cannot be had.
#[derive(Debug)]
pub enum LeftError {
    /// Larger than was asked for.
    TooLarge,
    /// More files and folders than are looked at.
    TooMany,
    /// Deeper than is looked into.
    TooDeep,
    /// What the system says.
    Unreadable(io::Error),
}

impl LeftError {
    /// As an error of the system.
    fn cause(self) -> io::Error {
        match self {
            LeftError::Unreadable(cause) => cause,
            LeftError::TooLarge | LeftError::TooMany | LeftError::TooDeep => {
                io::ErrorKind::FileTooLarge.into()
            }
        }
    }
}

impl From<rustix::io::Errno> for LeftError {
    fn from(errno: rustix::io::Errno) -> LeftError {
        LeftError::Unreadable(errno.into())
    }
}

/// A folder in which a program may leave things.
#[derive(Clone, Debug)]
pub struct Left {
    folder: Arc<OwnedFd>,
    /// The folder as paths name it.
    path: PathBuf,
}

impl PartialEq for Left {
    fn eq(&self, other: &Left) -> bool {
        self.path == other.path
    }
}

impl Left {
    /// Opens a folder before anything is run in it.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(path: &Path) -> io::Result<Left> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = rustix::fs::openat(rustix::fs::CWD, path, flags, Mode::empty())?;
        Ok(Left::new(folder, path))
    }

    pub(super) fn new(folder: OwnedFd, path: &Path) -> Left {
        Left { folder: Arc::new(folder), path: path.to_owned() }
    }

    /// Whether a path is in it, by its name.
    pub fn has(&self, path: &Path) -> bool {
        path.starts_with(&self.path)
    }

    /// Content of a file; `None` when there is none, or something that is no plain file.
    ///
    /// # Errors
    /// It is larger than the limit, which is told before more than that is read, or cannot be read.
    pub fn file(&self, path: &Path, limit_byte: u64) -> Result<Option<Vec<u8>>, LeftError> {
        let Some(mut file) = self.open_file(path)? else { return Ok(None) };
        let mut bytes = Vec::new();
        let more = limit_byte.saturating_add(1);
        (&mut file).take(more).read_to_end(&mut bytes).map_err(LeftError::Unreadable)?;
        if bytes.len() as u64 > limit_byte { Err(LeftError::TooLarge) } else { Ok(Some(bytes)) }
    }

    /// Copies a folder of ours, which is what nobody else wrote, to the same place in this one, where it must not be yet.
    ///
    /// # Errors
    /// What the system says.
    pub fn take_in(&self, folder: &Path) -> io::Result<()> {
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let (parent, name) = self.parent(&folder)?;
            rustix::fs::mkdirat(&parent, &name, Mode::RWXU)?;
            for entry in std::fs::read_dir(&folder)? {
                let path = entry?.path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => self.take_in_file(&path)?,
                }
            }
        }
        Ok(())
    }

    fn take_in_file(&self, path: &Path) -> io::Result<()> {
        let (parent, name) = self.parent(path)?;
        let mut source = File::open(path)?;
        let found = source.metadata()?;
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut target = File::from(rustix::fs::openat(&parent, &name, flags, Mode::RUSR | Mode::WUSR)?);
        io::copy(&mut source, &mut target)?;
        target.set_permissions(found.permissions())?;
        target.set_modified(found.modified()?)
    }

    /// The folder that a path is in, and its name there.
    fn parent(&self, path: &Path) -> io::Result<(OwnedFd, PathBuf)> {
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let (parent, name) = path.parent().zip(path.file_name()).ok_or_else(missing)?;
        let opened =
            self.open_beneath(parent, OFlags::DIRECTORY | OFlags::RDONLY).map_err(LeftError::cause)?;
        Ok((opened.ok_or_else(missing)?, PathBuf::from(name)))
    }

    /// Removes a folder, whatever was made of it.
    ///
    /// # Errors
    /// What the system says; also when it takes too long.
    pub fn remove(&self, folder: &Path) -> io::Result<()> {
        let (parent, name) = self.parent(folder)?;
        super::remove::remove_beneath(parent.as_fd(), &name)
    }

    /// A handle of a socket; `None` when there is none, or something that is no socket.
    pub(super) fn socket(&self, path: &Path) -> Option<OwnedFd> {
        let seen = self.open_beneath(path, OFlags::PATH).ok()??;
        let kind = FileType::from_raw_mode(rustix::fs::fstat(&seen).ok()?.st_mode);
        (kind == FileType::Socket).then_some(seen)
    }

    /// When a plain file was last written.
    pub fn modified(&self, path: &Path) -> Option<SystemTime> {
        self.open_file(path).ok()??.metadata().ok()?.modified().ok()
    }

    /// Paths of all plain files below a folder, relative to it, sorted; none where there is no such folder.
    ///
    /// # Errors
    /// There are too many, or too deep ones, or a folder cannot be read.
    pub fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, LeftError> {
        let mut found = Vec::new();
        let mut n_seen = 0;
        let mut folders = vec![PathBuf::new()];
        while let Some(prefix) = folders.pop() {
            let opened = self.open_beneath(&folder.join(&prefix), OFlags::DIRECTORY | OFlags::RDONLY)?;
            let Some(opened) = opened else { continue };
            for entry in Dir::read_from(&opened)? {
                let entry = entry?;
                let name = OsStr::from_bytes(entry.file_name().to_bytes());
                if name == "." || name == ".." {
                    continue;
                }
                n_seen += 1;
                if n_seen > MAX_LEFT_FILES {
                    return Err(LeftError::TooMany);
                }
                let kind = rustix::fs::statat(&opened, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW);
                match kind.map(|kind| FileType::from_raw_mode(kind.st_mode)) {
                    Ok(FileType::Directory) if prefix.components().count() + 1 > MAX_LEFT_DEPTH => {
                        return Err(LeftError::TooDeep);
                    }
                    Ok(FileType::Directory) => folders.push(prefix.join(name)),
                    Ok(FileType::RegularFile) => found.push(prefix.join(name)),
                    _ => {}
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Replaces what is in a folder of ours by a copy of what was left, for the next command.
    ///
    /// # Errors
    /// There is too much of it, or it cannot be read or written.
    pub fn copy_to(&self, target: &Path, limit_byte: u64) -> Result<(), LeftError> {
        for entry in std::fs::read_dir(target).map_err(LeftError::Unreadable)?.flatten() {
            super::remove_tree(&entry.path()).map_err(LeftError::Unreadable)?;
        }
        let mut left_byte = limit_byte;
        for path in self.files_below(Path::new(""))? {
            let Some(bytes) = self.file(&path, left_byte)? else { continue };
            left_byte = left_byte.saturating_sub(bytes.len() as u64);
            self.write(&target.join(&path), &path, &bytes).map_err(LeftError::Unreadable)?;
        }
        Ok(())
    }

    fn write(&self, target: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
        std::fs::create_dir_all(target.parent().unwrap_or(target))?;
        std::fs::write(target, bytes)?;
        let Ok(Some(source)) = self.open_file(path) else { return Ok(()) };
        let found = source.metadata()?;
        std::fs::set_permissions(target, found.permissions())?;
        File::open(target)?.set_modified(found.modified()?)
    }

    /// A plain file. Asked first what it is: opening a device does something.
    fn open_file(&self, path: &Path) -> Result<Option<File>, LeftError> {
        let Some(seen) = self.open_beneath(path, OFlags::PATH)? else { return Ok(None) };
        let seen = rustix::fs::fstat(&seen)?;
        if FileType::from_raw_mode(seen.st_mode) != FileType::RegularFile {
            return Ok(None);
        }
        let Some(file) = self.open_beneath(path, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY)? else {
            return Ok(None);
        };
        let opened = rustix::fs::fstat(&file)?;
        let is_same = (opened.st_dev, opened.st_ino) == (seen.st_dev, seen.st_ino);
        Ok(is_same.then(|| File::from(file)))
    }

    /// `None` where there is nothing, or a link on the way.
    fn open_beneath(&self, path: &Path, flags: OFlags) -> Result<Option<OwnedFd>, LeftError> {
        use rustix::io::Errno;
        let relative = path.strip_prefix(&self.path).unwrap_or(path);
        match beneath(self.folder.as_fd(), relative, flags | OFlags::NOFOLLOW | OFlags::CLOEXEC) {
            Ok(opened) => Ok(Some(opened)),
            Err(
                Errno::NOENT
                | Errno::NOTDIR
                | Errno::LOOP
                | Errno::XDEV
                | Errno::ISDIR
                | Errno::NAMETOOLONG
                | Errno::NXIO,
            ) => Ok(None),
            Err(errno) => Err(errno.into()),
        }
    }
}

type BorrowedFolder<'f> = std::os::fd::BorrowedFd<'f>;

#[cfg(target_os = "linux")]
fn beneath(folder: BorrowedFolder<'_>, path: &Path, flags: OFlags) -> rustix::io::Result<OwnedFd> {
    use rustix::fs::ResolveFlags;
    use rustix::io::Errno;
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let resolve = ResolveFlags::BENEATH
        | ResolveFlags::NO_SYMLINKS
        | ResolveFlags::NO_MAGICLINKS
        | ResolveFlags::NO_XDEV;
    match rustix::fs::openat2(folder, path, flags, Mode::empty(), resolve) {
        // A kernel before 5.6.
        Err(Errno::NOSYS) => step_by_step(folder, path, flags),
        outcome => outcome,
    }
}

#[cfg(not(target_os = "linux"))]
fn beneath(folder: BorrowedFolder<'_>, path: &Path, flags: OFlags) -> rustix::io::Result<OwnedFd> {
    step_by_step(folder, path, flags)
}

/// The same, folder by folder.
fn step_by_step(folder: BorrowedFolder<'_>, path: &Path, flags: OFlags) -> rustix::io::Result<OwnedFd> {
    let into = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut at = rustix::fs::openat(folder, ".", into, Mode::empty())?;
    let mut parts = path.components().peekable();
    while let Some(part) = parts.next() {
        let Component::Normal(name) = part else { continue };
        let flags = if parts.peek().is_some() { into } else { flags };
        at = rustix::fs::openat(&at, name, flags, Mode::empty())?;
    }
    Ok(at)
}
