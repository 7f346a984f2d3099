import java.io.IOException;

/**
 * Weights go from the left pan of a scale to the right (>) or back (<), come to both pans (b), to the left one (l),
 * or go from the right one (r); x exchanges the pans, and a full stop ends it. The right one weighs 1.
 */
public class Program {
    public static void main(String[] _1)   throws IOException {


        int turns = 0;
        moves:
        for (int move = System.in.read(); move >= 0; move = System.in.read()) {
            switch (move) {
                case '>':




                case '<':


                    turns++;




















            }
        }




        System.out.println(sliced    + turns);
    }
}
