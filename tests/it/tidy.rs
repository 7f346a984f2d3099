//! Rules of the house that a machine can check: layers, sizes, words, documents.
//!
//! `docs/ARCHITECTURE.md` and `CONTRIBUTING.md` explain them; a failure here names file and line.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bench_slicers::language::Language;

const MAX_FILE_LINES: usize = 700;
const MAX_FUNCTION_LINES: usize = 100;

/// Which modules a module may use; `cli` and `main` may use everything.
const LAYERS: &[(&str, &str)] = &[
    ("error", ""),
    ("files", "error"),
    ("language", ""),
    ("random", ""),
    ("stack", ""),
    ("value", "stack"),
    ("stats", "random"),
    ("process", "error"),
    ("bits", ""),
    ("ast", "bits language stack"),
    ("suite", "error language ast"),
    ("results", "error files language ast suite"),
    ("adapter", "error language ast process suite results languages"),
    ("run", "error language ast process suite adapter results"),
    ("map", "language ast results stack"),
    ("grade", "error language ast suite results map"),
    ("snapshot", "error files ast suite results grade"),
    ("compare", "error language stats ast suite results map grade snapshot"),
    ("report", "error language stats ast suite results map grade compare"),
    ("deletions", "ast stack"),
    ("flow", "ast"),
    ("oracle", "error language ast process suite deletions flow value"),
    ("languages", "error files language random ast process stack value suite deletions flow oracle"),
    ("inputs", "error language random value ast suite deletions oracle languages"),
    ("minimize", "bits error files language random ast suite map deletions oracle languages inputs"),
    ("builtin", "bits language random ast map deletions flow languages stack"),
    ("behave", "error language ast suite results map grade deletions oracle languages minimize"),
    ("graded", "error files language ast suite results grade snapshot compare behave"),
    ("check", "error language ast suite map process oracle languages inputs minimize results adapter run"),
    ("import", "error language ast suite languages"),
    (
        "audit",
        "error ast stats suite map process deletions oracle languages inputs minimize behave check report",
    ),
    ("evolve", "error files ast value suite map process oracle languages inputs report"),
    (
        "relations",
        "error language random stats ast suite adapter results run map grade oracle languages builtin behave report rerun sweep",
    ),
    ("rerun", "languages stats ast suite adapter results run map grade compare minimize sweep"),
    ("sweep", "error files stats ast suite adapter results run grade report builtin"),
];

/// The only files with `unsafe` code: system calls, and the allocator of the parser.
const UNSAFE: [&str; 2] = ["src/process/sys.rs", "src/ast/budget.rs"];

/// Crates that only some modules may know.
const DOORS: &[(&str, &str)] = &[
    ("clap", "cli"),
    ("clap_complete", "cli"),
    ("clap_mangen", "cli"),
    ("unicode_width", "report"),
    ("indicatif", "cli"),
    ("anstream", "cli"),
    ("toml", "suite adapter import cli"),
    ("walkdir", "suite import"),
    ("csv", "report"),
    ("tabled", "report"),
    ("tar", "results"),
    ("tree_sitter", "ast language"),
    ("wait_timeout", "process"),
    ("signal_hook", "process"),
    ("rayon", "suite grade graded check cli"),
    ("strum", "adapter audit builtin check cli compare grade language relations report results suite"),
    ("similar", "map cli report"),
    ("stacker", "stack"),
    ("diffy", "adapter"),
    ("sha2", "files suite adapter results minimize"),
    ("jiff", "results run cli"),
    ("landlock", "process"),
    ("seccompiler", "process"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

struct Source {
    /// Relative to the package.
    path: String,
    text: String,
}

impl Source {
    /// Top-level module, `cli` for `src/cli/run.rs`; `None` outside of `src`.
    fn module(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("src/")?;
        Some(inside.split('/').next()?.trim_end_matches(".rs"))
    }

    /// Lines with their 1-based number, unit tests left out: they are at the end of a file.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_test_file = self.path.ends_with("tests.rs");
        let in_tests = move |line: &str| is_test_file || line.starts_with("#[cfg(test)]");
        self.lines().take_while(move |(_, line)| !in_tests(line))
    }

    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(idx, line)| (idx + 1, line))
    }
}

/// Files below these folders with these extensions, sorted.
fn files(folders: &[&str], extensions: &[&str]) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| walkdir::WalkDir::new(root().join(folder)))
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|found| extensions.iter().any(|wanted| found == *wanted)))
        .collect();
    paths.sort();
    let read = |path: PathBuf| Source {
        path: path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/"),
        text: std::fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(read).collect()
}

fn rust_files() -> Vec<Source> {
    files(&["src", "tests", "benches"], &["rs"])
}

fn documents() -> Vec<Source> {
    let mut found = files(&["docs"], &["md"]);
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        if let Ok(text) = std::fs::read_to_string(root().join(name)) {
            found.push(Source { path: name.to_owned(), text });
        }
    }
    found
}

fn check(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// Whether the line holds this path as a word: `toml::` but not `my_toml::`.
fn names(line: &str, path: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(path).any(|(at, _)| !line[..at].ends_with(is_word))
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

#[apply(test)]
fn a_module_uses_only_the_modules_of_its_row() {
    let mut problems = Vec::new();
    for source in files(&["src"], &["rs"]) {
        let module = source.module().unwrap();
        if matches!(module, "cli" | "main" | "lib") {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == module) else {
            problems.push(format!("{}: `{module}` has no row in LAYERS", source.path));
            continue;
        };
        for (line_no, line) in source.code().filter(|(_, line)| !is_comment(line)) {
            let used = line.match_indices("crate::").filter_map(|(at, _)| {
                let name = &line[at + "crate::".len()..];
                Some(&name[..name.find(|c: char| !c.is_alphanumeric() && c != '_')?])
            });
            for used in used {
                if used != module && !allowed.split(' ').any(|allowed| allowed == used) {
                    problems.push(format!("{}:{line_no}: `{module}` must not use `{used}`", source.path));
                }
            }
        }
    }
    check(&problems);
}

#[apply(test)]
fn the_table_of_modules_says_what_the_layers_say() {
    let text = std::fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap();
    let rows = text.lines().skip_while(|line| *line != "## Modules").skip(1);
    let rows = rows.take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| `"));
    let mut documented: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let used = cells[cells.len() - 2].split(", ").filter(|used| *used != "–").collect::<BTreeSet<_>>();
        for module in cells[1].split(", ") {
            documented.insert(module.trim_matches('`'), used.clone());
        }
    }
    assert_eq!(documented.remove("cli"), Some(BTreeSet::from(["everything"])));
    let layers = LAYERS.iter().map(|(module, used)| (*module, used.split_whitespace().collect()));
    assert_eq!(documented, layers.collect());
}

#[apply(test)]
fn every_row_but_the_future_ones_is_a_module() {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let modules: Vec<&str> =
        lib.lines().filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';')).collect();
    let unknown: Vec<_> = modules
        .iter()
        .filter(|module| **module != "cli" && !LAYERS.iter().any(|(name, _)| name == *module))
        .collect();
    assert!(unknown.is_empty(), "no row for {unknown:?}");
    assert!(modules.is_sorted(), "modules of lib.rs are sorted");
}

#[apply(test)]
fn a_dependency_has_one_door() {
    let mut problems = Vec::new();
    for source in files(&["src"], &["rs"]) {
        let module = source.module().unwrap();
        for (line_no, line) in source.code().filter(|(_, line)| !is_comment(line)) {
            for (name, doors) in DOORS {
                if names(line, &format!("{name}::")) && !doors.split(' ').any(|door| door == module) {
                    problems.push(format!("{}:{line_no}: `{name}` belongs in `{doors}`", source.path));
                }
            }
            if names(line, "Command::new") && !matches!(module, "process" | "cli") {
                problems.push(format!("{}:{line_no}: programs are started by `process`", source.path));
            }
        }
    }
    check(&problems);
}

#[apply(test)]
fn unsafe_code_is_in_two_files_and_gives_its_reasons() {
    let mut problems = Vec::new();
    for source in files(&["src"], &["rs"]) {
        let mut reasons = 0;
        for (line_no, line) in source.lines() {
            reasons += usize::from(line.contains("SAFETY:"));
            let is_unsafe = !is_comment(line) && line.contains("unsafe {");
            if is_unsafe && !UNSAFE.contains(&source.path.as_str()) {
                problems.push(format!("{}:{line_no}: `unsafe` belongs into {}", source.path, UNSAFE[0]));
            }
            if is_unsafe && std::mem::take(&mut reasons) == 0 {
                problems.push(format!("{}:{line_no}: `unsafe` without a line `SAFETY:`", source.path));
            }
        }
    }
    check(&problems);
}

#[apply(test)]
fn files_and_functions_are_short() {
    let mut problems = Vec::new();
    for source in rust_files().into_iter().chain(files(&["src"], &["erl"])) {
        let n_lines = source.text.lines().count();
        if n_lines > MAX_FILE_LINES {
            problems.push(format!("{}: {n_lines} lines, at most {MAX_FILE_LINES}", source.path));
        }
        for (line_no, n_lines) in long_functions(&source) {
            problems.push(format!("{}:{line_no}: a function of {n_lines} lines", source.path));
        }
    }
    check(&problems);
}

/// First line and length of each function over the limit; rustfmt puts the closing brace below the `fn`.
fn long_functions(source: &Source) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut found = Vec::new();
    for (idx, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        let is_function =
            !is_comment(line) && names(code, "fn ") && !code.ends_with(';') && !code.contains('"');
        if !is_function || code.ends_with('}') {
            continue;
        }
        let closing = format!("{}}}", &line[..indent]);
        let length = lines[idx..].iter().position(|line| **line == closing).map_or(0, |end| end + 1);
        if length > MAX_FUNCTION_LINES {
            found.push((idx + 1, length));
        }
    }
    found
}

#[apply(test)]
fn library_code_neither_prints_nor_gives_up() {
    let mut problems = Vec::new();
    for source in files(&["src"], &["rs"]) {
        let may_print = matches!(source.module(), Some("cli" | "main"));
        for (line_no, line) in source.code().filter(|(_, line)| !is_comment(line)) {
            for word in [".unwrap()", "todo!(", "unimplemented!(", "dbg!("] {
                if line.contains(word) {
                    problems.push(format!("{}:{line_no}: `{word}`", source.path));
                }
            }
            for word in ["println!(", "eprintln!(", "print!(", "eprint!(", "process::exit("] {
                if names(line, word) && !may_print {
                    problems.push(format!("{}:{line_no}: only `cli` prints and exits", source.path));
                }
            }
        }
    }
    check(&problems);
}

/// Files that may name the kinds of a grammar; everybody else asks the typed view, the room, or the flags of the tree.
fn may_name_kinds(path: &str) -> bool {
    match path.strip_prefix("src/languages/") {
        None => path.starts_with("src/ast/profiles/"),
        Some(room) if room.starts_with("erlang/") => room == "erlang/syntax/kind.rs",
        Some(room) if room.starts_with("c/") => room.starts_with("c/syntax"),
        Some(_) => true,
    }
}

#[apply(test)]
fn only_profiles_and_rooms_know_what_a_grammar_calls_its_constructs() {
    // Erlang's runtime calls some errors as grammars call clauses.
    const REASONS: [&str; 3] = ["case_clause", "function_clause", "if_clause"];
    let mut kinds = BTreeSet::new();
    for grammar in Language::ALL.iter().filter_map(|language| language.grammar()) {
        let named = (0..grammar.node_kind_count() as u16).filter(|&id| grammar.node_kind_is_named(id));
        let names = named.filter_map(|id| grammar.node_kind_for_id(id).map(str::to_owned));
        kinds.extend(names.filter(|name| name.trim_matches('_').contains('_')));
    }
    assert!(["function_clause", "init_declarator", "elif_clause"].iter().all(|kind| kinds.contains(*kind)));
    let mut problems = Vec::new();
    for source in files(&["src"], &["rs"]).iter().filter(|source| !may_name_kinds(&source.path)) {
        let raises = source.path.starts_with("src/languages/erlang/inputs/");
        for (line_no, line) in source.code().filter(|(_, line)| !is_comment(line)) {
            let is_kind = |text: &&str| kinds.contains(*text) && !(raises && REASONS.contains(text));
            for kind in line.split('"').skip(1).step_by(2).filter(is_kind) {
                problems.push(format!("{}:{line_no}: knows `{kind}`", source.path));
            }
        }
    }
    check(&problems);
}

#[apply(test)]
fn nothing_is_left_for_later() {
    let mut problems = Vec::new();
    let sources = rust_files().into_iter().filter(|source| source.path != "tests/it/tidy.rs");
    for source in sources.chain(documents()) {
        for (line_no, line) in source.lines() {
            for word in ["TODO", "FIXME", "XXX", "#[ignore", "#[should_panic"] {
                if line.contains(word) {
                    problems.push(format!("{}:{line_no}: `{word}`", source.path));
                }
            }
        }
    }
    check(&problems);
}

/// Keyword, name and place of what is defined in the program without its unit tests, and whether it is public.
fn definitions(sources: &[Source]) -> Vec<(&str, &str, String, bool)> {
    let mut found = Vec::new();
    for source in sources {
        for (line_no, line) in source.code() {
            let code = line.trim_start();
            let (is_public, code) = match code.strip_prefix("pub") {
                Some(rest) => (
                    true,
                    rest.strip_prefix('(').map_or(rest, |rest| rest.split_once(')').map_or("", |it| it.1)),
                ),
                None => (false, code),
            };
            let mut words = code.split_whitespace().peekable();
            while words.next_if(|word| ["unsafe", "async"].contains(word)).is_some() {}
            let mut keyword = words.next().unwrap_or("");
            if keyword == "const" && words.peek() == Some(&"fn") {
                keyword = words.next().unwrap_or("");
            }
            // A type in a trait's implementation belongs to the trait.
            let is_associated = keyword == "type" && line.starts_with(' ');
            let name =
                words.next().and_then(|word| word.split(|c: char| !c.is_alphanumeric() && c != '_').next());
            let is_definition =
                ["fn", "struct", "enum", "union", "trait", "type", "const", "static"].contains(&keyword);
            // What a macro names has no name here.
            if let Some(name) = name.filter(|name| is_definition && !is_associated && !name.is_empty()) {
                found.push((keyword, name, format!("{}:{line_no}", source.path), is_public));
            }
        }
    }
    found
}

#[apply(test)]
fn a_type_name_has_one_meaning() {
    let sources = files(&["src"], &["rs"]);
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (keyword, name, place, _) in definitions(&sources) {
        if ["struct", "enum", "union", "trait", "type"].contains(&keyword) {
            places.entry(name).or_default().push(place);
        }
    }
    let several = places.iter().filter(|(_, places)| places.len() > 1);
    let problems: Vec<String> =
        several.map(|(name, places)| format!("`{name}`: {}", places.join(", "))).collect();
    check(&problems);
}

/// How often each word is in the program; definitions, re-exports and heads of implementations are no uses.
fn uses(sources: &[Source]) -> BTreeMap<&str, usize> {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        let mut in_reexport = false;
        for (_, line) in source.code().filter(|(_, line)| !is_comment(line)) {
            let code = line.trim_start();
            in_reexport |= code.starts_with("pub") && code.contains(" use ");
            if in_reexport {
                in_reexport = !code.ends_with(';');
                continue;
            }
            let mut before = "";
            for word in code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
            {
                let is_defined =
                    ["fn", "struct", "enum", "union", "trait", "type", "const", "static", "impl", "for"]
                        .contains(&before);
                *uses.entry(word).or_default() += usize::from(!is_defined);
                before = word;
            }
        }
    }
    uses
}

#[apply(test)]
fn what_is_public_is_used_by_the_program() {
    let sources = files(&["src"], &["rs"]);
    let uses = uses(&sources);
    let mut problems = Vec::new();
    for (keyword, name, place, _) in definitions(&sources).into_iter().filter(|(.., is_public)| *is_public) {
        if uses.get(name).is_none_or(|n| *n == 0) {
            problems.push(format!("{place}: no code of the program uses `{keyword} {name}`"));
        }
    }
    check(&problems);
}

#[apply(test)]
fn every_source_file_says_what_it_is_for() {
    let problems: Vec<String> = rust_files()
        .iter()
        .filter(|source| !source.text.starts_with("//!"))
        .map(|source| format!("{}: does not start with `//!`", source.path))
        .collect();
    check(&problems);
}

#[apply(test)]
fn there_is_no_trailing_white_space() {
    let mut problems = Vec::new();
    let tables = files(&["slicers", "suite"], &["toml"]);
    for source in rust_files().into_iter().chain(documents()).chain(tables) {
        for (line_no, line) in source.lines() {
            if line.ends_with([' ', '\t', '\r']) {
                problems.push(format!("{}:{line_no}: trailing white space", source.path));
            }
        }
        if !source.text.ends_with('\n') || source.text.ends_with("\n\n") {
            problems.push(format!("{}: does not end with one line end", source.path));
        }
    }
    check(&problems);
}

#[apply(test)]
fn integration_tests_are_all_run_and_sorted() {
    let main = std::fs::read_to_string(root().join("tests/it/main.rs")).unwrap();
    let listed: Vec<&str> =
        main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    let mut present: Vec<String> = std::fs::read_dir(root().join("tests/it"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "main")
        .collect();
    present.sort();
    // A module may have a folder beside its file.
    present.dedup();
    assert_eq!(listed, present);
}

/// The standard attribute would be left out without a word, since the harness is not the standard one.
#[apply(test)]
fn integration_tests_are_registered() {
    let mut problems = Vec::new();
    for source in files(&["tests/it"], &["rs"]).iter().filter(|source| source.path != "tests/it/tidy.rs") {
        for (line_no, _) in source.lines().filter(|(_, line)| line.trim() == "#[test]") {
            problems.push(format!("{}:{line_no}: write `#[apply(test)]`", source.path));
        }
    }
    check(&problems);
}

/// Words in backticks that name a file of the repository.
fn mentioned_files(source: &Source) -> Vec<(usize, &str)> {
    const TOP: [&str; 7] = ["src/", "tests/", "suite/", "slicers/", "docs/", "benches/", ".github/"];
    let mut found = Vec::new();
    let mut in_block = false;
    for (line_no, line) in source.lines() {
        in_block ^= line.trim_start().starts_with("```");
        if in_block {
            continue;
        }
        let quoted = line.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| {
            TOP.iter().any(|top| word.starts_with(top))
                && !word.contains(['<', '>', '*', '{', '}', '…', ' ', '|', '$'])
                && !word.chars().any(|c| c.is_ascii_uppercase() && word.contains("NAME"))
        };
        found.extend(quoted.filter(is_path).map(|word| (line_no, word)));
    }
    found
}

#[apply(test)]
fn documents_mention_only_files_that_exist() {
    let mut problems = Vec::new();
    for source in documents() {
        for (line_no, path) in mentioned_files(&source) {
            let path = path.trim_end_matches(['.', ',', ':']).split(':').next().unwrap_or(path);
            if !root().join(path).exists() {
                problems.push(format!("{}:{line_no}: there is no `{path}`", source.path));
            }
        }
    }
    check(&problems);
}

#[apply(test)]
fn documented_commands_exist() {
    let mut problems = Vec::new();
    for source in documents().into_iter().filter(|source| source.path != "CHANGELOG.md") {
        let mut in_block = false;
        for (line_no, line) in source.lines() {
            in_block ^= line.trim_start().starts_with("```");
            let line = line.trim_start().trim_start_matches("$ ");
            let Some(command) = line.strip_prefix("bench-slicers ").filter(|_| in_block) else { continue };
            let words: Vec<&str> =
                command.split_whitespace().take_while(|word| is_subcommand(word)).collect();
            if !words.is_empty() && !is_command(&words) {
                problems.push(format!("{}:{line_no}: no command `{}`", source.path, words.join(" ")));
            }
        }
    }
    check(&problems);
}

fn is_subcommand(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-')
}

/// Whether some prefix of the words is a subcommand that prints its help; later words are arguments.
fn is_command(words: &[&str]) -> bool {
    std::process::Command::new(crate::support::program_path())
        .arg(words[0])
        .arg("--help")
        .output()
        .is_ok_and(|output| output.status.success())
}
