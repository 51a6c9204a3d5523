//! Discord, by the token of the configuration.

use discord::Connection;
use runtime::process::Running;

use super::entry::{FrontEnd, PlatformEntry};
use crate::config::{Config, ConfigError};

pub(super) const DISCORD: PlatformEntry = PlatformEntry {
    name: "Discord",
    setting: "a token",
    without: "no token",
    address: |config| {
        let api = config.discord.api.as_ref();
        api.map_or("Discord", |api| api.as_str()).to_owned()
    },
    check_build: || Ok(()),
    serve,
};

fn serve(config: &Config, front_end: FrontEnd) -> Running<'_, String> {
    Box::pin(async {
        let FrontEnd {
            process,
            messages,
            desk,
            ..
        } = front_end;
        let connection = match connection(config) {
            Ok(connection) => connection,
            Err(error) => {
                process.stopped_hearing();
                return Err(error.to_string());
            }
        };
        discord::serve(&connection, process, messages, desk.unwrap_or_default())
            .await
            .map_err(|error| error.to_string())
    })
}

fn connection(config: &Config) -> Result<Connection, ConfigError> {
    let token = config.discord.token.clone().ok_or(ConfigError::NoToken)?;
    let api = config.discord.api.as_ref();
    let proxy = config.discord.proxy.as_ref();
    Ok(
        Connection::new(token, api.map(|api| api.as_str().to_owned()))
            .through(proxy.map(|proxy| proxy.as_str().to_owned())),
    )
}
