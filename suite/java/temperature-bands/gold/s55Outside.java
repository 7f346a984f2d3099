import java.util.Scanner;

/** Sorts temperatures into bands, and counts what they mean for a house. */
public class Program {
    enum Band { FROST, COLD, MILD, HOT }

    static Band band(int degrees) {
        if (degrees < 0) {
            return Band.FROST;
        } else if (degrees < 10) {
            return Band.COLD;
        } else if (degrees < 25) {
            return Band.MILD;
        } else if (sliced)      {
            return sliced;
        } else {
            return Band.HOT;
        }
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);

        int icy = 0;
        int outside = 0;


        while (in.hasNext()) {
            if (!in.hasNextInt()) {
                in.next();

                continue;
            }
            int degrees = in.nextInt();
            switch (band(degrees)) {
                case FROST:
                    icy++;
                case COLD:

                    break;
                case MILD:
                    if (icy > 1) {
                        break;
                    }
                case HOT:
                    outside++;



            }

        }


        System.out.println(sliced      + outside);

    }
}
