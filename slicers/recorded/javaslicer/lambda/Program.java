import java.util.function.IntUnaryOperator;

/** Keeps an account: positive arguments are deposits, negative ones withdrawals. */
public class Program {
    static class Account {
        int balance;
        int fees;
        int refused;
        int deposits;

        void deposit(int amount) {
            balance += amount;
            deposits++;
        }

        void withdraw(int amount, IntUnaryOperator charge) {
            int fee = charge.applyAsInt(amount);
            if (amount + fee > balance) {
                refused++;
                return;
            }
            balance -= amount + fee;
            fees += fee;
        }

        int paidFees() {
            return fees;
        }

        int refusedWithdrawals() {
            return refused;
        }

        int countDeposits() {
            return deposits;
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
        int fees = account.paidFees();
        int refused = account.refusedWithdrawals();
        int deposits = account.countDeposits();
        System.out.println("fees: " + fees);
        System.out.println("refused: " + refused);
        System.out.println("deposits: " + deposits);
    }
}
