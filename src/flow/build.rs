//! Lowers one program: functions, variables and blocks, one after the other.

use crate::ast::{NodeId, Tree};

use super::{
    Act, Flow, FlowArgument, FlowCallee, FlowEffect, FlowFunction, FlowProgram, FlowVariable, FunctionId,
    LabelId, Leap, Param, ROOT, Receiver, Step, VarId,
};

/// Makes a [`FlowProgram`].
#[derive(Debug)]
pub struct FlowBuilder {
    program: FlowProgram,
    /// The functions that are being lowered, innermost last, with the block that is.
    open: Vec<(FunctionId, Vec<Flow>)>,
    n_labels: usize,
    /// State outside of the program.
    world: VarId,
}

impl Default for FlowBuilder {
    fn default() -> FlowBuilder {
        FlowBuilder::new()
    }
}

impl FlowBuilder {
    /// A program with an empty [`ROOT`], which is being lowered.
    pub fn new() -> FlowBuilder {
        let program = FlowProgram { functions: vec![FlowFunction::default()], ..FlowProgram::default() };
        let mut builder = FlowBuilder { program, open: vec![(ROOT, Vec::new())], n_labels: 0, world: 0 };
        builder.program.functions[ROOT].result = builder.temp();
        builder.world = builder.temp();
        builder
    }

    /// Says that every function takes what it is called on as its first parameter.
    pub fn pass_receivers(&mut self) {
        self.program.passes_receivers = true;
    }

    /// Says which method a call of an object of a class calls.
    pub fn call_objects_by(&mut self, method: &'static str) {
        self.program.call_method = Some(method);
    }

    /// Says that whoever goes through a record that holds a function under this name has it run.
    pub fn resume_by(&mut self, name: &'static str) {
        self.program.resumed_by = Some(name);
    }

    /// Says that code outside of the program looks at what methods give that it calls by itself.
    pub fn check_results(&mut self) {
        self.program.checks_results = true;
    }

    /// Says that arguments and defaults are evaluated when their parameter is first read.
    pub fn evaluate_by_need(&mut self) {
        self.program.is_by_need = true;
    }

    /// Says that nothing of the program runs by itself.
    pub fn wait_for_calls(&mut self) {
        self.program.is_library = true;
    }

    /// Says that functions are objects with one method, whatever its name, and these besides.
    pub fn answer_members(&mut self, methods: Vec<(String, FunctionId)>) {
        self.program.function_methods = Some(methods);
    }

    /// The function that is being lowered.
    pub fn current(&self) -> FunctionId {
        self.open.last().map_or(ROOT, |(function, _)| *function)
    }

    /// A variable of the current function.
    pub fn temp(&mut self) -> VarId {
        self.variable(self.current())
    }

    /// A variable of a function.
    pub fn variable(&mut self, owner: FunctionId) -> VarId {
        self.program.variables.push(FlowVariable { owner });
        self.program.variables.len() - 1
    }

    /// All variables that there are so far.
    pub fn variables(&self) -> std::ops::Range<VarId> {
        0..self.program.variables.len()
    }

    /// The variable for state outside of the program.
    pub fn world(&self) -> VarId {
        self.world
    }

    /// The variable of the current function's result.
    pub fn result(&self) -> VarId {
        self.program.functions[self.current()].result
    }

    /// A place for jumps.
    pub fn label(&mut self) -> LabelId {
        self.n_labels += 1;
        self.n_labels - 1
    }

    /// Announces a function, so that it can be named before it is lowered.
    pub fn declare(&mut self, at: Option<NodeId>) -> FunctionId {
        let function = self.program.functions.len();
        self.program.functions.push(FlowFunction { at, ..FlowFunction::default() });
        self.program.functions[function].result = self.variable(function);
        function
    }

    /// Lowers a function that was declared; `lower` gives its parameters.
    pub fn function(&mut self, function: FunctionId, lower: impl FnOnce(&mut FlowBuilder) -> Vec<Param>) {
        self.open.push((function, Vec::new()));
        let params = lower(self);
        let (_, body) = self.open.pop().unwrap_or_default();
        let lowered = &mut self.program.functions[function];
        lowered.params = params;
        lowered.body = body;
    }

    /// Says what a function takes as its first parameter when it is a method.
    pub fn receive(&mut self, function: FunctionId, receiver: Receiver) {
        self.program.functions[function].receiver = receiver;
    }

    /// Says that the current function is lazy.
    pub fn set_lazy(&mut self) {
        let current = self.current();
        self.program.functions[current].is_lazy = true;
    }

    /// Says that code outside of the program calls a function without being told to.
    pub fn set_hook(&mut self, function: FunctionId) {
        self.program.functions[function].is_hook = true;
    }

    /// Begins a block, apart from what is around it.
    pub fn begin_block(&mut self) {
        let current = self.current();
        self.open.push((current, Vec::new()));
    }

    /// Ends the block that was begun last: what is done in it.
    pub fn end_block(&mut self) -> Vec<Flow> {
        self.open.pop().unwrap_or_default().1
    }

    /// The next thing that is done.
    pub fn push(&mut self, flow: Flow) {
        if let Some((_, block)) = self.open.last_mut() {
            block.push(flow);
        }
    }

    /// The next step, which does not fail.
    pub fn step(&mut self, at: Option<NodeId>, act: Act) {
        self.push(Flow::Step(Step { at, also: Vec::new(), act, throws: false }));
    }

    /// The next step, which may fail.
    pub fn risk(&mut self, at: Option<NodeId>, act: Act) {
        self.push(Flow::Step(Step { at, also: Vec::new(), act, throws: true }));
    }

    /// A jump.
    pub fn jump(&mut self, at: Option<NodeId>, leap: Leap) {
        self.push(Flow::Jump { at, leap });
    }

    /// Says that a statement declares a variable in the current function, and stays where this uses it.
    pub fn declares(&mut self, at: NodeId, var: VarId) {
        let current = self.current();
        self.program.declarations.push((current, var, at));
    }

    /// Says that a node stays where another does, without which it cannot be.
    pub fn requires(&mut self, at: NodeId, needed: NodeId) {
        let to = self.temp();
        self.step(Some(at), Act::Compute { to, from: Vec::new() });
        self.declares(needed, to);
    }

    /// Calls code outside of the program with these arguments; gives the result.
    pub fn library(&mut self, at: Option<NodeId>, args: &[VarId], effect: FlowEffect) -> VarId {
        let to = self.temp();
        let args = args.iter().map(|&var| FlowArgument { var, name: None, is_spread: false }).collect();
        self.risk(at, Act::Call { to, callee: FlowCallee::Library(effect), args });
        to
    }

    /// What is not understood: it is kept, may read, write and call all of these variables, and is said with its place.
    pub fn opaque(&mut self, at: NodeId, touches: &[VarId], why: impl Into<String>) -> VarId {
        self.program.opaque.push((at, why.into()));
        let effect = FlowEffect {
            uses: vec![self.world],
            defines: touches.iter().copied().chain([self.world]).collect(),
            ..FlowEffect::unknown(touches.len())
        };
        self.library(Some(at), touches, effect)
    }

    /// A program of which nothing goes, for what stands at these places.
    pub fn kept_whole(tree: &Tree, places: Vec<(NodeId, String)>) -> FlowProgram {
        let mut flow = FlowBuilder::new();
        for root in (0..tree.files().len()).flat_map(|idx| tree.roots(idx)) {
            flow.opaque(root, &[], "");
        }
        for (at, why) in places {
            flow.opaque(at, &[], format!("{why}: the program is kept whole"));
        }
        flow.finish()
    }

    /// The program.
    pub fn finish(mut self) -> FlowProgram {
        self.program.functions[ROOT].body = self.open.pop().unwrap_or_default().1;
        self.program.opaque.sort();
        self.program
    }
}
