//! Ratings and other records of finished games: updated in the game's own commit, and equal when rebuilt from the games.

use app::effect::{Effect, Think};
use app::store::{Batch, Index, Key, Page, Write};
use app::{
    ColorWish, Command, GameId, Level, PlayerId, Pool, RatingId, RatingRecord, Record, Request,
    RoomId, ServerId, Span, Tally, Terms, Timestamp, Venue, Which,
};
use rules_core::{Color, Family, Game, Variant};

use crate::common::{Hall, challenge_of, game_of, moving, person, rated};

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

fn at(hall: &mut Hall, who: &str, server: usize, command: Command) -> app::effect::Handled {
    let venue = Venue {
        room: RoomId::new(format!("t:room{server}")),
        server: (server > 0).then(|| ServerId::new(format!("t:server{server}"))),
    };
    let moment = hall.moment();
    hall.app
        .handle(
            &Request {
                who: person(who),
                venue,
                context: app::Context::default(),
                command,
            },
            moment,
        )
        .unwrap_or_else(|failure| panic!("{who} was refused: {failure:?}"))
}

fn begin(hall: &mut Hall, white: &str, black: &str, server: usize, terms: Terms) -> GameId {
    let challenge = Command::Challenge {
        opponent: Some(person(black)),
        terms,
    };
    let id = challenge_of(&at(hall, white, server, challenge).outgoing);
    game_of(&at(hall, black, server, Command::Accept(id)).outgoing)
}

fn first_move(game: &Game) -> String {
    let mv = game.legal_moves()[0];
    mv.uci(game.variant().shape()).to_string()
}

/// Both players make their first legal move.
fn both_move(hall: &mut Hall, id: GameId, variant: Variant, white: &str, black: &str) {
    let mut game = Game::new(variant);
    for who in [white, black] {
        let uci = first_move(&game);
        at(hall, who, 1, moving(Which::Id(id), &uci));
        let mv = game.read(&uci).unwrap();
        game.play(mv).unwrap();
    }
}

fn rating(hall: &Hall, who: &str, family: Family, pool: Pool) -> Option<RatingRecord> {
    let key = Key::Rating(RatingId {
        family,
        pool,
        player: PlayerId::new(format!("t:{who}")),
    });
    let stored = hall.app.store().get(&key).unwrap()?;
    match stored.record {
        Record::Rating(rating) => Some(rating),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_rated_game_changes_both_ratings_here_and_everywhere() {
    let mut hall = Hall::new();
    let id = begin(&mut hall, "ann", "bob", 1, rated(Variant::Leap64));
    both_move(&mut hall, id, Variant::Leap64, "ann", "bob");
    at(&mut hall, "bob", 1, Command::Resign(id));
    let record = hall.record(id);
    let change = record.counted.unwrap().ratings.unwrap();
    assert_eq!(
        (change.white.before, change.white.after),
        (1500, 1662),
        "two new players, as any Glicko-2 calculator has it"
    );
    assert_eq!((change.black.before, change.black.after), (1500, 1338));
    let here = Pool::Server(ServerId::new("t:server1"));
    for pool in [Pool::Everywhere, here] {
        let ann = rating(&hall, "ann", Family::Leap, pool.clone()).unwrap();
        let bob = rating(&hall, "bob", Family::Leap, pool).unwrap();
        assert_eq!((ann.rating.points(), bob.rating.points()), (1662, 1338));
        assert_eq!(
            ann.tally,
            Tally {
                wins: 1,
                ..Tally::default()
            }
        );
        assert!(ann.rating.is_provisional(), "one game says little");
    }
    assert_eq!(rating(&hall, "ann", Family::Leto, Pool::Everywhere), None);
}

#[test]
fn a_casual_game_is_counted_but_not_rated() {
    let mut hall = Hall::new();
    let terms = Terms {
        rated: false,
        ..rated(Variant::Leto)
    };
    let id = begin(&mut hall, "ann", "bob", 1, terms);
    both_move(&mut hall, id, Variant::Leto, "ann", "bob");
    at(&mut hall, "ann", 1, Command::Resign(id));
    assert_eq!(hall.record(id).counted.unwrap().ratings, None);
    assert_eq!(rating(&hall, "ann", Family::Leto, Pool::Everywhere), None);
    let stored = hall.app.store().get(&Key::Career(PlayerId::new("t:ann")));
    let Record::Career(career) = stored.unwrap().unwrap().record else {
        panic!("a career");
    };
    assert_eq!(career.people[&Family::Leto].losses, 1);
}

#[test]
fn a_game_that_ends_before_both_have_moved_does_not_count() {
    let mut hall = Hall::new();
    let id = begin(&mut hall, "ann", "bob", 1, rated(Variant::Leto));
    at(&mut hall, "ann", 1, Command::Resign(id));
    assert_eq!(hall.record(id).counted.unwrap().ratings, None);
    assert_eq!(rating(&hall, "ann", Family::Leto, Pool::Everywhere), None);
    let stored = hall.app.store().get(&Key::Career(PlayerId::new("t:ann")));
    let Record::Career(career) = stored.unwrap().unwrap().record else {
        panic!("a career");
    };
    assert_eq!(
        (career.abandoned, career.people.len()),
        (1, 0),
        "but it is seen"
    );
}

/// How many games a player has left before both had moved.
fn left_early(hall: &Hall, who: &str) -> u32 {
    let key = Key::Career(PlayerId::new(format!("t:{who}")));
    match hall.app.store().get(&key).unwrap().map(|s| s.record) {
        Some(Record::Career(career)) => career.abandoned,
        None => 0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn resigning_before_both_have_moved_counts_as_leaving_even_in_the_other_sides_turn() {
    let mut hall = Hall::new();
    let id = begin(&mut hall, "ann", "bob", 1, rated(Variant::Leto));
    let uci = first_move(&Game::new(Variant::Leto));
    at(&mut hall, "ann", 1, moving(Which::Id(id), &uci));
    at(&mut hall, "ann", 1, Command::Resign(id));
    let id = begin(&mut hall, "cat", "dan", 1, rated(Variant::Leto));
    at(&mut hall, "dan", 1, Command::Resign(id));
    let left = ["ann", "bob", "cat", "dan"].map(|who| left_early(&hall, who));
    assert_eq!(left, [1, 0, 0, 1]);
    // A draw by agreement counts as leaving for neither player.
    let id = begin(&mut hall, "eve", "fay", 1, rated(Variant::Leto));
    for who in ["eve", "fay"] {
        at(&mut hall, who, 1, Command::Draw(Which::Id(id)));
    }
    assert_eq!((left_early(&hall, "eve"), left_early(&hall, "fay")), (0, 0));
}

#[test]
fn games_with_the_engine_have_their_own_rating() {
    let mut hall = Hall::new();
    let (id, uci, board) = against_engine(&mut hall);
    let handled = at(&mut hall, "ann", 1, moving(Which::Id(id), &uci));
    answer(&mut hall, &handled.outgoing, &board);
    at(&mut hall, "ann", 1, Command::Resign(id));
    let engine = rating(&hall, "ann", Family::Legan, Pool::Engine).unwrap();
    assert!(engine.rating.points() < 1500, "lost to a level of 1000");
    assert_eq!(rating(&hall, "ann", Family::Legan, Pool::Everywhere), None);
}

#[test]
fn a_loss_to_the_engine_counts_even_after_a_takeback() {
    let mut hall = Hall::new();
    let (id, uci, board) = against_engine(&mut hall);
    for again in [true, false] {
        let handled = at(&mut hall, "ann", 1, moving(Which::Id(id), &uci));
        answer(&mut hall, &handled.outgoing, &board);
        if again {
            at(&mut hall, "ann", 1, Command::TakeBack(Which::Id(id), None));
        }
    }
    at(&mut hall, "ann", 1, Command::Resign(id));
    let engine = rating(&hall, "ann", Family::Legan, Pool::Engine).unwrap();
    assert!(engine.rating.points() < 1500);
    let key = Key::Career(PlayerId::new("t:ann"));
    let stored = hall.app.store().get(&key).unwrap().unwrap();
    let Record::Career(career) = stored.record else {
        panic!("a career");
    };
    assert_eq!(career.engine[&Family::Legan].losses, 1);
}

/// A game of ann's against the engine, with her first move and the board after it.
fn against_engine(hall: &mut Hall) -> (GameId, String, Game) {
    let play = Command::Play {
        terms: Terms {
            color: ColorWish::Only(Color::White),
            ..Terms::of(Variant::Legan)
        },
        level: Level::new(3).unwrap(),
    };
    let id = game_of(&at(hall, "ann", 1, play).outgoing);
    let mut board = Game::new(Variant::Legan);
    let uci = first_move(&board);
    let mv = board.read(&uci).unwrap();
    board.play(mv).unwrap();
    (id, uci, board)
}

/// The engine's answer, its first legal move.
fn answer(hall: &mut Hall, outgoing: &[app::effect::Outgoing], board: &Game) {
    let asked = outgoing.iter().find_map(|o| match &o.effect {
        Effect::Think(think) => Some((o.id.clone(), think.clone())),
        _ => None,
    });
    let (id, think): (_, Think) = asked.expect("the engine is asked");
    let moment = hall.moment();
    hall.app
        .thought(&id, &think, &first_move(board), moment)
        .unwrap();
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
        both_move(hall, id, variant, white, black);
    }
    match dice.roll(4) {
        0 => {
            at(hall, white, 1, Command::Draw(Which::Id(id)));
            at(hall, black, 1, Command::Draw(Which::Id(id)));
        }
        1 => drop(at(hall, white, 1, Command::Resign(id))),
        2 => drop(at(hall, black, 1, Command::Resign(id))),
        _ => {
            hall.now += Span::days(4).0;
            let moment = hall.moment();
            hall.app.pass_time(moment).unwrap();
        }
    }
    assert!(hall.record(id).counted.is_some(), "it ended");
}

#[test]
fn ratings_rebuilt_from_ten_thousand_games_are_equal_to_the_last_digit() {
    let mut hall = Hall::new();
    let mut dice = Dice(2026);
    for _ in 0..10_000 {
        random_game(&mut hall, &mut dice);
    }
    let rebuilt = hall.app.check_ratings().unwrap();
    assert_eq!(rebuilt.games, 10_000);
    assert!(rebuilt.records > 1000, "{rebuilt:?}");
    assert_eq!(rebuilt.differing, 0, "{rebuilt:?}");

    // Every error is found and repaired.
    let best = hall
        .app
        .store()
        .list(
            &Index::Leaderboard(Family::Leap, Pool::Everywhere),
            Page::last(1),
        )
        .unwrap();
    let stored = hall.app.store().get(&best[0].1).unwrap().unwrap();
    let Record::Rating(mut wrong) = stored.record else {
        panic!("a rating");
    };
    wrong.tally.wins += 1;
    hall.app
        .store()
        .commit(Batch {
            writes: vec![Write {
                expected: stored.version,
                record: wrong.into(),
            }],
            ..Batch::default()
        })
        .unwrap();
    assert_eq!(hall.app.rebuild_ratings().unwrap().differing, 1);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
}

#[test]
fn an_idle_player_keeps_the_rating_but_it_becomes_less_certain() {
    let mut hall = Hall::new();
    let id = begin(&mut hall, "ann", "bob", 1, rated(Variant::Leto));
    both_move(&mut hall, id, Variant::Leto, "ann", "bob");
    at(&mut hall, "bob", 1, Command::Resign(id));
    let ann = rating(&hall, "ann", Family::Leto, Pool::Everywhere).unwrap();
    let later = ann.at(Timestamp(hall.now + Span::days(100).0));
    assert_eq!(later.points(), ann.rating.points());
    assert!(later.deviation() > ann.rating.deviation());
}
