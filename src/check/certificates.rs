//! Whether certificates hold: each is replayed from nothing, with a fresh oracle.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::{CheckRule, Finding};
use crate::error::{self, EXIT_NOTHING_MEASURED, Error, Problem, Result};
use crate::languages;
use crate::minimize::certificate::{self, Certificate, Certified, MakeOptions, Subject};
use crate::oracle::{Oracle, Question};
use crate::results::{StoredProblem, WorkLog, WorkRecord, WorkStatus};
use crate::suite::{Task, evidence_hash};

/// What `check certificates` found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CertificateCheck {
    /// Certificates that were replayed, or made.
    pub n_certificates: usize,
    /// Tasks without one.
    pub n_uncertified: usize,
    /// Deletions that were shown to break a gold slice.
    pub n_witnesses: usize,
    /// Tasks with deletions that only ran out of fuel, and of each their places.
    pub by_fuel: Vec<(String, Vec<String>)>,
    /// Defects, ordered by task; empty when every certificate holds.
    pub findings: Vec<Finding>,
}

/// What is done with certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certifying {
    /// They are replayed; what is claimed of sets of deletions is searched again up to so many together: 1 for nothing,
    /// `usize::MAX` for as many as each says.
    Replay {
        /// Deletions together.
        max_nodes: usize,
    },
    /// They are made of the gold slices, in the place of those that are there; nothing is written where that cannot be done.
    Write(MakeOptions),
}

/// Replays or makes the certificate of every task, with a line in the log for each that is done, where there is one; what is
/// in it already and unchanged is not done again. `progress` is called with the id of each task that is done.
///
/// # Errors
/// The runtime that executes candidates is missing, or a file cannot be written.
pub fn check_certificates(
    tasks: &[Task<'_>],
    how: Certifying,
    mut log: Option<&mut WorkLog>,
    progress: &dyn Fn(&str),
) -> Result<CertificateCheck> {
    let mut records = Vec::new();
    for task in tasks {
        let id = task.id();
        let subject = task.subject_hash();
        let before = log.as_deref().and_then(|log| log.done(&id, &subject, &task.evidence_hash()));
        let record = match before {
            Some(record) => record.clone(),
            None => {
                let record = certify_task(task, subject, how)?;
                log.as_deref_mut().map_or(Ok(()), |log| log.append(&record))?;
                record
            }
        };
        progress(&id);
        records.push(record);
    }
    Ok(CertificateCheck::of(&records, matches!(how, Certifying::Write(_))))
}

/// Tasks whose certificates can be made: those of languages with an oracle.
pub fn certifiable<'s>(tasks: Vec<Task<'s>>) -> Vec<Task<'s>> {
    tasks.into_iter().filter(has_oracle).collect()
}

/// That there is nothing to replay.
pub fn nothing_certified() -> Error {
    let hint = "`bench-slicers minimize TASK --write-gold` writes them, beside the gold slices";
    error::nothing_selected("task with a certificate", hint)
}

fn certify_task(task: &Task<'_>, subject: String, how: Certifying) -> Result<WorkRecord> {
    let began = Instant::now();
    let path = certificate_path(task);
    let outcome = match (how, &task.criterion.certificate) {
        (Certifying::Write(options), _) => write(task, &path, &options).map(Some),
        (Certifying::Replay { max_nodes }, Some(text)) => replay(task, &path, text, max_nodes).map(Some),
        (Certifying::Replay { .. }, None) => Ok(None),
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(missing) if missing.exit_code() == EXIT_NOTHING_MEASURED => return Err(missing),
        // What cannot be run is a defect of this certificate, and the others are still looked at.
        Err(refused) => {
            Some(CertifiedTask { problems: refused.problems().to_vec(), ..CertifiedTask::default() })
        }
    };
    let status = match &outcome {
        None => WorkStatus::LeftOut,
        Some(certified) if certified.problems.is_empty() => WorkStatus::Done,
        Some(_) => WorkStatus::Failed,
    };
    let outcome = outcome.unwrap_or_default();
    let evidence = match &outcome.written {
        Some(text) => {
            let golds = task.criterion.golds.iter().map(|gold| &gold.files[..]);
            evidence_hash(golds, Some(text))
        }
        None => task.evidence_hash(),
    };
    Ok(WorkRecord {
        evidence: Some(evidence),
        witnesses: outcome.n_witnesses,
        by_fuel: outcome.by_fuel,
        problems: outcome.problems.iter().map(StoredProblem::from).collect(),
        wall_s: began.elapsed().as_secs_f64(),
        ..WorkRecord::new(task.id(), subject, status)
    })
}

/// What came of one certificate.
#[derive(Default)]
struct CertifiedTask {
    /// Those of a certificate that was replayed, or made.
    n_witnesses: Option<usize>,
    /// Places of deletions that only ran out of fuel.
    by_fuel: Vec<String>,
    /// The text of one that was made.
    written: Option<String>,
    problems: Vec<Problem>,
}

fn by_fuel(certificate: &Certificate) -> Vec<String> {
    let witnesses = certificate.slices.iter().flat_map(|slice| &slice.witnesses);
    witnesses.filter(|witness| witness.is_by_fuel()).map(|witness| witness.at.clone()).collect()
}

fn n_witnesses(certificate: &Certificate) -> usize {
    certificate.slices.iter().map(|slice| slice.witnesses.len()).sum()
}

fn write(task: &Task<'_>, path: &Path, options: &MakeOptions) -> Result<CertifiedTask> {
    let open = || open(task);
    let subject = Subject { task: *task, path };
    let old = task.criterion.certificate.as_deref().and_then(|text| Certificate::parse(text, path).ok());
    let made = match old.filter(|old| old.format < certificate::FORMAT) {
        Some(old) => certificate::renew(&open, &subject, &old, options),
        None => certificate::make(&open, &subject, options),
    };
    let Certified { certificate, problems } = made?;
    if !problems.is_empty() {
        return Ok(CertifiedTask { problems, ..CertifiedTask::default() });
    }
    certificate::write_certificate(path, &certificate)?;
    let n_witnesses = Some(n_witnesses(&certificate));
    let by_fuel = by_fuel(&certificate);
    Ok(CertifiedTask { n_witnesses, by_fuel, written: Some(certificate.text()), problems })
}

fn replay(task: &Task<'_>, path: &Path, text: &str, max_nodes: usize) -> Result<CertifiedTask> {
    let certificate = match Certificate::parse(text, path) {
        Ok(certificate) => certificate,
        Err(problem) => return Ok(CertifiedTask { problems: vec![problem], ..CertifiedTask::default() }),
    };
    let subject = Subject { task: *task, path };
    let problems = certificate::check(open(task)?.as_mut(), &subject, &certificate, max_nodes)?;
    let by_fuel = by_fuel(&certificate);
    Ok(CertifiedTask { n_witnesses: Some(n_witnesses(&certificate)), by_fuel, written: None, problems })
}

impl CertificateCheck {
    /// What is known of these tasks, whose certificates were to be written, or replayed.
    pub fn of(records: &[WorkRecord], is_written: bool) -> CertificateCheck {
        let mut check = CertificateCheck::default();
        let mut sorted: Vec<&WorkRecord> = records.iter().collect();
        sorted.sort_by(|a, b| a.task.cmp(&b.task));
        for record in sorted {
            check.n_certificates += usize::from(record.witnesses.is_some());
            check.n_witnesses += record.witnesses.unwrap_or(0);
            if !record.by_fuel.is_empty() {
                check.by_fuel.push((record.task.clone(), record.by_fuel.clone()));
            }
            let has_none =
                if is_written { record.witnesses.is_none() } else { record.status == WorkStatus::LeftOut };
            check.n_uncertified += usize::from(has_none);
            let finding = |problem: &StoredProblem| Finding {
                subject: record.task.clone(),
                rule: CheckRule::Certified,
                problem: Problem::from(problem),
            };
            check.findings.extend(record.problems.iter().map(finding));
        }
        check
    }

    /// Whether no task has a certificate.
    pub fn is_empty(&self) -> bool {
        self.n_certificates == 0 && self.findings.is_empty()
    }
}

fn has_oracle(task: &Task<'_>) -> bool {
    languages::deletions(&task.benchmark.tree).is_some()
}

fn open<'s>(task: &Task<'s>) -> Result<Box<dyn Oracle + 's>> {
    let benchmark = task.benchmark;
    let entry = benchmark.entry_point().filter(|_| has_oracle(task));
    let entry = entry.ok_or_else(|| error::oracle::no_oracle(benchmark.language.name()))?;
    let criterion = task.criterion;
    let question = Question::of_kind(criterion.nodes.clone(), entry, criterion.kind);
    languages::oracle(&benchmark.tree, &question)
}

/// File of a task's certificate.
pub fn certificate_path(task: &Task<'_>) -> PathBuf {
    task.benchmark.path.join("gold").join(format!("{}.cert.json", task.criterion.id))
}
