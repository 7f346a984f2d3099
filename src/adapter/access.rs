//! What an adapter declares that its slicer needs of this machine, and what no slicer of a run may read.

use std::path::PathBuf;

use super::schema::NetworkWord;
use super::template::Template;
use crate::process::{Layers, Network};

/// Size of all files that a slicer may have in its work folder, where its adapter says nothing, bytes.
pub(super) const DEFAULT_FILES_BYTE: u64 = 256 << 20;

/// Number of files and folders that it may have there.
pub(super) const MAX_FILES: u64 = 1 << 16;

/// What an adapter declares.
#[derive(Clone, Debug, Default)]
pub(super) struct Access {
    /// Files and folders besides those that its commands name.
    pub(super) read: Vec<Template>,
    pub(super) network: Network,
    /// Variables of our environment.
    pub(super) pass_env: Vec<String>,
    pub(super) files_byte: u64,
}

impl From<NetworkWord> for Network {
    fn from(word: NetworkWord) -> Network {
        match word {
            NetworkWord::None => Network::None,
            NetworkWord::Loopback => Network::Loopback,
            NetworkWord::Full => Network::Full,
        }
    }
}

/// What holds for every slicer of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sandbox {
    /// The walls that the kernel gives.
    pub layers: Layers,
    /// Suites and results, which no slicer may read.
    pub hidden: Vec<PathBuf>,
}
