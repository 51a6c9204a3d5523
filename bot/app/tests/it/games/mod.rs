//! Games command by command: answers, effects and refusals.

mod challenges;
mod endings;
mod moves;
mod warnings;
