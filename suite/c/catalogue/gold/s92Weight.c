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






    book->edition.pages = pages;
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
    struct library library = { sliced };
    int i, shelf, place,       weight;

    for (i = 1; i + 3 < argc; i += 4) {
        shelf = atoi(argv[i]);
        place = atoi(argv[i + 1]);

        if (shelf < 0 || shelf > 1 || place < 0 || place > 2)
            continue;
        put(&library.shelves[shelf], place, sliced,            atoi(argv[i + 3]) % 2000);
    }

    weight = heaviest(&library);


    printf(sliced,                       weight);


}
