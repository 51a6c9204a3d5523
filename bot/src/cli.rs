//! The command line and its exit statuses.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tokio_util::sync::CancellationToken;

use crate::admin::backup::{self, DataCommand};
use crate::admin::{broadcast, folder, puzzles, ratings};
use crate::config::{Config, PageAddress, ProxyAddress};
use crate::diagram::RenderArgs;
use crate::error::Error;
use crate::platforms::{self, PlatformEntry};
use crate::run::Mode;
use crate::{health, logging, run};
use runtime::service::Roles;
use store::postgres::ServerError;
use store::{JsonlError, OpenError, RestoreError};
use text::{Platform, Platforms};

/// Printed below the help. `PLATFORMS` is replaced by the settings with which Delos connects to each platform.
const AFTER_HELP: &str = "\
Without a command, Delos connects PLATFORMS, and otherwise runs the playground, unless a database server is set.

Exit status:
  0  success
  1  any other error; the last line of output explains it
  2  invalid command line or configuration
  3  the database is damaged, newer than this version, or not Delos's
  4  the data folder is in use by another process
  5  the disk refused a write; nothing acknowledged is lost, so fix the disk and restart";

/// Delos plays rare chess variants.
#[derive(Debug, Parser)]
#[command(
    name = "delos",
    version,
    about = format!("Delos plays rare chess variants on {}", Platform::ALL.map(Platform::title).join(" and ")),
    after_help = AFTER_HELP.replace("PLATFORMS", &platforms::help()),
)]
pub struct Cli {
    /// The configuration file [default: config.toml, if it exists]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The data folder, instead of the configured one
    #[arg(long, global = true, value_name = "FOLDER")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the playground, a local Discord with a web page, even if there is a token
    Playground {
        /// Delete the people, chats and games of earlier playgrounds first
        #[arg(long)]
        fresh: bool,
    },
    /// Answer people, and leave the engine's moves to processes that run `delos think` on the same database
    Serve,
    /// Find the engine's moves for the processes that serve on the same database; needs no token
    Think,
    /// Check the configuration and print the effective settings
    CheckConfig,
    #[command(flatten)]
    Data(DataCommand),
    /// Check that the Delos using the data folder is healthy, for container health checks
    Health,
    /// Compare the stored ratings with the finished games, while Delos is stopped
    Ratings {
        /// Correct ratings that differ
        #[arg(long)]
        rebuild: bool,
    },
    /// Print each puzzle's answers, votes and fitted rating
    Puzzles {
        /// A file written by `export` or `backup`
        file: PathBuf,
        /// Instead, print finished games whose players both allow puzzles, for `mine -- from`
        #[arg(long)]
        games: bool,
    },
    /// Announce something through the running Delos, for example before downtime: in servers' rooms for announcements, elsewhere beside games
    /// in progress
    Broadcast {
        /// The message, up to 1500 characters
        message: String,
    },
    /// Draw a position as a picture or a game as an animation, and describe it in words
    Render(RenderArgs),
}

/// Executes a command. Requested output goes to `out`, everything else to the log.
///
/// # Errors
/// Whatever stopped it; [`status`] has the exit status.
pub fn execute(cli: &Cli, mut out: &mut dyn Write) -> Result<(), Error> {
    let configured = || {
        let mut config = Config::load(cli.config.as_deref(), |name| std::env::var(name).ok())?;
        config.data = cli.data.clone().unwrap_or(config.data);
        // A token that a deployment lost must not leave a playground that looks like a healthy bot.
        let is_deployed = match &cli.command {
            Some(Command::Serve) => true,
            None | Some(Command::CheckConfig) => config.store.url.is_some(),
            _ => false,
        };
        let mode = match (&cli.command, config.platforms()) {
            (Some(Command::Playground { .. }), _) => Mode::Playground,
            (_, Some(platforms)) => Mode::Chat(platforms),
            (_, None) if is_deployed => return Err(Error::Invalid(platforms::none())),
            (_, None) => Mode::Playground,
        };
        if let Mode::Chat(platforms) = mode
            && let Some(why) = platforms::missing(platforms)
        {
            return Err(Error::Invalid(why.to_owned()));
        }
        Ok::<_, Error>((config, mode))
    };
    let located = || match (configured()?, &cli.data) {
        ((config, Mode::Chat(_)), None) => Ok(config),
        ((config, _), named) => folder::located(config, named.is_some()),
    };
    match &cli.command {
        // Pictures need no configuration, and an invalid one must not prevent them.
        Some(Command::Render(arguments)) => arguments.run(&mut out),
        Some(Command::CheckConfig) => {
            let (config, mode) = configured()?;
            Ok(describe(&config, mode, out)?)
        }
        Some(Command::Health) => {
            health::check(&located()?.data, health::now()).map_err(Error::Other)
        }
        Some(Command::Broadcast { message }) => broadcast::leave(&located()?.data, message, out)
            .map_err(|error| Error::Other(format!("broadcast not queued: {error}"))),
        Some(Command::Ratings { rebuild }) => ratings::check(&located()?, *rebuild, out),
        Some(Command::Puzzles { file, games: false }) => puzzles::print(file, out),
        Some(Command::Puzzles { file, games: true }) => puzzles::print_games(file, out),
        None | Some(Command::Playground { .. } | Command::Serve) => {
            let (config, mode) = configured()?;
            if let Some(Command::Playground { fresh: true }) = &cli.command {
                run::forget(&run::placed(&config, mode).data)?;
            }
            let roles = match &cli.command {
                Some(Command::Serve) => Roles::Serve,
                _ => Roles::Both,
            };
            start(&config, async |shutdown| {
                run::run(&config, mode, roles, shutdown, out).await
            })
        }
        Some(Command::Think) => {
            let (config, _) = configured()?;
            start(&config, async |shutdown| {
                run::think(&config, shutdown).await
            })
        }
        Some(Command::Data(command)) => {
            let config = match command {
                DataCommand::Restore { .. } => configured()?.0,
                _ => located()?,
            };
            let summary = backup::execute(command, &config, out)?;
            Ok(writeln!(out, "{summary}")?)
        }
    }
}

/// Runs `work` until it ends, or until a signal.
fn start(
    config: &Config,
    work: impl AsyncFnOnce(CancellationToken) -> Result<(), Error>,
) -> Result<(), Error> {
    logging::start(&config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let shutdown = CancellationToken::new();
        let signals = tokio::spawn(run::cancel_on_signal(shutdown.clone()));
        let outcome = work(shutdown).await;
        signals.abort();
        outcome
    })
}

/// Prints the effective settings, without the token.
fn describe(config: &Config, mode: Mode, out: &mut dyn Write) -> std::io::Result<()> {
    let (platform, address) = addresses(config, mode);
    let proxy = match mode {
        Mode::Chat(platforms) if platforms.contains(Platform::Discord) => {
            config.discord.proxy.as_ref()
        }
        _ => None,
    };
    let proxy = proxy.map_or("none", ProxyAddress::as_str);
    let placed = run::placed(config, mode);
    let (folder, log, limits) = (&placed.data, &config.log, &config.limits);
    let monitoring = placed.monitoring.address.map(|at| at.0.to_string());
    let threads = config.engine.thread_count();
    let plural = if threads == 1 { "" } else { "s" };
    let backups = placed.backup.folder(folder).map(|into| {
        let (every, keep) = (config.backup.every, config.backup.keep.number());
        format!("{every}, {keep} kept in {}", into.display())
    });
    let limits = format!(
        "{} games and {} challenges per person, {} challenges per hour ({} per server); challenges expire after {} hours; {} days of vacation per year",
        limits.games.number(),
        limits.challenges.number(),
        limits.hourly.number(),
        limits.server_hourly.number(),
        limits.challenge_hours.number(),
        limits.vacation_days.number()
    );
    let privacy = config.about.privacy.as_ref();
    let privacy = privacy.map_or("sent as the file PRIVACY.md", PageAddress::as_str);
    writeln!(out, "The configuration is valid.")?;
    for (setting, value) in [
        ("platform", platform),
        ("connects to", address),
        ("proxy", proxy.to_owned()),
        ("data folder", folder.display().to_string()),
        ("database", database(&placed)),
        ("log", format!("{}, as {}", log.level, log.format)),
        ("monitoring", monitoring.unwrap_or_else(|| "off".to_owned())),
        ("playground", config.playground.address.0.to_string()),
        ("engine", format!("{threads} thread{plural}")),
        ("backups", backups.unwrap_or_else(|| "none".to_owned())),
        ("limits", limits),
        ("privacy", privacy.to_owned()),
    ] {
        writeln!(out, "{setting:<13}{value}")?;
    }
    Ok(())
}

/// Returns the platforms with the reason why they are served, and their addresses.
fn addresses(config: &Config, mode: Mode) -> (String, String) {
    match mode {
        Mode::Chat(platforms) => {
            let names: Vec<_> = platforms.each().map(Platform::title).collect();
            let names = names.join(" and ");
            let settings = platforms::joined(platforms, " and ", |entry| entry.setting.to_owned());
            let addresses = platforms::joined(platforms, " and ", |entry| (entry.address)(config));
            let why = format!("{names}, because there is {settings}");
            (why, addresses)
        }
        Mode::Playground => {
            let without = |entry: &PlatformEntry| entry.without.to_owned();
            let missing = platforms::joined(Platforms::ALL, " and ", without);
            let why = format!("playground, because there is {missing}");
            (why, "itself".to_owned())
        }
    }
}

fn database(config: &Config) -> String {
    let store = &config.store;
    let Some(url) = &store.url else {
        return "in the data folder".to_owned();
    };
    let not = if url.is_encrypted() { "" } else { "not " };
    let most = store.connections.number();
    format!("{url}, {not}encrypted, at most {most} connections")
}

/// The exit status of an outcome, as `--help` lists them.
pub fn status(outcome: &Result<(), Error>) -> ExitCode {
    ExitCode::from(match outcome {
        Ok(()) => 0,
        Err(error) => match error {
            Error::Invalid(_) => 2,
            Error::Open(error) | Error::Restore(RestoreError::Open(error)) => open_status(error),
            Error::Problems { .. }
            | Error::Jsonl(JsonlError::Incomplete { .. } | JsonlError::Damaged(_)) => 3,
            Error::Store(_) => 5,
            _ => 1,
        },
    })
}

fn open_status(error: &OpenError) -> u8 {
    match error {
        OpenError::Damaged { .. }
        | OpenError::Incomplete { .. }
        | OpenError::Newer { .. }
        | OpenError::Unknown { .. }
        | OpenError::NotOurs { .. } => 3,
        OpenError::Server(_, why) => match why {
            ServerError::NotOurs(_)
            | ServerError::Newer { .. }
            | ServerError::UnknownRows(_)
            | ServerError::Damaged(_) => 3,
            ServerError::Password(_)
            | ServerError::NoDatabase
            | ServerError::Tls(_)
            | ServerError::NoTables => 2,
            _ => 1,
        },
        OpenError::InUse { .. } => 4,
        OpenError::Io { .. } => 5,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_configuration_is_described_without_the_token() {
        let set = |name: &str| (name == "DISCORD_TOKEN").then(|| "abc.def".to_owned());
        let config = Config::load(None, set).expect("loads");
        let mut out = Vec::new();
        let mode = Mode::Chat(Platforms::DISCORD);
        describe(&config, mode, &mut out).expect("written");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("because there is a token"), "{text}");
        assert!(!text.contains("abc") && !text.contains("def."), "{text}");
    }
}
