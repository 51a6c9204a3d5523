//! Lists of games.

use std::cmp::Reverse;

use rules_core::{Color, Variant};
use text::chess::variant_name;
use text::{Message, Part, Text, key, msg};

use crate::messages::{challenge_terms, named, seat};
use crate::model::ids::{GameId, PlayerId};
use crate::model::record::{ChallengeRecord, GameRecord};
use crate::protocol::action::Action;
use crate::protocol::card::{Card, MenuOption, SelectMenu};
use crate::protocol::command::Command;
use crate::protocol::move_choice::MoveText;
use crate::protocol::refusal::Candidate;
use crate::protocol::word::Word;

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
    games.chain(challenges).fold(Text::default(), Text::line)
}

fn entry(record: &GameRecord, side: Color) -> Message {
    let id = record.id.to_string();
    let variant = record.variant.name();
    let opponent = seat(&record.seats[!side]);
    let turn = key(if record.turn() == side {
        "yours"
    } else {
        "theirs"
    });
    match record.flag() {
        None => msg!("games-entry", id, variant, opponent, turn),
        Some(flag) => msg!(
            "games-entry-timed",
            id,
            variant,
            opponent,
            turn,
            when = Part::Relative(flag)
        ),
    }
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
    msg!(
        "watch-started",
        variant = record.variant.name(),
        white = seat(&record.seats[Color::White]),
        black = seat(&record.seats[Color::Black]),
    )
    .into()
}

/// The games in progress on a server, one on a line.
pub fn games_here(games: &[GameRecord]) -> Text {
    if games.is_empty() {
        return msg!("watch-no-games").into();
    }
    let lines = games.iter().map(|record| {
        msg!(
            "watch-game",
            id = record.id.to_string(),
            variant = record.variant.name(),
            white = record.seats[Color::White].name(),
            black = record.seats[Color::Black].name(),
        )
    });
    lines
        .fold(Text::default(), Text::line)
        .line(msg!("watch-how"))
}

/// A game in a list to choose from, from the side of one of its players.
pub fn game_label(record: &GameRecord, side: Color) -> Message {
    msg!(
        "choice-game",
        variant = record.variant.name(),
        opponent = record.seats[!side].name(),
        id = record.id.to_string(),
    )
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
        menu: games_menu(in_chosen_game(command), msg!("menu-games-which"), options),
        ..Card::words(msg!("games-which"))
    }
}

/// Runs the command in the chosen game, or shows the board if the command's text is too long for an address.
fn in_chosen_game(command: &Command) -> Action {
    let word = match command {
        Command::Move { text, .. } => match MoveText::from(text.trim()) {
            Ok(text) => return Action::MoveIn(text),
            Err(_) => Word::Board,
        },
        Command::Prepare(_, text) => match MoveText::from(text.trim()) {
            Ok(text) => return Action::PremoveIn(text),
            Err(_) => Word::Board,
        },
        Command::Describe(_) => Word::Describe,
        Command::Draw(_) => Word::Draw,
        Command::TakeBack(..) => Word::TakeBack,
        Command::AnswerOffer(_, true) => Word::Yes,
        Command::AnswerOffer(_, false) => Word::No,
        Command::Hint(_) => Word::Hint,
        Command::AskResign(_) => Word::Resign,
        _ => Word::Board,
    };
    Action::InGame(word)
}

/// The menu that opens one of someone's games.
pub(crate) fn open_menu(ongoing: &[(GameRecord, Color)]) -> Option<SelectMenu> {
    let options = ongoing.iter().map(|(record, side)| {
        let opponent = record.seats[!*side].name();
        let is_your_turn = record.turn() == *side;
        game_option(record.variant, opponent, is_your_turn, record.id)
    });
    let action = Action::InGame(Word::Board);
    games_menu(action, msg!("menu-games-open"), options)
}

fn games_menu(
    action: Action,
    prompt: Message,
    options: impl Iterator<Item = MenuOption>,
) -> Option<SelectMenu> {
    let options: Vec<_> = options.take(SelectMenu::MOST).collect();
    (!options.is_empty()).then(|| SelectMenu {
        action,
        prompt: prompt.into(),
        options,
    })
}

fn game_option(variant: Variant, opponent: String, is_your_turn: bool, id: GameId) -> MenuOption {
    let turn = key(if is_your_turn { "yours" } else { "theirs" });
    let id = id.to_string();
    MenuOption {
        label: msg!("option-game", variant = variant_name(variant), opponent).into(),
        detail: msg!("option-game.detail", turn, id = id.as_str()).into(),
        value: id,
    }
}
