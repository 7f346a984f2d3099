import java.io.IOException;

/** Counts lines and words of a text, and finds how long its longest word is. */
public class Program {
    static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n';
    }

    public static void main(String[] _1)   throws IOException {


        int length = 0;
        int longest = 0;

        int c = System.in.read();
        while (c >= 0) {



            if (isBlank(c)) {

                length = 0;
            } else {




                length++;
                if (length > longest) {
                    longest = length;
                }
            }
            c = System.in.read();
        }


        System.out.println(sliced      + longest);
    }
}
