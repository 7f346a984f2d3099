//! From source text to a [`Tree`]: the part that all languages share.
//!
//! The concrete tree is walked once; the language's profile says what each of its nodes becomes.
//! Recursion follows the nesting of the source, so the walk runs on a thread with a deep stack:
//! a chain of ten thousand operators nests ten thousand deep.

use std::collections::HashSet;

use tree_sitter::{Node as Cst, Parser};

use super::profile::{Profile, Rule};
use super::{
    Builder, File, Flags, LineIndex, NewNode, NodeId, ParseOptions, SourceFile, SyntaxProblem, Tree, erlang,
    header, macros, profiles,
};
use crate::language::Language;

/// Virtual address space, touched only as deep as the source nests.
const STACK_BYTE: usize = 1 << 30;
/// Sources below this size cannot nest deeply enough to need the deep stack.
const SHALLOW_BYTE: usize = 16 << 10;
/// Problems beyond this many in one file repeat what the first ones say.
const MAX_PROBLEMS: usize = 20;

pub(super) fn build(language: Language, files: &[SourceFile], options: &ParseOptions) -> Tree {
    if files.iter().map(|file| file.text.len()).sum::<usize>() < SHALLOW_BYTE {
        return build_here(language, files, options);
    }
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK_BYTE)
            .spawn_scoped(scope, || build_here(language, files, options))
            .expect("a thread can be started")
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn build_here(language: Language, files: &[SourceFile], options: &ParseOptions) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).expect("the pinned grammars fit the pinned runtime");
    let mut builder = Builder::new();
    let mut tree_files = Vec::new();
    let mut problems = Vec::new();
    for (file_idx, source) in files.iter().enumerate() {
        let first = builder.nodes.len() as u32;
        let expanded = match language {
            Language::Erlang => macros::expand(&source.text),
            _ => None,
        };
        let text = expanded.as_ref().map_or(source.text.as_str(), |expanded| &expanded.text);
        let cst = parser.parse(text, None).expect("parsing without a timeout or cancellation always ends");
        let mut walk = Walk::new(language, text, expanded.as_ref(), &mut builder, options);
        walk.visit(cst.root_node());
        let found = std::mem::take(&mut walk.problems);
        problems.extend(found.into_iter().map(|(offset, message)| SyntaxProblem {
            file_idx,
            offset,
            message,
        }));
        tree_files.push(File {
            lines: LineIndex::new(&source.text),
            source: source.clone(),
            nodes: first..builder.nodes.len() as u32,
        });
    }
    Tree {
        language,
        files: tree_files,
        nodes: builder.nodes,
        kinds: builder.kinds,
        labels: builder.labels,
        headers: builder.headers,
        problems,
    }
}

/// Rules of a profile by the grammar's numeric kind, so that a node costs an array access.
struct RuleTable {
    rules: Vec<Option<Rule>>,
    statement_list: Vec<bool>,
    declaration: Vec<bool>,
    statement: Vec<bool>,
}

impl RuleTable {
    fn new(grammar: &tree_sitter::Language, profile: &Profile) -> RuleTable {
        let kinds: Vec<&str> = (0..grammar.node_kind_count())
            .map(|id| grammar.node_kind_for_id(id as u16).unwrap_or(""))
            .collect();
        let table = |list: &[&str]| kinds.iter().map(|kind| list.contains(kind)).collect();
        RuleTable {
            rules: kinds
                .iter()
                .map(|kind| profile.rules.iter().find(|(name, _)| name == kind).map(|(_, rule)| *rule))
                .collect(),
            statement_list: table(profile.statement_lists),
            declaration: table(profile.declarations),
            statement: kinds
                .iter()
                .map(|kind| kind.ends_with("_statement") || profile.statements.contains(kind))
                .collect(),
        }
    }
}

/// One walk over the concrete tree of one file.
pub(super) struct Walk<'t> {
    profile: &'static Profile,
    table: RuleTable,
    text: &'t str,
    expanded: Option<&'t macros::Expanded>,
    builder: &'t mut Builder,
    placeholders: HashSet<&'t str>,
    language: Language,
    problems: Vec<(usize, String)>,
    /// The name that became the label of a node around it; it may lie several levels below that node.
    label_source: Option<usize>,
    /// The node about to be visited stands in a list of statements. Asking the concrete tree for its
    /// parent would search from the root each time.
    in_list: bool,
    /// Above zero inside a construct whose content is not counted.
    pub(super) uncounted_depth: usize,
}

/// What a node is, apart from where it stands.
pub(super) struct Shape<'s> {
    pub(super) kind: &'s str,
    pub(super) label: &'s str,
    pub(super) flags: Flags,
}

impl<'t> Walk<'t> {
    fn new(
        language: Language,
        text: &'t str,
        expanded: Option<&'t macros::Expanded>,
        builder: &'t mut Builder,
        options: &'t ParseOptions,
    ) -> Walk<'t> {
        let profile = profiles::profile(language);
        let mut placeholders: HashSet<&str> = profile.placeholders.iter().copied().collect();
        placeholders.extend(options.placeholders.iter().map(String::as_str));
        Walk {
            profile,
            table: RuleTable::new(&language.grammar(), profile),
            text,
            expanded,
            builder,
            placeholders,
            language,
            problems: Vec::new(),
            label_source: None,
            in_list: false,
            uncounted_depth: 0,
        }
    }

    pub(super) fn slice(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    fn original(&self, start: usize, stop: usize) -> (usize, usize) {
        match self.expanded {
            Some(expanded) => expanded.original(start, stop),
            None => (start, stop),
        }
    }

    /// Notes what could not be parsed, at the start of `cst`.
    pub(super) fn problem(&mut self, cst: Cst<'_>, message: String) {
        if self.problems.len() < MAX_PROBLEMS {
            let (offset, _) = self.original(cst.start_byte(), cst.end_byte());
            self.problems.push((offset, message));
        }
    }

    /// Opens a node for `cst`; `own` is the offset of its first own token.
    pub(super) fn open_at(&mut self, cst: Cst<'_>, own: usize, shape: &Shape<'_>) {
        self.open_span(cst.start_byte(), cst.end_byte(), own, shape);
    }

    /// Opens a node that covers these bytes.
    pub(super) fn open_span(&mut self, start: usize, stop: usize, own: usize, shape: &Shape<'_>) {
        let (start, stop) = self.original(start, stop);
        let (own, _) = self.original(own, own);
        self.in_list = false;
        let mut flags = shape.flags;
        if self.uncounted_depth > 0 {
            flags = flags.without(Flags::COUNTED);
        }
        self.builder.open(&NewNode { kind: shape.kind, label: shape.label, flags, start, stop, own });
    }

    /// Closes the node opened last.
    pub(super) fn close(&mut self) {
        self.builder.close();
    }

    pub(super) fn flags_of(&self, cst: Cst<'_>) -> Flags {
        if self.in_list || listed(cst, &self.table.statement) {
            Flags::COUNTED.with(Flags::STATEMENT)
        } else {
            Flags::COUNTED
        }
    }

    /// Walks one node of the concrete tree.
    pub(super) fn visit(&mut self, cst: Cst<'_>) {
        if cst.is_missing() {
            self.problem(cst, format!("missing `{}`", cst.kind()));
            return;
        }
        if cst.is_error() {
            let text: String = self.slice(cst).chars().take(30).collect();
            self.problem(cst, format!("cannot parse `{}`", text.lines().next().unwrap_or("")));
            self.visit_children(cst);
            return;
        }
        if !cst.is_named() || self.label_source == Some(cst.id()) {
            return;
        }
        let rule = self.table.rules.get(usize::from(cst.kind_id())).copied().flatten();
        match rule {
            Some(rule) => self.apply(cst, rule),
            None if cst.is_extra() => {}
            // `break;`, `[]`: what is missing is no label, else `return;` could not come from `return x;`.
            None if cst.child_count() == 0 => self.apply(cst, Rule::Leaf),
            None => self.apply(cst, Rule::Node),
        }
    }

    /// Walks the children but leaves out one descendant, whose text already is a label.
    fn visit_children_without(&mut self, cst: Cst<'_>, left_out: Option<Cst<'_>>) {
        let outer = self.label_source;
        self.label_source = left_out.map(|left_out| left_out.id()).or(outer);
        self.visit_children(cst);
        self.label_source = outer;
    }

    /// Walks the children of a node, in source order.
    pub(super) fn visit_children(&mut self, cst: Cst<'_>) {
        let mut cursor = cst.walk();
        if !cursor.goto_first_child() {
            return;
        }
        let in_list =
            listed(cst, &self.table.statement_list) || (self.in_list && listed(cst, &self.table.declaration));
        let mut previous = cst.start_byte();
        loop {
            let child = cursor.node();
            self.in_list = in_list;
            let branch = cursor
                .field_name()
                .filter(|field| child.is_named() && self.profile.branches.contains(&(cst.kind(), *field)));
            match branch {
                Some(field) => self.branch(child, field, previous),
                None => self.visit(child),
            }
            if !child.is_extra() {
                previous = child.start_byte();
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        self.in_list = false;
    }

    fn apply(&mut self, cst: Cst<'_>, rule: Rule) {
        match rule {
            Rule::Skip => {}
            Rule::Through => self.visit_children(cst),
            Rule::ThroughBut(field) => {
                self.visit_children_without(cst, cst.child_by_field_name(field));
            }
            Rule::Node => self.node(cst, "", None),
            Rule::As(kind) => self.node_of_kind(cst, kind, "", None),
            Rule::Keyword => self.node(cst, self.keyword(cst), None),
            Rule::Leaf => {
                let label = normal_literal(self.slice(cst));
                self.leaf(cst, &label, Flags::default());
            }
            Rule::Variable => self.leaf(cst, self.slice(cst), Flags::VARIABLE),
            Rule::Quoted => {
                let label = unquoted(self.slice(cst)).to_owned();
                self.leaf(cst, &label, Flags::default());
            }
            Rule::Operator => {
                let label = self.operator(cst);
                self.node(cst, &label, None);
            }
            Rule::Label(field) => self.labelled(cst, cst.child_by_field_name(field)),
            Rule::Function => self.definition(cst),
            Rule::Template(inner) => self.template(cst, inner),
            Rule::NodeIf(field) if cst.child_by_field_name(field).is_some() => self.node(cst, "", None),
            Rule::LabelIf(field) if cst.child_by_field_name(field).is_some() => {
                self.labelled(cst, cst.child_by_field_name(field));
            }
            Rule::NodeIf(_) => self.visit_children(cst),
            // `sizeof x` and a positional argument: the first counts by itself, the second does not.
            Rule::LabelIf(_) if cst.kind() == "sizeof_expression" => self.node(cst, "", None),
            Rule::LabelIf(_) => self.visit_children(cst),
            Rule::Special => match self.language {
                Language::Erlang => erlang::special(self, cst),
                Language::Python => self.python_expressions(cst),
                _ if cst.kind() == "concatenated_string" => self.joined_string(cst),
                _ => self.declaration(cst),
            },
        }
    }

    /// One node labelled by the text of `label`, which is not visited.
    fn labelled(&mut self, cst: Cst<'_>, label: Option<Cst<'_>>) {
        let text: String = label
            .map(|label| self.slice(label).chars().filter(|c| !c.is_whitespace()).collect())
            .unwrap_or_default();
        self.node(cst, &text, label);
    }

    /// A function, method or class.
    fn definition(&mut self, cst: Cst<'_>) {
        let id = self.builder.nodes.len();
        let name = function_name(cst);
        if let Some(hash) = header::hash(cst, self.text) {
            self.builder.headers.push((id as NodeId, hash));
        }
        self.labelled(cst, name);
        // A function without a name is an expression among others.
        if name.is_some() {
            let node = &mut self.builder.nodes[id];
            node.flags = node.flags.with(Flags::STATEMENT).with(Flags::DEFINITION);
        }
    }

    /// One node with this label; `source` is the descendant that the label was taken from.
    pub(super) fn node(&mut self, cst: Cst<'_>, label: &str, source: Option<Cst<'_>>) {
        self.node_of_kind(cst, cst.kind(), label, source);
    }

    fn node_of_kind(&mut self, cst: Cst<'_>, kind: &str, label: &str, source: Option<Cst<'_>>) {
        let mut flags = self.flags_of(cst);
        if self.profile.placeholder_kinds.contains(&cst.kind()) {
            flags = flags.without(Flags::COUNTED).with(Flags::PLACEHOLDER);
        }
        let own = self.own_offset(cst);
        let id = self.builder.nodes.len();
        self.open_at(cst, own, &Shape { kind, label, flags });
        self.visit_children_without(cst, source);
        if self.profile.vanishing.contains(&cst.kind()) {
            self.uncount_if_empty(id);
        }
        self.close();
    }

    /// One node without children.
    pub(super) fn leaf(&mut self, cst: Cst<'_>, label: &str, extra: Flags) {
        let mut flags = self.flags_of(cst).with(extra);
        // A string that says `undef` is a string; a placeholder may well be a string, with its quotes.
        let is_text = matches!(cst.kind(), "string" | "char" | "string_literal" | "char_literal");
        let name = if is_text { self.slice(cst) } else { label };
        if self.placeholders.contains(name) || self.profile.placeholder_kinds.contains(&cst.kind()) {
            flags = flags.without(Flags::COUNTED).with(Flags::PLACEHOLDER);
        }
        self.open_at(cst, cst.start_byte(), &Shape { kind: cst.kind(), label, flags });
        self.close();
    }

    /// A branch of a conditional: it must be told apart from its sibling when one of them is deleted.
    /// A branch with nothing in it is what the syntax asks for, and does not count.
    /// `previous` is the start of the token before it.
    fn branch(&mut self, cst: Cst<'_>, field: &str, previous: usize) {
        let label = if field == "consequence" { "then" } else { "else" };
        let flags = Flags::COUNTED.with(Flags::STATEMENT);
        let id = self.builder.nodes.len();
        // Where the branch is announced, not where its first statement happens to stand.
        let own = if cst.kind() == "else_clause" { cst.start_byte() } else { previous };
        self.open_at(cst, own, &Shape { kind: "branch", label, flags });
        self.visit(cst);
        self.uncount_if_empty(id);
        self.close();
    }

    fn uncount_if_empty(&mut self, id: usize) {
        if self.builder.nodes[id + 1..].iter().all(|node| !node.flags.has(Flags::COUNTED)) {
            self.builder.nodes[id].flags = self.builder.nodes[id].flags.without(Flags::COUNTED);
        }
    }

    /// C: a prototype has no behaviour; any other declaration is its declarators.
    fn declaration(&mut self, cst: Cst<'_>) {
        let mut declarator = cst.child_by_field_name("declarator");
        while let Some(inner) = declarator.filter(|node| node.kind() == "pointer_declarator") {
            declarator = inner.child_by_field_name("declarator");
        }
        let is_prototype = declarator.is_some_and(|node| {
            node.kind() == "function_declarator"
                && node.child_by_field_name("declarator").is_some_and(|name| name.kind() == "identifier")
        });
        if !is_prototype {
            self.visit_children(cst);
        }
    }

    /// Python: a bare `a, b` is a tuple, whether or not it has parentheses.
    fn python_expressions(&mut self, cst: Cst<'_>) {
        let mut cursor = cst.walk();
        let n_expressions = cst.named_children(&mut cursor).filter(|child| !child.is_extra()).count();
        if n_expressions > 1 {
            self.node_of_kind(cst, "tuple", "", None);
        } else {
            self.visit_children(cst);
        }
    }

    /// C: adjacent strings are one string, unless a macro stands between them.
    fn joined_string(&mut self, cst: Cst<'_>) {
        let mut cursor = cst.walk();
        let parts: Vec<Cst<'_>> = cst.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
        if parts.iter().any(|part| part.kind() != "string_literal") {
            self.node(cst, "", None);
            return;
        }
        let text: String = parts.iter().map(|part| unquoted(self.slice(*part))).collect();
        let flags = self.flags_of(cst);
        let label = format!("\"{text}\"");
        self.open_at(cst, cst.start_byte(), &Shape { kind: "string_literal", label: &label, flags });
        self.close();
    }

    /// Text of the first token.
    fn keyword(&self, cst: Cst<'_>) -> &'t str {
        let mut first = cst;
        while let Some(child) = first.child(0) {
            first = child;
        }
        self.slice(first)
    }

    /// A literal with expressions inside: its fixed text is the label.
    fn template(&mut self, cst: Cst<'_>, inner: &[&str]) {
        let mut label = String::new();
        let mut expressions = Vec::new();
        collect_template(cst, inner, self.text, &mut label, &mut expressions);
        if expressions.is_empty() {
            self.leaf(cst, &label, Flags::default());
            return;
        }
        let flags = self.flags_of(cst);
        self.open_at(cst, cst.start_byte(), &Shape { kind: cst.kind(), label: &label, flags });
        for expression in expressions {
            self.visit(expression);
        }
        self.close();
    }

    /// The tokens of an operator with `_` for each operand, so that `x++` and `++x` differ.
    fn operator(&self, cst: Cst<'_>) -> String {
        let mut label = String::new();
        let mut cursor = cst.walk();
        for child in cst.children(&mut cursor) {
            if child.is_extra() {
                continue;
            }
            if child.is_named() {
                label.push('_');
            } else {
                label.push_str(self.slice(child));
            }
        }
        label
    }

    /// Offset of the first token of `cst` that lies in none of its named children; its start if none.
    pub(super) fn own_offset(&self, cst: Cst<'_>) -> usize {
        let mut cursor = cst.walk();
        cst.children(&mut cursor)
            .find(|child| {
                !child.is_named()
                    || matches!(
                        self.table.rules.get(usize::from(child.kind_id())).copied().flatten(),
                        Some(Rule::Skip)
                    ) && !child.is_extra()
            })
            .map_or(cst.start_byte(), |child| child.start_byte())
    }
}

fn listed(cst: Cst<'_>, list: &[bool]) -> bool {
    list.get(usize::from(cst.kind_id())) == Some(&true)
}

fn collect_template<'c>(
    cst: Cst<'c>,
    inner: &[&str],
    text: &str,
    label: &mut String,
    expressions: &mut Vec<Cst<'c>>,
) {
    let mut cursor = cst.walk();
    for child in cst.children(&mut cursor) {
        if inner.contains(&child.kind()) {
            label.push_str("{}");
            expressions.push(child);
        } else if child.kind() == "string" {
            collect_template(child, inner, text, label, expressions);
        } else if !matches!(child.kind(), "string_start" | "string_end" | "`") && !child.is_extra() {
            label.push_str(&text[child.byte_range()]);
        }
    }
}

/// The name of a function, class or method: the end of its chain of declarators.
fn function_name(cst: Cst<'_>) -> Option<Cst<'_>> {
    let mut node = cst.child_by_field_name("name");
    if node.is_none() {
        node = cst.child_by_field_name("declarator");
        while let Some(inner) = node.and_then(|node| node.child_by_field_name("declarator")) {
            node = Some(inner);
        }
    }
    node
}

/// Text of a literal in one spelling: string quotes stay, digit separators go, layout goes.
fn normal_literal(text: &str) -> String {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return normal_number(text);
    }
    let has_quotes = text.contains(['"', '\'', '$']);
    if has_quotes { text.to_owned() } else { text.split_whitespace().collect() }
}

/// Numbers in one spelling: Erlang's `16#FF` and `1_000` are what a pretty printer makes of them.
fn normal_number(text: &str) -> String {
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    if let Some((base, rest)) = digits.split_once('#')
        && let Some(value) = base
            .parse()
            .ok()
            .filter(|base| (2..=36).contains(base))
            .and_then(|base| u128::from_str_radix(rest, base).ok())
    {
        return value.to_string();
    }
    let is_decimal_float =
        digits.contains('.') && digits.chars().all(|c| matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'));
    match digits.parse::<f64>() {
        Ok(value) if is_decimal_float => format!("{value:?}"),
        _ => digits,
    }
}

/// A quoted name or string without its quotes.
fn unquoted(text: &str) -> &str {
    ['"', '\''].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        for (text, expected) in [
            ("16#FF", "255"),
            ("1_000", "1000"),
            ("1.50", "1.5"),
            ("1.5e0", "1.5"),
            ("0x1F", "0x1F"),
            ("3L", "3L"),
        ] {
            assert_eq!(normal_literal(text), expected, "{text}");
        }
    }

    #[test]
    fn quotes_are_not_part_of_a_name() {
        assert_eq!(unquoted("'abc'"), "abc");
        assert_eq!(unquoted("abc"), "abc");
        assert_eq!(unquoted("'"), "'");
    }
}
