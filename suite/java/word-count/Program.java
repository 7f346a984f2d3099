import java.io.IOException;

/** Counts lines and words of a text, and finds how long its longest word is. */
public class Program {
    static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n';
    }

    public static void main(String[] args) throws IOException {
        int lines = 0;
        int words = 0;
        int length = 0;
        int longest = 0;
        boolean inside = false;
        int c = System.in.read();
        while (c >= 0) {
            if (c == '\n') {
                lines++;
            }
            if (isBlank(c)) {
                inside = false;
                length = 0;
            } else {
                if (!inside) {
                    words++;
                    inside = true;
                }
                length++;
                if (length > longest) {
                    longest = length;
                }
            }
            c = System.in.read();
        }
        System.out.println("lines: " + lines);
        System.out.println("words: " + words);
        System.out.println("longest: " + longest);
    }
}
