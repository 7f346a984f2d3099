#!/usr/bin/env python3
# A comment before everything.
"""What printers change the text of,
and not the meaning."""

from __future__ import annotations  # behind an import
import os, sys
from os import (
    path as the_path,  # inside of an import
    sep,
)

# Numbers in every base.
numbers = [0, 00, 7, 0x1F, 0X1f, 0o17, 0O17, 0b101, 0B101, 1_000, 0x_ff, 1_0.0_1, 123456789012345678901234567890,
           1.5, .5, 5., 1e3, 1E3, 1.0e+3, 1e-3, 1_0e1_0, 1e400, 0.1, 100000.0, 1e16, 1j, 1.5J, 1e3j, 0_0]
negative = [-1, +1, ~1, -1.5, - 1, -(-1), not True]

# Strings with every quote, escape and prefix.
strings = ['single', "double", 'it\'s', "it's", 'say "no"', "say \"no\"", '''triple 'single' ''', """triple
over "two" lines""", 'tab\tnewline\nreturn\rbell\abackspace\bfeed\fvertical\v', '\x41\u0041\U00000041\101',
           '\0', '\\', 'a\
b', '\d', r'\d', R"\d", r'it\'s', u'text', U"text", 'é', '\u00e9', '\xe9', '☃', '\u2603', '\U0001F600', '😀', '']
byte_strings = [b'bytes', B"bytes", b'\x00\xff', br'\d', rb"\d", bR'\d', b'a' b"b", b'it\'s', b'\101', b'''three
lines''']
joined = ['a' 'b', "a" 'b' "c", ('long'
                                 'er'), r'\d' '\n']
width = 10
name = 'x'
formatted = [f'{name}', f"{name!r}", F'{name:>{width}}', f'{name}{{}}', f'{name=}', rf'\d{name}', fr"\d{name}",
             f'{name}' 'tail', 'head' f'{name}', f'{name["a":]}' if width > 100 else f"{'quoted'}", f'{width:.2f}',
             f'''{name}
{width}''', f'{ width + 1 }', f'{(lambda: 1)()}', f'{width:{width}.{width}}', f'\x41{name}\n', f'it\'s {name}']
constants = [None, True, False, ..., Ellipsis, NotImplemented, __name__]

# Collections, with one element, trailing commas, unpacking.
empty = [(), [], {}, set()]
one = [(1,), [1,], {1: 1,}, {1,}]
pairs = 1, 2
first, second = pairs
(first, second) = second, first
[first, *rest] = [1, 2, 3]
first, (second, *rest), = 1, (2, 3, 4)
nested = {'a': {'b': [1, {2, 3}]}, **{'c': 1}, 'd': (*rest, 1)}
chained = other = 1

# Operators and parentheses that mean something, or nothing.
mixed = (1 + 2) * 3 - 4 / 5 // 6 % 7 ** 8
powers = [-1 ** 2, (-1) ** 2, 2 ** -1, 2 ** 3 ** 2, (2 ** 3) ** 2]
bits = 1 | 2 & 3 ^ 4 << 5 >> 6
grouped = ((1 + (2)) + ((3)))
left, right = (1 - 2) - 3, 1 - (2 - 3)
compared = [1 < 2, 1 < 2 <= 3 != 4, (1 < 2) < 3, 1 == 2, 1 is 2, 1 is not 2, 1 in (1, 2), 3 not in [1], not 1 in [1],
            not (1 in [1])]
logical = [1 and 2 or 3, 1 and (2 or 3), not 1 and 2, not (1 and 2), (1 or 2) or 3, 1 or (2 or 3)]
chosen = 1 if first else 2 if second else 3
chosen = (1 if first else 2) if second else 3
assert first, 'message'
assert (second)
(walrus := 1)
if (n := len(rest)) > 1: print(n)
matrix = numbers @ numbers if False else None

# Subscripts and slices.
items = [strings[0], strings[-1], strings[1:2], strings[:], strings[::2], strings[1:], strings[:1], strings[(1)],
         strings[1:2][0]]
table = {}
table[1, 2] = 3
table[(1, 2)] = 4
table[1:2, ...] = 5 if False else 6
del table[1, 2], items[0]
del (items[0], items[1])

# Augmented and annotated assignments.
count: int = 0
label: 'str'
count += 1; count -= 1; count *= 2
count //= 2
count **= 2
count <<= 1
count |= 1; count &= 3; count ^= 1; count >>= 1; count %= 7; count /= 2; count @= 2 if False else 1

# Functions.
def plain(): pass
def empty_doc():
    """Only a comment."""
def defaults(a, b=1, *args, c, d=2, **kwargs): return a, b, args, c, d, kwargs
def special(a, /, b, *, c): return a
def typed(a: int, b: 'str' = 'x', *args: int, **kwargs: str) -> list[int]:
    # A comment at the start of a body.
    return [a]  # and behind a statement
    # and at its end
def outer(n):
    total = 0
    def inner(m):
        nonlocal total
        def innermost(k):
            return k + m  # innermost
        total += innermost(n)
        return total

    class Local:
        value = inner(1)

        def method(self): return self.value
    return Local().method()
def generator(n):
    received = yield
    yield n
    yield n, received
    yield from range(n)
    value = yield from generator(0)
    return (yield value)
def returns(n):
    if n: return
    return (n)
def globals_(n):
    global count, label
    count = n

lambdas = [lambda: 0, lambda x: x, lambda x, y=1, *args, z, **kwargs: (x, y), lambda *_: (yield_ for yield_ in _),
           (lambda x: lambda y: x + y)(1)(2)]

@staticmethod
@(lambda function: function)
# between decorators
@some.decorator(1, key='value') if False else staticmethod
def decorated(): return 1

# Calls.
print(1, *strings, sep='', **{'end': ''})
print(*strings, *numbers)
print((1))
print((1, 2))
print(
    1,  # a comment between arguments
    2,
)
sum(x for x in numbers if x)
sum((x for x in rest), 0)
print('x'.join(str(x) for x in rest).upper()[0].lower())

# Classes.
class Empty: pass
class Brackets(): pass
class Derived(Empty, Brackets, metaclass=type):
    """A class."""

    field = 1
    typed: int = 2

    @property
    def value(self) -> int:
        """A property."""
        return self.field

    @value.setter
    def value(self, value): self.field = value

    def __init__(self, *args): super().__init__(); self.args = args

    class Inner:
        class Innermost:
            depth = 3

# Branches.
if first: print(1)
elif second: print(2)
elif rest:
    print(3)
else: print(4)

if first:
    print(1)
else:
    if second:
        print(2)
    else:
        # a comment before an if
        if rest:
            print(3)
        elif count:
            print(4)
        else:
            print(5)

if first:
    if second: print(1)
    else: print(2)
else:
    print(3)
    if rest: print(4)

# Loops.
for x in 1, 2, 3: print(x)
for x, (y, *z) in [(1, (2, 3))]:
    if x: continue
    elif y: break
    print(z)
else:
    print('no break')
for (a, b) in []: pass
while count > 1:
    count -= 1
    while True: break
else: count = 0

# Exceptions.
try:
    raise ValueError('x') from None
except (ValueError, TypeError) as error:
    print(error)
except OSError:
    raise
except Exception: pass
except:
    # a comment alone in a handler
    pass
else:
    print('nothing')
finally:
    print('done')
try: pass
finally: pass
def groups():
    try: raise ValueError
    except* ValueError as group: print(group)

# Contexts.
with open(os.devnull) as f, open(os.devnull): print(f)
with (open(os.devnull) as f, open(os.devnull) as g): pass
with (open(os.devnull)): pass

# Comprehensions.
comprehended = [[x for x in range(3) if x if x > 1], {x for x in rest}, {x: y for x, y in []},
                [x for row in [[1]] for x in row], [(x, y) for x in rest for y in rest if x != y],
                [x if x else 0 for x in rest]]

# Matching.
match count:
    case 0: print('zero')
    case 1 | 2: print('few')
    case -1: print('negative')
    case 1.5 | 'text' | b'bytes' | None | True: print('constant')
    case int(value) if value > 2: print(value)
    case [1, 2, *others]: print(others)
    case (1, 2): print('pair')
    case {'key': value, **more}: print(value, more)
    case Derived(field=1, args=(a, b)): print(a)
    case os.sep: print('dotted')
    case [Derived() as inner, _]: print(inner)
    case captured if captured: print(captured)
    case _: pass

# Asynchronous code.
async def asynchronous(n):
    async with n as m: await m
    async for x in n: print(x)
    return [x async for x in n if await x]

# Statements on one line.
a = 1; b = 2; witness = a + b
print(witness)  # the criterion
# A comment after everything.
