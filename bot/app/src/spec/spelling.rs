//! Corrects misspelled names.

/// Letters of a name for each typo allowed.
const LETTERS_A_TYPO: usize = 3;
/// The longest text compared, in bytes: the cost is the product of both lengths, and strangers choose their names.
const LONGEST: usize = 200;

/// Counts the letters typed wrong, left out, added or swapped in `name`; `None` if there are too many. Case-sensitive.
pub fn typos(name: &str, typed: &str) -> Option<usize> {
    if name.len().max(typed.len()) > LONGEST {
        return None;
    }
    let letters = name.chars().count().min(typed.chars().count());
    let typos = strsim::osa_distance(name, typed);
    (typos <= letters / LETTERS_A_TYPO).then_some(typos)
}

/// Returns the name nearest to the text typed, if one is near.
pub(crate) fn nearest(
    names: impl Iterator<Item = &'static str>,
    typed: &str,
) -> Option<&'static str> {
    let typed = typed.to_lowercase();
    let near = names.filter_map(|name| Some((typos(name, &typed)?, name)));
    near.min().map(|(_, name)| name)
}
