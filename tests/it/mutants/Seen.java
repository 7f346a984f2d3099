package seen__;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the criterion of a program was in the run that is going on. */
public final class Seen {
    private static final int N_VALUES = 500, N_CHARS = 20_000;
    private static StringBuilder seen = new StringBuilder();
    private static int nValues;

    public static void clear() {
        seen = new StringBuilder();
        nValues = 0;
    }

    public static String text() {
        return seen.toString();
    }

    public static int see__(int k, int value) {
        note(k, value);
        return value;
    }

    public static long see__(int k, long value) {
        note(k, value);
        return value;
    }

    public static short see__(int k, short value) {
        note(k, value);
        return value;
    }

    public static byte see__(int k, byte value) {
        note(k, value);
        return value;
    }

    public static char see__(int k, char value) {
        note(k, value);
        return value;
    }

    public static boolean see__(int k, boolean value) {
        note(k, value);
        return value;
    }

    public static double see__(int k, double value) {
        note(k, value);
        return value;
    }

    public static float see__(int k, float value) {
        note(k, value);
        return value;
    }

    public static <T> T see__(int k, T value) {
        note(k, value);
        return value;
    }

    private static void note(int k, Object value) {
        if (nValues >= N_VALUES || seen.length() >= 2 * N_CHARS) return;
        nValues++;
        byte[] text = canonical(value, new ArrayList<>()).getBytes(StandardCharsets.UTF_8);
        seen.append('\t').append(k).append('=').append(HexFormat.of().formatHex(text));
    }

    /** Text that is equal for equal values of equal types. */
    private static String canonical(Object value, List<Object> around) {
        if (value == null) return "null";
        Class<?> kind = value.getClass();
        String name = kind.getSimpleName();
        if (value instanceof Number || value instanceof Boolean || value instanceof Character || value instanceof CharSequence) {
            return name + " " + value;
        }
        if (value instanceof Enum<?> constant) return constant.name();
        for (Object other : around) if (other == value) return "around";
        List<Object> inside = new ArrayList<>(around);
        inside.add(value);
        List<String> parts = new ArrayList<>();
        if (kind.isArray()) {
            for (int idx = 0; idx < Array.getLength(value); idx++) parts.add(canonical(Array.get(value, idx), inside));
        } else if (value instanceof Collection<?> items) {
            for (Object item : items) parts.add(canonical(item, inside));
            if (value instanceof Set<?>) parts.sort(null);
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> parts.add(canonical(key, inside) + "=" + canonical(item, inside)));
            parts.sort(null);
        } else if (kind.isSynthetic() || kind.isHidden()) {
            return "function";
        } else if (kind.getName().startsWith("java.")) {
            return name;
        } else {
            fields(value, kind, inside, parts);
        }
        return name + parts;
    }

    private static void fields(Object value, Class<?> kind, List<Object> inside, List<String> parts) {
        for (Class<?> of = kind; of != null && !of.getName().startsWith("java."); of = of.getSuperclass()) {
            for (Field field : of.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) continue;
                try {
                    field.setAccessible(true);
                    parts.add(field.getName() + "=" + canonical(field.get(value), inside));
                } catch (ReflectiveOperationException hidden) {
                    parts.add(field.getName());
                }
            }
        }
        parts.sort(null);
    }
}
