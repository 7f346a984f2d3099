//! Reads the Markdown files of `tests/corpus`: a case per `##` heading, with code blocks and facts.
//!
//! A fact is a line `key: value` outside code blocks; everything else is prose for the reader.

use std::collections::BTreeMap;
use std::path::Path;

/// One case of a corpus file.
pub(crate) struct Case {
    /// Heading, with the file's name and line for messages.
    pub title: String,
    /// Code blocks in order: the words after the fence, and the text.
    pub blocks: Vec<(String, String)>,
    /// Lines `key: value`, by key.
    pub facts: BTreeMap<String, String>,
}

impl Case {
    /// Text of the block whose info string contains this word.
    pub(crate) fn block(&self, word: &str) -> Option<&str> {
        let has_word = |info: &str| info.split_whitespace().any(|found| found == word);
        self.blocks.iter().find(|(info, _)| has_word(info)).map(|(_, text)| text.as_str())
    }

    /// Value of a fact, or the empty text.
    pub(crate) fn fact(&self, key: &str) -> &str {
        self.facts.get(key).map_or("", String::as_str)
    }
}

/// All cases of a file; `keys` are the facts it may state.
pub(crate) fn cases(path: &Path, keys: &[&str]) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut cases: Vec<Case> = Vec::new();
    let mut fence: Option<&str> = None;
    for (idx, line) in text.lines().enumerate() {
        if let (None, Some(title)) = (fence, line.strip_prefix("## ")) {
            let title = format!("{}:{}: {title}", path.display(), idx + 1);
            cases.push(Case { title, blocks: Vec::new(), facts: BTreeMap::new() });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        match (fence, line.strip_prefix("```")) {
            (None, Some(info)) => {
                fence = Some(info);
                case.blocks.push((info.to_owned(), String::new()));
            }
            (Some(_), Some("")) => fence = None,
            (Some(_), _) => {
                let (_, text) = case.blocks.last_mut().unwrap();
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {
                if let Some((key, value)) = line.split_once(':')
                    && keys.contains(&key)
                {
                    let earlier = case.facts.insert(key.to_owned(), value.trim().to_owned());
                    assert!(earlier.is_none(), "{}: `{key}` is given twice", case.title);
                }
            }
        }
    }
    assert!(fence.is_none(), "{}: a code block is not closed", path.display());
    cases
}
