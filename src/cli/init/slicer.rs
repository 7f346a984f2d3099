//! `init slicer`: the adapter file of a slicer that is to be graded, with comments on what it may say.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;

use super::super::Context;
use super::scaffold::quoted;
use crate::adapter::Adapter;
use crate::error::{self, EXIT_DONE, Result};
use crate::language::Language;

/// Command of a slicer of which nothing is known.
const EXAMPLE: &str = "my-slicer --file {file} --line {line} --var {variable} --out {output}";

/// Characters by which a command needs a shell.
const SHELL: [char; 8] = ['|', '&', ';', '<', '>', '$', '`', '*'];

/// Arguments of `init slicer`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  bench-slicers init slicer mine --language erlang --command 'my-slicer {file} {line} {variable}'"
)]
pub(in super::super) struct SlicerArgs {
    /// Name of the slicer; its adapter is NAME.toml in the current folder
    #[arg(value_name = "NAME")]
    name: String,
    /// Language that it slices: `c`, `erlang`, `java`, `javascript`, `python`, `r`, or the name of any other, whose programs are
    /// lines; `text` for all of these; repeatable [default: erlang]
    #[arg(long = "language", value_name = "LANGUAGE")]
    languages: Vec<Language>,
    /// How it is called, in one text, with placeholders as `{file}`, `{line}`, `{variable}` and `{output}`; with `|`, `>` and the like
    /// it is given to a shell
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
}

pub(super) fn run(args: &SlicerArgs, context: &Context) -> Result<u8> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !args.name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !args.name.chars().all(is_plain) {
        return Err(error::cli::bad_slicer_name(&args.name));
    }
    let file = format!("{}.toml", args.name);
    let path = Path::new(&file);
    if path.exists() {
        return Err(error::cli::slicer_exists(path));
    }
    let text = adapter(args)?;
    // A mistake in the command is told before there is a file.
    let parsed = Adapter::from_text(path, &text)?;
    std::fs::write(path, &text).map_err(|cause| error::cannot_write(path, &cause))?;
    context.terminal.data(&commands(&parsed, &file))?;
    Ok(EXIT_DONE)
}

/// What to do next, for a shell.
fn commands(adapter: &Adapter, file: &str) -> String {
    let filters: String =
        adapter.languages.iter().map(|language| format!(" --filter {}", language.name())).collect();
    format!(
        "{file} is written; next:\n\n\
         # its command and where the answer is, then\n\
         bench-slicers check slicer {file}\n\
         bench-slicers run --slicer {file}{filters}\n"
    )
}

/// The text of the adapter.
fn adapter(args: &SlicerArgs) -> Result<String> {
    let languages = match &args.languages[..] {
        [] => vec![Language::Erlang],
        languages => languages.to_vec(),
    };
    let names: Vec<String> = languages.iter().map(|language| quoted(language.name())).collect();
    let command = args.command.as_deref().unwrap_or(EXAMPLE);
    let mut text = format!(
        "# How bench-slicers calls the slicer `{0}` and reads its answers. docs/FORMATS.md lists every key.\n\
         format = 1\n\
         name = {1}\n\
         # Tasks in other languages are `unsupported` without a call.\n\
         languages = [{2}]\n\
         # Names that it writes for deleted code, besides the language's own such as `undef`, `_` and `pass`:\n\
         # placeholders = [\"SLICED\"]\n\
         # Programs of several files are `unsupported` unless this is true:\n\
         # multi-file = true\n\n\
         # What the reports say of its version: the group of the pattern in what this prints.\n\
         # [version]\n\
         # command = [\"my-slicer\", \"--version\"]\n\
         # pattern = 'my-slicer (\\S+)'\n\n\
         # Every call works on a private copy of the program. A task that takes longer has `timed-out`.\n\
         [limits]\n\
         timeout-s = 120\n\n",
        args.name,
        quoted(&args.name),
        names.join(", "),
    );
    text.push_str(&step(command)?);
    text.push_str(&answer(command));
    Ok(text)
}

fn step(command: &str) -> Result<String> {
    let mut text = "# The call. {file} is the file with the criterion, {line}, {column} and {variable} are the criterion, {output} is a\n\
         # file to be written; there are {files}, {dir}, {outdir}, {offset_start} and others, and {{ is a brace. Several steps run in turn.\n\
         [[step]]\n"
        .to_owned();
    let words = match command.contains(SHELL) {
        true => vec![command.to_owned()],
        false => words(command).ok_or_else(|| error::cli::bad_command(command))?,
    };
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let _ = writeln!(text, "command = [{}]", quoted.join(", "));
    if command.contains(SHELL) {
        text.push_str("shell = true\n");
    }
    text.push_str(
        "# Exit codes that mean success:\n# exit-codes = [0]\n\n\
         # What is run once for each program, into {builddir}, and what is run after each call:\n\
         # [[build]]\n\
         # command = [\"javac\", \"-d\", \"{builddir}\", \"{files}\"]\n\
         # [[cleanup]]\n\
         # command = [\"my-slicer\", \"--forget\", \"{id}\"]\n\n\
         # In the place of [[step]], a slicer that is started once and asked on its standard input for each task:\n\
         # [server]\n\
         # command = [\"my-slicer\", \"--serve\"]\n\
         # request = [\"slice {file} {line} {variable}\"]\n\
         # end = '^END$'\n\n",
    );
    Ok(text)
}

fn answer(command: &str) -> String {
    let from = match () {
        () if command.contains("{output}") => "file",
        () if command.contains("{outdir}") => "folder",
        () => "stdout",
    };
    format!(
        "# Where the answer is (`stdout`, `file` for {{output}}, `folder` for {{outdir}}, `in-place` for the changed copy), and what it is:\n\
         # `source`, `lines` (numbers of kept lines), `spans` (kept ranges), `diff` from the program to the slice, `dot`, `offsets`, `line-directives`.\n\
         [answer]\n\
         from = \"{from}\"\n\
         is = \"source\"\n\n\
         # What its messages mean: a construct that it does not know is `unsupported`, which does not count as a failure.\n\
         # [[outcome]]\n\
         # when = {{ stream = \"stderr\", regex = 'not supported' }}\n\
         # status = \"unsupported\"\n\
         # reason = \"construct\"\n"
    )
}

/// The words of a command as a shell divides them, with quotes and no more; `None` when a quote has no end or nothing is left.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (quote.is_none() && words.first().is_some_and(|program| !program.is_empty())).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &str, expected: Option<&[&str]>) {
        let expected = expected.map(|words| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(words(command), expected, "{command}");
    }

    #[test]
    fn commands_are_divided_at_blanks_outside_of_quotes() {
        check("a  b\tc", Some(&["a", "b", "c"]));
        check("a 'b c' \"d 'e'\" f'g'", Some(&["a", "b c", "d 'e'", "fg"]));
        check("a ''", Some(&["a", ""]));
        check("a 'b", None);
        check(" ", None);
        check("''", None);
    }

    #[test]
    fn every_scaffold_is_an_adapter() {
        for command in
            [None, Some("a {file}"), Some("cat {file} | b > {output}"), Some("a 'b \"c\" \\' {outdir}")]
        {
            let args = SlicerArgs {
                name: "mine".to_owned(),
                languages: vec![Language::C, Language::R],
                command: command.map(str::to_owned),
            };
            let text = adapter(&args).unwrap();
            let adapter = Adapter::from_text(Path::new("mine.toml"), &text).unwrap();
            assert_eq!((adapter.name.as_str(), adapter.languages.len()), ("mine", 2), "{text}");
        }
    }
}
