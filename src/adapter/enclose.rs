//! Walls around the commands of an adapter: what they may read is what they name, and where their program is installed.

use std::path::{Path, PathBuf};

use super::access::{MAX_FILES, Sandbox};
use super::check::find_program;
use super::template::Placeholder;
use super::{Adapter, CommandStep};
use crate::error::{self, Result};
use crate::language::Language;
use crate::languages;
use crate::process::{Invocation, Network, Walls, is_system, network_paths};

impl Adapter {
    /// Puts a command between walls. `work` is the folder that it may write.
    ///
    /// # Errors
    /// When an environment variable without a default is not set.
    pub fn enclose(&self, mut invocation: Invocation, sandbox: &Sandbox, work: &Path) -> Result<Invocation> {
        let own = std::env::current_exe().map_err(|cause| error::cannot_read(Path::new("."), &cause))?;
        let program = invocation.argv.first().and_then(|name| find_program(name, &invocation));
        let is_own = program.as_ref().is_some_and(|program| is_same(program, &own));
        let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let mut hidden: Vec<PathBuf> =
            sandbox.hidden.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let mut read = self.declared()?;
        if is_own {
            read.extend(languages::kept_servers().inspect(|kept| {
                invocation
                    .env
                    .insert(languages::KEPT_VARIABLE.to_owned(), kept.to_string_lossy().into_owned());
            }));
        } else {
            hidden.extend(own.canonicalize());
        }
        read.extend(self.named(&invocation, &hidden, home.as_deref())?);
        read.extend(program.iter().flat_map(|program| around(program, &hidden, home.as_deref())));
        read.extend(on_path(&invocation).iter().flat_map(|folder| installed(folder, &hidden)));
        if self.access.network == Network::Full {
            read.extend(network_paths());
        }
        read.retain(|path| !is_system(path) || path.is_symlink());
        invocation.walls = Some(Walls {
            work: work.to_owned(),
            read,
            hidden,
            network: self.access.network,
            pass_env: self.access.pass_env.clone(),
            files_byte: self.access.files_byte,
            n_files: MAX_FILES,
            is_own,
            layers: sandbox.layers,
        });
        Ok(invocation)
    }

    /// Has the servers of the oracles compiled, where a command is this program's own search, which could not keep them: it can
    /// write nothing outside of its walls.
    pub fn keep_servers(&self, of: &[Language]) {
        if self.steps.iter().any(CommandStep::searches) {
            of.iter().for_each(|&language| languages::room(language).keep_server());
        }
    }

    /// Whether its slicer asks for more of the network than nothing.
    pub fn network(&self) -> Network {
        self.access.network
    }

    /// What the adapter says with `read`.
    fn declared(&self) -> Result<Vec<PathBuf>> {
        let values = self.host_values()?;
        self.access.read.iter().map(|path| Ok(PathBuf::from(self.expand(path, &values)?))).collect()
    }

    /// Files and folders that are there and are words of the command or of its environment. A folder around a home or around what
    /// nobody may read is no tool.
    fn named(
        &self,
        invocation: &Invocation,
        hidden: &[PathBuf],
        home: Option<&Path>,
    ) -> Result<Vec<PathBuf>> {
        let mut named: Vec<PathBuf> = Vec::new();
        if self.commands().any(|step| step.uses(Placeholder::Tooldir)) {
            named.push(PathBuf::from(&self.host_values()?[&Placeholder::Tooldir]));
        }
        let words = invocation.argv.iter().chain(invocation.env.values());
        let parts = words
            .flat_map(|word| word.split([':', '=', ',', ' ']).chain([word.as_str()]))
            .map(|part| part.trim_end_matches("/*"));
        named.extend(parts.filter(|part| part.starts_with('/')).map(PathBuf::from));
        let is_home = |path: &Path| home.is_some_and(|home| home.starts_with(path));
        named.retain(|path| path.exists() && !is_around(path, hidden) && !is_home(path));
        Ok(named)
    }
}

/// The program with the folder that it is installed in: of `bin` the one above. Homes are no such folders.
fn around(program: &Path, hidden: &[PathBuf], home: Option<&Path>) -> Vec<PathBuf> {
    let Ok(file) = program.canonicalize() else { return Vec::new() };
    let mut found = vec![program.to_owned(), file.clone()];
    found.extend(
        [program, &file].iter().filter_map(|path| path.parent()).flat_map(|bin| installed(bin, hidden)),
    );
    let Some(folder) = file.parent().filter(|folder| !is_system(folder)) else { return found };
    let folder = if is_bin(folder) { folder.parent().unwrap_or(folder) } else { folder };
    let is_home = home.is_some_and(|home| {
        home.starts_with(folder) || (folder.starts_with(home) && is_bin(file.parent().unwrap_or(folder)))
    });
    if !is_home && folder != Path::new("/") && folder != std::env::temp_dir() && !is_around(folder, hidden) {
        found.push(folder.to_owned());
    }
    found
}

/// Parts of an installation that programs of its `bin` load, of which none is anybody's letters or keys.
const INSTALLED: [&str; 15] = [
    "bin",
    "sbin",
    "shims",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "include",
    "etc",
    "plugins",
    "installs",
    "versions",
    "version",
    "pyvenv.cfg",
    "conda-meta",
];

/// What is installed beside a folder of programs, which may be in a home: managers of versions, virtual environments.
///
/// A program may start another one by its name, as a script does its interpreter.
fn installed(folder: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let Some(prefix) = folder.parent().filter(|_| is_bin(folder) && !is_system(folder)) else {
        return Vec::new();
    };
    let parts = INSTALLED.iter().map(|part| prefix.join(part));
    parts.filter(|part| part.exists() && !is_around(part, hidden)).collect()
}

/// The folders that programs are looked for in.
fn on_path(invocation: &Invocation) -> Vec<PathBuf> {
    let path = invocation.env.get("PATH").map(Into::into).or_else(|| std::env::var_os("PATH"));
    path.iter().flat_map(std::env::split_paths).filter(|folder| folder.is_absolute()).collect()
}

fn is_bin(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| ["bin", "sbin", "shims"].map(Some).contains(&name.to_str()))
}

fn is_around(path: &Path, hidden: &[PathBuf]) -> bool {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    hidden.iter().any(|hidden| hidden.starts_with(&path) || path.starts_with(hidden))
}

fn is_same(program: &Path, own: &Path) -> bool {
    program.canonicalize().is_ok_and(|program| own.canonicalize().is_ok_and(|own| own == program))
}
