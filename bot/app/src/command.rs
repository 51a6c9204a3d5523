//! What people can ask for, in the same words on every platform.

use rules_core::Variant;

use crate::countering::Draft;
use crate::ids::{ChallengeId, GameId, Person, RoleId, RoomId, TournamentId, Venue};
use crate::panel::Chosen;
use crate::people::{PeopleCommand, PeoplePress};
use crate::record::{ColorWish, Level, PlanPart, Terms, TimeControl};
use crate::say;
use crate::settings::{Scope, Setting};
use crate::tournaments::{TournamentCommand, TournamentView};

/// A command with who gave it and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who wants it.
    pub who: Person,
    /// Where they said so.
    pub venue: Venue,
    /// What the platform knows of them there.
    pub context: Context,
    /// What they want.
    pub command: Command,
}

/// What the platform knows of a person and a room at the moment of a command; it is asked each time and never stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// Whether they may manage the server.
    pub manages: bool,
    /// Their roles on the server.
    pub roles: Vec<RoleId>,
    /// The room of which this one is a thread.
    pub parent: Option<RoomId>,
    /// Whether Delos came here with this person alone and can post nothing that others see.
    pub guest: bool,
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
    /// Put other terms for a challenge together; the present ones if there is no draft yet.
    DraftProposal(ChallengeId, Option<Draft>),
    /// Propose them.
    SendProposal(ChallengeId, Draft),
    /// Agree to the other terms that were proposed for one's challenge; they are counted.
    AgreeToProposal(ChallengeId, u8),
    /// Keep to one's own terms.
    DeclineProposal(ChallengeId, u8),
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
    /// Make a move that was shown before.
    SureMove {
        /// In which game.
        game: GameId,
        /// The number of half-moves played when it was shown.
        ply: u32,
        /// The move.
        text: MoveText,
    },
    /// Be told why what was written is no move.
    WhyNot {
        /// In which game.
        game: GameId,
        /// The number of half-moves played then.
        ply: u32,
        /// What was written.
        text: MoveText,
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
    /// Have the board described in words, without a picture.
    Describe(Which),
    /// List one's games.
    Games,
    /// Offer a draw, agree to the draw that was offered, or claim one.
    Draw(Which),
    /// Say no to the draw that was offered.
    DeclineDraw(GameId),
    /// Ask to take one's last move back, or agree that the other side does; with the number of half-moves on the board that they
    /// looked at, if it is known.
    TakeBack(Which, Option<u32>),
    /// Say no to taking a move back.
    DeclineTakeBack(GameId),
    /// Be asked whether one wants to resign.
    AskResign(Which),
    /// Resign.
    Resign(GameId),
    /// Have a finished game gone through.
    Analyze(GameId),
    /// Hear what the engine thinks of the position with this FEN.
    Study(Variant, String),
    /// Follow a game by direct message.
    Watch(GameId),
    /// Follow it no more.
    Unwatch(GameId),
    /// List the games in progress on this server.
    ServerGames,
    /// Read a game's rules, at the page of this number (counted from nought); or be asked which game's.
    Rules(Option<Variant>, usize),
    /// Look at one's preferences or the server's settings, perhaps at the values of one.
    Settings(Scope, Option<Setting>),
    /// Choose a value, by its code; [`Setting::DEFAULT`] takes the choice back.
    Change(Setting, String),
    /// Take so many days of vacation; without a number, hear how many are left.
    Vacation(Option<u16>),
    /// Come back from a vacation before its end.
    EndVacation,
    /// Be told what this program is.
    About,
    /// Something about people.
    People(PeopleCommand),
    /// Prepare answers to what the other side may play; without any, see what is prepared.
    Prepare(Which, String),
    /// Forget what one has prepared in a game.
    ForgetPrepared(GameId),
    /// Have the engine's hint where to look, in a casual game outside of tournaments.
    Hint(Which),
    /// Leave a game in which not both sides have moved: it does not count.
    Abort(GameId),
    /// Play another game like this finished one, colors changed.
    Rematch(GameId),
    /// Do something about a tournament: the one of this code, or the one that is under way here.
    Tournament(Option<TournamentId>, TournamentCommand),
}

/// Which game is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one of this code.
    Id(GameId),
    /// The only one that it can be: one's own in this room, or failing that anywhere, and for a move one in which it is one's turn.
    Mine,
}

/// A move as the address of a button holds it; longer than any move in UCI form, chains of captures included.
pub type MoveText = arrayvec::ArrayString<48>;

/// What a button does; a button's address holds nothing else, so that it works for as long as its subject lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// Take the challenge.
    Accept(ChallengeId),
    /// Say no to it, or take it back.
    Decline(ChallengeId),
    /// Put other terms for it together.
    Propose(ChallengeId),
    /// A menu of what can be changed about the draft.
    ChangeProposal(ChallengeId, Draft),
    /// Propose these terms.
    SendProposal(ChallengeId, Draft),
    /// Agree to the proposal of that number.
    AgreeToProposal(ChallengeId, u8),
    /// Keep to one's own terms.
    DeclineProposal(ChallengeId, u8),
    /// Choose a move from menus, in the game as it stood after so many half-moves.
    Panel(GameId, u32),
    /// A menu of pieces, in the game as it stood then.
    ChoosePiece(GameId, u32),
    /// A menu of moves, in the game as it stood then.
    ChooseMove(GameId, u32),
    /// Write a move into a form, in the game as it stood then.
    WriteMove(GameId, u32),
    /// Make this move, which was shown, in the game as it stood then.
    SureMove(GameId, u32, MoveText),
    /// Be told why this, which was written in the game as it stood then, is no move.
    WhyNot(GameId, u32, MoveText),
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
    /// Ask to take a move back, or agree to it, in the game as it stood after so many half-moves; older buttons do not say.
    TakeBack(GameId, Option<u32>),
    /// Say no to taking a move back.
    DeclineTakeBack(GameId),
    /// Forget what one has prepared.
    ForgetPrepared(GameId),
    /// Leave a game that has not really begun.
    Abort(GameId),
    /// Play another game like this finished one.
    Rematch(GameId),
    /// Follow the game no more.
    Unwatch(GameId),
    /// Come back from a vacation before its end.
    EndVacation,
    /// Read a game's rules, at the page of this number.
    Rules(Variant, u32),
    /// A menu of the pages of a game's rules.
    RulesPage(Variant),
    /// A menu of the games.
    RulesOf,
    /// Look at one's preferences, or at the server's settings.
    Settings(Scope),
    /// A menu of what can be chosen.
    OpenSetting(Scope),
    /// A menu of a setting's values.
    ChangeSetting(Setting),
    /// A menu of rooms or roles for a setting.
    PickSetting(Setting),
    /// Write a setting's value into a form.
    WriteSetting(Setting),
    /// Something about people.
    People(PeoplePress),
    /// Enter the tournament.
    Join(TournamentId),
    /// Leave it.
    Leave(TournamentId),
    /// Say that one is there.
    CheckIn(TournamentId),
    /// Look at something of a tournament, at the page of this number or where something happens now.
    SeeTournament(TournamentId, TournamentView, Option<u16>),
    /// See one's own opponents, and why.
    MyPairings(TournamentId),
    /// Change a part of the tournament's plan: a form, a menu of roles, or the other of two.
    EditPlan(TournamentId, PlanPart),
}

/// A form with one line to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// What stands above it.
    pub title: &'static str,
    /// What the line is.
    pub label: &'static str,
    /// What could be written there.
    pub example: &'static str,
    /// The longest text, in characters.
    pub most: u16,
}

impl Press {
    /// What a press asks for, given the value that was chosen from a menu; nothing yet for a button that opens a form.
    pub fn command(self, value: Option<&str>) -> Option<Command> {
        let panel = |game, ply, chosen| Command::Panel { game, ply, chosen };
        let tournament = |id, command| Command::Tournament(Some(id), command);
        Some(match self {
            Self::Accept(id) => Command::Accept(id),
            Self::Decline(id) => Command::Decline(id),
            Self::Propose(id) => Command::DraftProposal(id, None),
            Self::ChangeProposal(id, draft) => {
                Command::DraftProposal(id, Some(draft.with(value?)?))
            }
            Self::SendProposal(id, draft) => Command::SendProposal(id, draft),
            Self::AgreeToProposal(id, number) => Command::AgreeToProposal(id, number),
            Self::DeclineProposal(id, number) => Command::DeclineProposal(id, number),
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
            Self::WriteMove(..) | Self::WriteSetting(_) => return None,
            Self::SureMove(game, ply, text) => Command::SureMove { game, ply, text },
            Self::WhyNot(game, ply, text) => Command::WhyNot { game, ply, text },
            Self::Board(id) => Command::Board(Which::Id(id)),
            Self::Draw(id) => Command::Draw(Which::Id(id)),
            Self::DeclineDraw(id) => Command::DeclineDraw(id),
            Self::AskResign(id) => Command::AskResign(Which::Id(id)),
            Self::Resign(id) => Command::Resign(id),
            Self::Unwatch(id) => Command::Unwatch(id),
            Self::EndVacation => Command::EndVacation,
            Self::Rules(variant, page) => Command::Rules(Some(variant), page as usize),
            Self::RulesPage(variant) => Command::Rules(Some(variant), value?.parse().ok()?),
            Self::RulesOf => Command::Rules(Some(value?.parse().ok()?), 0),
            Self::Settings(scope) => Command::Settings(scope, None),
            Self::OpenSetting(scope) => Command::Settings(scope, Setting::from_code(value?)),
            Self::ChangeSetting(setting) | Self::PickSetting(setting) => {
                Command::Change(setting, value?.to_owned())
            }
            Self::People(press) => Command::People(press.command()),
            Self::TakeBack(id, ply) => Command::TakeBack(Which::Id(id), ply),
            Self::DeclineTakeBack(id) => Command::DeclineTakeBack(id),
            Self::ForgetPrepared(id) => Command::ForgetPrepared(id),
            Self::Abort(id) => Command::Abort(id),
            Self::Rematch(id) => Command::Rematch(id),
            Self::Join(id) => tournament(id, TournamentCommand::Join),
            Self::Leave(id) => tournament(id, TournamentCommand::Leave),
            Self::CheckIn(id) => tournament(id, TournamentCommand::CheckIn),
            Self::SeeTournament(id, view, page) => {
                tournament(id, TournamentCommand::See(view, page))
            }
            Self::MyPairings(id) => tournament(id, TournamentCommand::Mine),
            Self::EditPlan(_, part) if part.is_written() => return None,
            Self::EditPlan(id, part) => {
                tournament(id, TournamentCommand::Edit(part, value.map(str::to_owned)))
            }
        })
    }

    /// The form that a press opens, if it opens one.
    pub fn form(self) -> Option<Form> {
        match self {
            Self::WriteMove(..) => Some(say::move_form()),
            Self::WriteSetting(_) => Some(say::quiet_hours_form()),
            Self::EditPlan(_, part) if part.is_written() => Some(say::plan_form(part)),
            _ => None,
        }
    }

    /// What sending that form asks for, given what was written.
    pub fn written(self, text: String) -> Option<Command> {
        match self {
            Self::WriteMove(game, ply) => Some(Command::Move {
                game: Which::Id(game),
                text,
                ply: Some(ply),
            }),
            Self::WriteSetting(setting) => Some(Command::Change(setting, text)),
            Self::EditPlan(id, part) => Some(Command::Tournament(
                Some(id),
                TournamentCommand::Edit(part, Some(text)),
            )),
            _ => None,
        }
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
            thread: None,
        }
    }
}
