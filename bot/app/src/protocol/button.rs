//! What buttons, select menus and modals do.

use rules_core::Variant;

use crate::model::ids::{ChallengeId, GameId, TournamentId};
use crate::model::record::PlanPart;
use crate::protocol::command::{Command, MoveText, Which};
use crate::protocol::draft::Draft;
use crate::protocol::move_choice::Chosen;
use crate::protocol::people::PeoplePress;
use crate::protocol::setting::{Scope, Setting};
use crate::protocol::tournament::{TournamentCommand, TournamentView};

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
