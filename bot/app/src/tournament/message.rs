//! The tournament's message, and private answers about it.

use std::collections::BTreeMap;

use pairing::swiss::Request;
use pairing::{Seed, swiss};
use pictures::BoardPicture;
use rules_core::{Color, Game};
use text::{Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Reader};
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::ids::{Person, TournamentId};
use crate::model::key::Key;
use crate::model::moment::{Span, Timestamp};
use crate::model::record::{AuditId, AuditRecord, Format, RoundRecord, Stage, TournamentRecord};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::effect::Subject;
use crate::protocol::message::Shown;
use crate::protocol::notice::Told;
use crate::protocol::refusal::TournamentRefusal;
use crate::protocol::tournament::{TournamentCommand, TournamentView};
use crate::settings::effective;
use crate::tournament::pictures::PictureData;
use crate::tournament::progress::history_of;
use crate::tournament::views::{replay_menu, view_button, view_card, views};
use crate::tournament::{arena, export, records, signup, threads};

/// Maximum number of audit lines shown.
const MAX_AUDIT: u32 = 20;

/// Number of an arena's latest pairings that are searched for its last result.
const MAX_LAST_ROUNDS: usize = 8;

/// Time before the end of a tournament in which a board may still be waiting for its result.
const JUST_NOW: Span = Span::minutes(1);

/// The tournament's current message.
pub(crate) fn show_tournament(reader: &Reader<'_>, id: TournamentId) -> Result<Shown> {
    let loaded = records::tournament_record(reader, id)?;
    let record = &loaded.value;
    let rounds = arena::rounds_shown(reader, record)?;
    let data = PictureData::new(record, &rounds)?;
    let winners = match record.stage {
        Stage::Finished(_) => data.winners(),
        _ => Vec::new(),
    };
    let card = Card {
        board: first_board(reader, record)?,
        attachments: data.on_message().into_iter().collect(),
        controls: controls(record),
        ..Card::words(
            messages::tournament(record, rounds.last(), &winners)
                .line(threads::links(reader, record, &rounds)?),
        )
    };
    let leaders = data.leaders();
    let retired = messages::retired_tournament(record, rounds.last(), &leaders);
    Ok(Shown {
        version: loaded.version,
        venue: record.venue.clone(),
        is_engines_turn: false,
        player: None,
        unseen: false,
        thread: None,
        after: last_results(reader, record)?,
        former: finished_round(record, rounds.last()),
        retired,
        card,
    })
}

/// The direct message to a person who prefers those; `None` if there is no news for them now.
pub(crate) fn told(reader: &Reader<'_>, id: TournamentId, now: Timestamp) -> Result<Option<Told>> {
    let Some(record) = records::find(reader, id)? else {
        return Ok(None);
    };
    if !record.is_over() && (!record.reminded || record.has_begun()) {
        return Ok(None);
    }
    let Card {
        text, attachments, ..
    } = show_tournament(reader, id)?.card;
    let card = Card {
        attachments,
        ..Card::words(messages::tournament_in(&record).line(text))
    };
    let settings = effective::effective_settings(reader, None, record.venue.server.as_ref())?;
    Ok(Some(Told {
        room: (!settings.is_quiet(now)).then_some(record.venue),
        ..Told::privately(card)
    }))
}

/// The board of the first game, for people who have never seen it, as long as they can decide to join.
fn first_board(reader: &Reader<'_>, record: &TournamentRecord) -> Result<Option<BoardPicture>> {
    if record.stage != Stage::Open {
        return Ok(None);
    }
    let server = record.venue.server.as_ref();
    let settings = effective::effective_settings(reader, None, server)?.server;
    let game = Game::new(record.plan.variant);
    Ok(Some(
        settings.shared_look(&game).of(BoardPicture::new(game)),
    ))
}

/// The line that replaces the last round's message below the final one.
fn finished_round(record: &TournamentRecord, last: Option<&RoundRecord>) -> Option<Text> {
    let is_finished = matches!(record.stage, Stage::Finished(_)) && record.has_begun();
    is_finished.then(|| messages::finished_round(record, last, &[]))
}

/// Returns the games whose results must be posted before the final message: those that ended shortly before the tournament.
fn last_results(reader: &Reader<'_>, record: &TournamentRecord) -> Result<Vec<Subject>> {
    let Stage::Finished(at) = record.stage else {
        return Ok(Vec::new());
    };
    let mut games = Vec::new();
    // The rounds of an arena overlap. In other formats they don't.
    let most = match record.arena {
        Some(_) => MAX_LAST_ROUNDS,
        None => 1,
    };
    let rounds = records::latest_rounds(reader, record, most)?;
    let ids = |round: &RoundRecord| {
        let boards = round.boards.iter();
        boards.filter_map(|board| board.game).collect::<Vec<_>>()
    };
    reader.foresee(rounds.iter().flat_map(ids).map(Key::Game));
    for id in rounds.iter().rev().flat_map(ids) {
        let result = reader.game(id)?.value.result;
        if result.is_some_and(|result| at.since(result.at) <= JUST_NOW) {
            games.push(Subject::Game(id));
        }
    }
    Ok(games)
}

pub(crate) fn tell_about(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    who: &Person,
    command: &TournamentCommand,
    organizes: bool,
) -> Result<Change> {
    let all = matches!(command, TournamentCommand::Mine | TournamentCommand::Export);
    let rounds = if all {
        records::rounds_of(reader, record)?
    } else {
        arena::rounds_shown(reader, record)?
    };
    let card = match command {
        TournamentCommand::Audit(page) => audit(reader, record, *page, organizes)?,
        TournamentCommand::See(TournamentView::TieBreaks, _)
            if !record.has_begun() && messages::tie_breaks(&record.plan).is_some() =>
        {
            Card::words(messages::tie_breaks_of(record, &[]))
        }
        _ if !record.has_begun() => Card::words(messages::tournament(record, None, &[])),
        TournamentCommand::Mine => mine(reader, record, &rounds, who)?,
        TournamentCommand::Export => export::export_files(reader, record, &rounds)?,
        TournamentCommand::See(view, page) => {
            let mut card = Card {
                menu: replay_menu(reader, record, &rounds)?,
                ..view_card(&PictureData::new(record, &rounds)?, *view, *page, who)
            };
            if *view == TournamentView::Pairings {
                let page = page.map_or(0, usize::from);
                let links = threads::links_on_page(reader, record, &rounds, page)?;
                card.text = card.text.line(links);
            }
            card
        }
        _ => Card::words(messages::round_of(record, rounds.last())),
    };
    Ok(Change::aside(card))
}

/// A page of the audit, newest line last. Organizers also see who is invited.
fn audit(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    page: u32,
    organizes: bool,
) -> Result<Card> {
    let page = page.min(record.audit.saturating_sub(1) / MAX_AUDIT);
    let end = record.audit - page * MAX_AUDIT;
    let keys = (end.saturating_sub(MAX_AUDIT)..end).map(|number| {
        Key::Audit(AuditId {
            tournament: record.id,
            number,
        })
    });
    reader.foresee(keys.clone());
    let mut lines = Vec::new();
    for key in keys {
        lines.extend(reader.load::<AuditRecord>(key)?.map(|loaded| loaded.value));
    }
    let mut text = messages::audit(record, &lines);
    if organizes && page == 0 {
        text = text.line(messages::invitations(record));
    }
    let to = |label, page| Button::plain(label, Action::Audit(record.id, page));
    let older = (end > MAX_AUDIT).then(|| to(msg!("button-audit-older"), page + 1));
    let newer = page
        .checked_sub(1)
        .map(|page| to(msg!("button-audit-newer"), page));
    Ok(Card::with_buttons(text, older.into_iter().chain(newer)))
}

fn mine(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    who: &Person,
) -> Result<Card> {
    let Some(seed) = record.seed_of(&who.id) else {
        return Err(TournamentRefusal::NotEntered.into());
    };
    let why = why(record, rounds, seed)?;
    let mut rooms = BTreeMap::new();
    for board in rounds.iter().flat_map(|round| &round.boards) {
        if let (None, Some(_), Some(id)) = (
            board.pairing.result,
            board.pairing.color_of(seed),
            board.game,
        ) {
            rooms.insert(id, reader.game(id)?.value.venue.room);
        }
    }
    let mut card = Card::words(messages::my_pairings(record, rounds, &rooms, seed, why));
    let is_in = record.entry(seed).is_some_and(|entry| !entry.withdrawn);
    if is_in && signup::may_sit_out(record) && !record.is_over() {
        let sit_out = Action::SitOut(record.id);
        let button = Button::plain(msg!("button-sit-out"), sit_out);
        card.controls = vec![vec![button]];
    }
    Ok(card)
}

/// Why an entrant was paired as they were in the last round of a Swiss: pairing it again gives the same round, with
/// reasons.
fn why(
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    seed: Seed,
) -> Result<Option<(swiss::PairingReason, Color)>> {
    let (Format::Swiss { rounds: all }, Some((last, before))) =
        (record.plan.format, rounds.split_last())
    else {
        return Ok(None);
    };
    let history = history_of(record, before)?;
    let boards = last
        .boards
        .iter()
        .flat_map(|board| [board.pairing.white, board.pairing.black]);
    let allocated = last
        .byes
        .iter()
        .filter(|(_, bye)| *bye == pairing::Bye::PairingAllocated);
    let request = Request {
        present: boards.chain(allocated.map(|&(seed, _)| seed)).collect(),
        is_last: last.id.number >= u16::from(all),
        initial: record.initial,
        apart: last.apart.clone(),
    };
    let Ok(round) = swiss::pair(&history, &request) else {
        return Ok(None);
    };
    Ok(round
        .pairings
        .into_iter()
        .find_map(|(game, why)| Some((why, game.color_of(seed)?))))
}

/// The buttons by which people enter and withdraw.
fn own_buttons(id: TournamentId) -> Vec<Button> {
    vec![
        Button::success(msg!("button-join"), Action::Join(id)),
        Button::plain(msg!("button-leave"), Action::Leave(id)),
    ]
}

fn controls(record: &TournamentRecord) -> Vec<Vec<Button>> {
    let id = record.id;
    let row = match record.stage {
        Stage::Open => {
            let mut row = own_buttons(id);
            if record.plan.check_in {
                row.push(Button::primary(
                    msg!("button-check-in"),
                    Action::CheckIn(id),
                ));
            }
            row.push(rules_button(record.plan.variant));
            if messages::tie_breaks(&record.plan).is_some() {
                row.push(view_button(id, TournamentView::TieBreaks));
            }
            row
        }
        Stage::Finished(_) if record.has_begun() => {
            views(id, record.plan.format, Some(TournamentView::Pairings))
        }
        Stage::Canceled(_) | Stage::Finished(_) => return Vec::new(),
        Stage::Playing | Stage::Between(_) | Stage::Paused => {
            let mut row = vec![Button::primary(
                msg!("button-my-games"),
                Action::MyPairings(id),
            )];
            row.extend(views(id, record.plan.format, None));
            row
        }
    };
    let begun = record.stage != Stage::Open;
    if begun && !record.is_over() && signup::may_come_late(record).is_ok() {
        return vec![row, own_buttons(id)];
    }
    vec![row]
}
