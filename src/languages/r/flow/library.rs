//! What R's own functions do with their arguments.

use crate::flow::{FlowDepth, FlowEffect, FlowKey, FlowShape, VarId};

use super::output;

/// Functions that read or write variables by names that the program does not write, or make classes.
pub(super) const UNBOUNDED: &[&str] = &[
    "R6Class",
    "as.environment",
    "as.function",
    "attach",
    "body",
    "callCC",
    "computeRestarts",
    "delayedAssign",
    "detach",
    "dynGet",
    "environment",
    "eval",
    "eval.parent",
    "evalq",
    "formals",
    "getAnywhere",
    "globalenv",
    "list2env",
    "makeActiveBinding",
    "match.call",
    "mget",
    "parent.env",
    "parent.frame",
    "reg.finalizer",
    "setClass",
    "setGeneric",
    "setMethod",
    "setRefClass",
    "setValidity",
    "sink",
    "source",
    "substitute",
    "sys.call",
    "sys.calls",
    "sys.frame",
    "sys.frames",
    "sys.function",
    "sys.source",
    "topenv",
    "trace",
    "withRestarts",
];

/// Look at all of their arguments, and give what is no object.
const PURE: &[&str] = &[
    "ISOdate",
    "NCOL",
    "NROW",
    "abs",
    "acos",
    "all",
    "all.equal",
    "any",
    "anyDuplicated",
    "anyNA",
    "arrayInd",
    "as.Date",
    "as.character",
    "as.complex",
    "as.double",
    "as.factor",
    "as.hexmode",
    "as.integer",
    "as.logical",
    "as.name",
    "as.numeric",
    "as.octmode",
    "as.raw",
    "as.symbol",
    "asin",
    "atan",
    "atan2",
    "basename",
    "beta",
    "bitwAnd",
    "bitwNot",
    "bitwOr",
    "bitwShiftL",
    "bitwShiftR",
    "bitwXor",
    "casefold",
    "ceiling",
    "charToRaw",
    "character",
    "charmatch",
    "chartr",
    "chol",
    "choose",
    "class",
    "close",
    "col",
    "colMeans",
    "colSums",
    "colnames",
    "commandArgs",
    "complex",
    "conditionCall",
    "conditionMessage",
    "cor",
    "cos",
    "cosh",
    "crossprod",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "cut",
    "dQuote",
    "deparse",
    "det",
    "diag",
    "diff",
    "difftime",
    "digamma",
    "dim",
    "dimnames",
    "double",
    "droplevels",
    "duplicated",
    "emptyenv",
    "enc2utf8",
    "endsWith",
    "environmentName",
    "exists",
    "exp",
    "factor",
    "factorial",
    "file",
    "findInterval",
    "floor",
    "format",
    "format.Date",
    "formatC",
    "gamma",
    "getElement",
    "geterrmessage",
    "gettextf",
    "gregexpr",
    "grepl",
    "gsub",
    "iconv",
    "identical",
    "inherits",
    "intToBits",
    "intToUtf8",
    "integer",
    "interaction",
    "inverse.rle",
    "is.array",
    "is.call",
    "is.character",
    "is.complex",
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
    "is.name",
    "is.nan",
    "is.null",
    "is.numeric",
    "is.object",
    "is.ordered",
    "is.primitive",
    "is.raw",
    "is.symbol",
    "is.unsorted",
    "is.vector",
    "isFALSE",
    "isTRUE",
    "jitter",
    "julian",
    "kronecker",
    "lbeta",
    "lchoose",
    "length",
    "lengths",
    "levels",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logical",
    "lower.tri",
    "ls",
    "mahalanobis",
    "make.names",
    "make.unique",
    "match",
    "max",
    "max.col",
    "mean",
    "median",
    "min",
    "missing",
    "mode",
    "months",
    "names",
    "nargs",
    "nchar",
    "ncol",
    "nlevels",
    "noquote",
    "nrow",
    "numeric",
    "object.size",
    "oldClass",
    "order",
    "ordered",
    "outer",
    "packBits",
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
    "rawToBits",
    "rawToChar",
    "regexpr",
    "regmatches",
    "rev.default",
    "rle",
    "round",
    "row",
    "rowMeans",
    "rowSums",
    "rownames",
    "rowsum",
    "sQuote",
    "scale",
    "sd",
    "seq",
    "seq.int",
    "seq_along",
    "seq_len",
    "sequence",
    "shQuote",
    "sign",
    "signif",
    "sin",
    "sinh",
    "slice.index",
    "solve",
    "sprintf",
    "sqrt",
    "startsWith",
    "stderr",
    "stdin",
    "stdout",
    "storage.mode",
    "strrep",
    "strsplit",
    "strtoi",
    "strtrim",
    "strwrap",
    "sub",
    "substr",
    "substring",
    "sum",
    "sweep",
    "table",
    "tabulate",
    "tan",
    "tanh",
    "textConnection",
    "toString",
    "tolower",
    "toupper",
    "trigamma",
    "trimws",
    "trunc",
    "typeof",
    "upper.tri",
    "url",
    "utf8ToInt",
    "validUTF8",
    "var",
    "vector",
    "weekdays",
    "which",
    "which.max",
    "which.min",
    "xor",
    "zapsmall",
];

/// Give a new object with parts of their arguments, or those themselves.
const JOINING: &[&str] = &[
    "Filter",
    "Map",
    "Recall",
    "Reduce",
    "[",
    "addmargins",
    "aperm",
    "append",
    "array",
    "as.array",
    "as.data.frame",
    "as.environment",
    "as.list",
    "as.matrix",
    "as.pairlist",
    "as.table",
    "as.vector",
    "attributes",
    "by",
    "c",
    "cbind",
    "combn",
    "data.frame",
    "drop",
    "eapply",
    "embed",
    "errorCondition",
    "expand.grid",
    "head",
    "ifelse",
    "intersect",
    "lapply",
    "list",
    "list2DF",
    "mapply",
    "matrix",
    "merge",
    "mget",
    "modifyList",
    "na.omit",
    "pairlist",
    "prop.table",
    "proportions",
    "rbind",
    "relist",
    "rep",
    "rep.int",
    "rep_len",
    "replace",
    "rev",
    "rev.default",
    "rowsum",
    "sample",
    "sapply",
    "setNames",
    "setdiff",
    "simpleCondition",
    "simpleError",
    "simpleWarning",
    "simplify2array",
    "sort",
    "sort.int",
    "split",
    "stack",
    "structure",
    "t",
    "tail",
    "unclass",
    "union",
    "unique",
    "unlist",
    "unname",
    "unsplit",
    "vapply",
    "warningCondition",
    "within",
];

/// Give an argument itself.
const SAME: &[&str] = &[
    "(",
    "I",
    "Negate",
    "enquote",
    "force",
    "forceAndCall",
    "identity",
    "invisible",
    "match.arg",
    "match.fun",
    "noquote",
    "print",
    "suppressMessages",
    "suppressWarnings",
    "system.time",
    "withAutoprint",
    "withVisible",
];

/// Change what other functions do, without a value that these are given.
pub(super) const SETTINGS: &[&str] = &["Sys.setlocale", "options"];

/// Read what comes from outside of the program, and consume it.
const WORLDLY: &[&str] = &[
    "RNGkind",
    "Sys.Date",
    "Sys.getenv",
    "Sys.getpid",
    "Sys.setlocale",
    "Sys.time",
    "bzfile",
    "count.fields",
    "date",
    "dget",
    "dir",
    "dir.exists",
    "file",
    "file.access",
    "file.exists",
    "file.info",
    "file.mtime",
    "file.size",
    "getwd",
    "gzfile",
    "interactive",
    "isIncomplete",
    "isOpen",
    "list.dirs",
    "list.files",
    "load",
    "proc.time",
    "rbeta",
    "rbinom",
    "rcauchy",
    "rchisq",
    "read.csv",
    "read.csv2",
    "read.delim",
    "read.table",
    "readBin",
    "readChar",
    "readLines",
    "readRDS",
    "readRenviron",
    "readline",
    "rexp",
    "rgamma",
    "rgeom",
    "rhyper",
    "rlnorm",
    "rlogis",
    "rmultinom",
    "rnbinom",
    "rnorm",
    "rpois",
    "rt",
    "runif",
    "rweibull",
    "sample",
    "sample.int",
    "scan",
    "set.seed",
    "tempfile",
    "unserialize",
    "xzfile",
];

/// Write what is outside of the program: files, connections, the environment of the process.
const WRITING: &[&str] = &[
    "Sys.chmod",
    "Sys.setFileTime",
    "Sys.setenv",
    "Sys.unsetenv",
    "close",
    "dir.create",
    "dump",
    "file.append",
    "file.copy",
    "file.create",
    "file.remove",
    "file.rename",
    "flush",
    "open",
    "pushBack",
    "save",
    "saveRDS",
    "seek",
    "setwd",
    "truncate",
    "unlink",
    "write",
    "writeBin",
    "writeChar",
];

/// Call a function for parts of their arguments.
const CALLING: &[&str] = &[
    "Filter",
    "Map",
    "Recall",
    "Reduce",
    "aggregate",
    "apply",
    "array",
    "ave",
    "by",
    "combn",
    "eapply",
    "integrate",
    "lapply",
    "mapply",
    "nlm",
    "optim",
    "optimise",
    "optimize",
    "outer",
    "rapply",
    "sapply",
    "sort_by",
    "sweep",
    "tapply",
    "uniroot",
    "vapply",
];

/// Whether something is known of a function that no program defines.
pub(super) fn is_known(name: &str) -> bool {
    [PURE, JOINING, SAME, WORLDLY, WRITING].iter().any(|all| all.contains(&name))
        || is_operator(name)
        || output::shows(name)
        || name == "[["
}

/// Whether a function takes what comes from outside of the program.
pub(super) fn is_worldly(name: &str) -> bool {
    WORLDLY.contains(&name) || WRITING.contains(&name)
}

/// Whether what a function gives is no function.
pub(super) fn is_pure(name: &str) -> bool {
    PURE.contains(&name) && !is_worldly(name)
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

/// What stands for the order of parts: that of the first writes, also where a later one takes their values away.
pub(super) fn order_key() -> FlowKey {
    FlowKey::Kind("order".to_owned())
}

/// Where an attribute stands that says nothing about other parts.
pub(super) fn attribute_key(name: &str) -> Option<FlowKey> {
    match name {
        "names" | ".Names" | "dim" | "dimnames" | "row.names" | "levels" | "tsp" => None,
        _ => Some(FlowKey::Element(format!("@{name}"))),
    }
}

/// The same, with what is outside of the program read and changed.
pub(super) fn worldly(effect: FlowEffect, world: VarId) -> FlowEffect {
    FlowEffect { uses: vec![world], defines: vec![world], ..effect }
}

/// Whatever code outside of the program can do.
pub(super) fn unknown(n_args: usize, world: VarId) -> FlowEffect {
    worldly(FlowEffect::unknown(n_args), world)
}

fn joined(n_args: usize) -> FlowEffect {
    let parts = (0..n_args).flat_map(|idx| [FlowShape::Whole(idx), FlowShape::Part(idx)]);
    let fresh = FlowShape::Fresh(parts.map(|part| (FlowKey::AnyElement, part)).collect());
    FlowEffect { result: vec![FlowShape::Plain, fresh], ..elements() }
}

/// A function that nobody in the program defines.
pub(super) fn function(name: &str, n_args: usize, world: VarId) -> FlowEffect {
    let calls: Vec<usize> = if CALLING.contains(&name) { (0..n_args).collect() } else { Vec::new() };
    let effect_on_world = |effect: FlowEffect| match is_worldly(name) {
        true => worldly(effect, world),
        false => effect,
    };
    let known = match name {
        "length" | "lengths" | "seq_along" | "names" | "nrow" | "ncol" | "NROW" | "NCOL" | "dim" => {
            elements()
        }
        "[[" | "$" | "getElement" => {
            FlowEffect { result: vec![FlowShape::Plain, FlowShape::Part(0)], ..elements() }
        }
        _ if output::shows(name) => FlowEffect { tolerates_from: 0, ..plain() },
        _ if SAME.contains(&name) => {
            FlowEffect { result: vec![FlowShape::Plain, FlowShape::Whole(0)], ..plain() }
        }
        _ if JOINING.contains(&name) || CALLING.contains(&name) => joined(n_args),
        _ if name.ends_with("<-") => joined(n_args),
        _ if PURE.contains(&name) || is_worldly(name) || is_operator(name) => plain(),
        _ => return unknown(n_args, world),
    };
    effect_on_world(FlowEffect { calls, ..known })
}
