//! Tournaments.

mod absences;
mod arena;
mod audit;
mod awards;
mod calls;
mod engine;
mod events;
mod forfeits;
mod history;
mod invitations;
mod organizer;
mod pictures;
mod plans;
mod rounds;
mod wizard;
