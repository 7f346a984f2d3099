//! The mutant schema: the program once, with every deletion behind a switch that is asked while it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::criterion::{ObservedParam, Probe, class, marks, params};
use super::edits::{FunctionHead, instrument};
use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::deletions::{DeletionId, Edits};
use crate::languages::c::deletions::{Construct, Part, Parts, Role};
use crate::languages::c::library;
use crate::languages::c::syntax::{self, Declarator, NodeKind, named};

/// What the text of a schema is made from.
pub(super) struct Source<'t> {
    pub(super) program: &'t Tree,
    pub(super) parts: Parts,
    /// The nodes of the criterion; never empty.
    pub(super) probes: Vec<Probe>,
    /// Switch of each node, 0 for none.
    pub(super) switches: Vec<u16>,
}

impl Source<'_> {
    fn text(&self) -> &str {
        &self.program.file(0).text
    }

    /// Number of a probe in the table of types: 0 for the first, above all switches for the others.
    pub(super) fn number(&self, probe_idx: usize) -> usize {
        match probe_idx {
            0 => 0,
            idx => usize::from(self.switches.iter().max().copied().unwrap_or(0)) + idx,
        }
    }

    fn switch(&self, part: &Part) -> u16 {
        self.switches[part.deletion.node as usize]
    }

    /// The program with a table of the types of what a placeholder may stand for, and of the criterion.
    pub(super) fn probe(&self) -> String {
        let text = self.text();
        let mut edits = Edits::default();
        for part in &self.parts.all {
            if let Construct::Expression(
                Role::Operand | Role::Assigned(_) | Role::Returned | Role::Argument { .. },
            ) = part.place
            {
                let raw = &text[part.range.clone()];
                let before = format!("__extension__({{BS__TYPE({},({raw}))(", self.switch(part));
                edits.wrap(part.range.clone(), before, ");})");
            }
        }
        let functions = instrument(text, &[], &mut Edits::default());
        for (idx, probe) in self.probes.iter().enumerate() {
            let (n, name) = (self.number(idx), &probe.name);
            if let Some((node, _)) = probe.mark {
                let before = format!("__extension__({{BS__TYPE({n},({name}))(");
                edits.wrap(self.program.span(node), before, ");})");
            }
            if let Some(function) = &probe.param_of {
                let body = function_named(function, &functions).map(|function| function.body_start);
                edits.insert(body.unwrap_or(0), format!("{{BS__TYPE({n},({name}))}}"));
            }
        }
        edits.apply(text)
    }

    /// Deletions that leave a placeholder of the wrong type.
    pub(super) fn untyped(
        &self,
        classes: &BTreeMap<u16, u32>,
        ids: impl Fn(&Part) -> Option<DeletionId>,
    ) -> BTreeSet<DeletionId> {
        let functions = instrument(self.text(), &[], &mut Edits::default());
        let is_untyped = |part: &&Part| match &part.place {
            Construct::Expression(role) => {
                let found = classes.get(&self.switch(part)).copied().unwrap_or_default();
                !fits(role, found, &part.range, &functions)
            }
            _ => false,
        };
        self.parts.all.iter().filter(is_untyped).filter_map(ids).collect()
    }

    pub(super) fn schema(&self, untyped_nodes: &BTreeSet<NodeId>) -> String {
        let text = self.text();
        let mut edits = Edits::default();
        let functions = instrument(text, &params(&self.probes), &mut edits);
        let mut globals = String::new();
        for part in &self.parts.all {
            let n = self.switch(part);
            match &part.place {
                Construct::Expression(_) if untyped_nodes.contains(&part.deletion.node) => {}
                Construct::Expression(role) => self.expression(part, role, &functions, &mut edits),
                Construct::Initialiser { .. } => self.initialiser(part, &mut edits, &mut globals),
                Construct::Statement { .. } => guard(&mut edits, part.range.clone(), n),
                Construct::Branch { is_block: true, body, .. } => {
                    let inside = body.start + 1..body.end - 1;
                    edits.wrap(inside, format!("if(!BS__GONE({n})){{"), "}");
                }
                Construct::Branch { body, .. } => guard(&mut edits, body.clone(), n),
                Construct::Case { switch, is_default, body_start } => {
                    self.case(part, (*switch, *is_default, *body_start), &mut edits);
                }
                Construct::ForCondition => edits.wrap(part.range.clone(), format!("(BS__GONE({n})||("), "))"),
                Construct::ForStep => discard(&mut edits, part.range.clone(), n),
                Construct::Declarator { .. } => self.elements(part, n, &mut edits),
                Construct::Function | Construct::Parameter => {}
            }
            if NodeKind::of(self.program, part.deletion.node) == NodeKind::Switch {
                edits.wrap(part.range.clone(), "{", format!("bs__end_{}:;}}", part.deletion.node));
            }
        }
        for (node, before) in marks(&self.probes) {
            edits.wrap(self.program.span(node), before, ")");
        }
        let n_switches = self.switches.iter().max().copied().unwrap_or(0);
        format!(
            "{}\nconst unsigned bs__n = {n_switches};\nvoid bs__globals(void) {{{globals}}}\n",
            edits.apply(text)
        )
    }

    fn expression(&self, part: &Part, role: &Role, functions: &[FunctionHead], edits: &mut Edits) {
        let n = self.switch(part);
        let range = part.range.clone();
        let raw = &self.text()[range.clone()];
        let target = match role {
            Role::Truth => return edits.wrap(range, format!("(BS__GONE({n})||("), "))"),
            Role::Discarded => return discard(edits, range, n),
            Role::Operand => None,
            Role::Assigned(left) => Some(format!("__typeof__({})", &self.text()[left.clone()])),
            Role::Returned => return_type(&range, functions).map(str::to_owned),
            Role::Argument { callee, idx } => match function_named(callee, functions) {
                Some(function) => function.params.get(*idx).cloned().flatten(),
                None => Some(format!("__typeof__(1?({raw}):({raw}))")),
            },
        };
        match target {
            Some(target) => {
                let before =
                    format!("(BS__GONE({n})?(__typeof__({target}))bs__sliced:(__typeof__({target}))(");
                edits.wrap(range, before, "))");
            }
            None => edits.wrap(range, format!("(BS__GONE({n})?bs__sliced:("), "))"),
        }
    }

    /// What is initialised goes with its name, or alone.
    fn initialiser(&self, part: &Part, edits: &mut Edits, globals: &mut String) {
        let Construct::Initialiser { is_static, is_aggregate } = part.place else { return };
        let n = self.switch(part);
        let crate::deletions::Action::Lift(name) = part.deletion.action else { return };
        let name = self.program.label(name);
        let span = self.program.span(part.deletion.node);
        let declaration =
            self.parts.declarations.iter().find(|declaration| {
                declaration.range.start <= span.start && span.end <= declaration.range.end
            });
        let Some(declaration) = declaration else { return };
        let is_global = !self.program.ancestors(part.deletion.node).any(|_| true);
        let fill = |with: &str| format!("if(BS__GONE({n}))bs__fill(&{name},sizeof {name},{with});");
        match (is_global, is_static, is_aggregate) {
            (true, ..) => globals.push_str(&fill("0")),
            (_, true, _) => {
                let once = format!("static char bs__once_{n};if(!bs__once_{n}++){{{}}}", fill("0"));
                edits.insert(declaration.range.end, once);
            }
            (_, _, true) => edits.insert(declaration.range.end, fill("0xFE")),
            _ => {
                let value = value_range(self.text(), &part.range);
                let before = format!("(BS__GONE({n})?BS__NONE(__typeof__({name})):(__typeof__({name}))(");
                edits.wrap(value, before, "))");
            }
        }
    }

    /// Elements of a list are not evaluated when what they initialise, or the list alone, is gone.
    fn elements(&self, part: &Part, n: u16, edits: &mut Edits) {
        let inside = self.parts.all.iter().filter(|other| {
            matches!(other.place, Construct::Expression(_))
                && self.program.parent(other.deletion.node).is_some_and(|above| {
                    matches!(NodeKind::of(self.program, above), NodeKind::List | NodeKind::Element)
                })
                && part.range.start <= other.range.start
                && other.range.end <= part.range.end
        });
        for element in inside {
            edits.wrap(element.range.clone(), format!("(BS__GONE({n})?0:("), "))");
        }
    }

    /// The label leads to the next that is left, or out; what falls into the case goes around the label.
    fn case(&self, part: &Part, of: (NodeId, bool, usize), edits: &mut Edits) {
        let (switch, is_default, body_start) = of;
        let n = self.switch(part);
        let has_default = self.parts.all.iter().any(|other| {
            matches!(other.place, Construct::Case { switch: found, is_default: true, .. } if found == switch)
        });
        let label = if is_default { format!("bs__default_{switch}:") } else { String::new() };
        let to = if has_default && !is_default { "default" } else { "end" };
        edits.wrap(
            part.range.start..body_start,
            "if(0){",
            format!("{label}if(BS__GONE({n}))goto bs__{to}_{switch};}}"),
        );
        if body_start < part.range.end {
            edits.wrap(body_start..part.range.end, format!("if(!BS__GONE({n})){{"), "}");
        }
    }
}

fn guard(edits: &mut Edits, range: Range<usize>, n: u16) {
    edits.wrap(range, format!("{{if(!BS__GONE({n})){{"), "}}");
}

fn discard(edits: &mut Edits, range: Range<usize>, n: u16) {
    edits.wrap(range, format!("(BS__GONE({n})?(void)0:(void)("), "))");
}

/// The value behind the equals sign of an initialiser.
fn value_range(text: &str, range: &Range<usize>) -> Range<usize> {
    let inside = &text[range.clone()];
    let behind = inside.find('=').map_or(0, |at| at + 1);
    let value = inside[behind..].trim_start();
    range.end - value.len()..range.end
}

fn return_type<'f>(range: &Range<usize>, functions: &'f [FunctionHead]) -> Option<&'f str> {
    let holds =
        |function: &&FunctionHead| function.range.start <= range.start && range.end <= function.range.end;
    functions.iter().find(holds)?.return_type.as_deref()
}

fn function_named<'f>(name: &str, functions: &'f [FunctionHead]) -> Option<&'f FunctionHead> {
    functions.iter().find(|function| function.name == name)
}

/// Whether an `int` in the place of an expression of this type means the same to everything around it.
fn fits(role: &Role, found: u32, range: &Range<usize>, functions: &[FunctionHead]) -> bool {
    let is_scalar = matches!(found, class::INT..=class::TEXT | class::POINTER);
    match role {
        Role::Truth | Role::Discarded => true,
        Role::Operand => found == class::INT,
        Role::Assigned(_) => is_scalar,
        Role::Returned => is_scalar && return_type(range, functions).is_some_and(|kind| kind != "void"),
        Role::Argument { callee, idx } => match function_named(callee, functions) {
            Some(function) => is_scalar && function.params.get(*idx).is_some_and(Option::is_some),
            None => {
                let is_typed = library::n_typed(callee).is_some_and(|n| *idx < n);
                let is_alike = matches!(
                    found,
                    class::LONG | class::UNSIGNED_LONG | class::DOUBLE | class::TEXT | class::POINTER
                );
                found == class::INT || is_typed && is_alike
            }
        },
    }
}

/// A candidate's text as it is compiled by itself.
pub(super) fn alone(text: &str, observed: Vec<ObservedParam>) -> String {
    let mut edits = Edits::default();
    let is_left = |it: &ObservedParam| has_param(text, &it.function, &it.param);
    let observed: Vec<ObservedParam> = observed.into_iter().filter(is_left).collect();
    instrument(text, &observed, &mut edits);
    format!("{}\nconst unsigned bs__n = 0;\nvoid bs__globals(void) {{}}\n", edits.apply(text))
}

/// Whether a function is left, and its parameter has its name.
fn has_param(text: &str, function: &str, param: &str) -> bool {
    let is_named = |name: &str, cst: Cst<'_>| &text[cst.byte_range()] == name;
    let concrete = concrete(crate::language::Language::C, text);
    let mut declarators = named(concrete.root())
        .filter_map(syntax::FunctionDefinition::of)
        .filter_map(|found| found.declarator);
    declarators.any(|declarator| {
        let mut params = Declarator::parameters(Some(declarator)).filter_map(Declarator::name);
        Declarator::name(declarator).is_some_and(|name| is_named(function, name))
            && params.any(|name| is_named(param, name))
    })
}
