//! The parts of a plan that the organizer can change until the start.

use crate::model::record::preferences::choice;

choice! {
    /// A part of a plan, mostly a field of [`TournamentPlan`](super::TournamentPlan).
    PlanPart {
        Name = "name",
        /// [`TournamentPlan::variant`](super::TournamentPlan::variant) and the rotation
        Games = "games",
        Format = "format",
        Time = "time",
        /// The rounds of a Swiss, or the minutes of an arena
        Rounds = "rounds",
        /// The games of a match of a knockout
        MatchGames = "match-games",
        Capacity = "capacity",
        Starts = "starts",
        TieBreaks = "tie-breaks",
        Ratings = "ratings",
        StandIn = "stand-in",
        Series = "series",
        Role = "role",
        /// Removal of the [`TournamentPlan::role`](super::TournamentPlan::role)
        AnyRole = "any-role",
        WinnersRole = "winners-role",
        /// Removal of the [`TournamentPlan::winners_role`](super::TournamentPlan::winners_role)
        NoWinnersRole = "no-winners-role",
        ServerEvent = "server-event",
        Rated = "rated",
        WhenFull = "when-full",
        CheckIn = "check-in",
    }
}

impl PlanPart {
    /// The text that clears an optional part.
    pub const NONE: &str = "none";

    /// Whether it is written in a modal; the others are chosen or toggled.
    pub fn is_written(self) -> bool {
        !matches!(
            self,
            Self::Format
                | Self::Role
                | Self::AnyRole
                | Self::WinnersRole
                | Self::NoWinnersRole
                | Self::ServerEvent
                | Self::Rated
                | Self::WhenFull
                | Self::CheckIn
        )
    }
}
