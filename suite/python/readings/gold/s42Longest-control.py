
import sys

QUIET = 3
level = 0
alarms = 0


def smooth(reading):
    global level
    change = reading - level
    if change > 10:
        change = 10
    else:
        change = change // 2
    level = level + change
    return change


def watch(readings):
    global alarms
    changes = []
    for reading in readings:
        change = smooth(reading)
        changes.append(change)
        if level > 60:
            alarms += 1
        if alarms > 2:
            break
    return changes


def longest_quiet(changes):
    longest = 0
    quiet = 0
    for change in changes:
        if change >= QUIET or change <= -QUIET:
            quiet = 0
            continue
        quiet += 1
        if quiet > longest:
            longest = quiet










def main():
    readings = [int(word) for word in sys.stdin.read().split()]

    changes = watch(readings)
    longest = longest_quiet(changes)







main()
