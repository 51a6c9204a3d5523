//! How to start, what this program is, and its operator's words.

use rules_core::{Color, Family};
use text::{Part, Text, list, msg};

use crate::messages::challenge::stakes;
use crate::model::{ColorWish, Facts};
use crate::protocol::{NewGame, Occasion, Opponent};

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
    let games = || list::and(Family::ALL.map(Text::from));
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
    let (stakes, time) = (stakes(draft.time, draft.rated), draft.time.words());
    let side = match draft.color {
        ColorWish::Random => None,
        ColorWish::Only(Color::White) => Some(msg!("new-game-first")),
        ColorWish::Only(Color::Black) => Some(msg!("new-game-second")),
    };
    Text::sentences([msg!("new-game-which"), against])
        .sentence(msg!("new-game-terms", stakes, time))
        .sentence(side)
        .sentence(game.elsewhere.then(|| msg!("new-game-elsewhere")))
}

/// The program's version, games, license, source and start.
pub fn about(facts: &Facts) -> Text {
    let games = Family::ALL.map(|family| {
        let (inventor, year) = (family.inventor(), family.year());
        Text::from(msg!("about-game", name = family, inventor, year))
    });
    let (version, games) = (facts.version, list::and(games));
    let privacy = facts.privacy.as_deref();
    let license = Text::from(msg!("about-license"))
        .sentence((!facts.source.is_empty()).then(|| msg!("about-source", url = facts.source)))
        .sentence(privacy.map(|url| msg!("about-privacy", url)));
    Text::from(msg!("about-version", version, games))
        .line(license)
        .line(msg!("about-start", when = Part::Relative(facts.started)))
}

/// The operator's words, which may have several lines.
pub fn announcement(words: &str) -> Text {
    msg!("announcement", words = Text::lines(words.lines())).into()
}
