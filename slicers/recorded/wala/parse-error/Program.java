import java.util.Scanner;

public class Program {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int total = 0;
        int product = 1;
        while (in.hasNextInt()) {
            int number = in.nextInt();
            total += ;
            product *= number;
        }
        System.out.println(total);
        System.out.println(product);
    }
}
