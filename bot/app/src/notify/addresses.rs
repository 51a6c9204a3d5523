//! Which account of a person is called: the one on the platform where the message is read.

use text::Platform;

use crate::context::failure::Result;
use crate::context::transaction::home_after;
use crate::context::{Change, Ctx};
use crate::model::home::Home;
use crate::model::record::Record;
use crate::people::accounts;
use crate::protocol::effect::{Effect, Manner};

/// Has each effect of a change name people by their accounts on its platform.
pub(crate) fn address_effects(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    let Change {
        writes, effects, ..
    } = change;
    for effect in effects {
        let home = match effect {
            Effect::Show(show) => home_after(ctx, writes, &show.subject.key(), |record| {
                show.subject.home_in(record)
            })?,
            // To the account on the platform of its subject, else to the first one.
            Effect::Tell(tell) => home_after(ctx, writes, &tell.notice.subject(), Record::home)?,
            Effect::LookFor(look) => Some(Home::of_server(&look.server)),
            Effect::Award(award) => Some(Home::of_server(&award.server)),
            _ => None,
        };
        let Some(platform) = home.and_then(Home::platform) else {
            continue;
        };
        address(ctx, platform, effect)?;
    }
    Ok(())
}

fn address(ctx: &Ctx<'_>, platform: Platform, effect: &mut Effect) -> Result<()> {
    match effect {
        Effect::Show(show) => match &mut show.manner {
            Manner::Fresh { call } => accounts::address(ctx, platform, call),
            Manner::InPlace => Ok(()),
        },
        Effect::Tell(tell) => accounts::address(ctx, platform, [&mut tell.to]),
        Effect::LookFor(look) => accounts::address(ctx, platform, &mut look.people),
        Effect::Award(award) => accounts::address(ctx, platform, &mut award.people),
        _ => Ok(()),
    }
}
