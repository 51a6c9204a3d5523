//! Carries out the requests of people, for every front end: the application's part first, then the engine's.

use std::sync::Arc;

use app::card::Card;
use app::effect::Answer;
use app::{Failure, Person, Request, messages};
use text::Lang;

use crate::admission::{Admission, Slot};
use crate::engine_pool::{self, EnginePool};
use crate::service::Service;

/// What was done, before the engine has had its say. A costly command holds its slot until then.
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
    request: Request,
) -> Result<Answer, Failure> {
    let done = handle(service, admission, request).await?;
    Ok(done.answer(service, pool, lang).await)
}

/// Hands a command to the application.
pub async fn handle(
    service: &Arc<Service>,
    admission: &Admission,
    request: Request,
) -> Result<Done, Failure> {
    let who = request.who.clone();
    let slot = if request.command.is_costly() {
        Some(admission.admit(&who.id)?)
    } else {
        None
    };
    let answer = service.handle(request).await?.answer;
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
                Card::words(
                    hint.map_or_else(messages::no_hint, |hint| messages::hint(&lang.words(&hint))),
                )
            }
            Answer::Study(game) => study(service, pool, self.who, lang, *game).await,
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
    let Some(study) = studied else {
        return Card::words(messages::no_hint());
    };
    let verdict = lang.words(&study.verdict);
    let told = service
        .run_blocking(move |service| service.app().studied(&asker, game, &verdict, &study.line));
    told.await.unwrap_or_else(|failure| {
        tracing::error!(?failure, "study not shown");
        Card::words(messages::store_failed())
    })
}
