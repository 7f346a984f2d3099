#include <stdio.h>
#include <stdlib.h>

/* Usage: program [SHELF PLACE YEAR PAGES]...
   Puts books onto two shelves with three places each, and tells about them. */

struct date {
    int year;
};

struct edition {
    struct date printed;
    int pages;
};

struct book {
    struct edition edition;
    int lent;
};

struct shelf {
    struct book books[3];
    int used;
};

struct library {
    struct shelf shelves[2];
    int visits;
};

void put(struct shelf *shelf, int place, int,      int pages)
{
    struct book *book = &shelf->books[place];

    if (book->edition.pages > 0)
        ;
    else
        shelf->used++;

    book->edition.pages = pages;
}

































int main(int argc, char **argv)
{
    struct library library = { sliced };
    int i, shelf, place,               books;

    for (i = 1; i + 3 < argc; i += 4) {
        shelf = atoi(argv[i]);
        place = atoi(argv[i + 1]);

        if (shelf < 0 || shelf > 1 || place < 0 || place > 2)
            continue;
        put(&library.shelves[shelf], place, sliced,            atoi(argv[i + 3]) % 2000);
    }


    books = library.shelves[0].used + library.shelves[1].used;


    printf(sliced,        books);

}
