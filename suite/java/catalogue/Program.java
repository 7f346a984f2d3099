import java.util.Scanner;

/** Puts books, "SHELF PLACE YEAR PAGES", onto two shelves with three places each, and tells about them. */
public class Program {
    static class Date {
        int year;
    }

    static class Edition {
        final Date printed = new Date();
        int pages;
    }

    static class Book {
        final Edition edition = new Edition();
        int lent;
    }

    static class Shelf {
        final Book[] books = { new Book(), new Book(), new Book() };
        int used;
    }

    static class Library {
        final Shelf[] shelves = { new Shelf(), new Shelf() };
        int visits;
    }

    static void put(Shelf shelf, int place, int year, int pages) {
        Book book = shelf.books[place];
        if (book.edition.pages > 0) {
            book.lent++;
        } else {
            shelf.used++;
        }
        book.edition.printed.year = year;
        book.edition.pages = pages;
    }

    static int newest(Library library) {
        int found = 0;
        for (Shelf shelf : library.shelves) {
            for (Book book : shelf.books) {
                Date date = book.edition.printed;
                if (date.year > found) {
                    found = date.year;
                }
            }
        }
        return found;
    }

    static int heaviest(Library library) {
        int most = 0;
        for (Shelf shelf : library.shelves) {
            int pages = 0;
            for (int place = 0; place < shelf.books.length; place++) {
                pages += shelf.books[place].edition.pages;
            }
            if (pages > most) {
                most = pages;
            }
        }
        return most;
    }

    static int number(Scanner in) {
        while (in.hasNext() && !in.hasNextInt()) {
            in.next();
        }
        return in.hasNext() ? in.nextInt() : 0;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Library library = new Library();
        while (in.hasNext()) {
            int row = number(in);
            int place = number(in);
            int year = number(in);
            int pages = number(in);
            library.visits++;
            if (row < 0 || row > 1 || place < 0 || place > 2) {
                continue;
            }
            put(library.shelves[row], place, year, pages);
        }
        int year = newest(library);
        int weight = heaviest(library);
        int books = library.shelves[0].used + library.shelves[1].used;
        int lent = library.shelves[0].books[0].lent;
        int visits = library.visits;
        System.out.println("newest: " + year);
        System.out.println("heaviest shelf: " + weight);
        System.out.println("books: " + books);
        System.out.println("first lent: " + lent);
        System.out.println("visits: " + visits);
    }
}
