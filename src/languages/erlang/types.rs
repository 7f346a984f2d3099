//! Types as `-spec` and `-type` write them.

use crate::ast::Cst;

use super::attributes::{AttributeText, MAX_DEPTH, parts};
use super::module::FunctionName;
use super::syntax::FormPart;

/// A type expression, as far as values can be made from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Atom(String),
    Integer(i128),
    /// First and last.
    Range(i128, i128),
    Tuple(Vec<Type>),
    /// `[T]`; `None` for `[]`.
    List(Option<Box<Type>>),
    Union(Vec<Type>),
    /// A type of the language or of the module, with its arguments.
    Named(String, Vec<Type>),
    Variable(String),
    Other,
}

/// A `-spec`.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) function: FunctionName,
    module: Option<String>,
    pub(super) signatures: Vec<TypeSignature>,
}

/// One of the alternatives of a `-spec`.
#[derive(Clone, Debug)]
pub(super) struct TypeSignature {
    pub(super) params: Vec<Type>,
    /// What `when` says of variables.
    pub(super) bounds: Vec<(String, Type)>,
}

/// A `-type`, `-opaque` or `-nominal`.
#[derive(Clone, Debug)]
pub(super) struct TypeDefinition {
    pub(super) name: String,
    pub(super) n_params: usize,
    pub(super) body: Type,
}

impl Spec {
    pub(super) fn read(at: &AttributeText<'_>, form: Cst<'_>) -> Option<Spec> {
        let name = at.atom(form.child_by_field_name("fun")?)?;
        let module = form.child_by_field_name("module").and_then(|module| module.child_by_field_name("name"));
        let signatures = form.children().filter(|child| FormPart::of(child.kind()) == FormPart::Signature);
        let signatures: Vec<TypeSignature> =
            signatures.map(|signature| TypeSignature::read(at, signature)).collect();
        let function = FunctionName { name, arity: signatures.first()?.params.len() };
        Some(Spec { function, module: module.and_then(|module| at.atom(module)), signatures })
    }

    /// Whether it is of a function of this module.
    pub(super) fn is_of(&self, module: Option<&str>) -> bool {
        self.module.is_none() || self.module.as_deref() == module
    }
}

impl TypeSignature {
    fn read(at: &AttributeText<'_>, signature: Cst<'_>) -> TypeSignature {
        let params = signature.child_by_field_name("args").into_iter().flat_map(parts);
        let bounds = signature.child_by_field_name("guard").into_iter().flat_map(parts);
        let bound = |bound: Cst<'_>| {
            let name = bound.child_by_field_name("var")?.child_by_field_name("var")?;
            Some((at.text[name.byte_range()].to_owned(), read(at, bound.child_by_field_name("ty")?, 0)))
        };
        TypeSignature {
            params: params.map(|param| read(at, param, 0)).collect(),
            bounds: bounds.filter_map(bound).collect(),
        }
    }
}

impl TypeDefinition {
    pub(super) fn read(at: &AttributeText<'_>, form: Cst<'_>) -> Option<TypeDefinition> {
        let head = form.child_by_field_name("name")?;
        let name = at.atom(head.child_by_field_name("name")?)?;
        let n_params = head.child_by_field_name("args").into_iter().flat_map(parts).count();
        Some(TypeDefinition { name, n_params, body: read(at, form.child_by_field_name("ty")?, 0) })
    }
}

fn read(at: &AttributeText<'_>, node: Cst<'_>, depth: usize) -> Type {
    let text = &at.text[node.byte_range()];
    let field = |field: &str| node.child_by_field_name(field);
    let read_field = |name: &str| field(name).map_or(Type::Other, |part| read(at, part, depth + 1));
    match FormPart::of(node.kind()) {
        _ if depth > MAX_DEPTH => Type::Other,
        FormPart::Integer | FormPart::UnaryOperator => integer(text).map_or(Type::Other, Type::Integer),
        FormPart::Range => match (read_field("lhs"), read_field("rhs")) {
            (Type::Integer(first), Type::Integer(last)) => Type::Range(first, last),
            _ => Type::Other,
        },
        FormPart::Tuple => Type::Tuple(parts(node).map(|part| read(at, part, depth + 1)).collect()),
        FormPart::List => Type::List(parts(node).next().map(|part| Box::new(read(at, part, depth + 1)))),
        FormPart::Union => union(at, node, depth),
        FormPart::Parenthesised => read_field("expr"),
        FormPart::Annotated => read_field("ty"),
        FormPart::Variable => Type::Variable(text.to_owned()),
        FormPart::Call => match field("expr").and_then(|name| at.atom(name)) {
            Some(name) => {
                let args = field("args").into_iter().flat_map(parts);
                Type::Named(name, args.map(|arg| read(at, arg, depth + 1)).collect())
            }
            None => Type::Other,
        },
        _ => at.atom(node).map_or(Type::Other, Type::Atom),
    }
}

/// A long union nests to the right.
fn union(at: &AttributeText<'_>, node: Cst<'_>, depth: usize) -> Type {
    let mut members = Vec::new();
    let mut rest = Some(node);
    while let Some(node) = rest {
        let is_union = FormPart::of(node.kind()) == FormPart::Union;
        let member = if is_union { node.child_by_field_name("lhs") } else { Some(node) };
        members.extend(member.map(|member| read(at, member, depth + 1)));
        rest = node.child_by_field_name("rhs").filter(|_| is_union);
    }
    Type::Union(members)
}

fn integer(text: &str) -> Option<i128> {
    text.chars().filter(|c| !c.is_whitespace() && *c != '_').collect::<String>().parse().ok()
}
