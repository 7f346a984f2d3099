//! The table for Erlang: which single deletions exist, and what each leaves behind.
//!
//! A walk from the functions down gives each node its place, and the place decides: see [`Category::leaves`].
//! What a macro's definition says is one piece of text, and goes as a whole or not at all.

use std::cmp::Ordering;

use crate::ast::{NodeId, NodeSet, SourceFile, Tree};
use crate::deletions::{Action, Candidate, Deletion, Deletions, Dialect, Group, Leaves, Mark, Table};
use crate::stack::deep;

use super::places::Places;
use super::syntax::{Expr, Kind, Syntax};
use super::text;

struct ErlangText;

impl Dialect for ErlangText {
    fn text(
        &self,
        program: &Tree,
        deletions: &Deletions,
        candidate: &Candidate,
        marks: &[Mark<'_>],
    ) -> Vec<SourceFile> {
        text::text(program, deletions, candidate, marks)
    }
}

/// Everything that can be deleted from a program.
pub(super) fn of(program: &Tree) -> Deletions {
    Deletions::new(program, table(program), &ErlangText)
}

/// Source text of the program with everything deleted but these nodes and what encloses them.
pub(super) fn text_of(program: &Tree, keep: &NodeSet) -> Vec<SourceFile> {
    // What a guard says has no weight of its own.
    let syntax = Syntax::new(program);
    let said = keep.iter().filter(|&node| syntax.kind(node) == Kind::Guard);
    let said = said.flat_map(|guard| program.subtree(guard));
    let deletions = of(program);
    deletions.text(program, &deletions.keeping(program, &keep.iter().chain(said).collect()))
}

/// Where a node stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Category {
    /// One of a list of functions, clauses, qualifiers, fields, segments.
    Item { pattern: bool },
    /// A statement of a body.
    Statement,
    /// A value is needed.
    Expression,
    /// A pattern is needed.
    Pattern,
    /// A guard slot.
    Guard,
    /// The syntax needs this very part: callees, keys of map patterns, operands of patterns, sizes.
    Fixed { pattern: bool },
    /// The rest of a list, inside of its brackets.
    Tail { pattern: bool },
}

impl Category {
    fn leaves(self) -> Option<Leaves> {
        match self {
            Category::Item { .. } => Some(Leaves::Nothing),
            Category::Statement => Some(Leaves::Statement),
            Category::Expression | Category::Tail { pattern: false } => Some(Leaves::Undef),
            Category::Pattern | Category::Tail { pattern: true } => Some(Leaves::Wildcard),
            Category::Guard => Some(Leaves::Guard),
            Category::Fixed { .. } => None,
        }
    }

    fn is_pattern(self) -> bool {
        matches!(
            self,
            Category::Pattern
                | Category::Item { pattern: true }
                | Category::Fixed { pattern: true }
                | Category::Tail { pattern: true }
        )
    }
}

/// All deletions of a program.
fn table(program: &Tree) -> Table {
    let (syntax, places) = (Syntax::new(program), Places::new(program));
    let mut table = Finder { program, syntax, places, found: Table::default() };
    for file_idx in 0..program.files().len() {
        for root in program.roots(file_idx) {
            table.visit(root, Category::Item { pattern: false });
        }
    }
    table.found
}

struct Finder<'t> {
    program: &'t Tree,
    syntax: Syntax<'t>,
    places: Places,
    found: Table,
}

impl Finder<'_> {
    fn visit(&mut self, node: NodeId, place: Category) {
        deep(|| {
            let program = self.program;
            let has_content = program.subtree(node).len() > 1;
            let is_there = if place == Category::Guard { has_content } else { program.is_counted(node) };
            // Without brackets of its own, the end of a list is where the list ends.
            let has_place = match (place, program.parent(node)) {
                (Category::Tail { .. }, Some(list)) => {
                    !self.places.is_expanded(list) && self.places.is_private(list)
                }
                _ => self.places.is_private(node),
            };
            if is_there && has_place {
                let actions = place.leaves().map(Action::Delete).into_iter().chain(self.drop_of(node));
                self.found.all.extend(actions.map(|action| Deletion { node, action }));
            }
            match (self.syntax.kind(node), place, self.found.lists.last_mut()) {
                (Kind::Cons, Category::Tail { .. }, Some(list)) => list.push(node),
                (Kind::Cons, ..) => self.found.lists.push(vec![node]),
                _ => {}
            }
            let children: Vec<NodeId> = program.children(node).collect();
            self.add_groups(node, &children);
            // The rest of a list first: its cells follow the one before.
            for (idx, &child) in children.iter().enumerate().rev() {
                if let Some(place) = self.place(node, place, child, idx) {
                    self.visit(child, place);
                }
            }
        })
    }

    /// Dropping a list element: its cell and itself go, the rest of the list moves up.
    fn drop_of(&self, node: NodeId) -> Option<Action> {
        let is_plain = self.syntax.kind(node) == Kind::Cons && !self.places.is_expanded(node);
        let tail = self.program.children(node).nth(1).filter(|_| is_plain)?;
        (!self.places.is_expanded(tail)).then_some(Action::Lift(tail))
    }

    /// Clauses of one construct, the ways out of a `try`, qualifiers.
    fn add_groups(&mut self, parent: NodeId, children: &[NodeId]) {
        let syntax = &self.syntax;
        let mut add = |is_member: &dyn Fn(Kind) -> bool| {
            let members: Vec<NodeId> =
                children.iter().copied().filter(|&child| is_member(syntax.kind(child))).collect();
            if !members.is_empty() {
                self.found.groups.push(Group { parent, members });
            }
        };
        match syntax.kind(parent) {
            Kind::Qualifiers => add(&|_| true),
            Kind::Try => {
                add(&|kind| kind == Kind::CaseClause);
                add(&|kind| matches!(kind, Kind::CatchClause | Kind::TryAfter));
                // Without its clauses, the keyword `catch` would stand alone.
                if children.iter().any(|&child| syntax.kind(child) == Kind::TryAfter) {
                    add(&|kind| kind == Kind::CatchClause);
                }
            }
            Kind::Receive => add(&|kind| matches!(kind, Kind::CaseClause | Kind::ReceiveAfter)),
            _ => add(&Kind::is_clause),
        }
    }

    /// Category of a child; `None` where nothing below can go.
    fn place(&self, parent: NodeId, around: Category, child: NodeId, idx: usize) -> Option<Category> {
        use Kind::{
            Atom, Binary, BinaryComprehension, BinaryGenerator, BinaryOperator, Block, Call, Case,
            CaseClause, Catch, CatchClause, Char, Concatenation, Cons, Float, Fun, FunClause, Function,
            FunctionClause, Guard, If, IfClause, Integer, ListComprehension, ListGenerator, LocalFun, Macro,
            MacroText, Map, MapComprehension, MapField, MapGenerator, MapUpdate, Match, Maybe, MaybeMatch,
            Nil, Other, Qualifiers, Receive, ReceiveAfter, Record, RecordAccess, RecordField, RecordIndex,
            RecordUpdate, Remote, RemoteFun, Segment, String, Try, TryAfter, Tuple, UnaryOperator, Variable,
        };
        let pattern = around.is_pattern();
        let value = if pattern { Category::Pattern } else { Category::Expression };
        let first = |first: Category, others: Category| if idx == 0 { first } else { others };
        let (item, fixed) = (Category::Item { pattern: false }, Category::Fixed { pattern: false });
        Some(match self.syntax.kind(parent) {
            Map | Record | Binary => Category::Item { pattern },
            Function | If | Fun | Qualifiers => item,
            FunctionClause
            | FunClause
            | CaseClause
            | IfClause
            | CatchClause => self.place_in_clause(parent, child),
            Try | Receive => match self.syntax.kind(child) {
                TryAfter | ReceiveAfter => item,
                kind if kind.is_clause() => item,
                _ => Category::Statement,
            },
            TryAfter | Block => Category::Statement,
            Case | MapUpdate | RecordUpdate => first(value, item),
            ReceiveAfter => first(value, Category::Statement),
            Match | ListGenerator => first(Category::Pattern, value),
            BinaryGenerator => first(Category::Fixed { pattern: true }, value),
            Cons => self.place_in_list(child, pattern, idx),
            MapField if pattern => first(fixed, value),
            Segment => first(value, fixed),
            ListComprehension => first(value, fixed),
            BinaryComprehension => fixed,
            Call => first(fixed, value),
            BinaryOperator | UnaryOperator if pattern => self.place_of_operand(parent, idx),
            BinaryOperator
            | UnaryOperator
            | MapField
            | Tuple
            | RecordField
            | RecordAccess
            | Catch => value,
            Guard
            | Remote
            | RemoteFun
            | Maybe
            | MaybeMatch
            | MapComprehension
            | MapGenerator
            | Macro
            | MacroText
            | Concatenation
            | Other
            // Without children.
            | Variable
            | Atom
            | Integer
            | Float
            | Char
            | String
            | Nil
            | RecordIndex
            | LocalFun => return None,
        })
    }

    fn place_in_clause(&self, clause: NodeId, child: NodeId) -> Category {
        let guard = self.syntax.clause(clause).map(|clause| clause.guard);
        match guard.map(|guard| child.cmp(&guard)) {
            Some(Ordering::Less) => Category::Pattern,
            Some(Ordering::Equal) => Category::Guard,
            Some(Ordering::Greater) | None => Category::Statement,
        }
    }

    fn place_in_list(&self, child: NodeId, pattern: bool, idx: usize) -> Category {
        let same_brackets =
            matches!(self.syntax.kind(child), Kind::Cons | Kind::Nil) && !self.has_brackets(child);
        match (idx, pattern) {
            (1, pattern) if same_brackets => Category::Tail { pattern },
            (_, true) => Category::Pattern,
            (_, false) => Category::Expression,
        }
    }

    /// Whether a list has brackets of its own, and is not the rest of the one around it.
    fn has_brackets(&self, list: NodeId) -> bool {
        let start = self.program.span(list).start;
        // The rest of a list starts with its first element, a list with its bracket.
        let first = self.program.children(list).next();
        let opens_here = first.is_none_or(|first| self.program.span(first).start > start);
        self.places.is_expanded(list) || (self.program.text(list).starts_with('[') && opens_here)
    }

    /// Of `"ab" ++ Rest` the rest can go; other operators of patterns are constants.
    fn place_of_operand(&self, parent: NodeId, idx: usize) -> Category {
        match (self.syntax.expr(parent), idx) {
            (Expr::BinaryOperator { operator: "++", .. }, 1) => Category::Pattern,
            _ => Category::Fixed { pattern: true },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deletions::DeletionId;
    use crate::language::Language;

    fn program(text: &str) -> Tree {
        Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)])
    }

    /// Text without the blanks that keep columns.
    fn bare(text: &str) -> String {
        text.split_whitespace().collect()
    }

    /// Deletes the last node with each of these texts; `drop x` drops the list element `x`, `rest x` what is behind it.
    fn check(text: &str, deleted: &[&str], expected: &str) {
        let tree = program(text);
        let deletions = of(&tree);
        let syntax = Syntax::new(&tree);
        let is_cell = |node| syntax.kind(node) == Kind::Cons;
        let ids = deleted.iter().map(|wanted| {
            let (how, wanted) = wanted
                .split_once(' ')
                .filter(|(how, _)| matches!(*how, "drop" | "rest"))
                .unwrap_or(("delete", wanted));
            let cell = tree.ids().rev().find(|&node| is_cell(node) && tree.text(node + 1) == wanted);
            let fits = |deletion: &Deletion| match deletion.action {
                Action::Lift(_) => how == "drop" && Some(deletion.node) == cell,
                Action::Delete(_) if how == "rest" => {
                    tree.parent(deletion.node) == cell && Some(deletion.node) != cell.map(|cell| cell + 1)
                }
                Action::Delete(_) => how == "delete" && tree.text(deletion.node) == wanted,
            };
            deletions.all().iter().rposition(fits).unwrap_or_else(|| panic!("no deletion: {how} {wanted}"))
        });
        let candidate = ids.map(|id| id as DeletionId).collect();
        let text = &deletions.text(&tree, &candidate)[0].text;
        assert_eq!(bare(text), bare(expected), "{deleted:?}");
    }

    #[test]
    fn each_place_keeps_what_its_syntax_needs() {
        check("f(X, Y) -> g(X, Y).", &["Y"], "f(X, Y) -> g(X, undef).");
        check("f({X, 1}) -> X.", &["1"], "f({X, _}) -> X.");
        check("f(X) -> A = 1, B = X, B.", &["A = 1"], "f(X) -> B = X, B.");
        check("f(X) -> A = 1, B = X.", &["B = X"], "f(X) -> A = 1, undef.");
        check("f(X) -> A = 1, (X)(A).", &["A = 1"], "f(X) -> (X)(A).");
        check("f(X) -> (A = 1), ((X)).", &["A = 1"], "f(X) -> ((X)).");
        check("f(X) -> (A = 1), ((X)).", &["X"], "f(X) -> (A = 1), undef.");
        check("f(#r{a = X}) -> 1.", &["X"], "f(#r{a = _}) -> 1.");
        check("f(X) when X > 1 -> X; f(_) -> 1.", &["X > 1"], "f(X)  -> X; f(_) -> 1.");
        check("f(X) -> if X -> 1; true -> 2 end.", &["true -> 2"], "f(X) -> if X -> 1 end.");
        check("f(X) -> [Y || Y <- X, Y > 1].", &["Y > 1"], "f(X) -> [Y || Y <- X].");
        check("f(X) -> #{a => X, b => 1}.", &["a => X"], "f(X) -> #{b => 1}.");
        check("f(X) -> X#{a => 1}.", &["a => 1"], "f(X) -> X#{}.");
        check("f(X) -> #{a => X, b => 1}.", &["a => X", "b => 1"], "f(X) -> #{}.");
        check("f(X) -> case X of 1 -> 2; 3 -> 4 end.", &["1 -> 2"], "f(X) -> case X of 3 -> 4 end.");
    }

    #[test]
    fn a_class_that_is_not_written_can_go_as_one_that_is() {
        check("f() -> try g() catch throw:X -> X end.", &["throw"], "f() -> try g() catch _:X -> X end.");
        check("f() -> try g() catch X -> X end.", &[""], "f() -> try g() catch _:X -> X end.");
        check("f() -> try g() catch a -> b end.", &["", "a"], "f() -> try g() catch _:_ -> b end.");
        check("f() -> try g() catch a -> b; c -> d end.", &["a -> b"], "f() -> try g() catch c -> d end.");
    }

    #[test]
    fn list_elements_are_dropped_or_replaced() {
        check("f(A, B) -> [A, B].", &["B"], "f(A, B) -> [A, undef].");
        check("f(A, B) -> [A, B].", &["drop A"], "f(A, B) -> [B].");
        check("f(A, B) -> [A, B].", &["drop B"], "f(A, B) -> [A].");
        check("f(A, B) -> [A, B].", &["drop A", "drop B"], "f(A, B) -> [].");
        check("f(A, B, C) -> [A, B | C].", &["drop A"], "f(A, B, C) -> [B | C].");
        check("f(A, B, C) -> [A, B | C].", &["drop B"], "f(A, B, C) -> [A | C].");
        check("f(A, B, C) -> [A, B | C].", &["drop A", "drop B"], "f(A, B, C) -> C.");
        check("f(A, C) -> [A | C ++ A].", &["drop A"], "f(A, C) -> (C ++ A).");
        check("f(A, C) -> [A | C].", &["[A | C]"], "f(A, C) -> undef.");
        check("f([A | C]) -> C.", &["drop A"], "f(C) -> C.");
        check("f(A, B) -> [A, B].", &["rest A"], "f(A, B) -> [A | undef].");
        check("f(A, B) -> [A, B].", &["rest B"], "f(A, B) -> [A, B | undef].");
        check("f(A, B) -> [A, B].", &["drop A", "rest B"], "f(A, B) -> [B | undef].");
        check("f(A, B) -> [A, B].", &["drop A", "rest A"], "f(A, B) -> undef.");
        check("f(A, B, C) -> [A, B, C].", &["drop B", "rest B"], "f(A, B, C) -> [A | undef].");
        check("f([A, B]) -> A.", &["rest A"], "f([A | _]) -> A.");
        check("f([(A)]) -> A.", &["rest A"], "f([(A) | _]) -> A.");
    }

    #[test]
    fn comments_that_look_like_code_stay_out_of_the_way() {
        check("f(A, B) -> [A % a, b. (c)\n, B].", &["rest A"], "f(A, B) -> [A % a, b. (c)\n | undef].");
        check("f(A, B) -> [A % a, b\n, B | % |\n A].", &["drop B"], "f(A, B) -> [A % a, b\n | % |\n A].");
        check("f(A, B) -> ( % (c)\n B % a)\n ), A.", &["B"], "f(A, B) -> A.");
        check("f(A, B) -> A, ( % (c)\n B % a)\n ).", &["B"], "f(A, B) -> A, undef.");
    }

    #[test]
    fn a_mark_stands_next_to_its_node() {
        let tree = program("f(A, B) -> [A, B].");
        let deletions = of(&tree);
        let node = tree.ids().rfind(|&node| tree.text(node) == "B").expect("is there");
        // The end of the list.
        let rest = deletions.of_node(tree.len() as NodeId - 1).start;
        let text = deletions.marked_text(
            &tree,
            &[rest].into_iter().collect(),
            &[Mark { node, before: "<", after: ">" }],
        );
        assert_eq!(bare(&text[0].text), "f(A,B)->[A,<B>|undef].");
    }

    #[test]
    fn functions_leave_their_exports() {
        check(
            "-export([f/0, g/0]).\n-spec g() -> ok.\nf() -> ok.\ng() -> ok.\n",
            &["g() -> ok."],
            "-export([f/0]).\n\nf() -> ok.\n\n",
        );
    }

    #[test]
    fn macros_go_as_a_whole() {
        check("-define(K, 1).\nf(X) -> X + ?K.", &["?K"], "-define(K, 1).\nf(X) -> X + undef.");
        let text = "-define(P(A), {A, 1}).\nf(X) -> ?P(X).";
        check(text, &["X"], "-define(P(A), {A, 1}).\nf(X) -> ?P(undef).");
        check(text, &["?P(X)"], "-define(P(A), {A, 1}).\nf(X) -> undef.");
        let tree = program(text);
        let one = tree.ids().find(|&node| tree.label(node) == "1").expect("is there");
        assert!(of(&tree).of_node(one).is_empty(), "a part of a definition");
    }
}
