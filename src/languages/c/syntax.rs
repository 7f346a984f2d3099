//! The constructs of C with their parts.
//!
//! Beside the rules for counting nodes, only this file and `forms` know the kinds of the grammar. Whoever reads a program matches
//! on these types, so that a construct that was forgotten does not compile.

pub(super) mod forms;

use crate::ast::{Cst, NodeId, Tree};

/// A part that the grammar may leave out, or an error in the text takes away.
type Maybe<'c> = Option<Cst<'c>>;

/// Strings in a row with a macro among them: what is between them carries meaning.
pub(super) const INDIVISIBLE: &[&str] = &["concatenated_string"];

/// The children that are no comments or punctuation.
pub(super) fn named(cst: Cst<'_>) -> impl Iterator<Item = Cst<'_>> {
    cst.children().filter(|child| child.is_named() && !child.is_extra())
}

fn has_token(cst: Cst<'_>, tokens: &[&str]) -> bool {
    cst.children().any(|child| tokens.contains(&child.kind()))
}

/// What a file consists of: a guard against being included twice is looked through.
pub(super) fn top_level<'c>(root: Cst<'c>, text: &str) -> impl Iterator<Item = Cst<'c>> {
    named(root).flat_map(|child| match is_guard(child, text) {
        true => named(child).skip(1).collect(),
        false => vec![child],
    })
}

/// Whether it is `#ifndef` around everything, with a name that is defined next.
fn is_guard(cst: Cst<'_>, text: &str) -> bool {
    let is_ifndef = cst.kind() == "preproc_ifdef" && has_token(cst, &["#ifndef"]);
    let has_else = cst.children().any(|part| part.field() == "alternative");
    let name = cst.child_by_field_name("name");
    let first = named(cst).nth(1).and_then(MacroDefinition::of).filter(|first| first.value.is_none());
    let is_same = |first: MacroDefinition<'_>| {
        name.is_some_and(|name| text[name.byte_range()] == text[first.name.byte_range()])
    };
    is_ifndef && !has_else && first.is_some_and(is_same)
}

/// The path of a header that a file includes with quotes.
pub(super) fn own_header<'t>(cst: Cst<'_>, text: &'t str) -> Option<&'t str> {
    let path = cst.child_by_field_name("path").filter(|_| cst.kind() == "preproc_include")?;
    text[path.byte_range()].strip_prefix('"')?.strip_suffix('"')
}

/// A macro that is more than a constant: its name, the names of its parameters, its text.
pub(super) struct MacroDefinition<'c> {
    pub(super) name: Cst<'c>,
    pub(super) parameters: Maybe<'c>,
    pub(super) value: Maybe<'c>,
}

impl<'c> MacroDefinition<'c> {
    /// `None` for any other construct.
    pub(super) fn of(cst: Cst<'c>) -> Option<MacroDefinition<'c>> {
        let name = cst.child_by_field_name("name")?;
        let (parameters, value) = (cst.child_by_field_name("parameters"), cst.child_by_field_name("value"));
        matches!(cst.kind(), "preproc_def" | "preproc_function_def").then_some(MacroDefinition {
            name,
            parameters,
            value,
        })
    }
}

/// Whether it is the name of a type, or of its tag.
pub(super) fn is_type_name(cst: Cst<'_>) -> bool {
    cst.kind() == "type_identifier"
}

/// A function with its body.
pub(super) struct FunctionDefinition<'c> {
    pub(super) declarator: Maybe<'c>,
    pub(super) body: Maybe<'c>,
    whole: Cst<'c>,
}

impl<'c> FunctionDefinition<'c> {
    /// `None` for any other construct.
    pub(super) fn of(cst: Cst<'c>) -> Option<FunctionDefinition<'c>> {
        let field = |name| cst.child_by_field_name(name);
        let is_function = cst.kind() == "function_definition";
        let (declarator, body) = (field("declarator"), field("body"));
        is_function.then_some(FunctionDefinition { declarator, body, whole: cst })
    }

    /// Whether no other file can call it.
    pub(super) fn is_static(&self, text: &str) -> bool {
        has_storage(self.whole, text, "static")
    }
}

fn has_storage(cst: Cst<'_>, text: &str, class: &str) -> bool {
    named(cst).any(|part| part.kind() == "storage_class_specifier" && &text[part.byte_range()] == class)
}

/// A declaration of variables, functions or types.
#[derive(Clone, Copy)]
pub(super) struct Declaration<'c>(Cst<'c>);

impl<'c> Declaration<'c> {
    /// `None` for any other construct.
    pub(super) fn of(cst: Cst<'c>) -> Option<Declaration<'c>> {
        (cst.kind() == "declaration").then_some(Declaration(cst))
    }

    pub(super) fn declarators(self) -> impl Iterator<Item = Cst<'c>> {
        self.0.children().filter(|part| part.field() == "declarator")
    }

    pub(super) fn has_storage(self, text: &str, class: &str) -> bool {
        has_storage(self.0, text, class)
    }

    /// Whether it says what a type consists of.
    pub(super) fn defines_type(self) -> bool {
        self.0.child_by_field_name("type").is_some_and(|part| {
            part.kind().ends_with("_specifier") && part.child_by_field_name("body").is_some()
        })
    }
}

/// One link of the chain from a declaration to the name that it declares.
pub(super) enum Declarator<'c> {
    // The end of the chain.
    Name,
    Function { inner: Maybe<'c>, parameters: Maybe<'c> },
    Array { inner: Maybe<'c>, size: Maybe<'c> },
    Pointer(Maybe<'c>),
    Parenthesised(Maybe<'c>),
    Initialised { inner: Maybe<'c>, value: Maybe<'c> },
    // Without a name, with attributes, or an error.
    Other(Maybe<'c>),
}

impl<'c> Declarator<'c> {
    pub(super) fn of(cst: Cst<'c>) -> Declarator<'c> {
        let field = |name| cst.child_by_field_name(name);
        let inner = field("declarator");
        match cst.kind() {
            "identifier" => Declarator::Name,
            "function_declarator" => Declarator::Function { inner, parameters: field("parameters") },
            "array_declarator" => Declarator::Array { inner, size: field("size") },
            "pointer_declarator" => Declarator::Pointer(inner),
            "parenthesized_declarator" => Declarator::Parenthesised(inner.or_else(|| named(cst).next())),
            "init_declarator" => Declarator::Initialised { inner, value: field("value") },
            _ => Declarator::Other(inner),
        }
    }

    pub(super) fn inner(&self) -> Maybe<'c> {
        match *self {
            Declarator::Name => None,
            Declarator::Pointer(inner) | Declarator::Parenthesised(inner) | Declarator::Other(inner) => inner,
            Declarator::Function { inner, .. }
            | Declarator::Array { inner, .. }
            | Declarator::Initialised { inner, .. } => inner,
        }
    }

    /// A declarator and those inside of it, outermost first.
    pub(super) fn chain(outermost: Maybe<'c>) -> impl Iterator<Item = Cst<'c>> {
        std::iter::successors(outermost, |&link| Declarator::of(link).inner())
    }

    /// The name that is declared, whatever it is the name of.
    pub(super) fn name(declarator: Cst<'c>) -> Maybe<'c> {
        Declarator::chain(Some(declarator)).find(|&link| matches!(Declarator::of(link), Declarator::Name))
    }

    /// The name that is declared as a variable; `None` for a prototype.
    pub(super) fn variable(declarator: Cst<'c>) -> Maybe<'c> {
        match Declarator::of(declarator) {
            Declarator::Name => Some(declarator),
            Declarator::Function { inner, .. } => match Declarator::of(inner?) {
                // A pointer to a function is a variable.
                Declarator::Parenthesised(inner) => Declarator::variable(inner?),
                _ => None,
            },
            other => Declarator::variable(other.inner()?),
        }
    }

    /// Whether a part of a declarator is that of an array.
    pub(super) fn has_array(declarator: Cst<'_>) -> bool {
        matches!(Declarator::of(declarator), Declarator::Array { .. })
            || named(declarator).any(Declarator::has_array)
    }

    /// The declarators of all parameters, of the innermost function last.
    pub(super) fn parameters(declarator: Maybe<'c>) -> impl Iterator<Item = Cst<'c>> {
        let lists = Declarator::chain(declarator).filter_map(|link| match Declarator::of(link) {
            Declarator::Function { parameters, .. } => parameters,
            _ => None,
        });
        lists.flat_map(named).filter_map(|parameter| parameter.child_by_field_name("declarator"))
    }
}

/// Whether the declarator of a parameter is stars without a name.
pub(super) fn is_abstract_pointer(declarator: Cst<'_>) -> bool {
    let inner = declarator.child_by_field_name("declarator");
    declarator.kind() == "abstract_pointer_declarator" && inner.is_none_or(is_abstract_pointer)
}

/// What a structure or a union consists of.
pub(super) struct StructDefinition<'c> {
    /// `struct` or `union`.
    pub(super) keyword: &'static str,
    pub(super) tag: Maybe<'c>,
    body: Cst<'c>,
}

impl<'c> StructDefinition<'c> {
    /// `None` for any other construct, and where only a tag stands.
    pub(super) fn of(cst: Cst<'c>) -> Option<StructDefinition<'c>> {
        let keyword = match cst.kind() {
            "struct_specifier" => "struct",
            "union_specifier" => "union",
            _ => return None,
        };
        let body = cst.child_by_field_name("body")?;
        Some(StructDefinition { keyword, tag: cst.child_by_field_name("name"), body })
    }

    pub(super) fn is_union(&self) -> bool {
        self.keyword == "union"
    }

    /// The declarations of fields.
    pub(super) fn members(&self) -> impl Iterator<Item = Cst<'c>> {
        named(self.body).filter(|member| member.kind() == "field_declaration")
    }
}

/// What a declaration among the fields of a structure adds to them.
pub(super) enum Member<'c> {
    /// Fields with these names; an array without a size has no values of its own.
    Fields(Vec<Cst<'c>>),
    /// The fields of a structure or union that has no name itself.
    Inner(StructDefinition<'c>),
}

impl<'c> Member<'c> {
    pub(super) fn of(member: Cst<'c>) -> Member<'c> {
        let declarators: Vec<Cst<'c>> =
            member.children().filter(|part| part.field() == "declarator").collect();
        match declared_type(member).and_then(StructDefinition::of) {
            Some(record) if declarators.is_empty() => Member::Inner(record),
            _ => {
                let is_sized = |it: &Cst<'c>| {
                    it.kind() != "array_declarator" || it.child_by_field_name("size").is_some()
                };
                Member::Fields(declarators.into_iter().filter(is_sized).filter_map(declared_name).collect())
            }
        }
    }
}

/// The type in a declaration of variables, of fields or of a name for a type; a definition of a type alone is its own.
pub(super) fn declared_type(cst: Cst<'_>) -> Maybe<'_> {
    match cst.kind() {
        "declaration" | "field_declaration" | "type_definition" => cst.child_by_field_name("type"),
        _ => Some(cst),
    }
}

/// The name that `typedef` gives a type as it is.
pub(super) fn defined_type(cst: Cst<'_>) -> Maybe<'_> {
    let mut names = cst.children().filter(|part| part.field() == "declarator");
    names.find(|part| cst.kind() == "type_definition" && part.kind() == "type_identifier")
}

/// The name in the declarator of a variable or of a field.
pub(super) fn declared_name(declarator: Cst<'_>) -> Maybe<'_> {
    declarator.subtree().find(|part| matches!(part.kind(), "identifier" | "field_identifier"))
}

/// How many arrays and pointers are between what is declared and its type.
pub(super) fn n_steps(declarator: Cst<'_>) -> usize {
    let is_step = |link: &Cst<'_>| matches!(link.kind(), "array_declarator" | "pointer_declarator");
    Declarator::chain(Some(declarator)).filter(is_step).count()
}

/// A statement of a body.
pub(super) enum Statement<'c> {
    Block,
    Declaration(Declaration<'c>),
    // Without a value for `default`.
    Case { value: Maybe<'c>, colon: Maybe<'c> },
    Expression(Maybe<'c>),
    // The alternative is with its `else`.
    If { condition: Maybe<'c>, consequence: Maybe<'c>, alternative: Maybe<'c> },
    // `while` and `do`.
    While { condition: Maybe<'c>, body: Maybe<'c> },
    For { initialiser: Maybe<'c>, condition: Maybe<'c>, update: Maybe<'c>, body: Maybe<'c> },
    Switch { condition: Maybe<'c>, body: Maybe<'c> },
    Return(Maybe<'c>),
    // `break`, `continue`.
    Jump,
    // With its label.
    Goto(Maybe<'c>),
    // A statement behind a label.
    Labelled { label: Maybe<'c>, inner: Maybe<'c> },
    // No statement, or one that is no code.
    Other,
}

impl<'c> Statement<'c> {
    pub(super) fn of(cst: Cst<'c>) -> Statement<'c> {
        let field = |name| cst.child_by_field_name(name);
        let (condition, body) = (field("condition"), field("body"));
        match cst.kind() {
            "compound_statement" => Statement::Block,
            "declaration" => Statement::Declaration(Declaration(cst)),
            "case_statement" => {
                let colon = cst.children().find(|child| child.kind() == ":");
                Statement::Case { value: field("value"), colon }
            }
            "expression_statement" => Statement::Expression(named(cst).next()),
            "if_statement" => {
                let (consequence, alternative) = (field("consequence"), field("alternative"));
                Statement::If { condition, consequence, alternative }
            }
            "while_statement" | "do_statement" => Statement::While { condition, body },
            "for_statement" => {
                let (initialiser, update) = (field("initializer"), field("update"));
                Statement::For { initialiser, condition, update, body }
            }
            "switch_statement" => Statement::Switch { condition, body },
            "return_statement" => Statement::Return(named(cst).next()),
            "break_statement" | "continue_statement" => Statement::Jump,
            "goto_statement" => Statement::Goto(field("label")),
            "labeled_statement" => Statement::Labelled { label: field("label"), inner: named(cst).nth(1) },
            _ => Statement::Other,
        }
    }
}

/// An expression, or what initialises a variable.
pub(super) enum Expression<'c> {
    Name,
    // `&&` and `||` are logical.
    Binary { left: Maybe<'c>, right: Maybe<'c>, is_logical: bool },
    // `!` and others.
    Unary { argument: Maybe<'c>, is_not: bool },
    // `++`, `--`, `*`, `&`, `.` and `->`, which need a place in memory.
    OfPlace(Maybe<'c>),
    // `=` is plain, `+=` is not.
    Assignment { left: Maybe<'c>, right: Maybe<'c>, is_plain: bool },
    Subscript { argument: Maybe<'c>, index: Maybe<'c> },
    Cast(Maybe<'c>),
    Conditional { condition: Maybe<'c>, consequence: Maybe<'c>, alternative: Maybe<'c> },
    Comma { left: Maybe<'c>, right: Maybe<'c> },
    Call { function: Maybe<'c>, arguments: Maybe<'c> },
    // A list in braces.
    List,
    // `.field = value` in such a list.
    Element(Maybe<'c>),
    Text,
    Parenthesised(Maybe<'c>),
    // Nothing inside of it can go: numbers, characters, `sizeof`.
    Other,
}

impl<'c> Expression<'c> {
    pub(super) fn of(cst: Cst<'c>) -> Expression<'c> {
        let field = |name| cst.child_by_field_name(name);
        let (left, right, argument) = (field("left"), field("right"), field("argument"));
        match cst.kind() {
            "identifier" => Expression::Name,
            "binary_expression" => {
                Expression::Binary { left, right, is_logical: has_token(cst, &["&&", "||"]) }
            }
            "unary_expression" => Expression::Unary { argument, is_not: has_token(cst, &["!"]) },
            "update_expression" | "pointer_expression" | "field_expression" => Expression::OfPlace(argument),
            "assignment_expression" => {
                Expression::Assignment { left, right, is_plain: has_token(cst, &["="]) }
            }
            "subscript_expression" => Expression::Subscript { argument, index: field("index") },
            "cast_expression" => Expression::Cast(field("value")),
            "conditional_expression" => Expression::Conditional {
                condition: field("condition"),
                consequence: field("consequence"),
                alternative: field("alternative"),
            },
            "comma_expression" => Expression::Comma { left, right },
            "call_expression" => {
                Expression::Call { function: field("function"), arguments: field("arguments") }
            }
            "initializer_list" => Expression::List,
            "initializer_pair" => Expression::Element(field("value")),
            "string_literal" | "concatenated_string" => Expression::Text,
            "parenthesized_expression" => Expression::Parenthesised(named(cst).next()),
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

/// What a construct is to the names in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    Name,
    /// What is declared inside is not known outside.
    Scope,
    Declaration,
    /// Types and directives declare no variables, and their names are none.
    Type,
    /// Only its parts matter.
    Other,
}

impl Naming {
    pub(super) fn of(cst: Cst<'_>) -> Naming {
        match cst.kind() {
            "identifier" => Naming::Name,
            "function_definition" | "compound_statement" | "for_statement" => Naming::Scope,
            "declaration" | "init_declarator" => Naming::Declaration,
            "struct_specifier"
            | "union_specifier"
            | "enum_specifier"
            | "type_definition"
            | "type_descriptor"
            | "preproc_def"
            | "preproc_function_def"
            | "preproc_include"
            | "preproc_call" => Naming::Type,
            _ => Naming::Other,
        }
    }
}

/// The name of a constant that an enumeration or a macro defines.
pub(super) fn constant(cst: Cst<'_>) -> Maybe<'_> {
    matches!(cst.kind(), "enumerator" | "preproc_def" | "preproc_function_def")
        .then(|| cst.child_by_field_name("name"))
        .flatten()
}

/// Constructs that cannot be switched off and on, or not in every place.
pub(super) enum Obstacle<'c> {
    Variadic,
    BitField,
    Macro(MacroDefinition<'c>),
    Conditional,
    Directive,
    Include,
    // A block where an expression stands.
    StatementExpression,
    InnerFunction,
    // Among the statements of a `case`.
    CaseDeclaration,
    // In the head of a `for`.
    ForDeclaration,
    // A `case` inside of another statement than a block.
    InnerCase,
    // Something that compilers added, with its name.
    Extension(String),
}

impl<'c> Obstacle<'c> {
    /// `None` for what is none.
    pub(super) fn of(cst: Cst<'c>, parent: Maybe<'c>, text: &str) -> Option<Obstacle<'c>> {
        const EXTENSIONS: [&str; 8] =
            ["gnu_asm", "ms_", "seh_", "generic_", "attributed_", "preproc_", "offsetof", "linkage_"];
        let is_in = |kind: &str| parent.is_some_and(|parent| parent.kind() == kind);
        Some(match cst.kind() {
            "variadic_parameter" => Obstacle::Variadic,
            "bitfield_clause" => Obstacle::BitField,
            "preproc_def" | "preproc_function_def" => Obstacle::Macro(MacroDefinition::of(cst)?),
            "preproc_ifdef" if is_guard(cst, text) => return None,
            "preproc_if" | "preproc_ifdef" | "preproc_elif" | "preproc_else" => Obstacle::Conditional,
            "preproc_call" if text[cst.byte_range()].trim() == "#pragma once" => return None,
            "preproc_call" => Obstacle::Directive,
            "preproc_include" => Obstacle::Include,
            "compound_statement" if is_in("parenthesized_expression") => Obstacle::StatementExpression,
            "preproc_params" | "preproc_directive" => return None,
            "function_definition" if !is_in("translation_unit") && !is_in("preproc_ifdef") => {
                Obstacle::InnerFunction
            }
            "declaration" if is_in("case_statement") => Obstacle::CaseDeclaration,
            "declaration" if is_in("for_statement") => Obstacle::ForDeclaration,
            "case_statement" if !is_in("compound_statement") => Obstacle::InnerCase,
            "preproc_arg" => return None,
            kind if EXTENSIONS.iter().any(|start| kind.starts_with(start)) => {
                Obstacle::Extension(kind.replace('_', " "))
            }
            _ => return None,
        })
    }
}

/// What a node of the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    Function,
    Case,
    Switch,
    /// A declarator with what initialises it.
    Initialised,
    List,
    /// `.field = value` in a list.
    Element,
    Name,
    Number,
    Character,
    Text,
    Assignment,
    /// `++` and `--`.
    Update,
    SizeOf,
    /// `*` and `&`.
    Pointer,
    /// A field of a structure, its own or behind a pointer.
    Field,
    Subscript,
    Goto,
    /// A statement with its label.
    Label,
    Other,
}

impl NodeKind {
    pub(super) fn of(program: &Tree, node: NodeId) -> NodeKind {
        match program.kind(node) {
            "function_definition" => NodeKind::Function,
            "case_statement" => NodeKind::Case,
            "switch_statement" => NodeKind::Switch,
            "init_declarator" => NodeKind::Initialised,
            "initializer_list" => NodeKind::List,
            "initializer_pair" => NodeKind::Element,
            "identifier" => NodeKind::Name,
            "number_literal" => NodeKind::Number,
            "char_literal" => NodeKind::Character,
            "string_literal" => NodeKind::Text,
            "assignment_expression" => NodeKind::Assignment,
            "update_expression" => NodeKind::Update,
            "sizeof_expression" => NodeKind::SizeOf,
            "pointer_expression" => NodeKind::Pointer,
            "field_expression" => NodeKind::Field,
            "subscript_expression" => NodeKind::Subscript,
            "goto_statement" => NodeKind::Goto,
            "labeled_statement" => NodeKind::Label,
            _ => NodeKind::Other,
        }
    }
}

impl NodeKind {
    /// Whether a statement is an expression.
    pub(super) fn is_plain_statement(program: &Tree, statement: NodeId) -> bool {
        matches!(program.kind(statement), "call_expression" | "assignment_expression" | "update_expression")
    }
}

/// Whether a node of the tree is made of this construct: a string of several parts counts as one.
pub(super) fn is_made_of(program: &Tree, node: NodeId, cst: Cst<'_>) -> bool {
    let kind = program.kind(node);
    kind == cst.kind() || kind == "string_literal" && cst.kind() == "concatenated_string"
}
