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
        } else if (degrees < 5) {
            return Band.FROST;
        } else {
            return Band.HOT;
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int heated = 0;
        int icy = 0;
        int outside = 0;
        int unknown = 0;
        int previous = 0;
        while (in.hasNext()) {
            if (!in.hasNextInt()) {
                in.next();
                unknown++;
                continue;
            }
            int degrees = in.nextInt();
            switch (band(degrees)) {
                case FROST:
                    icy++;
                case COLD:
                    heated++;
                    break;
                case MILD:
                    if (icy > 1) {
                        break;
                    }
                case HOT:
                    outside++;
                    break;
                default:
                    unknown++;
            }
            previous = degrees;
        }
        System.out.println("heated: " + heated);
        System.out.println("icy: " + icy);
        System.out.println("outside: " + outside);
        System.out.println("unknown: " + unknown);
    }
}
