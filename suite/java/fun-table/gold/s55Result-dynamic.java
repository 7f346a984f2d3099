import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Looks operations up by their signs, "+ 3 4", and applies them. */
public class Program {









    static Map<String, IntBinaryOperator> table(int _1)    {
        Map<String, IntBinaryOperator> table = new HashMap<>();

        table.put(sliced, (x, y) -> x - y);




        return table;
    }









    public static void main(String[] _1)   {
        Scanner in = new Scanner(System.in);
        Map<String, IntBinaryOperator> table = table(sliced);
        int result = sliced;


        while (in.hasNext()) {
            String sign = in.next();
            int left = in.hasNextInt() ? in.nextInt() : sliced;
            int right = in.hasNextInt() ? in.nextInt() : sliced;
            IntBinaryOperator operation = table.get(sliced);




            result = operation.applyAsInt(left, right);

        }
        System.out.println(sliced     + result);



    }
}
