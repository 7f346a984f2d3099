//! Words with placeholders: `{file}`, `{env:NAME:-default}`, `{{` for a brace.
//!
//! In: a text of an adapter file. Out: a [`Template`] whose placeholders are known, so that expanding
//! it can only fail when an environment variable without a default is not set.

use crate::error::near;
use std::collections::{BTreeMap, BTreeSet};

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A value that is known when a slicer is called; `docs/FORMATS.md` says what each is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, EnumString, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Placeholder {
    File,
    Files,
    Dir,
    Basename,
    Module,
    Line,
    Column,
    EndColumn,
    Variable,
    Occurrence,
    Statement,
    StatementStartLine,
    StatementEndLine,
    Function,
    OffsetStart,
    OffsetEnd,
    Output,
    Outdir,
    Tmp,
    Tooldir,
    Adapterdir,
    #[strum(serialize = "self")]
    SelfPath,
    Id,
    Port,
    Seed,
    Gold,
    Entry,
    Language,
    Inputs,
    Task,
    Builddir,
    Socket,
    Text,
    Request,
    Criteria,
    CriteriaFile,
    Number,
}

impl Placeholder {
    /// Known without a task: for the version command and the tool folder.
    pub(super) const OF_HOST: &[Placeholder] =
        &[Placeholder::Tooldir, Placeholder::Adapterdir, Placeholder::SelfPath];

    /// Known for one file of source without a criterion: for the normaliser.
    pub(super) const OF_FILE: &[Placeholder] = &[
        Placeholder::File,
        Placeholder::Dir,
        Placeholder::Basename,
        Placeholder::Output,
        Placeholder::Outdir,
        Placeholder::Tmp,
        Placeholder::Tooldir,
        Placeholder::Adapterdir,
        Placeholder::SelfPath,
    ];

    /// Known when a server is started.
    pub(super) const OF_SERVER: &[Placeholder] = &[
        Placeholder::Tooldir,
        Placeholder::Adapterdir,
        Placeholder::SelfPath,
        Placeholder::Tmp,
        Placeholder::Id,
        Placeholder::Port,
        Placeholder::Socket,
        Placeholder::Seed,
    ];

    /// Known for one program, whatever is asked of it: when it is built.
    pub(super) const OF_PROGRAM: &[Placeholder] = &[
        Placeholder::File,
        Placeholder::Files,
        Placeholder::Dir,
        Placeholder::Basename,
        Placeholder::Module,
        Placeholder::Builddir,
        Placeholder::Tmp,
        Placeholder::Tooldir,
        Placeholder::Adapterdir,
        Placeholder::SelfPath,
        Placeholder::Language,
        Placeholder::Entry,
        Placeholder::Seed,
    ];

    /// The same for all criteria of one call.
    pub(super) const OF_CALL: &[Placeholder] = &[
        Placeholder::File,
        Placeholder::Files,
        Placeholder::Dir,
        Placeholder::Basename,
        Placeholder::Module,
        Placeholder::Output,
        Placeholder::Outdir,
        Placeholder::Tmp,
        Placeholder::Tooldir,
        Placeholder::Adapterdir,
        Placeholder::SelfPath,
        Placeholder::Id,
        Placeholder::Port,
        Placeholder::Seed,
        Placeholder::Criteria,
        Placeholder::CriteriaFile,
    ];

    /// Mean nothing for a criterion that is a statement.
    pub(super) const OF_VARIABLE: &[Placeholder] = &[
        Placeholder::Column,
        Placeholder::EndColumn,
        Placeholder::Variable,
        Placeholder::Occurrence,
        Placeholder::OffsetStart,
        Placeholder::OffsetEnd,
    ];

    /// Say what the statement of the criterion is.
    pub(super) const OF_STATEMENT: &[Placeholder] =
        &[Placeholder::Statement, Placeholder::StatementStartLine, Placeholder::StatementEndLine];

    /// Spelling between the braces.
    pub(super) fn name(self) -> &'static str {
        self.into()
    }

    /// Known for one criterion in a call of its own, in the order of the documentation.
    pub(super) fn of_task() -> Vec<Placeholder> {
        let of_some = [
            Placeholder::Criteria,
            Placeholder::CriteriaFile,
            Placeholder::Number,
            Placeholder::Builddir,
            Placeholder::Socket,
            Placeholder::Text,
            Placeholder::Request,
        ];
        let known = Placeholder::VARIANTS.iter().copied();
        known.filter(|placeholder| !of_some.contains(placeholder)).collect()
    }

    /// Known for one criterion of a call of several.
    pub(super) fn of_criterion() -> Vec<Placeholder> {
        let mut known = Placeholder::of_task();
        known.push(Placeholder::Number);
        known
    }
}

/// Why a text is no template, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TemplateError {
    pub(super) message: String,
    pub(super) hint: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Text(String),
    Value(Placeholder),
    Env { name: String, default: Option<Template> },
}

/// A word with its placeholders found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Template {
    parts: Vec<TemplatePart>,
}

pub(super) type Values = BTreeMap<Placeholder, String>;

impl Template {
    /// Reads a word; `allowed` are the placeholders whose value is known where it is used.
    pub(super) fn parse(text: &str, allowed: &[Placeholder]) -> Result<Template, TemplateError> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            literal.push_str(&rest[..at]);
            let tail = &rest[at..];
            if tail.starts_with("{{") || tail.starts_with("}}") {
                literal.push_str(&tail[..1]);
                rest = &tail[2..];
                continue;
            }
            let inside = matching_brace(tail).ok_or_else(|| unbalanced(text))?;
            if !literal.is_empty() {
                parts.push(TemplatePart::Text(std::mem::take(&mut literal)));
            }
            parts.push(parse_part(&tail[1..inside], allowed)?);
            rest = &tail[inside + 1..];
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(TemplatePart::Text(literal));
        }
        Ok(Template { parts })
    }

    /// Whether it is this placeholder and nothing else.
    pub(super) fn is_only(&self, placeholder: Placeholder) -> bool {
        self.parts == [TemplatePart::Value(placeholder)]
    }

    /// The word, where it has no placeholders.
    pub(super) fn literal(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [TemplatePart::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The placeholders it uses, defaults of environment variables included.
    pub(super) fn placeholders(&self) -> BTreeSet<Placeholder> {
        let mut found = BTreeSet::new();
        for part in &self.parts {
            match part {
                TemplatePart::Text(_) => {}
                TemplatePart::Value(placeholder) => {
                    found.insert(*placeholder);
                }
                TemplatePart::Env { default, .. } => {
                    found.extend(default.iter().flat_map(Template::placeholders));
                }
            }
        }
        found
    }

    /// The text with all values filled in; a placeholder without a value stays as `{name}`.
    ///
    /// # Errors
    /// Name of an environment variable that is not set and has no default.
    pub(super) fn expand(&self, values: &Values) -> Result<String, String> {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                TemplatePart::Text(literal) => text.push_str(literal),
                TemplatePart::Value(placeholder) => match values.get(placeholder) {
                    Some(value) => text.push_str(value),
                    None => text.push_str(&format!("{{{}}}", placeholder.name())),
                },
                TemplatePart::Env { name, default } => {
                    let set = std::env::var(name).ok().filter(|value| !value.is_empty());
                    text.push_str(&match (set, default) {
                        (Some(value), _) => value,
                        (None, Some(default)) => default.expand(values)?,
                        (None, None) => return Err(name.clone()),
                    });
                }
            }
        }
        Ok(text)
    }
}

/// Offset of the brace that closes the one at the start of `text`.
fn matching_brace(text: &str) -> Option<usize> {
    if !text.starts_with('{') {
        return None;
    }
    let mut depth = 0;
    for (offset, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(offset);
                }
            }
            _ => {}
        }
    }
    None
}

fn parse_part(inside: &str, allowed: &[Placeholder]) -> Result<TemplatePart, TemplateError> {
    if let Some(env) = inside.strip_prefix("env:") {
        let (name, default) = match env.split_once(":-") {
            Some((name, default)) => (name, Some(Template::parse(default, allowed)?)),
            None => (env, None),
        };
        return Ok(TemplatePart::Env { name: name.to_owned(), default });
    }
    match inside.parse() {
        Ok(placeholder) if allowed.contains(&placeholder) => Ok(TemplatePart::Value(placeholder)),
        Ok(_) => Err(TemplateError {
            message: format!("placeholder `{{{inside}}}` has no value here"),
            hint: format!("known here are {}", listed(allowed)),
        }),
        Err(_) => Err(TemplateError {
            message: format!("unknown placeholder `{{{inside}}}`"),
            hint: match near(inside, allowed.iter().map(|known| known.name().to_owned())).first() {
                Some(name) => format!("did you mean `{{{name}}}`?"),
                None => format!("expected one of {}, `{{env:NAME}}`; `{{{{` is a brace", listed(allowed)),
            },
        }),
    }
}

fn listed(placeholders: &[Placeholder]) -> String {
    let names: Vec<String> =
        placeholders.iter().map(|placeholder| format!("`{{{}}}`", placeholder.name())).collect();
    names.join(", ")
}

fn unbalanced(text: &str) -> TemplateError {
    TemplateError {
        message: format!("brace without its partner in `{text}`"),
        hint: "write `{{` and `}}` for braces that are meant as such".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Template, TemplateError> {
        Template::parse(text, &Placeholder::of_task())
    }

    #[test]
    fn placeholders_are_found_inside_words() {
        let values = Values::from([(Placeholder::File, "/w/a.c".into()), (Placeholder::Line, "7".into())]);
        let template = parse("{file}#{line}:{{x}}").unwrap();
        assert_eq!(template.expand(&values).unwrap(), "/w/a.c#7:{x}");
        assert_eq!(template.placeholders().len(), 2);
    }

    #[test]
    fn environment_variables_have_nested_defaults() {
        let values = Values::from([(Placeholder::Tooldir, "/t".into())]);
        let template = parse("{env:NO_SUCH_VARIABLE_A:-{env:NO_SUCH_VARIABLE_B:-{tooldir}}/x}").unwrap();
        assert_eq!(template.expand(&values).unwrap(), "/t/x");
        let unset = parse("{env:NO_SUCH_VARIABLE_A}").unwrap();
        assert_eq!(unset.expand(&values), Err("NO_SUCH_VARIABLE_A".to_owned()));
    }

    #[test]
    fn mistakes_name_the_remedy() {
        assert_eq!(parse("{fil}").unwrap_err().message, "unknown placeholder `{fil}`");
        assert!(parse("{file").unwrap_err().message.starts_with("brace without its partner"));
        assert!(parse("file}").unwrap_err().hint.contains("`}}`"));
        let error = Template::parse("{line}", Placeholder::OF_HOST).unwrap_err();
        assert_eq!(error.hint, "known here are `{tooldir}`, `{adapterdir}`, `{self}`");
    }
}
