//! `check`: whether a suite keeps its promises, and what an adapter does on this machine.

mod relations;
mod slicer;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use super::Context;
use super::layout::wrapped;
use super::number::whole;
use super::select::{FormatArgs, SelectArgs, ShareArgs};
use crate::check::{
    CertificateCheck, Certifying, CheckOptions, Finding, SuiteCheck, certifiable, check_certificates,
    check_suite, nothing_certified,
};
use crate::error::{self, EXIT_DONE, EXIT_NEGATIVE, Result};
use crate::minimize::certificate::MakeOptions;
use crate::report::{Format, Listing, Records};
use crate::results::{DoneWork, WorkKind};

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(subcommand)]
    what: CheckWhat,
}

#[derive(Debug, Subcommand)]
enum CheckWhat {
    /// Gold slices are programs with code deleted and nothing else, contain their criterion, compile, and keep the contracts of
    /// functions
    Suite(SuiteArgs),
    /// Certificates of gold slices, replayed from nothing: hashes, behaviour, every witness
    Certificates(CertificatesArgs),
    /// Commands, programs and version that an adapter resolves to, and its recorded answers read again
    Slicer(slicer::CheckSlicerArgs),
    /// What must hold of a slicer's answers, gold or no gold: they compile and behave, are themselves when sliced again, and
    /// the same for a program that means the same
    Relations(relations::RelationsArgs),
}

#[derive(Debug, Args)]
struct SuiteArgs {
    /// Run no compilers and no contracts
    #[arg(long)]
    no_compile: bool,
    /// Benchmarks at the same time [default: one per processor]
    #[arg(long, short, value_name = "N", env = "BENCH_SLICERS_JOBS", value_parser = whole(1_usize))]
    jobs: Option<usize>,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Debug, Args)]
struct CertificatesArgs {
    /// Make certificates of the gold slices, in the place of those that are there
    #[arg(long, conflicts_with = "full")]
    write: bool,
    /// Most nodes that are deleted together in the search for smaller slices, which says how deep a certificate is
    /// [default: as many as 100 000 candidates suffice for]
    #[arg(long, value_name = "K", requires = "write", value_parser = whole(1_usize))]
    max_nodes: Option<usize>,
    /// Search again for smaller slices: for sets of up to K nodes, else as deep as each certificate says, which
    /// takes as long as the first time
    #[arg(long, value_name = "K", num_args = 0..=1, default_missing_value = "18446744073709551615",
          hide_default_value = true, value_parser = whole(1_u64))]
    full: Option<u64>,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    share: ShareArgs,
    /// Keep a line for each task in <DIR>/certificates: an interrupted check goes on, and `merge` puts shares together
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

impl CheckArgs {
    pub(super) fn jobs(&self) -> Option<usize> {
        match &self.what {
            CheckWhat::Suite(args) => args.jobs,
            _ => None,
        }
    }
}

pub(super) fn run(args: &CheckArgs, context: &Context) -> Result<u8> {
    match &args.what {
        CheckWhat::Suite(args) => suite(args, context),
        CheckWhat::Certificates(args) => certificates(args, context),
        CheckWhat::Slicer(args) => slicer::run(args, context),
        CheckWhat::Relations(args) => relations::run(args, context),
    }
}

fn suite(args: &SuiteArgs, context: &Context) -> Result<u8> {
    // What is unfinished is a finding, and need not be warned of.
    let suite = context.settings.suite()?;
    let options = CheckOptions { compile: !args.no_compile };
    let progress = context.terminal.progress(suite.benchmarks.len());
    let check = check_suite(&suite, options, &|benchmark| progress.step(benchmark));
    progress.finish();
    match args.format.format {
        Format::Table => context.terminal.data(&wrapped(&suite_text(&check), context.terminal.width(), 2))?,
        format => context.terminal.render(&Listing { records: findings(&check.findings) }, format)?,
    }
    Ok(if check.is_good() { EXIT_DONE } else { EXIT_NEGATIVE })
}

fn certificates(args: &CertificatesArgs, context: &Context) -> Result<u8> {
    if args.out.is_none() && args.share.is_restart() {
        return Err(error::cli::nothing_to_restart());
    }
    let suite = context.suite()?;
    let tasks = suite.select(&args.select.filter())?;
    let tasks = if args.write { certifiable(tasks) } else { tasks };
    let (how, full) = match args.write {
        true => (
            Certifying::Write(MakeOptions { max_nodes: args.max_nodes, ..MakeOptions::default() }),
            "no".to_owned(),
        ),
        false => (Certifying::Replay { max_nodes: depth(args.full) }, depth(args.full).to_string()),
    };
    let max_nodes = args.max_nodes.map_or_else(|| "as affordable".to_owned(), |n| n.to_string());
    let asked = [("--write", args.write.to_string()), ("--full", full), ("--max-nodes", max_nodes)];
    let asked: BTreeMap<String, String> = asked.map(|(key, value)| (key.to_owned(), value)).into();
    let header = args.share.header(WorkKind::Certificates, asked, &args.select, &tasks);
    let tasks = args.share.of(tasks, context);
    let mut log = match &args.out {
        Some(out) => Some(args.share.open(out, header, &tasks, context)?),
        None => None,
    };
    let progress = context.terminal.progress(tasks.len());
    let check = check_certificates(&tasks, how, log.as_mut(), &|task| progress.step(task));
    progress.finish();
    let check = check?;
    if let Some(log) = log {
        let dir = log.finish()?.dir;
        context.terminal.note(&format!("certificates: {}", dir.display()));
    }
    if check.is_empty() && !args.write && !args.share.is_given() {
        return Err(nothing_certified());
    }
    certified(&check, args.format.format, context)
}

/// What stored checks of certificates found.
pub(super) fn stored_certificates(work: &DoneWork, format: Format, context: &Context) -> Result<u8> {
    let is_written = work.header.asked.get("--write").is_some_and(|written| written == "true");
    certified(&CertificateCheck::of(&work.records, is_written), format, context)
}

fn certified(check: &CertificateCheck, format: Format, context: &Context) -> Result<u8> {
    let n_tasks = check.n_certificates + check.n_uncertified;
    for (task, places) in check.by_fuel.iter().filter(|_| n_tasks == 1) {
        let said = format!(
            "{task}: without what is at {} it runs out of fuel, and shows no other value before",
            places.join(", ")
        );
        context.terminal.note(&said);
    }
    match format {
        Format::Table => {
            context.terminal.data(&wrapped(&certificates_text(check), context.terminal.width(), 2))?
        }
        format => context.terminal.render(&Listing { records: findings(&check.findings) }, format)?,
    }
    Ok(if check.findings.is_empty() { EXIT_DONE } else { EXIT_NEGATIVE })
}

/// Nodes together that are searched for again; 1 follows from the witnesses.
fn depth(full: Option<u64>) -> usize {
    full.map_or(1, |most| usize::try_from(most).unwrap_or(usize::MAX))
}

fn certificates_text(check: &CertificateCheck) -> String {
    let mut text: String = check.findings.iter().map(finding_text).collect();
    let n_by_fuel: usize = check.by_fuel.iter().map(|(_, places)| places.len()).sum();
    let by_fuel = if n_by_fuel == 0 { String::new() } else { format!(" ({n_by_fuel} by fuel alone)") };
    text.push_str(&format!(
        "{} with {} witnesses{by_fuel}, {} without: {}\n",
        counted(check.n_certificates, "certificate"),
        check.n_witnesses,
        counted(check.n_uncertified, "task"),
        counted(check.findings.len(), "defect")
    ));
    text
}

fn finding_text(finding: &Finding) -> String {
    let problem = indented(&finding.problem.to_string());
    format!("{} [{}]\n  {problem}\n", finding.subject, finding.rule.name())
}

fn suite_text(check: &SuiteCheck) -> String {
    let mut text: String = check.findings.iter().map(finding_text).collect();
    for skipped in &check.skipped {
        text.push_str(&format!(
            "not compiled: {} in {}, because `{}` is not installed\n",
            counted(skipped.n_sources, "source"),
            skipped.language,
            skipped.tool
        ));
    }
    let contracts = match check.n_contracts {
        0 => String::new(),
        n => format!(", {} run", counted(n, "contract")),
    };
    text.push_str(&format!(
        "{}, {}, {} compiled{contracts}: {}\n",
        counted(check.n_benchmarks, "benchmark"),
        counted(check.n_golds, "gold slice"),
        check.n_compiled,
        counted(check.findings.len(), "defect")
    ));
    text
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}

fn findings(findings: &[Finding]) -> Records {
    let row = |finding: &Finding| {
        let problem = &finding.problem;
        let place = problem.place.as_ref();
        let number = |number: usize| (number > 0).then_some(number);
        vec![
            json!(finding.subject),
            json!(finding.rule.name()),
            json!(place.map(|place| place.path.to_string_lossy())),
            json!(place.and_then(|place| number(place.line))),
            json!(place.and_then(|place| number(place.column))),
            json!(problem.message),
            json!(problem.hint),
        ]
    };
    Records {
        columns: vec!["subject", "rule", "path", "line", "column", "message", "hint"],
        rows: findings.iter().map(row).collect(),
    }
}
