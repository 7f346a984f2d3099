"""The program with its switches: text in which some deletions are made before it is compiled."""

import ast
import collections
import itertools
import re

TOKEN = re.compile("\x01(\\d+)\x02|\x03|\x04|\x05(\\d+)\x06")
MAX_VARIANTS = 1024
MAX_SETTLED = 16


class Schema:
    """Variants of the text by what is left out of it."""

    def __init__(self, text, alive, rewrite):
        self.text, self.alive, self.rewrite = text, alive, rewrite
        self.variants, self.settled = {}, {}

    def variant(self, gone, is_asking):
        """The program, or why it does not compile; `is_asking`: also what is entered is asked for."""
        # Each of the two by itself: what one learns of the types of the switches would mislead the other.
        key = gone, is_asking
        found = self.variants.get(key)
        if found is None:
            if len(self.variants) >= MAX_VARIANTS:
                self.variants.clear()
            found = self.variants[key] = self.compiled(gone, ";bs__q[-%s]" if is_asking else "")
        return found

    def compiled(self, gone, mark):
        try:
            return compile(self.tree(gone, mark), "program.py", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return error

    def decided(self, gone, deleted, asked):
        """The program with its switches written out but those in `asked`, for many runs that nothing else distinguishes."""
        key = gone, deleted, asked
        found = self.settled.get(key)
        if found is None:
            if len(self.settled) >= MAX_SETTLED:
                self.settled.clear()
            try:
                tree = self.tree(gone, "")
                tree = Settled(deleted, asked).visit(ast.parse(tree, "program.py") if isinstance(tree, str) else tree)
                found = compile(tree, "program.py", "exec", dont_inherit=True)
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                found = error
            self.settled[key] = found
        return found

    def tree(self, gone, mark):
        """The program as text, or as the tree that is made of it where more than values is seen."""
        text = self.chosen(gone, mark)
        return self.rewrite(ast.parse(text, "program.py")) if self.rewrite else text

    def chosen(self, gone, mark):
        """The text without what is gone; marks of what is entered as they are to be written."""
        out, at, skip, stack = [], 0, 0, []
        for token in TOKEN.finditer(self.text):
            if not skip:
                out.append(self.text[at : token.start()])
            at = token.end()
            char = token.group()[0]
            if char == "\x01":
                is_gone = int(token.group(1)) in gone
                stack.append(is_gone)
                skip += is_gone
            elif char == "\x03":
                skip += -1 if stack[-1] else 1
            elif char == "\x04":
                skip -= 0 if stack.pop() else 1
            elif mark and not skip:
                out.append(mark % token.group(2))
        out.append(self.text[at:])
        return "".join(out)


class Settled(ast.NodeTransformer):
    """Switches become constants, which Python's compiler decides on; what they hold in displays and calls, a part of them.

    What is off stays in the tree, since the compiler takes the names of functions from it.
    """

    def __init__(self, deleted, asked):
        self.deleted, self.asked = deleted, asked

    def visit_Subscript(self, node):
        if isinstance(node.value, ast.Name) and node.value.id == "bs__q" and isinstance(node.slice, ast.Constant):
            switch = node.slice.value
            if switch in self.asked:
                return node
            return ast.copy_location(ast.Constant(switch not in self.deleted), node)
        return self.generic_visit(node)

    def visit_IfExp(self, node):
        self.generic_visit(node)
        return node.body if isinstance(node.test, ast.Constant) and node.test.value is True else node

    def visit_Dict(self, node):
        self.generic_visit(node)
        pairs = []
        for key, value in zip(node.keys, node.values):
            is_pair = key is None and isinstance(value, ast.Dict)
            pairs.extend(zip(value.keys, value.values) if is_pair else [(key, value)])
        node.keys, node.values = [key for key, _ in pairs], [value for _, value in pairs]
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        keywords = []
        for keyword in node.keywords:
            held = keyword.value
            is_ours = keyword.arg is None and isinstance(held, ast.Call) and isinstance(held.func, ast.Name)
            keywords.extend(held.keywords if is_ours and held.func.id == "bs__d" else [keyword])
        node.keywords = keywords
        return node


class Off:
    """A switch that is off, and knows whether it was asked for."""

    __slots__ = ("is_asked",)

    def __init__(self):
        self.is_asked = False

    def __bool__(self):
        self.is_asked = True
        return False


ON = itertools.repeat(True).__next__


def asking(deleted):
    """The switches of a run, in which those that it asked for are left, and marks below 0; see `asked_of`."""
    return collections.defaultdict(ON, [(switch, Off()) for switch in deleted])


def asked_of(switches, deleted):
    """What a run asked for."""
    for switch in deleted:
        if not switches[switch].is_asked:
            del switches[switch]
    return switches
