// Reprints Java programs: Print.java IN OUT writes OUT/<printer>/<path> for each IN/<path>, or <path>.refused with the reason.

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.printer.DefaultPrettyPrinter;
import com.github.javaparser.printer.lexicalpreservation.LexicalPreservingPrinter;
import com.google.googlejavaformat.java.Formatter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

public class Print {
    interface Printer {
        String print(String text) throws Exception;
    }

    private static CompilationUnit parse(String text) {
        ParserConfiguration configuration = new ParserConfiguration();
        configuration.setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17);
        return new JavaParser(configuration)
                .parse(text)
                .getResult()
                .filter(unit -> unit.getParsed() == com.github.javaparser.ast.Node.Parsedness.PARSED)
                .orElseThrow(() -> new IllegalArgumentException("JavaParser cannot parse it"));
    }

    private static final Map<String, Printer> PRINTERS =
            Map.of(
                    "JavaParser, DefaultPrettyPrinter", text -> new DefaultPrettyPrinter().print(parse(text)),
                    "JavaParser, LexicalPreservingPrinter",
                            text -> LexicalPreservingPrinter.print(LexicalPreservingPrinter.setup(parse(text))),
                    "google-java-format", text -> new Formatter().formatSource(text));

    private static void reprint(Path path, Path source, Path target) throws IOException {
        String text = Files.readString(path);
        for (Map.Entry<String, Printer> printer : PRINTERS.entrySet()) {
            Path out = target.resolve(printer.getKey()).resolve(source.relativize(path));
            Files.createDirectories(out.getParent());
            try {
                Files.writeString(out, printer.getValue().print(text));
            } catch (Exception error) {
                Files.writeString(out.resolveSibling(out.getFileName() + ".refused"), String.valueOf(error.getMessage()));
            }
        }
    }

    public static void main(String[] args) throws IOException {
        Path source = Path.of(args[0]);
        List<Path> paths;
        try (Stream<Path> found = Files.walk(source)) {
            paths = found.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
        for (Path path : paths) {
            reprint(path, source, Path.of(args[1]));
        }
    }
}
