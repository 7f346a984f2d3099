/* Runs a program or slice of C, compiled with this file, on many inputs, each in a process of its own, and says what its
   criteria were. It is called with the kind of the text, its number, a file of inputs, which input alone (-1 for all),
   and a file with the numbers of inputs to be left out. What is printed is described in `runtimes.rs`. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_VALUES 500
#define N_BYTES (1 << 18)
#define N_ARGS 200
/* A slice may run on after its values; where it often does, less time and then no more is spent on it. */
#define N_LATE 5
#define N_TOO_LATE 40

/* The value of code that is gone: bytes of 254, as in variables that nothing initialised. */
int sliced = -16843010;

/* The same, for the result of a function that ends without one. */
long long none__(void) { return -72340172838076674; }

static struct { int n, length; char text[N_BYTES]; } *seen;

int program_main(int argc, char **argv, char **environment);

static void see_bytes(int k, const void *bytes, size_t length)
{
    if (seen->n >= N_VALUES || seen->length + 2 * length + 64 > N_BYTES)
        return;
    seen->n++;
    seen->length += sprintf(seen->text + seen->length, "\t%d=", k);
    for (size_t i = 0; i < length; i++)
        seen->length += sprintf(seen->text + seen->length, "%02x", ((const unsigned char *) bytes)[i]);
}

/* A number, a structure, or an array, of which the address is given. */
void see_number(int k, const void *at, int is_array, unsigned long size)
{
    see_bytes(k, is_array ? *(const void *const *) at : at, size);
}

void see_text(int k, const void *at, int is_array, unsigned long size)
{
    const char *text = *(const char *const *) at;

    (void) is_array, (void) size;
    see_bytes(k, text ? text : "NULL", strlen(text ? text : "NULL"));
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    void *made = __real_malloc(size);

    return made ? memset(made, 254, size) : made;
}

static char *unhex(char **at, int end)
{
    char *text = *at, *to = text, *from = text;

    for (; *from != end; from += 2) {
        char pair[3] = { from[0], from[1], 0 };
        *to++ = strtol(pair, NULL, 16);
    }
    *at = from + 1;
    *to = 0;
    return text;
}

static void run_program(char *line, int is_short)
{
    static char *args[N_ARGS + 2] = { "program" };
    struct itimerval limit = { { 0, 0 }, { is_short ? 0 : 1, is_short ? 100000 : 0 } };
    char *at = line, *semicolon = strchr(line, ';'), *stdin_text;
    int argc = 1, file = memfd_create("stdin", 0), nothing = open("/dev/null", O_WRONLY);
    size_t length = (semicolon - line) / 2;

    stdin_text = unhex(&at, ';');
    if (write(file, stdin_text, length) != (ssize_t) length)
        _exit(99);
    lseek(file, 0, SEEK_SET);
    dup2(file, 0);
    dup2(nothing, 1);
    dup2(nothing, 2);
    while (*at != '\n' && *at != 0 && argc <= N_ARGS)
        args[argc++] = unhex(&at, ',');
    setitimer(ITIMER_PROF, &limit, NULL);
    exit(program_main(argc, args, args + argc));
}

/* Everything in a file, which is closed: what ends a program would move the place that is read at. */
static char *whole(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1);
    size_t length = 0, n;

    if (file == NULL)
        exit(2);
    do {
        text = realloc(text, length + 65536 + 1);
        n = fread(text + length, 1, 65536, file);
        length += n;
    } while (n > 0);
    text[length] = 0;
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    static char skipped[1 << 16];
    int is_program, only, idx, status, n_late = 0;
    char *line, *next, *skips;

    if (argc != 6)
        return 2;
    is_program = strcmp(argv[1], "program") == 0;
    only = atoi(argv[4]);
    for (skips = whole(argv[5]); *skips; skips = strchr(skips, '\n') + 1)
        skipped[atoi(skips)] = 1;
    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    line = whole(argv[3]);
    for (idx = 0; *line; idx++, line = next) {
        next = strchr(line, '\n') + 1;
        if (skipped[idx] || (only != -1 && only != idx) || (!is_program && n_late > N_TOO_LATE))
            continue;
        seen->n = seen->length = 0;
        fflush(stdout);
        if (fork() == 0)
            run_program(line, is_program || n_late > N_LATE);
        wait(&status);
        seen->text[seen->length] = 0;
        const char *end = WIFEXITED(status) ? WEXITSTATUS(status) == 99 ? "crashed" : "done"
            : WTERMSIG(status) == SIGPROF ? "timeout" : "crashed";
        n_late += *end == 't';
        printf("%s\t%d\t%s%s\n", argv[2], idx, end, seen->text);
    }
    return 0;
}
