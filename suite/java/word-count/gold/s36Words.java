import java.io.IOException;

/** Counts lines and words of a text, and finds how long its longest word is. */
public class Program {
    static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n';
    }

    public static void main(String[] _1)   throws IOException {

        int words = 0;


        boolean inside = false;
        int c = System.in.read();
        while (c >= 0) {



            if (isBlank(c)) {
                inside = false;

            } else {
                if (!inside) {
                    words++;
                    inside = true;
                }




            }
            c = System.in.read();
        }

        System.out.println(sliced    + words);

    }
}
