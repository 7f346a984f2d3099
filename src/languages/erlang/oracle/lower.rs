//! The tree as the server wants it: each node with its switch, labels as terms.

use crate::ast::{NodeId, Tree};
use crate::error::{self, Error};

use super::etf::Term;
use crate::languages::erlang::module::Module;
use crate::oracle::Question;

/// What the server is given of a program.
pub(super) struct Lowered {
    /// The term to load.
    pub(super) program: Term,
    /// Module of the entry point.
    pub(super) module: String,
}

/// Turns a program into the server's term; `switches` has the switch of each node, 0 for none.
pub(super) fn lower(
    program: &Tree,
    question: &Question,
    switches: &[u16],
    n_switches: usize,
    modules: &[Module],
) -> Result<Lowered, Error> {
    let lowering = Lowering { program, switches };
    let terms: Vec<Term> = modules
        .iter()
        .enumerate()
        .map(|(file_idx, module)| {
            let text = &program.file(file_idx).text;
            let functions: Result<Vec<Term>, Error> =
                program.roots(file_idx).map(|root| lowering.node(root)).collect();
            Ok(Term::Tuple(vec![
                Term::atom(module.name().unwrap_or_default()),
                Term::List(
                    exports(program, file_idx, module).iter().map(|name| name_and_arity(name)).collect(),
                ),
                Term::List(module.records().map(|found| record(&text[found.span.clone()])).collect()),
                Term::List(functions?),
            ]))
        })
        .collect::<Result<_, Error>>()?;
    let entry_file = (0..modules.len())
        .find(|&file_idx| {
            program.roots(file_idx).any(|root| program.label(root) == question.entry)
                && exports(program, file_idx, &modules[file_idx]).contains(&question.entry)
        })
        .ok_or_else(|| error::oracle::no_entry(&question.entry))?;
    let module = modules[entry_file].name().unwrap_or_default().to_owned();
    let entry = Term::Tuple(vec![Term::atom(&module), name_and_arity(&question.entry)]);
    let program = Term::Map(vec![
        ("modules", Term::List(terms)),
        ("criterion", Term::Integer(u64::from(question.criterion))),
        ("entry", entry),
        ("n_switches", Term::Integer(n_switches as u64)),
    ]);
    Ok(Lowered { program, module })
}

/// `name/arity` of what can be called from outside.
fn exports(program: &Tree, file_idx: usize, module: &Module) -> Vec<String> {
    match module.exports_all() {
        true => program.roots(file_idx).map(|root| program.label(root).to_owned()).collect(),
        false => module.exports().map(ToString::to_string).collect(),
    }
}

fn record(text: &str) -> Term {
    Term::Tuple(vec![Term::Negative(-4), Term::text(text)])
}

/// `{Name, Arity}` of `name/arity`.
fn name_and_arity(text: &str) -> Term {
    let (name, arity) = text.rsplit_once('/').unwrap_or((text, "0"));
    Term::Tuple(vec![Term::atom(name.trim_matches('\'')), Term::Integer(arity.parse().unwrap_or(0))])
}

struct Lowering<'t> {
    program: &'t Tree,
    switches: &'t [u16],
}

impl Lowering<'_> {
    fn node(&self, node: NodeId) -> Result<Term, Error> {
        let children: Result<Vec<Term>, Error> =
            self.program.children(node).map(|child| self.node(child)).collect();
        Ok(Term::Tuple(vec![
            Term::atom(self.program.kind(node)),
            Term::Integer(u64::from(node)),
            Term::Integer(u64::from(self.switches[node as usize])),
            self.label(node)?,
            Term::List(children?),
        ]))
    }

    fn label(&self, node: NodeId) -> Result<Term, Error> {
        let label = self.program.label(node);
        Ok(match self.program.kind(node) {
            "function" => name_and_arity(label),
            "internal_fun" => name_and_arity(label.trim_start_matches("fun").trim()),
            "integer" | "float" | "string" => Term::text(label),
            "char" => Term::Integer(label.chars().nth(1).map_or(0, u64::from)),
            "remote" => self.parts(label, ':'),
            "external_fun" => self.parts(label, ':'),
            "record_field_expr" | "record_index_expr" => self.parts(label.trim_start_matches('#'), '.'),
            "record_expr" | "record_update_expr" => {
                Term::atom(label.trim_start_matches('#').trim_matches('\''))
            }
            "binary_op_expr" | "unary_op_expr" | "map_field" => Term::atom(label.trim_matches('_')),
            "bin_element" => Term::List(segment_types(label)),
            "guard" => Term::List(self.alternatives(node)?),
            _ => Term::atom(label),
        })
    }

    /// Names joined by a separator, as a tuple of atoms and numbers.
    fn parts(&self, label: &str, separator: char) -> Term {
        let part = |part: &str| match part.parse::<u64>() {
            Ok(number) => Term::Integer(number),
            Err(_) => Term::atom(part.trim_matches('\'')),
        };
        Term::Tuple(label.split(separator).map(part).collect())
    }

    /// Sizes of the alternatives of a guard: the tree has its tests in one row.
    fn alternatives(&self, guard: NodeId) -> Result<Vec<Term>, Error> {
        let tests: Vec<NodeId> = self.program.children(guard).collect();
        let mut sizes: Vec<u64> = tests.first().map(|_| 1).into_iter().collect();
        let text = &self.program.file(self.program.file_of(guard)).text;
        for pair in tests.windows(2) {
            let (end, start) = (self.program.span(pair[0]).end, self.program.span(pair[1]).start);
            match text.get(end..start).and_then(separator) {
                Some(';') => sizes.push(1),
                Some(_) => *sizes.last_mut().expect("there is a first test") += 1,
                None => {
                    return Err(error::oracle::unsupported(
                        crate::oracle::place(self.program, guard),
                        "a guard made by a macro",
                    ));
                }
            }
        }
        Ok(sizes.into_iter().map(Term::Integer).collect())
    }
}

/// The types of a segment, of `/signed-unit:8`.
fn segment_types(label: &str) -> Vec<Term> {
    let types = label.trim_start_matches('/').split('-').filter(|name| !name.is_empty());
    let term = |name: &str| match name.split_once(':') {
        Some((name, unit)) => Term::Tuple(vec![Term::atom(name), Term::Integer(unit.parse().unwrap_or(0))]),
        None => Term::atom(name),
    };
    types.map(term).collect()
}

/// The first `;` or `,` outside of comments.
fn separator(text: &str) -> Option<char> {
    text.lines()
        .map(|line| line.split('%').next().unwrap_or(""))
        .find_map(|line| line.chars().find(|c| matches!(c, ';' | ',')))
}
