//! `move`, `premove`, `hint`, `board`, `games`, `watch`, `analyze`, `replay`, `draw`, `takeback`, `resign`

use rules_core::Color;
use text::msg;

use crate::commands::completion::Games;
use crate::commands::options::{AT, SHARE, SIDE, SURE, WHICH, variants};
use crate::commands::spec::{Choice, CommandSpec, Kind, OptionSpec};
use crate::messages;
use crate::protocol::command::{Command, Which};
use crate::protocol::replay::{Postable, Viewed};

pub(super) const MOVE: CommandSpec = CommandSpec::new(
    "move",
    || msg!("command-move"),
    |arguments| {
        Ok(Command::Move {
            game: arguments.which()?,
            text: arguments.text("move").unwrap_or_default().to_owned(),
            ply: arguments.number("at"),
        })
    },
)
.options(&[
    OptionSpec::new("move", || msg!("command-move-move"), Kind::Move).required(),
    WHICH,
    AT,
]);

pub(super) const PREMOVE: CommandSpec = CommandSpec::new(
    "premove",
    || msg!("command-premove"),
    |arguments| {
        if arguments.is_set("clear") {
            return Ok(Command::ForgetPrepared(arguments.game("game")?));
        }
        let moves = arguments.text("moves").unwrap_or_default().to_owned();
        Ok(Command::Prepare(arguments.which()?, moves))
    },
)
.options(&[
    OptionSpec::new("moves", || msg!("command-premove-moves"), Kind::Line),
    WHICH,
    OptionSpec::new("clear", || msg!("command-premove-clear"), Kind::Boolean).typed_only(),
]);

pub(super) const HINT: CommandSpec = CommandSpec::new(
    "hint",
    || msg!("command-hint"),
    |arguments| Ok(Command::Hint(arguments.which()?)),
)
.options(&[WHICH]);

pub(super) const BOARD: CommandSpec = CommandSpec::new(
    "board",
    || msg!("command-board"),
    |arguments| {
        let which = arguments.which()?;
        Ok(if arguments.is_set("words") {
            Command::Describe(which)
        } else {
            Command::Board(which)
        })
    },
)
.options(&[
    WHICH,
    OptionSpec::new("words", || msg!("command-board-words"), Kind::Boolean),
]);

pub(super) const GAMES: CommandSpec = CommandSpec::new(
    "games",
    || msg!("command-games"),
    |arguments| {
        Ok(match arguments.text("whose") {
            Some("server") => Command::GamesHere,
            _ => Command::Games,
        })
    },
)
.options(&[OptionSpec::new(
    "whose",
    || msg!("command-games-whose"),
    Kind::Choice(|| {
        vec![
            Choice::new("mine", msg!("choice-games-mine")),
            Choice::new("server", msg!("choice-games-server")),
        ]
    }),
)]);

pub(super) const WATCH: CommandSpec = CommandSpec::new(
    "watch",
    || msg!("command-watch"),
    |arguments| Ok(Command::Watch(arguments.game("game")?)),
)
.options(&[OptionSpec::new(
    "game",
    || msg!("command-watch-game"),
    Kind::Game(Games::Watchable),
)
.required()]);

pub(super) const ANALYZE: CommandSpec = CommandSpec::new(
    "analyze",
    || msg!("command-analyze"),
    |arguments| match (arguments.which()?, arguments.text("position")) {
        (Which::Id(id), None) => Ok(Command::Analyze(id)),
        (Which::Mine, Some(fen)) => Ok(Command::Study(
            arguments.variant_named("rules")?.unwrap_or(arguments.usual),
            fen.to_owned(),
        )),
        _ => Err(messages::game_or_position()),
    },
)
.options(&[
    OptionSpec::new(
        "game",
        || msg!("command-analyze-game"),
        Kind::Game(Games::Finished),
    ),
    OptionSpec::new(
        "position",
        || msg!("command-analyze-position"),
        Kind::Position,
    ),
    OptionSpec::new(
        "rules",
        || msg!("command-analyze-rules"),
        Kind::Choice(variants),
    ),
]);

pub(super) const REPLAY: CommandSpec = CommandSpec::new(
    "replay",
    || msg!("command-replay"),
    |arguments| {
        let side = match arguments.text("side") {
            Some("black") => Some(Color::Black),
            Some(_) => Some(Color::White),
            None => None,
        };
        let viewed = match (arguments.number("at"), side) {
            (None, None) => None,
            (ply, side) => Some(Viewed {
                ply: ply.unwrap_or(0),
                bottom: side.unwrap_or(Color::White),
            }),
        };
        if arguments.is_set("share") {
            let start = Viewed {
                ply: 0,
                bottom: Color::White,
            };
            let game = arguments.game("game")?;
            let what = Postable::Game(game, viewed.unwrap_or(start));
            return Ok(Command::Post(what));
        }
        Ok(Command::Replay(arguments.which()?, viewed))
    },
)
.options(&[
    OptionSpec::new(
        "game",
        || msg!("command-replay-game"),
        Kind::Game(Games::Finished),
    ),
    AT,
    SIDE,
    SHARE,
]);

pub(super) const DRAW: CommandSpec = CommandSpec::new(
    "draw",
    || msg!("command-draw"),
    |arguments| Ok(Command::Draw(arguments.which()?)),
)
.options(&[WHICH]);

pub(super) const TAKE_BACK: CommandSpec = CommandSpec::new(
    "takeback",
    || msg!("command-takeback"),
    |arguments| {
        Ok(Command::TakeBack(
            arguments.which()?,
            arguments.number("at"),
        ))
    },
)
.options(&[WHICH, AT]);

pub(super) const RESIGN: CommandSpec = CommandSpec::new(
    "resign",
    || msg!("command-resign"),
    |arguments| {
        Ok(if arguments.is_set("sure") {
            Command::Resign(arguments.game("game")?)
        } else {
            Command::AskResign(arguments.which()?)
        })
    },
)
.options(&[WHICH, SURE]);
