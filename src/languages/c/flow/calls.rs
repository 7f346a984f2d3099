//! Calls: of what the program defines, and of what it does not.

use crate::ast::{Cst, NodeId};
use crate::flow::{
    Act, FlowArgument, FlowCallee, FlowEffect, FlowExtent, FlowLowering, FlowShape, Leap, VarId,
};
use crate::languages::c::syntax::named;

use super::expressions::changes;
use super::library::{self, LibraryCall, LibraryState, Returned};
use super::names::CMeaning;
use super::types::{CType, NumberKind};
use super::{CFlow, CValue, HoistedMemory, JumpScope};
use crate::languages::c::syntax::forms::{CForm, bare};

impl<'t> CFlow<'t> {
    pub(super) fn call(
        &mut self,
        cst: Cst<'t>,
        (function, arguments): (Cst<'t>, Cst<'t>),
        at: Option<NodeId>,
    ) -> CValue {
        let function = bare(function);
        let is_name = matches!(CForm::of(function), CForm::Name);
        let word = self.word(function);
        let is_ours = self.scopes.find(word).is_some() || self.here.args.contains_key(word);
        if is_name && !is_ours {
            let expanded = self.macros.get(word).is_some_and(|text| text.is_function);
            let found = if expanded { self.macro_call(word, arguments, at) } else { None };
            if let Some(value) = found {
                return value;
            }
            if !self.macros.contains_key(word) {
                return self.foreign_call(cst, (function, arguments), at);
            }
        }
        let callee = self.expression(function);
        let args = self.arguments(arguments, at);
        let returns = match &callee.of {
            CType::Function(returns) => (**returns).clone(),
            CType::Pointer(inner) => match &**inner {
                CType::Function(returns) => (**returns).clone(),
                _ => CType::Unknown,
            },
            _ => CType::Unknown,
        };
        let to = self.flow.temp();
        let otherwise = self.unknown(args.len());
        let callee = FlowCallee::Value { value: callee.var, otherwise };
        self.flow.step(at, Act::Call { to, callee, args: given(&args) });
        self.copied(CValue { var: to, of: returns }, at)
    }

    /// A structure as it is now, whatever is called next; other values are so anyway.
    fn copied(&mut self, value: CValue, at: Option<NodeId>) -> CValue {
        let CType::Record(record) = value.of else { return value };
        let var = self.flow.temp();
        let is_static = self.around.is_none();
        self.hoist(HoistedMemory { var, extent: FlowExtent::Parts }, is_static);
        self.copy_record(value.var, var, record, at);
        let to = self.flow.temp();
        self.copy(at, to, var);
        CValue { var: to, of: value.of }
    }

    /// The values of arguments; nothing could stand for a structure.
    fn arguments(&mut self, arguments: Cst<'t>, at: Option<NodeId>) -> Vec<CValue> {
        let parts: Vec<Cst<'t>> = named(arguments).collect();
        let mut types = vec![CType::Unknown; parts.len()];
        let n_changing = parts.iter().filter(|part| changes(**part)).count();
        let vars = self.all_unordered(&parts, &mut |it: &mut CFlow<'t>, idx, part| {
            let mut value = it.expression(part);
            if n_changing > 0 {
                let at = it.node_of(bare(part));
                value = it.copied(value, at);
            }
            types[idx] = value.of;
            value.var
        });
        let values: Vec<CValue> = vars.into_iter().zip(types).map(|(var, of)| CValue { var, of }).collect();
        let records: Vec<VarId> = values
            .iter()
            .filter(|value| matches!(value.of, CType::Record(_)))
            .map(|value| value.var)
            .collect();
        self.requires(at, &records);
        values
    }

    fn state(&self) -> LibraryState {
        LibraryState { world: self.flow.world(), errno: self.errno }
    }

    fn unknown(&self, n_args: usize) -> FlowEffect {
        let world = self.flow.world();
        let defines = [Some(world), self.errno].into_iter().flatten().collect();
        FlowEffect { uses: vec![world], defines, ..FlowEffect::unknown(n_args) }
    }

    /// A call of what the program does not define.
    fn foreign_call(
        &mut self,
        cst: Cst<'t>,
        (function, arguments): (Cst<'t>, Cst<'t>),
        at: Option<NodeId>,
    ) -> CValue {
        let name = self.word(function);
        let function_at = self.node_of(function);
        if function_at != at {
            self.compute(function_at, &[]);
        }
        let args = self.arguments(arguments, at);
        let vars: Vec<VarId> = args.iter().map(|arg| arg.var).collect();
        match name {
            _ if library::allocates(name) => return self.allocated(name, &vars, at),
            "strdup" | "strndup" => {
                let made = self.allocated(name, &vars, at);
                self.flow.library(
                    at,
                    &[made.var, vars[0]],
                    FlowEffect { puts: vec![(0, FlowShape::Part(1))], ..library::shallow() },
                );
                return CValue { var: made.var, of: CType::Number(NumberKind::BYTE).pointer_to() };
            }
            "strtok" => return self.strtok(&vars, at),
            _ => {}
        }
        let Some(LibraryCall { mut effect, returns }) = library::function(name, args.len(), self.state())
        else {
            let why = format!("`{name}`, which is not known");
            let var = match at {
                Some(at) => self.flow.opaque(at, &vars, why),
                None => self.compute(None, &vars),
            };
            return CValue { var, of: CType::Unknown };
        };
        if self.is_written(name, arguments) {
            effect = library::of_world(effect, self.flow.world());
        } else if let Some(place) = library::printed(name) {
            effect.tolerates_from = self.printed(cst, arguments, place, args.len());
        }
        let var = self.flow.library(at, &vars, effect);
        if library::ends(name) {
            self.flow.jump(at, Leap::Exit);
        }
        let of = match returns {
            Returned::Number => CType::INT,
            Returned::Text => CType::Number(NumberKind::BYTE).pointer_to(),
            Returned::Pointer => CType::Void.pointer_to(),
            Returned::Nothing => CType::Void,
        };
        CValue { var, of }
    }

    /// Whether what a function writes goes where the program may read it.
    fn is_written(&self, name: &str, arguments: Cst<'t>) -> bool {
        let is_shown = match library::stream(name) {
            Some(place) => {
                let stream = named(arguments).nth(place);
                stream.is_some_and(|stream| library::is_shown(self.word(stream)))
            }
            None if library::is_showing(name) => true,
            None => return false,
        };
        !is_shown || self.is_redirecting
    }

    /// How many arguments a printing function needs: the format, so that it does not fail before something is done again.
    fn printed(&self, cst: Cst<'t>, arguments: Cst<'t>, place: usize, n_args: usize) -> usize {
        if self.is_last(cst) && !changes(arguments) {
            return 0;
        }
        let format = named(arguments).nth(place).map_or("", |format| self.word(format));
        if library::takes_pointers(format) { n_args } else { place + 1 }
    }

    /// Whether nothing is done behind a call that could be a criterion with it.
    fn is_last(&self, cst: Cst<'t>) -> bool {
        let Some(around) = &self.around else { return false };
        let text = self.here.text;
        let start = text[..cst.start_byte()].rfind('\n').map_or(0, |at| at + 1);
        let end = text[cst.end_byte()..].find('\n').map_or(text.len(), |at| cst.end_byte() + at);
        let is_alone = text[start..end].matches(';').count() == 1;
        let is_once = self.loops.iter().all(|(_, scope)| *scope != JumpScope::Loop)
            && self.n_orders == 0
            && self.here.at.is_none();
        around.is_entry && !around.has_labels && is_once && is_alone
    }

    /// New memory of any type.
    fn allocated(&mut self, name: &str, args: &[VarId], at: Option<NodeId>) -> CValue {
        let made = self.flow.temp();
        self.make_at(at, HoistedMemory { var: made, extent: FlowExtent::Several });
        let mut all = vec![made];
        all.extend(args);
        let pointers: &[usize] = if name.starts_with("realloc") { &[0, 1] } else { &[0] };
        let looks = name.starts_with("str");
        let mut effect = library::moved(pointers);
        if looks {
            effect.reads = crate::flow::FlowDepth::Elements;
        }
        let var = self.flow.library(at, &all, effect);
        CValue { var, of: CType::Void.pointer_to() }
    }

    fn make_at(&mut self, at: Option<NodeId>, memory: HoistedMemory) {
        let kind = crate::flow::Made::Memory(memory.extent);
        self.flow.step(at, Act::Make { to: memory.var, kind, holds: Vec::new() });
    }

    /// It goes on in the text of its last call.
    fn strtok(&mut self, args: &[VarId], at: Option<NodeId>) -> CValue {
        let mut all = args.to_vec();
        all.push(self.kept);
        let last = all.len() - 1;
        let effect = FlowEffect {
            result: vec![FlowShape::Plain, FlowShape::Whole(0), FlowShape::Whole(last)],
            changes: vec![0, last],
            uses: vec![self.kept],
            defines: vec![self.kept],
            ..FlowEffect::plain()
        };
        let var = self.flow.library(at, &all, effect);
        self.copy(at, self.kept, var);
        CValue { var, of: CType::Number(NumberKind::BYTE).pointer_to() }
    }

    /// Calls the function that the program is entered by, with what the system gives it.
    pub(super) fn enter(&mut self) {
        let Some(CMeaning::Function(main)) = self.meaning("main") else { return };
        let world = self.flow.world();
        let texts = self.flow.temp();
        let text = self.flow.temp();
        self.make_at(None, HoistedMemory { var: texts, extent: FlowExtent::Several });
        self.make_at(None, HoistedMemory { var: text, extent: FlowExtent::Several });
        let key = self.kind_key(&CType::Void.pointer_to());
        self.flow.step(None, Act::Store { base: texts, key, index: None, from: text });
        let key = self.kind_key(&CType::INT);
        self.flow.step(None, Act::Store { base: text, key, index: None, from: world });
        let n = self.compute(None, &[world]);
        let value = self.closure(None, &main);
        let to = self.flow.temp();
        let otherwise = self.unknown(0);
        let args = [n, texts, texts].map(|var| FlowArgument { var, name: None, is_spread: false }).to_vec();
        self.flow.step(None, Act::Call { to, callee: FlowCallee::Value { value, otherwise }, args });
    }
}

fn given(args: &[CValue]) -> Vec<FlowArgument> {
    args.iter().map(|arg| FlowArgument { var: arg.var, name: None, is_spread: false }).collect()
}
