//! Conditional moves: answers that somebody gives in advance, "if Kxe5 then Rd1", and the only legal move for those who want it
//! made for them. They are played in the same commit as the move that they answer; where a draw is on offer, nothing is.

use rules_core::{Color, Game, Move};

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader};
use crate::game::active_game;
use crate::game::active_game::Table;
use crate::messages;
use crate::model::ids::{GameId, Person, PlayerId, Venue};
use crate::model::record::{GameRecord, Record, Seat};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::command::Which;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::settings::effective;

/// The most lines of one player in one game.
const LINES: usize = 20;

/// The most half-moves of a line.
pub(crate) const LONGEST: usize = 12;

/// The most moves that are made by themselves after one move: more would be a fault.
const AT_ONCE: u32 = 100;

/// Words between the moves of a line.
const FILLING: [&str; 4] = ["if", "then", "and", "..."];

/// Adds a line of conditional moves; without one, lists them.
pub(crate) fn prepare(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
    text: &str,
) -> Result<Change, Failure> {
    let mut table = match active_game::choose(ctx, who, venue, which, &[])?.fallen(ctx.moment) {
        Ok(table) => table,
        Err(over) => return Ok(*over),
    };
    if text.trim().is_empty() {
        let answer = table.prepared();
        return Ok(Change::nothing(answer));
    }
    if table.my_turn() {
        return Err(Refusal::MoveFirst.into());
    }
    if matches!(table.record.value.seats[!table.side], Seat::Engine(_)) {
        return Err(Refusal::NoConditionsWithEngine.into());
    }
    let line = read_line(&table.game, text)?;
    let mine = &mut table.record.value.conditional[table.side];
    mine.retain(|other| !contradicts(other, &line));
    if mine.len() >= LINES {
        return Err(Refusal::TooManyConditions(LINES).into());
    }
    mine.push(line);
    let answer = table.prepared();
    Ok(table.quietly(Vec::new(), answer))
}

/// Forgets all conditional moves of somebody in a game.
pub(crate) fn forget_prepared(
    reader: &Reader<'_>,
    who: &Person,
    id: GameId,
) -> Result<Change, Failure> {
    let mut table = active_game::table(reader, who, id)?;
    table.record.value.conditional[table.side].clear();
    let answer = table.prepared();
    Ok(table.quietly(Vec::new(), answer))
}

/// Plays what was prepared for this position, and forced moves for those who want that, until somebody has to think.
pub(crate) fn reply(ctx: &Ctx<'_>, table: &mut Table) -> Result<(), Failure> {
    for answered in 1..=AT_ONCE {
        let record = &table.record.value;
        if record.result.is_some() || record.moves.len() >= GameRecord::MAX_PLIES {
            return Ok(());
        }
        let turn = table.game.turn();
        let Some(person) = record.seats[turn].person() else {
            return Ok(());
        };
        // As in the FIDE Laws (9.1.2): an offer stands until it is answered, and what was prepared before is no answer.
        if record
            .draw_offer
            .is_some_and(|offer| offer.is_open_to(turn))
        {
            table.record.value.conditional[turn].clear();
            return Ok(());
        }
        let only = {
            let moves = table.game.legal_moves();
            let only = moves.first().copied().filter(|_| moves.len() == 1);
            // Whoever may claim a draw has that to choose, too.
            let only = only.filter(|_| table.game.claim().is_none());
            match only {
                Some(only) => {
                    let in_force = effective::in_force(ctx, Some(&person.id), None)?;
                    in_force.only_move().0.then_some(only)
                }
                None => None,
            }
        };
        let prepared = table.record.value.take_prepared(turn);
        let prepared = prepared.and_then(|uci| table.game.read(&uci).ok());
        match prepared.or(only) {
            Some(mv) => {
                table.side = turn;
                table.play(mv, ctx.moment)?;
                table.record.value.answered = answered;
            }
            None => return Ok(()),
        }
    }
    Ok(())
}

impl GameRecord {
    /// The prepared answer of a side to the move just made; lines that it did not begin are forgotten.
    fn take_prepared(&mut self, side: Color) -> Option<String> {
        let made = self.moves.last()?.clone();
        let lines = std::mem::take(&mut self.conditional[side]);
        let mut fitting = lines
            .into_iter()
            .filter(|line| line.first() == Some(&made))
            .peekable();
        let answer = fitting.peek()?.get(1)?.clone();
        self.conditional[side] = fitting
            .filter(|line| line.get(1) == Some(&answer))
            .map(|line| line[2..].to_vec())
            .filter(|rest| !rest.is_empty())
            .collect();
        Some(answer)
    }

    /// The record as `player` may see it: without what others have prepared.
    pub(crate) fn seen_by(mut self, player: &PlayerId) -> Self {
        for color in Color::ALL {
            if self.seats[color].person().is_none_or(|p| p.id != *player) {
                self.conditional[color].clear();
            }
        }
        self
    }
}

impl Record {
    /// The record as `player` may see it.
    pub(crate) fn seen_by(self, player: &PlayerId) -> Self {
        match self {
            Self::Game(game) => Self::Game(game.seen_by(player)),
            other => other,
        }
    }
}

impl Table {
    /// What this player has prepared.
    fn prepared(&self) -> Answer {
        let record = &self.record.value;
        let lines: Vec<_> = record.conditional[self.side]
            .iter()
            .map(|line| in_notation(&self.game, line))
            .collect();
        let forget = Button {
            label: "Forget them".into(),
            style: ButtonStyle::Plain,
            action: Action::ForgetPrepared(record.id),
        };
        let controls = if lines.is_empty() {
            Vec::new()
        } else {
            vec![vec![forget]]
        };
        Answer::Private(Box::new(Card {
            controls,
            ..Card::words(messages::prepared(record, &lines))
        }))
    }
}

/// Reads a line of moves, the opponent's first, one's own last, and checks each on the board that it would meet.
fn read_line(game: &Game, text: &str) -> Result<Vec<String>, Failure> {
    let words = text
        .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .filter(|word| !word.is_empty() && !FILLING.contains(&word.to_lowercase().as_str()));
    let shape = game.variant().shape();
    let mut game = game.clone();
    let mut line = Vec::new();
    for word in words {
        if line.len() >= LONGEST {
            return Err(Refusal::ConditionTooLong(LONGEST).into());
        }
        let mv: Move = game.read(word).map_err(Refusal::Illegal)?;
        line.push(mv.uci(shape).to_string());
        if game.play(mv).is_err() {
            return Err(Refusal::ConditionTooLong(LONGEST).into());
        }
    }
    if line.is_empty() || line.len() % 2 == 1 {
        return Err(Refusal::ConditionWithoutAnswer.into());
    }
    Ok(line)
}

/// Whether two lines answer the same moves differently, or one says no more than the other.
fn contradicts(old: &[String], new: &[String]) -> bool {
    match old.iter().zip(new).position(|(a, b)| a != b) {
        // They part at a move of one's own.
        Some(at) => at % 2 == 1,
        None => old.len() <= new.len(),
    }
}

fn in_notation(game: &Game, line: &[String]) -> Vec<String> {
    let mut game = game.clone();
    line.iter()
        .map_while(|uci| {
            let mv = game.read(uci).ok()?;
            let san = game.san(mv);
            game.play(mv).ok()?;
            Some(san)
        })
        .collect()
}
