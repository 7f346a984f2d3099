//! What the rooms of all languages lower alike: blocks apart, values, parts, choices.

use crate::ast::NodeId;

use super::{Act, Flow, FlowBuilder, FlowKey, FunctionId, Param, Step, VarId};

/// Lowers a program of one language with a [`FlowBuilder`].
pub(crate) trait FlowLowering: Sized {
    /// Takes what is lowered.
    fn builder(&mut self) -> &mut FlowBuilder;

    /// A block that is lowered apart.
    fn block(&mut self, lower: impl FnOnce(&mut Self)) -> Vec<Flow> {
        self.builder().begin_block();
        lower(self);
        self.builder().end_block()
    }

    /// Lowers a function that was declared; `lower` gives its parameters.
    fn lower_function(&mut self, function: FunctionId, lower: impl FnOnce(&mut Self) -> Vec<Param>) {
        let mut outer = std::mem::take(self.builder());
        outer.function(function, |inner| {
            std::mem::swap(self.builder(), inner);
            let params = lower(self);
            std::mem::swap(self.builder(), inner);
            params
        });
        *self.builder() = outer;
    }

    /// A plain value from nothing.
    fn literal(&mut self, at: Option<NodeId>) -> VarId {
        let to = self.builder().temp();
        self.builder().step(at, Act::Compute { to, from: Vec::new() });
        to
    }

    /// Gives a variable the value of another.
    fn copy(&mut self, at: Option<NodeId>, to: VarId, from: VarId) {
        self.builder().step(at, Act::Copy { to, from });
    }

    /// A part of an object, which may not be there; `index` is what its key is computed from.
    fn load(&mut self, at: Option<NodeId>, base: VarId, key: FlowKey, index: Option<VarId>) -> VarId {
        let to = self.builder().temp();
        self.builder().risk(at, Act::Load { to, base, key, index });
        to
    }

    /// A step that gives names their values.
    fn step_also(&mut self, at: Option<NodeId>, also: Option<NodeId>, act: Act) {
        let step = Step { at, also: also.into_iter().collect(), act, throws: false };
        self.builder().push(Flow::Step(step));
    }

    /// One of two values.
    fn either(
        &mut self,
        at: Option<NodeId>,
        test: VarId,
        then: impl FnOnce(&mut Self) -> VarId,
        other: impl FnOnce(&mut Self) -> VarId,
    ) -> VarId {
        let to = self.builder().temp();
        let then = self.block(|it| {
            let from = then(it);
            it.copy(None, to, from);
        });
        let other = self.block(|it| {
            let from = other(it);
            it.copy(None, to, from);
        });
        self.builder().push(Flow::If { at, test, then, other });
        to
    }

    /// What may be done, or not.
    fn perhaps(&mut self, test: VarId, lower: impl FnOnce(&mut Self)) {
        let then = self.block(lower);
        self.builder().push(Flow::If { at: None, test, then, other: Vec::new() });
    }
}
