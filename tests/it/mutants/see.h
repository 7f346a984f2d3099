/* Before the text of each program and slice of C: how its criterion is seen. */
extern int sliced;
long long none__(void);
void see_integer(int k, long long value);
void see_double(int k, double value);
void see_text(int k, const char *text);
#define see__(k, x) __extension__({ __auto_type see_v = (x); \
    _Generic(see_v, float: see_double, double: see_double, char *: see_text, const char *: see_text, default: see_integer)((k), see_v); see_v; })
#define main program_main
