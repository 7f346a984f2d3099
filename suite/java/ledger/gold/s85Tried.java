import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/** Books payments, "FROM TO AMOUNT" in each line; a refused payment costs a fee, and what cannot be read is noted. */
public class Program {

















    static class Ledger {





        int tried = 0;




















        boolean book(String _1)   {
            try {


            }




              finally {
                tried++;
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
        int tried = ledger.tried;






        System.out.println(sliced                       + tried);



    }
}
