//! Views of a tournament: one picture at a time, with buttons to the others.

use pairing::PairingResult;
use text::{Text, msg};

use crate::context::{Reader, Result};
use crate::messages;
use crate::model::{Format, Person, TournamentId};
use crate::protocol::{Action, Button, Card, SelectMenu, TournamentView};
use crate::tournament::pictures::PictureData;
use crate::tournament::progress::Course;
use crate::tournament::records;

/// The page of a view that was asked for; without one, the page that matters now.
pub(crate) fn view_card(
    data: &PictureData<'_>,
    view: TournamentView,
    page: Option<u16>,
    who: &Person,
) -> Card {
    let record = data.record;
    let view = view.fitting(record.plan.format);
    let pages = data.pages(view);
    let page = page.map_or_else(|| data.opening(view, Some(who)), usize::from);
    let page = page.min(pages.saturating_sub(1));
    let text: Text = match view {
        TournamentView::Standings => messages::standings_of(record).into(),
        TournamentView::Pairings => messages::round_of(record, data.rounds.last()),
        TournamentView::Crosstable => messages::crosstable_of(record).into(),
        TournamentView::Bracket => msg!("bracket-caption", name = &record.plan.name).into(),
        TournamentView::TieBreaks => messages::tie_breaks_of(record, &data.tie_breaks(who)),
    };
    let button = |label, page: usize| {
        let page = u16::try_from(page).unwrap_or(u16::MAX);
        Button::plain(label, Action::SeePage(record.id, view, page))
    };
    let back = (page > 0).then(|| button(msg!("button-page-back"), page - 1));
    let next = (page + 1 < pages).then(|| button(msg!("button-page-next"), page + 1));
    let turn: Vec<Button> = back.into_iter().chain(next).collect();
    let mut others = views(record.id, record.plan.format, Some(view));
    let explained = TournamentView::TieBreaks.fitting(record.plan.format);
    if view == TournamentView::Standings && explained != view {
        others.push(view_button(record.id, explained));
    }
    Card {
        attachments: vec![data.picture(view, page, Some(who))],
        controls: [turn, others]
            .into_iter()
            .filter(|row| !row.is_empty())
            .collect(),
        ..Card::words(text)
    }
}

/// The menu of the latest games that are over and were played, given the rounds that are shown.
pub(crate) fn replay_menu(reader: &Reader<'_>, course: Course<'_>) -> Result<Option<SelectMenu>> {
    let Course { record, rounds } = course;
    let latest;
    let rounds = if record.arena.is_some() {
        // An arena shows its games in progress only.
        latest = records::latest_rounds(reader, record, SelectMenu::MOST)?;
        &latest
    } else {
        rounds
    };
    let rounds = rounds.iter().rev();
    let games = rounds.flat_map(|round| {
        let boards = round.boards.iter();
        boards
            .filter(|board| board.pairing.result.is_some_and(PairingResult::was_played))
            .filter_map(|board| messages::replay_of_board(record, round, board))
    });
    Ok(messages::replay_menu_of(games))
}

pub(crate) fn views(
    id: TournamentId,
    format: Format,
    except: Option<TournamentView>,
) -> Vec<Button> {
    let last = TournamentView::Crosstable.fitting(format);
    let mut all = vec![TournamentView::Standings, TournamentView::Pairings];
    if !all.contains(&last) {
        all.push(last);
    }
    all.into_iter()
        .filter(|view| Some(*view) != except)
        .map(|view| view_button(id, view))
        .collect()
}

pub(crate) fn view_button(id: TournamentId, view: TournamentView) -> Button {
    let action = Action::SeeTournament(id, view);
    Button::plain(messages::view_label(view), action)
}
