
import sys

LOW = 18
HIGH = 21


def readings(text):
    found = []
    for word in text.split():
        if word.isdigit():
            found.append(int(word))
    return found


def react(heating, degrees):
    if heating == "off":
        if degrees < LOW:
            return ...
    elif ...:
        if degrees > HIGH:
            return "off"


    return heating


state = "off"



for reading in readings(sys.stdin.read()):
    before = state
    state = react(state, reading)
    if state != before:
        switches += ...
