//! Challenges: made, accepted, declined, withdrawn, expired.

use rules_core::{ByColor, Color};
use text::msg;

use crate::challenge::{counter_offer, message, quota};
use crate::context::{Change, Ctx, Loaded, Reader, Result, private, refuse_if};
use crate::game::active_game::playable;
use crate::game::{fair_play, placement};
use crate::messages;
use crate::model::{
    ChallengeId, ChallengeRecord, ChallengeState, ColorWish, GameId, GameRecord, Index, Level,
    Moment, Person, Record, Seat, Taken, Terms, Thread, TimeControl, Venue,
};
use crate::people::{blocking, profile, visibility};
use crate::protocol::{Answer, Command, Effect, Manner, Refusal, Request, Subject};
use crate::spec::{CHALLENGE, CommandSpec, Kind, OptionSpec, SURE, named};

const PROPOSAL: OptionSpec =
    Kind::within(0, 255).option("proposal", || msg!("command-option-proposal"));

pub(crate) const ACCEPT: CommandSpec = named("accept", || msg!("command-accept"))
    .command(|arguments| {
        let id = arguments.challenge()?;
        Ok(match arguments.number("proposal") {
            Some(number) => Command::AgreeToProposal(id, number),
            None if arguments.is_set("sure") => Command::AcceptHere(id),
            None => Command::Accept(id),
        })
    })
    .options(&[CHALLENGE, PROPOSAL.typed_only(), SURE]);

pub(crate) const DECLINE: CommandSpec = named("decline", || msg!("command-decline"))
    .command(|arguments| {
        let id = arguments.challenge()?;
        Ok(match arguments.number("proposal") {
            Some(number) => Command::DeclineProposal(id, number),
            None => Command::Decline(id),
        })
    })
    .typed_only()
    .options(&[CHALLENGE, PROPOSAL]);

pub(crate) fn challenge(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    to: Option<&Person>,
    terms: &Terms,
) -> Result<Change> {
    refuse_if(to.is_some_and(|to| to.id == who.id), Refusal::SelfChallenge)?;
    quota::may_challenge(ctx, who, venue, to)?;
    let terms = checked(terms.clone())?;
    room_for_a_game(ctx, who)?;
    let (own, most) = (Index::ChallengesBy(who.id.clone()), ctx.limits.challenges);
    ctx.must_have_room(own, most, Refusal::TooManyChallenges(most))?;
    let id = ChallengeId::draw(ctx.moment.seed, ctx.attempt);
    let made = ctx.moment.now;
    let expires = made.plus(ctx.limits.challenge_life);
    let record = ChallengeRecord {
        to: to.cloned(),
        ..ChallengeRecord::new(id, who.clone(), terms, venue.clone(), made, expires)
    };
    let call = record.to.iter().map(|to| to.id.clone()).collect();
    Ok(Change {
        answer: private(messages::challenge_sent(&record)),
        ..write_and_show(Loaded::new(record), Manner::Fresh { call })
    })
}

/// Accepts a challenge, or shows one that was made elsewhere.
pub(crate) fn accept(ctx: &Ctx<'_>, request: &Request, id: ChallengeId) -> Result<Change> {
    let challenge = acceptable(ctx, &request.who, id)?;
    let record = &challenge.value;
    if is_from_elsewhere(request, record) {
        ctx.may_begin(request)?;
        blocking::not_blocked(ctx, &request.who, &record.by)?;
        let card = message::challenge_from_elsewhere(ctx, record)?;
        return Ok(Change::aside(card));
    }
    let change = begin_accepted(ctx, challenge, &request.who, None)?;
    Ok(change.told_where(request))
}

/// Accepts a challenge that was made elsewhere: its game is shown here, too.
pub(crate) fn accept_here(ctx: &Ctx<'_>, request: &Request, id: ChallengeId) -> Result<Change> {
    let mut challenge = acceptable(ctx, &request.who, id)?;
    if !is_from_elsewhere(request, &challenge.value) {
        return begin_accepted(ctx, challenge, &request.who, None);
    }
    let venue = &request.venue;
    if let Some(server) = &venue.server
        && challenge.value.venue.server.as_ref() != Some(server)
    {
        quota::may_take(ctx, server)?;
        let (server, at) = (server.clone(), ctx.moment.now);
        challenge.value.taken = Some(Taken { server, at });
    }
    let wish = request.context.parent.is_some().then_some(false);
    let thread = placement::thread_for(ctx, venue, wish, None)?;
    begin_accepted(ctx, challenge, &request.who, Some((venue.clone(), thread)))
}

/// A challenge that `who` may accept.
pub(crate) fn acceptable(
    ctx: &Ctx<'_>,
    who: &Person,
    id: ChallengeId,
) -> Result<Loaded<ChallengeRecord>> {
    let challenge = still_open(ctx, id)?;
    let record = &challenge.value;
    refuse_if(record.by.id == who.id, Refusal::OwnChallenge)?;
    let is_for_other = record.to.as_ref().is_some_and(|to| to.id != who.id);
    refuse_if(is_for_other, not_for_you(record))?;
    Ok(challenge)
}

pub(crate) fn not_for_you(record: &ChallengeRecord) -> Refusal {
    let (to, by) = (record.to.clone(), record.by.clone());
    Refusal::NotForYou { to, by }
}

/// Whether the game would be shown where the challenge is accepted, too. A rematch is played where the first game was.
pub(crate) fn is_from_elsewhere(request: &Request, record: &ChallengeRecord) -> bool {
    record.terms.elsewhere
        && record.rematch_of.is_none()
        && !visibility::is_in_room(request, &record.venue)
}

/// Starts an accepted challenge's game, which drops a pending counter-offer.
pub(crate) fn begin_accepted(
    ctx: &Ctx<'_>,
    mut challenge: Loaded<ChallengeRecord>,
    who: &Person,
    second: Option<(Venue, Thread)>,
) -> Result<Change> {
    challenge.value.proposal = None;
    counter_offer::begin_challenged(ctx, challenge, who, second)
}

pub(crate) fn withdraw(ctx: &Ctx<'_>, who: &Person, id: ChallengeId) -> Result<Change> {
    let by = ctx.challenge(id)?.value.by;
    refuse_if(by.id != who.id, Refusal::NotForYou { to: None, by })?;
    decline(ctx, who, id)
}

pub(crate) fn decline(ctx: &Ctx<'_>, who: &Person, id: ChallengeId) -> Result<Change> {
    let mut challenge = still_open(ctx, id)?;
    let record = &mut challenge.value;
    let mut wait = None;
    if record.by.id == who.id {
        record.state = ChallengeState::Withdrawn;
    } else if record.to.as_ref().is_some_and(|to| to.id == who.id) {
        record.state = ChallengeState::Declined;
        wait = Some(quota::declined(ctx, &record.by, who)?);
    } else {
        return Err(not_for_you(record).into());
    }
    let mut change = write_and_show(challenge, Manner::InPlace);
    change.writes.extend(wait);
    Ok(change)
}

pub(crate) fn play_engine(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    terms: &Terms,
    level: Level,
) -> Result<Change> {
    refuse_if(terms.rated, Refusal::NotRatable)?;
    let mut terms = checked(terms.clone())?;
    if let Some(fen) = &terms.start {
        fair_play::no_engine_help(ctx, who, playable(terms.variant, fen)?.position())?;
    }
    quota::may_play_engine(ctx, who)?;
    room_for_a_game(ctx, who)?;
    if terms.color == ColorWish::Random && is_first_game(ctx, who, &terms)? {
        terms.color = ColorWish::Only(Color::White);
    }
    let thread = placement::thread_for(ctx, venue, terms.thread, None)?;
    let seats = [Seat::Person(who.clone()), Seat::Engine(level)];
    let game = begin(ctx, &terms, seats, thread, venue);
    let mut change = Change::nothing(Answer::Seen);
    change.add_new_game(game, Vec::new());
    Ok(change)
}

/// Whether a person gets White: a beginner would rather make a first move than find an answer to one.
fn is_first_game(reader: &Reader<'_>, who: &Person, terms: &Terms) -> Result<bool> {
    /// Finished games of a family after which chance decides.
    const FIRST_GAMES: u32 = 3;
    let finished = profile::finished_games(reader, &who.id, terms.variant.family())?;
    Ok(terms.start.is_none() && finished < FIRST_GAMES)
}

pub(crate) fn write_and_show(challenge: Loaded<ChallengeRecord>, manner: Manner) -> Change {
    let subject = Subject::Challenge(challenge.value.id);
    let show = Effect::show(subject, challenge.version + 1, manner);
    Change::writing(challenge.write(), Answer::Seen).with_effects(vec![show])
}

pub(crate) fn room_for_a_game(ctx: &Ctx<'_>, person: &Person) -> Result<()> {
    let (ongoing, most) = (Index::OngoingOf(person.id.clone()), ctx.limits.games);
    ctx.must_have_room(ongoing, most, Refusal::TooManyGames(person.clone(), most))
}

impl Change {
    /// The game that this change starts, if it does.
    pub(crate) fn new_game(&mut self) -> Option<&mut GameRecord> {
        let mut writes = self.writes.iter_mut();
        writes.find_map(|write| match &mut write.record {
            Record::Game(game) if write.expected == 0 => Some(game),
            _ => None,
        })
    }

    /// Tells the person who asks where the game is that this change starts, if it is in another room.
    fn told_where(mut self, request: &Request) -> Self {
        if let Some(game) = self.new_game()
            && let Some(side) = game.side_of(&request.who.id)
            && !visibility::is_in_room(request, game.venue_at(game.site_of(side)))
        {
            let done = msg!("challenge-you-accepted");
            self.answer = private(messages::done_elsewhere(game, side, done));
        }
        self
    }
}

/// The challenge, unless it is closed.
pub(crate) fn still_open(ctx: &Ctx<'_>, id: ChallengeId) -> Result<Loaded<ChallengeRecord>> {
    let challenge = ctx.challenge(id)?;
    let closed = match challenge.value.state {
        ChallengeState::Open if challenge.value.expires > ctx.moment.now => return Ok(challenge),
        ChallengeState::Open => ChallengeState::Expired,
        _ => challenge.value.state,
    };
    Err(Refusal::ChallengeClosed(closed).into())
}

/// The terms with their start position checked and normalized.
pub(crate) fn checked(mut terms: Terms) -> Result<Terms, Refusal> {
    if let Some(fen) = &terms.start {
        let fen = playable(terms.variant, fen)?.position().fen();
        terms.start = (fen != terms.variant.start().fen()).then_some(fen);
    }
    let is_ratable = terms.start.is_none() && terms.time != TimeControl::Unlimited;
    refuse_if(terms.rated && !is_ratable, Refusal::NotRatable)?;
    Ok(terms)
}

/// A new game, with the proposer's seat first.
pub(crate) fn begin(
    ctx: &Ctx<'_>,
    terms: &Terms,
    mut seats: [Seat; 2],
    thread: Thread,
    venue: &Venue,
) -> GameRecord {
    let Moment { now, seed } = ctx.moment;
    let proposer_is_black = match terms.color {
        ColorWish::Only(color) => color == Color::Black,
        // The public code uses other bits of the same draw.
        ColorWish::Random => seed.count_ones() % 2 == 1,
    };
    if proposer_is_black {
        seats.reverse();
    }
    let [white, black] = seats;
    let seats = ByColor { white, black };
    let id = GameId::draw(seed, ctx.attempt);
    let mut game = GameRecord {
        start: terms.start.clone(),
        thread,
        time: terms.time,
        rated: terms.rated,
        ..GameRecord::new(id, terms.variant, seats, venue.clone(), now)
    };
    game.start_clocks(now);
    game
}
