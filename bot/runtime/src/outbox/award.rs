//! The winners of a tournament get their role.

use app::effect::{Award, EffectId};

use super::FrontEnd;
use super::error::{OutboxError, check_platform};

/// Gives the winners their role, which does nothing for those who have it, and tells the application who did not get it; that
/// completes the effect.
pub(super) async fn award<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    award: &Award,
) -> Result<(), OutboxError> {
    check_platform::<F>(award.server.as_str())?;
    let mut failed = Vec::new();
    for person in &award.people {
        let refused = front.give_role(&award.server, person, &award.role).await?;
        failed.extend(refused);
    }
    // The organizer is told once what holds for all winners.
    failed.dedup();
    let (id, award) = (id.clone(), award.clone());
    front
        .service()
        .apply(move |service| {
            service
                .app()
                .report(app::Report::Awarded(&id, &award, &failed), service.moment())
        })
        .await?;
    Ok(())
}
