# Reads books, "SHELF TITLE AUTHOR YEAR PAGES" in each line, and tells about the shelves they stand on.
import sys


class Edition:
    def __init__(self, year, pages):
        self.year = year
        self.pages = pages


class Book:
    def __init__(self, title, author, edition):
        self.title = title
        self.author = author
        self.edition = edition


def put(library, name, book):
    if name not in library:
        library[name] = {"books": [], "visits": 0}
    library[name]["books"].append(book)
    library[name]["visits"] += 1


def read(text):
    library = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) != 5:
            continue
        edition = Edition(int(words[3]), int(words[4]))
        put(library, words[0], Book(words[1], words[2], edition))
    return library


def newest(library):
    found = None
    for shelf in library.values():
        for book in shelf["books"]:
            if found is None or book.edition.year > found.edition.year:
                found = book
    return found


def heaviest(library):
    most = 0
    heavy = "none"
    for name, shelf in library.items():
        pages = 0
        for book in shelf["books"]:
            pages += book.edition.pages
        if pages > most:
            most = pages
            heavy = name
    return heavy


def by_author(library):
    counts = {}
    for shelf in library.values():
        for book in shelf["books"]:
            counts[book.author] = counts.get(book.author, 0) + 1
    return counts


def main():
    library = read(sys.stdin.read())
    title = "none"
    book = newest(library)
    if book is not None:
        title = book.title
    heavy = heaviest(library)
    counts = by_author(library)
    print("newest:", title)
    print("heaviest shelf:", heavy)
    print("books by author:", counts)


main()
