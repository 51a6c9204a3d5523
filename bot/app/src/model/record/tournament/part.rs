//! The parts of a plan that the organizer can change until the start.

use crate::model::record::preferences::choice;

choice! {
    /// A part of a plan.
    PlanPart {
        /// [`TournamentPlan::name`](super::TournamentPlan::name)
        Name = "name",
        /// [`TournamentPlan::variant`](super::TournamentPlan::variant) and the rotation
        Games = "games",
        /// [`TournamentPlan::format`](super::TournamentPlan::format)
        Format = "format",
        /// [`TournamentPlan::time`](super::TournamentPlan::time)
        Time = "time",
        /// The rounds of a Swiss, or the minutes of an arena
        Rounds = "rounds",
        /// The games of a match of a knockout
        MatchGames = "match-games",
        /// [`TournamentPlan::capacity`](super::TournamentPlan::capacity)
        Capacity = "capacity",
        /// [`TournamentPlan::starts`](super::TournamentPlan::starts)
        Starts = "starts",
        /// [`TournamentPlan::tie_breaks`](super::TournamentPlan::tie_breaks)
        TieBreaks = "tie-breaks",
        /// [`TournamentPlan::ratings`](super::TournamentPlan::ratings)
        Ratings = "ratings",
        /// [`TournamentPlan::stand_in`](super::TournamentPlan::stand_in)
        StandIn = "stand-in",
        /// [`TournamentPlan::series`](super::TournamentPlan::series)
        Series = "series",
        /// [`TournamentPlan::role`](super::TournamentPlan::role)
        Role = "role",
        /// Removal of the [`TournamentPlan::role`](super::TournamentPlan::role)
        AnyRole = "any-role",
        /// [`TournamentPlan::winners_role`](super::TournamentPlan::winners_role)
        WinnersRole = "winners-role",
        /// Removal of the [`TournamentPlan::winners_role`](super::TournamentPlan::winners_role)
        NoWinnersRole = "no-winners-role",
        /// [`TournamentPlan::server_event`](super::TournamentPlan::server_event)
        ServerEvent = "server-event",
        /// [`TournamentPlan::rated`](super::TournamentPlan::rated)
        Rated = "rated",
        /// [`TournamentPlan::when_full`](super::TournamentPlan::when_full)
        WhenFull = "when-full",
        /// [`TournamentPlan::check_in`](super::TournamentPlan::check_in)
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
