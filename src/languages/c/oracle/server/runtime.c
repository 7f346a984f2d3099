/* Runs a C program in forked children, and tells what the criterion did. Each run has a child of its own; called with an argument, runs
   of one request share one (rows.h).

   src/oracle/protocol.rs describes requests and answers: 2 inputs, 3 judge, 6 observe, 7 probe.

   An input is fuel:64, arguments:32, each with length:32; length:32 and bytes of the standard input; length:32 and the outcomes
   of conditions that a program may have which lacks them; number:32 of the one that always goes one way, or 0, way:8. Inputs that candidates are judged on (2) have behind them rule:8,
   values:32, length:32 and the values. Observed (6) is n:32, n inputs, run with nothing deleted; the answer is for each an
   observation, length:32 and the values, length:32 and the outcomes that were told. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef unsigned char byte;

enum { RETURNED, CRASHED, OUT_OF_FUEL, DIFFERENT, SAME, RUNNING };

/* What comes behind the values of the original: nothing that matters, whatever it is and then an end, the end. */
enum { PREFIX, PREFIX_AND_END, STRICT };

/* Values of one run take no more than this. */
#define MAX_VALUES (32u << 20)
#define MAX_OUTCOMES (64u << 20)
#define MAX_DRIVEN 4096u
/* Most loops whose condition is always true are endless: so many times less fuel. */
#define TURNED_FUEL 5
/* Memory that the program can allocate. */
#define ARENA (256u << 20)
#define STACK (256u << 20)
/* Seconds of a processor for one run, which no program of a suite needs. */
#define MAX_RUN_S 20
/* What is not written yet: no address that can be read, no number that a program counts on. */
#define PATTERN 0xFE

/* What outlives a run that shares its process with others. */
#define OWN __attribute__((section("bs__own")))

extern const unsigned bs__n;
extern int bs__main();
/* Of each file of the program that has some. */
extern void (*const __start_bs__entries[])(void) __attribute__((weak));
extern void (*const __stop_bs__entries[])(void) __attribute__((weak));

int bs__sliced = (int) 0xFEFEFEFE;
OWN byte bs__deleted[65536];
byte *bs__seen;
unsigned long long bs__ticks, bs__fuel;
unsigned bs__point;

struct input {
    uint64_t fuel;
    uint32_t n_args;
    const byte *args;
    uint32_t n_arg_bytes;
    uint32_t n_stdin;
    const byte *stdin_bytes;
    const byte *outcomes;
    uint32_t n_outcomes;
    uint32_t turned;
    int way;
    int rule;
    uint32_t n_values;
    uint32_t n_expected;
    const byte *expected;
};

struct result {
    volatile int end;
    volatile int signal;
    volatile uint32_t n_values;
    volatile uint32_t n_bytes;
    volatile uint32_t n_outcomes;
    volatile uint32_t differs;
    volatile uint32_t n_driven;
    volatile int has_overrun;
    volatile uint64_t ticks;
    /* Conditions that are gone and were asked. */
    volatile uint32_t driven[MAX_DRIVEN];
};

static struct result *result;
static byte *values, *outcomes;
static OWN const struct input *running;
/* The condition that always goes one way where it is gone; 0 for none. All others go as in the original. */
static OWN uint32_t turned;
static OWN int way;
static OWN int is_judging;
/* In a child that makes many runs, and while one of them goes on. */
static OWN int is_row;
static OWN volatile int is_running;
static byte *arena, *arena_next;
static int in, out;

static int has_all(void) { return is_judging && result->n_values == running->n_values; }

/* An outcome is the number of its condition and its value. */
struct outcome {
    uint32_t number;
    int32_t unused;
    int64_t value;
};

/* Behind the last outcome that was had of each condition, and whether any was. */
static uint32_t *behind;
static byte *is_asked;

static int next_outcome(unsigned number, uint32_t *at, int64_t *value);

/* Whether all conditions but the one that always goes one way were asked as often as in the original: otherwise their outcomes are
   those of other times. */
static int is_alike(void)
{
    int64_t value;
    for (uint32_t i = 0; i < result->n_driven; i++) {
        uint32_t number = result->driven[i];
        if (number != turned && next_outcome(number, &behind[number & 65535], &value))
            return 0;
    }
    return !result->has_overrun;
}

/* Ends a run. */
static void leave(void);

static void finish(int end)
{
    if (turned > 0 && !is_alike())
        end = OUT_OF_FUEL;
    if (has_all() && ((end == RETURNED && running->rule != PREFIX) || (end == CRASHED && running->rule == PREFIX_AND_END)))
        end = SAME;
    /* Where the criterion is visited less or more often, nothing is asked for. */
    if (is_judging && turned > 0)
        end = end != OUT_OF_FUEL && end != SAME && result->differs > 0 && has_all() ? DIFFERENT : SAME;
    result->end = end;
    result->ticks = bs__ticks;
    leave();
}

void bs__out_of_fuel(void) { finish(OUT_OF_FUEL); }

/* FNV-1a of values. */
static uint64_t hash(const byte *bytes, uint32_t n)
{
    uint64_t found = 0xcbf29ce484222325u;
    while (n-- > 0)
        found = (found ^ *bytes++) * 0x100000001b3u;
    return found;
}

static void see(const void *bytes, uint32_t n)
{
    uint32_t at = result->n_bytes;
    if (has_all() && running->rule == PREFIX_AND_END)
        return;
    if (is_judging && turned > 0) {
        if (has_all())
            finish(SAME);
        uint32_t size;
        memcpy(&size, running->expected + at, 4);
        result->n_values++;
        if (result->differs == 0 && (size != n || memcmp(running->expected + at + 4, bytes, n) != 0))
            result->differs = result->n_values;
        result->n_bytes = at + 4 + size;
        return;
    }
    if (is_judging) {
        if (at + 4 + n > running->n_expected || memcmp(running->expected + at, &n, 4) != 0
            || memcmp(running->expected + at + 4, bytes, n) != 0)
            finish(DIFFERENT);
    } else {
        /* A point with a number has number:32 and ticks:64 before its value. */
        uint32_t before = bs__point > 0 ? 12 : 0;
        if (n > MAX_VALUES || at + 4 + before + n > MAX_VALUES)
            finish(OUT_OF_FUEL);
        if (before > 0) {
            memcpy(values + at + 4, &bs__point, 4);
            memcpy(values + at + 8, &bs__ticks, 8);
        }
        memcpy(values + at + 4 + before, bytes, n);
        n += before;
        memcpy(values + at, &n, 4);
    }
    result->n_bytes = at + 4 + n;
    result->n_values++;
    if (has_all() && running->rule == PREFIX)
        finish(SAME);
}

void bs__see_i(long long value) { see(&value, sizeof value); }

void bs__see_d(double value)
{
    if (value != value)
        value = __builtin_nan("");
    see(&value, sizeof value);
}

void bs__see_s(const void *text)
{
    if (text == NULL)
        see("", 0);
    else
        see(text, (uint32_t) strlen(text) + 1);
}

void bs__fill(const void *object, unsigned long size, int with) { memset((void *) object, with, size); }

#include "memory.h"
#include "values.h"

/* The clock of the program: it begins when the input says, in the 68 years from 1970, and goes on with each look at it. */

static uint64_t clock_begin, clock_looks, clock_passed;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static void begin_clock(const struct input *input)
{
    clock_begin = mixed(hash(input->args, input->n_arg_bytes)) ^ hash(input->stdin_bytes, input->n_stdin);
    clock_looks = clock_passed = 0;
}

/* From 1 microsecond to half a second. */
static void look(void)
{
    uint64_t chance = mixed(clock_begin + ++clock_looks);
    clock_passed += 1 + (chance & ((1u << (4 + (chance >> 60))) - 1));
}

time_t __wrap_time(time_t *there)
{
    look();
    time_t now = (time_t) ((clock_begin >> 33) + (clock_begin % 1000000 + clock_passed) / 1000000);
    if (there != NULL)
        *there = now;
    return now;
}

clock_t __wrap_clock(void)
{
    look();
    return (clock_t) clock_passed;
}

void __wrap_exit(int code)
{
    (void) code;
    finish(RETURNED);
}

/* Visits of the criterion's statement that are not over, the innermost last. */
#define MAX_VISITS 4096
static void *(*visits)[5];
static int n_visits;

void **bs__enter(void)
{
    if (n_visits == MAX_VISITS)
        finish(OUT_OF_FUEL);
    return visits[n_visits++];
}

void bs__leave(void) { n_visits--; }

static void crashed(int signal)
{
    if (is_row && !is_running)
        _exit(1);
    if (is_judging && n_visits > 0)
        __builtin_longjmp(visits[n_visits - 1], 1);
    result->signal = signal;
    finish(CRASHED);
}

static void catch_signals(void)
{
    static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT };
    enum { SIZE = 32768 };
    stack_t other = { .ss_sp = more_memory(SIZE), .ss_size = SIZE };
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action = { .sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_NODEFER };
        sigaction(signals[i], &action, NULL);
    }
}

long long bs__told(unsigned number, long long value)
{
    struct outcome told = { number, 0, value };
    if (is_judging)
        return value;
    if (result->n_outcomes + sizeof told > MAX_OUTCOMES)
        finish(OUT_OF_FUEL);
    memcpy(outcomes + result->n_outcomes, &told, sizeof told);
    result->n_outcomes += sizeof told;
    return value;
}

/* The next outcome of a condition from a place on, which goes behind it. */
static int next_outcome(unsigned number, uint32_t *at, int64_t *value)
{
    while (*at < running->n_outcomes) {
        struct outcome told;
        memcpy(&told, running->outcomes + *at, sizeof told);
        *at += sizeof told;
        if (told.number == number) {
            *value = told.value;
            return 1;
        }
    }
    return 0;
}

static long long driven(unsigned number, int is_value)
{
    int64_t value = 0;
    uint32_t first = 0;
    if (++bs__ticks > bs__fuel)
        bs__out_of_fuel();
    if (!is_asked[number & 65535]++ && result->n_driven < MAX_DRIVEN)
        result->driven[result->n_driven++] = number;
    is_asked[number & 65535] = 1;
    int is_there = next_outcome(number, &behind[number & 65535], &value);
    if (turned != number && !is_there) {
        if (turned == 0)
            finish(CRASHED);
        result->has_overrun = 1;
        return 0;
    }
    if (turned != number)
        return value;
    /* The first case that was taken, or one that nobody has. */
    if (is_value)
        return way && next_outcome(number, &first, &value) ? value : INT32_MAX;
    return way;
}

long long bs__driven(unsigned number) { return driven(number, 0); }

long long bs__driven_value(unsigned number) { return driven(number, 1); }

static uint64_t number(const byte **at, int n)
{
    uint64_t found = 0;
    while (n-- > 0)
        found = found << 8 | *(*at)++;
    return found;
}

/* Arguments end with NULL. */
static int make_args(const struct input *input, char ***found)
{
    uint32_t n = input->n_args + 1;
    char **argv = __wrap_malloc((n + 1) * sizeof *argv);
    if (argv == NULL)
        finish(CRASHED);
    argv[0] = strcpy(__wrap_malloc(8), "program");
    const byte *at = input->args;
    for (uint32_t i = 1; i < n; i++) {
        size_t size = number(&at, 4);
        argv[i] = __wrap_malloc(size + 1);
        if (argv[i] == NULL)
            finish(CRASHED);
        memcpy(argv[i], at, size);
        argv[i][size] = 0;
        at += size;
    }
    argv[n] = NULL;
    *found = argv;
    return (int) n;
}

static void run_here(void)
{
    errno = 0;
    if (running->n_stdin > 0)
        stdin = fmemopen((void *) running->stdin_bytes, running->n_stdin, "r");
    char **argv;
    int argc = make_args(running, &argv);
    begin_clock(running);
    bs__ticks = 0;
    bs__fuel = turned > 0 ? running->fuel / TURNED_FUEL : running->fuel;
    for (void (*const *entry)(void) = __start_bs__entries; entry < __stop_bs__entries; entry++)
        (*entry)();
    bs__main(argc, argv);
    finish(RETURNED);
}

/* Frames. */

static OWN byte *reply;
static OWN size_t n_reply, max_reply;

static void put(const void *bytes, size_t n)
{
    if (n_reply + n > max_reply) {
        if (is_row)
            _exit(1);
        size_t more = (n_reply + n) * 2 + 4096;
        byte *other = mmap(NULL, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (other == MAP_FAILED)
            _exit(1);
        if (reply != NULL) {
            memcpy(other, reply, n_reply);
            munmap(reply, max_reply);
        }
        reply = other;
        max_reply = more;
    }
    memcpy(reply + n_reply, bytes, n);
    n_reply += n;
}

#include "rows.h"

/* One run; how it ended is in `result`. */
static void run(const struct input *input)
{
    running = input;
    if (is_row && result->n_driven > 0) {
        __real_memset(behind, 0, 65536 * sizeof *behind);
        __real_memset(is_asked, 0, 65536);
    }
    __real_memset(result, 0, offsetof(struct result, driven));
    result->end = RUNNING;
    __real_memset(bs__seen, 0, bs__n + 1);
    if (is_judging && input->n_values == 0 && input->rule == PREFIX) {
        result->end = SAME;
        return;
    }
    if (is_row) {
        run_and_put_back();
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        struct rlimit cpu = { MAX_RUN_S, MAX_RUN_S };
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setrlimit(RLIMIT_CPU, &cpu);
        run_here();
    }
    int status;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    /* Without a word it was ended from outside, after a time that no program of a suite needs. */
    if (result->end == RUNNING)
        result->end = is_judging && turned > 0 ? SAME : OUT_OF_FUEL;
}

static void put_number(uint64_t value, int n)
{
    byte bytes[8];
    for (int i = 0; i < n; i++)
        bytes[i] = (byte) (value >> 8 * (n - 1 - i));
    put(bytes, (size_t) n);
}

static void put_block(const void *bytes, uint32_t n)
{
    put_number(n, 4);
    put(bytes, n);
}

/* A bit for each switch. */
static void put_bits(const byte *all)
{
    for (uint32_t first = 1; first <= bs__n; first += 8) {
        byte bits = 0;
        for (uint32_t s = first; s < first + 8 && s <= bs__n; s++)
            bits |= (byte) ((all[s] != 0) << (7 - (s - first)));
        put(&bits, 1);
    }
}

static int read_all(byte *to, size_t n)
{
    while (n > 0) {
        ssize_t got = read(in, to, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        to += got;
        n -= (size_t) got;
    }
    return 1;
}

static void send_reply(void)
{
    byte head[4] = { (byte) (n_reply >> 24), (byte) (n_reply >> 16), (byte) (n_reply >> 8), (byte) n_reply };
    size_t done = 0;
    if (write(out, head, 4) != 4)
        _exit(1);
    while (done < n_reply) {
        ssize_t n = write(out, reply + done, n_reply - done);
        if (n < 0 && errno != EINTR)
            _exit(1);
        done += n > 0 ? (size_t) n : 0;
    }
    n_reply = 0;
}

static struct input parse_input(const byte **at)
{
    struct input input = { 0 };
    input.fuel = number(at, 8);
    input.n_args = (uint32_t) number(at, 4);
    input.args = *at;
    for (uint32_t i = 0; i < input.n_args; i++) {
        uint64_t size = number(at, 4);
        *at += size;
    }
    input.n_arg_bytes = (uint32_t) (*at - input.args);
    input.n_stdin = (uint32_t) number(at, 4);
    input.stdin_bytes = *at;
    *at += input.n_stdin;
    input.n_outcomes = (uint32_t) number(at, 4);
    input.outcomes = *at;
    *at += input.n_outcomes;
    input.turned = (uint32_t) number(at, 4);
    input.way = (int) number(at, 1);
    return input;
}

static const char *signal_name(int signal)
{
    static char other[32];
    switch (signal) {
    case 0: return "no further outcome";
    case SIGILL: return "undefined behaviour";
    case SIGABRT: return "SIGABRT";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGSEGV: return "SIGSEGV";
    }
    snprintf(other, sizeof other, "signal %d", signal);
    return other;
}

static void observe_one(const byte **at)
{
    struct input input = parse_input(at);
    turned = input.turned;
    way = input.way;
    run(&input);
    turned = 0;
    const char *name = result->end == CRASHED ? signal_name(result->signal) : "";
    put_number((uint64_t) result->end, 1);
    put_block(name, (uint32_t) strlen(name));
    put_number(result->n_values, 4);
    put_number(hash(values, result->n_bytes), 8);
    put_number(result->ticks, 8);
    put_bits(bs__seen);
    put_block(values, result->n_bytes);
    put_block(outcomes, result->n_outcomes);
}

static void observe(const byte *at)
{
    uint64_t n = number(&at, 4);
    is_judging = 0;
    memset(bs__deleted, 0, sizeof bs__deleted);
    for_each(n, at, observe_one);
}

#define MAX_INPUTS 65535
static struct input *inputs;
static uint32_t n_inputs;

static struct input parse_known(const byte **at)
{
    struct input input = parse_input(at);
    input.rule = (int) number(at, 1);
    input.n_values = (uint32_t) number(at, 4);
    input.n_expected = (uint32_t) number(at, 4);
    input.expected = *at;
    *at += input.n_expected;
    return input;
}

/* The frame stays where it is: inputs point into it. */
static void add(const byte *at)
{
    uint64_t n = number(&at, 4);
    while (n-- > 0 && n_inputs < MAX_INPUTS)
        inputs[n_inputs++] = parse_known(&at);
}

static void delete(const byte **at)
{
    memset(bs__deleted, 0, bs__n + 1);
    for (uint64_t n = number(at, 2); n > 0; n--) {
        uint64_t which = number(at, 2);
        bs__deleted[which] = (byte) number(at, 1);
    }
}

/* The runs of an input: one, and for each condition that is gone and was asked two in which it always goes one way, up to the first
   that does not behave. What a run asked for is added to `all`; of one that does not behave it is alone there. */
static int run_turns(const struct input *input, byte *all, uint32_t *position)
{
    static OWN uint32_t asked[MAX_DRIVEN];
    uint32_t n_asked = 0;
    int end = SAME;
    uint64_t ticks = 0;
    for (uint32_t i = 0; end == SAME && i <= 2 * n_asked; i++) {
        turned = i > 0 ? asked[(i - 1) / 2] : 0;
        way = i % 2;
        run(input);
        end = result->end;
        ticks += result->ticks;
        *position = turned > 0 ? result->differs - 1 : result->n_values;
        if (i == 0) {
            n_asked = result->n_driven;
            for (uint32_t k = 0; k < n_asked; k++)
                asked[k] = result->driven[k];
        }
        if (all != NULL && end != SAME)
            memset(all, 0, bs__n + 1);
        for (uint32_t s = 0; all != NULL && s <= bs__n; s++)
            all[s] |= bs__seen[s];
    }
    turned = 0;
    result->ticks = ticks;
    return end;
}

static void refute_one(const byte **at)
{
    struct input input = parse_known(at);
    uint32_t position;
    put_number(run_turns(&input, NULL, &position) != SAME, 1);
}

/* One byte for each input that is not kept: 1 where the candidate does not behave. */
static void refute(const byte *at)
{
    is_judging = 1;
    delete(&at);
    uint64_t n = number(&at, 4);
    for_each(n, at, refute_one);
}

/* What the runs of a candidate asked for; NULL where nobody wants to know. */
static OWN byte *consulted;

static void judge_one(const byte **at)
{
    uint64_t ticks = 0;
    uint32_t idx = 0, position = 0;
    int code = 0;
    if (consulted != NULL)
        memset(consulted, 0, bs__n + 1);
    delete(at);
    for (uint32_t i = 0; i < n_inputs && code == 0; i++) {
        uint32_t where;
        int end = run_turns(&inputs[i], consulted, &where);
        ticks += result->ticks;
        if (end != SAME) {
            code = end == OUT_OF_FUEL ? 2 : 1;
            idx = i;
            position = where;
        }
    }
    put_number((uint64_t) code, 1);
    put_number(idx, 2);
    put_number(position, 4);
    put_number(ticks, 8);
    if (consulted != NULL) {
        put_number(0, 1);
        put_bits(consulted);
    }
}

static void judge(const byte *at)
{
    static byte *all;
    if (all == NULL)
        all = more_memory(65536);
    consulted = number(&at, 1) ? all : NULL;
    is_judging = 1;
    uint64_t n = number(&at, 2);
    for_each(n, at, judge_one);
}

static void *shared(size_t size)
{
    void *found = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED)
        _exit(1);
    return found;
}

/* A deep stack needs a new start: recursion is ended by fuel, not by where the stack happens to end. */
static void limit(char **argv)
{
    struct rlimit stack, none = { 0, 0 };
    getrlimit(RLIMIT_STACK, &stack);
    rlim_t wanted = stack.rlim_max < STACK ? stack.rlim_max : STACK;
    stack_size = (size_t) wanted;
    if (stack.rlim_cur != wanted) {
        stack.rlim_cur = wanted;
        if (setrlimit(RLIMIT_STACK, &stack) == 0)
            execv("/proc/self/exe", argv);
    }
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
}

int main(int argc, char **argv)
{
    limit(argv);
    stack_end = __builtin_frame_address(0);
    make_shadow();
    can_mark(stack_end - STACK, stack_end);
    in = dup(0);
    out = dup(1);
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++)
        dup2(null, fd);
    result = shared(sizeof *result);
    values = shared(MAX_VALUES);
    outcomes = shared(MAX_OUTCOMES);
    bs__seen = shared(65536);
    row = shared(sizeof *row);
    row_reply = shared(MAX_ROW_REPLY);
    behind = more_memory(65536 * sizeof *behind);
    is_asked = more_memory(65536);
    visits = more_memory(MAX_VISITS * sizeof *visits);
    inputs = more_memory(MAX_INPUTS * sizeof *inputs);
    whole = more_memory(MAX_WHOLE + 64);
    path = more_memory(MAX_DEPTH * sizeof *path);
    /* The library's own variables are ours where it is linked statically. */
    can_row = argc > 1 && __data_start != NULL && getauxval(AT_BASE) == 0;
    if (arena == NULL)
        make_arena();
    /* Children inherit what catches signals. */
    catch_signals();
    byte head[4];
    while (read_all(head, 4)) {
        size_t size = (size_t) head[0] << 24 | (size_t) head[1] << 16 | (size_t) head[2] << 8 | head[3];
        byte *frame = mmap(NULL, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (frame == MAP_FAILED || size == 0 || !read_all(frame, size))
            return 1;
        put_number(0, 1);
        switch (frame[0]) {
        case 2: add(frame + 1); break;
        case 3: judge(frame + 1); break;
        case 6: observe(frame + 1); break;
        case 7: refute(frame + 1); break;
        default: return 1;
        }
        send_reply();
        if (frame[0] != 2)
            munmap(frame, size + 1);
    }
    return 0;
}
