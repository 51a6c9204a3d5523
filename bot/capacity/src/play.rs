//! What a move leads to: work, waits and requests in turn.

use rand::Rng as _;
use rand::rngs::SmallRng;

use crate::costs::{Costs, People, requests};
use crate::simulation::Resource;
use crate::station::Priority;

/// A part of a job.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// Processor time of the bot, the database or the engine, in seconds.
    Work(Resource, f64, Priority),
    /// Time in which no one works, in seconds.
    Wait(f64),
    /// A request under Discord's limit, for a game's message or for one of its own.
    Request(Message),
    /// Another job begins.
    Begin(Vec<Stage>),
    /// A person sees it.
    Shown(Seen),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Message {
    /// Later requests for the same message are joined with one that waits.
    Edited,
    Posted,
}

/// What a person waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    Board,
    Answer,
}

/// What people do and what it costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play<'a> {
    pub(crate) people: &'a People,
    pub(crate) costs: &'a Costs,
}

impl Play<'_> {
    /// One move of a person, of a kind that the dice choose.
    pub(crate) fn person_moves(self, dice: &mut SmallRng) -> Vec<Stage> {
        let with_engine = dice.random_bool(self.people.against_engine);
        let by_button = dice.random_bool(self.people.by_button);
        // People make every move of a game between two, and every other one of a game against the engine.
        let own = if with_engine {
            self.people.plies / 2.0
        } else {
            self.people.plies
        };
        let begins = dice.random_bool((1.0 / own).min(1.0));
        let mut stages = self.command();
        if begins {
            stages.push(Stage::Begin(self.game_begins_and_ends(with_engine)));
        }
        if with_engine {
            stages.push(Stage::Begin(self.engine_moves(by_button)));
        }
        stages.extend(self.board());
        match (with_engine, by_button) {
            (true, true) => {}
            (true, false) => stages.push(Stage::Request(Message::Edited)),
            // The former board loses its buttons, by the press if there was one.
            (false, true) => stages.push(Stage::Request(Message::Posted)),
            (false, false) => {
                let retired = vec![Stage::Request(Message::Posted)];
                stages.extend([Stage::Request(Message::Posted), Stage::Begin(retired)]);
            }
        }
        stages.push(Stage::Shown(Seen::Board));
        stages
    }

    /// A command is read, and its change committed: four trips to the database.
    fn command(self) -> Vec<Stage> {
        self.step(3)
    }

    /// A board is drawn, and its message recorded once it is posted: three trips.
    fn board(self) -> Vec<Stage> {
        self.step(2)
    }

    /// Half of the bot's work on a board, with reads and one commit.
    fn step(self, reads: u32) -> Vec<Stage> {
        let costs = self.costs;
        let database = (f64::from(reads) * costs.read_ms + costs.commit_ms) / 1000.0;
        let trips = f64::from(reads + 1) * costs.trip_ms / 1000.0;
        vec![
            Stage::Work(Resource::Bot, costs.bot_ms / 2000.0, Priority::High),
            Stage::Work(Resource::Database, database, Priority::High),
            Stage::Wait(trips),
        ]
    }

    fn engine_moves(self, by_button: bool) -> Vec<Stage> {
        let think = self.costs.think_ms / 1000.0;
        let mut stages = vec![Stage::Work(Resource::Engine, think, Priority::High)];
        stages.extend(self.command());
        stages.extend(self.board());
        if !by_button {
            stages.push(Stage::Request(Message::Edited));
        }
        stages.push(Stage::Shown(Seen::Answer));
        stages
    }

    /// One game begins for each that ends, which is reviewed.
    fn game_begins_and_ends(self, with_engine: bool) -> Vec<Stage> {
        let requests = if with_engine {
            requests::BEGIN_WITH_ENGINE
        } else {
            requests::BEGIN_WITH_PERSON
        };
        let mut stages = self.command();
        stages.extend(self.board());
        stages.extend(std::iter::repeat_n(
            Stage::Request(Message::Posted),
            requests,
        ));
        let review = self.costs.review_ms / 1000.0;
        stages.push(Stage::Work(Resource::Engine, review, Priority::Low));
        stages
    }
}
