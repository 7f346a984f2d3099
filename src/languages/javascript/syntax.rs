//! The constructs of JavaScript with their parts.
//!
//! Beside the rules for counting nodes, only this file knows the kinds of the grammar. Whoever reads a program matches
//! on these types, so that a construct that was forgotten does not compile.

use crate::ast::{Cst, NodeId, Tree, concrete};
use crate::languages::literals::LiteralConstant;

/// A part that the grammar may leave out, or an error in the text takes away.
type MaybePart<'c> = Option<Cst<'c>>;

/// Constructs that are kept or deleted as a whole where there is no table.
pub(super) const INDIVISIBLE: &[&str] = &["try_statement"];

/// The children that are no comments or punctuation.
pub(super) fn parts_of(cst: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    cst.children().filter(|child| child.is_named() && !child.is_extra())
}

fn has_word(cst: Cst<'_>, word: &str) -> bool {
    cst.children().any(|child| child.kind() == word)
}

/// A statement, with the parts in which something can go.
pub(super) enum ScriptStatement<'c> {
    Expression(Cst<'c>),
    Declaration(DeclarationWord),
    Function,
    Class,
    // `return`, `throw`: a value with a placeholder.
    Values,
    // `break`, `continue`, `debugger`.
    Plain,
    If {
        condition: MaybePart<'c>,
        consequence: MaybePart<'c>,
        alternative: MaybePart<'c>,
    },
    While {
        condition: MaybePart<'c>,
        body: MaybePart<'c>,
    },
    For {
        initializer: MaybePart<'c>,
        condition: MaybePart<'c>,
        increment: MaybePart<'c>,
        body: MaybePart<'c>,
    },
    ForIn {
        left: MaybePart<'c>,
        right: MaybePart<'c>,
        body: MaybePart<'c>,
    },
    Switch {
        value: MaybePart<'c>,
        cases: Vec<Cst<'c>>,
    },
    Try {
        body: MaybePart<'c>,
        handler: MaybePart<'c>,
        finalizer: MaybePart<'c>,
    },
    Labelled {
        body: MaybePart<'c>,
    },
    Block,
    Exported {
        declaration: MaybePart<'c>,
    },
    // The empty statement, imports.
    Weightless,
    // `with` and what no engine runs.
    Unknown,
}

/// How a declaration begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclarationWord {
    Var,
    Let,
    Const,
}

impl<'c> ScriptStatement<'c> {
    /// `None` for what is no statement: comments, errors.
    pub(super) fn of(cst: Cst<'c>) -> Option<ScriptStatement<'c>> {
        let field = |name| cst.child_by_field_name(name);
        let written = |name| field(name).filter(|part| part.is_named() && part.kind() != "empty_statement");
        Some(match cst.kind() {
            "expression_statement" => ScriptStatement::Expression(parts_of(cst).next()?),
            "variable_declaration" => ScriptStatement::Declaration(DeclarationWord::Var),
            "lexical_declaration" if has_word(cst, "const") => {
                ScriptStatement::Declaration(DeclarationWord::Const)
            }
            "lexical_declaration" => ScriptStatement::Declaration(DeclarationWord::Let),
            "function_declaration" | "generator_function_declaration" => ScriptStatement::Function,
            "class_declaration" => ScriptStatement::Class,
            "return_statement" | "throw_statement" => ScriptStatement::Values,
            "break_statement" | "continue_statement" | "debugger_statement" => ScriptStatement::Plain,
            "if_statement" => ScriptStatement::If {
                condition: field("condition"),
                consequence: field("consequence"),
                alternative: field("alternative"),
            },
            "while_statement" | "do_statement" => {
                ScriptStatement::While { condition: field("condition"), body: field("body") }
            }
            "for_statement" => ScriptStatement::For {
                initializer: written("initializer"),
                condition: written("condition"),
                increment: written("increment"),
                body: field("body"),
            },
            "for_in_statement" => {
                ScriptStatement::ForIn { left: field("left"), right: field("right"), body: field("body") }
            }
            "switch_statement" => ScriptStatement::Switch {
                value: field("value"),
                cases: field("body").into_iter().flat_map(parts_of).collect(),
            },
            "try_statement" => ScriptStatement::Try {
                body: field("body"),
                handler: field("handler"),
                finalizer: field("finalizer"),
            },
            "labeled_statement" => ScriptStatement::Labelled { body: field("body") },
            "statement_block" => ScriptStatement::Block,
            "export_statement" => ScriptStatement::Exported { declaration: field("declaration") },
            "import_statement" | "empty_statement" => ScriptStatement::Weightless,
            "with_statement" | "using_declaration" => ScriptStatement::Unknown,
            _ => return None,
        })
    }
}

/// Whether a statement is a text alone, as directives are.
pub(super) fn is_text_statement(statement: Cst<'_>) -> bool {
    statement.kind() == "expression_statement"
        && parts_of(statement).next().is_some_and(|only| only.kind() == "string")
}

/// Whether something is in braces.
pub(super) fn is_block(cst: Cst<'_>) -> bool {
    cst.kind() == "statement_block"
}

/// The statement behind `else`.
pub(super) fn else_body(clause: Cst<'_>) -> MaybePart<'_> {
    parts_of(clause).next()
}

/// The value that a `case` is for; `None` for `default`.
pub(super) fn case_value(case: Cst<'_>) -> MaybePart<'_> {
    case.child_by_field_name("value")
}

/// Whether part of a `switch` is `default`.
pub(super) fn is_default(case: Cst<'_>) -> bool {
    case.kind() == "switch_default"
}

/// The statements of a `case`.
pub(super) fn case_statements(case: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    parts_of(case).filter(|child| child.field() == "body")
}

/// The names that a declaration declares, with their values.
pub(super) fn declarators(declaration: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    parts_of(declaration).filter(|child| child.kind() == "variable_declarator")
}

/// Name, body, value and parameter, wherever the grammar has fields of these names.
pub(super) fn name(cst: Cst<'_>) -> MaybePart<'_> {
    cst.child_by_field_name("name")
}

pub(super) fn body(cst: Cst<'_>) -> MaybePart<'_> {
    cst.child_by_field_name("body")
}

pub(super) fn value(cst: Cst<'_>) -> MaybePart<'_> {
    cst.child_by_field_name("value")
}

/// What a `catch` calls the exception.
pub(super) fn caught(handler: Cst<'_>) -> MaybePart<'_> {
    handler.child_by_field_name("parameter")
}

/// The same with its parentheses.
pub(super) fn caught_range(handler: Cst<'_>) -> Option<std::ops::Range<usize>> {
    let token = |kind: &str| handler.children().find(|child| child.kind() == kind);
    Some(token("(")?.start_byte()..token(")")?.end_byte())
}

/// The parameters of a function.
pub(super) fn parameters(function: Cst<'_>) -> Vec<Cst<'_>> {
    match function.child_by_field_name("parameters") {
        Some(all) => parts_of(all).collect(),
        None => function.child_by_field_name("parameter").into_iter().collect(),
    }
}

/// A pattern or parameter.
pub(super) enum ScriptPattern<'c> {
    Name(Cst<'c>),
    // `{a}` in a pattern.
    Shorthand(Cst<'c>),
    Default { left: Cst<'c>, right: Cst<'c> },
    Rest(Cst<'c>),
    Object,
    Array,
    // `{key: pattern}`.
    Pair { key: Cst<'c>, value: Cst<'c> },
    // `a.b` as a target.
    Other,
}

impl<'c> ScriptPattern<'c> {
    pub(super) fn of(cst: Cst<'c>) -> ScriptPattern<'c> {
        let field = |name| cst.child_by_field_name(name);
        match cst.kind() {
            "identifier" | "undefined" => ScriptPattern::Name(cst),
            "shorthand_property_identifier_pattern" => ScriptPattern::Shorthand(cst),
            "assignment_pattern" | "object_assignment_pattern" => match (field("left"), field("right")) {
                (Some(left), Some(right)) => ScriptPattern::Default { left, right },
                _ => ScriptPattern::Other,
            },
            "rest_pattern" => parts_of(cst).next().map_or(ScriptPattern::Other, ScriptPattern::Rest),
            "object_pattern" => ScriptPattern::Object,
            "array_pattern" => ScriptPattern::Array,
            "pair_pattern" => match (field("key"), field("value")) {
                (Some(key), Some(value)) => ScriptPattern::Pair { key, value },
                _ => ScriptPattern::Other,
            },
            _ => ScriptPattern::Other,
        }
    }
}

/// The names that a pattern binds.
pub(super) fn bound_names<'c>(pattern: Cst<'c>, found: &mut Vec<Cst<'c>>) {
    match ScriptPattern::of(pattern) {
        ScriptPattern::Name(name) | ScriptPattern::Shorthand(name) => found.push(name),
        ScriptPattern::Default { left, .. } => bound_names(left, found),
        ScriptPattern::Rest(inner) | ScriptPattern::Pair { value: inner, .. } => bound_names(inner, found),
        ScriptPattern::Object | ScriptPattern::Array => {
            parts_of(pattern).for_each(|part| bound_names(part, found));
        }
        ScriptPattern::Other => {}
    }
}

/// An expression, or what stands in the place of one.
pub(super) enum ScriptExpression<'c> {
    Parenthesised(MaybePart<'c>),
    // Operators, conditions, templates: each of these children is a value.
    Values(Vec<Cst<'c>>),
    // Of the left operand a placeholder needs parentheses.
    Power(Vec<Cst<'c>>),
    // `typeof x`.
    TypeOf(MaybePart<'c>),
    // Only what is inside of these can go.
    Inside(Vec<Cst<'c>>),
    Array,
    Object,
    Function,
    Class,
    Call { function: MaybePart<'c>, arguments: MaybePart<'c> },
    Subscript { object: MaybePart<'c>, index: MaybePart<'c> },
    Assignment { left: MaybePart<'c>, right: MaybePart<'c>, is_plain: bool },
    Update { target: MaybePart<'c>, is_prefix: bool },
    Spread(MaybePart<'c>),
    Name,
    Shorthand,
    // `key: value` in an object.
    Pair { key: MaybePart<'c>, value: MaybePart<'c> },
    Method,
    // Nothing inside of it can go.
    Other,
}

impl<'c> ScriptExpression<'c> {
    pub(super) fn of(cst: Cst<'c>) -> ScriptExpression<'c> {
        let field = |name| cst.child_by_field_name(name);
        let all = || parts_of(cst).collect::<Vec<_>>();
        match cst.kind() {
            "parenthesized_expression" => ScriptExpression::Parenthesised(parts_of(cst).next()),
            "binary_expression" if has_word(cst, "**") => ScriptExpression::Power(all()),
            "binary_expression" => {
                ScriptExpression::Values(all().into_iter().filter(|part| !is_private(*part)).collect())
            }
            "unary_expression" if has_word(cst, "delete") => ScriptExpression::Inside(all()),
            "unary_expression" if has_word(cst, "typeof") => ScriptExpression::TypeOf(field("argument")),
            "unary_expression"
            | "ternary_expression"
            | "sequence_expression"
            | "await_expression"
            | "yield_expression" => ScriptExpression::Values(all()),
            "template_string" => {
                let substituted = all().into_iter().filter(|part| part.kind() == "template_substitution");
                ScriptExpression::Values(substituted.flat_map(parts_of).collect())
            }
            "array" => ScriptExpression::Array,
            "object" => ScriptExpression::Object,
            "arrow_function" | "function_expression" | "generator_function" => ScriptExpression::Function,
            "class" => ScriptExpression::Class,
            "call_expression" => {
                ScriptExpression::Call { function: field("function"), arguments: field("arguments") }
            }
            "new_expression" => {
                ScriptExpression::Call { function: field("constructor"), arguments: field("arguments") }
            }
            "member_expression" => ScriptExpression::Inside(field("object").into_iter().collect()),
            "subscript_expression" => {
                ScriptExpression::Subscript { object: field("object"), index: field("index") }
            }
            "assignment_expression" => {
                ScriptExpression::Assignment { left: field("left"), right: field("right"), is_plain: true }
            }
            "augmented_assignment_expression" => {
                ScriptExpression::Assignment { left: field("left"), right: field("right"), is_plain: false }
            }
            "update_expression" => {
                let target = field("argument");
                let is_prefix = target.is_some_and(|target| target.start_byte() > cst.start_byte());
                ScriptExpression::Update { target, is_prefix }
            }
            "spread_element" => ScriptExpression::Spread(parts_of(cst).next()),
            "identifier" => ScriptExpression::Name,
            "shorthand_property_identifier" => ScriptExpression::Shorthand,
            "pair" => ScriptExpression::Pair { key: field("key"), value: field("value") },
            "method_definition" => ScriptExpression::Method,
            _ => ScriptExpression::Other,
        }
    }

    /// The expression inside of parentheses.
    pub(super) fn bare(cst: Cst<'c>) -> Cst<'c> {
        match ScriptExpression::of(cst) {
            ScriptExpression::Parenthesised(Some(inner)) => ScriptExpression::bare(inner),
            _ => cst,
        }
    }
}

/// The operands of an operator that may not need its second one, and the operator.
pub(super) fn short_circuit(cst: Cst<'_>) -> Option<([Cst<'_>; 2], &'static str)> {
    let operator = ["&&", "||", "??"].into_iter().find(|operator| has_word(cst, operator))?;
    let operands = [cst.child_by_field_name("left")?, cst.child_by_field_name("right")?];
    (cst.kind() == "binary_expression").then_some((operands, operator))
}

/// Condition and both arms of `a ? b : c`.
pub(super) fn conditional(cst: Cst<'_>) -> Option<[Cst<'_>; 3]> {
    let field = |name| cst.child_by_field_name(name);
    let parts = [field("condition")?, field("consequence")?, field("alternative")?];
    (cst.kind() == "ternary_expression").then_some(parts)
}

/// Whether an expression gives a value to what asks a generator for one.
pub(super) fn is_yield(cst: Cst<'_>) -> bool {
    cst.kind() == "yield_expression"
}

/// Whether a loop goes through values, not through keys.
pub(super) fn is_each(for_in: Cst<'_>) -> bool {
    has_word(for_in, "of")
}

/// Whether arguments are a template, without parentheses.
pub(super) fn is_template(arguments: Cst<'_>) -> bool {
    arguments.kind() == "template_string"
}

/// What a computed key is computed from.
pub(super) fn computed(key: Cst<'_>) -> MaybePart<'_> {
    (key.kind() == "computed_property_name").then(|| parts_of(key).next()).flatten()
}

/// The names in a class that only the class sees.
pub(super) fn is_private(cst: Cst<'_>) -> bool {
    cst.kind() == "private_property_identifier"
}

/// Whether an expression is what a deleted expression leaves.
pub(super) fn is_nothing(cst: Cst<'_>, text: &str) -> bool {
    cst.kind() == "unary_expression"
        && text.get(cst.byte_range()).is_some_and(|it| it.split_whitespace().eq(["void", "0"]))
}

/// A part of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClassPart {
    Method,
    Field,
    StaticBlock,
}

/// What a class extends, with the keyword, and its parts.
pub(super) fn class_parts(class: Cst<'_>) -> (MaybePart<'_>, Vec<(ClassPart, Cst<'_>)>) {
    let heritage = parts_of(class).find(|part| part.kind() == "class_heritage");
    let members = body(class).into_iter().flat_map(parts_of).filter_map(|part| {
        let kind = match part.kind() {
            "method_definition" => ClassPart::Method,
            "field_definition" => ClassPart::Field,
            "class_static_block" => ClassPart::StaticBlock,
            _ => return None,
        };
        Some((kind, part))
    });
    (heritage, members.collect())
}

/// The key of a method, field or pair.
pub(super) fn key(cst: Cst<'_>) -> MaybePart<'_> {
    let field = |name| cst.child_by_field_name(name);
    field("name").or_else(|| field("property")).or_else(|| field("key"))
}

/// Whether a call is of what the class extends.
pub(super) fn is_super_call(cst: Cst<'_>) -> bool {
    cst.kind() == "call_expression"
        && cst.child_by_field_name("function").is_some_and(|it| it.kind() == "super")
}

/// Whether something is a class, in which code is strict.
pub(super) fn is_class(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "class" | "class_declaration")
}

/// Whether something is a function with parameters and a body.
pub(super) fn is_function(cst: Cst<'_>) -> bool {
    matches!(
        cst.kind(),
        "function_declaration"
            | "generator_function_declaration"
            | "function_expression"
            | "generator_function"
            | "arrow_function"
            | "method_definition"
    )
}

/// Whether code goes on later by itself: in it, or behind it, others run.
pub(super) fn is_asynchronous(cst: Cst<'_>) -> bool {
    is_function(cst) && has_word(cst, "async") || cst.kind() == "await_expression"
}

/// Whether a node of the tree is made of this construct.
pub(super) fn is_made_of(program: &Tree, node: NodeId, cst: Cst<'_>) -> bool {
    let kind = program.kind(node);
    match cst.kind() {
        "template_string" => kind == "template_string" || kind == "string",
        "variable_declarator" if value(cst).is_none() => kind == "identifier",
        of_construct => kind == of_construct,
    }
}

/// Whether the value of a node is kept in a variable or object, or handed back.
pub(super) fn is_value_kept(program: &Tree, node: NodeId) -> bool {
    program.parent(node).is_some_and(|above| {
        matches!(
            program.kind(above),
            "variable_declarator"
                | "assignment_expression"
                | "pair"
                | "array"
                | "field_definition"
                | "return_statement"
                | "arrow_function"
        )
    })
}

/// What no program may have that is run here, as far as the syntax tells.
pub(super) fn forbidden(cst: Cst<'_>) -> Option<&'static str> {
    Some(match cst.kind() {
        "import_statement" | "import" | "export_statement" => "`import` and `export`",
        "with_statement" => "`with`",
        "using_declaration" => "`using`",
        "decorator" => "a decorator",
        "jsx_element" | "jsx_self_closing_element" => "JSX",
        "html_comment" => "a comment of HTML",
        _ => return None,
    })
}

/// A name that a program uses, of whatever kind: variables and properties.
pub(super) enum UsedName {
    Variable,
    Property,
}

impl UsedName {
    /// `None` for what is no name.
    pub(super) fn of(cst: Cst<'_>) -> Option<UsedName> {
        match cst.kind() {
            "identifier" | "shorthand_property_identifier" | "shorthand_property_identifier_pattern" => {
                Some(UsedName::Variable)
            }
            "property_identifier" => Some(UsedName::Property),
            _ => None,
        }
    }
}

/// A literal that inputs may hold; `None` for any other node.
pub(super) fn constant(program: &Tree, node: NodeId) -> Option<LiteralConstant<'_>> {
    let label = program.label(node);
    match program.kind(node) {
        "number" => {
            let whole = label.split('.').next()?.replace('_', "");
            whole.parse().ok().map(LiteralConstant::Number)
        }
        "string" => Some(LiteralConstant::Text(label)),
        _ => None,
    }
}

/// The functions that a program declares, in source order.
pub(super) fn functions(program: &Tree) -> Vec<NodeId> {
    let is_function = |kind| matches!(kind, "function_declaration" | "generator_function_declaration");
    program.roots(0).filter(|&root| is_function(program.kind(root))).collect()
}

/// Whether the names in the head of a `for … of` are declared there, and how.
pub(super) fn declared_in_head(for_in: Cst<'_>) -> Option<DeclarationWord> {
    match for_in.child_by_field_name("kind")?.kind() {
        "var" => Some(DeclarationWord::Var),
        "const" => Some(DeclarationWord::Const),
        _ => Some(DeclarationWord::Let),
    }
}

/// What a construct is to the names in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScriptNaming {
    /// As a statement, and else.
    Function {
        is_statement: bool,
    },
    Class {
        is_statement: bool,
    },
    /// Braces, loops, `switch`: what is declared inside is seen inside.
    Block,
    Catch,
    ForIn,
    Declaration(DeclarationWord),
    Other,
}

impl ScriptNaming {
    pub(super) fn of(cst: Cst<'_>) -> ScriptNaming {
        match cst.kind() {
            "function_declaration" | "generator_function_declaration" => {
                ScriptNaming::Function { is_statement: true }
            }
            _ if is_function(cst) => ScriptNaming::Function { is_statement: false },
            "class_declaration" => ScriptNaming::Class { is_statement: true },
            "class" => ScriptNaming::Class { is_statement: false },
            "statement_block" | "for_statement" | "switch_body" | "class_static_block" => ScriptNaming::Block,
            "catch_clause" => ScriptNaming::Catch,
            "for_in_statement" => ScriptNaming::ForIn,
            _ => match ScriptStatement::of(cst) {
                Some(ScriptStatement::Declaration(word)) => ScriptNaming::Declaration(word),
                _ => ScriptNaming::Other,
            },
        }
    }
}

/// Whether something is a part of a `switch`.
pub(super) fn is_case(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "switch_case" | "switch_default")
}

/// Whether something is a declared name with its value.
pub(super) fn is_declarator(cst: Cst<'_>) -> bool {
    cst.kind() == "variable_declarator"
}

/// Whether something is the parameters of a function.
pub(super) fn is_parameters(cst: Cst<'_>) -> bool {
    cst.kind() == "formal_parameters"
}

/// Whether something is `this`, by which a function reaches the global object.
pub(super) fn is_this(cst: Cst<'_>) -> bool {
    cst.kind() == "this"
}

/// The module that a call of `require` asks for; what is no text alone is in no list of modules.
pub(super) fn required<'t>(cst: Cst<'_>, text: &'t str) -> Option<&'t str> {
    if cst.kind() != "call_expression" {
        return None;
    }
    let function = cst.child_by_field_name("function")?;
    if function.kind() != "identifier" || text.get(function.byte_range())? != "require" {
        return None;
    }
    let argument = parts_of(cst.child_by_field_name("arguments")?).next()?;
    let written = text.get(argument.byte_range())?;
    Some(if argument.kind() == "string" { written.get(1..written.len() - 1)? } else { written })
}

/// Number of parameters of a function that a program declares, without those that have a value or take the rest.
pub(super) fn n_parameters(program: &Tree, wanted: &str) -> usize {
    let Some(function) = functions(program).into_iter().find(|&node| program.label(node) == wanted) else {
        return 0;
    };
    let concrete = concrete(program.language(), program.text(function));
    let all = parts_of(concrete.root()).next().map(parameters).unwrap_or_default();
    let is_plain = |one: &Cst<'_>| {
        !matches!(ScriptPattern::of(*one), ScriptPattern::Default { .. } | ScriptPattern::Rest(_))
    };
    all.into_iter().filter(is_plain).count()
}

/// A function with the name that it has in a program.
pub(super) struct NamedFunction<'c> {
    pub(super) function: Cst<'c>,
    pub(super) name: Cst<'c>,
    /// The declaration of which it is a value, as in `const f = …`; `None` where it declares itself.
    pub(super) declaration: MaybePart<'c>,
}

/// The function that is declared with this name, wherever; the first where there are several.
pub(super) fn function_named<'c>(root: Cst<'c>, text: &str, wanted: &str) -> Option<NamedFunction<'c>> {
    let is_wanted = |name: &Cst<'_>| text.get(name.byte_range()) == Some(wanted);
    root.subtree().find_map(|cst| match ScriptStatement::of(cst)? {
        ScriptStatement::Function => {
            let name = name(cst).filter(is_wanted)?;
            Some(NamedFunction { function: cst, name, declaration: None })
        }
        ScriptStatement::Declaration(_) => declarators(cst).find_map(|declarator| {
            let name = name(declarator).filter(is_wanted)?;
            let function = value(declarator).filter(|value| is_function(*value))?;
            Some(NamedFunction { function, name, declaration: Some(cst) })
        }),
        _ => None,
    })
}

/// Whether a function is a generator.
pub(super) fn is_generator(function: Cst<'_>) -> bool {
    matches!(function.kind(), "generator_function_declaration" | "generator_function")
}

/// The expressions whose values a function returns.
pub(super) fn returned(function: Cst<'_>) -> Vec<Cst<'_>> {
    let Some(whole) = body(function) else { return Vec::new() };
    if !is_block(whole) {
        return vec![whole];
    }
    let mut open = vec![whole];
    let mut found = Vec::new();
    while let Some(cst) = open.pop() {
        if cst.kind() == "return_statement" {
            found.extend(parts_of(cst).next());
        }
        open.extend(parts_of(cst).filter(|part| !is_function(*part) && !is_class(*part)));
    }
    found
}
