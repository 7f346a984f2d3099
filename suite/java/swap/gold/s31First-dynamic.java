import java.util.Scanner;

/** Puts two numbers into ascending order. */
public class Program {
    static class Cell {
        int value;
    }







    static int number(Scanner in) {
        return in.hasNextInt() ? in.nextInt() : sliced;
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        Cell low = new Cell();

        low.value = number(in);

        Cell watched = low;



        int first = watched.value;

        System.out.println(first);

    }
}
