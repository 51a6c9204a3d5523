//! Tournament commands and views.

use std::fmt;

use pairing::Seed;
use rules_core::Color;

use crate::model::record::preferences::choice;
use crate::model::{Format, GameId, Person, PlanPart, Seat, Span, TournamentPlan};
use crate::protocol::{Need, TournamentDraft};

/// A command about a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentCommand {
    /// Announces one.
    Create {
        plan: Box<TournamentPlan>,
        /// Parts as written, parsed into the plan in this order.
        written: Vec<(PlanPart, String)>,
    },
    /// Asks for the format and the game, then for the name and the start. The fields have the answers so far.
    Draft {
        draft: TournamentDraft,
        /// The start as written.
        starts: Option<String>,
    },
    /// A code that no tournament has.
    Misnamed(String),
    /// Shows a page of the organizer's card.
    Manage(OrganizerPage),
    /// Sets a part of the plan to this text; without text, toggles it.
    Edit(PlanPart, Option<String>),
    /// Enters, or rejoins.
    Join,
    /// Withdraws from the tournament.
    Leave,
    CheckIn,
    /// Asks for a half-point bye in the next round.
    SitOut,
    /// Runs a risky command, or asks for confirmation first.
    Ask(Risk),
    /// Runs a confirmed command, if the [stamp](Risk) is unchanged.
    Sure(Risk, u32),
    /// Asks whether to withdraw an entrant.
    AskRemove(Seat),
    /// Holds back rounds until [`Resume`](Self::Resume).
    Pause,
    /// Resumes after a pause, or where the message was lost.
    Resume,
    /// Postpones the start or the next round, if its [stamp](crate::TournamentRecord::start_stamp) is still the same or none is given.
    Postpone(Span, Option<u32>),
    Cancel,
    /// Gives a game a winner, or a draw.
    Adjudicate(GameId, Option<Color>),
    /// Invites another player to replace one.
    Substitute {
        /// The player who leaves.
        out: Person,
        /// The player who comes.
        new: Person,
    },
    /// Lets in the engine, or invites a person; late too.
    Add(Seat),
    /// Accepts the player's invitation.
    Accept,
    /// Declines the player's invitation.
    Decline,
    /// Withdraws an entrant.
    Remove(Seat),
    /// Undoes the organizer's last action, if its [stamp](crate::TournamentRecord::undo_stamp) is still the same or none is given.
    Undo(Option<u32>),
    /// Shows a view at this page; without one, at the page that matters now.
    See(TournamentView, Option<u16>),
    /// Shows the player's own games, and the reasons for the last pairing.
    Mine,
    /// Shows everything that was done, the latest on page zero.
    Audit(u32),
    /// Exports files for other programs.
    Export,
    /// Shows the finished tournaments of this server, or of one series.
    Past(Option<String>),
}

impl TournamentCommand {
    /// The people named in the command.
    pub(crate) fn people_mut(&mut self) -> Vec<&mut Person> {
        match self {
            Self::AskRemove(seat) | Self::Add(seat) | Self::Remove(seat) => match seat {
                Seat::Person(person) => vec![person],
                Seat::Engine(_) => Vec::new(),
            },
            Self::Substitute { out, new } => vec![out, new],
            _ => Vec::new(),
        }
    }

    pub fn create(plan: TournamentPlan) -> Self {
        Self::Create {
            plan: Box::new(plan),
            written: Vec::new(),
        }
    }

    /// Returns the people who may give this command.
    pub(crate) fn needs(&self) -> Need {
        match self {
            Self::Accept | Self::Decline => Need::Invited,
            Self::Misnamed(_)
            | Self::Join
            | Self::Leave
            | Self::CheckIn
            | Self::SitOut
            | Self::See(..)
            | Self::Mine
            | Self::Audit(_)
            | Self::Export
            | Self::Past(_) => Need::Local,
            Self::Create { .. }
            | Self::Draft { .. }
            | Self::Manage(_)
            | Self::Ask(_)
            | Self::Sure(..)
            | Self::AskRemove(_)
            | Self::Edit(..)
            | Self::Pause
            | Self::Resume
            | Self::Postpone(..)
            | Self::Cancel
            | Self::Adjudicate(..)
            | Self::Substitute { .. }
            | Self::Add(_)
            | Self::Remove(_)
            | Self::Undo(_) => Need::Organizing,
        }
    }
}

choice! {
    /// A view of a tournament.
    TournamentView {
        /// Entrants by rank.
        Standings = "standings",
        /// The games of the last round.
        Pairings = "pairings",
        /// All results.
        Crosstable = "crosstable",
        /// The tree of a knockout.
        Bracket = "bracket",
        /// The standings, with what each tie-break means.
        TieBreaks = "tie-breaks",
    }
}

impl TournamentView {
    /// The counterpart of this view in a format: a knockout has a bracket instead of a crosstable.
    pub(crate) fn fitting(self, format: Format) -> Self {
        match (self, format) {
            (Self::Crosstable | Self::Bracket, Format::Knockout { .. }) => Self::Bracket,
            (Self::Crosstable | Self::Bracket, Format::Arena { .. })
            | (Self::TieBreaks, Format::Arena { .. } | Format::Knockout { .. }) => Self::Standings,
            (Self::Crosstable | Self::Bracket, _) => Self::Crosstable,
            (view, _) => view,
        }
    }
}

/// A page of the organizer's card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrganizerPage {
    /// The current options.
    Front,
    /// The formats.
    Format,
    /// The role needed to enter.
    Role,
    /// The role that the winners get.
    WinnersRole,
    /// A menu of people to invite.
    Invite,
    /// Entrants to remove, from this index on.
    Remove(u16),
    /// A choice of delays.
    Postpone,
    /// The games in progress, from this index on.
    Games(u16),
    /// The options for a game.
    Game(GameId),
}

/// Something that cannot be undone, or not completely.
///
/// A question about it carries a stamp of the state that it described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Risk {
    /// Starting with few players.
    Start,
    /// Canceling.
    Cancel,
    /// Annulling a game.
    Replay(GameId),
    /// Withdrawing an entrant.
    Remove(Seed),
}

/// As in a button's address: `game-k7f3q2`.
impl fmt::Display for OrganizerPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Front => f.write_str("front"),
            Self::Format => f.write_str("format"),
            Self::Role => f.write_str("role"),
            Self::WinnersRole => f.write_str("winners-role"),
            Self::Invite => f.write_str("invite"),
            Self::Remove(from) => write!(f, "entrants-{from}"),
            Self::Postpone => f.write_str("postpone"),
            Self::Games(from) => write!(f, "games-{from}"),
            Self::Game(id) => write!(f, "game-{id}"),
        }
    }
}

impl OrganizerPage {
    pub(super) fn read(text: &str) -> Option<Self> {
        Some(match text {
            "front" => Self::Front,
            "format" => Self::Format,
            "role" => Self::Role,
            "winners-role" => Self::WinnersRole,
            "invite" => Self::Invite,
            "postpone" => Self::Postpone,
            _ => match text.split_once('-')? {
                ("entrants", from) => Self::Remove(from.parse().ok()?),
                ("games", from) => Self::Games(from.parse().ok()?),
                ("game", id) => Self::Game(id.parse().ok()?),
                _ => return None,
            },
        })
    }
}

/// As in a button's address: `replay-k7f3q2`.
impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Cancel => f.write_str("cancel"),
            Self::Replay(id) => write!(f, "replay-{id}"),
            Self::Remove(seed) => write!(f, "remove-{}", seed.index()),
        }
    }
}

impl Risk {
    pub(super) fn read(text: &str) -> Option<Self> {
        Some(match text {
            "start" => Self::Start,
            "cancel" => Self::Cancel,
            _ => match text.split_once('-')? {
                ("replay", id) => Self::Replay(id.parse().ok()?),
                ("remove", seed) => {
                    let place: u16 = seed.parse().ok()?;
                    Self::Remove(Seed::from_index(place.into()))
                }
                _ => return None,
            },
        })
    }
}
