#!/usr/bin/env node
// A comment before everything.
'use strict';
/* A block */ var a = 1, b, c = 2; // behind a statement

// Numbers.
const numbers = [0, 1, 1.0, 1., .5, 0.5, 1e3, 1E3, 1e+3, 1e-3, 1000, 0xff, 0XFF, 0o17, 0O17, 0b101, 0B101, 1_000, 0xf_f,
  1_0.0_1, 123456789012345678901234567890, 5e-324, 1.50, 0.1e1, 10n, 0xFFn, 1_000n, Infinity, NaN];
const signs = [-1, +1, - -1, + +1, -(-1), ~1, !1, !!1, -1.5, - 1];

// Strings.
const strings = ['single', "double", 'it\'s', "it's", 'say "no"', "say \"no\"", '', "", 'tab\tnewline\nreturn\r\b\f\v\0',
  '\x41', '\u0041', '\u{41}', 'é', '\u00e9', '\xe9', '☃', '😀', '\u{1F600}', '\ud83d\ude00', 'a\
b', '\\', '\d', "\/", '</script>', '\u2028'];
const templates = [`plain`, ``, `it's`, `say "no"`, `${a}`, `a${a}b${b}c`, `${`nested ${a}`}`, `\${}`, `\``, `two
lines`, tag`text ${a} \d`, String.raw`\d`, `${a + b}`, `${ a }`];
const patterns = [/a/, /a/gi, /[/]/, /\//, /\d+(?<year>\d)/u, /(?:a|b)*?/y];
const constants = [null, undefined, true, false, this, void 0, typeof a];

// Arrays and objects.
const arrays = [[], [1], [1,], [, 1], [1, , 2], [...strings, ...numbers], [[1, 2], [3]]];
const empty = {};
const key = 'k';
const objects = {
  a, b: 1, 'c': 2, "d": 3, 'odd key': 4, 5: 6, '7': 8, 0x10: 9, .5: 10, 1e3: 11, [key]: 12, [`t${a}`]: 13, 'e': a, f: f1,
  method() { return 1; }, 'quoted'() {}, [key + 1]() {}, async later() {}, *many() { yield 1; }, async *both() {},
  get g() { return 1; }, set g(value) { this.a = value; }, fn: function () {}, arrow: () => 1, ...empty, __proto__: null,
  async: 1, get: 2, set: 3, static: 4, new: 5, class: 6,
};
({ a: 1 });
({}).toString();

// Destructuring.
const [d1, , d2 = 2, ...d3] = [1, 2, 3, 4];
const { p1, p2: q2, p3 = 3, p4: q4 = 4, 'p5': q5, [key]: q6, ...p7 } = objects;
let e1, e2;
[e1, e2] = [e2, e1];
({ e1, e2 = 1 } = objects);
({ e1: a, e2: objects.z } = objects);
function parameters({ x, y: [z] }, [u, v] = [1, 2], ...w) { return x + z + u + v + w; }
const { nested: { deeper: { deepest } = {} } = {} } = objects;

// Operators and parentheses.
const mixed = (1 + 2) * 3 - 4 / 5 % 6 ** 7;
const powers = [2 ** 3 ** 2, (2 ** 3) ** 2, (-1) ** 2];
const bits = 1 | 2 & 3 ^ 4 << 5 >> 6 >>> 7;
const grouped = ((1 + (2)) + ((3)));
const differences = [(1 - 2) - 3, 1 - (2 - 3)];
const compared = [a < b, a <= b, a == b, a != b, a === b, a !== b, 'a' in objects, objects instanceof Object,
  !('a' in objects), !(a instanceof Object)];
const logical = [a && b || c, a && (b || c), (a ?? b) || c, !(a && b), (a || b) || c, a || (b || c)];
const chosen = a ? b : c ? 1 : 2;
const chosen2 = (a ? b : c) ? 1 : a ? (b ? 3 : 4) : 5;
a = b = c;
a += 1; a -= 1; a *= 2; a /= 2; a %= 3; a **= 2; a <<= 1; a >>= 1; a >>>= 1; a &= 1; a |= 1; a ^= 1;
a ||= 1; a &&= 2; b ??= 3;
a++; ++a; a--; --a;
a + +b; a - -b; a+ ++b; a++ + b;
a, b, c;
(a, b);
typeof a === 'number'; void a; delete objects.a; delete objects['b'];
const chained = objects?.a?.b?.[key]?.(1);
new Date; new Date(); new Date().getTime(); new (class {})(); new objects.C(1); new (f1())(); (new Date).getTime();
objects['a']; objects.a; objects[key]; objects[0]; objects.a.b['odd key'].c;
(1).toFixed(); 1.5.toFixed(); 1..toFixed();
(function () {})(); (() => {})(); !function () {}();

// Functions.
function f1() {}
function f2(a, b = 1, ...rest) { return a + b + rest.length }
function f3() { return; }
function outer(n) {
  let total = 0;
  function inner(m) {
    // a comment at the start of a body
    const innermost = (k) => k + m; // innermost
    total += innermost(n);
    return total;
    /* at its end */
  }
  class Local { value() { return inner(1); } }
  return new Local().value();
}
const arrows = [() => 0, x => x, (x) => x, (x, y) => x + y, () => ({}), () => ({ a: 1 }), x => { return x; }, async x => x,
  async () => { await 1; }, ({ a }) => a, ([a]) => a, (a = 1) => a, (...a) => a, x => y => x + y, x => (y, x),
  () => {}, x => x ? 1 : 2, (x) => (x = 1)];
const named = function again(n) { return n ? again(n - 1) : 0; };
function* generator() { const x = yield; yield 1; yield* [1, 2]; return yield x; }
async function asynchronous() { await 1; for await (const x of []) print(x); return await (await 1).x; }
const immediate = (function () { return 1; })();
function print(/* a comment in a list */ text, other /* and another */) { console.log(text, other); }
print(
  1, // a comment between arguments
  2,
);
print(...strings); print(a, ...strings, b);

// Branches.
if (a) print(1);
if (a) { print(1); }
if (a) print(1); else print(2);
if (a) print(1);
else if (b) print(2);
else if (c) { print(3); }
else print(4);
if (a) {
  print(1);
} else {
  if (b) {
    print(2);
  } else {
    // a comment before an if
    if (c) print(3);
    else print(4);
  }
}
if (a) { if (b) print(1); } else print(2);
if (a) if (b) print(1); else print(2);
if (a) { if (b) print(1); else print(2); }
if (a); else print(1);
switch (a) {
  case 1:
  case 2: print(1); break;
  case 'x': { print(2); break; }
  // a comment between cases
  default: print(3);
  case f1(): print(4);
}
switch (b) {}

// Loops.
for (let i = 0; i < 3; i++) print(i);
for (let i = 0, j = 1; i < j; i++, j--) { continue; }
for (; ;) { break; }
for (a = 0; a < 1; a++);
for (const k in objects) print(k);
for (const x of arrays) { print(x); }
for (const [k, v] of Object.entries(objects)) print(k, v);
for (a of []) ;
while (a > 0) a--;
while (a > 0) { a--; }
do a++; while (a < 3);
do { a++; } while (a < 3)
label: for (const x of arrays) { for (const y of x) { if (y) continue label; else break label; } }
block: { break block; }

// Exceptions.
try { throw new Error('x'); } catch (error) { print(error); } finally { print('done'); }
try { f1(); } catch { print('no binding'); }
try { f1(); } catch ({ message }) { print(message); }
try { f1(); } finally {}

// Blocks and empty statements.
{ let a = 1; { print(a); } }
;
;;
debugger;

// Without semicolons
let w1 = 1
let w2 = w1
print(w1)
;[1, 2].forEach(print)
;(function () {})()
const witness = w1 + w2
print(witness) // the criterion
/* A comment after everything. */
