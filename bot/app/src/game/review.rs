//! The engine's review of a finished game.

use text::msg;

use crate::context::budget::Spent;
use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader, transaction};
use crate::game::active_game::replayed;
use crate::game::{engine_help, message, replay};
use crate::messages;
use crate::model::ids::{GameId, Person};
use crate::model::key::Key;
use crate::model::record::{GameRecord, ReviewRecord};
use crate::people::history;
use crate::protocol::action::Action;
use crate::protocol::card::{Card, SelectMenu};
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::{Analyze, Answer, Effect, EffectId, Outgoing};
use crate::protocol::people_refusal::PeopleRefusal;
use crate::protocol::refusal::Refusal;
use crate::protocol::subject::Which;
use crate::spec::command::{CommandSpec, Games, Kind, named};
use crate::spec::options::variants;
use crate::store::Write;

pub(crate) const ANALYZE: CommandSpec = named("analyze", || msg!("command-analyze"))
    .command(
        |arguments| match (arguments.which()?, arguments.text("position")) {
            (Which::Id(id), None) => Ok(Command::Analyze(id)),
            (Which::Mine, Some(fen)) => Ok(Command::Study(
                arguments.kind_of_game("rules")?.unwrap_or(arguments.usual),
                fen.to_owned(),
            )),
            (Which::Mine, None) => Ok(Command::ChooseReview),
            (Which::Id(_), Some(_)) => Err(msg!("input-game-or-position").into()),
        },
    )
    .options(&[
        Kind::Game(Games::Finished).option("game", || msg!("command-analyze-game")),
        Kind::Position.option("position", || msg!("command-analyze-position")),
        Kind::Choice(variants).option("rules", || msg!("command-analyze-rules")),
    ]);

/// Asks which of a person's latest games to review.
pub(crate) fn choose_review(reader: &Reader<'_>, request: &Request) -> Result<Change> {
    let page = history::history_page(reader, request, &request.who.id, None, SelectMenu::MOST)?;
    let menu = messages::replay_menu(&page.games).map(|menu| SelectMenu {
        action: Action::ChooseReview,
        prompt: msg!("menu-analyze").into(),
        ..menu
    });
    let text = match menu {
        Some(_) => msg!("analyze-which").into(),
        None => messages::refusal(&Refusal::People(PeopleRefusal::NoFinishedGame)),
    };
    Ok(Change::aside(Card {
        menu,
        ..Card::words(text)
    }))
}

/// Shows a finished game's review, or asks the engine for it.
pub(crate) fn ask_review(ctx: &Ctx<'_>, who: &Person, id: GameId) -> Result<Change> {
    let record = ctx.game(id)?.value;
    if record.result.is_none() {
        return Err(Refusal::NotOver(id).into());
    }
    let game = replayed(&record)?;
    engine_help::no_review_help(ctx, who, &record)?;
    if ctx.review(id)?.is_some() {
        return Ok(Change::aside(message::game_card(ctx, &record, game, None)?));
    }
    let card = Card::with_buttons(msg!("review-asked"), replay::replay_button(&record));
    let pending = ctx.store.outgoing(usize::MAX)?;
    let asked = Effect::Analyze(Analyze { game: id });
    if pending.iter().any(|outgoing| outgoing.effect == asked) {
        return Ok(Change::aside(card));
    }
    if ctx.attempt == 0
        && let Spent::Nothing(until) = ctx.shared.reviews.spend(who.id.clone(), ctx.moment.now)
    {
        return Err(PeopleRefusal::TooManyReviews(until).into());
    }
    Ok(Change {
        effects: vec![asked],
        ..Change::aside(card)
    })
}

/// Stores the engine's review, if it is new, and completes the effect that asked for it; the game's message then shows it.
pub(crate) fn reviewed(
    ctx: &Ctx<'_>,
    asked: &EffectId,
    found: Option<&ReviewRecord>,
) -> Result<Vec<Outgoing>> {
    transaction::commit_for_effects(ctx, |ctx| {
        let mut change = match found {
            Some(found) => keep_review(ctx, found)?,
            None => Change::nothing(Answer::Seen),
        };
        change.done.push(asked.clone());
        Ok(change)
    })
}

fn keep_review(reader: &Reader<'_>, found: &ReviewRecord) -> Result<Change> {
    let Some(game) = reader.load::<GameRecord>(Key::Game(found.game))? else {
        return Ok(Change::nothing(Answer::Seen));
    };
    if game.value.result.is_none() || reader.review(found.game)?.is_some() {
        return Ok(Change::nothing(Answer::Seen));
    }
    let shows = game.edit_effects();
    let review = Write::new(0, found.clone());
    // The game itself is unchanged; the new version makes its message show the review.
    Ok(Change {
        writes: vec![game.write(), review],
        effects: shows,
        ..Change::nothing(Answer::Seen)
    })
}
