
import sys


class Edition:
    def __init__(self, year, _3):
        self.year = year



class Book:
    def __init__(self, title, _3, edition):
        self.title = title

        self.edition = edition


def put(library, name, book):
    if name not in library:
        library[name] = {"books": []}
    library[name]["books"].append(book)



def read(text):
    library = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) != 5:
            continue
        edition = Edition(int(words[3]), ...)
        put(library, words[0], Book(words[1], ..., edition))
    return library


def newest(library):
    found = None
    for shelf in library.values():
        for book in shelf["books"]:
            if found is None or book.edition.year > found.edition.year:
                found = book
    return found























def main():
    library = read(sys.stdin.read())
    title = "none"
    book = newest(library)
    if book is not None:
        title = book.title


    print(..., title)




main()
