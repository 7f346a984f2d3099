"use strict";
// Runs programs and slices of JavaScript, on many inputs each in a context of its own, and says what their criteria were.
// The jobs and what is printed of each run are described in `runtimes.rs`.
const fs = require("fs");
const vm = require("vm");

const N_VALUES = 500, N_CHARS = 20000;
// A slice may run on after its values; where it often does, less time and then no more is spent on it.
const N_LATE = 5, N_TOO_LATE = 40;
const EXIT = { toString: () => "exit" };

// Text that is equal for equal values.
function canonical(value, around = []) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return value + "n";
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (around.includes(value)) return "around";
  const inside = (item) => canonical(item, [...around, value]);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === "Map") return "Map{" + Array.from(value, ([key, item]) => inside(key) + "=>" + inside(item)).join() + "}";
  if (kind === "Set") return "Set{" + Array.from(value, inside).join() + "}";
  if (kind === "Date") return "Date" + Number(value);
  if (kind === "RegExp") return String(value);
  if (kind === "Array") return "[" + Array.from(value, inside).join() + "]";
  const name = value.constructor && value.constructor.name;
  const fields = Object.keys(value).map((key) => JSON.stringify(key) + ":" + inside(value[key]));
  return (name || "null") + "{" + fields.join() + (kind === "Error" ? value.message : "") + "}";
}

function world(run, stdin, args) {
  const tasks = [];
  const later = (callback, delay, ...given) => {
    const task = { at: run.now + Math.max(1, Number(delay) || 1), id: ++run.nTasks, call: () => callback(...given) };
    tasks.push(task);
    return task.id;
  };
  const never = (id) => tasks.splice(0, tasks.length, ...tasks.filter((task) => task.id !== id));
  const input = {
    setEncoding() {}, resume() {}, pause() {},
    on(event, callback) {
      if (event === "data" && stdin !== "") later(() => callback(stdin), 1);
      if (event === "end" || event === "close") later(() => callback(), 2);
      return input;
    },
  };
  const stream = { write: () => true, isTTY: false };
  const process = {
    argv: ["node", "program.js", ...args], env: {}, stdin: input, stdout: stream, stderr: stream, platform: "linux",
    exit() { run.hasExited = true; throw EXIT; },
    on() {}, nextTick: (callback, ...given) => Promise.resolve().then(() => callback(...given)),
    hrtime: () => [0, 0],
  };
  const isStdin = (path) => path === 0 || path === "/dev/stdin";
  const files = {
    ...fs,
    readFileSync(path, how) {
      if (!isStdin(path)) return fs.readFileSync(path, how);
      return how === undefined ? Buffer.from(stdin) : stdin;
    },
  };
  const load = (name) => (name.replace("node:", "") === "fs" ? files : name === "process" ? process : require(name));
  const quiet = Object.fromEntries(Object.keys(console).map((name) => [name, () => {}]));
  return {
    tasks, console: quiet, process, require: load, setTimeout: later, setImmediate: (callback, ...given) => later(callback, 0, ...given),
    clearTimeout: never, clearImmediate: never, queueMicrotask, Buffer,
    see__(k, value) {
      if (run.seen.length < N_VALUES && run.nChars < N_CHARS) {
        const text = canonical(value);
        run.nChars += text.length;
        run.seen.push(k + "=" + Buffer.from(text).toString("hex"));
      }
      return value;
    },
  };
}

// Runs a script as a module of Node; then what it left for later.
async function runOnce(text, stdin, args, limit) {
  const run = { seen: [], nChars: 0, nTasks: 0, now: 0, hasExited: false };
  const { tasks, ...globals } = world(run, stdin, args);
  const context = vm.createContext(globals);
  context.global = context;
  const call = (code) => {
    try {
      code.runInContext(context, { timeout: limit });
      return "done";
    } catch (error) {
      if (error === EXIT || run.hasExited) return "exit";
      return error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "timeout" : "crashed";
    }
  };
  let end = call(text.script);
  if (text.isLater) {
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    await settled();
    while (tasks.length > 0 && end === "done") {
      const first = tasks.reduce((one, other) => (other.at < one.at ? other : one));
      tasks.splice(tasks.indexOf(first), 1);
      run.now = first.at;
      context.next__ = first.call;
      end = call(NEXT);
      await settled();
    }
  }
  return [end === "exit" ? "done" : end, run.seen];
}
const NEXT = new vm.Script("next__()");

function inputs(path) {
  const unhex = (hex) => Buffer.from(hex, "hex").toString("utf8");
  return fs.readFileSync(path, "latin1").split("\n").slice(0, -1).map((line) => {
    const [stdin, args] = line.split(";");
    return [unhex(stdin), args.split(",").slice(0, -1).map(unhex)];
  });
}

async function main(folder) {
  process.on("unhandledRejection", () => {});
  let given = [], skipped = new Set();
  const lines = fs.readFileSync(folder + "/jobs", "utf8").split("\n").slice(0, -1);
  for (const [textIdx, line] of lines.entries()) {
    const [kind, path, what] = line.split("\t");
    if (kind === "program") [given, skipped] = [inputs(what), new Set()];
    const source = fs.readFileSync(path, "utf8");
    let script;
    try {
      script = new vm.Script("(function (exports, require, module) {" + source + "\n}).call({}, {}, require, { exports: {} })");
    } catch (error) {
      fs.writeSync(1, [textIdx, 0, "refused", "0=" + Buffer.from(String(error)).toString("hex")].join("\t") + "\n");
      continue;
    }
    const text = { script, isLater: /Promise|async|await|setTimeout|setImmediate|stdin|nextTick|Microtask/.test(source) };
    const only = kind === "program" ? -1 : Number(what);
    const out = [], late = kind === "program" ? skipped : new Set();
    for (const [idx, [stdin, args]] of given.entries()) {
      if (skipped.has(idx) || only !== -1 && only !== idx || kind === "slice" && late.size > N_TOO_LATE) continue;
      const [end, seen] = await runOnce(text, stdin, args, kind === "program" || late.size > N_LATE ? 200 : 2000);
      if (end === "timeout" || kind === "program" && seen.length === 0) late.add(idx);
      out.push([textIdx, idx, end, ...seen].join("\t") + "\n");
    }
    fs.writeSync(1, out.join(""));
  }
}

main(process.argv[2]);
