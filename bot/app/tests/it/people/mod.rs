//! Profiles, histories, leaderboards, blocks, quotas, and the export and deletion of data.

mod data;
mod limits;
mod profiles;

use app::card::Card;
use app::{Command, PeopleCommand};

use crate::common::{Hall, reply};

fn ask(hall: &mut Hall, who: &str, command: PeopleCommand) -> Card {
    reply(hall.act(who, Command::People(command)))
}
