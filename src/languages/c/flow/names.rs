//! What names mean where they stand.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::NodeId;
use crate::flow::{FunctionId, VarId};

use super::types::CType;

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum CMeaning {
    Variable(CVariable),
    Function(CFunction),
    /// A number that an enumeration names.
    Constant,
}

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct CVariable {
    /// Its value, or where it is in memory.
    pub(super) var: VarId,
    pub(super) of: CType,
    pub(super) place: CStorage,
    /// An array that is only used by subscripts, so that its elements are told apart.
    pub(super) is_array_only: bool,
    /// Stands for its declarations, which stay where it is mentioned.
    pub(super) mention: VarId,
}

/// Where a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CStorage {
    /// Nobody has its address.
    Plain,
    /// In memory, as one value.
    Cell,
    /// In memory, with parts.
    Parts,
}

/// A function of the program.
#[derive(Clone, Debug)]
pub(super) struct CFunction {
    pub(super) function: FunctionId,
    /// Other definitions of the name, of which the compiler takes one.
    pub(super) twins: Vec<FunctionId>,
    /// What it returns.
    pub(super) returns: CType,
    pub(super) mention: VarId,
}

/// Names that are known, innermost last.
#[derive(Clone, Debug, Default)]
pub(super) struct CScopes {
    scopes: Vec<BTreeMap<String, CMeaning>>,
}

impl CScopes {
    pub(super) fn enter(&mut self) {
        self.scopes.push(BTreeMap::new());
    }

    pub(super) fn leave(&mut self) {
        self.scopes.pop();
    }

    pub(super) fn declare(&mut self, name: &str, meaning: CMeaning) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), meaning);
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<&CMeaning> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// What a name means in the innermost scope.
    pub(super) fn here(&self, name: &str) -> Option<&CMeaning> {
        self.scopes.last()?.get(name)
    }
}

/// Where names are declared, by what stands for that, and which functions need it.
#[derive(Clone, Debug, Default)]
pub(super) struct Mentioned {
    pub(super) places: BTreeMap<VarId, Vec<NodeId>>,
    pub(super) known: BTreeSet<(FunctionId, VarId)>,
}

/// A variable with the nodes of its declaration.
#[derive(Clone, Debug)]
pub(super) struct DeclaredVariable {
    pub(super) variable: CVariable,
    pub(super) name: Option<NodeId>,
    pub(super) declarator: Option<NodeId>,
}
