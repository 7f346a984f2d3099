//! The text of a candidate of a C program.

use std::collections::{BTreeMap, BTreeSet};

use super::{Construct, DeclarationRange, Part, Parts};
use crate::ast::{SourceFile, Tree};
use crate::deletions::{Candidate, Cut, DELETED, Deletion, Deletions, Layout, Mark, cut_files};

/// Text of a normalised candidate; see [`Deletions::text`].
pub(in crate::languages::c) fn text(
    program: &Tree,
    deletions: &Deletions,
    candidate: &Candidate,
    marks: &[Mark<'_>],
) -> Vec<SourceFile> {
    let made: BTreeSet<Deletion> = candidate.ids().iter().map(|&id| deletions.get(id)).collect();
    let parts = Parts::new(program);
    let mut cuts: Vec<Vec<Cut<'_>>> = program.files().map(|_| Vec::new()).collect();
    let mut declared: BTreeMap<usize, Vec<&Part>> = BTreeMap::new();
    for part in parts.all.iter().filter(|part| made.contains(&part.deletion)) {
        match part.place {
            Construct::Declarator { declaration_idx } => {
                declared.entry(declaration_idx).or_default().push(part)
            }
            _ => cuts[part.file_idx].push(cut(program, part)),
        }
    }
    for (declaration_idx, gone) in declared {
        let file_cuts = &mut cuts[gone[0].file_idx];
        declarators(&parts.declarations[declaration_idx], &gone, file_cuts);
    }
    cut_files(program, cuts, marks, Layout::Columns)
}

fn cut(program: &Tree, part: &Part) -> Cut<'static> {
    let (start, stop) = (part.range.start, part.range.end);
    match part.place {
        Construct::Statement { is_body: true } => Cut { start, stop, by: ";" },
        Construct::Expression(_) => Cut { start, stop, by: DELETED },
        Construct::Branch { is_else: true, needs_else, .. } => {
            Cut { start, stop, by: if needs_else { "else ;" } else { "" } }
        }
        Construct::Branch { is_block: true, .. } => Cut { start: start + 1, stop: stop - 1, by: "" },
        Construct::Branch { .. } => Cut { start, stop, by: ";" },
        // Nothing grows together where a name goes alone: `int x` leaves `int`.
        Construct::Parameter => {
            let text = &program.file(part.file_idx).text[..start];
            Cut { start: text.trim_end_matches(' ').len(), stop, by: "" }
        }
        _ => Cut { start, stop, by: "" },
    }
}

/// Cuts declarators with their commas; a declaration without any goes as a whole.
fn declarators(declaration: &DeclarationRange, gone: &[&Part], cuts: &mut Vec<Cut<'_>>) {
    let all = &declaration.declarators;
    let is_gone = |idx: usize| gone.iter().any(|part| part.range == all[idx]);
    let left: Vec<usize> = (0..all.len()).filter(|&idx| !is_gone(idx)).collect();
    let Some(&last) = left.last() else {
        let range = &declaration.range;
        let (start, stop) = match declaration.defines_type {
            true => (all[0].start, all[all.len() - 1].end),
            false => (range.start, range.end - usize::from(declaration.is_for)),
        };
        cuts.push(Cut { start, stop, by: "" });
        return;
    };
    for idx in (0..all.len()).filter(|&idx| is_gone(idx)) {
        cuts.push(match idx < last {
            true => Cut { start: all[idx].start, stop: all[idx + 1].start, by: "" },
            false => Cut { start: all[last].end, stop: all[idx].end, by: "" },
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deletions::{Action, DeletionId};
    use crate::language::Language;

    /// Deletes the last node with each of these texts; `drop x = 1` drops the initialiser.
    fn check(body: &str, deleted: &[&str], expected: &str) {
        let program = Tree::parse(Language::C, &[SourceFile::new("program.c", body)]);
        let deletions = super::super::of(&program);
        let ids = deleted.iter().map(|wanted| {
            let (is_drop, wanted) =
                wanted.strip_prefix("drop ").map_or((false, *wanted), |rest| (true, rest));
            let fits = |deletion: &Deletion| {
                matches!(deletion.action, Action::Lift(_)) == is_drop && program.text(deletion.node) == wanted
            };
            deletions.all().iter().rposition(fits).unwrap_or_else(|| panic!("no deletion: {wanted}"))
        });
        let candidate = ids.map(|id| id as DeletionId).collect();
        let text = &deletions.text(&program, &candidate)[0].text;
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(bare(text), bare(expected), "{deleted:?}");
    }

    #[test]
    fn each_place_keeps_what_its_syntax_needs() {
        check("int f(int *x, int y) { return y; }", &["y", "x"], "int f(int *, int y) { return sliced; }");
        check("void f() { int x, *y = &a, z[2]; }", &["x"], "void f() { int *y = &a, z[2]; }");
        check("void f() { int x, *y = &a, z[2]; }", &["z", "*y = &a"], "void f() { int x ; }");
        check("void f() { int x, y; x; }", &["y"], "void f() { int x ; x; }");
        check("struct p { int a; } b, c; int d;", &["b", "c", "d"], "struct p { int a; } ;");
        check("int x = 1;", &["drop x = 1"], "int x ;");
        check("void f() { if (a) b(); else c(); }", &["b()"], "void f() { if (a) ; else c(); }");
        check("void f() { if (a) { b(); } else c(); }", &["else c();"], "void f() { if (a) { b(); } }");
        check("void f() { if (a) { b(); } c(); }", &["{ b(); }"], "void f() { if (a) { } c(); }");
        check("void f() { while (a) b(); c(); }", &["a", "b()"], "void f() { while (sliced) ; c(); }");
        check("void f() { for (i = 0; i; i++) ; }", &["i++", "i = 0", "i"], "void f() { for ( ; ; ) ; }");
        check("void f() { for (int i = 0; i; ) ; }", &["i = 0"], "void f() { for ( ; i; ) ; }");
        check(
            "void f() { switch (a) { case 1: b(); break; default: c(); } }",
            &["case 1: b(); break;"],
            "void f() { switch (a) { default: c(); } }",
        );
        check(
            "void f() { a[i + 1] = (b + 2) * g(c); }",
            &["i + 1", "b + 2", "c"],
            "void f() { a[sliced] = (sliced) * g(sliced); }",
        );
    }

    #[test]
    fn an_else_stays_with_its_if() {
        check(
            "void f() { if (a) if (b) c(); else d(); else e(); }",
            &["else d();"],
            "void f() { if (a) if (b) c(); else ; else e(); }",
        );
    }
}
