"""Asks a language model for a slice, through any endpoint that speaks OpenAI's chat completions.

    chat.py PROMPT FILE LINE VARIABLE OCCURRENCE LANGUAGE SEED    prints what the model answers
    chat.py --check                                               ends with 0 when an endpoint and a model are named
    chat.py --version                                             prints the name of the model

The prompt is in the file PROMPT, or in the one that BENCH_SLICERS_CHAT_PROMPT names. Exit codes: 2 not set up,
3 the endpoint does not answer, 4 it refuses, 5 its answer is not as chat completions are, 6 the model came to its limit
before it ended, so that what it said is no answer.
"""

import json
import os
import pathlib
import re
import sys
import time
import urllib.error
import urllib.request

PREFIX = "BENCH_SLICERS_CHAT_"
TRIES = 4
LONGEST_WAIT_S = 30.0
NAMES = {"c": "C", "erlang": "Erlang", "java": "Java", "javascript": "JavaScript", "python": "Python", "r": "R"}


def setting(name, default=None):
    value = os.environ.get(PREFIX + name) or default
    if value is None:
        end(2, f"not set up: {PREFIX}{name} is not set")
    return value


def end(code, message):
    print(message, file=sys.stderr)
    sys.exit(code)


def prompt(template, path, line, variable, occurrence, language):
    text = pathlib.Path(setting("PROMPT", template)).read_text(encoding="utf-8")
    program = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    width = len(str(len(program)))
    criterion = "all statements that begin there"
    if variable:
        which = "" if occurrence == "1" else f", occurrence {occurrence} from the left,"
        criterion = f"variable `{variable}`{which}"
    parts = {
        "language": NAMES.get(language, language),
        "criterion": criterion,
        "line": line,
        "file": pathlib.Path(path).name,
        "program": "\n".join(f"{number:>{width}}  {text}" for number, text in enumerate(program, 1)),
    }
    # One pass: a program may say `{line}`, too.
    return re.sub(r"\{(" + "|".join(parts) + r")\}", lambda found: parts[found[1]], text)


def ask(text, seed):
    body = {
        "model": setting("MODEL"),
        "messages": [{"role": "user", "content": text}],
        "temperature": float(setting("TEMPERATURE", "0")),
        "seed": int(seed),
    }
    headers = {"Content-Type": "application/json"}
    key = os.environ.get(PREFIX + "KEY")
    if key:
        headers["Authorization"] = f"Bearer {key}"
    url = setting("URL").rstrip("/") + "/chat/completions"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    for attempt in range(1, TRIES + 1):
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            # Too many requests, and what servers say when they are busy, passes.
            if (error.code == 429 or error.code >= 500) and attempt < TRIES:
                wait(error.headers.get("Retry-After"), attempt)
                continue
            end(4, f"refused: HTTP {error.code}: {error.read()[:400].decode(errors='replace')}")
        except OSError as error:
            end(3, f"no endpoint: {error}")


def wait(told, attempt):
    try:
        seconds = float(told)
    except (TypeError, ValueError):
        seconds = 2.0**attempt
    time.sleep(min(max(seconds, 0.0), LONGEST_WAIT_S))


def main(args):
    if args == ["--version"]:
        print(setting("MODEL"))
    elif args == ["--check"]:
        print(setting("MODEL"), "at", setting("URL"))
    else:
        *question, seed = args
        answer = ask(prompt(*question), seed)
        try:
            choice = json.loads(answer)["choices"][0]
            # Some models think aloud first, and may quote code there.
            content = re.sub(r"(?s)\A\s*<think>.*?</think>", "", choice["message"]["content"])
            ended = choice.get("finish_reason")
        except (ValueError, LookupError, TypeError, AttributeError):
            end(5, f"not a chat completion: {answer[:400].decode(errors='replace')}")
        print(content)
        if ended == "length":
            end(6, f"cut off after {len(content)} characters")


main(sys.argv[1:])
