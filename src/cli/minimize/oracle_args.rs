//! Flags of `minimize` that make commands the oracle.

use clap::Args;

use crate::cli::number::above_zero;
use crate::error::{self, Result};
use crate::suite::{OracleCommands, words};

/// Commands that judge candidates, in the place of those of the benchmark.
#[derive(Debug, Args)]
#[command(next_help_heading = "Commands as oracle, for any language")]
pub(super) struct OracleArgs {
    /// Command that builds a candidate, in one text, with `{program}` for the path of its first file
    #[arg(long, value_name = "COMMAND")]
    oracle_build: Option<String>,
    /// Command that runs it, with `{program}` for its path and `{args}` for the arguments of an input; the lines that it prints
    /// are the values of the criterion. Takes all words that follow
    #[arg(long, value_name = "WORD", num_args = 1.., allow_hyphen_values = true)]
    oracle_command: Vec<String>,
    /// Line of code that is put before that of the criterion, with `{variable}` for its variable
    #[arg(long, value_name = "CODE", requires = "line", allow_hyphen_values = true)]
    oracle_before: Option<String>,
    /// Line of code that is put behind it
    #[arg(long, value_name = "CODE", requires = "line", allow_hyphen_values = true)]
    oracle_after: Option<String>,
    /// Only printed lines with this text are values, from it on; the exit code is then of no account
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    oracle_marker: Option<String>,
    /// Command that prints the version of what runs programs, in one text
    #[arg(long, value_name = "COMMAND")]
    oracle_version: Option<String>,
    /// Seconds that a build or a run may take [default: ten times what the original takes, and one more]
    #[arg(long, value_name = "S", value_parser = above_zero)]
    oracle_timeout: Option<f64>,
}

impl OracleArgs {
    /// Whether a command is named that runs programs.
    pub(super) fn has_command(&self) -> bool {
        !self.oracle_command.is_empty()
    }

    /// Whether anything is said of how programs are built, run or observed.
    pub(super) fn is_given(&self) -> bool {
        let texts = [
            &self.oracle_build,
            &self.oracle_before,
            &self.oracle_after,
            &self.oracle_marker,
            &self.oracle_version,
        ];
        self.has_command() || self.oracle_timeout.is_some() || texts.iter().any(|text| text.is_some())
    }

    /// The commands: what is not named here is that of the benchmark, unless the command itself is named.
    pub(super) fn commands(&self, of_benchmark: Option<&OracleCommands>) -> Result<OracleCommands> {
        let split = |text: &Option<String>| {
            let split = |text: &String| words(text).ok_or_else(|| error::cli::open_quote(text));
            text.as_ref().map(split).transpose()
        };
        let given = OracleCommands {
            build: split(&self.oracle_build)?,
            command: self.oracle_command.clone(),
            version: split(&self.oracle_version)?,
            before: self.oracle_before.clone(),
            after: self.oracle_after.clone(),
            marker: self.oracle_marker.clone(),
            timeout_s: self.oracle_timeout,
            ..OracleCommands::default()
        };
        let Some(benchmark) = of_benchmark.filter(|_| !self.has_command()) else { return Ok(given) };
        let benchmark = benchmark.clone();
        Ok(OracleCommands {
            build: given.build.or(benchmark.build),
            command: benchmark.command,
            version: given.version.or(benchmark.version),
            env: benchmark.env,
            before: given.before.or(benchmark.before),
            after: given.after.or(benchmark.after),
            marker: given.marker.or(benchmark.marker),
            timeout_s: given.timeout_s.or(benchmark.timeout_s),
        })
    }
}
