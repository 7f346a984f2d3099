#!/usr/bin/env python3
"""Minimal slices of the C tasks beside what program reducers make of the same programs.

    apt-get install cvise gcc python3
    cargo install treereduce-c --root ~/reducers
    cargo build --release
    python3 benches/c_reducers.py --treereduce ~/reducers/bin/treereduce-c [--results FOLDER] [PART-OF-ID ...]

All get the same property: on every input of the benchmark, the values that the criterion takes in the program come first in what is
left. A reducer asks a shell script, which compiles a candidate with gcc and the flags of our oracle and runs it on one input after the
other; the criterion is wrapped in a call of a function that compares, and ends the run when the last value was right. `minimize` has
everything on: it looks for inputs, tries to refute its slice with 10 000 more, and goes to depth 4. Processor time is user and system
time of the program and all processes that it started and waited for. Nodes are counted by `bench-slicers`; an answer is a part of the
program when the grader finds in it nothing that the program has not. A tool that is not named, or not there, is left out.
"""

import argparse
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Those of src/languages/c/oracle/compiler.rs.
FLAGS = [
    "-std=gnu17", "-w", "-Werror=implicit-function-declaration", "-ftrivial-auto-var-init=pattern",
    "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-fno-strict-aliasing",
]

# Compares the values of the criterion with those in BS_EXPECTED; without it, writes them to standard error. A run that has taken a tenth of a
# second of processor time does not end.
OBSERVER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
static char *rest;
static void end(void) { if (rest) _exit(1); }
__attribute__((constructor)) static void begin(void)
{
    struct itimerval limit = { { 0, 0 }, { 0, 100000 } };
    rest = getenv("BS_EXPECTED");
    if (rest && !*rest) _exit(0);
    atexit(end);
    setitimer(ITIMER_PROF, &limit, 0);
}
int bs_observe(int value)
{
    if (!rest) { fprintf(stderr, "%d ", value); return value; }
    char *after;
    if (strtol(rest, &after, 10) != value || after == rest) _exit(1);
    while (*after == ' ') after++;
    rest = after;
    if (!*rest) _exit(0);
    return value;
}
"""

ADAPTER = """format = 1
name = "reduced"
languages = ["c"]
tool-dir = "FOLDER"
[[step]]
command = ["cat", "{tooldir}/{line}-{variable}.c"]
[answer]
from = "stdout"
is = "source"
"""


def tasks(parts):
    """(id, benchmark, its manifest, criterion) of the C tasks that are about the values of all runs of one file."""
    for manifest in sorted(ROOT.glob("suite/c/*/benchmark.toml")):
        benchmark = tomllib.loads(manifest.read_text())
        # A reducer has one file.
        for criterion in benchmark["criterion"] if isinstance(benchmark["program"], str) else []:
            task = f"c/{manifest.parent.name}/{criterion['id']}"
            if "kind" not in criterion and (not parts or any(part in task for part in parts)):
                yield task, manifest.parent, benchmark, criterion


def wrapped(text, criterion):
    """The program with the criterion in a call of the observer."""
    lines = text.split("\n")
    line = lines[criterion["line"] - 1]
    places = [match for match in re.finditer(rf"\b{criterion['variable']}\b", line)]
    place = places[criterion.get("occurrence", 1) - 1]
    lines[criterion["line"] - 1] = f"{line[:place.start()]}bs_observe({place[0]}){line[place.end():]}"
    return "\n".join(lines)


def unwrapped(text):
    """Without the call of the observer, whose argument a reducer may have changed."""
    return re.sub(r"bs_observe\s*\(\s*(\w+)\s*\)", r"\1", text)


def prepare(folder, task, place, benchmark, criterion):
    """The wrapped program, and the script that tells whether a candidate is a slice."""
    (folder / "observer.c").write_text(OBSERVER)
    (folder / "observer.h").write_text("int bs_observe(int value);\n")
    compiler = ["gcc", *FLAGS, "-include", str(folder / "observer.h")]
    observer = str(folder / "observer.o")
    subprocess.run(["gcc", "-O1", "-c", "-o", observer, str(folder / "observer.c")], check=True)
    program = folder / "program.c"
    program.write_text(wrapped((place / benchmark["program"]).read_text(), criterion))
    subprocess.run([*compiler, "-o", str(folder / "original"), str(program), observer], check=True)
    script = ["#!/bin/sh", 'd=$(mktemp -d) || exit 2', 'trap \'rm -rf "$d"\' EXIT',
              f'{shlex.join(compiler)} -o "$d/p" "${{1:-program.c}}" {shlex.quote(observer)} 2>/dev/null || exit 1']
    for idx, given in enumerate(benchmark["input"]):
        text = folder / f"input-{idx}.txt"
        text.write_text(given.get("stdin", ""))
        args = given.get("args", [])
        run = subprocess.run([str(folder / "original"), *args], stdin=text.open(), capture_output=True, text=True)
        script.append(f'BS_EXPECTED={shlex.quote(run.stderr.strip())} "$d/p" {shlex.join(args)} '
                      f'<{shlex.quote(str(text))} >/dev/null 2>&1 || exit 1')
    check = folder / "check.sh"
    check.write_text("\n".join(script) + "\nexit 0\n")
    check.chmod(0o755)
    assert subprocess.run([str(check), str(program)]).returncode == 0, f"{task}: the program is no slice of itself"
    return program, check


def measured(command, cwd):
    """Output, processor time and wall time of a command with all that it starts."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before, begun = used(), time.monotonic()
    done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout, used() - before, time.monotonic() - begun


def reducers(options):
    """Names of tools, with the command for a program and a script; and where the answer is."""
    if options.treereduce:
        for name, more in [("treereduce-c", []), ("treereduce-c --slow", ["--slow"])]:
            yield name, lambda program, check, more=more: (
                [options.treereduce, "--quiet", "-j", "2", *more, "--source", program.name, "--output", "reduced.c", str(check), "@@.c"],
                program.parent / "reduced.c")
    if options.cvise:
        yield "cvise", lambda program, check: (
            [options.cvise, "--n", "2", check.name, program.name], program)


def graded(options, folder, names):
    """For each task, nodes of an answer, and whether the program has all of it."""
    adapter = folder / "reduced.toml"
    adapter.write_text(ADAPTER.replace("FOLDER", str(folder)))
    command = [options.bench_slicers, "run", "--suite", str(ROOT / "suite"), "--slicer", str(adapter), "--out", str(folder / "out"),
               "--format", "json", "--quiet", "--filter", "c/*"]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {row["task"]: row for row in rows if row["task"] in names}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench-slicers", default=str(ROOT / "target/release/bench-slicers"))
    parser.add_argument("--treereduce", help="the program treereduce-c")
    parser.add_argument("--cvise", default="cvise", help="empty for none")
    parser.add_argument("--results", help="folder for the answers")
    parser.add_argument("part", nargs="*")
    options = parser.parse_args()
    results = Path(options.results or tempfile.mkdtemp())
    chosen = list(tasks(options.part))
    names = {task for task, *_ in chosen}
    times, nodes = {}, {}
    for name, command in reducers(options):
        answers = results / name.replace(" ", "")
        answers.mkdir(parents=True, exist_ok=True)
        for task, place, benchmark, criterion in chosen:
            with tempfile.TemporaryDirectory() as scratch:
                program, check = prepare(Path(scratch), task, place, benchmark, criterion)
                line, answer = command(program, check)
                _, *times[name, task] = measured(line, scratch)
                (answers / f"{criterion['line']}-{criterion['variable']}.c").write_text(unwrapped(answer.read_text()))
        for task, row in graded(options, answers, names).items():
            nodes[name, task] = (row["kept"] + row["surplus"], row["invented"], row.get("residue", 0))
    for task, *_ in chosen:
        told, *times["minimize", task] = measured([options.bench_slicers, "minimize", task, "--suite", str(ROOT / "suite"), "--json"], ROOT)
        nodes["minimize", task] = (json.loads(told)["slice_nodes"], 0, 0)
    print("| task | tool | CPU s | wall s | CPU, times that of `minimize` | nodes | part of the program |\n|---|---|---|---|---|---|---|")
    tools = ["minimize", *(name for name, _ in reducers(options))]
    for task, *_ in chosen:
        for tool in tools:
            cpu, wall = times[tool, task]
            kept, invented, _ = nodes[tool, task]
            ratio = cpu / times["minimize", task][0]
            part = "yes" if invented == 0 else f"no, {invented} nodes are new"
            print(f"| `{task}` | {tool} | {cpu:.1f} | {wall:.1f} | {ratio:.1f} | {kept} | {part} |")


if __name__ == "__main__":
    main()
