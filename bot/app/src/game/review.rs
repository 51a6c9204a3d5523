//! The engine's review of a finished game.

use text::msg;

use crate::context::{Change, Ctx, Reader, Result, commit_for_effects, refuse_if};
use crate::game::{active_game, fair_play, message, replay};
use crate::messages;
use crate::model::{GameId, GameRecord, Key, Person, ReviewRecord, Site};
use crate::people::history;
use crate::protocol::{
    Action, Analyze, Answer, Card, Command, Effect, EffectId, Outgoing, PeopleRefusal, Refusal,
    Request, SelectMenu, Which,
};
use crate::spec::{CommandSpec, Games, Kind, named, variants};
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
    refuse_if(record.result.is_none(), Refusal::NotOver(id))?;
    fair_play::no_review_help(ctx, ctx.viewer(who), &record)?;
    if ctx.review(id)?.is_some() {
        let game = active_game::replayed(&record)?;
        let card = message::card_at(ctx, &record, Site::First, game, None)?;
        return Ok(Change::aside(card));
    }
    let card = Card::with_buttons(msg!("review-asked"), replay::replay_button(&record));
    let pending = ctx.store.outgoing(usize::MAX)?;
    let asked = Effect::Analyze(Analyze { game: id });
    if pending.iter().any(|outgoing| outgoing.effect == asked) {
        return Ok(Change::aside(card));
    }
    ctx.spend(&ctx.shared.reviews, who)
        .map_err(PeopleRefusal::TooManyReviews)?;
    Ok(Change::aside(card).with_effects(vec![asked]))
}

/// Stores the engine's review, if it is new, and completes the effect that asked for it; the game's message then shows it.
pub(crate) fn reviewed(
    ctx: &Ctx<'_>,
    asked: &EffectId,
    found: Option<&ReviewRecord>,
) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| {
        let mut change = Change::nothing(Answer::Seen);
        change.done.push(asked.clone());
        if let Some(found) = found
            && let Some(game) = ctx.load::<GameRecord>(Key::Game(found.game))?
            && game.value.result.is_some()
            && ctx.review(found.game)?.is_none()
        {
            // The game itself is unchanged; the new version makes its message show the review.
            change.effects = game.edit_effects();
            change.writes = vec![game.write(), Write::new(0, found.clone())];
        }
        Ok(change)
    })
}
