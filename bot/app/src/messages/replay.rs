//! The viewer of finished games.

use rules_core::{Color, Game};
use text::{Arg, Message, Text, key, msg};

use crate::messages::board::{game_line, move_number};
use crate::messages::review::{accuracy, best_line, percent, turning_point};
use crate::messages::{last_move, result_line};
use crate::model::record::{End, GameRecord, ReviewRecord};
use crate::protocol::action::Action;
use crate::protocol::card::{MenuOption, SelectMenu};

/// Maximum number of ordinary moves in the menu of positions.
const MOVES: usize = 18;

/// A position of a finished game: the move that led to it, the winning chances, and what would have been better.
pub fn replayed_position(
    record: &GameRecord,
    game: &Game,
    shown: &Game,
    review: Option<&ReviewRecord>,
) -> Text {
    let (ply, all) = (shown.ply(), game.ply());
    let mut text = Text::from(if ply == 0 {
        msg!("replay-start", all)
    } else {
        let last = last_move(shown);
        msg!("replay-move", move = last, ply, all)
    });
    if let Some(result) = record.result.filter(|_| ply == all) {
        text = text.line(result_line(record, &result));
        text =
            text.line(review.map_or_else(Text::default, |review| accuracy(record, game, review)));
    }
    if let Some(review) = review {
        text = text.line(reviewed(record, game, shown, review));
    }
    text.line(game_line(record))
}

fn chances(record: &GameRecord, review: &ReviewRecord, ply: usize) -> Option<Message> {
    let white = percent(Color::White, *review.expectations.get(ply)?);
    Some(msg!(
        "replay-chances",
        white = record.seats[Color::White].name(),
        white_chances = white,
        black = record.seats[Color::Black].name(),
        black_chances = 100 - white,
    ))
}

/// The winning chances, or how a turning point changed them; and before a turning point, the best line.
fn reviewed(record: &GameRecord, game: &Game, shown: &Game, review: &ReviewRecord) -> Text {
    let ply = u32::try_from(shown.ply()).unwrap_or(u32::MAX);
    let next = review.turns.iter().find(|turn| turn.ply == ply);
    let next = next.and_then(|turn| {
        let played = *game.moves().get(shown.ply())?;
        Some(msg!(
            "replay-turning-point",
            best = best_line(shown, turn)?,
            player = record.seats[shown.turn()].name(),
            played = shown.san(played),
        ))
    });
    let mut turns = review.turns.iter();
    let last = turns.find(|turn| turn.ply.checked_add(1) == Some(ply));
    let last = last.and_then(|turn| turning_point(game, turn));
    let last = last.or_else(|| chances(record, review, shown.ply()));
    let lines = [last, next].into_iter().flatten();
    lines.fold(Text::default(), Text::line)
}

/// The menu of a game's turning points and of every n-th of White's moves; `None` if there are no moves.
pub fn replay_positions(
    game: &Game,
    review: Option<&ReviewRecord>,
    action: Action,
) -> Option<SelectMenu> {
    let moves = game.ply() / 2;
    let every = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|every| moves / every < MOVES)
        .unwrap_or(200);
    let (mut turns, mut others) = (Vec::new(), Vec::new());
    // Backwards, so that each position is at hand once.
    let mut before = game.clone();
    while let Some(played) = before.undo() {
        let ply = before.ply();
        let number = u32::try_from(ply).unwrap_or(u32::MAX);
        let name = |mv| format!("{} {}", move_number(game, number), before.san(mv));
        let turn = review.and_then(|review| review.turns.iter().find(|turn| turn.ply == number));
        if let Some(turn) = turn {
            let best = before.read(&turn.best).map(|best| before.san(best));
            turns.push(MenuOption {
                label: msg!("option-replay-turn", played = name(played)).into(),
                detail: msg!("option-replay-turn.detail", best = best.unwrap_or_default()).into(),
                value: ply.to_string(),
            });
        } else if ply % (2 * every) == 2 * (every - 1) {
            others.push((ply + 1, name(played)));
        }
    }
    let taken = |ply: usize| turns.iter().any(|turn| turn.value == ply.to_string());
    others.retain(|(ply, _)| !taken(*ply));
    let others = others.into_iter().rev().map(|(ply, name)| MenuOption {
        label: name.into(),
        detail: Text::default(),
        value: ply.to_string(),
    });
    let options: Vec<_> = turns.iter().rev().cloned().chain(others).collect();
    (!options.is_empty()).then(|| SelectMenu {
        action,
        prompt: msg!("menu-replay-positions").into(),
        options,
    })
}

/// The menu that opens one of these games, each from the side of a player; `None` if nothing was played in any.
pub fn replay_menu(games: &[(GameRecord, Color)]) -> Option<SelectMenu> {
    let games = games.iter().filter(|(record, _)| record.ply() > 0);
    let options = games.map(|(record, side)| MenuOption {
        label: msg!(
            "option-replay",
            variant = record.variant.name(),
            opponent = record.seats[!*side].name(),
        )
        .into(),
        detail: msg!(
            "option-replay.detail",
            outcome = outcome(record, *side),
            game = record.id.to_string(),
        )
        .into(),
        value: record.id.to_string(),
    });
    replay_menu_of(options.collect())
}

/// The menu that opens the game of one of these options; `None` without options.
pub fn replay_menu_of(mut options: Vec<MenuOption>) -> Option<SelectMenu> {
    options.truncate(SelectMenu::MOST);
    (!options.is_empty()).then(|| SelectMenu {
        action: Action::ChooseReplay,
        prompt: msg!("menu-replay").into(),
        options,
    })
}

/// How a game ended for a side, as a key of messages.
pub(super) fn outcome(record: &GameRecord, side: Color) -> Arg {
    match record.result {
        Some(result) if result.end == End::Abandonment => key("aborted"),
        Some(result) => match result.winner {
            Some(winner) if winner == side => key("won"),
            Some(_) => key("lost"),
            None => key("drawn"),
        },
        None => key("aborted"),
    }
}

/// A game of other people in a list to choose from.
pub fn label_of_others(record: &GameRecord) -> Message {
    msg!(
        "replay-game-of-others",
        white = record.seats[Color::White].name(),
        black = record.seats[Color::Black].name(),
        variant = record.variant.name(),
    )
}
