/** What Rust says of a deletion. */
record Part(int k, int place, int start, int end, int innerStart, int innerEnd) {
    static final int STATEMENT = 0, DECLARATOR = 1, VALUE = 2, PARAMETER = 3, DEFINITION = 4, BRANCH = 5, CASE = 6, CATCH = 7,
        FINALLY = 8, STEP = 9;
}

/** A stretch of the text. */
record Stretch(int start, int end) {}

/**
 * Writes fuel and the criterion into a program, and with parts the switches of deletions.
 *
 * Every statement gets a switch, so that javac takes each of them for one that can be passed; what is final, unset or
 * checked is made lenient where the program with switches could not be compiled otherwise.
 */
final class Writing extends TreeScanner {
    final String text;
    final JCCompilationUnit unit;
    final Types types;
    final Edits edits = new Edits();
    final boolean hasSwitches;
    final String entry;
    final Map<Stretch, List<Part>> parts = new HashMap<>();
    final List<Part> all;
    final TreeMap<Integer, Part> cases = new TreeMap<>();
    final List<Stretch> criteria;
    /** Of each value, the text that stands for it, and the type. */
    final Map<Integer, String> zeros = new HashMap<>();
    /** Uses of what has a deletion: switch and place. */
    final List<int[]> uses = new ArrayList<>();
    final Map<Symbol, Integer> declared = new HashMap<>();
    final Map<String, Integer> fields = new HashMap<>();
    final List<String> resets = new ArrayList<>();
    final Map<JCTree, Type> narrow = new IdentityHashMap<>();
    final ArrayDeque<JCTree> path = new ArrayDeque<>();
    /** Switches of what does nothing when it is reached: classes, variables that get no value. */
    final List<Integer> idle = new ArrayList<>();
    boolean needsFresh;
    String obstacle, unseen;
    int n = 0;
    private JCClassDecl inClass;
    private Type returned;

    Writing(String text, Compiler.Checked checked, List<Part> all, List<Stretch> criteria, String entry) {
        this.text = text;
        this.unit = checked.unit;
        this.types = checked.types;
        this.all = all;
        this.hasSwitches = !all.isEmpty();
        this.criteria = criteria;
        this.entry = entry;
        for (Part part : all) {
            parts.computeIfAbsent(new Stretch(part.start(), part.end()), of -> new ArrayList<>()).add(part);
            if (part.place() == Part.CASE) cases.put(part.start(), part);
        }
    }

    /** Whether each part of the criterion is seen with its number. */
    boolean hasNumbers;

    /** A call that observes the part of the criterion there, up to its value. */
    private String seen(String how, Stretch at) {
        return "bs__." + how + "(" + (hasNumbers ? criteria.indexOf(at) + ", " : "");
    }

    int start(JCTree tree) {
        return TreeInfo.getStartPos(tree);
    }

    int end(JCTree tree) {
        return TreeInfo.getEndPos(tree, unit.endPositions);
    }

    Part part(int start, int end, int place) {
        for (Part part : parts.getOrDefault(new Stretch(start, end), List.of())) if (part.place() == place) return part;
        return null;
    }

    static String on(int k) {
        return "bs__.q(" + k + ")";
    }

    /** The program with everything written in. */
    String written() {
        scan(unit);
        if (hasSwitches) switches();
        pending.forEach(Runnable::run);
        for (Stretch at : criteria) if (!found.contains(at) && unseen == null) unseen = "has no value there";
        return edits.on(text);
    }

    final Set<Stretch> found = new HashSet<>();
    /** Of expressions, by their stretch, the outermost. */
    final Map<Stretch, JCExpression> expressions = new HashMap<>();

    // Switches

    private void switches() {
        for (Part part : all) {
            String on = on(part.k());
            int start = part.start(), end = part.end();
            switch (part.place()) {
                case Part.STATEMENT -> edits.wrap(start, end, Edits.DECLARED, "{ if (" + on + ") { ", " } }");
                case Part.BRANCH -> edits.wrap(part.innerStart(), part.innerEnd(), Edits.OUTER, "{ if (" + on + ") { ", " } }");
                case Part.FINALLY -> edits.wrap(part.innerStart(), part.innerEnd(), Edits.OUTER, "{ if (" + on + ") ", " }");
                case Part.DECLARATOR -> declarator(part, on);
                case Part.VALUE -> value(part, on);
                case Part.STEP -> edits.wrap(start, end, Edits.OUTER, "bs__.v(" + on + " ? (", ") : 0)");
                default -> {}
            }
        }
    }

    private void declarator(Part part, String on) {
        JCVariableDecl made = variables.get(part.innerStart());
        if (made == null) return;
        String zero = zero(made.type);
        if (made.init == null || isConstant.contains(made.sym)) idle.add(part.k());
        if (made.init == null) {
            if (made.sym.owner.kind != Kinds.Kind.TYP) edits.insert(part.end(), " = " + zero);
        } else if (isConstant.contains(made.sym)) {
            return;
        } else {
            row(made.init);
            edits.wrap(start(made.init), end(made.init), Edits.DECLARED, "(" + on + " ? ", " : " + zero + ")");
        }
    }

    private void value(Part part, String on) {
        Stretch at = new Stretch(part.start(), part.end());
        JCExpression tree = expressions.get(at);
        Type type = tree == null ? enclosing(at) : narrow.getOrDefault(tree, tree.type);
        if (tree != null && bodies.contains(tree)) {
            zeros.put(part.k(), "{}");
            edits.wrap(at.start(), at.end(), Edits.SWITCH, "if (" + on + ") { ", "; }");
            return;
        }
        String zero = zero(type);
        zeros.put(part.k(), zero);
        if (type != null && type.hasTag(TypeTag.BOOLEAN)) {
            edits.wrap(at.start(), at.end(), Edits.SWITCH, "(" + on + " && (", "))");
            return;
        }
        row(tree);
        edits.wrap(at.start(), at.end(), Edits.SWITCH, "(" + on + " ? (", ") : " + zero + ")");
    }

    private final Set<JCTree> rows = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Elements in braces are an expression only behind their type. */
    private void row(JCTree tree) {
        if (tree instanceof JCNewArray array && array.elemtype == null && rows.add(tree)) {
            edits.wrap(start(tree), end(tree), Edits.ROW, "new " + array.type + " ", "");
        }
    }

    private Type enclosing(Stretch at) {
        Type found = null;
        int size = Integer.MAX_VALUE;
        for (Map.Entry<Stretch, JCExpression> entry : expressions.entrySet()) {
            Stretch around = entry.getKey();
            if (around.start() <= at.start() && at.end() <= around.end() && around.end() - around.start() < size) {
                size = around.end() - around.start();
                found = entry.getValue().type;
            }
        }
        return found;
    }

    /** What stands for a value of a type that is gone. */
    static String zero(Type type) {
        if (type == null) return "null";
        switch (type.getTag()) {
            case INT: return "bs__.zi()";
            case LONG: return "bs__.zl()";
            case SHORT: return "bs__.zs()";
            case BYTE: return "bs__.zb()";
            case CHAR: return "bs__.zc()";
            case FLOAT: return "bs__.zf()";
            case DOUBLE: return "bs__.zd()";
            case BOOLEAN: return "bs__.zz()";
            case VOID: return "{}";
            default:
        }
        String name = type.toString();
        boolean isWritable = !(name.contains("capture#") || name.contains("<an") || name.contains("&") || name.contains("<null")
            || name.contains("INT#") || name.startsWith("(") || type.hasTag(TypeTag.BOT) || name.isEmpty());
        return isWritable ? "((" + name + ") null)" : "null";
    }

    // Walking

    final Map<Integer, JCVariableDecl> variables = new HashMap<>();
    final Set<Symbol> isConstant = new HashSet<>();
    /** Bodies of lambdas that have no value. */
    final Set<JCTree> bodies = Collections.newSetFromMap(new IdentityHashMap<>());

    @Override public void scan(JCTree tree) {
        if (tree == null || obstacle != null && hasSwitches) return;
        if (tree instanceof JCExpression expression && !(tree instanceof JCAnnotation)) {
            int end = end(tree);
            if (end > 0) {
                Stretch at = new Stretch(start(tree), end);
                expressions.putIfAbsent(at, expression);
                criterion(expression, at);
            }
        }
        path.push(tree);
        super.scan(tree);
        path.pop();
    }

    private JCTree above(int levels) {
        Iterator<JCTree> found = path.iterator();
        for (int i = 0; i < levels && found.hasNext(); i++) found.next();
        return found.hasNext() ? found.next() : null;
    }

    /** The innermost construct that the path is in, but for parentheses. */
    private void criterion(JCExpression tree, Stretch at) {
        Stretch wanted = criteria.contains(at) ? at : null;
        if (wanted == null && tree instanceof JCFieldAccess access) {
            Stretch name = new Stretch(at.end() - access.name.length(), at.end());
            if (criteria.contains(name)) wanted = name;
        }
        if (wanted == null || found.contains(wanted)) return;
        JCTree parent = path.peek();
        if (tree instanceof JCParens) return;
        boolean isTarget = parent instanceof JCAssign set && set.lhs == tree || parent instanceof JCAssignOp op && op.lhs == tree
            || parent instanceof JCUnary unary && unary.arg == tree && isStep(unary);
        if (tree.type == null || tree.type.hasTag(TypeTag.VOID) || tree.type.hasTag(TypeTag.METHOD) || tree.type.hasTag(TypeTag.PACKAGE)
            || TreeInfo.symbol(tree) instanceof Symbol.ClassSymbol) {
            unseen = "has no value there";
            found.add(wanted);
            return;
        }
        found.add(wanted);
        if (!isTarget) {
            if (parent instanceof JCExpressionStatement) {
                edits.wrap(at.start(), at.end(), Edits.READ, "bs__.v(" + seen("o", wanted), "))");
            } else {
                edits.wrap(at.start(), at.end(), Edits.READ, seen("o", wanted), ")");
            }
            return;
        }
        String name = text.substring(at.start(), at.end());
        JCTree statement = above(1);
        if (statement instanceof JCExpressionStatement && !(above(2) instanceof JCForLoop) && !(above(2) instanceof JCLambda)) {
            edits.wrap(start(statement), end(statement), Edits.READ, "{ ", " " + seen("o", wanted) + name + "); }");
        } else {
            edits.wrap(start(parent), end(parent), Edits.READ, seen("post", wanted), ", " + name + ")");
        }
    }

    private static boolean isStep(JCUnary unary) {
        return switch (unary.getTag()) {
            case PREINC, PREDEC, POSTINC, POSTDEC -> true;
            default -> false;
        };
    }

    /** Statements that observe names which get their values here, and have their deletions. */
    private String entering(List<? extends JCTree> made) {
        StringBuilder out = new StringBuilder();
        for (JCTree tree : made) {
            if (!(tree instanceof JCVariableDecl one)) continue;
            Stretch at = new Stretch(one.pos, one.pos + one.name.length());
            if (!criteria.contains(at)) continue;
            found.add(at);
            Part part = parameterAt(at);
            out.append(part == null ? "" : " if (" + on(part.k()) + ") ").append(seen("o", at)).append(one.name).append(");");
        }
        return out.toString();
    }

    private Part parameterAt(Stretch at) {
        for (Part part : all) {
            if (part.place() == Part.PARAMETER && part.start() <= at.start() && at.end() <= part.end()) return part;
        }
        return null;
    }

    // Definitions

    @Override public void visitTopLevel(JCCompilationUnit tree) {
        if (tree.getPackage() != null) edits.replace(start(tree.getPackage()), end(tree.getPackage()), "");
        for (JCTree def : tree.defs) if (def instanceof JCClassDecl one) constants(one);
        names();
        for (JCTree def : tree.defs) if (!(def instanceof JCImport) && !(def instanceof JCPackageDecl)) scan(def);
    }

    /** Names of constants that labels need as they are, and declarations with their deletions. */
    private void constants(JCTree tree) {
        new TreeScanner() {
            @Override public void visitCase(JCCase tree) {
                for (JCTree label : tree.labels) {
                    if (label instanceof JCExpression one && TreeInfo.symbol(one) instanceof Symbol.VarSymbol var) isConstant.add(var);
                }
                super.visitCase(tree);
            }

            @Override public void visitVarDef(JCVariableDecl tree) {
                variables.put(tree.pos, tree);
                super.visitVarDef(tree);
            }
        }.scan(tree);
    }

    /** Declarations that have deletions, and where they are used. */
    private void names() {
        if (!hasSwitches) return;
        Map<Integer, Part> byName = new HashMap<>();
        for (Part part : all) {
            if (part.place() == Part.DECLARATOR || part.place() == Part.DEFINITION || part.place() == Part.PARAMETER) {
                byName.put(part.innerStart(), part);
            }
        }
        TreeScanner declaring = new TreeScanner() {
            private void add(int pos, Symbol symbol) {
                Part part = byName.get(pos);
                if (part != null && symbol != null) declared.put(symbol, part.k());
            }

            @Override public void visitVarDef(JCVariableDecl tree) {
                add(tree.pos, tree.sym);
                if (tree.sym != null && tree.sym.owner instanceof Symbol.ClassSymbol owner) {
                    Part part = byName.get(tree.pos);
                    if (part != null) fields.put(owner.flatname + " " + tree.name, part.k());
                }
                super.visitVarDef(tree);
            }

            @Override public void visitMethodDef(JCMethodDecl tree) {
                Part part = byName.get(tree.pos);
                if (part != null && tree.body == null) idle.add(part.k());
                add(tree.pos, tree.sym);
                super.visitMethodDef(tree);
            }

            @Override public void visitClassDef(JCClassDecl tree) {
                // The position of a class is that of its first modifier or keyword.
                for (Part part : all) {
                    boolean isIt = part.place() == Part.DEFINITION && part.start() == start(tree) && part.end() == end(tree);
                    if (!isIt || tree.sym == null) continue;
                    declared.put(tree.sym, part.k());
                    idle.add(part.k());
                }
                super.visitClassDef(tree);
            }
        };
        TreeScanner using = new TreeScanner() {
            private void use(JCTree tree, Symbol symbol) {
                Integer k = declared.get(symbol == null ? null : symbol.baseSymbol());
                if (k != null) uses.add(new int[] {k, start(tree)});
            }

            @Override public void visitIdent(JCIdent tree) {
                use(tree, tree.sym);
            }

            @Override public void visitSelect(JCFieldAccess tree) {
                Integer k = declared.get(tree.sym == null ? null : tree.sym.baseSymbol());
                if (k != null) uses.add(new int[] {k, end(tree) - tree.name.length()});
                super.visitSelect(tree);
            }

            @Override public void visitReference(JCMemberReference tree) {
                use(tree, tree.sym);
                super.visitReference(tree);
            }

            @Override public void visitNewClass(JCNewClass tree) {
                if (tree.def == null) use(tree, tree.constructor);
                super.visitNewClass(tree);
            }
        };
        for (JCTree def : unit.defs) declaring.scan(def);
        for (JCTree def : unit.defs) using.scan(def);
    }

    /** Methods that every record has, and that cannot be called when it has its own. */
    private static final Set<String> OF_RECORDS = Set.of("toString", "hashCode", "equals");

    @Override public void visitClassDef(JCClassDecl tree) {
        JCClassDecl outer = inClass;
        inClass = tree;
        StringBuilder reset = new StringBuilder();
        for (JCTree def : tree.defs) {
            if (def instanceof JCMethodDecl method && (method.mods.flags & Flags.GENERATEDCONSTR) != 0) continue;
            if (def instanceof JCVariableDecl field && (field.mods.flags & Flags.STATIC) != 0) statics(tree, field, reset);
            if (def instanceof JCVariableDecl field && (field.mods.flags & Flags.GENERATED_MEMBER) != 0) continue;
            if (def instanceof JCVariableDecl field && hasSwitches && field.init == null) lenient(field);
            if (def instanceof JCBlock block && block.isStatic()) needsFresh = true;
            if (def instanceof JCMethodDecl method && method.name.contentEquals("finalize")) obstacle = "a finaliser";
            if (def instanceof JCMethodDecl method && (tree.mods.flags & Flags.RECORD) != 0 && OF_RECORDS.contains(method.name.toString())) {
                obstacle = "a record's own `" + method.name + "`, without which there would be another";
            }
            scan(def);
        }
        if (hasSwitches && reset.length() > 0) {
            boolean isNamed = tree.sym.owner.kind == Kinds.Kind.PCK || tree.sym.owner.kind == Kinds.Kind.TYP;
            if (!isNamed || (tree.mods.flags & Flags.INTERFACE) != 0) {
                needsFresh = true;
            } else {
                int last = end(tree) - 1;
                pending.add(() -> edits.insert(last, " public static void bs__reset() {" + resolved(reset) + "}"));
                resets.add(tree.sym.flatname.toString());
            }
        }
        inClass = outer;
    }

    private final List<Runnable> pending = new ArrayList<>();

    /** Initialisers with their switches in the places of their stretches. */
    private String resolved(CharSequence reset) {
        return Pattern.compile("\u0001(\\d+) (\\d+)\u0002").matcher(reset).replaceAll(found -> Matcher.quoteReplacement(
            edits.part(text, Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)))));
    }

    /** Static state is what one run could leave to the next. */
    private void statics(JCClassDecl owner, JCVariableDecl field, StringBuilder reset) {
        if ((field.mods.flags & Flags.ENUM) != 0) {
            // Constants that have no parts do nothing when they are made.
            boolean isPlain = field.init instanceof JCNewClass made && made.args.isEmpty() && made.def == null;
            for (JCTree def : owner.defs) {
                boolean isFree = def instanceof JCVariableDecl other && (other.mods.flags & Flags.STATIC) != 0
                    || def instanceof JCMethodDecl method
                        && ((method.mods.flags & Flags.GENERATEDCONSTR) != 0 || method.sym != null && !method.sym.isConstructor());
                isPlain &= isFree;
            }
            if (!isPlain) needsFresh = true;
            return;
        }
        if (!hasSwitches || isConstant.contains(field.sym)) return;
        if ((owner.mods.flags & Flags.INTERFACE) != 0) {
            needsFresh = true;
            return;
        }
        lenient(field);
        reset.append(' ').append(field.name).append(" = ");
        if (field.init == null) {
            reset.append(field.type.isPrimitive() ? "(" + field.type + ") " + (field.type.hasTag(TypeTag.BOOLEAN) ? "false" : "0") : "null");
        } else {
            boolean[] isSimple = {true};
            new TreeScanner() {
                @Override public void scan(JCTree tree) {
                    if (tree != null && (tree instanceof JCMethodInvocation || tree instanceof JCLambda
                        || tree instanceof JCNewClass made && (made.def != null || made.constructor == null
                            || isOurs(made.constructor.owner))
                        || tree instanceof JCExpression one && criteria.contains(new Stretch(start(one), end(one))))) {
                        isSimple[0] = false;
                    }
                    super.scan(tree);
                }
            }.scan(field.init);
            if (!isSimple[0] || criteria.contains(new Stretch(field.pos, field.pos + field.name.length()))) {
                needsFresh = true;
            }
            reset.append('\u0001').append(start(field.init)).append(' ').append(end(field.init)).append('\u0002');
        }
        reset.append(';');
    }

    private boolean isOurs(Symbol symbol) {
        Symbol.ClassSymbol outermost = World.outermost(symbol);
        return outermost != null && outermost.sourcefile != null && outermost.sourcefile == unit.sourcefile;
    }

    /** A final variable that could be set twice, or never, is not final. */
    private void lenient(JCVariableDecl made) {
        if ((made.mods.flags & Flags.FINAL) == 0 || made.mods.pos < 0) return;
        int from = start(made.mods), to = end(made.mods);
        int at = from < 0 ? -1 : text.indexOf("final", from);
        if (at >= 0 && at < to) edits.replace(at, at + 5, "");
    }

    @Override public void visitMethodDef(JCMethodDecl tree) {
        Type outer = returned;
        returned = tree.sym == null ? null : tree.sym.type.getReturnType();
        if (tree.body != null) {
            boolean isCompact = (tree.mods.flags & Flags.COMPACT_RECORD_CONSTRUCTOR) != 0;
            int at = start(tree.body) + 1;
            if (tree.sym != null && tree.sym.isConstructor() && TreeInfo.isSelfCall(first(tree.body))) {
                JCTree call = first(tree.body);
                if (end(call) > at) at = end(call);
            }
            StringBuilder first = new StringBuilder(" bs__.t();");
            Part part = part(start(tree), end(tree), Part.DEFINITION);
            if (part != null) first.append(guard(tree, part));
            first.append(entering(tree.params));
            edits.insert(at, first.toString());
            boolean hasValue = returned != null && !returned.hasTag(TypeTag.VOID) && !tree.sym.isConstructor();
            if (hasSwitches && hasValue && !isCompact) edits.insert(end(tree.body) - 1, " throw bs__.end(); ");
            scan(tree.body);
        }
        returned = outer;
    }

    private static JCTree first(JCBlock body) {
        return body.stats.isEmpty() ? null : body.stats.head;
    }

    /** What a method does that is gone: what it overrides. */
    private String guard(JCMethodDecl tree, Part part) {
        String on = on(part.k());
        if (tree.sym.isConstructor()) {
            return (tree.mods.flags & Flags.COMPACT_RECORD_CONSTRUCTOR) != 0 ? " bs__.v(" + on + ");" : " if (!" + on + ") return;";
        }
        if (tree.name.contentEquals(entry) && tree.sym.isStatic()) {
            // Nothing is run of a program whose entry point is gone, be it with the class around it.
            Part around = part(start(inClass), end(inClass), Part.DEFINITION);
            return " if (!(" + on + (around == null ? "" : " && " + on(around.k())) + ")) throw bs__.end();";
        }
        if ((inClass.mods.flags & Flags.RECORD) != 0 && tree.params.isEmpty()
            && inClass.defs.stream().anyMatch(one -> one instanceof JCVariableDecl field && field.name == tree.name)) {
            return " if (!" + on + ") return this." + tree.name + ";";
        }
        for (Type above : above()) {
            String owner = owner(above);
            if (owner == null) continue;
            for (Symbol other : above.tsym.members().getSymbolsByName(tree.name)) {
                boolean isIt = other instanceof Symbol.MethodSymbol method && tree.sym.overrides(method, inClass.sym, types, true);
                // To javac, default methods are abstract, too.
                boolean isAbstract = (other.flags() & Flags.ABSTRACT) != 0 && (other.flags() & Flags.DEFAULT) == 0;
                // Without it the class is no whole one, which javac finds out.
                if (isIt && isAbstract && !above.isInterface()) return " " + on + ";";
                if (!isIt || isAbstract) continue;
                StringJoiner given = new StringJoiner(", ", owner + "." + tree.name + "(", ");");
                for (JCVariableDecl one : tree.params) given.add(one.name);
                boolean hasValue = !tree.sym.type.getReturnType().hasTag(TypeTag.VOID);
                String same = hasValue && !types.isSameType(tree.sym.type.getReturnType(), other.type.getReturnType())
                    ? "(" + tree.sym.type.getReturnType() + ") " : "";
                return " if (!" + on + ") { " + (hasValue ? "return " + same + given : given + " return;") + " }";
            }
        }
        return " " + on + ";";
    }

    /** The types from which this class has methods: what classes have goes before what interfaces have. */
    private java.util.List<Type> above() {
        java.util.List<Type> all = new ArrayList<>();
        for (Type one = types.supertype(inClass.sym.type); one != null && one.hasTag(TypeTag.CLASS); one = types.supertype(one)) all.add(one);
        for (Type one : types.closure(inClass.sym.type)) if (one.isInterface() && one.tsym != inClass.sym) all.add(one);
        return all;
    }

    /** How a method of a type above is called from this class: `super`, or by the interface that has it from there. */
    private String owner(Type above) {
        Type superclass = types.supertype(inClass.sym.type);
        if (superclass != null && superclass.hasTag(TypeTag.CLASS) && types.asSuper(superclass, above.tsym) != null
            && (inClass.sym.flags() & Flags.INTERFACE) == 0) return "super";
        for (Type direct : types.interfaces(inClass.sym.type)) {
            if (types.asSuper(direct, above.tsym) != null) return direct.tsym.name + ".super";
        }
        return null;
    }

    @Override public void visitVarDef(JCVariableDecl tree) {
        Stretch at = new Stretch(tree.pos, tree.pos + tree.name.length());
        if (tree.init != null) {
            narrowing(tree.init, tree.type);
            if (criteria.contains(at)) {
                found.add(at);
                row(tree.init);
                String cast = tree.type.isPrimitive() ? "(" + tree.type + ")" : "";
                edits.wrap(start(tree.init), end(tree.init), Edits.SEEN, seen("o", at) + cast + "(", "))");
            }
        } else if (hasSwitches && tree.sym != null && tree.sym.owner.kind != Kinds.Kind.TYP) {
            lenient(tree);
        }
        if (criteria.contains(at) && !found.contains(at)) unseen = "is declared there without a value";
        if (hasSwitches && tree.init != null && (tree.mods.flags & Flags.FINAL) != 0 && isConstant.contains(tree.sym)) return;
        scan(tree.init);
    }

    /** Constants that become narrower by themselves do so no more behind a switch. */
    private void narrowing(JCExpression value, Type to) {
        if (value instanceof JCNewArray array && array.elemtype == null && to instanceof Type.ArrayType row) {
            for (JCExpression one : array.elems) narrowing(one, row.elemtype);
            return;
        }
        if (to == null || value == null || value.type == null || !to.isPrimitive()) return;
        boolean isNarrow = to.hasTag(TypeTag.BYTE) || to.hasTag(TypeTag.SHORT) || to.hasTag(TypeTag.CHAR);
        if (isNarrow && value.type.getTag() != to.getTag() && value.type.constValue() != null) {
            narrow.put(TreeInfo.skipParens(value), to);
            if (hasSwitches) edits.wrap(start(value), end(value), Edits.NARROW, "(" + to + ") (", ")");
        }
    }

    // Statements

    private void loop(JCStatement body, String first) {
        first = " bs__.t();" + first;
        if (body instanceof JCBlock) edits.insert(start(body) + 1, first);
        else edits.wrap(start(body), end(body), Edits.OUTER, "{" + first + " ", " }");
    }

    private void endless(JCExpression condition) {
        JCExpression bare = TreeInfo.skipParens(condition);
        if (hasSwitches && part(start(bare), end(bare), Part.VALUE) == null) {
            edits.wrap(start(bare), end(bare), Edits.OUTER, "(bs__.y() && (", "))");
        }
    }

    @Override public void visitWhileLoop(JCWhileLoop tree) {
        loop(tree.body, "");
        endless(tree.cond);
        super.visitWhileLoop(tree);
    }

    @Override public void visitDoLoop(JCDoWhileLoop tree) {
        loop(tree.body, "");
        endless(tree.cond);
        super.visitDoLoop(tree);
    }

    @Override public void visitForLoop(JCForLoop tree) {
        loop(tree.body, "");
        if (tree.cond != null) {
            endless(tree.cond);
        } else if (hasSwitches) {
            // Behind the first semicolon of the three parts.
            int from = tree.init.isEmpty() ? start(tree) : end(tree.init.last());
            boolean isDeclared = !tree.init.isEmpty() && tree.init.head instanceof JCVariableDecl;
            int at = isDeclared && text.charAt(from - 1) == ';' ? from - 1 : text.indexOf(';', from);
            edits.insert(at + 1, " bs__.y()");
        }
        super.visitForLoop(tree);
    }

    @Override public void visitForeachLoop(JCEnhancedForLoop tree) {
        loop(tree.body, entering(List.of(tree.var)));
        scan(tree.expr);
        scan(tree.body);
    }

    @Override public void visitReturn(JCReturn tree) {
        if (tree.expr != null) narrowing(tree.expr, returned);
        super.visitReturn(tree);
    }

    @Override public void visitThrow(JCThrow tree) {
        if (hasSwitches) edits.wrap(start(tree.expr), end(tree.expr), Edits.OUTER, "bs__.sneak(", ")");
        super.visitThrow(tree);
    }

    @Override public void visitTry(JCTry tree) {
        if (hasSwitches && !tree.catchers.isEmpty()) {
            String name = "bs__e" + n++;
            boolean isFirst = true;
            for (JCCatch one : tree.catchers) {
                Part part = part(start(one), end(one), Part.CATCH);
                List<JCExpression> kinds = one.param.vartype instanceof JCTypeUnion union ? union.alternatives : List.of(one.param.vartype);
                StringJoiner is = new StringJoiner(" || "), raise = new StringJoiner(" ");
                for (JCExpression kind : kinds) {
                    String type = text.substring(start(kind), end(kind));
                    is.add(name + " instanceof " + type);
                    raise.add("bs__.<" + type + ">raise(" + name + ");");
                }
                String head = (isFirst ? " catch (Throwable " + name + ") { bs__.c(" + name + "); " : " else ") + "if (("
                    + is + ")" + (part == null ? "" : " && " + on(part.k())) + ") { try { " + raise + " } ";
                boolean isLast = one == tree.catchers.last();
                edits.wrap(start(one), end(one), Edits.OUTER, head, " }" + (isLast ? " else throw bs__.sneak(" + name + "); }" : ""));
                isFirst = false;
            }
        }
        scan(tree.resources);
        scan(tree.body);
        for (JCCatch one : tree.catchers) {
            String guard = hasSwitches ? "" : " bs__.c(" + one.param.name + ");";
            edits.insert(start(one.body) + 1, guard + entering(List.of(one.param)));
            scan(one.body);
        }
        scan(tree.finalizer);
    }

    @Override public void visitLambda(JCLambda tree) {
        Type outer = returned;
        Type made = tree.target == null ? null : types.findDescriptorType(tree.target).getReturnType();
        boolean hasValue = made != null && !made.hasTag(TypeTag.VOID);
        returned = made;
        if (tree.body instanceof JCBlock block) {
            edits.insert(start(block) + 1, " bs__.t();" + entering(tree.params));
            if (hasSwitches && hasValue) edits.insert(end(block) - 1, " throw bs__.end(); ");
        } else if (hasValue) {
            JCExpression body = (JCExpression) tree.body;
            StringBuilder first = new StringBuilder("(bs__.tk()");
            for (JCVariableDecl one : tree.params) {
                Stretch at = new Stretch(one.pos, one.pos + one.name.length());
                if (!criteria.contains(at)) continue;
                found.add(at);
                Part part = parameterAt(at);
                first.append(" && (").append(part == null ? "" : "!" + on(part.k()) + " || ").append(seen("ob", at)).append(one.name).append("))");
            }
            boolean isTruth = body.type.hasTag(TypeTag.BOOLEAN);
            edits.wrap(start(body), end(body), Edits.OUTER, first + (isTruth ? " && (" : " ? ("),
                isTruth ? "))" : ") : " + zero(narrow.getOrDefault(body, body.type)) + ")");
            narrowing(body, made);
        } else {
            bodies.add(tree.body);
            boolean isPart = part(start(tree.body), end(tree.body), Part.VALUE) != null;
            edits.wrap(start(tree.body), end(tree.body), Edits.OUTER, "{ bs__.t();" + entering(tree.params) + " ", isPart ? " }" : "; }");
        }
        scan(tree.body);
        returned = outer;
    }

    // Cases

    @Override public void visitSwitch(JCSwitch tree) {
        cases(tree.selector, tree.cases, null);
        super.visitSwitch(tree);
    }

    @Override public void visitSwitchExpression(JCSwitchExpression tree) {
        cases(tree.selector, tree.cases, tree);
        super.visitSwitchExpression(tree);
    }

    @Override public void visitYield(JCYield tree) {
        // The value of a rule is written without `yield`.
        scan(tree.value);
    }

    /** The value is looked up once for the number of its case, then the case is chosen by its number. */
    private void cases(JCExpression selector, List<JCCase> all, JCSwitchExpression whole) {
        if (!hasSwitches || all.isEmpty()) return;
        int standard = -1;
        Part[] gone = new Part[all.size()];
        for (int i = 0; i < gone.length; i++) {
            JCCase one = all.get(i);
            Map.Entry<Integer, Part> before = cases.floorEntry(start(one));
            gone[i] = before != null && start(one) < before.getValue().end() && end(one) <= before.getValue().end() ? before.getValue() : null;
            if (isDefault(one)) standard = i;
        }
        String other = standard < 0 ? "-1" : gone[standard] == null ? "" + standard : "(" + on(gone[standard].k()) + " ? " + standard + " : -1)";
        StringBuilder out = new StringBuilder("{ ");
        for (int i = 0; i < gone.length; i++) {
            JCCase one = all.get(i);
            if (isDefault(one)) continue;
            String labels = labels(one);
            out.append("case ").append(labels).append(" -> ");
            out.append(gone[i] == null ? "" + i : "(" + on(gone[i].k()) + " ? " + i + " : " + other + ")").append("; ");
        }
        out.append("default -> ").append(other).append("; }");
        int from = start(selector), to = end(selector);
        edits.wrap(from, to, Edits.OUTER, "(switch ", " " + out + ")");
        for (int i = 0; i < gone.length; i++) {
            JCCase one = all.get(i);
            int stop = afterLabels(one);
            edits.replace(start(one), stop, "case " + i + (one.caseKind == CaseTree.CaseKind.RULE ? " ->" : ":"));
            if (one.caseKind == CaseTree.CaseKind.RULE) {
                if (whole != null && one.body instanceof JCBlock block) edits.insert(end(block) - 1, " throw bs__.end(); ");
                continue;
            }
            for (JCStatement statement : one.stats) {
                if (gone[i] == null) continue;
                String on = on(gone[i].k());
                if (statement instanceof JCVariableDecl made) {
                    if (made.init != null) {
                        edits.wrap(start(made.init), end(made.init), Edits.OUTER, "(" + on + " ? ", " : " + zero(made.type) + ")");
                    }
                } else if (!(statement instanceof JCClassDecl)) {
                    edits.wrap(start(statement), end(statement), Edits.OUTER, "{ if (" + on + ") { ", " } }");
                }
            }
        }
        if (whole != null) {
            boolean isRule = all.get(0).caseKind == CaseTree.CaseKind.RULE;
            edits.insert(end(whole) - 1, isRule ? " default -> throw bs__.end(); " : " default: throw bs__.end(); ");
        }
    }

    private static boolean isDefault(JCCase one) {
        return one.labels.isEmpty() || one.labels.head instanceof JCDefaultCaseLabel;
    }

    private String labels(JCCase one) {
        StringJoiner out = new StringJoiner(", ");
        for (JCTree label : one.labels) out.add(text.substring(start(label), end(label)));
        return out.toString();
    }

    private int afterLabels(JCCase one) {
        int at = isDefault(one) ? start(one) + "default".length() : end(one.labels.last());
        while (text.charAt(at) != ':' && !text.startsWith("->", at)) at++;
        return text.charAt(at) == ':' ? at + 1 : at + 2;
    }

    @Override public void visitCase(JCCase tree) {
        if (tree.caseKind == CaseTree.CaseKind.RULE) {
            JCTree body = tree.body;
            scan(body instanceof JCYield made ? made.value : body);
        } else {
            scan(tree.stats);
        }
    }

    // Places with types and names in which nothing runs

    @Override public void visitTypeCast(JCTypeCast tree) { scan(tree.expr); }
    @Override public void visitTypeTest(JCInstanceOf tree) { scan(tree.expr); }
    @Override public void visitNewArray(JCNewArray tree) {
        if (tree.elemtype != null && tree.type instanceof Type.ArrayType row && tree.elems != null) {
            for (JCExpression one : tree.elems) narrowing(one, row.elemtype);
        }
        scan(tree.dims);
        if (tree.elems != null) scan(tree.elems);
    }
    @Override public void visitReference(JCMemberReference tree) { scan(tree.expr); }
    @Override public void visitBreak(JCBreak tree) {}
    @Override public void visitContinue(JCContinue tree) {}
    @Override public void visitAnnotation(JCAnnotation tree) {}
    @Override public void visitModifiers(JCModifiers tree) {}
    @Override public void visitTypeApply(JCTypeApply tree) {}

    @Override public void visitAssign(JCAssign tree) {
        narrowing(tree.rhs, tree.lhs.type);
        super.visitAssign(tree);
    }

    @Override public void visitApply(JCMethodInvocation tree) {
        Symbol symbol = TreeInfo.symbol(tree.meth);
        if (symbol != null && symbol.owner instanceof Symbol.ClassSymbol owner) {
            String name = owner.flatname + "." + symbol.name;
            if (World.VIRTUAL.contains(name)) edits.replace(start(tree.meth), end(tree.meth), "bs__." + symbol.name);
        }
        super.visitApply(tree);
    }

    @Override public void visitNewClass(JCNewClass tree) {
        boolean isRandom = tree.type != null && tree.type.tsym.flatName().contentEquals("java.util.Random") && tree.args.isEmpty();
        if (isRandom && tree.def == null) edits.insert(end(tree) - 1, "1L");
        scan(tree.encl);
        scan(tree.args);
        scan(tree.def);
    }
}
