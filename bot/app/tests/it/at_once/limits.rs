//! Limits hold for many requests at once, even though each found room when it read the store.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use app::effect::Handled;
use app::store::memory::MemoryStore;
use app::store::{Batch, Index, Store as _, StoreError};
use app::{
    Command, Draft, Failure, GameId, HeardId, Limits, PeopleCommand, Refusal, Request, ServerId,
    TournamentCommand, Which,
};
use rules_core::{Game, Variant};

use super::{Scene, toto40};
use crate::common::cup::{SWISS, announce, plan, plan_with};
use crate::common::hooked::Hook;
use crate::common::{
    block, challenge_of, game_of, invite, open_challenge, person, play, request, tournament_of,
};

/// Requests at once.
const CROWD: usize = 16;

/// Stores in which each test runs.
const ROUNDS: u64 = 3;

/// Holds the first commits of a crowd until all have read the same state.
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
    fn new(size: usize, seed: u64, limits: Limits) -> Self {
        let gathered = Gathered {
            expected: AtomicUsize::new(0),
            all: Barrier::new(size),
        };
        Self::with(gathered, limits, seed * 1_000_000)
    }

    /// Sends these requests at once; returns the outcomes.
    fn at_once(&mut self, requests: Vec<Request>) -> Vec<Result<Handled, Failure>> {
        let hook = &self.store.hook;
        hook.expected.store(requests.len(), Ordering::SeqCst);
        let moments: Vec<_> = requests.iter().map(|_| self.hall.moment()).collect();
        let app = &self.hall.app;
        std::thread::scope(|scope| {
            let send = |(request, moment)| scope.spawn(move || app.handle(&request, moment));
            let threads: Vec<_> = requests.into_iter().zip(moments).map(send).collect();
            let joined = threads.into_iter().map(|thread| thread.join().unwrap());
            joined.collect()
        })
    }

    /// Sends these requests at once; returns how many were carried out. The others must be refused for a reason.
    fn carried_out(&mut self, requests: Vec<Request>) -> usize {
        let outcomes = self.at_once(requests);
        for outcome in &outcomes {
            match outcome {
                Ok(_) => {}
                Err(Failure::Refused(refusal)) => assert_ne!(*refusal, Refusal::Busy),
                Err(failure) => panic!("{failure:?}"),
            }
        }
        outcomes.iter().filter(|outcome| outcome.is_ok()).count()
    }

    fn open_challenge(&mut self, who: &str) -> Command {
        let made = self.hall.act(who, open_challenge(toto40()));
        Command::Accept(challenge_of(&made.outgoing))
    }

    fn game_with_engine(&mut self, who: &str) -> GameId {
        game_of(&self.hall.act(who, play(toto40())).outgoing)
    }

    fn finished(&mut self) -> GameId {
        let id = self.hall.game(Variant::Toto40);
        self.hall.act("ann", Command::Resign(id));
        id
    }
}

/// `CROWD` commands of one person.
fn by_one(who: &str, commands: impl IntoIterator<Item = Command>) -> Vec<Request> {
    let commands = commands.into_iter().take(CROWD);
    let requests: Vec<_> = commands.map(|command| request(who, command)).collect();
    assert_eq!(requests.len(), CROWD);
    requests
}

/// A command of one person, repeated `CROWD` times.
fn same(who: &str, command: impl FnMut() -> Command) -> Vec<Request> {
    by_one(who, std::iter::repeat_with(command))
}

/// One command by each of `CROWD` people.
fn by_all(command: impl Fn(usize) -> Command) -> Vec<Request> {
    let each = (0..CROWD).map(|n| request(&format!("p{n}"), command(n)));
    each.collect()
}

fn many() -> Limits {
    Limits {
        games: 50,
        challenges: 50,
        hourly: 100,
        ..Limits::default()
    }
}

/// High limits but for one.
fn limit(lower: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = many();
    lower(&mut limits);
    limits
}

/// Prepares requests in several new stores, and asserts how many of them are carried out at once, and the lengths of indexes.
#[track_caller]
fn assert_limit(
    limits: Limits,
    most: usize,
    lengths: &[(Index, usize)],
    requests: impl Fn(&mut Crowd) -> Vec<Request>,
) {
    for seed in 1..=ROUNDS {
        let mut crowd = Crowd::new(CROWD, seed, limits);
        let requests = requests(&mut crowd);
        assert_eq!(crowd.carried_out(requests), most);
        for (index, length) in lengths {
            assert_eq!(crowd.hall.list(index).len(), *length, "{index:?}");
        }
    }
}

fn ongoing(who: &str) -> Index {
    Index::OngoingOf(person(who).id)
}

fn challenges_by(who: &str) -> Index {
    Index::ChallengesBy(person(who).id)
}

#[test]
fn no_more_challenges_are_made_than_allowed() {
    let open = |_: &mut Crowd| same("ann", || open_challenge(toto40()));
    let limits = limit(|limits| limits.challenges = 5);
    assert_limit(limits, 5, &[(challenges_by("ann"), 5)], open);
    let limits = limit(|limits| limits.hourly = 4);
    assert_limit(limits, 4, &[], open);
    let limits = limit(|limits| limits.server_hourly = 6);
    assert_limit(limits, 6, &[], |_| by_all(|_| open_challenge(toto40())));
}

#[test]
fn one_person_does_not_call_another_more_often_than_allowed() {
    assert_limit(many(), 5, &[], |_| same("ann", || invite("bob", toto40())));
}

#[test]
fn no_one_plays_more_games_with_the_engine_than_allowed() {
    let plays = |_: &mut Crowd| same("ann", || play(toto40()));
    let limits = limit(|limits| limits.games = 3);
    assert_limit(limits, 3, &[(ongoing("ann"), 3)], plays);
    let limits = limit(|limits| limits.hourly = 4);
    assert_limit(limits, 4, &[], plays);
}

#[test]
fn neither_side_of_challenges_gets_more_games_than_allowed() {
    let limits = limit(|limits| limits.games = 3);
    let accepts = |crowd: &mut Crowd| {
        let accepts = (0..CROWD).map(|n| crowd.open_challenge(&format!("p{n}")));
        by_one("ann", accepts)
    };
    assert_limit(limits, 3, &[(ongoing("ann"), 3)], accepts);
    let accepted = |crowd: &mut Crowd| {
        let open: Vec<_> = (0..CROWD).map(|_| crowd.open_challenge("ann")).collect();
        by_all(|n| open[n].clone())
    };
    assert_limit(limits, 3, &[(ongoing("ann"), 3)], accepted);
}

#[test]
fn a_challenge_begins_one_game() {
    let accepts = |crowd: &mut Crowd| {
        let accept = crowd.open_challenge("ann");
        by_all(|_| accept.clone())
    };
    assert_limit(many(), 1, &[(ongoing("ann"), 1)], accepts);
}

#[test]
fn rematch_clicks_of_one_make_one_challenge_and_of_both_one_game() {
    let of_one = |crowd: &mut Crowd| {
        let id = crowd.finished();
        same("ann", || Command::Rematch(id))
    };
    assert_limit(many(), 1, &[(challenges_by("ann"), 1)], of_one);
    let of_both = |crowd: &mut Crowd| {
        let id = crowd.finished();
        let click = |n: usize| request(["ann", "bob"][n % 2], Command::Rematch(id));
        (0..CROWD).map(click).collect()
    };
    let one_game_each = [(ongoing("ann"), 1), (ongoing("bob"), 1)];
    let no_challenges = [(challenges_by("ann"), 0), (challenges_by("bob"), 0)];
    // One asks and the other accepts.
    assert_limit(many(), 2, &[one_game_each, no_challenges].concat(), of_both);
    assert_limit(many(), 1, &[], |crowd| {
        let id = crowd.game_with_engine("ann");
        crowd.hall.act("ann", Command::Resign(id));
        same("ann", || Command::Rematch(id))
    });
}

#[test]
fn one_proposal_is_pending_however_often_it_is_sent() {
    assert_limit(many(), 1, &[], |crowd| {
        let id = challenge_of(&crowd.hall.act("ann", invite("bob", toto40())).outgoing);
        let draft: Draft = "leto,w,10+5,c".parse().unwrap();
        same("bob", || Command::SendProposal(id, draft))
    });
}

#[test]
fn no_game_has_more_watchers_than_allowed() {
    for seed in 1..=ROUNDS {
        let mut crowd = Crowd::new(CROWD, seed, many());
        let id = crowd.game_with_engine("ann");
        for n in 0..45 {
            crowd.hall.act(&format!("w{n}"), Command::Watch(id));
        }
        assert_eq!(crowd.carried_out(by_all(|_| Command::Watch(id))), 5);
        assert_eq!(crowd.hall.list(&Index::WatchersOf(id)).len(), 50);
    }
}

#[test]
fn no_one_watches_more_games_than_allowed() {
    assert_limit(many(), 10, &[], |crowd| {
        let games = (0..CROWD).map(|n| crowd.game_with_engine(&format!("p{n}")));
        by_one("ann", games.map(Command::Watch))
    });
}

#[test]
fn no_one_blocks_more_people_than_allowed() {
    assert_limit(many(), 5, &[], |crowd| {
        let blocks = |n: usize| block(&format!("q{n}"));
        for n in 100..195 {
            crowd.hall.act("ann", blocks(n));
        }
        by_one("ann", (0..CROWD).map(blocks))
    });
}

#[test]
fn no_one_takes_more_vacation_than_allowed() {
    let limits = limit(|limits| limits.vacation_days = 21);
    assert_limit(limits, 7, &[], |_| {
        same("ann", || Command::Vacation(Some(3)))
    });
}

#[test]
fn data_is_exported_once() {
    let export = || Command::People(PeopleCommand::Export);
    assert_limit(many(), 1, &[], |_| same("ann", export));
}

#[test]
fn no_server_has_more_tournaments_than_allowed() {
    let index = Index::TournamentsOf(ServerId::new("t:server"));
    let announced = |_: &mut Crowd| by_all(|_| announce(plan(SWISS)));
    assert_limit(many(), 10, &[(index, 10)], announced);
}

#[test]
fn no_tournament_has_more_entrants_than_allowed() {
    assert_limit(many(), 8, &[], |crowd| {
        let small = plan_with(SWISS, |plan| plan.capacity = 8);
        let id = tournament_of(&crowd.hall.act("org", announce(small)).outgoing);
        by_all(|_| Command::Tournament(Some(id), TournamentCommand::Join))
    });
}

#[test]
fn a_whole_server_joins_a_tournament_at_once() {
    let mut crowd = Crowd::new(64, 1, Limits::default());
    crowd.hall.act("org", announce(plan(SWISS)));
    let join = || Command::Tournament(None, TournamentCommand::Join);
    let joins = (0..64).map(|n| request(&format!("p{n}"), join()));
    assert_eq!(crowd.carried_out(joins.collect()), 64);
}

#[test]
fn an_event_delivered_many_times_is_acted_on_once() {
    let mut crowd = Crowd::new(CROWD, 1, many());
    let mut delivered = same("ann", || open_challenge(toto40()));
    for request in &mut delivered {
        request.context.heard = Some(HeardId::new("matrix:$event"));
    }
    let outcomes = crowd.at_once(delivered).into_iter();
    let effects = outcomes.map(|outcome| outcome.unwrap().outgoing.len());
    assert_eq!(effects.sum::<usize>(), 1);
}

#[test]
fn no_one_prepares_more_lines_than_allowed() {
    for seed in 1..=ROUNDS {
        let mut crowd = Crowd::new(CROWD, seed, many());
        let id = crowd.hall.game(Variant::Latrunculi);
        let mut lines = lines();
        let prepare = |line: String| Command::Prepare(Which::Id(id), line);
        // The first lines are there already.
        for line in lines.split_off(CROWD).into_iter().take(16) {
            crowd.hall.act("bob", prepare(line));
        }
        let more = by_one("bob", lines.into_iter().map(prepare));
        assert_eq!(crowd.carried_out(more), 4);
        assert_eq!(crowd.hall.record(id).conditional.black.len(), 20);
    }
}

/// Lines of four half-moves that do not contradict each other: two for each first move.
fn lines() -> Vec<String> {
    let variant = Variant::Latrunculi;
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
