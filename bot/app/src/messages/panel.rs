//! How to make a move, from menus or typed, and premoves; modals.

use rules_core::{Game, Move, Piece};
use text::{Message, Text, msg};

use crate::messages::shorthand::field;
use crate::messages::{announcement_form, plan_form};
use crate::model::{GameRecord, Site, Thread};
use crate::protocol::{Action, Field, MenuOption, Modal, SelectMenu, Setting};

/// A piece and its square, for a menu: `Knight b1`.
pub fn piece_on(piece: Piece, square: &str) -> Message {
    msg!("option-game-piece", piece = piece.role, square)
}

/// The engine has no hint.
pub fn no_hint() -> Text {
    msg!("game-no-hint").into()
}

/// The modal that an action opens, if it opens one; that for a move depends on the position.
pub fn form(action: Action) -> Option<Modal> {
    match action {
        Action::WriteSetting(Setting::Zone) => {
            let field = field!("modal-zone", 60);
            Some(Modal::of(msg!("modal-zone.title"), field))
        }
        Action::WriteSetting(_) => {
            let field = field!("modal-quiet-hours", 60);
            Some(Modal::of(msg!("modal-quiet-hours.title"), field))
        }
        // Of another position: examples would help.
        Action::WriteLessonMove(at) => Some(move_form(&Game::new(at.step().variant()))),
        Action::AnnounceDraft(draft) => Some(announcement_form(draft)),
        Action::EditPlan(_, part) => plan_form(part, None),
        _ => None,
    }
}

/// A menu of the options from the `skip`-th on. If they don't all fit, the last one opens the next page; `more` makes its
/// value from the number to skip then.
pub(crate) fn paged_menu(
    action: Action,
    prompt: Message,
    all: Vec<MenuOption>,
    skip: usize,
    more: impl Fn(usize) -> String,
) -> SelectMenu {
    let skip = if skip < all.len() { skip } else { 0 };
    let rest = all.len() - skip;
    let mut options: Vec<_> = all.into_iter().skip(skip).collect();
    if rest > SelectMenu::MOST {
        options.truncate(SelectMenu::MOST - 1);
        let next = skip + options.len();
        let detail = msg!("option-more.detail", left = rest - options.len());
        options.push(MenuOption::new(msg!("option-more"), detail, more(next)));
    }
    SelectMenu {
        action,
        prompt: prompt.into(),
        options,
    }
}

/// Explains how to move on a board that everyone sees.
pub fn how_to_move(record: &GameRecord, site: Site, game: &Game) -> Message {
    let example = examples(game)
        .first()
        .map_or_else(String::new, |&mv| game.san(mv));
    match (&record.venue_at(site).server, record.thread_at(site)) {
        (None, _) => msg!("game-how-to-move-direct", example),
        (_, Thread::Own { .. }) => msg!("game-how-to-move-thread", example),
        _ => msg!("game-how-to-move", example),
    }
}

/// The form in which a move is typed.
pub(crate) fn move_form(game: &Game) -> Modal {
    let shape = game.variant().shape();
    let moves = examples(game);
    let mut written: Vec<_> = moves.iter().map(|&mv| game.san(mv)).collect();
    written.extend(moves.last().map(|mv| mv.uci(shape).to_string()));
    let example = msg!("modal-game-move.example", moves = written.join(", "));
    let field = Field::new(msg!("modal-game-move.label"), example, 100);
    Modal::of(msg!("modal-game-move.title"), field)
}

/// Legal moves that are quickly written: at most one of a pawn and one of a piece. None is advice, but none loses at once.
fn examples(game: &Game) -> Vec<Move> {
    let mut moves = game.legal_moves().to_vec();
    moves.sort_by_cached_key(|&mv| (game.san(mv).chars().count(), from_the_middle(game, mv)));
    let is_pawns = |mv: &Move| game.san(*mv).starts_with(char::is_lowercase);
    let pick = |wanted: bool| {
        let fitting = moves.iter().filter(|mv| is_pawns(mv) == wanted);
        fitting.copied().find(|&mv| game.blunders(&[mv]) == [None])
    };
    let picked: Vec<_> = pick(true).into_iter().chain(pick(false)).collect();
    if picked.is_empty() {
        moves.truncate(1);
        return moves;
    }
    picked
}

/// How far from the middle of the board a move ends, in half squares.
fn from_the_middle(game: &Game, mv: Move) -> u8 {
    let shape = game.variant().shape();
    let off = |at: u8, count: u8| (2 * at + 1).abs_diff(count);
    let to = mv.to();
    off(shape.file(to), shape.files()) + off(shape.rank(to), shape.ranks())
}

/// Lists a player's premoves in a game; each line begins with the opponent's move.
pub fn premoves(record: &GameRecord, lines: &[Vec<String>]) -> Text {
    let id = record.id.to_string();
    if lines.is_empty() {
        return msg!("premove-none", id).into();
    }
    let head = msg!("premove-list", id).into();
    let lines = lines.iter().map(|line| premove_line(line));
    lines.fold(head, Text::line)
}

/// A line of moves in notation, the opponent's first: `if e5 then d4, if exd4 then ...`.
pub fn premove_line(moves: &[String]) -> Text {
    let pairs = moves.chunks(2).filter_map(|pair| match pair {
        [theirs, yours] => Some(msg!("premove-pair", theirs, yours)),
        [theirs] => Some(msg!("premove-open", theirs)),
        _ => None,
    });
    Text::join(pairs.map(Text::from), ", ")
}
