//! Java.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::room::{Room, command};
use crate::deletions::Style;

/// The room of Java.
pub(super) struct Java;

const STYLE: Style = Style { indivisible: &["try_statement"], ..Style::BRACES };

impl Room for Java {
    fn style(&self) -> &'static Style {
        &STYLE
    }

    /// That of the public type.
    fn module_name(&self, text: &str) -> Option<String> {
        static PUBLIC: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?m)^\s*public\s+(?:\w+\s+)*?(?:class|interface|enum|record)\s+(\w+)")
                .expect("a valid pattern")
        });
        Some(PUBLIC.captures(text)?.get(1)?.as_str().to_owned())
    }

    fn compile(&self, paths: &[&Path]) -> Vec<Vec<String>> {
        vec![command(&["javac", "-nowarn", "-proc:none"], paths)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_their_public_type() {
        let java = "class Helper {}\npublic final class Main {}\n";
        assert_eq!(Java.module_name(java).as_deref(), Some("Main"));
        assert_eq!(Java.module_name("class Helper {}"), None);
    }
}
