# Puts people at tables: "name" waits, "name>table" sits down, "-" sends the first who waits to the shortest table.
import sys


def fill(tables, _2, moves):
    for word in moves:
        if ... == "-":
            pass

        elif ">" in word:
            place = word.index(">")
            seat(tables, word[:place], ...)
        



def seat(tables, name, _3):
    for i in range(len(tables)):
        if ...:
            tables[i].append(name)
            
    










def main():
    tables = [[], [], []]
    
    window = tables[2]
    
    fill(tables, ..., sys.stdin.read().split())
    window.append("plant")
    
    

    
    
    
    
    last = tables[2]
    
    
    print(last)
    
    


main()
