# Reads lines "NAME QUANTITY PRICE" and reports on the stock.
import sys


def parse(text):
    items = []
    for line in text.splitlines():
        fields = line.split()
        if len(fields) == 3:
            items.append({
                "name": fields[0],
                "quantity": int(fields[1]),
                "price": int(fields[2]),
            })
    return items


def value(item, currency):
    return item["quantity"] * item["price"]


def best(items, key):
    found = None
    for item in items:
        if found is None or key(item) > key(found):
            found = item
    return found


def describe(item):
    return item["name"] + ": " + str(item["quantity"])


stock = parse(sys.stdin.read())
total = sum([value(item, "EUR") for item in stock if item["quantity"] > 0])
missing = [item["name"] for item in stock if item["quantity"] == 0]
dearest = best(stock, lambda item: item["price"])
print("value of the stock:", total)
print("out of stock:", ", ".join(missing))
if dearest is not None:
    name = dearest["name"]
    print("dearest:", name)
