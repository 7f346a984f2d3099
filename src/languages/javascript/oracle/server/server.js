"use strict";
// Judges candidates of one program, each a set of deleted switches; src/oracle/protocol.rs has the bytes.
(function (vm, fs, crypto, WORLD, TRACE) {
  const MAX_FUEL = 2_000_000, PATIENT_FUEL = 5_000_000, PREFIX = 0, AND_END = 1, STRICT = 2;
  const RETURNED = 0, CRASHED = 1, OUT = 2;
  const MAX_VARIANTS = 2048;
  const REFUSED = { differs: -1, incomparable: -2, input: -3, program: -4 };
  class Refusal extends Error {
    constructor(kind, what = "") { super(what); this.code = REFUSED[kind]; }
  }

  // Answers.
  class Writer {
    constructor() { this.bytes = Buffer.allocUnsafe(1 << 16); this.at = 0; }
    room(n) {
      if (this.at + n > this.bytes.length) {
        const more = Buffer.allocUnsafe(2 * (this.at + n));
        this.bytes.copy(more, 0, 0, this.at);
        this.bytes = more;
      }
    }
    u8(value) { this.room(1); this.bytes[this.at++] = value; return this; }
    u16(value) { this.room(2); this.at = this.bytes.writeUInt16BE(value, this.at); return this; }
    u32(value) { this.room(4); this.at = this.bytes.writeUInt32BE(value, this.at); return this; }
    u64(value) { this.room(8); this.at = this.bytes.writeBigUInt64BE(BigInt(value), this.at); return this; }
    count(value) { return this.u32(Math.floor(value / 4294967296)).u32(value >>> 0); }
    f64(value) { this.room(8); this.at = this.bytes.writeDoubleBE(value, this.at); return this; }
    text(value) { const encoded = Buffer.from(value, "utf8"); this.u32(encoded.length); return this.raw(encoded); }
    raw(bytes) { this.room(bytes.length); bytes.copy(this.bytes, this.at); this.at += bytes.length; return this; }
    verdict(code, input = 0, position = 0, ticks = 0) { return this.u8(code).u16(input).u32(position).count(ticks); }
    bits(switches, n) {
      const found = Buffer.alloc((n + 7) >> 3);
      for (const one of switches) found[(one - 1) >> 3] |= 128 >> ((one - 1) & 7);
      return this.raw(found);
    }
    set(switches, n) {
      if (2 + 2 * switches.length >= (n + 7) >> 3) return this.u8(0).bits(switches, n);
      this.u8(1).u16(switches.length);
      for (const one of switches) this.u16(one);
      return this;
    }
    done() { return this.bytes.subarray(0, this.at); }
  }

  const world_script = new vm.Script(WORLD, { filename: "world" });
  const trace_script = new vm.Script(TRACE, { filename: "trace" });
  const { toString } = Function.prototype;
  /** Whether a function is the program's own: a trace is written into it. */
  const is_own = (value) => toString.call(value).includes("bs__T");
  const go_script = new vm.Script("bs__go()", { filename: "go" });

  /** A context with its world; all that it makes is made anew where something damaged it. */
  class Context {
    constructor(is_async) {
      const options = { codeGeneration: { strings: false, wasm: false } };
      if (is_async) options.microtaskMode = "afterEvaluate";
      this.context = vm.createContext(Object.create(null), options);
      this.world = world_script.runInContext(this.context);
      this.is_async = is_async;
      this.instances = new Map();
      this.is_broken = false;
    }
    instance(program, q, a) {
      let made = this.instances.get(program);
      if (made === undefined) {
        if (this.instances.size >= MAX_VARIANTS) this.instances.clear();
        made = this.world.instance(program.script.runInContext(this.context), q, a, program.has_process);
        this.instances.set(program, made);
      }
      return made;
    }
    run(instance, given, fuel, expected, rule, epoch) {
      const run = this.world.start(instance, given, fuel, expected, rule, epoch);
      try {
        if (!this.is_async) this.world.whole(instance, given);
        else for (let is_first = true; this.world.piece(instance, given, is_first); is_first = false) go_script.runInContext(this.context);
        this.world.end(instance);
      } catch {
        // The program took away what its world is made of.
        this.is_broken = run.isCrashed = run.isOver = true;
        run.end = CRASHED;
        run.ticks = 0;
      }
      return run;
    }
    is_damaged() {
      if (this.is_broken) return true;
      try { return this.world.isDamaged(); } catch { return true; }
    }
  }

  const MARKS = /\x01(\d+)\x02|\x03|\x04/g;
  /** The text without what is gone. */
  function chosen(text, gone) {
    let out = "", at = 0, skip = 0;
    const stack = [];
    for (const token of text.matchAll(MARKS)) {
      if (skip === 0) out += text.slice(at, token.index);
      at = token.index + token[0].length;
      if (token[1] !== undefined) { const is_gone = gone.has(Number(token[1])); stack.push(is_gone); skip += is_gone; }
      else if (token[0] === "\x03") skip += stack[stack.length - 1] ? -1 : 1;
      else skip -= stack.pop() ? 0 : 1;
    }
    return out + text.slice(at);
  }

  /** A program in the context: what runs it is given switches, those that were asked, and what observes. */
  function compiled(text, called, names, has_process) {
    const known = names.map((name) => `const ${name}=bs__G.${name};`).join("");
    const last = called === "" ? "" : `\n;return ()=>${called};`;
    const source =
      "(function(bs__q,bs__a,bs__S,bs__M,bs__G){" + known +
      "const bs__o=bs__S.o,bs__p=bs__S.p,bs__O=bs__S.O,bs__P=bs__S.P,bs__x=bs__S.x,bs__g=bs__S.g,bs__h=bs__S.h,bs__w=bs__S.w,bs__W=bs__S.W,bs__1=bs__S[1],bs__K=bs__S.K;" +
      "let bs__e,bs__n=0,bs__f=0;bs__M.set=(n,f)=>{bs__n=n;bs__f=f};bs__M.fuel=()=>bs__f;" +
      "return function(exports,require,module,__filename,__dirname){" + text + last + "\n}})";
    return { script: new vm.Script(source, { filename: "program.js" }), has_process };
  }

  const ASK = /bs__q\[(\d+)\]/g;

  class Server {
    constructor() { this.inputs = []; this.known = []; this.program = null; this.context = null; this.spare = null; this.numbered = {}; }

    // Loading

    load(program) {
      this.program = program;
      this.n = program.n_switches;
      this.chosen = new Set(program.chosen);
      this.is_watched = false;
      this.context = null;
      this.forget();
      this.variants = new Map();
      this.epoch = 0;
      try {
        new vm.Script("(function(exports,require,module,__filename,__dirname){" + program.original + "\n})", { filename: "program.js" });
      } catch (error) {
        throw new Refusal("program", "the program does not compile: " + error.message);
      }
      const whole = this.variant(new Set());
      if (whole instanceof Error) throw new Refusal("program", "with switches it does not compile: " + whole.message);
      this.fresh();
    }
    fresh() {
      // Arrays of the context's own: code in it reaches nothing else.
      this.context = new Context(this.program.is_async);
      const array = (kind) => vm.runInContext(`new ${kind}(${this.n + 1})`, this.context.context);
      this.q = array("Uint8Array").fill(1);
      this.a = array("Float64Array");
    }
    variant(gone) {
      const key = gone.size === 0 ? "" : [...gone].join();
      let found = this.variants.get(key);
      if (found === undefined) {
        if (this.variants.size >= MAX_VARIANTS) this.variants.clear();
        try {
          const text = chosen(this.program.schema, gone).replace(ASK, "(bs__a[$1]=bs__n,bs__q[$1])");
          found = compiled(text, this.program.called, this.program.names, this.program.has_process);
        } catch (error) {
          found = error;
        }
        this.variants.set(key, found);
      }
      return found;
    }
    run(program, given, fuel, expected, rule) {
      if (this.is_watched && this.is_used) this.fresh_if_damaged();
      this.is_used = true;
      const { context } = this;
      const run = context.run(context.instance(program, this.q, this.a), given, fuel, expected, rule, this.epoch);
      if ((run.hasLeaked || this.program.may_leak) && !context.is_broken) context.world.forget(this.program.leaks);
      return run;
    }
    fresh_if_damaged() {
      if (!this.context.is_damaged()) return false;
      const { q } = this;
      this.fresh();
      this.q.set(q);
      return true;
    }

    // The original

    original(given, fuel) {
      this.epoch += 1;
      return this.run(this.variant(new Set()), given, fuel, null, PREFIX);
    }
    input(given) {
      if (this.program.entry === "__main__") return { args: given.args, stdin: given.stdin, values: null };
      for (const one of given.args) {
        try { JSON.parse(one); } catch { throw new Refusal("input", one); }
      }
      return { args: given.args, stdin: given.stdin, values: given.args };
    }
    rule_of(end) { return end === RETURNED ? this.program.rule : PREFIX; }
    asked() {
      const found = [];
      for (let one = 1; one <= this.n; one++) if (this.a[one] === this.epoch) found.push(one);
      return found;
    }
    forget() { this.inputs = []; this.known = []; }
    add(inputs, out) {
      for (const one of inputs) {
        const given = this.input(one);
        const run = this.original(given, MAX_FUEL);
        const asked = this.asked();
        if (this.fresh_if_damaged()) this.is_watched = true;
        const again = this.original(given, MAX_FUEL);
        if (this.fresh_if_damaged()) this.is_watched = true;
        if (run.end !== again.end || !same(run.seen, again.seen)) throw new Refusal("differs");
        if (run.isOpaque) throw new Refusal("incomparable");
        this.inputs.push(given);
        const fuel = run.ticks * 10 + 1_000;
        const patient = Math.max(fuel, Math.min(fuel * one.patience, PATIENT_FUEL));
        this.known.push({ expected: run.seen, fuel: patient, rule: this.rule_of(run.end) });
        out.u8(run.end).text(run.end === CRASHED ? run.error.slice(0, 300) : "").u32(run.seen.length);
        out.raw(hash(run.seen)).count(run.ticks).bits(asked, this.n);
      }
    }

    // Candidates

    judge(content, out) {
      const with_consulted = content[0];
      const candidates = [];
      for (let n = content.readUInt16BE(1), at = 3; n > 0; n--) {
        const deleted = [];
        for (let m = content.readUInt16BE(at), end = (at += 2) + 3 * m; at < end; at += 3) deleted.push(content.readUInt16BE(at), content[at + 2]);
        candidates.push(deleted);
      }
      const start = out.at;
      for (const deleted of candidates) this.judge_one(deleted, with_consulted, out);
      if (!this.is_watched && this.context.is_damaged()) {
        // Nobody knows by whom: each is looked at.
        out.at = start;
        this.fresh();
        this.is_watched = true;
        for (const deleted of candidates) this.judge_one(deleted, with_consulted, out);
      }
    }
    gone(deleted) {
      const gone = new Set();
      for (let idx = 0; idx < deleted.length; idx += 2) if (deleted[idx + 1] === 1 && this.chosen.has(deleted[idx])) gone.add(deleted[idx]);
      return gone;
    }
    switched(deleted, work) {
      for (let idx = 0; idx < deleted.length; idx += 2) this.q[deleted[idx]] = deleted[idx + 1] === 2 ? 2 : 0;
      try {
        return work();
      } finally {
        for (let idx = 0; idx < deleted.length; idx += 2) this.q[deleted[idx]] = 1;
      }
    }
    judge_one(deleted, with_consulted, out) {
      const program = this.variant(this.gone(deleted));
      if (program instanceof Error) {
        out.verdict(1);
        if (with_consulted) out.set(Array.from({ length: this.n }, (_, idx) => idx + 1), this.n);
        return;
      }
      this.switched(deleted, () => {
        const first = this.epoch + 1;
        const found = this.tried(program, true);
        out.verdict(found.code, found.input, found.position, found.ticks);
        if (!with_consulted) return;
        const since = found.code === 0 ? first : this.epoch;
        const asked = [];
        for (let one = 1; one <= this.n; one++) if (this.a[one] >= since) asked.push(one);
        out.set(asked, this.n);
      });
    }
    /** The verdict of a program on all inputs. */
    tried(program) {
      let ticks = 0;
      for (let idx = 0; idx < this.inputs.length; idx++) {
        const { expected, fuel, rule } = this.known[idx];
        this.epoch += 1;
        if (rule === PREFIX && expected.length === 0) continue;
        const run = this.run(program, this.inputs[idx], fuel, expected, rule);
        ticks += run.ticks;
        const code = verdict_of(run);
        if (code !== 0) return { code, input: idx, position: code === 1 ? run.seen.length : 0, ticks, run };
      }
      return { code: 0, input: 0, position: 0, ticks, run: null };
    }

    // Texts that stand by themselves, each in a context of its own

    alone(content) {
      let program;
      try {
        new vm.Script("(function(exports,require,module,__filename,__dirname){" + content.text + "\n})", { filename: "program.js" });
        program = compiled(content.watched, this.program.entry === "__main__" ? "" : this.program.entry, [], true);
      } catch (error) {
        return { error: error.message };
      }
      const kept = [this.context, this.q, this.a, this.is_watched, this.is_used];
      this.is_watched = true;
      this.is_used = false;
      try {
        this.context = new Context(content.is_async);
        return this.tried(program);
      } finally {
        [this.context, this.q, this.a, this.is_watched, this.is_used] = kept;
      }
    }
    confirm(texts, out) {
      for (const content of texts) {
        const found = this.alone(content);
        if (found.error !== undefined) out.verdict(3).text(found.error);
        else out.verdict(found.code, found.input, found.position, found.ticks);
      }
    }
    other(content, out) {
      if (!content.has_criterion) {
        try {
          new vm.Script("(function(exports,require,module,__filename,__dirname){" + content.text + "\n})", { filename: "program.js" });
        } catch (error) {
          return out.verdict(3).text(error.message);
        }
        return out.verdict(5);
      }
      const found = this.alone(content);
      if (found.error !== undefined) return out.verdict(3).text(found.error);
      if (found.code === 0) return out.verdict(0, 0, 0, found.ticks);
      const { run } = found, position = run.seen.length, { expected } = this.known[found.input];
      const wanted = position < expected.length ? shown(expected[position]) : "no value: the run ends";
      const got = run.isDifferent ? shown(run.last) : run.end === OUT ? "no value: out of fuel" : "no value: " + (run.error || "the run ends");
      return out.verdict(1, found.input, position, found.ticks).text(wanted).text(got);
    }

    // Points of the program as it stands

    sequences(content, out) {
      const { watched, is_async } = content.program;
      if (this.numbered.watched !== watched) {
        const program = compiled(watched, this.program.entry === "__main__" ? "" : this.program.entry, [], true);
        this.numbered = { watched, program };
      }
      const kept = [this.context, this.q, this.a, this.is_watched, this.is_used];
      this.is_watched = true;
      this.is_used = false;
      try {
        this.context = new Context(is_async);
        for (const one of content.inputs) this.sequence(this.run(this.numbered.program, this.input(one), MAX_FUEL, null, PREFIX), out);
      } finally {
        [this.context, this.q, this.a, this.is_watched, this.is_used] = kept;
      }
    }
    sequence(run, out) {
      if (run.isOpaque) throw new Refusal("incomparable");
      out.u8(run.end).text(run.end === CRASHED ? String(run.error).slice(0, 300) : "").count(run.ticks).u32(run.seen.length);
      for (let idx = 0; idx < run.seen.length; idx++) out.u16(run.points[idx]).count(run.spent[idx]).text(spelled(run.seen[idx])).text("").u16(0);
    }

    /** What one run depended on. */
    trace(content, out) {
      const program = compiled(content.text, this.program.entry === "__main__" ? "" : this.program.entry, [], true);
      const kept = [this.context, this.q, this.a, this.is_watched, this.is_used];
      this.is_watched = true;
      this.is_used = false;
      try {
        this.context = new Context(false);
        const trace = trace_script.runInContext(this.context.context)(is_own);
        this.context.context.bs__T = trace;
        this.run(program, this.input(content.input), MAX_FUEL, null, PREFIX);
        const told = {
          units: content.units,
          around: content.around,
          ran: [...trace.ran].slice(0, trace.nRan),
          edges: [...trace.edges.values()].slice(0, trace.nEdges),
          n_values: trace.nValues,
        };
        out.text(JSON.stringify(told));
      } finally {
        [this.context, this.q, this.a, this.is_watched, this.is_used] = kept;
      }
    }

    // Inputs that are not kept

    probe(content, out) {
      const deleted = content.deleted.flatMap((one, idx) => [one, content.modes[idx]]);
      const program = this.variant(this.gone(deleted));
      const fuel = content.is_patient ? MAX_FUEL : MAX_FUEL / 10;
      for (const given of content.inputs) this.probe_one(given, deleted, content.branches, fuel, program, out);
      if (!this.is_watched && this.fresh_if_damaged()) this.is_watched = true;
    }
    probe_one(one, deleted, branches, fuel, program, out) {
      let given = null;
      try { given = this.input(one); } catch {}
      const run = given === null ? null : this.original(given, fuel);
      if (run === null || run.end === OUT || run.isOpaque) {
        out.u8(OUT).u32(0).count(0).count(run === null ? 0 : run.ticks).u8(0).u16(0).u16(0).u16(0);
        return;
      }
      const is_asked = (one) => this.a[one] === this.epoch;
      const consulted = deleted.filter((one, idx) => idx % 2 === 0 && (is_asked(one) || this.chosen.has(one)));
      const entered = [];
      branches.forEach((one, idx) => { if (one !== 0 && is_asked(one)) entered.push(idx); });
      const rule = this.rule_of(run.end);
      let is_refuted = false;
      if (consulted.length > 0 && (run.seen.length > 0 || rule !== PREFIX)) {
        is_refuted = program instanceof Error || this.refutes(given, deleted, program, run, rule);
      }
      out.u8(run.end).u32(run.seen.length).raw(hash(run.seen)).count(run.ticks).u8(is_refuted ? 1 : 0).u16(consulted.length);
      for (const one of consulted) out.u16(one);
      out.u16(entered.length);
      for (const idx of entered) out.u16(idx).f64(0);
      // Of the candidate no distances are known.
      out.u16(0);
    }
    refutes(given, deleted, program, original, rule) {
      const kept = [this.inputs, this.known];
      this.inputs = [given];
      this.known = [{ expected: original.seen, fuel: original.ticks * 10 + 1_000, rule }];
      try {
        return this.switched(deleted, () => this.tried(program)).code !== 0;
      } finally {
        [this.inputs, this.known] = kept;
      }
    }

    answer(operation, content, out) {
      const read = () => JSON.parse(content.toString("utf8"));
      switch (operation) {
        case 1: return this.load(read());
        case 2: return this.add(read(), out);
        case 3: return this.judge(content, out);
        case 4: return this.confirm(read(), out);
        case 5: return this.other(read(), out);
        case 7: return this.probe(read(), out);
        case 9: return this.sequences(read(), out);
        case 10: return this.trace(read(), out);
        case 11: return this.forget();
        default: throw new Error("operation " + operation);
      }
    }
  }

  /** 0 same, 1 different, 2 out of fuel, of a run beside what the original did. */
  function verdict_of(run) {
    if (run.isDone) return 0;
    if (run.isDifferent) return 1;
    const worse = run.end === OUT ? 2 : 1;
    if (run.seen.length < run.n) return worse;
    if (run.rule === AND_END) return run.end === OUT ? 2 : 0;
    return run.rule === STRICT && run.end !== RETURNED ? worse : 0;
  }
  function same(one, other) {
    return one.length === other.length && Array.prototype.every.call(one, (value, idx) => value === other[idx]);
  }
  function hash(values) {
    const told = crypto.createHash("sha1");
    for (let idx = 0; idx < values.length; idx++) told.update(typeof values[idx] + String(values[idx]) + "\n");
    return told.digest().subarray(0, 8);
  }
  const MAX_SPELLED = 20_000;
  /** A value as text, another one for another value; of long ones there is a sum. */
  function spelled(value) {
    const said = spelt(value);
    if (said.length <= MAX_SPELLED) return said;
    return said.slice(0, MAX_SPELLED / 8) + "... " + crypto.createHash("sha1").update(said).digest("hex").slice(0, 16);
  }
  function spelt(value) {
    if (typeof value !== "string") return String(value);
    if (value[0] !== "\0") return JSON.stringify(value);
    if (value === "\0n-0" || value === "\0nNaN") return value.slice(2);
    return value.startsWith("\0s\0") ? JSON.stringify(value.slice(2)) : value.slice(1);
  }
  function shown(value) {
    const text = typeof value !== "string" ? String(value) : value[0] !== "\0" ? JSON.stringify(value) : value.slice(1);
    return text.slice(0, 200);
  }

  // Frames.
  function take(n) {
    const bytes = Buffer.allocUnsafe(n);
    for (let at = 0; at < n; ) {
      const got = fs.readSync(0, bytes, at, n - at, null);
      if (got === 0) process.exit(0);
      at += got;
    }
    return bytes;
  }
  function give(bytes) {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length);
    const all = Buffer.concat([size, bytes]);
    for (let at = 0; at < all.length; ) at += fs.writeSync(1, all, at, all.length - at, null);
  }
  process.on("unhandledRejection", () => {});
  give(Buffer.concat([Buffer.from([3]), Buffer.from("Node.js " + process.version.slice(1))]));
  const server = new Server();
  for (;;) {
    const frame = take(take(4).readUInt32BE(0));
    let out = new Writer().u8(0);
    try {
      server.answer(frame[0], frame.subarray(1), out);
    } catch (error) {
      out = error instanceof Refusal ? new Writer().u8(1).u32(error.code >>> 0).raw(Buffer.from(error.message)) : new Writer().u8(2).raw(Buffer.from(String(error && error.stack || error)));
    }
    give(out.done());
  }
})
