//! Requests in a person's own words: "can we play toto40 at level 3?". The words are in the text resources.

use std::sync::LazyLock;

use rules_core::Role;
use text::msg;

use crate::commands::typed::{Call, Parsed, parse};
use crate::protocol::Word;
use crate::protocol::word::phrases;

/// Maximum number of words in a request; anything longer is conversation.
const MOST_WORDS: usize = 12;
/// Maximum number of words in a move: a Leto's move can throw and pull several pieces.
const MOVE_WORDS: usize = 40;

const MOVE: &str = "move";
const PLAY: &str = "play";
const CHALLENGE: &str = "challenge";

/// The meaning of what someone said.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    Word(Word),
    Call(Call),
    /// Perhaps a move.
    Move(String),
}

impl Said {
    /// Whether it says yes or no.
    pub fn answer(&self) -> Option<bool> {
        match self {
            Self::Word(word) => word.answer(),
            Self::Call(_) | Self::Move(_) => None,
        }
    }
}

struct Phrases {
    words: Vec<(String, Word)>,
    courtesies: Vec<String>,
    /// How a request begins, with the command that it is for; the longest first.
    wishes: Vec<(String, &'static str)>,
    small_words: Vec<String>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut words = Word::all_phrases().to_vec();
    for (addressed, word) in [
        (msg!("said-help-addressed"), Word::Help),
        (msg!("said-resign-addressed"), Word::Resign),
        (msg!("said-yes-addressed"), Word::Yes),
        (msg!("said-no-addressed"), Word::No),
    ] {
        words.extend(phrases(&addressed).into_iter().map(|said| (said, word)));
    }
    let mut wishes = Vec::new();
    for (begin, command) in [
        (msg!("said-move"), MOVE),
        (msg!("said-play"), PLAY),
        (msg!("said-rules-of"), "rules"),
        (msg!("said-learn"), "learn"),
        (msg!("said-puzzle"), "puzzle"),
        (msg!("said-daily"), "daily"),
        (msg!("said-challenge"), CHALLENGE),
    ] {
        wishes.extend(phrases(&begin).into_iter().map(|said| (said, command)));
    }
    wishes.sort_by_key(|(said, _)| std::cmp::Reverse(said.len()));
    Phrases {
        words,
        courtesies: phrases(&msg!("said-courtesies")),
        wishes,
        small_words: phrases(&msg!("said-small-words")),
    }
});

/// Reads what someone said to Delos; `None` if it is neither a request nor looks like a move.
pub fn said(text: &str) -> Option<Said> {
    let ends = |c: char| matches!(c, ',' | '.' | '!' | '?' | ';');
    let text = text.replace('\u{2019}', "'");
    let words: Vec<_> = text.split_whitespace().collect();
    if words.len() <= MOST_WORDS {
        let words: Vec<_> = words
            .iter()
            .map(|word| word.trim_end_matches(ends))
            .collect();
        let mut rest = words.as_slice();
        loop {
            if let Some(said) = request(rest) {
                return Some(said);
            }
            let mut courtesies = PHRASES.courtesies.iter();
            match courtesies.find_map(|phrase| after(rest, phrase)) {
                Some(request) if !request.is_empty() => rest = request,
                _ => break,
            }
        }
        let names_first = words.first().is_some_and(|word| !is_small(word));
        let play = if names_first {
            call_with(PLAY, &words)
        } else {
            call(PLAY, &words)
        };
        if let Some(game) = play.filter(|call| call.given.get("game").is_some()) {
            return Some(Said::Call(call("begin", &words).unwrap_or(game)));
        }
    }
    is_like_a_move(text.trim(), MOVE_WORDS).then(|| Said::Move(text.trim().to_owned()))
}

/// Returns the words after a phrase, if they start with it.
fn after<'w, 't>(words: &'w [&'t str], phrase: &str) -> Option<&'w [&'t str]> {
    let mut rest = words;
    for wanted in phrase.split(' ') {
        let (first, others) = rest.split_first()?;
        if first.to_lowercase() != wanted {
            return None;
        }
        rest = others;
    }
    Some(rest)
}

fn is_small(word: &str) -> bool {
    PHRASES.small_words.contains(&word.to_lowercase())
}

/// Whether a word means something of itself in a request or in a move.
pub(super) fn is_known_word(word: &str) -> bool {
    let is_piece = Role::ALL.into_iter().any(|role| role.name() == word);
    is_piece || castles(word) || is_small(word) || Word::read(word).is_some()
}

fn request(words: &[&str]) -> Option<Said> {
    let is = |words: &[&str], phrase: &str| after(words, phrase).is_some_and(<[_]>::is_empty);
    let last = words.iter().rposition(|word| !is_small(word));
    let core = &words[..last.map_or(words.len(), |last| last + 1)];
    let known = PHRASES.words.iter();
    let mut known = known.filter(|(phrase, _)| is(words, phrase) || is(core, phrase));
    if let Some((_, word)) = known.next() {
        return Some(Said::Word(*word));
    }
    let mut wishes = PHRASES.wishes.iter();
    wishes.find_map(|(phrase, command)| wished(command, after(words, phrase)?))
}

fn wished(command: &str, rest: &[&str]) -> Option<Said> {
    if command == MOVE {
        let text = rest.join(" ");
        let is_move = is_like_a_move(&text, MOVE_WORDS);
        return is_move.then_some(Said::Move(text));
    }
    let names_someone = rest.iter().any(|word| word.starts_with(['@', '<']));
    let name = match command {
        PLAY if names_someone => CHALLENGE,
        other => other,
    };
    // Without options, it asks for them.
    let call = call_with(name, rest).or_else(|| call(name, &[]));
    call.map(Said::Call)
}

/// Returns the command with these words as options, or else with all but the small words.
fn call_with(name: &str, words: &[&str]) -> Option<Call> {
    let telling = words.iter().copied().filter(|word| !is_small(word));
    call(name, words).or_else(|| call(name, &telling.collect::<Vec<_>>()))
}

fn call(name: &str, options: &[&str]) -> Option<Call> {
    match parse(&format!("{name} {}", options.join(" "))) {
        Ok(Parsed::Call(call)) => Some(call),
        Ok(Parsed::Help(_)) | Err(_) => None,
    }
}

/// Whether a text of at most `most_words` words names a square, castles, or looks like a move to a square that isn't on any board.
pub fn is_like_a_move(said: &str, most_words: usize) -> bool {
    let is_square = |pair: &[char]| matches!(pair, [file, rank] if matches!(file, 'a'..='l' | 'A'..='L') && rank.is_ascii_digit());
    let letters: Vec<char> = said.chars().collect();
    let words: Vec<_> = said.split_whitespace().map(plain).collect();
    words.len() <= most_words
        && (letters.windows(2).any(is_square)
            || words.iter().any(|word| castles(word))
            || is_written_like_a_move(said))
}

/// Whether a text is a piece letter followed by a letter and a number, as in "Kz9" or "Kxz9".
fn is_written_like_a_move(said: &str) -> bool {
    let target = said.strip_prefix(|c| "KQRBNPLGADSH".contains(c));
    let target = target.map(|rest| rest.strip_prefix('x').unwrap_or(rest));
    let target = target.and_then(|rest| rest.strip_prefix(|c: char| c.is_ascii_lowercase()));
    target.is_some_and(|rank| matches!(rank.len(), 1..=2) && rank.parse::<u8>().is_ok())
}

/// Lowercases a word, and turns dashes into hyphens and zeros into the letter o.
fn plain(word: &str) -> String {
    let is_dash = |c| matches!(c, '\u{2010}'..='\u{2014}' | '\u{2212}');
    word.to_ascii_lowercase()
        .replace('0', "o")
        .replace(is_dash, "-")
}

/// Whether a word starts a castling move, in notation or in the words of a described board.
fn castles(word: &str) -> bool {
    word.starts_with("o-o") || matches!(word, "castle" | "castles")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages and what each does: a command, a `:word`, a `=move`, or nothing.
    const TABLE: &str = "
        play toto40                         => play game:toto40
        Play Toto40!                        => play game:toto40
        can we play a game of toto40 please => play game:toto40
        i want to play chess                => play
        hi, I'd like to play                => play
        I’d like to play leto at level 3    => play game:leto level:3
        start                               => play
        level 3                             => play level:3
        play level 3                        => play level:3
        toto40                              => begin game:toto40
        leto chess                          => begin game:leto
        toto40 level 3                      => play game:toto40 level:3
        let's play legan 10+5               => play game:legan time:10+5
        rules of leap                       => rules game:leap
        the rules of toto40                 => rules game:toto40
        how do i play toto40?               => rules game:toto40
        explain leto chess to me            => rules game:leto
        learn                               => learn
        how do I learn leto?                => learn game:leto
        teach me legan chess please         => learn game:legan
        lessons for toto40                  => learn game:toto40
        puzzle                              => puzzle
        give me a puzzle of leto            => puzzle game:leto
        puzzles of toto40                   => puzzle game:toto40
        challenge @bob                      => challenge opponent:@bob
        challenge @bob to toto40            => challenge game:toto40 opponent:@bob
        can I play against <@7>?            => challenge opponent:<@7>
        i want to play a friend             => challenge
        games                               => :Games
        show me my games                    => :Games
        my games please                     => :Games
        stop                                => :Resign
        I give up!                          => :Resign
        how do i play                       => :Help
        how?                                => :Help
        What can you do?                    => :Help
        can you give me a hint              => :Hint
        thanks                              => :Thanks
        Yes!                                => :Yes
        yes please                          => :Yes
        I accept                            => :Yes
        no, thanks                          => :No
        describe the board                  => :Describe
        play e4                             => =e4
        move knight to f3                   => =knight to f3
        Nf3                                 => =Nf3
        Kz9                                 => =Kz9
        O-O                                 => =O-O
        12. O–O                             => =12. O–O
        castles kingside                    => =castles kingside
        rook d5 takes the pawn on d7        => =rook d5 takes the pawn on d7
        lol                                 =>
        ok                                  =>
        what a nice day it is today, isn't it, my dear old friend of mine =>
    ";

    #[test]
    fn requests_are_understood_in_natural_order() {
        for row in TABLE.lines().filter(|row| !row.trim().is_empty()) {
            let (text, expected) = row.split_once("=>").unwrap();
            let told = match said(text.trim()) {
                Some(Said::Word(word)) => format!(":{word:?}"),
                Some(Said::Call(call)) => call.written(),
                Some(Said::Move(text)) => format!("={text}"),
                None => String::new(),
            };
            assert_eq!(told, expected.trim(), "{text}");
        }
    }
}
