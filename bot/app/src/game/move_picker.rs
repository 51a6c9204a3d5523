//! The move picker: buttons or menus for a piece, then for its target. All its state is in their addresses.

use pictures::{BoardPicture, PieceIcon};
use rules_core::{Blunder, Game, Move, Piece, ShiftKind, Square};
use text::{Message, Text, msg};

use crate::context::{Change, Reader, Result};
use crate::game::autocomplete::LISTED;
use crate::game::{active_game, confirmation, message, move_filter};
use crate::messages;
use crate::model::GameId;
use crate::protocol::{
    Action, Audience, Button, Card, Chosen, LessonPosition, MenuOption, MoveText, Request,
    SelectMenu,
};

pub(crate) fn panel(
    reader: &Reader<'_>,
    request: &Request,
    id: GameId,
    seen: u32,
    chosen: Option<&Chosen>,
) -> Result<Change> {
    let who = &request.who;
    let active = active_game::by_id(reader, who, id)?;
    active.must_be_to_move(Some(seen))?;
    let record = &active.record.value;
    let game = &active.game;
    let settings = active.settings(reader, who)?;
    // The opponent would read which moves lose.
    let is_private = request.context.audience == Audience::Author;
    let blunders = |moves: &[Move]| {
        if is_private {
            confirmation::blunders(reader, who, &active, &settings, moves)
        } else {
            Ok(vec![None; moves.len()])
        }
    };
    let look = settings.private_look(Some(active.side), game);
    let picker = Picker {
        on: On::Game(id, record.ply()),
        picture: look.of(message::picture(record, game.clone())),
        in_words: settings.words_only(),
        blunders: &blunders,
    };
    Ok(Change::aside(picker.card(chosen)?))
}

/// Finds the moves that lose at once, unless the player may not be warned.
type Blunders<'b> = &'b dyn Fn(&[Move]) -> Result<Vec<Option<Blunder>>>;

/// A position in which a move is picked.
#[derive(Clone, Copy)]
pub(crate) enum On {
    /// In a game, after that many half-moves.
    Game(GameId, u32),
    Lesson(LessonPosition),
}

impl On {
    /// The action of a control, in a game or in a lesson.
    fn action(
        self,
        in_game: fn(GameId, u32) -> Action,
        in_lesson: fn(LessonPosition) -> Action,
    ) -> Action {
        match self {
            Self::Game(id, ply) => in_game(id, ply),
            Self::Lesson(at) => in_lesson(at),
        }
    }

    fn piece(self, square: MoveText) -> Action {
        match self {
            Self::Game(id, ply) => Action::PickPiece(id, ply, square),
            Self::Lesson(at) => Action::PickLessonPiece(at, square),
        }
    }

    /// `None` if the move doesn't fit into an address.
    fn play(self, game: &Game, mv: Move) -> Option<Action> {
        Some(match self {
            Self::Game(id, ply) => {
                let uci = mv.uci(game.variant().shape()).to_string();
                Action::PickMove(id, ply, MoveText::from(&uci).ok()?)
            }
            Self::Lesson(at) => Action::TryInLesson(at.after(game, mv)?),
        })
    }
}

/// The picker in a position.
pub(crate) struct Picker<'p> {
    pub(crate) on: On,
    /// Holds the game, too.
    pub(crate) picture: BoardPicture,
    /// Whether the board is not drawn.
    pub(crate) in_words: bool,
    pub(crate) blunders: Blunders<'p>,
}

impl Picker<'_> {
    /// Offers the pieces, or the moves of the chosen one.
    pub(crate) fn card(&self, chosen: Option<&Chosen>) -> Result<Card> {
        let (piece, skip) = match chosen {
            None => (None, 0),
            Some(Chosen::Piece(square)) => (Some(square.as_str()), 0),
            Some(Chosen::More { piece, skip }) => (piece.as_deref(), *skip),
        };
        let game = &self.picture.game;
        // A square that doesn't exist is no address of ours; the pieces are offered again.
        let square = piece.and_then(|name| game.variant().shape().parse(name));
        let origin = square.and_then(|square| Some((square, game.position().piece_at(square)?)));
        let mut card = match origin {
            Some((square, piece)) => self.targets(square, piece, skip)?,
            None => self.pieces(skip)?,
        };
        if self.in_words {
            card.board = None;
            // The menu's second lines describe what a board would show.
            card.menu_buttons.clear();
        }
        Ok(card)
    }

    fn pieces(&self, skip: usize) -> Result<Card> {
        let game = &self.picture.game;
        let shape = game.variant().shape();
        let moves = game.legal_moves();
        let blunders = (self.blunders)(&moves)?;
        let mut origins: Vec<Square> = moves.iter().map(|mv| mv.from()).collect();
        origins.sort_unstable();
        origins.dedup();
        let family = game.variant().family();
        let (mut buttons, mut choices) = (Vec::new(), Vec::new());
        for square in origins {
            let Some(piece) = game.position().piece_at(square) else {
                continue;
            };
            let name = shape.name(square).to_string();
            let label = messages::piece_on(piece, &name);
            let own = moves.iter().zip(&blunders);
            let own = own.filter(|(mv, _)| mv.from() == square);
            let loses = own.clone().all(|(_, blunder)| blunder.is_some());
            let address = MoveText::from(&name).ok().filter(|_| !loses);
            buttons.push(address.map(|address| Button {
                icon: Some((PieceIcon { piece, family }, name.clone().into())),
                ..Button::plain(label.clone(), self.on.piece(address))
            }));
            let sans = side_by_side(own.map(|(&mv, _)| self.san(mv)));
            let detail: Text = if loses {
                msg!("option-game-piece-loses", moves = sans).into()
            } else {
                sans.into()
            };
            choices.push(MenuOption::new(label, detail, name));
        }
        let buttons = enough(buttons);
        let menu = messages::paged_menu(
            self.on.action(Action::ChoosePiece, Action::LessonPiece),
            msg!("menu-game-piece"),
            choices,
            skip,
            |skip| Chosen::more(None, skip),
        );
        let write = self.on.action(Action::WriteMove, Action::WriteLessonMove);
        let button = Button::plain(msg!("button-game-type-move"), write);
        let text = msg!("game-choose-piece");
        Ok(self.shown(text, menu, buttons, button, None))
    }

    fn targets(&self, square: Square, piece: Piece, skip: usize) -> Result<Card> {
        let game = &self.picture.game;
        let shape = game.variant().shape();
        let name = shape.name(square).to_string();
        let legal = game.legal_moves();
        let own = legal.iter().copied().filter(|mv| mv.from() == square);
        let mut moves: Vec<Move> = own.collect();
        moves.sort_by_key(|&mv| !displaces(game, mv));
        moves.truncate(LISTED);
        let blunders = (self.blunders)(&moves)?;
        let buttons = moves.iter().zip(&blunders).map(|(&mv, blunder)| {
            let go = self.on.play(game, mv)?;
            let is_plain = mv.promotion().is_none() && !displaces(game, mv);
            // Else the notation alone doesn't say what the move does.
            let says_all = is_plain && blunder.is_none();
            says_all.then(|| Button::plain(self.san(mv), go))
        });
        let buttons = enough(buttons);
        let choices = moves.iter().zip(blunders).map(|(&mv, blunder)| MenuOption {
            label: match blunder {
                Some(_) => msg!("option-game-move-loses", san = self.san(mv)).into(),
                None => self.san(mv).into(),
            },
            detail: move_filter::in_words(game, mv, MenuOption::LENGTH),
            value: mv.uci(shape).to_string(),
        });
        let prompt = if moves.iter().all(|mv| mv.promotion().is_some()) {
            msg!("menu-game-promotion")
        } else {
            msg!("menu-game-target")
        };
        let menu = messages::paged_menu(
            self.on.action(Action::ChooseMove, Action::LessonMove),
            prompt,
            choices.collect(),
            skip,
            |skip| Chosen::more(Some(&name), skip),
        );
        let pieces = self.on.action(Action::Panel, Action::Lesson);
        let button = Button::plain(msg!("button-game-another-piece"), pieces);
        let must_capture = game.variant().captures_are_mandatory()
            && moves.iter().any(|&mv| game.position().is_capture(mv));
        let piece = messages::piece_on(piece, &name);
        let text = if must_capture {
            msg!("game-choose-capture", piece)
        } else {
            msg!("game-choose-target", piece)
        };
        Ok(self.shown(text, menu, buttons, button, Some(square)))
    }

    /// A move in notation; in a lesson without the marks of check and mate, which give the answer away.
    fn san(&self, mv: Move) -> String {
        let san = self.picture.game.san(mv);
        match self.on {
            On::Game(..) => san,
            On::Lesson(_) => san.trim_end_matches(['+', '#']).to_owned(),
        }
    }

    fn shown(
        &self,
        text: Message,
        menu: SelectMenu,
        menu_buttons: Vec<Button>,
        button: Button,
        selected: Option<Square>,
    ) -> Card {
        let board = BoardPicture {
            selected: selected.or(self.picture.selected),
            ..self.picture.clone()
        };
        Card {
            board: Some(board),
            menu: Some(menu),
            menu_buttons,
            controls: vec![vec![button]],
            ..Card::words(text)
        }
    }
}

/// Returns the buttons if every option has one and they leave the last row free; otherwise none.
fn enough(buttons: impl IntoIterator<Item = Option<Button>>) -> Vec<Button> {
    const MOST: usize = 4 * Button::IN_ROW;
    let buttons: Option<Vec<_>> = buttons.into_iter().collect();
    buttons.filter(|all| all.len() <= MOST).unwrap_or_default()
}

/// Whether a Leto throws or pulls a piece.
fn displaces(game: &Game, mv: Move) -> bool {
    let description = game.position().describe(mv);
    let mut shifts = description.shifts.iter();
    shifts.any(|shift| !matches!(shift.kind, ShiftKind::CastlePartner))
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
