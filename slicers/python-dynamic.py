#!/usr/bin/env python3
"""Runs a dynamic slicer that is a library on one execution of a Python program.

    python-dynamic.py SLICER TOOL FILE LINE COLUMN VARIABLE INPUTS
    python-dynamic.py SLICER TOOL --version

SLICER is `pynguin`, `ipyflow` or `pruned-slicing`, TOOL the folder that it is in. LINE is 1-based, COLUMN a 0-based
offset in bytes of UTF-8. The first line of INPUTS is the execution: {"args": [...], "stdin": "..."}.

Prints {"lines": [...]}: of every time that the criterion is reached, the lines of its slice. Every failure is one line on
standard error, "<class>: <details>", with an exit code of its own.
"""

import ast
import contextlib
import importlib.metadata
import io
import json
import os
import re
import sys
import tempfile

USAGE, MISSING_FILE, PARSE_ERROR, NOT_FOUND, NOT_REACHED, FAILED, UNSUPPORTED = 2, 3, 4, 5, 6, 7, 8

# Function that gives back what it is given, for a use that does nothing else.
SEEN = "criterion_seen__"
# A file that does not exist: nobody looks for its text elsewhere.
PROGRAM = "<program>"


def fail(code, message):
    print(message, file=sys.stderr)
    sys.exit(code)


def find_criterion(tree, line, column, variable):
    """The name at this place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == variable and (node.lineno, node.col_offset) == (line, column):
            return node
        if isinstance(node, ast.arg) and node.arg == variable and (node.lineno, node.col_offset) == (line, column):
            fail(UNSUPPORTED, "unsupported: parameter as criterion")
    return fail(NOT_FOUND, f"criterion not found: no {variable} at {line}:{column}")


class Watch(ast.NodeTransformer):
    """Turns `x` into `seen(x)`, on the lines where it is."""

    def __init__(self, criterion):
        self.criterion = criterion

    def visit_Name(self, node):
        if node is not self.criterion:
            return node
        function = ast.copy_location(ast.Name(SEEN, ast.Load()), node)
        return ast.copy_location(ast.Call(function, [node], []), node)


@contextlib.contextmanager
def execution(file, inputs):
    """The arguments and the standard input of the execution; what it prints is nobody's answer."""
    with open(inputs, encoding="utf-8") as lines:
        bound = json.loads(lines.readline())
    sys.argv = [file, *bound["args"]]
    sys.stdin = io.TextIOWrapper(io.BytesIO(bound["stdin"].encode("utf-8")), encoding="utf-8")
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")):
        yield


def run_to_its_end(run):
    """`sys.exit` is an end like any other; of an execution that fails, what came before counts."""
    try:
        run()
    except SystemExit:
        pass
    except Exception as error:  # pylint: disable=broad-except
        print(f"the program ended with {type(error).__name__}: {error}", file=sys.stderr)


def by_pynguin(tree, criterion, setup):
    import pynguin.configuration as config
    from pynguin.instrumentation.machinery import build_transformer
    from pynguin.instrumentation.tracer import SubjectProperties
    from pynguin.slicer.dynamicslicer import DynamicSlicer, SlicingCriterion

    # The slicer starts with what takes a value, not with what loads one.
    is_read = isinstance(criterion.ctx, ast.Load)
    if is_read:
        tree = ast.fix_missing_locations(Watch(criterion).visit(tree))
    properties = SubjectProperties()
    transformer = build_transformer(properties, {config.CoverageMetric.CHECKED}, config.ToCoverConfiguration())
    code = transformer.instrument_code(compile(tree, PROGRAM, "exec"), "__main__")
    tracer = properties.instrumentation_tracer
    with setup, tracer:
        run_to_its_end(lambda: exec(code, {"__name__": "__main__", SEEN: lambda value: value}))  # pylint: disable=exec-used
        trace = tracer.get_trace()
    slicer, kept = DynamicSlicer(properties.existing_code_objects), set()
    instructions = trace.executed_instructions
    if is_read:
        loads = [i for i, one in enumerate(instructions) if one.argument == SEEN]
        found = [next(i for i in range(load, len(instructions)) if instructions[i].name == "CALL") for load in loads]
    else:
        found = [i for i, one in enumerate(instructions)
                 if one.lineno == criterion.lineno and one.argument == criterion.id and one.name.startswith("STORE_")]
    for position in found:
        kept |= {one.lineno for one in slicer.slice(trace, SlicingCriterion(position)) if isinstance(one.lineno, int)}
    return bool(found), kept


def by_ipyflow(tree, criterion, setup):
    os.environ["IPYTHONDIR"] = tempfile.mkdtemp()  # its history and settings
    from ipyflow.data_model.statement import statements
    from ipyflow.shell.interactiveshell import IPyflowInteractiveShell
    from ipyflow.singletons import flow

    # What the slicer knows is the value that a variable of the cell has in the end: the cell ends before the criterion.
    place = next(i for i, one in enumerate(tree.body) if criterion in ast.walk(one))
    if not isinstance(tree.body[place], (ast.Expr, ast.Assign, ast.AugAssign)) or not isinstance(criterion.ctx, ast.Load):
        fail(UNSUPPORTED, f"unsupported: criterion in {type(tree.body[place]).__name__}")
    before = ast.Module(tree.body[:place], [])
    shell = IPyflowInteractiveShell.instance()
    # Its statements are numbered, and have no lines of this file when they are printed again.
    with setup:
        run_to_its_end(lambda: shell.run_cell(ast.unparse(before)).raise_error())
    symbol = flow().global_scope.lookup_symbol_by_name(criterion.id)
    if symbol is None:
        return False, set()
    kept = set()
    for number in (one.timestamp.stmt_num for one in statements().make_multi_slice(symbol._get_timestamps_for_version(-1))):
        kept |= set(range(tree.body[number].lineno, tree.body[number].end_lineno + 1))
    return True, kept | set(range(tree.body[place].lineno, tree.body[place].end_lineno + 1))


def by_pruned_slicing(tree, criterion, setup):
    sys.path.insert(1, os.path.join(sys.path[0], "site"))
    from ast_tree_tracer import trace, trace_container
    from slicing.slice import get_pruned_slice
    from slicing.slicing_criteria_exception import SlicingCriteriaException

    with setup:
        try:
            # Else what is below `if __name__ == "__main__"` is not run.
            trace.trace_python(tree.source, {"__name__": "__main__"})
        except SystemExit:
            pass
        except Exception as error:  # pylint: disable=broad-except
            # It runs the program itself: its own refusals, and failures of the program.
            fail(UNSUPPORTED, f"unsupported: {refusal(error)}")
    records = trace_container.get_trace()
    if all(record["lineno"] != criterion.lineno for record in records):
        return False, set()
    try:
        # Of the last time that the line is reached.
        lines, _, _ = get_pruned_slice(records, criterion.id, criterion.lineno)
    except SlicingCriteriaException:
        return False, set()
    except Exception as error:  # pylint: disable=broad-except
        fail(UNSUPPORTED, f"unsupported: {refusal(error)}")
    return True, set(lines)


def refusal(error):
    """The construct that a library names, else what it failed with: the rest of its message shows terms of the program."""
    known = re.match(r"(\w+) not supported|(Parameter mismatch)", str(error))
    return known[1] or known[2].lower() if known else type(error).__name__


def version(slicer):
    print(importlib.metadata.version({"ipyflow": "ipyflow-core"}.get(slicer, slicer)))


def main(slicer, tool, *args):
    sys.path[0] = tool
    if args == ("--version",):
        return version(slicer)
    if len(args) != 5:
        fail(USAGE, "usage: python-dynamic.py SLICER TOOL FILE LINE COLUMN VARIABLE INPUTS")
    file, line, column, variable, inputs = args
    try:
        with open(file, encoding="utf-8") as source:
            text = source.read()
        tree = ast.parse(text)
        tree.source = text
    except OSError as error:
        fail(MISSING_FILE, f"missing file: {file} ({error.strerror})")
    except SyntaxError as error:
        fail(PARSE_ERROR, f"parse error: line {error.lineno}: {error.msg}")
    criterion = find_criterion(tree, int(line), int(column), variable)
    reached, kept = SLICERS[slicer](tree, criterion, execution(file, inputs))
    if not reached:
        fail(NOT_REACHED, f"criterion not reached: no value of {variable} in line {line}")
    print(json.dumps({"lines": sorted(kept | {int(line)})}))


SLICERS = {"pynguin": by_pynguin, "ipyflow": by_ipyflow, "pruned-slicing": by_pruned_slicing}

if __name__ == "__main__":
    main(*sys.argv[1:])
