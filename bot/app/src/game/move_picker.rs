//! The move panel: first the piece, then its target, from menus; nothing is remembered between the two.

use pictures::BoardPicture;
use rules_core::{Game, Move, Piece, Square};
use text::Text;

use crate::context::failure::Failure;
use crate::context::{Change, Reader};
use crate::game::active_game;
use crate::game::autocomplete::LISTED;
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
    let table = active_game::table(reader, who, id)?;
    table.must_be_to_move(Some(seen))?;
    let (piece, skip) = match chosen {
        None => (None, 0),
        Some(Chosen::Piece(square)) => (Some(square.as_str()), 0),
        Some(Chosen::More { piece, skip }) => (piece.as_deref(), *skip),
    };
    let record = &table.record.value;
    let shape = table.game.variant().shape();
    // A square that does not exist was not written by this program; the pieces are offered again.
    let square = piece.and_then(|name| shape.parse(name));
    let origin = square.and_then(|square| Some((square, table.game.position().piece_at(square)?)));
    let mut card = match origin {
        Some((square, piece)) => targets(record, &table.game, square, piece, skip),
        None => pieces(record, &table.game, skip),
    };
    let in_force = effective::in_force(reader, Some(&who.id), record.venue.server.as_ref())?;
    if in_force.words_only().0 {
        card.board = None;
    }
    if let Some(board) = &mut card.board {
        board.viewer = in_force.seen_by(Some(table.side), &table.game);
        board.theme = in_force.theme().0;
    }
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

pub(crate) fn pieces(record: &GameRecord, game: &Game, skip: usize) -> Card {
    let shape = game.variant().shape();
    let moves = game.legal_moves();
    let mut origins: Vec<Square> = moves.iter().map(|mv| mv.from()).collect();
    origins.sort_unstable();
    origins.dedup();
    let choices = origins.iter().filter_map(|&square| {
        let piece = game.position().piece_at(square)?;
        let name = shape.name(square).to_string();
        let sans: Vec<_> = moves
            .iter()
            .filter(|mv| mv.from() == square)
            .take(LISTED)
            .map(|&mv| game.san(mv))
            .collect();
        Some(MenuOption {
            label: messages::piece_on(piece, &name).into(),
            detail: sans.join("  ").into(),
            value: name,
        })
    });
    let menu = messages::paged_menu(
        Action::ChoosePiece(record.id, record.ply()),
        "Which piece?".into(),
        choices.collect(),
        skip,
        |skip| Chosen::more(None, skip),
    );
    let row = vec![Button {
        label: "Type a move".into(),
        style: ButtonStyle::Plain,
        action: Action::WriteMove(record.id, record.ply()),
    }];
    card(record, game, messages::choose_piece(), menu, row, None)
}

fn targets(record: &GameRecord, game: &Game, square: Square, piece: Piece, skip: usize) -> Card {
    let shape = game.variant().shape();
    let name = shape.name(square).to_string();
    let moves: Vec<Move> = game
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| mv.from() == square)
        .take(LISTED)
        .collect();
    let choices = moves.iter().map(|&mv| MenuOption {
        label: game.san(mv).into(),
        detail: game.words(mv).into(),
        value: mv.uci(shape).to_string(),
    });
    let menu = messages::paged_menu(
        Action::ChooseMove(record.id, record.ply()),
        "Where to?".into(),
        choices.collect(),
        skip,
        |skip| Chosen::more(Some(&name), skip),
    );
    let row = vec![Button {
        label: "Another piece".into(),
        style: ButtonStyle::Plain,
        action: Action::Panel(record.id, record.ply()),
    }];
    card(
        record,
        game,
        messages::choose_target(piece, &name),
        menu,
        row,
        Some(square),
    )
}

fn card(
    record: &GameRecord,
    game: &Game,
    text: Text,
    menu: SelectMenu,
    row: Vec<Button>,
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
        controls: vec![row],
        ..Card::words(text)
    }
}
