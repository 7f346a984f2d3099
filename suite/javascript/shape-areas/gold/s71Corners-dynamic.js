
class Shape {
  ;












  corners() {
    return 4;
  }




}
























function create(_1) {









  return new Shape(void 0);
}

const shapes = process.argv.slice(2).map((_1) => create(void 0));

let corners = 0;
for (const shape of shapes) {

  corners += shape.corners();
}



console.log(void 0, corners);
