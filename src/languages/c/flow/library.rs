//! What functions of C's library do with their arguments.

use crate::flow::{FlowDepth, FlowEffect, FlowShape, VarId};

/// Looks at nothing inside of its arguments.
pub(super) fn shallow() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Nothing, ..FlowEffect::plain() }
}

/// A number from numbers, or a pointer into what one of these arguments points into.
pub(super) fn moved(pointers: &[usize]) -> FlowEffect {
    let wholes = pointers.iter().map(|&idx| FlowShape::Whole(idx));
    FlowEffect { result: wholes.chain([FlowShape::Plain]).collect(), ..shallow() }
}

/// Looks at what its arguments point to.
fn looking() -> FlowEffect {
    FlowEffect { reads: FlowDepth::Elements, ..FlowEffect::plain() }
}

/// Variables for what is outside of the program.
#[derive(Clone, Copy)]
pub(super) struct LibraryState {
    /// Files, the clock, random numbers.
    pub(super) world: VarId,
    pub(super) errno: Option<VarId>,
}

/// What a library function does.
pub(super) struct LibraryCall {
    pub(super) effect: FlowEffect,
    pub(super) returns: Returned,
}

/// What a library function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returned {
    Number,
    Text,
    /// A pointer to anything.
    Pointer,
    Nothing,
}

/// Whether a function makes new memory, whose type is what it is taken for.
pub(super) fn allocates(name: &str) -> bool {
    matches!(name, "malloc" | "calloc" | "realloc" | "aligned_alloc" | "alloca" | "reallocarray")
}

/// Whether a function ends the program.
pub(super) fn ends(name: &str) -> bool {
    matches!(name, "exit" | "abort" | "_Exit" | "quick_exit" | "_exit" | "__builtin_unreachable")
}

/// Functions of numbers alone.
const NUMBERS: &str = "\
    abs labs llabs acos asin atan atan2 cbrt ceil cos cosh difftime div ldiv exp exp2 expm1 fabs fdim floor fma fmax fmin \
    fmod hypot ldexp log log10 log1p log2 lround llround lrint nearbyint pow remainder rint round sin sinh sqrt tan tanh trunc \
    isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper \
    isnan isinf isfinite signbit fabsf sqrtf powf floorf ceilf fmodf copysign sinf cosf tanf roundf truncf logf expf free \
    assert static_assert offsetof";

/// Functions that look at texts, or at memory.
const LOOKING: &str = "\
    strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll strspn strcspn memcmp atoi atol atoll atof";

/// Functions that write only, to a stream or where a program shows what it has to say.
const WRITING: &str = "\
    printf vprintf puts putchar perror fprintf vfprintf dprintf fputs putc fputc fwrite fflush fclose setvbuf setbuf setlocale";

/// Functions that let a program read what it shows.
const REDIRECTING: &[&str] = &["freopen", "dup2", "dup", "pipe", "popen", "forkpty", "openpty"];

/// Functions that use what is outside of the program, and change it.
const OUTSIDE: &str = "\
    getchar getc fgetc ungetc rand srand random srandom time clock feof ferror rewind ftell fseek clearerr remove rename \
    drand48 lrand48 srand48 system sleep usleep";

/// Of a function that writes to a stream, the place of that in its arguments.
pub(super) fn stream(name: &str) -> Option<usize> {
    match name {
        "fprintf" | "vfprintf" | "dprintf" | "fflush" | "fclose" => Some(0),
        "fputs" | "putc" | "fputc" => Some(1),
        "fwrite" => Some(3),
        _ => None,
    }
}

/// Whether a stream or its number is one where a program shows what it has to say.
pub(super) fn is_shown(stream: &str) -> bool {
    matches!(stream, "stdout" | "stderr" | "1" | "2" | "STDOUT_FILENO" | "STDERR_FILENO")
}

/// Whether a function writes where a program shows what it has to say, whatever its arguments.
pub(super) fn is_showing(name: &str) -> bool {
    matches!(name, "printf" | "vprintf" | "puts" | "putchar" | "perror")
}

/// Whether a program, as far as its text says, may read what it shows.
pub(super) fn is_redirecting(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .any(|word| REDIRECTING.contains(&word))
}

fn is_in(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|known| known == name)
}

/// A function that the program does not define; `None` for what is not known.
pub(super) fn function(name: &str, n_args: usize, state: LibraryState) -> Option<LibraryCall> {
    let (effect, returns) = texts(name, n_args)
        .or_else(|| memory(name, n_args))
        .or_else(|| input(name, n_args, state.world))
        .or_else(|| plain(name, state.world))?;
    let errno = state.errno.filter(|_| !is_in(WRITING, name));
    let defines = effect.defines.iter().copied().chain(errno).collect();
    Some(LibraryCall { effect: FlowEffect { defines, ..effect }, returns })
}

fn plain(name: &str, world: VarId) -> Option<(FlowEffect, Returned)> {
    Some(match name {
        _ if is_in(NUMBERS, name) => (shallow(), Returned::Number),
        _ if is_in(LOOKING, name) => (looking(), Returned::Number),
        _ if is_in(WRITING, name) => (FlowEffect::plain(), Returned::Number),
        _ if is_in(OUTSIDE, name) => (of_world(shallow(), world), Returned::Number),
        "exit" | "abort" | "_Exit" | "quick_exit" | "_exit" | "__builtin_unreachable" => {
            (shallow(), Returned::Nothing)
        }
        _ => return None,
    })
}

/// The same, with what is outside of the program read and changed.
pub(super) fn of_world(effect: FlowEffect, world: VarId) -> FlowEffect {
    FlowEffect { uses: vec![world], defines: vec![world], ..effect }
}

/// Puts plain values into these arguments.
fn filling(args: std::ops::Range<usize>) -> FlowEffect {
    FlowEffect { puts: args.map(|idx| (idx, FlowShape::Plain)).collect(), ..looking() }
}

fn texts(name: &str, n_args: usize) -> Option<(FlowEffect, Returned)> {
    let part = |idx| FlowEffect { result: vec![FlowShape::Plain, FlowShape::Whole(idx)], ..looking() };
    Some(match name {
        "strchr" | "strrchr" | "strstr" | "strpbrk" | "memchr" | "basename" | "strchrnul" => {
            (part(0), Returned::Text)
        }
        "strcpy" | "strncpy" | "strcat" | "strncat" | "stpcpy" => {
            let puts = vec![(0, FlowShape::Part(1))];
            (FlowEffect { puts, ..part(0) }, Returned::Text)
        }
        "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" => {
            (FlowEffect { reads: FlowDepth::All, ..filling(0..1) }, Returned::Number)
        }
        "sscanf" => (filling(2..n_args), Returned::Number),
        "strtol" | "strtoul" | "strtod" | "strtof" | "strtoll" | "strtoull" | "strtold" => {
            (FlowEffect { puts: vec![(1, FlowShape::Whole(0))], ..looking() }, Returned::Number)
        }
        "strerror" | "ctime" | "asctime" => {
            let result = vec![FlowShape::Plain, FlowShape::Fresh(Vec::new())];
            (FlowEffect { result, ..looking() }, Returned::Text)
        }
        _ => return None,
    })
}

fn memory(name: &str, n_args: usize) -> Option<(FlowEffect, Returned)> {
    let first = vec![FlowShape::Whole(0)];
    Some(match name {
        "memcpy" | "memmove" | "mempcpy" => {
            let effect = FlowEffect { puts: vec![(0, FlowShape::Part(1))], result: first, ..looking() };
            (effect, Returned::Pointer)
        }
        "memset" | "bzero" => (FlowEffect { result: first, ..filling(0..1) }, Returned::Pointer),
        "qsort" => {
            let effect = FlowEffect { changes: vec![0], calls: vec![3], ..FlowEffect::plain() };
            (effect, Returned::Nothing)
        }
        "bsearch" | "lfind" | "lsearch" => {
            let result = vec![FlowShape::Plain, FlowShape::Whole(1)];
            (
                FlowEffect { result, calls: vec![n_args.saturating_sub(1)], ..FlowEffect::plain() },
                Returned::Pointer,
            )
        }
        _ => return None,
    })
}

fn input(name: &str, n_args: usize, world: VarId) -> Option<(FlowEffect, Returned)> {
    let result = vec![FlowShape::Plain, FlowShape::Whole(0)];
    Some(match name {
        "scanf" => (of_world(filling(1..n_args), world), Returned::Number),
        "fscanf" => (of_world(filling(2..n_args), world), Returned::Number),
        "fgets" => (of_world(FlowEffect { result, ..filling(0..1) }, world), Returned::Text),
        "gets" => (of_world(FlowEffect { result, ..filling(0..1) }, world), Returned::Text),
        "fread" => (of_world(filling(0..1), world), Returned::Number),
        "getenv" => {
            let result = vec![FlowShape::Plain, FlowShape::Fresh(Vec::new())];
            (of_world(FlowEffect { result, ..looking() }, world), Returned::Text)
        }
        "fopen" | "freopen" | "tmpfile" | "fdopen" => {
            let result = vec![FlowShape::Plain, FlowShape::Fresh(Vec::new())];
            (of_world(FlowEffect { result, ..looking() }, world), Returned::Pointer)
        }
        "localtime" | "gmtime" => {
            let result = vec![FlowShape::Fresh(Vec::new())];
            (of_world(FlowEffect { result, ..looking() }, world), Returned::Pointer)
        }
        "mktime" => (FlowEffect { changes: vec![0], ..looking() }, Returned::Number),
        _ => return None,
    })
}

/// How many arguments of a printing function must be there, so that it does not fail: its place in the arguments has the
/// format. `None` for other functions.
pub(super) fn printed(name: &str) -> Option<usize> {
    match name {
        "printf" => Some(0),
        "fprintf" | "dprintf" => Some(1),
        _ => None,
    }
}

/// Whether a format, as it is written, takes pointers.
pub(super) fn takes_pointers(format: &str) -> bool {
    let mut parts = format.split('%').skip(1);
    !format.starts_with('"')
        || parts.any(|part| {
            let letter = part.find(|c: char| c.is_ascii_alphabetic() && !"hlLqjzt".contains(c));
            part.contains('*') || letter.is_some_and(|at| "snS".contains(&part[at..=at]))
        })
}
