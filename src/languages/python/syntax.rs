//! The constructs of Python with their parts.
//!
//! Beside the rules for counting nodes, only this file knows the kinds of the grammar. Whoever reads a program matches
//! on these types, so that a construct that was forgotten does not compile.

use crate::ast::{Cst, NodeId, Tree};
use crate::languages::literals::LiteralConstant;

/// A part that the grammar may leave out, or an error in the text takes away.
type MaybeCst<'c> = Option<Cst<'c>>;

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
pub(super) fn colon(cst: Cst<'_>) -> MaybeCst<'_> {
    cst.children().find(|child| child.kind() == ":")
}

/// The block of a compound statement or clause.
pub(super) fn block(cst: Cst<'_>) -> MaybeCst<'_> {
    named(cst).find(|child| child.kind() == "block")
}

/// A statement, with the parts in which something can go.
pub(super) enum PythonStatement<'c> {
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
    If { condition: MaybeCst<'c>, consequence: MaybeCst<'c> },
    While { condition: MaybeCst<'c> },
    For { left: MaybeCst<'c>, right: MaybeCst<'c> },
    Try,
    With { items: MaybeCst<'c> },
    Function { parameters: MaybeCst<'c> },
    Class { superclasses: MaybeCst<'c> },
    Decorated { definition: MaybeCst<'c> },
    Match,
}

impl<'c> PythonStatement<'c> {
    /// `None` for what is no statement: comments, errors.
    pub(super) fn of(cst: Cst<'c>) -> Option<PythonStatement<'c>> {
        let field = |name| cst.child_by_field_name(name);
        Some(match cst.kind() {
            "expression_statement" => match named(cst).next() {
                Some(only) if is_assignment(only) => PythonStatement::Assignment(only),
                _ => PythonStatement::Expressions,
            },
            "return_statement" | "raise_statement" | "assert_statement" => PythonStatement::Values,
            "delete_statement" => PythonStatement::Delete,
            "global_statement" => PythonStatement::Scope { is_nonlocal: false },
            "nonlocal_statement" => PythonStatement::Scope { is_nonlocal: true },
            "break_statement"
            | "continue_statement"
            | "print_statement"
            | "exec_statement"
            | "type_alias_statement" => PythonStatement::Plain,
            "pass_statement" | "import_statement" | "import_from_statement" | "future_import_statement" => {
                PythonStatement::Weightless
            }
            "if_statement" => {
                PythonStatement::If { condition: field("condition"), consequence: field("consequence") }
            }
            "while_statement" => PythonStatement::While { condition: field("condition") },
            "for_statement" => PythonStatement::For { left: field("left"), right: field("right") },
            "try_statement" => PythonStatement::Try,
            "with_statement" => {
                PythonStatement::With { items: named(cst).find(|it| it.kind() == "with_clause") }
            }
            "function_definition" => PythonStatement::Function { parameters: field("parameters") },
            "class_definition" => PythonStatement::Class { superclasses: field("superclasses") },
            "decorated_definition" => PythonStatement::Decorated { definition: field("definition") },
            "match_statement" => PythonStatement::Match,
            _ => return None,
        })
    }
}

/// Whether a construct binds the names on its left.
pub(super) fn is_assignment(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "assignment" | "augmented_assignment")
}

/// The sides of an assignment.
pub(super) fn sides(assignment: Cst<'_>) -> (MaybeCst<'_>, MaybeCst<'_>) {
    (assignment.child_by_field_name("left"), assignment.child_by_field_name("right"))
}

/// What follows the first body of a compound statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyClause {
    Elif,
    Else,
    Except,
    Finally,
    Case,
}

impl BodyClause {
    /// `None` for what is no clause.
    pub(super) fn of(cst: Cst<'_>) -> Option<BodyClause> {
        Some(match cst.kind() {
            "elif_clause" => BodyClause::Elif,
            "else_clause" => BodyClause::Else,
            "except_clause" => BodyClause::Except,
            "finally_clause" => BodyClause::Finally,
            "case_clause" => BodyClause::Case,
            _ => return None,
        })
    }

    /// The clauses of a statement, in source order.
    pub(super) fn all(statement: Cst<'_>) -> impl Iterator<Item = (BodyClause, Cst<'_>)> {
        let body = block(statement).filter(|_| statement.kind() == "match_statement");
        named(body.unwrap_or(statement)).filter_map(|child| Some((BodyClause::of(child)?, child)))
    }

    /// Kind of the node that the clause is in the tree we count; that of an `elif` is an `else`.
    pub(super) fn kind(self) -> &'static str {
        match self {
            BodyClause::Elif | BodyClause::Else => "else_clause",
            BodyClause::Except => "except_clause",
            BodyClause::Finally => "finally_clause",
            BodyClause::Case => "case_clause",
        }
    }
}

/// The guard of a `case`.
pub(super) fn guard(case: Cst<'_>) -> MaybeCst<'_> {
    case.child_by_field_name("guard")
}

/// The condition of an `elif`.
pub(super) fn condition(clause: Cst<'_>) -> MaybeCst<'_> {
    clause.child_by_field_name("condition")
}

/// The condition of a conditional expression; `None` for anything else.
pub(super) fn ternary_condition(cst: Cst<'_>) -> MaybeCst<'_> {
    if cst.kind() == "conditional_expression" { named(cst).nth(1) } else { None }
}

/// What an `except` catches, without the name it gives to it; `None` when it catches everything.
pub(super) fn caught(except: Cst<'_>) -> MaybeCst<'_> {
    let first = named(except).next().filter(|first| first.kind() != "block")?;
    if first.kind() == "as_pattern" { named(first).next() } else { Some(first) }
}

/// The expressions of a `with`, without the names that they get.
pub(super) fn contexts(clause: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    managers(clause).map(|(value, _)| value)
}

/// The expressions of a `with`, and what each is assigned to.
pub(super) fn managers(clause: Cst<'_>) -> impl Iterator<Item = (Cst<'_>, MaybeCst<'_>)> {
    named(clause).filter_map(|item| {
        let value = named(item).next()?;
        if value.kind() != "as_pattern" {
            return Some((value, None));
        }
        let target = value.children().find(|child| child.field() == "alias");
        Some((named(value).next()?, target.and_then(|target| named(target).next())))
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
pub(super) enum PythonExpression<'c> {
    Parenthesised(MaybeCst<'c>),
    // Operators, conditions, elements of tuples without parentheses: each of these children is a value.
    Values(Vec<Cst<'c>>),
    // In brackets of any kind.
    Elements(Vec<Cst<'c>>),
    Lambda { parameters: MaybeCst<'c>, body: MaybeCst<'c> },
    Call { function: MaybeCst<'c>, arguments: MaybeCst<'c> },
    // `a.b`: only what is inside of `a` can go.
    Attribute(MaybeCst<'c>),
    Subscript { value: MaybeCst<'c>, indices: Vec<Cst<'c>> },
    Slice(Vec<Cst<'c>>),
    Dictionary,
    // The element, and the clauses.
    Comprehension { body: MaybeCst<'c>, clauses: Vec<Cst<'c>> },
    Named(MaybeCst<'c>),
    // The expressions in a string.
    Text(Vec<Cst<'c>>),
    // `*a` and `**a`.
    Splat(MaybeCst<'c>),
    // `k: v`, and without a key `k=v`.
    Pair { key: MaybeCst<'c>, value: MaybeCst<'c> },
    Yield(MaybeCst<'c>),
    Name,
    // Nothing inside of it can go.
    Other,
}

impl<'c> PythonExpression<'c> {
    pub(super) fn of(cst: Cst<'c>) -> PythonExpression<'c> {
        let field = |name| cst.child_by_field_name(name);
        let all = || named(cst).collect::<Vec<_>>();
        match cst.kind() {
            "parenthesized_expression" => PythonExpression::Parenthesised(named(cst).next()),
            "binary_operator"
            | "boolean_operator"
            | "not_operator"
            | "unary_operator"
            | "conditional_expression" => PythonExpression::Values(all()),
            "comparison_operator" => {
                PythonExpression::Values(named(cst).filter(|child| child.field() != "operators").collect())
            }
            "expression_list" | "list" | "tuple" | "set" => PythonExpression::Elements(all()),
            "lambda" => PythonExpression::Lambda { parameters: field("parameters"), body: field("body") },
            "call" => PythonExpression::Call { function: field("function"), arguments: field("arguments") },
            "attribute" => PythonExpression::Attribute(field("object")),
            "subscript" => {
                let indices = cst.children().filter(|child| child.field() == "subscript" && child.is_named());
                PythonExpression::Subscript { value: field("value"), indices: indices.collect() }
            }
            "slice" => PythonExpression::Slice(all()),
            "dictionary" => PythonExpression::Dictionary,
            "list_comprehension"
            | "dictionary_comprehension"
            | "set_comprehension"
            | "generator_expression" => {
                let is_clause = |child: &Cst<'_>| matches!(child.kind(), "for_in_clause" | "if_clause");
                let clauses = named(cst).filter(is_clause).collect();
                PythonExpression::Comprehension { body: field("body"), clauses }
            }
            "named_expression" => PythonExpression::Named(field("value")),
            "string" => PythonExpression::Text(interpolated(cst)),
            "concatenated_string" => PythonExpression::Text(named(cst).flat_map(interpolated).collect()),
            "list_splat" | "dictionary_splat" => PythonExpression::Splat(named(cst).next()),
            "pair" => PythonExpression::Pair { key: field("key"), value: field("value") },
            "keyword_argument" => PythonExpression::Pair { key: None, value: field("value") },
            "yield" => PythonExpression::Yield(named(cst).next()),
            "identifier" => PythonExpression::Name,
            _ => PythonExpression::Other,
        }
    }

    /// The expression inside of parentheses.
    pub(super) fn bare(cst: Cst<'c>) -> Cst<'c> {
        match PythonExpression::of(cst) {
            PythonExpression::Parenthesised(Some(inner)) => PythonExpression::bare(inner),
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

/// All that a formatted string evaluates, in widths and precisions, too.
pub(super) fn evaluated_in_text(string: Cst<'_>) -> Vec<Cst<'_>> {
    let mut found = Vec::new();
    for part in named(string) {
        match part.kind() {
            "interpolation" | "format_expression" => {
                found.extend(part.child_by_field_name("expression"));
                let inner = named(part).filter(|inner| inner.kind() == "format_specifier");
                found.extend(inner.flat_map(evaluated_in_text));
            }
            "string" => found.extend(evaluated_in_text(part)),
            _ => {}
        }
    }
    found
}

/// The text that an expression is, without escapes.
pub(super) fn constant_text<'t>(cst: Cst<'_>, text: &'t str) -> Option<&'t str> {
    let word = &text[cst.byte_range()];
    let is_text = matches!(PythonExpression::of(cst), PythonExpression::Text(parts) if parts.is_empty());
    (is_text && !word.contains('\\') && word.starts_with(['"', '\''])).then(|| word.trim_matches(['"', '\'']))
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

/// Where the operands of an `and` or `or` begin and end.
pub(super) fn short_circuit(cst: Cst<'_>) -> Option<[(usize, usize); 2]> {
    let place =
        |field| cst.child_by_field_name(field).map(|operand| (operand.start_byte(), operand.end_byte()));
    (cst.kind() == "boolean_operator").then(|| Some([place("left")?, place("right")?])).flatten()
}

/// Whether a function is asynchronous.
pub(super) fn is_async(function: Cst<'_>) -> bool {
    has_token(function, "async")
}

/// Whether an argument has a name.
pub(super) fn is_keyword(cst: Cst<'_>) -> bool {
    cst.kind() == "keyword_argument"
}

/// Whether arguments are a generator without parentheses of its own.
pub(super) fn is_generator(cst: Cst<'_>) -> bool {
    cst.kind() == "generator_expression"
}

/// Whether a statement is a `return`.
pub(super) fn returns(cst: Cst<'_>) -> bool {
    cst.kind() == "return_statement"
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
    pub(super) default: MaybeCst<'c>,
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
pub(super) enum PythonNaming {
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

impl PythonNaming {
    pub(super) fn of(cst: Cst<'_>) -> PythonNaming {
        match cst.kind() {
            "function_definition" => PythonNaming::Function,
            "lambda" => PythonNaming::Lambda,
            "class_definition" => PythonNaming::Class,
            "list_comprehension"
            | "dictionary_comprehension"
            | "set_comprehension"
            | "generator_expression" => PythonNaming::Comprehension,
            "global_statement" | "nonlocal_statement" => PythonNaming::Scope,
            "import_statement" | "import_from_statement" => PythonNaming::Import,
            "assignment" | "augmented_assignment" | "for_statement" => PythonNaming::Binds("left"),
            "named_expression" => PythonNaming::Binds("name"),
            "as_pattern" => PythonNaming::Binds("alias"),
            "case_pattern" => PythonNaming::Pattern,
            "delete_statement" => PythonNaming::Delete,
            "yield" => PythonNaming::Yield,
            "type" => PythonNaming::Type,
            _ => PythonNaming::Other,
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
pub(super) enum NamePlace {
    /// It is read.
    Read,
    /// PythonPart of a larger target.
    Target,
    /// Has its value when the statement is done.
    Statement,
    /// Has its value when the body of this construct is entered.
    Body,
    /// In a comprehension.
    SchemaSource,
    /// `(x := …)`.
    Named,
    Parameter,
    /// Has no value there.
    None(&'static str),
}

impl NamePlace {
    /// Of a construct, as the parent has it.
    pub(super) fn of(child: Cst<'_>, parent: Cst<'_>) -> NamePlace {
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
            | "with_clause" => NamePlace::Target,
            "default_parameter" | "typed_default_parameter" if is_in("name") => NamePlace::Target,
            "keyword_pattern"
                if named(parent).next().map(|it| it.byte_range()) != Some(child.byte_range()) =>
            {
                NamePlace::Target
            }
            "dotted_name" if named(parent).count() == 1 => NamePlace::Target,
            "class_pattern" if child.kind() != "dotted_name" => NamePlace::Target,
            "class_pattern" | "keyword_pattern" | "dotted_name" => {
                NamePlace::None("is a name in a pattern, and no variable")
            }
            "as_pattern" if is_in("alias") || child.kind() == "identifier" && parent_is_case(parent) => {
                NamePlace::Target
            }
            "as_pattern" if child.kind() == "case_pattern" => NamePlace::Target,
            "assignment" if is_in("left") && parent.child_by_field_name("right").is_none() => {
                NamePlace::None("is declared there without a value")
            }
            "assignment" | "augmented_assignment" if is_in("left") => NamePlace::Statement,
            "for_statement" if is_in("left") => NamePlace::Body,
            "with_statement" | "except_clause" if child.kind() != "block" => NamePlace::Body,
            "case_clause" if child.kind() == "case_pattern" => NamePlace::Body,
            "for_in_clause" if is_in("left") => NamePlace::SchemaSource,
            "named_expression" if is_in("name") => NamePlace::Named,
            "function_definition" if is_in("parameters") => NamePlace::Parameter,
            "lambda_parameters" => NamePlace::Parameter,
            "delete_statement" => NamePlace::None("is deleted there"),
            "global_statement" | "nonlocal_statement" => NamePlace::None("is declared there without a value"),
            _ => NamePlace::Read,
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

/// A literal that inputs may hold; `None` for any other node.
pub(super) fn constant(program: &Tree, node: NodeId) -> Option<LiteralConstant<'_>> {
    let label = program.label(node);
    match program.kind(node) {
        "integer" | "float" => {
            let whole = label.split('.').next()?.replace('_', "");
            whole.parse().ok().map(LiteralConstant::Number)
        }
        "string" => Some(LiteralConstant::Text(label)),
        _ => None,
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

/// The parameters of a function, in their parentheses.
pub(super) fn parameters_of(function: Cst<'_>) -> MaybeCst<'_> {
    function.child_by_field_name("parameters")
}

fn is_definition(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "function_definition" | "class_definition")
}

/// The function with a name such as `f`, `Class.method` or `f.inner`; the first where there are several.
pub(super) fn function_named<'c>(root: Cst<'c>, text: &str, path: &str) -> MaybeCst<'c> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let inside = |cst: Cst<'c>| -> Vec<Cst<'c>> {
        let mut inside: Vec<Cst<'c>> = named(cst).collect();
        inside.reverse();
        inside
    };
    let mut open = inside(root);
    while let Some(cst) = open.pop() {
        let is_named = |name: Cst<'_>| text.get(name.byte_range()) == Some(first);
        if is_definition(cst) {
            let is_it = cst.child_by_field_name("name").is_some_and(is_named);
            match rest {
                Some(rest) if is_it => {
                    if let Some(found) = function_named(cst, text, rest) {
                        return Some(found);
                    }
                }
                None if is_it && cst.kind() == "function_definition" => return Some(cst),
                _ => {}
            }
            continue;
        }
        open.extend(inside(cst));
    }
    None
}

/// What is in the body of a function and in none that it defines.
fn own_parts<'c>(function: Cst<'c>) -> Vec<Cst<'c>> {
    let mut open: Vec<Cst<'c>> = block(function).into_iter().collect();
    let mut found = Vec::new();
    while let Some(cst) = open.pop() {
        found.push(cst);
        if !is_definition(cst) && cst.kind() != "lambda" {
            open.extend(named(cst));
        }
    }
    found
}

/// The expressions whose values a function returns.
pub(super) fn returned(function: Cst<'_>) -> Vec<Cst<'_>> {
    let returns = own_parts(function).into_iter().filter(|part| part.kind() == "return_statement");
    returns.flat_map(|part| named(part).next()).collect()
}

/// Whether a function is a generator.
pub(super) fn yields(function: Cst<'_>) -> bool {
    own_parts(function).iter().any(|part| part.kind() == "yield")
}

/// The first statement of a module that another may stand before.
pub(super) fn first_statement(module: Cst<'_>) -> MaybeCst<'_> {
    let has_to_be_first = |statement: &Cst<'_>| {
        statement.kind() == "future_import_statement"
            || statement.kind() == "expression_statement" && named(*statement).next().is_some_and(is_text)
    };
    named(module).find(|statement| !has_to_be_first(statement))
}
