//! What the members of a type do.

use crate::ast::Cst;
use crate::languages::java::syntax::named;

use super::JavaFlow;
use super::types::{JavaMethod, TypeIdx, modifiers};

impl<'c> JavaFlow<'c> {
    /// The members of a type.
    pub(super) fn members_of(&self, of: TypeIdx) -> Vec<Cst<'c>> {
        let members = self.types.all[of].body.into_iter().flat_map(named);
        members
            .flat_map(|member| match member.kind() {
                "enum_body_declarations" => named(member).collect(),
                _ => vec![member],
            })
            .collect()
    }

    /// Lowers all functions of a type, and of the types in it.
    pub(super) fn lower_type(&mut self, of: TypeIdx) {
        let methods: Vec<JavaMethod<'c>> = self.types.all[of].methods.clone();
        methods.iter().for_each(|method| self.method(of, method));
        let constructors: Vec<JavaMethod<'c>> = self.types.all[of].constructors.clone();
        constructors.iter().for_each(|method| self.constructor(of, method));
        self.usual_constructor(of);
        let members = self.members_of(of);
        let own: Vec<Cst<'c>> = members.iter().copied().filter(|member| self.is_of_object(*member)).collect();
        self.fields(of, &own);
        for idx in 0..self.types.all.len() {
            let inner = &self.types.all[idx];
            if inner.outer == Some(of) && !inner.is_local {
                self.lower_type(idx);
            }
        }
    }

    /// Whether a member is done for each object.
    fn is_of_object(&self, member: Cst<'_>) -> bool {
        match member.kind() {
            "block" => true,
            "field_declaration" => !modifiers(member, self.text).contains(&"static"),
            _ => false,
        }
    }

    /// Whether a member is done once, when the type is used first.
    pub(super) fn is_of_class(&self, member: Cst<'_>) -> bool {
        match member.kind() {
            "static_initializer" | "constant_declaration" | "enum_constant" => true,
            "field_declaration" => modifiers(member, self.text).contains(&"static"),
            _ => false,
        }
    }
}
