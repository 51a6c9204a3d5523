//! A discrete-event simulation of one hour's play: moves arrive at random, and each is carried through the bot, the database, the
//! engine and Discord's limit.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use crate::costs::{Costs, Machines, People};
use crate::play::{Message, Play, Seen, Stage};
use crate::station::{Cores, Gate, Job};

/// Moves simulated, unless that takes less or more time than this.
const MOVES: f64 = 50_000.0;
const MIN_SECONDS: f64 = 60.0;
const MAX_SECONDS: f64 = 1800.0;

/// A thing that there may be too little of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resource {
    Requests,
    Bot,
    Database,
    Engine,
}

impl Resource {
    pub(crate) const ALL: [Self; 4] = [Self::Requests, Self::Bot, Self::Database, Self::Engine];
}

/// How much there is of each resource; none if there is always enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supply {
    requests: Option<f64>,
    bot: Option<usize>,
    database: Option<usize>,
    engine: Option<usize>,
}

impl Supply {
    pub(crate) fn all(machines: &Machines) -> Self {
        Self {
            requests: Some(machines.requests),
            bot: Some(machines.bot_cores),
            database: Some(machines.database_cores),
            engine: Some(machines.engine_cores),
        }
    }

    pub(crate) const UNLIMITED: Self = Self {
        requests: None,
        bot: None,
        database: None,
        engine: None,
    };

    /// Only this resource is limited.
    pub(crate) fn only(resource: Resource, machines: &Machines) -> Self {
        let all = Self::all(machines);
        let mut only = Self::UNLIMITED;
        match resource {
            Resource::Requests => only.requests = all.requests,
            Resource::Bot => only.bot = all.bot,
            Resource::Database => only.database = all.database,
            Resource::Engine => only.engine = all.engine,
        }
        only
    }
}

/// A job, and what is left of it.
#[derive(Debug)]
struct Task {
    born: f64,
    game: u64,
    left: std::vec::IntoIter<Stage>,
}

/// Something that happens at a time.
#[derive(Debug)]
struct Event {
    at: f64,
    what: Happening,
}

#[derive(Clone, Copy, Debug)]
enum Happening {
    Move,
    Continue(Job),
    Worked(Resource, Job),
    Gate,
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Event {}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Event {
    /// The heap has its greatest element on top: the earliest event.
    fn cmp(&self, other: &Self) -> Ordering {
        other.at.total_cmp(&self.at)
    }
}

/// What was observed.
#[derive(Debug)]
pub(crate) struct Observed {
    pub(crate) seconds: f64,
    pub(crate) moves: usize,
    pub(crate) boards: Waits,
    pub(crate) answers: Waits,
    pub(crate) gate: Gate,
    pub(crate) bot: Cores,
    pub(crate) database: Cores,
    pub(crate) engine: Cores,
}

/// Durations in seconds.
#[derive(Debug, Default)]
pub(crate) struct Waits(Vec<f64>);

impl Waits {
    /// The duration that this share of all stays below.
    pub(crate) fn at(&self, share: f64) -> f64 {
        quantile(&self.0, share)
    }
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index into the sorted durations"
)]
fn quantile(durations: &[f64], share: f64) -> f64 {
    let mut sorted = durations.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (sorted.len().saturating_sub(1) as f64 * share).round();
    sorted.get(index as usize).copied().unwrap_or(0.0)
}

impl Observed {
    /// Cores that a resource kept busy.
    pub(crate) fn busy(&self, resource: Resource) -> f64 {
        let offered = match resource {
            Resource::Requests => return 0.0,
            Resource::Bot => self.bot.offered,
            Resource::Database => self.database.offered,
            Resource::Engine => self.engine.offered,
        };
        offered / self.seconds
    }

    /// Requests under the limit per second that people's moves led to.
    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    pub(crate) fn requests(&self) -> f64 {
        self.gate.wanted as f64 / self.seconds
    }

    /// How long all but one in a hundred waited for a resource, in seconds.
    pub(crate) fn waited(&self, resource: Resource) -> f64 {
        let (waits, backlog) = match resource {
            Resource::Requests => (&self.gate.waits, self.gate.backlog()),
            Resource::Bot => (&self.bot.waits, self.bot.backlog()),
            Resource::Database => (&self.database.waits, self.database.backlog()),
            Resource::Engine => (&self.engine.waits, self.engine.backlog()),
        };
        // What still waits at the end has waited, too: the longest for as long as the last that was served.
        if backlog * 100 > waits.len() {
            return f64::INFINITY;
        }
        quantile(waits, 0.99)
    }
}

/// A simulation.
struct Simulation<'a> {
    play: Play<'a>,
    rate: f64,
    dice: SmallRng,
    events: BinaryHeap<Event>,
    tasks: Vec<Task>,
    /// Indexes of finished tasks, to be used again.
    unused: Vec<Job>,
    games: u64,
    gate_wakes: Option<f64>,
    observed: Observed,
}

/// Simulates moves at a rate per second.
pub(crate) fn simulate(
    people: &People,
    costs: &Costs,
    supply: Supply,
    rate: f64,
    seed: u64,
) -> Observed {
    let seconds = (MOVES / rate.max(1e-9)).clamp(MIN_SECONDS, MAX_SECONDS);
    let mut simulation = Simulation {
        play: Play { people, costs },
        rate,
        dice: SmallRng::seed_from_u64(seed),
        events: BinaryHeap::new(),
        tasks: Vec::new(),
        unused: Vec::new(),
        games: 0,
        gate_wakes: None,
        observed: Observed {
            seconds,
            moves: 0,
            boards: Waits::default(),
            answers: Waits::default(),
            gate: Gate::new(supply.requests),
            bot: Cores::new(supply.bot),
            database: Cores::new(supply.database),
            engine: Cores::new(supply.engine),
        },
    };
    simulation.run();
    simulation.observed
}

impl Simulation<'_> {
    fn run(&mut self) {
        let first = self.exponential(1.0 / self.rate);
        self.at(first, Happening::Move);
        while let Some(event) = self.events.pop() {
            if event.at > self.observed.seconds {
                break;
            }
            let now = event.at;
            match event.what {
                Happening::Move => {
                    let next = now + self.exponential(1.0 / self.rate);
                    self.at(next, Happening::Move);
                    self.observed.moves += 1;
                    self.games += 1;
                    let stages = self.play.person_moves(&mut self.dice);
                    self.begin(self.games, now, now, stages);
                }
                Happening::Continue(job) => self.go_on(job, now),
                Happening::Worked(resource, job) => {
                    if let Some((next, done)) = self.cores(resource).free(now) {
                        self.at(done, Happening::Worked(resource, next));
                    }
                    self.go_on(job, now);
                }
                Happening::Gate => {
                    self.gate_wakes = None;
                    for job in self.observed.gate.pass(now) {
                        self.go_on(job, now);
                    }
                    self.wake_gate();
                }
            }
        }
    }

    fn at(&mut self, at: f64, what: Happening) {
        self.events.push(Event { at, what });
    }

    fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.dice.random::<f64>()).ln()
    }

    fn begin(&mut self, game: u64, born: f64, now: f64, stages: Vec<Stage>) {
        let task = Task {
            born,
            game,
            left: stages.into_iter(),
        };
        let job = if let Some(job) = self.unused.pop() {
            self.tasks[job] = task;
            job
        } else {
            self.tasks.push(task);
            self.tasks.len() - 1
        };
        self.go_on(job, now);
    }

    /// Carries a job on until it waits.
    fn go_on(&mut self, job: Job, now: f64) {
        loop {
            let (born, game) = (self.tasks[job].born, self.tasks[job].game);
            let Some(stage) = self.tasks[job].left.next() else {
                self.unused.push(job);
                return;
            };
            match stage {
                Stage::Work(resource, mean, priority) => {
                    let seconds = self.exponential(mean);
                    let done = self.cores(resource).ask(job, seconds, priority, now);
                    if let Some(done) = done {
                        self.at(done, Happening::Worked(resource, job));
                    }
                    return;
                }
                Stage::Wait(seconds) => {
                    self.at(now + seconds, Happening::Continue(job));
                    return;
                }
                Stage::Request(message) => {
                    let key = match message {
                        Message::Edited => game,
                        Message::Posted => {
                            self.games += 1;
                            self.games
                        }
                    };
                    if !self.observed.gate.ask(job, key, now) {
                        self.wake_gate();
                        return;
                    }
                }
                Stage::Begin(stages) => self.begin(game, born, now, stages),
                Stage::Shown(Seen::Board) => self.observed.boards.0.push(now - born),
                Stage::Shown(Seen::Answer) => self.observed.answers.0.push(now - born),
            }
        }
    }

    fn wake_gate(&mut self) {
        if self.gate_wakes.is_none()
            && let Some(at) = self.observed.gate.next()
        {
            self.gate_wakes = Some(at);
            self.at(at, Happening::Gate);
        }
    }

    fn cores(&mut self, resource: Resource) -> &mut Cores {
        match resource {
            Resource::Database => &mut self.observed.database,
            Resource::Engine => &mut self.observed.engine,
            Resource::Bot | Resource::Requests => &mut self.observed.bot,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Defaults {
        #[command(flatten)]
        people: People,
        #[command(flatten)]
        costs: Costs,
        #[command(flatten)]
        machines: Machines,
    }

    fn defaults(flags: &[&str]) -> Defaults {
        Defaults::parse_from([&["capacity"], flags].concat())
    }

    fn close(value: f64, wanted: f64) -> bool {
        (value / wanted - 1.0).abs() < 0.05
    }

    /// For exponential service on one core, the mean wait is known.
    ///
    /// CITE: M/M/1, Kleinrock, Queueing Systems I (1975), chapter 3: rho / (1 - rho) service times.
    #[test]
    fn the_mean_wait_for_one_core_is_that_of_theory() {
        let flags = [
            "--against-engine",
            "1",
            "--think-ms",
            "100",
            "--review-ms",
            "0",
            "--engine-cores",
            "1",
        ];
        let Defaults {
            people,
            costs,
            machines,
        } = defaults(&flags);
        let supply = Supply::only(Resource::Engine, &machines);
        let observed = simulate(&people, &costs, supply, 7.0, 1);
        let waits = &observed.engine.waits;
        #[allow(clippy::cast_precision_loss, reason = "a mean")]
        let mean = waits.iter().sum::<f64>() / waits.len() as f64;
        let theory = 0.1 * 0.7 / 0.3;
        assert!(
            (mean / theory - 1.0).abs() < 0.15,
            "{mean} s, in theory {theory} s"
        );
    }

    #[test]
    fn requests_are_two_a_move_by_command_and_fewer_by_button() {
        let per_move = |flags: &[&str]| {
            let Defaults {
                people,
                costs,
                machines,
            } = defaults(flags);
            let supply = Supply::only(Resource::Bot, &machines);
            let observed = simulate(&people, &costs, supply, 50.0, 2);
            #[allow(clippy::cast_precision_loss, reason = "a rate")]
            let per_move = observed.gate.wanted as f64 / observed.moves as f64;
            per_move
        };
        let long = ["--plies", "1e9"];
        let with = |flags: &[&'static str]| per_move(&[&long, flags].concat());
        assert!(close(
            with(&["--by-button", "0", "--against-engine", "1"]),
            2.0
        ));
        assert!(close(
            with(&["--by-button", "0", "--against-engine", "0"]),
            2.0
        ));
        assert!(close(
            with(&["--by-button", "1", "--against-engine", "0"]),
            1.0
        ));
        assert!(with(&["--by-button", "1", "--against-engine", "1"]) < 1e-9);
        let begun = per_move(&["--plies", "20", "--by-button", "1", "--against-engine", "1"]);
        assert!(close(begun, 2.0 / 10.0), "{begun}");
    }

    #[test]
    fn the_limit_is_never_exceeded_and_no_request_is_lost() {
        let Defaults {
            people,
            costs,
            machines,
        } = defaults(&["--requests", "20"]);
        let supply = Supply::only(Resource::Requests, &machines);
        let observed = simulate(&people, &costs, supply, 50.0, 3);
        let gate = &observed.gate;
        #[allow(clippy::cast_precision_loss, reason = "a rate")]
        let passed = gate.passed as f64;
        assert!(passed <= 20.0 * (observed.seconds + 1.0) + 1.0, "{passed}");
        assert_eq!(gate.passed + gate.joined + gate.backlog(), gate.wanted);
        assert!(observed.waited(Resource::Requests).is_infinite());
        assert!(
            gate.joined > 0,
            "a waiting board takes the engine's answer along"
        );
    }

    #[test]
    fn equal_seeds_repeat() {
        let Defaults {
            people,
            costs,
            machines,
        } = defaults(&[]);
        let run = || {
            let observed = simulate(&people, &costs, Supply::all(&machines), 30.0, 4);
            (observed.moves, observed.boards.at(0.99).to_bits())
        };
        assert_eq!(run(), run());
    }
}
