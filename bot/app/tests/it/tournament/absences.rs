//! Absences in a tournament: missed games, players who left, lost channels; and exported files.

use app::effect::{Manner, Subject};
use app::{
    Command, Elimination, End, Format, Notice, PlanPart, RoomId, ServerId, Setting, Span, Stage,
    Thread,
};
use pairing::Seed;
use rules_core::Color;

use crate::common::cup::{
    ARENA, Cup, Do, ROUND_ROBIN, SWISS, Why, add, edit, knockout, plan, plan_with, remove,
    with_check_in,
};
use crate::common::{
    Hall, THREE_DAYS, all_called, assert_says, assert_silent_about, files, looks, mentions, person,
    reply, shows, tells, text_of, venue,
};

#[test]
fn a_player_who_missed_a_game_and_left_the_server_is_withdrawn() {
    let mut cup = Cup::started(SWISS, 4);
    let boards = cup.last_round().boards;
    let black = boards[0].pairing.black;
    cup.white_moves(boards[0].game.unwrap());
    cup.lose(boards[1].game.unwrap(), Color::Black);
    // The other game was played: only the absent player is looked for.
    let asked = looks(&cup.pass(Span::minutes(6)));
    let [(id, look)] = asked.try_into().unwrap();
    let missing = cup.entry_of(black).person().unwrap().id.clone();
    assert_eq!(look.people, [missing]);
    assert_eq!(look.server, ServerId::new("t:server"));
    // A player who is still there stays.
    cup.note_gone(&id, &look, false);
    assert!(!cup.entry_of(black).withdrawn);
    // A repetition is harmless.
    for _ in 0..2 {
        cup.note_gone(&id, &look, true);
        assert!(cup.entry_of(black).withdrawn);
    }
    let audit = cup.audit();
    assert_eq!(audit.matches("after leaving the server").count(), 1);
    cup.pass(Span::minutes(2));
    assert!(!cup.is_paired(black));
}

/// One player never comes, with either color; everyone else plays.
fn miss(cup: &mut Cup, absent: &str) {
    for board in cup.last_round().boards {
        let (Some(game), None) = (board.game, board.pairing.result) else {
            continue;
        };
        let [white, black] = Color::ALL.map(|color| cup.name(game, color));
        if black == absent {
            cup.white_moves(game);
        } else if white != absent {
            cup.lose(game, Color::White);
        }
    }
    cup.pass(Span::minutes(6));
}

#[test]
fn a_removed_player_comes_back_only_through_the_organizer() {
    for format in [SWISS, ARENA] {
        let mut cup = Cup::started(format, 4);
        let add: fn(&Cup) -> _ = |_| add("p1");
        for back in [Cup::undo, add] {
            cup.organize(remove("p1"));
            cup.assert_refused("p1", Do::Join, Why::Removed);
            cup.organize(back(&cup));
            assert!(!cup.entry("p1").withdrawn);
            // A player who leaves on their own can rejoin.
            cup.leave("p1");
            cup.join("p1");
        }
        cup.organize(remove("p1"));
        cup.organize(add(&cup));
        cup.undo_now();
        assert!(cup.entry("p1").withdrawn);
        cup.assert_refused("p1", Do::Join, Why::Removed);
    }
}

#[test]
fn players_are_readmitted_to_a_round_robin_but_no_one_new_is_added() {
    for format in [ROUND_ROBIN, knockout(Elimination::Single)] {
        let mut cup = Cup::started(format, 4);
        cup.organize(remove("p1"));
        cup.organize(add("p1"));
        assert!(!cup.entry("p1").withdrawn);
        cup.leave("p2");
        for (who, command) in [("p2", Do::Join), ("org", add("zoe"))] {
            cup.assert_refused(who, command, Why::Begun);
        }
    }
}

#[test]
fn two_missed_games_withdraw_a_player_until_a_replay_or_the_organizer() {
    let mut cup = Cup::started(Format::Swiss { rounds: 5 }, 6);
    let seed = Seed::from_index(5);
    let absence = |cup: &Cup| {
        let entry = cup.entry_of(seed);
        (entry.no_shows, entry.withdrawn)
    };
    miss(&mut cup, "p6");
    cup.leave("p6");
    cup.join("p6");
    assert_eq!(absence(&cup), (1, false), "it is still missed");
    cup.pass(Span::minutes(2));
    cup.organize(Do::Pause);
    miss(&mut cup, "p6");
    assert_eq!(absence(&cup), (2, true));
    cup.assert_refused("p6", Do::Join, Why::Absent);
    let boards = cup.last_round().boards;
    let missed = boards.iter().find(|b| b.pairing.color_of(seed).is_some());
    cup.organize(cup.replay(missed.unwrap().game.unwrap()));
    assert_eq!(absence(&cup), (1, false));
    cup.assert_audited(&["p6 withdrawn after missing two games", "p6 back in"]);
    miss(&mut cup, "p6");
    assert_eq!(absence(&cup), (2, true));
    cup.organize(Do::Resume);
    cup.pass(Span::minutes(2));
    assert_eq!(cup.record().rounds, 3);
    assert!(!cup.is_paired(seed));
    cup.admit("p6");
    assert_eq!(absence(&cup), (0, false));
}

#[test]
fn an_undone_substitution_leaves_everything_as_it_was() {
    let mut cup = Cup::started(SWISS, 4);
    cup.leave("p1");
    cup.organize(remove("p2"));
    let before = cup.record().entries;
    for out in ["p1", "p2", "p3"] {
        cup.substitute(out, "zoe");
        cup.leave("zoe");
        cup.undo_now();
        assert_eq!(cup.record().entries, before);
    }
}

#[test]
fn a_substitute_takes_over_neither_a_missed_game_nor_a_bye() {
    for format in [ARENA, Format::Swiss { rounds: 5 }] {
        let mut cup = Cup::started(format, 2);
        let absent = cup.name(cup.games()[0], Color::White);
        cup.substitute(&absent, "zoe");
        cup.pass(Span::minutes(6));
        assert!(cup.round(1).is_finished());
        let zoe = cup.entry("zoe");
        assert_eq!((zoe.withdrawn, zoe.no_shows), (false, 0), "{format:?}");
    }
    let mut cup = Cup::new(with_check_in());
    cup.enter(["a", "b", "c"]);
    let marks = |cup: &Cup, name: &str| {
        let entry = cup.entry(name);
        (entry.checked_in, entry.sits_out)
    };
    for command in [Do::CheckIn, Do::SitOut] {
        cup.act("a", command);
    }
    cup.substitute("a", "zoe");
    assert_eq!(marks(&cup, "zoe"), (false, false));
    cup.undo_now();
    assert_eq!(marks(&cup, "a"), (true, true));
}

#[test]
fn a_tournament_whose_channel_is_gone_continues_elsewhere() {
    let mut cup = Cup::started(SWISS, 4);
    let [over, runs] = cup.games().try_into().unwrap();
    cup.lose(over, Color::Black);
    let [tell] = tells(&cup.note_lost()).try_into().unwrap();
    assert_eq!(tell.to, person("org").id);
    let words = cup.hall.told(&tell).unwrap();
    assert_says(&words.card.text, "/tournament manage");
    assert!(words.room.is_none());
    assert!(cup.note_lost().is_empty());
    // Elsewhere, with the game in progress.
    let resume = Command::Tournament(Some(cup.id), Do::Resume);
    let refused = cup.hall.ask("p1", "other", resume.clone());
    assert!(refused.is_err(), "only the organizer moves it");
    let handled = cup.hall.ask("org", "other", resume).unwrap();
    let elsewhere = RoomId::new("t:other");
    assert_eq!(cup.record().venue.room, elsewhere);
    assert_eq!(cup.game(runs).venue.room, elsewhere);
    assert_ne!(cup.game(over).venue.room, elsewhere);
    let mover = person(&cup.name(runs, Color::White)).id;
    let boards = shows(&handled.outgoing).filter(|show| show.subject.board().is_some());
    let called: Vec<_> = boards.filter_map(mentions).flatten().collect();
    assert_eq!(called, [mover.as_str()]);
    assert!(cup.hall.told(&tell).is_none(), "it continues");
    cup.assert_audited(&["moved to another channel"]);
    cup.play_to_the_end();
    assert_eq!(cup.record().rounds, 3);
}

#[test]
fn games_of_a_canceled_tournament_can_be_aborted_or_paused() {
    let daily = plan_with(SWISS, |plan| (plan.time, plan.rated) = (THREE_DAYS, true));
    let mut cup = Cup::begun(daily, ["a", "b", "c", "d"]);
    let [over, runs] = cup.games().try_into().unwrap();
    cup.lose(over, Color::Black);
    let outgoing = cup.organize(Do::Cancel).outgoing;
    let shown: Vec<_> = shows(&outgoing).collect();
    let subjects: Vec<_> = shown.iter().map(|show| show.subject).collect();
    // The other game is known to be over.
    assert_eq!(subjects, [Subject::Tournament(cup.id), Subject::Game(runs)]);
    assert_eq!(shown[1].manner, Manner::InPlace);
    assert_eq!(all_called(&outgoing), ["t:a", "t:b", "t:c", "t:d"]);
    assert!(cup.hall.has_button(Subject::Game(runs), "Abort"));
    let white = cup.name(runs, Color::White);
    cup.hall.act(&white, Command::Vacation(Some(2)));
    let clock = cup.game(runs).clock.unwrap();
    assert!(clock.since.0 > cup.hall.now, "it is paused");
    let before = cup.record();
    cup.hall.act(&white, Command::Abort(runs));
    let game = cup.game(runs);
    assert_eq!(game.result.unwrap().end, End::Abandonment);
    assert_eq!(game.counted.unwrap().ratings, None);
    assert_eq!(cup.record(), before, "it is over");
    cup.hall.assert_ratings_hold();
}

#[test]
fn a_vacation_pauses_a_game_once_its_tournament_is_canceled() {
    let daily = plan_with(SWISS, |plan| plan.time = THREE_DAYS);
    let mut cup = Cup::begun(daily, ["a", "b"]);
    let game = cup.games()[0];
    let white = cup.name(game, Color::White);
    cup.hall.act(&white, Command::Vacation(Some(2)));
    let is_paused = |cup: &Cup| cup.game(game).clock.unwrap().since.0 > cup.hall.now;
    assert!(!is_paused(&cup));
    cup.organize(Do::Cancel);
    assert!(is_paused(&cup));
}

#[test]
fn nothing_starts_while_a_tournament_cannot_be_shown() {
    let mut cup = Cup::started(SWISS, 4);
    cup.note_lost();
    cup.play_round();
    assert!(matches!(cup.stage(), Stage::Between(_)));
    assert!(cup.pass(Span::hours(3)).is_empty());
    assert_eq!(cup.record().rounds, 1);
    assert_eq!(cup.hall.app.next_due().unwrap(), None);
    cup.organize(Do::Resume);
    cup.pass(Span::seconds(1));
    assert_eq!(cup.record().rounds, 2);
    cup.assert_refused("org", Do::Resume, Why::NotPaused);
    // A tournament that has not started does not start at its time either.
    let mut open = Cup::with(SWISS, 4);
    open.organize(edit(PlanPart::Starts, "30"));
    open.note_lost();
    open.pass(Span::hours(1));
    assert_eq!(open.stage(), Stage::Open);
    open.organize(Do::Resume);
    open.pass(Span::seconds(1));
    assert_eq!(open.stage(), Stage::Playing);
}

#[test]
fn each_player_is_told_once_that_the_round_starts() {
    let mut cup = Cup::with(SWISS, 4);
    for name in ["p1", "p4"] {
        cup.hall.set(name, Setting::Pings, "direct");
    }
    let outgoing = cup.start_now().outgoing;
    assert_eq!(all_called(&outgoing), ["t:p2", "t:p3"]);
    let told = tells(&outgoing);
    let mut names: Vec<_> = told.iter().map(|tell| tell.to.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["t:p1", "t:p4"]);
    for tell in &told {
        assert!(matches!(tell.notice, Notice::RoundBegins { .. }));
        let words = "within 5 minutes, or you'll forfeit";
        assert_says(cup.hall.told_text(tell), words);
    }
    assert_says(Cup::with(SWISS, 0).message(), "within 5 minutes or forfeit");
    let said = Cup::with(knockout(Elimination::Single), 0).message();
    assert_says(&said, "within 5 minutes or lose the match.");
    assert_silent_about(&said, "Two forfeits");
}

#[test]
fn anyone_exports_tables_and_finished_games_which_are_named_if_attached() {
    let mut cup = Cup::started(SWISS, 4);
    let export = |cup: &mut Cup| reply(cup.act("eve", Do::Export));
    let tables = export(&mut cup);
    assert_says(&tables.text, "(TRF) and");
    assert_silent_about(&tables.text, "PGN");
    assert_eq!(tables.attachments.len(), 2);
    for game in cup.games() {
        cup.white_moves(game);
        cup.lose(game, Color::White);
    }
    cup.pass(Span::minutes(2));
    let all = export(&mut cup);
    let words = all.text.to_string();
    let ending = "(CSV) and the finished games (PGN).";
    assert!(words.ends_with(ending), "{words}");
    let files = files(&all);
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
        assert_says(games, line);
    }
    assert_eq!(games.matches("[Event ").count(), 2, "the finished games");
}

#[test]
fn games_get_threads_where_the_server_wants_them() {
    for (parent, threads) in [(None, true), (Some(RoomId::new("t:hall")), false)] {
        let mut hall = Hall::new();
        hall.set("org", Setting::Threads, "yes");
        hall.context.parent = parent;
        let mut cup = Cup::create(hall, plan(SWISS));
        cup.enter(["a", "b"]);
        cup.start_now();
        let game = cup.game(cup.games()[0]);
        let wanted = matches!(game.thread, Thread::Wanted { .. });
        assert_eq!(wanted, threads, "no thread inside another");
        assert_eq!(game.venue, venue("t:room", Some("t:server")));
    }
}

#[test]
fn without_a_code_players_mean_the_tournament_they_play_in() {
    let cup = Cup::started(SWISS, 4);
    let mut newer = Cup::create(cup.hall, plan(ARENA));
    let mine = || Command::Tournament(None, Do::Mine);
    let said = text_of(&newer.hall.act("p1", mine()));
    newer.join("p1");
    let newest = text_of(&newer.hall.act("p1", mine()));
    assert_ne!(said, newest, "the newest of theirs");
    newer.hall.act("p1", Command::Tournament(None, Do::Leave));
    assert_eq!(said, text_of(&newer.hall.act("p1", mine())));
}
