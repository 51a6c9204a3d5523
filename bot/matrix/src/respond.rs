//! Sends responses.

use std::sync::Arc;
use std::time::Duration;

use app::card::Card;
use app::effect::Answer;
use app::{Part, ServerId, Spent, Text, messages};
use runtime::backoff::{Backoff, Retry};
use text::msg;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::account::{Content, Error, Relation, Result};
use crate::bot::Bot;
use crate::choices::{self, ASKED_IN, FOR, Form};
use crate::ids;
use crate::origin::Origin;
use crate::rate_limits::Priority;
use crate::render::format::lang;
use crate::request::Response;

/// After this long, an answer is no longer worth sending.
const LIFETIME: Duration = Duration::from_mins(15);
/// Answers in flight. Each may hold pictures.
const IN_FLIGHT: usize = 500;
const BACKOFF: Backoff = Backoff::doubling(Duration::from_secs(1), Duration::from_secs(30));
/// The reaction to a request that is answered in a direct room.
const ANSWERED_DIRECTLY: &str = "📨";

/// Sends the response, and welcomes the server on its first command.
pub(crate) async fn respond(
    bot: &Arc<Bot>,
    origin: Origin,
    response: Option<Response>,
    server: Option<ServerId>,
) {
    if let Some(response) = response {
        send_soon(bot, origin.clone(), response);
    }
    if let Some(server) = server.filter(|_| !origin.is_direct)
        && let Some(card) = bot.service.welcome(server).await
    {
        let transaction = format!("w:{}", origin.event);
        send_to_room_soon(bot, origin.room, transaction, card);
    }
}

/// Sends a response in a task, unless the person or the room got too many.
fn send_soon(bot: &Arc<Bot>, origin: Origin, response: Response) {
    if matches!(response.done.so_far(), Answer::Seen) {
        return;
    }
    let is_last = match allowance(bot, &origin, response.is_correction) {
        Spent::Some => false,
        Spent::Last => true,
        Spent::Nothing(_) => return,
    };
    if bot.tasks.len() >= IN_FLIGHT {
        tracing::warn!(event = %origin.event, "too many answers in flight: one dropped");
        return;
    }
    let there = Arc::clone(bot);
    bot.tasks
        .spawn(async move { Box::pin(send(&there, &origin, response, is_last)).await });
}

async fn send(bot: &Bot, origin: &Origin, response: Response, is_last: bool) {
    let deadline = Instant::now() + LIFETIME;
    let Response { done, form, .. } = response;
    let (mut card, is_secret) = match done.answer(&bot.service, &bot.pool, lang()).await {
        Answer::Aside(card) => (*card, false),
        Answer::Secret(card) => (*card, true),
        Answer::Seen | Answer::Hint(_) | Answer::Study(_) | Answer::Wrong(_) => return,
    };
    let sent = if origin.may_send && (origin.is_direct || !is_secret) {
        if is_last && !origin.is_direct {
            card.text = card.text.line(messages::quiet_for_now());
        }
        send_here(bot, origin, card, form, deadline).await
    } else {
        Box::pin(send_directly(bot, origin, card, form, deadline)).await
    };
    if let Err(error) = sent {
        tracing::warn!(event = %origin.event, %error, "answer not sent");
    }
}

pub(crate) fn send_to_room_soon(bot: &Arc<Bot>, room: String, transaction: String, card: Card) {
    let deadline = Instant::now() + LIFETIME;
    let there = Arc::clone(bot);
    bot.tasks.spawn(async move {
        let contents = contents(&there, card, &room, None).await;
        let sent = send_all(&there, &room, &transaction, contents, deadline);
        if let Err(error) = sent.await {
            tracing::warn!(%error, transaction, "message to a room not sent");
        }
    });
}

/// Spends one answer of the person and the room.
fn allowance(bot: &Bot, origin: &Origin, is_correction: bool) -> Spent {
    let now = bot.service.now();
    let answers = match (origin.is_direct, is_correction) {
        (true, false) => &bot.direct_answers,
        (true, true) => &bot.corrections,
        (false, _) => &bot.typed_answers,
    };
    let of_person = answers.spend(origin.sender.clone(), now);
    // A person without answers left must not use up the room's.
    if matches!(of_person, Spent::Nothing(_)) {
        return of_person;
    }
    match bot.room_answers.spend(origin.room.clone(), now) {
        Spent::Nothing(until) => Spent::Nothing(until),
        // In a direct room, the room's answers are the person's.
        of_room if origin.is_direct && !is_correction => of_room,
        _ => of_person,
    }
}

async fn send_here(
    bot: &Bot,
    origin: &Origin,
    mut card: Card,
    form: Option<Form>,
    deadline: Instant,
) -> Result<()> {
    // Several people may have reacted to the message.
    if !origin.is_direct && origin.message != origin.event {
        let person = Part::Person(ids::player_id(&origin.sender));
        card.text = Text::from(msg!("answer-to", person))
            .then(" ")
            .then(card.text);
    }
    let mut contents = contents(bot, card, &origin.room, form).await;
    for content in &mut contents {
        content.relation = relation(origin);
    }
    if origin.is_direct {
        note_asked_in(&mut contents, origin);
    } else {
        add_to_choices(&mut contents, FOR, &origin.sender);
    }
    send_all(bot, &origin.room, &transaction(origin), contents, deadline).await
}

async fn send_directly(
    bot: &Bot,
    origin: &Origin,
    card: Card,
    form: Option<Form>,
    deadline: Instant,
) -> Result<()> {
    let open = || bot.messenger.direct_room(&origin.sender, true);
    let room = match retry_until(&bot.stop, deadline, open).await {
        Ok(room) => room,
        Err(error) if origin.may_send && !error.is_transient() => {
            tracing::info!(%error, "no direct room");
            let refusal = Card::words(msg!("answer-no-direct-room"));
            return send_here(bot, origin, refusal, None, deadline).await;
        }
        Err(error) => return Err(error),
    };
    let mut contents = contents(bot, card, &room, form).await;
    note_asked_in(&mut contents, origin);
    send_all(bot, &room, &transaction(origin), contents, deadline).await?;
    if origin.may_send {
        mark_answered(bot, origin, deadline).await?;
    }
    Ok(())
}

/// Reacts to a request that was answered in a direct room.
async fn mark_answered(bot: &Bot, origin: &Origin, deadline: Instant) -> Result<()> {
    let Origin { room, message, .. } = origin;
    let transaction = format!("r:{}:0", origin.event);
    let react = || {
        let homeserver = bot.homeserver();
        homeserver.react(room, &transaction, message, ANSWERED_DIRECTLY)
    };
    let react = || bot.messenger.paced(Priority::Notice, react);
    retry_until(&bot.stop, deadline, react).await
}

/// Returns the relation of a response: a part of the request's thread, or of a new one.
fn relation(origin: &Origin) -> Option<Relation> {
    if origin.is_direct && origin.thread.is_none() {
        return None;
    }
    let root = origin.thread.as_ref().unwrap_or(&origin.message);
    Some(Relation::Thread {
        root: root.clone(),
        reply_to: Some(origin.message.clone()),
    })
}

fn transaction(origin: &Origin) -> String {
    format!("a:{}", origin.event)
}

/// Renders a card as messages that mention no one, the first with the form.
async fn contents(bot: &Bot, card: Card, room: &str, form: Option<Form>) -> Vec<Content> {
    let mut contents = bot.render(card, room).await.post(&[], None);
    if let (Some(form), Some(first)) = (form, contents.first_mut()) {
        first.fields.extend(choices::form_fields(form));
    }
    contents
}

async fn send_all(
    bot: &Bot,
    room: &str,
    transaction: &str,
    contents: Vec<Content>,
    deadline: Instant,
) -> Result<()> {
    let further = |n: usize, _: &Content| format!("{transaction}:{n}");
    let send = || {
        let contents = contents.clone();
        bot.messenger
            .send_all(Priority::Answer, room, transaction, contents, further)
    };
    retry_until(&bot.stop, deadline, send).await.map(drop)
}

/// Retries transient errors until the deadline, which also ends an attempt that is under way.
async fn retry_until<T, F>(
    stop: &CancellationToken,
    deadline: Instant,
    request: impl Fn() -> F,
) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    let late = || Error::Unreachable("the deadline for an answer has passed".to_owned());
    let mut retry = Retry::new(BACKOFF, stop);
    loop {
        let outcome = timeout_at(deadline, request());
        match outcome.await.map_err(|_| late())? {
            Err(error) if error.is_transient() && Instant::now() < deadline => {
                tracing::info!(%error, "answer delayed");
                let wait = timeout_at(deadline, retry.wait_at_least(error.retry_after()));
                if !wait.await.map_err(|_| late())? {
                    return Err(error);
                }
            }
            outcome => return outcome,
        }
    }
}

/// Makes choices in a direct room count for the room where the person asked.
fn note_asked_in(contents: &mut [Content], origin: &Origin) {
    if let Some(room) = origin.server() {
        add_to_choices(contents, ASKED_IN, room);
    }
}

/// Adds a field to the messages that offer choices.
fn add_to_choices(contents: &mut [Content], field: &str, value: &str) {
    for content in contents {
        let fields = &mut content.fields;
        if fields.contains_key(choices::PRESS) || fields.contains_key(choices::FORM) {
            fields.insert(field.to_owned(), value.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::rate_limits::Pacer;

    #[tokio::test]
    async fn an_answer_that_is_held_or_refused_for_too_long_is_not_tried_again() {
        let (pacer, stop) = (Pacer::default(), CancellationToken::new());
        let soon = || Instant::now() + Duration::from_millis(50);
        let tries = AtomicUsize::new(0);
        let send = async || {
            let _permit = pacer.acquire(pacer.place(Priority::Answer)).await;
            tries.fetch_add(1, Ordering::Relaxed);
            Ok::<_, Error>(())
        };
        pacer.pause(Duration::from_mins(5));
        let late = retry_until(&stop, soon(), send).await;
        assert!(late.is_err(), "{late:?}");
        assert_eq!(tries.load(Ordering::Relaxed), 0);
        let refuse = async || {
            tries.fetch_add(1, Ordering::Relaxed);
            Err::<(), _>(Error::TooMany(Duration::from_mins(10)))
        };
        let late = retry_until(&stop, soon(), refuse).await;
        assert!(late.is_err(), "{late:?}");
        assert_eq!(tries.load(Ordering::Relaxed), 1);
        let lifetime = Instant::now() + LIFETIME;
        let said = retry_until(&stop, lifetime, async || Ok(7)).await;
        assert_eq!(said, Ok(7));
    }
}
