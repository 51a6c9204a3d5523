//! Cards: what the message about a subject looks like as it stands in the store.

use pictures::{BoardPicture, PlayerBar};
use rules_core::{ByColor, Color, Game};

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::game::result_card;
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::ids::Person;
use crate::model::key::Key;
use crate::model::record::{GameRecord, Offer, Pool, RatingId, RatingRecord, Seat};
use crate::people::experience;
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card};
use crate::settings::effective;

/// A game's card: for everybody, as whoever is called to it likes it; or for `viewer` alone.
pub(crate) fn game_card(
    reader: &Reader<'_>,
    record: &GameRecord,
    game: Game,
    viewer: Option<&Person>,
) -> Result<Card, Failure> {
    let controls = if record.result.is_some() {
        again(record)
            .into_iter()
            .map(|button| vec![button])
            .collect()
    } else {
        vec![game_controls(record, &game)]
    };
    let side = viewer.map_or_else(
        || Some(near_side(record, &game)),
        |person| record.side_of(&person.id),
    );
    let called = side.and_then(|side| record.seats[side].person());
    let sees = viewer.or(called).map(|person| &person.id);
    let in_force = effective::in_force(reader, sees, record.venue.server.as_ref())?;
    let (only_words, words) = match viewer {
        Some(_) => (in_force.words_only().0, in_force.words_only().0),
        None => effective::wants_words(reader, record)?,
    };
    let mut text = messages::board(record, &game);
    let begins = viewer.is_none() && record.result.is_none() && !record.has_begun();
    if begins && experience::is_new_to_a_player(reader, record)? {
        text = text.line(messages::first_game(record.variant));
    }
    if words {
        text = text.line(messages::position(game.position()));
    }
    let board = BoardPicture {
        players: Some(rated_players(reader, record)?),
        viewer: in_force.seen_by(side, &game),
        theme: in_force.theme().0,
        ..picture(record, game)
    };
    let mut card = Card {
        board: (!only_words).then(|| board.clone()),
        controls,
        ..Card::words(text)
    };
    if let Some(result) = &record.result {
        result_card::finish_card(reader, record, result, &board, &mut card)?;
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
        let id = RatingId {
            family: record.variant.family(),
            pool: Pool::Everywhere,
            player: person.id.clone(),
        };
        let rating = reader.load::<RatingRecord>(Key::Rating(id))?;
        players[color].rating = rating.map(|loaded| messages::figure(loaded.value.rating));
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

/// The side that has to look at the board next: whoever is to move or was asked for a draw, or the engine's opponent.
fn near_side(record: &GameRecord, game: &Game) -> Color {
    let asked = [record.draw_offer, record.take_back_offer]
        .into_iter()
        .flatten()
        .find(|offer| !offer.declined)
        .map(|offer| !offer.by);
    let next = asked.unwrap_or_else(|| game.turn());
    match (&record.seats[next], &record.seats[!next]) {
        (Seat::Engine(_), Seat::Person(_)) => !next,
        _ if record.result.is_some() && record.people().count() == Color::ALL.len() => Color::White,
        _ => next,
    }
}

fn game_controls(record: &GameRecord, game: &Game) -> Vec<Button> {
    let button = |label, style, action| Button::new(label, style, action);
    let id = record.id;
    let take_back = Action::TakeBack(id, record.ply());
    let open = |offer: Option<Offer>| offer.filter(|offer| !offer.declined);
    let mut row = Vec::new();
    let asked = match (open(record.draw_offer), open(record.take_back_offer)) {
        (Some(offer), _) => {
            row.push(button(
                "Accept draw",
                ButtonStyle::Success,
                Action::Draw(id),
            ));
            row.push(button(
                "Decline draw",
                ButtonStyle::Plain,
                Action::DeclineDraw(id),
            ));
            Some(!offer.by)
        }
        (None, Some(offer)) => {
            row.push(button("Allow", ButtonStyle::Success, take_back));
            row.push(button(
                "Decline",
                ButtonStyle::Plain,
                Action::DeclineTakeBack(id),
            ));
            Some(!offer.by)
        }
        (None, None) => None,
    };
    // Whoever is asked in the other side's turn has only to answer.
    if asked.is_some_and(|asked| asked != game.turn()) {
        return row;
    }
    if matches!(record.seats[game.turn()], Seat::Person(_)) {
        row.push(button(
            "Move",
            ButtonStyle::Primary,
            Action::Panel(id, record.ply()),
        ));
        row.push(button(
            "Type a move",
            ButtonStyle::Plain,
            Action::WriteMove(id, record.ply()),
        ));
    }
    if asked.is_some() {
        return row;
    }
    if game.claim().is_some() {
        row.push(button("Claim draw", ButtonStyle::Plain, Action::Draw(id)));
    } else if record.has_begun() && record.people().count() == Color::ALL.len() {
        row.push(button("Offer draw", ButtonStyle::Plain, Action::Draw(id)));
    }
    if !record.has_begun() {
        row.push(match record.event {
            None => button("Abort", ButtonStyle::Plain, Action::Abort(id)),
            Some(_) => button("Resign", ButtonStyle::Plain, Action::AskResign(id)),
        });
        row.push(rules_button(record.variant));
        return row;
    }
    if !record.is_serious() {
        row.push(button("Take back", ButtonStyle::Plain, take_back));
    }
    row.push(button("Resign", ButtonStyle::Plain, Action::AskResign(id)));
    row
}

/// The button beneath a finished game, until it was pressed.
fn again(record: &GameRecord) -> Option<Button> {
    let label = if record.people().count() == Color::ALL.len() {
        "Rematch"
    } else {
        "Play again"
    };
    record.rematch.is_none().then_some(Button {
        label: label.into(),
        style: ButtonStyle::Primary,
        action: Action::Rematch(record.id),
    })
}
