//! The schema: the program once, as text, with every deletion behind a switch.
//!
//! `bs__q[7]` is 1, 2 where only a part goes, or 0; `bs__a` and `bs__n` remember who was asked; see the server.

use std::collections::BTreeMap;
use std::ops::Range;

use super::watch::{Additions, ScriptSeen, enter, observe};
use crate::ast::{Tree, concrete};
use crate::deletions::Edits;
use crate::languages::javascript::deletions::{NOTHING, ObjectItem, ScriptPart, ScriptParts, ScriptPlace};
use crate::languages::javascript::scope::{ScriptScopes, UseSource};
use crate::languages::javascript::syntax::{
    DeclarationWord, ScriptNaming, body, case_statements, caught, class_parts, declarators, is_case,
    is_class, is_private, is_super_call, is_text_statement, key, name, parts_of, value,
};

/// A schema, and what its server has to know of it.
pub(super) struct ScriptSchema {
    pub(super) text: String,
    /// Switches whose text is chosen before it is compiled.
    pub(super) chosen: Vec<u16>,
    /// An expression for the function that is called; empty for a script.
    pub(super) called: String,
}

/// What a schema is made from.
pub(super) struct ScriptSource<'t> {
    pub(super) program: &'t Tree,
    pub(super) parts: &'t ScriptParts,
    pub(super) scopes: &'t ScriptScopes,
    pub(super) seen: &'t [ScriptSeen],
    /// The function that is called, `None` for a script.
    pub(super) entry: Option<&'t str>,
    /// Switch of each node, 0 for none.
    pub(super) switches: &'t [u16],
}

/// What stands in a schema for a part that is gone, by its range.
type StandIns = BTreeMap<(usize, usize), String>;

/// What stands for private members that are gone: another of their name, without which their uses do not compile, even if
/// nothing reaches them. Candidates that keep a use of a name that nothing declares are refused before they are run.
fn stand_ins(root: crate::ast::Cst<'_>, text: &str) -> StandIns {
    let mut all = StandIns::new();
    for class in root.subtree().filter(|cst| is_class(*cst)) {
        for (_, member) in class_parts(class).1 {
            let Some(key) = key(member).filter(|key| is_private(*key)) else { continue };
            let name = &text[key.byte_range()];
            let before: Vec<&str> = text[member.start_byte()..key.start_byte()].split_whitespace().collect();
            let missing =
                |other: &str| format!("throw new TypeError(\"'{name}' was defined without a {other}\")");
            let stand_in = match before.last() {
                Some(&"get") => format!("{} {name}(){{{}}}", before.join(" "), missing("getter")),
                Some(&"set") => format!("{} {name}(_){{{}}}", before.join(" "), missing("setter")),
                _ if before.contains(&"static") => format!("static {name};"),
                _ => format!("{name};"),
            };
            all.insert((member.start_byte(), member.end_byte()), stand_in);
        }
    }
    all
}

struct Asking<'s> {
    scopes: &'s ScriptScopes,
    uses: UseSource<'s>,
    /// Chosen switches by the function that depends on them; the module's have none.
    entered: BTreeMap<(usize, usize), Vec<u16>>,
}

impl Additions for Asking<'_> {
    fn entering(&self, function: &Range<usize>) -> String {
        self.asked(&(function.start, function.end))
    }

    fn observing(&self, _number: usize, name: &Range<usize>, text: &str) -> String {
        let seen = format!("bs__o({})", &text[name.clone()]);
        match self.scopes.test_at(&self.uses, name.start) {
            Some(test) => format!("({test})&&{seen}"),
            None => seen,
        }
    }
}

impl Asking<'_> {
    fn asked(&self, function: &(usize, usize)) -> String {
        let switches = self.entered.get(function).into_iter().flatten();
        let asked: String = switches.map(|switch| format!("bs__a[{switch}]=")).collect();
        if asked.is_empty() { asked } else { format!("{asked}bs__n;") }
    }
}

/// The module among functions.
const MODULE: (usize, usize) = (0, 0);

impl ScriptSource<'_> {
    fn switch(&self, part: &ScriptPart) -> u16 {
        self.switches[part.deletion.node as usize]
    }

    pub(super) fn schema(&self) -> ScriptSchema {
        let text = &self.program.file(0).text;
        let is_chosen = self.scopes.chosen(self.parts);
        let mut entered: BTreeMap<(usize, usize), Vec<u16>> = BTreeMap::new();
        let mut chosen = Vec::new();
        for (part, _) in self.parts.all.iter().zip(&is_chosen).filter(|(_, is_chosen)| **is_chosen) {
            let function = self.scopes.function_around(&part.range);
            let function = function.map_or(MODULE, |range| (range.start, range.end));
            chosen.push(self.switch(part));
            entered.entry(function).or_default().push(self.switch(part));
        }
        let uses = UseSource { parts: self.parts, chosen: &is_chosen, switches: self.switches };
        let asking = Asking { scopes: self.scopes, uses, entered };
        let concrete = concrete(self.program.language(), text);
        let root = concrete.root();
        let mut edits = Edits::default();
        self.clauses(root, &is_chosen, &mut edits);
        self.super_calls(root, &mut edits);
        let stand_ins = stand_ins(root, text);
        enter(root, text, self.seen, &asking, &mut edits);
        self.declarations(root, &mut edits);
        for (part, &is_chosen) in self.parts.all.iter().zip(&is_chosen) {
            self.guard(part, is_chosen, &stand_ins, &mut edits);
        }
        observe(root, text, self.seen, &asking, &mut edits);
        for part in &self.parts.all {
            self.expression(part, &mut edits);
        }
        for one in self.scopes.texts(&asking.uses) {
            edits.wrap(one.range, one.before, one.after);
        }
        let directives = parts_of(root).take_while(|it| is_text_statement(*it)).last();
        let first = asking.asked(&MODULE);
        let separator = if directives.is_some() { ";" } else { "" };
        edits.insert(directives.map_or(0, |last| last.end_byte()), format!("{separator}{first}"));
        let called = self.entry.map_or_else(String::new, |entry| self.scopes.called(&asking.uses, entry));
        ScriptSchema { text: edits.apply(text), chosen, called }
    }

    fn part_at(&self, range: &Range<usize>, is_it: impl Fn(&ScriptPlace) -> bool) -> Option<usize> {
        self.parts.all.iter().position(|part| part.range == *range && is_it(&part.place))
    }

    /// Values of declared names, which are computed only where both are there.
    fn declarations(&self, root: crate::ast::Cst<'_>, edits: &mut Edits) {
        for cst in root.subtree() {
            let ScriptNaming::Declaration(word) = ScriptNaming::of(cst) else { continue };
            for declarator in declarators(cst) {
                let is_it =
                    |place: &ScriptPlace| matches!(place, ScriptPlace::Declarator { is_pattern: false, .. });
                let Some(idx) = self.part_at(&declarator.byte_range(), is_it) else { continue };
                let (Some(name), Some(value)) = (name(declarator), value(declarator)) else { continue };
                let switch = self.switch(&self.parts.all[idx]);
                let text = &self.program.file(0).text;
                let other = match word {
                    DeclarationWord::Var => &text[name.byte_range()],
                    _ => NOTHING,
                };
                edits.wrap(value.byte_range(), format!("(bs__q[{switch}]===1?("), format!("):{other})"));
            }
        }
    }

    /// Writes switches around what is no expression.
    fn guard(&self, part: &ScriptPart, is_chosen: bool, stand_ins: &StandIns, edits: &mut Edits) {
        let (range, inner) = (part.range.clone(), part.inner.clone());
        let switch = self.switch(part);
        let gone = match &part.place {
            ScriptPlace::Statement { is_directive: true, .. } => "",
            ScriptPlace::Statement { .. } | ScriptPlace::Definition { .. } | ScriptPlace::Member => ";",
            ScriptPlace::Declarator { .. } => &format!("bs__{switch}=0"),
            ScriptPlace::Branch => "{}",
            ScriptPlace::Parameter { by, .. } => by,
            ScriptPlace::Item { .. } => "...null",
            ScriptPlace::PatternItem { .. } => &format!("[bs__K]:bs__{switch}"),
            _ => "",
        };
        if is_chosen {
            let gone = stand_ins.get(&(range.start, range.end)).map_or(gone, String::as_str);
            return edits.choose(range, switch, gone);
        }
        let on = format!("bs__q[{switch}]");
        match &part.place {
            ScriptPlace::Statement { is_body: false, .. } => edits.wrap(range, format!("if({on}){{"), "}"),
            ScriptPlace::Statement { is_body: true, .. } => {
                edits.wrap(range, format!("{{if({on}){{"), "}}");
            }
            ScriptPlace::Branch | ScriptPlace::Else { .. } | ScriptPlace::Finally => {
                edits.wrap(inner, format!("{{if({on})"), "}");
            }
            ScriptPlace::Definition { is_class: true } => {
                let name = self.program.label(part.deletion.node);
                edits.wrap(range, format!("let {name}={on}?"), format!(":{NOTHING};"));
            }
            ScriptPlace::ForStep => edits.wrap(range, format!("({on}?("), "):0)"),
            ScriptPlace::ForCondition => edits.wrap(range, format!("({on}?("), "):true)"),
            ScriptPlace::Item { item: ObjectItem::Spread, .. } => {
                edits.wrap(inner, format!("({on}?("), "):null)");
            }
            ScriptPlace::Item { .. } => edits.wrap(range, format!("...({on}?{{"), "}:null)"),
            _ => {}
        }
    }

    /// Calls of what a class extends, which do not compile where it extends nothing, even if nothing reaches them. Candidates
    /// that keep such a call are refused before they are run.
    fn super_calls(&self, root: crate::ast::Cst<'_>, edits: &mut Edits) {
        for class in root.subtree().filter(|cst| is_class(*cst)) {
            let Some(heritage) = class_parts(class).0 else { continue };
            let Some(idx) = self.part_at(&heritage.byte_range(), |place| *place == ScriptPlace::Heritage)
            else {
                continue;
            };
            let switch = self.switch(&self.parts.all[idx]);
            let calls = class.subtree().filter(|cst| is_super_call(*cst));
            for called in calls.filter_map(|call| call.child_by_field_name("function")) {
                edits.choose(called.byte_range(), switch, "Object");
            }
        }
    }

    /// Parts of `switch` and `try` that are asked where they are reached.
    fn clauses(&self, root: crate::ast::Cst<'_>, is_chosen: &[bool], edits: &mut Edits) {
        for cst in root.subtree() {
            if is_case(cst) {
                let is_it =
                    |place: &ScriptPlace| matches!(place, ScriptPlace::Case | ScriptPlace::Default { .. });
                let Some(idx) = self.part_at(&cst.byte_range(), is_it).filter(|&idx| !is_chosen[idx]) else {
                    continue;
                };
                let switch = self.switch(&self.parts.all[idx]);
                if let Some(value) = value(cst) {
                    edits.wrap(value.byte_range(), format!("(bs__q[{switch}]?("), "):bs__K)");
                }
                for statement in case_statements(cst) {
                    edits.wrap(statement.byte_range(), format!("if(bs__q[{switch}]){{"), "}");
                }
            } else if let Some(body) = body(cst)
                && let Some(idx) = self.part_at(&cst.byte_range(), |place| *place == ScriptPlace::Catch)
                && !is_chosen[idx]
            {
                let switch = self.switch(&self.parts.all[idx]);
                let text = &self.program.file(0).text;
                match caught(cst) {
                    Some(name) => {
                        let name = &text[name.byte_range()];
                        edits.insert(body.start_byte() + 1, format!("if(!bs__q[{switch}])throw {name};"));
                    }
                    None => {
                        edits.insert(body.start_byte(), "(bs__c)");
                        edits.insert(body.start_byte() + 1, format!("if(!bs__q[{switch}])throw bs__c;"));
                    }
                }
            }
        }
    }

    /// Writes the switch of an expression.
    fn expression(&self, part: &ScriptPart, edits: &mut Edits) {
        let on = format!("bs__q[{}]", self.switch(part));
        match part.place {
            ScriptPlace::Value { .. } if part.inner != part.range => {
                edits.wrap(part.inner.clone(), format!("({on}?("), "):\"undefined\")");
            }
            ScriptPlace::Value { .. } => {
                edits.wrap(part.range.clone(), format!("({on}?("), format!("):{NOTHING})"));
            }
            ScriptPlace::Splat => edits.wrap(part.inner.clone(), format!("({on}?("), "):bs__1)"),
            _ => {}
        }
    }
}
