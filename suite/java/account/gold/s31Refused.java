import java.util.function.IntUnaryOperator;

/** Keeps an account: positive arguments are deposits, negative ones withdrawals. */
public class Program {
    static class Account {
        int balance;

        int refused;


        void deposit(int amount) {
            balance += amount;

        }

        void withdraw(int amount, IntUnaryOperator charge) {
            int fee = charge.applyAsInt(amount);
            if (amount + fee > balance) {
                refused++;
                return;
            }
            balance -= amount + fee;

        }





        int refusedWithdrawals() {
            return refused;
        }




    }

    public static void main(String[] args) {
        Account account = new Account();
        for (String arg : args) {
            int amount = Integer.parseInt(arg);
            if (amount < 0) {
                account.withdraw(-amount, sum -> 1 + sum / 100);
            } else {
                account.deposit(amount);
            }
        }

        int refused = account.refusedWithdrawals();




    }
}
