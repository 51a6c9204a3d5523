//! Questions about people who did not come to their games: whether they are still on the server.

use std::sync::Arc;

use app::PlayerId;
use app::effect::{EffectId, LookFor};
use serenity::http::HttpError;
use tokio_util::sync::CancellationToken;

use super::PATIENCE;
use crate::discord::trouble::{Trouble, of_store, trouble};
use crate::discord::{Front, ids};

/// "Unknown Member"
const NO_MEMBER: isize = 10_007;
/// "Unknown User": the account was deleted.
const NO_USER: isize = 10_013;

/// Sees whether people are still there, again and again while Discord is in trouble, and settles the question.
pub(crate) async fn look_for(
    front: Arc<Front>,
    id: EffectId,
    look: LookFor,
    stop: CancellationToken,
) {
    let mut pause = PATIENCE.0;
    while let Err(error) = front.look_for(&id, &look).await {
        if trouble(&error) != Trouble::Passing {
            tracing::error!(tournament = %look.tournament, %error, "nobody was looked for");
            if let Err(error) = front.settle_alone(&id).await {
                tracing::error!(%error, "the question stays in the store");
            }
            return;
        }
        tracing::warn!(tournament = %look.tournament, %error, "nobody was looked for yet; trying again");
        let slept = stop.run_until_cancelled(tokio::time::sleep(pause)).await;
        if slept.is_none() {
            return;
        }
        pause = (pause * 2).min(PATIENCE.1);
    }
}

impl Front {
    async fn look_for(&self, id: &EffectId, look: &LookFor) -> anyhow::Result<()> {
        let mut gone = Vec::new();
        for person in &look.people {
            if self.is_gone(look, person).await? {
                gone.push(person.clone());
            }
        }
        let (id, look) = (id.clone(), look.clone());
        let noted = self
            .service
            .ask(move |service| service.app().note_gone(&id, &look, &gone, service.moment()));
        let outgoing = noted.await.map_err(of_store)?;
        self.service.queue(outgoing);
        Ok(())
    }

    /// Whether somebody is no longer on the server; not if that cannot be known.
    async fn is_gone(&self, look: &LookFor, person: &PlayerId) -> anyhow::Result<bool> {
        let (Some(server), Some(user)) = (ids::server(&look.server), ids::user(person)) else {
            return Ok(false);
        };
        let Err(error) = self.http.get_member(server, user).await else {
            return Ok(false);
        };
        if let serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) = &error
            && [NO_MEMBER, NO_USER].contains(&answer.error.code)
        {
            return Ok(true);
        }
        let error = error.into();
        match trouble(&error) {
            Trouble::Passing => Err(error),
            // Delos itself is no longer there, for instance.
            _ => Ok(false),
        }
    }
}
