//! What somebody reads first: the README shows what the program prints, and every document is found.

use std::fs;
use std::path::Path;

use crate::support::{call_in, done_in, root, stdout};

fn readme() -> String {
    fs::read_to_string(root("README.md")).unwrap()
}

/// The code blocks of a text, with the words after their fences.
fn blocks(text: &str) -> Vec<(String, String)> {
    let parts: Vec<&str> = text.split("\n```").collect();
    let inside = parts.iter().skip(1).step_by(2);
    inside
        .map(|block| {
            let (info, body) = block.split_once('\n').unwrap();
            (info.to_owned(), format!("{body}\n"))
        })
        .collect()
}

fn block(info: &str, word: &str) -> String {
    let found = blocks(&readme()).into_iter().find(|block| block.0 == info && block.1.contains(word));
    found.unwrap_or_else(|| panic!("no block {info} with {word}")).1
}

#[apply(test)]
fn the_first_example_is_graded_as_it_says() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let program = block("python", "total = price + tax");
    fs::write(dir.join("bill.py"), &program).unwrap();
    let init =
        ["init", "benchmark", "python/bill", "--program", "bill.py", "--line", "5", "--variable", "total"];
    call_in(dir, &init);
    let gold: String = program
        .lines()
        .enumerate()
        .filter(|(idx, _)| *idx != 2)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    fs::create_dir_all(dir.join("suite/python/bill/gold")).unwrap();
    fs::write(dir.join("suite/python/bill/gold/s5Total.py"), gold).unwrap();
    let shown =
        done_in(dir, &["explain", "bill", "--suite", "suite", "--slicer", "identity", "--width", "100"]);
    for line in block("text", "surplus nodes").lines() {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
}

#[apply(test)]
fn the_worst_answers_are_those_that_are_printed() {
    let dir = tempfile::tempdir().unwrap();
    let shown = done_in(dir.path(), &["run", "--filter", "python", "--width", "100"]);
    let table = block("text", "The worst 5 answers");
    assert!(shown.contains(table.trim_end()), "{shown}");
    let tasks: serde_json::Value =
        serde_json::from_str(&stdout(&call_in(dir.path(), &["list", "tasks", "--format", "json"]))).unwrap();
    let told = format!("The suite inside has {} tasks", tasks.as_array().unwrap().len());
    assert!(readme().contains(&told), "{told}");
    let sizes = || tasks.as_array().unwrap().iter().filter_map(|task| task["nodes"].as_u64());
    let told = format!("of {} to {} nodes", sizes().min().unwrap(), sizes().max().unwrap());
    assert!(readme().contains(&told), "{told}");
}

/// Paths of the Markdown files that people read, from the root.
pub(crate) fn documents() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root("docs"))
        .unwrap()
        .map(|entry| format!("docs/{}", entry.unwrap().file_name().to_str().unwrap()))
        .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "md"))
        .collect();
    names.extend(["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(str::to_owned));
    names.sort();
    names
}

/// Text outside code.
pub(crate) fn prose(text: &str) -> String {
    let outside: String = format!("\n{text}").split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    outside.lines().filter(|line| !line.starts_with("    ")).collect::<Vec<_>>().join("\n")
}

#[apply(test)]
fn links_lead_somewhere_and_every_document_is_linked() {
    let index = fs::read_to_string(root("docs/README.md")).unwrap();
    for name in documents() {
        let text = prose(&fs::read_to_string(root(&name)).unwrap());
        let folder = root(&name).parent().unwrap().to_owned();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_elsewhere = target.contains("://") || target.starts_with('#');
            assert!(is_elsewhere || folder.join(target).exists(), "{name}: {target}");
        }
        assert!(!text.contains("`docs/"), "{name}: a document is named, not linked");
        let own = name.trim_start_matches("docs/");
        let is_listed = own == "README.md" || own == "SECURITY.md" || index.contains(&format!("({own})"));
        assert!(is_listed || index.contains(&format!("(../{own})")), "{own} is not in docs/README.md");
    }
}
