
import sys


def percent(rate, least=0):
    def discount(price):
        if price < least:
            return price
        return price - price * rate // 100
    return discount


def every(n, off=10):
    bought = 0

    def discount(price):
        nonlocal bought
        bought += 1
        return price - off if bought % n == 0 else price
    return discount


def compose(*discounts):
    def apply(price):
        for discount in discounts:
            price = discount(price)
        return price
    return apply


















def main():
    words = sys.stdin.read().split()
    prices = [int(word) for word in words if word.isdigit()]
    rule = compose(percent(20, least=50), every(3), percent(5))
    paid = list(map(rule, prices))







    print(..., paid)







main()
