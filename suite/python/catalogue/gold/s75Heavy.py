
import sys


class Edition:
    def __init__(self, _2, pages):

        self.pages = pages


class Book:
    def __init__(self, _2, _3, edition):


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
        edition = Edition(..., int(words[4]))
        put(library, words[0], Book(..., ..., edition))
    return library











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










def main():
    library = read(sys.stdin.read())




    heavy = heaviest(library)


    print(..., heavy)



main()
