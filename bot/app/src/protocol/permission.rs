//! Who may give which command. Each use case enforces its own rules; this is their summary. A test tries every command as every
//! kind of person, and compares the outcome with this summary and with `PERMISSIONS.md`.

use crate::model::effective_settings::EffectiveSettings;
use crate::protocol::command::Command;
use crate::protocol::people::PeopleCommand;
use crate::protocol::replay::Postable;
use crate::protocol::setting::Scope;
use crate::protocol::tournament::TournamentCommand;

/// Who may give a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Everyone.
    Anyone,
    /// Everyone, unless they or the person asked have blocked the other.
    Unblocked,
    /// The person whom a challenge is for; for an open challenge, everyone on its server, or with its code if it is open to other
    /// chats, but its maker and those whom they blocked.
    Asked,
    /// The person whom a challenge is for, if it names one.
    Challenged,
    /// The maker of a challenge.
    Challenging,
    /// The maker of a challenge, and the person whom it is for.
    Concerned,
    /// The two players.
    Playing,
    /// The player to move.
    OnMove,
    /// The player who received an offer.
    Offered,
    /// The player who made an offer.
    Offering,
    /// Everyone who sees the game: its players, and others where it is played.
    Seeing,
    /// Those of them who do not play it.
    Watching,
    /// Managers of the server, by Discord's permission "Manage Server".
    Managing,
    /// Everyone on the tournament's server.
    Local,
    /// The person whom an organizer invited to a tournament.
    Invited,
    /// The tournament's creator, managers of its server, and members with the organizer role.
    Organizing,
}

impl Command {
    /// Who may give this command. No one may while their data is being deleted.
    pub fn needs(&self) -> Need {
        match self {
            Self::Challenge { opponent, .. } => match opponent {
                Some(_) => Need::Unblocked,
                None => Need::Anyone,
            },
            Self::Accept(_) | Self::AcceptHere(_) => Need::Asked,
            Self::DraftProposal(..) | Self::SendProposal(..) => Need::Challenged,
            Self::AgreeToProposal(..) | Self::DeclineProposal(..) => Need::Challenging,
            Self::Decline(_) => Need::Concerned,
            Self::Play { .. }
            | Self::ChooseGame(_)
            | Self::Study(..)
            | Self::Vacation(_)
            | Self::EndVacation
            | Self::Games
            | Self::Rules(..)
            | Self::Unwatch(_)
            | Self::GamesHere
            | Self::Post(Postable::Profile | Postable::Leaderboard(..))
            | Self::Help(_)
            | Self::About => Need::Anyone,
            Self::Move { .. }
            | Self::SureMove { .. }
            | Self::Panel { .. }
            | Self::Hint(_)
            | Self::WhyNot { .. } => Need::OnMove,
            Self::Draw(_)
            | Self::TakeBack(..)
            | Self::AskResign(_)
            | Self::Resign(_)
            | Self::AskAbort(_)
            | Self::Abort(_)
            | Self::Prepare(..)
            | Self::ForgetPrepared(_)
            | Self::Rematch(_) => Need::Playing,
            Self::DeclineDraw(_) | Self::DeclineTakeBack(_) => Need::Offered,
            Self::Withdraw(_) => Need::Offering,
            Self::Board(_)
            | Self::Describe(_)
            | Self::Analyze(_)
            | Self::RulesOfGame(_)
            | Self::Replay(..)
            | Self::AnalyzeReplay(..)
            | Self::Post(Postable::Game(..)) => Need::Seeing,
            Self::Watch(_) => Need::Watching,
            Self::Settings(scope, _) => scope_needs(*scope),
            Self::Change(setting, _) => scope_needs(setting.scope()),
            Self::Space(_) => Need::Managing,
            Self::People(command) => match command {
                PeopleCommand::Statistics => Need::Managing,
                _ => Need::Anyone,
            },
            Self::Tournament(_, command) if command.is_organizers() => Need::Organizing,
            Self::Tournament(_, TournamentCommand::Accept | TournamentCommand::Decline) => {
                Need::Invited
            }
            Self::Tournament(..) => Need::Local,
        }
    }

    /// Whether it starts a game, or leads to one, that gets its own thread outside of threads.
    pub fn wants_thread(&self, settings: &EffectiveSettings) -> bool {
        match self {
            Self::Challenge { terms, .. } | Self::Play { terms, .. } => {
                terms.thread.unwrap_or(settings.threads())
            }
            Self::ChooseGame(game) => game.thread.unwrap_or(settings.threads()),
            Self::AcceptHere(_) => settings.threads(),
            _ => false,
        }
    }

    /// Whether it posts something besides a game's board, for which the room must be allowed and Delos a member.
    pub fn posts(&self) -> bool {
        matches!(self, Self::Post(_))
    }

    /// Whether it starts a game, for which the room must be allowed and the board must be postable.
    pub fn begins_a_game(&self) -> bool {
        matches!(
            self,
            Self::Challenge { .. }
                | Self::Play { .. }
                | Self::ChooseGame(_)
                | Self::AcceptHere(_)
                | Self::Tournament(
                    _,
                    TournamentCommand::Create { .. } | TournamentCommand::Draft { .. }
                )
        )
    }
}

fn scope_needs(scope: Scope) -> Need {
    match scope {
        Scope::Own => Need::Anyone,
        Scope::Server => Need::Managing,
    }
}

impl Need {
    /// English, for `PERMISSIONS.md`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Anyone => "everyone",
            Self::Unblocked => "everyone, unless one has blocked the other",
            Self::Asked => {
                "the challenged person; for an open challenge, everyone on the server, or with its code if it is open to other chats, but its maker and people they blocked"
            }
            Self::Challenged => "the challenged person",
            Self::Challenging => "the challenger",
            Self::Concerned => "the challenger and the challenged person",
            Self::Playing => "the two players",
            Self::OnMove => "the player to move",
            Self::Offered => "the player who received the offer",
            Self::Offering => "the player who made the offer",
            Self::Seeing => "everyone who can see the game",
            Self::Watching => "everyone who can see the game, except its players",
            Self::Managing => "managers of the server",
            Self::Local => "everyone on the tournament's server",
            Self::Invited => "the invited person",
            Self::Organizing => {
                "the tournament's creator, managers of its server, and people with the organizer role"
            }
        }
    }
}
