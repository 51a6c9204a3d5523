//! Invariants of a tournament, after each stop of the program and at its end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use app::attachment::Attachment;
use app::card::Card;
use app::effect::Answer;
use app::store::Key;
use app::{
    App, Command, GameId, GameRecord, Limits, Moment, Person, PlayerId, Request, RoundId,
    RoundRecord, Stage, Timestamp, TournamentCommand, TournamentRecord, TournamentView,
};
use rules_core::Color;
use store::Database;

use crate::invariants::shown;
use crate::tournament::{NAME, ScriptedTournament, Seen};
use crate::tournament_game::TournamentGame;

/// Asserts that the entries, rounds and moves that were shown are stored.
pub(crate) fn assert_nothing_lost(store: &dyn Database, cup: &ScriptedTournament) {
    let Some(id) = cup.id else { return };
    let record: TournamentRecord = shown(store, &Key::Tournament(id));
    assert!(record.entries.len() >= cup.entered(), "an entry is lost");
    assert!(record.rounds >= cup.round, "round {} is lost", cup.round);
    for (id, scripted) in &cup.games {
        let game: GameRecord = shown(store, &Key::Game(*id));
        let has_moves = game.moves.len() >= scripted.ply;
        assert!(has_moves, "game {id}: a move is lost");
        let has_result = !scripted.over || game.result.is_some();
        assert!(has_result, "game {id}: its result is lost");
    }
}

/// Returns the state that must not depend on disruptions: the pairings and results of each round, and the standings, by name.
/// Leaves out colors, because the first ones are random.
pub(crate) fn state(store: Arc<dyn Database>, cup: &ScriptedTournament, log: &str) -> String {
    let id = cup.id.unwrap();
    let record: TournamentRecord = shown(&*store, &Key::Tournament(id));
    let is_finished = matches!(record.stage, Stage::Finished(_));
    assert!(is_finished, "{:?}", record.stage);
    let mut state = String::new();
    let mut games = BTreeSet::new();
    for number in 1..=record.rounds {
        let id = RoundId {
            tournament: id,
            number,
        };
        let round: RoundRecord = shown(&*store, &Key::Round(id));
        games.extend(round.boards.iter().filter_map(|board| board.game));
        writeln!(state, "round {number}").unwrap();
        for line in pairs(&record, &round) {
            writeln!(state, "{line}").unwrap();
        }
    }
    assert_posted_once(cup, &games, &record, log);
    state + table(store, cup, &record).as_str()
}

/// Returns a round's pairings, sorted by name. Every entrant has a pairing or a bye.
fn pairs(record: &TournamentRecord, round: &RoundRecord) -> BTreeSet<String> {
    let name = |seed| record.entry(seed).unwrap().person().unwrap().name.clone();
    let mut placed = BTreeSet::new();
    let mut lines = BTreeSet::new();
    for board in &round.boards {
        let result = board.pairing.result.unwrap();
        let mut sides = Color::ALL.map(|color| {
            (
                name(board.pairing.seed(color)),
                result.points(color).to_string(),
            )
        });
        sides.sort();
        placed.extend(sides.iter().map(|(name, _)| name.clone()));
        lines.insert(format!("{sides:?}"));
    }
    for (seed, bye) in &round.byes {
        placed.insert(name(*seed));
        lines.insert(format!("{} {bye:?}", name(*seed)));
    }
    assert_eq!(placed.len(), record.entries.len(), "an entrant is left out");
    lines
}

/// Asserts that each game's messages were posted once and mentioned both players once, at its start. The tournament must have
/// one message each for its announcement, for each round and for its end.
fn assert_posted_once(
    cup: &ScriptedTournament,
    games: &BTreeSet<GameId>,
    record: &TournamentRecord,
    log: &str,
) {
    let shown: BTreeSet<_> = cup.games.keys().copied().collect();
    assert_eq!(&shown, games, "all games were shown");
    let mut of_games: BTreeMap<GameId, Vec<&Seen>> = BTreeMap::new();
    let mut own = Vec::new();
    let mut offers = BTreeSet::new();
    for seen in cup.seen.values() {
        match seen.game {
            Some(game) => of_games.entry(game).or_default().push(seen),
            None if seen.words.starts_with(&format!("**{NAME}**")) => {
                own.push((&seen.nonce, &seen.words));
            }
            // The notice of an offer.
            None => assert!(offers.insert(&seen.nonce), "{seen:?}"),
        }
    }
    let mut calls: BTreeMap<&str, usize> = BTreeMap::new();
    for (id, scripted) in &cup.games {
        let messages = &of_games[id];
        let posted = messages.len();
        assert_eq!(posted, TournamentGame::MESSAGES, "{id}: {messages:#?}");
        let mut called = messages[0].called.clone();
        called.sort();
        let mut players = scripted.names();
        players.sort_unstable();
        assert_eq!(called, players, "called to game {id}: {messages:#?}");
        for name in scripted.names() {
            *calls.entry(name).or_default() += 1;
        }
    }
    let rounds = usize::from(record.rounds);
    // With an even number of entrants there is no bye.
    if record.entries.len().is_multiple_of(2) {
        assert!(calls.values().all(|calls| *calls == rounds), "{calls:?}");
    }
    let id = record.id.to_string();
    let told = |line: &&str| line.contains(&id) || line.contains("WARN") || line.contains("ERROR");
    let log: Vec<&str> = log.lines().filter(told).collect();
    assert_eq!(own.len(), rounds + 2, "{own:#?}\n{}", log.join("\n"));
}

/// Returns the standings as people see them.
fn table(store: Arc<dyn Database>, cup: &ScriptedTournament, record: &TournamentRecord) -> String {
    let app = App::new(Arc::new(store), Limits::default());
    let mut lines = String::new();
    for page in 0..cup.players.len().div_ceil(32) {
        let view = TournamentCommand::See(TournamentView::Standings, u16::try_from(page).ok());
        let request = Request::new(
            Person::new(PlayerId::new("discord:1"), "visitor"),
            record.venue.clone(),
            Command::Tournament(Some(record.id), view),
        );
        let moment = Moment {
            now: Timestamp(record.touched.0),
            seed: 1,
        };
        let (Answer::Aside(card) | Answer::Secret(card)) =
            app.handle(&request, moment).unwrap().answer
        else {
            panic!("no answer");
        };
        let Card { attachments, .. } = *card;
        let [Attachment::Table(table)] = &attachments[..] else {
            panic!("{attachments:?}");
        };
        for row in &table.rows {
            writeln!(lines, "{} {} {:?}", row.rank, row.name, row.cells).unwrap();
        }
    }
    lines
}
