

import sys




def run(program):

    height = 0


    for instruction in program:


        if ...:




            height += 1
            if ...:
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









def main():
    stack, height, peak, errors = run(sys.stdin.read())






main()
