//! Which slicer: by name, by file, as configured, or the default.

use std::path::{Path, PathBuf};

use super::settings::Settings;
use crate::adapter::Adapter;
use crate::error::{self, Result};

/// Name of the slicer that `run` uses when none is named.
pub(super) const DEFAULT_SLICER: &str = "default";

impl Settings {
    /// Every adapter: those of the folders, then embedded ones whose name is not taken.
    pub(super) fn adapters(&self) -> Result<Vec<Adapter>> {
        let mut adapters = Adapter::load_all(&self.slicers)?;
        for name in Adapter::embedded_names() {
            if !adapters.iter().any(|adapter| adapter.name == name) {
                adapters.push(Adapter::embedded(&name)?);
            }
        }
        adapters.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(adapters)
    }

    /// The adapter with this name, in this file, or as configured; `None` asks for the default.
    pub(super) fn adapter(&self, wanted: Option<&str>) -> Result<Adapter> {
        let wanted = wanted.or(self.config.slicer.as_deref()).unwrap_or(DEFAULT_SLICER);
        if wanted.ends_with(".toml") || wanted.contains(std::path::MAIN_SEPARATOR) {
            return Adapter::load(&with_folder(Path::new(wanted)));
        }
        let in_folder =
            |folder: &PathBuf| Some(folder.join(format!("{wanted}.toml"))).filter(|path| path.is_file());
        match self.slicers.iter().find_map(in_folder) {
            Some(path) => Adapter::load(&path),
            None if Adapter::embedded_names().iter().any(|name| name == wanted) => Adapter::embedded(wanted),
            None => self.named_inside(wanted),
        }
    }

    /// The adapters with these names, each once, in their order; the default where none is named.
    pub(super) fn adapters_of(&self, wanted: &[String]) -> Result<Vec<Adapter>> {
        if wanted.is_empty() {
            return Ok(vec![self.adapter(None)?]);
        }
        let mut adapters: Vec<Adapter> = Vec::new();
        for name in wanted {
            let adapter = self.adapter(Some(name))?;
            match adapters.iter().find(|known| known.name == adapter.name) {
                None => adapters.push(adapter),
                Some(known) if known.path == adapter.path => {}
                Some(known) => {
                    return Err(error::adapter::duplicate(&adapter.path, &known.path, &adapter.name));
                }
            }
        }
        Ok(adapters)
    }

    /// An adapter whose file has another name than the adapter.
    fn named_inside(&self, wanted: &str) -> Result<Adapter> {
        let adapters = self.adapters()?;
        let known: Vec<String> = adapters.iter().map(|adapter| adapter.name.clone()).collect();
        let found = adapters.into_iter().find(|adapter| adapter.name == wanted);
        found.ok_or_else(|| error::cli::no_slicer(wanted, &known))
    }
}

/// The path of a file, with a folder in any case: that of a bare name is empty, and no folder on disk.
fn with_folder(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new(".").join(file),
        _ => file.to_path_buf(),
    }
}
