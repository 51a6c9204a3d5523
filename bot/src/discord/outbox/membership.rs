//! Membership checks: whether people who missed their games are still on the server.

use app::effect::{EffectId, LookFor};
use app::{Home, PlayerId};

use crate::discord::retry::{ErrorClass, classify, code, code_of, store_error};
use crate::discord::{Bot, ids};

impl Bot {
    /// Looks the people up, and tells the application who has left; that completes the effect.
    pub(super) async fn check_membership(
        &self,
        id: &EffectId,
        look: &LookFor,
    ) -> anyhow::Result<()> {
        ids::not_anothers(Home::of_server(&look.server))?;
        let mut gone = Vec::new();
        for person in &look.people {
            if self.has_left(look, person).await? {
                gone.push(person.clone());
            }
        }
        let (id, look) = (id.clone(), look.clone());
        self.service
            .apply(move |service| service.app().note_gone(&id, &look, &gone, service.moment()))
            .await
            .map_err(store_error)
    }

    /// Whether a person has left the server; false if Discord does not tell.
    async fn has_left(&self, look: &LookFor, person: &PlayerId) -> anyhow::Result<bool> {
        let (Some(server), Some(user)) = (ids::server(&look.server), ids::user(person)) else {
            return Ok(false);
        };
        let Err(error) = self.rest.member(server, user).await else {
            return Ok(false);
        };
        if matches!(
            code_of(&error),
            Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER)
        ) {
            return Ok(true);
        }
        let error = error.into();
        match classify(&error) {
            ErrorClass::Transient => Err(error),
            // For instance because the bot itself has left.
            _ => Ok(false),
        }
    }
}
