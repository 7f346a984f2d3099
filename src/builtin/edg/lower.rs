//! From the tree to edges: one walk in evaluation order, so that scopes are those of Erlang.
//!
//! Calls are only collected here; `calls` ties them to functions once all of these are known.

use crate::ast::NodeId;
use crate::languages::erlang::scope::Checkpoint;
use crate::languages::erlang::syntax::{self, Expr, Kind, Qualifier};
use crate::languages::erlang::{FunctionName, shared};
use crate::stack::deep;

use super::graph::{Aux, Component, Label, Need, When};
use super::patterns::{Tests, constant_guard, could_match, is_irrefutable, reached};
use super::state::{Call, Callable, Chain, Lower, LoweredClause};

impl<'t> Lower<'t> {
    /// Lowers all functions; the first step.
    pub(super) fn functions(&mut self) {
        for file_idx in 0..self.tree.files().len() {
            for function in self.syntax.clone().functions(file_idx) {
                self.function(file_idx, &function);
            }
        }
    }

    fn function(&mut self, file_idx: usize, function: &syntax::Function<'t>) {
        let mark = self.scope.mark();
        let clauses: Vec<NodeId> = function.clauses.clone().collect();
        let name = FunctionName { name: function.name.to_owned(), arity: function.arity };
        let module = &self.modules[file_idx];
        let is_open = module.exports_all()
            || module.exports().chain(module.loaders()).any(|open| *open == name)
            || self.modules.iter().any(|module| module.is_in_default(&name));
        self.callable(function.node, &clauses, function.arity, is_open);
        self.scope.leave(mark);
    }

    /// Function or fun with these clauses; its formals, and the scope of a fun around it.
    fn callable(&mut self, node: NodeId, clause_nodes: &[NodeId], arity: usize, is_open: bool) {
        let first_formal = self.n_nodes() as NodeId;
        for idx in 0..arity {
            self.aux(Aux::Formal(node, idx as u32));
        }
        let result = self.aux(Aux::Return(node));
        let entry = self.aux(Aux::Entry(node));
        let frozen = self.aux(Aux::Frozen(node));
        let mut clauses = Vec::new();
        for &clause_node in clause_nodes {
            let mark = self.scope.mark();
            let clause = self.clause(clause_node, true);
            self.scope.leave(mark);
            let Some(clause) = clause else { continue };
            for (idx, &pattern) in clause.patterns.iter().enumerate().take(arity) {
                self.edge(pattern, first_formal + idx as NodeId, Label::Flow);
            }
            clauses.push(clause);
        }
        self.callable_of.insert(node, self.callables.len());
        self.callables.push(Callable { node, clauses, first_formal, arity, result, entry, frozen, is_open });
    }

    /// Edges inside a clause; the scope stays as it is after its body.
    pub(super) fn clause(&mut self, node: NodeId, shadows: bool) -> Option<LoweredClause> {
        let syntax::Clause { patterns, guard, body } = self.syntax.clause(node)?;
        let (patterns, body): (Vec<NodeId>, Vec<NodeId>) = (patterns.collect(), body.collect());
        let test = self.aux(Aux::Test(node));
        let mark = self.scope.mark();
        let always = self.is_always(&patterns, guard, shadows);
        let mut tests = Tests::new();
        let outer = std::mem::replace(&mut self.shadowing, shadows);
        for &pattern in &patterns {
            self.pattern(pattern, mark, &mut tests);
            self.star(pattern, When::Kept, node, Need::INSIDE);
        }
        self.shadowing = outer;
        for (part, need) in tests {
            self.star(test, When::Kept, part, need);
        }
        self.guard(node, guard, test);
        self.body(&body, node);
        let never = constant_guard(&self.syntax, guard) == Some(false);
        Some(LoweredClause { node, patterns, body, test, always, never })
    }

    fn is_always(&self, patterns: &[NodeId], guard: NodeId, shadows: bool) -> bool {
        let bound = |name: &str| !shadows && self.scope.is_bound(name);
        let mut seen = Vec::new();
        constant_guard(&self.syntax, guard) == Some(true)
            && patterns.iter().all(|&pattern| is_irrefutable(&self.syntax, pattern, &bound, &mut seen))
    }

    fn guard(&mut self, clause: NodeId, guard: NodeId, test: NodeId) {
        if constant_guard(&self.syntax, guard) != Some(true) {
            self.star(test, When::Kept, guard, Need::RUN);
        }
        for part in self.children(guard) {
            self.expression(part);
            self.star(guard, When::Active, part, Need::FULL);
            for inside in self.tree.subtree(part) {
                // The criterion may stand in a guard: then this guard is what must be evaluated.
                self.star(inside, When::Kept, guard, Need::RUN);
                self.star(guard, When::Active, inside, Need::RUN);
            }
        }
        self.star(guard, When::Kept, clause, Need::INSIDE);
        self.star(guard, When::Active, test, Need::RUN);
    }

    /// Statements in order; `owner` is kept with any of them.
    fn body(&mut self, statements: &[NodeId], owner: NodeId) {
        for &statement in statements {
            self.expression(statement);
            self.star(statement, When::Kept, owner, Need::INSIDE);
        }
    }

    /// Edges of an expression and all in it.
    pub(super) fn expression(&mut self, node: NodeId) {
        deep(|| self.expression_here(node))
    }

    fn expression_here(&mut self, node: NodeId) {
        match self.syntax.expr(node) {
            Expr::Variable(name) => self.variable(node, name),
            Expr::Wildcard
            | Expr::Atom(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::Char(_)
            | Expr::String(_)
            | Expr::Nil
            | Expr::RecordIndex { .. }
            // Tied to functions once all are known.
            | Expr::FunRef(_) => self.indivisible(node),
            Expr::Tuple(_) => self.composite(node, |idx| Component::Element(idx as u32 + 1)),
            Expr::Cons { .. } => self.composite(node, |idx| if idx == 0 { Component::Head } else { Component::Tail }),
            Expr::Match { pattern, value } => self.match_expression(node, pattern, value),
            Expr::Block(statements) => self.block(node, &statements.collect::<Vec<_>>()),
            Expr::Case { subject, clauses } => self.case(node, subject, &clauses.collect::<Vec<_>>()),
            Expr::If(clauses) => self.branches(node, None, &clauses.collect::<Vec<_>>()),
            Expr::Fun { name, clauses } => self.fun(node, name, &clauses.collect::<Vec<_>>()),
            Expr::Call { callee, arguments } => self.call(node, callee, arguments.collect()),
            Expr::BinaryOperator { operator, left, right } => self.operator(node, operator, left, right),
            Expr::UnaryOperator { .. } => self.strict(node),
            Expr::Comprehension { template, qualifiers } => self.comprehension(node, template, qualifiers),
            Expr::RecordAccess { record, name, field } => self.record_access(node, record, name, field),
            Expr::Record { name, fields } => self.record(node, name, None, fields),
            Expr::RecordUpdate { record, name, fields } => self.record(node, name, Some(record), fields),
            Expr::Map(fields) => self.map(node, None, fields),
            Expr::MapUpdate { map, fields } => self.map(node, Some(map), fields),
            Expr::Try(_) | Expr::Catch | Expr::Receive | Expr::Maybe => self.kept_whole(node),
            Expr::Binary(_)
            | Expr::MaybeMatch
            | Expr::Remote
            | Expr::MacroText
            | Expr::Concatenation => self.indivisible(node),
            Expr::Macro => self.unknown_macro(node),
            // With the record or map that they belong to.
            Expr::Other if self.syntax.field(node).is_some() => {}
            Expr::Other => self.indivisible(node),
        }
    }

    /// A macro that the program does not define may be any code; those of the preprocessor are values, and code that this leaves
    /// out calls nothing but what it says.
    fn unknown_macro(&mut self, node: NodeId) {
        self.indivisible(node);
        let module = &self.modules[self.tree.file_of(node)];
        if module.leaves_out(self.tree.span(node).start) {
            return;
        }
        if !matches!(self.tree.label(node), "FILE" | "MACHINE" | "OTP_RELEASE") {
            self.calls.push(Call { node, callee: node, arguments: self.children(node) });
        }
    }

    fn variable(&mut self, node: NodeId, name: &str) {
        for binder in self.scope.binders(name).to_vec() {
            self.edge(node, binder, Label::Flow);
        }
    }

    /// Lowers the children; each of them keeps what is around it.
    pub(super) fn operands(&mut self, node: NodeId) {
        for child in self.children(node) {
            self.expression(child);
            self.edge(child, node, Label::Operand);
        }
    }

    /// An expression that looks at all of its operands.
    fn strict(&mut self, node: NodeId) {
        self.operands(node);
        for child in self.children(node) {
            self.star(node, When::Active, child, Need::FULL);
        }
    }

    /// An expression whose text needs all of its parts.
    fn indivisible(&mut self, node: NodeId) {
        for child in self.children(node) {
            self.expression(child);
            self.star(child, When::Kept, node, Need::RUN);
            self.star(node, When::Kept, child, Need::FULL);
        }
    }

    fn composite(&mut self, node: NodeId, field: impl Fn(usize) -> Component) {
        self.operands(node);
        for (idx, child) in self.children(node).into_iter().enumerate() {
            self.edge(node, child, Label::Pop(field(idx)));
        }
    }

    fn match_expression(&mut self, node: NodeId, pattern: NodeId, value: NodeId) {
        self.expression(value);
        self.edge(value, node, Label::Operand);
        self.edge(node, value, Label::Flow);
        self.pattern(pattern, self.scope.mark(), &mut Tests::new());
        self.edge(pattern, value, Label::Flow);
        self.star(pattern, When::Kept, node, Need::RUN);
    }

    fn block(&mut self, node: NodeId, statements: &[NodeId]) {
        self.body(statements, node);
        if let Some(&last) = statements.last() {
            self.edge(node, last, Label::Flow);
        }
    }

    fn case(&mut self, node: NodeId, subject: NodeId, clauses: &[NodeId]) {
        self.expression(subject);
        self.edge(subject, node, Label::Operand);
        self.branches(node, Some(subject), clauses);
    }

    /// Clauses of a `case` or `if`: the first that accepts is taken.
    fn branches(&mut self, node: NodeId, scrutinee: Option<NodeId>, clause_nodes: &[NodeId]) {
        let mut clauses = Vec::new();
        let mut bound = Vec::new();
        for &clause_node in clause_nodes {
            let mark = self.scope.mark();
            let clause = self.clause(clause_node, false);
            let bound_here = self.scope.leave(mark);
            let Some(clause) = clause else { continue };
            bound.push(bound_here);
            for &pattern in &clause.patterns {
                if let Some(scrutinee) = scrutinee {
                    self.edge(pattern, scrutinee, Label::Flow);
                }
            }
            clauses.push(clause);
        }
        let could = |clause: &LoweredClause| {
            scrutinee.is_none_or(|value| {
                clause.patterns.iter().all(|&pattern| could_match(&self.syntax, pattern, value))
            })
        };
        let reached = reached(&clauses, could);
        let mut live = Vec::new();
        for (clause, bound) in clauses.iter().zip(bound) {
            if reached.iter().any(|other| other.node == clause.node) {
                live.push(bound);
            } else {
                // Such a clause stays only around a criterion; what it binds must be bound then, too.
                for binder in bound.into_iter().flat_map(|(_, binders)| binders) {
                    self.star(clause.node, When::Kept, binder, Need::FULL);
                }
            }
        }
        self.scope.join(live);
        for clause in &reached {
            if let Some(&last) = clause.body.last() {
                self.edge(node, last, Label::Flow);
            }
        }
        self.chain(node, &reached);
        self.within(node, &clauses, &reached);
    }

    /// Clauses that are never reached: one stays only around a criterion, and then must refuse as it did.
    pub(super) fn within(&mut self, owner: NodeId, clauses: &[LoweredClause], reached: &[LoweredClause]) {
        let mut live: Option<&LoweredClause> = None;
        for clause in clauses {
            if reached.iter().any(|other| other.node == clause.node) {
                live = Some(clause);
                continue;
            }
            self.dead.insert(clause.node);
            self.star(clause.node, When::Kept, owner, Need::RUN);
            self.star(clause.node, When::Kept, clause.test, Need::RUN);
            if let Some(previous) = live {
                self.star(clause.node, When::Kept, previous.node, Need::INSIDE);
                self.star(clause.node, When::Kept, previous.test, Need::RUN);
            }
        }
    }

    /// Control between clauses: a clause is entered when those before it refuse.
    pub(super) fn chain(&mut self, owner: NodeId, clauses: &[LoweredClause]) {
        for (idx, clause) in clauses.iter().enumerate() {
            self.star(clause.node, When::Kept, owner, Need::RUN);
            if let Some(previous) = idx.checked_sub(1).map(|idx| &clauses[idx]) {
                self.star(clause.node, When::Kept, previous.node, Need::INSIDE);
                self.star(clause.node, When::Kept, previous.test, Need::RUN);
            }
            if idx + 1 < clauses.len() {
                self.star(clause.node, When::Kept, clause.test, Need::RUN);
            }
        }
        let clauses = clauses.iter().map(|clause| clause.node).collect();
        self.chains.push(Chain { owner, clauses });
    }

    fn fun(&mut self, node: NodeId, name: Option<&'t str>, clauses: &[NodeId]) {
        let mark = self.scope.mark();
        if let Some(name) = name {
            self.scope.bind(name, vec![node]);
        }
        let first = clauses.first().and_then(|&clause| self.syntax.clause(clause));
        self.callable(node, clauses, first.map_or(0, |clause| clause.patterns.count()), false);
        self.scope.leave(mark);
        let callable = &self.callables[self.callable_of[&node]];
        let result = callable.result;
        self.edge(node, result, Label::Pop(Component::Result));
    }

    fn call(&mut self, node: NodeId, callee: NodeId, arguments: Vec<NodeId>) {
        self.operands(node);
        // The text of a call needs its callee, and nothing can stand in the place of a variable there.
        self.star(node, When::Kept, callee, Need::RUN);
        for part in self.tree.subtree(callee) {
            if let Expr::Variable(_) = self.syntax.expr(part) {
                self.star(node, When::Kept, part, Need::HEAD);
            }
        }
        self.calls.push(Call { node, callee, arguments });
    }

    fn operator(&mut self, node: NodeId, operator: &str, left: NodeId, right: NodeId) {
        if !matches!(operator, "andalso" | "orelse") {
            if operator == "!" {
                self.flows.push((self.world, right));
            }
            return self.strict(node);
        }
        self.expression(left);
        self.edge(left, node, Label::Operand);
        let mark = self.scope.mark();
        self.expression(right);
        self.scope.leave(mark);
        // The left operand decides whether the right one is evaluated.
        self.star(right, When::Kept, node, Need::RUN);
        self.star(node, When::Active, left, Need::FULL);
        self.star(node, When::Valued, right, Need::FULL);
    }

    fn comprehension(&mut self, node: NodeId, template: NodeId, qualifiers: NodeId) {
        let mark = self.scope.mark();
        let turns = self.aux(Aux::Turns(node));
        self.star(node, When::Valued, turns, Need::RUN);
        self.star(turns, When::Kept, node, Need::RUN);
        self.star(turns, When::Kept, qualifiers, Need::RUN);
        for (idx, qualifier) in self.tree.children(qualifiers).enumerate() {
            self.qualifier(node, turns, qualifier, idx == 0);
        }
        self.expression(template);
        self.star(template, When::Kept, turns, Need::RUN);
        if self.syntax.kind(node) == Kind::ListComprehension {
            self.edge(node, template, Label::Pop(Component::Head));
            self.edge(node, node, Label::Pop(Component::Tail));
        } else {
            self.star(node, When::Valued, template, Need::FULL);
        }
        self.scope.leave(mark);
    }

    fn qualifier(&mut self, node: NodeId, turns: NodeId, qualifier: NodeId, is_first: bool) {
        let (pattern, source, is_list) = match self.syntax.qualifier(qualifier) {
            Qualifier::List { pattern, source } => (pattern, source, true),
            Qualifier::Binary { pattern, source } | Qualifier::Map { pattern, source } => {
                (pattern, source, false)
            }
            Qualifier::Filter => return self.filter(node, turns, qualifier, is_first),
        };
        self.expression(source);
        let around = if is_first { node } else { turns };
        self.star(source, When::Kept, around, Need::RUN);
        self.star(turns, When::Kept, qualifier, Need::RUN);
        if is_first {
            // The text of a comprehension has a qualifier, and a generator fails for what is no list.
            self.star(node, When::Active, qualifier, Need::RUN);
            match is_list {
                true => self.spine(node, When::Active, source),
                false => self.star(node, When::Active, source, Need::FULL),
            }
        }
        let mark = self.scope.mark();
        let outer = std::mem::replace(&mut self.shadowing, true);
        let mut tests = Tests::new();
        match is_list {
            true => self.pattern(pattern, mark, &mut tests),
            false => self.opaque_generator(pattern, mark, &mut tests),
        }
        self.shadowing = outer;
        self.star(pattern, When::Kept, turns, Need::RUN);
        for (part, need) in tests {
            self.star(turns, When::Kept, part, need);
        }
        if is_list {
            let elements = self.aux(Aux::Elements(source));
            self.edge(pattern, elements, Label::Push(Component::Head));
            self.edge(elements, elements, Label::Push(Component::Tail));
            self.edge(elements, source, Label::Flow);
            self.spine(turns, When::Kept, source);
        } else {
            self.star(turns, When::Kept, source, Need::FULL);
        }
    }

    /// Pattern of a generator over bytes or a map: kept with the comprehension.
    fn opaque_generator(&mut self, pattern: NodeId, mark: Checkpoint, tests: &mut Tests) {
        for part in self.tree.subtree(pattern) {
            self.star(part, When::Kept, pattern, Need::FULL);
            tests.push((part, Need::FULL));
        }
        self.pattern_names(pattern, mark, tests);
    }

    fn filter(&mut self, node: NodeId, turns: NodeId, filter: NodeId, is_first: bool) {
        self.expression(filter);
        if is_first {
            self.star(node, When::Active, filter, Need::FULL);
        }
        self.star(turns, When::Kept, filter, Need::FULL);
        self.star(filter, When::Kept, turns, Need::RUN);
    }

    /// Needs the cells of a list, whatever their elements are.
    pub(super) fn spine(&mut self, from: NodeId, when: When, list: NodeId) {
        let spine = self.aux(Aux::Spine(list));
        self.star(from, when, spine, Need::HEAD);
        self.edge(spine, spine, Label::Push(Component::Tail));
        self.edge(spine, list, Label::Flow);
    }

    /// Everything in it stays when anything does; what is called from it fails as in the program.
    fn kept_whole(&mut self, node: NodeId) {
        let expr = self.syntax.expr(node);
        let mark = self.scope.mark();
        let mut received = Vec::new();
        for child in self.children(node) {
            let own = self.scope.mark();
            if let Some(clause) = self.clause(child, false) {
                received.push(self.scope.leave(own));
                self.flows.extend(clause.body.last().map(|&last| (node, last)));
                self.flows.extend(clause.patterns.iter().map(|&pattern| (pattern, self.world)));
            } else {
                self.expression(child);
                self.flows.push((node, child));
                // Values that clauses of `try` and `receive` take apart.
                self.flows.push((self.world, child));
                if self.syntax.kind(child) == Kind::ReceiveAfter {
                    received.push(self.scope.leave(own));
                }
            }
        }
        let bound = self.scope.leave(mark);
        match expr {
            Expr::Catch => self.scope.join(vec![bound]),
            // Each way out of it binds what is used behind it.
            Expr::Receive => self.scope.join(received),
            _ => {}
        }
        for part in self.tree.subtree(node).skip(1) {
            self.star(part, When::Kept, node, Need::RUN);
            self.star(node, When::Kept, part, Need::FULL);
        }
        let not_modelled = match expr {
            Expr::Try(_) | Expr::Catch => return self.frozen.push(node),
            Expr::Receive => "receive",
            _ => "maybe",
        };
        self.note(node, format!("`{not_modelled}` is not modelled: it is kept whole"));
    }

    /// What a macro's definition says has no text of its own where it is called, nor have the copies of an
    /// argument: they stay with what encloses them.
    pub(super) fn macros(&mut self) {
        let shared = shared(self.tree);
        for node in shared.iter() {
            let mut above = self.tree.ancestors(node);
            let Some(whole) = above.find(|&above| !shared.contains(above)) else { continue };
            self.star(node, When::Kept, whole, Need::RUN);
            self.star(whole, When::Kept, node, Need::FULL);
        }
    }
}
