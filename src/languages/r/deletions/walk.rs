//! Finds the parts of an R program that can be deleted.

use std::ops::Range;

use super::{NAMELESS, NOTHING, RPart, RParts, RPlace, action};
use crate::ast::{BRANCH, Cst, NodeId, Tree, concrete};
use crate::deletions::{Deletion, NodePlaces, Separated};
use crate::languages::r::syntax::{
    Argument, RExpression, else_of, is_block, is_made_of, is_null, is_replacement, named, parameters,
};
use crate::stack::deep;

/// Parameters whose places have names of their own when they are gone; later ones stay.
const MAX_PARAMETERS: usize = 20;

impl RParts {
    /// The parts of a program; nothing of what its files say wrong.
    pub(in crate::languages::r) fn new(program: &Tree) -> RParts {
        let mut parts = RParts::default();
        for (file_idx, file) in program.files().enumerate() {
            let concrete = concrete(program.language(), &file.text);
            let places = NodePlaces::new(program, file_idx);
            let mut walk = RWalk { program, text: &file.text, file_idx, places, parts: &mut parts };
            walk.block(concrete.root());
        }
        parts
    }
}

struct RWalk<'t> {
    program: &'t Tree,
    text: &'t str,
    file_idx: usize,
    places: NodePlaces<'t>,
    parts: &'t mut RParts,
}

impl RWalk<'_> {
    fn add(&mut self, node: Option<NodeId>, place: RPlace, range: Range<usize>, inner: Range<usize>) {
        let Some(node) = node else { return };
        let deletion = Deletion { node, action: action(&place) };
        self.parts.all.push(RPart { deletion, file_idx: self.file_idx, place, range, inner });
    }

    /// Deletes the node of a construct, if it counts.
    fn add_of(&mut self, cst: Cst<'_>, place: RPlace) {
        let node = self.places.find(&cst.byte_range(), |node| is_made_of(self.program, node, cst));
        self.add(node, place, cst.byte_range(), cst.byte_range());
    }

    fn block(&mut self, block: Cst<'_>) {
        let statements: Vec<Cst<'_>> = named(block).collect();
        let body_idx = self.parts.bodies.len();
        let ranges = statements.iter().map(|statement| statement.byte_range()).collect();
        self.parts.bodies.push(Separated { file_idx: self.file_idx, ranges, needs_one: false });
        for statement in statements {
            let inner = RExpression::bare(statement);
            let node = self.places.find(&inner.byte_range(), |node| is_made_of(self.program, node, inner));
            let range = statement.byte_range();
            self.add(node, RPlace::Statement { body_idx }, range.clone(), range);
            deep(|| self.operands(inner));
        }
    }

    fn value(&mut self, cst: Cst<'_>) {
        let inner = RExpression::bare(cst);
        if !is_null(inner) && !is_block(inner) {
            self.add_of(inner, RPlace::Value);
        }
        deep(|| self.operands(inner));
    }

    fn branch(&mut self, cst: Cst<'_>, place: RPlace, range: Range<usize>) {
        let node = self.places.find(&cst.byte_range(), |node| self.program.kind(node) == BRANCH);
        self.add(node, place, range, cst.byte_range());
        self.value(cst);
    }

    /// What is inside of an expression.
    fn operands(&mut self, cst: Cst<'_>) {
        match RExpression::of(cst, self.text) {
            RExpression::Block => self.block(cst),
            RExpression::Parenthesised(Some(inner)) => self.operands(inner),
            RExpression::Assignment { target, value } => {
                target.into_iter().for_each(|target| self.target(target));
                value.into_iter().for_each(|value| self.value(value));
            }
            RExpression::Operands(values) => values.into_iter().for_each(|value| self.value(value)),
            RExpression::Pipe { left, right } => {
                left.into_iter().for_each(|left| self.value(left));
                right.into_iter().for_each(|right| self.operands(right));
            }
            RExpression::If { condition, consequence, alternative } => {
                condition.into_iter().for_each(|condition| self.value(condition));
                if let Some(consequence) = consequence {
                    self.branch(consequence, RPlace::Branch, consequence.byte_range());
                }
                if let Some(alternative) = alternative {
                    self.alternative(cst, alternative);
                }
            }
            RExpression::Loop { over, body } => {
                over.into_iter().chain(body).for_each(|value| self.value(value));
            }
            RExpression::Function { parameters, body } => {
                parameters.into_iter().for_each(|parameters| self.parameters(parameters, cst.byte_range()));
                body.into_iter().for_each(|body| self.value(body));
            }
            RExpression::Call { function, arguments } => {
                function.into_iter().for_each(|function| self.operands(RExpression::bare(function)));
                arguments.into_iter().for_each(|arguments| self.arguments(arguments));
            }
            RExpression::Extract(object) => {
                object.into_iter().for_each(|object| self.operands(RExpression::bare(object)));
            }
            RExpression::Parenthesised(None)
            | RExpression::Quoted
            | RExpression::Name
            | RExpression::Other => {}
        }
    }

    /// An alternative goes with its `else`, unless what follows would then be that of another `if`.
    fn alternative(&mut self, statement: Cst<'_>, cst: Cst<'_>) {
        let rest = self.text[cst.end_byte()..].trim_start();
        let is_followed = rest.starts_with("else");
        match else_of(statement).filter(|_| !is_followed) {
            Some(word) => self.branch(cst, RPlace::Else, word.start_byte()..cst.end_byte()),
            None => self.branch(cst, RPlace::Branch, cst.byte_range()),
        }
    }

    fn parameters(&mut self, all: Cst<'_>, function: Range<usize>) {
        for (idx, (parameter, of, default)) in parameters(all).enumerate().take(MAX_PARAMETERS) {
            let default_text = default.map_or(String::new(), |_| format!(" = {NOTHING}"));
            let by = format!("{NAMELESS}{}{default_text}", idx + 1);
            let node = self.places.find(&of.byte_range(), |node| is_made_of(self.program, node, of));
            let place = RPlace::Parameter { by, function: function.clone(), idx };
            self.add(node, place, parameter.byte_range(), parameter.byte_range());
            default.into_iter().for_each(|value| self.value(value));
        }
    }

    /// What is assigned to has to stay, but for what is computed in it.
    fn target(&mut self, cst: Cst<'_>) {
        match RExpression::of(cst, self.text) {
            RExpression::Parenthesised(Some(inner)) => self.target(inner),
            RExpression::Extract(Some(object)) => self.target(object),
            RExpression::Call { function, arguments: Some(arguments) } => {
                let is_replacement = is_replacement(cst);
                if let Some(function) = function.filter(|_| !is_replacement) {
                    self.target(function);
                }
                self.targets_of(arguments, is_replacement);
            }
            _ => {}
        }
    }

    /// The arguments of what is assigned to, as in `names(x)[i] <- y`: a replacement function's first is what is assigned to.
    fn targets_of(&mut self, arguments: Cst<'_>, is_replacement: bool) {
        for (idx, cst) in Argument::all(arguments).enumerate() {
            let Some(value) = Argument::of(cst).value else { continue };
            match is_replacement && idx == 0 {
                true => self.target(value),
                false => self.value(value),
            }
        }
    }

    /// Named arguments go with commas, others leave placeholders.
    fn arguments(&mut self, arguments: Cst<'_>) {
        let all: Vec<Cst<'_>> = Argument::all(arguments).collect();
        let list_idx = self.parts.lists.len();
        let ranges = all.iter().map(|it| it.byte_range()).collect();
        self.parts.lists.push(Separated { file_idx: self.file_idx, ranges, needs_one: false });
        for cst in all {
            let Argument { is_named, value } = Argument::of(cst);
            if is_named {
                let node = self.places.find(&cst.byte_range(), |node| is_made_of(self.program, node, cst));
                let inner = value.map_or(cst.end_byte()..cst.end_byte(), |value| value.byte_range());
                self.add(node, RPlace::Item { list_idx }, cst.byte_range(), inner);
            }
            value.into_iter().for_each(|value| self.value(value));
        }
    }
}
