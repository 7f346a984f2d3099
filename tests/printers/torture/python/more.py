'''   A docstring with  trailing blanks.   

      And more of it, "quoted".
   '''
import a.b.c, d as e
from . import f as g, h
from ..i.j import *
from k import (l)


def docs():
        '''Summary.

            Indented further.
        Not "indented".  
        '''
        def inner(): "One line. "; return 1
        class Inner:
            r'''Raw \d docstring'''
            field = 'not a docstring'
            'nor this'
        return inner


def parens(a, b):
    if (a): pass
    while (a and (b)): break
    for (x) in (a): pass
    for (x, y) in (a, b): pass
    for x in (*a, *b): pass
    assert (a), (b)
    assert (a, b)
    return (not a)


def more_parens(a, b):
    del (a), (b)
    del (a, b)
    x = (a)
    x = (a, b)
    x = a, b,
    x = a,
    x = (yield)
    x = ((yield a))
    x = (yield), 1
    x += (yield a, b)
    (x) = 1
    (x), (y) = 1, 2
    [x, y] = 1, 2
    x, = [1]
    print((yield))
    print((a for a in b))
    print(*(a), **(b))
    print(a if (b) else (x))
    print((lambda: (yield))(), (lambda x: (x, 1)), (lambda x: x)(1))
    print(not (not a), -(-a), ~(~a), (-a) ** b, -(a ** b), (a ** b) ** x, (await_) ** 2, a ** -b, (a if b else x)[0])
    print((a, b)[0], [a, b][0], {a: b}[0], 'a'.upper(), (1).real, 1.0.real, (a + b).real, (a.b).c, (a)(b), (a)[b], 1 .real)
    print(a < (b < x), (a < b) < x, (a < b) == (b < x), not (a == b), (not a) == b, a in (b in x), (a or b) and x, (a, b) in x)
    print(a and b and x, (a and b) and x, a and (b and x), a or b or x and y, (a + b) + x, a + (b + x), (a * b) % x, 'a' % (b, x))
    print((a := 1), [b := 2, 3], x[(y := 1)], {(a := 1): 2}, f'{(a := 1)}')
    return (yield a)


async def awaiting(a):
    x = await a
    x = (await a).b, await (a.b), (await a)(1), -(await a), await a + 1
    async with (a as b, a): pass
    async with a as (b, c): return
    return await a


numbers = [0xabcdef, 0XABCDEF, 0xDeadBeef, 1E5, 1.0E-5, 1e05, 0.0001, 0.00001, 1e22, 1e23, 12345678901234567890.0, 100_000.5, 1e-400,
           0o0, 0b0, 0x0, 0.0, 0e0, 0j, 1.e5, 0_7.5, 9.99e2, 3.0E0, 5e-324, 1.7976931348623157e308, 0XFF if 0 else 1_0j]
strings = ['', "\t", '\'', "\"", '\'"', "\'\"", '''\'\'\'''', """\"""", '''"''', '\r\n', '\x7f', '\x80', '\xa0', '\u200b',
           '\ud800', 'a' "b" '''c''' """d""", r'a\'b', rb'\x00', B'\'', b"'", b'\t\n\r\\', b'\x7f\x80', u'\u00e9', '{}', '{{}}', '%s',
           'a rather long text that does not fit on a line together with ' 'another rather long text that does not ' "fit, either"]
x, y, key = 1, 2.5, 'k'
formatted = [f"{x}", f"{x!s}{y!r}{key!a}", f"{x:>10}", f"{y:{x}.{x}f}", f"{{{x}}}", f"{'a'}", f'{"a"}', f"{x + 1}", f"{x if y else key}",
             f"{{}}", f"", f"a", f"{x}" f"{y}", f"{x}" "a{b}" r"\{c}", f"{ {1: 2}[1] }", f"{x,}", f"{x, y}", f"{(lambda: 1)()}", f"{x:%Y-%m-%d}",
             f"{x!r:^{x}}", f"{x:{'>'}{10}}", f"{[a for a in (x,)]}", f"\t{x}\x41", rf"\t{x}", f"{x=}", f"{x = }", f"{x=!s}",
             f"{x=:>5}", f'''{
    x
}''', f"it's {x}", f'say "{x}"', f"{x}\\{y}", f"{x}'\"{y}"]
t = {}
t[1, 2], t[1,], t[(1,)], t[()], t[1:2, 3], t[::], t[:, 1], t[...], t[..., 1], t[-1], t[x:y:x], t[lambda: 1], t[x if y else key], t[*t, 1]
t[1][2](3)[4].a.b[5]()()
star = [*t, *[1, 2]], (*t,), {*t}, {**t, 'a': 1, **{}}, [*(t if t else ())]
first, *rest = 1, 2
*rest, last = 1, 2
(first, (second, *third)), fourth = (1, (2, 3)), 4
a = b = c = d, e = 1, 2
i: int
j: 'str' = 1
(k): int = 2
t[0]: int = 1
t.a: list[int] | None = None
lambda x, /, y, *, z=1, **kw: x
lambda *a, **k: (a, k)
lambda: (yield_)
print(*t, *t, sep='', **t, **t)
print(key, end='')
print(x for x in t)
class A(B, metaclass=C, **t): x: int; y = 1; z: int = 2
class B(A[int], *t): pass
@a.b
@a.b()
@(a or b)
class D: ...
def f(a, b: int = 1, /, c=(1, 2), *, d, e: 'x' = [], **kw: t) -> (int): ...
def g(*, a): return
def h(*args: *t): return None
def i_(a, b=lambda: 1, *c): global x, y; x = 1; return a,
try:
    raise
except (A): pass
except (A, B) as e: raise A from e
except A as e: raise (B)
else: pass
while x: x -= 1
else: pass
if x: pass
elif y:
    if a: pass
    elif b: pass
else:
    pass
if x: pass
else:
    if y: pass
    x = 1
if x: pass
else:
    x = 1
    if y: pass
match (x):
    case (1): pass
    case (1 | 2) as z: pass
    case [1, *_] | [_, 1]: pass
    case [(1 | 2), [3]]: pass
    case 1, 2: pass
    case *a, b: pass
    case []: pass
    case (): pass
    case {}: pass
    case {1: a, 'b': [c], **rest}: pass
    case {-1: _, a.b: 1 + 2j}: pass
    case A(): pass
    case A(1, b=2): pass
    case A(1, B(c=[d])): pass
    case a.b.C(x=1): pass
    case -1 | 1.5 | -1j | 'a' 'b' | b'c' | None: pass
    case str() | int() as s if s: pass
    case (a, b) if a > b: pass
match x, y:
    case 1, _: pass
match = case = type = 1
match[0], match(1), print(match)
with a: pass
with a, b: pass
with (a, b): pass
with (a) as b: pass
with a as (b, c), d as e[0], f as g.h: pass
with (a as b): pass
with (yield_): pass
result = x if y else key if t else (1 if 2 else 3)
result = [a for b in t if b for a in b if a if b], {a: b for a, b in t.items()}, {a for a in t}, (a for a in (b for b in t))
result = [[a for a in b] for b in t], [lambda: a for a in t], [(a, b) for a, b in t], [a for a, in t], [a for a in (1, 2)]
global_ = nonlocal_ = 1
x = 1; y = 2; \
    z = 3
if x and \
        y: pass
x = y \
    + 1
witness = x + y; print(witness)
