//! Confirmation of moves, for players who want to be asked.

use rules_core::Move;
use text::msg;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader};
use crate::game::active_game::ActiveGame;
use crate::game::{active_game, moves};
use crate::model::ids::{GameId, Person, Venue};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::protocol::command::MoveText;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::Refusal;
use crate::settings::effective;

/// The question whether to make this move, if the player wants to be asked.
pub(crate) fn asked_first(
    reader: &Reader<'_>,
    who: &Person,
    active: &ActiveGame,
    mv: Move,
) -> Result<Option<Change>, Failure> {
    let settings = effective::effective_settings(
        reader,
        Some(&who.id),
        active.record.value.venue.server.as_ref(),
    )?;
    let uci = mv.uci(active.game.variant().shape()).to_string();
    let Ok(text) = MoveText::from(&uci) else {
        return Ok(None);
    };
    let mut after = active.game.clone();
    if !settings.confirm() || after.play(mv).is_err() {
        return Ok(None);
    }
    let record = &active.record.value;
    let look = settings.private_look(Some(active.side), &active.game);
    let board = look.of(crate::game::message::picture(record, after));
    let row = vec![
        Button::new(
            msg!("button-game-confirm-move"),
            ButtonStyle::Success,
            Action::SureMove(record.id, record.ply(), text),
        ),
        Button::new(
            msg!("button-game-another-move"),
            ButtonStyle::Plain,
            Action::Panel(record.id, record.ply()),
        ),
    ];
    let card = Card {
        board: (!settings.words_only()).then_some(board),
        controls: vec![row],
        ..Card::words(msg!(
            "game-ask-move",
            played = active.game.san(mv),
            words = text::chess::move_in_words(&active.game, mv),
        ))
    };
    Ok(Some(Change::nothing(Answer::Private(Box::new(card)))))
}

pub(crate) fn play_sure_move(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    id: GameId,
    seen: u32,
    text: &str,
) -> Result<Change, Failure> {
    active_game::by_id(ctx, who, id)?.in_time(ctx.moment, |active| {
        active.must_be_to_move(Some(seen))?;
        let mv = active.game.read(text).map_err(Refusal::Illegal)?;
        moves::make_move(ctx, active, mv, venue)
    })
}
