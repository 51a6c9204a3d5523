//! The viewer of finished games.

use rules_core::{Color, Game};
use text::{Arg, Message, Text, key, msg};

use crate::messages::board::{game_line, move_number};
use crate::messages::review::{accuracy, best_line, percent, turning_point};
use crate::messages::{last_move, result_line};
use crate::model::{End, GameRecord, ReviewRecord};
use crate::protocol::{Action, MenuOption, SelectMenu};

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
        if let Some(review) = review {
            text = text.line(accuracy(record, game, review));
        }
    }
    if let Some(review) = review {
        text = text.line(reviewed(record, game, shown, review));
    }
    text.line(game_line(record))
}

fn chances(record: &GameRecord, review: &ReviewRecord, ply: usize) -> Option<Message> {
    let white_chances = percent(Color::White, *review.expectations.get(ply)?);
    let [white, black] = Color::ALL.map(|color| record.seats[color].name());
    Some(msg!(
        "replay-chances",
        white,
        white_chances,
        black,
        black_chances = 100 - white_chances,
    ))
}

/// The winning chances, or how a turning point changed them; and before a turning point, the best line.
fn reviewed(record: &GameRecord, game: &Game, shown: &Game, review: &ReviewRecord) -> Text {
    let ply = u32::try_from(shown.ply()).unwrap_or(u32::MAX);
    let next = review.turns.iter().find(|turn| turn.ply == ply);
    let next = next.and_then(|turn| {
        let san = shown.san(*game.moves().get(shown.ply())?);
        let best = best_line(shown, turn)?;
        let player = record.seats[shown.turn()].name();
        Some(msg!("replay-turning-point", best, player, played = san))
    });
    let mut turns = review.turns.iter();
    let last = turns.find(|turn| turn.ply.checked_add(1) == Some(ply));
    let last = last.and_then(|turn| turning_point(game, turn));
    let last = last.or_else(|| chances(record, review, shown.ply()));
    Text::lines([last, next])
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
            let label = msg!("option-replay-turn", played = name(played));
            let detail = msg!("option-replay-turn.detail", best = best.unwrap_or_default());
            turns.push(MenuOption::new(label, detail, ply.to_string()));
        } else if ply % (2 * every) == 2 * (every - 1) {
            others.push((ply + 1, name(played)));
        }
    }
    let taken = |ply: usize| turns.iter().any(|turn| turn.value == ply.to_string());
    others.retain(|(ply, _)| !taken(*ply));
    let others = others.into_iter().rev();
    let others = others.map(|(ply, name)| MenuOption::new(name, Text::default(), ply.to_string()));
    let options = turns.iter().rev().cloned().chain(others);
    SelectMenu::of(action, msg!("menu-replay-positions"), options)
}

/// The menu that opens one of these games, each from the side of a player; `None` if nothing was played in any.
pub fn replay_menu(games: &[(GameRecord, Color)]) -> Option<SelectMenu> {
    let games = games.iter().filter(|(record, _)| record.ply() > 0);
    let options = games.map(|(record, side)| {
        let (variant, opponent) = (record.variant.name(), record.seats[!*side].name());
        let (outcome, game) = (outcome(record, *side), record.id.to_string());
        let detail = msg!("option-replay.detail", outcome, game = &game);
        MenuOption::new(msg!("option-replay", variant, opponent), detail, game)
    });
    replay_menu_of(options)
}

/// The menu that opens the game of one of these options; `None` without options.
pub fn replay_menu_of(options: impl IntoIterator<Item = MenuOption>) -> Option<SelectMenu> {
    SelectMenu::of(Action::ChooseReplay, msg!("menu-replay"), options)
}

/// How a game ended for a side, as a key of messages.
pub(super) fn outcome(record: &GameRecord, side: Color) -> Arg {
    let result = record.result;
    let ended = result.filter(|result| result.end != End::Abandonment);
    key(match ended.map(|result| result.winner) {
        Some(Some(winner)) if winner == side => "won",
        Some(Some(_)) => "lost",
        Some(None) => "drawn",
        None => "aborted",
    })
}

/// A game of other people in a list to choose from.
pub fn label_of_others(record: &GameRecord) -> Message {
    let [white, black] = Color::ALL.map(|color| record.seats[color].name());
    let variant = record.variant.name();
    msg!("replay-game-of-others", white, black, variant)
}
