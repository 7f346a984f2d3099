//! Facts of whole functions: how often they run, what they read and write.

use std::collections::BTreeSet;

use crate::bits::Bits;
use crate::flow::{FlowExtent, FlowProgram, FunctionId, ROOT};

use super::access::CellAccess;
use super::aliases::Aliases;
use super::components::components;
use super::homes::Homes;
use super::objects::{CellId, MadeAt, ObjectKind};
use super::points::{Point, PointId};

/// Calls between functions.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    /// Points that call a function, by function.
    pub(super) callers: Vec<Vec<PointId>>,
    callees: Vec<BTreeSet<FunctionId>>,
    /// Runs at most once.
    pub(super) is_once: Vec<bool>,
    /// May run while it runs.
    pub(super) is_recursive: Vec<bool>,
    /// May run later than its call says.
    pub(super) is_lazy: Vec<bool>,
    /// Others call it, as often as they like and whatever else they called before.
    pub(super) is_entry: Vec<bool>,
}

impl Calls {
    pub(super) fn new(program: &FlowProgram, points: &[Point<'_>], aliases: &Aliases<'_>) -> Calls {
        let n = program.functions.len();
        let mut callers = vec![Vec::new(); n];
        let mut callees = vec![BTreeSet::new(); n];
        let mut is_lazy: Vec<bool> = program.functions.iter().map(|function| function.is_lazy).collect();
        for (&id, site) in &aliases.calls {
            for binding in &site.bindings {
                callers[binding.function].push(id);
                callees[points[id].function].insert(binding.function);
                is_lazy[binding.function] |= binding.is_lazy;
            }
        }
        let mut is_once = vec![false; n];
        is_once[ROOT] = true;
        let mut pending = vec![ROOT];
        while let Some(function) = pending.pop() {
            for &callee in &callees[function] {
                let is_again = is_lazy[callee] || program.functions[callee].is_hook;
                let is_one = callers[callee].len() == 1 && !is_again && callee != ROOT;
                if is_one && !is_once[callee] && !points[callers[callee][0]].is_repeated {
                    is_once[callee] = true;
                    pending.push(callee);
                }
            }
        }
        let is_entry = (0..n).map(|function| aliases.entries.contains(&function)).collect();
        let mut calls = Calls { callers, callees, is_once, is_recursive: vec![false; n], is_lazy, is_entry };
        for function in 0..n {
            let below = calls.below(function);
            calls.is_recursive[function] = below.contains(function as u32);
        }
        calls
    }

    /// What a function may call, and what that may.
    pub(super) fn below(&self, function: FunctionId) -> Bits {
        let mut seen = Bits::new();
        let mut pending: Vec<FunctionId> = self.callees[function].iter().copied().collect();
        while let Some(function) = pending.pop() {
            if seen.insert(function as u32) {
                pending.extend(&self.callees[function]);
            }
        }
        seen
    }

    /// By object, whether only one is ever made there.
    pub(super) fn single(&self, aliases: &Aliases<'_>, points: &[Point<'_>]) -> Vec<bool> {
        let heap = &aliases.heap;
        let mut singles: Vec<bool> = Vec::with_capacity(heap.objects.len());
        for (id, object) in heap.objects.iter().enumerate() {
            let is_single = match &object.origin {
                _ if heap.several.contains(&id) => false,
                // Of a variable's memory, that of the last call is the only one that is there.
                MadeAt::Site(point, _) if matches!(object.kind, ObjectKind::Memory(_)) => {
                    let is_several = matches!(object.kind, ObjectKind::Memory(FlowExtent::Several));
                    !is_several && !self.is_recursive[points[*point].function]
                }
                MadeAt::Site(point, _) | MadeAt::Instance(point, _) | MadeAt::Copied(point, _) => {
                    self.is_once[points[*point].function] && !points[*point].is_repeated
                }
                MadeAt::Rest(function) => self.is_once[*function],
                MadeAt::Anywhere(_) => false,
                MadeAt::Function(_) | MadeAt::Bound(..) => matches!(object.kind, ObjectKind::Function(_)),
            };
            // Of several there are as many copies; what is copied was there before its copy.
            let is_of_one =
                !matches!(object.origin, MadeAt::Copied(_, of) if singles.get(of) == Some(&false));
            singles.push(is_single && is_of_one);
        }
        singles
    }
}

/// Where a cell that keeps one value has it from.
#[derive(Clone, Copy, Debug)]
pub(super) enum OnlyWrite {
    /// It is written nowhere.
    Nowhere,
    /// At one place only, which runs before all that read it.
    At(PointId),
}

impl OnlyWrite {
    pub(super) fn point(self) -> Option<PointId> {
        match self {
            OnlyWrite::Nowhere => None,
            OnlyWrite::At(point) => Some(point),
        }
    }
}

/// Cells that a function shares with others.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    /// By function: what it and its callees read or write.
    pub(super) touched: Vec<Bits>,
    /// By function: what they write.
    pub(super) written: Vec<Bits>,
    /// Cells that are the same in all functions that use them.
    pub(super) is_shared: Vec<bool>,
    /// By cell, where it keeps one value.
    pub(super) constants: Vec<Option<OnlyWrite>>,
    /// Cells of which the order of reads and writes is not known.
    pub(super) loose: Bits,
    pub(super) homes: Homes,
}

impl Shared {
    pub(super) fn new(
        program: &FlowProgram,
        points: &[Point<'_>],
        accesses: &[CellAccess],
        aliases: &Aliases<'_>,
        calls: &Calls,
    ) -> Shared {
        let (n_cells, n_variables) = (aliases.heap.holds.len(), program.variables.len());
        let mut is_shared: Vec<bool> = (0..n_cells).map(|cell| cell >= n_variables).collect();
        let mut writers: Vec<Vec<PointId>> = vec![Vec::new(); n_cells];
        let is_foreign = |cell: CellId, point: PointId| {
            cell < n_variables && program.variables[cell].owner != points[point].function
        };
        for (id, access) in accesses.iter().enumerate() {
            for write in &access.writes {
                writers[write.cell].push(id);
                is_shared[write.cell] |= is_foreign(write.cell, id);
            }
            access.reads().for_each(|cell| is_shared[cell] |= is_foreign(cell, id));
            access.runs_by.iter().for_each(|&cell| is_shared[cell] |= is_foreign(cell, id));
        }
        let params = program.functions.iter().flat_map(|function| &function.params).map(|param| param.var);
        let given: BTreeSet<CellId> = params.collect();
        let is_rest = |cell: CellId| {
            let owner = aliases.heap.owner[cell];
            owner.is_some_and(|owner| matches!(aliases.heap.objects[owner].origin, MadeAt::Rest(_)))
        };
        let only_write = |cell: CellId| match writers[cell][..] {
            [] => Some(OnlyWrite::Nowhere),
            [only] if points[only].function == ROOT => Some(OnlyWrite::At(only)),
            _ => None,
        };
        let may_be_constant = |cell: CellId| is_shared[cell] && !given.contains(&cell) && !is_rest(cell);
        let constants: Vec<Option<OnlyWrite>> =
            (0..n_cells).map(|cell| only_write(cell).filter(|_| may_be_constant(cell))).collect();
        let homes = Homes::new(program, points, accesses, aliases, calls, &is_shared[..n_variables]);
        let n = program.functions.len();
        let mut touched = vec![Bits::new(); n];
        let mut written = vec![Bits::new(); n];
        for (id, access) in accesses.iter().enumerate() {
            let function = points[id].function;
            let is_ours = |&cell: &CellId| {
                is_shared[cell] && constants[cell].is_none() && homes.crosses(function, cell)
            };
            let writes = access.writes.iter().map(|write| write.cell);
            for cell in access.reads().chain(access.runs_by.iter().copied()).filter(is_ours) {
                touched[function].insert(cell as u32);
            }
            for cell in writes.filter(is_ours) {
                written[function].insert(cell as u32);
                touched[function].insert(cell as u32);
            }
        }
        for site in aliases.calls.values() {
            for binding in &site.bindings {
                touched[binding.function].extend(binding.rest.map(|cell| cell as u32));
                written[binding.function].extend(binding.rest.map(|cell| cell as u32));
            }
        }
        for (function, lowered) in program.functions.iter().enumerate() {
            let is_ours = |cell: CellId| is_shared[cell] && homes.crosses(function, cell);
            for param in lowered.params.iter().filter(|param| is_ours(param.var)) {
                touched[function].insert(param.var as u32);
                written[function].insert(param.var as u32);
            }
        }
        spread([&mut touched, &mut written], calls, &homes);
        let mut loose = Bits::new();
        for function in (0..n).filter(|&function| calls.is_entry[function]) {
            loose.add(&touched[function]);
        }
        for function in (0..n).filter(|&function| calls.is_lazy[function]) {
            let below = calls.below(function);
            let is_outside = |id: &PointId| {
                points[*id].function != function && !below.contains(points[*id].function as u32)
            };
            let is_given = |cell: &u32| given.contains(&(*cell as usize));
            let is_raced = |cell: &u32| writers[*cell as usize].iter().any(is_outside) || is_given(cell);
            let cells: Vec<u32> = touched[function].iter().filter(is_raced).collect();
            loose.extend(cells);
        }
        Shared { touched, written, is_shared, constants, loose, homes }
    }
}

/// Adds to each function what its callees have, as far as it crosses.
fn spread(sets: [&mut [Bits]; 2], calls: &Calls, homes: &Homes) {
    let edges = calls.callees.iter().enumerate();
    let edges = edges.flat_map(|(function, callees)| callees.iter().map(move |&callee| (function, callee)));
    // Callees come first. What crosses one function of a circle crosses all.
    let components = components(calls.callees.len(), edges);
    for set in sets {
        for component in &components {
            let mut all = Bits::new();
            for &function in component {
                all.add(&set[function]);
                for &callee in &calls.callees[function] {
                    all.extend(set[callee].iter().filter(|&cell| homes.crosses(function, cell as usize)));
                }
            }
            component.iter().for_each(|&function| set[function] = all.clone());
        }
    }
}
