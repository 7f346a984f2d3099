//! What attributes of a module say that matters for running it.

use crate::ast::Tree;

/// Name, exports and records of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub(super) module: String,
    /// `name/arity`.
    pub(super) exports: Vec<String>,
    /// Texts of record attributes.
    pub(super) records: Vec<String>,
    /// An attribute that the oracle cannot honour: its name and offset.
    pub(super) obstacle: Option<(String, usize)>,
}

impl Attributes {
    pub(super) fn read(program: &Tree, file_idx: usize) -> Attributes {
        let mut found = Attributes::default();
        let text = &program.file(file_idx).text;
        for (name, range) in crate::languages::erlang::attributes::attributes(text) {
            let body = &text[range.clone()];
            match name {
                "module" => found.module = argument(body).trim().trim_matches('\'').to_owned(),
                "export" => found.exports.extend(names(body)),
                "compile" if body.contains("export_all") => {
                    found.exports.extend(program.roots(file_idx).map(|root| program.label(root).to_owned()));
                }
                "record" => found.records.push(body.to_owned()),
                "import" | "ifdef" | "ifndef" | "if" | "include" | "include_lib" | "on_load" => {
                    found.obstacle = found.obstacle.or_else(|| Some((name.to_owned(), range.start)));
                }
                _ => {}
            }
        }
        found
    }
}

/// What stands between the first and the last parenthesis.
fn argument(attribute: &str) -> &str {
    match (attribute.find('('), attribute.rfind(')')) {
        (Some(open), Some(close)) if open < close => &attribute[open + 1..close],
        _ => "",
    }
}

fn names(attribute: &str) -> Vec<String> {
    let list = argument(attribute).trim().trim_start_matches('[').trim_end_matches(']');
    let plain = |name: &str| name.chars().filter(|c| !c.is_whitespace() && *c != '\'').collect::<String>();
    list.split(',').map(plain).filter(|name| !name.is_empty()).collect()
}
