//! What lowering gives.

use crate::ast::{SourceFile, Tree};
use crate::flow::{Flow, FlowProgram, Leap};
use crate::language::Language;

fn lowered(text: &str) -> FlowProgram {
    super::lower(&Tree::parse(Language::JavaScript, &[SourceFile::new("p.js", text)])).expect("is one file")
}

fn jumps(flows: &[Flow], found: &mut Vec<Leap>) {
    for flow in flows {
        match flow {
            Flow::Jump { leap, .. } => found.push(*leap),
            Flow::Loop { body, .. } | Flow::Block { body, .. } => jumps(body, found),
            Flow::If { then, other, .. } => [then, other].into_iter().for_each(|block| jumps(block, found)),
            _ => {}
        }
    }
}

#[test]
fn a_jump_with_a_label_goes_to_that_of_the_outer_loop() {
    let program =
        lowered("outer: for (const a of [1]) { for (;;) { if (a) { break outer; } continue outer; } }");
    let mut found = Vec::new();
    jumps(&program.functions[0].body, &mut found);
    let outer = program.functions[0].body.iter().find_map(|flow| match flow {
        Flow::Loop { label, .. } => Some(*label),
        _ => None,
    });
    let outer = outer.expect("is a loop");
    assert_eq!(found, [Leap::Break(outer), Leap::Continue(outer)]);
}

#[test]
fn what_is_not_understood_is_said_with_its_place() {
    let text = "let a = 1; eval('a = 2'); console.log(a);";
    let program = lowered(text);
    let tree = Tree::parse(Language::JavaScript, &[SourceFile::new("p.js", text)]);
    let said: Vec<&str> = program.opaque.iter().map(|(node, _)| tree.text(*node)).collect();
    assert_eq!(said, ["eval('a = 2')"]);
}
