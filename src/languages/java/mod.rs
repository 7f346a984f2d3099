//! Java.

use std::path::Path;

use super::room::{Room, command};
use crate::deletions::Style;

/// The room of Java.
pub(super) struct Java;

impl Room for Java {
    fn style(&self) -> &'static Style {
        &Style::BRACES
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        vec![command(&["javac", "-nowarn", "-proc:none"], paths)]
    }
}
