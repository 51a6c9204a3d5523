//! A tournament as files for other programs: a TRF report, a CSV table, and its games in PGN.

use pairing::export::{csv, pgn_tags, trf};
use pairing::{History, arena, ranks, standings};
use text::{Message, Text, list, msg};

use crate::context::{Reader, Result};
use crate::game::active_game::replayed;
use crate::game::message::score;
use crate::model::{Format, TournamentRecord};
use crate::protocol::{Attachment, Card, File};
use crate::tournament::progress::Course;

/// Maximum number of bytes of attached games: less than Discord takes in one message.
const MAX_PGN_BYTES: usize = 7 << 20;

pub(crate) fn export_files(reader: &Reader<'_>, course: Course<'_>) -> Result<Card> {
    let Course { record, rounds } = course;
    let history = course.history()?;
    let (kind, planned) = match record.plan.format {
        Format::Swiss { rounds } => ("Individual: Swiss-System", usize::from(rounds)),
        Format::RoundRobin(_) => ("Individual: Round-Robin", rounds.len()),
        Format::Knockout { .. } => ("Individual: Knock-out", rounds.len()),
        Format::Arena { .. } => ("Individual: Arena", rounds.len()),
    };
    // TRF has rounds; an arena does not.
    let (report, csv) = if let Format::Arena { .. } = record.plan.format {
        (String::new(), arena_table(record))
    } else {
        let heading = trf::Heading {
            name: &record.plan.name,
            kind,
            rounds: planned,
            initial: record.initial,
            ranks: &ranks(&standings(&history, &record.ranking)),
        };
        let report = trf::write(&history, &heading);
        (report, csv::write(&history, &record.ranking))
    };
    let (games, is_cut) = scores(reader, course, &history)?;
    let file = |name, about: Message, content: String| File {
        name,
        about: about.into(),
        content: content.into_bytes(),
    };
    let report = file("tournament.trf", msg!("export-report"), report);
    let csv = file("tournament.csv", msg!("export-standings"), csv);
    let games = file("games.pgn", msg!("game-pgn-file"), games);
    let kinds = [msg!("export-trf"), msg!("export-csv"), msg!("export-pgn")];
    let files = kinds.into_iter().zip([report, csv, games]);
    let (kinds, files): (Vec<Text>, Vec<Attachment>) = files
        .filter(|(_, file)| !file.content.is_empty())
        .map(|(kind, file)| (kind.into(), Attachment::File(file)))
        .unzip();
    let mut words = Text::from(msg!("export-files", files = list::and(kinds)));
    if is_cut {
        words = words.then(" ").then(msg!("export-incomplete"));
    }
    Ok(Card {
        attachments: files,
        ..Card::words(words)
    })
}

/// The games in PGN, with the annulled ones, since they were played. Returns also whether some did not fit.
fn scores(reader: &Reader<'_>, course: Course<'_>, history: &History) -> Result<(String, bool)> {
    let mut text = String::new();
    for round in course.rounds {
        for (board, number) in round.boards.iter().zip(1..) {
            let Some(id) = board.game else { continue };
            let game = reader.game(id)?.value;
            let Some(result) = game.result.filter(|_| game.ply() > 0) else {
                continue;
            };
            let more = pgn_tags(history, round.id.number, number, &board.pairing);
            let position = replayed(&game)?;
            let score = score(&game, &result, &position, &course.record.plan.name, &more);
            if text.len() + score.len() > MAX_PGN_BYTES {
                return Ok((text, true));
            }
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&score);
        }
    }
    Ok((text, false))
}

/// The standings of an arena in CSV.
fn arena_table(record: &TournamentRecord) -> String {
    let mut text = csv::line(&["Rank", "Name", "Points", "Games"].map(str::to_owned));
    for (rank, seed) in arena::standings(&record.arena_cards()) {
        if let Some(entry) = record.entry(seed) {
            let card = entry.arena;
            text += &csv::line(&[
                rank.to_string(),
                entry.seat.name(),
                card.points.to_string(),
                card.games.to_string(),
            ]);
        }
    }
    text
}
