//! Says what commands are answered with: in the room, in a thread under the question, or to the person alone.
//!
//! Answers are not stored: what is not said when the program stops stays unsaid.

use std::sync::Arc;
use std::time::Duration;

use crate::account::{Content, Error, Heard, Relation};
use app::card::{Card, Field, Modal};
use app::effect::Answer;
use app::store::StoreError;
use app::{Failure, Part, Spent, Text, messages};
use text::msg;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;

use super::asker::Reply;
use super::choices::{self, Form};
use super::governor::Urgency;
use super::words::lang;
use super::{Bot, ids, reading};

/// How long an answer is worth saying.
const LIFE: Duration = Duration::from_mins(15);
/// Answers that may be on their way at once. Each may hold pictures.
const MOST: usize = 500;
/// Between two attempts: doubles up to the longest.
const FIRST_DELAY: Duration = Duration::from_secs(1);
const LONGEST_DELAY: Duration = Duration::from_secs(30);
/// The reaction to a question that is answered to the person alone.
const ANSWERED_DIRECTLY: &str = "📨";

/// What is answered, and where it was said.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) room: String,
    /// The event that asks.
    pub(super) event: String,
    /// The message that it is about: itself, or what someone reacted to.
    pub(super) about: String,
    pub(super) sender: String,
    /// The thread that holds the message.
    pub(super) thread: Option<String>,
    /// Whether Delos began that thread, as it does for a game.
    pub(super) is_own_thread: bool,
    pub(super) is_direct: bool,
    /// Whether Delos may write there.
    pub(super) may_send: bool,
    /// The room that a choice in a direct conversation is made for, where that is another one.
    pub(super) asked_in: Option<AskedIn>,
}

/// A room about which people and Delos speak directly.
#[derive(Clone, Debug)]
pub(super) struct AskedIn {
    pub(super) room: String,
    /// Whether Delos may write there.
    pub(super) may_send: bool,
}

impl Question {
    /// A question in a room.
    pub(super) fn of(heard: &Heard) -> Self {
        Self {
            room: heard.room.clone(),
            event: heard.id.clone(),
            about: heard.id.clone(),
            sender: heard.sender.clone(),
            thread: None,
            is_own_thread: false,
            is_direct: false,
            may_send: true,
            asked_in: None,
        }
    }

    /// The room that it is about; none for a direct conversation that is about none.
    pub(super) fn server(&self) -> Option<&str> {
        match &self.asked_in {
            Some(asked_in) => Some(&asked_in.room),
            None => (!self.is_direct).then_some(self.room.as_str()),
        }
    }

    /// Whether Delos may write where what it leads to is posted.
    pub(super) fn may_post(&self) -> bool {
        let asked_in = self.asked_in.as_ref();
        asked_in.map_or(self.may_send, |asked_in| asked_in.may_send)
    }

    /// The thread in which games are played.
    pub(super) fn own_thread(&self) -> Option<&str> {
        self.thread.as_deref().filter(|_| self.is_own_thread)
    }

    /// Where the answer in the room goes: the thread of the question, or one that begins with it.
    fn relation(&self) -> Option<Relation> {
        if self.is_direct && self.thread.is_none() {
            return None;
        }
        let root = self.thread.as_ref().unwrap_or(&self.about);
        Some(Relation::Thread {
            root: root.clone(),
            reply_to: Some(self.about.clone()),
        })
    }

    /// Whether what it is about does not tell who asks: several may react to one message.
    fn is_of_many(&self) -> bool {
        !self.is_direct && self.about != self.event
    }

    fn transaction(&self) -> String {
        format!("a:{}", self.event)
    }
}

/// What a person is told about a failure of the store that trying again does not mend; none for one that may pass.
pub(super) fn told_of(failure: &Failure) -> Option<Card> {
    let Failure::Store(error) = failure else {
        return None;
    };
    match error {
        // A command is carried out once, however often it is tried.
        StoreError::Unavailable(_) | StoreError::Unknown(_) | StoreError::Conflict(_) => None,
        _ => {
            tracing::error!(%error, "command not stored");
            Some(Card::words(messages::store_failed()))
        }
    }
}

/// The form in words: a reply with the text fills it in.
pub(super) fn form(form: &Modal) -> Card {
    let field = |field: &Field| -> Text {
        let (label, example) = (field.label.clone(), field.example.clone());
        if field.optional {
            msg!("form-optional-field", label = label, example = example)
        } else {
            msg!("form-field", label = label, example = example)
        }
        .into()
    };
    let ask: Text = match form.fields.len() {
        1 => msg!("form-ask", title = form.title.clone()).into(),
        _ => msg!("form-ask-lines", title = form.title.clone()).into(),
    };
    Card::words(form.fields.iter().map(field).fold(ask, Text::line))
}

/// Says an answer soon, if the person and the room have not been given many.
pub(super) fn give(bot: &Arc<Bot>, question: Question, reply: Reply) {
    if matches!(reply.done.so_far(), Answer::Seen) {
        return;
    }
    let is_last = match bot.allowance(&question) {
        Spent::Some => false,
        Spent::Last => true,
        Spent::Nothing(_) => return,
    };
    if bot.answers.len() >= MOST {
        tracing::warn!(event = %question.event, "too many answers at once: one left out");
        return;
    }
    let bot_there = Arc::clone(bot);
    let deadline = Instant::now() + LIFE;
    bot.answers.spawn(async move {
        let bot = bot_there;
        let Reply { done, form } = reply;
        let answer = done.answer(&bot.service, &bot.pool, lang()).await;
        let said = match answer {
            Answer::Aside(card) if question.may_send => {
                bot.say_here(&question, *card, form, is_last, deadline)
                    .await
            }
            Answer::Aside(card) | Answer::Secret(card) => {
                bot.say_directly(&question, *card, form, is_last, deadline)
                    .await
            }
            Answer::Seen | Answer::Hint(_) | Answer::Study(_) => Ok(()),
        };
        if let Err(error) = said {
            tracing::warn!(event = %question.event, %error, "not answered");
        }
    });
}

/// Welcomes a room in which someone just asked for something.
pub(super) fn welcome(bot: &Arc<Bot>, question: Question, card: Card) {
    let bot_there = Arc::clone(bot);
    bot.answers.spawn(async move {
        let transaction = format!("w:{}", question.event);
        if let Err(error) = bot_there.say(&question.room, &transaction, card).await {
            tracing::warn!(%error, "welcome not shown");
        }
    });
}

impl Bot {
    /// Says something to a whole room.
    pub(super) async fn say(&self, room: &str, transaction: &str, card: Card) -> Result<(), Error> {
        let contents = self.put(card, room, None).await;
        self.send(room, transaction, contents, Instant::now() + LIFE)
            .await
    }

    /// Whether one more answer may be given.
    fn allowance(&self, question: &Question) -> Spent {
        let now = self.service.now();
        let of_person = if question.is_direct {
            Spent::Some
        } else {
            self.typed_answers.spend(question.sender.clone(), now)
        };
        // One who gets no answers must not use up those of the room.
        if matches!(of_person, Spent::Nothing(_)) {
            return of_person;
        }
        match self.room_answers.spend(question.room.clone(), now) {
            Spent::Nothing(until) => Spent::Nothing(until),
            // In a direct conversation, the room's are the person's.
            of_room if question.is_direct => of_room,
            _ => of_person,
        }
    }

    async fn say_here(
        &self,
        question: &Question,
        mut card: Card,
        form: Option<Form>,
        is_last: bool,
        deadline: Instant,
    ) -> Result<(), Error> {
        if is_last {
            card.text = card.text.line(messages::quiet_for_now());
        }
        if question.is_of_many() {
            let person = Part::Person(ids::player_id(&question.sender));
            card.text = Text::from(msg!("answer-to", person = person))
                .then(" ")
                .then(card.text);
        }
        let mut contents = self.put(card, &question.room, form).await;
        for content in &mut contents {
            content.relation = question.relation();
        }
        if question.is_direct {
            note_asked_in(&mut contents, question);
        } else {
            only_for(&mut contents, &question.sender);
        }
        self.send(&question.room, &question.transaction(), contents, deadline)
            .await
    }

    /// Says something where only the person who asked reads it.
    async fn say_directly(
        &self,
        question: &Question,
        card: Card,
        form: Option<Form>,
        is_last: bool,
        deadline: Instant,
    ) -> Result<(), Error> {
        if question.is_direct && question.may_send {
            return self.say_here(question, card, form, is_last, deadline).await;
        }
        let open = || self.homeserver().direct_room(&question.sender, true);
        let found = again(&self.stop, deadline, open).await;
        let room = match found {
            Ok(room) => room,
            Err(error) if question.may_send && !error.is_transient() => {
                tracing::info!(%error, "no direct room");
                let card = Card::words(msg!("answer-no-direct-room"));
                return self.say_here(question, card, None, false, deadline).await;
            }
            Err(error) => return Err(error),
        };
        let mut contents = self.put(card, &room, form).await;
        note_asked_in(&mut contents, question);
        self.send(&room, &question.transaction(), contents, deadline)
            .await?;
        if question.may_send {
            let transaction = format!("r:{}:0", question.event);
            let react = || {
                self.homeserver().react(
                    &question.room,
                    &transaction,
                    &question.about,
                    ANSWERED_DIRECTLY,
                )
            };
            let react = || self.speaker.in_turn(Urgency::Notice, react);
            again(&self.stop, deadline, react).await?;
        }
        Ok(())
    }

    /// A card as messages that call no one; the first one asks for what `form` takes.
    async fn put(&self, card: Card, room: &str, form: Option<Form>) -> Vec<Content> {
        let now = self.service.now();
        let rendered = self.speaker.render(card, room, now).await;
        let mut contents = rendered.post(&[], None);
        if let (Some(form), Some(first)) = (form, contents.first_mut()) {
            first.fields.extend(choices::asking(form));
        }
        contents
    }

    async fn send(
        &self,
        room: &str,
        transaction: &str,
        contents: Vec<Content>,
        deadline: Instant,
    ) -> Result<(), Error> {
        let send = || {
            self.speaker
                .send_all(Urgency::Answer, room, transaction, contents.clone())
        };
        again(&self.stop, deadline, send).await.map(drop)
    }
}

/// Makes a request until it succeeds, can never succeed, or is no longer waited for: also one that waits for its turn is given up
/// then.
async fn again<T, F>(
    stop: &CancellationToken,
    deadline: Instant,
    request: impl Fn() -> F,
) -> Result<T, Error>
where
    F: Future<Output = Result<T, Error>>,
{
    let late = || Error::Unreachable("it is too late for an answer".to_owned());
    let mut delay = FIRST_DELAY;
    loop {
        let Ok(outcome) = timeout_at(deadline, request()).await else {
            return Err(late());
        };
        match outcome {
            Err(error) if error.is_transient() && Instant::now() < deadline => {
                tracing::info!(%error, "answer delayed");
                let wait = match error {
                    Error::TooMany(wait) => wait.max(delay),
                    _ => delay,
                };
                let wait = timeout_at(deadline, stop.run_until_cancelled(sleep(wait)));
                match wait.await {
                    Ok(Some(())) => {}
                    Ok(None) => return Err(error),
                    Err(_) => return Err(late()),
                }
                delay = (delay * 2).min(LONGEST_DELAY);
            }
            outcome => return outcome,
        }
    }
}

/// Leaves the choices beneath a message to one person.
fn only_for(contents: &mut [Content], user: &str) {
    add_to_choices(contents, reading::FOR, user);
}

/// Makes the choices beneath what is said directly in the room in which it was asked for.
fn note_asked_in(contents: &mut [Content], question: &Question) {
    if let Some(room) = question.server() {
        add_to_choices(contents, reading::ASKED_IN, room);
    }
}

fn add_to_choices(contents: &mut [Content], field: &str, value: &str) {
    for content in contents {
        if content.fields.contains_key(choices::PRESS) || content.fields.contains_key(choices::FORM)
        {
            content
                .fields
                .insert(field.to_owned(), value.to_owned().into());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::governor::Governor;

    #[tokio::test]
    async fn an_answer_that_waits_for_its_turn_too_long_is_not_sent() {
        let (governor, stop) = (Governor::default(), CancellationToken::new());
        let count = AtomicUsize::new(0);
        let send = async || {
            let _turn = governor.turn(Urgency::Answer).await;
            count.fetch_add(1, Ordering::Relaxed);
            Ok::<_, Error>(())
        };
        governor.close(Duration::from_mins(5));
        let soon = Instant::now() + Duration::from_millis(50);
        let late = again(&stop, soon, send).await;
        assert!(late.is_err(), "{late:?}");
        assert_eq!(count.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn an_answer_is_not_repeated_after_its_time() {
        let stop = CancellationToken::new();
        let tries = AtomicUsize::new(0);
        let refuse = async || {
            tries.fetch_add(1, Ordering::Relaxed);
            Err::<(), _>(Error::TooMany(Duration::from_mins(10)))
        };
        let soon = Instant::now() + Duration::from_millis(50);
        let late = again(&stop, soon, refuse).await;
        assert!(late.is_err(), "{late:?}");
        assert_eq!(tries.load(Ordering::Relaxed), 1);
        let soon = Instant::now() + LIFE;
        let said = again(&stop, soon, async || Ok(7)).await;
        assert_eq!(said, Ok(7));
    }
}
