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



    int length;
    int max_length;

    while ((c = getchar()) != EOF) {



        if (is_blank(c)) {
            length = sliced;
        } else {
            length++;


            if (length > max_length)
                max_length = length;
        }
    }






}
