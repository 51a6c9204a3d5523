//! What people do, command by command, over a store in memory: every answer, effect and refusal.

mod challenges;
mod endings;
mod moves;
mod warnings;
