# Adds and multiplies the numbers of a text, up to the word "end".
import sys


product = 1


for word in sys.stdin.read().split():
    

    


    number = int(word)
    
    

    product *= number
    

print(..., product, ..., ...)

