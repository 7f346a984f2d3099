/*
	This file was automatically generated as part of a slice with criterion
	file: /home/user/example/Program.java, line: 20, variable: result
	Original file: /home/user/example/Program.java
*/
public class Program {

    static class Pair {

        int left;

        Pair(int left, int right) {
            this.left = left;
        }
    }

    static int twice(int x) {
        return 2 * x;
    }

    public static void main(String[] args) {
        int n = args.length;
        Pair pair = new Pair(twice(n));
        int result = pair.left;
        System.out.println(result);
    }
}
