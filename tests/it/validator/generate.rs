//! Random programs with an entry of one to three parameters, each given to a function of its own that takes numbers, lists,
//! tuples or binaries apart, and a last one that compares what came out. Every function has a branch that is rarely taken.

use bench_slicers::random::Random;

/// A number from `from` to `to`.
fn number(rng: &mut Random, from: i64, to: i64) -> i64 {
    from + rng.below((to - from + 1) as usize) as i64
}

/// A constant of any size that programs have.
fn constant(rng: &mut Random) -> i64 {
    match rng.below(4) {
        0 => number(rng, 0, 9),
        1 => number(rng, 10, 99),
        2 => number(rng, 100, 400),
        _ => number(rng, 1000, 70000),
    }
}

fn pick<'t>(rng: &mut Random, from: &[&'t str]) -> &'t str {
    from[rng.below(from.len())]
}

/// A program whose first comment names its criterion.
pub(super) fn program(rng: &mut Random) -> String {
    let n_parameters = 1 + rng.below(3);
    let parameters: Vec<String> = (1..=n_parameters).map(|idx| format!("P{idx}")).collect();
    let mut functions = Vec::new();
    let mut statements = Vec::new();
    for (idx, parameter) in parameters.iter().enumerate() {
        let name = format!("part{idx}");
        statements.push((format!("V{idx}"), format!("{name}({parameter})")));
        functions.push(part(rng, &name));
    }
    let (left, right) = ("V0".to_owned(), format!("V{}", rng.below(n_parameters)));
    statements.push(("Sum".to_owned(), format!("{left} {} {right}", pick(rng, &["+", "-", "*"]))));
    let arguments = if n_parameters > 1 { "V0, V1" } else { "V0, Sum" };
    statements.push(("Result".to_owned(), format!("result({arguments})")));
    functions.push(result(rng));
    let criterion = if rng.below(3) > 0 { statements.len() - 1 } else { rng.below(statements.len()) };
    // The comment, two attributes, an empty line and the head of `main` come first.
    let line = 6 + criterion;
    let body: Vec<String> =
        statements.iter().map(|(name, value)| format!("    {name} = {value},\n")).collect();
    format!(
        "%% criterion: {line} {}\n-module(program).\n-export([main/{n_parameters}]).\n\nmain({}) ->\n{}    \
         io:format(\"~p ~p~n\", [Sum, Result]).\n\n{}",
        statements[criterion].0,
        parameters.join(", "),
        body.concat(),
        functions.join("\n")
    )
}

/// A function of any term that gives a number.
fn part(rng: &mut Random, name: &str) -> String {
    match rng.below(11) {
        0 => of_number(rng, name),
        1 => of_remainder(rng, name),
        2 => of_loop(rng, name),
        3 => of_sum(rng, name),
        4 => of_neighbours(rng, name),
        5 => of_prefix(rng, name),
        6 => of_tail(rng, name),
        7 => of_tuple(rng, name),
        8 => of_binary(rng, name),
        9 => of_map(rng, name),
        _ => of_search(rng, name),
    }
}

fn of_number(rng: &mut Random, name: &str) -> String {
    let (limit, by, low) = (constant(rng), number(rng, 2, 9), number(rng, -9, 5));
    let kind = pick(rng, &["is_integer", "is_number"]);
    format!(
        "{name}(N) when {kind}(N), N > {limit} -> N - {by};\n\
         {name}(N) when N =:= {low} -> {by};\n\
         {name}(N) when {kind}(N) -> N * {by};\n\
         {name}(_) -> {}.\n",
        number(rng, 0, 3)
    )
}

fn of_remainder(rng: &mut Random, name: &str) -> String {
    let modulus = number(rng, 5, 40);
    let rest = number(rng, 0, modulus - 1);
    format!(
        "{name}(N) when is_integer(N) ->\n    \
         case N rem {modulus} of\n        \
         {rest} when N > {} -> N div {modulus};\n        \
         {rest} -> {};\n        \
         Rest -> Rest - {}\n    \
         end;\n\
         {name}(Other) when is_list(Other) -> length([x | Other]);\n\
         {name}(_) -> 0.\n",
        constant(rng),
        constant(rng),
        number(rng, 0, 9)
    )
}

fn of_loop(rng: &mut Random, name: &str) -> String {
    let (step, stop) = (number(rng, 1, 7), number(rng, 0, 5));
    format!(
        "{name}(N) when is_integer(N) -> {name}_down(N, 0);\n\
         {name}(_) -> {}.\n\n\
         {name}_down(N, Sum) when N > {} -> Sum;\n\
         {name}_down({stop}, Sum) -> Sum + {};\n\
         {name}_down(N, Sum) when N > 0 -> {name}_down(N - {step}, Sum + N);\n\
         {name}_down(_, Sum) -> Sum.\n",
        number(rng, 0, 9),
        number(rng, 100, 400),
        constant(rng)
    )
}

fn of_sum(rng: &mut Random, name: &str) -> String {
    format!(
        "{name}(List) when is_list(List) ->\n    \
         lists:sum([N || N <- List, is_integer(N), N =/= {}, N < {}]);\n\
         {name}(_) -> {}.\n",
        number(rng, 1, 200),
        constant(rng) + 10,
        number(rng, 0, 3)
    )
}

fn of_neighbours(rng: &mut Random, name: &str) -> String {
    let value = pick(rng, &["A + B", "B - A", "B", "2 * A"]);
    let test = match rng.below(3) {
        0 => "A =:= B".to_owned(),
        1 => format!("is_integer(A), is_integer(B), A > {}, B > A, B - A < 10", number(rng, 20, 200)),
        _ => format!("A =:= {}, is_integer(B)", constant(rng)),
    };
    let value = if test == "A =:= B" { "100" } else { value };
    format!(
        "{name}([A, B | Rest]) when {test} -> {value} + {name}(Rest);\n\
         {name}([_ | Rest]) -> {name}(Rest);\n\
         {name}(_) -> {}.\n",
        number(rng, 0, 3)
    )
}

fn of_prefix(rng: &mut Random, name: &str) -> String {
    let (a, b) = (number(rng, 0, 12), number(rng, 0, 12));
    format!(
        "{name}([{a}, {b}]) -> {};\n\
         {name}([{a}, {b}, Next | _]) when is_integer(Next) -> Next + {};\n\
         {name}([{a} | _]) -> {};\n\
         {name}(Other) when is_tuple(Other) -> tuple_size(Other);\n\
         {name}(_) -> 0.\n",
        constant(rng),
        number(rng, 1, 9),
        constant(rng)
    )
}

fn of_tail(rng: &mut Random, name: &str) -> String {
    format!(
        "{name}(List) when is_list(List) -> {name}_walk(List, 0);\n\
         {name}(_) -> {}.\n\n\
         {name}_walk([Head | Tail], N) when is_integer(Head) -> {name}_walk(Tail, N + {});\n\
         {name}_walk([_ | Tail], N) -> {name}_walk(Tail, N);\n\
         {name}_walk([], N) -> N;\n\
         {name}_walk({}, N) -> N + {}.\n",
        number(rng, 0, 3),
        number(rng, 1, 3),
        pick(rng, &["_", "0", "Tail"]),
        constant(rng)
    )
    .replace("_walk(Tail, N) -> N + ", "_walk(Tail, N) when is_integer(Tail) -> N + Tail + ")
}

fn of_tuple(rng: &mut Random, name: &str) -> String {
    let tag = pick(rng, &["add", "move", "ok", "put"]);
    format!(
        "{name}({{{tag}, N}}) when is_integer(N) -> N + {};\n\
         {name}({{{tag}, N, N}}) when is_integer(N) -> 2 * N;\n\
         {name}({{{tag}, N, [M | _]}}) when is_integer(N), is_integer(M), N > M -> N - M;\n\
         {name}({{{tag}, _, _}}) -> {};\n\
         {name}(_) -> {}.\n",
        number(rng, 1, 9),
        constant(rng),
        number(rng, 0, 3)
    )
}

fn of_binary(rng: &mut Random, name: &str) -> String {
    let mark = number(rng, 0, 5);
    format!(
        "{name}(<<{mark}, Size, _:Size/binary, Rest/binary>>) -> {} + byte_size(Rest);\n\
         {name}(<<N:16/{}>>) -> N;\n\
         {name}(<<N, M, Last>>) -> N + M - Last;\n\
         {name}(Bits) when is_bitstring(Bits) -> bit_size(Bits);\n\
         {name}(_) -> {}.\n",
        constant(rng),
        pick(rng, &["big", "little", "signed"]),
        number(rng, 0, 3)
    )
}

fn of_map(rng: &mut Random, name: &str) -> String {
    let (first, second) = (pick(rng, &["a", "b", "1"]), pick(rng, &["c", "x", "2"]));
    format!(
        "{name}(#{{{first} := N, {second} := M}}) when is_integer(N), is_integer(M) -> N - M;\n\
         {name}(#{{{first} := N}} = Map) when is_integer(N) -> N + map_size(Map);\n\
         {name}(Map) when is_map(Map) -> {};\n\
         {name}(_) -> {}.\n",
        constant(rng),
        number(rng, 0, 3)
    )
}

fn of_search(rng: &mut Random, name: &str) -> String {
    let wanted = constant(rng);
    format!(
        "{name}(Term) ->\n    \
         try {name}_search(Term), {}\n    \
         catch\n        \
         throw:{{found, N}} -> N - {};\n        \
         error:_ -> {}\n    \
         end.\n\n\
         {name}_search([Head | Tail]) -> {name}_search(Head), {name}_search(Tail);\n\
         {name}_search({{_, Part}}) -> {name}_search(Part);\n\
         {name}_search(N) when N >= {wanted}, N < {} -> throw({{found, N}});\n\
         {name}_search({}) -> error(bad);\n\
         {name}_search(_) -> ok.\n",
        number(rng, 0, 9),
        number(rng, 0, 9),
        number(rng, 10, 20),
        wanted + number(rng, 1, 9),
        number(rng, 0, 12)
    )
}

/// Compares two numbers.
fn result(rng: &mut Random) -> String {
    let rare = match rng.below(4) {
        0 => "A =:= B, A > 0".to_owned(),
        1 => format!("A > {}, B < A, A - B < 10", number(rng, 5, 160)),
        2 => format!("A + B =:= {}", number(rng, 5, 60)),
        _ => format!("A > {}", 1_i64 << number(rng, 12, 61)),
    };
    let value = pick(rng, &["{rare, A}", "A - B", "[A | B]", "rare"]);
    let other = pick(rng, &["A * 2", "{A, B}", "B", "other"]);
    if rng.below(2) == 0 {
        return format!(
            "result(A, B) ->\n    \
             if\n        {rare} -> {value};\n        B > {} -> {other};\n        true -> none\n    end.\n",
            number(rng, 0, 30)
        );
    }
    format!(
        "result(A, B) when {rare} -> {value};\n\
         result(A, B) ->\n    \
         Pairs = [{{A, B}}, {{B, A + {}}}],\n    \
         case lists:sort(Pairs) of\n        \
         [{{A, _}}, {{_, Last}}] when Last > {} -> {{last, Last}};\n        \
         [{{First, _}} | _] -> {{first, First}}\n    \
         end.\n",
        number(rng, 1, 9),
        number(rng, 0, 50)
    )
}

/// A program of another generator, with a criterion: one of the first variables that `main` binds.
pub(super) fn with_criterion(text: &str, rng: &mut Random) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("main(")).expect("an entry");
    let mut found = Vec::new();
    for (idx, line) in lines.iter().enumerate().skip(first).take_while(|(_, line)| !line.is_empty()) {
        let bound = line.strip_prefix("    ").and_then(|line| line.split_once(" = "));
        if let Some((name, _)) = bound.filter(|(name, _)| name.chars().all(char::is_alphanumeric)) {
            // The comment moves everything down by a line.
            found.push(format!("{} {name}", idx + 2));
        }
    }
    found.truncate(3);
    // Where nothing is bound, the first parameter.
    let criterion = rng.choose(&found).cloned().unwrap_or_else(|| format!("{} V1", first + 2));
    format!("%% criterion: {criterion}\n{text}")
}
