//! `install`: package managers are called as the adapter says, and half of a tool is never taken for one.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use bench_slicers::adapter::Adapter;

use crate::support::{program, root, stderr, stdout};

/// Package managers that write down how they were called and leave a program `tool` where theirs would be.
const MANAGER: &str = r#"#!/bin/sh
echo "$(basename "$0") $*" >>"$LOG"
[ ! -e "$LOG.fail" ] || { echo "no network" >&2; exit 1; }
for word in "$@"; do
    case $word in
        -DoutputDirectory=*) folder=${word#*=} ;;
        /*) folder=$word ;;
    esac
done
mkdir -p "$folder" && printf '#!/bin/sh\ncat "$1"\n' >"$folder/tool" && chmod +x "$folder/tool"
"#;

fn write_program(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn adapter(install: &str, tool: &str) -> String {
    format!(
        "format = 1\nname = \"fetched\"\nlanguages = [\"c\"]\ninstall = {install}\n\
         [[step]]\ncommand = [\"{{tooldir}}/{tool}\", \"{{file}}\"]\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n"
    )
}

/// `install` with package managers of our own in front of the `PATH`.
fn install(dir: &Path) -> Output {
    let bin = dir.join("bin");
    let path = std::env::join_paths([bin, "/usr/bin".into(), "/bin".into()]).unwrap();
    let mut command = program();
    command.current_dir(dir).args(["install", "./fetched.toml"]);
    command.env("PATH", path).env("LOG", dir.join("log")).env("BENCH_SLICERS_TOOLS", dir.join("tools"));
    command.output().unwrap()
}

fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("bin")).unwrap();
    for manager in ["npm", "python3", "cargo", "mvn"] {
        write_program(&folder.path().join("bin").join(manager), MANAGER);
    }
    folder
}

#[apply(test)]
fn each_package_manager_is_called_once_and_with_versions() {
    for (packages, tool, expected) in [
        (
            "npm = [\"@a/b@1.2.3\", \"c@2.0.0\"]",
            "tool",
            "npm install --prefix {dir} --save-exact --ignore-scripts",
        ),
        ("pip = [\"a==1.2\"]", "tool", "python3 -m pip install --quiet"),
        ("cargo = [\"a@0.1.0\"]", "tool", "cargo install --quiet --locked --root {dir} a@0.1.0"),
        ("maven = [\"g:a:1.0\"]", "lib/tool", "mvn --quiet --batch-mode dependency:copy-dependencies"),
    ] {
        let folder = prepared();
        let dir = folder.path();
        let table = format!("{{ licence = \"MIT\", {packages} }}");
        std::fs::write(dir.join("fetched.toml"), adapter(&table, tool)).unwrap();
        let output = install(dir);
        assert!(output.status.success(), "{packages}: {}", stderr(&output));
        assert_eq!(stdout(&output), "ready    fetched (MIT)\n");
        let log = || std::fs::read_to_string(dir.join("log")).unwrap();
        let expected = expected.replace("{dir}", dir.join("tools/fetched").to_str().unwrap());
        assert!(log().starts_with(&expected) && log().lines().count() == 1, "{}", log());
        assert_eq!(stdout(&install(dir)), "there    fetched (MIT)\n");
        assert_eq!(log().lines().count(), 1, "{}", log());
        if packages.starts_with("maven") {
            let pom = std::fs::read_to_string(dir.join("tools/fetched/pom.xml")).unwrap();
            assert!(pom.contains("<groupId>g</groupId><artifactId>a</artifactId><version>1.0</version>"));
        }
    }
}

#[apply(test)]
fn an_installation_that_fails_leaves_what_was_there() {
    let folder = prepared();
    let dir = folder.path();
    let write = |version: &str| {
        let table = format!("{{ licence = \"MIT\", npm = [\"c@{version}\"] }}");
        std::fs::write(dir.join("fetched.toml"), adapter(&table, "tool")).unwrap();
    };
    write("1.0.0");
    std::fs::write(dir.join("log.fail"), "").unwrap();
    let output = install(dir);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("`fetched` is not installed: `npm install") && said.contains("said last: no network")
    );
    assert!(!dir.join("tools/fetched").exists());
    std::fs::remove_file(dir.join("log.fail")).unwrap();
    assert!(install(dir).status.success());
    // Another version is another tool.
    write("2.0.0");
    std::fs::write(dir.join("log.fail"), "").unwrap();
    assert_eq!(install(dir).status.code(), Some(2));
    assert!(dir.join("tools/fetched/tool").exists());
    std::fs::remove_file(dir.join("log.fail")).unwrap();
    assert_eq!(stdout(&install(dir)), "ready    fetched (MIT)\n");
    std::fs::remove_file(dir.join("bin/npm")).unwrap();
    write("3.0.0");
    let nowhere = dir.join("empty");
    std::fs::create_dir(&nowhere).unwrap();
    let mut command = program();
    command.current_dir(dir).args(["install", "./fetched.toml"]).env("PATH", &nowhere);
    let said = stderr(&command.env("BENCH_SLICERS_TOOLS", dir.join("tools")).output().unwrap());
    assert!(said.contains("`npm` is missing"), "{said}");
    let left: Vec<_> =
        std::fs::read_dir(dir.join("tools")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("earlier")), "{left:?}");
}

#[apply(test)]
fn packages_without_versions_and_unknown_keys_are_refused_with_their_place() {
    let refusal = |table: &str| {
        let text = adapter(table, "tool");
        Adapter::from_text(Path::new("fetched.toml"), &text).map(|_| ()).unwrap_err().to_string()
    };
    for (table, expected) in [
        (
            "{ licence = \"MIT\", npm = [\"c\"] }",
            "`c` is no package with its version\nhint: write it as `name@1.2.3`",
        ),
        ("{ licence = \"MIT\", npm = [\"@a/b\"] }", "`@a/b` is no package with its version"),
        ("{ licence = \"MIT\", pip = [\"c>=1\"] }", "write it as `name==1.2.3`"),
        ("{ licence = \"MIT\", cargo = [\"c@latest\"] }", "`c@latest` is no package with its version"),
        ("{ licence = \"MIT\", maven = [\"g:a\"] }", "write it as `group:artifact:1.2.3`"),
        ("{ npm = [\"c@1.0.0\"] }", "licence"),
        ("{ licence = \"MIT\", snap = [\"c\"] }", "snap"),
        ("3", "a sentence, or a table of packages"),
    ] {
        let said = refusal(table);
        assert!(said.contains("fetched.toml:4:") && said.contains(expected), "{table}: {said}");
    }
}

#[apply(test)]
fn every_tool_of_others_says_how_it_comes_to_a_machine() {
    for adapter in Adapter::load_all(&[root("slicers")]).unwrap() {
        let is_ours = adapter.role.name() != "tool";
        assert!(is_ours || adapter.install.is_some(), "{}", adapter.name);
        assert!(adapter.description.is_some_and(|what| what.len() <= 72), "{}", adapter.name);
        let is_pinned = adapter.packages.is_none_or(|packages| !packages.licence.is_empty());
        assert!(is_pinned, "{}", adapter.name);
    }
}
