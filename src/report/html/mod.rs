//! A folder of pages that a browser opens from a disk: no server, no network, no library.
//!
//! Pages are fixed text. Numbers and whatever a slicer printed are data in script files, as JSON in which no character can
//! end the script; the pages put it on the screen as text, never as markup. Each task has its own file, so that the overview
//! of thousands opens at once.

mod answers;
mod data;
mod trend;

use super::{Artifact, RunSet};

/// Files that are the same in every report: path and text.
const FIXED: [(&str, &str); 25] = [
    ("index.html", include_str!("assets/index.html")),
    ("task.html", include_str!("assets/task.html")),
    ("compare.html", include_str!("assets/compare.html")),
    ("trend.html", include_str!("assets/trend.html")),
    ("assets/style.css", include_str!("assets/style.css")),
    ("assets/code.css", include_str!("assets/code.css")),
    ("assets/common.js", include_str!("assets/common.js")),
    ("assets/filter.js", include_str!("assets/filter.js")),
    ("assets/totals.js", include_str!("assets/totals.js")),
    ("assets/charts.js", include_str!("assets/charts.js")),
    ("assets/setup.js", include_str!("assets/setup.js")),
    ("assets/parts.js", include_str!("assets/parts.js")),
    ("assets/columns.js", include_str!("assets/columns.js")),
    ("assets/duel.js", include_str!("assets/duel.js")),
    ("assets/trend.js", include_str!("assets/trend.js")),
    ("assets/scatter.js", include_str!("assets/scatter.js")),
    ("assets/pairs.js", include_str!("assets/pairs.js")),
    ("assets/tables.js", include_str!("assets/tables.js")),
    ("assets/index.js", include_str!("assets/index.js")),
    ("assets/code.js", include_str!("assets/code.js")),
    ("assets/reasons.js", include_str!("assets/reasons.js")),
    ("assets/align.js", include_str!("assets/align.js")),
    ("assets/task.js", include_str!("assets/task.js")),
    ("assets/averages.js", include_str!("assets/averages.js")),
    ("assets/compare.js", include_str!("assets/compare.js")),
];

/// All files, `index.html` first.
pub(super) fn write(set: &RunSet) -> Vec<Artifact> {
    let file = |path: String, text: String| Artifact { path, text };
    let mut files: Vec<Artifact> =
        FIXED.into_iter().map(|(path, text)| file(path.to_owned(), text.to_owned())).collect();
    files.push(file("data/overview.js".to_owned(), data::script("overview", &data::overview(set))));
    files.push(file("data/compare.js".to_owned(), data::script("pairs", &answers::pairs(set))));
    files.push(file("data/trend.js".to_owned(), data::script("trend", &trend::trend(set))));
    for (idx, task) in set.tasks.iter().enumerate() {
        files.push(file(data::task_path(idx), data::script("task", &answers::task(set, task))));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::FIXED;

    /// A page asks for nothing that is not written, and nothing is written that no page asks for.
    #[test]
    fn pages_ask_for_the_files_that_are_written() {
        let written: Vec<&str> =
            FIXED.iter().map(|(path, _)| *path).filter(|path| path.starts_with("assets/")).collect();
        let pages: Vec<&str> =
            FIXED.iter().filter(|(path, _)| path.ends_with(".html")).map(|(_, text)| *text).collect();
        let asked = |path: &str| pages.iter().any(|text| text.contains(&format!("=\"{path}\"")));
        let unasked: Vec<&str> = written.iter().copied().filter(|path| !asked(path)).collect();
        assert!(unasked.is_empty(), "{unasked:?}");
        for text in pages {
            for part in text.split(['"', '#']).filter(|part| part.starts_with("assets/")) {
                assert!(written.contains(&part), "{part}");
            }
        }
    }
}
