//! Hashes that are the same in every version and on every machine.

use std::hash::{BuildHasherDefault, Hasher};

/// FNV-1a, which is stable across versions and machines, unlike the standard hasher.
pub(super) fn fnv(seed: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Mixes a hash so that sums and xors of mixed values keep their entropy (SplitMix64 finaliser).
pub(super) fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

pub(super) type FnvBuilder = BuildHasherDefault<Fnv>;

/// FNV-1a as a hasher for tables of short names, where the standard one costs more than the look-up.
#[derive(Default)]
pub(super) struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = fnv(self.0, bytes);
    }

    fn finish(&self) -> u64 {
        mix(self.0)
    }
}
