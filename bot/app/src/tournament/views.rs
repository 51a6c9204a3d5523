//! Views of a tournament: one picture at a time, with buttons to the others.

use text::{Text, msg};

use crate::messages;
use crate::model::ids::{Person, TournamentId};
use crate::model::record::{Format, TournamentRecord};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::tournament::TournamentView;
use crate::tournament::pictures::Album;

/// The page of a view that was asked for; without one, the page that matters now.
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
    let text: Text = match view {
        TournamentView::Standings => messages::standings_of(record).into(),
        TournamentView::Pairings => messages::round_of(record, album.rounds.last()),
        TournamentView::Crosstable => messages::crosstable_of(record).into(),
        TournamentView::Bracket => messages::bracket_of(record).into(),
        TournamentView::TieBreaks => messages::tie_breaks_of(record, &album.tie_breaks(who)),
    };
    let mut turn = Vec::new();
    let button = |label, page: usize| {
        let page = u16::try_from(page).unwrap_or(u16::MAX);
        let action = Action::SeePage(record.id, view, page);
        Button::new(label, ButtonStyle::Plain, action)
    };
    if page > 0 {
        turn.push(button(msg!("button-page-back"), page - 1));
    }
    if page + 1 < pages {
        turn.push(button(msg!("button-page-next"), page + 1));
    }
    let mut others = views(record.id, record.plan.format, Some(view));
    let explained = TournamentView::TieBreaks.fitting(record.plan.format);
    if view == TournamentView::Standings && explained != view {
        others.push(view_button(record.id, explained));
    }
    Card {
        attachments: vec![album.picture(view, page, Some(who))],
        controls: [turn, others]
            .into_iter()
            .filter(|row| !row.is_empty())
            .collect(),
        ..Card::words(text)
    }
}

/// Buttons to all views but the current one.
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
        .map(|view| view_button(id, view))
        .collect()
}

fn view_button(id: TournamentId, view: TournamentView) -> Button {
    let action = Action::SeeTournament(id, view);
    Button::new(messages::view_label(view), ButtonStyle::Plain, action)
}

/// Buttons to the views of a tournament that is over: all but the pairings.
pub(crate) fn views_after(record: &TournamentRecord) -> Vec<Button> {
    views(
        record.id,
        record.plan.format,
        Some(TournamentView::Pairings),
    )
}
