//! Recovery after downtime.
//!
//! An absence concerns a platform or a home. A game between two homes belongs to the one from which the player to move plays
//! ([`GameRecord::home`]): its deadline is listed there and passes only there, and only absences there are given back. An absence
//! of the other home neither costs nor gives this player time. When the turn passes to the opponent, the deadline moves with it,
//! and that home's absences count from then on. So no home has to ask about another, and no one loses time while unreachable.

use text::Platform;

use crate::app::App;
use crate::context::{Change, Ctx, Failure, Loaded, Pass, Reader, Result, commit_for_effects};
use crate::model::{GameId, GameRecord, Key, Moment, PresenceRecord, Seat, Span, Timestamp};
use crate::protocol::{Answer, Outgoing};
use crate::store::{Batch, Homes, Page, StoreError};
use crate::tournament::lifecycle;

/// Games with a later flag need no recovery: no live game has this much time left.
const HORIZON: Span = Span::days(2);

const PAGE: usize = 500;

/// Attempts to record presence on one platform while another platform's is being recorded.
const ATTEMPTS: u32 = 5;

impl App {
    /// Records that people can reach Delos on a platform, at most once per [`PresenceRecord::INTERVAL`]; when they can again after
    /// an absence, its length is computed from it.
    pub fn note_presence(&self, platform: Platform, now: Timestamp) -> Result<()> {
        let reader = &self.reader();
        let noted = last_presence(reader, platform)?;
        // If the clock was set back, the recorded time is in the future.
        if noted.is_some_and(|noted| noted <= now && now.since(noted) < PresenceRecord::INTERVAL) {
            return Ok(());
        }
        write_presence(reader, platform, now)
    }

    /// Records that people can no longer reach Delos on a platform.
    pub fn note_leaving(&self, platform: Platform, now: Timestamp) -> Result<()> {
        write_presence(&self.reader(), platform, now)
    }

    /// When people were last recorded to reach Delos on a platform; `None` if never.
    pub fn last_presence(&self, platform: Platform) -> Result<Option<Timestamp>> {
        last_presence(&self.reader(), platform)
    }

    /// Notes that all events that were acted on before `now` are acknowledged, so that the platform does not deliver them again.
    /// Until this is called for the first time, no event is forgotten: the last run may not have acknowledged it.
    pub fn note_acknowledged(&self, now: Timestamp) {
        self.shared.note_acknowledged(now);
    }

    /// Gives back the time since `heard`, or `None` for when presence was last recorded, in which people could not reach Delos on a
    /// platform. Also corrects for a clock that was set back since then. Returns the effects, and the transient failure for which
    /// this has to be repeated.
    pub fn come_back_since(
        &self,
        platform: Platform,
        heard: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(Vec<Outgoing>, Option<Failure>)> {
        // Nothing random is drawn: the seeds only make effect ids unique.
        let seed = (platform as u64) << 60;
        let ctx = &self.ctx(Moment { now, seed });
        let Some(noted) = last_presence(ctx, platform)? else {
            write_presence(ctx, platform, now)?;
            return Ok((Vec::new(), None));
        };
        let (outgoing, failed) = repeatable(make_up(ctx, platform, heard.unwrap_or(noted))?);
        if failed.is_some() {
            return Ok((outgoing, failed));
        }
        ctx.forget();
        // Last: if the program stops before this, the next start gives back the same downtime again. Always: a start that
        // follows soon must not give it back twice.
        match write_presence(ctx, platform, now) {
            // Another command has recorded it.
            Ok(()) | Err(Failure::Store(StoreError::Conflict(_))) => Ok((outgoing, None)),
            Err(failure) => Ok((outgoing, Some(failure))),
        }
    }

    /// Gives back the time since `from` in these homes of a platform, before time passes there. Returns the effects, and the
    /// transient failure that left some games out.
    pub fn make_up_in(
        &self,
        platform: Platform,
        homes: &dyn Homes,
        from: Timestamp,
        moment: Moment,
    ) -> Result<(Vec<Outgoing>, Option<Failure>)> {
        let ctx = Ctx {
            homes: Some(homes),
            ..self.ctx(moment)
        };
        Ok(repeatable(make_up(&ctx, platform, from)?))
    }
}

/// The effects of a pass, and its failure if it is transient: an unreadable record must not hold up the others.
fn repeatable(Pass { outgoing, failed }: Pass) -> (Vec<Outgoing>, Option<Failure>) {
    (outgoing, failed.filter(Failure::is_transient))
}

fn last_presence(reader: &Reader<'_>, platform: Platform) -> Result<Option<Timestamp>> {
    let noted = reader.value::<PresenceRecord>(Key::Presence)?;
    Ok(noted.map(|noted| noted.on(platform)))
}

fn write_presence(reader: &Reader<'_>, platform: Platform, now: Timestamp) -> Result<()> {
    let mut attempts = 1;
    loop {
        let noted = reader.load::<PresenceRecord>(Key::Presence)?;
        let begun = || Loaded::new(PresenceRecord::begun(platform, now));
        let mut noted = noted.unwrap_or_else(begun);
        noted.value.note(platform, now);
        match reader.commit(Batch::writing([noted.write()])) {
            Err(StoreError::Conflict(_)) if attempts < ATTEMPTS => attempts += 1,
            written => return Ok(written?),
        }
    }
}

/// Gives back the time since `from` in a platform's games that are due, and advances tournaments that were left halfway. The
/// caller records presence.
///
/// After a transient failure, time must not pass in the games until this is retried. A retry gives nothing back twice.
fn make_up(ctx: &Ctx<'_>, platform: Platform, from: Timestamp) -> Result<Pass> {
    let now = ctx.moment.now;
    let mut pass = Pass::default();
    let horizon = if from > now {
        Timestamp(i64::MAX)
    } else {
        now.plus(HORIZON)
    };
    for (n, id) in (0..).zip(due_games(ctx, platform, horizon)?) {
        let ctx = &ctx.seeded(ctx.moment.seed.wrapping_add(n));
        pass.add(commit_for_effects(ctx, |ctx| give_back(ctx, id, from)));
    }
    let seed = ctx.moment.seed.wrapping_sub(1);
    match lifecycle::advance_all(&ctx.seeded(seed), platform) {
        Ok(advanced) => pass.join(advanced),
        Err(failure) => pass.fail(failure),
    }
    Ok(pass)
}

fn due_games(ctx: &Ctx<'_>, platform: Platform, until: Timestamp) -> Result<Vec<GameId>> {
    let mut games = Vec::new();
    let mut page = Page::first(PAGE);
    loop {
        let rows = ctx.due(platform, page)?;
        let after = rows.last().cloned();
        for (due, key) in rows {
            if let Key::Game(id) = key
                && due <= until.0
            {
                games.push(id);
            }
        }
        if after.as_ref().is_none_or(|(due, _)| *due > until.0) {
            return Ok(games);
        }
        page = Page {
            after,
            ..Page::first(PAGE)
        };
    }
}

fn give_back(ctx: &Ctx<'_>, id: GameId, from: Timestamp) -> Result<Change> {
    let mut record = ctx.game(id)?;
    let now = ctx.moment.now;
    if !ctx.serves(record.value.home()) {
        return Ok(Change::nothing(Answer::Seen));
    }
    let has_changed = if from > now {
        let on_vacation = is_on_vacation(ctx, &record.value)?;
        record.value.set_clock_back(from, now, on_vacation)
    } else {
        record.value.make_up_for_downtime(from, now)
    };
    if !has_changed {
        return Ok(Change::nothing(Answer::Seen));
    }
    // The turn is unchanged, so its player needs no new notification.
    let shows = record.edit_effects();
    Ok(record.silent_change(shows, Answer::Seen))
}

/// Whether the game waits for the end of its player's vacation.
fn is_on_vacation(reader: &Reader<'_>, record: &GameRecord) -> Result<bool> {
    let Seat::Person(player) = &record.seats[record.turn()] else {
        return Ok(false);
    };
    let until = reader.person(player)?.value.away_until(Timestamp(i64::MIN));
    Ok(record.clock.is_some_and(|clock| Some(clock.since) == until))
}
