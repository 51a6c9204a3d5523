//! `/daily`: a puzzle a day for a server.
//!
//! It is posted in the room that the server's managers chose, at their hour, and solved privately. The message counts the answers;
//! the next one turns it into the solution. A day has the same puzzle everywhere, and ends first where clocks are ahead.

use std::collections::BTreeMap;

use pictures::{Animation, BoardPicture};
use text::msg;

use crate::context::{Change, Ctx, Loaded, Reader, Result};
use crate::lesson::{position, puzzle};
use crate::messages;
use crate::model::{
    DailyId, DailyRecord, Day, Index, Key, LatestDaily, PlayerId, ServerId, ServerRecord, Streak,
    Tried, Venue,
};
use crate::protocol::{
    Action, Answer, Attachment, Button, Card, Command, Effect, LessonId, LessonPosition, Manner,
    Request, Scope, Shown, Subject,
};
use crate::settings::replaced_rooms::is_on;
use crate::spec::{CommandSpec, named};
use crate::store::{Page, Write};

pub(crate) const DAILY: CommandSpec =
    named("daily", || msg!("command-daily")).command(|_| Ok(Command::Daily(None)));

/// Opens the daily puzzle with this code, or else the server's: its position, or how it stands once the person is done with it.
pub(crate) fn open(ctx: &Ctx<'_>, request: &Request, named: Option<DailyId>) -> Result<Change> {
    let mut person = ctx.person(&request.who)?;
    let Some(daily) = current(ctx, request, named, person.value.learned.daily)? else {
        return Ok(Change::aside(none(request)));
    };
    let tried = daily.answers.get(&request.who.id).copied();
    let puzzle = daily.puzzle.parse::<LessonId>().ok();
    let (Some(puzzle), None | Some(Tried::Missed(_))) = (puzzle, tried) else {
        let week = week(ctx, &daily)?;
        let text = messages::daily_standings(&daily, tried, &week);
        return Ok(Change::aside(Card::words(text)));
    };
    let mut change = position::show(ctx, request, LessonPosition::first(puzzle), None)?;
    if person.value.learned.daily != Some(daily.id) {
        person.value.learned.daily = Some(daily.id);
        change.writes.push(person.write());
    }
    Ok(change)
}

/// The first of these whose day has not ended: the daily puzzle with this code, the server's, and, outside of servers, the one
/// that the person opened last.
fn current(
    reader: &Reader<'_>,
    request: &Request,
    named: Option<DailyId>,
    opened: Option<DailyId>,
) -> Result<Option<DailyRecord>> {
    let usual = match &request.venue.server {
        Some(server) => reader.server(server)?.value.daily.map(|latest| latest.id),
        None => opened,
    };
    first_open(reader, [named, usual])
}

/// The first of these daily puzzles whose day has not ended.
pub(crate) fn first_open(
    reader: &Reader<'_>,
    ids: [Option<DailyId>; 2],
) -> Result<Option<DailyRecord>> {
    for id in ids.into_iter().flatten() {
        let daily = reader.value::<DailyRecord>(Key::Daily(id))?;
        if let Some(daily) = daily.filter(|daily| !daily.over) {
            return Ok(Some(daily));
        }
    }
    Ok(None)
}

/// Tells how a server gets one.
fn none(request: &Request) -> Card {
    let text = msg!("daily-none");
    if request.venue.server.is_none() || !request.context.manages {
        return Card::words(text);
    }
    let label = msg!("button-server-settings");
    let settings = Button::primary(label, Action::Settings(Scope::Server));
    Card::with_buttons(text, [settings])
}

/// Ends a server's daily puzzle and posts the next one, if it is time.
pub(crate) fn turn(ctx: &Ctx<'_>, id: &ServerId) -> Result<Change> {
    let now = ctx.moment.now;
    let mut change = Change::nothing(Answer::Seen);
    let Some(mut server) = ctx.load::<ServerRecord>(Key::Server(id.clone()))? else {
        return Ok(change);
    };
    if server.value.next_daily().is_none_or(|next| next > now) {
        return Ok(change);
    }
    let mut streak = Streak::default();
    if let Some(former) = &mut server.value.daily {
        let last = ctx.load::<DailyRecord>(Key::Daily(former.id))?;
        streak = last.as_ref().map_or(streak, |last| last.value.streak);
        if let Some(mut last) = last.filter(|_| !former.over) {
            last.value.over = true;
            change.effects.push(puzzle::show_daily_again(&last));
            change.writes.push(last.write());
        }
        former.over = true;
    }
    match daily_venue(ctx, &server.value)? {
        Some(venue) => post(ctx, &mut server.value, venue, streak, &mut change),
        None => server.value.settings.daily = None,
    }
    change.writes.push(server.write());
    Ok(change)
}

/// The room for a server's daily puzzles, unless it has become another server's.
fn daily_venue(reader: &Reader<'_>, server: &ServerRecord) -> Result<Option<Venue>> {
    let Some(room) = server.settings.daily.clone() else {
        return Ok(None);
    };
    let is_own = is_on(reader, &room, &server.id)?;
    let server = Some(server.id.clone());
    Ok(is_own.then_some(Venue { room, server }))
}

fn post(
    ctx: &Ctx<'_>,
    server: &mut ServerRecord,
    venue: Venue,
    streak: Streak,
    change: &mut Change,
) {
    let (now, settings) = (ctx.moment.now, &server.settings);
    // The first one comes at any hour.
    let hour = server.daily.map_or(0, |_| settings.daily_hour());
    let day = Day::begun(now, hour, &settings.zone());
    let daily = DailyRecord {
        id: DailyId::draw(ctx.moment.seed, ctx.attempt),
        venue,
        day,
        posted: now,
        puzzle: LessonId::of_day(day).to_string(),
        answers: BTreeMap::new(),
        streak,
        over: false,
    };
    server.daily = Some(LatestDaily {
        id: daily.id,
        day,
        next: settings.after_daily(day),
        over: false,
    });
    let manner = Manner::Fresh { call: Vec::new() };
    let show = Effect::show(Subject::Daily(daily.id), 1, manner);
    change.effects.push(show);
    change.writes.push(Write::new(0, daily));
}

/// Ends it and switches it off where it can't be posted: the managers see that in the settings.
pub(crate) fn note_lost(ctx: &Ctx<'_>, id: DailyId) -> Result<Change> {
    let mut change = Change::nothing(Answer::Seen);
    let daily = ctx.load::<DailyRecord>(Key::Daily(id))?;
    if let Some(mut daily) = daily
        && let Some(server) = daily.value.venue.server.clone()
    {
        let mut server = ctx.server(&server)?;
        if let Some(latest) = &mut server.value.daily
            && latest.id == id
        {
            latest.over = true;
            daily.value.over = true;
            server.value.settings.daily = None;
            change.writes.extend([server.write(), daily.write()]);
        }
    }
    Ok(change)
}

/// The public message of a daily puzzle; `None` if it is gone.
pub(crate) fn shown(reader: &Reader<'_>, id: DailyId) -> Result<Option<Shown>> {
    let Some(Loaded { version, value }) = reader.load::<DailyRecord>(Key::Daily(id))? else {
        return Ok(None);
    };
    let (Ok(puzzle), Some(server)) = (value.puzzle.parse::<LessonId>(), &value.venue.server) else {
        return Ok(None);
    };
    let card = if value.over {
        let first = LessonPosition::first(puzzle);
        let (start, game) = (first.step().shown(), first.step().solved());
        let plies = game.ply() - start.ply();
        let solution = messages::puzzle_solution(first, &game).line(messages::puzzle_point(puzzle));
        let settings = reader.settings(None, Some(server))?;
        let look = settings.private_look(Some(start.turn()), &game);
        let board = look.of(BoardPicture::new(game));
        let week = week(reader, &value)?;
        let replay = Animation {
            plies,
            ..Animation::new(board)
        };
        Card {
            attachments: vec![Attachment::Animation(Box::new(replay))],
            ..Card::words(messages::daily_over(&value, solution, &week))
        }
    } else {
        let Card { text, board, .. } = position::shared(reader, server, puzzle)?;
        let solve = Button::primary(msg!("button-daily-solve"), Action::Daily(id));
        Card {
            board,
            ..Card::with_buttons(messages::daily(&value, text), [solve])
        }
    };
    Ok(Some(Shown::of_card(version, value.venue, card)))
}

/// The points of each person in the week of a daily puzzle, up to it; most first.
fn week(reader: &Reader<'_>, daily: &DailyRecord) -> Result<Vec<(PlayerId, u32)>> {
    /// A week, and one more that began while the message was edited.
    const MOST: usize = 8;
    let Some(server) = &daily.venue.server else {
        return Ok(Vec::new());
    };
    let today = i64::from(daily.day.0);
    let days = today - i64::from(daily.day.weekday())..=today;
    let mut rows = reader.list(&Index::DailiesOf(server.clone()), Page::last(MOST))?;
    rows.retain(|(day, _)| days.contains(day));
    let mut points = BTreeMap::new();
    for record in reader.records::<DailyRecord>(rows, MOST) {
        for (person, tried) in record?.answers {
            *points.entry(person).or_default() += tried.points();
        }
    }
    let mut points: Vec<_> = points.into_iter().filter(|(_, sum)| *sum > 0).collect();
    points.sort_by_key(|&(_, sum)| std::cmp::Reverse(sum));
    Ok(points)
}
