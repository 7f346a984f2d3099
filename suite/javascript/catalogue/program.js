// The books of a library, "ROOM:SHELF:TITLE:YEAR:GRAMS" each: the newest, what a room has to carry, what stands on a shelf.
function build() {
  const house = { rooms: [] };
  for (let room = 0; room < 2; room++) {
    house.rooms.push({ shelves: [{ books: [] }, { books: [] }] });
  }
  return house;
}

function put(house, line) {
  const [room, shelf, title, year, grams] = line.split(":");
  const { shelves } = house.rooms[room === "hall" ? 0 : 1];
  const { books } = shelves[shelf === "top" ? 0 : 1];
  books.push({ title, edition: { year: Number(year), size: { grams: Number(grams) } } });
}

function newest(house) {
  let found = null;
  for (const { shelves } of house.rooms) {
    for (const { books } of shelves) {
      for (const book of books) {
        if (found === null || book.edition.year > found.edition.year) {
          found = book;
        }
      }
    }
  }
  return found;
}

function load(room) {
  let sum = 0;
  shelves: for (const shelf of room.shelves) {
    for (const { edition } of shelf.books) {
      if (edition.size.grams > 900) {
        continue shelves;
      }
      sum += edition.size.grams;
    }
  }
  return sum;
}

const library = build();
const [hall, cellar] = library.rooms;
const top = cellar.shelves[0].books;
for (const line of process.argv.slice(2)) {
  put(library, line);
}
const best = newest(library);
const name = best === null ? "nothing" : best.title;
const carried = load(hall);
const held = top.length;
console.log("newest:", name);
console.log("hall:", carried);
console.log("cellar, top:", held);
