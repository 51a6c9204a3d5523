//! Corrections by the organizer during a tournament.

use app::{End, GameId, Seat, Span, Stage, Timestamp};
use pairing::knockout::Elimination;
use pairing::{PairingResult, Seed};
use rules_core::Color;

use crate::common::cup::{
    Cup, Do, ROUND_ROBIN, SWISS, Why, knockout, plan, plan_with, remove, substitute,
};
use crate::common::{assert_says, assert_silent_about, person};

#[test]
fn the_organizer_adjudicates_replays_substitutes_removes_and_undoes() {
    let mut cup = Cup::started(SWISS, 6);
    let games = cup.games();
    cup.assert_refused("p1", Do::Adjudicate(games[0], None), Why::NotTheOrganizer);
    cup.organize(Do::Adjudicate(games[0], Some(Color::Black)));
    assert_eq!(cup.game(games[0]).result.unwrap().end, End::Adjudication);
    let black = cup.name(games[0], Color::Black);
    let said = format!("@t:{black} won by the organizer's decision");
    assert_says(cup.board(games[0]), said);
    let won = PairingResult::Win(Color::Black);
    assert_eq!(cup.last_round().boards[0].pairing.result, Some(won));
    cup.organize(cup.replay(games[0]));
    let again = cup.last_round().boards[0];
    assert_ne!(again.game, Some(games[0]));
    assert_eq!(again.pairing.result, None);
    cup.organize(cup.replay(games[1]));
    assert_eq!(cup.game(games[1]).result.unwrap().end, End::Abandonment);
    let white = cup.last_round().boards[1].pairing.white;
    assert_eq!(cup.entry_of(white).no_shows, 0);
    let refused = cup.refused("org", Do::Adjudicate(games[1], None));
    assert!(matches!(refused, Why::NotOfThisRound(_)));
    cup.substitute("p2", "zoe");
    assert_eq!(cup.seed("zoe"), Seed::from_index(1));
    cup.undo_now();
    assert_eq!(cup.seed("p2"), Seed::from_index(1));
    cup.organize(remove("p3"));
    assert!(cup.entry("p3").withdrawn);
    cup.undo_now();
    assert!(!cup.entry("p3").withdrawn);
    cup.assert_refused("org", cup.undo(), Why::NothingToUndo);
    cup.assert_audited(&[
        "announced, by org",
        "awarded to Black, by org",
        "annulled",
        "zoe replaces p2",
        "p2 replaces zoe, by org",
        "p3 let back in, by org",
        "last change undone",
    ]);
    cup.play_to_the_end();
}

#[test]
fn games_ended_by_the_organizer_are_held_against_no_one() {
    let mut cup = Cup::started(SWISS, 6);
    let games = cup.games();
    cup.both_move(games[0]);
    // A game in progress and one without moves are annulled, and one of their replays gets a result.
    cup.organize(cup.replay(games[0]));
    cup.organize(cup.replay(games[1]));
    cup.organize(Do::Adjudicate(games[2], Some(Color::White)));
    for &game in &games {
        assert!(cup.game(game).counted.is_some());
        for person in cup.game(game).people() {
            let career = cup.hall.career(&person.id);
            assert_eq!(career, None, "{} was marked", person.name);
        }
    }
    for &game in &games[..2] {
        let words = "The game was annulled by the organizer. It doesn't count.";
        assert_says(cup.board(game), words);
    }
}

#[test]
fn a_pause_lets_games_end_and_starts_no_round() {
    let mut cup = Cup::started(SWISS, 4);
    cup.organize(Do::Pause);
    cup.play_round();
    assert_eq!(cup.stage(), Stage::Paused);
    cup.pass(Span::hours(2));
    assert_eq!(cup.record().rounds, 1);
    cup.organize(Do::Resume);
    cup.pass(Span::seconds(1));
    assert_eq!(cup.record().rounds, 2);
    // A pause undone after the end of the round does not stop the tournament.
    cup.organize(Do::Pause);
    cup.play_round();
    cup.undo_now();
    cup.pass(Span::minutes(2));
    assert_eq!(cup.record().rounds, 3);
}

#[test]
fn a_pause_in_the_last_round_adds_no_round() {
    for (format, last) in [
        (SWISS, 3),
        (ROUND_ROBIN, 7),
        (knockout(Elimination::Single), 3),
    ] {
        let resume: fn(&Cup) -> _ = |_| Do::Resume;
        for back in [resume, Cup::undo] {
            let mut cup = Cup::started(format, 8);
            while cup.record().rounds < last {
                cup.next_round();
            }
            cup.organize(Do::Pause);
            cup.play_round();
            cup.organize(back(&cup));
            cup.pass(Span::minutes(2));
            assert!(cup.is_finished(), "{format:?}");
            assert_eq!(cup.record().rounds, last);
            assert_silent_about(cup.audit(), "no further round");
        }
    }
}

#[test]
fn the_start_and_a_round_can_be_postponed_and_come_at_their_time() {
    let starts = Timestamp(10_000_000);
    let mut cup = Cup::new(plan_with(SWISS, |plan| plan.starts = Some(starts)));
    cup.enter(["a", "b", "c", "d"]);
    cup.organize(cup.postpone(Span::hours(1)));
    cup.hall.now = starts.0;
    cup.pass(Span::seconds(1));
    assert_eq!(cup.stage(), Stage::Open);
    cup.pass(Span::hours(1));
    assert_eq!(cup.stage(), Stage::Playing);
    cup.play_round();
    cup.organize(cup.postpone(Span::hours(1)));
    cup.pass(Span::minutes(30));
    assert_eq!(cup.record().rounds, 1);
    cup.pass(Span::hours(1));
    assert_eq!(cup.record().rounds, 2);
}

/// A rated Swiss whose organizer plays, after two half-moves in every game.
fn with_playing_organizer() -> Cup {
    let rated = plan_with(SWISS, |plan| plan.rated = true);
    let mut cup = Cup::begun(rated, ["org", "p1", "p2", "p3"]);
    for game in cup.games() {
        cup.both_move(game);
    }
    cup
}

/// The organizer's game, their side, and another game of the round.
fn own_and_other_game(cup: &Cup) -> (GameId, Color, GameId) {
    let games = cup.games();
    let side = |game: &GameId| cup.game(*game).side_of(&person("org").id);
    let own = games.iter().find(|game| side(game).is_some()).unwrap();
    let other = games.iter().find(|game| side(game).is_none()).unwrap();
    (*own, side(own).unwrap(), *other)
}

#[test]
fn an_organizer_who_plays_neither_decides_nor_repeats_their_own_games() {
    let mut cup = with_playing_organizer();
    let (own, side, other) = own_and_other_game(&cup);
    let rival = cup.game(own).seats[!side].clone();
    let out = rival.person().unwrap().clone();
    let new = person("zoe");
    for command in [
        Do::Adjudicate(own, Some(side)),
        Do::Adjudicate(own, None),
        cup.replay(own),
        // Without an opponent they would win.
        Do::Remove(rival),
        Do::Substitute { out, new },
    ] {
        cup.assert_refused("org", command, Why::OwnGame);
    }
    cup.organize(Do::Adjudicate(other, None));
    cup.organize(Do::Remove(cup.game(other).seats[Color::White].clone()));
    // Another manager decides it; a lost game isn't repeated either.
    cup.act_as_manager("max", Do::Adjudicate(own, Some(!side)));
    cup.assert_refused("org", cup.replay(own), Why::OwnGame);
}

#[test]
fn a_game_that_an_organizer_decides_is_not_rated() {
    let mut cup = with_playing_organizer();
    let (own, side, other) = own_and_other_game(&cup);
    cup.organize(Do::Adjudicate(other, Some(Color::White)));
    assert_eq!(cup.game(other).counted.unwrap().ratings, None);
    let words = "Games decided by an organizer aren't rated.";
    assert_says(cup.board(other), words);
    cup.lose(own, side);
    assert!(cup.game(own).counted.unwrap().ratings.is_some());
    cup.assert_audited(&["awarded to White, by org"]);
    // In a casual game that goes without saying.
    let mut cup = Cup::begun(plan(SWISS), ["p1", "p2"]);
    let game = cup.games()[0];
    cup.white_moves(game);
    cup.organize(Do::Adjudicate(game, None));
    assert_silent_about(cup.board(game), "aren't rated");
}

#[test]
fn an_organizer_who_plays_does_not_decide_about_their_own_place() {
    let mut cup = with_playing_organizer();
    let org = || Seat::Person(person("org"));
    cup.assert_refused("org", substitute("org", "zoe"), Why::OwnPlace);
    cup.act_as_manager("max", Do::Remove(org()));
    cup.assert_refused("org", cup.undo(), Why::OwnPlace);
    cup.assert_refused("org", Do::Add(org()), Why::Removed);
    cup.assert_refused("org", substitute("p1", "org"), Why::OwnPlace);
    cup.act_as_manager("max", substitute("org", "zoe"));
    cup.act("zoe", Do::Accept);
    cup.assert_refused("org", cup.undo(), Why::OwnPlace);
}
