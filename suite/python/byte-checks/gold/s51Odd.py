
import sys









def parity(data):
    odd = 0
    for byte in data:
        odd ^= byte & 1
    return odd






















def main():
    data = sys.stdin.read().encode("utf-8")

    odd = parity(data)








    print(odd)





main()
