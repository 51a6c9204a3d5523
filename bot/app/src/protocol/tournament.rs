//! Tournament commands and views.

use rules_core::Color;

use crate::model::ids::{GameId, Person};
use crate::model::moment::Span;
use crate::model::record::{Format, PlanPart, Seat, TournamentPlan};

/// A command about a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentCommand {
    /// Announces one.
    Create {
        plan: Box<TournamentPlan>,
        /// Parts as written, parsed into the plan in this order.
        written: Vec<(PlanPart, String)>,
    },
    /// Shows the plan with the controls that change it.
    Plan,
    /// Sets a part of the plan to this text; without text, toggles it.
    Edit(PlanPart, Option<String>),
    /// Enters, or rejoins.
    Join,
    /// Withdraws from the tournament.
    Leave,
    /// Checks in.
    CheckIn,
    /// Asks for a half-point bye in the next round.
    SitOut,
    /// Starts the tournament.
    Start,
    /// Holds back rounds until [`Resume`](Self::Resume).
    Pause,
    /// Resumes after a pause, or where the message was lost.
    Resume,
    /// Postpones the start or the next round.
    Postpone(Span),
    /// Cancels the tournament.
    Cancel,
    /// Gives a game a winner, or a draw.
    Adjudicate(GameId, Option<Color>),
    /// Annuls a game and starts it again.
    Replay(GameId),
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
    /// Undoes the organizer's last action.
    Undo,
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
    /// Announces a tournament with this plan.
    pub fn create(plan: TournamentPlan) -> Self {
        Self::Create {
            plan: Box::new(plan),
            written: Vec::new(),
        }
    }

    /// Whether only the organizer may do it.
    pub(crate) fn is_organizers(&self) -> bool {
        matches!(
            self,
            Self::Create { .. }
                | Self::Plan
                | Self::Edit(..)
                | Self::Start
                | Self::Pause
                | Self::Resume
                | Self::Postpone(_)
                | Self::Cancel
                | Self::Adjudicate(..)
                | Self::Replay(_)
                | Self::Substitute { .. }
                | Self::Add(_)
                | Self::Remove(_)
                | Self::Undo
        )
    }
}

/// A view of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentView {
    /// Entrants by rank.
    Standings,
    /// The games of the last round.
    Pairings,
    /// All results.
    Crosstable,
    /// The tree of a knockout.
    Bracket,
    /// The standings, with what each tie-break means.
    TieBreaks,
}

impl TournamentView {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Standings,
        Self::Pairings,
        Self::Crosstable,
        Self::Bracket,
        Self::TieBreaks,
    ];

    /// Its code in addresses of buttons.
    pub fn code(self) -> &'static str {
        match self {
            Self::Standings => "standings",
            Self::Pairings => "pairings",
            Self::Crosstable => "crosstable",
            Self::Bracket => "bracket",
            Self::TieBreaks => "tie-breaks",
        }
    }

    /// Parses a [`TournamentView::code`].
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.code() == code)
    }

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
