//! R.

use std::path::Path;

use super::room::{Room, command};
use crate::deletions::Style;

/// The room of R.
pub(super) struct R;

const STYLE: Style = Style {
    has_terminators: false,
    before_operands: "-=(,+*/|&~!<>[?^@:%",
    empty_statement: "{}",
    ..Style::BRACES
};

impl Room for R {
    fn style(&self) -> &'static Style {
        &STYLE
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        vec![command(&["Rscript", "--vanilla", "-e", "for (name in commandArgs(TRUE)) parse(name)"], paths)]
    }
}
