//! Who may read an answer, where the platform cannot show one to a single person in a room.

use crate::model::ids::GameId;
use crate::protocol::command::{Command, Which};
use crate::protocol::people::PeopleCommand;
use crate::protocol::people_refusal::PeopleRefusal;
use crate::protocol::refusal::Refusal;
use crate::protocol::replay::Postable;
use crate::protocol::setting::Scope;

/// Who may read what a command is answered with, refusals included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discretion {
    /// Everyone in the room: it tells them nothing about the person that they may not know.
    Open,
    /// Only the person who gave it.
    Secret,
    /// Everyone in the room if all of them see the game, else only the person.
    AsTheGame(Which),
}

impl Command {
    /// Who may read the answer. A use case can still make a secret of what is open by this.
    pub fn discretion(&self) -> Discretion {
        let of = |id: &GameId| Discretion::AsTheGame(Which::Id(*id));
        match self {
            Self::Challenge { .. }
            | Self::Accept(_)
            | Self::AcceptHere(_)
            | Self::Decline(_)
            | Self::DraftProposal(..)
            | Self::SendProposal(..)
            | Self::AgreeToProposal(..)
            | Self::DeclineProposal(..)
            | Self::Play { .. }
            | Self::ChooseGame(_)
            | Self::GamesHere
            | Self::Rules(..)
            | Self::Help(_)
            | Self::About
            | Self::Space(_)
            | Self::Post(Postable::Leaderboard(..))
            // What is told about a tournament is told to its whole server.
            | Self::Tournament(..) => Discretion::Open,
            // Help with a game, plans for it, and whom someone watches.
            Self::Hint(_)
            | Self::Study(..)
            | Self::Prepare(..)
            | Self::ForgetPrepared(_)
            | Self::Watch(_)
            | Self::Unwatch(_)
            // Games that are played elsewhere are among those listed.
            | Self::Games
            | Self::Post(Postable::Profile)
            | Self::Vacation(_)
            | Self::EndVacation => Discretion::Secret,
            Self::Settings(scope, _) => scope.discretion(),
            Self::Change(setting, _) => setting.scope().discretion(),
            Self::People(command) => command.discretion(),
            Self::Move { game, .. }
            | Self::Board(game)
            | Self::Describe(game)
            | Self::Draw(game)
            | Self::TakeBack(game, _)
            | Self::AskResign(game)
            | Self::Replay(game, _)
            | Self::RulesOfGame(game) => Discretion::AsTheGame(*game),
            Self::SureMove { game, .. }
            | Self::WhyNot { game, .. }
            | Self::Panel { game, .. }
            | Self::DeclineDraw(game)
            | Self::DeclineTakeBack(game)
            | Self::Withdraw(game)
            | Self::Resign(game)
            | Self::Analyze(game)
            | Self::AnalyzeReplay(game, _)
            | Self::Post(Postable::Game(game, _))
            | Self::AskAbort(game)
            | Self::Abort(game)
            | Self::Rematch(game) => of(game),
        }
    }
}

impl Scope {
    fn discretion(self) -> Discretion {
        match self {
            Self::Own => Discretion::Secret,
            Self::Server => Discretion::Open,
        }
    }
}

impl PeopleCommand {
    fn discretion(&self) -> Discretion {
        match self {
            Self::Leaderboard(..) | Self::Statistics | Self::Privacy => Discretion::Open,
            // Games that are played elsewhere are among those listed.
            Self::Profile(_)
            | Self::History(_)
            | Self::OlderHistory(..)
            | Self::Block(_)
            | Self::Unblock(_)
            | Self::Blocked
            | Self::Export
            | Self::AskErase
            | Self::Erase
            | Self::Link
            | Self::LinkTo(_)
            | Self::ConfirmLink(_)
            | Self::AskUnlink
            | Self::Unlink => Discretion::Secret,
        }
    }
}

impl Refusal {
    /// Whether it tells what only this person may read, whatever they asked for: whom they block, a game of theirs that may be
    /// played elsewhere, or that they leave.
    pub fn is_secret(&self) -> bool {
        matches!(
            self,
            Self::People(
                PeopleRefusal::Blocked(_)
                    | PeopleRefusal::NotBlocked(_)
                    | PeopleRefusal::TooManyBlocked(_)
                    | PeopleRefusal::RatedPosition(_)
                    | PeopleRefusal::RatedReview(_)
                    | PeopleRefusal::BeingDeleted
            )
        )
    }
}
