"use strict";
// What a run reads, writes and decides, unit by unit: the dependences of one run, for dynamic slices. A unit is a statement, a
// handler or `case`, or an operand that a slice may leave out; it is known by its number. Variables are cells of the call that they
// belong to, properties cells of their objects. What library code does is taken from its name: where nothing is known it looks at all
// that it is given, and changes the object that it is a method of.
(function (isOwn) {
  const DATA = 0, CALL = 1, DECIDES = 2, MAYBE = 3, CAUGHT = 4, NAMED = 5;
  const { getPrototypeOf, getOwnPropertyDescriptor, ownKeys, construct, apply } = Reflect;
  const CONTENT = Symbol("content"), CLOCK = {};
  const table = (rows) => new Map(rows.flatMap(([names, what]) => names.split(" ").map((name) => [name, what])));
  // How far methods of containers look into these and into arguments, and whether they change the container.
  const METHODS = table([
    ["push unshift set add clear", [0, 0, true]],
    ["pop shift splice delete", [1, 0, true]],
    ["sort reverse fill copyWithin", [2, 2, true]],
    ["slice concat flat flatMap map filter forEach reduce reduceRight some every find findIndex findLast keys values entries get at has", [1, 1, false]],
    ["includes indexOf lastIndexOf join toString", [2, 2, false]],
  ]);
  const CHANGES_FIRST = new Set("assign defineProperty defineProperties setPrototypeOf deleteProperty".split(" "));
  const SHALLOW = new Set("isArray from of keys Array Map Set".split(" "));
  const isObject = (value) => typeof value === "object" && value !== null || typeof value === "function";
  const isContainer = (value) => Array.isArray(value) || value instanceof Map || value instanceof Set || ArrayBuffer.isView(value);

  class Frame {
    constructor(caller) { this.caller = caller; this.unit = -1; this.depth = 0; this.outcomes = new Map(); this.cells = new Map(); this.declared = new Map(); }
  }

  class Trace {
    constructor() {
      this.edges = new Map(); this.ran = new Set();
      this.nEdges = 0; this.nRan = 0; this.nValues = 0;
      // By object, by property: the last writer and when; by object, of its content: writers and when.
      this.fields = new WeakMap(); this.changed = new WeakMap(); this.sources = new WeakMap();
      // By place: conditions that could have written there, and when.
      this.maybe = new Map(); this.maybeIn = new WeakMap();
      this.time = 0; this.stack = []; this.targets = [];
    }
    edge(why, from, to) {
      const key = (why * 65536 + from) * 65536 + to;
      if (!this.edges.has(key)) this.edges.set(key, [why, from, to]);
    }

    // Where the run is

    at(frame, unit) {
      const { stack } = this;
      if (stack[frame.depth] === frame) this.abandon(frame.depth);
      else this.push(frame);
      frame.unit = unit;
    }
    push(frame) { frame.depth = this.stack.length; this.stack.push(frame); }
    /** Calls above this one have ended by a failure, which is what they gave. */
    abandon(depth) {
      const { stack } = this;
      for (let idx = depth; idx + 1 < stack.length; idx++) this.edge(DATA, stack[idx].unit, stack[idx + 1].unit);
      stack.length = depth + 1;
    }
    top() { return this.stack.length === 0 ? -1 : this.stack[this.stack.length - 1].unit; }
    s(frame, unit) {
      this.time += 1;
      this.at(frame, unit);
      this.ran.add(unit);
      if (frame.caller >= 0) this.edge(CALL, unit, frame.caller);
    }
    module() { const frame = new Frame(-1); this.push(frame); return frame; }
    enter(unit, cells) {
      const caller = this.top(), frame = new Frame(caller);
      this.push(frame);
      frame.unit = unit;
      if (caller >= 0) {
        this.edge(DATA, caller, unit);
        // A function in a statement that is no unit of its own runs by its call, too.
        if (caller !== unit) this.edge(CALL, unit, caller);
        for (const cell of cells) frame.cells.set(cell, [caller, this.time]);
      }
      return frame;
    }
    /** The same of a function that is a unit itself: that it is there needs no call. */
    enterUnit(unit, cells) {
      const caller = this.top(), frame = new Frame(caller);
      this.push(frame);
      frame.unit = unit;
      if (caller >= 0) {
        this.edge(DATA, caller, unit);
        for (const cell of cells) frame.cells.set(cell, [caller, this.time]);
      }
      return frame;
    }
    leave(frame) {
      if (frame.caller >= 0) this.could(frame.caller, frame.cells.get("return?"), -1);
      if (this.stack[frame.depth] === frame) this.stack.length = frame.depth;
    }
    ret(frame, unit, value) {
      if (frame.caller >= 0) this.edge(DATA, frame.caller, unit);
      this.leave(frame);
      return value;
    }
    give(frame, unit, value) {
      if (frame.depth > 0 && frame.depth < this.stack.length) this.edge(DATA, this.stack[frame.depth - 1].unit, unit);
      this.leave(frame);
      return value;
    }
    goOn(frame, unit, value) {
      frame.caller = this.top();
      if (frame.caller >= 0) this.edge(CALL, unit, frame.caller);
      this.push(frame);
      frame.unit = unit;
      return value;
    }
    caught(frame, unit, guarded, cells) {
      const failed = frame.unit;
      this.time += 1;
      this.edge(DATA, guarded, failed);
      this.edge(DATA, unit, failed);
      this.edge(CAUGHT, failed, unit);
      this.at(frame, unit);
      this.ran.add(unit);
      this.define(frame, unit, cells);
    }
    c(frame, unit, chosen) { this.ran.add(chosen); this.edge(DATA, unit, chosen); }

    // Operands and branches

    u(frame, unit, others) {
      frame.unit = unit;
      this.ran.add(unit);
      for (const other of others) frame.outcomes.delete(other);
    }
    e(frame, around, unit, value) { frame.unit = around; frame.outcomes.set(unit, value); return value; }
    /** Of an operator those operands decide that have the outcome that is wanted, or else all. */
    b(frame, around, isWanted, operands, value) {
      const seen = [];
      for (const [unit, names] of operands) {
        if (frame.outcomes.has(unit)) {
          seen.push([unit, frame.outcomes.get(unit)]);
          frame.outcomes.delete(unit);
          continue;
        }
        for (const [owner, cell] of names) {
          const found = owner.cells.get(cell);
          if (found) this.edge(NAMED, unit, found[0]);
        }
      }
      const deciding = seen.filter(([, outcome]) => isWanted !== null && isWanted(outcome));
      for (const [unit] of deciding.length > 0 ? deciding : seen) this.edge(DECIDES, around, unit);
      return value;
    }
    p(unit, ifTrue, ifFalse, value) {
      this.skip(unit, value ? ifFalse : ifTrue);
      return value;
    }
    skip(unit, places) {
      this.time += 1;
      for (const place of places) {
        if (typeof place === "string") this.mark(this.maybe, place, unit);
        else if (place.length === 2) this.mark(place[0].cells, place[1] + "?", unit);
        else {
          let object;
          try { object = place[0](); } catch { continue; }
          if (isObject(object)) this.mark(this.maybeIn, object, unit);
        }
      }
    }
    mark(map, key, unit) {
      let found = map.get(key);
      if (found === undefined) map.set(key, found = new Map());
      found.set(unit, this.time);
    }
    could(unit, deciders, since) {
      if (deciders !== undefined) for (const [decider, time] of deciders) if (time > since) this.edge(MAYBE, unit, decider);
    }

    // Variables, properties, content

    r(frame, unit, cell, value) {
      const found = frame.cells.get(cell);
      if (found) this.edge(DATA, unit, found[0]);
      this.could(unit, frame.cells.get(cell + "?"), found ? found[1] : -1);
      return value;
    }
    /** Names are declared, without which assignments would mean others. */
    d(frame, unit, cells) { for (const cell of cells) frame.declared.set(cell, unit); }
    define(frame, unit, cells) {
      for (const cell of cells) {
        frame.cells.set(cell, [unit, this.time]);
        const declared = frame.declared.get(cell);
        if (declared !== undefined && declared !== unit) this.edge(DATA, unit, declared);
      }
    }
    w(frame, unit, cells, value) { this.define(frame, unit, cells); return value; }
    attr(unit, object, key) { this.property(unit, object, key); return object; }
    property(unit, object, key) {
      if (!isObject(object)) return;
      let found;
      for (let of = object; of !== null && found === undefined; of = getPrototypeOf(of)) found = this.fields.get(of)?.get(key);
      const since = found === undefined ? -1 : found[1];
      if (found !== undefined) this.edge(DATA, unit, found[0]);
      for (const [writer, time] of this.changed.get(object) ?? []) if (time > since) this.edge(DATA, unit, writer);
      this.could(unit, this.maybe.get("." + String(key)), since);
      if (isContainer(object)) this.content(unit, object, since);
    }
    content(unit, object, since) {
      this.could(unit, this.maybeIn.get(object), since);
      this.could(unit, this.maybe.get("[]"), since);
    }
    set(unit, object, key) {
      if (!isObject(object)) return;
      if (isContainer(object) && !Object.hasOwn(object, key)) this.change(unit, object);
      let fields = this.fields.get(object);
      if (fields === undefined) this.fields.set(object, fields = new Map());
      fields.set(key, [unit, this.time]);
    }
    /** What is assigned to, until its new value is known; of `+=` it is read before. */
    target(object, key) { this.targets.push([object, key]); return object; }
    both(unit, object, key) { this.property(unit, object, key); this.targets.push([object, key]); return object; }
    /** The object of a subscript, whose key is evaluated next. */
    item(object) { this.targets.push([object, undefined]); return object; }
    key(unit, key) { this.property(unit, this.targets.pop()[0], name(key)); return key; }
    keyOf(key) { this.targets[this.targets.length - 1][1] = name(key); return key; }
    bothKey(unit, key) { this.keyOf(key); this.property(unit, ...this.targets[this.targets.length - 1]); return key; }
    st(unit, value) { this.set(unit, ...this.targets.pop()); return value; }
    goneKey(unit, key) { this.change(unit, this.targets.pop()[0]); return key; }
    removed(unit, object) { this.change(unit, object); return object; }
    change(unit, object) { if (isObject(object)) this.mark(this.changed, object, unit); }
    x(unit, value, depth) { this.look(unit, value, depth, undefined); return value; }
    /** Depends on what is in a value: 0 is how much, 1 its elements, 2 everything. */
    look(unit, value, depth, seen) {
      if (typeof value !== "object" || value === null) return;
      for (const [writer] of this.changed.get(value) ?? []) this.edge(DATA, unit, writer);
      this.content(unit, value, -1);
      if (depth === 0) return;
      const own = this.fields.get(value);
      if (own !== undefined) for (const [, [writer]] of own) this.edge(DATA, unit, writer);
      if (seen === undefined) seen = new Set();
      if (seen.has(value)) return;
      seen.add(value);
      for (const source of this.sources.get(value) ?? []) this.look(unit, source, depth, seen);
      if (depth < 2) return;
      if (value instanceof Map) Map.prototype.forEach.call(value, (item, key) => { this.look(unit, key, 2, seen); this.look(unit, item, 2, seen); });
      if (value instanceof Set) Set.prototype.forEach.call(value, (item) => this.look(unit, item, 2, seen));
      for (const key of ownKeys(value)) {
        this.could(unit, this.maybe.get("." + String(key)), own?.get(String(key))?.[1] ?? -1);
        const property = getOwnPropertyDescriptor(value, key);
        if (property !== undefined && "value" in property) this.look(unit, property.value, 2, seen);
      }
    }
    o(unit, value) {
      this.look(unit, value, 2, undefined);
      this.nEdges = this.edges.size; this.nRan = this.ran.size; this.nValues += 1;
      return value;
    }
    after(unit, value, now) { this.o(unit, now); return value; }

    // Calls and loops

    /** What is called in the place of a function. */
    f(unit, called) {
      if (typeof called !== "function" || isOwn(called)) return called;
      const trace = this;
      return function (...values) { return trace.library(unit, null, called, values, () => apply(called, this, values)); };
    }
    /** The same of what makes objects. */
    n(unit, made) {
      if (typeof made !== "function" || isOwn(made)) return made;
      const trace = this;
      return function (...values) { return trace.library(unit, null, made, values, () => construct(made, values)); };
    }
    /** The object in the place of one whose method is called. */
    callee(unit, object, key) {
      if (object === null || object === undefined) return object;
      this.property(unit, object, key);
      const called = object[key], trace = this;
      if (typeof called !== "function" || isOwn(called)) return object;
      return { [key]: (...values) => trace.library(unit, object, called, values, () => apply(called, object, values)) };
    }
    library(unit, object, called, values, work) {
      const of = called.name, isState = of === "random" || of === "now" || of === "Date" && values.length === 0;
      const owner = isState ? CLOCK : typeof object === "function" || object === console || object === Math || object === JSON || object === Reflect ? null : object;
      let depth = SHALLOW.has(of) ? 1 : 2;
      if (owner !== null && isContainer(owner)) {
        const [depthOf, depthIn, hasChanged] = METHODS.get(of) ?? [2, 2, true];
        if (owner instanceof Map && (of === "get" || of === "set" || of === "has")) this.mapEntry(unit, owner, of, values[0]);
        else { this.look(unit, owner, depthOf, undefined); if (hasChanged) this.change(unit, owner); }
        depth = depthIn;
      } else if (isObject(owner)) { this.look(unit, owner, 2, undefined); this.change(unit, owner); }
      if (depth > 0) for (const value of values) this.look(unit, value, depth, undefined);
      if (CHANGES_FIRST.has(of)) this.change(unit, values[0]);
      const result = work();
      if (typeof result === "object" && result !== null && !Array.isArray(result) && !this.sources.has(result)) {
        this.sources.set(result, [object, ...values].filter((value) => isObject(value) && value !== result));
      }
      return result;
    }
    mapEntry(unit, map, how, key) {
      const cell = isObject(key) ? key : typeof key + ":" + String(key);
      if (how === "set") {
        if (!map.has(key)) this.change(unit, map);
        let fields = this.fields.get(map);
        if (fields === undefined) this.fields.set(map, fields = new Map());
        fields.set(cell, [unit, this.time]);
        return;
      }
      const found = this.fields.get(map)?.get(cell), since = found === undefined ? -1 : found[1];
      if (found !== undefined) this.edge(DATA, unit, found[0]);
      for (const [writer, time] of this.changed.get(map) ?? []) if (time > since) this.edge(DATA, unit, writer);
      this.content(unit, map, since);
    }
    *each(frame, unit, values, depth, places) {
      for (const value of values) {
        this.round(frame, unit, values);
        if (depth > 0) this.look(unit, value, depth, undefined);
        yield value;
        this.at(frame, unit);
      }
      this.round(frame, unit, values);
      this.skip(unit, places);
    }
    round(frame, unit, values) {
      this.at(frame, unit);
      this.time += 1;
      this.look(unit, values, 1, undefined);
    }
    keys(unit, object) { this.look(unit, object, 1, undefined); return object; }
  }
  const name = (key) => (typeof key === "symbol" ? key : String(key));
  return new Trace();
})
