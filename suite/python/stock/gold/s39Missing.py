
import sys


def parse(text):
    items = []
    for line in text.splitlines():
        fields = line.split()
        if len(fields) == 3:
            items.append({
                "name": fields[0],
                "quantity": int(fields[1]),

            })
    return items


















stock = parse(sys.stdin.read())

missing = [item["name"] for item in stock if item["quantity"] == 0]


print(..., ", ".join(missing))
