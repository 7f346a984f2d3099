x = 3
match x:
    case 3:
        y = 1
    case _:
        y = 2
print(y)
