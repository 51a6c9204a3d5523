//! What people can ask about people.

use rules_core::{Color, Family};

use crate::model::ids::{GameId, Person, ServerId};
use crate::model::record::Pool;

/// A command about people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleCommand {
    /// Look at somebody's profile, or one's own.
    Profile(Option<Person>),
    /// List somebody's finished games, or one's own.
    History(Option<Person>),
    /// Go on in the games of whoever played this side in this game.
    OlderHistory(GameId, Color),
    /// See who is rated best; the pages begin with 0.
    Leaderboard(Family, Reach, u16),
    /// See what was played on this server.
    Statistics,
    /// Have nothing more to do with somebody.
    Block(Person),
    /// Take that back.
    Unblock(Person),
    /// List whom one has blocked.
    Blocked,
    /// Read what is kept about people.
    Privacy,
    /// Get all that is kept about oneself.
    Export,
    /// Be asked whether everything about oneself is to be deleted.
    AskErase,
    /// Have everything about oneself deleted.
    Erase,
}

/// What a button about people does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeoplePress {
    /// Go on in the games of whoever played this side in this game.
    History(GameId, Color),
    /// Turn to this page.
    Leaderboard(Family, Reach, u16),
    /// Read what is kept about people.
    Privacy,
    /// Get all that is kept about oneself.
    Export,
    /// Be asked whether everything about oneself is to be deleted.
    AskErase,
    /// Have everything about oneself deleted.
    Erase,
}

impl PeoplePress {
    /// What pressing it asks for.
    pub fn command(self) -> PeopleCommand {
        match self {
            Self::History(game, side) => PeopleCommand::OlderHistory(game, side),
            Self::Leaderboard(family, reach, page) => {
                PeopleCommand::Leaderboard(family, reach, page)
            }
            Self::Privacy => PeopleCommand::Privacy,
            Self::Export => PeopleCommand::Export,
            Self::AskErase => PeopleCommand::AskErase,
            Self::Erase => PeopleCommand::Erase,
        }
    }

    /// A short name for addresses of buttons, without a colon.
    pub fn code(self) -> String {
        match self {
            Self::History(game, Color::White) => format!("history.{game}.w"),
            Self::History(game, Color::Black) => format!("history.{game}.b"),
            Self::Leaderboard(family, reach, page) => {
                format!("best.{}.{}.{page}", family.id(), reach.code())
            }
            Self::Privacy => "privacy".to_owned(),
            Self::Export => "export".to_owned(),
            Self::AskErase => "ask-erase".to_owned(),
            Self::Erase => "erase".to_owned(),
        }
    }

    /// Reads what [`PeoplePress::code`] wrote.
    pub fn from_code(code: &str) -> Option<Self> {
        let parts: Vec<_> = code.split('.').collect();
        Some(match parts[..] {
            ["history", game, "w"] => Self::History(game.parse().ok()?, Color::White),
            ["history", game, "b"] => Self::History(game.parse().ok()?, Color::Black),
            ["best", family, reach, page] => Self::Leaderboard(
                family.parse().ok()?,
                Reach::from_code(reach)?,
                page.parse().ok()?,
            ),
            ["privacy"] => Self::Privacy,
            ["export"] => Self::Export,
            ["ask-erase"] => Self::AskErase,
            ["erase"] => Self::Erase,
            _ => return None,
        })
    }
}

/// Whose ratings are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Those of games on this server.
    Here,
    /// Those of games anywhere.
    Everywhere,
}

impl Reach {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Here, Self::Everywhere];

    /// One letter for addresses of buttons.
    pub fn code(self) -> &'static str {
        match self {
            Self::Here => "h",
            Self::Everywhere => "e",
        }
    }

    /// Reads what [`Reach::code`] wrote.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reach| reach.code() == code)
    }

    /// The opponents whose ratings are compared; in a direct conversation there is no "here".
    pub(crate) fn pool(self, server: Option<&ServerId>) -> Pool {
        match (self, server) {
            (Self::Here, Some(server)) => Pool::Server(server.clone()),
            _ => Pool::Everywhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_back() {
        let game = GameId::draw(7, 0);
        for press in [
            PeoplePress::History(game, Color::White),
            PeoplePress::History(game, Color::Black),
            PeoplePress::Leaderboard(Family::Latrunculi, Reach::Everywhere, u16::MAX),
            PeoplePress::Privacy,
            PeoplePress::Export,
            PeoplePress::AskErase,
            PeoplePress::Erase,
        ] {
            let code = press.code();
            assert_eq!(PeoplePress::from_code(&code), Some(press), "{code}");
            assert!(!code.contains(':'), "{code}");
        }
        for forged in ["", "history", "history.k7f3q2", "best.leto.x.0", "erase.1"] {
            assert_eq!(PeoplePress::from_code(forged), None, "{forged}");
        }
    }
}
