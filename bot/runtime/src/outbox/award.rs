//! Roles for the winners of a tournament.

use app::Report;
use app::effect::{Award, EffectId};

use super::error::OutboxError;
use super::front_end::FrontEnd;

/// Gives the winners their role, which does nothing for those who have it, and tells the application who did not get it; that
/// completes the effect.
pub(super) async fn award<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    award: &Award,
) -> Result<(), OutboxError> {
    F::check_platform(award.server.as_str())?;
    let mut failed = Vec::new();
    for person in &award.people {
        let refused = front.give_role(&award.server, person, &award.role).await?;
        failed.extend(refused);
    }
    // One message tells the organizer of a reason that all winners share.
    failed.dedup();
    let (id, award) = (id.clone(), award.clone());
    front
        .service()
        .apply(move |service| service.report_to_app(Report::Awarded(&id, &award, &failed)))
        .await?;
    Ok(())
}
