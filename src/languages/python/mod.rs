//! Python.

use std::path::Path;

use super::room::{Room, command};
use crate::deletions::Style;

/// The room of Python.
pub(super) struct Python;

const STYLE: Style = Style {
    indivisible: &["concatenated_string", "try_statement"],
    has_terminators: false,
    empty_branch: "pass",
    empty_body: "pass",
    joins_lines: true,
    ..Style::BRACES
};

/// Compiles without writing anything.
const COMPILE: &str =
    "import sys\nfor name in sys.argv[1:]: compile(open(name, encoding='utf-8').read(), name, 'exec')";

impl Room for Python {
    fn style(&self) -> &'static Style {
        &STYLE
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        vec![command(&["python3", "-c", COMPILE], paths)]
    }
}
