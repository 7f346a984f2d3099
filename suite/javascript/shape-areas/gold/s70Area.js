
class Shape {
  ;

  constructor(_1, a, b) {

    this.a = a;
    this.b = b;

  }

  area() {
    return 0;
  }








}

class Rectangle extends Shape {
  area() {
    return this.a * this.b;
  }
}

class Square extends Rectangle {
  area() {
    this.b = this.a;
    return super.area();
  }
}

class Triangle extends Rectangle {
  area() {
    return super.area() / 2;
  }




}

function create(text) {
  const [kind, a, b] = text.split(":");
  switch (kind) {
    case "square":
      return new Square(void 0, Number(a), void 0);
    case "rectangle":
      return new Rectangle(void 0, Number(a), Number(b));
    case "triangle":
      return new Triangle(void 0, Number(a), Number(b));
  }
  return new Shape(void 0);
}

const shapes = process.argv.slice(void 0).map((text) => create(text));
let area = 0;

for (const shape of shapes) {
  area += shape.area();

}


console.log(void 0, area);
