//! The command line: arguments, progress, messages, exit code. One file per subcommand.
//!
//! Data goes to standard output; progress, warnings and errors to standard error. This is the only module
//! that prints or ends the process.

mod audit;
mod check;
mod compare;
mod complete;
mod config;
mod context;
mod dump;
mod evolve;
mod explain;
mod files;
mod gate;
mod gate_table;
mod generated;
mod grade;
mod history;
mod import;
mod init;
mod install;
mod layout;
mod leaderboard;
mod list;
mod marks;
mod merge;
mod minimize;
mod number;
mod observe;
mod reasons;
mod report;
mod run;
mod sandbox;
mod select;
mod settings;
mod slice;
mod slicers;
mod sources;
mod sweep;
mod terminal;
mod try_out;
mod view;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::error::{
    EXIT_COULD_NOT, EXIT_DONE, EXIT_NEGATIVE, EXIT_NO_BASELINE, EXIT_NOTHING_MEASURED, Result,
};
use crate::process;
use context::Context;
use settings::{GlobalArgs, Settings};
use terminal::Terminal;

/// Grade program slicers against minimal slices, in AST nodes.
#[derive(Debug, Parser)]
#[command(name = "bench-slicers", version, after_help = exit_codes(), arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a slicer over the suite, grade its answers and print the tables
    Run(run::RunArgs),
    /// Grade stored results again, without running anything
    Grade(grade::GradeArgs),
    /// Compare two runs, a run with a baseline, or two slicers: what changed, in nodes, and whether it passes
    Compare(compare::CompareArgs),
    /// Show all runs of a slicer: its numbers over time, and where they changed
    History(history::HistoryArgs),
    /// Put the shares of a divided run together
    Merge(merge::MergeArgs),
    /// Write a report of one or several runs: pages for a browser, tables
    Report(report::ReportArgs),
    /// Put every slicer that ran beside the others, language by language
    Leaderboard(leaderboard::LeaderboardArgs),
    /// Show one answer beside its program, node by node, with the arithmetic of its grade
    Explain(explain::ExplainArgs),
    /// List tasks, slicers or labels
    List(list::ListArgs),
    /// Install slicers from package registries
    Install(install::InstallArgs),
    /// Check a suite, or how an adapter calls its slicer
    Check(check::CheckArgs),
    /// Slice a program with one of the slicers that ship inside
    Slice(slice::SliceArgs),
    /// Show what a slicer answers on any program, without a suite and without a grade
    Try(try_out::TryArgs),
    /// Compare two slicers on every variable of every program: sizes of slices, and times
    Sweep(sweep::SweepArgs),
    /// Find a minimal slice by deleting code and running what is left
    Minimize(minimize::MinimizeArgs),
    /// Compare two versions of a program: whether values at points are the same, on inputs that are searched
    Evolve(evolve::EvolveArgs),
    /// Run every slice of a collection: whether it is one, and minimal
    Audit(audit::AuditArgs),
    /// Let a reducer slice: it is given a program that tells which candidates are slices
    Observe(observe::ObserveArgs),
    /// Turn benchmarks of other tools into a suite
    Import(import::ImportArgs),
    /// Start a benchmark or the adapter of a slicer: what is known is filled in, what is not is asked
    Init(init::InitArgs),
    /// Print the trees behind a task
    Dump(dump::DumpArgs),
    /// Print the completions of a shell
    Completions(generated::CompletionsArgs),
    /// Print the manual page, or write those of all subcommands into a folder
    Man(generated::ManArgs),
}

impl Command {
    /// Whether `--slicers` may hold names of slicers.
    fn takes_slicers(&self) -> bool {
        matches!(self, Command::Sweep(_) | Command::Minimize(_) | Command::Compare(_))
    }

    /// What `--jobs` says, which limits our own work as well.
    fn jobs(&self) -> Option<usize> {
        match self {
            Command::Run(args) => args.jobs,
            Command::Check(args) => args.jobs(),
            _ => None,
        }
    }
}

fn exit_codes() -> String {
    format!(
        "Exit codes:\n  \
         {EXIT_DONE}  done; what a slicer does wrong is data, not a failure\n  \
         {EXIT_NEGATIVE}  the answer is negative: a regression, a failed gate, a defect found by `check`\n  \
         {EXIT_COULD_NOT}  could not: usage, configuration, input or output\n  \
         {EXIT_NOTHING_MEASURED}  nothing measured: no task selected, or the slicer is missing\n  \
         {EXIT_NO_BASELINE}  the baseline is missing or not comparable\n\n\
         A flag wins over its BENCH_SLICERS_* variable, the variable over bench-slicers.toml (found upwards \
         from the current folder), and the file over the default."
    )
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    // Before anything else: it starts with one thread, and becomes another program.
    if std::env::args_os().nth(1).is_some_and(|word| word == process::TRAMPOLINE) {
        return process::enter();
    }
    std::panic::set_hook(Box::new(defect));
    complete::answer(Cli::command);
    let cli = Cli::parse();
    process::end_runs_on_signals();
    let terminal = Terminal::new(cli.global.color, cli.global.quiet, cli.global.width);
    let ended = std::panic::catch_unwind(|| dispatch(&cli, terminal));
    process::hand_memory_back();
    match ended {
        Ok(Ok(exit_code)) => ExitCode::from(exit_code),
        Ok(Err(error)) => {
            terminal.error(&error);
            ExitCode::from(error.exit_code())
        }
        Err(_) => ExitCode::from(EXIT_COULD_NOT),
    }
}

/// What a panic says, in the place of the standard message: nobody but its authors can do anything about it.
fn defect(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic.location().map_or_else(String::new, |place| format!(" at {place}"));
    let text = panic.payload_as_str().unwrap_or("no message");
    eprintln!("error: a defect of bench-slicers {}{place}: {text}", env!("CARGO_PKG_VERSION"));
    eprintln!("hint: please report this line with the command and its input");
    let trace = std::backtrace::Backtrace::capture();
    if trace.status() == std::backtrace::BacktraceStatus::Captured {
        eprintln!("{trace}");
    }
}

fn dispatch(cli: &Cli, terminal: Terminal) -> Result<u8> {
    // What works wherever a shell starts looks at no configuration, which may have mistakes.
    let context = || {
        let settings = Settings::resolve(&cli.global, cli.command.takes_slicers())?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.jobs(cli.command.jobs()));
        // Fails only when there is a pool already.
        let _ = pool.build_global();
        Ok(Context::new(settings, terminal))
    };
    let with = |run: &dyn Fn(&Context) -> Result<u8>| {
        let context = context()?;
        run(&context).and_then(|exit_code| context.ended(exit_code))
    };
    match &cli.command {
        Command::Run(args) => with(&|context| run::run(args, context)),
        Command::Grade(args) => with(&|context| grade::run(args, context)),
        Command::Compare(args) => with(&|context| compare::run(args, context)),
        Command::History(args) => with(&|context| history::run(args, context)),
        Command::Merge(args) => with(&|context| merge::run(args, context)),
        Command::Report(args) => with(&|context| report::run(args, context)),
        Command::Leaderboard(args) => with(&|context| leaderboard::run(args, context)),
        Command::Explain(args) => with(&|context| explain::run(args, context)),
        Command::List(args) => with(&|context| list::run(args, context)),
        Command::Install(args) => with(&|context| install::run(args, context)),
        Command::Check(args) => with(&|context| check::run(args, context)),
        Command::Slice(args) => with(&|context| slice::run(args, context)),
        Command::Try(args) => with(&|context| try_out::run(args, context)),
        Command::Sweep(args) => with(&|context| sweep::run(args, context)),
        Command::Minimize(args) => with(&|context| minimize::run(args, context)),
        Command::Evolve(args) => with(&|context| evolve::run(args, context)),
        Command::Audit(args) => with(&|context| audit::run(args, context)),
        Command::Observe(args) => with(&|context| observe::run(args, context)),
        Command::Import(args) => with(&|context| import::run(args, context)),
        Command::Init(args) => with(&|context| init::run(args, context)),
        Command::Dump(args) => with(&|context| dump::run(args, context)),
        Command::Completions(args) => generated::completions(args, &Cli::command(), &terminal),
        Command::Man(args) => generated::man(args, Cli::command(), &terminal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    fn refusal(args: &[&str]) -> String {
        Cli::try_parse_from([&["bench-slicers"], args].concat())
            .map_or_else(|error| error.to_string(), |cli| format!("accepted {cli:?}"))
    }

    /// Flags that take a number, as `compare --min-effect`.
    fn numeric_flags(command: &clap::Command, path: &[String], found: &mut Vec<Vec<String>>) {
        const NUMBERS: [&str; 7] = ["N", "K", "N|Ns", "SECONDS", "SHARE", "COLUMNS", "METRIC=VALUE"];
        for flag in command.get_arguments().filter(|flag| flag.get_long().is_some()) {
            let names = flag.get_value_names().unwrap_or_default();
            if names.iter().any(|name| NUMBERS.contains(&name.as_str())) {
                let long = format!("--{}", flag.get_long().unwrap_or_default());
                found.push([path, &[long]].concat());
            }
        }
        for below in command.get_subcommands() {
            numeric_flags(below, &[path, &[below.get_name().to_owned()]].concat(), found);
        }
    }

    #[test]
    fn every_flag_refuses_numbers_that_are_none_or_out_of_range_in_one_way() {
        let mut flags = Vec::new();
        numeric_flags(&Cli::command(), &[], &mut flags);
        assert!(
            flags.len() > 20 && flags.iter().any(|flag| flag[..] == ["compare", "--min-effect"]),
            "{flags:?}"
        );
        for mut flag in flags {
            let long = flag.pop().unwrap_or_default();
            for wrong in ["nan", "inf", "-1", "1e999", ""] {
                let metric = if ["--limit", "--max-drop"].contains(&long.as_str()) { "recall=" } else { "" };
                let given = format!("{long}={metric}{wrong}");
                let mut args: Vec<&str> = flag.iter().map(String::as_str).collect();
                args.push(&given);
                let message = refusal(&args);
                assert!(message.contains(&long) && message.contains("expected a"), "{args:?}: {message}");
            }
        }
    }

    #[test]
    fn several_slicers_are_named_one_by_one_and_as_before() {
        for command in [&["compare"][..], &["sweep"], &["minimize", "a/b/c"]] {
            for named in
                [&["--slicer", "a", "--slicer", "b"][..], &["--slicers", "a,b", "--slicer-dir", "src"]]
            {
                let cli = Cli::try_parse_from([&["bench-slicers"], command, named].concat()).unwrap();
                let flags = match &cli.command {
                    Command::Compare(args) => args.slicer.clone(),
                    Command::Sweep(args) => args.slicer.clone(),
                    Command::Minimize(args) => args.slicer.clone(),
                    other => panic!("{other:?}"),
                };
                let settings = Settings::resolve(&cli.global, cli.command.takes_slicers()).unwrap();
                assert_eq!(settings.slicer_names(&flags), ["a", "b"], "{command:?} {named:?}");
            }
        }
        let parses =
            |flag| !refusal(&["slice", flag, "edg", "--line=1", "--variable=A", "a.erl"]).contains("error");
        assert!(["--slicer", "-s", "--algorithm", "-a"].into_iter().all(parses));
    }

    #[test]
    fn a_flag_that_does_nothing_is_unknown() {
        assert!(refusal(&["sweep", "--all-criteria"]).contains("unexpected argument"));
    }

    #[test]
    fn help_documents_every_exit_code() {
        let help = Cli::command().render_long_help().to_string();
        for code in [EXIT_DONE, EXIT_NEGATIVE, EXIT_COULD_NOT, EXIT_NOTHING_MEASURED, EXIT_NO_BASELINE] {
            assert!(help.contains(&format!("\n  {code}  ")), "{help}");
        }
    }
}
