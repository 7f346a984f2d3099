/** Reads what the oracle sends. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Json.Item read(byte[] bytes) {
        return new Item(new Json(new String(bytes, StandardCharsets.UTF_8)).value());
    }

    /** A value that the reader knows the kind of. */
    record Item(Object value) implements Iterable<Item> {
        Item get(String name) { return new Item(((Map<?, ?>) value).get(name)); }
        Item get(int idx) { return new Item(((List<?>) value).get(idx)); }
        String text() { return (String) value; }
        int number() { return ((Long) value).intValue(); }
        boolean is() { return Boolean.TRUE.equals(value); }
        boolean isRow() { return value instanceof List; }
        int size() { return ((List<?>) value).size(); }
        @Override public Iterator<Item> iterator() { return ((List<?>) value).stream().map(one -> new Item(one)).iterator(); }
        String[] texts() { return ((List<?>) value).toArray(new String[0]); }

        int[] numbers() {
            int[] found = new int[size()];
            for (int i = 0; i < found.length; i++) found[i] = get(i).number();
            return found;
        }
    }

    private char peek() {
        while (Character.isWhitespace(text.charAt(at))) at++;
        return text.charAt(at);
    }

    private Object value() {
        switch (peek()) {
            case '{': {
                Map<String, Object> found = new HashMap<>();
                for (at++; peek() != '}'; at += peek() == ',' ? 1 : 0) {
                    String name = string();
                    peek();
                    at++;
                    found.put(name, value());
                }
                at++;
                return found;
            }
            case '[': {
                List<Object> found = new ArrayList<>();
                for (at++; peek() != ']'; at += peek() == ',' ? 1 : 0) found.add(value());
                at++;
                return found;
            }
            case '"':
                return string();
            default: {
                int from = at;
                while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) at++;
                String word = text.substring(from, at).trim();
                return switch (word) {
                    case "true" -> Boolean.TRUE;
                    case "false" -> Boolean.FALSE;
                    case "null" -> null;
                    default -> Long.valueOf(word);
                };
            }
        }
    }

    private String string() {
        peek();
        StringBuilder found = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c != '\\') {
                found.append(c);
                continue;
            }
            c = text.charAt(++at);
            switch (c) {
                case 'n' -> found.append('\n');
                case 't' -> found.append('\t');
                case 'r' -> found.append('\r');
                case 'b' -> found.append('\b');
                case 'f' -> found.append('\f');
                case 'u' -> {
                    found.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                }
                default -> found.append(c);
            }
        }
        at++;
        return found.toString();
    }
}
