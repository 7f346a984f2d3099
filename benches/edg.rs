//! Time to build the dependence graph of a program, and to slice with it. `cargo bench --bench edg`

use std::hint::black_box;

use bench_slicers::ast::{Flags, NodeId, SourceFile, Tree};
use bench_slicers::builtin::{Graph, Variant};
use bench_slicers::language::Language;

#[path = "common/measure.rs"]
mod measure;
use measure::measure;

/// Calls, tuples, lists, cases and comprehensions in functions that call each other in a chain.
fn program(n_functions: usize) -> Tree {
    let mut text = String::from("-module(program).\n-export([f0/1]).\n");
    for idx in 0..n_functions {
        let next = (idx + 1) % n_functions;
        text.push_str(&format!(
            "f{idx}({{A, [B | C]}}) when A > {idx} ->\n    D = [X + A || X <- C, X > B],\n    \
             case D of\n        [E, F] -> {{E, G}} = {{F, A}}, f{next}({{G - 1, [E, B]}});\n        \
             _ -> {{B, D}}\n    end;\nf{idx}(_) -> none.\n"
        ));
    }
    Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)])
}

/// Every variable, thinned out to a hundred.
fn criteria(tree: &Tree) -> Vec<NodeId> {
    let all: Vec<NodeId> = tree.ids().filter(|&node| tree.flags(node).has(Flags::VARIABLE)).collect();
    all.iter().copied().step_by((all.len() / 100).max(1)).collect()
}

/// Funs that are made everywhere and handed to functions of libraries, which give back what may be any of them.
fn program_of_funs(n: usize) -> Tree {
    let mut text = String::from("-module(program).\n-export([main/1]).\nmain(A0) ->\n");
    for idx in 1..=n {
        let before = idx - 1;
        text.push_str(&format!(
            "    A{idx} = library:f(fun(X) -> {{X, A{before}}} end, A{before}),\n    B{idx} = A{idx}({idx}),\n    \
             C{idx} = dict:map(A{before}, B{idx}),\n"
        ));
    }
    text.push_str(&format!("    {{A{n}, C{n}}}.\n"));
    Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)])
}

fn main() {
    for n in [25, 50, 100, 200, 400] {
        let tree = program_of_funs(n);
        measure(&format!("funs/{n}"), tree.len(), "nodes", || Graph::build(black_box(&tree)));
    }
    // About 50 nodes a function: 800, 10 000 and 100 000 nodes.
    for n_functions in [16, 200, 2_000] {
        let tree = program(n_functions);
        measure(&format!("build/{}", tree.len()), tree.len(), "nodes", || Graph::build(black_box(&tree)));
        let graph = Graph::build(&tree);
        let criteria = criteria(&tree);
        for (name, variant) in [("ce-edg", Variant::CeEdg), ("sdg", Variant::Sdg)] {
            let mut next = criteria.iter().cycle();
            measure(&format!("slice/{name}/{}", tree.len()), 1, "slices", || {
                graph.slice(*next.next().expect("there are variables"), variant)
            });
        }
    }
}
