import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Looks operations up by their signs, "+ 3 4", and applies them. */
public class Program {


    static IntBinaryOperator counted(IntBinaryOperator operation) {
        return (left, right) -> {

            return operation.applyAsInt(left, right);
        };
    }

    static Map<String, IntBinaryOperator> table(int limit) {
        Map<String, IntBinaryOperator> table = new HashMap<>();
        table.put("+", (x, y) -> x + y);
        table.put("-", (x, y) -> x - y);
        table.put("<", Math::min);
        table.put("first", (x, _3) -> x);
        table.put("*", counted((x, y) -> x * y));
        table.put("|", (x, limited) -> Math.min(x, limit) + limited);
        return table;
    }









    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        Map<String, IntBinaryOperator> table = table(9);
        int result = 0;


        while (in.hasNext()) {
            String sign = in.next();
            int left = in.hasNextInt() ? in.nextInt() : 1;
            int right = in.hasNextInt() ? in.nextInt() : 1;
            IntBinaryOperator operation = table.get(sign);
            if (operation == null) {
                continue;
            }

            result = operation.applyAsInt(left, right);

        }
        System.out.println(sliced     + result);



    }
}
