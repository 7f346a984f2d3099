import java.util.Scanner;

/** Adds and multiplies the numbers of a text, up to the word "end". */
public class Program {
    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);

        int product = 1;


        while (in.hasNext()) {







            int number = in.nextInt();




            product *= number;

        }

        System.out.println(sliced      + product + sliced + sliced);

    }
}
