//! The walk over a concrete tree that makes the nodes we count: the part that all languages share.
//!
//! The concrete tree is walked once; the language's profile says what each of its nodes becomes.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::builder::{Builder, NewNode};
use super::cst::Cst;
use super::entries::EntryNames;
use super::expanded::Expanded;
use super::header;
use super::literal::{name_of, normal_literal, unquoted};
use super::profile::{Interpolation, Rule};
use super::role::NodeRole;
use super::rules::RuleTable;
use super::tree::{BRANCH, Flags, NodeId, ParseOptions};
use crate::stack::deep;

/// Problems beyond this many in one file repeat what the first ones say.
const MAX_PROBLEMS: usize = 20;

/// One walk over the concrete tree of one file.
pub(super) struct Walk<'t> {
    table: &'static RuleTable,
    text: &'t str,
    expanded: Option<&'t Expanded>,
    builder: &'t mut Builder,
    placeholders: HashSet<&'t str>,
    /// How entries are to be read.
    entries: &'t EntryNames,
    problems: Vec<(usize, String)>,
    /// What of the concrete tree the problems so far are about.
    reported: HashSet<u32>,
    /// The name that became the label of a node around it; it may lie several levels below that node.
    label_source: Option<u32>,
    /// The node about to be visited stands in a list of statements. Asking the concrete tree for its
    /// parent would search from the root each time.
    in_list: bool,
    roles: Roles,
    /// What the node about to be opened means, where that is more than its kind and label.
    value: Option<String>,
    /// Above zero inside a construct whose content is not counted.
    pub(super) uncounted_depth: usize,
}

/// Roles of the nodes about to be visited.
#[derive(Clone, Copy, Default)]
struct Roles {
    /// Of the next node alone.
    next: NodeRole,
    /// Of every name below.
    names: NodeRole,
    /// Of everything that a loop's header does.
    header: NodeRole,
}

impl Roles {
    fn with(mut self, role: NodeRole) -> Roles {
        match role {
            // What is declared among the parameters is a parameter.
            NodeRole::Declared if self.names == NodeRole::Parameter => {}
            NodeRole::Callee | NodeRole::Key => self.next = role,
            NodeRole::Initialiser | NodeRole::Update => self.header = role,
            NodeRole::Use | NodeRole::Declared | NodeRole::Parameter | NodeRole::Pattern => self.names = role,
        }
        self
    }
}

/// What a node is, apart from where it stands.
pub(super) struct NodeShape<'s> {
    pub(super) kind: &'s str,
    pub(super) label: &'s str,
    pub(super) flags: Flags,
}

impl<'t> Walk<'t> {
    pub(super) fn new(
        table: &'static RuleTable,
        text: &'t str,
        expanded: Option<&'t Expanded>,
        builder: &'t mut Builder,
        options: &'t ParseOptions,
    ) -> Walk<'t> {
        let mut placeholders: HashSet<&str> = table.profile.placeholders.iter().copied().collect();
        placeholders.extend(options.placeholders.iter().map(String::as_str));
        Walk {
            table,
            text,
            expanded,
            builder,
            placeholders,
            entries: &options.entries,
            problems: expanded.map_or_else(Vec::new, |expanded| expanded.problems.clone()),
            reported: HashSet::new(),
            label_source: None,
            in_list: false,
            roles: Roles::default(),
            value: None,
            uncounted_depth: 0,
        }
    }

    /// Walks a whole file; what could not be read, with its offset.
    pub(super) fn file(mut self, root: Cst<'_>) -> Vec<(usize, String)> {
        self.visit(root);
        self.passed_over(root);
        self.problems
    }

    /// Reports what the parser missed or could not read inside of nodes, where a rule that reads only what it needs came
    /// past it. Between nodes is what weighs nothing, and what is said beside them.
    fn passed_over(&mut self, root: Cst<'_>) {
        if !root.subtree().any(|cst| cst.is_missing() || cst.is_error()) {
            return;
        }
        let opened: HashSet<u32> = self.builder.opened.iter().map(|&(cst, _)| cst).collect();
        let (mut node_end, mut skipped_end) = (0, 0);
        for cst in root.subtree() {
            if cst.id() < skipped_end {
                continue;
            }
            // Of literals all of the text is the label, whether or not the grammar knows every escape in it.
            if matches!(self.table.facts(cst).rule, Some(Rule::Skip | Rule::Leaf | Rule::Quoted)) {
                skipped_end = cst.end_id();
            } else if opened.contains(&cst.id()) {
                node_end = node_end.max(cst.end_id());
            } else if cst.id() < node_end && (cst.is_missing() || cst.is_error()) {
                self.unread(cst);
            }
        }
        self.problems.sort_by_key(|&(offset, _)| offset);
    }

    /// Reports what the parser missed or could not read, once.
    fn unread(&mut self, cst: Cst<'_>) {
        if !self.reported.insert(cst.id()) {
            return;
        }
        if cst.is_missing() {
            self.problem(cst, format!("missing `{}`", cst.kind()));
        } else {
            let text: String = self.slice(cst).chars().take(30).collect();
            self.problem(cst, format!("cannot parse `{}`", text.lines().next().unwrap_or("")));
        }
    }

    pub(super) fn slice(&self, cst: Cst<'_>) -> &'t str {
        &self.text[cst.byte_range()]
    }

    /// Text between two offsets.
    pub(super) fn bytes(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or("")
    }

    fn original(&self, start: usize, stop: usize) -> (usize, usize) {
        match self.expanded {
            Some(expanded) => expanded.original(start, stop),
            None => (start, stop),
        }
    }

    /// The text without the comments in it.
    pub(super) fn code(&self, cst: Cst<'_>) -> Cow<'t, str> {
        let (all, start) = (self.slice(cst), cst.start_byte());
        let mut comments = cst.subtree().filter(|part| part.is_extra() && !part.is_error()).peekable();
        if comments.peek().is_none() {
            return all.into();
        }
        let mut code = String::new();
        let mut at = 0;
        for comment in comments {
            code.push_str(&all[at..comment.start_byte() - start]);
            at = comment.end_byte() - start;
        }
        (code + &all[at..]).into()
    }

    /// Notes what could not be parsed, at the start of `cst`.
    pub(super) fn problem(&mut self, cst: Cst<'_>, message: String) {
        if self.problems.len() < MAX_PROBLEMS {
            let (offset, _) = self.original(cst.start_byte(), cst.end_byte());
            self.problems.push((offset, message));
        }
    }

    /// Opens a node for `cst`; `own` is the offset of its first own token.
    pub(super) fn open_at(&mut self, cst: Cst<'_>, own: usize, shape: &NodeShape<'_>) {
        self.builder.opened.push((cst.id(), self.builder.nodes.len() as NodeId));
        let facts = self.table.facts(cst);
        let Roles { next, names, header } = self.roles;
        let role = match next {
            NodeRole::Callee if cst.is_leaf() || self.value.is_some() => NodeRole::Callee,
            _ if facts.is_act && header != NodeRole::Use => header,
            _ if shape.flags.has(Flags::VARIABLE) => names,
            _ => NodeRole::Use,
        };
        self.open(cst.start_byte(), cst.end_byte(), own, shape, role);
    }

    /// Opens a node that covers these bytes.
    pub(super) fn open_span(&mut self, start: usize, stop: usize, own: usize, shape: &NodeShape<'_>) {
        self.open(start, stop, own, shape, NodeRole::Use);
    }

    fn open(&mut self, start: usize, stop: usize, own: usize, shape: &NodeShape<'_>, role: NodeRole) {
        self.roles.next = NodeRole::Use;
        let (start, stop) = self.original(start, stop);
        let (own, _) = self.original(own, own);
        self.in_list = false;
        let mut flags = shape.flags;
        if self.uncounted_depth > 0 {
            flags = flags.without(Flags::COUNTED);
        }
        let NodeShape { kind, label, .. } = *shape;
        let value = self.value.take();
        self.builder.open(&NewNode { kind, label, value: value.as_deref(), role, flags, start, stop, own });
    }

    /// Marks the only node in the one opened last when it has this label: the syntax asks for it there.
    pub(super) fn mark_filler(&mut self, label: &str) {
        self.builder.mark_filler(label);
    }

    /// How entries of one name are to be read.
    pub(super) fn entries(&self) -> &'t EntryNames {
        self.entries
    }

    /// How entries of one name are written.
    pub(super) fn noted_entries(&mut self) -> &mut EntryNames {
        &mut self.builder.entries
    }

    /// Number of the nodes so far.
    pub(super) fn n_nodes(&self) -> usize {
        self.builder.nodes.len()
    }

    /// Sets flags of a node, if there is one with this number.
    pub(super) fn flag(&mut self, node: usize, flags: Flags) {
        if let Some(node) = self.builder.nodes.get_mut(node) {
            node.flags = node.flags.with(flags);
        }
    }

    /// Says what the node about to be opened means, where its kind and label are only one spelling of it.
    pub(super) fn set_value(&mut self, value: Option<String>) {
        self.value = value;
    }

    /// Closes the node opened last.
    pub(super) fn close(&mut self) {
        self.builder.close();
    }

    pub(super) fn flags_of(&self, cst: Cst<'_>) -> Flags {
        if self.in_list || self.table.facts(cst).is_statement {
            Flags::COUNTED.with(Flags::STATEMENT)
        } else {
            Flags::COUNTED
        }
    }

    /// Walks one node of the concrete tree.
    pub(super) fn visit(&mut self, cst: Cst<'_>) {
        if cst.is_missing() {
            self.unread(cst);
            return;
        }
        if cst.is_error() {
            self.unread(cst);
            deep(|| self.visit_children(cst));
            return;
        }
        if !cst.is_named() || self.label_source == Some(cst.id()) {
            return;
        }
        match self.table.facts(cst).rule {
            Some(rule) => deep(|| self.apply(cst, rule)),
            None if cst.is_extra() => {}
            // `break;`, `[]`: what is missing is no label, else `return;` could not come from `return x;`.
            None if cst.is_leaf() => self.apply(cst, Rule::Leaf),
            None => deep(|| self.apply(cst, Rule::Node)),
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
        let facts = self.table.facts(cst);
        let in_list = facts.is_statement_list || (self.in_list && facts.is_declaration);
        let roles = self.roles;
        let mut previous = cst.start_byte();
        for child in cst.children() {
            let is_head = in_list && self.table.profile.list_heads.contains(&(cst.kind(), child.field()));
            self.in_list = in_list && !is_head;
            self.roles = if facts.has_roles { self.roles_in(cst, child, roles) } else { roles };
            let is_branch = facts.has_branches
                && child.is_named()
                && self.table.profile.branches.contains(&(cst.kind(), child.field()));
            if is_branch {
                self.branch(child, child.field(), previous);
            } else {
                self.visit(child);
            }
            if !child.is_extra() {
                previous = child.start_byte();
            }
        }
        self.in_list = false;
        self.roles = roles;
    }

    /// Roles in a child, whose parent has these.
    fn roles_in(&self, cst: Cst<'_>, child: Cst<'_>, roles: Roles) -> Roles {
        let (parent, field) = (cst.kind(), child.field());
        let mut table = self.table.profile.roles.iter();
        let found = table.find(|(kind, name, _)| *kind == parent && (*name == field || *name == "*"));
        found.map_or(roles, |(.., role)| roles.with(*role))
    }

    /// Walks a node that has this role.
    pub(super) fn visit_as(&mut self, cst: Cst<'_>, role: NodeRole) {
        let roles = self.roles;
        self.roles = roles.with(role);
        self.visit(cst);
        self.roles = roles;
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
                let label = normal_literal(&self.code(cst));
                self.leaf(cst, &label, Flags::default());
            }
            Rule::Variable => self.leaf(cst, self.slice(cst), Flags::VARIABLE),
            Rule::Quoted => {
                let label = unquoted(self.slice(cst)).to_owned();
                self.leaf(cst, &label, Flags::default());
            }
            Rule::Operator => self.operation(cst),
            Rule::Label(field) => self.labelled(cst, cst.child_by_field_name(field)),
            Rule::Function => self.definition(cst),
            Rule::Template(template) => self.template(cst, template),
            Rule::NodeIf(field) if cst.child_by_field_name(field).is_some() => self.node(cst, "", None),
            Rule::LabelIf(field) if cst.child_by_field_name(field).is_some() => {
                self.labelled(cst, cst.child_by_field_name(field));
            }
            Rule::NodeIf(_) => self.visit_children(cst),
            Rule::LabelIf(_) => self.visit_children(cst),
            Rule::Special(walk) => walk(self, cst),
        }
    }

    /// One node labelled by the text of `label`, which is not visited.
    fn labelled(&mut self, cst: Cst<'_>, label: Option<Cst<'_>>) {
        let text = label.map_or_else(String::new, |label| self.name(label));
        self.node(cst, &text, label);
    }

    /// The name that a node spells: a member's may have quotes.
    fn name(&self, cst: Cst<'_>) -> String {
        if let Some(value) = self.value_of(cst) {
            return name_of(&value).unwrap_or(value);
        }
        // An expression that computes the name may hold literals.
        if cst.subtree().skip(1).any(|part| part.is_named() && self.table.facts(part).value.is_some()) {
            let parts = cst.children().filter(|part| !part.is_extra());
            return deep(|| {
                parts.map(|part| self.value_of(part).unwrap_or_else(|| self.name(part))).collect()
            });
        }
        self.code(cst).chars().filter(|c| !c.is_whitespace()).collect()
    }

    /// What the text of a literal means.
    fn value_of(&self, cst: Cst<'_>) -> Option<String> {
        if self.expanded.is_some_and(|all| all.line_numbers.binary_search(&cst.start_byte()).is_ok()) {
            return Some("line".to_owned());
        }
        self.table.facts(cst).value.and_then(|value| value(self.slice(cst)))
    }

    /// A definition with what decorates it, which is a part of it.
    pub(super) fn decorated(&mut self, cst: Cst<'_>, definition: Cst<'_>) {
        let id = self.builder.nodes.len();
        let is_left_out = |part: Cst<'_>| self.table.facts(part).is_outside_header;
        if let Some(hash) = header::hash(definition, self.text, is_left_out) {
            self.builder.headers.push((id as NodeId, hash));
        }
        let name = function_name(definition);
        let own = name.map_or(definition.start_byte(), |name| name.start_byte());
        let label = name.map_or(String::new(), |name| self.slice(name).to_owned());
        let flags = Flags::COUNTED.with(Flags::STATEMENT).with(Flags::DEFINITION);
        self.open_at(cst, own, &NodeShape { kind: definition.kind(), label: &label, flags });
        for decorator in cst.children().filter(|child| child.start_byte() < definition.start_byte()) {
            self.in_list = false;
            self.visit(decorator);
        }
        self.visit_children_without(definition, name);
        self.close();
    }

    /// A function, method or class.
    fn definition(&mut self, cst: Cst<'_>) {
        let id = self.builder.nodes.len();
        let name = function_name(cst);
        let is_left_out = |part: Cst<'_>| self.table.facts(part).is_outside_header;
        if let Some(hash) = header::hash(cst, self.text, is_left_out) {
            self.builder.headers.push((id as NodeId, hash));
        }
        self.labelled(cst, name);
        // A function without a name is an expression among others.
        if let Some(name) = name {
            // Return types, modifiers, decorators may stand on lines of their own.
            let (own, _) = self.original(name.start_byte(), name.start_byte());
            let node = &mut self.builder.nodes[id];
            node.own = own as u32;
            node.flags = node.flags.with(Flags::STATEMENT).with(Flags::DEFINITION);
        }
    }

    /// One node labelled by its operator.
    pub(super) fn operation(&mut self, cst: Cst<'_>) {
        let label = self.operator(cst);
        self.node(cst, &label, None);
    }

    /// One node with this label; `source` is the descendant that the label was taken from.
    pub(super) fn node(&mut self, cst: Cst<'_>, label: &str, source: Option<Cst<'_>>) {
        self.node_of_kind(cst, cst.kind(), label, source);
    }

    pub(super) fn node_of_kind(&mut self, cst: Cst<'_>, kind: &str, label: &str, source: Option<Cst<'_>>) {
        let mut flags = self.flags_of(cst);
        if self.table.facts(cst).is_placeholder {
            flags = flags.without(Flags::COUNTED).with(Flags::PLACEHOLDER);
        }
        // Modifiers may stand on lines of their own.
        let first = cst.children().find(|child| !child.is_extra());
        let named = source.filter(|_| first.is_some_and(|first| self.table.facts(first).is_outside_header));
        let own = named.map_or_else(|| self.own_offset(cst), |name| name.start_byte());
        let id = self.builder.nodes.len();
        self.open_at(cst, own, &NodeShape { kind, label, flags });
        self.visit_children_without(cst, source);
        if self.table.facts(cst).vanishes {
            self.uncount_if_empty(id);
        }
        self.close();
    }

    /// One node without children.
    pub(super) fn leaf(&mut self, cst: Cst<'_>, label: &str, extra: Flags) {
        let mut flags = self.flags_of(cst).with(extra);
        // A string that says `undef` is a string; a placeholder may well be a string, with its quotes.
        let name = if self.table.facts(cst).is_text { self.slice(cst) } else { label };
        if self.placeholders.contains(name) || self.table.facts(cst).is_placeholder {
            flags = flags.without(Flags::COUNTED).with(Flags::PLACEHOLDER);
        }
        let known = self.value.take();
        let value = known.or_else(|| self.value_of(cst));
        self.value = match (self.roles.next, value.as_deref().and_then(name_of)) {
            (NodeRole::Key, Some(name)) => Some(format!("key {name}")),
            (NodeRole::Callee, Some(name)) => Some(format!("name {name}")),
            _ => value,
        };
        self.open_at(cst, cst.start_byte(), &NodeShape { kind: cst.kind(), label, flags });
        self.close();
    }

    /// One node without children that names a variable, of a kind that stands for what is written.
    pub(super) fn name_of_kind(&mut self, cst: Cst<'_>, kind: &str, name: &str) {
        let flags = self.flags_of(cst).with(Flags::VARIABLE);
        self.open_at(cst, cst.start_byte(), &NodeShape { kind, label: name, flags });
        self.close();
    }

    /// One node without a label; its children follow.
    pub(super) fn plain(&mut self, cst: Cst<'_>) {
        self.node(cst, "", None);
    }

    /// A branch of a conditional: it must be told apart from its sibling when one of them is deleted.
    /// A branch with nothing in it is what the syntax asks for, and does not count.
    /// `previous` is the start of the token before it.
    pub(super) fn branch(&mut self, cst: Cst<'_>, field: &str, previous: usize) {
        let label = if field == "consequence" { "then" } else { "else" };
        let flags = Flags::COUNTED.with(Flags::STATEMENT);
        let id = self.builder.nodes.len();
        // Where the branch is announced, not where its first statement happens to stand.
        let own = if self.table.facts(cst).announces_branch { cst.start_byte() } else { previous };
        self.open_at(cst, own, &NodeShape { kind: BRANCH, label, flags });
        self.visit(cst);
        self.uncount_if_empty(id);
        self.close();
    }

    /// A literal with expressions inside: its fixed text is the label.
    fn template(&mut self, cst: Cst<'_>, template: &Interpolation) {
        let mut label = String::new();
        let mut expressions = Vec::new();
        self.collect_template(cst, template, &mut label, &mut expressions);
        self.value = self.value.take().or_else(|| (template.value)(self, cst));
        if expressions.is_empty() {
            self.leaf(cst, &label, Flags::default());
            return;
        }
        let flags = self.flags_of(cst);
        self.open_at(cst, cst.start_byte(), &NodeShape { kind: cst.kind(), label: &label, flags });
        for expression in expressions {
            self.visit(expression);
        }
        self.close();
    }

    fn collect_template<'c>(
        &self,
        cst: Cst<'c>,
        template: &Interpolation,
        label: &mut String,
        expressions: &mut Vec<Cst<'c>>,
    ) {
        for child in cst.children() {
            if child.kind() == template.expression {
                label.push_str("{}");
                expressions.push(child);
            } else if template.part == Some(child.kind()) {
                self.collect_template(child, template, label, expressions);
            } else if !template.delimiters.contains(&child.kind()) && !child.is_extra() {
                label.push_str(self.slice(child));
            }
        }
    }

    fn uncount_if_empty(&mut self, id: usize) {
        if self.builder.nodes[id + 1..].iter().all(|node| !node.flags.has(Flags::COUNTED)) {
            self.builder.nodes[id].flags = self.builder.nodes[id].flags.without(Flags::COUNTED);
        }
    }

    /// Text of the first token.
    fn keyword(&self, cst: Cst<'_>) -> &'t str {
        let mut first = cst;
        while let Some(child) = first.children().next() {
            first = child;
        }
        self.slice(first)
    }

    /// The tokens of an operator with `_` for each operand, so that `x++` and `++x` differ.
    fn operator(&self, cst: Cst<'_>) -> String {
        let mut label = String::new();
        for child in cst.children() {
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
        let is_own = |child: &Cst<'_>| {
            let is_skipped =
                || matches!(self.table.facts(*child).rule, Some(Rule::Skip)) && !child.is_extra();
            !child.is_named() || is_skipped()
        };
        cst.children().find(is_own).map_or(cst.start_byte(), |child| child.start_byte())
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
