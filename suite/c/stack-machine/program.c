#include <stdio.h>

/* Runs the instructions on the standard input: digits push themselves, + and - take two numbers and push one,
   d doubles the top, s swaps the two topmost, . takes one; ! ends the program. */

#define SIZE 6

static int stack[SIZE];
static int height = 0;
static int peak = 0;
static int errors = 0;

void push(int value)
{
    if (height == SIZE) {
        errors++;
        return;
    }
    stack[height++] = value;
    if (height > peak)
        peak = height;
}

int pop(void)
{
    if (height == 0) {
        errors++;
        return 0;
    }
    return stack[--height];
}

void execute(int instruction)
{
    int a, b;

    switch (instruction) {
    case '+':
    case '-':
        b = pop();
        a = pop();
        push(instruction == '+' ? a + b : a - b);
        break;
    case 'd':
        a = pop();
        push(a);
        push(a);
        break;
    case 's':
        a = pop();
        b = pop();
        push(a);
        push(b);
        break;
    case '.':
        pop();
        break;
    default:
        if (instruction >= '0' && instruction <= '9')
            push(instruction - '0');
    }
}

int main(void)
{
    int c, top;

    while ((c = getchar()) != EOF) {
        if (c == '!')
            break;
        execute(c);
    }
    top = height > 0 ? stack[height - 1] : -1;
    printf("top: %d\n", top);
    printf("peak: %d\n", peak);
    printf("errors: %d\n", errors);
    return 0;
}
