//! What anybody can look at in a tournament: a picture at a time, with buttons that lead to the others.

use crate::messages;
use crate::model::ids::{Person, TournamentId};
use crate::model::record::{Format, TournamentRecord};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::tournament::TournamentView;
use crate::tournament::pictures::Album;

/// A page of a view: the one that was asked for, else the one on which something happens now.
pub(crate) fn view_card(
    album: &Album<'_>,
    view: TournamentView,
    page: Option<u16>,
    who: &Person,
) -> Card {
    let record = album.record;
    let view = view.fitting(record.plan.format);
    let pages = album.pages(view);
    let page = page.map_or_else(|| album.opening(view, Some(who)), usize::from);
    let page = page.min(pages.saturating_sub(1));
    let text = match view {
        TournamentView::Standings => messages::standings_of(record),
        TournamentView::Pairings => messages::round_of(record, album.rounds.last()),
        TournamentView::Crosstable => messages::crosstable_of(record),
        TournamentView::Bracket => messages::bracket_of(record),
    };
    let mut turn = Vec::new();
    let button = |label, page: usize| {
        let page = u16::try_from(page).unwrap_or(u16::MAX);
        Button {
            label,
            style: ButtonStyle::Plain,
            action: Action::SeePage(record.id, view, page),
        }
    };
    if page > 0 {
        turn.push(button(messages::FORMER_PAGE.into(), page - 1));
    }
    if page + 1 < pages {
        turn.push(button(messages::NEXT_PAGE.into(), page + 1));
    }
    let others = views(record.id, record.plan.format, Some(view));
    Card {
        attachments: vec![album.picture(view, page, Some(who))],
        controls: [turn, others]
            .into_iter()
            .filter(|row| !row.is_empty())
            .collect(),
        ..Card::words(text)
    }
}

/// The buttons to everything that can be looked at, but for what is there.
pub(crate) fn views(
    id: TournamentId,
    format: Format,
    present: Option<TournamentView>,
) -> Vec<Button> {
    let last = TournamentView::Crosstable.fitting(format);
    let mut all = vec![TournamentView::Standings, TournamentView::Pairings];
    if !all.contains(&last) {
        all.push(last);
    }
    all.into_iter()
        .filter(|view| Some(*view) != present)
        .map(|view| Button {
            label: messages::view_label(view).into(),
            style: ButtonStyle::Plain,
            action: Action::SeeTournament(id, view),
        })
        .collect()
}

/// The views of a tournament that can be looked at after its end: nobody is paired any more.
pub(crate) fn views_after(record: &TournamentRecord) -> Vec<Button> {
    views(
        record.id,
        record.plan.format,
        Some(TournamentView::Pairings),
    )
}
