//! Memory that the kernel limits: control groups of version 2, in a kernel of the test's own that delegates them.
//!
//! What counts is memory that no process has as its own: nobody who looks at processes sees it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{copy_folder, program_path, root};

/// First process of the kernel: as a manager of a system does, it makes a folder of control groups for each run and starts the run in it.
const INIT: &str = r#"#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=$DIR/home TMPDIR=$DIR/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 groups /sys/fs/cgroup
cd $DIR
echo +memory >/sys/fs/cgroup/cgroup.subtree_control
mkdir /sys/fs/cgroup/delegated /sys/fs/cgroup/shared

# run FOLDER OUT SLICER: in the folder, alone
run() {
    sh -c 'echo $$ >/sys/fs/cgroup/$0/cgroup.procs && exec $PROGRAM --quiet run --filter python/numbers/s31Largest --jobs 1 \
        --suite $DIR/suite --slicer $DIR/$2.toml --out $DIR/$1' "$@" >$DIR/$2.said 2>&1
    ls -d /sys/fs/cgroup/$1/*/ >$DIR/$2.left 2>/dev/null
}

export PROGRAM DIR
run delegated kernel hoard
run delegated again honest
BENCH_SLICERS_SANDBOX_LACKS=control-groups run delegated polled hoard

# Beside its shell nothing is delegated to a run.
(sh -c 'echo $PPID >/sys/fs/cgroup/shared/cgroup.procs'; run shared shared hoard)
cat /sys/fs/cgroup/shared/cgroup.subtree_control >$DIR/shared.handed-on
sync
echo o >/proc/sysrq-trigger
sleep 60
"#;

/// Fills files in memory that are nowhere mapped, each as large as a file may be: more than the memory, the work folder and `/tmp` may have
/// together, and no more than that, since this kernel is slow where the machine is busy.
const HOARD: &str = "import os, sys\nfiles = []\nfor _ in range(140):\n    fd = os.memfd_create('x')\n    \
                     os.write(fd, bytes(1 << 20))\n    files.append(fd)\nprint(open(sys.argv[1]).read())\n";

fn adapter(dir: &Path, name: &str, command: &str) {
    let text = format!(
        "format = 1\nname = \"{name}\"\nlanguages = [\"python\"]\nread = [\"{}\"]\n\n[limits]\ntimeout-s = 300\nmemory-mb = 32\nfiles-mb = 1\n\n\
         [[step]]\ncommand = [{command}, \"{{file}}\"]\n\n[answer]\nfrom = \"stdout\"\nis = \"source\"\n",
        dir.join("hoard.py").display()
    );
    fs::write(dir.join(format!("{name}.toml")), text).unwrap();
}

/// How memory was limited in a run, and what became of its task.
fn noted(dir: &Path, out: &str, slicer: &str) -> (String, String) {
    let said = fs::read_to_string(dir.join(format!("{out}.said"))).unwrap_or_default();
    let runs =
        fs::read_dir(dir.join(out).join(slicer)).unwrap_or_else(|cause| panic!("{out}: {cause}\n{said}"));
    let run = runs.flatten().map(|run| run.path()).max().expect("a run");
    let read =
        |file: &str| -> Value { serde_json::from_str(&fs::read_to_string(run.join(file)).unwrap()).unwrap() };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&read("run.json")["sandbox"]["memory"]), text(&read("tasks.jsonl")["status"]))
}

#[apply(test)]
#[needs(UserModeLinux)]
fn where_control_groups_are_delegated_the_kernel_limits_memory() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    for name in ["home", "tmp"] {
        fs::create_dir_all(dir.join(name)).unwrap();
    }
    copy_folder(&root("suite/python/numbers"), &dir.join("suite/python/numbers"));
    fs::write(dir.join("hoard.py"), HOARD).unwrap();
    adapter(dir, "hoard", &format!("\"python3\", \"{}\"", dir.join("hoard.py").display()));
    adapter(dir, "honest", "\"cat\"");
    let init = dir.join("init");
    fs::write(&init, INIT).unwrap();
    Command::new("chmod").arg("755").arg(&init).status().unwrap();
    let output = Command::new("timeout")
        .args([
            "900",
            "linux.uml",
            "rootfstype=hostfs",
            "rootflags=/",
            "rw",
            "mem=2G",
            "con=null",
            "con0=null,fd:1",
        ])
        .arg(format!("uml_dir={}", dir.join("home").display()))
        .arg(format!("init={}", init.display()))
        // What follows becomes the environment of the first process.
        .arg(format!("DIR={}", dir.display()))
        .arg(format!("PROGRAM={}", program_path().display()))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(dir.join("shared.handed-on").is_file(), "{said}");
    let memory = |how: &str| format!("all processes together, {how}");
    assert_eq!(noted(dir, "kernel", "hoard"), (memory("by the kernel"), "out-of-memory".to_owned()));
    // Whoever started the first run can start another in the same place.
    assert_eq!(noted(dir, "again", "honest"), (memory("by the kernel"), "answered".to_owned()));
    assert_eq!(noted(dir, "polled", "hoard"), (memory("polled"), "answered".to_owned()));
    assert_eq!(noted(dir, "shared", "hoard"), (memory("polled"), "answered".to_owned()));
    for run in ["kernel", "again", "polled", "shared"] {
        assert_eq!(fs::read_to_string(dir.join(format!("{run}.left"))).unwrap(), "", "{run} left folders");
    }
    assert_eq!(fs::read_to_string(dir.join("shared.handed-on")).unwrap().trim(), "");
}
