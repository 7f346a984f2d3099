//! Dependences that tie a variable to the object that it holds, and this to its members: object flow, object reference and total
//! definitions (Pérez Rubio, *Analysis Techniques for Software Maintenance*, 2023, chapter 3).
//!
//! *Object flow*: the value of a variable is everything in its object, so that it needs the last definitions of all members. *Object
//! reference*: who uses or defines a member needs what gave the variable its object. *Total definitions*: a constructor defines all
//! members; another definition of a member is partial, and needs the total one before it.

use crate::bits::Bits;

use super::aliases::Aliases;
use super::objects::{CellId, MadeAt, ObjectKind};
use super::points::PointId;

/// Which of these dependences a graph has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ObjectTies {
    /// Object flow and object reference, as slices that run need them.
    #[default]
    Needed,
    /// All, total definitions among them.
    All,
    /// None: members are linked to members, and variables with objects of classes to nothing.
    Absent,
}

/// What a graph has in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GraphOptions {
    /// Parts of objects are not told apart.
    pub(super) is_coarse: bool,
    /// For data slices.
    pub(super) has_conditions: bool,
    /// What ends the program decides whether what is behind it is reached.
    pub(super) has_ends: bool,
    pub(super) ties: ObjectTies,
}

/// What a graph says of variables with objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Ties {
    kind: ObjectTies,
    /// Without ties: cells that may hold objects of classes.
    held: Bits,
    /// Without ties: members of such objects.
    members: Bits,
}

impl Ties {
    pub(super) fn new(kind: ObjectTies, aliases: &Aliases<'_>, n_variables: usize) -> Ties {
        let mut ties = Ties { kind, ..Ties::default() };
        if kind != ObjectTies::Absent {
            return ties;
        }
        let heap = &aliases.heap;
        let is_instance = |object: usize| matches!(heap.objects[object].kind, ObjectKind::Instance(_));
        for (cell, held) in heap.holds.iter().enumerate() {
            // What is thrown is no variable: exceptions find their handlers all the same.
            let is_named = cell < n_variables || heap.owner[cell].is_some();
            if is_named && held.iter().any(is_instance) {
                ties.held.insert(cell as u32);
            }
            if heap.owner[cell].is_some_and(is_instance) {
                ties.members.insert(cell as u32);
            }
        }
        ties
    }

    /// Whether reading a cell needs nothing of what wrote it.
    pub(super) fn is_loose(&self, cell: CellId) -> bool {
        self.held.contains(cell as u32)
    }

    /// Whether a cell is a part that does not belong to the value of what holds its object.
    pub(super) fn is_apart(&self, cell: CellId) -> bool {
        self.members.contains(cell as u32)
    }

    /// Whether definitions belong to values of the objects of their class.
    pub(super) fn has_definitions(&self) -> bool {
        self.kind != ObjectTies::Absent
    }

    /// Where the object of a member is made, if its definitions need the total one.
    pub(super) fn maker(&self, cell: CellId, aliases: &Aliases<'_>) -> Option<PointId> {
        let object = aliases.heap.owner[cell].filter(|_| self.kind == ObjectTies::All)?;
        match aliases.heap.objects[object].origin {
            MadeAt::Instance(point, _) => Some(point),
            _ => None,
        }
    }
}
