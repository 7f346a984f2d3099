//! JavaScript programs, run as schemata in persistent engines.
//!
//! Each worker is one `node` with a server of ours, which compiles the schema once ([`schema`]) in a context of its own; a candidate
//! is then a set of switches. What a switch cannot do is chosen before compiling, and such variants are kept.
//! [`crate::oracle::Oracle::confirm`] compiles the text of each candidate by itself in a new context; the text is read anew for where fuel is
//! spent and the criterion is seen ([`watch`]).

mod schema;
mod traced;
mod watch;

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::sync::OnceLock;

use serde_json::{Value as Json, json};

use crate::ast::{Cst, NodeId, NodeSet, Tree, concrete};
use crate::deletions::{Candidate, Mark};
use crate::error::{self, Place, Result};
use crate::language::Language;
use crate::languages::javascript::check::ScriptCheck;
use crate::languages::javascript::deletions::{self, ScriptParts};
use crate::languages::javascript::scope::{self, GLOBALS, SCRIPT, ScriptScopes};
use crate::languages::javascript::syntax::{UsedName, forbidden, is_asynchronous, required};
use crate::oracle::protocol::SwitchTable;
use crate::oracle::served::{self, ServedLanguage, ServedOracle, Servers, check_program, has_marks};
use crate::oracle::{Flaw, Oracle, Question};
use crate::process::{self, End, Invocation, Session};

use watch::{ScriptSeen, numbered, seen_nodes, watched};

/// Name of the engine.
const NODE: &str = "node";

const SERVER: &str = include_str!("server/server.js");

/// What programs find in a context.
const WORLD: &str = include_str!("server/world.js");

/// What is told of their runs.
const TRACE: &str = include_str!("server/trace.js");

/// Reads the server from the first frame, and what it gives to contexts from those behind it.
const BOOT: &str = "const fs = require('fs'); \
    const take = (n) => { const b = Buffer.alloc(n); for (let i = 0; i < n;) i += fs.readSync(0, b, i, n - i, null); return b; }; \
    const text = () => take(take(4).readUInt32BE(0)).toString('utf8'); \
    const server = text(); \
    require('vm').runInThisContext(server, { filename: 'server' })(require('vm'), fs, require('crypto'), text(), text())";

/// A mark begins and ends with these, which no program has.
const MARKS: [&str; 2] = ["\u{1}", "\u{2}"];

/// Modules that a program may ask for.
const MODULES: [&str; 4] = ["fs", "node:fs", "process", "node:process"];

/// Names that reach beyond the program, or that would tell one run from another.
const FORBIDDEN: [&str; 9] = [
    "eval",
    "Function",
    "WebAssembly",
    "SharedArrayBuffer",
    "Atomics",
    "WeakRef",
    "FinalizationRegistry",
    "fetch",
    "Intl",
];

/// The same of properties.
const FORBIDDEN_PROPERTIES: [&str; 7] =
    ["binding", "mainModule", "dlopen", "stack", "captureStackTrace", "prepareStackTrace", "toLocaleString"];

/// What no fuel bounds, as the work of a regular expression, ends with the server. By the processor's clock, so that a busy
/// machine ends nothing.
const REQUEST_S: u64 = 20;

static SERVERS: Servers = Servers::limited(start, REQUEST_S);

/// The option that forbids files, processes and threads. Releases before 23.5 know it by its first name alone, later ones not at all by that.
fn permission() -> &'static str {
    static FLAG: OnceLock<&str> = OnceLock::new();
    FLAG.get_or_init(|| {
        let asked = process::run(&Invocation {
            argv: [NODE, "--permission", "--version"].map(str::to_owned).to_vec(),
            cwd: std::env::temp_dir(),
            env: [("NODE_OPTIONS".to_owned(), String::new())].into(),
            ..Invocation::default()
        });
        if asked.end == End::Exited(0) { "--permission" } else { "--experimental-permission" }
    })
}

fn start() -> io::Result<Session> {
    let argv = [
        NODE,
        permission(),
        "--no-warnings",
        "--max-old-space-size=512",
        "--stack-size=3000",
        "--single-threaded-gc",
        "-e",
        BOOT,
    ];
    let env = [("NODE_OPTIONS", ""), ("LC_ALL", "C"), ("TZ", "UTC"), ("NODE_PATH", "")];
    let mut session = served::start(&argv, &env)?;
    session.send(SERVER.as_bytes())?;
    session.send(WORLD.as_bytes())?;
    session.send(TRACE.as_bytes())?;
    Ok(session)
}

/// A JavaScript program as candidates of it are written.
struct ScriptServed {
    check: ScriptCheck,
    /// The nodes of the criterion that are seen, and how; never empty.
    seen: Vec<(NodeId, ScriptSeen)>,
    /// Whether something in the program goes on later.
    is_async: bool,
}

/// Starts the engines and loads the program; inputs are added later.
///
/// # Errors
/// Node is missing; the program does not parse or compile, has no such entry point, or has what could do more than
/// compute (with the place); the criterion has no value where it stands.
pub(super) fn open<'t>(program: &'t Tree, question: &Question) -> Result<Box<dyn Oracle + 't>> {
    let functions = scope::functions(program);
    check_program(program, Language::JavaScript, (&question.entry, SCRIPT, &functions), |what| {
        error::oracle::unsupported_javascript(Place::file(&program.file(0).path), what)
    })?;
    let file = program.file(0);
    let parsed = concrete(program.language(), &file.text);
    if let Some((at, what)) = obstacle(parsed.root(), &file.text) {
        return Err(error::oracle::unsupported_javascript(
            Place::of_offset(&file.path, &file.text, at),
            &what,
        ));
    }
    let seen = seen_nodes(program, &question.criteria)?;
    let subject = SwitchTable::new(program, seen[0].0, deletions::of(program));
    let parts = ScriptParts::new(program);
    let scopes = ScriptScopes::new(program);
    let places: Vec<ScriptSeen> = seen.iter().map(|(_, seen)| seen.clone()).collect();
    let source = schema::ScriptSource {
        program,
        parts: &parts,
        scopes: &scopes,
        seen: &places,
        entry: (question.entry != SCRIPT).then_some(&*question.entry),
        switches: &subject.switches,
    };
    let schema = source.schema();
    let variables = variables(parsed.root(), &file.text);
    let has_global = ["global", "globalThis", "this"].iter().any(|name| variables.contains(name));
    let written = scopes.written();
    let names: Vec<&str> = GLOBALS
        .iter()
        .copied()
        .filter(|name| variables.contains(name) && !written.contains(*name) && !has_global)
        .filter(|name| !UNSHADOWED.contains(name))
        .collect();
    let loaded = json!({
        "schema": schema.text,
        "chosen": schema.chosen,
        "called": schema.called,
        "names": names,
        "leaks": written,
        "may_leak": scopes.leaks() || !schema.chosen.is_empty() && !written.is_empty(),
        "has_process": variables.contains("process") || variables.contains("require") || has_global,
        "is_async": is_async(parsed.root(), &variables),
    });
    let is_async = is_async(parsed.root(), &variables);
    let language = ScriptServed { check: ScriptCheck::new(program, &parts, &scopes), seen, is_async };
    Ok(Box::new(ServedOracle::open(subject, language, question, loaded)?))
}

/// Names that are the module's own, or no variables.
const UNSHADOWED: [&str; 9] = [
    "arguments",
    "undefined",
    "exports",
    "module",
    "require",
    "__dirname",
    "__filename",
    "global",
    "globalThis",
];

/// The names of variables that a text has.
fn variables<'t>(root: Cst<'_>, text: &'t str) -> BTreeSet<&'t str> {
    let is_variable = |cst: &Cst<'_>| matches!(UsedName::of(*cst), Some(UsedName::Variable)) || is_this(*cst);
    root.subtree().filter(is_variable).map(|cst| &text[cst.byte_range()]).collect()
}

fn is_this(cst: Cst<'_>) -> bool {
    crate::languages::javascript::syntax::is_this(cst)
}

/// Whether something in a program goes on later, between other things.
fn is_async(root: Cst<'_>, variables: &BTreeSet<&str>) -> bool {
    ["Promise", "queueMicrotask"].iter().any(|name| variables.contains(name))
        || variables.contains("process") && root.subtree().any(|cst| is_asynchronous(cst))
        || root.subtree().any(is_asynchronous)
}

/// What of a program could do more than compute, and where.
fn obstacle(root: Cst<'_>, text: &str) -> Option<(usize, String)> {
    root.subtree().find_map(|cst| {
        let what = || {
            if let Some(what) = forbidden(cst) {
                return Some(what.to_owned());
            }
            if let Some(module) = required(cst, text) {
                return (!MODULES.contains(&module)).then(|| format!("the module `{module}`"));
            }
            let name = text.get(cst.byte_range())?;
            match UsedName::of(cst)? {
                UsedName::Variable if FORBIDDEN.contains(&name) => Some(format!("the name `{name}`")),
                UsedName::Property if FORBIDDEN_PROPERTIES.contains(&name) => {
                    Some(format!("the property `{name}`"))
                }
                _ => None,
            }
        };
        what().map(|what| (cst.start_byte(), what))
    })
}

/// A text with its marks taken out, and what was marked.
fn unmarked(marked: &str) -> (String, Vec<Range<usize>>) {
    let mut text = String::with_capacity(marked.len());
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for part in marked.split_inclusive(['\u{1}', '\u{2}']) {
        text.push_str(part.trim_end_matches(['\u{1}', '\u{2}']));
        match part.chars().last() {
            Some('\u{1}') => open.push(text.len()),
            Some('\u{2}') => found.extend(open.pop().map(|start| start..text.len())),
            _ => {}
        }
    }
    (text, found)
}

/// A text and the same with fuel and criterion, as the server reads them.
fn standing(program: &Tree, text: String, places: &[Range<usize>]) -> Json {
    let parsed = concrete(program.language(), &text);
    let is_async = is_async(parsed.root(), &variables(parsed.root(), &text));
    json!({"watched": watched(program, &text, places), "is_async": is_async, "text": text, "has_criterion": !places.is_empty()})
}

impl ServedLanguage for ScriptServed {
    const PROGRAM: &'static str = NODE;
    const LANGUAGE: &'static str = "JavaScript";

    fn servers() -> &'static Servers {
        &SERVERS
    }

    fn check(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Option<Flaw> {
        self.check.check(subject.program, &subject.deletions, candidate)
    }

    fn candidate(&self, subject: &SwitchTable<'_>, candidate: &Candidate) -> Json {
        let SwitchTable { program, deletions, .. } = subject;
        let gone: NodeSet = candidate.ids().iter().flat_map(|&id| deletions.gone(program, id)).collect();
        let left = self.seen.iter().filter(|(node, _)| !gone.contains(*node));
        let marks: Vec<Mark<'_>> =
            left.map(|&(node, _)| Mark { node, before: MARKS[0], after: MARKS[1] }).collect();
        let marked = deletions.marked_text(program, candidate, &marks).swap_remove(0).text;
        let (text, places) = unmarked(&marked);
        standing(program, text, &places)
    }

    fn points(&self) -> Vec<NodeId> {
        self.seen.iter().map(|&(node, _)| node).collect()
    }

    fn numbered(&self, subject: &SwitchTable<'_>) -> Json {
        let seen: Vec<ScriptSeen> = self.seen.iter().map(|(_, seen)| seen.clone()).collect();
        json!({"watched": numbered(subject.program, &seen), "is_async": self.is_async})
    }

    fn traced(&self, subject: &SwitchTable<'_>) -> Option<Json> {
        if self.is_async {
            return None;
        }
        let seen: Vec<ScriptSeen> = self.seen.iter().map(|(_, seen)| seen.clone()).collect();
        let traced = traced::traced(subject.program, &seen);
        Some(json!({"text": traced.text, "units": traced.units, "around": traced.around}))
    }

    fn other(
        &self,
        other: &Tree,
        criteria: &[NodeId],
        _origins: &[Option<NodeId>],
    ) -> Result<std::result::Result<Json, String>> {
        let text = &other.file(0).text;
        if let Some(what) = has_marks(text) {
            return Ok(Err(what.to_owned()));
        }
        if let Some((_, what)) = obstacle(concrete(other.language(), text).root(), text) {
            return Ok(Err(what));
        }
        if !criteria.is_empty() {
            seen_nodes(other, criteria)?;
        }
        let places: Vec<Range<usize>> = criteria.iter().map(|&node| other.span(node)).collect();
        Ok(Ok(standing(other, text.clone(), &places)))
    }
}
