//! Messages about foreign collections that are being imported.

use std::path::Path;

use super::{EXIT_COULD_NOT, Error, Place, Problem};

messages! {
    not_utf8(path: &Path, offset: usize) -> Problem = at path: "not UTF-8 (first bad byte at offset {offset})"
        hint "convert it first, for example with `iconv -f LATIN1 -t UTF-8`";
    no_slices(program: &Path, folder: &str) -> Problem =
        at program: "folder `{folder}` beside the program does not exist";
    no_original(slices: &Path, program: &Path) -> Problem =
        at slices: "the program {} is missing" (program.display())
        hint "slices are imported only with the program they were made from";
    no_criterion(slice: &Path) -> Problem = at slice: "no criterion in the comments at the beginning"
        hint "expected `% line=25 var=Abb oc=1` or `%-- SLICING CRITERION: (25,Abb)`";
    no_criterion_file(slice: &Path, criteria: &Path) -> Problem =
        at slice: "{} does not exist" (criteria.display())
        hint "it gives the line, and the variable, of each slice: `13 sum`";
    bad_criterion(place: Place, text: &str) -> Problem =
        at place: "`{text}` is not a criterion" hint "expected a line and a variable, or a line: `13 sum`";
    no_slice(place: Place, slice: &Path) -> Problem = at place: "slice {} does not exist" (slice.display());
    same_criterion(place: Place, first: &Path) -> Problem =
        at place: "the same criterion as {}" (first.display())
        hint "a second minimal slice needs a reason: add it as `[[criterion.alternative]]`";
    first_of_several(place: Place, variable: &str, line: usize, n_found: usize) -> Problem =
        at place: "`{variable}` is {n_found} times on line {line}; the first was chosen";
    bad_description(place: Place, what: &str) -> Error = at place: "{what}"
        hint "docs/FORMATS.md shows what describes a collection";
    other_format(path: &Path, format: u32, known: u32) -> Error =
        at path: "format {format} of a description is not known ({known} is)"
        hint "docs/FORMATS.md shows what describes a collection";
    bad_criteria(path: &Path, why: &str) -> Error = at path: "criteria cannot be read: {why}"
        hint "expected JSON with an array of objects, or CSV with a header line";
    no_column(place: Place, column: &str) -> Problem = at place: "no value for `{column}`"
        hint "`[columns]` of the description names the keys or columns";
    bad_lines(place: Place, text: &str) -> Problem = at place: "`{text}` is not a list of lines"
        hint "expected numbers and ranges: `1,3-5`";
    bad_labels(place: Place, why: &str) -> Problem = at place: "labels of lines cannot be read: {why}"
        hint "expected one for each line of the program: `1 0 1`";
    no_marked_line(place: Place, label: &str, file: &str) -> Problem = at place: "no line of {file} is marked with `{label}`"
        hint "`marker` of the description is what stands before the labels of a line";
    bad_words(place: Place, column: &str) -> Problem = at place: "a quote in `{column}` does not end"
        hint "expected the words of a command line, or a list in JSON";
    unknown_language(place: Place, name: &str) -> Problem = at place: "`{name}` is not a language"
        hint "expected `c`, `erlang`, `java`, `javascript`, `python`, `r`, or the name of another language in small letters";
    not_a_text(place: Place, what: &str, found: &str) -> Problem = at place: "{what} of the assertion is not a text: `{found}`"
        hint "texts, templates without `${{…}}`, constants of them, and `+` between them are read";
    too_few_arguments(place: Place) -> Problem = at place: "the assertion has fewer than five arguments"
        hint "expected `assertSliced(label, shell, program, criteria, slice)`";
    several_criteria(place: Place, n: usize) -> Problem = at place: "the assertion has {n} criteria"
        hint "a task has one; the slice for several at once is left out";
    bad_flowr_criterion(place: Place, text: &str) -> Problem = at place: "`{text}` is no place in the text of the program"
        hint "expected `line@name` or `line:column`";
    no_variable_there(place: Place, line: usize, column: usize) -> Problem =
        at place: "no variable begins at line {line}, column {column} of the program";
    already_there(folder: &Path) -> Problem =
        at folder: "the benchmark is already there" hint "remove it first, or import into another folder";
}

pub(crate) fn nothing_found(dir: &Path, pattern: &str) -> Error {
    let problem = Problem::at(dir, "nothing to import in this folder")
        .hint(format!("expected files such as {pattern}"));
    Error { exit_code: EXIT_COULD_NOT, problems: vec![problem] }
}
