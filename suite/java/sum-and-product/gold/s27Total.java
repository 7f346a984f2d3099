import java.util.Scanner;

/** Adds and multiplies the numbers of a text, up to the word "end". */
public class Program {
    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        int total = 0;



        while (in.hasNext()) {
            if (!in.hasNextInt()) {
                if (in.next().equals("end")) {
                    break;
                }

                continue;
            }
            int number = in.nextInt();
            total += number;





        }
        System.out.println(sliced  + total);


    }
}
