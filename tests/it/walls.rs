//! What strangers' programs try, and what is left of it: attacks on the run, on the record, and on the walls themselves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{copy_folder, program, program_path, root, stderr};

/// A script of the shell, what becomes of its task, and where the answer is expected.
struct Attack {
    name: &'static str,
    from: &'static str,
    /// `status`, or `status reason`; several with `|` between.
    expected: &'static str,
    script: &'static str,
}

const fn attack(
    name: &'static str,
    from: &'static str,
    expected: &'static str,
    script: &'static str,
) -> Attack {
    Attack { name, from, expected, script }
}

/// `$F` is the program, `$O` the file of the answer, `$D` its folder; what gets through is written to `$E`, outside.
const ATTACKS: &[Attack] = &[
    attack("hang", "stdout", "timed-out", "sleep 100"),
    attack("deaf", "stdout", "timed-out", "trap \"\" TERM; while :; do sleep 1; done"),
    attack("late", "stdout", "timed-out", "trap \"cat $F; exit 0\" TERM; while :; do sleep 0.05; done"),
    attack("daemon", "stdout", "answered", "setsid sleep 3217 >/dev/null 2>&1 & cat $F"),
    attack("crash", "stdout", "crashed SIGSEGV", "kill -SEGV $$"),
    attack("kill", "stdout", "crashed SIGKILL", "kill -KILL $$"),
    attack("code", "stdout", "exited exit 200", "exit 200"),
    attack("parent-killed", "stdout", "answered", "kill -KILL $PPID; kill -STOP $PPID; cat $F"),
    attack("everybody-killed", "stdout", "answered|crashed SIGKILL", "cat $F; kill -KILL -1; exit 0"),
    attack("group-stopped", "stdout", "timed-out", "kill -STOP 0"),
    attack("flood", "stdout", "unreadable output over 1 MiB", "cat /dev/zero"),
    attack("endless-file", "file", "unreadable output over 1 MiB", "truncate -s 900G $O"),
    attack("endless-file-and-end", "file", "unreadable output over 1 MiB", "exec truncate -s 900G $O"),
    attack("pipe", "file", "no-output", "mkfifo $O"),
    attack("folder", "file", "no-output", "mkdir -p $O"),
    attack("device", "file", "no-output", "mknod $O c 1 5 2>/dev/null || ln -s /dev/zero $O"),
    attack("link", "file", "no-output", "ln -s /etc/hostname $O"),
    attack("page-map", "file", "no-output", "ln -s /proc/self/pagemap $O"),
    attack("folder-link", "folder", "no-output", "rm -rf $D; ln -s /usr $D"),
    attack("many-files", "folder", "unreadable more than 10000 files", "cd $D; seq 1 10500 | xargs touch"),
    attack("secret", "stdout", "no-output", "printf %s \"$WALLS_SECRET\""),
    attack("home", "stdout", "no-output", "ls -A $H $H/.ssh 2>/dev/null; exit 0"),
    attack("gold", "stdout", "no-output", "find $H/../suite -name \"*.cert.json\" 2>/dev/null; exit 0"),
    attack("outside", "stdout", "answered", "touch $E/written; cat $F"),
    attack("terminal", "stdout", "no-output", "(echo x >/dev/tty) 2>/dev/null && echo x; exit 0"),
    attack("disk", "stdout", "no-output", "head -c 600000000 /dev/zero >$TMPDIR/big && echo x; exit 0"),
    attack(
        "shared-memory",
        "stdout",
        "no-output",
        "head -c 300000000 /dev/zero >/dev/shm/big && echo x; exit 0",
    ),
    attack(
        "network",
        "stdout",
        "no-output",
        "python3 -c \"import socket; socket.socket(); print(1)\"; exit 0",
    ),
    attack("traced", "stdout", "no-output", "sed -n \"s/^SigBlk:\\t0*//p\" /proc/self/status; exit 0"),
];

/// Attacks on what the walls are made of: the first process, the folders in memory, the trampoline, the reader.
const ON_THE_WALLS: &[Attack] = &[
    attack("first-killed", "stdout", "answered", "kill -9 1; kill -TERM 1; kill -HUP 1; cat $F"),
    attack(
        "first-read",
        "stdout",
        "no-output",
        "cat /proc/1/environ /proc/1/maps /proc/1/mem; readlink /proc/1/fd/0 /proc/1/exe /proc/1/cwd; exit 0",
    ),
    attack("first-executed", "stdout", "no-output", "/proc/1/exe list slicers; exit 0"),
    attack("root-of-first", "stdout", "no-output", "ls /proc/1/root/ /proc/1/cwd/; exit 0"),
    attack("limits-of-first", "stdout", "answered", "prlimit --pid 1 --nofile=1 --fsize=0; cat $F"),
    attack("unmounted", "stdout", "no-output", "umount -l /proc && echo x; umount -l $W && echo x; exit 0"),
    attack("mounted", "stdout", "no-output", "mount -t tmpfs x /tmp && echo x; exit 0"),
    attack("own-namespace", "stdout", "no-output", "unshare -Ur echo x; exit 0"),
    attack(
        "root-written",
        "stdout",
        "no-output",
        "for p in /x /usr/x /dev/x /proc/x; do touch $p && echo x; done; exit 0",
    ),
    attack("kernel-written", "stdout", "no-output", "(echo x >/proc/sys/kernel/hostname) && echo x; exit 0"),
    attack("work-swapped", "file", "no-output", "W=$(dirname $D); cd /; rm -rf $W/*; ln -s /usr $W/out"),
    attack("work-closed", "file", "answered", "cp $F $O; chmod 0 $W/tmp $W/program"),
    attack("inodes", "stdout", "answered", "cd $TMPDIR; seq 1 70000 | xargs touch 2>/dev/null; cat $F"),
    attack("trampoline", "stdout", "no-output", "bench-slicers sandbox-exec; $T list slicers; exit 0"),
    attack(
        "deep-answer",
        "folder",
        "unreadable more than 64 folders deep",
        "cd $D; for i in $(seq 80); do mkdir d; cd d; done",
    ),
    attack(
        "capabilities",
        "stdout",
        "no-output",
        "grep -E \"^Cap(Prm|Eff|Bnd)\" /proc/self/status | grep \"[1-9a-f]$\"; exit 0",
    ),
];

/// What only a namespace holds: sizes of folders in memory, process ids of one's own, a root folder.
const NEED_NAMESPACES: &[&str] = &["endless-file", "everybody-killed", "disk"];

/// A folder with everything that a run needs, and things that nobody may reach.
struct Field {
    dir: tempfile::TempDir,
}

impl Field {
    fn new() -> Field {
        let field = Field { dir: tempfile::tempdir().unwrap() };
        for folder in ["evidence", "home/.ssh", "tmp"] {
            fs::create_dir_all(field.path(folder)).unwrap();
        }
        fs::write(field.path("home/.ssh/key"), "secret").unwrap();
        copy_folder(&root("suite/python/numbers"), &field.path("suite/python/numbers"));
        field
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn adapter(&self, attack: &Attack) -> PathBuf {
        let path = self.path(&format!("{}.toml", attack.name));
        let [evidence, home] = ["evidence", "home"].map(|folder| self.path(folder).display().to_string());
        let tool = program_path().display();
        let text = format!(
            "format = 1\nname = \"{}\"\nlanguages = [\"python\"]\n\n[env]\nF = \"{{file}}\"\nD = \"{{outdir}}\"\n\
             O = \"{{outdir}}/program.py\"\nW = \"{{dir}}/..\"\nE = \"{evidence}\"\nH = \"{home}\"\nT = \"{tool}\"\n\n\
             [limits]\ntimeout-s = {}\noutput-mb = 1\n\n[[step]]\ncommand = [\"sh\", \"-c\", '{}', \"{{output}}\"]\n\n\
             [answer]\nfrom = \"{}\"\nis = \"source\"\n",
            attack.name,
            // Long enough for what ends by itself on a machine that is busy.
            if attack.expected.starts_with("timed-out") { 3 } else { 30 },
            attack.script,
            attack.from
        );
        fs::write(&path, text).unwrap();
        path
    }

    fn run(&self, attack: &Attack, lacks: &str, more: &[&str]) -> Output {
        self.command(attack, lacks, more).output().unwrap()
    }

    fn command(&self, attack: &Attack, lacks: &str, more: &[&str]) -> Command {
        let mut command = program();
        command
            .args(["run", "--filter", "python/numbers/s31Largest", "--format", "csv", "--jobs", "1"])
            .args(more);
        command.arg("--slicer").arg(self.adapter(attack)).arg("--suite").arg(self.path("suite"));
        command.arg("--out").arg(self.path("out")).env("WALLS_SECRET", "secret");
        command.env("HOME", self.path("home")).env("TMPDIR", self.path("tmp"));
        command.env("BENCH_SLICERS_SANDBOX_LACKS", lacks);
        command
    }

    /// A file of the latest run of an attack.
    fn stored(&self, attack: &Attack, file: &str) -> Value {
        let runs = fs::read_dir(self.path("out").join(attack.name)).unwrap().flatten();
        let run = runs.map(|run| run.path()).max().unwrap();
        serde_json::from_str(&fs::read_to_string(run.join(file)).unwrap()).unwrap()
    }

    /// What is wrong after an attack.
    fn problems(&self, attack: &Attack, lacks: &str) -> Vec<String> {
        let output = self.run(attack, lacks, &[]);
        if !matches!(output.status.code(), Some(0 | 3)) {
            return vec![format!("{}: {}\n{}", attack.name, output.status, stderr(&output))];
        }
        let record = self.stored(attack, "tasks.jsonl");
        let text = |key: &str| record[key].as_str().unwrap_or_default();
        let got = format!("{} {}", text("status"), text("reason"));
        let fits = |expected: &str| got.trim() == expected || text("status") == expected;
        let mut problems = Vec::new();
        if !attack.expected.split('|').any(fits) {
            let all = record["answer"].to_string();
            problems.push(format!("expected {}, got {got} {}", attack.expected, &all[..all.len().min(200)]));
        }
        for (folder, problem) in [("evidence", "wrote outside"), ("tmp", "left a temporary folder")] {
            if fs::read_dir(self.path(folder)).unwrap().next().is_some() {
                problems.push(problem.to_owned());
            }
        }
        problems.into_iter().map(|problem| format!("{}: {problem}", attack.name)).collect()
    }
}

const HONEST: Attack = attack("honest", "stdout", "answered", "cat $F");

/// Whether this machine gives all walls; otherwise there is nothing to attack. No package brings them: its kernel or
/// the container that it is in says.
fn has_walls(field: &Field) -> bool {
    let strict = field.run(&HONEST, "", &["--sandbox", "strict"]);
    let has_all = strict.status.success();
    if !has_all {
        eprintln!("skipped: this machine lacks walls: {}", stderr(&strict));
    }
    has_all
}

/// Processes with this command line.
fn n_processes(command: &[u8]) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| line == command).count()
}

#[apply(test)]
#[needs(Python)]
fn attacks_end_as_they_must_and_reach_nothing_outside() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap();
    let attacks = ATTACKS.iter().chain(ON_THE_WALLS);
    let problems: Vec<String> = attacks.flat_map(|attack| field.problems(attack, "")).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert_eq!(n_processes(b"sleep\x003217\0"), 0, "a daemon outlived its slicer");
    assert_eq!(fs::read_to_string("/proc/self/mounts").unwrap(), mounts, "a mount was left");
}

#[apply(test)]
#[needs(Python)]
fn without_namespaces_the_other_walls_hold_what_they_can() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    let attacks = ATTACKS.iter().filter(|attack| !NEED_NAMESPACES.contains(&attack.name));
    let problems: Vec<String> = attacks.flat_map(|attack| field.problems(attack, "namespaces")).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The class: wherever temporary files are, also where the walls have a folder of their own.
#[apply(test)]
#[needs(Python)]
fn the_work_folder_may_be_in_memory() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    let attack = attack(
        "in-memory",
        "stdout",
        "answered",
        "echo a >/dev/shm/a; echo b >/tmp/b; cat /tmp/a /dev/shm/b >&2 && cat $F",
    );
    let shared = tempfile::tempdir_in("/dev/shm").unwrap();
    let mut command = field.command(&attack, "", &["--sandbox", "strict"]);
    let output = command.env("TMPDIR", shared.path()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let record = field.stored(&attack, "tasks.jsonl");
    assert_eq!(record["status"], "answered", "{record}");
    assert!(fs::read_dir(shared.path()).unwrap().next().is_none(), "left a temporary folder");
    assert!(!Path::new("/dev/shm/a").exists() && !Path::new("/tmp/b").exists());
}

/// The class: virtual environments, managers of versions, packages of one user, whose programs are scripts that load
/// others by their place or by their name.
#[apply(test)]
fn what_is_installed_in_a_home_works_and_the_rest_of_the_home_is_not_there() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    let prefix = field.path("home/.manager");
    for folder in ["shims", "libexec", "versions/3/bin", "keys"] {
        fs::create_dir_all(prefix.join(folder)).unwrap();
    }
    write_program(&prefix.join("shims/tool"), &format!("exec {}/libexec/start \"$@\"", prefix.display()));
    write_program(
        &prefix.join("libexec/start"),
        &format!("exec {}/versions/3/bin/real \"$@\"", prefix.display()),
    );
    write_program(
        &prefix.join("versions/3/bin/real"),
        "for d in $H/.ssh $H/.manager/keys; do ls $d 2>/dev/null && exit 9; done; cat \"$1\"",
    );
    fs::write(prefix.join("keys/key"), "secret").unwrap();
    let path = std::env::join_paths(
        [prefix.join("shims")].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    for (name, lacks) in [("managed", ""), ("managed-landlock", "namespaces")] {
        for script in ["tool $F", "exec env tool $F"] {
            let tool = attack(name, "stdout", "answered", script);
            let output =
                field.command(&tool, lacks, &[]).env("PATH", path.as_ref().unwrap()).output().unwrap();
            assert!(output.status.success(), "{name}: {}", stderr(&output));
            assert_eq!(field.stored(&tool, "tasks.jsonl")["status"], "answered");
        }
    }
}

fn write_program(path: &Path, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[apply(test)]
fn what_is_missing_is_refused_by_strict_told_by_auto_and_noted_in_the_run() {
    let field = Field::new();
    let lacks = "namespaces,landlock,seccomp";
    let strict = field.run(&HONEST, lacks, &["--sandbox", "strict"]);
    assert_eq!(strict.status.code(), Some(2));
    assert!(
        stderr(&strict).contains("walls around slicers are missing: namespaces, Landlock, seccomp"),
        "{}",
        stderr(&strict)
    );
    // Landlock looks at all folders above one.
    let nested = "thousands of folders inside each other take their time";
    let slower = stderr(&Field::new().run(&HONEST, "namespaces", &[]));
    let has_landlock = !slower.contains("Landlock;") && !slower.contains("Landlock,");
    assert_eq!(slower.contains(nested), has_landlock, "{slower}");
    let auto = field.run(&HONEST, lacks, &[]);
    assert_eq!(stderr(&auto).matches("fewer walls around the slicer").count(), 1, "{}", stderr(&auto));
    assert!(!stderr(&auto).contains(nested), "{}", stderr(&auto));
    let header = field.stored(&HONEST, "run.json");
    assert_eq!(
        (&header["sandbox"]["files"], &header["sandbox"]["network"]),
        (&"open".into(), &"open".into())
    );
}

#[apply(test)]
fn reports_say_what_stood_around_a_slicer() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    for (sandbox, expected) in [
        ("auto", "walls around the slicer: files own root, network none, processes own namespace"),
        ("off", "no walls around the slicer"),
    ] {
        field.run(&HONEST, "", &["--sandbox", sandbox]);
        for format in ["markdown", "html", "latex"] {
            let mut command = program();
            let runs = field.path("out/honest").display().to_string();
            let pages = field.path(&format!("pages-{sandbox}-{format}"));
            command.args(["report", &runs, "--format", format, "--out"]).arg(&pages);
            let output = command.arg("--suite").arg(field.path("suite")).output().unwrap();
            assert!(output.status.success(), "{}", stderr(&output));
            let all = texts(&pages);
            assert!(all.contains(expected), "{sandbox} {format}");
        }
    }
}

/// Everything that is written in a folder.
fn texts(dir: &Path) -> String {
    let entries = fs::read_dir(dir).unwrap().flatten().map(|entry| entry.path());
    let text = |path: PathBuf| match path.is_dir() {
        true => texts(&path),
        false => String::from_utf8_lossy(&fs::read(path).unwrap()).replace("\n", " "),
    };
    entries.map(text).collect()
}

#[apply(test)]
fn who_has_the_network_reads_how_names_are_found_and_no_keys() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    // What a command names is shown: these names are put together.
    let reads = "e=etc; cat /$e/hosts >/dev/null || exit 1; ls /$e/ssl/private >&2 && exit 2; cat /$e/shadow >&2 && exit 3; cat $F";
    for lacks in ["", "namespaces"] {
        for (name, network, status) in [("online", "full", "answered"), ("offline", "none", "exited")] {
            let slicer = attack(name, "stdout", status, reads);
            let mut command = field.command(&slicer, lacks, &[]);
            let path = field.path(&format!("{name}.toml"));
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, text.replace("\n[env]", &format!("network = \"{network}\"\n[env]"))).unwrap();
            let output = command.output().unwrap();
            let record = field.stored(&slicer, "tasks.jsonl");
            assert_eq!(record["status"], status, "{lacks} {name}: {record} {}", stderr(&output));
        }
    }
}

#[apply(test)]
#[needs(Python)]
fn every_command_that_calls_a_slicer_calls_it_between_walls() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    let slicer = attack("writer", "stdout", "answered", "touch $E/written; cat $F");
    let adapter = field.adapter(&slicer);
    // A version command is the slicer's, too.
    let text = fs::read_to_string(&adapter).unwrap();
    let evidence = field.path("evidence/version").display().to_string();
    let version = format!("[version]\ncommand = [\"sh\", \"-c\", \"touch {evidence}; echo 1\"]\n\n[[step]]");
    fs::write(&adapter, text.replace("[[step]]", &version)).unwrap();
    fs::write(field.path("p.py"), "a = 1\nprint(a)\n").unwrap();
    let writer = adapter.to_str().unwrap();
    let question = ["--line", "2", "--variable", "a"];
    let commands: [Vec<&str>; 7] = [
        vec!["explain", "s31Largest", "--slicer", writer],
        vec!["check", "slicer", writer],
        [&["try", writer, "p.py"], &question[..]].concat(),
        vec!["sweep", "--slicer", writer, "--slicer", "reachable", "--filter", "python/numbers", "--restart"],
        [&["minimize", "p.py", "--slicer", writer, "--max-nodes", "1"], &question[..]].concat(),
        vec!["run", "--filter", "numbers/s31Largest", "--slicer", writer, "--slicer", "reachable"],
        vec!["compare", "latest:writer", "latest:reachable", "--compose", "--time", "--fail-on", "never"],
    ];
    for args in commands {
        let called = |sandbox: &str| {
            let mut command = program();
            command.current_dir(field.dir.path()).args(&args).arg("--sandbox").arg(sandbox);
            command.arg("--slicer-dir").arg(field.dir.path());
            command.arg("--suite").arg(field.path("suite")).output().unwrap()
        };
        let output = called("auto");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {}", stderr(&output));
        let written = || fs::read_dir(field.path("evidence")).unwrap().count();
        assert_eq!(written(), 0, "{args:?} let the slicer write outside");
        // The slicer is called at all: without walls it writes.
        called("off");
        assert!(written() > 0, "{args:?}");
        for entry in fs::read_dir(field.path("evidence")).unwrap().flatten() {
            fs::remove_file(entry.path()).unwrap();
        }
    }
}

#[apply(test)]
fn nothing_of_a_slicer_outlives_a_run_that_is_killed() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    for lacks in ["", "namespaces"] {
        let script = "setsid sleep 3218 >/dev/null 2>&1 & touch $O; exec sleep 3218";
        let hang = attack("killed", "stdout", "timed-out", script);
        let mut command = field.command(&hang, lacks, &[]);
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let is_running = || n_processes(b"sleep\x003218\0") == 2;
        wait_for("the slicer to run", &is_running);
        run.kill().unwrap();
        run.wait().unwrap();
        wait_for("the slicer to end with its run", &|| n_processes(b"sleep\x003218\0") == 0);
        assert!(fs::read_dir(field.path("tmp")).unwrap().next().is_some(), "killed too late");
        field.run(&HONEST, lacks, &[]);
        assert!(
            fs::read_dir(field.path("tmp")).unwrap().next().is_none(),
            "a folder of the killed run was left"
        );
    }
}

/// Somebody may end or stop the process that divides itself for every program: what runs goes on, what follows has walls again.
#[apply(test)]
#[needs(Python)]
fn a_spawner_that_is_killed_or_stopped_is_started_again() {
    let field = Field::new();
    if !has_walls(&field) {
        return;
    }
    let slow = attack("slow", "stdout", "answered", "sleep 0.3; cat $F");
    let mut command = field.command(&slow, "", &["--sandbox", "strict", "--filter", "python/numbers/*"]);
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut signalled: Vec<String> = Vec::new();
    let status = loop {
        for spawner in spawners(run.id()) {
            let signal = ["-KILL", "-STOP"].get(signalled.len()).filter(|_| !signalled.contains(&spawner));
            if let Some(signal) = signal {
                assert!(Command::new("kill").args([*signal, spawner.as_str()]).status().unwrap().success());
                signalled.push(spawner);
            }
        }
        if let Some(status) = run.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    assert_eq!(signalled.len(), 2, "{signalled:?}");
    assert!(status.success());
    let run = fs::read_dir(field.path("out/slow")).unwrap().flatten().next().unwrap().path();
    let records = fs::read_to_string(run.join("tasks.jsonl")).unwrap();
    let statuses = records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["status"].clone());
    let statuses: Vec<Value> = statuses.collect();
    assert!(statuses.len() > 1 && statuses.iter().all(|status| status == "answered"), "{statuses:?}");
}

/// Processes of a run that divide themselves: unlike what comes of them, in the session of the run.
fn spawners(run: u32) -> Vec<String> {
    let parent_and_session = |pid: &str| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let fields: Vec<String> = stat.rsplit_once(") ")?.1.split(' ').map(str::to_owned).collect();
        Some((fields[1].clone(), fields[3].clone()))
    };
    let run = run.to_string();
    let Some((_, session)) = parent_and_session(&run) else { return Vec::new() };
    let wanted = Some((run, session));
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_ours = |pid: &String| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.ends_with(b"\0sandbox-exec\0") && parent_and_session(pid) == wanted
    };
    pids.filter(is_ours).collect()
}

fn wait_for(what: &str, is_so: &dyn Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
