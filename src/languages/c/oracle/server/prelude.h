/* Before the program's own text, in the mutant schema and in candidates compiled by themselves. */

#define main bs__main
#define sliced bs__sliced

extern int bs__sliced;
extern unsigned char bs__deleted[];
extern unsigned char *bs__seen;
extern unsigned long long bs__ticks, bs__fuel;

/* The number of the point that is seen next, from 1; 0 where points have none. */
extern unsigned bs__point;

void bs__out_of_fuel(void);
void bs__see_i(long long value);
void bs__see_d(double value);
void bs__see_s(const void *text);
void bs__whole_begin(void);
void bs__whole_end(void);
/* Outcomes of conditions, each with its number: told in the original, and had again where the condition is gone. */
long long bs__told(unsigned number, long long outcome);
long long bs__driven(unsigned number);
long long bs__driven_value(unsigned number);
void **bs__enter(void);
void bs__leave(void);
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
/* A visit of a statement. Its values do not matter: what crashes in it only ends it. */
#define BS__HERE(is_left, ...) __extension__({ int bs__is = (is_left); if (bs__is) bs__see_i(0); \
    if (!bs__is || !__builtin_setjmp(bs__enter())) (void)(__VA_ARGS__); if (bs__is) bs__leave(); })
#define BS__VALUE(see, ...) __extension__({ __auto_type bs__v = (__VA_ARGS__); see(bs__v); bs__v; })
#define BS__TARGET(see, name, ...) __extension__({ __auto_type bs__v = (__VA_ARGS__); see(name); bs__v; })
#define BS__PLACE(see, ...) __extension__({ __auto_type bs__p = &(__VA_ARGS__); see(*bs__p); &(*bs__p)[0]; })
#define BS__INITIAL(see, name, ...) __extension__({ __typeof__(name) bs__v = (__VA_ARGS__); see(bs__v); bs__v; })

/* The types of expressions, as numbers in a table that ends up in the assembler text. */
#define BS__CLASS(x) _Generic(1 ? (x) : (x), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 3, \
    unsigned long long: 4, float: 6, double: 7, long double: 8, char *: 9, const char *: 9, \
    default: 16 + __builtin_classify_type(__builtin_choose_expr( \
        __builtin_types_compatible_p(__typeof__(x), void), 0, (x))))
#define BS__TYPE(n, x) static const struct { int bs__at; int bs__is; } bs__type \
    __attribute__((used, section("bs__types"))) = { n, BS__CLASS(x) };

/* Values with parts. What is between an object and its type are arrays, of three dimensions at most. */

extern char bs__nothing[1];

#define BS__IS_POINTER(x) (__builtin_classify_type(x) == 5)
#define BS__IS_ARRAY(x) (BS__IS_POINTER(x) && !__builtin_types_compatible_p(__typeof__(x), __typeof__(1 ? (x) : (x))))
#define BS__RVALUE(x) 1 ? (x) : (x)
#define BS__ITEM(x) __builtin_choose_expr(BS__IS_ARRAY(x), __builtin_choose_expr(BS__IS_ARRAY(x), (x), bs__nothing)[0], (x))
#define BS__DIMENSIONS(x) typedef __typeof__(x) bs__t0; typedef __typeof__(BS__ITEM(*(bs__t0 *)0)) bs__t1; \
    typedef __typeof__(BS__ITEM(*(bs__t1 *)0)) bs__t2; typedef __typeof__(BS__ITEM(*(bs__t2 *)0)) bs__t3;

/* An object of some type, and pointers to it. Each of these functions takes the address of what it writes down. */
typedef void bs__walker(const void *object);
void bs__part(const void *object, const unsigned long *sizes, int is_array, bs__walker *walker);
void bs__follow(const void *pointer, unsigned long size, bs__walker *walker);
int bs__points(const void *pointer);
void bs__open(void);
void bs__name(const char *name);
void bs__close(void);
void bs__see_pointer(const void *object);

#define BS__WALKERS(walker) static bs__walker walker, walker##_p, walker##_pp;
#define BS__KNOWN(type, walker) type: walker, type *: walker##_p, const type *: walker##_p, type **: walker##_pp, \
    const type **: walker##_pp
#define BS__SCALAR(type, name) BS__KNOWN(type, bs__see_##name)
#define BS__SCALARS BS__SCALAR(_Bool, bool), BS__SCALAR(char, char), BS__SCALAR(signed char, i8), \
    BS__SCALAR(unsigned char, u8), BS__SCALAR(short, i16), BS__SCALAR(unsigned short, u16), BS__SCALAR(int, i32), \
    BS__SCALAR(unsigned, u32), BS__SCALAR(long, i64), BS__SCALAR(unsigned long, u64), BS__SCALAR(long long, i64), \
    BS__SCALAR(unsigned long long, u64), BS__SCALAR(float, f32), BS__SCALAR(double, f64), BS__SCALAR(long double, f80)
#define BS__DECLARED(name) bs__walker bs__see_##name, bs__see_##name##_p, bs__see_##name##_pp;
BS__DECLARED(bool) BS__DECLARED(char) BS__DECLARED(i8) BS__DECLARED(u8) BS__DECLARED(i16) BS__DECLARED(u16)
BS__DECLARED(i32) BS__DECLARED(u32) BS__DECLARED(i64) BS__DECLARED(u64) BS__DECLARED(f32) BS__DECLARED(f64)
BS__DECLARED(f80)

#define BS__PART(x, ...) { BS__DIMENSIONS(x) \
    _Static_assert(!BS__IS_ARRAY(*(bs__t3 *)0), "an array of more than three dimensions is part of the criterion"); \
    bs__part(&(x), (const unsigned long[]){ sizeof(bs__t0), sizeof(bs__t1), sizeof(bs__t2), sizeof(bs__t3) }, \
        BS__IS_ARRAY(*(bs__t0 *)0) + BS__IS_ARRAY(*(bs__t1 *)0) + BS__IS_ARRAY(*(bs__t2 *)0), \
        _Generic(*(bs__t3 *)0, BS__SCALARS, __VA_ARGS__ default: bs__see_pointer)); }
#define BS__SEE_WHOLE(x, ...) do { bs__whole_begin(); BS__PART(x, __VA_ARGS__) bs__whole_end(); } while (0)

/* Behind the program, where all of its types are known. */
#define BS__WALK(walker, type, parts) \
    static void walker(const void *bs__o) { type const *bs__s = bs__o; (void) bs__s; bs__open(); parts bs__close(); } \
    static void walker##_p(const void *bs__o) { bs__follow(bs__o, sizeof(type), walker); } \
    static void walker##_pp(const void *bs__o) { bs__follow(bs__o, sizeof(type *), walker##_p); }
#define BS__FIELD(field) bs__name(#field); BS__PART(bs__s->field, BS__TYPES_ALL)
/* What a union holds is not written in it: what a pointer among its fields points to, if it does, or all the others. */
#define BS__HOLDS(field) (BS__IS_POINTER(bs__s->field) && !BS__IS_ARRAY(bs__s->field))
#define BS__POINTED(field) if (BS__HOLDS(field) && bs__points(&bs__s->field)) { BS__FIELD(field) } else
#define BS__PLAIN(field) if (!BS__HOLDS(field)) { BS__FIELD(field) }

/* A function can be told by its name. */
struct bs__named { const void *at; const char *name; };
#define BS__FUNCTION(f) static const struct bs__named bs__named_##f __attribute__((used, section("bs__functions"))) = \
    { (const void *) f, #f };

/* Static variables without what initialises them. */
#define BS__GLOBALS(n, ...) static void bs__globals_##n(void) { __VA_ARGS__ } \
    static void (*const bs__entry_##n)(void) __attribute__((used, section("bs__entries"))) = bs__globals_##n;

/* The type of a criterion: what it is otherwise, with 64 for an array and 128 where its parts can be seen. */
#define BS__SEEN_TYPE(n, x, ...) BS__DIMENSIONS(x) static const struct { int bs__at; int bs__is; } bs__type \
    __attribute__((used, section("bs__types"))) = { n, BS__CLASS(x) + 64 * BS__IS_ARRAY(x) + 128 * \
    !__builtin_types_compatible_p(__typeof__(_Generic(*(bs__t3 *)0, BS__SCALARS, __VA_ARGS__ default: (char) 0)), char) };
