//! Where output goes: nowhere that the program sees, or where it may read it again.

/// Only show their arguments.
const SHOWING: &[&str] =
    &["Sys.sleep", "flush.console", "gc", "message", "print.default", "str", "traceback", "warnings"];

/// Show their arguments, or write them where an argument says: its name, and its place where it has one.
const SHOWING_OR_WRITING: &[(&str, &str, Option<usize>)] = &[
    ("cat", "file", None),
    ("dput", "file", Some(1)),
    ("write.csv", "file", Some(1)),
    ("write.csv2", "file", Some(1)),
    ("write.table", "file", Some(1)),
    ("writeLines", "con", Some(1)),
];

/// Lets a program read what it shows.
pub(super) const CAPTURING: &str = "capture.output";

/// Of a function that shows its arguments or writes them: the argument that says where, and its place where it has one.
pub(super) fn destination(name: &str) -> Option<(&'static str, Option<usize>)> {
    let found = SHOWING_OR_WRITING.iter().find(|(function, ..)| *function == name);
    found.map(|&(_, argument, place)| (argument, place))
}

/// Whether a name is that of an argument that says where output goes.
pub(super) fn is_destination(argument: &str) -> bool {
    SHOWING_OR_WRITING.iter().any(|(_, name, _)| *name == argument)
}

/// Whether a function shows its arguments, unless one of these says where else they go.
pub(super) fn shows(name: &str) -> bool {
    SHOWING.contains(&name) || destination(name).is_some()
}
