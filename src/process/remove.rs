//! Removal of folders that a program filled: without recursion, with few handles, in bounded time.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, RenameFlags};
use rustix::io::Errno;

/// Longest removal; what is left then is removed when it is found by a later start.
const MAX_REMOVAL: Duration = Duration::from_secs(30);

const INTO: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Removes a file, a link or a folder with all that is in it.
///
/// Folders inside are moved up beside the first ones before they are emptied, so that no depth needs more than two handles.
///
/// # Errors
/// What the system says; also when it takes too long.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    remove_beneath(CWD, path)
}

/// The same of a path that is relative to an open folder.
pub(super) fn remove_beneath(at: BorrowedFd<'_>, path: &Path) -> io::Result<()> {
    let until = Instant::now() + MAX_REMOVAL;
    match rustix::fs::unlinkat(at, path, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(()),
        Err(Errno::ISDIR | Errno::PERM) => {}
        Err(errno) => return Err(errno.into()),
    }
    let top = rustix::fs::openat(at, path, INTO, Mode::empty()).or_else(|errno| {
        // Its owner may have taken away its own rights.
        rustix::fs::chmodat(at, path, Mode::RWXU, AtFlags::empty()).map_err(|_| errno)?;
        rustix::fs::openat(at, path, INTO, Mode::empty())
    })?;
    let mut n_moved = 0;
    while let Some(folder) = empty(top.as_fd(), top.as_fd(), &mut n_moved, until)? {
        let inner = open_folder(top.as_fd(), &folder)?;
        while empty(inner.as_fd(), top.as_fd(), &mut n_moved, until)?.is_some() {}
        drop(inner);
        rustix::fs::unlinkat(&top, folder.as_c_str(), AtFlags::REMOVEDIR)?;
    }
    drop(top);
    Ok(rustix::fs::unlinkat(at, path, AtFlags::REMOVEDIR)?)
}

/// Removes what is in a folder; folders that are not empty are moved into the top, or, of the top itself, named.
fn empty(
    folder: BorrowedFd<'_>,
    top: BorrowedFd<'_>,
    n_moved: &mut u64,
    until: Instant,
) -> io::Result<Option<CString>> {
    let is_top = rustix::fs::fstat(folder)?.st_ino == rustix::fs::fstat(top)?.st_ino;
    for entry in Dir::read_from(folder)? {
        if Instant::now() > until {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        match rustix::fs::unlinkat(folder, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => continue,
            Err(Errno::ISDIR | Errno::PERM) => {}
            Err(errno) => return Err(errno.into()),
        }
        match rustix::fs::unlinkat(folder, name, AtFlags::REMOVEDIR) {
            Ok(()) => {}
            Err(Errno::NOTEMPTY | Errno::EXIST) if is_top => return Ok(Some(name.to_owned())),
            Err(Errno::NOTEMPTY | Errno::EXIST) => move_up(folder, name, top, n_moved)?,
            Err(errno) => return Err(errno.into()),
        }
    }
    Ok(None)
}

fn move_up(folder: BorrowedFd<'_>, name: &CStr, top: BorrowedFd<'_>, n_moved: &mut u64) -> io::Result<()> {
    // Moving a folder writes its link to the one above.
    open_folder(folder, name)?;
    loop {
        *n_moved += 1;
        let free = CString::new(format!(".removed-{n_moved}"))?;
        match rename(folder, name, top, &free) {
            Err(Errno::EXIST | Errno::NOTEMPTY) => {}
            outcome => return Ok(outcome?),
        }
    }
}

#[cfg(target_os = "linux")]
fn rename(from: BorrowedFd<'_>, name: &CStr, to: BorrowedFd<'_>, new: &CStr) -> rustix::io::Result<()> {
    rustix::fs::renameat_with(from, name, to, new, RenameFlags::NOREPLACE)
}

#[cfg(not(target_os = "linux"))]
fn rename(from: BorrowedFd<'_>, name: &CStr, to: BorrowedFd<'_>, new: &CStr) -> rustix::io::Result<()> {
    rustix::fs::renameat(from, name, to, new)
}

/// A folder of whose owner's rights none is missing.
fn open_folder(at: BorrowedFd<'_>, name: &CStr) -> io::Result<std::os::fd::OwnedFd> {
    if let Ok(opened) = rustix::fs::openat(at, name, INTO, Mode::empty()) {
        rustix::fs::fchmod(&opened, Mode::RWXU)?;
        return Ok(opened);
    }
    rustix::fs::chmodat(at, name, Mode::RWXU, AtFlags::empty())?;
    Ok(rustix::fs::openat(at, name, INTO, Mode::empty())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_deeper_than_any_path_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().join("top");
        std::fs::create_dir(&top).unwrap();
        let mut at = rustix::fs::openat(CWD, &top, INTO, Mode::empty()).unwrap();
        for depth in 0..5000 {
            rustix::fs::mkdirat(&at, "d", Mode::RWXU).unwrap();
            let inner = rustix::fs::openat(&at, "d", INTO, Mode::empty()).unwrap();
            if depth % 100 == 0 {
                let file = OFlags::CREATE | OFlags::WRONLY;
                rustix::fs::openat(&inner, ".removed-1", file, Mode::empty()).unwrap();
            }
            at = inner;
        }
        drop(at);
        remove_tree(&top).unwrap();
        assert!(!top.exists());
    }

    #[test]
    fn links_are_removed_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (kept, top) = (folder.path().join("kept"), folder.path().join("top"));
        std::fs::create_dir_all(&kept).unwrap();
        std::fs::create_dir_all(top.join("inner")).unwrap();
        std::fs::write(kept.join("file"), "x").unwrap();
        std::os::unix::fs::symlink(&kept, top.join("inner/link")).unwrap();
        remove_tree(&top).unwrap();
        assert!(kept.join("file").exists() && !top.exists());
    }
}
