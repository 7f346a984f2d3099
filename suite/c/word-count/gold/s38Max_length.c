#include <stdio.h>




int is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

int main(void)
{
    int c;



    int length = 0;
    int max_length = 0;

    while ((c = getchar()) != EOF) {



        if (is_blank(c)) {
            length = 0;
        } else {
            length++;


            if (length > max_length)
                max_length = length;
        }
    }




    printf(sliced, max_length);

}
