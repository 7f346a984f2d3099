


public class Program {
    static class Account {



        int deposits;

        void deposit() {

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
            if (amount < 0) {

            } else {
                account.deposit();
            }
        }


        account.countDeposits();
    }
}
