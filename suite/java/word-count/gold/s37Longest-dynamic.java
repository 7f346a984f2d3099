import java.io.IOException;

/** Counts lines and words of a text, and finds how long its longest word is. */
public class Program {




    public static void main(String[] _1)   throws IOException {


        int length = 0;
        int longest = sliced;

        int c = System.in.read();
        while (c >= 0) {



            if (sliced) {}


              else {




                length++;
                if (length > sliced)  {
                    longest = length;
                }
            }
            c = System.in.read();
        }


        System.out.println(sliced      + longest);
    }
}
