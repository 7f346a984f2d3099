//! Whether a suite keeps its promises: gold slices are programs with code deleted and nothing else.
//!
//! In: a loaded [`Suite`]. Out: a [`SuiteCheck`], a list of defects and of what could not be looked at.
//! Compilers run in private folders, and contracts in the language's oracle; nothing of the suite is written. Does not print, and
//! does not judge minimality.

mod certificates;
mod compile;
mod contracts;
mod gold;

use rayon::prelude::*;
use serde::Serialize;

use crate::ast::Tree;
use crate::error::{self, Place, Problem};
use crate::suite::{Benchmark, Suite, Unfinished};

pub use certificates::{
    CertificateCheck, Certifying, certifiable, certificate_path, check_certificates, nothing_certified,
};

/// What a finding contradicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum CheckRule {
    /// Every criterion has a gold slice.
    Finished,
    /// Program and gold slices have no syntax error.
    Parses,
    /// Every node of a gold slice is a node of the program.
    OnlyDeletes,
    /// There is one way to lay a gold slice over the program.
    Unique,
    /// A gold slice contains its criterion.
    HasCriterion,
    /// A gold slice is smaller than the program.
    Smaller,
    /// No gold slice of a criterion contains another one.
    Minimal,
    /// Program and gold slices compile.
    Compiles,
    /// What a certificate says is found again, and is enough.
    Certified,
    /// A proof answers why nothing is missing and why nothing can go.
    Proved,
    /// Contracts hold on the program, and on what gold slices keep.
    Contracts,
}

impl CheckRule {
    /// Name as in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// One defect of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Benchmark id, or task id when it is about a gold slice.
    pub subject: String,
    /// What it contradicts.
    pub rule: CheckRule,
    /// What is wrong, where, and what to do.
    pub problem: Problem,
}

impl Finding {
    fn unfinished(unfinished: &Unfinished) -> Finding {
        Finding {
            subject: unfinished.task.clone(),
            rule: CheckRule::Finished,
            problem: unfinished.problem.clone(),
        }
    }
}

/// Compilations that were left out because the compiler is not installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Language name.
    pub language: String,
    /// The compiler, as it is looked up in `PATH`.
    pub tool: String,
    /// Programs and gold slices that were not compiled.
    pub n_sources: usize,
}

/// What `check suite` found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuiteCheck {
    /// Benchmarks that were looked at.
    pub n_benchmarks: usize,
    /// Gold slices that were looked at, alternatives included.
    pub n_golds: usize,
    /// Programs and gold slices that were given to a compiler.
    pub n_compiled: usize,
    /// Contracts that were run.
    pub n_contracts: usize,
    /// Defects, ordered by benchmark, then as in its file; empty for a good suite.
    pub findings: Vec<Finding>,
    /// What was left out, ordered by language.
    pub skipped: Vec<Skipped>,
}

/// How thoroughly to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// Run compilers, and contracts.
    pub compile: bool,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions { compile: true }
    }
}

/// Checks every benchmark of a suite; `progress` is called with the id of each one that is done.
pub fn check_suite(suite: &Suite, options: CheckOptions, progress: &(dyn Fn(&str) + Sync)) -> SuiteCheck {
    let check = |benchmark: &Benchmark| {
        let found = check_benchmark(benchmark, options);
        progress(&benchmark.id);
        found
    };
    let unfinished = suite.unfinished.iter().map(Finding::unfinished).collect();
    let unfinished = SuiteCheck { findings: unfinished, ..SuiteCheck::default() };
    suite.benchmarks.par_iter().map(check).reduce(SuiteCheck::default, SuiteCheck::and).and(unfinished)
}

/// Checks one benchmark.
pub fn check_benchmark(benchmark: &Benchmark, options: CheckOptions) -> SuiteCheck {
    let mut check = SuiteCheck { n_benchmarks: 1, ..SuiteCheck::default() };
    let program = CheckedSource {
        subject: &benchmark.id,
        tree: &benchmark.tree,
        path: &|file| benchmark.path.join(file),
    };
    program.check_syntax(&mut check);
    if options.compile {
        compile::check(&program, &mut check);
    }
    for criterion in &benchmark.criteria {
        gold::check(benchmark, criterion, options, &mut check);
        gold::check_evidence(benchmark, criterion, &mut check);
    }
    if options.compile {
        check.take_contracts(benchmark);
    }
    check
}

/// A program or a gold slice, and where its files come from.
struct CheckedSource<'s> {
    subject: &'s str,
    tree: &'s Tree,
    /// Path for messages of a file of the tree.
    path: &'s dyn Fn(&std::path::Path) -> std::path::PathBuf,
}

impl CheckedSource<'_> {
    /// Where a byte of a file is, for messages.
    fn place(&self, file_idx: usize, offset: usize) -> Place {
        let position = self.tree.position(file_idx, offset);
        let path = (self.path)(&self.tree.file(file_idx).path);
        Place::at(path, position.line, position.column)
    }

    fn finding(&self, rule: CheckRule, problem: Problem) -> Finding {
        Finding { subject: self.subject.to_owned(), rule, problem }
    }

    fn check_syntax(&self, check: &mut SuiteCheck) {
        for problem in self.tree.problems() {
            let place = self.place(problem.file_idx, problem.offset);
            check.findings.push(self.finding(
                CheckRule::Parses,
                error::check::syntax(place, &problem.message, self.tree.language().name()),
            ));
        }
    }
}

impl SuiteCheck {
    /// Whether there is no defect.
    pub fn is_good(&self) -> bool {
        self.findings.is_empty()
    }

    fn take_contracts(&mut self, benchmark: &Benchmark) {
        let found = contracts::check(benchmark);
        self.n_contracts += found.n_run;
        let finding = |(subject, problem)| Finding { subject, rule: CheckRule::Contracts, problem };
        self.findings.extend(found.problems.into_iter().map(finding));
        if found.is_skipped {
            self.skip(benchmark.language.name(), "the oracle", 1);
        }
    }

    fn and(mut self, other: SuiteCheck) -> SuiteCheck {
        self.n_benchmarks += other.n_benchmarks;
        self.n_golds += other.n_golds;
        self.n_compiled += other.n_compiled;
        self.n_contracts += other.n_contracts;
        self.findings.extend(other.findings);
        for skipped in other.skipped {
            self.skip(&skipped.language, &skipped.tool, skipped.n_sources);
        }
        self
    }

    fn skip(&mut self, language: &str, tool: &str, n_sources: usize) {
        let known = self.skipped.iter_mut().find(|known| known.language == language && known.tool == tool);
        match known {
            Some(known) => known.n_sources += n_sources,
            None => {
                self.skipped.push(Skipped {
                    language: language.to_owned(),
                    tool: tool.to_owned(),
                    n_sources,
                });
                self.skipped.sort_by(|a, b| (&a.language, &a.tool).cmp(&(&b.language, &b.tool)));
            }
        }
    }
}
