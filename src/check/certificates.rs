//! Whether certificates hold: each is replayed from nothing, with a fresh oracle.

use std::path::PathBuf;

use super::{CheckRule, Finding};
use crate::error::{self, EXIT_NOTHING_MEASURED, Problem, Result};
use crate::languages;
use crate::minimize::certificate::{self, Certificate, MakeOptions, Subject};
use crate::oracle::{Oracle, Question};
use crate::suite::Task;

/// What `check certificates` found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CertificateCheck {
    /// Certificates that were replayed.
    pub n_certificates: usize,
    /// Tasks without one.
    pub n_uncertified: usize,
    /// Deletions that were shown to break a gold slice.
    pub n_witnesses: usize,
    /// Tasks with deletions that only ran out of fuel, and of each their places.
    pub by_fuel: Vec<(String, Vec<String>)>,
    /// Defects, in the order of the tasks; empty when every certificate holds.
    pub findings: Vec<Finding>,
}

/// Replays the certificate of every task that has one; what is claimed of sets of deletions is searched again up to
/// `max_nodes` together: 1 for nothing, `usize::MAX` for as many as each says. `progress` is called with the id of each task that is done.
///
/// # Errors
/// No task has a certificate, or the runtime that executes candidates is missing.
pub fn check_certificates(
    tasks: &[Task<'_>],
    max_nodes: usize,
    progress: &dyn Fn(&str),
) -> Result<CertificateCheck> {
    let mut check = CertificateCheck::default();
    for task in tasks {
        let id = task.id();
        match &task.criterion.certificate {
            Some(text) => {
                let problems = replay(task, text, max_nodes, &mut check)?;
                let finding = |problem| Finding { subject: id.clone(), rule: CheckRule::Certified, problem };
                check.findings.extend(problems.into_iter().map(finding));
            }
            None => check.n_uncertified += 1,
        }
        progress(&id);
    }
    if check.n_certificates == 0 && check.findings.is_empty() {
        let hint = "`bench-slicers minimize TASK --write-gold` writes them, beside the gold slices";
        return Err(error::nothing_selected("task with a certificate", hint));
    }
    Ok(check)
}

/// Makes the certificates of gold slices, in the place of those that are there; what cannot be certified is a
/// finding, and nothing is written for it.
///
/// # Errors
/// The runtime that executes candidates is missing, or a file cannot be written.
pub fn write_certificates(
    tasks: &[Task<'_>],
    options: &MakeOptions,
    progress: &dyn Fn(&str),
) -> Result<CertificateCheck> {
    let mut check = CertificateCheck::default();
    for task in tasks.iter().filter(|task| has_oracle(task)) {
        let id = task.id();
        let path = certificate_path(task);
        let open = || open(task);
        let subject = Subject { task: *task, path: &path };
        let old = task.criterion.certificate.as_deref().and_then(|text| Certificate::parse(text, &path).ok());
        let made = match old.filter(|old| old.format < certificate::FORMAT) {
            Some(old) => certificate::renew(&open, &subject, &old, options),
            None => certificate::make(&open, &subject, options),
        };
        let problems = match made {
            Ok(made) if made.problems.is_empty() => {
                certificate::write_certificate(&path, &made.certificate)?;
                check.add(&id, &made.certificate);
                Vec::new()
            }
            Ok(made) => made.problems,
            Err(missing) if missing.exit_code() == EXIT_NOTHING_MEASURED => return Err(missing),
            Err(refused) => refused.problems().to_vec(),
        };
        check.n_uncertified += usize::from(!problems.is_empty());
        let finding = |problem| Finding { subject: id.clone(), rule: CheckRule::Certified, problem };
        check.findings.extend(problems.into_iter().map(finding));
        progress(&id);
    }
    Ok(check)
}

impl CertificateCheck {
    fn add(&mut self, task: &str, certificate: &Certificate) {
        self.n_certificates += 1;
        let witnesses = certificate.slices.iter().flat_map(|slice| &slice.witnesses);
        let by_fuel = witnesses.filter(|witness| witness.is_by_fuel());
        let places: Vec<String> = by_fuel.map(|witness| witness.at.clone()).collect();
        if !places.is_empty() {
            self.by_fuel.push((task.to_owned(), places));
        }
        self.n_witnesses += certificate.slices.iter().map(|slice| slice.witnesses.len()).sum::<usize>();
    }
}

fn has_oracle(task: &Task<'_>) -> bool {
    languages::deletions(&task.benchmark.tree).is_some()
}

fn open<'s>(task: &Task<'s>) -> Result<Box<dyn Oracle + 's>> {
    let benchmark = task.benchmark;
    let entry = benchmark.entry_point().filter(|_| has_oracle(task));
    let entry = entry.ok_or_else(|| error::oracle::no_oracle(benchmark.language.name()))?;
    languages::oracle(&benchmark.tree, &Question::new(task.criterion.nodes.clone(), entry))
}

/// File of a task's certificate.
pub fn certificate_path(task: &Task<'_>) -> PathBuf {
    task.benchmark.path.join("gold").join(format!("{}.cert.json", task.criterion.id))
}

fn replay(
    task: &Task<'_>,
    text: &str,
    max_nodes: usize,
    check: &mut CertificateCheck,
) -> Result<Vec<Problem>> {
    let path = certificate_path(task);
    let certificate = match Certificate::parse(text, &path) {
        Ok(certificate) => certificate,
        Err(problem) => return Ok(vec![problem]),
    };
    let subject = Subject { task: *task, path: &path };
    let replayed = open(task)
        .and_then(|mut oracle| certificate::check(oracle.as_mut(), &subject, &certificate, max_nodes));
    match replayed {
        Ok(problems) => {
            check.add(&task.id(), &certificate);
            Ok(problems)
        }
        Err(missing) if missing.exit_code() == EXIT_NOTHING_MEASURED => Err(missing),
        // What cannot be run is a defect of this certificate, and the others are still looked at.
        Err(refused) => Ok(refused.problems().to_vec()),
    }
}
