/** Finds what `sliced` stands for in a program that somebody else wrote: by its place, then by what javac takes. */
final class Holes {
    private static final String NAME = "sliced";
    private static final List<String> ANY = List.of("null", "bs__.zi()", "bs__.zz()", "bs__.zc()", "{}");

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
            here.addAll(ANY);
            choices.add(new ArrayList<>(here));
        }
    }

    private static String place(String text, int at) {
        String before = text.substring(0, at);
        return before.lines().count() + ":" + (at - before.lastIndexOf('\n'));
    }

    String filled() {
        int[] chosen = new int[places.size()];
        while (true) {
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
                for (int i = 0; i < chosen.length; i++) {
                    boolean isIn = error.getStartPosition() <= ends[i] && starts[i] <= error.getEndPosition();
                    if (!isIn || chosen[i] + 1 >= choices.get(i).size()) continue;
                    chosen[i]++;
                    isMoved = true;
                    break;
                }
            }
            if (!isMoved) return out.toString();
        }
    }
}
