import java.util.Scanner;

/** A boat passes a pier while it has fuel; who once boarded at a green sign is on board, and stays there. */
public class Program {
    static boolean isGreen(String sign) {
        return sign.equals("green");
    }

    static int used(int litres) {
        return litres - 2;
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        int fuel = sliced;
        if (in.hasNextInt()) {
            fuel = in.nextInt();
        }
        boolean aboard = false;

        while (fuel > 0) {
            if (in.hasNext() && isGreen(in.next())) {
                aboard = true;


            } else {
                fuel = used(fuel);
            }
        }
        System.out.println(sliced     + aboard);


    }
}
