"""Runs programs and slices of Python as scripts, on many inputs each, and says what their criteria were.

The jobs and what is printed of each run are described in `runtimes.rs`.
"""

import io
import resource
import signal
import sys
import types

N_VALUES, N_CHARS = 500, 20_000
# A slice may run on after its values; where it often does, less time and then no more is spent on it.
N_LATE, N_TOO_LATE = 5, 40


class OutOfTime(BaseException):
    """Is raised again and again, until the program ends."""


def canonical(value, around=()):
    """Text that is equal for equal values of equal types."""
    kind = type(value)
    if kind is int:
        return hex(value)
    if value is None or value is ... or kind in (bool, float, complex, str, bytes, bytearray, range):
        return kind.__name__ + repr(value)
    if any(value is other for other in around):
        return "around"
    around = (*around, value)
    if kind in (list, tuple):
        return kind.__name__ + "[" + ",".join(canonical(item, around) for item in value) + "]"
    if kind in (set, frozenset):
        return kind.__name__ + "[" + ",".join(sorted(canonical(item, around) for item in value)) + "]"
    if isinstance(value, dict):
        pairs = sorted(canonical(key, around) + ":" + canonical(item, around) for key, item in dict.items(value))
        return kind.__name__ + "{" + ",".join(pairs) + "}"
    if isinstance(value, types.FunctionType) or not hasattr(value, "__dict__"):
        return kind.__name__
    return kind.__name__ + canonical(value.__dict__, around)


class Run:
    """What a run has shown."""

    def __init__(self):
        self.seen, self.n_chars = [], 0

    def see(self, k, value):
        if len(self.seen) < N_VALUES and self.n_chars < N_CHARS:
            text = canonical(value)
            self.n_chars += len(text)
            self.seen.append("%d=%s" % (k, text.encode("utf-8", "surrogatepass").hex()))
        return value


def out_of_time(signum, frame):
    raise OutOfTime


def run(code, stdin, args, limit):
    """How it ends, and what was seen."""
    this = Run()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8", errors="surrogateescape")
    sys.stdout, sys.stderr, sys.argv = io.StringIO(), io.StringIO(), ["program.py", *args]
    if "random" in sys.modules:
        sys.modules["random"].seed(1)
    module = types.ModuleType("__main__")
    module.__see__ = this.see
    sys.modules["__main__"] = module
    try:
        signal.setitimer(signal.ITIMER_PROF, limit, 0.01)
        try:
            exec(code, module.__dict__)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        end = "done"
    except OutOfTime:
        end = "timeout"
    except SystemExit:
        end = "done"
    except BaseException as error:
        end = "crashed" if OutOfTime not in causes(error) else "timeout"
    return end, this.seen


def causes(error):
    found = set()
    while error is not None:
        found.add(type(error))
        error = error.__context__
    return found


def inputs(path):
    for line in open(path):
        stdin, args = line.rstrip("\n").split(";")
        yield bytes.fromhex(stdin), [bytes.fromhex(arg).decode("utf-8") for arg in args.split(",")[:-1]]


def main(folder, out):
    signal.signal(signal.SIGPROF, out_of_time)
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    given, skipped = [], set()
    for text_idx, line in enumerate(open(folder + "/jobs")):
        kind, path, what = line.rstrip("\n").split("\t")
        if kind == "program":
            given, skipped = list(inputs(what)), set()
        try:
            with open(path, encoding="utf-8", newline="") as source:
                code = compile(source.read(), "program.py", "exec")
        except SyntaxError as error:
            out.write("%d\t0\trefused\t0=%s\n" % (text_idx, str(error).encode().hex()))
            continue
        only = -1 if kind == "program" else int(what)
        late = skipped if kind == "program" else set()
        for idx, (stdin, args) in enumerate(given):
            if idx in skipped or only not in (-1, idx) or kind == "slice" and len(late) > N_TOO_LATE:
                continue
            end, seen = run(code, stdin, args, 0.1 if kind == "program" or len(late) > N_LATE else 1.0)
            if end == "timeout" or kind == "program" and not seen:
                late.add(idx)
            out.write("\t".join([str(text_idx), str(idx), end, *seen]) + "\n")
    out.flush()


main(sys.argv[1], sys.stdout)
