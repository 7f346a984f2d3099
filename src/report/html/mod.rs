//! A folder of pages that a browser opens from a disk: no server, no network, no library.
//!
//! Pages are fixed text. Numbers and whatever a slicer printed are data in script files, as JSON in which no character can
//! end the script; the pages put it on the screen as text, never as markup. Each task has its own file, so that the overview
//! of thousands opens at once.

mod data;

use super::{Artifact, Book};

const INDEX: &str = include_str!("assets/index.html");
const TASK: &str = include_str!("assets/task.html");
const COMPARE: &str = include_str!("assets/compare.html");
const STYLE: &str = include_str!("assets/style.css");
const COMMON: &str = include_str!("assets/common.js");
const OVERVIEW: &str = include_str!("assets/index.js");
const CHARTS: &str = include_str!("assets/charts.js");
const TASK_PAGE: &str = include_str!("assets/task.js");
const COMPARE_PAGE: &str = include_str!("assets/compare.js");

/// All files, `index.html` first.
pub(super) fn write(book: &Book) -> Vec<Artifact> {
    let fixed = [
        ("index.html", INDEX),
        ("task.html", TASK),
        ("compare.html", COMPARE),
        ("assets/style.css", STYLE),
        ("assets/common.js", COMMON),
        ("assets/index.js", OVERVIEW),
        ("assets/charts.js", CHARTS),
        ("assets/task.js", TASK_PAGE),
        ("assets/compare.js", COMPARE_PAGE),
    ];
    let file = |path: String, text: String| Artifact { path, text };
    let mut files: Vec<Artifact> =
        fixed.into_iter().map(|(path, text)| file(path.to_owned(), text.to_owned())).collect();
    files.push(file("data/overview.js".to_owned(), data::script("overview", &data::overview(book))));
    for (idx, task) in book.tasks.iter().enumerate() {
        files.push(file(data::task_path(idx), data::script("task", &data::task(book, task))));
    }
    files
}
