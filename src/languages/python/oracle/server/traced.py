"""The program as its runs are traced: its tree, with calls of a trace around what reads, writes and decides."""

import ast


class Scope:
    """A function, class or module: its names, and the variable that its frame is in."""

    def __init__(self, around, names, depth, kind):
        self.around, self.names, self.depth, self.kind = around, names, depth, kind
        self.name = ""

    def frame(self):
        return "bs__f%d" % self.depth

    def owner(self, name):
        """The frame and the cell of a variable; None for what is none of the program's."""
        scope, is_first = self, True
        while scope is not None:
            if name in scope.names and (is_first or scope.kind != "class"):
                if scope.names[name] is None:
                    return None
                if scope.names[name] == "global":
                    while scope.around is not None:
                        scope = scope.around
                    return scope.frame(), name
                if scope.names[name] != "nonlocal":
                    return scope.frame(), scope.name + name
            scope, is_first = scope.around, False
        return None


def bound(statements):
    """Names that statements bind, with how: `local`, `global`, `nonlocal`."""
    names, pending = {}, list(statements)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.setdefault(node.name, "local")
            pending.extend(node.decorator_list)
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.setdefault(node.id, "local")
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            names.update((name, type(node).__name__.lower()) for name in node.names)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            names.setdefault(node.name, "local")
        elif isinstance(node, ast.MatchMapping) and node.rest:
            names.setdefault(node.rest, "local")
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            # Only `:=` binds for what is around.
            pending.extend(inner.target for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr))
            continue
        pending.extend(ast.iter_child_nodes(node))
    return names


def traced_call(name, *arguments):
    return ast.Call(ast.Name("bs__" + name, ast.Load()), [expr(argument) for argument in arguments], [])


def expr(value):
    if isinstance(value, ast.AST):
        return value
    if isinstance(value, (tuple, list)):
        return ast.Tuple([expr(item) for item in value], ast.Load())
    return ast.Constant(value)


def load(name):
    return ast.Name(name, ast.Load())


def first(before, value):
    """A value, and what is done before, which gives nothing."""
    return ast.BoolOp(ast.Or(), [before, value])


def thunk(value):
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(nothing, value)


class Traced:
    """Writes the trace into a program."""

    def __init__(self, source, criteria):
        self.source = source
        self.starts = [0]
        for line in source.encode("utf-8").splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        # Byte ranges of nodes whose values are observed.
        self.criteria = [tuple(criterion) for criterion in criteria]
        self.units = []
        self.scope = None
        self.unit = 0
        # Units of the function that give values as a generator does.
        self.gives = []
        self.locals = []

    def compiled(self):
        tree = ast.parse(self.source, "program.py")
        self.functions = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                self.functions.setdefault(node.name, []).append(node)
        self.scope = Scope(None, bound(tree.body), 0, "module")
        start = ast.Assign([ast.Name("bs__f0", ast.Store())], traced_call("module"))
        n_first = 0
        for statement in tree.body:
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            if not is_text and not is_future:
                break
            n_first += 1
        # What has to stand first in a module is no part of a trace.
        rest = self.block(tree.body[n_first:])
        tree.body = tree.body[:n_first] + [start] + rest + [ast.Expr(traced_call("leave", load("bs__f0")))]
        ast.fix_missing_locations(tree)
        return compile(tree, "program.py", "exec", dont_inherit=True)

    # Places

    def range(self, node):
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def new_unit(self, node, around=None):
        self.units.append([*self.range(node), around])
        return len(self.units) - 1

    def is_seen(self, node):
        """Whether a criterion begins with a node, and is not more than it."""
        start, end = self.range(node)
        return any(first == start and last <= end for first, last in self.criteria)

    def observed(self, names):
        """What observes names of these nodes that are criteria."""
        found = [node for node in names if self.is_seen(node)]
        return [ast.Expr(traced_call("o", self.unit, self.read(load(name_of(node))))) for node in found]

    # Variables

    def read(self, node):
        if any(node.id in names for names in self.locals):
            return node
        owner = self.scope.owner(node.id)
        if owner is None:
            return node
        return traced_call("r", load(owner[0]), self.unit, owner[1], node)

    def frame(self):
        return load(self.scope.frame())

    def writes(self, names):
        """Statements that say that these names have got values."""
        found = {}
        for name in names:
            owner = self.scope.owner(name)
            if owner:
                found.setdefault(owner[0], []).append(owner[1])
        return [ast.Expr(traced_call("define", load(frame), self.unit, *names)) for frame, names in found.items()]

    def places(self, statements):
        """What statements could write, as a trace names it: variables, attributes, contents of objects."""
        found, seen, pending = {}, set(), [(statement, True) for statement in statements]
        while pending:
            node, is_here = pending.pop()
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
                continue
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                owner = self.scope.owner(node.id)
                if owner and (is_here or owner[0] == "bs__f0"):
                    found["name", *owner] = (load(owner[0]), owner[1])
            elif isinstance(node, ast.Return) and is_here:
                # What the function gives.
                found["return"] = (self.frame(), "return")
            elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                found["attribute", node.attr] = (".", node.attr)
            changed = None
            if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                changed = node.value
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                changed = node.func.value
            if isinstance(node, ast.Call):
                name = name_of(node.func)
                if name in self.functions and name not in seen:
                    seen.add(name)
                    pending.extend((inner, False) for function in self.functions[name] for inner in function.body)
                    changed = None
            if changed is not None:
                is_name = is_here and isinstance(changed, ast.Name) and self.scope.owner(changed.id)
                if is_name and self.scope.kind != "class":
                    found["in", changed.id] = traced_call("object", thunk(load(changed.id)))
                elif not is_name:
                    found["in"] = "[]"
            pending.extend((child, is_here) for child in ast.iter_child_nodes(node))
        return list(found.values())

    # Statements

    def block(self, statements):
        return [made for statement in statements for made in self.statement(statement)]

    def statement(self, node):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.Pass)):
            return [node]
        outer = self.unit
        self.unit = unit = self.new_unit(node)
        begins = ast.Expr(traced_call("s", self.frame(), unit))
        made = getattr(self, "on_" + type(node).__name__, self.on_other)(node)
        behind = []
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            behind = self.given_names(targets)
        self.unit = outer
        return [begins, *made, *behind]

    def given_names(self, targets):
        """What says and observes that the names in targets have values."""
        names = [node for target in targets for node in ast.walk(target) if is_given(node)]
        return self.writes([node.id for node in names]) + self.observed(names)

    def on_other(self, node):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self.value(value))
        return [node]

    def on_Return(self, node):
        given = [self.value(node.value)] if node.value else []
        return [ast.Return(traced_call("ret", self.frame(), self.unit, *given))]

    def on_Assign(self, node):
        value = self.value(node.value)
        is_taken_apart = any(isinstance(target, (ast.Tuple, ast.List)) for target in node.targets)
        node.value = traced_call("x", self.unit, value, 2) if is_taken_apart else value
        node.targets = [self.target(target) for target in node.targets]
        return [node]

    def on_AnnAssign(self, node):
        if node.value:
            node.value = self.value(node.value)
            node.target = self.target(node.target)
        return [node]

    def on_AugAssign(self, node):
        value, target, before, behind = self.value(node.value), node.target, [], []
        node.value = traced_call("x", self.unit, value)
        if isinstance(target, ast.Name):
            owner = self.scope.owner(target.id)
            if owner:
                before = [ast.Expr(self.read(load(target.id)))]
                behind = [ast.Expr(traced_call("grow", self.unit, load(target.id)))]
        else:
            node.target = self.target(target, "both")
        return before + [node] + behind

    def on_Delete(self, node):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        node.targets = [self.target(target, "del") for target in node.targets]
        return [node] + self.writes(names)

    def target(self, node, how="set"):
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value)
            node.value = traced_call("both_attr" if how == "both" else "set_attr", self.unit, owner, node.attr)
        elif isinstance(node, ast.Subscript):
            node.value = traced_call("item", self.value(node.value))
            node.slice = traced_call(how + "_key", self.unit, self.value(node.slice))
        elif isinstance(node, (ast.Tuple, ast.List)):
            node.elts = [self.target(part, how) for part in node.elts]
        elif isinstance(node, ast.Starred):
            node.value = self.target(node.value, how)
        return node

    def on_Expr(self, node):
        node.value = self.value(node.value)
        return [node]

    def condition(self, test, if_true, if_false):
        """A condition that says where it is, for it may be asked again."""
        places = [[], []] if self.scope.kind == "class" else [self.places(if_true), self.places(if_false)]
        at = traced_call("at", self.frame(), self.unit)
        return traced_call("p", self.unit, places[0], places[1], first(at, self.value(test)))

    def on_If(self, node):
        node.test = self.condition(node.test, node.body, node.orelse)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return [node]

    def on_While(self, node):
        node.test = self.condition(node.test, node.body, node.orelse)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return [node]

    def on_For(self, node):
        depth = 2 if isinstance(node.target, (ast.Tuple, ast.List)) else 0
        places = [] if self.scope.kind == "class" else self.places(node.body)
        node.iter = traced_call("each", self.frame(), self.unit, self.value(node.iter), depth, places)
        behind = self.given_names([node.target])
        node.target = self.target(node.target)
        node.body, node.orelse = behind + self.block(node.body), self.block(node.orelse)
        return [node]

    def on_With(self, node):
        behind = []
        for item in node.items:
            item.context_expr = self.value(item.context_expr)
            if item.optional_vars:
                behind += self.given_names([item.optional_vars])
                item.optional_vars = self.target(item.optional_vars)
        node.body = behind + self.block(node.body) + [ast.Expr(traced_call("done", self.frame(), self.unit))]
        return [node, ast.Expr(traced_call("behind", self.frame(), self.unit))]

    def on_Try(self, node):
        guarded = self.unit
        node.body = self.block(node.body)
        for handler in node.handlers:
            self.unit = self.new_unit(handler)
            handler.type = handler.type and self.value(handler.type)
            owner = self.scope.owner(handler.name) if handler.name else None
            begins = traced_call("caught", self.frame(), self.unit, guarded, [owner[1]] if owner else [])
            seen = [ast.Expr(traced_call("o", self.unit, load(handler.name)))] if self.has_inside(handler, handler.body) else []
            handler.body = [ast.Expr(begins), *seen, *self.block(handler.body)]
            self.unit = guarded
        node.orelse, node.finalbody = self.block(node.orelse), self.block(node.finalbody)
        return [node]

    def has_inside(self, node, body):
        """Whether a criterion is in a construct, and not in its body."""
        start, end = self.range(node)[0], self.range(body[0])[0]
        return any(start < first and last <= end for first, last in self.criteria) and getattr(node, "name", None)

    def on_Match(self, node):
        node.subject = traced_call("x", self.unit, self.value(node.subject), 2)
        for case in node.cases:
            chosen = self.new_unit(case.pattern)
            names = [owner[1] for owner in map(self.scope.owner, bound([case.pattern])) if owner]
            if case.guard:
                tried = traced_call("tried", self.unit, chosen)
                around, self.unit = self.unit, chosen
                case.guard = first(tried, self.value(case.guard))
                self.unit = around
            begins = ast.Expr(traced_call("case", self.frame(), self.unit, chosen, names))
            case.body = [begins, *self.block(case.body)]
        return [node]

    def on_FunctionDef(self, node):
        node.decorator_list = [self.value(decorator) for decorator in node.decorator_list]
        self.defaults(node.args)
        params = parameters(node.args)
        names = {**bound(node.body), **dict.fromkeys((param.arg for param in params), "local")}
        unit, outer = self.unit, (self.scope, self.locals, self.gives)
        self.scope, self.locals = Scope(outer[0], names, outer[0].depth + 1, "function"), []
        self.gives = []
        seen = self.observed(params)
        has_text = isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
        body = self.block(node.body[has_text:])
        enters = traced_call("enter", unit, [param.arg for param in params], self.gives[:1])
        enters = ast.Assign([ast.Name(self.scope.frame(), ast.Store())], enters)
        node.body = node.body[:has_text] + [enters, *seen, *body, ast.Expr(traced_call("leave", self.frame()))]
        self.scope, self.locals, self.gives = outer
        node.returns = None
        for param in params:
            param.annotation = None
        return [node, *self.writes([node.name])]

    def defaults(self, args):
        args.defaults = [self.value(value) for value in args.defaults]
        args.kw_defaults = [value and self.value(value) for value in args.kw_defaults]

    def on_ClassDef(self, node):
        node.decorator_list = [self.value(decorator) for decorator in node.decorator_list]
        is_plain = not node.keywords and not node.decorator_list and all(is_plain_base(base) for base in node.bases)
        node.bases = [self.value(base) for base in node.bases]
        outer = self.scope
        members, parts = {}, []
        self.scope = Scope(outer, bound(node.body), outer.depth, "class")
        self.scope.name = outer.name + node.name + "."
        for statement in node.body:
            first = len(self.units)
            parts += self.statement(statement)
            members.update((name, first) for name in bound([statement]))
            if not is_plain:
                parts.append(ast.Expr(traced_call("case", self.frame(), self.unit, first, [])))
        self.scope = outer
        node.body = parts
        known = ast.Dict([ast.Constant(name) for name in members], [ast.Constant(unit) for unit in members.values()])
        made = ast.Expr(traced_call("klass", self.frame(), self.unit, load(node.name), known))
        return [node, made, *self.writes([node.name])]

    # Expressions

    def value(self, node):
        made = getattr(self, "of_" + type(node).__name__, self.of_other)(node)
        return traced_call("o", self.unit, made) if self.is_read_there(node) else made

    def is_read_there(self, node):
        is_load = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        return is_load and hasattr(node, "lineno") and self.range(node) in self.criteria

    def of_other(self, node):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self.value(value))
            elif isinstance(value, list):
                setattr(node, field, [self.value(item) if isinstance(item, ast.expr) else item for item in value])
        return node

    def of_Name(self, node):
        return self.read(node)

    def of_Attribute(self, node):
        node.value = traced_call("attr", self.unit, self.value(node.value), node.attr)
        return node

    def of_Subscript(self, node):
        node.value = traced_call("item", self.value(node.value))
        node.slice = traced_call("key", self.unit, self.value(node.slice))
        return node

    def of_Call(self, node):
        if not (isinstance(node.func, ast.Name) and node.func.id == "super"):
            node.func = traced_call("f", self.unit, self.value(node.func))
        node.args = [self.value(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.value(keyword.value)
        return node

    def of_Starred(self, node):
        node.value = traced_call("x", self.unit, self.value(node.value))
        return node

    def operand(self, node, others=()):
        """An operand that a slice may leave out, and what it names."""
        outer = self.unit
        self.unit = self.new_unit(node, outer)
        names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        names = [owner for owner in map(self.scope.owner, sorted(names)) if owner]
        named = [[load(frame), name] for frame, name in names]
        value = first(traced_call("u", self.frame(), self.unit), self.value(node))
        made = traced_call("e", self.frame(), outer, self.unit, value)
        found = made, [self.unit, named]
        self.unit = outer
        return found

    def of_BoolOp(self, node):
        made, told = zip(*map(self.operand, node.values))
        node.values = list(made)
        begins = made[0].args[3].values[0]
        begins.args.append(expr([unit for unit, _ in told[1:]]))
        return traced_call("b", self.frame(), self.unit, isinstance(node.op, ast.Or), list(told), node)

    def of_IfExp(self, node):
        parts, told = zip(*map(self.operand, [node.test, node.body, node.orelse]))
        node.test, node.body, node.orelse = parts
        node.test.args[3].values[0].args.append(expr([unit for unit, _ in told[1:]]))
        return traced_call("b", self.frame(), self.unit, None, list(told), node)

    def of_BinOp(self, node):
        node.left, node.right = self.looked(node.left, 1), self.looked(node.right, 1)
        return node

    def of_UnaryOp(self, node):
        node.operand = self.looked(node.operand, 0)
        return node

    def of_Compare(self, node):
        depth = 0 if all(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops) else 2
        node.left = self.looked(node.left, depth)
        node.comparators = [self.looked(value, depth) for value in node.comparators]
        return node

    def looked(self, node, depth):
        value = self.value(node)
        return value if isinstance(node, ast.Constant) else traced_call("x", self.unit, value, depth)

    def of_FormattedValue(self, node):
        node.value = traced_call("x", self.unit, self.value(node.value), 2)
        if node.format_spec:
            node.format_spec = self.of_JoinedStr(node.format_spec)
        return node

    def of_JoinedStr(self, node):
        node.values = [self.of_FormattedValue(part) if isinstance(part, ast.FormattedValue) else part for part in node.values]
        return node

    def of_NamedExpr(self, node):
        owner = self.scope.owner(node.target.id)
        value = self.value(node.value)
        node.value = traced_call("named", load(owner[0]), self.unit, owner[1], value) if owner else value
        return traced_call("o", self.unit, node) if self.is_seen(node.target) else node

    def of_Yield(self, node):
        self.gives.append(self.unit)
        given = [self.value(node.value)] if node.value else []
        node.value = traced_call("give", self.frame(), self.unit, *given)
        return traced_call("go_on", self.frame(), self.unit, node)

    def of_YieldFrom(self, node):
        self.gives.append(self.unit)
        node.value = traced_call("x", self.unit, self.value(node.value))
        return node

    def of_Await(self, node):
        return node

    def of_Lambda(self, node):
        self.defaults(node.args)
        names = dict.fromkeys((param.arg for param in parameters(node.args)))
        outer = self.scope
        self.scope = Scope(outer, names, outer.depth + 1, "function")
        frame = self.scope.frame()
        seen = [traced_call("o", self.unit, load(param.arg)) for param in parameters(node.args) if self.is_seen(param)]
        body = traced_call("leave_lambda", load(frame), self.value(node.body))
        if seen:
            body = ast.Subscript(ast.Tuple([*seen, body], ast.Load()), ast.Constant(-1), ast.Load())
        arguments = ast.arguments(posonlyargs=[], args=[ast.arg(frame)], kwonlyargs=[], kw_defaults=[], defaults=[])
        node.body = ast.Call(ast.Lambda(arguments, body), [traced_call("enter_lambda", self.unit)], [])
        self.scope = outer
        return node

    def comprehension(self, node):
        names = {name.id for part in node.generators for name in ast.walk(part.target) if isinstance(name, ast.Name)}
        for idx, part in enumerate(node.generators):
            seen = [name for name in ast.walk(part.target) if isinstance(name, ast.Name) and self.is_seen(name)]
            depth = 2 if seen or isinstance(part.target, (ast.Tuple, ast.List)) else 0
            if idx:
                self.locals.append(names)
            part.iter = traced_call("each", None, self.unit, self.value(part.iter), depth, [])
            if not idx:
                self.locals.append(names)
            tests = [first(traced_call("o", self.unit, load(name.id)), ast.Constant(True)) for name in seen]
            part.ifs = [ast.Compare(test, [ast.IsNot()], [ast.Constant(False)]) for test in tests] + [self.value(test) for test in part.ifs]
            if idx:
                self.locals.pop()
        for field in ("elt", "key", "value"):
            if getattr(node, field, None):
                setattr(node, field, self.value(getattr(node, field)))
        self.locals.pop()
        return node

    of_ListComp = of_SetComp = of_DictComp = of_GeneratorExp = comprehension


def is_given(node):
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def is_plain_base(base):
    return isinstance(base, ast.Name) and base.id in ("object", "Exception", "ValueError", "KeyError", "RuntimeError")


def name_of(node):
    for field in ("id", "arg", "attr"):
        if hasattr(node, field):
            return getattr(node, field)
    return ""


def parameters(args):
    found = args.posonlyargs + args.args + args.kwonlyargs
    return found + [part for part in (args.vararg, args.kwarg) if part]


def traced(world, entry, content):
    """What one run depends on: units by their places, those that ran, and dependences, as lists of numbers."""
    source = Traced(content["text"], content["criteria"])
    code = source.compiled()
    run = Run(Input(content["input"], entry), MAX_FUEL)
    trace = Trace(run, world)
    execute(world, code, entry, run, trace.names())
    edges = list(trace.edges)[: trace.n_edges]
    return {
        "units": [unit[:2] for unit in source.units],
        "around": [-1 if unit[2] is None else unit[2] for unit in source.units],
        "ran": list(trace.ran)[: trace.n_ran],
        "edges": [list(edge) for edge in edges],
        "n_values": trace.n_values,
    }
