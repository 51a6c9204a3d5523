//! The engine as an entrant of tournaments.

use app::effect::Subject;
use app::{Command, End, Format, GameId, Level, PeopleRefusal, Refusal, Seat, Span, Which};
use rules_core::Color;

use crate::common::cup::{Cup, Do, ROUND_ROBIN, SWISS, Why, plan, plan_with};
use crate::common::{assert_says, first_move, moving, thoughts};

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn engine(number: u8) -> Seat {
    Seat::Engine(level(number))
}

/// The engine plays its first legal move in every game, this many times.
fn think(cup: &mut Cup, times: usize) {
    for _ in 0..times {
        let outgoing = cup.hall.pending();
        let Some((_, think)) = thoughts(&outgoing).into_iter().next() else {
            return;
        };
        let uci = first_move(&cup.game(think.game).replay().unwrap());
        cup.hall.engine_plays(&outgoing, uci.as_str());
    }
}

fn seats(cup: &Cup, game: GameId) -> [Option<Level>; 2] {
    Color::ALL.map(|color| match cup.game(game).seats[color] {
        Seat::Engine(level) => Some(level),
        Seat::Person(_) => None,
    })
}

#[test]
fn the_organizer_adds_and_removes_the_engine() {
    let mut cup = Cup::with(SWISS, 1);
    let add = |number| Do::Add(engine(number));
    let remove = || Do::Remove(engine(3));
    let says = |refusal: Why| app::messages::refusal(&refusal.into()).to_string();
    cup.organize(add(3));
    let message = cup.message();
    assert!(message.ends_with("p1, Delos at level 3"), "{message}");
    let twice = cup.refused("org", add(3));
    assert_eq!(twice, Why::PlayerEntered);
    assert_eq!(says(twice), "That player is already in this tournament.");
    cup.assert_refused("p1", add(4), Why::NotTheOrganizer);
    cup.organize(remove());
    let gone = says(cup.refused("org", remove()));
    assert_says(gone, "That player isn't in this tournament.");
    assert_eq!(cup.names(), ["p1"]);
    cup.organize(add(5));
    cup.assert_audited(&[
        "Delos at level 3 added, by org",
        "Delos at level 3 removed, by org",
        "Delos at level 5 added, by org",
    ]);
}

#[test]
fn the_engine_plays_its_games_and_they_are_not_rated_among_people() {
    let rated = plan_with(ROUND_ROBIN, |plan| plan.rated = true);
    let mut cup = Cup::new(rated);
    cup.enter(["a", "b", "c"]);
    cup.organize(Do::Add(engine(2)));
    cup.start_now();
    for _ in 0..3 {
        for game in cup.games() {
            let record = cup.game(game);
            let alone = seats(&cup, game).iter().any(Option::is_some);
            assert_eq!(record.rated, !alone);
            if !alone {
                cup.lose(game, Color::White);
                continue;
            }
            let person = record.people().next().unwrap().name.clone();
            let engine_is_black = record.seats.white.person().is_some();
            if engine_is_black {
                let uci = first_move(&record.replay().unwrap());
                cup.hall.act(&person, moving(Which::Id(game), &uci));
            }
            think(&mut cup, 1);
            let moves = 1 + usize::from(engine_is_black);
            assert_eq!(cup.game(game).moves.len(), moves);
            cup.hall.act(&person, Command::Resign(game));
        }
        cup.pass(Span::minutes(2));
    }
    assert!(cup.is_finished());
    let seed = cup.record().seed_of_engine(level(2)).unwrap();
    assert_eq!(cup.entry_of(seed).no_shows, 0);
}

#[test]
fn no_one_gets_help_or_a_takeback_in_a_tournament_even_if_it_is_casual() {
    let mut cup = Cup::with(SWISS, 1);
    cup.organize(Do::Add(engine(1)));
    cup.start_now();
    let game = cup.games()[0];
    if cup.game(game).seats.white.person().is_none() {
        think(&mut cup, 1);
    }
    let which = Which::Id(game);
    cup.hall
        .assert_refused("p1", Command::Hint(which), Refusal::RatedHint);
    let position = cup.game(game).replay().unwrap();
    let study = Command::Study(position.variant(), position.position().fen());
    let help = Refusal::People(PeopleRefusal::RatedPosition(game));
    cup.hall.assert_refused("p1", study.clone(), help);
    cup.hall.act("p2", study);
    let uci = first_move(&position);
    cup.hall.act("p1", moving(which, &uci));
    think(&mut cup, 1);
    assert!(cup.game(game).has_begun());
    let back = Command::TakeBack(which, None);
    cup.hall.assert_refused("p1", back, Refusal::RatedTakeback);
    assert!(!cup.hall.has_button(Subject::Game(game), "Take back"));
}

#[test]
fn a_game_of_the_engine_with_itself_has_a_picture_and_ends() {
    let mut cup = Cup::new(plan(SWISS));
    for number in [1, 2] {
        cup.organize(Do::Add(engine(number)));
    }
    cup.start_now();
    let game = cup.games()[0];
    let shown = cup.hall.shown(Subject::Game(game));
    assert!(shown.card.board.is_some());
    think(&mut cup, 500);
    let record = cup.game(game);
    let result = record.result.unwrap();
    assert!(record.moves.len() <= 400, "{}", record.moves.len());
    assert!(matches!(result.end, End::Adjudication | End::Board(_)));
    assert!(record.engine_scores.is_empty());
    assert!(cup.last_round().is_finished());
}

/// A Swiss in which the engine at level 1 plays against the player without an opponent.
fn with_stand_in<const N: usize>(rounds: u8, names: [&str; N]) -> Cup {
    let swiss = Format::Swiss { rounds };
    let plan = plan_with(swiss, |plan| plan.stand_in = Some(level(1)));
    Cup::begun(plan, names)
}

#[test]
fn a_stand_in_plays_only_a_player_without_an_opponent() {
    let mut cup = with_stand_in(4, ["a", "b", "c", "d", "e"]);
    let stands_in = cup.record().seed_of_engine(level(1)).unwrap();
    let round = cup.last_round();
    assert_eq!((round.boards.len(), round.byes.len()), (3, 0));
    assert!(cup.is_paired(stands_in));
    // With one more player everyone has an opponent, so the engine is not needed.
    cup.join("f");
    finish_round(&mut cup);
    assert_eq!(cup.last_round().boards.len(), 3);
    assert!(!cup.is_paired(stands_in));
    cup.leave("f");
    finish_round(&mut cup);
    assert!(cup.is_paired(stands_in));
    assert!(cup.last_round().byes.is_empty());
    cup.assert_audited(&["Delos at level 1 fills in when a player has no opponent"]);
}

#[test]
fn a_stand_in_fills_in_for_a_half_point_bye() {
    let mut cup = with_stand_in(3, ["a", "b", "c", "d"]);
    cup.act("d", Do::SitOut);
    finish_round(&mut cup);
    let round = cup.last_round();
    assert_eq!((round.boards.len(), round.byes.len()), (2, 1));
    assert!(cup.record().seed_of_engine(level(1)).is_some());
}

/// Black loses each game, and so does a player who meets the engine.
fn finish_round(cup: &mut Cup) {
    for game in cup.games() {
        let loser = match seats(cup, game) {
            [_, None] => Color::Black,
            _ => Color::White,
        };
        cup.lose(game, loser);
    }
    cup.pass(Span::minutes(2));
}
