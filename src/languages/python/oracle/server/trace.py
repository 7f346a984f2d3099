"""What a run reads, writes and decides, statement by statement: the dependences of one run, for dynamic slices.

A *unit* is a statement, a handler or `case`, or an operand that a slice may leave out. Variables are cells of the call that
they belong to, attributes and elements cells of their objects, by identity. What library code does is taken from its name: where
nothing is known it looks at all that it is given, and changes the object that it is a method of.
"""

import collections
import types

# Kinds of dependences, as src/flow/trace.rs has them.
DATA, CALL, DECIDES, MAYBE, CAUGHT, NAMED = range(6)

PLAIN = frozenset((int, str, float, bool, type(None), bytes, complex, type(...), range, slice))
CONTAINERS = (list, tuple, dict, set, frozenset, collections.deque, bytearray)
MUTABLE = (list, dict, set, collections.deque, bytearray)
OPAQUE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.GeneratorType)

# What methods of containers do: how far they look into the container and into arguments, whether they change the container.
METHODS = {
    **dict.fromkeys("append appendleft add insert clear".split(), (0, 0, True)),
    **dict.fromkeys("extend extendleft update".split(), (0, 1, True)),
    **dict.fromkeys("pop popleft popitem setdefault".split(), (1, 0, True)),
    **dict.fromkeys("copy keys values items get".split(), (1, 0, False)),
    **dict.fromkeys("index count isdisjoint issubset issuperset union intersection difference".split(), (2, 2, False)),
}
# How far functions look into what they are given; others look at everything.
DEPTHS = {
    **dict.fromkeys("len isinstance issubclass callable type".split(), 0),
    **dict.fromkeys("enumerate zip reversed list tuple iter next range map filter dict deque".split(), 1),
}
CHANGES_ARGUMENTS = frozenset(
    "heappush heappop heapify heapreplace heappushpop insort insort_left insort_right shuffle next setattr delattr".split()
)


class Frame:
    """A call that runs: what called it, and where it is."""

    __slots__ = ("caller", "unit", "depth", "outcomes")

    def __init__(self, caller):
        self.caller, self.unit, self.depth, self.outcomes = caller, None, 0, {}


class Trace:
    def __init__(self, run, world):
        self.tick, self.world = run.tick, world
        # In the order in which they are first seen.
        self.edges, self.ran = {}, {}
        self.n_edges = self.n_ran = self.n_values = 0
        self.variables, self.fields, self.elements, self.changed = {}, {}, {}, {}
        self.maybe = {}
        # Objects whose identity is a key, and what objects of libraries are made from.
        self.alive, self.sources, self.classes = {}, {}, {}
        self.time = 0
        self.stack, self.objects = [], []

    def names(self):
        """What the program calls, by its names."""
        return {"bs__" + name: getattr(self, name) for name in dir(Trace) if not name.startswith("_") and name != "names"}

    # Where the run is

    def at(self, frame, unit):
        stack, depth = self.stack, frame.depth
        if depth < len(stack) and stack[depth] is frame:
            if len(stack) > depth + 1:
                self.abandon(depth)
        else:
            self.push(frame)
        frame.unit = unit

    def push(self, frame):
        frame.depth = len(self.stack)
        self.stack.append(frame)

    def abandon(self, depth):
        """Calls above this one have ended by a failure, which is what they gave."""
        stack = self.stack
        for idx in range(depth, len(stack) - 1):
            self.edges[DATA, stack[idx].unit, stack[idx + 1].unit] = None
        del stack[depth + 1 :]

    def s(self, frame, unit):
        """A statement begins."""
        self.tick()
        self.time += 1
        self.at(frame, unit)
        self.ran[unit] = None
        if frame.caller is not None:
            self.edges[CALL, unit, frame.caller] = None

    def module(self):
        frame = Frame(None)
        self.push(frame)
        return frame

    def enter(self, unit, names, gives=()):
        """A function begins; its parameters have what the call gave. Without what `gives` values it would be no generator."""
        caller = self.stack[-1].unit if self.stack else None
        frame = Frame(caller)
        self.push(frame)
        if caller is not None:
            for needed in (unit, *gives):
                self.edges[DATA, caller, needed] = None
            for name in names:
                self.variables[frame, name] = caller, self.time
        return frame

    def leave(self, frame):
        if frame.caller is not None:
            self.could(frame.caller, (frame, "return"), -1)
        if frame.depth < len(self.stack) and self.stack[frame.depth] is frame:
            del self.stack[frame.depth :]

    def ret(self, frame, unit, value=None):
        if frame.caller is not None:
            self.edges[DATA, frame.caller, unit] = None
        self.leave(frame)
        return value

    def give(self, frame, unit, value=None):
        """A generator gives a value to what asks for it."""
        if 0 < frame.depth < len(self.stack):
            self.edges[DATA, self.stack[frame.depth - 1].unit, unit] = None
        self.leave(frame)
        return value

    def go_on(self, frame, unit, value):
        if self.stack:
            frame.caller = self.stack[-1].unit
            self.edges[CALL, unit, frame.caller] = None
        self.push(frame)
        frame.unit = unit
        return value

    def enter_lambda(self, unit):
        caller = self.stack[-1].unit if self.stack else None
        frame = Frame(caller)
        self.push(frame)
        frame.unit = unit
        if caller is not None and caller != unit:
            self.edges[CALL, unit, caller] = self.edges[DATA, caller, unit] = None
        return frame

    def leave_lambda(self, frame, value):
        self.leave(frame)
        return value

    def caught(self, frame, unit, guarded, names):
        """A handler begins."""
        failed = frame.unit
        self.time += 1
        self.edges[DATA, guarded, failed] = None
        self.edges[DATA, unit, failed] = None
        self.edges[CAUGHT, failed, unit] = None
        self.at(frame, unit)
        self.ran[unit] = None
        self.define(frame, unit, *names)

    def tried(self, unit, chosen):
        """The guard of a case is about to be evaluated."""
        self.ran[chosen] = None
        self.edges[DATA, unit, chosen] = None

    def case(self, frame, unit, chosen, names):
        self.ran[chosen] = None
        self.edges[DATA, unit, chosen] = None
        self.define(frame, unit, *names)

    def done(self, frame, unit):
        """The body of a `with` has come to its end."""
        frame.outcomes[unit] = True

    def behind(self, frame, unit):
        """Behind a `with`, whose manager may have taken a failure away."""
        if not frame.outcomes.pop(unit, False):
            failed = frame.unit
            self.edges[DATA, unit, failed] = self.edges[CAUGHT, failed, unit] = None
        self.at(frame, unit)

    # Operands and branches

    def u(self, frame, unit, others=()):
        """An operand is about to be evaluated."""
        frame.unit = unit
        self.ran[unit] = None
        for other in others:
            frame.outcomes.pop(other, None)

    def e(self, frame, around, unit, value):
        """An operand has been evaluated."""
        frame.unit = around
        frame.outcomes[unit] = truth(value)
        return value

    def b(self, frame, around, wanted, operands, value):
        """An operator with operands that it may not need: those decide that have the outcome `wanted`, or else all."""
        outcomes, seen = frame.outcomes, []
        for unit, names in operands:
            if unit in outcomes:
                seen.append((unit, outcomes.pop(unit)))
                continue
            for owner, name in names:
                found = self.variables.get((owner, name))
                if found:
                    self.edges[NAMED, unit, found[0]] = None
        is_known = wanted is not None and all(outcome is not None for _, outcome in seen)
        deciding = [unit for unit, outcome in seen if is_known and outcome is wanted]
        for unit in deciding or [unit for unit, _ in seen]:
            self.edges[DECIDES, around, unit] = None
        return value

    def p(self, unit, if_true, if_false, value):
        """A condition has been evaluated: what could have been written on the other way."""
        outcome = True if value else False
        self.skip(unit, if_false if outcome else if_true)
        return outcome

    def skip(self, unit, places):
        self.time += 1
        for place in places:
            self.maybe.setdefault(place, {})[unit] = self.time

    def object(self, thunk):
        """The place of an object's content."""
        try:
            value = thunk()
        except Exception:
            return "[]"
        self.alive[id(value)] = value
        return "[]", id(value)

    def could(self, unit, place, since):
        for decider, time in self.maybe.get(place, {}).items():
            if time > since:
                self.edges[MAYBE, unit, decider] = None

    # Variables, attributes, elements

    def r(self, frame, unit, name, value):
        found = self.variables.get((frame, name))
        if found:
            self.edges[DATA, unit, found[0]] = None
        if (frame, name) in self.maybe:
            self.could(unit, (frame, name), found[1] if found else -1)
        return value

    def define(self, frame, unit, *names):
        for name in names:
            self.variables[frame, name] = unit, self.time

    def named(self, frame, unit, name, value):
        self.define(frame, unit, name)
        return value

    def klass(self, frame, unit, kind, members):
        self.classes[id(kind)] = self.alive[id(kind)] = kind
        fields = self.fields.setdefault(id(kind), {})
        for name, member in members.items():
            fields[name] = member, self.time

    def attr(self, unit, value, name):
        """An attribute is read."""
        if type(value) in PLAIN:
            return value
        found = self.fields.get(id(value), {}).get(name)
        if not found:
            for kind in (value if isinstance(value, type) else type(value)).__mro__:
                found = self.fields.get(id(kind), {}).get(name)
                if found:
                    break
        if found:
            self.edges[DATA, unit, found[0]] = None
        self.could(unit, (".", name), found[1] if found else -1)
        return value

    def set_attr(self, unit, value, name):
        self.alive[id(value)] = value
        self.fields.setdefault(id(value), {})[name] = unit, self.time
        return value

    def both_attr(self, unit, value, name):
        return self.set_attr(unit, self.attr(unit, value, name), name)

    def item(self, value):
        """What a key belongs to, which is evaluated next."""
        self.objects.append(value)
        return value

    def key(self, unit, key):
        """An element is read."""
        value = self.objects.pop()
        kind = type(value)
        if kind in PLAIN or kind is tuple:
            return key
        self.element(unit, value, key)
        return key

    def element(self, unit, value, key):
        if not isinstance(value, MUTABLE) or isinstance(key, slice):
            return self.look(unit, value, 1)
        found = self.elements.get(id(value), {}).get(place(value, key))
        if found:
            self.edges[DATA, unit, found[0]] = None
        since = found[1] if found else -1
        for writer, time in self.changed.get(id(value), {}).items():
            if time > since:
                self.edges[DATA, unit, writer] = None
        self.could(unit, ("[]", id(value)), since)
        self.could(unit, "[]", since)

    def set_key(self, unit, key):
        """An element is written."""
        value = self.objects.pop()
        self.alive[id(value)] = value
        where = place(value, key)
        is_there = isinstance(value, dict) and where is not None and key in value or isinstance(value, list)
        if where is None or not is_there:
            self.change(unit, value)
        if where is not None:
            self.elements.setdefault(id(value), {})[where] = unit, self.time
        return key

    def del_key(self, unit, key):
        self.change(unit, self.objects.pop())
        return key

    def both_key(self, unit, key):
        value = self.objects[-1]
        self.element(unit, value, key)
        try:
            inner = value[key] if type(value) in (list, dict) else None
        except Exception:
            inner = None
        self.grow(unit, inner)
        return self.set_key(unit, key)

    def grow(self, unit, value):
        """`+=` changes what it is given, where it can be changed."""
        if isinstance(value, MUTABLE):
            self.look(unit, value, 1)
            self.change(unit, value)

    def change(self, unit, value):
        if type(value) not in PLAIN:
            self.alive[id(value)] = value
            self.changed.setdefault(id(value), {})[unit] = self.time

    def x(self, unit, value, depth=1):
        """A value is looked into."""
        if type(value) not in PLAIN:
            self.look(unit, value, depth)
        return value

    def look(self, unit, value, depth, seen=None):
        """Depends on what is in a value: 0 is how much, 1 its elements, 2 everything."""
        if type(value) in PLAIN or isinstance(value, OPAQUE):
            return
        edges, me = self.edges, id(value)
        for writer in self.changed.get(me, ()):
            edges[DATA, unit, writer] = None
        self.could(unit, ("[]", me), -1)
        self.could(unit, "[]", -1)
        if not depth:
            return
        for found, _ in self.elements.get(me, {}).values():
            edges[DATA, unit, found] = None
        seen = set() if seen is None else seen
        if me in seen:
            return
        seen.add(me)
        for source in self.sources.get(me, ()):
            self.look(unit, source, depth, seen)
        if depth < 2:
            return
        for name, (found, time) in self.fields.get(me, {}).items():
            edges[DATA, unit, found] = None
            self.could(unit, (".", name), time)
        for inner in inside(value):
            self.look(unit, inner, depth, seen)

    def o(self, unit, value):
        """The criterion takes a value."""
        self.look(unit, value, 2)
        self.n_edges, self.n_ran, self.n_values = len(self.edges), len(self.ran), self.n_values + 1
        return value

    # Calls and loops

    def f(self, unit, function):
        """What is called in the place of a function: that of the program itself, or what watches code of libraries."""
        kind = type(function)
        inner = function.__func__ if kind is types.MethodType else function
        if type(inner) is types.FunctionType and inner.__code__.co_filename == "program.py":
            return function
        if id(function) in self.classes or id(kind) in self.classes:
            return function
        return Library(self, unit, function)

    def given(self, unit, function, values):
        name = getattr(function, "__name__", "")
        owner = getattr(function, "__self__", None)
        is_ours = owner is self.world or owner is None and type(function) is types.FunctionType
        if is_ours:
            # Clocks and streams are one thing, which each reading changes.
            owner = self.world.run if name in ("input", "<lambda>") else None
        elif isinstance(owner, types.ModuleType):
            owner = None
        elif owner is None and not isinstance(function, (type, types.BuiltinFunctionType, types.MethodDescriptorType)):
            owner = function
        if isinstance(owner, CONTAINERS):
            depth, depth_in, has_changed = METHODS.get(name, (2, 2, True))
            if name == "get" and values:
                self.element(unit, owner, values[0])
            else:
                self.look(unit, owner, depth)
        else:
            depth_in, has_changed = DEPTHS.get(name, 2), True
            self.look(unit, owner, 2)
        if name in ("getattr", "hasattr", "setattr") and len(values) > 1 and isinstance(values[1], str):
            (self.set_attr if name == "setattr" else self.attr)(unit, values[0], values[1])
            return owner
        for value in values:
            self.look(unit, value, depth_in)
        if has_changed and owner is not None:
            self.change(unit, owner)
        for value in values[:1] if name in CHANGES_ARGUMENTS else ():
            self.change(unit, value)
        return owner

    def made(self, result, values):
        """What a library gives is made from what it was given, and may look at it later."""
        kind = type(result)
        if kind not in PLAIN and not isinstance(result, OPAQUE) and id(kind) not in self.classes:
            if kind not in CONTAINERS and id(result) not in self.alive:
                self.alive[id(result)] = result
                self.sources[id(result)] = [value for value in values if type(value) not in PLAIN and value is not result]

    def each(self, frame, unit, values, depth, places):
        """The rounds of a loop; without a frame, of a comprehension."""
        if frame is not None:
            self.at(frame, unit)
        items = iter(values)
        is_stream = items is values
        while True:
            if frame is not None:
                self.at(frame, unit)
            self.tick()
            self.time += 1
            self.look(unit, values, 1)
            if is_stream:
                self.change(unit, values)
            try:
                value = next(items)
            except StopIteration:
                break
            if depth:
                self.look(unit, value, depth)
            yield value
        self.skip(unit, places)


class Library:
    """A function that is none of the program's, for one call."""

    __slots__ = ("trace", "unit", "function")

    def __init__(self, trace, unit, function):
        self.trace, self.unit, self.function = trace, unit, function

    def __call__(self, *values, **named):
        trace, all_values = self.trace, [*values, *named.values()]
        owner = trace.given(self.unit, self.function, all_values)
        result = self.function(*values, **named)
        trace.made(result, [owner, *all_values])
        return result


def truth(value):
    """Whether a value is true, as far as Python's own types say so; else None."""
    kind = type(value)
    if kind in PLAIN or kind in CONTAINERS or isinstance(value, OPAQUE):
        return bool(value)
    return None if hasattr(kind, "__bool__") or hasattr(kind, "__len__") else True


def place(value, key):
    """An element as a key of ours; None for what is no single one."""
    try:
        hash(key)
    except TypeError:
        return None
    if isinstance(value, list) and isinstance(key, int) and key < 0:
        return len(value) + key
    return None if isinstance(key, slice) else key


def inside(value):
    """Values in a value."""
    found = []
    for base in (list, tuple, set, frozenset, collections.deque):
        if isinstance(value, base):
            found.extend(base.__iter__(value))
    if isinstance(value, dict):
        found.extend(dict.keys(value))
        found.extend(dict.values(value))
    fields = getattr(value, "__dict__", None)
    if isinstance(fields, dict):
        found.extend(fields.values())
    found.extend(getattr(value, name) for name in slots(type(value)) if hasattr(value, name))
    return found
