// Classes with everything that they can hold.
class Empty {}
class Derived extends Empty {
  field = 1;
  bare;
  'quoted' = 2;
  3 = 4;
  ['computed' + 1] = 5;
  #hidden = 6;
  static shared = 7;
  static #secret = 8;
  static { this.shared += 1; } // a block
  constructor(value, ...rest) { super(value); this.value = value; this.#hidden = rest; }
  method() { return super.toString() + this.#hidden; }
  'quoted method'() {}
  [`computed`]() {}
  get value2() { return this.field; }
  set value2(value) { this.field = value; }
  static make() { return new this(); }
  static async later() { await null; }
  *many() { yield* []; }
  async *both() { yield await 1; }
  #private() { return #hidden in this; }
  arrow = () => this.field;
  static get = 1;
  get; set; static; async;
}
const Expression = class Named extends (class {}) { static x = 1; };
class Dynamic extends (Math.random() > 2 ? Empty : Derived) {}
const witness = new Derived(1).value;
console.log(witness);
