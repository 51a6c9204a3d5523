//! `accept`; and what front ends with buttons have buttons for: `decline`, `propose`, `refuse`, `withdraw`, `abort`, `rematch`,
//! `unwatch`, `confirm`, `why`

use text::{Text, msg};

use crate::commands::given::Arguments;
use crate::commands::options::{AT, CODE, COLOR, GAME, RATED, SURE, TIME};
use crate::commands::spec::{Choice, CommandSpec, Kind, OptionSpec};
use crate::messages;
use crate::model::ids::ChallengeId;
use crate::protocol::command::{Command, MoveText};
use crate::protocol::draft::Draft;

const CHALLENGE: OptionSpec = OptionSpec::new(
    "challenge",
    || msg!("command-option-challenge"),
    Kind::Challenge,
)
.required();

/// The number of a counter-offer.
const PROPOSAL: OptionSpec = OptionSpec::new(
    "proposal",
    || msg!("command-option-proposal"),
    Kind::Integer {
        lowest: 0,
        highest: 255,
    },
);

pub(super) const ACCEPT: CommandSpec = CommandSpec::new(
    "accept",
    || msg!("command-accept"),
    |arguments| {
        let id = challenge(arguments)?;
        Ok(match arguments.number("proposal") {
            Some(number) => Command::AgreeToProposal(id, number),
            None if arguments.is_set("sure") => Command::AcceptHere(id),
            None => Command::Accept(id),
        })
    },
)
.options(&[CHALLENGE, PROPOSAL.typed_only(), SURE]);

pub(super) const DECLINE: CommandSpec = CommandSpec::new(
    "decline",
    || msg!("command-decline"),
    |arguments| {
        let id = challenge(arguments)?;
        Ok(match arguments.number("proposal") {
            Some(number) => Command::DeclineProposal(id, number),
            None => Command::Decline(id),
        })
    },
)
.typed_only()
.options(&[CHALLENGE, PROPOSAL]);

/// The terms of a challenge are not known where commands are read, so a counter-offer names them all.
pub(super) const PROPOSE: CommandSpec = CommandSpec::new(
    "propose",
    || msg!("command-propose"),
    |arguments| {
        let id = challenge(arguments)?;
        let variant = arguments.variant()?;
        let named = ["color", "time", "rated"].map(|name| arguments.given.get(name).is_some());
        match (variant, named) {
            (None, [false, false, false]) => Ok(Command::DraftProposal(id, None)),
            (Some(variant), [true, true, true]) => {
                let draft = Draft {
                    variant,
                    color: arguments.color(),
                    time: arguments.time()?,
                    rated: arguments.is_set("rated"),
                };
                Ok(Command::SendProposal(id, draft))
            }
            _ => Err(msg!("typed-command-whole-proposal").into()),
        }
    },
)
.typed_only()
.options(&[CHALLENGE, GAME, COLOR, TIME, RATED]);

pub(super) const REFUSE: CommandSpec = CommandSpec::new(
    "refuse",
    || msg!("command-refuse"),
    |arguments| {
        let game = arguments.game("game")?;
        Ok(match arguments.text("what") {
            Some("takeback") => Command::DeclineTakeBack(game),
            _ => Command::DeclineDraw(game),
        })
    },
)
.typed_only()
.options(&[
    OptionSpec::new(
        "what",
        || msg!("command-refuse-what"),
        Kind::Choice(|| {
            vec![
                Choice::new("draw", "draw"),
                Choice::new("takeback", "takeback"),
            ]
        }),
    )
    .required(),
    CODE,
]);

pub(super) const WITHDRAW: CommandSpec = CommandSpec::new(
    "withdraw",
    || msg!("command-withdraw"),
    |arguments| Ok(Command::Withdraw(arguments.game("game")?)),
)
.typed_only()
.options(&[CODE]);

pub(super) const ABORT: CommandSpec = CommandSpec::new(
    "abort",
    || msg!("command-abort"),
    |arguments| {
        let game = arguments.game("game")?;
        Ok(if arguments.is_set("sure") {
            Command::Abort(game)
        } else {
            Command::AskAbort(game)
        })
    },
)
.typed_only()
.options(&[CODE, SURE]);

pub(super) const REMATCH: CommandSpec = CommandSpec::new(
    "rematch",
    || msg!("command-rematch"),
    |arguments| Ok(Command::Rematch(arguments.game("game")?)),
)
.typed_only()
.options(&[CODE]);

pub(super) const UNWATCH: CommandSpec = CommandSpec::new(
    "unwatch",
    || msg!("command-unwatch"),
    |arguments| Ok(Command::Unwatch(arguments.game("game")?)),
)
.typed_only()
.options(&[CODE]);

/// What was typed or previewed on a board.
const ON_BOARD: &[OptionSpec] = &[
    CODE,
    AT.required(),
    OptionSpec::new("move", || msg!("command-move-move"), Kind::Move).required(),
];

pub(super) const CONFIRM: CommandSpec = CommandSpec::new(
    "confirm",
    || msg!("command-confirm"),
    |arguments| {
        Ok(Command::SureMove {
            game: arguments.game("game")?,
            ply: arguments.number("at").unwrap_or(0),
            text: move_text(arguments)?,
        })
    },
)
.typed_only()
.options(ON_BOARD);

pub(super) const WHY: CommandSpec = CommandSpec::new(
    "why",
    || msg!("command-why"),
    |arguments| {
        Ok(Command::WhyNot {
            game: arguments.game("game")?,
            ply: arguments.number("at").unwrap_or(0),
            text: move_text(arguments)?,
        })
    },
)
.typed_only()
.options(ON_BOARD);

fn challenge(arguments: &Arguments<'_>) -> Result<ChallengeId, Text> {
    let code = arguments.text("challenge").unwrap_or_default();
    code.parse().map_err(|_| messages::no_such_challenge(code))
}

fn move_text(arguments: &Arguments<'_>) -> Result<MoveText, Text> {
    let typed = arguments.text("move").unwrap_or_default();
    MoveText::from(typed).map_err(|_| messages::too_long_to_read())
}
