//! The program as its runs are traced: calls of a trace written into its text, around what reads, writes and decides.

mod places;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use super::watch::{Additions, ScriptSeen, observe};
use crate::ast::{Cst, Tree, concrete};
use crate::deletions::Edits;
use crate::languages::javascript::scope::{ScriptMeaning, ScriptScopes};
use crate::languages::javascript::syntax::{
    ClassPart, ScriptExpression, ScriptPattern, ScriptStatement, body, bound_names, case_statements,
    case_value, caught, class_parts, computed, declarators, else_body, is_block, is_each, is_text_statement,
    key, name, parameters, parts_of, value,
};
use crate::stack::deep;

/// Spends fuel.
const TICK: &str = "if(--bs__f<0)bs__x();";

/// A program with its trace.
pub(super) struct TracedScript {
    pub(super) text: String,
    /// Of each unit where it begins and ends.
    pub(super) units: Vec<[usize; 2]>,
    /// Of each unit the one around it, for operands; -1 for others.
    pub(super) around: Vec<isize>,
}

/// Writes the trace into a program.
pub(super) fn traced(program: &Tree, seen: &[ScriptSeen]) -> TracedScript {
    let text = &program.file(0).text;
    let concrete = concrete(program.language(), text);
    let root = concrete.root();
    let mut tracing = ScriptTracing {
        text,
        root,
        meanings: ScriptScopes::new(program).meanings(),
        seen,
        structure: Edits::default(),
        edits: Edits::default(),
        units: Vec::new(),
        around: Vec::new(),
        frame: "bs__F".to_owned(),
        unit: 0,
    };
    tracing.statements(root);
    let mut first = String::from("const bs__F=bs__T.module();");
    first.push_str(&tracing.hoisted(root));
    let at = parts_of(root).take_while(|it| is_text_statement(*it)).last();
    tracing.structure.insert(at.map_or(0, |last| last.end_byte()), format!(";{first}"));
    tracing.edits.insert(text.len(), "\n;bs__T.leave(bs__F);");
    let observing = Observing { units: tracing.units_of(seen) };
    // Around expressions, and inside of statements and bodies.
    let mut edits = tracing.structure;
    observe(root, text, seen, &observing, &mut edits);
    edits.append(tracing.edits);
    TracedScript { text: edits.apply(text), units: tracing.units, around: tracing.around }
}

/// Observes for the units that the criterion is in.
struct Observing {
    /// Of each part of the criterion.
    units: Vec<usize>,
}

impl Additions for Observing {
    fn calling(&self, number: usize, is_afterwards: bool) -> String {
        format!("bs__T.{}({},", if is_afterwards { "after" } else { "o" }, self.units[number])
    }
}

struct ScriptTracing<'t> {
    text: &'t str,
    root: Cst<'t>,
    meanings: BTreeMap<usize, ScriptMeaning>,
    seen: &'t [ScriptSeen],
    /// What is written around statements and bodies of functions.
    structure: Edits,
    edits: Edits,
    units: Vec<[usize; 2]>,
    around: Vec<isize>,
    /// Name of the frame of the function that is looked at.
    frame: String,
    unit: usize,
}

impl<'t> ScriptTracing<'t> {
    pub(super) fn word(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    pub(super) fn new_unit(&mut self, range: Range<usize>, around: isize) -> usize {
        self.units.push([range.start, range.end]);
        self.around.push(around);
        self.units.len() - 1
    }

    /// The innermost statement that each part of the criterion is in.
    fn units_of(&self, seen: &[ScriptSeen]) -> Vec<usize> {
        let innermost = |seen: &ScriptSeen| {
            let at = match seen {
                ScriptSeen::Value(range) => range.start,
                ScriptSeen::Postfix { name, .. }
                | ScriptSeen::After { name, .. }
                | ScriptSeen::Entering { name, .. } => name.start,
            };
            let holds = |unit: &&usize| {
                let [start, end] = self.units[**unit];
                self.around[**unit] < 0 && (start..end).contains(&at)
            };
            let all: Vec<usize> = (0..self.units.len()).collect();
            let size = |unit: &&usize| self.units[**unit][1] - self.units[**unit][0];
            all.iter().filter(holds).min_by_key(size).copied().unwrap_or(0)
        };
        seen.iter().map(innermost).collect()
    }

    /// Frame and cell of a variable, where its frame is one that the text here has.
    pub(super) fn owner(&self, name: Cst<'_>) -> Option<(String, String)> {
        let meaning = self.meanings.get(&name.start_byte())?;
        if meaning.name != self.word(name) {
            return None;
        }
        let frame = meaning.function.as_ref().map_or("bs__F".to_owned(), frame_of);
        Some((frame, format!("{}@{}", meaning.name, meaning.scope)))
    }

    /// Calls that say that these names have got values.
    fn defines(&self, names: &[Cst<'_>]) -> String {
        let mut all = String::new();
        for name in names {
            if let Some((frame, cell)) = self.owner(*name) {
                let _ = write!(all, "bs__T.define({frame},{},[{cell:?}]);", self.unit);
            }
        }
        all
    }

    /// Writes a call around a stretch.
    pub(super) fn call(&mut self, range: Range<usize>, before: String, after: &str) {
        self.edits.wrap(range, format!("bs__T.{before}"), after.to_owned());
    }

    pub(super) fn names_in(&self, pattern: Cst<'t>) -> Vec<Cst<'t>> {
        let mut names = Vec::new();
        bound_names(pattern, &mut names);
        names
    }

    /// What a function or program has from its beginning: functions that it declares.
    fn hoisted(&self, block: Cst<'t>) -> String {
        let mut all = String::new();
        for statement in block.subtree() {
            if !matches!(ScriptStatement::of(statement), Some(ScriptStatement::Function)) {
                continue;
            }
            let range = statement.byte_range();
            let unit = self.units.iter().position(|unit| *unit == [range.start, range.end]);
            if let (Some(unit), Some(name)) = (unit, name(statement))
                && let Some((frame, cell)) = self.owner(name)
                && frame == self.frame
            {
                let _ = write!(all, "bs__T.define({frame},{unit},[{cell:?}]);");
            }
        }
        all
    }

    // Statements

    fn statements(&mut self, block: Cst<'t>) {
        for statement in parts_of(block) {
            deep(|| self.statement(statement, false));
        }
    }

    /// A statement that is a body by itself, in braces or not; `first` is said when it is entered.
    fn body(&mut self, cst: Cst<'t>, first: String) {
        if is_block(cst) {
            self.structure.insert(cst.start_byte() + 1, first);
            return self.statements(cst);
        }
        if !first.is_empty() {
            self.structure.wrap(cst.byte_range(), format!("{{{first}"), "}");
        }
        deep(|| self.statement(cst, true));
    }

    fn statement(&mut self, cst: Cst<'t>, is_alone: bool) {
        let Some(statement) = ScriptStatement::of(cst) else { return };
        let outer = self.unit;
        match statement {
            ScriptStatement::Block => return self.statements(cst),
            ScriptStatement::Weightless => return,
            _ if is_text_statement(cst) => return,
            ScriptStatement::Function => {
                self.unit = self.new_unit(cst.byte_range(), -1);
                self.function(cst, true);
                self.unit = outer;
                return;
            }
            _ => {}
        }
        let mut begins = TICK.to_owned();
        match statement {
            // Each declared name by itself.
            ScriptStatement::Declaration(_) => begins.push_str(&self.declared(cst)),
            _ => {
                self.unit = self.new_unit(made_of(cst, &statement), -1);
                let _ = write!(begins, "bs__T.s({},{});", self.frame, self.unit);
            }
        }
        if matches!(statement, ScriptStatement::Values) && parts_of(cst).next().is_none() {
            let _ = write!(begins, "bs__T.ret({},{});", self.frame, self.unit);
        }
        match is_alone {
            true => self.structure.wrap(cst.byte_range(), format!("{{{begins}"), "}"),
            false => self.edits.insert(cst.start_byte(), begins),
        }
        self.inside(cst, statement);
        self.unit = outer;
    }

    fn inside(&mut self, cst: Cst<'t>, statement: ScriptStatement<'t>) {
        match statement {
            ScriptStatement::Expression(only) => self.value(only),
            ScriptStatement::Class => {
                self.class(cst);
                let names: Vec<Cst<'t>> = name(cst).into_iter().collect();
                let defines = self.defines(&names);
                self.edits.wrap(cst.byte_range(), "", defines);
            }
            ScriptStatement::Values => {
                for given in parts_of(cst) {
                    if self.word(cst).starts_with("return") {
                        let before = format!("ret({},{},(", self.frame, self.unit);
                        self.call(given.byte_range(), before, "))");
                    }
                    self.value(given);
                }
            }
            ScriptStatement::If { condition, consequence, alternative } => {
                let other = alternative.and_then(else_body);
                self.condition(condition, consequence, other);
                consequence.into_iter().for_each(|it| self.body(it, String::new()));
                other.into_iter().for_each(|it| self.body(it, String::new()));
            }
            ScriptStatement::While { condition, body } => {
                self.condition(condition, body, None);
                body.into_iter().for_each(|it| self.body(it, String::new()));
            }
            ScriptStatement::For { initializer, condition, increment, body } => {
                match initializer.map(|it| (it, ScriptStatement::of(it))) {
                    Some((it, Some(ScriptStatement::Declaration(_)))) => self.declaration(it),
                    Some((_, Some(ScriptStatement::Expression(only)))) => self.value(only),
                    Some((it, _)) => self.value(it),
                    None => {}
                }
                let condition = condition.map(|it| match ScriptStatement::of(it) {
                    Some(ScriptStatement::Expression(only)) => only,
                    _ => it,
                });
                self.condition(condition, body, None);
                increment.into_iter().for_each(|it| self.value(it));
                body.into_iter().for_each(|it| self.body(it, String::new()));
            }
            ScriptStatement::ForIn { left: Some(left), right: Some(right), body: Some(body) } => {
                self.each(cst, left, right, body);
            }
            ScriptStatement::Switch { value, cases } => self.switch(value, &cases),
            ScriptStatement::Try { body, handler, finalizer } => {
                let guarded = self.unit;
                body.into_iter().for_each(|it| self.body(it, String::new()));
                handler.into_iter().for_each(|it| self.handler(it, guarded));
                let finalizer = finalizer.and_then(crate::languages::javascript::syntax::body);
                finalizer.into_iter().for_each(|it| self.body(it, String::new()));
            }
            ScriptStatement::Labelled { body: Some(body) } => {
                let statement = ScriptStatement::of(body);
                match statement {
                    Some(ScriptStatement::Block) => self.statements(body),
                    Some(statement) => self.inside(body, statement),
                    None => {}
                }
            }
            _ => {}
        }
    }

    /// Declared names that are units; what is said before.
    fn declared(&mut self, cst: Cst<'t>) -> String {
        let mut begins = String::new();
        for (idx, declarator) in declarators(cst).enumerate() {
            self.unit = self.new_unit(declarator.byte_range(), -1);
            let begin = format!("bs__T.s({},{})", self.frame, self.unit);
            let Some(pattern) = name(declarator) else { continue };
            let names = self.names_in(pattern);
            for (frame, cell) in names.iter().filter_map(|name| self.owner(*name)) {
                let _ = write!(begins, "bs__T.d({frame},{},[{cell:?}]);", self.unit);
            }
            let Some(given) = value(declarator) else {
                let _ = write!(begins, "{begin};{}", self.defines(&names));
                continue;
            };
            match idx {
                0 => begins.push_str(&format!("{begin};")),
                _ => self.structure.wrap(given.byte_range(), format!("({begin},"), ")"),
            }
            self.given(pattern, given);
        }
        begins
    }

    /// Names that the head of a loop declares.
    fn declaration(&mut self, cst: Cst<'t>) {
        for declarator in declarators(cst) {
            let (Some(pattern), Some(given)) = (name(declarator), value(declarator)) else { continue };
            self.given(pattern, given);
        }
    }

    /// What names in a pattern get.
    pub(super) fn given(&mut self, pattern: Cst<'t>, given: Cst<'t>) {
        let names = self.names_in(pattern);
        let is_name = matches!(ScriptPattern::of(pattern), ScriptPattern::Name(_));
        for name in names {
            if let Some((frame, cell)) = self.owner(name) {
                self.call(given.byte_range(), format!("w({frame},{},[{cell:?}],", self.unit), ")");
            }
        }
        if !is_name {
            self.call(given.byte_range(), format!("x({},", self.unit), ",2)");
            self.pattern(pattern);
        }
        self.value(given);
    }

    /// Defaults and computed keys in a pattern.
    pub(super) fn pattern(&mut self, pattern: Cst<'t>) {
        match ScriptPattern::of(pattern) {
            ScriptPattern::Default { left, right } => {
                self.pattern(left);
                self.value(right);
            }
            ScriptPattern::Rest(inner) => self.pattern(inner),
            ScriptPattern::Object | ScriptPattern::Array => {
                parts_of(pattern).for_each(|part| deep(|| self.pattern(part)));
            }
            ScriptPattern::Pair { key, value } => {
                computed(key).into_iter().for_each(|key| self.value(key));
                self.pattern(value);
            }
            _ => {}
        }
    }

    /// A condition, which says where it is, for it may be asked again.
    fn condition(&mut self, test: Option<Cst<'t>>, then: Option<Cst<'t>>, other: Option<Cst<'t>>) {
        let Some(test) = test.map(ScriptExpression::bare) else { return };
        let [then, other] = [then, other].map(|it| it.map_or("[]".to_owned(), |it| self.places(it)));
        let (frame, unit) = (self.frame.clone(), self.unit);
        let before = format!("p({unit},{then},{other},(bs__T.at({frame},{unit}),");
        self.call(test.byte_range(), before, "))");
        self.value(test);
    }

    fn each(&mut self, cst: Cst<'t>, left: Cst<'t>, right: Cst<'t>, body: Cst<'t>) {
        let names = self.names_in(left);
        let first = format!("{TICK}{}{}", self.defines(&names), self.entering(&cst.byte_range()));
        match is_each(cst) {
            true => {
                let depth = if matches!(ScriptPattern::of(left), ScriptPattern::Name(_)) { 0 } else { 2 };
                let places = self.places(body);
                let before = format!("each({},{},", self.frame, self.unit);
                self.call(right.byte_range(), before, &format!(",{depth},{places})"));
            }
            false => self.call(right.byte_range(), format!("keys({},", self.unit), ")"),
        }
        self.pattern(left);
        self.value(right);
        self.body(body, first);
    }

    /// What is observed where a construct is entered.
    fn entering(&self, construct: &Range<usize>) -> String {
        let mut all = String::new();
        for one in self.seen {
            if let ScriptSeen::Entering { construct: of, name } = one
                && of == construct
            {
                let read = self.root.subtree().find(|cst| cst.byte_range() == *name);
                let owner = read.and_then(|name| self.owner(name));
                let text = &self.text[name.clone()];
                let _ = match owner {
                    Some((frame, cell)) => {
                        write!(all, "bs__T.o({0},bs__T.r({frame},{0},{cell:?},{text}));", self.unit)
                    }
                    None => write!(all, "bs__T.o({},{text});", self.unit),
                };
            }
        }
        all
    }

    fn switch(&mut self, value: Option<Cst<'t>>, cases: &[Cst<'t>]) {
        if let Some(value) = value.map(ScriptExpression::bare) {
            self.value(value);
        }
        for &case in cases {
            let unit = self.new_unit(case.byte_range(), -1);
            case_value(case).into_iter().for_each(|it| self.value(it));
            let at = case_statements(case).next().map_or(case.end_byte(), |first| first.start_byte());
            self.edits.insert(at, format!("bs__T.c({},{},{unit});", self.frame, self.unit));
            let statements: Vec<Cst<'t>> = case_statements(case).collect();
            statements.into_iter().for_each(|it| deep(|| self.statement(it, false)));
        }
    }

    fn handler(&mut self, handler: Cst<'t>, guarded: usize) {
        let Some(block) = body(handler) else { return };
        let unit = self.new_unit(handler.byte_range(), -1);
        let outer = std::mem::replace(&mut self.unit, unit);
        let names = caught(handler).map_or(Vec::new(), |pattern| self.names_in(pattern));
        let cells: Vec<String> = names.iter().filter_map(|name| self.owner(*name)).map(|it| it.1).collect();
        let mut first = format!("bs__T.caught({},{unit},{guarded},{cells:?});", self.frame);
        first.push_str(&self.entering(&handler.byte_range()));
        self.structure.insert(block.start_byte() + 1, first);
        self.statements(block);
        self.unit = outer;
    }

    // Functions and classes

    /// A function; one that `is_unit` is there without being called.
    pub(super) fn function(&mut self, cst: Cst<'t>, is_unit: bool) {
        let range = cst.byte_range();
        for parameter in parameters(cst) {
            self.pattern(parameter);
        }
        let Some(block) = body(cst) else { return };
        let frame = frame_of(&range);
        let outer = std::mem::replace(&mut self.frame, frame.clone());
        let names: Vec<Cst<'t>> = parameters(cst).into_iter().flat_map(|it| self.names_in(it)).collect();
        let cells: Vec<String> = names.iter().filter_map(|name| self.owner(*name)).map(|it| it.1).collect();
        // Statements in it say themselves which call they run in.
        let enter = if is_unit || is_block(block) { "enterUnit" } else { "enter" };
        let mut first = format!("const {frame}=bs__T.{enter}({},{cells:?});", self.unit);
        let unit = self.unit;
        if is_block(block) {
            self.statements(block);
            first.push_str(&self.hoisted(block));
            first.push_str(&self.entering(&range));
            let directives = parts_of(block).take_while(|it| is_text_statement(*it)).last();
            let at = directives.map_or(block.start_byte() + 1, |last| last.end_byte());
            self.structure.insert(at, format!(";{TICK}{first}"));
            self.edits.insert(block.end_byte() - 1, format!(";bs__T.leave({frame});"));
        } else {
            first.push_str(&self.entering(&range));
            let before = format!("{{{TICK}{first}return bs__T.ret({frame},{unit},(");
            self.structure.wrap(block.byte_range(), before, "));}");
            self.value(block);
        }
        self.frame = outer;
    }

    pub(super) fn class(&mut self, cst: Cst<'t>) {
        let (heritage, members) = class_parts(cst);
        heritage.into_iter().flat_map(parts_of).for_each(|base| self.value(base));
        if let Some(body) = body(cst) {
            // By its text one knows that a class is the program's own.
            self.structure.insert(body.start_byte() + 1, "/*bs__T*/");
        }
        for (part, member) in members {
            let computed = key(member).and_then(computed);
            computed.into_iter().for_each(|key| self.value(key));
            match part {
                ClassPart::Method => {
                    let outer = self.unit;
                    self.unit = self.new_unit(member.byte_range(), -1);
                    self.function(member, true);
                    self.unit = outer;
                }
                ClassPart::Field => value(member).into_iter().for_each(|it| self.value(it)),
                ClassPart::StaticBlock => body(member).into_iter().for_each(|it| self.statements(it)),
            }
        }
    }
}

/// The text of a statement that is a node of the tree.
fn made_of(cst: Cst<'_>, statement: &ScriptStatement<'_>) -> Range<usize> {
    match statement {
        ScriptStatement::Expression(only) => ScriptExpression::bare(*only).byte_range(),
        ScriptStatement::Labelled { body: Some(body) } => body.byte_range(),
        _ => cst.byte_range(),
    }
}

/// Name of the frame of a function.
fn frame_of(function: &Range<usize>) -> String {
    format!("bs__F{}", function.start)
}
