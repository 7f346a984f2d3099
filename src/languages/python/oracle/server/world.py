"""What programs find around them: clocks that tick when they are read, streams that are texts, modules that compute."""

import ast
import builtins
import importlib
import io
import itertools
import types

# Modules that depend on their arguments alone, as far as their public names go.
PURE = frozenset(
    "abc array bisect calendar cmath collections collections.abc copy dataclasses decimal enum fractions functools heapq"
    " itertools json keyword math numbers operator pprint re statistics string struct textwrap typing unicodedata"
    " contextlib __future__".split()
)
VIRTUAL = frozenset("sys time random io".split())
# Names that reach beyond the program, or that would tell one run from another.
FORBIDDEN_NAMES = frozenset(
    "open exec eval compile __import__ breakpoint globals locals vars dir id memoryview help exit quit copyright credits"
    " license __loader__ __spec__ __build_class__ __builtins__".split()
)
# Special names that a program may use as attributes.
SPECIAL = frozenset(
    "__init__ __new__ __repr__ __str__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __bool__ __len__ __getitem__"
    " __setitem__ __delitem__ __contains__ __iter__ __next__ __reversed__ __call__ __enter__ __exit__ __add__ __sub__"
    " __mul__ __truediv__ __floordiv__ __mod__ __pow__ __neg__ __pos__ __abs__ __invert__ __and__ __or__ __xor__"
    " __lshift__ __rshift__ __radd__ __rsub__ __rmul__ __rtruediv__ __rfloordiv__ __rmod__ __iadd__ __isub__ __imul__"
    " __and__ __int__ __float__ __index__ __round__ __name__ __qualname__ __doc__ __class__ __slots__ __post_init__"
    " __getattr__ __setattr__ __missing__ __format__ __matmul__ __divmod__ __len_hint__ __match_args__ __set_name__".split()
)
DROPPED = {"operator": ("attrgetter", "methodcaller"), "typing": ("get_type_hints",), "functools": ()}


def obstacle(tree):
    """What of a program could do more than compute, with its line; None when there is nothing."""
    for node in ast.walk(tree):
        what = forbidden(node)
        if what:
            return "line %d: %s" % (getattr(node, "lineno", 0), what)
    return None


def forbidden(node):
    if isinstance(node, (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)):
        return "asynchronous code"
    if isinstance(node, ast.comprehension) and node.is_async:
        return "asynchronous code"
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        names = [node.module or "."] if not node.level else ["."]
        if any(alias.name == "*" or alias.name.startswith("_") for alias in node.names):
            if node.module != "__future__":
                return "`from %s import %s`" % (node.module, node.names[0].name)
    else:
        names = []
    for name in names:
        if name not in PURE and name not in VIRTUAL:
            return "the module `%s`" % name
    if isinstance(node, ast.Name) and (node.id in FORBIDDEN_NAMES or node.id.startswith("bs__")):
        return "the name `%s`" % node.id
    if isinstance(node, ast.Attribute) and node.attr.startswith("__") and node.attr not in SPECIAL:
        if node.attr.endswith("__"):
            return "the attribute `%s`" % node.attr
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == "__del__":
        return "a finaliser"
    return None


class Virtual(types.ModuleType):
    """A module of ours."""


def stream(text):
    return io.StringIO(text, newline=None)


class Sink:
    """Takes what is written and forgets it."""

    encoding = "utf-8"

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False


class Exit:
    """`sys.exit`; as the functions below one for all runs, since nothing can be changed in it."""

    __slots__ = ()

    def __call__(self, code=None):
        raise SystemExit(code)


class Told:
    """A function that always gives the same."""

    __slots__ = ("__value",)

    def __init__(self, value):
        self.__value = value

    def __call__(self, *_, **__):
        return self.__value


SYS = {
    "maxsize": (1 << 63) - 1,
    "byteorder": "little",
    "version_info": (3, 11, 0),
    "version": "3.11.0",
    "platform": "linux",
    "exit": Exit(),
    "setrecursionlimit": Told(None),
    "getrecursionlimit": Told(1000),
    "intern": sys.intern,
    "getsizeof": Told(64),
}


def virtual_sys(run):
    found = Virtual("sys")
    # At once: most programs import it, in every run.
    vars(found).update(SYS, stdin=run.stdin(), stdout=Sink(), stderr=Sink(), argv=run.argv(), path=[], modules={})
    return found


def virtual_time(run):
    found, clock = Virtual("time"), itertools.count(1_000_000_000)
    found.time = lambda: float(next(clock))
    found.monotonic = found.perf_counter = found.process_time = found.time
    found.time_ns = found.monotonic_ns = found.perf_counter_ns = lambda: next(clock) * 1_000_000_000
    found.sleep = lambda seconds: None
    return found


def virtual_random(run):
    random = importlib.import_module("random")
    found, source = Virtual("random"), random.Random(1)
    for name in dir(source):
        if not name.startswith("_"):
            setattr(found, name, getattr(source, name))

    class Random(random.Random):
        """Without a seed it has one."""

        def __init__(self, seed=1):
            super().__init__(1 if seed is None else seed)

        def seed(self, a=1, version=2):
            super().seed(1 if a is None else a, version)

    found.Random = Random
    found.seed = lambda a=1, version=2: source.seed(1 if a is None else a, version)
    return found


def virtual_io(run):
    found = Virtual("io")
    found.StringIO, found.BytesIO = io.StringIO, io.BytesIO
    return found


MAKERS = {"sys": virtual_sys, "time": virtual_time, "random": virtual_random, "io": virtual_io}


def public(name):
    """A module with its public names alone."""
    real = importlib.import_module(name)
    found = Virtual(name)
    for key, value in vars(real).items():
        hidden = key.startswith("_") or isinstance(value, types.ModuleType) or key in DROPPED.get(name, ())
        if not hidden or name == "__future__":
            setattr(found, key, value)
    return found


def plain_builtins():
    names = {key: value for key, value in vars(builtins).items() if key not in FORBIDDEN_NAMES}
    names["__build_class__"] = builtins.__build_class__

    def guarded(function):
        def call(value, name, *rest):
            if isinstance(name, str) and name.startswith("__") and name not in SPECIAL:
                raise AttributeError(name)
            return function(value, name, *rest)

        return call

    for name in ("getattr", "setattr", "delattr", "hasattr"):
        names[name] = guarded(getattr(builtins, name))
    return names
