//! `minimize --write-gold`: the slice found becomes the gold slice of its task, with a certificate.

use std::path::PathBuf;

use super::super::Context;
use super::args::{DeletionUnitArg, MinimizeArgs};
use super::target::Target;
use super::watch::Watch;
use crate::ast::SourceFile;
use crate::check::certificate_path;
use crate::error::{self, Place, Result};
use crate::inputs::InputOptions;
use crate::languages;
use crate::minimize::certificate::{
    Certificate, Depth, MakeOptions, Proposal, Searched, Subject, propose, write_certificate, write_gold,
};
use crate::minimize::{Minimized, Phase};
use crate::process;
use crate::results::GoldEnd;
use crate::suite::{Task, certificate_lack, evidence_hash};

/// Refuses what cannot have a gold slice, before anything is searched.
pub(super) fn check(args: &MinimizeArgs, target: &Target, context: &Context) -> Result<()> {
    let Some(Task { benchmark, .. }) = target.task() else {
        return Err(error::minimize::gold_of_files(&target.name));
    };
    if context.settings.is_embedded() {
        return Err(error::minimize::embedded_gold(&target.name));
    }
    if args.granularity.is_some_and(|unit| unit != DeletionUnitArg::Expression) {
        return Err(error::minimize::gold_of_lines());
    }
    if target.is_bound && target.inputs.len() != 1 {
        return Err(error::minimize::gold_of_other_inputs(target.inputs.len()));
    }
    if benchmark.entry_point().is_none() {
        let place = Place::file(benchmark.path.join("benchmark.toml"));
        return Err(error::minimize::gold_without_entry(place, &target.entry));
    }
    Ok(())
}

/// Writes gold slice and certificate, or nothing.
pub(super) fn write(
    args: &MinimizeArgs,
    target: &Target,
    minimized: &Minimized,
    files: &[SourceFile],
    watch: &Watch<'_>,
    context: &Context,
) -> Result<SavedGold> {
    let task = target.task().expect("files were refused before");
    let path = certificate_path(&task);
    if minimized.found.depth == 0 || process::is_interrupted() {
        return Err(error::minimize::unproved_gold(&target.name));
    }
    let question = target.question(target.rule);
    let search = args.search_options();
    let options = MakeOptions {
        inputs: InputOptions { seed: args.seed, ..InputOptions::default() },
        n_random: args.fresh,
        max_nodes: search.max_nodes,
        max_candidates: search.max_candidates,
    };
    let proposed = propose(
        &|| languages::oracle(&target.program, &question),
        &Subject { task, path: &path },
        files,
        &Searched::of(minimized),
        &options,
        &mut |progress| watch.see(Phase::Search, progress),
    )?;
    if process::is_interrupted() {
        return Err(error::minimize::unproved_gold(&target.name));
    }
    save(task, minimized, proposed.map_err(error::minimize::no_gold)?, context)
}

/// What was written of a gold slice and its certificate.
pub(super) struct SavedGold {
    pub(super) end: GoldEnd,
    /// Hash of gold slices and certificate as they are now.
    pub(super) evidence: String,
}

impl SavedGold {
    fn new(task: Task<'_>, proposal: &Proposal, was_there: bool) -> SavedGold {
        let (main, others) = task.criterion.golds.split_first().expect("a criterion has a gold slice");
        let main = proposal.gold.as_ref().unwrap_or(&main.files);
        let golds: Vec<&[SourceFile]> =
            [&main[..]].into_iter().chain(others.iter().map(|gold| &gold.files[..])).collect();
        let evidence = evidence_hash(golds.into_iter(), Some(&proposal.certificate.text()));
        let end = match (&proposal.gold, was_there) {
            (Some(_), true) => GoldEnd::Replaced,
            (Some(_), false) => GoldEnd::Written,
            (None, _) => GoldEnd::Kept,
        };
        SavedGold { end, evidence }
    }
}

fn save(task: Task<'_>, minimized: &Minimized, proposal: Proposal, context: &Context) -> Result<SavedGold> {
    let path = certificate_path(&task);
    let gold = &task.criterion.golds[0].path;
    let was_there = gold.exists();
    let saved = SavedGold::new(task, &proposal, was_there);
    if let Some(files) = &proposal.gold {
        write_gold(gold, files, task.benchmark.tree.files().len() > 1)?;
    }
    write_certificate(&path, &proposal.certificate)?;
    match (&proposal.gold, was_there) {
        (Some(_), true) => {
            let proof: PathBuf = path.with_file_name(format!("{}.proof.md", task.criterion.id));
            let proof = proof.exists().then_some(proof);
            context.terminal.warning(&error::minimize::replaced_gold(gold, proof.as_deref()));
        }
        (Some(_), false) => context.terminal.note(&format!("{}: written", gold.display())),
        (None, _) => context.terminal.note(&format!("{}: minimal, and left as it is", gold.display())),
    }
    let Proposal { certificate, .. } = proposal;
    context.terminal.note(&format!("{}: written, {}", path.display(), said(&certificate)));
    let depth = |depth: Option<Depth>| depth.map_or(0, Depth::number);
    let (claimed, searched) = (
        depth(certificate.slices.iter().map(|slice| slice.depth).min_by_key(|depth| depth.number())),
        depth(Some(Searched::of(minimized).depth)),
    );
    if claimed < searched {
        context.terminal.warning(&error::minimize::shallow_gold(&path, claimed));
    }
    // What `check suite` would find, and `list tasks` would show without a word.
    if let Some(lack) = certificate_lack(&certificate.text(), task.is_bound()) {
        context.terminal.warning(&error::check::not_enough(&path, &lack.what, lack.remedy));
    }
    Ok(saved)
}

/// What a certificate proves of its first gold slice, in the words of the statement about the search.
fn said(certificate: &Certificate) -> String {
    let proved = match certificate.slices.first().map(|slice| slice.depth) {
        Some(Depth::Unbounded(_)) => "no set of nodes, however large, can go".to_owned(),
        Some(Depth::Sets(depth)) if depth > 1 => format!("no set of up to {depth} nodes can go"),
        Some(Depth::Sets(_)) | None => "no single node can go".to_owned(),
    };
    format!("{proved} on {} inputs", certificate.inputs.len())
}
