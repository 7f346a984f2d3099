//! Finds the parts of a Python program that can be deleted.

use std::ops::Range;

use super::{CommaItem, NAMELESS, NOTHING, PythonPart, PythonParts, PythonPlace, action};
use crate::ast::{BRANCH, Cst, NodeId, Tree, concrete};
use crate::deletions::{Deletion, Group, NodePlaces, Separated};
use crate::languages::python::syntax::{
    BodyClause, Parameter, PythonExpression, PythonStatement, block, caught, condition, contexts, decorators,
    guard, is_assignment, is_for, is_generator, is_keyword, is_made_of, is_none, named, sides, sources,
    stars, subjects, untyped,
};
use crate::stack::deep;

/// Parameters whose places have names of their own when they are gone; later ones stay.
const MAX_PARAMETERS: usize = 20;

impl PythonParts {
    /// The parts of a program; nothing of what its files say wrong.
    pub(in crate::languages::python) fn new(program: &Tree) -> PythonParts {
        let mut parts = PythonParts::default();
        for (file_idx, file) in program.files().enumerate() {
            let concrete = concrete(program.language(), &file.text);
            let nodes = NodePlaces::new(program, file_idx);
            let mut walk = PythonWalk { program, file_idx, nodes, parts: &mut parts };
            walk.body(concrete.root(), false);
        }
        parts
    }
}

struct PythonWalk<'t> {
    program: &'t Tree,
    file_idx: usize,
    nodes: NodePlaces<'t>,
    parts: &'t mut PythonParts,
}

impl PythonWalk<'_> {
    fn node_at(&self, range: Range<usize>, is_it: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        self.nodes.find(&range, is_it)
    }

    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.node_at(cst.byte_range(), |node| is_made_of(self.program, node, cst))
    }

    fn add(&mut self, node: NodeId, place: PythonPlace, range: Range<usize>, inner: Range<usize>) {
        let deletion = Deletion { node, action: action(&place) };
        self.parts.all.push(PythonPart { deletion, file_idx: self.file_idx, place, range, inner });
    }

    /// Deletes the node of a construct, if it counts.
    fn add_of(&mut self, cst: Cst<'_>, place: PythonPlace, range: Range<usize>, inner: Range<usize>) {
        if let Some(node) = self.node_of(cst) {
            self.add(node, place, range, inner);
        }
    }

    fn group(&mut self, parent: Cst<'_>, members: &[Cst<'_>], kind: impl Fn(Cst<'_>) -> &'static str) {
        let node = |member: &Cst<'_>| {
            let kind = kind(*member);
            self.node_at(member.byte_range(), |node| self.program.kind(node) == kind)
        };
        let found: Option<Vec<NodeId>> = members.iter().map(node).collect();
        if let (Some(parent), Some(members)) = (self.node_of(parent), found)
            && !members.is_empty()
        {
            self.parts.groups.push(Group { parent, members });
        }
    }

    fn body(&mut self, block: Cst<'_>, needs_one: bool) {
        let statements: Vec<Cst<'_>> =
            named(block).filter(|cst| PythonStatement::of(*cst).is_some()).collect();
        let body_idx = self.parts.bodies.len();
        let ranges = statements.iter().map(|statement| statement.byte_range()).collect();
        self.parts.bodies.push(Separated { file_idx: self.file_idx, ranges, needs_one });
        for statement in statements {
            deep(|| self.statement(statement, body_idx));
        }
    }

    fn block_of(&mut self, cst: Cst<'_>) {
        if let Some(block) = block(cst) {
            self.body(block, true);
        }
    }

    fn statement(&mut self, cst: Cst<'_>, body_idx: usize) {
        let Some(statement) = PythonStatement::of(cst) else { return };
        let place = PythonPlace::Statement { body_idx };
        let range = cst.byte_range();
        match statement {
            PythonStatement::Expressions => {
                let all: Vec<Cst<'_>> = named(cst).collect();
                match all[..] {
                    [only] => {
                        let inner = PythonExpression::bare(only);
                        self.add_of(inner, place, range.clone(), range);
                        self.operands(inner);
                    }
                    _ => {
                        self.add_of(cst, place, range.clone(), range);
                        all.into_iter().for_each(|part| self.element(part));
                    }
                }
            }
            PythonStatement::Assignment(assignment) => {
                self.add_of(assignment, place, range.clone(), range);
                self.assignment(assignment);
            }
            PythonStatement::Decorated { definition } => {
                let Some(definition) = definition else { return };
                let is_it = |node: NodeId| is_made_of(self.program, node, definition);
                if let Some(node) = self.node_at(range.clone(), is_it) {
                    self.add(node, place, range.clone(), range);
                }
                for decorator in decorators(cst) {
                    let Some(expression) = named(decorator).next() else { continue };
                    let inner = expression.byte_range();
                    self.add_of(decorator, PythonPlace::Decorator, decorator.byte_range(), inner);
                    self.operands(PythonExpression::bare(expression));
                }
                self.inside(definition);
            }
            PythonStatement::Weightless => {}
            _ => {
                self.add_of(cst, place, range.clone(), range);
                self.inside(cst);
            }
        }
    }

    /// What is in a statement.
    fn inside(&mut self, cst: Cst<'_>) {
        match PythonStatement::of(cst) {
            Some(PythonStatement::Values) => named(cst).for_each(|value| self.value(value)),
            Some(PythonStatement::Delete) => named(cst).for_each(|target| self.target(target)),
            Some(PythonStatement::If { condition, consequence }) => {
                condition.into_iter().for_each(|condition| self.value(condition));
                self.branch(consequence);
                self.clauses(cst);
            }
            Some(PythonStatement::While { condition }) => {
                condition.into_iter().for_each(|condition| self.value(condition));
                self.block_of(cst);
                self.clauses(cst);
            }
            Some(PythonStatement::For { left, right }) => {
                left.into_iter().for_each(|left| self.target(left));
                right.into_iter().for_each(|right| self.value(right));
                self.block_of(cst);
                self.clauses(cst);
            }
            Some(PythonStatement::Try) => {
                self.block_of(cst);
                self.clauses(cst);
                self.ways_out(cst);
            }
            Some(PythonStatement::With { items }) => {
                items.into_iter().flat_map(contexts).for_each(|context| self.value(context));
                self.block_of(cst);
            }
            Some(PythonStatement::Function { parameters }) => {
                self.parameters(parameters);
                self.block_of(cst);
            }
            Some(PythonStatement::Class { superclasses }) => {
                let bases: Vec<Cst<'_>> = superclasses.into_iter().flat_map(named).collect();
                self.items(&bases, |base| {
                    Some(match (is_keyword(base), stars(base)) {
                        (true, _) => CommaItem::Keyword,
                        (_, Some(_)) => return None,
                        _ => CommaItem::Base,
                    })
                });
                self.block_of(cst);
            }
            Some(PythonStatement::Match) => {
                let subjects: Vec<Cst<'_>> = subjects(cst).collect();
                if let [only] = subjects[..] {
                    self.value(only);
                }
                self.clauses(cst);
                let cases: Vec<Cst<'_>> = BodyClause::all(cst).map(|(_, case)| case).collect();
                self.group(cst, &cases, |_| BodyClause::Case.kind());
            }
            _ => {}
        }
    }

    fn branch(&mut self, block: Option<Cst<'_>>) {
        let Some(block) = block else { return };
        let range = block.byte_range();
        if let Some(node) = self.node_at(range.clone(), |node| self.program.kind(node) == BRANCH) {
            self.add(node, PythonPlace::Branch, range.clone(), range);
        }
        self.body(block, true);
    }

    fn clauses(&mut self, statement: Cst<'_>) {
        for (clause, cst) in BodyClause::all(statement) {
            // An `elif` is an `else` with everything that follows.
            let end = if clause == BodyClause::Elif { statement.end_byte() } else { cst.end_byte() };
            let range = cst.start_byte()..end;
            if let Some(node) = self.node_at(range.clone(), |node| self.program.kind(node) == clause.kind()) {
                self.add(node, PythonPlace::Clause(clause), range.clone(), range);
            }
            match clause {
                BodyClause::Elif => {
                    condition(cst).into_iter().for_each(|condition| self.value(condition));
                    self.branch(block(cst));
                }
                BodyClause::Except => {
                    // A pattern of classes, in which nothing can go; what it computes can.
                    caught(cst).into_iter().for_each(|caught| self.operands(PythonExpression::bare(caught)));
                    self.block_of(cst);
                }
                BodyClause::Case => {
                    if let Some(guard) = guard(cst)
                        && let Some(test) = named(guard).next()
                    {
                        self.add_of(guard, PythonPlace::Filter, guard.byte_range(), test.byte_range());
                        self.value(test);
                    }
                    self.block_of(cst);
                }
                BodyClause::Else | BodyClause::Finally => self.block_of(cst),
            }
        }
    }

    /// A `try` needs one of them, and an `else` an `except`.
    fn ways_out(&mut self, statement: Cst<'_>) {
        let all: Vec<(BodyClause, Cst<'_>)> = BodyClause::all(statement).collect();
        let of = |wanted: &[BodyClause]| -> Vec<Cst<'_>> {
            all.iter().filter(|(clause, _)| wanted.contains(clause)).map(|(_, cst)| *cst).collect()
        };
        let kind = |cst: Cst<'_>| BodyClause::of(cst).map_or("", BodyClause::kind);
        let ways = match of(&[BodyClause::Else]).is_empty() {
            true => of(&[BodyClause::Except, BodyClause::Finally]),
            false => of(&[BodyClause::Except]),
        };
        self.group(statement, &ways, kind);
    }

    fn parameters(&mut self, parameters: Option<Cst<'_>>) {
        for (idx, cst) in parameters.into_iter().flat_map(named).enumerate().take(MAX_PARAMETERS) {
            let Some(Parameter { stars, default, .. }) = Parameter::of(cst) else { continue };
            let default_text = default.map_or(String::new(), |_| format!("={NOTHING}"));
            let by = format!("{stars}{NAMELESS}{}{default_text}", idx + 1);
            let range = cst.byte_range();
            let of = untyped(cst);
            self.add_of(of, PythonPlace::Parameter { by }, range.clone(), range);
            default.into_iter().for_each(|value| self.value(value));
        }
    }

    fn assignment(&mut self, cst: Cst<'_>) {
        let (left, right) = sides(cst);
        left.into_iter().for_each(|left| self.target(left));
        match right {
            Some(right) if is_assignment(right) => self.assignment(right),
            Some(right) => self.value(right),
            None => {}
        }
    }

    /// What is assigned to has to stay, but for what is computed in it.
    fn target(&mut self, cst: Cst<'_>) {
        match PythonExpression::of(cst) {
            PythonExpression::Other | PythonExpression::Elements(_) => {
                named(cst).for_each(|child| self.target(child))
            }
            PythonExpression::Parenthesised(Some(inner)) => self.target(inner),
            _ => self.operands(cst),
        }
    }

    fn value(&mut self, cst: Cst<'_>) {
        let inner = PythonExpression::bare(cst);
        let range = inner.byte_range();
        if !is_none(inner) {
            self.add_of(inner, PythonPlace::Value { is_whole_list: false }, range.clone(), range);
        }
        self.operands(inner);
    }

    /// An element of a row, perhaps several.
    fn element(&mut self, cst: Cst<'_>) {
        match PythonExpression::of(cst) {
            PythonExpression::Splat(Some(inner)) => {
                self.add_of(cst, PythonPlace::Splat, cst.byte_range(), inner.byte_range());
                self.operands(PythonExpression::bare(inner));
            }
            _ => self.value(cst),
        }
    }

    /// What is inside of an expression.
    fn operands(&mut self, cst: Cst<'_>) {
        deep(|| match PythonExpression::of(cst) {
            PythonExpression::Parenthesised(Some(inner)) => self.operands(inner),
            PythonExpression::Values(values) => values.into_iter().for_each(|value| self.value(value)),
            PythonExpression::Elements(elements) => elements.into_iter().for_each(|part| self.element(part)),
            PythonExpression::Lambda { parameters, body } => {
                self.parameters(parameters);
                body.into_iter().for_each(|body| self.value(body));
            }
            PythonExpression::Call { function, arguments } => {
                function.into_iter().for_each(|function| self.operands(PythonExpression::bare(function)));
                arguments.into_iter().for_each(|arguments| self.arguments(arguments));
            }
            PythonExpression::Attribute(object) => {
                object.into_iter().for_each(|object| self.operands(PythonExpression::bare(object)));
            }
            PythonExpression::Subscript { value, indices } => {
                value.into_iter().for_each(|value| self.operands(PythonExpression::bare(value)));
                indices.into_iter().for_each(|index| self.index(index));
            }
            PythonExpression::Slice(_) => self.index(cst),
            PythonExpression::Dictionary => {
                let all: Vec<Cst<'_>> = named(cst).collect();
                self.items(&all, |item| {
                    Some(if stars(item).is_some() { CommaItem::Mapping } else { CommaItem::Pair })
                });
            }
            PythonExpression::Comprehension { body, clauses } => self.comprehension(body, &clauses),
            PythonExpression::Named(value) => value.into_iter().for_each(|value| self.value(value)),
            PythonExpression::Text(values) => values.into_iter().for_each(|value| self.value(value)),
            PythonExpression::Splat(Some(inner)) => self.operands(PythonExpression::bare(inner)),
            PythonExpression::Pair { key, value } => {
                // A placeholder would be a key like any other, and could stand for it everywhere.
                key.into_iter().for_each(|key| self.operands(PythonExpression::bare(key)));
                value.into_iter().for_each(|value| self.value(value));
            }
            PythonExpression::Yield(value) => value.into_iter().for_each(|value| self.value(value)),
            PythonExpression::Parenthesised(None)
            | PythonExpression::Splat(None)
            | PythonExpression::Name
            | PythonExpression::Other => {}
        })
    }

    fn index(&mut self, cst: Cst<'_>) {
        let PythonExpression::Slice(bounds) = PythonExpression::of(cst) else { return self.value(cst) };
        for bound in bounds {
            let inner = PythonExpression::bare(bound);
            self.add_of(inner, PythonPlace::Bound, bound.byte_range(), bound.byte_range());
            self.operands(inner);
        }
    }

    fn arguments(&mut self, arguments: Cst<'_>) {
        if is_generator(arguments) {
            let range = arguments.byte_range();
            self.add_of(arguments, PythonPlace::Value { is_whole_list: true }, range.clone(), range);
            return self.operands(arguments);
        }
        let all: Vec<Cst<'_>> = named(arguments).collect();
        let last_star = all.iter().rposition(|argument| stars(*argument) == Some(1));
        let behind = last_star.map_or(0, |idx| all[idx].start_byte());
        self.items(&all, |argument| match (is_keyword(argument), stars(argument)) {
            // Nothing may be taken apart with `*` behind what the switch would take apart with `**`.
            (true, _) if argument.start_byte() >= behind => Some(CommaItem::Keyword),
            (_, Some(2)) => Some(CommaItem::Mapping),
            _ => None,
        });
    }

    /// Elements with commas: items go with theirs, others leave placeholders.
    fn items(&mut self, all: &[Cst<'_>], item: impl Fn(Cst<'_>) -> Option<CommaItem>) {
        let list_idx = self.parts.lists.len();
        let ranges = all.iter().map(|it| it.byte_range()).collect();
        self.parts.lists.push(Separated { file_idx: self.file_idx, ranges, needs_one: false });
        for &cst in all {
            let range = cst.byte_range();
            match item(cst) {
                Some(CommaItem::Base) => {
                    let inner = PythonExpression::bare(cst);
                    self.add_of(
                        inner,
                        PythonPlace::Item { list_idx, item: CommaItem::Base },
                        range.clone(),
                        range,
                    );
                    self.operands(inner);
                }
                Some(item) => {
                    self.add_of(cst, PythonPlace::Item { list_idx, item }, range.clone(), range);
                    self.operands(cst);
                }
                None if is_keyword(cst) => self.operands(cst),
                None => self.element(cst),
            }
        }
    }

    fn comprehension(&mut self, body: Option<Cst<'_>>, clauses: &[Cst<'_>]) {
        match body.map(|body| (body, PythonExpression::of(body))) {
            Some((body, PythonExpression::Pair { .. })) => self.operands(body),
            Some((body, _)) => self.value(body),
            None => {}
        }
        for (idx, &clause) in clauses.iter().enumerate() {
            if !is_for(clause) {
                if let Some(test) = named(clause).next() {
                    self.add_of(clause, PythonPlace::Filter, clause.byte_range(), test.byte_range());
                    self.value(test);
                }
                continue;
            }
            if idx > 0 {
                self.add_of(clause, PythonPlace::Qualifier, clause.byte_range(), clause.byte_range());
            }
            let all: Vec<Cst<'_>> = sources(clause).collect();
            if let [only] = all[..] {
                self.value(only);
            }
        }
    }
}
