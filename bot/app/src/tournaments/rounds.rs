//! Rounds that run by themselves: paired, begun with all their games in one commit, collected, and followed by the next.

use pairing::knockout::{Knockout, Progress};
use pairing::swiss::{self, Request};
use pairing::{Bye, Forfeit, History, Pairing, PairingResult, Seed, Slot, round_robin};
use rules_core::{ByColor, Color, Variant};

use super::Work;
use crate::app::{App, Change, Loaded};
use crate::effect::{Answer, Effect, Manner, Outgoing, Show, Subject};
use crate::ids::{GameId, Person, TournamentId};
use crate::moment::{Moment, Span};
use crate::record::{
    Act, End, Event, Format, GameRecord, Pool, RatingId, RatingRecord, RoundId, RoundRecord, Seat,
    Stage, TournamentBoard, TournamentRecord,
};
use crate::refusal::{Failure, Refusal, TournamentRefusal};
use crate::store::{Index, Key, Page, Store, StoreError, Write};

/// Between two rounds.
const BREAK: Span = Span::minutes(1);
/// Games to which somebody may not come before they are withdrawn.
const NO_SHOWS: u8 = 2;

impl<S: Store> App<S> {
    /// Goes on with a tournament as far as its games and the time allow. Doing it again changes nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub fn advance(&self, id: TournamentId, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        let handled = self.attempt(moment, |attempt| self.advanced(id, moment, attempt))?;
        Ok(handled.outgoing)
    }

    /// Goes on with every tournament that is under way: to be called at a start.
    pub(crate) fn advance_all(&self, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        let mut outgoing = Vec::new();
        let under_way = self
            .store
            .list(&Index::TournamentsUnderWay, Page::first(1000))?;
        for ((_, key), number) in under_way.into_iter().zip(1..) {
            if let Key::Tournament(id) = key {
                let seed = moment.seed.wrapping_sub(number);
                outgoing.extend(self.advance(id, Moment { seed, ..moment })?);
            }
        }
        Ok(outgoing)
    }

    pub(crate) fn advanced(
        &self,
        id: TournamentId,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let record = self.tournament_record(id)?;
        match record.value.stage {
            Stage::Open if record.value.plan.starts.is_some_and(|at| at <= moment.now) => {
                self.start(record, None, moment, attempt)
            }
            Stage::Playing | Stage::Paused if record.value.has_begun() => {
                self.collect(record, moment)
            }
            Stage::Between(next) if next <= moment.now => {
                self.begin_round(Work::new(record), moment, attempt)
            }
            _ => Ok(Change::nothing(Answer::Seen)),
        }
    }

    /// The first round: seeds by rating, then by the time of entering.
    pub(super) fn start(
        &self,
        mut record: Loaded<TournamentRecord>,
        by: Option<&Person>,
        moment: Moment,
        attempt: u32,
    ) -> Result<Change, Failure> {
        let tournament = &mut record.value;
        super::must_be_open(tournament)?;
        if tournament.plan.check_in {
            tournament.entries.retain(|entry| entry.checked_in);
        }
        if tournament.entries.len() < 2 {
            if by.is_some() {
                return Err(TournamentRefusal::TooFew.into());
            }
            let mut work = Work::new(record);
            work.record.value.stage = Stage::Canceled(moment.now);
            work.note(Act::Cancel, None, moment);
            return Ok(work.done(Manner::InPlace, Answer::Seen, moment));
        }
        let variant = tournament.plan.variant;
        for entry in &mut tournament.entries {
            entry.rating = self.rating_of(&entry.person, variant)?;
        }
        tournament
            .entries
            .sort_by_key(|entry| std::cmp::Reverse(entry.rating.unwrap_or(0)));
        let mut work = Work::new(record);
        work.note(Act::Begin, by, moment);
        self.begin_round(work, moment, attempt)
    }

    /// Somebody's rating in a game, if they have one.
    pub(super) fn rating_of(
        &self,
        person: &Person,
        variant: Variant,
    ) -> Result<Option<u16>, Failure> {
        let id = RatingId {
            family: variant.family(),
            pool: Pool::Everywhere,
            player: person.id.clone(),
        };
        let rating = self.load::<RatingRecord>(Key::Rating(id))?;
        Ok(rating.map(|loaded| loaded.value.rating.points()))
    }

    /// Pairs the next round and begins its games; the end, if there is none.
    fn begin_round(&self, mut work: Work, moment: Moment, attempt: u32) -> Result<Change, Failure> {
        let tournament = &work.record.value;
        let rounds = self.rounds_of(tournament)?;
        let history = history_of(tournament, &rounds)?;
        let Some((boards, byes)) = next_boards(tournament, &history, &rounds) else {
            work.note(Act::EndEarly, None, moment);
            return Ok(Self::finish(work, moment));
        };
        let id = RoundId {
            tournament: tournament.id,
            number: tournament.rounds + 1,
        };
        let mut round = RoundRecord {
            id,
            began: moment.now,
            boards,
            byes,
        };
        let mut codes = Vec::new();
        for board in 0..round.boards.len() {
            if round.boards[board].pairing.result.is_none() {
                let game = self.free_code(id, board, 0, attempt, &codes)?;
                codes.push(game);
                round.boards[board].game = Some(game);
                let place = round.boards[board];
                Self::begin_game(&mut work, id, board, place, moment)?;
            }
        }
        let tournament = &mut work.record.value;
        tournament.rounds += 1;
        tournament.stage = Stage::Playing;
        tournament.undo = None;
        for entry in &mut tournament.entries {
            entry.sits_out = false;
        }
        if round.is_finished() {
            after_round(&mut work, moment, &round, rounds);
        }
        work.writes.push(Write {
            expected: 0,
            record: round.into(),
        });
        let fresh = Manner::Fresh { call: Vec::new() };
        Ok(work.done(fresh, Answer::Seen, moment))
    }

    /// A code that follows from the tournament, the round and the board, and that no game has.
    pub(super) fn free_code(
        &self,
        round: RoundId,
        board: usize,
        replays: u8,
        attempt: u32,
        taken: &[GameId],
    ) -> Result<GameId, Failure> {
        let name = format!("{} {} {board} {replays}", round.tournament, round.number);
        // FNV-1a: the same everywhere, which the hashers of the standard library do not promise.
        let seed = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        });
        for number in attempt..attempt.saturating_add(20) {
            let id = GameId::draw(seed, number);
            if !taken.contains(&id) && self.store.get(&Key::Game(id))?.is_none() {
                return Ok(id);
            }
        }
        Err(Refusal::Busy.into())
    }

    pub(super) fn begin_game(
        work: &mut Work,
        round: RoundId,
        board: usize,
        place: TournamentBoard,
        moment: Moment,
    ) -> Result<(), Failure> {
        let tournament = &work.record.value;
        let seat = |seed: Seed| {
            let entry = tournament
                .entry(seed)
                .ok_or(TournamentRefusal::NotEntered)?;
            Ok::<_, TournamentRefusal>(Seat::Person(entry.person.clone()))
        };
        let Some(id) = place.game else { return Ok(()) };
        let mut game = GameRecord {
            id,
            variant: tournament.plan.variant,
            start: None,
            moves: Vec::new(),
            seats: ByColor {
                white: seat(place.pairing.white)?,
                black: seat(place.pairing.black)?,
            },
            venue: tournament.venue.clone(),
            began: moment.now,
            touched: moment.now,
            draw_offer: None,
            result: None,
            counted: None,
            aborted_by: None,
            take_back_offer: None,
            take_backs: 0,
            unseen: false,
            conditional: ByColor::default(),
            engine_scores: Vec::new(),
            rematch: None,
            event: Some(Event {
                round,
                board: u16::try_from(board).unwrap_or(u16::MAX),
            }),
            time: tournament.plan.time,
            clock: None,
            quiet: 0,
            rated: tournament.plan.rated,
        };
        game.start_clocks(moment.now);
        // Both are called: the round begins.
        let call = game.people().map(|person| person.id.clone()).collect();
        work.effects.push(Effect::Show(Show {
            subject: Subject::Game(id),
            version: 1,
            manner: Manner::Fresh { call },
            ply: Some(0),
        }));
        work.writes.push(Write {
            expected: 0,
            record: game.into(),
        });
        Ok(())
    }

    /// Takes the results of finished games into their round, and goes on when all are there.
    fn collect(&self, record: Loaded<TournamentRecord>, moment: Moment) -> Result<Change, Failure> {
        let mut round = self.last_round(&record.value)?;
        let mut work = Work::new(record);
        let mut changed = false;
        for place in 0..round.value.boards.len() {
            let board = &mut round.value.boards[place];
            let (None, Some(id)) = (board.pairing.result, board.game) else {
                continue;
            };
            let Some(result) = outcome(&self.game(id)?.value) else {
                continue;
            };
            board.pairing.result = Some(result);
            changed = true;
            let pairing = board.pairing;
            if let PairingResult::Forfeit(forfeit) = result {
                absent(&mut work, pairing, forfeit, moment);
            }
        }
        let over = round.value.is_finished() && work.record.value.stage == Stage::Playing;
        if over {
            let rounds = self.rounds_before(&work.record.value)?;
            after_round(&mut work, moment, &round.value, rounds);
        }
        if !changed && !over {
            return Ok(Change::nothing(Answer::Seen));
        }
        work.writes.push(round.write());
        let finished = work.record.value.is_over();
        let manner = if finished {
            Manner::Fresh { call: Vec::new() }
        } else {
            Manner::InPlace
        };
        Ok(work.done(manner, Answer::Seen, moment))
    }

    /// All rounds but the last one.
    fn rounds_before(&self, tournament: &TournamentRecord) -> Result<Vec<RoundRecord>, Failure> {
        let mut rounds = self.rounds_of(tournament)?;
        rounds.pop();
        Ok(rounds)
    }

    fn finish(mut work: Work, moment: Moment) -> Change {
        work.record.value.stage = Stage::Finished(moment.now);
        let fresh = Manner::Fresh { call: Vec::new() };
        work.done(fresh, Answer::Seen, moment)
    }
}

/// Everything that was paired, as the pairing knows it.
pub(super) fn history_of(
    tournament: &TournamentRecord,
    rounds: &[RoundRecord],
) -> Result<History, StoreError> {
    let damaged = |error: pairing::HistoryError| {
        StoreError::Unreadable(Key::Tournament(tournament.id), error.to_string())
    };
    let mut history = History::new(tournament.entrants()).map_err(damaged)?;
    for round in rounds {
        history
            .add_round(round.round().map_err(damaged)?)
            .map_err(damaged)?;
    }
    Ok(history)
}

/// What a finished game is for its round: whoever did not make their first move was not there.
fn outcome(game: &GameRecord) -> Option<PairingResult> {
    let result = game.result?;
    Some(match (result.end, result.winner) {
        (End::Abandonment, _) => PairingResult::Forfeit(Forfeit::By(game.turn())),
        (_, Some(winner)) => PairingResult::Win(winner),
        (_, None) => PairingResult::Draw,
    })
}

/// Counts who did not come, and withdraws who did not come for the second time.
fn absent(work: &mut Work, pairing: Pairing, forfeit: Forfeit, moment: Moment) {
    for color in Color::ALL {
        if forfeit != Forfeit::Both && forfeit != Forfeit::By(color) {
            continue;
        }
        let Some(entry) = work.record.value.entry_mut(pairing.seed(color)) else {
            continue;
        };
        entry.no_shows = entry.no_shows.saturating_add(1);
        if entry.no_shows >= NO_SHOWS && !entry.withdrawn {
            entry.withdrawn = true;
            let person = entry.person.clone();
            work.note(Act::NoShow(person), None, moment);
        }
    }
}

/// The round has ended: the next one follows, or the tournament is over.
fn after_round(work: &mut Work, moment: Moment, last: &RoundRecord, mut rounds: Vec<RoundRecord>) {
    rounds.push(last.clone());
    let tournament = &mut work.record.value;
    let more = match tournament.plan.format {
        Format::Swiss { rounds } => tournament.rounds < u16::from(rounds),
        Format::RoundRobin(cycles) => {
            let all = round_robin::number_of_rounds(tournament.entries.len(), cycles);
            usize::from(tournament.rounds) < all
        }
        Format::Knockout { .. } => {
            let (plan, games) = knockout(tournament, &rounds);
            let matches = plan.matches(&games);
            matches
                .iter()
                .any(|m| matches!(m.progress, Progress::Next(_)))
        }
    };
    tournament.stage = if more {
        Stage::Between(moment.now.plus(BREAK))
    } else {
        Stage::Finished(moment.now)
    };
}

/// The plan of a knock-out, and the games of each match.
pub(super) fn knockout(
    tournament: &TournamentRecord,
    rounds: &[RoundRecord],
) -> (Knockout, Vec<Vec<Pairing>>) {
    let (elimination, rules) = match tournament.plan.format {
        Format::Knockout { elimination, rules } => (elimination, rules),
        Format::Swiss { .. } | Format::RoundRobin(_) => Default::default(),
    };
    let plan = Knockout::new(tournament.entries.len(), elimination, rules);
    let mut games = vec![Vec::new(); plan.len()];
    for board in rounds.iter().flat_map(|round| &round.boards) {
        let of_match = board
            .of_match
            .and_then(|number| games.get_mut(usize::from(number)));
        if let Some(own) = of_match {
            own.push(board.pairing);
        }
    }
    (plan, games)
}

type Boards = (Vec<TournamentBoard>, Vec<(Seed, Bye)>);

/// The next round; none when there is none.
fn next_boards(
    tournament: &TournamentRecord,
    history: &History,
    rounds: &[RoundRecord],
) -> Option<Boards> {
    match tournament.plan.format {
        Format::Swiss { rounds } => swiss_boards(tournament, history, rounds),
        Format::RoundRobin(cycles) => {
            let all = round_robin::rounds(tournament.entries.len(), cycles);
            let round = all.into_iter().nth(usize::from(tournament.rounds))?;
            let boards = round
                .pairings()
                .map(|&game| board(tournament, game, None))
                .collect();
            let byes = round.slots().iter().filter_map(|slot| match *slot {
                Slot::Bye { seed, bye } => Some((seed, bye)),
                Slot::Pairing(_) => None,
            });
            Some((boards, byes.collect()))
        }
        Format::Knockout { .. } => {
            let (plan, games) = knockout(tournament, rounds);
            let boards: Vec<TournamentBoard> = plan
                .matches(&games)
                .iter()
                .zip(0..)
                .filter_map(|(m, number)| match m.progress {
                    Progress::Next(game) => Some(board(tournament, game, Some(number))),
                    _ => None,
                })
                .collect();
            (!boards.is_empty()).then_some((boards, Vec::new()))
        }
    }
}

fn swiss_boards(tournament: &TournamentRecord, history: &History, rounds: u8) -> Option<Boards> {
    let mut byes = Vec::new();
    let mut present = Vec::new();
    for (seed, entry) in history.seeds().zip(&tournament.entries) {
        if entry.withdrawn {
            continue;
        }
        if entry.sits_out {
            byes.push((seed, Bye::HalfPoint));
        } else {
            present.push(seed);
        }
    }
    let request = Request {
        present,
        is_last: tournament.rounds + 1 >= u16::from(rounds),
        initial: tournament.initial,
    };
    let round = swiss::pair(history, &request).ok()?;
    byes.extend(round.bye.map(|why| (why.seed, Bye::PairingAllocated)));
    let games = round.pairings.into_iter();
    Some((
        games
            .map(|(game, _)| board(tournament, game, None))
            .collect(),
        byes,
    ))
}

/// A board of a new round. Whoever has withdrawn has lost already.
fn board(
    tournament: &TournamentRecord,
    mut pairing: Pairing,
    of_match: Option<u16>,
) -> TournamentBoard {
    let gone = |seed: Seed| tournament.entry(seed).is_none_or(|entry| entry.withdrawn);
    pairing.result = match (gone(pairing.white), gone(pairing.black)) {
        (false, false) => None,
        (true, true) => Some(PairingResult::Forfeit(Forfeit::Both)),
        (white, _) => {
            let absent = if white { Color::White } else { Color::Black };
            Some(PairingResult::Forfeit(Forfeit::By(absent)))
        }
    };
    TournamentBoard {
        pairing,
        game: None,
        of_match,
        replays: 0,
    }
}
