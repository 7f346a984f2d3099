/** Finds what `sliced` stands for in a program that somebody else wrote: by its place, then by what javac takes. */
final class Holes {
    private static final String NAME = "sliced";
    private static final List<String> ANY = List.of("null", "bs__.zi()", "bs__.zz()", "bs__.zc()", "{}");
    /** Choices that are compiled at most. */
    private static final int MAX_TRIED = 200;
    /** Beside a number, `null` compiles and fails. */
    private static final List<String> OPERAND = List.of("bs__.zi()", "bs__.zz()", "bs__.zc()", "null");

    private final String text;
    private final List<Integer> places = new ArrayList<>();
    private final List<List<String>> choices = new ArrayList<>();

    Holes(String original, Writing schema, String text) {
        this.text = text;
        Map<String, List<String>> byPlace = new HashMap<>();
        List<Part> parts = new ArrayList<>(schema.all);
        parts.sort(Comparator.comparingInt(part -> part.start() - part.end()));
        for (Part part : parts) {
            String zero = schema.zeros.get(part.k());
            if (zero != null) byPlace.computeIfAbsent(place(original, part.start()), of -> new ArrayList<>()).add(zero);
        }
        Matcher found = Pattern.compile("\\b" + NAME + "\\b").matcher(text);
        while (found.find()) {
            places.add(found.start());
            LinkedHashSet<String> here = new LinkedHashSet<>(byPlace.getOrDefault(place(text, found.start()), List.of()));
            here.addAll(isOperand(text, found.start()) ? OPERAND : ANY);
            choices.add(new ArrayList<>(here));
        }
    }

    /** Whether a place is behind the `?` or the `:` of a condition. */
    private static boolean isOperand(String text, int at) {
        String before = text.substring(0, at).stripTrailing();
        return before.endsWith("?") || before.endsWith(":");
    }

    private static String place(String text, int at) {
        String before = text.substring(0, at);
        return before.lines().count() + ":" + (at - before.lastIndexOf('\n'));
    }

    String filled() {
        int[] chosen = new int[places.size()];
        for (int tried = 1;; tried++) {
            StringBuilder out = new StringBuilder();
            int[] starts = new int[chosen.length], ends = new int[chosen.length];
            int at = 0;
            for (int i = 0; i < chosen.length; i++) {
                out.append(text, at, places.get(i));
                starts[i] = out.length();
                out.append(choices.get(i).get(chosen[i]));
                ends[i] = out.length();
                at = places.get(i) + NAME.length();
            }
            out.append(text, at, text.length());
            Compiler.Checked checked = Compiler.check(out.toString(), true);
            boolean isMoved = false;
            for (Diagnostic<?> error : checked.errors) {
                boolean isSaidHere = false;
                for (int i = 0; i < chosen.length; i++) {
                    boolean isIn = error.getStartPosition() <= ends[i] && starts[i] <= error.getEndPosition();
                    if (!isIn || chosen[i] + 1 >= choices.get(i).size()) continue;
                    chosen[i]++;
                    isMoved = isSaidHere = true;
                    break;
                }
                isMoved |= !isSaidHere && moved(chosen, behind(out, error.getStartPosition(), starts));
            }
            if (!isMoved || tried == MAX_TRIED) return out.toString();
        }
    }

    /** What is said of a method is of its arguments, which stand behind its name: holes there. */
    private static List<Integer> behind(CharSequence text, long from, int[] starts) {
        List<Integer> behind = new ArrayList<>();
        for (int i = 0; i < starts.length; i++) {
            if (from >= 0 && starts[i] >= from && text.subSequence((int) from, starts[i]).chars().noneMatch(letter -> letter == ';')) behind.add(i);
        }
        return behind;
    }

    /** The next choice of all of these together; false when all were tried. */
    private boolean moved(int[] chosen, List<Integer> holes) {
        for (int i : holes) {
            if (++chosen[i] < choices.get(i).size()) return true;
            chosen[i] = 0;
        }
        return false;
    }
}
