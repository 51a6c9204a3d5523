//! Tournaments from the announcement to the last round, over a store in memory.

use app::effect::{Answer, Effect, Manner, Subject};
use app::{
    Command, Format, PeopleCommand, RoundRecord, Seat, Span, Stage, TimeControl, Timestamp,
    TournamentCommand, TournamentPlan, TournamentRecord, TournamentRefusal, TournamentView,
};
use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use pairing::{HalfPoints, PairingResult, Seed};
use rules_core::Color;

use crate::common::cup::{Cup, SWISS, plan};
use crate::common::{Hall, moving, person};

fn see(view: TournamentView) -> TournamentCommand {
    TournamentCommand::See(view, None)
}

#[test]
fn a_tournament_is_announced_joined_and_left_by_button() {
    let mut cup = Cup::with(SWISS, 2);
    assert_eq!(
        cup.hall.buttons(Subject::Tournament(cup.id)),
        ["Join", "Leave"]
    );
    let message = cup.message();
    assert!(
        message.contains("Friday cup: Toto40, 10 minutes"),
        "{message}"
    );
    assert!(message.contains("2 of 256 spots taken."), "{message}");
    assert!(message.ends_with("p1, p2"), "{message}");
    assert_eq!(
        cup.refused("p1", TournamentCommand::Join),
        TournamentRefusal::Entered
    );
    cup.act("p1", TournamentCommand::Leave);
    assert!(cup.message().ends_with("\np2"), "{}", cup.message());
    assert_eq!(
        cup.refused("p1", TournamentCommand::Leave),
        TournamentRefusal::NotEntered
    );
    assert_eq!(
        cup.refused("p1", cup.start()),
        TournamentRefusal::NotTheOrganizer
    );
    assert_eq!(cup.refused("org", cup.start()), TournamentRefusal::TooFew);
}

#[test]
fn only_managers_of_the_server_announce() {
    let mut hall = Hall::new();
    let announce = TournamentCommand::create(plan(SWISS));
    let refusal = hall.refused("ann", Command::Tournament(None, announce));
    assert_eq!(refusal, TournamentRefusal::NotTheOrganizer.into());
    let look = TournamentCommand::See(TournamentView::Standings, None);
    let look = Command::Tournament(None, look);
    assert_eq!(hall.refused("ann", look), TournamentRefusal::Unknown.into());
}

#[test]
fn a_plan_without_a_clock_a_name_or_rounds_is_refused() {
    let mut hall = Hall::new();
    hall.context.manages = true;
    let past = TournamentPlan {
        starts: Some(Timestamp(1)),
        ..plan(SWISS)
    };
    let nameless = TournamentPlan {
        name: " \n".to_owned(),
        ..plan(SWISS)
    };
    let timeless = TournamentPlan {
        time: TimeControl::Unlimited,
        ..plan(SWISS)
    };
    for bad in [past, nameless, timeless, plan(Format::Swiss { rounds: 0 })] {
        let announce = TournamentCommand::create(bad);
        let refusal = hall.refused("org", Command::Tournament(None, announce));
        assert!(
            matches!(
                &refusal,
                app::Refusal::Tournament(
                    TournamentRefusal::BadPlan | TournamentRefusal::BadStart(_)
                )
            ),
            "{refusal:?}"
        );
    }
}

#[test]
fn a_round_starts_with_all_its_games_and_everyone_is_mentioned_once() {
    let mut cup = Cup::with(SWISS, 5);
    let handled = cup.act("org", cup.start());
    let mut called: Vec<String> = handled
        .outgoing
        .iter()
        .filter_map(|o| match &o.effect {
            Effect::Show(show) => match &show.manner {
                Manner::Fresh { call } => Some(call.clone()),
                Manner::InPlace => None,
            },
            _ => None,
        })
        .flatten()
        .map(|id| id.to_string())
        .collect();
    called.sort();
    assert_eq!(called, ["t:p1", "t:p2", "t:p3", "t:p4"]);
    let round = cup.last_round();
    assert_eq!((round.boards.len(), round.byes.len()), (2, 1));
    let game = cup.game(round.boards[0].game.unwrap());
    assert_eq!(game.event.unwrap().round, round.id);
    assert!(game.clock.is_some());
    let message = cup.message();
    assert!(message.contains("Round 1"), "{message}");
    assert!(message.contains("p5 has a bye (1 point)."), "{message}");
    assert_eq!(cup.refused("org", cup.start()), TournamentRefusal::Begun);
}

#[test]
fn the_next_round_follows_the_last_game_and_the_last_round_ends_it() {
    let mut cup = Cup::with(SWISS, 8);
    cup.act("org", cup.start());
    let games = cup.games();
    for &game in &games[..3] {
        cup.lose(game, Color::Black);
        assert_eq!(cup.record().stage, Stage::Playing);
    }
    cup.lose(games[3], Color::Black);
    assert!(matches!(cup.record().stage, Stage::Between(_)));
    assert!(
        cup.pass(Span::seconds(1)).is_empty(),
        "the break is not over"
    );
    let outgoing = cup.pass(Span::minutes(2));
    assert_eq!(outgoing.len(), 5, "the message and four boards");
    assert_eq!(cup.record().rounds, 2);
    cup.play_to_the_end();
    assert_eq!(cup.record().rounds, 3);
    let message = cup.message();
    assert!(message.contains(" won with 3 points."), "{message}");
}

#[test]
fn a_player_who_misses_a_game_forfeits_and_the_second_time_is_withdrawn() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    let boards = cup.last_round().boards;
    // Black never answers on the first board; the other game is played.
    let absent = boards[0];
    let white = cup
        .game(absent.game.unwrap())
        .seats
        .white
        .person()
        .unwrap()
        .name
        .clone();
    cup.hall
        .act(&white, moving(app::Which::Id(absent.game.unwrap()), "d5d7"));
    cup.lose(boards[1].game.unwrap(), Color::Black);
    cup.pass(Span::minutes(6));
    let result = cup.last_round().boards[0].pairing.result;
    assert_eq!(
        result,
        Some(PairingResult::Forfeit(pairing::Forfeit::By(Color::Black)))
    );
    let loser = absent.pairing.black;
    assert_eq!(cup.record().entry(loser).unwrap().no_shows, 1);
    // No one comes to the second round.
    cup.pass(Span::minutes(2));
    cup.pass(Span::minutes(6));
    let record = cup.record();
    let entry = record.entry(loser).unwrap();
    let white_again = cup
        .round(2)
        .boards
        .iter()
        .any(|board| board.pairing.white == loser);
    assert_eq!(entry.withdrawn, white_again, "only White's time ran");
}

#[test]
fn a_withdrawn_entrant_is_no_longer_paired_and_a_late_one_is() {
    let mut cup = Cup::with(SWISS, 6);
    cup.act("org", cup.start());
    cup.act("p6", TournamentCommand::Leave);
    cup.act("late", TournamentCommand::Join);
    cup.play_round();
    cup.pass(Span::minutes(2));
    let seeds: Vec<u16> = cup
        .last_round()
        .boards
        .iter()
        .flat_map(|board| [board.pairing.white.number(), board.pairing.black.number()])
        .collect();
    assert!(!seeds.contains(&6), "{seeds:?}");
    assert!(seeds.contains(&7), "{seeds:?}");
}

#[test]
fn a_half_point_bye_is_for_one_round_and_not_for_the_last() {
    let mut cup = Cup::with(SWISS, 5);
    cup.act("org", cup.start());
    cup.act("p1", TournamentCommand::SitOut);
    cup.play_round();
    cup.pass(Span::minutes(2));
    assert_eq!(
        cup.last_round().byes,
        [(Seed::from_index(0), pairing::Bye::HalfPoint)]
    );
    assert_eq!(
        cup.refused("p2", TournamentCommand::SitOut),
        TournamentRefusal::NoHalfPointBye
    );
    cup.play_round();
    cup.pass(Span::minutes(2));
    assert!(
        cup.last_round()
            .boards
            .iter()
            .any(|board| board.pairing.color_of(Seed::from_index(0)).is_some())
    );
}

#[test]
fn half_point_byes_are_refused_if_the_others_cannot_be_paired() {
    let mut cup = Cup::with(SWISS, 3);
    cup.act("org", cup.start());
    let (free, _) = cup.last_round().byes[0];
    let name = cup
        .record()
        .entry(free)
        .unwrap()
        .person()
        .unwrap()
        .name
        .clone();
    cup.act(&name, TournamentCommand::SitOut);
    cup.play_round();
    cup.pass(Span::minutes(2));
    assert_eq!(cup.record().stage, Stage::Playing);
    let round = cup.last_round();
    assert!(round.boards[0].pairing.color_of(free).is_some());
    assert_eq!(round.byes[0].1, pairing::Bye::PairingAllocated);
    let audit = cup.said("org", TournamentCommand::Audit(0));
    assert!(audit.contains("half-point byes refused"), "{audit}");
}

#[test]
fn only_players_who_checked_in_are_paired_and_a_full_tournament_starts() {
    let mut cup = Cup::new(TournamentPlan {
        check_in: true,
        ..plan(SWISS)
    });
    for name in ["a", "b", "c"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.act("a", TournamentCommand::CheckIn);
    cup.act("c", TournamentCommand::CheckIn);
    cup.act("org", cup.start());
    let names: Vec<_> = cup
        .record()
        .entries
        .into_iter()
        .map(|entry| entry.person().unwrap().name.clone())
        .collect();
    assert_eq!(names, ["a", "c"]);
    let mut full = Cup::new(TournamentPlan {
        when_full: true,
        capacity: 2,
        ..plan(SWISS)
    });
    full.act("a", TournamentCommand::Join);
    assert_eq!(full.record().stage, Stage::Open);
    full.act("b", TournamentCommand::Join);
    assert_eq!(full.record().stage, Stage::Playing);
    full.play_round();
    full.pass(Span::minutes(2));
    assert!(
        matches!(full.record().stage, Stage::Finished(_)),
        "two can meet only once"
    );
    assert!(
        full.said("a", TournamentCommand::Audit(0))
            .contains("no further round")
    );
}

#[test]
fn everyone_meets_everyone_in_a_round_robin_and_a_knockout_has_one_winner() {
    let mut table = Cup::with(Format::RoundRobin(Cycles::Single), 5);
    table.act("org", table.start());
    table.play_to_the_end();
    assert_eq!(table.record().rounds, 5);
    for elimination in [Elimination::Single, Elimination::Double] {
        let rules = MatchRules::default();
        let mut cup = Cup::with(Format::Knockout { elimination, rules }, 16);
        cup.act("org", cup.start());
        cup.play_to_the_end();
        let shown = cup
            .hall
            .app
            .show(Subject::Tournament(cup.id))
            .unwrap()
            .unwrap();
        let app::attachment::Attachment::Podium(podium) = &shown.card.attachments[0] else {
            panic!("no podium");
        };
        let places: Vec<_> = podium
            .places
            .iter()
            .map(|place| (place.rank, place.name.as_str()))
            .collect();
        assert_eq!(places[..2], [(1, "p1"), (2, "p2")]);
    }
}

#[test]
fn players_see_their_games_with_the_reason_and_anyone_sees_standings_and_files() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.play_round();
    cup.pass(Span::minutes(2));
    let mine = cup.said("p1", TournamentCommand::Mine);
    assert!(mine.contains("1. ") && mine.contains("won"), "{mine}");
    assert!(mine.contains("You both had 1 point."), "{mine}");
    assert_eq!(
        cup.refused("eve", TournamentCommand::Mine),
        TournamentRefusal::NotEntered
    );
    let standings = cup.said("eve", see(TournamentView::Standings));
    assert_eq!(standings, "Friday cup: standings in round 2");
    assert!(
        cup.said("eve", see(TournamentView::Pairings))
            .contains("Round 2 of 3: 0 of 2 games finished.")
    );
    let (Answer::Aside(card) | Answer::Secret(card)) =
        cup.act("eve", TournamentCommand::Export).answer
    else {
        panic!("nothing was said");
    };
    assert_eq!(card.attachments.len(), 2);
}

#[test]
fn a_game_of_a_tournament_is_resigned_and_not_aborted() {
    let mut cup = Cup::with(SWISS, 2);
    cup.act("org", cup.start());
    let game = cup.last_round().boards[0].game.unwrap();
    let buttons = cup.hall.buttons(Subject::Game(game));
    assert!(
        buttons.iter().any(|label| label == "Resign")
            && !buttons.iter().any(|label| label == "Abort"),
        "{buttons:?}"
    );
    for who in ["p1", "p2"] {
        let refusal = cup.hall.refused(who, Command::Abort(game));
        assert_eq!(refusal, app::Refusal::NoAbort(game));
    }
    assert!(cup.game(game).result.is_none());
}

/// Deletes a player's data, and performs the pending effects.
fn erase(cup: &mut Cup, who: &str) {
    cup.hall.act(who, Command::People(PeopleCommand::Erase));
    for _ in 0..10 {
        // Pending messages are shown.
        let done = cup.hall.app.store().outgoing(usize::MAX).unwrap();
        let done = done.into_iter().map(|outgoing| outgoing.id).collect();
        let batch = app::store::Batch {
            done,
            ..Default::default()
        };
        cup.hall.app.store().commit(batch).unwrap();
        cup.pass(Span::seconds(1));
    }
}

#[test]
fn a_player_who_deletes_their_data_leaves_a_ghost_in_the_tournament() {
    let mut cup = Cup::with(SWISS, 4);
    cup.act("org", cup.start());
    cup.act("org", TournamentCommand::Remove(Seat::Person(person("p1"))));
    erase(&mut cup, "p1");
    let record = cup.record();
    assert_eq!(record.entries.len(), 4);
    assert!(record.seed_of(&person("p1").id).is_none());
    assert!(record.entries.iter().any(|entry| entry.withdrawn));
    assert!(!cup.said("org", TournamentCommand::Audit(0)).contains("p1"));
    cup.play_to_the_end();
}

#[test]
fn a_player_who_deletes_their_data_before_the_start_is_off_the_list() {
    let mut cup = Cup::with(SWISS, 3);
    erase(&mut cup, "p2");
    let entries = cup.record().entries;
    let names: Vec<_> = entries
        .iter()
        .map(|entry| entry.person().unwrap().name.as_str())
        .collect();
    assert_eq!(names, ["p1", "p3"]);
}

/// A scripted tournament of 64 over nine rounds; with `restarts`, every step is followed by a restart, which loses effects
/// and recovers from the store.
fn scripted(restarts: bool) -> (TournamentRecord, Vec<RoundRecord>, Vec<HalfPoints>) {
    let mut cup = Cup::with(Format::Swiss { rounds: 9 }, 64);
    cup.act("org", cup.start());
    let mut step = 0_u64;
    while !matches!(cup.record().stage, Stage::Finished(_)) {
        if let Stage::Between(_) = cup.record().stage {
            cup.pass(Span::minutes(2));
        }
        for board in cup.last_round().boards {
            let (Some(game), None) = (board.game, board.pairing.result) else {
                continue;
            };
            step += 1;
            // The loser depends on the players alone.
            let sum = u64::from(board.pairing.white.number()) * 7
                + u64::from(board.pairing.black.number()) * 13;
            match sum % 5 {
                0 => {
                    for color in [Color::White, Color::Black] {
                        let name = cup.game(game).seats[color].person().unwrap().name.clone();
                        cup.hall.act(&name, Command::Draw(app::Which::Id(game)));
                    }
                }
                1 | 2 => cup.lose(game, Color::White),
                _ => cup.lose(game, Color::Black),
            }
            if restarts && step % 7 == 3 {
                let now = cup.hall.moment().now;
                cup.hall.app.come_back(now).unwrap();
                let again = cup
                    .hall
                    .app
                    .advance(cup.id, app::Moment { now, seed: step })
                    .unwrap();
                assert!(again.is_empty(), "nothing is done twice");
            }
        }
    }
    let record = cup.record();
    let rounds: Vec<RoundRecord> = (1..=record.rounds)
        .map(|number| cup.round(number))
        .collect();
    let mut history = pairing::History::new(record.entrants()).unwrap();
    for round in &rounds {
        history.add_round(round.round().unwrap()).unwrap();
    }
    let scores = history.scores();
    (record, rounds, scores)
}

#[test]
fn a_swiss_of_64_over_nine_rounds_ends_the_same_however_often_it_is_interrupted() {
    let (calm, calm_rounds, calm_scores) = scripted(false);
    let (record, rounds, scores) = scripted(true);
    assert_eq!(calm.rounds, 9);
    assert_eq!(scores, calm_scores);
    assert_eq!(record.entries, calm.entries);
    let boards = |rounds: Vec<RoundRecord>| {
        rounds
            .into_iter()
            .map(|round| round.boards)
            .collect::<Vec<_>>()
    };
    assert_eq!(boards(rounds), boards(calm_rounds));
}
