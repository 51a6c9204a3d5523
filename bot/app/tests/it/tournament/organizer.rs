//! Corrections by the organizer during a tournament.

use app::effect::Subject;
use app::store::Key;
use app::{
    End, Format, Seat, Span, Stage, Timestamp, TournamentCommand, TournamentPlan,
    TournamentRefusal, Which,
};
use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use pairing::{PairingResult, Seed};
use rules_core::Color;

use crate::common::cup::{Cup, SWISS, plan};
use crate::common::{moving, person};

#[test]
fn the_organizer_adjudicates_replays_substitutes_removes_and_undoes() {
    let mut cup = Cup::with(SWISS, 6);
    cup.act("org", cup.start());
    let games = cup.games();
    assert_eq!(
        cup.refused("p1", TournamentCommand::Adjudicate(games[0], None)),
        TournamentRefusal::NotTheOrganizer
    );
    cup.act(
        "org",
        TournamentCommand::Adjudicate(games[0], Some(Color::Black)),
    );
    assert_eq!(cup.game(games[0]).result.unwrap().end, End::Adjudication);
    assert_eq!(
        cup.last_round().boards[0].pairing.result,
        Some(PairingResult::Win(Color::Black))
    );
    cup.act("org", cup.replay(games[0]));
    let again = cup.last_round().boards[0];
    assert_ne!(again.game, Some(games[0]));
    assert_eq!(again.pairing.result, None);
    cup.act("org", cup.replay(games[1]));
    assert_eq!(cup.game(games[1]).result.unwrap().end, End::Abandonment);
    assert_eq!(
        cup.record()
            .entry(cup.last_round().boards[1].pairing.white)
            .unwrap()
            .no_shows,
        0
    );
    assert!(matches!(
        cup.refused("org", TournamentCommand::Adjudicate(games[1], None)),
        TournamentRefusal::NotOfThisRound(_)
    ));
    cup.substitute("p2", "zoe");
    assert_eq!(
        cup.record().seed_of(&person("zoe").id),
        Some(Seed::from_index(1))
    );
    cup.act("org", cup.undo());
    assert_eq!(
        cup.record().seed_of(&person("p2").id),
        Some(Seed::from_index(1))
    );
    cup.act("org", TournamentCommand::Remove(Seat::Person(person("p3"))));
    assert!(cup.record().entry(Seed::from_index(2)).unwrap().withdrawn);
    cup.act("org", cup.undo());
    assert!(!cup.record().entry(Seed::from_index(2)).unwrap().withdrawn);
    assert_eq!(
        cup.refused("org", cup.undo()),
        TournamentRefusal::NothingToUndo
    );
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    for line in [
        "announced, by org",
        "awarded to Black, by org",
        "annulled",
        "zoe replaces p2",
        "last change undone",
    ] {
        assert!(audit.contains(line), "{line}: {audit}");
    }
    cup.play_to_the_end();
}

#[test]
fn games_ended_by_the_organizer_are_held_against_no_one() {
    let mut cup = Cup::with(SWISS, 6);
    cup.act("org", cup.start());
    let boards = cup.last_round().boards;
    let games = [0, 1, 2].map(|board: usize| boards[board].game.unwrap());
    for (color, text) in [(Color::White, "d5e5"), (Color::Black, "Kf6")] {
        let name = cup.game(games[0]).seats[color]
            .person()
            .unwrap()
            .name
            .clone();
        cup.hall.act(&name, moving(app::Which::Id(games[0]), text));
    }
    // A game in progress and one without moves are annulled, and one of their replays gets a result.
    cup.act("org", cup.replay(games[0]));
    cup.act("org", cup.replay(games[1]));
    cup.act(
        "org",
        TournamentCommand::Adjudicate(games[2], Some(Color::White)),
    );
    for game in games {
        assert!(cup.game(game).counted.is_some());
        for person in cup.game(game).people() {
            let key = Key::Career(person.id.clone());
            let career = cup.hall.app.store().get(&key).unwrap();
            assert_eq!(career, None, "{} was marked", person.name);
        }
    }
    for game in &games[..2] {
        let text = cup.hall.text(Subject::Game(*game));
        assert!(
            text.contains("The game was annulled by the organizer. It doesn't count."),
            "{text}"
        );
    }
}

#[test]
fn a_pause_lets_games_end_and_starts_no_round() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.act("org", TournamentCommand::Pause);
    cup.play_round();
    assert_eq!(cup.record().stage, Stage::Paused);
    cup.pass(Span::hours(2));
    assert_eq!(cup.record().rounds, 1);
    cup.act("org", TournamentCommand::Resume);
    cup.pass(Span::seconds(1));
    assert_eq!(cup.record().rounds, 2);
    // A pause undone after the end of the round does not stop the tournament.
    cup.act("org", TournamentCommand::Pause);
    cup.play_round();
    cup.act("org", cup.undo());
    cup.pass(Span::minutes(2));
    assert_eq!(cup.record().rounds, 3);
}

#[test]
fn a_pause_in_the_last_round_adds_no_round() {
    let knockout = Format::Knockout {
        elimination: Elimination::Single,
        rules: MatchRules::default(),
    };
    for (format, last) in [
        (SWISS, 3),
        (Format::RoundRobin(Cycles::Single), 7),
        (knockout, 3),
    ] {
        let resume: fn(&Cup) -> _ = |_| TournamentCommand::Resume;
        for back in [resume, Cup::undo] {
            let mut cup = Cup::with(format, 8);
            cup.act("org", cup.start());
            while cup.record().rounds < last {
                cup.play_round();
                cup.pass(Span::minutes(2));
            }
            cup.act("org", TournamentCommand::Pause);
            cup.play_round();
            cup.act("org", back(&cup));
            cup.pass(Span::minutes(2));
            let record = cup.record();
            assert!(matches!(record.stage, Stage::Finished(_)), "{format:?}");
            assert_eq!(record.rounds, last);
            let audit = cup.said("org", TournamentCommand::Audit(0));
            assert!(!audit.contains("no further round"), "{audit}");
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
    for name in ["a", "b", "c", "d"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("org", cup.postpone(Span::hours(1)));
    cup.hall.now = starts.0;
    cup.pass(Span::seconds(1));
    assert_eq!(cup.record().stage, Stage::Open);
    cup.pass(Span::hours(1));
    assert_eq!(cup.record().stage, Stage::Playing);
    cup.play_round();
    cup.act("org", cup.postpone(Span::hours(1)));
    cup.pass(Span::minutes(30));
    assert_eq!(cup.record().rounds, 1);
    cup.pass(Span::hours(1));
    assert_eq!(cup.record().rounds, 2);
}

#[test]
fn a_player_who_has_left_cannot_be_removed_and_brought_back() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.act("p1", TournamentCommand::Leave);
    let remove = TournamentCommand::Remove(Seat::Person(person("p1")));
    assert_eq!(
        cup.refused("org", remove),
        TournamentRefusal::PlayerNotEntered
    );
    assert_eq!(
        cup.refused("org", cup.undo()),
        TournamentRefusal::NothingToUndo
    );
}

/// A rated Swiss whose organizer plays, after two half-moves in every game.
fn with_playing_organizer() -> Cup {
    let mut cup = Cup::new(TournamentPlan {
        rated: true,
        ..plan(SWISS)
    });
    for name in ["org", "p1", "p2", "p3"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("org", cup.start());
    for board in cup.last_round().boards {
        let game = board.game.unwrap();
        for (color, text) in [(Color::White, "d5e5"), (Color::Black, "Kf6")] {
            let name = cup.game(game).seats[color].person().unwrap().name.clone();
            cup.hall.act(&name, moving(app::Which::Id(game), text));
        }
    }
    cup
}

/// The game of `who`, their side, and another game of the round.
fn own_and_other_game(cup: &Cup, who: &str) -> (app::GameId, Color, app::GameId) {
    let games: Vec<_> = cup
        .last_round()
        .boards
        .iter()
        .filter_map(|board| board.game)
        .collect();
    let side = |game: &app::GameId| cup.game(*game).side_of(&person(who).id);
    let own = games.iter().find(|game| side(game).is_some()).unwrap();
    let other = games.iter().find(|game| side(game).is_none()).unwrap();
    (*own, side(own).unwrap(), *other)
}

#[test]
fn an_organizer_who_plays_does_not_decide_or_repeat_their_own_games() {
    let mut cup = with_playing_organizer();
    let (own, side, other) = own_and_other_game(&cup, "org");
    for command in [
        TournamentCommand::Adjudicate(own, Some(side)),
        TournamentCommand::Adjudicate(own, None),
        cup.replay(own),
    ] {
        assert_eq!(cup.refused("org", command), TournamentRefusal::OwnGame);
    }
    cup.act("org", TournamentCommand::Adjudicate(other, None));
    // Another manager decides it; a lost game isn't repeated either.
    cup.hall.context.manages = true;
    cup.act("max", TournamentCommand::Adjudicate(own, Some(!side)));
    assert_eq!(
        cup.refused("org", cup.replay(own)),
        TournamentRefusal::OwnGame
    );
}

#[test]
fn a_game_that_an_organizer_decides_is_not_rated() {
    let mut cup = with_playing_organizer();
    let (own, side, other) = own_and_other_game(&cup, "org");
    cup.act(
        "org",
        TournamentCommand::Adjudicate(other, Some(Color::White)),
    );
    assert_eq!(cup.game(other).counted.unwrap().ratings, None);
    let text = cup.hall.text(Subject::Game(other));
    assert!(
        text.contains("Games decided by an organizer aren't rated."),
        "{text}"
    );
    cup.lose(own, side);
    assert!(cup.game(own).counted.unwrap().ratings.is_some());
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert!(audit.contains("awarded to White, by org"), "{audit}");
}

#[test]
fn no_ratings_are_mentioned_where_a_decided_game_would_not_have_been_rated() {
    for rated in [true, false] {
        let mut cup = Cup::new(TournamentPlan {
            rated,
            ..plan(SWISS)
        });
        for name in ["p1", "p2"] {
            cup.act(name, TournamentCommand::Join);
        }
        cup.act("org", cup.start());
        let game = cup.games()[0];
        let record = cup.game(game);
        let position = record.replay().unwrap();
        let first = position.san(position.legal_moves()[0]);
        let white = record.seats.white.person().unwrap().name.clone();
        cup.hall.act(&white, moving(Which::Id(game), &first));
        cup.act("org", TournamentCommand::Adjudicate(game, None));
        let text = cup.hall.text(Subject::Game(game));
        assert_eq!(text.contains("aren't rated"), rated, "{text}");
    }
}

#[test]
fn an_organizer_who_plays_does_not_decide_about_their_own_place() {
    let mut cup = with_playing_organizer();
    let org = || Seat::Person(person("org"));
    let swap = |out: &str, new: &str| TournamentCommand::Substitute {
        out: person(out),
        new: person(new),
    };
    assert_eq!(
        cup.refused("org", swap("org", "zoe")),
        TournamentRefusal::OwnPlace
    );
    cup.hall.context.manages = true;
    cup.act("max", TournamentCommand::Remove(org()));
    cup.hall.context.manages = false;
    assert_eq!(cup.refused("org", cup.undo()), TournamentRefusal::OwnPlace);
    assert_eq!(
        cup.refused("org", TournamentCommand::Add(org())),
        TournamentRefusal::Removed
    );
    assert_eq!(
        cup.refused("org", swap("p1", "org")),
        TournamentRefusal::OwnPlace
    );
    cup.hall.context.manages = true;
    cup.act("max", swap("org", "zoe"));
    cup.hall.context.manages = false;
    cup.act("zoe", TournamentCommand::Accept);
    assert_eq!(cup.refused("org", cup.undo()), TournamentRefusal::OwnPlace);
}

#[test]
fn an_organizer_who_plays_does_not_withdraw_their_opponent() {
    let mut cup = with_playing_organizer();
    let (own, side, other) = own_and_other_game(&cup, "org");
    let rival = cup.game(own).seats[!side].clone();
    assert_eq!(
        cup.refused("org", TournamentCommand::Remove(rival.clone())),
        TournamentRefusal::OwnGame
    );
    let swap = TournamentCommand::Substitute {
        out: rival.person().unwrap().clone(),
        new: person("zoe"),
    };
    assert_eq!(cup.refused("org", swap), TournamentRefusal::OwnGame);
    let third = cup.game(other).seats[Color::White].clone();
    cup.act("org", TournamentCommand::Remove(third));
}
