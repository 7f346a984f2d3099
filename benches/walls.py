#!/usr/bin/env python3
"""What it costs to call a slicer: bare, in a run without walls, without namespaces, within all walls; beside hyperfine and BenchExec.

    cargo build --release
    python3 benches/walls.py [--calls 500] [--program target/release/bench-slicers] [--runexec PATH]

The slicer is `cat`, on as many small Python programs as there are calls. What a run costs besides, its start and its end, is taken off: the cost
of a call is that of the long run less that of one with 20 calls. Reading the answer, its record and its grade are in it. hyperfine (Debian's hyperfine)
calls `cat` without a shell and keeps nothing; BenchExec's `runexec` (PyPI's benchexec) is called once for each, as its users do, and, in one process, as a
library. Costs are milliseconds of all processors, those of children and orphans included, and of the clock; one job.
"""

import argparse
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from many_tasks import ROOT, generate

FEW = 20

ADAPTER = """\
format = 1
name = "cat"
languages = ["python"]

[[step]]
command = ["cat", "{file}"]

[answer]
from = "stdout"
is = "source"
"""

# As a library: executes `cat` so many times, within the walls of BenchExec.
LIBRARY = """\
import logging, sys
from benchexec.runexecutor import RunExecutor
logging.disable(logging.CRITICAL)
modes = {"/": "read-only", "/tmp": "hidden", "/run": "hidden"}
executor = RunExecutor(use_namespaces=True, dir_modes=modes)
for _ in range(int(sys.argv[1])):
    found = executor.execute_run(["cat", sys.argv[2]], "/dev/null", workingDir="/")
    assert "terminationreason" not in found, found
"""


def cost(command, folder, env=None):
    """Seconds of the processors and of the clock; `None` where it fails."""
    before, began = os.times(), time.monotonic()
    done = subprocess.run([str(word) for word in command], cwd=folder, env={**os.environ, **(env or {})}, capture_output=True)
    try:
        while True:
            os.wait()
    except ChildProcessError:
        after = os.times()
    wall_s = time.monotonic() - began
    if done.returncode != 0:
        print(done.stderr.decode(errors="replace")[-1000:], file=sys.stderr)
        return None
    return after.children_user - before.children_user + after.children_system - before.children_system, wall_s


def row(name, per_call):
    if per_call is None:
        print(f"| {name} | does not run here | |", flush=True)
    else:
        print(f"| {name} | {1000 * per_call[0]:.2f} | {1000 * per_call[1]:.2f} |", flush=True)


def difference(many, few, n):
    return None if many is None or few is None else tuple((a - b) / n for a, b in zip(many, few))


def of_runs(program, folder, n_calls, sandbox, lacks):
    found = []
    for size in (FEW, n_calls):
        words = ["--quiet", "run", "--slicer", "cat.toml", "--suite", f"suite-{size}", "--out", "out", "--jobs", "1"]
        env = {"BENCH_SLICERS_SANDBOX_LACKS": lacks}
        costs = [cost([program, *words, "--sandbox", sandbox], folder, env) for _ in range(3)]
        found.append(None if None in costs else tuple(min(column) for column in zip(*costs)))
    return difference(found[1], found[0], n_calls - FEW)


def of_hyperfine(folder, n_calls, target):
    if shutil.which("hyperfine") is None:
        return None
    words = ["hyperfine", "-N", "--warmup", "5", "--runs", n_calls, "--export-json", "times.json", f"cat {target}"]
    if cost(words, folder) is None:
        return None
    (found,) = json.loads((folder / "times.json").read_text())["results"]
    return found["user"] + found["system"], found["mean"]


def of_runexec(runexec, folder, n_calls, target):
    words = [runexec, "--read-only-dir", "/", "--hidden-dir", "/tmp", "--output", "/dev/null", "--", "cat", target]
    costs = [cost(words, folder) for _ in range(max(3, n_calls // 50))]
    return None if None in costs else tuple(sum(column) / len(costs) for column in zip(*costs))


def of_library(runexec, folder, n_calls, target):
    python = Path(runexec).with_name("python3")
    few, many = (cost([python, "-c", LIBRARY, n, target], folder) for n in (2, max(10, n_calls // 10)))
    return difference(many, few, max(10, n_calls // 10) - 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--program", default=ROOT / "target/release/bench-slicers", type=Path)
    parser.add_argument("--runexec", default=shutil.which("runexec"))
    args = parser.parse_args()
    # Orphans become ours, so that their time is known (PR_SET_CHILD_SUBREAPER).
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    program, n_calls = args.program.resolve(), args.calls
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for size in (FEW, n_calls):
            generate(folder / f"suite-{size}", size)
        (folder / "cat.toml").write_text(ADAPTER)
        # Below `/tmp` BenchExec would hide it.
        target = Path(__file__).resolve()
        print("| call | processors, ms | clock, ms |\n|---|---|---|", flush=True)
        row("`cat`, by hyperfine", of_hyperfine(folder, n_calls, target))
        row("in a run, no walls", of_runs(program, folder, n_calls, "off", ""))
        row("in a run, walls without namespaces", of_runs(program, folder, n_calls, "auto", "namespaces"))
        row("in a run, all walls", of_runs(program, folder, n_calls, "strict", ""))
        if args.runexec is not None:
            row("BenchExec, as a library", of_library(args.runexec, folder, n_calls, target))
            row("BenchExec, `runexec`", of_runexec(args.runexec, folder, n_calls, target))


main()
