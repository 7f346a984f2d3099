import java.util.Scanner;

/** Reads how many turns there are, and a number of cups; as long as there are turns, more than five cups fill the mug. */
public class Program {




    static int coffee() {
        return 7;
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        int turns = in.hasNextInt() ? in.nextInt() : sliced;
        int cups = in.hasNextInt() ? in.nextInt() : sliced;
        int mug = 0;
        while (turns > 0) {
            if (cups > 5) {
                mug = coffee();

            }
            turns--;
        }
        System.out.println(sliced  + mug);

    }
}
