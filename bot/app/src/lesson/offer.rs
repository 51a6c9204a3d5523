//! The offer of lessons to someone who starts a game that they have never played: one line, once for each game.

use rules_core::Family;
use text::msg;

use crate::context::failure::Result;
use crate::context::{Change, Ctx};
use crate::lesson::course;
use crate::messages;
use crate::model::record::Record;
use crate::people::experience;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::protocol::command::{Audience, Command, Request};
use crate::protocol::effect::Answer;
use crate::protocol::lesson::LessonId;
use crate::store::Write;

/// Adds the offer to the answer to a command that starts a game or makes a challenge.
pub(crate) fn offered(ctx: &Ctx<'_>, request: &Request, mut change: Change) -> Result<Change> {
    let who = &request.who;
    let mut writes = change.writes.iter();
    let Some(family) = writes.find_map(|write| begun(request, write)) else {
        return Ok(change);
    };
    let mut person = ctx.person(who)?;
    let learned = &mut person.value.learned;
    let is_new = course::next(learned, family) == LessonId::all_of(family).next();
    let is_due = is_new && learned.offer(family);
    if !is_due || experience::finished_games(ctx, &who.id, family)? > 0 {
        return Ok(change);
    }
    let learn = Button::primary(msg!("button-learn-offered"), Action::LearnGame(family));
    let offer = messages::lessons_offered(family);
    change.answer = match change.answer {
        Answer::Seen => Answer::Aside(Box::new(Card::with_buttons(offer, [learn]))),
        Answer::Aside(card) if card.controls.is_empty() => Answer::Aside(Box::new(Card {
            text: card.text.clone().line(offer),
            controls: vec![vec![learn]],
            ..*card
        })),
        // Another question is more urgent.
        _ => return Ok(change),
    };
    change.writes.push(person.write());
    Ok(change)
}

/// The game that a person starts against the engine, or to which they challenge.
fn begun(request: &Request, write: &Write) -> Option<Family> {
    let family = match &write.record {
        Record::Game(game) => game.variant.family(),
        // Where everyone reads the answer, it is not shown: they see the challenge itself.
        Record::Challenge(challenge) if request.context.audience == Audience::Author => {
            challenge.terms.variant.family()
        }
        _ => return None,
    };
    let starts = matches!(
        request.command,
        Command::Challenge { .. } | Command::Play { .. } | Command::Begin(_)
    );
    starts.then_some(family)
}
