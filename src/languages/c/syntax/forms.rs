//! Constructs as they are evaluated, which [`Expression`](super::Expression) tells apart only by what can go, and types.

use super::{Declarator, named};
use crate::ast::Cst;

/// An expression.
pub(in crate::languages::c) enum CForm<'c> {
    Inner(Cst<'c>),
    Name,
    /// Numbers, characters, strings and what `true` and `NULL` are.
    Literal,
    /// `&&`, `||`.
    Short {
        left: Cst<'c>,
        right: Cst<'c>,
        is_and: bool,
    },
    Binary {
        left: Cst<'c>,
        right: Cst<'c>,
        operator: &'c str,
    },
    Unary(Cst<'c>),
    /// `++`, `--`.
    Update {
        argument: Cst<'c>,
        is_prefix: bool,
    },
    AddressOf(Cst<'c>),
    Deref(Cst<'c>),
    Member {
        argument: Cst<'c>,
        field: Cst<'c>,
        is_arrow: bool,
    },
    Subscript {
        argument: Cst<'c>,
        index: Cst<'c>,
    },
    Assignment {
        left: Cst<'c>,
        right: Cst<'c>,
        /// Without the `=` of `+=`; empty for a plain one.
        operator: &'c str,
    },
    Cast {
        kind: Cst<'c>,
        value: Cst<'c>,
    },
    Ternary {
        test: Cst<'c>,
        yes: Cst<'c>,
        no: Cst<'c>,
    },
    Comma {
        left: Cst<'c>,
        right: Cst<'c>,
    },
    Call {
        function: Cst<'c>,
        arguments: Cst<'c>,
    },
    /// `(struct p) { 1, 2 }`.
    Compound {
        kind: Cst<'c>,
        list: Cst<'c>,
    },
    List,
    /// Not evaluated, though names may stand in it: `sizeof`.
    Unevaluated,
    Other,
}

impl<'c> CForm<'c> {
    pub(in crate::languages::c) fn of(cst: Cst<'c>) -> CForm<'c> {
        CForm::read(cst).unwrap_or(CForm::Other)
    }

    /// `None` for what lacks a part.
    fn read(cst: Cst<'c>) -> Option<CForm<'c>> {
        let field = |name| cst.child_by_field_name(name);
        Some(match cst.kind() {
            // Before C23 a program may define these two itself.
            "identifier" | "true" | "false" => CForm::Name,
            "parenthesized_expression" => CForm::Inner(named(cst).next()?),
            "number_literal" | "char_literal" | "string_literal" | "concatenated_string" | "null" => {
                CForm::Literal
            }
            "binary_expression" => binary(cst)?,
            "unary_expression" => CForm::Unary(field("argument")?),
            "update_expression" => {
                let argument = field("argument")?;
                CForm::Update { argument, is_prefix: argument.start_byte() > cst.start_byte() }
            }
            "pointer_expression" => {
                let argument = field("argument")?;
                if token(cst) == "&" { CForm::AddressOf(argument) } else { CForm::Deref(argument) }
            }
            "field_expression" => {
                let is_arrow = token(cst) == "->";
                CForm::Member { argument: field("argument")?, field: field("field")?, is_arrow }
            }
            "subscript_expression" => {
                CForm::Subscript { argument: field("argument")?, index: field("index")? }
            }
            "assignment_expression" => {
                let operator = token(cst).trim_end_matches('=');
                CForm::Assignment { left: field("left")?, right: field("right")?, operator }
            }
            "cast_expression" => CForm::Cast { kind: field("type")?, value: field("value")? },
            "conditional_expression" => CForm::Ternary {
                test: field("condition")?,
                yes: field("consequence")?,
                no: field("alternative")?,
            },
            "comma_expression" => CForm::Comma { left: field("left")?, right: field("right")? },
            "call_expression" => CForm::Call { function: field("function")?, arguments: field("arguments")? },
            "compound_literal_expression" => CForm::Compound { kind: field("type")?, list: field("value")? },
            "initializer_list" => CForm::List,
            "sizeof_expression" | "alignof_expression" | "offsetof_expression" => CForm::Unevaluated,
            _ => return None,
        })
    }
}

fn binary(cst: Cst<'_>) -> Option<CForm<'_>> {
    let (left, right) = (cst.child_by_field_name("left")?, cst.child_by_field_name("right")?);
    Some(match token(cst) {
        operator @ ("&&" | "||") => CForm::Short { left, right, is_and: operator == "&&" },
        operator => CForm::Binary { left, right, operator },
    })
}

/// The operator.
fn token(cst: Cst<'_>) -> &str {
    let is_operator = |child: &Cst<'_>| child.field() == "operator" || !child.is_named();
    cst.children().find(is_operator).map_or("", |child| child.kind())
}

/// The expression inside of parentheses.
pub(in crate::languages::c) fn bare(cst: Cst<'_>) -> Cst<'_> {
    match CForm::of(cst) {
        CForm::Inner(inner) => bare(inner),
        _ => cst,
    }
}

/// An element of a list in braces.
pub(in crate::languages::c) struct ListElement<'c> {
    /// `.field` and `[index]`, outermost first; none where the element is the next one.
    pub(in crate::languages::c) designators: Vec<ElementDesignator<'c>>,
    pub(in crate::languages::c) value: Cst<'c>,
}

/// Which element of a list.
pub(in crate::languages::c) enum ElementDesignator<'c> {
    Field(Cst<'c>),
    Index(Cst<'c>),
    Other,
}

/// The elements of a list in braces.
pub(in crate::languages::c) fn elements(list: Cst<'_>) -> impl Iterator<Item = ListElement<'_>> {
    named(list).filter_map(|element| {
        if element.kind() != "initializer_pair" {
            return Some(ListElement { designators: Vec::new(), value: element });
        }
        let value = element.child_by_field_name("value")?;
        let parts = element.children().filter(|part| part.field() == "designator");
        let designators = parts.map(|part| match (part.kind(), named(part).next()) {
            ("field_identifier", _) => ElementDesignator::Field(part),
            ("field_designator", Some(name)) => ElementDesignator::Field(name),
            ("subscript_designator", Some(index)) => ElementDesignator::Index(index),
            _ => ElementDesignator::Other,
        });
        Some(ListElement { designators: designators.collect(), value })
    })
}

/// Whether a loop evaluates its test behind its body.
pub(in crate::languages::c) fn is_tested_last(cst: Cst<'_>) -> bool {
    cst.kind() == "do_statement"
}

/// Whether a jump leaves what is around it.
pub(in crate::languages::c) fn is_break(cst: Cst<'_>) -> bool {
    cst.kind() == "break_statement"
}

/// Whether a statement ends what is behind it in an arm of a `switch`.
pub(in crate::languages::c) fn leaves(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "break_statement" | "return_statement" | "continue_statement" | "goto_statement")
}

/// Whether something is looked through by the compiler only in some cases: `#if` and its like.
pub(in crate::languages::c) fn is_conditional(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "preproc_if" | "preproc_ifdef" | "preproc_elif" | "preproc_elifdef" | "preproc_else")
}

/// What is neither a condition nor the name of one, inside of `#if` and its like.
pub(in crate::languages::c) fn conditional_parts(cst: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    named(cst).filter(|part| !matches!(part.field(), "condition" | "name"))
}

/// Why nothing is known of a program with this construct.
pub(in crate::languages::c) fn hopeless(
    cst: Cst<'_>,
    text: &str,
    above: Option<Cst<'_>>,
) -> Option<&'static str> {
    let is_in = |kind: &str| above.is_some_and(|above| above.kind() == kind);
    let word = |cst: Cst<'_>| &text[cst.byte_range()];
    Some(match cst.kind() {
        "gnu_asm_expression" => "assembly code",
        "generic_expression" => "`_Generic`",
        "compound_statement" if is_in("parenthesized_expression") => "a block where an expression stands",
        "function_definition" if is_in("compound_statement") => "a function inside of another",
        "function_definition" if named(cst).any(|part| part.kind() == "declaration") => {
            "parameters without types"
        }
        "case_statement" if !is_in("compound_statement") => "a `case` inside of another statement",
        "extension_expression" => "an extension of the compiler",
        "subscript_range_designator" => "a range of elements",
        "seh_try_statement" => "`__try`",
        "identifier" => match word(cst) {
            "setjmp" | "sigsetjmp" | "_setjmp" => "`setjmp`",
            "va_start" => "a variable number of arguments",
            "signal" | "sigaction" => "signals",
            "atexit" => "`atexit`",
            "fork" | "pthread_create" | "thrd_create" => "several threads or processes",
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether a name stands where only its address matters, or what it is part of: the array of a subscript, `sizeof`.
pub(in crate::languages::c) fn is_subscripted(cst: Cst<'_>, above: &[Cst<'_>]) -> bool {
    let mut below = cst;
    for &outer in above.iter().rev() {
        match outer.kind() {
            "parenthesized_expression" => below = outer,
            // `a` of `s.a` is what the field is, and so is the whole of it.
            "field_expression" if below.field() == "field" => below = outer,
            "subscript_expression" => return below.field() == "argument",
            "sizeof_expression" => return true,
            _ => return false,
        }
    }
    false
}

/// How many subscripts stand behind a name, from the inside out.
pub(in crate::languages::c) fn n_subscripts(cst: Cst<'_>, above: &[Cst<'_>]) -> usize {
    let mut below = cst;
    let mut n = 0;
    for &outer in above.iter().rev() {
        match outer.kind() {
            "parenthesized_expression" => {}
            "field_expression" if below.field() == "field" => {}
            "subscript_expression" if below.field() == "argument" => n += 1,
            "sizeof_expression" => return usize::MAX,
            // The address of an element leads to the others.
            "pointer_expression" if token(outer) == "&" => return 0,
            _ => return n,
        }
        below = outer;
    }
    n
}

/// A name of a variable or of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::languages::c) enum CNameKind {
    Variable,
    Field,
}

impl CNameKind {
    /// `None` for any other construct.
    pub(in crate::languages::c) fn of(cst: Cst<'_>) -> Option<CNameKind> {
        match cst.kind() {
            "identifier" => Some(CNameKind::Variable),
            "field_identifier" => Some(CNameKind::Field),
            _ => None,
        }
    }
}

/// Whether a name stands where it is declared, or says which element of a list is meant.
pub(in crate::languages::c) fn is_declared(cst: Cst<'_>, above: &[Cst<'_>]) -> bool {
    let is_in = |kind: &str| above.last().is_some_and(|outer| outer.kind() == kind);
    cst.field() == "declarator"
        || cst.field() == "designator"
        || is_in("parenthesized_declarator")
        || is_in("field_designator")
}

/// Whether something only defines types or macros, or tells the compiler something.
pub(in crate::languages::c) fn is_definition(cst: Cst<'_>) -> bool {
    cst.kind().ends_with("_specifier")
        || cst.kind().starts_with("preproc_") && !is_conditional(cst)
        || cst.kind() == "type_definition"
}

/// The parameters of the function that a declarator declares.
pub(in crate::languages::c) fn parameter_list(declarator: Option<Cst<'_>>) -> Option<Cst<'_>> {
    let lists = Declarator::chain(declarator).filter_map(|link| match Declarator::of(link) {
        Declarator::Function { parameters, .. } => parameters,
        _ => None,
    });
    // Of a function that returns a pointer to a function, its own are inside.
    lists.last()
}

/// Sizes of arrays in a declarator.
pub(in crate::languages::c) fn sizes(declarator: Option<Cst<'_>>) -> impl Iterator<Item = Cst<'_>> {
    Declarator::chain(declarator).filter_map(|link| match Declarator::of(link) {
        Declarator::Array { size, .. } => size,
        _ => None,
    })
}

/// What stands before declarators.
pub(in crate::languages::c) enum TypeSpecifier {
    Number,
    Name,
    Record,
    Other,
}

impl TypeSpecifier {
    pub(in crate::languages::c) fn of(cst: Cst<'_>) -> TypeSpecifier {
        match cst.kind() {
            "primitive_type" | "sized_type_specifier" | "enum_specifier" => TypeSpecifier::Number,
            "type_identifier" => TypeSpecifier::Name,
            "struct_specifier" | "union_specifier" => TypeSpecifier::Record,
            _ => TypeSpecifier::Other,
        }
    }
}

/// What one link of a declarator does to a type, with a name or without.
pub(in crate::languages::c) enum DeclaratorStep {
    Name,
    Pointer,
    Array,
    Function,
    Same,
}

impl DeclaratorStep {
    pub(in crate::languages::c) fn of(cst: Cst<'_>) -> DeclaratorStep {
        match cst.kind() {
            "identifier" | "field_identifier" | "type_identifier" | "primitive_type" => DeclaratorStep::Name,
            "pointer_declarator" | "abstract_pointer_declarator" => DeclaratorStep::Pointer,
            "array_declarator" | "abstract_array_declarator" => DeclaratorStep::Array,
            "function_declarator" | "abstract_function_declarator" => DeclaratorStep::Function,
            _ => DeclaratorStep::Same,
        }
    }
}

/// Whether something declares a name, or is one.
pub(in crate::languages::c) fn is_declarator(cst: Cst<'_>) -> bool {
    matches!(cst.kind(), "identifier" | "field_identifier" | "type_identifier")
        || cst.kind().ends_with("declarator")
}

/// The type that `typedef` gives names to.
pub(in crate::languages::c) fn defined_names(cst: Cst<'_>) -> Option<Cst<'_>> {
    cst.child_by_field_name("type").filter(|_| cst.kind() == "type_definition")
}

/// The type in what declares variables or fields.
pub(in crate::languages::c) fn declaring_type(cst: Cst<'_>) -> Option<Cst<'_>> {
    let declares = matches!(
        cst.kind(),
        "declaration" | "field_declaration" | "parameter_declaration" | "type_definition" | "type_descriptor"
    );
    cst.child_by_field_name("type").filter(|_| declares)
}
