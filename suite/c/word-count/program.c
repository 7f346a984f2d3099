#include <stdio.h>

/* Counts the lines, words and characters of the standard input,
   and the length of its longest word. */

int is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

int main(void)
{
    int c;
    int line_count = 0;
    int word_count = 0;
    int char_count = 0;
    int length = 0;
    int max_length = 0;

    while ((c = getchar()) != EOF) {
        char_count++;
        if (c == '\n')
            line_count++;
        if (is_blank(c)) {
            length = 0;
        } else {
            length++;
            if (length == 1)
                word_count++;
            if (length > max_length)
                max_length = length;
        }
    }

    printf("lines: %d\n", line_count);
    printf("words: %d\n", word_count);
    printf("characters: %d\n", char_count);
    printf("longest word: %d\n", max_length);
    return 0;
}
