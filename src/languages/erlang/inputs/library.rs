//! Operators and library functions that the tracer knows; anything else ends a run.

use super::term::Term;
use super::trace::{Machine, Stop, Value, bad_argument};
use crate::stack::deep;

fn arithmetic_error() -> Stop {
    Stop::Raised("error", Term::atom("badarith"))
}

/// An operator of one operand.
pub(super) fn unary(operator: &str, value: Term) -> Value {
    match (operator, value) {
        ("-", Term::Int(value)) => value.checked_neg().map(Term::Int).ok_or(Stop::GivenUp),
        ("-", Term::Float(value)) => Ok(Term::Float(-value)),
        ("+", value @ (Term::Int(_) | Term::Float(_))) => Ok(value),
        ("not", Term::Atom(name)) if name == "true" || name == "false" => Ok(Term::bool(name == "false")),
        ("bnot", Term::Int(value)) => Ok(Term::Int(!value)),
        ("not", _) => Err(bad_argument()),
        _ => Err(arithmetic_error()),
    }
}

/// An operator whose operands are both evaluated.
pub(super) fn binary(operator: &str, left: Term, right: Term) -> Value {
    let order = || left.order(&right);
    Ok(match (operator, &left, &right) {
        ("=:=", a, b) => Term::bool(a == b),
        ("=/=", a, b) => Term::bool(a != b),
        ("==", ..) => Term::bool(order().is_eq()),
        ("/=", ..) => Term::bool(order().is_ne()),
        ("<", ..) => Term::bool(order().is_lt()),
        (">", ..) => Term::bool(order().is_gt()),
        ("=<", ..) => Term::bool(order().is_le()),
        (">=", ..) => Term::bool(order().is_ge()),
        ("++", Term::List(a), Term::List(b)) => Term::List(a.iter().chain(b).cloned().collect()),
        ("--", Term::List(a), Term::List(b)) => {
            let mut left = a.clone();
            for item in b {
                if let Some(at) = left.iter().position(|known| known == item) {
                    left.remove(at);
                }
            }
            Term::List(left)
        }
        ("++" | "--", ..) => return Err(bad_argument()),
        ("and" | "or" | "xor", Term::Atom(a), Term::Atom(b)) => {
            let (a, b) = (a == "true", b == "true");
            Term::bool(match operator {
                "and" => a && b,
                "or" => a || b,
                _ => a != b,
            })
        }
        _ => return arithmetic(operator, &left, &right),
    })
}

fn arithmetic(operator: &str, left: &Term, right: &Term) -> Value {
    if let (Term::Int(a), Term::Int(b)) = (left, right)
        && operator != "/"
    {
        if matches!(operator, "div" | "rem") && *b == 0 {
            return Err(arithmetic_error());
        }
        let value = match operator {
            "+" => a.checked_add(*b),
            "-" => a.checked_sub(*b),
            "*" => a.checked_mul(*b),
            "div" => a.checked_div(*b),
            "rem" => a.checked_rem(*b),
            "band" => Some(a & b),
            "bor" => Some(a | b),
            "bxor" => Some(a ^ b),
            "bsl" => u32::try_from(*b).ok().filter(|b| *b < 64).and_then(|b| a.checked_mul(1 << b)),
            "bsr" => u32::try_from(*b).ok().and_then(|b| a.checked_shr(b)),
            _ => None,
        };
        // Beyond 128 bits the tracer does not follow.
        return value.map(Term::Int).ok_or(Stop::GivenUp);
    }
    let (Some(a), Some(b)) = (left.number(), right.number()) else { return Err(arithmetic_error()) };
    match operator {
        "+" => Ok(Term::Float(a + b)),
        "-" => Ok(Term::Float(a - b)),
        "*" => Ok(Term::Float(a * b)),
        "/" if b != 0.0 => Ok(Term::Float(a / b)),
        _ => Err(arithmetic_error()),
    }
}

/// A function that the program does not define.
pub(super) fn call(machine: &mut Machine<'_, '_>, module: &str, name: &str, args: &[Term]) -> Value {
    match (module, name, args) {
        ("erlang", ..) => builtin(name, args),
        ("lists", _, [function @ Term::Fun(_), rest @ ..]) => higher_order(machine, name, function, rest),
        ("lists", ..) => lists(name, args),
        ("maps", ..) => maps(name, args),
        ("io", "format" | "fwrite" | "put_chars" | "nl", _) => Ok(Term::atom("ok")),
        ("io_lib", ..) => Ok(Term::List(Vec::new())),
        ("string", "length", [Term::List(items)]) => Ok(int(items.len())),
        _ => Err(Stop::GivenUp),
    }
}

fn int(n: usize) -> Term {
    Term::Int(n as i128)
}

fn builtin(name: &str, args: &[Term]) -> Value {
    Ok(match (name, args) {
        ("is_integer", [value]) => Term::bool(matches!(value, Term::Int(_))),
        ("is_float", [value]) => Term::bool(matches!(value, Term::Float(_))),
        ("is_number", [value]) => Term::bool(value.number().is_some()),
        ("is_atom", [value]) => Term::bool(matches!(value, Term::Atom(_))),
        ("is_boolean", [Term::Atom(name)]) => Term::bool(name == "true" || name == "false"),
        ("is_boolean", [_]) => Term::bool(false),
        ("is_list", [value]) => Term::bool(matches!(value, Term::List(_))),
        ("is_tuple", [value]) => Term::bool(matches!(value, Term::Tuple(_))),
        ("is_map", [value]) => Term::bool(matches!(value, Term::Map(_))),
        ("is_binary", [value]) => Term::bool(matches!(value, Term::Binary(_))),
        ("is_function", [value, ..]) => Term::bool(matches!(value, Term::Fun(_))),
        ("length", [Term::List(items)]) => int(items.len()),
        ("tuple_size" | "size", [Term::Tuple(parts)]) => int(parts.len()),
        ("map_size", [Term::Map(pairs)]) => int(pairs.len()),
        ("hd", [Term::List(items)]) => items.first().cloned().ok_or_else(bad_argument)?,
        ("tl", [Term::List(items)]) if !items.is_empty() => Term::List(items[1..].to_vec()),
        ("element", [Term::Int(at), Term::Tuple(parts)]) => {
            let at = usize::try_from(*at - 1).map_err(|_| bad_argument())?;
            parts.get(at).cloned().ok_or_else(bad_argument)?
        }
        ("abs", [Term::Int(value)]) => Term::Int(value.checked_abs().ok_or(Stop::GivenUp)?),
        ("abs", [Term::Float(value)]) => Term::Float(value.abs()),
        ("trunc", [value]) => Term::Int(value.number().ok_or_else(bad_argument)?.trunc() as i128),
        ("round", [value]) => Term::Int(value.number().ok_or_else(bad_argument)?.round() as i128),
        ("float", [value]) => Term::Float(value.number().ok_or_else(bad_argument)?),
        ("max", [a, b]) => if a.order(b).is_lt() { b } else { a }.clone(),
        ("min", [a, b]) => if a.order(b).is_gt() { b } else { a }.clone(),
        ("not", [value]) => unary("not", value.clone())?,
        ("list_to_tuple", [Term::List(items)]) => Term::Tuple(items.clone()),
        ("tuple_to_list", [Term::Tuple(parts)]) => Term::List(parts.clone()),
        ("integer_to_list", [Term::Int(value)]) => Term::string(&value.to_string()),
        ("atom_to_list", [Term::Atom(name)]) => Term::string(name),
        ("throw", [reason]) => return Err(Stop::Raised("throw", reason.clone())),
        ("error", [reason, ..]) => return Err(Stop::Raised("error", reason.clone())),
        ("exit", [reason]) => return Err(Stop::Raised("exit", reason.clone())),
        ("length" | "tuple_size" | "map_size" | "hd" | "tl" | "element" | "abs", _) => {
            return Err(bad_argument());
        }
        _ => return Err(Stop::GivenUp),
    })
}

fn lists(name: &str, args: &[Term]) -> Value {
    let sorted = |items: &[Term]| {
        let mut items = items.to_vec();
        items.sort_by(Term::order);
        items
    };
    let is_before = |a: &Term, b: &Term| a.order(b).is_lt();
    Ok(match (name, args) {
        ("sum", [Term::List(items)]) => {
            let mut sum = Term::Int(0);
            for item in items {
                sum = arithmetic("+", &sum, item)?;
            }
            sum
        }
        ("max", [Term::List(items)]) => {
            let larger = |a: Term, b: Term| if is_before(&a, &b) { b } else { a };
            items.iter().cloned().reduce(larger).ok_or_else(bad_argument)?
        }
        ("min", [Term::List(items)]) => {
            let smaller = |a: Term, b: Term| if is_before(&b, &a) { b } else { a };
            items.iter().cloned().reduce(smaller).ok_or_else(bad_argument)?
        }
        ("reverse", [Term::List(items)]) => Term::List(items.iter().rev().cloned().collect()),
        ("reverse", [Term::List(items), Term::List(tail)]) => {
            Term::List(items.iter().rev().chain(tail).cloned().collect())
        }
        ("append", [a, b]) => binary("++", a.clone(), b.clone())?,
        ("append" | "concat", [Term::List(lists)]) => {
            let mut all = Term::List(Vec::new());
            for list in lists {
                all = binary("++", all, list.clone())?;
            }
            all
        }
        ("nth", [Term::Int(at), Term::List(items)]) => {
            let at = usize::try_from(*at - 1).map_err(|_| bad_argument())?;
            items.get(at).cloned().ok_or_else(bad_argument)?
        }
        ("last", [Term::List(items)]) => items.last().cloned().ok_or_else(bad_argument)?,
        ("member", [item, Term::List(items)]) => Term::bool(items.contains(item)),
        ("delete", [item, Term::List(_)]) => binary("--", args[1].clone(), Term::List(vec![item.clone()]))?,
        ("sort", [Term::List(items)]) => Term::List(sorted(items)),
        ("usort", [Term::List(items)]) => {
            let mut items = sorted(items);
            items.dedup_by(|a, b| a.order(b).is_eq());
            Term::List(items)
        }
        ("zip", [Term::List(a), Term::List(b)]) if a.len() == b.len() => {
            Term::List(a.iter().zip(b).map(|(a, b)| Term::Tuple(vec![a.clone(), b.clone()])).collect())
        }
        ("seq", [Term::Int(from), Term::Int(to)]) if to - from < 1000 => {
            Term::List((*from..=*to).map(Term::Int).collect())
        }
        ("duplicate", [Term::Int(n), item]) if (0..1000).contains(n) => {
            Term::List(vec![item.clone(); *n as usize])
        }
        ("sublist", [Term::List(items), Term::Int(n)]) => {
            Term::List(items.iter().take(usize::try_from(*n).map_err(|_| bad_argument())?).cloned().collect())
        }
        ("nthtail", [Term::Int(n), Term::List(items)]) => {
            let n = usize::try_from(*n).map_err(|_| bad_argument())?;
            Term::List(items.get(n..).ok_or_else(bad_argument)?.to_vec())
        }
        ("keyfind", [key, Term::Int(at), Term::List(items)]) => {
            let is_it = |item: &&Term| match item {
                Term::Tuple(parts) => usize::try_from(*at - 1).ok().and_then(|at| parts.get(at)) == Some(key),
                _ => false,
            };
            items.iter().find(is_it).cloned().unwrap_or_else(|| Term::bool(false))
        }
        ("flatten", [list @ Term::List(_)]) => {
            let mut flat = Vec::new();
            flatten(list, &mut flat);
            Term::List(flat)
        }
        ("keysort" | "split" | "unzip" | "prefix" | "suffix" | "seq" | "duplicate", _) => {
            return Err(Stop::GivenUp);
        }
        _ => return Err(Stop::Raised("error", Term::atom("function_clause"))),
    })
}

fn flatten(term: &Term, flat: &mut Vec<Term>) {
    deep(|| match term {
        Term::List(items) => items.iter().for_each(|item| flatten(item, flat)),
        item => flat.push(item.clone()),
    })
}

/// Functions of `lists` that take a function.
fn higher_order(machine: &mut Machine<'_, '_>, name: &str, function: &Term, rest: &[Term]) -> Value {
    let Some(Term::List(items)) = rest.last() else {
        return Err(Stop::Raised("error", Term::atom("function_clause")));
    };
    let yes = Term::bool(true);
    if let ("foldl" | "foldr", [start, _]) = (name, rest) {
        let items: Vec<&Term> =
            if name == "foldl" { items.iter().collect() } else { items.iter().rev().collect() };
        let mut value = start.clone();
        for item in items {
            value = machine.apply(function, &[item.clone(), value])?;
        }
        return Ok(value);
    }
    let mut kept = Vec::new();
    let mut others = Vec::new();
    for item in items {
        let value = machine.apply(function, std::slice::from_ref(item))?;
        match (name, value == yes) {
            ("map", _) => kept.push(value),
            ("foreach", _) => {}
            ("filter" | "partition" | "dropwhile", true) => kept.push(item.clone()),
            ("filter", false) => {}
            ("partition", false) => others.push(item.clone()),
            ("takewhile", true) => kept.push(item.clone()),
            ("takewhile", false) => return Ok(Term::List(kept)),
            ("dropwhile", false) => return Ok(Term::List(items[kept.len()..].to_vec())),
            ("any", true) => return Ok(yes),
            ("all", false) => return Ok(Term::bool(false)),
            ("any" | "all", _) => {}
            ("flatmap", _) => match value {
                Term::List(values) => kept.extend(values),
                _ => return Err(bad_argument()),
            },
            _ => return Err(Stop::GivenUp),
        }
    }
    Ok(match name {
        "any" => Term::bool(false),
        "all" => yes,
        "foreach" => Term::atom("ok"),
        "dropwhile" => Term::List(Vec::new()),
        "partition" => Term::Tuple(vec![Term::List(kept), Term::List(others)]),
        _ => Term::List(kept),
    })
}

fn maps(name: &str, args: &[Term]) -> Value {
    let get = |pairs: &[(Term, Term)], key: &Term| {
        pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
    };
    Ok(match (name, args) {
        ("new", []) => Term::Map(Vec::new()),
        ("get", [key, Term::Map(pairs)]) => {
            get(pairs, key).ok_or_else(|| Stop::Raised("error", Term::atom("badkey")))?
        }
        ("get", [key, Term::Map(pairs), default]) => get(pairs, key).unwrap_or_else(|| default.clone()),
        ("find", [key, Term::Map(pairs)]) => match get(pairs, key) {
            Some(value) => Term::Tuple(vec![Term::atom("ok"), value]),
            None => Term::atom("error"),
        },
        ("is_key", [key, Term::Map(pairs)]) => Term::bool(get(pairs, key).is_some()),
        ("put", [key, value, Term::Map(pairs)]) => {
            Term::map(pairs.iter().cloned().chain([(key.clone(), value.clone())]).collect())
        }
        ("remove", [key, Term::Map(pairs)]) => {
            Term::Map(pairs.iter().filter(|(known, _)| known != key).cloned().collect())
        }
        ("keys", [Term::Map(pairs)]) => Term::List(pairs.iter().map(|(key, _)| key.clone()).collect()),
        ("values", [Term::Map(pairs)]) => Term::List(pairs.iter().map(|(_, value)| value.clone()).collect()),
        ("size", [Term::Map(pairs)]) => int(pairs.len()),
        _ => return Err(Stop::GivenUp),
    })
}
