

import sys

SIZE = 6


def run(program):

    height = 0
    peak = 0

    for instruction in program:
        if instruction == "!":
            break
        if "0" <= instruction <= "9":
            if height == SIZE:

                continue

            height += 1
            if height > peak:
                peak = height
        elif instruction in "+-s":
            if height < 2:

                continue


            if instruction == "s":


                continue
            height -= 1

        elif instruction == ".":
            if height == 0:

                continue
            height -= 1
    return ..., ..., ..., ...








def main():
    stack, height, peak, errors = run(sys.stdin.read())






main()
