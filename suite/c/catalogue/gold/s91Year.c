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

void put(struct shelf *shelf, int place, int year, int)
{
    struct book *book = &shelf->books[place];





    book->edition.printed.year = year;

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

















int main(int argc, char **argv)
{
    struct library library;
    int i, shelf, place, year;

    for (i = 1; i + 3 < argc; i += 4) {
        shelf = atoi(argv[i]);
        place = atoi(argv[i + 1]);

        if (shelf < 0 || shelf > 1 || place < 0 || place > 2)
            continue;
        put(&library.shelves[shelf], place, atoi(argv[i + 2]), sliced);
    }
    year = newest(&library);


    printf(sliced,         year);



}
