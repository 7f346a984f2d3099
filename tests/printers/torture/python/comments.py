# 1
import os  # 2
# 3


def add(  # 1
    # 2
    a,  # 3
    b=1,  # 4
    # 5
):  # 6
    # 7
    return (  # 8
        # 9
        a  # 10
        + b  # 11
        # 12
    )  # 13
    # 14


# 1
@staticmethod  # 2
# 3
def decorated():  # 4
    # 5
    # 6
    pass  # 7
    # 8


numbers = [  # 1
    # 2
    1,  # 3
    2  # 4
    , 3,
    # 5
]  # 6
table = {  # 1
    'a'  # 2
    :  # 3
    1,  # 4
    # 5
}
if (  # 1
    numbers  # 2
    and table  # 3
):  # 4
    # 5
    pass  # 6
# 7
elif table:  # 8
    # 9
    pass
# 10
else:  # 11
    # 12

    # 13
    add(  # 14
        1, 2)
for x in (  # 1
    1,  # 2
    2):  # 3
    pass
    # 4
# 5
else:  # 6
    pass
while (False):  # 1
    # 2
    pass
try:  # 1
    # 2
    pass
# 3
except (  # 4
    ValueError):  # 5
    # 6
    pass
# 7
finally:  # 8
    # 9
    pass
chained = (numbers  # 1
           # 2
           .copy()  # 3
           # 4
           .count(  # 5
               1))
chosen = (1  # 1
          if numbers  # 2
          else 2)  # 3
text = ('a'  # 1
        # 2
        'b'  # 3
        f'{chosen}')
squares = [  # 1
    x  # 2
    for x in numbers  # 3
    # 4
    if x  # 5
]


class A(  # 1
    object  # 2
):  # 3
    # 4
    field = 1  # 5
    # 6

    # 7
    def method(self):  # 8
        # 9
        pass
    # 10


witness = chosen + \
    1  # 1
print(  # 1
    witness)  # 2
# 3
