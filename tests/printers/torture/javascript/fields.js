// Classes with fields, private names and static blocks.
class Empty {}
class Derived extends Empty {
  field = 1; // behind a field
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
  #private() { return #hidden in this; }
  arrow = () => this.field;
  static get = 1;
  get; set; static; async;
}
const Expression = class Named extends (class {}) { static x = 1; };
const witness = new Derived(1).value;
console.log(witness);
