
import sys


def check(_1):
    total = 0


    return total









def packets(data, size=8):
    for start in range(0, len(data), size):
        body = data[start:start + size]
        yield bytes([len(body), check(...)]) + body


def unpack(stream):
    at = 0
    body = b""

    while at < len(stream):
        length, expected = stream[at], ...
        part = stream[at + 2:at + 2 + length]


        body += part
        at += length + 2
    return body, ...


def main():
    data = sys.stdin.read().encode("utf-8")
    stream = b"".join(packets(data))





    body, _ = unpack(stream)





    print(body)



main()
