/* Part of runtime.c: many runs in one process, one after the other.

   A process for each run costs many times what most runs do. A program that names nothing but what `library.rs` has changes memory,
   and nothing else that the next run would find. So a child makes as many runs as a request asks for, and puts memory back behind
   each: the variables of program, library and thread, the stack, what was allocated, and which bytes are objects. What ends the
   child is run again, with a process for each run. */

/* Bytes of the stack that lie between our functions and those of the program. */
#define BETWEEN 8192
#define PAGE 4096u
/* Of the stack, and of what can be allocated, so much is cleared by us; what most runs do not touch, by the system. */
#define NEAR (64u << 10)
#define MAX_ROW_REPLY (64u << 20)

/* Memory as it was before the first run. */
struct kept {
    byte *from;
    size_t size;
    byte *copy;
};

/* How far a child has come, in memory of both. */
struct row {
    uint64_t n_done;
    uint64_t n_bytes;
    uint64_t n_reply;
};

/* Where the variables of program and library begin, and ours. */
extern char __data_start[] __attribute__((weak)), __start_bs__own[], __stop_bs__own[];

static struct row *row;
static byte *row_reply;
static int can_row;
/* Bytes that the stack may have; where it ends before, there is other memory. */
static size_t stack_size;

/* Where a run of a child goes on when it ends. */
static OWN void *behind_run[5];
static OWN struct kept kept[8];
static OWN int n_kept;
/* The program's part of the stack ends here, and what it allocates begins there. */
static OWN byte *own_stack, *own_arena;

static void keep(byte *from, byte *to)
{
    if (from >= to)
        return;
    struct kept *k = &kept[n_kept++];
    k->from = from;
    k->size = (size_t) (to - from);
    k->copy = more_memory(k->size);
    __real_memcpy(k->copy, from, k->size);
}

/* The variables of a thread lie below its pointer. */
static size_t thread_size(void)
{
    const ElfW(Phdr) *header = (const void *) getauxval(AT_PHDR);
    for (size_t n = getauxval(AT_PHNUM); n > 0; n--, header++)
        if (header->p_type == PT_TLS)
            return (header->p_memsz + header->p_align - 1) & ~(header->p_align - 1);
    return 0;
}

static void keep_all(void)
{
    byte *from = (byte *) __data_start, *to = (byte *) _end, *thread = __builtin_thread_pointer();
    byte *own = (byte *) __start_bs__own, *behind_own = (byte *) __stop_bs__own;
    n_kept = 0;
    own_arena = arena_next;
    if (own >= from && behind_own <= to) {
        keep(from, own);
        from = behind_own;
    }
    keep(from, to);
    keep(thread - thread_size(), thread);
    keep(arena, own_arena);
    keep(shadow_of(arena), shadow_of(own_arena));
}

/* All of some memory, from whole pages on: a stray index may have led anywhere in it. */
static void clear(byte *from, byte *to)
{
    uintptr_t first = ((uintptr_t) from + PAGE - 1) & ~(uintptr_t) (PAGE - 1), last = (uintptr_t) to & ~(uintptr_t) (PAGE - 1);
    if (first >= last || (madvise((void *) first, last - first, MADV_DONTNEED) != 0 && errno != ENOMEM)) {
        __real_memset(from, 0, (size_t) (to - from));
        return;
    }
    __real_memset(from, 0, first - (uintptr_t) from);
    __real_memset((void *) last, 0, (uintptr_t) to - last);
}

static void clear_arena(void)
{
    byte *far = own_arena + NEAR, *end = arena + ARENA, *used = arena_next + GAP;
    if (far >= end)
        far = own_arena;
    __real_memset(own_arena, 0, (size_t) (far - own_arena));
    clear(far, end);
    __real_memset(shadow_of(own_arena), 0, (size_t) (shadow_of(used) - shadow_of(own_arena)) + 1);
}

static void clear_stack(void)
{
    /* A whole page, since a touch of the next one below would be one too many. */
    byte *lowest = (byte *) (((uintptr_t) stack_end - stack_size + 2 * PAGE) & ~(uintptr_t) (PAGE - 1));
    byte *far = own_stack - NEAR;
    __real_memset(far, 0, NEAR);
    /* What lies below is no memory yet, as a rule. */
    clear(lowest, far);
    clear(shadow_of(lowest), shadow_of(own_stack));
}

static void put_back(void)
{
    clear_stack();
    clear_arena();
    for (const struct kept *k = kept; k < kept + n_kept; k++) {
        for (size_t at = 0; at < k->size; at += PAGE) {
            size_t n = smaller(PAGE, k->size - at);
            if (__real_memcmp(k->from + at, k->copy + at, n) != 0)
                __real_memcpy(k->from + at, k->copy + at, n);
        }
    }
}

static void leave(void)
{
    if (is_row)
        __builtin_longjmp(behind_run, 1);
    _exit(0);
}

static void run_here(void);

/* What puts memory back has its own part of the stack, which the program does not get to see. */
static __attribute__((noinline)) void run_below(void)
{
    volatile byte between[BETWEEN];
    between[0] = 0;
    own_stack = (byte *) between;
    run_here();
    between[BETWEEN - 1] = 0;
}

static __attribute__((noinline)) void run_in_row(void)
{
    if (!__builtin_setjmp(behind_run))
        run_below();
}

/* A run, and everything as before. */
static void run_and_put_back(void)
{
    struct rusage used;
    struct rlimit cpu;
    getrusage(RUSAGE_SELF, &used);
    getrlimit(RLIMIT_CPU, &cpu);
    /* What may at most be had could not be raised again. */
    cpu.rlim_cur = (rlim_t) (used.ru_utime.tv_sec + used.ru_stime.tv_sec) + MAX_RUN_S;
    setrlimit(RLIMIT_CPU, &cpu);
    is_running = 1;
    run_in_row();
    is_running = 0;
    put_back();
}

/* Does a piece of work for each of `n` parts of a request, which begin at `at`. */
static void for_each(uint64_t n, const byte *at, void (*work)(const byte **at))
{
    while (n > 0) {
        row->n_done = row->n_bytes = row->n_reply = 0;
        pid_t child = can_row ? fork() : -1;
        if (child == 0) {
            const byte *begin = at;
            is_row = 1;
            reply = row_reply;
            n_reply = 0;
            max_reply = MAX_ROW_REPLY;
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            keep_all();
            for (uint64_t done = 1; done <= n; done++) {
                work(&at);
                row->n_bytes = (uint64_t) (at - begin);
                row->n_reply = n_reply;
                row->n_done = done;
            }
            _exit(0);
        }
        int status;
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        n -= row->n_done;
        at += row->n_bytes;
        put(row_reply, row->n_reply);
        if (n > 0) {
            work(&at);
            n--;
        }
    }
}
