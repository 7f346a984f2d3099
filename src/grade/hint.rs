//! What there is to say of an answer that looks like a mistake: where it does not parse, what stands around the program
//! in it, and what to do about it.

use std::collections::HashSet;

use crate::ast::{SyntaxProblem, Tree};
use crate::map::new_problem;
use crate::results::{Frame, framed};
use crate::suite::Task;

use super::AnswerVerdict;

/// Characters of an answer that a hint shows.
const MAX_SHOWN: usize = 40;

/// Remedy for an answer that does not parse, or for a verdict that looks like a configuration mistake.
pub(super) fn hint(
    task: Task<'_>,
    verdict: AnswerVerdict,
    program: &Tree,
    answer: Option<&Tree>,
) -> Option<String> {
    let of_text = answer.and_then(|answer| of_text(program, answer, verdict));
    of_text.or_else(|| of_verdict(task, verdict))
}

fn of_text(program: &Tree, answer: &Tree, verdict: AnswerVerdict) -> Option<String> {
    let problem = new_problem(program, answer);
    let is_foreign = matches!(verdict, AnswerVerdict::NotASlice | AnswerVerdict::WrongCriterion);
    if problem.is_none() && !is_foreign {
        return None;
    }
    let around = (0..answer.files().len()).find_map(|file_idx| around(program, &answer.file(file_idx).text));
    around.or_else(|| Some(does_not_parse(answer, problem?)))
}

/// Where an answer does not parse.
fn does_not_parse(answer: &Tree, problem: &SyntaxProblem) -> String {
    let text = &answer.file(problem.file_idx).text;
    // What is missing at the end of a text is missing behind its last line.
    let offset = text.floor_char_boundary(problem.offset.min(text.len()));
    let is_at_end = text[offset..].trim().is_empty();
    let offset = if is_at_end { text[..offset].trim_end().len().saturating_sub(1) } else { offset };
    let line = answer.line_index(problem.file_idx).line(offset);
    let bytes = answer.line_index(problem.file_idx).line_bytes(line).unwrap_or_default();
    let file = match answer.files().len() {
        1 => String::new(),
        _ => format!("{}: ", answer.file(problem.file_idx).path.display()),
    };
    let missing = problem.message.strip_prefix("missing ");
    let why = missing.map_or_else(String::new, |missing| format!(": {missing} is missing"));
    format!("{file}line {line}: `{}` does not parse{why}", shown(&text[bytes]))
}

/// What stands around the program in an answer, and the key that cuts it off.
fn around(program: &Tree, text: &str) -> Option<String> {
    let own: HashSet<&str> = program.files().flat_map(|file| file.text.lines().map(str::trim)).collect();
    let is_own = |line: &&str| is_code(line) && own.contains(line);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let cut = "set `answer.fence = true` in the adapter";
    if let Some((frame, _)) = framed(text)
        && program.files().all(|file| framed(&file.text).is_none())
    {
        return Some(match frame {
            Frame::Numbers(first) => {
                format!("the lines of the answer have numbers (\"{}\"): {cut}", shown(&first))
            }
            Frame::Fence(head) if lines.first().is_some_and(|first| first.starts_with(&head)) => {
                format!("the answer begins with \"{}\": {cut}", shown(&head))
            }
            Frame::Fence(head) => format!("the program in the answer is behind \"{}\": {cut}", shown(&head)),
        });
    }
    let first = lines.iter().position(is_own)?;
    let last = lines.iter().rposition(is_own)?;
    let comment = program.language().line_comment();
    let is_chatter = |line: &&&str| is_prose(line) && !line.starts_with(comment);
    if let Some(line) = lines[..first].iter().find(is_chatter) {
        let line = shown(line);
        return Some(format!(
            "the answer begins with \"{line}\": cut it off with `answer.after` in the adapter"
        ));
    }
    let line = shown(lines[last + 1..].iter().find(is_chatter)?);
    Some(format!("the answer ends with \"{line}\": cut it off with `answer.before` in the adapter"))
}

/// Whether a line says something, so that one that is equal to it is it.
fn is_code(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
}

/// Whether a line looks like a sentence rather than like code: several words, and few signs.
fn is_prose(line: &str) -> bool {
    let n_words = line
        .split_whitespace()
        .filter(|word| word.chars().all(|c| c.is_alphabetic() || ",.:!?'’".contains(c)));
    let n_signs = line.chars().filter(|c| "=;{}<>[]\\|&".contains(*c)).count();
    n_signs == 0 && (n_words.count() >= 2 || line.ends_with(':'))
}

/// The beginning of a line.
fn shown(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

fn of_verdict(task: Task<'_>, verdict: AnswerVerdict) -> Option<String> {
    let criterion = task.criterion;
    match verdict {
        AnswerVerdict::WrongCriterion => Some(format!(
            "{} is not in the answer: check what the adapter passes for {}",
            criterion.wording(),
            match criterion.variable {
                Some(_) => "{line}, {variable} and {occurrence}",
                None => "{line}, {statement_start_line} and {statement_end_line}",
            }
        )),
        AnswerVerdict::NotASlice => Some(
            "the answer has code that the program has not: name what the slicer writes for deleted code in \
             `placeholders` or `helpers` of its adapter, or give it a `normalise` step"
                .to_owned(),
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::SourceFile;
    use crate::language::Language;

    const PROGRAM: &str = "int main(void) {\n    int x = read();\n    print(x);\n    return 0;\n}\n";

    fn check(answer: &str, expected: Option<&str>) {
        let tree = |text| Tree::parse(Language::C, &[SourceFile::new("a.c", text)]);
        let found = of_text(&tree(PROGRAM), &tree(answer), AnswerVerdict::Incomplete);
        assert_eq!(found.as_deref(), expected, "{answer}");
    }

    #[test]
    fn an_answer_that_does_not_parse_says_where() {
        check("int main(void) {\n    int x = read();\n}\n", None);
        check(
            "int main(void) {\n    int x = read();\n    print(;\n}\n",
            Some("line 3: `print(;` does not parse"),
        );
        check(
            "int main(void) {\n  return 0;\n\n\n",
            Some("line 2: `return 0;` does not parse: `}` is missing"),
        );
    }

    #[test]
    fn what_stands_around_a_program_is_named_with_its_key() {
        let fence = "set `answer.fence = true` in the adapter";
        check(&format!("```c\n{PROGRAM}```\n"), Some(&format!("the answer begins with \"```c\": {fence}")));
        check(
            &format!("Here is the slice:\n```\n{PROGRAM}```\n"),
            Some(&format!("the program in the answer is behind \"```\": {fence}")),
        );
        check(
            &format!("<pre>\n{PROGRAM}</pre>\n"),
            Some(&format!("the answer begins with \"<pre>\": {fence}")),
        );
        let numbered: String =
            PROGRAM.lines().enumerate().map(|(idx, line)| format!("{}: {line}\n", idx + 1)).collect();
        check(
            &numbered,
            Some(&format!("the lines of the answer have numbers (\"1: int main(void) {{\"): {fence}")),
        );
        check(
            &format!("Here is the slice of x:\n{PROGRAM}"),
            Some(
                "the answer begins with \"Here is the slice of x:\": cut it off with `answer.after` in the adapter",
            ),
        );
        check(
            &format!("{PROGRAM}I hope this helps!\n"),
            Some(
                "the answer ends with \"I hope this helps!\": cut it off with `answer.before` in the adapter",
            ),
        );
    }
}
