# Runs the instructions on the standard input: digits push themselves, + and - take two numbers and push one,
# s swaps the two topmost, . takes one; ! ends the program.
import sys

SIZE = 6


def run(program):
    stack = [0] * SIZE
    height = 0
    peak = 0
    errors = 0
    for instruction in program:
        if instruction == "!":
            break
        if "0" <= instruction <= "9":
            if height == SIZE:
                errors += 1
                continue
            stack[height] = int(instruction)
            height += 1
            if height > peak:
                peak = height
        elif instruction in "+-s":
            if height < 2:
                errors += 1
                continue
            a = stack[height - 2]
            b = stack[height - 1]
            if instruction == "s":
                stack[height - 2] = b
                stack[height - 1] = a
                continue
            height -= 1
            stack[height - 1] = a + b if instruction == "+" else a - b
        elif instruction == ".":
            if height == 0:
                errors += 1
                continue
            height -= 1
    return stack, height, peak, errors


def top_of(stack, height):
    if height == 0:
        return "empty"
    return stack[height - 1]


def main():
    stack, height, peak, errors = run(sys.stdin.read())
    top = top_of(stack, height)
    print("top:", top)
    print("peak:", peak)
    print("errors:", errors)


main()
