//! Calls, and functions as values.

use super::super::library;
use super::super::term::Term;
use super::{Closure, Env, Machine, Stop, Value};
use crate::ast::NodeId;

impl<'t> Machine<'_, 't> {
    pub(super) fn closure(&mut self, closure: Closure<'t>) -> Term {
        self.closures.push(closure);
        Term::Fun(self.closures.len() - 1)
    }

    /// `fun f/1`, `fun m:f/1`.
    pub(super) fn fun_name(&mut self, node: NodeId) -> Value {
        let label = self.tree.label(node).trim_start_matches("fun").trim();
        let parts: Vec<&str> = label.split(':').collect();
        let function = match parts[..] {
            [module, name, arity] => {
                let file = self.program.files.get(module).copied();
                let known = file.and_then(|idx| self.program.function(idx, &format!("{name}/{arity}")));
                match known {
                    Some(function) => Some(function),
                    None => {
                        let (module, name) = (module.to_owned(), name.to_owned());
                        return Ok(self.closure(Closure::Library { module, name }));
                    }
                }
            }
            _ => self.program.function(self.tree.file_of(node), label),
        };
        let function = function.ok_or(Stop::GivenUp)?;
        Ok(self.closure(Closure::Named { function }))
    }

    pub(super) fn call(&mut self, callee: NodeId, args: &[Term], env: &mut Env<'t>) -> Value {
        let label = self.tree.label(callee);
        match self.tree.kind(callee) {
            "atom" => {
                let name = format!("{label}/{}", args.len());
                match self.program.function(self.tree.file_of(callee), &name) {
                    Some(function) => self.function(function, args),
                    None => library::call(self, "erlang", label, args),
                }
            }
            "remote" => {
                let (module, name) = label.split_once(':').unwrap_or(("", label));
                let file = self.program.files.get(module).copied();
                let function =
                    file.and_then(|idx| self.program.function(idx, &format!("{name}/{}", args.len())));
                match function {
                    Some(function) => self.function(function, args),
                    None => library::call(self, module, name, args),
                }
            }
            _ => {
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
                let clauses = self.children(fun);
                self.apply_clauses(&clauses, args, env, "function_clause")
            }
            Closure::Named { function } => self.function(function, args),
            Closure::Library { module, name } => library::call(self, &module, &name, args),
        }
    }
}
