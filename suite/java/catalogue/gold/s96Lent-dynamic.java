import java.util.Scanner;

/** Puts books, "SHELF PLACE YEAR PAGES", onto two shelves with three places each, and tells about them. */
public class Program {









    static class Book {

        int lent;
    }

    static class Shelf {
        final Book[] books = { new Book(), sliced, sliced };

    }

    static class Library {
        final Shelf[] shelves = { new Shelf(), sliced };

    }














































    public static void main(String[] _1)   {

        Library library = new Library();














        int lent = library.shelves[0].books[0].lent;




        System.out.println(sliced         + lent);

    }
}
