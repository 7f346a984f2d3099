sum = 0
prod = 1
for i in range(1, 11):
    sum = sum + i
    prod = prod * i
print(sum)
print(prod)
