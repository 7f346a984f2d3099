"""Values as they are compared: a copy that later changes of the value do not reach."""

import hashlib
import types

ATOMS = (int, str, bool, type(None), bytes, type(...), complex)
NO_VALUES = (
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.GeneratorType, types.ModuleType,
    map, filter, zip, enumerate, reversed, memoryview, range(0).__iter__().__class__, type([].__iter__()),
)


def snapshot(value):
    """A value that compares equal exactly to those of equal values of the same types."""
    kind = type(value)
    if kind is int or kind is str:
        return value
    return encoded(value, {})


def encoded(value, seen):
    kind = type(value)
    if kind is int or kind is str:
        return value
    if kind in ATOMS:
        return (kind.__name__, value)
    if kind is float:
        return ("float", repr(value))
    if id(value) in seen:
        return ("seen", seen[id(value)])
    seen[id(value)] = len(seen)
    # Kept alive, so that no other value gets its id.
    seen[-len(seen)] = value
    if kind is list or kind is tuple:
        return (kind.__name__, [encoded(item, seen) for item in value])
    if kind is dict:
        return ("dict", in_order([(encoded(key, seen), encoded(item, seen)) for key, item in value.items()]))
    if kind is set or kind is frozenset:
        return (kind.__name__, in_order([encoded(item, seen) for item in value]))
    if kind is range or kind is bytearray:
        return (kind.__name__, repr(value))
    if isinstance(value, NO_VALUES):
        return ("no value", kind.__name__, getattr(value, "__qualname__", ""))
    if isinstance(value, type):
        return ("class", value.__qualname__)
    return ("object", kind.__qualname__, parts(value, seen))


def in_order(items):
    return sorted(items, key=repr)


def parts(value, seen):
    """What an object holds: its fields, and what it has as one of the built-in types."""
    found = []
    for base in (list, tuple, dict, set, frozenset, int, str, float):
        if isinstance(value, base):
            plain = base(value) if base is not dict else dict(dict.items(value))
            found.append(encoded(plain, seen))
            break
    fields = getattr(value, "__dict__", None)
    if isinstance(fields, dict):
        found.append([(name, encoded(fields[name], seen)) for name in sorted(fields, key=str)])
    for name in slots(type(value)):
        if hasattr(value, name):
            found.append((name, encoded(getattr(value, name), seen)))
    if not found and type(value).__module__ != "program":
        found.append(repr(value) if type(value).__repr__ is not object.__repr__ else "")
    return found


def slots(kind):
    found = []
    for base in kind.__mro__:
        named = base.__dict__.get("__slots__", ())
        found.extend([named] if isinstance(named, str) else named)
    return [name for name in found if not name.startswith("__")]


def is_comparable(value):
    return not isinstance(value, NO_VALUES)


def hash_of(values):
    return int.from_bytes(hashlib.blake2b(repr(values).encode("utf-8", "replace"), digest_size=8).digest(), "big")


def shown(value, limit=200):
    return repr(value)[:limit]


MAX_SPELLED = 20_000


def spelled(value):
    """A snapshot as text, another one for another value; of long ones there is a sum."""
    said = spelt(value)
    if len(said) <= MAX_SPELLED:
        return said
    return said[: MAX_SPELLED // 8] + "... " + hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest()


def spelt(value):
    if not isinstance(value, tuple):
        return repr(value)
    kind, inside = value[0], value[1]
    if kind in ("list", "tuple", "set", "frozenset"):
        items = ", ".join(map(spelt, inside))
        return {"list": "[%s]", "tuple": "(%s,)" if len(inside) == 1 else "(%s)", "set": "{%s}"}.get(kind, "frozenset({%s})") % items
    if kind == "dict":
        return "{%s}" % ", ".join("%s: %s" % tuple(map(spelt, pair)) for pair in inside)
    if kind in ("float", "range", "bytearray"):
        return inside
    if kind in ("bool", "NoneType", "bytes", "ellipsis", "complex"):
        return repr(inside)
    return repr(value)
