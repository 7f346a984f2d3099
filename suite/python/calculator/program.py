# Calculates sums and products of numbers with signs and parentheses, one in each line.
import sys


class Wrong(Exception):
    pass


class Parser:
    def __init__(self, text):
        self.text = text
        self.at = 0
        self.depth = 0
        self.deepest = 0
        self.numbers = []

    def peek(self):
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
        if self.at < len(self.text):
            return self.text[self.at]
        return ""

    def accept(self, wanted):
        if self.peek() == wanted:
            self.at += 1
            return True
        return False

    def expression(self):
        value = self.term()
        while True:
            if self.accept("+"):
                value += self.term()
            elif self.accept("-"):
                value -= self.term()
            else:
                return value

    def term(self):
        value = self.factor()
        while self.accept("*"):
            value *= self.factor()
        return value

    def factor(self):
        if self.accept("-"):
            return -self.factor()
        if self.accept("("):
            self.depth += 1
            self.deepest = max(self.deepest, self.depth)
            value = self.expression()
            if not self.accept(")"):
                raise Wrong("no )")
            self.depth -= 1
            return value
        return self.number()

    def number(self):
        digits = ""
        while self.peek() in "0123456789" and self.peek() != "":
            digits += self.peek()
            self.at += 1
        if digits == "":
            raise Wrong("no number")
        self.numbers.append(digits)
        return int(digits)


def calculate(parser):
    try:
        value = parser.expression()
        if parser.peek() != "":
            raise Wrong("too much")
        return value
    except Wrong as wrong:
        return str(wrong)


def main():
    for line in sys.stdin.read().splitlines():
        parser = Parser(line.strip())
        answer = calculate(parser)
        deepest = parser.deepest
        numbers = parser.numbers
        print(answer)
        print("parentheses:", deepest)
        print("numbers:", numbers)


main()
