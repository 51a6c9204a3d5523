//! The same request many times at once: every limit holds, however many requests saw that there was room.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use app::effect::Handled;
use app::store::memory::MemoryStore;
use app::store::{Batch, Index, Key, Page, Store as _, StoreError};
use app::{
    ChallengeId, Command, Draft, Failure, GameId, Limits, PeopleCommand, Record, ServerId, Terms,
    TournamentCommand, TournamentPlan, Which,
};
use rules_core::{Game, Variant};

use super::{Scene, invite, play};
use crate::common::cup::{SWISS, plan, tournament_of};
use crate::common::hooked::Hook;
use crate::common::{challenge_of, game_of, person, request};

/// Requests at once.
const CROWD: usize = 16;

/// Rounds of each test, each with a new store.
const ROUNDS: u64 = 3;

/// Lets the first commits of a crowd wait for each other: all of them have read the same state.
struct Gathered {
    expected: AtomicUsize,
    all: Barrier,
}

impl Hook for Gathered {
    fn commit(&self, store: &Arc<MemoryStore>, batch: Batch) -> Result<(), StoreError> {
        let take = |left: usize| left.checked_sub(1);
        let (set, get) = (Ordering::SeqCst, Ordering::SeqCst);
        if self.expected.fetch_update(set, get, take).is_ok() {
            self.all.wait();
        }
        store.commit(batch)
    }
}

type Crowd = Scene<Gathered>;

impl Crowd {
    fn new(seed: u64, limits: Limits) -> Self {
        let gathered = Gathered {
            expected: AtomicUsize::new(0),
            all: Barrier::new(CROWD),
        };
        Self::with(gathered, limits, seed * 1_000_000)
    }

    /// Sends these requests at once; returns the outcomes.
    fn at_once(&mut self, requests: Vec<(String, Command)>) -> Vec<Result<Handled, Failure>> {
        assert_eq!(requests.len(), CROWD);
        self.store.hook.expected.store(CROWD, Ordering::SeqCst);
        let moments: Vec<_> = requests.iter().map(|_| self.moment()).collect();
        let app = &self.app;
        std::thread::scope(|scope| {
            let sent: Vec<_> = requests
                .into_iter()
                .zip(moments)
                .map(|((who, command), moment)| {
                    scope.spawn(move || app.handle(&request(&who, command), moment))
                })
                .collect();
            sent.into_iter().map(|sent| sent.join().unwrap()).collect()
        })
    }

    /// Sends these requests at once; returns how many were carried out. The others must be refused for a reason.
    fn carried_out(&mut self, requests: Vec<(String, Command)>) -> usize {
        let outcomes = self.at_once(requests);
        for outcome in &outcomes {
            match outcome {
                Ok(_) => {}
                Err(Failure::Refused(refusal)) => assert_ne!(*refusal, app::Refusal::Busy),
                Err(failure) => panic!("{failure:?}"),
            }
        }
        outcomes.iter().filter(|outcome| outcome.is_ok()).count()
    }

    fn listed(&self, index: &Index) -> usize {
        let rows = self.app.store().list(index, Page::first(1000));
        rows.unwrap().len()
    }
}

/// The same command by one person, `CROWD` times.
fn same(who: &str, command: impl Fn() -> Command) -> Vec<(String, Command)> {
    (0..CROWD).map(|_| (who.to_owned(), command())).collect()
}

/// One command by each of `CROWD` people.
fn by_all(command: impl Fn(usize) -> Command) -> Vec<(String, Command)> {
    (0..CROWD).map(|n| (format!("p{n}"), command(n))).collect()
}

fn many() -> Limits {
    Limits {
        games: 50,
        challenges: 50,
        hourly: 100,
        ..Limits::default()
    }
}

/// Runs a test in several new stores.
fn each_round(limits: Limits, test: impl Fn(&mut Crowd)) {
    for seed in 1..=ROUNDS {
        test(&mut Crowd::new(seed, limits));
    }
}

#[test]
fn no_more_challenges_are_open_than_allowed() {
    let limits = Limits {
        challenges: 5,
        ..many()
    };
    each_round(limits, |crowd| {
        assert_eq!(crowd.carried_out(same("ann", || invite(None))), 5);
        let mine = Index::ChallengesBy(person("ann").id);
        assert_eq!(crowd.listed(&mine), 5);
    });
}

#[test]
fn no_more_challenges_are_made_in_an_hour_than_allowed() {
    let limits = Limits {
        hourly: 4,
        ..many()
    };
    each_round(limits, |crowd| {
        assert_eq!(crowd.carried_out(same("ann", || invite(None))), 4);
    });
}

#[test]
fn no_more_challenges_are_made_on_a_server_in_an_hour_than_allowed() {
    let limits = Limits {
        server_hourly: 6,
        ..many()
    };
    each_round(limits, |crowd| {
        assert_eq!(crowd.carried_out(by_all(|_| invite(None))), 6);
    });
}

#[test]
fn one_person_does_not_call_another_more_often_than_allowed() {
    each_round(many(), |crowd| {
        assert_eq!(crowd.carried_out(same("ann", || invite(Some("bob")))), 5);
    });
}

#[test]
fn no_one_plays_more_games_with_the_engine_than_allowed() {
    let limits = Limits { games: 3, ..many() };
    each_round(limits, |crowd| {
        assert_eq!(crowd.carried_out(same("ann", play)), 3);
        assert_eq!(crowd.listed(&Index::OngoingOf(person("ann").id)), 3);
    });
}

#[test]
fn no_more_games_with_the_engine_begin_in_an_hour_than_allowed() {
    let limits = Limits {
        hourly: 4,
        ..many()
    };
    each_round(limits, |crowd| {
        assert_eq!(crowd.carried_out(same("ann", play)), 4);
    });
}

#[test]
fn no_one_accepts_more_games_than_allowed() {
    let limits = Limits { games: 3, ..many() };
    each_round(limits, |crowd| {
        let open: Vec<ChallengeId> = (0..CROWD)
            .map(|n| challenge_of(&crowd.act(&format!("p{n}"), invite(None)).outgoing))
            .collect();
        let accept = open
            .iter()
            .map(|&id| ("ann".to_owned(), Command::Accept(id)));
        assert_eq!(crowd.carried_out(accept.collect()), 3);
        assert_eq!(crowd.listed(&Index::OngoingOf(person("ann").id)), 3);
    });
}

#[test]
fn no_challenger_gets_more_games_than_allowed() {
    let limits = Limits { games: 3, ..many() };
    each_round(limits, |crowd| {
        let open: Vec<ChallengeId> = (0..CROWD)
            .map(|_| challenge_of(&crowd.act("ann", invite(None)).outgoing))
            .collect();
        assert_eq!(crowd.carried_out(by_all(|n| Command::Accept(open[n]))), 3);
        assert_eq!(crowd.listed(&Index::OngoingOf(person("ann").id)), 3);
    });
}

#[test]
fn a_challenge_begins_one_game() {
    each_round(many(), |crowd| {
        let id = challenge_of(&crowd.act("ann", invite(None)).outgoing);
        assert_eq!(crowd.carried_out(by_all(|_| Command::Accept(id))), 1);
        assert_eq!(crowd.listed(&Index::OngoingOf(person("ann").id)), 1);
    });
}

fn finished(crowd: &mut Crowd, terms: Terms) -> GameId {
    let opponent = Some(person("bob"));
    let made = crowd.act("ann", Command::Challenge { opponent, terms });
    let accept = Command::Accept(challenge_of(&made.outgoing));
    let id = game_of(&crowd.act("bob", accept).outgoing);
    crowd.act("ann", Command::Resign(id));
    id
}

#[test]
fn rematch_clicks_of_both_players_begin_one_game() {
    each_round(many(), |crowd| {
        let id = finished(crowd, Terms::of(Variant::Toto40));
        let click = |n: usize| (["ann", "bob"][n % 2].to_owned(), Command::Rematch(id));
        assert_eq!(
            crowd.carried_out((0..CROWD).map(click).collect()),
            2,
            "one asks and the other accepts"
        );
        for who in ["ann", "bob"] {
            let id = person(who).id;
            assert_eq!(crowd.listed(&Index::OngoingOf(id.clone())), 1);
            assert_eq!(crowd.listed(&Index::ChallengesBy(id)), 0);
        }
    });
}

#[test]
fn rematch_clicks_of_one_player_make_one_challenge() {
    each_round(many(), |crowd| {
        let id = finished(crowd, Terms::of(Variant::Toto40));
        assert_eq!(crowd.carried_out(same("ann", || Command::Rematch(id))), 1);
        assert_eq!(crowd.listed(&Index::ChallengesBy(person("ann").id)), 1);
    });
}

#[test]
fn rematch_clicks_with_the_engine_begin_one_game() {
    each_round(many(), |crowd| {
        let id = game_of(&crowd.act("ann", play()).outgoing);
        crowd.act("ann", Command::Resign(id));
        assert_eq!(crowd.carried_out(same("ann", || Command::Rematch(id))), 1);
    });
}

#[test]
fn one_proposal_is_pending_however_often_it_is_sent() {
    each_round(many(), |crowd| {
        let id = challenge_of(&crowd.act("ann", invite(Some("bob"))).outgoing);
        let draft: Draft = "leto,w,10+5,c".parse().unwrap();
        let send = || Command::SendProposal(id, draft);
        assert_eq!(crowd.carried_out(same("bob", send)), 1);
    });
}

#[test]
fn no_game_has_more_watchers_than_allowed() {
    each_round(many(), |crowd| {
        let id = game_of(&crowd.act("ann", play()).outgoing);
        for n in 0..45 {
            crowd.act(&format!("w{n}"), Command::Watch(id));
        }
        assert_eq!(crowd.carried_out(by_all(|_| Command::Watch(id))), 5);
        assert_eq!(crowd.listed(&Index::WatchersOf(id)), 50);
    });
}

#[test]
fn no_one_watches_more_games_than_allowed() {
    each_round(many(), |crowd| {
        let games: Vec<_> = (0..CROWD)
            .map(|n| game_of(&crowd.act(&format!("p{n}"), play()).outgoing))
            .collect();
        let watch = games
            .iter()
            .map(|&id| ("ann".to_owned(), Command::Watch(id)));
        assert_eq!(crowd.carried_out(watch.collect()), 10);
    });
}

#[test]
fn no_one_blocks_more_people_than_allowed() {
    each_round(many(), |crowd| {
        let block = |n: usize| {
            let whom = person(&format!("q{n}"));
            Command::People(PeopleCommand::Block(whom))
        };
        for n in 100..195 {
            crowd.act("ann", block(n));
        }
        let all = (0..CROWD).map(|n| ("ann".to_owned(), block(n)));
        assert_eq!(crowd.carried_out(all.collect()), 5);
    });
}

#[test]
fn no_one_takes_more_vacation_than_allowed() {
    let limits = Limits {
        vacation_days: 21,
        ..many()
    };
    each_round(limits, |crowd| {
        let away = || Command::Vacation(Some(3));
        assert_eq!(crowd.carried_out(same("ann", away)), 7);
    });
}

#[test]
fn data_is_exported_once() {
    each_round(many(), |crowd| {
        let export = || Command::People(PeopleCommand::Export);
        assert_eq!(crowd.carried_out(same("ann", export)), 1);
    });
}

#[test]
fn no_server_has_more_tournaments_than_allowed() {
    each_round(many(), |crowd| {
        let create = |_| Command::Tournament(None, TournamentCommand::create(plan(SWISS)));
        assert_eq!(crowd.carried_out(by_all(create)), 10);
        let index = Index::TournamentsOf(ServerId::new("t:server"));
        assert_eq!(crowd.listed(&index), 10);
    });
}

#[test]
fn no_tournament_has_more_entrants_than_allowed() {
    each_round(many(), |crowd| {
        let create = TournamentCommand::create(TournamentPlan {
            capacity: 8,
            when_full: false,
            ..plan(SWISS)
        });
        let created = crowd.act("org", Command::Tournament(None, create));
        let id = tournament_of(&created.outgoing);
        let join = |_| Command::Tournament(Some(id), TournamentCommand::Join);
        assert_eq!(crowd.carried_out(by_all(join)), 8);
    });
}

#[test]
fn no_one_prepares_more_lines_than_allowed() {
    each_round(many(), |crowd| {
        let terms = Terms {
            color: app::ColorWish::Only(rules_core::Color::White),
            ..Terms::of(Variant::Latrunculi)
        };
        let opponent = Some(person("bob"));
        let made = crowd.act("ann", Command::Challenge { opponent, terms });
        let accept = Command::Accept(challenge_of(&made.outgoing));
        let id = game_of(&crowd.act("bob", accept).outgoing);
        let mut lines = lines(Variant::Latrunculi);
        let prepare = |line: String| Command::Prepare(Which::Id(id), line);
        // The first lines are there already.
        for line in lines.split_off(CROWD).into_iter().take(16) {
            crowd.act("bob", prepare(line));
        }
        let all = lines
            .into_iter()
            .map(|line| ("bob".to_owned(), prepare(line)));
        assert_eq!(crowd.carried_out(all.collect()), 4);
        let stored = crowd.app.store().get(&Key::Game(id)).unwrap().unwrap();
        let Record::Game(game) = stored.record else {
            panic!("not a game");
        };
        assert_eq!(game.conditional.black.len(), 20);
    });
}

/// Lines of four half-moves that do not contradict each other: two for each first move.
fn lines(variant: Variant) -> Vec<String> {
    let shape = variant.shape();
    let mut lines = Vec::new();
    for first in Game::new(variant).legal_moves() {
        for third in 0..2 {
            let mut game = Game::new(variant);
            let mut line = Vec::new();
            for choice in [None, Some(0), Some(third), Some(0)] {
                let mv = choice.map_or(first, |n: usize| game.legal_moves()[n]);
                line.push(mv.uci(shape).to_string());
                game.play(mv).unwrap();
            }
            lines.push(line.join(" "));
        }
    }
    lines
}
