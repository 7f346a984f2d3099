total = (
print(total)
