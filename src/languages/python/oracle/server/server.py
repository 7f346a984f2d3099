"""Judges candidates of one program, each a set of deleted switches."""

import gc
import os
import resource
import select
import signal
import struct
import sys

TICKS_BEFORE_ALARM = 1_000_000
ALARM_S = 20
MEMORY_BYTE = 1 << 30


class Uncompiled(Exception):
    """What is left when some deletions are made does not compile."""


class Server:
    def __init__(self):
        self.world = World()
        self.inputs, self.known, self.numbers = [], [], []
        self.schema = None
        self.numbered = None, None
        self.ticks_since = 0

    def answer(self, operation, content):
        self.arm()
        if operation == 3:
            return self.judge(content)
        return {1: self.load, 2: self.add, 4: self.confirm, 5: self.other, 7: self.probe, 9: self.sequences, 10: self.trace, 11: self.forget}[operation](decoded(content))

    def arm(self):
        self.ticks_since = 0
        signal.setitimer(signal.ITIMER_PROF, ALARM_S)

    def spent(self, run):
        ticks = run.ticks()
        self.ticks_since += ticks
        if self.ticks_since > TICKS_BEFORE_ALARM:
            self.arm()
        return ticks

    # Loading

    def load(self, program):
        try:
            tree = ast.parse(program["original"], "program.py")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise Refusal("program", "the program does not compile: %s" % error)
        what = obstacle(tree)
        if what:
            raise Refusal("program", what)
        self.import_all(tree)
        self.entry, self.n, self.rule = program["entry"], program["n_switches"], program["rule"]
        self.static = frozenset(program["static"])
        entered = {int(j): switches for j, switches in program["entered"].items()}
        self.masks = Masks(self.n)
        # What is said by a mark, which is a number below 0.
        self.masks.update([(-j, self.masks.union(switches)) for j, switches in entered.items()])
        self.params = self.masks.union(program["params"])
        # Marks are looked up below 0, where nothing is switched off.
        self.alive = [True] * (self.n + 2 + max(entered, default=0))
        self.is_watched = changes_modules(tree)
        self.world.seen, self.rewrite = program["seen"], REWRITES[program["seen"]]
        self.schema = Schema(program["schema"], self.alive, self.rewrite)
        self.forget()
        whole = self.schema.variant(frozenset(), False)
        if isinstance(whole, Exception):
            raise Refusal("program", "with switches it does not compile: %s" % whole)
        return b""

    def import_all(self, tree):
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module]
            for name in names:
                for part in [name, name.partition(".")[0]]:
                    if part not in MAKERS:
                        self.world.module(part)
                    if part == "random":
                        importlib.import_module("random")

    # The original

    def original(self, given, fuel, code=None, is_watched=True):
        run = Run(given, fuel)
        asked = asking(())
        code = code or self.schema.variant(frozenset(), True)
        end, error = execute(self.world, code, self.entry, run, {"bs__q": asked})
        self.spent(run)
        if is_watched and self.world.is_damaged():
            self.world.repair()
        return run, asked, end, error

    def rule_of(self, end):
        return self.rule if end == RETURNED else PREFIX

    def add(self, inputs):
        answers = []
        for told in inputs:
            given = Input(told, self.entry)
            run, asked, end, error = self.original(given, MAX_FUEL)
            again, _, end_again, _ = self.original(given, MAX_FUEL)
            if run.seen != again.seen or end != end_again:
                raise Refusal("differs")
            if run.is_opaque:
                raise Refusal("incomparable")
            fuel = run.ticks() * 10 + 1_000
            fuel = max(fuel, min(fuel * told["patience"], PATIENT_FUEL))
            self.keep(given, (run.seen, fuel, self.rule_of(end), run.record))
            answers.append(observation(run, asked, end, error, self.masks))
        return b"".join(answers)

    def forget(self, _nothing=None):
        self.inputs, self.known, self.numbers = [], [], []
        return b""

    def keep(self, given, known):
        number = self.numbers[-1] + 1 if self.numbers else 0
        for known in cases(known, self.rewrite):
            self.inputs.append(given)
            self.known.append(known)
            self.numbers.append(number)

    # Candidates

    def judge(self, content):
        with_consulted, all_candidates = candidates(content)
        answers = [self.judge_one(deleted, with_consulted, self.is_watched) for deleted in all_candidates]
        if self.world.is_damaged():
            # Nobody knows by whom: each is looked at.
            self.world.repair()
            answers = [self.judge_one(deleted, with_consulted, True) for deleted in all_candidates]
        return b"".join(answers)

    def judge_one(self, deleted, with_consulted, is_watched):
        gone = self.static.intersection(deleted)

        def code(is_asking):
            found = self.schema.variant(gone, is_asking)
            if isinstance(found, Exception):
                raise Uncompiled
            return found

        try:
            found = self.tried(deleted, code, with_consulted)
            if is_watched and self.world.is_damaged():
                self.world.repair()
                code(False)
                found = apart(lambda: self.tried(deleted, code, with_consulted, self.world.repair))
            return found
        except Uncompiled:
            said = verdict(1)
            return said + self.masks.switch_set(self.masks.union(range(1, self.n + 1))) if with_consulted else said

    def tried(self, deleted, code_of, with_consulted, before=None):
        """The verdict of a candidate, whose code asks for what is entered or not; `before` each run the context is made anew."""
        alive, world, entry = self.alive, self.world, self.entry
        for switch in deleted:
            alive[switch] = False
        try:
            ticks, code, at, position = 0, 0, 0, 0
            names, first = {"bs__q": alive}, asking(deleted) if with_consulted else None
            recorded, needless, driven = {}, set(), ()
            for at, given in enumerate(self.inputs):
                if before:
                    before()
                expected, fuel, rule, record = self.known[at]
                if rule == PREFIX and not expected:
                    driven = ()
                    continue
                if rule == TURNED and record.number not in driven:
                    needless.add(at)
                    continue
                run = Run(given, fuel, expected, rule, record)
                if first is not None:
                    # Most that fail do so on the first input: it is asked at once what it depended on.
                    end, error = execute(world, code_of(True), entry, run, {"bs__q": first})
                    recorded[at] = asked_of(first, deleted), error or run.forgiven
                    first = None
                else:
                    end, _ = execute(world, code_of(False), entry, run, names)
                ticks += self.spent(run)
                driven = driven if rule == TURNED else run.used
                code = verdict_of(run, end)
                if code:
                    position = len(run.seen) if run.position is None else run.position
                    break
            said = verdict(code, self.numbers[at] if code else 0, position if code == 1 else 0, ticks)
            if not with_consulted:
                return said
            consulted = 0
            for idx in [at] if code else range(len(self.inputs)):
                if idx in needless:
                    continue
                if before:
                    before()
                asked, error = recorded.get(idx) or self.ask(idx, code_of(True), deleted)
                consulted |= self.consulted(asked, error)
            return said + self.masks.switch_set(consulted)
        finally:
            for switch in deleted:
                alive[switch] = True

    def ask(self, idx, code, deleted):
        """Runs an input again for what the run asks for."""
        expected, fuel, rule, record = self.known[idx]
        if rule == PREFIX and not expected:
            return {}, None
        asked = asking(deleted)
        run = Run(self.inputs[idx], fuel, expected, rule, record)
        _, error = execute(self.world, code, self.entry, run, {"bs__q": asked})
        self.spent(run)
        return asked_of(asked, deleted), error or run.forgiven

    def consulted(self, asked, error):
        """What a run depended on."""
        if not asked and error is None:
            return 0
        found = self.masks.union(asked, self.masks[0])
        # A call may fail for what the parameters are called.
        if -1 in asked or isinstance(error, TypeError) and "argument" in str(error):
            found |= self.params
        return found

    def confirm(self, content):
        return b"".join(self.confirm_one(source) for source in content)

    def confirm_one(self, source):
        try:
            code = compiled_text(source, self.rewrite)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return verdict(3) + text(str(error))
        found = self.alone(code)
        if self.world.is_damaged():
            self.world.repair()
            found = apart(lambda: repr(self.alone(code, self.world.repair)).encode())
            found = ast.literal_eval(found.decode())
        return verdict(*found[:4])

    def alone(self, code, before=None):
        """The verdict of a program by itself, and how it ended on the input that decided."""
        ticks = 0
        for at, (given, (expected, fuel, rule, record)) in enumerate(zip(self.inputs, self.known)):
            if before:
                before()
            if rule == PREFIX and not expected:
                continue
            run = Run(given, fuel, expected, rule, record)
            end, error = execute(self.world, code, self.entry, run, {})
            ticks += self.spent(run)
            found = verdict_of(run, end)
            if found:
                position = len(run.seen) if run.position is None else run.position
                if run.is_different or run.position is not None:
                    said = shown(run.last)
                elif end == OUT_OF_FUEL:
                    said = "no value: out of fuel"
                else:
                    said = "no value: " + (crash(error) if error else "the run ends")
                return found, self.numbers[at], position if found == 1 else 0, ticks, position, said
        return 0, 0, 0, ticks, 0, ""

    # Other programs

    def other(self, content):
        source = content["text"]
        try:
            tree = ast.parse(source, "program.py")
            what = obstacle(unmarked(tree))
            code = compiled_text(source, self.rewrite)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return verdict(3) + text(str(error))
        if what:
            return verdict(4) + text(what)
        if not content["has_criterion"]:
            return verdict(5)
        self.import_all(tree)
        found, at, _, ticks, position, said = self.alone(code)
        if self.world.is_damaged():
            self.world.repair()
            answer = apart(lambda: repr(self.alone(code, self.world.repair)).encode())
            found, at, _, ticks, position, said = ast.literal_eval(answer.decode())
        if not found:
            return verdict(0, 0, 0, ticks)
        expected = self.known[self.numbers.index(at)][0]
        wanted = shown_snapshot(expected[position]) if position < len(expected) else "no value: the run ends"
        return verdict(1, at, position, ticks) + text(wanted) + text(said)

    # Points of the program as it stands

    def sequences(self, content):
        program = content["program"]
        if self.numbered[0] != program["text"]:
            self.numbered = program["text"], compiled_text(program["text"], None)
        runs = (PointsRun(Input(given, self.entry), MAX_FUEL, program["n_points"], content["with_calls"]) for given in content["inputs"])
        return b"".join(self.sequence(run, self.numbered[1]) for run in runs)

    def sequence(self, run, code):
        end, error = execute(self.world, code, self.entry, run, run.observers())
        ticks = self.spent(run)
        if self.world.is_damaged():
            self.world.repair()
        if run.is_opaque:
            raise Refusal("incomparable")
        said = bytes([end]) + text(crash(error) if end == CRASHED else "") + struct.pack(">QI", ticks, len(run.seen))
        return said + b"".join(
            struct.pack(">HQ", point, at) + text(value) + text(around) + struct.pack(">H", len(stack)) + b"".join(map(text, stack))
            for point, at, value, around, stack in run.seen
        )

    def trace(self, content):
        told = traced(self.world, self.entry, content)
        if self.world.is_damaged():
            self.world.repair()
        return text(json.dumps(told))

    # Inputs that are not kept

    def probe(self, content):
        deleted = tuple(content["deleted"])
        branches = [(idx, switch) for idx, switch in enumerate(content["branches"]) if switch]
        fuel = MAX_FUEL if content["is_patient"] else MAX_FUEL // 10
        asked = frozenset(deleted).union(switch for _, switch in branches)
        gone = self.static.intersection(deleted)
        whole = self.schema.decided(frozenset(), frozenset(), asked)
        rest = self.schema.decided(gone, frozenset(deleted), frozenset())
        if isinstance(whole, Exception) or isinstance(rest, Exception):
            whole, rest = None, self.schema.variant(gone, False)

        def answers(is_watched):
            return [self.probe_one(given, deleted, branches, fuel, (whole, rest), is_watched) for given in content["inputs"]]

        found = answers(self.is_watched)
        if self.world.is_damaged():
            # Nobody knows by which run: each is looked at.
            self.world.repair()
            found = answers(True)
        return b"".join(found)

    def probe_one(self, given, deleted, branches, fuel, codes, is_watched):
        try:
            given = Input(given, self.entry)
        except Refusal:
            return nothing_seen(0)
        whole, rest = codes
        run, asked, end, _ = self.original(given, fuel, whole, is_watched)
        ticks = run.ticks()
        if end == OUT_OF_FUEL:
            return nothing_seen(ticks)
        consulted = [switch for switch in deleted if switch in asked or switch in self.static]
        rule, refuted = self.rule_of(end), 0
        if consulted and (run.seen or rule != PREFIX):
            refuted = int(isinstance(rest, Exception) or self.refutes(given, deleted, rest, run, rule, is_watched))
        entered = [idx for idx, switch in branches if switch in asked]
        head = struct.pack(">BIQQB", end, len(run.seen), hash_of(run.seen), ticks, refuted)
        head += struct.pack(">H%dH" % len(consulted), len(consulted), *consulted)
        head += struct.pack(">H", len(entered)) + b"".join(struct.pack(">Hd", idx, 0.0) for idx in entered)
        # Of the candidate no distances are known.
        return head + struct.pack(">H", 0)

    def refutes(self, given, deleted, code, original, rule, is_watched):
        kept = self.inputs, self.known, self.numbers
        self.inputs, self.known, self.numbers = [], [], []
        self.keep(given, (original.seen, original.ticks() * 10 + 1_000, rule, original.record))
        try:
            found = self.tried(deleted, lambda is_asking: code, False)
            if is_watched and self.world.is_damaged():
                self.world.repair()
                found = apart(lambda: self.tried(deleted, lambda is_asking: code, False, self.world.repair))
            return found[0] != 0
        finally:
            self.inputs, self.known, self.numbers = kept


def nothing_seen(ticks):
    """The answer for an input on which nothing can be observed."""
    return struct.pack(">BIQQBHHH", 2, 0, 0, ticks, 0, 0, 0, 0)


def apart(work):
    """What work gives in a process of its own, which starts from a sound context."""
    read, write = PIPE
    child = os.fork()
    if child == 0:
        try:
            signal.setitimer(signal.ITIMER_PROF, ALARM_S)
            said = work()
            os.write(write, len(said).to_bytes(4, "big") + said)
        finally:
            os._exit(0)
    size = int.from_bytes(received(read, 4, child), "big")
    found = received(read, size, child)
    os.waitpid(child, 0)
    return found


def received(pipe, size, child):
    """So many bytes of what a child writes. Where it ended before, this process ends, too: it would have without a child."""
    found = b""
    waiting = select.poll()
    waiting.register(pipe, select.POLLIN)
    while len(found) < size:
        if waiting.poll(100):
            found += os.read(pipe, size - len(found))
        elif os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) and not waiting.poll(0):
            os._exit(1)
    return found


def changes_modules(tree):
    """Whether a program that imports something assigns to attributes, as far as the text tells."""
    has_imports = any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in ast.walk(tree))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assigns = any(isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) for node in ast.walk(tree))
    return has_imports and (assigns or "setattr" in names or "delattr" in names)


def unmarked(tree):
    for node in ast.walk(tree):
        for field in ("id", "arg", "name", "rest"):
            name = getattr(node, field, None)
            found = marked(name) if isinstance(name, str) else None
            if found:
                setattr(node, field, found[1])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("bs__o", "bs__k", "bs__r"):
            node.func.id = "print"
    return tree


def observation(run, asked, end, error, masks):
    reached = masks.union(switch for switch in asked if switch > 0)
    said = text(crash(error) if end == CRASHED else "")
    head = struct.pack(">IQQ", len(run.seen), hash_of(run.seen), run.ticks())
    return bytes([end]) + said + head + masks.bits(reached)


def crash(error):
    said = str(error)[:200] if not isinstance(error, KeyError) else repr(error.args[0])[:200] if error.args else ""
    return type(error).__name__ + (": " + said if said else "")


def shown_snapshot(value):
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
        kind, inside = value
        if kind in ("list", "tuple", "set", "frozenset") and isinstance(inside, list):
            items = ", ".join(shown_snapshot(item) for item in inside)
            return {"list": "[%s]", "tuple": "(%s)"}.get(kind, "{%s}") % items
        if kind == "dict":
            return "{%s}" % ", ".join("%s: %s" % tuple(map(shown_snapshot, pair)) for pair in inside)
        if kind == "float":
            return inside
        return repr(inside)
    return repr(value)[:200]


BLOCKED = ("open", "os.", "subprocess.", "socket.", "shutil.", "ctypes.", "pty.", "webbrowser.", "urllib.", "import")
GUARD = [False]


def guard(event, arguments):
    if GUARD[0] and event.startswith(BLOCKED) and event not in ("os.fork",):
        raise RuntimeError("not allowed here: " + event)


def main():
    global PIPE
    sys.path[:] = [folder for folder in sys.path if folder]
    sys.setrecursionlimit(1000)
    output = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    frames = sys.stdin.buffer
    PIPE = os.pipe()
    for name in sorted(PURE | VIRTUAL):
        importlib.import_module(name)
    for codec in ("ascii", "latin-1", "utf-16", "utf-32", "unicode_escape", "cp1252"):
        "".encode(codec)
    "%r" % ast.literal_eval("[1]")
    limits = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_AS, MEMORY_BYTE)]
    limits.append((resource.RLIMIT_NOFILE, max(output, *PIPE) + 1))
    for limit, value in limits:
        resource.setrlimit(limit, (value, value))
    sys.path[:] = []
    sys.addaudithook(guard)
    GUARD[0] = True
    gc.freeze()

    def write(said):
        view = memoryview(said)
        while view:
            view = view[os.write(output, view) :]

    version = "CPython " + sys.version.split()[0]
    hello = bytes([3]) + version.encode()
    write(len(hello).to_bytes(4, "big") + hello)
    serve(frames.read, write, Server().answer)


main()
