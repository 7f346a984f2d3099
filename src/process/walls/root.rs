//! A root folder of its own: what may be read, a work folder in memory, and nothing else.

use std::ffi::CString;
use std::fs::{self, File, FileTimes};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags};
use rustix::mount::{MountFlags, MountPropagationFlags, UnmountFlags};

use super::super::sys;
use super::fence::DEVICES;
use super::policy::{TMP_BYTE, Walls};
use super::sights::Sight;

/// Number of files in [`SHARED`].
const TMP_FILES: u64 = 4096;

/// Folders that a program finds in its work folder.
const FOLDERS: [&str; 2] = ["home", "tmp"];

/// Links to what a process has open.
const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "dev/fd"),
    ("/proc/self/fd/0", "dev/stdin"),
    ("/proc/self/fd/1", "dev/stdout"),
    ("/proc/self/fd/2", "dev/stderr"),
];

/// Names of the one folder in memory that all programs share.
const SHARED: [&str; 2] = ["/tmp", "/dev/shm"];

/// Makes the folders that a program finds in its work folder.
pub(super) fn create_folders(work: &Path) -> io::Result<()> {
    FOLDERS.iter().try_for_each(|folder| fs::create_dir_all(work.join(folder)))
}

/// Makes the root folder and enters it; the work folder in it, with what was in the one outside.
///
/// Mounted over the work folder outside, which is thereby out of reach.
pub(super) fn build(walls: &Walls, sights: &[Sight]) -> io::Result<OwnedFd> {
    rustix::mount::mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let outside = File::open(&walls.work)?;
    let root = Root(&walls.work);
    memory(&walls.work, 4 << 20, 16 << 10, 0o755)?;
    // Where the work folder is inside of the one name, the other is the link.
    let [tmp, shm] = SHARED;
    let (shared, link) = if walls.work.starts_with(shm) { (shm, tmp) } else { (tmp, shm) };
    fs::create_dir_all(root.of(shared))?;
    memory(&root.of(shared), TMP_BYTE, TMP_FILES, 0o1777)?;
    for folder in ["/proc", "/dev", "/etc"].iter().map(Path::new).chain([walls.work.as_path()]) {
        fs::create_dir_all(root.of(folder))?;
    }
    DEVICES.iter().try_for_each(|device| File::create(root.of(device)).map(drop))?;
    for (to, name) in LINKS {
        symlink(to, walls.work.join(name))?;
    }
    symlink(shared, root.of(link))?;
    sights.iter().try_for_each(|sight| root.show(sight))?;
    walls.hidden.iter().try_for_each(|hidden| root.hide(hidden, sights))?;
    let nothing_new = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    sys::set_mount_attributes(open(&walls.work)?.as_fd(), nothing_new, 0, true)?;
    sys::set_mount_attributes(open(&root.of(shared))?.as_fd(), 0, libc::MOUNT_ATTR_RDONLY, false)?;
    let quiet = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    rustix::mount::mount("proc", root.of("/proc"), "proc", quiet | MountFlags::RDONLY, None)?;
    for device in DEVICES {
        rustix::mount::mount_bind(device, root.of(device))?;
    }
    let work = root.of(&walls.work);
    memory(&work, walls.files_byte, walls.n_files, 0o700)?;
    copy(&PathBuf::from(format!("/proc/self/fd/{}", outside.as_raw_fd())), &work)?;
    create_folders(&work)?;
    enter(&walls.work)?;
    open(&walls.work)
}

fn open(folder: &Path) -> io::Result<OwnedFd> {
    Ok(rustix::fs::openat(CWD, folder, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
}

fn enter(root: &Path) -> io::Result<()> {
    rustix::process::chdir(root)?;
    rustix::process::pivot_root(".", ".")?;
    // The root before is on top of the one now.
    rustix::mount::unmount(".", UnmountFlags::DETACH)?;
    Ok(rustix::process::chdir("/")?)
}

/// Shows a file or folder, which may be gone by now.
fn bind(from: &Path, to: &Path) -> io::Result<()> {
    match rustix::mount::mount_bind_recursive(from, to) {
        Err(rustix::io::Errno::NOENT) if !from.exists() => Ok(()),
        outcome => Ok(outcome?),
    }
}

fn memory(at: &Path, size_byte: u64, n_files: u64, mode: u32) -> io::Result<()> {
    let options = CString::new(format!("size={size_byte},nr_inodes={n_files},mode={mode:o}"))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(rustix::mount::mount("tmpfs", at, "tmpfs", flags, options.as_c_str())?)
}

/// The folder that is to become the root.
struct Root<'r>(&'r Path);

impl Root<'_> {
    /// Where an absolute path is before it is the root.
    fn of(&self, path: impl AsRef<Path>) -> PathBuf {
        self.0.join(path.as_ref().strip_prefix("/").unwrap_or(path.as_ref()))
    }

    /// Shows something where it is outside.
    fn show(&self, sight: &Sight) -> io::Result<()> {
        match sight {
            Sight::Folder(path) => {
                let place = self.of(path);
                fs::create_dir_all(&place)?;
                bind(path, &place)
            }
            Sight::File(path) => {
                let place = self.of(path);
                fs::create_dir_all(place.parent().unwrap_or(self.0))?;
                // Another name of the same file may have made it.
                File::options().create(true).append(true).open(&place)?;
                bind(path, &place)
            }
            Sight::Link { name, to } => {
                let link = self.of(name);
                fs::create_dir_all(link.parent().unwrap_or(self.0))?;
                match symlink(to, &link) {
                    // A folder on the way is itself a link, or the name is taken by what is shown in it.
                    Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => Ok(()),
                    outcome => outcome,
                }
            }
        }
    }

    /// Puts nothing over what is hidden, where it would be seen.
    fn hide(&self, path: &Path, sights: &[Sight]) -> io::Result<()> {
        let place = self.of(path);
        let is_in = |sight: &Sight| match sight {
            Sight::Folder(shown) | Sight::File(shown) => path.starts_with(shown),
            Sight::Link { .. } => false,
        };
        if !sights.iter().any(is_in) || !place.exists() {
            return Ok(());
        }
        if place.is_dir() {
            memory(&place, 4096, 2, 0o755)
        } else {
            Ok(rustix::mount::mount_bind("/dev/null", &place)?)
        }
    }
}

/// Copies files and folders with their rights and dates; what is neither is left out.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut folders = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = folders.pop() {
        for entry in fs::read_dir(&from)? {
            let entry = entry?;
            let (source, target) = (entry.path(), to.join(entry.file_name()));
            let found = entry.metadata()?;
            if found.is_dir() {
                fs::create_dir(&target)?;
                fs::set_permissions(&target, fs::Permissions::from_mode(found.permissions().mode() | 0o700))?;
                folders.push((source, target));
            } else if found.is_file() {
                fs::copy(&source, &target)?;
                let times = FileTimes::new().set_modified(found.modified()?);
                File::open(&target)?.set_times(times)?;
            }
        }
    }
    Ok(())
}
