//! The flow of a program in no particular language: what its steps read and write, and what decides about them.
//!
//! A language's room lowers its trees to a [`FlowProgram`] (`Room::flow`); `builtin/flow` makes a dependence graph
//! of it and slices. Nothing here knows a kind of a grammar or the name of a language.
//!
//! **How a room lowers.** Walk the tree once with a [`FlowBuilder`], functions and methods each in
//! [`FlowBuilder::function`]. What stands at the top of the files is the body of [`ROOT`], the function that runs the
//! program; a language with an entry point calls it there, by a call at no node.
//!
//! - *Expressions* become [`Step`]s in the order in which they are evaluated, each with a fresh variable for its value
//!   ([`FlowBuilder::temp`]): a literal is [`Act::Compute`] from nothing, a name that is read is [`Act::Copy`] from its
//!   variable, an operator is [`Act::Call`] of [`FlowCallee::Library`] with an [`FlowEffect`], an assignment is a copy to the
//!   variable. [`Step::at`] is the node that goes when the step goes; names that are written belong in [`Step::also`],
//!   so that a criterion can name them. Nodes that no step names stay and go with what is around them, so that
//!   nothing has to be said of them.
//! - *Variables* are [`FlowBuilder::variable`], resolved by the scopes of the language: one for each declaration. A
//!   function may read and write the variables of others: globals and what closures capture are nothing else.
//!   A statement that only declares one is no step, but [`FlowBuilder::declares`] it.
//! - *What all rooms do alike*, blocks apart, functions, parts, choices, is in the trait `FlowLowering`.
//! - *Access paths* are made step by step: `a.b[i] = c` loads `b` of `a` to a temporary and stores `c` under
//!   [`FlowKey::AnyElement`] of it. Constant indices and keys are [`FlowKey::Element`], members are [`FlowKey::Field`]. A value that
//!   is copied where it is assigned (a structure in C) is a new object with each member copied, or [`FlowShape::Copied`].
//!   The address of a variable is an object of one cell: lower such a variable as [`Made::Memory`] from its declaration on.
//! - *Objects* are made by [`Act::Make`]: records, lists, tuples, arrays, with what they hold from the beginning, and
//!   classes with their bases and methods. A call of a class makes an object and calls its constructor; a load from an
//!   object that has no such member looks in its class and the bases of this. Static members are fields of the class.
//! - *Functions as values* are [`Act::Closure`]; a declaration of a function is a closure that is copied to a variable.
//! - *Calls* name what is called: a value ([`FlowCallee::Value`]), a member of a value ([`FlowCallee::Method`], with the object
//!   as argument 0), a member of a base ([`FlowCallee::Base`]), or code that is not part of the program
//!   ([`FlowCallee::Library`]). What a method does where the object is none of the program's is its `otherwise`.
//! - *Branches, loops, jumps* are [`Flow`]s. Short circuit and conditional expressions are [`Flow::If`] that assign
//!   the same temporary on both sides. A `for` is a [`Flow::Loop`] with `head` (what is evaluated before each test) and
//!   `step` (before the next head, where `continue` goes).
//! - *Exceptions*: [`Flow::Try`], [`Leap::Throw`]; steps that may fail say [`Step::throws`]. Outside of every handler a
//!   failure ends the program, and nothing depends on it.
//! - *State outside of the program* (input that is consumed, a generator of random numbers) is a variable of
//!   [`ROOT`] that effects read and write.
//! - *What is not understood* is [`FlowBuilder::opaque`]: it is kept, with everything that it may touch, and said
//!   with its place.

mod build;
mod lowering;
mod trace;

use crate::ast::NodeId;

pub use build::FlowBuilder;
pub(crate) use lowering::FlowLowering;
pub use trace::{FlowTrace, TracedNeed, TracedUnit, UnitId};

/// Index of a function: [`FlowProgram::functions`].
pub type FunctionId = usize;

/// Index of a variable: [`FlowProgram::variables`].
pub type VarId = usize;

/// A place that jumps go to, unique in its program.
pub type LabelId = usize;

/// The function that is the program: what stands at the top of its files.
pub const ROOT: FunctionId = 0;

/// Under this name a class has the methods that code outside of the program may call on its objects, where not all of them are.
pub const HOOKS: &str = "*";

/// A lowered program.
#[derive(Clone, Debug, Default)]
pub struct FlowProgram {
    /// The first is [`ROOT`].
    pub functions: Vec<FlowFunction>,
    /// Named ones and temporaries.
    pub variables: Vec<FlowVariable>,
    /// Every function takes what it is called on as its first parameter, methods or not; otherwise only functions
    /// that an object has from its class do.
    pub passes_receivers: bool,
    /// The method that a call of an object of a class calls.
    pub call_method: Option<&'static str>,
    /// Where a record holds a function under this name, code outside of the program that calls it on objects runs that function, with the
    /// arguments that the record holds under [`FlowKey::given`].
    pub resumed_by: Option<&'static str>,
    /// Code outside of the program fails where methods that it calls by itself do not give what it can use, which no type says.
    pub checks_results: bool,
    /// Arguments and defaults are evaluated when their parameter is first read, which makes a difference to a criterion in
    /// them: without a read it takes no values. What else they do is lowered where it happens.
    pub is_by_need: bool,
    /// Nothing of it runs by itself, whatever its beginning calls to make its values.
    pub is_library: bool,
    /// Where functions are objects with one method, whatever its name, and members are no methods even if they hold functions: the
    /// methods that functions have besides. None where functions have no methods, and a member that is called is a method.
    pub function_methods: Option<Vec<(String, FunctionId)>>,
    /// Statements without which a name means another variable: where the function uses the variable, they stay.
    pub declarations: Vec<(FunctionId, VarId, NodeId)>,
    /// What is kept because it is not understood, in source order; without a word where another place says it.
    pub opaque: Vec<(NodeId, String)>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct FlowVariable {
    /// The function that has one for each of its calls.
    pub owner: FunctionId,
}

/// A function, method or closure.
#[derive(Clone, Debug, Default)]
pub struct FlowFunction {
    /// Its definition; none for [`ROOT`].
    pub at: Option<NodeId>,
    /// In the order of arguments; the object of a method is the first.
    pub params: Vec<Param>,
    /// What it does.
    pub body: Vec<Flow>,
    /// Where a return puts its value.
    pub result: VarId,
    /// What it takes as its first parameter when an object or class has it as a method.
    pub receiver: Receiver,
    /// Its body does not run when it is called, or not in one go: generators and what waits.
    pub is_lazy: bool,
    /// Code outside of the program that is given an object calls it on that as often as it likes, and goes on by what it gives.
    pub is_hook: bool,
}

/// What a method is called on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Receiver {
    /// The object.
    #[default]
    Object,
    /// The class, also when it is called on an object.
    Class,
    /// Nothing: the method does not take what it is called on.
    Nothing,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// The variable that it is in the function.
    pub var: VarId,
    /// Its place in the source; none for an object that is not written.
    pub at: Option<NodeId>,
    /// Its name, for arguments with names.
    pub name: String,
    /// Takes the arguments that no other takes: a list, or a map.
    pub is_rest: bool,
}

/// Something that is done, with its place.
#[derive(Clone, Debug)]
pub struct Step {
    /// What goes from the source when the step goes; none for what is written nowhere.
    pub at: Option<NodeId>,
    /// Nodes of names that get their values by it.
    pub also: Vec<NodeId>,
    /// What it does.
    pub act: Act,
    /// Whether it may fail, so that a handler around it runs. Calls of the program's functions may without saying so.
    pub throws: bool,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Act {
    /// The value of a variable becomes that of another.
    Copy {
        /// Gets the value.
        to: VarId,
        /// Has the value.
        from: VarId,
    },
    /// A plain value, no object, from plain values: also a literal, from none.
    Compute {
        /// Gets the value.
        to: VarId,
        /// What it is computed from, not looking into objects.
        from: Vec<VarId>,
    },
    /// A new object.
    Make {
        /// Gets the object.
        to: VarId,
        /// What it is.
        kind: Made,
        /// What it holds from the beginning. The node is that of the element, which may go without the others.
        holds: Vec<FlowHeld>,
    },
    /// A function as a value.
    Closure {
        /// Gets the function.
        to: VarId,
        /// Which one.
        function: FunctionId,
    },
    /// A member or element of an object.
    Load {
        /// Gets the value.
        to: VarId,
        /// The object.
        base: VarId,
        /// Which part.
        key: FlowKey,
        /// What the key is computed from.
        index: Option<VarId>,
    },
    /// The object that a part of an object is, to be written into; where it is none yet, one is made and put there.
    Inner {
        /// Gets the object.
        to: VarId,
        /// The object around it.
        base: VarId,
        /// Which part.
        key: FlowKey,
        /// What the key is computed from.
        index: Option<VarId>,
    },
    /// Writes a member or element of an object.
    Store {
        /// The object.
        base: VarId,
        /// Which part.
        key: FlowKey,
        /// What the key is computed from.
        index: Option<VarId>,
        /// The new value.
        from: VarId,
    },
    /// A call, of the program's functions or of others, or an operator.
    Call {
        /// Gets the result.
        to: VarId,
        /// What is called.
        callee: FlowCallee,
        /// The arguments; the object of a method is the first.
        args: Vec<FlowArgument>,
    },
}

/// What a new object holds.
#[derive(Clone, Debug)]
pub struct FlowHeld {
    /// Where.
    pub key: FlowKey,
    /// The value.
    pub from: VarId,
    /// What the key is computed from.
    pub index: Option<VarId>,
    /// The element in the source, where it can go without the others; none where it is the value's own node.
    pub at: Option<NodeId>,
}

/// A kind of objects.
#[derive(Clone, Debug)]
pub enum Made {
    /// A record, list, map, tuple, array or cell.
    Record,
    /// Memory: all of its parts are there from the beginning. That of a variable ends with the call that made it.
    Memory(FlowExtent),
    /// A class, which makes objects when it is called.
    Class {
        /// Where members are looked for that it has not, in this order.
        bases: Vec<VarId>,
        /// Functions that its objects have, by name.
        methods: Vec<(String, FunctionId)>,
        /// Name of the method that a call of the class calls.
        constructor: String,
        /// Definitions that are part of what its objects are as values, whatever they hold: methods, where values tell them.
        shows: Vec<NodeId>,
    },
}

/// What memory has in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowExtent {
    /// One value, which every key means.
    Cell,
    /// Parts that are told apart by their keys.
    Parts,
    /// As before, in several objects that are not told apart: a write never replaces what was there.
    Several,
}

/// Which part of an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlowKey {
    /// A member by its name.
    Field(String),
    /// An element by a constant index or key.
    Element(String),
    /// One of several parts of a kind, which is never also an element by its index.
    Kind(String),
    /// Some element.
    AnyElement,
}

impl FlowKey {
    /// Where a record holds what a parameter of the function was given that runs when elements of the record are taken.
    pub fn given(parameter: &str) -> FlowKey {
        FlowKey::Field(format!("given {parameter}"))
    }
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub struct FlowArgument {
    /// Its value.
    pub var: VarId,
    /// Its name, where it is given by name.
    pub name: Option<String>,
    /// Stands for all of its elements.
    pub is_spread: bool,
}

/// What is called.
#[derive(Clone, Debug)]
pub enum FlowCallee {
    /// A function, class or bound method that a variable holds.
    Value {
        /// The variable.
        value: VarId,
        /// What the call does where the value is none of the program's.
        otherwise: FlowEffect,
    },
    /// A member of the first argument.
    Method {
        /// Its name.
        name: String,
        /// What the call does where the object is none of the program's, or has no such method.
        otherwise: FlowEffect,
    },
    /// A member that the bases of a class have, of the first argument.
    Base {
        /// The class.
        class: VarId,
        /// Its name.
        name: String,
    },
    /// What is not part of the program: operators and libraries.
    Library(FlowEffect),
}

impl FlowCallee {
    /// Whether it only gives an argument back, which cannot fail.
    pub fn hands_on(&self) -> bool {
        let FlowCallee::Library(effect) = self else { return false };
        effect.reads == FlowDepth::Nothing
            && matches!(effect.result[..], [FlowShape::Whole(_)])
            && effect.puts.is_empty()
            && effect.changes.is_empty()
            && effect.calls.is_empty()
            && effect.calls_held.is_empty()
            && effect.defines.is_empty()
    }
}

/// What code outside of the program does with its arguments, by their numbers.
#[derive(Clone, Debug)]
pub struct FlowEffect {
    /// How far it looks into its arguments.
    pub reads: FlowDepth,
    /// The result: any of these.
    pub result: Vec<FlowShape>,
    /// What it puts into elements of arguments.
    pub puts: Vec<(usize, FlowShape)>,
    /// Arguments whose elements it moves or takes away.
    pub changes: Vec<usize>,
    /// Arguments that are functions, and are called with elements of the others.
    pub calls: Vec<usize>,
    /// Arguments that hold functions, which are called likewise.
    pub calls_held: Vec<usize>,
    /// Fails unless the functions that it calls give what it can use.
    pub checks_results: bool,
    /// Methods that it calls when an argument, or what it reads in one, is an object of the program that has them.
    pub implicit: &'static [&'static str],
    /// Variables that it reads.
    pub uses: Vec<VarId>,
    /// Variables that it writes.
    pub defines: Vec<VarId>,
    /// Fails when a placeholder stands for an argument. Arguments from this one on may be anything.
    pub tolerates_from: usize,
}

/// How far something looks into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlowDepth {
    /// Hands it on, or compares only which object it is.
    Nothing,
    /// Number and values of elements, not what is in these.
    Elements,
    /// Everything in it.
    All,
}

/// Where a value comes from that code outside of the program returns or stores.
#[derive(Clone, Debug)]
pub enum FlowShape {
    /// No object.
    Plain,
    /// An argument itself.
    Whole(usize),
    /// An element of an argument.
    Part(usize),
    /// A new object with the elements of these arguments, if one of them is an object.
    Joined(Vec<usize>),
    /// A value that is copied: a new object with the parts of the records that an argument is, records in it copied as
    /// well; other objects are themselves.
    Copied(usize),
    /// Methods and fields of an argument whose names begin so.
    Members(usize, String),
    /// The class that an argument is an object of.
    Class(usize),
    /// A new object that holds these.
    Fresh(Vec<(FlowKey, FlowShape)>),
    /// New objects of any number and depth, as of parsed text: each holds these and others of them.
    Nested(Vec<FlowShape>),
}

impl FlowEffect {
    /// Looks at everything in its arguments and makes a plain value: most operators.
    pub fn plain() -> FlowEffect {
        FlowEffect {
            reads: FlowDepth::All,
            result: vec![FlowShape::Plain],
            puts: Vec::new(),
            changes: Vec::new(),
            calls: Vec::new(),
            calls_held: Vec::new(),
            checks_results: false,
            implicit: &[],
            uses: Vec::new(),
            defines: Vec::new(),
            tolerates_from: usize::MAX,
        }
    }

    /// May do with its arguments whatever can be done: change and keep all, call all, return any part.
    pub fn unknown(n_args: usize) -> FlowEffect {
        let shapes = || (0..n_args).flat_map(|idx| [FlowShape::Whole(idx), FlowShape::Part(idx)]);
        FlowEffect {
            result: shapes().chain([FlowShape::Nested(shapes().collect())]).collect(),
            puts: (0..n_args).flat_map(|idx| shapes().map(move |shape| (idx, shape))).collect(),
            changes: (0..n_args).collect(),
            calls: (0..n_args).collect(),
            ..FlowEffect::plain()
        }
    }
}

/// What is done, and in which order.
#[derive(Clone, Debug)]
pub enum Flow {
    /// One step.
    Step(Step),
    /// One of two.
    If {
        /// The construct, which goes with both.
        at: Option<NodeId>,
        /// What decides.
        test: VarId,
        /// If so.
        then: Vec<Flow>,
        /// If not.
        other: Vec<Flow>,
    },
    /// Again and again: `head`, the test, `body`, `step`.
    Loop {
        /// The construct.
        at: Option<NodeId>,
        /// Where jumps name it.
        label: LabelId,
        /// Evaluates the test.
        head: Vec<Flow>,
        /// Ends the loop when it does not hold; none for a loop without one.
        test: Option<VarId>,
        /// The body goes first, the test comes after `step`.
        is_tested_last: bool,
        /// What is repeated; `continue` goes to its end.
        body: Vec<Flow>,
        /// What is done before the next round.
        step: Vec<Flow>,
        /// What is done when the test ended it, not when a jump did.
        otherwise: Vec<Flow>,
    },
    /// Enters one of the arms by a value, each of which runs into the next.
    Switch {
        /// The construct.
        at: Option<NodeId>,
        /// Where [`Leap::Break`] names it.
        label: LabelId,
        /// What decides.
        test: VarId,
        /// The arms.
        arms: Vec<Arm>,
    },
    /// A block that [`Leap::Break`] leaves.
    Block {
        /// Where jumps name it.
        label: LabelId,
        /// What is in it.
        body: Vec<Flow>,
    },
    /// With handlers of exceptions.
    Try {
        /// The construct.
        at: Option<NodeId>,
        /// What may fail.
        body: Vec<Flow>,
        /// What is done then: the first that takes it.
        handlers: Vec<FlowHandler>,
        /// What is done when the body did not fail, outside of the handlers.
        otherwise: Vec<Flow>,
        /// What is done in any case, with its place.
        finally: Option<(Option<NodeId>, Vec<Flow>)>,
    },
    /// A jump.
    Jump {
        /// The statement.
        at: Option<NodeId>,
        /// Where to.
        leap: Leap,
    },
    /// A place for [`Leap::Goto`].
    Label(LabelId),
}

/// An arm of a switch.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its place.
    pub at: Option<NodeId>,
    /// Entered when no other is.
    pub is_default: bool,
    /// What is done.
    pub body: Vec<Flow>,
}

/// A handler of exceptions.
#[derive(Clone, Debug)]
pub struct FlowHandler {
    /// Its clause.
    pub at: Option<NodeId>,
    /// Gets what was thrown, with the node of its name.
    pub var: Option<(VarId, Option<NodeId>)>,
    /// What it takes, classes of the program among them: their variables.
    pub classes: Vec<VarId>,
    /// Takes also what code outside of the program throws; not so when it names only classes of the program that
    /// libraries cannot know.
    pub takes_foreign: bool,
    /// Takes everything, so that nothing passes it by.
    pub takes_all: bool,
    /// What is done.
    pub body: Vec<Flow>,
}

/// Where a jump goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leap {
    /// Behind the loop, switch or block.
    Break(LabelId),
    /// To the end of the body of the loop.
    Continue(LabelId),
    /// Out of the function, whose result was assigned before.
    Return,
    /// To the next handler, with this value; none to throw again.
    Throw(Option<VarId>),
    /// To a label of the function.
    Goto(LabelId),
    /// Ends the program.
    Exit,
}
