
import sys






























def longest_quiet(_1):
    longest = 0
    quiet = 0
    for change in ...:



        quiet += 1
        if quiet > longest:
            longest = quiet










def main():



    longest = longest_quiet(...)







main()
