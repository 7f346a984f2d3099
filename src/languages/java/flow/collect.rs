//! Finds all types of a program with their members, and announces their methods.

use std::collections::BTreeMap;

use crate::ast::{Cst, NodeId};
use crate::flow::ROOT;
use crate::languages::java::syntax::{named, parameter_names};
use crate::stack::deep;

use super::JavaFlow;
use super::types::{
    JavaField, JavaMethod, JavaType, TypeForm, TypeIdx, above, count, fields, is_primitive, modifiers,
    parameter_types,
};

/// Where a type is found.
#[derive(Clone, Copy)]
struct TypePlace {
    outer: Option<TypeIdx>,
    is_local: bool,
    /// There is no object around.
    is_static: bool,
}

impl<'c> JavaFlow<'c> {
    pub(super) fn collect(&mut self, root: Cst<'c>) {
        self.collect_in(root, TypePlace { outer: None, is_local: false, is_static: true });
        self.types.link();
    }

    fn collect_in(&mut self, cst: Cst<'c>, place: TypePlace) {
        deep(|| {
            for child in named(cst) {
                self.collect_at(child, place);
            }
        });
    }

    fn collect_at(&mut self, cst: Cst<'c>, place: TypePlace) {
        let form = match cst.kind() {
            "class_declaration" => TypeForm::Class,
            "interface_declaration" => TypeForm::Interface,
            "enum_declaration" => TypeForm::Enum,
            "record_declaration" => TypeForm::Record,
            "object_creation_expression" | "enum_constant" => {
                let Some(body) = named(cst).find(|child| child.kind() == "class_body") else {
                    return self.collect_in(cst, place);
                };
                for child in named(cst).filter(|child| child.kind() != "class_body") {
                    self.collect_at(child, place);
                }
                return self.collect_nameless(cst, body, place);
            }
            "method_declaration" | "constructor_declaration" | "compact_constructor_declaration" => {
                let is_static = modifiers(cst, self.text).contains(&"static");
                return self.collect_in(cst, TypePlace { is_local: true, is_static, ..place });
            }
            "static_initializer" | "field_declaration" | "constant_declaration" => {
                let is_static =
                    cst.kind() != "field_declaration" || modifiers(cst, self.text).contains(&"static");
                return self.collect_in(cst, TypePlace { is_local: true, is_static, ..place });
            }
            "block" => {
                return self.collect_in(
                    cst,
                    TypePlace { is_local: true, is_static: place.is_local && place.is_static, ..place },
                );
            }
            _ => return self.collect_in(cst, place),
        };
        let words = modifiers(cst, self.text);
        let is_in_interface =
            place.outer.is_some_and(|outer| self.types.all[outer].form == TypeForm::Interface);
        let is_static =
            form != TypeForm::Class || words.contains(&"static") || is_in_interface || place.is_static;
        let name = cst.child_by_field_name("name").map_or("", |name| self.word(name));
        let mut of = self.new_type(cst, name, form, place);
        of.is_static = is_static;
        of.is_abstract = words.contains(&"abstract");
        of.above = above(cst, self.text);
        of.node = self.node_of(cst);
        of.body = cst.child_by_field_name("body");
        if let (TypeForm::Record, Some(parameters)) = (form, cst.child_by_field_name("parameters")) {
            let names = parameter_names(parameters).into_iter().flatten();
            of.components = names.map(|name| self.word(name).to_owned()).collect();
            let types = parameter_types(Some(parameters), self.text);
            for (component, type_name) in of.components.iter().zip(types) {
                let field = self.new_field(cst, None, (false, true), type_name);
                of.fields.insert(component.clone(), field);
            }
        }
        self.members(of);
    }

    fn collect_nameless(&mut self, cst: Cst<'c>, body: Cst<'c>, place: TypePlace) {
        let mut of = self.new_type(cst, "", TypeForm::Nameless, place);
        of.body = Some(body);
        of.is_static = place.is_static || !place.is_local;
        of.above = match cst.child_by_field_name("type") {
            Some(base) => vec![self.word(base).to_owned()],
            None => place.outer.map(|outer| self.types.all[outer].name.clone()).into_iter().collect(),
        };
        of.is_local = true;
        self.members(of);
    }

    fn new_type(&mut self, cst: Cst<'c>, name: &str, form: TypeForm, place: TypePlace) -> JavaType<'c> {
        JavaType {
            name: name.to_owned(),
            form,
            cst,
            node: None,
            body: None,
            outer: place.outer,
            is_local: place.is_local,
            is_static: true,
            is_abstract: false,
            above: Vec::new(),
            supers: Vec::new(),
            superclass: None,
            foreign: Vec::new(),
            fields: BTreeMap::new(),
            methods: Vec::new(),
            constructors: Vec::new(),
            components: Vec::new(),
            constants: Vec::new(),
            class: self.flow.variable(ROOT),
            makes_fields: None,
            usual: None,
            makes_late: None,
        }
    }

    fn new_field(
        &mut self,
        declarator: Cst<'c>,
        node: Option<NodeId>,
        (is_static, is_final): (bool, bool),
        of: String,
    ) -> JavaField<'c> {
        let is_primitive = is_primitive(&of);
        JavaField { declarator, node, is_static, is_final, is_primitive, of, var: self.flow.variable(ROOT) }
    }

    /// The members of a type, of which the types are found, too.
    fn members(&mut self, mut of: JavaType<'c>) {
        let members: Vec<Cst<'c>> = of
            .body
            .into_iter()
            .flat_map(named)
            .flat_map(|member| match member.kind() {
                "enum_body_declarations" => named(member).collect(),
                _ => vec![member],
            })
            .collect();
        let is_interface = of.form == TypeForm::Interface;
        for &member in &members {
            let words = modifiers(member, self.text);
            match member.kind() {
                "field_declaration" | "constant_declaration" => {
                    let is_static = is_interface || words.contains(&"static");
                    let is_final = is_interface || words.contains(&"final");
                    let (declarators, type_name) = fields(member, self.text);
                    for declarator in declarators {
                        let Some(name) = declarator.child_by_field_name("name") else { continue };
                        let has_value = declarator.child_by_field_name("value").is_some();
                        let node = self.node_of(if has_value { declarator } else { name });
                        let word = self.word(name).to_owned();
                        let field =
                            self.new_field(declarator, node, (is_static, is_final), type_name.clone());
                        of.fields.insert(word, field);
                    }
                }
                "method_declaration" => {
                    let method = self.new_method(member, &words, is_interface);
                    of.methods.push(method);
                }
                "constructor_declaration" | "compact_constructor_declaration" => {
                    let mut method = self.new_method(member, &words, false);
                    if member.kind() == "compact_constructor_declaration" {
                        method.n_params = of.components.len();
                    }
                    of.constructors.push(method);
                }
                "enum_constant" => {
                    let name = member.child_by_field_name("name").map_or("", |name| self.word(name));
                    let word = name.to_owned();
                    let mut field = self.new_field(member, None, (true, true), String::new());
                    field.is_primitive = false;
                    of.fields.insert(word.clone(), field);
                    of.constants.push((word, member));
                }
                _ => {}
            }
        }
        if let Some(parameters) =
            of.cst.child_by_field_name("parameters").filter(|_| of.form == TypeForm::Record)
        {
            self.accessors(&mut of, parameters);
        }
        of.makes_fields = Some(self.flow.declare(None));
        let is_canonical = |it: &JavaMethod<'_>| it.n_params == of.components.len();
        if of.constructors.is_empty()
            || of.form == TypeForm::Record && !of.constructors.iter().any(is_canonical)
        {
            of.usual = Some(self.flow.declare(None));
        }
        let idx = self.types.add(of);
        for member in members {
            self.collect_at(member, TypePlace { outer: Some(idx), is_local: false, is_static: false });
        }
    }

    fn new_method(&mut self, cst: Cst<'c>, words: &[&str], is_interface: bool) -> JavaMethod<'c> {
        let node = self.node_of(cst);
        let parameters = cst.child_by_field_name("parameters");
        let (n_params, is_varargs) = count(parameters);
        let function = self.flow.declare(node);
        let is_static = words.contains(&"static");
        let of = cst.child_by_field_name("type").map_or("", |of| self.word(of));
        let throws = named(cst).filter(|part| part.kind() == "throws").flat_map(named);
        JavaMethod {
            name: cst.child_by_field_name("name").map_or("", |name| self.word(name)).to_owned(),
            cst,
            node,
            is_static,
            is_abstract: cst.child_by_field_name("body").is_none() && !words.contains(&"native"),
            is_varargs,
            has_override: words.iter().any(|word| word.starts_with("@Override")),
            is_public: is_interface || words.contains(&"public"),
            is_primitive: is_primitive(of),
            is_default: is_interface,
            n_params,
            of: parameter_types(parameters, self.text),
            result: of.to_owned(),
            throws: throws.map(|of| self.word(of).to_owned()).collect(),
            function,
        }
    }

    /// Methods that records have for their components, unless they are written.
    fn accessors(&mut self, of: &mut JavaType<'c>, parameters: Cst<'c>) {
        let types = parameter_types(Some(parameters), self.text);
        for (component, type_name) in of.components.clone().into_iter().zip(types) {
            if of.methods.iter().any(|method| method.name == component && method.n_params == 0) {
                continue;
            }
            let function = self.flow.declare(None);
            of.methods.push(JavaMethod {
                name: component,
                cst: of.cst,
                node: None,
                is_static: false,
                is_abstract: false,
                is_varargs: false,
                has_override: false,
                is_public: true,
                is_primitive: is_primitive(&type_name),
                is_default: false,
                n_params: 0,
                of: Vec::new(),
                result: type_name,
                throws: Vec::new(),
                function,
            });
        }
    }
}
