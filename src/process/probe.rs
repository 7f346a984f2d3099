//! Which walls the kernel gives, found by raising them.

use super::walls::{Layers, Walls, is_lacking};
use super::{End, Invocation, run, sys};

impl Layers {
    /// What the kernel gives, asked once by raising all walls around nothing.
    pub fn probe() -> Layers {
        static PROBED: std::sync::OnceLock<Layers> = std::sync::OnceLock::new();
        *PROBED.get_or_init(|| Layers::given().without_lacking())
    }

    fn without_lacking(self) -> Layers {
        let has = |layer: &str| !is_lacking(layer);
        Layers {
            namespaces: self.namespaces && has("namespaces"),
            landlock: if has("landlock") { self.landlock } else { 0 },
            seccomp: self.seccomp && has("seccomp"),
        }
    }

    #[cfg(target_os = "linux")]
    fn given() -> Layers {
        Layers {
            namespaces: has_namespaces(),
            landlock: sys::landlock_version(),
            seccomp: super::walls::has_seccomp(),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn given() -> Layers {
        Layers::default()
    }
}

/// Whether `true` runs in namespaces: some kernels and containers allow to make them and forbid what they are for.
#[cfg(target_os = "linux")]
fn has_namespaces() -> bool {
    // Then nothing is run, and the run says why.
    let Ok(folder) = tempfile::tempdir() else { return true };
    let walls = Walls {
        work: folder.path().to_owned(),
        files_byte: 1 << 20,
        n_files: 64,
        layers: Layers { namespaces: true, ..Layers::default() },
        ..Walls::default()
    };
    let argv = vec!["true".to_owned()];
    let cwd = folder.path().to_owned();
    let invocation = Invocation { argv, cwd, walls: Some(walls), ..Invocation::default() };
    run(&invocation).end == End::Exited(0)
}
