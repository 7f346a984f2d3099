// A comment before everything.
#include <stdio.h>
#include <stddef.h>
#include "stdlib.h" /* behind a directive */
#define LIMIT 10
#define TWICE(x) ((x) * 2)
#define LONG(x, y) \
    ((x) + \
     (y))
#ifndef LIMIT
#define LIMIT 20
#endif

/* Types. */
typedef unsigned long count_t;
typedef struct { int x, y; } point_t;
typedef int (*binary)(int, int);
struct list { struct list *next; int value : 4; unsigned flag:1; char name[LIMIT]; };
union either { int i; float f; };
enum color { RED, GREEN = 5, BLUE };
struct list;
extern int outside;
static int twice(int n);
int many(const char *format, ...);

// Numbers.
int ints[] = {0, 7, 017, 0x1F, 0X1f, 0b101, 1u, 1U, 1l, 1L, 1ul, 1UL, 1LU, 1ll, 1LL, 1ull, -1, +1, ~1, - 1, -(-1), !1};
double doubles[] = {1.0, 1., .5, 1e3, 1E3, 1.0e+3, 1e-3, 1.5f, 1.5F, 1.5l, 1.5L, 0x1p3, 0x1.8P1};

// Characters and strings.
int chars[] = {'a', '\'', '"', '\\', '\n', '\t', '\0', '\101', '\x41', L'a', u'a', U'a', '\?'};
const char *strings[] = {"", "text", "it's", "say \"no\"", "tab\tnewline\n\\", "\x41", "\101", "a" "b", "a"
    "b" /* between strings */ "c", "é", "two\
lines", u8"x"};
const wchar_t *wide = L"wide" L"r";

// Initialisers.
int matrix[2][3] = {{1, 2, 3}, {4, 5, 6,},};
point_t origin = {0, 0}, named = {.x = 1, .y = 2}, *where = &origin;
int sparse[LIMIT] = {[0] = 1, [3] = 4, [5 ... 7] = 2};
static const char letters[] = "abc", *const pointer = letters;
point_t *compound = &(point_t){1, 2};
binary table[] = {NULL, 0};
int a, *b, c[3], (*d)[3], *e[3], (*f)(int), *(*g)(void);
volatile int register_like; unsigned int plain; unsigned shorter; long long int longest;

/* Functions. */
static int twice(int n) { return n * 2; }
int nothing(void) { return 0; }
void empty() {}
inline static int *pointers(int *p, int **q, int r[], const char *const s, int (*t)(int))
{
    *p = **q + r[0] + t(*s);
    return p;
}
int many(const char *format, ...) { return format[0]; }
binary choose(int which) { return table[which]; }
unsigned long
int_on_another_line(int n)
{
    return n;
}
int old(n) int n; { return n; }

int operators(int a, int b)
{
    int mixed = (1 + 2) * 3 - 4 / 5 % 6;
    int bits = 1 | 2 & 3 ^ 4 << 5 >> 6;
    int grouped = ((1 + (2)) + ((3)));
    int x = (1 - 2) - 3, y = 1 - (2 - 3), z;
    int compared = a < b && a <= b || a == b && !(a > b) || (a >= b && a != b);
    int chosen = a > b ? a : a < b ? b : 0;
    point_t p = {1, 2}, *q = &p, **r = &q;
    int array[3], *end = array + 3;
    chosen = (a > b ? compared : mixed) ? 1 : 2;
    x = y = z = 1;
    x += 1; x -= 1; x *= 2; x /= 2; x %= 3; x <<= 1; x >>= 1; x &= 1; x |= 1; x ^= 1;
    x++; ++x; x--; --x;
    x = a + +b; x = a - -b; x = a++ + ++b; x = a-- - --b;
    x = (int) 1.5 + (int) (double) a + (int) (unsigned char) b;
    x = sizeof(int) + sizeof x + sizeof(x) + sizeof(struct list *) + sizeof *q;
    x = p.x + q->y + (*q).x + (*r)->y + array[0] + *array + *(array + 1) + 2[array];
    x = a, y = b;
    x = (a, b);
    *end = *&q->x + (&p)->x;
    (*f)(x); f(x); (f)(x); table[0](1, 2);
    x = TWICE(x + 1) + LONG(1, 2) + LIMIT;
    x = (x) + (y) * (z);
    x = -x * -y; x = !x && !y; x = ~x & ~y; x = &p == q; x = a * *end; x = a & *end;
    printf("%d " "%d\n", /* a comment between arguments */ x,
           y // and another
    );
    (void) x;
    return (x);
}

int branches(int a, int b, int c)
{
    // a comment at the start of a body
    if (a) b = 1;
    if (a) { b = 1; }
    if (a) b = 1; else b = 2;
    if (a) b = 1;
    else if (b) b = 2;
    else if (c) { b = 3; }
    else b = 4;
    if (a) {
        b = 1;
    } else {
        if (b) {
            b = 2;
        } else {
            // a comment before an if
            if (c) b = 3;
            else b = 4;
        }
    }
    if (a) { if (b) c = 1; } else c = 2;
    if (a) if (b) c = 1; else c = 2;
    if (a); else b = 1;
    if (a) {} else { b = 1; }
    switch (a) {
    case 1:
    case 2: b = 1; break;
    case 'x': { b = 2; break; }
    // a comment between cases
    case RED + 100: b = 7;
    default: b = 3;
    }
    return a ? b : c; // behind a statement
    /* at the end of a body */
}

void loops(int a)
{
    int i, j;
    for (i = 0; i < 3; i++) a++;
    for (int k = 0, l = 1; k < l; k++, l--) { continue; }
    for (;;) { break; }
    for (i = 0, j = 1; a < 1; a++);
    while (a > 0) a--;
    while (a > 0) { a--; }
    while (a-- > 0);
    do a++; while (a < 3);
    do { a++; } while (a < 3);
again:
    if (a < 10) goto again;
    { int a = 1; { a++; } }
    ;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (i == j) continue;
            else a += i * j;
#if LIMIT > 5
    a = 5;
#elif LIMIT > 3
    a = 3;
#else
    a = 1;
#endif
#ifdef LIMIT
    a++;
#endif
end: ;
}

int main(int argc, char *argv[])
{
    int a = 1; int b = 2;
    int witness = a + b + argc;
    printf("%d\n", witness); /* the criterion */
    return 0;
}
// A comment after everything.
