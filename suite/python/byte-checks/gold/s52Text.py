
import sys




































def main():
    data = sys.stdin.read().encode("utf-8")


    swapped = bytearray(data)
    for i in range(0, len(swapped) - 1, 2):
        swapped[i], swapped[i + 1] = swapped[i + 1], swapped[i]



    text = swapped.decode("latin-1")


    print(text)




main()
