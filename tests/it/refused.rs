//! What is no slice is refused, in every language: code that is duplicated, renamed, swapped, wrapped, inverted or invented.

use bench_slicers::ast::SourceFile;
use bench_slicers::grade::{AnswerVerdict, grade};
use bench_slicers::results::{Answer, Reading, Record, Status};
use bench_slicers::suite::Task;

use crate::support::SUITE;

use AnswerVerdict::{Complete, Incomplete, NotASlice, WrongCriterion};

fn verdict(task: Task<'_>, text: &str) -> AnswerVerdict {
    let files = vec![SourceFile::new(&task.benchmark.tree.file(0).path, text)];
    let answer = Some(Answer::Source { files });
    let record = Record { answer, ..Record::without_answer(task.id(), task.hash(), Status::Answered, None) };
    grade(task, &task.hash(), &record, &Reading::default()).verdict
}

/// A change of the first place where the program says this, of all such places when it renames.
struct Change {
    name: &'static str,
    from: &'static str,
    to: &'static str,
    verdict: AnswerVerdict,
}

const fn change(name: &'static str, from: &'static str, to: &'static str, verdict: AnswerVerdict) -> Change {
    Change { name, from, to, verdict }
}

/// Checks answers that are the whole program but for one change, which takes from the gold slice or adds to it.
fn check(task: &str, changes: [Change; 6]) {
    let task = SUITE.tasks().find(|other| other.id() == task).expect("the suite has the task");
    let program = &task.benchmark.tree.file(0).text;
    assert_eq!(verdict(task, program), Complete, "{}", task.id());
    let told = |change: &Change, verdict: AnswerVerdict| format!("{}: {verdict:?}", change.name);
    let found = changes.iter().map(|change| {
        assert!(program.contains(change.from), "{}: {}", task.id(), change.from);
        let n_places = if change.name == "renamed" { usize::MAX } else { 1 };
        told(change, verdict(task, &program.replacen(change.from, change.to, n_places)))
    });
    let found: Vec<String> = found.collect();
    let expected: Vec<String> = changes.iter().map(|change| told(change, change.verdict)).collect();
    assert_eq!(found, expected, "{}", task.id());
    let names = changes.map(|change| change.name);
    assert_eq!(names, ["duplicated", "renamed", "swapped", "wrapped", "inverted", "invented"]);
}

#[apply(test)]
fn what_is_no_slice_of_c() {
    let count = "                word_count++;\n";
    check(
        "c/word-count/s36Word_count",
        [
            change(
                "duplicated",
                count,
                "                word_count++;\n                word_count++;\n",
                NotASlice,
            ),
            change("renamed", "word_count", "n_words", WrongCriterion),
            change(
                "swapped",
                "            length++;\n            if (length == 1)\n",
                "            if (length == 1)\n            length++;\n",
                NotASlice,
            ),
            change("wrapped", count, "                while (c) word_count++;\n", NotASlice),
            change("inverted", "if (length == 1)", "if (length != 1)", Incomplete),
            change(
                "invented",
                count,
                "                word_count++;\n                log_word(c);\n",
                NotASlice,
            ),
        ],
    );
}

#[apply(test)]
fn what_is_no_slice_of_erlang() {
    let total = "    total(Rest, Unit, Sum + area(Shape)).";
    check(
        "erlang/shape-areas/s9Area",
        [
            change(
                "duplicated",
                "    Area = total(Shapes, unit, 0),\n",
                "    Area = total(Shapes, unit, 0),\n    Area = total(Shapes, unit, 0),\n",
                NotASlice,
            ),
            change("renamed", "Area", "Sum", WrongCriterion),
            change(
                "swapped",
                "area({box, W, H}) -> W * H;\narea({square, Side}) -> Side * Side;",
                "area({square, Side}) -> Side * Side;\narea({box, W, H}) -> W * H;",
                NotASlice,
            ),
            change(
                "wrapped",
                total,
                "    case Unit of unit -> total(Rest, Unit, Sum + area(Shape)) end.",
                NotASlice,
            ),
            change("inverted", "when is_integer(Side)", "when not is_integer(Side)", NotASlice),
            change(
                "invented",
                total,
                "    log(Shape),\n    total(Rest, Unit, Sum + area(Shape)).",
                NotASlice,
            ),
        ],
    );
}

#[apply(test)]
fn what_is_no_slice_of_java() {
    let larger = "                swing = change;\n";
    check(
        "java/temperatures/s41Swing",
        [
            change(
                "duplicated",
                larger,
                "                swing = change;\n                swing = change;\n",
                NotASlice,
            ),
            change("renamed", "swing", "span", WrongCriterion),
            change(
                "swapped",
                "            int change = Math.abs(readings.get(day) - readings.get(day - 1));\n            if (change > swing) {\n                swing = change;\n            }\n",
                "            if (change > swing) {\n                swing = change;\n            }\n            int change = Math.abs(readings.get(day) - readings.get(day - 1));\n",
                NotASlice,
            ),
            change("wrapped", larger, "                if (day > 0) swing = change;\n", NotASlice),
            change("inverted", "if (change > swing)", "if (change <= swing)", Incomplete),
            change(
                "invented",
                larger,
                "                swing = change;\n                log(day);\n",
                NotASlice,
            ),
        ],
    );
}

#[apply(test)]
fn what_is_no_slice_of_javascript() {
    let overtime = "  const overtime = Math.max(0, entry.hours - limit);\n";
    check(
        "javascript/payroll/s27Payroll",
        [
            change(
                "duplicated",
                overtime,
                "  const overtime = Math.max(0, entry.hours - limit);\n  const overtime = Math.max(0, entry.hours - limit);\n",
                NotASlice,
            ),
            change("renamed", "payroll", "wages", WrongCriterion),
            change(
                "swapped",
                "  const overtime = Math.max(0, entry.hours - limit);\n  return (entry.hours + overtime) * entry.rate;\n",
                "  return (entry.hours + overtime) * entry.rate;\n  const overtime = Math.max(0, entry.hours - limit);\n",
                NotASlice,
            ),
            change("wrapped", "  return (entry.hours", "  if (entry.rate) return (entry.hours", NotASlice),
            change("inverted", "entry.hours - limit", "entry.hours + limit", Incomplete),
            change(
                "invented",
                overtime,
                "  const overtime = Math.max(0, entry.hours - limit);\n  log(overtime);\n",
                NotASlice,
            ),
        ],
    );
}

#[apply(test)]
fn what_is_no_slice_of_python() {
    let mean = "    mean = total / len(numbers)\n";
    check(
        "python/numbers/s32Mean",
        [
            change(
                "duplicated",
                mean,
                "    mean = total / len(numbers)\n    mean = total / len(numbers)\n",
                NotASlice,
            ),
            change("renamed", "mean", "average", WrongCriterion),
            change(
                "swapped",
                "mean = 0\nif numbers:\n    mean = total / len(numbers)\n",
                "if numbers:\n    mean = total / len(numbers)\nmean = 0\n",
                NotASlice,
            ),
            change("wrapped", mean, "    while total:\n        mean = total / len(numbers)\n", NotASlice),
            change("inverted", "if numbers:", "if not numbers:", NotASlice),
            change("invented", mean, "    mean = total / len(numbers)\n    log(mean)\n", NotASlice),
        ],
    );
}

#[apply(test)]
fn what_is_no_slice_of_r() {
    let record = "    record <- amount\n";
    check(
        "r/rainfall/s30Record",
        [
            change("duplicated", record, "    record <- amount\n    record <- amount\n", NotASlice),
            change("renamed", "record", "most", WrongCriterion),
            change(
                "swapped",
                "record <- 0\nlongest <- 0\n\nfor (amount in rain) {\n",
                "for (amount in rain) {\nrecord <- 0\nlongest <- 0\n",
                NotASlice,
            ),
            change("wrapped", record, "    while (amount) record <- amount\n", NotASlice),
            change("inverted", "if (amount > record)", "if (amount <= record)", Incomplete),
            change("invented", record, "    record <- amount\n    log_amount(amount)\n", NotASlice),
        ],
    );
}
