//! Numbers by value: bases, separators, exponents and suffixes are spelling, the type is not.

use super::Number;

/// Longer numbers of another base are compared as they are written: their decimal form costs the square of their length.
const MAX_DIGITS: usize = 4_000;

/// Decimal digits of a whole number that is written in this base, `_` and `'` left out.
pub(super) fn decimal(digits: &str, base: u32) -> Option<String> {
    let digits = || digits.bytes().filter(|byte| !matches!(byte, b'_' | b'\''));
    let n_digits = digits().count();
    if n_digits == 0 || digits().any(|digit| !char::from(digit).is_digit(base)) {
        return None;
    }
    let text = if base == 10 {
        String::from_utf8(digits().collect()).ok()?
    } else if n_digits > MAX_DIGITS {
        return Some(format!("{base}#{}", String::from_utf8(digits().collect()).ok()?.to_lowercase()));
    } else {
        in_decimal(digits(), base)
    };
    let plain = text.trim_start_matches('0');
    Some(if plain.is_empty() { "0".to_owned() } else { plain.to_owned() })
}

fn in_decimal(digits: impl Iterator<Item = u8>, base: u32) -> String {
    const LIMB: u64 = 1_000_000_000;
    let mut limbs: Vec<u64> = vec![0];
    for digit in digits {
        let mut carry = u64::from(char::from(digit).to_digit(base).unwrap_or(0));
        for limb in &mut limbs {
            let sum = *limb * u64::from(base) + carry;
            (*limb, carry) = (sum % LIMB, sum / LIMB);
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    limbs.iter().rev().map(|limb| format!("{limb:09}")).collect()
}

/// The prefix of a base, where there is one: `0x`, `0o`, `0b`.
fn based(text: &str) -> Option<(u32, &str)> {
    let base = match text.get(..2)?.as_bytes()[1].to_ascii_lowercase() {
        b'x' => 16,
        b'o' => 8,
        b'b' => 2,
        _ => return None,
    };
    text.starts_with('0').then(|| (base, &text[2..]))
}

/// Decimal digits of a whole number with or without a prefix; a leading zero means octal where the language says so.
fn whole(text: &str, is_zero_octal: bool) -> Option<String> {
    if let Some((base, digits)) = based(text) {
        return decimal(digits, base);
    }
    let is_octal = is_zero_octal && text.len() > 1 && text.starts_with('0');
    let is_octal = is_octal && text.bytes().all(|byte| !matches!(byte, b'8' | b'9'));
    decimal(text, if is_octal { 8 } else { 10 })
}

/// A number in double precision, decimal or hexadecimal.
fn double(text: &str) -> Option<f64> {
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | '\'')).collect();
    match based(&plain) {
        Some((16, digits)) => hexadecimal_float(&digits.to_lowercase()),
        _ if plain.starts_with(|c: char| c.is_ascii_digit() || c == '.') => plain.parse().ok(),
        _ => None,
    }
}

fn hexadecimal_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = u128::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    // In two steps, so that neither power leaves the range of what the product is in.
    let half = exponent / 2;
    Some(digits as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

/// Digits and exponent of a decimal number, however its point is placed: `1.50e3` is `15e2`.
fn scaled(text: &str) -> Option<String> {
    let plain: String = text.chars().filter(|&c| c != '\'').collect::<String>().to_lowercase();
    let (mantissa, exponent) = plain.split_once('e').unwrap_or((&plain, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let all = digits.trim_start_matches('0');
    let short = all.trim_end_matches('0');
    let exponent = exponent.parse::<i64>().ok()? - fraction.len() as i64 + (all.len() - short.len()) as i64;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty();
    is_number.then(|| if short.is_empty() { "0e0".to_owned() } else { format!("{short}e{exponent}") })
}

/// What a number means in a language with these habits.
pub(super) fn value(text: &str, habits: Number) -> Option<String> {
    match habits {
        Number::C => c(&text.to_ascii_lowercase()),
        Number::Java => java(&text.to_ascii_lowercase()),
        Number::JavaScript => javascript(&text.to_ascii_lowercase()),
        Number::Python => python(&text.to_ascii_lowercase()),
        Number::R => r(text),
        Number::Erlang => erlang(text),
    }
}

fn c(text: &str) -> Option<String> {
    // The grammar takes a sign before a number for part of it.
    if let Some(number) = text.strip_prefix(['-', '+']) {
        return Some(format!("{}{}", &text[..1], c(number)?));
    }
    let is_hex = text.starts_with("0x");
    let is_float = text.contains('.') || text.contains(if is_hex { 'p' } else { 'e' });
    if is_float {
        return c_float(text, is_hex);
    }
    let digits = text.trim_end_matches(['u', 'l', 'z']);
    let suffix = &text[digits.len()..];
    let (is_unsigned, n_long) = (suffix.contains('u'), suffix.matches('l').count());
    let digits = whole(digits, true)?;
    // Unlike a decimal number, one of another base may be unsigned without a suffix, when it is large.
    let limit = if n_long == 0 { i128::from(i32::MAX) } else { i128::from(i64::MAX) };
    let is_decimal = !text.starts_with('0');
    let is_large = !is_decimal && !is_unsigned && digits.parse().map_or(true, |value: i128| value > limit);
    let sign = if is_unsigned {
        "unsigned "
    } else if is_large {
        "wide "
    } else {
        ""
    };
    let size = if suffix.contains('z') { 9 } else { n_long };
    Some(match (sign, size) {
        ("", 0) => format!("int {digits}"),
        _ => format!("int-{sign}{size} {digits}"),
    })
}

fn c_float(text: &str, is_hex: bool) -> Option<String> {
    // In a hexadecimal number without an exponent an `f` is a digit, but that is no float.
    let suffix = text.len() - usize::from(text.ends_with(['f', 'l']));
    let (number, suffix) = text.split_at(suffix);
    match suffix {
        "l" if !is_hex => Some(format!("long-double {}", scaled(number)?)),
        "l" => Some(format!("long-double {:?}", double(number)?)),
        "f" => single(number),
        _ => Some(format!("double {:?}", double(number)?)),
    }
}

fn single(number: &str) -> Option<String> {
    let decimal: Option<f32> = number.replace(['_', '\''], "").parse().ok();
    let value = decimal.map_or_else(|| double(number).map(|value| value as f32), Some)?;
    Some(format!("float {value:?}"))
}

fn java(text: &str) -> Option<String> {
    let is_hex = text.starts_with("0x");
    let is_float = match is_hex {
        true => text.contains('p'),
        false => text.contains(['.', 'e', 'f', 'd']) && !text.starts_with("0b"),
    };
    if is_float {
        return match text.strip_suffix('f') {
            Some(number) => single(number),
            None => Some(format!("double {:?}", double(text.strip_suffix('d').unwrap_or(text))?)),
        };
    }
    match text.strip_suffix('l') {
        Some(digits) => Some(format!("long {}", whole(digits, true)?)),
        None => Some(format!("int {}", whole(text, true)?)),
    }
}

/// All numbers are doubles, but for big integers.
fn javascript(text: &str) -> Option<String> {
    if let Some(digits) = text.strip_suffix('n') {
        return Some(format!("bigint {}", whole(digits, false)?));
    }
    let value = match whole(text, true) {
        Some(digits) => digits.parse().ok()?,
        None => double(text)?,
    };
    Some(format!("number {value:?}"))
}

fn python(text: &str) -> Option<String> {
    if let Some(digits) = whole(text, false) {
        return Some(format!("int {digits}"));
    }
    match text.strip_suffix('j') {
        Some(number) => Some(format!("imaginary {:?}", double(number)?)),
        None => Some(format!("float {:?}", double(text)?)),
    }
}

fn r(text: &str) -> Option<String> {
    let (number, class) = match text.as_bytes().last()? {
        b'L' => (text.strip_suffix('L')?, "integer"),
        b'i' => (text.strip_suffix('i')?, "complex"),
        _ => (text, "double"),
    };
    let value = double(number)?;
    // R itself takes `1.5L` for a double.
    let class = if class == "integer" && value.fract() != 0.0 { "double" } else { class };
    Some(format!("{class} {value:?}"))
}

fn erlang(text: &str) -> Option<String> {
    if let Some((base, digits)) = text.split_once('#') {
        let base = base.parse().ok().filter(|base| (2..=36).contains(base))?;
        return match digits.contains('.') {
            true => None,
            false => Some(format!("int {}", decimal(digits, base)?)),
        };
    }
    match text.contains('.') {
        true => Some(format!("float {:?}", double(text)?)),
        false => Some(format!("int {}", decimal(text, 10)?)),
    }
}
