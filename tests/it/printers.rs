//! What printers make of programs is graded as the programs themselves: other text, the same code.
//!
//! Gold slices of the whole suite, and the programs in `tests/printers/torture`, are reprinted by real printers and graded. The table
//! of them in docs/METRICS.md is made here: `SNAPSHOTS=overwrite cargo test --test it printers` writes it.
//! With `PRINTERS_KEEP=FOLDER` the texts stay in that folder, and `complaints` says node by node what is not exact.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bench_slicers::ast::{NodeId, SourceFile, Tree};
use bench_slicers::builtin::DELETED;
use bench_slicers::grade::{AnswerVerdict, Examined, examine};
use bench_slicers::language::Language;
use bench_slicers::map::Fate;
use bench_slicers::results::{Answer, Granularity, Reading, Record, Status};
use bench_slicers::suite::{Suite, Task, criterion_id};

use crate::harness::tool_folder;
use crate::support::{Folder, SUITE, root};

/// A printer, as the programs in `tests/printers` name the folder of what it prints.
struct Printer {
    language: Language,
    name: &'static str,
}

const fn printer(language: Language, name: &'static str) -> Printer {
    Printer { language, name }
}

/// All printers, in the order of the table.
const PRINTERS: [Printer; 19] = [
    printer(Language::C, "clang-format, LLVM"),
    printer(Language::C, "clang-format, GNU"),
    printer(Language::C, "clang-format, WebKit"),
    printer(Language::Erlang, "erl_prettypr"),
    printer(Language::Erlang, "erl_prettypr, narrow"),
    printer(Language::Erlang, "erl_pp behind epp"),
    printer(Language::Java, "JavaParser, DefaultPrettyPrinter"),
    printer(Language::Java, "JavaParser, LexicalPreservingPrinter"),
    printer(Language::Java, "google-java-format"),
    printer(Language::JavaScript, "prettier"),
    printer(Language::JavaScript, "prettier, other style"),
    printer(Language::JavaScript, "astring"),
    printer(Language::JavaScript, "escodegen"),
    printer(Language::JavaScript, "@babel-generator"),
    printer(Language::JavaScript, "terser"),
    printer(Language::Python, "ast.unparse"),
    printer(Language::Python, "black"),
    printer(Language::R, "deparse"),
    printer(Language::R, "deparse, hexadecimal"),
];

/// A program that a printer does not print as it is, and why.
struct Limit {
    printer: &'static str,
    program: &'static str,
    why: &'static str,
}

const fn limit(printer: &'static str, program: &'static str, why: &'static str) -> Limit {
    Limit { printer, program, why }
}

/// What is not asked of printers.
const LIMITS: [Limit; 15] = [
    limit(
        "erl_pp behind epp",
        "erlang/conditional",
        "epp has left out one side of each `-ifdef`, and expanded `?LINE`",
    ),
    limit("erl_prettypr", "erlang/macro_signs", "prints `2 * X` for `(2 * (X))` in a macro"),
    limit("erl_prettypr", "erlang/module_macro", "prints `fun (?MODULE):f/1`, which is not Erlang"),
    limit("erl_prettypr, narrow", "erlang/macro_signs", "the same"),
    limit("erl_prettypr, narrow", "erlang/module_macro", "the same"),
    limit("JavaParser, DefaultPrettyPrinter", "java/signs", "prints `--a` for `- -a`"),
    limit("JavaParser, LexicalPreservingPrinter", "java/brackets", "prints `int ()[]row` for `int row()[]`"),
    limit("astring", "javascript/chains", "prints `a?.b.c` for `(a?.b).c`"),
    limit("escodegen", "javascript/fields", "refuses fields of classes"),
    limit("escodegen", "javascript/ledger", "the same"),
    limit("escodegen", "javascript/shape-areas/s72Made", "the same"),
    limit("terser", "javascript/everything", "prints `x => x` for `x => { return x; }`"),
    limit("terser", "javascript/more", "the same"),
    limit(
        "deparse",
        "r/calls",
        "R's parser makes `1 + 2` of `` `+`(1, 2) ``, `f(x)` of `x \\|> f()`, `0+1i` of `1i`",
    ),
    limit("deparse, hexadecimal", "r/calls", "the same"),
];

/// A slice that is reprinted.
struct Slice<'s> {
    task: Task<'s>,
    files: &'s [SourceFile],
    /// Folder of its files, below that of its language.
    folder: PathBuf,
    is_torture: bool,
}

/// Every gold slice of the suites, alternatives included.
fn slices<'s>(suite: &'s Suite, is_torture: bool) -> impl Iterator<Item = Slice<'s>> {
    suite.tasks().flat_map(move |task| {
        task.criterion.golds.iter().enumerate().map(move |(idx, gold)| Slice {
            task,
            files: &gold.files,
            folder: PathBuf::from(format!("{}.{idx}", task.id().split_once('/').expect("a language").1)),
            is_torture,
        })
    })
}

/// Line and name of the criterion of a torture program: where `witness` gets its value.
fn criterion(text: &str) -> (usize, &'static str) {
    let find = |assignment: &str| text.lines().position(|line| line.contains(assignment));
    let found = find("Witness =").map(|idx| (idx + 1, "Witness"));
    let found = found.or_else(|| Some((find("witness =").or_else(|| find("witness <-"))? + 1, "witness")));
    found.expect("a torture program has a witness")
}

/// A suite of the torture programs, each of which is its own gold slice.
fn torture() -> Folder {
    let folder = Folder::empty();
    for entry in walkdir::WalkDir::new(root("tests/printers/torture")).sort_by_file_name() {
        let entry = entry.expect("the folder is readable");
        let Some(language) = Language::from_path(entry.path()) else { continue };
        let text = fs::read_to_string(entry.path()).expect("the program is text");
        let stem = entry.path().file_stem().expect("a name").to_string_lossy().to_lowercase();
        let (line, variable) = criterion(&text);
        let id = criterion_id(line, variable);
        let (benchmark, extension) = (format!("{}/{stem}", language.name()), language.extension());
        let manifest = format!(
            "format = 1\ntitle = \"{stem}\"\nsource = \"written for this test\"\nprogram = \"program.{extension}\"\n\
             [[criterion]]\nid = \"{id}\"\nline = {line}\nvariable = \"{variable}\"\n"
        );
        folder.write(&format!("{benchmark}/benchmark.toml"), manifest);
        folder.write(&format!("{benchmark}/program.{extension}"), &text);
        folder.write(&format!("{benchmark}/gold/{id}.{extension}"), &text);
    }
    folder
}

/// Writes all slices of a language below a folder.
fn write(slices: &[Slice<'_>], language: Language, folder: &Path) {
    for slice in slices.iter().filter(|slice| slice.task.benchmark.language == language) {
        for file in slice.files {
            let path = folder.join(&slice.folder).join(&file.path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            fs::write(path, &*file.text).expect("a file can be written");
        }
    }
}

/// The program that reprints everything in a folder, with all printers of a language.
fn reprinter(language: Language) -> Command {
    let tools = tool_folder("printers");
    let script = |name: &str| root("tests/printers").join(name);
    let mut command;
    match language {
        Language::C => {
            command = Command::new("sh");
            command.arg(script("print.sh")).arg(tools.join("python/clang_format/data/bin/clang-format"));
        }
        Language::Erlang => {
            command = Command::new("escript");
            command.arg(script("print.escript"));
        }
        Language::Java => {
            command = Command::new("java");
            for package in ["api", "code", "file", "main", "parser", "tree", "util"] {
                let exported = format!("jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED");
                command.arg("--add-exports").arg(exported);
            }
            command.arg("-cp").arg(tools.join("jars/*")).arg(script("Print.java"));
        }
        Language::JavaScript => {
            command = Command::new("node");
            command.arg(script("print.mjs")).arg(tools);
        }
        Language::Python => {
            command = Command::new("python3");
            command.arg(script("print.py")).env("PYTHONPATH", tools.join("python"));
        }
        Language::R => {
            command = Command::new("Rscript");
            command.arg(script("print.R"));
        }
        Language::Lines(_) => unreachable!("no printer knows it"),
    }
    command
}

/// Reprints everything in `IN` below the folder into `OUT`.
fn reprint(language: Language, folder: &Path) {
    let mut command = reprinter(language);
    let output = command.arg(folder.join("IN")).arg(folder.join("OUT")).env("LC_ALL", "C.UTF-8").output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", language.name()));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", language.name());
}

/// What a printer made of a slice; what it says when it refuses.
fn printed(slice: &Slice<'_>, folder: &Path) -> Result<Vec<SourceFile>, String> {
    let language = slice.task.benchmark.language;
    let files = slice.files.iter().map(|file| {
        let path = folder.join(&slice.folder).join(&file.path);
        if !language.is_unit(&file.path) {
            return Ok(file.clone());
        }
        match fs::read_to_string(&path) {
            Ok(text) => Ok(SourceFile::new(file.path.clone(), text)),
            Err(_) => {
                let refused = PathBuf::from(format!("{}.refused", path.display()));
                let why = fs::read_to_string(&refused)
                    .unwrap_or_else(|error| format!("{}: {error}", path.display()));
                Err(format!("refused: {}", why.trim()))
            }
        }
    });
    files.collect()
}

fn examined(slice: &Slice<'_>, files: Vec<SourceFile>) -> Examined {
    let placeholders = vec![DELETED.to_owned()];
    let reading = Reading { granularity: Granularity::Expression, placeholders, ..Reading::default() };
    let hash = slice.task.hash();
    let answer = Some(Answer::Source { files });
    let record =
        Record { answer, ..Record::without_answer(slice.task.id(), hash.clone(), Status::Answered, None) };
    examine(slice.task, &hash, &record, &reading)
}

/// What is wrong with the grade of a reprint, node by node; `None` when it is exact.
fn complaint(slice: &Slice<'_>, files: Vec<SourceFile>) -> Option<String> {
    let examined = examined(slice, files);
    let grade = &examined.grade;
    if grade.verdict == AnswerVerdict::Exact && grade.f1_max == Some(1.0) {
        return None;
    }
    let show = |word: &str, tree: &Tree, node: NodeId| {
        let text = tree.text(node).chars().take(60).collect::<String>();
        format!("\n    {word} {}: {:?} as {:?}", tree.line(node), text, tree.label(node))
    };
    let (missing, surplus) =
        (examined.gold.difference(&examined.kept), examined.kept.difference(&examined.gold));
    let mut said = format!("{}, {:?}, {:?}", grade.verdict.name(), grade.counts, grade.hint);
    said.extend(missing.iter().map(|node| show("missing, line", &examined.program, node)));
    said.extend(surplus.iter().map(|node| show("surplus, line", &examined.program, node)));
    let Some((answer, mapping)) = &examined.source else { return Some(said) };
    let fate = |node: NodeId| mapping.fates[node as usize];
    let is_strange =
        |node: NodeId| answer.is_counted(node) && !matches!(fate(node), Fate::Mapped(_) | Fate::Residue);
    said.extend(
        answer.ids().filter(|&node| is_strange(node)).map(|node| show("printed, line", answer, node)),
    );
    said.extend(answer.problems().iter().map(|problem| format!("\n    {problem:?}")));
    Some(said)
}

/// How many texts of a printer there are, and how many of them are exact.
#[derive(Default)]
struct Tally {
    n: usize,
    n_exact: usize,
}

impl Tally {
    fn add(&mut self, is_exact: bool) {
        self.n += 1;
        self.n_exact += usize::from(is_exact);
    }

    /// Two cells of the table.
    fn cells(&self) -> String {
        assert!(self.n > 0, "nothing was printed");
        let graded =
            if self.n_exact == self.n { "exact".to_owned() } else { format!("{} exact", self.n_exact) };
        format!("{} | {graded}", self.n)
    }
}

/// Results of a printer.
#[derive(Default)]
struct Row {
    gold: Tally,
    torture: Tally,
    limits: Vec<String>,
}

fn limit_of(printer: &Printer, slice: &Slice<'_>) -> Option<&'static Limit> {
    let ids = [slice.task.benchmark.id.clone(), slice.task.id()];
    LIMITS.iter().find(|limit| limit.printer == printer.name && ids.iter().any(|id| limit.program == id))
}

/// Judges a printer on all slices of its language; complaints go to the list.
fn judge(printer: &Printer, slices: &[Slice<'_>], folder: &Path, complaints: &mut Vec<String>) -> Row {
    let mut row = Row::default();
    for slice in slices.iter().filter(|slice| slice.task.benchmark.language == printer.language) {
        let complaint = match printed(slice, &folder.join("OUT").join(printer.name)) {
            Ok(files) => complaint(slice, files),
            Err(why) => Some(why),
        };
        let name = format!("{}, {}", printer.name, slice.task.id());
        match (limit_of(printer, slice), complaint) {
            (Some(limit), Some(_)) => {
                let said = format!("`{}`: {}", limit.program, limit.why);
                if !row.limits.contains(&said) {
                    row.limits.push(said);
                }
            }
            (Some(_), None) => complaints.push(format!("{name}: is exact, and is listed as a limit")),
            (None, complaint) => {
                let tally = if slice.is_torture { &mut row.torture } else { &mut row.gold };
                tally.add(complaint.is_none());
                complaints.extend(complaint.map(|why| format!("{name}: {why}")));
            }
        }
    }
    row
}

/// A language as it is written in prose.
fn title(language: Language) -> &'static str {
    match language {
        Language::C => "C",
        Language::Erlang => "Erlang",
        Language::Java => "Java",
        Language::JavaScript => "JavaScript",
        Language::Python => "Python",
        Language::R => "R",
        Language::Lines(name) => name,
    }
}

/// The table of the page.
fn table(rows: &[(&Printer, Row)]) -> String {
    let mut table = "| language | printer | gold slices | graded | programs | graded | n/a |\n|---|---|---|---|---|---|---|\n".to_owned();
    for (printer, row) in rows {
        let (language, name) = (title(printer.language), printer.name.replace("babel-", "babel/"));
        let (gold, torture, limits) = (row.gold.cells(), row.torture.cells(), row.limits.join("; "));
        writeln!(table, "| {language} | {name} | {gold} | {torture} | {limits} |")
            .expect("a string takes all text");
    }
    table
}

/// Where the table stands on the page.
const MARKS: [&str; 2] = ["<!-- printers: begin -->\n", "<!-- printers: end -->"];

/// Compares the table with that of the page, or writes it there.
fn check_page(table: &str, complaints: &str) {
    let path = root("docs/METRICS.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(MARKS[0]).expect("the page has the mark");
    let (found, after) = rest.split_once(MARKS[1]).expect("the page has the second mark");
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        let page = [before, MARKS[0], table, MARKS[1], after].concat();
        fs::write(&path, page).expect("the page can be written");
        return;
    }
    assert_eq!(found, table, "run `SNAPSHOTS=overwrite cargo test --test it printers`; {complaints}");
}

#[apply(test)]
#[needs(Printers)]
fn reprinted_slices_are_exact() {
    let torture_folder = torture();
    let torture = torture_folder.load();
    let problems = torture.benchmarks.iter().flat_map(|benchmark| {
        benchmark.tree.problems().iter().map(|problem| format!("{}: {problem:?}", benchmark.id))
    });
    assert_eq!(problems.collect::<Vec<String>>(), [""; 0], "what our grammars cannot parse");
    let slices: Vec<Slice<'_>> = slices(&SUITE, false).chain(self::slices(&torture, true)).collect();
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = std::env::var_os("PRINTERS_KEEP").map_or(temporary.path().to_owned(), PathBuf::from);
    let mut folders = BTreeMap::new();
    for &language in Language::ALL {
        let folder = folder.join(language.name());
        write(&slices, language, &folder.join("IN"));
        reprint(language, &folder);
        folders.insert(language.name(), folder);
    }
    let mut complaints = Vec::new();
    let judged = PRINTERS.iter().map(|printer| {
        (printer, judge(printer, &slices, &folders[printer.language.name()], &mut complaints))
    });
    let rows: Vec<(&Printer, Row)> = judged.collect();
    let said = format!("{} reprints are not exact\n{}", complaints.len(), complaints.join("\n"));
    if let Some(folder) = std::env::var_os("PRINTERS_KEEP") {
        fs::write(Path::new(&folder).join("complaints"), &said).expect("a file can be written");
    }
    check_page(&table(&rows), &said);
    assert!(complaints.is_empty(), "{said}");
}
