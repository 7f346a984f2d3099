//! What R's own functions do with their arguments.

use crate::flow::{FlowDepth, FlowEffect, FlowKey, FlowShape, VarId};

/// Functions that read or write variables by names that the program does not write, or make classes.
pub(super) const UNBOUNDED: &[&str] = &[
    "eval",
    "evalq",
    "eval.parent",
    "source",
    "sys.source",
    "substitute",
    "match.call",
    "sys.call",
    "sys.calls",
    "sys.function",
    "sys.frame",
    "sys.frames",
    "parent.frame",
    "parent.env",
    "environment",
    "globalenv",
    "as.environment",
    "list2env",
    "topenv",
    "attach",
    "detach",
    "setClass",
    "setRefClass",
    "setGeneric",
    "setMethod",
    "setValidity",
    "R6Class",
    "makeActiveBinding",
    "delayedAssign",
    "mget",
    "Recall.default",
    "trace",
    "callCC",
    "body",
    "formals",
    "as.function",
    "invokeRestart",
    "withRestarts",
    "computeRestarts",
    "reg.finalizer",
    "getAnywhere",
    "dynGet",
];

/// Look at all of their arguments, and give what is no object.
const PURE: &[&str] = &[
    "abs",
    "all",
    "all.equal",
    "any",
    "anyDuplicated",
    "anyNA",
    "as.character",
    "as.complex",
    "as.double",
    "as.factor",
    "as.integer",
    "as.logical",
    "as.numeric",
    "as.Date",
    "basename",
    "bitwAnd",
    "bitwNot",
    "bitwOr",
    "bitwShiftL",
    "bitwShiftR",
    "bitwXor",
    "casefold",
    "ceiling",
    "character",
    "charmatch",
    "chartr",
    "choose",
    "colMeans",
    "colSums",
    "complex",
    "cos",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "cut",
    "diff",
    "difftime",
    "dim",
    "double",
    "duplicated",
    "endsWith",
    "exp",
    "factor",
    "factorial",
    "findInterval",
    "floor",
    "format",
    "formatC",
    "format.Date",
    "gamma",
    "getElement",
    "gregexpr",
    "grepl",
    "gsub",
    "iconv",
    "identical",
    "integer",
    "interaction",
    "intToBits",
    "intToUtf8",
    "is.array",
    "is.character",
    "is.data.frame",
    "is.double",
    "is.element",
    "is.environment",
    "is.factor",
    "is.finite",
    "is.function",
    "is.infinite",
    "is.integer",
    "is.list",
    "is.logical",
    "is.matrix",
    "is.na",
    "is.nan",
    "is.numeric",
    "is.vector",
    "isFALSE",
    "isTRUE",
    "jitter",
    "lchoose",
    "length",
    "lengths",
    "letters",
    "levels",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logical",
    "make.names",
    "make.unique",
    "match",
    "max",
    "mean",
    "median",
    "min",
    "mode",
    "months",
    "names",
    "nchar",
    "ncol",
    "nlevels",
    "noquote",
    "nrow",
    "NCOL",
    "NROW",
    "numeric",
    "order",
    "outer",
    "paste",
    "paste0",
    "pmatch",
    "pmax",
    "pmin",
    "prettyNum",
    "prod",
    "quantile",
    "range",
    "rank",
    "raw",
    "rawToChar",
    "charToRaw",
    "regexpr",
    "regmatches",
    "round",
    "rowMeans",
    "rownames",
    "colnames",
    "dimnames",
    "rowSums",
    "sd",
    "seq",
    "seq.int",
    "seq_along",
    "seq_len",
    "shQuote",
    "dQuote",
    "sQuote",
    "sign",
    "signif",
    "sin",
    "sprintf",
    "gettextf",
    "sqrt",
    "startsWith",
    "strsplit",
    "strtoi",
    "strtrim",
    "strwrap",
    "sub",
    "substr",
    "substring",
    "sum",
    "table",
    "tabulate",
    "tan",
    "tanh",
    "atan",
    "atan2",
    "acos",
    "asin",
    "cosh",
    "sinh",
    "toString",
    "tolower",
    "toupper",
    "trimws",
    "trunc",
    "typeof",
    "storage.mode",
    "utf8ToInt",
    "var",
    "vector",
    "weekdays",
    "which",
    "which.max",
    "which.min",
    "xor",
    "strrep",
    "rev.default",
    "nargs",
    "validUTF8",
    "enc2utf8",
    "Negative",
    "is.object",
    "is.primitive",
    "is.symbol",
    "is.name",
    "is.call",
    "object.size",
    "crossprod",
    "det",
    "solve",
    "diag",
    "rowsum",
    "rle",
    "inverse.rle",
    "mahalanobis",
    "bitwXor",
    "rawToBits",
    "packBits",
    "as.hexmode",
    "as.octmode",
    "chol",
    "cor",
    "scale",
    "sweep",
    "conditionMessage",
    "conditionCall",
    "geterrmessage",
    "nlevels",
    "droplevels",
    "is.null",
    "as.name",
    "as.symbol",
    "deparse",
    "month.name",
    "emptyenv",
    "environmentName",
    "is.ordered",
    "ordered",
    "rev.list",
    "ISOdate",
    "julian",
    "max.col",
    "row",
    "col",
    "arrayInd",
    "lower.tri",
    "upper.tri",
    "kronecker",
    "nchar",
    "rapply.default",
    "sequence",
    "slice.index",
    "trigamma",
    "digamma",
    "beta",
    "lbeta",
    "zapsmall",
    "is.unsorted",
    "Reduce.default",
    "suppressMessages.default",
    "stopifnot.default",
    "bitwAnd",
    "class",
    "inherits",
    "commandArgs",
    "file",
    "stdin",
    "stdout",
    "stderr",
    "url",
    "textConnection",
    "close",
    "nlevels",
    "capture",
    "ls",
    "missing",
    "exists",
    "Sys.getenv",
    "mapply.default",
    "R.version.string",
    "oldClass",
    "is.raw",
    "is.complex",
    "as.raw",
];

/// Give a new object with parts of their arguments, or those themselves.
const JOINING: &[&str] = &[
    "c",
    "append",
    "rev",
    "head",
    "tail",
    "rep",
    "rep_len",
    "rep.int",
    "unique",
    "setdiff",
    "union",
    "intersect",
    "as.list",
    "unlist",
    "split",
    "unsplit",
    "cbind",
    "rbind",
    "merge",
    "array",
    "matrix",
    "modifyList",
    "replace",
    "sort",
    "sort.int",
    "ifelse",
    "unclass",
    "na.omit",
    "setNames",
    "data.frame",
    "as.data.frame",
    "as.vector",
    "as.matrix",
    "expand.grid",
    "t",
    "aperm",
    "list2DF",
    "relist",
    "simplify2array",
    "unname",
    "stack",
    "mapply",
    "sapply",
    "lapply",
    "Map",
    "Filter",
    "Reduce",
    "rev.default",
    "as.array",
    "drop",
    "as.environment",
    "attributes",
    "vapply",
    "array",
    "order.list",
    "sample",
    "[",
    "combn",
    "pairlist",
    "list",
    "nchar.list",
    "by",
    "simpleError",
    "simpleCondition",
    "simpleWarning",
    "errorCondition",
    "warningCondition",
    "as.pairlist",
    "rowsum",
    "within",
    "mget",
    "eapply",
    "as.table",
    "prop.table",
    "proportions",
    "addmargins",
    "embed",
    "trimws.list",
    "slice",
    "Recall",
    "structure",
];

/// Give an argument itself.
const SAME: &[&str] = &[
    "invisible",
    "identity",
    "force",
    "suppressWarnings",
    "suppressMessages",
    "I",
    "Negate",
    "match.fun",
    "print",
    "match.arg",
    "(",
    "noquote",
    "isolate",
    "forceAndCall",
    "withVisible",
    "enquote",
    "system.time",
    "as.vector.list",
    "withAutoprint",
];

/// Only show their arguments.
const SHOWING: &[&str] = &[
    "cat",
    "write",
    "writeLines",
    "flush",
    "str",
    "summary",
    "message",
    "print.default",
    "Sys.sleep",
    "gc",
    "set.options",
    "format.Date",
    "invisible.default",
    "flush.console",
    "warnings",
    "traceback",
    "nlevels",
];

/// Change what other functions do, without a value that these are given.
pub(super) const SETTINGS: &[&str] = &["options", "Sys.setlocale"];

/// Read what comes from outside of the program, and consume it.
const WORLDLY: &[&str] = &[
    "readLines",
    "readline",
    "scan",
    "readRDS",
    "read.table",
    "read.csv",
    "readChar",
    "readBin",
    "Sys.time",
    "Sys.Date",
    "date",
    "proc.time",
    "runif",
    "rnorm",
    "rbinom",
    "rpois",
    "rexp",
    "sample",
    "sample.int",
    "set.seed",
    "nextElem",
    "tempfile",
    "interactive",
    "Sys.getpid",
    "file.exists",
    "RNGkind",
    "rgamma",
    "rbeta",
    "rgeom",
    "rt",
    "rchisq",
    "open",
    "seek",
    "isOpen",
    "pushBack",
    "close",
    "isIncomplete",
    "file",
    "Sys.setenv",
    "Sys.setlocale",
    "unlink",
    "file.remove",
    "sink",
    "count.fields",
];

/// Call a function for parts of their arguments.
const CALLING: &[&str] = &[
    "apply",
    "tapply",
    "outer",
    "rapply",
    "eapply",
    "by",
    "ave",
    "aggregate",
    "optimize",
    "optimise",
    "optim",
    "uniroot",
    "integrate",
    "Recall",
    "mapply",
    "array",
    "combn",
    "nlm",
    "sort_by",
    "sweep",
    "vapply",
    "lapply",
    "sapply",
    "Map",
    "Filter",
    "Reduce",
];

/// Whether something is known of a function that no program defines.
pub(super) fn is_known(name: &str) -> bool {
    [PURE, JOINING, SAME, SHOWING, WORLDLY].iter().any(|all| all.contains(&name))
        || is_operator(name)
        || name == "[["
}

/// Whether a function takes what comes from outside of the program.
pub(super) fn is_worldly(name: &str) -> bool {
    WORLDLY.contains(&name)
}

/// Whether what a function gives is no function.
pub(super) fn is_pure(name: &str) -> bool {
    PURE.contains(&name) && !WORLDLY.contains(&name)
}

fn is_operator(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| "+-*/^%<>=!&|:~".contains(letter))
        || matches!(name, "%in%" | "%o%")
}

/// The group of methods that a function belongs to.
pub(super) fn group(name: &str) -> Option<&'static str> {
    match name {
        "abs" | "sign" | "sqrt" | "floor" | "ceiling" | "trunc" | "round" | "signif" | "exp" | "log"
        | "cumsum" | "cumprod" => Some("Math"),
        "all" | "any" | "sum" | "prod" | "max" | "min" | "range" => Some("Summary"),
        _ => None,
    }
}

/// Looks at everything.
pub(super) fn plain() -> FlowEffect {
    FlowEffect::plain()
}

/// Looks at nothing inside of its arguments.
pub(super) fn shallow() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Nothing, ..FlowEffect::plain() }
}

/// How many elements there are.
pub(super) fn elements() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Elements, ..FlowEffect::plain() }
}

/// The first argument, by what the others decide.
pub(super) fn first() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Whole(0)], ..shallow() }
}

/// A value that nothing else changes.
pub(super) fn copied() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Copied(0)], ..shallow() }
}

/// Some of the elements.
pub(super) fn subset() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Plain, FlowShape::Joined(vec![0])], ..elements() }
}

/// Something in a value, however deep.
pub(super) fn deep_part() -> FlowEffect {
    FlowEffect { result: vec![FlowShape::Plain, FlowShape::Part(0), FlowShape::Joined(vec![0])], ..plain() }
}

/// An operator.
pub(super) fn operator(_sign: &str) -> FlowEffect {
    plain()
}

/// Where an object has its class.
pub(super) fn class_key() -> FlowKey {
    FlowKey::Element("@class".to_owned())
}

/// Where something stands once a part of a value was written.
pub(super) fn exists_key() -> FlowKey {
    FlowKey::Element("@exists".to_owned())
}

/// Where an attribute stands that says nothing about other parts.
pub(super) fn attribute_key(name: &str) -> Option<FlowKey> {
    match name {
        "names" | ".Names" | "dim" | "dimnames" | "row.names" | "levels" | "tsp" => None,
        _ => Some(FlowKey::Element(format!("@{name}"))),
    }
}

/// Whatever code outside of the program can do.
pub(super) fn unknown(n_args: usize, world: VarId) -> FlowEffect {
    FlowEffect { uses: vec![world], defines: vec![world], ..FlowEffect::unknown(n_args) }
}

fn joined(n_args: usize) -> FlowEffect {
    let parts = (0..n_args).flat_map(|idx| [FlowShape::Whole(idx), FlowShape::Part(idx)]);
    let fresh = FlowShape::Fresh(parts.map(|part| (FlowKey::AnyElement, part)).collect());
    FlowEffect { result: vec![FlowShape::Plain, fresh], ..elements() }
}

/// A function that nobody in the program defines.
pub(super) fn function(name: &str, n_args: usize, world: VarId) -> FlowEffect {
    let calls: Vec<usize> = if CALLING.contains(&name) { (0..n_args).collect() } else { Vec::new() };
    let worldly = |effect: FlowEffect| match WORLDLY.contains(&name) {
        true => FlowEffect { uses: vec![world], defines: vec![world], ..effect },
        false => effect,
    };
    let known = match name {
        "length" | "lengths" | "seq_along" | "names" | "nrow" | "ncol" | "NROW" | "NCOL" | "dim" => {
            elements()
        }
        "[[" | "$" | "getElement" => {
            FlowEffect { result: vec![FlowShape::Plain, FlowShape::Part(0)], ..elements() }
        }
        _ if SHOWING.contains(&name) => FlowEffect { tolerates_from: 0, ..plain() },
        _ if SAME.contains(&name) => {
            FlowEffect { result: vec![FlowShape::Plain, FlowShape::Whole(0)], ..plain() }
        }
        _ if JOINING.contains(&name) || CALLING.contains(&name) => joined(n_args),
        _ if name.ends_with("<-") => joined(n_args),
        _ if PURE.contains(&name) || WORLDLY.contains(&name) || is_operator(name) => plain(),
        _ => return unknown(n_args, world),
    };
    worldly(FlowEffect { calls, ..known })
}
