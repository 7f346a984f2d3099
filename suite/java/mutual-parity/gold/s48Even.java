import java.util.Scanner;

/** Weighs the letters of words: those at even places count 2, those at odd ones 1, and an x at an odd place ends a word. */
public class Program {


    static boolean isEven(int n) {
        if (n == 0) {
            return true;
        }
        return isOdd(n - 1);
    }

    static boolean isOdd(int n) {
        if (n == 0) {
            return false;
        }
        return isEven(n - 1);
    }

















    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        int even = 0;

        while (in.hasNext()) {
            String word = in.next();
            if (isEven(word.length())) {
                even++;
            }

        }
        System.out.println(sliced   + even);


    }
}
