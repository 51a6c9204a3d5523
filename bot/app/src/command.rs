//! What people can ask for, in the same words on every platform.

use rules_core::Variant;

use crate::ids::{ChallengeId, GameId, Person, Venue};
use crate::panel::Chosen;
use crate::record::{ColorWish, Level, Terms, TimeControl};

/// A command with who gave it and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who wants it.
    pub who: Person,
    /// Where they said so.
    pub venue: Venue,
    /// What they want.
    pub command: Command,
}

/// What a person can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Invite one person, or everybody here, to a game.
    Challenge {
        /// Who may accept; anybody when there is nobody here.
        opponent: Option<Person>,
        /// What is to be played.
        terms: Terms,
    },
    /// Take a challenge: the game begins.
    Accept(ChallengeId),
    /// Say no to a challenge, or take one's own back.
    Decline(ChallengeId),
    /// Begin a game with the engine.
    Play {
        /// What is to be played.
        terms: Terms,
        /// How well the engine plays.
        level: Level,
    },
    /// Make a move.
    Move {
        /// In which game.
        game: Which,
        /// The move in any notation.
        text: String,
        /// The number of half-moves played when the mover looked at the board, if that is known.
        ply: Option<u32>,
    },
    /// Choose a move from menus.
    Panel {
        /// In which game.
        game: GameId,
        /// The number of half-moves played when they looked at the board.
        ply: u32,
        /// What was chosen so far.
        chosen: Option<Chosen>,
    },
    /// Look at the board.
    Board(Which),
    /// List one's games.
    Games,
    /// Offer a draw, agree to the draw that was offered, or claim one.
    Draw(Which),
    /// Say no to the draw that was offered.
    DeclineDraw(GameId),
    /// Be asked whether one wants to resign.
    AskResign(Which),
    /// Resign.
    Resign(GameId),
}

/// Which game is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one of this code.
    Id(GameId),
    /// The only one that it can be: one's own in this room, or failing that anywhere, and for a move one in which it is one's turn.
    Mine,
}

/// What a button does; a button's address holds nothing else, so that it works for as long as its subject lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// Take the challenge.
    Accept(ChallengeId),
    /// Say no to it, or take it back.
    Decline(ChallengeId),
    /// Choose a move from menus, in the game as it stood after so many half-moves.
    Panel(GameId, u32),
    /// A menu of pieces, in the game as it stood then.
    ChoosePiece(GameId, u32),
    /// A menu of moves, in the game as it stood then.
    ChooseMove(GameId, u32),
    /// Write a move into a form, in the game as it stood then.
    WriteMove(GameId, u32),
    /// Look at the board as it is now.
    Board(GameId),
    /// Offer, accept or claim a draw.
    Draw(GameId),
    /// Say no to the draw that was offered.
    DeclineDraw(GameId),
    /// Be asked whether one wants to resign.
    AskResign(GameId),
    /// Resign.
    Resign(GameId),
}

impl Press {
    /// What a press asks for, given the value that was chosen from a menu; nothing yet for a button that opens a form.
    pub fn command(self, value: Option<&str>) -> Option<Command> {
        let panel = |game, ply, chosen| Command::Panel { game, ply, chosen };
        Some(match self {
            Self::Accept(id) => Command::Accept(id),
            Self::Decline(id) => Command::Decline(id),
            Self::Panel(game, ply) => panel(game, ply, None),
            Self::ChoosePiece(game, ply) => panel(game, ply, Some(Chosen::read(value?))),
            Self::ChooseMove(game, ply) => match Chosen::read(value?) {
                Chosen::Piece(text) => Command::Move {
                    game: Which::Id(game),
                    text,
                    ply: Some(ply),
                },
                more @ Chosen::More { .. } => panel(game, ply, Some(more)),
            },
            Self::WriteMove(..) => return None,
            Self::Board(id) => Command::Board(Which::Id(id)),
            Self::Draw(id) => Command::Draw(Which::Id(id)),
            Self::DeclineDraw(id) => Command::DeclineDraw(id),
            Self::AskResign(id) => Command::AskResign(Which::Id(id)),
            Self::Resign(id) => Command::Resign(id),
        })
    }
}

impl Terms {
    /// A casual game without clocks from the rule set's own start, chance deciding the sides.
    pub fn of(variant: Variant) -> Self {
        Self {
            variant,
            color: ColorWish::Random,
            start: None,
            time: TimeControl::Unlimited,
            rated: false,
        }
    }
}
