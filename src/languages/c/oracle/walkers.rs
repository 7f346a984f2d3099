//! How values that have parts are seen: a function for each structure and union of a program, written in C.
//!
//! gcc knows the types of expressions, and `_Generic` chooses by them among what is written here: only the names of types and
//! of their fields are read from the program's text. `server/prelude.h` goes through arrays, `server/values.h` follows
//! pointers.

use std::fmt::Write as _;

use crate::ast::{Concrete, Cst, SourceFile, Tree, concrete};
use crate::languages::c::scope::{is_header, unit};
use crate::languages::c::syntax::{
    self, Declarator, FunctionDefinition, Member, StructDefinition, top_level,
};

/// A structure or a union that a file defines outside of functions.
struct KnownType {
    /// What C calls it.
    name: String,
    parts: Vec<TypePart>,
    /// Where it is known from.
    end: usize,
}

/// What a type consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TypePart {
    Field(String),
    /// Fields that share their memory.
    OneOf(Vec<String>),
}

impl TypePart {
    /// The macros of `server/prelude.h` that see it.
    fn text(&self) -> String {
        let each = |how: &str, names: &[String]| -> String {
            names.iter().map(|name| format!("{how}({name})")).collect()
        };
        match self {
            TypePart::Field(name) => format!("BS__FIELD({name})"),
            TypePart::OneOf(names) => {
                format!("{}{{{}}}", each("BS__POINTED", names), each("BS__PLAIN", names))
            }
        }
    }
}

/// The types of a program, by file, and which files the compiler reads for each.
pub(super) struct Walkers {
    types: Vec<Vec<KnownType>>,
    units: Vec<Vec<usize>>,
}

/// Where a value with parts is seen.
pub(super) struct WalkSite {
    /// Number in the name of its macros.
    pub(super) idx: usize,
    pub(super) file_idx: usize,
    /// Types that are defined later are not known there.
    pub(super) offset: usize,
}

impl Walkers {
    /// Reads the types of a program.
    pub(super) fn new(program: &Tree) -> Walkers {
        let files: Vec<Concrete<'_>> =
            program.files().map(|file| concrete(program.language(), &file.text)).collect();
        let texts = program.files().map(|file| file.text.as_str());
        Walkers {
            types: files.iter().zip(texts).map(|(file, text)| types(file.root(), text)).collect(),
            units: (0..files.len()).map(|idx| unit(program, &files, idx)).collect(),
        }
    }

    /// The types that are known at a place, each with the number in the name of its function.
    fn known(&self, file_idx: usize, offset: usize) -> Vec<(String, &KnownType)> {
        let files = self.units[file_idx].iter();
        let types =
            files.flat_map(|&idx| self.types[idx].iter().enumerate().map(move |(n, it)| (idx, n, it)));
        let is_known = |(idx, _, it): &(usize, usize, &KnownType)| *idx != file_idx || it.end <= offset;
        types.filter(is_known).map(|(idx, n, it)| (format!("bs__walk_{idx}_{n}"), it)).collect()
    }

    /// What stands before a file: its functions, and the types that are known at its sites.
    pub(super) fn head(&self, file_idx: usize, sites: &[WalkSite]) -> String {
        let mut head = String::new();
        for (function, _) in self.known(file_idx, usize::MAX) {
            let _ = writeln!(head, "BS__WALKERS({function})");
        }
        for WalkSite { idx, offset, .. } in sites.iter().filter(|site| site.file_idx == file_idx) {
            let _ = writeln!(head, "#define BS__TYPES_{idx} {}", list(&self.known(file_idx, *offset)));
            let _ = writeln!(head, "#define BS__SEE_WHOLE_{idx}(v) BS__SEE_WHOLE(v, BS__TYPES_{idx})");
        }
        head
    }

    /// What stands behind a file: how each type that the compiler knows there is seen, and the names of its functions.
    pub(super) fn tail(&self, file_idx: usize, file: &SourceFile, functions: &[String]) -> String {
        let mut tail = String::new();
        if is_header(&file.path) {
            return tail;
        }
        let known = self.known(file_idx, usize::MAX);
        let _ = writeln!(tail, "\n#define BS__TYPES_ALL {}", list(&known));
        for (function, KnownType { name, parts, .. }) in &known {
            let parts: String = parts.iter().map(TypePart::text).collect();
            let _ = writeln!(tail, "BS__WALK({function}, {name}, {parts})");
        }
        for name in functions {
            let _ = writeln!(tail, "BS__FUNCTION({name})");
        }
        tail
    }
}

/// The functions that a file defines, `main` apart.
pub(super) fn functions(text: &str) -> Vec<String> {
    let concrete = concrete(crate::language::Language::C, text);
    let definitions = top_level(concrete.root(), text).filter_map(FunctionDefinition::of);
    let names = definitions.filter_map(|found| found.declarator).filter_map(Declarator::name);
    names.map(|name| text[name.byte_range()].to_owned()).filter(|name| name != "main").collect()
}

/// Types as a list of associations of `_Generic`, each with its comma.
fn list(known: &[(String, &KnownType)]) -> String {
    known.iter().map(|(function, it)| format!("BS__KNOWN({}, {function}), ", it.name)).collect()
}

/// The types that a file defines outside of functions, the inner ones first.
fn types(root: Cst<'_>, text: &str) -> Vec<KnownType> {
    let mut found = Vec::new();
    for item in top_level(root, text).filter(|item| FunctionDefinition::of(*item).is_none()) {
        collect(item, text, None, &mut found);
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|known: &KnownType| seen.insert(known.name.clone()));
    found
}

/// Adds the types in a construct; `around` is the type whose fields are looked at.
fn collect(cst: Cst<'_>, text: &str, around: Option<&str>, found: &mut Vec<KnownType>) {
    let Some(record) = syntax::declared_type(cst).and_then(StructDefinition::of) else { return };
    let name = match record.tag {
        Some(tag) => Some(format!("{} {}", record.keyword, &text[tag.byte_range()])),
        None => unnamed(cst, text, around),
    };
    let Some(name) = name else { return };
    let parts = parts(&record, text, &name, found);
    found.push(KnownType { name, parts, end: cst.end_byte() });
}

/// The parts of a type with this name; what is defined inside is added to the types.
fn parts(record: &StructDefinition<'_>, text: &str, name: &str, found: &mut Vec<KnownType>) -> Vec<TypePart> {
    let mut all = Vec::new();
    for member in record.members() {
        collect(member, text, Some(name), found);
        match Member::of(member) {
            Member::Fields(names) => {
                all.extend(names.into_iter().map(|name| TypePart::Field(text[name.byte_range()].to_owned())));
            }
            // Where it has no name its fields are those of what is around it.
            Member::Inner(inner) => all.extend(parts(&inner, text, name, found)),
        }
    }
    if !record.is_union() {
        return all;
    }
    let names = all.into_iter().flat_map(|part| match part {
        TypePart::Field(name) => vec![name],
        TypePart::OneOf(names) => names,
    });
    vec![TypePart::OneOf(names.collect())]
}

/// What a type without a tag is called: by `typedef`, or as the type of what is declared with it.
fn unnamed(cst: Cst<'_>, text: &str, around: Option<&str>) -> Option<String> {
    let declarator = cst.children().find(|part| part.field() == "declarator")?;
    if let Some(name) = syntax::defined_type(cst) {
        return Some(text[name.byte_range()].to_owned());
    }
    let name = &text[syntax::declared_name(declarator)?.byte_range()];
    let items = "[0]".repeat(syntax::n_steps(declarator));
    Some(match around {
        Some(around) => format!("__typeof__(BS__RVALUE((({around} *)0)->{name}{items}))"),
        None => format!("__typeof__(BS__RVALUE({name}{items}))"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn types_are_known_by_tag_by_typedef_or_by_what_has_them() {
        let text = "struct a { int x, *y, z[2]; struct a *next; };\n\
            typedef struct { struct { int u; } in; union { int i; char *t; }; int rest[]; } b, *c;\n\
            struct { int n; } table[3][2];\n\
            int f(void) { struct d { int x; } d; return 0; }\n";
        let file = concrete(Language::C, text);
        let found: Vec<(String, Vec<TypePart>)> =
            types(file.root(), text).into_iter().map(|it| (it.name, it.parts)).collect();
        let field = |name: &&str| TypePart::Field((*name).to_owned());
        let fields = |names: &[&str]| names.iter().map(field).collect::<Vec<_>>();
        let either = TypePart::OneOf(vec!["i".to_owned(), "t".to_owned()]);
        assert_eq!(
            found,
            [
                ("struct a".to_owned(), fields(&["x", "y", "z", "next"])),
                ("__typeof__(BS__RVALUE(((b *)0)->in))".to_owned(), fields(&["u"])),
                ("b".to_owned(), vec![field(&"in"), either]),
                ("__typeof__(BS__RVALUE(table[0][0]))".to_owned(), fields(&["n"])),
            ]
        );
    }
}
