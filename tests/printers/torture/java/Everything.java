// A comment before everything.
import java.io.IOException;
import java.util.*;
import static java.lang.Math.max;
import java.util.function.*;

/** A class with what printers write in other ways. */
@SuppressWarnings("unused")
public class Everything<T extends Comparable<T> & java.io.Serializable> extends Object implements Runnable {
    // Numbers.
    static final int[] INTS = {0, 7, 017, 0x1F, 0X1f, 0b101, 0B101, 1_000, 0xFF_FF, 2147483647, -1, +1, ~1, - 1, -(-1)};
    static final long[] LONGS = {1L, 1l, 0x1FL, 017l, 0b1L, 1_000L, 9223372036854775807L, 1};
    static final double[] DOUBLES = {1.0, 1., .5, 1e3, 1E3, 1.0e+3, 1e-3, 1d, 1D, 1.5d, 0x1p3, 0x1.8P1, 1_0.0_1, 0};
    static final float[] FLOATS = {1f, 1F, 1.5f, .5F, 1e3f, 0x1p3f};

    // Characters and strings.
    char[] chars = {'a', '\'', '"', '\\', '\n', '\t', '\0', '\101', '\u0041', 'é', '\u00e9'};
    String strings[] = {"", "text", "it's", "say \"no\"", "tab\tnewline\n\r\b\f\\", "\u0041", "\101", "é", "\u00e9", "☃",
        "a" + "b", "\0"};
    String block = """
        Two lines,
          one "indented" \
        and continued.
        """;
    Object[] constants = {null, true, false, int.class, String[].class, Everything.class};

    // Fields.
    private static volatile int counter;
    protected transient final int first = 1, second[] = {1, 2}, third[][] = new int[2][];
    List<? extends Number> wild = new ArrayList<Integer>();
    Map<String, List<Integer>> map = new HashMap<>();
    final int fixed;

    static { counter = 1; }

    { block = null; }

    // Constructors.
    public Everything() { this(1); }

    Everything(int fixed) {
        super();
        this.fixed = fixed; // behind a statement
    }

    @Override public void run() { }

    // Operators and parentheses.
    int operators(int a, int b, final int... rest) {
        int mixed = (1 + 2) * 3 - 4 / 5 % 6;
        int bits = 1 | 2 & 3 ^ 4 << 5 >> 6 >>> 7;
        int grouped = ((1 + (2)) + ((3)));
        int x = (1 - 2) - 3, y = 1 - (2 - 3), z;
        boolean compared = a < b && a <= b || a == b ^ a != b && !(a > b) | a >= b & true;
        boolean grouping = (a < b || compared) || (compared && (a > b || compared));
        int chosen = a > b ? a : a < b ? b : 0;
        chosen = (a > b ? compared : grouping) ? 1 : 2;
        x = y = z = 1;
        x += 1; x -= 1; x *= 2; x /= 2; x %= 3; x <<= 1; x >>= 1; x >>>= 1; x &= 1; x |= 1; x ^= 1;
        x++; ++x; x--; --x;
        x = a + +b; x = a - -b; x = a++ + ++b;
        x = (int) 1.5 + (int) (double) a;
        Object object = (Runnable & java.io.Serializable) () -> { };
        String text = "a" + 1 + ('b' + 2) + null;
        rest[0] = rest[rest.length - 1];
        int[] array = new int[]{1, 2,}, copy = {1, 2};
        int[][] matrix = new int[2][3], ragged[] = {};
        boolean is = object instanceof Runnable;
        boolean bound = object instanceof String s && s.length() > 1;
        return (x);
    }

    // Calls.
    <R> R calls(Function<? super T, ? extends R> function, T value) throws IOException, IllegalStateException {
        System.out.println(max(1, 2));
        this.<R>calls(null, value);
        Everything.super.hashCode();
        new Everything<T>(1).run();
        new Thread(new Runnable() {
            int inside = 1;

            @Override
            public void run() { inside++; }
        }).start();
        List.of(1, // a comment between arguments
            2).stream().map(x -> x + 1).filter((Integer x) -> x > 1).forEach(System.out::println);
        Supplier<List<String>> make = ArrayList::new;
        Function<Integer, int[]> arrays = int[]::new;
        Comparator<String> order = Comparator.comparing(String::length).thenComparing((var x, var y) -> x.compareTo(y));
        BiFunction<Integer, Integer, Integer> add = (x, y) -> { return x + y; };
        Runnable nothing = () -> { };
        return (R) function.apply(value);
    }

    // Branches.
    void branches(int a, int b, int c) {
        if (a > 0) b = 1;
        if (a > 0) { b = 1; }
        if (a > 0) b = 1; else b = 2;
        if (a > 0) b = 1;
        else if (b > 0) b = 2;
        else if (c > 0) { b = 3; }
        else b = 4;
        if (a > 0) {
            b = 1;
        } else {
            if (b > 0) {
                b = 2;
            } else {
                // a comment before an if
                if (c > 0) b = 3;
                else b = 4;
            }
        }
        if (a > 0) { if (b > 0) c = 1; } else c = 2;
        if (a > 0) if (b > 0) c = 1; else c = 2;
        switch (a) {
            case 1:
            case 2: b = 1; break;
            case 3, 4: { b = 2; break; }
            // a comment between cases
            default: b = 3;
        }
        switch (b) {
            case 1 -> c = 1;
            case 2, 3 -> { c = 2; }
            default -> throw new IllegalStateException();
        }
        int value = switch (c) {
            case 1 -> 10;
            case 2 -> { int t = 1; yield t + 1; }
            default -> 0;
        };
        switch (c) { }
    }

    // Loops.
    void loops(int a, List<String> names) {
        for (int i = 0; i < 3; i++) a++;
        for (int i = 0, j = 1; i < j; i++, j--) { continue; }
        for (; ; ) { break; }
        for (a = 0; a < 1; a++) ;
        for (String name : names) System.out.println(name);
        for (final String name : names) { System.out.println(name); }
        while (a > 0) a--;
        while (a > 0) { a--; }
        do a++; while (a < 3);
        do { a++; } while (a < 3);
        label:
        for (String x : names) { for (String y : names) { if (x == y) continue label; else break label; } }
        block: { break block; }
        ;
    }

    // Exceptions.
    int exceptions() {
        try { throw new IOException("x"); }
        catch (IOException | IllegalStateException error) { System.out.println(error); }
        catch (final Exception error) { return 1; }
        finally { System.out.println("done"); }
        try (Scanner in = new Scanner(System.in); Scanner other = in) { in.next(); }
        try { counter++; } finally { }
        assert counter > 0;
        assert counter > 0 : "message";
        synchronized (this) { counter--; }
        return -1;
    }

    // Nested definitions.
    static class Nested {
        class Inner {
            class Innermost { int depth() { return Everything.counter; } }
        }

        Inner.Innermost make() { return new Inner().new Innermost(); }
    }

    interface Shape<N> {
        int CONSTANT = 1;

        double area();

        default double twice() { return 2 * area(); }

        static int zero() { return 0; }
    }

    enum Color implements Supplier<String> {
        RED, GREEN(1), BLUE(2) { @Override int weight() { return 3; } };

        private final int weight;

        Color() { this(0); }

        Color(int weight) { this.weight = weight; }

        int weight() { return weight; }

        public String get() { return name().toLowerCase(); }
    }

    enum Plain { ONE, TWO, }

    record Point(int x, int y) {
        Point { if (x < 0) throw new IllegalArgumentException(); }

        int sum() { return x + y; }
    }

    @interface Marker {
        String value() default "x";

        int[] sizes() default {1, 2};
    }

    @Marker(value = "y", sizes = 3)
    abstract static class Annotated {
        @Deprecated abstract int method(@Marker("z") int a);
    }

    static int local(int n) {
        class Local { int twice() { return 2 * n; } }
        record Pair(int a, int b) { }
        var pair = new Pair(1, n);
        return new Local().twice() + pair.a();
    }

    /* A block comment. */
    public static void main(String args[]) {
        int a = 1; int b = 2;
        int witness = a + b;
        System.out.println(witness); // the criterion
    }
    // A comment at the end of the class.
}
// A comment after everything.
