/** Text with other text written in: around stretches, at places, in the place of others. */
final class Edits {
    /** What is outermost of several around one stretch. */
    static final int OUTER = 0, DECLARED = 1, SEEN = 2, NARROW = 3, SWITCH = 4, READ = 5, ROW = 6;

    private record Piece(int at, int order, int other, int rank, int number, String text) {}

    private record Replaced(int start, int end, String by) {}

    private final ArrayList<Piece> pieces = new ArrayList<>();
    private final ArrayList<Replaced> replaced = new ArrayList<>();

    /** Writes around a stretch; of equal stretches the lowest rank is outermost, then the first. */
    void wrap(int start, int end, int rank, String before, String after) {
        int number = pieces.size();
        pieces.add(new Piece(start, 2, -end, rank, number, before));
        pieces.add(new Piece(end, 0, -start, -rank, -number, after));
    }

    /** Writes at a place, behind stretches that end there and before those that begin there. */
    void insert(int at, String text) {
        pieces.add(new Piece(at, 1, 0, 0, pieces.size(), text));
    }

    /** Puts a text in the place of a stretch with all that is written into it. */
    void replace(int start, int end, String by) {
        replaced.add(new Replaced(start, end, by));
    }

    /** A part of the text with what is written into it. */
    String part(String text, int from, int to) {
        Edits inside = new Edits();
        for (Piece piece : pieces) {
            boolean isIn = piece.at >= from && piece.at <= to && (piece.order == 1 ? piece.at > from && piece.at < to
                : Math.abs(piece.other) >= from && Math.abs(piece.other) <= to);
            if (isIn) inside.pieces.add(new Piece(piece.at - from, piece.order, piece.order == 2 ? piece.other + from : piece.order == 0
                ? piece.other + from : 0, piece.rank, piece.number, piece.text));
        }
        for (Replaced one : replaced) {
            if (one.start >= from && one.end <= to) inside.replace(one.start - from, one.end - from, one.by);
        }
        return inside.on(text.substring(from, to));
    }

    String on(String text) {
        pieces.sort(Comparator.comparingInt(Piece::at).thenComparingInt(Piece::order).thenComparingInt(Piece::other)
            .thenComparingInt(Piece::rank).thenComparingInt(Piece::number));
        replaced.sort(Comparator.comparingInt(Replaced::start).thenComparingInt(it -> -it.end));
        StringBuilder out = new StringBuilder(text.length() * 3);
        int at = 0, next = 0;
        for (Replaced gone : replaced) {
            if (gone.start < at) continue;
            next = copy(text, at, gone.start, next, out);
            while (next < pieces.size() && pieces.get(next).at == gone.start && pieces.get(next).order != 1) {
                out.append(pieces.get(next++).text);
            }
            out.append(gone.by);
            while (next < pieces.size() && pieces.get(next).at < gone.end) next++;
            at = gone.end;
        }
        copy(text, at, text.length() + 1, next, out);
        return out.toString();
    }

    /** Copies up to a place, without the pieces there. */
    private int copy(String text, int from, int to, int next, StringBuilder out) {
        int at = from;
        while (next < pieces.size() && pieces.get(next).at < to) {
            Piece piece = pieces.get(next++);
            out.append(text, at, piece.at).append(piece.text);
            at = piece.at;
        }
        out.append(text, at, Math.min(to, text.length()));
        return next;
    }
}
