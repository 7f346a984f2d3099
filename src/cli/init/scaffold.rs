//! The texts of a new benchmark: what is known is filled in, what has to be thought about is asked.

use std::path::Path;

use crate::language::Language;
use crate::suite::UNANSWERED;

/// What is known of a new benchmark.
pub(super) struct Scaffold {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) language: Language,
    /// Id of the criterion.
    pub(super) criterion: String,
    /// Files of the program inside the benchmark, that of the criterion first.
    pub(super) files: Vec<String>,
    pub(super) line: usize,
    /// Empty when the criterion is all statements that begin on the line.
    pub(super) variable: String,
    pub(super) occurrence: usize,
    pub(super) entry: Option<String>,
}

impl Scaffold {
    fn is_minimised(&self) -> bool {
        self.language == Language::Erlang
    }

    /// Where the gold slice belongs: a file, or a folder for a program of several.
    fn gold(&self) -> String {
        match self.files.len() {
            1 => {
                let own = Path::new(&self.files[0]).extension().and_then(|extension| extension.to_str());
                format!("gold/{}.{}", self.criterion, own.unwrap_or(self.language.extension()))
            }
            _ => format!("gold/{}", self.criterion),
        }
    }
}

/// `text` between quotes, as TOML and JSON have them.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The text of `benchmark.toml`.
pub(super) fn manifest(new: &Scaffold) -> String {
    let names: Vec<String> = new.files.iter().map(|file| quoted(file)).collect();
    let program = match &names[..] {
        [name] => name.clone(),
        names => format!("[{}]", names.join(", ")),
    };
    let mut title: Vec<char> = new.name.replace('-', " ").chars().collect();
    title[0].make_ascii_uppercase();
    let mut text = format!(
        "format = 1\n\
         # What the program does, in a few words.\n\
         title = {}\n\
         # What makes it hard to slice: `docs/LABELS.md` defines the labels. Only those that are true of the program.\n\
         labels = []\n\
         source = \"written for bench-slicers\"\n\
         # One more whenever program, criterion or gold slice change.\n\
         revision = 1\n\
         program = {program}\n",
        quoted(&title.into_iter().collect::<String>())
    );
    if let Some(entry) = &new.entry {
        text.push_str(&format!(
            "# The exported function that inputs are given to.\nentry = {}\n",
            quoted(entry)
        ));
    }
    text.push_str(&inputs(new));
    text.push_str(&criterion(new));
    text
}

fn inputs(new: &Scaffold) -> String {
    let example = match (new.is_minimised(), new.entry.as_deref().and_then(|entry| entry.rsplit_once('/'))) {
        (true, Some((_, "1"))) => "# [[input]]\n# args = ['[1,2,3]']\n",
        (true, Some((_, "0"))) => "# [[input]]\n# args = []\n",
        (true, _) => "# [[input]]\n# args = ['[1,2,3]', 'second']\n",
        (false, _) => "# [[input]]\n# args = [\"word\"]\n# stdin = \"text\\n\"\n",
    };
    format!(
        "\n# Inputs on which a wrong deletion shows: usual ones, empty ones, the edges of every comparison,\n\
         # and what nobody expects. Each is one table; terms and texts stand in single quotes.\n{example}"
    )
}

fn criterion(new: &Scaffold) -> String {
    let occurrence = match new.occurrence {
        1 => String::new(),
        occurrence => format!("occurrence = {occurrence}\n"),
    };
    let (what, variable) = match new.variable.as_str() {
        "" => ("in the statements that begin", String::new()),
        variable => ("of this variable", format!("variable = {}\n", quoted(variable))),
    };
    format!(
        "\n# The values {what} on this line are what a slice keeps. Repeat the table for another one.\n\
         [[criterion]]\nid = {}\nline = {}\n{variable}{occurrence}gold = {}\n",
        quoted(&new.criterion),
        new.line,
        quoted(&new.gold()),
    )
}

/// The text of the proof, which asks what it has to answer.
pub(super) fn proof(new: &Scaffold) -> String {
    format!(
        "# {}\n\n\
         **Complete.** {UNANSWERED} Why does {what} take the same values in the slice on *every* input, and not only on those that were run?\n\
         What does it depend on, and why does nothing that was deleted matter: is it not read, or does it come later, or cancel out?\n\
         Does anything depend on what a placeholder happens to do? Then say so, and the benchmark has the label TERM.\n\n\
         **Minimal.** {UNANSWERED} What is each group of kept nodes needed for? Name the kind of input that shows it.\n",
        new.criterion,
        what = match new.variable.as_str() {
            "" => "each variable and argument of the statement".to_owned(),
            variable => format!("`{variable}`"),
        },
    )
}

/// What to do next, for a shell.
pub(super) fn commands(new: &Scaffold, folder: &Path, suite: &Path) -> String {
    let (folder, suite, id) = (folder.display(), suite.display(), &new.id);
    let task = format!("{id}/{}", new.criterion);
    let gold = match new.is_minimised() {
        true => format!("bench-slicers minimize {task} --suite {suite} --write-gold"),
        false => format!(
            "# write {folder}/{}: the program with code deleted, what is left on its lines",
            new.gold()
        ),
    };
    let certificates = match new.is_minimised() {
        true => format!("bench-slicers check certificates --suite {suite} --filter {id}\n"),
        false => String::new(),
    };
    format!(
        "{folder} is written; next:\n\n\
         # inputs and labels in {folder}/benchmark.toml, then\n\
         {gold}\n\
         # answers in {folder}/gold/{}.proof.md, then\n\
         bench-slicers check suite --suite {suite}\n\
         {certificates}\
         bench-slicers run --slicer gold --suite {suite} --filter {id}\n\
         bench-slicers run --slicer identity --suite {suite} --filter {id}\n",
        new.criterion
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaffold(files: &[&str]) -> Scaffold {
        Scaffold {
            id: "erlang/small-thing".to_owned(),
            name: "small-thing".to_owned(),
            language: Language::Erlang,
            criterion: "s4A".to_owned(),
            files: files.iter().map(|&file| file.to_owned()).collect(),
            line: 4,
            variable: "A".to_owned(),
            occurrence: 2,
            entry: Some("main/1".to_owned()),
        }
    }

    #[test]
    fn what_is_known_is_filled_in() {
        let text = manifest(&scaffold(&["program.erl"]));
        for line in
            ["title = \"Small thing\"", "entry = \"main/1\"", "occurrence = 2", "gold = \"gold/s4A.erl\""]
        {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        let text = manifest(&scaffold(&["one.erl", "two.erl"]));
        assert!(
            text.contains("program = [\"one.erl\", \"two.erl\"]") && text.contains("gold = \"gold/s4A\"")
        );
    }
}
