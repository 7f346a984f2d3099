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

void put(struct shelf *shelf, int place, int year, int pages)
{
    struct book *book = &shelf->books[place];

    if (book->edition.pages > 0)
        book->lent++;
    else
        shelf->used++;
    book->edition.printed.year = year;
    book->edition.pages = pages;
}

int newest(struct library *library)
{
    int found = 0;
    int i, j;

    for (i = 0; i < 2; i++) {
        for (j = 0; j < 3; j++) {
            struct edition *edition = &library->shelves[i].books[j].edition;

            if (edition->printed.year > found)
                found = edition->printed.year;
        }
    }
    return found;
}

int heaviest(struct library *library)
{
    int most = 0;
    int i, j;

    for (i = 0; i < 2; i++) {
        int pages = 0;

        for (j = 0; j < 3; j++)
            pages += library->shelves[i].books[j].edition.pages;
        if (pages > most)
            most = pages;
    }
    return most;
}

int main(int argc, char **argv)
{
    struct library library = { 0 };
    int i, shelf, place, year, weight, books;

    for (i = 1; i + 3 < argc; i += 4) {
        shelf = atoi(argv[i]);
        place = atoi(argv[i + 1]);
        library.visits++;
        if (shelf < 0 || shelf > 1 || place < 0 || place > 2)
            continue;
        put(&library.shelves[shelf], place, atoi(argv[i + 2]), atoi(argv[i + 3]) % 2000);
    }
    year = newest(&library);
    weight = heaviest(&library);
    books = library.shelves[0].used + library.shelves[1].used;
    printf("newest: %d\n", year);
    printf("heaviest shelf: %d pages\n", weight);
    printf("books: %d\n", books);
    return 0;
}
