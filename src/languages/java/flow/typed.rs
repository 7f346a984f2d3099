//! Which type of the program an expression has, where that is easy to see.

use crate::ast::Cst;
use crate::languages::java::syntax::named;

use super::JavaFlow;
use super::names::JavaMeaning;
use super::types::TypeIdx;

impl<'c> JavaFlow<'c> {
    /// The type of the program that a written type is, or the only one that it is made of.
    pub(super) fn type_in(&self, of: &str) -> Option<TypeIdx> {
        let from = self.current_type();
        let bare = of.split(['<', '[']).next().unwrap_or(of);
        if let Some(own) = self.types.named(bare, from) {
            return Some(own);
        }
        let words = of.split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut found: Vec<TypeIdx> = words.filter_map(|word| self.types.named(word, from)).collect();
        found.dedup();
        match found[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// `None` where it is not known.
    pub(super) fn type_of(&self, cst: Cst<'c>) -> Option<TypeIdx> {
        let field = |name| cst.child_by_field_name(name);
        match cst.kind() {
            "this" => self.current_type(),
            "parenthesized_expression" => self.type_of(named(cst).next()?),
            "identifier" => match self.meaning(self.word(cst)) {
                JavaMeaning::Local(local) => local.of,
                JavaMeaning::Field(of, _) | JavaMeaning::Static(of) => self.type_of_field(of, self.word(cst)),
                JavaMeaning::Type(of) => Some(of),
                JavaMeaning::Unknown => None,
            },
            "field_access" => {
                let of = self.type_of(field("object")?)?;
                let (declared, _) = self.types.field(of, self.word(field("field")?))?;
                self.type_of_field(declared, self.word(field("field")?))
            }
            "array_access" => self.type_of(field("array")?),
            "cast_expression" => self.type_in(self.word(field("type")?)),
            "object_creation_expression" => self.types.named(self.word(field("type")?), self.current_type()),
            "method_invocation" => {
                let name = self.word(field("name")?);
                let of = match field("object") {
                    Some(object) => self.type_of(object)?,
                    None => self.current_type()?,
                };
                let around: Vec<TypeIdx> = self.types.around(Some(of)).collect();
                let mut all = around.iter().flat_map(|&of| self.types.above(of));
                let found = all.find_map(|of| self.types.all[of].methods.iter().find(|it| it.name == name));
                match found {
                    Some(method) => self.type_in(&method.result),
                    // An element of a collection that only holds such.
                    None => field("object").and(Some(of)),
                }
            }
            _ => None,
        }
    }

    fn type_of_field(&self, of: TypeIdx, name: &str) -> Option<TypeIdx> {
        let field = self.types.all[of].fields.get(name)?;
        match field.of.is_empty() {
            true => Some(of),
            false => self.type_in(&field.of),
        }
    }

    /// The types that may declare a field of this object.
    pub(super) fn owners(&self, object: Cst<'c>, name: &str) -> Vec<TypeIdx> {
        match self.type_of(object).and_then(|of| self.types.field(of, name)) {
            Some((declared, _)) => vec![declared],
            None => {
                (0..self.types.all.len()).filter(|&of| self.types.all[of].fields.contains_key(name)).collect()
            }
        }
    }
}
