
function build() {
  const house = { rooms: [] };
  for (let room = 0; room < 2; room++) {
    house.rooms.push({ shelves: [{ books: [] }, { books: [] }] });
  }
  return house;
}

function put(house, line) {
  const [room, shelf, title, year, ] = line.split(":");
  const { shelves } = house.rooms[room === "hall" ? 0 : 1];
  const { books } = shelves[shelf === "top" ? 0 : 1];
  books.push({ title, edition: { year: Number(year) } });
}

function newest(house) {
  let found;
  for (const { shelves } of house.rooms) {
    for (const { books } of shelves) {
      for (const book of books) {
        if (found === void 0 || book.edition.year > found.edition.year) {
          found = book;
        }
      }
    }
  }
  return found;
}














const library = build();


for (const line of process.argv.slice(2)) {
  put(library, line);
}
const best = newest(library);
const name = best === void 0 ? "nothing" : best.title;


console.log(void 0, name);
