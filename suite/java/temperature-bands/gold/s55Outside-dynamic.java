import java.util.Scanner;

/** Sorts temperatures into bands, and counts what they mean for a house. */
public class Program {
    enum Band { FROST, COLD, MILD, HOT }

    static Band band(int _1)      {
        if (sliced)      {
            return sliced;
        } else if (sliced)       {
            return sliced;
        } else if (sliced)       {
            return sliced;
        } else if (sliced)      {
            return sliced;
        } else {
            return Band.HOT;
        }
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);


        int outside = 0;


        while (in.hasNext()) {
            if (!in.hasNextInt()) {
                in.next();


            }
            int degrees = in.nextInt();
            switch (band(sliced))  {









                case HOT:
                    outside++;



            }

        }


        System.out.println(sliced      + outside);

    }
}
