//! What people can ask of a tournament.

use rules_core::Color;

use crate::model::ids::{GameId, Person};
use crate::model::moment::Span;
use crate::model::record::{Format, PlanPart, Seat, TournamentPlan};

/// What somebody can do about a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TournamentCommand {
    /// Announce one.
    Create {
        /// What it will be.
        plan: Box<TournamentPlan>,
        /// Parts of it as they were written, which are read in this order.
        written: Vec<(PlanPart, String)>,
    },
    /// See the plan, to change it.
    Plan,
    /// Change a part of the plan: to this, or where nothing was written, to the other of two.
    Edit(PlanPart, Option<String>),
    /// Enter, or come back.
    Join,
    /// Leave.
    Leave,
    /// Say that one is there.
    CheckIn,
    /// Have no opponent in the next round, for half a point.
    SitOut,
    /// Begin.
    Start,
    /// Begin no round until it goes on.
    Pause,
    /// Go on.
    Resume,
    /// Put the beginning or the next round off.
    Postpone(Span),
    /// Call it off.
    Cancel,
    /// Give a game a result: a winner, or a draw.
    Adjudicate(GameId, Option<Color>),
    /// Annul a game and begin it again.
    Replay(GameId),
    /// Put somebody in the place of somebody.
    Substitute {
        /// Who leaves.
        out: Person,
        /// Who comes.
        new: Person,
    },
    /// Let somebody in, a person or the engine, late too.
    Add(Seat),
    /// Withdraw somebody.
    Remove(Seat),
    /// Take the organizer's last word back.
    Undo,
    /// ButtonStyle at something, at the page of this number or where something happens now.
    See(TournamentView, Option<u16>),
    /// See one's own opponents, and why they were paired so.
    Mine,
    /// See everything that was done.
    Audit,
    /// Have it as files for other programs.
    Export,
    /// See what was played on this server, or in one series.
    Past(Option<String>),
}

impl TournamentCommand {
    /// Announce one of this plan.
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

/// What somebody wants to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentView {
    /// Who stands where.
    Standings,
    /// Who plays whom in the last round.
    Pairings,
    /// Who met whom with what result.
    Crosstable,
    /// The tree of a knock-out.
    Bracket,
}

impl TournamentView {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Standings,
        Self::Pairings,
        Self::Crosstable,
        Self::Bracket,
    ];

    /// Its name in addresses of buttons.
    pub fn code(self) -> &'static str {
        match self {
            Self::Standings => "standings",
            Self::Pairings => "pairings",
            Self::Crosstable => "crosstable",
            Self::Bracket => "bracket",
        }
    }

    /// Reads what [`TournamentView::code`] wrote.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.code() == code)
    }

    /// The view that a format has in the place of this one: a knock-out has a tree and no crosstable.
    pub(crate) fn fitting(self, format: Format) -> Self {
        match (self, format) {
            (Self::Crosstable | Self::Bracket, Format::Knockout { .. }) => Self::Bracket,
            (Self::Crosstable | Self::Bracket, Format::Arena { .. }) => Self::Standings,
            (Self::Crosstable | Self::Bracket, _) => Self::Crosstable,
            (view, _) => view,
        }
    }
}
