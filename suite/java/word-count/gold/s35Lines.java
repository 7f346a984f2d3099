import java.io.IOException;

/** Counts lines and words of a text, and finds how long its longest word is. */
public class Program {




    public static void main(String[] _1)   throws IOException {
        int lines = 0;




        int c = System.in.read();
        while (c >= 0) {
            if (c == '\n') {
                lines++;
            }













            c = System.in.read();
        }
        System.out.println(sliced    + lines);


    }
}
