import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/** Books payments, "FROM TO AMOUNT" in each line; a refused payment costs a fee, and what cannot be read is noted. */
public class Program {
    static class Refused extends Exception {
        String who;
        int fee;

        Refused(String who, int fee) {
            this.who = who;
            this.fee = fee;
        }
    }

    record Payment(String source, String target, int amount) {
        static Payment of(String line) {
            String[] words = line.split(" ");
            return new Payment(words[0], words[1], Integer.parseInt(words[2]));
        }
    }

    static class Ledger {
        static final int FEE = 2;

        final Map<String, Integer> balances = new HashMap<>();
        final List<String> notes = new ArrayList<>();
        int fees = 0;
        int tried = 0;

        int balance(String name) {
            return balances.getOrDefault(name, 0);
        }

        void change(String name, int amount) {
            balances.put(name, balance(name) + amount);
        }

        void pay(Payment payment) throws Refused {
            if (payment.amount() < 1) {
                throw new IllegalArgumentException("nothing to pay");
            }
            if (!payment.source().equals("bank") && balance(payment.source()) < payment.amount()) {
                throw new Refused(payment.source(), FEE);
            }
            change(payment.source(), -payment.amount());
            change(payment.target(), payment.amount());
        }

        boolean book(String line) {
            try {
                pay(Payment.of(line));
                return true;
            } catch (Refused refused) {
                fees += refused.fee;
                notes.add(refused.who);
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException wrong) {
                notes.add("?");
            } finally {
                tried++;
            }
            return false;
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Ledger ledger = new Ledger();
        int booked = 0;
        while (in.hasNextLine()) {
            if (ledger.book(in.nextLine())) {
                booked++;
            }
        }
        int tried = ledger.tried;
        int fees = ledger.fees;
        List<String> notes = ledger.notes;
        int most = 0;
        for (String name : ledger.balances.keySet()) {
            most = Math.max(most, ledger.balance(name));
        }
        System.out.println("booked: " + booked + " of " + tried);
        System.out.println("fees: " + fees);
        System.out.println("notes: " + notes);
        System.out.println("most: " + most);
    }
}
