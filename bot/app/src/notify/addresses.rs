//! Which account of a person is called: the one on the platform where the message is read.

use text::Platform;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx};
use crate::model::home::Home;
use crate::model::key::Key;
use crate::model::record::Record;
use crate::people::accounts;
use crate::protocol::effect::{Effect, Manner};
use crate::store::Write;

/// Has each effect of a change name people by their accounts on its platform.
pub(crate) fn address_effects(ctx: &Ctx<'_>, change: &mut Change) -> Result<(), Failure> {
    let Change {
        writes, effects, ..
    } = change;
    for effect in effects {
        let home = match effect {
            Effect::Show(show) => home_of(ctx, writes, &show.subject.key(), |record| {
                show.subject.home_in(record)
            })?,
            // To the account on the platform of its subject, else to the first one.
            Effect::Tell(tell) => home_of(ctx, writes, &tell.notice.subject(), Record::home)?,
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

fn address(ctx: &Ctx<'_>, platform: Platform, effect: &mut Effect) -> Result<(), Failure> {
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

/// The home of a record, as written by the change or else as stored.
fn home_of(
    ctx: &Ctx<'_>,
    writes: &[Write],
    key: &Key,
    home: impl Fn(&Record) -> Home,
) -> Result<Option<Home>, Failure> {
    let written = writes.iter().find(|write| write.record.key() == *key);
    if let Some(write) = written {
        return Ok(Some(home(&write.record)));
    }
    let stored = ctx.get(key)?;
    Ok(stored.map(|stored| home(&stored.record)))
}
