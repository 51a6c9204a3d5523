//! `/space`: binds a Matrix room to a space, whose rooms share a leaderboard, settings and tournaments.
//!
//! Open games move to the space; finished ones stay the room's own, and count there again after it leaves the space.

use text::{Part, msg};

use crate::context::{Change, Ctx, Result, private};
use crate::model::{Home, ServerId};
use crate::protocol::{Command, Refusal, Request, SpaceCommand};
use crate::settings::menus::manager;
use crate::settings::replaced_rooms::{own_server, room_of};
use crate::spec::{CommandSpec, Kind, named};

/// The argument that unbinds a room.
const NONE: &str = "none";

/// The longest address of a space, in characters.
const LONGEST_ADDRESS: u16 = 255;

/// Front ends with buttons have no spaces.
pub(crate) const SPACE: CommandSpec = named("space", || msg!("command-space"))
    .command(|arguments| {
        Ok(Command::Space(match arguments.text("space") {
            None => SpaceCommand::Show,
            Some(typed) if typed.eq_ignore_ascii_case(NONE) => SpaceCommand::Leave,
            // Only the platform knows which one that is.
            Some(typed) => SpaceCommand::Bind(ServerId::new(typed)),
        }))
    })
    .in_servers()
    .typed_only()
    .options(&[Kind::Text {
        longest: LONGEST_ADDRESS,
    }
    .option("space", || msg!("command-space-space"))]);

pub(crate) fn space(ctx: &Ctx<'_>, request: &Request, command: &SpaceCommand) -> Result<Change> {
    manager(request)?;
    let mut own = ctx.server(&own_server(&request.venue.room))?;
    let former = own.value.ties.space.clone();
    let wanted = match command {
        SpaceCommand::Show => former.clone(),
        SpaceCommand::Bind(space) => {
            let home = Home::of_server(space);
            if home != Home::MATRIX || Home::direct(request.venue.room.platform()) != home {
                return Err(Refusal::NoSuchValue.into());
            }
            // A space that was replaced has the server of the first one.
            Some(ctx.server(space)?.value.continued())
        }
        SpaceCommand::Leave => None,
    };
    let name = |space: &ServerId| room_of(ctx, space).map(Part::Room);
    if wanted == former {
        let words = match &former {
            Some(space) => msg!("space-is", space = name(space)?),
            None => msg!("space-none"),
        };
        return Ok(Change::nothing(private(words)));
    }
    let left = own.value.counting();
    let ties = &mut own.value.ties;
    ties.space = wanted;
    if !ties.leaving.contains(&left) {
        ties.leaving.push(left);
    }
    let words = match &ties.space {
        Some(space) => msg!("space-bound", space = name(space)?),
        None => msg!("space-left"),
    };
    Ok(Change::writing(own.write(), private(words)))
}
