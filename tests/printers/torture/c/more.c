/* Further forms. */
#include <string.h>
#include <stdio.h>
#include <stdarg.h>

#include <math.h>
#include <ctype.h>
#pragma once
#define EMPTY
#define VARIADIC(format, ...) printf(format, __VA_ARGS__)
#define STRING(x) #x
#define PASTE(a, b) a##b
#define LOOP(n) do { int k = 0; while (k < (n)) { k++; } } while (0)
#if defined(EMPTY) && !defined(OTHER) || 0
#define SIDE 1
#elif defined OTHER
#define SIDE 2
#else
#error "no side"
#endif
#undef STRING
typedef enum { ONE = 1, TWO, FOUR = ONE << 2, } number_t;
typedef struct node { struct node *left, *right; union { int i; double d; } value; struct { unsigned a : 1, b : 2; } flags; int (*compare)(const void *, const void *); } node_t;
typedef int vector_t[3], *pointer_t, (*function_t)(void);
extern const char *const names[], *const *more_names;
static volatile unsigned long long counter = 0xFFFFFFFFFFFFFFFFULL;
_Bool flag = 1;
int numbers[] = {0x0, 0XABCDEF, 0xabcdefU, 00, 07, 1ul, 1lU, 1LLu, 'a', '\x7f', '\377', '\0', '\a', '\'', '"', '\"', 0b11, 1 ? 2 : 3, sizeof(int), (int) 1.5, ~0, !0, -1, - 1, +1, 1 - 1, 1 -1, 1-1};
double reals[] = {0., .0, 0.0, 1e0, 1.e0, 1E+00, 1.0e-10, 1.5F, 1.5f, 1.50, 0x.8p1, 0x1.p-3, 1e10L, 100.0, 1e2, -1.5, - 1.5};
const char *texts[] = {"\x7f", "\377", "\a\b\f\n\r\t\v\\\"\'\?", "'", "\0", "a" "b" "c", "%d%%\n", "", "" "", "?""?", "é☃", "\u00e9", "a rather long text that does not fit on one line together with the rest of it, "
    "and more", L"x" ? "y" : "z", "one very long literal without any break in it, which some styles of a printer split into several literals of one line each, as this one"};
node_t tree = {.left = &(node_t){.value.i = 1, .flags = {.a = 1}}, .right = NULL, .value = {.d = 1.5}}, *trees[2] = {&tree, &tree}, **all = trees;
int cube[2][2][2] = {{{1, 2}, {3, 4}}, {[1] = {5, 6}}}, jagged[][2] = {{1}, {2, 3}}, single = {1}, empty[0];
function_t functions[] = {0}, function = 0; int (*(*returns_pointer)(int))(double); int (*array_of[3])(void), (*pointer_to)[3]; char **argv_like, *const *constant, (*(*x[3])())[5];
static inline int min(int a, int b) { return a < b ? a : b; }
void swap(int *restrict a, int *restrict b) { int t = *a; *a = *b, *b = t; }
int sum(int n, ...) { va_list args; int total = 0; va_start(args, n); while (n--) total += va_arg(args, int); va_end(args); return total; }
int (*choose(int which))(int, int) { return which ? min : 0; }
void arrays(int n, int a[n], int b[static 3], int c[][3], int (*d)[3], char *e[]) { int v[n + 1]; v[0] = a[0] + b[1] + c[1][2] + (*d)[1] + e[0][0]; for (int i = 0, *p = v; i < n; i++, p++) *p = i; }
const char *multi(const char *s)
{
    while (*s && *s++ != ':') ; do s++; while (*s == ' '); for (; *s; s++) if (isdigit(*s)) break; else if (isalpha(*s)) continue; else { s--; }
    for (;;) for (int i = 0; ; i++) { while (1) { if (i > 3) goto out; else break; } }
out: return s;
}
int operators(int x, int y, node_t *n, node_t m)
{
    x = y = x + y; x += y -= 1; x = (y = 2) + 1; x = -(-x); x = - -x; x = ~(~x); x = !(!x); x = -(x + y); x = x-- - --y; x = x+++y; x = x - -1; x = x -1; x = x * -1; x = (x) - 1; x = (x)-1;
    x = (x + y) + x; x = x + (y + x); x = (x - y) - x; x = x - (y - x); x = x << 1 + 2; x = (x << 1) + 2; x = x & y | x ^ y; x = (x | y) & x; x = x && y || x; x = x && (y || x); x = !(x && y); x = x < y == y < x; x = x % y / x * y;
    x = x ? y : x ? y : x; x = (x ? y : x) ? y : x; x = x ? (y, x) : (y = x); x = (x, y); x = (int) x + y; x = (int) (x + y); x = (int) -x; x = -(int) x; x = (int) (char) x; x = *(int *) n; x = ((node_t *) n)->value.i; x = (int) n->value.d; x = sizeof x + 1; x = sizeof(x) + 1; x = sizeof(int[3]); x = sizeof *n; x = sizeof n->left;
    n->left->right = n->right; (*n).value.i = m.value.i; n[0].value.i = x; (&m)->value.i++; ++n->value.i; *&x = *&y; n = &*n; x = *n->compare == 0; (*n->compare)(n, &m); n->compare(n, n + 1); x = &n[1] - n; x = *(&x + 1); x = functions[0](); (function ? function : 0)(); ((void (*)(void)) function)();
    x = y ?: 1; x = ({ int z = y; z + 1; }); LOOP(x); VARIADIC("%d %s\n", x, "a" "b"); EMPTY x = SIDE; x = __LINE__; printf("%s", __func__);
    switch (x) { case 1: case 2: { x = 1; } break; case 3: x = 2; case 'a': case TWO + 9: if (x) break; else return 1; default: switch (y) { case 1: break; default: ; } }
    if (x) { } else { } if (x) ; else ; if (x) { ; } if (x) y = 1; else if (y) { } else if (x > y) x = 1; else { if (x) { y = 2; } else { x = 2; } }
    { { int x = 1; x++; } } { } ; ; return (x) + (y);
}
#ifdef SIDE
int side(void) { return 1; }
#else
int side(void) { return 2; }
#endif
int main(int argc, char **argv) { int a = 1, b = a; { int c; } int witness = a + b; printf("%d\n", witness); return 0; }
