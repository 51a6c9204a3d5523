//! The command line: what was asked, and the exit status that answers it.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tokio_util::sync::CancellationToken;

use crate::config::{Config, PageAddress};
use crate::control::ControlError;
use crate::diagram::RenderArgs;
use crate::keeping::{self, Keeping, KeepingError};
use crate::run::{Failure, Front};
use crate::store::{OpenError, RestoreError};
use crate::{broadcast, health, logging, ratings, run};

/// What is told below the help.
const AFTER_HELP: &str = "\
Without a command, Delos connects to Discord if it has a token (DISCORD_TOKEN, or token_file in the configuration), and
starts the playground if it has none.

Exit status:
  0  ended as it was told to
  1  something else failed; the last line says what
  2  the command line or the configuration is wrong
  3  the database is damaged, newer than this version, or not Delos's
  4  the data folder is in use by another process
  5  the disk refused a write: nothing acknowledged is lost, start again when it is mended";

/// Delos plays five rare chess games on Discord.
#[derive(Debug, Parser)]
#[command(name = "delos", version, after_help = AFTER_HELP)]
pub struct Cli {
    /// The configuration file [default: config.toml, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the Discord in a box and open its page to this machine, even if there is a token
    Playground,
    /// Read the configuration, say what is in force, and do nothing else
    CheckConfig,
    #[command(flatten)]
    Keep(Keeping),
    /// Ask whether the Delos that uses the data folder is well; for the health check of a container
    Health,
    /// Compare the stored ratings with the finished games, while nothing else uses the data folder
    Ratings {
        /// Put right what differs
        #[arg(long)]
        rebuild: bool,
    },
    /// Say something to every server through the running Delos, such as when it will be away
    Broadcast {
        /// What to say; up to 1500 characters
        words: String,
    },
    /// Draw a position as a picture, or a game as an animation, and say in words what it shows
    Render(RenderArgs),
}

/// Does what was asked. What the asker wants to read goes to `out`, everything else to the log.
///
/// # Errors
/// Whatever ended it; [`status`] has the exit status.
pub fn execute(cli: &Cli, out: &mut impl Write) -> Result<(), Failure> {
    let configured = || {
        let config = Config::load(cli.config.as_deref(), |name| std::env::var(name).ok())?;
        let front = match (&cli.command, &config.discord.token) {
            (Some(Command::Playground), _) | (_, None) => Front::Playground,
            (_, Some(_)) => Front::Discord,
        };
        Ok::<_, Failure>((config, front))
    };
    match &cli.command {
        // Pictures need no configuration, and a mistake in one must not stop them.
        Some(Command::Render(args)) => Ok(args.run(out)?),
        Some(Command::CheckConfig) => {
            let (config, front) = configured()?;
            Ok(describe(&config, front, out)?)
        }
        Some(Command::Health) => {
            let (config, front) = configured()?;
            health::check(&run::folder(&config, front), health::now()).map_err(Failure::Front)
        }
        Some(Command::Broadcast { words }) => {
            let (config, front) = configured()?;
            let folder = run::folder(&config, front);
            broadcast::leave(&folder, words, out)
                .map_err(|error| Failure::Front(format!("nothing is broadcast: {error}")))
        }
        Some(Command::Ratings { rebuild }) => {
            let (config, front) = configured()?;
            ratings::check(&run::folder(&config, front), *rebuild, out)
        }
        None | Some(Command::Playground) => {
            let (config, front) = configured()?;
            start(&config, front, out)
        }
        Some(Command::Keep(keeping)) => {
            let (config, front) = configured()?;
            let sentence = keeping::execute(keeping, &run::folder(&config, front), out)?;
            Ok(writeln!(out, "{sentence}")?)
        }
    }
}

fn start(config: &Config, front: Front, out: &mut impl Write) -> Result<(), Failure> {
    logging::start(&config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let shutdown = CancellationToken::new();
        let signals = tokio::spawn(run::cancel_on_signal(shutdown.clone()));
        let outcome = run::run(config, front, shutdown, out).await;
        signals.abort();
        outcome
    })
}

/// Says what is in force, without the token.
fn describe(config: &Config, front: Front, out: &mut impl Write) -> std::io::Result<()> {
    let (chat, address) = match (front, config.discord.api.as_ref()) {
        (Front::Playground, _) => ("no token: delos starts the playground", "itself"),
        (Front::Discord, api) => (
            "a token is set: delos connects",
            api.map_or("Discord", |api| api.as_str()),
        ),
    };
    let limits = &config.limits;
    writeln!(out, "The configuration is in order.")?;
    writeln!(out, "front end    {chat}")?;
    writeln!(out, "speaks to    {address}")?;
    let served = config.shards.part().ok().flatten();
    let served = served.map_or_else(|| "all".to_owned(), |part| part.to_string());
    writeln!(out, "servers      {served}")?;
    let folder = run::folder(config, front);
    writeln!(out, "data folder  {}", folder.display())?;
    writeln!(
        out,
        "log          {:?}, as {:?}",
        config.log.level, config.log.format
    )?;
    let monitoring = config.monitoring.address.map_or_else(
        || "nowhere".to_owned(),
        |address| address.socket().to_string(),
    );
    writeln!(out, "monitoring   {monitoring}")?;
    writeln!(out, "playground   {}", config.playground.address.socket())?;
    let thoughts = match config.engine.thread_count() {
        1 => "1 game".to_owned(),
        threads => format!("{threads} games"),
    };
    writeln!(out, "engine       thinks about {thoughts} at a time")?;
    writeln!(
        out,
        "limits       {} games and {} challenges a person, {} challenges an hour ({} on a server); challenges stand {} hours; {} days of vacation a year",
        limits.games.number(),
        limits.challenges.number(),
        limits.hourly.number(),
        limits.server_hourly.number(),
        limits.challenge_hours.number(),
        limits.vacation_days.number()
    )?;
    let privacy = config.about.privacy.as_ref();
    writeln!(
        out,
        "privacy      {}",
        privacy.map_or("as the file PRIVACY.md", PageAddress::as_str)
    )
}

/// The exit status that tells scripts how it ended, as `--help` lists them.
pub fn status(outcome: &Result<(), Failure>) -> ExitCode {
    ExitCode::from(match outcome {
        Ok(()) => 0,
        Err(Failure::Picture(error)) if error.is_mistake() => 2,
        Err(Failure::Front(_) | Failure::Io(_) | Failure::Picture(_)) => 1,
        Err(Failure::Keeping(error)) => match error {
            KeepingError::Open(error) | KeepingError::Restore(RestoreError::Open(error)) => {
                opening(error)
            }
            KeepingError::Button(ControlError::Problems { .. }) => 3,
            _ => 1,
        },
        Err(Failure::Config(_)) => 2,
        Err(Failure::Open(error)) => opening(error),
        Err(Failure::Store(_)) => 5,
    })
}

fn opening(error: &OpenError) -> u8 {
    match error {
        OpenError::Damaged { .. } | OpenError::Newer { .. } | OpenError::NotOurs { .. } => 3,
        OpenError::OtherPart { .. } => 2,
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
        describe(&config, Front::Discord, &mut out).expect("written");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("a token is set: delos connects"), "{text}");
        assert!(!text.contains("abc") && !text.contains("def."), "{text}");
    }
}
