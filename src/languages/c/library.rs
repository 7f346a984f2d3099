//! What the library of C has for everybody: functions without effects outside of the program, values, headers.

/// Functions whose result depends on their arguments, on the standard input and on memory alone, or on the clock that our runtime
/// has in the place of the real one; with the number of arguments that have a type, where others follow.
const FUNCTIONS: &str = "\
    abort/0 abs/1 acos/1 asin/1 assert/1 atan/1 atan2/2 atof/1 atoi/1 atol/1 bsearch/5 calloc/2 ceil/1 \
    clock/0 cos/1 cosh/1 difftime/2 div/2 exit/1 exp/1 fabs/1 feof/1 ferror/1 fflush/1 fgetc/1 fgets/3 floor/1 fmod/2 \
    fprintf/2 fputc/2 fputs/2 free/1 getc/1 getchar/0 isalnum/1 isalpha/1 isblank/1 iscntrl/1 isdigit/1 \
    isgraph/1 islower/1 isprint/1 ispunct/1 isspace/1 isupper/1 isxdigit/1 labs/1 log/1 log10/1 malloc/1 \
    memchr/3 memcmp/3 memcpy/3 memmove/3 memset/3 pow/2 printf/1 putc/2 putchar/1 puts/1 qsort/4 \
    rand/0 realloc/2 round/1 scanf/1 sin/1 sinh/1 snprintf/3 sprintf/2 sqrt/1 srand/1 sscanf/2 strcat/2 strchr/2 \
    strcmp/2 strcpy/2 strcspn/2 strdup/1 strlen/1 strncat/3 strncmp/3 strncpy/3 strpbrk/2 strrchr/2 \
    strspn/2 strstr/2 strtod/2 strtok/2 strtol/3 strtoul/3 tan/1 tanh/1 time/1 tolower/1 toupper/1 trunc/1 \
    ungetc/2 atoll/1 cbrt/1 fmax/2 fmin/2 hypot/2 llabs/1 log2/1 lround/1 perror/1 strnlen/2 strtof/2 \
    strtoll/3 strtoull/3";

/// Names of values that headers define.
const VALUES: &str = "\
    BUFSIZ CHAR_BIT CHAR_MAX CHAR_MIN CLOCKS_PER_SEC DBL_DIG DBL_EPSILON DBL_MAX DBL_MIN EDOM EINVAL EOF ERANGE EXIT_FAILURE \
    EXIT_SUCCESS FLT_EPSILON FLT_MAX FLT_MIN HUGE_VAL INFINITY INT16_MAX INT16_MIN INT32_MAX INT32_MIN INT64_MAX INT64_MIN \
    INT8_MAX INT8_MIN INT_MAX INT_MIN LLONG_MAX LLONG_MIN LONG_MAX LONG_MIN M_E M_PI NAN NULL RAND_MAX SCHAR_MAX SCHAR_MIN \
    SHRT_MAX SHRT_MIN SIZE_MAX UCHAR_MAX UINT16_MAX UINT32_MAX UINT64_MAX UINT8_MAX UINT_MAX ULLONG_MAX ULONG_MAX USHRT_MAX errno false stderr stdin \
    stdout true";

/// Headers that anybody may include.
const HEADERS: &str = "\
    assert ctype errno float inttypes limits math stdbool stddef stdint stdio stdlib string time";

/// How many arguments of a library function have a type; `None` for what may not be called.
pub(super) fn n_typed(function: &str) -> Option<usize> {
    let mut all = FUNCTIONS.split_whitespace().filter_map(|entry| entry.split_once('/'));
    all.find(|(name, _)| *name == function)?.1.parse().ok()
}

/// Whether a name needs no declaration in a program that includes its header.
pub(super) fn is_known(name: &str) -> bool {
    VALUES.split_whitespace().any(|value| value == name) || n_typed(name).is_some()
}

/// Whether a header, `stdio.h`, may be included.
pub(super) fn is_header(name: &str) -> bool {
    name.strip_suffix(".h").is_some_and(|name| HEADERS.split_whitespace().any(|header| header == name))
}
