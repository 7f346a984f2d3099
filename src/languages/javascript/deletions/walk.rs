//! Finds the parts of a JavaScript program that can be deleted.

use std::ops::Range;

use super::{DeclaredRow, ObjectItem, ScriptPart, ScriptParts, ScriptPlace, action};
use crate::ast::{BRANCH, Cst, NodeId, Tree, concrete};
use crate::deletions::{Deletion, Group, NodePlaces, Separated};
use crate::languages::javascript::syntax::{
    ClassPart, DeclarationWord, ScriptExpression, ScriptPattern, ScriptStatement, body, case_statements,
    case_value, caught, caught_range, class_parts, computed, declarators, else_body, is_block, is_default,
    is_made_of, is_nothing, is_template, is_text_statement, key, name, parameters, parts_of, value,
};
use crate::stack::deep;

/// Parameters whose places have names of their own when they are gone; later ones stay.
const MAX_PARAMETERS: usize = 20;

impl ScriptParts {
    /// The parts of a program; nothing of what its files say wrong.
    pub(in crate::languages::javascript) fn new(program: &Tree) -> ScriptParts {
        let mut parts = ScriptParts::default();
        for (file_idx, file) in program.files().enumerate() {
            let concrete = concrete(program.language(), &file.text);
            let nodes = NodePlaces::new(program, file_idx);
            let mut walk = ScriptWalk { program, text: &file.text, file_idx, nodes, parts: &mut parts };
            walk.statements(parts_of(concrete.root()), true);
        }
        parts
    }
}

struct ScriptWalk<'t> {
    program: &'t Tree,
    text: &'t str,
    file_idx: usize,
    nodes: NodePlaces<'t>,
    parts: &'t mut ScriptParts,
}

impl<'t> ScriptWalk<'t> {
    fn node_of(&self, cst: Cst<'_>) -> Option<NodeId> {
        self.nodes.find(&cst.byte_range(), |node| is_made_of(self.program, node, cst))
    }

    fn add(&mut self, node: NodeId, place: ScriptPlace, range: Range<usize>, inner: Range<usize>) {
        let name = Some(node + 1);
        let deletion = Deletion { node, action: action(&place, name) };
        self.parts.all.push(ScriptPart { deletion, file_idx: self.file_idx, place, range, inner });
    }

    /// Deletes the node of a construct, if it counts.
    fn add_of(&mut self, cst: Cst<'_>, place: ScriptPlace, range: Range<usize>, inner: Range<usize>) {
        if let Some(node) = self.node_of(cst) {
            self.add(node, place, range, inner);
        }
    }

    fn row(&mut self, all: &[Cst<'_>], around: Range<usize>, by: &'static str) -> usize {
        let ranges = all.iter().map(|it| it.byte_range()).collect();
        let row = Separated { file_idx: self.file_idx, ranges, needs_one: false };
        self.parts.rows.push(DeclaredRow { row, around, by });
        self.parts.rows.len() - 1
    }

    /// The statements of a body; `may_direct` those of a function or file, which may begin with directives.
    fn statements<'c>(&mut self, all: impl Iterator<Item = Cst<'c>>, may_direct: bool) {
        let mut is_directive = may_direct;
        for statement in all {
            is_directive &= is_text_statement(statement);
            deep(|| self.statement(statement, statement.byte_range(), (false, is_directive)));
        }
    }

    fn block(&mut self, block: Option<Cst<'_>>, may_direct: bool) {
        block.into_iter().for_each(|block| self.statements(parts_of(block), may_direct));
    }

    /// The body of a loop, or the statement behind a condition.
    fn body(&mut self, body: Option<Cst<'_>>) {
        let Some(body) = body else { return };
        match is_block(body) {
            true => self.block(Some(body), false),
            false => deep(|| self.statement(body, body.byte_range(), (true, false))),
        }
    }

    fn statement(&mut self, cst: Cst<'_>, range: Range<usize>, (is_body, is_directive): (bool, bool)) {
        let Some(statement) = ScriptStatement::of(cst) else { return };
        let place = ScriptPlace::Statement { is_body, is_directive };
        match statement {
            ScriptStatement::Expression(expression) => {
                let inner = ScriptExpression::bare(expression);
                if !is_nothing(inner, self.text) {
                    self.add_of(inner, place, range.clone(), range);
                }
                self.operands(inner);
            }
            ScriptStatement::Declaration(word) => self.declaration(cst, word, (range, "")),
            ScriptStatement::Function => {
                self.add_of(cst, ScriptPlace::Definition { is_class: false }, range.clone(), range);
                self.function(cst);
            }
            ScriptStatement::Class => {
                self.add_of(cst, ScriptPlace::Definition { is_class: true }, range.clone(), range);
                self.class(cst);
            }
            ScriptStatement::Block => self.block(Some(cst), false),
            ScriptStatement::Exported { declaration } => {
                if let Some(declaration) = declaration {
                    self.statement(declaration, range, (is_body, false));
                }
            }
            ScriptStatement::Weightless | ScriptStatement::Unknown => {}
            ScriptStatement::Labelled { body } => {
                self.add_of(cst, place, range.clone(), range);
                match body {
                    Some(block) if is_block(block) => self.block(Some(block), false),
                    // The label stands at a loop, and goes with it.
                    Some(body) => self.inside(body),
                    None => {}
                }
            }
            ScriptStatement::Plain
            | ScriptStatement::Values
            | ScriptStatement::If { .. }
            | ScriptStatement::While { .. }
            | ScriptStatement::For { .. }
            | ScriptStatement::ForIn { .. }
            | ScriptStatement::Switch { .. }
            | ScriptStatement::Try { .. } => {
                self.add_of(cst, place, range.clone(), range);
                self.inside(cst);
            }
        }
    }

    /// What is in a statement.
    fn inside(&mut self, cst: Cst<'_>) {
        match ScriptStatement::of(cst) {
            Some(ScriptStatement::Values) => parts_of(cst).for_each(|value| self.value(value)),
            Some(ScriptStatement::If { condition, consequence, alternative }) => {
                self.condition(condition);
                if let Some(branch) = consequence {
                    self.branch(branch.byte_range(), ScriptPlace::Branch, branch.byte_range());
                    self.body(consequence);
                }
                if let Some(clause) = alternative
                    && let Some(inner) = else_body(clause)
                {
                    let needs_else = !is_followed_by_nothing(cst, self.text);
                    let place = ScriptPlace::Else { needs_else };
                    self.branch(clause.byte_range(), place, inner.byte_range());
                    self.body(Some(inner));
                }
            }
            Some(ScriptStatement::While { condition, body }) => {
                self.condition(condition);
                self.body(body);
            }
            Some(ScriptStatement::For { initializer, condition, increment, body }) => {
                match initializer.map(|it| (it, ScriptStatement::of(it))) {
                    Some((cst, Some(ScriptStatement::Declaration(word)))) => {
                        self.declaration(cst, word, (cst.start_byte()..cst.end_byte(), ";"));
                    }
                    Some((cst, _)) => self.step(cst, ScriptPlace::ForStep),
                    None => {}
                }
                condition.into_iter().for_each(|it| self.step(it, ScriptPlace::ForCondition));
                increment.into_iter().for_each(|it| self.step(it, ScriptPlace::ForStep));
                self.body(body);
            }
            Some(ScriptStatement::ForIn { left, right, body }) => {
                left.into_iter().for_each(|left| self.target(left));
                right.into_iter().for_each(|right| self.value(right));
                self.body(body);
            }
            Some(ScriptStatement::Switch { value, cases }) => {
                self.condition(value);
                let n_cases = cases.len();
                for (idx, case) in cases.into_iter().enumerate() {
                    let range = case.byte_range();
                    let place = match is_default(case) {
                        true => ScriptPlace::Default { is_last: idx + 1 == n_cases },
                        false => ScriptPlace::Case,
                    };
                    self.add_of(case, place, range.clone(), range);
                    case_value(case)
                        .into_iter()
                        .for_each(|value| self.operands(ScriptExpression::bare(value)));
                    self.statements(case_statements(case), false);
                }
            }
            Some(ScriptStatement::Try { body, handler, finalizer }) => {
                self.block(body, false);
                self.handlers(cst, handler, finalizer);
            }
            _ => {}
        }
    }

    fn branch(&mut self, range: Range<usize>, place: ScriptPlace, inner: Range<usize>) {
        if let Some(node) = self.nodes.find(&range, |node| self.program.kind(node) == BRANCH) {
            self.add(node, place, range, inner);
        }
    }

    fn condition(&mut self, parenthesised: Option<Cst<'_>>) {
        parenthesised.into_iter().for_each(|condition| self.value(condition));
    }

    fn step(&mut self, cst: Cst<'_>, place: ScriptPlace) {
        let inner = ScriptExpression::bare(cst);
        self.add_of(inner, place, cst.byte_range(), cst.byte_range());
        self.operands(inner);
    }

    /// A `try` needs one of them.
    fn handlers(&mut self, statement: Cst<'_>, handler: Option<Cst<'_>>, finalizer: Option<Cst<'_>>) {
        if let Some(handler) = handler {
            let range = handler.byte_range();
            self.add_of(handler, ScriptPlace::Catch, range.clone(), range);
            if let (Some(parameter), Some(range)) = (caught(handler), caught_range(handler)) {
                let is_pattern = !matches!(ScriptPattern::of(parameter), ScriptPattern::Name(_));
                self.add_of(parameter, ScriptPlace::Caught { is_pattern }, range.clone(), range);
                self.pattern(parameter);
            }
            self.block(body(handler), false);
        }
        if let Some(finalizer) = finalizer {
            let inner = body(finalizer).map_or(finalizer.byte_range(), |body| body.byte_range());
            self.add_of(finalizer, ScriptPlace::Finally, finalizer.byte_range(), inner);
            self.block(body(finalizer), false);
        }
        let members: Option<Vec<NodeId>> =
            handler.into_iter().chain(finalizer).map(|clause| self.node_of(clause)).collect();
        if let (Some(parent), Some(members)) = (self.node_of(statement), members)
            && !members.is_empty()
        {
            self.parts.groups.push(Group { parent, members });
        }
    }

    fn declaration(
        &mut self,
        cst: Cst<'_>,
        word: DeclarationWord,
        (around, by): (Range<usize>, &'static str),
    ) {
        let all: Vec<Cst<'_>> = declarators(cst).collect();
        let row_idx = self.row(&all, around, by);
        for declarator in all {
            let Some(declared) = name(declarator) else { continue };
            let is_pattern = !matches!(ScriptPattern::of(declared), ScriptPattern::Name(_));
            let range = declarator.byte_range();
            self.add_of(
                declarator,
                ScriptPlace::Declarator { row_idx, is_pattern },
                range.clone(),
                range.clone(),
            );
            let Some(value) = value(declarator) else { continue };
            if !is_pattern && word != DeclarationWord::Const {
                let dropped = declared.end_byte()..range.end;
                self.add_of(declarator, ScriptPlace::Initialiser, dropped, value.byte_range());
            }
            self.pattern(declared);
            self.value(value);
        }
    }

    /// What can go in a pattern that binds names.
    fn pattern(&mut self, cst: Cst<'_>) {
        deep(|| match ScriptPattern::of(cst) {
            ScriptPattern::Name(_) | ScriptPattern::Shorthand(_) => {}
            ScriptPattern::Default { left, right } => {
                self.pattern(left);
                self.value(right);
            }
            ScriptPattern::Rest(inner) => self.pattern(inner),
            ScriptPattern::Pair { key, value } => {
                computed(key).into_iter().for_each(|key| self.operands(ScriptExpression::bare(key)));
                self.pattern(value);
            }
            ScriptPattern::Object => {
                let all: Vec<Cst<'_>> = parts_of(cst).collect();
                let row_idx = self.row(&all, 0..0, "");
                for item in all {
                    let range = item.byte_range();
                    self.add_of(item, ScriptPlace::PatternItem { row_idx }, range.clone(), range);
                    self.pattern(item);
                }
            }
            ScriptPattern::Array => {
                for item in parts_of(cst) {
                    let range = item.byte_range();
                    self.add_of(item, ScriptPlace::PatternElement, range.clone(), range);
                    self.pattern(item);
                }
            }
            ScriptPattern::Other => self.target(cst),
        })
    }

    fn function(&mut self, function: Cst<'_>) {
        for (idx, parameter) in parameters(function).into_iter().enumerate().take(MAX_PARAMETERS) {
            let range = parameter.byte_range();
            let by = format!("_{}", idx + 1);
            let is_plain = matches!(ScriptPattern::of(parameter), ScriptPattern::Name(_));
            self.add_of(parameter, ScriptPlace::Parameter { by, is_plain }, range.clone(), range);
            self.pattern(parameter);
        }
        let Some(body) = body(function) else { return };
        match is_block(body) {
            true => self.block(Some(body), true),
            false => self.value(body),
        }
    }

    fn class(&mut self, class: Cst<'_>) {
        let (heritage, members) = class_parts(class);
        if let Some(heritage) = heritage
            && let Some(base) = parts_of(heritage).next()
        {
            let inner = ScriptExpression::bare(base);
            self.add_of(inner, ScriptPlace::Heritage, heritage.byte_range(), heritage.byte_range());
            self.operands(inner);
        }
        for (kind, member) in members {
            let range = member.byte_range();
            self.add_of(member, ScriptPlace::Member, range.clone(), range);
            let computed = key(member).and_then(computed);
            computed.into_iter().for_each(|key| self.operands(ScriptExpression::bare(key)));
            match kind {
                ClassPart::Method => self.function(member),
                ClassPart::Field => value(member).into_iter().for_each(|value| self.value(value)),
                ClassPart::StaticBlock => self.block(body(member), false),
            }
        }
    }

    /// What is assigned to has to stay, but for what is computed in it.
    fn target(&mut self, cst: Cst<'_>) {
        deep(|| match ScriptPattern::of(cst) {
            ScriptPattern::Other => self.operands(ScriptExpression::bare(cst)),
            ScriptPattern::Default { left, right } => {
                self.target(left);
                self.value(right);
            }
            ScriptPattern::Rest(inner) => self.target(inner),
            ScriptPattern::Pair { value, .. } => self.target(value),
            ScriptPattern::Object | ScriptPattern::Array => parts_of(cst).for_each(|part| self.target(part)),
            ScriptPattern::Name(_) | ScriptPattern::Shorthand(_) => {}
        })
    }

    fn value(&mut self, cst: Cst<'_>) {
        self.value_or(cst, false);
    }

    fn value_or(&mut self, cst: Cst<'_>, is_wrapped: bool) {
        let inner = ScriptExpression::bare(cst);
        let range = inner.byte_range();
        if !is_nothing(inner, self.text) {
            let is_wrapped = is_wrapped && inner.byte_range() == cst.byte_range();
            self.add_of(inner, ScriptPlace::Value { is_wrapped }, range.clone(), range);
        }
        self.operands(inner);
    }

    /// An element of a row, perhaps several.
    fn element(&mut self, cst: Cst<'_>) {
        match ScriptExpression::of(cst) {
            ScriptExpression::Spread(Some(inner)) => {
                self.add_of(cst, ScriptPlace::Splat, cst.byte_range(), inner.byte_range());
                self.operands(ScriptExpression::bare(inner));
            }
            _ => self.value(cst),
        }
    }

    /// What is inside of an expression.
    fn operands(&mut self, cst: Cst<'_>) {
        deep(|| match ScriptExpression::of(cst) {
            ScriptExpression::Parenthesised(Some(inner)) => self.operands(inner),
            ScriptExpression::Values(values) => values.into_iter().for_each(|value| self.value(value)),
            ScriptExpression::Power(values) => {
                values.into_iter().enumerate().for_each(|(idx, value)| self.value_or(value, idx == 0));
            }
            ScriptExpression::TypeOf(Some(value)) => match ScriptExpression::of(value) {
                // A name that nothing declares has a type, too, but no value.
                ScriptExpression::Name => {
                    let place = ScriptPlace::Value { is_wrapped: false };
                    self.add_of(value, place, value.byte_range(), cst.byte_range());
                }
                _ => self.value(value),
            },
            ScriptExpression::Inside(parts) => {
                parts.into_iter().for_each(|part| self.operands(ScriptExpression::bare(part)));
            }
            ScriptExpression::Array => parts_of(cst).for_each(|part| self.element(part)),
            ScriptExpression::Object => self.object(cst),
            ScriptExpression::Function => self.function(cst),
            ScriptExpression::Class => self.class(cst),
            ScriptExpression::Call { function, arguments } => {
                function.into_iter().for_each(|function| self.operands(ScriptExpression::bare(function)));
                match arguments {
                    Some(template) if is_template(template) => self.operands(template),
                    Some(arguments) => parts_of(arguments).for_each(|argument| self.element(argument)),
                    None => {}
                }
            }
            ScriptExpression::Subscript { object, index } => {
                object.into_iter().for_each(|object| self.operands(ScriptExpression::bare(object)));
                // A placeholder would be a key like any other: where it is written and where it is read, the same one.
                index.into_iter().for_each(|index| self.operands(ScriptExpression::bare(index)));
            }
            ScriptExpression::Assignment { left, right, .. } => {
                left.into_iter().for_each(|left| self.target(left));
                right.into_iter().for_each(|right| self.value(right));
            }
            ScriptExpression::Update { target, .. } => {
                target.into_iter().for_each(|target| self.target(target));
            }
            ScriptExpression::Spread(Some(inner)) => self.operands(ScriptExpression::bare(inner)),
            ScriptExpression::Pair { key, value } => {
                let computed = key.and_then(computed);
                computed.into_iter().for_each(|key| self.operands(ScriptExpression::bare(key)));
                value.into_iter().for_each(|value| self.value(value));
            }
            ScriptExpression::Method => {
                let computed = key(cst).and_then(computed);
                computed.into_iter().for_each(|key| self.operands(ScriptExpression::bare(key)));
                self.function(cst);
            }
            ScriptExpression::Parenthesised(None)
            | ScriptExpression::Spread(None)
            | ScriptExpression::TypeOf(None)
            | ScriptExpression::Name
            | ScriptExpression::Shorthand
            | ScriptExpression::Other => {}
        })
    }

    fn object(&mut self, cst: Cst<'_>) {
        let all: Vec<Cst<'_>> = parts_of(cst).collect();
        let row_idx = self.row(&all, 0..0, "");
        for part in all {
            let range = part.byte_range();
            let mut inner = range.clone();
            let item = match ScriptExpression::of(part) {
                ScriptExpression::Spread(of) => {
                    inner = of.map_or(range.clone(), |of| of.byte_range());
                    ObjectItem::Spread
                }
                ScriptExpression::Pair { key: Some(key), .. }
                    if self.text[key.byte_range()].contains("__proto__") || computed(key).is_some() =>
                {
                    ObjectItem::Special
                }
                ScriptExpression::Method => ObjectItem::Special,
                _ => ObjectItem::Pair,
            };
            self.add_of(part, ScriptPlace::Item { row_idx, item }, range, inner);
            self.operands(part);
        }
    }
}

/// Whether no `else` stands behind a statement, which it could then belong to.
fn is_followed_by_nothing(statement: Cst<'_>, text: &str) -> bool {
    !text[statement.end_byte()..].trim_start().starts_with("else")
}
