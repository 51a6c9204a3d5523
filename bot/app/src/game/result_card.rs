//! A finished game's message: animation, PGN, rating changes, the review.

use pictures::{Animation, BoardPicture, Graph};
use rules_core::pgn::PgnResult;
use rules_core::{Color, Game, pgn};
use text::msg;

use crate::context::failure::Result;
use crate::context::{Loaded, Reader};
use crate::game::engine_help::{self, Viewer};
use crate::messages;
use crate::model::key::Key;
use crate::model::record::{End, GameRecord, GameResult, ReviewRecord, TournamentRecord};
use crate::protocol::attachment::{Attachment, File};
use crate::protocol::card::Card;

/// Completes the card of a finished game, for everyone or for a viewer alone; its board becomes an animation that ends with it.
pub(crate) fn finish_card(
    reader: &Reader<'_>,
    record: &GameRecord,
    result: &GameResult,
    board: &BoardPicture,
    viewer: Option<Viewer<'_>>,
    card: &mut Card,
) -> Result<()> {
    let game = board.game.clone();
    if game.ply() == 0 {
        return Ok(());
    }
    let review = engine_help::review_for(reader, viewer, record)?;
    let found = review.as_ref().map(|review| {
        let turns = messages::turning_points(record, &game, review);
        messages::accuracy(record, &game, review).line(turns)
    });
    let text = std::mem::take(&mut card.text);
    let ratings = if was_to_be_rated(reader, record, result)? {
        msg!("rating-unchanged-decision").into()
    } else {
        messages::rating_changes(record)
    };
    card.text = text.line(ratings).line(found.unwrap_or_default());
    if let Some(mut still) = card.board.take() {
        still.banner = Some(messages::result_banner(record, result).into());
        let animation = Box::new(Animation::new(still));
        card.attachments.push(Attachment::Animation(animation));
        let graph = review.as_ref().map(|review| graph(record, review, board));
        card.attachments.extend(graph.map(Attachment::Graph));
    }
    card.attachments.push(Attachment::File(File {
        name: "game.pgn",
        about: msg!("game-pgn-file").into(),
        content: score(record, result, &game).into_bytes(),
    }));
    Ok(())
}

/// Whether it is not rated only because an organizer decided it.
fn was_to_be_rated(reader: &Reader<'_>, record: &GameRecord, result: &GameResult) -> Result<bool> {
    let Some(event) = record.event.filter(|_| result.end == End::Adjudication) else {
        return Ok(false);
    };
    let tournament: Option<Loaded<TournamentRecord>> =
        reader.load(Key::Tournament(event.round.tournament))?;
    let is_rated = tournament.is_some_and(|loaded| loaded.value.plan.rated);
    Ok(is_rated && record.people().count() == Color::ALL.len())
}

fn graph(record: &GameRecord, review: &ReviewRecord, board: &BoardPicture) -> Graph {
    let marked = review.turns.iter().map(|turn| turn.ply.saturating_add(1));
    Graph {
        title: messages::graph_title(record).into(),
        start: *board.game.start(),
        expectations: review.expectations.clone(),
        marked: marked.filter_map(|ply| usize::try_from(ply).ok()).collect(),
        theme: board.theme,
    }
}

/// The game in PGN.
pub(crate) fn score(record: &GameRecord, result: &GameResult, game: &Game) -> String {
    score_with(record, result, game, &format!("Delos {}", record.id), &[])
}

/// The game in PGN under an event's name, with further tags.
pub(crate) fn score_with(
    record: &GameRecord,
    result: &GameResult,
    game: &Game,
    event: &str,
    more: &[(&str, String)],
) -> String {
    let date = jiff::Timestamp::from_millisecond(record.began.0)
        .map(|began| began.strftime("%Y.%m.%d").to_string())
        .unwrap_or_default();
    let name = |color| record.seats[color].name();
    let (white, black) = (name(Color::White), name(Color::Black));
    let mut tags = vec![
        ("Event", event),
        ("Date", date.as_str()),
        ("White", white.as_str()),
        ("Black", black.as_str()),
    ];
    tags.extend(more.iter().map(|(tag, value)| (*tag, value.as_str())));
    let agreed = match result.winner {
        Some(color) => Some(PgnResult::Won(color)),
        None if result.end == End::Abandonment => None,
        None => Some(PgnResult::Drawn),
    };
    pgn::write(game, &tags, agreed)
}
