
import sys


class Wrong(Exception):
    pass


class Parser:
    def __init__(self, text):
        self.text = text
        self.at = 0


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
            return ...


    def expression(self):
        value = self.term()
        while ...:
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


            value = self.expression()
            if not self.accept(")"):
                pass

            return value
        return self.number()

    def number(self):
        digits = ""
        while self.peek() in "0123456789" and self.peek() != "":
            digits += self.peek()
            self.at += 1
        if digits == "":
            raise Wrong(...)
        self.numbers.append(digits)
        return int(digits)


def calculate(parser):
    try:
        value = parser.expression()



    except Wrong as wrong:
        pass


def main():
    for line in sys.stdin.read().splitlines():
        parser = Parser(line.strip())
        answer = calculate(parser)

        numbers = parser.numbers


        print(..., numbers)


main()
