//! A tournament as files for other programs: a TRF report, a CSV table, and its games in PGN.

use pairing::export::{csv, pgn, trf};
use pairing::{Crosstable, History, arena, ranks, standings};
use text::{Text, list, msg};

use crate::context::{Reader, Result};
use crate::game::active_game::replayed;
use crate::game::message::score;
use crate::model::{Format, RoundRecord, TournamentRecord};
use crate::protocol::{Attachment, Card, File};
use crate::tournament::progress::history_of;

/// Maximum number of bytes of attached games: less than Discord takes in one message.
const MAX_PGN_BYTES: usize = 7 << 20;

pub(crate) fn export_files(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    rounds: &[RoundRecord],
) -> Result<Card> {
    let history = history_of(record, rounds)?;
    let lines = standings(&history, &record.ranking);
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
            ranks: &ranks(&lines),
        };
        let report = trf::write(&history, &heading);
        let table = Crosstable::new(&history, lines);
        (report, csv::write(&history, &table, &record.ranking))
    };
    let (games, is_cut) = scores(reader, record, rounds, &history)?;
    let mut files = vec![
        (
            "tournament.trf",
            msg!("export-report"),
            msg!("export-trf"),
            report,
        ),
        (
            "tournament.csv",
            msg!("export-standings"),
            msg!("export-csv"),
            csv,
        ),
        (
            "games.pgn",
            msg!("game-pgn-file"),
            msg!("export-pgn"),
            games,
        ),
    ];
    files.retain(|(.., content)| !content.is_empty());
    let kinds = list::and(files.iter().map(|(_, _, kind, _)| kind.clone().into()));
    let mut words = Text::from(msg!("export-files", files = kinds));
    if is_cut {
        words = words.then(" ").then(msg!("export-incomplete"));
    }
    let files = files.into_iter().map(|(name, about, _, content)| {
        Attachment::File(File {
            name,
            about: about.into(),
            content: content.into_bytes(),
        })
    });
    Ok(Card {
        attachments: files.collect(),
        ..Card::words(words)
    })
}

/// The games in PGN, with the annulled ones, since they were played. Returns also whether some did not fit.
fn scores(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    history: &History,
) -> Result<(String, bool)> {
    let mut text = String::new();
    for round in rounds {
        for (board, number) in round.boards.iter().zip(1..) {
            let Some(id) = board.game else { continue };
            let game = reader.game(id)?.value;
            let Some(result) = game.result.filter(|_| game.ply() > 0) else {
                continue;
            };
            let more = pgn::tags(history, round.id.number, number, &board.pairing);
            let position = replayed(&game)?;
            let score = score(&game, &result, &position, &record.plan.name, &more);
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
