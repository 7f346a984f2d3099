import java.util.Scanner;

/** Reads how many turns there are, and a number of cups; as long as there are turns, more than five cups fill the mug. */
public class Program {
    static int refill(int cups) {
        return cups % 5 + 3;
    }

    static int coffee() {
        return 7;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int turns = in.hasNextInt() ? in.nextInt() : 0;
        int cups = in.hasNextInt() ? in.nextInt() : 0;
        int mug = 0;
        while (turns > 0) {
            if (cups > 5) {
                mug = coffee();
                cups = refill(cups);
            }
            turns--;
        }
        System.out.println("mug: " + mug);
        System.out.println("cups: " + cups);
    }
}
