//! A rule of the house: no files that can only be understood all at once.
//!
//! An arrow leads from a file to the file that defines what it names. A `mod.rs` has no arrow to a child whose items it
//! only passes on. A circle of arrows stays in one folder, and has at most three files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

/// Most files of one folder that may need each other.
const MAX_CIRCLE: usize = 3;

static USE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)\A(pub(?:\([^)]*\))? )?use ([^;]*);").unwrap());
static PATH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*").unwrap());

/// A path of modules and perhaps an item from the root: `["grade", "Counts"]` for `crate::grade::Counts`.
type Names = Vec<String>;

struct Module {
    names: Names,
    /// What names of this file stand for, and whether the name is only for others when no code uses it.
    imports: BTreeMap<String, (Names, bool)>,
    /// Paths in its code.
    paths: Vec<Names>,
    /// Words in its code.
    words: BTreeSet<String>,
}

struct House {
    modules: BTreeMap<String, Module>,
    by_names: BTreeMap<Names, String>,
}

impl House {
    fn new(texts: &[(String, String)]) -> House {
        let by_names: BTreeMap<Names, String> =
            texts.iter().map(|(path, _)| (module_of(path), path.clone())).collect();
        let read = |(path, text): &(String, String)| (path.clone(), Module::read(path, text, &by_names));
        House { modules: texts.iter().map(read).collect(), by_names }
    }

    /// The file that defines what a path names; `None` for a whole module and for what is elsewhere.
    fn definer(&self, names: &[String], depth: usize) -> Option<&str> {
        let n_modules = (0..=names.len()).rev().find(|&n| self.by_names.contains_key(&names[..n]))?;
        let path = &self.by_names[&names[..n_modules]];
        let item = names.get(n_modules)?;
        match self.modules[path].imports.get(item) {
            Some((meant, _)) if depth < 8 => {
                let whole: Names = meant.iter().chain(&names[n_modules + 1..]).cloned().collect();
                self.definer(&whole, depth + 1)
            }
            _ => Some(path),
        }
    }

    fn arrows(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let targets = |path: &str, module: &Module| {
            let imported = module
                .imports
                .iter()
                .filter(|(name, (_, is_public))| !is_public || module.words.contains(*name));
            let named: Vec<&Names> = imported.map(|(_, (names, _))| names).chain(&module.paths).collect();
            let found: BTreeSet<&str> =
                named.into_iter().filter_map(|names| self.definer(names, 0)).collect();
            found.into_iter().filter(|found| *found != path).collect()
        };
        self.modules.iter().map(|(path, module)| (path.as_str(), targets(path, module))).collect()
    }

    /// Circles that break the rule, each with its files and arrows.
    fn bad_circles(&self) -> Vec<Vec<String>> {
        let arrows = self.arrows();
        let reach: BTreeMap<&str, BTreeSet<&str>> =
            arrows.keys().map(|&from| (from, reachable(&arrows, from))).collect();
        let mut seen = BTreeSet::new();
        let mut bad = Vec::new();
        for &from in arrows.keys() {
            let circle: BTreeSet<&str> =
                reach[from].iter().copied().filter(|to| reach[to].contains(from)).collect();
            if !seen.insert(from) || circle.len() < 2 {
                continue;
            }
            seen.extend(&circle);
            let folders: BTreeSet<String> = circle.iter().map(|path| self.folder(path)).collect();
            if folders.len() > 1 || circle.len() > MAX_CIRCLE {
                let inside = |from: &&str| {
                    let to: Vec<&str> = arrows[from].intersection(&circle).copied().collect();
                    format!("{from} -> {}", to.join(", "))
                };
                bad.push(circle.iter().map(inside).collect());
            }
        }
        bad
    }

    /// `src/error.rs` belongs to the folder `src/error` of its children.
    fn folder(&self, path: &str) -> String {
        let own = format!("{}/", path.trim_end_matches(".rs"));
        match self.modules.keys().any(|other| other.starts_with(&own)) {
            true => own,
            false => path[..=path.rfind('/').unwrap()].to_owned(),
        }
    }
}

fn reachable<'a>(arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        open.extend(arrows[at].iter().copied().filter(|&to| found.insert(to)));
    }
    found
}

fn module_of(path: &str) -> Names {
    let inside = path.trim_start_matches("src/").trim_end_matches(".rs");
    let inside = inside.trim_end_matches("/mod");
    inside.split('/').filter(|name| *name != "lib").map(str::to_owned).collect()
}

impl Module {
    fn read(path: &str, text: &str, known: &BTreeMap<Names, String>) -> Module {
        let mut module = Module {
            names: module_of(path),
            imports: BTreeMap::new(),
            paths: Vec::new(),
            words: BTreeSet::new(),
        };
        let mut inline = Vec::new();
        let mut code = String::new();
        let mut rest = text;
        while !rest.is_empty() && !rest.starts_with("#[cfg(test)]") {
            let line = rest.split_inclusive('\n').next().unwrap();
            let word = line.trim_start();
            let indent = line.len() - word.len();
            if let Some(found) = USE.captures(&rest[indent..]) {
                let is_public = found.get(1).is_some();
                for (name, names) in expanded(&found[2]) {
                    if let Some(names) = module.absolute(&names, inline.len(), known) {
                        module.imports.insert(name, (names, is_public));
                    }
                }
                rest = &rest[indent + found[0].len()..];
                continue;
            }
            if let Some(name) = line.trim_end().strip_suffix(" {").and_then(|line| line.rsplit_once("mod ")) {
                inline.push(name.1.to_owned());
            } else if line == "}\n" {
                inline.clear();
            }
            let is_declaration = word.contains("mod ") && line.trim_end().ends_with(';');
            if !word.starts_with("//") && !is_declaration {
                code.push_str(line);
            }
            rest = &rest[line.len()..];
        }
        module.read_code(&code, known);
        module
    }

    fn read_code(&mut self, code: &str, known: &BTreeMap<Names, String>) {
        for found in PATH.find_iter(code) {
            let names: Names = found.as_str().split("::").map(str::to_owned).collect();
            self.words.insert(names[0].clone());
            let absolute = match self.imports.get(&names[0]) {
                Some((meant, _)) => Some(meant.iter().chain(&names[1..]).cloned().collect()),
                None if names.len() > 1 => self.absolute(&names, 0, known),
                None => None,
            };
            self.paths.extend(absolute);
        }
    }

    /// From the root; `None` for what other packages define.
    fn absolute(&self, names: &[String], n_inline: usize, known: &BTreeMap<Names, String>) -> Option<Names> {
        let mut at = self.names.clone();
        let (mut names, mut n_inline) = (names, n_inline);
        match names.first()?.as_str() {
            "crate" => return Some(names[1..].to_vec()),
            "self" => names = &names[1..],
            "super" => {
                while names.first().is_some_and(|name| name == "super") {
                    names = &names[1..];
                    match n_inline {
                        0 => drop(at.pop()),
                        _ => n_inline -= 1,
                    }
                }
            }
            child => {
                let inside: Names = at.iter().cloned().chain([child.to_owned()]).collect();
                known.get(&inside)?;
            }
        }
        at.extend(names.iter().cloned());
        Some(at)
    }
}

/// The paths of a `use`, each with the name that it gives: `a::{b, c as d}` are `b` for `a::b` and `d` for `a::c`.
fn expanded(tree: &str) -> Vec<(String, Names)> {
    let tree = tree.trim();
    let Some((head, inside)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias)));
        let mut names: Names = path.split("::").map(|name| name.trim().to_owned()).collect();
        if names.len() > 1 && names.last().is_some_and(|last| last == "self") {
            names.pop();
        }
        let name =
            alias.map_or_else(|| names.last().cloned().unwrap_or_default(), |alias| alias.trim().to_owned());
        return vec![(name, names)];
    };
    let inside = inside.trim_end().strip_suffix('}').expect("rustfmt closes what it opens");
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in inside.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(c);
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expanded(&format!("{head}{}", part.trim()))).collect()
}

fn house() -> House {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = walkdir::WalkDir::new(root.join("src")).sort_by_file_name().into_iter().flatten();
    let rust =
        files.map(|entry| entry.into_path()).filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).unwrap())
    };
    let texts: Vec<(String, String)> = rust.map(read).filter(|(name, _)| name != "src/main.rs").collect();
    House::new(&texts)
}

#[apply(test)]
fn no_circle_leaves_its_folder_or_has_more_than_three_files() {
    let circles = house().bad_circles();
    let texts: Vec<String> = circles.iter().map(|circle| circle.join("\n  ")).collect();
    assert!(texts.is_empty(), "{} circles\n{}", texts.len(), texts.join("\n\n"));
}

#[apply(test)]
fn circles_are_found_through_what_a_folder_passes_on() {
    let house = |texts: &[(&str, &str)]| {
        let texts: Vec<_> =
            texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        House::new(&texts).bad_circles().len()
    };
    let passes_on = "mod x;\npub use x::{X, other as Y};\n";
    let a = ("src/a/mod.rs", passes_on);
    assert_eq!(house(&[a, ("src/a/x.rs", "use super::Y;\n"), ("src/b.rs", "use crate::a::X;\n")]), 0);
    assert_eq!(
        house(&[a, ("src/a/x.rs", "use crate::b;\nfn f() { b::g() }\n"), ("src/b.rs", "use crate::a::X;\n")]),
        1
    );
    // A file that is named and not used is no arrow, nor is what stands in comments and unit tests.
    let tests = "// crate::b::g\n#[cfg(test)]\nuse crate::b::g;\n";
    assert_eq!(house(&[a, ("src/a/x.rs", tests), ("src/b.rs", "use crate::a::Y;\n")]), 0);
    let inline = ("src/b.rs", "mod i {\n    use super::super::a::{\n        x::X,\n    };\n}\n");
    assert_eq!(house(&[a, ("src/a/x.rs", "use crate::b::g;\n"), inline]), 1);
}
