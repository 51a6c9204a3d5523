//! `help`, `challenge`, `play`, `rules`, `about`

use text::msg;

use crate::commands::options::{
    COLOR, ELSEWHERE, GAME, LEVEL, PAGE, RATED, START, THREAD, TIME, variants,
};
use crate::commands::spec::{CommandSpec, Kind, OptionSpec};
use crate::protocol::command::{Command, Occasion};
use crate::protocol::new_game::NewGame;

pub(super) const HELP: CommandSpec = CommandSpec::new(
    "help",
    || msg!("command-help"),
    |_| Ok(Command::Help(Occasion::Asked)),
);

pub(super) const CHALLENGE: CommandSpec = CommandSpec::new(
    "challenge",
    || msg!("command-challenge"),
    |arguments| {
        let opponent = arguments.player("opponent")?;
        let terms = arguments.terms()?;
        Ok(if arguments.names_a_game() {
            Command::Challenge { opponent, terms }
        } else {
            Command::ChooseGame(NewGame::challenge(&terms, opponent.as_ref()))
        })
    },
)
.in_servers()
.options(&[
    GAME,
    OptionSpec::new(
        "opponent",
        || msg!("command-challenge-opponent"),
        Kind::Person,
    ),
    TIME,
    RATED,
    COLOR,
    START,
    THREAD,
    ELSEWHERE,
]);

pub(super) const PLAY: CommandSpec = CommandSpec::new(
    "play",
    || msg!("command-play"),
    |arguments| {
        let (terms, level) = (arguments.terms()?, arguments.level()?);
        Ok(if arguments.names_a_game() {
            Command::Play { terms, level }
        } else {
            Command::ChooseGame(NewGame::play(&terms, level))
        })
    },
)
.options(&[GAME, LEVEL, TIME, COLOR, START, THREAD]);

pub(super) const RULES: CommandSpec = CommandSpec::new(
    "rules",
    || msg!("command-rules"),
    |arguments| {
        let page = arguments.page().unwrap_or(0);
        Ok(Command::Rules(arguments.variant()?, page.into()))
    },
)
.options(&[
    OptionSpec::new(
        "game",
        || msg!("command-rules-game"),
        Kind::Choice(variants),
    ),
    PAGE,
]);

pub(super) const ABOUT: CommandSpec =
    CommandSpec::new("about", || msg!("command-about"), |_| Ok(Command::About));
