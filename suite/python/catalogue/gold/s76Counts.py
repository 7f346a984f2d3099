
import sys








class Book:
    def __init__(self, _2, author, _4):

        self.author = author



def put(library, _2, book):
    if ... not in library:
        library[...] = {"books": []}
    library[...]["books"].append(book)



def read(text):
    library = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) != 5:
            continue

        put(library, ..., Book(..., words[2], ...))
    return library
























def by_author(library):
    counts = {}
    for shelf in library.values():
        for book in shelf["books"]:
            counts[book.author] = counts.get(book.author, 0) + 1
    return counts


def main():
    library = read(sys.stdin.read())





    counts = by_author(library)


    print(..., counts)


main()
