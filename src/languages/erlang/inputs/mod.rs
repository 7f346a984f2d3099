//! Terms for the parameters of an entry point.
//!
//! They come from the program's constants and shapes, enumerated as SmallCheck does (Runciman, Naylor, Lindblad
//! 2008), then drawn at random, then directed at branches that nothing has taken (Korel 1990; Tracey et al. 1998).

mod directed;
mod distance;
mod draw;
mod infer;
mod layout;
mod library;
mod reach;
mod shape;
mod spec;
mod term;
mod trace;

use crate::ast::{NodeId, NodeSet, Tree};
use crate::languages::erlang::syntax::Syntax;
use crate::languages::room::InputSource;
use crate::random::Random;
use crate::suite::Input;

use directed::Directed;
use draw::{Maker, products};
use infer::{Inferred, infer};
use term::Term;
use trace::Program;

/// Inputs of one entry point.
pub(super) struct Terms {
    program: Tree,
    entry: String,
    inferred: Inferred,
}

impl Terms {
    /// Of an entry point, `name/arity` of the first file.
    pub(super) fn new(program: &Tree, entry: &str) -> Terms {
        Terms { program: program.clone(), entry: entry.to_owned(), inferred: infer(program, entry) }
    }

    fn maker(&self) -> Maker<'_> {
        Maker { shapes: &self.inferred.shapes, numbers: &self.inferred.numbers }
    }
}

impl InputSource for Terms {
    fn reachable(&self) -> NodeSet {
        reach::reachable(&self.program, &self.entry)
    }

    fn series(&self, n: usize) -> Vec<Input> {
        let maker = self.maker();
        let mut all = Vec::new();
        for depth in 1..=3 {
            let params = self.inferred.params.iter();
            let parts: Vec<Vec<Term>> = params.map(|&slot| maker.series(slot, depth)).collect();
            all.extend(if parts.is_empty() { Vec::new() } else { products(&parts, n) });
        }
        all.iter().map(|args| input(args)).collect()
    }

    /// Inputs on which the program loops, as far as the tracer knows, are left out: each would cost as much as
    /// thousands of others.
    fn draw(&self, n: usize, random: &mut Random) -> Vec<Input> {
        if self.inferred.params.is_empty() {
            return Vec::new();
        }
        let maker = self.maker();
        let params = || self.inferred.params.iter();
        let mut batch: Vec<Vec<Term>> = Vec::with_capacity(n);
        for _ in 0..n {
            batch.push(params().map(|&slot| maker.draw(slot, random, 0)).collect());
        }
        let program = Program::new(&self.program);
        batch.retain(|args| !program.trace(&self.entry, args, &NodeSet::new()).is_long);
        batch.iter().map(|args| input(args)).collect()
    }

    fn directed(&self, targets: &NodeSet, tried: &[Input], seed: u64) -> Vec<Input> {
        let syntax = Syntax::new(&self.program);
        let is_branch = |&node: &NodeId| syntax.kind(node).is_clause();
        let targets: NodeSet = targets.iter().filter(is_branch).collect();
        if targets.is_empty() {
            return Vec::new();
        }
        let parse = |input: &Input| input.args.iter().map(|arg| Term::parse(arg)).collect();
        let seeds: Vec<Vec<Term>> = tried.iter().filter_map(parse).collect();
        let program = Program::new(&self.program);
        let search =
            Directed::new(&program, &self.entry, self.maker(), &self.inferred.params, Random::new(seed));
        let found = search.search(&targets, &seeds);
        found.iter().map(|args| input(args)).collect()
    }
}

fn input(args: &[Term]) -> Input {
    Input { args: args.iter().map(Term::to_string).collect(), stdin: String::new() }
}

#[cfg(test)]
mod tests;
