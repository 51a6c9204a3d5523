//! The tournament's message, and private answers about it.

use std::collections::BTreeMap;

use pairing::swiss::Request;
use pairing::{Bye, Seed, swiss};
use pictures::BoardPicture;
use rules_core::{Color, Game};
use text::msg;

use crate::context::{Change, Reader, Result};
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::{
    AuditId, AuditRecord, Format, Key, Person, Span, Stage, TournamentId, TournamentRecord,
};
use crate::protocol::{
    Action, Button, Card, Shown, Subject, TournamentCommand, TournamentRefusal, TournamentView,
};
use crate::tournament::pictures::PictureData;
use crate::tournament::progress::Course;
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
    let course = Course::new(record, &rounds);
    let data = PictureData::new(course)?;
    let winners = match record.stage {
        Stage::Finished(_) => data.winners(),
        _ => Vec::new(),
    };
    let text = messages::tournament(record, rounds.last(), &winners);
    let card = Card {
        board: first_board(reader, record)?,
        attachments: data.on_message().into_iter().collect(),
        controls: controls(record),
        ..Card::words(text.line(threads::links(reader, course)?))
    };
    Ok(Shown {
        after: last_results(reader, record)?,
        // The final message is below the last round's, of which one line is left.
        former: (matches!(record.stage, Stage::Finished(_)) && record.has_begun())
            .then(|| messages::finished_round(record, rounds.last(), &[])),
        retired: messages::retired_tournament(record, rounds.last(), &data.leaders()),
        ..Shown::of_card(loaded.version, record.venue.clone(), card)
    })
}

/// The board of the first game, for people who have never seen it, as long as they can decide to join.
fn first_board(reader: &Reader<'_>, record: &TournamentRecord) -> Result<Option<BoardPicture>> {
    if record.stage != Stage::Open {
        return Ok(None);
    }
    let settings = reader.server_settings(record.venue.server.as_ref())?;
    let game = Game::new(record.plan.variant);
    Ok(Some(
        settings.shared_look(&game).of(BoardPicture::new(game)),
    ))
}

/// Returns the games whose results must be posted before the final message: those that ended shortly before the tournament.
fn last_results(reader: &Reader<'_>, record: &TournamentRecord) -> Result<Vec<Subject>> {
    let Stage::Finished(at) = record.stage else {
        return Ok(Vec::new());
    };
    // The rounds of an arena overlap. In other formats they don't.
    let most = if record.arena.is_some() {
        MAX_LAST_ROUNDS
    } else {
        1
    };
    let rounds = records::latest_rounds(reader, record, most)?;
    let boards = rounds.iter().rev().flat_map(|round| &round.boards);
    let games = records::games(reader, boards.filter_map(|board| board.game))?;
    let just_ended = games.into_iter().filter(|game| {
        let result = game.value.result;
        result.is_some_and(|result| at.since(result.at) <= JUST_NOW)
    });
    let subjects = just_ended.map(|game| Subject::Game(game.value.id));
    Ok(subjects.collect())
}

pub(crate) fn tell_about(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    who: &Person,
    command: &TournamentCommand,
    organizes: bool,
) -> Result<Change> {
    let rounds = match command {
        TournamentCommand::Mine | TournamentCommand::Export => records::rounds_of(reader, record)?,
        _ => arena::rounds_shown(reader, record)?,
    };
    let course = Course::new(record, &rounds);
    let card = match command {
        TournamentCommand::Audit(page) => audit(reader, record, *page, organizes)?,
        TournamentCommand::See(TournamentView::TieBreaks, _)
            if !record.has_begun() && messages::tie_breaks(&record.plan).is_some() =>
        {
            Card::words(messages::tie_breaks_of(record, &[]))
        }
        _ if !record.has_begun() => Card::words(messages::tournament(record, None, &[])),
        TournamentCommand::Mine => mine(reader, course, who)?,
        TournamentCommand::Export => export::export_files(reader, course)?,
        TournamentCommand::See(view, page) => {
            let mut card = Card {
                menu: replay_menu(reader, course)?,
                ..view_card(&PictureData::new(course)?, *view, *page, who)
            };
            if *view == TournamentView::Pairings {
                let page = page.map_or(0, usize::from);
                let links = threads::links_on_page(reader, course, page)?;
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
    let newer = (page > 0).then(|| to(msg!("button-audit-newer"), page - 1));
    Ok(Card::with_buttons(text, older.into_iter().chain(newer)))
}

fn mine(reader: &Reader<'_>, course: Course<'_>, who: &Person) -> Result<Card> {
    let Course { record, rounds } = course;
    let Some(seed) = record.seed_of(&who.id) else {
        return Err(TournamentRefusal::NotEntered.into());
    };
    let why = why(course, seed)?;
    let mut rooms = BTreeMap::new();
    for board in rounds.iter().flat_map(|round| &round.boards) {
        let is_open = board.pairing.result.is_none() && board.pairing.color_of(seed).is_some();
        if let Some(id) = board.game.filter(|_| is_open) {
            rooms.insert(id, reader.game(id)?.value.venue.room);
        }
    }
    let text = messages::my_pairings(record, rounds, &rooms, seed, why);
    let is_in = record.entry(seed).is_some_and(|entry| !entry.withdrawn);
    let may_sit_out = is_in && signup::may_sit_out(record) && !record.is_over();
    let sit_out = Button::plain(msg!("button-sit-out"), Action::SitOut(record.id));
    Ok(Card::with_buttons(text, may_sit_out.then_some(sit_out)))
}

/// Why an entrant was paired as they were in the last round of a Swiss: pairing it again gives the same round, with
/// reasons.
fn why(course: Course<'_>, seed: Seed) -> Result<Option<(swiss::PairingReason, Color)>> {
    let Course { record, rounds } = course;
    let (Format::Swiss { rounds: all }, Some((last, before))) =
        (record.plan.format, rounds.split_last())
    else {
        return Ok(None);
    };
    let history = Course::new(record, before).history()?;
    let byes = last.byes.iter();
    let allocated = byes.filter(|(_, bye)| *bye == Bye::PairingAllocated);
    let request = Request {
        present: last
            .pairings()
            .flat_map(|game| [game.white, game.black])
            .chain(allocated.map(|&(seed, _)| seed))
            .collect(),
        is_last: last.id.number >= u16::from(all),
        initial: record.initial,
        apart: last.apart.clone(),
    };
    let paired =
        swiss::pair(&history, &request).map_or_else(|_| Vec::new(), |round| round.pairings);
    let mut paired = paired.into_iter();
    Ok(paired.find_map(|(game, why)| Some((why, game.color_of(seed)?))))
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
                let check_in = Action::CheckIn(id);
                row.push(Button::primary(msg!("button-check-in"), check_in));
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
            let own = Button::primary(msg!("button-my-games"), Action::MyPairings(id));
            let views = views(id, record.plan.format, None);
            [own].into_iter().chain(views).collect()
        }
    };
    let begun = record.stage != Stage::Open;
    if begun && !record.is_over() && signup::may_come_late(record).is_ok() {
        return vec![row, own_buttons(id)];
    }
    vec![row]
}
