//! Standard input, command line arguments and literals, made of what a Python program mentions.

use super::literal;
use super::scope::SCRIPT;
use super::syntax::{constant, n_parameters};
use crate::ast::Tree;
use crate::languages::literals::{LiteralWords, Literals, Temptation};

const WORDS: LiteralWords = LiteralWords {
    read: literal::read,
    written: literal::written,
    symbols: ["None", "True"],
    args: &["argv"],
    stdin: &["stdin", "input"],
    tempting: TEMPTING,
    has_tables: false,
    opened: &[],
};

/// What Python takes for digits, letters, space and numbers.
const TEMPTING: &[Temptation] = &[
    Temptation {
        mentions: &["isdigit", "isdecimal", "isnumeric", "\\d"],
        characters: "²٣½",
        words: &["²", "1²"],
    },
    Temptation {
        mentions: &["isalpha", "isalnum", "isidentifier", "\\w"], characters: "Éª²_", words: &[]
    },
    Temptation {
        mentions: &["upper", "lower", "title", "capitalize", "swapcase", "casefold", "isupper", "islower"],
        characters: "ßÉ",
        words: &["ß"],
    },
    Temptation {
        mentions: &["split", "rsplit", "strip", "lstrip", "rstrip", "isspace", "\\s"],
        characters: "\t\u{a0}",
        words: &[],
    },
    Temptation { mentions: &["splitlines"], characters: "\r\u{c}\u{2028}", words: &[] },
    Temptation {
        mentions: &["int"],
        characters: "+_",
        words: &[" 7 ", "+5", "1_000", "٣", "0x10", "-0", "007"],
    },
    // What stands before the arguments.
    Temptation { mentions: &["argv"], characters: "", words: &["program.py"] },
    Temptation { mentions: &["float"], characters: "e", words: &["1e3", "nan", "inf", "-0.0", ".5"] },
];

/// What inputs of a program are made of.
pub(super) fn source(program: &Tree, entry: &str) -> Literals {
    let n_params = (entry != SCRIPT).then(|| n_parameters(program, entry));
    Literals::new(program, &super::deletions::of(program), n_params, constant, &WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;
    use crate::languages::room::InputSource;
    use crate::random::Random;
    use crate::suite::Input;
    use crate::value::Value;

    fn literals(text: &str, entry: &str) -> Literals {
        source(&Tree::parse(Language::Python, &[SourceFile::new("program.py", text)]), entry)
    }

    #[test]
    fn words_are_joined_and_say_what_stands_before_the_arguments() {
        let argv = literals("import sys\nx = [word.partition('=') for word in sys.argv[1:]]\n", SCRIPT);
        let mut random = Random::new(5);
        let drawn = (0..5_000).filter_map(|_| argv.draw(&mut random));
        let words: Vec<String> = drawn.flat_map(|values| argv.write(&values).args).collect();
        let number = |word: &String| word.strip_prefix("program.py=")?.parse::<i64>().ok();
        assert!(words.iter().any(|word| number(word).is_some()), "{words:?}");
    }

    #[test]
    fn inputs_are_what_the_program_reads() {
        let mut random = Random::new(3);
        let none = literals("x = 1\n", SCRIPT);
        assert_eq!((none.series(9).len(), none.draw(&mut random)), (1, None));
        let stdin = literals("import sys\nx = sys.stdin.read() == 'key'\n", SCRIPT);
        let inputs: Vec<Input> = stdin.series(99).iter().map(|values| stdin.write(values)).collect();
        assert!(
            inputs.iter().any(|input| input.stdin == "key")
                && inputs.iter().all(|input| input.args.is_empty())
        );
        let called = literals("def f(a, b):\n    return a > 41\n", "f");
        let input = called.write(&called.draw(&mut random).expect("it takes something"));
        assert_eq!(input.args.len(), 2);
        assert!(called.series(99).contains(&vec![Value::Int(42), Value::Int(42)]));
    }

    /// What a program asks of a text decides which texts could surprise it.
    #[test]
    fn inputs_hold_what_the_program_could_take_for_something_else() {
        let text = |program: &str| {
            let source = literals(program, SCRIPT);
            let mut random = Random::new(5);
            let drawn = (0..400).filter_map(|_| source.draw(&mut random));
            drawn.map(|values| source.write(&values).stdin).collect::<String>()
        };
        let asking = text("import sys\nx = [int(w) for w in sys.stdin.read().split() if w.isdigit()]\n");
        for expected in ["²", "\u{a0}", "1_000", "\t"] {
            assert!(asking.contains(expected), "{expected:?}");
        }
        let other = text("import sys\nprint(sys.stdin.read())\n");
        assert!(other.is_ascii() && !other.contains('\t'), "{other}");
    }

    #[test]
    fn functions_that_nothing_names_are_not_reachable() {
        let program = "def f():\n    g()\ndef g():\n    return 1\ndef h():\n    return 2\nf()\n";
        let program = Tree::parse(Language::Python, &[SourceFile::new("program.py", program)]);
        let found = source(&program, SCRIPT).reachable();
        let text: Vec<&str> = found.iter().map(|node| program.text(node)).collect();
        assert!(text.contains(&"return 1") && !text.contains(&"return 2"), "{text:?}");
    }
}
