# Switches a heating by the readings of a thermometer: on when it is cold, off when it is warm.
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
            return "on"
    elif heating == "on":
        if degrees > HIGH:
            return "off"
    else:
        return "broken"
    return heating


state = "off"
switches = 0
total = 0
seen = 0
for reading in readings(sys.stdin.read()):
    before = state
    state = react(state, reading)
    if state != before:
        switches += 1
    total += reading
    seen += 1
mean = 0
if seen > 0:
    mean = total // seen
print("heating:", state)
print("switched:", switches)
print("mean:", mean)
