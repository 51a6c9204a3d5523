//! `delos puzzles`: prints each puzzle's answers, votes and fitted rating from an export, or the games to mine new ones from.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use app::{End, GameRecord, GameResult, PuzzleFigures, Record, Seat};
use progress::Progress;
use rules_core::Color;

use super::backup;
use crate::error::{Error, Result};

/// Prints the answers to each puzzle in a file of `delos export` or `backup`, and the rating that fits them.
pub fn print(file: &Path, out: &mut dyn Write) -> Result<()> {
    let mut figures = PuzzleFigures::default();
    for_each(file, |record| {
        if let Record::Person(person) = record {
            figures.add(&person);
        }
    })?;
    Ok(write!(out, "{figures}")?)
}

/// Prints the finished games in such a file whose players both let puzzles be made from them: `variant | FEN | moves`.
pub fn print_games(file: &Path, out: &mut dyn Write) -> Result<()> {
    let mut willing = HashSet::new();
    for_each(file, |record| {
        if let Record::Person(person) = record
            && person.preferences.puzzles == Some(true)
            && person.erasing.is_none()
        {
            willing.insert(person.person.id);
        }
    })?;
    let counts = |game: &GameRecord| {
        let is_over = |result: GameResult| result.end != End::Abandonment;
        !game.annulled && !game.moves.is_empty() && game.result.is_some_and(is_over)
    };
    let agrees = |seat: &Seat| {
        let person = seat.person();
        person.is_some_and(|person| willing.contains(&person.id))
    };
    let mut lines = Vec::new();
    for_each(file, |record| {
        if let Record::Game(game) = record
            && counts(&game)
            && Color::ALL.iter().all(|&color| agrees(&game.seats[color]))
        {
            let start = game.start.unwrap_or_else(|| game.variant.start().fen());
            let (variant, moves) = (game.variant.id(), game.moves.join(" "));
            lines.push(format!("{variant} | {start} | {moves}"));
        }
    })?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn for_each(file: &Path, mut take: impl FnMut(Record)) -> Result<()> {
    let progress = Progress::new("puzzles");
    let mut input = backup::open(file, 1, &progress)?;
    let read = store::records(&mut input, |record| {
        take(record);
        Ok(())
    });
    read.map_err(Error::Import)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use app::store::{Batch, Store as _, Write};
    use app::{GameId, Level, Person, PersonRecord, PlayerId, Timestamp, Venue};
    use rules_core::{ByColor, Game, Variant};
    use store::{Database as _, ExportScope, SledStore};

    use super::*;

    /// A finished game of one move between Ann and Bob, whether each agreed to puzzles, and what is different.
    fn game(
        number: u64,
        agree: [Option<bool>; 2],
        change: fn(&mut GameRecord, &mut PersonRecord),
    ) -> Vec<Write> {
        let person = |name: &str| {
            let id = PlayerId::new(format!("t:{name}{number}"));
            PersonRecord::new(Person::new(id, name))
        };
        let mut people = ["ann", "bob"].map(person);
        for (person, agrees) in people.iter_mut().zip(agree) {
            person.preferences.puzzles = agrees;
        }
        let [white, black] = people.clone().map(|person| Seat::Person(person.person));
        let id = GameId::draw(number, 0);
        let venue = Venue::on_server("t:room", "t:server");
        let seats = ByColor { white, black };
        let mut game = GameRecord::new(id, Variant::Leto, seats, venue, Timestamp(0));
        game.moves = vec![first_move(&Game::new(Variant::Leto))];
        game.result = Some(GameResult {
            winner: None,
            end: End::Agreement,
            at: Timestamp(0),
        });
        change(&mut game, &mut people[0]);
        let people = people.into_iter().map(|person| Write::new(0, person));
        people.chain([Write::new(0, game)]).collect()
    }

    fn first_move(game: &Game) -> String {
        let shape = game.variant().shape();
        game.legal_moves()[0].uci(shape).to_string()
    }

    /// Makes an export of a store with these records.
    fn export(folder: &Path, writes: Vec<Write>) -> PathBuf {
        let store = SledStore::open(&folder.join("data")).expect("opens");
        let batch = Batch {
            writes,
            ..Batch::default()
        };
        store.commit(batch).expect("stored");
        let export = folder.join("export");
        let mut file = std::fs::File::create(&export).expect("made");
        let exported = store.export(ExportScope::Records, &mut file);
        exported.expect("written");
        export
    }

    #[test]
    fn games_of_people_who_both_agreed_are_printed_without_names() {
        let folder = tempfile::tempdir().expect("made");
        let (yes, no) = (Some(true), Some(false));
        let games = [
            game(1, [yes, yes], |_, _| ()),
            game(2, [yes, yes], |game, _| {
                let begun = game.replay().expect("legal");
                game.start = Some(begun.position().fen());
                game.moves = vec![first_move(&begun)];
            }),
            game(3, [yes, None], |_, _| ()),
            game(4, [no, yes], |_, _| ()),
            game(5, [yes, yes], |game, _| game.result = None),
            game(6, [yes, yes], |game, _| game.annulled = true),
            game(7, [yes, yes], |game, _| game.moves.clear()),
            game(8, [yes, yes], |game, _| {
                game.result.as_mut().expect("over").end = End::Abandonment;
            }),
            game(9, [yes, yes], |game, _| {
                game.seats.black = Seat::Engine(Level::LOWEST);
            }),
            game(10, [yes, yes], |_, ann| ann.erasing = Some(Timestamp(0))),
        ];
        let export = export(folder.path(), games.concat());
        let mut out = Vec::new();
        print_games(&export, &mut out).expect("readable");
        let said = String::from_utf8(out).expect("text");
        let start = |line: &str| {
            let parts: Vec<_> = line.split(" | ").collect();
            let ["leto", start, moves] = parts[..] else {
                panic!("{line}");
            };
            let game = Game::replay(Variant::Leto, Some(start), moves.split(' '));
            assert_eq!(game.expect("legal").ply(), 1);
            start.to_owned()
        };
        let mut game = Game::new(Variant::Leto);
        let first = game.position().fen();
        game.play(game.legal_moves()[0]).expect("legal");
        let starts: HashSet<_> = said.lines().map(start).collect();
        assert_eq!(starts, HashSet::from([first, game.position().fen()]));
    }

    #[test]
    fn figures_come_from_an_export_alone() {
        let folder = tempfile::tempdir().expect("made");
        let export = export(folder.path(), Vec::new());
        let other = folder.path().join("other");
        let mut out = Vec::new();
        print(&export, &mut out).expect("readable");
        let said = String::from_utf8(out).expect("text");
        assert_eq!(said.lines().count(), 1, "no answers");
        std::fs::write(&other, "no export").expect("written");
        let refused = print(&other, &mut Vec::new());
        assert!(matches!(refused, Err(Error::Import(_))), "{refused:?}");
    }
}
