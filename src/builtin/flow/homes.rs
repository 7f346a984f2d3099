//! Functions that objects and variables do not outlive: what is made in a call and cannot be reached when the call has ended
//! is nothing to whoever called (escape analysis; Choi and others, *Escape analysis for Java*, 1999).
//!
//! An object has the function that makes it as its *home* when all that may hold it has ended with that function, too: variables
//! of the function, and of those that it calls, that no other function uses; parts of objects with the same home. A variable that
//! closures use is at home in its function when these closures are. What is done with it is seen by its home, and by what
//! runs meanwhile.

use std::collections::BTreeMap;

use crate::bits::Bits;
use crate::flow::{Act, FlowProgram, FunctionId, ROOT};

use super::access::CellAccess;
use super::aliases::Aliases;
use super::facts::Calls;
use super::objects::{CellId, MadeAt, ObjectId, ObjectKind};
use super::points::{Event, Point};

/// Homes of cells, and who sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct Homes {
    /// By cell; none for what may be reached from anywhere.
    of_cell: Vec<Option<FunctionId>>,
    /// By function that is a home: what runs meanwhile.
    below: BTreeMap<FunctionId, Bits>,
}

impl Homes {
    /// `is_captured` says of which variables functions that do not own them make use.
    pub(super) fn new(
        program: &FlowProgram,
        points: &[Point<'_>],
        accesses: &[CellAccess],
        aliases: &Aliases<'_>,
        calls: &Calls,
        is_captured: &[bool],
    ) -> Homes {
        let heap = &aliases.heap;
        let makers = makers(program, points);
        let mut search = HomeSearch {
            program,
            aliases,
            calls,
            is_captured,
            of_object: Vec::new(),
            below: BTreeMap::new(),
            holders: vec![Vec::new(); heap.objects.len()],
            pending: Vec::new(),
        };
        search.candidates(points, &makers);
        search.narrow();
        let variables = search.variables(points, accesses);
        let of_cell = (0..heap.holds.len()).map(|cell| match heap.owner[cell] {
            Some(object) => search.of_object[object],
            None => variables.get(cell).copied().flatten(),
        });
        Homes { of_cell: of_cell.collect(), below: search.below }
    }

    /// Whether a cell is at home in a function.
    pub(super) fn is_home(&self, function: FunctionId, cell: CellId) -> bool {
        self.of_cell[cell] == Some(function)
    }

    /// Whether what a function does with a cell may be seen by what calls it, and the other way round.
    pub(super) fn crosses(&self, function: FunctionId, cell: CellId) -> bool {
        self.of_cell[cell].is_none_or(|home| self.below[&home].contains(function as u32))
    }

    /// Whether a function may know of a cell at all.
    pub(super) fn is_seen(&self, function: FunctionId, cell: CellId) -> bool {
        self.is_home(function, cell) || self.crosses(function, cell)
    }
}

/// By function: the one that makes closures of it, where there is only one.
fn makers(program: &FlowProgram, points: &[Point<'_>]) -> Vec<Option<FunctionId>> {
    let mut makers = vec![None; program.functions.len()];
    let mut is_several = vec![false; program.functions.len()];
    for point in points {
        let Event::Act(Act::Closure { function, .. }) = point.event else { continue };
        is_several[*function] |= makers[*function].is_some_and(|maker| maker != point.function);
        makers[*function] = Some(point.function);
    }
    makers.into_iter().zip(is_several).map(|(maker, is_several)| maker.filter(|_| !is_several)).collect()
}

struct HomeSearch<'a, 'p> {
    program: &'a FlowProgram,
    aliases: &'a Aliases<'p>,
    calls: &'a Calls,
    is_captured: &'a [bool],
    /// By object: its home as far as is known.
    of_object: Vec<Option<FunctionId>>,
    below: BTreeMap<FunctionId, Bits>,
    /// By object: objects that it holds.
    holders: Vec<Vec<ObjectId>>,
    /// Objects whose home was lost.
    pending: Vec<ObjectId>,
}

impl HomeSearch<'_, '_> {
    /// Every object is at home where it is made.
    fn candidates(&mut self, points: &[Point<'_>], makers: &[Option<FunctionId>]) {
        let objects = &self.aliases.heap.objects;
        for object in objects {
            let made = match object.origin {
                MadeAt::Site(point, _) | MadeAt::Instance(point, _) | MadeAt::Copied(point, _) => {
                    Some(points[point].function)
                }
                MadeAt::Function(function) => makers[function],
                // Receivers are made before what is bound to them.
                MadeAt::Bound(receiver, _) => self.of_object[receiver],
                MadeAt::Rest(_) | MadeAt::Anywhere(_) => None,
            };
            let is_class = matches!(object.kind, ObjectKind::Class { .. });
            let home = made.filter(|&home| home != ROOT && !self.calls.is_lazy[home] && !is_class);
            self.of_object.push(home);
        }
        let homes: Vec<FunctionId> = self.of_object.iter().copied().flatten().collect();
        for home in homes {
            self.below.entry(home).or_insert_with(|| self.calls.below(home));
        }
    }

    /// Takes homes from what something holds that lives longer.
    fn narrow(&mut self) {
        let heap = &self.aliases.heap;
        let result_of: BTreeMap<CellId, FunctionId> =
            self.program.functions.iter().enumerate().map(|(id, function)| (function.result, id)).collect();
        for (cell, held) in heap.holds.iter().enumerate() {
            for object in held.iter() {
                match heap.owner[cell] {
                    Some(owner) => self.holders[owner].push(object),
                    None if !self.ends_in_time(cell, object, result_of.get(&cell)) => self.lose(object),
                    None => {}
                }
            }
        }
        for (bound, object) in heap.objects.iter().enumerate() {
            if let ObjectKind::Bound(receiver, _) = object.kind {
                self.holders[bound].push(receiver);
            }
        }
        for owner in 0..heap.objects.len() {
            for idx in 0..self.holders[owner].len() {
                let object = self.holders[owner][idx];
                let is_in_time = match (self.of_object[owner], self.of_object[object]) {
                    (_, None) => continue,
                    (None, Some(_)) => false,
                    (Some(holder), Some(home)) => self.runs_within(holder, home),
                };
                if !is_in_time {
                    self.lose(object);
                }
            }
        }
        while let Some(owner) = self.pending.pop() {
            for object in std::mem::take(&mut self.holders[owner]) {
                self.lose(object);
            }
        }
    }

    fn lose(&mut self, object: ObjectId) {
        if self.of_object[object].take().is_some() {
            self.pending.push(object);
        }
    }

    /// Whether a function has ended when its home has.
    fn runs_within(&self, function: FunctionId, home: FunctionId) -> bool {
        function == home
            || self.below[&home].contains(function as u32)
                && !self.calls.is_lazy[function]
                && function != ROOT
    }

    /// Whether a variable, or what is no part of an object, is gone when the home of an object that it holds has ended.
    fn ends_in_time(&self, cell: CellId, object: ObjectId, result_of: Option<&FunctionId>) -> bool {
        let Some(home) = self.of_object[object] else { return true };
        let Some(variable) = self.program.variables.get(cell) else { return false };
        self.runs_within(variable.owner, home) && !self.is_captured[cell] && result_of != Some(&home)
    }

    /// Homes of variables that closures use.
    fn variables(&mut self, points: &[Point<'_>], accesses: &[CellAccess]) -> Vec<Option<FunctionId>> {
        let own =
            |owner: FunctionId| Some(owner).filter(|&owner| owner != ROOT && !self.calls.is_lazy[owner]);
        let mut homes: Vec<Option<FunctionId>> =
            self.program.variables.iter().map(|variable| own(variable.owner)).collect();
        for (id, access) in accesses.iter().enumerate() {
            let writes = access.writes.iter().map(|write| write.cell);
            for cell in access.reads().chain(writes).chain(access.runs_by.iter().copied()) {
                let Some(Some(owner)) = homes.get(cell).copied() else { continue };
                if !self.is_closed_in(points[id].function, owner) {
                    homes[cell] = None;
                }
            }
        }
        for home in homes.iter().copied().flatten() {
            self.below.entry(home).or_insert_with(|| self.calls.below(home));
        }
        homes
    }

    /// Whether a function is the owner, or a closure that is made in it and at home there, or made so in such a one.
    fn is_closed_in(&self, function: FunctionId, owner: FunctionId) -> bool {
        let mut function = function;
        while function != owner {
            let object = self.aliases.heap.find(&MadeAt::Function(function));
            let maker = object.and_then(|object| self.of_object[object]);
            match maker.filter(|&maker| maker != function && !self.calls.is_lazy[function]) {
                Some(maker) => function = maker,
                None => return false,
            }
        }
        true
    }
}
