//! Mentions in a text.

/// Returns the users mentioned as `<@id>` outside of code, in order and without duplicates.
pub(crate) fn in_text(text: &str) -> Vec<u64> {
    let mut out = Vec::new();
    for part in without_code(text).split("<@").skip(1) {
        let Some((id, _)) = part.split_once('>') else {
            continue;
        };
        if let Ok(id) = id.trim_start_matches('!').parse::<u64>()
            && !out.contains(&id)
        {
            out.push(id);
        }
    }
    out
}

/// Replaces what follows each `mark`. `replace` gets the text so far and what follows, and returns the replacement and the rest, or
/// nothing if the mark stays.
pub(crate) fn replaced<'a>(
    text: &'a str,
    mark: char,
    replace: impl Fn(&str, &'a str) -> Option<(String, &'a str)>,
) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(mark) {
        out.push_str(before);
        if let Some((replacement, tail)) = replace(&out, after) {
            out.push_str(&replacement);
            rest = tail;
        } else {
            out.push(mark);
            rest = after;
        }
    }
    out + rest
}

/// Removes code spans and blocks, in which Discord parses no mentions.
pub(crate) fn without_code(text: &str) -> String {
    let fenced: Vec<&str> = text.split("```").collect();
    let mut out = String::new();
    for (n, block) in fenced.iter().enumerate() {
        if n % 2 == 1 && n + 1 < fenced.len() {
            continue;
        }
        let parts: Vec<&str> = block.split('`').collect();
        for (k, part) in parts.iter().enumerate() {
            if k % 2 == 0 || k + 1 == parts.len() {
                out.push_str(part);
                out.push(' ');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_listed_once_and_not_inside_code() {
        assert_eq!(
            in_text("<@5> and <@!7>, <@5>; `<@8>` ```\n<@9>``` <@x> <@10"),
            [5, 7]
        );
        assert_eq!(in_text("an odd ` tick <@5>"), [5]);
    }
}
