//! Lists of games, and their threads.

use std::cmp::Reverse;

use rules_core::{Color, Variant};
use text::{Arg, Message, Part, Text, key, msg};

use crate::messages::{challenge_terms, named, seat};
use crate::model::{ChallengeRecord, GameId, GameRecord, PlayerId};
use crate::protocol::{Action, Candidate, Card, Command, MenuOption, MoveText, SelectMenu, Word};

/// Someone's games in progress and open challenges, one on a line.
pub fn games(
    ongoing: &[(GameRecord, Color)],
    challenges: &[ChallengeRecord],
    reader: &PlayerId,
) -> Text {
    if ongoing.is_empty() && challenges.is_empty() {
        return msg!("games-none").into();
    }
    let games = ongoing.iter().map(|(record, side)| entry(record, *side));
    let challenges = challenges.iter();
    let challenges = challenges.map(|challenge| challenge_entry(challenge, reader));
    Text::lines(games.chain(challenges))
}

fn entry(record: &GameRecord, side: Color) -> Message {
    let id = record.id.to_string();
    let variant = record.variant.name();
    let opponent = seat(&record.seats[!side]);
    let turn = turn_key(record.turn() == side);
    let Some(flag) = record.flag() else {
        return msg!("games-entry", id, variant, opponent, turn);
    };
    let when = Part::Relative(flag);
    msg!("games-entry-timed", id, variant, opponent, turn, when)
}

fn turn_key(is_yours: bool) -> Arg {
    key(if is_yours { "yours" } else { "theirs" })
}

fn challenge_entry(open: &ChallengeRecord, reader: &PlayerId) -> Message {
    let (terms, when) = (challenge_terms(&open.terms), Part::Relative(open.expires));
    let by = named(&open.by);
    match &open.to {
        Some(_) if open.by.id != *reader => msg!("games-challenge", by, terms, when),
        Some(to) => msg!("games-challenge-own", to = named(to), terms, when),
        None => msg!("games-challenge-own-open", terms, when),
    }
}

/// Confirms that someone watches a game now.
pub fn watching(record: &GameRecord) -> Text {
    let variant = record.variant.name();
    let [white, black] = Color::ALL.map(|color| seat(&record.seats[color]));
    msg!("watch-started", variant, white, black).into()
}

/// The games in progress on a server, one on a line.
pub fn games_here(games: &[GameRecord]) -> Text {
    if games.is_empty() {
        return msg!("watch-no-games").into();
    }
    let lines = games.iter().map(|record| {
        let (id, variant) = (record.id.to_string(), record.variant.name());
        let [white, black] = Color::ALL.map(|color| record.seats[color].name());
        msg!("watch-game", id, variant, white, black)
    });
    Text::lines(lines).line(msg!("watch-how"))
}

/// A game in a list to choose from, from the side of one of its players.
pub fn game_label(record: &GameRecord, side: Color) -> Message {
    let (variant, opponent) = (record.variant.name(), record.seats[!side].name());
    msg!("choice-game", variant, opponent, id = record.id.to_string())
}

/// Asks which of someone's games a command is for; choosing one runs the command there.
pub(crate) fn which_game(candidates: &[Candidate], command: &Command) -> Card {
    let mut newest: Vec<_> = candidates.iter().collect();
    newest.sort_by_key(|candidate| Reverse(candidate.touched));
    let options = newest.into_iter().map(|candidate| {
        let (opponent, id) = (candidate.opponent.name(), candidate.game);
        game_option(candidate.variant, opponent, candidate.is_your_turn, id)
    });
    Card {
        menu: SelectMenu::of(in_chosen_game(command), msg!("menu-games-which"), options),
        ..Card::words(msg!("games-which"))
    }
}

/// Runs the command in the chosen game, or shows the board if the command's text is too long for an address.
fn in_chosen_game(command: &Command) -> Action {
    let short = |text: &str| MoveText::from(text.trim()).ok();
    Action::InGame(match command {
        Command::Move { text, .. } if let Some(text) = short(text) => return Action::MoveIn(text),
        Command::Prepare(_, text) if let Some(text) = short(text) => {
            return Action::PremoveIn(text);
        }
        Command::Describe(_) => Word::Describe,
        Command::Draw(_) => Word::Draw,
        Command::TakeBack(..) => Word::TakeBack,
        Command::AnswerOffer(_, true) => Word::Yes,
        Command::AnswerOffer(_, false) => Word::No,
        Command::Hint(_) => Word::Hint,
        Command::AskResign(_) => Word::Resign,
        _ => Word::Board,
    })
}

/// The menu that opens one of someone's games.
pub(crate) fn open_menu(ongoing: &[(GameRecord, Color)]) -> Option<SelectMenu> {
    let options = ongoing.iter().map(|(record, side)| {
        let opponent = record.seats[!*side].name();
        let is_your_turn = record.turn() == *side;
        game_option(record.variant, opponent, is_your_turn, record.id)
    });
    let action = Action::InGame(Word::Board);
    SelectMenu::of(action, msg!("menu-games-open"), options)
}

fn game_option(variant: Variant, opponent: String, is_your_turn: bool, id: GameId) -> MenuOption {
    let (turn, id) = (turn_key(is_your_turn), id.to_string());
    let detail = msg!("option-game.detail", turn, id = &id);
    MenuOption::new(msg!("option-game", variant, opponent), detail, id)
}

/// The name of a game's thread: its players and the game.
pub fn thread_name(record: &GameRecord) -> String {
    /// In characters; Discord's limit.
    const LONGEST: usize = 100;
    let [white, black] = Color::ALL.map(|color| record.seats[color].name());
    let name = format!("{white} – {black}: {}", record.variant.name());
    name.chars().take(LONGEST).collect()
}
