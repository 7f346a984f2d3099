"""Runs a program on an input, within fuel, and watches the criterion."""

import ast
import itertools
import sys

MAX_FUEL = 2_000_000
# Of a candidate that is waited for.
PATIENT_FUEL = 5_000_000
RETURNED, CRASHED, OUT_OF_FUEL = 0, 1, 2
PREFIX, AND_END, STRICT, TURNED = 0, 1, 2, 3


class Stop(BaseException):
    """The verdict is known, or fuel or memory is spent."""


class Input:
    """An input as it was given, and once the original has run, what that did."""

    def __init__(self, given, entry):
        self.argv = [str(argument) for argument in given["args"]]
        self.text = given["stdin"]
        if entry != "__main__":
            self.literals = [literal(argument) for argument in self.argv]

    def arguments(self):
        # Read anew, so that no run sees what another one did to them.
        return [ast.literal_eval(tree) for tree in self.literals]


def literal(source):
    try:
        tree = ast.parse(source.strip(), mode="eval")
        ast.literal_eval(tree)
        return tree
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise Refusal("input", source)


class Run:
    """One run: its fuel, its streams, the values seen."""

    is_different = is_done = is_opaque = is_used_up = False
    input_stream = last = forgiven = position = None

    def __init__(self, given, fuel, expected=None, rule=PREFIX, record=None):
        self.given, self.fuel, self.expected, self.rule = given, fuel, expected, rule
        self.record = Record() if record is None else record
        self.used, self.n_visits = {}, 0
        self.fuel_left = itertools.repeat(True, fuel + 1)
        self.tick = self.fuel_left.__next__
        self.seen, self.modules = [], {}
        self.n_expected = 0 if expected is None else len(expected)

    def stdin(self):
        if self.input_stream is None:
            self.input_stream = stream(self.given.text)
        return self.input_stream

    def argv(self):
        return ["program.py"] + (self.given.argv if not hasattr(self.given, "literals") else [])

    def ticks(self):
        return min(self.fuel, self.fuel + 1 - self.fuel_left.__length_hint__())

    def is_out(self):
        return self.fuel_left.__length_hint__() == 0

    def watch(self, value):
        """Observes, in the original."""
        if self.is_out():
            raise Stop
        if not is_comparable(value):
            self.is_opaque = True
        self.seen.append(snapshot(value))
        return value

    def compare(self, value):
        """Observes, in the place of the original."""
        if self.is_different or self.is_done or self.is_used_up or self.is_out():
            raise Stop
        seen = self.seen
        n = len(seen)
        if self.rule == TURNED:
            return self.turned(value)
        if n >= self.n_expected:
            self.is_different = self.rule == STRICT
            if self.is_different:
                self.last = value
                raise Stop
            return value
        found, wanted = snapshot(value), self.expected[n]
        if found is not wanted and (found != wanted or type(found) is not type(wanted)):
            self.is_different = True
            self.last = value
            raise Stop
        seen.append(found)
        if n + 1 == self.n_expected and self.rule == PREFIX:
            self.is_done = True
            raise Stop
        return value

    def turned(self, value):
        """Observes where a condition that is gone goes another way."""
        n = len(self.seen)
        if n >= self.n_expected:
            self.is_done = True
            raise Stop
        found, wanted = snapshot(value), self.expected[n]
        if self.position is None and (found != wanted or type(found) is not type(wanted)):
            self.position, self.last = n, value
        self.seen.append(found)
        return value


MAX_VALUES = 20_000


class PointsRun(Run):
    """A run that tells the values of several points."""

    def __init__(self, given, fuel, n_points, with_calls):
        super().__init__(given, fuel)
        self.n_points, self.with_calls = n_points, with_calls
        self.is_full = False

    def at(self, point):
        def watch(value):
            self.is_full |= len(self.seen) >= MAX_VALUES
            if self.is_out():
                raise Stop
            if not is_comparable(value):
                self.is_opaque = True
            around = calls(sys._getframe(1)) if self.with_calls else ("", [])
            self.seen.append((point, self.ticks(), spelled(snapshot(value))) + around)
            return value

        return watch

    def is_out(self):
        return self.is_full or super().is_out()

    def observers(self):
        """What the program calls, by its names."""
        found = {}
        for point in range(self.n_points):
            watch = self.at(point)
            found["bs__o%d" % point] = watch
            found["bs__p%d" % point] = observing(watch)
        return found


def calls(frame):
    """The function around with its parameters as they are, and the functions around that."""
    around, stack = "", []
    while frame is not None:
        code = frame.f_code
        if code.co_filename == "program.py":
            if not around and code.co_name not in ("<module>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"):
                names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
                told = ["%s=%s" % (name, spelled(snapshot(frame.f_locals[name]))[:200]) for name in names if name in frame.f_locals]
                around = "%s(%s)" % (code.co_name, ", ".join(told))
            stack.append("%s, line %d" % (code.co_name, frame.f_lineno))
        frame = frame.f_back
    return around, stack[:100]


def observing(function):
    def watch(value):
        function(value)
        return True

    return watch


class World:
    """What runs share, and whether it is as it was."""

    def __init__(self):
        self.builtins = plain_builtins()
        self.run, self.seen = None, "values"
        self.modules = {}
        self.builtins.update(
            __import__=self.import_module, print=self.print, input=self.input, iter=self.iter
        )
        self.remember()

    def remember(self):
        self.known_builtins = dict(self.builtins)
        self.known_modules = {name: dict(vars(module)) for name, module in self.modules.items()}
        self.known_classes = [
            (kind, dict(vars(kind)))
            for module in self.modules.values()
            for kind in vars(module).values()
            if isinstance(kind, type) and kind.__flags__ & 1 << 9
        ]

    def module(self, name):
        if name not in self.modules:
            module = self.modules[name] = public(name)
            if name == "itertools":
                module.count, module.cycle, module.repeat = self.count, self.cycle, self.repeat
            self.remember()
        return self.modules[name]

    def import_module(self, name, globals=None, locals=None, fromlist=(), level=0):
        run = self.run
        if name in MAKERS:
            if name not in run.modules:
                run.modules[name] = MAKERS[name](run)
            return run.modules[name]
        if name not in self.modules:
            raise ImportError("no module named " + repr(name))
        if name == "decimal":
            self.modules[name].setcontext(self.modules[name].Context())
        if "." in name and not fromlist:
            return self.modules[name.partition(".")[0]]
        return self.modules[name]

    def print(self, *values, sep=" ", end="\n", file=None, flush=False):
        for text in (sep, end):
            if text is not None and not isinstance(text, str):
                raise TypeError("sep and end must be None or a string")
        for value in values:
            if file is None:
                str(value)
            else:
                file.write(str(value))

    def input(self, prompt=""):
        str(prompt)
        line = self.run.stdin().readline()
        if not line:
            raise EOFError("EOF when reading a line")
        return line[:-1] if line.endswith("\n") else line

    # What never ends by itself spends fuel.

    def iter(self, *arguments):
        if len(arguments) != 2:
            return iter(*arguments)
        return self.until(*arguments)

    def until(self, function, sentinel):
        while self.run.tick():
            value = function()
            if value == sentinel:
                return
            yield value

    def count(self, start=0, step=1):
        while self.run.tick():
            yield start
            start += step

    def cycle(self, items):
        items = list(items)
        while items:
            for item in items:
                self.run.tick()
                yield item

    def repeat(self, value, *times):
        if times:
            yield from itertools.repeat(value, *times)
        while not times and self.run.tick():
            yield value

    def is_damaged(self):
        if self.builtins != self.known_builtins:
            return True
        modules = self.modules
        for name, known in self.known_modules.items():
            if vars(modules[name]) != known:
                return True
        return any(vars(kind) != known for kind, known in self.known_classes)

    def repair(self):
        self.builtins.clear()
        self.builtins.update(self.known_builtins)
        for name, known in self.known_modules.items():
            vars(self.modules[name]).clear()
            vars(self.modules[name]).update(known)
        for kind, known in self.known_classes:
            for key in [key for key in vars(kind) if key not in known]:
                type.__delattr__(kind, key)
            for key, value in known.items():
                if vars(kind).get(key, self) is not value:
                    type.__setattr__(kind, key, value)


def execute(world, code, entry, run, names):
    """Runs a compiled program to its end; how it ended, and the exception."""
    world.run = run
    watch = run.watch if run.expected is None else run.compare
    module = {
        "__name__": "__main__" if entry == "__main__" else "program",
        "__builtins__": world.builtins,
        "bs__t": run.tick,
        "bs__o": watch,
        "bs__p": observing(watch),
        "bs__d": dict,
        "bs__i": same,
        "bs__E": BaseException,
        **names,
    }
    if world.seen != "values":
        module.update(seeing(run, world.seen))
    try:
        exec(code, module)
        if entry != "__main__":
            module[entry](*run.given.arguments())
        return (OUT_OF_FUEL if run.is_out() else RETURNED), None
    except SystemExit:
        return (OUT_OF_FUEL if run.is_out() else RETURNED), None
    except MemoryError as error:
        return OUT_OF_FUEL, error
    except BaseException as error:
        return (OUT_OF_FUEL if run.is_out() else CRASHED), error


def same(value):
    return value


def verdict_of(run, end):
    """0 same, 1 different, 2 out of fuel, of a run beside what the original did."""
    n_seen = len(run.seen)
    if run.is_done:
        return 0
    if run.is_different:
        return 1
    if run.rule == TURNED:
        # Where it is visited less or more often, nothing is asked for.
        is_asked = n_seen == run.n_expected and end != OUT_OF_FUEL and run.record.is_alike(run.used)
        return int(is_asked and run.position is not None)
    if n_seen < run.n_expected:
        return 2 if end == OUT_OF_FUEL else 1
    if run.rule == AND_END:
        return 2 if end == OUT_OF_FUEL else 0
    if run.rule == STRICT and end != RETURNED:
        return 2 if end == OUT_OF_FUEL else 1
    return 0
