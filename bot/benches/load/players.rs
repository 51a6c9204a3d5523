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

/// Latencies of one kind of request.
#[derive(Default)]
pub(crate) struct Durations(pub(crate) Vec<Duration>);

impl Durations {
    pub(crate) fn at(&mut self, percent: usize) -> Duration {
        self.0.sort_unstable();
        let last = self.0.len().saturating_sub(1);
        self.0
            .get(last * percent / 100)
            .copied()
            .unwrap_or_default()
    }

    pub(crate) fn print(&mut self, what: &str) {
        println!(
            "{what:<16} {:>7} times   p50 {:>7.1?}   p95 {:>7.1?}   p99 {:>7.1?}   worst {:>7.1?}",
            self.0.len(),
            self.at(50),
            self.at(95),
            self.at(99),
            self.at(100)
        );
    }
}

pub(crate) struct Load {
    pub(crate) pg: Playground,
    follower: Follower,
    pub(crate) games: Vec<ScriptedGame>,
    by_channel: HashMap<u64, usize>,
    /// Games in which a person can act, the longest waiting first.
    ready: VecDeque<usize>,
    pub(crate) acknowledged: Durations,
    pub(crate) shown: Durations,
    pub(crate) unanswered: usize,
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
            acknowledged: Durations::default(),
            shown: Durations::default(),
            unanswered: 0,
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
                self.acknowledged.0.extend(took);
            }
            BotEvent::Unanswered(_) => self.unanswered += 1,
            _ => {}
        }
        let game = &mut self.games[number];
        let (could_act, since) = (game.can_act(), game.since());
        if game.notice(happening) {
            self.shown.0.push(since.elapsed());
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
        while let Ok(happening) =
            tokio::time::timeout(Duration::from_secs(3), self.follower.next()).await
        {
            self.notice(&happening);
        }
    }

    /// Starts the games: challenges, acceptances, and the first moves of some.
    pub(crate) async fn open_games(&mut self, plan: &Plan) {
        let duration = 2.5 * plan.games as f64 / (2.0 * plan.rate);
        let duration = Duration::from_secs_f64(duration).max(Duration::from_secs(5));
        self.run(2.0 * plan.rate, duration, |_, _| {}).await;
        self.drain().await;
        self.acknowledged = Durations::default();
        self.shown = Durations::default();
        self.unanswered = 0;
        let began = self.games.iter().filter(|game| game.id.is_some()).count();
        println!("{began} games in progress");
    }

    pub(crate) fn inject_faults(&self, plan: &Plan) {
        let (share, seed) = (plan.faults / 3, plan.seed);
        let everywhere = || Fault::on("*");
        let lost = everywhere().drop_response();
        self.pg.inject(everywhere().status(503).chance(share, seed));
        self.pg.inject(everywhere().cut().chance(share, seed + 1));
        self.pg
            .inject(lost.chance(plan.faults - 2 * share, seed + 2));
    }
}
