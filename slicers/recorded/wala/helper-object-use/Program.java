public class Program {
    static class Purse {
        int coins;
        int notes;
    }

    static void put(Purse purse, int amount) {
        purse.coins += amount;
        purse.notes += 1;
    }

    public static void main(String[] args) {
        Purse purse = new Purse();
        for (String arg : args) {
            if (arg.length() > 2) {
                break;
            }
            put(purse, arg.length());
        }
        int coins = purse.coins;
        System.out.println(coins);
    }
}
