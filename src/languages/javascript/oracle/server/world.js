"use strict";
// What programs find around them, made anew in each context: nothing of the server is reachable from it.
// Clocks tick when they are read, chance has a seed, output is forgotten, timers wait in a queue of their own.
(function () {
  const G = globalThis;
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, construct } = Reflect;
  const { isArray } = Array;
  const call = Function.prototype.call;
  const uncurry = (method) => call.bind(method);
  const forEachOf = (kind) => uncurry(kind.prototype.forEach);
  const eachMap = forEachOf(Map), eachSet = forEachOf(Set);
  const hasOwn = uncurry(Object.prototype.hasOwnProperty);
  const RealDate = Date, RealMap = Map, RealError = Error, parse = JSON.parse;
  const getTime = uncurry(RealDate.prototype.getTime);
  const mapGet = uncurry(RealMap.prototype.get), mapSet = uncurry(RealMap.prototype.set);
  const PREFIX = 0, STRICT = 2, RETURNED = 0, CRASHED = 1, OUT = 2;
  const STOP = { toString: () => "stop" };
  const K = Symbol("nothing");

  for (const name of ["WebAssembly", "SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry"]) delete G[name];
  RealError.stackTraceLimit = 0;

  let clock, seed, tasks, n_tasks, text, run;
  const random = () => {
    seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
    return (seed >>> 0) / 4294967296;
  };
  Math.random = random;
  G.Date = class Date extends RealDate {
    constructor(...given) { super(...(given.length ? given : [clock += 1000])); }
    static now() { return clock += 1000; }
  };
  Object.defineProperty(RealDate.prototype, "constructor", { value: G.Date, writable: true, configurable: true });
  Function.prototype.toString = function toString() { return "function () { [code] }"; };

  // Values as they are compared: later changes of the value do not reach them.
  const known = new RealMap();
  for (const name of ownKeys(G)) {
    const value = getOwnPropertyDescriptor(G, name).value;
    if (typeof value === "function" && value.prototype) mapSet(known, value.prototype, String(name));
  }
  function snap(value) {
    switch (typeof value) {
      case "number": return value === value && (value !== 0 || 1 / value > 0) ? value : value === value ? "\0n-0" : "\0nNaN";
      case "string": return value[0] === "\0" ? "\0s" + value : value;
      case "boolean": case "undefined": return value;
      default: return value === null ? null : "\0" + encoded(value, new RealMap());
    }
  }
  function encoded(value, seen) {
    switch (typeof value) {
      case "string": return quoted(value);
      case "bigint": return value + "n";
      case "symbol": return "symbol " + quoted(String(value.description));
      case "function": return "function";
      case "object": break;
      default: return value === 0 && 1 / value < 0 ? "-0" : String(value);
    }
    if (value === null) return "null";
    const before = mapGet(seen, value);
    if (before !== undefined) return "#" + before;
    mapSet(seen, value, seen.size);
    let out = kind(value);
    const inside = (one) => encoded(one, seen);
    if (out === "Date") out += getTime(value);
    else if (out === "RegExp") out += String(value.source) + "/" + value.flags;
    else if (out === "Map") eachMap(value, (item, key) => { out += inside(key) + "=>" + inside(item) + ","; });
    else if (out === "Set") eachSet(value, (item) => { out += inside(item) + ","; });
    else if (out === "Number" || out === "String" || out === "Boolean") out += inside(value.valueOf());
    out += isArray(value) ? "[" : "{";
    const keys = ownKeys(value);
    for (let idx = 0; idx < keys.length; idx++) {
      const key = keys[idx];
      if (key === "stack" || key === "length" && isArray(value)) continue;
      const property = getOwnPropertyDescriptor(value, key);
      if (property === undefined) continue;
      const item = hasOwn(property, "value") ? inside(property.value) : "accessor";
      out += (typeof key === "symbol" ? "symbol" : isArray(value) && key === String(idx) ? "" : quoted(key) + ":") + item + ",";
    }
    return out + (isArray(value) ? "]" + value.length : "}");
  }
  const quoted = JSON.stringify;
  function kind(value) {
    let out = "";
    for (let of = getPrototypeOf(value); of !== null; of = getPrototypeOf(of)) {
      const name = mapGet(known, of);
      if (name !== undefined) return out + (name === "Object" || name === "Array" ? "" : name);
      out += "<" + ownKeys(of).map((key) => String(key)).join() + ">";
    }
    return out + "null";
  }

  // What the criterion takes.
  function watch(value) {
    if (run.isOver) throw STOP;
    if (typeof value === "function") run.isOpaque = true;
    run.seen[run.seen.length] = snap(value);
    return value;
  }
  function compare(value) {
    if (run.isOver) throw STOP;
    const n = run.seen.length;
    if (n >= run.n) {
      if (run.rule === STRICT) differ(value);
      return value;
    }
    const found = snap(value);
    if (found !== run.expected[n]) differ(value);
    run.seen[n] = found;
    if (n + 1 === run.n && run.rule === PREFIX) {
      run.isDone = run.isOver = true;
      throw STOP;
    }
    return value;
  }
  function differ(value) {
    run.isDifferent = run.isOver = true;
    run.last = snap(value);
    throw STOP;
  }
  const MAX_VALUES = 20000;
  /** A value of a point that has a number. */
  function point(number, value) {
    if (run.isOver) throw STOP;
    if (run.seen.length >= MAX_VALUES) spent();
    if (typeof value === "function") run.isOpaque = true;
    const at = run.seen.length;
    run.seen[at] = snap(value);
    run.points[at] = number;
    run.spent[at] = run.fuel - run.instance.fuel();
    return value;
  }
  function observe(value) { return run.expected === null ? watch(value) : compare(value); }

  function spent() {
    run.isOut = run.isOver = true;
    throw STOP;
  }
  function missing(name) { throw new ReferenceError(name + " is not defined"); }
  const own = {
    o: observe,
    p: (old, now) => (observe(now), old),
    O: point,
    P: (number, old, now) => (point(number, now), old),
    x: spent,
    g: (name) => (name in G ? G[name] : missing(name)),
    h: (name) => G[name],
    w: (name, value) => { run.hasLeaked = true; G[name] = value; },
    W: (name, value) => { if (!(name in G)) missing(name); run.hasLeaked = true; G[name] = value; },
    1: [undefined],
    K,
  };

  // The world of Node.
  const nothing = () => {};
  const names = "log error warn info debug table trace dir group groupEnd groupCollapsed time timeEnd timeLog assert count".split(" ");
  G.console = Object.fromEntries(names.map((name) => [name, () => {}]));
  function later(callback, delay, ...given) {
    if (typeof callback !== "function") throw new TypeError("The \"callback\" argument must be of type function");
    const at = Math.max(1, Math.trunc(Number(delay)) || 1);
    tasks.push({ id: ++n_tasks, at: run.now + at, callback, given });
    return n_tasks;
  }
  const never = (id) => { tasks = tasks.filter((task) => task.id !== id); };
  G.setTimeout = later;
  G.setImmediate = (callback, ...given) => later(callback, 0, ...given);
  G.setInterval = (callback, delay, ...given) => {
    const id = n_tasks + 1;
    const again = () => { const own = { id, at: run.now + Math.max(1, Math.trunc(delay) || 1), callback: again, given }; tasks.push(own); callback(...given); };
    return later(again, delay);
  };
  G.clearTimeout = G.clearInterval = G.clearImmediate = never;
  G.performance = { now: () => (clock += 1000) - 1e12 };
  G.global = G;
  const stream = () => ({ write: (what) => { if (typeof what !== "string") throw new TypeError("not a text"); return true; }, isTTY: false, columns: 80 });
  function leave(code) {
    run.hasExited = run.isOver = true;
    throw STOP;
  }
  const input = {
    isTTY: false, setEncoding: nothing, resume: nothing, pause: nothing,
    on(event, callback) {
      if (event === "data" && text !== "") later(() => callback(text), 1);
      if (event === "end" || event === "close") later(() => callback(), 2);
      return this;
    },
  };
  const process = {};
  G.process = process;
  function renew(argv) {
    for (const key of ownKeys(process)) delete process[key];
    process.argv = ["node", "program.js", ...argv];
    process.env = {};
    process.exit = leave;
    process.stdout = stream();
    process.stderr = stream();
    process.stdin = input;
    process.platform = "linux";
    process.cwd = () => "/";
    process.hrtime = () => [(clock += 1000) - 1e12, 0];
    process.uptime = () => (clock += 1000) - 1e12;
    process.on = () => process;
    process.nextTick = (callback, ...given) => Promise.resolve().then(() => callback(...given));
    process.exitCode = undefined;
  }
  function read(path, how) {
    if (path !== 0 && path !== "/dev/stdin") throw new RealError("ENOENT: no such file or directory");
    const contents = text;
    return how === undefined || how === null ? { toString: () => contents, length: contents.length } : contents;
  }
  function require(name) {
    switch (name) {
      case "fs": case "node:fs": return { readFileSync: read };
      case "process": case "node:process": return process;
      default: throw new RealError("Cannot find module '" + name + "'");
    }
  }

  // Runs.
  let phase = nothing;
  G.bs__go = () => phase();
  Object.defineProperty(G, "bs__go", { enumerable: false });
  function start(instance, given, fuel, expected, rule, epoch) {
    clock = 1e12; seed = 123456789; tasks = []; n_tasks = 0; text = given.stdin;
    run = {
      expected, rule, fuel, n: expected === null ? 0 : expected.length, seen: [], points: [], spent: [], instance, last: undefined, now: 0, error: "",
      isOver: false, isDone: false, isDifferent: false, isOut: false, hasExited: false, isOpaque: false, hasLeaked: false, isCrashed: false,
    };
    instance.set(epoch, fuel);
    if (instance.hasProcess) renew(given.values === null ? given.args : []);
    return run;
  }
  function guarded(work) {
    try {
      work();
    } catch (error) {
      if (!run.isOver) crash(error);
    }
  }
  function crash(error) {
    let said = "";
    try { said = error instanceof RealError ? error.name + ": " + error.message : "uncaught " + encoded(error, new RealMap()); } catch { said = "uncaught"; }
    if (said.startsWith("RangeError: Maximum call stack") || said.startsWith("RangeError: Invalid string length") || said.startsWith("RangeError: Array buffer allocation")) run.isOut = true;
    else { run.isCrashed = true; run.error = said; }
    run.isOver = true;
  }
  function main(instance, given) {
    const module = { exports: {} };
    const entry = instance.main.call(module.exports, module.exports, require, module, "/program.js", "/");
    if (given.values !== null) entry()(...given.values.map((one) => parse(one)));
  }
  function next() {
    let first = 0;
    for (let idx = 1; idx < tasks.length; idx++) if (tasks[idx].at < tasks[first].at) first = idx;
    const [task] = tasks.splice(first, 1);
    run.now = task.at;
    return task;
  }
  function whole(instance, given) {
    guarded(() => main(instance, given));
    while (tasks.length > 0 && !run.isOver) { const task = next(); guarded(() => task.callback(...task.given)); }
  }
  /** The same in pieces, between which microtasks run. */
  function piece(instance, given, isFirst) {
    if (isFirst) phase = () => guarded(() => main(instance, given));
    else if (tasks.length > 0 && !run.isOver) { const task = next(); phase = () => guarded(() => task.callback(...task.given)); }
    else return false;
    return true;
  }
  function end(instance) {
    const left = instance.fuel();
    run.ticks = left < 0 ? run.fuel : run.fuel - left;
    run.end = run.isOut ? OUT : run.isCrashed ? CRASHED : RETURNED;
  }
  function instance(factory, q, a, hasProcess) {
    const made = { hasProcess };
    made.main = factory(q, a, own, made, G);
    return made;
  }
  function forget(leaked) { for (const name of leaked) if (hasOwn(G, name)) delete G[name]; }

  // What a run may have damaged.
  const guardedObjects = [];
  const watchedObjects = new RealMap();
  function remember(object) {
    if (object === null || typeof object !== "object" && typeof object !== "function" || watchedObjects.has(object)) return;
    if (object === process || object === input) return;
    const keys = ownKeys(object);
    if (typeof object === "function" && !keys.includes("prototype") && object !== Function.prototype) return;
    watchedObjects.set(object, true);
    const entry = { object, proto: getPrototypeOf(object), keys, properties: keys.map((key) => getOwnPropertyDescriptor(object, key)) };
    guardedObjects.push(entry);
    remember(entry.proto);
    for (const property of entry.properties) remember(property.value);
  }
  function rememberAll() {
    for (const object of [[][Symbol.iterator](), ""[Symbol.iterator](), new Map().entries(), new Set().values(), (function* () {})(), function* () {}, async function () {}, (async function* () {})()]) remember(getPrototypeOf(object));
    for (const name of ownKeys(G)) {
      if (name === "Intl" || name === "globalThis" || name === "global") continue;
      remember(getOwnPropertyDescriptor(G, name).value);
    }
  }
  function isDamaged() {
    if (ownKeys(G).length !== n_globals) return true;
    for (const [name, value] of globals) if (G[name] !== value) return true;
    for (const { object, proto, keys, properties } of guardedObjects) {
      if (getPrototypeOf(object) !== proto) return true;
      const now = ownKeys(object);
      if (now.length !== keys.length) return true;
      for (let idx = 0; idx < keys.length; idx++) {
        const property = getOwnPropertyDescriptor(object, keys[idx]), before = properties[idx];
        if (property === undefined || property.value !== before.value && before.value === before.value || property.get !== before.get || property.set !== before.set) return true;
      }
    }
    return false;
  }
  rememberAll();
  const globals = ownKeys(G).filter((name) => name !== "NaN").map((name) => [name, G[name]]);
  const n_globals = ownKeys(G).length;
  return { instance, start, whole, piece, end, forget, isDamaged };
})();
