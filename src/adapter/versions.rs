//! Ranges of versions, and whether a version is inside.

/// Bounds of a version, all of which it must keep: `>= 25, < 28`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VersionRange {
    text: String,
    bounds: Vec<(Bound, Vec<u64>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Least,
    Above,
    Most,
    Below,
    Exactly,
}

impl VersionRange {
    /// As it is written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn parse(text: &str) -> Option<VersionRange> {
        let words = [
            (">=", Bound::Least),
            ("<=", Bound::Most),
            (">", Bound::Above),
            ("<", Bound::Below),
            ("=", Bound::Exactly),
        ];
        let bound = |part: &str| {
            let part = part.trim();
            let (word, bound) = words.iter().find(|(word, _)| part.starts_with(word))?;
            let version = part[word.len()..].trim();
            let is_version = version.split('.').all(|number| number.parse::<u64>().is_ok());
            is_version.then(|| (*bound, numbers(version)))
        };
        let bounds: Option<Vec<(Bound, Vec<u64>)>> = text.split(',').map(bound).collect();
        Some(VersionRange { text: text.to_owned(), bounds: bounds? })
    }

    pub(super) fn has(&self, version: &str) -> bool {
        let version = numbers(version);
        self.bounds.iter().all(|(bound, limit)| {
            // `3` means every 3.x where a bound includes it, and none where it excludes it.
            let known = &version[..version.len().min(limit.len())];
            match bound {
                Bound::Least => version >= *limit,
                Bound::Above => known > limit.as_slice(),
                Bound::Most => known <= limit.as_slice(),
                Bound::Below => version < *limit,
                Bound::Exactly => known == limit.as_slice(),
            }
        })
    }
}

/// The numbers of a version, without what follows the last dotted one.
fn numbers(version: &str) -> Vec<u64> {
    let digits = |part: &str| part.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
    version.split('.').map_while(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(range: &str, inside: &[&str], outside: &[&str]) {
        let range = VersionRange::parse(range).unwrap();
        inside.iter().for_each(|version| assert!(range.has(version), "{version} in {}", range.text));
        outside.iter().for_each(|version| assert!(!range.has(version), "{version} not in {}", range.text));
    }

    #[test]
    fn versions_are_compared_number_by_number() {
        check(">= 25", &["25", "25.3.2", "26"], &["24.9", "9"]);
        check(">=3.9, <3.12", &["3.9", "3.11.7", "3.10"], &["3.8.9", "3.12", "3.12.0"]);
        check("= 0.4", &["0.4", "0.4.1"], &["0.5", "0.41"]);
        check("> 3, <= 4.1", &["4", "4.1.9"], &["3", "3.5", "4.2"]);
        check(">= 22", &["22.3.0-rc1"], &["unknown", ""]);
        for bad in ["", "25", ">= x", ">= 1,,"] {
            assert_eq!(VersionRange::parse(bad), None, "{bad}");
        }
    }
}
