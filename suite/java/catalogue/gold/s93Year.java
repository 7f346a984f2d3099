import java.util.Scanner;

/** Puts books, "SHELF PLACE YEAR PAGES", onto two shelves with three places each, and tells about them. */
public class Program {
    static class Date {
        int year;
    }

    static class Edition {
        final Date printed = new Date();

    }

    static class Book {
        final Edition edition = new Edition();

    }

    static class Shelf {
        final Book[] books = { new Book(), new Book(), new Book() };

    }

    static class Library {
        final Shelf[] shelves = { new Shelf(), new Shelf() };

    }

    static void put(Shelf shelf, int place, int year, int _4)    {
        Book book = shelf.books[place];





        book.edition.printed.year = year;

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















    static int number(Scanner in) {
        while (in.hasNext() && !in.hasNextInt()) {
            in.next();
        }
        return in.hasNext() ? in.nextInt() : 0;
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        Library library = new Library();
        while (in.hasNext()) {
            int row = number(in);
            int place = number(in);
            int year = number(in);
            int pages = number(in);

            if (row < 0 || row > 1 || place < 0 || place > 2) {
                continue;
            }
            put(library.shelves[row], place, year, sliced);
        }
        int year = newest(library);




        System.out.println(sliced     + year);




    }
}
