//! What a module says outside of its functions, and the only code that edits attributes.
//!
//! In: the text of a file. Out: its attributes, typed, with the byte range of each entry.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use super::attributes;
use super::conditions::LeftOut;
use super::types::{Spec, TypeDefinition};

/// Name of a function, without quotes, and number of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionName {
    /// Name without quotes.
    pub name: String,
    /// Number of parameters.
    pub arity: usize,
}

impl FunctionName {
    /// Of the label of a function in the tree, `name/arity`.
    pub fn of_label(label: &str) -> FunctionName {
        let (name, arity) = label.rsplit_once('/').unwrap_or((label, ""));
        FunctionName { name: name.to_owned(), arity: arity.parse().unwrap_or(0) }
    }
}

impl fmt::Display for FunctionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.arity)
    }
}

/// The attributes of a file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    pub(super) name: Option<String>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) conditions: LeftOut,
}

#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub(super) keyword: String,
    /// From the hyphen to the full stop.
    pub(super) span: Range<usize>,
    pub(super) fact: Fact,
}

#[derive(Clone, Debug)]
pub(super) enum Fact {
    /// The value names functions: exports, options, hooks.
    Names(AttributePart),
    /// Functions that are called without their module.
    Import {
        module: String,
        functions: Vec<FunctionName>,
    },
    Record(RecordDefinition),
    Spec(Spec),
    Type(TypeDefinition),
    Other,
}

/// A term in an attribute.
#[derive(Clone, Debug)]
pub(super) struct AttributePart {
    pub(super) span: Range<usize>,
    pub(super) what: PartKind,
}

#[derive(Clone, Debug)]
pub(super) enum PartKind {
    /// `f/1` or `{f, 1}`.
    Function(FunctionName),
    /// `{f, '_'}`.
    AnyArity(String),
    Atom(String),
    List(Vec<AttributePart>),
    Tuple(Vec<AttributePart>),
    Other,
}

/// A record definition.
#[derive(Clone, Debug)]
pub struct RecordDefinition {
    /// Name without quotes.
    pub name: String,
    /// Byte range of the attribute.
    pub span: Range<usize>,
    pub(super) fields: Vec<RecordField>,
}

#[derive(Clone, Debug)]
pub(super) struct RecordField {
    pub(super) name: String,
    /// `= Default`.
    pub(super) default: Option<Range<usize>>,
    /// The default alone.
    pub(super) default_code: Option<String>,
    pub(super) uses: Uses,
}

impl RecordDefinition {
    /// Position of a field in the tuple that the record is, from 1 for the name of the record.
    pub fn position(&self, field: &str) -> Option<u32> {
        self.fields.iter().position(|known| known.name == field).map(|idx| idx as u32 + 2)
    }
}

/// What an expression names, with what the macros in it name.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// With their module, where it is given.
    pub(super) functions: BTreeSet<(Option<String>, FunctionName)>,
    pub(super) records: BTreeSet<String>,
    pub(super) macros: BTreeSet<String>,
}

impl Module {
    /// Reads the attributes of a file.
    pub fn read(text: &str) -> Module {
        attributes::read(text)
    }

    /// The name in `-module`, without quotes.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether the preprocessor leaves out what stands at this place, as far as the file says.
    pub fn leaves_out(&self, at: usize) -> bool {
        self.conditions.leaves_out(at)
    }

    /// Functions in `-export`, in source order.
    pub fn exports(&self) -> impl Iterator<Item = &FunctionName> {
        self.named_in("export")
    }

    /// Functions in `-on_load`.
    pub fn loaders(&self) -> impl Iterator<Item = &FunctionName> {
        self.named_in("on_load")
    }

    /// The module from which a function is imported; the last one that says so, as a compiler that refuses two has one.
    pub fn imported_from(&self, name: &str, arity: usize) -> Option<&str> {
        let is_it = |function: &FunctionName| function.name == name && function.arity == arity;
        self.facts(|fact| match fact {
            Fact::Import { module, functions } => Some((module.as_str(), functions)),
            _ => None,
        })
        .rfind(|(_, functions)| functions.iter().any(is_it))
        .map(|(module, _)| module)
    }

    fn named_in(&self, keyword: &'static str) -> impl Iterator<Item = &FunctionName> {
        let parts = self.attributes.iter().filter(move |attribute| attribute.keyword == keyword);
        parts
            .filter_map(|attribute| if let Fact::Names(part) = &attribute.fact { Some(part) } else { None })
            .flat_map(AttributePart::entries)
            .filter_map(|part| if let PartKind::Function(name) = &part.what { Some(name) } else { None })
    }

    /// Whether the option `export_all` is set.
    pub fn exports_all(&self) -> bool {
        self.attributes.iter().filter(|attribute| attribute.keyword == "compile").any(|attribute| {
            let is_it =
                |part: &AttributePart| matches!(&part.what, PartKind::Atom(name) if name == "export_all");
            matches!(&attribute.fact, Fact::Names(part) if part.entries().iter().any(is_it))
        })
    }

    /// Record definitions, in source order.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &RecordDefinition> {
        self.facts(|fact| if let Fact::Record(record) = fact { Some(record) } else { None })
    }

    /// Functions that the defaults of a record's fields name, through other records too, with their module where
    /// it is given.
    pub fn default_functions(&self, record: &str) -> BTreeSet<&(Option<String>, FunctionName)> {
        let mut names = vec![record];
        let mut found = BTreeSet::new();
        let mut next = 0;
        while let Some(&name) = names.get(next) {
            next += 1;
            for field in self.records().filter(|record| record.name == name).flat_map(|record| &record.fields)
            {
                found.extend(&field.uses.functions);
                for name in &field.uses.records {
                    if !names.contains(&name.as_str()) {
                        names.push(name);
                    }
                }
            }
        }
        found
    }

    /// The code of the defaults that a field has in the definitions of a record, where it has any; `None` without such a field.
    pub(crate) fn defaults(&self, record: &str, field: &str) -> Option<impl Iterator<Item = &str>> {
        let of_record = move |found: &&RecordDefinition| found.name == record;
        let fields = self.records().filter(of_record).flat_map(|found| &found.fields);
        let fields: Vec<&RecordField> = fields.filter(|found| found.name == field).collect();
        let has_any = !fields.is_empty();
        has_any.then(|| fields.into_iter().filter_map(|found| found.default_code.as_deref()))
    }

    /// Whether the default of a record's field names this function.
    pub fn is_in_default(&self, function: &FunctionName) -> bool {
        let mut named =
            self.records().flat_map(|record| &record.fields).flat_map(|field| &field.uses.functions);
        named.any(|(_, name)| name == function)
    }

    /// `-spec` attributes, in source order.
    pub(super) fn specs(&self) -> impl Iterator<Item = &Spec> {
        self.facts(|fact| if let Fact::Spec(spec) = fact { Some(spec) } else { None })
    }

    /// `-type` attributes and their like, in source order.
    pub(super) fn types(&self) -> impl Iterator<Item = &TypeDefinition> {
        self.facts(|fact| if let Fact::Type(definition) = fact { Some(definition) } else { None })
    }

    fn facts<'m, T: 'm>(&'m self, of: fn(&'m Fact) -> Option<T>) -> impl DoubleEndedIterator<Item = T> {
        self.attributes.iter().filter_map(move |attribute| of(&attribute.fact))
    }

    /// The first attribute that has one of these names: its name, and where it starts.
    pub(super) fn first_of(&self, keywords: &[&str]) -> Option<(&str, usize)> {
        let found =
            self.attributes.iter().find(|attribute| keywords.contains(&attribute.keyword.as_str()))?;
        Some((&found.keyword, found.span.start))
    }

    /// Byte ranges to cut so that nothing names these functions, which are gone.
    pub(super) fn cuts(&self, gone: &BTreeSet<FunctionName>) -> Vec<Range<usize>> {
        let mut cuts = Vec::new();
        let is_gone = |what: &PartKind| match what {
            PartKind::Function(name) => gone.contains(name),
            PartKind::AnyArity(name) => {
                gone.iter().any(|gone| gone.name == *name)
                    && !self.exports().any(|left| left.name == *name && !gone.contains(left))
            }
            _ => false,
        };
        for Attribute { keyword, span, fact } in &self.attributes {
            match fact {
                Fact::Names(part) if part.goes(&is_gone) => cuts.push(span.clone()),
                Fact::Names(part) => {
                    let may_be_empty = matches!(keyword.as_str(), "export" | "compile");
                    let entries = part.entries();
                    match !may_be_empty
                        && !entries.is_empty()
                        && entries.iter().all(|part| part.goes(&is_gone))
                    {
                        true => cuts.push(span.clone()),
                        false => part.cut(&is_gone, &mut cuts),
                    }
                }
                Fact::Spec(spec) if gone.contains(&spec.function) && spec.is_of(self.name()) => {
                    cuts.push(span.clone());
                }
                Fact::Record(record) => {
                    let names_gone = |field: &&RecordField| {
                        let local = field.uses.functions.iter().filter(|(module, _)| module.is_none());
                        local.into_iter().any(|(_, name)| gone.contains(name))
                    };
                    let fields = record.fields.iter().filter(names_gone);
                    cuts.extend(fields.filter_map(|field| field.default.clone()));
                }
                _ => {}
            }
        }
        cuts
    }
}

impl AttributePart {
    /// The elements of a list, or the term itself.
    fn entries(&self) -> &[AttributePart] {
        match &self.what {
            PartKind::List(parts) => parts,
            _ => std::slice::from_ref(self),
        }
    }

    /// Whether it names what is gone outside of any list in it.
    fn goes(&self, is_gone: &impl Fn(&PartKind) -> bool) -> bool {
        match &self.what {
            PartKind::Tuple(parts) => parts.iter().any(|part| is_gone(&part.what)),
            what => is_gone(what),
        }
    }

    /// Cuts what goes out of the lists in it, with the commas.
    fn cut(&self, is_gone: &impl Fn(&PartKind) -> bool, cuts: &mut Vec<Range<usize>>) {
        let (PartKind::List(parts) | PartKind::Tuple(parts)) = &self.what else { return };
        let is_list = matches!(self.what, PartKind::List(_));
        let mut previous_end = None;
        for (idx, part) in parts.iter().enumerate() {
            if !is_list || !part.goes(is_gone) {
                previous_end = Some(part.span.end);
                part.cut(is_gone, cuts);
                continue;
            }
            cuts.push(match (previous_end, parts.get(idx + 1)) {
                (Some(end), _) => end..part.span.end,
                (None, Some(next)) => part.span.start..next.span.start,
                (None, None) => part.span.clone(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deletions::{Cut, Layout, apply};

    fn check(text: &str, gone: &[&str], expected: &str) {
        let gone = gone.iter().map(|label| FunctionName::of_label(label)).collect();
        let cuts = Module::read(text).cuts(&gone).into_iter();
        let cuts = cuts.map(|cut| Cut { start: cut.start, stop: cut.end, by: "" }).collect();
        assert_eq!(apply(text, cuts, Layout::Lines), expected);
    }

    fn exports(text: &str) -> Vec<String> {
        Module::read(text).exports().map(ToString::to_string).collect()
    }

    #[test]
    fn exports_lose_entries_with_their_commas() {
        let text = "-export([a/1, b/2,c/0]).";
        check(text, &["a/1"], "-export([b/2,c/0]).");
        check(text, &["b/2"], "-export([a/1,c/0]).");
        check(text, &["b/2", "c/0"], "-export([a/1]).");
        check(text, &["a/1", "b/2", "c/0"], "-export([]).");
        check("-export(['it is'/1, b/1]).", &["it is/1"], "-export([b/1]).");
        check("-export([a/1, % b. (c), ]\n b/1]).", &["b/1"], "-export([a/1\n]).");
        check("-export([a/1, % b. (c), ]\n b/1]).", &["a/1"], "-export([\n b/1]).");
    }

    #[test]
    fn options_lose_what_is_gone_in_each_of_their_lists() {
        check("-compile({inline, [f/1, g/2]}).", &["f/1"], "-compile({inline, [g/2]}).");
        check("-compile({inline,[{f,1}]}).", &["f/1"], "-compile({inline,[]}).");
        check(
            "-compile([{inline, [f/1]}, x, {inline, [{f,1}, g/1]}]).",
            &["f/1"],
            "-compile([{inline, []}, x, {inline, [g/1]}]).",
        );
        check("-compile({nowarn_unused_function, f/1}).", &["f/1"], "");
        check("-compile([{nowarn_unused_function, f/1}, x]).", &["f/1"], "-compile([x]).");
        check("-compile({inline_size, 24}).", &["f/1"], "-compile({inline_size, 24}).");
    }

    #[test]
    fn hooks_and_hints_go_with_their_function() {
        check("-dialyzer({nowarn_function, ['f'/1]}).", &["f/1"], "-dialyzer({nowarn_function, []}).");
        check("-dialyzer({no_match,f/1}).", &["f/1"], "");
        check(
            "-dialyzer([{no_match,f/1},{no_return,[f/1,g/1]}]).",
            &["f/1"],
            "-dialyzer([{no_return,[g/1]}]).",
        );
        check("-on_load(init/0).", &["init/0"], "");
        check("-on_load(init/0).", &["init/1"], "-on_load(init/0).");
        check("-nifs([f/1]).", &["f/1"], "");
        check(
            "-module(m).\n-ignore_xref([{m,f,1},{n,f,1}]).",
            &["f/1"],
            "-module(m).\n-ignore_xref([{n,f,1}]).",
        );
        check("-deprecated([{old,1,\"x, y\"}, {f,'_'}]).", &["old/1"], "-deprecated([{f,'_'}]).");
        check("-deprecated([{old,1,eventually}]).", &["old/1"], "");
        check("-deprecated({f,1}).", &["f/1"], "");
        check("-export([f/2]).\n-deprecated({f,'_'}).", &["f/1"], "-export([f/2]).\n-deprecated({f,'_'}).");
        check("-export([f/1]).\n-deprecated({f,'_'}).", &["f/1"], "-export([]).\n");
    }

    #[test]
    fn specs_of_all_forms_go_with_their_function() {
        check("-spec f(X) -> X.", &["f/1"], "");
        check("-spec(f(X) -> % a. b\n X).", &["f/1"], "\n");
        check("-spec f(X, {Y, Z}) -> X; (a, b) -> c.", &["f/2"], "");
        check("-spec f(X, {Y, Z}) -> X.", &["f/1", "f/3"], "-spec f(X, {Y, Z}) -> X.");
        check(
            "-module(m).\n-spec m:f() -> 1.\n-spec n:f() -> 1.",
            &["f/0"],
            "-module(m).\n\n-spec n:f() -> 1.",
        );
    }

    #[test]
    fn defaults_of_record_fields_go_with_the_functions_that_they_name() {
        let text = "-record(r, {a = fun f/1 :: t(), b = [g(1)], c = h:f(1)}).";
        check(text, &["f/1"], "-record(r, {a  :: t(), b = [g(1)], c = h:f(1)}).");
        check(text, &["g/1"], "-record(r, {a = fun f/1 :: t(), b , c = h:f(1)}).");
        check("-define(G, g(?H)).\n-record(r, {a = ?G}).", &["g/1"], "-define(G, g(?H)).\n-record(r, {a }).");
        let text = "-record(r, {a = #s{}}).\n-record(s, {b = f(), c = #r{}, d = fun m:g/2}).";
        let module = Module::read(text);
        let found: Vec<String> =
            module.default_functions("r").iter().map(|(at, name)| format!("{at:?} {name}")).collect();
        assert_eq!(found, ["None f/0", "Some(\"m\") g/2"]);
    }

    #[test]
    fn what_only_looks_like_an_attribute_is_none() {
        let text =
            "f(X) ->\n  X\n  - include_lib(X),\n  \"\n-include(a).\n\".\n% -export([a/1]).\n-export([b/1]).";
        assert_eq!(Module::read(text).first_of(&["include", "include_lib"]), None);
        assert_eq!(exports(text), ["b/1"]);
        assert_eq!(Module::read("- include( % a\n \"a.hrl\").").first_of(&["include"]), Some(("include", 0)));
    }

    #[test]
    fn names_are_read_without_quotes_comments_and_macros() {
        let name = |text: &str| Module::read(text).name().map(str::to_owned);
        assert_eq!(name("% -module(old).\n-module(b1).\n").as_deref(), Some("b1"));
        assert_eq!(name("- 'module'( % -module(no).\n 'a b' ).\n").as_deref(), Some("a b"));
        assert_eq!(name("main() -> \"-module(m).\".\n"), None);
        assert_eq!(
            exports("-define(F, f).\n-define(N, 2).\n-export([?F/?N, ?G/1, 'it is'/1])."),
            ["f/2", "it is/1"]
        );
        assert!(Module::read("-compile(export_all).").exports_all());
        assert!(Module::read("-compile([x, 'export_all']).").exports_all());
        assert!(!Module::read("-compile([{x, export_all}]). % export_all").exports_all());
        let module = Module::read("-define(TAG, t).\n-record(?TAG, {a = \"=,{\", 'b c' :: x()}).");
        assert_eq!(module.records().map(|record| record.position("b c")).collect::<Vec<_>>(), [Some(3)]);
        assert_eq!(module.records().next().map(|record| record.name.as_str()), Some("t"));
    }

    #[test]
    fn what_the_grammar_cannot_read_costs_nothing_else() {
        for odd in [
            "-export(?ALL).",
            "-export([?F(x)/1]).",
            "-record(?TAG(x), {a = 1}).",
            "-record(r, ?FIELDS).",
            "-deprecated([{?F, 1}, {old, ?A}]).",
            "-compile([?OPTIONS | ?MORE]).",
            "-define(END, end).",
            "-define(NO_STOP, a.).",
            "f() -> ?BEGIN x -> y ?END.",
        ] {
            let text = format!(
                "-export([a/1]).\n{odd}\n-record(s, {{b = c(1)}}).\n-export([b/1]).\n-spec b(X) -> X."
            );
            assert_eq!(exports(&text), ["a/1", "b/1"], "{odd}");
            let expected = text.replace("b/1", "").replace("-spec b(X) -> X.", "");
            check(&text, &["b/1"], &expected);
            assert!(Module::read(&text).records().any(|record| record.name == "s"), "{odd}");
        }
        check("-deprecated([{?F, 1}, {old, 1}]).", &["old/1"], "-deprecated([{?F, 1}]).");
        check("-export([?F(x)/1, b/1]).", &["b/1"], "-export([?F(x)/1]).");
    }
}
