//! Starting a game: `/play` and `/challenge`, and the choice of a game if they name none.
//!
//! The choices so far travel in the menus' addresses, so nothing is stored before a game is chosen.

use pictures::Gallery;
use rules_core::Variant;
use text::chess::in_one_line;
use text::{Text, msg};

use crate::challenge::{counter_offer, invitation};
use crate::context::{Change, Ctx, Reader, Result};
use crate::game::active_game::{self, ActiveGame};
use crate::messages;
use crate::messages::shorthand::option;
use crate::model::{ColorWish, Level, Terms, TimeControl};
use crate::protocol::draft::{Part, code};
use crate::protocol::{
    Action, Attachment, Button, Card, Command, MenuOption, NewGame, Opponent, Refusal, Request,
    SelectMenu,
};
use crate::spec::{
    COLOR, CommandSpec, ELSEWHERE, GAME, Kind, LEVEL, RATED, START, THREAD, TIME, named,
};

pub(crate) const CHALLENGE: CommandSpec = named("challenge", || msg!("command-challenge"))
    .command(|arguments| {
        let opponent = arguments.player("opponent")?;
        let terms = arguments.terms()?;
        Ok(if arguments.names_a_game() {
            Command::Challenge { opponent, terms }
        } else {
            Command::ChooseGame(NewGame::challenge(&terms, opponent.as_ref()))
        })
    })
    .in_servers()
    .options(&[
        GAME,
        Kind::Person.option("opponent", || msg!("command-challenge-opponent")),
        TIME,
        RATED,
        COLOR,
        START,
        THREAD,
        ELSEWHERE,
    ]);

pub(crate) const PLAY: CommandSpec = named("play", || msg!("command-play"))
    .command(|arguments| {
        let (terms, level) = (arguments.terms()?, arguments.level()?);
        Ok(if arguments.names_a_game() {
            Command::Play { terms, level }
        } else {
            Command::ChooseGame(NewGame::play(&terms, level))
        })
    })
    .options(&[GAME, LEVEL, TIME, COLOR, START, THREAD]);

pub(crate) const BEGIN: CommandSpec = named("begin", || msg!("command-begin"))
    .command(|arguments| Ok(Command::Begin(arguments.terms()?.variant)))
    .typed_only()
    .options(&[GAME.required()]);

/// Begins a game against the engine from its name alone; asks first if the person already plays one here.
pub(crate) fn begin(ctx: &Ctx<'_>, request: &Request, variant: Variant) -> Result<Change> {
    let (who, venue) = (&request.who, &request.venue);
    let terms = Terms::of(variant).given_in(&request.context);
    let games = active_game::candidates(ctx, request)?;
    let plays_here = |active: &ActiveGame| active.record.value.is_shown_in(&venue.room);
    if games.iter().any(plays_here) {
        return choose_game(ctx, request, NewGame::play(&terms, Level::LOWEST));
    }
    invitation::play_engine(ctx, who, venue, &terms, Level::LOWEST)
}

pub(crate) fn choose_game(reader: &Reader<'_>, request: &Request, game: NewGame) -> Result<Change> {
    let (who, venue) = (&request.who, &request.venue);
    match game.opponent {
        Opponent::Engine(_) if game.draft.rated => return Err(Refusal::NotRatable.into()),
        Opponent::Engine(_) => {}
        _ if venue.server.is_none() => return Err(Refusal::NotOnAServer.into()),
        _ if game.draft.rated && game.draft.time == TimeControl::Unlimited => {
            return Err(Refusal::NotRatable.into());
        }
        Opponent::Person(named) if named.person().id == who.id => {
            return Err(Refusal::SelfChallenge.into());
        }
        Opponent::Anyone | Opponent::Person(_) => {}
    }
    let settings = reader.own_settings(request)?;
    let mut game = game;
    game.draft.variant = settings.variant();
    let usual = settings.server.variant.map(|variant| {
        let label = msg!("button-new-game-usual", game = variant.name());
        Button::primary(label, Action::BeginUsual(game))
    });
    let theme = settings.theme();
    let gallery = Attachment::Gallery(Gallery { theme });
    let picture = (!settings.words_only()).then_some(gallery);
    let card = Card {
        attachments: picture.into_iter().collect(),
        menu: games(game),
        second_menu: changes(game),
        ..Card::with_buttons(messages::new_game(&game), usual)
    };
    Ok(Change::aside(card))
}

/// The menu of all rule sets, the usual one first.
fn games(game: NewGame) -> Option<SelectMenu> {
    let usual = game.draft.variant;
    let others = Variant::ALL.into_iter().filter(|&other| other != usual);
    let all = std::iter::once(usual).chain(others);
    let options =
        all.map(|variant| MenuOption::new(variant.name(), in_one_line(variant), variant.id()));
    SelectMenu::of(Action::BeginGame(game), msg!("menu-new-game"), options)
}

/// The menu of the engine's levels, or of a challenge's terms.
fn changes(game: NewGame) -> Option<SelectMenu> {
    let (prompt, options): (Text, Vec<_>) = match game.opponent {
        Opponent::Engine(level) => (
            level.to_string().into(),
            Level::all().map(level_option).collect(),
        ),
        Opponent::Anyone | Opponent::Person(_) => {
            let parts = game.draft.parts().into_iter();
            // The other menu has the games.
            let parts = parts.filter(|part| !matches!(part, Part::Variant(_)));
            let option = |part| term_option(part, game.draft.variant);
            let options = parts.map(option).chain([elsewhere_option(game)]);
            (msg!("menu-new-game-terms").into(), options.collect())
        }
    };
    SelectMenu::of(Action::ChangeNewGame(game), prompt, options)
}

/// The menu option that changes a term. A challenge speaks of the challenger's color, a counteroffer of the opponent's.
fn term_option(part: Part, variant: Variant) -> MenuOption {
    let seen = match part {
        Part::Color(ColorWish::Only(color)) => Part::Color(ColorWish::Only(!color)),
        other => other,
    };
    MenuOption {
        value: code(part),
        ..counter_offer::option(seen, variant)
    }
}

/// The option that decides otherwise whether someone may accept elsewhere.
fn elsewhere_option(game: NewGame) -> MenuOption {
    let labeled = if game.elsewhere {
        option!("option-challenge-here")
    } else {
        option!("option-challenge-elsewhere")
    };
    labeled.sending(game.elsewhere_code())
}

fn level_option(level: Level) -> MenuOption {
    let number = level.number().to_string();
    MenuOption::new(level.to_string(), Text::default(), number)
}
