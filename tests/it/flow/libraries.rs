//! Programs that start nothing: others call their functions, in any order, and slices compile and have what earlier calls left.

use bench_slicers::ast::{Flags, SourceFile, Tree};
use bench_slicers::builtin::Builtin;
use bench_slicers::language::Language;

/// Lines that a slice has, from 1, for the last occurrence of a name.
fn lines(language: Language, file: &str, text: &str, name: &str) -> Vec<usize> {
    let tree = Tree::parse(language, &[SourceFile::new(file, text)]);
    assert!(tree.problems().is_empty(), "{:?}", tree.problems());
    let is_it = |&node: &u32| tree.flags(node).has(Flags::VARIABLE) && tree.label(node) == name;
    let criterion = tree.ids().rev().find(is_it).expect("the name is there");
    let kept = Builtin::CeEdg.prepare(&tree, 0).keep(criterion);
    let mut lines: Vec<usize> = kept.iter().map(|node| tree.line(node)).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[apply(test)]
fn methods_of_a_class_that_nobody_makes_are_those_that_it_calls() {
    let text = "class Words {\n    private int size;\n    private int checked(int at) {\n        return at < size ? at : 0;\n    }\n    \
                int unused() {\n        return 1;\n    }\n    int place(int at) {\n        int found = checked(at);\n        return found;\n    }\n}\n";
    let kept = lines(Language::Java, "Words.java", text, "found");
    assert!([3, 4, 9, 10].iter().all(|line| kept.contains(line)), "{kept:?}");
    assert!(![6, 7].iter().any(|line| kept.contains(line)), "{kept:?}");
}

#[apply(test)]
fn what_one_call_leaves_in_an_object_the_next_one_finds() {
    let java = "class Box {\n    private int inner;\n    private int other;\n    void put(int value) {\n        inner = value;\n    }\n    \
                void hide(int value) {\n        other = value;\n    }\n    int take() {\n        int taken = inner;\n        return taken;\n    }\n}\n";
    let kept = lines(Language::Java, "Box.java", java, "taken");
    assert!(kept.contains(&5) && !kept.contains(&8), "{kept:?}");
    let python = "class Box:\n    def put(self, value):\n        self.inner = value\n\n    def hide(self, value):\n        self.other = value\n\n    \
                  def take(self):\n        taken = self.inner\n        return taken\n";
    let kept = lines(Language::Python, "box.py", python, "taken");
    assert!(kept.contains(&3) && !kept.contains(&6), "{kept:?}");
}
