//! Which name is meant by one that is nearly it.

/// The letters of a name for each one that may be wrong.
const LETTERS_A_TYPO: usize = 3;
/// The longest text that is compared, in bytes: comparing takes the product of both lengths, and strangers choose their names.
const LONGEST: usize = 200;

/// How many letters are wrong, missing, too many or swapped in what was typed for `name`; none if these are too many. Case counts.
pub fn typos(name: &str, typed: &str) -> Option<usize> {
    if name.len().max(typed.len()) > LONGEST {
        return None;
    }
    let letters = name.chars().count().min(typed.chars().count());
    let typos = strsim::osa_distance(name, typed);
    (typos <= letters / LETTERS_A_TYPO).then_some(typos)
}

/// The name that is nearest to what was typed, if one is near.
pub(crate) fn nearest(
    names: impl Iterator<Item = &'static str>,
    typed: &str,
) -> Option<&'static str> {
    let typed = typed.to_lowercase();
    let near = names.filter_map(|name| Some((typos(name, &typed)?, name)));
    near.min().map(|(_, name)| name)
}
