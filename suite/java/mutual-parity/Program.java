import java.util.Scanner;

/** Weighs the letters of words: those at even places count 2, those at odd ones 1, and an x at an odd place ends a word. */
public class Program {
    static int steps = 0;

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

    static int weighEven(String word, int at) {
        if (at == word.length()) {
            return 0;
        }
        steps++;
        return 2 + weighOdd(word, at + 1);
    }

    static int weighOdd(String word, int at) {
        if (at == word.length() || word.charAt(at) == 'x') {
            return 0;
        }
        steps++;
        return 1 + weighEven(word, at + 1);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int even = 0;
        int heaviest = 0;
        while (in.hasNext()) {
            String word = in.next();
            if (isEven(word.length())) {
                even++;
            }
            heaviest = Math.max(heaviest, weighEven(word, 0));
        }
        System.out.println("even: " + even);
        System.out.println("heaviest: " + heaviest);
        System.out.println("steps: " + steps);
    }
}
