//! Corrections by the organizer during a tournament.

use app::{
    End, Format, GameId, Seat, Span, Stage, Timestamp, TournamentCommand, TournamentPlan,
    TournamentRefusal,
};
use pairing::knockout::Elimination;
use pairing::round_robin::Cycles;
use pairing::{PairingResult, Seed};
use rules_core::Color;

use crate::common::cup::{Cup, SWISS, knockout, plan, remove, substitute};
use crate::common::{assert_says, assert_silent_about, person};

#[test]
fn the_organizer_adjudicates_replays_substitutes_removes_and_undoes() {
    let mut cup = Cup::started(SWISS, 6);
    let games = cup.games();
    let refused = cup.refused("p1", TournamentCommand::Adjudicate(games[0], None));
    assert_eq!(refused, TournamentRefusal::NotTheOrganizer);
    cup.organize(TournamentCommand::Adjudicate(games[0], Some(Color::Black)));
    assert_eq!(cup.game(games[0]).result.unwrap().end, End::Adjudication);
    assert_eq!(
        cup.last_round().boards[0].pairing.result,
        Some(PairingResult::Win(Color::Black))
    );
    cup.organize(cup.replay(games[0]));
    let again = cup.last_round().boards[0];
    assert_ne!(again.game, Some(games[0]));
    assert_eq!(again.pairing.result, None);
    cup.organize(cup.replay(games[1]));
    assert_eq!(cup.game(games[1]).result.unwrap().end, End::Abandonment);
    let white = cup.last_round().boards[1].pairing.white;
    assert_eq!(cup.entry_of(white).no_shows, 0);
    let refused = cup.refused("org", TournamentCommand::Adjudicate(games[1], None));
    assert!(matches!(refused, TournamentRefusal::NotOfThisRound(_)));
    cup.substitute("p2", "zoe");
    assert_eq!(cup.seed("zoe"), Seed::from_index(1));
    cup.undo_now();
    assert_eq!(cup.seed("p2"), Seed::from_index(1));
    cup.organize(remove("p3"));
    assert!(cup.entry("p3").withdrawn);
    cup.undo_now();
    assert!(!cup.entry("p3").withdrawn);
    cup.assert_refused("org", cup.undo(), TournamentRefusal::NothingToUndo);
    cup.assert_audited(&[
        "announced, by org",
        "awarded to Black, by org",
        "annulled",
        "zoe replaces p2",
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
    cup.organize(TournamentCommand::Adjudicate(games[2], Some(Color::White)));
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
    cup.organize(TournamentCommand::Pause);
    cup.play_round();
    assert_eq!(cup.stage(), Stage::Paused);
    cup.pass(Span::hours(2));
    assert_eq!(cup.record().rounds, 1);
    cup.organize(TournamentCommand::Resume);
    cup.pass(Span::seconds(1));
    assert_eq!(cup.record().rounds, 2);
    // A pause undone after the end of the round does not stop the tournament.
    cup.organize(TournamentCommand::Pause);
    cup.play_round();
    cup.undo_now();
    cup.pass(Span::minutes(2));
    assert_eq!(cup.record().rounds, 3);
}

#[test]
fn a_pause_in_the_last_round_adds_no_round() {
    for (format, last) in [
        (SWISS, 3),
        (Format::RoundRobin(Cycles::Single), 7),
        (knockout(Elimination::Single), 3),
    ] {
        let resume: fn(&Cup) -> _ = |_| TournamentCommand::Resume;
        for back in [resume, Cup::undo] {
            let mut cup = Cup::started(format, 8);
            while cup.record().rounds < last {
                cup.next_round();
            }
            cup.organize(TournamentCommand::Pause);
            cup.play_round();
            cup.organize(back(&cup));
            cup.pass(Span::minutes(2));
            let record = cup.record();
            assert!(matches!(record.stage, Stage::Finished(_)), "{format:?}");
            assert_eq!(record.rounds, last);
            let audit = cup.said("org", TournamentCommand::Audit(0));
            assert_silent_about(&audit, "no further round");
        }
    }
}

#[test]
fn the_start_and_a_round_can_be_postponed_and_come_at_their_time() {
    let starts = Timestamp(10_000_000);
    let mut cup = Cup::new(TournamentPlan {
        starts: Some(starts),
        ..plan(SWISS)
    });
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

#[test]
fn a_player_who_has_left_cannot_be_removed_and_brought_back() {
    let mut cup = Cup::started(SWISS, 4);
    cup.leave("p1");
    cup.assert_refused("org", remove("p1"), TournamentRefusal::PlayerNotEntered);
    cup.assert_refused("org", cup.undo(), TournamentRefusal::NothingToUndo);
}

/// A rated Swiss whose organizer plays, after two half-moves in every game.
fn with_playing_organizer() -> Cup {
    let rated = TournamentPlan {
        rated: true,
        ..plan(SWISS)
    };
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
fn an_organizer_who_plays_does_not_decide_or_repeat_their_own_games() {
    let mut cup = with_playing_organizer();
    let (own, side, other) = own_and_other_game(&cup);
    for command in [
        TournamentCommand::Adjudicate(own, Some(side)),
        TournamentCommand::Adjudicate(own, None),
        cup.replay(own),
    ] {
        cup.assert_refused("org", command, TournamentRefusal::OwnGame);
    }
    cup.organize(TournamentCommand::Adjudicate(other, None));
    // Another manager decides it; a lost game isn't repeated either.
    cup.hall.context.manages = true;
    cup.act("max", TournamentCommand::Adjudicate(own, Some(!side)));
    cup.assert_refused("org", cup.replay(own), TournamentRefusal::OwnGame);
}

#[test]
fn a_game_that_an_organizer_decides_is_not_rated() {
    let mut cup = with_playing_organizer();
    let (own, side, other) = own_and_other_game(&cup);
    cup.organize(TournamentCommand::Adjudicate(other, Some(Color::White)));
    assert_eq!(cup.game(other).counted.unwrap().ratings, None);
    let words = "Games decided by an organizer aren't rated.";
    assert_says(cup.board(other), words);
    cup.lose(own, side);
    assert!(cup.game(own).counted.unwrap().ratings.is_some());
    cup.assert_audited(&["awarded to White, by org"]);
}

#[test]
fn a_decided_casual_game_does_not_mention_ratings() {
    for rated in [true, false] {
        let plan = TournamentPlan {
            rated,
            ..plan(SWISS)
        };
        let mut cup = Cup::begun(plan, ["p1", "p2"]);
        let game = cup.games()[0];
        cup.white_moves(game);
        cup.organize(TournamentCommand::Adjudicate(game, None));
        let text = cup.board(game);
        assert_eq!(text.contains("aren't rated"), rated, "{text}");
    }
}

#[test]
fn an_organizer_who_plays_does_not_decide_about_their_own_place() {
    let mut cup = with_playing_organizer();
    let org = || Seat::Person(person("org"));
    cup.assert_refused("org", substitute("org", "zoe"), TournamentRefusal::OwnPlace);
    cup.hall.context.manages = true;
    cup.act("max", TournamentCommand::Remove(org()));
    cup.hall.context.manages = false;
    cup.assert_refused("org", cup.undo(), TournamentRefusal::OwnPlace);
    let refused = cup.refused("org", TournamentCommand::Add(org()));
    assert_eq!(refused, TournamentRefusal::Removed);
    cup.assert_refused("org", substitute("p1", "org"), TournamentRefusal::OwnPlace);
    cup.hall.context.manages = true;
    cup.act("max", substitute("org", "zoe"));
    cup.hall.context.manages = false;
    cup.act("zoe", TournamentCommand::Accept);
    cup.assert_refused("org", cup.undo(), TournamentRefusal::OwnPlace);
}

#[test]
fn an_organizer_who_plays_does_not_withdraw_their_opponent() {
    let mut cup = with_playing_organizer();
    let (own, side, other) = own_and_other_game(&cup);
    let rival = cup.game(own).seats[!side].clone();
    let refused = cup.refused("org", TournamentCommand::Remove(rival.clone()));
    assert_eq!(refused, TournamentRefusal::OwnGame);
    let swap = TournamentCommand::Substitute {
        out: rival.person().unwrap().clone(),
        new: person("zoe"),
    };
    cup.assert_refused("org", swap, TournamentRefusal::OwnGame);
    let third = cup.game(other).seats[Color::White].clone();
    cup.organize(TournamentCommand::Remove(third));
}
