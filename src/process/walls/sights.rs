//! What a program sees of the files outside, found by whoever asks for the program: it is the same for most programs of a run,
//! and looking it up takes longer than showing it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::policy::{Walls, system_paths};

/// Views that are remembered; more are those of runs that look at something else each time.
const MAX_REMEMBERED: usize = 64;

/// Something that a program sees where it is outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::process) enum Sight {
    Folder(PathBuf),
    File(PathBuf),
    /// Another name of what another one shows.
    Link {
        name: PathBuf,
        to: PathBuf,
    },
}

/// What decides what a program sees: what it may read outside of its work folder, what is hidden, whether it has a root of its own.
type View = (Vec<PathBuf>, Vec<PathBuf>, bool);

/// What a program sees, in the order in which it is to be shown; looked up once for all programs that see the same.
pub(in crate::process) fn sights(walls: &Walls) -> Vec<Sight> {
    static REMEMBERED: Mutex<Option<HashMap<View, Vec<Sight>>>> = Mutex::new(None);
    // What is in the work folder comes with it.
    let outside = walls.read.iter().filter(|path| !path.starts_with(&walls.work)).cloned().collect();
    let view = (outside, walls.hidden.clone(), walls.layers.namespaces);
    let mut remembered = REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner);
    let remembered = remembered.get_or_insert_default();
    if let Some(known) = remembered.get(&view) {
        return known.clone();
    }
    let found = look(&view, &walls.work);
    if remembered.len() == MAX_REMEMBERED {
        remembered.clear();
    }
    remembered.insert(view, found.clone());
    found
}

fn look((read, hidden, has_root): &View, work: &Path) -> Vec<Sight> {
    let readable = system_paths().into_iter().chain(read.iter().cloned());
    if !has_root {
        return readable.flat_map(|path| without(&path, hidden)).filter_map(|path| sight(&path)).collect();
    }
    let mut shown: Vec<PathBuf> = Vec::new();
    let mut sights = Vec::new();
    for path in readable {
        let Ok(canonical) = path.canonicalize() else { continue };
        let is_inside = |shown: &[PathBuf], path: &Path| shown.iter().any(|folder| path.starts_with(folder));
        // What is in the work folder is copied; the root itself would be everything.
        if canonical.starts_with(work) || canonical == Path::new("/") {
            continue;
        }
        if !is_inside(&shown, &canonical) {
            sights.extend(sight(&canonical));
            shown.push(canonical.clone());
        }
        if path != canonical && !is_inside(&shown, &path) {
            sights.push(Sight::Link { name: path, to: canonical });
        }
    }
    sights
}

/// What is not there is not seen.
fn sight(path: &Path) -> Option<Sight> {
    let found = path.metadata().ok()?;
    Some(if found.is_dir() { Sight::Folder(path.to_owned()) } else { Sight::File(path.to_owned()) })
}

/// A folder without what is hidden in it: all that is beside the way to it.
fn without(path: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let canonical = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if hidden.iter().any(|hidden| canonical.starts_with(hidden)) {
        return Vec::new();
    }
    if !hidden.iter().any(|hidden| hidden.starts_with(&canonical)) {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(&canonical).into_iter().flatten().flatten();
    entries.flat_map(|entry| without(&entry.path(), hidden)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::policy::Layers;
    use super::*;

    #[test]
    fn what_is_hidden_is_left_out_and_all_beside_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["a/gold", "a/tool", "b"] {
            std::fs::create_dir_all(root.join(name)).unwrap();
        }
        let mut left = without(&root, &[root.join("a/gold")]);
        left.sort();
        assert_eq!(left, [root.join("a/tool"), root.join("b")]);
        assert_eq!(without(&root.join("a/gold"), &[root.join("a")]), Vec::<PathBuf>::new());
    }

    #[test]
    fn with_a_root_of_its_own_a_program_sees_each_place_once_and_its_other_names_as_links() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("tool/bin")).unwrap();
        std::fs::write(root.join("settings"), "").unwrap();
        std::os::unix::fs::symlink(root.join("tool"), root.join("link")).unwrap();
        let names = ["tool", "tool/bin", "link", "link/bin", "settings", "missing", "work/program"];
        let mut walls = Walls {
            work: root.join("work"),
            read: names.map(|name| root.join(name)).to_vec(),
            layers: Layers { namespaces: true, ..Layers::default() },
            ..Walls::default()
        };
        let ours = |walls: &Walls| {
            let is_ours = |sight: &Sight| match sight {
                Sight::Folder(path) | Sight::File(path) | Sight::Link { name: path, .. } => {
                    path.starts_with(&root)
                }
            };
            sights(walls).into_iter().filter(is_ours).collect::<Vec<_>>()
        };
        let link = |name, to| Sight::Link { name: root.join(name), to: root.join(to) };
        let tool = Sight::Folder(root.join("tool"));
        let settings = Sight::File(root.join("settings"));
        let all = [tool.clone(), link("link", "tool"), link("link/bin", "tool/bin"), settings.clone()];
        assert_eq!(ours(&walls), all);
        // Another work folder sees the same, without a root of its own all names are seen as they are.
        walls.work = root.join("other");
        walls.read.pop();
        assert_eq!(ours(&walls), all);
        walls.layers.namespaces = false;
        let folders = ["tool/bin", "link", "link/bin"].map(|name| Sight::Folder(root.join(name)));
        assert_eq!(ours(&walls), [vec![tool], folders.to_vec(), vec![settings]].concat());
    }
}
