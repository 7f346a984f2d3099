//! `check slicer`: what an adapter does on this machine, down to one answer.

use clap::Args;
use serde_json::{Value, json};

use crate::adapter::{Adapter, AdapterCheck, CaseOrigin, Replay, Sandbox};
use crate::cli::Context;
use crate::cli::layout::wrapped;
use crate::cli::run::run_tasks;
use crate::cli::sandbox::SandboxArgs;
use crate::cli::select::FormatArgs;
use crate::error::{self, EXIT_DONE, EXIT_NEGATIVE, Result};
use crate::grade::Grade;
use crate::graded::graded_run;
use crate::report::{Format, Listing, Records, printable, shell_lines};
use crate::results::{RawOutput, Status};
use crate::run::RunOptions;
use crate::suite::Suite;

/// Arguments of `check slicer`.
#[derive(Debug, Args)]
pub(super) struct CheckSlicerArgs {
    /// Name of a slicer, or its adapter file
    slicer: String,
    /// Do not call the slicer on the smallest task that its adapter supports
    #[arg(long)]
    no_trial: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &CheckSlicerArgs, context: &Context) -> Result<u8> {
    let adapter = context.settings.adapter(Some(&args.slicer))?;
    let temporary = std::env::temp_dir();
    let out = tempfile::tempdir().map_err(|cause| error::cannot_write(&temporary, &cause))?;
    let sandbox = args.sandbox.raise(out.path(), context)?;
    let check = adapter.check(sandbox.as_ref().map(|sandbox| (sandbox, out.path())))?;
    let suite = context.suite()?;
    let trial = match check.problems.is_empty() && !args.no_trial {
        true => trial(&adapter, &suite, sandbox, context)?,
        false => None,
    };
    match args.format.format {
        Format::Table => {
            context.terminal.data(&slicer_text(&adapter, &check, trial.as_ref(), context.terminal.width()))?
        }
        format => {
            let records = slicer_records(&adapter, &check, trial.as_ref());
            context.terminal.render(&Listing { records }, format)?
        }
    }
    for problem in &check.problems {
        context.terminal.warning(problem);
    }
    let is_good = check.is_good() && trial.is_none_or(|trial| trial.is_good());
    Ok(if is_good { EXIT_DONE } else { EXIT_NEGATIVE })
}

/// The slicer, called once.
struct TrialCall {
    grade: Grade,
    said: Option<String>,
}

impl TrialCall {
    /// Whether it answered, or said why it cannot: how good the answer is, is not what is asked here.
    fn is_good(&self) -> bool {
        matches!(self.grade.status, Status::Answered | Status::Unsupported)
    }

    fn text(&self) -> String {
        let Grade { task, wall_s, .. } = &self.grade;
        let outcome = match (&self.grade.reason, self.grade.status) {
            (_, Status::Answered) => self.grade.verdict.name().to_owned(),
            (Some(reason), status) => format!("{}, {}", status.name(), printable(reason)),
            (None, status) => status.name().to_owned(),
        };
        let said = self.said.as_deref().map_or(String::new(), |said| format!("; it said last: {said}"));
        format!("{task} in {wall_s:.2} s: {outcome}{said}")
    }
}

/// Calls the slicer on the smallest task of the suite that its adapter supports; `None` when there is none.
fn trial(
    adapter: &Adapter,
    suite: &Suite,
    sandbox: Option<Sandbox>,
    context: &Context,
) -> Result<Option<TrialCall>> {
    let supported = suite.tasks().filter(|task| adapter.refuses(task).is_none());
    let Some(task) = supported.min_by_key(|task| (task.benchmark.tree.n_counted(), task.id())) else {
        return Ok(None);
    };
    let temporary = std::env::temp_dir();
    let out = tempfile::tempdir().map_err(|cause| error::cannot_write(&temporary, &cause))?;
    let options =
        RunOptions { out: out.path().to_owned(), jobs: 1, seed: 1, sandbox, ..RunOptions::default() };
    let results = context.read(&run_tasks(&[task], adapter, &options, context)?)?;
    let said = RawOutput::of(&results.dir).last_words(&task.id()).map(|said| printable(&said.line));
    let grades = graded_run(suite, &results, &[task], context).graded.grades;
    Ok(grades
        .into_iter()
        .next()
        .map(|grade| TrialCall { said: said.filter(|_| grade.status != Status::Answered), grade }))
}

/// What an adapter resolves to, a row each; `good` is null for what cannot be wrong.
fn slicer_records(adapter: &Adapter, check: &AdapterCheck, trial: Option<&TrialCall>) -> Records {
    let languages: Vec<&str> = adapter.languages.iter().map(|language| language.name()).collect();
    let mut rows = vec![
        vec![json!("slicer"), json!(adapter.name), Value::Null],
        vec![json!("adapter"), json!(adapter.path.to_string_lossy()), Value::Null],
        vec![json!("languages"), json!(languages), Value::Null],
        vec![json!("version"), json!(check.version), Value::Null],
        vec![json!("time limit, s"), json!(adapter.limits().wall_s), Value::Null],
    ];
    rows.extend(
        check.commands.iter().map(|command| vec![json!("command"), json!(command.argv), Value::Null]),
    );
    rows.extend(
        adapter.server_requests().into_iter().map(|text| vec![json!("request"), json!(text), Value::Null]),
    );
    rows.extend(check.executables.iter().map(|executable| {
        let path = executable.path.as_ref().map(|path| path.to_string_lossy());
        vec![json!("needs"), json!(path.as_deref().unwrap_or(&executable.name)), json!(path.is_some())]
    }));
    rows.extend(check.required.iter().map(|required| {
        let found = if required.found.is_empty() { &required.what } else { &required.found };
        vec![json!("requires"), json!(found), json!(required.problem.is_none())]
    }));
    rows.extend(check.replays.iter().map(|replay| {
        let is_good = replay.expected.is_some().then(|| replay.agrees());
        vec![json!(case_word(replay)), json!(replay.case), json!(is_good)]
    }));
    rows.extend(trial.map(|trial| vec![json!("trial"), json!(trial.text()), json!(trial.is_good())]));
    rows.extend(
        check.problems.iter().map(|problem| vec![json!("problem"), json!(problem.to_string()), json!(false)]),
    );
    Records { columns: vec!["item", "value", "good"], rows }
}

fn slicer_text(
    adapter: &Adapter,
    check: &AdapterCheck,
    trial: Option<&TrialCall>,
    width: Option<usize>,
) -> String {
    let languages: Vec<&str> = adapter.languages.iter().map(|language| language.name()).collect();
    let limits = adapter.limits();
    let mut lines = vec![
        format!("slicer:      {}", adapter.name),
        format!("adapter:     {}", adapter.path.display()),
        format!("languages:   {}", languages.join(" ")),
        format!("slices:      {}, by {}", adapter.kind.name(), adapter.reading().granularity.name()),
        format!("version:     {}", check.version.as_deref().map_or("unknown".to_owned(), printable)),
        format!("time limit:  {} s", limits.wall_s),
    ];
    for command in &check.commands {
        lines.push(shell_lines("command:     ", &command.argv, width));
        lines.push(format!("  in:        {}", command.cwd));
    }
    lines.extend(
        adapter
            .server_requests()
            .iter()
            .map(|text| wrapped(&format!("request:     {}", printable(text)), width, 13)),
    );
    if let Some(words) = adapter.batch_words() {
        lines.push(shell_lines("criteria:    several in a call, each as ", &words, width));
    }
    for executable in &check.executables {
        let found = executable.path.as_ref().map_or("missing".to_owned(), |path| path.display().to_string());
        lines.push(wrapped(&format!("needs:       {} -> {found}", executable.name), width, 13));
    }
    lines.extend(check.required.iter().map(|required| {
        let found =
            if required.problem.is_some() { "missing" } else { printable_or(&required.found, "there") };
        wrapped(&format!("requires:    {} -> {found}", required.what), width, 13)
    }));
    lines.extend(check.replays.iter().map(|replay| wrapped(&replay_text(replay), width, 13)));
    lines.extend(trial.map(|trial| wrapped(&format!("trial:       {}", trial.text()), width, 13)));
    if let Some(notes) = &adapter.notes {
        let notes =
            notes.trim().lines().map(|line| wrapped(line, width.map(|width| width.saturating_sub(13)), 0));
        lines.push(format!(
            "notes:       {}",
            notes.collect::<Vec<_>>().join("\n").replace('\n', "\n             ")
        ));
    }
    lines.join("\n") + "\n"
}

fn printable_or<'t>(text: &'t str, otherwise: &'t str) -> &'t str {
    if text.is_empty() || text.chars().any(char::is_control) { otherwise } else { text }
}

/// What a case is called: one whose origin is not said may be either.
fn case_word(replay: &Replay) -> &'static str {
    match replay.origin {
        Some(CaseOrigin::Recorded { .. }) => "recorded",
        Some(CaseOrigin::MadeUp) => "made up",
        None => "case",
    }
}

fn replay_text(replay: &Replay) -> String {
    let word = match (&replay.expected, replay.agrees()) {
        (None, _) => "nothing expected",
        (_, true) => "as expected",
        (_, false) => "differs from what is expected",
    };
    let reason = replay.found.reason.as_deref().map(|reason| format!(", {}", printable(reason)));
    let status = replay.found.status.name();
    let origin = match &replay.origin {
        Some(CaseOrigin::Recorded { version, date }) => {
            format!(" ({}, {})", printable(version), printable(date))
        }
        _ => String::new(),
    };
    let label = format!("{}:", case_word(replay));
    format!("{label:<13}{}{origin}: {status}{}: {word}", replay.case, reason.unwrap_or_default())
}
