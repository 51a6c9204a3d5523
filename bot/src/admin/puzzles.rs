//! `delos puzzles`: what an export tells of the puzzles, and the games in it that new ones can be mined from.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use app::{PuzzleFigures, Record, Seat};
use progress::Progress;
use rules_core::Color;

use super::backup::{self, DataError};

/// Prints the answers to each puzzle in a file of `delos export` or `backup`, and the rating that fits them.
pub fn print(file: &Path, out: &mut dyn Write) -> Result<(), DataError> {
    let mut figures = PuzzleFigures::default();
    for_each(file, |record| {
        if let Record::Person(person) = record {
            figures.add(&person);
        }
    })?;
    Ok(write!(out, "{figures}")?)
}

/// Prints the finished games in such a file whose players both let puzzles be made from them: `variant | FEN | moves`.
pub fn print_games(file: &Path, out: &mut dyn Write) -> Result<(), DataError> {
    let mut willing = HashSet::new();
    for_each(file, |record| {
        if let Record::Person(person) = record
            && person.preferences.puzzles == Some(true)
        {
            willing.insert(person.person.id);
        }
    })?;
    let agrees = |seat: &Seat| {
        let person = seat.person();
        person.is_some_and(|person| willing.contains(&person.id))
    };
    let mut lines = Vec::new();
    for_each(file, |record| {
        if let Record::Game(game) = record
            && game.result.is_some()
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

fn for_each(file: &Path, mut take: impl FnMut(Record)) -> Result<(), DataError> {
    let progress = Progress::new("puzzles");
    let mut input = backup::open(file, 1, &progress)?;
    let read = store::records(&mut input, |record| {
        take(record);
        Ok(())
    });
    read.map_err(DataError::Import)
}

#[cfg(test)]
mod tests {
    use app::store::{Batch, Store as _, Write};
    use app::{
        End, GameId, GameRecord, GameResult, Person, PersonRecord, PlayerId, Timestamp, Venue,
    };
    use rules_core::{ByColor, Variant};
    use store::{Database as _, ExportScope, SledStore};

    use super::*;

    /// A game without moves between two people, and whether each agreed to puzzles.
    fn game(number: u64, over: bool, players: [(&str, Option<bool>); 2]) -> Vec<Write> {
        let person = |(name, agrees): (&str, Option<bool>)| {
            let mut person = PersonRecord::new(Person::new(
                PlayerId::new(format!("t:{name}{number}")),
                name,
            ));
            person.preferences.puzzles = agrees;
            person
        };
        let people = players.map(person);
        let [white, black] = people.clone().map(|person| Seat::Person(person.person));
        let id = GameId::draw(number, 0);
        let venue = Venue::on_server("t:room", "t:server");
        let seats = ByColor { white, black };
        let mut game = GameRecord::new(id, Variant::Leto, seats, venue, Timestamp(0));
        game.moves = vec![format!("move{number}")];
        game.result = over.then_some(GameResult {
            winner: None,
            end: End::Agreement,
            at: Timestamp(0),
        });
        let people = people.into_iter().map(|person| Write::new(0, person));
        people.chain([Write::new(0, game)]).collect()
    }

    #[test]
    fn games_of_people_who_both_agreed_are_printed_without_names() {
        let folder = tempfile::tempdir().expect("made");
        let store = SledStore::open(&folder.path().join("data")).expect("opens");
        let (yes, no) = (Some(true), Some(false));
        let games = [
            game(1, true, [("ann", yes), ("bob", yes)]),
            game(2, true, [("ann", yes), ("bob", None)]),
            game(3, true, [("ann", no), ("bob", yes)]),
            game(4, false, [("ann", yes), ("bob", yes)]),
        ];
        let writes = games.concat();
        let batch = Batch {
            writes,
            ..Batch::default()
        };
        store.commit(batch).expect("stored");
        let export = folder.path().join("export");
        let mut file = std::fs::File::create(&export).expect("made");
        store
            .export(ExportScope::Records, &mut file)
            .expect("written");
        let mut out = Vec::new();
        print_games(&export, &mut out).expect("readable");
        let start = Variant::Leto.start().fen();
        let said = String::from_utf8(out).expect("text");
        assert_eq!(said, format!("leto | {start} | move1\n"));
    }

    #[test]
    fn figures_come_from_an_export_alone() {
        let folder = tempfile::tempdir().expect("made");
        let [export, other] = ["export", "other"].map(|name| folder.path().join(name));
        let store = SledStore::open(&folder.path().join("data")).expect("opens");
        let mut file = std::fs::File::create(&export).expect("made");
        store
            .export(ExportScope::Records, &mut file)
            .expect("written");
        let mut out = Vec::new();
        print(&export, &mut out).expect("readable");
        let said = String::from_utf8(out).expect("text");
        assert_eq!(said.lines().count(), 1, "no answers");
        std::fs::write(&other, "no export").expect("written");
        let refused = print(&other, &mut Vec::new());
        assert!(matches!(refused, Err(DataError::Import(_))), "{refused:?}");
    }
}
