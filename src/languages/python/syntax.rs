//! The constructs of Python with their parts.
//!
//! Beside the rules for counting nodes, only this file knows the kinds of the grammar. Whoever reads a program matches
//! on these types, so that a construct that was forgotten does not compile.

use crate::ast::{Cst, NodeId, Tree};

/// A part that the grammar may leave out, or an error in the text takes away.
type Maybe<'c> = Option<Cst<'c>>;

/// Constructs that are kept or deleted as a whole where there is no table.
pub(super) const INDIVISIBLE: &[&str] = &["concatenated_string", "try_statement"];

/// The children that are no comments or punctuation.
pub(super) fn named(cst: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    cst.children()
        .filter(|child| child.is_named() && !child.is_extra() && child.kind() != "line_continuation")
}

fn has_token(cst: Cst<'_>, token: &str) -> bool {
    cst.children().any(|child| child.kind() == token)
}

/// The colon after which the body of a compound statement or clause begins.
pub(super) fn colon(cst: Cst<'_>) -> Maybe<'_> {
    cst.children().find(|child| child.kind() == ":")
}

/// The block of a compound statement or clause.
pub(super) fn block(cst: Cst<'_>) -> Maybe<'_> {
    named(cst).find(|child| child.kind() == "block")
}

/// A statement, with the parts in which something can go.
pub(super) enum Statement<'c> {
    // One expression, or several with commas.
    Expressions,
    Assignment(Cst<'c>),
    // `return`, `raise`, `assert`: values with placeholders.
    Values,
    Delete,
    // `global`, `nonlocal`: says of names where they are bound.
    Scope { is_nonlocal: bool },
    // `break`, `continue`, and what has no parts.
    Plain,
    // `pass` and imports, which stay.
    Weightless,
    If { condition: Maybe<'c>, consequence: Maybe<'c> },
    While { condition: Maybe<'c> },
    For { left: Maybe<'c>, right: Maybe<'c> },
    Try,
    With { items: Maybe<'c> },
    Function { parameters: Maybe<'c> },
    Class { superclasses: Maybe<'c> },
    Decorated { definition: Maybe<'c> },
    Match,
}

impl<'c> Statement<'c> {
    /// `None` for what is no statement: comments, errors.
    pub(super) fn of(cst: Cst<'c>) -> Option<Statement<'c>> {
        let field = |name| cst.child_by_field_name(name);
        Some(match cst.kind() {
            "expression_statement" => match named(cst).next() {
                Some(only) if is_assignment(only) => Statement::Assignment(only),
                _ => Statement::Expressions,
            },
            "return_statement" | "raise_statement" | "assert_statement" => Statement::Values,
            "delete_statement" => Statement::Delete,
            "global_statement" => Statement::Scope { is_nonlocal: false },
            "nonlocal_statement" => Statement::Scope { is_nonlocal: true },
            "break_statement"
            | "continue_statement"
            | "print_statement"
            | "exec_statement"
            | "type_alias_statement" => Statement::Plain,
            "pass_statement" | "import_statement" | "import_from_statement" | "future_import_statement" => {
                Statement::Weightless
            }
            "if_statement" => {
                Statement::If { condition: field("condition"), consequence: field("consequence") }
            }
            "while_statement" => Statement::While { condition: field("condition") },
            "for_statement" => Statement::For { left: field("left"), right: field("right") },
            "try_statement" => Statement::Try,
            "with_statement" => Statement::With { items: named(cst).find(|it| it.kind() == "with_clause") },
            "function_definition" => Statement::Function { parameters: field("parameters") },
            "class_definition" => Statement::Class { superclasses: field("superclasses") },
            "decorated_definition" => Statement::Decorated { definition: field("definition") },
            "match_statement" => Statement::Match,
            _ => return None,
        })
    }
}

/// Whether a construct binds the names on its left.
pub(super) fn is_assignment(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "assignment" | "augmented_assignment")
}

/// The sides of an assignment.
pub(super) fn sides(assignment: Cst<'_>) -> (Maybe<'_>, Maybe<'_>) {
    (assignment.child_by_field_name("left"), assignment.child_by_field_name("right"))
}

/// What follows the first body of a compound statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    Elif,
    Else,
    Except,
    Finally,
    Case,
}

impl Clause {
    /// `None` for what is no clause.
    pub(super) fn of(cst: Cst<'_>) -> Option<Clause> {
        Some(match cst.kind() {
            "elif_clause" => Clause::Elif,
            "else_clause" => Clause::Else,
            "except_clause" => Clause::Except,
            "finally_clause" => Clause::Finally,
            "case_clause" => Clause::Case,
            _ => return None,
        })
    }

    /// The clauses of a statement, in source order.
    pub(super) fn all(statement: Cst<'_>) -> impl Iterator<Item = (Clause, Cst<'_>)> {
        let body = block(statement).filter(|_| statement.kind() == "match_statement");
        named(body.unwrap_or(statement)).filter_map(|child| Some((Clause::of(child)?, child)))
    }

    /// Kind of the node that the clause is in the tree we count; that of an `elif` is an `else`.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Clause::Elif | Clause::Else => "else_clause",
            Clause::Except => "except_clause",
            Clause::Finally => "finally_clause",
            Clause::Case => "case_clause",
        }
    }
}

/// The guard of a `case`.
pub(super) fn guard(case: Cst<'_>) -> Maybe<'_> {
    case.child_by_field_name("guard")
}

/// The condition of an `elif`.
pub(super) fn condition(clause: Cst<'_>) -> Maybe<'_> {
    clause.child_by_field_name("condition")
}

/// What an `except` catches, without the name it gives to it; `None` when it catches everything.
pub(super) fn caught(except: Cst<'_>) -> Maybe<'_> {
    let first = named(except).next().filter(|first| first.kind() != "block")?;
    if first.kind() == "as_pattern" { named(first).next() } else { Some(first) }
}

/// The expressions of a `with`, without the names that they get.
pub(super) fn contexts(clause: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    named(clause).filter_map(|item| {
        let value = named(item).next()?;
        if value.kind() == "as_pattern" { named(value).next() } else { Some(value) }
    })
}

/// The subjects of a `match`.
pub(super) fn subjects(statement: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    statement.children().filter(|child| child.field() == "subject" && child.is_named())
}

/// The expression of a decorator.
pub(super) fn decorators(decorated: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    named(decorated).filter(|child| child.kind() == "decorator")
}

/// An expression, or what stands in the place of one.
pub(super) enum Expression<'c> {
    Parenthesised(Maybe<'c>),
    // Operators, conditions, elements of tuples without parentheses: each of these children is a value.
    Values(Vec<Cst<'c>>),
    // In brackets of any kind.
    Elements(Vec<Cst<'c>>),
    Lambda { parameters: Maybe<'c>, body: Maybe<'c> },
    Call { function: Maybe<'c>, arguments: Maybe<'c> },
    // `a.b`: only what is inside of `a` can go.
    Attribute(Maybe<'c>),
    Subscript { value: Maybe<'c>, indices: Vec<Cst<'c>> },
    Slice(Vec<Cst<'c>>),
    Dictionary,
    // The element, and the clauses.
    Comprehension { body: Maybe<'c>, clauses: Vec<Cst<'c>> },
    Named(Maybe<'c>),
    // The expressions in a string.
    Text(Vec<Cst<'c>>),
    // `*a` and `**a`.
    Splat(Maybe<'c>),
    // `k: v`, and without a key `k=v`.
    Pair { key: Maybe<'c>, value: Maybe<'c> },
    Yield(Maybe<'c>),
    Name,
    // Nothing inside of it can go.
    Other,
}

impl<'c> Expression<'c> {
    pub(super) fn of(cst: Cst<'c>) -> Expression<'c> {
        let field = |name| cst.child_by_field_name(name);
        let all = || named(cst).collect::<Vec<_>>();
        match cst.kind() {
            "parenthesized_expression" => Expression::Parenthesised(named(cst).next()),
            "binary_operator"
            | "boolean_operator"
            | "not_operator"
            | "unary_operator"
            | "conditional_expression" => Expression::Values(all()),
            "comparison_operator" => {
                Expression::Values(named(cst).filter(|child| child.field() != "operators").collect())
            }
            "expression_list" | "list" | "tuple" | "set" => Expression::Elements(all()),
            "lambda" => Expression::Lambda { parameters: field("parameters"), body: field("body") },
            "call" => Expression::Call { function: field("function"), arguments: field("arguments") },
            "attribute" => Expression::Attribute(field("object")),
            "subscript" => {
                let indices = cst.children().filter(|child| child.field() == "subscript" && child.is_named());
                Expression::Subscript { value: field("value"), indices: indices.collect() }
            }
            "slice" => Expression::Slice(all()),
            "dictionary" => Expression::Dictionary,
            "list_comprehension"
            | "dictionary_comprehension"
            | "set_comprehension"
            | "generator_expression" => {
                let is_clause = |child: &Cst<'_>| matches!(child.kind(), "for_in_clause" | "if_clause");
                let clauses = named(cst).filter(is_clause).collect();
                Expression::Comprehension { body: field("body"), clauses }
            }
            "named_expression" => Expression::Named(field("value")),
            "string" => Expression::Text(interpolated(cst)),
            "concatenated_string" => Expression::Text(named(cst).flat_map(interpolated).collect()),
            "list_splat" | "dictionary_splat" => Expression::Splat(named(cst).next()),
            "pair" => Expression::Pair { key: field("key"), value: field("value") },
            "keyword_argument" => Expression::Pair { key: None, value: field("value") },
            "yield" => Expression::Yield(named(cst).next()),
            "identifier" => Expression::Name,
            _ => Expression::Other,
        }
    }

    /// The expression inside of parentheses.
    pub(super) fn bare(cst: Cst<'c>) -> Cst<'c> {
        match Expression::of(cst) {
            Expression::Parenthesised(Some(inner)) => Expression::bare(inner),
            _ => cst,
        }
    }
}

/// The expressions of a formatted string, but for those whose own text is shown, as in `{x=}`.
fn interpolated(string: Cst<'_>) -> Vec<Cst<'_>> {
    let interpolations =
        named(string).filter(|part| part.kind() == "interpolation" && !has_token(*part, "="));
    interpolations.filter_map(|part| part.child_by_field_name("expression")).collect()
}

/// Whether an expression is written with `*` or `**` before it, and with two of them.
pub(super) fn stars(cst: Cst<'_>) -> Option<usize> {
    match cst.kind() {
        "list_splat" => Some(1),
        "dictionary_splat" => Some(2),
        _ => None,
    }
}

/// Whether an expression is Python's own nothing, for which no other has to stand.
pub(super) fn is_none(cst: Cst<'_>) -> bool {
    cst.kind() == "none"
}

/// Whether an argument has a name.
pub(super) fn is_keyword(cst: Cst<'_>) -> bool {
    cst.kind() == "keyword_argument"
}

/// Whether arguments are a generator without parentheses of its own.
pub(super) fn is_generator(cst: Cst<'_>) -> bool {
    cst.kind() == "generator_expression"
}

/// Whether a clause of a comprehension is a `for`.
pub(super) fn is_for(clause: Cst<'_>) -> bool {
    clause.kind() == "for_in_clause"
}

/// Whether an expression is a text, which as a statement has no effect.
pub(super) fn is_text(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "string" | "concatenated_string")
}

/// What a `for` of a comprehension goes through.
pub(super) fn sources(clause: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    clause.children().filter(|child| child.field() == "right" && child.is_named())
}

/// A parameter: the name, and what stands before it and behind it.
pub(super) struct Parameter<'c> {
    pub(super) name: Cst<'c>,
    pub(super) stars: &'static str,
    pub(super) default: Maybe<'c>,
}

impl<'c> Parameter<'c> {
    /// `None` for separators.
    pub(super) fn of(cst: Cst<'c>) -> Option<Parameter<'c>> {
        let first = || named(cst).next();
        match cst.kind() {
            "identifier" => Some(Parameter { name: cst, stars: "", default: None }),
            "default_parameter" | "typed_default_parameter" => Some(Parameter {
                name: cst.child_by_field_name("name")?,
                stars: "",
                default: cst.child_by_field_name("value"),
            }),
            "typed_parameter" => Parameter::of(first()?),
            "list_splat_pattern" => Some(Parameter { name: first()?, stars: "*", default: None }),
            "dictionary_splat_pattern" => Some(Parameter { name: first()?, stars: "**", default: None }),
            _ => None,
        }
    }
}

/// The construct whose node a parameter is: without its type.
pub(super) fn untyped(parameter: Cst<'_>) -> Cst<'_> {
    if parameter.kind() == "typed_parameter" {
        named(parameter).next().unwrap_or(parameter)
    } else {
        parameter
    }
}

/// What a construct is to the names in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    Function,
    Lambda,
    Class,
    Comprehension,
    /// `global`, `nonlocal`.
    Scope,
    Import,
    /// Its children in this field bind names.
    Binds(&'static str),
    /// A pattern of a `case`: names without a dot are bound.
    Pattern,
    Delete,
    Yield,
    /// Types bind nothing.
    Type,
    Other,
}

impl Naming {
    pub(super) fn of(cst: Cst<'_>) -> Naming {
        match cst.kind() {
            "function_definition" => Naming::Function,
            "lambda" => Naming::Lambda,
            "class_definition" => Naming::Class,
            "list_comprehension"
            | "dictionary_comprehension"
            | "set_comprehension"
            | "generator_expression" => Naming::Comprehension,
            "global_statement" | "nonlocal_statement" => Naming::Scope,
            "import_statement" | "import_from_statement" => Naming::Import,
            "assignment" | "augmented_assignment" | "for_statement" => Naming::Binds("left"),
            "named_expression" => Naming::Binds("name"),
            "as_pattern" => Naming::Binds("alias"),
            "case_pattern" => Naming::Pattern,
            "delete_statement" => Naming::Delete,
            "yield" => Naming::Yield,
            "type" => Naming::Type,
            _ => Naming::Other,
        }
    }
}

/// The names that a target binds: not those in `a.b` and `a[b]`.
pub(super) fn targets<'c>(target: Cst<'c>, found: &mut Vec<Cst<'c>>) {
    match target.kind() {
        "identifier" => found.push(target),
        "attribute" | "subscript" | "call" => {}
        _ => named(target).for_each(|child| targets(child, found)),
    }
}

/// The name that a definition or an import gives to what it makes.
pub(super) fn given_names(cst: Cst<'_>) -> Vec<Cst<'_>> {
    match cst.kind() {
        "function_definition" | "class_definition" => cst.child_by_field_name("name").into_iter().collect(),
        _ => {
            let imported = cst.children().filter(|child| child.field() == "name");
            imported
                .map(|part| part.child_by_field_name("alias").or_else(|| named(part).next()).unwrap_or(part))
                .collect()
        }
    }
}

/// Where a name of a criterion stands, as far as that decides when it has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It is read.
    Read,
    /// Part of a larger target.
    Target,
    /// Has its value when the statement is done.
    Statement,
    /// Has its value when the body of this construct is entered.
    Body,
    /// In a comprehension.
    Source,
    /// `(x := …)`.
    Named,
    Parameter,
    /// Has no value there.
    None(&'static str),
}

impl Place {
    /// Of a construct, as the parent has it.
    pub(super) fn of(child: Cst<'_>, parent: Cst<'_>) -> Place {
        let is_in = |field: &str| child.field() == field;
        match parent.kind() {
            "pattern_list"
            | "tuple_pattern"
            | "list_pattern"
            | "list_splat_pattern"
            | "dictionary_splat_pattern"
            | "as_pattern_target"
            | "splat_pattern"
            | "typed_parameter"
            | "case_pattern"
            | "union_pattern"
            | "dict_pattern"
            | "parameters"
            | "with_item"
            | "with_clause" => Place::Target,
            "default_parameter" | "typed_default_parameter" if is_in("name") => Place::Target,
            "keyword_pattern"
                if named(parent).next().map(|it| it.byte_range()) != Some(child.byte_range()) =>
            {
                Place::Target
            }
            "dotted_name" if named(parent).count() == 1 => Place::Target,
            "class_pattern" if child.kind() != "dotted_name" => Place::Target,
            "class_pattern" | "keyword_pattern" | "dotted_name" => {
                Place::None("is a name in a pattern, and no variable")
            }
            "as_pattern" if is_in("alias") || child.kind() == "identifier" && parent_is_case(parent) => {
                Place::Target
            }
            "as_pattern" if child.kind() == "case_pattern" => Place::Target,
            "assignment" if is_in("left") && parent.child_by_field_name("right").is_none() => {
                Place::None("is declared there without a value")
            }
            "assignment" | "augmented_assignment" if is_in("left") => Place::Statement,
            "for_statement" if is_in("left") => Place::Body,
            "with_statement" | "except_clause" if child.kind() != "block" => Place::Body,
            "case_clause" if child.kind() == "case_pattern" => Place::Body,
            "for_in_clause" if is_in("left") => Place::Source,
            "named_expression" if is_in("name") => Place::Named,
            "function_definition" if is_in("parameters") => Place::Parameter,
            "lambda_parameters" => Place::Parameter,
            "delete_statement" => Place::None("is deleted there"),
            "global_statement" | "nonlocal_statement" => Place::None("is declared there without a value"),
            _ => Place::Read,
        }
    }
}

fn parent_is_case(as_pattern: Cst<'_>) -> bool {
    named(as_pattern).next().is_some_and(|first| first.kind() == "case_pattern")
}

/// Whether a node of the tree is made of this construct: a bare `a, b` is a tuple.
pub(super) fn is_made_of(program: &Tree, node: NodeId, cst: Cst<'_>) -> bool {
    let kind = program.kind(node);
    kind == cst.kind() || kind == "tuple" && matches!(cst.kind(), "expression_list" | "expression_statement")
}

/// A literal that inputs may hold.
pub(super) enum Constant<'t> {
    Number(i64),
    // Without its quotes.
    Text(&'t str),
}

impl<'t> Constant<'t> {
    /// `None` for any other node.
    pub(super) fn of(program: &'t Tree, node: NodeId) -> Option<Constant<'t>> {
        let label = program.label(node);
        match program.kind(node) {
            "integer" | "float" => {
                let whole = label.split('.').next()?.replace('_', "");
                whole.parse().ok().map(Constant::Number)
            }
            "string" => Some(Constant::Text(label)),
            _ => None,
        }
    }
}

/// The names of the functions of a module, in source order.
pub(super) fn functions(program: &Tree) -> Vec<NodeId> {
    program.roots(0).filter(|&root| program.kind(root) == "function_definition").collect()
}

/// Number of parameters of a function of the module.
pub(super) fn n_parameters(program: &Tree, name: &str) -> usize {
    let Some(function) = functions(program).into_iter().find(|&node| program.label(node) == name) else {
        return 0;
    };
    let text = program.text(function);
    let concrete = crate::ast::concrete(program.language(), text);
    let definition = named(concrete.root()).next();
    let parameters = definition.and_then(|definition| definition.child_by_field_name("parameters"));
    let parameters = parameters.into_iter().flat_map(named).filter_map(Parameter::of);
    parameters.filter(|parameter| parameter.stars.is_empty() && parameter.default.is_none()).count()
}
