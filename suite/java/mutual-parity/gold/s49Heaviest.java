import java.util.Scanner;

/** Weighs the letters of words: those at even places count 2, those at odd ones 1, and an x at an odd place ends a word. */
public class Program {
















    static int weighEven(String word, int at) {
        if (at == word.length()) {
            return 0;
        }

        return 2 + weighOdd(word, at + 1);
    }

    static int weighOdd(String word, int at) {
        if (at == word.length() || word.charAt(at) == 'x') {
            return 0;
        }

        return 1 + weighEven(word, at + 1);
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);

        int heaviest = 0;
        while (in.hasNext()) {
            String word = in.next();



            heaviest = Math.max(heaviest, weighEven(word, 0));
        }

        System.out.println(sliced       + heaviest);

    }
}
