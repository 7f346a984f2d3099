
class Shape {
  ;












  corners() {
    return 4;
  }




}














class Triangle  {




  corners() {
    return 3;
  }
}

function create(text) {
  const [kind, , ] = text.split(":");
  switch (kind) {




    case "triangle":
      return new Triangle(void 0, void 0, void 0);
  }
  return new Shape(void 0);
}

const shapes = process.argv.slice(2).map((text) => create(text));

let corners = 0;
for (const shape of shapes) {

  corners += shape.corners();
}



console.log(void 0, corners);
