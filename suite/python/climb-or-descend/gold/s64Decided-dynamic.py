# Advises a pilot to climb or to descend, from two altitudes, how fast the other one changes, and what the other was told.
import sys























def advice(_1, _2, _3, told):
    

    
    if told == "climb" and ...:
        return "descend"
    if ...:
        return "climb"
    

    











def main():
    
    
    for line in sys.stdin.read().split("\n"):
        words = line.split()
        

        
        
        
        

        told = ...
        if len(words) > 3:
            told = words[3]
        decided = advice(..., ..., ..., told)
        print(decided)
        

        

    
    


main()
