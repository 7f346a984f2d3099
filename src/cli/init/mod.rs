//! `init`: scaffolds of what is written by hand.

mod benchmark;
mod scaffold;
mod slicer;

use clap::{Args, Subcommand};

use super::Context;
use crate::error::Result;

/// Arguments of `init`.
#[derive(Debug, Args)]
pub(super) struct InitArgs {
    #[command(subcommand)]
    what: InitWhat,
}

#[derive(Debug, Subcommand)]
enum InitWhat {
    /// The folder of a benchmark: program, a commented benchmark.toml, a proof to be written
    Benchmark(benchmark::BenchmarkArgs),
    /// The adapter file of a slicer, with comments on everything it may say
    Slicer(slicer::SlicerArgs),
}

pub(super) fn run(args: &InitArgs, context: &Context) -> Result<u8> {
    match &args.what {
        InitWhat::Benchmark(args) => benchmark::run(args, context),
        InitWhat::Slicer(args) => slicer::run(args, context),
    }
}
