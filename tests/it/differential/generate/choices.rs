//! Choices between clauses, some of which do the same, or nearly.

use super::{Env, TYPES, Type, Writer, chance, pick};

impl Writer<'_> {
    /// The same code, or one number in it is another.
    pub(super) fn nearly(&mut self, code: String) -> String {
        let is_number = |&at: &usize| {
            let is_digit = |at: usize| code.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
            let before = at.checked_sub(1).map_or(b' ', |before| code.as_bytes()[before]);
            is_digit(at) && !is_digit(at + 1) && matches!(before, b' ' | b'(' | b'[' | b'{')
        };
        let numbers: Vec<usize> = (0..code.len()).filter(is_number).collect();
        if numbers.is_empty() || chance(self.rng, 50) {
            return code;
        }
        let at = numbers[self.rng.below(numbers.len())];
        format!("{}{}{}", &code[..at], self.rng.below(10), &code[at + 1..])
    }

    /// Binds a variable in every clause, so that it is safe afterwards.
    pub(super) fn exporting_case(&mut self, env: &mut Env, depth: usize) -> String {
        let (of, result) = (*pick(self.rng, &TYPES.each_ref()), *pick(self.rng, &TYPES.each_ref()));
        let value = self.expression(env, of, depth);
        let name = self.fresh();
        let indent = "    ".repeat(depth + 1);
        let mut clauses = Vec::new();
        let same = chance(self.rng, 30).then(|| self.expression(env, result, depth + 1));
        for is_last in [false, true] {
            let mut inner = env.clone();
            let pattern = if is_last { "_".to_owned() } else { self.pattern(of, &mut inner, true) };
            let body = match &same {
                Some(same) => self.nearly(same.clone()),
                None => self.expression(&inner, result, depth + 1),
            };
            clauses.push(format!("{indent}{pattern} -> {name} = {body}"));
        }
        env.push((name, result));
        format!("case {value} of\n{}\n{}end", clauses.join(";\n"), "    ".repeat(depth))
    }

    pub(super) fn case(&mut self, env: &Env, of: Type, depth: usize) -> String {
        let subject = *pick(self.rng, &TYPES.each_ref());
        let value = self.expression(env, subject, depth + 1);
        let indent = "    ".repeat(depth + 1);
        let mut clauses = Vec::new();
        let same = chance(self.rng, 30).then(|| self.expression(env, of, depth + 2));
        for _ in 0..1 + self.rng.below(2) {
            let mut inner = env.clone();
            let pattern = self.pattern(subject, &mut inner, true);
            let guard = self.guard(&inner);
            let body = match &same {
                Some(same) if chance(self.rng, 70) => self.nearly(same.clone()),
                _ => self.expression(&inner, of, depth + 2),
            };
            clauses.push(format!("{indent}{pattern}{guard} -> {body}"));
        }
        if chance(self.rng, 96) {
            let body = same.unwrap_or_else(|| self.expression(env, of, depth + 2));
            clauses.push(format!("{indent}_ -> {body}"));
        }
        format!("case {value} of\n{}\n{}end", clauses.join(";\n"), "    ".repeat(depth))
    }

    pub(super) fn conditional(&mut self, env: &Env, of: Type, depth: usize) -> String {
        let guard = self.guard(env).replace(" when ", "");
        let guard = if guard.is_empty() { "true".to_owned() } else { guard };
        let (one, other) = (self.expression(env, of, depth + 1), self.expression(env, of, depth + 1));
        format!("if {guard} -> {one}; true -> {other} end")
    }
}
