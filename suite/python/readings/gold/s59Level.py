
import sys


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



def watch(readings):
    global alarms

    for reading in readings:
        change = smooth(reading)

        if level > 60:
            alarms += 1
        if alarms > 2:
            break























def main():
    readings = [int(word) for word in sys.stdin.read().split()]

    changes = watch(readings)


    print(..., level)





main()
