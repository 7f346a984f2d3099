/** What a program may use: classes that compute, and time and chance that we have in their places. */
final class World {
    static final Set<String> VIRTUAL = Set.of("java.lang.System.currentTimeMillis", "java.lang.System.nanoTime",
        "java.lang.System.exit", "java.lang.System.identityHashCode", "java.lang.Math.random");
    private static final Set<String> SYSTEM = Set.of("in", "out", "err", "arraycopy", "lineSeparator", "currentTimeMillis", "nanoTime",
        "exit", "identityHashCode");
    private static final Set<String> PACKAGES = Set.of("java.lang", "java.util", "java.util.function", "java.util.stream",
        "java.util.regex", "java.math");
    private static final Set<String> STREAMS = Set.of("BufferedReader", "InputStreamReader", "InputStream", "Reader", "Writer",
        "OutputStream", "StringReader", "StringWriter", "PrintWriter", "PrintStream", "IOException", "UncheckedIOException", "EOFException",
        "Serializable", "Closeable", "Flushable", "ByteArrayInputStream", "ByteArrayOutputStream", "BufferedInputStream");
    private static final Set<String> REACHING = Set.of("java.lang.Runtime", "java.lang.Process", "java.lang.ProcessBuilder",
        "java.lang.ProcessHandle", "java.lang.Thread", "java.lang.ThreadGroup", "java.lang.ThreadLocal", "java.lang.ClassLoader",
        "java.lang.Module", "java.lang.ModuleLayer", "java.lang.StackWalker", "java.lang.SecurityManager", "java.lang.ClassValue",
        "java.lang.InheritableThreadLocal", "java.lang.RuntimePermission", "java.util.Timer", "java.util.TimerTask",
        "java.util.ServiceLoader", "java.util.ResourceBundle", "java.util.Formatter", "java.util.Date", "java.util.Calendar",
        "java.util.GregorianCalendar", "java.util.TimeZone", "java.util.UUID", "java.util.WeakHashMap", "java.util.SplittableRandom",
        "java.util.Observable", "java.lang.Package", "java.lang.Shutdown", "java.lang.StackTraceElement");
    private static final Set<String> MEMBERS = Set.of("parallelStream", "parallel", "wait", "notify", "notifyAll", "setDefault",
        "forName", "getClassLoader", "newInstance", "getStackTrace", "printStackTrace", "getResource", "getResourceAsStream",
        "ofEntriesUnordered", "getMethods", "getDeclaredMethods", "getField", "getFields", "getDeclaredFields", "getDeclaredField",
        "getMethod", "getDeclaredMethod", "getConstructors", "getProtectionDomain", "getModule", "commonPool", "load", "loadLibrary");

    /** What of a program could do more than compute, with its line; null when there is nothing. */
    static String obstacle(String text, Compiler.Checked program) {
        String[] found = {null};
        new TreeScanner() {
            private void check(JCTree tree, Symbol symbol) {
                String what = symbol == null || found[0] != null ? null : forbidden(symbol);
                if (what != null) found[0] = "line " + (1 + text.substring(0, TreeInfo.getStartPos(tree)).chars().filter(c -> c == '\n').count()) + ": " + what;
            }

            @Override public void visitIdent(JCIdent tree) {
                check(tree, tree.sym);
            }

            @Override public void visitSelect(JCFieldAccess tree) {
                check(tree, tree.sym);
                if (!(tree.sym instanceof Symbol.ClassSymbol)) super.visitSelect(tree);
            }

            @Override public void visitReference(JCMemberReference tree) {
                check(tree, tree.sym);
                super.visitReference(tree);
            }

            @Override public void visitNewClass(JCNewClass tree) {
                check(tree, tree.constructor);
                super.visitNewClass(tree);
            }

            @Override public void visitImport(JCImport tree) {}

            @Override public void visitPackageDef(JCPackageDecl tree) {}

            @Override public void visitClassDef(JCClassDecl tree) {
                if (tree.name.toString().startsWith("bs__")) found[0] = "a name that begins with `bs__`";
                super.visitClassDef(tree);
            }

            @Override public void visitMethodDef(JCMethodDecl tree) {
                if (tree.name.contentEquals("finalize")) check(tree, null);
                super.visitMethodDef(tree);
            }
        }.scan(program.unit);
        return found[0];
    }

    /** The class around all others; null for what is in none. */
    static Symbol.ClassSymbol outermost(Symbol symbol) {
        Symbol.ClassSymbol found = null;
        for (Symbol at = symbol; at != null && at.kind != Kinds.Kind.PCK; at = at.owner) {
            if (at instanceof Symbol.ClassSymbol one) found = one;
            if (at.kind == Kinds.Kind.NIL) return null;
        }
        return found;
    }

    private static String forbidden(Symbol symbol) {
        Symbol.ClassSymbol owner = symbol instanceof Symbol.ClassSymbol own ? own : symbol.enclClass();
        Symbol.ClassSymbol outermost = outermost(owner);
        if (owner == null || owner.type == null || outermost == null) return null;
        String outer = outermost.flatname.toString();
        String of = owner.packge().fullname.toString();
        boolean isLibrary = owner.classfile != null && owner.classfile.getKind() == JavaFileObject.Kind.CLASS;
        if (!isLibrary || of.isEmpty()) return null;
        if (of.equals("java.io") ? !STREAMS.contains(outermost.name.toString()) : !PACKAGES.contains(of)) {
            return "the class `" + outer + "`";
        }
        if (REACHING.contains(outer)) return "the class `" + outer + "`";
        if (symbol instanceof Symbol.ClassSymbol) return null;
        String name = symbol.name.toString();
        if (outer.equals("java.lang.System") && !SYSTEM.contains(name)) return "`System." + name + "`";
        if (MEMBERS.contains(name)) return "`" + owner.name + "." + name + "`";
        if (symbol instanceof Symbol.MethodSymbol method && of.equals("java.io") && method.isConstructor() && !method.type.getParameterTypes().isEmpty()
            && (outer.equals("java.io.PrintWriter") || outer.equals("java.io.PrintStream"))
            && method.type.getParameterTypes().head.toString().endsWith("String")) {
            return "a file";
        }
        boolean isShuffled = name.equals("shuffle") && symbol instanceof Symbol.MethodSymbol method && method.type.getParameterTypes().size() == 1;
        return isShuffled ? "`shuffle` without a generator" : null;
    }
}
