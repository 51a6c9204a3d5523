//! How to start.

use rules_core::Family;
use text::chess::family_name;
use text::{Text, key, list, msg};

use crate::messages::challenge::stakes;
use crate::messages::{sentences, time_control};
use crate::model::record::ColorWish;
use crate::protocol::command::Occasion;
use crate::protocol::new_game::{NewGame, Opponent};

/// The place in which help is read, which decides what people can do there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HelpPlace {
    /// A server that Delos has joined.
    Server,
    /// A conversation with Delos alone.
    Direct,
    /// A place that Delos is no member of.
    Guest,
}

/// The card that tells how to start.
pub(crate) fn help(place: HelpPlace, occasion: Occasion) -> Text {
    let games = || list::and(Family::ALL.map(|family| family_name(family).into()));
    let hello = match occasion {
        Occasion::Thanked => return msg!("help-thanked").into(),
        Occasion::Asked => msg!("help-hello", games = games()),
        Occasion::Joined => msg!("help-joined", games = games()),
    };
    let lines = match place {
        HelpPlace::Guest => return Text::from(hello).line(msg!("refusal-guest")),
        HelpPlace::Direct => vec![
            msg!("help-start-direct"),
            msg!("help-move-direct"),
            msg!("help-more-direct"),
        ],
        HelpPlace::Server => vec![
            msg!("help-start"),
            msg!("help-move"),
            msg!("help-more"),
            match occasion {
                Occasion::Joined => msg!("help-managers"),
                _ => msg!("help-elsewhere"),
            },
        ],
    };
    lines.into_iter().fold(hello.into(), Text::line)
}

/// Describes a game that is being set up, and asks for the variant.
pub(crate) fn new_game(game: &NewGame) -> Text {
    let against = match game.opponent {
        Opponent::Engine(level) => msg!("new-game-play", level = level.number()),
        Opponent::Anyone => msg!("new-game-open"),
        Opponent::Person(named) => msg!("new-game-challenge", opponent = &named.person().id),
    };
    let draft = &game.draft;
    let terms = msg!(
        "new-game-terms",
        stakes = key(stakes(draft.time, draft.rated)),
        time = time_control(draft.time)
    );
    let side = match draft.color {
        ColorWish::Random => None,
        ColorWish::Only(rules_core::Color::White) => Some(msg!("new-game-first")),
        ColorWish::Only(rules_core::Color::Black) => Some(msg!("new-game-second")),
    };
    sentences([
        Some(msg!("new-game-which")),
        Some(against),
        Some(terms),
        side,
        game.elsewhere.then(|| msg!("new-game-elsewhere")),
    ])
}
