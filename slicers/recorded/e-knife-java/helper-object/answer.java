public class Program {

    static class Pair {

        int left;

        Pair(int left, int right) {
        }
    }

    public static void main(String[] args) {
        int n = args.length;
        Pair pair = new Pair(n, n);
        int result = pair.left;
        result;
    }
}
