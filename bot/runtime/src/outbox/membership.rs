//! Membership checks: whether people who missed their games are still on the server.

use app::Report;
use app::effect::{EffectId, LookFor};

use super::error::OutboxError;
use super::front_end::FrontEnd;

/// Looks the people up, and tells the application who has left; that completes the effect.
pub(super) async fn check_membership<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    look: &LookFor,
) -> Result<(), OutboxError> {
    F::check_platform(look.server.as_str())?;
    let mut gone = Vec::new();
    for person in &look.people {
        if front.has_left(look, person).await? {
            gone.push(person.clone());
        }
    }
    let (id, look) = (id.clone(), look.clone());
    front
        .service()
        .apply(move |service| service.report_to_app(Report::Gone(&id, &look, &gone)))
        .await?;
    Ok(())
}
