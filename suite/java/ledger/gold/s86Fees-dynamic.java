import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/** Books payments, "FROM TO AMOUNT" in each line; a refused payment costs a fee, and what cannot be read is noted. */
public class Program {
    static class Refused extends Exception {

        int fee;

        Refused(String _1,  int fee) {

            this.fee = fee;
        }
    }

    record Payment(String source, String target, int amount) {
        static Payment of(String line) {
            String[] words = line.split(" ");
            return new Payment(sliced, sliced,     Integer.parseInt(words[2]));
        }
    }

    static class Ledger {
        static final int FEE = 2;



        int fees = 0;










        void pay(Payment payment) throws Refused {



            if (!sliced                          && sliced                    < payment.amount()) {
                throw new Refused(sliced,           FEE);
            }


        }

        boolean book(String line) {
            try {
                pay(Payment.of(line));

            } catch (Refused refused) {
                fees += refused.fee;

            }




            return false;
        }
    }

    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        Ledger ledger = new Ledger();

        while (in.hasNextLine()) {
            if (ledger.book(in.nextLine())) {}


        }

        int fees = ledger.fees;






        System.out.println(sliced   + fees);


    }
}
