//! What anybody can look at in a tournament: a picture at a time, with buttons that lead to the others.

use super::pictures::Album;
use crate::command::Press;
use crate::effect::{Card, Control, Look};
use crate::ids::{Person, TournamentId};
use crate::record::{Format, TournamentRecord};
use crate::say;

/// What somebody wants to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentView {
    /// Who stands where.
    Standings,
    /// Who plays whom in the last round.
    Pairings,
    /// Who met whom with what result.
    Crosstable,
    /// The tree of a knock-out.
    Bracket,
}

impl TournamentView {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Standings,
        Self::Pairings,
        Self::Crosstable,
        Self::Bracket,
    ];

    /// Its name in addresses of buttons.
    pub fn code(self) -> &'static str {
        match self {
            Self::Standings => "standings",
            Self::Pairings => "pairings",
            Self::Crosstable => "crosstable",
            Self::Bracket => "bracket",
        }
    }

    /// Reads what [`TournamentView::code`] wrote.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.code() == code)
    }

    /// The view that a format has in the place of this one: a knock-out has a tree and no crosstable.
    pub(super) fn fitting(self, format: Format) -> Self {
        match (self, format) {
            (Self::Crosstable | Self::Bracket, Format::Knockout { .. }) => Self::Bracket,
            (Self::Crosstable | Self::Bracket, Format::Arena { .. }) => Self::Standings,
            (Self::Crosstable | Self::Bracket, _) => Self::Crosstable,
            (view, _) => view,
        }
    }
}

/// A page of a view: the one that was asked for, else the one on which something happens now.
pub(super) fn view_card(
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
        TournamentView::Standings => say::standings_of(record),
        TournamentView::Pairings => say::round_of(record, album.rounds.last()),
        TournamentView::Crosstable => say::crosstable_of(record),
        TournamentView::Bracket => say::bracket_of(record),
    };
    let mut turn = Vec::new();
    let button = |label, page: usize| Control {
        label,
        look: Look::Plain,
        press: Press::SeeTournament(record.id, view, u16::try_from(page).ok()),
    };
    if page > 0 {
        turn.push(button(say::FORMER_PAGE, page - 1));
    }
    if page + 1 < pages {
        turn.push(button(say::NEXT_PAGE, page + 1));
    }
    let others = views(record.id, record.plan.format, Some(view));
    Card {
        enclosed: vec![album.picture(view, page, Some(who))],
        controls: [turn, others]
            .into_iter()
            .filter(|row| !row.is_empty())
            .collect(),
        ..Card::words(text)
    }
}

/// The buttons to everything that can be looked at, but for what is there.
pub(super) fn views(
    id: TournamentId,
    format: Format,
    present: Option<TournamentView>,
) -> Vec<Control> {
    let last = TournamentView::Crosstable.fitting(format);
    let mut all = vec![TournamentView::Standings, TournamentView::Pairings];
    if !all.contains(&last) {
        all.push(last);
    }
    all.into_iter()
        .filter(|view| Some(*view) != present)
        .map(|view| Control {
            label: say::view_label(view),
            look: Look::Plain,
            press: Press::SeeTournament(id, view, None),
        })
        .collect()
}

/// The views of a tournament that can be looked at after its end: nobody is paired any more.
pub(super) fn views_after(record: &TournamentRecord) -> Vec<Control> {
    views(
        record.id,
        record.plan.format,
        Some(TournamentView::Pairings),
    )
}
