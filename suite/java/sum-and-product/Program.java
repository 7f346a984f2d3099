import java.util.Scanner;

/** Adds and multiplies the numbers of a text, up to the word "end". */
public class Program {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int total = 0;
        int product = 1;
        int factors = 0;
        int skipped = 0;
        while (in.hasNext()) {
            if (!in.hasNextInt()) {
                if (in.next().equals("end")) {
                    break;
                }
                skipped++;
                continue;
            }
            int number = in.nextInt();
            total += number;
            if (number == 0) {
                continue;
            }
            product *= number;
            factors++;
        }
        System.out.println("sum: " + total);
        System.out.println("product: " + product + " of " + factors);
        System.out.println("no numbers: " + skipped);
    }
}
