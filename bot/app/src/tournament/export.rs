//! A tournament as files for other programs: a TRF report, a CSV table, and its games in PGN.

use pairing::export::{csv, pgn, trf};
use pairing::{Crosstable, History, arena, ranks, standings};
use text::{Text, list, msg};

use crate::context::Reader;
use crate::context::failure::Result;
use crate::game::active_game::replayed;
use crate::game::result_card::score_with;
use crate::model::record::{Format, RoundRecord, TournamentBoard, TournamentRecord};
use crate::protocol::attachment::{Attachment, File};
use crate::protocol::card::Card;
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
    let heading = trf::Heading {
        name: &record.plan.name,
        kind: match record.plan.format {
            Format::Swiss { .. } => "Individual: Swiss-System",
            Format::RoundRobin(_) => "Individual: Round-Robin",
            Format::Knockout { .. } => "Individual: Knock-out",
            Format::Arena { .. } => "Individual: Arena",
        },
        rounds: match record.plan.format {
            Format::Swiss { rounds } => usize::from(rounds),
            _ => rounds.len(),
        },
        initial: record.initial,
        ranks: &ranks(&lines),
    };
    // TRF has rounds; an arena does not.
    let (report, csv) = if let Format::Arena { .. } = record.plan.format {
        (String::new(), arena_table(record))
    } else {
        let report = trf::write(&history, &heading);
        let table = Crosstable::new(&history, lines);
        (report, csv::write(&history, &table, &record.ranking))
    };
    let games = scores(reader, record, rounds, &history)?;
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
            games.text,
        ),
    ];
    files.retain(|(.., content)| !content.is_empty());
    let kinds = list::and(files.iter().map(|(_, _, kind, _)| kind.clone().into()));
    let mut words = Text::from(msg!("export-files", files = kinds));
    if games.is_cut {
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

/// A tournament's games in PGN.
struct Games {
    text: String,
    /// Whether some finished games did not fit.
    is_cut: bool,
}

/// The games in PGN, with the annulled ones, since they were played.
fn scores(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    history: &History,
) -> Result<Games> {
    let mut text = String::new();
    for round in rounds {
        for (board, number) in round.boards.iter().zip(1..) {
            let score = score_of(reader, record, round.id.number, number, board, history)?;
            let Some(score) = score else { continue };
            if text.len() + score.len() > MAX_PGN_BYTES {
                return Ok(Games { text, is_cut: true });
            }
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&score);
        }
    }
    Ok(Games {
        text,
        is_cut: false,
    })
}

/// The game on board `number` of a round in PGN, if it is over and has moves.
fn score_of(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    round: u16,
    number: usize,
    board: &TournamentBoard,
    history: &History,
) -> Result<Option<String>> {
    let Some(id) = board.game else {
        return Ok(None);
    };
    let game = reader.game(id)?.value;
    let Some(result) = game.result.filter(|_| game.ply() > 0) else {
        return Ok(None);
    };
    let event = &record.plan.name;
    let more = pgn::tags(history, round, number, &board.pairing);
    let position = replayed(&game)?;
    Ok(Some(score_with(&game, &result, &position, event, &more)))
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
                card.points.0.to_string(),
                card.games.to_string(),
            ]);
        }
    }
    text
}
