import java.util.Scanner;

/** Puts two numbers into ascending order. */
public class Program {
    static class Cell {
        int value;
    }

    static void swap(Cell a, Cell b) {
        int kept = a.value;
        a.value = b.value;
        b.value = kept;
    }

    static int number(Scanner in) {
        return in.hasNextInt() ? in.nextInt() : 0;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Cell low = new Cell();
        Cell high = new Cell();
        low.value = number(in);
        high.value = number(in);
        Cell watched = low;
        if (low.value > high.value) {
            swap(high, watched);
        }
        int first = watched.value;
        int second = high.value;
        System.out.println(first);
        System.out.println(second);
    }
}
