//! Expressions as they are evaluated, which [`ScriptExpression`] tells apart only by what can go.
//!
//! [`ScriptExpression`]: crate::languages::javascript::syntax::ScriptExpression

use crate::ast::Cst;
use crate::languages::javascript::syntax::{is_template, key, parts_of};

/// An expression.
pub(super) enum ScriptForm<'c> {
    Inner(Cst<'c>),
    Name,
    This,
    Literal,
    Regex,
    Array,
    Object,
    Function,
    Class,
    /// `&&`, `||`, `??`.
    Short {
        left: Cst<'c>,
        right: Cst<'c>,
        operator: &'static str,
    },
    /// Looks at which objects its operands are, and no further.
    Shallow(Vec<Cst<'c>>),
    /// `key in object`.
    In(Vec<Cst<'c>>),
    Operator(Vec<Cst<'c>>),
    Template(Vec<Cst<'c>>),
    Ternary {
        test: Cst<'c>,
        yes: Cst<'c>,
        no: Cst<'c>,
    },
    Sequence(Vec<Cst<'c>>),
    Delete(Cst<'c>),
    Call {
        function: Cst<'c>,
        arguments: Option<Cst<'c>>,
    },
    New {
        class: Cst<'c>,
        arguments: Option<Cst<'c>>,
    },
    Member {
        object: Cst<'c>,
        name: Cst<'c>,
        is_optional: bool,
    },
    Subscript {
        object: Cst<'c>,
        index: Cst<'c>,
        is_optional: bool,
    },
    Assignment {
        left: Cst<'c>,
        right: Cst<'c>,
    },
    Augmented {
        left: Cst<'c>,
        right: Cst<'c>,
        is_short: bool,
    },
    Update {
        target: Cst<'c>,
        is_prefix: bool,
    },
    Yield {
        value: Option<Cst<'c>>,
        is_delegating: bool,
    },
    Other,
}

impl<'c> ScriptForm<'c> {
    pub(super) fn of(cst: Cst<'c>) -> ScriptForm<'c> {
        ScriptForm::known(cst).unwrap_or(ScriptForm::Other)
    }

    fn known(cst: Cst<'c>) -> Option<ScriptForm<'c>> {
        let field = |name| cst.child_by_field_name(name);
        let all = || parts_of(cst).collect::<Vec<_>>();
        let has = |word: &str| cst.children().any(|child| child.kind() == word);
        let is_optional = has("optional_chain");
        Some(match cst.kind() {
            "parenthesized_expression" => ScriptForm::Inner(parts_of(cst).next()?),
            "identifier" | "shorthand_property_identifier" => ScriptForm::Name,
            "this" => ScriptForm::This,
            "number" | "string" | "true" | "false" | "null" | "undefined" | "meta_property" => {
                ScriptForm::Literal
            }
            "regex" => ScriptForm::Regex,
            "array" => ScriptForm::Array,
            "object" => ScriptForm::Object,
            "arrow_function" | "function_expression" | "generator_function" => ScriptForm::Function,
            "class" => ScriptForm::Class,
            "binary_expression" => binary(cst)?,
            "unary_expression" if has("delete") => ScriptForm::Delete(field("argument")?),
            "unary_expression" if has("typeof") || has("!") || has("void") => ScriptForm::Shallow(all()),
            "unary_expression" => ScriptForm::Operator(all()),
            "template_string" => {
                let substituted = all().into_iter().filter(|part| part.kind() == "template_substitution");
                ScriptForm::Template(substituted.flat_map(parts_of).collect())
            }
            "ternary_expression" => ScriptForm::Ternary {
                test: field("condition")?,
                yes: field("consequence")?,
                no: field("alternative")?,
            },
            "sequence_expression" => ScriptForm::Sequence(all()),
            "call_expression" => {
                ScriptForm::Call { function: field("function")?, arguments: field("arguments") }
            }
            "new_expression" => {
                ScriptForm::New { class: field("constructor")?, arguments: field("arguments") }
            }
            "member_expression" => {
                ScriptForm::Member { object: field("object")?, name: field("property")?, is_optional }
            }
            "subscript_expression" => {
                ScriptForm::Subscript { object: field("object")?, index: field("index")?, is_optional }
            }
            "assignment_expression" => {
                ScriptForm::Assignment { left: field("left")?, right: field("right")? }
            }
            "augmented_assignment_expression" => ScriptForm::Augmented {
                left: field("left")?,
                right: field("right")?,
                is_short: has("&&=") || has("||=") || has("??="),
            },
            "update_expression" => {
                let target = field("argument")?;
                ScriptForm::Update { target, is_prefix: target.start_byte() > cst.start_byte() }
            }
            "yield_expression" => ScriptForm::Yield { value: parts_of(cst).next(), is_delegating: has("*") },
            _ => return None,
        })
    }
}

fn binary(cst: Cst<'_>) -> Option<ScriptForm<'_>> {
    let (left, right) = (cst.child_by_field_name("left")?, cst.child_by_field_name("right")?);
    Some(match cst.child_by_field_name("operator")?.kind() {
        "&&" => ScriptForm::Short { left, right, operator: "&&" },
        "||" => ScriptForm::Short { left, right, operator: "||" },
        "??" => ScriptForm::Short { left, right, operator: "??" },
        "===" | "!==" => ScriptForm::Shallow(vec![left, right]),
        "in" if left.kind() == "private_property_identifier" => ScriptForm::In(vec![right]),
        "in" | "instanceof" => ScriptForm::In(vec![left, right]),
        _ => ScriptForm::Operator(vec![left, right]),
    })
}

/// A property, argument or element, as it is written.
pub(super) enum ListItem<'c> {
    Spread(Cst<'c>),
    Pair { key: Cst<'c>, value: Cst<'c> },
    Shorthand,
    Method(MethodKind),
    Value,
}

/// What a method is called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MethodKind {
    Plain,
    Getter,
    Setter,
}

impl<'c> ListItem<'c> {
    pub(super) fn of(cst: Cst<'c>) -> ListItem<'c> {
        match cst.kind() {
            "spread_element" => parts_of(cst).next().map_or(ListItem::Value, ListItem::Spread),
            "pair" => match (key(cst), cst.child_by_field_name("value")) {
                (Some(key), Some(value)) => ListItem::Pair { key, value },
                _ => ListItem::Value,
            },
            "shorthand_property_identifier" => ListItem::Shorthand,
            "method_definition" => ListItem::Method(method_kind(cst)),
            _ => ListItem::Value,
        }
    }
}

pub(super) fn method_kind(method: Cst<'_>) -> MethodKind {
    let has = |word: &str| method.children().any(|child| child.kind() == word);
    match (has("get"), has("set")) {
        (true, _) => MethodKind::Getter,
        (_, true) => MethodKind::Setter,
        _ => MethodKind::Plain,
    }
}

/// Whether a member of a class belongs to the class itself.
pub(super) fn is_static(member: Cst<'_>) -> bool {
    member.children().any(|child| child.kind() == "static" || child.kind().starts_with("static "))
}

/// Whether a function gives its values one after the other.
pub(super) fn is_generator(function: Cst<'_>) -> bool {
    function.kind().starts_with("generator_function") || function.children().any(|child| child.kind() == "*")
}

/// Whether a function has no `this` of its own.
pub(super) fn is_arrow(function: Cst<'_>) -> bool {
    function.kind() == "arrow_function"
}

/// Whether something is `super`.
pub(super) fn is_super(cst: Cst<'_>) -> bool {
    cst.kind() == "super"
}

/// Whether something is what the objects of a constructor inherit.
pub(super) fn is_prototype(cst: Cst<'_>, text: &str) -> bool {
    match ScriptForm::of(cst) {
        ScriptForm::Member { name, .. } => &text[name.byte_range()] == "prototype",
        _ => false,
    }
}

/// Whether a loop tests after its body.
pub(super) fn is_tested_last(cst: Cst<'_>) -> bool {
    cst.kind() == "do_statement"
}

/// Whether a loop goes through the keys of an object.
pub(super) fn is_for_in(cst: Cst<'_>) -> bool {
    cst.child_by_field_name("operator").is_some_and(|word| word.kind() == "in")
}

/// Whether a statement gives a value to who called the function, or throws it.
pub(super) fn is_return(cst: Cst<'_>) -> bool {
    cst.kind() == "return_statement"
}

/// Whether a jump leaves what is around it, or goes on with the next round.
pub(super) fn is_break(cst: Cst<'_>) -> bool {
    cst.kind() == "break_statement"
}

/// The label of a statement or jump.
pub(super) fn label(cst: Cst<'_>) -> Option<Cst<'_>> {
    cst.child_by_field_name("label")
}

/// The text of a constant key.
pub(super) fn constant_key(cst: Cst<'_>, text: &str) -> Option<String> {
    let word = &text[cst.byte_range()];
    match cst.kind() {
        "property_identifier" | "private_property_identifier" | "shorthand_property_identifier" => {
            Some(word.to_owned())
        }
        "shorthand_property_identifier_pattern" => Some(word.to_owned()),
        "number" if word.bytes().all(|byte| byte.is_ascii_digit()) => Some(word.to_owned()),
        // Symbols that the language knows are names, too.
        "member_expression" if word.starts_with("Symbol.") => Some(word.to_owned()),
        "string" if !word.contains('\\') => Some(word.trim_matches(['"', '\'']).to_owned()),
        _ => None,
    }
}

/// Arguments of a call; those of a tagged template are what stands in it.
pub(super) fn arguments(cst: Cst<'_>) -> Vec<Cst<'_>> {
    match is_template(cst) {
        true => match ScriptForm::of(cst) {
            ScriptForm::Template(values) => values,
            _ => Vec::new(),
        },
        false => parts_of(cst).collect(),
    }
}
