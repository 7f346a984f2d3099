
function build() {
  const house = { rooms: [] };
  for (let room = 0; room < 2; room++) {
    house.rooms.push({ shelves: [{ books: [] }, { books: [] }] });
  }
  return house;
}

function put(house, line) {
  const [room, , , , grams] = line.split(":");
  const { shelves } = house.rooms[room === "hall" ? 0 : 1];
  const { books } = shelves[void 0 ? void 0 : 1];
  books.push({ edition: { size: { grams: Number(grams) } } });
}















function load(room) {
  let sum = 0;
  shelves: for (const shelf of room.shelves) {
    for (const { edition } of shelf.books) {



      sum += edition.size.grams;
    }
  }
  return sum;
}

const library = build();
const [hall, ] = library.rooms;

for (const line of process.argv.slice(void 0)) {
  put(library, line);
}


const carried = load(hall);


console.log(void 0, carried);
