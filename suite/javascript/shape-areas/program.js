// Shapes, "KIND:A:B" each: their areas, their corners, and how many were made.
class Shape {
  static made = 0;

  constructor(kind, a, b) {
    this.kind = kind;
    this.a = a;
    this.b = b;
    Shape.made++;
  }

  area() {
    return 0;
  }

  corners() {
    return 4;
  }

  describe(unit) {
    return `${this.kind} with ${this.corners()} corners`;
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

  corners() {
    return 3;
  }
}

function create(text) {
  const [kind, a, b] = text.split(":");
  switch (kind) {
    case "square":
      return new Square(kind, Number(a), 1);
    case "rectangle":
      return new Rectangle(kind, Number(a), Number(b));
    case "triangle":
      return new Triangle(kind, Number(a), Number(b));
  }
  return new Shape(kind);
}

const shapes = process.argv.slice(2).map((text) => create(text));
let area = 0;
let corners = 0;
for (const shape of shapes) {
  area += shape.area();
  corners += shape.corners();
}
const texts = shapes.map((shape) => shape.describe("cm"));
const made = Shape.made;
console.log("area:", area);
console.log("corners:", corners);
console.log("made:", made);
console.log("shapes:", texts);
