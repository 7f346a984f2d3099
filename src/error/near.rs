//! Names that may have been meant.

/// Names that are given as alternatives to a name that matches nothing.
const MAX_NEAR: usize = 3;

/// The names nearest to `wanted` by Levenshtein's distance where two neighbours that changed places are one edit, nearest first, at most one edit further than the first; none when
/// all are far.
pub fn near(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let mut ranked: Vec<(usize, String)> = names
        .map(|name| (distance(&wanted.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= 1 + name.chars().count() / 3)
        .collect();
    ranked.sort();
    ranked.dedup();
    let nearest = ranked.first().map_or(0, |(distance, _)| *distance);
    ranked.retain(|(distance, _)| *distance <= nearest + 1);
    ranked.into_iter().take(MAX_NEAR).map(|(_, name)| name).collect()
}

/// Number of edits; a name of which the beginning is given is one edit away.
fn distance(wanted: &str, name: &str) -> usize {
    match wanted.len() > 2 && wanted != name && name.starts_with(wanted) {
        true => 1,
        false => strsim::osa_distance(wanted, name),
    }
}

/// The same of what a parser expected, as in ``one of `a`, `b` `` or `` `a` or `b` ``.
pub(crate) fn nearest_of_listed(wanted: &str, listed: &str) -> Option<String> {
    let names = listed.split('`').skip(1).step_by(2).map(str::to_owned);
    near(wanted, names).into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_come_nearest_first() {
        let names = || ["HOF", "AF", "LC", "Block", "Rem"].into_iter().map(str::to_owned);
        assert_eq!(near("hof", names()), ["HOF"]);
        assert_eq!(near("Blck", names()), ["Block"]);
        assert_eq!(near("unrelated", names()), [""; 0]);
        let names = || ["tier", "title", "variable"].into_iter().map(str::to_owned);
        assert_eq!(near("titel", names())[0], "title");
        assert_eq!(near("var", names()), ["variable"]);
    }

    #[test]
    fn what_a_parser_lists_has_names() {
        assert_eq!(nearest_of_listed("langages", "one of `name`, `languages`"), Some("languages".to_owned()));
        assert_eq!(nearest_of_listed("stdot", "`stdout` or `file`"), Some("stdout".to_owned()));
        assert_eq!(nearest_of_listed("nonsense", "`stdout` or `file`"), None);
    }
}
