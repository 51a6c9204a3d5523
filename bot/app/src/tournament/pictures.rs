//! Pictures of a tournament, in pages that can be read on a phone.

use pairing::arena::ArenaCard;
use pairing::{Cell, HalfPoints, History, Seed, TieBreakValue, crosstable};
use pictures::{
    Crosstable, CrosstableRow, PairedPlayer, PairingLine, Pairings, Podium, PodiumPlace, Table,
    TableRow, Theme,
};
use rules_core::ByColor;
use text::chess::color_name;
use text::{Text, msg};

use crate::context::Result;
use crate::messages;
use crate::model::{Format, Person, RoundRecord, Stage, TournamentBoard, TournamentRecord};
use crate::protocol::{Attachment, TournamentView};
use crate::tournament::bracket::Trees;
use crate::tournament::progress::{Course, Ranked};

pub(super) const LINES: usize = 32;

/// Maximum number of columns of results on a picture.
const COLUMNS: usize = 16;

/// Maximum number of tie-breaks on a picture.
const MAX_TIE_BREAKS: usize = 3;

/// Maximum number of places on a podium: two can share the third.
const STEPS: usize = 4;

pub(crate) struct PictureData<'a> {
    pub(super) record: &'a TournamentRecord,
    pub(super) rounds: &'a [RoundRecord],
    history: History,
    trees: Trees,
}

impl<'a> PictureData<'a> {
    pub(crate) fn new(course: Course<'a>) -> Result<Self> {
        Ok(Self {
            history: course.history()?,
            trees: Trees::new(course),
            record: course.record,
            rounds: course.rounds,
        })
    }

    fn is_knockout(&self) -> bool {
        matches!(self.record.plan.format, Format::Knockout { .. })
    }

    fn is_arena(&self) -> bool {
        matches!(self.record.plan.format, Format::Arena { .. })
    }

    /// How many pages a view has, at least one.
    pub(crate) fn pages(&self, view: TournamentView) -> usize {
        let rows = self.record.entries.len().div_ceil(LINES);
        let pages = match view {
            TournamentView::Standings | TournamentView::TieBreaks => rows,
            TournamentView::Pairings => self.rounds.last().map_or(0, |round| {
                (round.boards.len() + round.byes.len()).div_ceil(LINES)
            }),
            TournamentView::Crosstable => rows * self.blocks(),
            TournamentView::Bracket => self.trees.pages(),
        };
        pages.max(1)
    }

    /// The page at which a view opens.
    pub(crate) fn opening(&self, view: TournamentView, viewer: Option<&Person>) -> usize {
        match view {
            TournamentView::Bracket => self.trees.opening(self.seed_of(viewer)),
            _ => 0,
        }
    }

    /// The picture of a page; the viewer's line is marked.
    pub(crate) fn picture(
        &self,
        view: TournamentView,
        page: usize,
        viewer: Option<&Person>,
    ) -> Attachment {
        match view {
            TournamentView::Standings | TournamentView::TieBreaks => {
                Attachment::Table(self.standings(page, viewer))
            }
            TournamentView::Pairings => Attachment::Pairings(self.pairings(page, viewer)),
            TournamentView::Crosstable => Attachment::Crosstable(self.crosstable(page)),
            TournamentView::Bracket => Attachment::Bracket(self.trees.picture(self.record, page)),
        }
    }

    /// The picture on the tournament's message: the view that matters most at this stage. Only one, since platforms
    /// shrink several.
    pub(crate) fn on_message(&self) -> Option<Attachment> {
        if !self.record.has_begun() {
            return None;
        }
        let few = self.record.entries.len() <= COLUMNS;
        let view = match (self.record.stage, self.record.plan.format) {
            (Stage::Finished(_), _) if self.winners().is_empty() => TournamentView::Standings,
            (Stage::Finished(_), _) => return Some(Attachment::Podium(self.podium())),
            (_, Format::Knockout { .. }) if self.trees.fits() => TournamentView::Bracket,
            (_, Format::Arena { .. }) => TournamentView::Standings,
            (Stage::Playing | Stage::Paused, _) => TournamentView::Pairings,
            (_, Format::RoundRobin(_)) if few => TournamentView::Crosstable,
            _ => TournamentView::Standings,
        };
        Some(self.picture(view, self.opening(view, None), None))
    }

    fn seed_of(&self, viewer: Option<&Person>) -> Option<Seed> {
        viewer.and_then(|person| self.record.seed_of(&person.id))
    }

    fn name(&self, seed: Seed) -> String {
        self.record
            .entry(seed)
            .map_or_else(String::new, |entry| entry.seat.name())
    }

    fn ranking(&self) -> Vec<Ranked> {
        Course::new(self.record, self.rounds).ranking(&self.history)
    }

    fn standings(&self, page: usize, viewer: Option<&Person>) -> Table {
        let mine = self.seed_of(viewer);
        let mut columns = vec![Text::from(msg!("column-points"))];
        if self.is_arena() {
            columns.extend([msg!("column-games"), msg!("column-streak")].map(Text::from));
        } else if !self.is_knockout() {
            let order = self.record.ranking.tie_breaks.iter();
            columns.extend(order.take(MAX_TIE_BREAKS).map(|one| Text::from(one.code())));
        }
        let ranking = self.ranking();
        let rows = ranking.iter().skip(page * LINES).take(LINES).map(|line| {
            let entry = self.record.entry(line.seed);
            let mut cells = vec![line.points.to_string()];
            let mut spoken = vec![Text::from(messages::points(line.points))];
            let tie_breaks = self.record.ranking.tie_breaks.iter();
            let figures = line.figures.iter().take(MAX_TIE_BREAKS);
            for (figure, &tie_break) in figures.zip(tie_breaks) {
                cells.push(figure.to_string());
                let name = Text::from(messages::tie_break_name(tie_break));
                spoken.push(name.sentence(figure.to_string()));
            }
            if self.is_arena() {
                let card = entry.map_or_else(ArenaCard::default, |entry| entry.arena);
                cells.extend([card.games, card.streak].map(|count| count.to_string()));
                spoken.push(msg!("table-alt-games", count = card.games).into());
                spoken.push(msg!("table-alt-streak", count = card.streak).into());
            }
            TableRow {
                rank: messages::rank(line.rank),
                name: entry
                    .map_or_else(String::new, |entry| messages::entry_name(entry).to_string())
                    .into(),
                cells,
                spoken,
                marked: mine == Some(line.seed),
            }
        });
        Table {
            rows: rows.collect(),
            columns,
            title: page_title(messages::standings_title(self.record), page, ranking.len()),
            ..Table::default()
        }
    }

    fn pairings(&self, page: usize, viewer: Option<&Person>) -> Pairings {
        let last = self.rounds.last();
        // The points before the round, as they count now.
        let mut before = self.history.clone();
        before.pop_round();
        let scores = before.scores();
        let mine = self.seed_of(viewer);
        let player = |seed: Seed, won| PairedPlayer {
            name: self.name(seed),
            points: if self.is_knockout() || self.is_arena() {
                String::new()
            } else {
                scores
                    .get(seed.index())
                    .map_or_else(String::new, ToString::to_string)
            },
            won,
            marked: mine == Some(seed),
        };
        let game = |(number, board): (usize, &TournamentBoard)| PairingLine::Game {
            board: number.to_string(),
            players: ByColor::new_with(|color| {
                let result = board.pairing.result;
                let won = result.is_some_and(|result| result.points(color) == HalfPoints::WIN);
                player(board.pairing.seed(color), won)
            }),
            result: messages::result_of(board.pairing.result),
            code: board.game.map_or_else(String::new, |id| id.to_string()),
        };
        let bye = |&(seed, bye)| PairingLine::Bye {
            player: player(seed, false),
            note: messages::bye_note(bye).into(),
        };
        let boards = last.map_or(&[][..], |round| &round.boards);
        let byes = last.map_or(&[][..], |round| &round.byes);
        let lines = (1..).zip(boards).map(game).chain(byes.iter().map(bye));
        let title = messages::round_title(self.record);
        Pairings {
            lines: lines.skip(page * LINES).take(LINES).collect(),
            title: page_title(title.into(), page, boards.len() + byes.len()),
            sides: ByColor::new_with(|color| {
                color_name(self.record.plan.variant_of(self.record.rounds), color).into()
            }),
            ..Pairings::default()
        }
    }

    /// The number of columns of the crosstable: entrants, or rounds.
    fn columns(&self) -> usize {
        match self.record.plan.format {
            Format::RoundRobin(_) => self.record.entries.len(),
            _ => self.rounds.len(),
        }
    }

    /// The number of pages over which the crosstable's columns are spread.
    fn blocks(&self) -> usize {
        self.columns().div_ceil(COLUMNS).max(1)
    }

    fn crosstable(&self, page: usize) -> Crosstable {
        let all = crosstable(&self.history, &self.record.ranking);
        let (page, block) = (page / self.blocks(), page % self.blocks());
        let among_all = matches!(self.record.plan.format, Format::RoundRobin(_));
        let part = |columns: Vec<String>| {
            let columns = columns.into_iter().skip(block * COLUMNS);
            columns.take(COLUMNS).collect()
        };
        let lines = (1..).zip(&all).skip(page * LINES).take(LINES);
        let rows = lines.map(|(line, row)| {
            let results = if among_all {
                against(line, &row.cells, all.len())
            } else {
                let cells = row.cells.iter().copied();
                cells.map(messages::cross_cell).collect()
            };
            CrosstableRow {
                rank: line.to_string(),
                name: self.name(row.standing.seed),
                results: part(results),
                score: row.standing.points.to_string(),
                // The standings show the tie-breaks.
                ..CrosstableRow::default()
            }
        });
        let title = messages::standings_title(self.record);
        let columns = (1..=self.columns()).map(|column| column.to_string());
        Crosstable {
            rows: rows.collect(),
            title: page_title(title, page, all.len()),
            columns: part(columns.collect()),
            ..Crosstable::default()
        }
    }

    fn podium(&self) -> Podium {
        let places = self.ranking().into_iter().filter_map(|line| {
            let rank = line.rank.and_then(|rank| u8::try_from(rank).ok())?;
            (rank <= 3 && self.has_scored(&line)).then(|| PodiumPlace {
                rank,
                name: self.name(line.seed),
                points: if self.is_knockout() {
                    Text::default()
                } else {
                    messages::points(line.points).into()
                },
            })
        });
        Podium {
            title: self.record.plan.name.clone().into(),
            variant: self.record.plan.variant,
            places: places.take(STEPS).collect(),
            theme: Theme::default(),
        }
    }

    /// A person's tie-breaks, if they are entered.
    pub(crate) fn tie_breaks(&self, who: &Person) -> Vec<TieBreakValue> {
        let own = self.seed_of(Some(who));
        let lines = self.ranking().into_iter();
        let mut own = lines.filter(|line| Some(line.seed) == own);
        own.next().map_or_else(Vec::new, |line| line.figures)
    }

    /// The players with the most points; none in a knockout.
    pub(crate) fn leaders(&self) -> Vec<(String, HalfPoints)> {
        if self.is_knockout() {
            return Vec::new();
        }
        let mut lines = self.ranking();
        let most = lines.iter().map(|line| line.points).max();
        lines.retain(|line| Some(line.points) == most && self.has_scored(line));
        self.named(lines)
    }

    fn named(&self, lines: Vec<Ranked>) -> Vec<(String, HalfPoints)> {
        let lines = lines.into_iter();
        lines
            .map(|line| (self.name(line.seed), line.points))
            .collect()
    }

    /// Whether an entrant can be on the podium: in a knockout places need no points.
    fn has_scored(&self, line: &Ranked) -> bool {
        self.is_knockout() || line.points > HalfPoints(0)
    }

    /// The winners with their points: several if no tie-break separates them.
    pub(crate) fn winners(&self) -> Vec<(String, HalfPoints)> {
        self.named(self.first())
    }

    pub(crate) fn first(&self) -> Vec<Ranked> {
        let mut lines = self.ranking();
        lines.retain(|line| line.rank == Some(1) && self.has_scored(line));
        lines
    }
}

/// The results of the entrant on a line of the crosstable against the one on each line.
fn against(line: usize, cells: &[Cell], lines: usize) -> Vec<String> {
    let mut results = vec![String::new(); lines];
    for cell in cells {
        if let Cell::Game { opponent, .. } = cell
            && let Some(result) = results.get_mut(opponent - 1)
        {
            result.push_str(cell.result());
        }
    }
    messages::OWN_CELL.clone_into(&mut results[line - 1]);
    results
}

/// The heading of a page; names its lines if there are other pages.
fn page_title(title: Text, page: usize, lines: usize) -> Text {
    if lines <= LINES {
        return title;
    }
    let last = (page + 1).saturating_mul(LINES).min(lines);
    msg!(
        "standings-page",
        title,
        first = page * LINES + 1,
        last,
        all = lines
    )
    .into()
}
