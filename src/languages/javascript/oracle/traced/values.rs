//! Expressions with a trace written around them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::ScriptTracing;
use crate::ast::Cst;
use crate::languages::javascript::syntax::{
    ScriptExpression, ScriptPattern, computed, conditional, is_super_call, is_template, is_yield, key,
    parts_of, short_circuit,
};
use crate::stack::deep;

impl<'t> ScriptTracing<'t> {
    pub(super) fn value(&mut self, cst: Cst<'t>) {
        deep(|| self.evaluate(cst));
    }

    fn values(&mut self, all: Vec<Cst<'t>>) {
        all.into_iter().for_each(|it| self.value(it));
    }

    fn evaluate(&mut self, cst: Cst<'t>) {
        let (range, unit) = (cst.byte_range(), self.unit);
        if let Some((operands, operator)) = short_circuit(cst) {
            let decides = match operator {
                "&&" => "(v)=>!v",
                "||" => "(v)=>!!v",
                _ => "(v)=>v!==null&&v!==undefined",
            };
            return self.operator(&range, &operands, decides);
        }
        if let Some(parts) = conditional(cst) {
            return self.operator(&range, &parts, "null");
        }
        match ScriptExpression::of(cst) {
            ScriptExpression::Parenthesised(inner) => inner.into_iter().for_each(|it| self.value(it)),
            ScriptExpression::Values(all) if is_yield(cst) => self.yielded(cst, all),
            ScriptExpression::Values(all) | ScriptExpression::Power(all) => {
                if !self.has_identity(cst) {
                    for operand in &all {
                        self.call(operand.byte_range(), format!("x({unit},("), "),2)");
                    }
                }
                self.values(all);
            }
            ScriptExpression::TypeOf(Some(operand)) => self.value(operand),
            ScriptExpression::Inside(inner) => match (key(cst), &inner[..]) {
                (Some(key), &[object]) => self.member(object, key, "attr"),
                _ => inner.into_iter().for_each(|it| self.deleted(it)),
            },
            ScriptExpression::Array => self.values(parts_of(cst).collect()),
            ScriptExpression::Object => parts_of(cst).for_each(|part| self.property(part)),
            ScriptExpression::Function => self.function(cst, false),
            ScriptExpression::Class => self.class(cst),
            ScriptExpression::Call { function: Some(function), arguments } => {
                self.called(cst, function);
                if let Some(arguments) = arguments {
                    match is_template(arguments) {
                        true => self.value(arguments),
                        false => self.values(parts_of(arguments).collect()),
                    }
                }
            }
            ScriptExpression::Subscript { object: Some(object), index: Some(index) } => {
                self.subscript(object, index, ("item", format!("key({unit},")));
            }
            ScriptExpression::Assignment { left: Some(left), right: Some(right), is_plain } => {
                self.assignment(&range, (left, right), is_plain);
            }
            ScriptExpression::Update { target: Some(target), .. } => {
                self.target(&range, target, false);
                if !matches!(ScriptPattern::of(target), ScriptPattern::Name(_)) {
                    self.call(range, format!("st({unit},"), ")");
                }
            }
            ScriptExpression::Spread(Some(inner)) => {
                self.call(inner.byte_range(), format!("x({unit},"), ",1)");
                self.value(inner);
            }
            ScriptExpression::Name | ScriptExpression::Shorthand => {
                if let Some((frame, cell)) = self.owner(cst) {
                    self.call(range, format!("r({frame},{unit},{cell:?},"), ")");
                }
            }
            _ => {}
        }
    }

    /// Whether an operator looks only at which objects its operands are.
    fn has_identity(&self, cst: Cst<'_>) -> bool {
        let is_word =
            |part: Cst<'_>| matches!(self.word(part), "===" | "!==" | "!" | "," | "void" | "instanceof");
        cst.children().any(is_word)
    }

    fn yielded(&mut self, cst: Cst<'t>, all: Vec<Cst<'t>>) {
        let (frame, unit) = (self.frame.clone(), self.unit);
        self.call(cst.byte_range(), format!("goOn({frame},{unit},("), "))");
        let has_star = self.word(cst)["yield".len()..].trim_start().starts_with('*');
        for given in all {
            match has_star {
                true => self.call(given.byte_range(), format!("x({unit},"), ",1)"),
                false => self.call(given.byte_range(), format!("give({frame},{unit},"), ")"),
            }
            self.value(given);
        }
    }

    /// Operands that a slice may leave out; those with the outcome `wanted` decide.
    fn operator(&mut self, whole: &Range<usize>, operands: &[Cst<'t>], wanted: &str) {
        let (frame, around) = (self.frame.clone(), self.unit);
        let bare: Vec<Cst<'t>> = operands.iter().map(|it| ScriptExpression::bare(*it)).collect();
        let numbers: Vec<usize> =
            bare.iter().map(|it| self.new_unit(it.byte_range(), around as isize)).collect();
        let told: Vec<String> = bare
            .iter()
            .zip(&numbers)
            .map(|(operand, number)| format!("[{number},[{}]]", self.named(*operand)))
            .collect();
        let before = format!("b({frame},{around},{wanted},[{}],(", told.join(","));
        self.call(whole.clone(), before, "))");
        for (idx, (&operand, &number)) in operands.iter().zip(&numbers).enumerate() {
            let others = if idx == 0 { format!("{:?}", &numbers[1..]) } else { "[]".to_owned() };
            let before = format!("e({frame},{around},{number},(bs__T.u({frame},{number},{others}),");
            self.call(operand.byte_range(), before, "))");
            self.unit = number;
            self.value(operand);
            self.unit = around;
        }
    }

    /// Frames and cells of the variables that an operand names.
    fn named(&self, operand: Cst<'t>) -> String {
        let mut found = BTreeSet::new();
        for cst in
            operand.subtree().filter(|cst| matches!(ScriptExpression::of(*cst), ScriptExpression::Name))
        {
            // Those of functions inside have no frame here.
            found.extend(self.owner(cst).filter(|(frame, _)| self.has_frame(frame, operand)));
        }
        found.iter().map(|(frame, cell)| format!("[{frame},{cell:?}]")).collect::<Vec<_>>().join(",")
    }

    fn member(&mut self, object: Cst<'t>, key: Cst<'t>, how: &str) {
        let is_super = self.word(object) == "super";
        if !is_super {
            let takes_unit = if how == "target" { String::new() } else { format!("{},", self.unit) };
            let after = format!(",{:?})", self.word(key));
            self.call(object.byte_range(), format!("{how}({takes_unit}"), &after);
            self.value(object);
        }
    }

    fn subscript(&mut self, object: Cst<'t>, index: Cst<'t>, (item, key): (&str, String)) {
        self.call(object.byte_range(), format!("{item}("), ")");
        self.value(object);
        self.call(index.byte_range(), key, ")");
        self.value(index);
    }

    fn deleted(&mut self, target: Cst<'t>) {
        match (ScriptExpression::of(target), key(target)) {
            (ScriptExpression::Subscript { object: Some(object), index: Some(index) }, _) => {
                self.subscript(object, index, ("item", format!("goneKey({},", self.unit)));
            }
            (ScriptExpression::Inside(inner), Some(key)) if inner.len() == 1 => {
                self.member(inner[0], key, "removed");
            }
            _ => {}
        }
    }

    fn property(&mut self, part: Cst<'t>) {
        match ScriptExpression::of(part) {
            ScriptExpression::Pair { key, value } => {
                key.and_then(computed).into_iter().for_each(|key| self.value(key));
                value.into_iter().for_each(|it| self.value(it));
            }
            ScriptExpression::Method => {
                key(part).and_then(computed).into_iter().for_each(|key| self.value(key));
                self.function(part, false);
            }
            _ => self.value(part),
        }
    }

    fn called(&mut self, cst: Cst<'t>, function: Cst<'t>) {
        let unit = self.unit;
        if is_super_call(cst) {
            return;
        }
        let is_new = self.word(cst).starts_with("new") && cst.start_byte() < function.start_byte();
        if is_new {
            self.edits.wrap(function.byte_range(), format!("(bs__T.n({unit},"), "))");
            return self.value(function);
        }
        match (ScriptExpression::of(function), key(function)) {
            (ScriptExpression::Inside(inner), Some(key)) if inner.len() == 1 => {
                self.member(inner[0], key, "callee");
            }
            (ScriptExpression::Subscript { .. }, _) => self.value(function),
            _ => {
                self.call(function.byte_range(), format!("f({unit},"), ")");
                self.value(function);
            }
        }
    }

    fn assignment(&mut self, whole: &Range<usize>, (left, right): (Cst<'t>, Cst<'t>), is_plain: bool) {
        match ScriptPattern::of(left) {
            ScriptPattern::Object | ScriptPattern::Array => return self.given(left, right),
            ScriptPattern::Name(_) => {}
            _ => self.call(right.byte_range(), format!("st({},(", self.unit), "))"),
        }
        self.target(whole, left, is_plain);
        self.value(right);
    }

    /// What is assigned to; where it is read before, unless `is_plain`.
    fn target(&mut self, whole: &Range<usize>, target: Cst<'t>, is_plain: bool) {
        let unit = self.unit;
        if let ScriptPattern::Name(name) = ScriptPattern::of(target) {
            let Some((frame, cell)) = self.owner(name) else { return };
            let read = if is_plain { String::new() } else { format!("bs__T.r({frame},{unit},{cell:?}),") };
            return self.call(whole.clone(), format!("w({frame},{unit},[{cell:?}],({read}"), "))");
        }
        match (ScriptExpression::of(target), key(target)) {
            (ScriptExpression::Subscript { object: Some(object), index: Some(index) }, _) => {
                let key = if is_plain { "keyOf(".to_owned() } else { format!("bothKey({unit},") };
                self.subscript(object, index, ("item", key));
            }
            (ScriptExpression::Inside(inner), Some(key)) if inner.len() == 1 => {
                self.member(inner[0], key, if is_plain { "target" } else { "both" });
            }
            _ => {}
        }
    }
}
