//! Absences in a tournament: missed games, players who left, lost channels, reminders; and exported files.

use app::attachment::Attachment;
use app::effect::{Answer, Effect, EffectId, LookFor, Manner, Outgoing, Subject};
use app::{
    Command, End, Format, Notice, PlanPart, RoomId, Seat, ServerId, Setting, Span, Stage, Tell,
    TimeControl, TournamentCommand, TournamentPlan, TournamentRefusal, Venue, Which,
};
use rules_core::Color;

use crate::common::cup::{Cup, SWISS, plan};
use crate::common::{moving, person};

fn looks(outgoing: &[Outgoing]) -> Vec<(EffectId, LookFor)> {
    let looks = outgoing.iter().filter_map(|o| match &o.effect {
        Effect::LookFor(look) => Some((o.id.clone(), look.clone())),
        _ => None,
    });
    looks.collect()
}

fn tells(outgoing: &[Outgoing]) -> Vec<Tell> {
    let tells = outgoing.iter().filter_map(|o| match &o.effect {
        Effect::Tell(tell) => Some(tell.clone()),
        _ => None,
    });
    tells.collect()
}

/// The people mentioned by new messages about these subjects.
fn called(outgoing: &[Outgoing], about: impl Fn(Subject) -> bool) -> Vec<String> {
    let calls = outgoing.iter().filter_map(|o| match &o.effect {
        Effect::Show(show) if about(show.subject) => match &show.manner {
            Manner::Fresh { call } => Some(call.clone()),
            Manner::InPlace => None,
        },
        _ => None,
    });
    let mut names: Vec<_> = calls.flatten().map(|id| id.as_str().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_player_who_missed_a_game_and_left_the_server_is_withdrawn() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    let boards = cup.last_round().boards;
    let game = boards[0].game.unwrap();
    let (white, black) = (boards[0].pairing.white, boards[0].pairing.black);
    let name = cup
        .record()
        .entry(white)
        .unwrap()
        .person()
        .unwrap()
        .name
        .clone();
    cup.hall.act(&name, moving(Which::Id(game), "d5d7"));
    cup.lose(boards[1].game.unwrap(), Color::Black);
    // The other game was played: only the absent player is looked for.
    let outgoing = cup.pass(Span::minutes(6));
    let asked = looks(&outgoing);
    let missing = cup
        .record()
        .entry(black)
        .unwrap()
        .person()
        .unwrap()
        .id
        .clone();
    assert_eq!(asked.len(), 1);
    let (id, look) = &asked[0];
    assert_eq!(look.people, std::slice::from_ref(&missing));
    assert_eq!(look.server, ServerId::new("t:server"));
    // A player who is still there stays.
    let moment = cup.hall.moment();
    cup.hall.app.note_gone(id, look, &[], moment).unwrap();
    assert!(!cup.record().entry(black).unwrap().withdrawn);
    let moment = cup.hall.moment();
    cup.hall
        .app
        .note_gone(id, look, &look.people, moment)
        .unwrap();
    assert!(cup.record().entry(black).unwrap().withdrawn);
    let moment = cup.hall.moment();
    let again = cup
        .hall
        .app
        .note_gone(id, look, &look.people, moment)
        .unwrap();
    assert!(again.is_empty(), "a repetition is harmless");
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert_eq!(
        audit.matches("after leaving the server").count(),
        1,
        "{audit}"
    );
    cup.pass(Span::minutes(2));
    assert!(
        cup.last_round()
            .boards
            .iter()
            .all(|board| board.pairing.color_of(black).is_none())
    );
}

/// One player never comes, with either color; everyone else plays.
fn miss(cup: &mut Cup, absent: &str) {
    for board in cup.last_round().boards {
        let (Some(game), None) = (board.game, board.pairing.result) else {
            continue;
        };
        let seats = cup.game(game).seats;
        let names = Color::ALL.map(|color| seats[color].person().unwrap().name.clone());
        if names[1] == absent {
            cup.hall.act(&names[0], moving(Which::Id(game), "d5d7"));
        } else if names[0] != absent {
            cup.lose(game, Color::White);
        }
    }
    cup.pass(Span::minutes(6));
}

#[test]
fn a_player_who_misses_two_games_is_withdrawn_and_no_longer_paired() {
    let mut cup = Cup::with(app::Format::Swiss { rounds: 5 }, 6);
    cup.act("org", cup.start());
    for _ in 0..2 {
        miss(&mut cup, "p6");
        cup.pass(Span::minutes(2));
    }
    let record = cup.record();
    let seed = record.seed_of(&person("p6").id).unwrap();
    let entry = record.entry(seed).unwrap();
    assert_eq!((entry.no_shows, entry.withdrawn), (2, true));
    assert_eq!(record.rounds, 3);
    assert!(
        cup.last_round()
            .boards
            .iter()
            .all(|board| board.pairing.color_of(seed).is_none())
    );
    assert!(
        cup.said("p1", TournamentCommand::Audit(0))
            .contains("p6 withdrawn after missing two games")
    );
}

#[test]
fn a_removed_player_comes_back_only_through_the_organizer() {
    let p1 = || Seat::Person(person("p1"));
    let away = |cup: &Cup| {
        let record = cup.record();
        let seed = record.seed_of(&person("p1").id).unwrap();
        record.entry(seed).unwrap().withdrawn
    };
    for format in [SWISS, Format::Arena { minutes: 60 }] {
        let mut cup = Cup::with(format, 4);
        cup.act("org", cup.start());
        let add: fn(&Cup) -> _ = |_| TournamentCommand::Add(Seat::Person(person("p1")));
        for back in [Cup::undo, add] {
            cup.act("org", TournamentCommand::Remove(p1()));
            assert_eq!(
                cup.refused("p1", TournamentCommand::Join),
                TournamentRefusal::Removed
            );
            cup.act("org", back(&cup));
            assert!(!away(&cup));
            // A player who leaves on their own can rejoin.
            cup.act("p1", TournamentCommand::Leave);
            cup.act("p1", TournamentCommand::Join);
        }
        cup.act("org", TournamentCommand::Remove(p1()));
        cup.act("org", TournamentCommand::Add(p1()));
        cup.act("org", cup.undo());
        assert!(away(&cup));
        assert_eq!(
            cup.refused("p1", TournamentCommand::Join),
            TournamentRefusal::Removed
        );
    }
}

#[test]
fn the_organizer_readmits_players_to_a_round_robin_but_adds_no_one_new() {
    let knockout = Format::Knockout {
        elimination: app::Elimination::Single,
        rules: app::MatchRules::default(),
    };
    for format in [Format::RoundRobin(app::Cycles::Single), knockout] {
        let mut cup = Cup::with(format, 4);
        cup.act("org", cup.start());
        let seat = |name| Seat::Person(person(name));
        cup.act("org", TournamentCommand::Remove(seat("p1")));
        cup.act("org", TournamentCommand::Add(seat("p1")));
        let seed = cup.record().seed_of(&person("p1").id).unwrap();
        assert!(!cup.record().entry(seed).unwrap().withdrawn);
        cup.act("p2", TournamentCommand::Leave);
        for (who, command) in [
            ("p2", TournamentCommand::Join),
            ("org", TournamentCommand::Add(seat("zoe"))),
        ] {
            assert_eq!(cup.refused(who, command), TournamentRefusal::Begun);
        }
    }
}

#[test]
fn an_absent_player_is_readmitted_by_a_replay_or_by_the_organizer() {
    let mut cup = Cup::with(Format::Swiss { rounds: 5 }, 6);
    let seed = pairing::Seed::from_index(5);
    let absence = |cup: &Cup| {
        let record = cup.record();
        let entry = record.entry(seed).unwrap();
        (entry.no_shows, entry.withdrawn)
    };
    cup.act("org", cup.start());
    miss(&mut cup, "p6");
    cup.pass(Span::minutes(2));
    cup.act("org", TournamentCommand::Pause);
    miss(&mut cup, "p6");
    assert_eq!(absence(&cup), (2, true));
    assert_eq!(
        cup.refused("p6", TournamentCommand::Join),
        TournamentRefusal::Absent
    );
    let boards = cup.last_round().boards;
    let missed = boards.iter().find(|b| b.pairing.color_of(seed).is_some());
    let game = missed.unwrap().game.unwrap();
    cup.act("org", cup.replay(game));
    assert_eq!(absence(&cup), (1, false));
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert!(audit.contains("p6 back in"), "{audit}");
    miss(&mut cup, "p6");
    assert_eq!(absence(&cup), (2, true));
    cup.admit("p6");
    assert_eq!(absence(&cup), (0, false));
}

#[test]
fn an_undone_substitution_leaves_everything_as_it_was() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.act("p1", TournamentCommand::Leave);
    cup.act("org", TournamentCommand::Remove(Seat::Person(person("p2"))));
    let before = cup.record().entries;
    for out in ["p1", "p2", "p3"] {
        cup.substitute(out, "zoe");
        cup.act("zoe", TournamentCommand::Leave);
        cup.act("org", cup.undo());
        assert_eq!(cup.record().entries, before);
    }
}

#[test]
fn a_tournament_whose_channel_is_gone_stops_and_continues_elsewhere() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    let boards = cup.last_round().boards;
    cup.lose(boards[0].game.unwrap(), Color::Black);
    let moment = cup.hall.moment();
    let outgoing = cup.hall.app.note_lost(cup.id, moment).unwrap();
    let told = tells(&outgoing);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].to, person("org").id);
    let now = cup.hall.moment().now;
    let words = cup.hall.app.told(&told[0], now).unwrap().unwrap();
    assert!(
        words.card.text.to_string().contains("/tournament manage"),
        "{}",
        words.card.text
    );
    assert!(words.room.is_none());
    let moment = cup.hall.moment();
    assert!(cup.hall.app.note_lost(cup.id, moment).unwrap().is_empty());
    // Elsewhere, with the game in progress.
    let which = Some(cup.id);
    let resume = Command::Tournament(which, TournamentCommand::Resume);
    let refused = cup.hall.ask("p1", "other", resume.clone());
    assert!(refused.is_err(), "only the organizer moves it");
    let handled = cup.hall.ask("org", "other", resume).unwrap();
    let elsewhere = RoomId::new("t:other");
    assert_eq!(cup.record().venue.room, elsewhere);
    assert_eq!(cup.game(boards[1].game.unwrap()).venue.room, elsewhere);
    assert_ne!(cup.game(boards[0].game.unwrap()).venue.room, elsewhere);
    let mover = cup
        .game(boards[1].game.unwrap())
        .seats
        .white
        .person()
        .unwrap()
        .id
        .clone();
    assert_eq!(
        called(&handled.outgoing, |about| matches!(about, Subject::Game(_))),
        [mover.as_str()]
    );
    let now = cup.hall.moment().now;
    assert!(
        cup.hall.app.told(&told[0], now).unwrap().is_none(),
        "it continues: there is nothing left to tell"
    );
    let audit = cup.said("p1", TournamentCommand::Audit(0));
    assert!(audit.contains("moved to another channel"), "{audit}");
    cup.play_to_the_end();
    assert_eq!(cup.record().rounds, 3);
}

#[test]
fn games_of_a_canceled_tournament_can_be_aborted_and_paused_by_a_vacation() {
    let mut cup = Cup::new(TournamentPlan {
        time: TimeControl::PerMove { days: 3 },
        rated: true,
        ..plan(SWISS)
    });
    for name in ["a", "b", "c", "d"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("org", cup.start());
    let boards = cup.last_round().boards;
    let [over, runs] = [0, 1].map(|board: usize| boards[board].game.unwrap());
    cup.lose(over, Color::Black);
    let outgoing = cup.act("org", TournamentCommand::Cancel).outgoing;
    let shown: Vec<_> = outgoing
        .iter()
        .filter_map(|o| match &o.effect {
            Effect::Show(show) => Some((show.subject, &show.manner)),
            _ => None,
        })
        .collect();
    let in_place = |subject| (subject, &Manner::InPlace);
    let expected = [Subject::Tournament(cup.id), Subject::Game(runs)].map(in_place);
    assert_eq!(shown, expected, "the other is known to be over");
    let buttons = cup.hall.buttons(Subject::Game(runs));
    assert!(buttons.iter().any(|label| label == "Abort"), "{buttons:?}");
    let white = cup.game(runs).seats.white.person().unwrap().name.clone();
    cup.hall.act(&white, Command::Vacation(Some(2)));
    let clock = cup.game(runs).clock.unwrap();
    assert!(clock.since.0 > cup.hall.now, "it is paused");
    let before = cup.record();
    cup.hall.act(&white, Command::Abort(runs));
    let game = cup.game(runs);
    assert_eq!(game.result.unwrap().end, End::Abandonment);
    assert_eq!(game.counted.unwrap().ratings, None);
    assert_eq!(cup.record(), before, "it is over");
    assert_eq!(cup.hall.app.check_ratings().unwrap().differing, 0);
}

#[test]
fn nothing_starts_while_a_tournament_cannot_be_shown() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    let moment = cup.hall.moment();
    cup.hall.app.note_lost(cup.id, moment).unwrap();
    cup.play_round();
    assert!(matches!(cup.record().stage, Stage::Between(_)));
    assert!(cup.pass(Span::hours(3)).is_empty());
    assert_eq!(cup.record().rounds, 1);
    assert_eq!(cup.hall.app.next_due().unwrap(), None);
    cup.act("org", TournamentCommand::Resume);
    cup.pass(Span::seconds(1));
    assert_eq!(cup.record().rounds, 2);
    assert_eq!(
        cup.refused("org", TournamentCommand::Resume),
        TournamentRefusal::NotPaused
    );
    // A tournament that has not started does not start at its time either.
    let mut open = Cup::with(SWISS, 4);
    let starts = TournamentCommand::Edit(PlanPart::Starts, Some("30".to_owned()));
    open.act("org", starts);
    let moment = open.hall.moment();
    open.hall.app.note_lost(open.id, moment).unwrap();
    open.pass(Span::hours(1));
    assert_eq!(open.record().stage, Stage::Open);
    open.act("org", TournamentCommand::Resume);
    open.pass(Span::seconds(1));
    assert_eq!(open.record().stage, Stage::Playing);
}

#[test]
fn players_who_have_not_checked_in_are_mentioned_once_shortly_before_the_start() {
    let mut cup = Cup::new(TournamentPlan {
        check_in: true,
        ..plan(SWISS)
    });
    let starts = TournamentCommand::Edit(PlanPart::Starts, Some("60".to_owned()));
    cup.act("org", starts);
    for name in ["a", "b", "c"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("b", TournamentCommand::CheckIn);
    assert!(cup.pass(Span::minutes(30)).is_empty());
    let outgoing = cup.pass(Span::minutes(20));
    let about = |about| matches!(about, Subject::Tournament(_));
    assert_eq!(called(&outgoing, about), ["t:a", "t:c"]);
    assert!(cup.message().contains("Please check in: @t:a @t:c"));
    assert!(cup.pass(Span::minutes(2)).is_empty(), "once");
    cup.act("a", TournamentCommand::CheckIn);
    cup.pass(Span::minutes(20));
    assert_eq!(cup.record().stage, Stage::Playing);
    assert_eq!(cup.record().entries.len(), 2);
}

#[test]
fn each_player_is_told_once_that_the_round_starts_in_private_if_they_prefer() {
    let mut cup = Cup::with(SWISS, 4);
    let direct = Command::Change(Setting::Pings, "direct".to_owned());
    for name in ["p1", "p4"] {
        cup.hall.act(name, direct.clone());
    }
    let outgoing = cup.act("org", cup.start()).outgoing;
    assert_eq!(called(&outgoing, |_| true), ["t:p2", "t:p3"]);
    let told = tells(&outgoing);
    let mut names: Vec<_> = told.iter().map(|tell| tell.to.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["t:p1", "t:p4"]);
    for tell in &told {
        assert!(matches!(tell.notice, Notice::RoundBegins { .. }));
        let now = cup.hall.moment().now;
        let words = cup.hall.app.told(tell, now).unwrap().unwrap().card.text;
        assert!(
            words
                .to_string()
                .contains("within 5 minutes, or you'll forfeit"),
            "{words}"
        );
    }
    let message = Cup::with(SWISS, 0).message();
    assert!(message.contains("within 5 minutes or forfeit"), "{message}");
}

#[test]
fn the_finished_games_are_exported_with_their_places_in_the_tournament() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    for board in cup.last_round().boards {
        let game = board.game.unwrap();
        let white = cup.game(game).seats.white.person().unwrap().name.clone();
        cup.hall.act(&white, moving(Which::Id(game), "d5d7"));
        cup.lose(game, Color::White);
    }
    cup.pass(Span::minutes(2));
    let (Answer::Aside(card) | Answer::Secret(card)) =
        cup.act("p1", TournamentCommand::Export).answer
    else {
        panic!("nothing was said");
    };
    let files = card
        .attachments
        .iter()
        .filter_map(|attached| match attached {
            Attachment::File(file) => {
                Some((file.name, String::from_utf8(file.content.clone()).unwrap()))
            }
            _ => None,
        });
    let files: Vec<_> = files.collect();
    let names: Vec<_> = files.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["tournament.trf", "tournament.csv", "games.pgn"]);
    let games = &files[2].1;
    for line in [
        "[Event \"Friday cup\"]",
        "[Round \"1.1\"]",
        "[Round \"1.2\"]",
        "[Result \"0-1\"]",
        "[White \"p",
    ] {
        assert!(games.contains(line), "{line}: {games}");
    }
    assert_eq!(games.matches("[Event ").count(), 2, "the finished games");
}

#[test]
fn games_get_threads_where_the_server_wants_them_but_not_inside_a_thread() {
    for (parent, threads) in [(None, true), (Some(RoomId::new("t:hall")), false)] {
        let mut hall = crate::common::Hall::new();
        hall.context.manages = true;
        let setting = Command::Change(Setting::Threads, "yes".to_owned());
        hall.act("org", setting);
        hall.context.parent = parent;
        let create = TournamentCommand::create(plan(SWISS));
        let handled = hall.act("org", Command::Tournament(None, create));
        hall.context.parent = None;
        let id = handled.outgoing.iter().find_map(|o| match &o.effect {
            Effect::Show(show) => match show.subject {
                Subject::Tournament(id) => Some(id),
                _ => None,
            },
            _ => None,
        });
        let id = id.unwrap();
        let mut cup = Cup { hall, id };
        for name in ["a", "b"] {
            cup.act(name, TournamentCommand::Join);
        }
        cup.act("org", cup.start());
        let game = cup.game(cup.last_round().boards[0].game.unwrap());
        assert_eq!(matches!(game.thread, app::Thread::Wanted { .. }), threads);
        let room = RoomId::new("t:room");
        let server = Some(ServerId::new("t:server"));
        assert_eq!(game.venue, Venue { room, server });
    }
}
