

import sys

SIZE = 6


def run(program):
    stack = [...] * SIZE
    height = 0


    for instruction in program:
        if instruction == "!":
            break
        if "0" <= instruction <= "9":
            if height == SIZE:

                continue
            stack[height] = int(instruction)
            height += 1


        elif instruction in "+-s":
            if height < 2:

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

                continue
            height -= 1
    return stack, height, ..., ...


def top_of(stack, height):
    if height == 0:
        return "empty"
    return stack[height - 1]


def main():
    stack, height, peak, errors = run(sys.stdin.read())
    top = top_of(stack, height)
    print(..., top)




main()
