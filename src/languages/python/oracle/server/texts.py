"""Programs as text: fuel and the criterion are written into their trees, by Python's own parser."""

import ast
import re

# With a number where there are several points.
MARK = re.compile(r"bs__c(\d*)_")


def compiled_text(source, rewrite):
    """A program in the place of the original."""
    tree = ast.parse(source, "program.py")
    Instrument("bs__a" if rewrite is visited else "bs__o").visit(tree)
    if rewrite:
        tree = rewrite(tree)
    ast.fix_missing_locations(tree)
    return compile(tree, "program.py", "exec", dont_inherit=True)


def call(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def tick():
    return ast.Expr(call("bs__t"))


def seen(bound, how="bs__o"):
    """Observes a name with the number of its mark, if it has one."""
    number, name = bound
    return call(how + number, ast.Name(name, ast.Load()))


def observe(bound, how="bs__o"):
    return ast.Expr(seen(bound, how))


def marked(name):
    """Number and plain name of a marked name."""
    found = MARK.match(name)
    return (found[1], name[found.end() :]) if found else None


class Instrument(ast.NodeTransformer):
    """Marked names are observed where they get their values, or where they are read."""

    def __init__(self, after):
        self.bound, self.after = [], after

    def plain(self, name):
        """The name without its mark; one with a mark is bound here."""
        found = marked(name) if name else None
        if found:
            self.bound.append(found)
            return found[1]
        return name

    def collect(self, *nodes):
        """What is marked in these targets."""
        outer, self.bound = self.bound, []
        for node in nodes:
            if node is not None:
                self.visit(node)
        found, self.bound = self.bound, outer
        return found

    def visit_Name(self, node):
        found = marked(node.id)
        if found:
            if isinstance(node.ctx, ast.Load):
                return seen(found)
            node.id = self.plain(node.id)
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        return node

    def statement(self, node):
        outer, self.bound = self.bound, []
        self.generic_visit(node)
        found, self.bound = self.bound, outer
        return [node] + [observe(name, self.after) for name in found]

    visit_Assign = visit_AugAssign = visit_AnnAssign = statement

    def visit_NamedExpr(self, node):
        found = self.collect(node.target)
        node.value = self.visit(node.value)
        if found:
            node.value = call("bs__o" + found[0][0], node.value)
        return node

    def body(self, statements):
        found = []
        for statement in statements:
            done = self.visit(statement)
            found.extend(done if isinstance(done, list) else [done])
        return found

    def visit_For(self, node):
        found = self.collect(node.target)
        node.iter = self.visit(node.iter)
        node.body = [tick()] + [observe(name) for name in found] + self.body(node.body)
        node.orelse = self.body(node.orelse)
        return node

    def visit_While(self, node):
        node.test = self.visit(node.test)
        node.body = [tick()] + self.body(node.body)
        node.orelse = self.body(node.orelse)
        return node

    def visit_With(self, node):
        found = []
        for item in node.items:
            item.context_expr = self.visit(item.context_expr)
            found += self.collect(item.optional_vars)
        node.body = [observe(name) for name in found] + self.body(node.body)
        return node

    def visit_ExceptHandler(self, node):
        node.type = node.type and self.visit(node.type)
        outer, self.bound = self.bound, []
        node.name = self.plain(node.name)
        found, self.bound = self.bound, outer
        node.body = [observe(name) for name in found] + self.body(node.body)
        return node

    def visit_match_case(self, node):
        found = self.collect(node.pattern)
        node.guard = node.guard and self.visit(node.guard)
        node.body = [observe(name) for name in found] + self.body(node.body)
        return node

    def visit_MatchAs(self, node):
        self.generic_visit(node)
        node.name = self.plain(node.name)
        return node

    def visit_MatchStar(self, node):
        node.name = self.plain(node.name)
        return node

    def visit_MatchMapping(self, node):
        self.generic_visit(node)
        node.rest = self.plain(node.rest)
        return node

    def visit_comprehension(self, node):
        found = self.collect(node.target)
        node.iter = self.visit(node.iter)
        ifs = [self.visit(test) for test in node.ifs]
        node.ifs = [call("bs__t")] + [seen(name, "bs__p") for name in found] + ifs
        return node

    def visit_arg(self, node):
        node.annotation = node.annotation and self.visit(node.annotation)
        node.arg = self.plain(node.arg)
        return node

    def parameters(self, node):
        found = self.collect(node)
        return found

    def visit_FunctionDef(self, node):
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        found = self.parameters(node.args)
        node.returns = node.returns and self.visit(node.returns)
        node.body = [tick()] + [observe(name) for name in found] + self.body(node.body)
        return node

    def visit_Lambda(self, node):
        found = self.parameters(node.args)
        node.body = self.visit(node.body)
        for name in reversed(found):
            node.body = ast.Subscript(ast.Tuple([seen(name), node.body], ast.Load()), ast.Constant(1), ast.Load())
        return node
