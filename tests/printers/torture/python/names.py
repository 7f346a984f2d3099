# Characters by their names.
bullets = ['\N{BULLET}', "\N{bullet}", '\N{LATIN SMALL LETTER A}', f'{1}\N{SNOWMAN}']
witness = len(bullets)
print(witness)
