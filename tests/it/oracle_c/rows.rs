//! Many runs of C programs in one process.

use bench_slicers::deletions::{Candidate, DeletionId};
use bench_slicers::languages;
use bench_slicers::oracle::{Judgement, RunEnd};
use bench_slicers::suite::Input;

use super::{args, node, open, parse};
use crate::harness::amount;
use crate::oracle::{check_agreement, drawn, essence};

/// A program whose runs change all that a run can change: variables of files, functions and the library, what is allocated and
/// freed, the stack far down, what was read and not printed yet; some runs end in the middle of that.
const LEAVING: &str = r#"#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cell { int value; struct cell *next; };
static struct cell *cells;
static int n_cells, counts[300];
char line[80] = "none";
static int *left;

static void push(int value)
{
    struct cell *cell = malloc(sizeof *cell);
    assert(value != 77);
    cell->value = value;
    cell->next = cells;
    cells = cell;
    n_cells++;
}

static int deep(int n)
{
    int room[400] = {n};
    left = room + n % 400;
    return n <= 0 ? 0 : deep(n - 1) + room[0] % 2;
}

static int sum(struct cell *cell)
{
    static int n_sums = 0;
    int total = ++n_sums;
    for (; cell != NULL; cell = cell->next)
        total += cell->value;
    return total;
}

static int by_value(const void *a, const void *b) { return *(const int *) a - *(const int *) b; }

int main(int argc, char **argv)
{
    int i, c, result = 0;
    char words[60] = "a,b,,c";
    char *word, *big;

    srand(argc);
    for (i = 1; i < argc; i++)
        push(atoi(argv[i]));
    if (fgets(line, sizeof line, stdin) != NULL)
        result += (int) strlen(line);
    c = getchar();
    if (c != EOF)
        ungetc(c, stdin);
    for (word = strtok(argc > 2 ? line : words, ", "); word != NULL; word = strtok(NULL, ", "))
        counts[(unsigned char) *word % 300]++;
    strtol("99999999999999999999", NULL, 10);
    result += errno == ERANGE;
    result += rand() % 100 + (int) (time(NULL) % 7);
    result += deep(argc * 40);
    big = malloc(argc * 900000);
    memset(big, argc, 5);
    counts[3] += big[1];
    counts[299] = 4;
    qsort(counts, 300, sizeof *counts, by_value);
    result += counts[299] + counts[0];
    printf("%s %d", line, counts[2]);
    fflush(stdout);
    free(big);
    if (argc > 3)
        exit(sum(cells));
    result += sum(cells) * sum(cells);
    printf("%d %s\n", result, argv[argc - 1]);
    return n_cells;
}
"#;

/// Runs share a process: what one has left would be a value that another finds.
#[apply(test)]
#[needs(Gcc)]
fn what_a_run_leaves_behind_is_not_there_for_the_next() {
    let program = parse(LEAVING);
    assert!(program.problems().is_empty(), "{:?}", program.problems());
    let with = |words: &[&str], stdin: &str| Input { stdin: stdin.to_owned(), ..args(words) };
    let inputs = [
        with(&["1", "2"], "x y,z\nrest"),
        with(&[], ""),
        with(&["77"], "q"),
        with(&["5", "6", "7"], "a b\n"),
        with(&["9"], "\n\n"),
    ];
    let mut total = [0; 4];
    for (idx, name) in ["result", "total", "word", "line"].into_iter().enumerate() {
        let mut oracle = open(&program, node(&program, name)).unwrap_or_else(|error| panic!("{error}"));
        let observed = oracle.add_inputs(&inputs).unwrap();
        assert!(observed.iter().any(|one| matches!(one.end, RunEnd::Crashed(_))), "{observed:?}");
        let deletions = languages::deletions(&program).unwrap();
        let singles = (0..deletions.all().len() as DeletionId).map(|id| Candidate::from_iter([id]));
        let mut candidates: Vec<Candidate> = singles.chain(drawn(&program, 400, idx as u64)).collect();
        let forwards = oracle.judge(&candidates, false).unwrap();
        // One of them in each request, and all in another order.
        let alone = candidates.iter().map(std::slice::from_ref);
        let alone: Vec<Judgement> = alone.flat_map(|one| oracle.judge(one, false).unwrap()).collect();
        candidates.reverse();
        let mut backwards = oracle.judge(&candidates, false).unwrap();
        candidates.reverse();
        backwards.reverse();
        for (idx, candidate) in candidates.iter().enumerate() {
            let seen =
                |judged: &[Judgement]| format!("{} {}", essence(&program, &judged[idx]), judged[idx].ticks);
            let text = || deletions.text(&program, candidate)[0].text.clone();
            assert_eq!(seen(&forwards), seen(&alone), "{name}\n{}", text());
            assert_eq!(seen(&forwards), seen(&backwards), "{name}\n{}", text());
        }
        // With a process for each run.
        let step = amount(43, 17, 1);
        let some: Vec<Candidate> = candidates.into_iter().skip(idx).step_by(step).collect();
        let counts = check_agreement(&mut oracle, &some);
        (0..4).for_each(|kind| total[kind] += counts[kind]);
    }
    assert!(total[..3].iter().all(|&n| n > 0), "{total:?}");
}
