//! The schema: the program once, as text, with every deletion behind a switch.
//!
//! Expressions and simple statements are the program's own text with switches written in; what has a body is printed with
//! an indentation of its own. `bs__q[7]` asks whether switch 7 is on, `bs__t()` spends fuel, `bs__o` observes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use super::criterion::{SeenAt, SeenNode, Watched, by_range};
use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::deletions::{EditedText, Edits, alternative, entered};
use crate::languages::python::deletions::{CommaItem, NOTHING, PythonPart, PythonParts, PythonPlace};
use crate::languages::python::scope::Scopes;
use crate::languages::python::syntax::{
    BodyClause, PythonStatement, block, caught, colon, decorators, is_for, is_text, named,
};
use crate::oracle::conditions::{DrivenConditions, OutcomeKind};
use crate::stack::deep;

/// Number of the mark in handlers of exceptions; 0 is the module, which is always entered.
const HANDLER: usize = 1;

/// A schema, and what its server has to know of it.
pub(super) struct Schema {
    pub(super) text: String,
    /// Switches whose text is chosen before it is compiled.
    pub(super) chosen: Vec<u16>,
    /// Of these, those that a function depends on, by the number of its mark.
    pub(super) entered: BTreeMap<usize, Vec<u16>>,
    /// Those of parameters, by which calls depend on functions that they do not enter.
    pub(super) params: Vec<u16>,
}

/// What a schema is made from.
pub(super) struct SchemaSource<'t> {
    pub(super) program: &'t Tree,
    pub(super) parts: &'t PythonParts,
    pub(super) probes: &'t [SeenNode],
    /// Switch of each node, 0 for none.
    pub(super) switches: &'t [u16],
    pub(super) scopes: &'t Scopes,
    /// Conditions whose outcomes are told, and had again.
    pub(super) driven: Option<&'t DrivenConditions>,
    /// What observes a name when its statement is done.
    pub(super) after: &'static str,
}

/// Number of the mark of a function; the first is that of handlers.
fn mark_of(function: usize) -> usize {
    if function == 0 { 0 } else { function + HANDLER }
}

impl SchemaSource<'_> {
    fn switch(&self, part: &PythonPart) -> u16 {
        self.switches[part.deletion.node as usize]
    }

    pub(super) fn schema(&self) -> Schema {
        let text = &self.program.file(0).text;
        let is_chosen = self.scopes.chosen(self.parts);
        let mut edits = Edits::default();
        for probe in self.probes {
            self.outer(probe, &mut edits);
        }
        let mut found =
            Schema { text: String::new(), chosen: Vec::new(), entered: BTreeMap::new(), params: Vec::new() };
        let mut guards = BTreeMap::new();
        for (part, &is_chosen) in self.parts.all.iter().zip(&is_chosen) {
            let switch = self.switch(part);
            if is_chosen {
                found.chosen.push(switch);
                let function = mark_of(self.scopes.function_around(&part.range));
                found.entered.entry(function).or_default().push(switch);
            }
            if matches!(part.place, PythonPlace::Parameter { .. }) {
                found.params.push(switch);
            }
            let driven = self.driven.and_then(|driven| driven.of_node(part.deletion.node));
            if let Some(condition) = driven.filter(|_| matches!(part.place, PythonPlace::Value { .. })) {
                self::condition(part, switch, is_chosen, condition, &mut edits);
            } else if !expression(part, switch, is_chosen, &mut edits) {
                guards.insert((class(&part.place), part.range.start, part.range.end), (switch, is_chosen));
            }
        }
        let concrete = concrete(self.program.language(), text);
        rounds(concrete.root(), self, &mut edits);
        for probe in self.probes {
            if let SeenAt::Read(range) = &probe.see {
                edits.wrap(range.clone(), "bs__o(", ")");
            }
        }
        let printer = Printer {
            source: self,
            text: edits.on(text),
            guards,
            after: by_range(
                self.probes,
                |see| if let SeenAt::After(range) = see { Some(range) } else { None },
            ),
            entering: by_range(self.probes, |see| {
                if let SeenAt::Entering(range) = see { Some(range) } else { None }
            }),
        };
        found.text = printer.block(concrete.root(), 0);
        found
    }

    /// What observes around everything that is switched there.
    fn outer(&self, probe: &SeenNode, edits: &mut Edits) {
        match &probe.see {
            SeenAt::Named(range) => edits.wrap(range.clone(), "bs__o(", ")"),
            SeenAt::Lambda(body) => {
                edits.wrap(body.clone(), format!("({},(", self.observed(probe.node, "bs__o")), "))[1]");
            }
            _ => {}
        }
    }

    /// A call that observes a name; nothing where the name is a parameter that is gone.
    fn observed(&self, node: NodeId, function: &str) -> String {
        let name = self.program.text(node);
        let around = std::iter::once(node).chain(self.program.ancestors(node));
        let parameter = around.take(2).find_map(|node| {
            self.parts.all.iter().find(|part| {
                part.deletion.node == node && matches!(part.place, PythonPlace::Parameter { .. })
            })
        });
        let call = format!("{function}({name})");
        match parameter {
            Some(part) => {
                let [before, after] = alternative(self.switch(part), "0");
                format!("{before}{call}{after}")
            }
            None => call,
        }
    }
}

/// Which of the constructs that begin and end at the same places is meant.
fn class(place: &PythonPlace) -> u8 {
    match place {
        PythonPlace::Statement { .. } => 0,
        PythonPlace::Branch => 1,
        PythonPlace::Clause(_) => 2,
        _ => 3,
    }
}

/// Writes the switch of an expression; `false` for what is printed with one.
fn expression(part: &PythonPart, switch: u16, is_chosen: bool, edits: &mut Edits) -> bool {
    let (range, inner) = (part.range.clone(), part.inner.clone());
    let on = format!("bs__q[{switch}]");
    let gone = match &part.place {
        PythonPlace::Statement { .. } | PythonPlace::Branch | PythonPlace::Clause(_) => return false,
        PythonPlace::Parameter { by } => by.as_str(),
        PythonPlace::Value { is_whole_list: true } => "(...)",
        PythonPlace::Value { is_whole_list: false } | PythonPlace::Splat => NOTHING,
        // Where it had its commas, something has to be that is nothing.
        PythonPlace::Item { item: CommaItem::Pair | CommaItem::Keyword | CommaItem::Mapping, .. } => "**{}",
        PythonPlace::Item { item: CommaItem::Base, .. } => "*()",
        PythonPlace::Decorator => "@bs__i",
        PythonPlace::Filter | PythonPlace::Qualifier | PythonPlace::Bound => "",
    };
    if is_chosen {
        edits.choose(range.clone(), switch, gone);
    }
    match &part.place {
        PythonPlace::Value { .. } => edits.wrap(range, "((", format!(") if {on} else {NOTHING})")),
        PythonPlace::Bound => edits.wrap(range, "((", format!(") if {on} else None)")),
        PythonPlace::Splat => edits.wrap(inner, "((", format!(") if {on} else ({NOTHING},))")),
        PythonPlace::Filter => edits.wrap(inner, format!("(not {on} or ("), "))"),
        PythonPlace::Decorator => edits.wrap(inner, "((", format!(") if {on} else bs__i)")),
        PythonPlace::Item { item, .. } => {
            let (before, after) = match item {
                CommaItem::Pair => ("**({", format!("}} if {on} else {{}})")),
                CommaItem::Keyword => ("**(bs__d(", format!(") if {on} else {{}})")),
                CommaItem::Mapping => ("**({", format!("}} if {on} else {{}})")),
                CommaItem::Base => ("*((", format!(",) if {on} else ())")),
            };
            edits.wrap(range, before, after);
        }
        _ => {}
    }
    true
}

/// Writes the switch of a condition, which tells its outcomes and without itself has those of the original.
fn condition(
    part: &PythonPart,
    switch: u16,
    is_chosen: bool,
    (number, outcome): (usize, OutcomeKind),
    edits: &mut Edits,
) {
    let (told, gone) = match outcome {
        OutcomeKind::Rounds => ("bs__f", format!("bs__r({number})")),
        OutcomeKind::Truth | OutcomeKind::Value => ("bs__w", format!("bs__k({number})")),
    };
    if is_chosen {
        edits.choose(part.range.clone(), switch, &gone);
    }
    let before = format!("(({told}({number},(");
    edits.wrap(part.range.clone(), before, format!("))) if bs__q[{switch}] else {gone})"));
}

/// Fuel and observation in the rounds of comprehensions.
fn rounds(cst: Cst<'_>, source: &SchemaSource<'_>, edits: &mut Edits) {
    if is_for(cst) {
        let seen = source.probes.iter().filter(|probe| probe.see == SeenAt::Round(cst.byte_range()));
        let seen: String =
            seen.map(|probe| format!(" if {}", source.observed(probe.node, "bs__p"))).collect();
        edits.wrap(cst.byte_range(), "", format!(" if bs__t(){seen}"));
    }
    deep(|| named(cst).for_each(|child| rounds(child, source, edits)));
}

struct Printer<'s> {
    source: &'s SchemaSource<'s>,
    text: EditedText<'s>,
    /// Switches of what is printed with one, and whether they are chosen.
    guards: BTreeMap<(u8, usize, usize), (u16, bool)>,
    after: Watched,
    entering: Watched,
}

const INDENT: &str = " ";

fn indent(depth: usize) -> String {
    INDENT.repeat(depth)
}

impl Printer<'_> {
    fn guard(&self, class: u8, range: &Range<usize>) -> Option<(u16, bool)> {
        self.guards.get(&(class, range.start, range.end)).copied()
    }

    /// The statements of a block, each with its indentation and line end.
    fn block(&self, block: Cst<'_>, depth: usize) -> String {
        let mut out = String::new();
        for (idx, statement) in named(block).filter(|cst| PythonStatement::of(*cst).is_some()).enumerate() {
            let is_first = depth == 0 && idx == 0;
            let printed = deep(|| self.guarded_statement(statement, depth, is_first));
            writeln!(out, "{}{printed}", indent(depth)).expect("a string");
        }
        out
    }

    /// The block of a construct below lines that come first; never empty.
    fn body(&self, cst: Cst<'_>, depth: usize, first: &str) -> String {
        let mut out = String::new();
        let observed = self.entering.get(&(cst.start_byte(), cst.end_byte()));
        let observed = observed.into_iter().flatten().map(|&node| self.source.observed(node, "bs__o"));
        for line in Some(first.to_owned()).into_iter().filter(|line| !line.is_empty()).chain(observed) {
            writeln!(out, "{}{line}", indent(depth)).expect("a string");
        }
        out.push_str(&block(cst).map_or(String::new(), |block| self.block(block, depth)));
        if out.is_empty() { format!("{}pass\n", indent(depth)) } else { out }
    }

    /// Lines behind a switch.
    fn behind(&self, guard: Option<(u16, bool)>, depth: usize, lines: &dyn Fn(usize) -> String) -> String {
        let Some((switch, is_chosen)) = guard else { return lines(depth) };
        let guarded = format!("if bs__q[{switch}]:\n{}", lines(depth + 1));
        match is_chosen {
            true => {
                let [before, after] = alternative(switch, "pass");
                format!("{}{before}{}{after}\n", indent(depth), guarded.trim_end_matches('\n'))
            }
            false => format!("{}{guarded}", indent(depth)),
        }
    }

    /// A statement without its first indentation and its line end.
    fn guarded_statement(&self, cst: Cst<'_>, depth: usize, is_first: bool) -> String {
        let guard = self.guard(0, &cst.byte_range());
        // The text that documents a module stands before everything.
        if is_first && named(cst).next().is_some_and(is_text) {
            return self.text.part(cst.byte_range());
        }
        let lines = |depth: usize| format!("{}{}\n", indent(depth), self.statement(cst, depth));
        self.behind(guard, depth, &lines).trim_end_matches('\n')[depth..].to_owned()
    }

    fn header(&self, cst: Cst<'_>) -> String {
        let end = colon(cst).map_or(cst.end_byte(), |colon| colon.start_byte());
        format!("{}:\n", self.text.part(cst.start_byte()..end).trim_end())
    }

    /// A statement without its own switch and its line end.
    fn statement(&self, cst: Cst<'_>, depth: usize) -> String {
        let printed = match PythonStatement::of(cst) {
            Some(PythonStatement::If { .. }) => self.conditional(cst, depth),
            Some(PythonStatement::While { .. }) => self.compound(cst, depth, "bs__t()"),
            Some(PythonStatement::For { .. }) => self.compound(cst, depth, "bs__t()"),
            Some(PythonStatement::Try | PythonStatement::With { .. }) => self.compound(cst, depth, ""),
            Some(PythonStatement::Class { .. }) => self.header(cst) + &self.body(cst, depth + 1, ""),
            Some(PythonStatement::Function { .. }) => {
                let number = self.source.scopes.function(&cst.byte_range()).unwrap_or(0);
                let first = format!("bs__t(){}", entered(mark_of(number)));
                self.header(cst) + &self.body(cst, depth + 1, &first)
            }
            Some(PythonStatement::Decorated { definition }) => {
                let mut out = String::new();
                for decorator in decorators(cst) {
                    out.push_str(self.text.part(decorator.byte_range()).trim_end());
                    out.push('\n');
                    out.push_str(&indent(depth));
                }
                out + &definition.map_or(String::new(), |definition| self.statement(definition, depth))
            }
            Some(PythonStatement::Match) => {
                let mut out = self.header(cst);
                for (_, case) in BodyClause::all(cst) {
                    let guard = self.guard(2, &case.byte_range());
                    let asked = guard.map_or(String::new(), |(switch, _)| format!("bs__q[{switch}]"));
                    let printed = self.header(case) + &self.body(case, depth + 2, &asked);
                    out.push_str(&indent(depth + 1));
                    let [before, after] = guard.map_or_else(Default::default, |(k, _)| alternative(k, ""));
                    writeln!(out, "{before}{}{after}", printed.trim_end_matches('\n')).expect("a string");
                }
                out
            }
            _ => {
                let observed = self.after.get(&(cst.start_byte(), cst.end_byte()));
                let observed = observed.into_iter().flatten();
                let observed: String = observed
                    .map(|&node| format!("; {}", self.source.observed(node, self.source.after)))
                    .collect();
                let text = self.text.part(cst.byte_range());
                return format!("{}{observed}", text.trim_end());
            }
        };
        printed.trim_end_matches('\n').to_owned()
    }

    /// A statement with a body, and its clauses.
    fn compound(&self, cst: Cst<'_>, depth: usize, first: &str) -> String {
        let mut out = self.header(cst) + &self.body(cst, depth + 1, first);
        for (clause, cst) in BodyClause::all(cst) {
            let guard = self.guard(2, &cst.byte_range());
            out.push_str(&indent(depth));
            if clause == BodyClause::Except {
                out.push_str(&self.handler(cst, depth, guard));
            } else {
                out.push_str(&self.header(cst));
                out.push_str(&self.behind(guard, depth + 1, &|depth| self.body(cst, depth, "")));
            }
        }
        out
    }

    /// A handler that is gone catches nothing.
    fn handler(&self, cst: Cst<'_>, depth: usize, guard: Option<(u16, bool)>) -> String {
        let header = self.header(cst);
        let header = match (guard, caught(cst)) {
            (None, _) => header,
            (Some((switch, _)), None) => format!("except (bs__E if bs__q[{switch}] else ()):\n"),
            (Some((switch, _)), Some(caught)) => {
                let inner = self.text.part(caught.byte_range());
                let end = colon(cst).map_or(cst.end_byte(), |colon| colon.start_byte());
                let rest = self.text.part(caught.end_byte()..end);
                format!("except (({inner}) if bs__q[{switch}] else ()){rest}:\n")
            }
        };
        let printed = header + &self.body(cst, depth + 1, &format!("pass{}", entered(HANDLER)));
        match guard {
            Some((switch, true)) => {
                let [before, after] = alternative(switch, "except ():\n");
                let after = after.replace("except ():\n", &format!("except ():\n{}pass", indent(depth + 1)));
                format!("{before}{}{after}\n", printed.trim_end_matches('\n'))
            }
            _ => printed,
        }
    }

    fn conditional(&self, cst: Cst<'_>, depth: usize) -> String {
        let mut out = self.header(cst) + &self.branch(cst, depth + 1);
        let mut closing = String::new();
        for (clause, part) in BodyClause::all(cst) {
            out.push_str(&indent(depth));
            match clause {
                BodyClause::Elif => {
                    let guard = self.guard(2, &(part.start_byte()..cst.end_byte()));
                    if let Some((switch, is_chosen)) = guard {
                        if is_chosen {
                            let [before, after] = alternative(switch, "");
                            out.push_str(&before);
                            closing.insert_str(0, &after);
                        }
                        writeln!(out, "elif not bs__q[{switch}]: pass").expect("a string");
                        out.push_str(&indent(depth));
                    }
                    out.push_str(&self.header(part));
                    out.push_str(&self.branch(part, depth + 1));
                }
                _ => {
                    let guard = self.guard(2, &part.byte_range());
                    out.push_str(&self.header(part));
                    out.push_str(&self.behind(guard, depth + 1, &|depth| self.body(part, depth, "")));
                }
            }
        }
        out.trim_end_matches('\n').to_owned() + &closing
    }

    fn branch(&self, cst: Cst<'_>, depth: usize) -> String {
        let guard = block(cst).and_then(|block| self.guard(1, &block.byte_range()));
        self.behind(guard, depth, &|depth| self.body(cst, depth, ""))
    }
}
