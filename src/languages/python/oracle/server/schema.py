"""The program with its switches: text in which some deletions are made before it is compiled."""

import re

TOKEN = re.compile("\x01(\\d+)\x02|\x03|\x04|\x05(\\d+)\x06")
MAX_VARIANTS = 512


class Schema:
    """Variants of the text by what is left out of it."""

    def __init__(self, text, alive):
        self.text, self.alive = text, alive
        self.variants = {}

    def variant(self, gone):
        found = self.variants.get(gone)
        if found is None:
            if len(self.variants) >= MAX_VARIANTS:
                self.variants.clear()
            found = self.variants[gone] = self.compiled(gone)
        return found

    def compiled(self, gone):
        # Twice: what one of them learns of the types of the switches would mislead the other.
        try:
            return compiled(self.chosen(gone, "")), compiled(self.chosen(gone, ";bs__q[-%s]"))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return error

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


def compiled(text):
    return compile(text, "program.py", "exec", dont_inherit=True)


def asking(alive):
    """The class of dictionaries in which a run leaves the switches that it asked for, and marks below 0."""

    class Asked(dict):
        __slots__ = ()

        def __missing__(self, switch):
            value = self[switch] = alive[switch]
            return value

    return Asked
