
import sys


def parse(text):
    items = []
    for line in text.splitlines():
        fields = line.split()
        if len(fields) == 3:
            items.append({
                "name": fields[0],

                "price": int(fields[2]),
            })
    return items






def best(items, key):
    found = None
    for item in items:
        if found is None or key(item) > key(found):
            found = item
    return found






stock = parse(sys.stdin.read())


dearest = best(stock, lambda item: item["price"])


if ...:
    name = dearest["name"]
    print(..., name)
