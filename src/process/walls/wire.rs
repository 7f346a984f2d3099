//! What the process that wants a program and the trampoline say to each other, over the trampoline's standard input.
//!
//! One order goes in, as JSON behind its length; notes of eight bytes come out, one of them with a folder.

use std::collections::BTreeMap;
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags,
};
use serde::{Deserialize, Serialize};

use super::policy::Walls;
use super::sights::Sight;

/// Longest order: as much as the system lets a command and its environment be.
const MAX_ORDER_BYTE: usize = 16 << 20;

const NOTE_BYTE: usize = 8;

/// What is to be run, and inside of what.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::process) struct WallOrder {
    /// Process that asks; nobody else may.
    pub(in crate::process) harness: i32,
    pub(in crate::process) argv: Vec<String>,
    pub(in crate::process) cwd: PathBuf,
    /// All of it.
    pub(in crate::process) env: BTreeMap<String, String>,
    pub(in crate::process) stdin: Option<PathBuf>,
    /// Data of each process, bytes.
    pub(in crate::process) memory_byte: Option<u64>,
    pub(in crate::process) walls: Walls,
    /// What it sees of the files outside.
    pub(in crate::process) sights: Vec<Sight>,
}

/// What the trampoline says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::process) enum WallNote {
    /// The walls are up; the work folder, where it is another one, comes along.
    Ready,
    /// The walls could not be raised: a step, as [`step_name`] says it, and what the system said.
    Failed(u16, i32),
    /// The program could not be started: what the system said.
    NotStarted(i32),
    /// So many processes were left when the program had ended.
    Left(i32),
}

/// What the trampoline was about to do when it failed.
pub(in crate::process) fn step_name(step: u16) -> &'static str {
    STEPS.get(usize::from(step)).copied().unwrap_or("something")
}

const STEPS: [&str; 6] =
    ["the order", "a process", "namespaces", "a root folder", "limits", "Landlock and seccomp"];

/// Index of a step in [`STEPS`].
pub(super) fn step_number(name: &str) -> u16 {
    STEPS.iter().position(|step| *step == name).and_then(|idx| u16::try_from(idx).ok()).unwrap_or(u16::MAX)
}

impl WallNote {
    fn bytes(self) -> [u8; NOTE_BYTE] {
        let (kind, step, value) = match self {
            WallNote::Ready => (0_u16, 0_u16, 0),
            WallNote::Failed(step, errno) => (1, step, errno),
            WallNote::NotStarted(errno) => (2, 0, errno),
            WallNote::Left(n_left) => (3, 0, n_left),
        };
        let [kind, step] = [kind, step].map(u16::to_ne_bytes);
        let value = value.to_ne_bytes();
        [kind[0], kind[1], step[0], step[1], value[0], value[1], value[2], value[3]]
    }

    fn parse(bytes: [u8; NOTE_BYTE]) -> Option<WallNote> {
        let [k0, k1, s0, s1, v @ ..] = bytes;
        let value = i32::from_ne_bytes(v);
        match u16::from_ne_bytes([k0, k1]) {
            0 => Some(WallNote::Ready),
            1 => Some(WallNote::Failed(u16::from_ne_bytes([s0, s1]), value)),
            2 => Some(WallNote::NotStarted(value)),
            3 => Some(WallNote::Left(value)),
            _ => None,
        }
    }
}

/// One end of the connection.
#[derive(Debug)]
pub(in crate::process) struct Control(UnixStream);

impl Control {
    pub(in crate::process) fn new(stream: UnixStream) -> Control {
        Control(stream)
    }

    /// Gives the order.
    pub(in crate::process) fn order(&mut self, order: &WallOrder) -> io::Result<()> {
        let text = serde_json::to_vec(order)?;
        let len = u32::try_from(text.len()).map_err(io::Error::other)?;
        self.0.write_all(&len.to_ne_bytes())?;
        self.0.write_all(&text)
    }

    /// Takes the order.
    pub(super) fn take_order(&mut self) -> io::Result<WallOrder> {
        let mut len = [0; 4];
        self.0.read_exact(&mut len)?;
        let len = u32::from_ne_bytes(len) as usize;
        if len > MAX_ORDER_BYTE {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        let mut text = vec![0; len];
        self.0.read_exact(&mut text)?;
        Ok(serde_json::from_slice(&text)?)
    }

    /// Says something, and hands a folder over.
    pub(super) fn say(&self, note: WallNote, folder: Option<&OwnedFd>) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut along = SendAncillaryBuffer::new(&mut space);
        let folders: Vec<_> = folder.into_iter().map(std::os::fd::AsFd::as_fd).collect();
        if !folders.is_empty() {
            along.push(SendAncillaryMessage::ScmRights(&folders));
        }
        rustix::net::sendmsg(&self.0, &[IoSlice::new(&note.bytes())], &mut along, SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// What is said next, with a folder that was handed over; `None` when nothing comes in time, or ever.
    pub(in crate::process) fn hear(&self, wait: Duration) -> Option<(WallNote, Option<OwnedFd>)> {
        let wait = wait.max(Duration::from_millis(1));
        self.0.set_read_timeout(Some(wait)).ok()?;
        let mut bytes = [0; NOTE_BYTE];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut along = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::WAITALL;
        let got = rustix::io::retry_on_intr(|| {
            rustix::net::recvmsg(&self.0, &mut [IoSliceMut::new(&mut bytes)], &mut along, flags)
        });
        if got.ok()?.bytes != NOTE_BYTE {
            return None;
        }
        let folder = along.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut folders) => folders.next(),
            _ => None,
        });
        Some((WallNote::parse(bytes)?, folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_arrive_as_they_were_sent_with_their_folder() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let (ours, theirs) = (Control::new(ours), Control::new(theirs));
        let folder = OwnedFd::from(std::fs::File::open("/").unwrap());
        theirs.say(WallNote::Ready, Some(&folder)).unwrap();
        for note in [WallNote::Failed(3, 13), WallNote::NotStarted(2), WallNote::Left(7)] {
            theirs.say(note, None).unwrap();
        }
        let wait = Duration::from_secs(5);
        assert!(matches!(ours.hear(wait), Some((WallNote::Ready, Some(_)))));
        for note in [WallNote::Failed(3, 13), WallNote::NotStarted(2), WallNote::Left(7)] {
            let (heard, folder) = ours.hear(wait).unwrap();
            assert_eq!((heard, folder.is_none()), (note, true));
        }
        drop(theirs);
        assert!(ours.hear(wait).is_none());
    }

    #[test]
    fn steps_have_names() {
        assert_eq!(step_name(step_number("limits")), "limits");
        assert_eq!(step_name(u16::MAX), "something");
    }
}
