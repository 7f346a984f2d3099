/* Before the program's own text, in the mutant schema and in candidates compiled by themselves. */

#define main bs__main
#define sliced bs__sliced

extern int bs__sliced;
extern unsigned char bs__deleted[];
extern unsigned char *bs__seen;
extern unsigned long long bs__ticks, bs__fuel;

void bs__out_of_fuel(void);
void bs__see_i(long long value);
void bs__see_d(double value);
void bs__see_s(const void *text);
void bs__fill(const void *object, unsigned long size, int with);

/* Whether the node with this switch is deleted; that it was asked is remembered. */
#define BS__GONE(n) (bs__seen[n] = 1, bs__deleted[n])

static inline void bs__tick(void)
{
    if (__builtin_expect(++bs__ticks > bs__fuel, 0))
        bs__out_of_fuel();
}

/* What nothing has initialised. The compiler knows no value of its own here that it could put in this place. */
#define BS__NONE(type) __extension__({ type bs__none; bs__fill(&bs__none, sizeof bs__none, 0xFE); bs__none; })

/* The values of the criterion; the first argument is the way to be seen. */
#define BS__SEE_INTEGER(v) bs__see_i((long long)(v))
#define BS__SEE_FLOAT(v) bs__see_d((double)(v))
#define BS__SEE_TEXT(v) bs__see_s(v)
#define BS__SEE_REACHED(v) bs__see_i(((void)(v), 0))
#define BS__VALUE(see, ...) __extension__({ __auto_type bs__v = (__VA_ARGS__); see(bs__v); bs__v; })
#define BS__TARGET(see, name, ...) __extension__({ __auto_type bs__v = (__VA_ARGS__); see(name); bs__v; })
#define BS__INITIAL(see, name, ...) __extension__({ __typeof__(name) bs__v = (__VA_ARGS__); see(bs__v); bs__v; })

/* The types of expressions, as numbers in a table that ends up in the assembler text. */
#define BS__CLASS(x) _Generic(1 ? (x) : (x), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 3, \
    unsigned long long: 4, float: 6, double: 7, long double: 8, char *: 9, const char *: 9, \
    default: 16 + __builtin_classify_type(__builtin_choose_expr( \
        __builtin_types_compatible_p(__typeof__(x), void), 0, (x))))
#define BS__TYPE(n, x) static const struct { int bs__at; int bs__is; } bs__type \
    __attribute__((used, section("bs__types"))) = { n, BS__CLASS(x) };
