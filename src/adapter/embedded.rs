//! The adapters that ship inside the program, with their companion files.

use std::path::Path;

/// Relative path and content of every file of `slicers/`, sorted by path.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded_slicers.rs"));

/// Text of the adapter file of this name.
pub(super) fn adapter(name: &str) -> Option<&'static str> {
    let path = format!("{name}.toml");
    let (_, bytes) = FILES.iter().find(|(known, _)| *known == path)?;
    std::str::from_utf8(bytes).ok()
}

/// Names of all adapters, sorted.
pub(super) fn names() -> Vec<String> {
    let top_level = FILES.iter().filter(|(path, _)| !path.contains('/'));
    let mut names: Vec<String> =
        top_level.filter_map(|(path, _)| path.strip_suffix(".toml")).map(str::to_owned).collect();
    names.sort();
    names
}

/// Folder of the recorded cases, which are most of the files, and which no command needs.
const RECORDED: &str = "recorded/";

/// Writes what commands use into a folder, as it is in `slicers/`.
pub(super) fn extract(folder: &Path) -> std::io::Result<()> {
    extract_some(folder, &|path| !path.starts_with(RECORDED))
}

/// Writes the files below `part`, a folder of `slicers/`, into a folder.
pub(super) fn extract_below(folder: &Path, part: &Path) -> std::io::Result<()> {
    extract_some(folder, &|path| Path::new(path).starts_with(part))
}

fn extract_some(folder: &Path, is_wanted: &dyn Fn(&str) -> bool) -> std::io::Result<()> {
    for (path, bytes) in FILES.iter().filter(|(path, _)| is_wanted(path)) {
        let target = folder.join(path);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(target, bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::adapter::Adapter;

    #[test]
    fn every_embedded_adapter_loads() {
        let names = Adapter::embedded_names();
        assert!(names.iter().any(|name| name == "reachable"), "{names:?}");
        for name in names {
            let adapter = Adapter::embedded(&name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(adapter.name, name);
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = Adapter::embedded("no-such-slicer").unwrap_err();
        assert!(error.to_string().contains("`identity`"), "{error}");
    }
}
