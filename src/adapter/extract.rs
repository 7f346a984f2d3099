//! From the text a slicer left to an answer: JSON, colours, headers, lines, ranges.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

use super::offsets::LineTable;
use super::prepare::TaskCopy;
use super::schema::Is;
use super::{Adapter, AnswerPlace, directives, dot, patch};
use crate::ast::{LineIndex, SourceFile};
use crate::results::{Answer, Frame, Span, framed};

static ANSI: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)").expect("a valid pattern")
});

/// A line, or the first and the last of several.
static LINE_OR_RANGE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\s*(\d+)(?:\s*[-:,]\s*(\d+))?\s*$").expect("a valid pattern"));

/// The answer in the files that the slicer left; `None` when it is empty.
///
/// # Errors
/// Why it cannot be read, in a few words.
pub(super) fn extract(
    adapter: &Adapter,
    place: &TaskCopy,
    files: Vec<SourceFile>,
    table: Option<&LineTable>,
) -> Result<Option<Answer>, String> {
    let spec = &adapter.answer;
    let pointer = place.part.pointer.as_deref();
    let mut values = Vec::new();
    for file in files {
        match selected(spec, pointer, file.text)? {
            Some(value) => values.push((file.path, value)),
            // The call answered other criteria.
            None if adapter.batch.is_some() => return Ok(None),
            None => return Err(format!("no `/{}` in the JSON", pointer.unwrap_or_default().join("/"))),
        }
    }
    let texts: Vec<(PathBuf, String)> =
        values.iter().map(|(path, value)| (path.clone(), value.text())).collect();
    let is_empty =
        |text: &str| text.trim().is_empty() || spec.empty.as_ref().is_some_and(|empty| empty.is_match(text));
    if texts.iter().all(|(_, text)| is_empty(text)) {
        return Ok(None);
    }
    match spec.is {
        Is::Source => source(spec, place, texts),
        Is::Lines => lines(spec, place, &values),
        Is::Spans => spans(adapter, place, &texts),
        Is::Diff => diff(spec, place, &texts),
        Is::Dot => mapped(spec, place, graph_lines(spec, place, &texts)?),
        Is::Offsets => mapped(spec, place, offset_lines(spec, place, &texts, table)?),
        Is::LineDirectives => mapped(spec, place, directive_lines(spec, place, &texts)?),
    }
}

/// Text, or what a JSON pointer found.
enum Selected {
    Text(String),
    Json(Vec<Value>),
}

impl Selected {
    fn text(&self) -> String {
        match self {
            Selected::Text(text) => text.clone(),
            Selected::Json(values) => {
                let texts = values.iter().map(|value| match value {
                    Value::String(text) => text.clone(),
                    Value::Array(items) if items.is_empty() => String::new(),
                    other => other.to_string(),
                });
                texts.collect::<Vec<String>>().join("\n")
            }
        }
    }
}

/// What the pointer leads to, or all of the text without one; `None` when it leads nowhere.
fn selected(
    spec: &AnswerPlace,
    pointer: Option<&[String]>,
    text: String,
) -> Result<Option<Selected>, String> {
    let text = if spec.strip_ansi { ANSI.replace_all(&text, "").into_owned() } else { text };
    let Some(pointer) = pointer else { return Ok(Some(Selected::Text(text))) };
    let json: Value = serde_json::from_str(&text).map_err(|_| "not JSON".to_owned())?;
    let mut found = Vec::new();
    follow(&json, pointer, &mut found);
    Ok((!found.is_empty()).then_some(Selected::Json(found)))
}

/// Collects the values a pointer leads to; `*` stands for every member.
fn follow(value: &Value, pointer: &[String], found: &mut Vec<Value>) {
    let Some((step, rest)) = pointer.split_first() else {
        found.push(value.clone());
        return;
    };
    match value {
        Value::Object(members) if step == "*" => {
            members.values().for_each(|member| follow(member, rest, found));
        }
        Value::Array(items) if step == "*" => items.iter().for_each(|item| follow(item, rest, found)),
        Value::Object(members) => {
            members.get(step).into_iter().for_each(|member| follow(member, rest, found));
        }
        Value::Array(items) => {
            let item = step.parse().ok().and_then(|idx: usize| items.get(idx));
            item.into_iter().for_each(|item| follow(item, rest, found));
        }
        _ => {}
    }
}

/// Removes what stands around the answer and makes the replacements, in the order of the adapter file.
fn cleaned(spec: &AnswerPlace, text: &str) -> String {
    replaced(&spec.replace, &bare(spec, text))
}

/// The answer without its header, what is before and behind it, and its fence.
fn bare(spec: &AnswerPlace, text: &str) -> String {
    let text = match &spec.header {
        Some(header) => header.replace(text, ""),
        None => Cow::Borrowed(text),
    };
    let mut part = &*text;
    if let Some(found) = spec.cut.after.as_ref().and_then(|after| after.find(part)) {
        part = &part[found.end()..];
    }
    if let Some(found) = spec.cut.before.as_ref().and_then(|before| before.find(part)) {
        part = &part[..found.start()];
    }
    match framed(part).filter(|_| spec.cut.fence) {
        // In an answer by lines the numbers are the answer.
        Some((Frame::Numbers(_), _)) if spec.is != Is::Source => part.to_owned(),
        Some((_, program)) => program.into_owned(),
        None => part.to_owned(),
    }
}

/// The text after all replacements.
pub(super) fn replaced(replace: &[(Regex, String)], text: &str) -> String {
    replace
        .iter()
        .fold(text.to_owned(), |text, (pattern, with)| pattern.replace_all(&text, with.as_str()).into_owned())
}

fn source(
    spec: &AnswerPlace,
    place: &TaskCopy,
    texts: Vec<(PathBuf, String)>,
) -> Result<Option<Answer>, String> {
    let is_single = matches!(spec.from, super::AnswerSource::Stdout | super::AnswerSource::File);
    let mut files: Vec<SourceFile> = Vec::new();
    for (path, text) in texts {
        let path = if is_single { place.files[place.file_idx].path.clone() } else { place.original(&path) };
        if files.iter().any(|file| file.path == path) {
            return Err(format!("two files for `{}`", path.display()));
        }
        files.push(SourceFile::new(path, cleaned(spec, &text)));
    }
    // A header alone is no answer either.
    let is_blank = files.iter().all(|file| file.text.trim().is_empty());
    Ok((!is_blank).then_some(Answer::Source { files }))
}

/// The slice that a diff makes of the copy; only what stands around the diff is cut off before.
fn diff(spec: &AnswerPlace, place: &TaskCopy, texts: &[(PathBuf, String)]) -> Result<Option<Answer>, String> {
    let mut whole = String::new();
    for (_, text) in texts {
        whole.push_str(&bare(spec, text));
        if !whole.ends_with('\n') {
            whole.push('\n');
        }
    }
    if whole.trim().is_empty() {
        return Ok(None);
    }
    let files = patch::apply(place, &whole, spec.diff)?;
    let replaced = |file: SourceFile| SourceFile::new(file.path, replaced(&spec.replace, &file.text));
    Ok(Some(Answer::Source { files: files.into_iter().map(replaced).collect() }))
}

impl TaskCopy {
    /// Name in the benchmark of a file that the slicer named: as in the copy, else by its last part.
    pub(super) fn original(&self, named: &Path) -> PathBuf {
        let relative = named.strip_prefix(&self.program).unwrap_or(named);
        let exact = self.names.iter().find(|(_, copy)| copy == relative);
        let by_basename = || {
            let mut same = self.names.iter().filter(|(_, copy)| copy.file_name() == relative.file_name());
            same.next().filter(|_| same.next().is_none())
        };
        exact.or_else(by_basename).map_or_else(|| relative.to_owned(), |(original, _)| original.clone())
    }

    fn source_of(&self, path: &Path) -> Result<&SourceFile, String> {
        let found = self.files.iter().find(|file| file.path == path);
        found.ok_or_else(|| not_in_program(path))
    }

    /// The file a match is about: the group `file` when there is one, else the criterion's.
    fn file_of(&self, found: &Captures<'_>) -> PathBuf {
        match found.name("file") {
            Some(named) => self.original(Path::new(named.as_str())),
            None => self.files[self.file_idx].path.clone(),
        }
    }
}

fn lines(
    spec: &AnswerPlace,
    place: &TaskCopy,
    values: &[(PathBuf, Selected)],
) -> Result<Option<Answer>, String> {
    let mut kept: Vec<(PathBuf, usize)> = Vec::new();
    let own = &place.files[place.file_idx].path;
    for (_, value) in values {
        match (value, &spec.pattern) {
            (Selected::Json(values), None) => {
                for value in values {
                    numbers(value, &mut |number| kept.push((own.clone(), number)))?;
                }
            }
            (value, Some(pattern)) => {
                for found in pattern.captures_iter(&cleaned(spec, &value.text())) {
                    let word = group_texts(&found).first().copied().ok_or("a match without a line number")?;
                    kept.push((place.file_of(&found), number(word)?));
                }
            }
            (Selected::Text(text), None) => {
                for word in cleaned(spec, text).split(|c: char| c.is_whitespace() || ",;[]".contains(c)) {
                    if !word.is_empty() {
                        kept.push((own.clone(), number(word)?));
                    }
                }
            }
        }
    }
    mapped(spec, place, kept)
}

/// An answer of lines as the slicer counts them; `None` when there is none.
fn mapped(
    spec: &AnswerPlace,
    place: &TaskCopy,
    kept: Vec<(PathBuf, usize)>,
) -> Result<Option<Answer>, String> {
    if kept.is_empty() {
        return Ok(None);
    }
    let mut files: BTreeMap<PathBuf, BTreeSet<usize>> = BTreeMap::new();
    for (path, line) in kept {
        let line = checked_line(place, &path, line, spec.line_base)?;
        files.entry(path).or_default().insert(line);
    }
    if spec.add_criterion {
        files.entry(place.files[place.file_idx].path.clone()).or_default().insert(place.line);
    }
    Ok(Some(Answer::Lines { files }))
}

/// Lines of the nodes of graphs: of each, one line or all from a first to a last.
fn graph_lines(
    spec: &AnswerPlace,
    place: &TaskCopy,
    texts: &[(PathBuf, String)],
) -> Result<Vec<(PathBuf, usize)>, String> {
    let mut kept = Vec::new();
    let mut n_nodes = 0;
    for (_, text) in texts {
        for node in dot::nodes(&cleaned(spec, text))? {
            n_nodes += 1;
            let said = match spec.attribute.as_str() {
                "name" => Some(&node.name),
                attribute => node.attributes.get(attribute),
            };
            let Some(said) = said else { continue };
            let pattern = spec.pattern.as_ref().unwrap_or(&LINE_OR_RANGE);
            let Some(found) = pattern.captures(said) else { continue };
            let numbers: Result<Vec<usize>, String> = group_texts(&found).into_iter().map(number).collect();
            let numbers = numbers?;
            let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { continue };
            let path = place.file_of(&found);
            // Its ends are looked at first: a range may be longer than any program.
            checked_line(place, &path, *last, spec.line_base)?;
            kept.extend((*first..=*last).map(|line| (path.clone(), line)));
        }
    }
    match (n_nodes, kept.is_empty()) {
        (1.., true) => Err(format!("no node of the graph has a line in `{}`", spec.attribute)),
        _ => Ok(kept),
    }
}

/// Lines of offsets in methods; methods that the table does not have are those of libraries.
fn offset_lines(
    spec: &AnswerPlace,
    place: &TaskCopy,
    texts: &[(PathBuf, String)],
    table: Option<&LineTable>,
) -> Result<Vec<(PathBuf, usize)>, String> {
    let Some(table) = table.filter(|table| !table.is_empty()) else { return Err("no table of lines".into()) };
    let Some(pattern) = &spec.pattern else { return Err("offsets without a pattern".into()) };
    let mut kept = Vec::new();
    let mut n_offsets = 0;
    for (_, text) in texts {
        for found in pattern.captures_iter(&cleaned(spec, text)) {
            n_offsets += 1;
            let offset = number(found.name("offset").map_or("", |offset| offset.as_str()))?;
            let method = found.name("method").map_or("", |method| method.as_str());
            let Some(line) = table.line(method, offset) else { continue };
            let path = match &line.file {
                Some(named) => place.original(Path::new(named)),
                None => place.file_of(&found),
            };
            kept.push((path, line.line));
        }
    }
    match (n_offsets, kept.is_empty()) {
        (1.., true) => Err("no offset is in the table of lines".to_owned()),
        _ => Ok(kept),
    }
}

/// Lines of texts with `#line`; those of files that the program has not are of headers of the system.
fn directive_lines(
    spec: &AnswerPlace,
    place: &TaskCopy,
    texts: &[(PathBuf, String)],
) -> Result<Vec<(PathBuf, usize)>, String> {
    let mut kept = Vec::new();
    let mut n_lines = 0;
    for (_, text) in texts {
        for mapped in directives::mapped_lines(&cleaned(spec, text)) {
            n_lines += 1;
            let path = match &mapped.file {
                Some(named) => place.original(Path::new(named)),
                None => place.files[place.file_idx].path.clone(),
            };
            if place.source_of(&path).is_ok() {
                kept.push((path, mapped.line));
            }
        }
    }
    match n_lines {
        0 => Err("no `#line` in front of any text".to_owned()),
        _ => Ok(kept),
    }
}

/// 1-based line; an answer with lines that the program has not is not about this program.
fn checked_line(place: &TaskCopy, path: &Path, line: usize, base: usize) -> Result<usize, String> {
    let n_lines = LineIndex::new(&place.source_of(path)?.text).n_lines();
    let one_based = line.saturating_add(1).checked_sub(base).filter(|line| (1..=n_lines).contains(line));
    one_based.ok_or_else(|| format!("line {line} is not in `{}`", path.display()))
}

fn number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("`{}` is no number", without_digits(word)))
}

/// The first characters of a word, with a sign for each run of digits in it: a time or the number of a process would make each
/// reason another one.
fn without_digits(word: &str) -> String {
    let mut shown = String::new();
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    for c in word.chars().take(20) {
        match c.is_ascii_digit() && !is_number {
            true if shown.ends_with('#') => {}
            true => shown.push('#'),
            false => shown.push(c),
        }
    }
    shown
}

/// Of an absolute path the name: folders of the slicer's own making differ from call to call.
pub(super) fn not_in_program(path: &Path) -> String {
    let name = path.file_name().filter(|_| path.is_absolute()).map_or(path, Path::new);
    format!("`{}` is no file of the program", name.display())
}

/// All numbers of a JSON value, in order.
fn numbers(value: &Value, push: &mut dyn FnMut(usize)) -> Result<(), String> {
    match value {
        Value::Number(_) => {
            push(value.as_u64().and_then(|number| usize::try_from(number).ok()).ok_or("no line number")?);
            Ok(())
        }
        Value::Array(items) => items.iter().try_for_each(|item| numbers(item, push)),
        _ => Err("no list of line numbers".into()),
    }
}

/// Texts of the groups, the one named `file` left out.
fn group_texts<'t>(found: &Captures<'t>) -> Vec<&'t str> {
    let file = found.name("file").map(|file| file.range());
    let groups = found.iter().skip(1).flatten();
    groups.filter(|group| Some(group.range()) != file).map(|group| group.as_str()).collect()
}

fn spans(adapter: &Adapter, place: &TaskCopy, texts: &[(PathBuf, String)]) -> Result<Option<Answer>, String> {
    let spec = &adapter.answer;
    let Some(pattern) = &spec.pattern else { return Err("spans without a pattern".into()) };
    let mut spans = BTreeSet::new();
    for (_, text) in texts {
        for found in pattern.captures_iter(&cleaned(spec, text)) {
            let path = place.file_of(&found);
            let numbers: Result<Vec<usize>, String> = group_texts(&found).into_iter().map(number).collect();
            let [start_line, start_column, end_line, end_column] = numbers?[..] else {
                return Err("a range without four numbers".into());
            };
            let start = position(adapter, place, &path, (start_line, start_column))?;
            let end = position(adapter, place, &path, (end_line, end_column))?;
            spans.insert(Span {
                file: path,
                start_line: start.0,
                start_column: start.1,
                end_line: end.0,
                end_column: end.1.saturating_add(usize::from(spec.end_inclusive)),
            });
        }
    }
    Ok((!spans.is_empty()).then(|| Answer::Spans { spans: spans.into_iter().collect() }))
}

/// 1-based line and character column of a place that the slicer named.
fn position(
    adapter: &Adapter,
    place: &TaskCopy,
    path: &Path,
    (line, column): (usize, usize),
) -> Result<(usize, usize), String> {
    let spec = &adapter.answer;
    let line = checked_line(place, path, line, spec.line_base)?;
    let text = &place.source_of(path)?.text;
    let bytes = LineIndex::new(text).line_bytes(line).unwrap_or_default();
    let content = text[bytes].trim_end_matches(['\n', '\r']);
    Ok((line, adapter.positions.char_column(content, column, spec.column_base)))
}
