/* Before the text of each program and slice of C: how its criterion is seen. */
extern int sliced;
long long none__(void);
void see_number(int k, const void *at, int is_array, unsigned long size);
void see_text(int k, const void *at, int is_array, unsigned long size);
/* An array is seen with all of its elements. Structures of the programs here have no padding and no pointers. */
#define see__(k, x) __extension__({ __auto_type see_v = (x); \
    _Generic(see_v, char *: see_text, const char *: see_text, default: see_number)((k), &see_v, \
        !__builtin_types_compatible_p(__typeof__(x), __typeof__(see_v)), sizeof(x)); see_v; })
#define main program_main
