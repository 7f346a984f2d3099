"""What the oracle and this server say to each other: src/oracle/protocol.rs has the numbers."""

import functools
import json
import operator
import struct

# Up to this length a set is its bits.
MOST_BYTE = 64
REFUSED = {"differs": -1, "incomparable": -2, "input": -3, "program": -4}


class Refusal(Exception):
    def __init__(self, code, what=""):
        self.code, self.what = REFUSED[code], what


def text(string):
    encoded = string.encode("utf-8", "replace")
    return struct.pack(">I", len(encoded)) + encoded


class Masks(dict):
    """The bit of each switch in a set of switches, as a number; nothing for what is none."""

    def __init__(self, n):
        self.n_byte = (n + 7) // 8
        self.update((switch, 1 << 8 * self.n_byte - switch) for switch in range(1, n + 1))

    def __missing__(self, switch):
        return 0

    def union(self, switches, start=0):
        return functools.reduce(operator.or_, map(self.__getitem__, switches), start)

    def bits(self, found):
        return found.to_bytes(self.n_byte, "big")

    def switch_set(self, found):
        """A set as it is sent; the form that lists the switches where many could be in it and few are."""
        n = found.bit_count() if self.n_byte > MOST_BYTE else self.n_byte
        if 2 + 2 * n >= self.n_byte:
            return b"\0" + self.bits(found)
        switches = [switch for switch, mask in self.items() if 0 < switch and found & mask]
        return struct.pack(">BH%dH" % n, 1, n, *switches)


def verdict(code, input_idx=0, position=0, ticks=0):
    return struct.pack(">BHIQ", code, input_idx, position, ticks)


def candidates(content):
    """Whether consulted switches are asked for, and the deleted switches of each candidate."""
    with_consulted, n = struct.unpack_from(">BH", content)
    at, found = 3, []
    for _ in range(n):
        (n_deletions,) = struct.unpack_from(">H", content, at)
        end = at + 2 + 3 * n_deletions
        found.append(tuple(content[i] << 8 | content[i + 1] for i in range(at + 2, end, 3)))
        at = end
    return with_consulted, found


def serve(read, write, answer):
    """Answers frames until there are no more."""
    while True:
        head = read(4)
        if len(head) < 4:
            return
        frame = read(int.from_bytes(head, "big"))
        try:
            said = b"\0" + answer(frame[0], frame[1:])
        except Refusal as refusal:
            said = struct.pack(">Bi", 1, refusal.code) + refusal.what.encode("utf-8", "replace")
        except Exception as failure:
            said = b"\2" + repr(failure).encode("utf-8", "replace")
        write(len(said).to_bytes(4, "big") + said)


def decoded(content):
    return json.loads(content.decode("utf-8"))
