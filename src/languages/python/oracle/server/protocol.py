"""What the oracle and this server say to each other: src/oracle/protocol.rs has the numbers."""

import json
import struct

REFUSED = {"differs": -1, "incomparable": -2, "input": -3, "program": -4}


class Refusal(Exception):
    def __init__(self, code, what=""):
        self.code, self.what = REFUSED[code], what


def text(string):
    encoded = string.encode("utf-8", "replace")
    return struct.pack(">I", len(encoded)) + encoded


def bits(switches, n):
    found = bytearray((n + 7) // 8)
    for switch in switches:
        found[(switch - 1) >> 3] |= 128 >> ((switch - 1) & 7)
    return bytes(found)


def switch_set(switches, n):
    """The shorter of the two forms of a set."""
    if 2 + 2 * len(switches) < (n + 7) // 8:
        return struct.pack(">BH%dH" % len(switches), 1, len(switches), *sorted(switches))
    return b"\0" + bits(switches, n)


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
