//! Standard input and command line arguments, made of what an R program mentions.

use super::syntax::Constant;
use crate::ast::{Flags, NodeId, NodeSet, Tree};
use crate::languages::literals::{LiteralConstant, LiteralWords, Literals, Temptation};
use crate::value::Value;

const WORDS: LiteralWords = LiteralWords {
    read: |_| None,
    written,
    symbols: ["NULL", "TRUE"],
    args: &["commandArgs"],
    stdin: &["stdin"],
    tempting: TEMPTING,
    has_tables: true,
    opened: &[],
};

/// What R takes for numbers, letters and space.
const TEMPTING: &[Temptation] = &[
    // What stands before the arguments, unless they alone are asked for.
    Temptation { mentions: &["commandArgs"], characters: "", words: &["--args"] },
    Temptation {
        mentions: &["as.numeric", "as.integer", "as.double", "is.na", "scan", "type.convert"],
        characters: "+e",
        words: &["1e3", "0x1F", "NA", "Inf", "-Inf", "NaN", " 7", "1L", "1e-2", ".5", "TRUE"],
    },
    Temptation { mentions: &["as.logical"], characters: "TF", words: &["TRUE", "T", "true", "NA", "yes"] },
    Temptation {
        mentions: &[
            "nchar",
            "toupper",
            "tolower",
            "substr",
            "substring",
            "strsplit",
            "utf8ToInt",
            "chartr",
            "rev",
        ],
        characters: "éßÉ",
        words: &["é"],
    },
    Temptation {
        mentions: &["trimws", "gsub", "sub", "grepl", "regmatches", "\\s", "\\d", "\\w"],
        characters: "\t\u{a0}٣É_",
        words: &[],
    },
];

/// What inputs of a program are made of.
pub(super) fn source(program: &Tree) -> Literals {
    let constant = |program, node| {
        Constant::of(program, node).map(|constant| match constant {
            Constant::Number(number) => LiteralConstant::Number(number),
            Constant::Text(text) => LiteralConstant::Text(text),
        })
    };
    Literals::new(program, &super::deletions::of(program), None, constant, &WORDS)
        .reaching(reachable(program))
}

fn written(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Large(..) => "100000000000000000000".to_owned(),
        Value::Float(number) => number.to_string(),
        _ => String::new(),
    }
}

/// Statements of the program but for those in functions whose names are mentioned nowhere.
fn reachable(program: &Tree) -> NodeSet {
    let table = super::deletions::of(program);
    let is_asked = |&node: &NodeId| {
        program.flags(node).has(Flags::STATEMENT)
            && program.is_counted(node)
            && !table.of_node(node).is_empty()
            && Constant::of(program, node).is_none()
    };
    let dead: Vec<NodeId> = program.roots(0).filter(|&root| is_unused(program, root)).collect();
    let is_dead = |node: NodeId| dead.iter().any(|&root| program.subtree(root).skip(1).any(|it| it == node));
    program.ids().filter(is_asked).filter(|&node| !is_dead(node)).collect()
}

/// Whether a statement gives a function a name that stands nowhere else.
fn is_unused(program: &Tree, root: NodeId) -> bool {
    let mut parts = program.children(root);
    match (parts.next(), parts.next()) {
        (Some(name), Some(function)) if super::syntax::is_function(program, function) => {
            let inside = program.subtree(root);
            let names = program.ids().filter(|node| !inside.contains(node));
            !names.into_iter().any(|node| program.label(node) == program.label(name))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;
    use crate::languages::room::InputSource;
    use crate::random::Random;
    use crate::suite::Input;

    #[test]
    fn inputs_are_what_the_program_reads() {
        let texts = |text: &str| source(&Tree::parse(Language::R, &[SourceFile::new("program.R", text)]));
        let mut random = Random::new(3);
        let none = texts("x <- 1\n");
        assert_eq!((none.series(9).len(), none.draw(&mut random)), (1, None));
        let stdin = texts("x <- readLines(\"stdin\") == \"key\"\n");
        let inputs: Vec<Input> = stdin.series(99).iter().map(|values| stdin.write(values)).collect();
        assert!(
            inputs.iter().any(|input| input.stdin == "key")
                && inputs.iter().all(|input| input.args.is_empty())
        );
    }

    #[test]
    fn functions_that_nothing_names_are_not_reachable() {
        let program = "f <- function() {\n  g()\n}\nh <- function() {\n  k <- 2\n}\nf()\n";
        let program = Tree::parse(Language::R, &[SourceFile::new("program.R", program)]);
        let found = reachable(&program);
        let text: Vec<&str> = found.iter().map(|node| program.text(node)).collect();
        assert!(text.contains(&"g()") && !text.contains(&"k <- 2"), "{text:?}");
    }
}
