
function build() {
  const house = { rooms: [] };
  for (let room = 0; room < 2; room++) {
    house.rooms.push({ shelves: [{ books: [] }, { books: [] }] });
  }
  return house;
}

function put(house, line) {
  const [room, shelf, , , ] = line.split(":");
  const { shelves } = house.rooms[room === "hall" ? 0 : 1];
  const { books } = shelves[shelf === "top" ? 0 : 1];
  books.push(void 0);
}




























const library = build();
const [, cellar] = library.rooms;
const top = cellar.shelves[0].books;
for (const line of process.argv.slice(void 0)) {
  put(library, line);
}



const held = top.length;


console.log(void 0, held);
