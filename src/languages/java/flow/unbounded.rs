//! What a program does that is not modelled and may reach everything: it is kept whole then.
//!
//! Members that are looked for by their names, or by what they are marked with; objects whose methods answer to any name; objects
//! that are written and read by methods that nothing calls; the output of the program, where it goes to the program itself.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::ast::Cst;
use crate::languages::java::syntax::named;
use crate::stack::deep;

/// A place with the reason why its program is kept whole.
type FoundReach = (Range<usize>, String);

/// What gives a program objects that stand for its classes, without which it finds no member of these.
const GIVING: &[&str] = &[".class", "Class<", "forName", "getClass"];

/// Methods of Java's own that find members, or make what calls them.
const FINDING: &[&str] = &[
    "bindTo",
    "findConstructor",
    "findGetter",
    "findSetter",
    "findSpecial",
    "findStatic",
    "findStaticGetter",
    "findStaticSetter",
    "findStaticVarHandle",
    "findVarHandle",
    "findVirtual",
    "getClasses",
    "getConstructor",
    "getConstructors",
    "getDeclaredClasses",
    "getDeclaredConstructor",
    "getDeclaredConstructors",
    "getDeclaredField",
    "getDeclaredFields",
    "getDeclaredMethod",
    "getDeclaredMethods",
    "getEnclosingMethod",
    "getField",
    "getFields",
    "getInterfaces",
    "getMethod",
    "getMethods",
    "getPermittedSubclasses",
    "getRecordComponents",
    "getSuperclass",
    "newProxyInstance",
    "newUpdater",
    "unreflect",
];

/// Functions by their classes.
const FUNCTIONS: &[(&str, &str)] =
    &[("Class", "forName"), ("System", "setErr"), ("System", "setIn"), ("System", "setOut")];

/// Classes whose objects call methods of the program by their names.
const CLASSES: &[&str] = &["ObjectInputStream", "ObjectOutputStream", "ServiceLoader", "Unsafe"];

/// What is found in a program, in source order.
pub(super) fn unbounded(root: Cst<'_>, text: &str) -> Vec<FoundReach> {
    let has_classes = GIVING.iter().any(|given| text.contains(given));
    let mut scan = JavaReachScan { text, has_classes, own: BTreeSet::new(), found: Vec::new() };
    scan.declared(root);
    scan.visit(root);
    scan.found
}

struct JavaReachScan<'t> {
    text: &'t str,
    has_classes: bool,
    /// Names of methods and types that the program declares.
    own: BTreeSet<&'t str>,
    found: Vec<FoundReach>,
}

impl<'t> JavaReachScan<'t> {
    fn word(&self, cst: Option<Cst<'_>>) -> &'t str {
        cst.map_or("", |cst| &self.text[cst.byte_range()])
    }

    fn declared(&mut self, cst: Cst<'_>) {
        if cst.kind().ends_with("_declaration") {
            self.own.extend(cst.child_by_field_name("name").map(|name| self.word(Some(name))));
        }
        deep(|| named(cst).for_each(|child| self.declared(child)));
    }

    fn visit(&mut self, cst: Cst<'_>) {
        match cst.kind() {
            "method_invocation" => {
                let name = self.word(cst.child_by_field_name("name"));
                let object = self.word(cst.child_by_field_name("object"));
                let is_function = FUNCTIONS.contains(&(object, name)) && !self.own.contains(object);
                let is_finding = self.has_classes && FINDING.contains(&name) && !self.own.contains(name);
                if is_function || is_finding {
                    self.found.push((cst.byte_range(), format!("`{name}` may reach everything")));
                }
            }
            "type_identifier" => {
                let name = self.word(Some(cst));
                if CLASSES.contains(&name) && !self.own.contains(name) {
                    self.found.push((cst.byte_range(), format!("`{name}` may call any method")));
                }
            }
            _ => {}
        }
        deep(|| named(cst).for_each(|child| self.visit(child)));
    }
}
