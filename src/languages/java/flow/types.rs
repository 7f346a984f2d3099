//! The types that a program declares: what they extend, and their members.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Cst, NodeId};
use crate::flow::{FunctionId, VarId};
use crate::languages::java::syntax::{declarators, named, parameter_names};

use super::library;

/// Index of a type: [`JavaTypes::all`].
pub(super) type TypeIdx = usize;

/// What a type is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeForm {
    Class,
    Interface,
    Enum,
    Record,
    /// The body of a creation, or of a constant of an enumeration.
    Nameless,
}

/// A field.
#[derive(Clone)]
pub(super) struct JavaField<'c> {
    pub(super) declarator: Cst<'c>,
    /// What goes when it goes.
    pub(super) node: Option<NodeId>,
    pub(super) is_static: bool,
    pub(super) is_final: bool,
    pub(super) is_primitive: bool,
    /// Text of its type.
    pub(super) of: String,
    /// The variable of a static one.
    pub(super) var: VarId,
}

/// A method or constructor.
#[derive(Clone)]
pub(super) struct JavaMethod<'c> {
    pub(super) name: String,
    pub(super) cst: Cst<'c>,
    pub(super) node: Option<NodeId>,
    pub(super) is_static: bool,
    pub(super) is_abstract: bool,
    pub(super) is_varargs: bool,
    pub(super) has_override: bool,
    pub(super) is_public: bool,
    pub(super) is_primitive: bool,
    /// Stands in an interface.
    pub(super) is_default: bool,
    pub(super) n_params: usize,
    /// Texts of the types of the parameters.
    pub(super) of: Vec<String>,
    /// Text of the type of the result.
    pub(super) result: String,
    pub(super) throws: Vec<String>,
    pub(super) function: FunctionId,
}

/// A type.
#[derive(Clone)]
pub(super) struct JavaType<'c> {
    pub(super) name: String,
    pub(super) form: TypeForm,
    pub(super) cst: Cst<'c>,
    pub(super) node: Option<NodeId>,
    pub(super) body: Option<Cst<'c>>,
    pub(super) outer: Option<TypeIdx>,
    /// Is declared inside of a method.
    pub(super) is_local: bool,
    pub(super) is_static: bool,
    pub(super) is_abstract: bool,
    /// Names of what it extends and implements, the class first.
    pub(super) above: Vec<String>,
    /// Those of the program.
    pub(super) supers: Vec<TypeIdx>,
    pub(super) superclass: Option<TypeIdx>,
    /// Those of Java's own.
    pub(super) foreign: Vec<String>,
    pub(super) fields: BTreeMap<String, JavaField<'c>>,
    pub(super) methods: Vec<JavaMethod<'c>>,
    pub(super) constructors: Vec<JavaMethod<'c>>,
    /// Names of the components of a record.
    pub(super) components: Vec<String>,
    /// Constants of an enumeration.
    pub(super) constants: Vec<(String, Cst<'c>)>,
    /// The variable of its class.
    pub(super) class: VarId,
    /// Makes its fields.
    pub(super) makes_fields: Option<FunctionId>,
    /// Its usual constructor, where none is written.
    pub(super) usual: Option<FunctionId>,
    /// Makes its static fields at a time that is not known.
    pub(super) makes_late: Option<FunctionId>,
}

/// All types of a program.
#[derive(Default)]
pub(super) struct JavaTypes<'c> {
    pub(super) all: Vec<JavaType<'c>>,
    by_name: BTreeMap<String, Vec<TypeIdx>>,
    /// By where their bodies begin.
    by_body: BTreeMap<usize, TypeIdx>,
    /// Names of methods that take any number of arguments, with the least number of others.
    varargs: BTreeMap<String, usize>,
    /// Names of fields that a class and one of its bases have.
    hidden: BTreeSet<String>,
}

/// The words of modifiers.
pub(super) fn modifiers<'t>(cst: Cst<'_>, text: &'t str) -> Vec<&'t str> {
    let found = cst.children().find(|child| child.kind() == "modifiers");
    found.map_or(Vec::new(), |modifiers| {
        let words = modifiers.children().filter(|child| !child.is_extra());
        words.map(|word| &text[word.byte_range()]).collect()
    })
}

/// Whether a type is one of numbers, characters or truth values.
pub(super) fn is_primitive(of: &str) -> bool {
    matches!(of, "int" | "long" | "short" | "byte" | "char" | "boolean" | "float" | "double")
}

/// The simple name of a type, without what it is of.
pub(super) fn simple(of: &str) -> &str {
    let of = of.split('<').next().unwrap_or(of).trim();
    of.rsplit('.').next().unwrap_or(of).trim()
}

impl<'c> JavaTypes<'c> {
    pub(super) fn add(&mut self, of: JavaType<'c>) -> TypeIdx {
        let idx = self.all.len();
        if of.form != TypeForm::Nameless {
            self.by_name.entry(of.name.clone()).or_default().push(idx);
        }
        if let Some(body) = of.body {
            self.by_body.insert(body.start_byte(), idx);
        }
        self.all.push(of);
        idx
    }

    /// The type that a name means inside of another.
    pub(super) fn named(&self, name: &str, from: Option<TypeIdx>) -> Option<TypeIdx> {
        let found = self.by_name.get(simple(name))?;
        let around: Vec<TypeIdx> = self.around(from).collect();
        let is_near = |&&idx: &&TypeIdx| self.all[idx].outer.is_none_or(|outer| around.contains(&outer));
        found.iter().rev().find(is_near).or(found.first()).copied()
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// A type and those around it, innermost first.
    pub(super) fn around(&self, from: Option<TypeIdx>) -> impl Iterator<Item = TypeIdx> + '_ {
        std::iter::successors(from, |&idx| self.all[idx].outer)
    }

    pub(super) fn of_body(&self, body: Cst<'_>) -> Option<TypeIdx> {
        self.by_body.get(&body.start_byte()).copied()
    }

    /// Finds what types extend, and what follows from all of their members.
    pub(super) fn link(&mut self) {
        for idx in 0..self.all.len() {
            let of = &self.all[idx];
            let from = of.outer;
            let mut supers = Vec::new();
            let mut foreign = Vec::new();
            for name in of.above.clone() {
                match self.named(&name, from).filter(|&above| above != idx) {
                    Some(above) => supers.push(above),
                    None => foreign.push(simple(&name).to_owned()),
                }
            }
            let is_class = |&&above: &&TypeIdx| self.all[above].form != TypeForm::Interface;
            let superclass = supers.iter().find(is_class).copied();
            let of = &mut self.all[idx];
            (of.supers, of.foreign, of.superclass) = (supers, foreign, superclass);
        }
        for of in &self.all {
            for method in of.methods.iter().chain(&of.constructors).filter(|method| method.is_varargs) {
                let least = self.varargs.entry(method.name.clone()).or_insert(usize::MAX);
                *least = (*least).min(method.n_params - 1);
            }
        }
        for idx in 0..self.all.len() {
            for above in self.above(idx).into_iter().skip(1) {
                let both =
                    self.all[idx].fields.keys().filter(|name| self.all[above].fields.contains_key(*name));
                self.hidden.extend(both.cloned().collect::<Vec<_>>());
            }
        }
    }

    /// A type and all that it extends, the nearest first.
    pub(super) fn above(&self, idx: TypeIdx) -> Vec<TypeIdx> {
        let mut found = vec![idx];
        let mut at = 0;
        while let Some(&idx) = found.get(at) {
            for &above in &self.all[idx].supers {
                if !found.contains(&above) {
                    found.push(above);
                }
            }
            at += 1;
        }
        found
    }

    /// Whether a field may be one of several in the same object.
    pub(super) fn is_hidden(&self, field: &str) -> bool {
        self.hidden.contains(field)
    }

    /// How many arguments come before those that there may be any number of.
    pub(super) fn n_before_rest(&self, method: &str) -> Option<usize> {
        self.varargs.get(method).copied()
    }

    /// What methods are told apart by: name and number of parameters.
    pub(super) fn key(&self, name: &str, n_params: usize) -> String {
        match self.varargs.contains_key(name) {
            true => format!("{name}/*"),
            false => format!("{name}/{n_params}"),
        }
    }

    pub(super) fn key_of(&self, method: &JavaMethod<'_>) -> String {
        self.key(&method.name, method.n_params)
    }

    /// The field that a type has or inherits, with the type that declares it.
    pub(super) fn field(&self, idx: TypeIdx, name: &str) -> Option<(TypeIdx, &JavaField<'c>)> {
        self.above(idx).into_iter().find_map(|above| Some((above, self.all[above].fields.get(name)?)))
    }

    /// Methods with this key that a type has or inherits, overridden ones among them.
    pub(super) fn methods(&self, idx: TypeIdx, key: &str) -> Vec<&JavaMethod<'c>> {
        let all = self.above(idx).into_iter().flat_map(|above| &self.all[above].methods);
        all.filter(|method| self.key_of(method) == key).collect()
    }

    /// Methods with this key anywhere.
    pub(super) fn everywhere(&self, key: &str) -> impl Iterator<Item = &JavaMethod<'c>> {
        self.all.iter().flat_map(|of| &of.methods).filter(move |method| self.key_of(method) == key)
    }

    pub(super) fn has_method(&self, name: &str) -> bool {
        self.all.iter().flat_map(|of| &of.methods).any(|method| method.name == name)
            || self.all.iter().any(|of| of.components.iter().any(|component| component == name))
    }

    /// What objects of a type have: methods by their keys, those that are inherited and not overridden among them.
    pub(super) fn resolved(&self, idx: TypeIdx) -> Vec<(String, &JavaMethod<'c>)> {
        let of = &self.all[idx];
        let mut found: Vec<(String, &JavaMethod<'c>)> = Vec::new();
        let own = of.methods.iter().filter(|method| !method.is_static && !method.is_abstract);
        found.extend(own.map(|method| (self.key_of(method), method)));
        let n_own = found.len();
        let interfaces = of.supers.iter().copied().filter(|&above| Some(above) != of.superclass);
        for above in of.superclass.into_iter().chain(interfaces) {
            for (key, method) in self.resolved(above) {
                // Of two with the same number of parameters but other types both may be meant.
                let is_overridden = found.iter().enumerate().any(|(place, (other, by))| {
                    let is_sure = place < n_own || !by.is_default || by.node == method.node;
                    *other == key && by.of == method.of && is_sure
                });
                if !is_overridden {
                    found.push((key, method));
                }
            }
        }
        found
    }

    /// Whether objects can be made of it.
    pub(super) fn is_concrete(&self, idx: TypeIdx) -> bool {
        let of = &self.all[idx];
        !of.is_abstract && of.form != TypeForm::Interface
    }

    /// Whether javac has somebody handle an exception of this class.
    pub(super) fn is_checked(&self, name: &str, from: Option<TypeIdx>) -> bool {
        match self.named(name, from) {
            Some(idx) => {
                let mut foreign = self.above(idx).into_iter().flat_map(|above| &self.all[above].foreign);
                foreign.any(|name| {
                    name == "Exception"
                        || name == "Throwable"
                        || library::is_checked(name) && library::is_exception(name)
                })
            }
            None => library::is_checked(simple(name)),
        }
    }

    /// Whether an interface has one abstract method, which functions can be.
    pub(super) fn single_abstract(&self, idx: TypeIdx) -> Option<&JavaMethod<'c>> {
        if self.all[idx].form != TypeForm::Interface {
            return None;
        }
        let all = self.above(idx);
        let mut found =
            all.iter().flat_map(|&above| &self.all[above].methods).filter(|method| method.is_abstract);
        let only = found.next()?;
        found.all(|other| self.key_of(other) == self.key_of(only)).then_some(only)
    }
}

/// What a declaration of a type extends and implements.
pub(super) fn above(cst: Cst<'_>, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in named(cst) {
        match part.kind() {
            "superclass" => found.extend(named(part).map(|of| text[of.byte_range()].to_owned())),
            "super_interfaces" | "extends_interfaces" => {
                let all = named(part).flat_map(|list| match list.kind() {
                    "type_list" => named(list).collect::<Vec<_>>(),
                    _ => vec![list],
                });
                found.extend(all.map(|of| text[of.byte_range()].to_owned()));
            }
            _ => {}
        }
    }
    found
}

/// The declarators of a declaration of fields, with the text of its type.
pub(super) fn fields<'c>(cst: Cst<'c>, text: &str) -> (Vec<Cst<'c>>, String) {
    let of = cst.child_by_field_name("type").map_or("", |of| &text[of.byte_range()]);
    (declarators(cst), of.to_owned())
}

/// The types of parameters as they are written.
pub(super) fn parameter_types(parameters: Option<Cst<'_>>, text: &str) -> Vec<String> {
    let Some(parameters) = parameters else { return Vec::new() };
    let all = named(parameters).filter(|cst| matches!(cst.kind(), "formal_parameter" | "spread_parameter"));
    all.map(|cst| {
        let of = cst.child_by_field_name("type");
        let of = of.or_else(|| {
            named(cst).find(|part| part.kind().ends_with("type") || part.kind() == "type_identifier")
        });
        of.map_or("", |of| simple(&text[of.byte_range()])).to_owned()
    })
    .collect()
}

/// How many parameters there are, and whether the last takes any number of arguments.
pub(super) fn count(parameters: Option<Cst<'_>>) -> (usize, bool) {
    let Some(parameters) = parameters else { return (0, false) };
    let is_rest = named(parameters).any(|cst| cst.kind() == "spread_parameter");
    (parameter_names(parameters).len(), is_rest)
}
