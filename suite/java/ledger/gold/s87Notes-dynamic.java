import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/** Books payments, "FROM TO AMOUNT" in each line; a refused payment costs a fee, and what cannot be read is noted. */
public class Program {
    static class Refused extends Exception {







    }

    record Payment(String source, String target, int amount) {




    }

    static class Ledger {



        final List<String> notes = new ArrayList<>();











        void pay(Payment _1)      throws Refused {
            if (sliced           < 1) {
                throw new IllegalArgumentException(sliced);
            }





        }

        boolean book(String _1)   {
            try {
                pay(sliced);

            } catch (Refused _2)      {


            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException _2)    {
                notes.add("?");
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


        List<String> notes = ledger.notes;






        System.out.println(sliced    + notes);

    }
}
