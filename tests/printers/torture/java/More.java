// Further forms.
import java.util.*;
import java.util.function.*;
import static java.util.Map.*;

public abstract sealed class More permits More.Final, More.Open {
    static final class Final extends More { }
    static non-sealed class Open extends More { }
    sealed interface Shape permits Circle, Square { }
    record Circle(double radius) implements Shape { static int made; Circle(int r) { this((double) r); made++; } }
    record Square(@Deprecated double side, String... names) implements Shape { public double side() { return side; } }
    record Empty() { }
    @FunctionalInterface interface Made<A, B extends Comparable<? super A>> { B of(A a) throws Exception; private void hidden() { } static <T> T id(T t) { return t; } }
    enum Operator implements IntBinaryOperator {
        PLUS("+") { public int applyAsInt(int a, int b) { return a + b; } },
        MINUS("-") { @Override public int applyAsInt(int a, int b) { return a - b; } };
        final String sign;
        Operator(String sign) { this.sign = sign; }
        static final Map<String, Operator> BY_SIGN = new HashMap<>();
        static { for (Operator o : values()) { BY_SIGN.put(o.sign, o); } }
    }
    enum None { ; static int x; }
    char[] chars = {'\uD83D', '\u0000', '\377', '\0', '\7', '\s', '\"', '"', ' ', '\\', '☃'};
    String[] texts = {"\s\0\7\377", "\'", "'", "\\u0041", "\t" + '\t' + 1 + 2L + 3f + 4d + true + null, "", "a" + ("b" + "c")};
    String empty = """
        """, lines = """
        a "quoted" \""" text
            with \t escapes \\ and \s
        trailing   \040
        """, oneLine = """
        x""";
    long[] longs = {0, 0L, 0xFFFFFFFFL, -0x8000_0000_0000_0000L, 1_0L, 00, 07, 0b1_0L, 'a', -1L, 0Xabcdefl};
    double[] doubles = {0, 0., .0, 0d, 0f, 0x.8p1, 0x1.p-3, 1e1, 1.e1, 1E+1f, 1e-1D, 1_0.0, 9.99e2, 100.0, 1e2, 3F, 3.0f, 3.F, 1.50, 1.5, 010.5};
    final static public int ORDER = 1; volatile static protected int order; @Deprecated final static private @SuppressWarnings("x") int MIXED = 2;
    int a, b[] = {1}, c = 3;
    int[] d, e[][];
    final List<? super Integer>[] lists = null;
    Map<String, Map<Integer, List<? extends int[]>>> deep = new TreeMap<>(Comparator.<String>naturalOrder().reversed());
    volatile transient Object o = new Object() { int x = 1; { x = 2; } @Override public String toString() { return "" + x; } };
    { int local = 1; { int deeper = local; } }
    More(int... xs) { this.a = xs.length; }
    protected More() { super(); }
    abstract static class Generic<T extends Number & Comparable<T>, U> { abstract <V extends T> V get(T t, U[] us, V... vs); native int n(); strictfp double s() { return 1; } synchronized void t() { } }
    int receiver(More this, final int x) { return this.a + x; }
    int operators(int x, int y, boolean p, boolean q) {
        x = y = x + y; x += y -= 1; x = (y = 2) + 1; x = -(-x); x = +(+x); x = ~(~x); x = -(x + y); x = (-x) + y; x = x-- - --y; x = x+++y;
        x = (x + y) + x; x = x + (y + x); x = (x - y) - x; x = x - (y - x); x = (x * y) / x; x = x * (y / x); x = x << 1 + 2; x = (x << 1) + 2; x = x & y | x ^ y; x = (x | y) & x;
        p = p && q && p; p = p && (q && p); p = (p || q) && p; p = p || q && p; p = !(p && q); p = !p && q; p = x < y == q; p = (x < y) == (y < x); p = p ? q : !q; p = x == y ? p : q ? p : !p; p = (p ? q : p) ? q : p;
        x = p ? (x) : (y); x = (int) (x + y); x = (int) x + y; x = (int) -x; x = (int) (char) x; double z = (double) x / y; z = (x) + (y); z = ((Integer) x).hashCode(); Object oo = (Function<Integer, Integer>) (i) -> i;
        p = oo instanceof final String s && s.isEmpty() || !(oo instanceof Integer); p = oo instanceof int[] ints && ints.length > 1; p ^= q; p |= q; p &= true;
        int[] v = new int[x], w = new int[]{}, u[] = new int[1][], t[][] = {{{1}, {}}, {}}; v[0]++; ++v[x + 1]; u[0][0] = v[v[0]]; v = u[0].clone(); x = new int[]{1, 2}[0]; x = new int[2].length; x = "a".length(); x = (x > 1 ? "a" : "b").length();
        return x > 0 ? y > 0 ? 1 : 2 : y > 0 ? 3 : 4;
    }
    Object lambdas(More m) {
        Runnable r = () -> { }, r2 = () -> System.out.println(), r3 = () -> { return; }, r4 = () -> { throw new RuntimeException(); };
        Supplier<Supplier<Integer>> ss = () -> () -> 1; Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y; BinaryOperator<Integer> bo = (final Integer x, Integer y) -> x; Supplier<Runnable> sr = () -> () -> { };
        Supplier<More> s1 = Open::new; Function<Integer, int[][]> s2 = int[][]::new; Supplier<String> s3 = super::toString, s4 = this::toString, s5 = m.new Inner()::toString, s6 = "x"::trim, s7 = (p() ? "a" : "b")::trim; Function<String, Integer> s8 = String::length; Function<int[], Object> s9 = int[]::clone; Supplier<List<String>> s10 = ArrayList<String>::new;
        return ((Supplier<Integer>) () -> 1).get() + add.apply(1).apply(2) + List.<Integer>of(1, 2).stream().mapToInt(Integer::intValue).map(x -> { if (x > 1) return 1; else return 2; }).sum();
    }
    static boolean p() { return true; }
    class Inner { int depth = More.this.a; class Deeper { int depth = Inner.this.depth + More.this.c; Inner up() { return Inner.this; } } }
    int switches(Object x, int i, String s, Operator op) {
        switch (s) { case "a": case "b" + "c": i = 1; default: i = 2; case "d": { break; } }
        switch (i) { case 1 -> i = 2; case 2, 3 -> { } case 4 -> throw new Error(); default -> { i++; break; } }
        int v = switch (op) { case PLUS -> 1; case MINUS -> { int t = 2; yield t; } }, w = switch (i) { case 1: yield 10; case 2: case 3: { yield 20; } default: throw new Error(); };
        switch (op) { case PLUS: switch (i) { case 1: break; } break; default: }
        return switch (i) { default -> switch (v) { case 1 -> 1; default -> 2; }; } + (switch (w) { default -> 3; });
    }
    void loops(List<int[]> list, Iterator<String> it) throws Exception {
        int i, j; for (i = 0, j = 10; i < j; ++i, --j) ; for (int k = 0; ; k++) if (k > 3) break; else continue; for (var xs : list) for (final int x : xs) { if (x > 0) continue; } for (; it.hasNext(); ) { it.next(); } for (;;) { break; }
        outer: while (true) { inner: do { if (i > 3) break outer; else if (j > 3) continue outer; else continue inner; } while (i++ < 3); } 
        if (i > 0) { } else { } if (i > 0) ; else ; if (i > 0) { ; } if (i > 0) i = 1; else if (j > 0) { } else if (j < 0) j = 1; else { if (i > j) { i = 1; } else { j = 1; } }
        try (Scanner a = new Scanner(""); var b = a;) { } try (this.scanner) { } catch (RuntimeException | Error e) { throw e; } try { try { } finally { i = 1; } } catch (Exception e) { } finally { try { } catch (Error e) { } }
        synchronized (More.class) { synchronized (list) { i = 2; } } assert i > 0 : "a" + i; assert (i > 0) : (j); throw new IllegalStateException(new Error("x"));
    }
    final Scanner scanner = null;
    @interface A { int x() default 1; String[] y() default {}; Class<?> z() default Object.class; A2[] w() default {@A2, @A2(1)}; int CONSTANT = 5; }
    @interface A2 { int value() default 0; }
    @A(x = 1 + 2, y = {"a", "b",}, w = @A2(value = 3)) @SuppressWarnings({"a", "b"}) int annotated(@A(y = "c") final @Deprecated int x) { @Deprecated final int y = x; return y; }
    public static void main(final String... args) { int a = 1, b = a; { int c; } int witness = a + b; System.out.println(witness); }
}
