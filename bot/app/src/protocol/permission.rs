//! Who may give which command. The rules themselves are kept where each command is carried out; this is what they come to,
//! and a test tries every command as every kind of person against it and against `PERMISSIONS.md`.

use crate::model::effective_settings::InForce;
use crate::protocol::command::Command;
use crate::protocol::people::PeopleCommand;
use crate::protocol::setting::Scope;
use crate::protocol::tournament::TournamentCommand;

/// Who may give a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Anybody.
    Anybody,
    /// Anybody whom the person asked has not blocked, and who has not blocked them.
    Unblocked,
    /// Whoever a challenge is for; if it is for everybody, anybody but its maker and those who are blocked.
    Asked,
    /// Whoever a challenge is for, if it is for one person.
    Challenged,
    /// Whoever made a challenge.
    Challenging,
    /// Whoever made a challenge, and whoever it is for.
    Concerned,
    /// The two who play the game.
    Playing,
    /// The player whose turn it is.
    OnMove,
    /// The player who was made an offer.
    Offered,
    /// Anybody who does not play the game.
    Watching,
    /// Whoever may manage the server, by Discord's permission "Manage Server".
    Managing,
    /// Anybody who speaks on the server of the tournament.
    Local,
    /// Whoever announced the tournament, and on its server who may manage it or has the organizers' role.
    Organizing,
}

impl Command {
    /// Who may give this command. Nobody may give any whose data is just being deleted.
    pub fn needs(&self) -> Need {
        match self {
            Self::Challenge { opponent, .. } => match opponent {
                Some(_) => Need::Unblocked,
                None => Need::Anybody,
            },
            Self::Accept(_) => Need::Asked,
            Self::DraftProposal(..) | Self::SendProposal(..) => Need::Challenged,
            Self::AgreeToProposal(..) | Self::DeclineProposal(..) => Need::Challenging,
            Self::Decline(_) => Need::Concerned,
            Self::Play { .. }
            | Self::Board(_)
            | Self::Describe(_)
            | Self::Study(..)
            | Self::Vacation(_)
            | Self::EndVacation
            | Self::Games
            | Self::Analyze(_)
            | Self::Rules(..)
            | Self::Unwatch(_)
            | Self::ServerGames
            | Self::About => Need::Anybody,
            Self::Move { .. }
            | Self::SureMove { .. }
            | Self::Panel { .. }
            | Self::Hint(_)
            | Self::WhyNot { .. } => Need::OnMove,
            Self::Draw(_)
            | Self::TakeBack(..)
            | Self::AskResign(_)
            | Self::Resign(_)
            | Self::Abort(_)
            | Self::Prepare(..)
            | Self::ForgetPrepared(_)
            | Self::Rematch(_) => Need::Playing,
            Self::DeclineDraw(_) | Self::DeclineTakeBack(_) => Need::Offered,
            Self::Watch(_) => Need::Watching,
            Self::Settings(scope, _) => scope_needs(*scope),
            Self::Change(setting, _) => scope_needs(setting.scope()),
            Self::People(command) => match command {
                PeopleCommand::Statistics => Need::Managing,
                _ => Need::Anybody,
            },
            Self::Tournament(_, command) if command.is_organizers() => Need::Organizing,
            Self::Tournament(..) => Need::Local,
        }
    }

    /// Whether it begins a game, or leads to one, that gets a thread of its own where no thread is yet.
    pub fn wants_thread(&self, in_force: &InForce) -> bool {
        match self {
            Self::Challenge { terms, .. } | Self::Play { terms, .. } => {
                terms.thread.unwrap_or(in_force.threads().0)
            }
            _ => false,
        }
    }

    /// Whether it begins a game: where the server's settings allow that, and where the board can be posted.
    pub fn begins_a_game(&self) -> bool {
        matches!(
            self,
            Self::Challenge { .. }
                | Self::Play { .. }
                | Self::Tournament(_, TournamentCommand::Create { .. })
        )
    }
}

fn scope_needs(scope: Scope) -> Need {
    match scope {
        Scope::Own => Need::Anybody,
        Scope::Server => Need::Managing,
    }
}

impl Need {
    /// In words, for the table.
    pub fn words(self) -> &'static str {
        match self {
            Self::Anybody => "anybody",
            Self::Unblocked => {
                "anybody whom the other has not blocked, and who has not blocked them"
            }
            Self::Asked => {
                "whom the challenge is for; if it is for everybody, anybody but its maker and whom they blocked"
            }
            Self::Challenged => "whom the challenge is for",
            Self::Challenging => "who made the challenge",
            Self::Concerned => "who made the challenge, and whom it is for",
            Self::Playing => "the two players",
            Self::OnMove => "the player whose turn it is",
            Self::Offered => "the player who was made the offer",
            Self::Watching => "anybody but the two players",
            Self::Managing => "who may manage the server",
            Self::Local => "anybody on the server of the tournament",
            Self::Organizing => {
                "who announced the tournament, manages its server, or has the role for tournaments"
            }
        }
    }
}
