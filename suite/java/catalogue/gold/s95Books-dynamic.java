import java.util.Scanner;

/** Puts books, "SHELF PLACE YEAR PAGES", onto two shelves with three places each, and tells about them. */
public class Program {














    static class Shelf {

        int used;
    }

    static class Library {
        final Shelf[] shelves = { new Shelf(), new Shelf() };

    }

    static void put(Shelf shelf, int _2,    int _3,   int _4)    {

        if (sliced) {}

          else {
            shelf.used++;
        }


    }




























    static int number(Scanner in) {



        return in.hasNext() ? in.nextInt() : sliced;
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        Library library = new Library();
        while (in.hasNext()) {
            int row = number(in);
            int place = number(in);
            int year = number(in);
            int pages = number(in);




            put(library.shelves[row], sliced, sliced, sliced);
        }


        int books = library.shelves[0].used + library.shelves[1].used;




        System.out.println(sliced    + books);


    }
}
