//! A game from move to end: moves, draws, resignation, the engine's answer.

use rules_core::{Color, Move, Outcome};

use crate::app::{App, Change, private};
use crate::choosing::{Table, replayed};
use crate::command::{Press, Which};
use crate::effect::{
    Answer, Card, Control, Effect, EffectId, Look, Manner, Outgoing, Show, Subject, Think,
};
use crate::ids::{GameId, Person, Venue};
use crate::moment::Moment;
use crate::record::{DrawOffer, End, GameRecord, GameResult, Seat};
use crate::refusal::{Failure, Refusal};
use crate::say;
use crate::store::{Index, Key, Page, Store, StoreError};

/// Games and challenges listed at once.
const LISTED: usize = 20;

impl<S: Store> App<S> {
    pub(crate) fn play_move(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
        text: &str,
        seen: Option<u32>,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let reads = |table: &Table| table.game.read(text).is_ok();
        let table = self.choose(who, venue, which, &[&Table::my_turn, &reads])?;
        let table = match table.fallen(moment) {
            Ok(table) => table,
            Err(over) => return Ok(*over),
        };
        table.must_be_to_move(seen)?;
        let mv = table.game.read(text).map_err(Refusal::Illegal)?;
        if let Some(question) = self.asked_first(who, &table, mv)? {
            return Ok(question);
        }
        Self::make_move(table, mv, venue, moment)
    }

    pub(crate) fn make_move(
        mut table: Table,
        mv: Move,
        venue: &Venue,
        moment: Moment,
    ) -> Result<Change, Failure> {
        if table.record.value.moves.len() >= GameRecord::MAX_PLIES {
            return Err(Refusal::TooLong.into());
        }
        table.play(mv, moment)?;
        let record = &table.record.value;
        let answer = if record.venue.room == venue.room {
            Answer::Seen
        } else {
            private(say::moved_elsewhere(record, &table.game))
        };
        Ok(table.change(moment, answer))
    }

    /// Makes the engine's move, and settles the effect that asked for it. Nothing happens when the game has moved on.
    ///
    /// # Errors
    /// When the store fails, or the move is not legal: a fault of the engine.
    pub fn thought(
        &self,
        asked: &EffectId,
        think: &Think,
        uci: &str,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        let handled = self.attempt(moment, |_| {
            let mut change = self.engine_move(think, uci, moment)?;
            change.settled.push(asked.clone());
            Ok(change)
        })?;
        Ok(handled.outgoing)
    }

    fn engine_move(&self, think: &Think, uci: &str, moment: Moment) -> Result<Change, Failure> {
        let record = self.game(think.game)?;
        let game = replayed(&record.value)?;
        let side = game.turn();
        let over = record.value.result.is_some() || record.value.ply() != think.ply;
        if over || !matches!(record.value.seats[side], Seat::Engine(_)) {
            return Ok(Change::nothing(Answer::Seen));
        }
        let mut table = Table { record, game, side };
        let mv = table.game.read(uci).map_err(Refusal::Illegal)?;
        table.play(mv, moment)?;
        Ok(table.change(moment, Answer::Seen))
    }

    pub(crate) fn draw(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
        moment: Moment,
    ) -> Result<Change, Failure> {
        // A draw may end the game at once, so nothing is guessed: among several games the person chooses.
        let mut table = match self.choose(who, venue, which, &[])?.fallen(moment) {
            Ok(table) => table,
            Err(over) => return Ok(*over),
        };
        let claim = table.game.claim().filter(|_| table.my_turn());
        let side = table.side;
        let record = &mut table.record.value;
        if let Some(claim) = claim {
            record.result = Some(GameResult {
                winner: None,
                end: End::Claim(claim),
                at: moment.now,
            });
            return Ok(table.change(moment, Answer::Seen));
        }
        match record.draw_offer {
            Some(offer) if offer.by == side || offer.declined => {
                return Err(Refusal::DrawOffered {
                    declined: offer.declined,
                }
                .into());
            }
            Some(_) => {
                record.result = Some(GameResult {
                    winner: None,
                    end: End::Agreement,
                    at: moment.now,
                });
            }
            None if matches!(record.seats[!side], Seat::Engine(_)) => {
                return Err(Refusal::EngineDeclines.into());
            }
            None => {
                record.draw_offer = Some(DrawOffer {
                    by: side,
                    declined: false,
                });
            }
        }
        Ok(table.change(moment, Answer::Seen))
    }

    pub(crate) fn decline_draw(
        &self,
        who: &Person,
        id: GameId,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let mut table = self.table(who, id)?;
        let side = table.side;
        match &mut table.record.value.draw_offer {
            Some(offer) if offer.by != side && !offer.declined => offer.declined = true,
            _ => return Err(Refusal::NoDrawOffer.into()),
        }
        Ok(table.change(moment, Answer::Seen))
    }

    pub(crate) fn ask_resign(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
    ) -> Result<Change, Failure> {
        let table = self.choose(who, venue, which, &[])?;
        let record = &table.record.value;
        let resign = Control {
            label: "Resign",
            look: Look::Danger,
            press: Press::Resign(record.id),
        };
        let card = Card {
            controls: vec![vec![resign]],
            ..Card::words(say::ask_resign(record, table.side))
        };
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }

    pub(crate) fn resign(
        &self,
        who: &Person,
        id: GameId,
        moment: Moment,
    ) -> Result<Change, Failure> {
        let mut table = self.table(who, id)?;
        let winner = Some(!table.side);
        table.record.value.result = Some(GameResult {
            winner,
            end: End::Resignation,
            at: moment.now,
        });
        Ok(table.change(moment, Answer::Seen))
    }

    pub(crate) fn look(
        &self,
        who: &Person,
        venue: &Venue,
        which: Which,
    ) -> Result<Change, Failure> {
        let id = match which {
            Which::Id(id) => id,
            Which::Mine => {
                self.choose(who, venue, which, &[&Table::my_turn])?
                    .record
                    .value
                    .id
            }
        };
        let record = self.game(id)?.value;
        let game = replayed(&record)?;
        let card = self.game_card(&record, game, Some(who))?;
        Ok(Change::nothing(Answer::Private(Box::new(card))))
    }

    pub(crate) fn list_games(&self, who: &Person) -> Result<Change, Failure> {
        let mine = self
            .store
            .list(&Index::OngoingOf(who.id.clone()), Page::last(LISTED + 1))?;
        let mut games = Vec::new();
        for (_, key) in mine.iter().take(LISTED) {
            if let Key::Game(id) = key {
                let record = self.game(*id)?.value;
                if let Some(side) = record.side_of(&who.id) {
                    games.push((record, side));
                }
            }
        }
        let mut challenges = Vec::new();
        for index in [
            Index::ChallengesTo(who.id.clone()),
            Index::ChallengesBy(who.id.clone()),
        ] {
            for (_, key) in self.store.list(&index, Page::first(LISTED))? {
                if let Key::Challenge(id) = key {
                    challenges.push(self.challenge_record(id)?.value);
                }
            }
        }
        Ok(Change::nothing(private(say::games(
            &games,
            &challenges,
            mine.len() > LISTED,
        ))))
    }
}

impl Table {
    /// Refuses who is not to move, and whoever saw another board, if it is known which one they saw.
    pub(crate) fn must_be_to_move(&self, seen: Option<u32>) -> Result<(), Refusal> {
        let record = &self.record.value;
        let now = record.ply();
        if let Some(seen) = seen.filter(|&seen| seen != now) {
            return Err(Refusal::Stale {
                game: record.id,
                seen,
                now,
            });
        }
        if self.my_turn() {
            return Ok(());
        }
        Err(Refusal::NotYourTurn {
            waiting_for: record.seats[self.game.turn()].clone(),
        })
    }

    /// Plays a move into the record; the game may end by it.
    fn play(&mut self, mv: rules_core::Move, moment: Moment) -> Result<(), Failure> {
        let uci = mv.uci(self.game.variant().shape()).to_string();
        let key = Key::Game(self.record.value.id);
        self.game
            .play(mv)
            .map_err(|error| StoreError::Unreadable(key, error.to_string()))?;
        let record = &mut self.record.value;
        record.press_clock(moment.now);
        record.moves.push(uci);
        record.draw_offer = None;
        if let Some(Outcome { winner, reason }) = self.game.outcome() {
            record.result = Some(GameResult {
                winner,
                end: End::Board(reason),
                at: moment.now,
            });
        }
        Ok(())
    }

    /// The write, the board to be shown, and the engine's turn if it is.
    pub(crate) fn change(mut self, moment: Moment, answer: Answer) -> Change {
        self.record.value.touched = self
            .record
            .value
            .result
            .map_or(moment.now, |result| result.at);
        self.record.value.quiet = 0;
        let record = &self.record.value;
        let manner = self.manner();
        let show = Show {
            subject: Subject::Game(record.id),
            version: self.record.version + 1,
            manner,
        };
        let mut effects = vec![Effect::Show(show)];
        if let (None, Seat::Engine(level)) = (&record.result, &record.seats[self.game.turn()]) {
            effects.push(Effect::Think(Think {
                game: record.id,
                ply: record.ply(),
                level: *level,
            }));
        }
        Change {
            writes: vec![self.record.write()],
            effects,
            settled: Vec::new(),
            answer,
        }
    }

    /// Whoever has to do something next is called by a new message; with the engine, one message changes.
    fn manner(&self) -> Manner {
        let record = &self.record.value;
        let declined =
            record.result.is_none() && record.draw_offer.is_some_and(|offer| offer.declined);
        if declined || record.people().count() < Color::ALL.len() {
            return Manner::InPlace;
        }
        // Time ends a game without anybody's doing: both hear of it.
        if record.result.is_some_and(|result| result.end.is_by_time()) {
            return Manner::Fresh {
                call: record.people().map(|person| person.id.clone()).collect(),
            };
        }
        let call = record.seats[!self.side]
            .person()
            .map(|person| person.id.clone());
        Manner::Fresh {
            call: call.into_iter().collect(),
        }
    }
}
