"""What slices of other kinds are asked for: visits of a statement, and values under the conditions of the original."""

import ast


class Record:
    """What the original did on an input beside the values: what candidates may do alike."""

    def __init__(self):
        # Visits that ended with an exception, and the outcomes of each condition in their order.
        self.failed, self.outcomes = set(), {}

    def add(self, number, outcome):
        self.outcomes.setdefault(number, []).append(outcome)

    def outcome(self, number, at):
        """The outcome of a condition that is gone, the n-th time from 0; None where the run is over."""
        outcomes = self.outcomes.get(number, ())
        return outcomes[at] if at < len(outcomes) else None


# Most loops whose condition is always true are endless: so many times less fuel.
TURNED_FUEL = 5


class Turned:
    """A condition that always goes one way, where all others that are gone go as in the original, and are false at last."""

    def __init__(self, record, number, outcome):
        self.record, self.number, self.turned = record, number, outcome
        self.failed = record.failed

    def outcome(self, number, at):
        if number == self.number:
            return self.turned
        return bool(self.record.outcome(number, at))

    def is_alike(self, used):
        """Whether the others were asked as often as in the original: otherwise their outcomes are those of other times."""
        outcomes = self.record.outcomes
        others = [number for number in used if number != self.number]
        return all(used[number] == len(outcomes.get(number, ())) for number in others)


def cases(known, rewrite):
    """The runs of an input that a candidate is judged on: one, or those besides in which a condition that is gone goes otherwise."""
    expected, fuel, _, record = known
    numbers = sorted(record.outcomes) if rewrite is driven else []
    turns = [Turned(record, number, way) for number in numbers for way in (True, False)]
    return [known] + [(expected, fuel // TURNED_FUEL, TURNED, turned) for turned in turns]


class Here:
    """A visit of the criterion's statement: its values do not matter, so that it fails only where it did in the original."""

    def __init__(self, run, is_left):
        self.run, self.is_left = run, is_left

    def __enter__(self):
        if self.is_left:
            run = self.run
            self.number = run.n_visits
            run.n_visits += 1
            (run.watch if run.expected is None else run.compare)(0)

    def __exit__(self, kind, error, trace):
        return error is not None and self.is_left and self.forgives(error)

    def forgives(self, error):
        run = self.run
        if isinstance(error, Stop) or run.is_different or run.is_done or run.is_out():
            return False
        if run.expected is None:
            run.record.failed.add(self.number)
            return False
        if self.number in run.record.failed:
            return False
        run.forgiven = run.forgiven or error
        return True


def seeing(run, seen):
    """What programs call, by its names, beside what all kinds do."""
    is_original = run.expected is None

    def visit(is_left=True):
        Here(run, is_left).__enter__()
        return True

    def head(is_left, work):
        here = Here(run, is_left)
        here.__enter__()
        try:
            return work()
        except BaseException as error:
            if not (is_left and here.forgives(error)):
                raise
            return ...

    def told(number, value):
        outcome = bool(value)
        if is_original:
            run.record.add(number, outcome)
        return outcome

    def driven(number, *_):
        at = run.used.get(number, 0)
        outcome = None if run.is_used_up or run.is_out() else run.record.outcome(number, at)
        if outcome is None:
            run.is_used_up = True
            raise Stop
        run.used[number] = at + 1
        return outcome

    def rounds(number, items):
        return watched(number, items) if is_original else items

    def watched(number, items):
        for item in items:
            run.record.add(number, True)
            yield item
        run.record.add(number, False)

    def repeated(number, _=None, shape=...):
        while driven(number):
            yield shape

    found = {
        "bs__l": lambda is_left: Here(run, is_left),
        "bs__n": visit,
        "bs__h": head,
        "bs__w": told,
        "bs__k": driven,
        "bs__f": rounds,
        "bs__r": repeated,
    }
    if seen == "visits":
        found.update(bs__o=lambda value: (visit(), value)[1], bs__p=lambda value: visit())
    return found


def is_call(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def is_switch(node):
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "bs__q"


def all_of(tests):
    return ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0] if tests else ast.Constant(True)


def any_of(found):
    return ast.BoolOp(ast.Or(), found) if len(found) > 1 else found[0]


class Unmarked(ast.NodeTransformer):
    """Takes the marks of values out of an expression or a simple statement, and finds out what they stand behind."""

    def __init__(self, is_in_class):
        self.tests, self.found, self.depth, self.is_in_class = [], [], 0, is_in_class

    def visit_Call(self, node):
        if not is_call(node, "bs__o"):
            return self.generic_visit(node)
        inner = self.visit(node.args[0])
        if self.depth:
            return head(all_of(list(self.tests)), inner, self.is_in_class)
        self.found.append(all_of(list(self.tests)))
        return inner

    def deeper(self, nodes):
        self.depth += 1
        found = [self.visit(node) for node in nodes]
        self.depth -= 1
        return found

    def visit_IfExp(self, node):
        if is_switch(node.test):
            self.tests.append(node.test)
            node.body = self.visit(node.body)
            self.tests.pop()
            return node
        node.test = self.visit(node.test)
        node.body, node.orelse = self.deeper([node.body, node.orelse])
        return node

    def visit_BoolOp(self, node):
        node.values = [self.visit(node.values[0])] + self.deeper(node.values[1:])
        return node

    def inner(self, node):
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = inner


def head(is_left, node, is_in_class):
    """An expression that is visited; what cannot be in a function of its own is only counted."""
    is_bound = any(isinstance(part, (ast.NamedExpr, ast.Yield, ast.YieldFrom)) for part in ast.walk(node))
    if is_bound or is_in_class:
        pair = ast.Tuple([call("bs__n", is_left), node], ast.Load())
        return ast.Subscript(pair, ast.Constant(1), ast.Load())
    nothing = ast.arguments([], [], None, [], [], None, [])
    return call("bs__h", is_left, ast.Lambda(nothing, node))


SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Raise, ast.Assert, ast.Delete)


def visited(tree):
    """The program with marks of visits in the place of marks of values."""
    tree.body = statements(tree.body, False)
    return ast.fix_missing_locations(tree)


def statements(body, is_in_class):
    found = []
    for statement in body:
        if isinstance(statement, ast.Expr) and is_call(statement.value, "bs__a"):
            # It has its value once the statement before it is done.
            if not isinstance(found[-1], ast.With) or not is_call(found[-1].items[0].context_expr, "bs__l"):
                found[-1:] = guarded(found[-1], ast.Constant(True))
        elif isinstance(statement, SIMPLE):
            unmarked = Unmarked(is_in_class)
            statement = unmarked.visit(statement)
            found += guarded(statement, any_of(unmarked.found)) if unmarked.found else [statement]
        else:
            found.append(compound(statement, is_in_class))
    return found


def guarded(statement, is_left):
    item = ast.withitem(call("bs__l", is_left), None)
    end = [ast.Return(ast.Constant(...))] if isinstance(statement, ast.Return) else []
    return [ast.With([item], [statement])] + end


def compound(node, is_in_class):
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        is_in_class = isinstance(node, ast.ClassDef)
    for name, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            setattr(node, name, statements(value, is_in_class))
        elif isinstance(value, list):
            for part in value:
                if isinstance(part, (ast.ExceptHandler, ast.withitem, ast.match_case)):
                    compound(part, is_in_class)
        elif isinstance(value, ast.expr):
            unmarked = Unmarked(is_in_class)
            value = unmarked.visit(value)
            setattr(node, name, head(any_of(unmarked.found), value, is_in_class) if unmarked.found else value)
    return node


class Shapes(ast.NodeTransformer):
    """What the target of a loop without its values takes apart."""

    def visit_For(self, node):
        self.generic_visit(node)
        if isinstance(node.target, (ast.Tuple, ast.List)):
            for part in ast.walk(node.iter):
                if is_call(part, "bs__r"):
                    part.keywords.append(ast.keyword("shape", shape(node.target)))
        return node


def shape(target):
    if isinstance(target, (ast.Tuple, ast.List)):
        parts = [part for part in target.elts if not isinstance(part, ast.Starred)]
        return ast.Tuple([shape(part) for part in parts], ast.Load())
    return ast.Constant(...)


def driven(tree):
    """The program with conditions that go as they did in the original: marks stand for them already."""
    return ast.fix_missing_locations(Shapes().visit(tree))


REWRITES = {"values": None, "visits": visited, "driven": driven}
