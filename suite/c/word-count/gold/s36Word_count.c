#include <stdio.h>




int is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

int main(void)
{
    int c;

    int word_count = 0;

    int length = 0;


    while ((c = getchar()) != EOF) {



        if (is_blank(c)) {
            length = 0;
        } else {
            length++;
            if (length == 1)
                word_count++;


        }
    }


    printf(sliced, word_count);



}
