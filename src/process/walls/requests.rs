//! What is said to the spawner: a request with three handles goes in, the id of the process that has them comes out.
//!
//! Packets, so that neither end ever waits for the rest of one.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, sockopt,
};
use rustix::process::Pid;

/// What a trampoline starts with: its connection to whoever asks, standard output, standard error.
const N_HANDLES: usize = 3;

/// How long a spawner may take to divide itself, on a machine that is busy.
const ANSWER_WAIT: Duration = Duration::from_secs(10);

/// The whole of a request; what it is about follows by the connection that comes along.
const REQUEST: [u8; 1] = [0];

/// What came of a request.
pub(in crate::process) enum Answered {
    Started(Pid),
    /// The system has no process for us.
    NotStarted(io::Error),
    /// There is no spawner any more, or it does not answer.
    Gone,
}

/// One end of the connection.
pub(in crate::process) struct Requests(OwnedFd);

impl Requests {
    pub(super) fn new(socket: OwnedFd) -> Requests {
        Requests(socket)
    }

    /// Our end, and that of the spawner.
    ///
    /// # Errors
    /// There are no handles left.
    pub(in crate::process) fn pair() -> io::Result<(Requests, OwnedFd)> {
        let (ours, theirs) =
            rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        // A spawner that somebody stopped would be waited for until all limits are over.
        sockopt::set_socket_timeout(&ours, sockopt::Timeout::Recv, Some(ANSWER_WAIT))?;
        Ok((Requests(ours), theirs))
    }

    /// Asks for a process that has these handles.
    pub(in crate::process) fn ask(&self, handles: [BorrowedFd<'_>; N_HANDLES]) -> Answered {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(N_HANDLES))];
        let mut along = SendAncillaryBuffer::new(&mut space);
        along.push(SendAncillaryMessage::ScmRights(&handles));
        let sent = rustix::io::retry_on_intr(|| {
            rustix::net::sendmsg(&self.0, &[IoSlice::new(&REQUEST)], &mut along, SendFlags::NOSIGNAL)
        });
        match sent {
            Ok(_) => {}
            // Too many handles are on their way in other sockets of this user.
            Err(cause) if cause == rustix::io::Errno::TOOMANYREFS => {
                return Answered::NotStarted(cause.into());
            }
            Err(_) => return Answered::Gone,
        }
        let mut told = [0; 4];
        match rustix::io::retry_on_intr(|| rustix::io::read(&self.0, &mut told)) {
            Ok(4) => match i32::from_ne_bytes(told) {
                errno @ ..0 => Answered::NotStarted(io::Error::from_raw_os_error(-errno)),
                pid => Pid::from_raw(pid).map_or(Answered::Gone, Answered::Started),
            },
            _ => Answered::Gone,
        }
    }

    /// Waits for a request; `None` when nobody will ask any more.
    pub(super) fn take(&self) -> Option<[OwnedFd; N_HANDLES]> {
        let mut request = REQUEST;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(N_HANDLES))];
        let mut along = RecvAncillaryBuffer::new(&mut space);
        let got = rustix::io::retry_on_intr(|| {
            let mut whole = [IoSliceMut::new(&mut request)];
            rustix::net::recvmsg(&self.0, &mut whole, &mut along, RecvFlags::CMSG_CLOEXEC)
        });
        if got.ok()?.bytes == 0 {
            return None;
        }
        let handles = along.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(handles) => Some(handles),
            _ => None,
        });
        handles.flatten().collect::<Vec<_>>().try_into().ok()
    }

    /// Says what came of the request.
    pub(super) fn answer(&self, started: io::Result<Pid>) {
        let told = match started {
            Ok(pid) => pid.as_raw_nonzero().get(),
            Err(cause) => -cause.raw_os_error().unwrap_or(libc::EAGAIN),
        };
        // Whoever does not hear it has ended, which the next request tells.
        let _ = rustix::net::send(&self.0, &told.to_ne_bytes(), SendFlags::NOSIGNAL);
    }
}
