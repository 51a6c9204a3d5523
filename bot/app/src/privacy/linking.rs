//! `link` and `unlink`: accounts of one person on several platforms, proved to be theirs by a code.
//!
//! The account that was given the code is the first one. The other becomes its second name: from the commit on, its commands
//! count as the first account's. Games and challenges in progress are renamed in that commit, and the ratings are merged; the
//! rest follows in small steps ([`renaming`](crate::privacy::renaming)).
//!
//! **Ratings.** Two ratings of one kind become their mean, weighted by precision ([`Rating::merged`](crate::glicko::Rating::merged)).
//! Other people's ratings do not change. Each game that was counted before keeps the time of the merger, so that a rebuild counts
//! it for its own account until then, and merges both in the same way.

use text::{Text, msg};

use crate::context::{Change, Ctx, Failure, Loaded, Reader, Result, allowed, private, refuse_if};
use crate::lesson::daily;
use crate::messages;
use crate::model::{
    Alias, CareerRecord, ChallengeRecord, GameRecord, Index, Key, LinkCode, OfferedCode, Person,
    PersonRecord, PlayerId, RecordType, Span, Timestamp, TournamentRecord, Vacation,
};
use crate::people::accounts;
use crate::protocol::{
    Action, Answer, Button, Card, Command, LinkRefusal, PeopleCommand, PeopleRefusal,
};
use crate::rating::ledger::Ledger;
use crate::spec::{CommandSpec, Kind, SURE, named};
use crate::store::{Page, Removal, Write};

pub(crate) const LINK: CommandSpec = named("link", || msg!("command-link"))
    .command(|arguments| {
        let Some(typed) = arguments.text("code") else {
            return Ok(Command::People(PeopleCommand::Link));
        };
        let refusal = || {
            msg!(
                "refusal-link-unreadable",
                typed = messages::shortened(typed)
            )
        };
        let code = typed.parse().map_err(|_| Text::from(refusal()))?;
        Ok(Command::People(if arguments.is_set("sure") {
            PeopleCommand::ConfirmLink(code)
        } else {
            PeopleCommand::LinkTo(code)
        }))
    })
    .options(&[
        Kind::Text { longest: 20 }.option("code", || msg!("command-link-code")),
        SURE,
    ]);

pub(crate) const UNLINK: CommandSpec = named("unlink", || msg!("command-unlink"))
    .command(|arguments| {
        Ok(Command::People(if arguments.is_set("sure") {
            PeopleCommand::Unlink
        } else {
            PeopleCommand::AskUnlink
        }))
    })
    .options(&[SURE]);

/// How long a code can be used.
const LIFE: Span = Span::minutes(10);

/// Maximum number of games and challenges in progress renamed in one commit.
const MOST: usize = 200;

/// Index rows, and records, read at once.
const PAGE: usize = 100;

impl From<LinkRefusal> for Failure {
    fn from(refusal: LinkRefusal) -> Self {
        PeopleRefusal::Link(refusal).into()
    }
}

/// Shows which accounts are linked, or gives a code to link one.
pub(crate) fn link(ctx: &Ctx<'_>, who: &Person) -> Result<Change> {
    let mut person = ctx.person(who)?;
    if !person.value.linked.is_empty() {
        let (first, others) = accounts::accounts_of(ctx, who)?;
        let is_renaming = others.iter().any(is_being_renamed);
        let others: Vec<_> = others.into_iter().map(|other| other.person).collect();
        let unlink = Button::plain(msg!("button-unlink"), Action::AskUnlink);
        let links = messages::links(&first, &others, is_renaming);
        return Ok(Change::aside(Card::with_buttons(links, [unlink])));
    }
    refuse_if(ctx.facts.alone, LinkRefusal::Alone)?;
    let offered = OfferedCode {
        code: LinkCode::draw(ctx.moment.seed, ctx.attempt),
        expires: ctx.moment.now.plus(LIFE),
        used_by: None,
    };
    let answer = private(messages::link_code(offered.code, offered.expires));
    person.value.person = who.clone();
    person.value.link_code = Some(offered);
    Ok(Change::writing(person.write(), answer))
}

/// Asks whether to make this account a second name of the one that was given the code.
pub(crate) fn ask_link(ctx: &Ctx<'_>, who: &Person, code: LinkCode) -> Result<Change> {
    attempt(ctx, who, code, |first, _| {
        let link = Button::danger(msg!("button-link"), Action::ConfirmLink(code));
        let card = Card::with_buttons(messages::ask_link(&first.value.person, who), [link]);
        Ok(used(first, who, card))
    })
}

/// Makes this account a second name of the one that was given the code.
pub(crate) fn confirm_link(ctx: &Ctx<'_>, who: &Person, code: LinkCode) -> Result<Change> {
    attempt(ctx, who, code, |first, plan| linked(ctx, who, first, plan))
}

/// Goes on with the account that was given the code, or tells what stands in the way; they can use the code again when it no
/// longer does.
fn attempt(
    ctx: &Ctx<'_>,
    who: &Person,
    code: LinkCode,
    go_on: impl FnOnce(Loaded<PersonRecord>, Plan) -> Result<Change>,
) -> Result<Change> {
    let first = find(ctx, who, code)?;
    match allowed(plan(ctx, who, &first.value))? {
        Ok(plan) => go_on(first, plan),
        Err(refusal) => Ok(used(first, who, Card::words(messages::refusal(&refusal)))),
    }
}

/// An answer to an attempt with a code, which no one else can use from then on: it may have been typed where others read it.
fn used(mut first: Loaded<PersonRecord>, who: &Person, card: Card) -> Change {
    if let Some(offered) = &mut first.value.link_code {
        offered.used_by = Some(who.id.clone());
    }
    Change::writing(first.write(), Answer::Aside(Box::new(card)))
}

/// Renames what is in progress, merges the ratings, and marks the rest to be renamed.
fn linked(
    ctx: &Ctx<'_>,
    who: &Person,
    mut first: Loaded<PersonRecord>,
    plan: Plan,
) -> Result<Change> {
    let second = plan.second;
    let (from, into) = (second.value.id().clone(), first.value.id().clone());
    let kept = career(ctx, &into)?.max(career(ctx, &from)?);
    // Later than all games that were counted for either.
    let at = ctx.moment.now.max(Timestamp(kept.0.saturating_add(1)));
    let answer = private(messages::linked(&first.value.person));
    let mut writes = Vec::new();
    for mut game in plan.games {
        game.value.rename(&from, &into, at);
        game.value.note_silent_change();
        writes.push(game.write());
    }
    for mut challenge in plan.challenges {
        challenge.value.rename(&from, &into);
        writes.push(challenge.write());
    }
    let mut ledger = Ledger::new(|key: &Key| ctx.get(key));
    ledger.merge(&from, &into, at, ratings(ctx, &from)?)?;
    let (results, removals) = ledger.into_changes();
    writes.extend(results);
    for removal in removals {
        ctx.remove(removal);
    }
    take_over(&mut first.value, &second.value, ctx.moment.now);
    let opened = [first.value.learned.daily, second.value.learned.daily];
    first.value.learned.daily = daily::first_open(ctx, opened)?.map(|daily| daily.id);
    first.value.linked.push(from);
    first.value.link_code = None;
    let mut renamed = PersonRecord::new(who.clone());
    renamed.alias = Some(Alias {
        of: into,
        at,
        renaming: true,
    });
    writes.extend([first.write(), Write::new(second.version, renamed)]);
    Ok(Change::nothing(answer).with_writes(writes))
}

/// A link whose preconditions hold.
struct Plan {
    second: Loaded<PersonRecord>,
    /// Of the second account, in progress.
    games: Vec<Loaded<GameRecord>>,
    /// By and to the second account, open.
    challenges: Vec<Loaded<ChallengeRecord>>,
}

/// Refuses what cannot be linked to the account that was given the code.
fn plan(ctx: &Ctx<'_>, who: &Person, first: &PersonRecord) -> Result<Plan> {
    let mut second = ctx.person(who)?;
    second.value.person = who.clone();
    let both = [first, &second.value];
    refuse_if(both[0].id() == both[1].id(), LinkRefusal::OwnCode)?;
    let [one, other] = both.map(|person| person.id().platform());
    refuse_if(one == other, LinkRefusal::SamePlatform)?;
    let is_linked = |person: &&PersonRecord| !person.linked.is_empty() || person.alias.is_some();
    refuse_if(both.iter().any(is_linked), LinkRefusal::AlreadyLinked)?;
    let now = ctx.moment.now;
    let is_away = |person: &&PersonRecord| person.away_until(now).is_some();
    refuse_if(both.iter().any(is_away), LinkRefusal::OnVacation)?;
    no_tournament(ctx, &who.id)?;
    let games = under_way::<GameRecord>(ctx, [Index::OngoingOf(who.id.clone())])?;
    for game in &games {
        let meet = game.value.side_of(first.id()).is_some();
        refuse_if(meet, LinkRefusal::Meet(game.value.id))?;
    }
    let by_or_to = [Index::ChallengesBy, Index::ChallengesTo].map(|index| index(who.id.clone()));
    let challenges = under_way::<ChallengeRecord>(ctx, by_or_to)?;
    let names_first = |challenge: &Loaded<ChallengeRecord>| {
        let mut people = challenge.value.to.iter().chain([&challenge.value.by]);
        people.any(|person| person.id == *first.id())
    };
    refuse_if(challenges.iter().any(names_first), LinkRefusal::Challenged)?;
    Ok(Plan {
        second,
        games,
        challenges,
    })
}

/// The account that was given a code. Every attempt counts, so that no code can be found by trying.
fn find(ctx: &Ctx<'_>, who: &Person, code: LinkCode) -> Result<Loaded<PersonRecord>> {
    refuse_if(ctx.facts.alone, LinkRefusal::Alone)?;
    ctx.spend(&ctx.shared.codes, who)
        .map_err(LinkRefusal::TooManyCodes)?;
    let rows = ctx.list(&Index::LinkCode(code), Page::first(1))?;
    let Some((_, Key::Person(id))) = rows.into_iter().next() else {
        return Err(LinkRefusal::NoSuchCode.into());
    };
    let found = ctx.load::<PersonRecord>(Key::Person(id))?;
    let is_valid = |person: &Loaded<PersonRecord>| {
        let is_valid = |offered: &OfferedCode| {
            let is_theirs = offered.used_by.as_ref().is_none_or(|id| *id == who.id);
            offered.code == code && offered.expires > ctx.moment.now && is_theirs
        };
        let offered = person.value.link_code.as_ref();
        person.value.erasing.is_none() && offered.is_some_and(is_valid)
    };
    Ok(found.filter(is_valid).ok_or(LinkRefusal::NoSuchCode)?)
}

/// Refuses an account that is named in a tournament which is not over: its pairings count on the name.
fn no_tournament(reader: &Reader<'_>, id: &PlayerId) -> Result<()> {
    let mut rows = about(reader, id)?;
    rows.retain(|(_, key)| matches!(key, Key::Tournament(_)));
    for tournament in reader.records::<TournamentRecord>(rows, PAGE) {
        let tournament = tournament?;
        if !tournament.is_over() {
            let name = tournament.plan.name.clone();
            return Err(LinkRefusal::InTournament(name).into());
        }
    }
    Ok(())
}

/// The records on these indexes; refuses more than [`MOST`] on one.
fn under_way<T: RecordType>(
    ctx: &Ctx<'_>,
    indexes: impl IntoIterator<Item = Index>,
) -> Result<Vec<Loaded<T>>> {
    let mut all = Vec::new();
    for index in indexes {
        let rows = ctx.counted(index, Timestamp(i64::MIN), MOST + 1)?;
        refuse_if(rows.len() > MOST, LinkRefusal::TooMuchUnderWay)?;
        ctx.foresee_rows(&rows);
        for (_, key) in rows {
            all.extend(ctx.load::<T>(key)?);
        }
    }
    Ok(all)
}

/// The career and the ratings of an account.
fn ratings(reader: &Reader<'_>, id: &PlayerId) -> Result<Vec<Key>> {
    let rows = about(reader, id)?.into_iter();
    let mut keys: Vec<_> = rows.map(|(_, key)| key).collect();
    keys.retain(|key| matches!(key, Key::Rating(_) | Key::Career(_)));
    reader.foresee(keys.iter().cloned());
    Ok(keys)
}

fn about(reader: &Reader<'_>, id: &PlayerId) -> Result<Vec<(i64, Key)>> {
    let index = Index::About(id.clone());
    let mut all = Vec::new();
    for rows in reader.pages(&index, Page::first(PAGE)) {
        all.extend(rows?);
    }
    Ok(all)
}

/// When the last game of an account was counted.
fn career(reader: &Reader<'_>, id: &PlayerId) -> Result<Timestamp> {
    let career = reader.value::<CareerRecord>(Key::Career(id.clone()))?;
    Ok(career.map_or(Timestamp(0), |career| career.last))
}

/// Adds what the second account has chosen: whom it blocks and watches, its vacation days, and preferences that the first one lacks.
fn take_over(first: &mut PersonRecord, second: &PersonRecord, now: Timestamp) {
    for id in &second.blocked {
        if !first.blocked.contains(id) {
            first.blocked.push(id.clone());
        }
    }
    first.blocked_digests.extend(&second.blocked_digests);
    first.invited.extend(&second.invited);
    first.declined_by.extend(&second.declined_by);
    first.learned.merge(&second.learned);
    let (mine, other) = (first.id().clone(), second.id().clone());
    first.blocked.retain(|id| *id != mine && *id != other);
    for game in &second.watching {
        if !first.watching.contains(game) {
            first.watching.push(*game);
        }
    }
    first.preferences = first.preferences.or(second.preferences);
    if second.digest.is_some_and(|day| day.waiting) {
        first.digest = second.digest;
    }
    let [mine, theirs] = [first.vacation, second.vacation]
        .map(|vacation| vacation.map_or(0, |vacation| vacation.used_in_year(now)));
    let days = mine.saturating_add(theirs);
    if days > 0 {
        first.vacation = Some(Vacation {
            until: now,
            year: now.year(),
            used: days,
        });
    }
}

pub(crate) fn ask_unlink(reader: &Reader<'_>, who: &Person) -> Result<Change> {
    let (first, others) = accounts::accounts_of(reader, who)?;
    separable(&others)?;
    let unlink = Button::danger(msg!("button-unlink"), Action::Unlink);
    let card = Card::with_buttons(messages::ask_unlink(&first), [unlink]);
    Ok(Change::aside(card))
}

/// Separates the accounts. Nothing is given back.
pub(crate) fn unlink(ctx: &Ctx<'_>, who: &Person) -> Result<Change> {
    let mut first = ctx.person(who)?;
    let (_, others) = accounts::accounts_of(ctx, who)?;
    separable(&others)?;
    for id in std::mem::take(&mut first.value.linked) {
        if let Some(second) = ctx.load::<PersonRecord>(Key::Person(id.clone()))? {
            ctx.remove(Removal::new(second.version, Key::Person(id)));
        }
    }
    let answer = private(msg!("unlink-done"));
    Ok(Change::writing(first.write(), answer))
}

fn separable(others: &[PersonRecord]) -> Result<()> {
    refuse_if(others.is_empty(), LinkRefusal::NotLinked)?;
    let is_linking = others.iter().any(is_being_renamed);
    Ok(refuse_if(is_linking, LinkRefusal::StillLinking)?)
}

pub(crate) fn is_being_renamed(person: &PersonRecord) -> bool {
    person.alias.as_ref().is_some_and(|alias| alias.renaming)
}

/// Forgets a code that can no longer be used.
pub(crate) fn expire_code(ctx: &Ctx<'_>, id: &PlayerId) -> Result<Change> {
    let mut change = Change::nothing(Answer::Seen);
    if let Some(mut person) = ctx.load::<PersonRecord>(Key::Person(id.clone()))? {
        let offered = person.value.link_code.as_ref();
        if offered.is_some_and(|offered| offered.expires <= ctx.moment.now) {
            person.value.link_code = None;
            change.writes.push(person.write());
        }
    }
    Ok(change)
}
