//! Ratings and other records of finished games: updated in the game's own commit, and equal when rebuilt from the games.

use app::effect::Handled;
use app::store::Index;
use app::{
    CareerRecord, Command, GameId, Level, Pool, RatingRecord, ServerId, Span, Terms, Timestamp,
    Which,
};
use rules_core::{Family, Game, Variant};

use crate::common::{
    Hall, THREE_DAYS, as_white, challenge_of, first_move, game_of, invite, moving, person, rated,
    timed, venue,
};

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // An LCG of Knuth's; its high bits are good enough to shuffle games.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.roll(choices.len())]
    }
}

/// Gives a command on a numbered server; zero is a direct conversation.
fn at(hall: &mut Hall, who: &str, server: usize, command: Command) -> Handled {
    let id = format!("t:server{server}");
    let venue = venue(&format!("t:room{server}"), (server > 0).then_some(&id));
    hall.handle(person(who), venue, command)
        .unwrap_or_else(|failure| panic!("{who} was refused: {failure:?}"))
}

fn begin(hall: &mut Hall, white: &str, black: &str, server: usize, terms: Terms) -> GameId {
    let id = challenge_of(&at(hall, white, server, invite(black, terms)).outgoing);
    game_of(&at(hall, black, server, Command::Accept(id)).outgoing)
}

fn rating(hall: &Hall, who: &str, family: Family, pool: Pool) -> Option<RatingRecord> {
    hall.rating(&person(who).id, family, pool)
}

fn career(hall: &Hall, who: &str) -> CareerRecord {
    hall.career(&person(who).id).unwrap()
}

/// How many games a player has left before both had moved.
fn left_early(hall: &Hall, who: &str) -> u32 {
    let career = hall.career(&person(who).id);
    career.map_or(0, |career| career.abandoned)
}

#[test]
fn a_rated_game_changes_both_ratings_here_and_everywhere() {
    let mut hall = Hall::new();
    // A casual game is counted, but changes none.
    let casual = timed(Variant::Leto, THREE_DAYS);
    let id = begin(&mut hall, "ann", "bob", 1, casual);
    hall.both_move(id);
    at(&mut hall, "ann", 1, Command::Resign(id));
    assert_eq!(hall.record(id).counted.unwrap().ratings, None);
    assert_eq!(career(&hall, "ann").people[&Family::Leto].losses, 1);
    let id = begin(&mut hall, "ann", "bob", 1, rated(Variant::Leap64));
    hall.both_move(id);
    at(&mut hall, "bob", 1, Command::Resign(id));
    let record = hall.record(id);
    let change = record.counted.unwrap().ratings.unwrap();
    // Two new players, as any Glicko-2 calculator has it.
    assert_eq!((change.white.before, change.white.after), (1500, 1662));
    assert_eq!((change.black.before, change.black.after), (1500, 1338));
    let here = Pool::Server(ServerId::new("t:server1"));
    for pool in [Pool::Everywhere, here] {
        let ann = rating(&hall, "ann", Family::Leap, pool.clone()).unwrap();
        let bob = rating(&hall, "bob", Family::Leap, pool).unwrap();
        assert_eq!((ann.rating.points(), bob.rating.points()), (1662, 1338));
        assert_eq!((ann.tally.wins, ann.tally.games()), (1, 1));
        assert!(ann.rating.is_provisional(), "one game says little");
        let later = ann.at(Timestamp(hall.now + Span::days(100).0));
        assert_eq!(later.points(), 1662);
        assert!(later.deviation() > ann.rating.deviation(), "less certain");
    }
    assert_eq!(rating(&hall, "ann", Family::Leto, Pool::Everywhere), None);
}

#[test]
fn a_game_that_ends_before_both_have_moved_counts_only_as_left() {
    let mut hall = Hall::new();
    let mut left = Vec::new();
    for (white, black, leaver) in [("ann", "bob", "ann"), ("cat", "dan", "dan")] {
        let id = begin(&mut hall, white, black, 1, rated(Variant::Leto));
        if leaver == white {
            hall.play_on(id, &[&first_move(&Game::new(Variant::Leto))]);
        }
        at(&mut hall, leaver, 1, Command::Resign(id));
        assert_eq!(hall.record(id).counted.unwrap().ratings, None);
        let pool = Pool::Everywhere;
        assert_eq!(rating(&hall, leaver, Family::Leto, pool), None);
        assert!(career(&hall, leaver).people.is_empty());
        left.extend([white, black].map(|who| left_early(&hall, who)));
    }
    assert_eq!(left, [1, 0, 0, 1]);
    // A draw by agreement counts as leaving for neither player.
    let id = begin(&mut hall, "eve", "fay", 1, rated(Variant::Leto));
    for who in ["eve", "fay"] {
        at(&mut hall, who, 1, Command::Draw(Which::Id(id)));
    }
    for who in ["eve", "fay"] {
        assert_eq!(left_early(&hall, who), 0);
    }
}

/// Ann loses to the engine at level 3 after both have moved, perhaps with a takeback.
fn lost_to_engine(hall: &mut Hall, takes_back: bool) -> RatingRecord {
    let terms = as_white(Terms::of(Variant::Legan));
    let level = Level::new(3).unwrap();
    let id = game_of(&at(hall, "ann", 1, Command::Play { terms, level }).outgoing);
    let mut board = Game::new(Variant::Legan);
    let ours = first_move(&board);
    board.play(board.legal_moves()[0]).unwrap();
    for again in [takes_back, false] {
        if hall.record(id).moves.is_empty() {
            let moved = at(hall, "ann", 1, moving(Which::Id(id), &ours));
            hall.engine_plays(&moved.outgoing, first_move(&board).as_str());
        }
        if again {
            at(hall, "ann", 1, Command::TakeBack(Which::Id(id), None));
        }
    }
    at(hall, "ann", 1, Command::Resign(id));
    rating(hall, "ann", Family::Legan, Pool::Engine).unwrap()
}

#[test]
fn games_with_the_engine_have_their_own_rating_even_after_a_takeback() {
    for takes_back in [false, true] {
        let mut hall = Hall::new();
        let engine = lost_to_engine(&mut hall, takes_back);
        assert!(engine.rating.points() < 1500, "lost to a level of 1000");
        assert_eq!(rating(&hall, "ann", Family::Legan, Pool::Everywhere), None);
        let career = career(&hall, "ann");
        assert_eq!(career.engine[&Family::Legan].losses, 1);
    }
}

#[test]
fn after_a_hint_only_a_loss_to_the_engine_is_rated() {
    for (hinted, wins) in [(false, true), (true, true), (true, false)] {
        let mut hall = Hall::new();
        let id = hall.game_with_engine(as_white(Terms::of(Variant::Latrunculi)));
        for (ours, theirs) in [("e4", "e7e5"), ("Bc4", "f8c5"), ("Qh5", "a7a6")] {
            let moved = hall.play("ann", ours);
            hall.engine_plays(&moved.outgoing, theirs);
        }
        if hinted {
            hall.act("ann", Command::Hint(Which::Id(id)));
        }
        if wins {
            hall.play("ann", "Qxf7");
        } else {
            hall.act("ann", Command::Resign(id));
        }
        assert!(hall.record(id).result.is_some());
        let rated = rating(&hall, "ann", Family::Latrunculi, Pool::Engine);
        assert_eq!(rated.is_none(), hinted && wins);
    }
}

/// Plays a random game between random players in a random place: won, drawn, left early or lost on time.
fn random_game(hall: &mut Hall, dice: &mut Dice) {
    let names: Vec<String> = (0..40).map(|n| format!("p{n}")).collect();
    let (one, other) = (dice.roll(40), dice.roll(39));
    let other = if other >= one { other + 1 } else { other };
    let (white, black) = (names[one].as_str(), names[other].as_str());
    let variant = dice.of(&Variant::ALL);
    let server = dice.roll(4);
    let terms = Terms {
        rated: dice.roll(4) > 0,
        ..rated(variant)
    };
    hall.now += i64::try_from(dice.roll(86_400_000)).unwrap();
    let id = begin(hall, white, black, server, terms);
    if dice.roll(20) > 0 {
        hall.both_move(id);
    }
    match dice.roll(4) {
        0 => {
            at(hall, white, 1, Command::Draw(Which::Id(id)));
            at(hall, black, 1, Command::Draw(Which::Id(id)));
        }
        1 => drop(at(hall, white, 1, Command::Resign(id))),
        2 => drop(at(hall, black, 1, Command::Resign(id))),
        _ => {
            hall.pass(Span::days(4));
        }
    }
    assert!(hall.record(id).counted.is_some(), "it ended");
}

#[test]
fn ratings_rebuilt_from_ten_thousand_games_are_equal() {
    let mut hall = Hall::new();
    let mut dice = Dice(2026);
    for _ in 0..10_000 {
        random_game(&mut hall, &mut dice);
    }
    let rebuilt = hall.app.check_ratings(&|_| {}).unwrap();
    assert_eq!(rebuilt.games, 10_000);
    assert!(rebuilt.records > 1000, "{rebuilt:?}");
    assert_eq!(rebuilt.differing, 0, "{rebuilt:?}");

    // Every error is found and repaired.
    let best = hall.list(&Index::Leaderboard(Family::Leap, Pool::Everywhere));
    let mut wrong: RatingRecord = hall.read(best.last().unwrap()).unwrap();
    wrong.tally.wins += 1;
    hall.write(wrong);
    assert_eq!(hall.app.rebuild_ratings(&|_| {}).unwrap().differing, 1);
    hall.assert_ratings_hold();
}
