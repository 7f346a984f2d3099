//! Terms for the parameters of an entry point.
//!
//! They come from the program's constants and shapes, enumerated as SmallCheck does (Runciman, Naylor, Lindblad
//! 2008), and drawn at random.

mod draw;
mod infer;
mod layout;
mod reach;
mod shape;
mod spec;
mod term;

use crate::ast::{NodeSet, Tree};
use crate::languages::erlang::syntax::Syntax;
use crate::languages::room::InputSource;
use crate::random::Random;
use crate::suite::Input;
use crate::value::Value;

use draw::{Maker, products};
use infer::{Inferred, infer};

/// Inputs of one entry point.
pub(super) struct Terms {
    program: Tree,
    entry: String,
    inferred: Inferred,
}

impl Terms {
    /// Of an entry point, `name/arity`.
    pub(super) fn new(program: &Tree, entry: &str) -> Terms {
        Terms { program: program.clone(), entry: entry.to_owned(), inferred: infer(program, entry) }
    }

    fn maker(&self) -> Maker<'_> {
        Maker::new(&self.inferred.shapes, &self.inferred.numbers)
    }
}

impl InputSource for Terms {
    fn reachable(&self) -> NodeSet {
        reach::reachable(&self.program, &self.entry)
    }

    fn branches(&self, nodes: &NodeSet) -> NodeSet {
        let syntax = Syntax::new(&self.program);
        nodes.iter().filter(|&node| syntax.kind(node).is_clause()).collect()
    }

    fn series(&self, n: usize) -> Vec<Vec<Value>> {
        let maker = self.maker();
        if self.inferred.params.is_empty() {
            return vec![Vec::new()];
        }
        let of_depth = |depth| {
            let params = self.inferred.params.iter();
            let parts: Vec<Vec<Value>> = params.map(|&slot| maker.series(slot, depth)).collect();
            products(&parts, n)
        };
        (1..=3).flat_map(of_depth).collect()
    }

    fn draw(&self, random: &mut Random) -> Option<Vec<Value>> {
        let maker = self.maker();
        let params = &self.inferred.params;
        (!params.is_empty()).then(|| params.iter().map(|&slot| maker.draw(slot, random, 0)).collect())
    }

    fn constants(&self) -> Vec<Value> {
        let syntax = Syntax::new(&self.program);
        let mut found: Vec<Value> = Vec::new();
        for value in self.program.ids().filter_map(|node| term::literal(&syntax, node)) {
            if !found.contains(&value) {
                found.push(value);
            }
        }
        found
    }

    fn read(&self, input: &Input) -> Option<Vec<Value>> {
        input.args.iter().map(|arg| term::parse(arg)).collect()
    }

    fn write(&self, values: &[Value]) -> Input {
        Input { args: values.iter().map(term::write).collect(), stdin: String::new() }
    }
}
