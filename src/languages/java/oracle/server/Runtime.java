/** What the code of a program calls: switches, fuel, the criterion, and a world that is the same in every run. */
public final class bs__ {
    /** Ends a run: the verdict is known, or fuel is spent. */
    static final class Stop extends Error {
        Stop() {
            super(null, null, false, false);
        }
    }

    static final Stop STOP = new Stop();
    static final int PREFIX = 0, AND_END = 1, STRICT = 2;

    public static boolean[] on = {true}, asked = {false};
    static int left, given;
    static Object[] expected;
    static int nExpected, nSeen, rule;
    static boolean isDone, isDifferent, isOpaque, isExited;
    static Object last;
    static ArrayList<Object> seen;
    static long clock;
    static Random random;

    static void begin(int fuel, Object[] wanted, int howMuch) {
        left = given = fuel;
        points = new ArrayList<>();
        spent = new ArrayList<>();
        expected = wanted;
        nExpected = wanted == null ? 0 : wanted.length;
        nSeen = 0;
        rule = howMuch;
        isDone = isDifferent = isOpaque = isExited = false;
        last = null;
        seen = wanted == null ? new ArrayList<>() : null;
        clock = 1_000_000_000_000L;
        random = null;
    }

    public static boolean q(int k) {
        asked[k] = true;
        return on[k];
    }

    public static void t() {
        if (--left < 0) throw STOP;
    }

    public static boolean tk() {
        if (--left < 0) throw STOP;
        return true;
    }

    /** Nothing that the compiler knows. */
    public static boolean y() {
        return true;
    }

    public static Error end() {
        return new IllegalStateError();
    }

    /** Where no program that compiles comes. */
    static final class IllegalStateError extends Error {}

    public static <T extends Throwable> void raise(Throwable thrown) throws T {
        @SuppressWarnings("unchecked")
        T same = (T) thrown;
        throw same;
    }

    public static RuntimeException sneak(Throwable thrown) {
        if (thrown == null) throw new NullPointerException();
        bs__.<RuntimeException>raise(thrown);
        return null;
    }

    /** At the beginning of handlers: what ends a run is not handled. */
    public static void c(Throwable thrown) {
        if (thrown instanceof Stop || thrown instanceof VirtualMachineError) bs__.<RuntimeException>raise(thrown);
    }

    // What stands for deleted numbers are bytes of 254.

    public static int zi() { return 0xfefefefe; }
    public static long zl() { return 0xfefefefefefefefeL; }
    public static short zs() { return (short) 0xfefe; }
    public static byte zb() { return (byte) 0xfe; }
    public static char zc() { return 0xfefe; }
    public static float zf() { return Float.intBitsToFloat(0xfefefefe); }
    public static double zd() { return Double.longBitsToDouble(0xfefefefefefefefeL); }
    public static boolean zz() { return false; }

    public static void v(Object value) {}
    public static void v(int value) {}
    public static void v(long value) {}
    public static void v(boolean value) {}

    // The criterion

    public static int o(int value) {
        if (nSeen < nExpected && expected[nSeen] instanceof Integer wanted && wanted == value && left >= 0 && !isDone) {
            next();
        } else {
            observe(value);
        }
        return value;
    }

    public static long o(long value) { observe(value); return value; }
    public static short o(short value) { observe(value); return value; }
    public static byte o(byte value) { observe(value); return value; }
    public static char o(char value) { observe(value); return value; }
    public static float o(float value) { observe(value); return value; }
    public static double o(double value) { observe(value); return value; }
    public static boolean o(boolean value) { observe(value); return value; }
    public static <T> T o(T value) { observe(value); return value; }

    public static boolean ob(int value) { o(value); return true; }
    public static boolean ob(long value) { o(value); return true; }
    public static boolean ob(double value) { o(value); return true; }
    public static boolean ob(boolean value) { o(value); return true; }
    public static boolean ob(char value) { o(value); return true; }
    public static boolean ob(Object value) { o(value); return true; }

    public static int post(int value, int after) { o(after); return value; }
    public static long post(long value, long after) { o(after); return value; }
    public static double post(double value, double after) { o(after); return value; }
    public static char post(char value, char after) { o(after); return value; }
    public static boolean post(boolean value, boolean after) { o(after); return value; }
    public static <T> T post(T value, Object after) { o(after); return value; }

    // The same with the numbers of points

    static final int MAX_VALUES = 20_000;
    static ArrayList<Integer> points, spent;

    public static int o(int point, int value) { point(point, value); return value; }
    public static long o(int point, long value) { point(point, value); return value; }
    public static short o(int point, short value) { point(point, value); return value; }
    public static byte o(int point, byte value) { point(point, value); return value; }
    public static char o(int point, char value) { point(point, value); return value; }
    public static float o(int point, float value) { point(point, value); return value; }
    public static double o(int point, double value) { point(point, value); return value; }
    public static boolean o(int point, boolean value) { point(point, value); return value; }
    public static <T> T o(int point, T value) { point(point, value); return value; }

    public static boolean ob(int point, int value) { point(point, value); return true; }
    public static boolean ob(int point, long value) { point(point, value); return true; }
    public static boolean ob(int point, double value) { point(point, value); return true; }
    public static boolean ob(int point, boolean value) { point(point, value); return true; }
    public static boolean ob(int point, char value) { point(point, value); return true; }
    public static boolean ob(int point, Object value) { point(point, value); return true; }

    public static int post(int point, int value, int after) { point(point, after); return value; }
    public static long post(int point, long value, long after) { point(point, after); return value; }
    public static double post(int point, double value, double after) { point(point, after); return value; }
    public static char post(int point, char value, char after) { point(point, after); return value; }
    public static boolean post(int point, boolean value, boolean after) { point(point, after); return value; }
    public static <T> T post(int point, T value, Object after) { point(point, after); return value; }

    private static void point(int number, Object value) {
        if (left < 0) throw STOP;
        if (seen.size() >= MAX_VALUES) {
            left = -1;
            throw STOP;
        }
        if (!Values.isComparable(value)) isOpaque = true;
        seen.add(Values.snapshot(value));
        points.add(number);
        spent.add(given - left);
    }

    private static void next() {
        if (++nSeen == nExpected && rule == PREFIX) {
            isDone = true;
            throw STOP;
        }
    }

    private static void observe(Object value) {
        if (isDone || isDifferent || left < 0) throw STOP;
        if (expected == null) {
            if (!Values.isComparable(value)) isOpaque = true;
            seen.add(Values.snapshot(value));
            nSeen++;
            return;
        }
        if (nSeen >= nExpected) {
            if (rule == STRICT) {
                isDifferent = true;
                last = Values.snapshot(value);
                throw STOP;
            }
            return;
        }
        Object found = Values.snapshot(value);
        if (found == null ? expected[nSeen] != null : !found.equals(expected[nSeen])) {
            isDifferent = true;
            last = found;
            throw STOP;
        }
        next();
    }

    // The world

    public static long currentTimeMillis() {
        return clock += 1000;
    }

    public static long nanoTime() {
        return (clock += 1000) * 1_000_000;
    }

    public static double random() {
        if (random == null) random = new Random(1);
        return random.nextDouble();
    }

    public static int identityHashCode(Object value) {
        return 0;
    }

    public static void exit(int code) {
        isExited = true;
        throw STOP;
    }
}

/** Takes what is printed and forgets it; what is printed is still asked for its text. */
final class Sink extends PrintStream {
    Sink() {
        super(OutputStream.nullOutputStream());
    }

    @Override public void write(int b) {}
    @Override public void write(byte[] bytes, int from, int n) {}
    @Override public void print(String text) {}
    @Override public void print(char c) {}
    @Override public void print(int n) {}
    @Override public void print(long n) {}
    @Override public void print(boolean is) {}
    @Override public void print(double n) {}
    @Override public void print(float n) {}
    @Override public void print(char[] text) { text.clone(); }
    @Override public void print(Object value) { String.valueOf(value); }
    @Override public void println() {}
    @Override public void println(String text) {}
    @Override public void println(char c) {}
    @Override public void println(int n) {}
    @Override public void println(long n) {}
    @Override public void println(boolean is) {}
    @Override public void println(double n) {}
    @Override public void println(float n) {}
    @Override public void println(char[] text) { text.clone(); }
    @Override public void println(Object value) { String.valueOf(value); }
    @Override public PrintStream printf(String format, Object... values) { return format(format, values); }
    @Override public PrintStream format(String format, Object... values) { String.format(format, values); return this; }
    @Override public void close() {}
}

/** Values as they are compared: a copy that later changes of the value do not reach. */
final class Values {
    /** The content of an object, as text. */
    record Content(String text) {
        @Override public String toString() { return text; }
    }

    static final class Shape {
        final Field[] fields;
        final int[] switches;

        Shape(List<Field> fields, int[] switches) {
            this.fields = fields.toArray(new Field[0]);
            this.switches = switches;
        }
    }

    /** Switches of fields, by class and name. */
    static Map<String, Integer> switches = Map.of();

    static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override protected Shape computeValue(Class<?> kind) {
            ArrayList<Field> found = new ArrayList<>();
            for (Class<?> at = kind; at != null && isOfProgram(at); at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                        field.setAccessible(true);
                        found.add(field);
                    }
                }
            }
            found.sort(Comparator.comparing(field -> field.getDeclaringClass().getName() + " " + field.getName()));
            int[] numbers = new int[found.size()];
            for (int i = 0; i < numbers.length; i++) {
                Field field = found.get(i);
                numbers[i] = switches.getOrDefault(field.getDeclaringClass().getName() + " " + field.getName(), 0);
            }
            return new Shape(found, numbers);
        }
    };

    static boolean isOfProgram(Class<?> kind) {
        return kind.getClassLoader() instanceof Loader;
    }

    static boolean isPlain(Object value) {
        return value == null || value instanceof Integer || value instanceof String || value instanceof Boolean
            || value instanceof Long || value instanceof Character || value instanceof Double || value instanceof Byte
            || value instanceof Short || value instanceof Float;
    }

    static boolean isComparable(Object value) {
        return value == null || !value.getClass().isHidden() && !value.getClass().isSynthetic();
    }

    static Object snapshot(Object value) {
        if (isPlain(value)) return value;
        StringBuilder out = new StringBuilder();
        write(value, out, new IdentityHashMap<>());
        return new Content(out.toString());
    }

    private static void write(Object value, StringBuilder out, IdentityHashMap<Object, Integer> known) {
        if (isPlain(value)) {
            out.append(shown(value));
            return;
        }
        Integer before = known.putIfAbsent(value, known.size());
        if (before != null) {
            out.append('#').append(before);
            return;
        }
        Class<?> kind = value.getClass();
        if (kind.isArray()) {
            out.append(kind.getComponentType().getName()).append('[');
            for (int i = 0; i < Array.getLength(value); i++) {
                write(Array.get(value, i), out.append(i == 0 ? "" : ", "), known);
            }
            out.append(']');
        } else if (value instanceof Enum<?> constant) {
            out.append(constant.name());
        } else if (!isComparable(value)) {
            out.append("a function");
        } else if (isOfProgram(kind)) {
            fields(value, out.append(kind.getName()), known);
        } else if (value instanceof Map<?, ?> map) {
            ArrayList<String> parts = new ArrayList<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                StringBuilder part = new StringBuilder();
                write(entry.getKey(), part, known);
                write(entry.getValue(), part.append(": "), known);
                parts.add(part.toString());
            }
            if (!(map instanceof LinkedHashMap)) Collections.sort(parts);
            out.append(kind.getName()).append(parts);
        } else if (value instanceof Collection<?> items) {
            ArrayList<String> parts = new ArrayList<>();
            for (Object item : items) {
                StringBuilder part = new StringBuilder();
                write(item, part, known);
                parts.add(part.toString());
            }
            if (items instanceof Set && !(items instanceof LinkedHashSet)) Collections.sort(parts);
            out.append(kind.getName()).append(parts);
        } else if (value instanceof Throwable thrown) {
            out.append(kind.getName()).append(": ").append(thrown.getMessage());
        } else if (value instanceof Optional<?> option) {
            out.append("Optional[");
            option.ifPresent(inside -> write(inside, out, known));
            out.append(']');
        } else if (value instanceof CharSequence || value instanceof Number || value instanceof BitSet) {
            out.append(kind.getName()).append(' ').append(value);
        } else if (value instanceof Map.Entry<?, ?> entry) {
            write(entry.getKey(), out, known);
            write(entry.getValue(), out.append('='), known);
        } else {
            out.append(kind.getName());
        }
    }

    private static void fields(Object value, StringBuilder out, IdentityHashMap<Object, Integer> known) {
        Shape shape = SHAPES.get(value.getClass());
        out.append('{');
        boolean isFirst = true;
        for (int i = 0; i < shape.fields.length; i++) {
            if (shape.switches[i] != 0 && !bs__.q(shape.switches[i])) continue;
            out.append(isFirst ? "" : ", ").append(shape.fields[i].getName()).append('=');
            isFirst = false;
            try {
                write(shape.fields[i].get(value), out, known);
            } catch (IllegalAccessException cannotBe) {
                throw new AssertionError(cannotBe);
            }
        }
        out.append('}');
    }

    static String shown(Object value) {
        if (value instanceof String text) {
            String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r");
            return '"' + quoted + '"';
        }
        if (value instanceof Character c) return "'" + c + "'";
        if (value instanceof Long n) return n + "L";
        if (value instanceof Float n) return n + "f";
        if (value instanceof Byte n) return "(byte) " + n;
        if (value instanceof Short n) return "(short) " + n;
        return String.valueOf(value);
    }

    static final int MAX_SPELLED = 20_000;

    /** A value as text, another one for another value; of long ones there is a sum. */
    static String spelled(Object value) {
        String said = shown(value);
        return said.length() <= MAX_SPELLED ? said : said.substring(0, MAX_SPELLED / 8) + "... " + Long.toHexString(hash(List.of(said)));
    }

    static long hash(List<Object> values) {
        long hash = 0xcbf29ce484222325L;
        for (Object value : values) {
            String text = shown(value);
            for (int i = 0; i < text.length(); i++) hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
            hash = (hash ^ 0xffff) * 0x100000001b3L;
        }
        return hash;
    }
}

/** Classes of one program, or of one run of it. */
final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
        super(bs__.class.getClassLoader());
        this.classes = classes;
    }

    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) throw new ClassNotFoundException(name);
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (classes.containsKey(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
            return super.loadClass(name, resolve);
        }
    }
}
