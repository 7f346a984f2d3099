/*
	This file was automatically generated as part of a slice with criterion
	file: /home/user/example/Program.java, line: 9, variable: sum
	Original file: /home/user/example/Program.java
*/
public class Program {

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 1; i <= 10; i++) {
            sum = sum + i;
        }
        System.out.println(sum);
    }
}
