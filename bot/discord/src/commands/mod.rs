//! Registration of slash commands, made from the application's table.

mod spec;

use std::time::Duration;

use app::commands;
use serenity::all::{ApplicationId, CreateCommand};

use crate::bot::Bot;
use crate::rest::error::{ErrorClass, classify_request};
use crate::retry;

/// Time between two attempts to register; until one succeeds, people see the commands of an older version.
const RETRY_DELAY: Duration = Duration::from_mins(1);

/// Registers the slash commands, with retries until Discord accepts or rejects them.
pub(crate) async fn register(bot: &Bot, application: ApplicationId) {
    let all = all();
    loop {
        let register = || bot.rest.set_commands(application, &all);
        match retry::request(register).await {
            Ok(()) => {
                tracing::info!(count = all.len(), "commands registered");
                return;
            }
            Err(error) => {
                tracing::error!(%error, "commands not registered");
                if classify_request(&error) != ErrorClass::Transient {
                    return;
                }
            }
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

/// Returns all slash commands as Discord registers them.
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
