//! Challenges: made, accepted, declined, withdrawn, expired.

use rules_core::{ByColor, Color};
use text::msg;

use crate::challenge::{counter_offer, message, quota};
use crate::context::failure::Result;
use crate::context::{Change, Ctx, Loaded, Reader, private};
use crate::game::start_position::playable;
use crate::game::{display, engine_help, thread};
use crate::messages;
use crate::model::ids::{ChallengeId, GameId, Person, PlayerId, Venue};
use crate::model::key::Index;
use crate::model::moment::Moment;
use crate::model::record::{
    ChallengeRecord, ChallengeState, ColorWish, GameRecord, Level, Record, Seat, Taken, Terms,
    Thread, TimeControl,
};
use crate::people::{blocking, experience, visibility};
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::{Answer, Effect, Manner, Show, Subject};
use crate::protocol::refusal::Refusal;
use crate::settings::effective;
use crate::spec::command::{CommandSpec, Kind, OptionSpec, named};
use crate::spec::options;
use crate::spec::options::SURE;
use crate::store::Write;

/// The number of a counter-offer.
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
    .options(&[options::CHALLENGE, PROPOSAL.typed_only(), SURE]);

pub(crate) const DECLINE: CommandSpec = named("decline", || msg!("command-decline"))
    .command(|arguments| {
        let id = arguments.challenge()?;
        Ok(match arguments.number("proposal") {
            Some(number) => Command::DeclineProposal(id, number),
            None => Command::Decline(id),
        })
    })
    .typed_only()
    .options(&[options::CHALLENGE, PROPOSAL]);

pub(crate) fn challenge(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    to: Option<&Person>,
    terms: &Terms,
) -> Result<Change> {
    if to.is_some_and(|to| to.id == who.id) {
        return Err(Refusal::SelfChallenge.into());
    }
    quota::may_challenge(ctx, who, venue, to)?;
    let terms = checked(terms)?;
    room_for_a_game(ctx, who)?;
    let most = ctx.limits.challenges;
    if !ctx.has_room(Index::ChallengesBy(who.id.clone()), most)? {
        return Err(Refusal::TooManyChallenges(most).into());
    }
    let record = ChallengeRecord {
        id: ChallengeId::draw(ctx.moment.seed, ctx.attempt),
        by: who.clone(),
        to: to.cloned(),
        terms,
        venue: venue.clone(),
        made: ctx.moment.now,
        expires: ctx.moment.now.plus(ctx.limits.challenge_life),
        rematch_of: None,
        proposal: None,
        proposals: 0,
        state: ChallengeState::Open,
        taken: None,
    };
    let call = to.map(|to| to.id.clone()).into_iter().collect();
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
        effective::may_begin(ctx, request)?;
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
        challenge.value.taken = Some(Taken {
            server: server.clone(),
            at: ctx.moment.now,
        });
    }
    let wish = request.context.parent.is_some().then_some(false);
    let second = (venue.clone(), thread::thread_for(ctx, venue, wish, None)?);
    begin_accepted(ctx, challenge, &request.who, Some(second))
}

/// A challenge that `who` may accept.
pub(crate) fn acceptable(
    ctx: &Ctx<'_>,
    who: &Person,
    id: ChallengeId,
) -> Result<Loaded<ChallengeRecord>> {
    let challenge = ctx.challenge(id)?;
    let record = &challenge.value;
    still_open(record, ctx.moment)?;
    if record.by.id == who.id {
        return Err(Refusal::OwnChallenge.into());
    }
    if record.to.as_ref().is_some_and(|to| to.id != who.id) {
        return Err(not_for_you(record).into());
    }
    Ok(challenge)
}

/// The refusal of someone else's challenge.
pub(crate) fn not_for_you(record: &ChallengeRecord) -> Refusal {
    Refusal::NotForYou {
        to: record.to.clone(),
        by: record.by.clone(),
    }
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
    if by.id != who.id {
        return Err(Refusal::NotForYou { to: None, by }.into());
    }
    decline(ctx, who, id)
}

pub(crate) fn decline(ctx: &Ctx<'_>, who: &Person, id: ChallengeId) -> Result<Change> {
    let mut challenge = ctx.challenge(id)?;
    let record = &mut challenge.value;
    still_open(record, ctx.moment)?;
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
    if terms.rated {
        return Err(Refusal::NotRatable.into());
    }
    let mut terms = checked(terms)?;
    if let Some(fen) = &terms.start {
        engine_help::no_engine_help(ctx, who, playable(terms.variant, fen)?.position())?;
    }
    quota::may_play_engine(ctx, who)?;
    room_for_a_game(ctx, who)?;
    if terms.color == ColorWish::Random && is_first_game(ctx, who, &terms)? {
        terms.color = ColorWish::Only(Color::White);
    }
    let thread = thread::thread_for(ctx, venue, terms.thread, None)?;
    let game = begin(
        ctx,
        &terms,
        thread,
        Seat::Person(who.clone()),
        Seat::Engine(level),
        venue.clone(),
    );
    let mut change = Change::nothing(Answer::Seen);
    change.add_new_game(game, None);
    Ok(change)
}

/// Whether a person gets White: a beginner would rather make a first move than find an answer to one.
fn is_first_game(reader: &Reader<'_>, who: &Person, terms: &Terms) -> Result<bool> {
    /// Finished games of a family after which chance decides.
    const FIRST_GAMES: u32 = 3;
    let finished = experience::finished_games(reader, &who.id, terms.variant.family())?;
    Ok(terms.start.is_none() && finished < FIRST_GAMES)
}

pub(crate) fn write_and_show(challenge: Loaded<ChallengeRecord>, manner: Manner) -> Change {
    let show = Show {
        subject: Subject::Challenge(challenge.value.id),
        version: challenge.version + 1,
        manner,
        ply: None,
    };
    Change {
        effects: vec![Effect::Show(show)],
        ..Change::writing(challenge.write(), Answer::Seen)
    }
}

pub(crate) fn room_for_a_game(ctx: &Ctx<'_>, person: &Person) -> Result<()> {
    let most = ctx.limits.games;
    if ctx.has_room(Index::OngoingOf(person.id.clone()), most)? {
        Ok(())
    } else {
        Err(Refusal::TooManyGames(person.clone(), most).into())
    }
}

impl Change {
    /// The game that this change starts, if it does.
    pub(crate) fn new_game(&self) -> Option<&GameRecord> {
        self.writes.iter().find_map(|write| match &write.record {
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

    /// Marks the challenge made by this change as a rematch of that game.
    pub(crate) fn of_rematch(mut self, game: GameId) -> Self {
        for write in &mut self.writes {
            if let Record::Challenge(challenge) = &mut write.record {
                challenge.rematch_of = Some(game);
            }
        }
        self
    }

    /// Starts the game: posts its board, and asks the engine if it moves first.
    pub(crate) fn add_new_game(&mut self, game: GameRecord, call: Option<PlayerId>) {
        let manner = Manner::Fresh {
            call: call.into_iter().collect(),
        };
        self.effects
            .extend(display::show_effects(&game, 1, &manner));
        self.effects.extend(display::think_effect(&game, false));
        self.writes.push(Write::new(0, game));
    }
}

pub(crate) fn first_mover(game: &GameRecord) -> Option<&Seat> {
    game.replay()
        .ok()
        .map(|position| &game.seats[position.turn()])
}

pub(crate) fn still_open(record: &ChallengeRecord, moment: Moment) -> Result<(), Refusal> {
    match record.state {
        ChallengeState::Open if record.expires > moment.now => Ok(()),
        ChallengeState::Open => Err(Refusal::ChallengeClosed(ChallengeState::Expired)),
        _ => Err(Refusal::ChallengeClosed(record.state.clone())),
    }
}

/// The terms with their start position checked and normalized.
pub(crate) fn checked(terms: &Terms) -> Result<Terms, Refusal> {
    let start = match &terms.start {
        None => None,
        Some(fen) => {
            let fen = playable(terms.variant, fen)?.position().fen();
            (fen != terms.variant.start().fen()).then_some(fen)
        }
    };
    if terms.rated && (start.is_some() || terms.time == TimeControl::Unlimited) {
        return Err(Refusal::NotRatable);
    }
    Ok(Terms {
        start,
        ..terms.clone()
    })
}

pub(crate) fn begin(
    ctx: &Ctx<'_>,
    terms: &Terms,
    thread: Thread,
    proposer: Seat,
    other: Seat,
    venue: Venue,
) -> GameRecord {
    let Moment { now, seed } = ctx.moment;
    let proposer_color = match terms.color {
        ColorWish::Only(color) => color,
        // The public code uses other bits of the same draw.
        ColorWish::Random => [Color::White, Color::Black][usize::from(seed.count_ones() % 2 == 1)],
    };
    let seats = match proposer_color {
        Color::White => ByColor {
            white: proposer,
            black: other,
        },
        Color::Black => ByColor {
            white: other,
            black: proposer,
        },
    };
    let id = GameId::draw(seed, ctx.attempt);
    let mut game = GameRecord {
        start: terms.start.clone(),
        thread,
        time: terms.time,
        rated: terms.rated,
        ..GameRecord::new(id, terms.variant, seats, venue, now)
    };
    game.start_clocks(now);
    game
}
