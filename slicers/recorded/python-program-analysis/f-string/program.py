x = 3
y = f"{x}"
print(y)
