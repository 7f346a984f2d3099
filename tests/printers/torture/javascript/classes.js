// Classes with every kind of method.
class Empty {}
class Derived extends Empty {
  constructor(value, ...rest) { super(value); this.value = value; this.rest = rest; } // behind a method
  method() { return super.toString() + this.value; }
  'quoted'() {}
  'quoted method'() {}
  7() {}
  [`computed`]() {}
  ['computed' + 1]() {}
  // between methods
  get value2() { return this.field; }
  set value2(value) { this.field = value; }
  get 'value3'() { return 3; }
  static make() { return new this(); }
  static async later() { await null; }
  static get shared() { return 1; }
  *many() { yield* []; }
  async *both() { yield await 1; }
  get() {}
  set() {}
  static() {}
  async() {}
  ;
}
const Expression = class Named extends (class {}) { method() { return new.target; } };
const Anonymous = class { inner() { return class { innermost() { return 1; } }; } };
class Dynamic extends (Math.random() > 2 ? Empty : Derived) {}
const witness = new Derived(1).value;
console.log(witness);
