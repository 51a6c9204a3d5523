//! Premoves: answers given in advance, "if Kxe5 then Rd1", and forced moves for players who want them played automatically.
//! They are played in the same commit as the move that they answer, but never while a draw is offered.

use rules_core::{Color, Game, Move};
use text::msg;

use crate::context::{Change, Ctx, Reader, Result, refuse_if};
use crate::game::active_game::{self, ActiveGame};
use crate::messages;
use crate::model::{GameId, GameRecord, Person, PlayerId, Record, RoomId, Seat};
use crate::protocol::{Action, Answer, Button, Card, Command, Refusal, Request, Which};
use crate::spec::{CommandSpec, Kind, WHICH, named};

pub(crate) const PREMOVE: CommandSpec = named("premove", || msg!("command-premove"))
    .command(|arguments| {
        if arguments.is_set("clear") {
            return Ok(Command::ForgetPrepared(arguments.game("game")?));
        }
        let moves = arguments.text("moves").unwrap_or_default().to_owned();
        Ok(Command::Prepare(arguments.which()?, moves))
    })
    .options(&[
        Kind::Line.option("moves", || msg!("command-premove-moves")),
        WHICH,
        Kind::Boolean
            .option("clear", || msg!("command-premove-clear"))
            .typed_only(),
    ]);

/// Maximum number of premove lines of one player in one game.
const LINES: usize = 20;

/// Maximum number of half-moves of a premove line.
pub(crate) const LONGEST: usize = 12;

/// A bound on the automatic answers after one move.
const AT_ONCE: u32 = 100;

/// Words that a line may have between its moves.
pub(crate) const FILLING: [&str; 4] = ["if", "then", "and", "..."];

/// Adds a premove line; lists them all if `text` is empty.
pub(crate) fn prepare(
    ctx: &Ctx<'_>,
    request: &Request,
    which: Which,
    text: &str,
) -> Result<Change> {
    active_game::choose(ctx, request, which, &[])?.in_time(ctx, |mut active| {
        if text.trim().is_empty() {
            return Ok(Change::nothing(premoves(&active)));
        }
        refuse_if(active.my_turn(), Refusal::MoveFirst)?;
        let has_engine = matches!(active.record.value.seats[!active.side], Seat::Engine(_));
        refuse_if(has_engine, Refusal::NoPremovesWithEngine)?;
        let line = read_line(&active.game, text)?;
        let mine = &mut active.record.value.conditional[active.side];
        mine.retain(|other| !contradicts(other, &line));
        refuse_if(mine.len() >= LINES, Refusal::TooManyPremoves(LINES))?;
        mine.push(line);
        let answer = premoves(&active);
        Ok(active.record.silent_change(Vec::new(), answer))
    })
}

pub(crate) fn forget_prepared(reader: &Reader<'_>, who: &Person, id: GameId) -> Result<Change> {
    let mut active = active_game::by_id(reader, who, id)?;
    active.record.value.conditional[active.side].clear();
    let answer = premoves(&active);
    Ok(active.record.silent_change(Vec::new(), answer))
}

/// Plays premoves, and forced moves for players who want that, until a player has to choose.
pub(crate) fn reply(ctx: &Ctx<'_>, active: &mut ActiveGame) -> Result<()> {
    for answered in 1..=AT_ONCE {
        let Some(mv) = next_answer(ctx, active)? else {
            return Ok(());
        };
        active.play(mv, ctx.moment)?;
        active.record.value.answered = answered;
    }
    Ok(())
}

/// The premove or the forced move to play now, if there is one.
fn next_answer(reader: &Reader<'_>, active: &mut ActiveGame) -> Result<Option<Move>> {
    let record = &mut active.record.value;
    if record.result.is_some() || record.moves.len() >= GameRecord::MAX_PLIES {
        return Ok(None);
    }
    let turn = active.game.turn();
    let Some(person) = record.seats[turn].person().cloned() else {
        return Ok(None);
    };
    // FIDE Laws 9.1.2: a draw offer is open until it is answered, and a premove made before is no answer.
    let offered = record.draw_offer;
    if offered.is_some_and(|offer| offer.is_open_to(turn)) {
        record.conditional[turn].clear();
        return Ok(None);
    }
    let premove = record.take_premove(turn);
    if let Some(premove) = premove.and_then(|uci| active.game.read(&uci).ok()) {
        return Ok(Some(premove));
    }
    let moves = active.game.legal_moves();
    let [forced] = moves[..] else { return Ok(None) };
    // A player who may claim a draw has a choice.
    if active.game.claim().is_some() {
        return Ok(None);
    }
    let settings = reader.settings(Some(&person.id), None)?;
    Ok(settings.only_move().then_some(forced))
}

impl GameRecord {
    /// Takes a side's premove to the last move, and forgets the lines that don't begin with it.
    fn take_premove(&mut self, side: Color) -> Option<String> {
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

    /// The record as `player` may see it: without other players' premoves and direct conversations.
    pub(crate) fn seen_by(mut self, player: &PlayerId) -> Self {
        let own = self.site_of_person(player);
        for site in self.sites().filter(|site| *site != own) {
            if let Some(place) = self.place_mut(site)
                && place.venue.server.is_none()
            {
                place.venue.room = RoomId::new("");
            }
        }
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
            Self::Tournament(tournament) => Self::Tournament(tournament.seen_by(player)),
            Self::Daily(daily) => Self::Daily(daily.seen_by(player)),
            other => other,
        }
    }
}

fn premoves(active: &ActiveGame) -> Answer {
    let record = &active.record.value;
    let lines = record.conditional[active.side].iter();
    let lines: Vec<_> = lines.map(|line| in_notation(&active.game, line)).collect();
    let forget = (!lines.is_empty()).then(|| {
        let action = Action::ForgetPrepared(record.id);
        Button::plain(msg!("button-game-forget-premoves"), action)
    });
    let words = messages::premoves(record, &lines);
    Answer::Secret(Box::new(Card::with_buttons(words, forget)))
}

/// Reads a line of legal moves, the opponent's first and the player's own last, into UCI.
fn read_line(game: &Game, text: &str) -> Result<Vec<String>> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    let kept = |word: &&str| !word.is_empty() && !FILLING.contains(&word.to_lowercase().as_str());
    let words: Vec<_> = words.filter(kept).collect();
    refuse_if(words.len() == 1, Refusal::PremoveWithoutAnswer)?;
    let shape = game.variant().shape();
    let mut game = game.clone();
    let mut line = Vec::new();
    for word in words {
        refuse_if(line.len() >= LONGEST, Refusal::PremoveTooLong(LONGEST))?;
        let mv = game.read(word).map_err(|why| match line.len() % 2 {
            0 => Refusal::NotTheirMove {
                variant: game.variant(),
                color: game.turn(),
                typed: word.to_owned(),
            },
            _ => Refusal::Illegal(why),
        })?;
        line.push(mv.uci(shape).to_string());
        game.play(mv)
            .map_err(|_| Refusal::PremoveTooLong(LONGEST))?;
    }
    let is_whole = !line.is_empty() && line.len() % 2 == 0;
    refuse_if(!is_whole, Refusal::PremoveWithoutAnswer)?;
    Ok(line)
}

/// Whether two lines answer the same moves differently, or the new one extends the old one.
fn contradicts(old: &[String], new: &[String]) -> bool {
    match old.iter().zip(new).position(|(a, b)| a != b) {
        // They differ first in a move of the player's own.
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
