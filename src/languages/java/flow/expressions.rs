//! Expressions: steps in the order of evaluation, and the variable of the value.

use crate::ast::{Cst, NodeId};
use crate::flow::{Act, Flow, FlowHeld, FlowKey, FlowLowering, Made, VarId};
use crate::languages::java::syntax::{JavaExpression, named};
use crate::stack::deep;

use super::names::JavaMeaning;
use super::types::{TypeForm, TypeIdx, is_primitive};
use super::{JavaFlow, library};

/// A part of an object that is written.
struct AssignedPart<'c> {
    base: VarId,
    key: FlowKey,
    index: Option<VarId>,
    left: Cst<'c>,
}

impl<'c> JavaFlow<'c> {
    pub(super) fn expression(&mut self, cst: Cst<'c>) -> VarId {
        deep(|| self.evaluate(cst))
    }

    fn evaluate(&mut self, cst: Cst<'c>) -> VarId {
        let at = self.node_of(cst);
        match cst.kind() {
            "parenthesized_expression" => match named(cst).next() {
                Some(inner) => self.expression(inner),
                None => self.literal(at),
            },
            "identifier" => self.name(cst, at),
            "this" => {
                let from = self.this();
                let to = self.flow.temp();
                self.copy(at, to, from);
                to
            }
            "field_access" => self.field_access(cst, at),
            "array_access" => self.element(cst, at),
            "binary_expression" => self.binary(cst, at),
            "unary_expression" => {
                let operand = cst.child_by_field_name("operand").filter(|_| !is_signed_number(cst));
                let values: Vec<VarId> =
                    operand.into_iter().map(|operand| self.expression(operand)).collect();
                self.operation(at, values, operand.is_none_or(|operand| self.is_primitive(operand)))
            }
            "update_expression" => self.update(cst, at),
            "assignment_expression" => self.assignment(cst, at),
            "ternary_expression" => self.conditional(cst, at),
            "cast_expression" => {
                let Some(value) = cst.child_by_field_name("value") else { return self.literal(at) };
                let var = self.expression(value);
                match self.is_primitive(value) {
                    true => self.computed(at, vec![var]),
                    false => self.library_call(at, library::cast().into(), vec![var]),
                }
            }
            "instanceof_expression" => self.instance_of(cst, at),
            "lambda_expression" => self.lambda(cst, at),
            "method_reference" => self.method_reference(cst, at),
            "method_invocation" => self.invocation(cst, at),
            "object_creation_expression" => self.creation(cst, at),
            "array_creation_expression" => self.array_creation(cst, at),
            "array_initializer" => self.array(cst, at),
            "switch_expression" => self.switch(cst, at, true),
            "class_literal" => self.class_literal(cst, at),
            "template_expression" => self.not_understood(cst, "this expression"),
            _ if named(cst).all(|part| {
                matches!(part.kind(), "string_fragment" | "escape_sequence" | "multiline_string_fragment")
            }) =>
            {
                self.literal(at)
            }
            _ => self.not_understood(cst, "this expression"),
        }
    }

    /// What an operator makes of plain values; it fails only where one of them may be nothing at all.
    fn operation(&mut self, at: Option<NodeId>, values: Vec<VarId>, cannot_fail: bool) -> VarId {
        match cannot_fail {
            true => self.computed(at, values),
            false => self.library_call(at, library::operator().into(), values),
        }
    }

    /// Whether a value is known to be a number, a character or a truth value.
    pub(super) fn is_primitive(&self, cst: Cst<'_>) -> bool {
        let field = |name| cst.child_by_field_name(name);
        match cst.kind() {
            "parenthesized_expression" => named(cst).next().is_some_and(|inner| self.is_primitive(inner)),
            "true" | "false" | "character_literal" => true,
            kind if kind.ends_with("integer_literal") || kind.ends_with("point_literal") => true,
            "identifier" => match self.meaning(self.word(cst)) {
                JavaMeaning::Local(local) => local.is_primitive,
                JavaMeaning::Static(of) | JavaMeaning::Field(of, _) => {
                    self.types.all[of].fields.get(self.word(cst)).is_some_and(|field| field.is_primitive)
                }
                _ => false,
            },
            "binary_expression" => match field("operator").map_or("", |it| self.word(it)) {
                "+" => {
                    [field("left"), field("right")].into_iter().flatten().all(|side| self.is_primitive(side))
                }
                _ => true,
            },
            "unary_expression" | "instanceof_expression" | "update_expression" => true,
            "assignment_expression" => field("left").is_some_and(|left| self.is_primitive(left)),
            "cast_expression" => field("type").is_some_and(|of| is_primitive(self.word(of))),
            "ternary_expression" => [field("consequence"), field("alternative")]
                .into_iter()
                .flatten()
                .all(|side| self.is_primitive(side)),
            "field_access" => {
                let name = field("field").map_or("", |name| self.word(name));
                let mut all = self.types.all.iter().filter_map(|of| of.fields.get(name)).peekable();
                name == "length" || all.peek().is_some() && all.all(|field| field.is_primitive)
            }
            "method_invocation" => {
                let name = field("name").map_or("", |name| self.word(name));
                let mut all =
                    self.types.all.iter().flat_map(|of| &of.methods).filter(|it| it.name == name).peekable();
                match all.peek() {
                    Some(_) => all.all(|method| method.is_primitive),
                    None => matches!(
                        name,
                        "length"
                            | "size"
                            | "charAt"
                            | "isEmpty"
                            | "equals"
                            | "contains"
                            | "containsKey"
                            | "nextInt"
                            | "hasNext"
                            | "hasNextInt"
                            | "parseInt"
                            | "indexOf"
                            | "compareTo"
                    ),
                }
            }
            _ => false,
        }
    }

    fn field_access(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let Some(field) = cst.child_by_field_name("field") else { return self.literal(at) };
        let name = self.word(field);
        let Some(object) = cst.child_by_field_name("object") else { return self.literal(at) };
        if let Some(of) = self.type_of_name(object) {
            if field.kind() == "this" {
                let from = self.this_of(of);
                let to = self.flow.temp();
                self.copy(at, to, from);
                return to;
            }
            return match self.types.field(of, name).map(|(declared, _)| declared) {
                Some(declared) => self.static_field(declared, name, at),
                None => self.literal(at),
            };
        }
        if self.foreign_class(object).is_some() || self.type_of_name(cst).is_some() {
            return self.literal(at);
        }
        let base = if object.kind() == "super" { self.this() } else { self.expression(object) };
        let owners = if object.kind() == "super" { Vec::new() } else { self.owners(object, name) };
        self.member_of((base, owners), name, at, object.kind() == "this")
    }

    /// A field of an object: of the object itself, or of its class.
    fn member_of(
        &mut self,
        (base, owners): (VarId, Vec<TypeIdx>),
        name: &str,
        at: Option<NodeId>,
        is_this: bool,
    ) -> VarId {
        owners.iter().for_each(|&of| self.require_field(of, name, at));
        let key = self.field_key(name);
        let to = self.flow.temp();
        let act = Act::Load { to, base, key, index: None };
        match is_this {
            true => self.flow.step(at, act),
            false => self.flow.risk(at, act),
        }
        let mut value = to;
        let statics = self.static_owners(owners, name);
        for of in statics {
            let test = self.literal(None);
            let before = value;
            value = self.either(None, test, |_| before, |it| it.static_field(of, name, at));
        }
        value
    }

    /// Which element an index means.
    fn element_key(&self, index: Cst<'_>) -> FlowKey {
        match JavaExpression::bare(index) {
            index if index.kind() == "decimal_integer_literal" => {
                FlowKey::Element(self.word(index).to_owned())
            }
            _ => FlowKey::AnyElement,
        }
    }

    fn element(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let (Some(array), Some(index)) = (cst.child_by_field_name("array"), cst.child_by_field_name("index"))
        else {
            return self.literal(at);
        };
        let base = self.expression(array);
        let key = self.element_key(index);
        let index = self.expression(index);
        let to = self.flow.temp();
        self.flow.risk(at, Act::Load { to, base, key, index: Some(index) });
        to
    }

    fn binary(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let field = |name| cst.child_by_field_name(name);
        let (Some(left), Some(right)) = (field("left"), field("right")) else { return self.literal(at) };
        let operator = field("operator").map_or("", |operator| self.word(operator));
        let one = self.expression(left);
        if let "&&" | "||" = operator {
            let to = self.flow.temp();
            self.copy(None, to, one);
            let more = self.block(|it| {
                let other = it.expression(right);
                it.copy(None, to, other);
            });
            let (then, other) = if operator == "&&" { (more, Vec::new()) } else { (Vec::new(), more) };
            self.flow.push(Flow::If { at, test: one, then, other });
            return to;
        }
        let other = self.expression(right);
        self.applied(operator, (left, one), (right, other), at)
    }

    /// What an operator makes of two values.
    fn applied(
        &mut self,
        operator: &str,
        (left, one): (Cst<'c>, VarId),
        (right, other): (Cst<'c>, VarId),
        at: Option<NodeId>,
    ) -> VarId {
        let is_plain = self.is_primitive(left) && self.is_primitive(right);
        match operator.trim_end_matches('=') {
            "+" if !is_plain => self.library_call(at, library::joined().into(), vec![one, other]),
            "/" | "%" => {
                let is_safe = is_plain && is_other_than_zero(self.word(JavaExpression::bare(right)));
                self.operation(at, vec![one, other], is_safe)
            }
            _ => self.operation(at, vec![one, other], is_plain || matches!(operator, "==" | "!=")),
        }
    }

    fn conditional(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let field = |name| cst.child_by_field_name(name);
        let (Some(condition), Some(yes), Some(no)) =
            (field("condition"), field("consequence"), field("alternative"))
        else {
            return self.literal(at);
        };
        let test = self.expression(condition);
        self.either(at, test, |it| it.expression(yes), |it| it.expression(no))
    }

    fn class_literal(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let of = named(cst).next().and_then(|of| self.types.named(self.word(of), self.current_type()));
        let Some(of) = of.filter(|&of| self.types.all[of].form == TypeForm::Enum) else {
            return self.literal(at);
        };
        let all = &self.types.all[of];
        let constants: Vec<VarId> = all.constants.iter().map(|(name, _)| all.fields[name].var).collect();
        let held = |from| FlowHeld { key: FlowKey::AnyElement, from, index: None, at: None };
        let holds = constants.into_iter().map(held).collect();
        let to = self.flow.temp();
        self.flow.step(at, Act::Make { to, kind: Made::Record, holds });
        to
    }

    /// What stands on the left of an assignment, with its object evaluated; `None` for names.
    fn part(&mut self, left: Cst<'c>, at: Option<NodeId>) -> Option<AssignedPart<'c>> {
        let left = JavaExpression::bare(left);
        match left.kind() {
            "field_access" => {
                let object = left.child_by_field_name("object")?;
                let name = self.word(left.child_by_field_name("field")?);
                if self.type_of_name(object).is_some() {
                    return None;
                }
                let owners = self.owners(object, name);
                owners.into_iter().for_each(|of| self.require_field(of, name, at));
                let base = if object.kind() == "super" { self.this() } else { self.expression(object) };
                Some(AssignedPart { base, key: self.field_key(name), index: None, left })
            }
            "array_access" => {
                let base = self.expression(left.child_by_field_name("array")?);
                let index = left.child_by_field_name("index")?;
                let key = self.element_key(index);
                let index = Some(self.expression(index));
                Some(AssignedPart { base, key, index, left })
            }
            _ => None,
        }
    }

    /// The value that the left side has before.
    fn before(&mut self, left: Cst<'c>, part: Option<&AssignedPart<'c>>) -> VarId {
        match part {
            Some(part) => {
                let to = self.flow.temp();
                let (base, key, index) = (part.base, part.key.clone(), part.index);
                self.flow.risk(None, Act::Load { to, base, key, index });
                to
            }
            None => match (left.kind(), self.static_of(left)) {
                (_, Some((of, name))) => self.static_field(of, name, None),
                _ => self.name(left, None),
            },
        }
    }

    /// The static field that a path names.
    fn static_of(&self, left: Cst<'c>) -> Option<(usize, &'c str)> {
        let object = left.child_by_field_name("object")?;
        let name = self.word(left.child_by_field_name("field")?);
        let of = self.type_of_name(object)?;
        Some((self.types.field(of, name)?.0, name))
    }

    fn write(&mut self, left: Cst<'c>, part: Option<AssignedPart<'c>>, from: VarId, at: Option<NodeId>) {
        match part {
            Some(AssignedPart { base, key, index, left }) => {
                let also = self.node_of(left);
                let is_this =
                    left.child_by_field_name("object").is_some_and(|object| object.kind() == "this");
                let act = Act::Store { base, key, index, from };
                let also = also.into_iter().collect();
                self.flow.push(Flow::Step(crate::flow::Step { at, also, act, throws: !is_this }));
                self.write_static_too(left, from, at);
            }
            None => match self.static_of(left) {
                Some((of, name)) => {
                    let also = self.node_of(left);
                    self.assign_static(of, name, from, (at, also));
                }
                None if left.kind() == "identifier" => self.assign_name(left, from, at),
                None => _ = self.not_understood(left, "this assignment"),
            },
        }
    }

    /// A static field may be written by way of an object.
    fn write_static_too(&mut self, left: Cst<'c>, from: VarId, at: Option<NodeId>) {
        let field = |name| left.child_by_field_name(name);
        let (Some(object), Some(name)) = (field("object"), field("field").map(|name| self.word(name))) else {
            return;
        };
        let owners = self.owners(object, name);
        for of in self.static_owners(owners, name) {
            let test = self.literal(None);
            let then = self.block(|it| it.assign_static(of, name, from, (at, None)));
            self.flow.push(Flow::If { at: None, test, then, other: Vec::new() });
        }
    }

    /// Of these types those of which it is a static field.
    fn static_owners(&self, owners: Vec<TypeIdx>, name: &str) -> Vec<TypeIdx> {
        let is_static =
            |&of: &TypeIdx| self.types.all[of].fields.get(name).is_some_and(|field| field.is_static);
        owners.into_iter().filter(is_static).collect()
    }

    fn assignment(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let field = |name| cst.child_by_field_name(name);
        let (Some(left), Some(right)) = (field("left"), field("right")) else { return self.literal(at) };
        let left = JavaExpression::bare(left);
        let operator = field("operator").map_or("", |operator| self.word(operator));
        let part = self.part(left, at);
        let from = match operator {
            "=" => self.expression(right),
            _ => {
                let before = self.before(left, part.as_ref());
                let value = self.expression(right);
                self.applied(operator, (left, before), (right, value), at)
            }
        };
        self.write(left, part, from, at);
        from
    }

    fn update(&mut self, cst: Cst<'c>, at: Option<NodeId>) -> VarId {
        let Some(operand) = named(cst).next().map(JavaExpression::bare) else { return self.literal(at) };
        let part = self.part(operand, at);
        let before = self.before(operand, part.as_ref());
        // The value goes with the whole, which does not go without what it does.
        let old = self.flow.temp();
        self.copy(at, old, before);
        let is_safe = self.is_primitive(operand);
        let new = self.operation(at, vec![before], is_safe);
        self.write(operand, part, new, at);
        let is_before = self.word(cst).starts_with(['+', '-']);
        if is_before { new } else { old }
    }
}

/// A number with its sign is one literal.
fn is_signed_number(cst: Cst<'_>) -> bool {
    let is_minus = cst.child_by_field_name("operator").is_some_and(|sign| sign.kind() == "-");
    is_minus && cst.child_by_field_name("operand").is_some_and(|operand| operand.kind().ends_with("_literal"))
}

/// Whether a text is a number that one can divide by.
fn is_other_than_zero(text: &str) -> bool {
    let digits = text.trim_end_matches(['l', 'L']).replace('_', "");
    digits.parse::<i64>().is_ok_and(|number| number != 0)
}
