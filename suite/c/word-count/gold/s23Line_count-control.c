#include <stdio.h>

/* Counts the lines, words and characters of the standard input,
   and the length of its longest word. */






int main(void)
{
    int c;
    int line_count;





    while ((c = getchar()) != EOF) {

        if (c == '\n')
            line_count++;









    }






}
