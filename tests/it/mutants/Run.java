import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Permission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import seen__.Seen;

/**
 * Runs programs and slices of Java, on many inputs each with classes of their own, and says what their criteria were.
 * The jobs and what is printed of each run are described in {@code runtimes.rs}.
 */
public final class Run {
    /**
     * What may stand where code is gone, whatever type it had: the first that the compiler takes. Where any object is taken, as the
     * key in {@code Map.get}, it is none: a number would be no key of a table of texts.
     */
    private static final List<String> GONE = List.of("((Object) null)", "(-16843010)", "false", "null", "((char) 65278)",
        "((short) -258)", "((byte) -2)", "((int[]) null)", "((String) null)", "((java.util.List) null)", "((Runnable) null)");

    /** A slice may run on after its values; where it often does, less time and then no more is spent on it. */
    private static final int N_LATE = 5, N_TOO_LATE = 40;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    private static final class Exit extends Error {
        Exit() {
            super("exit", null, false, false);
        }
    }

    /** Compiled classes by name. */
    private record Classes(String main, Map<String, byte[]> code) {}

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(java.net.URI.create("string:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Fills the places of `sliced` until the compiler takes the text. */
    private static Classes compiled(String name, String text) {
        String[] parts = text.split("\\bsliced\\b", -1);
        int[] choice = new int[parts.length - 1];
        int nTries = 0;
        while (true) {
            StringBuilder filled = new StringBuilder(parts[0]);
            int[] starts = new int[choice.length], ends = new int[choice.length];
            for (int idx = 0; idx < choice.length; idx++) {
                starts[idx] = filled.length();
                filled.append(GONE.get(choice[idx]));
                ends[idx] = filled.length();
                filled.append(parts[idx + 1]);
            }
            Map<String, byte[]> code = new HashMap<>();
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            List<String> options = List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
            if (COMPILER.getTask(null, kept(code), said, options, null, List.of(new Source(name, filled.toString()))).call()) {
                return new Classes(name.replace(".java", ""), code);
            }
            if (++nTries > 400 || !next(filled.toString(), choice, starts, ends, said)) {
                throw new IllegalStateException(said.getDiagnostics() + "\n" + filled);
            }
        }
    }

    /** Another choice where the first error is, or else in its line; false when there is none. */
    private static boolean next(String text, int[] choice, int[] starts, int[] ends, DiagnosticCollector<JavaFileObject> said) {
        for (Diagnostic<?> one : said.getDiagnostics()) {
            if (one.getKind() != Diagnostic.Kind.ERROR) continue;
            // Some messages have a place, and no stretch.
            int at = (int) one.getPosition();
            int from = one.getStartPosition() < 0 ? at : (int) one.getStartPosition(), to = Math.max(at, (int) one.getEndPosition()) + 1;
            int line = text.lastIndexOf('\n', from), lineEnd = text.indexOf('\n', to);
            if (isAdvanced(choice, starts, ends, from, to) || isAdvanced(choice, starts, ends, line, lineEnd)) return true;
        }
        return false;
    }

    /** Counts on with the places between these, as with digits; false when all was tried. */
    private static boolean isAdvanced(int[] choice, int[] starts, int[] ends, int from, int to) {
        for (int idx = 0; idx < choice.length; idx++) {
            if (ends[idx] < from || to <= starts[idx]) continue;
            choice[idx] = (choice[idx] + 1) % GONE.size();
            if (choice[idx] != 0) return true;
        }
        return false;
    }

    private static JavaFileManager kept(Map<String, byte[]> code) {
        return new ForwardingJavaFileManager<>(FILES) {
            @Override public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(java.net.URI.create("mem:///" + name), kind) {
                    @Override public OutputStream openOutputStream() {
                        return new ByteArrayOutputStream() {
                            @Override public void close() {
                                code.put(name, toByteArray());
                            }
                        };
                    }
                };
            }
        };
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> code;

        Loader(Map<String, byte[]> code) {
            super(Run.class.getClassLoader());
            this.code = code;
        }

        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = code.get(name);
            if (bytes == null) throw new ClassNotFoundException(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** A thread for runs, one after the other. One that was stopped is left alone: what it had to say has no reader. */
    private static final class Worker {
        private final SynchronousQueue<Runnable> work = new SynchronousQueue<>();
        private final SynchronousQueue<String> ends = new SynchronousQueue<>();
        private final Thread thread = new Thread(null, this::work, "run", 1 << 24);

        Worker() {
            thread.setDaemon(true);
            thread.start();
        }

        private void work() {
            try {
                while (true) work.take().run();
            } catch (InterruptedException | ThreadDeath stopped) {
                // Another one is at work.
            }
        }

        /** How a run ends; null where it took longer than its time, and the worker is of no more use. */
        String end(Classes classes, String[] args, long limitMs) throws InterruptedException {
            long before = spentMs();
            work.put(() -> {
                String end = Run.run(classes, args);
                try {
                    ends.put(end);
                } catch (InterruptedException gone) {
                    Thread.currentThread().interrupt();
                }
            });
            while (true) {
                String end = ends.poll(20, TimeUnit.MILLISECONDS);
                if (end != null) return end;
                if (!thread.isAlive()) return null;
                if (spentMs() - before > limitMs) {
                    stop();
                    return null;
                }
            }
        }

        /** A program may catch what stops it, once or twice; what runs on would write values of a run that is over. */
        @SuppressWarnings({"deprecation", "removal"})
        private void stop() throws InterruptedException {
            for (int idx = 0; idx < 50 && thread.isAlive(); idx++) {
                thread.stop();
                thread.join(100);
            }
            if (thread.isAlive()) throw new IllegalStateException("a run cannot be stopped");
        }

        private long spentMs() {
            return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()) / 1_000_000;
        }
    }

    private static Worker worker = new Worker();

    private static String run(Classes classes, String[] args) {
        try {
            Class<?> main = new Loader(classes.code).loadClass(classes.main);
            var entry = main.getDeclaredMethod("main", String[].class);
            entry.setAccessible(true);
            entry.invoke(null, (Object) args);
            return "done";
        } catch (InvocationTargetException thrown) {
            return thrown.getCause() instanceof ThreadDeath ? "timeout" : thrown.getCause() instanceof Exit ? "done" : "crashed";
        } catch (ThreadDeath stopped) {
            return "timeout";
        } catch (ReflectiveOperationException | LinkageError refused) {
            return "crashed";
        }
    }

    private static String within(Classes classes, byte[] stdin, String[] args, long limitMs) throws InterruptedException {
        System.setIn(new ByteArrayInputStream(stdin));
        Seen.clear();
        String end = worker.end(classes, args, limitMs);
        if (end != null) return end;
        worker = new Worker();
        return "timeout";
    }

    private record Given(byte[] stdin, String[] args) {}

    private static List<Given> inputs(String path) throws Exception {
        List<Given> found = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(path))) {
            int at = line.indexOf(';');
            String[] args = line.substring(at + 1).split(",", -1);
            String[] texts = new String[args.length - 1];
            Arrays.setAll(texts, idx -> new String(HexFormat.of().parseHex(args[idx]), StandardCharsets.UTF_8));
            found.add(new Given(HexFormat.of().parseHex(line.substring(0, at)), texts));
        }
        return found;
    }

    @SuppressWarnings("removal")
    private static void forbidExit() {
        System.setSecurityManager(new SecurityManager() {
            @Override public void checkPermission(Permission permission) {
                if (permission.getName().startsWith("exitVM") && Thread.currentThread() == worker.thread) throw new Exit();
            }
        });
    }

    public static void main(String[] args) {
        PrintStream err = System.err;
        try {
            runAll(args[0]);
            Runtime.getRuntime().halt(0);
        } catch (Throwable failure) {
            failure.printStackTrace(err);
            Runtime.getRuntime().halt(1);
        }
    }

    private static void runAll(String folder) throws Exception {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8");
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, "UTF-8");
        System.setOut(nowhere);
        System.setErr(nowhere);
        forbidExit();
        List<Given> given = List.of();
        Set<Integer> skipped = new HashSet<>();
        int textIdx = 0;
        for (String line : Files.readAllLines(Path.of(folder, "jobs"))) {
            String[] job = line.split("\t");
            boolean isProgram = job[0].equals("program");
            if (isProgram) {
                given = inputs(job[2]);
                skipped = new HashSet<>();
            }
            Path source = Path.of(job[1]);
            Classes classes;
            try {
                classes = compiled(source.getFileName().toString(), Files.readString(source));
            } catch (IllegalStateException refused) {
                out.println(textIdx + "\t0\trefused\t0=" + HexFormat.of().formatHex(refused.getMessage().getBytes(StandardCharsets.UTF_8)));
                textIdx++;
                continue;
            }
            int only = isProgram ? -1 : Integer.parseInt(job[2]);
            Set<Integer> late = isProgram ? skipped : new HashSet<>();
            for (int idx = 0; idx < given.size(); idx++) {
                if (skipped.contains(idx) || only != -1 && only != idx || !isProgram && late.size() > N_TOO_LATE) continue;
                boolean isShort = isProgram || late.size() > N_LATE;
                String end = within(classes, given.get(idx).stdin, given.get(idx).args.clone(), isShort ? 200 : 2000);
                if (end.equals("timeout") || isProgram && Seen.text().isEmpty()) late.add(idx);
                out.println(textIdx + "\t" + idx + "\t" + end + Seen.text());
            }
            textIdx++;
        }
        out.flush();
    }
}
