
import sys


def parse(text):
    items = []
    for line in text.splitlines():
        fields = line.split()
        if len(fields) == 3:
            items.append({

                "quantity": int(fields[1]),
                "price": int(fields[2]),
            })
    return items


def value(item, _2):
    return item["quantity"] * item["price"]














stock = parse(sys.stdin.read())
total = sum([value(item, ...) for item in stock if item["quantity"] > 0])


print(..., total)
