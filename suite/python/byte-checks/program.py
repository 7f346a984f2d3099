# Packs a text into packets of bytes, with a length and a check sum each, and unpacks them again.
import sys


def check(body):
    total = 0
    for byte in body:
        total = (total * 3 + byte) % 251
    return total


def parity(data):
    odd = 0
    for byte in data:
        odd ^= byte & 1
    return odd


def packets(data, size=8):
    for start in range(0, len(data), size):
        body = data[start:start + size]
        yield bytes([len(body), check(body)]) + body


def unpack(stream):
    at = 0
    body = b""
    broken = 0
    while at < len(stream):
        length, expected = stream[at], stream[at + 1]
        part = stream[at + 2:at + 2 + length]
        if check(part) != expected:
            broken += 1
        body += part
        at += length + 2
    return body, broken


def main():
    data = sys.stdin.read().encode("utf-8")
    stream = b"".join(packets(data))
    odd = parity(data)
    swapped = bytearray(data)
    for i in range(0, len(swapped) - 1, 2):
        swapped[i], swapped[i + 1] = swapped[i + 1], swapped[i]
    damaged = bytes(byte ^ 1 if byte == 97 else byte for byte in stream)
    body, _ = unpack(stream)
    _, broken = unpack(damaged)
    text = swapped.decode("latin-1")
    print(len(stream))
    print(odd)
    print(text)
    print(body)
    print(broken)


main()
