//! Calls, and functions as values.

use super::super::library;
use super::super::term::Term;
use super::{Closure, Env, Machine, Stop, Value};
use crate::ast::NodeId;
use crate::languages::erlang::syntax::{Callee, FunRef, Name};

impl<'t> Machine<'_, 't> {
    pub(super) fn closure(&mut self, closure: Closure<'t>) -> Term {
        self.closures.push(closure);
        Term::Fun(self.closures.len() - 1)
    }

    /// `fun f/1`, `fun m:f/1`.
    pub(super) fn fun_name(&mut self, node: NodeId, named: FunRef<'t>) -> Value {
        let function = match named {
            FunRef::Local { name, arity } => self.program.function(self.tree.file_of(node), name, arity),
            FunRef::Remote { module: Name::Known(module), name: Name::Known(name), arity } => {
                let arity = arity.known().and_then(|arity| arity.parse().ok()).ok_or(Stop::GivenUp)?;
                let known = self.program.remote(Name::Known(module), Name::Known(name), arity);
                if known.is_none() {
                    let (module, name) = (module.to_owned(), name.to_owned());
                    return Ok(self.closure(Closure::Library { module, name }));
                }
                known
            }
            FunRef::Remote { .. } => None,
        };
        let function = function.ok_or(Stop::GivenUp)?;
        Ok(self.closure(Closure::Named { function }))
    }

    pub(super) fn call(&mut self, callee: NodeId, args: &[Term], env: &mut Env<'t>) -> Value {
        match self.syntax.callee(callee) {
            Callee::Local(name) => match self.program.function(self.tree.file_of(callee), name, args.len()) {
                Some(function) => self.function(function, args),
                None => library::call(self, "erlang", name, args),
            },
            Callee::Remote { module, name } => match self.program.remote(module, name, args.len()) {
                Some(function) => self.function(function, args),
                None => {
                    let (module, name) = (module.known().unwrap_or("_"), name.known().unwrap_or("_"));
                    library::call(self, module, name, args)
                }
            },
            Callee::Value(callee) => {
                let function = self.eval(callee, env)?;
                self.apply(&function, args)
            }
        }
    }

    /// Calls a function value.
    pub(in crate::languages::erlang::inputs) fn apply(&mut self, function: &Term, args: &[Term]) -> Value {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::GivenUp)?;
        let &Term::Fun(idx) = function else {
            return Err(Stop::Raised("error", Term::atom("badfun")));
        };
        match self.closures[idx].clone() {
            Closure::Local { fun, env } => {
                self.apply_clauses(self.tree.children(fun), args, env, "function_clause")
            }
            Closure::Named { function } => self.function(function, args),
            Closure::Library { module, name } => library::call(self, &module, &name, args),
        }
    }
}
