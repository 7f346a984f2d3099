import java.util.function.IntUnaryOperator;

/** Keeps an account: positive arguments are deposits, negative ones withdrawals. */
public class Program {
    static class Account {



        int deposits;

        void deposit(int _1)     {

            deposits++;
        }



















        int countDeposits() {
            return deposits;
        }
    }

    public static void main(String[] args) {
        Account account = new Account();
        for (String arg : args) {
            int amount = Integer.parseInt(arg);
            if (amount < 0) {}

              else {
                account.deposit(sliced);
            }
        }


        int deposits = account.countDeposits();



    }
}
