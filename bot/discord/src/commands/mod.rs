//! Registration of slash commands, made from the application's table, and of the emoji on buttons.

pub(crate) mod pieces;
mod spec;

use std::time::Duration;

use app::commands;
use serde_json::json;
use serenity::all::{ApplicationId, CreateCommand};

use crate::bot::Bot;
use crate::request_retry;
use crate::rest;
use crate::rest::error::code;

/// Time between two attempts to register; until one succeeds, people see the commands of an older version.
const RETRY_DELAY: Duration = Duration::from_mins(1);

/// The same, once, if an Entry Point command was added after the commands were read.
const REREAD_DELAY: Duration = Duration::from_secs(5);

/// The type of an Entry Point command, which launches an application's Activity. Discord adds it when Activities are switched on,
/// and refuses a bulk overwrite without it.
const PRIMARY_ENTRY_POINT: u64 = 4;

/// Registers the slash commands, with retries until Discord accepts or rejects them.
pub(crate) async fn register(bot: &Bot, application: ApplicationId) {
    let all = all();
    let mut reread = Some(REREAD_DELAY);
    loop {
        match request_retry::request(|| overwrite(bot, application, &all)).await {
            Ok(()) => {
                tracing::info!(count = all.len(), "commands registered");
                return;
            }
            Err(error) => {
                tracing::error!(%error, "commands not registered");
                let delay = if error.has_code(code::ENTRY_POINT_REMOVED) {
                    reread.take().unwrap_or(RETRY_DELAY)
                } else if error.is_transient() {
                    RETRY_DELAY
                } else {
                    return;
                };
                tokio::time::sleep(delay).await;
            }
        }
    }
}

/// Replaces all commands but an Entry Point command.
async fn overwrite(
    bot: &Bot,
    application: ApplicationId,
    all: &[CreateCommand],
) -> rest::Result<()> {
    let mut known = bot.rest.commands(application).await?;
    known.retain(|command| command["type"] == PRIMARY_ENTRY_POINT);
    known.extend(all.iter().map(|command| json!(command)));
    bot.rest.set_commands(application, known).await
}

fn all() -> Vec<CreateCommand> {
    let slash = commands::ALL.iter().filter(|spec| !spec.typed_only);
    slash.map(spec::command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slash_commands_are_registered_as_they_always_were() {
        let registered = serde_json::to_string_pretty(&all()).unwrap();
        insta::assert_snapshot!(registered);
    }
}
