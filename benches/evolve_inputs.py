#!/usr/bin/env python3
"""What `evolve` costs on a program of 220 to 360 nodes in each language with an oracle: start-up, and 1 000 inputs beside it.

    cargo build --release
    python3 benches/evolve_inputs.py [--inputs 1000] [--program target/release/bench-slicers] [--only LANGUAGE]

Each program has eight loops with branches, and the new version of it another constant on one boundary. Start-up is the same command with
one input. `replay` compares one version with what was saved; `given` runs both versions on inputs from a file; `drawn` searches inputs in both, which runs each program on many
more than are compared. Costs are seconds of the clock, and of the processors with those of the runtime, the smallest of three runs.
"""

import argparse
import ctypes
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
N_BLOCKS = 8

# Name of the file, entry point, head, a block, end; the variable of the point.
LANGUAGES = {
    "c": (
        "p.c",
        "main",
        "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n    int n = argc > 1 ? atoi(argv[1]) : 0;\n    int total = 0;\n",
        "    for (int i = 0; i < n % 7; i++) {\n        if (i + n > {bound}) total = total + i * {step};\n        else total = total - 1;\n    }\n",
        '    printf("%d\\n", total);\n    return 0;\n}\n',
        "total",
    ),
    "erlang": (
        "p.erl",
        "main/1",
        "-module(p).\n-export([main/1]).\n",
        "f{idx}(_, 0, T) -> T;\nf{idx}(N, I, T) when I + N > {bound} -> f{idx}(N, I - 1, T + I * {step});\nf{idx}(N, I, T) -> f{idx}(N, I - 1, T - 1).\n",
        "main(N) when is_integer(N) ->\n    Total = {calls},\n    Total.\n",
        "Total",
    ),
    "java": (
        "P.java",
        "main",
        "public class P {\n    public static void main(String[] args) {\n        int n = args.length > 0 ? Integer.parseInt(args[0]) : 0;\n        int total = 0;\n",
        "        for (int i = 0; i < n % 7; i++) {\n            if (i + n > {bound}) total = total + i * {step};\n            else total = total - 1;\n        }\n",
        "        System.out.println(total);\n    }\n}\n",
        "total",
    ),
    "javascript": (
        "p.js",
        "f",
        "function f(n) {\n  let total = 0;\n",
        "  for (let i = 0; i < n % 7; i++) {\n    if (i + n > {bound}) total = total + i * {step};\n    else total = total - 1;\n  }\n",
        "  return total;\n}\n",
        "total",
    ),
    "python": (
        "p.py",
        "f",
        "def f(n):\n    total = 0\n",
        "    for i in range(n % 7):\n        if i + n > {bound}:\n            total = total + i * {step}\n        else:\n            total = total - 1\n",
        "    return total\n",
        "total",
    ),
    "r": (
        "p.R",
        "__main__",
        "args <- commandArgs(TRUE)\nn <- if (length(args) > 0) as.integer(args[1]) else 0L\ntotal <- 0\n",
        "for (i in seq_len(n %% 7)) {\n  if (i + n > {bound}) {\n    total <- total + i * {step}\n  } else {\n    total <- total - 1\n  }\n}\n",
        "print(total)\n",
        "total",
    ),
}


def program(language, changed):
    """A version of the program, and the line of its point."""
    _, _, head, block, end, variable = LANGUAGES[language]
    text = head
    for idx in range(N_BLOCKS):
        bound = 40 + idx + (changed and idx == N_BLOCKS - 1)
        text += block.replace("{idx}", str(idx)).replace("{bound}", str(bound)).replace("{step}", str(idx + 2))
    calls = "0"
    for idx in range(N_BLOCKS):
        calls = f"f{idx}(N, abs(N rem 7), {calls})"
    text += end.replace("{calls}", calls)
    lines = text.splitlines()
    return text, max(number for number, line in enumerate(lines, 1) if variable in line)


def cost(command, folder):
    """Seconds of the clock and of the processor, the smallest of three runs."""
    found = []
    for _ in range(3):
        before, began = os.times(), time.monotonic()
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        # Runtimes that outlive the command by a moment.
        try:
            while True:
                os.wait()
        except ChildProcessError:
            after = os.times()
        if done.returncode > 1:
            raise SystemExit(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        spent = after.children_user - before.children_user + after.children_system - before.children_system
        found.append((time.monotonic() - began, spent))
    return tuple(min(column) for column in zip(*found))


def measure(bench, language, n):
    file, entry, *_, variable = LANGUAGES[language]
    with tempfile.TemporaryDirectory() as folder:
        for name, changed in (("old", False), ("new", True)):
            (Path(folder) / name).mkdir()
            text, line = program(language, changed)
            (Path(folder) / name / file).write_text(text)
        for name, count in (("one", 1), ("many", n)):
            lines = [json.dumps({"args": [str(idx)]}) for idx in range(count)]
            (Path(folder) / name).write_text("\n".join(lines) + "\n")
        at = ["--entry", entry, "--at", f"{file}:{line}:{variable}"]
        sides = [f"old/{file}", f"new/{file}"]

        def evolve(*more):
            return [bench, "--quiet", "evolve", *more]

        rows = []
        given = {name: evolve(*sides, *at, "--fresh", "0", "--inputs", name) for name in ("one", "many")}
        for name in ("one", "many"):
            subprocess.run([*given[name], "--save", f"{name}.json"], cwd=folder, capture_output=True)
        rows.append(("replay", *(evolve("--replay", f"{name}.json", sides[1]) for name in ("one", "many"))))
        rows.append(("given", given["one"], given["many"]))
        rows.append(("drawn", evolve(*sides, *at, "--fresh", "1"), evolve(*sides, *at, "--fresh", str(n))))
        for what, one, many in rows:
            (start, start_cpu), (whole, whole_cpu) = cost(one, folder), cost(many, folder)
            print(
                f"| {language} | {what} | {start:.2f} | {whole - start:.2f} | {whole_cpu - start_cpu:.2f} |",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--program", default=str(ROOT / "target/release/bench-slicers"))
    parser.add_argument("--only", help="one language")
    args = parser.parse_args()
    # Orphans become ours, so that their time is known (PR_SET_CHILD_SUBREAPER).
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    print("| language | inputs | start-up, s | the others, s | of the processors, s |\n|---|---|---|---|---|")
    for language in LANGUAGES:
        if args.only in (None, language):
            measure(args.program, language, args.inputs)


main()
