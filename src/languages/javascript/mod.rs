//! JavaScript.

use std::path::Path;

use super::room::{Room, command};
use crate::deletions::Style;

/// The room of JavaScript.
pub(super) struct JavaScript;

const STYLE: Style = Style { indivisible: &["try_statement"], drops_else: true, ..Style::BRACES };

impl Room for JavaScript {
    fn style(&self) -> &'static Style {
        &STYLE
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        paths.iter().map(|path| command(&["node", "--check"], &[path])).collect()
    }
}
