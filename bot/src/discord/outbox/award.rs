//! The winners of a tournament get their role.

use app::Home;
use app::effect::{Award, EffectId, NotAwarded};

use crate::discord::retry::{ErrorClass, classify, code, code_of, store_error};
use crate::discord::{Bot, ids};

impl Bot {
    /// Gives the winners their role, which does nothing for those who have it, and tells the application who did not get it; that
    /// completes the effect.
    pub(super) async fn award(&self, id: &EffectId, award: &Award) -> anyhow::Result<()> {
        ids::not_anothers(Home::of_server(&award.server))?;
        let mut failed = Vec::new();
        for person in &award.people {
            let (Some(server), Some(role), Some(user)) = (
                ids::server(&award.server),
                ids::role(&award.role),
                ids::user(person),
            ) else {
                continue;
            };
            let Err(error) = self.rest.give_role(server, user, role).await else {
                continue;
            };
            let code = code_of(&error);
            let error = error.into();
            failed.push(match (code, classify(&error)) {
                (_, ErrorClass::Transient) => return Err(error),
                (Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER), _) => {
                    NotAwarded::Left(person.clone())
                }
                (Some(code::UNKNOWN_ROLE), _) => NotAwarded::NoRole,
                _ => NotAwarded::Forbidden,
            });
        }
        // The organizer is told once what holds for all winners.
        failed.dedup();
        let (id, award) = (id.clone(), award.clone());
        self.service
            .apply(move |service| {
                service
                    .app()
                    .note_awarded(&id, &award, &failed, service.moment())
            })
            .await
            .map_err(store_error)
    }
}
