import com.ibm.wala.classLoader.Language;
import com.ibm.wala.classLoader.ShrikeBTMethod;
import com.ibm.wala.core.util.config.AnalysisScopeReader;
import com.ibm.wala.ipa.callgraph.AnalysisCacheImpl;
import com.ibm.wala.ipa.callgraph.AnalysisOptions;
import com.ibm.wala.ipa.callgraph.CGNode;
import com.ibm.wala.ipa.callgraph.CallGraph;
import com.ibm.wala.ipa.callgraph.impl.Util;
import com.ibm.wala.ipa.cha.ClassHierarchyFactory;
import com.ibm.wala.ipa.slicer.NormalStatement;
import com.ibm.wala.ipa.slicer.ParamCallee;
import com.ibm.wala.ipa.slicer.PhiStatement;
import com.ibm.wala.ipa.slicer.SDG;
import com.ibm.wala.ipa.slicer.Slicer;
import com.ibm.wala.ipa.slicer.Slicer.ControlDependenceOptions;
import com.ibm.wala.ipa.slicer.Slicer.DataDependenceOptions;
import com.ibm.wala.ipa.slicer.Statement;
import com.ibm.wala.ipa.slicer.StatementWithInstructionIndex;
import com.ibm.wala.shrike.shrikeBT.ConstantInstruction;
import com.ibm.wala.shrike.shrikeBT.IInstruction;
import com.ibm.wala.shrike.shrikeBT.IStoreInstruction;
import com.ibm.wala.shrike.shrikeCT.InvalidClassFileException;
import com.ibm.wala.ssa.IR;
import com.ibm.wala.ssa.SSAAbstractInvokeInstruction;
import com.ibm.wala.ssa.SSAFieldAccessInstruction;
import com.ibm.wala.ssa.SSAInstruction;
import com.ibm.wala.ssa.SSAPhiInstruction;
import com.ibm.wala.types.ClassLoaderReference;
import com.ibm.wala.util.config.PatternsFilter;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Slices compiled Java with WALA, and prints {"lines": [...]}.
 *
 * <p>wala.java CLASSES LINE VARIABLE: CLASSES is a folder that `javac -g` filled. Without a variable, what the line executes is
 * the criterion. Failures are a line on standard error, "<class>: <details>", and exit code 5.
 */
class Wala {
    /** Parts of the JDK whose code takes minutes to analyse; a call of it depends on what it is given. */
    private static final String[] NOT_ANALYSED = {
        "java/awt/.*", "java/io/.*", "java/lang/invoke/.*", "java/lang/module/.*", "java/lang/reflect/.*", "java/math/.*", "java/net/.*",
        "java/nio/.*", "java/security/.*", "java/text/.*", "java/time/.*", "java/util/Scanner", "java/util/concurrent/.*",
        "java/util/jar/.*", "java/util/regex/.*", "java/util/stream/.*", "java/util/zip/.*", "javax/.*", "com/sun/.*", "jdk/.*", "sun/.*",
    };

    public static void main(String[] args) throws Exception {
        int line = Integer.parseInt(args[1]);
        String variable = args.length > 2 ? args[2] : "";
        var scope = AnalysisScopeReader.instance.makeJavaBinaryAnalysisScope(args[0], null);
        scope.setExclusions(new PatternsFilter(Arrays.stream(NOT_ANALYSED)));
        var hierarchy = ClassHierarchyFactory.makeWithRoot(scope);
        var options = new AnalysisOptions(scope, Util.makeMainEntrypoints(hierarchy));
        options.setReflectionOptions(AnalysisOptions.ReflectionOptions.NONE);
        var builder = Util.makeZeroOneCFABuilder(Language.JAVA, options, new AnalysisCacheImpl(), hierarchy);
        var graph = builder.makeCallGraph(options, null);
        var pointers = builder.getPointerAnalysis();
        var control = ControlDependenceOptions.NO_EXCEPTIONAL_EDGES;
        var dependences = new SDG<>(graph, pointers, DataDependenceOptions.NO_BASE_NO_EXCEPTIONS, control);
        var branches = new SDG<>(graph, pointers, DataDependenceOptions.NONE, control);

        Set<Statement> seeds = new LinkedHashSet<>();
        boolean found = false;
        for (CGNode node : graph) {
            if (isOurs(node) && node.getIR() != null) {
                found |= addSeeds(node, line, variable, branches, seeds);
            }
        }
        if (!found) {
            System.err.println("criterion not found: nothing that is run uses " + variable + " in line " + line);
            System.exit(5);
        }
        Set<Statement> slice = new LinkedHashSet<>();
        for (int before = -1; before < seeds.size();) {
            before = seeds.size();
            slice.addAll(Slicer.computeBackwardSlice(dependences, seeds));
            for (Statement statement : slice) {
                if (isOurs(statement.getNode())) {
                    addGiven(graph, statement, seeds);
                }
            }
        }
        Set<Integer> lines = new TreeSet<>(Set.of(line));
        for (Statement statement : slice) {
            if (isOurs(statement.getNode())) {
                addLines(statement, lines);
            }
        }
        System.out.println("{\"lines\": " + lines + "}");
    }

    private static boolean isOurs(CGNode node) {
        return node.getMethod().getDeclaringClass().getClassLoader().getReference().equals(ClassLoaderReference.Application);
    }

    private static int lineOf(CGNode node, int instruction) {
        try {
            var method = (ShrikeBTMethod) node.getMethod();
            return method.getLineNumber(method.getBytecodeIndex(instruction));
        } catch (InvalidClassFileException error) {
            throw new IllegalStateException(error);
        }
    }

    /** Adds where the values of the variable come from that the line uses, and what decides whether it is reached. */
    private static boolean addSeeds(CGNode node, int line, String variable, SDG<?> branches, Set<Statement> seeds) {
        boolean found = false;
        IR ir = node.getIR();
        SSAInstruction[] instructions = ir.getInstructions();
        for (int i = 0; i < instructions.length; i++) {
            SSAInstruction instruction = instructions[i];
            if (instruction == null || lineOf(node, i) != line) {
                continue;
            }
            var here = new NormalStatement(node, i);
            if (variable.isEmpty()) {
                found |= seeds.add(here);
            }
            // The value that is defined has its name behind the instruction that stores it.
            boolean uses = instruction.hasDef() && isNamed(ir, i + 2, instruction.getDef(), variable);
            uses |= instruction instanceof SSAFieldAccessInstruction access
                && access.getDeclaredField().getName().toString().equals(variable);
            if (uses) {
                seeds.add(here);
            }
            for (int use = 0; use < instruction.getNumberOfUses(); use++) {
                if (isNamed(ir, i, instruction.getUse(use), variable)) {
                    uses = true;
                    addDefinition(node, instruction.getUse(use), seeds);
                }
            }
            if (uses) {
                found = true;
                branches.getPredNodes(here).forEachRemaining(seeds::add);
            }
        }
        return found;
    }

    private static boolean isNamed(IR ir, int instruction, int value, String variable) {
        String[] names = instruction < ir.getInstructions().length ? ir.getLocalNames(instruction, value) : null;
        return names != null && Arrays.asList(names).contains(variable);
    }

    private static void addDefinition(CGNode node, int value, Set<Statement> seeds) {
        SSAInstruction definition = node.getDU().getDef(value);
        if (definition instanceof SSAPhiInstruction phi) {
            seeds.add(new PhiStatement(node, phi));
        } else if (definition != null) {
            seeds.add(new NormalStatement(node, definition.iIndex()));
        } else if (node.getIR().getSymbolTable().isParameter(value)) {
            seeds.add(new ParamCallee(node, value));
        }
    }

    /** Of a call of something that is not analysed, adds where its arguments come from. */
    private static void addGiven(CallGraph graph, Statement statement, Set<Statement> seeds) {
        if (statement instanceof StatementWithInstructionIndex indexed && indexed.getInstruction() instanceof SSAAbstractInvokeInstruction call
                && graph.getPossibleTargets(statement.getNode(), call.getCallSite()).isEmpty()) {
            for (int use = 0; use < call.getNumberOfUses(); use++) {
                addDefinition(statement.getNode(), call.getUse(use), seeds);
            }
        }
    }

    /** Adds the lines of a statement of the slice, and those where its constants are put into variables: SSA has nothing for them. */
    private static void addLines(Statement statement, Set<Integer> lines) {
        CGNode node = statement.getNode();
        if (statement instanceof StatementWithInstructionIndex indexed) {
            int i = indexed.getInstructionIndex();
            lines.add(lineOf(node, i));
            SSAInstruction instruction = indexed.getInstruction();
            for (int use = 0; use < instruction.getNumberOfUses(); use++) {
                addConstant(node, i, instruction.getUse(use), instruction.getUse(use), lines);
            }
        } else if (statement instanceof PhiStatement joined) {
            SSAPhiInstruction phi = joined.getPhi();
            int first = Math.max(0, node.getIR().getBasicBlockForInstruction(phi).getFirstInstructionIndex());
            for (int use = 0; use < phi.getNumberOfUses(); use++) {
                addConstant(node, first, phi.getUse(use), phi.getDef(), lines);
            }
        }
    }

    /** The lines that store a constant into a local variable which holds the value before an instruction. */
    private static void addConstant(CGNode node, int instruction, int constant, int value, Set<Integer> lines) {
        IR ir = node.getIR();
        if (!ir.getSymbolTable().isConstant(constant)) {
            return;
        }
        String[] names = ir.getLocalNames(instruction, value);
        try {
            var method = (ShrikeBTMethod) node.getMethod();
            IInstruction[] code = method.getInstructions();
            for (int i = 1; names != null && i + 1 < code.length; i++) {
                if (code[i] instanceof IStoreInstruction store && code[i - 1] instanceof ConstantInstruction
                        && Arrays.asList(names).contains(method.getLocalVariableName(method.getBytecodeIndex(i + 1), store.getVarIndex()))) {
                    lines.add(lineOf(node, i));
                }
            }
        } catch (InvalidClassFileException error) {
            throw new IllegalStateException(error);
        }
    }
}
