//! The parts of a plan that the organizer can change until the beginning.

use crate::model::record::preferences::choice;

choice! {
    /// A part of a plan.
    PlanPart {
        /// [`TournamentPlan::name`](super::TournamentPlan::name)
        Name = "name",
        /// [`TournamentPlan::variant`](super::TournamentPlan::variant) and those that take turns with it
        Games = "games",
        /// [`TournamentPlan::time`](super::TournamentPlan::time)
        Time = "time",
        /// The rounds of a Swiss
        Rounds = "rounds",
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
        /// That [`TournamentPlan::role`](super::TournamentPlan::role) is needed no more
        AnyRole = "any-role",
        /// [`TournamentPlan::rated`](super::TournamentPlan::rated)
        Rated = "rated",
        /// [`TournamentPlan::when_full`](super::TournamentPlan::when_full)
        WhenFull = "when-full",
        /// [`TournamentPlan::check_in`](super::TournamentPlan::check_in)
        CheckIn = "check-in",
    }
}

impl PlanPart {
    /// What takes a part back that need not be there.
    pub const NONE: &str = "none";

    /// Whether it is written; the others are chosen, or so or not so.
    pub fn is_written(self) -> bool {
        !matches!(
            self,
            Self::Role | Self::AnyRole | Self::Rated | Self::WhenFull | Self::CheckIn
        )
    }
}
