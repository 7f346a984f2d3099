// Further forms.
const patterns = [/a/ig, /[\d\-]/myg, /\u{41}/u, /(?<a>b)\k<a>/, /=/, / /];
const escapes = ['\'', "\"", "\'", '\"', '"\'', `'"`, '\u{0041}\x42C', '\n', `\n`, '\t\'"', 'a\0b', '\0', '\x00', '\u0000'];
const plain = [0xABCDEF, 0XabCdEf, 1.50, 1.0e10, 1.0E-10, .0, 0., 0.0, 0.5 ? 1 : 2, 1e21, 1e+21, 1000000000000000000000, 0.000001,
  0.0000001, 1e-7, 9007199254740993, 4.35, 0.1, 100, 1E2, 0B11n, 0O17n];
async function deep() {
  const all = await Promise.all([1, 2].map(async (x) => { await x; return [x, await x]; }));
  for (const [i, { v = 1, ...w }] of Object.entries(all)) { if (i) continue; else { print(v, w); } }
  return all?.[0]?.['x']?.y?.(1)?.[2] ?? (await null) ?? 3;
}
const wide = { first: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23], second: { third: { fourth: {} } } };
const long = wide.first.map((x) => x * 2).filter((x) => x > 2).reduce((a, b) => a + b, 0) + wide.second.third.fourth.toString().length;
const condition = wide.first.length > 2 && wide.second.third !== undefined || wide.first.includes(12345) && !(wide.second instanceof Array);
const ternary = wide ? long ? 1 : condition ? 2 : 3 : long && condition ? { a: [] } : (() => { return {}; })();
const text = 'a rather long text, ' + "another rather long text, " + `and ${wide.first.join(', ')} in between` + 'and ' + (1 + 2) + ' more';
const curried = (a) => (b) => (c) => (d) => a + b + c + d, later = async function* (...all) { yield* all; };
(a => a)(1), (async () => 1)(), (function named() {}).call(null), (class {}).name, ({}).x, [].x, ''.length, (0, eval)('1');
let i = 0, j = (i++, i), k = -(-i) + +(+j) - -(-k0()), l = !(!i), m = (i, j);
function k0() { return typeof (typeof 1), void (0), (yield_ => yield_)`tagged`; }
var undef; if (undef) { var inner = 1 } else if (!undef) var other = 2; else { ; }
for (var x1 = 0, y1 = [1, 2]; x1 < y1.length; ++x1, y1.pop()) if (x1) break; else continue;
for (const key in { a: 1 }) for (const value of [key]) while (value) { do { print(value) } while (false); break }
outer: while (true) { inner: for (;;) { if (i > 3) break outer; else continue outer } }
switch (i) { case 0: case 1: { print(0) } default: case 2: if (j) { break } else print(3) }
switch (typeof i) { case 'number': const local = 1; print(local); break; default: }
try { try { throw 1 } finally { print(1) } } catch { try { print(2) } catch (e) { throw e } }
if (i) { } else { } if (j) { /* empty */ } else if (k) { } else { }
(i ? j : k).toString(); (i || j).x; (await_ => 1)(2); (i = 1).x; new (i.x)(1); new (k0())(); new i.x.y(1); (new i.x).y; -(2 ** 2); (-2) ** 2;
i = j ? (k, l) : m; i = (j = 1) ? 2 : (k = 3); i += j -= 1; i = a0 => a0, j; delete i.x, j; (i, j) ? 1 : 2; !(i && j); !(i, j);
a1: { b1: for (;;) { break a1 } }
get: set: static_: async: of: for (const of of []) {}
const { a: { b: [c1 = 1, , ...d1] = [] } = {}, ['x' + 1]: e1 = 2, 'y z': f1, 3: g1, h1 = function () { return h1 } } = {};
const fn = function ({ a = 1, b: { c } = {} } = {}, [d, [e]] = [, []], ...[f, g]) { 'use strict2'; return arguments.length };
const accessors = { get a() { return 1 }, set a(v) { }, get: 1, set() { }, async() { }, async *[Symbol.iterator]() { }, get [1 + 1]() { return 2 }, static() { }, await: 1, 1n: 2, 'a-b': 3, };
const witness = accessors.a + i;
print(witness);
function print(...all) { return all }
