//! The move picker: menus for a piece, then for its target. All its state is in the menus' addresses.

use pictures::BoardPicture;
use rules_core::{Blunder, Game, Move, Piece, Square};
use text::{Message, msg};

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::game::active_game;
use crate::game::autocomplete::LISTED;
use crate::game::confirmation;
use crate::game::move_filter;
use crate::messages;
use crate::model::ids::{GameId, Person};
use crate::model::record::GameRecord;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card, MenuOption, SelectMenu};
use crate::protocol::effect::Answer;
use crate::protocol::move_choice::Chosen;
use crate::settings::effective;

pub(crate) fn panel(
    reader: &Reader<'_>,
    who: &Person,
    id: GameId,
    seen: u32,
    chosen: Option<&Chosen>,
) -> Result<Change, Failure> {
    let active = active_game::by_id(reader, who, id)?;
    active.must_be_to_move(Some(seen))?;
    let (piece, skip) = match chosen {
        None => (None, 0),
        Some(Chosen::Piece(square)) => (Some(square.as_str()), 0),
        Some(Chosen::More { piece, skip }) => (piece.as_deref(), *skip),
    };
    let record = &active.record.value;
    let shape = active.game.variant().shape();
    // A square that doesn't exist is no address of ours; the pieces are offered again.
    let square = piece.and_then(|name| shape.parse(name));
    let origin = square.and_then(|square| Some((square, active.game.position().piece_at(square)?)));
    let settings = effective::effective_settings(reader, Some(&who.id), record.server_of(&who.id))?;
    let game = &active.game;
    let blunders =
        |moves: &[Move]| confirmation::blunders(reader, who, record, game, &settings, moves);
    let mut card = match origin {
        Some((square, piece)) => targets(record, game, &blunders, square, piece, skip)?,
        None => pieces(record, game, &blunders, skip)?,
    };
    if settings.words_only() {
        card.board = None;
    }
    let look = settings.private_look(Some(active.side), &active.game);
    card.board = card.board.map(|board| look.of(board));
    let card = Box::new(card);
    // The opponent would read which moves lose.
    let marks = settings.marks() && !record.is_serious();
    Ok(Change::nothing(if marks {
        Answer::Secret(card)
    } else {
        Answer::Aside(card)
    }))
}

/// Finds the moves that lose at once, unless the player may not be warned.
type Blunders<'b> = &'b dyn Fn(&[Move]) -> Result<Vec<Option<Blunder>>, Failure>;

fn pieces(
    record: &GameRecord,
    game: &Game,
    blunders: Blunders<'_>,
    skip: usize,
) -> Result<Card, Failure> {
    let shape = game.variant().shape();
    let moves = game.legal_moves();
    let blunders = blunders(&moves)?;
    let mut origins: Vec<Square> = moves.iter().map(|mv| mv.from()).collect();
    origins.sort_unstable();
    origins.dedup();
    let choices = origins.iter().filter_map(|&square| {
        let piece = game.position().piece_at(square)?;
        let name = shape.name(square).to_string();
        let own = moves.iter().zip(&blunders);
        let own = own.filter(|(mv, _)| mv.from() == square).take(LISTED);
        let sans = own.clone().map(|(&mv, _)| game.san(mv));
        Some(MenuOption {
            label: messages::piece_on(piece, &name).into(),
            detail: if own.clone().all(|(_, blunder)| blunder.is_some()) {
                msg!("option-game-piece-loses", moves = side_by_side(sans)).into()
            } else {
                side_by_side(sans).into()
            },
            value: name,
        })
    });
    let menu = messages::paged_menu(
        Action::ChoosePiece(record.id, record.ply()),
        msg!("menu-game-piece"),
        choices.collect(),
        skip,
        |skip| Chosen::more(None, skip),
    );
    let button = Button::new(
        msg!("button-game-type-move"),
        ButtonStyle::Plain,
        Action::WriteMove(record.id, record.ply()),
    );
    let text = msg!("game-choose-piece");
    Ok(card(record, game, text, menu, button, None))
}

/// As many as fit into a line of a menu.
fn side_by_side(sans: impl Iterator<Item = String>) -> String {
    const MORE: &str = "  ...";
    /// Leaves room for a warning before them.
    const MOST: usize = MenuOption::LENGTH - 20;
    let mut line = String::new();
    for san in sans {
        if line.len() + san.len() + 2 * MORE.len() > MOST {
            line.push_str(MORE);
            break;
        }
        if !line.is_empty() {
            line.push_str("  ");
        }
        line.push_str(&san);
    }
    line
}

fn targets(
    record: &GameRecord,
    game: &Game,
    blunders: Blunders<'_>,
    square: Square,
    piece: Piece,
    skip: usize,
) -> Result<Card, Failure> {
    let shape = game.variant().shape();
    let name = shape.name(square).to_string();
    let moves: Vec<Move> = game
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| mv.from() == square)
        .take(LISTED)
        .collect();
    let blunders = blunders(&moves)?;
    let choices = moves.iter().zip(blunders).map(|(&mv, blunder)| MenuOption {
        label: match blunder {
            Some(_) => msg!("option-game-move-loses", san = game.san(mv)).into(),
            None => game.san(mv).into(),
        },
        detail: move_filter::in_words(game, mv, MenuOption::LENGTH),
        value: mv.uci(shape).to_string(),
    });
    let menu = messages::paged_menu(
        Action::ChooseMove(record.id, record.ply()),
        msg!("menu-game-target"),
        choices.collect(),
        skip,
        |skip| Chosen::more(Some(&name), skip),
    );
    let button = Button::new(
        msg!("button-game-another-piece"),
        ButtonStyle::Plain,
        Action::Panel(record.id, record.ply()),
    );
    let text = msg!(
        "game-choose-target",
        piece = messages::piece_on(piece, &name)
    );
    Ok(card(record, game, text, menu, button, Some(square)))
}

fn card(
    record: &GameRecord,
    game: &Game,
    text: Message,
    menu: SelectMenu,
    button: Button,
    selected: Option<Square>,
) -> Card {
    let board = BoardPicture {
        viewer: game.turn(),
        selected,
        ..crate::game::message::picture(record, game.clone())
    };
    Card {
        board: Some(board),
        attachments: Vec::new(),
        menu: Some(menu),
        controls: vec![vec![button]],
        ..Card::words(text)
    }
}
