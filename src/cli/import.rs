//! `import`: benchmarks of other tools as a suite.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Context;
use crate::error::{EXIT_DONE, EXIT_NEGATIVE, Result};
use crate::import::{CollectionLayout, import};

/// Arguments of `import`.
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// Layout of the folder
    layout: Collection,
    /// Folder to read, or a file of `flowr`, or the TOML file of `described`
    from: PathBuf,
    /// Folder of the suite to write; it need not exist
    #[arg(long, short, value_name = "DIR", default_value = "suite")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Collection {
    /// Bencher: `b1/b1.erl` with `b1/slices/b1_slice1.erl` and so on
    Bencher,
    /// JavaSlicer: `X.java` with `X.java.sdg.criterion` and `X.java.sdg.sliced`
    Javaslicer,
    /// flowR: tests in TypeScript with `assertSliced(label(…), shell, program, ['2@x'], slice)`
    Flowr,
    /// Any: a TOML file says where programs, slices and criteria are
    Described,
}

pub(super) fn run(args: &ImportArgs, context: &Context) -> Result<u8> {
    let layout = match args.layout {
        Collection::Bencher => CollectionLayout::Bencher,
        Collection::Javaslicer => CollectionLayout::JavaSlicer,
        Collection::Flowr => CollectionLayout::Flowr,
        Collection::Described => CollectionLayout::Described,
    };
    let imported = import(layout, &args.from, &args.out)?;
    for note in &imported.notes {
        context.terminal.note(&format!("note: {note}"));
    }
    for problem in &imported.problems {
        context.terminal.warning(problem);
    }
    context.terminal.data(&format!(
        "imported {} of {} slices of {} program{} into {}\n",
        imported.n_imported,
        imported.n_slices,
        imported.n_programs,
        if imported.n_programs == 1 { "" } else { "s" },
        args.out.display()
    ))?;
    Ok(if imported.problems.is_empty() { EXIT_DONE } else { EXIT_NEGATIVE })
}
