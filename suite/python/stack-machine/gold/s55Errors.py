

import sys

SIZE = 6


def run(program):

    height = 0

    errors = 0
    for instruction in program:
        if instruction == "!":
            break
        if "0" <= instruction <= "9":
            if height == SIZE:
                errors += 1
                continue

            height += 1


        elif instruction in "+-s":
            if height < 2:
                errors += 1
                continue


            if instruction == "s":


                continue
            height -= 1

        elif instruction == ".":
            if height == 0:
                errors += 1
                continue
            height -= 1
    return ..., ..., ..., errors








def main():
    stack, height, peak, errors = run(sys.stdin.read())



    print(..., errors)


main()
