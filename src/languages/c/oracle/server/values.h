/* Part of runtime.c: how values with parts are written down. */

/* Values with parts, as text: `{x: 1, next: &{x: 2, next: NULL}}`. Padding is no part, nor is what lies behind the end of a
   text. A pointer is what it points to, as far as that can be read; how deep, how much and how often is limited. */

#define MAX_WHOLE (64u << 10)
#define MAX_DEPTH 4096
#define MAX_POINTERS 100000
#define MAX_OBJECT (1u << 20)

/* What does not fit is only counted in a sum. */
static char *whole;
static uint32_t n_whole;
static uint64_t beyond;
static unsigned n_followed, depth;
static struct { const void *object; void (*walker)(const void *); } *path;
static const byte *stack_end;
char bs__nothing[1];

extern const struct bs__named { const void *at; const char *name; } __start_bs__functions[] __attribute__((weak));
extern const struct bs__named __stop_bs__functions[] __attribute__((weak));

static void write_bytes(const char *bytes, size_t n)
{
    if (n_whole + n <= MAX_WHOLE) {
        memcpy(whole + n_whole, bytes, n);
        n_whole += (uint32_t) n;
    } else {
        beyond = (beyond * 0x100000001b3u) ^ hash((const byte *) bytes, (uint32_t) n);
    }
}

static void write_text(const char *text) { write_bytes(text, strlen(text)); }

void bs__whole_begin(void)
{
    n_whole = 0;
    beyond = n_followed = depth = 0;
}

void bs__whole_end(void)
{
    if (beyond != 0)
        n_whole += (uint32_t) sprintf(whole + n_whole, "... %016llx", (unsigned long long) beyond);
    see(whole, n_whole);
}

/* Commas stand between, not before the first. */
static void separate(void)
{
    if (n_whole > 0 && whole[n_whole - 1] != '{' && whole[n_whole - 1] != '[')
        write_text(", ");
}

void bs__open(void) { write_text("{"); }
void bs__close(void) { write_text("}"); }

void bs__name(const char *name)
{
    separate();
    write_text(name);
    write_text(": ");
}

/* Characters up to the first NUL, or as many as there are. */
static void write_quoted(const char *text, size_t n)
{
    char one[8];
    write_text("\"");
    for (size_t i = 0; i < n && text[i] != 0; i++) {
        byte c = (byte) text[i];
        snprintf(one, sizeof one, c == '"' || c == '\\' ? "\\%c" : c < 32 || c > 126 ? "\\x%02x" : "%c", c);
        write_text(one);
    }
    write_text("\"");
}

/* The block in use that holds an address; NULL where there is none. */
static const byte *block_of(const byte *address)
{
    size_t low = 0, high = n_blocks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (blocks[middle] <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const byte *block = low > 0 ? blocks[low - 1] : NULL;
    return block != NULL && !*freed(block) && address < block + *size_of(block) ? block : NULL;
}

/* How many bytes there are from an address to the end of the object that it is in; 0 for none. */
static size_t n_behind(const byte *address)
{
    size_t n = 0;
    int is_static = address >= (const byte *) __executable_start && address < (const byte *) _end;
    /* What a function had that has returned is gone. */
    int is_local = address >= (const byte *) __builtin_frame_address(0) && address < stack_end;
    int is_allocated = address >= arena && address < arena_next;
    if (!is_static && !is_local && !is_allocated)
        return 0;
    while (n < MAX_OBJECT && is_object(address + n))
        n += *shadow_of(address + n) == 0 ? 8 - ((uintptr_t) (address + n) & 7) : 1;
    return n;
}

static const byte *pointer_at(const void *pointer)
{
    const byte *found;
    memcpy(&found, pointer, sizeof found);
    return found;
}

int bs__points(const void *pointer) { return n_behind(pointer_at(pointer)) > 0; }

static const char *function_at(const void *address)
{
    for (const struct bs__named *f = __start_bs__functions; f < __stop_bs__functions; f++)
        if (f->at == address)
            return f->name;
    return NULL;
}

/* A pointer to something without a type that is known, or to a function. */
void bs__see_pointer(const void *object)
{
    const byte *target = pointer_at(object);
    const char *name = function_at(target);
    write_text(target == NULL ? "NULL" : name != NULL ? name : n_behind(target) > 0 ? "&?" : "?");
}

/* What malloc gave is an array of as many elements as fit. */
void bs__follow(const void *pointer, unsigned long size, void (*walker)(const void *))
{
    const byte *target = pointer_at(pointer);
    size_t n = 1, left = n_behind(target);
    char up[32];
    if (target == NULL) {
        write_text("NULL");
        return;
    }
    if (left < size) {
        write_text("?");
        return;
    }
    for (unsigned d = depth; d-- > 0;) {
        if (path[d].object == target && path[d].walker == walker) {
            sprintf(up, "^%u", depth - d);
            write_text(up);
            return;
        }
    }
    if (depth == MAX_DEPTH || ++n_followed > MAX_POINTERS) {
        write_text("...");
        return;
    }
    if (target > arena && target < arena_next && size > 0 && block_of(target) == target && left % size == 0)
        n = left / size;
    path[depth].object = target;
    path[depth++].walker = walker;
    write_text(n == 1 ? "&" : "&[");
    for (size_t i = 0; i < n; i++) {
        if (n > 1)
            separate();
        walker(target + i * size);
    }
    write_text(n == 1 ? "" : "]");
    depth--;
}

#define SCALAR(name, type, ...) \
    void bs__see_##name(const void *object) { char t[64]; type v; memcpy(&v, object, sizeof v); __VA_ARGS__; write_text(t); } \
    void bs__see_##name##_p(const void *object) { bs__follow(object, sizeof(type), bs__see_##name); } \
    void bs__see_##name##_pp(const void *object) { bs__follow(object, sizeof(void *), bs__see_##name##_p); }
#define SIGNED(name, type) SCALAR(name, type, sprintf(t, "%lld", (long long) v))
#define UNSIGNED(name, type) SCALAR(name, type, sprintf(t, "%llu", (unsigned long long) v))
#define FLOATING(name, type, how) SCALAR(name, type, if (v != v) strcpy(t, "nan"); else sprintf(t, how, v))

UNSIGNED(bool, byte) SIGNED(i8, signed char) UNSIGNED(u8, byte) SIGNED(i16, short) UNSIGNED(u16, unsigned short)
SIGNED(i32, int) UNSIGNED(u32, unsigned) SIGNED(i64, long long) UNSIGNED(u64, unsigned long long)
FLOATING(f32, float, "%.9g") FLOATING(f64, double, "%.17g") FLOATING(f80, long double, "%.21Lg")

void bs__see_char(const void *object)
{
    char t[8], c = *(const char *) object;
    snprintf(t, sizeof t, c < 32 || c > 126 ? "%d" : "'%c'", c);
    write_text(t);
}

/* A pointer to characters is a text. */
void bs__see_char_p(const void *object)
{
    const byte *target = pointer_at(object);
    size_t left = n_behind(target);
    if (target == NULL)
        write_text("NULL");
    else if (left == 0)
        write_text("?");
    else
        write_quoted((const char *) target, left);
}

void bs__see_char_pp(const void *object) { bs__follow(object, sizeof(char *), bs__see_char_p); }

/* An object, or an array of some dimensions. */
void bs__part(const void *object, const unsigned long *sizes, int n_dimensions, void (*walker)(const void *))
{
    if (n_dimensions == 0) {
        walker(object);
        return;
    }
    if (n_dimensions == 1 && walker == bs__see_char) {
        write_quoted(object, sizes[0]);
        return;
    }
    write_text("[");
    for (unsigned long at = 0; sizes[1] > 0 && at + sizes[1] <= sizes[0]; at += sizes[1]) {
        separate();
        bs__part((const byte *) object + at, sizes + 1, n_dimensions - 1, walker);
    }
    write_text("]");
}
