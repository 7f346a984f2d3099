
class Shape {
  static made = 0;

  constructor(_1, _2, _3) {



    Shape.made++;
  }












}
























function create(_1) {









  return new Shape(void 0);
}

const shapes = process.argv.slice(2).map((_1) => create(void 0));







const made = Shape.made;


console.log(void 0, made);
