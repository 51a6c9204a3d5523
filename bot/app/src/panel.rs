//! The move panel: first the piece, then its target, from menus; nothing is remembered between the two.

use rules_core::{Game, Move, Piece, Square};

use crate::app::{App, Change};
use crate::command::Press;
use crate::effect::{Answer, BoardPicture, Card, Choice, Control, Look, Menu};
use crate::ids::{GameId, Person};
use crate::record::GameRecord;
use crate::refusal::Failure;
use crate::say;
use crate::store::Store;
use crate::suggesting::LISTED;

/// What a menu's choice means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The piece on this square.
    Piece(String),
    /// The menu from this entry on: of the piece on this square, or of the pieces.
    More {
        /// Whose moves; the pieces' menu when there is none.
        piece: Option<String>,
        /// How many entries to pass over.
        skip: usize,
    },
}

impl Chosen {
    /// Reads the value of a choice of pieces, or of the entry that shows more of a menu.
    pub(crate) fn read(value: &str) -> Self {
        match value.split_once('+') {
            None => Self::Piece(value.to_owned()),
            Some((piece, skip)) => Self::More {
                piece: (!piece.is_empty()).then(|| piece.to_owned()),
                skip: skip.parse().unwrap_or(0),
            },
        }
    }

    fn more(piece: Option<&str>, skip: usize) -> String {
        format!("{}+{skip}", piece.unwrap_or_default())
    }
}

impl<S: Store> App<S> {
    pub(crate) fn panel(
        &self,
        who: &Person,
        id: GameId,
        seen: u32,
        chosen: Option<&Chosen>,
    ) -> Result<Change, Failure> {
        let table = self.table(who, id)?;
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
        let origin =
            square.and_then(|square| Some((square, table.game.position().piece_at(square)?)));
        let mut card = match origin {
            Some((square, piece)) => targets(record, &table.game, square, piece, skip),
            None => pieces(record, &table.game, skip),
        };
        let in_force = self.in_force(Some(&who.id), record.venue.server.as_ref())?;
        if in_force.words_only().0 {
            card.board = None;
        }
        if let Some(board) = &mut card.board {
            board.seen_by = in_force.seen_by(Some(table.side), &table.game);
            board.theme = in_force.theme().0;
        }
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }
}

fn pieces(record: &GameRecord, game: &Game, skip: usize) -> Card {
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
        Some(Choice {
            label: say::piece_on(piece, &name),
            detail: sans.join("  "),
            value: name,
        })
    });
    let menu = Menu::paged(
        Press::ChoosePiece(record.id, record.ply()),
        "Which piece?",
        choices.collect(),
        skip,
        |skip| Chosen::more(None, skip),
    );
    let row = vec![Control {
        label: "Type a move",
        look: Look::Plain,
        press: Press::WriteMove(record.id, record.ply()),
    }];
    card(record, game, say::choose_piece(), menu, row, None)
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
    let choices = moves.iter().map(|&mv| Choice {
        label: game.san(mv),
        detail: text::chess::move_in_words(game, mv).to_string(),
        value: mv.uci(shape).to_string(),
    });
    let menu = Menu::paged(
        Press::ChooseMove(record.id, record.ply()),
        "Where to?",
        choices.collect(),
        skip,
        |skip| Chosen::more(Some(&name), skip),
    );
    let row = vec![Control {
        label: "Another piece",
        look: Look::Plain,
        press: Press::Panel(record.id, record.ply()),
    }];
    card(
        record,
        game,
        say::choose_target(piece, &name),
        menu,
        row,
        Some(square),
    )
}

fn card(
    record: &GameRecord,
    game: &Game,
    text: crate::Text,
    menu: Menu,
    row: Vec<Control>,
    selected: Option<Square>,
) -> Card {
    let board = BoardPicture {
        seen_by: game.turn(),
        selected,
        ..crate::showing::picture(record, game.clone())
    };
    Card {
        board: Some(board),
        enclosed: Vec::new(),
        menu: Some(menu),
        controls: vec![row],
        ..Card::words(text)
    }
}
