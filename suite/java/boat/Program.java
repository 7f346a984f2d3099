import java.util.Scanner;

/** A boat passes a pier while it has fuel; who once boarded at a green sign is on board, and stays there. */
public class Program {
    static boolean isGreen(String sign) {
        return sign.equals("green");
    }

    static int used(int litres) {
        return litres - 2;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int fuel = 0;
        if (in.hasNextInt()) {
            fuel = in.nextInt();
        }
        boolean aboard = false;
        int boardings = 0;
        while (fuel > 0) {
            if (in.hasNext() && isGreen(in.next())) {
                aboard = true;
                boardings++;
                fuel = used(fuel);
            } else {
                fuel = used(fuel);
            }
        }
        System.out.println("aboard: " + aboard);
        System.out.println("boardings: " + boardings);
        System.out.println("fuel: " + fuel);
    }
}
