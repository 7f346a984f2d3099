/* Part of runtime.c: what is an object in memory and what is not, and the program's own memory. */

/* The program with all of its variables. */
extern char __executable_start[], _end[];

/* Which bytes of memory are part of an object, as AddressSanitizer has it (Serebryany et al. 2012): a byte for eight, 0 when all are,
   their number when only the first are, above 127 when none is. The compiler asks before each access and marks what is around local
   and static variables; around what is allocated we do. A read behind the end of an array ends the run in each candidate, and
   finds nothing that another program has in another place. `compiler.rs` has the address. */

#define SHADOW ((byte *) 0x7fff8000)
enum { BEHIND_STATIC = 0xf9, BEHIND_BLOCK = 0xfa, FREED = 0xfd };

static int has_shadow;

static byte *shadow_of(const void *address) { return SHADOW + ((uintptr_t) address >> 3); }

/* What can be marked takes memory when it is; all else is read only, and so not counted as memory. */
static void can_mark(const void *from, const void *to)
{
    uintptr_t first = (uintptr_t) shadow_of(from) & ~(uintptr_t) 4095, last = ((uintptr_t) shadow_of(to) | 4095) + 1;
    if (mprotect((void *) first, last - first, PROT_READ | PROT_WRITE) != 0)
        _exit(1);
}

static void make_shadow(void)
{
    if (has_shadow)
        return;
    void *found = mmap(SHADOW, 1ul << 45, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (found != SHADOW)
        _exit(1);
    can_mark(__executable_start, _end);
    has_shadow = 1;
}

/* Marks an object, and all from it to the next one, which begins at a multiple of 8. */
static void mark(const byte *object, size_t size, const byte *next, byte behind)
{
    byte *at = shadow_of(object), *end = shadow_of(next);
    memset(at, 0, size / 8);
    at += size / 8;
    if (size % 8 != 0)
        *at++ = size % 8;
    if (at < end)
        memset(at, behind, (size_t) (end - at));
}

static int is_object(const byte *address)
{
    byte mark = *shadow_of(address);
    return mark == 0 || (mark < 8 && ((uintptr_t) address & 7) < mark);
}

/* What the compiler calls for each file, and instead of an access. */
struct bs__global { const byte *object; size_t size, size_with_gap; const char *name, *file; uintptr_t more[3]; };

void __asan_register_globals(const struct bs__global *all, size_t n)
{
    make_shadow();
    for (size_t i = 0; i < n; i++)
        mark(all[i].object, all[i].size, all[i].object + all[i].size_with_gap, BEHIND_STATIC);
}

void __asan_unregister_globals(const struct bs__global *all, size_t n) { (void) all, (void) n; }
void __asan_handle_no_return(void) { }

#define REPORT(n) \
    void __asan_report_load##n##_noabort(void *at) { (void) at; __builtin_trap(); } \
    void __asan_report_store##n##_noabort(void *at) { (void) at; __builtin_trap(); }
REPORT(1) REPORT(2) REPORT(4) REPORT(8) REPORT(16)
void __asan_report_load_n_noabort(void *at, size_t n) { (void) at, (void) n; __builtin_trap(); }
void __asan_report_store_n_noabort(void *at, size_t n) { (void) at, (void) n; __builtin_trap(); }

/* The same for what the library does with memory of the program. */

static void need(const void *from, size_t n)
{
    const byte *at = from, *end = at + n;
    if (!has_shadow || n == 0)
        return;
    /* A length that nothing has initialised would lead round all of memory, and back to the object. */
    if (n > PTRDIFF_MAX || (uintptr_t) at > UINTPTR_MAX - n)
        __builtin_trap();
    for (; at < end; at = (const byte *) (((uintptr_t) at & ~(uintptr_t) 7) + 8))
        if (!is_object(at))
            __builtin_trap();
    if (!is_object(end - 1))
        __builtin_trap();
}

/* Length of a text of which no more than `most` bytes are read. */
static size_t length(const char *text, size_t most)
{
    size_t n = 0;
    while (n < most) {
        if (has_shadow && !is_object((const byte *) text + n))
            __builtin_trap();
        if (text[n] == 0)
            break;
        n++;
    }
    return n;
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

#define REAL(type, name, ...) extern type __real_##name(__VA_ARGS__); type __wrap_##name(__VA_ARGS__)

REAL(void *, memcpy, void *to, const void *from, size_t n) { need(to, n), need(from, n); return __real_memcpy(to, from, n); }
REAL(void *, memmove, void *to, const void *from, size_t n) { need(to, n), need(from, n); return __real_memmove(to, from, n); }
REAL(void *, memset, void *to, int with, size_t n) { need(to, n); return __real_memset(to, with, n); }
REAL(int, memcmp, const void *a, const void *b, size_t n) { need(a, n), need(b, n); return __real_memcmp(a, b, n); }
REAL(size_t, strlen, const char *text) { return length(text, SIZE_MAX); }
REAL(char *, strchr, const char *text, int c) { length(text, SIZE_MAX); return __real_strchr(text, c); }
REAL(char *, strrchr, const char *text, int c) { length(text, SIZE_MAX); return __real_strrchr(text, c); }
REAL(char *, strstr, const char *a, const char *b) { length(a, SIZE_MAX), length(b, SIZE_MAX); return __real_strstr(a, b); }
REAL(int, strcmp, const char *a, const char *b) { length(a, length(b, SIZE_MAX) + 1); return __real_strcmp(a, b); }
REAL(int, strncmp, const char *a, const char *b, size_t n) { length(a, smaller(n, length(b, n) + 1)); return __real_strncmp(a, b, n); }
REAL(char *, strcpy, char *to, const char *from) { need(to, length(from, SIZE_MAX) + 1); return __real_strcpy(to, from); }
REAL(char *, strncpy, char *to, const char *from, size_t n) { length(from, n), need(to, n); return __real_strncpy(to, from, n); }
REAL(char *, strcat, char *to, const char *from)
{
    need(to + length(to, SIZE_MAX), length(from, SIZE_MAX) + 1);
    return __real_strcat(to, from);
}
REAL(char *, strncat, char *to, const char *from, size_t n)
{
    need(to + length(to, SIZE_MAX), length(from, n) + 1);
    return __real_strncat(to, from, n);
}
REAL(int, atoi, const char *text) { length(text, SIZE_MAX); return __real_atoi(text); }
REAL(long, atol, const char *text) { length(text, SIZE_MAX); return __real_atol(text); }
REAL(double, atof, const char *text) { length(text, SIZE_MAX); return __real_atof(text); }
REAL(long, strtol, const char *text, char **end, int base) { length(text, SIZE_MAX); return __real_strtol(text, end, base); }
REAL(double, strtod, const char *text, char **end) { length(text, SIZE_MAX); return __real_strtod(text, end); }
REAL(char *, fgets, char *to, int n, FILE *from)
{
    char *found = __real_fgets(to, n, from);
    if (found != NULL)
        need(to, length(to, SIZE_MAX) + 1);
    return found;
}
int __wrap_sprintf(char *to, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    need(to, n < 0 ? 0 : (size_t) n + 1);
    n = vsprintf(to, format, again);
    va_end(again);
    va_end(args);
    return n;
}
int __wrap_snprintf(char *to, size_t most, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    need(to, n < 0 ? 0 : smaller(most, (size_t) n + 1));
    n = vsnprintf(to, most, format, again);
    va_end(again);
    va_end(args);
    return n;
}

/* Memory of the program: never used again, filled with the pattern before and after. */

/* Between one block and the next. */
#define GAP 64
/* On both sides of all blocks, and so below the stack, nothing can be read: an index that nothing has initialised leads there, and not
   to memory of ours. */
#define AROUND (1ul << 30)

static size_t *size_of(const void *block) { return (size_t *) block - 2; }

/* Whether it is in use no more. */
static size_t *freed(const void *block) { return (size_t *) block - 1; }

/* Starts of all blocks, ascending. */
static byte **blocks;
static size_t n_blocks;

static int is_ours(void *block) { return (byte *) block > arena && (byte *) block < arena_next; }

static void *more_memory(size_t size)
{
    void *found = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED)
        _exit(1);
    return found;
}

/* Linked statically, the library asks for memory here, too, and before anything else is ready. */
static void make_arena(void)
{
    make_shadow();
    byte *around = mmap(NULL, ARENA + 2 * AROUND, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (around == MAP_FAILED || mprotect(around + AROUND, ARENA, PROT_READ | PROT_WRITE) != 0)
        _exit(1);
    arena = arena_next = around + AROUND;
    can_mark(arena, arena + ARENA);
    blocks = more_memory(ARENA / GAP * sizeof *blocks);
}

void *__wrap_malloc(size_t size)
{
    if (arena == NULL)
        make_arena();
    if (size > ARENA || (size_t) (arena + ARENA - arena_next) < size + 2 * GAP)
        return NULL;
    byte *block = arena_next + GAP;
    *size_of(block) = size;
    *freed(block) = 0;
    blocks[n_blocks++] = block;
    arena_next = (byte *) (((uintptr_t) block + size + 15) & ~(uintptr_t) 15);
    mark(block, size, arena_next + GAP, BEHIND_BLOCK);
    memset(block, PATTERN, size);
    return block;
}

void *__wrap_calloc(size_t n, size_t size)
{
    size_t all;
    if (__builtin_mul_overflow(n, size, &all))
        return NULL;
    void *block = __wrap_malloc(all);
    return block == NULL ? NULL : memset(block, 0, all);
}

void __wrap_free(void *block)
{
    if (block != NULL && is_ours(block)) {
        if (*freed(block))
            __builtin_trap();
        memset(block, PATTERN, *size_of(block));
        memset(shadow_of(block), FREED, (*size_of(block) + 7) / 8);
        *freed(block) = 1;
    }
}

void *__wrap_realloc(void *block, size_t size)
{
    void *other = __wrap_malloc(size);
    if (other != NULL && block != NULL && is_ours(block)) {
        size_t old = *size_of(block);
        memcpy(other, block, old < size ? old : size);
        __wrap_free(block);
    }
    return other;
}
