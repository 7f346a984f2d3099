//! Inputs for programs of any language: those of the benchmark, and what becomes of them when parts go, come twice, change their
//! places, come from another input or from the text of the program.

use std::collections::HashSet;

use bench_slicers::random::Random;
use bench_slicers::suite::Input;

/// Texts in which programs that read words and numbers are mistaken: digits that are no numbers, letters of two bytes, blanks of
/// several sorts, the ends of ranges.
const ODD: [&str; 46] = [
    "", " ", "  ", "\t", "\n", "\r\n", "\u{a0}", "\u{2003}", "\u{2028}", "²", "½", "٣", "É", "é", "ß", "ı",
    "😀", "e\u{301}", "0", "-0", "1", "-1", "00", "007", "+5", "5-", "1_0", "1e3", "1.5", ".5", "5.", "0x1F",
    "NaN", "inf", "null", "NA", "true", "-", "--", "+", ":", "9", "10", "99", "100", "255",
];
/// Rarer, since many programs count up to what they are given.
const LARGE: [&str; 8] = [
    "2147483647",
    "-2147483648",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775809",
    "99999",
    "1e308",
];
/// Bytes of standard input or of one argument; longer inputs make slow runs and say little more.
const LONGEST: usize = 600;

/// Makes inputs for one program.
pub(crate) struct Mutator<'p> {
    given: &'p [Input],
    /// Words and numbers of the program's text.
    words: Vec<String>,
    has_args: bool,
    has_stdin: bool,
    random: Random,
}

impl<'p> Mutator<'p> {
    /// For a program with this text and these inputs of its own, of which there is one at least.
    pub(crate) fn new(text: &str, given: &'p [Input], seed: u64) -> Mutator<'p> {
        let has_args = given.iter().any(|input| !input.args.is_empty());
        let has_stdin = given.iter().any(|input| !input.stdin.is_empty());
        Mutator { given, words: words(text), has_args, has_stdin, random: Random::new(seed) }
    }

    /// The given inputs, then so many others, each once. Fewer when there are no more.
    pub(crate) fn inputs(&mut self, n: usize) -> Vec<Input> {
        let mut found = self.given.to_vec();
        let key = |input: &Input| (input.args.clone(), input.stdin.clone());
        let mut known: HashSet<_> = found.iter().map(key).collect();
        for _ in 0..20 * n {
            if found.len() == self.given.len() + n || !(self.has_args || self.has_stdin) {
                break;
            }
            // Most are one step from an input that somebody thought of, some many.
            let pool = if self.random.one_in(3) { &found } else { self.given };
            let mut input = self.random.choose(pool).expect("an input is given").clone();
            for _ in 0..1 + self.random.scaled(6) {
                self.change(&mut input);
            }
            if known.insert(key(&input)) {
                found.push(input);
            }
        }
        found
    }

    fn change(&mut self, input: &mut Input) {
        let other = self.random.choose(self.given).expect("an input is given");
        if self.has_args && (!self.has_stdin || self.random.one_in(2)) {
            let all: Vec<String> = self.given.iter().flat_map(|input| input.args.iter().cloned()).collect();
            let within = self.random.one_in(2);
            let chosen = self.random.below(input.args.len().max(1));
            match input.args.get_mut(chosen) {
                Some(arg) if within => *arg = self.changed_text(arg, &all.concat()),
                _ => self.change_parts(&mut input.args, &other.args, &all),
            }
            input.args.truncate(60);
            input.args.iter_mut().for_each(|arg| arg.retain(|c| c != '\0'));
        } else {
            input.stdin = self.changed_text(&input.stdin, &other.stdin);
        }
    }

    /// A text with something changed, or some of the other's in it.
    fn changed_text(&mut self, text: &str, other: &str) -> String {
        let split: fn(&str) -> Vec<String> = match self.random.below(4) {
            0 => |text| text.split_inclusive('\n').map(str::to_owned).collect(),
            1 => |text| text.split_inclusive([' ', '\n']).map(str::to_owned).collect(),
            2 => runs,
            _ => |text| text.chars().map(String::from).collect(),
        };
        let (mut parts, others) = (split(text), split(other));
        self.change_parts(&mut parts, &others, &others);
        let mut text = parts.concat();
        while text.len() > LONGEST {
            text.pop();
        }
        text
    }

    /// One change in a row of parts; `other` is the row of another input, `all` what is a part somewhere.
    fn change_parts(&mut self, parts: &mut Vec<String>, other: &[String], all: &[String]) {
        let at = self.random.below(parts.len() + 1);
        let to = self.random.below(parts.len() + 1);
        let (from, until) = (at.min(to), at.max(to));
        match self.random.below(10) {
            0 => drop(parts.drain(from..until.min(from + 3))),
            1 => {
                let again = parts[from..until.min(from + 3)].to_vec();
                parts.splice(to..to, again);
            }
            2 if !parts.is_empty() => {
                let n = parts.len();
                parts.swap(at % n, to % n);
            }
            3 => {
                let start = self.random.below(other.len() + 1);
                parts.truncate(at);
                parts.extend_from_slice(&other[start..]);
            }
            4 => parts.truncate(at),
            5 if self.random.one_in(4) => {
                let n_times = 2 + self.random.below(8);
                *parts = std::iter::repeat_n(parts.clone(), n_times).flatten().collect();
            }
            6 => {
                if let Some(part) = self.random.choose(all) {
                    parts.insert(at, part.clone());
                }
            }
            7 | 8 => {
                let word = self.word();
                match parts.get_mut(at) {
                    // What separates it from the next one stays.
                    Some(part) if self.random.one_in(2) => {
                        let end = part.trim_end_matches([' ', '\n']).len();
                        part.replace_range(..end, &word);
                    }
                    _ => parts.insert(at, word),
                }
            }
            _ => {
                if let Some(part) = parts.get_mut(at) {
                    *part = self.changed_part(part);
                }
            }
        }
    }

    /// A number that is another one, or other letters.
    fn changed_part(&mut self, part: &str) -> String {
        let end = part.trim_end_matches([' ', '\n']).len();
        let (word, rest) = part.split_at(end);
        if let Ok(number) = word.parse::<i64>() {
            let step = self.random.below(4) as i64;
            let number = match self.random.below(6) {
                0 | 1 => number.wrapping_add(step),
                2 | 3 => number.wrapping_sub(step),
                4 => number.wrapping_neg(),
                _ => number.wrapping_mul(2),
            };
            return format!("{number}{rest}");
        }
        let mut letters: Vec<char> = word.chars().collect();
        let at = self.random.below(letters.len() + 1);
        match (self.random.below(4), letters.get_mut(at)) {
            (0, Some(letter)) if letter.is_lowercase() => {
                *letter = letter.to_uppercase().next().unwrap_or(*letter)
            }
            (0, Some(letter)) => *letter = letter.to_lowercase().next().unwrap_or(*letter),
            (1, Some(letter)) => {
                let next = (*letter as u32).saturating_add(1);
                *letter = char::from_u32(next).unwrap_or(' ');
            }
            (2, Some(_)) => drop(letters.remove(at)),
            _ => letters.extend(self.word().chars()),
        }
        letters.into_iter().collect::<String>() + rest
    }

    /// A word of the program's, or an odd one.
    fn word(&mut self) -> String {
        let odd = if self.random.one_in(12) { &LARGE[..] } else { &ODD[..] };
        match self.random.one_in(2) && !self.words.is_empty() {
            true => self.random.choose(&self.words).expect("has words").clone(),
            false => (*self.random.choose(odd).expect("is a row")).to_owned(),
        }
    }
}

/// Runs of letters and digits, and of what is neither.
fn runs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for letter in text.chars() {
        match found.last_mut() {
            Some(run) if run.ends_with(char::is_alphanumeric) == letter.is_alphanumeric() => run.push(letter),
            _ => found.push(letter.to_string()),
        }
    }
    found
}

/// What stands between quotes, whole and in words, and numbers with their neighbours.
fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        for quote in ['"', '\''] {
            let quoted = line.split(quote).skip(1).step_by(2).filter(|part| (1..=20).contains(&part.len()));
            for part in quoted {
                found.push(part.to_owned());
                found.extend(part.split(' ').map(str::to_owned));
            }
        }
        let is_number = |run: &&String| run.len() <= 6 && run.parse::<i64>().is_ok();
        for number in runs(line).iter().filter(is_number) {
            let number: i64 = number.parse().expect("is a number");
            found.extend([number - 1, number, number + 1].map(|number| number.to_string()));
        }
    }
    found.sort();
    found.dedup();
    found
}
