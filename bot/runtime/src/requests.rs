//! People's requests, for every front end: checked before they change anything, then carried out by the application, then by the
//! engine.

use std::sync::Arc;

use app::card::Card;
use app::effect::Answer;
use app::{Command, Context, Failure, Person, Request, Text, messages};
use text::Lang;

use crate::concurrency::{Admission, Slot};
use crate::engine_pool::{self, EnginePool};
use crate::service::{Service, Turn};

/// Returns why the bot can't post what a command leads to, before anything is stored. The application itself refuses guests.
///
/// Both futures ask the platform about the bot's rights there, and are awaited only if need be: `missing` returns the permissions
/// that it lacks for the command's posts, if the platform tells in advance, and `accepts` whether it may post, true if unknown.
pub async fn precheck(
    command: &Command,
    context: &Context,
    missing: impl Future<Output = Option<Text>>,
    accepts: impl Future<Output = bool>,
) -> Option<Text> {
    let needs_permissions = !context.guest && (command.begins_a_game() || command.posts());
    if !(needs_permissions || command.shows_a_board()) {
        return None;
    }
    if needs_permissions && let Some(missing) = missing.await {
        return Some(missing);
    }
    if accepts.await {
        return None;
    }
    Some(if command.posts() {
        messages::cannot_post_here()
    } else {
        messages::cannot_post()
    })
}

/// The outcome of a command before the engine answers. A costly command holds its slot until then.
#[derive(Debug)]
pub struct Done {
    who: Person,
    answer: Answer,
    _slot: Option<Slot>,
}

/// Hands a command to the application, and asks the engine if its answer takes that.
pub async fn perform(
    service: &Arc<Service>,
    admission: &Admission,
    pool: &EnginePool,
    lang: Lang,
    turn: Turn,
    request: Request,
) -> Result<Answer, Failure> {
    let done = handle(service, admission, turn, request).await?;
    Ok(done.answer(service, pool, lang).await)
}

/// Hands a command to the application, in the person's turn.
pub async fn handle(
    service: &Arc<Service>,
    admission: &Admission,
    turn: Turn,
    request: Request,
) -> Result<Done, Failure> {
    let who = request.who.clone();
    let is_costly = request.command.is_costly();
    let slot = is_costly.then(|| admission.admit(&who.id)).transpose()?;
    let answer = service.handle_in(turn, request).await?.answer;
    Ok(Done {
        who,
        answer,
        _slot: slot,
    })
}

impl Done {
    /// An answer that no command led to.
    pub fn without_a_command(who: Person, answer: Answer) -> Self {
        Self {
            who,
            answer,
            _slot: None,
        }
    }

    /// The answer so far.
    pub fn so_far(&self) -> &Answer {
        &self.answer
    }

    /// The answer, with what the engine says.
    pub async fn answer(self, service: &Arc<Service>, pool: &EnginePool, lang: Lang) -> Answer {
        let card = match self.answer {
            Answer::Hint(game) => {
                let hint = engine_pool::hint(pool, self.who.id, *game).await;
                Card::words(hint.unwrap_or_else(messages::no_hint))
            }
            Answer::Study(game) => study(service, pool, self.who, lang, *game).await,
            Answer::Wrong(wrong) => {
                let (game, mv) = (wrong.game.clone(), wrong.mv);
                match engine_pool::reply(pool, self.who.id, game, mv).await {
                    Some(reply) => wrong.answered(reply),
                    None => wrong.unanswered,
                }
            }
            other => return other,
        };
        Answer::Secret(Box::new(card))
    }
}

/// The engine's evaluation of a position, with its board.
async fn study(
    service: &Arc<Service>,
    pool: &EnginePool,
    asker: Person,
    lang: Lang,
    game: rules_core::Game,
) -> Card {
    let studied = engine_pool::study(pool, asker.id.clone(), game.clone()).await;
    let Some((verdict, line)) = studied else {
        return Card::words(messages::no_hint());
    };
    let verdict = lang.words(&verdict);
    let told = service.ask(move |app| app.studied(&asker, game, &verdict, &line));
    told.await.unwrap_or_else(|failure| {
        tracing::error!(?failure, "study not shown");
        Card::words(messages::store_failed())
    })
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use app::{Postable, Which};

    use super::*;

    async fn told(command: Command, context: Context, missing: Option<Text>) -> Option<Text> {
        precheck(&command, &context, ready(missing), ready(false)).await
    }

    #[tokio::test]
    async fn only_a_command_that_posts_is_refused_where_the_bot_is_muted() {
        let begins = || Command::AcceptHere("k7f3q2".parse().expect("a code"));
        let shows = || Command::Accept("k7f3q2".parse().expect("a code"));
        let posts = || Command::Post(Postable::Profile);
        let here = Context::default;
        let missing = Text::from("Attach Files");
        let listed = || Some(missing.clone());
        assert_eq!(told(begins(), here(), listed()).await, listed());
        assert_eq!(told(posts(), here(), listed()).await, listed());
        for command in [begins(), shows()] {
            let refused = told(command, here(), None).await;
            assert_eq!(refused, Some(messages::cannot_post()));
        }
        let refused = told(posts(), here(), None).await;
        assert_eq!(refused, Some(messages::cannot_post_here()));
        let private = Command::Board(Which::Mine);
        assert_eq!(told(private, here(), listed()).await, None);
        let guest = Context {
            guest: true,
            ..here()
        };
        let refused = told(begins(), guest, listed()).await;
        assert_eq!(
            refused,
            Some(messages::cannot_post()),
            "permissions are not a guest's to mend"
        );
    }
}
