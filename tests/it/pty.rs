//! What a terminal gets when everything that came from outside is hostile: a real one, since a pipe gets other bytes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::support::program;

/// What a program with these arguments writes to a terminal of 100 columns, on both streams.
fn seen(dir: &Path, args: &[&str]) -> String {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    tcsetwinsize(&master, Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let slave = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut master = File::from(master);
    let reader = std::thread::spawn(move || {
        let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
        // The other side is closed with an error.
        while let Ok(n @ 1..) = master.read(&mut part) {
            bytes.extend_from_slice(&part[..n]);
        }
        bytes
    });
    let mut command = program();
    command.current_dir(dir).args(args).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command.stdout(slave.try_clone().unwrap()).stderr(slave);
    command.status().unwrap();
    drop(command);
    String::from_utf8_lossy(&reader.join().unwrap()).into_owned()
}

/// What is wrong with a text that a terminal got: everything but lines, tabs, styles, and what a progress bar moves by.
fn harm(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut n_bytes = c.len_utf8();
        if let Some(sequence) = rest.strip_prefix("\u{1b}[") {
            let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(sequence.len());
            // Styles, and of a progress bar: clear the line, up, down.
            if sequence[end..].starts_with(['m', 'K', 'A', 'B']) {
                rest = &sequence[end + 1..];
                continue;
            }
        }
        if rest.starts_with("\r\n") {
            n_bytes = 2;
        } else if c == '\r' {
            // A progress bar begins its line again, and says nothing of what came from outside.
        } else if (c.is_control() && c != '\n' && c != '\t') || HARMFUL.contains(&c) {
            let around: String = rest.chars().take(60).collect();
            return Some(format!("{around:?}"));
        }
        rest = &rest[n_bytes..];
    }
    None
}

/// Not controls, and not seen: directions, joiners, annotations, tags.
const HARMFUL: [char; 12] = [
    '\u{61c}',
    '\u{200b}',
    '\u{200f}',
    '\u{202e}',
    '\u{2066}',
    '\u{2069}',
    '\u{feff}',
    '\u{fff9}',
    '\u{fffb}',
    '\u{ad}',
    '\u{e0001}',
    '\u{e0041}',
];

/// Sequences that set the title, write into the clipboard, link, move, clear, answer back, ring; and what is not seen.
const HOSTILE: [&str; 9] = [
    "\u{1b}]0;owned\u{7}",
    "\u{1b}]52;c;b3duZWQ=\u{7}",
    "\u{1b}]8;;http://example.org\u{1b}\\\\x\u{1b}]8;;\u{1b}\\\\",
    "\u{1b}[2J\u{1b}[H",
    "\u{1b}[6n\u{5}",
    "a\rb\u{8}\u{8}",
    "\u{9b}31m\u{90}q\u{9c}",
    "\u{202e}gnp\u{2066}\u{61c}\u{fff9}\u{fffb}",
    "\u{e0001}\u{e0041}\u{200b}\u{feff}\u{ad}",
];

/// A suite of one task and two slicers of which every text is hostile; one fails.
fn write_field(dir: &Path, hostile: &str) {
    let toml = |text: &str| serde_json::to_string(text).unwrap().replace('\u{7f}', "");
    let benchmark = dir.join("suite/c/one");
    std::fs::create_dir_all(benchmark.join("gold")).unwrap();
    let title = toml(&format!("a {hostile} title"));
    let manifest = format!(
        "format = 1\ntitle = {title}\nlabels = [\"IP\"]\nsource = {title}\nrevision = 1\nprogram = \"program.c\"\n\n\
         [[criterion]]\nid = \"s2A\"\nline = 2\nvariable = \"a\"\n"
    );
    std::fs::write(benchmark.join("benchmark.toml"), manifest).unwrap();
    let text = "int main(void) {\n  int a = 1; return a;\n}\n";
    std::fs::write(benchmark.join("program.c"), text).unwrap();
    std::fs::write(benchmark.join("gold/s2A.c"), text).unwrap();
    std::fs::write(dir.join("said"), format!("{hostile}\n{text}/* {hostile} */\n")).unwrap();
    for (name, exit_code) in [("talker", 0), ("loser", 7)] {
        let said = dir.join("said").display().to_string();
        let adapter = format!(
            "format = 1\nname = \"{name}\"\ndescription = {title}\nnotes = {title}\nhome = {title}\ninstall = {title}\n\
             languages = [\"c\"]\n[version]\ncommand = [\"cat\", \"{said}\"]\n[[step]]\n\
             command = [\"sh\", \"-c\", \"cat {said} >&2; cat {said}; exit {exit_code}\"]\n\
             [answer]\nfrom = \"stdout\"\nis = \"source\"\n"
        );
        std::fs::write(dir.join(format!("{name}.toml")), adapter).unwrap();
    }
    std::fs::write(dir.join("program.c"), text.replace("return", &format!("/* {hostile} */ return")))
        .unwrap();
}

#[apply(test)]
fn nothing_from_outside_commands_a_terminal() {
    let mut problems = Vec::new();
    for hostile in HOSTILE {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path();
        write_field(dir, hostile);
        let suite = ["--suite", "suite"];
        let commands: [&[&str]; 16] = [
            &["run", "--slicer", "./talker.toml"],
            &["run", "--slicer", "./loser.toml"],
            &["run", "--slicer", "./talker.toml", "--slicer", "./loser.toml", "--format", "csv"],
            &["grade", "latest:talker", "--format", "json"],
            &["leaderboard"],
            &["explain", "s2A", "--slicer", "./talker.toml"],
            &["explain", "s2A", "--slicer", "./loser.toml"],
            &["try", "./talker.toml", "program.c", "--line", "2", "--variable", "a"],
            &["try", "./loser.toml", "program.c", "--line", "2", "--variable", "a"],
            &["list", "tasks"],
            &["list", "slicers", "--slicer-dir", "."],
            &["check", "slicer", "./talker.toml"],
            &["check", "slicer", "./loser.toml", "--format", "csv"],
            &["compare", "latest:talker", "latest:loser", "--fail-on", "never"],
            &["report", "--format", "markdown"],
            &["dump", "ast", "s2A"],
        ];
        for args in commands {
            let text = seen(dir, &[args, &suite].concat());
            assert!(!text.is_empty(), "{args:?} says something");
            problems.extend(harm(&text).map(|what| format!("{args:?}: {what}")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[apply(test)]
fn the_test_for_harm_finds_every_hostile_text() {
    for hostile in HOSTILE {
        assert!(harm(&format!("a{hostile}b\n")).is_some() || hostile.contains('\r'), "{hostile:?}");
    }
    assert_eq!(harm("\u{1b}[1;31mred\u{1b}[0m\r\n\r\u{1b}[Kbar\n\tx"), None);
}
