//! A game's message: board, text, buttons.

use pictures::{BoardPicture, PlayerBar};
use rules_core::{ByColor, Color, Game};
use text::chess::family_name;
use text::{Message, msg};

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::game::result_card;
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::ids::Person;
use crate::model::record::{GameRecord, OpenOffer, Pool, Seat};
use crate::people::{experience, profile};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::settings::effective;
use crate::settings::effective::WantsWords;

/// A game's card: for everyone, by the preferences of the player who acts next; or for `viewer` alone.
pub(crate) fn game_card(
    reader: &Reader<'_>,
    record: &GameRecord,
    game: Game,
    viewer: Option<&Person>,
) -> Result<Card, Failure> {
    let row = if record.result.is_some() {
        rematch_button(record).into_iter().collect()
    } else {
        game_controls(record, &game)
    };
    let controls = if row.is_empty() {
        Vec::new()
    } else {
        vec![row]
    };
    let side = viewer.map_or_else(
        || Some(near_side(record)),
        |person| record.side_of(&person.id),
    );
    let called = side.and_then(|side| record.seats[side].person());
    let sees = viewer.or(called).map(|person| &person.id);
    let settings = effective::effective_settings(reader, sees, record.venue.server.as_ref())?;
    let words = match viewer {
        Some(_) => WantsWords {
            all: settings.words_only(),
            any: settings.words_only(),
        },
        None => effective::wants_words(reader, record)?,
    };
    let mut text = messages::board(record, &game);
    let begins = viewer.is_none() && record.result.is_none() && !record.has_begun();
    if begins && experience::is_new_to_a_player(reader, record)? {
        text = text.line(msg!(
            "game-first-time",
            game = family_name(record.variant.family())
        ));
    }
    if words.any {
        text = text.line(messages::position(game.position()));
    }
    let board = BoardPicture {
        players: Some(rated_players(reader, record)?),
        viewer: settings.seen_by(side, &game),
        theme: settings.theme(),
        ..picture(record, game)
    };
    let mut card = Card {
        board: (!words.all).then(|| board.clone()),
        controls,
        ..Card::words(text)
    };
    if let Some(result) = &record.result {
        result_card::finish_card(reader, record, result, &board, viewer, &mut card)?;
    }
    Ok(card)
}

/// The bars of the players with their ratings in this game among all servers.
fn rated_players(reader: &Reader<'_>, record: &GameRecord) -> Result<ByColor<PlayerBar>, Failure> {
    let mut players = players(record);
    for color in Color::ALL {
        let Some(person) = record.seats[color].person() else {
            continue;
        };
        let family = record.variant.family();
        let rating = profile::rating(reader, family, Pool::Everywhere, &person.id)?;
        players[color].rating = rating.map(|record| messages::figure(record.rating));
    }
    Ok(players)
}

/// The bars of the players with their clocks.
fn players(record: &GameRecord) -> ByColor<PlayerBar> {
    ByColor::new_with(|color| {
        let bar = PlayerBar::new(record.seats[color].name());
        match &record.clock {
            Some(clock) => bar.clock(messages::clock(clock.left[color])),
            None => bar,
        }
    })
}

/// A game's last position with its players, White at the bottom.
pub(crate) fn picture(record: &GameRecord, game: Game) -> BoardPicture {
    BoardPicture {
        players: Some(players(record)),
        ..BoardPicture::new(game)
    }
}

/// The side at the bottom of the shared board: the player who acts next, or the engine's opponent.
fn near_side(record: &GameRecord) -> Color {
    let next = record.awaited_side();
    match (&record.seats[next], &record.seats[!next]) {
        (Seat::Engine(_), Seat::Person(_)) => !next,
        _ if record.result.is_some() && is_between_people(record) => Color::White,
        _ => next,
    }
}

fn is_between_people(record: &GameRecord) -> bool {
    record.people().count() == Color::ALL.len()
}

fn game_controls(record: &GameRecord, game: &Game) -> Vec<Button> {
    let offer = record.open_offer();
    let mut row = offer.map_or_else(Vec::new, |offer| answer_buttons(record, offer));
    // A player who is asked while the opponent is to move can only answer.
    if offer.is_some_and(|offer| offer.by() == game.turn()) {
        return row;
    }
    if matches!(record.seats[game.turn()], Seat::Person(_)) {
        row.push(Button::new(
            msg!("button-game-move"),
            ButtonStyle::Primary,
            Action::Panel(record.id, record.ply()),
        ));
        row.push(plain(
            msg!("button-game-type-move"),
            Action::WriteMove(record.id, record.ply()),
        ));
    }
    if offer.is_none() {
        row.extend(option_buttons(record, game));
    }
    row
}

/// The buttons that answer an offer.
fn answer_buttons(record: &GameRecord, offer: OpenOffer) -> Vec<Button> {
    let id = record.id;
    let (yes, no) = match offer {
        OpenOffer::Draw { .. } => (
            (msg!("button-game-accept-draw"), Action::Draw(id)),
            (msg!("button-game-decline-draw"), Action::DeclineDraw(id)),
        ),
        OpenOffer::TakeBack { .. } => (
            (
                msg!("button-game-allow-takeback"),
                Action::TakeBack(id, record.ply()),
            ),
            (
                msg!("button-game-decline-takeback"),
                Action::DeclineTakeBack(id),
            ),
        ),
    };
    vec![
        Button::new(yes.0, ButtonStyle::Success, yes.1),
        plain(no.0, no.1),
    ]
}

/// The buttons besides those for a move, where no offer is open.
fn option_buttons(record: &GameRecord, game: &Game) -> Vec<Button> {
    let id = record.id;
    let resign = plain(msg!("button-game-resign"), Action::AskResign(id));
    let mut row = Vec::new();
    if game.claim().is_some() {
        row.push(plain(msg!("button-game-claim-draw"), Action::Draw(id)));
    } else if record.has_begun() && is_between_people(record) {
        row.push(plain(msg!("button-game-offer-draw"), Action::Draw(id)));
    }
    if !record.has_begun() {
        row.push(match record.event {
            None => plain(msg!("button-game-abort"), Action::AskAbort(id)),
            Some(_) => resign,
        });
        row.push(rules_button(record.variant));
        return row;
    }
    if !record.is_serious() {
        let take_back = Action::TakeBack(id, record.ply());
        row.push(plain(msg!("button-game-take-back"), take_back));
    }
    row.push(resign);
    row
}

fn plain(label: Message, action: Action) -> Button {
    Button::new(label, ButtonStyle::Plain, action)
}

/// The button below a finished game, until it is used.
fn rematch_button(record: &GameRecord) -> Option<Button> {
    let label = if is_between_people(record) {
        msg!("button-game-rematch")
    } else {
        msg!("button-game-play-again")
    };
    let button = Button::new(label, ButtonStyle::Primary, Action::Rematch(record.id));
    record.rematch.is_none().then_some(button)
}
