/** javac in this process, with sources and classes in memory. */
final class Compiler {
    static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
    static final StandardJavaFileManager FILES = JAVAC.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
    static final List<String> OPTIONS = List.of("-proc:none", "-nowarn", "-Xlint:none", "-implicit:none", "-g:none");
    static final Map<String, byte[]> OURS = new HashMap<>();

    static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override public CharSequence getCharContent(boolean ignoring) { return text; }
        @Override public boolean isNameCompatible(String name, Kind kind) { return true; }
    }

    static final class Made extends SimpleJavaFileObject {
        final String name;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final byte[] known;

        Made(String name, byte[] known) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
            this.name = name;
            this.known = known;
        }

        @Override public OutputStream openOutputStream() { return bytes; }
        @Override public InputStream openInputStream() { return new ByteArrayInputStream(known); }
    }

    static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        final Map<String, Made> made = new HashMap<>();
        final boolean hasOurs;

        InMemory(boolean hasOurs) {
            super(FILES);
            this.hasOurs = hasOurs;
        }

        @Override public JavaFileObject getJavaFileForOutput(Location to, String name, JavaFileObject.Kind kind, FileObject from) {
            return made.computeIfAbsent(name, of -> new Made(of, null));
        }

        @Override public Iterable<JavaFileObject> list(Location where, String of, Set<JavaFileObject.Kind> kinds, boolean deep)
            throws IOException {
            if (where == StandardLocation.CLASS_PATH) {
                if (!hasOurs || !of.isEmpty()) return List.of();
                List<JavaFileObject> found = new ArrayList<>();
                OURS.forEach((name, bytes) -> found.add(new Made(name, bytes)));
                return found;
            }
            return where == StandardLocation.SOURCE_PATH ? List.of() : super.list(where, of, kinds, deep);
        }

        @Override public String inferBinaryName(Location where, JavaFileObject file) {
            return file instanceof Made known ? known.name : super.inferBinaryName(where, file);
        }

        @Override public boolean hasLocation(Location where) {
            return where == StandardLocation.CLASS_PATH || super.hasLocation(where);
        }
    }

    /** What javac says of a program. */
    static final class Checked {
        String error;
        JCCompilationUnit unit;
        Types types;
        List<Diagnostic<?>> errors = new ArrayList<>();
    }

    private static JavacTask task(String text, InMemory files, DiagnosticCollector<JavaFileObject> said) {
        return (JavacTask) JAVAC.getTask(Writer.nullWriter(), files, said, OPTIONS, null, List.of(new Source("Program", text)));
    }

    /** Checks a program as it stands. */
    static Checked check(String text) {
        return check(text, false);
    }

    static Checked check(String text, boolean hasOurs) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        Checked checked = new Checked();
        try {
            JavacTask task = task(text, new InMemory(hasOurs), said);
            for (CompilationUnitTree unit : task.parse()) checked.unit = (JCCompilationUnit) unit;
            if (error(said) == null) task.analyze();
            checked.types = Types.instance(((BasicJavacTask) task).getContext());
        } catch (IOException | RuntimeException | StackOverflowError failed) {
            checked.error = failed.toString();
        }
        for (Diagnostic<?> one : said.getDiagnostics()) if (one.getKind() == Diagnostic.Kind.ERROR) checked.errors.add(one);
        String error = error(said);
        if (error != null) checked.error = error;
        return checked;
    }

    /** Contexts of javac that are used again, as in jshell: what it has read of the library stays read. */
    private static final JavacTaskPool POOL = new JavacTaskPool(1);
    private static final InMemory WITH_OURS = new InMemory(true);

    /** What javac says of a program that it refuses, in a fraction of the time of {@link #check}; null of another. */
    static String refusal(String text) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try {
            return POOL.getTask(null, WITH_OURS, said, OPTIONS, null, List.of(new Source("Program", text)), task -> {
                try {
                    task.parse();
                    if (error(said) == null) task.analyze();
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
                return error(said);
            });
        } catch (RuntimeException | StackOverflowError failed) {
            return failed.toString();
        }
    }

    private static String error(DiagnosticCollector<JavaFileObject> said) {
        for (Diagnostic<?> one : said.getDiagnostics()) {
            if (one.getKind() == Diagnostic.Kind.ERROR) {
                return "line " + one.getLineNumber() + ": " + one.getMessage(Locale.ROOT).lines().findFirst().orElse("");
            }
        }
        return null;
    }

    /** Classes by their names; what javac said where it refused. */
    static Map<String, byte[]> compile(String text, String[] error) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        InMemory files = new InMemory(true);
        try {
            task(text, files, said).call();
        } catch (RuntimeException | StackOverflowError failed) {
            error[0] = failed.toString();
        }
        if (error(said) != null) error[0] = error(said);
        if (error[0] != null) return null;
        Map<String, byte[]> classes = new HashMap<>();
        files.made.forEach((name, made) -> classes.put(name, made.bytes.toByteArray()));
        return classes;
    }
}
