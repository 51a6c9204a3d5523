//! The players of thousands of concurrent games, and the latency of the answers they get.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use playground::{BotEvent, Fault, Follower, Playground};

use crate::Plan;
use crate::scripted_game::ScriptedGame;

/// Half-moves before a game is replaced by a new one.
const PLIES: usize = 60;
/// Time between two samples of memory, disk and processor time.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(10);

/// How long the program took to acknowledge requests and to show their boards.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) acknowledged: Vec<Duration>,
    pub(crate) shown: Vec<Duration>,
    pub(crate) unanswered: usize,
}

pub(crate) struct Load {
    pub(crate) pg: Playground,
    follower: Follower,
    pub(crate) games: Vec<ScriptedGame>,
    by_channel: HashMap<u64, usize>,
    /// Games in which a person can act, the longest waiting first.
    ready: VecDeque<usize>,
    pub(crate) answers: Answers,
    connected: Instant,
}

impl Load {
    pub(crate) fn new(plan: &Plan, pg: Playground) -> Self {
        let games: Vec<_> = (0..plan.games)
            .map(|n| ScriptedGame::between_people(&pg, n, PLIES, plan.seed))
            .collect();
        Self {
            follower: pg.follow(),
            by_channel: games
                .iter()
                .map(|game| game.channel.id())
                .zip(0..)
                .collect(),
            ready: (0..plan.games).collect(),
            pg,
            games,
            answers: Answers::default(),
            connected: Instant::now(),
        }
    }

    fn notice(&mut self, happening: &BotEvent) {
        let channel = match happening {
            BotEvent::Answered(reply) | BotEvent::Unanswered(reply) => reply.channel(),
            BotEvent::Posted(message) | BotEvent::Edited(message) => message.channel(),
        };
        let Some(&number) = self.by_channel.get(&channel.id()) else {
            return;
        };
        match happening {
            BotEvent::Answered(reply) => {
                let took = reply.ack_ms().map(Duration::from_millis);
                self.answers.acknowledged.extend(took);
            }
            BotEvent::Unanswered(_) => self.answers.unanswered += 1,
            _ => {}
        }
        let game = &mut self.games[number];
        let (could_act, since) = (game.can_act(), game.since());
        if game.notice(happening) {
            self.answers.shown.push(since.elapsed());
        }
        if game.is_over() {
            game.restart();
        }
        if game.can_act() && !could_act {
            self.ready.push_back(number);
        }
    }

    /// Makes people act at a rate for some time.
    pub(crate) async fn run(
        &mut self,
        rate: f64,
        duration: Duration,
        mut sample: impl FnMut(&Self, Duration),
    ) {
        let begun = Instant::now();
        let (mut acted, mut sampled) = (0.0, Duration::ZERO);
        let mut tick = tokio::time::interval(Duration::from_millis(10));
        while begun.elapsed() < duration {
            tokio::select! {
                biased;
                happening = self.follower.next() => self.notice(&happening),
                _ = tick.tick() => {
                    let passed = begun.elapsed();
                    // Missed actions are dropped, not sent later.
                    acted = f64::max(acted, passed.as_secs_f64() * rate - rate);
                    while acted < passed.as_secs_f64() * rate
                        && let Some(number) = self.ready.pop_front()
                    {
                        self.games[number].act();
                        acted += 1.0;
                    }
                    if passed.saturating_sub(sampled) >= SAMPLE_INTERVAL {
                        sampled = passed;
                        self.repeat_unanswered();
                        sample(self, passed);
                    }
                }
            }
        }
    }

    fn repeat_unanswered(&mut self) {
        for (number, game) in self.games.iter_mut().enumerate() {
            let could_act = game.can_act();
            game.repeat_unanswered(self.connected);
            if game.can_act() && !could_act {
                self.ready.push_back(number);
            }
        }
    }

    /// Waits until every request is done.
    pub(crate) async fn drain(&mut self) {
        let quiet = Duration::from_secs(3);
        while let Ok(happening) = tokio::time::timeout(quiet, self.follower.next()).await {
            self.notice(&happening);
        }
    }

    /// Starts the games: challenges, acceptances, and the first moves of some.
    pub(crate) async fn open_games(&mut self, plan: &Plan) {
        let duration = 2.5 * plan.games as f64 / (2.0 * plan.rate);
        let duration = Duration::from_secs_f64(duration).max(Duration::from_secs(5));
        self.run(2.0 * plan.rate, duration, |_, _| {}).await;
        self.drain().await;
        self.answers = Answers::default();
        let began = self.games.iter().filter(|game| game.id.is_some()).count();
        println!("{began} games in progress");
    }

    pub(crate) fn inject_faults(&self, plan: &Plan) {
        let (share, seed) = (plan.faults / 3, plan.seed);
        let everywhere = || Fault::on("*");
        let lost = everywhere().drop_response();
        let lost = lost.chance(plan.faults - 2 * share, seed + 2);
        self.pg.inject(everywhere().status(503).chance(share, seed));
        self.pg.inject(everywhere().cut().chance(share, seed + 1));
        self.pg.inject(lost);
    }
}
