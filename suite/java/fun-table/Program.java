import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Looks operations up by their signs, "+ 3 4", and applies them. */
public class Program {
    static int applied = 0;

    static IntBinaryOperator counted(IntBinaryOperator operation) {
        return (left, right) -> {
            applied++;
            return operation.applyAsInt(left, right);
        };
    }

    static Map<String, IntBinaryOperator> table(int limit) {
        Map<String, IntBinaryOperator> table = new HashMap<>();
        table.put("+", (x, y) -> x + y);
        table.put("-", (x, y) -> x - y);
        table.put("<", Math::min);
        table.put("first", (x, y) -> x);
        table.put("*", counted((x, y) -> x * y));
        table.put("|", (x, limited) -> Math.min(x, limit) + limited);
        return table;
    }

    static IntUnaryOperator times(int n, IntUnaryOperator step) {
        IntUnaryOperator all = x -> x;
        for (int i = 0; i < n; i++) {
            all = all.andThen(step);
        }
        return all;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Map<String, IntBinaryOperator> table = table(9);
        int result = 0;
        int repeated = 0;
        int known = 0;
        while (in.hasNext()) {
            String sign = in.next();
            int left = in.hasNextInt() ? in.nextInt() : 1;
            int right = in.hasNextInt() ? in.nextInt() : 1;
            IntBinaryOperator operation = table.get(sign);
            if (operation == null) {
                continue;
            }
            known++;
            result = operation.applyAsInt(left, right);
            repeated = times(3, x -> operation.applyAsInt(x, left)).applyAsInt(right);
        }
        System.out.println("result: " + result);
        System.out.println("repeated: " + repeated);
        System.out.println("known: " + known);
        System.out.println("products: " + applied);
    }
}
