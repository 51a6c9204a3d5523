//! Resigning a game, and aborting one before both sides have moved.

use text::chess::variant_name;
use text::msg;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader};
use crate::game::active_game;
use crate::messages;
use crate::model::ids::{GameId, Person, Venue};
use crate::model::record::End;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::command::Command;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::protocol::subject::Which;
use crate::spec::command::CommandSpec;
use crate::spec::options::{CODE, SURE, WHICH};

pub(crate) const RESIGN: CommandSpec = CommandSpec::new(
    "resign",
    || msg!("command-resign"),
    |arguments| {
        Ok(if arguments.is_set("sure") {
            Command::Resign(arguments.game("game")?)
        } else {
            Command::AskResign(arguments.which()?)
        })
    },
)
.options(&[WHICH, SURE]);

pub(crate) const ABORT: CommandSpec = CommandSpec::new(
    "abort",
    || msg!("command-abort"),
    |arguments| {
        let game = arguments.game("game")?;
        Ok(if arguments.is_set("sure") {
            Command::Abort(game)
        } else {
            Command::AskAbort(game)
        })
    },
)
.typed_only()
.options(&[CODE, SURE]);

pub(crate) fn ask_resign(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
) -> Result<Change, Failure> {
    let active = active_game::choose(reader, who, venue, which, &[])?;
    let record = &active.record.value;
    let resign = Button::new(
        msg!("button-game-resign"),
        ButtonStyle::Danger,
        Action::Resign(record.id),
    );
    let question = msg!(
        "game-ask-resign",
        variant = variant_name(record.variant),
        opponent = messages::seat(&record.seats[!active.side]),
    );
    let card = Card {
        controls: vec![vec![resign]],
        ..Card::words(question)
    };
    Ok(Change::nothing(Answer::Aside(Box::new(card))))
}

pub(crate) fn resign(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    active_game::by_id(ctx, who, id)?.in_time(ctx, |active| {
        let winner = Some(!active.side);
        Ok(active.ended(winner, End::Resignation, venue, ctx.moment))
    })
}

/// Asks whether to abort a game. One in which no one has moved is aborted at once: nothing is lost, and it is how people take back a
/// game that they began by mistake.
pub(crate) fn ask_abort(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let active = active_game::by_id(ctx, who, id)?;
    let record = &active.record.value;
    if record.ply() == 0 || record.has_begun() || record.event.is_some() {
        return abort(ctx, who, venue, id);
    }
    let abort = Button::new(
        msg!("button-game-abort"),
        ButtonStyle::Danger,
        Action::Abort(id),
    );
    let question = msg!(
        "game-ask-abort",
        variant = variant_name(record.variant),
        opponent = messages::seat(&record.seats[!active.side]),
    );
    let card = Card {
        controls: vec![vec![abort]],
        ..Card::words(question)
    };
    Ok(Change::nothing(Answer::Aside(Box::new(card))))
}

/// Aborts a game in which not both sides have moved; it doesn't count.
pub(crate) fn abort(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
) -> Result<Change, Failure> {
    let mut active = active_game::by_id(ctx, who, id)?;
    let record = &mut active.record.value;
    // A player could abort on the opponent's turn, and the round would count that against the opponent.
    if record.event.is_some() {
        return Err(Refusal::NoAbort(id).into());
    }
    if record.has_begun() {
        return Err(Refusal::TooLateToAbort.into());
    }
    record.aborted_by = Some(active.side);
    Ok(active.ended(None, End::Abandonment, venue, ctx.moment))
}
