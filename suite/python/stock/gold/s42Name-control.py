
import sys


def parse(text):
    items = []
    for line in text.splitlines():
        fields = line.split()
        if len(fields) == 3:
            items.append(...\
\
\
\
)
    return items






def best(items, _2):
    found = None
    for item in items:
        if ...:
            found = ...
    return found






stock = parse(sys.stdin.read())


dearest = best(stock, ...)


if dearest is not None:

    print(..., name)
