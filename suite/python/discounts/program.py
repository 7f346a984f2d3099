# Prices of a shop: each customer's discounts are made of functions, and applied to all that is bought.
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


def remember(word, seen=[]):
    known = word in seen
    seen.append(word)
    return known


def count(words, test, limit=3):
    n = 0
    for word in words:
        if test(word) and not remember(word):
            n += 1
        if n == limit:
            break
    return n


def main():
    words = sys.stdin.read().split()
    prices = [int(word) for word in words if word.isdigit()]
    rule = compose(percent(20, least=50), every(3), percent(5))
    paid = list(map(rule, prices))
    total = sum(paid)
    cheap = sorted(filter(lambda price: price < 10, prices), key=lambda price: -price)
    names = count(words, lambda word: word.isalpha())
    again = remember("tea") or remember("tea")
    price = 0
    for word in words:
        price = len(word)
    print("paid:", paid)
    print("total:", total)
    print("cheap:", cheap)
    print("names:", names)
    print("tea:", again)
    print("last:", price)


main()
